// SPDX-License-Identifier: Apache-2.0
// What several trace formats share.
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
