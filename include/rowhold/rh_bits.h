// SPDX-License-Identifier: Apache-2.0
/** Arithmetic that parameters, models and RTL share. */
#ifndef RH_BITS_H
#define RH_BITS_H

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

#endif
