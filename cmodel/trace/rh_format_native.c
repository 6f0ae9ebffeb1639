// SPDX-License-Identifier: Apache-2.0
// The native CSV; cmodel/trace/rh_trace.h says what it holds.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/trace/rh_digits.h"
#include "cmodel/trace/rh_format.h"
#include "cmodel/trace/rh_line_window.h"

/* The plain lines of the native CSV, which are nearly all of them: read where they lie, and never complained about.
 * What is odd in any way is left to rh_format_native.c, which reads it again and has the words for it. */

enum kind { NUMBER_32, NUMBER_64, DIRECTION, WORD, SKIPPED };

struct column {
    uint64_t least, span; /* a number is from least to least + span */
    uint16_t offset;      /* in the record */
    uint8_t kind, field;
    char stop; /* what follows */
};

struct rh_native_line {
    const struct column *behind; /* the last one */
    rh_trace_set fields;
    bool has_data;
    struct column column[RH_TRACE_COLUMNS];
};

_Static_assert(RH_LINE_SLACK >= 18, "what is loaded from the 0x of a line's end on stays in the buffer");

static struct column describe(const struct rh_trace *trace, unsigned i) {
    unsigned field = trace->column[i];
    char stop = i + 1 < trace->columns ? ',' : '\n';
    if (field == RH_TRACE_FIELDS)
        return (struct column){.kind = SKIPPED, .stop = stop};
    const struct rh_trace_field_row *row = rh_trace_field_row(field);
    enum kind kind = row->form == RH_TRACE_DIRECTION ? DIRECTION
                     : row->form == RH_TRACE_WORD    ? WORD
                     : row->size == sizeof(uint64_t) ? NUMBER_64
                                                     : NUMBER_32;
    return (struct column){.least = row->least,
                           .span = rh_format_greatest(trace, field) - row->least,
                           .offset = (uint16_t)row->offset,
                           .kind = (uint8_t)kind,
                           .field = (uint8_t)field,
                           .stop = stop};
}

struct rh_native_line *rh_native_line_new(const struct rh_trace *trace) {
    struct rh_native_line *line = calloc(1, sizeof *line);
    if (line == NULL)
        return NULL;
    line->behind = line->column + trace->columns;
    for (unsigned i = 0; i < trace->columns; i++)
        line->column[i] = describe(trace, i);
    line->fields = trace->fields;
    line->has_data = (trace->fields & 1U << RH_TRACE_DATA) != 0;
    return line;
}

/* Characters that words and columns passed over are made of; any other one stops them. */
static size_t span(const char *at) {
    const char *end = at;
    while ((unsigned char)*end > ' ' && *end != ',')
        end++;
    return (size_t)(end - at);
}

struct number {
    const char *end; /* behind it; NULL: it is none */
    uint64_t value;
};

/* 0x, or more than seven digits. Apart, so that the short ones need neither stack nor call. */
static __attribute__((noinline)) struct number take_long_number(const char *at) {
    struct number number = {NULL, 0};
    bool hexadecimal = at[0] == '0' && (at[1] | 0x20) == 'x';
    unsigned taken = hexadecimal ? rh_digits_hexadecimal(at + 2, &number.value) : rh_digits_decimal(at, &number.value);
    if (taken != 0)
        number.end = at + taken + (hexadecimal ? 2 : 0);
    return number;
}

static inline struct number take_number(const char *at, const struct column *column) {
    uint64_t word = rh_digits_load(at);
    unsigned digits = rh_digits_count(&word);
    struct number number = {at + digits, 0};
    if (digits - 1 < 7 && *number.end == column->stop)
        number.value = rh_digits_eight(word << (64 - 8 * digits));
    else
        number = take_long_number(at);
    if (number.value - column->least > column->span)
        number.end = NULL;
    return number;
}

/* Reads a column and returns the place behind it, or NULL where the line is not plain. */
static inline const char *take_column(const char *at, const struct column *column, struct rh_trace_record *record) {
    char *to = (char *)record + column->offset;
    struct number number;
    switch ((enum kind)column->kind) {
    case NUMBER_32:
        number = take_number(at, column);
        *(uint32_t *)(void *)to = (uint32_t)number.value;
        return number.end;
    case NUMBER_64:
        number = take_number(at, column);
        *(uint64_t *)(void *)to = number.value;
        return number.end;
    case DIRECTION:
        record->write = *at == 'W' || *at == 'w';
        return record->write || *at == 'R' || *at == 'r' ? at + 1 : NULL;
    case WORD:
        *(struct rh_trace_word *)(void *)to = (struct rh_trace_word){at, span(at)};
        return at + span(at);
    case SKIPPED:
        return at + span(at);
    }
    return NULL;
}

bool rh_native_line_take(const struct rh_native_line *line, struct rh_line_window *window,
                         struct rh_trace_record *record) {
    const char *start = window->at, *at = start;
    if (*start == '#') // a comment, whatever the first column takes
        return false;
    record->data.length = record->space.length = 0;
    for (const struct column *column = line->column; column < line->behind; column++) {
        if (column->kind != SKIPPED)
            record->at[column->field] = (uint32_t)(at - start) + 1;
        at = take_column(at, column, record);
        if (at == NULL || *at != column->stop)
            return false;
        at++;
    }
    char expected[RH_FORMAT_DATA_TEXT];
    if (at - start > RH_LINE_MOST || (line->has_data && !rh_format_data_good(line->fields, record, expected)))
        return false;
    rh_line_window_take(window, at);
    record->line = window->lines;
    return true;
}

/* A header: words with commas between them, no number. */
static bool looks(const char *text) {
    const char *comma = strchr(text, ',');
    if (comma == NULL || strspn(text, "0123456789 \t") > 0 || strspn(comma + 1, "0123456789") > 0)
        return false;
    return strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789, \t") == strlen(text) &&
           strncmp(text, "R ", 2) != 0 && strncmp(text, "W ", 2) != 0;
}

static bool add_column(struct rh_trace *trace, struct rh_scan *scan, struct rh_error *error) {
    rh_scan_blanks(scan);
    size_t length = rh_scan_token(scan, ',');
    unsigned field = rh_trace_field_find(scan->at, length);
    if (length == 0)
        return rh_scan_fail(scan, "the name of a column", error);
    if (trace->columns == RH_TRACE_COLUMNS)
        return rh_scan_fail(scan, "at most 64 columns", error);
    if (field < RH_TRACE_FIELDS && (trace->fields & 1U << field) != 0)
        return rh_scan_fail(scan, "every column once", error);
    if (field < RH_TRACE_FIELDS)
        trace->fields |= 1U << field;
    else {
        char quoted[64];
        size_t used = strlen(trace->note);
        snprintf(trace->note + used, sizeof trace->note - used, "%s'%s'", used == 0 ? "passes over column " : ", ",
                 rh_scan_quote(quoted, scan->at, length));
    }
    trace->column[trace->columns++] = (uint8_t)field;
    scan->at += length;
    rh_scan_blanks(scan);
    return *scan->at == '\0' || *scan->at == ',' || rh_scan_fail(scan, "a comma", error);
}

/* `op`, and an address or a place, not both. */
static bool check_header(const struct rh_trace *trace, const struct rh_scan *scan, struct rh_error *error) {
    rh_trace_set place = trace->fields & RH_TRACE_PLACES;
    const char *lacks = NULL, *found = "found no column";
    bool address = (trace->fields & 1U << RH_TRACE_ADDRESS) != 0;
    if ((trace->fields & 1U << RH_TRACE_OP) == 0)
        lacks = "'op', expected one with R or W";
    else if (address && place != 0) {
        found = "found columns";
        lacks = "of an address and of coordinates, expected either";
    } else if (!address && place == 0)
        lacks = "'address', expected it, or channel,bank,row,column";
    for (unsigned field = RH_TRACE_CHANNEL; lacks == NULL && !address && field <= RH_TRACE_COLUMN; field++)
        if ((RH_TRACE_PLACE & 1 << field) != 0 && (place & 1U << field) == 0)
            return rh_error_set(error, "%s:%" PRIu64 ": found no column '%s', expected channel,bank,row,column",
                                scan->file, scan->line, rh_trace_field_row(field)->name);
    return lacks == NULL || rh_error_set(error, "%s:%" PRIu64 ": %s %s", scan->file, scan->line, found, lacks);
}

int rh_format_head(struct rh_trace *trace, struct rh_scan *scan, struct rh_error *error) {
    rh_scan_blanks(scan);
    if (*scan->at == '\0')
        return 0;
    if (*scan->at == '#')
        return rh_format_comment(trace, scan, error) ? 0 : -1;
    if (!add_column(trace, scan, error))
        return -1;
    while (*scan->at == ',') {
        scan->at++;
        if (!add_column(trace, scan, error))
            return -1;
    }
    return check_header(trace, scan, error) ? 1 : -1;
}

static bool open(struct rh_trace *trace, const char *first, uint64_t number, struct rh_error *error) {
    (void)first, (void)number;
    struct rh_line line;
    while (rh_line_reader_next(trace->lines, &line, error) > 0) {
        struct rh_scan scan = {trace->file, line.number, line.text, line.text};
        trace->line = line.number;
        int status = rh_format_head(trace, &scan, error);
        if (status < 0)
            return false;
        if (status > 0) {
            trace->plain = rh_native_line_new(trace);
            return true;
        }
    }
    return false; // damaged before the header; the error is the reader's
}

static bool parse_data(const struct rh_trace *trace, const struct rh_scan *scan, const struct rh_trace_record *record,
                       struct rh_error *error) {
    char expected[RH_FORMAT_DATA_TEXT];
    if (rh_format_data_good(trace->fields, record, expected))
        return true;
    struct rh_scan data = {scan->file, scan->line, scan->text, record->data.text};
    return rh_scan_fail(&data, expected, error);
}

static bool direction(struct rh_scan *scan, struct rh_trace_record *record, struct rh_error *error) {
    if (strchr("RWrw", *scan->at) == NULL || rh_scan_token(scan, ',') != 1)
        return rh_scan_fail(scan, "R or W", error);
    record->write = *scan->at == 'W' || *scan->at == 'w';
    scan->at++;
    return true;
}

static bool parse_field(struct rh_scan *scan, unsigned field, struct rh_trace_record *record, struct rh_error *error) {
    struct rh_trace_word word;
    rh_scan_blanks(scan);
    if (field == RH_TRACE_FIELDS) {
        scan->at += strcspn(scan->at, ",");
        return true;
    }
    const struct rh_trace_field_row *row = rh_trace_field_row(field);
    record->at[field] = rh_scan_column(scan);
    switch (row->form) {
    case RH_TRACE_DIRECTION:
        if (!direction(scan, record, error))
            return false;
        break;
    case RH_TRACE_WORD:
        word = (struct rh_trace_word){scan->at, rh_scan_token(scan, ',')};
        rh_trace_field_set_word(record, field, word);
        scan->at += word.length;
        break;
    case RH_TRACE_DECIMAL:
    case RH_TRACE_HEXADECIMAL:
        if (!rh_format_number(scan, 0, field, row->name, record, error))
            return false;
        break;
    }
    rh_scan_blanks(scan);
    return true;
}

static bool parse(struct rh_trace *trace, struct rh_scan *scan, struct rh_trace_record *record,
                  struct rh_error *error) {
    record->data.length = record->space.length = 0;
    for (unsigned i = 0; i < trace->columns; i++) {
        if (i > 0) {
            char expected[64];
            if (*scan->at != ',') {
                snprintf(expected, sizeof expected, "%u values with commas between them", trace->columns);
                return rh_scan_fail(scan, expected, error);
            }
            scan->at++;
        }
        if (!parse_field(scan, trace->column[i], record, error))
            return false;
    }
    return rh_scan_end(scan, error) && parse_data(trace, scan, record, error);
}

static void write_head(FILE *to, const struct rh_trace_head *head) {
    const struct rh_trace_geometry *g = &head->geometry;
    if (g->channels != 0) {
        fprintf(to, "# geometry: channels=%" PRIu32 " banks=%" PRIu32, g->channels, g->banks);
        if (g->bank_groups != 0)
            fprintf(to, " bank_groups=%" PRIu32, g->bank_groups);
        fprintf(to, " rows=%" PRIu32 " columns=%" PRIu32 " column_bytes=%" PRIu32 "\n", g->rows, g->columns,
                g->column_bytes);
    }
    char clock[RH_TRACE_CLOCK_TEXT];
    if (head->clock != 0)
        fprintf(to, "# clock: %s\n", rh_trace_clock_text(head->clock, clock));
    const char *comma = "";
    for (unsigned field = 0; field < RH_TRACE_FIELDS; field++)
        if ((head->fields & 1U << field) != 0) {
            fprintf(to, "%s%s", comma, rh_trace_field_row(field)->name);
            comma = ",";
        }
    fputc('\n', to);
}

static void write_field(FILE *to, const struct rh_trace_record *record, unsigned field) {
    const struct rh_trace_field_row *row = rh_trace_field_row(field);
    struct rh_trace_word word;
    switch (row->form) {
    case RH_TRACE_DIRECTION:
        fputc(record->write ? 'W' : 'R', to);
        break;
    case RH_TRACE_HEXADECIMAL:
        fprintf(to, "0x%" PRIx64, rh_trace_field_number(record, field));
        break;
    case RH_TRACE_DECIMAL:
        fprintf(to, "%" PRIu64, rh_trace_field_number(record, field));
        break;
    case RH_TRACE_WORD:
        word = rh_trace_field_word(record, field);
        fprintf(to, "%.*s", (int)word.length, word.length > 0 ? word.text : "");
        break;
    }
}

static void write(FILE *to, const struct rh_trace_head *head, const struct rh_trace_record *record) {
    const char *comma = "";
    for (unsigned field = 0; field < RH_TRACE_FIELDS; field++)
        if ((head->fields & 1U << field) != 0) {
            fputs(comma, to);
            comma = ",";
            write_field(to, record, field);
        }
    fputc('\n', to);
}

const struct rh_trace_format rh_format_native = {
    .name = "native",
    .meaning = "CSV with a header that names the columns",
    .extension = ".csv",
    .holds = (1U << RH_TRACE_FIELDS) - 1,
    .needs = 1U << RH_TRACE_OP,
    .looks = looks,
    .open = open,
    .parse = parse,
    .write_head = write_head,
    .write = write,
};
