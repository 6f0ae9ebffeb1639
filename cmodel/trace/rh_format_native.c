// SPDX-License-Identifier: Apache-2.0
// The native CSV; include/rowhold/rh_trace.h says what it holds.
#include <inttypes.h>
#include <string.h>

#include "cmodel/trace/rh_format.h"

/* A header: words with commas between them, no number. */
static bool looks(const char *text) {
    if (strchr(text, ',') == NULL || strspn(text, "0123456789 \t") > 0)
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
    char c = *scan->at;
    if ((c != 'R' && c != 'W') || rh_scan_token(scan, ',') != 1)
        return rh_scan_fail(scan, "R or W", error);
    record->write = c == 'W';
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
