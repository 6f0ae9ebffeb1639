// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_replay.h"

/* What is derived in the wave follows from clocks before it, too: all that are kept, but for the `again` last. */
static void derive_before(struct rh_wave *wave, const struct rh_recent *recent, uint64_t again) {
    struct rh_recent_clock past;
    unsigned back = 0;
    while (rh_recent_past(recent, back, &past))
        back++;
    while (back-- > again && rh_recent_past(recent, back, &past))
        rh_wave_clock(wave, past.cycle, past.in, &(struct rh_wave_side){.out = past.out}, NULL);
}

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
    rh_wave_window(setup.wave, cycle, 0);
    derive_before(setup.wave, recent, replay->clocks);
    setup.from = cycle;
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
