// SPDX-License-Identifier: Apache-2.0
/** Time lines of a command channel with several data buses: what a controller will do with a stream where grains stand
 * behind one row bus and one column bus, or banks share subarrays. It is the second half of rh_timeline.h, which knows
 * one data bus and free banks.
 *
 * Each bank, bank group, grain and command bus, and the activate window, has a time line: from when on it takes the
 * next command. The earliest column command of all banks goes, then the earliest PRE or ACT; of equals the policy's
 * rank decides. No clock is run and no block of the C model is called. An event looks at all banks.
 *
 * Known are `fgdram_channel` on every preset, and `banked_fifo` and `fr_fcfs` where there are grains or shared
 * subarrays (elsewhere rh_timeline.h knows them). Left out:
 *  - Of a one-bank refresh: tRREFD, and the clocks that its PRE takes from others.
 *  - Lost clocks are booked to the bank whose column command ends them, not to the request that the policy ranks
 *    first: their sum is right, their causes are rough.
 *  - There is no age cap (rh_grain_lines_covers). The response FIFO is there, and who takes responses is never late. */
#ifndef RH_GRAIN_LINES_H
#define RH_GRAIN_LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_request.h"
#include "rowhold/rh_stats.h"
#include "rowhold/rh_timing.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RH_GRAIN_TURN = 8 }; /**< column commands that fgdram_channel lets pass one of the other direction */

/** How a controller chooses. */
enum rh_grain_policy {
    RH_GRAIN_BANKED,  /**< banked_fifo: heads of banks in turn */
    RH_GRAIN_MERGES,  /**< fr_fcfs: hits first, then age */
    RH_GRAIN_CHANNEL, /**< fgdram_channel: a direction and a turn a grain, auto-precharge */
    RH_GRAIN_POLICIES
};

/** Is there a model of this controller as it is configured? */
bool rh_grain_lines_covers(const char *controller, const struct rh_geometry *geometry,
                           const struct rh_constraints *constraints);

struct rh_grain_lines_setup {
    const char *controller;
    struct rh_geometry geometry;
    struct rh_constraints constraints;
    bool timed; /**< requests arrive when they say; else as fast as the queue takes them */
};

#define RH_GRAIN_NO_ROW UINT32_MAX

/** A request that waits, or a free entry. */
struct rh_grain_request {
    struct rh_grain_request *next; /**< of the bank, by age; of a free one the next free one */
    uint64_t age;                  /**< number in the order of acceptance */
    uint32_t row;
    uint8_t left, write; /**< column commands to go; RD or WR */
};

struct rh_grain_bank {
    struct rh_grain_request *first, **end; /**< all that wait, the oldest first */
    struct rh_grain_request **hit;         /**< where the link to the next one that hits stands; NULL: none hits */
    uint32_t open, closed;                 /**< the open row; the one that was open before */
    uint64_t gone;                         /**< in clocks before it `closed` counts as open still */
    uint64_t from;                         /**< its requests are looked at from then on */
    uint64_t pre, act;                     /**< the last of each */
    uint64_t may_pre, may_act;
    uint8_t number, group, grain, count;
    uint8_t place; /**< in the turn of the row bus: that of fgdram_channel walks from grain to grain */
};

/** A grain, or a bank group. */
struct rh_grain_line {
    uint64_t bus[2]; /**< a read, a write may go out from then on */
    uint64_t act;    /**< an ACT may */
    uint8_t writes, passed, turn;
};

/** Holds pointers into itself: it stays where it was started. */
struct rh_grain_lines {
    struct rh_grain_lines_setup setup;
    enum rh_grain_policy policy;
    struct rh_stats stats;
    unsigned depth, grains, grain_banks;
    uint64_t row_bus, column_bus;       /**< free from then on */
    uint64_t clock;                     /**< of the last event */
    uint64_t next_column, next_row;     /**< the earliest of all banks; UINT64_MAX: none */
    struct rh_grain_bank *column, *row; /**< whose they are */
    const struct rh_grain_bank *stuck;  /**< its ACT is forbidden and yet chosen, so that those behind it wait */
    uint64_t stuck_until;
    uint64_t waits, hits, hit_writes;   /**< sets of banks: with requests, with one that hits, with a write that does */
    bool columns_changed, rows_changed; /**< these have to be found anew */
    unsigned grain_turn, bank_turn, row_turn; /**< where round robins start */
    uint64_t window[RH_MAX_WINDOW];           /**< the last ACTs, plus tFAW */
    unsigned window_next;
    uint64_t slot[RH_MAX_RESPONSES]; /**< response FIFO: free from then on */
    uint64_t answer;                 /**< the clock of the last answer */
    unsigned slot_next;
    uint64_t refresh; /**< the next falls due */
    unsigned refresh_bank;
    uint64_t port; /**< the clock in which the next request may be accepted */
    uint64_t busy; /**< the clocks before it are counted */
    uint64_t age, waiting, writes, commands, arrived;
    uint64_t left[2], entered[2], last[2]; /**< sums of clocks; the last column command; read, write */
    struct rh_grain_line grain[RH_MAX_GRAINS], group[RH_MAX_GROUPS];
    struct rh_grain_bank bank[RH_MAX_BANKS];
    struct rh_grain_request request[RH_MAX_QUEUE], *free;
};

/** Begin with all banks closed. */
void rh_grain_lines_start(struct rh_grain_lines *lines, const struct rh_grain_lines_setup *setup);
/** The channel's next request, in order of arrival. */
void rh_grain_lines_request(struct rh_grain_lines *lines, const struct rh_request *request);
/** The last one has been: `stats` is the result. */
void rh_grain_lines_end(struct rh_grain_lines *lines);

#ifdef __cplusplus
}
#endif

#endif
