// SPDX-License-Identifier: Apache-2.0
/** What the judge remembers of one channel: recent commands, open rows, refreshes. No rule stands here. */
#ifndef RH_JUDGE_STATE_H
#define RH_JUDGE_STATE_H

#include "cmodel/dram/rh_scope.h"
#include "rowhold/rh_judge.h"

enum {
    RH_JUDGE_BANKS = 256, /* whatever a setup may ask for: banks are bytes in a record */
    RH_JUDGE_ROUND_REFS =
        32 /* REFs within reach of a rule in an idle round; with more the rounds are judged one by one */
};

#define RH_JUDGE_LONG_AGO (INT64_MIN / 2) /* a clock before all others, from which any distance is kept */

/** Commands are remembered by kind, for each kind has its own reach: tRP is short, tRFC is long. */
enum rh_judge_kind { RH_JUDGE_ACTS, RH_JUDGE_PRES, RH_JUDGE_COLUMNS, RH_JUDGE_REFS, RH_JUDGE_POWERS, RH_JUDGE_KINDS };

/** A command, and what is read from it once. */
struct rh_judge_item {
    struct rh_command_record record;
    uint64_t number; /* place in the stream, from 0 */
    uint16_t set;    /* its bit of rh_judge_rule.h; 0: no command */
    uint8_t bit;     /* where that bit stands */
    uint8_t kind;    /* enum rh_judge_kind */
    bool again;      /* the same command as the item before, of another bank: it holds the bus once */
};

/** Commands of one kind, oldest first, by their places in all that were recorded: those of the last `horizon` clocks
 * before the newest. Older ones go when somebody looks (rh_judge_drop_old) or room is needed. */
struct rh_judge_history {
    struct rh_judge_item *items; /* a ring; the one behind the newest is none, its clock INT64_MAX */
    uint64_t mask;               /* places of the ring less one */
    uint64_t first, end;         /* places of the oldest, behind the newest */
    uint64_t horizon;
    int64_t oldest; /* clock `horizon` before the newest; INT64_MAX: there is none */
};
static inline struct rh_judge_item *rh_judge_item_at(const struct rh_judge_history *h, uint64_t place) {
    return &h->items[place & h->mask];
}

/** The last REFs of a rank, as many as the rule refresh_burst counts; the oldest at `next`. */
struct rh_judge_burst {
    struct rh_judge_past {
        uint64_t cycle, number;
        bool seen;
    } * past;
    unsigned next;
};

struct rh_judge_plan; /* which rules concern which command */
struct rh_judge_newest;

/** Where an idle round began: what a whole round may move is compared with it, all else has to stand still. */
struct rh_judge_round {
    bool begun;
    uint64_t cycle, commands, checks, refreshed, forgiven;
    unsigned turn;
    uint64_t count[RH_JUDGE_KINDS];
    struct rh_judge_item ref[RH_JUDGE_ROUND_REFS]; /* the history of REFs */
};

/** True: the command keeps every rule for sure, and was taken in. False: it is to be searched; nothing has happened. */
typedef bool rh_judge_query(struct rh_judge *judge, const struct rh_command_record *command);

struct rh_judge {
    struct rh_judge_setup setup;
    struct rh_judge_plan *plan;
    struct rh_judge_newest *newest;
    bool plain;                           /* rule by rule, whatever the quick look would say */
    rh_judge_query *query[UINT8_MAX + 1]; /* the quick query of a command, by its code; NULL: it is searched */
    struct rh_judge_history history[RH_JUDGE_KINDS];
    bool lost;                                /* memory ran out: what was dropped can no longer be checked */
    unsigned share[RH_SCOPES];                /* banks of an instance of each scope */
    uint8_t place[RH_JUDGE_BANKS][RH_SCOPES]; /* of each bank */
    uint8_t rank[RH_JUDGE_BANKS];             /* of each bank */
    unsigned ranks, per_rank;                 /* ranks, and their banks */
    unsigned one_bank;  /* a one-bank REF touches the banks of its rank whose number is the same modulo this */
    uint64_t interval;  /* clocks between refreshes falling due; 0 when refresh is off */
    unsigned turns;     /* REFs until every bank had one */
    uint64_t ahead;     /* REFs that count ahead of their time; UINT64_MAX: any number */
    unsigned most_refs; /* of a rank in 2 tREFI; 0: any number */
    struct rh_judge_burst burst[RH_JUDGE_BANKS]; /* by rank, of most_refs */
    uint64_t grace;                              /* clocks that a REF may come after it fell due */
    uint64_t since; /* clock that refreshes are counted from, a late one later; RH_JUDGE_NONE: it is not known yet */
    bool cut;       /* the first REF may be that of any bank */
    uint64_t last_cycle;
    bool open[RH_JUDGE_BANKS];
    uint32_t open_row[RH_JUDGE_BANKS];
    uint64_t changed[RH_JUDGE_BANKS]; /* number of the command that opened or closed the bank */
    uint64_t held[RH_JUDGE_BANKS];    /* first clock in which the bank's row may be precharged */
    uint64_t
        auto_precharged[RH_JUDGE_BANKS]; /* clocks before this one find its row open, though an RDA or WRA closed it */
    uint8_t asleep[RH_JUDGE_BANKS];      /* of each rank: RH_PDE, RH_SRE, or 0 */
    uint64_t slept[RH_JUDGE_BANKS];      /* number of the command by which it entered or left that state */
    bool owes[RH_JUDGE_BANKS];           /* it has had no REF since SRX */
    uint32_t raa[RH_JUDGE_BANKS];        /* rolling accumulated ACTs of a bank, less what REFs and RFMs took off */
    unsigned row_bits;
    uint64_t refreshed, forgiven;     /* REFs seen; refreshes reported late, no longer waited for */
    unsigned turn;                    /* of the next REF in its round */
    uint64_t in_rank[RH_JUDGE_BANKS]; /* column commands in their history, by rank; of several ranks */
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
/** REFs that come before the bank's. */
unsigned rh_judge_turns_until(const struct rh_judge *judge, unsigned bank);
/** True when the REF touches the bank. */
bool rh_judge_refreshes(const struct rh_judge *judge, const struct rh_judge_item *refresh, unsigned bank);
/** Refreshes that must have been issued in the clocks before `cycle`, but were not. */
uint64_t rh_judge_refreshes_missing(const struct rh_judge *judge, uint64_t cycle);
/** Clock in which the next refresh falls due, or when it may not be postponed any longer. */
uint64_t rh_judge_refresh_due(const struct rh_judge *judge);
/** Refreshes that have fallen due by `cycle`, are still waited for and may not be postponed. */
uint64_t rh_judge_refreshes_waiting(const struct rh_judge *judge, uint64_t cycle);
/** Rings with nothing in them; false: no memory. */
bool rh_judge_open_histories(struct rh_judge *judge);
/** The limits of refreshes that come early or together; false: no memory. */
bool rh_judge_open_refreshes(struct rh_judge *judge);
void rh_judge_close_refreshes(struct rh_judge *judge);
/** Forget what no rule can reach any more, now or later. */
void rh_judge_drop_old(struct rh_judge *judge, unsigned kind);
/** The ring is full; false, and all commands to come are lost, when it cannot grow. */
bool rh_judge_make_room(struct rh_judge *judge, unsigned kind);
/** Refresh count and turn. */
void rh_judge_take_refresh(struct rh_judge *judge, const struct rh_command_record *command);
/** PDE, PDX, SRE, SRX: the state of a rank. From the first of them on every command is searched. */
void rh_judge_take_power(struct rh_judge *judge, const struct rh_command_record *command);
/** Counts the refreshes that fell due by `cycle` and belong to a rank in self-refresh, which does them itself. */
void rh_judge_refresh_self(struct rh_judge *judge, uint64_t cycle);
/** REF or RFM: `off` is what it takes off the counts of activates of its banks. */
void rh_judge_take_off(struct rh_judge *judge, const struct rh_command_record *command, unsigned off);

/** Does the device ask for refresh management? Then RAAMMT bounds the activates of a bank. */
static inline bool rh_judge_is_managed(const struct rh_judge *judge) {
    return judge->setup.managed && judge->setup.timing.RAAMMT != 0;
}
/** Does the device have power-down or self-refresh? */
static inline bool rh_judge_has_power_down(const struct rh_judge *judge) {
    return judge->setup.timing.tXP != 0 || judge->setup.timing.tXS != 0;
}
/** Of the rank of a bank; NULL where refresh_burst bounds nothing, or a REF names a rank that does not exist. */
static inline struct rh_judge_burst *rh_judge_burst_of(struct rh_judge *judge, unsigned bank) {
    return judge->most_refs != 0 && judge->rank[bank] < judge->ranks ? &judge->burst[judge->rank[bank]] : NULL;
}
static inline uint64_t rh_judge_later(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

#define RH_JUDGE_INLINE static inline __attribute__((always_inline))

/* `ranks`: there are several. */
RH_JUDGE_INLINE void rh_judge_append(struct rh_judge *judge, const struct rh_command_record *command, unsigned set,
                                     unsigned bit, unsigned kind, bool ranks) {
    struct rh_judge_history *h = &judge->history[kind];
    struct rh_judge_item *item = rh_judge_item_at(h, h->end++);
    item->record = *command;
    item->number = judge->commands;
    item->set = (uint16_t)set;
    item->bit = (uint8_t)bit;
    item->kind = (uint8_t)kind;
    h->oldest = (int64_t)(command->cycle - h->horizon);
    if (kind == RH_JUDGE_COLUMNS && ranks) {
        judge->in_rank[judge->rank[command->bank]]++;
        while (command->cycle - rh_judge_item_at(h, h->first)->record.cycle > h->horizon)
            judge->in_rank[judge->rank[rh_judge_item_at(h, h->first++)->record.bank]]--;
    }
    if (h->end - h->first > h->mask && !rh_judge_make_room(judge, kind))
        h->end--;
    rh_judge_item_at(h, h->end)->record.cycle = INT64_MAX;
}

/* A column command holds its row; only the rule subarray asks until when. */
static inline void rh_judge_hold(struct rh_judge *judge, const struct rh_command_record *command, bool read) {
    const struct rh_timing *t = &judge->setup.timing;
    uint64_t until = command->cycle + (read ? t->tRTP : (uint64_t)t->WL + t->tBURST + t->tWR);
    judge->held[command->bank] = rh_judge_later(judge->held[command->bank], until);
}

/** Open rows, and refreshes. `parts`: banks share subarrays. */
static inline void rh_judge_take_in(struct rh_judge *judge, const struct rh_command_record *command,
                                    enum rh_command which, bool parts) {
    unsigned bank = command->bank;
    switch (which) {
    case RH_ACT:
        if (parts)
            judge->held[bank] = command->cycle + judge->setup.timing.tRAS;
        judge->open[bank] = true;
        judge->raa[bank]++;
        judge->changed[bank] = judge->commands;
        judge->open_row[bank] = command->row;
        break;
    case RH_RDA:
    case RH_WRA:
        if (parts) {
            rh_judge_hold(judge, command, which == RH_RDA);
            judge->auto_precharged[bank] = judge->held[bank] + 1;
        }
        judge->open[bank] = false;
        judge->changed[bank] = judge->commands;
        break;
    case RH_PRE:
        judge->open[bank] = false;
        judge->changed[bank] = judge->commands;
        break;
    case RH_RD:
    case RH_WR:
        if (parts)
            rh_judge_hold(judge, command, which == RH_RD);
        break;
    case RH_REF:
        rh_judge_take_refresh(judge, command);
        rh_judge_take_off(judge, command, judge->setup.timing.RAADEC);
        break;
    case RH_RFM:
        rh_judge_take_off(judge, command, judge->setup.timing.RAAIMT);
        break;
    case RH_PDE:
    case RH_PDX:
    case RH_SRE:
    case RH_SRX:
        rh_judge_take_power(judge, command);
        break;
    case RH_NOP:
    case RH_COMMANDS:
    case RH_FOREIGN_COMMANDS:
        break;
    }
}

#endif
