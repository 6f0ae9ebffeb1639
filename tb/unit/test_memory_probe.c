// SPDX-License-Identifier: Apache-2.0
// Are the latencies of two reads those of the data sheet, and is the map found from them the memory's?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "rowhold/rh_map_detect.h"
#include "rowhold/rh_memory_probe.h"

static struct rh_memory_probe probe;
static struct rh_map_detect found;

static void start(struct rh_memory_setup setup) {
    struct rh_error error = {""};
    (void)rh_memory_probe_start(&probe, &setup, &error);
    assert_string_equal(error.text, "");
}

static bool detect(unsigned repeats, struct rh_error *error) {
    const struct rh_map_detect_setup setup = {.bits = probe.bits,
                                              .alone = rh_memory_probe_alone,
                                              .together = rh_memory_probe_together,
                                              .user = &probe,
                                              .repeats = repeats};
    memset(error, 0, sizeof *error);
    bool good = rh_map_detect(&setup, &found, error);
    assert_string_equal(probe.error.text, "");
    return good;
}

/* gddr3: an open row RD in 1, CL 9 + tBURST 2; a closed one ACT in 1, tRCD 12; another PRE in 1, tRP 13. Sent together
 * the second bank's ACT waits for tRRD 8. */
static void latencies_are_those_of_the_timing(void **state) {
    (void)state;
    start((struct rh_memory_setup){.map = "row:bank:column:channel:column[3]"});
    assert_int_equal(probe.bits, 30);
    assert_int_equal(rh_memory_probe_alone(&probe, 0, 0), 12);
    assert_int_equal(rh_memory_probe_alone(&probe, 0, 1 << 11), 12);
    assert_int_equal(rh_memory_probe_alone(&probe, 0, 1 << 8), 24);
    assert_int_equal(rh_memory_probe_alone(&probe, 0, 1 << 16), 24);
    assert_int_equal(rh_memory_probe_alone(&probe, 1 << 29, 0), 37);
    assert_int_equal(rh_memory_probe_together(&probe, 0, 1 << 8), 24);
    assert_int_equal(rh_memory_probe_together(&probe, 0, 1 << 16), 32);
    assert_true(rh_memory_probe_alone(&probe, 0, 1 << 30) == RH_MAP_NO_LATENCY);
    assert_true(rh_memory_probe_together(&probe, 1 << 30, 0) == RH_MAP_NO_LATENCY);
    assert_int_equal(rh_memory_probe_alone(&probe, 0, 0), 12);
}

/* hbm2: tRCD 16 + CL 16 + tBURST 2; then tRRD 2 to another group, and tCCD_L 4 in the group. */
static void groups_wait_less_for_each_other(void **state) {
    (void)state;
    start((struct rh_memory_setup){.preset = "hbm2", .map = "row:bank_group:bank:column:channel"});
    assert_int_equal(probe.bits, 32);
    assert_int_equal(rh_memory_probe_together(&probe, 0, 1 << 5), 35);
    assert_int_equal(rh_memory_probe_together(&probe, 0, 1 << 14), 39);
    assert_int_equal(rh_memory_probe_together(&probe, 0, 1 << 16), 37);
}

static void a_refresh_only_makes_it_longer(void **state) {
    (void)state;
    unsigned longer = 0;
    start((struct rh_memory_setup){.preset = "ddr4_2400", .refresh = "all_bank"});
    assert_int_equal(probe.interval, 9360);
    for (unsigned i = 0; i < 200; i++) {
        uint64_t latency = rh_memory_probe_alone(&probe, 0, 1 << 13); /* ACT in 1, tRCD 16, CL 16 + tBURST 4 */
        assert_in_range(latency, 37, 1000);
        longer += latency > 37;
    }
    assert_in_range(longer, 1, 60);
}

/* Bits 13 to 16 of ddr4_2400: the bank in its group, then the group; row bits 17 and 18 hashed into each. */
static void a_map_is_found_under_refresh(void **state) {
    (void)state;
    struct rh_error error;
    start((struct rh_memory_setup){.preset = "ddr4_2400",
                                   .map = "row:bank_group:bank:column[7],bank^=row[1:0],bank_group^=row[1:0]"});
    assert_true(detect(8, &error));
    const struct rh_gf2_space *group = &found.spaces.level[RH_MAP_LEVEL_GROUP];
    const struct rh_gf2_space *bank = &found.spaces.level[RH_MAP_LEVEL_BANK];
    assert_int_equal(group->rank, 2);
    assert_int_equal(group->row[0], 1 << 15 | 1 << 17);
    assert_int_equal(group->row[1], 1 << 16 | 1 << 18);
    assert_int_equal(bank->rank, 2);
    assert_int_equal(bank->row[0], 1 << 13 | 1 << 17);
    assert_int_equal(bank->row[1], 1 << 14 | 1 << 18);
    assert_int_equal(found.spaces.level[RH_MAP_LEVEL_ROW].rank, 16);
}

static void a_memory_that_cannot_be_is_refused(void **state) {
    (void)state;
    struct rh_error error = {""};
    assert_false(rh_memory_probe_start(&probe, &(struct rh_memory_setup){.preset = "gddr9"}, &error));
    assert_memory_equal(error.text, "preset: found 'gddr9'", 21);
    assert_false(rh_memory_probe_start(&probe, &(struct rh_memory_setup){.channels = 3}, &error));
    assert_string_equal(error.text,
                        "channels: found 3, expected a power of two, so that bits of an address choose one");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(latencies_are_those_of_the_timing),  cmocka_unit_test(groups_wait_less_for_each_other),
        cmocka_unit_test(a_refresh_only_makes_it_longer),     cmocka_unit_test(a_map_is_found_under_refresh),
        cmocka_unit_test(a_memory_that_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
