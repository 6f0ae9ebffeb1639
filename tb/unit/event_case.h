// SPDX-License-Identifier: Apache-2.0
/* A case of test_event_run.c: what a seed draws. */
#ifndef EVENT_CASE_H
#define EVENT_CASE_H

#include "rowhold/rh_random.h"
#include "rowhold/rh_request.h"
#include "rowhold/rh_timing.h"
#include "tb/lockstep/rh_random_timing.h"

enum { MOST_REQUESTS = 1200 };

struct event_case {
    struct rh_geometry geometry;
    struct rh_constraints constraints;
    struct rh_request requests[MOST_REQUESTS];
    unsigned n;
    bool timed, closed_loop, called; /* `called`: somebody hears of requests that were taken and answered */
    uint64_t warmup, epoch, limit;   /* clocks of a piece; 0: all at once */
    uint32_t ready_one_in;           /* see rh_channel.h */
    unsigned call;                   /* requests of a call; 0: all */
    bool unseen, unasked, of_cores;  /* nobody looks at commands, at requests, at those of no known core */
};

static inline unsigned between(uint64_t *seed, unsigned least, unsigned most) {
    return least + rh_random_below(seed, most - least + 1);
}

static inline struct rh_timing draw_timing(uint64_t *seed) {
    struct rh_timing t;
    rh_random_timing_begin(&t);
    t.tBURST = (uint16_t)between(seed, 1, 4);
    t.CL = (uint16_t)between(seed, 1, 20);
    t.WL = (uint16_t)between(seed, 0, t.CL);
    t.tRCDRD = (uint16_t)between(seed, 2, 20);
    t.tRCDWR = (uint16_t)between(seed, 2, 20);
    t.tRP = (uint16_t)between(seed, 1, 20);
    t.tRAS = (uint16_t)between(seed, 2, 30);
    t.tRC = (uint16_t)(t.tRAS + t.tRP + between(seed, 0, 5));
    t.act_clocks = (uint16_t)between(seed, 1, 2);
    t.tRRD_S = (uint16_t)(t.act_clocks + between(seed, 0, 8));
    t.tRRD_L = (uint16_t)(t.tRRD_S + between(seed, 0, 4));
    t.tFAW = (uint16_t)between(seed, 1, 60);
    t.activates = (uint16_t)between(seed, 1, 8);
    t.tCCD_S = (uint16_t)(t.tBURST + between(seed, 0, 2));
    t.tCCD_L = (uint16_t)(t.tCCD_S + between(seed, 0, 3));
    t.tWTR_S = (uint16_t)between(seed, 0, 8);
    t.tWTR_L = (uint16_t)(t.tWTR_S + between(seed, 0, 4));
    t.tRTW = (uint16_t)(rh_max((unsigned)(t.CL - t.WL + t.tBURST), t.tCCD_S) + between(seed, 0, 4));
    t.tWR = (uint16_t)between(seed, 0, 15);
    t.tRTP = (uint16_t)between(seed, 1, 8);
    t.tRFC = (uint16_t)between(seed, 1, 120);
    t.tRFCpb = (uint16_t)(t.tRFC / 2 + 1);
    t.tRREFD = (uint16_t)between(seed, 1, t.tRFCpb < 8 ? t.tRFCpb : 8);
    t.tREFI = (uint16_t)between(seed, 300, 9000);
    t.tRTRS = (uint16_t)between(seed, 0, 3);
    if (rh_random_below(seed, 6) == 0) { /* distances that fill their counters */
        t.tRAS = (uint16_t)between(seed, 30, 150);
        t.tRP = (uint16_t)between(seed, 20, 90);
        t.tRC = (uint16_t)(t.tRAS + t.tRP);
        t.tFAW = (uint16_t)between(seed, 60, 255);
        t.tWR = (uint16_t)between(seed, 15, 200);
    }
    rh_random_timing_rest(seed, 20, &t);
    return t;
}

/* Banks that share subarrays, side by side or stacked. */
static inline void draw_parts(uint64_t *seed, struct rh_geometry *g, unsigned bits) {
    if (bits == 0 || rh_random_below(seed, 3) != 0)
        return;
    g->stacked = (uint8_t)rh_random_below(seed, 2);
    g->subarray_group_bits = (uint8_t)(g->stacked ? between(seed, 1, bits < 4 ? bits : 4) : 1);
    g->subarray_bits = (uint8_t)between(seed, 1, rh_random_below(seed, 2) ? 1 : 3);
}

static inline void draw_geometry(uint64_t *seed, struct rh_geometry *g) {
    unsigned bank_bits = between(seed, 2, rh_random_below(seed, 4) == 0 ? 6 : 4),
             group_bits = rh_random_below(seed, 3) == 0 ? 0 : between(seed, 0, bank_bits - 1);
    *g = (struct rh_geometry){.queue = (uint8_t)between(seed, 2, rh_random_below(seed, 3) == 0 ? 128 : 32),
                              .banks = (uint8_t)rh_power(bank_bits),
                              .groups = (uint8_t)rh_power(group_bits > 4 ? 4 : group_bits),
                              .buses = (uint8_t)between(seed, 1, 2),
                              .row_bits = 12,
                              .column_bits = (uint8_t)between(seed, 3, 8),
                              .tag_bits = (uint8_t)between(seed, 4, rh_random_below(seed, 4) == 0 ? 12 : 8),
                              .responses = (uint8_t)between(seed, 4, rh_random_below(seed, 4) == 0 ? 64 : 24),
                              .timer_bits = rh_random_below(seed, 4) == 0 ? (uint8_t)between(seed, 5, 8) : 8};
    g->registered = rh_random_below(seed, 4) == 0;
    unsigned least_groups = g->groups < 2 ? 0 : rh_log2_up(g->groups);
    if (least_groups != 0 && rh_random_below(seed, 3) == 0)
        g->rank_bits = 1;
    else if (rh_random_below(seed, 2) == 0)
        g->grain_bits = (uint8_t)between(seed, 0, least_groups < 3 ? least_groups : 3);
    draw_parts(seed, g, bank_bits - least_groups);
}

static inline void draw_requests(uint64_t *seed, struct event_case *drawn) {
    uint64_t cycle = rh_random_below(seed, 1000);
    unsigned pause = rh_random_below(seed, 3) == 0 ? 300 : between(seed, 1, 20), rows = between(seed, 1, 6);
    unsigned writes = between(seed, 1, 8), banks = between(seed, 1, drawn->geometry.banks),
             long_one = between(seed, 1, 8);
    drawn->n = between(seed, 1, MOST_REQUESTS);
    for (unsigned i = 0; i < drawn->n; i++) {
        struct rh_request *r = &drawn->requests[i];
        unsigned commands = rh_random_below(seed, long_one) == 0 ? between(seed, 1, 8) : 1;
        if (rh_random_below(seed, 200) == 0)
            cycle += between(seed, 0, rh_random_below(seed, 4) == 0 ? 60000 : 3000);
        cycle += rh_random_below(seed, pause);
        *r = (struct rh_request){.cycle = drawn->timed ? cycle : 0,
                                 .bank = (uint8_t)rh_random_below(seed, banks),
                                 .row = rh_random_below(seed, rows) * (rh_random_below(seed, 2) ? 1 : 512),
                                 .write = rh_random_below(seed, writes) == 0,
                                 .commands = (uint8_t)commands,
                                 .core = i % 7 == 0 ? 0xffff : (uint16_t)(i % 7),
                                 .warp = 0xffff};
        r->column = (uint16_t)rh_random_below(seed, (unsigned)rh_mask(drawn->geometry.column_bits) + 2 - commands);
    }
}

/* Where reads are answered from the queue, most requests are for few columns. */
static inline void draw_drain(uint64_t seed, struct event_case *drawn) {
    drawn->geometry.write_drain = (uint8_t)between(&seed, 1, 2);
    rh_random_drain(seed, &drawn->geometry, &drawn->constraints);
    for (unsigned i = 0; rh_geometry_forwards(&drawn->geometry) && i < drawn->n; i++)
        if (rh_random_below(&seed, 4) != 0) {
            drawn->requests[i].commands = 1;
            drawn->requests[i].column &= 1;
        }
}

static inline void draw(uint64_t seed, struct event_case *drawn) {
    struct rh_timing timing;
    enum rh_refresh refresh;
    seed = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    bool defaults = rh_random_below(&seed, 2) == 0; /* the shapes of the short loops (rh_event_loop.c) */
    do {
        struct rh_geometry *g = &drawn->geometry;
        draw_geometry(&seed, g);
        if (defaults)
            g->registered = g->grain_bits = g->rank_bits = g->subarray_group_bits = g->subarray_bits = g->stacked = 0;
        timing = draw_timing(&seed);
        refresh = (enum rh_refresh)rh_random_below(&seed, RH_REFRESHES);
    } while (!rh_timing_lint(&timing, refresh, &drawn->geometry, NULL, 0, NULL));
    drawn->constraints = rh_constraints_from_timing(&timing, refresh, &drawn->geometry);
    if (!defaults && rh_random_below(&seed, 2) == 0)
        drawn->constraints.age_cap = (uint16_t)between(&seed, 1, drawn->geometry.subarray_group_bits != 0 ? 60 : 200);
    drawn->timed = rh_random_below(&seed, 2);
    drawn->warmup = rh_random_below(&seed, 3) == 0 ? between(&seed, 1, 3000) : 0;
    drawn->epoch = rh_random_below(&seed, 3) == 0 ? between(&seed, 500, 3000) : 0;
    drawn->limit = rh_random_below(&seed, 2) == 0 ? between(&seed, 200, 5000) : 0;
    drawn->call = rh_random_below(&seed, 2) == 0 ? between(&seed, 1, 100) : 0;
    drawn->closed_loop = !defaults && rh_random_below(&seed, 3) == 0;
    drawn->called = !defaults && rh_random_below(&seed, 4) < (drawn->closed_loop ? 3 : 1);
    if (drawn->closed_loop)
        drawn->limit = between(&seed, 1, rh_random_below(&seed, 2) ? 4 : 60);
    drawn->ready_one_in =
        !defaults && rh_random_below(&seed, 4) == 0 ? between(&seed, 1, rh_random_below(&seed, 2) ? 4 : 40) : 0;
    drawn->unseen = rh_random_below(&seed, 4) == 0;
    drawn->unasked = rh_random_below(&seed, 4) == 0;
    drawn->of_cores = rh_random_below(&seed, 4) == 0;
    drawn->geometry.closes = !defaults && rh_random_below(&seed, 3) != 0;
    drawn->constraints.page = drawn->geometry.closes ? rh_random_below(&seed, RH_PAGES) : 0;
    drawn->constraints.page_timeout = between(&seed, 0, rh_random_below(&seed, 2) ? 20 : 400);
    drawn->geometry.write_drain = 0;
    draw_requests(&seed, drawn);
    if (rh_random_below(&seed, 3) == 0)
        draw_drain(seed, drawn);
}

#endif
