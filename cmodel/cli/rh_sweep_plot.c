// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <string.h>

#include "cmodel/cli/rh_plot.h"
#include "cmodel/cli/rh_sweep_table.h"
#include "rowhold/rh_near.h"

static bool is_number(const struct rh_axis *axis) {
    return axis->option->kind >= RH_OPTION_NUMBER;
}

/* What is drawn. */
struct drawing {
    const struct rh_sweep *sweep;
    struct rh_figures figures;
    unsigned x, over, column; /* axes (over: axes.count is none), and the figure */
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
        return rh_error_set(error, "--%s: found it with --part, expected the whole space (--merge)",
                            plot ? "plot" : "over");
    if (!plot && (view->x != NULL || view->y != NULL))
        return rh_error_set(error, "--%s: found without --plot, expected both", view->x != NULL ? "x" : "y");
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

/* The figure of a point, or its mean. */
static struct rh_figure value_at(const struct drawing *d, unsigned point) {
    const struct rh_axes *axes = &d->sweep->axes;
    unsigned values = d->over < axes->count ? axes->axis[d->over].count : 1;
    unsigned stride = (unsigned)rh_axes_stride(axes, d->over);
    struct rh_figure mean = {.there = true};
    for (unsigned v = 0; v < values; v++) {
        struct rh_figure figure = rh_figures_at(&d->figures, point + v * stride, d->column);
        mean.there &= figure.there;
        mean.value += figure.value / values;
    }
    return mean;
}

/* What a line stands for: the other axes of several values. */
static void title(const struct drawing *d, unsigned point, char *text, size_t size) {
    const struct rh_axes *axes = &d->sweep->axes;
    size_t used = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < axes->count && used < size; i++)
        if (i != d->x && i != d->over && axes->axis[i].count > 1)
            used +=
                (size_t)snprintf(text + used, size - used, "%s%s", used == 0 ? "" : " ", rh_axis_value(axes, i, point));
}

/* Between quotes of gnuplot's. A name of a file may have any character in it. */
static void put_text(FILE *to, const char *text, char quote) {
    for (; *text != '\0'; text++)
        if (*text == quote && quote == '\'')
            fputs("''", to);
        else
            fputc(*text == quote || (unsigned char)*text < ' ' ? '?' : *text, to);
}

/* Lines one after the other: the points of each, then an empty pair of lines. */
static void put_data(const struct drawing *d, FILE *to) {
    const struct rh_axis *x = &d->sweep->axes.axis[d->x];
    unsigned stride = (unsigned)rh_axes_stride(&d->sweep->axes, d->x);
    fprintf(to, "$points << EOD\n");
    for (unsigned point = 0; point < d->sweep->count; point++) {
        for (unsigned v = 0; is_first(d, point) && v < x->count; v++) {
            struct rh_figure figure = value_at(d, point + v * stride);
            if (!figure.there)
                continue;
            fprintf(to, "%u \"", v);
            put_text(to, x->values[v], '"');
            fprintf(to, "\" %.6f\n", figure.value);
        }
        if (is_first(d, point))
            fprintf(to, "\n\n");
    }
    fprintf(to, "EOD\nplot ");
    for (unsigned point = 0, line = 0; point < d->sweep->count; point++) {
        char text[256];
        if (!is_first(d, point))
            continue;
        title(d, point, text, sizeof text);
        fprintf(to, "%s$points index %u using %s with linespoints title '", line == 0 ? "" : ", ", line,
                is_number(x) ? "(strcol(2)+0):3" : "1:3:xtic(2)");
        put_text(to, text, '\'');
        fprintf(to, "' noenhanced");
        line++;
    }
    fprintf(to, "\n");
}

bool rh_sweep_draw(const struct rh_sweep *sweep, const struct rh_sweep_view *view, const struct rh_figures *figures,
                   const char *file, struct rh_error *error) {
    struct drawing d = {.sweep = sweep, .figures = *figures};
    struct rh_plot plot;
    if (!find_axes(&d, view, error) || !find_y(&d, view, error) || !rh_plot_open(&plot, file, error))
        return false;
    fprintf(plot.script, "set xlabel '%s' noenhanced\nset ylabel '%s%s' noenhanced\nset key outside\nset grid\n",
            sweep->axes.axis[d.x].option->name, name_of_y(view), d.over < sweep->axes.count ? ", mean" : "");
    put_data(&d, plot.script);
    return rh_plot_commit(&plot, error);
}

bool rh_sweep_plot(const struct rh_sweep *sweep, const struct rh_sweep_view *view, const char *file,
                   struct rh_error *error) {
    struct rh_figures figures = {.names = NULL};
    bool good = rh_sweep_figures(sweep, &figures, NULL, error) && rh_sweep_draw(sweep, view, &figures, file, error);
    rh_figures_close(&figures);
    return good;
}
