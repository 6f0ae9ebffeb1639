// SPDX-License-Identifier: Apache-2.0
#include "cmodel/analytic/rh_timeline_ledger.h"

#include "cmodel/analytic/rh_timeline_queue.h"

enum { NONE = RH_TIMELINE_NONE };

static uint64_t later(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

/* Is bank `a` before `b`, where the turn is at `turn`? */
static bool turns_first(unsigned a, unsigned b, unsigned turn) {
    return (a < turn) == (b < turn) ? a < b : b < turn;
}

/* The bank of the request that the policy ranks first. */
static unsigned ranked_first(const struct rh_timeline *t) {
    const struct rh_timeline_policy *policy = t->setup.policy;
    if (policy->one_at_a_time)
        return t->order[t->first % RH_TIMELINE_ENTRIES];
    uint64_t left = policy->banked && t->hit_banks != 0 ? t->hit_banks : t->hit_banks | t->turn_banks;
    unsigned turn = t->hit_banks != 0 ? t->column_turn : t->row_turn, best = RH_MAX_BANKS, most = 0;
    uint64_t oldest = UINT64_MAX;
    for (; left != 0; left &= left - 1) {
        unsigned b = (unsigned)__builtin_ctzll(left);
        const struct rh_timeline_run *run = &t->run[rh_timeline_queue_pick(t, b)];
        uint64_t enter = t->request[run->oldest].enter;
        unsigned count = policy->most_pending ? run->count : 0;
        bool first = policy->banked ? best == RH_MAX_BANKS || turns_first(b, best, turn)
                                    : count > most || (count == most && enter < oldest);
        if (best != RH_MAX_BANKS && !first)
            continue;
        best = b;
        most = count;
        oldest = enter;
    }
    return best;
}

/* The clocks from `part` to the end are for `cause`; the end moves there. */
static void book(struct rh_timeline *t, uint64_t part, uint64_t from, uint64_t *to, unsigned cause) {
    part = later(part, from);
    if (*to <= part)
        return;
    t->stats.stall_cycles[cause] += *to - part;
    *to = part;
}

void rh_timeline_blame(struct rh_timeline *t, uint64_t to) {
    uint64_t from = later(t->booked, t->busy);
    if (to <= from)
        return;
    const struct rh_timeline_bank *bank = &t->bank[ranked_first(t)];
    const struct rh_gaps *gaps = &t->setup.gaps;
    uint16_t run = rh_timeline_queue_pick(t, (unsigned)(bank - t->bank));
    if (bank->phase == RH_TIMELINE_HIT && run != bank->hits) { /* others hit the row that is to close */
        book(t, bank->may_pre, from, &to, RH_CAUSE_POLICY);
        book(t, from, from, &to, bank->pre_why);
        return;
    }
    if (bank->phase == RH_TIMELINE_HIT) {
        bool write = t->request[t->run[run].oldest].write;
        uint64_t row = bank->act + (write ? gaps->rcd_wr : gaps->rcd_rd);
        uint64_t turned = write ? t->turned[1] : later(t->turned[0], t->group_turned[bank->group]);
        book(t, later(row, turned), from, &to, RH_CAUSE_TCCD);
        book(t, later(bank->act, turned), from, &to, RH_CAUSE_TRCD);
        book(t, bank->act, from, &to, RH_CAUSE_TURNAROUND);
    } else
        book(t, bank->ready, from, &to, RH_CAUSE_TRRD);
    book(t, bank->pre + gaps->rp, from, &to, bank->act_why);
    book(t, bank->pre, from, &to, RH_CAUSE_TRP);
    book(t, from, from, &to, bank->open_why);
}
