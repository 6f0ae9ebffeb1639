// SPDX-License-Identifier: Apache-2.0
#include "cmodel/controller/rh_page_policy.h"

#include "cmodel/controller/rh_age_queue.h"

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

static bool has_hit(const struct rh_age_queue *q, unsigned bank) {
    return (q->in_bank[bank] & q->hit) != 0;
}

/* While the oldest entry goes alone, nothing is closed for anybody else. Behind an ACT the row's hits may not be found
 * yet; but then the bank has not timed out, for its PRE has made it forget. */
rh_bank_set rh_page_policy_idle(const struct rh_age_queue *q, const struct rh_bank_array *array) {
    rh_bank_set idle = 0;
    if (q->starvation)
        return 0;
    for (rh_bank_set rest = q->page.timed_out & array->open; rest; rest &= rest - 1)
        if (!has_hit(q, rh_first_from(rest, 0)))
            idle |= rest & (~rest + 1);
    return idle;
}

/* Is the column command the last hit of its row? */
static bool is_last_hit(const struct rh_age_queue *q, const struct rh_choice *choice) {
    rh_wide others = q->in_bank[choice->column_bank] & q->hit & ~rh_wide_bit(choice->column_entry);
    return choice->column && choice->last && !others;
}

void rh_page_policy_choose(const struct rh_age_queue *q, const struct rh_bank_array *array, rh_bank_set idle,
                           struct rh_choice *choice) {
    if (is_last_hit(q, choice))
        choice->close = choice->page == RH_PAGE_CLOSED ||
                        (choice->page == RH_PAGE_ADAPTIVE && q->page.tendency[choice->column_bank] >= CLOSE);
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

static void advance_column(struct rh_age_queue *q, const struct rh_constraints *constraints,
                           const struct rh_choice *choice) {
    struct rh_page_policy *p = &q->page;
    unsigned b = choice->column_bank;
    judge(p, b, false); /* a row that was left open has had a further hit */
    if (constraints->page == RH_PAGE_TIMEOUT) {
        p->idle_left[b] = (uint16_t)constraints->page_timeout;
        p->timed_out &= ~rh_bit(b);
        p->timed_out |= constraints->page_timeout == 0 ? rh_bit(b) : 0;
    }
    if (constraints->page == RH_PAGE_ADAPTIVE && is_last_hit(q, choice))
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

rh_bank_set rh_page_policy_advance(struct rh_age_queue *q, const struct rh_geometry *geometry,
                                   const struct rh_constraints *constraints, const struct rh_edge *edge) {
    rh_bank_set banks = rh_page_policy_pass(q, geometry, 1);
    if (edge->choice->column)
        advance_column(q, constraints, edge->choice);
    advance_row(&q->page, edge);
    return banks;
}

uint64_t rh_page_policy_still(const struct rh_age_queue *q, const struct rh_geometry *geometry) {
    uint64_t clocks = UINT64_MAX;
    for (unsigned b = 0; b < geometry->banks; b++)
        if (q->page.idle_left[b] && q->page.idle_left[b] < clocks && !has_hit(q, b))
            clocks = q->page.idle_left[b];
    return clocks;
}

rh_bank_set rh_page_policy_pass(struct rh_age_queue *q, const struct rh_geometry *geometry, uint64_t clocks) {
    struct rh_page_policy *p = &q->page;
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
