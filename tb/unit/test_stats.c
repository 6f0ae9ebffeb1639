// SPDX-License-Identifier: Apache-2.0
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rowhold/rh_stats.h"

/* The fractions of these tests are sums of powers of two: their doubles are exact. */
#define assert_same_double(a, b) assert_true((a) >= (b) && (a) <= (b))

static void each_active_clock_is_booked_or_has_a_cause(void **state) {
    (void)state;
    struct rh_stats s = {0};
    const struct rh_controller_out clocks[] = {
        {.timers = 0},
        {.active = 1, .occupancy = 3, .cause = RH_CAUSE_TRP, .timers = 1, .row_cmd = RH_PRE},
        {.active = 1, .occupancy = 4, .cause = RH_CAUSE_TRCD, .timers = 1, .row_cmd = RH_ACT},
        {.active = 1, .occupancy = 4, .booked = 1, .timers = 1, .col_cmd = RH_RD},
        {.active = 1, .occupancy = 0, .booked = 1},
        {.timers = 1, .row_cmd = RH_REF, .row_all = 1},
    };
    for (unsigned i = 0; i < 6; i++)
        rh_stats_clock(&s, &clocks[i]);
    assert_int_equal(s.cycles, 6);
    assert_int_equal(s.active_cycles, 4);
    assert_int_equal(s.active_or_timers_cycles, 5);
    assert_int_equal(s.data_bus_busy_cycles, 2);
    assert_int_equal(s.stall_cycles[RH_CAUSE_TRP], 1);
    assert_int_equal(s.stall_cycles[RH_CAUSE_TRCD], 1);
    assert_int_equal(s.stall_cycles[RH_CAUSE_REFRESH], 0);
    assert_int_equal(s.occupancy_sum, 11);
    assert_int_equal(s.column_commands, 1);
    assert_int_equal(s.read_commands, 1);
    assert_int_equal(s.activates, 1);
    assert_int_equal(s.precharges, 1);
    assert_int_equal(s.refreshes, 1);
    const struct rh_stats_scale scale = {.channels = 1, .entries = 4, .command_bytes = 32, .burst = 2, .tck_ps = 1000};
    assert_same_double(rh_stats_figure(RH_FIGURE_dram_efficiency, &s, &scale), 0.5);
    assert_same_double(rh_stats_figure(RH_FIGURE_dram_efficiency_timers, &s, &scale), 2.0 / 5.0);
    assert_same_double(rh_stats_figure(RH_FIGURE_queue_occupancy, &s, &scale), 11.0 / 16.0);
    assert_same_double(rh_stats_figure(RH_FIGURE_bandwidth_gb_per_s, &s, &scale), 32000.0 / 6000.0);
    assert_same_double(rh_stats_figure(RH_FIGURE_peak_fraction, &s, &scale), 2.0 / 6.0);
    rh_stats_finish(&s, 10);
    assert_int_equal(s.cycles, 10);
    assert_int_equal(s.idle_cycles, 6);
}

static void ratios_of_nothing_are_zero(void **state) {
    (void)state;
    struct rh_stats s = {0};
    const struct rh_stats_scale scale = {.channels = 8, .entries = 32, .command_bytes = 32, .burst = 2, .tck_ps = 1000};
    for (unsigned i = 0; i < RH_FIGURES; i++) /* what is stored does not hang on what ran */
        assert_same_double(rh_stats_figure(i, &s, &scale), i == RH_FIGURE_queue_stored ? 32.0 : 0.0);
}

/* Rows and members can't drift apart: each count is found by its name's place. */
static void every_count_has_its_row(void **state) {
    (void)state;
    struct rh_stats s = {.cycles = 7, .row_hits = 8, .latency_bus_cycles = 9};
    s.stall_cycles[0] = 10;
    unsigned found = 0;
    for (unsigned i = 0; i < RH_STATS; i++) {
        uint64_t value = rh_stats_count(&s, i);
        if (strcmp(rh_stats_name(i), "cycles") == 0 || strcmp(rh_stats_name(i), "row_hits") == 0 ||
            strcmp(rh_stats_name(i), "latency_bus_cycles") == 0)
            found += value >= 7 && value <= 9;
        else
            assert_int_equal(value, 0);
    }
    assert_int_equal(found, 3);
    assert_string_equal(rh_stats_name(0), "cycles");
    assert_string_equal(rh_stats_figure_name(0), "dram_efficiency");
}

static void channels_add_up(void **state) {
    (void)state;
    struct rh_stats total = {0};
    struct rh_stats a = {.cycles = 100,
                         .requests = 10,
                         .reads = 7,
                         .writes = 3,
                         .column_commands = 20,
                         .activates = 5,
                         .precharges = 4,
                         .refreshes = 1,
                         .row_hits = 6,
                         .data_bus_busy_cycles = 40,
                         .active_cycles = 80,
                         .active_or_timers_cycles = 90,
                         .occupancy_sum = 160};
    a.stall_cycles[RH_CAUSE_POLICY] = 40;
    rh_latency_add(&a.read, 20);
    struct rh_stats b = a;
    b.cycles = 200;
    b.row_hits = 0;
    rh_latency_add(&b.write, 3000);
    rh_latency_add(&b.from_arrival, 44);
    rh_stats_merge(&total, &b);
    rh_stats_merge(&total, &a);
    assert_int_equal(total.cycles, 200); /* side by side, not one after the other */
    assert_int_equal(total.requests, 20);
    assert_int_equal(total.reads, 14);
    assert_int_equal(total.writes, 6);
    assert_int_equal(total.column_commands, 40);
    assert_int_equal(total.activates, 10);
    assert_int_equal(total.precharges, 8);
    assert_int_equal(total.refreshes, 2);
    assert_int_equal(total.row_hits, 6);
    assert_int_equal(total.data_bus_busy_cycles, 80);
    assert_int_equal(total.active_cycles, 160);
    assert_int_equal(total.active_or_timers_cycles, 180);
    assert_int_equal(total.occupancy_sum, 320);
    assert_int_equal(total.stall_cycles[RH_CAUSE_POLICY], 80);
    assert_int_equal(total.read.count, 2);
    assert_int_equal(total.read.sum, 40);
    assert_int_equal(total.read.bucket[20], 2);
    assert_int_equal(total.write.greatest, 3000);
    assert_int_equal(total.from_arrival.sum, 44);
    const struct rh_stats_scale scale = {.channels = 2};
    assert_same_double(rh_stats_figure(RH_FIGURE_dram_utilization, &total, &scale), 80.0 / 400.0);
    assert_same_double(
        rh_stats_figure(RH_FIGURE_peak_fraction, &total, &(struct rh_stats_scale){.channels = 2, .burst = 2}), 0.2);
    /* of eight data buses a command that takes one for eight clocks books one clock, and moves as much as else */
    const struct rh_stats_scale grains = {.channels = 2, .burst = 8, .data_buses = 8};
    assert_same_double(rh_stats_figure(RH_FIGURE_dram_utilization, &total, &grains), 80.0 / 400.0);
    assert_same_double(rh_stats_figure(RH_FIGURE_peak_fraction, &total, &grains), 0.1);
    assert_same_double(rh_stats_figure(RH_FIGURE_row_access_locality, &total, &scale), 2.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_active_clock_is_booked_or_has_a_cause),
        cmocka_unit_test(ratios_of_nothing_are_zero),
        cmocka_unit_test(every_count_has_its_row),
        cmocka_unit_test(channels_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
