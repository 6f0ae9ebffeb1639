// SPDX-License-Identifier: Apache-2.0
// Does a co-simulation fail when something other than a difference is wrong? RTL and model are the same code here, with
// one fault in it that both share, so the lockstep itself is content.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rowhold/rh_preset_file.h"
#include "tb/lockstep/rh_cosim.h"
#include "tb/lockstep/rh_random_timing.h"
#include "tb/unit/vcd_files.h"

static const struct rh_block_ops *fifo;
static struct rh_block_ops faulty; /* fifo with the fault */
static struct rh_preset preset;
static const struct rh_preset *judged_by = &preset;
static struct rh_geometry geometry;
static struct rh_constraints constraints;
static void (*fault)(void *state, struct rh_controller_out *out);
static bool deaf;            /* it never sees a request */
static const void *youngest; /* the state that was reset last: the model that runs alone */

static void faulty_reset(void *state, const void *g) {
    fifo->reset(state, g);
    youngest = state;
}

static void faulty_cycle(void *state, const void *g, const void *s, const void *in, void *to) {
    struct rh_controller_in seen = *(const struct rh_controller_in *)in;
    struct rh_controller_out *out = to;
    if (deaf)
        seen.req_valid = 0;
    fifo->cycle(state, g, s, &seen, out);
    if (deaf)
        out->req_ready = 0;
    if (fault != NULL)
        fault(state, out);
}

static void *pretended_open(uint64_t seed) {
    (void)seed;
    void *state = calloc(1, fifo->state_size);
    assert_non_null(state);
    return state;
}

static void pretended_configure(void *self, const void *to) {
    (void)self;
    (void)to;
}

static void pretended_reset(void *self, const void *in) {
    (void)in;
    fifo->reset(self, &geometry);
}

static void pretended_cycle(void *self, const void *in, void *out, uint32_t *observation) {
    struct rh_layout layout;
    rh_layout_make(&layout, fifo->list, &geometry);
    rh_layout_pack(&layout, self, observation);
    faulty_cycle(self, &geometry, &constraints, in, out);
}

static void pretended_load(void *self, const uint32_t *words) {
    struct rh_layout layout;
    rh_layout_make(&layout, fifo->list, &geometry);
    rh_layout_unpack(&layout, words, self);
}

static const struct rh_rtl_api api = {.abi = RH_RTL_ABI,
                                      .observation_bits = 1, /* it shows its registers */
                                      .kind = "controller",
                                      .name = "fifo",
                                      .open = pretended_open,
                                      .close = free,
                                      .configure = pretended_configure,
                                      .reset = pretended_reset,
                                      .cycle = pretended_cycle,
                                      .load = pretended_load};

/* Single reads of ascending rows, so many. */
struct reads {
    struct rh_stream stream;
    unsigned left;
};

static int next_read(struct rh_stream *stream, struct rh_request *request, struct rh_error *error) {
    struct reads *reads = (struct reads *)stream;
    (void)error;
    if (reads->left == 0)
        return 0;
    reads->left--;
    *request = (struct rh_request){
        .bank = (uint8_t)(reads->left % 4), .row = reads->left, .commands = 2, .core = 0xffff, .warp = 0xffff};
    return 1;
}

static enum rh_cosim_end run(unsigned reads, const struct rh_cosim_setup *changes, struct rh_error *error) {
    struct rh_cosim_setup setup = *changes;
    struct reads stream = {{.next = next_read}, reads};
    struct rh_system_setup of = {
        .preset = judged_by, .ops = &faulty, .geometry = geometry, .constraints = constraints, .channels = 1};
    struct rh_cosim_result result;
    setup.rtl = &api;
    setup.seed = 1;
    setup.compare_state = 1;
    rh_cosim_workers(&setup, &of);
    struct rh_system *system = rh_system_open(&of, error);
    assert_non_null(system);
    enum rh_cosim_end end = rh_cosim_end(system, rh_system_run(system, &stream.stream, error), &result, error);
    if (end == RH_COSIM_MATCHED) {
        assert_true(result.stats.requests == reads || changes->cycles != 0);
        assert_true(result.rules > 0);
        if (rh_cosim_is_behind(&setup))
            assert_int_equal(result.tally.resets, 1);
        if (changes->cycles != 0) /* of each, and one more behind the last */
            assert_int_equal(result.tally.clocks, changes->cycles - changes->from + 1);
    }
    rh_system_close(system);
    return end;
}

static void expect(void (*planted)(void *state, struct rh_controller_out *out), unsigned reads,
                   const struct rh_cosim_setup *changes, enum rh_cosim_end end, const char *words) {
    struct rh_error error = {""};
    fault = planted;
    assert_int_equal(run(reads, changes, &error), end);
    if (strstr(error.text, words) == NULL)
        fail_msg("found '%s', expected '%s' in it", error.text, words);
}

static void a_sound_run_matches(void **state) {
    (void)state;
    expect(NULL, 200, &(struct rh_cosim_setup){.bursts = 0}, RH_COSIM_MATCHED, "");
    expect(NULL, 200, &(struct rh_cosim_setup){.bursts = 9, .response_one_in = 3, .reset_at = 500}, RH_COSIM_MATCHED,
           "");
}

static void an_empty_run_fails(void **state) {
    (void)state;
    expect(NULL, 0, &(struct rh_cosim_setup){.bursts = 0}, RH_COSIM_FAILED, "compared nothing");
}

static void a_reset_that_never_came_fails(void **state) {
    (void)state;
    expect(NULL, 3, &(struct rh_cosim_setup){.reset_at = 100000}, RH_COSIM_FAILED, "--reset-at");
}

static void a_reset_behind_a_window_that_ends_is_none(void **state) {
    (void)state;
    struct rh_cosim_setup window = {.from = 400, .reset_at = 100000};
    expect(NULL, 200, &window, RH_COSIM_FAILED, "--reset-at: channel 0 ended at cycle ");
    window.cycles = 450;
    assert_true(rh_cosim_is_behind(&window));
    expect(NULL, 200, &window, RH_COSIM_MATCHED, "");
    window.reset_at = 450;
    assert_true(rh_cosim_is_behind(&window));
    expect(NULL, 200, &window, RH_COSIM_MATCHED, "");
    window.reset_at = 449;
    assert_false(rh_cosim_is_behind(&window));
    expect(NULL, 200, &window, RH_COSIM_MATCHED, "");
}

/* A run that is compared from clock `from` on, of which clocks 400 to 420 are waved. */
static void wave_window(const char *file, uint64_t from) {
    struct rh_error error = {""};
    struct rh_block block;
    rh_block_make(&block, &rh_controller_kind, fifo, &geometry);
    struct rh_wave *wave = rh_wave_open(file, &block, 1250, true, &error);
    assert_non_null(wave);
    rh_wave_config(wave, &constraints);
    rh_wave_window(wave, 400, 21);
    expect(NULL, 200, &(struct rh_cosim_setup){.wave = wave, .from = from, .cycles = 421}, RH_COSIM_MATCHED, "");
    assert_int_equal(rh_wave_clocks(wave), 21);
    assert_true(rh_wave_close(wave, &error));
}

/* Data of reads before the window are in it wherever the RTL begins. */
static void the_wave_of_a_window_is_that_of_the_whole_run(void **state) {
    (void)state;
    char window[] = "/tmp/rh_window_XXXXXX.vcd", whole[64];
    int made = mkstemps(window, 4);
    assert_true(made >= 0 && close(made) == 0);
    (void)snprintf(whole, sizeof whole, "%s.whole.vcd", window);
    wave_window(window, 400);
    wave_window(whole, 0);
    expect_same_waves(window, whole);
}

static void a_load_that_never_came_fails(void **state) {
    (void)state;
    struct rh_cosim_setup setup = {.load_every = 100};
    expect(NULL, 200, &setup, RH_COSIM_MATCHED, "");
    setup.load_every = 100000;
    expect(NULL, 200, &setup, RH_COSIM_FAILED, "--load-every: found 100000 and no load in ");
    setup.from = 100; /* the window's own load is none of them */
    expect(NULL, 200, &setup, RH_COSIM_FAILED, "--load-every: found 100000 and no load in ");
}

static void a_command_against_a_dram_rule_fails(void **state) {
    (void)state;
    struct rh_preset strict = preset;
    strict.timing.tRP++; /* one more than the controller has */
    strict.timing.tRC++;
    judged_by = &strict;
    expect(NULL, 200, &(struct rh_cosim_setup){.bursts = 0}, RH_COSIM_FAILED, "judge: channel 0, ");
    expect(NULL, 200, &(struct rh_cosim_setup){.reset_at = 20}, RH_COSIM_FAILED, "since the reset");
    judged_by = &preset;
}

static void count_other_timers(void *state, struct rh_controller_out *out) {
    if (state == youngest)
        out->timers = 1;
}

static void other_statistics_of_the_model_alone_fail(void **state) {
    (void)state;
    expect(count_other_timers, 200, &(struct rh_cosim_setup){.bursts = 2}, RH_COSIM_FAILED, "statistics: channel 0");
}

static void no_progress_fails(void **state) {
    (void)state;
    deaf = true;
    expect(NULL, 5, &(struct rh_cosim_setup){.bursts = 0}, RH_COSIM_FAILED,
           "no column command, acceptance or response");
    deaf = false;
}

static void answer_another(void *state, struct rh_controller_out *out) {
    (void)state;
    out->rsp_tag ^= out->rsp_valid;
}

static void a_broken_promise_fails(void **state) {
    (void)state;
    expect(answer_another, 50, &(struct rh_cosim_setup){.bursts = 0}, RH_COSIM_FAILED, "response with tag 1");
}

static void a_difference_is_a_mismatch(void **state) {
    (void)state;
    faulty.cycle = fifo->cycle; /* the RTL keeps the fault */
    expect(answer_another, 50, &(struct rh_cosim_setup){.bursts = 0}, RH_COSIM_MISMATCH, "RTL and model differ");
    faulty.cycle = faulty_cycle;
}

static void random_age_caps_are_off_or_bind_or_are_the_greatest(void **state) {
    (void)state;
    unsigned off = 0, at_once = 0, at_times = 0, greatest = 0;
    for (uint64_t seed = 0; seed < 400; seed++) {
        struct rh_constraints drawn = {.age_cap = 5}, again = {.age_cap = 6};
        rh_random_policy(seed, &drawn);
        rh_random_policy(seed, &again);
        unsigned cap = drawn.age_cap;
        assert_int_equal(again.age_cap, cap);
        off += cap == 0;
        at_once += cap == 1;
        at_times += cap > 8 && cap <= 400;
        greatest += cap == 65535;
    }
    assert_true(off > 50 && at_once > 5 && at_times > 50 && greatest > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sound_run_matches),
        cmocka_unit_test(an_empty_run_fails),
        cmocka_unit_test(a_reset_that_never_came_fails),
        cmocka_unit_test(a_reset_behind_a_window_that_ends_is_none),
        cmocka_unit_test(the_wave_of_a_window_is_that_of_the_whole_run),
        cmocka_unit_test(a_load_that_never_came_fails),
        cmocka_unit_test(a_command_against_a_dram_rule_fails),
        cmocka_unit_test(other_statistics_of_the_model_alone_fail),
        cmocka_unit_test(no_progress_fails),
        cmocka_unit_test(a_broken_promise_fails),
        cmocka_unit_test(a_difference_is_a_mismatch),
        cmocka_unit_test(random_age_caps_are_off_or_bind_or_are_the_greatest),
    };
    struct rh_error error;
    fifo = rh_controller_find("fifo");
    if (fifo == NULL || !rh_preset_load("gddr3", &preset, &error))
        return 1;
    geometry = rh_preset_geometry(&preset, 8);
    constraints = rh_preset_constraints(&preset);
    faulty = *fifo;
    faulty.reset = faulty_reset;
    faulty.cycle = faulty_cycle;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
