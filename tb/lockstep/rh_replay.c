// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_replay.h"

bool rh_replay_write(const struct rh_lockstep *lockstep, const char *file, uint32_t period_ps, struct rh_replay *replay,
                     struct rh_error *error) {
    struct rh_lockstep_setup setup = *rh_lockstep_setup_of(lockstep);
    const struct rh_recent *recent = rh_lockstep_recent_of(lockstep);
    uint64_t cycle, last = rh_lockstep_clock_of(lockstep)->cycle;
    const void *state = rh_recent_first(recent, &cycle);
    struct rh_recent_clock first;
    *replay = (struct rh_replay){.from = cycle, .clocks = last - cycle + 1};
    replay->reset = rh_recent_past(recent, (unsigned)(last - cycle), &first) && first.reset;
    setup.wave = rh_wave_open(file, setup.block, period_ps, true, error);
    if (setup.wave == NULL)
        return false;
    rh_wave_config(setup.wave, setup.config);
    setup.from = setup.wave_from = cycle;
    setup.wave_clocks = 0;
    setup.compare_state = 1;
    setup.keeps_state = false;
    setup.look = NULL;
    setup.count = NULL;
    struct rh_lockstep *again = rh_lockstep_open(&setup, error);
    if (again == NULL) {
        rh_wave_discard(setup.wave);
        return false;
    }
    if (cycle != 0)
        rh_lockstep_enter(again, state, cycle);
    for (; cycle <= last && !replay->differs; cycle++) {
        replay->at = cycle;
        replay->differs = !rh_lockstep_step(again, rh_recent_inputs(recent, cycle));
    }
    rh_lockstep_close(again);
    return rh_wave_close(setup.wave, error);
}
