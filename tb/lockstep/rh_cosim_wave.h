// SPDX-License-Identifier: Apache-2.0
/** --wave, --from, --for and --view of a co-simulation, whatever block runs in it. */
#ifndef RH_COSIM_WAVE_H
#define RH_COSIM_WAVE_H

#include "rowhold/rh_wave.h"

struct rh_cosim_wave {
    const char *file; /**< --wave, or NULL */
    bool view;        /**< --view */
    bool quiet;
    uint64_t from, clocks; /**< --from, --for; 0 clocks: all */
    uint32_t period_ps;
    struct rh_block block; /**< that is shown; its parameters must live on */
    struct rh_wave *wave;  /**< open, or NULL */
};

/** Start the file, where there is one. */
bool rh_cosim_wave_open(struct rh_cosim_wave *wave, const struct rh_kind *kind, const struct rh_block_ops *ops,
                        const void *params, uint32_t period_ps, struct rh_error *error);
/** Give the file its name and show it. A wave is worth most when the run failed, so it is kept in any case. */
bool rh_cosim_wave_close(struct rh_cosim_wave *wave, struct rh_error *error);

#endif
