// SPDX-License-Identifier: Apache-2.0
/* The usual case of a leap, in few instructions an event: fr_fcfs on one bank group, one rank and one command bus, no
 * refresh at work, no age cap. What the other loops ask the timers for is kept ready: for each bank the one command
 * that it wants and from when on its own timers allow it, for all banks the clock of each kind of command. */
#ifndef RH_LEAP_FLAT_H
#define RH_LEAP_FLAT_H

#include "cmodel/run/rh_leap_state.h"

/* What a bank wants next. */
enum rh_flat_want { RH_FLAT_RD, RH_FLAT_WR, RH_FLAT_PRE, RH_FLAT_ACT, RH_FLAT_WANTS };

struct rh_flat_entry {
    struct rh_flat_entry *next;            /* of its bank's list */
    struct rh_flat_entry *older, *younger; /* of all, in a ring with `ends` */
    const struct rh_request *request;      /* the stream's, or a copy in `kept` */
    uint64_t number;                       /* order of age: those that were in the queue at first, then the others */
    int64_t accepted, fell;                /* see struct rh_leap_entry */
    int64_t first;                         /* clock of its first command, once it has `begun` */
    uint32_t row;
    uint16_t tag;
    uint8_t bank, write, extra, begun, row_hit, counted, asked;
};

/* In order of age. */
struct rh_flat_list {
    struct rh_flat_entry *first, **end;
};

struct rh_flat_bank {
    struct rh_flat_list hits, misses;
    int64_t row;          /* the open one, or -1 */
    int64_t act;          /* clock of the last ACT */
    int64_t rp, rtp, wtp; /* first clocks that these timers leave free */
};

struct rh_flat {
    /* What a bank wants (`wants` has those that want something), from when on its own timers let it, and its rank among
     * those that may go in one clock, as bits of a key: rows behind columns, then by age, with the bank's number. */
    int64_t own[RH_MAX_BANKS];
    uint64_t rank[RH_MAX_BANKS];
    uint8_t want[RH_MAX_BANKS];
    rh_bank_set wants;
    int64_t shared[RH_FLAT_WANTS]; /* and from when on all banks' */
    /* From one column command, of [write], to the next; a bank's own gaps. */
    int64_t apart[2][2], rcd[2], over[2];
    int64_t turn_gap[2]; /* from a column command of [write] to one of the other direction */
    int64_t burst_gap, ccd_gap, ras_gap, rc_gap, rp_gap, rtp_gap, wtp_gap, rrd_gap, faw_gap, bus_gap;
    int64_t shown_gap[RH_FLAT_WANTS];
    struct rh_leap *l;
    struct rh_leap_job *job;
    struct rh_observer *observer;
    int64_t now, until, offer; /* the next clock; its end; the next request can be offered */
    int64_t settled, burst;
    int64_t turn[2]; /* first clocks that the turnaround leaves free for an RD, for a WR */
    int64_t ccd, rrd, act_bus;
    int64_t opened, shown, answered;
    uint64_t columns, activates, precharges;
    uint64_t numbers, loaded; /* the next entry's; entries that were in the queue at first */
    uint64_t seen;            /* the observer's number of the first entry behind those */
    uint64_t writes;          /* accepted */
    unsigned count, queue, responses, opened_bank;
    unsigned column_mask, timer_mask;
    bool tells, of_cores;      /* somebody asks for requests; for those of known cores alone */
    struct rh_flat_entry ends; /* its `younger` is the oldest of all, its `older` the youngest */
    struct rh_flat_entry *unused;
    struct rh_flat_bank bank[RH_MAX_BANKS];
    struct rh_flat_entry entry[RH_MAX_QUEUE];
    struct rh_request kept[RH_MAX_QUEUE];
};

/* A key: clocks from now, column or row, age, bank. A clock is at most some gaps away, and a run too short for more
 * ages. */
enum { RH_FLAT_CLOCK = 47, RH_FLAT_ROW = 46, RH_FLAT_AGE = 6 };

RH_LEAP_INLINE int64_t rh_flat_later(int64_t a, int64_t b) {
    return a > b ? a : b;
}

RH_LEAP_INLINE void rh_flat_clear(struct rh_flat_list *list) {
    list->first = NULL;
    list->end = &list->first;
}

RH_LEAP_INLINE void rh_flat_append(struct rh_flat_list *list, struct rh_flat_entry *e) {
    e->next = NULL;
    *list->end = e;
    list->end = &e->next;
}

/* What the bank wants now. */
RH_LEAP_INLINE void rh_flat_look(struct rh_flat *f, unsigned b) {
    const struct rh_flat_bank *bank = &f->bank[b];
    const struct rh_flat_entry *e = bank->hits.first;
    if (e != NULL) {
        f->want[b] = e->write;
        f->own[b] = bank->act + f->rcd[e->write];
        f->rank[b] = e->number << RH_FLAT_AGE | b;
        f->wants |= rh_bit(b);
        return;
    }
    e = bank->misses.first;
    if (e == NULL) {
        f->wants &= ~rh_bit(b);
        return;
    }
    if (bank->row >= 0) {
        f->want[b] = RH_FLAT_PRE;
        f->own[b] = rh_flat_later(rh_flat_later(bank->rtp, bank->wtp), bank->act + f->ras_gap);
    } else {
        f->want[b] = RH_FLAT_ACT;
        f->own[b] = rh_flat_later(bank->rp, bank->act + f->rc_gap);
    }
    f->rank[b] = UINT64_C(1) << RH_FLAT_ROW | e->number << RH_FLAT_AGE | b;
    f->wants |= rh_bit(b);
}

/* Can it go this way now? */
bool rh_flat_may(const struct rh_leap *l, const struct rh_leap_job *job);
/* What a run never changes. */
struct rh_flat *rh_flat_open(struct rh_leap *l);
/* Out of a leap's state, and back. */
void rh_flat_enter(struct rh_flat *f, struct rh_leap_job *job);
void rh_flat_exit(struct rh_flat *f);
/* What an observer would have seen of the entry so far, written into its flight. */
struct rh_observer_flight *rh_flat_note(const struct rh_flat *f, const struct rh_flat_entry *e);
/* Until something comes that is not the usual. */
void rh_flat_run(struct rh_flat *f);

#endif
