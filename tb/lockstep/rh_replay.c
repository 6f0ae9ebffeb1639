// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_replay.h"

#include <stdlib.h>
#include <string.h>

/** Both sides once more. */
struct again {
    const struct rh_lockstep_setup *setup;
    void *rtl;
    unsigned char *model_state, *before, *rtl_state, *model_out, *rtl_out;
    uint64_t *out_live, *state_live;
    uint32_t *observation;
};

static bool open_again(struct again *again, const struct rh_lockstep_setup *setup) {
    const struct rh_block *block = setup->block;
    *again = (struct again){.setup = setup,
                            .rtl = setup->rtl->open(~setup->seed),
                            .model_state = calloc(1, block->ops->state_size),
                            .before = calloc(1, block->ops->state_size),
                            .rtl_state = calloc(1, block->ops->state_size),
                            .model_out = calloc(1, block->kind->out_size),
                            .rtl_out = calloc(1, block->kind->out_size),
                            .out_live = calloc(block->out.mask_words + 1, sizeof(uint64_t)),
                            .state_live = calloc(block->state.mask_words + 1, sizeof(uint64_t)),
                            .observation = calloc(block->state.bits / 32 + 2, sizeof(uint32_t))};
    return again->rtl != NULL && again->model_state != NULL && again->before != NULL && again->rtl_state != NULL &&
           again->model_out != NULL && again->rtl_out != NULL && again->out_live != NULL && again->state_live != NULL &&
           again->observation != NULL;
}

static void close_again(struct again *again) {
    if (again->rtl != NULL)
        again->setup->rtl->close(again->rtl);
    free(again->model_state);
    free(again->before);
    free(again->rtl_state);
    free(again->model_out);
    free(again->rtl_out);
    free(again->out_live);
    free(again->state_live);
    free(again->observation);
}

/* The RTL begins where the model stood. */
static void load(struct again *again, const void *state) {
    const struct rh_lockstep_setup *setup = again->setup;
    memcpy(again->model_state, state, setup->block->ops->state_size);
    setup->rtl->configure(again->rtl, setup->config);
    rh_layout_pack(&setup->block->state, again->model_state, again->observation);
    setup->rtl->load(again->rtl, again->observation);
}

/* One clock into the wave; true: the sides differ in it. */
static bool step(struct again *again, struct rh_wave *wave, uint64_t cycle, const void *in) {
    const struct rh_block *block = again->setup->block;
    unsigned field, index;
    again->setup->rtl->step(again->rtl, in, again->rtl_out, again->observation);
    memcpy(again->before, again->model_state, block->ops->state_size);
    block->ops->step(again->model_state, block->params, again->setup->config, in, again->model_out);
    rh_layout_unpack(&block->state, again->observation, again->rtl_state);
    rh_wave_clock(wave, cycle, in, &(struct rh_wave_side){again->model_out, again->before},
                  &(struct rh_wave_side){again->rtl_out, again->rtl_state});
    rh_layout_live(&block->out, again->model_out, again->out_live);
    rh_layout_live(&block->state, again->before, again->state_live);
    return rh_layout_differs(&block->out, again->out_live, again->model_out, again->rtl_out, &field, &index) ||
           rh_layout_differs(&block->state, again->state_live, again->before, again->rtl_state, &field, &index);
}

bool rh_replay_write(const struct rh_lockstep *lockstep, const char *file, uint32_t period_ps, struct rh_replay *replay,
                     struct rh_error *error) {
    const struct rh_lockstep_setup *setup = rh_lockstep_setup_of(lockstep);
    const struct rh_recent *recent = rh_lockstep_recent_of(lockstep);
    uint64_t cycle, last = rh_lockstep_clock_of(lockstep)->cycle;
    const void *state = rh_recent_first(recent, &cycle);
    struct again again;
    struct rh_wave *wave = NULL;
    *replay = (struct rh_replay){.from = cycle, .clocks = last - cycle + 1};
    bool open = open_again(&again, setup) || rh_error_set(error, "cosim: found no memory, expected enough");
    if (open)
        wave = rh_wave_open(file, setup->block, period_ps, true, error);
    if (wave != NULL) {
        rh_wave_config(wave, setup->config);
        load(&again, state);
        for (; cycle <= last && !replay->differs; cycle++) {
            replay->at = cycle;
            replay->differs = step(&again, wave, cycle, rh_recent_inputs(recent, cycle));
        }
    }
    close_again(&again);
    return wave != NULL && rh_wave_close(wave, error);
}
