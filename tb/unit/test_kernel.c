// SPDX-License-Identifier: Apache-2.0
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rowhold/rh_kernel.h"

static struct rh_kernel kernel;
static struct rh_sm sm;
static struct rh_error error;

static struct rh_kernel_array *add(const char *name, uint64_t elements) {
    struct rh_kernel_array *array = &kernel.array[kernel.arrays++];
    *array = rh_kernel_array_default();
    strcpy(array->name, name);
    array->elements = elements;
    return array;
}

static int start(void **state) {
    (void)state;
    kernel = rh_kernel_default();
    kernel.threads = 64;
    kernel.blocks = 4;
    kernel.steps = 3;
    sm = rh_sm_default();
    return 0;
}

/* Rows of 16 threads. Thread 35 is the third of row 2: 1 + 3 x 2 + 2 x 100 + step x 1000. */
static void an_element_by_hand(void **state) {
    (void)state;
    struct rh_kernel_array *array = add("a", 5000);
    array->offset = 1;
    array->width = 16;
    array->thread = 2;
    array->row = 100;
    array->step = 1000;
    assert_int_equal(rh_kernel_element(&kernel, 0, 35, 0), 207);
    assert_int_equal(rh_kernel_element(&kernel, 0, 35, 2), 2207);
    assert_int_equal(rh_kernel_element(&kernel, 0, 35, 5), 207); /* modulo 5000 */
    array->width = 0;
    assert_int_equal(rh_kernel_element(&kernel, 0, 35, 0), 71);
}

static void a_gather_stays_in_its_window(void **state) {
    (void)state;
    struct rh_kernel_array *array = add("a", 1000);
    unsigned different = 0;
    array->offset = 100;
    array->thread = 0;
    array->gather = 50;
    for (uint64_t t = 0; t < 200; t++) {
        uint64_t element = rh_kernel_element(&kernel, 0, t, 1);
        assert_in_range(element, 100, 149);
        different += element != rh_kernel_element(&kernel, 0, t, 2);
        assert_int_equal(element, rh_kernel_element(&kernel, 0, t, 1));
    }
    assert_true(different > 150);
}

/* 100 elements of 4 bytes take 512 bytes, so b begins there; warp 1 reads b from element 32 on: byte 640, line 5. */
static void arrays_lie_behind_one_another(void **state) {
    (void)state;
    add("a", 100);
    add("b", 1000);
    assert_int_equal(rh_kernel_base(&kernel, 1), 512);
    const struct rh_warp_access access = rh_kernel_access(&kernel, 1, RH_SPACE_GLOBAL, 1, 0);
    assert_int_equal(access.lines, 1);
    assert_int_equal(access.line[0], 5);
    assert_int_equal(rh_kernel_access(&kernel, 1, RH_SPACE_SHARED, 1, 0).lines, 0);
}

static void steps_of_an_array(void **state) {
    (void)state;
    add("every", 1);
    add("first", 1)->when = RH_KERNEL_FIRST;
    add("last", 1)->when = RH_KERNEL_LAST;
    static const bool expected[3][3] = {{true, true, true}, {true, false, false}, {false, false, true}};
    for (unsigned a = 0; a < 3; a++)
        for (unsigned step = 0; step < 3; step++)
            assert_int_equal(rh_kernel_at(&kernel, a, step), expected[a][step]);
}

/* Four warps' worth of blocks of 2 warps: 64 / 2 = 32 by warps, 16 by the SM, 4 by the kernel, and by 48 KiB. */
static void as_many_blocks_as_there_is_room_for(void **state) {
    (void)state;
    rh_placement_of global = {RH_SPACE_GLOBAL}, shared = {RH_SPACE_SHARED};
    add("a", 4096); /* 16 KiB */
    assert_int_equal(rh_kernel_active(&kernel, &sm, global), 4);
    assert_int_equal(rh_kernel_active(&kernel, &sm, shared), 3);
    kernel.blocks = 100;
    assert_int_equal(rh_kernel_active(&kernel, &sm, global), 16);
    kernel.threads = 1024;
    assert_int_equal(rh_kernel_active(&kernel, &sm, global), 2);
    kernel.active_blocks = 1;
    assert_int_equal(rh_kernel_active(&kernel, &sm, global), 1);
    sm.sms = 3;
    assert_int_equal(rh_kernel_sm_blocks(&kernel, &sm), 34);
}

/* A block's 64 elements of a (256 bytes: 2 lines), then 100 of b, whole (4 lines); b begins at 1024. */
static void a_block_copies_its_tiles(void **state) {
    (void)state;
    static const uint64_t expected[] = {2, 3, 8, 9, 10, 11};
    rh_placement_of place = {RH_SPACE_SHARED, RH_SPACE_SHARED, RH_SPACE_SHARED};
    add("a", 256)->tile = 64;
    add("b", 100);
    add("out", 256)->store = true; /* only written: not copied */
    assert_int_equal(rh_kernel_fill_lines(&kernel, place), 6);
    for (unsigned i = 0; i < 6; i++)
        assert_int_equal(rh_kernel_fill_line(&kernel, place, 1, i), expected[i]);
    place[0] = RH_SPACE_GLOBAL;
    assert_int_equal(rh_kernel_fill_lines(&kernel, place), 4);
    assert_int_equal(rh_kernel_fill_line(&kernel, place, 1, 0), 8);
}

static void refuse(const char *text) {
    assert_false(rh_kernel_check(&kernel, &error));
    assert_string_equal(error.text, text);
}

static void what_can_not_be_is_refused(void **state) {
    (void)state;
    refuse("arrays: found none, expected one at least");
    struct rh_kernel_array *array = add("a", 16);
    assert_true(rh_kernel_check(&kernel, &error));
    array->bytes = 12;
    refuse("a.bytes: found 12, expected 4, 8 or 16");
    array->elements = 0;
    refuse("a.elements: found 0, expected 1 to 1000000000");
    kernel.threads = 48;
    array->elements = 1;
    array->bytes = 4;
    refuse("threads: found 48, expected a multiple of 32");
    kernel.threads = 0;
    refuse("threads: found 0, expected 32 to 1024");
    sm.hit = 0;
    assert_false(rh_sm_check(&sm, &error));
    assert_string_equal(error.text, "hit: found 0, expected 1 to 10000");
}

static void unfit(rh_placement_of place, const char *text) {
    assert_false(rh_kernel_fits(&kernel, &sm, place, &error));
    assert_string_equal(error.text, text);
}

static void a_memory_holds_what_it_can(void **state) {
    (void)state;
    struct rh_kernel_array *in = add("in", 16385);
    struct rh_kernel_array *out = add("out", 64);
    out->store = true;
    unfit((rh_placement_of){RH_SPACE_GLOBAL, RH_SPACE_TEXTURE},
          "out: found it in texture memory, expected one that a kernel can write");
    unfit((rh_placement_of){RH_SPACE_CONSTANT, RH_SPACE_GLOBAL},
          "constant memory: found arrays of 65792 bytes, expected at most 65536");
    unfit((rh_placement_of){RH_SPACE_SHARED, RH_SPACE_GLOBAL},
          "shared memory: found 65792 bytes a block, expected at most 49152");
    in->tile = 12288;
    assert_true(rh_kernel_fits(&kernel, &sm, (rh_placement_of){RH_SPACE_SHARED, RH_SPACE_GLOBAL}, &error));
    in->spaces = 1U << RH_SPACE_GLOBAL;
    unfit((rh_placement_of){RH_SPACE_SHARED, RH_SPACE_GLOBAL},
          "in: found it in shared memory, expected one of its own list");
    kernel.threads = 1024;
    sm.warps_most = 16;
    unfit((rh_placement_of){RH_SPACE_GLOBAL, RH_SPACE_GLOBAL},
          "threads: found a block of 32 warps, expected at most the 16 of an SM");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(an_element_by_hand, start),
        cmocka_unit_test_setup(a_gather_stays_in_its_window, start),
        cmocka_unit_test_setup(arrays_lie_behind_one_another, start),
        cmocka_unit_test_setup(steps_of_an_array, start),
        cmocka_unit_test_setup(as_many_blocks_as_there_is_room_for, start),
        cmocka_unit_test_setup(a_block_copies_its_tiles, start),
        cmocka_unit_test_setup(what_can_not_be_is_refused, start),
        cmocka_unit_test_setup(a_memory_holds_what_it_can, start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
