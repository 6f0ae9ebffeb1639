// SPDX-License-Identifier: Apache-2.0
// `rowhold simulate`: the C model on a stream.
#include <stddef.h>

#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/simulate/rh_interrupt.h"
#include "cmodel/cli/simulate/rh_simulate.h"

struct command {
    struct rh_options options;
    struct rh_simulate_own own;
};

static int run_command(int argc, char **argv) {
    struct command command = {.options = rh_options_default()};
    struct rh_error error = {""};
    int parsed = rh_cli_parse(&rh_cli_simulate, argc, argv, &command);
    if (parsed != 0)
        return parsed == 1 ? 0 : 2;
    command.own.interruptible = true;
    rh_interrupt_catch();
    int code = rh_simulate_run(&command.options, &command.own, NULL, &error);
    if (code != 0)
        (void)rh_cli_fail(&error);
    rh_interrupt_end();
    return code;
}

const struct rh_cli rh_cli_simulate = {
    .name = "simulate",
    .meaning = "run the C model on a stream: statistics, command trace, waves",
    .about = "Run the C model of a memory controller on a request stream and say what the DRAM's data bus did. "
             "Interrupted (Ctrl-C) it says so of the requests that it has taken, and writes no file.",
    .examples = "simulate --stream rand2 --controller fr_fcfs\n"
                "simulate --stream one_bank --preset hbm2 --stats out.json --commands out.csv\n"
                "simulate my.csv.gz --preset gddr3_k4j52324qh --threads 4\n"
                "simulate --stream rand1 --requests 200 --wave run.fst\n"
                "simulate --stream core_stencil --channels 8 --network crossbar --hold hold_grant "
                "--controller banked_fifo",
    .exits = "0 done, 1 the judge found a broken DRAM rule or the model broke its contract, 2 usage or input error",
    .tables = {RH_OPTIONS_TABLES(offsetof(struct command, options)),
               RH_OPTION_TABLE(rh_run_options_rows, offsetof(struct command, options)),
               RH_OPTION_TABLE(rh_loop_options_rows, offsetof(struct command, options)),
               RH_OPTION_TABLE(rh_simulate_rows, offsetof(struct command, own))},
    .run = run_command,
};
