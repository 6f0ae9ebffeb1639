// SPDX-License-Identifier: Apache-2.0
/** `rowhold cosim --allocator NAME`: the part of the command that knows allocators. */
#ifndef CMD_COSIM_ALLOCATOR_H
#define CMD_COSIM_ALLOCATOR_H

#include <stdbool.h>

/** Does the command line name an allocator? */
bool rh_cosim_of_allocator(int argc, char **argv);
int rh_cmd_cosim_allocator(int argc, char **argv);

#endif
