// SPDX-License-Identifier: Apache-2.0
// `rowhold trace generate`: a synthetic stream as a native trace.
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/rh_options.h"
#include "cmodel/cli/trace/cmd_trace.h"
#include "cmodel/files/rh_files.h"
#include "cmodel/files/rh_output.h"
#include "cmodel/trace/rh_stream.h"
#include "cmodel/trace/rh_trace.h"
#include "rowhold/rh_synthetic.h"

struct arguments {
    struct rh_stream_setup stream;
    const char *preset, *out;
    unsigned chips; /* 0: the preset's */
};

static bool write_stream(struct rh_stream *stream, bool cores, const struct rh_preset *preset, FILE *to,
                         uint64_t *requests, struct rh_error *error) {
    const struct rh_trace_format *format = rh_trace_format_find("native");
    struct rh_trace_head head = {.fields = RH_TRACE_PLACE | 1U << RH_TRACE_OP | 1U << RH_TRACE_BYTES |
                                           (stream->timed ? 1U << RH_TRACE_CYCLE : 0) |
                                           (cores ? 1U << RH_TRACE_CORE | 1U << RH_TRACE_CREATED : 0) |
                                           (preset->groups > 1 ? 1U << RH_TRACE_BANK_GROUP : 0),
                                 .geometry = {.channels = stream->channels,
                                              .banks = preset->banks,
                                              .bank_groups = preset->groups > 1 ? preset->groups : 0,
                                              .rows = preset->rows,
                                              .columns = rh_preset_columns(preset),
                                              .column_bytes = rh_preset_command_bytes(preset)},
                                 .clock = stream->timed ? (uint64_t)preset->tck_ps * 1000 : 0};
    uint32_t in_group = preset->banks / preset->groups;
    struct rh_request request;
    int status;
    *requests = 0;
    struct rh_trace_writer *writer = rh_trace_writer_open(format, to, &head);
    if (writer == NULL)
        return rh_error_set(error, "trace generate: found no memory, expected enough");
    while ((status = stream->next(stream, &request, error)) > 0) {
        struct rh_trace_record record = {.cycle = request.cycle,
                                         .write = request.write,
                                         .channel = request.channel,
                                         .bank_group = request.bank / in_group,
                                         .bank = preset->groups > 1 ? request.bank % in_group : request.bank,
                                         .row = request.row,
                                         .column = request.column,
                                         .bytes = request.commands * rh_preset_command_bytes(preset),
                                         .core = request.core,
                                         .created = request.created};
        rh_trace_writer_put(writer, &record);
        ++*requests;
    }
    rh_trace_writer_close(writer);
    return status == 0;
}

static bool generate(const struct rh_stream_setup *setup, const struct rh_preset *preset, const char *out,
                     struct rh_error *error) {
    struct rh_output output;
    uint64_t requests;
    struct rh_stream *stream = rh_synthetic_open(setup, preset, error);
    if (stream == NULL)
        return false;
    bool good = rh_output_open(&output, out, error);
    if (good) {
        good = write_stream(stream, rh_synthetic_has_cores(setup->synthetic), preset, output.file, &requests, error);
        if (good)
            good = rh_output_commit(&output, error);
        else
            rh_output_drop(&output);
    }
    stream->close(stream);
    if (good && !rh_output_is_stdout(out))
        printf("%s: %" PRIu64 " requests of '%s' for %s\n", out, requests, setup->stream, preset->name);
    return good;
}

static int run_command(int argc, char **argv) {
    struct arguments a = {.preset = "gddr3",
                          .stream = {.stream = "phases", .requests = 4096, .read_share = -1, .seed = 1}};
    char out[512];
    struct rh_error error = {""};
    struct rh_preset preset;
    int status = rh_cli_parse(&rh_cli_trace_generate, argc, argv, &a);
    if (status != 0)
        return status == 1 ? 0 : 2;
    a.stream.synthetic = rh_synthetic_find(a.stream.stream);
    a.stream.all_writes = a.stream.read_share == 0;
    if (a.out == NULL) {
        (void)snprintf(out, sizeof out, "%s.csv", a.stream.stream);
        a.out = out;
    }
    const struct rh_file_use uses[] = {{"OUT", a.out, true}, {"--preset", rh_options_preset_file(a.preset), false}};
    if (!rh_files_apart(uses, 2, &error) || !rh_options_preset(a.preset, a.chips, NULL, &preset, &error) ||
        !generate(&a.stream, &preset, a.out, &error))
        return rh_cli_fail(&error);
    return 0;
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct arguments, kind, spelling, __VA_ARGS__)
static const struct rh_option own[] = {
    ROW(TEXT, "NAME", NULL, stream.stream, .argument = true, .word = rh_stream_word,
        .help = "the stream (default phases)"),
    ROW(OUTPUT, "OUT", NULL, out, .argument = true,
        .help = "the file to write (default NAME.csv); - is standard output"),
    ROW(INPUT, "preset", "NAME|FILE", preset, .group = "options", .word = rh_preset_word, .others = true,
        .help = "DRAM preset (default gddr3)"),
    RH_OPTION_CHIPS(struct arguments),
    ROW(NUMBER, "requests", "N", stream.requests, .least = 1, .most = UINT64_C(1000000000000),
        .help = "requests (default 4096)"),
    ROW(NUMBER, "channels", "N", stream.channels, .least = 1, .most = 1024, .help = "memory channels (default 1)"),
    ROW(NUMBER, "banks_used", "N", stream.banks_used, .least = 1, .most = RH_MAX_BANKS,
        .help = "banks 0 to N-1 (default all)"),
    ROW(SHARE, "read_share", "X", stream.read_share, .help = "share of reads, 0 to 1 (default: the stream's own)"),
    ROW(NUMBER, "bytes", "N", stream.request_bytes, .least = 1, .most = 65536,
        .help = "bytes a request (default 64; random: up to 8 column commands)"),
    ROW(NUMBER, "stride", "N", stream.stride, .least = 1, .most = UINT32_MAX,
        .help = "strided: bytes from one request to the next (default a quarter of a row)"),
    ROW(NUMBER, "stream_cores", "N", stream.stream_cores, .least = 1, .most = RH_MOST_STREAM_CORES,
        .help = "core_...: cores that make requests (default 28)"),
    ROW(NUMBER, "seed", "N", stream.seed, .most = INT64_MAX, .help = "seed of the generator (default 1)"),
};

const struct rh_cli rh_cli_trace_generate = {
    .name = "trace generate",
    .meaning = "write a synthetic stream as a native trace",
    .about = "Write a synthetic request stream as a native trace. NAME is phases unless "
             "given, OUT is NAME.csv (- is standard output).",
    .examples = "trace generate\n"
                "trace generate rand2 --requests 1000 --chips 4\n"
                "trace generate mixed - --preset hbm2 --channels 4 --read-share 0.7\n"
                "trace generate core_stencil --channels 8 --stream-cores 30",
    .exits = "0 done, 2 usage or input error",
    .tables = {RH_OPTION_TABLE(own, 0)},
    .run = run_command,
};
