// SPDX-License-Identifier: Apache-2.0
// Does every clock count as what it was, and is every event of a geometry in the file?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tb/lockstep/rh_events.h"

static struct rh_events events;
static struct rh_events_past past;
static const struct rh_geometry geometry = {.queue = 8, .banks = 4, .groups = 1, .buses = 2, .responses = 4};

static int fresh(void **state) {
    (void)state;
    memset(&events, 0, sizeof events);
    memset(&past, 0, sizeof past);
    return 0;
}

static void row(enum rh_refresh refresh, enum rh_command command, enum rh_reason reason, unsigned bank) {
    struct rh_gaps gaps = {.refresh = (uint16_t)refresh};
    struct rh_controller_out out = {.row_cmd = (uint8_t)command,
                                    .row_reason = (uint8_t)reason,
                                    .row_bank = (uint8_t)bank,
                                    .row_all = command == RH_REF && refresh == RH_REFRESH_ALL_BANK};
    rh_events_clock(&events, &past, &gaps, &out, 0);
}

static void column(enum rh_command command, unsigned bank) {
    struct rh_gaps gaps = {.refresh = RH_REFRESH_OFF};
    struct rh_controller_out out = {.col_cmd = (uint8_t)command, .col_bank = (uint8_t)bank};
    rh_events_clock(&events, &past, &gaps, &out, 0);
}

static uint64_t sum(const uint64_t *count, size_t n) {
    uint64_t all = 0;
    while (n-- > 0)
        all += count[n];
    return all;
}

static void a_stalled_clock_counts_its_cause_and_both_levels(void **state) {
    (void)state;
    const struct rh_gaps gaps = {.refresh = RH_REFRESH_OFF};
    struct rh_controller_out stalled = {.active = 1, .cause = RH_CAUSE_RESPONSE, .occupancy = 8};
    struct rh_controller_out booked = {.active = 1, .booked = 1, .occupancy = 3}, idle = {0};
    rh_events_clock(&events, &past, &gaps, &stalled, 4);
    rh_events_clock(&events, &past, &gaps, &booked, 2);
    rh_events_clock(&events, &past, &gaps, &idle, 2);
    assert_int_equal(events.cause[RH_CAUSE_RESPONSE], 1);
    assert_int_equal(sum(events.cause, RH_CAUSES), 1);
    assert_int_equal(events.occupancy[8], 1);
    assert_int_equal(events.occupancy[3], 1);
    assert_int_equal(events.occupancy[0], 1);
    assert_int_equal(events.responses[4], 1);
    assert_int_equal(events.responses[2], 2);
}

static void a_pair_reaches_over_clocks_without_a_command(void **state) {
    (void)state;
    row(RH_REFRESH_OFF, RH_ACT, RH_REASON_OPEN, 2);
    column(RH_NOP, 0);
    column(RH_RD, 2);
    row(RH_REFRESH_OFF, RH_PRE, RH_REASON_CONFLICT, 1);
    assert_int_equal(events.pair[RH_EVENT_ACT][RH_EVENT_RD][0], 1);
    assert_int_equal(events.pair[RH_EVENT_RD][RH_EVENT_PRE][1], 1);
    assert_int_equal(sum(&events.pair[0][0][0], sizeof events.pair / sizeof(uint64_t)), 2);
    assert_int_equal(sum(&events.together[0][0][0], sizeof events.together / sizeof(uint64_t)), 0);
}

/* ACT 0, then ACT 1 beside RD 0, then WR 1: two pairs on either side, and one of the same clock. */
static void two_commands_of_a_clock_pair_with_both_sides(void **state) {
    (void)state;
    const struct rh_gaps gaps = {.refresh = RH_REFRESH_OFF};
    struct rh_controller_out both = {.row_cmd = RH_ACT, .row_bank = 1, .col_cmd = RH_RD, .col_bank = 0};
    row(RH_REFRESH_OFF, RH_ACT, RH_REASON_OPEN, 0);
    rh_events_clock(&events, &past, &gaps, &both, 0);
    column(RH_WR, 1);
    assert_int_equal(events.pair[RH_EVENT_ACT][RH_EVENT_ACT][1], 1);
    assert_int_equal(events.pair[RH_EVENT_ACT][RH_EVENT_RD][0], 1);
    assert_int_equal(events.together[RH_EVENT_ACT][RH_EVENT_RD][1], 1);
    assert_int_equal(events.pair[RH_EVENT_ACT][RH_EVENT_WR][0], 1);
    assert_int_equal(events.pair[RH_EVENT_RD][RH_EVENT_WR][1], 1);
    assert_int_equal(sum(&events.pair[0][0][0], sizeof events.pair / sizeof(uint64_t)), 4);
    assert_int_equal(sum(&events.together[0][0][0], sizeof events.together / sizeof(uint64_t)), 1);
}

static void a_refresh_has_its_own_commands_and_one_of_all_banks_is_at_every_bank(void **state) {
    (void)state;
    row(RH_REFRESH_ALL_BANK, RH_PRE, RH_REASON_REFRESH, 3);
    row(RH_REFRESH_ALL_BANK, RH_REF, RH_REASON_REFRESH, 0);
    row(RH_REFRESH_ALL_BANK, RH_ACT, RH_REASON_OPEN, 2);
    assert_int_equal(events.pair[RH_EVENT_PRE_ALL][RH_EVENT_REF_ALL][0], 1);
    assert_int_equal(events.pair[RH_EVENT_REF_ALL][RH_EVENT_ACT][0], 1);
    past.commands = 0; /* a reset */
    row(RH_REFRESH_PER_BANK, RH_PRE, RH_REASON_REFRESH, 3);
    row(RH_REFRESH_PER_BANK, RH_REF, RH_REASON_REFRESH, 3);
    row(RH_REFRESH_PER_BANK, RH_ACT, RH_REASON_OPEN, 2);
    assert_int_equal(events.pair[RH_EVENT_PRE_ONE][RH_EVENT_REF_ONE][0], 1);
    assert_int_equal(events.pair[RH_EVENT_REF_ONE][RH_EVENT_ACT][1], 1);
    assert_int_equal(sum(&events.pair[0][0][0], sizeof events.pair / sizeof(uint64_t)), 4);
}

/* 13 causes, levels 0 to 8 and 0 to 4, 10 x 10 pairs and 6 x 4 in one clock, each of the same and of another bank. */
static void the_file_has_a_line_for_every_event(void **state) {
    (void)state;
    unsigned known = 0, seen = 0, lines = 0;
    char *text = NULL;
    size_t length = 0;
    row(RH_REFRESH_OFF, RH_ACT, RH_REASON_OPEN, 2);
    column(RH_RD, 2);
    rh_events_seen(&events, &geometry, &known, &seen);
    assert_int_equal(known, 13 + 9 + 5 + 200 + 48);
    assert_int_equal(seen, 3); /* occupancy 0, responses 0, the pair */
    FILE *memory = open_memstream(&text, &length);
    assert_non_null(memory);
    rh_events_csv(&events, "fifo", &geometry, memory);
    assert_int_equal(fclose(memory), 0);
    for (const char *c = text; *c != '\0'; c++)
        lines += *c == '\n';
    assert_int_equal(lines, 1 + 275);
    assert_non_null(strstr(text, "controller,buses,event,first,second,relation,count\n"));
    assert_non_null(strstr(text, "\nfifo,2,cause,response_slot,,,0\n"));
    assert_non_null(strstr(text, "\nfifo,2,occupancy,0,,,2\n"));
    assert_non_null(strstr(text, "\nfifo,2,responses,4,,,0\n"));
    assert_non_null(strstr(text, "\nfifo,2,pair,ACT,RD,same,1\n"));
    assert_non_null(strstr(text, "\nfifo,2,together,REF_ONE,WRA,other,0\n"));
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_stalled_clock_counts_its_cause_and_both_levels, fresh),
        cmocka_unit_test_setup(a_pair_reaches_over_clocks_without_a_command, fresh),
        cmocka_unit_test_setup(two_commands_of_a_clock_pair_with_both_sides, fresh),
        cmocka_unit_test_setup(a_refresh_has_its_own_commands_and_one_of_all_banks_is_at_every_bank, fresh),
        cmocka_unit_test_setup(the_file_has_a_line_for_every_event, fresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
