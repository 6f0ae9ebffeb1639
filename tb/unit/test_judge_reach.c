// SPDX-License-Identifier: Apache-2.0
// The judge's quick look beside its rules one by one: legal streams of every preset and refresh mode, and the same with
// commands moved, swapped and sent elsewhere. Verdicts, their texts and the number of checks must be equal.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/dram/rh_judge_state.h"
#include "rowhold/rh_channel.h"
#include "rowhold/rh_model.h"
#include "rowhold/rh_preset.h"
#include "rowhold/rh_random.h"

enum { REQUESTS = 300, MOST_COMMANDS = 8000, MUTANTS = 6, ROOM = 8 };

static struct {
    struct rh_command_record command[MOST_COMMANDS];
    unsigned count;
} stream;

static void on_command(void *user, const struct rh_command_record *record) {
    (void)user;
    if (stream.count < MOST_COMMANDS)
        stream.command[stream.count++] = *record;
}

static void make_stream(const struct rh_preset *preset, const char *controller, uint64_t *seed) {
    static struct rh_request requests[REQUESTS];
    struct rh_geometry geometry = rh_preset_geometry(preset, 16);
    struct rh_gaps gaps = rh_preset_gaps(preset);
    struct rh_model model;
    assert_true(rh_model_open(&model, &rh_controller_kind, rh_controller_find(controller), &geometry, &gaps));
    const struct rh_channel_setup setup = {
        .unit = rh_model_unit(&model), .geometry = geometry, .gaps = gaps, .sink = on_command};
    struct rh_channel *channel = rh_channel_open(&setup, NULL);
    assert_non_null(channel);
    for (unsigned i = 0; i < REQUESTS; i++)
        requests[i] = (struct rh_request){.bank = (uint8_t)rh_random_below(seed, geometry.banks),
                                          .row = rh_random_below(seed, 3),
                                          .write = rh_random_below(seed, 3) == 0,
                                          .commands = 1,
                                          .column = (uint16_t)rh_random_below(seed, 8),
                                          .core = 0xffff,
                                          .warp = 0xffff};
    stream.count = 0;
    assert_int_equal(rh_channel_run(channel, requests, REQUESTS, false, true), RH_CHANNEL_DRAINED);
    rh_channel_close(channel);
    rh_model_close(&model);
}

/* One command in a few is another one, or comes at another time. */
static struct rh_command_record change(const struct rh_command_record *from, unsigned banks, unsigned one_in,
                                       int64_t *late, uint64_t *seed) {
    struct rh_command_record c = *from;
    if (one_in != 0 && rh_random_below(seed, one_in) == 0)
        switch (rh_random_below(seed, 5)) {
        case 0:
            *late -= c.cycle > 20 && *late > -10 ? (int64_t)rh_random_below(seed, 3) : 0;
            break;
        case 1:
            *late += (int64_t)rh_random_below(seed, 4);
            break;
        case 2:
            c.bank = (uint8_t)rh_random_below(seed, banks);
            break;
        case 3:
            c.command = (uint8_t)(1 + rh_random_below(seed, RH_COMMANDS - 1));
            break;
        default:
            c.all = !c.all;
            break;
        }
    c.cycle = (uint64_t)((int64_t)c.cycle + *late);
    return c;
}

static void both(const struct rh_preset *preset, unsigned one_in, unsigned *broken, uint64_t *seed) {
    const struct rh_judge_setup setup = rh_judge_setup_from_preset(preset);
    struct rh_judge *quick = rh_judge_open(&setup), *plain = rh_judge_open(&setup);
    int64_t late = 0;
    assert_non_null(quick);
    assert_non_null(plain);
    plain->plain = true;
    for (unsigned i = 0; i < stream.count; i++) {
        struct rh_verdict a[ROOM], b[ROOM];
        const struct rh_command_record c = change(&stream.command[i], preset->banks, one_in, &late, seed);
        unsigned n = rh_judge_verdicts(quick, &c, a, ROOM);
        assert_int_equal(n, rh_judge_verdicts(plain, &c, b, ROOM));
        for (unsigned k = 0; k < n && k < ROOM; k++) {
            assert_string_equal(a[k].text, b[k].text);
            assert_true(a[k].earlier == b[k].earlier);
        }
        assert_int_equal(rh_judge_checks(quick), rh_judge_checks(plain));
        *broken += n;
    }
    rh_judge_close(quick);
    rh_judge_close(plain);
}

static void every_preset_is_judged_alike(void **state) {
    (void)state;
    uint64_t seed = 5;
    for (unsigned i = 0; i < rh_preset_count(); i++)
        for (unsigned mode = 0; mode < RH_REFRESHES; mode++) {
            struct rh_preset preset;
            struct rh_error error;
            unsigned legal = 0, broken = 0;
            assert_true(rh_preset_find(rh_preset_name(i), &preset, &error));
            preset.refresh = (enum rh_refresh)mode;
            if (!rh_preset_check(&preset, NULL))
                continue;
            make_stream(&preset, preset.auto_precharge && mode % 2 ? "fgdram_channel" : "fr_fcfs", &seed);
            both(&preset, 0, &legal, &seed);
            assert_int_equal(legal, 0);
            for (unsigned mutant = 0; mutant < MUTANTS; mutant++)
                both(&preset, 3 + 20 * mutant, &broken, &seed);
            assert_true(broken > 0);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_preset_is_judged_alike)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
