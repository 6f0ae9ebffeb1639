// SPDX-License-Identifier: Apache-2.0
/* fr_fcfs_serial: behind an ACT rows are compared part by part, and the bank waits for it. Who hits is known here from
 * the ACT on; which of them the controller has found is worked out when a place in the queue changes. */
#ifndef RH_LEAP_SERIAL_H
#define RH_LEAP_SERIAL_H

#include "cmodel/run/rh_leap_queue.h"

/* Out of and into the registers of the model. */
void rh_leap_serial_load(struct rh_leap *l);
void rh_leap_serial_store(struct rh_leap *l);
/* Compare in the clocks before `to`: each from the places at its start. */
void rh_leap_compare(struct rh_leap *l, uint64_t to);

/* The bank takes no command of the policy before its search is over. */
RH_LEAP_INLINE void rh_leap_wait_search(struct rh_leap *l, unsigned b) {
    l->column_ready[b] = rh_later(l->column_ready[b], l->search.over[b]);
    l->row_ready[b] = rh_later(l->row_ready[b], l->search.over[b]);
}

/* An ACT goes out in clock `at`. Its search begins with the next part, if there is another at work. */
static inline void rh_leap_search(struct rh_leap *l, unsigned b, uint64_t at) {
    rh_leap_compare(l, at + 1);
    if (at >= l->search.end)
        l->search.begun = at + 1;
    l->search.end = l->search.over[b] = at + 1 + RH_SEARCH_CLOCKS;
    for (unsigned e = l->bank[b].hits; e != RH_LEAP_NIL; e = l->entry[e].next) {
        l->entry[e].found = 0;
        l->search.unfound++;
    }
}

/* A row closes: what was not found never will be. */
static inline void rh_leap_search_in_vain(struct rh_leap *l, unsigned b, uint64_t at) {
    rh_leap_compare(l, at + 1);
    for (unsigned e = l->bank[b].hits; e != RH_LEAP_NIL; e = l->entry[e].next) {
        l->search.unfound -= !l->entry[e].found;
        l->entry[e].found = 1;
    }
}

/* The youngest has just arrived, in clock `at`: it was compared, unless its row opens in this very clock. */
static inline void rh_leap_search_arrived(struct rh_leap *l, uint64_t at) {
    struct rh_leap_entry *entry = &l->entry[l->youngest];
    entry->found = !entry->hit || l->opened != at + 1 || l->opened_bank != entry->bank;
    l->search.unfound += !entry->found;
}

#endif
