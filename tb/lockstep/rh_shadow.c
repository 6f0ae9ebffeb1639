// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_shadow.h"

#include <stdlib.h>
#include <string.h>

/** One element of one field. */
struct element {
    uint32_t bit;    /* where it begins in the vector */
    uint32_t offset; /* in the struct */
    uint8_t width, size;
};

struct rh_shadow {
    unsigned char *state;
    unsigned words, elements;
    uint32_t *seen;        /* of the last update */
    uint32_t *first;       /* of each word: the first element that has a bit in it */
    struct element *table; /* in order, and behind them one that begins nowhere */
};

static void fill(struct rh_shadow *shadow, const struct rh_layout *layout) {
    uint32_t bit = 0;
    unsigned n = 0, word = 0;
    for (unsigned i = 0; i < layout->count; i++) {
        const struct rh_field *field = &layout->fields[i];
        for (unsigned e = 0; e < field->count; e++) {
            shadow->table[n] = (struct element){bit, field->offset + e * field->size, field->width, field->size};
            bit += field->width;
            for (; word * 32 < bit; word++)
                shadow->first[word] = n;
            n++;
        }
    }
    shadow->table[n].bit = UINT32_MAX;
}

struct rh_shadow *rh_shadow_open(const struct rh_layout *layout, void *state) {
    struct rh_shadow *shadow = calloc(1, sizeof *shadow);
    if (shadow == NULL)
        return NULL;
    for (unsigned i = 0; i < layout->count; i++)
        shadow->elements += layout->fields[i].count;
    shadow->state = state;
    shadow->words = (layout->bits + 31) / 32;
    shadow->seen = calloc(shadow->words + 1, sizeof *shadow->seen);
    shadow->first = calloc(shadow->words + 1, sizeof *shadow->first);
    shadow->table = calloc(shadow->elements + 1, sizeof *shadow->table);
    if (shadow->seen == NULL || shadow->first == NULL || shadow->table == NULL) {
        rh_shadow_close(shadow);
        return NULL;
    }
    fill(shadow, layout);
    return shadow; /* all 0 on both sides */
}

void rh_shadow_close(struct rh_shadow *shadow) {
    if (shadow == NULL)
        return;
    free(shadow->seen);
    free(shadow->first);
    free(shadow->table);
    free(shadow);
}

/* Up to 64 bits. */
static inline uint64_t bits_at(const uint32_t *words, uint32_t bit, unsigned width) {
    const uint32_t *at = words + bit / 32;
    unsigned shift = bit % 32;
    uint64_t value = ((uint64_t)at[1] << 32 | at[0]) >> shift;
    if (shift + width > 64)
        value |= (uint64_t)at[2] << (64 - shift);
    return width < 64 ? value & ((UINT64_C(1) << width) - 1) : value;
}

static inline void unpack(const struct rh_shadow *shadow, const uint32_t *words, const struct element *element) {
    unsigned char *to = shadow->state + element->offset;
    uint64_t value = bits_at(words, element->bit, element->width < 64 ? element->width : 64);
    uint8_t u8 = (uint8_t)value;
    uint16_t u16 = (uint16_t)value;
    uint32_t u32 = (uint32_t)value;
    rh_wide wide = value;
    switch (element->size) {
    case 1:
        memcpy(to, &u8, sizeof u8);
        break;
    case 2:
        memcpy(to, &u16, sizeof u16);
        break;
    case 4:
        memcpy(to, &u32, sizeof u32);
        break;
    case 8:
        memcpy(to, &value, sizeof value);
        break;
    default:
        if (element->width > 64)
            wide |= (rh_wide)bits_at(words, element->bit + 64, element->width - 64U) << 64;
        memcpy(to, &wide, sizeof wide);
        break;
    }
}

void rh_shadow_update(struct rh_shadow *shadow, const uint32_t *words) {
    for (unsigned word = 0; word < shadow->words; word++) {
        if (words[word] == shadow->seen[word])
            continue;
        shadow->seen[word] = words[word];
        for (const struct element *e = &shadow->table[shadow->first[word]]; e->bit < (word + 1) * 32; e++)
            unpack(shadow, words, e);
    }
}
