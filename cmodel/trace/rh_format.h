// SPDX-License-Identifier: Apache-2.0
/* What a format's file provides to the registry in rh_trace.c. */
#ifndef RH_FORMAT_H
#define RH_FORMAT_H

#include "cmodel/trace/rh_line_reader.h"
#include "cmodel/trace/rh_trace.h"
#include "cmodel/trace/rh_trace_array.h"
#include "cmodel/workload/rh_scan.h"

enum { RH_TRACE_COLUMNS = 64, RH_FORMAT_DATA_TEXT = 64 };
struct rh_native_line;
struct rh_line_window;
struct rh_binary_writer;

/* The open file, as formats see it. */
struct rh_trace {
    struct rh_line_reader *lines;
    struct rh_line_window *window; /* of them */
    const char *file;
    const struct rh_trace_format *format;
    rh_trace_set fields;
    struct rh_trace_geometry geometry;
    uint64_t clock;                   /* fs; 0: the file does not say it */
    bool geometry_given;              /* by rh_trace_set_geometry, and not by the file */
    uint64_t records, line, cycle;    /* delivered; last line; cycle of the last record */
    uint8_t column[RH_TRACE_COLUMNS]; /* native: field of each column, RH_TRACE_FIELDS when passed over */
    unsigned columns;
    struct rh_native_line *plain; /* native: takes the lines that need no care; NULL: none is taken */
    void *bytes;                  /* the reader of a format that is no text, and has no lines; NULL: it is text */
    struct rh_trace_record after; /* a line may hold two records: the second, delivered next */
    bool has_after;
    const char *why; /* how the format was chosen */
    char note[256];
};

struct rh_trace_format {
    const char *name, *meaning;
    const char *extension; /* ".csv"; "" when the name tells nothing */
    rh_trace_set holds;    /* fields it can write */
    rh_trace_set needs;    /* fields it can't do without when writing */
    bool varies;           /* records differ in their fields: `fields` grows while the file is read */
    /* Could `text` be the first line that is no comment? */
    bool (*looks)(const char *text);
    /* Called once, with that line (not yet consumed): sets the fields; may read header lines. */
    bool (*open)(struct rh_trace *trace, const char *first, uint64_t number, struct rh_error *error);
    /* One line that is neither blank nor a comment. */
    bool (*parse)(struct rh_trace *trace, struct rh_scan *scan, struct rh_trace_record *record, struct rh_error *error);
    void (*write_head)(FILE *to, const struct rh_trace_head *head); /* NULL: no header */
    /* NULL: a format that is only read, or no text. */
    void (*write)(FILE *to, const struct rh_trace_head *head, const struct rh_trace_record *record);
    /* Of a format that is no text: how a file begins, and what takes the place of lines and of `parse`: as
     * rh_trace_next, rh_trace_hash and rh_trace_close. NULL: it is text. */
    const char *magic;
    int (*next)(struct rh_trace *trace, struct rh_trace_record *record, struct rh_error *error);
    uint64_t (*hash)(const struct rh_trace *trace);
    void (*close)(void *bytes);
    bool blocks; /* rh_binary_writer writes it */
};

#define RH_TRACE_FORMAT(name) extern const struct rh_trace_format rh_format_##name;
#include "tables/trace_formats.def"
#undef RH_TRACE_FORMAT

/* The rest of a format that no file extension tells and whose every line has all of `fields`: its own looks, parse and
 * write, under these names. */
#define RH_FORMAT_PLAIN(fields)                                                                                        \
    .extension = "", .holds = (fields), .needs = (fields), .looks = looks, .open = rh_format_open_plain,               \
    .parse = parse, .write = write

/* Shared by the formats: `open` of one whose every line has all the fields that it can hold. */
bool rh_format_open_plain(struct rh_trace *trace, const char *first, uint64_t number, struct rh_error *error);
/* A number in the limits of its field, into the record; `what` it is called in a message. */
bool rh_format_number(struct rh_scan *scan, int base, enum rh_trace_field field, const char *what,
                      struct rh_trace_record *record, struct rh_error *error);
/* Blanks, then an address (base as in rh_scan_number), then what it is for. */
bool rh_format_address(struct rh_scan *scan, int base, struct rh_trace_record *record, struct rh_error *error);
/* The first blank-separated word of `text` is a hexadecimal number (0x optional); *after points behind it. */
bool rh_format_starts_with_hex(const char *text, const char **after);
/* `# clock:` of a comment line, `# geometry:` of a format that can say it; true when the line is another comment. */
bool rh_format_comment(struct rh_trace *trace, struct rh_scan *scan, struct rh_error *error);
/* A reader of plain lines with the trace's columns, inside its geometry where it has one. NULL without memory: then
 * every line goes the slow way. The caller frees it. */
struct rh_native_line *rh_native_line_new(const struct rh_trace *trace);
/* Take the first line of the window, if it is plain: numbers without blanks around them, in their limits, R or W, words
 * without blanks. Else nothing has happened but to the record, and `parse` is to read the line, and to complain. */
bool rh_native_line_take(const struct rh_native_line *line, struct rh_line_window *window,
                         struct rh_trace_record *record);
/* One line of what stands before the first record of native CSV: 1 when it was the line of columns and the head is
 * whole, 0 when more is to come, -1 with an error. */
int rh_format_head(struct rh_trace *trace, struct rh_scan *scan, struct rh_error *error);
/* The greatest value of a field that is a number; of a coordinate inside the trace's geometry, where there is one. */
uint64_t rh_format_greatest(const struct rh_trace *trace, enum rh_trace_field field);
/* May the record have its data? Else what is `expected`. */
bool rh_format_data_good(rh_trace_set fields, const struct rh_trace_record *record, char expected[RH_FORMAT_DATA_TEXT]);

/* Does the file begin with the format's magic? */
bool rh_format_begins(struct rh_trace *trace, const struct rh_trace_format *format);
/* `looks` of a format that is no text: no line is one of its. */
bool rh_format_looks_never(const char *text);
/* Open an array in memory as a binary trace, which has no head. */
bool rh_binary_open_array(struct rh_trace *trace, const struct rh_trace_array *array, struct rh_error *error);
/* Writes the head at once; NULL without memory. Write errors stay with the file. */
struct rh_binary_writer *rh_binary_writer_new(FILE *to, const struct rh_trace_head *head);
void rh_binary_writer_put(struct rh_binary_writer *writer, const struct rh_trace_record *record);
void rh_binary_writer_end(struct rh_binary_writer *writer); /* writes what is left, and frees */
/* Every hexadecimal digit pair: length in bytes, or false. A leading 0x is skipped. */
bool rh_format_payload(const char *text, size_t length, size_t *bytes);

#endif
