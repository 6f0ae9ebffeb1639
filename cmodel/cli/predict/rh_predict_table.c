// SPDX-License-Identifier: Apache-2.0
// What predictions are in CSV, JSON and Markdown: a row for each run, channel and model, and the agreement over all
// runs.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/cli/predict/rh_predict.h"
#include "cmodel/cli/rh_forms.h"
#include "cmodel/cli/rh_json.h"
#include "rowhold/rh_hash.h"

/* What the JSON of `rowhold predict` has beside the rows: each run as `simulate` writes it, predictions beside each
 * figure; and the schema of that. */

/* Figures by how they are written; the time lines predict all but the first, which every model does. */
#define LINES(FIGURE)                                                                                                  \
    FIGURE(real, dram_utilization)                                                                                     \
    FIGURE(real, latency_mean)                                                                                         \
    FIGURE(count, cycles)                                                                                              \
    FIGURE(count, idle_cycles)                                                                                         \
    FIGURE(count, active_cycles)                                                                                       \
    FIGURE(count, data_bus_busy_cycles)
#define FIGURES(FIGURE) FIGURE(real, dram_efficiency) LINES(FIGURE)

static json_t *maybe(bool there, json_t *value) {
    if (there)
        return value;
    json_decref(value);
    return json_null();
}

static json_t *stalls_json(const struct rh_predict_figures *figures) {
    json_t *object = json_object();
    for (unsigned i = 0; i < RH_CAUSES; i++)
        rh_json_set(&object, rh_cause_key(i), rh_json_count(figures->stall_cycles[i]));
    return maybe(figures->there, object);
}

/* A member of every model: its efficiency, or its error. */
static json_t *models_json(const struct rh_predict_suite *suite, const struct rh_predict_scope *scope, bool error) {
    json_t *object = json_object();
    for (unsigned model = 0; model < RH_PREDICTIONS; model++) {
        double points;
        bool both = rh_predict_error(scope, model, &points);
        if (rh_predict_wants(suite, model))
            rh_json_set(&object, rh_prediction_name(model),
                        error ? maybe(both, rh_json_real(points))
                              : maybe(scope->there[model], rh_json_real(scope->efficiency[model])));
    }
    return object;
}

/* What the time lines alone predict; an empty object where they are not asked for. */
static void set_line(json_t **object, const struct rh_predict_suite *suite, const char *figure, json_t *value) {
    char key[64];
    json_t *line = json_object();
    if (rh_predict_wants(suite, RH_PREDICTION_rowhold))
        rh_json_set(&line, rh_prediction_name(RH_PREDICTION_rowhold), json_incref(value));
    json_decref(value);
    (void)snprintf(key, sizeof key, "predicted_%s", figure);
    rh_json_set(object, key, line);
}

static void set_scope(json_t **object, const struct rh_predict_suite *suite, const struct rh_predict_scope *scope) {
    const struct rh_predict_figures *m = &scope->measured, *p = &scope->predicted;
    rh_json_set(object, "requests", rh_json_count(scope->requests));
#define FIGURE(kind, figure) rh_json_set(object, #figure, maybe(m->there, rh_json_##kind(m->figure)));
    FIGURES(FIGURE)
#undef FIGURE
    rh_json_set(object, "stall_cycles", stalls_json(m));
    rh_json_set(object, "predicted_dram_efficiency", models_json(suite, scope, false));
    rh_json_set(object, "error_points", models_json(suite, scope, true));
#define FIGURE(kind, figure) set_line(object, suite, #figure, maybe(p->there, rh_json_##kind(p->figure)));
    LINES(FIGURE)
#undef FIGURE
    set_line(object, suite, "stall_cycles", stalls_json(p));
}

/* Seconds are no result: only where they are asked for. */
static void set_times(json_t **object, const struct rh_predict_suite *suite, const struct rh_predict_run *run) {
    json_t *seconds = json_object();
    rh_json_set(object, "measured_seconds", maybe(suite->measured, rh_json_real(run->measured_seconds)));
    for (unsigned model = 0; model < RH_PREDICTIONS; model++)
        if (rh_predict_wants(suite, model))
            rh_json_set(&seconds, rh_prediction_name(model),
                        maybe(rh_predict_total(run)->there[model], rh_json_real(run->seconds[model])));
    rh_json_set(object, "seconds", seconds);
}

static void set_run(json_t **object, const struct rh_predict_suite *suite, const struct rh_predict_run *run) {
    json_t *total = json_object(), *channels = json_array();
    set_scope(&total, suite, rh_predict_total(run));
    if (suite->times)
        set_times(&total, suite, run);
    rh_json_set(object, "total", total);
    for (unsigned i = 0; i < run->channels; i++) {
        json_t *channel = json_pack("{s:i}", "channel", (int)i);
        set_scope(&channel, suite, &run->scope[i]);
        rh_json_append(&channels, channel);
    }
    rh_json_set(object, "channels", channels);
}

void rh_predict_set_percentiles(json_t **object, const struct rh_predict_suite *suite) {
    json_t *list = json_array();
    for (unsigned r = 0; r < suite->count; r++)
        for (unsigned i = 0; i < suite->percentiles.count; i++)
            rh_json_append(&list, json_pack("{s:i, s:f, s:I}", "run", (int)r, "percent", suite->percentiles.percent[i],
                                            "measured", (json_int_t)suite->run[r].percentile[i]));
    if (suite->percentiles.count != 0)
        rh_json_set(object, "latency_percentiles", list);
    else
        json_decref(list);
}

void rh_predict_schema_percentiles(const char *what, FILE *to) {
    fprintf(to,
            ",\n    \"latency_percentiles\": {\n      \"type\": \"array\", \"minItems\": 1,\n"
            "      \"description\": \"those of --percentiles, of %s\",\n      \"items\": {\n"
            "        \"type\": \"object\", \"additionalProperties\": false,\n"
            "        \"required\": [\"run\", \"percent\", \"measured\"],\n        \"properties\": {\n"
            "          \"run\": {\"type\": \"integer\", \"minimum\": 0},\n"
            "          \"percent\": {\"type\": \"number\", \"minimum\": 0},\n"
            "          \"measured\": {\"type\": \"integer\", \"minimum\": 0, \"description\": \"clocks\"}\n"
            "        }\n      }\n    }",
            what);
}

json_t *rh_predict_json(const struct rh_table_result *result) {
    const struct rh_predict_suite *suite = result->user;
    json_t *object = json_object(), *runs = json_array();
    for (unsigned i = 0; i < suite->count && suite->count > 1; i++) {
        const char *text = suite->run[i].configuration;
        json_t *run = json_pack("{s:o, s:o}", "configuration", json_loads(text, 0, NULL), "configuration_hash",
                                json_sprintf("fnv1a64:%016" PRIx64, rh_hash(RH_HASH_START, text, strlen(text))));
        set_run(&run, suite, &suite->run[i]);
        rh_json_append(&runs, run);
    }
    if (suite->count == 1)
        set_run(&object, suite, &suite->run[0]);
    else
        rh_json_set(&object, "runs", json_incref(runs));
    json_decref(runs);
    rh_predict_set_percentiles(&object, suite);
    return object;
}

/* The schema: every member of an object is required, but for what --model and --times ask for. */
static void put_figure_schema(FILE *to, const char *name, const char *type) {
    fprintf(to, ",\n        \"%s\": {\"$ref\": \"#/$defs/%s\"}", name, type);
}

static void put_lines_schema(FILE *to, const char *name, const char *type) {
    fprintf(to,
            ",\n        \"predicted_%s\": {\n          \"type\": \"object\", \"additionalProperties\": false,\n"
            "          \"properties\": {\"%s\": {\"$ref\": \"#/$defs/%s\"}}\n        }",
            name, rh_prediction_name(RH_PREDICTION_rowhold), type);
}

static void put_scope_schema(FILE *to, const char *name, const char *first) {
    fprintf(
        to,
        "    \"%s\": {\n      \"type\": \"object\",\n      \"additionalProperties\": false,\n      \"required\": "
        "[\"requests\", \"stall_cycles\", \"predicted_stall_cycles\", \"predicted_dram_efficiency\", \"error_points\"",
        name);
    if (first != NULL)
        fprintf(to, ", \"%s\"", first);
#define FIGURE(kind, figure) fprintf(to, ", \"%s\"", #figure);
    FIGURES(FIGURE)
#undef FIGURE
#define FIGURE(kind, figure) fprintf(to, ", \"predicted_%s\"", #figure);
    LINES(FIGURE)
#undef FIGURE
    fputs("],\n      \"properties\": {\n        \"requests\": {\"type\": \"integer\", \"minimum\": 0}", to);
    if (first != NULL)
        fprintf(to, ",\n        \"%s\": {\"type\": \"integer\", \"minimum\": 0}", first);
#define FIGURE(kind, figure) put_figure_schema(to, #figure, #kind);
    FIGURES(FIGURE)
#undef FIGURE
    put_figure_schema(to, "stall_cycles", "stalls");
    put_figure_schema(to, "predicted_dram_efficiency", "models");
    put_figure_schema(to, "error_points", "errors");
#define FIGURE(kind, figure) put_lines_schema(to, #figure, #kind);
    LINES(FIGURE)
#undef FIGURE
    put_lines_schema(to, "stall_cycles", "stalls");
    if (first == NULL)
        fputs(",\n        \"measured_seconds\": {\"$ref\": \"#/$defs/real\"},\n"
              "        \"seconds\": {\"$ref\": \"#/$defs/models\"}",
              to);
    fputs("\n      }\n    }", to);
}

static void put_models_schema(FILE *to, const char *name, const char *type) {
    fprintf(to,
            "    \"%s\": {\n      \"type\": \"object\", \"additionalProperties\": false, \"minProperties\": 1,\n"
            "      \"properties\": {",
            name);
    for (unsigned model = 0; model < RH_PREDICTIONS; model++)
        fprintf(to, "%s\n        \"%s\": %s", model == 0 ? "" : ",", rh_prediction_name(model), type);
    fputs("\n      }\n    }", to);
}

static void put_definitions(FILE *to) {
    fputs("    \"count\": {\"type\": [\"integer\", \"null\"], \"minimum\": 0},\n"
          "    \"real\": {\"type\": [\"number\", \"null\"], \"minimum\": 0},\n"
          "    \"stalls\": {\n      \"type\": [\"object\", \"null\"], \"additionalProperties\": false,\n"
          "      \"required\": [",
          to);
    for (unsigned i = 0; i < RH_CAUSES; i++)
        fprintf(to, "%s\"%s\"", i == 0 ? "" : ", ", rh_cause_key(i));
    fputs("],\n      \"properties\": {", to);
    for (unsigned i = 0; i < RH_CAUSES; i++)
        fprintf(to, "%s\n        \"%s\": {\"type\": \"integer\", \"minimum\": 0}", i == 0 ? "" : ",", rh_cause_key(i));
    fputs("\n      }\n    },\n", to);
    put_models_schema(to, "models", "{\"$ref\": \"#/$defs/real\"}");
    fputs(",\n", to);
    put_models_schema(to, "errors", "{\"type\": [\"number\", \"null\"]}");
    fputs(",\n", to);
    put_scope_schema(to, "total", NULL);
    fputs(",\n", to);
    put_scope_schema(to, "channel", "channel");
}

static void put_properties(FILE *to) {
    static const char list[] =
        "\"channels\": {\"type\": \"array\", \"minItems\": 1, \"items\": {\"$ref\": \"#/$defs/channel\"}}";
    fprintf(to,
            ",\n    \"total\": {\"$ref\": \"#/$defs/total\", \"description\": \"of one run: measured figures by the "
            "names that `simulate` gives them, and predicted ones\"},\n    %s,\n"
            "    \"runs\": {\n      \"type\": \"array\", \"description\": \"of several runs: each of them\",\n"
            "      \"items\": {\n        \"type\": \"object\", \"additionalProperties\": false,\n"
            "        \"required\": [\"configuration\", \"configuration_hash\", \"total\", \"channels\"],\n"
            "        \"properties\": {\n          \"configuration\": {\"type\": \"object\"},\n"
            "          \"configuration_hash\": {\"type\": \"string\", \"pattern\": \"^fnv1a64:[0-9a-f]{16}$\"},\n"
            "          \"total\": {\"$ref\": \"#/$defs/total\"},\n          %s\n        }\n      }\n    }",
            list, list);
    rh_predict_schema_percentiles("all latencies of a run", to);
}

/* A member of rh_form: what rh_predict_json writes. */
static void predict_schema(FILE *to, bool definitions) {
    (definitions ? put_definitions : put_properties)(to);
}

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
    RH_PREDICT_LAST_COLUMNS(" on all channels"),
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
    .configuration = RH_PREDICT_CONFIGURATION,
    .rows = RH_FORM_PART("rows", rows, "one a run, channel and model, and one a run and model for all channels"),
    .more = RH_FORM_PART("agreement", agreement, "predicted and measured DRAM efficiency over all runs"),
    .one_of = "[{\"required\": [\"total\", \"channels\"]}, {\"required\": [\"runs\"]}]",
    .schema = predict_schema,
};

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
           rh_table_maybe(table, scope->there[model], scope->efficiency[model]) &&
           rh_table_maybe(table, m->there, m->dram_efficiency) && rh_table_maybe(table, both, points) &&
           rh_table_maybe(table, lines, p->dram_utilization) && rh_table_maybe(table, m->there, m->dram_utilization) &&
           rh_table_maybe(table, lines, p->latency_mean) && rh_table_maybe(table, m->there, m->latency_mean) &&
           rh_table_maybe(table, suite->times && whole && scope->there[model], run->seconds[model]) &&
           rh_table_maybe(table, suite->times && whole && m->there, run->measured_seconds);
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
        double correlation = 0, polarity = 0;
        bool related = rh_agreement_correlation(&a, &correlation), leaning = rh_agreement_polarity(&a, &polarity);
        if (!rh_predict_wants(suite, model))
            continue;
        good = rh_table_text(table, by_channel ? "channels" : "runs") &&
               rh_table_text(table, controller != NULL ? controller : "all") &&
               rh_table_text(table, rh_prediction_name(model)) && rh_table_count(table, a.count) &&
               rh_table_maybe(table, a.count != 0, rh_agreement_mean_absolute_error(&a)) &&
               rh_table_maybe(table, a.count != 0, a.worst) && rh_table_maybe(table, related, correlation) &&
               rh_table_maybe(table, leaning, polarity);
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
