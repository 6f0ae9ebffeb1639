// SPDX-License-Identifier: Apache-2.0
/** The files that scripts/area writes, by their columns: `#` lines first (tools), then a header line, then rows. The
 * first columns are kind, design and settings; no two rows have the same design and settings. */
#ifndef RH_AREA_FILE_H
#define RH_AREA_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rowhold/rh_error.h"

enum rh_area_cell {
    RH_AREA_TEXT,    /**< char[]; not empty */
    RH_AREA_COUNT,   /**< uint32_t */
    RH_AREA_MEASURE, /**< double */
    RH_AREA_MAYBE    /**< double above 0, or 0 where the file has `none` */
};

struct rh_area_column {
    const char *name;
    enum rh_area_cell cell;
    size_t offset, size; /**< in the struct of a row */
};
/** A column that is named as its member of `row`. */
#define RH_AREA_COLUMN(row, name, cell)                                                                                \
    { #name, cell, offsetof(row, name), sizeof(((row *)0)->name) }

struct rh_area_format {
    const struct rh_area_column *columns;
    unsigned count;
    size_t row_size;
    const char *script; /**< that writes such a file */
};

struct rh_area_file {
    char *notes; /**< the `#` lines without `# `, each with its line break; NULL: none */
    void *rows;
    unsigned count;
    uint64_t hash; /**< of its lines (rh_line_reader_hash) */
};

/** An error names file, line and column. Also after a failure the caller frees notes and rows. */
bool rh_area_file_load(const char *path, const struct rh_area_format *format, struct rh_area_file *file,
                       struct rh_error *error);

#endif
