// SPDX-License-Identifier: Apache-2.0
/** The workers of a co-simulation: rh_system.h runs the stream, as for `simulate`, and each of its channels drives a
 * lockstep of RTL and model.
 *
 * Beside each lockstep a second channel runs the C model alone on the same requests, as `simulate` would; at the end
 * the statistics of both must be equal, bucket by bucket. Every command of the RTL is judged.
 */
#ifndef RH_COSIM_H
#define RH_COSIM_H

#include "rowhold/rh_system.h"
#include "tb/lockstep/rh_controller_bench.h"

struct rh_cosim_setup {
    const struct rh_rtl_api *rtl;
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
    bool registers;      /**< count their events, too */
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

/** What a run did, over all channels. */
struct rh_cosim_result {
    struct rh_lockstep_tally tally;
    struct rh_controller_counts counts;
    struct rh_register_events registers; /**< where they are counted; else 0 */
    struct rh_stats stats;               /**< counted from the RTL's outputs, channels merged */
    uint64_t judged, rules;              /**< commands judged, rule checks made */
    uint64_t lost;                       /**< requests in flight when the reset came */
    unsigned drained;                    /**< channels whose requests were all answered */
};

/** Makes the run of a system one with such workers; `setup` lives as long as the system. */
void rh_cosim_workers(const struct rh_cosim_setup *setup, struct rh_system_setup *system);
/** How a run of it ended, by what rh_system_run returned; MATCHED: `result`. */
enum rh_cosim_end rh_cosim_end(const struct rh_system *system, enum rh_system_end end, struct rh_cosim_result *result,
                               struct rh_error *error);
/** After RH_COSIM_MISMATCH: which pair differs, and its channel. */
const struct rh_lockstep *rh_cosim_mismatch(const struct rh_system *system, unsigned *channel);

#endif
