// SPDX-License-Identifier: Apache-2.0
/** The options that choose an allocator; `switch` and `cosim` share them. */
#ifndef RH_ALLOCATOR_OPTIONS_H
#define RH_ALLOCATOR_OPTIONS_H

#include "cmodel/cli/rh_cli.h"
#include "rowhold/rh_allocator.h"

struct rh_allocator_options {
    const char *allocator;             /**< --allocator NAME */
    const char *hold;                  /**< --hold NAME */
    uint8_t limit;                     /**< --hold-limit N */
    struct rh_allocator_params params; /**< --inputs N, --row-bits N, ...; 0: not given */
};

/** allocator, hold, hold_limit, and a row for every parameter of allocator_params.def (hold's is hidden). */
enum {
#define RH_PARAM(name, parameter, key, type, usual, least, greatest, power, smallest, meaning)                         \
    RH_ALLOCATOR_OPTION_##name,
#include "tables/allocator_params.def"
    RH_ALLOCATOR_OPTIONS_PARAMS,
    RH_ALLOCATOR_OPTIONS_ROWS = RH_ALLOCATOR_OPTIONS_PARAMS + 3
};
extern const struct rh_option rh_allocator_options_rows[RH_ALLOCATOR_OPTIONS_ROWS];

/** What they resolve to. `params` comes with the defaults; outputs that are not given are as many as inputs,
 * destinations as many as outputs. */
bool rh_allocator_options_resolve(const struct rh_allocator_options *options, const struct rh_block_ops **ops,
                                  struct rh_allocator_params *params, struct rh_allocator_config *config,
                                  struct rh_error *error);

#endif
