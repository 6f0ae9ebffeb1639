// SPDX-License-Identifier: Apache-2.0
// A channel runs from event to event up to a clock; another unit takes over there, as the lockstep does where a window
// begins. All is as if one unit had stepped from the reset on.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/channel/rh_channel_state.h"
#include "rowhold/rh_default.h"
#include "rowhold/rh_random.h"

enum { REQUESTS = 3000 };

static struct rh_geometry geometry;
static struct rh_constraints constraints;
static struct rh_request requests[REQUESTS];
static bool timed;

/* With a refresh the requests have times, and a long pause. */
static void prepare(enum rh_refresh refresh) {
    struct rh_preset preset;
    struct rh_error error;
    uint64_t dice = 7;
    assert_true(rh_preset_find("hbm2", &preset, &error));
    preset.refresh = refresh;
    memset(&geometry, 0, sizeof geometry);
    memset(&constraints, 0, sizeof constraints);
    assert_true(rh_default_fill(&preset, &geometry, &constraints, &error));
    assert_true(constraints.refresh == refresh && constraints.refi != 0);
    timed = refresh != RH_REFRESH_OFF;
    for (unsigned i = 0; i < REQUESTS; i++)
        requests[i] = (struct rh_request){.bank = (uint8_t)rh_random_below(&dice, 4),
                                          .row = (uint16_t)rh_random_below(&dice, 8),
                                          .write = rh_random_below(&dice, 3) == 0,
                                          .cycle = i < 300 ? 9 * i : 5000000 + 9 * i,
                                          .commands = 2,
                                          .core = 0xffff,
                                          .warp = 0xffff};
}

static void open_model(struct rh_model *model) {
    assert_true(rh_model_open(model, &rh_controller_kind, rh_controller_find("fr_fcfs"), &geometry, &constraints));
}

static struct rh_channel *open_channel(const struct rh_model *model, bool cycle_by_cycle, uint64_t limit) {
    const struct rh_channel_setup setup = {.unit = rh_model_unit((struct rh_model *)model),
                                           .geometry = geometry,
                                           .constraints = constraints,
                                           .cycle_by_cycle = cycle_by_cycle,
                                           .cycle_limit = limit};
    struct rh_channel *channel = rh_channel_open(&setup, NULL);
    assert_non_null(channel);
    return channel;
}

/* Up to its limit, with what is left of the requests. */
static enum rh_channel_end go_on(struct rh_channel *channel, size_t *taken) {
    enum rh_channel_end end = rh_channel_run(channel, requests + *taken, REQUESTS - *taken, timed, true);
    *taken += rh_channel_taken(channel);
    return end;
}

static void taken_over_in(uint64_t at, const struct rh_channel *whole, const struct rh_model *cycle_by_cycle) {
    struct rh_model before, behind;
    size_t taken = 0;
    open_model(&before);
    open_model(&behind);
    struct rh_channel *channel = open_channel(&before, false, at);
    assert_non_null(channel->events);
    assert_int_equal(go_on(channel, &taken), RH_CHANNEL_LIMIT);
    assert_true((channel->self_check != NULL) == (at < 1000)); /* clocks of its self-check */

    struct rh_unit unit = rh_model_unit(&behind);
    unit = (struct rh_unit){.self = unit.self, .cycle = unit.cycle, .peek = unit.peek, .reset = unit.reset};
    if (timed) {
        unit.idle = rh_model_unit(&behind).idle;
        unit.skip_clocks = rh_model_unit(&behind).skip_clocks;
    }
    memcpy(behind.state, before.state, behind.ops->state_size);
    memset(before.state, 0xff, before.ops->state_size);
    rh_channel_take_over(channel, &unit);
    rh_channel_limit(channel, at + 100);
    assert_int_equal(go_on(channel, &taken), RH_CHANNEL_LIMIT);
    assert_int_equal(rh_channel_cycle(channel), at + 100);
    rh_channel_limit(channel, 0);
    assert_int_equal(go_on(channel, &taken), RH_CHANNEL_DRAINED);

    assert_int_equal(rh_channel_cycle(channel), rh_channel_cycle(whole));
    assert_memory_equal(rh_channel_stats(channel), rh_channel_stats(whole), sizeof(struct rh_stats));
    assert_memory_equal(behind.state, cycle_by_cycle->state, behind.ops->state_size);
    rh_channel_close(channel);
    rh_model_close(&before);
    rh_model_close(&behind);
}

static void compare_runs(void) {
    static const uint64_t clocks[] = {1, 2, 500, 950, 999, 1000, 1001, 3333};
    struct rh_model cycle_by_cycle;
    size_t taken = 0;
    open_model(&cycle_by_cycle);
    struct rh_channel *whole = open_channel(&cycle_by_cycle, true, 0);
    assert_int_equal(go_on(whole, &taken), RH_CHANNEL_DRAINED);
    assert_int_equal(taken, REQUESTS);
    for (unsigned i = 0; i < sizeof clocks / sizeof clocks[0]; i++)
        taken_over_in(clocks[i], whole, &cycle_by_cycle);
    rh_channel_close(whole);
    rh_model_close(&cycle_by_cycle);
}

static void the_run_is_that_of_one_unit(void **state) {
    (void)state;
    prepare(RH_REFRESH_OFF);
    compare_runs();
}

/* The unit behind knows idle clocks, but no rounds of refreshes. */
static void so_it_is_in_pauses_with_refreshes(void **state) {
    (void)state;
    prepare(RH_REFRESH_ALL_BANK);
    compare_runs();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_run_is_that_of_one_unit),
        cmocka_unit_test(so_it_is_in_pauses_with_refreshes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
