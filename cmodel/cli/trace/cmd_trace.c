// SPDX-License-Identifier: Apache-2.0
// `rowhold trace`: dispatch.
#include "cmodel/cli/rh_commands.h"

static const struct rh_cli *const parts[] = {&rh_cli_trace_info,
                                             &rh_cli_trace_convert,
                                             &rh_cli_trace_generate,
                                             &rh_cli_trace_judge,
                                             &rh_cli_trace_commands,
                                             &rh_cli_trace_pins,
                                             NULL};

static int run_command(int argc, char **argv) {
    return rh_cli_part(&rh_cli_trace, argc, argv);
}

const struct rh_cli rh_cli_trace = {
    .name = "trace",
    .meaning = "info, convert, generate and judge trace files",
    .about = "Look at, convert and make traces of memory requests; judge and translate traces of DRAM commands.",
    .examples = "trace generate\n"
                "trace info phases.csv\n"
                "trace convert phases.csv phases.stl --to stl --map row:bank:column:channel\n"
                "simulate --stream phases.csv --commands commands.csv\n"
                "trace judge commands.csv --preset gddr3",
    .exits = "0 done, 1 a rule is broken, 2 usage or input error",
    .parts = parts,
    .run = run_command,
};
