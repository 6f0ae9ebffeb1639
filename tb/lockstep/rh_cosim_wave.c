// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_cosim_wave.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/wave/rh_wave_view.h"

enum { WINDOW = 64 /* clocks before the mismatch that are waved where nothing else says where to begin */ };

bool rh_cosim_wave_take(struct rh_cosim_wave *wave, const struct rh_wave_options *options, bool whole, bool quiet,
                        struct rh_error *error) {
    *wave = (struct rh_cosim_wave){.file = options->file,
                                   .view = options->view,
                                   .quiet = quiet,
                                   .whole = whole,
                                   .from = options->from,
                                   .clocks = options->clocks};
    return !whole || options->from_given || rh_option_lacks(error, "--whole", "--from");
}

bool rh_cosim_wave_open(struct rh_cosim_wave *wave, const struct rh_kind *kind, const struct rh_block_ops *ops,
                        const void *params, uint32_t period_ps, struct rh_error *error) {
    if (wave->file == NULL)
        return true;
    struct rh_block block;
    rh_block_make(&block, kind, ops, params);
    wave->wave = rh_wave_open(wave->file, &block, period_ps, true, error);
    if (wave->wave == NULL)
        return false;
    rh_wave_window(wave->wave, wave->from, wave->clocks);
    return true;
}

uint64_t rh_cosim_wave_begin(const struct rh_cosim_wave *wave, const struct rh_rtl_api *rtl, uint64_t *cycles) {
    uint64_t end = wave->from + wave->clocks;
    if (wave->clocks != 0 && (*cycles == 0 || end < *cycles))
        *cycles = end;
    return wave->whole || !rh_lockstep_can_load(rtl) ? 0 : wave->from;
}

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
    setup.sample = NULL;
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
        replay->differs = !rh_lockstep_cycle(again, rh_recent_inputs(recent, cycle));
    }
    rh_lockstep_close(again);
    return rh_wave_close(setup.wave, error);
}

/* Where the last clocks are written; false: nowhere. */
static bool name_file(const struct rh_cosim_wave *wave, char *file, size_t size) {
    static const char name[] = "mismatch.fst";
    const char *folder = wave->file != NULL ? strrchr(wave->file, '/') : NULL;
    int n = folder != NULL ? snprintf(file, size, "%.*s/%s", (int)(folder - wave->file), wave->file, name)
                           : snprintf(file, size, "%s", name);
    return n >= 0 && (size_t)n < size;
}

/* The run itself, without the clocks long before the difference where it began at the reset. */
static void again_as_it_was(const struct rh_cosim_wave *wave, const struct rh_lockstep *lockstep, bool same_file,
                            struct rh_cosim_again *again) {
    uint64_t begin = rh_lockstep_setup_of(lockstep)->from, cycle = rh_lockstep_clock_of(lockstep)->cycle;
    again->from = cycle > WINDOW ? cycle - WINDOW : 0;
    if (begin != 0)
        again->from = begin;
    else if (same_file && wave->from <= cycle)
        again->from = wave->from;
    again->whole = begin == 0 && again->from != 0;
}

/* What the clocks that were gone through again showed. */
static void describe(const struct rh_replay *replay, uint64_t cycle, const char *file, char *line, size_t size) {
    char from[96];
    if (replay->from == 0)
        (void)snprintf(from, sizeof from, "from the reset on");
    else
        (void)snprintf(from, sizeof from, "from the model's registers of cycle %" PRIu64 " on", replay->from);
    if (!replay->differs)
        (void)snprintf(line, size, "%s nothing differs, so the cause lies before, in what no register shows%s: %s",
                       from, replay->reset ? ", or in the reset" : "", file);
    else if (replay->at != cycle)
        (void)snprintf(line, size, "%s they differ in cycle %" PRIu64 " already: %s", from, replay->at, file);
    else
        (void)snprintf(line, size, "a wave of the last %" PRIu64 " clocks, %s: %s", replay->clocks, from, file);
}

void rh_cosim_wave_again(const struct rh_cosim_wave *wave, const struct rh_lockstep *lockstep, uint32_t period_ps,
                         struct rh_cosim_again *again) {
    char file[4096];
    bool named = name_file(wave, file, sizeof file);
    bool same_file = named && wave->file != NULL && strcmp(file, wave->file) == 0;
    *again = (struct rh_cosim_again){.line = ""};
    again_as_it_was(wave, lockstep, same_file, again);
    if (!named || same_file || !rh_lockstep_can_load(rh_lockstep_setup_of(lockstep)->rtl))
        return;
    struct rh_replay replay;
    struct rh_error error;
    uint64_t cycle = rh_lockstep_clock_of(lockstep)->cycle;
    if (!rh_replay_write(lockstep, file, period_ps, &replay, &error)) {
        (void)snprintf(again->line, sizeof again->line, "no wave of the last clocks: %s", error.text);
        return;
    }
    describe(&replay, cycle, file, again->line, sizeof again->line);
    if (replay.differs && replay.at == cycle) {
        again->from = replay.from;
        again->whole = false;
    }
}

bool rh_cosim_wave_close(struct rh_cosim_wave *wave, struct rh_error *error) {
    struct rh_wave *open = wave->wave;
    wave->wave = NULL;
    if (open == NULL)
        return true;
    uint64_t clocks = rh_wave_clocks(open);
    if (clocks == 0) {
        rh_wave_discard(open);
        return rh_error_set(error, "--from: found %" PRIu64 ", expected a clock that the run reaches", wave->from);
    }
    if (!rh_wave_close(open, error))
        return false;
    if (!wave->quiet)
        fprintf(stderr, "wave: %" PRIu64 " clocks in %s\n", clocks, wave->file);
    return !wave->view || rh_wave_view_start(wave->file, error);
}
