// SPDX-License-Identifier: Apache-2.0
// Does an embedded memory refuse what it cannot do, and end when something breaks?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "cmodel/controller/rh_controller_states.h"
#include "cmodel/embedding/rh_memory_state.h"
#include "memory_log.h"

static void what_no_memory_can_be_is_refused(void **state) {
    (void)state;
    static const struct {
        struct rh_memory_setup setup;
        const char *text;
    } rows[] = {
        {{.controller = "fifo", .age_cap = 64}, "age_cap: found 64 with fifo, expected 0, for it does not read it"},
        {{.controller = "fifo", .write_high = 8}, "write_high: found 8 with fifo, expected 0, for it does not read it"},
        {{.controller = "fifo", .forward = true},
         "forward: found true with fifo, expected false, for it does not read it"},
        {{.write_high = 8, .write_low = 24},
         "write_high: found 8 writes that begin a drain and 24 that end it, expected fewer to end it"},
        {{.write_high = 9, .queue = 8},
         "write_high: found 9 writes that begin a drain, expected at most 8, the places of the queue"},
        {{.write_queue = 8, .queue = 8},
         "write_queue: found 8 places for writes, expected fewer than the 8 of the queue"},
        {{.controller = "fgdram_channel", .page = "closed"},
         "page: found closed with fgdram_channel, expected open, for it does not read it"},
        {{.page = "close"}, "page: found 'close', expected one of open, closed, timeout, adaptive (near: closed)"},
        {{.page_timeout = 65536}, "page_timeout: found 65536, expected at most 65535"},
        {{.refresh = "on"}, "refresh: found 'on', expected off, all_bank, per_bank or same_bank"},
        {{.queue = 300}, "queue: found 300, expected at most 128"},
        {{.waiting = 4097}, "waiting: found 4097, expected at most 4096"},
        {{.queue = 1}, "geometry: found queue 1, expected 2 to 128"},
        {{.responses = 65}, "responses: found 65, expected at most 64"},
        {{.channels = 70000}, "channels: found 70000, expected 1 to 65535"},
        {{.request_bytes = 4096}, "request_bytes: found 4096, expected at most 64 column commands of 32 bytes"},
        {{.map = "row:bank"}, "map:9: found 0 bits of column, expected 8, as the memory has"},
        {{.chips = 3}, "chips: found 3, expected a power of two from 1 to 64"},
        {{.chips = 65536 + 2}, "chips: found 65538, expected a power of two from 1 to 64"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct rh_error error = {""};
        assert_null(rh_memory_open(&rows[i].setup, &error));
        assert_string_equal(error.text, rows[i].text);
    }
    struct rh_error error = {""};
    struct rh_preset plain;
    assert_true(rh_preset_find("fgdram", &plain, &error));
    plain.auto_precharge = 0;
    assert_null(rh_memory_open(&(struct rh_memory_setup){.own = &plain, .controller = "fgdram_channel"}, &error));
    assert_string_equal(error.text,
                        "controller: found fgdram_channel, expected one that needs no auto-precharge, which "
                        "fgdram has not");
    assert_null(rh_memory_open(NULL, &error));
    assert_string_equal(error.text, "setup: found NULL, expected one (all zero is the usual)");
    static const char lifo[] = "controller: found 'lifo', expected one of fifo, banked_fifo, fr_fcfs, ";
    assert_null(rh_memory_open(&(struct rh_memory_setup){.controller = "lifo"}, &error));
    assert_memory_equal(error.text, lifo, sizeof lifo - 1);
    assert_non_null(strstr(error.text, " (near: fifo)"));
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
        {{.write = 2, .commands = 1}, "request: found write 2, expected 0 or 1"},
        {{.column = 249, .commands = 8},
         "request: found 8 column commands from column 249, expected them in a row's 256"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        memory = opened((struct rh_memory_setup){.channels = 3}, &log);
        assert_false(rh_memory_send_placed(memory, &rows[i].request, NULL));
        assert_string_equal(rh_memory_text(memory), rows[i].text);
        rh_memory_close(memory);
    }
    memory = opened((struct rh_memory_setup){.channels = 3}, &log);
    assert_false(rh_memory_send(memory, rh_memory_bytes(memory), false, NULL)); /* behind the third channel's end */
    assert_string_equal(rh_memory_text(memory),
                        "address: found 0x18000000 with 64 bytes, expected them inside the 402653184 of the memory");
    rh_memory_close(memory);
}

static void tick_again(void *self, const struct rh_memory_done *done) {
    (void)done;
    struct intruder *intruder = self;
    intruder->calls++;
    assert_false(intruder->until ? rh_memory_tick_until(intruder->memory, 1000) : rh_memory_tick(intruder->memory));
    assert_false(rh_memory_send(intruder->memory, 0, false, NULL));
}

static void a_tick_inside_a_callback_ends_the_run(void **state) {
    (void)state;
    for (unsigned until = 0; until < 2; until++) {
        struct rh_error error = {""};
        struct intruder intruder = {.until = until == 1};
        const struct rh_memory_setup setup = {.done = tick_again, .self = &intruder};
        struct rh_memory *memory = intruder.memory = rh_memory_open(&setup, &error);
        assert_non_null(memory);
        for (unsigned i = 0; i < 2; i++) /* done in one clock */
            assert_true(rh_memory_send(memory, 256 * i, false, NULL));
        assert_true(rh_memory_tick_until(memory, 26));
        assert_false(rh_memory_tick(memory));
        assert_string_equal(rh_memory_text(memory),
                            "tick: found one inside a callback, expected it after the tick that calls back");
        assert_int_equal(intruder.calls, 2);
        assert_int_equal(rh_memory_cycle(memory), 27);
        assert_false(rh_memory_finish(memory, &error));
        rh_memory_close(memory);
    }
}

static void the_clock_does_not_go_round(void **state) {
    (void)state;
    struct log log;
    struct rh_memory *memory = opened((struct rh_memory_setup){0}, &log);
    assert_true(rh_memory_tick_until(memory, INT64_MAX));
    assert_false(rh_memory_tick_until(memory, UINT64_C(1) + INT64_MAX));
    assert_string_equal(rh_memory_text(memory),
                        "cycle: found 9223372036854775808, expected at most 9223372036854775807");
    assert_int_equal(rh_memory_cycle(memory), INT64_MAX);
    rh_memory_close(memory);
}

/* The last clock that tick_until reaches is passed by ticks. */
static void a_request_at_the_end_of_time_is_answered(void **state) {
    (void)state;
    for (unsigned cycle_by_cycle = 0; cycle_by_cycle < 2; cycle_by_cycle++) {
        struct log log;
        struct rh_memory *memory =
            opened((struct rh_memory_setup){.refresh = "off", .cycle_by_cycle = cycle_by_cycle}, &log);
        assert_true(rh_memory_tick_until(memory, INT64_MAX - 10));
        assert_true(rh_memory_send(memory, 0, false, NULL));
        assert_true(rh_memory_tick_until(memory, INT64_MAX));
        for (unsigned i = 0; i < 17; i++)
            assert_true(rh_memory_tick(memory));
        assert_int_equal(log.count, 1);
        assert_int_equal(log.done[0].done, UINT64_C(16) + INT64_MAX);
        rh_memory_close(memory);
    }
}

static void a_channel_that_is_not_there_has_no_statistics(void **state) {
    (void)state;
    struct log log;
    struct rh_stats stats = {.requests = 5, .cycles = 7};
    struct rh_memory *memory = opened((struct rh_memory_setup){.channels = 2}, &log);
    assert_true(rh_memory_tick(memory));
    assert_false(rh_memory_stats(memory, 2, &stats));
    assert_int_equal(stats.requests, 0);
    assert_int_equal(stats.cycles, 0);
    assert_true(rh_memory_stats(memory, 1, &stats));
    assert_int_equal(stats.cycles, 1);
    finished(memory);
}

/* What a planted controller is in truth. */
typedef void cycle_fn(void *state, const void *params, const void *config, const void *in, void *out);
static cycle_fn *real_cycle;

/* Answers under another tag. */
static void liar_step(void *state, const void *params, const void *config, const void *in, void *out) {
    real_cycle(state, params, config, in, out);
    ((struct rh_controller_out *)out)->rsp_tag ^= 1;
}

/* Thinks that a row opens within 3 clocks. */
static void hasty_cycle(void *state, const void *params, const void *config, const void *in, void *out) {
    struct rh_constraints constraints = *(const struct rh_constraints *)config;
    constraints.rcd_rd = 3;
    real_cycle(state, params, &constraints, in, out);
}

/* Leaves another bank for the next refresh, and there is none. */
static void idler_cycle(void *state, const void *params, const void *config, const void *in, void *out) {
    real_cycle(state, params, config, in, out);
    ((struct rh_fr_fcfs_state *)state)->backend.refresh_bank = 1;
}

/* Answers no one. */
static void mute_cycle(void *state, const void *params, const void *config, const void *in, void *out) {
    real_cycle(state, params, config, in, out);
    ((struct rh_controller_out *)out)->rsp_valid = 0;
}

/* A memory of two channels, one of whose models steps otherwise. */
static struct rh_memory *planted(cycle_fn *step, unsigned channel, bool cycle_by_cycle, struct rh_block_ops *ops,
                                 struct log *log) {
    struct rh_memory *memory = opened((struct rh_memory_setup){.channels = 2, .cycle_by_cycle = cycle_by_cycle}, log);
    struct rh_model *model = memory->worker[channel].self;
    *ops = *model->ops;
    real_cycle = ops->cycle;
    ops->cycle = step;
    model->ops = ops;
    return memory;
}

static void a_broken_controller_ends_the_run(void **state) {
    (void)state;
    struct log log;
    struct rh_block_ops ops;
    struct rh_error error = {""};
    struct rh_memory *memory = planted(liar_step, 1, true, &ops, &log);
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
    struct rh_memory *memory = planted(hasty_cycle, 1, true, &ops, &log);
    assert_true(rh_memory_send(memory, 256, false, NULL));
    drain(memory);
    assert_int_equal(log.done[0].done, 17); /* 9 clocks early */
    assert_false(rh_memory_finish(memory, &error));
    assert_memory_equal(error.text, "judge: channel 1, ", 18);
    assert_non_null(strstr(error.text, "tRCDRD"));
    char *text = json_of(memory);
    assert_non_null(strstr(text, "\"rules_broken\": 2}"));
    free(text);
    rh_memory_close(memory);
}

#define TEXT(found, expected)                                                                                          \
    "fr_fcfs: channel 0, cycle " found " in the event-driven run, expected " expected                                  \
    " as cycle has it; if a cycle was changed on purpose, run it cycle by cycle"

static void a_run_that_is_not_the_step_ends(void **state) {
    (void)state;
    struct log log;
    struct rh_block_ops ops;
    struct rh_stats stats;
    struct rh_memory *memory = planted(hasty_cycle, 0, false, &ops, &log);
    assert_true(rh_memory_send(memory, 0, false, NULL));
    assert_true(rh_memory_tick_until(memory, 10));
    assert_true(rh_memory_stats(memory, 0, &stats)); /* the other has sent its column command */
    assert_false(rh_memory_tick_until(memory, 1020));
    assert_string_equal(rh_memory_text(memory), TEXT("27: found clock 27", "18"));
    assert_false(rh_memory_stats(memory, 0, &stats));
    rh_memory_close(memory);
}

static void in_clock_1000_all_registers_are_compared(void **state) {
    (void)state;
    struct log log;
    struct rh_block_ops ops;
    struct rh_memory *memory = planted(idler_cycle, 0, false, &ops, &log);
    assert_true(rh_memory_send(memory, 0, false, NULL));
    drain(memory);
    assert_true(rh_memory_tick_until(memory, 1040));
    assert_true(rh_memory_send(memory, 0, false, NULL));
    assert_false(rh_memory_tick_until(memory, 1060));
    assert_string_equal(rh_memory_text(memory), TEXT("1000: found refresh_bank 0", "1"));
    rh_memory_close(memory);
}

static void a_short_run_is_compared_at_its_end(void **state) {
    (void)state;
    struct log log;
    struct rh_block_ops ops;
    struct rh_error error = {""};
    struct rh_memory *memory = planted(idler_cycle, 0, false, &ops, &log);
    assert_true(rh_memory_send(memory, 0, false, NULL));
    drain(memory);
    assert_false(rh_memory_finish(memory, &error));
    assert_string_equal(error.text, TEXT("27: found refresh_bank 0", "1"));
    rh_memory_close(memory);
}

static void a_run_that_answers_otherwise_ends_there(void **state) {
    (void)state;
    struct log log;
    struct rh_block_ops ops;
    struct rh_memory *memory = planted(mute_cycle, 0, false, &ops, &log);
    assert_true(rh_memory_send(memory, 0, false, NULL));
    assert_true(rh_memory_tick_until(memory, 26));
    assert_false(rh_memory_tick(memory));
    assert_string_equal(rh_memory_text(memory), TEXT("27: found requests in flight 0", "1"));
    rh_memory_close(memory);
}

/* One design, one check of it. */
static void the_first_channel_alone_is_checked(void **state) {
    (void)state;
    struct log log;
    struct rh_block_ops ops;
    struct rh_memory *memory = planted(mute_cycle, 1, false, &ops, &log);
    assert_true(rh_memory_send(memory, 256, false, NULL));
    drain(memory);
    assert_int_equal(log.count, 1);
    finished(memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_no_memory_can_be_is_refused),
        cmocka_unit_test(what_lies_outside_ends_the_run),
        cmocka_unit_test(a_tick_inside_a_callback_ends_the_run),
        cmocka_unit_test(the_clock_does_not_go_round),
        cmocka_unit_test(a_request_at_the_end_of_time_is_answered),
        cmocka_unit_test(a_channel_that_is_not_there_has_no_statistics),
        cmocka_unit_test(a_broken_controller_ends_the_run),
        cmocka_unit_test(a_broken_rule_is_named_at_the_end),
        cmocka_unit_test(a_run_that_is_not_the_step_ends),
        cmocka_unit_test(in_clock_1000_all_registers_are_compared),
        cmocka_unit_test(a_short_run_is_compared_at_its_end),
        cmocka_unit_test(a_run_that_answers_otherwise_ends_there),
        cmocka_unit_test(the_first_channel_alone_is_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
