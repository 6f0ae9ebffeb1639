// SPDX-License-Identifier: Apache-2.0
// Does a bank wait for its search, and nothing else? And is nothing different where tRCD and tRAS are longer?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "ascii_wave.h"
#include "rowhold/rh_random.h"

enum { LONG_ENOUGH = 9 }; /* clocks from an ACT to the bank's next command: a search of 8 lies between */

/* ACT at 1, rows compared in 2 .. 9: RD at 10, not at 5, PRE at 12 as ever. */
static void a_bank_waits_until_its_rows_are_compared(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {0, 0, 0, 2, 0, 1}};
    ascii_run(&wave, "fr_fcfs_serial", &ascii_geometry, &ascii_constraints, script, 2, 40, "");
    assert_string_equal(wave.commands, ".A........R.P..A........R...............");
    ascii_run(&wave, "fr_fcfs", &ascii_geometry, &ascii_constraints, script, 2, 40, "");
    assert_string_equal(wave.commands, ".A...R..P...A...R.......................");
}

/* Bank 1 opens in the middle of bank 0's search; each is served when its own is over, the hits oldest first. */
static void searches_of_two_banks_overlap(void **state) {
    (void)state;
    struct ascii_wave wave;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {1, 0, 0, 1, 1, 1}, {2, 0, 1, 2, 0, 1}, {3, 0, 1, 2, 1, 1}, {4, 0, 0, 1, 2, 1}};
    static const unsigned order[] = {0, 1, 2, 3, 4};
    ascii_run(&wave, "fr_fcfs_serial", &ascii_geometry, &ascii_constraints, script, 5, 40, "");
    assert_string_equal(wave.commands, ".A.A......R.R.R.R.R.....................");
    assert_string_equal(wave.banks, ".0.1......0.0.1.1.0.....................");
    ascii_in_order(&wave, order, 5);
}

/* Banks 0 and 1 share subarrays: rows 1 and 2 are never open together. The one response slot is taken, and six requests
 * wait for it; so that of bank 0, which opens in 19, is the seventh: the search sees it in 25. In that clock tRAS is
 * over and bank 1 wants the row closed; but a bank that is searched takes no command, and then it has a hit. */
static void a_neighbours_act_closes_no_bank_that_is_searched(void **state) {
    (void)state;
    struct ascii_wave wave;
    struct rh_geometry geometry = ascii_geometry;
    static const struct script_request script[] = {{0, 0, 2, 1, 0, 1},  {12, 0, 2, 1, 1, 1}, {13, 0, 2, 1, 2, 1},
                                                   {14, 0, 2, 1, 3, 1}, {15, 0, 2, 1, 4, 1}, {16, 0, 2, 1, 5, 1},
                                                   {17, 0, 2, 1, 6, 1}, {18, 0, 0, 1, 0, 1}, {19, 0, 1, 2, 0, 1}};
    struct rh_constraints constraints = ascii_constraints;
    geometry.subarray_group_bits = 1;
    geometry.subarray_bits = 2;
    geometry.responses = 1;
    constraints.ras = 6;
    ascii_run(&wave, "fr_fcfs_serial", &geometry, &constraints, script, sizeof script / sizeof script[0], 36,
              "....................................");
    assert_string_equal(wave.commands, ".A........R........A................");
    assert_string_equal(wave.banks, ".2........2........0................");
}

/* Both controllers on the same random requests; the clock of the first output that differs, or `clocks`. */
static unsigned differ_at(const struct rh_geometry *geometry, const struct rh_constraints *constraints, uint64_t seed,
                          unsigned clocks) {
    const struct rh_block_ops *ops[2] = {rh_controller_find("fr_fcfs"), rh_controller_find("fr_fcfs_serial")};
    void *side[2] = {calloc(1, ops[0]->state_size), calloc(1, ops[1]->state_size)};
    struct rh_controller_in in = {0};
    uint16_t tag = 0;
    unsigned t = 0;
    for (unsigned i = 0; i < 2; i++)
        ops[i]->reset(side[i], geometry);
    for (bool same = true; t < clocks && same; t += same) {
        struct rh_controller_out out[2];
        memset(out, 0, sizeof out);
        in.rsp_ready = rh_random_below(&seed, 8) != 0;
        if (!in.req_valid && rh_random_below(&seed, 3) != 0) {
            in.req_valid = 1;
            in.req_write = rh_random_below(&seed, 2) != 0;
            in.req_bank = (uint8_t)rh_random_below(&seed, geometry->banks);
            in.req_row = rh_random_below(&seed, 3);
            in.req_column = (uint16_t)rh_random_below(&seed, 8);
            in.req_len = (uint8_t)rh_random_below(&seed, 3);
            in.req_tag = tag++ & 63;
        }
        for (unsigned i = 0; i < 2; i++)
            ops[i]->cycle(side[i], geometry, constraints, &in, &out[i]);
        same = memcmp(&out[0], &out[1], sizeof out[0]) == 0;
        if (out[0].req_ready)
            in.req_valid = 0;
    }
    free(side[0]);
    free(side[1]);
    return t;
}

static void where_the_constraints_are_longer_every_output_is_that_of_fr_fcfs(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        static const uint8_t queues[] = {3, 8, 17, 32, 100};
        struct rh_geometry geometry = ascii_geometry;
        struct rh_constraints constraints = ascii_constraints;
        geometry.queue = queues[seed % 5];
        constraints.rcd_rd = constraints.rcd_wr = LONG_ENOUGH;
        constraints.ras = LONG_ENOUGH + 2;
        constraints.rc = LONG_ENOUGH + 5;
        constraints.age_cap = seed % 3 ? 0 : 20;
        constraints.refresh = seed % 4 ? RH_REFRESH_OFF : RH_REFRESH_ALL_BANK;
        constraints.refi = 200;
        assert_int_equal(differ_at(&geometry, &constraints, seed, 4000), 4000);
        constraints.rcd_rd = constraints.rcd_wr = LONG_ENOUGH - 1;
        assert_true(differ_at(&geometry, &constraints, seed, 4000) < 4000);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bank_waits_until_its_rows_are_compared),
        cmocka_unit_test(searches_of_two_banks_overlap),
        cmocka_unit_test(a_neighbours_act_closes_no_bank_that_is_searched),
        cmocka_unit_test(where_the_constraints_are_longer_every_output_is_that_of_fr_fcfs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
