// SPDX-License-Identifier: Apache-2.0
// The rules that are more than a gap between two commands.
#include "rh_judge_rule.h"

#include <inttypes.h>
#include <stdio.h>

typedef struct rh_command_record record;

unsigned rh_judge_set(const record *c) {
    switch ((enum rh_command)c->command) {
    case RH_ACT:
        return ACT;
    case RH_PRE:
        return PRE;
    case RH_RD:
        return RD;
    case RH_WR:
        return WR;
    case RH_RDA:
        return RDA;
    case RH_WRA:
        return WRA;
    case RH_REF:
        return c->all ? REF_ALL : REF_ONE;
    case RH_NOP:
    case RH_COMMANDS:
        break;
    }
    return 0;
}

static bool is_all(const record *c) {
    return rh_judge_set(c) == REF_ALL;
}

/* "RD bank 3 row 17 column 5" */
static const char *tell(const record *c, char *text, size_t size) {
    unsigned set = rh_judge_set(c);
    const char *name = rh_command_name(c->command);
    if (set == REF_ALL)
        (void)snprintf(text, size, "%s all banks", name);
    else if (set == ACT)
        (void)snprintf(text, size, "%s bank %u row %" PRIu32, name, (unsigned)c->bank, c->row);
    else if ((set & COLUMN) && c->row == RH_ROW_UNKNOWN)
        (void)snprintf(text, size, "%s bank %u column %u", name, (unsigned)c->bank, (unsigned)c->column);
    else if (set & COLUMN)
        (void)snprintf(text, size, "%s bank %u row %" PRIu32 " column %u", name, (unsigned)c->bank, c->row,
                       (unsigned)c->column);
    else
        (void)snprintf(text, size, "%s bank %u", name, (unsigned)c->bank);
    return text;
}

bool rh_judge_say(struct rh_judge_reason *why, const record *c, const char *found, const char *expected) {
    char name[64];
    (void)snprintf(why->text, sizeof why->text, "%s at %" PRIu64 ": found %s, expected %s", tell(c, name, sizeof name),
                   c->cycle, found, expected);
    return true;
}

bool rh_judge_say_gap(struct rh_judge_reason *why, const record *a, const record *b, uint64_t gap) {
    char from[64], to[64];
    (void)snprintf(why->text, sizeof why->text,
                   "%s at %" PRIu64 " after %s at %" PRIu64 ": found a gap of %" PRIu64 ", expected at least %" PRIu64,
                   tell(b, to, sizeof to), b->cycle, tell(a, from, sizeof from), a->cycle, b->cycle - a->cycle, gap);
    return true;
}

/* The rules with code of their own: true when `c` breaks the rule. */

bool rh_judge_broken_command(struct rh_judge *j, const record *c, struct rh_judge_reason *why) {
    (void)j;
    if (rh_judge_set(c) != 0)
        return false;
    char found[32];
    (void)snprintf(found, sizeof found, "command code %u", (unsigned)c->command);
    return rh_judge_say(why, c, found, "ACT, PRE, RD, WR, REF, RDA or WRA");
}

bool rh_judge_broken_range(struct rh_judge *j, const record *c, struct rh_judge_reason *why) {
    const struct rh_judge_setup *s = &j->setup;
    char found[48], expected[48];
    if (!is_all(c) && c->bank >= s->banks) {
        (void)snprintf(found, sizeof found, "bank %u", (unsigned)c->bank);
        (void)snprintf(expected, sizeof expected, "less than %u", (unsigned)s->banks);
    } else if (rh_judge_set(c) == ACT && c->row >= s->rows) {
        (void)snprintf(found, sizeof found, "row %" PRIu32, c->row);
        (void)snprintf(expected, sizeof expected, "less than %" PRIu32, s->rows);
    } else if ((rh_judge_set(c) & COLUMN) && c->column >= s->columns) {
        (void)snprintf(found, sizeof found, "column %u", (unsigned)c->column);
        (void)snprintf(expected, sizeof expected, "less than %" PRIu32, s->columns);
    } else {
        return false;
    }
    return rh_judge_say(why, c, found, expected);
}

bool rh_judge_broken_order(struct rh_judge *j, const record *c, struct rh_judge_reason *why) {
    if (c->cycle >= j->last_cycle)
        return false;
    char expected[48];
    (void)snprintf(expected, sizeof expected, "cycle %" PRIu64 " or later", j->last_cycle);
    return rh_judge_say(why, c, "an earlier cycle than the command before", expected);
}

static bool same_clock(struct rh_judge *j, const struct rh_judge_history *h, const record *c, bool *found) {
    for (size_t i = h->count; i-- > 0;) {
        const record *old = &h->commands[h->first + i];
        if (old->cycle != c->cycle)
            break;
        j->checks++;
        bool both_column = (rh_judge_set(old) & COLUMN) != 0 && (rh_judge_set(c) & COLUMN) != 0;
        bool both_row = (rh_judge_set(old) & COLUMN) == 0 && (rh_judge_set(c) & COLUMN) == 0;
        *found |= j->setup.buses < 2 || both_column || both_row;
    }
    return *found;
}

bool rh_judge_broken_command_bus(struct rh_judge *j, const record *c, struct rh_judge_reason *why) {
    bool found = false;
    j->checks++;
    if (!same_clock(j, &j->recent, c, &found) && !same_clock(j, &j->refreshes, c, &found))
        return false;
    return rh_judge_say(why, c, "a second command in this clock",
                        j->setup.buses < 2 ? "one command a clock" : "one row and one column command a clock");
}

bool rh_judge_broken_act_open(struct rh_judge *j, const record *c, struct rh_judge_reason *why) {
    if (rh_judge_set(c) != ACT)
        return false;
    j->checks++;
    if (!j->open[c->bank])
        return false;
    char found[48];
    (void)snprintf(found, sizeof found, "row %" PRIu32 " open", j->open_row[c->bank]);
    return rh_judge_say(why, c, found, "a closed bank");
}

bool rh_judge_broken_bank_closed(struct rh_judge *j, const record *c, struct rh_judge_reason *why) {
    if (!(rh_judge_set(c) & COLUMN))
        return false;
    j->checks++;
    return !j->open[c->bank] && rh_judge_say(why, c, "a closed bank", "an open row");
}

bool rh_judge_broken_wrong_row(struct rh_judge *j, const record *c, struct rh_judge_reason *why) {
    if (!(rh_judge_set(c) & COLUMN) || !j->open[c->bank] || c->row == RH_ROW_UNKNOWN)
        return false;
    j->checks++;
    if (j->open_row[c->bank] == c->row)
        return false;
    char expected[48];
    (void)snprintf(expected, sizeof expected, "the open row %" PRIu32, j->open_row[c->bank]);
    return rh_judge_say(why, c, "another row", expected);
}

bool rh_judge_broken_pre_closed(struct rh_judge *j, const record *c, struct rh_judge_reason *why) {
    if (rh_judge_set(c) != PRE)
        return false;
    j->checks++;
    return !j->open[c->bank] && rh_judge_say(why, c, "a closed bank", "an open row to close");
}

bool rh_judge_broken_refresh_open(struct rh_judge *j, const record *c, struct rh_judge_reason *why) {
    if (!(rh_judge_set(c) & ANY_REF))
        return false;
    j->checks++;
    for (unsigned b = 0; b < j->setup.banks; b++) {
        if (!j->open[b] || !(is_all(c) || c->bank == b))
            continue;
        char found[32];
        (void)snprintf(found, sizeof found, "bank %u open", b);
        return rh_judge_say(why, c, found, "closed banks");
    }
    return false;
}

bool rh_judge_broken_refresh_kind(struct rh_judge *j, const record *c, struct rh_judge_reason *why) {
    if (!(rh_judge_set(c) & ANY_REF) || j->setup.refresh == RH_REFRESH_OFF)
        return false;
    j->checks++;
    bool all = j->setup.refresh == RH_REFRESH_ALL_BANK;
    return all != is_all(c) &&
           rh_judge_say(why, c, all ? "REF of one bank" : "REF of all banks", all ? "all banks" : "one bank");
}

bool rh_judge_broken_refresh_turn(struct rh_judge *j, const record *c, struct rh_judge_reason *why) {
    if (rh_judge_set(c) != REF_ONE || j->setup.refresh != RH_REFRESH_PER_BANK)
        return false;
    j->checks++;
    if (c->bank == j->refresh_bank)
        return false;
    char expected[32];
    (void)snprintf(expected, sizeof expected, "bank %u", j->refresh_bank);
    return rh_judge_say(why, c, "a bank out of turn", expected);
}

/* The N-th ACT before this one lies at least tFAW back. */
bool rh_judge_broken_tFAW(struct rh_judge *j, const record *c, struct rh_judge_reason *why) {
    unsigned seen = 0;
    const struct rh_judge_history *h = &j->recent;
    for (size_t i = rh_judge_set(c) == ACT ? h->count : 0; i-- > 0;) {
        const record *old = &h->commands[h->first + i];
        if (rh_judge_set(old) != ACT || ++seen != j->setup.timing.activates)
            continue;
        j->checks++;
        return c->cycle - old->cycle < j->setup.timing.tFAW && rh_judge_say_gap(why, old, c, j->setup.timing.tFAW);
    }
    return false;
}

static uint64_t first_beat(const struct rh_judge *j, const record *c) {
    return c->cycle + ((rh_judge_set(c) & ANY_RD) ? j->setup.timing.CL : j->setup.timing.WL);
}

bool rh_judge_broken_data_bus(struct rh_judge *j, const record *c, struct rh_judge_reason *why) {
    const struct rh_judge_history *h = &j->recent;
    uint64_t from = first_beat(j, c), length = j->setup.timing.tBURST;
    for (size_t i = (rh_judge_set(c) & COLUMN) ? h->count : 0; i-- > 0;) {
        const record *old = &h->commands[h->first + i];
        if (!(rh_judge_set(old) & COLUMN))
            continue;
        j->checks++;
        uint64_t before = first_beat(j, old);
        if (from >= before + length || before >= from + length)
            continue;
        char found[64], expected[48];
        (void)snprintf(found, sizeof found, "data at %" PRIu64 " and %" PRIu64, before, from);
        (void)snprintf(expected, sizeof expected, "bursts of %" PRIu64 " apart", length);
        return rh_judge_say(why, c, found, expected);
    }
    return false;
}

bool rh_judge_broken_refresh_late(struct rh_judge *j, const record *c, struct rh_judge_reason *why) {
    if (j->setup.refresh == RH_REFRESH_OFF)
        return false;
    j->checks++;
    uint64_t missing = rh_judge_refreshes_missing(j, c->cycle);
    if (missing == 0)
        return false;
    (void)snprintf(why->text, sizeof why->text,
                   "at %" PRIu64 ": found %" PRIu64 " refreshes, expected %" PRIu64 " (one every %" PRIu64 ")",
                   c->cycle, j->refreshed, j->refreshed + missing, rh_judge_refresh_interval(j));
    return true;
}
