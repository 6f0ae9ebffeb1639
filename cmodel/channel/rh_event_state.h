// SPDX-License-Identifier: Apache-2.0
/* What an event-driven run keeps in the place of a controller's counters: the clock in which each timer allows its
 * commands again. Nothing counts down, so a clock in which nothing happens costs nothing. */
#ifndef RH_EVENT_STATE_H
#define RH_EVENT_STATE_H

#include "cmodel/channel/rh_event_run.h"
#include "cmodel/controller/rh_policy.h"
#include "cmodel/stats/rh_observer_outstanding.h"

#define RH_EVENT_NEVER UINT64_MAX
/* Each loop is compiled for its shape. */
#define RH_EVENT_INLINE static inline __attribute__((always_inline))

/* The timers of tables/timers.def, by scope: the first clock that they leave free. */
#define RH_EVENT_IN_bank_bank(name) uint64_t name;
#define RH_EVENT_IN_bank_group(name)
#define RH_EVENT_IN_bank_grain(name)
#define RH_EVENT_IN_group_bank(name)
#define RH_EVENT_IN_group_group(name) uint64_t name;
#define RH_EVENT_IN_group_grain(name)
#define RH_EVENT_IN_grain_bank(name)
#define RH_EVENT_IN_grain_group(name)
#define RH_EVENT_IN_grain_grain(name) uint64_t name;
struct rh_event_bank {
#define RH_TIMER(name, scope, loaded_by, forbids, cause, shown) RH_EVENT_IN_bank_##scope(name)
#include "tables/timers.def"
};
struct rh_event_group {
#define RH_TIMER(name, scope, loaded_by, forbids, cause, shown) RH_EVENT_IN_group_##scope(name)
#include "tables/timers.def"
};
struct rh_event_grain {
#define RH_TIMER(name, scope, loaded_by, forbids, cause, shown) RH_EVENT_IN_grain_##scope(name)
#include "tables/timers.def"
    uint64_t window[RH_MAX_WINDOW]; /* of the rank of this number */
};

/* What a run counts of its clocks; rh_event_counts.c adds it to the statistics. */
struct rh_event_counts {
    uint64_t idle, idle_timers; /* nothing waits and nothing moves; and a timer runs that is shown */
    uint64_t booked;            /* of all column commands, to their ends */
    uint64_t occupancy;         /* clocks of leaving less those of arrival */
#define RH_STAT_COMMAND(name, counts, meaning) uint64_t name;
#include "tables/stats.def"
    uint64_t stalls[RH_CAUSES];
};

/* How they stood at the start of a clock. */
struct rh_event_mark {
    struct rh_event_counts counts;
    uint64_t at, burst, queued, shown;
};

/* Commands as the outside sees them. */
struct rh_event_column_command {
    uint8_t command, bank, last;
    uint16_t number, tag;
};
struct rh_event_row_command {
    uint8_t command, bank, all, reason;
    uint32_t row;
};

/* The command register: what was chosen in clock `at`, and the counts when it began. */
struct rh_event_late {
    uint64_t at;
    struct rh_event_column_command column;
    struct rh_event_row_command row;
    struct rh_event_mark begun;
};

/* The banks that may have a command first, and when; NEVER: none. */
struct rh_event_ready {
    uint64_t at;
    rh_bank_set banks;
};

/* What may happen next. */
struct rh_event_next {
    struct rh_event_ready column, row;
    struct rh_refresh_command refresh;
    uint64_t refresh_at, offer, at;
};

/* What is known when a loop is compiled. */
struct rh_event_shape {
    bool flat;       /* one bank group, one rank: what is not the bank's own is everybody's */
    bool two;        /* command buses */
    bool general;    /* whatever few runs have: asked for where it matters */
    bool surrounded; /* clock by clock as the outside goes: who takes a response is not known before */
};

struct rh_event_run {
    struct rh_event_setup setup;
    const struct rh_policy *policy;
    struct rh_geometry geometry;
    struct rh_constraints constraints;
    struct rh_backend *backend; /* of the model, first in its state */
    void *state;
    bool entered;   /* the state is here */
    bool general;   /* as the shape has it */
    unsigned delay; /* clocks from the choice of a command until it goes out */
    struct rh_event_late late;
    /* time */
    uint64_t now;              /* the next clock */
    uint64_t turn;             /* what is allowed changes in this clock, so it is looked at anew then */
    uint64_t wake;             /* behind a run: the first clock in which a command may go out or a request come in */
    struct rh_event_next next; /* of one that is surrounded: stays up to the turn, or until something happens */
    bool known;                /* it is there */
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
    unsigned handed, unanswered;      /* the oldest that the outside does not know; how many it does not know */
    uint64_t now_base;                /* the model's `now` in clock 0 */
    /* the ledger */
    uint64_t accounted;         /* stalls and idle clocks before it are counted */
    struct rh_event_mark added; /* what is in the statistics */
    bool counted;               /* the clocks behind it go there, too */
    struct rh_stats *stats;
    struct rh_event_counts counts;
    /* the policy */
    uint64_t moved;      /* its registers stand at the start of this clock */
    uint64_t opened;     /* the clock after the last ACT, or the first of all */
    unsigned count;      /* requests that are queued */
    rh_bank_set changed; /* banks that are to be looked at */
    struct rh_next_commands next_commands;
    uint64_t ready[RH_MAX_BANKS];             /* when the bank's own timers let the command go that it wants */
    uint64_t auto_precharge_at[RH_MAX_BANKS]; /* of banks that are closing: auto-precharge closes them in this clock */
    /* where things lie */
    uint8_t group_of[RH_MAX_BANKS], grain_of[RH_MAX_BANKS], rank_of[RH_MAX_BANKS], bus_of[RH_MAX_BANKS];
    struct rh_event_bank bank[RH_MAX_BANKS];
    struct rh_event_group group[RH_MAX_GROUPS];
    struct rh_event_grain grain[RH_MAX_GRAINS];
    uint64_t tag_free[]; /* by place in the ring of tags: from this clock on */
};

/* As rh_stats_command. */
RH_EVENT_INLINE void rh_event_count_command(struct rh_event_counts *to, unsigned command) {
#define RH_STAT_COMMAND(name, counts, meaning) to->name += (counts);
#include "tables/stats.def"
}

RH_EVENT_INLINE uint64_t rh_later(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}
RH_EVENT_INLINE uint64_t rh_sooner(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

/* What holds back a command of `set` at a bank: the timers of `scopes`, all or those that one cause names. */
enum { RH_EVENT_ANY_CAUSE = RH_CAUSES };
RH_EVENT_INLINE uint64_t rh_event_free(const struct rh_event_run *l, unsigned b, unsigned set, unsigned scopes,
                                       unsigned cause) {
    const struct rh_event_bank *bank = &l->bank[b];
    const struct rh_event_group *group = &l->group[l->group_of[b]];
    const struct rh_event_grain *grain = &l->grain[l->grain_of[b]];
    uint64_t free = 0;
#define RH_TIMER(name, scope, loaded_by, forbids, of, shown)                                                           \
    if (((forbids)&set) && (scopes >> RH_SCOPE_##scope & 1) &&                                                         \
        (cause == RH_EVENT_ANY_CAUSE || cause == RH_CAUSE_##of))                                                       \
        free = rh_later(free, scope->name);
#include "tables/timers.def"
    return free;
}

#define RH_EVENT_SHOWN_yes true
#define RH_EVENT_SHOWN_no  false
/* A command of `set` goes to the bank in clock `at`, and the timers of `scopes` know of it. */
RH_EVENT_INLINE void rh_event_load_of(struct rh_event_run *l, unsigned b, unsigned set, unsigned scopes, uint64_t at) {
    const struct rh_constraints *constraints = &l->constraints;
    struct rh_event_bank *bank = &l->bank[b];
    struct rh_event_group *group = &l->group[l->group_of[b]];
    struct rh_event_grain *grain = &l->grain[l->grain_of[b]];
#define RH_TIMER(name, scope, loaded_by, forbids, cause, show)                                                         \
    if (((loaded_by)&set) && (scopes >> RH_SCOPE_##scope & 1)) {                                                       \
        scope->name = at + constraints->name;                                                                          \
        if (RH_EVENT_SHOWN_##show)                                                                                     \
            l->shown = rh_later(l->shown, scope->name);                                                                \
    }
#define RH_TIMER_ALSO(name, scope, loaded_by, constraint)                                                              \
    if (((loaded_by)&set) && (scopes >> RH_SCOPE_##scope & 1)) {                                                       \
        scope->name = at + constraints->constraint;                                                                    \
        l->shown = rh_later(l->shown, scope->name);                                                                    \
    }
#include "tables/timers.def"
}

RH_EVENT_INLINE void rh_event_load(struct rh_event_run *l, unsigned b, unsigned set, uint64_t at) {
    rh_event_load_of(l, b, set, RH_OF_ALL, at);
}

/* The activate window of the bank's rank lets an ACT through from this clock on. */
RH_EVENT_INLINE uint64_t rh_event_window(const struct rh_event_run *l, unsigned b) {
    unsigned rank = l->rank_of[b];
    return l->grain[rank].window[l->backend->array.window_next[rank]];
}

RH_EVENT_INLINE bool rh_event_is_open(const struct rh_event_run *l, unsigned b) {
    return l->backend->array.open >> b & 1;
}

/* Another rank's data come too soon before this clock. */
RH_EVENT_INLINE uint64_t rh_event_turn(const struct rh_event_run *l, unsigned b, bool write) {
    if (l->rank_of[b] == l->rank)
        return 0;
    return write ? l->rank_wr : l->rank_rd;
}

RH_EVENT_INLINE void rh_event_send(const struct rh_event_run *l, uint64_t at, unsigned command, unsigned bank,
                                   unsigned column, uint32_t row, bool all) {
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
