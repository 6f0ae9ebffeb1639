// SPDX-License-Identifier: Apache-2.0
/** The wave of a C model run: --wave, --wave-channel, --from, --for, --view. */
#ifndef RH_RUN_WAVE_H
#define RH_RUN_WAVE_H

#include "cmodel/cli/rh_options.h"
#include "rowhold/rh_system.h"
#include "rowhold/rh_wave.h"

struct rh_run_wave {
    struct rh_wave_options options; /**< no file: no wave */
    const struct rh_setup *setup;
    unsigned channel;
    struct rh_wave *wave;
    struct rh_wave_tap tap;
};

/** `setup` must outlive the wave. */
bool rh_run_wave_resolve(struct rh_run_wave *wave, const struct rh_options *options, const struct rh_setup *setup,
                         unsigned channels, struct rh_error *error);
/** The `watch` of struct rh_system_setup: the wave watches the model of the chosen channel. */
bool rh_run_wave_watch(void *user, struct rh_channel_setup *channel, struct rh_model *model, struct rh_error *error);
/** Finish the file, and show it if asked to; nothing to do without --wave. */
bool rh_run_wave_finish(struct rh_run_wave *wave, bool quiet, struct rh_error *error);
/** Throw an unfinished file away and free what is left; harmless when nothing is open. */
void rh_run_wave_drop(struct rh_run_wave *wave);

#endif
