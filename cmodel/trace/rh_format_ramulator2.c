// SPDX-License-Identifier: Apache-2.0
// Ramulator 2's LoadStoreTrace: LD or ST, then an address, decimal unless it begins with 0x.
#include <inttypes.h>
#include <string.h>

#include "cmodel/trace/rh_format.h"

static bool looks(const char *text) {
    text += strspn(text, " \t");
    return (strncmp(text, "LD", 2) == 0 || strncmp(text, "ST", 2) == 0) && (text[2] == ' ' || text[2] == '\t');
}

static bool parse(struct rh_trace *trace, struct rh_scan *scan, struct rh_trace_record *record,
                  struct rh_error *error) {
    (void)trace;
    record->write = rh_scan_word(scan, "ST");
    if (!record->write && !rh_scan_word(scan, "LD"))
        return rh_scan_fail(scan, "LD or ST", error);
    return rh_format_address(scan, 0, record, error) && rh_scan_end(scan, error);
}

static void write(FILE *to, const struct rh_trace_head *head, const struct rh_trace_record *record) {
    (void)head;
    fprintf(to, "%s 0x%" PRIx64 "\n", record->write ? "ST" : "LD", record->address);
}

const struct rh_trace_format rh_format_ramulator2 = {
    .name = "ramulator2",
    .meaning = "Ramulator 2, LoadStoreTrace: LD|ST addr",
    RH_FORMAT_PLAIN(1U << RH_TRACE_ADDRESS | 1U << RH_TRACE_OP),
};
