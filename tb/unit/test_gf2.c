// SPDX-License-Identifier: Apache-2.0
// Are spaces over GF(2) kept, reduced and dualized as by hand?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rowhold/rh_gf2.h"

static struct rh_gf2_space span(unsigned count, const uint64_t *vectors) {
    struct rh_gf2_space space = {.rank = 0};
    for (unsigned i = 0; i < count; i++)
        (void)rh_gf2_add(&space, vectors[i]);
    return space;
}

static void a_basis_is_reduced(void **state) {
    (void)state;
    /* 1101 + 1011 = 0110: the third vector is new, the fourth is 1101 + 0111 = 1010 */
    struct rh_gf2_space space = {.rank = 0};
    assert_true(rh_gf2_add(&space, 0xd));
    assert_true(rh_gf2_add(&space, 0xb));
    assert_false(rh_gf2_add(&space, 0x6));
    assert_true(rh_gf2_add(&space, 0x7));
    assert_false(rh_gf2_add(&space, 0xa));
    assert_false(rh_gf2_add(&space, 0));
    assert_int_equal(space.rank, 3);
    assert_int_equal(space.row[0], 0x1);
    assert_int_equal(space.row[1], 0xa);
    assert_int_equal(space.row[2], 0xc);
    assert_true(rh_gf2_add(&space, 0x8));
    assert_int_equal(space.row[1], 0x2);
    assert_int_equal(space.row[3], 0x8);
    space = span(2, (const uint64_t[]){0x4, 0x2}); /* pivots rise */
    assert_int_equal(space.row[0], 0x2);
    assert_int_equal(space.row[1], 0x4);
}

static void order_does_not_matter(void **state) {
    (void)state;
    struct rh_gf2_space a = span(3, (const uint64_t[]){0x31, 0x12, 0x23});
    struct rh_gf2_space b = span(3, (const uint64_t[]){0x23, 0x31, 0x12});
    struct rh_gf2_space c = span(2, (const uint64_t[]){0x31, 0x13});
    struct rh_gf2_space d = span(2, (const uint64_t[]){0x31, 0x12});
    assert_int_equal(a.rank, 2); /* 0x31 + 0x12 = 0x23 */
    assert_true(rh_gf2_equal(&a, &b));
    assert_false(rh_gf2_equal(&a, &c));
    assert_true(rh_gf2_equal(&a, &d));
    d.rank = 1;
    assert_false(rh_gf2_equal(&a, &d));
}

static void what_is_reduced_has_no_pivot(void **state) {
    (void)state;
    struct rh_gf2_space space = span(2, (const uint64_t[]){0x5, 0x2}); /* pivots: bits 0 and 1 */
    assert_int_equal(rh_gf2_reduce(&space, 0xf), 0x8);
    assert_int_equal(rh_gf2_reduce(&space, 0x5), 0);
    assert_int_equal(rh_gf2_reduce(&space, 0x1), 0x4);
}

/* Bank functions a3^a1 and a4^a2 of five bits: the flips that keep both. */
static void the_dual_keeps_every_function(void **state) {
    (void)state;
    struct rh_gf2_space functions = span(2, (const uint64_t[]){0x0a, 0x14}), flips, back, all, none = {.rank = 0};
    rh_gf2_dual(&functions, 5, &flips);
    assert_int_equal(flips.rank, 3);
    assert_int_equal(flips.row[0], 0x01); /* a0, which no function has */
    assert_int_equal(flips.row[1], 0x0a); /* a1 with a3 */
    assert_int_equal(flips.row[2], 0x14); /* a2 with a4 */
    rh_gf2_dual(&flips, 5, &back);
    assert_true(rh_gf2_equal(&functions, &back));
    rh_gf2_dual(&none, 64, &all);
    assert_int_equal(all.rank, 64);
    assert_int_equal(all.row[63], UINT64_C(1) << 63);
    rh_gf2_dual(&all, 64, &back);
    assert_int_equal(back.rank, 0);
}

static void a_product_is_a_parity(void **state) {
    (void)state;
    assert_int_equal(rh_gf2_dot(0x7, 0x5), 0);
    assert_int_equal(rh_gf2_dot(0x7, 0x4), 1);
    assert_int_equal(rh_gf2_dot(UINT64_C(1) << 63, UINT64_MAX), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_basis_is_reduced),           cmocka_unit_test(order_does_not_matter),
        cmocka_unit_test(what_is_reduced_has_no_pivot), cmocka_unit_test(the_dual_keeps_every_function),
        cmocka_unit_test(a_product_is_a_parity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
