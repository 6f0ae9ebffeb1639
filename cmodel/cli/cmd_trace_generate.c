// SPDX-License-Identifier: Apache-2.0
// `rowhold trace generate`: a synthetic stream as a native trace.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/cli/cmd_trace.h"
#include "cmodel/cli/rh_options.h"
#include "rowhold/rh_files.h"
#include "rowhold/rh_output.h"
#include "rowhold/rh_stream.h"
#include "rowhold/rh_synthetic.h"
#include "rowhold/rh_trace.h"

static const char usage[] = "usage: rowhold trace generate [NAME [OUT]] [OPTION]...\n"
                            "Write a synthetic request stream as a native trace. NAME is phases unless given, OUT is "
                            "NAME.csv (- is standard output).\n\n"
                            "examples:\n"
                            "  rowhold trace generate\n"
                            "  rowhold trace generate rand2 --requests 1000 --chips 4\n"
                            "  rowhold trace generate mixed - --preset hbm2 --channels 4 --read-share 0.7\n";

struct texts {
    const char *preset, *chips, *requests, *channels, *banks_used, *read_share, *bytes, *seed, *stride;
};

/* A decimal share with at most nine digits behind the point, read without the locale. */
static bool read_share(const char *text, double *share, struct rh_error *error) {
    uint64_t whole = 0, scale = 1;
    const char *at = text;
    bool point = false, digits = false;
    for (; *at != '\0' && scale < UINT64_C(10000000000) && whole < UINT64_C(10000000000); at++) {
        if (*at == '.' && !point) {
            point = true;
        } else if (*at >= '0' && *at <= '9') {
            whole = whole * 10 + (uint64_t)(*at - '0');
            scale *= point ? 10 : 1;
            digits = true;
        } else {
            break;
        }
    }
    if (!digits || *at != '\0' || whole > scale)
        return rh_error_set(error, "--read-share: found '%s', expected a number from 0 to 1", text);
    *share = (double)whole / (double)scale;
    return true;
}

static bool read_setup(const struct texts *t, struct rh_stream_setup *setup, struct rh_error *error) {
    uint64_t requests = 4096, channels = 0, banks = 0, bytes = 0, stride = 0;
    setup->seed = 1;
    if ((t->requests != NULL &&
         !rh_option_number("--requests", t->requests, 1, UINT64_C(1000000000000), &requests, error)) ||
        (t->channels != NULL && !rh_option_number("--channels", t->channels, 1, 1024, &channels, error)) ||
        (t->banks_used != NULL && !rh_option_number("--banks-used", t->banks_used, 1, RH_MAX_BANKS, &banks, error)) ||
        (t->bytes != NULL && !rh_option_number("--bytes", t->bytes, 1, 65536, &bytes, error)) ||
        (t->stride != NULL && !rh_option_number("--stride", t->stride, 1, UINT32_MAX, &stride, error)) ||
        (t->seed != NULL && !rh_option_number("--seed", t->seed, 0, UINT64_MAX, &setup->seed, error)) ||
        (t->read_share != NULL && !read_share(t->read_share, &setup->read_share, error)))
        return false;
    setup->all_writes = t->read_share != NULL && setup->read_share == 0;
    setup->requests = requests;
    setup->channels = (uint16_t)channels;
    setup->banks_used = (uint16_t)banks;
    setup->request_bytes = (uint32_t)bytes;
    setup->stride = (uint32_t)stride;
    return true;
}

static bool write_stream(struct rh_stream *stream, const struct rh_preset *preset, FILE *to, uint64_t *requests,
                         struct rh_error *error) {
    const struct rh_trace_format *format = rh_trace_format_find("native");
    struct rh_trace_head head = {.fields = RH_TRACE_PLACE | 1U << RH_TRACE_OP | 1U << RH_TRACE_BYTES |
                                           (stream->timed ? 1U << RH_TRACE_CYCLE : 0) |
                                           (preset->groups > 1 ? 1U << RH_TRACE_BANK_GROUP : 0),
                                 .geometry = {.channels = stream->channels,
                                              .banks = preset->banks,
                                              .bank_groups = preset->groups > 1 ? preset->groups : 0,
                                              .rows = preset->rows,
                                              .columns = rh_preset_columns(preset),
                                              .column_bytes = rh_preset_command_bytes(preset)}};
    uint32_t in_group = preset->banks / preset->groups;
    struct rh_request request;
    int status;
    *requests = 0;
    rh_trace_write_head(format, to, &head);
    while ((status = stream->next(stream, &request, error)) > 0) {
        struct rh_trace_record record = {.cycle = request.cycle,
                                         .write = request.write,
                                         .channel = request.channel,
                                         .bank_group = request.bank / in_group,
                                         .bank = preset->groups > 1 ? request.bank % in_group : request.bank,
                                         .row = request.row,
                                         .column = request.column,
                                         .bytes = request.commands * rh_preset_command_bytes(preset)};
        rh_trace_write(format, to, &head, &record);
        ++*requests;
    }
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
        good = write_stream(stream, preset, output.file, &requests, error);
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

int trace_generate(int argc, char **argv) {
    struct texts t = {.preset = NULL};
    const char *names[2] = {"phases", NULL};
    char out[512];
    const struct trace_option options[] = {
        {"preset", false, &t.preset, "NAME|FILE  DRAM preset (default gddr3)"},
        {"chips", false, &t.chips, "N  chips ganged on a channel (default: the preset's)"},
        {"requests", false, &t.requests, "N  requests (default 4096)"},
        {"channels", false, &t.channels, "N  memory channels (default 1)"},
        {"banks-used", false, &t.banks_used, "N  banks 0 to N-1 (default all)"},
        {"read-share", false, &t.read_share, "X  share of reads, 0 to 1 (default: the stream's own)"},
        {"bytes", false, &t.bytes, "N  bytes a request (default 64; random: up to 8 column commands)"},
        {"stride", false, &t.stride, "N  strided: bytes from one request to the next (default a quarter of a row)"},
        {"seed", false, &t.seed, "N  seed of the generator (default 1)"},
    };
    char head[2048];
    size_t used = (size_t)snprintf(head, sizeof head, "%s\nstreams:\n", usage);
    const struct rh_synthetic *row;
    for (size_t i = 0; (row = rh_synthetic_at(i)) != NULL; i++)
        used += (size_t)snprintf(head + used, sizeof head - used, "  %-10s %s\n", row->name, row->meaning);
    int status = trace_parse(argc, argv, head, options, sizeof options / sizeof options[0], names, 0, 2);
    if (status != 0)
        return status == 1 ? 0 : 2;
    struct rh_error error = {""};
    struct rh_stream_setup setup = {.stream = names[0], .synthetic = rh_synthetic_find(names[0])};
    struct rh_preset preset;
    if (setup.synthetic == NULL) {
        rh_error_set(&error, "trace generate: found stream '%.64s', expected one of %s", names[0],
                     rh_synthetic_names());
        return rh_cli_fail(&error);
    }
    if (names[1] == NULL) {
        snprintf(out, sizeof out, "%s.csv", names[0]);
        names[1] = out;
    }
    const struct rh_file_use uses[] = {{"OUT", names[1], true}, {"--preset", trace_preset_file(t.preset), false}};
    if (!rh_files_apart(uses, 2, &error) || !read_setup(&t, &setup, &error) ||
        !trace_preset(t.preset != NULL ? t.preset : "gddr3", t.chips, NULL, &preset, &error) ||
        !generate(&setup, &preset, names[1], &error))
        return rh_cli_fail(&error);
    return 0;
}
