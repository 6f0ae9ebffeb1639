// SPDX-License-Identifier: Apache-2.0
/* A closed loop's state, for the files that run it. */
#ifndef RH_LOOP_STATE_H
#define RH_LOOP_STATE_H

#include "rowhold/rh_clock_enable.h"
#include "rowhold/rh_closed_loop.h"
#include "rowhold/rh_contract.h"
#include "rowhold/rh_judge.h"
#include "rowhold/rh_loop_bounds.h"

#define RH_LOOP_NEVER UINT64_MAX

/* A request from its issue to its reply. `left` is RH_LOOP_NEVER while it has not come. */
struct rh_loop_outstanding {
    struct rh_request request;
    uint64_t issued, left;
    struct rh_observed seen; /* once its last column command is out */
    bool counted;            /* issued behind the warm-up */
};

/* The place, before the edge, of the request that a controller without work waits for. */
struct rh_loop_spot {
    enum {
        RH_LOOP_KNOWN,   /* `wait` says it all */
        RH_LOOP_QUEUE,   /* at the front of an injection queue */
        RH_LOOP_BUFFER,  /* at the front of virtual channel `vc` of input `port` of `router` */
        RH_LOOP_EJECTOR, /* in virtual channel `vc` of the ejector */
    } place;
    enum rh_loop_wait wait; /* KNOWN: the cause; EJECTOR: that of a clock in which one of its flits is taken */
    uint8_t router, port, vc;
    bool given, turn, credit; /* of the packet in a buffer: it has a channel, it is its turn there, it has a credit */
    uint16_t distance;        /* what the nearest is chosen by */
    uint8_t core;             /* RH_LOOP_NOBODY: none in particular */
    uint8_t output;           /* of `router`, whose link it is on the way to, or on; RH_TOPOLOGY_NONE: none */
    uint64_t issued;
    uint32_t payload;
};
enum { RH_LOOP_NOBODY = 255 };

struct rh_loop_source {
    uint64_t free;  /* slots */
    uint64_t due;   /* core clock from which the next request may be issued; RH_LOOP_NEVER: not looked up yet */
    uint64_t clock; /* core clock of the last issue */
    bool begun;     /* a request that counts was issued */
    uint16_t to;    /* controller of the last issue */
    struct rh_loop_core stats;
    struct rh_loop_outstanding outstanding[RH_LOOP_SLOTS];
};

struct rh_loop_controller {
    void *state;
    struct rh_controller_in in;
    struct rh_controller_out out;
    struct rh_observer *observer;
    struct rh_row_hit_run *row_hit_run;
    struct rh_contract *contract; /* NULL: nobody watches */
    struct rh_judge *judge;       /* NULL: nobody judges */
    struct rh_stats stats;
    struct rh_verdict first;
    uint64_t rules_broken;
    uint64_t waiting; /* requests issued to it and not yet accepted */
    uint64_t wait[RH_LOOP_WAITS];
    struct rh_loop_spot spot; /* of a clock in which it has no work */
    struct rh_loop *loop;
    bool offered; /* the observer knows of the request on offer */
    /* Of a controller with a queue a bank, as its ports show them: requests by bank, banks whose queue is full, entries
     * in use. */
    uint16_t queued[RH_MAX_BANKS];
    uint64_t full;
    unsigned used;
    struct rh_epoch epoch; /* how `stats` stood when it began */
};

struct rh_loop_clocks {
    struct rh_clock_enable core, network, memory;
};

struct rh_loop {
    struct rh_loop_setup setup;
    struct rh_preset defaults;
    struct rh_core_streams *streams;    /* while it runs */
    const struct rh_loop_cores *others; /* NULL: the streams issue */
    struct rh_network_direct *requests, *replies;
    struct rh_loop_rates rates;
    struct rh_loop_clocks clocks;
    struct rh_loop_ticks ticks; /* in the last clock of the fastest */
    unsigned core_bits;         /* of a tag */
    uint64_t fastest_cycle;
    uint64_t cycle, core_cycle; /* of the memory, of the cores */
    uint64_t in_flight;
    uint64_t progress; /* clock in which something moved last */
    uint64_t watchdog;
    unsigned bank_depth; /* of a controller; 0: its banks share a queue */
    uint64_t flits_before, replies_before, granted_before, held_before; /* when the warm-up ended */
    struct rh_locality *before, *after;
    struct rh_loop_stats stats;
    struct rh_loop_epoch epoch; /* how they stood when it began */
    uint64_t epoch_end;         /* clock in which the next one begins */
    struct rh_stats total;
    uint64_t idle;    /* controllers without work in this clock, where it counts */
    uint64_t issuing; /* cores that issue in this clock */
    uint8_t hops[RH_TOPOLOGY_MOST_NODES][RH_TOPOLOGY_MOST_NODES]; /* routers from one to a controller, both counted */
    uint64_t link_wait[RH_TOPOLOGY_MOST_NODES][RH_TOPOLOGY_MOST_NODES];
    struct rh_loop_source *source;
    struct rh_loop_controller controller[RH_TOPOLOGY_MOST_NODES];
    unsigned char *states;
    char text[320];
};

/* A tag: slot, core, column commands minus one. */
enum { RH_LOOP_SLOT_BITS = 6, RH_LOOP_EXTRA_BITS = 3 };
static inline unsigned rh_loop_tag(const struct rh_loop *loop, unsigned core, unsigned slot, unsigned extra) {
    return (extra << loop->core_bits | core) << RH_LOOP_SLOT_BITS | slot;
}
static inline unsigned rh_loop_slot_of(unsigned tag) {
    return tag & (RH_LOOP_SLOTS - 1);
}
static inline unsigned rh_loop_core_of_tag(const struct rh_loop *loop, unsigned tag) {
    return tag >> RH_LOOP_SLOT_BITS & ((1U << loop->core_bits) - 1);
}
static inline struct rh_loop_outstanding *rh_loop_outstanding_of(const struct rh_loop *loop, unsigned tag) {
    return &loop->source[rh_loop_core_of_tag(loop, tag)].outstanding[rh_loop_slot_of(tag)];
}
/* Flits of a packet with so many column commands of data; 0: without data. */
static inline unsigned rh_loop_flits(const struct rh_loop *loop, unsigned commands) {
    return rh_loop_bounds_flits(&loop->setup, commands);
}

/* One clock of the fastest. */
static inline struct rh_loop_ticks rh_loop_clocks_step(struct rh_loop_clocks *clocks,
                                                       const struct rh_loop_rates *rates) {
    return (struct rh_loop_ticks){rh_clock_enable_step(&clocks->core, rates->core, rates->fastest),
                                  rh_clock_enable_step(&clocks->network, rates->network, rates->fastest),
                                  rh_clock_enable_step(&clocks->memory, rates->memory, rates->fastest)};
}

/* Refuses a request that no channel of the system could take. */
bool rh_loop_check(const struct rh_loop *loop, const struct rh_request *request, struct rh_error *error);
/* The analysis of what controllers without work (`idle`) wait for: the distances to each controller; the places of
 * requests before the edge of the networks; their moves after it. `network`: it was a clock of the networks. */
void rh_loop_wait_open(struct rh_loop *loop);
void rh_loop_wait_look(struct rh_loop *loop);
void rh_loop_wait_count(struct rh_loop *loop, bool network);
/* One clock of the fastest. False: a controller broke its contract; loop->text says how. */
bool rh_loop_clock(struct rh_loop *loop, struct rh_error *error);
/* Gets a controller's outputs in the next clock; `scratch` has room for its registers. The state does not change. */
void rh_loop_peek(const struct rh_loop *loop, unsigned controller, void *scratch, struct rh_controller_out *out);
/* The observer's word on a request that has issued its last column command. */
void rh_loop_observed(void *user, const struct rh_observed *request);

#endif
