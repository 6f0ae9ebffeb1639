// SPDX-License-Identifier: Apache-2.0
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/cost/rh_complexity.h"

/* What the formulas give at the baseline, and what the thesis prints there; literals from its table 4.1 and text. */
static const struct {
    const char *design, *network;
    uint64_t stored, compared;
    int64_t published_stored, published_compared;
    bool disagrees;
} expected[] = {
    {"fr_fcfs", "any", 0, 3584, 0, 3584, false},
    {"banked_fifo", "any", 0, 400, -1, -1, false},
    {"banked_fifo+hold_grant", "crossbar", 224, 224, 224, 224, false},
    {"banked_fifo+hold_grant", "mesh", 720, 720, 720, 720, false},
    {"banked_fifo+hold_grant", "ring", 216, 216, -1, -1, true},
    {"banked_fifo+row_match_hold_grant", "crossbar", 608, 320, 608, 320, false},
    {"banked_fifo+row_match_hold_grant", "mesh", 14544, 2880, 14544, 2880, false},
    {"banked_fifo+hash_match_hold_grant", "crossbar", 256, 256, 320, 320, true},
    {"banked_fifo+hash_match_hold_grant", "mesh", 1440, 1440, 1440, 1440, true},
};
enum { EXPECTED = sizeof expected / sizeof expected[0] };

static void baseline_gives_the_totals_of_the_thesis(void **state) {
    (void)state;
    const struct rh_complexity_system thesis = rh_complexity_thesis();
    struct rh_complexity row;
    for (unsigned i = 0; i < EXPECTED; i++) {
        assert_true(rh_complexity_row(i, &thesis, &row));
        assert_string_equal(row.design, expected[i].design);
        assert_string_equal(row.network, expected[i].network);
        assert_int_equal(row.stored, expected[i].stored);
        assert_int_equal(row.compared_network + row.compared_controllers, expected[i].compared);
        assert_int_equal(row.published_stored, expected[i].published_stored);
        assert_int_equal(row.published_compared, expected[i].published_compared);
        assert_int_equal(row.disagreement[0] != '\0', expected[i].disagrees);
    }
    assert_false(rh_complexity_row(EXPECTED, &thesis, &row));
}

static void a_total_that_its_formula_does_not_give_is_flagged(void **state) {
    (void)state;
    const struct rh_complexity_system thesis = rh_complexity_thesis();
    struct rh_complexity row;
    unsigned differing = 0;
    for (unsigned i = 0; rh_complexity_row(i, &thesis, &row); i++) {
        int64_t compared = (int64_t)(row.compared_network + row.compared_controllers);
        bool differs = (row.published_stored >= 0 && row.published_stored != (int64_t)row.stored) ||
                       (row.published_compared >= 0 && row.published_compared != compared);
        differing += differs;
        assert_true(!differs || row.disagreement[0] != '\0');
    }
    assert_int_equal(differing, 1);
}

static void one_controller_compares_the_thesis_bits(void **state) {
    (void)state;
    const struct rh_complexity_system thesis = rh_complexity_thesis();
    struct rh_complexity_controller controller;
    assert_true(rh_complexity_controller("fr_fcfs", &thesis, &controller));
    assert_int_equal(controller.bits, 448);
    assert_string_equal(controller.formula, "Q * (r + b)");
    assert_true(rh_complexity_controller("banked_fifo", &thesis, &controller));
    assert_int_equal(controller.bits, 50);
    assert_true(rh_complexity_controller("fifo", &thesis, &controller));
    assert_int_equal(controller.bits, 12);
    assert_true(rh_complexity_controller("slot_fifo", &thesis, &controller));
    assert_int_equal(controller.bits, 48);
    assert_true(rh_complexity_controller("most_pending", &thesis, &controller));
    assert_int_equal(controller.bits, 896);
    assert_true(rh_complexity_controller("row_sorter", &thesis, &controller));
    assert_int_equal(controller.bits, 74);
    assert_true(rh_complexity_controller("fgdram_channel", &thesis, &controller));
    assert_int_equal(controller.bits, 24);
    assert_true(rh_complexity_controller("sms", &thesis, &controller));
    assert_int_equal(controller.bits, 160);
    assert_false(rh_complexity_controller("close_page", &thesis, &controller));
    assert_false(rh_complexity_controller("", &thesis, &controller));
}

/* 30 cores, 6 controllers, 8 entries, 16384 rows (14 bits), 8 banks (3 bits), worked by hand. */
static void another_system_moves_every_variable(void **state) {
    (void)state;
    const struct rh_complexity_system other = {.cores = 30,
                                               .controllers = 6,
                                               .queue = 8,
                                               .rows = 16384,
                                               .banks = 8,
                                               .hash_bits = 4,
                                               .mesh_ports = 5,
                                               .ring_ports = 3};
    static const uint64_t stored[EXPECTED] = {0, 0, 180, 720, 216, 852, 24912, 204, 1440};
    static const uint64_t compared[EXPECTED] = {816, 690, 180, 720, 216, 264, 3240, 204, 1440};
    struct rh_complexity row;
    for (unsigned i = 0; i < EXPECTED; i++) {
        assert_true(rh_complexity_row(i, &other, &row));
        assert_int_equal(row.stored, stored[i]);
        assert_int_equal(row.compared_network + row.compared_controllers, compared[i]);
    }
}

/* 5 cores, 3 controllers, 7 entries, 5000 rows (13 bits), 5 banks (3 bits), 3 hash bits, a mesh of 7 ports (42 pairs)
 * and a ring of 4 (12), worked by hand. */
static void hash_bits_and_ports_count_too(void **state) {
    (void)state;
    const struct rh_complexity_system odd = {.cores = 5,
                                             .controllers = 3,
                                             .queue = 7,
                                             .rows = 5000,
                                             .banks = 5,
                                             .hash_bits = 3,
                                             .mesh_ports = 7,
                                             .ring_ports = 4};
    static const uint64_t stored[EXPECTED] = {0, 0, 15, 336, 96, 210, 1896, 24, 504};
    static const uint64_t compared[EXPECTED] = {336, 204, 15, 336, 96, 54, 1064, 24, 504};
    struct rh_complexity row;
    for (unsigned i = 0; i < EXPECTED; i++) {
        assert_true(rh_complexity_row(i, &odd, &row));
        assert_int_equal(row.stored, stored[i]);
        assert_int_equal(row.compared_network + row.compared_controllers, compared[i]);
    }
}

/* The roles of a design are all that its formula has, for any parameters. */
static void roles_add_up_to_their_formula(void **state) {
    (void)state;
    static const struct rh_complexity_variables v = {
        .Q = 11, .nB = 5, .r = 13, .b = 3, .h = 7, .I = 29, .O = 17, .D = 19};
    static const char *const designs[] = {"fifo",
                                          "banked_fifo",
                                          "slot_fifo",
                                          "fr_fcfs",
                                          "most_pending",
                                          "hold_grant",
                                          "row_match_hold_grant",
                                          "hash_match_hold_grant"};
    /* compared: r, nB r + b, nB r, Q (r + b), twice that, I O, I O + r O, I O + h O; stored: I O, and r nB D, h O */
    static const uint64_t sums[][2] = {{13, 0},  {68, 0},    {65, 0},     {176, 0},
                                       {352, 0}, {493, 493}, {714, 1728}, {612, 612}};
    struct rh_complexity_role role;
    for (size_t d = 0; d < sizeof designs / sizeof designs[0]; d++) {
        uint64_t bits[2] = {0, 0};
        for (unsigned i = 0; rh_complexity_role(i, &v, &role); i++)
            if (strcmp(role.design, designs[d]) == 0)
                bits[role.stored] += role.formula_bits;
        assert_int_equal(bits[0], sums[d][0]);
        assert_int_equal(bits[1], sums[d][1]);
    }
    for (unsigned i = 0; rh_complexity_role(i, &v, &role); i++)
        assert_true(role.text[0] != '\0' || role.netlist_bits == 0); /* what is counted stands somewhere */
}

static void rows_and_banks_that_are_no_power_of_two_round_up(void **state) {
    (void)state;
    const struct rh_complexity_system odd = {.cores = 1, .controllers = 1, .queue = 1, .rows = 4097, .banks = 5};
    struct rh_complexity_controller controller;
    assert_true(rh_complexity_controller("fr_fcfs", &odd, &controller));
    assert_int_equal(controller.bits, 16); /* 13 row bits, 3 bank bits */
}

static void a_field_out_of_range_is_named(void **state) {
    (void)state;
    struct rh_complexity_system system = rh_complexity_thesis();
    struct rh_error error = {""};
    assert_true(rh_complexity_check(&system, &error));
    system.rows = 1;
    assert_false(rh_complexity_check(&system, &error));
    assert_string_equal(error.text, "complexity: found rows 1, expected 2 to 1048576");
    system.rows = 2;
    system.banks = 1;
    assert_false(rh_complexity_check(&system, &error));
    assert_string_equal(error.text, "complexity: found banks 1, expected 2 to 65535");
    system.banks = 2;
    system.cores = 0;
    assert_false(rh_complexity_check(&system, &error));
    assert_string_equal(error.text, "complexity: found cores 0, expected 1 to 65535");
    system.cores = 65536;
    assert_false(rh_complexity_check(&system, &error));
    system = rh_complexity_thesis();
    system.mesh_ports = 1;
    assert_false(rh_complexity_check(&system, &error));
    assert_string_equal(error.text, "complexity: found mesh_ports 1, expected 2 to 64");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(baseline_gives_the_totals_of_the_thesis),
        cmocka_unit_test(a_total_that_its_formula_does_not_give_is_flagged),
        cmocka_unit_test(one_controller_compares_the_thesis_bits),
        cmocka_unit_test(another_system_moves_every_variable),
        cmocka_unit_test(hash_bits_and_ports_count_too),
        cmocka_unit_test(roles_add_up_to_their_formula),
        cmocka_unit_test(rows_and_banks_that_are_no_power_of_two_round_up),
        cmocka_unit_test(a_field_out_of_range_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
