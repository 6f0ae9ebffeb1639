// SPDX-License-Identifier: Apache-2.0
/** One table, four spellings: aligned text for people, CSV, JSON and Markdown; and the results that are made of tables,
 * whose JSON schemas (docs/schemas) come from the same columns. */
#ifndef RH_TABLE_H
#define RH_TABLE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "cmodel/cli/rh_option.h"
#include "cmodel/files/rh_files.h"

enum rh_cell_kind {
    RH_CELL_TEXT,
    RH_CELL_COUNT,
    RH_CELL_REAL,
    RH_CELL_FLAG, /**< a count, 0 or 1: yes or no; true or false in JSON */
    RH_CELL_BAR   /**< a real from 0 to 1, drawn in text and absent elsewhere */
};

struct rh_column {
    const char *name;    /**< key in CSV and JSON */
    const char *heading; /**< in text and Markdown, with its unit; a line end breaks it in text; NULL: the name */
    enum rh_cell_kind kind;
    int digits;          /**< of a real, behind the point, in text and Markdown; CSV and JSON have six */
    double scale;        /**< a real in text and Markdown is printed times this (100: per cent); 0: as it is */
    bool hidden;         /**< not in text and Markdown */
    bool maybe;          /**< some rows have no value */
    bool sparse;         /**< not in text and Markdown where no row has a value */
    unsigned wrap;       /**< of a text: where the table is wider than a screen, its lines are broken, but not narrower
                            than this; 0: never */
    const char *meaning; /**< for the schema; NULL: the name says it */
};

/** Letters of a whole bar, and at most where there is room; of a cell's buffer. */
enum { RH_TABLE_BAR = 32, RH_TABLE_LONG_BAR = 100, RH_TABLE_BUFFER = RH_TABLE_LONG_BAR + 1 };

struct rh_cell {
    char *text; /**< of a text; NULL else */
    uint64_t count;
    double real;
    bool none, whole; /**< whole: a real without a point */
};

/** How a table is kept, for who reads its cells. */
struct rh_table {
    struct rh_column *columns; /**< with names of their own */
    unsigned count;
    struct rh_cell *cells;
    size_t used, room;
};

/** Columns are copied. NULL without memory, and when two columns have one name or show one heading. */
struct rh_table *rh_table_open(const struct rh_column *columns, unsigned count);
void rh_table_close(struct rh_table *table); /**< NULL is harmless */

/** The next cell, row by row; its kind is the column's. A text is copied; NULL is none. `none`: nothing is known here,
 * "-", empty or null. False without memory. */
bool rh_table_text(struct rh_table *table, const char *text);
bool rh_table_count(struct rh_table *table, uint64_t value);
bool rh_table_counts(struct rh_table *table, const uint64_t *values, size_t count); /**< the next `count` cells */
bool rh_table_real(struct rh_table *table, double value);
/** A whole number, also a negative one, in a column of reals: without a point in every spelling. */
bool rh_table_whole(struct rh_table *table, double value);
bool rh_table_none(struct rh_table *table);
bool rh_table_maybe(struct rh_table *table, bool there, double value); /**< a real, or none */
/** A count, or none where it is negative. */
bool rh_table_known(struct rh_table *table, int64_t value);
/** A text: "fnv1a64:0123456789abcdef". */
bool rh_table_hash(struct rh_table *table, uint64_t hash);
unsigned rh_table_rows(const struct rh_table *table);
const struct rh_cell *rh_table_cell(const struct rh_table *table, unsigned row, unsigned column);
/** As people read it. The text lives in the cell or in `buffer`. */
const char *rh_table_shown(const struct rh_table *table, unsigned row, unsigned column, char buffer[RH_TABLE_BUFFER]);

/** Behind `indent`. Where lines would be longer than the terminal, or than RH_TABLE_WIDTH in a file, headings are
 * broken behind an underscore, and texts that may be. Bars have what a wider terminal leaves. */
enum { RH_TABLE_WIDTH = 80 };
void rh_table_print(const struct rh_table *table, const char *indent, FILE *to);
void rh_table_markdown(const struct rh_table *table, FILE *to);
void rh_table_csv(const struct rh_table *table, FILE *to);
/** A list of objects, each line behind `indent`, without a line end behind it. False without memory. */
bool rh_table_json(const struct rh_table *table, const char *indent, FILE *to);

/** Columns of a list of objects, or of one object. */
struct rh_form_part {
    const char *name;
    const struct rh_column *columns; /**< NULL: none of these */
    unsigned count;
    const char *meaning;
};
#define RH_FORM_PART(name, columns, meaning)                                                                           \
    { name, columns, sizeof(columns) / sizeof((columns)[0]), meaning }

/** What the JSON of a command holds. */
struct rh_form {
    const char *name;                  /**< the schema is "rowhold-NAME", its file docs/schemas/NAME.schema.json */
    const char *command;               /**< that writes it */
    struct rh_form_part configuration; /**< one object; `meaning`: what the hash covers */
    struct rh_form_part members;       /**< of the result itself */
    struct rh_form_part rows;          /**< also the CSV and Markdown */
    struct rh_form_part more;          /**< another list */
    bool swept; /**< of a sweep: the configuration is its axes, the rows are axes and statistics */
    /** Of what rh_table_result.json writes: the alternatives of required members (a list of schemas); the properties,
     * each behind a comma and a line end; the definitions that they refer to. NULL: nothing is written there, and the
     * configuration has its columns. */
    const char *one_of;
    void (*schema)(FILE *, bool definitions);
};

/** A result: tables of these forms, NULL where the form has no such part; members and configuration have one row. */
struct rh_table_result {
    const struct rh_form *form;
    struct rh_table *configuration, *members, *rows, *more;
    const char *configuration_text; /**< a JSON object in place of the table; NULL: the table */
    void (*markdown)(const struct rh_table_result *, FILE *); /**< in place of the rows; NULL: the rows */
    struct json_t *(*json)(const struct rh_table_result *);   /**< an object of further members; NULL: none */
    const void *user;
};
/** Open every part that the form has. False with an error without memory. */
bool rh_table_result_open(struct rh_table_result *result, const struct rh_form *form, struct rh_error *error);
void rh_table_result_close(struct rh_table_result *result);
bool rh_table_no_memory(const struct rh_form *form, struct rh_error *error); /**< always false */

/** Its configuration_hash, as the JSON has it. False without memory. */
bool rh_table_result_hash(const struct rh_table_result *result, char hash[32]);

/** --csv FILE --json FILE --markdown FILE. */
struct rh_table_options {
    const char *csv, *json, *markdown;
};
enum { RH_TABLE_OPTIONS_ROWS = 3 };
extern const struct rh_option rh_table_options_rows[RH_TABLE_OPTIONS_ROWS];
/** Write the files that are asked for. */
bool rh_table_write(const struct rh_table_result *result, const struct rh_table_options *options,
                    struct rh_error *error);
/** No file is another one of them, nor one of the command's other files. */
bool rh_table_options_apart(const struct rh_table_options *options, const struct rh_file_use *others, unsigned count,
                            struct rh_error *error);
/** Is one of them standard output? Then nothing else may be printed there. */
bool rh_table_options_stdout(const struct rh_table_options *options);

#endif
