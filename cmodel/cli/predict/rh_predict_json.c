// SPDX-License-Identifier: Apache-2.0
// What the JSON of `rowhold predict` has beside the rows: each run as `simulate` writes it, predictions beside each
// figure; and the schema of that.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/cli/predict/rh_predict.h"
#include "rowhold/rh_hash.h"

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

void rh_predict_schema(FILE *to, bool definitions) {
    (definitions ? put_definitions : put_properties)(to);
}
