// SPDX-License-Identifier: Apache-2.0
// `rowhold trace judge`: a command trace against the DRAM rules.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/cli/cmd_trace.h"
#include "cmodel/cli/cmd_trace_commands.h"
#include "cmodel/cli/rh_options.h"
#include "rowhold/rh_judge.h"

static const char usage[] =
    "usage: rowhold trace judge FILE --preset NAME|FILE [OPTION]...\n"
    "Check a command trace (CSV: cycle,channel,command,bank_group,bank,row,column, in any order) against every DRAM "
    "rule of a preset.\n"
    "A refresh of all banks has no bank_group and bank; row and column may be empty where a command has none.\n"
    "Prints each broken rule with its line; exit 1 if there is one, or when the file holds no command.\n\n"
    "example:\n"
    "  rowhold trace judge commands.csv --preset gddr3\n";

enum { SHOWN = 20 };

struct bench {
    struct rh_judge *judge; /* NULL where nothing was seen */
    uint64_t last_cycle, last_line;
};

struct court {
    const char *file;
    struct rh_judge_setup setup;
    struct bench *benches; /* by channel */
    uint64_t commands, broken;
};

static void tell(struct court *court, uint64_t line, unsigned broken, const struct rh_verdict *verdict) {
    if (broken > 0 && court->broken < SHOWN)
        printf("%s:%" PRIu64 ": %s\n", court->file, line, verdict->text);
    else if (broken > 0 && court->broken == SHOWN)
        printf("%s: further broken rules are counted, not printed\n", court->file);
    court->broken += broken > 0;
}

static bool judge_line(void *user, uint64_t line, const struct rh_command_record *record, struct rh_error *error) {
    struct court *court = user;
    struct rh_verdict verdict;
    struct bench *bench = &court->benches[record->channel];
    if (bench->judge == NULL && (bench->judge = rh_judge_open(&court->setup)) == NULL)
        return rh_error_set(error, "%s: found no memory, expected enough", court->file);
    tell(court, line, rh_judge_command(bench->judge, record, &verdict), &verdict);
    court->commands++;
    bench->last_line = line;
    if (record->cycle > bench->last_cycle)
        bench->last_cycle = record->cycle;
    return true;
}

/* Each channel's refreshes up to its own last command: a run is over in one channel before it is in another, and
 * refreshes no more. */
static void judge_ends(struct court *court) {
    for (unsigned channel = 0; channel < TRACE_CHANNELS; channel++) {
        const struct bench *bench = &court->benches[channel];
        struct rh_verdict verdict;
        if (bench->judge != NULL)
            tell(court, bench->last_line, rh_judge_finish(bench->judge, bench->last_cycle, &verdict), &verdict);
    }
}

static int sum_up(const struct court *court) {
    uint64_t checks = 0;
    unsigned channels = 0;
    for (unsigned channel = 0; channel < TRACE_CHANNELS; channel++)
        if (court->benches[channel].judge != NULL) {
            checks += rh_judge_checks(court->benches[channel].judge);
            channels++;
        }
    if (court->commands == 0) {
        printf("%s: found no command, expected at least one to judge\n", court->file);
        return 1;
    }
    printf("%s: %" PRIu64 " commands on %u channel%s, %" PRIu64 " checks, %" PRIu64 " broken rules\n", court->file,
           court->commands, channels, channels == 1 ? "" : "s", checks, court->broken);
    return court->broken > 0;
}

int trace_judge(int argc, char **argv) {
    const char *name = NULL, *chips = NULL, *refresh = NULL, *registered = NULL, *files[1];
    const struct trace_option options[] = {
        {"preset", false, &name, "NAME|FILE  DRAM preset whose rules count"},
        {"chips", false, &chips, "N  chips ganged on a channel (default: the preset's)"},
        {"refresh", false, &refresh, "MODE  off, all_bank or per_bank (default: the preset's)"},
        {"registered", true, &registered, "the commands came out of flip-flops: refreshes fall due one clock later"},
    };
    int status = trace_parse(argc, argv, usage, options, sizeof options / sizeof options[0], files, 1, 1);
    if (status != 0)
        return status == 1 ? 0 : 2;
    struct rh_error error = {""};
    struct rh_preset preset;
    struct court court = {.file = files[0]};
    if (name == NULL) {
        rh_error_set(&error, "--preset: found nothing, expected the preset that the commands were made for");
        return rh_cli_fail(&error);
    }
    if (!trace_preset(name, chips, refresh, &preset, &error))
        return rh_cli_fail(&error);
    court.setup = rh_judge_setup_from_preset(&preset);
    court.setup.registered = registered != NULL;
    court.benches = calloc(TRACE_CHANNELS, sizeof *court.benches);
    bool good = court.benches != NULL || rh_error_set(&error, "%s: found no memory, expected enough", files[0]);
    good = good && trace_commands_read(files[0], &preset, judge_line, &court, &error);
    if (good)
        judge_ends(&court);
    int exit_code = good ? sum_up(&court) : rh_cli_fail(&error);
    for (unsigned channel = 0; court.benches != NULL && channel < TRACE_CHANNELS; channel++)
        rh_judge_close(court.benches[channel].judge);
    free(court.benches);
    return exit_code;
}
