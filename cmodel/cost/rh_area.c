// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cost/rh_area.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/cost/rh_area_ice40.h"
#include "cmodel/trace/rh_line_reader.h"
#include "rowhold/rh_error.h"
#include "rowhold/rh_hash.h"

enum rh_area_cell {
    RH_AREA_TEXT,    /**< char[]; not empty */
    RH_AREA_COUNT,   /**< uint32_t */
    RH_AREA_MEASURE, /**< double */
    RH_AREA_MAYBE    /**< double above 0, or 0 where the file has `none` */
};
struct area_column {
    const char *name;
    enum rh_area_cell cell;
    size_t offset, size; /**< in the struct of a row */
};
/** A column that is named as its member of `row`. */
#define RH_AREA_COLUMN(row, name, cell)                                                                                \
    { #name, cell, offsetof(row, name), sizeof(((row *)0)->name) }
struct area_format {
    const struct area_column *columns;
    unsigned count;
    size_t row_size;
    const char *script; /**< that writes such a file */
};
struct area_file {
    char *notes; /**< the `#` lines without `# `, each with its line break; NULL: none */
    void *rows;
    unsigned count;
    uint64_t hash; /**< of its lines (rh_line_reader_hash) */
};

/* The files that scripts/area writes, by their columns: `#` lines first (tools), then a header line, then rows. The
 * first columns are kind, design and settings; no two rows have the same design and settings. */

enum { DESIGN = 1, SETTINGS };

struct reading {
    const char *path;
    const struct area_format *format;
    struct area_file *file;
    bool header; /* was it read? */
};

static bool store_measure(char *at, const char *text, bool positive) {
    char *end = NULL;
    double value = strtod(text, &end);
    memcpy(at, &value, sizeof value);
    return *end == '\0' && isfinite(value) && (value > 0 || !positive);
}

static bool store(char *row, const struct area_column *column, const char *text) {
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
        const struct area_column *column = &r->format->columns[i];
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

static bool add_note(struct area_file *file, const char *text) {
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
    struct area_file *file = r->file;
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

/* An error names file, line and column. Also after a failure the caller frees notes and rows. */
static bool area_file_load(const char *path, const struct area_format *format, struct area_file *file,
                           struct rh_error *error) {
    struct reading r = {.path = path, .format = format, .file = file};
    *file = (struct area_file){0};
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

static const struct area_column columns[] = {
#define COLUMN(name, cell) RH_AREA_COLUMN(struct rh_area_row, name, RH_AREA_##cell)
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
    {#part "_um2", RH_AREA_MEASURE, offsetof(struct rh_area_row, part_um2[RH_NETLIST_##part]), sizeof(double)},
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

bool rh_area_load(const char *path, struct rh_area_table *table, struct rh_error *error) {
    static const struct area_format format = {columns, sizeof columns / sizeof columns[0], sizeof(struct rh_area_row),
                                              "scripts/area"};
    struct area_file file;
    bool good = area_file_load(path, &format, &file, error);
    *table = (struct rh_area_table){file.notes, file.rows, file.count, file.hash};
    return good;
}

void rh_area_close(struct rh_area_table *table) {
    free(table->notes);
    free(table->rows);
    *table = (struct rh_area_table){0};
}

bool rh_area_join(struct rh_area_table *into, struct rh_area_table *from, struct rh_error *error) {
    size_t count = (size_t)into->count + from->count;
    uint64_t hash = into->rows == NULL ? from->hash : rh_hash(into->hash, &from->hash, sizeof from->hash);
    struct rh_area_row *rows = realloc(into->rows, (count == 0 ? 1 : count) * sizeof *rows);
    if (rows == NULL)
        return rh_error_set(error, "area: found no memory, expected enough");
    into->rows = rows;
    if (from->count != 0)
        memcpy(rows + into->count, from->rows, from->count * sizeof *rows);
    into->count = (unsigned)count;
    into->hash = hash;
    if (into->notes == NULL) {
        into->notes = from->notes;
        from->notes = NULL;
    }
    rh_area_close(from);
    return true;
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

double rh_area_split_error(const struct rh_area_row *row) {
    return row->area_um2 > 0 ? row->split_um2 / row->area_um2 - 1 : 0;
}

int64_t rh_area_policy_bits(const struct rh_area_table *table, const struct rh_area_row *row) {
    if (strcmp(row->kind, "controller") == 0)
        return row->address_bits;
    const struct rh_area_row *bare = strcmp(row->kind, "allocator") == 0 ? rh_area_unheld(table, row) : NULL;
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

bool rh_area_joint(unsigned index, struct rh_area_joint *joint) {
    static const struct rh_area_joint joints[] = {
#define RH_JOINT(joint, kind, other, meaning) {#joint, RH_KIND_##kind, #other, meaning},
#include "tables/joints.def"
    };
    if (index >= sizeof joints / sizeof joints[0])
        return false;
    *joint = joints[index];
    return true;
}

const struct rh_variant *rh_area_variant(const char *design) {
    const struct rh_variant *variant = NULL;
    struct rh_area_joint joint;
    for (enum rh_kind_code code = 0; code < RH_KINDS && variant == NULL; code++)
        variant = rh_variant_find(code, design);
    for (unsigned i = 0; variant == NULL && rh_area_joint(i, &joint); i++) {
        size_t length = strlen(joint.name);
        if (strncmp(design, joint.name, length) == 0 && design[length] == '_')
            variant = rh_variant_find(joint.kind, design + length + 1);
    }
    return variant;
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

/*  */

static const struct area_column ice40_columns[] = {
#define COLUMN(name, cell) RH_AREA_COLUMN(struct rh_area_ice40_row, name, RH_AREA_##cell)
    COLUMN(kind, TEXT),         COLUMN(design, TEXT),    COLUMN(settings, TEXT),
    COLUMN(luts, COUNT),        COLUMN(flops, COUNT),    COLUMN(carries, COUNT),
    COLUMN(logic_cells, COUNT), COLUMN(fmax_mhz, MAYBE), COLUMN(key, TEXT),
#undef COLUMN
};

bool rh_area_ice40_load(const char *path, struct rh_area_ice40_table *table, struct rh_error *error) {
    static const struct area_format format = {ice40_columns, sizeof ice40_columns / sizeof ice40_columns[0],
                                              sizeof(struct rh_area_ice40_row), "scripts/area --ice40"};
    struct area_file file;
    bool good = area_file_load(path, &format, &file, error);
    *table = (struct rh_area_ice40_table){file.notes, file.rows, file.count, file.hash};
    return good;
}

void rh_area_ice40_close(struct rh_area_ice40_table *table) {
    free(table->notes);
    free(table->rows);
    *table = (struct rh_area_ice40_table){0};
}
