// SPDX-License-Identifier: Apache-2.0
/** Fields and layouts: every port and register, declared once, walked by the bridge, the checker and the wave writer.
 *
 * A field is an array (or one) of unsigned elements in a plain struct. A layout is the list of a struct's fields for
 * one set of parameters, with counts and widths worked out. The observation vector of an RTL block holds the fields of
 * its layout in order, element 0 first, least significant bit first, without padding.
 *
 * A block lists its fields in a function of its own, one RH_ROW a field. Count and width are C expressions over the
 * parameters `p`; their text is kept, too, for the SystemVerilog generated from it. So they use what SystemVerilog
 * knows under the same name: numbers, p->name, + - * / ? :, comparisons, rh_log2_up and rh_max. A part (a struct inside
 * the struct) is listed by a call of its own function with the base moved.
 */
#ifndef RH_FIELD_H
#define RH_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rowhold/rh_bits.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Which elements of a field hold meaning: sets their bits in `mask` (element 0 = bit 0 of mask[0]), which comes
 * zeroed. `part` is the struct that lists the field, which may be a part of the state. */
typedef void rh_live_fn(const void *part, const void *params, uint64_t *mask);

/** For live functions: the bits of `count` elements from `first` on, in a ring of `n` (n: no wrapping is meant). A
 * state that RTL with a bug is in may hold any numbers: `first` is taken modulo n, `count` is at most n. */
void rh_live_ring(uint64_t *mask, unsigned first, unsigned count, unsigned n);

struct rh_field {
    const char *name;       /**< as in the C struct and in waves */
    const char *enum_name;  /**< "rh_command", "rh_cause", "rh_reason", or NULL */
    const char *bit_enum;   /**< of a set whose bits are values of their own: "rh_bank_state", or NULL */
    rh_live_fn *live;       /**< NULL: every element, always (it has a reset) */
    const char *count_text; /**< count and width as they are written in the list */
    const char *width_text;
    const char *meaning; /**< of a port or a configuration register; NULL for registers */
    uint32_t offset;     /**< of element 0 in the struct of the layout */
    uint32_t part;       /**< offset of the struct that `live` looks at */
    uint16_t count;      /**< elements; 0: these parameters have no such field */
    uint16_t mask;       /**< first word of its live mask in rh_layout_live's words */
    uint8_t width;       /**< bits an element */
    uint8_t size;        /**< bytes an element: 1, 2, 4, 8 or, of registers alone, 16 */
    bool packed;         /**< a configuration register that shares a port, constraints_i, with others */
    bool array;          /**< its elements are written name[0], name[1], ... */
};

enum {
    RH_LAYOUT_FIELDS = 96, /**< at most so many a layout */
    RH_LAYOUT_MASKS = 8    /**< different live functions */
};

struct rh_layout {
    const void *params; /**< the caller's; must live as long as the layout */
    unsigned count;     /**< fields */
    unsigned bits;      /**< width of the observation vector */
    unsigned mask_count, mask_words;
    struct rh_field fields[RH_LAYOUT_FIELDS];
    uint16_t masked[RH_LAYOUT_MASKS]; /**< the first field of each live mask */
};

/** Lists the fields of a struct at offset `base`; `params` are those of its kind. */
typedef void rh_list_fn(struct rh_layout *layout, size_t base, const void *params);

/** The layout that `list` makes for these parameters. */
void rh_layout_make(struct rh_layout *layout, rh_list_fn *list, const void *params);
/** One more field; used through RH_ROW. */
void rh_layout_add(struct rh_layout *layout, const struct rh_field *field);

/** Bytes of an element of a member, and whether it is an array. */
#define RH_ELEMENT_BYTES(type, m)                                                                                      \
    _Generic(((type *)0)->m, uint8_t : 1, uint8_t * : 1, uint16_t : 2, uint16_t * : 2, uint32_t : 4, uint32_t * : 4,   \
             uint64_t : 8, uint64_t * : 8, rh_wide : 16, rh_wide * : 16)
#define RH_IS_ARRAY(type, m)                                                                                           \
    _Generic(((type *)0)->m, uint8_t *                                                                                 \
             : true, uint16_t *                                                                                        \
             : true, uint32_t *                                                                                        \
             : true, uint64_t *                                                                                        \
             : true, rh_wide *                                                                                         \
             : true, default                                                                                           \
             : false)

/** A row of a list function (its parameters are `layout` and `base`): member `m` of `type`, `n` elements of `bits`
 * bits. */
#define RH_ROW(type, m, n, bits, live_fn) RH_FIELD(type, m, n, bits, NULL, NULL, NULL, false, live_fn)
#define RH_ROW_ENUM(type, m, n, bits, enumeration, live_fn)                                                            \
    RH_FIELD(type, m, n, bits, enumeration, NULL, NULL, false, live_fn)
/** A set of `bits` things, each in the state that its bit says: waves write it whole and, by names, bit by bit. */
#define RH_ROW_STATES(type, m, bits, enumeration) RH_FIELD(type, m, 1, bits, NULL, enumeration, NULL, false, NULL)
/** The same for a port's row: `enumeration` is a name or 0. */
#define RH_PORT(type, m, n, bits, enumeration, meaning_text, live_fn)                                                  \
    RH_FIELD(type, m, n, bits, rh_enum_or_null(#enumeration), NULL, meaning_text, false, live_fn)
/** The same for a configuration register. */
#define RH_REGISTER(type, m, bits, meaning_text, is_packed)                                                            \
    RH_FIELD(type, m, 1, bits, NULL, NULL, meaning_text, is_packed, NULL)
#define RH_FIELD(type, m, n, bits, enumeration, of_bits, meaning_text, is_packed, live_fn)                             \
    rh_layout_add(layout, &(const struct rh_field){.name = #m,                                                         \
                                                   .enum_name = (enumeration),                                         \
                                                   .bit_enum = (of_bits),                                              \
                                                   .live = (live_fn),                                                  \
                                                   .count_text = #n,                                                   \
                                                   .width_text = #bits,                                                \
                                                   .meaning = (meaning_text),                                          \
                                                   .offset = (uint32_t)(base + offsetof(type, m)),                     \
                                                   .part = (uint32_t)base,                                             \
                                                   .count = (uint16_t)(n),                                             \
                                                   .width = (uint8_t)(bits),                                           \
                                                   .size = RH_ELEMENT_BYTES(type, m),                                  \
                                                   .packed = (is_packed),                                              \
                                                   .array = RH_IS_ARRAY(type, m)})
static inline const char *rh_enum_or_null(const char *enumeration) {
    return enumeration[0] == '0' ? NULL : enumeration;
}

/** Element `index`; of one with more than 64 bits the low ones. */
uint64_t rh_field_get(const struct rh_field *field, const void *base, unsigned index);
/** Element `index`, every bit. */
rh_wide rh_field_get_wide(const struct rh_field *field, const void *base, unsigned index);
/** Set element `index`; the value must fit its width. */
void rh_field_set(const struct rh_field *field, void *base, unsigned index, uint64_t value);

/** Unpack an observation vector (32-bit words, least significant first) into a struct of the layout. */
void rh_layout_unpack(const struct rh_layout *layout, const uint32_t *words, void *base);
/** Pack a struct into an observation vector; inverse of rh_layout_unpack. */
void rh_layout_pack(const struct rh_layout *layout, const void *base, uint32_t *words);

/** Live masks of every field that has one, into `words` (layout->mask_words of them). */
void rh_layout_live(const struct rh_layout *layout, const void *base, uint64_t *words);
/** Does element `index` hold meaning? `words` are rh_layout_live's. */
static inline bool rh_field_is_live(const struct rh_field *field, const uint64_t *words, unsigned index) {
    return field->live == NULL || (words[field->mask + index / 64] >> index % 64 & 1) != 0;
}

/** First difference between two structs among the elements of `words` (rh_layout_live of the one that counts); false
 * when there is none. */
bool rh_layout_differs(const struct rh_layout *layout, const uint64_t *words, const void *a, const void *b,
                       unsigned *field, unsigned *index);

/** Name of an enumeration's value, or NULL. */
const char *rh_enum_name(const char *enum_name, uint64_t value);

#ifdef __cplusplus
}
#endif

#endif
