// SPDX-License-Identifier: Apache-2.0
// The worker of `rowhold simulate`: the C model alone.
#include "rowhold/rh_system.h"

static bool open(void *self, struct rh_channel_worker *worker, struct rh_channel_setup *channel,
                 struct rh_error *error) {
    const struct rh_system_setup *setup = worker->setup;
    struct rh_model *model = self;
    if (!rh_model_open(model, &rh_controller_kind, setup->ops, &setup->geometry, &setup->constraints))
        return rh_error_set(error, "channel %u: found no memory, expected enough", worker->number);
    if (setup->watch != NULL && !setup->watch(setup->watch_user, channel, model, error))
        return false;
    channel->unit = rh_model_unit(model); /* watched or not */
    return true;
}

static void close(void *self) {
    rh_model_close(self);
}

static enum rh_system_end run(void *self, struct rh_channel_worker *worker, const struct rh_batch *batch, bool last) {
    (void)self;
    worker->end = rh_channel_run(worker->channel, batch->requests, batch->n, worker->timed, last);
    return rh_channel_worker_check(worker, worker->channel, worker->end);
}

const struct rh_channel_worker_type rh_model_worker = {
    .size = sizeof(struct rh_model),
    .batch = 1 << 16,
    .open = open,
    .close = close,
    .run = run,
};
