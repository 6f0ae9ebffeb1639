// SPDX-License-Identifier: Apache-2.0
// The judge: every rule of tables/rules.def over every remembered command, for each new one. Nothing here comes from
// the gaps or the timers of the controllers.
#include "rowhold/rh_judge.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rh_judge_rule.h"

typedef struct rh_command_record record;

enum scope { BANK, GROUP, OTHER_GROUP, ANY };

static bool in_scope(const struct rh_judge *j, enum scope scope, const record *a, const record *b) {
    unsigned size = (unsigned)j->setup.banks / j->setup.groups;
    bool group = a->bank / size == b->bank / size;
    switch (scope) {
    case BANK:
        return a->bank == b->bank || rh_judge_set(a) == REF_ALL || rh_judge_set(b) == REF_ALL;
    case GROUP:
        return group;
    case OTHER_GROUP:
        return !group;
    case ANY:
        break;
    }
    return true;
}

struct rule {
    const char *key;
    bool (*broken)(struct rh_judge *judge, const record *command, struct rh_judge_reason *why); /* NULL: a gap */
    unsigned from, to;
    enum scope scope;
    uint32_t (*gap)(const struct rh_timing *t);
};

/* One function a gap row, so that the row's expression stands in JEDEC values. */
#define RH_RULE_CHECK(key, meaning)
#define RH_RULE_GAP(key, from, to, scope, sum, meaning)                                                                \
    static uint32_t gap_##key(const struct rh_timing *t) {                                                             \
        return (uint32_t)(sum);                                                                                        \
    }
#include "tables/rules.def"
#undef RH_RULE_CHECK
#undef RH_RULE_GAP

#define RH_RULE_CHECK(key, meaning)                     {#key, rh_judge_broken_##key, 0, 0, ANY, NULL},
#define RH_RULE_GAP(key, from, to, scope, sum, meaning) {#key, NULL, from, to, scope, gap_##key},
static const struct rule rules[] = {
#include "tables/rules.def"
};
#undef RH_RULE_CHECK
#undef RH_RULE_GAP
enum {
    RULES = sizeof rules / sizeof rules[0],
    ENTRY_RULES = 3 /* a command that breaks one of these is not taken in */
};

static bool broken_gap(struct rh_judge *j, const struct rule *rule, const struct rh_judge_history *h, const record *c,
                       struct rh_judge_reason *why) {
    uint64_t gap = rule->gap(&j->setup.timing);
    for (size_t i = h->count; i-- > 0;) {
        const record *old = &h->commands[h->first + i];
        if (!(rule->from & rh_judge_set(old)) || !in_scope(j, rule->scope, old, c))
            continue;
        j->checks++;
        if (c->cycle - old->cycle < gap)
            return rh_judge_say_gap(why, old, c, gap);
    }
    return false;
}

static bool broken(struct rh_judge *j, const struct rule *rule, const record *c, struct rh_judge_reason *why) {
    if (rule->broken != NULL)
        return rule->broken(j, c, why);
    if (!(rule->to & rh_judge_set(c)))
        return false;
    return broken_gap(j, rule, (rule->from & ANY_REF) ? &j->refreshes : &j->recent, c, why);
}

static void convict(const struct rule *rule, const record *c, const struct rh_judge_reason *why,
                    struct rh_verdict *first) {
    if (first == NULL)
        return;
    first->rule = rule->key;
    first->command = *c;
    (void)snprintf(first->text, sizeof first->text, "%s: %s", rule->key, why->text);
}

/* What no memory could hold can't be judged: say so rather than pass it. */
static unsigned convict_memory(const record *c, struct rh_verdict *first) {
    if (first != NULL) {
        first->rule = "memory";
        first->command = *c;
        (void)snprintf(first->text, sizeof first->text, "memory: the history of commands does not fit");
    }
    return 1;
}

unsigned rh_judge_command(struct rh_judge *j, const record *c, struct rh_verdict *first) {
    unsigned count = 0;
    j->commands++;
    if (c->cycle >= j->last_cycle) {
        rh_judge_history_age(&j->recent, c->cycle);
        rh_judge_history_age(&j->refreshes, c->cycle);
    }
    for (unsigned i = 0; i < RULES; i++) {
        struct rh_judge_reason why = {""};
        if (i == ENTRY_RULES && count > 0)
            return count;
        if (broken(j, &rules[i], c, &why) && count++ == 0)
            convict(&rules[i], c, &why, first);
    }
    rh_judge_record(j, c);
    if (j->recent.lost || j->refreshes.lost)
        return count > 0 ? count : convict_memory(c, first);
    return count;
}

unsigned rh_judge_finish(struct rh_judge *j, uint64_t cycle, struct rh_verdict *first) {
    const record end = {.cycle = cycle};
    struct rh_judge_reason why = {""};
    if (!rh_judge_broken_refresh_late(j, &end, &why))
        return 0;
    const struct rule late = {.key = "refresh_late"};
    convict(&late, &end, &why, first);
    return 1;
}

struct rh_judge_setup rh_judge_setup_from_preset(const struct rh_preset *preset) {
    return (struct rh_judge_setup){
        .timing = preset->timing,
        .refresh = preset->refresh,
        .banks = preset->banks,
        .groups = preset->groups,
        .buses = preset->buses,
        .rows = preset->rows,
        .columns = rh_preset_columns(preset),
    };
}

/* How far back any rule looks. */
static void set_horizons(struct rh_judge *j) {
    const struct rh_timing *t = &j->setup.timing;
    uint64_t recent = t->tFAW, latency = (uint64_t)(t->CL > t->WL ? t->CL : t->WL) + t->tBURST;
    if (latency > recent)
        recent = latency;
    for (unsigned i = 0; i < RULES; i++) {
        uint64_t gap = rules[i].gap == NULL ? 0 : rules[i].gap(t);
        uint64_t *horizon = (rules[i].from & ANY_REF) ? &j->refreshes.horizon : &recent;
        if (gap > *horizon)
            *horizon = gap;
    }
    j->recent.horizon = recent;
}

struct rh_judge *rh_judge_open(const struct rh_judge_setup *setup) {
    if (setup->groups == 0 || setup->banks < setup->groups || setup->banks > RH_JUDGE_BANKS)
        return NULL;
    struct rh_judge *j = calloc(1, sizeof *j);
    if (j == NULL)
        return NULL;
    j->setup = *setup;
    if (setup->refresh != RH_REFRESH_OFF && rh_judge_refresh_interval(j) == 0) {
        free(j);
        return NULL;
    }
    set_horizons(j);
    return j;
}

void rh_judge_close(struct rh_judge *j) {
    if (j == NULL)
        return;
    free(j->recent.commands);
    free(j->refreshes.commands);
    free(j);
}

uint64_t rh_judge_commands(const struct rh_judge *j) {
    return j->commands;
}

uint64_t rh_judge_checks(const struct rh_judge *j) {
    return j->checks;
}
