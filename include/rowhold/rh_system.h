// SPDX-License-Identifier: Apache-2.0
/** All memory channels on one request stream: reads it in batches, runs every channel on a clock of its own, judges,
 * merges.
 *
 * Channels share nothing, so their results depend on neither the number of threads nor the size of a batch. What a
 * channel drives is its lane's type (rh_lane.h): `rowhold simulate` and `rowhold cosim` are the same run over different
 * lanes.
 */
#ifndef RH_SYSTEM_H
#define RH_SYSTEM_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_cores.h"
#include "rowhold/rh_lane.h"
#include "rowhold/rh_locality.h"
#include "rowhold/rh_model.h"
#include "rowhold/rh_preset.h"
#include "rowhold/rh_request.h"

#ifdef __cplusplus
extern "C" {
#endif

/** All zero: the usual controller on one channel of the usual preset; a member that is 0 is filled in
 * (rh_default.h). */
struct rh_system_setup {
    const struct rh_lane_type *type; /**< NULL: rh_model_lane */
    const void *type_setup;          /**< what the type wants to know; must live as long as the system */
    const struct rh_preset *preset;  /**< the judge's rules, bank groups; NULL: RH_DEFAULT_PRESET */
    const struct rh_block_ops *ops;  /**< every channel's controller; NULL: RH_DEFAULT_CONTROLLER */
    struct rh_geometry geometry;
    struct rh_gaps gaps;
    unsigned channels; /**< 0: one; up to 65535 */
    unsigned threads;  /**< 0 and 1: no thread is started */
    uint64_t cycles;   /**< stop each channel here; 0: run until all requests are answered */
    uint64_t warmup;   /**< clocks of each channel that the statistics leave out */
    bool judge;        /**< every command is judged */
    bool stepped;      /**< clock by clock (rh_channel.h) */
    bool unwatched;    /**< no contract watcher (rh_channel.h) */
    /** Sees every command: those of a channel in order of cycles; with threads, calls for different channels overlap.
     * May be NULL. */
    rh_command_sink *sink;
    void *sink_user;
    /** Sees every request of the statistics (rh_observer.h), likewise. May be NULL. */
    void (*request)(void *user, const struct rh_observed *request);
    void *request_user;
    uint64_t epoch; /**< clocks of an epoch (rh_epoch.h); 0: none */
    /** Sees every epoch of a channel, likewise, up to its last clock; a channel that drains early has fewer. */
    void (*epoch_end)(void *user, const struct rh_epoch *epoch);
    void *epoch_user;
    /** Called after each round of the lanes with the requests read so far; may be NULL. */
    void (*progress)(void *user, uint64_t requests);
    void *progress_user;
    /** rh_model_lane calls it once a channel before the first clock: may set the channel's probe or the model's `watch`
     * (a wave); false ends with `error`. May be NULL. `model` stays in place for the life of the system. */
    bool (*watch)(void *user, struct rh_channel_setup *channel, struct rh_model *model, struct rh_error *error);
    void *watch_user;
};

struct rh_system;

/** NULL with an error. */
struct rh_system *rh_system_open(const struct rh_system_setup *setup, struct rh_error *error);
void rh_system_close(struct rh_system *system); /**< NULL is harmless */

/** Run the stream to its end, or until every channel is at `cycles`; of the lanes that ended badly the lowest speaks.
 * Every channel's `cycles` then is the longest one's: one that drained early idles on. */
enum rh_system_end rh_system_run(struct rh_system *system, struct rh_stream *stream, struct rh_error *error);

/** After BROKEN: the lane that speaks; else NULL. */
const struct rh_lane *rh_system_first_failing(const struct rh_system *system);
const struct rh_lane *rh_system_lane(const struct rh_system *system, unsigned channel);
/** The statistics of a channel, and of all together; good until rh_system_close. */
const struct rh_stats *rh_system_channel(const struct rh_system *system, unsigned channel);
const struct rh_stats *rh_system_total(const struct rh_system *system);
const struct rh_locality *rh_system_locality(const struct rh_system *system);
const struct rh_cores *rh_system_cores(const struct rh_system *system);
/** What a stream with arrivals asked for, as far as it was read. */
struct rh_offered {
    uint64_t requests, column_commands;
    uint64_t first, last; /**< clocks in which the first and the last request arrived */
};
const struct rh_offered *rh_system_offered(const struct rh_system *system);
/** Commands judged and rules checked, over all channels; 0 without the judge. */
uint64_t rh_system_judged(const struct rh_system *system, uint64_t *checks);
/** Rules broken, over all channels; after a run. */
uint64_t rh_system_rules_broken(const struct rh_system *system);

#ifdef __cplusplus
}
#endif

#endif
