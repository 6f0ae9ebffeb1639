// SPDX-License-Identifier: Apache-2.0
// Are the refreshes of a long pause counted exactly? Every controller runs each stream three times: with its commands
// kept, where every REF is issued and judged; without, where whole rounds of refreshes are counted; and so without the
// judge. And a trace that begins at the end of time ends at once.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rounds.h"
#include "rowhold/rh_preset_file.h"
#include "rowhold/rh_random.h"
#include "rowhold/rh_system.h"

enum { REQUESTS = 60, CHANNELS = 2, RANKED = 2 };

/* A stream from memory. */
struct listed {
    struct rh_stream base;
    const struct rh_request *requests;
    unsigned count, given;
};

static int next_listed(struct rh_stream *stream, struct rh_request *request, struct rh_error *error) {
    struct listed *listed = (struct listed *)stream;
    (void)error;
    if (listed->given == listed->count)
        return 0;
    *request = listed->requests[listed->given++];
    return 1;
}

/* What a run says. */
struct outcome {
    struct rh_stats total, channel[CHANNELS];
    uint64_t judged, checks;
};

enum how { EACH_COMMAND, ROUNDS, UNJUDGED };

static void see(void *user, const struct rh_command_record *record) {
    (void)user;
    (void)record;
}

static void run_system(const struct rh_block_ops *ops, const struct rh_preset *preset, enum how how,
                       const struct rh_request *requests, unsigned count, struct outcome *outcome) {
    struct rh_error error = {""};
    const struct rh_system_setup setup = {.preset = preset,
                                          .ops = ops,
                                          .geometry = rh_preset_geometry(preset, 16),
                                          .constraints = rh_preset_constraints(preset),
                                          .channels = CHANNELS,
                                          .judge = how != UNJUDGED,
                                          .sink = how == EACH_COMMAND ? see : NULL};
    struct listed listed = {.base = {.next = next_listed, .timed = true, .channels = CHANNELS}, requests, count, 0};
    struct rh_system *system = rh_system_open(&setup, &error);
    assert_non_null(system);
    assert_int_equal(rh_system_run(system, &listed.base, &error), RH_SYSTEM_DONE);
    outcome->total = *rh_system_total(system);
    for (unsigned i = 0; i < CHANNELS; i++)
        outcome->channel[i] = *rh_system_channel(system, i);
    outcome->judged = rh_system_judged(system, &outcome->checks);
    rh_system_close(system);
}

static struct rh_preset load(const char *name, enum rh_refresh refresh) {
    struct rh_preset preset;
    struct rh_error error = {""};
    assert_true(rh_preset_load(name, &preset, &error));
    preset.refresh = refresh;
    return preset;
}

/* The preset, or, `p` past the last one, ddr4_2400 as two and as four ranks. */
static struct rh_preset load_any(unsigned p, enum rh_refresh refresh) {
    if (p < rh_preset_count())
        return load(rh_preset_name(p), refresh);
    struct rh_preset preset = load("ddr4_2400", refresh);
    preset.ranks = (uint16_t)(2U << (p - rh_preset_count()));
    preset.timing.tRTRS = preset.ranks == 2 ? 2 : 32;
    return preset;
}

/* Bursts, and pauses of less than one round up to some twenty of them. */
static void fill(struct rh_request *requests, const struct rh_preset *preset, uint64_t *seed) {
    const uint32_t most[] = {1, 20, 2U * preset->timing.tREFI, 20U * preset->timing.tREFI};
    uint64_t cycle = 0;
    for (unsigned i = 0; i < REQUESTS; i++) {
        cycle += rh_random_below(seed, most[rh_random_below(seed, 4)]);
        requests[i] = (struct rh_request){.cycle = cycle,
                                          .channel = (uint16_t)rh_random_below(seed, CHANNELS),
                                          .write = rh_random_below(seed, 3) == 0,
                                          .bank = (uint8_t)rh_random_below(seed, preset->banks),
                                          .row = rh_random_below(seed, 3),
                                          .column = (uint16_t)rh_random_below(seed, 5), /* of 8 at least */
                                          .commands = (uint8_t)(1 + rh_random_below(seed, 4))};
    }
}

static void rounds_are_counted_as_if_each_clock_were_stepped(void **state) {
    (void)state;
    static struct rh_request requests[REQUESTS];
    static struct outcome each, counted, unjudged;
    uint64_t seed = 5;
    unsigned number = 0;
    for (size_t c = 0; c < rh_controller_count(); c++)
        for (unsigned p = 0; p < rh_preset_count() + RANKED; p++)
            for (unsigned mode = RH_REFRESH_ALL_BANK; mode < RH_REFRESHES; mode++) {
                struct rh_preset preset = load_any(p, (enum rh_refresh)mode);
                if (!is_taken(&number) || !rh_preset_check(&preset, NULL)) /* test_timing_lint.c says which */
                    continue;
                fill(requests, &preset, &seed);
                run_system(rh_controller_at(c), &preset, EACH_COMMAND, requests, REQUESTS, &each);
                run_system(rh_controller_at(c), &preset, ROUNDS, requests, REQUESTS, &counted);
                run_system(rh_controller_at(c), &preset, UNJUDGED, requests, REQUESTS, &unjudged);
                assert_int_equal(each.total.requests, REQUESTS);
                assert_true(each.total.refreshes > 100);
                assert_int_equal(each.judged, counted.judged);
                assert_int_equal(each.checks, counted.checks);
                assert_memory_equal(&each, &counted, sizeof each);
                assert_memory_equal(&each, &unjudged, offsetof(struct outcome, judged));
            }
}

/* gddr3: tREFI 6240, 10^12 / 6240 is 160256410.3: no refresh is near. ACT after 1 clock, RD after tRCD 12, data after
 * CL 9 + 2; row_sorter and slot_fifo move the request to its bank a clock before, sms picks it a clock
 * before that. */
static void a_trace_that_begins_late_ends_at_once(void **state) {
    (void)state;
    static struct outcome late;
    const uint64_t start = UINT64_C(1000000000000);
    const struct rh_request requests[2] = {{.cycle = start, .row = 5, .commands = 1},
                                           {.cycle = start, .channel = 1, .row = 5, .commands = 1}};
    for (size_t c = 0; c < rh_controller_count(); c++) {
        struct rh_preset preset = load("gddr3", RH_REFRESH_ALL_BANK);
        run_system(rh_controller_at(c), &preset, ROUNDS, requests, 2, &late);
        const char *name = rh_controller_at(c)->name;
        unsigned sorts =
            strcmp(name, "sms") == 0 ? 2 : strcmp(name, "row_sorter") == 0 || strcmp(name, "slot_fifo") == 0;
        assert_int_equal(late.total.cycles, start + 25 + sorts);
        assert_int_equal(late.channel[0].refreshes, UINT64_C(160256410));
        assert_int_equal(late.judged, 2 * (160256410 + 2));
        assert_int_equal(late.total.activates, 2);
    }
}

static void the_last_cycle_of_a_trace_ends_at_once(void **state) {
    (void)state;
    static struct outcome late;
    const uint64_t start = INT64_MAX / CHANNELS;
    const struct rh_request requests[3] = {{.cycle = 0, .row = 7, .commands = 1},
                                           {.cycle = start / 2, .channel = 1, .row = 5, .commands = 1},
                                           {.cycle = start, .row = 5, .commands = 1}};
    unsigned number = 0;
    for (size_t c = 0; c < rh_controller_count(); c++)
        for (unsigned p = 0; p < rh_preset_count() + RANKED; p++)
            for (unsigned mode = RH_REFRESH_ALL_BANK; mode < RH_REFRESHES; mode++) {
                struct rh_preset preset = load_any(p, (enum rh_refresh)mode);
                if (!is_taken(&number) || !rh_preset_check(&preset, NULL))
                    continue;
                unsigned interval = rh_preset_constraints(&preset).refi;
                run_system(rh_controller_at(c), &preset, ROUNDS, requests, 3, &late);
                assert_in_range(late.total.cycles, start + 20, start + 2000);
                assert_in_range(late.channel[0].refreshes, start / interval, start / interval + 8);
                assert_int_equal(late.total.requests, 3);
                assert_in_range(late.total.read.greatest, 20, 2000);
            }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rounds_are_counted_as_if_each_clock_were_stepped),
        cmocka_unit_test(a_trace_that_begins_late_ends_at_once),
        cmocka_unit_test(the_last_cycle_of_a_trace_ends_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
