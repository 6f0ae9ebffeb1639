// SPDX-License-Identifier: Apache-2.0
// Ramulator 1's memory trace: hexadecimal address, R or W. Its reader takes a line without a kind for a read; here the
// kind must be there.
#include <inttypes.h>
#include <string.h>

#include "cmodel/trace/rh_format.h"

static bool looks(const char *text) {
    const char *at;
    return rh_format_starts_with_hex(text, &at) && (*at == 'R' || *at == 'W') &&
           strspn(at + 1, " \t") == strlen(at + 1);
}

static bool parse(struct rh_trace *trace, struct rh_scan *scan, struct rh_trace_record *record,
                  struct rh_error *error) {
    (void)trace;
    if (!rh_format_address(scan, 16, record, error))
        return false;
    record->write = rh_scan_word(scan, "W");
    if (!record->write && !rh_scan_word(scan, "R"))
        return rh_scan_fail(scan, "R or W", error);
    return rh_scan_end(scan, error);
}

static void write(FILE *to, const struct rh_trace_head *head, const struct rh_trace_record *record) {
    (void)head;
    fprintf(to, "0x%" PRIx64 " %c\n", record->address, record->write ? 'W' : 'R');
}

const struct rh_trace_format rh_format_ramulator1 = {
    .name = "ramulator1",
    .meaning = "Ramulator 1: 0xADDR R|W",
    RH_FORMAT_PLAIN(1U << RH_TRACE_ADDRESS | 1U << RH_TRACE_OP),
};
