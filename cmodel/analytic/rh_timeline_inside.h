// SPDX-License-Identifier: Apache-2.0
/* What the parts of rh_timeline share. They are inline and know the policy as a constant: each policy has its own copy
 * of the way of a request, without the branches of the others. */
#ifndef RH_TIMELINE_INSIDE_H
#define RH_TIMELINE_INSIDE_H

#include "rowhold/rh_timeline.h"

#define RH_NEVER_TAKEN     UINT64_MAX
#define RH_TIMELINE_INLINE static inline __attribute__((always_inline))

RH_TIMELINE_INLINE uint64_t rh_later(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

/* Of the banks that are ready the one of the oldest request goes, or they go in turn. */
RH_TIMELINE_INLINE bool rh_by_age(const struct rh_traits *policy) {
    return policy->merges && !policy->in_turn;
}
RH_TIMELINE_INLINE bool rh_in_turn(const struct rh_traits *policy) {
    return policy->banked || policy->in_turn;
}

/* The bank of `set` that goes first: among the `aged` ones, if there are any, and where the turn is at the set
 * `turn`. */
RH_TIMELINE_INLINE unsigned rh_first_in_turn(uint64_t set, uint64_t aged, uint64_t turn) {
    uint64_t able = (set & aged) != 0 ? set & aged : set, behind = able & turn;
    return (unsigned)__builtin_ctzll(behind != 0 ? behind : able);
}

/* The banks behind this one: the turn is at them. */
RH_TIMELINE_INLINE uint64_t rh_turn_behind(unsigned bank) {
    return (UINT64_MAX - 1) << bank;
}

/* A ring of banks. Insert before `next`. */
RH_TIMELINE_INLINE void rh_ring_insert(struct rh_timeline_bank *bank, struct rh_timeline_bank *next) {
    bank->next = next;
    bank->before = next->before;
    next->before->next = bank;
    next->before = bank;
}

RH_TIMELINE_INLINE void rh_ring_remove(struct rh_timeline_bank *bank) {
    bank->before->next = bank->next;
    bank->next->before = bank->before;
}

/* By age, from `next` on. The end of the ring is younger than all. */
RH_TIMELINE_INLINE void rh_ring_place(struct rh_timeline_bank *bank, struct rh_timeline_bank *next) {
    while (next->age < bank->age)
        next = next->next;
    rh_ring_insert(bank, next);
}

#endif
