// SPDX-License-Identifier: Apache-2.0
/* A command is taken in. Made for each command by itself: what the rows of rules.def say of it is known then. */
#ifndef RH_JUDGE_TAKE_H
#define RH_JUDGE_TAKE_H

#include "cmodel/dram/rh_judge_newest.h"

#define RH_JUDGE_ONE(set) (((set) & ((set)-1)) == 0)
/* Does a row concern a command that the quick look may see? None is seen from the first command of POWER on. */
#define RH_JUDGE_IS_QUICK(from, to) ((((from)&POWER) == 0) && ((to) & (ACT | PRE | COLUMN)) != 0)
#define RH_RULE_CHECK(key, meaning)
#define RH_RULE_CONSTRAINT(key, from, to, scope, clocks, meaning)                                                      \
    _Static_assert(!RH_JUDGE_IS_QUICK(from, to) || RH_JUDGE_ONE(from) || (from) == ANY_RD || (from) == ANY_WR ||       \
                       (from) == COLUMN || (from) == ANY_PRE || (from) == ANY_ONE,                                     \
                   "a set without a number");
#include "tables/rules.def"
#undef RH_RULE_CHECK
#undef RH_RULE_CONSTRAINT

RH_JUDGE_INLINE unsigned rh_judge_number_of(unsigned from) {
    switch (from) {
    case ANY_RD:
        return FROM_ANY_RD;
    case ANY_WR:
        return FROM_ANY_WR;
    case COLUMN:
        return FROM_COLUMN;
    case ANY_PRE:
        return FROM_ANY_PRE;
    case ANY_ONE:
        return FROM_ANY_ONE;
    default:
        return (unsigned)__builtin_ctz(from);
    }
}

/* Flat is a channel of one bank group and one grain or rank: the row looks at what is not there. */
RH_JUDGE_INLINE bool rh_judge_is_void(enum rh_judge_scope scope, bool flat) {
    return flat && scope % 2 && scope != OTHER_BANK;
}

/* The part whose newest command a row of that scope looks at. For another group it is the whole grain. */
RH_JUDGE_INLINE unsigned rh_judge_part_of(enum rh_judge_scope scope, bool flat) {
    return scope % 2 || (flat && scope != BANK) ? (unsigned)RH_SCOPE_grain : scope / 2U;
}

/* It is the newest for every row that counts from it. */
RH_JUDGE_INLINE void rh_judge_put(struct rh_judge_parts part, unsigned set, unsigned scopes, bool flat, int64_t now,
                                  uint64_t next) {
#define RH_RULE_CHECK(key, meaning)
#define RH_RULE_CONSTRAINT(key, from, to, scope, clocks, meaning)                                                      \
    if (RH_JUDGE_IS_QUICK(from, to) && ((from)&set) && (scopes >> rh_judge_part_of(scope, flat) & 1U) &&               \
        !rh_judge_is_void(scope, flat))                                                                                \
        part.of[rh_judge_part_of(scope, flat)]->last[rh_judge_number_of(from)] = (struct rh_judge_last){now, next};
#include "tables/rules.def"
#undef RH_RULE_CHECK
#undef RH_RULE_CONSTRAINT
}

/* The bus may still be held. Held twice, it is searched for commands of the other bus, too: they count who holds it. */
RH_JUDGE_INLINE void rh_judge_hold_bus(struct rh_judge_newest *q, unsigned bus, int64_t now, int64_t until) {
    bool twice = q->bus[bus] > now;
    if (until > q->bus[bus])
        q->bus[bus] = until;
    if (twice && q->bus[bus] > q->bus[!bus])
        q->bus[!bus] = q->bus[bus];
}

RH_JUDGE_INLINE void rh_judge_take_activate(struct rh_judge_newest *q, unsigned rank, int64_t now) {
    struct rh_judge_window *w = &q->window[rank];
    unsigned next = w->next;
    w->cycle[next] = now;
    w->next = next + 1 < q->activates ? next + 1 : 0;
}

/* `free`: its data bus is. */
RH_JUDGE_INLINE void rh_judge_take_column(const struct rh_judge *j, struct rh_judge_newest *q, unsigned b, bool write,
                                          bool flat, bool free, int64_t now) {
    const struct rh_judge_bank *bank = &q->bank[b];
    int64_t end = now + q->behind[write], *data = &q->data[flat ? 0 : bank->bus];
    *data = free || end > *data ? end : *data;
    for (unsigned rank = 0; !flat && j->ranks > 1 && rank < j->ranks; rank++)
        if (rank != bank->rank && end + j->setup.timing.tRTRS > q->others[rank])
            q->others[rank] = end + j->setup.timing.tRTRS;
}

#endif
