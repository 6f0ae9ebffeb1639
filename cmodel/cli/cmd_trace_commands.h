// SPDX-License-Identifier: Apache-2.0
/* Lines of a command trace (rowhold/rh_command_csv.h), its columns in any order. */
#ifndef CMD_TRACE_COMMANDS_H
#define CMD_TRACE_COMMANDS_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_command.h"
#include "rowhold/rh_error.h"
#include "rowhold/rh_preset.h"

enum { TRACE_CHANNELS = 65536 };

/* Takes one command of a line; false with an error ends the reading. */
typedef bool trace_commands_take(void *user, uint64_t line, const struct rh_command_record *record,
                                 struct rh_error *error);
/* Read a whole file, whose banks are those of `preset`; whether rows and columns exist is left to `take`. */
bool trace_commands_read(const char *file, const struct rh_preset *preset, trace_commands_take *take, void *user,
                         struct rh_error *error);

#endif
