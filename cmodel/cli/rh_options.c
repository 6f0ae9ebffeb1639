// SPDX-License-Identifier: Apache-2.0
// The rows of the options that simulate, cosim, sweep and predict share.
#include "cmodel/cli/rh_options.h"

#include <stddef.h>
#include <stdio.h>

#include "rowhold/rh_allocator.h"
#include "rowhold/rh_synthetic.h"
#include "rowhold/rh_trace.h"

const char *rh_controller_word(unsigned index) {
    return index < rh_controller_count() ? rh_controller_at(index)->name : NULL;
}

const char *rh_allocator_word(unsigned index) {
    return index < rh_allocator_count() ? rh_allocator_at(index)->name : NULL;
}

const char *rh_preset_word(unsigned index) {
    return index < rh_preset_count() ? rh_preset_name(index) : NULL;
}

const char *rh_stream_word(unsigned index) {
    return rh_synthetic_at(index) != NULL ? rh_synthetic_at(index)->name : NULL;
}

const char *rh_refresh_word(unsigned index) {
    return index <= RH_REFRESH_PER_BANK ? rh_refresh_name((enum rh_refresh)index) : NULL;
}

const char *rh_format_word(unsigned index) {
    return rh_trace_format_at(index) != NULL ? rh_trace_format_name(rh_trace_format_at(index)) : NULL;
}

#define AT(member) RH_OPTION_AT(struct rh_options, member)
const struct rh_option rh_options_rows[RH_OPTIONS_ROWS] = {
    {.name = "STREAM", .kind = RH_OPTION_INPUT, AT(stream.stream), .argument = true, .help = "the same as --stream"},
    {.name = "stream",
     .value = "NAME|FILE",
     .kind = RH_OPTION_INPUT,
     AT(stream.stream),
     .group = "common options",
     .word = rh_stream_word,
     .others = true,
     .swept = true,
     .help = "synthetic stream, or a trace file (./NAME is always a file, - is standard input); default rand2"},
    {.name = "controller",
     .value = "NAME",
     .kind = RH_OPTION_TEXT,
     AT(controller),
     .word = rh_controller_word,
     .swept = true,
     .help = "memory controller (default fr_fcfs)"},
    {.name = "preset",
     .value = "NAME|FILE",
     .kind = RH_OPTION_INPUT,
     AT(preset),
     .word = rh_preset_word,
     .others = true,
     .swept = true,
     .help = "DRAM preset, or a YAML file with one (default gddr3)"},
    {.name = "queue",
     .value = "N",
     .kind = RH_OPTION_NUMBER,
     AT(queue),
     .least = RH_LEAST_QUEUE,
     .most = RH_MAX_QUEUE,
     .swept = true,
     .help = "requests the controller stores (default 32)"},
    {.name = "age_cap",
     .value = "N",
     .kind = RH_OPTION_NUMBER,
     AT(age_cap),
     .most = UINT16_MAX,
     .swept = true,
     .help = "fr_fcfs, most_pending: clocks as the oldest until a request goes alone (default 0: never)"},
    {.name = "requests",
     .value = "N",
     .kind = RH_OPTION_NUMBER,
     AT(stream.requests),
     .least = 1,
     .most = UINT64_C(1000000000000),
     .swept = true,
     .help = "requests to run (default: synthetic 100000, trace all)"},
    {.name = "stats",
     .value = "FILE",
     .kind = RH_OPTION_OUTPUT,
     AT(stats),
     .help = "write the statistics as JSON; - is standard output"},
    {.name = "config",
     .value = "FILE",
     .kind = RH_OPTION_CONFIG,
     AT(config),
     .help = "YAML file of `option: value` lines; the command line wins"},
    {.name = "threads",
     .value = "N",
     .kind = RH_OPTION_NUMBER,
     AT(threads),
     .least = 1,
     .most = 256,
     .help = "worker threads; the results do not depend on it (default 1)"},
    {.name = "quiet", .kind = RH_OPTION_FLAG, AT(quiet), .help = "no progress, no summary"},

    {.name = "chips",
     .value = "N",
     .kind = RH_OPTION_NUMBER,
     AT(chips),
     .group = "memory",
     .least = 1,
     .most = 64,
     .power = true,
     .swept = true,
     .help = "chips ganged on a channel (default: the preset's)"},
    {.name = "refresh",
     .value = "MODE",
     .kind = RH_OPTION_TEXT,
     AT(refresh),
     .word = rh_refresh_word,
     .swept = true,
     .help = "default: the preset's"},
    {.name = "responses",
     .value = "N",
     .kind = RH_OPTION_NUMBER,
     AT(responses),
     .least = RH_LEAST_RESPONSES,
     .most = RH_MAX_RESPONSES,
     .swept = true,
     .help = "entries of the response FIFO (default 16)"},
    {.name = "registered",
     .kind = RH_OPTION_FLAG,
     AT(registered),
     .swept = true,
     .help = "commands come out of flip-flops, one clock later"},

    {.name = "format",
     .value = "NAME",
     .kind = RH_OPTION_TEXT,
     AT(stream.format),
     .group = "stream",
     .word = rh_format_word,
     .swept = true,
     .help = "trace format, where the file does not tell"},
    {.name = "map",
     .value = "MAP",
     .kind = RH_OPTION_TEXT,
     AT(stream.map),
     .swept = true,
     .help = "address map for byte addresses (default: the preset's)"},
    {.name = "channels",
     .value = "N",
     .kind = RH_OPTION_NUMBER,
     AT(stream.channels),
     .least = 1,
     .most = 1024,
     .swept = true,
     .help = "memory channels (default: synthetic 1, trace its own)"},
    {.name = "banks_used",
     .value = "N",
     .kind = RH_OPTION_NUMBER,
     AT(stream.banks_used),
     .least = 1,
     .most = RH_MAX_BANKS,
     .swept = true,
     .help = "synthetic: banks 0 to N-1 (default all)"},
    {.name = "read_share",
     .value = "X",
     .kind = RH_OPTION_SHARE,
     AT(stream.read_share),
     .swept = true,
     .help = "synthetic: share of reads, 0 to 1 (default: the stream's own)"},
    {.name = "bytes",
     .value = "N",
     .kind = RH_OPTION_NUMBER,
     AT(stream.request_bytes),
     .least = 1,
     .most = 65536,
     .swept = true,
     .help = "bytes a request, where a trace has none (default 64)"},
    {.name = "wrap",
     .kind = RH_OPTION_FLAG,
     AT(stream.wrap),
     .swept = true,
     .help = "trace: fold addresses beyond the memory back into it"},
    {.name = "bubbles_per_clock",
     .value = "N",
     .kind = RH_OPTION_NUMBER,
     AT(stream.bubbles_per_clock),
     .least = 1,
     .most = 1000000,
     .swept = true,
     .help = "trace with bubbles: as many a DRAM clock (default: they take no time)"},
    {.name = "stride",
     .value = "N",
     .kind = RH_OPTION_NUMBER,
     AT(stream.stride),
     .least = 1,
     .most = UINT32_MAX,
     .swept = true,
     .help = "strided: bytes between requests (default: a row / 4)"},
    {.name = "seed",
     .value = "N",
     .kind = RH_OPTION_NUMBER,
     AT(stream.seed),
     .most = UINT64_MAX,
     .given = offsetof(struct rh_options, seeded),
     .swept = true,
     .help = "synthetic: seed of the generator (default 1)"},

    {.name = "commands",
     .value = "FILE",
     .kind = RH_OPTION_OUTPUT,
     AT(commands),
     .group = "commands and waves",
     .help = "write the command trace as CSV; - is standard output"},
    {.name = "wave_channel",
     .value = "N",
     .kind = RH_OPTION_NUMBER,
     AT(wave_channel),
     .most = 1023,
     .given = offsetof(struct rh_options, channel_chosen),
     .help = "the channel that --wave shows (default 0)"},
};

#define WAVE_AT(member) RH_OPTION_AT(struct rh_wave_options, member)
const struct rh_option rh_wave_options_rows[RH_WAVE_OPTIONS_ROWS] = {
    {.name = "wave",
     .value = "FILE",
     .kind = RH_OPTION_FILE,
     WAVE_AT(file),
     .help = "write waves: FILE.fst or FILE.vcd"},
    {.name = "from",
     .value = "CYCLE",
     .kind = RH_OPTION_NUMBER,
     WAVE_AT(from),
     .most = UINT64_MAX / 2,
     .given = offsetof(struct rh_wave_options, from_given),
     .help = "first clock of the wave (default 0)"},
    {.name = "for",
     .value = "CYCLES",
     .kind = RH_OPTION_NUMBER,
     WAVE_AT(clocks),
     .least = 1,
     .most = UINT64_MAX / 2,
     .help = "clocks of the wave (default all)"},
    {.name = "view",
     .kind = RH_OPTION_FLAG,
     WAVE_AT(view),
     .help = "open GTKWave on the wave (--wave rowhold.fst when none is named)"},
};

struct rh_options rh_options_default(void) {
    return (struct rh_options){
        .preset = "gddr3",
        .controller = "fr_fcfs",
        .queue = 32,
        .age_cap = RH_AGE_CAP_NOT_GIVEN,
        .responses = 16,
        .threads = 1,
        .stream = {.stream = "rand2", .read_share = -1.0, .seed = 1},
    };
}

bool rh_wave_options_check(struct rh_wave_options *wave, char **view, struct rh_error *error) {
    *view = NULL;
    if (wave->file == NULL && wave->view)
        wave->file = "rowhold.fst";
    if (wave->file == NULL && (wave->from_given || wave->clocks != 0))
        return rh_error_set(error, "--%s: found without --wave, expected both", wave->from_given ? "from" : "for");
    return !wave->view || asprintf(view, "%s.gtkw", wave->file) >= 0 ||
           rh_error_set(error, "--view: found no memory, expected enough");
}

bool rh_wave_options_ready(const struct rh_wave_options *wave, struct rh_error *error) {
    return wave->file == NULL || (rh_wave_check(wave->file, error) &&
                                  (!wave->view || (rh_wave_view_fits(wave->file, error) && rh_wave_view_ready(error))));
}
