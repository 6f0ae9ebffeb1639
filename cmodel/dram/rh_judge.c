// SPDX-License-Identifier: Apache-2.0
// The judge: for each new command, every rule of tables/rules.def that concerns it, over the commands before it.
// Nothing here comes from the constraints or the timers of the controllers.
#include "rowhold/rh_judge.h"

#include <stdio.h>
#include <stdlib.h>

#include "cmodel/dram/rh_judge_newest.h"

typedef struct rh_judge_item item;

struct rule {
    const char *key;
    bool (*broken)(struct rh_judge *judge, const item *command,
                   struct rh_judge_reason *why); /* NULL: a timing constraint */
    unsigned from, to;
    enum rh_judge_scope scope;
    uint32_t (*clocks)(const struct rh_timing *t);
};

/* One function a row, so that the row's expression stands in JEDEC values. */
#define RH_RULE_CHECK(key, meaning)
#define RH_RULE_CONSTRAINT(key, from, to, scope, sum, meaning)                                                         \
    static uint32_t clocks_##key(const struct rh_timing *t) {                                                          \
        return (uint32_t)(sum);                                                                                        \
    }
#include "tables/rules.def"
#undef RH_RULE_CHECK
#undef RH_RULE_CONSTRAINT

#define RH_RULE_CHECK(key, meaning)                            {#key, rh_judge_broken_##key, 0, TO_##key, ANY, NULL},
#define RH_RULE_CONSTRAINT(key, from, to, scope, sum, meaning) {#key, NULL, from, to, scope, clocks_##key},
static const struct rule rules[] = {
#include "tables/rules.def"
};
#undef RH_RULE_CHECK
#undef RH_RULE_CONSTRAINT
enum {
    RULES = RH_JUDGE_ROWS,
    ENTRY_RULES = 3 /* a command that breaks one of these is not taken in */
};

/* A rule for one kind of earlier commands, its sum done; small, for it is read for every command. */
struct test {
    uint32_t clocks;
    uint16_t from;
    uint8_t scope;
    uint8_t rule; /* index */
    uint8_t kind;
};

/* The tests that a command goes through, by the bit of its set, in the order of rules.def. */
struct rh_judge_plan {
    unsigned count[RH_JUDGE_BITS];
    struct test tests[RH_JUDGE_BITS][RULES * RH_JUDGE_KINDS];
};

/* Walks the history from the newest command back to the first that is old enough; all before it are older still. */
static bool broken_constraint(struct rh_judge *j, const struct test *test, const item *c, struct rh_judge_reason *why) {
    const struct rh_judge_history *h = &j->history[test->kind];
    for (uint64_t i = h->end; i-- > h->first;) {
        const item *old = rh_judge_item_at(h, i);
        uint64_t found = c->record.cycle - old->record.cycle;
        if ((test->from & old->set) && rh_judge_in_scope(j, (enum rh_judge_scope)test->scope, old, c)) {
            j->checks++;
            if (found < test->clocks)
                return rh_judge_say_constraint(j, why, old, c, test->clocks);
        }
        if (found >= test->clocks)
            break;
    }
    return false;
}

static bool broken(struct rh_judge *j, const struct test *test, const item *c, struct rh_judge_reason *why) {
    const struct rule *rule = &rules[test->rule];
    return rule->broken != NULL ? rule->broken(j, c, why) : broken_constraint(j, test, c, why);
}

/* A list of broken rules: all are counted, and the first `room` are written. */
struct verdicts {
    struct rh_verdict *to;
    unsigned room, count;
};

static void convict(const char *key, const item *c, const struct rh_judge_reason *why, struct verdicts *list) {
    if (list->count++ >= list->room)
        return;
    struct rh_verdict *verdict = &list->to[list->count - 1];
    verdict->rule = key;
    verdict->command = c->record;
    verdict->earlier = why->earlier;
    (void)snprintf(verdict->text, sizeof verdict->text, "%s: %s", key, why->text);
}

/* Checks the rules that a command must keep before any other rule can be checked. */
static void refuse(struct rh_judge *j, const item *c, struct verdicts *list) {
    for (unsigned i = 0; i < ENTRY_RULES; i++) {
        struct rh_judge_reason why;
        if (rules[i].broken(j, c, &why))
            convict(rules[i].key, c, &why, list);
    }
}

/* A command that exists, by all the rules that concern it. */
static void judge_item(struct rh_judge *j, const item *c, struct verdicts *list) {
    unsigned counted = RULES; /* a rule is broken once, whatever kinds of commands it looks back on */
    const struct test *tests = j->plan->tests[c->bit];
    for (unsigned i = 0; i < j->plan->count[c->bit]; i++) {
        struct rh_judge_reason why;
        /* Of its first bank, once for all: what an all-bank command began, and what holds between any two banks. */
        bool said = c->again && ((tests[i].from & ANY_ALL) != 0 || (tests[i].from != 0 && tests[i].scope != BANK));
        if (said || tests[i].rule == counted || !broken(j, &tests[i], c, &why))
            continue;
        counted = tests[i].rule;
        convict(rules[counted].key, c, &why, list);
    }
    rh_judge_record(j, c);
}

/* A PRE of all banks of a rank: it closes each that is open, and tRP of the others begins anew (JEDEC: the last
 * PRECHARGE to a bank, single or all, counts). */
static void judge_precharge_all(struct rh_judge *j, const item *c, struct verdicts *list) {
    struct rh_command_record record = c->record;
    unsigned first = c->record.bank / j->per_rank * j->per_rank;
    for (unsigned bank = first; bank < first + j->per_rank; bank++) {
        record.bank = (uint8_t)bank;
        item one = rh_judge_read(j, &record);
        one.again = bank != first;
        if (!j->open[bank]) {
            one.bit = BIT_PRE_IDLE;
            one.set = PRE_IDLE;
        }
        judge_item(j, &one, list);
    }
}

/* The command, rule by rule. */
static unsigned search(struct rh_judge *j, const struct rh_command_record *command, struct rh_verdict *verdicts,
                       unsigned room) {
    struct verdicts list = {.to = verdicts, .room = room};
    const item c = rh_judge_read(j, command);
    for (unsigned kind = 0; kind < RH_JUDGE_KINDS; kind++)
        rh_judge_drop_old(j, kind);
    rh_judge_refresh_self(j, command->cycle);
    refuse(j, &c, &list);
    bool refused = list.count > 0;
    if (!refused && command->command == RH_PRE && command->all)
        judge_precharge_all(j, &c, &list);
    else if (!refused)
        judge_item(j, &c, &list);
    if (j->lost && list.count == 0) { /* what no memory could hold can't be judged: say so rather than pass it */
        const struct rh_judge_reason why = {"the history of commands does not fit", RH_JUDGE_NONE};
        convict("memory", &c, &why, &list);
    }
    j->commands++;
    return list.count;
}

/* A refresh is due, but not late, and not that of the command's bank. */
static __attribute__((noinline)) bool due_refresh_waits(const struct rh_judge *j, const struct rh_command_record *c) {
    return c->cycle < j->newest->late &&
           (c->command == RH_PRE || rh_judge_turns_until(j, c->bank) >= rh_judge_refreshes_waiting(j, c->cycle));
}

unsigned rh_judge_verdicts(struct rh_judge *j, const struct rh_command_record *c, struct rh_verdict *verdicts,
                           unsigned room) {
    rh_judge_query *query = j->query[c->command];
    if (query != NULL && c->bank < j->setup.banks && c->cycle >= j->last_cycle &&
        (c->cycle < j->newest->quiet || due_refresh_waits(j, c)) && query(j, c))
        return 0;
    return search(j, c, verdicts, room);
}

unsigned rh_judge_command(struct rh_judge *j, const struct rh_command_record *c, struct rh_verdict *first) {
    return rh_judge_verdicts(j, c, first, first != NULL);
}

unsigned rh_judge_finish(struct rh_judge *j, uint64_t cycle, struct rh_verdict *first) {
    const item end = {.record.cycle = cycle};
    struct verdicts list = {.to = first, .room = first != NULL};
    struct rh_judge_reason why;
    rh_judge_refresh_self(j, cycle);
    if (rh_judge_broken_refresh_late(j, &end, &why))
        convict("refresh_late", &end, &why, &list);
    return list.count;
}

/* The logarithm of a power of two; 0 for a value that a preset made by hand leaves out. */
static uint8_t exact_log2(unsigned count) {
    return (uint8_t)(count > 1 ? __builtin_ctz(count) : 0);
}

struct rh_judge_setup rh_judge_setup_from_preset(const struct rh_preset *preset) {
    struct rh_judge_setup setup = rh_judge_setup_of_device(preset);
#define RH_TIMING(name, least, greatest, meaning)
#define RH_TIMING_DEVICE(name, least, greatest, meaning) setup.timing.name = (least);
#include "tables/timing.def"
#undef RH_TIMING
    return setup;
}

struct rh_judge_setup rh_judge_setup_of_device(const struct rh_preset *preset) {
    return (struct rh_judge_setup){
        .timing = preset->timing,
        .refresh = preset->refresh,
        .banks = preset->banks,
        .groups = preset->groups,
        .grain_bits = exact_log2(preset->grains),
        .rank_bits = exact_log2(preset->ranks),
        .subarray_group_bits = exact_log2(preset->subarray_group),
        .subarray_bits = exact_log2(preset->subarrays),
        .stacked = preset->stacked,
        .explicit_precharge = !preset->auto_precharge,
        .buses = preset->buses,
        .rows = preset->rows,
        .columns = rh_preset_columns(preset),
    };
}

static bool concerns_kind(unsigned set, unsigned kind) {
    for (unsigned bit = 0; bit < RH_JUDGE_BITS; bit++)
        if ((set & 1U << bit) && rh_judge_kind_of(bit) == kind)
            return true;
    return false;
}

/* `test` for every command that its rule concerns; the history must reach as far back as its clocks. */
static void plan_test(struct rh_judge *j, struct test test) {
    uint64_t *horizon = &j->history[test.kind].horizon;
    if (test.clocks > *horizon)
        *horizon = test.clocks;
    for (unsigned bit = 0; bit < RH_JUDGE_BITS; bit++)
        if (rules[test.rule].to & 1U << bit)
            j->plan->tests[bit][j->plan->count[bit]++] = test;
}

/* True for a rule with code of its own that cannot concern this device. */
static bool is_idle(const struct rh_judge *j, const struct rule *rule) {
    if (rule->broken == rh_judge_broken_refresh_late || rule->broken == rh_judge_broken_refresh_blocked)
        return j->setup.refresh == RH_REFRESH_OFF;
    if (rule->broken == rh_judge_broken_refresh_burst)
        return j->most_refs == 0;
    if (rule->broken == rh_judge_broken_subarray)
        return j->setup.subarray_group_bits == 0;
    if (rule->broken == rh_judge_broken_power_down)
        return !rh_judge_has_power_down(j);
    if (rule->broken == rh_judge_broken_RAAMMT)
        return !rh_judge_is_managed(j);
    return rule->broken == rh_judge_broken_rank_switch && j->ranks == 1;
}

static void plan(struct rh_judge *j) {
    const struct rh_timing *t = &j->setup.timing;
    j->history[RH_JUDGE_ACTS].horizon = t->tFAW > t->act_clocks ? t->tFAW : t->act_clocks;
    j->history[RH_JUDGE_COLUMNS].horizon = (uint64_t)(t->CL > t->WL ? t->CL : t->WL) + t->tBURST + t->tRTRS;
    if (t->column_clocks > j->history[RH_JUDGE_COLUMNS].horizon)
        j->history[RH_JUDGE_COLUMNS].horizon = t->column_clocks;
    for (unsigned i = ENTRY_RULES; i < RULES; i++) {
        struct test test = {.rule = (uint8_t)i, .from = (uint16_t)rules[i].from, .scope = (uint8_t)rules[i].scope};
        if (is_idle(j, &rules[i]))
            continue;
        if (rules[i].broken != NULL) {
            plan_test(j, test);
            continue;
        }
        if (rules[i].scope % 2 && j->share[rules[i].scope / 2] >= j->setup.banks)
            continue; /* there is no other instance */
        test.clocks = rules[i].clocks(t);
        if (test.clocks == 0) /* the device has no such rule */
            continue;
        rh_judge_newest_constraint(j->newest, i, test.clocks);
        for (; test.kind < RH_JUDGE_KINDS; test.kind++)
            if (concerns_kind(rules[i].from, test.kind))
                plan_test(j, test);
    }
}

struct rh_judge *rh_judge_open(const struct rh_judge_setup *setup) {
    struct rh_judge_setup defaults;
    struct rh_preset preset;
    if (setup->banks == 0 && setup->groups == 0 && setup->rows == 0 && rh_preset_find(NULL, &preset, NULL)) {
        defaults = rh_judge_setup_from_preset(&preset);
        setup = &defaults;
    }
    if (setup->groups == 0 || setup->banks < setup->groups || setup->banks > RH_JUDGE_BANKS)
        return NULL;
    uint64_t interval = rh_judge_refresh_interval(setup);
    if (setup->refresh != RH_REFRESH_OFF && interval == 0)
        return NULL;
    struct rh_judge *j = calloc(1, sizeof *j);
    if (j == NULL)
        return NULL;
    j->setup = *setup;
    j->interval = interval;
    j->grace = rh_judge_refresh_grace(setup);
    j->since = setup->from_first_refresh ? RH_JUDGE_NONE : setup->refresh_from;
    j->cut = j->since != 0;
    j->ranks = 1U << setup->rank_bits;
    j->per_rank = setup->banks / j->ranks;
    j->one_bank = setup->refresh == RH_REFRESH_SAME_BANK ? setup->banks / setup->groups : j->per_rank;
    for (unsigned bank = 0; bank < RH_JUDGE_BANKS; bank++)
        j->changed[bank] = RH_JUDGE_NONE;
    while (1U << j->row_bits < setup->rows)
        j->row_bits++;
    const struct rh_judge_setup *p = setup;
#define RH_SCOPE(name, NAME, instances, most, instance, meaning) j->share[RH_SCOPE_##name] = p->banks / (instances);
#include "tables/scopes.def"
    for (unsigned bank = 0; bank < RH_JUDGE_BANKS; bank++) {
        j->rank[bank] = (uint8_t)(bank / j->per_rank);
        for (unsigned scope = 0; scope < RH_SCOPES; scope++)
            j->place[bank][scope] = (uint8_t)(bank / j->share[scope]);
    }
    j->plan = calloc(1, sizeof *j->plan);
    j->newest = rh_judge_newest_open(j);
    if (j->plan == NULL || j->newest == NULL || !rh_judge_open_histories(j) || !rh_judge_open_refreshes(j)) {
        rh_judge_close(j);
        return NULL;
    }
    plan(j);
    rh_judge_newest_begin(j);
    return j;
}

void rh_judge_close(struct rh_judge *j) {
    if (j == NULL)
        return;
    for (unsigned kind = 0; kind < RH_JUDGE_KINDS; kind++)
        free(j->history[kind].items);
    rh_judge_close_refreshes(j);
    free(j->plan);
    rh_judge_newest_close(j->newest);
    free(j);
}

uint64_t rh_judge_commands(const struct rh_judge *j) {
    return j->commands;
}

uint64_t rh_judge_checks(const struct rh_judge *j) {
    return j->checks;
}
