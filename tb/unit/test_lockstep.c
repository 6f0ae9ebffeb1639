// SPDX-License-Identifier: Apache-2.0
// Does the lockstep find what differs, and nothing else? The RTL here is a second C model behind the plug-in interface,
// with a fault that a test plants.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rowhold/rh_model.h"
#include "rowhold/rh_preset_file.h"
#include "tb/lockstep/rh_controller_bench.h"
#include "tb/lockstep/rh_cosim_text.h"
#include "tb/lockstep/rh_mismatch.h"
#include "tb/lockstep/rh_random_timing.h"
#include "tb/unit/faulty_controller.h"

static void equal_sides_match_and_are_counted(void **state) {
    (void)state;
    fault = (struct fault){.from = UINT64_MAX};
    struct rh_bench *pair = open_pair(1);
    assert_int_equal(run_pair(pair, 500), -1);
    assert_false(rh_lockstep_differs(both(pair)));
    const struct rh_lockstep_tally *tally = rh_lockstep_tally_of(both(pair));
    const struct rh_controller_counts *counts = rh_controller_counts_of(pair);
    assert_int_equal(tally->clocks, 500);
    assert_int_equal(tally->state_clocks, 500);
    assert_int_equal(tally->resets, 1);
    assert_true(counts->commands > 20);
    assert_true(tally->state_bits > 500 * 300);
    assert_true(counts->fills >= 1 && counts->requests_held > 100);
    rh_bench_close(pair);
}

static void the_registers_of_the_last_clock_are_compared_at_the_end(void **state) {
    (void)state;
    fault = (struct fault){.from = 77, .field = "count"};
    struct rh_bench *pair = open_pair(1000000);
    assert_int_equal(run_pair(pair, 500), -1); /* only clock 0 was due */
    assert_int_equal(rh_lockstep_tally_of(both(pair))->state_clocks, 1);
    assert_false(rh_lockstep_finish(both(pair)));
    assert_true(rh_lockstep_differs(both(pair)));
    rh_bench_close(pair);

    fault = (struct fault){.from = UINT64_MAX};
    pair = open_pair(1000000);
    assert_int_equal(run_pair(pair, 500), -1);
    assert_true(rh_lockstep_finish(both(pair)));
    assert_int_equal(rh_lockstep_tally_of(both(pair))->state_clocks, 2);
    rh_bench_close(pair);
}

static void invent_command(struct rh_controller_out *out) {
    out->row_bank ^= 1;
}

static void another_output_is_found_in_its_clock(void **state) {
    (void)state;
    fault = (struct fault){.from = 77, .output = invent_command};
    struct rh_bench *pair = open_pair(1000000);
    assert_int_equal(run_pair(pair, 500), 77);
    assert_true(rh_lockstep_differs(both(pair)));
    /* The model's registers, which no clock but the first kept, are gone back to. */
    const struct rh_lockstep_clock *clock = rh_lockstep_clock_of(both(pair));
    assert_memory_equal(clock->model_state, clock->rtl_state, ops->state_size);
    struct rh_controller_in in = {0};
    struct rh_controller_out out;
    struct rh_unit unit = rh_bench_unit(pair);
    assert_false(unit.cycle(unit.self, &in, &out)); /* and the run stays ended */
    rh_bench_close(pair);
}

static void the_registers_before_an_output_differs_are_right_in_every_clock(void **state) {
    (void)state;
    for (uint64_t from = 0; from < 300; from += 7) { /* long and short after a state that was kept */
        fault = (struct fault){.from = from, .output = invent_command};
        struct rh_bench *pair = open_pair(1000000);
        assert_int_equal(run_pair(pair, 500), from);
        const struct rh_lockstep_clock *clock = rh_lockstep_clock_of(both(pair));
        assert_memory_equal(clock->model_state, clock->rtl_state, ops->state_size);
        uint64_t first;
        (void)rh_recent_first(rh_lockstep_recent_of(both(pair)), &first);
        assert_true(first <= from && from - first < RH_RECENT_CLOCKS);
        assert_true(first == 0 || from - first >= RH_RECENT_CLOCKS / 2);
        rh_bench_close(pair);
    }
}

static void change_tag_of_no_response(struct rh_controller_out *out) {
    if (!out->rsp_valid)
        out->rsp_tag ^= 3;
}

static void change_tag_of_a_response(struct rh_controller_out *out) {
    if (out->rsp_valid)
        out->rsp_tag ^= 3;
}

static void tag_counts_only_with_a_response(void **state) {
    (void)state;
    fault = (struct fault){.from = 0, .output = change_tag_of_no_response};
    struct rh_bench *pair = open_pair(1);
    assert_int_equal(run_pair(pair, 500), -1);
    rh_bench_close(pair);
    fault.output = change_tag_of_a_response;
    pair = open_pair(1);
    int cycle = run_pair(pair, 500);
    assert_true(cycle > 12); /* ACT, tRCD 12, CL 9: no response can come earlier */
    assert_int_equal(((const struct rh_controller_out *)rh_lockstep_clock_of(both(pair))->model_out)->rsp_valid, 1);
    rh_bench_close(pair);
}

static void a_register_is_found_before_it_shows(void **state) {
    (void)state;
    fault = (struct fault){.from = 41, .field = "refresh_timer"}; /* no output depends on it: refresh is off */
    struct rh_bench *pair = open_pair(1);
    assert_int_equal(run_pair(pair, 500), 41);
    rh_bench_close(pair);
}

static void registers_are_compared_every_n_clocks(void **state) {
    (void)state;
    fault = (struct fault){.from = 41, .field = "refresh_timer"};
    struct rh_bench *pair = open_pair(16);
    assert_int_equal(run_pair(pair, 500), 48);
    assert_int_equal(rh_lockstep_tally_of(both(pair))->state_clocks, 4);
    rh_bench_close(pair);
}

static void an_empty_entry_may_hold_anything(void **state) {
    (void)state;
    fault = (struct fault){.from = 0, .field = "row", .index = 7}; /* the queue has eight entries, taken in order */
    struct rh_bench *pair = open_pair(1);
    assert_int_equal(run_pair(pair, 8), -1);
    assert_int_equal(run_pair(pair, 500), 8); /* the eighth request stands in it now */
    rh_bench_close(pair);
}

static void a_reset_that_forgets_a_register_is_found(void **state) {
    (void)state;
    fault = (struct fault){.from = UINT64_MAX, .keeps_state = true};
    struct rh_bench *pair = open_pair(1);
    assert_int_equal(run_pair(pair, 10), 0);
    rh_bench_close(pair);
    fault.keeps_state = false;
    pair = open_pair(1);
    assert_int_equal(run_pair(pair, 60), -1);
    fault.keeps_state = true; /* from now on, in mid-flight */
    rh_lockstep_reset(both(pair));
    assert_int_equal(run_pair(pair, 10), 60);
    rh_bench_close(pair);
}

/* Not inlined: the compiler then takes the stream's buffer for a local. */
static __attribute__((noinline)) char *report_of(struct rh_bench *pair) {
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    assert_non_null(to);
    struct rh_mismatch_context context = {"a configuration, seed 5", "tRCD=12", "rowhold cosim again", ", channel 3",
                                          rh_controller_bench.past,  NULL};
    rh_mismatch_print(both(pair), &context, to);
    fclose(to);
    return text;
}

static void report_tells_where_what_and_how_to_repeat(void **state) {
    (void)state;
    fault = (struct fault){.from = 41, .field = "open_row", .index = 0};
    struct rh_bench *pair = open_pair(1);
    assert_int_equal(run_pair(pair, 500), 41);
    char *text = report_of(pair);
    assert_non_null(strstr(text, "MISMATCH: RTL and model of rh_fifo differ at cycle 41, channel 3\n"));
    assert_non_null(strstr(text, "a configuration, seed 5\n"));
    assert_non_null(strstr(text, "tRCD=12\n"));
    assert_non_null(strstr(text, "outputs of this clock: 0 of 22 differ\n"));
    assert_non_null(strstr(text, "    open_row[0]                         1              0   <-- differs\n"));
    assert_non_null(strstr(text, "    closing                ")); /* the neighbour before */
    assert_null(strstr(text, "ccd_s"));                           /* and no distant register */
    assert_non_null(strstr(text, "   <-- newest\n  repeat with a wave of this window:\n    rowhold cosim again\n"));
    unsigned rows = 0;
    for (const char *at = strstr(text, "last inputs"); *at != '\0'; at++)
        rows += *at == '\n';
    assert_int_equal(rows, 1 + 1 + RH_LOCKSTEP_HISTORY + 2); /* title, head, history, repeat */
    free(text);
    rh_bench_close(pair);
}

/* In hexadecimal, every digit of the 72 entries: entry 0 hits in the model. */
static void a_set_of_more_than_64_is_reported_whole(void **state) {
    (void)state;
    fault = (struct fault){.from = 3, .field = "hit", .index = 0};
    controller = "fr_fcfs";
    queue = 72;
    struct rh_bench *pair = open_pair(1);
    assert_int_equal(run_pair(pair, 500), 3);
    char *text = report_of(pair);
    assert_non_null(
        strstr(text, "    hit                    0x000000000000000001 0x200000000000000000   <-- differs\n"));
    free(text);
    rh_bench_close(pair);
    controller = "fifo";
    queue = 8;
}

static void repeat_line_keeps_the_run_and_asks_for_its_wave(void **state) {
    (void)state;
    char *argv[] = {"cosim",      "--stream", "my trace.csv", "--wave", "old.fst", "--from=3",  "--quiet",
                    "--seed",     "7",        "--view",       "--for",  "9",       "--stats=x", "--whole",
                    "--evidence", "e",        "--map",        "it's"};
    char text[512];
    struct rh_cosim_again again = {.from = 936};
    (void)rh_cosim_repeat((int)(sizeof argv / sizeof argv[0]), argv, &again, 1000, 2, text, sizeof text);
    assert_string_equal(text,
                        "rowhold cosim --stream 'my trace.csv' --seed 7 --map 'it'\\''s' --wave mismatch.fst --from "
                        "936 --for 65 --wave-channel 2");
    again = (struct rh_cosim_again){.from = 2, .whole = true};
    (void)rh_cosim_repeat(1, argv, &again, 5, 0, text, sizeof text);
    assert_string_equal(text, "rowhold cosim --wave mismatch.fst --from 2 --for 4 --whole");
}

static void random_timings_pass_the_lint_and_differ(void **state) {
    (void)state;
    struct rh_geometry small = {8, 4, 2, 2, 4, 5, 5, 4, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    struct rh_timing first = {0}, again, timing = {0};
    struct rh_error error;
    unsigned modes = 0, tight = 0;
    for (uint64_t seed = 0; seed < 300; seed++) {
        enum rh_refresh mode = RH_REFRESH_OFF;
        assert_true(rh_random_timing(seed, &small, true, &timing, &mode, &error));
        assert_true(rh_timing_lint(&timing, mode, &small, NULL, 0, &error));
        modes |= 1U << mode;
        tight += timing.tCCD_S == timing.tBURST && timing.tRC == timing.tRAS + timing.tRP;
        if (seed == 0)
            first = timing;
    }
    enum rh_refresh mode = RH_REFRESH_OFF;
    assert_true(rh_random_timing(0, &small, true, &again, &mode, &error));
    assert_memory_equal(&first, &again, sizeof first);
    assert_memory_not_equal(&first, &timing, sizeof first);
    assert_int_equal(modes, 15);
    assert_true(tight > 5);
}

static void too_narrow_timers_are_refused_with_the_rule(void **state) {
    (void)state;
    struct rh_geometry narrow = {8, 4, 2, 2, 4, 5, 5, 4, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    struct rh_timing timing;
    enum rh_refresh mode = RH_REFRESH_OFF;
    struct rh_error error = {""};
    assert_false(rh_random_timing(1, &narrow, false, &timing, &mode, &error));
    assert_non_null(strstr(error.text, "expected"));
}

static void a_plugin_is_refused_with_one_line(void **state) {
    (void)state;
    fault = (struct fault){.from = UINT64_MAX};
    rh_bench_close(open_pair(1));
    struct rh_rtl rtl;
    struct rh_block block;
    rh_block_make(&block, &rh_controller_kind, ops, &geometry);
    struct rh_error error = {""};
    assert_false(rh_rtl_load(&rtl, &block, "nowhere/plugin.so", true, &error));
    assert_non_null(strstr(error.text, "nowhere/plugin.so: found no plug-in"));
    assert_false(rh_rtl_load(&rtl, &block, "/proc/self/exe", true, &error));
    assert_non_null(strstr(error.text, "/proc/self/exe: found no"));
    char name[128];
    (void)rh_rtl_name(&rh_controller_kind, "fifo", &geometry, name, sizeof name);
    assert_string_equal(name, "fifo-q8-b4-g1-u1-r12-c8-t8-p16-w8-o0-n0-m0-k0-s0-e5-h0-d0-a0");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_sides_match_and_are_counted),
        cmocka_unit_test(the_registers_of_the_last_clock_are_compared_at_the_end),
        cmocka_unit_test(another_output_is_found_in_its_clock),
        cmocka_unit_test(the_registers_before_an_output_differs_are_right_in_every_clock),
        cmocka_unit_test(tag_counts_only_with_a_response),
        cmocka_unit_test(a_register_is_found_before_it_shows),
        cmocka_unit_test(registers_are_compared_every_n_clocks),
        cmocka_unit_test(an_empty_entry_may_hold_anything),
        cmocka_unit_test(a_reset_that_forgets_a_register_is_found),
        cmocka_unit_test(report_tells_where_what_and_how_to_repeat),
        cmocka_unit_test(a_set_of_more_than_64_is_reported_whole),
        cmocka_unit_test(repeat_line_keeps_the_run_and_asks_for_its_wave),
        cmocka_unit_test(random_timings_pass_the_lint_and_differ),
        cmocka_unit_test(too_narrow_timers_are_refused_with_the_rule),
        cmocka_unit_test(a_plugin_is_refused_with_one_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
