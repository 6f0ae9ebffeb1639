// SPDX-License-Identifier: Apache-2.0
// Does an embedded memory take, time and answer requests as its header says?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "cmodel/run/rh_memory_state.h"
#include "rowhold/rh_memory.h"

/* What was called back, in order. */
struct log {
    struct rh_memory *memory; /* where the callback sends on, `chain` times, from `next` on */
    unsigned chain;
    uint64_t next;
    unsigned count;
    struct rh_memory_done done[64];
};

static void on_done(void *self, const struct rh_memory_done *done) {
    struct log *log = self;
    assert_in_range(log->count, 0, 63);
    log->done[log->count++] = *done;
    if (log->chain == 0)
        return;
    log->chain--;
    assert_true(rh_memory_send(log->memory, log->next, false, done->user));
    log->next += 64;
}

static struct rh_memory *opened(struct rh_memory_setup setup, struct log *log) {
    struct rh_error error = {""};
    *log = (struct log){.count = 0};
    setup.done = on_done;
    setup.self = log;
    log->memory = rh_memory_open(&setup, &error);
    assert_string_equal(error.text, "");
    assert_non_null(log->memory);
    return log->memory;
}

static void drain(struct rh_memory *memory) {
    for (unsigned i = 0; i < 10000 && !rh_memory_idle(memory); i++)
        assert_true(rh_memory_tick(memory));
    assert_true(rh_memory_idle(memory));
}

static void finished(struct rh_memory *memory) {
    struct rh_error error = {""};
    assert_true(rh_memory_finish(memory, &error));
    assert_string_equal(error.text, "");
    rh_memory_close(memory);
}

/* gddr3: taken in clock 0, ACT in 1, RDs in 13 and 15, the data end with clock 25: CL 9 + tBURST 2 behind. */
static void a_zeroed_setup_answers_a_read_in_time(void **state) {
    (void)state;
    struct log log;
    int token;
    struct rh_memory *memory = opened((struct rh_memory_setup){0}, &log);
    assert_int_equal(rh_memory_channels(memory), 8);
    assert_int_equal(rh_memory_bytes(memory), UINT64_C(8) * 4 * 4096 * 8192);
    assert_int_equal(rh_memory_tck_ps(memory), 1250);
    assert_true(rh_memory_send(memory, 4096, false, &token));
    drain(memory);
    assert_int_equal(log.count, 1);
    assert_ptr_equal(log.done[0].user, &token);
    assert_int_equal(log.done[0].address, 4096);
    assert_false(log.done[0].write);
    assert_int_equal(log.done[0].sent, 0);
    assert_int_equal(log.done[0].done, 26);
    assert_int_equal(rh_memory_cycle(memory), 27);
    finished(memory);
}

static void a_filled_place_refuses_and_changes_nothing(void **state) {
    (void)state;
    struct log log;
    struct rh_memory *memory = opened((struct rh_memory_setup){.channels = 2, .queue = 2}, &log);
    unsigned taken = 0, refused = 0;
    for (unsigned i = 0; i < 40; i++) { /* all to channel 0, row after row of one bank */
        const struct rh_request request = {.row = i, .commands = 1, .core = 0xffff, .warp = 0xffff};
        while (!rh_memory_send_placed(memory, &request, NULL)) {
            refused++;
            assert_true(rh_memory_can_send(memory, 256)); /* channel 1 */
            assert_false(rh_memory_can_send(memory, 0));
            assert_true(rh_memory_tick(memory));
        }
        assert_false(rh_memory_send_placed(memory, &request, NULL));
        taken++;
    }
    drain(memory);
    assert_int_equal(taken, 40);
    assert_int_equal(log.count, 40);
    assert_true(refused > 40 * 20); /* a bank takes a row in tRC, 34 clocks */
    struct rh_stats stats, total;
    rh_memory_stats(memory, 0, &stats);
    assert_int_equal(stats.requests, 40);
    rh_memory_stats(memory, 1, &stats);
    assert_int_equal(stats.requests, 0);
    assert_int_equal(stats.cycles, rh_memory_cycle(memory));
    rh_memory_total(memory, &total);
    assert_int_equal(total.requests, 40);
    assert_int_equal(total.activates, 40);
    finished(memory);
}

/* 1024 bytes from 128 on: 4 channels of 256 bytes and a bit, so five pieces of at most 8 commands of 32 bytes. */
static void a_request_over_several_channels_is_done_once(void **state) {
    (void)state;
    struct log log;
    struct rh_memory *memory = opened((struct rh_memory_setup){.request_bytes = 1024, .channels = 8}, &log);
    assert_true(rh_memory_send(memory, 128, true, NULL));
    assert_false(rh_memory_send(memory, 1024, true, NULL)); /* meets channel 4: whole or not at all */
    drain(memory);
    assert_int_equal(log.count, 1);
    assert_true(log.done[0].write);
    struct rh_stats stats;
    static const unsigned commands[8] = {4, 8, 8, 8, 4, 0, 0, 0};
    for (unsigned i = 0; i < 8; i++) {
        rh_memory_stats(memory, i, &stats);
        assert_int_equal(stats.requests, commands[i] != 0);
        assert_int_equal(stats.column_commands, commands[i]);
    }
    finished(memory);
}

static void a_callback_may_send(void **state) {
    (void)state;
    struct log log;
    struct rh_memory *memory = opened((struct rh_memory_setup){.channels = 1}, &log);
    log.chain = 3;
    log.next = 64;
    assert_true(rh_memory_send(memory, 0, false, NULL));
    drain(memory);
    assert_int_equal(log.count, 4);
    /* The answer of clock 26 sends what is offered in 27; hits now: RDs in 28 and 30, done CL + tBURST behind. */
    static const uint64_t sent[4] = {0, 27, 42, 57}, done[4] = {26, 41, 56, 71};
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(log.done[i].sent, sent[i]);
        assert_int_equal(log.done[i].done, done[i]);
    }
    finished(memory);
}

/* A pause of some refreshes: they are made up for before the next request, and the clock is the memory's. */
static void idle_clocks_pass_and_are_made_up_for(void **state) {
    (void)state;
    struct log log;
    struct rh_memory *memory = opened((struct rh_memory_setup){.refresh = "all_bank", .channels = 2}, &log);
    assert_true(rh_memory_send(memory, 0, false, NULL));
    assert_true(rh_memory_tick_until(memory, 100000));
    assert_int_equal(rh_memory_cycle(memory), 100000);
    assert_int_equal(log.count, 1);
    struct rh_stats stats;
    rh_memory_stats(memory, 0, &stats);
    assert_int_equal(stats.refreshes, 0); /* its figures end with its last answer */
    assert_int_equal(stats.cycles, 100000);
    assert_true(rh_memory_send(memory, 0, false, NULL));
    drain(memory);
    assert_int_equal(log.done[1].sent, 100000);
    assert_in_range(log.done[1].done, 100020, 100090);
    rh_memory_stats(memory, 0, &stats);
    assert_int_equal(stats.refreshes, 16); /* 100000 / tREFI 6240 */
    rh_memory_stats(memory, 1, &stats);
    assert_int_equal(stats.refreshes, 0);
    finished(memory);
}

static void what_no_memory_can_be_is_refused(void **state) {
    (void)state;
    static const struct {
        struct rh_memory_setup setup;
        const char *text;
    } rows[] = {
        {{.controller = "lifo"}, "controller: found 'lifo', expected a row of tables/variants.def such as fr_fcfs"},
        {{.refresh = "on"}, "refresh: found 'on', expected off, all_bank or per_bank"},
        {{.queue = 300}, "queue: found 300, expected at most 128"},
        {{.queue = 1}, "geometry: found queue 1, expected 2 to 128"},
        {{.responses = 65}, "responses: found 65, expected at most 64"},
        {{.channels = 70000}, "channels: found 70000, expected 1 to 65535"},
        {{.request_bytes = 4096}, "request_bytes: found 4096, expected at most 64 column commands of 32 bytes"},
        {{.map = "row:bank"}, "map:9: found 0 bits of column, expected 8, as the memory has"},
        {{.chips = 3}, "chips: found 3, expected a power of two from 1 to 64"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct rh_error error = {""};
        assert_null(rh_memory_open(&rows[i].setup, &error));
        assert_string_equal(error.text, rows[i].text);
    }
    struct rh_error error = {""};
    assert_null(rh_memory_open(&(struct rh_memory_setup){.preset = "gddr9"}, &error));
    assert_memory_equal(error.text, "preset: found 'gddr9', expected one of gddr3, ", 46);
}

static void what_lies_outside_ends_the_run(void **state) {
    (void)state;
    struct log log;
    struct rh_error error = {""};
    struct rh_memory *memory = opened((struct rh_memory_setup){.channels = 1}, &log);
    assert_false(rh_memory_send(memory, rh_memory_bytes(memory) - 32, false, NULL));
    assert_string_equal(rh_memory_text(memory), "address: found 0x7ffffe0 with 64 bytes, expected them inside the "
                                                "134217728 of the memory");
    assert_false(rh_memory_tick(memory));
    assert_false(rh_memory_send(memory, 0, false, NULL));
    assert_false(rh_memory_finish(memory, &error));
    assert_memory_equal(error.text, "address: ", 9);
    rh_memory_close(memory);
    static const struct {
        struct rh_request request;
        const char *text;
    } rows[] = {
        {{.channel = 3, .commands = 1}, "request: found channel 3, expected a channel below 3"},
        {{.bank = 4, .commands = 1}, "request: found bank 4, expected a bank below 4"},
        {{.commands = 9}, "request: found 9 column commands, expected 1 to 8"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        memory = opened((struct rh_memory_setup){.channels = 3}, &log);
        assert_false(rh_memory_send_placed(memory, &rows[i].request, NULL));
        assert_string_equal(rh_memory_text(memory), rows[i].text);
        rh_memory_close(memory);
    }
    memory = opened((struct rh_memory_setup){.channels = 3}, &log);
    assert_false(rh_memory_send(memory, 0, false, NULL));
    assert_string_equal(rh_memory_text(memory),
                        "map: found 3 channels, expected a power of two, to cut addresses into bits");
    rh_memory_close(memory);
}

/* What a planted controller is in truth. */
typedef void step_fn(void *state, const void *params, const void *config, const void *in, void *out);
static step_fn *real_step;

/* Answers under another tag. */
static void liar_step(void *state, const void *params, const void *config, const void *in, void *out) {
    real_step(state, params, config, in, out);
    ((struct rh_controller_out *)out)->rsp_tag ^= 1;
}

/* Thinks that a row opens within 3 clocks. */
static void hasty_step(void *state, const void *params, const void *config, const void *in, void *out) {
    struct rh_gaps gaps = *(const struct rh_gaps *)config;
    gaps.rcd_rd = 3;
    real_step(state, params, &gaps, in, out);
}

/* A memory whose second channel's model steps otherwise. */
static struct rh_memory *planted(step_fn *step, struct rh_block_ops *ops, struct log *log) {
    struct rh_memory *memory = opened((struct rh_memory_setup){.channels = 2}, log);
    struct rh_model *model = memory->lane[1].self;
    *ops = *model->ops;
    real_step = ops->step;
    ops->step = step;
    model->ops = ops;
    return memory;
}

static void a_broken_controller_ends_the_run(void **state) {
    (void)state;
    struct log log;
    struct rh_block_ops ops;
    struct rh_error error = {""};
    struct rh_memory *memory = planted(liar_step, &ops, &log);
    assert_true(rh_memory_send(memory, 256, false, NULL));
    for (unsigned i = 0; i < 26; i++)
        assert_true(rh_memory_tick(memory));
    assert_false(rh_memory_tick(memory));
    assert_string_equal(rh_memory_text(memory),
                        "fr_fcfs: channel 1, cycle 26: response with tag 1, which is not in flight");
    assert_false(rh_memory_tick(memory));
    assert_false(rh_memory_send(memory, 0, false, NULL));
    assert_false(rh_memory_finish(memory, &error));
    assert_string_equal(error.text, rh_memory_text(memory));
    assert_int_equal(log.count, 0);
    rh_memory_close(memory);
}

static void a_broken_rule_is_named_at_the_end(void **state) {
    (void)state;
    struct log log;
    struct rh_block_ops ops;
    struct rh_error error = {""};
    struct rh_memory *memory = planted(hasty_step, &ops, &log);
    assert_true(rh_memory_send(memory, 256, false, NULL));
    drain(memory);
    assert_int_equal(log.done[0].done, 17); /* 9 clocks early */
    assert_false(rh_memory_finish(memory, &error));
    assert_memory_equal(error.text, "judge: channel 1, ", 18);
    assert_non_null(strstr(error.text, "tRCDRD"));
    rh_memory_close(memory);
}

static void the_judge_can_be_left_out(void **state) {
    (void)state;
    for (unsigned judged = 0; judged < 2; judged++) {
        struct log log;
        struct rh_memory *memory = opened((struct rh_memory_setup){.no_judge = judged == 0}, &log);
        assert_true(rh_memory_send(memory, 0, false, NULL));
        drain(memory);
        char *text = NULL;
        size_t size;
        FILE *file = open_memstream(&text, &size);
        assert_non_null(file);
        assert_true(rh_memory_json(memory, file));
        fclose(file);
        assert_int_equal(strstr(text, "\"judge\": {\"commands\": 3, ") != NULL, judged); /* ACT and two RDs */
        assert_non_null(strstr(text, "\"stream\": null}"));
        free(text);
        finished(memory);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_zeroed_setup_answers_a_read_in_time),
        cmocka_unit_test(a_filled_place_refuses_and_changes_nothing),
        cmocka_unit_test(a_request_over_several_channels_is_done_once),
        cmocka_unit_test(a_callback_may_send),
        cmocka_unit_test(idle_clocks_pass_and_are_made_up_for),
        cmocka_unit_test(what_no_memory_can_be_is_refused),
        cmocka_unit_test(what_lies_outside_ends_the_run),
        cmocka_unit_test(a_broken_controller_ends_the_run),
        cmocka_unit_test(a_broken_rule_is_named_at_the_end),
        cmocka_unit_test(the_judge_can_be_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
