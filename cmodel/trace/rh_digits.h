// SPDX-License-Identifier: Apache-2.0
/* Numbers out of text, eight characters at a time. Reads up to 24 bytes behind the first one. */
#ifndef RH_DIGITS_H
#define RH_DIGITS_H

#include <endian.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Eight characters, the first one lowest. */
static inline uint64_t rh_digits_load(const char *at) {
    uint64_t word;
    memcpy(&word, at, sizeof word);
    return le64toh(word);
}

/* The value of eight decimal digits (not characters), the first one lowest. */
static inline uint64_t rh_digits_eight(uint64_t word) {
    word = (word * 2561 >> 8) & UINT64_C(0x00ff00ff00ff00ff);     // 10 a + b
    word = (word * 6553601 >> 16) & UINT64_C(0x0000ffff0000ffff); // 100 a + b
    return word * UINT64_C(42949672960001) >> 32;                 // 10000 a + b
}

/* As many leading decimal digits of `word` as there are: 0 to 8. Leaves the digits themselves in *word, those behind
 * them are not cleared. */
static inline unsigned rh_digits_count(uint64_t *word) {
    *word ^= UINT64_C(0x3030303030303030);
    // The lowest byte over 9 is found for sure; a carry out of it only meets those above.
    uint64_t other = ((*word + UINT64_C(0x7676767676767676)) | *word) & UINT64_C(0x8080808080808080);
    return other == 0 ? 8 : (unsigned)__builtin_ctzll(other) / 8;
}

/* 1 to 15 decimal digits, which something else follows: their number; else 0. */
static inline unsigned rh_digits_decimal(const char *at, uint64_t *value) {
    static const uint32_t power[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000};
    uint64_t word = rh_digits_load(at);
    unsigned digits = rh_digits_count(&word);
    if (digits == 0)
        return 0;
    *value = rh_digits_eight(word << (64 - 8 * digits));
    if (digits < 8)
        return digits;
    word = rh_digits_load(at + 8);
    unsigned more = rh_digits_count(&word);
    if (more == 8)
        return 0;
    if (more > 0)
        *value = *value * power[more] + rh_digits_eight(word << (64 - 8 * more));
    return 8 + more;
}

/* As many leading hexadecimal digits of `word` as there are, and their values in its bytes. */
static inline unsigned rh_digits_count_hex(uint64_t *word) {
    const uint64_t high = UINT64_C(0x8080808080808080), ones = UINT64_C(0x0101010101010101);
    uint64_t text = *word & ~high, lower = text | 0x20 * ones;
    uint64_t digit = (text + (0x80 - '0') * ones) & ~(text + (0x80 - '9' - 1) * ones) & high;
    uint64_t letter = (lower + (0x80 - 'a') * ones) & ~(lower + (0x80 - 'f' - 1) * ones) & high;
    uint64_t other = ((digit | letter) ^ high) | (*word & high);
    *word = (text & 0x0f * ones) + 9 * (letter >> 7);
    return other == 0 ? 8 : (unsigned)__builtin_ctzll(other) / 8;
}

/* The value of eight hexadecimal digits, the first one lowest. */
static inline uint64_t rh_digits_eight_hex(uint64_t word) {
    word = (word << 4 | word >> 8) & UINT64_C(0x00ff00ff00ff00ff);
    word = (word << 8 | word >> 16) & UINT64_C(0x0000ffff0000ffff);
    return (word << 16 | word >> 32) & UINT64_C(0xffffffff);
}

/* 1 to 15 hexadecimal digits, which something else follows: their number; else 0. */
static inline unsigned rh_digits_hexadecimal(const char *at, uint64_t *value) {
    uint64_t word = rh_digits_load(at);
    unsigned digits = rh_digits_count_hex(&word);
    if (digits == 0)
        return 0;
    *value = rh_digits_eight_hex(word << (64 - 8 * digits));
    if (digits < 8)
        return digits;
    word = rh_digits_load(at + 8);
    unsigned more = rh_digits_count_hex(&word);
    if (more == 8)
        return 0;
    if (more > 0)
        *value = *value << 4 * more | rh_digits_eight_hex(word << (64 - 8 * more));
    return 8 + more;
}

#endif
