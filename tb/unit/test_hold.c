// SPDX-License-Identifier: Apache-2.0
// Do the hold rules hold what they should, and nothing else?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "matrix.h"
#include "rowhold/rh_hold.h"

/* Every allocator of the registry keeps these promises. */
#define EACH(k) for (size_t k = 0; k < rh_allocator_count(); k++)
#define OPEN(m, k, inputs, outputs, hold, limit)                                                                       \
    matrix_open((m), rh_allocator_at(k)->name, (inputs), (outputs), 1, (hold), (limit))

/* The head of input `i`: its row and bank. The destination is output 0's. */
static void head(struct matrix *m, unsigned i, unsigned row, unsigned bank) {
    m->in.row[i] = row;
    m->in.bank[i] = (uint8_t)bank;
}

static void a_held_pair_that_asks_again_is_granted_again(void **state) {
    (void)state;
    struct matrix m;
    EACH(k) {
        OPEN(&m, k, 3, 3, RH_HOLD_hold_grant, 0);
        matrix_expect(&m, ".1. ... ...", NULL, ".1. ... ...", "...");
        // neither another request of its input nor another input of its output is granted
        matrix_expect(&m, "111 11. .1.", NULL, ".1. 1.. ...", ".1.");
        matrix_expect(&m, "111 11. .1.", NULL, ".1. 1.. ...", "11.");
        matrix_close(&m);
    }
}

static void without_a_rule_nothing_is_held(void **state) {
    (void)state;
    struct matrix m;
    EACH(k) {
        OPEN(&m, k, 2, 2, RH_HOLD_none, 0);
        matrix_expect(&m, "1. ..", NULL, "1. ..", "..");
        matrix_expect(&m, "1. ..", NULL, "1. ..", "..");
        matrix_close(&m);
    }
}

static void a_pair_that_does_not_ask_is_forgotten(void **state) {
    (void)state;
    struct matrix m;
    EACH(k) {
        OPEN(&m, k, 2, 2, RH_HOLD_hold_grant, 0);
        matrix_expect(&m, "1. ..", NULL, "1. ..", "..");
        matrix_expect(&m, ".. 1.", NULL, ".. 1.", "..");
        matrix_expect(&m, "1. 1.", NULL, ".. 1.", "1.");
        matrix_expect(&m, ".. ..", NULL, ".. ..", "..");
        matrix_expect(&m, "1. ..", NULL, "1. ..", "..");
        matrix_close(&m);
    }
}

static void a_blocked_output_keeps_its_pair(void **state) {
    (void)state;
    struct matrix m;
    EACH(k) {
        OPEN(&m, k, 2, 2, RH_HOLD_hold_grant, 0);
        matrix_expect(&m, "1. ..", NULL, "1. ..", "..");
        matrix_expect(&m, "1. 1.", ".1", ".. ..", "..");
        matrix_expect(&m, ".. 1.", ".1", ".. ..", "..");
        matrix_expect(&m, "1. 1.", NULL, "1. ..", "1.");
        matrix_close(&m);
    }
}

static void a_pair_of_a_blocked_output_does_not_hold_its_input(void **state) {
    (void)state;
    struct matrix m;
    EACH(k) {
        OPEN(&m, k, 2, 2, RH_HOLD_hold_grant, 0);
        matrix_expect(&m, "1. ..", NULL, "1. ..", "..");
        // output 0 is blocked: input 0 may have output 1, and with that output 0 is forgotten
        matrix_expect(&m, "11 ..", ".1", ".1 ..", "..");
        matrix_expect(&m, "11 .1", NULL, ".1 ..", ".1");
        matrix_expect(&m, ".. 1.", NULL, ".. 1.", "..");
        matrix_close(&m);
    }
}

static void an_output_that_is_ready_and_not_asked_for_forgets(void **state) {
    (void)state;
    struct matrix m;
    EACH(k) {
        OPEN(&m, k, 2, 2, RH_HOLD_hold_grant, 0);
        matrix_expect(&m, "1. ..", NULL, "1. ..", "..");
        matrix_expect(&m, ".. ..", ".1", ".. ..", "..");
        matrix_expect(&m, ".. ..", NULL, ".. ..", "..");
        matrix_expect(&m, ".. 1.", NULL, ".. 1.", "..");
        matrix_expect(&m, "1. 1.", NULL, ".. 1.", "1.");
        matrix_close(&m);
    }
}

static void two_pairs_are_held_side_by_side(void **state) {
    (void)state;
    struct matrix m;
    EACH(k) {
        OPEN(&m, k, 2, 2, RH_HOLD_hold_grant, 0);
        matrix_expect(&m, "1. ..", NULL, "1. ..", "..");
        matrix_expect(&m, "1. .1", NULL, "1. .1", "1.");
        matrix_expect(&m, "11 11", NULL, "1. .1", "11");
        matrix_close(&m);
    }
}

static void a_row_is_held_while_it_stays(void **state) {
    (void)state;
    struct matrix m;
    EACH(k) {
        OPEN(&m, k, 2, 2, RH_HOLD_row_match_hold_grant, 0);
        head(&m, 0, 0x21, 3);
        head(&m, 1, 0x44, 3);
        matrix_expect(&m, "1. ..", NULL, "1. ..", "..");
        matrix_expect(&m, "1. 1.", NULL, "1. ..", "1.");
        // another row: no hold, whoever wins
        head(&m, 0, 0x22, 3);
        (void)matrix_clock(&m, "1. 1.", NULL);
        assert_string_equal(m.held, "..");
        matrix_close(&m);
    }
}

static void each_bank_remembers_a_row_of_its_own(void **state) {
    (void)state;
    struct matrix m;
    EACH(k) {
        OPEN(&m, k, 2, 2, RH_HOLD_row_match_hold_grant, 0);
        head(&m, 0, 0x21, 1);
        matrix_expect(&m, "1. ..", NULL, "1. ..", "..");
        head(&m, 0, 0x35, 2);
        matrix_expect(&m, "1. ..", NULL, "1. ..", "..");
        head(&m, 0, 0x21, 1);
        head(&m, 1, 0x21, 1);
        matrix_expect(&m, "1. 1.", NULL, "1. ..", "1.");
        head(&m, 0, 0x35, 2);
        matrix_expect(&m, "1. 1.", NULL, "1. ..", "1.");
        // bank 3 was never granted: its row is the 0 of the reset
        head(&m, 0, 0, 3);
        matrix_expect(&m, "1. ..", NULL, "1. ..", "1.");
        head(&m, 0, 0x35, 1);
        matrix_expect(&m, "1. ..", NULL, "1. ..", "..");
        matrix_close(&m);
    }
}

static void each_destination_remembers_rows_of_its_own(void **state) {
    (void)state;
    struct matrix m;
    EACH(k) {
        OPEN(&m, k, 2, 2, RH_HOLD_row_match_hold_grant, 0);
        head(&m, 0, 0x21, 1);
        matrix_expect(&m, "1. ..", NULL, "1. ..", "..");
        m.in.destination[0] = 1;
        matrix_expect(&m, "1. ..", NULL, "1. ..", "..");
        matrix_expect(&m, "1. ..", NULL, "1. ..", "1.");
        matrix_close(&m);
    }
}

static void a_destination_beyond_the_parameters_matches_nothing(void **state) {
    (void)state;
    struct matrix m;
    EACH(k) {
        matrix_open(&m, rh_allocator_at(k)->name, 3, 3, 1, RH_HOLD_row_match_hold_grant, 0);
        m.in.destination[0] = 3;
        matrix_expect(&m, "1.. ... ...", NULL, "1.. ... ...", "...");
        matrix_expect(&m, "1.. ... ...", NULL, "1.. ... ...", "...");
        matrix_close(&m);
    }
}

static void a_hash_is_held_while_it_stays(void **state) {
    (void)state;
    struct matrix m;
    EACH(k) {
        OPEN(&m, k, 2, 2, RH_HOLD_hash_match_hold_grant, 0);
        // 0xA5 folds to A ^ 5 = F, and so do 0x0F and 0x96; 0xA4 folds to E
        head(&m, 0, 0xA5, 0);
        head(&m, 1, 0x0F, 0);
        matrix_expect(&m, "1. ..", NULL, "1. ..", "..");
        matrix_expect(&m, "1. 1.", NULL, "1. ..", "1.");
        head(&m, 0, 0x96, 2);
        matrix_expect(&m, "1. 1.", NULL, "1. ..", "1.");
        head(&m, 0, 0xA4, 2);
        (void)matrix_clock(&m, "1. ..", NULL);
        assert_string_equal(m.held, "..");
        matrix_close(&m);
    }
}

static void each_output_remembers_a_hash_of_its_own(void **state) {
    (void)state;
    struct matrix m;
    EACH(k) {
        OPEN(&m, k, 2, 2, RH_HOLD_hash_match_hold_grant, 0);
        head(&m, 0, 0x11, 0);
        head(&m, 1, 0x0F, 0);
        matrix_expect(&m, "1. .1", NULL, "1. .1", "..");
        matrix_expect(&m, "1. .1", NULL, "1. .1", "11");
        head(&m, 1, 0x11, 0);
        matrix_expect(&m, "1. .1", NULL, "1. .1", "1.");
        matrix_close(&m);
    }
}

static void the_fold_is_the_xor_of_the_pieces(void **state) {
    (void)state;
    assert_int_equal(rh_hold_fold(0x1234, 4), 4);    // 1 ^ 2 ^ 3 ^ 4
    assert_int_equal(rh_hold_fold(0x1234, 3), 2);    // 1 001 000 110 100: 1 ^ 1 ^ 0 ^ 6 ^ 4
    assert_int_equal(rh_hold_fold(0xFFFFF, 8), 0xF); // F ^ FF ^ FF
    assert_int_equal(rh_hold_fold(0x80000, 1), 1);   // parity
    assert_int_equal(rh_hold_fold(0, 5), 0);
}

static void the_registers_are_those_of_the_published_count(void **state) {
    (void)state;
    // 28 x 8, 8 controllers, 4096 rows, 4 banks: C M = 224 bits, r nB M = 384 more with rows, 4 M = 32 with hashes; of
    // the limit a counter of 8, and a bit an output
    static const unsigned bits[] = {0, 224 + 16, 224 + 384 + 16, 224 + 32 + 16};
    for (uint8_t hold = 0; hold < 4; hold++) {
        struct rh_allocator_params p = {28, 8, 1, hold, 8, 4, 12, 4};
        struct rh_layout layout;
        rh_layout_make(&layout, rh_allocator_find("wavefront")->list, &p);
        unsigned sum = 0;
        for (size_t n = 0; n + 1 < layout.count; n++) // but for the last, the first diagonal
            sum += layout.fields[n].count * layout.fields[n].width;
        assert_int_equal(sum, bits[hold]);
        assert_int_equal(layout.fields[layout.count - 1].width, 5);
    }
}

static void parameters_out_of_range_are_refused(void **state) {
    (void)state;
    struct rh_error error;
    struct rh_allocator_params good = {28, 8, 1, 3, 8, 4, 12, 4}, bad = good;
    assert_true(rh_allocator_check(&good, &error));
    bad.inputs = 65;
    assert_false(rh_allocator_check(&bad, &error));
    assert_string_equal(error.text, "allocator: found inputs 65, expected 2 to 64");
    bad = good;
    bad.banks = 3;
    assert_false(rh_allocator_check(&bad, &error));
    assert_string_equal(error.text, "allocator: found banks 3, expected a power of two from 1 to 64");
    assert_null(rh_allocator_find("pims"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_held_pair_that_asks_again_is_granted_again),
        cmocka_unit_test(without_a_rule_nothing_is_held),
        cmocka_unit_test(a_pair_that_does_not_ask_is_forgotten),
        cmocka_unit_test(a_blocked_output_keeps_its_pair),
        cmocka_unit_test(a_pair_of_a_blocked_output_does_not_hold_its_input),
        cmocka_unit_test(an_output_that_is_ready_and_not_asked_for_forgets),
        cmocka_unit_test(two_pairs_are_held_side_by_side),
        cmocka_unit_test(a_row_is_held_while_it_stays),
        cmocka_unit_test(each_bank_remembers_a_row_of_its_own),
        cmocka_unit_test(each_destination_remembers_rows_of_its_own),
        cmocka_unit_test(a_destination_beyond_the_parameters_matches_nothing),
        cmocka_unit_test(a_hash_is_held_while_it_stays),
        cmocka_unit_test(each_output_remembers_a_hash_of_its_own),
        cmocka_unit_test(the_fold_is_the_xor_of_the_pieces),
        cmocka_unit_test(the_registers_are_those_of_the_published_count),
        cmocka_unit_test(parameters_out_of_range_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
