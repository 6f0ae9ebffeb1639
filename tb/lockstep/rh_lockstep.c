// SPDX-License-Identifier: Apache-2.0
// Order within a clock: RTL's outputs and registers before the edge, then the model's, then the comparison.
#include "tb/lockstep/rh_lockstep.h"

#include <stdlib.h>
#include <string.h>

#include "rowhold/rh_random.h"

/** One past clock, for the report; its inputs and outputs lie in `past_ports`. */
struct past {
    uint64_t cycle;
    bool reset;
};

struct rh_lockstep {
    struct rh_lockstep_setup setup;
    struct rh_lockstep_tally tally;
    struct rh_lockstep_clock clock;
    struct past past[RH_LOCKSTEP_HISTORY];
    uint64_t steps;
    uint64_t random;
    bool differs, fresh; /* fresh: no clock since the last reset */
    bool gates;          /* outputs alone are compared, without those ... */
    bool absent[RH_LAYOUT_FIELDS];
    void *rtl;
    unsigned char *in, *model_out, *rtl_out, *model_state, *before, *rtl_state, *past_ports;
    uint64_t *out_live, *state_live;
    uint32_t *observation;
};

static void random_inputs(struct rh_lockstep *lockstep) {
    const struct rh_layout *in = &lockstep->setup.block->in;
    memset(lockstep->in, 0, lockstep->setup.block->kind->in_size);
    for (unsigned i = 0; i < in->count; i++)
        for (unsigned e = 0; e < in->fields[i].count; e++)
            rh_field_set(&in->fields[i], lockstep->in, e,
                         rh_random_draw(&lockstep->random) >> (64 - in->fields[i].width));
}

void rh_lockstep_reset(struct rh_lockstep *lockstep) {
    const struct rh_block *block = lockstep->setup.block;
    random_inputs(lockstep);
    lockstep->setup.rtl->configure(lockstep->rtl, lockstep->setup.config);
    lockstep->setup.rtl->reset(lockstep->rtl, lockstep->in);
    block->ops->reset(lockstep->model_state, block->params);
    lockstep->tally.resets++;
    lockstep->fresh = true;
}

/* The outputs that a netlist of gates does not have. */
static void find_absent(struct rh_lockstep *lockstep) {
    const struct rh_layout *out = &lockstep->setup.block->out;
    for (const char *const *name = lockstep->setup.block->kind->observed; lockstep->gates && *name != NULL; name++)
        for (unsigned i = 0; i < out->count; i++)
            lockstep->absent[i] = lockstep->absent[i] || strcmp(out->fields[i].name, *name) == 0;
}

static bool allocate(struct rh_lockstep *lockstep) {
    const struct rh_block *block = lockstep->setup.block;
    size_t in = block->kind->in_size, out = block->kind->out_size, state = block->ops->state_size;
    lockstep->in = calloc(1, in);
    lockstep->model_out = calloc(1, out);
    lockstep->rtl_out = calloc(1, out);
    lockstep->model_state = calloc(1, state);
    lockstep->before = calloc(1, state);
    lockstep->rtl_state = calloc(1, state);
    lockstep->past_ports = calloc(RH_LOCKSTEP_HISTORY, in + out);
    lockstep->out_live = calloc(block->out.mask_words + 1, sizeof(uint64_t));
    lockstep->state_live = calloc(block->state.mask_words + 1, sizeof(uint64_t));
    lockstep->observation = calloc((block->state.bits + 31) / 32 + 1, sizeof(uint32_t));
    return lockstep->in != NULL && lockstep->model_out != NULL && lockstep->rtl_out != NULL &&
           lockstep->model_state != NULL && lockstep->before != NULL && lockstep->rtl_state != NULL &&
           lockstep->past_ports != NULL && lockstep->out_live != NULL && lockstep->state_live != NULL &&
           lockstep->observation != NULL;
}

struct rh_lockstep *rh_lockstep_open(const struct rh_lockstep_setup *setup, struct rh_error *error) {
    struct rh_lockstep *lockstep = calloc(1, sizeof *lockstep);
    if (lockstep != NULL) {
        lockstep->setup = *setup;
        lockstep->gates = rh_rtl_is_gates(setup->rtl, setup->block);
        find_absent(lockstep);
    }
    if (lockstep == NULL || !allocate(lockstep) || (lockstep->rtl = setup->rtl->open(setup->seed)) == NULL) {
        rh_lockstep_close(lockstep);
        rh_error_set(error, "cosim: found no memory for the lockstep, expected enough");
        return NULL;
    }
    lockstep->random = rh_random_start(setup->seed, RH_DRAWS_RESET);
    lockstep->clock = (struct rh_lockstep_clock){.in = lockstep->in,
                                                 .model_out = lockstep->model_out,
                                                 .rtl_out = lockstep->rtl_out,
                                                 .model_state = lockstep->before,
                                                 .rtl_state = lockstep->rtl_state};
    rh_lockstep_reset(lockstep);
    return lockstep;
}

void rh_lockstep_close(struct rh_lockstep *lockstep) {
    if (lockstep == NULL)
        return;
    if (lockstep->rtl != NULL)
        lockstep->setup.rtl->close(lockstep->rtl);
    unsigned char *const bytes[] = {lockstep->in,     lockstep->model_out, lockstep->rtl_out,   lockstep->model_state,
                                    lockstep->before, lockstep->rtl_state, lockstep->past_ports};
    for (unsigned i = 0; i < sizeof bytes / sizeof bytes[0]; i++)
        free(bytes[i]);
    free(lockstep->out_live);
    free(lockstep->state_live);
    free(lockstep->observation);
    free(lockstep);
}

/* What a netlist of gates can't show is the model's. */
static void fill_in(struct rh_lockstep *lockstep) {
    const struct rh_block *block = lockstep->setup.block;
    for (unsigned i = 0; i < block->out.count; i++) {
        const struct rh_field *field = &block->out.fields[i];
        if (lockstep->absent[i])
            memcpy(lockstep->rtl_out + field->offset, lockstep->model_out + field->offset,
                   (size_t)field->count * field->size);
    }
    memcpy(lockstep->rtl_state, lockstep->before, block->ops->state_size);
}

/* Bits of the outputs that hold meaning and are not there. */
static uint64_t absent_bits(const struct rh_lockstep *lockstep) {
    const struct rh_layout *out = &lockstep->setup.block->out;
    uint64_t bits = 0;
    for (unsigned i = 0; i < out->count; i++)
        for (unsigned e = 0; lockstep->absent[i] && e < out->fields[i].count; e++)
            bits += rh_field_is_live(&out->fields[i], lockstep->out_live, e) ? out->fields[i].width : 0;
    return bits;
}

/* Bits of the fields that hold meaning. */
static uint64_t live_bits(const struct rh_layout *layout, const uint64_t *live) {
    uint64_t bits = layout->bits;
    for (unsigned i = 0; layout->mask_count != 0 && i < layout->count; i++) {
        const struct rh_field *field = &layout->fields[i];
        if (field->live == NULL)
            continue;
        unsigned held = 0;
        for (unsigned word = 0; word * 64 < field->count; word++)
            held += (unsigned)__builtin_popcountll(live[field->mask + word]);
        bits -= (uint64_t)(field->count - held) * field->width;
    }
    return bits;
}

static bool equal(const struct rh_layout *layout, const uint64_t *live, const void *model, const void *rtl) {
    unsigned field, index;
    return !rh_layout_differs(layout, live, model, rtl, &field, &index);
}

static bool compare_outputs(struct rh_lockstep *lockstep) {
    const struct rh_block *block = lockstep->setup.block;
    rh_layout_live(&block->out, lockstep->model_out, lockstep->out_live);
    lockstep->tally.output_bits += live_bits(&block->out, lockstep->out_live);
    if (lockstep->gates)
        lockstep->tally.output_bits -= absent_bits(lockstep);
    /* Rarely different: only a difference in something that holds meaning counts. */
    return memcmp(lockstep->model_out, lockstep->rtl_out, block->kind->out_size) == 0 ||
           equal(&block->out, lockstep->out_live, lockstep->model_out, lockstep->rtl_out);
}

static bool compare_state(struct rh_lockstep *lockstep) {
    const struct rh_layout *state = &lockstep->setup.block->state;
    rh_layout_live(state, lockstep->before, lockstep->state_live);
    lockstep->tally.state_clocks++;
    lockstep->tally.state_bits += live_bits(state, lockstep->state_live);
    return equal(state, lockstep->state_live, lockstep->before, lockstep->rtl_state);
}

static unsigned char *past_ports(const struct rh_lockstep *lockstep, uint64_t step) {
    const struct rh_kind *kind = lockstep->setup.block->kind;
    return lockstep->past_ports + step % RH_LOCKSTEP_HISTORY * (kind->in_size + kind->out_size);
}

static void remember(struct rh_lockstep *lockstep) {
    const struct rh_kind *kind = lockstep->setup.block->kind;
    unsigned char *ports = past_ports(lockstep, lockstep->steps);
    lockstep->past[lockstep->steps % RH_LOCKSTEP_HISTORY] = (struct past){lockstep->clock.cycle, lockstep->clock.reset};
    memcpy(ports, lockstep->in, kind->in_size);
    memcpy(ports + kind->in_size, lockstep->rtl_out, kind->out_size);
    lockstep->fresh = false;
    lockstep->steps++;
}

static bool is_waved(const struct rh_lockstep_setup *setup, uint64_t cycle) {
    return setup->wave != NULL && cycle >= setup->wave_from &&
           (setup->wave_clocks == 0 || cycle - setup->wave_from < setup->wave_clocks);
}

bool rh_lockstep_step(struct rh_lockstep *lockstep, const void *in) {
    const struct rh_lockstep_setup *setup = &lockstep->setup;
    const struct rh_block *block = setup->block;
    struct rh_lockstep_clock *clock = &lockstep->clock;
    if (lockstep->differs)
        return false;
    clock->cycle = lockstep->steps;
    clock->reset = lockstep->fresh;
    memcpy(lockstep->in, in, block->kind->in_size);
    bool wave = is_waved(setup, clock->cycle);
    bool state = !lockstep->gates && clock->cycle % setup->compare_state == 0;
    setup->rtl->step(lockstep->rtl, in, lockstep->rtl_out, lockstep->gates ? NULL : lockstep->observation);
    memcpy(lockstep->before, lockstep->model_state, block->ops->state_size);
    block->ops->step(lockstep->model_state, block->params, setup->config, in, lockstep->model_out);
    if (lockstep->gates)
        fill_in(lockstep);
    remember(lockstep);
    bool same = compare_outputs(lockstep);
    if (!lockstep->gates && (state || wave || !same))
        rh_layout_unpack(&block->state, lockstep->observation, lockstep->rtl_state);
    if (wave)
        rh_wave_clock(setup->wave, clock->cycle, in, &(struct rh_wave_side){lockstep->model_out, lockstep->before},
                      &(struct rh_wave_side){lockstep->rtl_out, lockstep->rtl_state});
    if (state)
        same = compare_state(lockstep) && same;
    lockstep->tally.clocks++;
    if (setup->count != NULL)
        setup->count(setup->user, clock);
    lockstep->differs = !same;
    return same;
}

bool rh_lockstep_finish(struct rh_lockstep *lockstep) {
    uint32_t every = lockstep->setup.compare_state;
    lockstep->setup.compare_state = 1;
    void *idle = calloc(1, lockstep->setup.block->kind->in_size);
    bool same = idle != NULL && rh_lockstep_step(lockstep, idle);
    free(idle);
    lockstep->setup.compare_state = every;
    return same;
}

static bool unit_step(void *self, const void *in, void *out) {
    struct rh_lockstep *lockstep = self;
    bool same = rh_lockstep_step(lockstep, in);
    memcpy(out, lockstep->rtl_out, lockstep->setup.block->kind->out_size);
    return same;
}

/* On `before`, which the next step fills anew; a clock that differs must keep it. */
static void unit_peek(void *self, const void *in, void *out) {
    struct rh_lockstep *lockstep = self;
    const struct rh_block *block = lockstep->setup.block;
    if (lockstep->differs)
        return;
    memcpy(lockstep->before, lockstep->model_state, block->ops->state_size);
    block->ops->step(lockstep->before, block->params, lockstep->setup.config, in, out);
}

static void unit_reset(void *self) {
    rh_lockstep_reset(self);
}

struct rh_unit rh_lockstep_unit(struct rh_lockstep *lockstep) {
    return (struct rh_unit){.self = lockstep, .step = unit_step, .peek = unit_peek, .reset = unit_reset};
}

bool rh_lockstep_is_gates(const struct rh_lockstep *lockstep) {
    return lockstep->gates;
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

bool rh_lockstep_past_of(const struct rh_lockstep *lockstep, unsigned back, struct rh_lockstep_clock *past) {
    if (back >= RH_LOCKSTEP_HISTORY || back >= lockstep->steps)
        return false;
    uint64_t step = lockstep->steps - 1 - back;
    const struct past *found = &lockstep->past[step % RH_LOCKSTEP_HISTORY];
    const unsigned char *ports = past_ports(lockstep, step);
    *past = (struct rh_lockstep_clock){.cycle = found->cycle, .in = ports, .reset = found->reset};
    past->rtl_out = ports + lockstep->setup.block->kind->in_size;
    return true;
}
