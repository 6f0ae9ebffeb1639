// SPDX-License-Identifier: Apache-2.0
/** --wave, --from, --for and --view of a co-simulation, whatever block runs in it. */
#ifndef RH_COSIM_WAVE_H
#define RH_COSIM_WAVE_H

#include "rowhold/rh_wave.h"
#include "tb/lockstep/rh_lockstep.h"

struct rh_cosim_wave {
    const char *file; /**< --wave, or NULL */
    bool view;        /**< --view */
    bool quiet;
    bool whole;            /**< --whole: the RTL runs from the reset on */
    uint64_t from, clocks; /**< --from, --for; 0 clocks: all */
    uint32_t period_ps;
    struct rh_block block; /**< that is shown; its parameters must live on */
    struct rh_wave *wave;  /**< open, or NULL */
};

/** Start the file, where there is one. */
bool rh_cosim_wave_open(struct rh_cosim_wave *wave, const struct rh_kind *kind, const struct rh_block_ops *ops,
                        const void *params, uint32_t period_ps, struct rh_error *error);
/** The clock that RTL and model begin to be compared in: the wave's first one, where the RTL can be loaded with the
 * model's registers there. Then the run's `cycles` (0: no end) end with the wave. */
uint64_t rh_cosim_wave_begin(const struct rh_cosim_wave *wave, const struct rh_rtl_api *rtl, uint64_t *cycles);
/** After a mismatch: the last clocks once more, into the file mismatch.fst beside the wave's, or here. The line that
 * says so is empty where nothing is to be said; true: they showed the difference again. */
bool rh_cosim_wave_again(const struct rh_cosim_wave *wave, const struct rh_lockstep *lockstep, uint32_t period_ps,
                         char *line, size_t size);
/** Give the file its name and show it. A wave is worth most when the run failed, so it is kept in any case. */
bool rh_cosim_wave_close(struct rh_cosim_wave *wave, struct rh_error *error);

#endif
