// SPDX-License-Identifier: Apache-2.0
/** --wave, --from, --for, --view and --whole of a co-simulation, whatever block runs in it. */
#ifndef RH_COSIM_WAVE_H
#define RH_COSIM_WAVE_H

#include "cmodel/cli/rh_options.h"
#include "cmodel/wave/rh_wave.h"
#include "tb/lockstep/rh_lockstep.h"

/** What --from and --for do besides, for --help. */
#define RH_COSIM_WAVE_ABOUT                                                                                            \
    " With --from the C model runs alone up to there; then its registers go into the RTL, and the two are compared "   \
    "from there on. With --for the run ends where the wave does."

struct rh_cosim_wave {
    const char *file; /**< --wave, or NULL */
    bool view;        /**< --view */
    bool quiet;
    bool whole;            /**< --whole: the RTL runs from the reset on */
    uint64_t from, clocks; /**< --from, --for; 0 clocks: all */
    struct rh_wave *wave;  /**< open, or NULL */
};

/** What was asked for. */
bool rh_cosim_wave_take(struct rh_cosim_wave *wave, const struct rh_wave_options *options, bool whole, bool quiet,
                        struct rh_error *error);
/** Start the file, where there is one. `params` must live as long as the wave. */
bool rh_cosim_wave_open(struct rh_cosim_wave *wave, const struct rh_kind *kind, const struct rh_block_ops *ops,
                        const void *params, uint32_t period_ps, struct rh_error *error);
/** The clock that RTL and model begin to be compared in: the wave's first one, where the RTL can be loaded with the
 * model's registers there; 0: the reset. In any case the run's `cycles` (0: no end) end with a wave that ends. */
uint64_t rh_cosim_wave_begin(const struct rh_cosim_wave *wave, const struct rh_rtl_api *rtl, uint64_t *cycles);

/** How to see a mismatch again. */
struct rh_cosim_again {
    char line[4096 + 256]; /**< what shows the last clocks; "": nothing does */
    uint64_t from;         /**< a wave from here on shows it ... */
    bool whole;            /**< ... in a run that compares from the reset on */
};
/** After a mismatch: the last clocks once more, into the file mismatch.fst beside the wave's, or here. A run from their
 * first one on is what was tried; where that does not show the difference, `again` is the run that did. */
void rh_cosim_wave_again(const struct rh_cosim_wave *wave, const struct rh_lockstep *lockstep, uint32_t period_ps,
                         struct rh_cosim_again *again);
/** Give the file its name and show it. A wave is worth most when the run failed, so it is kept in any case. */
bool rh_cosim_wave_close(struct rh_cosim_wave *wave, struct rh_error *error);

/** The last clocks of a lockstep once more, with waves: a lockstep of its own is entered with a state that the model
 * was in (docs/cycle_contract.md, State load), as one of --from there would be. Cycle 0 is the reset itself. */
struct rh_replay {
    uint64_t from, clocks; /**< that were gone through again */
    bool reset;            /**< both sides were reset before the first of them */
    bool differs;          /**< a clock did, ... */
    uint64_t at;           /**< ... this one, which ends the wave */
};

/** Of a lockstep that differs, on a plug-in that can load: writes them into the file, as FST or VCD by its name. False
 * with an error, and then there is no file. */
bool rh_replay_write(const struct rh_lockstep *lockstep, const char *file, uint32_t period_ps, struct rh_replay *replay,
                     struct rh_error *error);

#endif
