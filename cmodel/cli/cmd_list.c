// SPDX-License-Identifier: Apache-2.0
// `rowhold list`: the kinds of hardware design and their variants, for people, scripts and other programs.
#include <stddef.h>
#include <stdio.h>

#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/rh_forms.h"
#include "rowhold/rh_variant.h"

/* What is asked for: one kind, or all. */
struct arguments {
    struct rh_table_options table;
    enum rh_kind_code from, behind;
    const char *kind;
    bool names;
};

static const struct rh_column configuration[] = {
    {.name = "kind", .kind = RH_CELL_TEXT, .maybe = true, .meaning = "of --kind"},
};
static const struct rh_column variants[] = {
    {.name = "kind", .kind = RH_CELL_TEXT},
    {.name = "name", .kind = RH_CELL_TEXT},
    {.name = "meaning", .kind = RH_CELL_TEXT, .wrap = 20},
};
static const struct rh_column parameters[] = {
    {.name = "kind", .kind = RH_CELL_TEXT},
    {.name = "name", .kind = RH_CELL_TEXT},
    {.name = "parameter", .kind = RH_CELL_TEXT, .meaning = "of the module"},
    {.name = "default", .kind = RH_CELL_COUNT},
    {.name = "least", .kind = RH_CELL_COUNT},
    {.name = "greatest", .kind = RH_CELL_COUNT},
    {.name = "power_of_two", .kind = RH_CELL_FLAG},
    {.name = "meaning", .kind = RH_CELL_TEXT},
};

const struct rh_form rh_form_list = {
    .name = "list",
    .command = "rowhold list --json",
    .configuration = RH_FORM_PART("configuration", configuration, "the kind that is asked for"),
    .rows = RH_FORM_PART("variants", variants, "designs of the registry"),
    .more = RH_FORM_PART("parameters", parameters, "what a design of a kind can be made with"),
};

static bool add_variants(struct rh_table *table, const struct arguments *a) {
    bool good = true;
    for (enum rh_kind_code kind = a->from; kind < a->behind; kind++) {
        const struct rh_variant *v;
        for (size_t i = 0; good && (v = rh_variant_at(kind, i)) != NULL; i++)
            good = rh_table_text(table, rh_kind_of(kind)->name) && rh_table_text(table, v->name) &&
                   rh_table_text(table, v->meaning);
    }
    return good;
}

static bool add_parameters(struct rh_table *table, const struct arguments *a) {
    bool good = true;
    for (enum rh_kind_code code = a->from; code < a->behind; code++) {
        const struct rh_kind *kind = rh_kind_of(code)->kind;
        for (unsigned i = 0; good && i < kind->param_count; i++) {
            const struct rh_param *p = &kind->params[i];
            good = rh_table_text(table, rh_kind_of(code)->name) && rh_table_text(table, p->name) &&
                   rh_table_text(table, p->parameter) && rh_table_count(table, p->defaults) &&
                   rh_table_count(table, p->least) && rh_table_count(table, p->most) &&
                   rh_table_count(table, p->power) && rh_table_text(table, p->meaning);
        }
    }
    return good;
}

static int report(const struct arguments *a, struct rh_error *error) {
    struct rh_table_result result;
    if (!rh_table_result_open(&result, &rh_form_list, error))
        return rh_cli_fail(error);
    bool good =
        rh_table_text(result.configuration, a->kind) && add_variants(result.rows, a) && add_parameters(result.more, a);
    good = good ? rh_table_write(&result, &a->table, error) : rh_table_no_memory(&rh_form_list, error);
    if (good && !rh_table_options_stdout(&a->table))
        rh_table_print(result.rows, "", stdout);
    rh_table_result_close(&result);
    return good ? 0 : rh_cli_fail(error);
}

static int print_names(const struct arguments *a) {
    const struct rh_variant *v;
    for (enum rh_kind_code kind = a->from; kind < a->behind; kind++)
        for (size_t i = 0; (v = rh_variant_at(kind, i)) != NULL; i++)
            printf("%s\n", v->name);
    return 0;
}

static int run_command(int argc, char **argv) {
    struct arguments a = {.behind = RH_KINDS};
    struct rh_error error = {""};
    int parsed = rh_cli_parse(&rh_cli_list_command, argc, argv, &a);
    if (parsed != 0)
        return parsed == 1 ? 0 : 2;
    const char *file = a.table.json != NULL       ? "--json"
                       : a.table.csv != NULL      ? "--csv"
                       : a.table.markdown != NULL ? "--markdown"
                                                  : NULL;
    if (a.names && file != NULL) {
        rh_option_excludes(&error, file, "--names");
        return rh_cli_fail(&error);
    }
    if (!rh_table_options_apart(&a.table, NULL, 0, &error))
        return rh_cli_fail(&error);
    if (a.kind != NULL) {
        a.from = rh_kind_find(a.kind);
        a.behind = (enum rh_kind_code)(a.from + 1);
    }
    return a.names ? print_names(&a) : report(&a, &error);
}

static const char *kind_word(unsigned index) {
    return index < RH_KINDS ? rh_kind_of((enum rh_kind_code)index)->name : NULL;
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct arguments, kind, spelling, __VA_ARGS__)
static const struct rh_option own[] = {
    ROW(TEXT, "kind", "KIND", kind, .word = kind_word, .help = "this kind alone"),
    ROW(FLAG, "names", NULL, names, .help = "names only, one a line"),
};

const struct rh_cli rh_cli_list_command = {
    .name = "list",
    .meaning = "kinds of hardware design and their variants, and their parameters",
    .about = "The hardware designs of the registry: every variant of every kind.",
    .examples = "list\n"
                "list --kind controller --names\n"
                "list --json -",
    .exits = "0 done, 2 usage error",
    .tables = {RH_OPTION_TABLE(own, 0), RH_OPTION_TABLE(rh_table_options_rows, offsetof(struct arguments, table))},
    .run = run_command,
};
