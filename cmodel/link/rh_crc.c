// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_crc.h"

#include <stddef.h>

#include "rowhold/rh_bits.h"

static const struct {
    unsigned bits, polynomial;
    const char *generator;
} rows[] = {
#define RH_CRC(bits, polynomial, generator) {bits, polynomial, generator},
#include "tables/crc.def"
};
enum { ROWS = sizeof rows / sizeof rows[0] };

unsigned rh_crc_polynomial(unsigned bits) {
    for (unsigned i = 0; i < ROWS; i++)
        if (rows[i].bits == bits)
            return rows[i].polynomial;
    return 0;
}

const char *rh_crc_generator(unsigned bits) {
    for (unsigned i = 0; i < ROWS; i++)
        if (rows[i].bits == bits)
            return rows[i].generator;
    return NULL;
}

/* The remainder of the data times x^bits, a bit at a time from the highest on. */
unsigned rh_crc_of(const uint64_t *data, unsigned words, unsigned bits) {
    unsigned polynomial = rh_crc_polynomial(bits), crc = 0;
    for (unsigned w = words; w-- > 0;)
        for (unsigned k = 64; k-- > 0;) {
            unsigned carry = (crc >> (bits - 1) ^ (unsigned)(data[w] >> k)) & 1;
            crc = (crc << 1 & (unsigned)rh_mask(bits)) ^ (carry != 0 ? polynomial : 0);
        }
    return crc;
}
