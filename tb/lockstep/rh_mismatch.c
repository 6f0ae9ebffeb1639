// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_mismatch.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SHOWN = 48 };

/** One element of a table, in table order. */
struct element {
    const struct rh_field *field;
    unsigned index;
    bool live, differs;
};

/* Every element of the layout; NULL without memory. */
static struct element *elements_of(const struct rh_layout *layout, const void *model, const void *rtl, size_t *found) {
    size_t total = 0;
    for (unsigned i = 0; i < layout->count; i++)
        total += layout->fields[i].count;
    struct element *elements = calloc(total + 1, sizeof *elements);
    uint64_t *live = calloc(layout->mask_words + 1, sizeof *live);
    *found = 0;
    if (live != NULL)
        rh_layout_live(layout, model, live);
    for (unsigned i = 0; elements != NULL && live != NULL && i < layout->count; i++) {
        const struct rh_field *field = &layout->fields[i];
        for (unsigned e = 0; e < field->count; e++) {
            bool means = rh_field_is_live(field, live, e);
            bool differs = means && rh_field_get_wide(field, model, e) != rh_field_get_wide(field, rtl, e);
            elements[(*found)++] = (struct element){field, e, means, differs};
        }
    }
    free(live);
    return elements;
}

/* A value by its name or as a number; one of more than 64 bits in hexadecimal. */
static void print_value(const struct element *element, const void *base, char *text, size_t size) {
    const struct rh_field *field = element->field;
    rh_wide wide = rh_field_get_wide(field, base, element->index);
    uint64_t value = (uint64_t)wide;
    const char *name = field->enum_name != NULL ? rh_enum_name(field->enum_name, value) : NULL;
    if (name != NULL)
        (void)snprintf(text, size, "%s", name);
    else if (field->width > 64)
        (void)snprintf(text, size, "0x%0*" PRIx64 "%016" PRIx64, (field->width - 61) / 4, (uint64_t)(wide >> 64),
                       value);
    else
        (void)snprintf(text, size, "%" PRIu64, value);
}

static void print_element(const struct element *element, const void *model, const void *rtl, FILE *to) {
    char name[96], left[40], right[40];
    if (element->field->array)
        (void)snprintf(name, sizeof name, "%s[%u]", element->field->name, element->index);
    else
        (void)snprintf(name, sizeof name, "%s", element->field->name);
    print_value(element, rtl, left, sizeof left);
    print_value(element, model, right, sizeof right);
    fprintf(to, "    %-22s %14s %14s%s\n", name, left, right,
            element->differs ? "   <-- differs"
            : element->live  ? ""
                             : "   (holds no meaning)");
}

static void print_table(const char *title, const struct rh_layout *layout, const void *model, const void *rtl,
                        FILE *to) {
    size_t found;
    unsigned shown = 0, hidden = 0, differing = 0;
    struct element *elements = elements_of(layout, model, rtl, &found);
    for (size_t i = 0; i < found; i++)
        differing += elements[i].differs;
    fprintf(to, "  %s: %u of %zu differ\n", title, differing, found);
    if (differing > 0)
        fprintf(to, "    %-22s %14s %14s\n", "field", "RTL", "model");
    size_t last = 0;
    for (size_t i = 0; differing > 0 && i < found; i++) {
        bool near =
            elements[i].differs || (i > 0 && elements[i - 1].differs) || (i + 1 < found && elements[i + 1].differs);
        if (!near)
            continue;
        if (shown >= MOST_SHOWN) {
            hidden += elements[i].differs;
            continue;
        }
        if (shown > 0 && i != last + 1)
            fprintf(to, "    ...\n");
        print_element(&elements[i], model, rtl, to);
        last = i;
        shown++;
    }
    if (hidden > 0)
        fprintf(to, "    ... and %u more that differ\n", hidden);
    free(elements);
}

static void print_sides(const struct rh_lockstep *lockstep, FILE *to) {
    const struct rh_block *block = rh_lockstep_setup_of(lockstep)->block;
    const struct rh_lockstep_clock *clock = rh_lockstep_clock_of(lockstep);
    print_table("outputs of this clock", &block->out, clock->model_out, clock->rtl_out, to);
    if (rh_lockstep_is_gates(lockstep))
        fprintf(to, "  registers before the edge: not compared, a netlist of gates shows none\n");
    else
        print_table("registers before the edge", &block->state, clock->model_state, clock->rtl_state, to);
}

void rh_mismatch_print(const struct rh_lockstep *lockstep, const struct rh_mismatch_context *context, FILE *to) {
    const struct rh_block *block = rh_lockstep_setup_of(lockstep)->block;
    const struct rh_lockstep_clock *clock = rh_lockstep_clock_of(lockstep);
    const char *broken = rh_lockstep_broken(lockstep);
    if (broken != NULL)
        fprintf(to, "CONTRACT: a port of rh_%s at cycle %" PRIu64 "%s: %s\n", block->ops->name, clock->cycle,
                context->place, broken);
    else
        fprintf(to, "MISMATCH: RTL and model of rh_%s differ at cycle %" PRIu64 "%s\n", block->ops->name, clock->cycle,
                context->place);
    fprintf(to, "  configuration  %s\n", context->configuration);
    if (context->timing != NULL)
        fprintf(to, "  timing         %s\n", context->timing);
    if (broken == NULL)
        print_sides(lockstep, to);
    context->past(lockstep, to);
    if (context->wave != NULL && context->wave[0] != '\0')
        fprintf(to, "  %s\n", context->wave);
    fprintf(to, "  repeat with a wave of this window:\n    %s\n", context->repeat);
}
