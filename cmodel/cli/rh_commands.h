// SPDX-License-Identifier: Apache-2.0
/** The commands of the program. */
#ifndef RH_COMMANDS_H
#define RH_COMMANDS_H

#include "cmodel/cli/rh_cli.h"

extern const struct rh_cli rh_cli_simulate, rh_cli_sweep, rh_cli_compare, rh_cli_cosim, rh_cli_cosim_allocator,
    rh_cli_cosim_block, rh_cli_trace, rh_cli_trace_info, rh_cli_trace_convert, rh_cli_trace_generate,
    rh_cli_trace_judge, rh_cli_trace_commands, rh_cli_trace_pins, rh_cli_complexity, rh_cli_kernel, rh_cli_predict,
    rh_cli_area, rh_cli_switch, rh_cli_presets, rh_cli_list_command, rh_cli_help_command;

#endif
