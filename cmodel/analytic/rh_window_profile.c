// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_window_profile.h"

#include <string.h>

/* Each rule has its own copy of a request's way, without the lists that only others need. */
#define INLINE   static inline __attribute__((always_inline))
#define NOINLINE static __attribute__((noinline))

double rh_profile_efficiency(const struct rh_profile_sums *sums) {
    return sums->lasting == 0 ? 0 : (double)sums->moving / (double)sums->lasting;
}

void rh_profile_open_row(struct rh_profile *p, unsigned bank, uint32_t row) {
    p->open[bank] = row + 1;
}

/* The ring of rows with `count` requests, from the oldest to the youngest. */
INLINE struct rh_profile_row *ring_of(struct rh_profile *p, unsigned count) {
    return &p->of_count[count];
}

/* Links a row into its ring behind all older rows. The place is searched from the youngest row, at the ring's end. */
INLINE void join_ring(struct rh_profile *p, struct rh_profile_row *row) {
    struct rh_profile_row *before = ring_of(p, row->count)->before;
    while (before->since > row->since)
        before = before->before;
    row->before = before;
    row->next = before->next;
    before->next->before = row;
    before->next = row;
    if (row->count > p->most)
        p->most = row->count;
}

INLINE void leave_ring(struct rh_profile_row *row) {
    row->before->next = row->next;
    row->next->before = row->before;
}

INLINE struct rh_profile_list *list_of(struct rh_profile *p, enum rh_profile_rule rule, unsigned bank) {
    return &p->list[rule == RH_PROFILE_FULL_OVERLAP ? bank : 0];
}

INLINE void new_row(struct rh_profile *p, enum rh_profile_rule rule, uint64_t place, struct rh_profile_row **chain,
                    unsigned clocks) {
    struct rh_profile_row *row = p->free;
    p->free = row->next;
    row->place = place;
    row->clocks = clocks;
    row->count = 1;
    row->hash = chain;
    row->chain = *chain;
    *chain = row;
    if (rule != RH_PROFILE_NO_OVERLAP)
        row->since = ++p->made;
    if (rule == RH_PROFILE_MOST_PENDING) {
        join_ring(p, row);
        return;
    }
    struct rh_profile_list *list = list_of(p, rule, place % RH_MAX_BANKS);
    row->next = NULL;
    *list->end = row;
    list->end = &row->next;
}

INLINE void drop_row(struct rh_profile *p, enum rh_profile_rule rule, struct rh_profile_row *row) {
    struct rh_profile_row **chain = row->hash;
    while (*chain != row)
        chain = &(*chain)->chain;
    *chain = row->chain;
    if (rule == RH_PROFILE_MOST_PENDING)
        leave_ring(row);
    else {
        struct rh_profile_list *list = list_of(p, rule, row->place % RH_MAX_BANKS);
        list->oldest = row->next;
        if (row->next == NULL)
            list->end = &list->oldest;
    }
    row->next = p->free;
    p->free = row;
}

/* Open a row that requests wait for, the oldest of its list, and serve them. */
INLINE void open_waiting(struct rh_profile *p, enum rh_profile_rule rule, struct rh_profile_row *row) {
    p->open[row->place % RH_MAX_BANKS] = (uint32_t)(row->place / RH_MAX_BANKS) + 1;
    p->sums.rows++;
    p->sums.requests += row->count;
    p->waiting -= row->count;
    p->clocks += row->clocks;
    drop_row(p, rule, row);
}

/* The row with most requests; of several, the row of the oldest request. */
INLINE struct rh_profile_row *most_wanted(struct rh_profile *p) {
    while (ring_of(p, p->most)->next == ring_of(p, p->most))
        p->most--;
    return ring_of(p, p->most)->next;
}

INLINE void end_period(struct rh_profile *p) {
    uint64_t turn = p->setup.rp_rcd + p->clocks_opened, lasting = turn > p->setup.rc ? turn : p->setup.rc;
    p->sums.lasting += lasting;
    p->sums.moving += p->clocks < lasting ? p->clocks : lasting;
    p->clocks = 0;
}

INLINE void open_next(struct rh_profile *p, enum rh_profile_rule rule) {
    uint64_t oldest = UINT64_MAX;
    end_period(p);
    if (rule != RH_PROFILE_FULL_OVERLAP) {
        struct rh_profile_row *row = rule == RH_PROFILE_MOST_PENDING ? most_wanted(p) : p->list[0].oldest;
        p->opened = row->place % RH_MAX_BANKS;
        p->clocks_opened = row->clocks;
        open_waiting(p, rule, row);
        return;
    }
    for (unsigned b = 0; b < p->setup.banks; b++) {
        struct rh_profile_row *row = p->list[b].oldest;
        if (row == NULL)
            continue;
        if (row->since < oldest) {
            oldest = row->since;
            p->opened = b;
            p->clocks_opened = row->clocks;
        }
        open_waiting(p, rule, row);
    }
}

INLINE bool is_full_with(struct rh_profile *p, enum rh_profile_rule rule, unsigned bank, uint32_t row,
                         unsigned clocks) {
    uint64_t place = (uint64_t)row * RH_MAX_BANKS + bank;
    struct rh_profile_row **chain = &p->chains[(uint32_t)place * UINT32_C(0x9e3779b1) >> 24], *waits = *chain;
    while (waits != NULL && waits->place != place)
        waits = waits->chain;
    if (waits == NULL)
        new_row(p, rule, place, chain, clocks);
    else {
        if (rule == RH_PROFILE_MOST_PENDING)
            leave_ring(waits);
        waits->count++;
        waits->clocks += clocks;
        if (rule == RH_PROFILE_MOST_PENDING)
            join_ring(p, waits);
    }
    return ++p->waiting == p->setup.window;
}

#define WAY(name, rule)                                                                                                \
    NOINLINE void open_##name(struct rh_profile *p) {                                                                  \
        open_next(p, rule);                                                                                            \
    }                                                                                                                  \
    static void wait_##name(struct rh_profile *p, unsigned bank, uint32_t row, unsigned clocks) {                      \
        if (is_full_with(p, rule, bank, row, clocks))                                                                  \
            open_##name(p);                                                                                            \
    }
WAY(no_overlap, RH_PROFILE_NO_OVERLAP)
WAY(full_overlap, RH_PROFILE_FULL_OVERLAP)
WAY(most_pending, RH_PROFILE_MOST_PENDING)
static void (*const ways[])(struct rh_profile *, unsigned, uint32_t, unsigned) = {
    [RH_PROFILE_NO_OVERLAP] = wait_no_overlap,
    [RH_PROFILE_FULL_OVERLAP] = wait_full_overlap,
    [RH_PROFILE_MOST_PENDING] = wait_most_pending,
};

void rh_profile_start(struct rh_profile *p, const struct rh_profile_setup *setup) {
    memset(p, 0, sizeof *p);
    p->setup = *setup;
    p->wait = ways[setup->rule];
    p->opened = RH_PROFILE_NONE;
    for (unsigned b = 0; b < setup->banks; b++)
        p->list[b].end = &p->list[b].oldest;
    for (unsigned count = 0; count <= setup->window; count++)
        p->of_count[count].before = p->of_count[count].next = ring_of(p, count);
    for (unsigned i = 0; i < setup->window; i++)
        p->rows[i].next = i + 1 < setup->window ? &p->rows[i + 1] : NULL;
    p->free = &p->rows[0];
}

void rh_profile_request(struct rh_profile *p, unsigned bank, uint32_t row, unsigned clocks) {
    if (p->open[bank] != row + 1) {
        p->wait(p, bank, row, clocks);
        return;
    }
    p->sums.requests++;
    p->clocks += clocks;
    if (bank == p->opened)
        p->clocks_opened += clocks;
}

void rh_profile_end(struct rh_profile *p) {
    if (p->sums.requests + p->waiting == 0)
        return;
    while (p->waiting != 0)
        open_next(p, p->setup.rule);
    end_period(p);
    p->clocks_opened = 0;
}
