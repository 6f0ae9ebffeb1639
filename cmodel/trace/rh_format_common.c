// SPDX-License-Identifier: Apache-2.0
// What several trace formats share.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/trace/rh_format.h"

bool rh_format_open_plain(struct rh_trace *trace, const char *first, uint64_t number, struct rh_error *error) {
    (void)first, (void)number, (void)error;
    trace->fields = trace->format->holds;
    return true;
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
