// SPDX-License-Identifier: Apache-2.0
/* A closed loop's state, for the files that run it. */
#ifndef RH_LOOP_STATE_H
#define RH_LOOP_STATE_H

#include "cmodel/network/rh_clock_enable.h"
#include "cmodel/system/rh_partition.h"
#include "rowhold/rh_closed_loop.h"
#include "rowhold/rh_model.h"

#define RH_LOOP_NEVER UINT64_MAX
enum { RH_LOOP_PROGRESS = 65536 /* clocks between two calls of `progress` */ };

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
    uint8_t gives;            /* of a buffer: the channels that its output can give */
    uint8_t output;           /* of `router`, whose link it is on the way to, or on; RH_TOPOLOGY_NONE: none */
    uint64_t issued;
    uint32_t payload;
};
enum { RH_LOOP_NOBODY = 255 };

struct rh_loop_source {
    uint64_t free[RH_LOOP_MOST_SLOTS / 64]; /* slots */
    unsigned slots;                         /* of these */
    uint64_t due;   /* core clock from which the next request may be issued; RH_LOOP_NEVER: not looked up yet */
    uint64_t clock; /* core clock of the last issue */
    bool begun;     /* a request that counts was issued */
    uint16_t to;    /* controller of the last issue */
    struct rh_loop_core stats;
    struct rh_loop_outstanding *outstanding; /* by slot */
};

/* What a clock adds to the counts of offers. */
struct rh_loop_offer {
    uint64_t offered, refused, bank_full, free_banks, free_places;
};

/* Controllers that are left behind while nothing happens in them: their inputs stay as they are and no event is due.
 * Sets of them: who rests; whose offer was refused, who has none; whose response waits, for a place that there is not;
 * who is not active. */
struct rh_loop_rest {
    uint64_t who, refused, responds, inactive;
    uint64_t until;            /* the first of them is due */
    struct rh_loop_offer adds; /* all of them, in each clock */
};

/* What surrounds a worker of the loop: the controller and who counts what it does are the worker's. */
struct rh_loop_controller {
    struct rh_row_hit_run *row_hit_run;
    struct rh_partition partition;  /* if there are any */
    const struct rh_request *offer; /* in its last clock; NULL: none */
    bool ready;                     /* its response was taken in that clock */
    uint64_t waiting;               /* requests issued to it and not yet accepted */
    uint64_t wait[RH_LOOP_WAITS];
    struct rh_loop_spot spot; /* of a clock in which it has no work */
    /* Of a controller with a queue a bank, as its ports show them: requests by bank, banks whose queue is full, entries
     * in use. */
    uint16_t queued[RH_MAX_BANKS];
    uint64_t full;
    unsigned used;
    uint64_t rests;            /* while it rests: up to this clock */
    struct rh_loop_offer adds; /* then: in each clock */
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
    unsigned slot_bits;
    struct rh_loop_outstanding *outstanding; /* of all cores */
    struct rh_loop_outstanding *own;         /* of all slices of the L2, if there are any: rh_loop_own_tag */
    struct rh_cache_counts l2_before;        /* when the warm-up ended */
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
    bool sleeps;    /* controllers without work are left behind, and idle clocks are passed over */
    uint64_t awake; /* controllers that are not behind, or that rest */
    struct rh_loop_rest rest;
    uint64_t left;    /* cores that may have a request left */
    uint64_t free;    /* cores with a free slot */
    uint64_t due;     /* core clock before which no core issues */
    uint64_t gaps;    /* controllers whose `spot` stays as it is until then */
    uint64_t idle;    /* controllers without work in this clock, where it counts */
    uint64_t issuing; /* cores that issue in this clock */
    uint8_t hops[RH_TOPOLOGY_MOST_NODES][RH_TOPOLOGY_MOST_NODES]; /* routers from one to a controller, both counted */
    uint64_t link_wait[RH_TOPOLOGY_MOST_NODES][RH_TOPOLOGY_MOST_NODES];
    struct rh_loop_source *source;
    struct rh_system_setup system; /* what the workers read */
    struct rh_channel_worker worker[RH_TOPOLOGY_MOST_NODES];
    struct rh_loop_controller controller[RH_TOPOLOGY_MOST_NODES];
};

/* A tag: slot, core, column commands minus one. */
enum { RH_LOOP_SLOT_BITS = 6 /* at least */, RH_LOOP_LEN_BITS = 3 };
static inline unsigned rh_loop_tag(const struct rh_loop *loop, unsigned core, unsigned slot, unsigned len) {
    return (len << loop->core_bits | core) << loop->slot_bits | slot;
}
static inline unsigned rh_loop_slot_of(const struct rh_loop *loop, unsigned tag) {
    return tag & ((1U << loop->slot_bits) - 1);
}
static inline unsigned rh_loop_core_of_tag(const struct rh_loop *loop, unsigned tag) {
    return tag >> loop->slot_bits & ((1U << loop->core_bits) - 1);
}
/* A request of the L2 has the tag of a core that there is not, and a number in the place of slot and length. */
static inline bool rh_loop_has_l2(const struct rh_loop *loop) {
    return loop->setup.partition.l2_lines != 0;
}
static inline bool rh_loop_is_own(const struct rh_loop *loop, unsigned tag) {
    return rh_loop_core_of_tag(loop, tag) == loop->setup.cores;
}
static inline unsigned rh_loop_own_tag(const struct rh_loop *loop, unsigned number) {
    return rh_loop_tag(loop, loop->setup.cores, rh_loop_slot_of(loop, number), number >> loop->slot_bits);
}
static inline struct rh_loop_outstanding *rh_loop_outstanding_of(const struct rh_loop *loop, unsigned tag) {
    if (rh_loop_is_own(loop, tag))
        return &loop->own[tag >> (loop->core_bits + loop->slot_bits) << loop->slot_bits | rh_loop_slot_of(loop, tag)];
    return &loop->source[rh_loop_core_of_tag(loop, tag)].outstanding[rh_loop_slot_of(loop, tag)];
}
/* The first free slot of a core; RH_LOOP_MOST_SLOTS: none. */
static inline unsigned rh_loop_first_slot(const struct rh_loop_source *source) {
    for (unsigned k = 0; k < RH_LOOP_MOST_SLOTS / 64; k++)
        if (source->free[k] != 0)
            return 64 * k + (unsigned)__builtin_ctzll(source->free[k]);
    return RH_LOOP_MOST_SLOTS;
}
static inline bool rh_loop_is_free(const struct rh_loop_source *source, unsigned slot) {
    return slot < RH_LOOP_MOST_SLOTS && (source->free[slot / 64] >> slot % 64 & 1);
}

/* One clock of the fastest. */
static inline struct rh_loop_ticks rh_loop_clocks_cycle(struct rh_loop_clocks *clocks,
                                                        const struct rh_loop_rates *rates) {
    return (struct rh_loop_ticks){rh_clock_enable_cycle(&clocks->core, rates->core, rates->fastest),
                                  rh_clock_enable_cycle(&clocks->network, rates->network, rates->fastest),
                                  rh_clock_enable_cycle(&clocks->memory, rates->memory, rates->fastest)};
}

/* Refuses a request that no channel of the system could take. */
bool rh_loop_check(const struct rh_loop *loop, const struct rh_request *request, struct rh_error *error);
/* The analysis of what controllers without work (`idle`) wait for: the distances to each controller; the places of
 * requests before the edge of the networks; their moves after it. `network`: it was a clock of the networks; `clocks`:
 * so many like it. */
void rh_loop_wait_open(struct rh_loop *loop);
void rh_loop_wait_query(struct rh_loop *loop);
void rh_loop_wait_count(struct rh_loop *loop, bool network, uint64_t clocks);
/* One clock of the fastest. BROKEN: a controller broke its contract; ERROR: a request that no channel could take, or no
 * memory. */
enum rh_system_end rh_loop_clock(struct rh_loop *loop, struct rh_error *error);
/* Passes over clocks in which nothing happens. */
void rh_loop_skip(struct rh_loop *loop);
/* Brings a controller that was left behind, or rests, to the present clock; as rh_loop_clock. */
enum rh_system_end rh_loop_wake(struct rh_loop *loop, unsigned controller, struct rh_error *error);
/* Gets a controller's outputs in the next clock, and in the last one; its registers. */
void rh_loop_peek(const struct rh_loop *loop, unsigned controller, struct rh_controller_out *out);
static inline const struct rh_controller_out *rh_loop_out(const struct rh_loop *loop, unsigned controller) {
    return rh_channel_out(loop->worker[controller].channel);
}
static inline const void *rh_loop_registers(const struct rh_loop *loop, unsigned controller) {
    return ((const struct rh_model *)loop->worker[controller].self)->state; /* of an rh_model_worker */
}
/* The word of a controller's observer on a request that has issued its last column command; the user is the loop. */
void rh_loop_observed(void *user, const struct rh_observed *request);

#endif
