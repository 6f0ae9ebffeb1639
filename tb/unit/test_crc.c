// SPDX-License-Identifier: Apache-2.0
// Is the CRC the remainder by its generator, and what does it miss of 260 and 266 bits?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rowhold/rh_crc.h"
#include "rowhold/rh_random.h"

/* What the receiver finds wrong when these places were hit: place 0 is x^0. */
static unsigned syndrome(unsigned bits, const unsigned *places, unsigned count) {
    uint64_t data[4] = {0};
    unsigned crc = 0;
    for (unsigned k = 0; k < count; k++)
        if (places[k] < bits)
            crc ^= 1U << places[k];
        else
            data[(places[k] - bits) / 64] ^= UINT64_C(1) << (places[k] - bits) % 64;
    return rh_crc_of(data, 4, bits) ^ crc;
}

static void powers_of_x_leave_the_literal_remainders(void **state) {
    (void)state;
    static const struct {
        unsigned bits, bit, crc;
    } rows[] = {
        {4, 0, 0x3},  {4, 1, 0x6},    {4, 2, 0xc},    {4, 3, 0xb},    {4, 10, 0x9},     {4, 11, 0x1},
        {4, 26, 0x1}, {10, 0, 0x233}, {10, 1, 0x255}, {10, 2, 0x299}, {10, 255, 0x2b1}, {4, 255, 0x3},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        uint64_t data[4] = {0};
        data[rows[k].bit / 64] = UINT64_C(1) << rows[k].bit % 64;
        assert_int_equal(rh_crc_of(data, 4, rows[k].bits), rows[k].crc);
    }
    assert_int_equal(rh_crc_polynomial(4), 0x3);
    assert_int_equal(rh_crc_polynomial(10), 0x233);
    assert_int_equal(rh_crc_polynomial(8), 0);
    assert_null(rh_crc_generator(8));
}

/* (x + 1) (x^9 + x^4 + 1), multiplied out here, is the generator; x has order 15 and 511. */
static void the_generators_are_what_their_rows_say(void **state) {
    (void)state;
    unsigned product = 0x211U << 1 ^ 0x211U;
    assert_int_equal(product, 1U << 10 | rh_crc_polynomial(10));
    static const unsigned bits[] = {4, 9, 10}, generators[] = {0x13, 0x211, 0x633}, orders[] = {15, 511, 511};
    for (unsigned g = 0; g < 3; g++) {
        unsigned power = 1, order = 0;
        do {
            power <<= 1;
            power ^= (power >> bits[g] & 1) != 0 ? generators[g] : 0;
            order++;
        } while (power != 1);
        assert_int_equal(order, orders[g]);
    }
}

static void a_crc_is_linear_and_starts_from_nothing(void **state) {
    (void)state;
    uint64_t random = rh_random_start(3, 0);
    for (unsigned bits = 4; bits <= 10; bits += 6)
        for (unsigned n = 0; n < 200; n++) {
            uint64_t a[4], b[4], both[4];
            for (unsigned w = 0; w < 4; w++) {
                a[w] = rh_random_draw(&random);
                b[w] = rh_random_draw(&random);
                both[w] = a[w] ^ b[w];
            }
            assert_int_equal(rh_crc_of(both, 4, bits), rh_crc_of(a, 4, bits) ^ rh_crc_of(b, 4, bits));
        }
    assert_int_equal(rh_crc_of((uint64_t[4]){0}, 4, 10), 0);
}

/* Bursts across the seam of data and CRC included. */
static void no_burst_of_up_to_its_bits_is_missed(void **state) {
    (void)state;
    for (unsigned bits = 4; bits <= 10; bits += 6)
        for (unsigned first = 0; first < 256 + bits; first++)
            for (unsigned pattern = 1; pattern < 1U << bits; pattern += 2) {
                unsigned places[10], count = 0;
                for (unsigned k = 0; k < bits; k++)
                    if ((pattern >> k & 1) != 0 && first + k < 256 + bits)
                        places[count++] = first + k;
                assert_int_not_equal(syndrome(bits, places, count), 0);
            }
}

/* Two errors 15 places apart, in any transfer: 16 remainders are too few for 260 places. */
static void four_bits_miss_two_errors_fifteen_places_apart(void **state) {
    (void)state;
    for (unsigned place = 0; place + 15 < 260; place++) {
        assert_int_equal(syndrome(4, (unsigned[]){place, place + 15}, 2), 0);
        assert_int_not_equal(syndrome(4, (unsigned[]){place, place + 14}, 2), 0);
    }
    assert_int_equal(syndrome(4, (unsigned[]){0, 1, 4}, 3), 0); /* the generator itself */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(powers_of_x_leave_the_literal_remainders),
        cmocka_unit_test(the_generators_are_what_their_rows_say),
        cmocka_unit_test(a_crc_is_linear_and_starts_from_nothing),
        cmocka_unit_test(no_burst_of_up_to_its_bits_is_missed),
        cmocka_unit_test(four_bits_miss_two_errors_fifteen_places_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
