// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/rh_allocator_options.h"

#include <stdio.h>
#include <string.h>

/* "row_bits" is --row-bits. */
static void option_name(const char *param, char *text, size_t size) {
    (void)snprintf(text, size, "--%s", param);
    for (char *c = text; *c != '\0'; c++)
        if (*c == '_')
            *c = '-';
}

size_t rh_allocator_options_rows(struct rh_allocator_options *options, struct rh_option_row *rows) {
    const struct rh_kind *kind = &rh_allocator_kind;
    size_t n = 0;
    rows[n++] = (struct rh_option_row){.name = "--allocator", .text = &options->allocator};
    rows[n++] = (struct rh_option_row){.name = "--hold-limit", .number = &options->limit, .most = UINT8_MAX};
    for (unsigned k = 0; k < kind->param_count && k < RH_ALLOCATOR_OPTIONS_PARAMS; k++) {
        const struct rh_param *param = &kind->params[k];
        option_name(param->name, options->name[k], sizeof options->name[k]);
        if (strcmp(param->name, "hold") == 0)
            rows[n++] = (struct rh_option_row){.name = options->name[k], .text = &options->hold};
        else
            rows[n++] = (struct rh_option_row){
                .name = options->name[k], .number = &options->param[k], .least = param->least, .most = param->most};
    }
    return n;
}

/* "pim, islip, wavefront or separable" */
static bool unknown_allocator(const char *found, struct rh_error *error) {
    char list[256] = "";
    size_t count = rh_allocator_count(), used = 0;
    for (size_t i = 0; i < count && used < sizeof list; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s",
                                 i == 0           ? ""
                                 : i + 1 == count ? " or "
                                                  : ", ",
                                 rh_allocator_at(i)->name);
    return rh_error_set(error, "--allocator: found '%s', expected %s", found, list);
}

bool rh_allocator_options_resolve(const struct rh_allocator_options *options, const struct rh_block_ops **ops,
                                  struct rh_allocator_params *params, struct rh_allocator_config *config,
                                  struct rh_error *error) {
    const struct rh_kind *kind = &rh_allocator_kind;
    unsigned inputs = params->inputs;
    params->inputs = params->outputs = params->destinations = 0;
    for (unsigned k = 0; k < kind->param_count; k++)
        if (options->param[k] != 0)
            rh_param_set(&kind->params[k], params, (unsigned)options->param[k]);
    params->inputs = params->inputs != 0 ? params->inputs : (uint8_t)inputs;
    params->outputs = params->outputs != 0 ? params->outputs : params->inputs;
    params->destinations = params->destinations != 0 ? params->destinations : params->outputs;
    config->hold_limit = (uint8_t)options->limit;
    *ops = rh_allocator_find(options->allocator);
    if (*ops == NULL)
        return unknown_allocator(options->allocator, error);
    if (options->hold != NULL && !rh_hold_rule_find(options->hold, &params->hold))
        return rh_error_set(error, "--hold: found '%s', expected a rule that --help lists", options->hold);
    return rh_allocator_check(params, error);
}
