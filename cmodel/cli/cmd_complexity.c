// SPDX-License-Identifier: Apache-2.0
// `rowhold complexity`: bits stored and compared by formula, as published, and counted in the netlist.
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmodel/cli/rh_commands.h"
#include "rowhold/rh_allocator.h"
#include "rowhold/rh_area.h"
#include "rowhold/rh_complexity.h"
#include "rowhold/rh_controller.h"
#include "rowhold/rh_files.h"
#include "rowhold/rh_output.h"
#include "rowhold/rh_source.h"

struct arguments {
    struct rh_complexity_system system;
    const char *area, *csv, *json;
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
    const struct rh_file_use uses[] = {{"--area", area, false}, {"--csv", a->csv, true}, {"--json", a->json, true}};
    if (!rh_files_apart(uses, 3, error))
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
           "formula and its source");
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
    printf("%u cores, %u controllers with %u entries, %u rows, %u banks; published: 28, 8, 32, 4096, 4\n\n",
           (unsigned)a->system.cores, (unsigned)a->system.controllers, (unsigned)a->system.queue,
           (unsigned)a->system.rows, (unsigned)a->system.banks);
    printf("%-36s %-8s %8s %9s %8s %9s %8s\n", "design", "network", "stored", "published", "compared", "published",
           "netlist");
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

static void print_csv(FILE *to, const struct arguments *a, const struct netlist *netlist) {
    struct rh_complexity row;
    fprintf(to, "design,network,stored_formula,stored,published_stored,network_formula,compared_network,"
                "controller_formula,compared_controllers,compared,published_compared,netlist,disagreement,note\n");
    for (unsigned i = 0; rh_complexity_row(i, &a->system, &row); i++) {
        char ps[24] = "", pc[24] = "", n[24] = "";
        int64_t counted = row_measured(netlist, a, &row);
        fprintf(to, "%s,%s,%s,%" PRIu64 ",%s,%s,%" PRIu64 ",%s,%" PRIu64 ",%" PRIu64 ",%s,%s,\"%s\",\"%s\"\n",
                row.design, row.network, row.stored_formula, row.stored,
                row.published_stored < 0 ? "" : number_text(row.published_stored, ps, sizeof ps), row.network_formula,
                row.compared_network, row.controller_formula, row.compared_controllers,
                row.compared_network + row.compared_controllers,
                row.published_compared < 0 ? "" : number_text(row.published_compared, pc, sizeof pc),
                counted < 0 ? "" : number_text(counted, n, sizeof n), row.disagreement, row.note);
    }
}

static const char *number_json(int64_t number, char *text, size_t size) {
    return number < 0 ? "null" : number_text(number, text, size);
}

static void print_json(FILE *to, const struct arguments *a, const struct netlist *netlist) {
    struct rh_complexity row;
    fprintf(to,
            "{\n  \"schema\": 1,\n  \"cores\": %u, \"controllers\": %u, \"queue\": %u, \"rows\": %u, \"banks\": %u,\n"
            "  \"designs\": [",
            (unsigned)a->system.cores, (unsigned)a->system.controllers, (unsigned)a->system.queue,
            (unsigned)a->system.rows, (unsigned)a->system.banks);
    for (unsigned i = 0; rh_complexity_row(i, &a->system, &row); i++) {
        char ps[24] = "", pc[24] = "", n[24] = "";
        fprintf(to,
                "%s\n    {\"design\": \"%s\", \"network\": \"%s\", \"stored\": %" PRIu64
                ", \"stored_formula\": \"%s\", "
                "\"published_stored\": %s, \"compared_network\": %" PRIu64 ", \"network_formula\": \"%s\", "
                "\"compared_controllers\": %" PRIu64 ", \"controller_formula\": \"%s\", \"compared\": %" PRIu64
                ", \"published_compared\": %s, \"netlist\": %s, \"disagreement\": \"%s\", \"note\": \"%s\"}",
                i == 0 ? "" : ",", row.design, row.network, row.stored, row.stored_formula,
                number_json(row.published_stored, ps, sizeof ps), row.compared_network, row.network_formula,
                row.compared_controllers, row.controller_formula, row.compared_network + row.compared_controllers,
                number_json(row.published_compared, pc, sizeof pc),
                number_json(row_measured(netlist, a, &row), n, sizeof n), row.disagreement, row.note);
    }
    fprintf(to, "\n  ]\n}\n");
}

typedef void (*print_fn)(FILE *to, const struct arguments *a, const struct netlist *netlist);

static bool write_file(const char *path, print_fn print, const struct arguments *a, const struct netlist *netlist,
                       struct rh_error *error) {
    struct rh_output output;
    if (path == NULL)
        return true;
    if (!rh_output_open(&output, path, error))
        return false;
    print(output.file, a, netlist);
    return rh_output_commit(&output, error);
}

static int run_command(int argc, char **argv) {
    struct arguments a = {.system = rh_complexity_thesis()};
    struct netlist netlist = {0};
    struct rh_error error = {""};
    int parsed = rh_cli_parse(&rh_cli_complexity, argc, argv, &a);
    if (parsed != 0)
        return parsed == 1 ? 0 : 2;
    bool good = rh_complexity_check(&a.system, &error) && load(&a, &netlist, &error) &&
                write_file(a.csv, print_csv, &a, &netlist, &error) &&
                write_file(a.json, print_json, &a, &netlist, &error);
    if (good && a.csv == NULL && a.json == NULL)
        print_text(&a, &netlist);
    rh_area_close(&netlist.table);
    return good ? 0 : rh_cli_fail(&error);
}

#define AT(member) RH_OPTION_AT(struct arguments, member)
static const struct rh_option own[] = {
    {.name = "cores",
     .value = "N",
     .kind = RH_OPTION_NUMBER,
     AT(system.cores),
     .group = "memory system",
     .least = 1,
     .most = 65535,
     .help = "C (default 28)"},
    {.name = "controllers",
     .value = "N",
     .kind = RH_OPTION_NUMBER,
     AT(system.controllers),
     .least = 1,
     .most = 65535,
     .help = "M (default 8)"},
    {.name = "queue",
     .value = "N",
     .kind = RH_OPTION_NUMBER,
     AT(system.queue),
     .least = 1,
     .most = 65535,
     .help = "Q, entries a controller (default 32)"},
    {.name = "rows",
     .value = "N",
     .kind = RH_OPTION_NUMBER,
     AT(system.rows),
     .least = 2,
     .most = 1 << 20,
     .help = "rows a bank (default 4096)"},
    {.name = "banks",
     .value = "N",
     .kind = RH_OPTION_NUMBER,
     AT(system.banks),
     .least = 2,
     .most = 65535,
     .help = "nB, banks a channel (default 4)"},
    {.name = "area",
     .value = "FILE.csv",
     .kind = RH_OPTION_INPUT,
     AT(area),
     .group = "files",
     .help = "netlist counts (default docs/tables/area.csv of the source folder; scripts/area makes it)"},
    {.name = "csv",
     .value = "FILE",
     .kind = RH_OPTION_OUTPUT,
     AT(csv),
     .help = "write the rows as CSV; - is standard output"},
    {.name = "json",
     .value = "FILE",
     .kind = RH_OPTION_OUTPUT,
     AT(json),
     .help = "write the rows as JSON; - is standard output"},
};

const struct rh_cli rh_cli_complexity = {
    .name = "complexity",
    .meaning = "bits compared and stored: formula, published, netlist",
    .about = "Bits that a memory system stores and compares to keep rows together: formula, published, netlist.",
    .examples = "complexity\n"
                "complexity --queue 64 --csv complexity.csv",
    .exits = "0 done, 2 usage or input error",
    .tables = {RH_OPTION_TABLE(own, 0)},
    .run = run_command,
};
