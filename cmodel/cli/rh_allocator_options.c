// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/rh_allocator_options.h"

#include "cmodel/cli/rh_options.h"

static const char *hold_word(unsigned index) {
    return index < RH_HOLD_RULES ? rh_hold_rule_name(index) : NULL;
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct rh_allocator_options, kind, spelling, __VA_ARGS__)
const struct rh_option rh_allocator_options_rows[RH_ALLOCATOR_OPTIONS_ROWS] = {
    ROW(TEXT, "allocator", "NAME", allocator, .group = "allocator", .word = rh_allocator_word,
        .help = "how inputs and outputs are matched"),
    ROW(TEXT, "hold", "NAME", hold, .word = hold_word, .help = "hold rule"),
    ROW(NUMBER, "hold_limit", "N", limit, .most = UINT8_MAX,
        .help = "clocks in a row in which the hold rule may turn requests away (default 0: no limit)"),
#define RH_PARAM(name_, parameter, key, type, usual, least_, greatest, power_, smallest, meaning)                      \
    ROW(NUMBER, #name_, "N", params.name_, .least = least_, .most = greatest, .power = power_, .help = meaning),
#include "tables/allocator_params.def"
};

bool rh_allocator_options_resolve(const struct rh_allocator_options *options, const struct rh_block_ops **ops,
                                  struct rh_allocator_params *params, struct rh_allocator_config *config,
                                  struct rh_error *error) {
    const struct rh_kind *kind = &rh_allocator_kind;
    unsigned inputs = params->inputs;
    params->inputs = params->outputs = params->destinations = 0;
    for (unsigned k = 0; k < kind->param_count; k++)
        if (rh_param_get(&kind->params[k], &options->params) != 0)
            rh_param_set(&kind->params[k], params, rh_param_get(&kind->params[k], &options->params));
    params->inputs = params->inputs != 0 ? params->inputs : (uint8_t)inputs;
    params->outputs = params->outputs != 0 ? params->outputs : params->inputs;
    params->destinations = params->destinations != 0 ? params->destinations : params->outputs;
    config->hold_limit = options->limit;
    *ops = rh_allocator_find(options->allocator);
    if (*ops == NULL)
        return rh_error_set(error, "--allocator: found '%s', expected an allocator of `rowhold list`",
                            options->allocator);
    if (options->hold != NULL && !rh_hold_rule_find(options->hold, &params->hold))
        return rh_error_set(error, "--hold: found '%s', expected a rule that --help lists", options->hold);
    return rh_allocator_check(params, error);
}
