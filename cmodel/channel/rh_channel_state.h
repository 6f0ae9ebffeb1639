// SPDX-License-Identifier: Apache-2.0
/* A channel's state, for the files that run it. */
#ifndef RH_CHANNEL_STATE_H
#define RH_CHANNEL_STATE_H

#include "cmodel/channel/rh_event_run.h"
#include "rowhold/rh_channel.h"
#include "rowhold/rh_contract.h"
#include "rowhold/rh_model.h"
#include "rowhold/rh_observer.h"

/* Idle clocks with refreshes: a round takes every bank through one, and then all stands as it did, or it does not. */
struct rh_channel_round {
    uint64_t length; /* 0: no refresh, no rounds */
    uint64_t start;
    bool begun;
    uint64_t counters[RH_STATS_COUNTERS]; /* of the statistics, when it began */
};
/* That a pause holds before one is begun: the first ones still close rows. */
enum { RH_FEWEST_ROUNDS = 4 };

struct rh_channel {
    struct rh_channel_setup setup;
    struct rh_model model;        /* where the setup brings no unit */
    struct rh_contract *contract; /* NULL: nobody watches */
    struct rh_observer *observer;
    struct rh_controller_in in;
    struct rh_controller_out out; /* of the last clock that was run */
    uint64_t cycle;
    uint64_t progress; /* clock of the last acceptance, column command or response */
    uint64_t watchdog; /* clocks without progress that no timing explains */
    uint64_t random;
    uint64_t epoch_end; /* clock in which the next epoch begins */
    uint64_t stop;      /* the first clock in which something is to be done: epoch_end, cycle_limit, self-check's end */
    struct rh_epoch epoch; /* how the statistics stood when it began */
    size_t taken;
    unsigned tags;
    unsigned tag_head, tags_free;
    bool timed; /* the stream has arrival times */
    struct rh_channel_round round;
    struct rh_event_run *events;              /* from event to event; NULL: clock by clock */
    struct rh_channel_self_check *self_check; /* of that run; NULL: over, or none */
    bool pauses;                              /* clock by clock, up to the next request */
    char text[320];
    struct rh_stats stats;
    uint16_t tag_queue[]; /* free tags, a ring */
};

static inline bool rh_channel_is_back_pressed(const struct rh_channel *channel) {
    return channel->setup.ready_one_in > 1 && channel->setup.ready_mask_seed != 0;
}

/* Nothing in flight, nothing on offer, nobody who looks. Inline: it is asked every clock. */
static inline bool rh_channel_waits(const struct rh_channel *channel) {
    return channel->timed && channel->tags_free == channel->tags && !channel->in.req_valid &&
           channel->setup.unit.idle != NULL && channel->setup.probe == NULL && !rh_channel_is_back_pressed(channel);
}
/* While it waits and the next request is not yet due: let the unit skip, short of its arrival and of the limit. */
void rh_channel_skip(struct rh_channel *channel, const struct rh_request *request);

/* Clocks without progress that no timing explains. */
uint64_t rh_channel_watchdog(const struct rh_constraints *constraints);
/* After a run that ended at its limit: the clock up to which nothing happens, unless a request comes. */
uint64_t rh_channel_wake(const struct rh_channel *channel);
/* False without memory; a channel that can't run from event to event goes clock by clock. */
bool rh_channel_open_events(struct rh_channel *channel);
/* Beside the first clocks of an event-driven run (rh_channel_self_check.c): false without memory. */
bool rh_channel_open_self_check(struct rh_channel *channel);
void rh_channel_close_self_check(struct rh_channel *channel);
/* The arguments of a run, before it. */
void rh_channel_try(struct rh_channel *channel, const struct rh_request *requests, size_t n, bool timed, bool last);
/* The clock behind the last one that goes by `cycle`, too. */
uint64_t rh_channel_self_check_end(const struct rh_channel *channel);
/* In that clock, behind a run, and behind the last of a closed loop. False: the two differ, as the text says. */
bool rh_channel_pass_self_check(struct rh_channel *channel);
bool rh_channel_check_self_check(struct rh_channel *channel, enum rh_channel_end end);
bool rh_channel_finish_self_check(struct rh_channel *channel);
/* Run from event to event as far as may be. True: *end says why the run ends. */
bool rh_channel_events(struct rh_channel *channel, const struct rh_request *requests, size_t n, bool last,
                       enum rh_channel_end *end);
/* A clock of rh_channel_clock. */
void rh_channel_clock_events(struct rh_channel *channel, const struct rh_request *request, uint16_t tag, bool ready);

#endif
