// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/rh_area_print.h"

#include <inttypes.h>
#include <string.h>

#include "cmodel/cli/rh_settings.h"
#include "rowhold/rh_complexity.h"
#include "rowhold/rh_controller.h"
#include "rowhold/rh_variant.h"

/* What is derived for print: numbers as text, "-" where there is none. */
struct derived {
    char policy[24], formula_bits[24], stored[24], stored_bits[24];
    const char *formula, *stored_formula, *rule; /* rule: of an allocator, else "" */
    double sequential;                           /* per cent of the area */
};

static void number(char text[24], int64_t value) {
    (void)snprintf(text, 24, "%" PRId64, value);
    if (value < 0)
        strcpy(text, "-");
}

static void derive_controller(const struct rh_area_row *row, struct derived *d) {
    struct rh_geometry geometry;
    struct rh_complexity_controller model;
    struct rh_error error;
    struct rh_complexity_system system = rh_complexity_thesis();
    if (!rh_settings_params("area", row->settings, &rh_controller_kind, &geometry, &error))
        return;
    system.queue = geometry.queue;
    system.rows = UINT32_C(1) << geometry.row_bits;
    system.banks = geometry.banks;
    if (!rh_complexity_controller(row->design, &system, &model))
        return;
    d->formula = model.formula;
    number(d->formula_bits, (int64_t)model.bits);
}

static void derive_allocator(const struct rh_area_table *table, const struct rh_area_row *row, struct derived *d) {
    struct rh_allocator_params params;
    struct rh_complexity_hold model;
    struct rh_error error;
    const struct rh_area_row *bare = rh_area_unheld(table, row);
    d->formula = "none";
    if (!rh_settings_params("area", row->settings, &rh_allocator_kind, &params, &error))
        return;
    d->rule = rh_hold_rule_name(params.hold);
    if (bare != NULL)
        number(d->stored, (int64_t)row->flops - bare->flops);
    if (!rh_complexity_hold(d->rule, &params, &model))
        return;
    d->formula = model.compared_formula;
    d->stored_formula = model.stored_formula;
    number(d->formula_bits, (int64_t)model.compared);
    number(d->stored_bits, (int64_t)model.stored);
}

static struct derived derive(const struct rh_area_table *table, const struct rh_area_row *row) {
    struct derived d = {"-", "-", "-", "-", "no model", "", "", 0};
    number(d.policy, rh_area_policy_bits(table, row));
    d.sequential = row->area_um2 > 0 ? 100.0 * row->sequential_um2 / row->area_um2 : 0;
    enum rh_kind_code kind = rh_kind_find(row->kind);
    if (kind == RH_KIND_controller)
        derive_controller(row, &d);
    else if (kind == RH_KIND_allocator)
        derive_allocator(table, row, &d);
    return d;
}

static bool is_first(const struct rh_area_table *table, unsigned i) {
    return i == 0 || strcmp(table->rows[i].kind, table->rows[i - 1].kind) != 0;
}

void rh_area_print(FILE *to, const struct rh_area_table *table, const char *design) {
    const char *kind = "";
    fprintf(to, "%s", table->notes == NULL ? "" : table->notes);
    for (unsigned i = 0; i < table->count; i++) {
        const struct rh_area_row *row = &table->rows[i];
        struct derived d = derive(table, row);
        if (design != NULL && strcmp(design, row->design) != 0)
            continue;
        if (strcmp(kind, row->kind) != 0)
            fprintf(to, "\n%-14s %-42s %7s %6s %9s %6s %6s %8s | %7s %7s %8s %7s  %s\n", row->kind, "", "cells",
                    "flops", "um2", "seq %", "comb %", "path ns", "policy", "expects", "compared", "decoded",
                    "expected by the formula");
        kind = row->kind;
        fprintf(to, "%-14s %-42s %7u %6u %9.0f %6.1f %6.1f %8.2f | %7s %7s %8u %7u  %s\n", row->design, row->settings,
                (unsigned)row->cells, (unsigned)row->flops, row->area_um2, d.sequential, 100.0 - d.sequential,
                row->critical_ns, d.policy, d.formula_bits, (unsigned)row->compared_bits, (unsigned)row->decoded_bits,
                d.formula);
    }
    fprintf(to, "\nseq, comb: shares of the area in flops and in gates; path: the longest, before placement. Bits of "
                "comparators:\npolicy: that the scheduler or hold rule compares, beside what its formula expects; "
                "compared: all; decoded: with\nconstants\n");
}

static void print_notes(FILE *to, const char *notes) {
    for (const char *line = notes; line != NULL && *line != '\0';) {
        size_t length = strcspn(line, "\n");
        fprintf(to, "- %.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
}

/* Rows from `i` to the last of its kind: cells and paths. Returns the row behind. */
static unsigned print_cells(FILE *to, const struct rh_area_table *table, unsigned i) {
    fprintf(to,
            "\n| %s | | cells | flops | um2 | sequential %% | combinational %% | critical path ns (unplaced) | from | "
            "to |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
            table->rows[i].kind);
    do {
        const struct rh_area_row *row = &table->rows[i];
        struct derived d = derive(table, row);
        fprintf(to, "| `%s` | %s | %u | %u | %.0f | %.1f | %.1f | %.2f | `%s` | `%s` |\n", row->design, row->settings,
                (unsigned)row->cells, (unsigned)row->flops, row->area_um2, d.sequential, 100.0 - d.sequential,
                row->critical_ns, row->critical_from, row->critical_to);
    } while (++i < table->count && !is_first(table, i));
    return i;
}

static void print_controller_bits(FILE *to, const struct rh_area_table *table, unsigned i) {
    fprintf(to, "\n### Bits of comparators in the elaborated netlist\n\n"
                "| controller | | comparing addresses | by formula | formula | all comparators | compared with "
                "constants |\n| --- | --- | --- | --- | --- | --- | --- |\n");
    do {
        const struct rh_area_row *row = &table->rows[i];
        struct derived d = derive(table, row);
        const char *tick = d.formula_bits[0] == '-' ? "" : "`";
        fprintf(to, "| `%s` | %s | %s | %s | %s%s%s | %u | %u |\n", row->design, row->settings, d.policy,
                d.formula_bits, tick, d.formula, tick, (unsigned)row->compared_bits, (unsigned)row->decoded_bits);
    } while (++i < table->count && !is_first(table, i));
}

static void print_allocator_bits(FILE *to, const struct rh_area_table *table, unsigned i) {
    fprintf(to, "\n### What holding stores and compares, in bits, beside table 4.1\n\n"
                "| allocator | inputs x outputs | rule | flops more than without | by formula | formula | pairs | "
                "compared more than without | pairs and comparators | by formula | formula |\n"
                "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
    do {
        const struct rh_area_row *row = &table->rows[i], *bare = rh_area_unheld(table, row);
        struct derived d = derive(table, row);
        int inputs = 0, outputs = 0;
        if (bare == NULL || sscanf(row->settings, "inputs=%d outputs=%d", &inputs, &outputs) != 2)
            continue;
        fprintf(to, "| `%s` | %d x %d | `%s` | %s | %s | `%s` | %u | %d | %s | %s | `%s` |\n", row->design, inputs,
                outputs, d.rule, d.stored, d.stored_bits, d.stored_formula, (unsigned)row->pair_bits,
                (int)row->compared_bits - (int)bare->compared_bits, d.policy, d.formula_bits, d.formula);
    } while (++i < table->count && !is_first(table, i));
}

void rh_area_print_markdown(FILE *to, const struct rh_area_table *table) {
    fprintf(to,
            "<!-- SPDX-License-Identifier: Apache-2.0. Generated by scripts/area from docs/tables/area.csv. -->\n"
            "# Area\n\n"
            "Standard cells before placement: no wires, no clock tree, no data path. How the numbers are made and "
            "what\nthey leave out: [rh_area](../rh_area.md); the formulas: [rh_complexity](../rh_complexity.md).\n\n");
    print_notes(to, table->notes);
    for (unsigned i = 0; i < table->count;) {
        unsigned first = i;
        fprintf(to, "\n## Kind `%s`\n", table->rows[i].kind);
        i = print_cells(to, table, i);
        if (rh_kind_find(table->rows[first].kind) == RH_KIND_controller)
            print_controller_bits(to, table, first);
        if (rh_kind_find(table->rows[first].kind) == RH_KIND_allocator)
            print_allocator_bits(to, table, first);
    }
}
