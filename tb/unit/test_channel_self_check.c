// SPDX-License-Identifier: Apache-2.0
// Is an event-driven run that does not do what `cycle` does found out, whatever they differ in?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cmodel/channel/rh_channel_state.h"
#include "cmodel/controller/rh_controller_states.h"

typedef void cycle_fn(void *state, const void *params, const void *config, const void *in, void *out);
static cycle_fn *real_cycle;
static uint8_t held_valid;
static uint16_t held_tag;

/* In a register that nothing looks at without refresh. */
static void otherwise_in_a_register(void *state, const void *params, const void *config, const void *in, void *out) {
    real_cycle(state, params, config, in, out);
    ((struct rh_fr_fcfs_state *)state)->backend.refresh_bank = 1;
}

/* Blames the policy for every idle clock. */
static void otherwise_in_a_count(void *state, const void *params, const void *config, const void *in, void *out) {
    real_cycle(state, params, config, in, out);
    ((struct rh_controller_out *)out)->cause = RH_CAUSE_POLICY;
}

/* Answers a clock late. */
static void otherwise_in_a_clock(void *state, const void *params, const void *config, const void *in, void *to) {
    struct rh_controller_out *out = to;
    real_cycle(state, params, config, in, out);
    uint8_t valid = out->rsp_valid;
    uint16_t tag = out->rsp_tag;
    out->rsp_valid = held_valid;
    out->rsp_tag = held_tag;
    held_valid = valid;
    held_tag = tag;
}

/* A channel of the usual controller whose model, when the event-driven run is there, steps in this way. */
static struct rh_channel *planted(cycle_fn *cycle) {
    static struct rh_block_ops ops;
    struct rh_error error = {""};
    struct rh_channel *channel = rh_channel_open(&(struct rh_channel_setup){.number = 2}, &error);
    assert_string_equal(error.text, "");
    assert_non_null(channel->events);
    ops = *channel->model.ops;
    real_cycle = ops.cycle;
    ops.cycle = cycle;
    channel->model.ops = &ops;
    held_valid = 0;
    return channel;
}

#define TEXT(found, expected)                                                                                          \
    "channel 2, cycle " found " in the event-driven run, expected " expected                                           \
    " as cycle has it; if a cycle was changed on purpose, run it cycle by cycle"

/* tRCD is 12, and a read of two commands that finds its bank closed is answered in clock 26. */
static const struct {
    cycle_fn *cycle;
    uint64_t limit;
    const char *drained, *limited, *cut;
} rows[] = {
    {otherwise_in_a_register, 20, TEXT("27: found refresh_bank 0", "1"), TEXT("20: found refresh_bank 0", "1"),
     TEXT("1000: found refresh_bank 0", "1")},
    {otherwise_in_a_count, 20, TEXT("27: found tRCD 12", "0"), TEXT("20: found tRCD 12", "0"),
     TEXT("1000: found tRCD 456", "0")}, /* 38 requests have had it */
    {otherwise_in_a_clock, 27, TEXT("27: found clock 27", "28"), TEXT("27: found requests in flight 0", "1"),
     TEXT("27: found requests in flight 1", "2")},
};
enum { ROWS = sizeof rows / sizeof rows[0], REQUESTS = 100 };

static void a_run_that_drains_early_is_compared_then(void **state) {
    (void)state;
    const struct rh_request read = {.bank = 1, .row = 7, .commands = 2};
    for (unsigned i = 0; i < ROWS; i++) {
        struct rh_channel *channel = planted(rows[i].cycle);
        assert_int_equal(rh_channel_run(channel, &read, 1, false, true), RH_CHANNEL_BROKEN);
        assert_string_equal(rh_channel_text(channel), rows[i].drained);
        rh_channel_close(channel);
    }
}

static void a_run_that_ends_at_a_limit_is_compared_then(void **state) {
    (void)state;
    const struct rh_request read = {.bank = 1, .row = 7, .commands = 2};
    for (unsigned i = 0; i < ROWS; i++) {
        struct rh_channel *channel = planted(rows[i].cycle);
        rh_channel_limit(channel, rows[i].limit);
        assert_int_equal(rh_channel_run(channel, &read, 1, false, true), RH_CHANNEL_BROKEN);
        assert_string_equal(rh_channel_text(channel), rows[i].limited);
        rh_channel_close(channel);
    }
}

/* One request a call: registers and counts are compared in clock 1000, clocks at each call's end. */
static void a_long_run_is_compared_on_its_way(void **state) {
    (void)state;
    for (unsigned i = 0; i < ROWS; i++) {
        struct rh_channel *channel = planted(rows[i].cycle);
        enum rh_channel_end end = RH_CHANNEL_HUNGRY;
        for (unsigned at = 0; at < REQUESTS && end == RH_CHANNEL_HUNGRY; at++) {
            const struct rh_request read = {.cycle = 26 * at, .bank = at % 4, .row = at, .commands = 2};
            end = rh_channel_run(channel, &read, 1, true, false);
        }
        assert_int_equal(end, RH_CHANNEL_BROKEN);
        assert_string_equal(rh_channel_text(channel), rows[i].cut);
        rh_channel_close(channel);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_that_drains_early_is_compared_then),
        cmocka_unit_test(a_run_that_ends_at_a_limit_is_compared_then),
        cmocka_unit_test(a_long_run_is_compared_on_its_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
