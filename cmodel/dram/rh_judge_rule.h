// SPDX-License-Identifier: Apache-2.0
/** Inside of the judge: command sets, texts, and the rules of tables/rules.def that have code of their own. */
#ifndef RH_JUDGE_RULE_H
#define RH_JUDGE_RULE_H

#include "rh_judge_state.h"

/* Command sets as bits; short names, because the rows of rules.def spell them. */
enum {
    ACT = 1,
    PRE = 2,
    RD = 4,
    WR = 8,
    RDA = 16,
    WRA = 32,
    REF_ALL = 64,
    REF_ONE = 128,
    ANY_RD = RD | RDA,
    ANY_WR = WR | WRA,
    ANY_REF = REF_ALL | REF_ONE,
    COLUMN = ANY_RD | ANY_WR
};

/** The bit of a command; 0 for what is no command. */
unsigned rh_judge_set(const struct rh_command_record *command);

/** Text of a broken rule, after its key. */
struct rh_judge_reason {
    char text[192];
};
/** Fill in the text; always true, so that a rule can return it. */
bool rh_judge_say(struct rh_judge_reason *why, const struct rh_command_record *command, const char *found,
                  const char *expected);
bool rh_judge_say_gap(struct rh_judge_reason *why, const struct rh_command_record *from,
                      const struct rh_command_record *to, uint64_t gap);

/** rh_judge_broken_<key>: true when the command breaks the rule. */
#define RH_RULE_CHECK(key, meaning)                                                                                    \
    bool rh_judge_broken_##key(struct rh_judge *judge, const struct rh_command_record *command,                        \
                               struct rh_judge_reason *why);
#define RH_RULE_GAP(key, from, to, scope, gap, meaning)
#include "tables/rules.def"
#undef RH_RULE_CHECK
#undef RH_RULE_GAP

#endif
