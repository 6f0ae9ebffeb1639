// SPDX-License-Identifier: Apache-2.0
/** Charts as SVG inside a page: axes, marks, texts. Colours are classes (c0, c1, ...) that the page's style sheet
 * defines, so a chart follows the reader's light or dark. */
#ifndef RH_SVG_H
#define RH_SVG_H

#include <stdbool.h>
#include <stdio.h>

struct rh_svg {
    FILE *to;
    double width, height;            /**< of the picture, in its own units */
    double left, right, top, bottom; /**< edges of the plot in it */
    double x_least, x_most, y_least, y_most;
    bool log_x; /**< x_least is greater than 0 */
};

/** Text with the characters escaped that mean something in HTML and SVG. */
void rh_svg_escape(FILE *to, const char *text);

/** `label`: what is read out in place of the picture. */
void rh_svg_open(struct rh_svg *svg, FILE *to, double width, double height, const char *label);
void rh_svg_close(struct rh_svg *svg);

/** Where a value lies in the picture. */
double rh_svg_x(const struct rh_svg *svg, double value);
double rh_svg_y(const struct rh_svg *svg, double value);

/** A step of 1, 2 or 5 times a power of ten, about `count` of them in `range` (greater than 0). */
double rh_svg_step(double range, unsigned count);
/** Lines and numbers at multiples of a step inside the range, and what they are. */
void rh_svg_x_axis(const struct rh_svg *svg, const char *title);
void rh_svg_y_axis(const struct rh_svg *svg, const char *title);

/** Room that a text needs at its widest, and a gap behind it. */
double rh_svg_text_width(const char *text);
/** `anchor`: "start", "middle" or "end". */
void rh_svg_text(const struct rh_svg *svg, double x, double y, const char *anchor, const char *text);
/** A filled rectangle; `tip` is shown where the pointer rests. */
void rh_svg_box(const struct rh_svg *svg, double x, double y, double width, double height, const char *class_,
                const char *tip);
void rh_svg_dot(const struct rh_svg *svg, double x, double y, double radius, const char *class_, const char *tip);
void rh_svg_line(const struct rh_svg *svg, double x0, double y0, double x1, double y1, const char *class_);

#endif
