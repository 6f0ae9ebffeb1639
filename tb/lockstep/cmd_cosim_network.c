// SPDX-License-Identifier: Apache-2.0
// `rowhold cosim --network NAME`: the whole request system in lockstep, as simulate runs it.
#include <stddef.h>

#include "cmodel/cli/rh_commands.h"
#include "tb/lockstep/rh_cosim_network.h"

struct command {
    struct rh_options options;
    struct rh_simulate_own own;
    const char *plugin;
    uint64_t cycles, compare_state;
};

static int cosim(struct command *command, int argc, char **argv, struct rh_error *error) {
    const struct rh_options *options = &command->options;
    struct rh_cosim_network network = {.options = options,
                                       .file = command->plugin,
                                       .compare_state = command->compare_state,
                                       .argc = argc,
                                       .argv = argv};
    struct rh_simulate_beside beside;
    if (options->channel_chosen) {
        rh_option_excludes(error, "--wave-channel", "--network");
        return 2;
    }
    rh_cosim_network_beside(&network, &beside);
    beside.cycles = command->cycles;
    uint64_t end = options->wave.from + options->wave.clocks;
    if (options->wave.clocks != 0 && (beside.cycles == 0 || end < beside.cycles))
        beside.cycles = end;
    int code = rh_simulate_run(options, &command->own, &beside, error);
    rh_cosim_network_close(&network);
    return code;
}

static int run_command(int argc, char **argv) {
    struct command command = {.options = rh_options_default(), .compare_state = 1};
    struct rh_error error = {""};
    int parsed = rh_cli_parse(&rh_cli_cosim_network, argc, argv, &command);
    if (parsed != 0)
        return parsed == 1 ? 0 : 2;
    int code = cosim(&command, argc, argv, &error);
    if (code != 0 && error.text[0] != '\0')
        (void)rh_cli_fail(&error);
    return code;
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct command, kind, spelling, __VA_ARGS__)
static const struct rh_option own[] = {
    ROW(NUMBER, "cycles", "N", cycles, .group = "lockstep", .least = 1, .most = UINT64_MAX / 2,
        .help = "stop after N DRAM clocks"),
    ROW(NUMBER, "compare_state", "N", compare_state, .least = 1, .most = 1000000000,
        .help = "compare the registers every N clocks (default 1)"),
    ROW(INPUT, "plugin", "FILE", plugin,
        .help = "RTL built by scripts/lib/request_system instead of the project's own"),
};

const struct rh_cli rh_cli_cosim_network = {
    .name = "cosim --network NAME",
    .meaning = "run the RTL of a whole request system in lockstep with the C closed loop",
    .about = "Run the Verilated RTL of cores' ports, both networks and all controllers (rh_request_system) in lockstep "
             "with the closed loop of `simulate --network`, with its options: every output and every register with "
             "meaning of every block must be equal in every clock. Statistics, commands and the other files are those "
             "of simulate. Verilator makes the RTL of new parameters, in 5 to 100 seconds; it is kept. With --for the "
             "run ends where the wave does.",
    .examples =
        "cosim --network crossbar --stream core_stencil --stream-cores 4 --channels 2 --requests 5000\n"
        "cosim --network mesh --stream core_stencil --stream-cores 5 --channels 2 --hold hold_grant "
        "--controller banked_fifo --stats out.json\n"
        "cosim --network ring --stream core_gather --stream-cores 6 --channels 3 --cycles 20000\n"
        "cosim --network crossbar --stream core_stencil --stream-cores 4 --channels 2 --wave run.fst --from 100 "
        "--for 400 --view",
    .exits = "0 all equal, 1 a mismatch or another check failed, 2 usage or input error",
    .tables = {RH_OPTIONS_TABLES(offsetof(struct command, options)),
               RH_OPTION_TABLE(rh_run_options_rows, offsetof(struct command, options)),
               RH_OPTION_TABLE(rh_loop_options_rows, offsetof(struct command, options)),
               RH_OPTION_TABLE(rh_simulate_rows, offsetof(struct command, own)), RH_OPTION_TABLE(own, 0)},
    .run = run_command,
};
