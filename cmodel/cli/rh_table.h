// SPDX-License-Identifier: Apache-2.0
/** One table, four spellings: aligned text for people, CSV, JSON and Markdown. */
#ifndef RH_TABLE_H
#define RH_TABLE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "cmodel/cli/rh_option.h"

enum rh_cell_kind { RH_CELL_TEXT, RH_CELL_COUNT, RH_CELL_REAL };

struct rh_column {
    const char *name;    /**< key in CSV and JSON */
    const char *heading; /**< in text and Markdown; NULL: the name */
    enum rh_cell_kind kind;
    int digits;   /**< of a real, behind the point, in text and Markdown; CSV and JSON have six */
    double scale; /**< a real in text and Markdown is printed times this (100: per cent); 0: as it is */
    bool hidden;  /**< not in text and Markdown */
};

struct rh_table;

/** Columns are copied. NULL without memory. */
struct rh_table *rh_table_open(const struct rh_column *columns, unsigned count);
void rh_table_close(struct rh_table *table); /**< NULL is harmless */

/** The next cell, row by row; its kind is the column's. A text is copied. `none`: nothing is known here, "-", empty or
 * null. False without memory. */
bool rh_table_text(struct rh_table *table, const char *text);
bool rh_table_count(struct rh_table *table, uint64_t value);
bool rh_table_real(struct rh_table *table, double value);
bool rh_table_none(struct rh_table *table);
unsigned rh_table_rows(const struct rh_table *table);

void rh_table_print(const struct rh_table *table, FILE *to);
void rh_table_markdown(const struct rh_table *table, FILE *to);
void rh_table_csv(const struct rh_table *table, FILE *to);
/** A list of objects, each line behind `indent`, without a line end behind it. */
void rh_table_json(const struct rh_table *table, const char *indent, FILE *to);

/** --csv FILE --json FILE --markdown FILE. */
struct rh_table_options {
    const char *csv, *json, *markdown;
};
enum { RH_TABLE_OPTIONS_ROWS = 3 };
extern const struct rh_option rh_table_options_rows[RH_TABLE_OPTIONS_ROWS];
/** Write the files that are asked for. The JSON is a result (rh_result.h) of the schema "rowhold-NAME": configuration
 * (a JSON object; NULL: none), more members (text, a comma behind each; NULL: none), and the rows. */
struct rh_table_result {
    const char *name, *configuration, *members;
};
bool rh_table_write(const struct rh_table *table, const struct rh_table_options *options,
                    const struct rh_table_result *result, struct rh_error *error);
/** Is one of them standard output? Then nothing else may be printed there. */
bool rh_table_options_stdout(const struct rh_table_options *options);

#endif
