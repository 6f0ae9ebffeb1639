// SPDX-License-Identifier: Apache-2.0
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/cost/rh_bus_activity.h"

static void toggles_are_between_beats_and_the_first_is_from_zeros(void **state) {
    (void)state;
    /* beats of two bytes: 0f ff, f0 fe, f0 00; lane 0 toggles 4, 8, 0, lane 1 toggles 8, 1, 7 */
    static const uint8_t burst[] = {0x0f, 0xff, 0xf0, 0xfe, 0xf0, 0x00};
    struct rh_bus_activity bus = rh_bus_activity_start(2);
    rh_bus_activity_burst(&bus, burst, 6);
    assert_int_equal(bus.counts.bits, 48);
    assert_int_equal(bus.counts.known, 48);
    assert_int_equal(bus.counts.toggle_bits, 48);
    assert_int_equal(bus.counts.toggles, 28);
    assert_int_equal(bus.counts.inverted_toggles, 4 + 1 + 0 + 1 + 1 + 2);
    assert_int_equal(bus.counts.ones, 4 + 8 + 4 + 7 + 4 + 0);
    assert_int_equal(bus.counts.inverted_ones, 4 + 1 + 4 + 2 + 4 + 0);
}

static void the_bus_holds_its_last_beat_between_bursts(void **state) {
    (void)state;
    static const uint8_t once[] = {0xaa};
    struct rh_bus_activity bus = rh_bus_activity_start(1);
    rh_bus_activity_burst(&bus, once, 1);
    rh_bus_activity_burst(&bus, once, 1);
    assert_int_equal(bus.counts.toggles, 4);
}

static void behind_unknown_data_one_beat_has_unknown_toggles(void **state) {
    (void)state;
    static const uint8_t burst[] = {0xff, 0xff, 0x00, 0x00};
    struct rh_bus_activity bus = rh_bus_activity_start(2);
    rh_bus_activity_burst(&bus, NULL, 4);
    assert_int_equal(bus.counts.bits, 32);
    assert_int_equal(bus.counts.known, 0);
    assert_int_equal(bus.counts.toggle_bits, 0);
    rh_bus_activity_burst(&bus, burst, 4);
    assert_int_equal(bus.counts.bits, 64);
    assert_int_equal(bus.counts.known, 32);
    assert_int_equal(bus.counts.toggle_bits, 16);
    assert_int_equal(bus.counts.toggles, 16);
    assert_int_equal(bus.counts.ones, 16);
}

/* The nine lines of bus inversion driven one by one, over every pair of bytes from either state of the ninth: the
 * sender takes the word that is nearer to what the lines hold. */
static void inverted_toggles_are_those_of_nine_driven_lines(void **state) {
    (void)state;
    for (unsigned before = 0; before < 256; before++)
        for (unsigned byte = 0; byte < 256; byte++)
            for (unsigned sent = 0; sent < 2; sent++) {
                unsigned lines = sent ? (~before & 0xffU) | 0x100U : before;
                unsigned plain = (unsigned)__builtin_popcount(lines ^ byte);
                unsigned other = (unsigned)__builtin_popcount(lines ^ ((~byte & 0xffU) | 0x100U));
                struct rh_bus_activity bus = rh_bus_activity_start(1);
                bus.last[0] = (uint8_t)before;
                const uint8_t data = (uint8_t)byte;
                rh_bus_activity_burst(&bus, &data, 1);
                assert_int_equal(bus.counts.inverted_toggles, plain < other ? plain : other);
            }
}

static void counts_of_two_buses_add_up(void **state) {
    (void)state;
    struct rh_bus_activity_counts all = {1, 2, 3, 4, 5, 6, 7};
    static const struct rh_bus_activity_counts more = {10, 20, 30, 40, 50, 60, 70};
    static const struct rh_bus_activity_counts sum = {11, 22, 33, 44, 55, 66, 77};
    rh_bus_activity_add(&all, &more);
    assert_memory_equal(&all, &sum, sizeof sum);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(toggles_are_between_beats_and_the_first_is_from_zeros),
        cmocka_unit_test(the_bus_holds_its_last_beat_between_bursts),
        cmocka_unit_test(behind_unknown_data_one_beat_has_unknown_toggles),
        cmocka_unit_test(inverted_toggles_are_those_of_nine_driven_lines),
        cmocka_unit_test(counts_of_two_buses_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
