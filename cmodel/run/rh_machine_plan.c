// SPDX-License-Identifier: Apache-2.0
// In which order a machine's clock goes.
#include "cmodel/run/rh_machine_plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* While the order is made. */
struct order {
    struct rh_machine_plan *plan;
    const struct rh_machine_setup *setup;
    bool *stepped; /* by part */
    bool *carried; /* by wire: its value is there */
    bool *shown;   /* by wire: room for one peek */
};

void rh_plan_free(struct rh_machine_plan *plan) {
    free(plan->wires);
    free(plan->actions);
}

static void act(struct order *order, enum rh_act act, unsigned index) {
    order->plan->actions[order->plan->action_count++] = (struct rh_action){act, index};
}

static void carry(struct order *order, unsigned wire) {
    order->carried[wire] = true;
    act(order, RH_COPY, wire);
}

static const char *port_name(const struct rh_wire_end *end) {
    return end->field->name;
}

/* Does the output of this wire wait for an input of the same clock? Then `other` is a wire that has yet to bring it. */
static bool waits(const struct order *order, unsigned wire, unsigned *other) {
    const struct rh_machine_plan *plan = order->plan;
    const struct rh_wire_end *output = &plan->wires[wire].from;
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
static bool step_parts(struct order *order) {
    bool any = false;
    for (unsigned p = 0; p < order->setup->part_count; p++) {
        if (order->stepped[p] || !has_all_inputs(order, p))
            continue;
        order->stepped[p] = any = true;
        act(order, RH_STEP, p);
        for (unsigned w = 0; w < order->plan->wire_count; w++)
            if (order->plan->wires[w].from.part == p && order->carried[w])
                act(order, RH_HOLD_TO, w);
            else if (order->plan->wires[w].from.part == p)
                carry(order, w);
    }
    return any;
}

/* A part shows its outputs before its clock: those that wait for nothing at this point. */
static void peek_part(struct order *order, unsigned part) {
    const struct rh_machine_plan *plan = order->plan;
    act(order, RH_PEEK, part);
    for (unsigned w = 0; w < plan->wire_count; w++)
        order->shown[w] = plan->wires[w].from.part == part && could_be_shown(order, w);
    for (unsigned w = 0; w < plan->wire_count; w++)
        if (order->shown[w])
            carry(order, w);
}

/* No part can be stepped: one that feeds the others has to peek. False when none can. */
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

static bool all_stepped(const struct order *order) {
    for (unsigned p = 0; p < order->setup->part_count; p++)
        if (!order->stepped[p])
            return false;
    return true;
}

bool rh_plan_order(struct rh_machine_plan *plan, const struct rh_machine_setup *setup, struct rh_error *error) {
    struct order order = {.plan = plan, .setup = setup};
    order.stepped = calloc(setup->part_count + 1U, sizeof *order.stepped);
    order.carried = calloc(plan->wire_count + 1U, sizeof *order.carried);
    order.shown = calloc(plan->wire_count + 1U, sizeof *order.shown);
    /* each part is stepped once, each wire carried once and held to once, each peek lets a wire be carried */
    plan->actions = calloc(setup->part_count + 3U * plan->wire_count + 1, sizeof *plan->actions);
    bool ok = order.stepped != NULL && order.carried != NULL && order.shown != NULL && plan->actions != NULL;
    if (!ok)
        rh_error_set(error, "machine: found no memory, expected enough");
    while (ok && !all_stepped(&order))
        ok = step_parts(&order) || break_ring(&order) || refuse_order(&order, error);
    free(order.stepped);
    free(order.carried);
    free(order.shown);
    return ok;
}
