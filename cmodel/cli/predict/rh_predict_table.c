// SPDX-License-Identifier: Apache-2.0
// What predictions are in CSV, JSON and Markdown: a row for each run, channel and model, and the agreement over all
// runs.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/cli/predict/rh_predict.h"
#include "cmodel/cli/rh_forms.h"
#include "rowhold/rh_hash.h"

/* What the JSON of `rowhold predict` has beside the rows: each run as `simulate` writes it, predictions beside each
 * figure; and the schema of that. */

/* Figures by how they are written; the time lines predict all but the first, which every model does. */
#define LINES(FIGURE)                                                                                                  \
    FIGURE(put_real, dram_utilization)                                                                                 \
    FIGURE(put_real, latency_mean)                                                                                     \
    FIGURE(put_count, cycles)                                                                                          \
    FIGURE(put_count, idle_cycles)                                                                                     \
    FIGURE(put_count, active_cycles)                                                                                   \
    FIGURE(put_count, data_bus_busy_cycles)
#define FIGURES(FIGURE) FIGURE(put_real, dram_efficiency) LINES(FIGURE)

static void put_real(FILE *to, bool there, double value) {
    if (there)
        fprintf(to, "%.6f", value);
    else
        fputs("null", to);
}

static void put_count(FILE *to, bool there, uint64_t value) {
    if (there)
        fprintf(to, "%" PRIu64, value);
    else
        fputs("null", to);
}

static void put_stalls(FILE *to, const struct rh_predict_figures *figures) {
    for (unsigned i = 0; figures->there && i < RH_CAUSES; i++)
        fprintf(to, "%s\"%s\": %" PRIu64, i == 0 ? "{" : ", ", rh_cause_key(i), figures->stall_cycles[i]);
    fputs(figures->there ? "}" : "null", to);
}

/* A member of every model. */
static void put_models(FILE *to, const char *indent, const char *key, const struct rh_predict_suite *suite,
                       const struct rh_predict_scope *scope) {
    const char *comma = "";
    bool error = strcmp(key, "error_points") == 0;
    fprintf(to, ",\n%s\"%s\": {", indent, key);
    for (unsigned model = 0; model < RH_PREDICTIONS; model++) {
        double points;
        bool both = rh_predict_error(scope, model, &points);
        if (!rh_predict_wants(suite, model))
            continue;
        fprintf(to, "%s\"%s\": ", comma, rh_prediction_name(model));
        put_real(to, error ? both : scope->there[model], error ? points : scope->efficiency[model]);
        comma = ", ";
    }
    fputc('}', to);
}

/* What the time lines alone predict: `"predicted_NAME": {"rowhold": `; empty braces where they are not asked for. */
static bool open_line(FILE *to, const char *indent, const char *figure, const struct rh_predict_suite *suite) {
    bool wanted = rh_predict_wants(suite, RH_PREDICTION_rowhold);
    fprintf(to, ",\n%s\"predicted_%s\": {", indent, figure);
    if (wanted)
        fprintf(to, "\"%s\": ", rh_prediction_name(RH_PREDICTION_rowhold));
    else
        fputc('}', to);
    return wanted;
}

static void put_lines(FILE *to, const char *indent, const struct rh_predict_suite *suite,
                      const struct rh_predict_figures *p) {
#define FIGURE(put, figure)                                                                                            \
    if (open_line(to, indent, #figure, suite)) {                                                                       \
        put(to, p->there, p->figure);                                                                                  \
        fputc('}', to);                                                                                                \
    }
    LINES(FIGURE)
#undef FIGURE
    if (open_line(to, indent, "stall_cycles", suite)) {
        put_stalls(to, p);
        fputc('}', to);
    }
}

static void put_scope(FILE *to, const char *indent, const struct rh_predict_suite *suite,
                      const struct rh_predict_scope *scope) {
    const struct rh_predict_figures *m = &scope->measured;
    fprintf(to, "\n%s\"requests\": %" PRIu64, indent, scope->requests);
#define FIGURE(put, figure)                                                                                            \
    fprintf(to, ",\n%s\"" #figure "\": ", indent);                                                                     \
    put(to, m->there, m->figure);
    FIGURES(FIGURE)
#undef FIGURE
    fprintf(to, ",\n%s\"stall_cycles\": ", indent);
    put_stalls(to, m);
    put_models(to, indent, "predicted_dram_efficiency", suite, scope);
    put_models(to, indent, "error_points", suite, scope);
    put_lines(to, indent, suite, &scope->predicted);
}

/* Seconds are no result: only where they are asked for. */
static void put_times(FILE *to, const char *indent, const struct rh_predict_suite *suite,
                      const struct rh_predict_run *run) {
    const char *comma = "";
    if (!suite->times)
        return;
    fprintf(to, ",\n%s\"measured_seconds\": ", indent);
    put_real(to, suite->measured, run->measured_seconds);
    fprintf(to, ",\n%s\"seconds\": {", indent);
    for (unsigned model = 0; model < RH_PREDICTIONS; model++) {
        if (!rh_predict_wants(suite, model))
            continue;
        fprintf(to, "%s\"%s\": ", comma, rh_prediction_name(model));
        put_real(to, rh_predict_total(run)->there[model], run->seconds[model]);
        comma = ", ";
    }
    fputc('}', to);
}

static void put_run(FILE *to, int depth, const struct rh_predict_suite *suite, const struct rh_predict_run *run) {
    char figure[16], channel[16];
    (void)snprintf(figure, sizeof figure, "%*s", depth + 2, "");
    (void)snprintf(channel, sizeof channel, "%*s", depth + 4, "");
    fprintf(to, "%*s\"total\": {", depth, "");
    put_scope(to, figure, suite, rh_predict_total(run));
    put_times(to, figure, suite, run);
    fprintf(to, "\n%*s},\n%*s\"channels\": [", depth, "", depth, "");
    for (unsigned i = 0; i < run->channels; i++) {
        fprintf(to, "%s\n%s{\n%s\"channel\": %u,", i == 0 ? "" : ",", figure, channel, i);
        put_scope(to, channel, suite, &run->scope[i]);
        fprintf(to, "\n%s}", figure);
    }
    fprintf(to, "\n%*s]", depth, "");
}

void rh_predict_json_percentiles(const struct rh_predict_suite *suite, FILE *to) {
    const char *comma = "";
    if (suite->percentiles.count == 0)
        return;
    fputs(",\n  \"latency_percentiles\": [", to);
    for (unsigned r = 0; r < suite->count; r++)
        for (unsigned i = 0; i < suite->percentiles.count; i++) {
            fprintf(to, "%s\n    {\"run\": %u, \"percent\": %.10g, \"measured\": %" PRIu64 "}", comma, r,
                    suite->percentiles.percent[i], suite->run[r].percentile[i]);
            comma = ",";
        }
    fputs("\n  ]", to);
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

void rh_predict_json(const struct rh_table_result *result, FILE *to) {
    const struct rh_predict_suite *suite = result->user;
    if (suite->count == 1) {
        fputs(",\n", to);
        put_run(to, 2, suite, &suite->run[0]);
        rh_predict_json_percentiles(suite, to);
        return;
    }
    fputs(",\n  \"runs\": [", to);
    for (unsigned i = 0; i < suite->count; i++) {
        const char *text = suite->run[i].configuration;
        fprintf(to,
                "%s\n    {\n      \"configuration\": %s,\n      \"configuration_hash\": \"fnv1a64:%016" PRIx64 "\",\n",
                i == 0 ? "" : ",", text, rh_hash(RH_HASH_START, text, strlen(text)));
        put_run(to, 6, suite, &suite->run[i]);
        fputs("\n    }", to);
    }
    fputs("\n  ]", to);
    rh_predict_json_percentiles(suite, to);
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
#define FIGURE(put, figure) fprintf(to, ", \"%s\"", #figure);
    FIGURES(FIGURE)
#undef FIGURE
#define FIGURE(put, figure) fprintf(to, ", \"predicted_%s\"", #figure);
    LINES(FIGURE)
#undef FIGURE
    fputs("],\n      \"properties\": {\n        \"requests\": {\"type\": \"integer\", \"minimum\": 0}", to);
    if (first != NULL)
        fprintf(to, ",\n        \"%s\": {\"type\": \"integer\", \"minimum\": 0}", first);
#define FIGURE(put, figure) put_figure_schema(to, #figure, &#put[4]);
    FIGURES(FIGURE)
#undef FIGURE
    put_figure_schema(to, "stall_cycles", "stalls");
    put_figure_schema(to, "predicted_dram_efficiency", "models");
    put_figure_schema(to, "error_points", "errors");
#define FIGURE(put, figure) put_lines_schema(to, #figure, &#put[4]);
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
    .schema = predict_schema,
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
