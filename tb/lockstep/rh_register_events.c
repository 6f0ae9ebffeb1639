// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_register_events.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum change { STAYS, GROWS, FALLS };
static const char *const change_names[RH_REGISTER_EVENTS_CHANGES] = {"stays", "grows", "falls"};

bool rh_register_past_open(struct rh_register_past *past, const struct rh_block *block) {
    size_t words = block->state.mask_words + 1U;
    *past = (struct rh_register_past){calloc(1, block->ops->state_size), calloc(words, sizeof(uint64_t)), false};
    if (past->state != NULL && past->live != NULL)
        return true;
    rh_register_past_close(past);
    return false;
}

void rh_register_past_close(struct rh_register_past *past) {
    free(past->state);
    free(past->live);
    *past = (struct rh_register_past){0};
}

static bool is_number(const struct rh_field *field) {
    static const char log2[] = "rh_log2_up(";
    if (field->width > 16)
        return false;
    return strncmp(field->width_text, log2, sizeof log2 - 1) == 0 || isdigit((unsigned char)*field->width_text);
}

/* Values of a number: as many as have events, and which the event `k` is. */
static unsigned values_of(const struct rh_field *field) {
    return field->width <= RH_REGISTER_EVENTS_BITS ? 1U << field->width : 2;
}
static uint64_t value_of(const struct rh_field *field, unsigned k) {
    return field->width <= RH_REGISTER_EVENTS_BITS || k == 0 ? k : rh_mask(field->width);
}

static void count_value(uint64_t *values, const struct rh_field *field, uint64_t value) {
    if (field->width <= RH_REGISTER_EVENTS_BITS)
        values[value & (RH_REGISTER_EVENTS_VALUES - 1)]++;
    else if (value == value_of(field, value != 0))
        values[value != 0]++;
}

void rh_register_events_clock(struct rh_register_events *events, struct rh_register_past *past,
                              const struct rh_block *block, const struct rh_lockstep_clock *clock) {
    const struct rh_layout *layout = &block->state;
    const void *now = clock->model_state;
    bool before = past->known && !clock->reset;
    rh_layout_live(layout, now, past->live);
    for (unsigned f = 0; f < layout->count; f++) {
        const struct rh_field *field = &layout->fields[f];
        bool number = is_number(field), changes = before && field->live == NULL;
        for (unsigned e = 0; e < field->count && (number || changes); e++) {
            uint64_t value = rh_field_get(field, now, e), old = rh_field_get(field, past->state, e);
            if (number && rh_field_is_live(field, past->live, e))
                count_value(events->values[f], field, value);
            if (changes)
                events->changes[f][value == old ? STAYS : value > old ? GROWS : FALLS]++;
        }
    }
    memcpy(past->state, now, block->ops->state_size);
    past->known = true;
}

void rh_register_events_each(const struct rh_register_events *events, const struct rh_layout *layout,
                             rh_register_event_fn *visit, void *user) {
    for (unsigned f = 0; f < layout->count; f++) {
        const struct rh_field *field = &layout->fields[f];
        for (unsigned k = 0; k < RH_REGISTER_EVENTS_CHANGES && field->count != 0 && field->live == NULL; k++)
            visit(user, "register", field->name, change_names[k], events->changes[f][k]);
        for (unsigned k = 0; field->count != 0 && is_number(field) && k < values_of(field); k++) {
            char text[24];
            (void)snprintf(text, sizeof text, "%" PRIu64, value_of(field, k));
            visit(user, "value", field->name, text, events->values[f][k]);
        }
    }
}
