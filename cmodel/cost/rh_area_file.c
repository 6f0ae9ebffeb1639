// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cost/rh_area_file.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rowhold/rh_line_reader.h"

enum { DESIGN = 1, SETTINGS };

struct reading {
    const char *path;
    const struct rh_area_format *format;
    struct rh_area_file *file;
    bool header; /* was it read? */
};

static bool store_measure(char *at, const char *text, bool positive) {
    char *end = NULL;
    double value = strtod(text, &end);
    memcpy(at, &value, sizeof value);
    return *end == '\0' && isfinite(value) && (value > 0 || !positive);
}

static bool store(char *row, const struct rh_area_column *column, const char *text) {
    char *at = row + column->offset;

    errno = 0;
    if (column->cell == RH_AREA_TEXT) {
        size_t length = strlen(text);
        if (length == 0 || length >= column->size)
            return false;
        memcpy(at, text, length + 1);
        return true;
    }
    if (column->cell == RH_AREA_MAYBE && strcmp(text, "none") == 0)
        return true; /* 0, as all of a new row */
    if (text[strspn(text, column->cell == RH_AREA_COUNT ? "0123456789" : "0123456789.")] != '\0' || text[0] == '\0')
        return false;
    if (column->cell != RH_AREA_COUNT)
        return store_measure(at, text, column->cell == RH_AREA_MAYBE);
    unsigned long long value = strtoull(text, NULL, 10);
    uint32_t count = (uint32_t)value;
    memcpy(at, &count, sizeof count);
    return errno == 0 && value <= UINT32_MAX;
}

static const char *const expected[] = {
    [RH_AREA_TEXT] = "a name",
    [RH_AREA_COUNT] = "a whole number",
    [RH_AREA_MEASURE] = "a number",
    [RH_AREA_MAYBE] = "a number above 0, or none",
};

/* One row; `row` NULL: the header, whose fields must be the columns' names. */
static bool take_fields(const struct reading *r, const struct rh_line *line, char *row, struct rh_error *error) {
    char *field = line->text;
    for (unsigned i = 0; i < r->format->count; i++) {
        const struct rh_area_column *column = &r->format->columns[i];
        size_t length = strcspn(field, ",");
        bool more = field[length] == ',';
        unsigned at = (unsigned)(field - line->text) + 1, number = (unsigned)line->number;
        field[length] = '\0';
        if (row == NULL ? strcmp(field, column->name) != 0 : !store(row, column, field))
            return rh_error_set(error, "%s:%u:%u: found '%s', expected %s%s%s", r->path, number, at, field,
                                row == NULL ? "column " : column->name, row == NULL ? column->name : ": ",
                                row == NULL ? "" : expected[column->cell]);
        if (more != (i + 1 < r->format->count))
            return rh_error_set(error, "%s:%u:%u: found %s fields, expected %u", r->path, number, at + (unsigned)length,
                                more ? "more" : "fewer", r->format->count);
        field += length + more;
    }
    return true;
}

static bool add_note(struct rh_area_file *file, const char *text) {
    size_t used = file->notes == NULL ? 0 : strlen(file->notes), length = strlen(text);
    char *notes = realloc(file->notes, used + length + 2);
    if (notes == NULL)
        return false;
    (void)snprintf(notes + used, length + 2, "%s\n", text);
    file->notes = notes;
    return true;
}

/* The next row, all zero; NULL without memory. It counts when it is taken. */
static char *next_row(const struct reading *r) {
    size_t size = r->format->row_size;
    char *rows = realloc(r->file->rows, (r->file->count + 1) * size);
    if (rows == NULL)
        return NULL;
    r->file->rows = rows;
    return memset(rows + r->file->count * size, 0, size);
}

static const char *text_of(const struct reading *r, unsigned row, unsigned column) {
    return (const char *)r->file->rows + row * r->format->row_size + r->format->columns[column].offset;
}

static bool take_line(struct reading *r, const struct rh_line *line, struct rh_error *error) {
    struct rh_area_file *file = r->file;
    char *row;
    if (line->text[0] == '#') {
        const char *text = line->text + 1;
        return add_note(file, text + (text[0] == ' ')) ||
               rh_error_set(error, "%s: found no memory, expected enough", r->path);
    }
    if (!r->header)
        return r->header = take_fields(r, line, NULL, error);
    if ((row = next_row(r)) == NULL)
        return rh_error_set(error, "%s: found no memory, expected enough", r->path);
    if (!take_fields(r, line, row, error))
        return false;
    for (unsigned i = 0; i < file->count; i++)
        if (strcmp(text_of(r, i, DESIGN), text_of(r, file->count, DESIGN)) == 0 &&
            strcmp(text_of(r, i, SETTINGS), text_of(r, file->count, SETTINGS)) == 0)
            return rh_error_set(error, "%s:%u:1: found %s with %s again, expected it once", r->path,
                                (unsigned)line->number, text_of(r, i, DESIGN), text_of(r, i, SETTINGS));
    file->count++;
    return true;
}

bool rh_area_file_load(const char *path, const struct rh_area_format *format, struct rh_area_file *file,
                       struct rh_error *error) {
    struct reading r = {.path = path, .format = format, .file = file};
    *file = (struct rh_area_file){0};
    struct rh_line_reader *reader = rh_line_reader_open(path, error);
    if (reader == NULL)
        return false;
    struct rh_line line;
    bool good = true;
    int more = 0;
    while (good && (more = rh_line_reader_next(reader, &line, error)) == 1)
        good = take_line(&r, &line, error);
    file->hash = rh_line_reader_hash(reader);
    rh_line_reader_close(reader);
    if (good && more == 0 && file->count == 0)
        return rh_error_set(error, "%s: found no row, expected the table of %s", path, format->script);
    return good && more == 0;
}
