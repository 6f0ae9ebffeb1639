// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_hsiao.h"

#include "rowhold/rh_bits.h"
#include "rowhold/rh_gf2.h"

static const uint64_t rows[RH_HSIAO_CHECKS] = {
#define RH_HSIAO_ROW(check, mask) [check] = UINT64_C(mask),
#include "tables/hsiao.def"
};

uint8_t rh_hsiao_encode(uint64_t data) {
    unsigned check = 0;
    for (unsigned c = 0; c < RH_HSIAO_CHECKS; c++)
        check |= rh_gf2_dot(rows[c], data) << c;
    return (uint8_t)check;
}

uint8_t rh_hsiao_column(unsigned bit) {
    return bit < RH_HSIAO_DATA ? rh_hsiao_encode(rh_bit(bit)) : (uint8_t)(1U << (bit - RH_HSIAO_DATA));
}

struct rh_hsiao_word rh_hsiao_decode(uint64_t data, uint8_t check) {
    struct rh_hsiao_word word = {.data = data, .syndrome = rh_hsiao_encode(data) ^ check};
    for (unsigned bit = 0; bit < RH_HSIAO_BITS && word.syndrome != 0; bit++)
        if (rh_hsiao_column(bit) == word.syndrome) {
            word.corrected = true;
            word.data ^= bit < RH_HSIAO_DATA ? rh_bit(bit) : 0;
        }
    word.failed = word.syndrome != 0 && !word.corrected;
    return word;
}
