// SPDX-License-Identifier: Apache-2.0
/** A GPU (rh_gpu.h) as TLM-2.0 initiators: cores that run the warps of a program, one socket a cluster, before any
 * target that takes approximately timed transactions; before a network_target it is the closed loop of
 * `simulate --kernel` with sockets between.
 *
 * In each clock of the cores the replies that came are handed to their clusters, the cores have their clock, and each
 * cluster whose last BEGIN_REQ was ended and that has fewer than `outstanding` requests in flight sends one. BEGIN_RESP
 * is answered by END_RESP at once; a reply that a cluster has no room for waits in this module. Data are zeros: cores
 * take addresses from the program alone.
 */
#ifndef RH_TLM_GPU_H
#define RH_TLM_GPU_H

#include <deque>
#include <memory>
#include <vector>

#include <tlm_utils/simple_initiator_socket.h>

#include "tb/systemc/rh_sc_headers.h"
#include "tb/systemc/rh_tlm_pool.h"

namespace rh_sc {

struct gpu_setup {
    rh_gpu_machine machine{};
    rh_warp_source *source = nullptr; /**< rewound; the caller closes it, behind the module */
    rh_map map{};                     /**< of the target's addresses */
    std::uint32_t command_bytes = 0;  /**< of a column command of the target's memory */
    std::uint32_t ctas = 0;           /**< resident on a core, at most; 0: as many as there is room for */
    std::uint64_t core_cycles = 0;    /**< end at this clock of the cores; 0: run the program to its end */
};

class gpu : public sc_core::sc_module {
  public:
    using socket_type = tlm_utils::simple_initiator_socket_tagged<gpu>;

    gpu(sc_core::sc_module_name name, const gpu_setup &setup);
    ~gpu() override;

    unsigned clusters() const {
        return static_cast<unsigned>(ports_.size());
    }
    socket_type &socket(unsigned cluster) {
        return ports_.at(cluster)->socket;
    }
    bool done() const; /**< the program is at its end, or the clock that was to be the last is over */
    const rh_gpu_stats &stats() const {
        return *rh_gpu_stats_of(gpu_.get());
    }
    std::size_t away() const { /**< payloads of requests that have no reply */
        return pool_.away();
    }

  protected:
    SC_HAS_PROCESS(gpu);

  private:
    struct closing {
        void operator()(rh_gpu *gpu) const {
            rh_gpu_close(gpu);
        }
    };
    /* A cluster: what is in flight by slot, which replies wait, whose BEGIN_REQ waits for its END_REQ. */
    struct port {
        explicit port(const char *name) : socket(name) {}
        socket_type socket;
        std::vector<tlm::tlm_generic_payload *> flying;
        std::deque<unsigned> replies;
        const tlm::tlm_generic_payload *asks = nullptr;
    };
    tlm::tlm_sync_enum backwards(int cluster, tlm::tlm_generic_payload &payload, tlm::tlm_phase &phase,
                                 sc_core::sc_time &delay);
    void answered(port &from, tlm::tlm_generic_payload &payload);
    void send(unsigned cluster);
    void tick();

    gpu_setup setup_;
    std::unique_ptr<rh_gpu, closing> gpu_;
    std::vector<std::unique_ptr<port>> ports_;
    pool pool_;
    std::vector<unsigned char> data_;
    std::uint64_t clock_ = 0;
    sc_core::sc_event tick_;
};

} // namespace rh_sc

#endif
