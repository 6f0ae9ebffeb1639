// SPDX-License-Identifier: Apache-2.0
/* What the subcommands of `rowhold trace` share. */
#ifndef CMD_TRACE_H
#define CMD_TRACE_H

#include <stdbool.h>

#include "rowhold/rh_command_trace.h"
#include "rowhold/rh_error.h"
#include "rowhold/rh_map.h"
#include "rowhold/rh_preset.h"

/* An option: "--name", its value (or "1" for a flag), and help that begins with the metavariable of a valued one. */
struct trace_option {
    const char *name;
    bool flag;
    const char **value;
    const char *help;
};

/* Sort argv into options and up to `most` file arguments, at least `least`. 0: go on, 1: --help was printed, 2: error
 * printed. */
int trace_parse(int argc, char **argv, const char *head, const struct trace_option *options, unsigned count,
                const char **files, unsigned least, unsigned most);
/* Load a preset with --chips and --refresh (both may be NULL) applied and checked. */
bool trace_preset(const char *name, const char *chips, const char *refresh, struct rh_preset *preset,
                  struct rh_error *error);
/* The file that a value of --preset names; NULL for a built-in preset, and without the option. */
const char *trace_preset_file(const char *name);
/* What a preset's addresses are mapped to. */
struct rh_map_shape trace_shape(const struct rh_preset *preset);
/* The map by text, or the default one for NULL. */
bool trace_map(const char *text, const struct rh_map_shape *shape, struct rh_map *map, struct rh_error *error);

/* How a command trace is read: --format and --pseudochannels, which may be NULL. */
bool trace_commands_set_up(struct rh_command_trace *trace, const char *format, const char *pseudochannels,
                           const struct rh_preset *preset, struct rh_error *error);

int trace_info(int argc, char **argv);
int trace_convert(int argc, char **argv);
int trace_generate(int argc, char **argv);
int trace_judge(int argc, char **argv);
int trace_commands(int argc, char **argv);
int trace_pins(int argc, char **argv);

#endif
