// SPDX-License-Identifier: Apache-2.0
// `rowhold list`: the kinds of hardware design and their variants, for people, scripts and other programs.
#include <stdio.h>
#include <string.h>

#include "cmodel/cli/rh_json.h"
#include "cmodel/cli/rh_options.h"
#include "rowhold/rh_variant.h"

enum { SCHEMA = 1 };

static const char usage[] = "usage: rowhold list [--kind KIND] [--names | --json]\n"
                            "The hardware designs of the registry: every variant of every kind.\n\n"
                            "  --kind KIND  this kind alone\n"
                            "  --names      names only, one a line\n"
                            "  --json       as JSON: kinds, their parameters and variants\n\n"
                            "examples:\n"
                            "  rowhold list\n"
                            "  rowhold list --kind controller --names\n"
                            "  rowhold list --json\n";

/* What is asked for: one kind, or all. */
struct arguments {
    enum rh_kind_code from, behind;
    bool names, json, help;
};

static bool kind_of(const char *text, struct arguments *a, struct rh_error *error) {
    a->from = rh_kind_find(text);
    a->behind = (enum rh_kind_code)(a->from + 1);
    if (a->from != RH_KINDS)
        return true;
    char list[256] = "";
    for (unsigned kind = 0, used = 0; kind < RH_KINDS && used < sizeof list; kind++)
        used += (unsigned)snprintf(list + used, sizeof list - used, "%s%s", kind == 0 ? "" : ", ",
                                   rh_kind_of((enum rh_kind_code)kind)->name);
    return rh_error_set(error, "--kind: found '%s', expected one of %s", text, list);
}

static bool parse(int argc, char **argv, struct arguments *a, struct rh_error *error) {
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0)
            a->help = true;
        else if (strcmp(argv[i], "--names") == 0)
            a->names = true;
        else if (strcmp(argv[i], "--json") == 0)
            a->json = true;
        else if (strcmp(argv[i], "--kind") == 0 && i + 1 < argc) {
            if (!kind_of(argv[++i], a, error))
                return false;
        } else if (strcmp(argv[i], "--kind") == 0)
            return rh_error_set(error, "--kind: found nothing, expected a kind");
        else
            return rh_error_set(error, "list: found '%s', expected --kind, --names or --json", argv[i]);
    }
    return !(a->names && a->json) || rh_error_set(error, "--json: found with --names, expected one of them");
}

static void print_parameters(const struct rh_kind *kind) {
    printf("      \"parameters\": [");
    for (unsigned i = 0; i < kind->param_count; i++) {
        const struct rh_param *p = &kind->params[i];
        printf("%s\n        {\"name\": \"%s\", \"parameter\": \"%s\", \"default\": %u, \"least\": %u, "
               "\"greatest\": %u, \"power_of_two\": %s, \"meaning\": ",
               i == 0 ? "" : ",", p->name, p->parameter, p->usual, p->least, p->most, p->power ? "true" : "false");
        rh_json_string(stdout, p->meaning);
        printf("}");
    }
    printf("\n      ],\n");
}

static void print_json(const struct arguments *a) {
    printf("{\n  \"schema_version\": %d,\n  \"kinds\": [", SCHEMA);
    for (unsigned kind = a->from; kind < a->behind; kind++) {
        const struct rh_kind_row *k = rh_kind_of((enum rh_kind_code)kind);
        const struct rh_variant *v;
        printf("%s\n    {\n      \"name\": \"%s\",\n      \"folder\": \"%s\",\n      \"meaning\": ",
               kind == a->from ? "" : ",", k->name, k->folder);
        rh_json_string(stdout, k->meaning);
        printf(",\n");
        print_parameters(k->kind);
        printf("      \"variants\": [");
        for (size_t i = 0; (v = rh_variant_at((enum rh_kind_code)kind, i)) != NULL; i++) {
            printf("%s\n        {\"name\": \"%s\", \"meaning\": ", i == 0 ? "" : ",", v->name);
            rh_json_string(stdout, v->meaning);
            printf("}");
        }
        printf("\n      ]\n    }");
    }
    printf("\n  ]\n}\n");
}

static void print_text(const struct arguments *a) {
    for (unsigned kind = a->from; kind < a->behind; kind++) {
        const struct rh_kind_row *k = rh_kind_of((enum rh_kind_code)kind);
        const struct rh_variant *v;
        if (!a->names)
            printf("%s%s: %s\n", kind == a->from ? "" : "\n", k->name, k->meaning);
        for (size_t i = 0; (v = rh_variant_at((enum rh_kind_code)kind, i)) != NULL; i++)
            if (a->names)
                printf("%s\n", v->name);
            else
                printf("  %-14s %s\n", v->name, v->meaning);
    }
}

int rh_cmd_list(int argc, char **argv) {
    struct arguments a = {.behind = RH_KINDS};
    struct rh_error error = {""};
    if (!parse(argc, argv, &a, &error))
        return rh_options_fail(&error);
    if (a.help)
        printf("%s", usage);
    else if (a.json)
        print_json(&a);
    else
        print_text(&a);
    return 0;
}
