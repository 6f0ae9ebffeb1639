// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_events.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void rh_event_levels(const char *event, const uint64_t *count, unsigned most, rh_event_fn *visit, void *user) {
    for (unsigned level = 0; level <= most; level++) {
        char text[16];
        (void)snprintf(text, sizeof text, "%u", level);
        visit(user, &(struct rh_event){event, text, "", "", count[level]});
    }
}

void rh_event_tally(void *user, const struct rh_event *event) {
    struct rh_event_tally *tally = user;
    tally->known++;
    tally->seen += event->count != 0;
}

/* --- registers --- */

enum change { STAYS, GROWS, FALLS };
static const char *const change_names[RH_REGISTER_EVENTS_CHANGES] = {"stays", "grows", "falls"};

static bool is_number(const struct rh_field *field) {
    static const char log2[] = "rh_log2_up(";
    if (field->width > 16)
        return false;
    return strncmp(field->width_text, log2, sizeof log2 - 1) == 0 || isdigit((unsigned char)*field->width_text);
}

bool rh_register_past_open(struct rh_register_past *past, const struct rh_block *block) {
    const struct rh_layout *layout = &block->state;
    *past =
        (struct rh_register_past){calloc(1, block->ops->state_size), calloc(layout->mask_words + 1U, sizeof(uint64_t)),
                                  calloc(layout->count + 1U, sizeof(bool)), false};
    if (past->state == NULL || past->live == NULL || past->number == NULL) {
        rh_register_past_close(past);
        return false;
    }
    for (unsigned f = 0; f < layout->count; f++)
        past->number[f] = is_number(&layout->fields[f]);
    return true;
}

void rh_register_past_close(struct rh_register_past *past) {
    free(past->state);
    free(past->live);
    free(past->number);
    *past = (struct rh_register_past){0};
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
        bool number = past->number[f], changes = before && field->live == NULL;
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
                             rh_event_fn *visit, void *user) {
    for (unsigned f = 0; f < layout->count; f++) {
        const struct rh_field *field = &layout->fields[f];
        for (unsigned k = 0; k < RH_REGISTER_EVENTS_CHANGES && field->count != 0 && field->live == NULL; k++)
            visit(user, &(struct rh_event){"register", field->name, change_names[k], "", events->changes[f][k]});
        for (unsigned k = 0; field->count != 0 && is_number(field) && k < values_of(field); k++) {
            char text[24];
            (void)snprintf(text, sizeof text, "%" PRIu64, value_of(field, k));
            visit(user, &(struct rh_event){"value", field->name, text, "", events->values[f][k]});
        }
    }
}

/* --- controllers --- */

static const char *const kind_names[] = {
#define NAME(name) #name,
    RH_EVENT_COMMANDS(NAME)
#undef NAME
};
static const char *const relations[] = {"same", "other"};

static uint8_t row_kind(const struct rh_constraints *constraints, const struct rh_controller_out *out) {
    bool one = constraints->refresh >= RH_REFRESH_PER_BANK;
    if (out->row_cmd == RH_ACT)
        return RH_EVENT_ACT;
    if (out->row_cmd == RH_REF)
        return one ? RH_EVENT_REF_ONE : RH_EVENT_REF_ALL;
    if (out->row_reason != RH_REASON_REFRESH)
        return RH_EVENT_PRE;
    return one ? RH_EVENT_PRE_ONE : RH_EVENT_PRE_ALL;
}

static uint8_t column_kind(const struct rh_controller_out *out) {
    switch (out->col_cmd) {
    case RH_WR:
        return RH_EVENT_WR;
    case RH_RDA:
        return RH_EVENT_RDA;
    case RH_WRA:
        return RH_EVENT_WRA;
    default:
        return RH_EVENT_RD;
    }
}

static unsigned another_bank(const struct rh_event_at *a, const struct rh_event_at *b) {
    return a->bank != b->bank && !a->all && !b->all;
}

static void count_commands(struct rh_events *events, struct rh_events_past *past,
                           const struct rh_constraints *constraints, const struct rh_controller_out *out) {
    struct rh_events_past now = {0};
    if (out->row_cmd != RH_NOP)
        now.command[now.commands++] = (struct rh_event_at){row_kind(constraints, out), out->row_bank, out->row_all};
    if (out->col_cmd != RH_NOP)
        now.command[now.commands++] = (struct rh_event_at){column_kind(out), out->col_bank, 0};
    if (now.commands == 0)
        return;
    for (unsigned i = 0; i < past->commands; i++)
        for (unsigned j = 0; j < now.commands; j++) {
            const struct rh_event_at *a = &past->command[i], *b = &now.command[j];
            events->pair[a->kind][b->kind][another_bank(a, b)]++;
        }
    if (now.commands == 2) {
        const struct rh_event_at *row = &now.command[0], *column = &now.command[1];
        events->together[row->kind][column->kind][another_bank(row, column)]++;
    }
    *past = now;
}

void rh_events_clock(struct rh_events *events, struct rh_events_past *past, const struct rh_constraints *constraints,
                     const struct rh_controller_out *out, unsigned responses) {
    if (out->active && !out->booked)
        events->cause[out->cause]++;
    events->occupancy[out->occupancy]++;
    events->responses[responses]++;
    count_commands(events, past, constraints, out);
}

static void each_pair(const char *event, const uint64_t count[RH_EVENT_KINDS][RH_EVENT_KINDS][2], unsigned firsts,
                      unsigned second, rh_event_fn *visit, void *user) {
    for (unsigned a = 0; a < firsts; a++)
        for (unsigned b = second; b < RH_EVENT_KINDS; b++)
            for (unsigned r = 0; r < 2; r++)
                visit(user, &(struct rh_event){event, kind_names[a], kind_names[b], relations[r], count[a][b][r]});
}

static void each(const struct rh_events *events, const struct rh_geometry *geometry, rh_event_fn *visit, void *user) {
    for (unsigned cause = 0; cause < RH_CAUSES; cause++)
        visit(user, &(struct rh_event){"cause", rh_cause_key(cause), "", "", events->cause[cause]});
    rh_event_levels("occupancy", events->occupancy, geometry->queue, visit, user);
    rh_event_levels("responses", events->responses, geometry->responses, visit, user);
    each_pair("pair", events->pair, RH_EVENT_KINDS, 0, visit, user);
    each_pair("together", events->together, RH_EVENT_FIRST_COLUMN, RH_EVENT_FIRST_COLUMN, visit, user);
}

void rh_events_seen(const struct rh_events *events, const struct rh_geometry *geometry, unsigned *known,
                    unsigned *seen) {
    struct rh_event_tally tally = {0};
    each(events, geometry, rh_event_tally, &tally);
    *known = tally.known;
    *seen = tally.seen;
}

struct table {
    const char *controller;
    unsigned buses;
    FILE *to;
};

static void print(void *user, const struct rh_event *e) {
    const struct table *table = user;
    fprintf(table->to, "%s,%u,%s,%s,%s,%s,%" PRIu64 "\n", table->controller, table->buses, e->event, e->first,
            e->second, e->relation, e->count);
}

void rh_events_csv(const struct rh_events *events, const struct rh_register_events *registers,
                   const struct rh_block *block, FILE *to) {
    const struct rh_geometry *geometry = block->params;
    struct table table = {block->ops->name, geometry->buses, to};
    fprintf(to, "controller,buses,event,first,second,relation,count\n");
    each(events, geometry, print, &table);
    rh_register_events_each(registers, &block->state, print, &table);
}
