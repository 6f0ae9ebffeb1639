// SPDX-License-Identifier: Apache-2.0
/* Banks that share subarrays: an ACT gives way to a neighbour's row, whose PRE goes out in its place as soon as that
 * may be. Until then nothing else does, unless the policy comes to like another bank better. */
#ifndef RH_LEAP_BESIDE_H
#define RH_LEAP_BESIDE_H

#include "cmodel/run/rh_leap_serial.h"

/* A command: its clock, its bank, its entry; NEVER: none. */
struct rh_leap_pick {
    uint64_t at;
    unsigned bank, entry;
    bool close;     /* the column command closes its row */
    bool gives;     /* in the place of an ACT */
    unsigned other; /* fgdram_channel: this bank's PRE, or none, RH_MAX_BANKS */
};

/* Is entry `e`, of those ready in one clock, before `other` in the choice of a row command? */
RH_LEAP_INLINE bool rh_leap_is_before(const struct rh_leap *l, unsigned e, unsigned other, bool ranked) {
    const struct rh_leap_entry *mine = &l->entry[e], *theirs = &l->entry[other];
    if (ranked && mine->pending != theirs->pending)
        return mine->pending > theirs->pending;
    return mine->number < theirs->number;
}

/* The row that an entry wants. */
RH_LEAP_INLINE uint32_t rh_leap_row_of(const struct rh_leap *l, enum rh_leap_policy policy, unsigned e) {
    if (policy == RH_LEAP_FIFO)
        return ((const struct rh_fifo_state *)l->state)->row[e];
    if (policy == RH_LEAP_BANKED_FIFO)
        return ((const struct rh_banked_fifo_state *)l->state)->row[e];
    if (policy == RH_LEAP_FGDRAM)
        return ((const struct rh_fgdram_channel_state *)l->state)->grains.row[e];
    return l->entry[e].row;
}

/* Banks whose row another's ACT may not have closed. */
static inline rh_bank_set rh_leap_kept(const struct rh_leap *l, enum rh_leap_policy policy) {
    bool alone = rh_leap_is_aged(policy) && l->alone <= l->now && l->count != 0;
    return policy == RH_LEAP_FIFO || alone ? 0 : l->hit_banks;
}

/* The clock in which a neighbour's row may be closed. */
static inline uint64_t rh_leap_shut_at(const struct rh_leap *l, enum rh_leap_policy policy, unsigned b) {
    rh_bank_set never = rh_leap_kept(l, policy) | l->blocked | l->backend->array.closing;
    uint64_t at = rh_later(l->act_bus, rh_leap_free(l, b, RH_SET_PRE, RH_OF_ALL, RH_LEAP_ANY_CAUSE));
    if (policy == RH_LEAP_FR_FCFS_SERIAL)
        at = rh_later(at, l->search.over[b]);
    return never >> b & 1 ? RH_LEAP_NEVER : at;
}

/* Banks that may get a row command, each from its clock on. */
struct rh_leap_rows {
    unsigned n;
    struct rh_leap_pick of[RH_MAX_BANKS];
};

static inline void rh_leap_add_row(struct rh_leap_rows *rows, uint64_t at, unsigned b, unsigned e) {
    if (at != RH_LEAP_NEVER)
        rows->of[rows->n++] = (struct rh_leap_pick){.at = at, .bank = b, .entry = e};
}

static inline bool rh_leap_likes(const struct rh_leap *l, enum rh_leap_policy policy, const struct rh_leap_pick *one,
                                 const struct rh_leap_pick *other) {
    if (policy == RH_LEAP_BANKED_FIFO) {
        unsigned next = ((const struct rh_banked_fifo_state *)l->state)->row_next, mask = l->geometry.banks - 1U;
        return ((one->bank - next) & mask) < ((other->bank - next) & mask);
    }
    return rh_leap_is_before(l, one->entry, other->entry, policy == RH_LEAP_MOST_PENDING);
}

/* Of several ready in clock `at` the one that is liked best; *next is the clock in which there are more. */
static inline const struct rh_leap_pick *rh_leap_best_row(const struct rh_leap *l, enum rh_leap_policy policy,
                                                          const struct rh_leap_rows *rows, uint64_t at,
                                                          uint64_t *next) {
    const struct rh_leap_pick *best = NULL;
    *next = RH_LEAP_NEVER;
    for (const struct rh_leap_pick *one = rows->of; one < rows->of + rows->n; one++)
        if (one->at > at)
            *next = rh_sooner(*next, one->at);
        else if (best == NULL || rh_leap_likes(l, policy, one, best))
            best = one;
    return best;
}

/* The first row command that goes out. */
static inline void rh_leap_choose_beside(const struct rh_leap *l, enum rh_leap_policy policy,
                                         const struct rh_leap_rows *rows, struct rh_leap_pick *row) {
    for (uint64_t at = l->now, next; at != RH_LEAP_NEVER; at = next) {
        const struct rh_leap_pick *best = rh_leap_best_row(l, policy, rows, at, &next);
        if (best == NULL)
            continue;
        unsigned shut = RH_SUBARRAY_FREE;
        if (!rh_leap_is_open(l, best->bank))
            shut =
                rh_subarray_shut(&l->backend->array, &l->geometry, best->bank, rh_leap_row_of(l, policy, best->entry));
        uint64_t closes = shut == RH_SUBARRAY_FREE ? at : rh_leap_shut_at(l, policy, shut);
        if (closes <= at) {
            *row = *best;
            row->at = at;
            row->gives = shut != RH_SUBARRAY_FREE;
            row->bank = row->gives ? shut : row->bank;
            return;
        }
        next = rh_sooner(next, closes);
    }
    row->at = RH_LEAP_NEVER;
}

#endif
