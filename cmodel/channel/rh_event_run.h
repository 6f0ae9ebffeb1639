// SPDX-License-Identifier: Apache-2.0
/** An event-driven run of a controller's C model: it gives the same commands, statistics and registers as `cycle` and
 * passes over the clocks in which nothing happens.
 *
 * The run takes over a model's state, serves requests (rh_event_run), and writes the state back (rh_event_exit), bit
 * for bit as `cycle` would have left it. In between, a timer is kept as the clock in which it runs out, responses and
 * tags are known from the moment of their column command on, and the stall ledger gets a whole span of clocks at once.
 * `cycle` is the specification; tb/unit/test_event_run.c holds the two together (docs/rh_event_run.md).
 *
 * It covers every controller whose choice is a policy (rh_policy.h), with every geometry: what happens in a clock is
 * written once, and what the run adds is when nothing does.
 */
#ifndef RH_EVENT_RUN_H
#define RH_EVENT_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rowhold/rh_controller.h"
#include "rowhold/rh_observer.h"
#include "rowhold/rh_request.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef void rh_event_command_sink(void *user, const struct rh_command_record *record);

struct rh_event_setup {
    const struct rh_block_ops *ops;
    struct rh_geometry geometry;
    struct rh_constraints constraints;
    struct rh_observer *observer; /**< counts requests and latencies */
    uint16_t number;              /**< of the channel, for records */
    rh_event_command_sink *sink;  /**< gets every command; may be NULL */
    void *sink_user;
    /** As those of rh_channel.h; each may be NULL. */
    void (*taken)(void *user, uint16_t tag);
    void (*answered)(void *user, uint16_t tag, uint64_t cycle);
    void *answer_user;
    uint32_t ready_one_in; /**< responses are taken at random in one clock of so many; 0 and 1: always */
    bool warps;            /**< a source is a warp (rh_controller_source) */
    bool closed_loop;      /**< many short runs: between them the state stays with the run */
    bool surrounded;       /**< inputs are known a clock at a time: rh_event_clock */
    uint64_t watchdog;     /**< clocks without progress after which the run gives up */
};

struct rh_event_run;
/** True when there is an event-driven run of this controller: its `cycle` is that of its policy. */
bool rh_event_knows(const struct rh_block_ops *ops);
/** NULL without memory. The setup must be one that rh_event_knows. */
struct rh_event_run *rh_event_open(const struct rh_event_setup *setup);
void rh_event_close(struct rh_event_run *run);

/** The free tags of a channel: a ring. */
struct rh_event_tags {
    uint16_t *ring;
    unsigned size; /**< a power of two */
    unsigned head, free;
};

/** What one event-driven run has to do. */
struct rh_event_job {
    void *state;    /**< the model's */
    uint64_t cycle; /**< the next clock; moved */
    uint64_t until; /**< stop before this clock; at most 2^63 - 1 */
    struct rh_stats *stats;
    bool counted; /**< the clocks are counted, else the requests alone */
    const struct rh_request *requests;
    size_t n, taken;           /**< of them; `taken` is moved */
    bool timed;                /**< they arrive in their clock, else at once */
    bool last;                 /**< none come behind them */
    uint64_t pause;            /**< clocks without work that are left to others; UINT64_MAX: none */
    struct rh_event_tags tags; /**< moved */
    uint64_t random;           /**< state of the generator that says whether responses are taken; moved */
    uint64_t progress;         /**< clock of the last acceptance, column command or response; moved */
};

enum rh_event_end {
    RH_EVENT_UNTIL,   /**< at the clock `until` */
    RH_EVENT_HUNGRY,  /**< all requests were taken, and they were not the last */
    RH_EVENT_DRAINED, /**< the last was answered */
    RH_EVENT_PAUSED,  /**< nothing is in flight, and the next request is `pause` clocks away, or more */
    RH_EVENT_STUCK    /**< no progress for too long: go on by `cycle` */
};
/** Runs; takes the model's state over first, unless it has it already. The statistics are out of date until
 * rh_event_count or rh_event_exit. */
enum rh_event_end rh_event_run(struct rh_event_run *run, struct rh_event_job *job);
/** With `surrounded`: the one clock `cycle` of the job, whose one request, if it has one, is on offer; its `tags` are a
 * ring of that request's tag. A response is taken if `ready`. Of `out` it fills in what an environment acts on:
 * req_ready (of a request), the response, the column command's col_cmd, col_bank, col_last, and row_cmd, active,
 * timers. */
void rh_event_clock(struct rh_event_run *run, struct rh_event_job *job, bool ready, struct rh_controller_out *out);
/** Behind rh_event_clock: the clock before which nothing happens if the request that was `refused`, or none, stays on
 * offer and, while a response waits, `ready` stays; `out` is what all of them show. Clocks before it may be left out;
 * then rh_event_pass_rest names the next one. */
uint64_t rh_event_rest(struct rh_event_run *run, const struct rh_request *refused, bool ready,
                       struct rh_controller_out *out);
void rh_event_pass_rest(struct rh_event_run *run, uint64_t until);
/** True while the event-driven run has the state, so that the model's registers and the tags are out of date. */
bool rh_event_is_entered(const struct rh_event_run *run);
/** While it has the state: brings the statistics up to the present clock. */
void rh_event_count(struct rh_event_run *run);
/** Brings the statistics up to date and writes the state and the tags back. */
void rh_event_exit(struct rh_event_run *run, struct rh_event_tags *tags);
/** Forgets the state, after the model's state was overwritten. */
void rh_event_forget(struct rh_event_run *run);
/** While it has the state: the number of requests accepted and not yet answered. */
unsigned rh_event_outstanding(const struct rh_event_run *run);
/** After a run that ended at a clock: the first clock from there on in which something happens, unless a request comes
 * before. */
uint64_t rh_event_wake(const struct rh_event_run *run);

#ifdef __cplusplus
}
#endif

#endif
