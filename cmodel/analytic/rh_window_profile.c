// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_window_profile.h"

#include <string.h>

enum { NONE = RH_PROFILE_NONE };

/* Each rule has its own copy of a request's way, without the lists that only others need. */
#define INLINE static inline __attribute__((always_inline))

double rh_profile_efficiency(const struct rh_profile_sums *sums) {
    return sums->lasting == 0 ? 0 : (double)sums->moving / (double)sums->lasting;
}

void rh_profile_start(struct rh_profile *p, const struct rh_profile_setup *setup) {
    memset(p, 0, sizeof *p);
    p->setup = *setup;
    p->opened = NONE;
    p->all = (struct rh_profile_list){NONE, NONE};
    for (unsigned b = 0; b < setup->banks; b++)
        p->of_bank[b] = p->all;
    memset(p->of_count, 0xff, sizeof p->of_count);
    memset(p->chains, 0xff, sizeof p->chains);
    for (unsigned i = 0; i < setup->window; i++)
        p->rows[i].younger = (uint16_t)(i + 1 < setup->window ? i + 1 : NONE);
}

void rh_profile_open_row(struct rh_profile *p, unsigned bank, uint32_t row) {
    p->open[bank] = row + 1;
}

INLINE uint16_t *chain_of(struct rh_profile *p, unsigned bank, uint32_t row) {
    return &p->chains[((row << 6 | bank) * UINT32_C(0x9e3779b1)) >> 24];
}

/* The lists by count serve one rule alone. */
static void join_count(struct rh_profile *p, uint16_t i) {
    struct rh_profile_row *row = &p->rows[i];
    uint16_t *first = &p->of_count[row->count];
    row->count_before = NONE;
    row->count_next = *first;
    if (*first != NONE)
        p->rows[*first].count_before = i;
    *first = i;
    p->most = row->count > p->most ? row->count : p->most;
}

static void leave_count(struct rh_profile *p, uint16_t i) {
    const struct rh_profile_row *row = &p->rows[i];
    if (row->count_before != NONE)
        p->rows[row->count_before].count_next = row->count_next;
    else
        p->of_count[row->count] = row->count_next;
    if (row->count_next != NONE)
        p->rows[row->count_next].count_before = row->count_before;
}

INLINE uint16_t new_row(struct rh_profile *p, enum rh_profile_rule rule, unsigned bank, uint32_t number,
                        uint16_t *chain) {
    uint16_t i = p->free;
    struct rh_profile_row *row = &p->rows[i];
    p->free = row->younger;
    row->row = number;
    row->bank = (uint8_t)bank;
    row->clocks = 0;
    row->count = 0;
    row->chain = *chain;
    row->younger = NONE;
    *chain = i;
    if (rule == RH_PROFILE_MOST_PENDING) { /* taken in any order: found by count */
        row->since = p->seen;
        return i;
    }
    *(p->all.youngest != NONE ? &p->rows[p->all.youngest].younger : &p->all.oldest) = i;
    row->older = p->all.youngest;
    p->all.youngest = i;
    if (rule != RH_PROFILE_FULL_OVERLAP)
        return i;
    struct rh_profile_list *of_bank = &p->of_bank[bank];
    row->bank_younger = NONE;
    *(of_bank->youngest != NONE ? &p->rows[of_bank->youngest].bank_younger : &of_bank->oldest) = i;
    of_bank->youngest = i;
    return i;
}

INLINE void drop_row(struct rh_profile *p, enum rh_profile_rule rule, uint16_t i) {
    struct rh_profile_row *row = &p->rows[i];
    uint16_t *chain = chain_of(p, row->bank, row->row);
    while (*chain != i)
        chain = &p->rows[*chain].chain;
    *chain = row->chain;
    if (rule != RH_PROFILE_MOST_PENDING) {
        *(row->older != NONE ? &p->rows[row->older].younger : &p->all.oldest) = row->younger;
        *(row->younger != NONE ? &p->rows[row->younger].older : &p->all.youngest) = row->older;
    }
    if (rule == RH_PROFILE_FULL_OVERLAP) { /* it is its bank's oldest */
        struct rh_profile_list *of_bank = &p->of_bank[row->bank];
        of_bank->oldest = row->bank_younger;
        if (of_bank->oldest == NONE)
            of_bank->youngest = NONE;
    }
    row->younger = p->free;
    p->free = i;
}

INLINE void serve(struct rh_profile *p, unsigned bank, unsigned requests, unsigned clocks) {
    p->sums.requests += requests;
    p->clocks += clocks;
    if (bank == p->opened)
        p->clocks_opened += clocks;
}

/* Open a row that requests wait for, and serve them. */
INLINE void open_waiting(struct rh_profile *p, enum rh_profile_rule rule, uint16_t i) {
    struct rh_profile_row *row = &p->rows[i];
    if (rule == RH_PROFILE_MOST_PENDING)
        leave_count(p, i);
    p->open[row->bank] = row->row + 1;
    p->sums.rows++;
    p->waiting -= row->count;
    serve(p, row->bank, row->count, row->clocks);
    drop_row(p, rule, i);
}

/* Of the rows with most requests that of the oldest one. */
static uint16_t most_wanted(struct rh_profile *p) {
    while (p->of_count[p->most] == NONE)
        p->most--;
    uint16_t best = p->of_count[p->most];
    for (uint16_t i = best; i != NONE; i = p->rows[i].count_next)
        if (p->rows[i].since < p->rows[best].since)
            best = i;
    return best;
}

INLINE void end_period(struct rh_profile *p) {
    uint64_t turn = p->setup.rp_rcd + p->clocks_opened, lasting = turn > p->setup.rc ? turn : p->setup.rc;
    p->sums.lasting += lasting;
    p->sums.moving += p->clocks < lasting ? p->clocks : lasting;
    p->clocks = p->clocks_opened = 0;
}

INLINE void open_next(struct rh_profile *p, enum rh_profile_rule rule) {
    end_period(p);
    uint16_t first = rule == RH_PROFILE_MOST_PENDING ? most_wanted(p) : p->all.oldest;
    p->opened = p->rows[first].bank;
    open_waiting(p, rule, first);
    if (rule != RH_PROFILE_FULL_OVERLAP)
        return;
    for (unsigned b = 0; b < p->setup.banks; b++)
        if (b != p->opened && p->of_bank[b].oldest != NONE)
            open_waiting(p, rule, p->of_bank[b].oldest);
}

/* A request that does not hit. */
INLINE void wait(struct rh_profile *p, enum rh_profile_rule rule, unsigned bank, uint32_t row, unsigned clocks) {
    uint16_t *chain = chain_of(p, bank, row), i = *chain;
    while (i != NONE && (p->rows[i].row != row || p->rows[i].bank != bank))
        i = p->rows[i].chain;
    if (i == NONE)
        i = new_row(p, rule, bank, row, chain);
    else if (rule == RH_PROFILE_MOST_PENDING)
        leave_count(p, i);
    p->rows[i].count++;
    p->rows[i].clocks += clocks;
    if (rule == RH_PROFILE_MOST_PENDING)
        join_count(p, i);
    if (++p->waiting == p->setup.window)
        open_next(p, rule);
}

void rh_profile_request(struct rh_profile *p, unsigned bank, uint32_t row, unsigned clocks) {
    p->seen++;
    if (p->open[bank] == row + 1)
        serve(p, bank, 1, clocks);
    else if (p->setup.rule == RH_PROFILE_NO_OVERLAP)
        wait(p, RH_PROFILE_NO_OVERLAP, bank, row, clocks);
    else if (p->setup.rule == RH_PROFILE_FULL_OVERLAP)
        wait(p, RH_PROFILE_FULL_OVERLAP, bank, row, clocks);
    else
        wait(p, RH_PROFILE_MOST_PENDING, bank, row, clocks);
}

void rh_profile_end(struct rh_profile *p) {
    if (p->seen == 0)
        return;
    while (p->waiting != 0)
        open_next(p, p->setup.rule);
    end_period(p);
}
