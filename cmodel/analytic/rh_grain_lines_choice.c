// SPDX-License-Identifier: Apache-2.0
// Which bank's column command, and which bank's PRE or ACT, goes next.
#include "cmodel/analytic/rh_grain_lines_inside.h"

/* fgdram_channel: a grain turns when no head of its direction hits, or when enough have passed one of the other. */
static void settle(struct rh_grain_lines *t, unsigned number) {
    struct rh_grain_line *grain = &t->grain[number];
    uint64_t own = t->hits & rh_grain_banks(t, number), writes = own & t->hit_writes;
    bool hits[2] = {own != writes, writes != 0};
    bool turns = hits[!grain->writes] && (!hits[grain->writes] || grain->passed == RH_GRAIN_TURN);
    if (turns)
        grain->writes = !grain->writes;
    if (turns || !hits[!grain->writes])
        grain->passed = 0;
}

uint64_t rh_grain_column_at(struct rh_grain_lines *t, const struct rh_grain_bank *bank) {
    const struct rh_gaps *gaps = &t->setup.gaps;
    unsigned write = (*bank->hit)->write;
    uint64_t at = rh_grain_later(bank->from, bank->act + (write ? gaps->rcd_wr : gaps->rcd_rd));
    at = rh_grain_later(at, rh_grain_of(t, bank)->bus[write]);
    at = rh_grain_later(at, rh_group_of(t, bank)->bus[write]);
    return rh_grain_later(at, t->column_bus);
}

/* Less goes first: age, or turns. */
static uint64_t column_rank(const struct rh_grain_lines *t, const struct rh_grain_bank *bank) {
    unsigned banks = t->setup.geometry.banks;
    if (t->policy == RH_GRAIN_MERGES)
        return (*bank->hit)->age;
    if (t->policy == RH_GRAIN_BANKED)
        return rh_grain_behind(bank->number, t->bank_turn, banks);
    unsigned own = bank->number & (t->grain_banks - 1);
    unsigned turn = rh_grain_behind(bank->grain, t->grain_turn, t->grains) * t->grain_banks +
                    rh_grain_behind(own, t->grain[bank->grain].turn, t->grain_banks);
    return turn + (rh_grain_finishes(bank) ? 0 : banks);
}

void rh_grain_find_column(struct rh_grain_lines *t) {
    uint64_t best = UINT64_MAX;
    t->columns_changed = false;
    t->next_column = UINT64_MAX;
    for (unsigned g = 0; t->policy == RH_GRAIN_CHANNEL && g < t->grains; g++)
        settle(t, g);
    for (uint64_t rest = t->hits; rest != 0; rest &= rest - 1) {
        struct rh_grain_bank *bank = &t->bank[rh_grain_first(rest)];
        if (t->policy == RH_GRAIN_CHANNEL && (*bank->hit)->write != rh_grain_of(t, bank)->writes)
            continue;
        uint64_t at = rh_grain_column_at(t, bank);
        if (at > t->next_column)
            continue;
        uint64_t rank = column_rank(t, bank);
        if (at == t->next_column && rank >= best)
            continue;
        t->next_column = at;
        t->column = bank;
        best = rank;
    }
}

/* PRE of the open row, or ACT. */
static uint64_t row_command_at(struct rh_grain_lines *t, const struct rh_grain_bank *bank) {
    uint64_t at = rh_grain_later(bank->from, t->row_bus);
    if (bank->open != RH_GRAIN_NO_ROW)
        return rh_grain_later(at, bank->may_pre);
    at = rh_grain_later(at, bank->may_act);
    at = rh_grain_later(at, rh_grain_of(t, bank)->act);
    at = rh_grain_later(at, rh_group_of(t, bank)->act);
    return rh_grain_later(at, t->window[t->window_next]);
}

static uint64_t row_rank(const struct rh_grain_lines *t, const struct rh_grain_bank *bank) {
    if (t->policy == RH_GRAIN_MERGES)
        return bank->first->age;
    return rh_grain_behind(bank->place, t->row_turn, t->setup.geometry.banks);
}

void rh_grain_find_row(struct rh_grain_lines *t) {
    uint64_t best = UINT64_MAX, stuck = t->stuck != NULL ? row_rank(t, t->stuck) : 0;
    t->rows_changed = false;
    t->next_row = UINT64_MAX;
    for (uint64_t rest = t->waits & ~t->hits; rest != 0; rest &= rest - 1) {
        struct rh_grain_bank *bank = &t->bank[rh_grain_first(rest)];
        uint64_t at = row_command_at(t, bank);
        if (at > t->next_row)
            continue;
        uint64_t rank = row_rank(t, bank);
        if (t->stuck != NULL && rank > stuck) {
            at = rh_grain_later(at, t->stuck_until);
            if (at > t->next_row)
                continue;
        }
        if (at == t->next_row && rank >= best)
            continue;
        t->next_row = at;
        t->row = bank;
        best = rank;
    }
}

/* Two rows of one subarray of neighbours that lie side by side, or rows of adjacent subarrays of parts that lie one on
 * the other. */
struct rh_grain_bank *rh_grain_forbids(struct rh_grain_lines *t, const struct rh_grain_bank *bank, uint32_t row,
                                       uint64_t at) {
    const struct rh_geometry *p = &t->setup.geometry;
    unsigned shift = p->row_bits - p->subarray_bits, top = (1U << p->subarray_bits) - 1, parts = 1U << p->part_bits;
    unsigned part = bank->number % parts, subarray = row >> shift;
    uint32_t other;
    if (parts == 1)
        return NULL;
    if (!p->stacked) {
        struct rh_grain_bank *beside = &t->bank[bank->number ^ 1U];
        return rh_grain_row_at(beside, at, &other) && other != row && other >> shift == subarray ? beside : NULL;
    }
    struct rh_grain_bank *below = &t->bank[bank->number - (part != 0)], *above = &t->bank[bank->number + 1U];
    if (subarray == 0 && part != 0 && rh_grain_row_at(below, at, &other) && other >> shift == top)
        return below;
    if (subarray == top && part + 1 != parts && rh_grain_row_at(above, at, &other) && other >> shift == 0)
        return above;
    return NULL;
}
