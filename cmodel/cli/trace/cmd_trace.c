// SPDX-License-Identifier: Apache-2.0
// `rowhold trace`: dispatch, and what its subcommands share.
#include "cmodel/cli/trace/cmd_trace.h"

#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/rh_options.h"

bool trace_commands_set_up(struct rh_command_trace *trace, const char *format, const char *pseudochannels,
                           const struct rh_preset *preset, struct rh_error *error) {
    uint64_t number = 1;
    if (format != NULL && rh_command_format_find(format) == NULL)
        return rh_error_set(error, "--format: found '%s', expected one of %s", format, rh_command_format_names());
    if (pseudochannels != NULL && !rh_option_number("--pseudochannels", pseudochannels, 1, 256, &number, error))
        return false;
    if (number > 1 && preset->ranks > 1)
        return rh_error_set(error, "--pseudochannels: found %u with a preset of %u ranks, expected 1", (unsigned)number,
                            preset->ranks);
    *trace = (struct rh_command_trace){.format = format, .preset = preset, .pseudochannels = (unsigned)number};
    return true;
}

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
