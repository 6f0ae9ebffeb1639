// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/area/rh_area_print.h"

#include <string.h>

#include "cmodel/cli/area/rh_area_choice.h"
#include "cmodel/cli/rh_forms.h"
#include "cmodel/cost/rh_area_ice40.h"
#include "rowhold/rh_variant.h"

/* One table of the page or the screen. The columns that are `hidden` are those that a screen has no room for. */
struct section {
    const struct rh_column *columns;
    unsigned count;
    const char *title; /* NULL: none */
    bool (*add)(struct rh_table *table, const struct rh_area_view *view, const struct rh_area_row *row, bool markdown);
};

static const struct rh_column cells[] = {
    {.name = "design", .kind = RH_CELL_TEXT},
    {.name = "settings", .kind = RH_CELL_TEXT, .wrap = 18},
    {.name = "cells", .kind = RH_CELL_COUNT},
    {.name = "flops", .kind = RH_CELL_COUNT},
    {.name = "area", .heading = "area\num2", .kind = RH_CELL_REAL},
    {.name = "sequential", .heading = "flops'\narea %", .kind = RH_CELL_REAL, .digits = 1},
    {.name = "path", .heading = "path\nns", .kind = RH_CELL_REAL, .digits = 2},
    {.name = "levels", .heading = "path\ngates", .kind = RH_CELL_COUNT},
    {.name = "from", .heading = "path from", .kind = RH_CELL_TEXT, .hidden = true},
    {.name = "to", .heading = "path to", .kind = RH_CELL_TEXT, .hidden = true},
};

/* Names are code in Markdown. */
static bool add_code(struct rh_table *table, const char *text, bool markdown) {
    char code[128];
    if (!markdown || text == NULL)
        return rh_table_text(table, text);
    (void)snprintf(code, sizeof code, "`%s`", text);
    return rh_table_text(table, code);
}

static bool add_cells(struct rh_table *table, const struct rh_area_view *view, const struct rh_area_row *row,
                      bool markdown) {
    const struct rh_area_derived d = rh_area_derive(view->table, row);
    return add_code(table, row->design, markdown) && rh_table_text(table, row->settings) &&
           rh_table_count(table, row->cells) && rh_table_count(table, row->flops) &&
           rh_table_real(table, row->area_um2) && rh_table_real(table, 100 * d.sequential) &&
           rh_table_real(table, row->critical_ns) && rh_table_count(table, row->levels) &&
           add_code(table, row->critical_from, markdown) && add_code(table, row->critical_to, markdown);
}

static const struct rh_column parts[] = {
    {.name = "design", .kind = RH_CELL_TEXT},
    {.name = "settings", .kind = RH_CELL_TEXT, .wrap = 18},
#define RH_AREA_PART(part, text, meaning) {.name = #part, .heading = text, .kind = RH_CELL_REAL},
#include "tables/area_parts.def"
#undef RH_AREA_PART
    {.name = "error", .heading = "error\n%", .kind = RH_CELL_REAL, .digits = 1, .hidden = true},
};

static bool add_parts(struct rh_table *table, const struct rh_area_view *view, const struct rh_area_row *row,
                      bool markdown) {
    (void)view;
    if (row->split_um2 == 0)
        return true;
    bool good = add_code(table, row->design, markdown) && rh_table_text(table, row->settings);
    for (unsigned part = 0; good && part < RH_NETLIST_PARTS; part++)
        good = rh_table_real(table, row->part_um2[part] / 1000);
    return good && rh_table_real(table, 100 * rh_area_split_error(row));
}

static const struct rh_column controller_bits[] = {
    {.name = "design", .kind = RH_CELL_TEXT},
    {.name = "settings", .kind = RH_CELL_TEXT, .wrap = 10},
    {.name = "policy", .heading = "comparing\naddresses", .kind = RH_CELL_COUNT},
    {.name = "expected", .heading = "by\nformula", .kind = RH_CELL_COUNT},
    {.name = "compared", .heading = "all\ncomparators", .kind = RH_CELL_COUNT},
    {.name = "decoded", .heading = "with\nconstants", .kind = RH_CELL_COUNT},
    {.name = "formula", .kind = RH_CELL_TEXT, .wrap = 9},
};

static bool add_controller_bits(struct rh_table *table, const struct rh_area_view *view, const struct rh_area_row *row,
                                bool markdown) {
    const struct rh_area_derived d = rh_area_derive(view->table, row);
    return add_code(table, row->design, markdown) && rh_table_text(table, row->settings) &&
           rh_table_known(table, d.policy) && rh_table_known(table, d.formula_bits) &&
           rh_table_count(table, row->compared_bits) && rh_table_count(table, row->decoded_bits) &&
           (d.formula != NULL ? add_code(table, d.formula, markdown) : rh_table_text(table, "no model"));
}

static const struct rh_column allocator_bits[] = {
    {.name = "design", .kind = RH_CELL_TEXT},
    {.name = "size", .heading = "inputs x\noutputs", .kind = RH_CELL_TEXT},
    {.name = "rule", .kind = RH_CELL_TEXT},
    {.name = "stored", .heading = "flops\nadded", .kind = RH_CELL_COUNT},
    {.name = "stored_bits", .heading = "flops by\nformula", .kind = RH_CELL_COUNT},
    {.name = "stored_formula", .heading = "formula of the flops", .kind = RH_CELL_TEXT, .hidden = true},
    {.name = "pairs", .heading = "pairs", .kind = RH_CELL_COUNT, .hidden = true},
    {.name = "comparators", .heading = "comparators\nadded", .kind = RH_CELL_COUNT, .hidden = true},
    {.name = "policy", .heading = "bits\nadded", .kind = RH_CELL_COUNT},
    {.name = "expected", .heading = "bits by\nformula", .kind = RH_CELL_COUNT},
    {.name = "formula", .heading = "formula of the bits", .kind = RH_CELL_TEXT, .hidden = true},
};

static bool add_allocator_bits(struct rh_table *table, const struct rh_area_view *view, const struct rh_area_row *row,
                               bool markdown) {
    const struct rh_area_row *bare = rh_area_unheld(view->table, row);
    const struct rh_area_derived d = rh_area_derive(view->table, row);
    int inputs = 0, outputs = 0;
    char size[32];
    if (bare == NULL || sscanf(row->settings, "inputs=%d outputs=%d", &inputs, &outputs) != 2)
        return true;
    (void)snprintf(size, sizeof size, "%d x %d", inputs, outputs);
    return add_code(table, row->design, markdown) && rh_table_text(table, size) && add_code(table, d.rule, markdown) &&
           rh_table_known(table, d.stored) && rh_table_known(table, d.stored_bits) &&
           add_code(table, d.stored_formula, markdown) && rh_table_count(table, row->pair_bits) &&
           rh_table_known(table, (int64_t)row->compared_bits - bare->compared_bits) &&
           rh_table_known(table, d.policy) && rh_table_known(table, d.formula_bits) &&
           add_code(table, d.formula, markdown);
}

#define SECTION(columns, title, add)                                                                                   \
    { columns, sizeof(columns) / sizeof((columns)[0]), title, add }
static const struct section cells_section = SECTION(cells, NULL, add_cells);
static const struct section parts_section = SECTION(parts, "What the area is made of, 1000 um2", add_parts);
static const struct section bits_sections[RH_KINDS] = {
    [RH_KIND_controller] =
        SECTION(controller_bits, "Bits of comparators in the elaborated netlist", add_controller_bits),
    [RH_KIND_allocator] =
        SECTION(allocator_bits, "What holding stores and compares, in bits, beside table 4.1", add_allocator_bits),
};

static bool is_wanted(const struct rh_area_view *view, const struct rh_area_row *row, const char *kind) {
    return strcmp(row->kind, kind) == 0 && (view->design == NULL || strcmp(view->design, row->design) == 0);
}

/* Parts that no row of this kind has. */
static void hide_empty(const struct rh_area_view *view, const char *kind, struct rh_column *part) {
    for (unsigned p = 0; p < RH_NETLIST_PARTS; p++) {
        part[p].hidden = true;
        for (unsigned i = 0; i < view->table->count; i++)
            if (is_wanted(view, &view->table->rows[i], kind) && view->table->rows[i].part_um2[p] >= 500)
                part[p].hidden = false;
    }
}

static void put_section(FILE *to, const struct rh_area_view *view, const struct section *section, const char *kind,
                        bool markdown) {
    struct rh_column columns[20];
    memcpy(columns, section->columns, section->count * sizeof *columns);
    if (section->columns == parts)
        hide_empty(view, kind, columns + 2); /* behind design and settings */
    for (unsigned c = 0; markdown && c < section->count; c++) {
        columns[c].hidden = false;
        if (section->columns == parts && c >= 2 && c < 2 + RH_NETLIST_PARTS)
            columns[c].heading = NULL; /* its name: there is room */
    }
    struct rh_table *table = rh_table_open(columns, section->count);
    bool good = table != NULL;
    for (unsigned i = 0; good && i < view->table->count; i++)
        if (is_wanted(view, &view->table->rows[i], kind))
            good = section->add(table, view, &view->table->rows[i], markdown);
    if (good && rh_table_rows(table) > 0) {
        fputc('\n', to);
        if (section->title != NULL)
            fprintf(to, "%s%s\n\n", markdown ? "### " : "", section->title);
        if (markdown)
            rh_table_markdown(table, to);
        else
            rh_table_print(table, "", to);
    }
    rh_table_close(table);
}

/* The sections of each kind, in the order in which the rows have them. */
static void put_kinds(FILE *to, const struct rh_area_view *view, bool markdown) {
    const char *last = "";
    for (unsigned i = 0; i < view->table->count; i++) {
        const char *kind = view->table->rows[i].kind;
        if (strcmp(last, kind) == 0 || !is_wanted(view, &view->table->rows[i], kind))
            continue;
        last = kind;
        fprintf(to, markdown ? "\n## Kind `%s`\n" : "\n%s\n", kind);
        put_section(to, view, &cells_section, kind, markdown);
        put_section(to, view, &parts_section, kind, markdown);
        enum rh_kind_code code = rh_kind_find(kind);
        if (code < RH_KINDS && bits_sections[code].add != NULL)
            put_section(to, view, &bits_sections[code], kind, markdown);
    }
}

void rh_area_print(FILE *to, const struct rh_area_view *view) {
    fprintf(to, "%s", view->table->notes == NULL ? "" : view->table->notes);
    put_kinds(to, view, false);
    fprintf(to, "\npath: the longest, before placement. Bits that the scheduler or the hold rule\n"
                "compares stand beside what its formula expects (`rowhold complexity`).\n");
}

/* A table's notes as a Markdown list. */
static void area_print_notes(FILE *to, const char *notes) {
    for (const char *line = notes; line != NULL && *line != '\0';) {
        size_t length = strcspn(line, "\n");
        fprintf(to, "- %.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
}

void rh_area_print_markdown(FILE *to, const struct rh_area_view *view) {
    fprintf(to, "<!-- SPDX-License-Identifier: Apache-2.0. Generated by scripts/area from docs/tables/area.csv. -->\n"
                "# Area\n\n"
                "Standard cells before placement: no wires, no clock tree, no data path. How the numbers are made and "
                "what\nthey leave out: [rh_area](../rh_area.md); the formulas: [rh_complexity](../rh_complexity.md).\n"
                "Added: beyond the same allocator without a hold rule.\n\n");
    area_print_notes(to, view->table->notes);
    put_kinds(to, view, true);
}

static const struct rh_column configuration[] = {
    {.name = "table", .kind = RH_CELL_TEXT, .meaning = "hash of the lines of scripts/area's table"},
    {.name = "preset", .kind = RH_CELL_TEXT, .maybe = true, .meaning = "of --preset"},
    {.name = "design", .kind = RH_CELL_TEXT, .maybe = true, .meaning = "of --design"},
    {.name = "settings", .kind = RH_CELL_TEXT, .maybe = true, .meaning = "of --design NAME SETTINGS"},
};
static const struct rh_column columns[] = {
    {.name = "kind", .kind = RH_CELL_TEXT},
    {.name = "design", .kind = RH_CELL_TEXT},
    {.name = "settings", .kind = RH_CELL_TEXT, .meaning = "parameters that are not the usual ones"},
    {.name = "cells", .kind = RH_CELL_COUNT, .meaning = "standard cells, flops included"},
    {.name = "flops", .kind = RH_CELL_COUNT},
    {.name = "area_um2", .kind = RH_CELL_REAL},
    {.name = "sequential_share", .kind = RH_CELL_REAL, .meaning = "of the area: that of flops"},
    {.name = "critical_ns", .kind = RH_CELL_REAL, .meaning = "the longest path, unplaced"},
    {.name = "critical_from", .kind = RH_CELL_TEXT},
    {.name = "critical_to", .kind = RH_CELL_TEXT},
    {.name = "levels", .kind = RH_CELL_COUNT, .meaning = "gates on the longest path"},
#define RH_AREA_PART(part, text, what) {.name = #part "_um2", .kind = RH_CELL_REAL, .maybe = true, .meaning = what},
#include "tables/area_parts.def"
#undef RH_AREA_PART
    {.name = "split_error",
     .kind = RH_CELL_REAL,
     .maybe = true,
     .meaning = "area as mapped part by part, against area_um2, less 1"},
    {.name = "policy_bits", .kind = RH_CELL_COUNT, .maybe = true, .meaning = "that scheduler or hold rule compares"},
    {.name = "expected_bits", .kind = RH_CELL_COUNT, .maybe = true, .meaning = "policy_bits by the formula"},
    {.name = "formula", .kind = RH_CELL_TEXT, .maybe = true, .meaning = "of policy_bits"},
    {.name = "compared_bits", .kind = RH_CELL_COUNT, .meaning = "of all comparators"},
    {.name = "decoded_bits", .kind = RH_CELL_COUNT, .meaning = "compared with constants"},
    {.name = "added_flops", .kind = RH_CELL_COUNT, .maybe = true, .meaning = "that the hold rule adds"},
    {.name = "expected_flops", .kind = RH_CELL_COUNT, .maybe = true, .meaning = "added_flops by the formula"},
};

const struct rh_form rh_form_area = {
    .name = "area",
    .command = "rowhold area --json",
    .configuration =
        RH_FORM_PART("configuration", configuration, "the table that was read, and which of its rows are shown"),
    .rows = RH_FORM_PART("rows", columns, "a design in a size"),
};

static bool add_part_cells(struct rh_table *table, const struct rh_area_row *row) {
    bool good = true, split = row->split_um2 > 0;
    for (unsigned part = 0; good && part < RH_NETLIST_PARTS; part++)
        good = rh_table_maybe(table, split, row->part_um2[part]);
    return good && rh_table_maybe(table, split, rh_area_split_error(row));
}

static bool add_row(struct rh_table *table, const struct rh_area_view *view, const struct rh_area_row *row) {
    const struct rh_area_derived d = rh_area_derive(view->table, row);
    return rh_table_text(table, row->kind) && rh_table_text(table, row->design) &&
           rh_table_text(table, row->settings) && rh_table_count(table, row->cells) &&
           rh_table_count(table, row->flops) && rh_table_real(table, row->area_um2) &&
           rh_table_real(table, d.sequential) && rh_table_real(table, row->critical_ns) &&
           rh_table_text(table, row->critical_from) && rh_table_text(table, row->critical_to) &&
           rh_table_count(table, row->levels) && add_part_cells(table, row) && rh_table_known(table, d.policy) &&
           rh_table_known(table, d.formula_bits) && rh_table_text(table, d.formula) &&
           rh_table_count(table, row->compared_bits) && rh_table_count(table, row->decoded_bits) &&
           rh_table_known(table, d.stored) && rh_table_known(table, d.stored_bits);
}

static void put_page(const struct rh_table_result *result, FILE *to) {
    rh_area_print_markdown(to, result->user);
}

bool rh_area_result(struct rh_table_result *result, const struct rh_area_view *view) {
    bool good =
        rh_table_hash(result->configuration, view->table->hash) && rh_table_text(result->configuration, view->preset) &&
        rh_table_text(result->configuration, view->design) && rh_table_text(result->configuration, view->settings);
    for (unsigned i = 0; good && i < view->table->count; i++)
        if (view->design == NULL || strcmp(view->design, view->table->rows[i].design) == 0)
            good = add_row(result->rows, view, &view->table->rows[i]);
    result->markdown = put_page;
    result->user = view;
    return good;
}

/*  */

static const struct rh_column ice40_columns[] = {
    {.name = "kind", .kind = RH_CELL_TEXT, .hidden = true},
    {.name = "design", .kind = RH_CELL_TEXT},
    {.name = "settings", .kind = RH_CELL_TEXT, .wrap = 18, .meaning = "parameters that are not the usual ones"},
    {.name = "luts", .heading = "LUTs", .kind = RH_CELL_COUNT, .meaning = "of four inputs"},
    {.name = "flops", .kind = RH_CELL_COUNT},
    {.name = "carries", .kind = RH_CELL_COUNT, .meaning = "carry cells"},
    {.name = "logic_cells",
     .heading = "logic\ncells",
     .kind = RH_CELL_COUNT,
     .meaning = "of the chip; each has place for a LUT, a flop and a carry"},
    {.name = "fmax_mhz",
     .heading = "Fmax\nMHz",
     .kind = RH_CELL_REAL,
     .digits = 1,
     .maybe = true,
     .meaning = "placed and routed; none where the design does not fit with its harness"},
};
static const struct rh_column ice40_configuration[] = {
    {.name = "table", .kind = RH_CELL_TEXT, .meaning = "hash of the lines of the table of scripts/area --ice40"},
    {.name = "design", .kind = RH_CELL_TEXT, .maybe = true, .meaning = "of --design"},
    {.name = "settings", .kind = RH_CELL_TEXT, .maybe = true, .meaning = "of --design NAME SETTINGS"},
};

const struct rh_form rh_form_area_ice40 = {
    .name = "area_ice40",
    .command = "rowhold area --ice40 --json",
    .configuration =
        RH_FORM_PART("configuration", ice40_configuration, "the table that was read, and which of its rows are shown"),
    .rows = RH_FORM_PART("rows", ice40_columns, "a design in a size, without its harness"),
};

static void put_ice40_page(const struct rh_table_result *result, FILE *to) {
    const struct rh_area_ice40_table *table = result->user;
    fprintf(to, "<!-- SPDX-License-Identifier: Apache-2.0. Generated by scripts/area --ice40. -->\n"
                "# Designs on an iCE40\n\n"
                "Lattice iCE40 HX8K, in a harness of shift registers whose own cells are subtracted\n"
                "([rh_area](../rh_area.md)). A logic cell has one LUT and one flop. Fmax `-`: does not fit with its "
                "harness.\n\n");
    area_print_notes(to, table->notes);
    fputc('\n', to);
    rh_table_markdown(result->rows, to);
}

static void print_text(const struct rh_table_result *result) {
    const struct rh_area_ice40_table *table = result->user;
    printf("%s\n", table->notes == NULL ? "" : table->notes);
    rh_table_print(result->rows, "", stdout);
    printf("\nOn a Lattice iCE40 HX8K, placed and routed; what the harness takes is left out.\n"
           "Fmax -: the design does not fit with its harness.\n");
}

static bool ice40_add_row(struct rh_table *table, const struct rh_area_ice40_row *row) {
    return rh_table_text(table, row->kind) && rh_table_text(table, row->design) &&
           rh_table_text(table, row->settings) && rh_table_count(table, row->luts) &&
           rh_table_count(table, row->flops) && rh_table_count(table, row->carries) &&
           rh_table_count(table, row->logic_cells) && rh_table_maybe(table, row->fmax_mhz > 0, row->fmax_mhz);
}

/* Add the rows that are asked for. */
static bool fill(struct rh_table_result *result, const struct rh_area_ice40_table *table, const char *design,
                 const char *settings, struct rh_error *error) {
    struct rh_area_choice choice = {.design = NULL};
    if (design != NULL && !rh_area_choice_open(&choice, "--design", design, settings, error))
        return false;
    bool good = rh_table_hash(result->configuration, table->hash) && rh_table_text(result->configuration, design) &&
                rh_table_text(result->configuration, settings);
    for (unsigned i = 0; good && i < table->count; i++)
        if (design == NULL || rh_area_choice_has(&choice, table->rows[i].design, table->rows[i].settings))
            good = ice40_add_row(result->rows, &table->rows[i]);
    if (!good)
        rh_table_no_memory(&rh_form_area_ice40, error);
    else if (rh_table_rows(result->rows) == 0)
        good = rh_area_choice_missed(&choice, error);
    rh_area_choice_close(&choice);
    return good;
}

bool rh_area_ice40_write(const char *file, const char *design, const char *settings,
                         const struct rh_table_options *options, struct rh_error *error) {
    struct rh_table_result result;
    struct rh_area_ice40_table table;
    if (!rh_table_result_open(&result, &rh_form_area_ice40, error))
        return false;
    bool good = rh_area_ice40_load(file, &table, error) && fill(&result, &table, design, settings, error);
    result.markdown = put_ice40_page;
    result.user = &table;
    good = good && rh_table_write(&result, options, error);
    if (good && !rh_table_options_stdout(options))
        print_text(&result);
    rh_table_result_close(&result);
    rh_area_ice40_close(&table);
    return good;
}
