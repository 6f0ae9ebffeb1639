// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_model.h"

#include <stdlib.h>
#include <string.h>

#include "cmodel/controller/rh_policy.h"

/* Of a controller idle for so many clocks: what moves beside the counters of its kind. */
static void tick(const struct rh_model *model, void *state, uint64_t clocks) {
    const struct rh_policy *policy = model->ops->policy;
    if (policy != NULL && policy->tick != NULL)
        policy->tick(state, model->params, model->config, clocks);
}

static bool cycle(void *self, const void *in, void *out) {
    struct rh_model *model = self;
    if (model->watch != NULL)
        memcpy(model->trial, model->state, model->ops->state_size);
    model->ops->cycle(model->state, model->params, model->config, in, out);
    if (model->watch != NULL)
        model->watch(model->watch_user, model->trial, in, out);
    return true;
}

/* Runs one clock on a copy of the state. */
static void peek(void *self, const void *in, void *out) {
    struct rh_model *model = self;
    memcpy(model->trial, model->state, model->ops->state_size);
    model->ops->cycle(model->trial, model->params, model->config, in, out);
}

static uint64_t idle(void *self, const void *in, void *out) {
    struct rh_model *model = self;
    const struct rh_idle *counters = model->kind->idle;
    const void *expected = model->state;
    uint64_t clocks = UINT64_MAX;
    if (counters != NULL) {
        clocks = counters->limit(model->state, model->params, model->config);
        if (clocks == 0)
            return 0;
        memcpy(model->moved, model->state, model->ops->state_size);
        counters->move(model->moved, model->params, model->config, 1);
        tick(model, model->moved, 1);
        expected = model->moved;
    }
    peek(model, in, out);
    return memcmp(model->trial, expected, model->ops->state_size) == 0 ? clocks : 0;
}

static void skip_clocks(void *self, uint64_t clocks) {
    struct rh_model *model = self;
    if (model->kind->idle != NULL)
        model->kind->idle->move(model->state, model->params, model->config, clocks);
    tick(model, model->state, clocks);
}

static bool idle_round(void *self, bool begin) {
    struct rh_model *model = self;
    void *here = begin ? model->begin : model->trial;
    memcpy(here, model->state, model->ops->state_size);
    if (model->kind->idle != NULL)
        model->kind->idle->clear(here);
    if (model->ops->policy != NULL && model->ops->policy->level != NULL)
        model->ops->policy->level(here);
    return memcmp(model->begin, here, model->ops->state_size) == 0;
}

static void skip_rounds(void *self, uint64_t clocks) {
    struct rh_model *model = self;
    if (model->kind->idle != NULL)
        model->kind->idle->turn(model->state, model->params, clocks);
    tick(model, model->state, clocks);
}

static void reset(void *self) {
    rh_model_reset(self);
}

void rh_model_reset(struct rh_model *model) {
    model->ops->reset(model->state, model->params);
}

bool rh_model_open(struct rh_model *model, const struct rh_kind *kind, const struct rh_block_ops *ops,
                   const void *params, const void *config) {
    *model = (struct rh_model){.kind = kind, .ops = ops, .params = params, .config = config};
    if (ops == NULL ||
        (kind->check != NULL && !kind->check(params, NULL))) /* its registers are made for sizes in range */
        return false;
    /* Zeroed, so that registers without reset start alike in every run. */
    model->state = calloc(1, ops->state_size);
    model->begin = calloc(1, ops->state_size);
    model->trial = calloc(1, ops->state_size);
    model->moved = calloc(1, ops->state_size);
    if (model->state == NULL || model->begin == NULL || model->trial == NULL || model->moved == NULL) {
        rh_model_close(model);
        return false;
    }
    rh_model_reset(model);
    return true;
}

void rh_model_close(struct rh_model *model) {
    free(model->state);
    free(model->begin);
    free(model->trial);
    free(model->moved);
    model->state = model->begin = model->trial = model->moved = NULL;
}

struct rh_unit rh_model_unit(struct rh_model *model) {
    struct rh_unit unit = {.self = model, .cycle = cycle, .peek = peek, .reset = reset};
    if (model->watch != NULL)
        return unit;
    unit.model = model;
    unit.idle = idle;
    unit.skip_clocks = skip_clocks;
    unit.idle_round = idle_round;
    unit.skip_rounds = skip_rounds;
    return unit;
}
