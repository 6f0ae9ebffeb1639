// SPDX-License-Identifier: Apache-2.0
// `rowhold trace commands`: a command trace in the format of another simulator, or back.
#include <inttypes.h>
#include <stdio.h>

#include "cmodel/cli/cmd_trace.h"
#include "cmodel/cli/rh_options.h"
#include "rowhold/rh_files.h"
#include "rowhold/rh_output.h"

static const char usage[] =
    "usage: rowhold trace commands IN OUT --to native|dramsim3|ramulator2|drampower --preset NAME|FILE [OPTION]...\n"
    "Read a command trace in one format and write it in another. DRAMPower has one channel; its data are zeros.\n\n"
    "examples:\n"
    "  rowhold simulate --preset ddr4_2400 --stream mixed --commands commands.csv\n"
    "  rowhold trace commands commands.csv commands.trace --to dramsim3 --preset ddr4_2400\n"
    "  rowhold trace commands commands.csv power.csv --to drampower --preset ddr4_2400 --channel 0\n";

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

int trace_commands(int argc, char **argv) {
    const char *to = NULL, *format = NULL, *name = NULL, *channel = NULL, *pseudochannels = NULL, *files[2];
    const struct trace_option options[] = {
        {"to", false, &to, "FORMAT  format to write"},
        {"format", false, &format, "NAME  format to read (default: by the first line)"},
        {"preset", false, &name, "NAME|FILE  DRAM preset that the commands were made for"},
        {"channel", false, &channel, "N  the channel to write; default all"},
        {"pseudochannels", false, &pseudochannels,
         "N  rank is one of N pseudochannels, in both files (default: no ranks)"},
    };
    int status = trace_parse(argc, argv, usage, options, sizeof options / sizeof options[0], files, 2, 2);
    if (status != 0)
        return status == 1 ? 0 : 2;
    struct rh_error error = {""};
    struct rh_preset preset;
    struct translation t = {.in = files[0]};
    const struct rh_file_use uses[] = {
        {"OUT", files[1], true}, {"IN", files[0], false}, {"--preset", trace_preset_file(name), false}};
    bool good = name != NULL ||
                rh_error_set(&error, "--preset: found nothing, expected the preset that the commands were made for");
    good = good && set_up(&t, to, channel, &error) && rh_files_apart(uses, 3, &error) &&
           trace_preset(name, NULL, NULL, &preset, &error) &&
           trace_commands_set_up(&t.trace, format, pseudochannels, &preset, &error) && translate(&t, files[1], &error);
    if (good && !rh_output_is_stdout(files[1]))
        printf("%s: %" PRIu64 " commands for %s\n", files[1], t.writer.written, rh_command_format_name(t.to));
    return good ? 0 : rh_cli_fail(&error);
}
