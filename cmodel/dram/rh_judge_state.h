// SPDX-License-Identifier: Apache-2.0
/** What the judge remembers of one channel: recent commands, open rows, refreshes. No rule stands here. */
#ifndef RH_JUDGE_STATE_H
#define RH_JUDGE_STATE_H

#include "rowhold/rh_judge.h"

enum { RH_JUDGE_BANKS = 256 }; /* whatever a setup may ask for: banks are bytes in a record */

/** Commands of the last `horizon` clocks, oldest first. */
struct rh_judge_history {
    struct rh_command_record *commands;
    size_t first, count, capacity; /* commands[first .. first+count-1] */
    uint64_t horizon;
    bool lost; /* memory ran out: what was dropped can no longer be checked */
};

struct rh_judge {
    struct rh_judge_setup setup;
    struct rh_judge_history recent, refreshes; /* REF apart: tRFC reaches much further back */
    uint64_t last_cycle;
    bool open[RH_JUDGE_BANKS];
    uint32_t open_row[RH_JUDGE_BANKS];
    uint64_t refreshed, forgiven; /* REFs seen; refreshes reported late, no longer waited for */
    unsigned refresh_bank;        /* whose turn it is */
    uint64_t commands, checks;
};

/** Clocks between refreshes falling due; 0 when refresh is off. */
uint64_t rh_judge_refresh_interval(const struct rh_judge *judge);
/** Refreshes that must have been issued in the clocks before `cycle`, but were not. */
uint64_t rh_judge_refreshes_missing(const struct rh_judge *judge, uint64_t cycle);

/** Forget commands older than the horizon at `cycle`. */
void rh_judge_history_age(struct rh_judge_history *history, uint64_t cycle);
/** Take a command in: history, open rows, refresh count. */
void rh_judge_record(struct rh_judge *judge, const struct rh_command_record *command);

#endif
