// SPDX-License-Identifier: Apache-2.0
/* What a leap keeps in the place of a controller's counters: the clock in which each timer allows its commands again.
 * Nothing counts down, so a clock in which nothing happens costs nothing. */
#ifndef RH_LEAP_STATE_H
#define RH_LEAP_STATE_H

#include "cmodel/controller/rh_controller_states.h"
#include "cmodel/run/rh_observer_outstanding.h"
#include "rowhold/rh_leap.h"

enum { RH_LEAP_NIL = 255 /* no entry */ };
#define RH_LEAP_NEVER UINT64_MAX
/* Each loop is compiled for its shape. */
#define RH_LEAP_INLINE static inline __attribute__((always_inline))

/* The timers of tables/timers.def, by scope: the first clock that they leave free. */
#define RH_LEAP_IN_bank_bank(name) uint64_t name;
#define RH_LEAP_IN_bank_group(name)
#define RH_LEAP_IN_bank_grain(name)
#define RH_LEAP_IN_group_bank(name)
#define RH_LEAP_IN_group_group(name) uint64_t name;
#define RH_LEAP_IN_group_grain(name)
#define RH_LEAP_IN_grain_bank(name)
#define RH_LEAP_IN_grain_group(name)
#define RH_LEAP_IN_grain_grain(name) uint64_t name;
struct rh_leap_bank {
#define RH_TIMER(name, scope, loaded_by, forbids, cause, shown) RH_LEAP_IN_bank_##scope(name)
#include "tables/timers.def"
    uint32_t row;        /* the one last opened */
    uint8_t hits, last;  /* entries of the open row, oldest first; its youngest */
    uint8_t misses, end; /* the others */
};
struct rh_leap_group {
#define RH_TIMER(name, scope, loaded_by, forbids, cause, shown) RH_LEAP_IN_group_##scope(name)
#include "tables/timers.def"
};
struct rh_leap_grain {
#define RH_TIMER(name, scope, loaded_by, forbids, cause, shown) RH_LEAP_IN_grain_##scope(name)
#include "tables/timers.def"
    uint64_t window[RH_MAX_WINDOW]; /* of the rank of this number */
};

/* An entry of an age queue. `older` and `younger` link all, `next` those of its bank's list. */
struct rh_leap_entry {
    uint64_t number; /* order of age */
    int64_t fell;    /* clock in which it was, or would have been, in the highest place */
    uint32_t row;
    uint16_t last_column, tag;
    uint8_t bank, write, extra, hit;
    uint8_t older, younger, next;
    uint8_t pending; /* most_pending: requests of its row, itself included */
    uint8_t found;   /* fr_fcfs_serial: the controller knows whether it hits */
};

/* fgdram_channel: a grain from some clock on. */
struct rh_leap_grain_look {
    rh_bank_set serves; /* heads that hit and want its direction */
    bool writes, turns, passes;
};

/* fr_fcfs_serial: rows are compared in the clocks from `begun` to before `end`. */
struct rh_leap_search {
    uint64_t begun, end;
    uint64_t looked;             /* those before it are worked out */
    uint64_t over[RH_MAX_BANKS]; /* the bank's own ends before this clock */
    unsigned unfound;            /* entries */
};

/* What a run counts of its clocks; rh_leap.c adds it to the statistics. */
struct rh_leap_counts {
    uint64_t idle, idle_timers; /* nothing waits and nothing moves; and a timer runs that is shown */
    uint64_t booked;            /* of all column commands, to their ends */
    uint64_t occupancy;         /* clocks of leaving less those of arrival */
    uint64_t columns, activates, precharges, refreshes;
    uint64_t stalls[RH_CAUSES];
};

/* How they stood at the start of a clock. */
struct rh_leap_mark {
    struct rh_leap_counts counts;
    uint64_t at, burst, queued, shown;
};

/* Commands as the outside sees them. */
struct rh_leap_column_command {
    uint8_t command, bank, last;
    uint16_t number, tag;
};
struct rh_leap_row_command {
    uint8_t command, bank, all, reason;
    uint32_t row;
};

/* The command register: what was chosen in clock `at`, and the counts when it began. */
struct rh_leap_late {
    uint64_t at;
    struct rh_leap_column_command column;
    struct rh_leap_row_command row;
    struct rh_leap_mark begun;
};

/* What is known when a loop is compiled. */
struct rh_leap_shape {
    enum rh_leap_policy policy;
    bool flat; /* one bank group, one rank: what is not the bank's own is everybody's */
    bool two;  /* command buses */
    bool rare; /* whatever few runs have: asked for where it matters */
};

struct rh_fast;
struct rh_leap {
    struct rh_leap_setup setup;
    enum rh_leap_policy policy;
    struct rh_geometry geometry;
    struct rh_gaps gaps;
    struct rh_backend *backend; /* of the model, first in its state */
    void *state;
    bool entered;   /* the state is here */
    bool rare;      /* as the shape has it */
    unsigned delay; /* clocks from the choice of a command until it goes out */
    struct rh_leap_late late;
    /* time */
    uint64_t now;  /* the next clock */
    uint64_t turn; /* what is allowed changes in this clock, so it is looked at anew then */
    uint64_t wake; /* behind a run: the first clock in which a command may go out or a request come in */
    /* buses */
    uint64_t burst, act_bus; /* first clocks in which they are free; with grains `burst` is behind a column command */
    uint64_t bus[RH_MAX_GRAINS]; /* and these are the data buses */
    bool grains;
    uint64_t rank_rd, rank_wr;
    unsigned rank;
    uint64_t shown; /* first clock in which no timer runs that the output `timers` shows */
    /* refresh */
    bool refreshes, spaced, due;
    unsigned refresh_mask;
    uint64_t due_at, busy; /* the next falls due; the last is over */
    rh_bank_set blocked, holds;
    /* responses: those that were pushed, in a ring beside the model's */
    unsigned over[2];                 /* from a RD, a WR on */
    uint64_t valid[RH_MAX_RESPONSES]; /* given out from this clock on */
    uint64_t freed[RH_MAX_RESPONSES]; /* and the slot is free from this one on */
    unsigned tail;                    /* where the next one goes */
    uint64_t random;                  /* the state of who takes them at random, in clock 0 */
    uint64_t answered;                /* the youngest has gone before this clock */
    unsigned handed, unanswered;      /* the oldest that `answered` of the setup does not know; how many */
    uint64_t now_base;                /* the model's `now` in clock 0 */
    /* the ledger */
    uint64_t settled;          /* stalls and idle clocks before it are counted */
    struct rh_leap_mark added; /* what is in the statistics */
    bool counted;              /* the clocks behind it go there, too */
    struct rh_stats *stats;
    uint64_t opened; /* clock after the last ACT, of `opened_bank` */
    unsigned opened_bank;
    struct rh_leap_counts counts;
    /* the queue */
    unsigned count; /* requests in it */
    rh_bank_set hit_banks, miss_banks;
    unsigned oldest, youngest, unused; /* entries; `unused` links by `next` */
    uint64_t numbers;
    uint64_t alone;       /* the oldest goes alone from this clock on */
    rh_bank_set unranked; /* most_pending: banks whose `best` is not known */
    struct rh_leap_search search;
    struct rh_leap_grain_look look[RH_MAX_GRAINS];
    uint64_t shuts[RH_MAX_BANKS];      /* of banks that are closing: auto-precharge closes them in this clock */
    rh_bank_set open_before;           /* at the start of the clock */
    rh_wide free_before;               /* and these entries of its pool */
    uint8_t best[RH_MAX_BANKS], first; /* most wanted of the bank's misses, and of all; NIL: not known */
    /* of each bank with requests: when its own timers let its next command go, and the age of who wants it */
    uint64_t column_ready[RH_MAX_BANKS], column_age[RH_MAX_BANKS];
    uint64_t row_ready[RH_MAX_BANKS], row_age[RH_MAX_BANKS];
    rh_bank_set writes; /* banks whose next column command is a WR */
    /* where things lie */
    uint8_t group_of[RH_MAX_BANKS], grain_of[RH_MAX_BANKS], rank_of[RH_MAX_BANKS], bus_of[RH_MAX_BANKS];
    struct rh_leap_bank bank[RH_MAX_BANKS];
    struct rh_leap_group group[RH_MAX_GROUPS];
    struct rh_leap_grain grain[RH_MAX_GRAINS];
    struct rh_leap_entry entry[RH_MAX_QUEUE];
    struct rh_fast *fast; /* the usual case's own; NULL: it can't come */
    uint64_t tag_free[];  /* by place in the ring of tags: from this clock on */
};

RH_LEAP_INLINE bool rh_leap_is_aged(enum rh_leap_policy policy) {
    return policy == RH_LEAP_FR_FCFS || policy == RH_LEAP_FR_FCFS_SERIAL || policy == RH_LEAP_MOST_PENDING;
}

RH_LEAP_INLINE uint64_t rh_later(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}
RH_LEAP_INLINE uint64_t rh_sooner(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

/* What holds back a command of `set` at a bank: the timers of `scopes`, all or those that one cause names. */
enum { RH_LEAP_ANY_CAUSE = RH_CAUSES };
RH_LEAP_INLINE uint64_t rh_leap_free(const struct rh_leap *l, unsigned b, unsigned set, unsigned scopes,
                                     unsigned cause) {
    const struct rh_leap_bank *bank = &l->bank[b];
    const struct rh_leap_group *group = &l->group[l->group_of[b]];
    const struct rh_leap_grain *grain = &l->grain[l->grain_of[b]];
    uint64_t free = 0;
#define RH_TIMER(name, scope, loaded_by, forbids, of, shown)                                                           \
    if (((forbids)&set) && (scopes >> RH_SCOPE_##scope & 1) && (cause == RH_LEAP_ANY_CAUSE || cause == RH_CAUSE_##of)) \
        free = rh_later(free, scope->name);
#include "tables/timers.def"
    return free;
}

#define RH_LEAP_SHOWN_yes true
#define RH_LEAP_SHOWN_no  false
/* A command of `set` goes to the bank in clock `at`. */
RH_LEAP_INLINE void rh_leap_load(struct rh_leap *l, unsigned b, unsigned set, uint64_t at) {
    const struct rh_gaps *gaps = &l->gaps;
    struct rh_leap_bank *bank = &l->bank[b];
    struct rh_leap_group *group = &l->group[l->group_of[b]];
    struct rh_leap_grain *grain = &l->grain[l->grain_of[b]];
#define RH_TIMER(name, scope, loaded_by, forbids, cause, show)                                                         \
    if ((loaded_by)&set) {                                                                                             \
        scope->name = at + gaps->name;                                                                                 \
        if (RH_LEAP_SHOWN_##show)                                                                                      \
            l->shown = rh_later(l->shown, scope->name);                                                                \
    }
#define RH_TIMER_ALSO(name, scope, loaded_by, gap)                                                                     \
    if ((loaded_by)&set) {                                                                                             \
        scope->name = at + gaps->gap;                                                                                  \
        l->shown = rh_later(l->shown, scope->name);                                                                    \
    }
#include "tables/timers.def"
}

/* The activate window of the bank's rank lets an ACT through from this clock on. */
RH_LEAP_INLINE uint64_t rh_leap_window(const struct rh_leap *l, unsigned b) {
    unsigned rank = l->rank_of[b];
    return l->grain[rank].window[l->backend->array.window_next[rank]];
}

RH_LEAP_INLINE bool rh_leap_is_open(const struct rh_leap *l, unsigned b) {
    return l->backend->array.open >> b & 1;
}

/* Another rank's data come too soon before this clock. */
RH_LEAP_INLINE uint64_t rh_leap_turn(const struct rh_leap *l, unsigned b, bool write) {
    if (l->rank_of[b] == l->rank)
        return 0;
    return write ? l->rank_wr : l->rank_rd;
}

RH_LEAP_INLINE void rh_leap_send(const struct rh_leap *l, uint64_t at, unsigned command, unsigned bank, unsigned column,
                                 uint32_t row, bool all) {
    if (l->setup.sink == NULL)
        return;
    const struct rh_command_record record = {.cycle = at,
                                             .channel = l->setup.number,
                                             .command = (uint8_t)command,
                                             .bank = (uint8_t)bank,
                                             .all = all,
                                             .column = (uint16_t)column,
                                             .row = row};
    l->setup.sink(l->setup.sink_user, &record);
}

#endif
