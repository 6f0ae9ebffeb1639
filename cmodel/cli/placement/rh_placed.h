// SPDX-License-Identifier: Apache-2.0
/** Kernels in all their placements: predicted, and measured on the C model. */
#ifndef RH_PLACED_H
#define RH_PLACED_H

#include "cmodel/cli/rh_axis.h"
#include "cmodel/cli/rh_cli.h"
#include "cmodel/files/rh_files.h"
#include "rowhold/rh_map.h"
#include "rowhold/rh_placement.h"
#include "rowhold/rh_preset.h"
#include "rowhold/rh_sm_run.h"

/** The machine: --sm FILE --preset --chips --refresh --channels --map --controller --queue --form
 * --window. */
struct rh_placed_options {
    const char *sm, *preset, *refresh, *map, *controller, *form;
    unsigned chips, channels, queue, window;
    bool windowed; /**< --window was given */
};
enum { RH_PLACED_OPTIONS_ROWS = 10 };
extern const struct rh_option rh_placed_options_rows[RH_PLACED_OPTIONS_ROWS];
/** The usual machine: one channel of the usual preset. */
struct rh_placed_options rh_placed_options_default(void);

/** What they come to. */
struct rh_placed_machine {
    struct rh_placed_options options;
    struct rh_sm sm;
    struct rh_preset preset;
    struct rh_map map;
    enum rh_queueing_form form;
    unsigned window;
};
bool rh_placed_machine(const struct rh_placed_options *options, struct rh_placed_machine *machine,
                       struct rh_error *error);

/** A kernel in one placement. */
struct rh_placed {
    unsigned kernel; /**< of the suite's */
    rh_placement_of place;
    struct rh_placement *counted;
    struct rh_placement_figures figures; /**< of rh_placed_predict */
    struct rh_sm_run_result measured;    /**< clocks 0: not measured */
};

struct rh_placed_kernel {
    const char *file;
    char name[RH_KERNEL_NAME]; /**< the file's, without folder and suffix */
    struct rh_kernel kernel;
};

struct rh_placed_suite {
    const struct rh_placed_machine *machine;
    struct rh_placed_kernel *kernels;
    unsigned kernel_count;
    struct rh_placed *placed; /**< kernel by kernel */
    unsigned count;
};

/** Files with commas between, patterns among them. */
bool rh_placed_list(const char *place, const char *text, struct rh_axes *files, struct rh_error *error);

enum { RH_PLACED_MOST = 4096 /**< placements of a suite */ };
/** Read the kernels, list and count all placements that fit, or those that `letters` name ("GTS,GGG", a letter an
 * array; NULL: all), and run them on the C model if `measure`. False with an error; close it anyway. */
bool rh_placed_open(struct rh_placed_suite *suite, const struct rh_placed_machine *machine, const struct rh_axis *files,
                    const char *letters, bool measure, struct rh_error *error);
void rh_placed_close(struct rh_placed_suite *suite);
/** Work out the times with these coefficients. */
void rh_placed_predict(struct rh_placed_suite *suite, const double coefficients[RH_OVERLAPS]);
/** The best predicted first, kernel by kernel. */
void rh_placed_sort(struct rh_placed_suite *suite);
/** Its letters: "GTS". */
const char *rh_placed_letters(const struct rh_placed_suite *suite, const struct rh_placed *placed,
                              char text[RH_KERNEL_ARRAYS + 1]);
/** Predicted / measured - 1. */
double rh_placed_error(const struct rh_placed *placed);

/** How well a measured suite was predicted. */
struct rh_placed_agreement {
    unsigned placements;
    double error, worst; /**< mean and greatest absolute error, shares of the measured time */
    double correlation;  /**< of times by the mean of their kernel's measured ones; NAN: they say nothing */
    double polarity;     /**< the same */
    double loss; /**< mean over the kernels: measured time of the best predicted placement / best measured - 1 */
};
struct rh_placed_agreement rh_placed_agreement(const struct rh_placed_suite *suite);
enum { RH_PLACED_TEXT = 32 };
/** With so many digits; "-" for NAN. */
const char *rh_placed_text(double value, int digits, char text[RH_PLACED_TEXT]);

#endif
