// SPDX-License-Identifier: Apache-2.0
// Walks field tables. Lockstep unpacks and compares a whole state every clock, so the loops here are specialised by element
// size, dimensions are worked out once a call, and equal memory is passed over without asking what is live.
#include "rowhold/rh_field.h"

#include <string.h>

enum { DIMS = RH_D_RESPONSE_COUNT - RH_D_SYMBOLS + 1 };

/** Every dimension of one geometry, indexed from RH_D_SYMBOLS. */
struct dims {
    unsigned of[DIMS];
};

static struct dims dims_of(const struct rh_geometry *g) {
    unsigned depth = rh_geometry_bank_depth(g);
    unsigned banked = depth * g->banks;
    unsigned most = g->queue > banked ? g->queue : banked;
    struct dims dims;
#define SET(dim, value) dims.of[(dim)-RH_D_SYMBOLS] = (value)
    SET(RH_D_SYMBOLS, RH_D_SYMBOLS);
    SET(RH_D_QUEUE, g->queue);
    SET(RH_D_BANKS, g->banks);
    SET(RH_D_GROUPS, g->groups);
    SET(RH_D_RESPONSES, g->responses);
    SET(RH_D_BANK_DEPTH, depth);
    SET(RH_D_BANKED, banked);
    SET(RH_D_ROW, g->row_bits);
    SET(RH_D_COLUMN, g->column_bits);
    SET(RH_D_TAG, g->tag_bits);
    SET(RH_D_TIMER, g->timer_bits);
    SET(RH_D_BANK, rh_log2_up(g->banks));
    SET(RH_D_INDEX, rh_log2_up(g->queue));
    SET(RH_D_OCCUPANCY, rh_log2_up(most + 1));
    SET(RH_D_DEPTH_INDEX, rh_log2_up(depth));
    SET(RH_D_DEPTH_COUNT, rh_log2_up(depth + 1));
    SET(RH_D_RESPONSE_INDEX, rh_log2_up(g->responses));
    SET(RH_D_RESPONSE_COUNT, rh_log2_up(g->responses + 1U));
#undef SET
    return dims;
}

static unsigned worth(const struct dims *dims, unsigned dim) {
    if (dim < RH_D_SYMBOLS)
        return dim;
    return dim - RH_D_SYMBOLS < DIMS ? dims->of[dim - RH_D_SYMBOLS] : 0;
}

unsigned rh_dim(const struct rh_geometry *geometry, unsigned dim) {
    struct dims dims = dims_of(geometry);
    return worth(&dims, dim);
}

unsigned rh_field_bits(const struct rh_field *field, const struct rh_geometry *geometry) {
    return rh_fields_bits(field, 1, geometry);
}

unsigned rh_fields_bits(const struct rh_field *fields, size_t n, const struct rh_geometry *geometry) {
    struct dims dims = dims_of(geometry);
    unsigned bits = 0;
    for (size_t i = 0; i < n; i++)
        bits += worth(&dims, fields[i].count) * worth(&dims, fields[i].width);
    return bits;
}

uint64_t rh_field_get(const struct rh_field *field, const void *base, unsigned index) {
    const unsigned char *at = (const unsigned char *)base + field->offset + (size_t)index * field->size;
    uint8_t u8;
    uint16_t u16;
    uint32_t u32;
    uint64_t u64;
    switch (field->size) {
    case 1:
        memcpy(&u8, at, sizeof u8);
        return u8;
    case 2:
        memcpy(&u16, at, sizeof u16);
        return u16;
    case 4:
        memcpy(&u32, at, sizeof u32);
        return u32;
    default:
        memcpy(&u64, at, sizeof u64);
        return u64;
    }
}

void rh_field_set(const struct rh_field *field, void *base, unsigned index, uint64_t value) {
    unsigned char *at = (unsigned char *)base + field->offset + (size_t)index * field->size;
    uint8_t u8 = (uint8_t)value;
    uint16_t u16 = (uint16_t)value;
    uint32_t u32 = (uint32_t)value;
    switch (field->size) {
    case 1:
        memcpy(at, &u8, sizeof u8);
        break;
    case 2:
        memcpy(at, &u16, sizeof u16);
        break;
    case 4:
        memcpy(at, &u32, sizeof u32);
        break;
    default:
        memcpy(at, &value, sizeof value);
        break;
    }
}

/** Position in a bit vector: up to 63 bits already read and the words to come. */
struct reader {
    const uint32_t *next;
    uint64_t bits;
    unsigned have;
};

static inline uint64_t read_bits(struct reader *r, unsigned width) {
    if (width > 32) {
        uint64_t low = read_bits(r, 32);
        return low | read_bits(r, width - 32) << 32;
    }
    if (r->have < width) {
        r->bits |= (uint64_t)*r->next++ << r->have;
        r->have += 32;
    }
    uint64_t value = r->bits & ((UINT64_C(1) << width) - 1);
    r->bits >>= width;
    r->have -= width;
    return value;
}

/** Eight one-bit elements at once: each bit of a byte becomes a byte of its own. */
static void read_flags(struct reader *r, unsigned char *at, unsigned count) {
    for (; count >= 8; count -= 8, at += 8) {
        uint64_t spread = (read_bits(r, 8) * UINT64_C(0x0101010101010101)) & UINT64_C(0x8040201008040201);
        spread = ((spread + UINT64_C(0x7f7f7f7f7f7f7f7f)) >> 7) & UINT64_C(0x0101010101010101);
        for (unsigned i = 0; i < 8; i++)
            at[i] = (unsigned char)(spread >> (8 * i));
    }
    for (; count > 0; count--)
        *at++ = (unsigned char)read_bits(r, 1);
}

#define READ_ELEMENTS(type)                                                                                            \
    do                                                                                                                 \
        for (unsigned e = 0; e < count; e++) {                                                                         \
            type element = (type)read_bits(&r, width);                                                                 \
            memcpy(at + e * sizeof element, &element, sizeof element);                                                 \
        }                                                                                                              \
    while (0)

void rh_fields_unpack(const struct rh_field *fields, size_t n, const struct rh_geometry *geometry,
                      const uint32_t *words, void *base) {
    struct dims dims = dims_of(geometry);
    struct reader r = {words, 0, 0};
    for (size_t i = 0; i < n; i++) {
        unsigned count = worth(&dims, fields[i].count), width = worth(&dims, fields[i].width);
        unsigned char *at = (unsigned char *)base + fields[i].offset;
        if (fields[i].size == 1 && width == 1)
            read_flags(&r, at, count);
        else if (fields[i].size == 1)
            READ_ELEMENTS(uint8_t);
        else if (fields[i].size == 2)
            READ_ELEMENTS(uint16_t);
        else if (fields[i].size == 4)
            READ_ELEMENTS(uint32_t);
        else
            READ_ELEMENTS(uint64_t);
    }
}

/** Position in a bit vector being written: up to 31 bits that wait for a full word. */
struct writer {
    uint32_t *next;
    uint64_t bits;
    unsigned have;
};

static inline void write_bits(struct writer *w, uint64_t value, unsigned width) {
    if (width > 32) {
        write_bits(w, value & UINT32_MAX, 32);
        value >>= 32;
        width -= 32;
    }
    w->bits |= (value & ((UINT64_C(1) << width) - 1)) << w->have;
    w->have += width;
    if (w->have >= 32) {
        *w->next++ = (uint32_t)w->bits;
        w->bits >>= 32;
        w->have -= 32;
    }
}

#define WRITE_ELEMENTS(type)                                                                                           \
    do                                                                                                                 \
        for (unsigned e = 0; e < count; e++) {                                                                         \
            type element;                                                                                              \
            memcpy(&element, at + e * sizeof element, sizeof element);                                                 \
            write_bits(&w, element, width);                                                                            \
        }                                                                                                              \
    while (0)

void rh_fields_pack(const struct rh_field *fields, size_t n, const struct rh_geometry *geometry, const void *base,
                    uint32_t *words) {
    struct dims dims = dims_of(geometry);
    struct writer w = {words, 0, 0};
    for (size_t i = 0; i < n; i++) {
        unsigned count = worth(&dims, fields[i].count), width = worth(&dims, fields[i].width);
        const unsigned char *at = (const unsigned char *)base + fields[i].offset;
        if (fields[i].size == 1)
            WRITE_ELEMENTS(uint8_t);
        else if (fields[i].size == 2)
            WRITE_ELEMENTS(uint16_t);
        else if (fields[i].size == 4)
            WRITE_ELEMENTS(uint32_t);
        else
            WRITE_ELEMENTS(uint64_t);
    }
    if (w.have > 0)
        *w.next = (uint32_t)w.bits;
}

bool rh_fields_differ(const struct rh_field *fields, size_t n, const struct rh_geometry *geometry, const void *a,
                      const void *b, size_t *field, unsigned *index) {
    struct dims dims = dims_of(geometry);
    for (size_t i = 0; i < n; i++) {
        unsigned count = worth(&dims, fields[i].count);
        const unsigned char *x = (const unsigned char *)a + fields[i].offset;
        const unsigned char *y = (const unsigned char *)b + fields[i].offset;
        size_t size = fields[i].size;
        if (memcmp(x, y, count * size) == 0)
            continue;
        uint64_t live = fields[i].live != NULL ? fields[i].live(a, geometry) : UINT64_MAX;
        for (unsigned e = 0; e < count; e++)
            if ((live >> e & 1) != 0 && memcmp(x + e * size, y + e * size, size) != 0) {
                *field = i;
                *index = e;
                return true;
            }
    }
    return false;
}
