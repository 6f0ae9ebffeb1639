// SPDX-License-Identifier: Apache-2.0
/** The random bits of `pim`: a 24-bit Galois LFSR an arbiter, rtl/core/rh_lfsr.sv, which has the numbers below
 * generated, as rh_pkg::LFSR_BITS and so on.
 *
 * One step a clock: the register moves right by one; if a 1 fell out, it is XORed with the polynomial. 0xE10000 stands
 * for x^24 + x^23 + x^22 + x^17 + 1, which runs through all 2^24 - 1 values but 0. Arbiter k starts at seed + k x
 * stride modulo 2^24, or at all ones where that is 0. All arbiters run on one sequence, so the bits of two of them are
 * linear functions of one 24-bit register: the stride is chosen so that in every clock each place of one arbiter meets
 * each place of any other with the probability that chance gives (with 16 bits, or with most other strides, some never
 * meet).
 *
 * A choice among n: the lowest B = ceil(log2 n) + 6 bits of the register times n, shifted right by B. Every place gets
 * floor or ceil of 2^B / n of the 2^B values, so no place is more likely than another by more than one part in 64
 * (nothing at powers of two). Iteration i of a clock, from 0, takes the register rotated right by 7 i bits, so that an
 * arbiter which lost starts elsewhere the next time; with one place for all, four iterations would fill a backlogged
 * 16 x 16 switch to 95 % instead of 99 %.
 */
#ifndef RH_LFSR_H
#define RH_LFSR_H

#include <stdint.h>

#include "rowhold/rh_geometry.h"

enum {
    RH_LFSR_BITS = 24,
    RH_LFSR_POLYNOMIAL = 0xE10000,
    RH_LFSR_SEED = 0xACE1ED,
    RH_LFSR_STRIDE = 0x7FEB35,
    RH_LFSR_TURN = 7,  /**< bits between the places of two iterations */
    RH_LFSR_SPARE = 6, /**< bits of a choice beyond those that count its places */
    RH_LFSR_ONES = (1 << RH_LFSR_BITS) - 1
};

/** The register of arbiter `k` after reset. */
static inline uint32_t rh_lfsr_reset(uint32_t seed, uint32_t k) {
    uint32_t start = (seed + k * RH_LFSR_STRIDE) & RH_LFSR_ONES;
    return start != 0 ? start : RH_LFSR_ONES;
}

/** The register one clock later. */
static inline uint32_t rh_lfsr_step(uint32_t value, uint32_t polynomial) {
    return (value >> 1) ^ ((value & 1) != 0 ? polynomial : 0);
}

/** The place, 0 to n - 1, that the register stands for in one iteration. */
static inline unsigned rh_lfsr_place(uint32_t value, unsigned n, unsigned iteration) {
    unsigned bits = rh_log2_up(n) + RH_LFSR_SPARE, turn = RH_LFSR_TURN * iteration % RH_LFSR_BITS;
    value = value >> turn | value << (RH_LFSR_BITS - turn);
    return ((value & ((1U << bits) - 1)) * n) >> bits;
}

#endif
