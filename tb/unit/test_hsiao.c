// SPDX-License-Identifier: Apache-2.0
// Is the code of a word single error correcting and double error detecting? Every error of one and two bits, in several
// words, against literals and against what was sent.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rowhold/rh_hsiao.h"

enum { WORDS = 6 };
static const uint64_t words[WORDS] = {0,
                                      UINT64_MAX,
                                      UINT64_C(0x0123456789abcdef),
                                      UINT64_C(0x8000000000000001),
                                      UINT64_C(0xaaaaaaaaaaaaaaaa),
                                      UINT64_C(0xdeadbeeffeedface)};

static void flip(uint64_t *data, uint8_t *check, unsigned bit) {
    if (bit < 64)
        *data ^= UINT64_C(1) << bit;
    else
        *check ^= (uint8_t)(1U << (bit - 64));
}

static void columns_are_odd_and_apart_and_rows_balanced(void **state) {
    (void)state;
    unsigned ones[8] = {0}, total = 0;
    for (unsigned bit = 0; bit < 72; bit++) {
        unsigned column = rh_hsiao_column(bit);
        assert_int_equal(__builtin_popcount(column) % 2, 1);
        for (unsigned other = 0; other < bit; other++)
            assert_int_not_equal(column, rh_hsiao_column(other));
        for (unsigned c = 0; c < 8; c++)
            ones[c] += column >> c & 1;
        total += (unsigned)__builtin_popcount(column);
    }
    for (unsigned c = 0; c < 8; c++)
        assert_int_equal(ones[c], 27); /* 26 data bits and itself */
    assert_int_equal(total, 216);      /* 8 + 56 x 3 + 8 x 5, the least for 72 odd columns of 8 bits */
}

static void check_bits_and_syndromes_are_the_literal_ones(void **state) {
    (void)state;
    static const struct {
        unsigned bit, column;
    } rows[] = {{0, 0x07},  {1, 0x0b},  {2, 0x0d},  {3, 0x0e},  {4, 0x13},  {55, 0xe0}, {56, 0x1f},
                {57, 0x3e}, {60, 0xf1}, {61, 0xe3}, {63, 0x8f}, {64, 0x01}, {67, 0x08}, {71, 0x80}};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        uint64_t data = words[2];
        uint8_t check = rh_hsiao_encode(data);
        assert_int_equal(rh_hsiao_column(rows[k].bit), rows[k].column);
        flip(&data, &check, rows[k].bit);
        assert_int_equal(rh_hsiao_decode(data, check).syndrome, rows[k].column);
    }
    assert_int_equal(rh_hsiao_encode(0), 0x00);
    assert_int_equal(rh_hsiao_encode(UINT64_MAX), 0x00); /* 26 ones under each mask */
    assert_int_equal(rh_hsiao_encode(3), 0x0c);          /* 07 and 0b */
    assert_int_equal(rh_hsiao_encode(UINT64_C(0x8000000000000001)), 0x88);
}

static void every_single_error_is_corrected(void **state) {
    (void)state;
    for (unsigned k = 0; k < WORDS; k++)
        for (unsigned bit = 0; bit < 72; bit++) {
            uint64_t data = words[k];
            uint8_t check = rh_hsiao_encode(data);
            flip(&data, &check, bit);
            struct rh_hsiao_word word = rh_hsiao_decode(data, check);
            assert_true(word.corrected);
            assert_false(word.failed);
            assert_int_equal(word.data, words[k]);
        }
}

static void every_double_error_is_flagged(void **state) {
    (void)state;
    for (unsigned k = 0; k < WORDS; k++) {
        unsigned pairs = 0;
        for (unsigned a = 0; a < 72; a++)
            for (unsigned b = 0; b < a; b++, pairs++) {
                uint64_t data = words[k];
                uint8_t check = rh_hsiao_encode(data);
                flip(&data, &check, a);
                flip(&data, &check, b);
                struct rh_hsiao_word word = rh_hsiao_decode(data, check);
                assert_false(word.corrected);
                assert_true(word.failed);
                assert_int_equal(__builtin_popcount(word.syndrome) % 2, 0);
            }
        assert_int_equal(pairs, 2556);
    }
}

static void a_word_without_error_passes(void **state) {
    (void)state;
    for (unsigned k = 0; k < WORDS; k++) {
        struct rh_hsiao_word word = rh_hsiao_decode(words[k], rh_hsiao_encode(words[k]));
        assert_int_equal(word.data, words[k]);
        assert_int_equal(word.syndrome, 0);
        assert_false(word.corrected || word.failed);
    }
}

/* What holds for an error in one word holds in all: the syndrome is that of the error alone. */
static void a_syndrome_depends_on_the_error_alone(void **state) {
    (void)state;
    for (unsigned a = 0; a < WORDS; a++)
        for (unsigned e = 0; e < WORDS; e++) {
            assert_int_equal(rh_hsiao_encode(words[a] ^ words[e]),
                             rh_hsiao_encode(words[a]) ^ rh_hsiao_encode(words[e]));
            uint8_t in_word = rh_hsiao_decode(words[a] ^ words[e], rh_hsiao_encode(words[a])).syndrome;
            assert_int_equal(in_word, rh_hsiao_decode(words[e], 0).syndrome);
        }
}

/* Bits 0, 1 and 2 have columns 07, 0b and 0d, whose sum 01 is check bit 0's: taken for that one, and wrong. */
static void three_errors_may_look_like_one(void **state) {
    (void)state;
    struct rh_hsiao_word word = rh_hsiao_decode(UINT64_C(7), 0);
    assert_int_equal(word.syndrome, 0x01);
    assert_true(word.corrected);
    assert_int_equal(word.data, 7);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_odd_and_apart_and_rows_balanced),
        cmocka_unit_test(check_bits_and_syndromes_are_the_literal_ones),
        cmocka_unit_test(every_single_error_is_corrected),
        cmocka_unit_test(every_double_error_is_flagged),
        cmocka_unit_test(a_word_without_error_passes),
        cmocka_unit_test(a_syndrome_depends_on_the_error_alone),
        cmocka_unit_test(three_errors_may_look_like_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
