// SPDX-License-Identifier: Apache-2.0
/** The associative request queue of `fr_fcfs` and of all policies of rh_age_policy.h: places in order of age, the
 * lowest the oldest.
 *
 * It is a collapsing queue. A request arrives in the highest place, and in every clock the requests above the lowest
 * free place move down by one. No request passes another, so age is position and the oldest of a set is its lowest bit.
 * The highest place is free whenever any place is. Each entry has a bit that says whether its row is open (`hit`). The
 * rows are compared when a row opens and when a request arrives, never while a command is chosen: the clock after an
 * ACT (`just_activated`), all rows are compared with the bank's new open row. That clock costs nothing, since tRCD >= 2
 * and tRAS >= 2 (rh_timing_lint).
 *
 * The age cap bounds the wait: a request that has been the oldest for `age_cap` clocks (a configuration register, 0 for
 * never) puts the queue into `starvation` mode: no other entry may be chosen until it has left, so even a PRE against
 * pending hits is its own.
 *
 * With the parameter `write_drain` reads and writes are served in turn (rh_write_drain.h): entries of the kind that is
 * held are not able, except the one that goes alone. The RTL twin is rtl/controller/rh_age_queue.sv.
 */
#ifndef RH_AGE_QUEUE_H
#define RH_AGE_QUEUE_H

#include "cmodel/controller/rh_policy.h"
#include "cmodel/controller/rh_write_drain.h"

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
    uint8_t len[RH_MAX_QUEUE];          /**< column commands still to issue, minus one */
    uint16_t tag[RH_MAX_QUEUE];
    uint8_t count;
    rh_bank_set just_activated; /**< bank activated in the last clock */
    uint16_t age_left;          /**< clocks until the oldest entry goes alone; 0 when it does, or never will */
    uint8_t starvation;         /**< only the oldest entry may be chosen */
    struct rh_write_drain drain;
};

/** Lists the queue's fields. */
rh_list_fn rh_age_queue_list;
/** Live mask of a field with one element an entry; of an age queue, or of a struct that begins with one. */
rh_live_fn rh_age_queue_live;

/** The entries of a set that are of a kind that is served. */
static inline rh_wide rh_age_queue_served(const struct rh_age_queue *queue, rh_wide set) {
    return rh_write_drain_served(&queue->drain, queue->write, set);
}

/** The entries of a set that may be chosen: those of a kind that is served, or the oldest alone. */
static inline rh_wide rh_age_queue_able(const struct rh_age_queue *queue, rh_wide set) {
    return queue->starvation ? set & queue->valid & (~queue->valid + 1) : rh_age_queue_served(queue, set);
}

/** Of two classes: the upper ones of a set of entries, or, without any, all. */
static inline rh_wide rh_age_queue_in_class(rh_wide entries, rh_wide upper) {
    return entries & upper ? entries & upper : entries;
}

/** The effect of an edge on the queue: an entry left; `sank` entries from `from` on moved down by one place; a request
 * arrived in the highest place; another kind of request is held than before; these banks may want something else
 * now. */
struct rh_age_queue_move {
    bool left, arrived, turned;
    uint8_t from, sank;
    rh_bank_set banks;
};

/** Moves an array with one element for each entry along with the queue. */
#define RH_AGE_QUEUE_SINK(array, move)                                                                                 \
    memmove((array) + (move)->from - 1, (array) + (move)->from, (move)->sank * sizeof(array)[0])

/** The same of a set of entries; one that leaves is taken out of it before. */
static inline void rh_age_queue_sink_set(rh_wide *set, const struct rh_age_queue_move *move) {
    rh_wide below = rh_wide_mask(move->from - 1U);
    *set = (*set & below) | ((*set >> 1) & ~below);
}

/** Is the request offered a read that is answered from the queue (rh_write_drain.h)? Then the offer says so. */
bool rh_age_queue_forwards(const struct rh_age_queue *queue, const struct rh_geometry *geometry,
                           struct rh_offer *offer);

/** True when the request offered is taken in the clock of this choice: a full queue takes one as another leaves. One
 * that is answered from the queue needs no place in it but the response slot of a clock in which none leaves. */
static inline bool rh_age_queue_has_room(const struct rh_age_queue *queue, const struct rh_geometry *geometry,
                                         struct rh_offer *offer, const struct rh_choice *choice) {
    bool leaves = choice->column && choice->last;
    if (rh_geometry_forwards(geometry) && rh_age_queue_forwards(queue, geometry, offer))
        return offer->slot && !leaves;
    return (queue->count < geometry->queue || leaves) && rh_write_drain_has_room(&queue->drain, offer->write, choice);
}

/** What banks want (rh_policy.h): a bank with an able entry of the set `hit` a column command for the oldest of them,
 * any other one with an able entry a row command. Requests to one row stay in their order: where an able hit wants its
 * column command, that of the bank's oldest hit is next, able or not. Where a kind is held, requests to one address do:
 * the oldest of the other kind without a hazard (rh_write_drain.h) is next, if there is one. */
void rh_age_queue_query(const struct rh_age_queue *queue, const struct rh_geometry *geometry, rh_wide hit,
                        rh_bank_set banks, struct rh_next_commands *next_commands);

/** The same of a policy that has two classes of entries, of which `upper` goes first: a bank with an able entry of it
 * wants what these want, and any other one what all its able entries do. Which hit is next is the same, whatever its
 * class. */
void rh_age_queue_query_upper(const struct rh_age_queue *queue, const struct rh_geometry *geometry, rh_wide hit,
                              rh_wide upper, rh_bank_set banks, struct rh_next_commands *next_commands);

/** A bank's hits of which the oldest is next. */
rh_wide rh_age_queue_next_hits(const struct rh_age_queue *queue, unsigned bank);

/** The column choice of the policies that use this queue: of the hits that are next in their banks the oldest. Fills
 * the column part of `choice`, if there is one. */
void rh_age_queue_choose_column(const struct rh_age_queue *queue, const struct rh_geometry *geometry, rh_bank_set banks,
                                struct rh_choice *choice);

/** The same of the two classes: of banks with an upper hit, if there are any, else of all. */
void rh_age_queue_choose_column_upper(const struct rh_age_queue *queue, const struct rh_geometry *geometry,
                                      rh_wide upper, rh_bank_set banks, struct rh_choice *choice);

/** The same where entries have a rank, of which the least is the first: of the hits that are next in these banks that
 * with the least rank, and of several the oldest. */
void rh_age_queue_choose_column_ranked(const struct rh_age_queue *queue, const struct rh_geometry *geometry,
                                       rh_wide upper, const uint16_t *ranks, rh_bank_set banks,
                                       struct rh_choice *choice);

/** The entry of a set (not empty) with the least rank, of several the oldest. RTL: rh_max_first. */
unsigned rh_age_queue_least(const uint16_t *ranks, rh_wide set);

/** The able entries of these banks. */
rh_wide rh_age_queue_of(const struct rh_age_queue *queue, rh_bank_set banks);
/** Of two classes: the upper ones of these, if there are any, else all. */
rh_wide rh_age_queue_of_upper(const struct rh_age_queue *queue, rh_wide upper, rh_bank_set banks);

/** The entries of a bank that want this row. */
rh_wide rh_age_queue_in_row(const struct rh_age_queue *queue, unsigned bank, uint32_t row);

/** The search after an ACT, of all entries at once: the entries that want the row opened in the last clock. */
rh_wide rh_age_queue_found(const struct rh_age_queue *queue, const struct rh_bank_array *array);

/** Fills the row part of `choice` with entry `e`. */
void rh_age_queue_choose_row(const struct rh_age_queue *queue, unsigned e, struct rh_choice *choice);
/** Names entry `e` as the one ranked first, for the ledger. */
void rh_age_queue_rank_first(const struct rh_age_queue *queue, unsigned e, struct rh_choice *choice);

/** Moves the queue over an edge; `found` is the set of entries that were found to hit. */
struct rh_age_queue_move rh_age_queue_advance(struct rh_age_queue *queue, const struct rh_bank_array *array,
                                              const struct rh_geometry *geometry,
                                              const struct rh_constraints *constraints, const struct rh_edge *edge,
                                              rh_wide found);

/** The clocks up to the one in which the oldest entry goes alone; UINT64_MAX: that does not come. */
uint64_t rh_age_queue_still(const struct rh_age_queue *queue);
/** Lets `clocks` clocks pass in which nobody leaves or arrives, of which the first finds `found`. Entries sink apart
 * from it, by one rh_age_queue_sink() a clock. Returns the banks that may want something else now. */
rh_bank_set rh_age_queue_pass(struct rh_age_queue *queue, const struct rh_constraints *constraints, rh_wide found,
                              uint64_t clocks);
/** Moves those above the lowest free place down by one; false: nothing moves. */
bool rh_age_queue_sink(struct rh_age_queue *queue, const struct rh_geometry *geometry, struct rh_age_queue_move *move);
/** Both, of a queue beside which nothing moves: the search after an ACT is that of rh_age_queue_found(). */
rh_bank_set rh_age_queue_pass_all(struct rh_age_queue *queue, const struct rh_bank_array *array,
                                  const struct rh_geometry *geometry, const struct rh_constraints *constraints,
                                  uint64_t clocks);

#endif
