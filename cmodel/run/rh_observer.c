// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_observer.h"

#include <stdlib.h>
#include <string.h>

#include "rowhold/rh_scope.h"

struct flight {
    struct rh_observed seen;
    uint8_t begun;   /* it had a command */
    uint8_t counted; /* accepted after the warm-up */
};

struct bank {
    uint32_t row;
    uint8_t fresh; /* opened, and no column command since */
    uint64_t opened;
};

struct rh_observer {
    struct rh_observer_setup setup;
    uint64_t number;
    unsigned tags;
    struct bank bank[RH_MAX_BANKS];
    struct flight flight[]; /* by tag */
};

struct rh_observer *rh_observer_open(const struct rh_observer_setup *setup) {
    unsigned tags = 1U << setup->geometry.tag_bits;
    struct rh_observer *observer = calloc(1, sizeof *observer + tags * sizeof observer->flight[0]);
    if (observer == NULL)
        return NULL;
    observer->setup = *setup;
    observer->tags = tags;
    return observer;
}

void rh_observer_close(struct rh_observer *observer) {
    free(observer);
}

void rh_observer_flush(struct rh_observer *observer) {
    memset(observer->bank, 0, sizeof observer->bank);
    memset(observer->flight, 0, observer->tags * sizeof observer->flight[0]);
}

void rh_observer_offer(struct rh_observer *observer, unsigned tag, const struct rh_request *request) {
    struct flight *flight = &observer->flight[tag & (observer->tags - 1)];
    flight->seen.arrival = request->cycle;
    flight->seen.core = request->core;
}

static void accept(struct rh_observer *observer, uint64_t cycle, const struct rh_controller_in *in,
                   struct rh_stats *stats) {
    struct flight *flight = &observer->flight[in->req_tag & (observer->tags - 1)];
    struct rh_observed *seen = &flight->seen;
    flight->begun = 0;
    flight->counted = cycle >= observer->setup.warmup;
    seen->accepted = cycle;
    seen->number = observer->number++;
    seen->row = in->req_row;
    seen->channel = observer->setup.channel;
    seen->column = in->req_column;
    seen->tag = in->req_tag;
    seen->bank = in->req_bank;
    seen->write = in->req_write;
    seen->commands = (uint8_t)(in->req_extra + 1);
    seen->row_hit = 1;
    stats->requests += flight->counted;
    stats->writes += flight->counted & in->req_write;
    stats->reads += flight->counted & !in->req_write;
}

static void finish(struct rh_observer *observer, struct flight *flight, uint64_t cycle, bool timed,
                   struct rh_stats *stats) {
    struct rh_observed *seen = &flight->seen;
    const struct rh_gaps *gaps = &observer->setup.gaps;
    seen->last = cycle;
    seen->done = cycle + (seen->write ? gaps->wr_done : gaps->rd_done);
    if (!flight->counted)
        return;
    stats->row_hits += seen->row_hit;
    stats->latency_queue_cycles += seen->first - seen->accepted;
    stats->latency_bank_cycles += seen->last - seen->first;
    stats->latency_bus_cycles += seen->done - seen->last;
    rh_latency_add(seen->write ? &stats->write : &stats->read, seen->done - seen->accepted);
    if (timed)
        rh_latency_add(&stats->from_arrival, seen->done - seen->arrival);
    if (observer->setup.request != NULL)
        observer->setup.request(observer->setup.user, seen);
}

static void see_column(struct rh_observer *observer, uint64_t cycle, const struct rh_controller_out *out, bool timed,
                       struct rh_stats *stats) {
    struct flight *flight = &observer->flight[out->col_tag & (observer->tags - 1)];
    struct bank *bank = &observer->bank[out->col_bank % RH_MAX_BANKS];
    if (!flight->begun) {
        bool ours = bank->fresh && bank->opened >= flight->seen.accepted;
        flight->seen.first = ours ? bank->opened : cycle;
        flight->begun = 1;
    }
    flight->seen.row_hit &= !bank->fresh;
    bank->fresh = 0;
    if (out->col_last)
        finish(observer, flight, cycle, timed, stats);
}

static void see_row(struct rh_observer *observer, uint64_t cycle, const struct rh_controller_out *out) {
    struct bank *bank = &observer->bank[out->row_bank % RH_MAX_BANKS];
    if (out->row_cmd == RH_ACT) {
        *bank = (struct bank){.row = out->row_row, .fresh = 1, .opened = cycle};
        return;
    }
    const struct rh_geometry *geometry = &observer->setup.geometry;
    for (unsigned i = 0; out->row_cmd == RH_REF && out->row_all && i < geometry->banks; i++)
        if (rh_rank_of(geometry, i) == rh_rank_of(geometry, out->row_bank))
            observer->bank[i].fresh = 0;
    bank->fresh = 0;
}

void rh_observer_events(struct rh_observer *observer, uint64_t cycle, const struct rh_controller_in *in,
                        const struct rh_controller_out *out, bool timed, struct rh_stats *stats) {
    if (out->col_cmd != RH_NOP)
        see_column(observer, cycle, out, timed, stats);
    if (out->row_cmd != RH_NOP)
        see_row(observer, cycle, out);
    if (in->req_valid && out->req_ready)
        accept(observer, cycle, in, stats);
}

uint32_t rh_observer_row(const struct rh_observer *observer, unsigned bank) {
    return observer->bank[bank % RH_MAX_BANKS].row;
}
