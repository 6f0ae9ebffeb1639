// SPDX-License-Identifier: Apache-2.0
/** The options that simulate, cosim and sweep share, from the command line and from --config FILE.yaml. */
#ifndef RH_OPTIONS_H
#define RH_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "cmodel/channel/rh_setup.h"
#include "cmodel/cli/rh_cli.h"
#include "cmodel/cli/rh_option.h"
#include "cmodel/files/rh_files.h"
#include "cmodel/trace/rh_stream.h"
#include "cmodel/wave/rh_wave_view.h"
#include "rowhold/rh_allocator.h"
#include "rowhold/rh_closed_loop.h"
#include "rowhold/rh_controller.h"
#include "rowhold/rh_error.h"
#include "rowhold/rh_preset.h"

/** --wave FILE --from CYCLE --for CYCLES --view. */
struct rh_wave_options {
    const char *file;      /**< NULL: no wave */
    uint64_t from, clocks; /**< clocks 0: all */
    bool from_given, view;
};
enum { RH_WAVE_OPTIONS_ROWS = 4 };
extern const struct rh_option rh_wave_options_rows[RH_WAVE_OPTIONS_ROWS];
/** --view alone writes rowhold.fst; --from and --for need a wave. `view`: the file of the view beside the wave, which
 * the caller frees; NULL without a wave. */
bool rh_wave_options_check(struct rh_wave_options *wave, char **view, struct rh_error *error);
/** Behind the check that all files are apart: can the wave be written, by its name, and looked at with --view? */
bool rh_wave_options_ready(const struct rh_wave_options *wave, struct rh_error *error);

#define RH_STAYS_HELP                                                                                                  \
    "packets in a row for which an input of a router asks for its last output alone; 0: for all that packets want "    \
    "(default 15 with a hold rule, else 0)"

/** The options of a run in closed loop: cores and a request network in front of the controllers (rh_closed_loop.h). */
struct rh_loop_options {
    const char *network;   /**< --network NAME; NULL: no network, requests come by themselves */
    const char *allocator; /**< --allocator NAME; NULL: RH_DEFAULT_ALLOCATOR */
    const char *hold;      /**< --hold NAME; NULL: none */
    const char *load;      /**< --load NAME; NULL: saturated */
    unsigned hold_limit, iterations, hash_bits, vcs, depth, row_affine, injection_queue, outstanding, flit_bytes, cores,
        columns, cta_warps, core_mhz, network_mhz;
    unsigned stays; /**< --stays N */
    bool static_vcs, speculative, stays_given;
};

enum {
    RH_OPTIONS_OWN_SOURCE_BITS = RH_MAX_SOURCE_BITS + 1,
    RH_RUN_CHANNELS = 4096 /**< of a run at most: a preset has no more, a trace may */
};

struct rh_options {
    const char *preset; /**< --preset NAME|FILE.yaml */
    bool preset_given;
    const char *controller; /**< --controller NAME */
    unsigned queue;         /**< --queue N */
    /** --age-cap N and the policy's other settings; where one is not given it is its row's, or drawn with the timing */
    struct rh_policy_options {
#define RH_POLICY(name, bits, value, meaning)             uint32_t name;
#define RH_POLICY_WORD(name, bits, value, names, meaning) const char *name; /**< NULL: not given */
#include "tables/controller_config.def"
#define RH_POLICY(name, bits, value, meaning) bool name##_given;
#define RH_POLICY_WORD(name, bits, value, names, meaning)
#include "tables/controller_config.def"
    } policy;
    const char *write_drain; /**< --write-drain HIGH:LOW; NULL: none */
    bool forward;            /**< --forward */
    unsigned chips;          /**< --chips N; 0: the preset's */
    const char *refresh;     /**< --refresh off|all_bank|per_bank; NULL: the preset's */
    unsigned responses;      /**< --responses N */
    unsigned source_bits;    /**< --source-bits N, or RH_OPTIONS_OWN_SOURCE_BITS: those of the controller */
    bool registered;         /**< --registered */
    /** --stream --format --requests --channels --banks-used --read-share --bytes --stride
     * --stream-cores --seed --map */
    struct rh_stream_setup stream;
    bool seeded;                  /**< --seed was given */
    const char *stats, *commands; /**< --stats --commands FILE, or NULL */
    struct rh_wave_options wave;
    unsigned wave_channel; /**< --wave-channel N */
    bool channel_chosen;   /**< it was given */
    unsigned threads;      /**< --threads N */
    bool quiet;            /**< --quiet */
    bool no_judge, no_contract, cycle_by_cycle;
    uint64_t warmup;             /**< --warmup N */
    bool slowdown;               /**< --slowdown */
    struct rh_loop_options loop; /**< --network and what belongs to it; of simulate and sweep alone */
    const char *config;          /**< --config FILE.yaml; the command line wins over it */
};
/** Options of policies: two say the three settings of write_drain, one its parameter. */
enum { RH_POLICY_OPTIONS = RH_POLICIES, RH_OPTIONS_ROWS = 29 + RH_POLICY_OPTIONS };
extern const struct rh_option rh_options_rows[RH_OPTIONS_ROWS];
/** Parts of them for a command that runs a stream without files of statistics, commands and waves: what runs; memory
 * and stream. */
enum {
    RH_OPTIONS_RUN_ROWS = 6 + RH_POLICY_OPTIONS,
    RH_OPTIONS_STREAM_AT = 10 + RH_POLICY_OPTIONS,
    RH_OPTIONS_STREAM_ROWS = 17
};
#define RH_OPTIONS_RUN_TABLES(at)                                                                                      \
    RH_OPTION_PART(rh_options_rows, RH_OPTIONS_RUN_ROWS, at, 0, NULL),                                                 \
        RH_OPTION_PART(rh_options_rows + RH_OPTIONS_STREAM_AT, RH_OPTIONS_STREAM_ROWS, at, 0, NULL)
/** Those of simulate and sweep alone. */
enum { RH_RUN_OPTIONS_ROWS = 5 };
extern const struct rh_option rh_run_options_rows[RH_RUN_OPTIONS_ROWS];
/** The tables of a command whose struct has struct rh_options at `at`. */
#define RH_OPTIONS_TABLES(at)                                                                                          \
    RH_OPTION_TABLE(rh_options_rows, at),                                                                              \
        RH_OPTION_TABLE(rh_wave_options_rows, (at) + offsetof(struct rh_options, wave))

/** What they are when nothing is said. */
struct rh_options rh_options_default(void);

/** Words that options take, NULL behind the last. */
const char *rh_controller_word(unsigned index);
const char *rh_allocator_word(unsigned index);
const char *rh_preset_word(unsigned index);
const char *rh_stream_word(unsigned index);
const char *rh_refresh_word(unsigned index);
const char *rh_format_word(unsigned index);

/** The row of --chips: `unsigned chips` of a command's struct. */
#define RH_OPTION_CHIPS(type)                                                                                          \
    RH_OPTION_ROW(type, NUMBER, "chips", "N", chips, .least = 1, .most = 64, .power = true,                            \
                  .help = "chips ganged on a channel (default: the preset's)")
/** The settings that are given, into the constraints of a setup, and the parameter that they need. */
bool rh_options_policy(const struct rh_policy_options *policy, struct rh_setup *setup, struct rh_error *error);
/** --write-drain and --write-queue: into the geometry and the constraints, checked. */
bool rh_options_drain(const struct rh_options *options, struct rh_setup *setup, struct rh_error *error);
/** Load a preset with --chips (0: its own) and --refresh (NULL: its own) applied, and checked; where only that refresh
 * does not fit, it is what is named. */
bool rh_options_preset(const char *name, unsigned chips, const char *refresh, struct rh_preset *preset,
                       struct rh_error *error);
/** The file that a value of --preset names; NULL for a built-in preset, and without the option. */
const char *rh_options_preset_file(const char *name);
struct rh_table;
/** A cell with the hash of all its values: a preset of a file has any. False without memory. */
bool rh_options_preset_hash(const struct rh_preset *preset, struct rh_table *table);
/** What the options resolve to. */
bool rh_options_resolve(const struct rh_options *options, struct rh_setup *setup, struct rh_error *error);

/** Find the synthetic stream, and settle the files before any is opened: no output may be another file of the command
 * (see rh_files.h). `own`: the files of the command itself, 8 at most. */
bool rh_options_files(struct rh_options *options, const struct rh_file_use *own, size_t count, struct rh_error *error);
/** Can several runs read it, each anew: is it no pipe, no standard input? */
bool rh_options_again(const char *path, struct rh_error *error);
/** Channels that the opened stream will use: no more than a run can have. */
bool rh_options_channels(const struct rh_options *options, const struct rh_stream *stream, unsigned *channels,
                         struct rh_error *error);
/** Open the stream of a run of the C model, and resolve its options: it has `channels` of them, and no arrival that the
 * counters of refreshes could not reach. `*stream` is the caller's to close even where a later check fails. */
bool rh_options_stream(struct rh_options *options, const struct rh_setup *setup, struct rh_stream **stream,
                       unsigned *channels, struct rh_error *error);
/** What is to be known about the run before it: an option that the controller ignores, and the stream's note (or NULL).
 * To stderr; nothing with --quiet. */
void rh_options_notes(const struct rh_options *options, const struct rh_setup *setup, const char *stream_note);
/** Where a command says what was run: stdout, or stderr while an output is written to stdout. */
FILE *rh_options_talk(const struct rh_options *options);

enum { RH_LOOP_OPTIONS_ROWS = 21 };
/** Those of them that an allocator alone has, too: --allocator, --hold, --hold-limit, --iterations, --hash-bits. */
enum { RH_LOOP_OPTIONS_ALLOCATOR_AT = 2, RH_LOOP_OPTIONS_ALLOCATOR_ROWS = 5 };
/** Of struct rh_options, which has them as its member `loop`. */
extern const struct rh_option rh_loop_options_rows[RH_LOOP_OPTIONS_ROWS];

/** Does the load keep the gaps of the stream? */
bool rh_loop_options_paced(const struct rh_loop_options *options);
/** The cores that the network has room for, beside so many controllers. */
unsigned rh_loop_options_most_cores(const struct rh_loop_options *options, unsigned channels);
/** Fill in what they say of the loop; with --network. The rest of `setup` is the caller's. */
bool rh_loop_options_resolve(const struct rh_loop_options *options, struct rh_loop_setup *setup,
                             struct rh_error *error);
/** Without --network: none of the others was given. */
bool rh_loop_options_absent(const struct rh_options *options, struct rh_error *error);

/** The options that choose an allocator; `switch` and `cosim` share them. */
struct rh_allocator_options {
    const char *allocator;             /**< --allocator NAME */
    const char *hold;                  /**< --hold NAME */
    uint8_t limit;                     /**< --hold-limit N */
    struct rh_allocator_params params; /**< --inputs N, --row-bits N, ...; 0: not given */
};

/** allocator, hold, hold_limit, and a row for every parameter of allocator_params.def (hold's is hidden). */
enum {
#define RH_PARAM(name, parameter, key, type, defaults, least, greatest, power, smallest, meaning)                      \
    RH_ALLOCATOR_OPTION_##name,
#include "tables/allocator_params.def"
    RH_ALLOCATOR_OPTIONS_PARAMS,
    RH_ALLOCATOR_OPTIONS_ROWS = RH_ALLOCATOR_OPTIONS_PARAMS + 3
};
extern const struct rh_option rh_allocator_options_rows[RH_ALLOCATOR_OPTIONS_ROWS];

/** What they resolve to. `params` comes with the defaults; outputs that are not given are as many as inputs,
 * destinations as many as outputs. */
bool rh_allocator_options_resolve(const struct rh_allocator_options *options, const struct rh_block_ops **ops,
                                  struct rh_allocator_params *params, struct rh_allocator_config *config,
                                  struct rh_error *error);

/** --percentiles LIST: the percentiles of latency that a run shows and writes. */
enum { RH_PERCENTILES_MOST = 16 };
struct rh_percentile_list {
    double percent[RH_PERCENTILES_MOST]; /**< above 0, up to 100 */
    unsigned count;
};

#define RH_PERCENTILES_HELP "percentiles of latency to show and write, as 50,99.99: per cents with commas between them"

/** Read LIST, or nothing from NULL. */
bool rh_percentiles_read(const char *text, struct rh_percentile_list *list, struct rh_error *error);

#endif
