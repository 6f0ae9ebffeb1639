// SPDX-License-Identifier: Apache-2.0
/* What the subcommands of `rowhold trace` share. */
#ifndef CMD_TRACE_H
#define CMD_TRACE_H

#include <stdbool.h>

#include "cmodel/cli/rh_table.h"
#include "rowhold/rh_command_trace.h"
#include "rowhold/rh_error.h"
#include "rowhold/rh_map.h"
#include "rowhold/rh_preset.h"

/* The row of --chips: `unsigned chips` of a command's struct. */
#define TRACE_CHIPS(type)                                                                                              \
    RH_OPTION_ROW(type, NUMBER, "chips", "N", chips, .least = 1, .most = 64, .power = true,                            \
                  .help = "chips ganged on a channel (default: the preset's)")

/* Load a preset with --chips (0: its own) and --refresh (NULL: its own) applied, and checked. */
bool trace_preset(const char *name, unsigned chips, const char *refresh, struct rh_preset *preset,
                  struct rh_error *error);
/* The file that a value of --preset names; NULL for a built-in preset, and without the option. */
const char *trace_preset_file(const char *name);
/* A cell with the hash of all its values: a preset of a file has any. False without memory. */
bool trace_preset_hash(const struct rh_preset *preset, struct rh_table *table);

/* How a command trace is read: --format and --pseudochannels, which may be NULL. */
bool trace_commands_set_up(struct rh_command_trace *trace, const char *format, const char *pseudochannels,
                           const struct rh_preset *preset, struct rh_error *error);

#endif
