// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <string.h>

#include "cmodel/cli/rh_plot.h"
#include "cmodel/cli/rh_sweep_table.h"
#include "rowhold/rh_near.h"

static bool is_number(const struct rh_axis *axis) {
    return axis->option->kind == RH_OPTION_NUMBER || axis->option->kind == RH_OPTION_SHARE;
}

/* The axis of x: by name, else the last of several values, numbers first. */
static unsigned find_x(const struct rh_axes *axes, const char *x) {
    unsigned found = axes->count;
    for (unsigned i = 0; i < axes->count; i++) {
        const struct rh_axis *axis = &axes->axis[i];
        if (x != NULL && rh_option_is(axis->option, x, strlen(x)))
            return i;
        bool better = found == axes->count || is_number(axis) || !is_number(&axes->axis[found]);
        if (x == NULL && axis->count > 1 && better)
            found = i;
    }
    return found;
}

/* What a line stands for: the other axes of several values. */
static void title(const struct rh_sweep *sweep, unsigned x, unsigned point, char *text, size_t size) {
    size_t used = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < sweep->axes.count && used < size; i++)
        if (i != x && sweep->axes.axis[i].count > 1)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used == 0 ? "" : " ",
                                     rh_axis_value(&sweep->axes, i, point));
}

static void put_text(FILE *to, const char *text) {
    for (; *text != '\0'; text++)
        fprintf(to, *text == '\'' ? "''" : "%c", *text);
}

/* Lines one after the other: the points of each, then an empty pair of lines. */
static void put_data(const struct rh_sweep *sweep, const struct rh_figures *figures, unsigned x, unsigned column,
                     FILE *to) {
    const struct rh_axes *axes = &sweep->axes;
    unsigned stride = 1, values = axes->axis[x].count;
    for (unsigned i = x + 1; i < axes->count; i++)
        stride *= axes->axis[i].count;
    fprintf(to, "$points << EOD\n");
    for (unsigned point = 0; point < sweep->count; point++) {
        if (point / stride % values != 0)
            continue;
        for (unsigned v = 0; v < values; v++) {
            struct rh_figure figure = rh_figures_at(figures, point + v * stride, column);
            if (figure.there)
                fprintf(to, "%u \"%s\" %.6f\n", v, axes->axis[x].values[v], figure.value);
        }
        fprintf(to, "\n\n");
    }
    fprintf(to, "EOD\nplot ");
    for (unsigned point = 0, line = 0; point < sweep->count; point++) {
        char text[256];
        if (point / stride % values != 0)
            continue;
        title(sweep, x, point, text, sizeof text);
        fprintf(to, "%s$points index %u using %s with linespoints title '", line == 0 ? "" : ", ", line,
                is_number(&axes->axis[x]) ? "(strcol(2)+0):3" : "1:3:xtic(2)");
        put_text(to, text);
        fprintf(to, "' noenhanced");
        line++;
    }
    fprintf(to, "\n");
}

bool rh_sweep_plot(const struct rh_sweep *sweep, const struct rh_sweep_view *view, const char *file,
                   struct rh_error *error) {
    struct rh_figures figures;
    struct rh_plot plot;
    char text[RH_NEAR_TEXT];
    unsigned x = find_x(&sweep->axes, view->x);
    if (x == sweep->axes.count)
        return rh_error_set(error, "--x: found %s, expected an axis of this sweep with several values",
                            view->x != NULL ? view->x : "no axis");
    bool good = rh_sweep_figures(sweep, &figures, NULL, error);
    unsigned column = good ? rh_figures_find(&figures, view->y) : 0;
    if (good && column == figures.columns) {
        struct rh_near near = {.word = view->y};
        for (unsigned i = 0; i < figures.columns; i++)
            rh_near_offer(&near, figures.names[i]);
        good = rh_error_set(error, "--y: found '%s', expected a statistic%s", view->y, rh_near_text(&near, text));
    }
    if (good && (good = rh_plot_open(&plot, file, error))) {
        fprintf(plot.script, "set xlabel '%s' noenhanced\nset ylabel '%s' noenhanced\nset key outside\nset grid\n",
                sweep->axes.axis[x].option->name, view->y);
        put_data(sweep, &figures, x, column, plot.script);
        good = rh_plot_commit(&plot, error);
    }
    rh_figures_close(&figures);
    return good;
}
