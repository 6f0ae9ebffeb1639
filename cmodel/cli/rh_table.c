// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/rh_table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/cli/rh_table_inside.h"
#include "cmodel/run/rh_json.h"

static bool copy_columns(struct rh_table *table, const struct rh_column *columns, unsigned count) {
    table->columns = calloc(count, sizeof *table->columns);
    for (; table->columns != NULL && table->count < count; table->count++) {
        struct rh_column *to = &table->columns[table->count];
        const struct rh_column *from = &columns[table->count];
        *to = *from;
        to->name = strdup(from->name);
        to->heading = strdup(from->heading != NULL ? from->heading : from->name);
        if (to->name == NULL || to->heading == NULL) {
            table->count++;
            return false;
        }
    }
    return table->columns != NULL;
}

/* Two columns of one name can't be kept apart. */
static bool is_clear(const struct rh_table *table) {
    for (unsigned i = 0; i < table->count; i++)
        for (unsigned k = 0; k < i; k++) {
            const struct rh_column *a = &table->columns[i], *b = &table->columns[k];
            bool shown = !a->hidden && !b->hidden;
            if (strcmp(a->name, b->name) == 0 || (shown && strcmp(a->heading, b->heading) == 0))
                return false;
        }
    return true;
}

struct rh_table *rh_table_open(const struct rh_column *columns, unsigned count) {
    struct rh_table *table = calloc(1, sizeof *table);
    if (table != NULL && copy_columns(table, columns, count) && is_clear(table))
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

static bool add(struct rh_table *table, struct rh_cell cell) {
    if (table->used == table->room) {
        size_t room = table->room == 0 ? 256 : 2 * table->room;
        struct rh_cell *cells = realloc(table->cells, room * sizeof *cells);
        if (cells == NULL)
            return false;
        table->cells = cells;
        table->room = room;
    }
    table->cells[table->used++] = cell;
    return true;
}

bool rh_table_text(struct rh_table *table, const char *text) {
    if (text == NULL)
        return rh_table_none(table);
    struct rh_cell cell = {.text = strdup(text)};
    if (cell.text != NULL && add(table, cell))
        return true;
    free(cell.text);
    return false;
}

bool rh_table_count(struct rh_table *table, uint64_t value) {
    return add(table, (struct rh_cell){.count = value});
}

bool rh_table_counts(struct rh_table *table, const uint64_t *values, size_t count) {
    bool good = true;
    for (size_t i = 0; good && i < count; i++)
        good = rh_table_count(table, values[i]);
    return good;
}

bool rh_table_real(struct rh_table *table, double value) {
    return add(table, (struct rh_cell){.real = value});
}

bool rh_table_whole(struct rh_table *table, double value) {
    return add(table, (struct rh_cell){.real = value, .whole = true});
}

bool rh_table_none(struct rh_table *table) {
    return add(table, (struct rh_cell){.none = true});
}

bool rh_table_known(struct rh_table *table, int64_t value) {
    return value < 0 ? rh_table_none(table) : rh_table_count(table, (uint64_t)value);
}

bool rh_table_hash(struct rh_table *table, uint64_t hash) {
    char text[32];
    (void)snprintf(text, sizeof text, "fnv1a64:%016" PRIx64, hash);
    return rh_table_text(table, text);
}

unsigned rh_table_rows(const struct rh_table *table) {
    return (unsigned)(table->used / table->count);
}

const struct rh_cell *rh_table_cell(const struct rh_table *table, unsigned row, unsigned column) {
    return &table->cells[(size_t)row * table->count + column];
}

/* Something is drawn where there is something, however little. */
const char *rh_table_bar(double share, unsigned whole, char buffer[RH_TABLE_BUFFER]) {
    unsigned length = (unsigned)(share * whole + 0.5);
    length = length > whole ? whole : length;
    (void)memset(buffer, '#', whole);
    buffer[length > 0 ? length : share > 0] = '\0';
    return buffer;
}

const char *rh_table_shown(const struct rh_table *table, unsigned row, unsigned column, char buffer[RH_TABLE_BUFFER]) {
    const struct rh_column *c = &table->columns[column];
    const struct rh_cell *cell = rh_table_cell(table, row, column);
    if (cell->none)
        return "-";
    switch (c->kind) {
    case RH_CELL_TEXT:
        return cell->text;
    case RH_CELL_BAR:
        return rh_table_bar(cell->real, RH_TABLE_BAR, buffer);
    case RH_CELL_FLAG:
        return cell->count != 0 ? "yes" : "no";
    case RH_CELL_COUNT:
        (void)snprintf(buffer, RH_TABLE_BUFFER, "%" PRIu64, cell->count);
        break;
    case RH_CELL_REAL:
        (void)snprintf(buffer, RH_TABLE_BUFFER, "%.*f", cell->whole ? 0 : c->digits,
                       cell->real * (c->scale > 0 ? c->scale : 1));
        break;
    default:
        return "-";
    }
    return buffer;
}

static bool in_markdown(const struct rh_column *column) {
    return !column->hidden && column->kind != RH_CELL_BAR;
}

/* A heading's lines become one; a bar would end the cell. */
static void put_markdown(const char *text, FILE *to) {
    fputc(' ', to);
    for (; *text != '\0'; text++)
        if (*text == '|')
            fputs("\\|", to);
        else
            fputc(*text == '\n' ? ' ' : *text, to);
    fputs(" |", to);
}

void rh_table_markdown(const struct rh_table *table, FILE *to) {
    char buffer[RH_TABLE_BUFFER];
    for (int r = -2; r < (int)rh_table_rows(table); r++) {
        fputc('|', to);
        for (unsigned c = 0; c < table->count; c++)
            if (in_markdown(&table->columns[c]))
                put_markdown(r == -2                                  ? table->columns[c].heading
                             : r >= 0                                 ? rh_table_shown(table, (unsigned)r, c, buffer)
                             : table->columns[c].kind == RH_CELL_TEXT ? "---"
                                                                      : "---:",
                             to);
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

static void put_number(const struct rh_column *column, const struct rh_cell *cell, FILE *to) {
    if (column->kind == RH_CELL_REAL)
        fprintf(to, "%.*f", cell->whole ? 0 : 6, cell->real);
    else
        fprintf(to, "%" PRIu64, cell->count);
}

void rh_table_csv(const struct rh_table *table, FILE *to) {
    for (unsigned r = 0; r <= rh_table_rows(table); r++) {
        const char *comma = "";
        for (unsigned c = 0; c < table->count; c++) {
            const struct rh_cell *cell = r == 0 ? NULL : rh_table_cell(table, r - 1, c);
            if (table->columns[c].kind == RH_CELL_BAR)
                continue;
            fputs(comma, to);
            comma = ",";
            if (cell == NULL)
                fputs(table->columns[c].name, to);
            else if (!cell->none && table->columns[c].kind == RH_CELL_TEXT)
                put_csv_text(cell->text, to);
            else if (!cell->none)
                put_number(&table->columns[c], cell, to);
        }
        fputc('\n', to);
    }
}

void rh_table_json_row(const struct rh_table *table, unsigned row, const char *between, FILE *to) {
    const char *comma = "";
    for (unsigned c = 0; c < table->count; c++) {
        const struct rh_cell *cell = rh_table_cell(table, row, c);
        enum rh_cell_kind kind = table->columns[c].kind;
        if (kind == RH_CELL_BAR)
            continue;
        fprintf(to, "%s\"%s\": ", comma, table->columns[c].name);
        comma = between;
        if (cell->none)
            fputs("null", to);
        else if (kind == RH_CELL_TEXT)
            rh_json_string(to, cell->text);
        else if (kind == RH_CELL_FLAG)
            fputs(cell->count != 0 ? "true" : "false", to);
        else
            put_number(&table->columns[c], cell, to);
    }
}

void rh_table_json(const struct rh_table *table, const char *indent, FILE *to) {
    fputc('[', to);
    for (unsigned r = 0; r < rh_table_rows(table); r++) {
        fprintf(to, "%s\n%s  {", r == 0 ? "" : ",", indent);
        rh_table_json_row(table, r, ", ", to);
        fputc('}', to);
    }
    fprintf(to, "\n%s]", indent);
}
