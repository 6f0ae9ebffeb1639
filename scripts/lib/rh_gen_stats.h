// SPDX-License-Identifier: Apache-2.0
// A part of scripts/lib/rh_gen.c: the page and the JSON schema of the statistics.
#ifndef RH_GEN_STATS_H
#define RH_GEN_STATS_H

#include "rh_gen_text.h"
#include "rowhold/rh_command.h"

static void put_core_figure(FILE *to, const char *name, const char *needs, const char *unit, const char *meaning) {
    fprintf(to, "| `%s` |%s | %s | %s |\n", name, strcmp(needs, "ALONE") == 0 ? " ALONE" : "", unit, meaning);
}

static void print_stats(FILE *to) {
    print_head(to, "Statistics of a channel, and of all", "stats.def", " key | unit | meaning ");
#define RH_STAT(name, merge, unit, meaning)   fprintf(to, "| `%s` | %s | %s |\n", #name, unit, meaning);
#define RH_FIGURE(name, unit, meaning, value) fprintf(to, "| `%s` | %s | %s |\n", #name, unit, meaning);
#include "tables/stats.def"
    fprintf(to, "\nHistograms: mean, median, 99th percentile and greatest, in clocks.\n\n| key | meaning |\n"
                "| --- | --- |\n| `latency_mean`, `_p50`, `_p99`, `_max` | reads and writes together |\n");
#define RH_LATENCY(name, meaning) fprintf(to, "| `latency_%s_mean`, `_p50`, `_p99`, `_max` | %s |\n", #name, meaning);
#include "tables/stats.def"
    fprintf(to, "\nOf each core, where every request names its core; a figure that needs ALONE is there with "
                "`--slowdown`.\n\n| key | needs | unit | meaning |\n| --- | --- | --- | --- |\n");
#define RH_CORE(name, merge, unit, meaning)               fprintf(to, "| `%s` | | %s | %s |\n", #name, unit, meaning);
#define RH_CORE_FIGURE(name, needs, unit, meaning, value) put_core_figure(to, #name, #needs, unit, meaning);
#include "tables/stats.def"
    fprintf(to, "\nOf all cores together, with `--slowdown`.\n\n| key | unit | meaning |\n| --- | --- | --- |\n");
#define RH_FAIRNESS(name, unit, meaning, value) fprintf(to, "| `%s` | %s | %s |\n", #name, unit, meaning);
#include "tables/stats.def"
}

static void put_cores(FILE *to) {
    fprintf(to, "    \"core\": {\n      \"type\": \"object\",\n      \"additionalProperties\": false,\n"
                "      \"required\": [\"core\"");
#define RH_CORE(name, merge, unit, meaning) fprintf(to, ", \"%s\"", #name);
#include "tables/stats.def"
    fprintf(to, "],\n      \"properties\": {\n        \"core\": {\"$ref\": \"#/$defs/count\"}");
#define RH_CORE(name, merge, unit, meaning)                                                                            \
    fprintf(to, ",\n        \"%s\": {\"$ref\": \"#/$defs/count\", \"description\": \"%s\"}", #name, meaning);
#define RH_CORE_FIGURE(name, needs, unit, meaning, value)                                                              \
    fprintf(to, ",\n        \"%s\": {\"$ref\": \"#/$defs/figure\", \"description\": \"%s\"}", #name, meaning);
#include "tables/stats.def"
    fprintf(to, "\n      }\n    }");
}

static void put_latency_keys(FILE *to, const char *name) {
    fprintf(to,
            ",\n        \"latency%s_mean\": {\"$ref\": \"#/$defs/figure\"},\n"
            "        \"latency%s_p50\": {\"$ref\": \"#/$defs/count\"},\n"
            "        \"latency%s_p99\": {\"$ref\": \"#/$defs/count\"},\n"
            "        \"latency%s_max\": {\"$ref\": \"#/$defs/count\"}",
            name, name, name, name);
}

static void put_fairness_keys(FILE *to) {
#define RH_FAIRNESS(name, unit, meaning, value)                                                                        \
    fprintf(to, ",\n        \"%s\": {\"$ref\": \"#/$defs/figure\", \"description\": \"%s\"}", #name, meaning);
#include "tables/stats.def"
}

/* An object of figures; `first`: properties before them; `whole`: of all channels. */
static void put_figures(FILE *to, const char *name, const char *first, const char *needed, bool whole) {
    const char *comma = "";
    fprintf(to, "    \"%s\": {\n      \"type\": \"object\",\n      \"additionalProperties\": false,\n", name);
    fprintf(to, "      \"required\": [%s", needed);
#define RH_STAT(name, merge, unit, meaning)   fprintf(to, "\"%s\", ", #name);
#define RH_FIGURE(name, unit, meaning, value) fprintf(to, "\"%s\", ", #name);
#include "tables/stats.def"
    fprintf(to, "\"latency_mean\", \"stall_cycles\"],\n      \"properties\": {\n%s", first);
#define RH_STAT(name, merge, unit, meaning)                                                                            \
    fprintf(to, "%s        \"%s\": {\"$ref\": \"#/$defs/count\", \"description\": \"%s\"}", comma, #name, meaning);    \
    comma = ",\n";
#define RH_FIGURE(name, unit, meaning, value)                                                                          \
    fprintf(to, "%s        \"%s\": {\"$ref\": \"#/$defs/figure\", \"description\": \"%s\"}", comma, #name, meaning);
#include "tables/stats.def"
    fprintf(to, ",\n        \"row_access_locality_before_network\": {\"$ref\": \"#/$defs/figure\"},\n"
                "        \"row_access_locality_after_network\": {\"$ref\": \"#/$defs/figure\"}");
    if (whole)
        put_fairness_keys(to);
    put_latency_keys(to, "");
#define RH_LATENCY(name, meaning) put_latency_keys(to, "_" #name);
#include "tables/stats.def"
    fprintf(to, ",\n        \"stall_cycles\": {\n          \"type\": \"object\",\n"
                "          \"additionalProperties\": false,\n          \"required\": [");
    comma = "";
#define RH_CAUSE(name, code, key, meaning)                                                                             \
    fprintf(to, "%s\"%s\"", comma, #key);                                                                              \
    comma = ", ";
#include "tables/causes.def"
#undef RH_CAUSE
    fprintf(to, "],\n          \"properties\": {\n");
    comma = "";
#define RH_CAUSE(name, code, key, meaning)                                                                             \
    fprintf(to, "%s            \"%s\": {\"$ref\": \"#/$defs/count\", \"description\": \"%s\"}", comma, #key, meaning); \
    comma = ",\n";
#include "tables/causes.def"
#undef RH_CAUSE
    fprintf(to, "\n          }\n        }\n      }\n    }");
}

static void print_stats_schema(FILE *to) {
    fprintf(to, "%s",
            "{\n"
            "  \"$comment\": \"SPDX-License-Identifier: Apache-2.0. Generated by scripts/lib/rh_gen.c from "
            "include/tables/stats.def.\",\n"
            "  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"
            "  \"title\": \"rowhold-simulate: the file of `rowhold simulate --stats` and `rowhold cosim --stats`\",\n"
            "  \"type\": \"object\",\n"
            "  \"additionalProperties\": false,\n"
            "  \"required\": [\"schema\", \"schema_version\", \"program\", \"configuration\", \"configuration_hash\", "
            "\"total\", \"channels\"],\n"
            "  \"properties\": {\n"
            "    \"schema\": {\"const\": \"rowhold-simulate\"},\n"
            "    \"schema_version\": {\"const\": 2},\n"
            "    \"program\": {\n"
            "      \"type\": \"object\",\n"
            "      \"additionalProperties\": false,\n"
            "      \"required\": [\"version\", \"commit\"],\n"
            "      \"properties\": {\"version\": {\"type\": \"string\"}, \"commit\": {\"type\": \"string\"}}\n"
            "    },\n"
            "    \"configuration\": {\"type\": \"object\", \"description\": \"all that the results depend on\"},\n"
            "    \"configuration_hash\": {\"type\": \"string\", \"pattern\": \"^fnv1a64:[0-9a-f]{16}$\"},\n"
            "    \"judge\": {\n"
            "      \"type\": \"object\",\n"
            "      \"additionalProperties\": false,\n"
            "      \"required\": [\"commands\", \"checks\", \"rules_broken\"],\n"
            "      \"properties\": {\n"
            "        \"commands\": {\"$ref\": \"#/$defs/count\"},\n"
            "        \"checks\": {\"$ref\": \"#/$defs/count\"},\n"
            "        \"rules_broken\": {\"$ref\": \"#/$defs/count\"}\n"
            "      }\n"
            "    },\n"
            "    \"total\": {\"$ref\": \"#/$defs/total\"},\n"
            "    \"channels\": {\"type\": \"array\", \"minItems\": 1, \"items\": {\"$ref\": \"#/$defs/channel\"}},\n"
            "    \"cores\": {\"type\": \"array\", \"minItems\": 1, \"items\": {\"$ref\": \"#/$defs/core\"}}\n"
            "  },\n"
            "  \"$defs\": {\n"
            "    \"count\": {\"type\": \"integer\", \"minimum\": 0},\n"
            "    \"figure\": {\"type\": \"number\", \"minimum\": 0},\n");
    put_figures(to, "total", "", "", true);
    fprintf(to, ",\n");
    put_figures(to, "channel", "        \"channel\": {\"$ref\": \"#/$defs/count\"},\n", "\"channel\", ", false);
    fprintf(to, ",\n");
    put_cores(to);
    fprintf(to, "\n  }\n}\n");
}

#endif
