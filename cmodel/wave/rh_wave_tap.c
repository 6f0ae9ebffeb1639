// SPDX-License-Identifier: Apache-2.0
// The watch that writes a model's wave.
#include "rowhold/rh_wave.h"

static void show(void *user, const void *before, const void *in, const void *out) {
    struct rh_wave_tap *tap = user;
    rh_wave_clock(tap->wave, tap->cycle++, in, &(struct rh_wave_side){out, before}, NULL);
}

void rh_wave_tap_watch(struct rh_wave_tap *tap, struct rh_model *model) {
    model->watch = show;
    model->watch_user = tap;
}
