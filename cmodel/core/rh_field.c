// SPDX-License-Identifier: Apache-2.0
// Makes and walks layouts. Lockstep unpacks and compares a whole state every clock, so the loops here are specialised
// by element size, and fields that share a live mask have it worked out once.
#include "rowhold/rh_field.h"

#include <assert.h>
#include <string.h>

/* `count` bits from `first` on. */
static void set_run(uint64_t *mask, unsigned first, unsigned count) {
    while (count > 0) {
        unsigned at = first % 64, n = count < 64 - at ? count : 64 - at;
        mask[first / 64] |= (n == 64 ? UINT64_MAX : (UINT64_C(1) << n) - 1) << at;
        first += n;
        count -= n;
    }
}

void rh_live_ring(uint64_t *mask, unsigned first, unsigned count, unsigned n) {
    first %= n;
    count = count < n ? count : n;
    unsigned to_end = count < n - first ? count : n - first;
    set_run(mask, first, to_end);
    set_run(mask, 0, count - to_end);
}

void rh_layout_make(struct rh_layout *layout, rh_list_fn *list, const void *params) {
    memset(layout, 0, sizeof *layout);
    layout->params = params;
    list(layout, 0, params);
}

/* The words of a live mask; those of an earlier field that has the same. */
static uint16_t mask_of(struct rh_layout *layout, const struct rh_field *field) {
    for (unsigned i = 0; i < layout->mask_count; i++) {
        const struct rh_field *other = &layout->fields[layout->masked[i]];
        if (other->live == field->live && other->part == field->part && other->count == field->count)
            return other->mask;
    }
    assert(layout->mask_count < RH_LAYOUT_MASKS);
    layout->masked[layout->mask_count++] = (uint16_t)layout->count;
    unsigned at = layout->mask_words;
    layout->mask_words += (field->count + 63U) / 64;
    return (uint16_t)at;
}

void rh_layout_add(struct rh_layout *layout, const struct rh_field *field) {
    assert(layout->count < RH_LAYOUT_FIELDS);
    struct rh_field *row = &layout->fields[layout->count];
    *row = *field;
    if (field->live != NULL && field->count != 0) /* one without elements has no words */
        row->mask = mask_of(layout, field);
    layout->bits += (unsigned)row->count * row->width;
    layout->count++;
}

void rh_layout_live(const struct rh_layout *layout, const void *base, uint64_t *words) {
    memset(words, 0, layout->mask_words * sizeof words[0]);
    for (unsigned i = 0; i < layout->mask_count; i++) {
        const struct rh_field *field = &layout->fields[layout->masked[i]];
        field->live((const unsigned char *)base + field->part, layout->params, words + field->mask);
    }
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

rh_wide rh_field_get_wide(const struct rh_field *field, const void *base, unsigned index) {
    rh_wide wide;
    if (field->size != sizeof wide)
        return rh_field_get(field, base, index);
    memcpy(&wide, (const unsigned char *)base + field->offset + index * sizeof wide, sizeof wide);
    return wide;
}

void rh_field_set(const struct rh_field *field, void *base, unsigned index, uint64_t value) {
    rh_wide wide = value;
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
    case 16:
        memcpy(at, &wide, sizeof wide);
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

static inline rh_wide read_wide(struct reader *r, unsigned width) {
    if (width <= 64)
        return read_bits(r, width);
    uint64_t low = read_bits(r, 64);
    return low | (rh_wide)read_bits(r, width - 64) << 64;
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

#define READ_ELEMENTS(type, read)                                                                                      \
    do                                                                                                                 \
        for (unsigned e = 0; e < count; e++) {                                                                         \
            type element = (type)read(&r, width);                                                                      \
            memcpy(at + e * sizeof element, &element, sizeof element);                                                 \
        }                                                                                                              \
    while (0)

void rh_layout_unpack(const struct rh_layout *layout, const uint32_t *words, void *base) {
    struct reader r = {words, 0, 0};
    for (unsigned i = 0; i < layout->count; i++) {
        const struct rh_field *field = &layout->fields[i];
        unsigned count = field->count, width = field->width;
        unsigned char *at = (unsigned char *)base + field->offset;
        if (field->size == 1 && width == 1)
            read_flags(&r, at, count);
        else if (field->size == 1)
            READ_ELEMENTS(uint8_t, read_bits);
        else if (field->size == 2)
            READ_ELEMENTS(uint16_t, read_bits);
        else if (field->size == 4)
            READ_ELEMENTS(uint32_t, read_bits);
        else if (field->size == 8)
            READ_ELEMENTS(uint64_t, read_bits);
        else
            READ_ELEMENTS(rh_wide, read_wide);
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

static inline void write_wide(struct writer *w, rh_wide value, unsigned width) {
    write_bits(w, (uint64_t)value, width < 64 ? width : 64);
    if (width > 64)
        write_bits(w, (uint64_t)(value >> 64), width - 64);
}

#define WRITE_ELEMENTS(type, write)                                                                                    \
    do                                                                                                                 \
        for (unsigned e = 0; e < count; e++) {                                                                         \
            type element;                                                                                              \
            memcpy(&element, at + e * sizeof element, sizeof element);                                                 \
            write(&w, element, width);                                                                                 \
        }                                                                                                              \
    while (0)

void rh_layout_pack(const struct rh_layout *layout, const void *base, uint32_t *words) {
    struct writer w = {words, 0, 0};
    for (unsigned i = 0; i < layout->count; i++) {
        const struct rh_field *field = &layout->fields[i];
        unsigned count = field->count, width = field->width;
        const unsigned char *at = (const unsigned char *)base + field->offset;
        if (field->size == 1)
            WRITE_ELEMENTS(uint8_t, write_bits);
        else if (field->size == 2)
            WRITE_ELEMENTS(uint16_t, write_bits);
        else if (field->size == 4)
            WRITE_ELEMENTS(uint32_t, write_bits);
        else if (field->size == 8)
            WRITE_ELEMENTS(uint64_t, write_bits);
        else
            WRITE_ELEMENTS(rh_wide, write_wide);
    }
    if (w.have > 0)
        *w.next = (uint32_t)w.bits;
}

bool rh_layout_differs(const struct rh_layout *layout, const uint64_t *words, const void *a, const void *b,
                       unsigned *field, unsigned *index) {
    for (unsigned i = 0; i < layout->count; i++) {
        const struct rh_field *row = &layout->fields[i];
        const unsigned char *x = (const unsigned char *)a + row->offset;
        const unsigned char *y = (const unsigned char *)b + row->offset;
        size_t size = row->size;
        if (memcmp(x, y, row->count * size) == 0)
            continue;
        for (unsigned e = 0; e < row->count; e++)
            if (rh_field_is_live(row, words, e) && memcmp(x + e * size, y + e * size, size) != 0) {
                *field = i;
                *index = e;
                return true;
            }
    }
    return false;
}
