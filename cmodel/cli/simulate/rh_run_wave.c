// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/simulate/rh_run_wave.h"

#include <inttypes.h>
#include <stdio.h>

#include "rowhold/rh_wave_view.h"

bool rh_run_wave_resolve(struct rh_run_wave *wave, const struct rh_options *options, const struct rh_setup *setup,
                         unsigned channels, struct rh_error *error) {
    wave->setup = setup;
    wave->options = options->wave;
    wave->channel = options->wave_channel;
    return wave->channel < channels ||
           rh_error_set(error, "--wave-channel: found '%u', expected less than %u", wave->channel, channels);
}

bool rh_run_wave_watch(void *user, struct rh_channel_setup *channel, struct rh_model *model, struct rh_error *error) {
    struct rh_run_wave *wave = user;
    if (channel->number != wave->channel)
        return true;
    struct rh_block block;
    rh_block_make(&block, &rh_controller_kind, wave->setup->ops, &wave->setup->geometry);
    wave->wave = rh_wave_open(wave->options.file, &block, wave->setup->preset.tck_ps, false, error);
    if (wave->wave == NULL)
        return false;
    rh_wave_config(wave->wave, &wave->setup->gaps);
    rh_wave_window(wave->wave, wave->options.from, wave->options.clocks);
    wave->tap = (struct rh_wave_tap){.wave = wave->wave};
    rh_wave_tap_watch(&wave->tap, model);
    return true;
}

bool rh_run_wave_finish(struct rh_run_wave *wave, bool quiet, struct rh_error *error) {
    struct rh_wave *done = wave->wave;
    if (done == NULL)
        return true;
    uint64_t clocks = rh_wave_clocks(done);
    if (clocks == 0)
        return rh_error_set(error, "--from: found %" PRIu64 ", expected a clock that channel %u reaches",
                            wave->options.from, wave->channel);
    wave->wave = NULL; /* closing frees it, also when it fails */
    if (!rh_wave_close(done, error))
        return false;
    if (!quiet)
        fprintf(stderr, "wave: %" PRIu64 " clocks in %s\n", clocks, wave->options.file);
    return !wave->options.view || rh_wave_view_start(wave->options.file, error);
}

void rh_run_wave_drop(struct rh_run_wave *wave) {
    rh_wave_discard(wave->wave);
    wave->wave = NULL;
}
