// SPDX-License-Identifier: Apache-2.0
/** A run of `rowhold simulate`, for other commands. */
#ifndef RH_SIMULATE_H
#define RH_SIMULATE_H

#include "cmodel/cli/rh_options.h"

/** Run what the options say; their files are written. The exit code of `simulate`, with an error unless it is 0. */
int rh_simulate(const struct rh_options *options, struct rh_error *error);

#endif
