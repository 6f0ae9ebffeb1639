// SPDX-License-Identifier: Apache-2.0
// The model that writes its own wave.
#include <stdlib.h>
#include <string.h>

#include "rowhold/rh_wave.h"

bool rh_wave_tap_open(struct rh_wave_tap *tap, struct rh_model *model, struct rh_wave *wave) {
    *tap = (struct rh_wave_tap){.model = model, .wave = wave, .before = malloc(model->ops->state_size)};
    return tap->before != NULL;
}

void rh_wave_tap_close(struct rh_wave_tap *tap) {
    free(tap->before);
    tap->before = NULL;
}

static bool step_tap(void *self, const struct rh_controller_in *in, struct rh_controller_out *out) {
    struct rh_wave_tap *tap = self;
    struct rh_model *model = tap->model;
    uint64_t cycle = tap->cycle++;
    memcpy(tap->before, model->state, model->ops->state_size);
    model->ops->step(model->state, &model->geometry, &model->gaps, in, out);
    struct rh_wave_side side = {out, tap->before};
    if (cycle >= tap->from && (tap->clocks == 0 || cycle - tap->from < tap->clocks))
        rh_wave_clock(tap->wave, cycle, in, &side, NULL);
    return true;
}

struct rh_unit rh_wave_tap_unit(struct rh_wave_tap *tap) {
    return (struct rh_unit){.step = step_tap, .self = tap};
}
