// SPDX-License-Identifier: Apache-2.0
/** Inside of the judge: command sets, texts, and the rules of tables/rules.def that have code of their own. */
#ifndef RH_JUDGE_RULE_H
#define RH_JUDGE_RULE_H

#include "cmodel/dram/rh_judge_state.h"

enum {
    BIT_ACT,
    BIT_PRE,
    BIT_RD,
    BIT_WR,
    BIT_RDA,
    BIT_WRA,
    BIT_REF_ALL,
    BIT_REF_ONE,
    BIT_RFM_ALL,
    BIT_RFM_ONE,
    BIT_PDE,
    BIT_PDX,
    BIT_SRE,
    BIT_SRX,
    BIT_PRE_IDLE,
    RH_JUDGE_BITS
};

/* Command sets as bits; short names, because the rows of rules.def spell them. */
enum {
    ACT = 1 << BIT_ACT,
    PRE = 1 << BIT_PRE,
    RD = 1 << BIT_RD,
    WR = 1 << BIT_WR,
    RDA = 1 << BIT_RDA,
    WRA = 1 << BIT_WRA,
    REF_ALL = 1 << BIT_REF_ALL,
    REF_ONE = 1 << BIT_REF_ONE,
    RFM_ALL = 1 << BIT_RFM_ALL,
    RFM_ONE = 1 << BIT_RFM_ONE,
    PDE = 1 << BIT_PDE,
    PDX = 1 << BIT_PDX,
    SRE = 1 << BIT_SRE,
    SRX = 1 << BIT_SRX,
    PRE_IDLE = 1 << BIT_PRE_IDLE, /* what a PRE of all banks is to a bank that is closed */
    ANY_PRE = PRE | PRE_IDLE,
    ANY_RD = RD | RDA,
    ANY_WR = WR | WRA,
    ANY_REF = REF_ALL | REF_ONE,
    ANY_RFM = RFM_ALL | RFM_ONE,
    POWER = PDE | PDX | SRE | SRX,
    PINS = POWER & ~SRE, /* what a clock enable says, and no command bus: that of JEDEC's DDR4 */
    ANY_ALL = REF_ALL | RFM_ALL | POWER,
    ANY_ONE = REF_ONE | RFM_ONE,
    REFRESH = ANY_REF | ANY_RFM,
    CLOSED = REFRESH | SRE,
    COLUMN = ANY_RD | ANY_WR,
    EVERY = ACT | ANY_PRE | COLUMN | REFRESH | POWER
};

/* The commands that a rule with code of its own concerns; its function sees no others. */
enum {
    TO_command = EVERY,
    TO_range = EVERY,
    TO_order = EVERY,
    TO_command_bus = EVERY & ~PINS,
    TO_power_down = EVERY,
    TO_act_open = ACT,
    TO_bank_closed = COLUMN,
    TO_wrong_row = COLUMN,
    TO_pre_closed = PRE,
    TO_refresh_open = CLOSED,
    TO_extra_refresh = SRE,
    TO_refresh_kind = ANY_REF,
    TO_refresh_turn = ANY_REF,
    TO_refresh_burst = ANY_REF,
    TO_RAAMMT = ACT,
    TO_subarray = ACT,
    TO_tFAW = ACT,
    TO_data_bus = COLUMN,
    TO_rank_switch = COLUMN,
    TO_refresh_late = EVERY,
    TO_refresh_blocked = ACT | COLUMN
};

/* The scopes of rules.def: the same instance of a row of scopes.def, or another one of the grain. */
enum rh_judge_scope {
#define RH_SCOPE(name, NAME, instances, most, instance, meaning) NAME, OTHER_##NAME,
#include "tables/scopes.def"
    ANY = GRAIN
};

/* Rows of rules.def by number. */
enum rh_judge_row {
#define RH_RULE_CHECK(key, meaning)                               ROW_##key,
#define RH_RULE_CONSTRAINT(key, from, to, scope, clocks, meaning) ROW_##key,
#include "tables/rules.def"
#undef RH_RULE_CHECK
#undef RH_RULE_CONSTRAINT
    RH_JUDGE_ROWS
};

/** Clocks for which a command of that set holds its command bus. */
static inline unsigned rh_judge_bus_clocks(const struct rh_timing *t, unsigned set) {
    unsigned clocks = set == ACT ? t->act_clocks : set & COLUMN ? t->column_clocks : 1;
    return set & PINS ? 0 : clocks > 1 ? clocks : 1;
}
/** Does a command of that set refresh several banks, or move a rank to another state of power? */
static inline bool rh_judge_is_wide(const struct rh_judge *judge, unsigned set) {
    return (set & ANY_ALL) != 0 || ((set & ANY_ONE) != 0 && judge->setup.refresh == RH_REFRESH_SAME_BANK);
}
/* A REF or RFM of several banks touches every instance of a scope; of the scope bank it touches the refreshed banks
 * alone. */
static inline bool rh_judge_touches(const struct rh_judge *j, unsigned scope, const struct rh_judge_item *refresh,
                                    const struct rh_judge_item *other) {
    if (!rh_judge_is_wide(j, refresh->set) || j->rank[refresh->record.bank] != j->rank[other->record.bank])
        return false;
    return scope != RH_SCOPE_bank || rh_judge_refreshes(j, refresh, other->record.bank);
}
static inline bool rh_judge_same_instance(const struct rh_judge *j, unsigned scope, const struct rh_judge_item *a,
                                          const struct rh_judge_item *b) {
    if (j->place[a->record.bank][scope] == j->place[b->record.bank][scope])
        return true;
    return ((a->set | b->set) & (REFRESH | POWER)) != 0 &&
           (rh_judge_touches(j, scope, a, b) || rh_judge_touches(j, scope, b, a));
}
/** Do two commands lie so that a row of that scope concerns them? Two grains share nothing but the buses. */
static inline bool rh_judge_in_scope(const struct rh_judge *j, enum rh_judge_scope scope, const struct rh_judge_item *a,
                                     const struct rh_judge_item *b) {
    bool same = rh_judge_same_instance(j, scope / 2, a, b);
    return scope % 2 ? !same && rh_judge_same_instance(j, RH_SCOPE_grain, a, b) : same;
}
/** Kind of the command at a bit. */
enum rh_judge_kind rh_judge_kind_of(unsigned bit);
/** A command with its set, kind and place. */
struct rh_judge_item rh_judge_read(const struct rh_judge *judge, const struct rh_command_record *command);

/** Text of a broken rule, after its key. */
struct rh_judge_reason {
    char text[256];
    uint64_t earlier; /* as in struct rh_verdict */
};
/** Fill in the text; always true, so that a rule can return it. */
bool rh_judge_say(const struct rh_judge *judge, struct rh_judge_reason *why, const struct rh_judge_item *command,
                  const char *found, const char *expected);
bool rh_judge_say_constraint(const struct rh_judge *judge, struct rh_judge_reason *why,
                             const struct rh_judge_item *from, const struct rh_judge_item *to, uint64_t clocks);

/** rh_judge_broken_<key>: true when the command breaks the rule. */
#define RH_RULE_CHECK(key, meaning)                                                                                    \
    bool rh_judge_broken_##key(struct rh_judge *judge, const struct rh_judge_item *command,                            \
                               struct rh_judge_reason *why);
#define RH_RULE_CONSTRAINT(key, from, to, scope, clocks, meaning)
#include "tables/rules.def"
#undef RH_RULE_CHECK
#undef RH_RULE_CONSTRAINT

#endif
