// SPDX-License-Identifier: Apache-2.0
/** A memory system: it reads one request stream in batches, runs every channel on a clock of its own, judges the
 * commands and merges the statistics.
 *
 * Channels share nothing, so their results depend on neither the number of threads nor the size of a batch. What a
 * channel drives is its worker's type (rh_channel_worker.h): `rowhold simulate` and `rowhold cosim` are the same run
 * over different workers.
 */
#ifndef RH_SYSTEM_H
#define RH_SYSTEM_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_channel_worker.h"
#include "rowhold/rh_cores.h"
#include "rowhold/rh_locality.h"
#include "rowhold/rh_model.h"
#include "rowhold/rh_preset.h"
#include "rowhold/rh_request.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The setup of a system. All zero gives the default controller on one channel of the default preset; each member that
 * is 0 is filled in (rh_default.h). */
struct rh_system_setup {
    const struct rh_channel_worker_type *type; /**< NULL: rh_model_worker */
    const void *type_setup;                    /**< the type's own setup; must live as long as the system */
    const struct rh_preset *preset;            /**< the judge's rules, bank groups; NULL: RH_DEFAULT_PRESET */
    const struct rh_block_ops *ops;            /**< every channel's controller; NULL: RH_DEFAULT_CONTROLLER */
    struct rh_geometry geometry;
    struct rh_constraints constraints;
    unsigned channels;   /**< 0: one; up to 65535 */
    unsigned threads;    /**< 0 and 1: no thread is started */
    uint64_t cycles;     /**< stop each channel here; 0: run until all requests are answered */
    uint64_t warmup;     /**< clocks of each channel that the statistics leave out */
    bool judge;          /**< every command is judged */
    bool cycle_by_cycle; /**< every channel runs clock by clock (rh_channel.h) */
    bool surrounded;     /**< others clock the channels (rh_channel.h) */
    bool no_warps;       /**< controllers know a request's core, and not its warp */
    bool unwatched;      /**< no contract watcher (rh_channel.h) */
    /** Called for every command, in order of cycles for each channel; with threads, calls for different channels
     * overlap. May be NULL. */
    rh_command_sink *sink;
    void *sink_user;
    /** Called in the same way for every request of the statistics (rh_observer.h). May be NULL. */
    void (*request)(void *user, const struct rh_observed *request);
    void *request_user;
    uint64_t epoch; /**< clocks of an epoch (rh_epoch.h); 0: none */
    /** Called in the same way for every epoch of a channel, up to its last clock; a channel that drains early has
     * fewer. */
    void (*epoch_end)(void *user, const struct rh_epoch *epoch);
    void *epoch_user;
    /** Called after each round of the workers with the requests read so far; may be NULL. */
    void (*progress)(void *user, uint64_t requests);
    void *progress_user;
    /** rh_model_worker calls it once a channel before the first clock: may set the channel's probe or the model's
     * `watch` (a wave); false ends with `error`. May be NULL. `model` stays in place for the life of the system. */
    bool (*watch)(void *user, struct rh_channel_setup *channel, struct rh_model *model, struct rh_error *error);
    void *watch_user;
};

struct rh_system;

/** NULL with an error. */
struct rh_system *rh_system_open(const struct rh_system_setup *setup, struct rh_error *error);
void rh_system_close(struct rh_system *system); /**< NULL is harmless */

/** Runs the stream to its end, or until every channel is at `cycles`. If several workers failed, the error is that of
 * the lowest. Afterwards `cycles` of every channel is that of the longest one, because a channel that drained early
 * idles on. */
enum rh_system_end rh_system_run(struct rh_system *system, struct rh_stream *stream, struct rh_error *error);

/** After RH_SYSTEM_BROKEN: the worker whose error is reported; otherwise NULL. */
const struct rh_channel_worker *rh_system_first_failing(const struct rh_system *system);
const struct rh_channel_worker *rh_system_worker(const struct rh_system *system, unsigned channel);
/** The statistics of one channel, and of all channels together; valid until rh_system_close. */
const struct rh_stats *rh_system_channel(const struct rh_system *system, unsigned channel);
const struct rh_stats *rh_system_total(const struct rh_system *system);
const struct rh_locality *rh_system_locality(const struct rh_system *system);
const struct rh_cores *rh_system_cores(const struct rh_system *system);
/** The load that a stream with arrival times offered, over the requests that were read. */
struct rh_offered {
    uint64_t requests, column_commands;
    uint64_t first, last; /**< clocks in which the first and the last request arrived */
};
const struct rh_offered *rh_system_offered(const struct rh_system *system);
/** Returns the number of commands judged and sets `checks` to the number of rule checks, over all channels; 0 without
 * the judge. */
uint64_t rh_system_judged(const struct rh_system *system, uint64_t *checks);
/** The number of broken rules over all channels, after a run. */
uint64_t rh_system_rules_broken(const struct rh_system *system);

#ifdef __cplusplus
}
#endif

#endif
