// SPDX-License-Identifier: Apache-2.0
/** Geometry: the parameters with which one controller is elaborated, in C and in SystemVerilog alike. */
#ifndef RH_GEOMETRY_H
#define RH_GEOMETRY_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_error.h"

/** RH_LEAST_QUEUE, RH_MAX_QUEUE, RH_LEAST_BANKS, ...: the range of each field below. */
enum {
#define RH_GEOMETRY(name, parameter, least, greatest, power, smallest, meaning)                                        \
    RH_LEAST_##parameter = least, RH_MAX_##parameter = greatest,
#define RH_INNER(parameter, smallest, greatest, power, meaning)
#include "tables/geometry.def"
#undef RH_GEOMETRY
#undef RH_INNER
    RH_MAX_WINDOW = 8,  /**< activates in the activate window */
    RH_MAX_COMMANDS = 8 /**< column commands of one request */
};

/** SystemVerilog parameter names are the fields in capitals: QUEUE, BANKS, GROUPS, BUSES, ROW_BITS, ...; ranges: tables/geometry.def. */
struct rh_geometry {
    uint8_t queue;       /**< requests stored; a power of two */
    uint8_t banks;       /**< banks of the channel; a power of two */
    uint8_t groups;      /**< bank groups; a power of two, at most banks / 2 */
    uint8_t buses;       /**< command buses: 1, or 2 (row and column) */
    uint8_t row_bits;    /**< bits of a row number */
    uint8_t column_bits; /**< bits of a column number, in column commands */
    uint8_t tag_bits;    /**< bits of a tag */
    uint8_t responses;   /**< entries of the response FIFO; a power of two */
    uint8_t timer_bits;  /**< bits of a gap and its counter */
};

/** Every field inside its range, else an error that names the field. */
bool rh_geometry_check(const struct rh_geometry *geometry, struct rh_error *error);

/** Entries of each bank's queue in `banked_fifo`: max(1, queue / banks). */
unsigned rh_geometry_bank_depth(const struct rh_geometry *geometry);

/** ceil(log2 n), at least 1: the bits that count 0 .. n-1. */
unsigned rh_log2_up(unsigned n);

#endif
