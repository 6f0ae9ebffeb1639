// SPDX-License-Identifier: Apache-2.0
/** Which kind of request the associative queue (rh_age_queue.h) serves, reads or writes; a part of it with the
 * parameter `write_drain`.
 *
 * Reads are served while they wait, until `write_high` writes wait. Then the writes drain: they alone are served until
 * `write_low` are left. Where no read waits, writes are served, too. A kind that is not served is *held*: no command
 * goes out for its requests. With `write_high` 0 none is held. With `write_queue` N places of the queue are for writes
 * and the others for reads, so that a kind may be refused while there are places for the other one.
 *
 * Requests to one address keep their order, others of a row need not. A request has a *hazard* where one of the other
 * kind with its address waited when it arrived, or one of its own kind that had a hazard itself. It then goes no
 * sooner than all that are older in its row. The address of a burst is the least aligned block of 1, 2, 4 or 8 columns
 * that can hold its commands to come, if they end with the block, or else the whole row: a comparison of columns with
 * some bits left out, and exact for bursts that are aligned.
 *
 * With `write_drain` 2 a read is answered from the queue where it can be: where the youngest write of its address that
 * waits has as many commands to come as the read has, and neither has the whole row for its address. Both then are of
 * the same columns, and no other request that waits writes one of them later. The read is not stored; it takes a
 * response slot in a clock in which no last column command does.
 *
 * Which kind is held, and which has its places full, is known at the start of a clock: both are registers, and what
 * arrives and leaves in a clock counts from the next one on. The RTL twin is rtl/controller/rh_write_drain.sv.
 */
#ifndef RH_WRITE_DRAIN_H
#define RH_WRITE_DRAIN_H

#include "cmodel/controller/rh_policy.h"

enum { RH_READS, RH_WRITES, RH_DIRECTIONS };

struct rh_write_drain {
    uint8_t kind_waiting[RH_DIRECTIONS]; /**< requests queued */
    uint8_t kind_held
        [RH_DIRECTIONS]; /**< they wait for the others: reads while writes drain, writes while reads go first */
    uint8_t kind_full[RH_DIRECTIONS]; /**< their places are taken */
    rh_wide hazard;                   /**< one bit an entry: it goes no sooner than all older ones of its row */
};

static inline void rh_write_drain_list(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_geometry *p = params;
#define ROW(m, count, width) RH_ROW(struct rh_write_drain, m, p->write_drain != 0 ? count : 0, width, NULL)
    ROW(kind_waiting, 2, rh_log2_up(p->queue + 1));
    ROW(kind_held, 2, 1);
    ROW(kind_full, 2, 1);
    ROW(hazard, 1, p->queue);
#undef ROW
}

/** Of a set of entries those that are served, where `write` are the writes. */
static inline rh_wide rh_write_drain_served(const struct rh_write_drain *drain, rh_wide write, rh_wide set) {
    return drain->kind_held[RH_READS] ? set & write : drain->kind_held[RH_WRITES] ? set & ~write : set;
}

/** The entries that may pass older ones of their row, which are held: those that are served and have no hazard. None
 * where no kind is held. */
static inline rh_wide rh_write_drain_free(const struct rh_write_drain *drain, rh_wide write) {
    return drain->kind_held[RH_READS]    ? write & ~drain->hazard
           : drain->kind_held[RH_WRITES] ? ~write & ~drain->hazard
                                         : 0;
}

/** The columns that a request has commands for, up to `last`, `left` of them before it: bits of a column that are not
 * compared. */
static inline unsigned rh_write_drain_block(unsigned last, unsigned left) {
    unsigned inside = left | left >> 1 | left >> 2;
    return (last & inside) == inside ? inside : ~0U;
}

/** True when its kind has room for a request in the clock of this choice. */
static inline bool rh_write_drain_has_room(const struct rh_write_drain *drain, unsigned write,
                                           const struct rh_choice *choice) {
    return !drain->kind_full[write] || (choice->column && choice->last && choice->write == write);
}

/** Moves it over an edge. True when another kind is held than before. */
static inline bool rh_write_drain_advance(struct rh_write_drain *drain, const struct rh_geometry *geometry,
                                          const struct rh_constraints *constraints, const struct rh_edge *edge) {
    const struct rh_choice *choice = edge->choice;
    const bool held[RH_DIRECTIONS] = {drain->kind_held[RH_READS], drain->kind_held[RH_WRITES]};
    if (choice->column && choice->last)
        drain->kind_waiting[choice->write]--;
    if (edge->arrives)
        drain->kind_waiting[edge->in->req_write & 1]++;
    unsigned reads = drain->kind_waiting[RH_READS], writes = drain->kind_waiting[RH_WRITES],
             high = constraints->write_high, places = constraints->write_queue;
    drain->kind_held[RH_READS] = high != 0 && (held[RH_READS] ? writes > constraints->write_low : writes >= high);
    drain->kind_held[RH_WRITES] = high != 0 && !drain->kind_held[RH_READS] && reads != 0;
    drain->kind_full[RH_READS] = places != 0 && reads + places >= geometry->queue;
    drain->kind_full[RH_WRITES] = places != 0 && writes >= places;
    return held[RH_READS] != drain->kind_held[RH_READS] || held[RH_WRITES] != drain->kind_held[RH_WRITES];
}

#endif
