// SPDX-License-Identifier: Apache-2.0
/* The names that a configuration of Ramulator 2.0 may have in the place of values. */
#ifndef RH_RAMULATOR2_NAMES_H
#define RH_RAMULATOR2_NAMES_H

#include "cmodel/cli/presets/rh_peer.h"

/* Adds the values of `org.preset` and `timing.preset` that the file does not give itself, and makes clocks of its times
 * in ns; other names than those of DDR4 are refused. Paths are those of the table. */
void rh_ramulator2_names(struct rh_import *import);

#endif
