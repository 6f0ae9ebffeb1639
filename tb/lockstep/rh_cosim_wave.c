// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_cosim_wave.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "rowhold/rh_wave_view.h"
#include "tb/lockstep/rh_replay.h"

bool rh_cosim_wave_open(struct rh_cosim_wave *wave, const struct rh_kind *kind, const struct rh_block_ops *ops,
                        const void *params, uint32_t period_ps, struct rh_error *error) {
    if (wave->file == NULL)
        return true;
    wave->period_ps = period_ps;
    rh_block_make(&wave->block, kind, ops, params);
    wave->wave = rh_wave_open(wave->file, &wave->block, period_ps, true, error);
    return wave->wave != NULL;
}

uint64_t rh_cosim_wave_begin(const struct rh_cosim_wave *wave, const struct rh_rtl_api *rtl, uint64_t *cycles) {
    if (wave->file == NULL || wave->from == 0 || wave->whole || !rh_lockstep_can_load(rtl))
        return 0;
    uint64_t end = wave->from + wave->clocks;
    if (wave->clocks != 0 && end > wave->from && (*cycles == 0 || end < *cycles))
        *cycles = end;
    return wave->from;
}

bool rh_cosim_wave_again(const struct rh_cosim_wave *wave, const struct rh_lockstep *lockstep, uint32_t period_ps,
                         char *line, size_t size) {
    static const char name[] = "mismatch.fst";
    char file[4096];
    const char *folder = wave->file != NULL ? strrchr(wave->file, '/') : NULL;
    line[0] = '\0';
    int n = folder != NULL ? snprintf(file, sizeof file, "%.*s/%s", (int)(folder - wave->file), wave->file, name)
                           : snprintf(file, sizeof file, "%s", name);
    if (!rh_lockstep_can_load(rh_lockstep_setup_of(lockstep)->rtl) || n < 0 || (size_t)n >= sizeof file ||
        (wave->file != NULL && strcmp(file, wave->file) == 0))
        return false;
    struct rh_replay replay;
    struct rh_error error;
    bool written = rh_replay_write(lockstep, file, period_ps, &replay, &error);
    bool again = written && replay.differs && replay.at == rh_lockstep_clock_of(lockstep)->cycle;
    if (!written)
        (void)snprintf(line, size, "no wave of the last clocks: %s", error.text);
    else if (again)
        (void)snprintf(line, size,
                       "a wave of the last %" PRIu64 " clocks, from the model's registers of cycle %" PRIu64 " on: %s",
                       replay.clocks, replay.from, file);
    else if (replay.differs)
        (void)snprintf(line, size,
                       "from the model's registers of cycle %" PRIu64 " on they differ in cycle %" PRIu64
                       " already: %s",
                       replay.from, replay.at, file);
    else
        (void)snprintf(line, size,
                       "from the model's registers of cycle %" PRIu64
                       " on nothing differs, so the cause lies before, in "
                       "what no register shows: %s",
                       replay.from, file);
    return again;
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
