// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "rowhold/rh_backend.h"
#include "rowhold/rh_channel.h"

static bool step(void *self, const struct rh_controller_in *in, struct rh_controller_out *out) {
    struct rh_model *model = self;
    if (model->watch != NULL) /* nothing is tried then, so `trial` is free */
        memcpy(model->trial, model->state, model->ops->state_size);
    model->ops->step(model->state, &model->geometry, &model->gaps, in, out);
    if (model->watch != NULL)
        model->watch(model->watch_user, model->trial, in, out);
    return true;
}

/* Quiet as far as the backend knows: cheap to ask, so that most idle clocks under a running timer are not tried. */
static bool quiet(const struct rh_backend *backend) {
    for (unsigned i = 0; i < sizeof backend->array.timers; i++)
        if (backend->array.timers[i] != 0)
            return false;
    return !backend->refresh_due && !backend->response_count;
}

/* Does one more idle clock change nothing but the backend's counters, and show nothing? Then so do all until one of
 * them reaches its end. */
static bool stands_still(struct rh_model *model) {
    struct rh_backend *before = model->state, *after = model->trial;
    const struct rh_controller_in idle = {.rsp_ready = 1};
    struct rh_controller_out out;
    memcpy(model->trial, model->state, model->ops->state_size);
    model->ops->step(model->trial, &model->geometry, &model->gaps, &idle, &out);
    if (out.col_cmd != RH_NOP || out.row_cmd != RH_NOP || out.rsp_valid || out.active || out.timers)
        return false;
    after->now = before->now;
    after->refresh_timer = before->refresh_timer;
    after->refresh_busy = before->refresh_busy;
    return memcmp(model->trial, model->state, model->ops->state_size) == 0;
}

static uint64_t skip_idle(void *self, uint64_t clocks) {
    struct rh_model *model = self;
    struct rh_backend *backend = model->state;
    bool refreshes = model->gaps.refresh != RH_REFRESH_OFF;
    uint64_t before_tick = refreshes ? model->gaps.refi - 1U - backend->refresh_timer : clocks;
    if (clocks > before_tick)
        clocks = before_tick;
    if (backend->refresh_busy != 0 && clocks > backend->refresh_busy)
        clocks = backend->refresh_busy;
    if (clocks == 0 || !quiet(backend) || !stands_still(model))
        return 0;
    backend->now = (uint8_t)((backend->now + clocks) & rh_mask(model->geometry.timer_bits));
    if (refreshes)
        backend->refresh_timer = (uint16_t)(backend->refresh_timer + clocks);
    if (backend->refresh_busy != 0)
        backend->refresh_busy = (uint16_t)(backend->refresh_busy - clocks);
    return clocks;
}

/* `now` counts on through every round, and only responses in flight look at it. */
static bool idle_round(void *self, bool begin) {
    struct rh_model *model = self;
    if (begin) {
        memcpy(model->begin, model->state, model->ops->state_size);
        return true;
    }
    struct rh_backend *before = model->begin;
    const struct rh_backend *here = model->state;
    before->now = here->now;
    return here->response_count == 0 && memcmp(model->begin, model->state, model->ops->state_size) == 0;
}

bool rh_model_open(struct rh_model *model, const struct rh_block_ops *ops, const struct rh_geometry *geometry,
                   const struct rh_gaps *gaps) {
    *model = (struct rh_model){.ops = ops, .geometry = *geometry, .gaps = *gaps};
    /* Zeroed, so that registers without reset start alike in every run. */
    model->state = calloc(1, ops->state_size);
    model->begin = calloc(1, ops->state_size);
    model->trial = calloc(1, ops->state_size);
    if (model->state == NULL || model->begin == NULL || model->trial == NULL) {
        rh_model_close(model);
        return false;
    }
    ops->reset(model->state, geometry);
    return true;
}

void rh_model_close(struct rh_model *model) {
    free(model->state);
    free(model->begin);
    free(model->trial);
    model->state = model->begin = model->trial = NULL;
}

struct rh_unit rh_model_unit(struct rh_model *model) {
    if (model->watch != NULL)
        return (struct rh_unit){.step = step, .self = model};
    return (struct rh_unit){.step = step, .self = model, .skip_idle = skip_idle, .idle_round = idle_round};
}
