// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_area.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "rowhold/rh_line_reader.h"

enum kind { TEXT, COUNT, MEASURE };

static const struct column {
    const char *name;
    enum kind kind;
    size_t offset, size;
} columns[] = {
#define COLUMN(name, kind)                                                                                             \
    { #name, kind, offsetof(struct rh_area_row, name), sizeof((struct rh_area_row *)0)->name }
    COLUMN(kind, TEXT),
    COLUMN(design, TEXT),
    COLUMN(settings, TEXT),
    COLUMN(cells, COUNT),
    COLUMN(flops, COUNT),
    COLUMN(area_um2, MEASURE),
    COLUMN(sequential_um2, MEASURE),
    COLUMN(critical_ns, MEASURE),
    COLUMN(critical_from, TEXT),
    COLUMN(critical_to, TEXT),
    COLUMN(levels, COUNT),
#define RH_AREA_PART(part, heading, meaning)                                                                           \
    {#part "_um2", MEASURE, offsetof(struct rh_area_row, part_um2[RH_NETLIST_##part]), sizeof(double)},
#include "tables/area_parts.def"
#undef RH_AREA_PART
    COLUMN(split_um2, MEASURE),
    COLUMN(address_bits, COUNT),
    COLUMN(pair_bits, COUNT),
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
        return add_note(table, text + (text[0] == ' ')) ||
               rh_error_set(error, "%s: found no memory, expected enough", path);
    }
    if (!*header)
        return *header = take_fields(path, line, NULL, error);
    if (!take_fields(path, line, &row, error))
        return false;
    if (rh_area_find(table, row.design, row.settings) != NULL)
        return rh_error_set(error, "%s:%u:1: found %s with %s again, expected it once", path, (unsigned)line->number,
                            row.design, row.settings);
    return add_row(table, &row) || rh_error_set(error, "%s: found no memory, expected enough", path);
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
    table->hash = rh_line_reader_hash(reader);
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

const struct rh_area_row *rh_area_find(const struct rh_area_table *table, const char *design, const char *settings) {
    for (unsigned i = 0; i < table->count; i++)
        if (strcmp(table->rows[i].design, design) == 0 && strcmp(table->rows[i].settings, settings) == 0)
            return &table->rows[i];
    return NULL;
}

const struct rh_area_row *rh_area_unheld(const struct rh_area_table *table, const struct rh_area_row *row) {
    struct rh_area_row bare = *row;
    char *hold = strstr(bare.settings, "hold=");
    if (hold == NULL || hold[5] == '0')
        return NULL;
    hold[5] = '0';
    return rh_area_find(table, row->design, bare.settings);
}

int64_t rh_area_policy_bits(const struct rh_area_table *table, const struct rh_area_row *row) {
    if (strcmp(row->kind, "controller") == 0)
        return row->address_bits;
    const struct rh_area_row *bare = rh_area_unheld(table, row);
    return bare == NULL ? -1 : (int64_t)row->pair_bits + row->compared_bits - bare->compared_bits;
}

bool rh_area_library(unsigned index, struct rh_area_library *library) {
    static const struct rh_area_library libraries[] = {
#define RH_LIBRARY(name, library, title, file, package, avoid) {#name, library, title, file, package, avoid},
#include "tables/libraries.def"
#undef RH_LIBRARY
    };
    if (index >= sizeof libraries / sizeof libraries[0])
        return false;
    *library = libraries[index];
    return true;
}

bool rh_area_size(unsigned index, const char **kind, const char **settings, enum rh_area_how *how) {
    static const struct {
        const char *kind, *settings;
        enum rh_area_how how;
    } sizes[] = {
#define RH_AREA(kind, settings, how) {#kind, settings, RH_AREA_##how},
#include "tables/area.def"
#undef RH_AREA
    };
    if (index >= sizeof sizes / sizeof sizes[0])
        return false;
    *kind = sizes[index].kind;
    *settings = sizes[index].settings;
    *how = sizes[index].how;
    return true;
}
