// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_machine.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** One end of a wire: elements of a port, or bits of one element. */
struct wire_end {
    unsigned part, port;          /**< port: index in the layout */
    const struct rh_field *field; /**< of the port */
    unsigned first, count;        /**< elements */
    unsigned low, width;          /**< bits */
};
struct rh_wire {
    struct wire_end from, to;
};
/** RH_HOLD_TO: what was copied before its part's clock must be what that clock shows. */
enum rh_act { RH_STEP, RH_PEEK, RH_COPY, RH_HOLD_TO };
struct action {
    enum rh_act act;
    unsigned index; /**< of the part, or of the wire */
};
struct machine_plan {
    struct rh_wire *wires;
    unsigned wire_count;
    struct action *actions; /**< of a clock, in order */
    unsigned action_count;
};

/* The names of a machine's wires. */

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
static bool resolve_range(const struct context *c, const char *end_text, const char *text, struct wire_end *end) {
    const struct rh_field *field = end->field;
    unsigned high, low;
    bool there;
    *end = (struct wire_end){end->part, end->port, field, 0, field->count, 0, field->width};
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

static bool resolve_end(const struct context *c, const char *text, bool output, struct wire_end *end) {
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
static const char *values_of(const struct wire_end *end) {
    bool whole = end->width == end->field->width;
    return whole && end->field->enum_name != NULL ? end->field->enum_name : "plain numbers";
}

static bool ends_match(const struct context *c, const struct rh_wire *wire) {
    const struct wire_end *from = &wire->from, *to = &wire->to;
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

static bool overlap(const struct wire_end *a, const struct wire_end *b) {
    return a->field == b->field && a->part == b->part && a->first < b->first + b->count &&
           b->first < a->first + a->count && a->low < b->low + b->width && b->low < a->low + a->width;
}

static bool has_one_driver(const struct context *c, const struct machine_plan *plan, unsigned wire) {
    for (unsigned i = 0; i < wire; i++)
        if (overlap(&plan->wires[i].to, &plan->wires[wire].to))
            return refuse(c, "an input that has another driver, ", c->setup->wires[i].from, "one");
    return true;
}

/* Resolve the names. False with an error; plan_free is due in any case. */
static bool plan_wires(struct machine_plan *plan, const struct rh_machine_setup *setup, struct rh_error *error) {
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

/* What a machine does in a clock: worked out once from the names and paths of its parts. */

/* While the order is made. */
struct order {
    struct machine_plan *plan;
    const struct rh_machine_setup *setup;
    bool *cycle_by_cycle; /* by part */
    bool *carried;        /* by wire: its value is there */
    bool *shown;          /* by wire: room for one peek */
};

static void plan_free(struct machine_plan *plan) {
    free(plan->wires);
    free(plan->actions);
}

static void act(struct order *order, enum rh_act act, unsigned index) {
    order->plan->actions[order->plan->action_count++] = (struct action){act, index};
}

static void carry_in_order(struct order *order, unsigned wire) {
    order->carried[wire] = true;
    act(order, RH_COPY, wire);
}

static const char *port_name(const struct wire_end *end) {
    return end->field->name;
}

/* Does the output of this wire wait for an input of the same clock? Then `other` is a wire that has yet to bring it. */
static bool waits(const struct order *order, unsigned wire, unsigned *other) {
    const struct machine_plan *plan = order->plan;
    const struct wire_end *output = &plan->wires[wire].from;
    const struct rh_kind *kind = order->setup->parts[output->part].block->kind;
    for (unsigned p = 0; p < kind->path_count; p++) {
        if (strcmp(kind->paths[p].output, port_name(output)) != 0)
            continue;
        for (unsigned w = 0; w < plan->wire_count; w++)
            if (!order->carried[w] && plan->wires[w].to.part == output->part &&
                strcmp(kind->paths[p].input, port_name(&plan->wires[w].to)) == 0) {
                *other = w;
                return true;
            }
    }
    return false;
}

static bool could_be_shown(const struct order *order, unsigned wire) {
    unsigned other;
    return !order->carried[wire] && !waits(order, wire, &other);
}

static bool has_all_inputs(const struct order *order, unsigned part) {
    for (unsigned w = 0; w < order->plan->wire_count; w++)
        if (order->plan->wires[w].to.part == part && !order->carried[w])
            return false;
    return true;
}

/* Every part whose inputs are there; true when there was one. */
static bool cycle_parts(struct order *order) {
    bool any = false;
    for (unsigned p = 0; p < order->setup->part_count; p++) {
        if (order->cycle_by_cycle[p] || !has_all_inputs(order, p))
            continue;
        order->cycle_by_cycle[p] = any = true;
        act(order, RH_STEP, p);
        for (unsigned w = 0; w < order->plan->wire_count; w++)
            if (order->plan->wires[w].from.part == p && order->carried[w])
                act(order, RH_HOLD_TO, w);
            else if (order->plan->wires[w].from.part == p)
                carry_in_order(order, w);
    }
    return any;
}

/* A part shows its outputs before its clock: those that wait for nothing at this point. */
static void peek_part(struct order *order, unsigned part) {
    const struct machine_plan *plan = order->plan;
    act(order, RH_PEEK, part);
    for (unsigned w = 0; w < plan->wire_count; w++)
        order->shown[w] = plan->wires[w].from.part == part && could_be_shown(order, w);
    for (unsigned w = 0; w < plan->wire_count; w++)
        if (order->shown[w])
            carry_in_order(order, w);
}

/* No part can be run: one that feeds the others has to peek. False when none can. */
static bool break_ring(struct order *order) {
    for (unsigned w = 0; w < order->plan->wire_count; w++) {
        unsigned part = order->plan->wires[w].from.part;
        if (could_be_shown(order, w) && order->setup->parts[part].unit.peek != NULL) {
            peek_part(order, part);
            return true;
        }
    }
    return false;
}

/* From wire to awaited wire; one that is met again is in the loop. */
static bool refuse_loop(const struct order *order, unsigned wire, struct rh_error *error) {
    char text[384] = "";
    size_t n = 0;
    for (unsigned i = 0; i < order->plan->wire_count; i++)
        (void)waits(order, wire, &wire);
    unsigned first = wire;
    do {
        const struct rh_machine_wire *named = &order->setup->wires[wire];
        int more = snprintf(text + n, sizeof text - n, "%s%s -> %s", n == 0 ? "" : ", which waits for ", named->from,
                            named->to);
        n += more > 0 ? (size_t)more : 0;
    } while (waits(order, wire, &wire) && wire != first && n < sizeof text);
    return rh_error_set(error, "machine: found a combinational loop, %s; expected a register in it", text);
}

static bool refuse_order(const struct order *order, struct rh_error *error) {
    unsigned stuck = 0;
    for (unsigned w = order->plan->wire_count; w-- > 0;) {
        if (could_be_shown(order, w))
            return rh_error_set(error,
                                "machine: %s -> %s: found a ring of parts, none of which can show its outputs before "
                                "its clock, expected one that can",
                                order->setup->wires[w].from, order->setup->wires[w].to);
        if (!order->carried[w])
            stuck = w;
    }
    return refuse_loop(order, stuck, error);
}

static bool all_cycle_by_cycle(const struct order *order) {
    for (unsigned p = 0; p < order->setup->part_count; p++)
        if (!order->cycle_by_cycle[p])
            return false;
    return true;
}

/* Order the clock; behind plan_wires. */
static bool plan_order(struct machine_plan *plan, const struct rh_machine_setup *setup, struct rh_error *error) {
    struct order order = {.plan = plan, .setup = setup};
    order.cycle_by_cycle = calloc(setup->part_count + 1U, sizeof *order.cycle_by_cycle);
    order.carried = calloc(plan->wire_count + 1U, sizeof *order.carried);
    order.shown = calloc(plan->wire_count + 1U, sizeof *order.shown);
    /* each part is run once, each wire carried once and held to once, each peek lets a wire be
     * carried */
    plan->actions = calloc(setup->part_count + 3U * plan->wire_count + 1, sizeof *plan->actions);
    bool ok = order.cycle_by_cycle != NULL && order.carried != NULL && order.shown != NULL && plan->actions != NULL;
    if (!ok)
        rh_error_set(error, "machine: found no memory, expected enough");
    while (ok && !all_cycle_by_cycle(&order))
        ok = cycle_parts(&order) || break_ring(&order) || refuse_order(&order, error);
    free(order.cycle_by_cycle);
    free(order.carried);
    free(order.shown);
    return ok;
}

/* A part while it runs. */
struct part {
    struct rh_machine_part of;
    struct rh_machine *machine; /* for rh_machine_unit */
    void *in, *out;
    void *again; /* the outputs that an idle clock would show */
};

struct rh_machine {
    struct rh_machine_setup setup; /* its parts and wires are not looked at any more */
    struct machine_plan plan;
    uint64_t cycle, skipped;
    const struct part *stopped;
    char text[320];
    uint64_t *all_live; /* of any output layout */
    bool fresh;         /* no clock since the last reset: nothing was shown */
    bool can_idle, can_round;
    struct part part[];
};

static bool open_part(struct rh_machine *machine, unsigned number, struct rh_error *error) {
    struct part *part = &machine->part[number];
    const struct rh_kind *kind;
    part->of = machine->setup.parts[number];
    part->machine = machine;
    for (unsigned i = 0; i < number; i++)
        if (strcmp(machine->part[i].of.name, part->of.name) == 0)
            return rh_error_set(error, "machine: found two parts '%s', expected names of their own", part->of.name);
    kind = part->of.block->kind;
    part->in = calloc(1, kind->in_size);
    part->out = calloc(1, kind->out_size);
    part->again = calloc(1, kind->out_size);
    if (part->in == NULL || part->out == NULL || part->again == NULL)
        return rh_error_set(error, "machine: found no memory for part '%s', expected enough", part->of.name);
    machine->can_idle &= part->of.unit.idle != NULL && part->of.unit.skip_clocks != NULL;
    machine->can_round &= part->of.unit.idle_round != NULL && part->of.unit.skip_rounds != NULL;
    return true;
}

/* Live masks in which everything is: what is compared for skipping is what the wires carry, with meaning or without. */
static bool open_live(struct rh_machine *machine, struct rh_error *error) {
    unsigned words = 1;
    for (unsigned i = 0; i < machine->setup.part_count; i++)
        if (machine->part[i].of.block->out.mask_words > words)
            words = machine->part[i].of.block->out.mask_words;
    machine->all_live = malloc(words * sizeof *machine->all_live);
    if (machine->all_live == NULL)
        return rh_error_set(error, "machine: found no memory, expected enough");
    memset(machine->all_live, 0xff, words * sizeof *machine->all_live);
    return true;
}

struct rh_machine *rh_machine_open(const struct rh_machine_setup *setup, struct rh_error *error) {
    struct rh_machine *machine = calloc(1, sizeof *machine + setup->part_count * sizeof machine->part[0]);
    if (machine == NULL) {
        rh_error_set(error, "machine: found no memory, expected enough");
        return NULL;
    }
    machine->setup = *setup;
    machine->can_idle = machine->can_round = true;
    bool ok = true;
    for (unsigned i = 0; ok && i < setup->part_count; i++)
        ok = open_part(machine, i, error);
    if (ok && open_live(machine, error) && plan_wires(&machine->plan, setup, error) &&
        plan_order(&machine->plan, setup, error)) {
        rh_machine_reset(machine);
        return machine;
    }
    rh_machine_close(machine);
    return NULL;
}

void rh_machine_close(struct rh_machine *machine) {
    if (machine == NULL)
        return;
    for (unsigned i = 0; i < machine->setup.part_count; i++) {
        free(machine->part[i].in);
        free(machine->part[i].out);
        free(machine->part[i].again);
    }
    free(machine->all_live);
    plan_free(&machine->plan);
    free(machine);
}

void *rh_machine_in(struct rh_machine *machine, unsigned part) {
    return machine->part[part].in;
}

const void *rh_machine_out(const struct rh_machine *machine, unsigned part) {
    return machine->part[part].out;
}

static uint64_t ones_of(const struct wire_end *end) {
    return UINT64_MAX >> (64 - end->width);
}

static void carry(struct rh_machine *machine, const struct rh_wire *wire) {
    const struct wire_end *from = &wire->from, *to = &wire->to;
    const void *out = machine->part[from->part].out;
    void *in = machine->part[to->part].in;
    for (unsigned e = 0; e < from->count; e++) {
        uint64_t value = rh_field_get(from->field, out, from->first + e) >> from->low & ones_of(from);
        if (to->width != to->field->width)
            value = (rh_field_get(to->field, in, to->first + e) & ~(ones_of(to) << to->low)) | value << to->low;
        rh_field_set(to->field, in, to->first + e, value);
    }
}

/* A path that its kind's table lacks would bring wrong values without a word; here it ends the run. */
static bool hold_to(struct rh_machine *machine, unsigned number) {
    const struct rh_wire *wire = &machine->plan.wires[number];
    const struct wire_end *from = &wire->from, *to = &wire->to;
    for (unsigned e = 0; e < from->count; e++) {
        uint64_t ahead = rh_field_get(to->field, machine->part[to->part].in, to->first + e) >> to->low & ones_of(to);
        uint64_t now =
            rh_field_get(from->field, machine->part[from->part].out, from->first + e) >> from->low & ones_of(from);
        if (ahead == now)
            continue;
        machine->stopped = &machine->part[from->part];
        snprintf(machine->text, sizeof machine->text,
                 "machine: cycle %" PRIu64 ", part '%s': found %" PRIu64 " on %s before its clock and %" PRIu64
                 " in it, expected a path (RH_PATH) that says what it waits for",
                 machine->cycle, machine->stopped->of.name, ahead, from->field->name, now);
        return false;
    }
    return true;
}

static bool cycle_part(struct rh_machine *machine, struct part *part) {
    if (part->of.unit.cycle(part->of.unit.self, part->in, part->out))
        return true;
    machine->stopped = part;
    snprintf(machine->text, sizeof machine->text, "machine: cycle %" PRIu64 ", part '%s' ended the run", machine->cycle,
             part->of.name);
    return false;
}

bool rh_machine_run_cycle(struct rh_machine *machine) {
    if (machine->stopped != NULL)
        return false;
    for (unsigned i = 0; i < machine->plan.action_count; i++) {
        unsigned index = machine->plan.actions[i].index;
        switch (machine->plan.actions[i].act) {
        case RH_STEP:
            if (!cycle_part(machine, &machine->part[index]))
                return false;
            break;
        case RH_PEEK: {
            const struct part *part = &machine->part[index];
            part->of.unit.peek(part->of.unit.self, part->in, part->out);
            break;
        }
        case RH_COPY:
            carry(machine, &machine->plan.wires[index]);
            break;
        case RH_HOLD_TO:
            if (!hold_to(machine, index))
                return false;
            break;
        }
    }
    machine->fresh = false;
    machine->cycle++;
    return true;
}

static bool shows_the_same(const struct rh_machine *machine, const struct part *part) {
    unsigned field, index;
    return !rh_layout_differs(&part->of.block->out, machine->all_live, part->again, part->out, &field, &index);
}

/* The number of clocks for which every part would show the same outputs again, and so get the same inputs. */
static uint64_t idle_clocks(struct rh_machine *machine) {
    uint64_t clocks = UINT64_MAX;
    if (!machine->can_idle || machine->fresh || machine->stopped != NULL)
        return 0;
    for (unsigned w = 0; w < machine->plan.wire_count; w++) /* the caller may have written over them */
        carry(machine, &machine->plan.wires[w]);
    for (unsigned i = 0; i < machine->setup.part_count; i++) {
        struct part *part = &machine->part[i];
        uint64_t of_part = part->of.unit.idle(part->of.unit.self, part->in, part->again);
        if (of_part == 0 || !shows_the_same(machine, part))
            return 0;
        if (of_part < clocks)
            clocks = of_part;
    }
    return clocks;
}

static void skip_clocks(struct rh_machine *machine, uint64_t clocks) {
    for (unsigned i = 0; i < machine->setup.part_count; i++)
        machine->part[i].of.unit.skip_clocks(machine->part[i].of.unit.self, clocks);
    machine->cycle += clocks;
    machine->skipped += clocks;
}

bool rh_machine_run(struct rh_machine *machine, uint64_t clocks) {
    uint64_t end = machine->cycle + clocks;
    while (machine->cycle < end) {
        uint64_t held = end - machine->cycle, driven, idle;
        if (machine->setup.drive != NULL) {
            driven = machine->setup.drive(machine->setup.drive_user, machine);
            held = driven < held ? driven : held;
        }
        idle = held > 1 ? idle_clocks(machine) : 0;
        if (idle != 0)
            skip_clocks(machine, idle < held ? idle : held);
        else if (!rh_machine_run_cycle(machine))
            return false;
    }
    return true;
}

void rh_machine_reset(struct rh_machine *machine) {
    for (unsigned i = 0; i < machine->setup.part_count; i++)
        machine->part[i].of.unit.reset(machine->part[i].of.unit.self);
    machine->fresh = true;
}

uint64_t rh_machine_cycle(const struct rh_machine *machine) {
    return machine->cycle;
}

uint64_t rh_machine_skipped(const struct rh_machine *machine) {
    return machine->skipped;
}

const struct rh_machine_part *rh_machine_stopped(const struct rh_machine *machine) {
    return machine->stopped != NULL ? &machine->stopped->of : NULL;
}

const char *rh_machine_text(const struct rh_machine *machine) {
    return machine->text;
}

static bool unit_cycle(void *self, const void *in, void *out) {
    const struct part *part = self;
    memcpy(part->in, in, part->of.block->kind->in_size);
    bool more = rh_machine_run_cycle(part->machine);
    memcpy(out, part->out, part->of.block->kind->out_size);
    return more;
}

static void unit_reset(void *self) {
    rh_machine_reset(((const struct part *)self)->machine);
}

static uint64_t unit_idle(void *self, const void *in, void *out) {
    const struct part *part = self;
    memcpy(part->in, in, part->of.block->kind->in_size);
    memcpy(out, part->out, part->of.block->kind->out_size);
    return idle_clocks(part->machine);
}

static void unit_skip_clocks(void *self, uint64_t clocks) {
    skip_clocks(((const struct part *)self)->machine, clocks);
}

/* Every part remembers, or is asked. */
static bool unit_idle_round(void *self, bool begin) {
    const struct rh_machine *machine = ((const struct part *)self)->machine;
    bool here = true;
    for (unsigned i = 0; i < machine->setup.part_count; i++) {
        const struct rh_unit *unit = &machine->part[i].of.unit;
        here &= unit->idle_round(unit->self, begin);
    }
    return here;
}

static void unit_skip_rounds(void *self, uint64_t clocks) {
    const struct rh_machine *machine = ((const struct part *)self)->machine;
    for (unsigned i = 0; i < machine->setup.part_count; i++)
        machine->part[i].of.unit.skip_rounds(machine->part[i].of.unit.self, clocks);
}

struct rh_unit rh_machine_unit(struct rh_machine *machine, unsigned part) {
    struct rh_unit unit = {.self = &machine->part[part], .cycle = unit_cycle, .reset = unit_reset};
    if (machine->can_idle) {
        unit.idle = unit_idle;
        unit.skip_clocks = unit_skip_clocks;
    }
    if (machine->can_round) {
        unit.idle_round = unit_idle_round;
        unit.skip_rounds = unit_skip_rounds;
    }
    return unit;
}
