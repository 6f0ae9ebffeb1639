// SPDX-License-Identifier: Apache-2.0
// `rowhold complexity`: bits stored and compared by formula, as published, and counted in the netlist.
#include <stddef.h>
#include <stdio.h>

#include "cmodel/cli/area/rh_area_choice.h"
#include "cmodel/cli/complexity/rh_complexity_print.h"
#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/rh_options.h"

struct arguments {
    struct rh_complexity_system system;
    const char *area, *design, *preset;
    struct rh_area_preset of; /* with a preset */
    struct rh_table_options table;
    bool count, rows_given, banks_given, write_drain, forward;
};

/* The system's banks and rows are those of the preset. */
static bool resolve(struct arguments *a, struct rh_error *error) {
    a->system.write_drain = a->forward ? 2 : a->write_drain;
    if (a->preset == NULL)
        return true;
    if (a->rows_given || a->banks_given)
        return rh_option_excludes(error, "--preset", a->rows_given ? "--rows" : "--banks");
    if (!rh_area_preset_open(&a->of, a->preset, NULL, error))
        return false;
    a->system.rows = a->of.preset.rows;
    a->system.banks = a->of.preset.banks;
    a->system.column_bits = rh_preset_geometry(&a->of.preset, RH_DEFAULT_QUEUE).column_bits;
    a->system.shared = rh_preset_shares(&a->of.preset);
    return true;
}

/* The table of netlists; without one nothing is measured. */
static bool load(const struct arguments *a, struct rh_area_table *table, struct rh_error *error) {
    const struct rh_file_use use = {"--area", a->area, false};
    if (a->count && a->area != NULL)
        return rh_option_excludes(error, "--area", "--count");
    if (!rh_table_options_apart(&a->table, &use, a->area != NULL, error))
        return false;
    return a->count || (a->area != NULL ? rh_area_load(a->area, table, error) : rh_area_load_own(table, error));
}

/* 1: gates were found that no role explains. */
static int report(const struct arguments *a, const struct rh_area_table *table, struct rh_error *error) {
    struct rh_counter counter = {.table = a->count ? NULL : table};
    struct rh_complexity_lines lines;
    char settings[sizeof a->of.dram + 16];
    int code = 2;
    unsigned drain = a->system.write_drain;
    (void)snprintf(settings, sizeof settings, "%s%s%s", a->of.dram, a->of.dram[0] && drain ? " " : "",
                   drain == 2   ? "write_drain=2"
                   : drain == 1 ? "write_drain=1"
                                : "");
    if (rh_complexity_lines_make(&lines, &a->system, a->design, settings[0] ? settings : NULL, &counter, error)) {
        const struct rh_complexity_view view = {&a->system, &lines, table, a->preset, a->count};
        if (rh_complexity_write(&view, &a->table, error))
            code = rh_complexity_unexplained(&lines) == 0 ? 0 : 1;
    }
    rh_complexity_lines_close(&lines);
    rh_counter_close(&counter);
    return code;
}

static int run_command(int argc, char **argv) {
    struct arguments a = {.system = rh_complexity_thesis()};
    struct rh_area_table table = {0};
    struct rh_error error = {""};
    int parsed = rh_cli_parse(&rh_cli_complexity, argc, argv, &a);
    if (parsed != 0)
        return parsed == 1 ? 0 : 2;
    int code = resolve(&a, &error) && rh_complexity_check(&a.system, &error) && load(&a, &table, &error)
                   ? report(&a, &table, &error)
                   : 2;
    rh_area_close(&table);
    return code != 2 ? code : rh_cli_fail(&error);
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct arguments, kind, spelling, __VA_ARGS__)
static const struct rh_option own[] = {
    ROW(NUMBER, "cores", "N", system.cores, .group = "memory system", .least = 1, .most = 65535,
        .help = "C (default 28)"),
    ROW(NUMBER, "controllers", "N", system.controllers, .least = 1, .most = 65535, .help = "M (default 8)"),
    ROW(NUMBER, "queue", "N", system.queue, .least = 1, .most = 65535, .help = "Q, entries a controller (default 32)"),
    ROW(NUMBER, "rows", "N", system.rows, .least = 2, .most = 1 << 20, .help = "rows a bank (default 4096)",
        .given = offsetof(struct arguments, rows_given)),
    ROW(NUMBER, "banks", "N", system.banks, .least = 2, .most = 65535, .help = "nB, banks a channel (default 4)",
        .given = offsetof(struct arguments, banks_given)),
    ROW(INPUT, "preset", "NAME|FILE", preset, .word = rh_preset_word, .others = true,
        .help = "rows, banks and all else that a controller knows of its DRAM, of a preset of `rowhold presets`"),
    ROW(NUMBER, "hash_bits", "N", system.hash_bits, .least = 1, .most = 64,
        .help = "h, bits of a row's hash (default 4)"),
    ROW(NUMBER, "mesh_ports", "N", system.mesh_ports, .least = 2, .most = 64,
        .help = "P, ports of a mesh router, its node's included (default 5: 20 pairs)"),
    ROW(NUMBER, "ring_ports", "N", system.ring_ports, .least = 2, .most = 64,
        .help = "P of a ring router (default 3: 6 pairs)"),
    ROW(TEXT, "design", "NAME", design, .help = "the lines of one design alone, such as fr_fcfs or islip+hold_grant"),
    ROW(FLAG, "write_drain", NULL, write_drain,
        .help = "W: controllers serve reads and writes in turn, those that can (parameter write_drain)"),
    ROW(FLAG, "forward", NULL, forward, .help = "and answer reads from the queue (write_drain 2)"),
    ROW(FLAG, "count", NULL, count, .group = "netlists",
        .help = "elaborate the netlists of these very sizes and count in them (Yosys, seconds a design, then cached); "
                "says which gates formula and netlist differ by"),
    ROW(INPUT, "area", "FILE.csv", area, .group = "files",
        .help = "netlist counts (default docs/tables/area.csv of the source folder; scripts/area makes it)"),
};

const struct rh_cli rh_cli_complexity = {
    .name = "complexity",
    .meaning = "bits compared and stored: formula, published, netlist",
    .about = "Bits that a memory system stores and compares to keep rows together: formula, published, netlist.",
    .examples = "complexity\n"
                "complexity --queue 64 --csv complexity.csv\n"
                "complexity --preset ddr4_2400 --count\n"
                "complexity --cores 30 --controllers 6 --queue 24 --rows 16384 --banks 8 --count",
    .exits = "0 done, 1 --count found gates that no row of the table explains, 2 usage or input error",
    .tables = {RH_OPTION_TABLE(own, 0), RH_OPTION_TABLE(rh_table_options_rows, offsetof(struct arguments, table))},
    .run = run_command,
};
