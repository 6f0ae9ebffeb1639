// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_area.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "rowhold/rh_complexity.h"
#include "rowhold/rh_line_reader.h"

enum kind { TEXT, COUNT, MEASURE };

static const struct column {
    const char *name;
    enum kind kind;
    size_t offset, size;
} columns[] = {
#define COLUMN(name, kind)                                                                                             \
    { #name, kind, offsetof(struct rh_area_row, name), sizeof((struct rh_area_row *)0)->name }
    COLUMN(controller, TEXT),
    COLUMN(queue, COUNT),
    COLUMN(cells, COUNT),
    COLUMN(flops, COUNT),
    COLUMN(area_um2, MEASURE),
    COLUMN(sequential_um2, MEASURE),
    COLUMN(critical_ns, MEASURE),
    COLUMN(critical_from, TEXT),
    COLUMN(critical_to, TEXT),
    COLUMN(address_bits, COUNT),
    COLUMN(compared_bits, COUNT),
    COLUMN(decoded_bits, COUNT),
    COLUMN(key, TEXT),
#undef COLUMN
};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

static bool store(struct rh_area_row *row, const struct column *column, const char *text) {
    char *at = (char *)row + column->offset, *end = NULL;
    errno = 0;
    if (column->kind == TEXT) {
        if (text[0] == '\0' || strlen(text) >= column->size)
            return false;
        strcpy(at, text);
        return true;
    }
    if (text[strspn(text, column->kind == COUNT ? "0123456789" : "0123456789.")] != '\0' || text[0] == '\0')
        return false;
    if (column->kind == MEASURE) {
        double value = strtod(text, &end);
        memcpy(at, &value, sizeof value);
        return *end == '\0' && isfinite(value);
    }
    unsigned long long value = strtoull(text, &end, 10);
    uint32_t count = (uint32_t)value;
    memcpy(at, &count, sizeof count);
    return errno == 0 && value <= UINT32_MAX;
}

static const char *const expected[] = {"a name", "a whole number", "a number"};

/* One row; `row` NULL: the header, whose fields must be the columns' names. */
static bool take_fields(const char *path, const struct rh_line *line, struct rh_area_row *row, struct rh_error *error) {
    char *field = line->text;
    for (unsigned i = 0; i < COLUMNS; i++) {
        size_t length = strcspn(field, ",");
        bool more = field[length] == ',';
        unsigned at = (unsigned)(field - line->text) + 1, number = (unsigned)line->number;
        field[length] = '\0';
        if (row == NULL ? strcmp(field, columns[i].name) != 0 : !store(row, &columns[i], field))
            return rh_error_set(error, "%s:%u:%u: found '%s', expected %s%s%s", path, number, at, field,
                                row == NULL ? "column " : columns[i].name, row == NULL ? columns[i].name : ": ",
                                row == NULL ? "" : expected[columns[i].kind]);
        if (more != (i + 1 < COLUMNS))
            return rh_error_set(error, "%s:%u:%u: found %s fields, expected %u", path, number, at + (unsigned)length,
                                more ? "more" : "fewer", (unsigned)COLUMNS);
        field += length + more;
    }
    return true;
}

static bool add_note(struct rh_area_table *table, const char *text) {
    size_t used = table->notes == NULL ? 0 : strlen(table->notes), length = strlen(text);
    char *notes = realloc(table->notes, used + length + 2);
    if (notes == NULL)
        return false;
    memcpy(notes + used, text, length);
    strcpy(notes + used + length, "\n");
    table->notes = notes;
    return true;
}

static bool add_row(struct rh_area_table *table, const struct rh_area_row *row) {
    struct rh_area_row *rows = realloc(table->rows, (table->count + 1) * sizeof *rows);
    if (rows == NULL)
        return false;
    rows[table->count++] = *row;
    table->rows = rows;
    return true;
}

static bool take_line(struct rh_area_table *table, const char *path, const struct rh_line *line, bool *header,
                      struct rh_error *error) {
    struct rh_area_row row = {0};
    if (line->text[0] == '#') {
        const char *text = line->text + 1;
        return add_note(table, text + (text[0] == ' ')) || rh_error_set(error, "%s: out of memory", path);
    }
    if (!*header)
        return *header = take_fields(path, line, NULL, error);
    if (!take_fields(path, line, &row, error))
        return false;
    if (rh_area_find(table, row.controller, row.queue) != NULL)
        return rh_error_set(error, "%s:%u:1: found %s with queue %u again, expected it once", path,
                            (unsigned)line->number, row.controller, (unsigned)row.queue);
    return add_row(table, &row) || rh_error_set(error, "%s: out of memory", path);
}

bool rh_area_load(const char *path, struct rh_area_table *table, struct rh_error *error) {
    *table = (struct rh_area_table){0};
    struct rh_line_reader *reader = rh_line_reader_open(path, error);
    if (reader == NULL)
        return false;
    struct rh_line line;
    bool header = false, good = true;
    int more = 0;
    while (good && (more = rh_line_reader_next(reader, &line, error)) == 1)
        good = take_line(table, path, &line, &header, error);
    rh_line_reader_close(reader);
    if (good && more == 0 && table->count == 0)
        return rh_error_set(error, "%s: found no row, expected the table of scripts/area", path);
    return good && more == 0;
}

void rh_area_close(struct rh_area_table *table) {
    free(table->notes);
    free(table->rows);
    *table = (struct rh_area_table){0};
}

const struct rh_area_row *rh_area_find(const struct rh_area_table *table, const char *controller, uint32_t queue) {
    for (unsigned i = 0; i < table->count; i++)
        if (table->rows[i].queue == queue && strcmp(table->rows[i].controller, controller) == 0)
            return &table->rows[i];
    return NULL;
}

/* What is derived for print: the formula's bits as text, empty without a model, and the share of the flops. */
struct derived {
    char formula[64], bits[24];
    double sequential;
};

static struct derived derive(const struct rh_area_row *row) {
    struct rh_complexity_system system = rh_complexity_thesis();
    struct rh_complexity_controller model;
    struct derived d = {.formula = "no model", .bits = ""};
    system.queue = row->queue;
    if (rh_complexity_controller(row->controller, &system, &model)) {
        (void)snprintf(d.formula, sizeof d.formula, "%s", model.formula);
        (void)snprintf(d.bits, sizeof d.bits, "%" PRIu64, model.bits);
    }
    d.sequential = row->area_um2 > 0 ? 100.0 * row->sequential_um2 / row->area_um2 : 0;
    return d;
}

static void print_text(FILE *to, const struct rh_area_table *table) {
    fprintf(to, "%s\n", table->notes == NULL ? "" : table->notes);
    fprintf(to, "%-14s %5s %7s %6s %9s %6s %6s %8s | %7s %7s %8s %7s  %s\n", "controller", "queue", "cells", "flops",
            "um2", "seq %", "comb %", "path ns", "address", "formula", "compared", "decoded", "formula");
    for (unsigned i = 0; i < table->count; i++) {
        const struct rh_area_row *row = &table->rows[i];
        struct derived d = derive(row);
        fprintf(to, "%-14s %5u %7u %6u %9.0f %6.1f %6.1f %8.2f | %7u %7s %8u %7u  %s\n", row->controller,
                (unsigned)row->queue, (unsigned)row->cells, (unsigned)row->flops, row->area_um2, d.sequential,
                100.0 - d.sequential, row->critical_ns, (unsigned)row->address_bits, d.bits[0] ? d.bits : "-",
                (unsigned)row->compared_bits, (unsigned)row->decoded_bits, d.formula);
    }
}

static void print_markdown_notes(FILE *to, const char *notes) {
    for (const char *line = notes; line != NULL && *line != '\0';) {
        size_t length = strcspn(line, "\n");
        fprintf(to, "- %.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
}

static void print_markdown(FILE *to, const struct rh_area_table *table) {
    fprintf(
        to,
        "<!-- SPDX-License-Identifier: Apache-2.0. Generated by scripts/area from docs/tables/area.csv. -->\n"
        "# Area\n\n"
        "Standard cells before placement: no wires, no clock tree, no data path. How the numbers are made and what\n"
        "they leave out: [rh_area](../rh_area.md); the formulas: [rh_complexity](../rh_complexity.md).\n\n");
    print_markdown_notes(to, table->notes);
    fprintf(to, "\n| controller | queue | cells | flops | um2 | sequential %% | combinational %% | critical path ns "
                "(unplaced) | from | to |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
    for (unsigned i = 0; i < table->count; i++) {
        const struct rh_area_row *row = &table->rows[i];
        struct derived d = derive(row);
        fprintf(to, "| `%s` | %u | %u | %u | %.0f | %.1f | %.1f | %.2f | `%s` | `%s` |\n", row->controller,
                (unsigned)row->queue, (unsigned)row->cells, (unsigned)row->flops, row->area_um2, d.sequential,
                100.0 - d.sequential, row->critical_ns, row->critical_from, row->critical_to);
    }
    fprintf(to, "\n## Bits of comparators in the elaborated netlist\n\n"
                "| controller | queue | comparing addresses | by formula | formula | all comparators | compared with "
                "constants |\n| --- | --- | --- | --- | --- | --- | --- |\n");
    for (unsigned i = 0; i < table->count; i++) {
        const struct rh_area_row *row = &table->rows[i];
        struct derived d = derive(row);
        fprintf(to, "| `%s` | %u | %u | %s | %s%s%s | %u | %u |\n", row->controller, (unsigned)row->queue,
                (unsigned)row->address_bits, d.bits[0] ? d.bits : "-", d.bits[0] ? "`" : "", d.formula,
                d.bits[0] ? "`" : "", (unsigned)row->compared_bits, (unsigned)row->decoded_bits);
    }
}

void rh_area_print(FILE *to, const struct rh_area_table *table, bool markdown) {
    if (markdown)
        print_markdown(to, table);
    else
        print_text(to, table);
}
