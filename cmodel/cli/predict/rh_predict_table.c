// SPDX-License-Identifier: Apache-2.0
// What predictions are in CSV, JSON and Markdown: a row for each run, channel and model, and the agreement over all
// runs.
#include <stdio.h>

#include "cmodel/cli/predict/rh_predict.h"
#include "cmodel/cli/rh_forms.h"

static const struct rh_column rows[] = {
    {.name = "run", .kind = RH_CELL_COUNT, .meaning = "from 0, the last option with several values fastest"},
    {.name = "controller", .kind = RH_CELL_TEXT},
    {.name = "stream", .kind = RH_CELL_TEXT},
    {.name = "preset", .kind = RH_CELL_TEXT, .hidden = true},
    {.name = "queue", .kind = RH_CELL_COUNT, .hidden = true},
    {.name = "queue_stored",
     .kind = RH_CELL_COUNT,
     .hidden = true,
     .meaning = "requests that a controller stores: a whole number a bank where banks have their own queues"},
    {.name = "chips", .kind = RH_CELL_COUNT, .hidden = true},
    {.name = "point", .kind = RH_CELL_TEXT, .hidden = true, .meaning = "the options that were given"},
    {.name = "channel", .kind = RH_CELL_COUNT, .maybe = true, .meaning = "null: all of them"},
    {.name = "requests", .kind = RH_CELL_COUNT, .hidden = true},
    {.name = "model", .kind = RH_CELL_TEXT},
    {.name = "predicted_dram_efficiency",
     .heading = "predicted %",
     .kind = RH_CELL_REAL,
     .digits = 2,
     .scale = 100,
     .maybe = true,
     .meaning = "null: no model of the controller"},
    {.name = "dram_efficiency",
     .heading = "measured %",
     .kind = RH_CELL_REAL,
     .digits = 2,
     .scale = 100,
     .maybe = true,
     .meaning = "measured by the C model; null: not measured"},
    {.name = "error_points",
     .heading = "error, points",
     .kind = RH_CELL_REAL,
     .digits = 2,
     .maybe = true,
     .meaning = "100 x (predicted - measured)"},
    {.name = "predicted_dram_utilization", .kind = RH_CELL_REAL, .hidden = true, .maybe = true},
    {.name = "dram_utilization", .kind = RH_CELL_REAL, .hidden = true, .maybe = true},
    {.name = "predicted_latency_mean", .kind = RH_CELL_REAL, .hidden = true, .maybe = true},
    {.name = "latency_mean", .kind = RH_CELL_REAL, .hidden = true, .maybe = true},
    {.name = "seconds",
     .kind = RH_CELL_REAL,
     .hidden = true,
     .maybe = true,
     .meaning = "of the processor, for the model on all channels; only with --times"},
    {.name = "measured_seconds", .kind = RH_CELL_REAL, .hidden = true, .maybe = true, .meaning = "for the C model"},
};
static const struct rh_column agreement[] = {
    {.name = "over", .kind = RH_CELL_TEXT, .meaning = "runs: a point is a run; channels: a channel of a run"},
    {.name = "controller", .kind = RH_CELL_TEXT, .meaning = "of the runs that are taken; all: whatever it is"},
    {.name = "model", .kind = RH_CELL_TEXT},
    {.name = "points", .kind = RH_CELL_COUNT, .meaning = "that are predicted and measured"},
    {.name = "mean_absolute_error_points",
     .kind = RH_CELL_REAL,
     .maybe = true,
     .meaning = "of DRAM efficiency in per cent"},
    {.name = "worst_error_points", .kind = RH_CELL_REAL, .maybe = true, .meaning = "largest absolute error"},
    {.name = "correlation", .kind = RH_CELL_REAL, .maybe = true, .meaning = "of predicted and measured (Pearson)"},
    {.name = "polarity",
     .kind = RH_CELL_REAL,
     .maybe = true,
     .meaning = "sum of the errors / sum of the absolute errors: -1 where all are too low, 1 where all are too high"},
};

const struct rh_form rh_form_predict = {
    .name = "predict",
    .command = "rowhold predict --json",
    .configuration = {.name = "configuration",
                      .meaning = "all that the results of the run depend on, as of `simulate`; of several runs, the "
                                 "options that were given, each with its values"},
    .rows = RH_FORM_PART("rows", rows, "one a run, channel and model, and one a run and model for all channels"),
    .more = RH_FORM_PART("agreement", agreement, "predicted and measured DRAM efficiency over all runs"),
    .one_of = "[{\"required\": [\"total\", \"channels\"]}, {\"required\": [\"runs\"]}]",
    .schema = rh_predict_schema,
};

static bool put_maybe(struct rh_table *table, bool there, double value) {
    return there ? rh_table_real(table, value) : rh_table_none(table);
}

/* What a run is called in every row of it. */
static bool add_run(const struct rh_predict_suite *suite, struct rh_table *table, unsigned i) {
    const struct rh_predict_run *run = &suite->run[i];
    char text[512];
    rh_axes_text(suite->axes, i, text, sizeof text);
    return rh_table_count(table, i) && rh_table_text(table, run->setup.ops->name) &&
           rh_table_text(table, run->options.stream.stream) && rh_table_text(table, run->setup.preset.name) &&
           rh_table_count(table, run->setup.geometry.queue) &&
           rh_table_count(table, run->setup.ops->entries(&run->setup.geometry)) &&
           rh_table_count(table, run->setup.preset.chips) && rh_table_text(table, text);
}

static bool add_row(const struct rh_predict_suite *suite, struct rh_table *table, unsigned i, unsigned channel,
                    unsigned model) {
    const struct rh_predict_run *run = &suite->run[i];
    const struct rh_predict_scope *scope = &run->scope[channel];
    const struct rh_predict_figures *m = &scope->measured, *p = &scope->predicted;
    bool whole = channel == run->channels, lines = model == RH_PREDICTION_rowhold && p->there;
    double points;
    bool both = rh_predict_error(scope, model, &points);
    return add_run(suite, table, i) && (whole ? rh_table_none(table) : rh_table_count(table, channel)) &&
           rh_table_count(table, scope->requests) && rh_table_text(table, rh_prediction_name(model)) &&
           put_maybe(table, scope->there[model], scope->efficiency[model]) &&
           put_maybe(table, m->there, m->dram_efficiency) && put_maybe(table, both, points) &&
           put_maybe(table, lines, p->dram_utilization) && put_maybe(table, m->there, m->dram_utilization) &&
           put_maybe(table, lines, p->latency_mean) && put_maybe(table, m->there, m->latency_mean) &&
           put_maybe(table, suite->times && whole && scope->there[model], run->seconds[model]) &&
           put_maybe(table, suite->times && whole && m->there, run->measured_seconds);
}

static bool add_rows(const struct rh_predict_suite *suite, struct rh_table *table, unsigned i) {
    const struct rh_predict_run *run = &suite->run[i];
    bool good = true;
    for (unsigned c = 0; c <= run->channels; c++) { /* all of them first */
        unsigned channel = c == 0 ? run->channels : c - 1;
        for (unsigned model = 0; good && model < RH_PREDICTIONS; model++)
            good = !rh_predict_wants(suite, model) || add_row(suite, table, i, channel, model);
    }
    return good;
}

static bool add_agreement(const struct rh_predict_suite *suite, struct rh_table *table, const char *controller,
                          bool by_channel) {
    bool good = true;
    for (unsigned model = 0; good && model < RH_PREDICTIONS; model++) {
        const struct rh_agreement a = rh_predict_agreement(suite, model, controller, by_channel);
        double correlation, polarity;
        if (!rh_predict_wants(suite, model))
            continue;
        good =
            rh_table_text(table, by_channel ? "channels" : "runs") &&
            rh_table_text(table, controller != NULL ? controller : "all") &&
            rh_table_text(table, rh_prediction_name(model)) && rh_table_count(table, a.count) &&
            put_maybe(table, a.count != 0, rh_agreement_mean_absolute_error(&a)) &&
            put_maybe(table, a.count != 0, a.worst) &&
            (rh_agreement_correlation(&a, &correlation) ? rh_table_real(table, correlation) : rh_table_none(table)) &&
            (rh_agreement_polarity(&a, &polarity) ? rh_table_real(table, polarity) : rh_table_none(table));
    }
    return good;
}

bool rh_predict_fill(const struct rh_predict_suite *suite, struct rh_table_result *result) {
    bool good = true;
    for (unsigned i = 0; good && i < suite->count; i++)
        good = add_rows(suite, result->rows, i);
    for (unsigned by_channel = 0; by_channel < 2; by_channel++) {
        const char *controller;
        for (unsigned i = 0; good && (controller = rh_predict_controller(suite, i)) != NULL; i++)
            good = add_agreement(suite, result->more, controller, by_channel != 0);
        good = good && add_agreement(suite, result->more, NULL, by_channel != 0);
    }
    return good;
}
