// SPDX-License-Identifier: Apache-2.0
/** The closed loop of rh_closed_loop.h with TLM-2.0 sockets in place of its cores: one a core, behind them the network
 * of requests, the controllers with their DRAM, and the network of replies. By default 28 cores before a crossbar of 8
 * controllers.
 *
 * Addresses, data, responses, errors and the protocol of a socket are those of rh_tlm_target.h. The bytes are the same
 * for all sockets. A socket's timing points are the edges of the memory's clock.
 *
 * Time. A transaction is cut into requests, and a core issues one of them a core clock at most, in the order of its
 * BEGIN_REQs, when its injection queue has room and fewer than `flight` of its requests are in flight; a request that
 * arrives at t is issued in the first core clock that begins at or after t. END_REQ comes at the edge that ends the
 * clock in which the last one was issued, so it is withheld while the queue is full. BEGIN_RESP comes at the edge that
 * ends the clock in which the last reply leaves the network of replies. While a response of a socket waits for END_RESP
 * and another behind it, replies to this core stay in the network.
 *
 * Initiators that issue whenever they may, and end responses at once, get the clocks of rh_loop_run with the same
 * requests to the clock.
 *
 * Loosely timed: b_transport runs the whole loop until the response. The loop does not go back: what lies before the
 * clock it has reached is issued there. Idle clocks are run, too, when the next transaction comes.
 */
#ifndef RH_TLM_NETWORK_H
#define RH_TLM_NETWORK_H

#include <array>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "tb/systemc/rh_tlm_port.h"

namespace rh_sc {

struct network_setup {
    std::string preset = "gddr3"; /**< built-in name, or a YAML file */
    std::string controller = "fr_fcfs";
    std::string map;     /**< rh_map.h; "" for the default */
    unsigned queue = 32; /**< requests of a controller */
    bool refresh = true; /**< as the preset says; false: off */
    /** The rest: cores, controllers (a power of two), topology, network, outstanding requests, clocks,
     * judge. What it asks for of the above is the target's. */
    rh_loop_setup loop{};
};

/** `loop` filled in from the rest of the setup; `preset` is loaded and stays where it is. Refuses what does not fit. */
rh_loop_setup loop_setup_of(const network_setup &setup, rh_preset &preset);

class network_target : public sc_core::sc_module {
  public:
    network_target(sc_core::sc_module_name name, const network_setup &setup);
    ~network_target() override;

    unsigned cores() const {
        return static_cast<unsigned>(ports_.size());
    }
    tlm_utils::simple_target_socket<port> &socket(unsigned core);
    sc_core::sc_time period() const { /**< of a clock of the memory */
        return period_;
    }
    std::uint64_t bytes() const { /**< addresses run from 0 to this */
        return space_->bytes();
    }
    const rh_map &map() const {
        return space_->map();
    }
    std::uint64_t clocks() const { /**< run so far */
        return rh_loop_cycle(loop_.get());
    }
    /** At the end, once: the judge's verdict (a broken rule is an error) and the figures of the run. No transaction may
     * come behind it. */
    const rh_loop_stats &finish();

  protected:
    SC_HAS_PROCESS(network_target);

  private:
    class core_port;
    struct closing {
        void operator()(rh_loop *loop) const {
            rh_loop_close(loop);
        }
    };

    static const rh_request *next(void *self, unsigned core, unsigned *slot);
    static bool reply(void *self, unsigned core, unsigned slot);
    void cycle(bool take);
    bool busy() const {
        return waiting_ != 0 || flying_ != 0;
    }
    std::uint64_t next_clock() const;
    void wake();
    void tick();

    sc_core::sc_time period_;
    std::unique_ptr<space> space_;
    rh_preset preset_{};
    std::unique_ptr<rh_loop, closing> loop_;
    rh_loop_cores asked_{};
    std::vector<std::unique_ptr<core_port>> ports_;
    std::uint64_t waiting_ = 0, flying_ = 0; // requests that are not issued; that have no reply
    bool take_ = true;                       // replies, whatever waits at a socket
    sc_core::sc_event tick_;
};

} // namespace rh_sc

#endif
