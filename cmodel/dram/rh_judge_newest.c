// SPDX-License-Identifier: Apache-2.0
// The memory of the quick look, and how it is kept up to date.
#include <stdlib.h>

#include "cmodel/dram/rh_judge_take.h"

/* Clocks beyond are judged rule by rule: sums of them might not fit. */
static const uint64_t far = UINT64_C(1) << 62;

/* A REF of several banks lies in every part of its rank, but of banks only in its own. */
static void put_refresh(struct rh_judge *j, const struct rh_judge_item *c, uint64_t next) {
    enum { ALL_SCOPES = (1U << RH_SCOPES) - 1U };
    struct rh_judge_newest *q = j->newest;
    for (unsigned bank = 0; bank < j->setup.banks; bank++) {
        bool own = rh_judge_refreshes(j, c, bank);
        if (rh_judge_is_wide(j, c->set) ? j->rank[bank] == j->rank[c->record.bank] : bank == c->record.bank)
            rh_judge_put(q->bank[bank].part, c->set, own ? ALL_SCOPES : ALL_SCOPES & ~(1U << RH_SCOPE_bank), false,
                         (int64_t)c->record.cycle, next);
    }
}

/* The clocks in which refreshes fall due and are late, as rh_judge_refreshes_waiting and _missing say. */
static void set_deadlines(struct rh_judge *j) {
    struct rh_judge_newest *q = j->newest;
    uint64_t next = j->refreshed + j->forgiven + 1 + j->setup.postponed;
    bool near = j->interval != 0 && next <= far / j->interval && j->since < far;
    uint64_t due = near ? rh_judge_refresh_due(j) : far;
    q->quiet = due < far ? due : far;
    q->late = due + j->grace + 1 < far ? due + j->grace + 1 : far;
}

static void take(struct rh_judge *j, const struct rh_judge_item *item) {
    struct rh_judge_newest *q = j->newest;
    const struct rh_command_record *c = &item->record;
    const unsigned set = item->set;
    const int64_t now = (int64_t)c->cycle;
    rh_judge_append(j, c, set, item->bit, item->kind, j->ranks > 1);
    if (!(set & PINS))
        rh_judge_hold_bus(q, set & COLUMN ? q->column_bus : 0, now, now + rh_judge_bus_clocks(&j->setup.timing, set));
    rh_judge_take_in(j, c, (enum rh_command)c->command, j->setup.subarray_group_bits != 0);
    j->last_cycle = c->cycle;
    if (set & (REFRESH | POWER))
        put_refresh(j, item, j->history[RH_JUDGE_REFS].end);
    else
        rh_judge_put(q->bank[c->bank].part, set, ~0U, false, now, j->history[item->kind].end);
    if (set == ACT)
        rh_judge_take_activate(q, j->rank[c->bank], now);
    if (set & COLUMN)
        rh_judge_take_column(j, q, c->bank, (set & ANY_WR) != 0, false, false, now);
}

/* A row that counts from it concerns somebody. */
static void set_live(struct rh_judge *j, unsigned set, unsigned command) {
    struct rh_judge_newest *q = j->newest;
    q->seen |= set;
    if (!j->plain && set != PRE_IDLE) /* the first PRE is still to be searched */
        j->query[command] = rh_judge_query_at(q->flat, command);
#define RH_RULE_CHECK(key, meaning)
#define RH_RULE_CONSTRAINT(key, from, to, scope, clocks, meaning)                                                      \
    q->live[ROW_##key] = q->planned[ROW_##key] && (q->seen & (from));
#include "tables/rules.def"
#undef RH_RULE_CHECK
#undef RH_RULE_CONSTRAINT
}

void rh_judge_record(struct rh_judge *j, const struct rh_judge_item *item) {
    const struct rh_command_record *c = &item->record;
    /* Missing refreshes were reported before. A late REF is one of those, unless a later refresh is due; those behind
     * it are counted from it, so that one gap is reported once, however long it is. */
    uint64_t missing = rh_judge_refreshes_missing(j, c->cycle);
    bool late =
        c->command == RH_REF && missing > 0 && rh_judge_refreshes_waiting(j, c->cycle) + j->setup.postponed <= missing;
    j->forgiven += late ? missing - 1 : missing;
    j->since += late ? c->cycle - rh_judge_refresh_due(j) : 0;
    take(j, item);
    if (item->set & ~j->newest->seen)
        set_live(j, item->set, c->command);
    set_deadlines(j);
}

void rh_judge_newest_move(struct rh_judge *j) {
    struct rh_judge_history *refs = &j->history[RH_JUDGE_REFS];
    for (uint64_t place = refs->first; place < refs->end; place++)
        put_refresh(j, rh_judge_item_at(refs, place), place + 1);
    if (refs->first < refs->end)
        refs->oldest = (int64_t)(rh_judge_item_at(refs, refs->end - 1)->record.cycle - refs->horizon);
    j->newest->bus[0] = (int64_t)j->last_cycle + 1;
    set_deadlines(j);
}

void rh_judge_newest_begin(struct rh_judge *j) {
    struct rh_judge_newest *q = j->newest;
    for (unsigned write = 0; write < 2; write++)
        q->data_alone[write] = q->data_back[write] + (int64_t)j->history[RH_JUDGE_COLUMNS].horizon;
    set_deadlines(j);
}

void rh_judge_newest_constraint(struct rh_judge_newest *newest, unsigned row, uint32_t clocks) {
    newest->planned[row] = true;
    newest->clocks[row] = clocks;
}

/* Checks that every command of a kind makes: the command bus, its bank, that refreshes are in time and not due. */
static void count_always(const struct rh_judge *j, uint64_t always[RH_JUDGE_BITS]) {
    bool refreshes = j->setup.refresh != RH_REFRESH_OFF;
    for (unsigned bit = 0; bit < RH_JUDGE_BITS; bit++)
        always[bit] = 2 + refreshes * (1U << bit & ANY_PRE ? 1U : 2U) + (bit == BIT_ACT && rh_judge_is_managed(j)) +
                      rh_judge_has_power_down(j);
}

static unsigned instances(const struct rh_judge *j, unsigned scope) {
    return j->place[j->setup.banks - 1][scope] + 1U;
}

/* In a flat channel the one group and the one grain are the same part. */
static void lay_out(const struct rh_judge *j, struct rh_judge_newest *q, size_t parts) {
    struct rh_judge_part *of_scope = q->part;
    for (unsigned scope = 0; scope < RH_SCOPES; scope++) {
        for (unsigned bank = 0; bank < j->setup.banks; bank++)
            q->bank[bank].part.of[scope] = of_scope + j->place[bank][scope];
        if (!q->flat || scope == RH_SCOPE_bank)
            of_scope += instances(j, scope);
    }
    for (unsigned bank = 0; bank < j->setup.banks; bank++) {
        q->bank[bank].rank = j->rank[bank];
        q->bank[bank].bus = j->setup.grain_bits == 0 ? 0 : j->place[bank][RH_SCOPE_grain];
    }
    for (size_t part = 0; part < parts; part++)
        for (unsigned from = 0; from < RH_JUDGE_FROMS; from++)
            q->part[part].last[from].cycle = RH_JUDGE_LONG_AGO;
    for (unsigned rank = 0; rank < j->ranks; rank++)
        for (unsigned i = 0; i < RH_JUDGE_WINDOW; i++)
            q->window[rank].cycle[i] = RH_JUDGE_LONG_AGO;
}

struct rh_judge_newest *rh_judge_newest_open(struct rh_judge *j) {
    const struct rh_timing *t = &j->setup.timing;
    size_t parts = 0;
    for (unsigned scope = 0; scope < RH_SCOPES; scope++)
        parts += instances(j, scope);
    struct rh_judge_newest *q = calloc(1, sizeof *q + parts * sizeof q->part[0]);
    if (q == NULL)
        return NULL;
    q->column_bus = j->setup.buses >= 2;
    q->flat = q->column_bus == 0 && j->ranks == 1 && j->setup.subarray_group_bits == 0 &&
              parts == j->setup.banks + RH_SCOPES - 1U;
    lay_out(j, q, parts);
    count_always(j, q->always);
    q->first_beat[0] = t->CL;
    q->first_beat[1] = t->WL;
    for (unsigned write = 0; write < 2; write++) {
        q->behind[write] = q->first_beat[write] + t->tBURST;
        q->data_back[write] = (t->CL > t->WL ? t->CL : t->WL) + t->tBURST - q->first_beat[write];
    }
    q->activates = t->activates;
    if (t->activates == 0 || t->activates > RH_JUDGE_WINDOW) { /* no preset has none, or as many */
        j->plain = true;
        q->activates = 0;
    }
    return q;
}

void rh_judge_newest_close(struct rh_judge_newest *newest) {
    free(newest);
}
