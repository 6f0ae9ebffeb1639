// SPDX-License-Identifier: Apache-2.0
// The model's registers go into the RTL: where a window begins, every so many clocks, and for the last clocks once more
// after a mismatch. And what the report then says of how to see it again.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "tb/lockstep/rh_cosim_wave.h"
#include "tb/unit/faulty_controller.h"
#include "tb/unit/vcd_files.h"

static unsigned wrong_tag = 200;

static void answer_request_wrong(struct rh_controller_out *out) {
    if (out->rsp_valid && out->rsp_tag == wrong_tag)
        out->rsp_tag ^= 1;
}

static void invent_command(struct rh_controller_out *out) {
    out->row_bank ^= 1;
}

/* The lockstep of a run that differs by then. */
static struct rh_bench *differ(struct fault with, uint32_t compare_state, uint64_t from, uint64_t *cycle) {
    fault = with;
    window_from = from;
    struct rh_bench *pair = open_pair(compare_state);
    int found = run_pair(pair, 2000);
    assert_true(found >= 0);
    *cycle = (uint64_t)found;
    return pair;
}

static struct rh_replay write_replay(struct rh_bench *pair) {
    struct rh_replay replay;
    struct rh_error error = {""};
    if (!rh_replay_write(both(pair), "last.vcd", 1000, &replay, &error))
        fail_msg("%s", error.text);
    return replay;
}

static struct rh_replay replay_of(struct rh_bench *pair) {
    struct rh_replay replay = write_replay(pair);
    assert_int_equal(unlink("last.vcd"), 0);
    assert_int_equal(unlink("last.vcd.gtkw"), 0);
    return replay;
}

static void the_last_clocks_show_what_follows_from_registers_again(void **state) {
    (void)state;
    uint64_t cycle;
    struct rh_bench *pair = differ((struct fault){.output = answer_request_wrong}, 1000000, 0, &cycle);
    assert_true(cycle > 400);
    struct rh_replay replay = replay_of(pair);
    assert_true(replay.differs);
    assert_int_equal(replay.at, cycle);
    assert_int_equal(replay.from, cycle / 64 * 64 - 64);
    assert_int_equal(replay.clocks, cycle - replay.from + 1);
    assert_false(replay.reset);
    rh_bench_close(pair);
}

/* The data of reads before them, too: wherever the difference lies among the 64 clocks between two kept states. */
static void the_wave_of_the_last_clocks_is_that_of_the_run(void **state) {
    (void)state;
    struct rh_block block;
    for (wrong_tag = 180; wrong_tag < 200; wrong_tag++) {
        uint64_t cycle;
        struct rh_error error = {""};
        struct rh_bench *pair = differ((struct fault){.output = answer_request_wrong}, 1, 0, &cycle);
        struct rh_replay replay = write_replay(pair);
        rh_bench_close(pair);
        rh_block_make(&block, &rh_controller_kind, ops, &geometry);
        waved = rh_wave_open("run.vcd", &block, 1000, true, &error);
        assert_non_null(waved);
        rh_wave_config(waved, &constraints);
        rh_wave_window(waved, replay.from, 0);
        rh_bench_close(differ((struct fault){.output = answer_request_wrong}, 1, 0, &cycle));
        assert_true(rh_wave_close(waved, &error));
        waved = NULL;
        expect_same_waves("last.vcd", "run.vcd");
    }
    wrong_tag = 200;
}

static void what_no_register_shows_is_not_shown_again(void **state) {
    (void)state;
    uint64_t cycle;
    struct rh_bench *pair = differ((struct fault){.from = 333, .output = invent_command}, 1, 0, &cycle);
    assert_int_equal(cycle, 333);
    assert_false(replay_of(pair).differs);
    rh_bench_close(pair);
}

/* From there on the instance counts its clocks anew. */
static void a_register_that_is_compared_seldom_differs_before(void **state) {
    (void)state;
    fault = (struct fault){.from = 10, .field = "count"};
    window_from = 0;
    struct rh_bench *pair = open_pair(1000000);
    assert_int_equal(run_pair(pair, 500), -1);
    assert_false(rh_lockstep_finish(both(pair)));
    struct rh_replay replay = replay_of(pair);
    assert_true(replay.differs);
    assert_int_equal(replay.from, 384);
    assert_int_equal(replay.at, 394);
    rh_bench_close(pair);
}

static void the_clocks_from_the_first_reset_on_are_the_run_itself(void **state) {
    (void)state;
    uint64_t cycle;
    struct rh_bench *pair = differ((struct fault){.from = UINT64_MAX, .keeps_state = true}, 1, 0, &cycle);
    assert_int_equal(cycle, 0);
    struct rh_replay replay = replay_of(pair);
    assert_true(replay.differs && replay.reset);
    assert_int_equal(replay.from, 0);
    assert_int_equal(replay.at, 0);
    rh_bench_close(pair);
}

/* A lockstep that is reset before clock 150, which the RTL does not notice. */
static struct rh_bench *forget_a_reset(void) {
    fault = (struct fault){.from = UINT64_MAX};
    window_from = 0;
    struct rh_bench *pair = open_pair(1);
    assert_int_equal(run_pair(pair, 150), -1);
    fault.keeps_state = true;
    rh_lockstep_reset(both(pair));
    assert_int_equal(run_pair(pair, 10), 150);
    return pair;
}

static void behind_a_reset_it_may_be_the_cause(void **state) {
    (void)state;
    struct rh_bench *pair = forget_a_reset();
    struct rh_replay replay = replay_of(pair);
    assert_false(replay.differs);
    assert_true(replay.reset);
    assert_int_equal(replay.from, 150);
    assert_int_equal(replay.clocks, 1);
    rh_bench_close(pair);
}

/* A reset before clock 150, and a difference five clocks later that it has no part in. */
static void the_reset_is_of_the_first_clock_not_of_the_last(void **state) {
    (void)state;
    fault = (struct fault){.from = 155, .output = invent_command};
    window_from = 0;
    struct rh_bench *pair = open_pair(1);
    assert_int_equal(run_pair(pair, 150), -1);
    rh_lockstep_reset(both(pair));
    assert_int_equal(run_pair(pair, 10), 155);
    struct rh_replay replay = replay_of(pair);
    assert_false(replay.differs);
    assert_true(replay.reset);
    assert_int_equal(replay.from, 150);
    assert_int_equal(replay.clocks, 6);
    rh_bench_close(pair);
}

static void a_window_is_loaded_once_and_compared_from_there_on(void **state) {
    (void)state;
    fault = (struct fault){.from = UINT64_MAX};
    window_from = 100;
    struct rh_bench *pair = open_pair(1000000);
    assert_int_equal(run_pair(pair, 500), -1);
    const struct rh_lockstep_tally *tally = rh_lockstep_tally_of(both(pair));
    assert_int_equal(tally->loads, 1);
    assert_int_equal(tally->windows, 1);
    assert_int_equal(tally->clocks, 400);
    assert_int_equal(tally->state_clocks, 1); /* the load's */
    rh_bench_close(pair);

    uint64_t cycle; /* a register that the load forgets, in its clock */
    pair = differ((struct fault){.from = UINT64_MAX, .forgets = "count"}, 1000000, 100, &cycle);
    assert_int_equal(cycle, 100);
    struct rh_replay replay = replay_of(pair);
    assert_true(replay.differs && replay.from == 100 && replay.at == 100);
    rh_bench_close(pair);
}

static void the_rtl_is_loaded_every_n_clocks_but_not_behind_a_reset(void **state) {
    (void)state;
    struct rh_error error = {""};
    fault = (struct fault){.from = UINT64_MAX};
    window_from = 0;
    load_every = 30;
    struct rh_bench *pair = open_pair(1000000);
    assert_int_equal(run_pair(pair, 60), -1);
    const struct rh_lockstep_tally *tally = rh_lockstep_tally_of(both(pair));
    assert_int_equal(tally->loads, 1); /* in clock 30 */
    rh_lockstep_reset(both(pair));
    assert_int_equal(run_pair(pair, 100), -1);
    assert_int_equal(tally->loads, 4); /* 90, 120, 150 */
    assert_int_equal(tally->windows, 0);
    assert_true(rh_lockstep_check_loads(30, tally, &error));
    rh_bench_close(pair);

    pair = open_pair(1);
    assert_int_equal(run_pair(pair, 60), -1);
    fault.keeps_state = true;
    rh_lockstep_reset(both(pair));
    assert_int_equal(run_pair(pair, 10), 60);
    rh_bench_close(pair);

    uint64_t cycle;
    pair = differ((struct fault){.from = UINT64_MAX, .forgets = "count"}, 1000000, 0, &cycle);
    assert_int_equal(cycle, 30);
    rh_bench_close(pair);
    load_every = 0;
}

static void a_load_that_never_comes_or_can_not_is_said(void **state) {
    (void)state;
    struct rh_error error = {""};
    struct rh_lockstep_tally tally = {.clocks = 500, .loads = 1, .windows = 1};
    assert_true(rh_lockstep_check_loads(0, &tally, &error));
    assert_false(rh_lockstep_check_loads(1000, &tally, &error));
    assert_string_equal(error.text, "--load-every: found 1000 and no load in 500 clocks, expected one at least");

    const struct rh_rtl_api gates = {.observation_bits = 0};
    struct rh_block block = {.state = {.bits = 7}};
    assert_true(rh_lockstep_check_load(0, &gates, &block, &error));
    assert_true(rh_lockstep_check_load(5, &pretended_api, &block, &error));
    assert_false(rh_lockstep_check_load(5, &gates, &block, &error));
    assert_string_equal(error.text, "--load-every: found a netlist of gates, expected RTL with registers");
    block.state.bits = 0;
    assert_false(rh_lockstep_check_load(5, &gates, &block, &error));
    assert_string_equal(error.text, "--load-every: found a block without registers, expected RTL with registers");
}

/* How the mismatch is to be seen again. */
static void expect_again(const struct rh_bench *pair, const struct rh_cosim_wave *wave, uint64_t from, bool whole,
                         const char *line) {
    struct rh_cosim_again again;
    rh_cosim_wave_again(wave, rh_bench_lockstep(pair), 1000, &again);
    (void)unlink("mismatch.fst");
    (void)unlink("mismatch.fst.gtkw");
    struct rh_error error;
    bool fst = rh_wave_check("mismatch.fst", &error); /* else this build has no FST writer */
    if (fst || line[0] == '\0')
        assert_string_equal(again.line, line);
    else
        assert_non_null(strstr(again.line, "no wave of the last clocks: "));
    if (!fst && strstr(line, "a wave of") != NULL)
        return;
    assert_int_equal(again.from, from);
    assert_int_equal(again.whole, whole);
}

static void the_line_to_paste_is_the_run_that_was_tried(void **state) {
    (void)state;
    uint64_t cycle;
    const struct rh_cosim_wave none = {.file = NULL}, own = {.file = "mismatch.fst", .from = 100};
    struct rh_bench *pair = differ((struct fault){.output = answer_request_wrong}, 1, 0, &cycle);
    uint64_t first = cycle / 64 * 64 - 64;
    char line[256];
    (void)snprintf(line, sizeof line,
                   "a wave of the last %u clocks, from the model's registers of cycle %u on: mismatch.fst",
                   (unsigned)(cycle - first + 1), (unsigned)first);
    expect_again(pair, &none, first, false, line);
    expect_again(pair, &own, 100, true, ""); /* it was whole, and its wave is the file */
    rh_bench_close(pair);

    pair = differ((struct fault){.output = answer_request_wrong}, 1, 100, &cycle);
    expect_again(pair, &none, first, false, line);
    expect_again(pair, &own, 100, false, "");
    rh_bench_close(pair);
}

static void where_the_last_clocks_do_not_show_it_the_run_is_as_it_was(void **state) {
    (void)state;
    uint64_t cycle;
    const struct rh_cosim_wave none = {.file = NULL};
    const struct fault late = {.from = 333, .output = invent_command};
    struct rh_bench *pair = differ(late, 1, 0, &cycle);
    expect_again(pair, &none, 333 - 64, true,
                 "from the model's registers of cycle 256 on nothing differs, so the cause lies before, in what no "
                 "register shows: mismatch.fst");
    rh_bench_close(pair);
    pair = differ(late, 1, 100, &cycle); /* from its 100th clock on 333 more */
    assert_int_equal(cycle, 433);
    expect_again(pair, &none, 100, false,
                 "from the model's registers of cycle 320 on nothing differs, so the cause lies before, in what no "
                 "register shows: mismatch.fst");
    rh_bench_close(pair);

    pair = forget_a_reset();
    expect_again(pair, &none, 150 - 64, true,
                 "from the model's registers of cycle 150 on nothing differs, so the cause lies before, in what no "
                 "register shows, or in the reset: mismatch.fst");
    rh_bench_close(pair);

    pair = differ((struct fault){.from = UINT64_MAX, .keeps_state = true}, 1, 0, &cycle);
    expect_again(pair, &none, 0, false, "a wave of the last 1 clocks, from the reset on: mismatch.fst");
    rh_bench_close(pair);
}

static void a_wave_that_ends_ends_the_run(void **state) {
    (void)state;
    const struct rh_rtl_api gates = {.load = NULL};
    struct rh_error error = {""};
    struct rh_cosim_wave wave;
    struct rh_wave_options options = {.file = "x.vcd", .from = 50, .clocks = 20, .from_given = true};
    assert_true(rh_cosim_wave_take(&wave, &options, false, true, &error));
    uint64_t cycles = 0;
    assert_int_equal(rh_cosim_wave_begin(&wave, &pretended_api, &cycles), 50);
    assert_int_equal(cycles, 70);
    cycles = 60;
    assert_int_equal(rh_cosim_wave_begin(&wave, &gates, &cycles), 0);
    assert_int_equal(cycles, 60);
    assert_true(rh_cosim_wave_take(&wave, &options, true, true, &error));
    cycles = 1000;
    assert_int_equal(rh_cosim_wave_begin(&wave, &pretended_api, &cycles), 0);
    assert_int_equal(cycles, 70);
    options = (struct rh_wave_options){.file = "x.vcd", .clocks = 20};
    cycles = 1000;
    assert_true(rh_cosim_wave_take(&wave, &options, false, true, &error));
    assert_int_equal(rh_cosim_wave_begin(&wave, &pretended_api, &cycles), 0);
    assert_int_equal(cycles, 20);
    assert_false(rh_cosim_wave_take(&wave, &options, true, true, &error));
    assert_string_equal(error.text, "--whole: found no --from beside it, expected one");
}

static int enter_folder(void **state) {
    static char folder[] = "/tmp/rh_replay.XXXXXX";
    *state = mkdtemp(folder);
    return *state != NULL && chdir(folder) == 0 ? 0 : -1;
}

static int leave_folder(void **state) {
    return chdir("/") == 0 && rmdir(*state) == 0 ? 0 : -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_clocks_show_what_follows_from_registers_again),
        cmocka_unit_test(the_wave_of_the_last_clocks_is_that_of_the_run),
        cmocka_unit_test(what_no_register_shows_is_not_shown_again),
        cmocka_unit_test(a_register_that_is_compared_seldom_differs_before),
        cmocka_unit_test(the_clocks_from_the_first_reset_on_are_the_run_itself),
        cmocka_unit_test(behind_a_reset_it_may_be_the_cause),
        cmocka_unit_test(the_reset_is_of_the_first_clock_not_of_the_last),
        cmocka_unit_test(a_window_is_loaded_once_and_compared_from_there_on),
        cmocka_unit_test(the_rtl_is_loaded_every_n_clocks_but_not_behind_a_reset),
        cmocka_unit_test(a_load_that_never_comes_or_can_not_is_said),
        cmocka_unit_test(the_line_to_paste_is_the_run_that_was_tried),
        cmocka_unit_test(where_the_last_clocks_do_not_show_it_the_run_is_as_it_was),
        cmocka_unit_test(a_wave_that_ends_ends_the_run),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
