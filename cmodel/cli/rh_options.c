// SPDX-License-Identifier: Apache-2.0
// The rows of the options that simulate, cosim and sweep share.
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
    return index < RH_REFRESHES ? rh_refresh_name((enum rh_refresh)index) : NULL;
}

const char *rh_format_word(unsigned index) {
    return rh_trace_format_at(index) != NULL ? rh_trace_format_name(rh_trace_format_at(index)) : NULL;
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct rh_options, kind, spelling, __VA_ARGS__)
const struct rh_option rh_options_rows[RH_OPTIONS_ROWS] = {
    ROW(INPUT, "STREAM", NULL, stream.stream, .argument = true, .help = "the same as --stream; - is standard input"),
    ROW(INPUT, "stream", "NAME|FILE", stream.stream, .group = "common options", .word = rh_stream_word, .others = true,
        .help = "synthetic stream, or a trace file (./NAME is always a file); default rand2"),
    ROW(TEXT, "controller", "NAME", controller, .word = rh_controller_word,
        .help = "memory controller (default fr_fcfs)"),
    ROW(INPUT, "preset", "NAME|FILE", preset, .word = rh_preset_word, .others = true,
        .help = "DRAM preset, or a YAML file with one (default gddr3)"),
    ROW(NUMBER, "queue", "N", queue, .least = RH_LEAST_QUEUE, .most = RH_MAX_QUEUE,
        .help = "requests the controller stores (default 32)"),
    ROW(NUMBER, "age_cap", "N", age_cap, .most = UINT16_MAX,
        .help = "fr_fcfs, fr_fcfs_serial, most_pending: clocks as the oldest until a request goes alone (default 0: "
                "never)"),
    ROW(NUMBER, "requests", "N", stream.requests, .least = 1, .most = UINT64_C(1000000000000),
        .help = "requests to run (default: synthetic 100000, trace all)"),
    ROW(OUTPUT, "stats", "FILE", stats, .help = "write the statistics as JSON; - is standard output"),
    ROW(CONFIG, "config", "FILE", config, .help = "YAML file of `option: value` lines; the command line wins"),
    ROW(NUMBER, "threads", "N", threads, .least = 1, .most = 256, .unswept = true,
        .help = "worker threads; the results do not depend on it (default 1)"),
    ROW(FLAG, "quiet", NULL, quiet, .unswept = true, .help = "no progress, no summary"),

    ROW(NUMBER, "chips", "N", chips, .group = "memory", .least = 1, .most = 64, .power = true,
        .help = "chips ganged on a channel (default: the preset's)"),
    ROW(TEXT, "refresh", "MODE", refresh, .word = rh_refresh_word, .help = "default: the preset's"),
    ROW(NUMBER, "responses", "N", responses, .least = RH_LEAST_RESPONSES, .most = RH_MAX_RESPONSES,
        .help = "entries of the response FIFO (default 16)"),
    ROW(FLAG, "registered", NULL, registered, .help = "commands come out of flip-flops, one clock later"),

    ROW(TEXT, "format", "NAME", stream.format, .group = "stream", .word = rh_format_word,
        .help = "trace format, where the file does not tell"),
    ROW(TEXT, "map", "MAP", stream.map, .help = "address map for byte addresses (default: the preset's)"),
    ROW(NUMBER, "channels", "N", stream.channels, .least = 1, .most = 1024,
        .help = "memory channels (default: synthetic 1, trace its own)"),
    ROW(NUMBER, "banks_used", "N", stream.banks_used, .least = 1, .most = RH_MAX_BANKS,
        .help = "synthetic: banks 0 to N-1 (default all)"),
    ROW(SHARE, "read_share", "X", stream.read_share,
        .help = "synthetic: share of reads, 0 to 1 (default: the stream's own)"),
    ROW(NUMBER, "bytes", "N", stream.request_bytes, .least = 1, .most = 65536,
        .help = "bytes a request, where a trace has none (default 64)"),
    ROW(FLAG, "wrap", NULL, stream.wrap, .help = "trace: fold addresses beyond the memory back into it"),
    ROW(NUMBER, "bubbles_per_clock", "N", stream.bubbles_per_clock, .least = 1, .most = 1000000,
        .help = "trace with bubbles: as many a DRAM clock (default: they take no time)"),
    ROW(TEXT, "trace_clock", "TIME", stream.trace_clock,
        .help = "trace: clock that its cycles count, as 1.25ns or 800MHz (default: what it says, else the preset's)"),
    ROW(NUMBER, "stride", "N", stream.stride, .least = 1, .most = UINT32_MAX,
        .help = "strided: bytes between requests (default: a row / 4)"),
    ROW(NUMBER, "stream_cores", "N", stream.stream_cores, .least = 1, .most = RH_MOST_STREAM_CORES,
        .help = "core_...: cores that make requests (default 28)"),
    ROW(NUMBER, "seed", "N", stream.seed, .most = UINT64_MAX, .given = offsetof(struct rh_options, seeded),
        .help = "synthetic: seed of the generator (default 1)"),

    ROW(OUTPUT, "commands", "FILE", commands, .group = "commands and waves",
        .help = "write the command trace as CSV; - is standard output"),
    ROW(NUMBER, "wave_channel", "N", wave_channel, .most = RH_RUN_CHANNELS - 1,
        .given = offsetof(struct rh_options, channel_chosen), .unswept = true,
        .help = "the channel that --wave shows (default 0)"),
};

const struct rh_option rh_run_options_rows[RH_RUN_OPTIONS_ROWS] = {
    ROW(FLAG, "no_judge", NULL, no_judge, .group = "checks",
        .help = "do not check the commands against the DRAM's rules"),
    ROW(FLAG, "no_contract", NULL, no_contract, .help = "do not check what the controller promises at its ports"),
    ROW(FLAG, "stepped", NULL, stepped, .help = "clock by clock, with those checks, and not from event to event"),
    ROW(NUMBER, "warmup", "N", warmup, .group = "statistics", .most = UINT64_MAX / 2,
        .help = "the statistics begin after N clocks of each channel (default 0)"),
    ROW(FLAG, "slowdown", NULL, slowdown,
        .help = "run the requests of each core alone, too: slowdowns, speedups, unfairness"),
};

#define WAVE_ROW(kind, spelling, ...) RH_OPTION_ROW(struct rh_wave_options, kind, spelling, __VA_ARGS__)
const struct rh_option rh_wave_options_rows[RH_WAVE_OPTIONS_ROWS] = {
    WAVE_ROW(FILE, "wave", "FILE", file,
             .help = "write waves, FILE.fst or FILE.vcd, and a view of them for GTKWave, FILE.fst.gtkw"),
    WAVE_ROW(NUMBER, "from", "CYCLE", from, .most = UINT64_MAX / 2,
             .given = offsetof(struct rh_wave_options, from_given), .help = "first clock of the wave (default 0)"),
    WAVE_ROW(NUMBER, "for", "CYCLES", clocks, .least = 1, .most = UINT64_MAX / 2,
             .help = "clocks of the wave (default all)"),
    WAVE_ROW(FLAG, "view", NULL, view, .help = "open GTKWave on the wave (--wave rowhold.fst when none is named)"),
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
        return rh_option_lacks(error, wave->from_given ? "--from" : "--for", "--wave");
    return wave->file == NULL || (*view = rh_wave_view_name(wave->file)) != NULL ||
           rh_error_set(error, "--wave: found no memory, expected enough");
}

bool rh_wave_options_ready(const struct rh_wave_options *wave, struct rh_error *error) {
    return wave->file == NULL || (rh_wave_check(wave->file, error) &&
                                  (!wave->view || (rh_wave_view_fits(wave->file, error) && rh_wave_view_ready(error))));
}
