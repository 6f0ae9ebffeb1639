// SPDX-License-Identifier: Apache-2.0
/** One co-simulation: a request stream over all channels, each a lockstep of RTL and model below rh_channel.
 *
 * The run is that of `simulate` (rh_system.h), over lanes of another type. Beside each lockstep a
 * second channel runs the C model alone on the same requests, as `simulate` would; at the end the statistics of both
 * must be equal, bucket by bucket. Every command of the RTL is judged.
 */
#ifndef RH_COSIM_H
#define RH_COSIM_H

#include <stdio.h>

#include "rowhold/rh_locality.h"
#include "rowhold/rh_preset.h"
#include "rowhold/rh_stream.h"
#include "tb/lockstep/rh_controller_bench.h"

struct rh_cosim_setup {
    const struct rh_preset *preset; /**< with the timing that is really used */
    const struct rh_block_ops *ops;
    const struct rh_rtl_api *rtl;
    struct rh_geometry geometry;
    struct rh_gaps gaps;
    unsigned channels;
    unsigned threads; /**< that run the channels; the result does not depend on it. 0 and 1: none is started */
    uint64_t seed;
    uint64_t cycles;          /**< stop each channel here; 0: run until all requests are answered */
    uint32_t compare_state;   /**< registers every so many clocks */
    uint32_t response_one_in; /**< responses are taken in one clock of so many, at random; 0 and 1: always */
    uint32_t bursts;          /**< requests arrive in bursts of 1 to so many, with pauses; 0: as the stream says */
    uint64_t reset_at;        /**< reset each channel before this clock, whatever is in flight; 0: not */
    struct rh_wave *wave;     /**< both sides of wave_channel, or NULL */
    unsigned wave_channel;
    /** Before this clock the model runs alone, and from event to event where it can; 0: the RTL from the reset on. */
    uint64_t from;
    uint64_t load_every; /**< as in rh_lockstep_setup */
    bool commands;       /**< keep the RTL's commands for rh_cosim_commands */
    bool registers;      /**< count their events, too */
    /** Called after each round of the channels with the requests read and the clocks compared so far; may be NULL. */
    void (*progress)(void *user, uint64_t requests, uint64_t clocks);
    void *progress_user;
};

/** The reset lies behind the end of the run: only a wave that ends before it can ask for that. */
static inline bool rh_cosim_is_behind(const struct rh_cosim_setup *setup) {
    return setup->cycles != 0 && setup->reset_at >= setup->cycles;
}

enum rh_cosim_end {
    RH_COSIM_MATCHED,  /**< ran to its end; everything compared was equal, no rule was broken, something was compared */
    RH_COSIM_MISMATCH, /**< RTL and model differ: rh_cosim_mismatch has the lockstep */
    RH_COSIM_FAILED,   /**< another check failed: the error says which */
    RH_COSIM_ERROR     /**< the stream or memory failed */
};

struct rh_cosim;

/** NULL with an error. */
struct rh_cosim *rh_cosim_open(const struct rh_cosim_setup *setup, struct rh_error *error);
void rh_cosim_close(struct rh_cosim *cosim); /**< NULL is harmless */
/** Run the stream to its end, once. */
enum rh_cosim_end rh_cosim_run(struct rh_cosim *cosim, struct rh_stream *stream, struct rh_error *error);

/** After RH_COSIM_MISMATCH: which pair differs, and its channel. */
const struct rh_lockstep *rh_cosim_mismatch(const struct rh_cosim *cosim, unsigned *channel);

/** What a run did, over all channels. */
struct rh_cosim_result {
    struct rh_lockstep_tally tally;
    struct rh_controller_counts counts;
    struct rh_stats stats;  /**< counted from the RTL's outputs, channels merged */
    uint64_t judged, rules; /**< commands judged, rule checks made */
    uint64_t lost;          /**< requests in flight when the reset came */
    unsigned drained;       /**< channels whose requests were all answered */
};
const struct rh_cosim_result *rh_cosim_result(const struct rh_cosim *cosim);
/** Row access locality of the stream that was read. */
const struct rh_locality *rh_cosim_locality(const struct rh_cosim *cosim);
const struct rh_cores *rh_cosim_cores(const struct rh_cosim *cosim);
const struct rh_offered *rh_cosim_offered(const struct rh_cosim *cosim);
/** Statistics of one channel, from the RTL's outputs; after the run, over the clocks of the longest channel. */
const struct rh_stats *rh_cosim_channel(const struct rh_cosim *cosim, unsigned channel);
/** Write the command trace (rh_command_csv.h) of all channels in order of cycles. False with an error when disk
 * fails. */
bool rh_cosim_commands(struct rh_cosim *cosim, FILE *file, struct rh_error *error);

#endif
