// SPDX-License-Identifier: Apache-2.0
// The rules that are more than a distance between two commands.
#include "cmodel/dram/rh_judge_rule.h"

#include <inttypes.h>
#include <stdio.h>

typedef struct rh_judge_item item;

/* The position of a command's bit; RH_JUDGE_BITS for a code that is no command. */
static unsigned bit_of(const struct rh_command_record *c) {
    switch ((enum rh_command)c->command) {
    case RH_ACT:
        return BIT_ACT;
    case RH_PRE:
        return BIT_PRE;
    case RH_RD:
        return BIT_RD;
    case RH_WR:
        return BIT_WR;
    case RH_RDA:
        return BIT_RDA;
    case RH_WRA:
        return BIT_WRA;
    case RH_REF:
        return c->all ? BIT_REF_ALL : BIT_REF_ONE;
    case RH_RFM:
        return c->all ? BIT_RFM_ALL : BIT_RFM_ONE;
    case RH_PDE:
        return BIT_PDE;
    case RH_PDX:
        return BIT_PDX;
    case RH_SRE:
        return BIT_SRE;
    case RH_SRX:
        return BIT_SRX;
    case RH_NOP:
    case RH_COMMANDS:
    case RH_FOREIGN_COMMANDS:
        break;
    }
    return RH_JUDGE_BITS;
}

enum rh_judge_kind rh_judge_kind_of(unsigned bit) {
    static const uint8_t kinds[RH_JUDGE_BITS] = {
        [BIT_ACT] = RH_JUDGE_ACTS,     [BIT_PRE] = RH_JUDGE_PRES,     [BIT_RD] = RH_JUDGE_COLUMNS,
        [BIT_WR] = RH_JUDGE_COLUMNS,   [BIT_RDA] = RH_JUDGE_COLUMNS,  [BIT_WRA] = RH_JUDGE_COLUMNS,
        [BIT_REF_ALL] = RH_JUDGE_REFS, [BIT_REF_ONE] = RH_JUDGE_REFS, [BIT_RFM_ALL] = RH_JUDGE_REFS,
        [BIT_RFM_ONE] = RH_JUDGE_REFS, [BIT_PDE] = RH_JUDGE_POWERS,   [BIT_PDX] = RH_JUDGE_POWERS,
        [BIT_SRE] = RH_JUDGE_POWERS,   [BIT_SRX] = RH_JUDGE_POWERS,   [BIT_PRE_IDLE] = RH_JUDGE_PRES,
    };
    return kinds[bit];
}

item rh_judge_read(const struct rh_judge *judge, const struct rh_command_record *command) {
    item c = {.record = *command, .number = judge->commands};
    unsigned bit = bit_of(command);
    if (bit < RH_JUDGE_BITS) {
        c.set = (uint16_t)(1U << bit);
        c.bit = (uint8_t)bit;
        c.kind = (uint8_t)rh_judge_kind_of(bit);
    }
    return c;
}

/* "RD bank 3 row 17 column 5"; where there are groups, "RD bank 5 (group 1 bank 1) row 17 column 5" */
static const char *tell(const struct rh_judge *j, const item *of, char *text, size_t size) {
    const struct rh_command_record *c = &of->record;
    unsigned set = of->set, banks = j->setup.banks / j->setup.groups;
    const char *command = c->command == RH_PRE && c->all ? "PRE all banks," : rh_command_name(c->command);
    char name[64];
    if (j->setup.groups > 1)
        (void)snprintf(name, sizeof name, "%s bank %u (group %u bank %u)", command, (unsigned)c->bank, c->bank / banks,
                       c->bank % banks);
    else
        (void)snprintf(name, sizeof name, "%s bank %u", command, (unsigned)c->bank);
    char rank[32] = "";
    if (j->ranks > 1)
        (void)snprintf(rank, sizeof rank, " of rank %u", c->bank / j->per_rank);
    if (set & POWER)
        (void)snprintf(text, size, "%s%s", command, rank);
    else if (set & ANY_ALL)
        (void)snprintf(text, size, "%s all banks%s", command, rank);
    else if ((set & ANY_ONE) && j->one_bank < j->per_rank)
        (void)snprintf(text, size, "%s bank %u of each group%s", command, c->bank % j->one_bank, rank);
    else if (set == ACT && c->row != RH_ROW_UNKNOWN)
        (void)snprintf(text, size, "%s row %" PRIu32, name, c->row);
    else if ((set & COLUMN) && c->row == RH_ROW_UNKNOWN)
        (void)snprintf(text, size, "%s column %u", name, (unsigned)c->column);
    else if (set & COLUMN)
        (void)snprintf(text, size, "%s row %" PRIu32 " column %u", name, c->row, (unsigned)c->column);
    else
        (void)snprintf(text, size, "%s", name);
    return text;
}

bool rh_judge_say(const struct rh_judge *j, struct rh_judge_reason *why, const item *c, const char *found,
                  const char *expected) {
    char name[96];
    why->earlier = RH_JUDGE_NONE;
    (void)snprintf(why->text, sizeof why->text, "%s at %" PRIu64 ": found %s, expected %s",
                   tell(j, c, name, sizeof name), c->record.cycle, found, expected);
    return true;
}

/* The same, about a bank as an earlier command left it. */
static bool say_bank(const struct rh_judge *j, struct rh_judge_reason *why, const item *c, unsigned bank,
                     const char *found, const char *expected) {
    rh_judge_say(j, why, c, found, expected);
    why->earlier = j->changed[bank];
    return true;
}

bool rh_judge_say_constraint(const struct rh_judge *j, struct rh_judge_reason *why, const item *a, const item *b,
                             uint64_t clocks) {
    char from[96], to[96];
    why->earlier = a->number;
    (void)snprintf(why->text, sizeof why->text,
                   "%s at %" PRIu64 " after %s at %" PRIu64 ": found a distance of %" PRIu64
                   ", expected at least %" PRIu64,
                   tell(j, b, to, sizeof to), b->record.cycle, tell(j, a, from, sizeof from), a->record.cycle,
                   b->record.cycle - a->record.cycle, clocks);
    return true;
}

/* The rules with code of their own: true when `c`, a command of the rule's TO set, breaks the rule. */

bool rh_judge_broken_command(struct rh_judge *j, const item *c, struct rh_judge_reason *why) {
    if ((c->set & (RDA | WRA)) && j->setup.explicit_precharge)
        return rh_judge_say(j, why, c, "automatic precharge", "RD or WR: the device has no RDA and WRA");
    if ((c->set & ANY_RFM) && j->setup.timing.RAAIMT == 0)
        return rh_judge_say(j, why, c, "refresh management", "none: the preset has no RAAIMT");
    if ((c->set & (PDE | PDX)) && j->setup.timing.tXP == 0)
        return rh_judge_say(j, why, c, "power-down", "none: the preset has no tXP");
    if ((c->set & (SRE | SRX)) && j->setup.timing.tXS == 0)
        return rh_judge_say(j, why, c, "self-refresh", "none: the preset has no tXS");
    if (c->set != 0)
        return false;
    char found[32];
    (void)snprintf(found, sizeof found, "command code %u", (unsigned)c->record.command);
    return rh_judge_say(j, why, c, found, "ACT, PRE, RD, WR, REF, RDA, WRA, RFM, PDE, PDX, SRE or SRX");
}

bool rh_judge_broken_range(struct rh_judge *j, const item *c, struct rh_judge_reason *why) {
    const struct rh_judge_setup *s = &j->setup;
    char found[48], expected[48];
    if (!(c->set & ANY_ALL) && c->record.bank >= s->banks) {
        (void)snprintf(found, sizeof found, "bank %u", (unsigned)c->record.bank);
        (void)snprintf(expected, sizeof expected, "less than %u", (unsigned)s->banks);
    } else if (c->set == ACT && c->record.row >= s->rows && c->record.row != RH_ROW_UNKNOWN) {
        (void)snprintf(found, sizeof found, "row %" PRIu32, c->record.row);
        (void)snprintf(expected, sizeof expected, "less than %" PRIu32, s->rows);
    } else if ((c->set & COLUMN) && c->record.column >= s->columns) {
        (void)snprintf(found, sizeof found, "column %u", (unsigned)c->record.column);
        (void)snprintf(expected, sizeof expected, "less than %" PRIu32, s->columns);
    } else {
        return false;
    }
    return rh_judge_say(j, why, c, found, expected);
}

bool rh_judge_broken_order(struct rh_judge *j, const item *c, struct rh_judge_reason *why) {
    if (c->record.cycle >= j->last_cycle)
        return false;
    char expected[48];
    (void)snprintf(expected, sizeof expected, "cycle %" PRIu64 " or later", j->last_cycle);
    return rh_judge_say(j, why, c, "an earlier cycle than the command before", expected);
}

/* The newest command of the history that holds the command's bus in its clock; NULL: none. */
static const item *on_bus(struct rh_judge *j, const struct rh_judge_history *h, const item *c) {
    for (uint64_t i = h->end; i-- > h->first;) {
        const item *old = rh_judge_item_at(h, i);
        unsigned clocks = rh_judge_bus_clocks(&j->setup.timing, old->set);
        if (old->record.cycle + (clocks > 0 ? clocks : 1) <= c->record.cycle)
            break;
        if (old->number == c->number || clocks == 0) /* another bank of the same PRE; no command of a bus */
            continue;
        j->checks++;
        if (j->setup.buses < 2 || ((old->set & COLUMN) != 0) == ((c->set & COLUMN) != 0))
            return old;
    }
    return NULL;
}

bool rh_judge_broken_command_bus(struct rh_judge *j, const item *c, struct rh_judge_reason *why) {
    const item *found = NULL;
    if (c->again)
        return false;
    j->checks++;
    unsigned longest = rh_max(rh_judge_bus_clocks(&j->setup.timing, ACT), rh_judge_bus_clocks(&j->setup.timing, RD));
    if (j->last_cycle + longest <= c->record.cycle) /* no bus is held that long */
        return false;
    for (unsigned kind = 0; kind < RH_JUDGE_KINDS && found == NULL; kind++)
        found = on_bus(j, &j->history[kind], c);
    if (found == NULL)
        return false;
    char held[48];
    (void)snprintf(held, sizeof held, "clock %u of %s %s", (unsigned)(c->record.cycle - found->record.cycle) + 1,
                   found->set == ACT ? "an" : "a", rh_command_name(found->record.command));
    rh_judge_say(j, why, c, found->record.cycle == c->record.cycle ? "a second command in this clock" : held,
                 j->setup.buses < 2 ? "one command a clock" : "one row and one column command a clock");
    why->earlier = found->number;
    return true;
}

/* What a rank in that state may take; NULL: all but what leaves one. */
static const char *exit_of(unsigned state) {
    return state == RH_PDE ? "PDX" : state == RH_SRE ? "SRX" : NULL;
}

bool rh_judge_broken_power_down(struct rh_judge *j, const item *c, struct rh_judge_reason *why) {
    unsigned rank = j->rank[c->record.bank], state = j->asleep[rank];
    const char *leave = exit_of(state);
    bool exits = (c->set & PDX) ? state == RH_PDE : (c->set & SRX) ? state == RH_SRE : state == 0;
    if (c->again)
        return false;
    j->checks++;
    if (exits)
        return false;
    rh_judge_say(j, why, c,
                 state == RH_PDE   ? "power-down"
                 : state == RH_SRE ? "self-refresh"
                                   : "neither of both",
                 leave != NULL  ? leave
                 : c->set & PDX ? "power-down that it leaves"
                                : "self-refresh that it leaves");
    why->earlier = j->slept[rank];
    return true;
}

bool rh_judge_broken_extra_refresh(struct rh_judge *j, const item *c, struct rh_judge_reason *why) {
    unsigned rank = j->rank[c->record.bank];
    j->checks++;
    if (!j->owes[rank])
        return false;
    rh_judge_say(j, why, c, "no refresh since SRX", "one at least");
    why->earlier = j->slept[rank];
    return true;
}

bool rh_judge_broken_act_open(struct rh_judge *j, const item *c, struct rh_judge_reason *why) {
    j->checks++;
    if (!j->open[c->record.bank])
        return false;
    char found[48];
    (void)snprintf(found, sizeof found, "row %" PRIu32 " open", j->open_row[c->record.bank]);
    return say_bank(j, why, c, c->record.bank, found, "a closed bank");
}

bool rh_judge_broken_bank_closed(struct rh_judge *j, const item *c, struct rh_judge_reason *why) {
    j->checks++;
    return !j->open[c->record.bank] && say_bank(j, why, c, c->record.bank, "a closed bank", "an open row");
}

bool rh_judge_broken_wrong_row(struct rh_judge *j, const item *c, struct rh_judge_reason *why) {
    if (!j->open[c->record.bank] || c->record.row == RH_ROW_UNKNOWN || j->open_row[c->record.bank] == RH_ROW_UNKNOWN)
        return false;
    j->checks++;
    if (j->open_row[c->record.bank] == c->record.row)
        return false;
    char expected[48];
    (void)snprintf(expected, sizeof expected, "the open row %" PRIu32, j->open_row[c->record.bank]);
    return say_bank(j, why, c, c->record.bank, "another row", expected);
}

bool rh_judge_broken_pre_closed(struct rh_judge *j, const item *c, struct rh_judge_reason *why) {
    j->checks++;
    return !j->open[c->record.bank] && say_bank(j, why, c, c->record.bank, "a closed bank", "an open row to close");
}

bool rh_judge_refreshes(const struct rh_judge *judge, const item *refresh, unsigned bank) {
    unsigned agree = refresh->set & ANY_ALL ? 1 : judge->one_bank;
    return refresh->record.bank / judge->per_rank == bank / judge->per_rank &&
           refresh->record.bank % agree == bank % agree;
}

bool rh_judge_broken_refresh_open(struct rh_judge *j, const item *c, struct rh_judge_reason *why) {
    j->checks++;
    for (unsigned b = 0; b < j->setup.banks; b++) {
        if (!j->open[b] || !rh_judge_refreshes(j, c, b))
            continue;
        char found[32];
        (void)snprintf(found, sizeof found, "bank %u open", b);
        return say_bank(j, why, c, b, found, "closed banks");
    }
    return false;
}

bool rh_judge_broken_refresh_kind(struct rh_judge *j, const item *c, struct rh_judge_reason *why) {
    if (j->setup.refresh == RH_REFRESH_OFF)
        return false;
    j->checks++;
    bool all = j->setup.refresh == RH_REFRESH_ALL_BANK;
    return all != (c->set == REF_ALL) &&
           rh_judge_say(j, why, c, all ? "REF of one bank" : "REF of all banks",
                        all                                       ? "all banks"
                        : j->setup.refresh == RH_REFRESH_PER_BANK ? "one bank"
                                                                  : "one bank of each group");
}

bool rh_judge_broken_refresh_turn(struct rh_judge *j, const item *c, struct rh_judge_reason *why) {
    bool all = j->setup.refresh == RH_REFRESH_ALL_BANK;
    if (j->setup.refresh == RH_REFRESH_OFF || all != (c->set == REF_ALL) || (all && j->ranks == 1) || j->cut)
        return false;
    j->checks++;
    if (rh_judge_turn(j, c->record.bank) == j->turn)
        return false;
    char expected[32];
    if (all)
        (void)snprintf(expected, sizeof expected, "rank %u", j->turn);
    else
        (void)snprintf(expected, sizeof expected, "bank %u",
                       j->turn / j->one_bank * j->per_rank + j->turn % j->one_bank);
    return rh_judge_say(j, why, c, all ? "a rank out of turn" : "a bank out of turn", expected);
}

/* The N-th REF of the rank before this one lies at least 2 tREFI back. */
bool rh_judge_broken_refresh_burst(struct rh_judge *j, const item *c, struct rh_judge_reason *why) {
    const struct rh_judge_burst *burst = rh_judge_burst_of(j, c->record.bank);
    const struct rh_judge_past *oldest = burst != NULL ? &burst->past[burst->next] : NULL;
    uint64_t window = 2U * (uint64_t)j->setup.timing.tREFI;
    if (oldest == NULL || !oldest->seen)
        return false;
    j->checks++;
    uint64_t length = c->record.cycle - oldest->cycle;
    if (length >= window)
        return false;
    char found[64], expected[64];
    (void)snprintf(found, sizeof found, "refresh %u of the rank in %" PRIu64 " clocks", j->most_refs + 1, length);
    (void)snprintf(expected, sizeof expected, "at most %u in %" PRIu64, j->most_refs, window);
    rh_judge_say(j, why, c, found, expected);
    why->earlier = oldest->number;
    return true;
}

bool rh_judge_broken_RAAMMT(struct rh_judge *j, const item *c, struct rh_judge_reason *why) {
    j->checks++;
    if (j->raa[c->record.bank] < j->setup.timing.RAAMMT)
        return false;
    char found[64], expected[64];
    (void)snprintf(found, sizeof found, "a count of %" PRIu32 " activates", j->raa[c->record.bank]);
    (void)snprintf(expected, sizeof expected, "less than RAAMMT = %u", (unsigned)j->setup.timing.RAAMMT);
    return rh_judge_say(j, why, c, found, expected);
}

/* A row that is open in `bank`, or that auto-precharge has not closed yet, is another one that the ACT must not meet:
 * side by side another row of its subarray, stacked a row of the subarray above or below. */
static bool meets(const struct rh_judge *j, const item *c, unsigned bank) {
    const struct rh_judge_setup *s = &j->setup;
    unsigned within = j->row_bits - s->subarray_bits, in_part = 1U << s->subarray_bits;
    if (!j->open[bank] && j->auto_precharged[bank] <= c->record.cycle)
        return false;
    unsigned mine = c->record.row >> within, other = j->open_row[bank] >> within;
    if (!s->stacked)
        return mine == other && c->record.row != j->open_row[bank];
    mine += c->record.bank * in_part;
    other += bank * in_part;
    return mine == other + 1 || other == mine + 1;
}

bool rh_judge_broken_subarray(struct rh_judge *j, const item *c, struct rh_judge_reason *why) {
    unsigned parts = 1U << j->setup.subarray_group_bits, first = c->record.bank / parts * parts;
    for (unsigned bank = first; bank < first + parts; bank++) {
        if (bank == c->record.bank || parts == 1)
            continue;
        j->checks++;
        if (!meets(j, c, bank))
            continue;
        char found[64];
        (void)snprintf(found, sizeof found, "row %" PRIu32 " open in bank %u", j->open_row[bank], bank);
        return say_bank(j, why, c, bank, found,
                        j->setup.stacked ? "none of an adjacent subarray" : "none of the same subarray");
    }
    return false;
}

/* The N-th last ACT of its rank; NULL: the history has none. */
static const item *before_in_rank(const struct rh_judge *j, const item *c, unsigned n) {
    const struct rh_judge_history *h = &j->history[RH_JUDGE_ACTS];
    for (uint64_t i = h->end; n > 0 && i-- > h->first;) {
        const item *old = rh_judge_item_at(h, i);
        if (j->rank[old->record.bank] == j->rank[c->record.bank] && --n == 0)
            return old;
    }
    return NULL;
}

/* The N-th ACT before this one lies at least tFAW back. */
bool rh_judge_broken_tFAW(struct rh_judge *j, const item *c, struct rh_judge_reason *why) {
    uint64_t window = j->setup.timing.tFAW;
    const item *old = before_in_rank(j, c, j->setup.timing.activates);
    if (old == NULL)
        return false;
    j->checks++;
    return c->record.cycle - old->record.cycle < window && rh_judge_say_constraint(j, why, old, c, window);
}

static uint64_t first_beat(const struct rh_judge *j, const item *c) {
    return c->record.cycle + ((c->set & ANY_RD) ? j->setup.timing.CL : j->setup.timing.WL);
}

/* Each grain has its own data bus. */
static bool one_bus(const struct rh_judge *j, const item *a, const item *b) {
    return j->setup.grain_bits == 0 ||
           j->place[a->record.bank][RH_SCOPE_grain] == j->place[b->record.bank][RH_SCOPE_grain];
}

/* Bursts of two ranks, not further apart than tRTRS. */
bool rh_judge_broken_rank_switch(struct rh_judge *j, const item *c, struct rh_judge_reason *why) {
    const struct rh_judge_history *h = &j->history[RH_JUDGE_COLUMNS];
    uint64_t from = first_beat(j, c), apart = (uint64_t)j->setup.timing.tBURST + j->setup.timing.tRTRS;
    for (uint64_t i = h->end; j->ranks > 1 && i-- > h->first;) {
        const item *old = rh_judge_item_at(h, i);
        uint64_t before = first_beat(j, old);
        if (j->rank[old->record.bank] == j->rank[c->record.bank])
            continue;
        j->checks++;
        if (from < before + apart && before < from + apart) {
            char found[80], expected[48];
            (void)snprintf(found, sizeof found, "data at %" PRIu64 " and %" PRIu64 " of two ranks", before, from);
            (void)snprintf(expected, sizeof expected, "%" PRIu64 " apart", apart);
            rh_judge_say(j, why, c, found, expected);
            why->earlier = old->number;
            return true;
        }
    }
    return false;
}

bool rh_judge_broken_data_bus(struct rh_judge *j, const item *c, struct rh_judge_reason *why) {
    const struct rh_judge_history *h = &j->history[RH_JUDGE_COLUMNS];
    uint64_t from = first_beat(j, c), length = j->setup.timing.tBURST;
    uint64_t latest = j->setup.timing.CL > j->setup.timing.WL ? j->setup.timing.CL : j->setup.timing.WL;
    for (uint64_t i = h->end; i-- > h->first;) {
        const item *old = rh_judge_item_at(h, i);
        uint64_t before = first_beat(j, old);
        j->checks++;
        if (one_bus(j, old, c) && from < before + length && before < from + length) {
            char found[64], expected[48];
            (void)snprintf(found, sizeof found, "data at %" PRIu64 " and %" PRIu64, before, from);
            (void)snprintf(expected, sizeof expected, "bursts of %" PRIu64 " apart", length);
            rh_judge_say(j, why, c, found, expected);
            why->earlier = old->number;
            return true;
        }
        if (old->record.cycle + latest + length <= from) /* then so are all that came earlier */
            break;
    }
    return false;
}

bool rh_judge_broken_refresh_late(struct rh_judge *j, const item *c, struct rh_judge_reason *why) {
    if (j->setup.refresh == RH_REFRESH_OFF || c->again)
        return false;
    j->checks++;
    uint64_t missing = rh_judge_refreshes_missing(j, c->record.cycle);
    if (missing == 0)
        return false;
    why->earlier = RH_JUDGE_NONE;
    (void)snprintf(why->text, sizeof why->text,
                   "at %" PRIu64 ": found %" PRIu64 " refreshes, expected %" PRIu64 " (one every %" PRIu64
                   ", at most %" PRIu64 " late)",
                   c->record.cycle, j->refreshed, j->refreshed + missing, j->interval,
                   j->grace + j->setup.postponed * j->interval);
    return true;
}

/* Several refreshes can wait only in a stream that is late already; one bank at a time, their turns follow each
 * other. */
bool rh_judge_broken_refresh_blocked(struct rh_judge *j, const item *c, struct rh_judge_reason *why) {
    if (j->setup.refresh == RH_REFRESH_OFF)
        return false;
    j->checks++;
    uint64_t waiting = rh_judge_refreshes_waiting(j, c->record.cycle);
    unsigned turns = rh_judge_turns_until(j, c->record.bank);
    if (waiting == 0 || turns >= waiting)
        return false;
    char expected[64];
    (void)snprintf(expected, sizeof expected, "none from %" PRIu64 " until its REF",
                   rh_judge_refresh_due(j) + turns * j->interval);
    return rh_judge_say(j, why, c, "a bank whose refresh is due", expected);
}
