// SPDX-License-Identifier: Apache-2.0
#include "rh_judge_state.h"

#include <stdlib.h>
#include <string.h>

uint64_t rh_judge_refresh_interval(const struct rh_judge *judge) {
    const struct rh_judge_setup *s = &judge->setup;
    if (s->refresh == RH_REFRESH_OFF)
        return 0;
    unsigned all = s->timing.tREFI;
    return s->refresh == RH_REFRESH_PER_BANK ? all / s->banks : all;
}

uint64_t rh_judge_refreshes_missing(const struct rh_judge *judge, uint64_t cycle) {
    uint64_t interval = rh_judge_refresh_interval(judge);
    if (interval == 0 || cycle < 2 * interval)
        return 0;
    uint64_t needed = cycle / interval - 1, done = judge->refreshed + judge->forgiven;
    return needed > done ? needed - done : 0;
}

void rh_judge_history_age(struct rh_judge_history *h, uint64_t cycle) {
    while (h->count > 0 && h->commands[h->first].cycle + h->horizon < cycle) {
        h->first++;
        h->count--;
    }
}

/* Room for one more behind the last: move down first, grow only if that does not help. */
static bool make_room(struct rh_judge_history *h) {
    if (h->first + h->count < h->capacity)
        return true;
    if (h->first > h->count) {
        memcpy(h->commands, h->commands + h->first, h->count * sizeof *h->commands);
        h->first = 0;
        return true;
    }
    size_t capacity = h->capacity == 0 ? 64 : 2 * h->capacity;
    struct rh_command_record *commands = realloc(h->commands, capacity * sizeof *commands);
    if (commands == NULL)
        return false;
    h->commands = commands;
    h->capacity = capacity;
    return true;
}

static void append(struct rh_judge_history *h, const struct rh_command_record *command) {
    if (!make_room(h)) {
        h->lost = true;
        return;
    }
    h->commands[h->first + h->count++] = *command;
}

static void record_refresh(struct rh_judge *judge, const struct rh_command_record *command) {
    append(&judge->refreshes, command);
    judge->refreshed++;
    if (!command->all)
        judge->refresh_bank = (command->bank + 1U) % judge->setup.banks;
}

void rh_judge_record(struct rh_judge *judge, const struct rh_command_record *command) {
    judge->last_cycle = command->cycle;
    uint64_t missing = rh_judge_refreshes_missing(judge, command->cycle);
    judge->forgiven += command->command == RH_REF && missing > 0 ? missing - 1 : missing;
    if (command->command == RH_REF) {
        record_refresh(judge, command);
        return;
    }
    append(&judge->recent, command);
    switch ((enum rh_command)command->command) {
    case RH_ACT:
        judge->open[command->bank] = true;
        judge->open_row[command->bank] = command->row;
        break;
    case RH_PRE:
    case RH_RDA:
    case RH_WRA:
        judge->open[command->bank] = false;
        break;
    case RH_NOP:
    case RH_RD:
    case RH_WR:
    case RH_REF:
    case RH_COMMANDS:
        break;
    }
}
