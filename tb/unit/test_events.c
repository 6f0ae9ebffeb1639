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
    struct rh_constraints constraints = {.refresh = (uint16_t)refresh};
    struct rh_controller_out out = {.row_cmd = (uint8_t)command,
                                    .row_reason = (uint8_t)reason,
                                    .row_bank = (uint8_t)bank,
                                    .row_all = command == RH_REF && refresh == RH_REFRESH_ALL_BANK};
    rh_events_clock(&events, &past, &constraints, &out, 0);
}

static void column(enum rh_command command, unsigned bank) {
    struct rh_constraints constraints = {.refresh = RH_REFRESH_OFF};
    struct rh_controller_out out = {.col_cmd = (uint8_t)command, .col_bank = (uint8_t)bank};
    rh_events_clock(&events, &past, &constraints, &out, 0);
}

static uint64_t sum(const uint64_t *count, size_t n) {
    uint64_t all = 0;
    while (n-- > 0)
        all += count[n];
    return all;
}

static void a_stalled_clock_counts_its_cause_and_both_levels(void **state) {
    (void)state;
    const struct rh_constraints constraints = {.refresh = RH_REFRESH_OFF};
    struct rh_controller_out stalled = {.active = 1, .cause = RH_CAUSE_RESPONSE, .occupancy = 8};
    struct rh_controller_out booked = {.active = 1, .booked = 1, .occupancy = 3}, idle = {0};
    rh_events_clock(&events, &past, &constraints, &stalled, 4);
    rh_events_clock(&events, &past, &constraints, &booked, 2);
    rh_events_clock(&events, &past, &constraints, &idle, 2);
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
    const struct rh_constraints constraints = {.refresh = RH_REFRESH_OFF};
    struct rh_controller_out both = {.row_cmd = RH_ACT, .row_bank = 1, .col_cmd = RH_RD, .col_bank = 0};
    row(RH_REFRESH_OFF, RH_ACT, RH_REASON_OPEN, 0);
    rh_events_clock(&events, &past, &constraints, &both, 0);
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

/* A pointer, two slots of which one holds meaning while the set `used` has its bit, and a counter that is too wide for
 * an event a value. */
struct toy {
    uint8_t pointer, slot[2], used;
    uint16_t counter;
};

static void live_slots(const void *part, const void *params, uint64_t *mask) {
    (void)params;
    mask[0] = ((const struct toy *)part)->used;
}

static void list_toy(struct rh_layout *layout, size_t base, const void *params) {
    const unsigned slots = 2;
    (void)params;
    RH_ROW(struct toy, pointer, 1, 2, NULL);
    RH_ROW(struct toy, slot, 2, 1, live_slots);
    RH_ROW(struct toy, used, 1, slots, NULL);
    RH_ROW(struct toy, counter, 1, 6, NULL);
}

static void write_line(void *user, const struct rh_event *e) {
    fprintf(user, "%s %s %s %u\n", e->event, e->first, e->second, (unsigned)e->count);
}

static void toys(const struct toy *states, unsigned n, unsigned reset_at, char **text) {
    static struct rh_register_events registers;
    static const struct rh_block_ops ops = {.state_size = sizeof(struct toy)};
    struct rh_block block = {.ops = &ops};
    struct rh_register_past before;
    size_t length = 0;
    FILE *memory = open_memstream(text, &length);
    assert_non_null(memory);
    memset(&registers, 0, sizeof registers);
    rh_layout_make(&block.state, list_toy, NULL);
    assert_true(rh_register_past_open(&before, &block));
    for (unsigned k = 0; k < n; k++) {
        struct rh_lockstep_clock clock = {.model_state = &states[k], .reset = k == reset_at};
        rh_register_events_clock(&registers, &before, &block, &clock);
    }
    rh_register_past_close(&before);
    rh_register_events_each(&registers, &block.state, write_line, memory);
    assert_int_equal(fclose(memory), 0);
}

static void a_register_counts_its_values_and_how_it_changes(void **state) {
    (void)state;
    static const struct toy states[] = {{3, {1, 0}, 1, 63}, {0, {1, 1}, 3, 63}, {1, {0, 1}, 3, 9}, {3, {1, 0}, 2, 10}};
    char *text = NULL;
    toys(states, 4, 0, &text);
    assert_string_equal(text, "register pointer stays 0\nregister pointer grows 2\nregister pointer falls 1\n"
                              "value pointer 0 1\nvalue pointer 1 1\nvalue pointer 2 0\nvalue pointer 3 2\n"
                              /* slot 0: 1 1 0 -, slot 1: - 1 1 0 */
                              "value slot 0 2\nvalue slot 1 4\n"
                              "register used stays 1\nregister used grows 1\nregister used falls 1\n"
                              "register counter stays 1\nregister counter grows 1\nregister counter falls 1\n"
                              "value counter 0 0\nvalue counter 63 2\n");
    free(text);
}

/* From the second clock on nothing is known of the one before. */
static void a_reset_is_no_change(void **state) {
    (void)state;
    static const struct toy states[] = {{3, {0, 0}, 0, 63}, {0, {0, 0}, 0, 0}};
    char *text = NULL;
    toys(states, 2, 1, &text);
    assert_non_null(strstr(text, "register pointer falls 0\n"));
    assert_non_null(strstr(text, "value pointer 3 1\n"));
    assert_non_null(strstr(text, "register counter falls 0\n"));
    free(text);
}

/* 13 causes, levels 0 to 8 and 0 to 4, 10 x 10 pairs and 6 x 4 in one clock, each of the same and of another bank; of
 * the toy 3 x 3 changes and 4 + 2 + 2 values. */
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
    static struct rh_register_events registers;
    const struct rh_block_ops toy = {.name = "fifo"};
    struct rh_block block = {.ops = &toy, .params = &geometry};
    rh_layout_make(&block.state, list_toy, NULL);
    registers.values[0][2] = 7;
    rh_events_csv(&events, &registers, &block, memory);
    assert_int_equal(fclose(memory), 0);
    for (const char *c = text; *c != '\0'; c++)
        lines += *c == '\n';
    assert_int_equal(lines, 1 + 275 + 17);
    assert_non_null(strstr(text, "controller,buses,event,first,second,relation,count\n"));
    assert_non_null(strstr(text, "\nfifo,2,cause,response_slot,,,0\n"));
    assert_non_null(strstr(text, "\nfifo,2,occupancy,0,,,2\n"));
    assert_non_null(strstr(text, "\nfifo,2,responses,4,,,0\n"));
    assert_non_null(strstr(text, "\nfifo,2,pair,ACT,RD,same,1\n"));
    assert_non_null(strstr(text, "\nfifo,2,together,REF_ONE,WRA,other,0\n"));
    assert_non_null(strstr(text, "\nfifo,2,register,counter,grows,,0\n"));
    assert_non_null(strstr(text, "\nfifo,2,value,pointer,2,,7\n"));
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_stalled_clock_counts_its_cause_and_both_levels, fresh),
        cmocka_unit_test_setup(a_pair_reaches_over_clocks_without_a_command, fresh),
        cmocka_unit_test_setup(two_commands_of_a_clock_pair_with_both_sides, fresh),
        cmocka_unit_test_setup(a_refresh_has_its_own_commands_and_one_of_all_banks_is_at_every_bank, fresh),
        cmocka_unit_test(a_register_counts_its_values_and_how_it_changes),
        cmocka_unit_test(a_reset_is_no_change),
        cmocka_unit_test_setup(the_file_has_a_line_for_every_event, fresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
