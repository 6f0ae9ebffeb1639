// SPDX-License-Identifier: Apache-2.0
// --percentiles of `rowhold predict`: of what the C model measures, for the models predict means alone.
#include <inttypes.h>

#include "cmodel/cli/predict/rh_predict.h"

void rh_predict_keep_percentiles(const struct rh_predict_suite *suite, struct rh_predict_run *run,
                                 const struct rh_latency *latency) {
    for (unsigned i = 0; i < suite->percentiles.count; i++)
        run->percentile[i] = rh_latency_percentile(latency, suite->percentiles.percent[i] / 100);
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
