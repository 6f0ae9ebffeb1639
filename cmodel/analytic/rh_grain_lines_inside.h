// SPDX-License-Identifier: Apache-2.0
/* What the parts of rh_grain_lines share: choices in rh_grain_lines_choice.c, events in rh_grain_lines_events.c. */
#ifndef RH_GRAIN_LINES_INSIDE_H
#define RH_GRAIN_LINES_INSIDE_H

#include "rowhold/rh_grain_lines.h"

static inline uint64_t rh_grain_later(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

/* How far `place` lies behind the place at which a round robin over `places` starts. */
static inline unsigned rh_grain_behind(unsigned place, unsigned start, unsigned places) {
    return (place - start) & (places - 1); /* a power of two */
}

static inline struct rh_grain_line *rh_grain_of(struct rh_grain_lines *t, const struct rh_grain_bank *bank) {
    return &t->grain[bank->grain];
}

static inline struct rh_grain_line *rh_group_of(struct rh_grain_lines *t, const struct rh_grain_bank *bank) {
    return &t->group[bank->group];
}

/* Is a row open in clock `at`, or not yet gone? Then it is `*row`. */
static inline bool rh_grain_row_at(const struct rh_grain_bank *bank, uint64_t at, uint32_t *row) {
    *row = bank->open != RH_GRAIN_NO_ROW ? bank->open : bank->closed;
    return bank->open != RH_GRAIN_NO_ROW || at < bank->gone;
}

/* Sets of banks: a bit each. */
static inline unsigned rh_grain_first(uint64_t set) {
    return (unsigned)__builtin_ctzll(set);
}
static inline uint64_t rh_grain_bit(const struct rh_grain_bank *bank) {
    return UINT64_C(1) << bank->number;
}

static inline uint64_t rh_grain_banks(const struct rh_grain_lines *t, unsigned grain) {
    return (UINT64_MAX >> (64 - t->grain_banks)) << grain * t->grain_banks;
}

/* The next request that hits: of those that wait for the open row the oldest, or the head alone. */
static inline void rh_grain_find_hit(struct rh_grain_lines *t, struct rh_grain_bank *bank) {
    struct rh_grain_request **link = &bank->first;
    bank->hit = NULL;
    t->hits &= ~rh_grain_bit(bank);
    if (bank->open == RH_GRAIN_NO_ROW)
        return;
    if (t->policy == RH_GRAIN_MERGES)
        while (*link != NULL && (*link)->row != bank->open)
            link = &(*link)->next;
    if (*link == NULL || (*link)->row != bank->open)
        return;
    bank->hit = link;
    t->hits |= rh_grain_bit(bank);
    t->hit_writes = (*link)->write ? t->hit_writes | rh_grain_bit(bank) : t->hit_writes & ~rh_grain_bit(bank);
}

/* Its last column command, and the request behind it wants another row: fgdram_channel closes the row with it. */
static inline bool rh_grain_finishes(const struct rh_grain_bank *bank) {
    const struct rh_grain_request *head = bank->first;
    return head->left == 1 && head->next != NULL && head->next->row != head->row;
}

/* The earliest clock of the column command of a bank that has a hit. */
uint64_t rh_grain_column_at(struct rh_grain_lines *lines, const struct rh_grain_bank *bank);
/* Find `column` and `next_column`; `row` and `next_row`. */
void rh_grain_find_column(struct rh_grain_lines *lines);
void rh_grain_find_row(struct rh_grain_lines *lines);
/* The bank whose row forbids an ACT of `row` in clock `at`; NULL: none. */
struct rh_grain_bank *rh_grain_forbids(struct rh_grain_lines *lines, const struct rh_grain_bank *bank, uint32_t row,
                                       uint64_t at);
/* Let the next thing happen, if it does until clock `until`. */
bool rh_grain_step(struct rh_grain_lines *lines, uint64_t until);

#endif
