// SPDX-License-Identifier: Apache-2.0
/** A kernel of a YAML file, for data placement:
 *
 *     threads: 128
 *     blocks: 16
 *     computation: 4
 *     arrays:
 *       a: {elements: 2048}
 *       sum: {elements: 2048, store: true, memory: [global, shared]}
 *
 * The values are those of tables/placement.def. An array also takes `store` (true: it is written, not read), `when`
 * (every, first, last step) and `memory`: one or several it may lie in. */
#ifndef RH_KERNEL_FILE_H
#define RH_KERNEL_FILE_H

#include "rowhold/rh_kernel.h"

/** Read and checked; an error names file, and line and column where there is one. */
bool rh_kernel_load(const char *file, struct rh_kernel *kernel, struct rh_error *error);
/** Values of a machine in place of those that `sm` has: `name: value` lines. */
bool rh_sm_load(const char *file, struct rh_sm *sm, struct rh_error *error);

#endif
