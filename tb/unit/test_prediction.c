// SPDX-License-Identifier: Apache-2.0
// Every model side by side, by hand: gddr3 with tRC 34, tRP + tRCD 25, two column commands of two clocks a request.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rowhold/rh_prediction.h"
#include "rowhold/rh_preset.h"

enum { A = 7, B = 9, C = 11, X = 20, EVERY = (1 << RH_PREDICTIONS) - 1 };

static struct rh_prediction_setup setup_of(const char *controller, unsigned queue, unsigned channels, unsigned wanted) {
    struct rh_preset preset;
    struct rh_error error;
    assert_true(rh_preset_find("gddr3", &preset, &error));
    return (struct rh_prediction_setup){.controller = controller,
                                        .geometry = rh_preset_geometry(&preset, queue),
                                        .constraints = rh_preset_constraints(&preset),
                                        .timing = preset.timing,
                                        .channels = channels,
                                        .models = wanted};
}

static struct rh_prediction *open_setup(const struct rh_prediction_setup *setup) {
    struct rh_error error;
    struct rh_prediction *prediction = rh_prediction_open(setup, &error);
    assert_non_null(prediction);
    return prediction;
}

static struct rh_prediction *open_all(const char *controller, unsigned queue, unsigned channels, unsigned wanted) {
    const struct rh_prediction_setup setup = setup_of(controller, queue, channels, wanted);
    return open_setup(&setup);
}

static void request(struct rh_prediction *prediction, unsigned channel, unsigned bank, unsigned row) {
    const struct rh_request one = {
        .channel = (uint16_t)channel, .bank = (uint8_t)bank, .row = row, .commands = 2, .core = 0xffff};
    for (unsigned part = 0; part < RH_PREDICTION_PARTS; part++)
        rh_prediction_requests(prediction, part, &one, 1);
}

static void expect(const struct rh_prediction *prediction, unsigned model, unsigned channel, double expected) {
    double found = -1;
    assert_true(rh_prediction_efficiency(prediction, model, channel, &found));
    assert_true(fabs(found - expected) < 1e-12);
}

/* The first period of 34 clocks moves nothing. Then A and X open one after the other, or at once. */
static void every_model_of_two_rows(void **state) {
    (void)state;
    struct rh_prediction *p = open_all("fr_fcfs", 32, 1, EVERY);
    request(p, 0, 0, A);
    request(p, 0, 1, X);
    rh_prediction_end(p);
    expect(p, RH_PREDICTION_no_activate_overlap, 0, 8.0 / (34 + 34 + 34));
    expect(p, RH_PREDICTION_full_activate_overlap, 0, 8.0 / (34 + 34));
    expect(p, RH_PREDICTION_averaged, 0, (8.0 / 102 + 8.0 / 68) / 2);
    expect(p, RH_PREDICTION_locality_switched, 0, 8.0 / 68); /* one request a row */
    expect(p, RH_PREDICTION_most_pending, 0, 8.0 / 102);
    /* ACT in 1 and, tRRD behind it, in 9; columns in 13, 15, 21, 23: 8 clocks of the 24 from 1 to 24. */
    expect(p, RH_PREDICTION_rowhold, 0, 8.0 / 24);
    assert_int_equal(rh_prediction_sums(p, RH_PREDICTION_PART_NO_OVERLAP, 0)->rows, 2);
    assert_null(rh_prediction_sums(p, RH_PREDICTION_PART_TIMELINE, 0));
    rh_prediction_close(p);
}

/* Two requests a row are enough for no overlap. */
static void the_switch_turns_at_two(void **state) {
    (void)state;
    struct rh_prediction *p = open_all("fr_fcfs", 32, 1, EVERY);
    for (unsigned i = 0; i < 4; i++)
        request(p, 0, i / 2, i < 2 ? A : X);
    rh_prediction_end(p);
    expect(p, RH_PREDICTION_full_activate_overlap, 0, 16.0 / 68);
    expect(p, RH_PREDICTION_locality_switched, 0, 16.0 / 102);
    rh_prediction_close(p);
}

/* A window of 3. One row at a time: 0A, 0B, then both 1A, then the last two 0A, 34 clocks each and 34 before; 6
 * requests of 4 rows are fewer than two a row. At once: 0A and 1A serve five in 25 + 12 clocks, then 0B: exactly two
 * a row. */
static void the_switch_counts_rows_without_overlap(void **state) {
    (void)state;
    static const unsigned trace[][2] = {{0, A}, {0, B}, {1, A}, {1, A}, {0, A}, {0, A}};
    struct rh_prediction *p = open_all("fr_fcfs", 3, 1, EVERY);
    for (unsigned i = 0; i < 6; i++)
        request(p, 0, trace[i][0], trace[i][1]);
    rh_prediction_end(p);
    expect(p, RH_PREDICTION_no_activate_overlap, 0, 24.0 / (5 * 34));
    expect(p, RH_PREDICTION_full_activate_overlap, 0, 24.0 / (34 + 37 + 34));
    expect(p, RH_PREDICTION_locality_switched, 0, 24.0 / (34 + 37 + 34));
    rh_prediction_close(p);
}

/* tRC beyond tRAS + tRP, a tRCD of its own for writes, column commands of a bank that can't follow each other: 40
 * clocks of nothing, then 20 requests of two commands of two clocks behind tRP + tRCDRD, 13 + 12. */
static void the_window_takes_the_timing_that_it_names(void **state) {
    (void)state;
    struct rh_prediction_setup setup = setup_of("fr_fcfs", 32, 1, EVERY);
    setup.timing.tRC = 40;
    setup.timing.tRCDWR = 30;
    setup.constraints.ccd_l = 7;
    struct rh_prediction *p = open_setup(&setup);
    for (unsigned i = 0; i < 20; i++)
        request(p, 0, 0, A);
    rh_prediction_end(p);
    expect(p, RH_PREDICTION_no_activate_overlap, 0, 80.0 / (40 + 25 + 80));
    expect(p, RH_PREDICTION_most_pending, 0, 80.0 / (40 + 25 + 80));
    rh_prediction_close(p);
}

/* A window of 3, all in bank 0: A B B A C C A. The oldest first: A A, B B, C C, A. Most first: B B, A A A, C C, and A's
 * three last for 25 + 12 clocks. */
static void most_pending_keeps_a_row_together(void **state) {
    (void)state;
    static const unsigned rows[] = {A, B, B, A, C, C, A};
    struct rh_prediction *p = open_all("most_pending", 3, 1, EVERY);
    for (unsigned i = 0; i < 7; i++)
        request(p, 0, 0, rows[i]);
    rh_prediction_end(p);
    expect(p, RH_PREDICTION_no_activate_overlap, 0, 28.0 / (5 * 34));
    expect(p, RH_PREDICTION_most_pending, 0, 28.0 / (4 * 34 + 3));
    rh_prediction_close(p);
}

/* Of all channels, clocks are summed: the busy one weighs more. A channel without a request has no efficiency. */
static void channels_are_summed(void **state) {
    (void)state;
    struct rh_prediction *p = open_all("fr_fcfs", 32, 3, EVERY);
    request(p, 0, 0, A);
    for (unsigned i = 0; i < 4; i++)
        request(p, 2, i / 2, i < 2 ? A : X);
    rh_prediction_end(p);
    expect(p, RH_PREDICTION_no_activate_overlap, 0, 4.0 / 68);
    expect(p, RH_PREDICTION_no_activate_overlap, 1, 0);
    expect(p, RH_PREDICTION_rowhold, 1, 0);
    expect(p, RH_PREDICTION_no_activate_overlap, 3, (4.0 + 16) / (68 + 102));
    expect(p, RH_PREDICTION_averaged, 3, (20.0 / 170 + 20.0 / 136) / 2);
    expect(p, RH_PREDICTION_locality_switched, 2, 16.0 / 102); /* 4 requests, 2 rows */
    expect(p, RH_PREDICTION_locality_switched, 3, 20.0 / 136); /* 5 requests, 3 rows */
    const struct rh_stats *all = rh_prediction_stats(p, 3), *one = rh_prediction_stats(p, 0);
    assert_int_equal(all->requests, 5);
    assert_int_equal(one->cycles, all->cycles); /* it idles on */
    assert_int_equal(all->active_cycles + all->idle_cycles, 3 * all->cycles);
    rh_prediction_close(p);
}

/* Only controllers that look for row hits have an age cap. */
static void no_model_of_what_it_does_not_cover(void **state) {
    (void)state;
    static const struct {
        const char *controller;
        uint16_t age_cap;
        uint8_t responses;
        bool window, lines;
    } cases[] = {{"fr_fcfs", 0, 16, true, true},
                 {"fr_fcfs", 64, 16, false, false},
                 {"most_pending", 64, 16, false, false},
                 {"fr_fcfs_serial", 64, 16, false, false},
                 {"banked_fifo", 64, 16, false, true},
                 {"fr_fcfs", 0, 2, true, false},
                 {"fifo", 0, 2, false, false}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rh_prediction_setup setup = setup_of(cases[i].controller, 32, 1, EVERY);
        setup.constraints.age_cap = cases[i].age_cap;
        setup.geometry.responses = cases[i].responses;
        struct rh_prediction *p = open_setup(&setup);
        double value;
        request(p, 0, 0, A);
        rh_prediction_end(p);
        assert_int_equal(rh_prediction_efficiency(p, RH_PREDICTION_averaged, 0, &value), cases[i].window);
        assert_int_equal(rh_prediction_efficiency(p, RH_PREDICTION_rowhold, 0, &value), cases[i].lines);
        rh_prediction_close(p);
    }
}

/* The window looks for row hits, so it knows no controller that does not. */
static void other_controllers_have_no_window(void **state) {
    (void)state;
    static const struct {
        const char *controller;
        bool window, lines;
    } cases[] = {{"fifo", false, true},        {"banked_fifo", false, true},    {"fr_fcfs", true, true},
                 {"most_pending", true, true}, {"fr_fcfs_serial", false, true}, {"nobody", false, false}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rh_prediction *p = open_all(cases[i].controller, 32, 1, EVERY);
        double value;
        request(p, 0, 0, A);
        rh_prediction_end(p);
        for (unsigned model = 0; model < RH_PREDICTIONS; model++)
            assert_int_equal(rh_prediction_efficiency(p, model, 0, &value),
                             model == RH_PREDICTION_rowhold ? cases[i].lines : cases[i].window);
        assert_int_equal(rh_prediction_stats(p, 0) != NULL, cases[i].lines);
        rh_prediction_close(p);
    }
}

/* Grains: ACT in 1, two RDs of a grain in 9 and 17, so 2 of 17 clocks; of the other channel the same. No window knows
 * several data buses, and only some controllers are known. */
static void grains_have_lines_of_their_own(void **state) {
    (void)state;
    struct rh_preset preset;
    struct rh_error error;
    assert_true(rh_preset_find("fgdram", &preset, &error));
    for (unsigned i = 0; i < 3; i++) {
        static const char *const controllers[] = {"fgdram_channel", "fr_fcfs", "fifo"};
        struct rh_prediction_setup setup = setup_of(controllers[i], 32, 2, EVERY);
        setup.geometry = rh_preset_geometry(&preset, 32);
        setup.constraints = rh_preset_constraints(&preset);
        struct rh_prediction *p = open_setup(&setup);
        double value;
        request(p, 0, 0, A);
        request(p, 1, 3, A);
        rh_prediction_end(p);
        assert_false(rh_prediction_efficiency(p, RH_PREDICTION_averaged, 0, &value));
        assert_int_equal(rh_prediction_stats(p, 0) != NULL, i < 2);
        if (i < 2) {
            expect(p, RH_PREDICTION_rowhold, 0, 2.0 / 17);
            expect(p, RH_PREDICTION_rowhold, 2, 4.0 / 34);
            assert_int_equal(rh_prediction_stats(p, 2)->requests, 2);
        } else
            assert_null(rh_prediction_stats(p, 2));
        rh_prediction_close(p);
    }
}

/* Four writes of one row where tRCDWR is 4: fr_fcfs writes in 5 to 12 of the clocks from 1 on. fr_fcfs_serial looks
 * through its queue first, in 2 to 9, and writes in 10 to 17. Where tRCDRD is 12 reads go alike. */
static void a_serial_search_holds_back_the_first_column(void **state) {
    (void)state;
    static const struct {
        const char *controller;
        bool write;
        double efficiency;
    } cases[] = {{"fr_fcfs", true, 8.0 / 12},
                 {"fr_fcfs_serial", true, 8.0 / 17},
                 {"fr_fcfs", false, 8.0 / 20},
                 {"fr_fcfs_serial", false, 8.0 / 20}};
    struct rh_preset preset;
    struct rh_error error;
    assert_true(rh_preset_find("gddr3_k4j52324qh", &preset, &error));
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rh_prediction_setup setup = setup_of(cases[i].controller, 32, 1, EVERY);
        setup.constraints = rh_preset_constraints(&preset);
        struct rh_prediction *p = open_setup(&setup);
        const struct rh_request one = {.row = A, .commands = 4, .write = cases[i].write, .core = 0xffff};
        rh_prediction_requests(p, RH_PREDICTION_PART_TIMELINE, &one, 1);
        rh_prediction_end(p);
        expect(p, RH_PREDICTION_rowhold, 0, cases[i].efficiency);
        rh_prediction_close(p);
    }
}

struct step {
    unsigned bank, row;
    bool write;
};
static const struct rh_stats *stats_of(struct rh_prediction *p, const struct step *steps, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        const struct rh_request one = {.bank = (uint8_t)steps[i].bank,
                                       .row = steps[i].row,
                                       .commands = 2,
                                       .write = steps[i].write,
                                       .core = 0xffff};
        rh_prediction_requests(p, RH_PREDICTION_PART_TIMELINE, &one, 1);
    }
    rh_prediction_end(p);
    return rh_prediction_stats(p, 0);
}

/* ACT in 1, WR in 13 and 15, data booked to 16; PRE 19 behind the second in 34, ACT in 47, RD in 59. */
static void write_recovery_is_a_cause(void **state) {
    (void)state;
    static const struct step steps[] = {{0, A, true}, {0, B, false}};
    struct rh_prediction *p = open_all("fr_fcfs", 32, 1, EVERY);
    const struct rh_stats *s = stats_of(p, steps, 2);
    assert_int_equal(s->stall_cycles[RH_CAUSE_TWR_TRTP], 34 - 17);
    assert_int_equal(s->stall_cycles[RH_CAUSE_TRP], 13);
    assert_int_equal(s->stall_cycles[RH_CAUSE_TRCD], 12 + 12);
    assert_int_equal(s->stall_cycles[RH_CAUSE_TRAS_TRC], 0);
    rh_prediction_close(p);
}

/* A second ACT 30 clocks behind the first: in 31, its RD in 43. */
static void activates_apart_are_a_cause(void **state) {
    (void)state;
    static const struct step steps[] = {{0, A, false}, {1, X, false}};
    struct rh_prediction_setup setup = setup_of("fr_fcfs", 32, 1, EVERY);
    setup.constraints.rrd_s = setup.constraints.rrd_l = 30;
    struct rh_prediction *p = open_setup(&setup);
    const struct rh_stats *s = stats_of(p, steps, 2);
    assert_int_equal(s->stall_cycles[RH_CAUSE_TRRD], 31 - 17);
    assert_int_equal(s->stall_cycles[RH_CAUSE_TRCD], 12 + 12);
    assert_int_equal(s->stall_cycles[RH_CAUSE_TRAS_TRC], 0);
    rh_prediction_close(p);
}

/* Two groups of two banks, ACTs of a group 30 clocks apart and of others 8: banks 0 and 1 take as above, data to 46;
 * banks 0 and 2 ACT in 1 and 9, data in 21 to 24. */
static void activates_of_a_group_lie_further_apart(void **state) {
    (void)state;
    static const struct step same[] = {{0, A, false}, {1, X, false}}, other[] = {{0, A, false}, {2, X, false}};
    struct rh_prediction_setup setup = setup_of("fr_fcfs", 32, 1, EVERY);
    setup.geometry.groups = 2;
    setup.constraints.rrd_s = 8;
    setup.constraints.rrd_l = 30;
    struct rh_prediction *p = open_setup(&setup);
    assert_int_equal(stats_of(p, same, 2)->active_cycles, 46);
    rh_prediction_close(p);
    p = open_setup(&setup);
    assert_int_equal(stats_of(p, other, 2)->active_cycles, 24);
    rh_prediction_close(p);
}

/* tRC out of the way: PRE waits for tRAS, in 22; ACT in 35, RD in 47 and 49, data to 50. */
static void a_row_stays_open_for_tras(void **state) {
    (void)state;
    static const struct step steps[] = {{0, A, false}, {0, B, false}};
    struct rh_prediction_setup setup = setup_of("fr_fcfs", 32, 1, EVERY);
    setup.constraints.rc = 30;
    struct rh_prediction *p = open_setup(&setup);
    assert_int_equal(stats_of(p, steps, 2)->active_cycles, 50);
    rh_prediction_close(p);
}

/* Both arrive in clock 0, and the second is accepted in 1; data end in 26 and 30. */
static void latency_counts_from_arrival_and_from_acceptance(void **state) {
    (void)state;
    static const struct step steps[] = {{0, A, false}, {0, A, false}};
    struct rh_prediction_setup setup = setup_of("fr_fcfs", 32, 1, EVERY);
    setup.timed = true;
    struct rh_prediction *p = open_setup(&setup);
    const struct rh_stats *s = stats_of(p, steps, 2);
    assert_int_equal(s->from_arrival.count, 2);
    assert_int_equal(s->from_arrival.sum, 26 + 30);
    assert_int_equal(s->read.sum, 26 + 29);
    rh_prediction_close(p);
}

/* What nobody asked for costs nothing, and gives nothing. */
static void only_wanted_models_run(void **state) {
    (void)state;
    struct rh_prediction *p = open_all("fr_fcfs", 32, 1, 1U << RH_PREDICTION_averaged);
    double value;
    request(p, 0, 0, A);
    rh_prediction_end(p);
    assert_true(rh_prediction_runs(p, RH_PREDICTION_PART_NO_OVERLAP));
    assert_true(rh_prediction_runs(p, RH_PREDICTION_PART_FULL_OVERLAP));
    assert_false(rh_prediction_runs(p, RH_PREDICTION_PART_MOST_PENDING));
    assert_false(rh_prediction_runs(p, RH_PREDICTION_PART_TIMELINE));
    expect(p, RH_PREDICTION_averaged, 0, 4.0 / 68);
    assert_false(rh_prediction_efficiency(p, RH_PREDICTION_no_activate_overlap, 0, &value));
    rh_prediction_close(p);
}

static void models_have_names(void **state) {
    (void)state;
    assert_string_equal(rh_prediction_name(RH_PREDICTION_locality_switched), "locality_switched");
    assert_null(rh_prediction_name(RH_PREDICTIONS));
    assert_int_equal(rh_prediction_parts(RH_PREDICTION_averaged), 3);
    assert_int_equal(rh_prediction_parts(RH_PREDICTION_rowhold), 8);
    assert_non_null(strstr(rh_prediction_meaning(RH_PREDICTION_averaged), "mean"));
    assert_string_equal(rh_prediction_heading(RH_PREDICTION_most_pending), "most\npending");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_model_of_two_rows),
        cmocka_unit_test(the_switch_turns_at_two),
        cmocka_unit_test(the_switch_counts_rows_without_overlap),
        cmocka_unit_test(the_window_takes_the_timing_that_it_names),
        cmocka_unit_test(most_pending_keeps_a_row_together),
        cmocka_unit_test(channels_are_summed),
        cmocka_unit_test(no_model_of_what_it_does_not_cover),
        cmocka_unit_test(other_controllers_have_no_window),
        cmocka_unit_test(grains_have_lines_of_their_own),
        cmocka_unit_test(a_serial_search_holds_back_the_first_column),
        cmocka_unit_test(write_recovery_is_a_cause),
        cmocka_unit_test(activates_apart_are_a_cause),
        cmocka_unit_test(activates_of_a_group_lie_further_apart),
        cmocka_unit_test(a_row_stays_open_for_tras),
        cmocka_unit_test(latency_counts_from_arrival_and_from_acceptance),
        cmocka_unit_test(only_wanted_models_run),
        cmocka_unit_test(models_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
