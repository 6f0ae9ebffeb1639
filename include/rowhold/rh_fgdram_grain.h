// SPDX-License-Identifier: Apache-2.0
/** The grains of `fgdram_channel`: a short queue a bank, and in each grain a direction and a turn among its banks.
 *
 * A row number is compared once, when a request arrives, with the youngest one of its bank: `same` in its entry. So
 * nobody has to compare at the choice: the bit `own` of a bank says that its open row is the one its head wants.
 *  - The policy opens a row for a head alone: its ACT sets `own`.
 *  - A head that leaves hands on what the next entry's `same` says, for the open row is the one the head wanted.
 *  - The last that left an empty queue is the youngest still: a bank that stayed open holds its row.
 * While the bank is closed `own` means nothing; who opens it again sets it.
 *
 * A grain serves one direction at a time. It turns when no head of this direction hits, or when RH_FGDRAM_TURN column
 * commands have passed a head of the other direction that hits. The RTL twin is rtl/controller/rh_fgdram_grain.sv.
 */
#ifndef RH_FGDRAM_GRAIN_H
#define RH_FGDRAM_GRAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_backend.h"

enum {
    RH_FGDRAM_TURN = 8, /**< column commands that may pass a head of the other direction. RTL: rh_pkg::FGDRAM_TURN */
    RH_FGDRAM_TURN_BITS = 4 /**< bits that count them */
};

/** Registers of all grains. Those of bank b stand at b, entry i of its ring at b x bank depth + i. */
struct rh_fgdram_grains {
    uint8_t write[RH_MAX_QUEUE];
    uint32_t row[RH_MAX_QUEUE];
    uint8_t same[RH_MAX_QUEUE]; /**< it wants the row of the request before it */
    uint16_t column[RH_MAX_QUEUE];
    uint8_t extra[RH_MAX_QUEUE]; /**< column commands minus one */
    uint16_t tag[RH_MAX_QUEUE];
    /** Sets of one entry of the bank: its oldest, and where its next request goes. */
    uint64_t head[RH_MAX_BANKS], tail[RH_MAX_BANKS];
    uint8_t count[RH_MAX_BANKS];
    uint8_t done[RH_MAX_BANKS];         /**< column commands that the bank's head has had */
    rh_bank_set own;                    /**< banks whose open row, if there is one, is their head's */
    uint8_t writes[RH_MAX_GRAINS];      /**< the grain serves writes, else reads */
    uint8_t passed[RH_MAX_GRAINS];      /**< column commands that have passed a head of the other direction */
    uint8_t column_next[RH_MAX_GRAINS]; /**< bank of the grain at which its turn starts */
};

/** Their fields. */
rh_list_fn rh_fgdram_grains_list;
void rh_fgdram_grains_reset(struct rh_fgdram_grains *g, const struct rh_geometry *geometry);

/** Banks of a grain. */
static inline unsigned rh_fgdram_grain_banks(const struct rh_geometry *geometry) {
    return (unsigned)geometry->banks >> geometry->grain_bits;
}
/** Where a bank's oldest request stands. */
static inline unsigned rh_fgdram_head(const struct rh_fgdram_grains *g, unsigned depth, unsigned bank) {
    return bank * depth + rh_first_from(g->head[bank], 0);
}

/** The head's next column command is its last ... */
static inline bool rh_fgdram_is_last(const struct rh_fgdram_grains *g, unsigned depth, unsigned bank) {
    return g->extra[rh_fgdram_head(g, depth, bank)] == g->done[bank];
}
/** ... and the request behind it wants another row. */
static inline bool rh_fgdram_finishes(const struct rh_fgdram_grains *g, unsigned depth, unsigned bank) {
    unsigned next = bank * depth + rh_next_of(rh_first_from(g->head[bank], 0), depth);
    return rh_fgdram_is_last(g, depth, bank) && g->count[bank] > 1 && !g->same[next];
}
/** A column command of the head goes out. With its last it leaves: the next one, if there is one, finds its own row
 * open or not. */
static inline void rh_fgdram_serve(struct rh_fgdram_grains *g, unsigned depth, unsigned bank, bool last) {
    if (!last) {
        g->done[bank] = (uint8_t)((g->done[bank] + 1U) & 7U);
        return;
    }
    g->head[bank] = (uint64_t)rh_wide_turn(g->head[bank], depth);
    g->count[bank]--;
    g->done[bank] = 0;
    bool own = g->count[bank] && g->same[rh_fgdram_head(g, depth, bank)];
    g->own = own ? g->own | rh_bit(bank) : g->own & ~rh_bit(bank);
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

/** A grain in one clock. */
struct rh_fgdram_look {
    rh_bank_set hit;   /**< heads whose row is open */
    rh_bank_set miss;  /**< heads whose row is not */
    rh_bank_set ready; /**< heads of the direction whose column command is legal */
    bool writes;       /**< the direction that it serves */
    bool turns;        /**< it serves it from this clock on */
    bool passes;       /**< a column command passes a head of the other direction that hits */
    uint8_t first;     /**< the head of the direction that hits and is next in turn, ready or not; unless `hit` is 0 */
    uint8_t bank;      /**< the ready one that is next in turn; unless `ready` is 0 */
    bool last;         /**< this is the last column command of its request */
    bool close;        /**< and its row is done with: RDA or WRA */
};
void rh_fgdram_grain_look(const struct rh_fgdram_grains *g, const struct rh_backend *backend,
                          const struct rh_geometry *geometry, const struct rh_view *view, unsigned grain,
                          struct rh_fgdram_look *look);

/** The edge. `issued`: the column command that it offered goes out. */
void rh_fgdram_grain_clock(struct rh_fgdram_grains *g, const struct rh_geometry *geometry, unsigned grain,
                           const struct rh_fgdram_look *look, bool issued);
/** The policy has opened the row of a bank's head. */
void rh_fgdram_grain_opened(struct rh_fgdram_grains *g, unsigned bank);
/** A request arrives, after all of the above; `open`: banks with an open row at the start of the clock. */
void rh_fgdram_grain_push(struct rh_fgdram_grains *g, const struct rh_geometry *geometry,
                          const struct rh_controller_in *in, rh_bank_set open);

#endif
