// SPDX-License-Identifier: Apache-2.0
// A part of scripts/lib/rh_gen_results.c: the JSON schema of the statistics.
#ifndef RH_GEN_STATS_H
#define RH_GEN_STATS_H

#include "rh_gen_forms.h"
#include "rowhold/rh_command.h"

static void put_needed_count(FILE *to, const char *name, const char *when) {
    if (strcmp(when, "ALWAYS") == 0)
        fprintf(to, ", \"%s\"", name);
}

static void put_cores(FILE *to) {
    fprintf(to, "    \"core\": {\n      \"type\": \"object\",\n      \"additionalProperties\": false,\n"
                "      \"required\": [\"core\"");
#define RH_CORE(name, merge, when, unit, meaning) put_needed_count(to, #name, #when);
#include "tables/stats.def"
    fprintf(to, "],\n      \"properties\": {\n        \"core\": {\"$ref\": \"#/$defs/count\"}");
#define RH_CORE(name, merge, when, unit, meaning)                                                                      \
    fprintf(to, ",\n        \"%s\": {\"$ref\": \"#/$defs/count\", \"description\": \"%s\"}", #name, meaning);
#define RH_CORE_FIGURE(name, needs, unit, meaning, value)                                                              \
    fprintf(to, ",\n        \"%s\": {\"$ref\": \"#/$defs/figure\", \"description\": \"%s\"}", #name, meaning);
#include "tables/stats.def"
    fprintf(to, "\n      }\n    }");
}

static void put_latency_keys(FILE *to, const char *name) {
    fprintf(to, ",\n        \"latency%s_mean\": {\"$ref\": \"#/$defs/figure\"}", name);
#define RH_PERCENTILE(percentile, share, meaning)                                                                      \
    fprintf(to, ",\n        \"latency%s_%s\": {\"$ref\": \"#/$defs/count\"}", name, #percentile);
#include "tables/stats.def"
    fprintf(to, ",\n        \"latency%s_max\": {\"$ref\": \"#/$defs/count\"}", name);
}

static void put_fairness_keys(FILE *to) {
#define RH_FAIRNESS(name, unit, meaning, value)                                                                        \
    fprintf(to, ",\n        \"%s\": {\"$ref\": \"#/$defs/figure\", \"description\": \"%s\"}", #name, meaning);
#include "tables/stats.def"
}

/* What controllers without work waited for, in closed loop. */
static void put_wait_keys(FILE *to) {
    const char *comma = "";
    fprintf(to, "            \"waits\": {\n              \"type\": \"object\",\n"
                "              \"additionalProperties\": false,\n"
                "              \"description\": \"clocks that are not active, by what they waited for\",\n"
                "              \"required\": [");
#define RH_LOOP_WAIT(name, meaning)                                                                                    \
    fprintf(to, "%s\"%s\"", comma, #name);                                                                             \
    comma = ", ";
#include "tables/loop.def"
    fprintf(to, "],\n              \"properties\": {\n");
    comma = "";
#define RH_LOOP_WAIT(name, meaning)                                                                                    \
    fprintf(to, "%s                \"%s\": {\"$ref\": \"#/$defs/count\", \"description\": \"%s\"}", comma, #name,      \
            meaning);                                                                                                  \
    comma = ",\n";
#include "tables/loop.def"
    fprintf(to, "\n              }\n            }");
}

/* Of a channel in closed loop. */
static void put_network_channel(FILE *to) {
    fprintf(to, ",\n        \"network\": {\n          \"type\": \"object\",\n"
                "          \"additionalProperties\": false,\n"
                "          \"description\": \"with --network\",\n"
                "          \"required\": [\"waits\"],\n          \"properties\": {\n");
    put_wait_keys(to);
    fprintf(to, "\n          }\n        }");
}

/* Of the whole run in closed loop. */
static void put_network_keys(FILE *to) {
    fprintf(to, ",\n        \"network\": {\n          \"type\": \"object\",\n"
                "          \"additionalProperties\": false,\n"
                "          \"description\": \"with --network: cores and request network\",\n"
                "          \"required\": [");
#define RH_LOOP(name, unit, meaning)               fprintf(to, "\"%s\", ", #name);
#define RH_LOOP_PART(name, meaning)                fprintf(to, "\"latency_%s_mean\", ", #name);
#define RH_LOOP_FIGURE(name, unit, meaning, value) fprintf(to, "\"%s\", ", #name);
#include "tables/loop.def"
    fprintf(to, "\"waits\"],\n          \"properties\": {\n");
#define RH_LOOP(name, unit, meaning)                                                                                   \
    fprintf(to, "            \"%s\": {\"$ref\": \"#/$defs/count\", \"description\": \"%s\"},\n", #name, meaning);
#define RH_LOOP_PART(name, meaning)                                                                                    \
    fprintf(to, "            \"latency_%s_mean\": {\"$ref\": \"#/$defs/figure\", \"description\": \"%s\"},\n", #name,  \
            meaning);
#define RH_LOOP_FIGURE(name, unit, meaning, value)                                                                     \
    fprintf(to, "            \"%s\": {\"$ref\": \"#/$defs/figure\", \"description\": \"%s\"},\n", #name, meaning);
#include "tables/loop.def"
    put_wait_keys(to);
    fprintf(to, "\n          }\n        }");
}

static void put_kernel_key(FILE *to, const char *name, const char *kind, const char *meaning) {
    fprintf(to, "            \"%s\": {\"$ref\": \"#/$defs/%s\", \"description\": \"%s\"},\n", name, kind, meaning);
}

/* Of the whole run of a GPU program. */
static void put_kernel_keys(FILE *to, const char *comma) {
    fprintf(to,
            "%s\n        \"kernel\": {\n          \"type\": \"object\",\n"
            "          \"additionalProperties\": false,\n"
            "          \"description\": \"with --kernel: the cores of the GPU\",\n"
            "          \"required\": [",
            comma);
#define RH_GPU_COUNT(name, unit, meaning)                  fprintf(to, "\"%s\", ", #name);
#define RH_GPU_FIGURE(name, unit, meaning, value)          fprintf(to, "\"%s\", ", #name);
#define RH_WARP_OP(NAME, name, meaning)                    fprintf(to, "\"%s_instructions\", ", #name);
#define RH_WARP_SPACE(NAME, name, letter, stores, meaning) fprintf(to, "\"%s_accesses\", ", #name);
#include "tables/gpu.def"
#include "tables/warps.def"
    fprintf(to, "\"limit\", \"room\", \"stalls\"],\n          \"properties\": {\n");
#define RH_GPU_COUNT(name, unit, meaning)                  put_kernel_key(to, #name, "count", meaning);
#define RH_GPU_FIGURE(name, unit, meaning, value)          put_kernel_key(to, #name, "figure", meaning);
#define RH_WARP_OP(NAME, name, meaning)                    put_kernel_key(to, #name "_instructions", "count", meaning);
#define RH_WARP_SPACE(NAME, name, letter, stores, meaning) put_kernel_key(to, #name "_accesses", "count", meaning);
#include "tables/gpu.def"
#include "tables/warps.def"
    fprintf(to, "            \"limit\": {\"type\": \"string\", \"description\": \"what limits the CTAs of a core\"},\n"
                "            \"room\": {\n              \"type\": \"object\",\n"
                "              \"description\": \"CTAs that each limit lets a core hold; null: any number\",\n"
                "              \"additionalProperties\": {\"type\": [\"integer\", \"null\"]}\n            },\n"
                "            \"stalls\": {\n              \"type\": \"object\",\n"
                "              \"additionalProperties\": false,\n"
                "              \"description\": \"core clocks of schedulers without an issue, by what they waited "
                "for\",\n              \"properties\": {\n");
    comma = "";
#define RH_GPU_STALL(name, meaning)                                                                                    \
    fprintf(to, "%s                \"%s\": {\"$ref\": \"#/$defs/count\", \"description\": \"%s\"}", comma, #name,      \
            meaning);                                                                                                  \
    comma = ",\n";
#include "tables/gpu.def"
    fprintf(to, "\n              }\n            }\n          }\n        }");
}

static void put_network_cores(FILE *to) {
    fprintf(to, ",\n    \"network_core\": {\n      \"type\": \"object\",\n      \"additionalProperties\": false,\n"
                "      \"required\": [\"core\"");
#define RH_LOOP_CORE(name, unit, meaning) fprintf(to, ", \"%s\"", #name);
#include "tables/loop.def"
    fprintf(to, "],\n      \"properties\": {\n        \"core\": {\"$ref\": \"#/$defs/count\"}");
#define RH_LOOP_CORE(name, unit, meaning)                                                                              \
    fprintf(to, ",\n        \"%s\": {\"$ref\": \"#/$defs/count\", \"description\": \"%s\"}", #name, meaning);
#define RH_LOOP_CORE_FIGURE(name, unit, meaning)                                                                       \
    fprintf(to, ",\n        \"%s\": {\"$ref\": \"#/$defs/figure\", \"description\": \"%s\"}", #name, meaning);
#include "tables/loop.def"
    fprintf(to, "\n      }\n    },\n    \"network_link\": {\n      \"type\": \"object\",\n"
                "      \"additionalProperties\": false,\n"
                "      \"required\": [\"router\", \"output\", \"awaited\"],\n      \"properties\": {\n"
                "        \"router\": {\"$ref\": \"#/$defs/count\"},\n"
                "        \"output\": {\"$ref\": \"#/$defs/count\"},\n"
                "        \"awaited\": {\"$ref\": \"#/$defs/count\", \"description\": \"DRAM clocks of controllers "
                "without work that waited for a request on its way to, or on, the link behind this output\"}\n"
                "      }\n    }");
}

/* There where the preset has energies. */
static void put_energy_keys(FILE *to) {
    fprintf(to, ",\n        \"energy_pj_per_bit\": {\n          \"type\": \"object\",\n"
                "          \"additionalProperties\": false,\n"
                "          \"description\": \"where the preset has energies, and of the components those that its kind "
                "has; data at 50 %% toggles and ones\",\n"
                "          \"required\": [");
#define REQUIRED_ALL(name) fprintf(to, "\"%s\", ", #name)
#define REQUIRED_PAPER(name)
#define REQUIRED_CURRENTS(name)
#define RH_ENERGY_COMPONENT(name, of, meaning) REQUIRED_##of(name);
#include "tables/energy.def"
    fprintf(to, "\"total\"],\n          \"properties\": {\n");
#define RH_ENERGY_COMPONENT(name, of, meaning)                                                                         \
    fprintf(to, "            \"%s\": {\"$ref\": \"#/$defs/figure\", \"description\": \"%s\"},\n", #name, meaning);
#include "tables/energy.def"
    fprintf(to, "            \"total\": {\"$ref\": \"#/$defs/figure\"}\n          }\n        }");
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
    if (whole) {
        fprintf(to, ",\n        \"offered_gb_per_s\": {\"$ref\": \"#/$defs/figure\", \"description\": \"mean bytes of "
                    "a request / mean time between two arrivals; only where the stream has times\"}");
        put_fairness_keys(to);
        put_network_keys(to);
        put_kernel_keys(to, ",");
    } else {
        put_network_channel(to);
    }
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
    fprintf(to, "\n          }\n        }");
    put_energy_keys(to);
    fprintf(to, "\n      }\n    }");
}

/* Of a GPU in front of a perfect memory. */
static void print_cores_schema(FILE *to) {
    fprintf(to, "%s",
            "{\n"
            "  \"$comment\": \"SPDX-License-Identifier: Apache-2.0. Generated by scripts/lib/rh_gen_results.c from "
            "include/tables/gpu.def.\",\n"
            "  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"
            "  \"title\": \"rowhold-simulate_cores: the file of `rowhold simulate --network none --stats`\",\n"
            "  \"type\": \"object\",\n"
            "  \"additionalProperties\": false,\n"
            "  \"required\": [\"schema\", \"schema_version\", \"program\", \"configuration\", \"configuration_hash\", "
            "\"total\"],\n"
            "  \"properties\": {\n");
    put_result_head(to, "simulate_cores");
    fprintf(to, "%s",
            ",\n"
            "    \"configuration\": {\"type\": \"object\", \"description\": \"all that the results depend on\"},\n"
            "    \"configuration_hash\": {\"type\": \"string\", \"pattern\": \"^fnv1a64:[0-9a-f]{16}$\"},\n"
            "    \"total\": {\n"
            "      \"type\": \"object\",\n"
            "      \"additionalProperties\": false,\n"
            "      \"required\": [\"kernel\"],\n"
            "      \"properties\": {");
    put_kernel_keys(to, "");
    fprintf(to, "%s",
            "\n      }\n    }\n  },\n"
            "  \"$defs\": {\n"
            "    \"count\": {\"type\": \"integer\", \"minimum\": 0},\n"
            "    \"figure\": {\"type\": \"number\", \"minimum\": 0}\n"
            "  }\n}\n");
}

static void print_stats_schema(FILE *to) {
    fprintf(to, "%s",
            "{\n"
            "  \"$comment\": \"SPDX-License-Identifier: Apache-2.0. Generated by scripts/lib/rh_gen_results.c from "
            "include/tables/stats.def.\",\n"
            "  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"
            "  \"title\": \"rowhold-simulate: the file of `rowhold simulate --stats` and `rowhold cosim --stats`\",\n"
            "  \"type\": \"object\",\n"
            "  \"additionalProperties\": false,\n"
            "  \"required\": [\"schema\", \"schema_version\", \"program\", \"configuration\", \"configuration_hash\", "
            "\"total\", \"channels\"],\n"
            "  \"properties\": {\n");
    put_result_head(to, "simulate");
    fprintf(to, "%s",
            ",\n"
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
            "    \"folded\": {\n"
            "      \"type\": \"object\",\n"
            "      \"additionalProperties\": false,\n"
            "      \"description\": \"with --wrap and addresses, or coordinates that do not fit\",\n"
            "      \"required\": [\"requests\", \"together\", \"at_least\"],\n"
            "      \"properties\": {\n"
            "        \"requests\": {\"$ref\": \"#/$defs/count\", \"description\": \"beyond the memory\"},\n"
            "        \"together\": {\"$ref\": \"#/$defs/count\", \"description\": \"at a place that another address "
            "had first\"},\n"
            "        \"at_least\": {\"enum\": [0, 1], \"description\": \"1: too many places to count all\"}\n"
            "      }\n"
            "    },\n"
            "    \"latency_percentiles\": {\n"
            "      \"type\": \"array\",\n"
            "      \"minItems\": 1,\n"
            "      \"description\": \"those of --percentiles, of all channels\",\n"
            "      \"items\": {\n"
            "        \"type\": \"object\",\n"
            "        \"additionalProperties\": false,\n"
            "        \"required\": [\"percent\", \"all\", \"read\", \"write\"],\n"
            "        \"properties\": {\n"
            "          \"percent\": {\"$ref\": \"#/$defs/figure\"},\n"
            "          \"all\": {\"$ref\": \"#/$defs/count\"},\n"
            "          \"read\": {\"$ref\": \"#/$defs/count\"},\n"
            "          \"write\": {\"$ref\": \"#/$defs/count\"},\n"
            "          \"from_arrival\": {\"$ref\": \"#/$defs/count\"},\n"
            "          \"round_trip\": {\"$ref\": \"#/$defs/count\"}\n"
            "        }\n"
            "      }\n"
            "    },\n"
            "    \"cores\": {\"type\": \"array\", \"minItems\": 1, \"items\": {\"$ref\": \"#/$defs/core\"}},\n"
            "    \"network_cores\": {\"type\": \"array\", \"minItems\": 1, \"items\": {\"$ref\": "
            "\"#/$defs/network_core\"}},\n"
            "    \"network_links\": {\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/network_link\"}}\n"
            "  },\n"
            "  \"$defs\": {\n"
            "    \"count\": {\"type\": \"integer\", \"minimum\": 0},\n"
            "    \"figure\": {\"type\": \"number\", \"minimum\": 0},\n");
    put_figures(to, "total", "", "", true);
    fprintf(to, ",\n");
    put_figures(to, "channel", "        \"channel\": {\"$ref\": \"#/$defs/count\"},\n", "\"channel\", ", false);
    fprintf(to, ",\n");
    put_cores(to);
    put_network_cores(to);
    fprintf(to, "\n  }\n}\n");
}

#endif
