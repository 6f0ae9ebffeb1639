// SPDX-License-Identifier: Apache-2.0
/** The commands of the program, and those that are parts of one. */
#ifndef RH_COMMANDS_H
#define RH_COMMANDS_H

#include "cmodel/cli/rh_cli.h"

/** In the order of help. */
#define RH_COMMANDS(COMMAND)                                                                                           \
    COMMAND(simulate)                                                                                                  \
    COMMAND(cosim)                                                                                                     \
    COMMAND(sweep)                                                                                                     \
    COMMAND(compare)                                                                                                   \
    COMMAND(predict)                                                                                                   \
    COMMAND(report)                                                                                                    \
    COMMAND(trace)                                                                                                     \
    COMMAND(complexity)                                                                                                \
    COMMAND(area)                                                                                                      \
    COMMAND(energy)                                                                                                    \
    COMMAND(kernel)                                                                                                    \
    COMMAND(kernels)                                                                                                   \
    COMMAND(placement)                                                                                                 \
    COMMAND(protection)                                                                                                \
    COMMAND(switch)                                                                                                    \
    COMMAND(presets)                                                                                                   \
    COMMAND(list_command)                                                                                              \
    COMMAND(help_command)
#define RH_COMMAND_PARTS(COMMAND)                                                                                      \
    COMMAND(placement_fit)                                                                                             \
    COMMAND(placement_map)                                                                                             \
    COMMAND(placement_predict)                                                                                         \
    COMMAND(placement_queue)                                                                                           \
    COMMAND(trace_commands)                                                                                            \
    COMMAND(trace_convert)                                                                                             \
    COMMAND(trace_generate)                                                                                            \
    COMMAND(trace_info)                                                                                                \
    COMMAND(trace_judge)                                                                                               \
    COMMAND(trace_pins)

#define RH_COMMAND_DECLARE(name) extern const struct rh_cli rh_cli_##name;
RH_COMMANDS(RH_COMMAND_DECLARE)
RH_COMMAND_PARTS(RH_COMMAND_DECLARE)
#undef RH_COMMAND_DECLARE

#endif
