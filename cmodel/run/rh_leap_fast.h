// SPDX-License-Identifier: Apache-2.0
/* The usual case of a leap, in few instructions an event: fifo, banked_fifo and fr_fcfs on one rank, without an age
 * cap. What the other loop asks the timers for is kept ready: for each bank the one command that it wants
 * and from when on its own timers and its group's allow it, for all banks the clock of each kind of command. */
#ifndef RH_LEAP_FAST_H
#define RH_LEAP_FAST_H

#include "cmodel/run/rh_leap_state.h"

/* What a bank wants next. */
enum rh_fast_want { RH_FAST_RD, RH_FAST_WR, RH_FAST_PRE, RH_FAST_ACT, RH_FAST_WANTS };

struct rh_fast_entry {
    struct rh_fast_entry *next;            /* of its bank's list */
    struct rh_fast_entry *older, *younger; /* of all, in a ring with `ends` */
    const struct rh_request *request;      /* the stream's, or a copy in `kept` */
    uint64_t rank; /* order of age, those that were in the queue at first before the others, and its bank */
    int64_t accepted;
    int64_t first; /* clock of its first command, once it has `begun` */
    uint32_t row;
    uint16_t tag;
    uint8_t bank, write, extra, begun, row_hit;
};

/* In order of age. */
struct rh_fast_list {
    struct rh_fast_entry *first, **end;
};

/* Clocks of its last commands: what their timers allow is worked out where it is asked for. */
struct rh_fast_bank {
    struct rh_fast_list hits; /* fr_fcfs: the requests of the open row; banked_fifo: all */
    struct rh_fast_list misses;
    int64_t row; /* the open one, or -1 */
    int64_t act, pre, column[2];
    unsigned count, slot; /* banked_fifo: its requests, and where its head stands */
};
struct rh_fast_group {
    int64_t act, column, write;
    int64_t act_before, column_before, write_before; /* at first */
    rh_bank_set banks;
};

/* A response: given out from `valid` on; its slot and its tag are free from `freed` on. */
struct rh_fast_response {
    int64_t valid, freed;
    uint16_t tag;
    uint8_t write;
};

/* What is known when a loop is compiled. */
struct rh_fast_shape {
    enum rh_leap_policy policy;
    bool split; /* several bank groups */
    bool two;   /* command buses */
    bool due;   /* one waits */
};

struct rh_fast {
    /* What a bank wants, from when on its own timers and its group's let it, and its rank among those that may go in
     * one clock, as bits of a key: by age, with the bank's number. */
    int64_t own[RH_MAX_BANKS];
    uint64_t rank[RH_MAX_BANKS];
    uint8_t want[RH_MAX_BANKS];
    rh_bank_set columns, rows;     /* the banks that want the one or the other */
    int64_t shared[RH_FAST_WANTS]; /* from when on all banks' timers and buses let it */
    uint64_t column_key, row_key;  /* what goes next, UINT64_MAX: nothing */
    int64_t base;                  /* the clock of key 0 */
    int64_t now, offer;            /* the next clock; the next request can be offered */
    int64_t until, stop;           /* something changes by itself; the run ends */
    int64_t settled;
    int64_t last, column[2]; /* clock of the last column command, of the last RD and WR */
    int64_t act, pre;        /* of the last ACT and PRE */
    int64_t answered;
    int64_t stayed_before, uncounted;    /* see rh_leap_fast_exit.c */
    const struct rh_request *next, *end; /* of the stream's */
    uint16_t *tags;                      /* ring of tags; the clocks from which on they are free */
    uint64_t *tag_free;
    unsigned tag_mask, tag_head, tag_tail; /* counted on and on */
    unsigned count, queue, tail;           /* entries; response slot of the next request that leaves */
    unsigned depth, bank_mask;             /* of banked_fifo's banks */
    unsigned column_next, row_next;
    bool timed, sends;
    int last_core; /* somebody asks for the requests of cores up to this one */
    struct rh_fast_entry *unused;
    struct rh_fast_entry ends;  /* its `younger` is the oldest of all, its `older` the youngest */
    uint64_t rank_next, loaded; /* the next entry's, without a bank; entries that were in the queue at first */
    uint64_t seen;              /* the observer's number of the first entry behind those */
    uint64_t longer;            /* column commands that were not the last of their request */
    uint64_t activates, precharges;
    uint64_t reads_before, writes_before; /* finished and counted, at first */
    uint64_t writes_waiting;              /* counted and in the queue, at first */
    int64_t warmup;
    unsigned responses, column_mask, opened_bank, slot; /* `slot`: where fifo's head stands */
    int64_t opened;
    bool refreshes, spaced, due; /* see struct rh_leap, and below */
    int64_t due_at, busy, refresh_at;
    struct rh_refresh_command refresh;
    rh_bank_set blocked, holds;
    uint64_t refreshed;
    int64_t pause;
    int64_t ref_apart, before[2]; /* an ACT waits for it; `column` at first */
    /* From one column command, of [write], to the next; a bank's own gaps. */
    int64_t apart[2][2], group_apart[2][2], turn_gap[2], rcd[2], over[2], to_pre[2];
    int64_t burst_gap, ccd_gap, ccd_l_gap, wtr_l_gap, rrd_l_gap;
    int64_t ras_gap, rc_gap, rp_gap, rrd_gap, faw_gap, bus_gap;
    int64_t shown_gap[RH_FAST_WANTS];
    struct rh_leap *l;
    struct rh_leap_job *job;
    struct rh_stats *stats;
    struct rh_observer *observer;
    uint8_t group_of[RH_MAX_BANKS];
    struct rh_fast_group group[RH_MAX_GROUPS];
    struct rh_fast_bank bank[RH_MAX_BANKS];
    struct rh_fast_entry entry[RH_MAX_QUEUE];
    struct rh_request kept[RH_MAX_QUEUE];
    struct rh_fast_response response[RH_MAX_RESPONSES];
};

/* A key: clocks from `base`, age, bank. So many requests a run has at most, and it ends before the clocks go round. */
enum { RH_FAST_CLOCK = 37, RH_FAST_AGE = 6, RH_FAST_REQUESTS = 1 << 30 };
/* With fewer tags left it would go in and out for each request. */
enum { RH_FAST_TAGS = 8 };
#define RH_FAST_ROUND (INT64_C(1) << (64 - RH_FAST_CLOCK))
#define RH_FAST_END   (RH_FAST_ROUND - (1 << 18)) /* of it; no gap is so long as the rest */

RH_LEAP_INLINE int64_t rh_fast_later(int64_t a, int64_t b) {
    return a > b ? a : b;
}

RH_LEAP_INLINE void rh_fast_append(struct rh_fast_list *list, struct rh_fast_entry *e) {
    e->next = NULL;
    *list->end = e;
    list->end = &e->next;
}

/* What holds back an ACT besides its bank. */
RH_LEAP_INLINE int64_t rh_fast_window(const struct rh_fast *f) {
    return (int64_t)rh_leap_window(f->l, 0);
}

/* Requests that came and that left, in this run. */
RH_LEAP_INLINE uint64_t rh_fast_accepted(const struct rh_fast *f) {
    return (f->rank_next >> RH_FAST_AGE) - f->loaded;
}
RH_LEAP_INLINE uint64_t rh_fast_finished(const struct rh_fast *f) {
    return f->loaded + rh_fast_accepted(f) - f->count;
}

/* Can it go this way now? */
bool rh_fast_may(const struct rh_leap *l, const struct rh_leap_job *job);
/* Is it a case for it? NULL: it is not, or memory is out, and then *failed. */
struct rh_fast *rh_fast_open(struct rh_leap *l, bool *failed);
/* Out of a leap's state, and back. */
void rh_fast_enter(struct rh_fast *f, struct rh_leap_job *job);
void rh_fast_exit(struct rh_fast *f);
/* Counted writes in the queue, and the clocks in which all of it was accepted, summed. */
uint64_t rh_fast_waiting(const struct rh_fast *f);
int64_t rh_fast_arrivals(const struct rh_fast *f);
/* Clocks from acceptance to the last column command, of all that is counted. */
int64_t rh_fast_counted_stays(const struct rh_fast *f);
/* What an observer would have seen of the entry so far, written into its flight. */
struct rh_observer_outstanding *rh_fast_note(const struct rh_fast *f, const struct rh_fast_entry *e);
/* The next clock in which a shown timer has run out. */
int64_t rh_fast_shown(const struct rh_fast *f);
/* Until something comes that is not the usual. */
void rh_fast_run(struct rh_fast *f);

#endif
