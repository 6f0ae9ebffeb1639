// SPDX-License-Identifier: Apache-2.0
/** The judge's quick look: does any gap of rules.def reach this command at all?
 *
 * Each command that is taken in sets, for what may follow it, the clocks before which a gap is broken: by its bank, its
 * group, its grain. A command behind all of them keeps every gap, and nobody need look back. One that is not may still
 * be legal (a gap to another group is kept for its own group, too), so it is judged rule by rule, as is every REF.
 */
#ifndef RH_JUDGE_REACH_H
#define RH_JUDGE_REACH_H

#include "cmodel/dram/rh_judge_rule.h"

/* What follows: RDA counts as RD, WRA as WR. */
enum rh_judge_class { RH_JUDGE_ACT, RH_JUDGE_PRE, RH_JUDGE_RD, RH_JUDGE_WR, RH_JUDGE_CLASSES };
enum { RH_JUDGE_CURSORS = 64 };

/* The newest command of a kind that lies at least `gap` clocks back, by its place in all that were recorded. It only
 * moves on. */
struct rh_judge_cursor {
    uint64_t at; /* one behind it */
    uint32_t gap;
    uint8_t kind;
};

/* A gap that a command holds before those that follow, in one row of scopes.def. */
struct rh_judge_hold {
    uint32_t gap;
    uint8_t class, scope;
};

struct rh_judge_reach {
    unsigned seen; /* set of all commands so far */
    unsigned holds[RH_JUDGE_BITS];
    struct rh_judge_hold hold[RH_JUDGE_BITS][RH_JUDGE_CLASSES * RH_SCOPES]; /* those of `gap` that are not 0 */
    uint32_t gap[RH_JUDGE_BITS][RH_JUDGE_CLASSES][RH_SCOPES];
    uint64_t free[RH_JUDGE_CLASSES][RH_SCOPES][RH_JUDGE_BANKS]; /* by instance */
    uint64_t data[RH_JUDGE_BANKS];                              /* end of the last burst, by grain */
    unsigned cursors;
    uint8_t data_cursor[2]; /* of RD, WR */
    struct rh_judge_cursor cursor[RH_JUDGE_CURSORS];
};

/** A gap rule: from these commands to those, in a row of scopes.def (of another instance, too). */
void rh_judge_reach_gap(struct rh_judge_reach *reach, unsigned from, unsigned to, unsigned scope, uint32_t gap);
/** All gaps are known. */
void rh_judge_reach_ready(struct rh_judge_reach *reach);
/** The cursor of a kind and a gap, a new one or one that is there. */
unsigned rh_judge_reach_cursor(struct rh_judge_reach *reach, unsigned kind, uint32_t gap);
/** Every gap rule is kept. */
bool rh_judge_reach_keeps(const struct rh_judge *judge, const struct rh_judge_item *command);
/** A command was taken in. */
void rh_judge_reach_record(struct rh_judge *judge, const struct rh_judge_item *command);
/** The rule data_bus is kept for sure, and counted. */
bool rh_judge_reach_data(struct rh_judge *judge, const struct rh_judge_item *command);

/** The command that a search of the rule would have ended at; NULL when the history has none. */
static inline const struct rh_judge_item *rh_judge_reach_end(struct rh_judge *judge, unsigned cursor, uint64_t cycle) {
    struct rh_judge_cursor *c = &judge->reach->cursor[cursor];
    const struct rh_judge_history *h = &judge->history[c->kind];
    const struct rh_judge_item *items = h->items + h->first;
    if (c->at < h->gone)
        c->at = h->gone;
    while (c->at < h->gone + h->count && items[c->at - h->gone].record.cycle + c->gap <= cycle)
        c->at++;
    return c->at > h->gone ? &items[c->at - h->gone - 1] : NULL;
}

#endif
