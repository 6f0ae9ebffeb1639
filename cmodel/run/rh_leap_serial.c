// SPDX-License-Identifier: Apache-2.0
#include "cmodel/run/rh_leap_serial.h"

/* Its place at the start of clock `at`: see rh_leap_queue.c. */
static unsigned place_at(const struct rh_leap *l, const struct rh_leap_entry *entry, unsigned elders, uint64_t at) {
    int64_t place = l->geometry.queue - 1 - ((int64_t)at - entry->fell);
    return place > (int64_t)elders ? (unsigned)place : elders;
}

/* Is it in one of the parts of the clocks before `to`? A part takes in the entry behind its last one. */
static bool is_found(const struct rh_leap *l, const struct rh_leap_entry *entry, unsigned elders, uint64_t to) {
    unsigned part = (l->geometry.queue + RH_SEARCH_CLOCKS - 1U) / RH_SEARCH_CLOCKS;
    for (uint64_t at = l->search.looked; at < to; at++) {
        unsigned from = (unsigned)((at - l->search.begun) % RH_SEARCH_CLOCKS) * part;
        unsigned place = place_at(l, entry, elders, at);
        if (place >= from && place <= from + part)
            return true;
    }
    return false;
}

void rh_leap_compare(struct rh_leap *l, uint64_t to) {
    unsigned elders = 0;
    for (unsigned e = l->oldest; l->search.unfound != 0 && e != RH_LEAP_NIL; e = l->entry[e].younger, elders++) {
        struct rh_leap_entry *entry = &l->entry[e];
        if (!entry->found && is_found(l, entry, elders, to)) {
            entry->found = 1;
            l->search.unfound--;
        }
    }
    l->search.looked = rh_later(l->search.looked, to);
}

void rh_leap_serial_load(struct rh_leap *l) {
    const struct rh_fr_fcfs_serial_state *s = l->state;
    l->search.looked = l->search.end = l->now;
    l->search.begun = l->now - s->at;
    l->search.unfound = 0;
    for (unsigned b = 0; b < l->geometry.banks; b++) {
        l->search.over[b] = l->now + s->left[b];
        l->search.end = rh_later(l->search.end, l->search.over[b]);
        rh_leap_wait_search(l, b);
    }
    for (unsigned e = l->oldest; e != RH_LEAP_NIL; e = l->entry[e].younger) {
        l->entry[e].found |= !l->entry[e].hit;
        l->search.unfound += !l->entry[e].found;
    }
}

void rh_leap_serial_store(struct rh_leap *l) {
    struct rh_fr_fcfs_serial_state *s = l->state;
    rh_leap_compare(l, l->now);
    /* in the clock behind the last search it stands where that ended */
    s->at = l->now <= l->search.end ? (uint8_t)((l->now - l->search.begun) % RH_SEARCH_CLOCKS) : 0;
    for (unsigned b = 0; b < l->geometry.banks; b++)
        s->left[b] = (uint8_t)(l->search.over[b] > l->now ? l->search.over[b] - l->now : 0);
}
