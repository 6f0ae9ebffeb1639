// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_network_registers.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/lockstep/rh_shadow.h"

enum { MASK_WORDS = 64 /* of a live mask, at most */ };

struct part {
    const char *name;
    const struct rh_block *block;
    const unsigned char *model;
    unsigned char *rtl; /* the same struct, as the observation has it */
    struct rh_shadow *shadow;
    unsigned word; /* where it begins in the observation */
};

struct rh_network_registers {
    struct part *parts;
    unsigned count, room, words, bits;
};

struct rh_network_registers *rh_network_registers_open(void) {
    return calloc(1, sizeof(struct rh_network_registers));
}

void rh_network_registers_close(struct rh_network_registers *registers) {
    if (registers == NULL)
        return;
    for (unsigned i = 0; i < registers->count; i++) {
        rh_shadow_close(registers->parts[i].shadow);
        free(registers->parts[i].rtl);
    }
    free(registers->parts);
    free(registers);
}

bool rh_network_registers_add(struct rh_network_registers *registers, const char *part, const struct rh_block *block,
                              const void *state) {
    if (registers->count == registers->room) {
        unsigned room = 2 * registers->room + 8;
        struct part *more = realloc(registers->parts, room * sizeof *more);
        if (more == NULL)
            return false;
        registers->parts = more;
        registers->room = room;
    }
    struct part *p = &registers->parts[registers->count++];
    *p = (struct part){.name = part, .block = block, .model = state, .word = registers->words};
    registers->words += (block->state.bits + 31) / 32;
    registers->bits += block->state.bits;
    p->rtl = calloc(1, block->ops->state_size);
    if (p->rtl != NULL)
        p->shadow = rh_shadow_open(&block->state, p->rtl);
    return p->shadow != NULL;
}

unsigned rh_network_registers_words(const struct rh_network_registers *registers) {
    return registers->words;
}

unsigned rh_network_registers_bits(const struct rh_network_registers *registers) {
    return registers->bits;
}

/* The first element that holds meaning and differs, of a field whose bytes do; its count when there is none. */
static unsigned differs_at(const struct part *part, const struct rh_field *field) {
    const unsigned char *model = part->model + field->offset, *rtl = part->rtl + field->offset;
    uint64_t live[MASK_WORDS];
    unsigned words = (field->count + 63U) / 64;
    memset(live, field->live == NULL ? 0xff : 0, words * sizeof live[0]);
    if (field->live != NULL)
        field->live(part->model + field->part, part->block->params, live);
    for (unsigned w = 0; w < words; w++)
        for (uint64_t set = live[w]; set != 0; set &= set - 1) {
            unsigned e = w * 64 + (unsigned)__builtin_ctzll(set);
            if (e >= field->count)
                break;
            if (memcmp(model + e * field->size, rtl + e * field->size, field->size) != 0)
                return e;
        }
    return field->count;
}

static bool part_equals(const struct part *part, struct rh_network_difference *difference) {
    const struct rh_layout *layout = &part->block->state;
    for (unsigned i = 0; i < layout->count; i++) {
        const struct rh_field *field = &layout->fields[i];
        size_t bytes = (size_t)field->count * field->size;
        if (memcmp(part->model + field->offset, part->rtl + field->offset, bytes) == 0)
            continue;
        unsigned index = differs_at(part, field);
        if (index == field->count)
            continue;
        *difference = (struct rh_network_difference){.part = part->name,
                                                     .field = field,
                                                     .index = index,
                                                     .model = rh_field_get(field, part->model, index),
                                                     .rtl = rh_field_get(field, part->rtl, index)};
        return false;
    }
    return true;
}

bool rh_network_registers_equal(struct rh_network_registers *registers, const uint32_t *observation,
                                struct rh_network_difference *difference) {
    for (unsigned i = 0; i < registers->count; i++) {
        const struct part *part = &registers->parts[i];
        rh_shadow_update(part->shadow, observation + part->word);
        if (!part_equals(part, difference))
            return false;
    }
    return true;
}

void rh_network_registers_update(struct rh_network_registers *registers, const uint32_t *observation) {
    for (unsigned i = 0; i < registers->count; i++)
        rh_shadow_update(registers->parts[i].shadow, observation + registers->parts[i].word);
}

const void *rh_network_registers_of(const struct rh_network_registers *registers, unsigned place, bool rtl) {
    const struct part *part = &registers->parts[place];
    return rtl ? part->rtl : part->model;
}

unsigned rh_network_registers_differences(struct rh_network_registers *registers, const uint32_t *observation,
                                          struct rh_network_difference *differences, unsigned most) {
    unsigned found = 0;
    for (unsigned i = 0; i < registers->count; i++) {
        const struct part *part = &registers->parts[i];
        struct rh_network_difference d;
        rh_shadow_update(part->shadow, observation + part->word);
        if (part_equals(part, &d))
            continue;
        if (found < most)
            differences[found] = d;
        found++;
    }
    return found;
}

void rh_network_difference_text(const struct rh_network_difference *d, uint64_t clock, char *text, size_t size) {
    char index[16] = "";
    if (d->field->array)
        snprintf(index, sizeof index, "[%u]", d->index);
    snprintf(text, size, "MISMATCH: clock %" PRIu64 ", register of %s, %s%s: C model 0x%" PRIx64 ", RTL 0x%" PRIx64,
             clock, d->part, d->field->name, index, d->model, d->rtl);
}

bool rh_network_registers_compare(struct rh_network_registers *registers, const uint32_t *observation, uint64_t clock) {
    struct rh_network_difference d;
    char text[256];
    if (rh_network_registers_equal(registers, observation, &d))
        return true;
    rh_network_difference_text(&d, clock, text, sizeof text);
    printf("%s\n", text);
    return false;
}
