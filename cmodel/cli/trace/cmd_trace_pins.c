// SPDX-License-Identifier: Apache-2.0
// `rowhold trace pins`: a command trace as stimulus for a vendor's DDR3 or DDR4 Verilog model.
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/rh_options.h"
#include "cmodel/cli/trace/cmd_trace.h"
#include "cmodel/files/rh_files.h"
#include "cmodel/files/rh_output.h"
#include "cmodel/files/rh_pins.h"
#include "cmodel/trace/rh_command_trace.h"

struct writer {
    const char *in;
    FILE *to;
    struct rh_pins pins;
    uint16_t channel;
    uint64_t written, last_clock;
};

static void put_line(FILE *to, const struct rh_pins_line *l) {
    fprintf(to, "%" PRIu64 " %x %x %x %x %x %x %x %x %x %05" PRIx32 "\n", l->clock, l->reset_n, l->cke, l->cs_n,
            l->act_n, l->ras_n, l->cas_n, l->we_n, l->bg, l->ba, l->a);
}

static bool put_command(void *user, uint64_t number, const struct rh_command_record *record, struct rh_error *error) {
    struct writer *writer = user;
    struct rh_pins_line line;
    if (record->channel != writer->channel)
        return true;
    const char *expected = rh_pins_command(&writer->pins, record, &line);
    if (expected != NULL)
        return rh_error_set(error, "%s:%" PRIu64 ": found %s, expected %s", writer->in, number,
                            rh_command_name(record->command), expected);
    if (writer->written != 0 && line.clock <= writer->last_clock)
        return rh_error_set(error, "%s:%" PRIu64 ": found cycle %" PRIu64 ", expected one after the command before it",
                            writer->in, number, record->cycle);
    writer->last_clock = line.clock;
    writer->written++;
    put_line(writer->to, &line);
    return true;
}

static bool write_pins(struct writer *writer, const struct rh_preset *preset, struct rh_error *error) {
    struct rh_pins_line lines[RH_PINS_START];
    unsigned count = rh_pins_start(&writer->pins, lines);
    for (unsigned i = 0; i < count; i++)
        put_line(writer->to, &lines[i]);
    const struct rh_command_trace trace = {.preset = preset};
    return rh_command_trace_read(writer->in, &trace, put_command, writer, error) &&
           (writer->written != 0 || rh_error_set(error, "%s: found no command of channel %u, expected at least one",
                                                 writer->in, writer->channel));
}

static bool set_up(struct writer *writer, const char *out, const char *to, const char *name, struct rh_preset *preset,
                   struct rh_error *error) {
    const struct rh_file_use uses[] = {
        {"OUT", out, true}, {"COMMANDS", writer->in, false}, {"--preset", rh_options_preset_file(name), false}};
    if (to == NULL)
        return rh_error_set(error, "--to: found nothing, expected ddr3 or ddr4");
    if (name == NULL)
        return rh_error_set(error, "--preset: found nothing, expected the preset that the commands were made for");
    return rh_files_apart(uses, 3, error) && rh_options_preset(name, 0, NULL, preset, error) &&
           rh_pins_open(&writer->pins, to, preset, error);
}

struct texts {
    const char *files[2];
    const char *to, *name;
    uint16_t channel;
};

static int run_command(int argc, char **argv) {
    struct texts t = {.to = NULL};
    int status = rh_cli_parse(&rh_cli_trace_pins, argc, argv, &t);
    if (status != 0)
        return status == 1 ? 0 : 2;
    struct rh_error error = {""};
    struct rh_preset preset;
    struct rh_output output;
    struct writer writer = {.in = t.files[0], .channel = t.channel};
    if (!set_up(&writer, t.files[1], t.to, t.name, &preset, &error) || !rh_output_open(&output, t.files[1], &error))
        return rh_cli_fail(&error);
    writer.to = output.file;
    bool good = write_pins(&writer, &preset, &error);
    if (good)
        good = rh_output_commit(&output, &error);
    else
        rh_output_drop(&output);
    if (good && !rh_output_is_stdout(t.files[1]))
        printf("%s: %" PRIu64 " commands, cycle 0 is clock %" PRIu64 "\n", t.files[1], writer.written,
               writer.pins.first);
    return good ? 0 : rh_cli_fail(&error);
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct texts, kind, spelling, __VA_ARGS__)
static const struct rh_option own[] = {
    ROW(INPUT, "COMMANDS", NULL, files[0], .argument = true, .needed = true, .help = "the command trace"),
    ROW(OUTPUT, "OUT", NULL, files[1], .argument = true, .needed = true,
        .help = "the file to write; - is standard output"),
    ROW(TEXT, "to", "KIND", to, .help = "ddr3 or ddr4"),
    ROW(INPUT, "preset", "NAME|FILE", name, .word = rh_preset_word, .others = true,
        .help = "DRAM preset that the commands were made for"),
    ROW(NUMBER, "channel", "N", channel, .most = RH_COMMAND_CHANNELS - 1, .help = "the channel to write; default 0"),
};

const struct rh_cli rh_cli_trace_pins = {
    .name = "trace pins",
    .meaning = "a command trace as the pins of a DDR3 or DDR4 chip",
    .about = "Write a command trace as the pins of a DDR3 or DDR4 chip, clock by clock: "
             "power-up, mode registers, the commands. A line is a clock with a command: "
             "clock (decimal), then in hexadecimal reset_n cke cs_n act_n ras_n cas_n "
             "we_n bg ba a tb/vendor_model/rh_vendor_model.sv plays it to a model; "
             "docs/verification.md says how.",
    .examples = "simulate --preset ddr4_2400 --stream mixed --requests 1000 --commands commands.csv\n"
                "trace pins commands.csv commands.pins --to ddr4 --preset ddr4_2400",
    .exits = "0 done, 2 usage or input error",
    .tables = {RH_OPTION_TABLE(own, 0)},
    .run = run_command,
};
