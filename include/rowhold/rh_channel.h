// SPDX-License-Identifier: Apache-2.0
/** One memory channel: offers a request stream to a controller, takes the responses, keeps the statistics.
 *
 * The controller is a unit (rh_unit.h): the C model, the RTL, or both in lockstep; the channel can't tell them apart. A
 * channel has a clock of its own. It advances only while it knows its next request (or that there is none), so channels
 * can be run one after another, or in parallel, in batches, with the same result. While it waits for the arrival of a
 * timed request it lets the unit skip (docs/rh_channel.md says what idle clocks cost).
 */
#ifndef RH_CHANNEL_H
#define RH_CHANNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rowhold/rh_controller.h"
#include "rowhold/rh_epoch.h"
#include "rowhold/rh_observer.h"
#include "rowhold/rh_request.h"
#include "rowhold/rh_stats.h"
#include "rowhold/rh_unit.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Called for every command, in order of cycles (column before row). Within it, and within `taken` and `answered`,
 * rh_channel_cycle is the clock itself in a channel that is run cycle by cycle. In an event-driven channel it is the
 * clock in which the event-driven run began. */
typedef void rh_command_sink(void *user, const struct rh_command_record *record);
/** Called after each clock with what went in and came out. */
typedef void rh_clock_probe(void *user, uint64_t cycle, const struct rh_controller_in *in,
                            const struct rh_controller_out *out);

/** The setup of a channel. All zero gives the default controller on the default preset (rh_default.h). */
struct rh_channel_setup {
    struct rh_unit unit; /**< all zero: the C model of RH_DEFAULT_CONTROLLER, which the channel owns */
    struct rh_geometry geometry;
    struct rh_constraints constraints;
    uint16_t number;       /**< channel number, for records */
    rh_command_sink *sink; /**< may be NULL */
    void *sink_user;
    /** Handles repeated rounds of refreshes of an idle channel (docs/rh_channel.md). With `rounds` 0, a round begins in
     * `cycle`. Otherwise the round ended in `cycle`, and its commands would come `rounds` times more, each time later
     * by the round's length. False: the sink has to see each of them. NULL: it always has to. */
    bool (*sink_round)(void *user, uint64_t cycle, uint64_t rounds);
    rh_clock_probe *probe; /**< may be NULL; with a probe no clock is skipped */
    void *probe_user;
    /** Called when a request is accepted, in the order of offers, and in the clock in which its response is taken; each
     * may be NULL. */
    void (*taken)(void *user, uint16_t tag);
    void (*answered)(void *user, uint16_t tag, uint64_t cycle);
    void *answer_user;
    bool closed_loop;         /**< many short runs, each in answer to the last: see rh_channel_show */
    bool surrounded;          /**< by others, who run it by rh_channel_clock */
    uint32_t ready_mask_seed; /**< 0: responses always taken; else taken at random, 1 clock in ready_one_in */
    uint32_t ready_one_in;    /**< 0 and 1: every clock */
    uint64_t cycle_limit;     /**< 0: none */
    uint64_t warmup;          /**< the statistics begin in this clock */
    bool cycle_by_cycle;      /**< run clock by clock, not from event to event (rh_event_run.h) */
    bool untried;             /**< no spot check of the event-driven run: another channel has it */
    bool unwatched;           /**< no contract watcher checks the controller's ports */
    bool order_sources;       /**< that of rh_contract_order_sources() */
    bool warps;               /**< a request's source is its warp (rh_controller_source) */
    void (*request)(void *user, const struct rh_observed *request); /**< see rh_observer.h; may be NULL */
    void *request_user;
    bool request_of_cores; /**< `request` is called for requests of known cores alone */
    uint64_t epoch;        /**< clocks of an epoch (rh_epoch.h); 0: none */
    void (*epoch_end)(void *user, const struct rh_epoch *epoch);
    void *epoch_user;
};

struct rh_channel;
/** NULL with an error. */
struct rh_channel *rh_channel_open(const struct rh_channel_setup *setup, struct rh_error *error);
void rh_channel_close(struct rh_channel *channel);

enum rh_channel_end {
    RH_CHANNEL_HUNGRY,  /**< the channel needs the next request before it may advance */
    RH_CHANNEL_DRAINED, /**< the stream ended, every request was answered, the data bus is idle */
    RH_CHANNEL_LIMIT,   /**< cycle_limit reached */
    RH_CHANNEL_STUCK,   /**< no column command, acceptance or response for longer than any timing explains */
    RH_CHANNEL_STOPPED, /**< the unit's step returned false */
    RH_CHANNEL_BROKEN   /**< the contract was broken, or event-driven and cycle-by-cycle run differ; see the text */
};

/** Offers `n` requests of this channel in order; they must stay in place until the call returns. Runs until all are
 * accepted (HUNGRY) or, with `last`, until the channel is drained. With `timed` a request is offered from its `cycle`
 * on, otherwise at once. The division of a stream into calls does not change the result. Tags come from a queue of free
 * ones, so that a tag that was just returned is reused last; while all tags are outstanding no request is offered. */
enum rh_channel_end rh_channel_run(struct rh_channel *channel, const struct rh_request *requests, size_t n, bool timed,
                                   bool last);

/** For a channel that others surround (`surrounded`), as in a closed loop, in place of rh_channel_run. It runs one
 * clock: `request` is on offer (NULL: none), as it is until it is accepted, with a `tag` that no other in flight has; a
 * response is taken if `ready`. HUNGRY, or an end of rh_channel_run. */
enum rh_channel_end rh_channel_clock(struct rh_channel *channel, const struct rh_request *request, uint16_t tag,
                                     bool ready);
/** No request and no timer runs, by the last clock that was run: until a request comes, clocks may be
 * left out, and are made up for later, before `until`. LIMIT, or STOPPED or BROKEN. */
bool rh_channel_is_idle(const struct rh_channel *channel);
enum rh_channel_end rh_channel_pass_idle(struct rh_channel *channel, uint64_t until);
/** Behind a clock of rh_channel_clock: the clock before which nothing happens as long as the request that was `refused`
 * stays on offer, or none (NULL) is and, while a response waits, `ready` stays. Until then clocks may
 * be left out, and rh_channel_out says what they show, but for `timers` where it is active. Then, or where the inputs
 * change before, rh_channel_pass_rest says that `until` is the next clock. */
uint64_t rh_channel_rest(struct rh_channel *channel, const struct rh_request *refused, bool ready);
void rh_channel_pass_rest(struct rh_channel *channel, uint64_t until);
/** What the controller showed in the last clock that was run. Unless the channel is `cycle_by_cycle` it is no more than
 * what others act on: req_ready, rsp_valid, rsp_tag, rsp_write, col_cmd, col_bank, col_last, row_cmd, active and
 * timers. */
const struct rh_controller_out *rh_channel_out(const struct rh_channel *channel);
/** What it would show in a clock; nothing changes. */
void rh_channel_peek(const struct rh_channel *channel, const struct rh_request *request, uint16_t tag, bool ready,
                     struct rh_controller_out *out);

const struct rh_stats *rh_channel_stats(const struct rh_channel *channel);
uint64_t rh_channel_cycle(const struct rh_channel *channel);
/** The number of requests of the last rh_channel_run that were accepted. After LIMIT, the next call goes on with the
 * request behind them. */
size_t rh_channel_taken(const struct rh_channel *channel);
/** With `closed_loop` the unit's registers may be out of date. This call brings them up to date; it is needed before
 * they are read or changed. */
void rh_channel_show(struct rh_channel *channel);
/** Requests accepted and not yet answered. */
unsigned rh_channel_outstanding(const struct rh_channel *channel);
/** Sets a new cycle_limit; 0: none. */
void rh_channel_limit(struct rh_channel *channel, uint64_t cycle_limit);
/** Lets another unit go on from here, whose registers equal those of the present one. From now on every clock is
 * stepped. */
void rh_channel_take_over(struct rh_channel *channel, const struct rh_unit *unit);
/** Ends the run: the last epoch, which may be short, is handed out. Without epochs it does nothing. */
void rh_channel_end_epoch(struct rh_channel *channel);
/** One line that says why a run was BROKEN or STUCK; empty otherwise. */
const char *rh_channel_text(const struct rh_channel *channel);
/** Forgets all outstanding requests, after a reset of the unit; the statistics and the clock go on. */
void rh_channel_flush(struct rh_channel *channel);

#ifdef __cplusplus
}
#endif

#endif
