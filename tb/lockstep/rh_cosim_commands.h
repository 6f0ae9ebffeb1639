// SPDX-License-Identifier: Apache-2.0
/** Keeps the commands of all channels (on disk, in one unnamed file a channel) and writes them in order of cycles. */
#ifndef RH_COSIM_COMMANDS_H
#define RH_COSIM_COMMANDS_H

#include <stdio.h>

#include "rowhold/rh_command.h"
#include "rowhold/rh_error.h"

struct rh_cosim_commands;

/** NULL with an error. */
struct rh_cosim_commands *rh_cosim_commands_open(unsigned channels, struct rh_error *error);
void rh_cosim_commands_close(struct rh_cosim_commands *commands); /**< NULL is harmless */
/** A rh_command_sink; `user` is the struct. */
void rh_cosim_commands_sink(void *user, const struct rh_command_record *record);
/** Write the command trace; `group_banks`: banks of a bank group. False with an error when the disk fails. */
bool rh_cosim_commands_write(struct rh_cosim_commands *commands, unsigned group_banks, FILE *to,
                             struct rh_error *error);

#endif
