// SPDX-License-Identifier: Apache-2.0
/** One memory channel of a TLM target: a controller with a clock of its own, the requests that wait for it, the watcher
 * of its port contract (rh_contract.h), and its statistics (rh_observer.h). It is run by whoever needs
 * it further; idle clocks are skipped where the unit can tell of them.
 */
#ifndef RH_TLM_WORKER_H
#define RH_TLM_WORKER_H

#include <cstdint>
#include <deque>
#include <vector>

#include "tb/systemc/rh_sc_block.h"

namespace rh_sc {

/** What its pieces have in common. */
struct transfer {
    unsigned waiting = 0;    /**< pieces that the controllers have not accepted */
    unsigned unanswered = 0; /**< pieces without a response */
    std::uint64_t end = 0;   /**< the clock behind the one in which the last response was taken */
    void *user = nullptr;    /**< the caller's */
};

/** One request of a channel: 1 to 8 column commands of a row. */
struct piece {
    rh_request request;
    std::uint64_t from; /**< first clock in which it may be offered */
    transfer *owner;
};

class worker {
  public:
    worker(const choice &wanted, const rh_geometry &geometry, const rh_constraints &constraints, unsigned number);
    ~worker();
    worker(const worker &) = delete;
    worker &operator=(const worker &) = delete;

    void push(const piece &one) {
        pieces_.push_back(one);
    }
    bool busy() const {
        return !pieces_.empty() || flying_ != 0;
    }
    /** The clock that is run next, idle ones left out. */
    std::uint64_t next() const;
    /** Clocks run so far: the time of the edge that ended the last one. */
    std::uint64_t cycle_by_cycle() const {
        return clock_;
    }
    /** Whose last piece was accepted, and whose last response was taken, in a clock; null: nobody's. */
    struct progress {
        transfer *accepted = nullptr, *answered = nullptr;
    };
    /** Runs the clock `next()`; with `take` a response is taken. Only while busy. */
    progress cycle(bool take);

    const rh_stats &stats() const { // of all clocks run, skipped ones included
        rh_observer_settle(observer_, clock_);
        return stats_;
    }

  private:
    void release();
    void skip_to(std::uint64_t clock);
    void clock_once(const rh_controller_in &in, rh_controller_out &out);

    unsigned number_;
    rh_geometry geometry_;
    rh_sc_face *face_ = nullptr;
    rh_unit unit_{};
    rh_contract *contract_ = nullptr;
    rh_observer *observer_ = nullptr;
    rh_stats stats_{};
    std::uint64_t clock_ = 0;
    bool offered_ = false; // the front piece is on the pins, under the front tag
    std::deque<piece> pieces_;
    std::deque<std::uint16_t> tags_;
    std::vector<transfer *> owner_; // by tag
    unsigned flying_ = 0;
};

} // namespace rh_sc

#endif
