// SPDX-License-Identifier: Apache-2.0
// The project's own model beside the C model where nobody chose the case: every preset that it covers, controller,
// refresh and number of chips, queues of 2 to 64, requests of 1 to 8 column commands, with arrival times and without.
#include "random_replay.h"
#include "rowhold/rh_controller.h"
#include "rowhold/rh_timeline.h"

static struct rh_timeline timeline;

static double one_run(void) {
    struct rh_preset preset;
    struct rh_error error;
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
    setup.timed = replay.base.timed;
    memset(&timeline, 0xee, sizeof timeline);
    rh_timeline_start(&timeline, &setup);
    for (unsigned i = 0; i < replay.count; i++)
        rh_timeline_request(&timeline, &replay.requests[i]);
    rh_timeline_end(&timeline);
    return off_the_model(controller, &whole, &timeline.stats, 10);
}

static void random_runs_are_near(void **state) {
    (void)state;
    assert_true(mean_of_runs(one_run, 5) <= 0.5);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_runs_are_near)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
