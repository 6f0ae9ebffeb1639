// SPDX-License-Identifier: Apache-2.0
/** Geometry: the parameters with which one controller is elaborated, in C and in SystemVerilog alike. */
#ifndef RH_GEOMETRY_H
#define RH_GEOMETRY_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_error.h"

enum {
    RH_MAX_QUEUE = 64,
    RH_MAX_BANKS = 16,
    RH_MAX_GROUPS = 4,
    RH_MAX_RESPONSES = 64,
    RH_MAX_WINDOW = 8,
    RH_MAX_COMMANDS = 8 /**< column commands of one request */
};

/** SystemVerilog parameter names are the fields in capitals: QUEUE, BANKS, GROUPS, BUSES, ROW_BITS, ... */
struct rh_geometry {
    uint8_t queue;       /**< requests stored; 8 to 64, a power of two */
    uint8_t banks;       /**< banks of the channel; 4, 8 or 16 */
    uint8_t groups;      /**< bank groups; 1, 2 or 4, at most banks / 2 */
    uint8_t buses;       /**< command buses: 1, or 2 (row and column) */
    uint8_t row_bits;    /**< bits of a row number; 1 to 20 */
    uint8_t column_bits; /**< bits of a column number, in column commands; 3 to 12 */
    uint8_t tag_bits;    /**< bits of a tag; 4 to 12 */
    uint8_t responses;   /**< entries of the response FIFO; 4 to 64, a power of two */
    uint8_t timer_bits;  /**< bits of a gap and its counter; 4 to 8 */
};

/** Every field inside its range, else an error that names the field. */
bool rh_geometry_check(const struct rh_geometry *geometry, struct rh_error *error);

/** Entries of each bank's queue in `banked_fifo`: max(1, queue / banks). */
unsigned rh_geometry_bank_depth(const struct rh_geometry *geometry);

/** ceil(log2 n), at least 1: the bits that count 0 .. n-1. */
unsigned rh_log2_up(unsigned n);

#endif
