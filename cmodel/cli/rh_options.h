// SPDX-License-Identifier: Apache-2.0
/** The options that simulate, cosim and predict share, from the command line and from --config FILE.yaml. */
#ifndef RH_OPTIONS_H
#define RH_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "rowhold/rh_controller.h"
#include "rowhold/rh_preset.h"
#include "rowhold/rh_stream.h"

struct rh_options {
    const char *preset;     /* --preset NAME|FILE.yaml; default gddr3 */
    const char *controller; /* --controller NAME; default fr_fcfs */
    unsigned queue;         /* --queue N; default 32 */
    unsigned chips;         /* --chips N; 0: the preset's */
    const char *refresh;    /* --refresh off|all_bank|per_bank; NULL: the preset's */
    unsigned responses;     /* --responses N; default 16 */
    bool registered;        /* --registered */
    struct rh_stream_setup
        stream;  /* --stream --format --requests --channels --banks-used --read-share --bytes --seed --map */
    bool seeded; /* --seed was given */
    const char *stats, *commands, *wave; /* --stats --commands --wave FILE, or NULL */
    unsigned threads;                    /* --threads N; default 1 */
    bool quiet;                          /* --quiet */
    const char *config;                  /* --config FILE.yaml; the command line wins over it */
};

/** An option of one command only. `value` receives the text (or "1" for a flag). */
struct rh_option_extra {
    const char *name; /* without the dashes */
    bool flag;
    const char **value;
    const char *help; /* one line; for a valued option begins with its metavariable, e.g. "N  compare ..." */
};

/** 0: go on; 1: --help was printed; 2: an error was printed. `usage` is the head of --help: synopsis, meaning,
 * examples. */
int rh_options_parse(struct rh_options *options, int argc, char **argv, const struct rh_option_extra *extra,
                     unsigned extras, const char *usage);

/** What the options resolve to: preset with chips and refresh applied, controller, geometry, gaps; all checked and
 * linted. */
struct rh_setup {
    struct rh_preset preset;
    const struct rh_block_ops *ops;
    struct rh_geometry geometry;
    struct rh_gaps gaps;
    char notes[512]; /* lint remarks, one a line */
};
bool rh_options_resolve(const struct rh_options *options, struct rh_setup *setup, struct rh_error *error);

/** Settle the files before any is opened: `view` (--view, or NULL) alone writes the wave rowhold.fst, and its view
 * beside it; no output may be another file of the command (see rh_files.h). `plugin`, `events`: --plugin and --events
 * of `cosim`, or NULL. */
bool rh_options_files(struct rh_options *options, const char *view, const char *plugin, const char *events,
                      struct rh_error *error);
/** The view beside the wave, which the caller frees: NULL without --view; --view alone writes rowhold.fst. */
bool rh_options_view_file(const char *view, const char **wave, char **file, struct rh_error *error);
/** Where a command says what was run: stdout, or stderr while an output is written to stdout. */
FILE *rh_options_talk(const struct rh_options *options);

/** Text to number with range: sets "OPTION: found 'x', expected ..." and returns false. */
bool rh_option_number(const char *option, const char *text, uint64_t least, uint64_t most, uint64_t *value,
                      struct rh_error *error);
/** The same for a number from 0 to 1. */
bool rh_option_share(const char *option, const char *text, double *value, struct rh_error *error);

/** "rowhold: TEXT" on stderr; returns 2, the exit code of a usage or input error. */
int rh_options_fail(const struct rh_error *error);

/** Subcommands: each gets argv with argv[0] = its name; returns the exit code. */
int rh_cmd_simulate(int argc, char **argv);
int rh_cmd_cosim(int argc, char **argv);
int rh_cmd_trace(int argc, char **argv);
int rh_cmd_complexity(int argc, char **argv);
int rh_cmd_area(int argc, char **argv);
int rh_cmd_presets(int argc, char **argv);
int rh_cmd_list(int argc, char **argv);
int rh_cmd_switch(int argc, char **argv);

#endif
