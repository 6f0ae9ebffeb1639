// SPDX-License-Identifier: Apache-2.0
/** The associative request queue of `fr_fcfs`, `fr_fcfs_serial`, `most_pending`: places in order of age, the lowest
 * the oldest.
 *
 * It is a collapsing queue. A request arrives in the highest place, and in every clock the requests above the lowest
 * free place move down by one. No request passes another, so age is position and the oldest of a set is its lowest bit.
 * The highest place is free whenever any place is. Each entry has a bit that says whether its row is open (`hit`). The
 * rows are compared when a row opens and when a request arrives, never while a command is chosen: the clock after an
 * ACT (`opened`), all rows are compared with the bank's new open row. That clock costs nothing, since tRCD >= 2 and
 * tRAS >= 2 (rh_timing_lint).
 *
 * The age cap bounds the wait: a request that has been the oldest for `age_cap` clocks (a configuration register, 0 for
 * never) goes `alone`. No other entry may be chosen until it has left, so even a PRE against pending hits is its own.
 * The RTL twin is rtl/controller/rh_age_queue.sv.
 */
#ifndef RH_AGE_QUEUE_H
#define RH_AGE_QUEUE_H

#include "rowhold/rh_backend.h"

/** Clocks in which `fr_fcfs_serial` compares all rows behind an ACT, a power of two. RTL: rh_pkg::SEARCH_CLOCKS. */
#define RH_SEARCH_CLOCKS 8

struct rh_age_queue {
    rh_wide valid;                 /**< one bit an entry: a request is in it */
    rh_wide hit;                   /**< one bit an entry: its bank's open row is its row */
    rh_wide write;                 /**< one bit an entry */
    rh_wide in_bank[RH_MAX_BANKS]; /**< one bit an entry */
    uint8_t bank[RH_MAX_QUEUE];
    uint32_t row[RH_MAX_QUEUE];
    uint16_t last_column[RH_MAX_QUEUE]; /**< of its last column command */
    uint8_t extra[RH_MAX_QUEUE];        /**< column commands still to issue, minus one */
    uint16_t tag[RH_MAX_QUEUE];
    uint8_t count;
    rh_bank_set opened; /**< bank activated in the last clock */
    uint16_t age_left;  /**< clocks until the oldest entry goes alone; 0 when it does, or never will */
    uint8_t alone;      /**< only the oldest entry may be chosen */
};

/** Lists the queue's fields. */
rh_list_fn rh_age_queue_list;
/** Live mask of a field with one element an entry; of an age queue, or of a struct that begins with one. */
rh_live_fn rh_age_queue_live;

/** The entries of a set that may be chosen: all of them, or the oldest alone. */
static inline rh_wide rh_age_queue_able(const struct rh_age_queue *queue, rh_wide set) {
    return queue->alone ? set & queue->valid & (~queue->valid + 1) : set;
}

/** The effect of the edge on the queue: an entry left; `sank` entries from `from` on moved down by one place; a request
 * arrived in the highest place. */
struct rh_age_queue_move {
    bool left, arrived;
    uint8_t from, sank;
};

/** Moves an array with one element for each entry along with the queue. */
#define RH_AGE_QUEUE_SINK(array, move)                                                                                 \
    memmove((array) + (move)->from - 1, (array) + (move)->from, (move)->sank * sizeof(array)[0])

/** The column choice of the policies that use this queue. For each bank the oldest able hit is the candidate; of the
 * candidates whose command is legal the oldest is chosen. Fills the column part of `choice` and returns the entry, or
 * -1. */
int rh_age_queue_choose_column(const struct rh_age_queue *queue, const struct rh_backend *backend,
                               const struct rh_geometry *geometry, const struct rh_view *view,
                               struct rh_choice *choice);

/** The able entries of banks without an able hit whose ACT or PRE is legal now. */
rh_wide rh_age_queue_row_ready(const struct rh_age_queue *queue, const struct rh_backend *backend,
                               const struct rh_geometry *geometry, const struct rh_view *view);

/** The banks with an able hit. Where banks share subarrays, no other bank's ACT may close these; elsewhere the set is
 * not used. */
rh_bank_set rh_age_queue_kept(const struct rh_age_queue *queue, const struct rh_geometry *geometry);

/** The entries of a bank that want this row. */
rh_wide rh_age_queue_in_row(const struct rh_age_queue *queue, unsigned bank, uint32_t row);

/** The search after an ACT, of all entries at once: the entries that want the row opened in the last clock. */
rh_wide rh_age_queue_found(const struct rh_age_queue *queue, const struct rh_backend *backend);

/** Fills the row part of `choice` with entry `e`. */
void rh_age_queue_choose_row(const struct rh_age_queue *queue, unsigned e, struct rh_choice *choice);
/** Name entry `e` as the one ranked first, for the ledger. */
void rh_age_queue_rank_first(const struct rh_age_queue *queue, unsigned e, struct rh_choice *choice);

/** Moves the queue over the edge. `backend` has moved already, and `row` is its return value; `out` holds req_ready;
 * `column_entry` is the result of rh_age_queue_choose_column; `found` is the set of entries that were found to hit. */
struct rh_age_queue_move rh_age_queue_clock(struct rh_age_queue *queue, const struct rh_backend *backend,
                                            const struct rh_geometry *geometry, const struct rh_gaps *gaps,
                                            const struct rh_controller_in *in, const struct rh_choice *choice,
                                            const struct rh_row_issued *row, const struct rh_controller_out *out,
                                            int column_entry, rh_wide found);

#endif
