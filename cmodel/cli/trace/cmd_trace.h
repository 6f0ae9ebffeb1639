// SPDX-License-Identifier: Apache-2.0
/* What the subcommands of `rowhold trace` share. */
#ifndef CMD_TRACE_H
#define CMD_TRACE_H

#include <stdbool.h>

#include "cmodel/cli/rh_table.h"
#include "cmodel/trace/rh_command_trace.h"
#include "rowhold/rh_error.h"
#include "rowhold/rh_map.h"
#include "rowhold/rh_preset.h"

/* How a command trace is read: --format, which may be NULL, and --pseudochannels. */
bool trace_commands_set_up(struct rh_command_trace *trace, const char *format, unsigned pseudochannels,
                           const struct rh_preset *preset, struct rh_error *error);

#endif
