// SPDX-License-Identifier: Apache-2.0
// `rowhold trace commands`: a command trace in the format of another simulator, or back.
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

#include "cmodel/cli/cmd_trace.h"
#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/rh_options.h"
#include "rowhold/rh_files.h"
#include "rowhold/rh_output.h"

struct translation {
    const char *in;
    const struct rh_command_format *to;
    struct rh_command_trace trace;
    struct rh_command_writer writer;
    bool one; /* channel */
    uint64_t channel;
};

static bool put(void *user, uint64_t line, const struct rh_command_record *record, struct rh_error *error) {
    struct translation *t = user;
    if (t->one && record->channel != t->channel)
        return true;
    const char *expected = rh_command_writer_put(&t->writer, record);
    return expected == NULL || rh_error_set(error, "%s:%" PRIu64 ": found %s%s on channel %u, expected %s", t->in, line,
                                            rh_command_name(record->command), record->all ? " of all banks" : "",
                                            record->channel, expected);
}

static bool set_up(struct translation *t, const char *to, const char *channel, struct rh_error *error) {
    if (to == NULL || (t->to = rh_command_format_find(to)) == NULL)
        return rh_error_set(error, "--to: found %s%s%s, expected one of %s", to == NULL ? "nothing" : "'",
                            to == NULL ? "" : to, to == NULL ? "" : "'", rh_command_format_names());
    t->one = channel != NULL;
    return !t->one || rh_option_number("--channel", channel, 0, RH_COMMAND_CHANNELS - 1, &t->channel, error);
}

static bool translate(struct translation *t, const char *out, struct rh_error *error) {
    struct rh_output output;
    if (!rh_output_open(&output, out, error))
        return false;
    rh_command_writer_begin(&t->writer, output.file, t->to, &t->trace);
    bool good = rh_command_trace_read(t->in, &t->trace, put, t, error) &&
                (t->writer.written != 0 || rh_error_set(error, "%s: found no command to write, expected at least one%s",
                                                        t->in, t->one ? " of the channel" : ""));
    if (good) {
        rh_command_writer_end(&t->writer);
        return rh_output_commit(&output, error);
    }
    rh_output_drop(&output);
    return false;
}

struct texts {
    const char *files[2];
    const char *to, *format, *name, *channel, *pseudochannels;
};

static int run_command(int argc, char **argv) {
    struct texts t = {.to = NULL};
    int status = rh_cli_parse(&rh_cli_trace_commands, argc, argv, &t);
    if (status != 0)
        return status == 1 ? 0 : 2;
    struct rh_error error = {""};
    struct rh_preset preset;
    struct translation translation = {.in = t.files[0]};
    const struct rh_file_use uses[] = {
        {"OUT", t.files[1], true}, {"IN", t.files[0], false}, {"--preset", trace_preset_file(t.name), false}};
    bool good = t.name != NULL ||
                rh_error_set(&error, "--preset: found nothing, expected the preset that the commands were made for");
    good = good && set_up(&translation, t.to, t.channel, &error) && rh_files_apart(uses, 3, &error) &&
           trace_preset(t.name, 0, NULL, &preset, &error) &&
           trace_commands_set_up(&translation.trace, t.format, t.pseudochannels, &preset, &error) &&
           translate(&translation, t.files[1], &error);
    if (good && !rh_output_is_stdout(t.files[1]))
        printf("%s: %" PRIu64 " commands for %s\n", t.files[1], translation.writer.written,
               rh_command_format_name(translation.to));
    return good ? 0 : rh_cli_fail(&error);
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct texts, kind, spelling, __VA_ARGS__)
static const struct rh_option own[] = {
    ROW(INPUT, "IN", NULL, files[0], .argument = true, .needed = true, .help = "the file to read"),
    ROW(OUTPUT, "OUT", NULL, files[1], .argument = true, .needed = true,
        .help = "the file to write; - is standard output"),
    ROW(TEXT, "to", "FORMAT", to, .help = "format to write"),
    ROW(TEXT, "format", "NAME", format, .help = "format to read (default: by the first line)"),
    ROW(INPUT, "preset", "NAME|FILE", name, .word = rh_preset_word, .others = true,
        .help = "DRAM preset that the commands were made for"),
    ROW(TEXT, "channel", "N", channel, .help = "the channel to write; default all"),
    ROW(TEXT, "pseudochannels", "N", pseudochannels,
        .help = "rank is one of N pseudochannels, in both files (default: no ranks)"),
};

const struct rh_cli rh_cli_trace_commands = {
    .name = "trace commands",
    .meaning = "a command trace in the format of DRAMsim3, Ramulator 2 or DRAMPower, or back",
    .about = "Read a command trace in one format and write it in another. DRAMPower has "
             "one channel; its data are zeros.",
    .examples = "simulate --preset ddr4_2400 --stream mixed --commands commands.csv\n"
                "trace commands commands.csv commands.trace --to dramsim3 --preset ddr4_2400\n"
                "trace commands commands.csv power.csv --to drampower --preset ddr4_2400 --channel 0",
    .exits = "0 done, 2 usage or input error",
    .tables = {RH_OPTION_TABLE(own, 0)},
    .run = run_command,
};
