// SPDX-License-Identifier: Apache-2.0
// Order within a clock: RTL's outputs and registers before the edge, then the model's, then the comparison.
#include "tb/lockstep/rh_lockstep.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rowhold/rh_random.h"
#include "tb/lockstep/rh_shadow.h"

/** The live masks of a layout, and how many bits they let through. */
struct live {
    uint64_t *words, *counted; /* of this clock; those that `bits` is of */
    uint64_t bits;
};

struct rh_lockstep {
    struct rh_lockstep_setup setup;
    struct rh_lockstep_tally tally;
    struct rh_lockstep_clock clock;
    uint64_t steps; /* the next clock */
    uint64_t random;
    bool differs, fresh; /* fresh: no clock since the last reset */
    const char *broken;  /* by the last clock, although nothing differs: the contract of a port; NULL: none */
    bool begun;          /* the RTL runs */
    bool gates;          /* outputs alone are compared, without those ... */
    bool absent[RH_LAYOUT_FIELDS];
    void *rtl;
    unsigned char *reset_in, *model_out, *rtl_out, *model_state, *before, *rtl_state;
    struct rh_recent *recent;
    struct live out_live, state_live;
    struct rh_shadow *shadow; /* keeps rtl_state */
    uint32_t *observation;
};

static void random_inputs(struct rh_lockstep *lockstep) {
    const struct rh_layout *in = &lockstep->setup.block->in;
    memset(lockstep->reset_in, 0, lockstep->setup.block->kind->in_size);
    for (unsigned i = 0; i < in->count; i++)
        for (unsigned e = 0; e < in->fields[i].count; e++)
            rh_field_set(&in->fields[i], lockstep->reset_in, e,
                         rh_random_draw(&lockstep->random) >> (64 - in->fields[i].width));
}

void rh_lockstep_reset(struct rh_lockstep *lockstep) {
    const struct rh_block *block = lockstep->setup.block;
    random_inputs(lockstep);
    lockstep->setup.rtl->configure(lockstep->rtl, lockstep->setup.config);
    lockstep->setup.rtl->reset(lockstep->rtl, lockstep->reset_in);
    block->ops->reset(lockstep->model_state, block->params);
    lockstep->tally.resets++;
    lockstep->fresh = true;
    rh_recent_begin(lockstep->recent, lockstep->steps, lockstep->model_state);
}

/* The outputs that a netlist of gates does not have. */
static void find_absent(struct rh_lockstep *lockstep) {
    const struct rh_layout *out = &lockstep->setup.block->out;
    for (const char *const *name = lockstep->setup.block->kind->observed; lockstep->gates && *name != NULL; name++)
        for (unsigned i = 0; i < out->count; i++)
            lockstep->absent[i] = lockstep->absent[i] || strcmp(out->fields[i].name, *name) == 0;
}

static bool open_live(struct live *live, const struct rh_layout *layout) {
    live->words = calloc(layout->mask_words + 1, sizeof(uint64_t));
    live->counted = calloc(layout->mask_words + 1, sizeof(uint64_t));
    live->bits = UINT64_MAX; /* not counted yet */
    return live->words != NULL && live->counted != NULL;
}

static bool allocate(struct rh_lockstep *lockstep) {
    const struct rh_block *block = lockstep->setup.block;
    size_t in = block->kind->in_size, out = block->kind->out_size, state = block->ops->state_size;
    lockstep->reset_in = calloc(1, in);
    lockstep->model_out = calloc(1, out);
    lockstep->rtl_out = calloc(1, out);
    lockstep->model_state = calloc(1, state);
    lockstep->before = calloc(1, state);
    lockstep->rtl_state = calloc(1, state);
    lockstep->recent = rh_recent_open(block);
    lockstep->observation = calloc((block->state.bits + 31) / 32 + 1 + RH_SHADOW_SPARE, sizeof(uint32_t));
    if (lockstep->rtl_state != NULL)
        lockstep->shadow = rh_shadow_open(&block->state, lockstep->rtl_state);
    return open_live(&lockstep->out_live, &block->out) && open_live(&lockstep->state_live, &block->state) &&
           lockstep->reset_in != NULL && lockstep->model_out != NULL && lockstep->rtl_out != NULL &&
           lockstep->model_state != NULL && lockstep->before != NULL && lockstep->rtl_state != NULL &&
           lockstep->recent != NULL && lockstep->shadow != NULL && lockstep->observation != NULL;
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
    lockstep->begun = setup->from == 0;
    lockstep->clock = (struct rh_lockstep_clock){.in = lockstep->reset_in,
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
    unsigned char *const bytes[] = {lockstep->reset_in,    lockstep->model_out, lockstep->rtl_out,
                                    lockstep->model_state, lockstep->before,    lockstep->rtl_state};
    for (unsigned i = 0; i < sizeof bytes / sizeof bytes[0]; i++)
        free(bytes[i]);
    free(lockstep->out_live.words);
    free(lockstep->out_live.counted);
    free(lockstep->state_live.words);
    free(lockstep->state_live.counted);
    rh_shadow_close(lockstep->shadow);
    rh_recent_close(lockstep->recent);
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
            bits += rh_field_is_live(&out->fields[i], lockstep->out_live.words, e) ? out->fields[i].width : 0;
    return bits;
}

/* Bits of the fields that hold meaning. */
static uint64_t count_bits(const struct rh_layout *layout, const uint64_t *live) {
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

/* Sets the masks, which seldom are others than those of the clock before. */
static uint64_t query_live(struct live *live, const struct rh_layout *layout, const void *base) {
    size_t bytes = layout->mask_words * sizeof live->words[0];
    rh_layout_live(layout, base, live->words);
    if (live->bits == UINT64_MAX || memcmp(live->words, live->counted, bytes) != 0) {
        live->bits = count_bits(layout, live->words);
        memcpy(live->counted, live->words, bytes);
    }
    return live->bits;
}

static bool equal(const struct rh_layout *layout, const uint64_t *live, const void *model, const void *rtl) {
    unsigned field, index;
    return !rh_layout_differs(layout, live, model, rtl, &field, &index);
}

static bool compare_outputs(struct rh_lockstep *lockstep) {
    const struct rh_block *block = lockstep->setup.block;
    lockstep->tally.output_bits += query_live(&lockstep->out_live, &block->out, lockstep->model_out);
    if (lockstep->gates)
        lockstep->tally.output_bits -= absent_bits(lockstep);
    /* Rarely different: only a difference in something that holds meaning counts. */
    return memcmp(lockstep->model_out, lockstep->rtl_out, block->kind->out_size) == 0 ||
           equal(&block->out, lockstep->out_live.words, lockstep->model_out, lockstep->rtl_out);
}

static bool compare_state(struct rh_lockstep *lockstep) {
    const struct rh_layout *state = &lockstep->setup.block->state;
    lockstep->tally.state_clocks++;
    lockstep->tally.state_bits += query_live(&lockstep->state_live, state, lockstep->before);
    return memcmp(lockstep->before, lockstep->rtl_state, lockstep->setup.block->ops->state_size) == 0 ||
           equal(state, lockstep->state_live.words, lockstep->before, lockstep->rtl_state);
}

/* The RTL takes the model's registers; `fresh`: a new instance of it does. False without memory: the old one stays. */
static bool load_rtl(struct rh_lockstep *lockstep, bool fresh) {
    const struct rh_lockstep_setup *setup = &lockstep->setup;
    void *next = fresh ? setup->rtl->open(setup->seed + lockstep->steps) : lockstep->rtl;
    if (next == NULL)
        return false;
    if (fresh) {
        setup->rtl->close(lockstep->rtl);
        lockstep->rtl = next;
        setup->rtl->configure(next, setup->config);
    }
    rh_layout_pack(&setup->block->state, lockstep->model_state, lockstep->observation);
    setup->rtl->load(lockstep->rtl, lockstep->observation);
    lockstep->tally.loads++;
    return true;
}

void rh_lockstep_enter(struct rh_lockstep *lockstep, const void *state, uint64_t cycle) {
    memcpy(lockstep->model_state, state, lockstep->setup.block->ops->state_size);
    lockstep->steps = cycle;
    lockstep->fresh = false;
}

/* The model's state before this clock, which was not copied: gone to from one that was kept. */
static void rebuild_before(struct rh_lockstep *lockstep) {
    const struct rh_lockstep_setup *setup = &lockstep->setup;
    const struct rh_block *block = setup->block;
    void *out = calloc(1, block->kind->out_size);
    uint64_t at;
    memcpy(lockstep->before, rh_recent_first(lockstep->recent, &at), block->ops->state_size);
    for (; out != NULL && at < lockstep->clock.cycle; at++)
        block->ops->cycle(lockstep->before, block->params, setup->config, rh_recent_inputs(lockstep->recent, at), out);
    free(out);
}

/* Both sides' clock. The RTL's is the model's before the RTL has begun. */
static void cycle_sides(struct rh_lockstep *lockstep, const void *in) {
    const struct rh_lockstep_setup *setup = &lockstep->setup;
    const struct rh_block *block = setup->block;
    if (lockstep->begun)
        setup->rtl->cycle(lockstep->rtl, in, lockstep->rtl_out, lockstep->gates ? NULL : lockstep->observation);
    block->ops->cycle(lockstep->model_state, block->params, setup->config, in, lockstep->model_out);
    if (!lockstep->begun)
        memcpy(lockstep->rtl_out, lockstep->model_out, block->kind->out_size);
}

static void wave_clock(struct rh_lockstep *lockstep) {
    rh_wave_clock(lockstep->setup.wave, lockstep->clock.cycle, lockstep->clock.in,
                  &(struct rh_wave_side){lockstep->model_out, lockstep->before},
                  &(struct rh_wave_side){lockstep->rtl_out, lockstep->rtl_state});
}

/* What comes before the clock: loads, and what is kept of the model's state. True: registers are compared. */
static bool prepare(struct rh_lockstep *lockstep, uint64_t cycle, bool wave) {
    const struct rh_lockstep_setup *setup = &lockstep->setup;
    bool loads = false;
    if (!lockstep->begun && cycle >= setup->from) {
        lockstep->begun = loads = load_rtl(lockstep, false);
        lockstep->tally.windows += loads;
        rh_recent_begin(lockstep->recent, cycle, lockstep->model_state);
    } else if (setup->load_every != 0 && cycle % setup->load_every == 0 && !lockstep->clock.reset && lockstep->begun) {
        loads = load_rtl(lockstep, true); /* behind a reset it would hide what the reset forgets */
    }
    bool compares = lockstep->begun && !lockstep->gates && (loads || cycle % setup->compare_state == 0);
    if (rh_recent_is_due(cycle))
        rh_recent_state(lockstep->recent, cycle, lockstep->model_state);
    if (setup->sample != NULL)
        setup->sample(setup->user, lockstep->model_state);
    if (compares || wave || setup->keeps_state || lockstep->gates)
        memcpy(lockstep->before, lockstep->model_state, setup->block->ops->state_size);
    return compares;
}

bool rh_lockstep_cycle(struct rh_lockstep *lockstep, const void *in) {
    const struct rh_lockstep_setup *setup = &lockstep->setup;
    struct rh_lockstep_clock *clock = &lockstep->clock;
    if (lockstep->differs)
        return false;
    clock->cycle = lockstep->steps++;
    clock->reset = lockstep->fresh;
    lockstep->fresh = false;
    bool wave = rh_wave_shows(setup->wave, clock->cycle), state = prepare(lockstep, clock->cycle, wave), same = true;
    clock->alone = !lockstep->begun;
    cycle_sides(lockstep, in);
    if (lockstep->gates)
        fill_in(lockstep);
    clock->in = rh_recent_clock(lockstep->recent, clock->cycle, clock->reset, in, lockstep->rtl_out);
    if (lockstep->begun)
        same = compare_outputs(lockstep);
    if (!same && !(state || wave || setup->keeps_state || lockstep->gates))
        rebuild_before(lockstep);
    if (lockstep->begun && !lockstep->gates && (state || wave || !same))
        rh_shadow_update(lockstep->shadow, lockstep->observation);
    if (setup->wave != NULL)
        wave_clock(lockstep);
    if (state)
        same = compare_state(lockstep) && same;
    lockstep->tally.clocks += lockstep->begun;
    if (setup->count != NULL)
        setup->count(setup->user, clock);
    if (same && lockstep->begun && setup->rtl->broken != NULL)
        lockstep->broken = setup->rtl->broken(lockstep->rtl);
    lockstep->differs = !same || lockstep->broken != NULL;
    return !lockstep->differs;
}

bool rh_lockstep_finish(struct rh_lockstep *lockstep) {
    uint32_t every = lockstep->setup.compare_state;
    lockstep->setup.compare_state = 1;
    void *idle = calloc(1, lockstep->setup.block->kind->in_size);
    bool same = idle != NULL && rh_lockstep_cycle(lockstep, idle);
    free(idle);
    lockstep->setup.compare_state = every;
    return same;
}

static bool unit_cycle(void *self, const void *in, void *out) {
    struct rh_lockstep *lockstep = self;
    bool same = rh_lockstep_cycle(lockstep, in);
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
    block->ops->cycle(lockstep->before, block->params, lockstep->setup.config, in, out);
}

static void unit_reset(void *self) {
    rh_lockstep_reset(self);
}

struct rh_unit rh_lockstep_unit(struct rh_lockstep *lockstep) {
    return (struct rh_unit){.self = lockstep, .cycle = unit_cycle, .peek = unit_peek, .reset = unit_reset};
}

bool rh_lockstep_is_gates(const struct rh_lockstep *lockstep) {
    return lockstep->gates;
}

bool rh_lockstep_differs(const struct rh_lockstep *lockstep) {
    return lockstep->differs;
}

const char *rh_lockstep_broken(const struct rh_lockstep *lockstep) {
    return lockstep->broken;
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

const struct rh_recent *rh_lockstep_recent_of(const struct rh_lockstep *lockstep) {
    return lockstep->recent;
}

bool rh_lockstep_can_load(const struct rh_rtl_api *rtl) {
    return rtl->load != NULL;
}

bool rh_lockstep_check_load(uint64_t every, const struct rh_rtl_api *rtl, const struct rh_block *block,
                            struct rh_error *error) {
    return every == 0 || rh_lockstep_can_load(rtl) ||
           rh_error_set(error, "--load-every: found %s, expected RTL with registers",
                        rh_rtl_is_gates(rtl, block) ? "a netlist of gates" : "a block without registers");
}

bool rh_lockstep_check_loads(uint64_t every, const struct rh_lockstep_tally *tally, struct rh_error *error) {
    return every == 0 || tally->loads > tally->windows ||
           rh_error_set(error,
                        "--load-every: found %" PRIu64 " and no load in %" PRIu64 " clocks, expected one at least",
                        every, tally->clocks);
}

bool rh_lockstep_past_of(const struct rh_lockstep *lockstep, unsigned back, struct rh_lockstep_clock *past) {
    struct rh_recent_clock found;
    if (back >= RH_LOCKSTEP_HISTORY || !rh_recent_past(lockstep->recent, back, &found))
        return false;
    *past =
        (struct rh_lockstep_clock){.cycle = found.cycle, .in = found.in, .rtl_out = found.out, .reset = found.reset};
    return true;
}
