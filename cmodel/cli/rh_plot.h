// SPDX-License-Identifier: Apache-2.0
/** Pictures by gnuplot, whole or absent: the caller writes a script, gnuplot's SVG becomes the file. */
#ifndef RH_PLOT_H
#define RH_PLOT_H

#include <stdio.h>

#include "cmodel/files/rh_output.h"
#include "rowhold/rh_command.h"

struct rh_plot {
    FILE *script; /**< write gnuplot commands here; terminal and output are set */
    struct rh_output output;
};

/** Does the name end in .svg (or is it standard output), and is gnuplot in PATH? Else an error that says so. */
bool rh_plot_possible(const char *path, struct rh_error *error);
bool rh_plot_open(struct rh_plot *plot, const char *path, struct rh_error *error);
/** No picture; harmless when nothing is open. */
void rh_plot_drop(struct rh_plot *plot);
/** Run gnuplot; afterwards the file is whole, or absent with an error. */
bool rh_plot_commit(struct rh_plot *plot, struct rh_error *error);

/** The colours of what a data bus did, the same in every picture. Each stands out from a white and from a dark page. */

struct rh_ink {
    const char *light, *dark; /**< "#rrggbb", on a light page and on a dark one */
};

enum { RH_INK_PARTS = RH_CAUSES + 2 };

/** By part: 0 is data, then the causes in their order, the last is a clock without a request. */
struct rh_ink rh_ink_part(unsigned part);

#endif
