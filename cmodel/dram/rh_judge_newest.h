// SPDX-License-Identifier: Apache-2.0
/** The judge's quick look: a command that keeps every rule for sure is taken in without a search.
 *
 * For each set that rules.def counts from, and each part of the channel, the newest command of the set is kept. A
 * command that lies a row's clocks behind the newest of its set lies further behind all others. What is not sure is
 * judged rule by rule; so is every REF, and every first command of its kind.
 */
#ifndef RH_JUDGE_NEWEST_H
#define RH_JUDGE_NEWEST_H

#include "cmodel/dram/rh_judge_rule.h"

/* Sets of several commands that rules.def counts from; sets of one are numbered by their bit. */
enum { FROM_ANY_RD = RH_JUDGE_BITS, FROM_ANY_WR, FROM_COLUMN, FROM_ANY_PRE, FROM_ANY_ONE, RH_JUDGE_FROMS };

enum { RH_JUDGE_WINDOW = 32 /* ACTs that tFAW may count */ };

/* The newest command of a set. */
struct rh_judge_last {
    int64_t cycle;
    uint64_t next; /* place behind it in the history of its kind */
};

/* The newest commands in one instance of a scope. */
struct rh_judge_part {
    struct rh_judge_last last[RH_JUDGE_FROMS];
};

/* The parts of the channel that a bank lies in, one for each scope. */
struct rh_judge_parts {
    struct rh_judge_part *of[RH_SCOPES];
};

struct rh_judge_bank {
    struct rh_judge_parts part;
    uint8_t rank, bus; /* its data bus */
};

/* The last ACTs of a rank, as many as the rule tFAW counts; the oldest at `next`. */
struct rh_judge_window {
    int64_t cycle[RH_JUDGE_WINDOW];
    unsigned next;
};

struct rh_judge_newest {
    bool flat;                      /* one bank group, one grain or rank, one command bus, no part */
    bool live[RH_JUDGE_ROWS];       /* timing constraints that can concern a command */
    bool planned[RH_JUDGE_ROWS];    /* they could if their commands came */
    int64_t clocks[RH_JUDGE_ROWS];  /* of such rows */
    unsigned seen;                  /* set of all commands so far */
    unsigned activates;             /* that tFAW counts */
    unsigned column_bus;            /* command bus of column commands; 0 is that of all others */
    int64_t bus[2];                 /* clocks from which the command buses are free; both the later one after a fault */
    uint64_t always[RH_JUDGE_BITS]; /* checks of the rules that look at no earlier command */
    uint64_t quiet;                 /* before this clock no refresh is due */
    uint64_t late;                  /* from this clock on one is missing; here clocks also become too large to add to */
    int64_t data[RH_JUDGE_BANKS];   /* end of the last burst, by data bus */
    int64_t others[RH_JUDGE_BANKS]; /* by rank: from this clock on data lie tRTRS behind all bursts of other ranks */
    int64_t first_beat[2], behind[2]; /* of RD, WR: clocks from the command to its data, and to their end */
    int64_t data_back[2];             /* a search of the rule data_bus for RD, WR ends at a command so far back */
    int64_t data_alone[2];            /* and with the newest one, if the oldest of the history lies so far back */
    uint64_t data_at[2];              /* place behind the newest such command, or before that; it only moves on */
    struct rh_judge_window window[RH_JUDGE_BANKS]; /* by rank */
    struct rh_judge_bank bank[RH_JUDGE_BANKS];
    struct rh_judge_part part[]; /* of all instances of bank, group, ... */
};

/** Nothing was seen; NULL: no memory. The timing constraints follow. */
struct rh_judge_newest *rh_judge_newest_open(struct rh_judge *judge);
void rh_judge_newest_close(struct rh_judge_newest *newest);
/** All of them are known. */
void rh_judge_newest_begin(struct rh_judge *judge);
/** The clocks of a row that concerns this channel. */
void rh_judge_newest_constraint(struct rh_judge_newest *newest, unsigned row, uint32_t clocks);
/** Who looks at a command of this code, in a flat channel or in any; NULL: nobody. */
rh_judge_query *rh_judge_query_at(bool flat, unsigned command);
/** A command is taken in: history, open rows, refreshes. */
void rh_judge_record(struct rh_judge *judge, const struct rh_judge_item *item);
/** The REFs of the history were moved to later clocks, and the counts of refreshes on. */
void rh_judge_newest_move(struct rh_judge *judge);

#endif
