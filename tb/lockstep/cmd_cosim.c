// SPDX-License-Identifier: Apache-2.0
// `rowhold cosim`: RTL in lockstep with its C model. One table of options; which of the runs it is follows from them.
#include <stddef.h>

#include "cmodel/cli/rh_commands.h"
#include "rowhold/rh_topology.h"
#include "tb/lockstep/rh_cosim_options.h"
#include "tb/lockstep/rh_cosim_wave.h"

/* What it can be, in the order in which it is looked for: behind a network an allocator is that of its routers; a
 * GPU program runs behind a network. */
static const struct rh_cli_form forms[] = {
    {"network", NULL}, {"kernel", NULL}, {"allocator", NULL}, {"block", NULL}, {NULL, "a controller"}};
static rh_cosim_run *const runs[] = {rh_cosim_network, rh_cosim_network, rh_cosim_allocator, rh_cosim_block,
                                     rh_cosim_controller};
enum { NETWORK = 1 | 2, ALLOCATOR = 4, BLOCK = 8, CONTROLLER = 16, ONE = ALLOCATOR | BLOCK | CONTROLLER };

static int run_command(int argc, char **argv) {
    struct rh_cosim_options options = {
        .options = rh_options_default(), .compare_state = 1, .response_one_in = 1, .argc = argc, .argv = argv};
    struct rh_error error = {""};
    int parsed = rh_cli_parse(&rh_cli_cosim, argc, argv, &options);
    if (parsed != 0)
        return parsed == 1 ? 0 : 2;
    int code = runs[rh_cli_form(&rh_cli_cosim, &options)](&options, &error);
    if (code != 0 && error.text[0] != '\0')
        (void)rh_cli_fail(&error);
    return code;
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct rh_cosim_options, kind, spelling, __VA_ARGS__)
#define AT                       offsetof(struct rh_cosim_options, options)
static const struct rh_option own[] = {
    ROW(TEXT, "network", "NAME", options.loop.network, .group = "what is run, other than a controller",
        .word = rh_topology_name,
        .help = "cores, request networks and all controllers, in the closed loop of simulate --network"),
    ROW(TEXT, "allocator", "NAME", options.loop.allocator, .word = rh_allocator_word,
        .help =
            "an allocator, by default as a router has it: 5 inputs, 5 outputs, hold_grant; with --network the one of "
            "its routers (default islip)"),
    ROW(TEXT, "block", "NAME", block, .forms = BLOCK, .help = "any other block (rowhold list)"),

    ROW(NUMBER, "cycles", "N", cycles, .group = "options of every run", .least = 1, .most = UINT64_MAX / 2,
        .help = "stop after N clocks of each channel (default: when all requests are answered); of traffic of an "
                "allocator (default 20000), which then goes on until every request is granted; of a block (default "
                "10000)"),
    ROW(NUMBER, "compare_state", "N", compare_state, .least = 1, .most = 1000000000,
        .help = "compare the registers every N clocks (default 1)"),
    ROW(NUMBER, "seed", "N", options.stream.seed, .most = INT64_MAX,
        .given = offsetof(struct rh_cosim_options, options.seeded),
        .help = "seed of a synthetic stream or of the inputs, and of the RTL's initial values (default 1)"),
    ROW(INPUT, "plugin", "FILE", plugin, .help = "RTL built by scripts/verilate instead of the project's own"),
    ROW(CONFIG, "config", "FILE", options.config, .help = "YAML file of `option: value` lines; the command line wins"),
    ROW(FLAG, "quiet", NULL, options.quiet, .help = "no progress, no summary"),

    ROW(NUMBER, "load_every", "N", load_every, .group = "lockstep", .forms = ONE, .least = 1, .most = UINT64_MAX / 2,
        .help = "every N clocks RTL with random registers is loaded with the model's and takes over"),
    ROW(NUMBER, "reset_at", "CYCLE", reset_at, .forms = ONE, .least = 1, .most = UINT64_MAX / 2,
        .help = "reset once, each channel, before this clock"),
    ROW(FLAG, "whole", NULL, whole, .forms = ONE,
        .help = "compare from the reset on, not from --from on: the C model does not run alone up to there"),
    ROW(OUTPUT, "events", "FILE", events, .forms = ONE,
        .help = "write what happened how often as CSV, registers included; - is standard output"),
    ROW(OUTPUT, "evidence", "FILE", evidence, .forms = ONE,
        .help = "write what was compared, and the hash of the RTL, as JSON; - is standard output"),

    ROW(FLAG, "random_timing", NULL, random_timing, .group = "stimulus", .forms = CONTROLLER,
        .help = "draw timing values inside the lint, and the age cap, from --seed"),
    ROW(NUMBER, "response_ready", "N", response_one_in, .forms = CONTROLLER, .least = 1, .most = 1000,
        .help = "take responses in one clock of N, at random (default 1)"),
    ROW(NUMBER, "bursts", "N", bursts, .forms = CONTROLLER, .least = 1, .most = 100000,
        .help = "requests arrive in bursts of 1 to N with pauses between"),

    ROW(TEXT, "set", "NAME=VALUE,...", set, .group = "parameters", .forms = BLOCK, .once = true,
        .help = "parameters that are not the usual ones (rowhold list --kind KIND --json -)"),
    ROW(TEXT, "configure", "NAME=VALUE,...", configure, .forms = BLOCK, .once = true,
        .help = "configuration registers that are not 0"),

    ROW(TEXT, "percentiles", "LIST", files.percentiles, .group = "statistics", .forms = CONTROLLER | NETWORK,
        .help = RH_PERCENTILES_HELP),
};

const struct rh_cli rh_cli_cosim = {
    .name = "cosim",
    .meaning = "run the RTL in lockstep with the C model on the same stream",
    .about = "Run the Verilated RTL of a memory controller and its C model in lockstep on a request stream: every "
             "output in every clock, every register with meaning, every statistic must be equal, and the commands "
             "legal. Or another block: allocators get random traffic and must keep the contract of their ports, links "
             "get transfers and errors that press their corners, and a kind that takes any inputs gets them drawn anew "
             "in every clock. Or a whole request system beside the closed loop of `simulate --network`, with its "
             "options and its files, also those of `simulate --kernel`; Verilator makes the RTL of new parameters, in "
             "5 to 100 seconds, and it is "
             "kept." RH_COSIM_WAVE_ABOUT,
    .examples = "cosim --controller fifo --stream rand2 --requests 20000\n"
                "cosim --stream random --random-timing --seed 7 --bursts 40 --response-ready 3 --reset-at 5000\n"
                "cosim my.csv.gz --preset hbm2 --compare-state 16 --stats out.json\n"
                "cosim --requests 20000000 --wave far.fst --from 50000000 --for 1000 --view\n"
                "cosim --allocator islip --hold row_match_hold_grant --inputs 28 --outputs 8 --cycles 100000\n"
                "cosim --block io_crc --set crc_bits=4,buffer=8 --seed 3\n"
                "cosim --network mesh --stream core_stencil --stream-cores 5 --channels 2 --hold hold_grant "
                "--stats out.json\n"
                "cosim --kernel transpose --grid 4,4 --machine gt200_28 --network mesh --controller banked_fifo "
                "--hold hold_grant",
    .exits = "0 all equal, 1 a mismatch or another check failed, 2 usage or input error",
    .tables = {RH_OPTION_TABLE(own, 0),
               RH_OPTION_PART(rh_wave_options_rows, RH_WAVE_OPTIONS_ROWS, AT + offsetof(struct rh_options, wave), 0,
                              "waves"),
               RH_OPTION_PART(rh_options_rows + RH_OPTIONS_ROWS - 1, 1, AT, CONTROLLER, "waves"), /* --wave-channel */
               RH_OPTION_PART(rh_options_rows, RH_OPTIONS_ROWS, AT, CONTROLLER | NETWORK, NULL),
               RH_OPTION_PART(rh_loop_options_rows + RH_LOOP_OPTIONS_ALLOCATOR_AT, RH_LOOP_OPTIONS_ALLOCATOR_ROWS, AT,
                              NETWORK | ALLOCATOR, "allocator"),
               RH_OPTION_PART(rh_loop_options_rows, RH_LOOP_OPTIONS_ROWS, AT, NETWORK, "request network"),
               RH_OPTION_PART(rh_run_options_rows, RH_RUN_OPTIONS_ROWS, AT, NETWORK, NULL),
               RH_OPTION_PART(rh_run_kernel_rows, RH_RUN_KERNEL_LOOP_ROWS,
                              offsetof(struct rh_cosim_options, files.kernel), NETWORK, NULL),
               RH_OPTION_PART(rh_simulate_rows, RH_SIMULATE_ROWS, offsetof(struct rh_cosim_options, files), NETWORK,
                              NULL),
               RH_OPTION_PART(rh_allocator_options_rows, RH_ALLOCATOR_OPTIONS_ROWS,
                              offsetof(struct rh_cosim_options, sizes), ALLOCATOR, "sizes")},
    .forms = forms,
    .run = run_command,
};
