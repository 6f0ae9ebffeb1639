// SPDX-License-Identifier: Apache-2.0
// What several trace formats share.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/trace/rh_format.h"
#include "cmodel/trace/rh_line_window.h"

bool rh_format_open_plain(struct rh_trace *trace, const char *first, uint64_t number, struct rh_error *error) {
    (void)first, (void)number, (void)error;
    trace->fields = trace->format->holds;
    return true;
}

bool rh_format_begins(struct rh_trace *trace, const struct rh_trace_format *format) {
    return format->magic != NULL && rh_line_reader_begins(trace->lines, format->magic, strlen(format->magic));
}

bool rh_format_looks_never(const char *text) {
    (void)text;
    return false;
}

bool rh_format_number(struct rh_scan *scan, int base, enum rh_trace_field field, const char *what,
                      struct rh_trace_record *record, struct rh_error *error) {
    const struct rh_trace_field_row *row = rh_trace_field_row(field);
    uint64_t value;
    record->at[field] = rh_scan_column(scan);
    if (!rh_scan_number(scan, base, what, row->least, row->greatest, &value, error))
        return false;
    rh_trace_field_set_number(record, field, value);
    return true;
}

bool rh_format_address(struct rh_scan *scan, int base, struct rh_trace_record *record, struct rh_error *error) {
    rh_scan_blanks(scan);
    return rh_format_number(scan, base, RH_TRACE_ADDRESS, "an address", record, error);
}

bool rh_format_starts_with_hex(const char *text, const char **after) {
    text += strspn(text, " \t");
    if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
        text += 2;
    size_t digits = strspn(text, "0123456789abcdefABCDEF");
    if (digits == 0 || (text[digits] != ' ' && text[digits] != '\t'))
        return false;
    *after = text + digits + strspn(text + digits, " \t");
    return true;
}

bool rh_format_payload(const char *text, size_t length, size_t *bytes) {
    if (length > 1 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
        text += 2;
        length -= 2;
    }
    for (size_t i = 0; i < length; i++)
        if (strchr("0123456789abcdefABCDEF", text[i]) == NULL)
            return false;
    *bytes = length / 2;
    return length > 0 && length % 2 == 0;
}

bool rh_format_data_good(rh_trace_set fields, const struct rh_trace_record *record,
                         char expected[RH_FORMAT_DATA_TEXT]) {
    size_t bytes;
    if (record->data.length == 0)
        return true;
    if (!record->write)
        snprintf(expected, RH_FORMAT_DATA_TEXT, "nothing, for a read has no data");
    else if (!rh_format_payload(record->data.text, record->data.length, &bytes))
        snprintf(expected, RH_FORMAT_DATA_TEXT, "data as pairs of hexadecimal digits");
    else if ((fields & 1U << RH_TRACE_BYTES) != 0 && bytes != record->bytes)
        snprintf(expected, RH_FORMAT_DATA_TEXT, "%" PRIu32 " bytes of data", record->bytes);
    else
        return true;
    return false;
}

uint64_t rh_format_greatest(const struct rh_trace *trace, enum rh_trace_field field) {
    const struct rh_trace_geometry *g = &trace->geometry;
    uint64_t most = rh_trace_field_row(field)->greatest;
    bool grouped = (trace->fields & 1U << RH_TRACE_BANK_GROUP) != 0 && g->bank_groups != 0;
    uint64_t limit = field == RH_TRACE_CHANNEL                 ? g->channels
                     : field == RH_TRACE_BANK_GROUP && grouped ? g->bank_groups
                     : field == RH_TRACE_BANK                  ? g->banks / (grouped ? g->bank_groups : 1)
                     : field == RH_TRACE_ROW                   ? g->rows
                     : field == RH_TRACE_COLUMN                ? g->columns
                                                               : 0;
    return limit != 0 && limit <= most ? limit - 1 : most;
}

/* "FILE:LINE:COLUMN", or, where there are no lines, "FILE: request NUMBER". */
static void put_where(const struct rh_trace *trace, const struct rh_trace_record *record, unsigned field, char *text,
                      size_t size) {
    if (trace->bytes != NULL)
        snprintf(text, size, "%s: request %" PRIu64, trace->file, record->line);
    else
        snprintf(text, size, "%s:%" PRIu64 ":%" PRIu32, trace->file, record->line, record->at[field]);
}

#undef rh_trace_refuse
bool rh_trace_refuse(const struct rh_trace *trace, const struct rh_trace_record *record, enum rh_trace_field field,
                     const char *expected, struct rh_error *error) {
    const struct rh_trace_field_row *row = rh_trace_field_row(field);
    char text[sizeof error->text], value[64];
    if (row->form == RH_TRACE_WORD) {
        struct rh_trace_word word = rh_trace_field_word(record, field);
        rh_scan_quote(value, word.text, word.length);
    } else
        snprintf(value, sizeof value, row->form == RH_TRACE_HEXADECIMAL ? "0x%" PRIx64 : "%" PRIu64,
                 rh_trace_field_number(record, field));
    put_where(trace, record, field, text, sizeof text);
    return rh_error_set(error, "%s: found %s %s, expected %s", text, row->name, value, expected);
}

/* Comments that say something: `# clock:`, and `# geometry:` of a format that can say it. */

static bool set_key(struct rh_trace_geometry *geometry, struct rh_scan *scan, struct rh_error *error) {
    const struct {
        const char *name;
        uint32_t *value;
        uint64_t greatest;
    } keys[] = {{"channels", &geometry->channels, 65535},    {"banks", &geometry->banks, 256},
                {"bank_groups", &geometry->bank_groups, 64}, {"rows", &geometry->rows, UINT32_MAX},
                {"columns", &geometry->columns, 65536},      {"column_bytes", &geometry->column_bytes, 4096}};
    size_t length = strcspn(scan->at, "= \t");
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (strlen(keys[i].name) == length && strncmp(keys[i].name, scan->at, length) == 0) {
            uint64_t value;
            if (*keys[i].value != 0)
                return rh_scan_fail(scan, "every key once", error);
            scan->at += length;
            if (*scan->at != '=')
                return rh_scan_fail(scan, "'=' and a number", error);
            scan->at++;
            if (!rh_scan_number(scan, 0, keys[i].name, 1, keys[i].greatest, &value, error))
                return false;
            *keys[i].value = (uint32_t)value;
            return true;
        }
    return rh_scan_fail(scan, "channels=, banks=, bank_groups=, rows=, columns= or column_bytes=", error);
}

static bool take_clock(struct rh_trace *trace, struct rh_scan *scan, struct rh_error *error) {
    if (trace->clock != 0)
        return rh_scan_fail(scan, "'# clock:' once", error);
    return rh_trace_clock_parse(scan->at, &trace->clock) ||
           rh_scan_fail(scan, "a clock from 1 ps to 1 ms, like 1.25 ns or 800 MHz", error);
}

static bool take_geometry(struct rh_trace *trace, struct rh_scan *scan, struct rh_error *error) {
    if (trace->geometry.channels != 0)
        return rh_scan_fail(scan, "'# geometry:' once", error);
    struct rh_trace_geometry geometry = {0};
    for (rh_scan_blanks(scan); *scan->at != '\0'; rh_scan_blanks(scan))
        if (!set_key(&geometry, scan, error))
            return false;
    const char *lacks = geometry.channels == 0       ? "channels="
                        : geometry.banks == 0        ? "banks="
                        : geometry.rows == 0         ? "rows="
                        : geometry.columns == 0      ? "columns="
                        : geometry.column_bytes == 0 ? "column_bytes="
                                                     : NULL;
    if (lacks != NULL)
        return rh_scan_fail(scan, lacks, error);
    if (geometry.bank_groups != 0 && geometry.banks % geometry.bank_groups != 0)
        return rh_error_set(error,
                            "%s:%" PRIu64 ": found %" PRIu32 " banks in %" PRIu32
                            " bank groups, expected the same number of banks in each",
                            scan->file, scan->line, geometry.banks, geometry.bank_groups);
    trace->geometry = geometry;
    return true;
}

bool rh_trace_format_has_head(const struct rh_trace_format *format) {
    return format->write_head != NULL || format->blocks;
}

bool rh_format_comment(struct rh_trace *trace, struct rh_scan *scan, struct rh_error *error) {
    scan->at++;
    bool clock = rh_scan_word(scan, "clock:");
    if (!clock && !(rh_trace_format_has_head(trace->format) && rh_scan_word(scan, "geometry:")))
        return true;
    rh_scan_blanks(scan);
    if (trace->records > 0)
        return rh_scan_fail(
            scan, clock ? "'# clock:' before the first request" : "'# geometry:' before the first request", error);
    return clock ? take_clock(trace, scan, error) : take_geometry(trace, scan, error);
}
