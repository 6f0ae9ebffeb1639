// SPDX-License-Identifier: Apache-2.0
/** The grains of `fgdram_channel`: a head a bank and a pool for the requests behind them all, and in each grain a
 * direction and a turn among its banks.
 *
 * The oldest request of a bank stands in the bank's own registers, its head. Those behind it stand anywhere in the pool
 * and are linked: each says which entry comes behind it, and the head says it of the first. So a bank that many want
 * takes what the others leave, and a head is free for each bank that nobody waits for, however full the pool is.
 *
 * A row number is compared once, when a request arrives, with the youngest one of its bank: `same` in the link to it.
 * So nobody has to compare at the choice: the bit `own` of a bank says that its open row is the one its head
 * next_commands.
 *  - The policy opens a row for a head alone: its ACT sets `own`.
 *  - A head that leaves hands on what its link's `same` says, for the open row is the one the head wanted.
 *  - The last that left an empty queue is the youngest still: a bank that stayed open holds its row.
 * While the bank is closed `own` means nothing; who opens it again sets it.
 *
 * A grain serves one direction at a time. It turns when no head of this direction hits, or when RH_FGDRAM_TURN column
 * commands have passed a head of the other direction that hits. The RTL twins are rtl/controller/rh_fgdram_grain.sv and
 * rh_fgdram_pool.sv.
 */
#ifndef RH_FGDRAM_GRAIN_H
#define RH_FGDRAM_GRAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/dram/rh_backend.h"

enum {
    RH_FGDRAM_TURN = 8, /**< column commands that may pass a head of the other direction. RTL: rh_pkg::FGDRAM_TURN */
    RH_FGDRAM_TURN_BITS = 4 /**< bits that count them */
};

/** Registers of all grains, and of the pool. */
struct rh_fgdram_grains {
    /* the heads, by bank */
    rh_bank_set some; /**< banks with a request */
    uint8_t write[RH_MAX_BANKS];
    uint32_t row[RH_MAX_BANKS]; /**< of a bank without one: of the last that left */
    uint16_t column[RH_MAX_BANKS];
    uint8_t len[RH_MAX_BANKS]; /**< column commands minus one */
    uint16_t tag[RH_MAX_BANKS];
    uint8_t done[RH_MAX_BANKS]; /**< column commands that it has had */
    rh_bank_set own;            /**< banks whose open row, if there is one, is their head's */
    /* the links behind them */
    rh_bank_set more;           /**< banks of which a request waits in the pool */
    uint8_t next[RH_MAX_BANKS]; /**< entry of the one behind the head */
    uint8_t same[RH_MAX_BANKS]; /**< it wants the head's row */
    uint8_t tail[RH_MAX_BANKS]; /**< entry of the youngest */
    /* the pool, by entry */
    rh_wide used;
    uint8_t pool_write[RH_MAX_QUEUE];
    uint32_t pool_row[RH_MAX_QUEUE];
    uint16_t pool_column[RH_MAX_QUEUE];
    uint8_t pool_len[RH_MAX_QUEUE];
    uint16_t pool_tag[RH_MAX_QUEUE];
    uint8_t pool_next[RH_MAX_QUEUE], pool_same[RH_MAX_QUEUE]; /**< the link behind it, unless it is a tail */
    /* by grain */
    uint8_t writes[RH_MAX_GRAINS];      /**< the grain serves writes, else reads */
    uint8_t passed[RH_MAX_GRAINS];      /**< column commands that have passed a head of the other direction */
    uint8_t column_next[RH_MAX_GRAINS]; /**< bank of the grain at which its turn starts */
};

/** Their fields. */
rh_list_fn rh_fgdram_grains_list;

/** Banks of a grain. */
static inline unsigned rh_fgdram_grain_banks(const struct rh_geometry *geometry) {
    return (unsigned)geometry->banks >> geometry->grain_bits;
}
/** Entries of the pool that are free at the start of a clock: one of them takes the request that arrives in it. */
static inline rh_wide rh_fgdram_free(const struct rh_fgdram_grains *g, const struct rh_geometry *geometry) {
    return rh_wide_mask(rh_geometry_pool(geometry)) & ~g->used;
}
/** A request of the bank may arrive: it becomes the head, or the pool has an entry for it. */
static inline bool rh_fgdram_has_room(const struct rh_fgdram_grains *g, const struct rh_geometry *geometry,
                                      unsigned bank) {
    return !(g->some >> bank & 1) || rh_fgdram_free(g, geometry) != 0;
}
/** Requests queued. */
static inline unsigned rh_fgdram_stored(const struct rh_fgdram_grains *g) {
    return (unsigned)(__builtin_popcountll(g->some) + __builtin_popcountll((uint64_t)g->used) +
                      __builtin_popcountll((uint64_t)(g->used >> 64)));
}

/** The head's next column command is its last ... */
static inline bool rh_fgdram_is_last(const struct rh_fgdram_grains *g, unsigned bank) {
    return g->len[bank] == g->done[bank];
}
/** ... and the request behind it wants another row. */
static inline bool rh_fgdram_finishes(const struct rh_fgdram_grains *g, unsigned bank) {
    return rh_fgdram_is_last(g, bank) && (g->more >> bank & 1) && !g->same[bank];
}
/** A column command of the head goes out. With its last it leaves: the next one, if there is one, comes from the pool
 * and finds its own row open or not. */
static inline void rh_fgdram_serve(struct rh_fgdram_grains *g, unsigned bank, bool last) {
    rh_bank_set bit = rh_bit(bank);
    unsigned e = g->next[bank];
    g->done[bank] = last ? 0 : (uint8_t)((g->done[bank] + 1U) & 7U);
    if (!last)
        return;
    g->own &= ~bit;
    if (!(g->more & bit)) {
        g->some &= ~bit;
        return;
    }
    g->own |= g->same[bank] ? bit : 0;
    g->more &= e == g->tail[bank] ? ~bit : UINT64_MAX;
    g->used &= ~rh_wide_bit(e);
    g->write[bank] = g->pool_write[e];
    g->row[bank] = g->pool_row[e];
    g->column[bank] = g->pool_column[e];
    g->len[bank] = g->pool_len[e];
    g->tag[bank] = g->pool_tag[e];
    g->next[bank] = g->pool_next[e];
    g->same[bank] = g->pool_same[e];
}
/** The turn of the row bus walks from grain to grain, so it comes to the banks of one grain, which share a data bus,
 * far apart: place i of the turn is bank i / grains of grain i % grains. */
static inline unsigned rh_fgdram_row_turn(const struct rh_geometry *geometry, unsigned bank) {
    unsigned banks = rh_fgdram_grain_banks(geometry);
    return bank % banks << geometry->grain_bits | bank / banks;
}
/** Of some banks the one at or first behind a place of the turn. */
static inline unsigned rh_fgdram_row_next(const struct rh_geometry *geometry, rh_bank_set set, unsigned turn) {
    unsigned grains = 1U << geometry->grain_bits, banks = rh_fgdram_grain_banks(geometry);
    rh_bank_set turns = 0;
    for (rh_bank_set rest = set; rest; rest &= rest - 1)
        turns |= rh_bit(rh_fgdram_row_turn(geometry, rh_first_from(rest, 0)));
    unsigned found = rh_first_from(turns, turn);
    return found % grains * banks + found / grains;
}

/** What a grain serves in one clock. */
struct rh_fgdram_turn {
    rh_bank_set serves; /**< of its banks those whose head hits and wants the grain's direction */
    bool writes;        /**< this direction */
    bool turns;         /**< it serves it from this clock on */
    bool passes;        /**< a column command passes a head of the other direction that hits */
};
/** `hit`: the banks whose head hits. */
struct rh_fgdram_turn rh_fgdram_grain_turn(const struct rh_fgdram_grains *g, const struct rh_geometry *geometry,
                                           unsigned grain, rh_bank_set hit);
/** The edge. `issued`: a column command of the grain goes out. */
void rh_fgdram_grain_clock(struct rh_fgdram_grains *g, unsigned grain, const struct rh_fgdram_turn *turn, bool issued);
/** The policy has opened the row of a bank's head. */
void rh_fgdram_grain_opened(struct rh_fgdram_grains *g, unsigned bank);
/** A request arrives, after all of the above; at the start of the clock these banks were open, and these entries of the
 * pool free. */
void rh_fgdram_grain_push(struct rh_fgdram_grains *g, const struct rh_controller_in *in, rh_bank_set open,
                          rh_wide free);

#endif
