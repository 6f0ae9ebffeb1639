// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/cli/rh_plot.h"
#include "cmodel/cli/sweep/rh_sweep_table.h"
#include "cmodel/core/rh_near.h"

enum { TITLE = 256 };

static bool is_number(const struct rh_axis *axis) {
    return axis->option->kind >= RH_OPTION_NUMBER;
}

/* What is drawn. */
struct drawing {
    const struct rh_sweep *sweep;
    struct rh_figures figures;
    unsigned x, over, column;  /* axes (over: axes.count is none), and the figure */
    unsigned channels, stored; /* figures that say what was compared */
};

/* The axis of x: by name, else the last of several values, numbers first; axes.count: none. */
static unsigned find_x(const struct rh_sweep *sweep, const struct rh_sweep_view *view, unsigned over,
                       struct rh_error *error) {
    const struct rh_axes *axes = &sweep->axes;
    if (view->x != NULL)
        return rh_axes_find(axes, "--x", view->x, error);
    unsigned found = axes->count;
    for (unsigned i = 0; i < axes->count; i++)
        if (i != over && axes->axis[i].count > 1 &&
            (found == axes->count || is_number(&axes->axis[i]) || !is_number(&axes->axis[found])))
            found = i;
    if (found == axes->count)
        rh_error_set(error, "--x: found no axis with several values, expected one");
    return found;
}

static const char *name_of_y(const struct rh_sweep_view *view) {
    return view->y != NULL ? view->y : "dram_efficiency";
}

static bool find_axes(struct drawing *d, const struct rh_sweep_view *view, struct rh_error *error) {
    const struct rh_axes *axes = &d->sweep->axes;
    d->over = view->over == NULL ? axes->count : rh_axes_find(axes, "--over", view->over, error);
    if (view->over != NULL && d->over == axes->count)
        return false;
    d->x = find_x(d->sweep, view, d->over, error);
    return d->x < axes->count &&
           (d->x != d->over || rh_error_set(error, "--x: found '%s', expected another axis than that of --over",
                                            axes->axis[d->x].option->name));
}

static bool find_y(struct drawing *d, const struct rh_sweep_view *view, struct rh_error *error) {
    struct rh_near near = {.word = name_of_y(view)};
    char text[RH_NEAR_TEXT];
    d->column = rh_figures_find(&d->figures, near.word);
    if (d->column < d->figures.columns)
        return true;
    for (unsigned i = 0; i < d->figures.columns; i++)
        rh_near_offer(&near, d->figures.names[i]);
    return rh_error_set(error, "--y: found '%s', expected a statistic%s", near.word, rh_near_text(&near, text));
}

/* Before there are results. */
static bool check_y(struct drawing *d, const struct rh_sweep_view *view, struct rh_error *error) {
    bool good = rh_sweep_names(d->sweep, &d->figures, error) && find_y(d, view, error);
    rh_figures_close(&d->figures);
    return good;
}

bool rh_sweep_view_check(const struct rh_sweep *sweep, const struct rh_sweep_view *view, bool plot,
                         struct rh_error *error) {
    struct drawing d = {.sweep = sweep};
    if (sweep->parts != 1 && (view->over != NULL || plot))
        return rh_option_conflict(error, plot ? "--plot" : "--over", "--part", NULL, "the whole space (--merge)");
    if (!plot && (view->x != NULL || view->y != NULL))
        return rh_option_lacks(error, view->x != NULL ? "--x" : "--y", "--plot");
    if (plot && (!find_axes(&d, view, error) || !check_y(&d, view, error)))
        return false;
    return rh_sweep_columns_check(sweep, view, error);
}

/* Does a line begin at the point: has it the first value of x, and of what is averaged? */
static bool is_first(const struct drawing *d, unsigned point) {
    const struct rh_axes *axes = &d->sweep->axes;
    bool averaged = d->over < axes->count && point / rh_axes_stride(axes, d->over) % axes->axis[d->over].count != 0;
    return !averaged && point / rh_axes_stride(axes, d->x) % axes->axis[d->x].count == 0;
}

/* A figure of a point, or its mean. */
static struct rh_figure value_at(const struct drawing *d, unsigned point, unsigned column) {
    const struct rh_axes *axes = &d->sweep->axes;
    unsigned values = d->over < axes->count ? axes->axis[d->over].count : 1;
    unsigned stride = (unsigned)rh_axes_stride(axes, d->over);
    struct rh_figure mean = {.there = column < d->figures.columns};
    for (unsigned v = 0; mean.there && v < values; v++) {
        struct rh_figure figure = rh_figures_at(&d->figures, point + v * stride, column);
        mean.there &= figure.there;
        mean.value += figure.value / values;
    }
    return mean;
}

/* Least and greatest value of a figure on the line that begins at the point, or (`all`) on any line. */
struct range {
    double least, greatest;
};
static struct range range_of(const struct drawing *d, unsigned first, bool all, unsigned column) {
    unsigned stride = (unsigned)rh_axes_stride(&d->sweep->axes, d->x), values = d->sweep->axes.axis[d->x].count;
    struct range range = {INFINITY, -INFINITY};
    for (unsigned i = 0; i < (all ? d->sweep->count : values); i++) {
        struct rh_figure figure = all ? rh_figures_at(&d->figures, i, column) : value_at(d, first + i * stride, column);
        range.least = figure.there ? fmin(range.least, figure.value) : range.least;
        range.greatest = figure.there ? fmax(range.greatest, figure.value) : range.greatest;
    }
    return range;
}

static bool is_wide(struct range range) {
    return range.greatest > range.least;
}

/* --queue of a point. */
static double queue_of(const struct drawing *d, unsigned point) {
    const struct rh_axes *axes = &d->sweep->axes;
    for (unsigned i = 0; i < axes->count; i++)
        if (strcmp(axes->axis[i].option->name, "queue") == 0)
            return strtod(rh_axis_value(axes, i, point), NULL);
    return rh_options_default().queue;
}

static bool is_queue(const struct drawing *d) {
    return strcmp(d->sweep->axes.axis[d->x].option->name, "queue") == 0;
}

/* Does some point of a line store another number of requests than its queue is called? */
static bool stores_other(const struct drawing *d, unsigned first) {
    unsigned stride = (unsigned)rh_axes_stride(&d->sweep->axes, d->x);
    bool other = false;
    for (unsigned v = 0; v < d->sweep->axes.axis[d->x].count; v++) {
        struct rh_figure stored = value_at(d, first + v * stride, d->stored);
        other = other || (stored.there && fabs(stored.value - queue_of(d, first + v * stride)) > 0);
    }
    return other;
}

/* What a line stands for: the other axes of several values; the channels of its memory where they differ from line to
 * line; what its controllers store where that is not their queue, unless x says it. */
static void title(const struct drawing *d, unsigned point, char *text, size_t size) {
    const struct rh_axes *axes = &d->sweep->axes;
    size_t used = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < axes->count && used < size; i++)
        if (i != d->x && i != d->over && axes->axis[i].count > 1)
            used +=
                (size_t)snprintf(text + used, size - used, "%s%s", used == 0 ? "" : " ", rh_axis_value(axes, i, point));
    struct range channels = range_of(d, point, false, d->channels), stored = range_of(d, point, false, d->stored);
    if (used < size && !is_wide(channels) && is_wide(range_of(d, point, true, d->channels)))
        used += (size_t)snprintf(text + used, size - used, " (%.0f channel%s)", channels.least,
                                 channels.least > 1 ? "s" : "");
    if (used < size && !is_queue(d) && stores_other(d, point))
        used +=
            (size_t)snprintf(text + used, size - used, is_wide(stored) ? " (stores %.0f to %.0f)" : " (stores %.0f)",
                             stored.least, stored.greatest);
}

/* Between quotes of gnuplot's. A name of a file may have any character in it. */
static void put_text(FILE *to, const char *text, char quote) {
    for (; *text != '\0'; text++)
        if (*text == quote && quote == '\'')
            fputs("''", to);
        else
            fputc(*text == quote || (unsigned char)*text < ' ' ? '?' : *text, to);
}

/* A value of x: what is stored for a queue; a word with its channels where they differ along the line. */
static void put_x(const struct drawing *d, unsigned point, const char *word, bool channels, FILE *to) {
    struct rh_figure stored = value_at(d, point, d->stored), count = value_at(d, point, d->channels);
    fputc('"', to);
    if (is_queue(d) && stored.there)
        fprintf(to, "%.0f", stored.value);
    else
        put_text(to, word, '"');
    if (channels && count.there)
        fprintf(to, " (%.0f channel%s)", count.value, count.value > 1 ? "s" : "");
    fputc('"', to);
}

/* Lines one after the other: the points of each, then an empty pair of lines. */
static void put_data(const struct drawing *d, FILE *to) {
    const struct rh_axis *x = &d->sweep->axes.axis[d->x];
    unsigned stride = (unsigned)rh_axes_stride(&d->sweep->axes, d->x);
    fprintf(to, "$points << EOD\n");
    for (unsigned point = 0; point < d->sweep->count; point++) {
        bool channels = is_first(d, point) && !is_number(x) && is_wide(range_of(d, point, false, d->channels));
        for (unsigned v = 0; is_first(d, point) && v < x->count; v++) {
            struct rh_figure figure = value_at(d, point + v * stride, d->column);
            if (!figure.there)
                continue;
            fprintf(to, "%u ", v);
            put_x(d, point + v * stride, x->values[v], channels, to);
            fprintf(to, " %.6f\n", figure.value);
        }
        if (is_first(d, point))
            fprintf(to, "\n\n");
    }
    fprintf(to, "EOD\n");
}

/* gnuplot has eight colours: from the ninth line on they come again, in other dashes. */
static void put_lines(const struct drawing *d, FILE *to) {
    enum { COLOURS = 8, DASHES = 5 };
    fprintf(to, "plot ");
    for (unsigned point = 0, line = 0; point < d->sweep->count; point++) {
        char text[TITLE];
        if (!is_first(d, point))
            continue;
        title(d, point, text, sizeof text);
        fprintf(to, "%s$points index %u using %s with linespoints", line == 0 ? "" : ", ", line,
                is_number(&d->sweep->axes.axis[d->x]) ? "(strcol(2)+0):3" : "1:3:xtic(2)");
        if (line >= COLOURS)
            fprintf(to, " linecolor %u dashtype %u", line % COLOURS + 1, line / COLOURS % DASHES + 1);
        fprintf(to, " title '");
        put_text(to, text, '\'');
        fprintf(to, "' noenhanced");
        line++;
    }
    fprintf(to, "\n");
}

/* A key of many lines, or of long ones, gets room of its own: the plot keeps its size. */
static void put_size(const struct drawing *d, FILE *to) {
    enum { WIDTH = 800, HEIGHT = 500, LINE = 18, LINES = 22, LETTER = 7, LETTERS = 32 };
    unsigned lines = 0, letters = 0;
    for (unsigned point = 0; point < d->sweep->count; point++) {
        char text[TITLE];
        if (!is_first(d, point))
            continue;
        title(d, point, text, sizeof text);
        letters = strlen(text) > letters ? (unsigned)strlen(text) : letters;
        lines++;
    }
    fprintf(to, "set key outside%s\n", lines > LINES ? " maxcols 1" : "");
    if (lines > LINES || letters > LETTERS)
        fprintf(to, "set terminal svg size %u,%u background 'white'\n",
                WIDTH + (letters > LETTERS ? LETTER * (letters - LETTERS) : 0),
                HEIGHT + (lines > LINES ? LINE * (lines - LINES) : 0));
}

bool rh_sweep_draw(const struct rh_sweep *sweep, const struct rh_sweep_view *view, const struct rh_figures *figures,
                   const char *file, struct rh_error *error) {
    struct drawing d = {.sweep = sweep, .figures = *figures};
    struct rh_plot plot;
    d.channels = rh_figures_find(figures, RH_FIGURES_CHANNELS);
    d.stored = rh_figures_find(figures, "queue_stored");
    if (!find_axes(&d, view, error) || !find_y(&d, view, error) ||
        !rh_sweep_one_memory(sweep, figures, d.over, error) || !rh_plot_open(&plot, file, error))
        return false;
    bool stored = false;
    for (unsigned point = 0; point < sweep->count; point++)
        stored = stored || (is_queue(&d) && is_first(&d, point) && stores_other(&d, point));
    put_size(&d, plot.script);
    fprintf(plot.script, "set xlabel '%s%s' noenhanced\nset ylabel '%s%s' noenhanced\nset grid\n",
            sweep->axes.axis[d.x].option->name, stored ? ", requests stored" : "", name_of_y(view),
            d.over < sweep->axes.count ? ", mean" : "");
    put_data(&d, plot.script);
    put_lines(&d, plot.script);
    return rh_plot_commit(&plot, error);
}

bool rh_sweep_plot(const struct rh_sweep *sweep, const struct rh_sweep_view *view, const char *file,
                   struct rh_error *error) {
    struct rh_figures figures = {.names = NULL};
    bool good = rh_sweep_figures(sweep, &figures, NULL, error) && rh_sweep_draw(sweep, view, &figures, file, error);
    rh_figures_close(&figures);
    return good;
}
