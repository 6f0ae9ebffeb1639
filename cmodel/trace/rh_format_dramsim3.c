// SPDX-License-Identifier: Apache-2.0
// DRAMsim3's trace: hexadecimal address, kind, decimal cycle. Words as in its reader, which takes any unknown one for a
// read; here an unknown one is an error.
#include <inttypes.h>
#include <string.h>

#include "cmodel/trace/rh_format.h"

static const struct {
    const char *word;
    bool write;
} kinds[] = {{"READ", false},    {"WRITE", true},   {"read", false},    {"write", true}, {"P_MEM_RD", false},
             {"P_FETCH", false}, {"IFETCH", false}, {"P_MEM_WR", true}, {"BOFF", true}};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static bool looks(const char *text) {
    const char *at;
    if (!rh_format_starts_with_hex(text, &at))
        return false;
    size_t length = strcspn(at, " \t");
    for (size_t i = 0; i < KINDS; i++)
        if (strlen(kinds[i].word) == length && strncmp(at, kinds[i].word, length) == 0)
            return true;
    return false;
}

static bool parse(struct rh_trace *trace, struct rh_scan *scan, struct rh_trace_record *record,
                  struct rh_error *error) {
    (void)trace;
    if (!rh_format_address(scan, 16, record, error))
        return false;
    size_t kind = 0;
    while (kind < KINDS && !rh_scan_word(scan, kinds[kind].word))
        kind++;
    if (kind == KINDS)
        return rh_scan_fail(scan, "READ or WRITE", error);
    record->write = kinds[kind].write;
    rh_scan_blanks(scan);
    return rh_format_number(scan, 10, RH_TRACE_CYCLE, "a cycle", record, error) && rh_scan_end(scan, error);
}

static void write(FILE *to, const struct rh_trace_head *head, const struct rh_trace_record *record) {
    (void)head;
    fprintf(to, "0x%" PRIX64 " %s %" PRIu64 "\n", record->address, record->write ? "WRITE" : "READ", record->cycle);
}

const struct rh_trace_format rh_format_dramsim3 = {
    .name = "dramsim3",
    .meaning = "DRAMsim3: 0xADDR READ|WRITE cycle",
    RH_FORMAT_PLAIN(1U << RH_TRACE_ADDRESS | 1U << RH_TRACE_OP | 1U << RH_TRACE_CYCLE),
};
