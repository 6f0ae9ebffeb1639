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
    uint64_t rank;          /* order of age, those that were in the queue at first before the others, and its bank */
    int64_t accepted, fell; /* see struct rh_leap_entry */
    int64_t first;          /* clock of its first command, once it has `begun` */
    uint32_t row;
    uint16_t tag;
    uint8_t bank, write, extra, begun, row_hit;
};

/* In order of age. */
struct rh_flat_list {
    struct rh_flat_entry *first, **end;
};

/* Clocks of its last commands. What their timers allow is worked out where it is asked for. */
struct rh_flat_bank {
    struct rh_flat_list hits, misses;
    int64_t row; /* the open one, or -1 */
    int64_t act, pre, column[2];
};

/* A response: given out from `valid` on; its slot and its tag are free from `freed` on. */
struct rh_flat_response {
    int64_t valid, freed;
    uint16_t tag;
    uint8_t write;
};

struct rh_flat {
    /* What a bank wants (`wants` has those that want something), from when on its own timers let it, and its rank among
     * those that may go in one clock, as bits of a key: rows behind columns, then by age, with the bank's number. */
    int64_t own[RH_MAX_BANKS];
    uint64_t rank[RH_MAX_BANKS];
    uint8_t want[RH_MAX_BANKS];
    rh_bank_set wants;
    int64_t shared[RH_FLAT_WANTS]; /* and from when on all banks' */
    int64_t now, until, offer;     /* the next clock; its end; the next request can be offered */
    int64_t settled;
    int64_t last, column[2]; /* clock of the last column command, of the last RD and WR */
    int64_t act, pre;        /* of the last ACT and PRE */
    int64_t arrival;         /* of the last acceptance */
    int64_t answered;
    int64_t stays;                       /* clocks of leaving less those of arrival */
    const struct rh_request *next, *end; /* of the stream's */
    uint16_t *tags;                      /* ring of tags; the clocks from which on they are free */
    uint64_t *tag_free;
    unsigned tag_mask, tag_head, tag_tail; /* counted on and on */
    unsigned count, queue, tail;           /* entries; response slot of the next request that leaves */
    bool timed, sends;
    int last_core; /* somebody asks for the requests of cores up to this one */
    struct rh_flat_entry *unused;
    struct rh_flat_entry ends;  /* its `younger` is the oldest of all, its `older` the youngest */
    uint64_t rank_next, loaded; /* the next entry's, without a bank; entries that were in the queue at first */
    uint64_t seen;              /* the observer's number of the first entry behind those */
    uint64_t longer;            /* column commands that were not the last of their request */
    uint64_t activates, precharges;
    uint64_t reads_before, writes_before; /* finished and counted, at first */
    uint64_t writes_waiting;              /* counted and in the queue, at first */
    int64_t warmup;
    unsigned responses, column_mask, opened_bank;
    int64_t opened;
    int64_t ref_apart, before[2]; /* an ACT waits for it; `column` at first */
    /* From one column command, of [write], to the next; a bank's own gaps. */
    int64_t apart[2][2], turn_gap[2], rcd[2], over[2], to_pre[2];
    int64_t burst_gap, ccd_gap, ras_gap, rc_gap, rp_gap, rrd_gap, faw_gap, bus_gap;
    int64_t shown_gap[RH_FLAT_WANTS];
    struct rh_leap *l;
    struct rh_leap_job *job;
    struct rh_stats *stats;
    struct rh_observer *observer;
    struct rh_flat_bank bank[RH_MAX_BANKS];
    struct rh_flat_entry entry[RH_MAX_QUEUE];
    struct rh_request kept[RH_MAX_QUEUE];
    struct rh_flat_response response[RH_MAX_RESPONSES];
};

/* What holds back an ACT besides its bank. */
RH_LEAP_INLINE int64_t rh_flat_window(const struct rh_flat *f) {
    return (int64_t)rh_leap_window(f->l, 0);
}

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

/* From when on its own timers let a bank's row be closed, or another be opened. */
RH_LEAP_INLINE int64_t rh_flat_recovers(const struct rh_flat *f, const struct rh_flat_bank *bank) {
    return rh_flat_later(bank->column[0] + f->to_pre[0], bank->column[1] + f->to_pre[1]);
}
RH_LEAP_INLINE int64_t rh_flat_row_at(const struct rh_flat *f, const struct rh_flat_bank *bank) {
    return bank->row >= 0 ? rh_flat_later(rh_flat_recovers(f, bank), bank->act + f->ras_gap)
                          : rh_flat_later(bank->pre + f->rp_gap, bank->act + f->rc_gap);
}

/* What the bank wants now. */
RH_LEAP_INLINE void rh_flat_look_hit(struct rh_flat *f, const struct rh_flat_bank *bank, unsigned b,
                                     const struct rh_flat_entry *e) {
    f->want[b] = e->write;
    f->own[b] = bank->act + f->rcd[e->write];
    f->rank[b] = e->rank;
}
RH_LEAP_INLINE void rh_flat_look_miss(struct rh_flat *f, const struct rh_flat_bank *bank, unsigned b,
                                      const struct rh_flat_entry *e) {
    f->want[b] = bank->row >= 0 ? RH_FLAT_PRE : RH_FLAT_ACT;
    f->own[b] = rh_flat_row_at(f, bank);
    f->rank[b] = UINT64_C(1) << RH_FLAT_ROW | e->rank;
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
