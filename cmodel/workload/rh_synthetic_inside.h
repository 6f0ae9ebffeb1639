// SPDX-License-Identifier: Apache-2.0
/* A synthetic stream's own state. */
#ifndef RH_SYNTHETIC_INSIDE_H
#define RH_SYNTHETIC_INSIDE_H

#include "rowhold/rh_map.h"
#include "rowhold/rh_synthetic.h"

struct rh_synthetic_stream {
    struct rh_stream base;
    const struct rh_synthetic *row;
    uint64_t random;     /* generator state */
    uint64_t left, made; /* requests */
    uint64_t read_limit; /* a 32-bit draw below it is a read */
    uint64_t cycle;
    uint64_t hot_seed;
    uint32_t rows, columns;
    uint32_t stride;       /* in requests */
    uint32_t clocks;       /* data bus clocks of one request */
    uint64_t walked;       /* requests made by stream and strided */
    uint32_t round_clocks; /* core clocks from a request of a core to its next, on average */
    uint16_t cores;        /* that requests name, in turn */
    bool directed;         /* the pattern says which are writes */
    uint16_t banks;
    uint8_t commands; /* column commands of one request; random: the most */
    uint8_t group_left;
    struct rh_request last;
    bool mapped; /* walks go through the map */
    struct rh_map map;
    uint64_t unit;           /* column command of the memory at which the rest of the request begins */
    uint32_t rest;           /* column commands of a request that the map has taken apart and that are still to come */
    struct rh_request whole; /* that request */
    char map_text[RH_MAP_TEXT];
    char note[256];
};

/* What the requests of a core do, where they name it: the `step` of their rows. */
enum rh_synthetic_pattern {
    RH_CORE_STRIDE,
    RH_CORE_STENCIL,
    RH_CORE_TRANSPOSE,
    RH_CORE_CAMPING, /* those before walk through addresses, the others draw places */
    RH_CORE_RANDOM,
    RH_CORE_HOT_BANK,
    RH_CORE_SHARED_ROWS
};

static inline uint32_t rh_synthetic_slots(const struct rh_synthetic_stream *s) {
    return s->columns / s->commands;
}

/* The next of a walk. */
void rh_synthetic_walk(struct rh_synthetic_stream *s, struct rh_request *r, uint64_t stride);
/* `n` more of a stream of groups or of a walk that has begun, as one by one. */
void rh_synthetic_fill_groups(struct rh_synthetic_stream *s, struct rh_request *requests, size_t n);
void rh_synthetic_fill_walk(struct rh_synthetic_stream *s, struct rh_request *requests, size_t n);
/* The next of the core whose turn it is. */
void rh_synthetic_core(struct rh_synthetic_stream *s, struct rh_request *r);
/* Does the next request come from a walk? */
bool rh_synthetic_walks(const struct rh_synthetic_stream *s);
/* Set up the map, of the setup or of the preset; false with an error. */
bool rh_synthetic_set_map(struct rh_synthetic_stream *s, const struct rh_stream_setup *setup,
                          const struct rh_preset *preset, struct rh_error *error);
/* A request of a walk is to go through the map ... */
void rh_synthetic_take_apart(struct rh_synthetic_stream *s, const struct rh_request *r);
/* ... and comes out piece by piece. */
void rh_synthetic_piece(struct rh_synthetic_stream *s, struct rh_request *r);
/* What `round_clocks` is. */
uint32_t rh_synthetic_round_clocks(const struct rh_synthetic_stream *s);

#endif
