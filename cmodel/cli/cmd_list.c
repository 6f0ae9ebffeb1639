// SPDX-License-Identifier: Apache-2.0
// `rowhold list`: the kinds of hardware design and their variants, for people, scripts and other programs.
#include <stdio.h>

#include "cmodel/cli/rh_commands.h"
#include "cmodel/run/rh_json.h"
#include "rowhold/rh_variant.h"

enum { SCHEMA = 1 };

/* What is asked for: one kind, or all. */
struct arguments {
    enum rh_kind_code from, behind;
    const char *kind;
    bool names, json;
};

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

static int run_command(int argc, char **argv) {
    struct arguments a = {.behind = RH_KINDS};
    struct rh_error error = {""};
    int parsed = rh_cli_parse(&rh_cli_list_command, argc, argv, &a);
    if (parsed != 0)
        return parsed == 1 ? 0 : 2;
    if (a.names && a.json) {
        rh_error_set(&error, "--json: found with --names, expected one of them");
        return rh_cli_fail(&error);
    }
    if (a.kind != NULL) {
        a.from = rh_kind_find(a.kind);
        a.behind = (enum rh_kind_code)(a.from + 1);
    }
    if (a.json)
        print_json(&a);
    else
        print_text(&a);
    return 0;
}

static const char *kind_word(unsigned index) {
    return index < RH_KINDS ? rh_kind_of((enum rh_kind_code)index)->name : NULL;
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct arguments, kind, spelling, __VA_ARGS__)
static const struct rh_option own[] = {
    ROW(TEXT, "kind", "KIND", kind, .word = kind_word, .help = "this kind alone"),
    ROW(FLAG, "names", NULL, names, .help = "names only, one a line"),
    ROW(FLAG, "json", NULL, json, .help = "as JSON: kinds, their parameters and variants"),
};

const struct rh_cli rh_cli_list_command = {
    .name = "list",
    .meaning = "kinds of hardware design and their variants, as text or JSON",
    .about = "The hardware designs of the registry: every variant of every kind.",
    .examples = "list\n"
                "list --kind controller --names\n"
                "list --json",
    .exits = "0 done, 2 usage error",
    .tables = {RH_OPTION_TABLE(own, 0)},
    .run = run_command,
};
