// SPDX-License-Identifier: Apache-2.0
// Are folded addresses that fall together counted, once each, and no others?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cmodel/trace/rh_folds.h"

enum { MiB = 1 << 20 };

static struct rh_map map_of(uint32_t rows) {
    const struct rh_map_shape shape = {1, 4, 1, rows, 8, 32, 1}; /* 1 KiB a row of all banks */
    struct rh_map map;
    struct rh_error error;
    assert_true(rh_map_parse(&map, "row:bank:column", &shape, &error));
    map.wrap = true;
    return map;
}

static void assert_count(const struct rh_folds *folds, uint64_t folded, uint64_t together, bool least) {
    struct rh_fold_count count = rh_folds_count(folds);
    assert_int_equal(count.folded, folded);
    assert_int_equal(count.together, together);
    assert_int_equal(count.least, least);
}

static void who_comes_to_anothers_place_is_counted(void **state) {
    (void)state;
    struct rh_map map = map_of(1024); /* 1 MiB */
    struct rh_folds *folds = rh_folds_open();
    rh_folds_take(folds, &map, 64);
    rh_folds_take(folds, &map, 64);
    assert_count(folds, 0, 0, false);
    rh_folds_take(folds, &map, MiB + 64);
    rh_folds_take(folds, &map, 5 * MiB + 96);
    assert_count(folds, 2, 1, false);
    rh_folds_take(folds, &map, 96);
    rh_folds_take(folds, &map, 5 * MiB + 96);
    assert_count(folds, 3, 2, false);
    char text[RH_FOLDS_TEXT];
    struct rh_fold_count count = rh_folds_count(folds);
    rh_folds_text(&count, text);
    assert_string_equal(text, "3 requests lie beyond the memory, 2 of all at a place that another address had first");
    rh_folds_close(folds);
}

/* 768 rows: row 800 is row 32, inside the same power of two. */
static void rows_that_are_no_power_of_two_fold_twice(void **state) {
    (void)state;
    struct rh_map map = map_of(768);
    struct rh_folds *folds = rh_folds_open();
    rh_folds_take(folds, &map, 800 * 1024);
    rh_folds_take(folds, &map, 32 * 1024);
    rh_folds_take(folds, &map, MiB + 32 * 1024);
    assert_count(folds, 2, 2, false);
    rh_folds_close(folds);
}

static void more_places_than_are_kept_are_said(void **state) {
    (void)state;
    struct rh_map map = map_of(1 << 20); /* 1 GiB */
    struct rh_folds *folds = rh_folds_open();
    for (uint64_t i = 0; i < 3 << 18; i++)
        rh_folds_take(folds, &map, i * 32);
    assert_count(folds, 0, 0, false);
    rh_folds_take(folds, &map, (UINT64_C(3) << 18) * 32);
    rh_folds_take(folds, &map, (UINT64_C(1) << 30) + 32);
    assert_count(folds, 1, 1, true);
    char text[RH_FOLDS_TEXT];
    struct rh_fold_count count = rh_folds_count(folds);
    rh_folds_text(&count, text);
    assert_string_equal(
        text, "1 request lies beyond the memory, at least 1 of all at a place that another address had first");
    rh_folds_close(folds);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_comes_to_anothers_place_is_counted),
        cmocka_unit_test(rows_that_are_no_power_of_two_fold_twice),
        cmocka_unit_test(more_places_than_are_kept_are_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
