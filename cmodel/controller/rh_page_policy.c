// SPDX-License-Identifier: Apache-2.0
#include "cmodel/controller/rh_page_policy.h"

#include <string.h>

enum { MOST = 3, CLOSE = 2 }; /* of a counter: the greatest value, and the least that closes */

void rh_page_policy_list(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_geometry *p = params;
#define ROW(m, count, width) RH_ROW(struct rh_page_policy, m, count, width, NULL)
    ROW(idle_left, p->closes != 0 ? p->banks : 0, 16);
    ROW(timed_out, p->closes != 0 ? 1 : 0, p->banks);
    ROW(tendency, p->closes != 0 ? p->banks : 0, 2);
    ROW(unjudged, p->closes != 0 ? 1 : 0, p->banks);
#undef ROW
}

/* A row that was closed is compared with the next one. */
static void live_rows(const void *part, const void *params, uint64_t *mask) {
    const struct rh_paged *s = part;
    (void)params;
    mask[0] = s->backend.array.open | s->page.unjudged;
}

void rh_paged_backend_list(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_geometry *geometry = params;
    rh_backend_list(layout, base + offsetof(struct rh_paged, backend), params);
    for (unsigned i = 0; geometry->closes && i < layout->count; i++)
        if (strcmp(layout->fields[i].name, "open_row") == 0) {
            layout->fields[i].live = live_rows;
            layout->fields[i].part = (uint32_t)base;
        }
}

void rh_page_policy_choose(const struct rh_paged *s, rh_bank_set idle, struct rh_choice *choice) {
    const struct rh_bank_array *array = &s->backend.array;
    if (choice->last_hit)
        choice->close = choice->page == RH_PAGE_CLOSED ||
                        (choice->page == RH_PAGE_ADAPTIVE && s->page.tendency[choice->column_bank] >= CLOSE);
    if (choice->row) {
        choice->reopens =
            !rh_bank_array_is_open(array, choice->row_bank) && array->open_row[choice->row_bank] == choice->row_number;
    } else if (idle) {
        choice->row = choice->idle = true;
        choice->row_bank = (uint8_t)rh_first_from(idle, 0);
    }
}

/* The bank's last decision was right or wrong. */
static void judge(struct rh_page_policy *p, unsigned bank, bool should_close) {
    uint8_t *counter = &p->tendency[bank];
    if (!(p->unjudged >> bank & 1))
        return;
    if (should_close && *counter < MOST)
        ++*counter;
    if (!should_close && *counter > 0)
        --*counter;
    p->unjudged &= ~rh_bit(bank);
}

static void advance_column(struct rh_page_policy *p, const struct rh_constraints *constraints,
                           const struct rh_choice *choice) {
    unsigned b = choice->column_bank;
    judge(p, b, false); /* a row that was left open has had a further hit */
    if (constraints->page == RH_PAGE_TIMEOUT) {
        p->idle_left[b] = (uint16_t)constraints->page_timeout;
        p->timed_out &= ~rh_bit(b);
        p->timed_out |= constraints->page_timeout == 0 ? rh_bit(b) : 0;
    }
    if (constraints->page == RH_PAGE_ADAPTIVE && choice->last_hit)
        p->unjudged |= rh_bit(b);
}

/* A PRE for refresh, for a neighbour's row or of an idle bank does not say whether the row should have been closed. */
static void advance_row(struct rh_page_policy *p, const struct rh_edge *edge) {
    unsigned b = edge->row.bank;
    if (edge->row.cmd == RH_ACT) {
        judge(p, b, !edge->choice->reopens);
    } else if (edge->row.cmd == RH_PRE) {
        if (edge->row.taken && !edge->choice->idle)
            judge(p, b, true);
        p->unjudged &= ~rh_bit(b);
        p->timed_out &= ~rh_bit(b);
        p->idle_left[b] = 0;
    }
}

rh_bank_set rh_page_policy_advance(struct rh_page_policy *p, const struct rh_geometry *geometry,
                                   const struct rh_constraints *constraints, const struct rh_edge *edge) {
    rh_bank_set banks = rh_page_policy_pass(p, geometry, 1);
    if (edge->choice->column)
        advance_column(p, constraints, edge->choice);
    advance_row(p, edge);
    return banks;
}

uint64_t rh_page_policy_still(const struct rh_page_policy *p, const struct rh_geometry *geometry) {
    uint64_t clocks = UINT64_MAX;
    for (unsigned b = 0; b < geometry->banks; b++)
        if (p->idle_left[b] && p->idle_left[b] < clocks)
            clocks = p->idle_left[b];
    return clocks;
}

rh_bank_set rh_page_policy_pass(struct rh_page_policy *p, const struct rh_geometry *geometry, uint64_t clocks) {
    rh_bank_set banks = 0;
    for (unsigned b = 0; b < geometry->banks; b++) {
        if (!p->idle_left[b])
            continue;
        p->idle_left[b] = (uint16_t)(p->idle_left[b] > clocks ? p->idle_left[b] - clocks : 0);
        banks |= p->idle_left[b] == 0 ? rh_bit(b) : 0;
    }
    p->timed_out |= banks;
    return banks;
}
