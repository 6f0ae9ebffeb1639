// SPDX-License-Identifier: Apache-2.0
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rowhold/rh_coalescer.h"
#include "rowhold/rh_texture.h"

static void rows_lie_one_behind_the_other_without_blocks(void **state) {
    (void)state;
    const struct rh_texture line = {.base = 4096, .width = 100, .height = 1, .bytes = 8};
    assert_int_equal(rh_texture_address(&line, 0, 0), 4096);
    assert_int_equal(rh_texture_address(&line, 99, 0), 4096 + 99 * 8);
    assert_int_equal(rh_texture_bytes(&line), 800);
    const struct rh_texture rows = {.width = 10, .height = 3, .bytes = 4};
    assert_int_equal(rh_texture_address(&rows, 1, 2), 84);
    assert_int_equal(rh_texture_bytes(&rows), 120);
}

/* 4 bytes a texel, blocks of 64 bytes: 4 x 4 texels, of 10 x 6 texels 3 x 2 blocks. */
static void a_block_holds_a_square(void **state) {
    (void)state;
    static const unsigned expected[6][10] = {
        {0, 1, 2, 3, 16, 17, 18, 19, 32, 33},     {4, 5, 6, 7, 20, 21, 22, 23, 36, 37},
        {8, 9, 10, 11, 24, 25, 26, 27, 40, 41},   {12, 13, 14, 15, 28, 29, 30, 31, 44, 45},
        {48, 49, 50, 51, 64, 65, 66, 67, 80, 81}, {52, 53, 54, 55, 68, 69, 70, 71, 84, 85},
    };
    const struct rh_texture texture = {.base = 1024, .width = 10, .height = 6, .bytes = 4, .block = 64};
    for (unsigned y = 0; y < 6; y++)
        for (unsigned x = 0; x < 10; x++)
            assert_int_equal(rh_texture_address(&texture, x, y), 1024 + 4 * expected[y][x]);
    assert_int_equal(rh_texture_bytes(&texture), 6 * 64);
}

/* Of each size of texel and block: how wide a block is, and how tall (GPGPU-Sim's, where a texel is no 2 bytes). */
static void a_block_of_no_square_is_twice_as_wide_as_tall(void **state) {
    (void)state;
    static const struct {
        uint32_t bytes, block;
        unsigned across, down;
    } cases[] = {{1, 64, 8, 8}, {2, 64, 8, 4},  {4, 64, 4, 4},   {8, 64, 4, 2},  {16, 64, 2, 2},
                 {1, 32, 8, 4}, {4, 128, 8, 4}, {16, 128, 4, 2}, {4, 256, 8, 8}, {16, 16, 1, 1}};
    for (unsigned c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        const struct rh_texture t = {.width = 64, .height = 64, .bytes = cases[c].bytes, .block = cases[c].block};
        unsigned across = 1, down = 1;
        while (rh_texture_address(&t, across, 0) < t.block)
            across++;
        while (rh_texture_address(&t, 0, down) < t.block)
            down++;
        assert_int_equal(across, cases[c].across);
        assert_int_equal(down, cases[c].down);
        assert_int_equal(rh_texture_address(&t, across, 0), t.block);
        assert_int_equal(rh_texture_address(&t, 0, down), 64 / across * t.block);
    }
}

static void every_texel_has_a_place_of_its_own(void **state) {
    (void)state;
    uint8_t taken[8 * 4 * 64] = {0};
    const struct rh_texture texture = {.width = 57, .height = 13, .bytes = 2, .block = 64};
    assert_int_equal(rh_texture_bytes(&texture), sizeof taken);
    for (unsigned y = 0; y < texture.height; y++)
        for (unsigned x = 0; x < texture.width; x++) {
            uint64_t at = rh_texture_address(&texture, x, y);
            assert_true(at % 2 == 0 && at < sizeof taken);
            assert_int_equal(taken[at]++, 0);
        }
}

static void coordinates_outside_clamp_or_wrap(void **state) {
    (void)state;
    struct rh_texture t = {.width = 10, .height = 6, .bytes = 4, .block = 64};
    assert_int_equal(rh_texture_address(&t, -1, 2), rh_texture_address(&t, 0, 2));
    assert_int_equal(rh_texture_address(&t, 10, -7), rh_texture_address(&t, 9, 0));
    assert_int_equal(rh_texture_address(&t, 3, 1000), rh_texture_address(&t, 3, 5));
    t.outside = RH_TEXTURE_WRAP;
    assert_int_equal(rh_texture_address(&t, -1, 2), rh_texture_address(&t, 9, 2));
    assert_int_equal(rh_texture_address(&t, 10, -7), rh_texture_address(&t, 0, 5));
    assert_int_equal(rh_texture_address(&t, -10, 1000), rh_texture_address(&t, 0, 4));
}

/* A warp that walks 8 x 4 texels: two blocks, in rows four lines of the same 64 bytes. */
static void a_square_of_texels_is_few_blocks(void **state) {
    (void)state;
    struct rh_texture t = {.width = 256, .height = 256, .bytes = 4, .block = 64};
    struct rh_warp_transaction out[RH_COALESCER_MOST];
    uint64_t address[RH_WARP_LANES];
    const struct rh_warp_instruction load = {
        .space = RH_WARP_SPACE_TEXTURE, .active = UINT32_MAX, .bytes = 4, .address = address};
    for (unsigned k = 0; k < RH_WARP_LANES; k++)
        address[k] = rh_texture_address(&t, 8 + k % 8, 4 + k / 8);
    assert_int_equal(rh_coalesce(RH_COALESCING_1_2, 64, &load, out), 2);
    assert_int_equal(out[0].address, (64 + 2) * 64);
    assert_int_equal(out[1].address, (64 + 3) * 64);
    t.block = 0;
    for (unsigned k = 0; k < RH_WARP_LANES; k++)
        address[k] = rh_texture_address(&t, 8 + k % 8, 4 + k / 8);
    assert_int_equal(rh_coalesce(RH_COALESCING_1_2, 64, &load, out), 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_lie_one_behind_the_other_without_blocks),
        cmocka_unit_test(a_block_holds_a_square),
        cmocka_unit_test(a_block_of_no_square_is_twice_as_wide_as_tall),
        cmocka_unit_test(every_texel_has_a_place_of_its_own),
        cmocka_unit_test(coordinates_outside_clamp_or_wrap),
        cmocka_unit_test(a_square_of_texels_is_few_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
