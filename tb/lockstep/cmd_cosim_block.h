// SPDX-License-Identifier: Apache-2.0
/** `rowhold cosim --block NAME`: any block of the registry on random inputs. */
#ifndef CMD_COSIM_BLOCK_H
#define CMD_COSIM_BLOCK_H

#include <stdbool.h>

/** Does the command line name a block? */
bool rh_cosim_of_block(int argc, char **argv);
int rh_cmd_cosim_block(int argc, char **argv);

#endif
