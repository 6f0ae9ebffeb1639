// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_machine.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/run/rh_machine_plan.h"

/* A part while it runs. */
struct part {
    struct rh_machine_part of;
    struct rh_machine *machine; /* for rh_machine_unit */
    void *in, *out;
    void *again; /* the outputs that an idle clock would show */
};

struct rh_machine {
    struct rh_machine_setup setup; /* its parts and wires are not looked at any more */
    struct rh_machine_plan plan;
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
    if (ok && open_live(machine, error) && rh_plan_wires(&machine->plan, setup, error) &&
        rh_plan_order(&machine->plan, setup, error)) {
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
    rh_plan_free(&machine->plan);
    free(machine);
}

void *rh_machine_in(struct rh_machine *machine, unsigned part) {
    return machine->part[part].in;
}

const void *rh_machine_out(const struct rh_machine *machine, unsigned part) {
    return machine->part[part].out;
}

static uint64_t ones_of(const struct rh_wire_end *end) {
    return UINT64_MAX >> (64 - end->width);
}

static void carry(struct rh_machine *machine, const struct rh_wire *wire) {
    const struct rh_wire_end *from = &wire->from, *to = &wire->to;
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
    const struct rh_wire_end *from = &wire->from, *to = &wire->to;
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

static bool step_part(struct rh_machine *machine, struct part *part) {
    if (part->of.unit.step(part->of.unit.self, part->in, part->out))
        return true;
    machine->stopped = part;
    snprintf(machine->text, sizeof machine->text, "machine: cycle %" PRIu64 ", part '%s' ended the run", machine->cycle,
             part->of.name);
    return false;
}

bool rh_machine_step(struct rh_machine *machine) {
    if (machine->stopped != NULL)
        return false;
    for (unsigned i = 0; i < machine->plan.action_count; i++) {
        unsigned index = machine->plan.actions[i].index;
        switch (machine->plan.actions[i].act) {
        case RH_STEP:
            if (!step_part(machine, &machine->part[index]))
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

/* For how many clocks every part would show again what it showed. Then each gets the same inputs again, too. */
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
        else if (!rh_machine_step(machine))
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

static bool unit_step(void *self, const void *in, void *out) {
    const struct part *part = self;
    memcpy(part->in, in, part->of.block->kind->in_size);
    bool more = rh_machine_step(part->machine);
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
    struct rh_unit unit = {.self = &machine->part[part], .step = unit_step, .reset = unit_reset};
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
