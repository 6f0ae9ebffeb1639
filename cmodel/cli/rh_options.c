// SPDX-License-Identifier: Apache-2.0
// The rows of the options that simulate, cosim and sweep share, and the way from them to a checked setup: files,
// preset, controller, geometry, timing constraints.
#include "cmodel/cli/rh_options.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cmodel/cli/rh_table.h"
#include "cmodel/dram/rh_preset_field.h"
#include "cmodel/files/rh_files.h"
#include "cmodel/files/rh_output.h"
#include "cmodel/trace/rh_trace.h"
#include "rowhold/rh_allocator.h"
#include "rowhold/rh_ejector.h"
#include "rowhold/rh_hash.h"
#include "rowhold/rh_synthetic.h"

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
        .given = offsetof(struct rh_options, preset_given),
        .help = "DRAM preset, or a YAML file with one (default gddr3)"),
    ROW(NUMBER, "queue", "N", queue, .least = RH_LEAST_QUEUE, .most = RH_MAX_QUEUE,
        .help = "requests the controller stores (default 32)"),
#define RH_DRAIN(name, bits, defaults, meaning)
#define RH_POLICY(name, bits, defaults, meaning)                                                                       \
    ROW(NUMBER, #name, "N", policy.name, .most = (1U << (bits)) - 1U,                                                  \
        .given = offsetof(struct rh_options, policy.name##_given), .help = meaning " (default " #defaults ")"),
#define RH_POLICY_WORD(name, bits, defaults, names, meaning)                                                           \
    ROW(TEXT, #name, "NAME", policy.name, .word = names, .help = meaning " (default the first)"),
#include "tables/controller_config.def"
    ROW(TEXT, "write_drain", "HIGH:LOW", write_drain,
        .help = "associative queue: reads go first, until HIGH writes wait; then writes, until LOW are left"),
    ROW(NUMBER, "write_queue", "N", policy.write_queue, .most = RH_MAX_QUEUE - 1,
        .given = offsetof(struct rh_options, policy.write_queue_given),
        .help = "associative queue: N places are for writes, the others for reads (default 0: all for both)"),
    ROW(FLAG, "forward", NULL, forward,
        .help = "associative queue: a read of what a waiting write writes is answered with its data"),
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
    ROW(NUMBER, "source_bits", "N", source_bits, .most = RH_MAX_SOURCE_BITS,
        .help = "bits of a request's source, to the policies that ask for it (default 5, for warps 8)"),
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
    ROW(NUMBER, "seed", "N", stream.seed, .most = INT64_MAX, .given = offsetof(struct rh_options, seeded),
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
    ROW(FLAG, "cycle_by_cycle", NULL, cycle_by_cycle, .formerly = "stepped",
        .help = "clock by clock, with those checks, and not from event to event"),
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
        .responses = 16,
        .source_bits = RH_OPTIONS_OWN_SOURCE_BITS,
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

/* What a trace file settles by itself may not be asked for beside it. */
static bool fits_trace(const struct rh_stream_setup *stream, struct rh_error *error) {
    if (stream->synthetic != NULL)
        return true;
    const char *option = stream->banks_used != 0                        ? "--banks-used"
                         : stream->read_share > 0 || stream->all_writes ? "--read-share"
                         : stream->stride != 0                          ? "--stride"
                         : stream->stream_cores != 0                    ? "--stream-cores"
                                                                        : NULL;
    return option == NULL || rh_option_conflict(error, option, "--stream", stream->stream, "a synthetic stream");
}

bool rh_options_files(struct rh_options *options, const struct rh_file_use *own, size_t count, struct rh_error *error) {
    enum { SHARED = 5, MOST_OWN = 8, WAVE = 2 };
    char *view;
    options->stream.synthetic = rh_synthetic_find(options->stream.stream);
    options->stream.all_writes = options->stream.read_share == 0;
    if (options->wave.file == NULL && !options->wave.view && options->channel_chosen)
        return rh_option_lacks(error, "--wave-channel", "--wave");
    if (!rh_wave_options_check(&options->wave, &view, error))
        return false;
    struct rh_file_use files[SHARED + MOST_OWN + WAVE] = {
        {"--stream", options->stream.synthetic != NULL ? NULL : options->stream.stream, false},
        {"--preset", rh_options_preset_file(options->preset), false},
        {"--config", options->config, false},
        {"--stats", options->stats, true},
        {"--commands", options->commands, true},
    };
    for (size_t i = 0; i < count && i < MOST_OWN; i++)
        files[SHARED + i] = own[i];
    files[SHARED + MOST_OWN] = (struct rh_file_use){"--wave", options->wave.file, true};
    files[SHARED + MOST_OWN + 1] = (struct rh_file_use){"the view of --wave", view, true};
    bool apart = rh_files_apart(files, sizeof files / sizeof files[0], error);
    free(view);
    return apart && rh_wave_options_ready(&options->wave, error);
}

bool rh_options_again(const char *path, struct rh_error *error) {
    struct stat status;
    bool standard = strcmp(path, "-") == 0;
    if (!standard && (stat(path, &status) != 0 || S_ISREG(status.st_mode)))
        return true;
    return rh_error_set(error, "%s: found %s, expected a file that can be read again for each point", path,
                        standard                  ? "standard input"
                        : S_ISDIR(status.st_mode) ? "a folder"
                                                  : "no regular file");
}

bool rh_options_channels(const struct rh_options *options, const struct rh_stream *stream, unsigned *channels,
                         struct rh_error *error) {
    *channels = rh_stream_channels(stream);
    return *channels <= RH_RUN_CHANNELS || rh_error_set(error, "%s: found %u channels, expected at most %u",
                                                        options->stream.stream, *channels, RH_RUN_CHANNELS);
}

bool rh_options_stream(struct rh_options *options, const struct rh_setup *setup, struct rh_stream **stream,
                       unsigned *channels, struct rh_error *error) {
    if (options->seeded && options->stream.synthetic == NULL) /* cosim draws more than the stream from it */
        return rh_option_conflict(error, "--seed", "--stream", options->stream.stream, "a synthetic stream");
    *stream = rh_stream_open(&options->stream, &setup->preset, error);
    if (*stream == NULL)
        return false;
    rh_stream_resolve(&options->stream, &setup->preset, *stream);
    if (!rh_options_channels(options, *stream, channels, error))
        return false;
    if (setup->constraints.refresh != RH_REFRESH_OFF) /* each REF brings some checks, in far more clocks */
        rh_stream_limit(*stream, INT64_MAX / *channels,
                        "2^63 / channels, for refreshes and checks are counted in 64 bits");
    return true;
}

static void note_unread(const struct rh_block_ops *ops, const struct rh_policy_setting *setting, unsigned value) {
    struct rh_option option = {.name = setting->name};
    char spelling[64], number[16];
    (void)snprintf(number, sizeof number, "%u", value);
    const struct rh_policy_setting *page = &rh_policy_settings[RH_POLICY_page];
    bool closes = setting == page || setting == &rh_policy_settings[RH_POLICY_page_timeout];
    if (!rh_controller_reads(ops, setting))
        fprintf(stderr, "note: %s %s changes nothing: %s %s\n", rh_option_spelling(&option, spelling),
                setting->word != NULL ? setting->word(value) : number, ops->name,
                closes ? "closes rows by a rule of its own" : "does not read it");
}

void rh_options_notes(const struct rh_options *options, const struct rh_setup *setup, const char *stream_note) {
    if (options->quiet)
        return;
#define RH_POLICY(name, bits, value, meaning)                                                                          \
    if (options->policy.name##_given && options->policy.name != (value))                                               \
        note_unread(setup->ops, &rh_policy_settings[RH_POLICY_##name], options->policy.name);
#define RH_POLICY_WORD(name, bits, value, names, meaning)                                                              \
    if (setup->constraints.name != (value))                                                                            \
        note_unread(setup->ops, &rh_policy_settings[RH_POLICY_##name], setup->constraints.name);
#include "tables/controller_config.def"
    if (options->write_drain != NULL && !rh_controller_reads(setup->ops, &rh_policy_settings[RH_POLICY_write_high]))
        fprintf(stderr, "note: --write-drain %s changes nothing: %s does not read it\n", options->write_drain,
                setup->ops->name);
    if (options->forward && !rh_controller_reads(setup->ops, &rh_policy_settings[RH_POLICY_write_high]))
        fprintf(stderr, "note: --forward changes nothing: %s does not read it\n", setup->ops->name);
    if (options->policy.page_timeout != 0 && setup->constraints.page != RH_PAGE_TIMEOUT &&
        rh_controller_reads(setup->ops, &rh_policy_settings[RH_POLICY_page_timeout]))
        fprintf(stderr, "note: --page-timeout %u changes nothing without --page timeout\n",
                options->policy.page_timeout);
    if (options->source_bits != RH_OPTIONS_OWN_SOURCE_BITS && options->source_bits != RH_DEFAULT_SOURCE_BITS &&
        !rh_controller_asks_sources(setup->ops))
        fprintf(stderr, "note: --source-bits %u changes nothing: %s does not read it\n", options->source_bits,
                setup->ops->name);
    if (stream_note != NULL)
        fprintf(stderr, "note: %s\n", stream_note);
}

FILE *rh_options_talk(const struct rh_options *options) {
    return rh_output_is_stdout(options->stats) || rh_output_is_stdout(options->commands) ? stderr : stdout;
}

/* Give the preset the refresh of --refresh (NULL: its own), and check it; where only that refresh does not fit, it is
 * what is named. */
static bool take_refresh(const char *refresh, struct rh_preset *preset, struct rh_error *error) {
    struct rh_preset own = *preset;
    if (refresh != NULL && !rh_refresh_find(refresh, &preset->refresh))
        return rh_error_set(error, "--refresh: found '%s', expected off, all_bank, per_bank or same_bank", refresh);
    if (rh_preset_check(preset, error))
        return true;
    if (refresh == NULL || !rh_preset_check(&own, NULL))
        return false;
    struct rh_error why = *error;
    return rh_error_set(error, "--refresh: found %s, expected a mode that %s can take: %s", refresh, preset->name,
                        why.text);
}

bool rh_options_preset(const char *name, unsigned chips, const char *refresh, struct rh_preset *preset,
                       struct rh_error *error) {
    if (!rh_preset_load(name, preset, error))
        return false;
    if (chips != 0)
        preset->chips = (uint16_t)chips;
    return take_refresh(refresh, preset, error);
}

const char *rh_options_preset_file(const char *name) {
    return name != NULL && rh_preset_is_file(name) ? name : NULL;
}

bool rh_options_preset_hash(const struct rh_preset *preset, struct rh_table *table) {
    const struct rh_preset_field *field = rh_preset_fields;
    uint64_t hash = rh_hash(RH_HASH_START, &preset->tck_ps, sizeof preset->tck_ps);
    hash = rh_hash(hash, &preset->chips, sizeof preset->chips);
    hash = rh_hash(hash, &preset->refresh, sizeof preset->refresh);
    for (; field < rh_preset_fields + rh_preset_field_count; field++) {
        unsigned value = rh_preset_field_get(preset, field);
        hash = rh_hash(hash, &value, sizeof value);
    }
    return rh_table_hash(table, hash);
}

bool rh_options_policy(const struct rh_policy_options *policy, struct rh_setup *setup, struct rh_error *error) {
#define RH_POLICY(name, bits, value, meaning)                                                                          \
    if (policy->name##_given)                                                                                          \
        setup->constraints.name = policy->name;
#define RH_POLICY_WORD(name, bits, value, names, meaning)                                                              \
    if (policy->name != NULL) /* one of the words that the option takes */                                             \
        (void)rh_policy_find(&rh_policy_settings[RH_POLICY_##name], policy->name, &setup->constraints.name, NULL);
#include "tables/controller_config.def"
    return rh_controller_take_page(setup->ops, &setup->preset, &setup->constraints, &setup->geometry, error);
}

/* HIGH:LOW, two numbers. */
static bool read_drain(const char *text, struct rh_constraints *constraints, struct rh_error *error) {
    const char *colon = strchr(text, ':');
    char high[16];
    uint64_t first = 0, second = 0;
    if (colon == NULL || (size_t)(colon - text) >= sizeof high)
        return rh_error_set(error, "--write-drain: found '%s', expected HIGH:LOW, as 24:8", text);
    (void)snprintf(high, sizeof high, "%.*s", (int)(colon - text), text);
    if (!rh_option_number("--write-drain", high, 1, RH_MAX_QUEUE, &first, error) ||
        !rh_option_number("--write-drain", colon + 1, 0, RH_MAX_QUEUE, &second, error))
        return false;
    constraints->write_high = (uint32_t)first;
    constraints->write_low = (uint32_t)second;
    return true;
}

bool rh_options_drain(const struct rh_options *options, struct rh_setup *setup, struct rh_error *error) {
    struct rh_constraints *constraints = &setup->constraints;
    constraints->write_queue = options->policy.write_queue;
    return (options->write_drain == NULL || read_drain(options->write_drain, constraints, error)) &&
           rh_write_drain_settle(setup->ops, &setup->geometry, constraints, options->forward, "--write-drain",
                                 "--write-queue", error);
}

bool rh_options_resolve(const struct rh_options *options, struct rh_setup *setup, struct rh_error *error) {
    memset(setup, 0, sizeof *setup);
    if (!rh_options_preset(options->preset, options->chips, options->refresh, &setup->preset, error))
        return false;
    if (!fits_trace(&options->stream, error))
        return false;
    if (options->stream.banks_used > setup->preset.banks)
        return rh_error_set(error, "--banks-used: found '%u', expected at most the %u banks of %s",
                            (unsigned)options->stream.banks_used, (unsigned)setup->preset.banks, setup->preset.name);
    setup->ops = rh_controller_for(options->controller, &setup->preset, error);
    if (setup->ops == NULL)
        return false;
    setup->geometry = rh_preset_geometry(&setup->preset, options->queue);
    setup->geometry.responses = (uint8_t)options->responses;
    setup->geometry.registered = options->registered;
    setup->geometry.source_bits =
        (uint8_t)(options->source_bits != RH_OPTIONS_OWN_SOURCE_BITS ? options->source_bits
                                                                     : rh_controller_source_bits(setup->ops));
    if (!rh_geometry_check(&setup->geometry, error))
        return false;
    setup->constraints = rh_preset_constraints(&setup->preset);
    if (!rh_options_policy(&options->policy, setup, error) || !rh_options_drain(options, setup, error))
        return false;
    return rh_timing_lint(&setup->preset.timing, setup->preset.refresh, &setup->geometry, setup->notes,
                          sizeof setup->notes, error);
}

/*  */

static const char *const loads[] = {"saturated", "paced"};

static const char *load_word(unsigned index) {
    return index < sizeof loads / sizeof loads[0] ? loads[index] : NULL;
}

static const char *hold_word(unsigned index) {
    return index < RH_HOLD_RULES ? rh_hold_rule_name(index) : NULL;
}

#undef ROW
#define ROW(kind, spelling, shown, member, ...)                                                                        \
    RH_OPTION_ROW(struct rh_options, kind, spelling, shown, loop.member, __VA_ARGS__)
const struct rh_option rh_loop_options_rows[RH_LOOP_OPTIONS_ROWS] = {
    ROW(TEXT, "network", "NAME", network, .group = "request network", .word = rh_topology_name,
        .help = "cores in closed loop behind a request network; without it requests come by themselves"),
    ROW(TEXT, "load", "NAME", load, .word = load_word,
        .help = "saturated: cores issue as fast as they may; paced: no earlier than the stream's `created` says "
                "(default saturated)"),
    ROW(TEXT, "allocator", "NAME", allocator, .word = rh_allocator_word,
        .help = "gives the routers' virtual channels (default islip)"),
    ROW(TEXT, "hold", "NAME", hold, .word = hold_word, .help = "hold rule of the network of requests (default none)"),
    ROW(NUMBER, "hold_limit", "N", hold_limit, .most = UINT8_MAX,
        .help = "clocks in which the hold rule may turn a request away (default 0: no limit)"),
    ROW(NUMBER, "iterations", "N", iterations, .least = 1, .most = RH_MOST_iterations,
        .help = "iterations of pim and islip (default 1)"),
    ROW(NUMBER, "hash_bits", "N", hash_bits, .least = 1, .most = RH_MOST_hash_bits,
        .help = "bits of the row's hash in hash_match_hold_grant (default 4)"),
    ROW(NUMBER, "vcs", "N", vcs, .least = 1, .most = RH_ROUTER_MOST_vcs, .power = true,
        .help = "virtual channels of a link (default: the classes that the network needs, 1 or 2)"),
    ROW(FLAG, "static_vcs", NULL, static_vcs, .help = "a packet's virtual channel follows from its controller"),
    ROW(FLAG, "speculative", NULL, speculative, .help = "a packet may leave a router with its grant"),
    ROW(NUMBER, "stays", "N", stays, .most = RH_ROUTER_MOST_stays,
        .given = offsetof(struct rh_options, loop.stays_given), .help = RH_STAYS_HELP),
    ROW(NUMBER, "depth", "N", depth, .least = RH_ROUTER_LEAST_depth, .most = RH_ROUTER_MOST_depth,
        .help = "flits of a virtual channel's buffer (default 8)"),
    ROW(NUMBER, "row_affine", "N", row_affine, .formerly = "stay", .least = RH_EJECTOR_LEAST_row_affine,
        .most = RH_EJECTOR_MOST_row_affine,
        .help = "requests in a row that may go before the one in turn at a controller, each to its bank's last row "
                "(default 0)"),
    ROW(NUMBER, "injection_queue", "N", injection_queue, .least = RH_INJECTOR_LEAST_queue,
        .most = RH_INJECTOR_MOST_queue, .help = "requests that wait between a core and its router (default 8)"),
    ROW(NUMBER, "outstanding", "N", outstanding, .least = 1, .most = RH_LOOP_SLOTS,
        .help =
            "requests of a core in flight; with --kernel of a cluster, whose default is the machine's (default 64)"),
    ROW(NUMBER, "flit_bytes", "N", flit_bytes, .least = 1, .most = UINT8_MAX,
        .help = "data bytes of a flit (default 32, on the ring 64)"),
    ROW(NUMBER, "cores", "N", cores, .formerly = "core_count", .least = 1, .most = RH_TOPOLOGY_MOST_NODES,
        .help = "cores; those of the stream beyond join the first ones (default: the stream's, as many as fit)"),
    ROW(NUMBER, "cta_warps", "N", cta_warps, .least = 1, .most = UINT16_MAX,
        .help = "warps of a CTA, for the classes of row-hit run breakers (default 1)"),
    ROW(NUMBER, "mesh_columns", "N", columns, .least = 1, .most = RH_TOPOLOGY_MOST_NODES,
        .help = "of a grid (default: as wide as high, or one wider)"),
    ROW(NUMBER, "core_mhz", "N", core_mhz, .least = 1, .most = RH_LOOP_MOST_MHZ,
        .help = "clock of the cores (default 325); the memory's is that of its preset"),
    ROW(NUMBER, "network_mhz", "N", network_mhz, .least = 1, .most = RH_LOOP_MOST_MHZ,
        .help = "clock of the networks (default 650)"),
};

bool rh_loop_options_paced(const struct rh_loop_options *options) {
    return options->load != NULL && strcmp(options->load, "paced") == 0;
}

unsigned rh_loop_options_most_cores(const struct rh_loop_options *options, unsigned channels) {
    const struct rh_topology_traits *traits = rh_topology_traits(rh_topology_find(options->network));
    bool shared = traits == NULL || traits->ports != 0;
    unsigned nodes = RH_TOPOLOGY_MOST_NODES;
    if (options->cores != 0)
        return options->cores;
    return !shared ? nodes : channels < nodes ? nodes - channels : 1;
}

bool rh_loop_options_resolve(const struct rh_loop_options *options, struct rh_loop_setup *setup,
                             struct rh_error *error) {
    struct rh_network_setup *network = &setup->network;
    setup->topology = rh_topology_find(options->network);
    if (setup->topology == RH_TOPOLOGIES)
        return rh_error_set(error, "--network: found '%s', expected a network that --help lists", options->network);
    network->allocator = rh_allocator_find(options->allocator != NULL ? options->allocator : RH_DEFAULT_ALLOCATOR);
    if (network->allocator == NULL)
        return rh_error_set(error, "--allocator: found '%s', expected an allocator of `rowhold list`",
                            options->allocator);
    if (options->hold != NULL && !rh_hold_rule_find(options->hold, &network->hold))
        return rh_error_set(error, "--hold: found '%s', expected a rule that --help lists", options->hold);
    if (options->load != NULL && strcmp(options->load, loads[0]) != 0 && strcmp(options->load, loads[1]) != 0)
        return rh_error_set(error, "--load: found '%s', expected saturated or paced", options->load);
    if (options->columns != 0 && !rh_topology_traits(setup->topology)->columns) {
        char grids[RH_TOPOLOGY_NAMES];
        rh_topology_names(grids, sizeof grids, true);
        return rh_option_conflict(error, "--mesh-columns", "--network", options->network, grids);
    }
    if (options->vcs != 0 && options->vcs < rh_topology_traits(setup->topology)->classes)
        return rh_error_set(error, "--vcs: found %u, expected 2 or 4: a %s needs %u classes of channels", options->vcs,
                            options->network, rh_topology_traits(setup->topology)->classes);
    network->hold_limit = (uint8_t)options->hold_limit;
    network->iterations = (uint8_t)options->iterations;
    network->hash_bits = (uint8_t)options->hash_bits;
    network->vcs = (uint8_t)options->vcs;
    network->static_vcs = options->static_vcs;
    network->speculative = options->speculative;
    network->stays_given = options->stays_given;
    network->stays = (uint8_t)options->stays;
    network->depth = (uint8_t)options->depth;
    network->row_affine = (uint8_t)options->row_affine;
    network->queue = (uint8_t)options->injection_queue;
    setup->outstanding = (uint8_t)options->outstanding;
    setup->flit_bytes = (uint8_t)options->flit_bytes;
    setup->columns = (uint8_t)options->columns;
    setup->cta_warps = (uint16_t)options->cta_warps;
    setup->core_mhz = (uint16_t)options->core_mhz;
    setup->network_mhz = (uint16_t)options->network_mhz;
    return true;
}

bool rh_loop_options_absent(const struct rh_options *options, struct rh_error *error) {
    static const struct rh_options none;
    for (unsigned k = 1; k < RH_LOOP_OPTIONS_ROWS; k++) {
        const struct rh_option *row = &rh_loop_options_rows[k];
        char text[64];
        if (memcmp((const char *)options + row->at, (const char *)&none + row->at, row->size) != 0)
            return rh_option_lacks(error, rh_option_spelling(row, text), "--network");
    }
    return true;
}

/*  */

#undef ROW
#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct rh_allocator_options, kind, spelling, __VA_ARGS__)
const struct rh_option rh_allocator_options_rows[RH_ALLOCATOR_OPTIONS_ROWS] = {
    ROW(TEXT, "allocator", "NAME", allocator, .group = "allocator", .word = rh_allocator_word,
        .help = "how inputs and outputs are matched"),
    ROW(TEXT, "hold", "NAME", hold, .word = hold_word, .help = "hold rule"),
    ROW(NUMBER, "hold_limit", "N", limit, .most = UINT8_MAX,
        .help = "clocks in a row in which the hold rule may turn requests away (default 0: no limit)"),
#define RH_PARAM(name_, parameter, key, type, defaults, least_, greatest, power_, smallest, meaning)                   \
    ROW(NUMBER, #name_, "N", params.name_, .least = least_, .most = greatest, .power = power_, .help = meaning),
#include "tables/allocator_params.def"
};

bool rh_allocator_options_resolve(const struct rh_allocator_options *options, const struct rh_block_ops **ops,
                                  struct rh_allocator_params *params, struct rh_allocator_config *config,
                                  struct rh_error *error) {
    const struct rh_kind *kind = &rh_allocator_kind;
    unsigned inputs = params->inputs;
    params->inputs = params->outputs = params->destinations = 0;
    for (unsigned k = 0; k < kind->param_count; k++)
        if (rh_param_get(&kind->params[k], &options->params) != 0)
            rh_param_set(&kind->params[k], params, rh_param_get(&kind->params[k], &options->params));
    params->inputs = params->inputs != 0 ? params->inputs : (uint8_t)inputs;
    params->outputs = params->outputs != 0 ? params->outputs : params->inputs;
    params->destinations = params->destinations != 0 ? params->destinations : params->outputs;
    config->hold_limit = options->limit;
    *ops = rh_allocator_find(options->allocator);
    if (*ops == NULL)
        return rh_error_set(error, "--allocator: found '%s', expected an allocator of `rowhold list`",
                            options->allocator);
    if (options->hold != NULL && !rh_hold_rule_find(options->hold, &params->hold))
        return rh_error_set(error, "--hold: found '%s', expected a rule that --help lists", options->hold);
    return rh_allocator_check(params, error);
}

/*  */

bool rh_percentiles_read(const char *text, struct rh_percentile_list *list, struct rh_error *error) {
    char words[256], *rest = words, *word;
    list->count = 0;
    if (text == NULL)
        return true;
    if (strlen(text) >= sizeof words)
        return rh_error_set(error, "--percentiles: found %zu letters, expected fewer than %zu", strlen(text),
                            sizeof words);
    (void)snprintf(words, sizeof words, "%s", text);
    while ((word = strsep(&rest, ",")) != NULL) {
        char *end;
        if (list->count == RH_PERCENTILES_MOST)
            return rh_error_set(error, "--percentiles: found more than %d numbers, expected at most so many",
                                (int)RH_PERCENTILES_MOST);
        double percent = strtod(word, &end);
        if (end == word || *end != '\0' || !(percent > 0 && percent <= 100))
            return rh_error_set(error, "--percentiles: found '%s', expected per cents above 0 and up to 100", word);
        list->percent[list->count++] = percent;
    }
    return true;
}
