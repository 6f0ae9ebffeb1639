// SPDX-License-Identifier: Apache-2.0
// The project's own model beside the C model where nobody chose the case: every preset that it covers, controller,
// refresh and number of chips, queues of 2 to 64, requests of 1 to 8 column commands, with arrival times and without.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rowhold/rh_controller.h"
#include "rowhold/rh_random.h"
#include "rowhold/rh_system.h"
#include "rowhold/rh_timeline.h"

enum { RUNS = 250, MOST = 2000 };

struct replay {
    struct rh_stream base;
    struct rh_request requests[MOST];
    unsigned count, next;
};

static struct replay replay;
static struct rh_timeline timeline;
static uint64_t state_of_dice;

static unsigned draw(unsigned n) {
    return rh_random_below(&state_of_dice, n);
}

static int next(struct rh_stream *stream, struct rh_request *request, struct rh_error *error) {
    (void)stream;
    (void)error;
    if (replay.next == replay.count)
        return 0;
    *request = replay.requests[replay.next++];
    return 1;
}

static void no_close(struct rh_stream *stream) {
    (void)stream;
}

/* Rows that stay for a while; bursts, and pauses of up to many refreshes. */
static void make_requests(const struct rh_preset *preset) {
    unsigned stay = draw(100), commands = 1 + draw(8), reads = draw(101), load = 1 + draw(60);
    unsigned rows = 1 + draw(preset->rows < 64 ? preset->rows : 64), banks = 1 + draw(preset->banks);
    struct rh_request one = {0};
    replay.base =
        (struct rh_stream){.next = next, .close = no_close, .timed = draw(2) != 0, .channels = 1, .latest = UINT64_MAX};
    replay.count = 200 + draw(MOST - 200);
    replay.next = 0;
    for (unsigned i = 0; i < replay.count; i++) {
        if (draw(100) >= stay) {
            one.bank = (uint8_t)draw(banks);
            one.row = draw(rows);
        }
        one.commands = (uint8_t)(1 + draw(commands));
        one.write = draw(100) >= reads;
        if (replay.base.timed)
            one.cycle += draw(300) == 0 ? draw(1000000) : draw(load);
        replay.requests[i] = one;
    }
}

static double efficiency(const struct rh_stats *s) {
    return 100.0 * (double)s->data_bus_busy_cycles / (double)s->active_cycles;
}

static double latency(const struct rh_stats *s) {
    return (double)(s->read.sum + s->write.sum) / (double)(s->read.count + s->write.count);
}

static void compare(const char *controller, const struct rh_stats *model, double *error) {
    const struct rh_stats *t = &timeline.stats;
    uint64_t stalls = 0;
    for (unsigned i = 0; i < RH_CAUSES; i++)
        stalls += t->stall_cycles[i];
    assert_int_equal(t->requests, replay.count);
    assert_int_equal(t->reads, model->reads);
    assert_int_equal(t->column_commands, model->column_commands);
    assert_int_equal(t->data_bus_busy_cycles, model->data_bus_busy_cycles);
    assert_int_equal(t->active_cycles + t->idle_cycles, t->cycles);
    assert_int_equal(stalls + t->data_bus_busy_cycles, t->active_cycles);
    *error = fabs(efficiency(t) - efficiency(model));
    if (*error > 10 || fabs(latency(t) / latency(model) - 1) > 0.15)
        fail_msg("%s: efficiency %.2f, model %.2f; latency %.1f, model %.1f", controller, efficiency(t),
                 efficiency(model), latency(t), latency(model));
}

static double one_run(void) {
    struct rh_preset preset;
    struct rh_error error;
    double off = 0;
    do
        assert_true(rh_preset_find(rh_preset_name(draw(rh_preset_count())), &preset, &error));
    while (preset.grains > 1 || preset.subarray_group > 1 || preset.ranks > 1);
    preset.chips = (uint16_t)(1U << draw(3));
    do
        preset.refresh = (enum rh_refresh)draw(RH_REFRESHES);
    while (!rh_preset_check(&preset, NULL)); /* test_timing_lint.c says which */
    const char *controller;
    do
        controller = rh_controller_at(draw((unsigned)rh_controller_count()))->name;
    while (rh_timeline_find(controller) == NULL); /* that of grains */
    struct rh_timeline_setup setup = {.policy = rh_timeline_find(controller),
                                      .geometry = rh_preset_geometry(&preset, 2 + draw(63)),
                                      .constraints = rh_preset_constraints(&preset)};
    uint8_t defaults = setup.geometry.responses;
    setup.geometry.responses = (uint8_t)(4 + draw(8));
    if (!rh_timeline_covers(controller, &setup.geometry, &setup.constraints))
        setup.geometry.responses = defaults;
    make_requests(&preset);
    struct rh_system_setup whole = {.preset = &preset,
                                    .ops = rh_controller_find(controller),
                                    .geometry = setup.geometry,
                                    .constraints = setup.constraints,
                                    .channels = 1};
    struct rh_system *system = rh_system_open(&whole, &error);
    assert_non_null(system);
    assert_int_equal(rh_system_run(system, &replay.base, &error), RH_SYSTEM_DONE);
    setup.timed = replay.base.timed;
    memset(&timeline, 0xee, sizeof timeline);
    rh_timeline_start(&timeline, &setup);
    for (unsigned i = 0; i < replay.count; i++)
        rh_timeline_request(&timeline, &replay.requests[i]);
    rh_timeline_end(&timeline);
    compare(controller, rh_system_total(system), &off);
    rh_system_close(system);
    return off;
}

static void random_runs_are_near(void **state) {
    (void)state;
    double sum = 0;
    state_of_dice = rh_random_start(5, 0);
    for (unsigned i = 0; i < RUNS; i++)
        sum += one_run();
    assert_true(sum / RUNS <= 0.5);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_runs_are_near)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
