// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/rh_run_wave.h"

#include <inttypes.h>
#include <stdio.h>

#include "rowhold/rh_wave_view.h"

enum { WINDOW = 60 /* clocks that the view shows at first */ };

static bool number(const char *option, const char *text, uint64_t least, uint64_t most, uint64_t *value,
                   struct rh_error *error) {
    return text == NULL || rh_option_number(option, text, least, most, value, error);
}

bool rh_run_wave_resolve(struct rh_run_wave *wave, const char *file, const struct rh_setup *setup, unsigned channels,
                         struct rh_error *error) {
    wave->setup = setup;
    wave->file = file;
    const char *alone = wave->channel_text != NULL ? "wave-channel"
                        : wave->from_text != NULL  ? "from"
                        : wave->for_text != NULL   ? "for"
                                                   : NULL;
    if (wave->file == NULL && alone != NULL)
        return rh_error_set(error, "--%s: found without --wave, expected both", alone);
    return number("--wave-channel", wave->channel_text, 0, channels - 1U, &wave->channel, error) &&
           number("--from", wave->from_text, 0, UINT64_MAX / 2, &wave->from, error) &&
           number("--for", wave->for_text, 1, UINT64_MAX / 2, &wave->clocks, error) &&
           (wave->view == NULL || rh_wave_view_ready(error));
}

bool rh_run_wave_watch(void *user, struct rh_channel_setup *channel, struct rh_model *model, struct rh_error *error) {
    struct rh_run_wave *wave = user;
    if (channel->number != wave->channel)
        return true;
    struct rh_block block;
    rh_block_make(&block, &rh_controller_kind, wave->setup->ops, &wave->setup->geometry);
    wave->wave = rh_wave_open(wave->file, &block, wave->setup->preset.tck_ps, false, error);
    if (wave->wave == NULL)
        return false;
    wave->tap = (struct rh_wave_tap){.wave = wave->wave, .from = wave->from, .clocks = wave->clocks};
    rh_wave_tap_watch(&wave->tap, model);
    return true;
}

bool rh_run_wave_finish(struct rh_run_wave *wave, bool quiet, struct rh_error *error) {
    struct rh_wave *done = wave->wave;
    if (done == NULL)
        return true;
    uint64_t clocks = rh_wave_clocks(done);
    if (clocks == 0)
        return rh_error_set(error, "--from: found %" PRIu64 ", expected a clock that channel %" PRIu64 " reaches",
                            wave->from, wave->channel);
    wave->wave = NULL; /* closing frees it, also when it fails */
    if (!rh_wave_close(done, error))
        return false;
    if (!quiet)
        fprintf(stderr, "wave: %" PRIu64 " clocks in %s\n", clocks, wave->file);
    if (wave->view == NULL)
        return true;
    uint64_t period = wave->setup->preset.tck_ps;
    struct rh_block block;
    rh_block_make(&block, &rh_controller_kind, wave->setup->ops, &wave->setup->geometry);
    struct rh_wave_view view = {.block = &block,
                                .rtl = false,
                                .from_ps = wave->from * period,
                                .window_ps = (clocks < WINDOW ? clocks : WINDOW) * period};
    return rh_wave_view_start(wave->file, &view, error);
}

void rh_run_wave_drop(struct rh_run_wave *wave) {
    rh_wave_discard(wave->wave);
    wave->wave = NULL;
}
