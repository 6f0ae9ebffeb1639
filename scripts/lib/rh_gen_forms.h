// SPDX-License-Identifier: Apache-2.0
// A part of scripts/lib/rh_gen_results.c: the schemas of the results that are tables, from the columns that write them.
#ifndef RH_GEN_FORMS_H
#define RH_GEN_FORMS_H

#include <string.h>

#include "cmodel/cli/rh_forms.h"
#include "cmodel/cli/rh_options.h"
#include "cmodel/cli/simulate/rh_run_kernel.h"
#include "cmodel/embedding/rh_run_report.h"

static const struct rh_form *const rh_forms[] = {RH_FORMS(RH_FORM_ADDRESS) NULL};

/* Members between braces: a comma and a line end before all but the first. */
struct members {
    FILE *to;
    const char *indent, *comma;
};

static void put_member(struct members *members, const char *name) {
    fprintf(members->to, "%s%s\"%s\": ", members->comma, members->indent, name);
    members->comma = ",\n";
}

static void put_quoted(FILE *to, const char *text) {
    fputc('"', to);
    for (; *text != '\0'; text++)
        fprintf(to, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    fputc('"', to);
}

static void put_described(FILE *to, const char *meaning) {
    if (meaning == NULL)
        return;
    fputs(", \"description\": ", to);
    put_quoted(to, meaning);
}

static void put_cell_type(FILE *to, const struct rh_column *column) {
    static const char *const types[] = {
        [RH_CELL_TEXT] = "string", [RH_CELL_COUNT] = "integer", [RH_CELL_REAL] = "number", [RH_CELL_FLAG] = "boolean"};
    fprintf(to, column->maybe ? "\"type\": [\"%s\", \"null\"]" : "\"type\": \"%s\"", types[column->kind]);
    if (column->kind == RH_CELL_COUNT)
        fputs(", \"minimum\": 0", to);
}

static void put_column(struct members *members, const struct rh_column *column) {
    put_member(members, column->name);
    fputc('{', members->to);
    put_cell_type(members->to, column);
    put_described(members->to, column->meaning);
    fputc('}', members->to);
}

static void put_needed(FILE *to, const char *indent, const struct rh_form_part *part) {
    fprintf(to, "%s\"required\": [", indent);
    for (unsigned i = 0; i < part->count; i++)
        fprintf(to, "%s\"%s\"", i == 0 ? "" : ", ", part->columns[i].name);
    fputs("],\n", to);
}

/* One object with every column of the part, and nothing else; without the braces around it. */
static void put_object(FILE *to, const char *indent, const struct rh_form_part *part) {
    char deeper[32];
    (void)snprintf(deeper, sizeof deeper, "%s  ", indent);
    struct members members = {to, deeper, ""};
    fprintf(to, "%s\"type\": \"object\",\n%s\"additionalProperties\": false,\n", indent, indent);
    put_needed(to, indent, part);
    fprintf(to, "%s\"properties\": {\n", indent);
    for (unsigned i = 0; i < part->count; i++)
        put_column(&members, &part->columns[i]);
    fprintf(to, "\n%s}", indent);
}

static void put_list(struct members *members, const struct rh_form_part *part) {
    put_member(members, part->name);
    fprintf(members->to, "{\n      \"type\": \"array\"");
    put_described(members->to, part->meaning);
    fprintf(members->to, ",\n      \"items\": {\n");
    put_object(members->to, "        ", part);
    fprintf(members->to, "\n      }\n    }");
}

/* The options that a sweep takes lists for; NULL behind the last. */
static const char *axis_name(unsigned index) {
    static const struct {
        const struct rh_option *rows;
        unsigned count;
    } tables[] = {{rh_options_rows, RH_OPTIONS_ROWS},
                  {rh_run_options_rows, RH_RUN_OPTIONS_ROWS},
                  {rh_loop_options_rows, RH_LOOP_OPTIONS_ROWS},
                  {rh_run_kernel_rows, RH_RUN_KERNEL_ROWS}};
    for (unsigned k = 0; k < sizeof tables / sizeof tables[0]; k++)
        for (unsigned i = 0; i < tables[k].count; i++)
            if (rh_option_swept(&tables[k].rows[i]) && index-- == 0)
                return tables[k].rows[i].name;
    return NULL;
}

static void put_axis_columns(struct members *members, const char *type) {
    const char *name;
    for (unsigned i = 0; (name = axis_name(i)) != NULL; i++) {
        put_member(members, name);
        fprintf(members->to, "{\"$ref\": \"#/$defs/%s\"}", type);
    }
}

/* The axes of a sweep: options of `simulate`, each with its values as they were written. */
static void put_axes(FILE *to) {
    struct members members = {to, "        ", ""};
    fprintf(to, "      \"type\": \"object\",\n      \"additionalProperties\": false,\n      \"minProperties\": 1,\n"
                "      \"properties\": {\n");
    put_axis_columns(&members, "values");
    fprintf(to, "\n      }");
}

/* A statistic of a sweep: alone, or over several values of an axis. */
static void put_figure(struct members *members, const char *name, const char *type) {
    static const char *const ways[] = {"", "_sd", "_least", "_greatest"};
    for (unsigned way = 0; way < sizeof ways / sizeof ways[0]; way++) {
        char full[160];
        const char *axis;
        bool taken = false;
        for (unsigned i = 0; (axis = axis_name(i)) != NULL; i++)
            taken = taken || strcmp(axis, name) == 0;
        for (unsigned counted = 0; counted <= taken; counted++) {
            if (taken && counted == 0 && way == 0)
                continue; /* it stands among the options */
            (void)snprintf(full, sizeof full, "%s%s%s", counted ? "counted_" : "", name, ways[way]);
            put_member(members, full);
            fprintf(members->to, "{\"$ref\": \"#/$defs/%s\"}", way == 0 ? type : "figure");
        }
    }
}

static void put_latency_figures(struct members *members, const char *name) {
    static const char *const ends[] = {
        "mean",
#define RH_PERCENTILE(name, share, meaning) #name,
#include "tables/stats.def"
        "max",
    };
    char full[96];
    for (unsigned i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        (void)snprintf(full, sizeof full, "latency%s_%s", name, ends[i]);
        put_figure(members, full, i == 0 ? "figure" : "count");
    }
}

static void put_sweep_rows(FILE *to) {
    struct members members = {to, "          ", ""};
    fprintf(to, "        \"type\": \"object\",\n        \"additionalProperties\": false,\n        \"properties\": {\n");
    put_axis_columns(&members, "value"); /* without such an axis, the statistic of that name */
    put_member(&members, "configuration_hash");
    fputs("{\"type\": \"string\", \"pattern\": \"^(fnv1a64:[0-9a-f]{16})?$\"}", to);
    put_figure(&members, "channels", "count");
#define RH_STAT(name, merge, unit, meaning)     put_figure(&members, #name, "count");
#define RH_FIGURE(name, unit, meaning, value)   put_figure(&members, #name, "figure");
#define RH_FAIRNESS(name, unit, meaning, value) put_figure(&members, #name, "figure");
#include "tables/stats.def"
    put_figure(&members, "row_access_locality_before_network", "figure");
    put_figure(&members, "row_access_locality_after_network", "figure");
    put_figure(&members, "offered_gb_per_s", "figure");
    put_latency_figures(&members, "");
#define RH_LATENCY(name, meaning) put_latency_figures(&members, "_" #name);
#include "tables/stats.def"
#define RH_CAUSE(name, code, key, meaning) put_figure(&members, "stall_" #key, "count");
#include "tables/causes.def"
#undef RH_CAUSE
#define RH_ENERGY_COMPONENT(name, of, meaning) put_figure(&members, "energy_" #name, "figure");
#include "tables/energy.def"
    put_figure(&members, "energy_total", "figure");
#define RH_LOOP(name, unit, meaning)               put_figure(&members, "network_" #name, "count");
#define RH_LOOP_PART(name, meaning)                put_figure(&members, "network_latency_" #name "_mean", "figure");
#define RH_LOOP_FIGURE(name, unit, meaning, value) put_figure(&members, "network_" #name, "figure");
#include "tables/loop.def"
#define RH_GPU_COUNT(name, unit, meaning)         put_figure(&members, "kernel_" #name, "count");
#define RH_GPU_FIGURE(name, unit, meaning, value) put_figure(&members, "kernel_" #name, "figure");
#define RH_GPU_STALL(name, meaning)               put_figure(&members, "kernel_stall_" #name, "count");

#define RH_WARP_OP(NAME, name, meaning) put_figure(&members, "kernel_" #name "_instructions", "count");

#define RH_WARP_SPACE(NAME, name, letter, stores, meaning) put_figure(&members, "kernel_" #name "_accesses", "count");
#include "tables/gpu.def"
#include "tables/warps.def"
    fprintf(to, "\n        }");
}

static void put_sweep_list(struct members *members, const struct rh_form_part *part) {
    put_member(members, part->name);
    fprintf(members->to, "{\n      \"type\": \"array\"");
    put_described(members->to, part->meaning);
    fprintf(members->to, ",\n      \"items\": {\n");
    put_sweep_rows(members->to);
    fprintf(members->to, "\n      }\n    }");
}

static void put_configuration(struct members *members, const struct rh_form *form) {
    FILE *to = members->to;
    put_member(members, "configuration");
    fputs("{\n", to);
    if (form->swept)
        put_axes(to);
    else if (form->schema != NULL)
        fputs("      \"type\": \"object\"", to);
    else
        put_object(to, "      ", &form->configuration);
    fputs("\n    }", to);
    put_member(members, "configuration_hash");
    fputs("{\n      \"type\": \"string\",\n      \"pattern\": \"^fnv1a64:[0-9a-f]{16}$\",\n      \"description\": ",
          to);
    char covers[256];
    (void)snprintf(covers, sizeof covers, "of the text of `configuration`, which is %s", form->configuration.meaning);
    put_quoted(to, covers);
    fputs("\n    }", to);
}

/* What every result begins with. */
static void put_result_head(FILE *to, const char *name) {
    fprintf(to,
            "    \"schema\": {\"const\": \"rowhold-%s\"},\n"
            "    \"schema_version\": {\"const\": %d},\n"
            "    \"program\": {\n"
            "      \"type\": \"object\",\n"
            "      \"additionalProperties\": false,\n"
            "      \"required\": [\"version\", \"commit\"],\n"
            "      \"properties\": {\"version\": {\"type\": \"string\"}, \"commit\": {\"type\": \"string\"}}\n"
            "    }",
            name, RH_RESULT_SCHEMA);
}

static void print_result_schema(FILE *to, const struct rh_form *form) {
    struct members members = {to, "    ", ",\n"};
    fprintf(to,
            "{\n"
            "  \"$comment\": \"SPDX-License-Identifier: Apache-2.0. Generated by scripts/lib/rh_gen_results.c from the "
            "columns of "
            "the command.\",\n"
            "  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"
            "  \"title\": \"rowhold-%s: the file of `%s`\",\n"
            "  \"type\": \"object\",\n"
            "  \"additionalProperties\": false,\n"
            "  \"required\": [\"schema\", \"schema_version\", \"program\", \"configuration\", \"configuration_hash\", ",
            form->name, form->command);
    for (unsigned i = 0; i < form->members.count; i++)
        fprintf(to, "\"%s\", ", form->members.columns[i].name);
    fprintf(to, "\"%s\"", form->rows.name);
    if (form->more.columns != NULL)
        fprintf(to, ", \"%s\"", form->more.name);
    fprintf(to, "],\n");
    if (form->one_of != NULL)
        fprintf(to, "  \"oneOf\": %s,\n", form->one_of);
    fprintf(to, "  \"properties\": {\n");
    put_result_head(to, form->name);
    put_configuration(&members, form);
    for (unsigned i = 0; i < form->members.count; i++)
        put_column(&members, &form->members.columns[i]);
    if (form->swept)
        put_sweep_list(&members, &form->rows);
    else
        put_list(&members, &form->rows);
    if (form->more.columns != NULL)
        put_list(&members, &form->more);
    if (form->schema != NULL)
        form->schema(to, false);
    fprintf(to, "\n  }");
    if (form->schema != NULL) {
        fputs(",\n  \"$defs\": {\n", to);
        form->schema(to, true);
        fputs("\n  }", to);
    }
    if (form->swept)
        fputs(",\n  \"$defs\": {\n"
              "    \"values\": {\"type\": \"array\", \"minItems\": 1, \"items\": {\"type\": \"string\"}},\n"
              "    \"value\": {\"type\": [\"string\", \"number\", \"null\"]},\n"
              "    \"count\": {\"type\": [\"number\", \"null\"], \"minimum\": 0},\n"
              "    \"figure\": {\"type\": [\"number\", \"null\"], \"minimum\": 0}\n"
              "  }",
              to);
    fputs("\n}\n", to);
}

#endif
