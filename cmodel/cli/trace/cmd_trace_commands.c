// SPDX-License-Identifier: Apache-2.0
// `rowhold trace commands`: a command trace in the format of another simulator, or back.
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/rh_forms.h"
#include "cmodel/cli/rh_options.h"
#include "cmodel/cli/trace/cmd_trace.h"
#include "cmodel/files/rh_output.h"

struct translation {
    const char *in;
    const struct rh_command_format *to;
    struct rh_command_trace trace;
    struct rh_command_writer writer;
    bool one; /* channel */
    uint16_t channel;
    uint64_t hash;
    uint64_t counts[RH_FOREIGN_COMMANDS];
    const char *format; /* that was read */
};

static bool put(void *user, uint64_t line, const struct rh_command_record *record, struct rh_error *error) {
    struct translation *t = user;
    if (t->one && record->channel != t->channel)
        return true;
    const char *expected = rh_command_writer_put(&t->writer, record);
    t->counts[record->command]++;
    return expected == NULL || rh_error_set(error, "%s:%" PRIu64 ": found %s%s on channel %u, expected %s", t->in, line,
                                            rh_command_name(record->command), record->all ? " of all banks" : "",
                                            record->channel, expected);
}

bool trace_commands_set_up(struct rh_command_trace *trace, const char *format, unsigned pseudochannels,
                           const struct rh_preset *preset, struct rh_error *error) {
    if (format != NULL && rh_command_format_find(format) == NULL)
        return rh_error_set(error, "--format: found '%s', expected one of %s", format, rh_command_format_names());
    if (pseudochannels > 1 && preset->ranks > 1)
        return rh_error_set(error, "--pseudochannels: found %u with a preset of %u ranks, expected 1", pseudochannels,
                            preset->ranks);
    *trace = (struct rh_command_trace){.format = format, .preset = preset, .pseudochannels = pseudochannels};
    return true;
}

static bool set_up(struct translation *t, const char *to, struct rh_error *error) {
    t->to = to == NULL ? NULL : rh_command_format_find(to);
    return t->to != NULL || rh_error_set(error, "--to: found %s%s%s, expected one of %s", to == NULL ? "nothing" : "'",
                                         to == NULL ? "" : to, to == NULL ? "" : "'", rh_command_format_names());
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
    const char *to, *format, *name;
    uint16_t channel, pseudochannels;
    bool one;
    struct rh_table_options table;
};

static const struct rh_column configuration[] = {
    {.name = "content", .kind = RH_CELL_TEXT, .meaning = "hash of the lines that were read"},
    {.name = "format", .kind = RH_CELL_TEXT, .meaning = "that was read"},
    {.name = "to", .kind = RH_CELL_TEXT, .meaning = "format that was written"},
    {.name = "preset", .kind = RH_CELL_TEXT},
    {.name = "values", .kind = RH_CELL_TEXT, .meaning = "hash of the preset's values"},
    {.name = "channel", .kind = RH_CELL_COUNT, .maybe = true, .meaning = "of --channel"},
    {.name = "pseudochannels", .kind = RH_CELL_COUNT},
};
static const struct rh_column members[] = {
    {.name = "in", .kind = RH_CELL_TEXT},
    {.name = "out", .kind = RH_CELL_TEXT},
    {.name = "commands", .kind = RH_CELL_COUNT},
};
static const struct rh_column rows[] = {
    {.name = "command", .kind = RH_CELL_TEXT},
    {.name = "written", .kind = RH_CELL_COUNT},
};

const struct rh_form rh_form_trace_commands = {
    .name = "trace-commands",
    .command = "rowhold trace commands --json",
    .configuration = RH_FORM_PART("configuration", configuration, "the trace's content and how it is translated"),
    .members = RH_FORM_PART("members", members, NULL),
    .rows = RH_FORM_PART("rows", rows, "a command that occurs"),
};

static bool fill(struct rh_table_result *result, const struct translation *t, const char *out) {
    struct rh_table *c = result->configuration, *m = result->members;
    bool good =
        rh_table_hash(c, t->hash) && rh_table_text(c, t->format) && rh_table_text(c, rh_command_format_name(t->to)) &&
        rh_table_text(c, t->trace.preset->name) && rh_options_preset_hash(t->trace.preset, c) &&
        (t->one ? rh_table_count(c, t->channel) : rh_table_none(c)) && rh_table_count(c, t->trace.pseudochannels) &&
        rh_table_text(m, t->in) && rh_table_text(m, out) && rh_table_count(m, t->writer.written);
    for (unsigned i = 0; good && i < RH_FOREIGN_COMMANDS; i++)
        good = t->counts[i] == 0 ||
               (rh_table_text(result->rows, rh_command_name((uint8_t)i)) && rh_table_count(result->rows, t->counts[i]));
    return good;
}

static bool report(const struct translation *t, const struct texts *texts, struct rh_error *error) {
    struct rh_table_result result;
    const char *out = texts->files[1];
    if (!rh_table_result_open(&result, &rh_form_trace_commands, error))
        return false;
    bool good = fill(&result, t, out) ? rh_table_write(&result, &texts->table, error)
                                      : rh_table_no_memory(&rh_form_trace_commands, error);
    if (good && !rh_output_is_stdout(out) && !rh_table_options_stdout(&texts->table)) {
        printf("%s: %" PRIu64 " commands for %s\n\n", out, t->writer.written, rh_command_format_name(t->to));
        rh_table_print(result.rows, "  ", stdout);
    }
    rh_table_result_close(&result);
    return good;
}

static int run_command(int argc, char **argv) {
    struct texts t = {.pseudochannels = 1};
    int status = rh_cli_parse(&rh_cli_trace_commands, argc, argv, &t);
    if (status != 0)
        return status == 1 ? 0 : 2;
    struct rh_error error = {""};
    struct rh_preset preset;
    struct translation translation = {.in = t.files[0], .one = t.one, .channel = t.channel};
    const struct rh_file_use uses[] = {
        {"OUT", t.files[1], true},
        {"IN", t.files[0], false},
        {"--preset", rh_options_preset_file(t.name), false},
    };
    bool good = t.name != NULL ||
                rh_error_set(&error, "--preset: found nothing, expected the preset that the commands were made for");
    good = good && set_up(&translation, t.to, &error) &&
           rh_table_options_apart(&t.table, uses, sizeof uses / sizeof uses[0], &error) &&
           rh_options_preset(t.name, 0, NULL, &preset, &error) &&
           trace_commands_set_up(&translation.trace, t.format, t.pseudochannels, &preset, &error);
    translation.trace.hash = &translation.hash;
    translation.trace.found = &translation.format;
    good = good && translate(&translation, t.files[1], &error) && report(&translation, &t, &error);
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
    ROW(NUMBER, "channel", "N", channel, .most = RH_COMMAND_CHANNELS - 1, .given = offsetof(struct texts, one),
        .help = "the channel to write; default all"),
    ROW(NUMBER, "pseudochannels", "N", pseudochannels, .least = 1, .most = 256,
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
    .tables = {RH_OPTION_TABLE(own, 0), RH_OPTION_TABLE(rh_table_options_rows, offsetof(struct texts, table))},
    .run = run_command,
};
