// SPDX-License-Identifier: Apache-2.0
// The quick query at each command, with and without other bank groups, grains, ranks and buses beside its own.
#include "cmodel/dram/rh_judge_take.h"

/* Each rule with code of its own has its place in `keeps` or in what it calls: a new one, too. */
enum {
#define RH_RULE_CHECK(key, meaning) +1
#define RH_RULE_CONSTRAINT(key, from, to, scope, clocks, meaning)
    CHECKS = 0
#include "tables/rules.def"
#undef RH_RULE_CHECK
#undef RH_RULE_CONSTRAINT
};
_Static_assert(CHECKS == 21, "a rule with code of its own was added: has it a place in this query?");

RH_JUDGE_INLINE unsigned kind_of(unsigned set) {
    return set & ACT ? RH_JUDGE_ACTS : set & ANY_PRE ? RH_JUDGE_PRES : set & COLUMN ? RH_JUDGE_COLUMNS : RH_JUDGE_REFS;
}

static __attribute__((noinline)) bool concerns_wide(const struct rh_judge *j, enum rh_judge_scope scope,
                                                    const struct rh_judge_item *old,
                                                    const struct rh_command_record *c) {
    const struct rh_judge_item item = rh_judge_read(j, c);
    return rh_judge_in_scope(j, scope, old, &item);
}

/* The newest of its set is what a search of the row would have ended at: is it one that the row concerns? It lies in
 * the part that the row looks at; a REF of several banks perhaps does not. */
RH_JUDGE_INLINE bool concerns(const struct rh_judge *j, unsigned from, enum rh_judge_scope scope,
                              const struct rh_judge_item *old, const struct rh_command_record *c) {
    if ((from & ANY_ALL) || ((from & ANY_ONE) && j->setup.refresh == RH_REFRESH_SAME_BANK)) {
        if (scope == OTHER_BANK && !(from & ANY_ALL))
            return old->record.bank % j->one_bank != c->bank % j->one_bank;
        return scope == BANK || concerns_wide(j, scope, old, c);
    }
    return scope % 2 == 0 || j->place[old->record.bank][scope / 2] != j->place[c->bank][scope / 2];
}

/* The command lies the row's clocks behind the newest of the set. A search goes back through all commands of that kind,
 * to the first that lies so far back, and counts it if the row concerns it. */
RH_JUDGE_INLINE bool keeps_constraint(const struct rh_judge *j, const struct rh_command_record *c,
                                      struct rh_judge_parts part, unsigned row, unsigned from,
                                      enum rh_judge_scope scope, bool flat, uint64_t *checks) {
    const struct rh_judge_history *h = &j->history[kind_of(from)];
    const struct rh_judge_last *last = &part.of[rh_judge_part_of(scope, flat)]->last[rh_judge_number_of(from)];
    int64_t limit = (int64_t)c->cycle - j->newest->clocks[row];
    if (last->cycle > limit)
        return false;
    if (last->cycle < h->oldest)
        return true;
    if (flat && scope != BANK && (from == ACT || from == COLUMN)) { /* the newest of its kind */
        ++*checks;
        return true;
    }
    *checks += (uint64_t)limit < rh_judge_item_at(h, last->next)->record.cycle &&
               concerns(j, from, scope, rh_judge_item_at(h, last->next - 1), c);
    return true;
}

/* Commands that many streams do not have. */
enum { SELDOM = RDA | WRA | REFRESH };

/* The rows that count from these commands, or from others. */
RH_JUDGE_INLINE bool keeps_constraints(const struct rh_judge *j, const struct rh_command_record *c,
                                       struct rh_judge_parts part, unsigned set, bool seldom, bool flat,
                                       uint64_t *checks) {
#define RH_RULE_CHECK(key, meaning)
#define RH_RULE_CONSTRAINT(key, from, to, scope, clocks, meaning)                                                      \
    if (((to)&set) && RH_JUDGE_IS_QUICK(from, to) && (((from) & ~SELDOM) == 0) == seldom &&                            \
        !rh_judge_is_void(scope, flat) &&                                                                              \
        (((scope) % 2 == 0 && !seldom && (from) != ANY_PRE) || j->newest->live[ROW_##key]) &&                          \
        !keeps_constraint(j, c, part, ROW_##key, from, scope, flat, checks))                                           \
        return false;
#include "tables/rules.def"
#undef RH_RULE_CHECK
#undef RH_RULE_CONSTRAINT
    return true;
}

static __attribute__((noinline)) bool keeps_subarray(struct rh_judge *j, const struct rh_command_record *c,
                                                     uint64_t *checks) {
    const struct rh_judge_item item = rh_judge_read(j, c);
    struct rh_judge_reason why;
    uint64_t before = j->checks;
    bool broken = rh_judge_broken_subarray(j, &item, &why);
    *checks += j->checks - before;
    j->checks = before;
    return !broken;
}

/* A search of the rule data_bus looks at each burst from the newest on, and ends at the first that is over. */
RH_JUDGE_INLINE uint64_t count_bursts(const struct rh_judge *j, bool write, int64_t now) {
    struct rh_judge_newest *q = j->newest;
    const struct rh_judge_history *h = &j->history[RH_JUDGE_COLUMNS];
    int64_t limit = now - q->data_back[write];
    if (h->oldest <= now - q->data_alone[write]) /* the newest one is over */
        return 1;
    uint64_t at = q->data_at[write] > h->first ? q->data_at[write] : h->first;
    while ((int64_t)rh_judge_item_at(h, at)->record.cycle <= limit)
        at++;
    q->data_at[write] = at;
    return h->end - at + (at > h->first && (int64_t)rh_judge_item_at(h, at - 1)->record.cycle >= h->oldest);
}

/* The rules of rows, columns and the data bus. */
RH_JUDGE_INLINE bool keeps_column(struct rh_judge *j, const struct rh_command_record *c, bool write, bool flat,
                                  uint64_t *checks) {
    struct rh_judge_newest *q = j->newest;
    const struct rh_judge_history *h = &j->history[RH_JUDGE_COLUMNS];
    const struct rh_judge_bank *bank = &q->bank[c->bank];
    int64_t now = (int64_t)c->cycle, first = now + q->first_beat[write];
    bool known = c->row != RH_ROW_UNKNOWN;
    if (known && c->row != j->open_row[c->bank])
        return false;
    *checks += known;
    if (c->column >= j->setup.columns || first < q->data[flat ? 0 : bank->bus])
        return false;
    if (!flat && j->ranks > 1) {
        if (first < q->others[bank->rank])
            return false;
        *checks += h->end - h->first - j->in_rank[bank->rank];
    }
    *checks += count_bursts(j, write, now);
    return true;
}

/* The rules of rows and tFAW. */
RH_JUDGE_INLINE bool keeps_activate(struct rh_judge *j, const struct rh_command_record *c, unsigned rank, bool flat,
                                    uint64_t *checks) {
    const struct rh_judge_window *w = &j->newest->window[rank];
    int64_t first = w->cycle[w->next];
    if (rh_judge_is_managed(j) && j->raa[c->bank] >= j->setup.timing.RAAMMT)
        return false;
    if (c->row >= j->setup.rows || first > (int64_t)c->cycle - j->setup.timing.tFAW)
        return false;
    *checks += first >= j->history[RH_JUDGE_ACTS].oldest;
    return flat || j->setup.subarray_group_bits == 0 || keeps_subarray(j, c, checks);
}

/* `bit`: the command; `which`: its code. */
RH_JUDGE_INLINE bool keeps(struct rh_judge *j, const struct rh_command_record *c, unsigned bit, enum rh_command which,
                           bool flat) {
    const unsigned set = 1U << bit, kind = kind_of(set), b = c->bank;
    const bool write = (set & ANY_WR) != 0;
    struct rh_judge_newest *q = j->newest;
    const int64_t now = (int64_t)c->cycle;
    unsigned own = flat || (set & COLUMN) == 0 ? 0 : q->column_bus, other = set & COLUMN ? 0 : q->column_bus;
    uint64_t checks = q->always[bit];
    if (q->bus[own] > now || j->open[b] == (set == ACT) || (set == PRE && c->all))
        return false;
    checks += !flat && q->bus[other] > now;
    const struct rh_judge_parts part = q->bank[b].part;
    const unsigned rank = flat ? 0 : q->bank[b].rank;
    if ((set == ACT && !keeps_activate(j, c, rank, flat, &checks)) ||
        ((set & COLUMN) && !keeps_column(j, c, write, flat, &checks)) ||
        !keeps_constraints(j, c, part, set, false, flat, &checks) ||
        ((q->seen & SELDOM) && !keeps_constraints(j, c, part, set, true, flat, &checks)))
        return false;
    rh_judge_append(j, c, set, bit, kind, !flat && j->ranks > 1);
    rh_judge_put(part, set, ~0U, flat, now, j->history[kind].end);
    q->bus[own] = now + rh_judge_bus_clocks(&j->setup.timing, set);
    if (set == ACT)
        rh_judge_take_activate(q, rank, now);
    if (set & COLUMN)
        rh_judge_take_column(j, q, b, write, flat, true, now);
    rh_judge_take_in(j, c, which, !flat && j->setup.subarray_group_bits != 0);
    j->last_cycle = (uint64_t)now;
    j->checks += checks;
    j->commands++;
    return true;
}

/* One query for each command. */
#define QUERY(name, query, flat)                                                                                       \
    static bool query_##name(struct rh_judge *j, const struct rh_command_record *c) {                                  \
        return keeps(j, c, BIT_##query, RH_##query, flat);                                                             \
    }
#define QUERIES(query) QUERY(query, query, false) QUERY(flat_##query, query, true)
QUERIES(ACT)
QUERIES(PRE)
QUERIES(RD)
QUERIES(WR)
QUERIES(RDA)
QUERIES(WRA)

rh_judge_query *rh_judge_query_at(bool flat, unsigned command) {
#define BOTH(query) [RH_##query] = { query_##query, query_flat_##query }
    static rh_judge_query *const queries[RH_FOREIGN_COMMANDS][2] = {BOTH(ACT), BOTH(PRE), BOTH(RD),
                                                                    BOTH(WR),  BOTH(RDA), BOTH(WRA)};
    return queries[command][flat];
}
