// SPDX-License-Identifier: Apache-2.0
/** A request system behind pins under a clock and requests at random, for its program and its tests. */
#ifndef RH_SC_NETWORK_BENCH_H
#define RH_SC_NETWORK_BENCH_H

#include <deque>

#include "tb/systemc/rh_sc_request_system.h"

namespace rh_sc {

/** Several of them on the same inputs. */
class network_bench {
  public:
    network_bench(const network_setup &setup, const std::vector<choice> &choices);

    request_system &dut(unsigned which = 0) {
        return *duts_[which];
    }
    request_system_inputs &in() {
        return *in_;
    }
    request_system_outputs &out(unsigned which = 0) {
        return outs_[which];
    }
    /** Clocks so far, those of reset included. */
    std::uint64_t clocks() const {
        return clocks_;
    }
    void trace(vcd &to);
    /** One clock: the falling edge, then the rising one, behind which the outputs are those of the next clock. */
    void clock(bool reset);
    /** What differs between the first and the others; "": nothing. */
    std::string difference() const;

  private:
    sc_core::sc_time half_;
    std::vector<std::unique_ptr<request_system>> duts_;
    std::unique_ptr<request_system_inputs> in_;
    std::deque<request_system_outputs> outs_;
    std::vector<std::string> names_;
    std::uint64_t clocks_ = 0;
};

/** Cores that offer requests at random, each until it is taken. */
class random_cores {
  public:
    random_cores(network_bench &bench, std::uint64_t seed) : bench_(bench), random_(rh_random_start(seed, 0)) {
        in_flight_.resize(bench.dut().cores());
        offers_.resize(bench.dut().cores());
        slot_.resize(bench.dut().cores());
    }
    /** The inputs of the clock that comes, whose outputs are there already; with `more` new requests, too. */
    void drive(bool more);
    /** Behind a reset nothing is in flight. */
    void forget();
    bool idle() const;
    std::uint64_t sent() const {
        return sent_;
    }
    std::uint64_t answered() const {
        return answered_;
    }

  private:
    void offer(unsigned core);

    network_bench &bench_;
    std::uint64_t random_, sent_ = 0, answered_ = 0;
    std::vector<std::uint64_t> in_flight_; // slots, by core
    std::vector<bool> offers_;             // a request that is not taken
    std::vector<unsigned> slot_;           // its slot
};

} // namespace rh_sc

#endif
