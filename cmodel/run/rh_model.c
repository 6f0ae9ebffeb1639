// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

#include "rowhold/rh_channel.h"

static bool step(void *self, const struct rh_controller_in *in, struct rh_controller_out *out) {
    struct rh_model *model = self;
    model->ops->step(model->state, &model->geometry, &model->gaps, in, out);
    return true;
}

bool rh_model_open(struct rh_model *model, const struct rh_controller_ops *ops, const struct rh_geometry *geometry,
                   const struct rh_gaps *gaps) {
    *model = (struct rh_model){.ops = ops, .geometry = *geometry, .gaps = *gaps};
    /* Zeroed, so that registers without reset start alike in every run. */
    model->state = calloc(1, ops->state_size);
    if (model->state == NULL)
        return false;
    ops->reset(model->state, geometry);
    return true;
}

void rh_model_close(struct rh_model *model) {
    free(model->state);
    model->state = NULL;
}

struct rh_unit rh_model_unit(struct rh_model *model) {
    return (struct rh_unit){.step = step, .self = model};
}
