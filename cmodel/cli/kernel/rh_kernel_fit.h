// SPDX-License-Identifier: Apache-2.0
/** `rowhold kernel --fit`: what a machine's memory is like to the model of warp parallelism, by microbenchmarks that
 * run in closed loop. */
#ifndef RH_KERNEL_FIT_H
#define RH_KERNEL_FIT_H

#include "cmodel/cli/kernel/rh_kernel_program.h"

/** `options`: machine and memory. */
bool rh_kernel_fit_report(const struct rh_kernel_program_options *options, const struct rh_table_options *tables,
                          struct rh_error *error);

#endif
