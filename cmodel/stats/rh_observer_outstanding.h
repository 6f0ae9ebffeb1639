// SPDX-License-Identifier: Apache-2.0
/* What an observer keeps of each request in flight; for those who see commands other than on the ports. */
#ifndef RH_OBSERVER_OUTSTANDING_H
#define RH_OBSERVER_OUTSTANDING_H

#include "cmodel/dram/rh_scope.h"
#include "cmodel/stats/rh_standby.h"
#include "rowhold/rh_cores.h"
#include "rowhold/rh_observer.h"

struct rh_observer_outstanding {
    struct rh_observed seen;
    uint8_t begun;   /* it had a command */
    uint8_t counted; /* accepted after the warm-up */
};

struct rh_observer_bank {
    uint32_t row;
    uint8_t fresh; /* opened, and no column command since */
    uint64_t opened;
};

struct rh_observer {
    struct rh_observer_setup setup;
    struct rh_standby standby;
    uint64_t number;
    unsigned tags;
    struct rh_observer_bank bank[RH_MAX_BANKS];
    struct rh_observer_outstanding outstanding[]; /* by tag */
};

/* The parts of rh_observer_events. */
static inline void rh_observer_accept(struct rh_observer *observer, uint64_t cycle, const struct rh_request *request,
                                      unsigned tag, struct rh_stats *stats) {
    struct rh_observer_outstanding *outstanding = &observer->outstanding[tag];
    struct rh_observed *seen = &outstanding->seen;
    outstanding->begun = 0;
    outstanding->counted = cycle >= observer->setup.warmup;
    seen->accepted = cycle;
    seen->number = observer->number++;
    seen->row = request->row;
    seen->channel = observer->setup.channel;
    seen->column = request->column;
    seen->tag = (uint16_t)tag;
    seen->bank = request->bank;
    seen->write = request->write;
    seen->commands = request->commands;
    seen->row_hit = 1;
    stats->requests += outstanding->counted;
    stats->writes += outstanding->counted & request->write;
    stats->reads += outstanding->counted & !request->write;
}

static inline void rh_observer_finish(struct rh_observer *observer, struct rh_observer_outstanding *outstanding,
                                      uint64_t cycle, unsigned over, bool timed, struct rh_stats *stats) {
    struct rh_observed *seen = &outstanding->seen;
    seen->last = cycle;
    seen->done = cycle + over;
    if (!outstanding->counted)
        return;
    stats->row_hits += seen->row_hit;
    stats->latency_queue_cycles += seen->first - seen->accepted;
    stats->latency_bank_cycles += seen->last - seen->first;
    stats->latency_bus_cycles += seen->done - seen->last;
    rh_latency_add(seen->write ? &stats->write : &stats->read, seen->done - seen->accepted);
    if (timed)
        rh_latency_add(&stats->from_arrival, seen->done - seen->arrival);
    if (observer->setup.request != NULL && (!observer->setup.of_cores || seen->core != RH_NO_CORE))
        observer->setup.request(observer->setup.user, seen);
}

static inline void rh_observer_column(struct rh_observer *observer, uint64_t cycle, unsigned command, unsigned tag,
                                      unsigned bank, bool last, bool timed, struct rh_stats *stats) {
    struct rh_observer_outstanding *outstanding = &observer->outstanding[tag];
    struct rh_observer_bank *at = &observer->bank[bank];
    if (!outstanding->begun) {
        bool ours = at->fresh && at->opened >= outstanding->seen.accepted;
        outstanding->seen.first = ours ? at->opened : cycle;
        outstanding->begun = 1;
    }
    outstanding->seen.row_hit &= !at->fresh;
    at->fresh = 0;
    rh_standby_column(&observer->standby, &observer->setup.geometry, &observer->setup.constraints, cycle, command,
                      bank);
    const struct rh_constraints *constraints = &observer->setup.constraints;
    if (last)
        rh_observer_finish(observer, outstanding, cycle,
                           outstanding->seen.write ? constraints->wr_done : constraints->rd_done, timed, stats);
}

/* A read that is answered from the queue, in the clock in which it is accepted: no command, no activate, and its data
 * when its response may be given out. */
static inline void rh_observer_forward(struct rh_observer *observer, uint64_t cycle, unsigned tag, bool timed,
                                       struct rh_stats *stats) {
    struct rh_observer_outstanding *outstanding = &observer->outstanding[tag];
    const struct rh_constraints *constraints = &observer->setup.constraints;
    outstanding->seen.first = cycle;
    stats->forwarded += outstanding->counted;
    rh_observer_finish(observer, outstanding, cycle,
                       rh_max(constraints->rd_done, constraints->wr_done) + observer->setup.geometry.registered, timed,
                       stats);
}

static inline void rh_observer_row_command(struct rh_observer *observer, uint64_t cycle, unsigned command,
                                           unsigned bank, uint32_t row, bool all) {
    const struct rh_geometry *geometry = &observer->setup.geometry;
    rh_standby_row(&observer->standby, geometry, cycle, command, bank, all);
    if (command == RH_ACT) {
        observer->bank[bank] = (struct rh_observer_bank){.row = row, .fresh = 1, .opened = cycle};
        return;
    }
    observer->bank[bank].fresh = 0;
    for (unsigned b = 0; command == RH_REF && all && b < geometry->banks; b++)
        if (rh_rank_of(geometry, b) == rh_rank_of(geometry, bank))
            observer->bank[b].fresh = 0;
}

#endif
