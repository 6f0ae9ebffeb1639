// SPDX-License-Identifier: Apache-2.0
// What `rowhold predict` says to people.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/cli/predict/rh_predict.h"
#include "cmodel/cli/rh_plot.h"
#include "cmodel/cli/simulate/rh_run_summary.h"

enum { SHOWN = 32 /* channels */ };

/* Print and close it. These tables are as wide as the screen: no indent. */
static void show(FILE *to, struct rh_table *table, bool good) {
    if (good)
        rh_table_print(table, "", to);
    else
        fputs("found no memory for this table, expected enough\n", to);
    rh_table_close(table);
}

static const struct rh_column models[] = {
    {.name = "model", .kind = RH_CELL_TEXT},
    {.name = "predicted", .heading = "predicted\n%", .kind = RH_CELL_REAL, .digits = 2, .scale = 100},
    {.name = "measured", .heading = "measured\n%", .kind = RH_CELL_REAL, .digits = 2, .scale = 100},
    {.name = "error", .heading = "error\npoints", .kind = RH_CELL_REAL, .digits = 2},
    {.name = "seconds", .heading = "seconds", .kind = RH_CELL_REAL, .digits = 4},
    {.name = "note", .heading = "", .kind = RH_CELL_TEXT},
};

static bool add_model(const struct rh_predict_run *run, struct rh_table *table, unsigned model) {
    const struct rh_predict_scope *all = rh_predict_total(run);
    double points;
    bool there = all->there[model], both = rh_predict_error(all, model, &points);
    return rh_table_text(table, rh_prediction_name(model)) && rh_table_maybe(table, there, all->efficiency[model]) &&
           rh_table_maybe(table, all->measured.there, all->measured.dram_efficiency) &&
           rh_table_maybe(table, both, points) && rh_table_maybe(table, there, run->seconds[model]) &&
           rh_table_text(table, there ? "" : "no model");
}

static void put_models(const struct rh_predict_suite *suite, FILE *to) {
    const struct rh_predict_run *run = suite->run;
    const struct rh_predict_figures *m = &rh_predict_total(run)->measured;
    struct rh_table *table = rh_table_open(models, sizeof models / sizeof models[0]);
    bool good = table != NULL;
    fputs("DRAM efficiency, and the seconds of the processor that each took:\n\n", to);
    for (unsigned model = 0; good && model < RH_PREDICTIONS; model++)
        good = !rh_predict_wants(suite, model) || add_model(run, table, model);
    if (m->there)
        good = good && rh_table_text(table, "C model") && rh_table_none(table) &&
               rh_table_real(table, m->dram_efficiency) && rh_table_none(table) &&
               rh_table_real(table, run->measured_seconds) && rh_table_text(table, "");
    show(to, table, good);
    for (unsigned model = 0; model < RH_PREDICTIONS; model++)
        if (rh_predict_wants(suite, model) && !rh_predict_total(run)->there[model]) {
            const struct rh_geometry *g = &run->setup.geometry;
            fprintf(to, "\nno model: there is none of %s\n",
                    g->grain_bits != 0            ? "grains"
                    : g->rank_bits != 0           ? "ranks"
                    : g->subarray_group_bits != 0 ? "banks that share subarrays"
                                                  : run->setup.ops->name);
            break;
        }
}

static const struct rh_column lines[] = {
    {.name = "figure", .heading = "rowhold", .kind = RH_CELL_TEXT},
    {.name = "unit", .kind = RH_CELL_TEXT},
    {.name = "predicted", .kind = RH_CELL_REAL, .digits = 2},
    {.name = "measured", .kind = RH_CELL_REAL, .digits = 2},
};

static bool add_line(struct rh_table *table, const char *name, const char *unit, double predicted, bool there,
                     double measured) {
    return rh_table_text(table, name) && rh_table_text(table, unit) && rh_table_real(table, predicted) &&
           rh_table_maybe(table, there, measured);
}

/* One row of the stall ledger: shares of all clocks. Nothing where neither has any. */
static bool add_share(struct rh_table *table, const char *name, const struct rh_predict_figures *p, uint64_t predicted,
                      const struct rh_predict_figures *m, uint64_t measured) {
    double all_p = (double)p->idle_cycles + (double)p->active_cycles;
    double all_m = (double)m->idle_cycles + (double)m->active_cycles;
    return (predicted == 0 && measured == 0) ||
           add_line(table, name, "% of clocks", all_p > 0 ? 100 * (double)predicted / all_p : 0, m->there,
                    all_m > 0 ? 100 * (double)measured / all_m : 0);
}

/* What the time lines predict besides. */
static void put_lines(const struct rh_predict_run *run, FILE *to) {
    const struct rh_predict_scope *all = rh_predict_total(run);
    const struct rh_predict_figures *p = &all->predicted, *m = &all->measured;
    if (!p->there)
        return;
    struct rh_table *table = rh_table_open(lines, sizeof lines / sizeof lines[0]);
    fputc('\n', to);
    bool good = table != NULL &&
                add_line(table, "utilization", "%", 100 * p->dram_utilization, m->there, 100 * m->dram_utilization) &&
                add_line(table, "mean latency", "clocks", p->latency_mean, m->there, m->latency_mean) &&
                add_share(table, "no_request", p, p->idle_cycles, m, m->idle_cycles) &&
                add_share(table, "data", p, p->data_bus_busy_cycles, m, m->data_bus_busy_cycles);
    for (unsigned i = 0; good && i < RH_CAUSES; i++)
        good = add_share(table, rh_cause_key(i), p, p->stall_cycles[i], m, m->stall_cycles[i]);
    show(to, table, good);
}

/* A file without its folder and endings: "traces/aes.csv.gz" is "aes". */
static void shorten(const char *value, char text[64]) {
    const char *slash = strrchr(value, '/'), *name = slash != NULL ? slash + 1 : value;
    (void)snprintf(text, 64, "%.*s", (int)(*name == '.' ? strlen(name) : strcspn(name, ".")), name);
}

/* What a value is called in a table: of files the short name, unless two of the axis have the same. */
static const char *label(const struct rh_axis *axis, const char *value, char text[64]) {
    char other[64];
    if (axis->option->kind != RH_OPTION_INPUT)
        return value;
    shorten(value, text);
    for (unsigned i = 0; i < axis->count; i++) {
        shorten(axis->values[i], other);
        if (strcmp(axis->values[i], value) != 0 && strcmp(other, text) == 0)
            return value;
    }
    return text;
}

/* The columns that name a run, then measured and predicted efficiency; `axes` NULL: of channels. The caller closes
 * it. */
static struct rh_table *open_wide(const struct rh_predict_suite *suite, const struct rh_axes *axes) {
    struct rh_column columns[RH_AXES + 3 + RH_PREDICTIONS];
    unsigned count = 0;
    for (unsigned i = 0; axes != NULL && i < axes->count; i++)
        if (axes->axis[i].count > 1)
            columns[count++] = (struct rh_column){.name = axes->axis[i].option->name,
                                                  .kind = RH_CELL_TEXT,
                                                  .wrap = axes->axis[i].option->kind == RH_OPTION_INPUT ? 6 : 0};
    if (axes != NULL)
        columns[count++] =
            (struct rh_column){.name = "stored", .kind = RH_CELL_COUNT, .hidden = !rh_predict_stores_other(suite)};
    if (axes == NULL) {
        columns[count++] = (struct rh_column){.name = "channel", .kind = RH_CELL_COUNT};
        columns[count++] = (struct rh_column){.name = "requests", .kind = RH_CELL_COUNT};
    }
    columns[count++] =
        (struct rh_column){.name = "measured", .heading = "C model", .kind = RH_CELL_REAL, .digits = 1, .scale = 100};
    for (unsigned model = 0; model < RH_PREDICTIONS; model++)
        if (rh_predict_wants(suite, model))
            columns[count++] = (struct rh_column){.name = rh_prediction_name(model),
                                                  .heading = rh_prediction_heading(model),
                                                  .kind = RH_CELL_REAL,
                                                  .digits = 1,
                                                  .scale = 100};
    return rh_table_open(columns, count);
}

static bool add_efficiencies(const struct rh_predict_suite *suite, struct rh_table *table,
                             const struct rh_predict_scope *scope) {
    bool good = rh_table_maybe(table, scope->measured.there, scope->measured.dram_efficiency);
    for (unsigned model = 0; good && model < RH_PREDICTIONS; model++)
        good = !rh_predict_wants(suite, model) || rh_table_maybe(table, scope->there[model], scope->efficiency[model]);
    return good;
}

static void put_channels(const struct rh_predict_suite *suite, FILE *to) {
    const struct rh_predict_run *run = suite->run;
    if (run->channels < 2)
        return;
    struct rh_table *table = open_wide(suite, NULL);
    bool good = table != NULL;
    for (unsigned i = 0; good && i < run->channels && i < SHOWN; i++)
        good = rh_table_count(table, i) && rh_table_count(table, run->scope[i].requests) &&
               add_efficiencies(suite, table, &run->scope[i]);
    fputs("\nDRAM efficiency of the channels, %:\n\n", to);
    show(to, table, good);
    if (run->channels > SHOWN)
        fprintf(to, "and %u more, which the files have\n", run->channels - SHOWN);
}

static void put_runs(const struct rh_predict_suite *suite, FILE *to) {
    const struct rh_axes *axes = suite->axes;
    struct rh_table *table = open_wide(suite, axes);
    bool good = table != NULL;
    for (unsigned i = 0; good && i < suite->count; i++) {
        for (unsigned k = 0; good && k < axes->count; k++) {
            char text[64];
            good = axes->axis[k].count == 1 ||
                   rh_table_text(table, label(&axes->axis[k], rh_axis_value(axes, k, i), text));
        }
        good = good && rh_table_count(table, rh_predict_stored(&suite->run[i])) &&
               add_efficiencies(suite, table, rh_predict_total(&suite->run[i]));
    }
    fprintf(to, "DRAM efficiency of %u runs, %%; -: no model of that controller\n\n", suite->count);
    show(to, table, good);
}

static const struct rh_column agreements[] = {
    {.name = "model", .kind = RH_CELL_TEXT},
    {.name = "runs", .kind = RH_CELL_COUNT},
    {.name = "mean", .heading = "mean\nerror", .kind = RH_CELL_REAL, .digits = 2},
    {.name = "worst", .heading = "worst\nerror", .kind = RH_CELL_REAL, .digits = 2},
    {.name = "correlation", .heading = "corre-\nlation", .kind = RH_CELL_REAL, .digits = 3},
    {.name = "polarity", .kind = RH_CELL_REAL, .digits = 2},
    {.name = "seconds", .heading = "seconds\nof it", .kind = RH_CELL_REAL, .digits = 4},
    {.name = "model_seconds", .heading = "of the\nC model", .kind = RH_CELL_REAL, .digits = 4},
};

static bool add_agreement(const struct rh_predict_suite *suite, struct rh_table *table, unsigned model,
                          const char *controller) {
    const struct rh_agreement a = rh_predict_agreement(suite, model, controller, false);
    double correlation = 0, polarity = 0, sum[2];
    bool related = rh_agreement_correlation(&a, &correlation), leaning = rh_agreement_polarity(&a, &polarity);
    rh_predict_seconds(suite, model, controller, sum);
    return a.count == 0 ||
           (rh_table_text(table, rh_prediction_name(model)) && rh_table_count(table, a.count) &&
            rh_table_real(table, rh_agreement_mean_absolute_error(&a)) && rh_table_real(table, a.worst) &&
            rh_table_maybe(table, related, correlation) && rh_table_maybe(table, leaning, polarity) &&
            rh_table_real(table, sum[0]) && rh_table_real(table, sum[1]));
}

/* Over the runs with that controller; NULL: over all. */
static void put_agreement(const struct rh_predict_suite *suite, const char *controller, FILE *to) {
    struct rh_table *table = rh_table_open(agreements, sizeof agreements / sizeof agreements[0]);
    bool good = table != NULL;
    for (unsigned model = 0; good && model < RH_PREDICTIONS; model++)
        good = !rh_predict_wants(suite, model) || add_agreement(suite, table, model, controller);
    if (good && rh_table_rows(table) == 0) {
        fprintf(to, "\n%s: no model\n", controller != NULL ? controller : "all controllers");
        rh_table_close(table);
        return;
    }
    fprintf(to, "\n%s: errors in points; polarity -1: all too low, 1: all too high\n\n",
            controller != NULL ? controller : "all controllers");
    show(to, table, good);
}

static void put_agreements(const struct rh_predict_suite *suite, FILE *to) {
    const char *controller;
    unsigned controllers = 0;
    for (; (controller = rh_predict_controller(suite, controllers)) != NULL; controllers++)
        put_agreement(suite, controller, to);
    if (controllers > 1)
        put_agreement(suite, NULL, to);
}

void rh_predict_print_percentiles(const struct rh_predict_suite *suite, const char *what, FILE *to) {
    for (unsigned r = 0; r < suite->count && suite->percentiles.count != 0; r++) {
        char text[512];
        rh_axes_text(suite->axes, r, text, sizeof text);
        fprintf(to, "%s%s%s%s, measured:", r == 0 ? "\n" : "", suite->count > 1 ? text : "",
                suite->count > 1 ? ": " : "", what);
        for (unsigned i = 0; i < suite->percentiles.count; i++)
            fprintf(to, "%s %g %% within %" PRIu64, i == 0 ? "" : ",", suite->percentiles.percent[i],
                    suite->run[r].percentile[i]);
        fputs(" clocks\n", to);
    }
}

void rh_predict_print(const struct rh_predict_suite *suite, FILE *to) {
    const struct rh_predict_run *run = suite->run;
    if (suite->count > 1) {
        put_runs(suite, to);
        if (suite->measured)
            put_agreements(suite, to);
        rh_predict_print_percentiles(suite, "latency", to);
        return;
    }
    rh_run_summary_title(to, &run->setup, run->channels, run->options.stream.stream);
    fprintf(to, "%" PRIu64 " requests\n\n", rh_predict_total(run)->requests);
    put_models(suite, to);
    put_lines(run, to);
    put_channels(suite, to);
    rh_predict_print_percentiles(suite, "latency", to);
}

/*  */

static bool is_drawn(const struct rh_predict_suite *suite, unsigned model) {
    bool drawn = false;
    for (unsigned i = 0; i < suite->count; i++)
        drawn = drawn || rh_predict_total(&suite->run[i])->there[model];
    return rh_predict_wants(suite, model) && drawn;
}

static void put_points(const struct rh_predict_suite *suite, unsigned model, FILE *to) {
    for (unsigned i = 0; i < suite->count; i++) {
        const struct rh_predict_scope *all = rh_predict_total(&suite->run[i]);
        if (all->there[model])
            fprintf(to, "%.4f %.4f\n", 100 * all->measured.dram_efficiency, 100 * all->efficiency[model]);
    }
    fprintf(to, "\n\n");
}

bool rh_predict_plot(const struct rh_predict_suite *suite, const char *file, struct rh_error *error) {
    struct rh_plot plot;
    unsigned drawn = 0;
    if (!rh_plot_open(&plot, file, error))
        return false;
    FILE *to = plot.script;
    fprintf(to, "set xlabel 'measured DRAM efficiency, %%'\nset ylabel 'predicted DRAM efficiency, %%'\n"
                "set xrange [0:100]\nset yrange [0:100]\nset size ratio 1\nset key outside noenhanced\nset grid\n"
                "$points << EOD\n");
    for (unsigned model = 0; model < RH_PREDICTIONS; model++)
        if (is_drawn(suite, model))
            put_points(suite, model, to);
    fprintf(to, "EOD\nplot x with lines linecolor rgb 'gray' notitle");
    for (unsigned model = 0; model < RH_PREDICTIONS; model++)
        if (is_drawn(suite, model))
            fprintf(to, ", $points index %u with points pointtype %u title '%s'", drawn++, model + 4,
                    rh_prediction_name(model));
    fprintf(to, "\n");
    return rh_plot_commit(&plot, error);
}
