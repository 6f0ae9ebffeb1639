// SPDX-License-Identifier: Apache-2.0
/** What the judge remembers of one channel: recent commands, open rows, refreshes. No rule stands here. */
#ifndef RH_JUDGE_STATE_H
#define RH_JUDGE_STATE_H

#include "rowhold/rh_judge.h"
#include "rowhold/rh_scope.h"

enum {
    RH_JUDGE_BANKS = 256, /* whatever a setup may ask for: banks are bytes in a record */
    RH_JUDGE_ROUND_REFS =
        32 /* REFs within reach of a rule in an idle round; with more the rounds are judged one by one */
};

/** Commands are remembered by kind, for each kind has its own reach: tRP is short, tRFC is long. */
enum rh_judge_kind { RH_JUDGE_ACTS, RH_JUDGE_PRES, RH_JUDGE_COLUMNS, RH_JUDGE_REFS, RH_JUDGE_KINDS };

/** A command, and what is read from it once. */
struct rh_judge_item {
    struct rh_command_record record;
    uint64_t number;          /* place in the stream, from 0 */
    uint16_t set;             /* its bit of rh_judge_rule.h; 0: no command */
    uint8_t bit;              /* where that bit stands */
    uint8_t kind;             /* enum rh_judge_kind */
    uint8_t place[RH_SCOPES]; /* its bank's instance of each scope */
};

/** Commands of one kind, oldest first; at least those of the last `horizon` clocks. */
struct rh_judge_history {
    struct rh_judge_item *items;
    size_t first, count, capacity; /* items[first .. first+count-1] */
    uint64_t horizon;
    uint64_t gone; /* commands that were recorded before items[first] */
};

struct rh_judge_plan; /* which rules concern which command */
struct rh_judge_reach;

/** Where an idle round began: what a whole round may move is compared with it, all else has to stand still. */
struct rh_judge_round {
    bool begun;
    uint64_t cycle, commands, checks, refreshed, forgiven;
    unsigned turn;
    size_t count[RH_JUDGE_KINDS];
    struct rh_judge_item ref[RH_JUDGE_ROUND_REFS]; /* the history of REFs */
};

struct rh_judge {
    struct rh_judge_setup setup;
    struct rh_judge_plan *plan;
    struct rh_judge_reach *reach;
    bool plain; /* rule by rule, whatever the quick look would say */
    struct rh_judge_history history[RH_JUDGE_KINDS];
    bool lost;                                /* memory ran out: what was dropped can no longer be checked */
    unsigned share[RH_SCOPES];                /* banks of an instance of each scope */
    uint8_t place[RH_JUDGE_BANKS][RH_SCOPES]; /* of each bank */
    unsigned ranks, per_rank;                 /* ranks, and their banks */
    unsigned one_bank; /* a one-bank REF touches the banks of its rank whose number is the same modulo this */
    uint64_t interval; /* clocks between refreshes falling due; 0 when refresh is off */
    uint64_t grace;    /* clocks that a REF may come after it fell due */
    uint64_t last_cycle;
    bool open[RH_JUDGE_BANKS];
    uint32_t open_row[RH_JUDGE_BANKS];
    uint64_t changed[RH_JUDGE_BANKS]; /* number of the command that opened or closed the bank */
    uint64_t held[RH_JUDGE_BANKS];    /* first clock in which the bank's row may be precharged */
    uint64_t shut[RH_JUDGE_BANKS];    /* clocks before this one find its row open, though an RDA or WRA closed it */
    unsigned row_bits;
    uint64_t refreshed, forgiven; /* REFs seen; refreshes reported late, no longer waited for */
    unsigned turn;                /* of the next REF in its round */
    uint64_t commands, checks;
    struct rh_judge_round round;
};

/** Clocks between refreshes falling due; 0 when refresh is off. */
uint64_t rh_judge_refresh_interval(const struct rh_judge_setup *setup);
/** Clocks from the one in which a refresh falls due to the last in which its REF may come, in JEDEC values: its banks
 * close as soon as the last command of the clock before allows (tRAS since ACT, write recovery, tRTP), one PRE a clock,
 * then tRP, and tRC since ACT; one bank at a time also what ACTs of other banks put before its PRE and its REF
 * (act_clocks, tRRD); never as many as lie between two refreshes. */
uint64_t rh_judge_refresh_grace(const struct rh_judge_setup *setup);
/** Turn in a round of the REF that refreshes the bank: the ranks one after the other, in each its banks. */
unsigned rh_judge_turn(const struct rh_judge *judge, unsigned bank);
/** True when the REF touches the bank. */
bool rh_judge_refreshes(const struct rh_judge *judge, const struct rh_judge_item *refresh, unsigned bank);
/** Refreshes that must have been issued in the clocks before `cycle`, but were not. */
uint64_t rh_judge_refreshes_missing(const struct rh_judge *judge, uint64_t cycle);
/** Refreshes that have fallen due by `cycle`, are still waited for and may not be postponed. */
uint64_t rh_judge_refreshes_waiting(const struct rh_judge *judge, uint64_t cycle);
/** Take a command in: history, open rows, refresh count. */
void rh_judge_record(struct rh_judge *judge, const struct rh_judge_item *item);

#endif
