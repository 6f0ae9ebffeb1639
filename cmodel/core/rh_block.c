// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_block.h"

#include <string.h>

void rh_block_make(struct rh_block *block, const struct rh_kind *kind, const struct rh_block_ops *ops,
                   const void *params) {
    block->kind = kind;
    block->ops = ops;
    block->params = params;
    rh_layout_make(&block->config, kind->list_config, params);
    rh_layout_make(&block->in, kind->list_in, params);
    rh_layout_make(&block->out, kind->list_out, params);
    rh_layout_make(&block->state, ops->list, params);
    block->derived = (struct rh_layout){.count = 0};
    if (kind->derived != NULL)
        rh_layout_make(&block->derived, kind->derived->list, params);
}

static struct rh_field field_of(const struct rh_param *param) {
    return (struct rh_field){.offset = param->offset, .size = param->size, .count = 1};
}

unsigned rh_param_get(const struct rh_param *param, const void *params) {
    struct rh_field field = field_of(param);
    return (unsigned)rh_field_get(&field, params, 0);
}

void rh_param_set(const struct rh_param *param, void *params, unsigned value) {
    struct rh_field field = field_of(param);
    rh_field_set(&field, params, 0, value);
}

void rh_params_default(const struct rh_kind *kind, void *params) {
    memset(params, 0, kind->params_size);
    for (unsigned i = 0; i < kind->param_count; i++)
        rh_param_set(&kind->params[i], params, kind->params[i].defaults);
}

void rh_params_fill(const struct rh_kind *kind, void *params) {
    for (unsigned i = 0; i < kind->param_count; i++)
        if (rh_param_get(&kind->params[i], params) == 0)
            rh_param_set(&kind->params[i], params, kind->params[i].defaults);
}

bool rh_params_check(const struct rh_param *params, unsigned count, const void *values, const char *what,
                     struct rh_error *error) {
    for (unsigned i = 0; i < count; i++) {
        const struct rh_param *p = &params[i];
        unsigned value = rh_param_get(p, values);
        if (value < p->least || value > p->most || (p->power && (value & (value - 1)) != 0))
            return rh_error_set(error, "%s: found %s %u, expected %s%u to %u", what, p->name, value,
                                p->power ? "a power of two from " : "", p->least, p->most);
    }
    return true;
}
