// SPDX-License-Identifier: Apache-2.0
/** Field tables: every port and register, declared once, walked by the bridge, the checker, the wave writer.
 *
 * A field is an array (often of one) of unsigned elements in a plain struct. Count and width are dimensions: numbers below
 * RH_D_SYMBOLS stand for themselves, the others are worked out from the geometry. The observation vector of an RTL
 * block holds its fields in table order, element 0 first, least significant bit first, without padding.
 */
#ifndef RH_FIELD_H
#define RH_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rowhold/rh_geometry.h"

/** Dimensions of the geometry. */
enum rh_dim {
    RH_D_SYMBOLS = 128,
    RH_D_QUEUE,          /**< queue */
    RH_D_BANKS,          /**< banks */
    RH_D_GROUPS,         /**< bank groups */
    RH_D_RESPONSES,      /**< response FIFO entries */
    RH_D_BANK_DEPTH,     /**< max(1, queue / banks) */
    RH_D_BANKED,         /**< banks x bank depth */
    RH_D_ROW,            /**< row_bits */
    RH_D_COLUMN,         /**< column_bits */
    RH_D_TAG,            /**< tag_bits */
    RH_D_TIMER,          /**< timer_bits */
    RH_D_BANK,           /**< log2 banks */
    RH_D_INDEX,          /**< log2 queue */
    RH_D_OCCUPANCY,      /**< bits of 0 .. max(queue, banks x bank depth) */
    RH_D_DEPTH_INDEX,    /**< bits of 0 .. bank depth - 1, at least 1 */
    RH_D_DEPTH_COUNT,    /**< bits of 0 .. bank depth */
    RH_D_RESPONSE_INDEX, /**< log2 responses */
    RH_D_RESPONSE_COUNT  /**< bits of 0 .. responses */
};

/** Which elements of a field hold meaning, as a bit mask (element 0 = bit 0). */
typedef uint64_t rh_live_fn(const void *state, const struct rh_geometry *geometry);

struct rh_field {
    const char *name;      /**< as in the C struct and in waves */
    uint32_t offset;       /**< of element 0 in the struct */
    uint8_t size;          /**< bytes an element: 1, 2, 4 or 8 */
    uint8_t count;         /**< dimension: elements (at most 64) */
    uint8_t width;         /**< dimension: bits an element */
    const char *enum_name; /**< "rh_command", "rh_cause", "rh_reason", or NULL */
    rh_live_fn *live;      /**< NULL: every element, always (it has a reset) */
};

/** One row of a field table for member `m` of `struct type`; array members give the size of one element. */
#define RH_FIELD(type, m, element, count, width, live)                                                                 \
    { #m, (uint32_t)offsetof(struct type, m), (uint8_t)sizeof(element), (count), (width), NULL, (live) }

/** Worth of a dimension in a geometry. */
unsigned rh_dim(const struct rh_geometry *geometry, unsigned dim);
/** Bits of the whole field. */
unsigned rh_field_bits(const struct rh_field *field, const struct rh_geometry *geometry);
/** Bits of a table: the width of the observation vector. */
unsigned rh_fields_bits(const struct rh_field *fields, size_t n, const struct rh_geometry *geometry);
/** Element `index`. */
uint64_t rh_field_get(const struct rh_field *field, const void *base, unsigned index);
/** Set element `index`; the value must fit its width. */
void rh_field_set(const struct rh_field *field, void *base, unsigned index, uint64_t value);
/** Unpack an observation vector (32-bit words, least significant first) into a struct of the same table. */
void rh_fields_unpack(const struct rh_field *fields, size_t n, const struct rh_geometry *geometry,
                      const uint32_t *words, void *base);
/** Pack a struct into an observation vector; inverse of rh_fields_unpack. */
void rh_fields_pack(const struct rh_field *fields, size_t n, const struct rh_geometry *geometry, const void *base,
                    uint32_t *words);

/** First difference between two structs, live elements of `a` only; false when there is none. */
bool rh_fields_differ(const struct rh_field *fields, size_t n, const struct rh_geometry *geometry, const void *a,
                      const void *b, size_t *field, unsigned *index);

/** Name of an enumeration's value, or NULL. */
const char *rh_enum_name(const char *enum_name, uint64_t value);

#endif
