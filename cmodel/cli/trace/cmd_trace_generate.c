// SPDX-License-Identifier: Apache-2.0
// `rowhold trace generate`: a synthetic stream, or the requests of a GPU program, as a native trace.
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/rh_interrupt.h"
#include "cmodel/cli/rh_options.h"
#include "cmodel/cli/simulate/rh_run_kernel.h"
#include "cmodel/cli/trace/cmd_trace.h"
#include "cmodel/files/rh_files.h"
#include "cmodel/files/rh_output.h"
#include "cmodel/trace/rh_stream.h"
#include "cmodel/trace/rh_trace.h"
#include "rowhold/rh_synthetic.h"

struct arguments {
    struct rh_stream_setup stream;
    const char *preset, *out;
    bool preset_given, seeded;
    unsigned chips; /* 0: the preset's */
    struct rh_run_kernel_options kernel;
};

/* Of requests: which cores made them; where that is not NULL, the program. */
struct origin {
    bool cores;
    const struct rh_gpu_functional *program;
};

static void add_origin(const struct origin *origin, struct rh_trace_record *record) {
    if (origin->program == NULL)
        return;
    record->cta = (uint32_t)rh_gpu_functional_cta(origin->program);
    record->space.text = rh_warp_space_name(rh_gpu_functional_space(origin->program));
    record->space.length = strlen(record->space.text);
}

enum { LOOK = 1 << 14 /* requests between two looks for an interrupt */ };

static bool write_stream(struct rh_stream *stream, const struct origin *origin, const struct rh_preset *preset,
                         FILE *to, uint64_t *requests, struct rh_error *error) {
    const struct rh_trace_format *format = rh_trace_format_find("native");
    const rh_trace_set of_program = 1U << RH_TRACE_WARP | 1U << RH_TRACE_CTA | 1U << RH_TRACE_SPACE;
    struct rh_trace_head head = {.fields = RH_TRACE_PLACE | 1U << RH_TRACE_OP | 1U << RH_TRACE_BYTES |
                                           (stream->timed ? 1U << RH_TRACE_CYCLE : 0) |
                                           (origin->cores ? 1U << RH_TRACE_CORE | 1U << RH_TRACE_CREATED : 0) |
                                           (origin->program != NULL ? of_program : 0) |
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
                                         .warp = request.warp,
                                         .created = request.created};
        add_origin(origin, &record);
        rh_trace_writer_put(writer, &record);
        if (++*requests % LOOK == 0 && rh_interrupt_came())
            break;
    }
    rh_trace_writer_close(writer);
    return status == 0 || (status > 0 && rh_error_set(error, "trace generate: found an interrupt, expected the end"));
}

/* Writes a stream, and closes it. */
static bool write_file(struct rh_stream *stream, const struct origin *origin, const char *name,
                       const struct rh_preset *preset, const char *out, struct rh_error *error) {
    struct rh_output output;
    uint64_t requests = 0;
    bool good = rh_output_open(&output, out, error);
    if (good) {
        good = write_stream(stream, origin, preset, output.file, &requests, error);
        if (good)
            good = rh_output_commit(&output, error);
        else
            rh_output_drop(&output);
    }
    stream->close(stream);
    if (good && !rh_output_is_stdout(out))
        printf("%s: %" PRIu64 " requests of '%s' for %s\n", out, requests, name, preset->name);
    return good;
}

static bool generate(const struct rh_stream_setup *setup, const struct rh_preset *preset, const char *out,
                     struct rh_error *error) {
    const struct origin origin = {.cores = rh_synthetic_has_cores(setup->synthetic)};
    struct rh_stream *stream = rh_synthetic_open(setup, preset, error);
    return stream != NULL && write_file(stream, &origin, setup->stream, preset, out, error);
}

/* The common options that a program reads. */
static struct rh_options common_of(const struct arguments *a) {
    struct rh_options common = rh_options_default();
    common.preset = a->preset;
    common.preset_given = a->preset_given;
    common.seeded = a->seeded;
    common.stream.seed = a->stream.seed;
    common.stream.channels = a->stream.channels;
    common.stream.map = a->stream.map;
    return common;
}

static bool generate_kernel(struct arguments *a, struct rh_error *error) {
    struct rh_run_kernel run = {.preset = NULL};
    struct rh_options common = common_of(a);
    struct rh_preset preset;
    if (!rh_run_kernel_check(&run, &a->kernel, &common, error) ||
        !rh_options_preset(common.preset, a->chips, NULL, &preset, error))
        return false;
    rh_run_kernel_memory(&run, &common, &preset);
    unsigned channels = a->stream.channels != 0 ? a->stream.channels : run.machine.controllers;
    const struct origin origin = {
        .cores = true, .program = rh_run_kernel_functional(&run, &a->kernel, &common, &preset, channels, error)};
    bool good =
        origin.program != NULL && write_file(rh_gpu_functional_stream((struct rh_gpu_functional *)origin.program),
                                             &origin, a->kernel.kernel, &preset, a->out, error);
    rh_run_kernel_close(&run);
    return good;
}

static struct arguments defaults(void) {
    return (struct arguments){.preset = "gddr3", .stream = {.requests = 4096, .read_share = -1, .seed = 1}};
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct arguments, kind, spelling, __VA_ARGS__)
static const struct rh_option own[] = {
    ROW(TEXT, "NAME", NULL, stream.stream, .argument = true, .word = rh_stream_word, .others = true,
        .help = "the stream (default phases); none with --kernel"),
    ROW(OUTPUT, "OUT", NULL, out, .argument = true,
        .help = "the file to write (default NAME.csv); - is standard output"),
    ROW(INPUT, "preset", "NAME|FILE", preset, .group = "options", .word = rh_preset_word, .others = true,
        .given = offsetof(struct arguments, preset_given),
        .help = "DRAM preset (default gddr3; with --kernel that of the machine)"),
    RH_OPTION_CHIPS(struct arguments),
    ROW(NUMBER, "requests", "N", stream.requests, .least = 1, .most = UINT64_C(1000000000000),
        .help = "requests (default 4096)"),
    ROW(NUMBER, "channels", "N", stream.channels, .least = 1, .most = 1024,
        .help = "memory channels (default 1; with --kernel those of the machine)"),
    ROW(TEXT, "map", "MAP", stream.map, .help = "with --kernel: address map (default: the preset's)"),
    ROW(NUMBER, "banks_used", "N", stream.banks_used, .least = 1, .most = RH_MAX_BANKS,
        .help = "banks 0 to N-1 (default all)"),
    ROW(SHARE, "read_share", "X", stream.read_share, .help = "share of reads, 0 to 1 (default: the stream's own)"),
    ROW(NUMBER, "bytes", "N", stream.request_bytes, .least = 1, .most = 65536,
        .help = "bytes a request (default 64; random: up to 8 column commands)"),
    ROW(NUMBER, "stride", "N", stream.stride, .least = 1, .most = UINT32_MAX,
        .help = "strided: bytes from one request to the next (default a quarter of a row)"),
    ROW(NUMBER, "stream_cores", "N", stream.stream_cores, .least = 1, .most = RH_MOST_STREAM_CORES,
        .help = "core_...: cores that make requests (default 28)"),
    ROW(NUMBER, "seed", "N", stream.seed, .most = INT64_MAX, .given = offsetof(struct arguments, seeded),
        .help = "seed of the generator (default 1; of a kernel's input 0)"),
};

/* An option that a program has a use for. */
static bool is_of_program(const struct rh_option *row) {
    static const char *const names[] = {"preset", "chips", "channels", "map", "seed"};
    for (unsigned k = 0; k < sizeof names / sizeof names[0]; k++)
        if (strcmp(row->name, names[k]) == 0)
            return true;
    return row->argument;
}

/* No option of the other: a stream has none of a program, nor a map. */
static bool check(const struct arguments *a, struct rh_error *error) {
    const struct arguments none = defaults();
    struct rh_options common = common_of(a);
    char text[64];
    for (unsigned k = 0; a->kernel.kernel != NULL && k < sizeof own / sizeof own[0]; k++)
        if (!is_of_program(&own[k]) &&
            memcmp((const char *)a + own[k].at, (const char *)&none + own[k].at, own[k].size) != 0)
            return rh_option_excludes(error, rh_option_spelling(&own[k], text), "--kernel");
    if (a->kernel.kernel != NULL)
        return a->out == NULL || a->stream.stream == NULL || rh_option_excludes(error, "NAME", "--kernel");
    if (a->stream.map != NULL)
        return rh_option_lacks(error, "--map", "--kernel");
    return rh_run_kernel_check(NULL, &a->kernel, &common, error) &&
           (a->stream.stream == NULL || rh_option_word(&own[0], "trace generate", a->stream.stream, error));
}

static int run_command(int argc, char **argv) {
    struct arguments a = defaults();
    char out[512];
    struct rh_error error = {""};
    struct rh_preset preset;
    int status = rh_cli_parse(&rh_cli_trace_generate, argc, argv, &a);
    if (status != 0)
        return status == 1 ? 0 : 2;
    if (!check(&a, &error))
        return rh_cli_fail(&error);
    if (a.kernel.kernel == NULL && a.stream.stream == NULL)
        a.stream.stream = "phases";
    if (a.out == NULL) {
        (void)snprintf(out, sizeof out, "%s.csv", a.kernel.kernel != NULL ? a.kernel.kernel : a.stream.stream);
        a.out = a.kernel.kernel != NULL && a.stream.stream != NULL ? a.stream.stream : out;
    }
    const struct rh_file_use uses[] = {{"OUT", a.out, true},
                                       {"--preset", rh_options_preset_file(a.preset), false},
                                       {"--kernel", a.kernel.kernel, false}};
    if (!rh_files_apart(uses, 3, &error))
        return rh_cli_fail(&error);
    if (a.kernel.kernel != NULL)
        return generate_kernel(&a, &error) ? 0 : rh_cli_fail(&error);
    a.stream.synthetic = rh_synthetic_find(a.stream.stream);
    a.stream.all_writes = a.stream.read_share == 0;
    if (!rh_options_preset(a.preset, a.chips, NULL, &preset, &error) || !generate(&a.stream, &preset, a.out, &error))
        return rh_cli_fail(&error);
    return 0;
}

const struct rh_cli rh_cli_trace_generate = {
    .name = "trace generate",
    .meaning = "write a synthetic stream, or a GPU program's requests, as a native trace",
    .about = "Write a synthetic request stream as a native trace. NAME is phases unless "
             "given, OUT is NAME.csv (- is standard output). With --kernel: the coalesced requests of a GPU program "
             "by functional run, each with core, warp, CTA and memory space. Cores run their warps in turn, each up to "
             "its next access, and wait for nothing.",
    .examples = "trace generate\n"
                "trace generate rand2 --requests 1000 --chips 4\n"
                "trace generate mixed - --preset hbm2 --channels 4 --read-share 0.7\n"
                "trace generate core_stencil --channels 8 --stream-cores 30\n"
                "trace generate --kernel transpose out.csv.gz --machine gt200 --grid 16,16",
    .exits = "0 done, 2 usage or input error",
    .tables = {RH_OPTION_TABLE(own, 0), RH_OPTION_PART(rh_run_kernel_rows, RH_RUN_KERNEL_PROGRAM_ROWS,
                                                       offsetof(struct arguments, kernel), 0, NULL)},
    .run = run_command,
};
