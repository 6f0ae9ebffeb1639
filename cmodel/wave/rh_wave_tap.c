// SPDX-License-Identifier: Apache-2.0
// The watch that writes a model's wave.
#include "rowhold/rh_wave.h"

static void show(void *user, const void *before, const void *in, const void *out) {
    struct rh_wave_tap *tap = user;
    const struct rh_wave_side side = {out, before};
    uint64_t cycle = tap->cycle++;
    if (cycle >= tap->from && (tap->clocks == 0 || cycle - tap->from < tap->clocks))
        rh_wave_clock(tap->wave, cycle, in, &side, NULL);
}

void rh_wave_tap_watch(struct rh_wave_tap *tap, struct rh_model *model) {
    model->watch = show;
    model->watch_user = tap;
}
