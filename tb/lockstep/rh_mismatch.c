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

/* Every element of the table; NULL without memory. */
static struct element *elements_of(const struct rh_field *fields, size_t n, const struct rh_geometry *geometry,
                                   const void *model, const void *rtl, size_t *found) {
    size_t total = 0;
    for (size_t i = 0; i < n; i++)
        total += rh_dim(geometry, fields[i].count);
    struct element *elements = calloc(total + 1, sizeof *elements);
    *found = 0;
    for (size_t i = 0; elements != NULL && i < n; i++) {
        const struct rh_field *field = &fields[i];
        unsigned count = rh_dim(geometry, field->count);
        uint64_t live = field->live != NULL ? field->live(model, geometry) : UINT64_MAX;
        for (unsigned e = 0; e < count; e++) {
            bool means = (live >> e & 1) != 0;
            bool differs = means && rh_field_get(field, model, e) != rh_field_get(field, rtl, e);
            elements[(*found)++] = (struct element){field, e, means, differs};
        }
    }
    return elements;
}

unsigned rh_mismatch_count(const struct rh_field *fields, size_t n, const struct rh_geometry *geometry,
                           const void *model, const void *rtl) {
    size_t found;
    unsigned differing = 0;
    struct element *elements = elements_of(fields, n, geometry, model, rtl, &found);
    for (size_t i = 0; i < found; i++)
        differing += elements[i].differs;
    free(elements);
    return differing;
}

static void print_value(const struct rh_field *field, uint64_t value, char *text, size_t size) {
    const char *name = field->enum_name != NULL ? rh_enum_name(field->enum_name, value) : NULL;
    if (name != NULL)
        (void)snprintf(text, size, "%s", name);
    else
        (void)snprintf(text, size, "%" PRIu64, value);
}

static void print_element(const struct element *element, const void *model, const void *rtl, FILE *to) {
    char name[96], left[32], right[32];
    if (element->field->count != 1)
        (void)snprintf(name, sizeof name, "%s[%u]", element->field->name, element->index);
    else
        (void)snprintf(name, sizeof name, "%s", element->field->name);
    print_value(element->field, rh_field_get(element->field, rtl, element->index), left, sizeof left);
    print_value(element->field, rh_field_get(element->field, model, element->index), right, sizeof right);
    fprintf(to, "    %-22s %14s %14s%s\n", name, left, right,
            element->differs ? "   <-- differs"
            : element->live  ? ""
                             : "   (holds no meaning)");
}

static void print_table(const char *title, const struct rh_field *fields, size_t n, const struct rh_geometry *geometry,
                        const void *model, const void *rtl, FILE *to) {
    size_t found;
    unsigned shown = 0, hidden = 0, differing = 0;
    struct element *elements = elements_of(fields, n, geometry, model, rtl, &found);
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

/* "RD 3" or "-": the commands of a clock in short. */
static void short_command(unsigned command, unsigned bank, char *text, size_t size) {
    if (command == RH_NOP)
        (void)snprintf(text, size, "-");
    else
        (void)snprintf(text, size, "%s %u", rh_command_name(command), bank);
}

static void print_past(const struct rh_lockstep *lockstep, FILE *to) {
    fprintf(to, "  last inputs, and the RTL's commands with their banks (newest marked)\n    %12s", "cycle");
    for (size_t i = 0; i < rh_controller_in_field_count; i++)
        fprintf(to, " %10s", rh_controller_in_fields[i].name);
    fprintf(to, " %8s %8s\n", "column", "row");
    for (unsigned back = RH_LOCKSTEP_HISTORY; back-- > 0;) {
        const struct rh_lockstep_past *past = rh_lockstep_past_of(lockstep, back);
        if (past == NULL)
            continue;
        char column[16], row[16];
        short_command(past->out.col_cmd, past->out.col_bank, column, sizeof column);
        short_command(past->out.row_cmd, past->out.row_bank, row, sizeof row);
        if (past->reset)
            fprintf(to, "    %12s\n", "-- reset --");
        fprintf(to, "    %12" PRIu64, past->cycle);
        for (size_t i = 0; i < rh_controller_in_field_count; i++)
            fprintf(to, " %10" PRIu64, rh_field_get(&rh_controller_in_fields[i], &past->in, 0));
        fprintf(to, " %8s %8s%s\n", column, row, back == 0 ? "   <-- newest" : "");
    }
}

void rh_mismatch_print(const struct rh_lockstep *lockstep, const struct rh_mismatch_context *context, FILE *to) {
    const struct rh_lockstep_setup *setup = rh_lockstep_setup_of(lockstep);
    const struct rh_lockstep_clock *clock = rh_lockstep_clock_of(lockstep);
    fprintf(to, "MISMATCH: RTL and model of rh_%s differ at cycle %" PRIu64 ", channel %u\n", setup->ops->name,
            clock->cycle, context->channel);
    fprintf(to, "  configuration  %s\n", context->configuration);
    if (context->timing != NULL)
        fprintf(to, "  timing         %s\n", context->timing);
    print_table("outputs of this clock", rh_controller_out_fields, rh_controller_out_field_count, &setup->geometry,
                &clock->model_out, &clock->rtl_out, to);
    print_table("registers before the edge", setup->ops->fields, setup->ops->field_count, &setup->geometry,
                clock->model_state, clock->rtl_state, to);
    print_past(lockstep, to);
    fprintf(to, "  repeat with a wave of this window:\n    %s\n", context->repeat);
}
