// SPDX-License-Identifier: Apache-2.0
#include "cmodel/dram/rh_judge_state.h"

#include <stdlib.h>
#include <string.h>

/* REFs until every bank had one. */
static unsigned refreshes_a_round(const struct rh_judge_setup *setup) {
    if (setup->refresh == RH_REFRESH_PER_BANK)
        return setup->banks;
    unsigned ranks = 1U << setup->rank_bits;
    return setup->refresh == RH_REFRESH_SAME_BANK ? ranks * (setup->banks / setup->groups) : ranks;
}

uint64_t rh_judge_refresh_interval(const struct rh_judge_setup *setup) {
    if (setup->refresh == RH_REFRESH_OFF)
        return 0;
    return setup->timing.tREFI / refreshes_a_round(setup);
}

unsigned rh_judge_turn(const struct rh_judge *judge, unsigned bank) {
    unsigned in_rank = judge->setup.refresh == RH_REFRESH_ALL_BANK ? 1 : judge->one_bank;
    return bank / judge->per_rank * in_rank + bank % judge->per_rank % in_rank;
}

static uint64_t greater(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

/* Clocks that ACTs of other banks may hold back a one-bank REF whose bank is ready: those go on until it may be issued.
 * Where it keeps tRRD, one of its own bank group in the clock before, and behind that one of another group; then, and
 * where it does not, the rest of an ACT that knows nothing of it. */
static uint64_t refresh_held(const struct rh_timing *t, bool ranks) {
    uint64_t rest = t->act_clocks - 1U;
    if (t->tRREFD <= 1)
        return rest;
    uint64_t spaced = t->tRRD_L > t->tRRD_S ? t->tRRD_L + t->tRRD_S - 2U : t->tRRD_L - 1U;
    return spaced + (ranks ? rest : 0);
}

/* The last command that a bank may take comes in the clock before. A running tRFC adds nothing: it is over before the
 * next refresh falls due by more than this, or the one before was late itself. */
uint64_t rh_judge_refresh_grace(const struct rh_judge_setup *setup) {
    const struct rh_timing *t = &setup->timing;
    uint64_t interval = rh_judge_refresh_interval(setup), banks = setup->banks / refreshes_a_round(setup);
    if (interval == 0)
        return 0;
    uint64_t close = greater(greater(t->tRAS, t->tRTP), (uint64_t)t->WL + t->tBURST + t->tWR);
    bool one = setup->refresh >= RH_REFRESH_PER_BANK || setup->rank_bits != 0;
    if (one) /* another bank's ACT may hold the bus when the bank may be closed */
        close += t->act_clocks - 1U;
    uint64_t precharged = t->tRP, held = 0;
    if (setup->refresh == RH_REFRESH_SAME_BANK && t->tRREFD > 1) /* an ACT where auto-precharge closes the last bank */
        precharged = greater(t->tRP, t->tRRD_L);
    if (setup->refresh == RH_REFRESH_PER_BANK)
        held = refresh_held(t, setup->rank_bits != 0);
    if (setup->refresh != RH_REFRESH_PER_BANK && setup->rank_bits != 0) /* the second clock of another rank's ACT */
        held = t->act_clocks - 1U;
    uint64_t grace = greater(close + banks - 1 + precharged, t->tRC) - 1 + held;
    return grace < interval ? grace : interval - 1;
}

uint64_t rh_judge_refreshes_missing(const struct rh_judge *judge, uint64_t cycle) {
    uint64_t grace = judge->grace + judge->setup.registered + judge->setup.postponed * judge->interval;
    if (judge->interval == 0 || cycle <= grace)
        return 0;
    uint64_t needed = (cycle - grace - 1) / judge->interval, done = judge->refreshed + judge->forgiven;
    return needed > done ? needed - done : 0;
}

uint64_t rh_judge_refreshes_waiting(const struct rh_judge *judge, uint64_t cycle) {
    if (judge->interval == 0 || cycle < judge->interval)
        return 0;
    uint64_t due = (cycle - judge->setup.registered) / judge->interval, done = judge->refreshed + judge->forgiven;
    done += judge->setup.postponed;
    return due > done ? due - done : 0;
}

/* Forget what no rule can reach any more, now or later. */
static void age(struct rh_judge_history *h, uint64_t cycle) {
    while (h->count > 0 && h->items[h->first].record.cycle + h->horizon < cycle) {
        h->first++;
        h->count--;
        h->gone++;
    }
}

/* Room for one more behind the last: move down first, grow only if that does not help. */
static bool make_room(struct rh_judge_history *h) {
    if (h->first + h->count < h->capacity)
        return true;
    if (h->first > h->count) {
        memcpy(h->items, h->items + h->first, h->count * sizeof *h->items);
        h->first = 0;
        return true;
    }
    size_t capacity = h->capacity == 0 ? 64 : 2 * h->capacity;
    struct rh_judge_item *items = realloc(h->items, capacity * sizeof *items);
    if (items == NULL)
        return false;
    h->items = items;
    h->capacity = capacity;
    return true;
}

static void append(struct rh_judge *judge, const struct rh_judge_item *item) {
    struct rh_judge_history *h = &judge->history[item->kind];
    age(h, item->record.cycle);
    if (make_room(h))
        h->items[h->first + h->count++] = *item;
    else
        judge->lost = true;
}

/* A column command holds its row. */
static void hold(struct rh_judge *judge, const struct rh_command_record *command) {
    const struct rh_timing *t = &judge->setup.timing;
    bool read = command->command == RH_RD || command->command == RH_RDA;
    uint64_t until = command->cycle + (read ? t->tRTP : (uint64_t)t->WL + t->tBURST + t->tWR);
    judge->held[command->bank] = greater(judge->held[command->bank], until);
}

static void take_in(struct rh_judge *judge, const struct rh_judge_item *item) {
    const struct rh_command_record *command = &item->record;
    switch ((enum rh_command)command->command) {
    case RH_ACT:
        judge->held[command->bank] = command->cycle + judge->setup.timing.tRAS;
        judge->open[command->bank] = true;
        judge->changed[command->bank] = item->number;
        judge->open_row[command->bank] = command->row;
        break;
    case RH_RDA:
    case RH_WRA:
        hold(judge, command);
        judge->shut[command->bank] = judge->held[command->bank] + 1;
        judge->open[command->bank] = false;
        judge->changed[command->bank] = item->number;
        break;
    case RH_PRE:
        judge->open[command->bank] = false;
        judge->changed[command->bank] = item->number;
        break;
    case RH_REF:
        judge->refreshed++;
        if (command->all == (judge->setup.refresh == RH_REFRESH_ALL_BANK))
            judge->turn = (rh_judge_turn(judge, command->bank) + 1) % refreshes_a_round(&judge->setup);
        break;
    case RH_RD:
    case RH_WR:
        hold(judge, command);
        break;
    case RH_NOP:
    case RH_COMMANDS:
        break;
    }
}

void rh_judge_record(struct rh_judge *judge, const struct rh_judge_item *item) {
    const struct rh_command_record *command = &item->record;
    judge->last_cycle = command->cycle;
    uint64_t missing = rh_judge_refreshes_missing(judge, command->cycle);
    judge->forgiven += command->command == RH_REF && missing > 0 ? missing - 1 : missing;
    append(judge, item);
    take_in(judge, item);
}
