// SPDX-License-Identifier: Apache-2.0
/** Arithmetic that parameters, models and RTL share. */
#ifndef RH_BITS_H
#define RH_BITS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** ceil(log2 n), at least 1: the bits that count 0 .. n-1. SystemVerilog: rh_pkg::log2_up. */
static inline unsigned rh_log2_up(unsigned n) {
    unsigned bits = 1;
    while (bits < 32 && n > 0 && ((n - 1) >> bits) != 0)
        bits++;
    return bits;
}

/** The greater one. SystemVerilog: rh_pkg::max. */
static inline unsigned rh_max(unsigned a, unsigned b) {
    return a > b ? a : b;
}

/** The lesser one. SystemVerilog: rh_pkg::min. */
static inline unsigned rh_min(unsigned a, unsigned b) {
    return a < b ? a : b;
}

/** Of signed values, for sums that may be below 1. */
static inline int rh_max_int(int a, int b) {
    return a > b ? a : b;
}

/** 2^n, n up to 31. SystemVerilog: rh_pkg::power. */
static inline unsigned rh_power(unsigned n) {
    return 1U << n;
}

/** FIFOs of sources of `sms`, a power of two: one a source, but no more than have two entries each in half of the
 * queue. SystemVerilog: rh_pkg::source_fifos. */
static inline unsigned rh_source_fifos(unsigned queue, unsigned source_bits) {
    return rh_power(rh_min(source_bits, rh_log2_up(queue / 4 + 1) - 1));
}

/** The entries of each of them. SystemVerilog: rh_pkg::source_depth. */
static inline unsigned rh_source_depth(unsigned queue, unsigned source_bits) {
    return rh_max(1, queue / 2 / rh_source_fifos(queue, source_bits));
}

/** Low `n` bits set; n up to 64. */
static inline uint64_t rh_mask(unsigned n) {
    return n >= 64 ? UINT64_MAX : (UINT64_C(1) << n) - 1;
}

/** Bit `n` alone; n up to 63. */
static inline uint64_t rh_bit(unsigned n) {
    return UINT64_C(1) << n;
}

/** The first member of `set` at or after `from`, up to 63, wrapping; `set` is not empty. RTL: rh_round_robin. */
static inline unsigned rh_first_from(uint64_t set, unsigned from) {
    uint64_t above = set >> from << from;
    return (unsigned)__builtin_ctzll(above != 0 ? above : set);
}

/** The position behind `position`, of `n`. */
static inline unsigned rh_next_of(unsigned position, unsigned n) {
    return position + 1 == n ? 0 : position + 1;
}

/** The place `by` steps behind place `from` in a ring of `n`; from < n, by <= n. RTL: rh_ring. */
static inline unsigned rh_ring_add(unsigned from, unsigned by, unsigned n) {
    unsigned at = from + by;
    return at >= n ? at - n : at;
}

/** 128 bits: a set of queue entries, one bit an entry. */
__extension__ typedef unsigned __int128 rh_wide;

/** Member `n` alone; n up to 127. */
static inline rh_wide rh_wide_bit(unsigned n) {
    return (rh_wide)1 << n;
}

/** Members 0 .. n-1; n up to 128. */
static inline rh_wide rh_wide_mask(unsigned n) {
    return n >= 128 ? ~(rh_wide)0 : rh_wide_bit(n) - 1;
}

/** Is `n` a member? */
static inline unsigned rh_wide_has(rh_wide set, unsigned n) {
    return (unsigned)((n < 64 ? (uint64_t)set : (uint64_t)(set >> 64)) >> n % 64 & 1);
}

/** The lowest member; `set` is not empty. */
static inline unsigned rh_wide_first(rh_wide set) {
    uint64_t low = (uint64_t)set;
    return low != 0 ? (unsigned)__builtin_ctzll(low) : 64U + (unsigned)__builtin_ctzll((uint64_t)(set >> 64));
}

/** The highest member; `set` is not empty. */
static inline unsigned rh_wide_last(rh_wide set) {
    uint64_t high = (uint64_t)(set >> 64);
    return high != 0 ? 127U - (unsigned)__builtin_clzll(high) : 63U - (unsigned)__builtin_clzll((uint64_t)set);
}

/** The place behind `place` in a ring of `n`, both as sets of one; n from 1 to 128. RTL: a rotation. */
static inline rh_wide rh_wide_turn(rh_wide place, unsigned n) {
    return rh_wide_has(place, n - 1) ? 1 : place << 1;
}

/** The set without member `n`, those above it moved down by one. */
static inline rh_wide rh_wide_without(rh_wide set, unsigned n) {
    rh_wide below = rh_wide_mask(n);
    return (set & below) | ((set >> 1) & ~below);
}

#ifdef __cplusplus
}
#endif

#endif
