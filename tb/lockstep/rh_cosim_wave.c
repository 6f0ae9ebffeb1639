// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_cosim_wave.h"

#include <inttypes.h>

#include "rowhold/rh_wave_view.h"

bool rh_cosim_wave_open(struct rh_cosim_wave *wave, const struct rh_kind *kind, const struct rh_block_ops *ops,
                        const void *params, uint32_t period_ps, struct rh_error *error) {
    if (wave->file == NULL)
        return true;
    wave->period_ps = period_ps;
    rh_block_make(&wave->block, kind, ops, params);
    wave->wave = rh_wave_open(wave->file, &wave->block, period_ps, true, error);
    return wave->wave != NULL;
}

bool rh_cosim_wave_close(struct rh_cosim_wave *wave, struct rh_error *error) {
    struct rh_wave *open = wave->wave;
    wave->wave = NULL;
    if (open == NULL)
        return true;
    uint64_t clocks = rh_wave_clocks(open);
    const struct rh_wave_difference difference = *rh_wave_difference(open); /* closing frees it */
    if (clocks == 0) {
        rh_wave_discard(open);
        return rh_error_set(error, "--from: found %" PRIu64 ", expected a clock that the run reaches", wave->from);
    }
    if (!rh_wave_close(open, error))
        return false;
    if (!wave->quiet)
        fprintf(stderr, "wave: %" PRIu64 " clocks in %s\n", clocks, wave->file);
    if (!wave->view)
        return true;
    struct rh_wave_view view = {.block = &wave->block,
                                .rtl = true,
                                .period_ps = wave->period_ps,
                                .from = wave->from,
                                .difference = &difference};
    return rh_wave_view_start(wave->file, &view, error);
}
