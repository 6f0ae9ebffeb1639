// SPDX-License-Identifier: Apache-2.0
// The trace of Ramulator's cores (Ramulator 1, and SimpleO3 of Ramulator 2): instructions without memory access,
// decimal, then the address that is read, then either nothing, or the address that is written back because of it, or R
// or W.
#include <string.h>

#include "cmodel/trace/rh_format.h"

/* Behind a decimal or 0x number and its blanks; NULL when there is none. */
static const char *behind_number(const char *text) {
    bool prefix = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    const char *digits = text + (prefix ? 2 : 0);
    size_t length = strspn(digits, prefix ? "0123456789abcdefABCDEF" : "0123456789");
    if (length == 0 || (digits[length] != '\0' && digits[length] != ' ' && digits[length] != '\t'))
        return NULL;
    return digits + length + strspn(digits + length, " \t");
}

static bool looks(const char *text) {
    text = behind_number(text + strspn(text, " \t"));
    if (text != NULL && *text != '\0')
        text = behind_number(text);
    else
        return false;
    if (text == NULL || *text == '\0')
        return text != NULL;
    const char *rest = behind_number(text);
    if (rest == NULL && (*text == 'R' || *text == 'W'))
        rest = text + 1 + strspn(text + 1, " \t");
    return rest != NULL && *rest == '\0';
}

/* The write that the read's miss throws out of the cache comes as a record of its own. */
static bool parse_write_back(struct rh_trace *trace, struct rh_scan *scan, const struct rh_trace_record *read,
                             struct rh_error *error) {
    trace->after = *read;
    trace->after.write = true;
    trace->after.bubbles = 0;
    trace->has_after = rh_format_address(scan, 0, &trace->after, error) && rh_scan_end(scan, error);
    return trace->has_after;
}

static bool parse(struct rh_trace *trace, struct rh_scan *scan, struct rh_trace_record *record,
                  struct rh_error *error) {
    record->write = false;
    if (!rh_format_number(scan, 10, RH_TRACE_BUBBLES, "instructions without memory access", record, error) ||
        !rh_format_address(scan, 0, record, error))
        return false;
    rh_scan_blanks(scan);
    if (*scan->at >= '0' && *scan->at <= '9')
        return parse_write_back(trace, scan, record, error);
    record->write = rh_scan_word(scan, "W");
    if (record->write || rh_scan_word(scan, "R") || *scan->at == '\0')
        return rh_scan_end(scan, error);
    return rh_scan_fail(scan, "the address of a write-back, R, W or the end of the line", error);
}

const struct rh_trace_format rh_format_ramulator_cpu = {
    .name = "ramulator_cpu",
    .meaning = "Ramulator's cores: bubbles, address read, [address written back]",
    .extension = "",
    .holds = 1U << RH_TRACE_ADDRESS | 1U << RH_TRACE_OP | 1U << RH_TRACE_BUBBLES,
    .looks = looks,
    .open = rh_format_open_plain,
    .parse = parse,
};
