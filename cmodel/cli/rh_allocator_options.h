// SPDX-License-Identifier: Apache-2.0
/** The options that choose an allocator; `switch` and `cosim` share them. */
#ifndef RH_ALLOCATOR_OPTIONS_H
#define RH_ALLOCATOR_OPTIONS_H

#include "cmodel/cli/rh_option_rows.h"
#include "rowhold/rh_allocator.h"

enum { RH_ALLOCATOR_OPTIONS_PARAMS = 16, RH_ALLOCATOR_OPTIONS_ROWS = RH_ALLOCATOR_OPTIONS_PARAMS + 2 };

struct rh_allocator_options {
    const char *allocator; /**< --allocator NAME */
    const char *hold;      /**< --hold NAME, or NULL */
    uint64_t limit;        /**< --hold-limit N */
    /** --inputs N, --row-bits N, ...: every other parameter of allocator_params.def; 0: not given. */
    uint64_t param[RH_ALLOCATOR_OPTIONS_PARAMS];
    char name[RH_ALLOCATOR_OPTIONS_PARAMS][24];
};

/** The rows of these options, for a table; returns how many. They point into `options`. */
size_t rh_allocator_options_rows(struct rh_allocator_options *options, struct rh_option_row *rows);

/** What they resolve to. `params` comes with the defaults; outputs that are not given are as many as inputs,
 * destinations as many as outputs. */
bool rh_allocator_options_resolve(const struct rh_allocator_options *options, const struct rh_block_ops **ops,
                                  struct rh_allocator_params *params, struct rh_allocator_config *config,
                                  struct rh_error *error);

#endif
