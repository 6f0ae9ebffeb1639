// SPDX-License-Identifier: Apache-2.0
// Time lines of grains beside the C model where nobody chose the case: every controller that they know on every preset
// with grains or shared subarrays, fgdram_channel on the others, too; refresh of all banks or none, any number of
// chips, queues of 2 to 128, requests of 1 to 8 column commands, with arrival times and without.
#include "random_replay.h"
#include "rowhold/rh_controller.h"
#include "rowhold/rh_grain_lines.h"

static struct rh_grain_lines lines;

/* A preset and a controller that the time lines know. */
static void draw_design(struct rh_preset *preset, struct rh_grain_lines_setup *setup) {
    struct rh_error error;
    do {
        assert_true(rh_preset_find(rh_preset_name(draw(rh_preset_count())), preset, &error));
        preset->chips = (uint16_t)(preset->grains > 1 ? 1U : 1U << draw(3));
        preset->refresh = (enum rh_refresh)draw(2);
        *setup =
            (struct rh_grain_lines_setup){.controller = rh_controller_at(draw((unsigned)rh_controller_count()))->name,
                                          .geometry = rh_preset_geometry(preset, 2 + draw(127)),
                                          .constraints = rh_preset_constraints(preset)};
    } while (!rh_grain_lines_covers(setup->controller, &setup->geometry, &setup->constraints));
    setup->geometry.responses = (uint8_t)(4 + draw(28));
    setup->geometry.registered = (uint8_t)draw(2);
}

static double one_run(void) {
    struct rh_preset preset;
    struct rh_grain_lines_setup setup;
    draw_design(&preset, &setup);
    make_requests(&preset);
    struct rh_system_setup whole = {.preset = &preset,
                                    .ops = rh_controller_find(setup.controller),
                                    .geometry = setup.geometry,
                                    .constraints = setup.constraints,
                                    .channels = 1};
    setup.timed = replay.base.timed;
    memset(&lines, 0xee, sizeof lines);
    rh_grain_lines_start(&lines, &setup);
    for (unsigned i = 0; i < replay.count; i++)
        rh_grain_lines_request(&lines, &replay.requests[i]);
    rh_grain_lines_end(&lines);
    return off_the_model(setup.controller, &whole, &lines.stats, 5);
}

static void random_runs_are_near(void **state) {
    (void)state;
    assert_true(mean_of_runs(one_run, 5) <= 0.25);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_runs_are_near)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
