// SPDX-License-Identifier: Apache-2.0
// The names of a machine's wires.
#include <stdlib.h>
#include <string.h>

#include "cmodel/run/rh_machine_plan.h"

/* What is being resolved, for errors. */
struct context {
    const struct rh_machine_setup *setup;
    const struct rh_machine_wire *wire;
    struct rh_error *error;
};

#define REFUSE(c, ...) refuse((c), __VA_ARGS__)
static bool refuse(const struct context *c, const char *found, const char *text, const char *expected) {
    return rh_error_set(c->error, "machine: %s -> %s: found %s'%s', expected %s", c->wire->from, c->wire->to, found,
                        text, expected);
}

/* "[7]" or "[7:4]", if there is one. False when it is neither. */
static bool take_range(const char **text, bool *there, unsigned *high, unsigned *low) {
    *there = **text == '[';
    if (!*there)
        return true;
    char *rest;
    const char *digits = "0123456789";
    if (strspn(*text + 1, digits) == 0)
        return false;
    *high = *low = (unsigned)strtoul(*text + 1, &rest, 10);
    if (*rest == ':') {
        if (strspn(rest + 1, digits) == 0)
            return false;
        *low = (unsigned)strtoul(rest + 1, &rest, 10);
    }
    *text = rest + 1;
    return *rest == ']' && *high >= *low;
}

/* The brackets behind a port. */
static bool resolve_range(const struct context *c, const char *end_text, const char *text, struct rh_wire_end *end) {
    const struct rh_field *field = end->field;
    unsigned high, low;
    bool there;
    *end = (struct rh_wire_end){end->part, end->port, field, 0, field->count, 0, field->width};
    if (!take_range(&text, &there, &high, &low))
        return refuse(c, "", end_text, "an element or bits, [2] or [5:4]");
    if (there && field->array) {
        if (high != low || high >= field->count)
            return refuse(c, "", end_text, "one of the port's elements");
        end->first = low;
        end->count = 1;
        if (!take_range(&text, &there, &high, &low))
            return refuse(c, "", end_text, "bits, [2] or [5:4]");
    }
    if (there) {
        if (high >= field->width)
            return refuse(c, "", end_text, "bits that the port has");
        end->low = low;
        end->width = high - low + 1;
    }
    return *text == '\0' || refuse(c, "", end_text, "nothing behind the port's element and bits");
}

static bool same_name(const char *name, const char *text, size_t length) {
    return strlen(name) == length && strncmp(name, text, length) == 0;
}

static bool resolve_end(const struct context *c, const char *text, bool output, struct rh_wire_end *end) {
    size_t length = strcspn(text, ".");
    for (end->part = 0; end->part < c->setup->part_count; end->part++)
        if (same_name(c->setup->parts[end->part].name, text, length))
            break;
    if (end->part == c->setup->part_count || text[length] != '.')
        return refuse(c, "", text, "part.port, of one of the machine's parts");
    const struct rh_block *block = c->setup->parts[end->part].block;
    const struct rh_layout *layout = output ? &block->out : &block->in;
    const char *port = text + length + 1;
    length = strcspn(port, "[");
    for (end->port = 0; end->port < layout->count; end->port++)
        if (same_name(layout->fields[end->port].name, port, length) && layout->fields[end->port].count != 0)
            break;
    if (end->port == layout->count)
        return refuse(c, "", text, output ? "an output of this part's kind" : "an input of this part's kind");
    end->field = &layout->fields[end->port];
    return resolve_range(c, text, port + length, end);
}

/* Some bits of an enumeration are just bits. */
static const char *values_of(const struct rh_wire_end *end) {
    bool whole = end->width == end->field->width;
    return whole && end->field->enum_name != NULL ? end->field->enum_name : "plain numbers";
}

static bool ends_match(const struct context *c, const struct rh_wire *wire) {
    const struct rh_wire_end *from = &wire->from, *to = &wire->to;
    if (from->count != to->count)
        return rh_error_set(c->error, "machine: %s -> %s: found %u elements and %u, expected as many", c->wire->from,
                            c->wire->to, from->count, to->count);
    if (from->width != to->width)
        return rh_error_set(c->error, "machine: %s -> %s: found %u bits and %u, expected as many", c->wire->from,
                            c->wire->to, from->width, to->width);
    if (strcmp(values_of(from), values_of(to)) != 0)
        return rh_error_set(c->error, "machine: %s -> %s: found %s and %s, expected the same values", c->wire->from,
                            c->wire->to, values_of(from), values_of(to));
    return true;
}

static bool overlap(const struct rh_wire_end *a, const struct rh_wire_end *b) {
    return a->field == b->field && a->part == b->part && a->first < b->first + b->count &&
           b->first < a->first + a->count && a->low < b->low + b->width && b->low < a->low + a->width;
}

static bool has_one_driver(const struct context *c, const struct rh_machine_plan *plan, unsigned wire) {
    for (unsigned i = 0; i < wire; i++)
        if (overlap(&plan->wires[i].to, &plan->wires[wire].to))
            return refuse(c, "an input that has another driver, ", c->setup->wires[i].from, "one");
    return true;
}

bool rh_plan_wires(struct rh_machine_plan *plan, const struct rh_machine_setup *setup, struct rh_error *error) {
    plan->wire_count = setup->wire_count;
    plan->wires = calloc(setup->wire_count + 1U, sizeof *plan->wires);
    if (plan->wires == NULL)
        return rh_error_set(error, "machine: found no memory, expected enough");
    for (unsigned i = 0; i < setup->wire_count; i++) {
        struct context c = {setup, &setup->wires[i], error};
        struct rh_wire *wire = &plan->wires[i];
        if (!resolve_end(&c, c.wire->from, true, &wire->from) || !resolve_end(&c, c.wire->to, false, &wire->to) ||
            !ends_match(&c, wire) || !has_one_driver(&c, plan, i))
            return false;
    }
    return true;
}
