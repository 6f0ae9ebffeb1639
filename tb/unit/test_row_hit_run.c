// SPDX-License-Identifier: Apache-2.0
// Row-hit runs and who breaks them, worked by hand.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rowhold/rh_row_hit_run.h"

enum { X = 10, Y = 20, Z = 30 };

/* Request `tag` is accepted in clock `tag`, into bank 1. */
static void accept(struct rh_row_hit_run *row_hit_run, unsigned tag, unsigned row, unsigned core, unsigned warp) {
    const struct rh_request request = {.bank = 1, .row = row, .core = (uint16_t)core, .warp = (uint16_t)warp};
    assert_true(rh_row_hit_run_accept(row_hit_run, tag, tag, &request));
}

static void serve(struct rh_row_hit_run *row_hit_run, unsigned tag, uint64_t first) {
    rh_row_hit_run_serve(row_hit_run, 1, tag, first);
}

static void expect(const struct rh_row_hit_run *row_hit_run, struct rh_row_hit_run_count expected) {
    const struct rh_row_hit_run_count *found = rh_row_hit_run_counts(row_hit_run);
    assert_int_equal(found->row_hit_runs, expected.row_hit_runs);
    assert_int_equal(found->broken, expected.broken);
    assert_int_equal(found->stranded, expected.stranded);
    for (unsigned c = 0; c < RH_ROW_HIT_RUN_BREAKERS; c++)
        assert_int_equal(found->broken_by[c], expected.broken_by[c]);
}

/* X X Y X of core 0, Y of core 1: the bank goes from X to Y and back; the second row-hit run strands nobody. */
static void a_row_hit_run_of_another_core(void **state) {
    (void)state;
    struct rh_row_hit_run *s = rh_row_hit_run_open(2, 0);
    accept(s, 0, X, 0, 7);
    accept(s, 1, X, 0, 7);
    accept(s, 2, Y, 1, 7);
    accept(s, 3, X, 0, 7);
    serve(s, 0, 10);
    serve(s, 1, 20);
    expect(s, (struct rh_row_hit_run_count){0});
    serve(s, 2, 30);
    expect(s, (struct rh_row_hit_run_count){.row_hit_runs = 1, .broken = 1, .stranded = 1, .broken_by = {1, 0, 0}});
    serve(s, 3, 40);
    expect(s, (struct rh_row_hit_run_count){.row_hit_runs = 2, .broken = 1, .stranded = 1, .broken_by = {1, 0, 0}});
    rh_row_hit_run_close(s);
}

/* X | Y(1) X(0) Z(0, warp 3) X(0, warp 2) Z(0, warp 2) X(0, warp 2): three are stranded; the first by another core, the
 * second by that and another warp's, the third by those and its own warp's. One row-hit run, one credit a class. */
static void one_row_hit_run_is_credited_to_each_class(void **state) {
    (void)state;
    struct rh_row_hit_run *s = rh_row_hit_run_open(2, 0);
    accept(s, 0, X, 0, 2);
    accept(s, 1, Y, 1, 2);
    accept(s, 2, X, 0, 2);
    accept(s, 3, Z, 0, 3);
    accept(s, 4, X, 0, 2);
    accept(s, 5, Z, 0, 2);
    accept(s, 6, X, 0, 2);
    serve(s, 0, 10);
    serve(s, 1, 20);
    expect(s, (struct rh_row_hit_run_count){.row_hit_runs = 1, .broken = 1, .stranded = 3, .broken_by = {1, 1, 1, 1}});
    rh_row_hit_run_close(s);
}

/* X | Y(1) X(0) X(0): two are stranded by another core; the first does not break the second's row-hit run. */
static void a_row_of_its_own_is_no_breaker(void **state) {
    (void)state;
    struct rh_row_hit_run *s = rh_row_hit_run_open(2, 0);
    accept(s, 0, X, 0, 2);
    accept(s, 1, Y, 1, 2);
    accept(s, 2, X, 0, 2);
    accept(s, 3, X, 0, 2);
    serve(s, 0, 10);
    serve(s, 1, 20);
    expect(s, (struct rh_row_hit_run_count){.row_hit_runs = 1, .broken = 1, .stranded = 2, .broken_by = {1, 0, 0}});
    rh_row_hit_run_close(s);
}

/* Warps 2 and 3 are of one CTA where that has two of them, 3 and 4 are not; 3 is its own. */
static void warps_of_a_cta(void **state) {
    (void)state;
    for (unsigned other = 2; other <= 4; other++) {
        struct rh_row_hit_run *s = rh_row_hit_run_open(2, 2);
        accept(s, 0, X, 0, 3);
        accept(s, 1, Y, 0, other);
        accept(s, 2, X, 0, 3);
        serve(s, 0, 10);
        serve(s, 1, 20);
        expect(s, (struct rh_row_hit_run_count){.row_hit_runs = 1,
                                                .broken = 1,
                                                .stranded = 1,
                                                .broken_by = {0, other == 4, other != 4, other == 3}});
        rh_row_hit_run_close(s);
    }
}

/* What comes behind the first command for the new row, or in another bank, is not stranded. */
static void only_what_was_queued_is_stranded(void **state) {
    (void)state;
    struct rh_row_hit_run *s = rh_row_hit_run_open(2, 0);
    const struct rh_request elsewhere = {.bank = 0, .row = X, .core = 0};
    accept(s, 0, X, 0, 0);
    accept(s, 1, Y, 1, 0);
    assert_true(rh_row_hit_run_accept(s, 2, 2, &elsewhere));
    accept(s, 20, X, 0, 0);
    serve(s, 0, 10);
    serve(s, 1, 20);
    expect(s, (struct rh_row_hit_run_count){.row_hit_runs = 1});
    rh_row_hit_run_close(s);
}

/* A row that is served in full before the bank goes on strands nobody; a younger one served before an older one of the
 * row that is left strands it without a breaker, and the one behind it by itself alone, not by what is before it. */
static void the_order_of_service_counts(void **state) {
    (void)state;
    struct rh_row_hit_run *s = rh_row_hit_run_open(2, 0);
    accept(s, 0, X, 0, 0);
    accept(s, 1, Y, 1, 0);
    accept(s, 2, X, 0, 0);
    serve(s, 0, 10);
    serve(s, 2, 12);
    serve(s, 1, 20);
    expect(s, (struct rh_row_hit_run_count){.row_hit_runs = 1});
    accept(s, 3, Y, 0, 0);
    accept(s, 4, X, 0, 0);
    serve(s, 4, 30);
    expect(s, (struct rh_row_hit_run_count){.row_hit_runs = 2, .broken = 1, .stranded = 1});
    serve(s, 3, 40);
    accept(s, 5, Z, 1, 0);
    accept(s, 6, X, 0, 0);
    accept(s, 7, Y, 0, 0);
    serve(s, 6, 50);
    expect(s, (struct rh_row_hit_run_count){.row_hit_runs = 4, .broken = 2, .stranded = 2, .broken_by = {0, 0, 1, 1}});
    rh_row_hit_run_close(s);
}

static void totals_add_up(void **state) {
    (void)state;
    struct rh_row_hit_run_count total = {.row_hit_runs = 1, .broken = 2, .stranded = 3, .broken_by = {4, 5, 6, 7}};
    const struct rh_row_hit_run_count more = {
        .row_hit_runs = 10, .broken = 20, .stranded = 30, .broken_by = {40, 50, 60, 70}};
    rh_row_hit_run_merge(&total, &more);
    assert_int_equal(total.row_hit_runs, 11);
    assert_int_equal(total.broken, 22);
    assert_int_equal(total.stranded, 33);
    assert_int_equal(total.broken_by[RH_ROW_HIT_RUN_OTHER_CORE], 44);
    assert_int_equal(total.broken_by[RH_ROW_HIT_RUN_OTHER_CTA], 55);
    assert_int_equal(total.broken_by[RH_ROW_HIT_RUN_SAME_CTA], 66);
    assert_int_equal(total.broken_by[RH_ROW_HIT_RUN_SAME_WARP], 77);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_hit_run_of_another_core),
        cmocka_unit_test(one_row_hit_run_is_credited_to_each_class),
        cmocka_unit_test(a_row_of_its_own_is_no_breaker),
        cmocka_unit_test(warps_of_a_cta),
        cmocka_unit_test(only_what_was_queued_is_stranded),
        cmocka_unit_test(the_order_of_service_counts),
        cmocka_unit_test(totals_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
