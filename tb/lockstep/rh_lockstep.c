// SPDX-License-Identifier: Apache-2.0
// Order within a clock: RTL's outputs and registers before the edge, then the model's, then the comparison.
#include "tb/lockstep/rh_lockstep.h"

#include <stdlib.h>
#include <string.h>

#include "rowhold/rh_backend.h"

/** A field with its dimensions worked out. */
struct plan {
    const struct rh_field *field;
    unsigned count, width;
    uint64_t all; /* mask of its elements */
};

struct rh_lockstep {
    struct rh_lockstep_setup setup;
    struct rh_lockstep_tally tally;
    struct rh_lockstep_clock clock;
    struct rh_lockstep_past past[RH_LOCKSTEP_HISTORY];
    uint64_t steps;
    uint64_t random;
    bool differs, fresh; /* fresh: no clock since the last reset */
    bool was_held, was_occupied;
    struct rh_events_past past_commands;
    void *rtl;
    unsigned char *model_state, *before, *rtl_state;
    uint32_t *observation;
    size_t plans;
    unsigned always_bits; /* of outputs that always hold meaning */
    struct plan plan[];
};

static uint64_t draw(struct rh_lockstep *lockstep) {
    uint64_t x = lockstep->random; /* xorshift; never 0 */
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    return lockstep->random = x;
}

static void random_inputs(struct rh_lockstep *lockstep, struct rh_controller_in *in) {
    memset(in, 0, sizeof *in);
    for (size_t i = 0; i < rh_controller_in_field_count; i++) {
        const struct rh_field *field = &rh_controller_in_fields[i];
        unsigned width = rh_dim(&lockstep->setup.geometry, field->width);
        rh_field_set(field, in, 0, draw(lockstep) >> (64 - width));
    }
}

void rh_lockstep_reset(struct rh_lockstep *lockstep) {
    struct rh_controller_in in;
    random_inputs(lockstep, &in);
    lockstep->setup.rtl->reset(lockstep->rtl, &in);
    lockstep->setup.ops->reset(lockstep->model_state, &lockstep->setup.geometry);
    lockstep->tally.resets++;
    lockstep->fresh = true;
    lockstep->past_commands.commands = 0;
}

static void make_plan(struct rh_lockstep *lockstep) {
    const struct rh_lockstep_setup *setup = &lockstep->setup;
    for (size_t i = 0; i < setup->ops->field_count; i++) {
        const struct rh_field *field = &setup->ops->fields[i];
        unsigned count = rh_dim(&setup->geometry, field->count);
        uint64_t all = count >= 64 ? UINT64_MAX : (UINT64_C(1) << count) - 1;
        lockstep->plan[i] = (struct plan){field, count, rh_dim(&setup->geometry, field->width), all};
    }
    lockstep->plans = setup->ops->field_count;
    for (size_t i = 0; i < rh_controller_out_field_count; i++)
        if (rh_controller_out_fields[i].live == NULL)
            lockstep->always_bits += rh_field_bits(&rh_controller_out_fields[i], &setup->geometry);
}

struct rh_lockstep *rh_lockstep_open(const struct rh_lockstep_setup *setup, struct rh_error *error) {
    const struct rh_controller_ops *ops = setup->ops;
    struct rh_lockstep *lockstep = calloc(1, sizeof *lockstep + ops->field_count * sizeof lockstep->plan[0]);
    if (lockstep == NULL) {
        rh_error_set(error, "cosim: found no memory for the lockstep");
        return NULL;
    }
    lockstep->setup = *setup;
    lockstep->random = setup->seed * UINT64_C(0x9e3779b97f4a7c15) | 1;
    size_t words = (rh_fields_bits(ops->fields, ops->field_count, &setup->geometry) + 31) / 32;
    lockstep->model_state = calloc(1, ops->state_size);
    lockstep->before = calloc(1, ops->state_size);
    lockstep->rtl_state = calloc(1, ops->state_size);
    lockstep->observation = calloc(words + 1, sizeof lockstep->observation[0]);
    lockstep->rtl = setup->rtl->open(setup->seed);
    if (lockstep->model_state == NULL || lockstep->before == NULL || lockstep->rtl_state == NULL ||
        lockstep->observation == NULL || lockstep->rtl == NULL) {
        rh_lockstep_close(lockstep);
        rh_error_set(error, "cosim: found no memory for the lockstep");
        return NULL;
    }
    lockstep->clock.model_state = lockstep->before;
    lockstep->clock.rtl_state = lockstep->rtl_state;
    make_plan(lockstep);
    setup->rtl->configure(lockstep->rtl, &setup->gaps);
    rh_lockstep_reset(lockstep);
    return lockstep;
}

void rh_lockstep_close(struct rh_lockstep *lockstep) {
    if (lockstep == NULL)
        return;
    if (lockstep->rtl != NULL)
        lockstep->setup.rtl->close(lockstep->rtl);
    free(lockstep->model_state);
    free(lockstep->before);
    free(lockstep->rtl_state);
    free(lockstep->observation);
    free(lockstep);
}

/* Bits of this clock's outputs that hold meaning. */
static uint64_t output_bits(const struct rh_lockstep *lockstep) {
    const struct rh_geometry *geometry = &lockstep->setup.geometry;
    uint64_t bits = lockstep->always_bits;
    for (size_t i = 0; i < rh_controller_out_field_count; i++) {
        const struct rh_field *field = &rh_controller_out_fields[i];
        if (field->live != NULL && field->live(&lockstep->clock.model_out, geometry) != 0)
            bits += rh_dim(geometry, field->width);
    }
    return bits;
}

static bool compare_outputs(struct rh_lockstep *lockstep) {
    const struct rh_controller_out *m = &lockstep->clock.model_out, *r = &lockstep->clock.rtl_out;
    uint64_t difference = 0;
#define RH_IN(name, type, width, enumeration, meaning)
#define RH_OUT(name, type, width, enumeration, meaning) difference |= (uint64_t)(m->name ^ r->name);
#include "tables/ports.def"
#undef RH_IN
#undef RH_OUT
    lockstep->tally.output_bits += output_bits(lockstep);
    if (difference == 0)
        return true;
    /* Rare: only a difference in something that holds meaning counts. */
    size_t field;
    unsigned index;
    return !rh_fields_differ(rh_controller_out_fields, rh_controller_out_field_count, &lockstep->setup.geometry, m, r,
                             &field, &index);
}

static bool elements_differ(const struct plan *plan, const unsigned char *m, const unsigned char *r, uint64_t live) {
    size_t size = plan->field->size;
    for (unsigned e = 0; e < plan->count; e++)
        if ((live >> e & 1) != 0 && memcmp(m + e * size, r + e * size, size) != 0)
            return true;
    return false;
}

static bool compare_state(struct rh_lockstep *lockstep) {
    uint64_t bits = 0;
    bool same = true;
    for (size_t i = 0; i < lockstep->plans; i++) {
        const struct plan *plan = &lockstep->plan[i];
        const struct rh_field *field = plan->field;
        uint64_t live = plan->all;
        if (field->live != NULL)
            live &= field->live(lockstep->before, &lockstep->setup.geometry);
        bits += (uint64_t)__builtin_popcountll(live) * plan->width;
        const unsigned char *m = lockstep->before + field->offset, *r = lockstep->rtl_state + field->offset;
        if (memcmp(m, r, (size_t)plan->count * field->size) != 0 && elements_differ(plan, m, r, live))
            same = false;
    }
    lockstep->tally.state_clocks++;
    lockstep->tally.state_bits += bits;
    return same;
}

static void remember(struct rh_lockstep *lockstep) {
    const struct rh_lockstep_clock *clock = &lockstep->clock;
    lockstep->past[lockstep->steps % RH_LOCKSTEP_HISTORY] =
        (struct rh_lockstep_past){clock->cycle, clock->in, clock->rtl_out, lockstep->fresh};
    lockstep->fresh = false;
    lockstep->steps++;
}

/* How hard the run pressed the ports, seen from outside. */
static void count_events(struct rh_lockstep *lockstep) {
    struct rh_lockstep_tally *tally = &lockstep->tally;
    const struct rh_controller_in *in = &lockstep->clock.in;
    const struct rh_controller_out *out = &lockstep->clock.rtl_out;
    bool held = in->req_valid && !out->req_ready;
    tally->clocks++;
    tally->commands += (uint64_t)(out->col_cmd != RH_NOP) + (uint64_t)(out->row_cmd != RH_NOP);
    tally->requests_held += held;
    tally->responses_held += out->rsp_valid && !in->rsp_ready;
    tally->fills += held && !lockstep->was_held;
    tally->drains += out->occupancy == 0 && lockstep->was_occupied;
    /* the model's side: wrong RTL may name a level or a cause that does not exist */
    const struct rh_backend *backend = (const void *)lockstep->before; /* first in every state */
    rh_events_clock(&tally->events, &lockstep->past_commands, &lockstep->setup.gaps, &lockstep->clock.model_out,
                    backend->response_count);
    lockstep->was_held = held;
    lockstep->was_occupied = out->occupancy != 0;
}

static bool step(void *self, const struct rh_controller_in *in, struct rh_controller_out *out) {
    struct rh_lockstep *lockstep = self;
    const struct rh_lockstep_setup *setup = &lockstep->setup;
    struct rh_lockstep_clock *clock = &lockstep->clock;
    if (lockstep->differs)
        return false;
    clock->cycle = lockstep->steps;
    clock->in = *in;
    bool wave = setup->wave != NULL && clock->cycle >= setup->wave_from &&
                (setup->wave_clocks == 0 || clock->cycle - setup->wave_from < setup->wave_clocks);
    bool state = clock->cycle % setup->compare_state == 0;
    setup->rtl->step(lockstep->rtl, in, &clock->rtl_out, lockstep->observation);
    memcpy(lockstep->before, lockstep->model_state, setup->ops->state_size);
    setup->ops->step(lockstep->model_state, &setup->geometry, &setup->gaps, in, &clock->model_out);
    remember(lockstep);
    bool same = compare_outputs(lockstep);
    if (state || wave || !same)
        rh_fields_unpack(setup->ops->fields, setup->ops->field_count, &setup->geometry, lockstep->observation,
                         lockstep->rtl_state);
    if (wave)
        rh_wave_clock(setup->wave, clock->cycle, in, &(struct rh_wave_side){&clock->model_out, lockstep->before},
                      &(struct rh_wave_side){&clock->rtl_out, lockstep->rtl_state});
    if (state)
        same = compare_state(lockstep) && same;
    count_events(lockstep);
    *out = clock->rtl_out;
    lockstep->differs = !same;
    return same;
}

bool rh_lockstep_finish(struct rh_lockstep *lockstep) {
    const struct rh_controller_in idle = {0};
    struct rh_controller_out out;
    uint32_t every = lockstep->setup.compare_state;
    lockstep->setup.compare_state = 1;
    bool same = step(lockstep, &idle, &out);
    lockstep->setup.compare_state = every;
    return same;
}

struct rh_unit rh_lockstep_unit(struct rh_lockstep *lockstep) {
    return (struct rh_unit){.step = step, .self = lockstep};
}

bool rh_lockstep_differs(const struct rh_lockstep *lockstep) {
    return lockstep->differs;
}

const struct rh_lockstep_setup *rh_lockstep_setup_of(const struct rh_lockstep *lockstep) {
    return &lockstep->setup;
}

const struct rh_lockstep_tally *rh_lockstep_tally_of(const struct rh_lockstep *lockstep) {
    return &lockstep->tally;
}

const struct rh_lockstep_clock *rh_lockstep_clock_of(const struct rh_lockstep *lockstep) {
    return &lockstep->clock;
}

const struct rh_lockstep_past *rh_lockstep_past_of(const struct rh_lockstep *lockstep, unsigned back) {
    if (back >= RH_LOCKSTEP_HISTORY || back >= lockstep->steps)
        return NULL;
    return &lockstep->past[(lockstep->steps - 1 - back) % RH_LOCKSTEP_HISTORY];
}
