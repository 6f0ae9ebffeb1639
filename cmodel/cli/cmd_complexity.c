// SPDX-License-Identifier: Apache-2.0
// `rowhold complexity`: bits stored and compared by formula, as published, and counted in the netlist.
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/rh_table.h"
#include "rowhold/rh_allocator.h"
#include "rowhold/rh_area.h"
#include "rowhold/rh_bits.h"
#include "rowhold/rh_complexity.h"
#include "rowhold/rh_controller.h"
#include "rowhold/rh_files.h"
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
    const struct rh_file_use uses[] = {{"--area", area, false},
                                       {"--csv", a->table.csv, true},
                                       {"--json", a->table.json, true},
                                       {"--markdown", a->table.markdown, true}};
    if (!rh_files_apart(uses, sizeof uses / sizeof uses[0], error))
        return false;
    netlist->fits = a->system.rows == thesis.rows && a->system.banks == thesis.banks;
    netlist->why = netlist->fits ? "not measured: run scripts/area" : "measured for 4096 rows and 4 banks alone";
    if (a->area == NULL && access(path, F_OK) != 0)
        return true;
    netlist->there = true;
    return rh_area_load(area, &netlist->table, error);
}

static const char *number_text(int64_t number, char *text, size_t size) {
    if (number < 0)
        return "-";
    (void)snprintf(text, size, "%" PRId64, number);
    return text;
}

/* Controllers by registry: what one of them compares. */
static void print_controllers(const struct arguments *a, const struct netlist *netlist) {
    bool missing = false;
    printf("\none controller, address bits compared a clock\n\n%-14s %8s %8s  %s\n", "controller", "formula", "netlist",
           "the formula, in bits, and its source");
    for (unsigned i = 0; i < rh_controller_count(); i++) {
        const char *name = rh_controller_at(i)->name;
        struct rh_complexity_controller model;
        char text[24] = "", bits[24] = "";
        bool known = rh_complexity_controller(name, &a->system, &model);
        int64_t counted = measured_controller(netlist, a, name);
        printf("%-14s %8s %8s  %s%s%s%s\n", name, number_text(known ? (int64_t)model.bits : -1, bits, sizeof bits),
               number_text(counted, text, sizeof text), known ? model.formula : "no model", known ? " (" : "",
               known ? model.source : "", known ? ")" : "");
        missing = missing || counted < 0;
    }
    if (missing)
        printf("netlist -: %s\n", netlist->why);
}

/* The netlist's count for a row of the table: a bare controller on any network, and what holding adds to a crossbar. */
static int64_t row_measured(const struct netlist *netlist, const struct arguments *a, const struct rh_complexity *row) {
    if (strcmp(row->network, "crossbar") == 0)
        return measured_crossbar(netlist, a, row->design);
    int64_t one = strcmp(row->network, "any") == 0 ? measured_controller(netlist, a, row->design) : -1;
    return one < 0 ? -1 : one * (int64_t)a->system.controllers;
}

static void print_text(const struct arguments *a, const struct netlist *netlist) {
    struct rh_complexity row;
    printf("C = %u cores, M = %u controllers of Q = %u entries, nB = %u banks of %u rows; r = %u bits of a row,\n"
           "b = %u of a bank; published for C 28, M 8, Q 32, nB 4 and 4096 rows\n\n",
           (unsigned)a->system.cores, (unsigned)a->system.controllers, (unsigned)a->system.queue,
           (unsigned)a->system.banks, (unsigned)a->system.rows, rh_log2_up(a->system.rows),
           rh_log2_up(a->system.banks));
    printf("%-36s %-8s %18s %27s\n%-36s %-8s %8s %9s %8s %9s %8s\n", "", "", "bits stored", "bits compared a clock",
           "design", "network", "formula", "published", "formula", "published", "netlist");
    for (unsigned i = 0; rh_complexity_row(i, &a->system, &row); i++) {
        char ps[24] = "", pc[24] = "", n[24] = "";
        printf("%-36s %-8s %8" PRIu64 " %9s %8" PRIu64 " %9s %8s%s\n", row.design, row.network, row.stored,
               number_text(row.published_stored, ps, sizeof ps), row.compared_network + row.compared_controllers,
               number_text(row.published_compared, pc, sizeof pc),
               number_text(row_measured(netlist, a, &row), n, sizeof n), row.disagreement[0] != '\0' ? "  (!)" : "");
        printf("    stored %s; compared %s in the network, %s in the controllers\n", row.stored_formula,
               row.network_formula, row.controller_formula);
        if (row.note[0] != '\0')
            printf("    note: %s\n", row.note);
        if (row.disagreement[0] != '\0')
            printf("    (!) the thesis disagrees with itself: %s\n", row.disagreement);
    }
    print_controllers(a, netlist);
}

static const struct rh_column columns[] = {
    {.name = "design", .kind = RH_CELL_TEXT},
    {.name = "network", .kind = RH_CELL_TEXT},
    {.name = "stored_formula", .kind = RH_CELL_TEXT},
    {.name = "stored", .kind = RH_CELL_COUNT},
    {.name = "published_stored", .kind = RH_CELL_COUNT},
    {.name = "network_formula", .kind = RH_CELL_TEXT},
    {.name = "compared_network", .kind = RH_CELL_COUNT},
    {.name = "controller_formula", .kind = RH_CELL_TEXT},
    {.name = "compared_controllers", .kind = RH_CELL_COUNT},
    {.name = "compared", .kind = RH_CELL_COUNT},
    {.name = "published_compared", .kind = RH_CELL_COUNT},
    {.name = "netlist", .kind = RH_CELL_COUNT},
    {.name = "disagreement", .kind = RH_CELL_TEXT},
    {.name = "note", .kind = RH_CELL_TEXT},
};

static bool add_count(struct rh_table *table, int64_t number) {
    return number < 0 ? rh_table_none(table) : rh_table_count(table, (uint64_t)number);
}

static bool add_rows(struct rh_table *table, const struct arguments *a, const struct netlist *netlist) {
    struct rh_complexity r;
    bool good = true;
    for (unsigned i = 0; good && rh_complexity_row(i, &a->system, &r); i++)
        good = rh_table_text(table, r.design) && rh_table_text(table, r.network) &&
               rh_table_text(table, r.stored_formula) && rh_table_count(table, r.stored) &&
               add_count(table, r.published_stored) && rh_table_text(table, r.network_formula) &&
               rh_table_count(table, r.compared_network) && rh_table_text(table, r.controller_formula) &&
               rh_table_count(table, r.compared_controllers) &&
               rh_table_count(table, r.compared_network + r.compared_controllers) &&
               add_count(table, r.published_compared) && add_count(table, row_measured(netlist, a, &r)) &&
               rh_table_text(table, r.disagreement) && rh_table_text(table, r.note);
    return good;
}

static bool write_tables(const struct arguments *a, const struct netlist *netlist, struct rh_error *error) {
    char configuration[160];
    const struct rh_complexity_system *s = &a->system;
    struct rh_table *table = rh_table_open(columns, sizeof columns / sizeof columns[0]);
    (void)snprintf(configuration, sizeof configuration,
                   "{\"cores\": %u, \"controllers\": %u, \"queue\": %u, \"rows\": %u, \"banks\": %u}", s->cores,
                   s->controllers, s->queue, s->rows, s->banks);
    const struct rh_table_result result = {"complexity", configuration, NULL};
    bool good = (table != NULL && add_rows(table, a, netlist)) ||
                rh_error_set(error, "complexity: found no memory, expected enough");
    good = good && rh_table_write(table, &a->table, &result, error);
    rh_table_close(table);
    return good;
}

static int run_command(int argc, char **argv) {
    struct arguments a = {.system = rh_complexity_thesis()};
    struct netlist netlist = {0};
    struct rh_error error = {""};
    int parsed = rh_cli_parse(&rh_cli_complexity, argc, argv, &a);
    if (parsed != 0)
        return parsed == 1 ? 0 : 2;
    bool good =
        rh_complexity_check(&a.system, &error) && load(&a, &netlist, &error) && write_tables(&a, &netlist, &error);
    if (good && !rh_table_options_stdout(&a.table))
        print_text(&a, &netlist);
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
