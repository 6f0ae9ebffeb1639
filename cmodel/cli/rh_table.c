// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/rh_table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/run/rh_json.h"
#include "cmodel/run/rh_result.h"
#include "rowhold/rh_output.h"

struct cell {
    char *text; /* of a text; NULL else */
    uint64_t count;
    double real;
    bool none;
};

struct rh_table {
    struct rh_column *columns; /* with names of their own */
    unsigned count;
    struct cell *cells;
    size_t used, room;
};

static bool copy_columns(struct rh_table *table, const struct rh_column *columns, unsigned count) {
    table->columns = calloc(count, sizeof *table->columns);
    for (; table->columns != NULL && table->count < count; table->count++) {
        struct rh_column *to = &table->columns[table->count];
        const struct rh_column *from = &columns[table->count];
        *to = *from;
        to->name = strdup(from->name);
        to->heading = strdup(from->heading != NULL ? from->heading : from->name);
        if (to->name == NULL || to->heading == NULL)
            return false;
    }
    return table->columns != NULL;
}

struct rh_table *rh_table_open(const struct rh_column *columns, unsigned count) {
    struct rh_table *table = calloc(1, sizeof *table);
    if (table != NULL && copy_columns(table, columns, count))
        return table;
    rh_table_close(table);
    return NULL;
}

void rh_table_close(struct rh_table *table) {
    if (table == NULL)
        return;
    for (size_t i = 0; i < table->used; i++)
        free(table->cells[i].text);
    for (unsigned i = 0; table->columns != NULL && i < table->count; i++) {
        free((char *)table->columns[i].name);
        free((char *)table->columns[i].heading);
    }
    free(table->columns);
    free(table->cells);
    free(table);
}

static bool add(struct rh_table *table, struct cell cell) {
    if (table->used == table->room) {
        size_t room = table->room == 0 ? 256 : 2 * table->room;
        struct cell *cells = realloc(table->cells, room * sizeof *cells);
        if (cells == NULL)
            return false;
        table->cells = cells;
        table->room = room;
    }
    table->cells[table->used++] = cell;
    return true;
}

bool rh_table_text(struct rh_table *table, const char *text) {
    struct cell cell = {.text = strdup(text)};
    if (cell.text != NULL && add(table, cell))
        return true;
    free(cell.text);
    return false;
}

bool rh_table_count(struct rh_table *table, uint64_t value) {
    return add(table, (struct cell){.count = value});
}

bool rh_table_real(struct rh_table *table, double value) {
    return add(table, (struct cell){.real = value});
}

bool rh_table_none(struct rh_table *table) {
    return add(table, (struct cell){.none = true});
}

unsigned rh_table_rows(const struct rh_table *table) {
    return (unsigned)(table->used / table->count);
}

static const struct cell *cell_at(const struct rh_table *table, unsigned row, unsigned column) {
    return &table->cells[(size_t)row * table->count + column];
}

/* As people read it. The text lives in the cell or in `buffer`. */
static const char *shown(const struct rh_table *table, unsigned row, unsigned column, char buffer[32]) {
    const struct rh_column *c = &table->columns[column];
    const struct cell *cell = cell_at(table, row, column);
    if (cell->none)
        return "-";
    if (c->kind == RH_CELL_TEXT)
        return cell->text;
    if (c->kind == RH_CELL_COUNT)
        (void)snprintf(buffer, 32, "%" PRIu64, cell->count);
    else
        (void)snprintf(buffer, 32, "%.*f", c->digits, cell->real * (c->scale > 0 ? c->scale : 1));
    return buffer;
}

void rh_table_print(const struct rh_table *table, FILE *to) {
    char buffer[32];
    int *widths = calloc(table->count, sizeof *widths);
    for (unsigned c = 0; c < table->count && widths != NULL; c++) {
        widths[c] = (int)strlen(table->columns[c].heading);
        for (unsigned r = 0; r < rh_table_rows(table); r++) {
            int length = (int)strlen(shown(table, r, c, buffer));
            widths[c] = length > widths[c] ? length : widths[c];
        }
    }
    for (unsigned r = 0; r <= rh_table_rows(table) && widths != NULL; r++) {
        const char *gap = "";
        for (unsigned c = 0; c < table->count; c++) {
            if (table->columns[c].hidden)
                continue;
            bool last = c + 1 == table->count, text = table->columns[c].kind == RH_CELL_TEXT;
            const char *word = r == 0 ? table->columns[c].heading : shown(table, r - 1, c, buffer);
            fprintf(to, "%s%*s", gap, text ? (last ? 0 : -widths[c]) : widths[c], word);
            gap = "  ";
        }
        fputc('\n', to);
    }
    free(widths);
}

void rh_table_markdown(const struct rh_table *table, FILE *to) {
    char buffer[32];
    for (int r = -2; r < (int)rh_table_rows(table); r++) {
        fputc('|', to);
        for (unsigned c = 0; c < table->count; c++) {
            if (table->columns[c].hidden)
                continue;
            const char *rule = table->columns[c].kind == RH_CELL_TEXT ? "---" : "---:";
            fprintf(to, " %s |",
                    r == -2   ? table->columns[c].heading
                    : r == -1 ? rule
                              : shown(table, (unsigned)r, c, buffer));
        }
        fputc('\n', to);
    }
}

/* RFC 4180: quotes around what has a comma, a quote or a line end in it. */
static void put_csv_text(const char *text, FILE *to) {
    if (strpbrk(text, ",\"\n\r") == NULL) {
        fputs(text, to);
        return;
    }
    fputc('"', to);
    for (; *text != '\0'; text++)
        fprintf(to, *text == '"' ? "\"\"" : "%c", *text);
    fputc('"', to);
}

static void put_number(const struct rh_column *column, const struct cell *cell, FILE *to) {
    if (column->kind == RH_CELL_COUNT)
        fprintf(to, "%" PRIu64, cell->count);
    else
        fprintf(to, "%.6f", cell->real);
}

void rh_table_csv(const struct rh_table *table, FILE *to) {
    for (unsigned c = 0; c < table->count; c++)
        fprintf(to, "%s%s", c == 0 ? "" : ",", table->columns[c].name);
    fputc('\n', to);
    for (unsigned r = 0; r < rh_table_rows(table); r++) {
        for (unsigned c = 0; c < table->count; c++) {
            const struct cell *cell = cell_at(table, r, c);
            if (c != 0)
                fputc(',', to);
            if (!cell->none && table->columns[c].kind == RH_CELL_TEXT)
                put_csv_text(cell->text, to);
            else if (!cell->none)
                put_number(&table->columns[c], cell, to);
        }
        fputc('\n', to);
    }
}

void rh_table_json(const struct rh_table *table, const char *indent, FILE *to) {
    fputc('[', to);
    for (unsigned r = 0; r < rh_table_rows(table); r++) {
        fprintf(to, "%s\n%s  {", r == 0 ? "" : ",", indent);
        for (unsigned c = 0; c < table->count; c++) {
            const struct cell *cell = cell_at(table, r, c);
            fprintf(to, "%s\"%s\": ", c == 0 ? "" : ", ", table->columns[c].name);
            if (cell->none)
                fputs("null", to);
            else if (table->columns[c].kind == RH_CELL_TEXT)
                rh_json_string(to, cell->text);
            else
                put_number(&table->columns[c], cell, to);
        }
        fputc('}', to);
    }
    fprintf(to, "\n%s]", indent);
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct rh_table_options, kind, spelling, __VA_ARGS__)
const struct rh_option rh_table_options_rows[RH_TABLE_OPTIONS_ROWS] = {
    ROW(OUTPUT, "csv", "FILE", csv, .group = "output", .help = "write the rows as CSV; - is standard output"),
    ROW(OUTPUT, "json", "FILE", json, .help = "write the rows as JSON; - is standard output"),
    ROW(OUTPUT, "markdown", "FILE", markdown, .help = "write the table as Markdown; - is standard output"),
};

static void put_result(const struct rh_table *table, const struct rh_table_result *result, FILE *to) {
    rh_result_head(to, result->name);
    if (result->configuration != NULL)
        rh_result_configuration(to, result->configuration, strlen(result->configuration));
    fprintf(to, "%s  \"rows\": ", result->members != NULL ? result->members : "");
    rh_table_json(table, "  ", to);
    fprintf(to, "\n}\n");
}

bool rh_table_write(const struct rh_table *table, const struct rh_table_options *options,
                    const struct rh_table_result *result, struct rh_error *error) {
    const char *const files[] = {options->csv, options->json, options->markdown};
    for (unsigned i = 0; i < 3; i++) {
        struct rh_output output;
        if (files[i] == NULL)
            continue;
        if (!rh_output_open(&output, files[i], error))
            return false;
        if (files[i] == options->csv)
            rh_table_csv(table, output.file);
        else if (files[i] == options->json)
            put_result(table, result, output.file);
        else
            rh_table_markdown(table, output.file);
        if (!rh_output_commit(&output, error))
            return false;
    }
    return true;
}

bool rh_table_options_stdout(const struct rh_table_options *options) {
    return rh_output_is_stdout(options->csv) || rh_output_is_stdout(options->json) ||
           rh_output_is_stdout(options->markdown);
}
