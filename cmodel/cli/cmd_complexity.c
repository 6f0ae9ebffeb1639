// SPDX-License-Identifier: Apache-2.0
// `rowhold complexity`: bits stored and compared by formula, as published, and counted in the netlist.
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/rh_forms.h"
#include "rowhold/rh_allocator.h"
#include "rowhold/rh_area.h"
#include "rowhold/rh_bits.h"
#include "rowhold/rh_complexity.h"
#include "rowhold/rh_controller.h"
#include "rowhold/rh_source.h"

struct arguments {
    struct rh_complexity_system system;
    const char *area;
    struct rh_table_options table;
};

/* One line of every output: `bits` and `published` are of comparisons. */
struct netlist {
    struct rh_area_table table;
    bool there;      /* the table exists */
    bool fits;       /* it was measured for these rows and banks */
    const char *why; /* no number: why */
};

/* Bits that a design's policy compares, or -1 where they were not measured. */
static int64_t measured(const struct netlist *netlist, const char *design, const char *settings) {
    const struct rh_area_row *row =
        netlist->there && netlist->fits ? rh_area_find(&netlist->table, design, settings) : NULL;
    return row == NULL ? -1 : rh_area_policy_bits(&netlist->table, row);
}

static int64_t measured_controller(const struct netlist *netlist, const struct arguments *a, const char *name) {
    char settings[64];
    (void)snprintf(settings, sizeof settings, "queue=%" PRIu32, a->system.queue);
    return measured(netlist, name, settings);
}

/* A crossbar's allocator under the hold rule of a design, "banked_fifo+RULE": the comparators are those of the rule, so
 * any allocator will do. */
static int64_t measured_crossbar(const struct netlist *netlist, const struct arguments *a, const char *design) {
    const char *rule = strchr(design, '+');
    uint8_t hold;
    char name[64], settings[64];
    if (rule == NULL || (size_t)snprintf(name, sizeof name, "%s", rule + 1) >= sizeof name)
        return -1;
    size_t bits = strlen(name) - strlen("_4"); /* hash bits, the usual ones */
    if (strcmp(name + bits, "_4") == 0)
        name[bits] = '\0';
    if (!rh_hold_rule_find(name, &hold))
        return -1;
    (void)snprintf(settings, sizeof settings, "inputs=%" PRIu32 " outputs=%" PRIu32 " destinations=%" PRIu32 " hold=%u",
                   a->system.cores, a->system.controllers, a->system.controllers, (unsigned)hold);
    return measured(netlist, rh_allocator_at(0)->name, settings);
}

static bool load(const struct arguments *a, struct netlist *netlist, struct rh_error *error) {
    char path[RH_SOURCE_PATH + 32], source[RH_SOURCE_PATH];
    struct rh_complexity_system thesis = rh_complexity_thesis();
    (void)snprintf(path, sizeof path, "%s/docs/tables/area.csv", rh_source_folder(source));
    const char *area = a->area != NULL ? a->area : path;
    const struct rh_file_use use = {"--area", area, false};
    if (!rh_table_options_apart(&a->table, &use, 1, error))
        return false;
    netlist->fits = a->system.rows == thesis.rows && a->system.banks == thesis.banks;
    netlist->why = netlist->fits ? "not measured: run scripts/area" : "measured for 4096 rows and 4 banks alone";
    if (a->area == NULL && access(path, F_OK) != 0)
        return true;
    netlist->there = true;
    return rh_area_load(area, &netlist->table, error);
}

/* The netlist's count for a row of the table: a bare controller on any network, and what holding adds to a crossbar. */
static int64_t row_measured(const struct netlist *netlist, const struct arguments *a, const struct rh_complexity *row) {
    if (strcmp(row->network, "crossbar") == 0)
        return measured_crossbar(netlist, a, row->design);
    int64_t one = strcmp(row->network, "any") == 0 ? measured_controller(netlist, a, row->design) : -1;
    return one < 0 ? -1 : one * (int64_t)a->system.controllers;
}

#define PUBLISHED "bits that the thesis prints, which are those of C 28, M 8, Q 32, nB 4 and 4096 rows"
static const struct rh_column columns[] = {
    {.name = "design", .kind = RH_CELL_TEXT, .wrap = 23},
    {.name = "network", .kind = RH_CELL_TEXT},
    {.name = "stored_formula", .kind = RH_CELL_TEXT, .hidden = true},
    {.name = "stored", .heading = "stored\nbits", .kind = RH_CELL_COUNT, .meaning = "bits"},
    {.name = "published_stored",
     .heading = "stored\nthesis",
     .kind = RH_CELL_COUNT,
     .maybe = true,
     .meaning = PUBLISHED},
    {.name = "network_formula", .kind = RH_CELL_TEXT, .hidden = true},
    {.name = "compared_network", .kind = RH_CELL_COUNT, .hidden = true, .meaning = "bits a clock in the network"},
    {.name = "controller_formula", .kind = RH_CELL_TEXT, .hidden = true},
    {.name = "compared_controllers", .kind = RH_CELL_COUNT, .hidden = true, .meaning = "bits a clock in controllers"},
    {.name = "compared", .heading = "compared\nbits", .kind = RH_CELL_COUNT, .meaning = "bits a clock in both"},
    {.name = "published_compared",
     .heading = "compared\nthesis",
     .kind = RH_CELL_COUNT,
     .maybe = true,
     .meaning = PUBLISHED},
    {.name = "netlist",
     .heading = "compared\nnetlist",
     .kind = RH_CELL_COUNT,
     .maybe = true,
     .meaning = "bits of comparators in the netlist"},
    {.name = "disagreement", .kind = RH_CELL_TEXT, .hidden = true, .meaning = "where the thesis disagrees with itself"},
    {.name = "note", .kind = RH_CELL_TEXT, .hidden = true},
};
static const struct rh_column controllers[] = {
    {.name = "controller", .kind = RH_CELL_TEXT},
    {.name = "bits", .heading = "formula\nbits", .kind = RH_CELL_COUNT, .maybe = true, .meaning = "compared a clock"},
    {.name = "netlist",
     .heading = "netlist\nbits",
     .kind = RH_CELL_COUNT,
     .maybe = true,
     .meaning = "bits of comparators in the netlist"},
    {.name = "formula", .kind = RH_CELL_TEXT, .wrap = 19, .maybe = true},
    {.name = "source", .heading = "source of the formula", .kind = RH_CELL_TEXT, .wrap = 21, .maybe = true},
};
static const struct rh_column configuration[] = {
    {.name = "cores", .kind = RH_CELL_COUNT},
    {.name = "controllers", .kind = RH_CELL_COUNT},
    {.name = "queue", .kind = RH_CELL_COUNT},
    {.name = "rows", .kind = RH_CELL_COUNT},
    {.name = "banks", .kind = RH_CELL_COUNT},
    {.name = "area",
     .kind = RH_CELL_TEXT,
     .maybe = true,
     .meaning = "hash of the rows of the table with the netlists' counts"},
};

const struct rh_form rh_form_complexity = {
    .name = "complexity",
    .command = "rowhold complexity --json",
    .configuration = RH_FORM_PART("configuration", configuration,
                                  "the memory system's sizes and the table of netlists: all that the rows depend on"),
    .rows = RH_FORM_PART("rows", columns, "a design on a network"),
    .more = RH_FORM_PART("controllers", controllers, "address bits that one controller compares a clock"),
};

static bool add_rows(struct rh_table *table, const struct arguments *a, const struct netlist *netlist) {
    struct rh_complexity r;
    bool good = true;
    for (unsigned i = 0; good && rh_complexity_row(i, &a->system, &r); i++)
        good = rh_table_text(table, r.design) && rh_table_text(table, r.network) &&
               rh_table_text(table, r.stored_formula) && rh_table_count(table, r.stored) &&
               rh_table_known(table, r.published_stored) && rh_table_text(table, r.network_formula) &&
               rh_table_count(table, r.compared_network) && rh_table_text(table, r.controller_formula) &&
               rh_table_count(table, r.compared_controllers) &&
               rh_table_count(table, r.compared_network + r.compared_controllers) &&
               rh_table_known(table, r.published_compared) && rh_table_known(table, row_measured(netlist, a, &r)) &&
               rh_table_text(table, r.disagreement) && rh_table_text(table, r.note);
    return good;
}

/* Controllers by registry: what one of them compares. */
static bool add_controllers(struct rh_table *table, const struct arguments *a, const struct netlist *netlist) {
    bool good = true;
    for (unsigned i = 0; good && i < rh_controller_count(); i++) {
        const char *name = rh_controller_at(i)->name;
        struct rh_complexity_controller model;
        bool known = rh_complexity_controller(name, &a->system, &model);
        good = rh_table_text(table, name) && rh_table_known(table, known ? (int64_t)model.bits : -1) &&
               rh_table_known(table, measured_controller(netlist, a, name)) &&
               rh_table_text(table, known ? model.formula : NULL) && rh_table_text(table, known ? model.source : NULL);
    }
    return good;
}

static bool add_configuration(struct rh_table *table, const struct arguments *a, const struct netlist *netlist) {
    const struct rh_complexity_system *s = &a->system;
    return rh_table_count(table, s->cores) && rh_table_count(table, s->controllers) &&
           rh_table_count(table, s->queue) && rh_table_count(table, s->rows) && rh_table_count(table, s->banks) &&
           (netlist->there ? rh_table_hash(table, netlist->table.hash) : rh_table_none(table));
}

static void print_formulas(const struct arguments *a) {
    static const struct rh_column formulas[] = {
        {.name = "design", .kind = RH_CELL_TEXT, .wrap = 23},
        {.name = "network", .kind = RH_CELL_TEXT},
        {.name = "stored", .kind = RH_CELL_TEXT, .wrap = 14},
        {.name = "network_formula", .heading = "compared in\nthe network", .kind = RH_CELL_TEXT, .wrap = 14},
        {.name = "controller_formula", .heading = "compared in\ncontrollers", .kind = RH_CELL_TEXT, .wrap = 12},
    };
    struct rh_complexity r;
    struct rh_table *table = rh_table_open(formulas, sizeof formulas / sizeof formulas[0]);
    bool good = table != NULL;
    for (unsigned i = 0; good && rh_complexity_row(i, &a->system, &r); i++)
        good = rh_table_text(table, r.design) && rh_table_text(table, r.network) &&
               rh_table_text(table, r.stored_formula) && rh_table_text(table, r.network_formula) &&
               rh_table_text(table, r.controller_formula);
    if (good)
        rh_table_print(table, "", stdout);
    rh_table_close(table);
}

/* Remarks on single rows, wrapped as a table of two columns. */
static void print_notes(const struct arguments *a, bool disagreements, const char *title) {
    static const struct rh_column notes[] = {
        {.name = "design", .kind = RH_CELL_TEXT, .wrap = 23},
        {.name = "network", .kind = RH_CELL_TEXT},
        {.name = "note", .kind = RH_CELL_TEXT, .wrap = 24},
    };
    struct rh_complexity r;
    struct rh_table *table = rh_table_open(notes, sizeof notes / sizeof notes[0]);
    bool good = table != NULL;
    for (unsigned i = 0; good && rh_complexity_row(i, &a->system, &r); i++) {
        const char *text = disagreements ? r.disagreement : r.note;
        good = text[0] == '\0' ||
               (rh_table_text(table, r.design) && rh_table_text(table, r.network) && rh_table_text(table, text));
    }
    if (good && rh_table_rows(table) > 0) {
        printf("\n%s\n\n", title);
        rh_table_print(table, "", stdout);
    }
    rh_table_close(table);
}

static void print_text(const struct arguments *a, const struct netlist *netlist, const struct rh_table_result *result) {
    bool missing = false;
    printf("C = %u cores, M = %u controllers of Q = %u entries, nB = %u banks of %u rows;\n"
           "r = %u bits of a row, b = %u of a bank. Thesis: C 28, M 8, Q 32, nB 4, 4096 rows.\n"
           "Bits stored, and bits compared a clock:\n\n",
           (unsigned)a->system.cores, (unsigned)a->system.controllers, (unsigned)a->system.queue,
           (unsigned)a->system.banks, (unsigned)a->system.rows, rh_log2_up(a->system.rows),
           rh_log2_up(a->system.banks));
    rh_table_print(result->rows, "", stdout);
    printf("\nThe formulas, in bits:\n\n");
    print_formulas(a);
    print_notes(a, false, "Notes:");
    print_notes(a, true, "Where the thesis disagrees with itself:");
    printf("\nOne controller, address bits compared a clock:\n\n");
    rh_table_print(result->more, "", stdout);
    for (unsigned i = 0; i < rh_controller_count(); i++)
        missing = missing || measured_controller(netlist, a, rh_controller_at(i)->name) < 0;
    if (missing)
        printf("netlist -: %s\n", netlist->why);
}

static bool report(const struct arguments *a, const struct netlist *netlist, struct rh_error *error) {
    struct rh_table_result result;
    if (!rh_table_result_open(&result, &rh_form_complexity, error))
        return false;
    bool good = add_configuration(result.configuration, a, netlist) && add_rows(result.rows, a, netlist) &&
                add_controllers(result.more, a, netlist);
    good = good ? rh_table_write(&result, &a->table, error) : rh_table_no_memory(&rh_form_complexity, error);
    if (good && !rh_table_options_stdout(&a->table))
        print_text(a, netlist, &result);
    rh_table_result_close(&result);
    return good;
}

static int run_command(int argc, char **argv) {
    struct arguments a = {.system = rh_complexity_thesis()};
    struct netlist netlist = {0};
    struct rh_error error = {""};
    int parsed = rh_cli_parse(&rh_cli_complexity, argc, argv, &a);
    if (parsed != 0)
        return parsed == 1 ? 0 : 2;
    bool good = rh_complexity_check(&a.system, &error) && load(&a, &netlist, &error) && report(&a, &netlist, &error);
    rh_area_close(&netlist.table);
    return good ? 0 : rh_cli_fail(&error);
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct arguments, kind, spelling, __VA_ARGS__)
static const struct rh_option own[] = {
    ROW(NUMBER, "cores", "N", system.cores, .group = "memory system", .least = 1, .most = 65535,
        .help = "C (default 28)"),
    ROW(NUMBER, "controllers", "N", system.controllers, .least = 1, .most = 65535, .help = "M (default 8)"),
    ROW(NUMBER, "queue", "N", system.queue, .least = 1, .most = 65535, .help = "Q, entries a controller (default 32)"),
    ROW(NUMBER, "rows", "N", system.rows, .least = 2, .most = 1 << 20, .help = "rows a bank (default 4096)"),
    ROW(NUMBER, "banks", "N", system.banks, .least = 2, .most = 65535, .help = "nB, banks a channel (default 4)"),
    ROW(INPUT, "area", "FILE.csv", area, .group = "files",
        .help = "netlist counts (default docs/tables/area.csv of the source folder; scripts/area makes it)"),
};

const struct rh_cli rh_cli_complexity = {
    .name = "complexity",
    .meaning = "bits compared and stored: formula, published, netlist",
    .about = "Bits that a memory system stores and compares to keep rows together: formula, published, netlist.",
    .examples = "complexity\n"
                "complexity --queue 64 --csv complexity.csv",
    .exits = "0 done, 2 usage or input error",
    .tables = {RH_OPTION_TABLE(own, 0), RH_OPTION_TABLE(rh_table_options_rows, offsetof(struct arguments, table))},
    .run = run_command,
};
