// SPDX-License-Identifier: Apache-2.0
// DRAMSys: decimal time in clocks of its player, optional burst length in bytes, kind, hexadecimal address, and the
// data of a write where DRAMSys stores data. The times are taken as DRAM clocks. In a file of relative times (.rstl)
// each counts from the request before, as DRAMSys sends it where it accepts every request at once.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/trace/rh_format.h"

static bool looks(const char *text) {
    text += strspn(text, " \t");
    size_t digits = strspn(text, "0123456789");
    return digits > 0 && text[digits] == ':';
}

/* Lines may differ in having a length or data: those fields join the set when they are first seen. */
static bool open(struct rh_trace *trace, const char *first, uint64_t number, struct rh_error *error) {
    (void)first, (void)number, (void)error;
    trace->fields = 1U << RH_TRACE_ADDRESS | 1U << RH_TRACE_OP | 1U << RH_TRACE_CYCLE;
    return true;
}

static bool open_relative(struct rh_trace *trace, const char *first, uint64_t number, struct rh_error *error) {
    snprintf(trace->note, sizeof trace->note, "relative times are summed up, as if no request had to wait");
    return open(trace, first, number, error);
}

static bool parse_length(struct rh_trace *trace, struct rh_scan *scan, struct rh_trace_record *record,
                         struct rh_error *error) {
    unsigned opening = rh_scan_column(scan);
    record->at[RH_TRACE_BYTES] = opening;
    record->bytes = 0;
    if (*scan->at != '(')
        return true;
    scan->at++;
    if (!rh_format_number(scan, 10, RH_TRACE_BYTES, "bytes", record, error))
        return false;
    record->at[RH_TRACE_BYTES] = opening;
    if (*scan->at != ')')
        return rh_scan_fail(scan, "')'", error);
    scan->at++;
    trace->fields |= 1U << RH_TRACE_BYTES;
    return true;
}

static bool parse_data(struct rh_trace *trace, struct rh_scan *scan, struct rh_trace_record *record,
                       struct rh_error *error) {
    rh_scan_blanks(scan);
    record->data.text = scan->at;
    record->data.length = rh_scan_token(scan, '\0');
    record->at[RH_TRACE_DATA] = rh_scan_column(scan);
    if (record->data.length == 0)
        return true;
    size_t bytes;
    if (!record->write)
        return rh_scan_fail(scan, "the end of the line, for a read has no data", error);
    if (!rh_format_payload(record->data.text, record->data.length, &bytes))
        return rh_scan_fail(scan, "data as pairs of hexadecimal digits", error);
    if (record->bytes != 0 && bytes != record->bytes) {
        char expected[64];
        snprintf(expected, sizeof expected, "%" PRIu32 " bytes of data", record->bytes);
        return rh_scan_fail(scan, expected, error);
    }
    scan->at += record->data.length;
    trace->fields |= 1U << RH_TRACE_DATA;
    return rh_scan_end(scan, error);
}

static bool parse(struct rh_trace *trace, struct rh_scan *scan, struct rh_trace_record *record,
                  struct rh_error *error) {
    if (!rh_format_number(scan, 10, RH_TRACE_CYCLE, "a cycle", record, error))
        return false;
    if (*scan->at != ':')
        return rh_scan_fail(scan, "':' after the cycle", error);
    scan->at++;
    rh_scan_blanks(scan);
    if (!parse_length(trace, scan, record, error))
        return false;
    record->write = rh_scan_word(scan, "write");
    if (!record->write && !rh_scan_word(scan, "read"))
        return rh_scan_fail(scan, "read or write", error);
    return rh_format_address(scan, 16, record, error) && parse_data(trace, scan, record, error);
}

static bool parse_relative(struct rh_trace *trace, struct rh_scan *scan, struct rh_trace_record *record,
                           struct rh_error *error) {
    if (!parse(trace, scan, record, error))
        return false;
    if (record->cycle > INT64_MAX - trace->cycle)
        return rh_trace_refuse(trace, record, RH_TRACE_CYCLE, "a sum of all times so far of less than 2^63", error);
    record->cycle += trace->cycle;
    return true;
}

static void write(FILE *to, const struct rh_trace_head *head, const struct rh_trace_record *record) {
    fprintf(to, "%" PRIu64 ":\t", record->cycle);
    if ((head->fields & 1U << RH_TRACE_BYTES) != 0 && record->bytes != 0)
        fprintf(to, "(%" PRIu32 ")\t", record->bytes);
    fprintf(to, "%s\t0x%" PRIx64, record->write ? "write" : "read", record->address);
    if ((head->fields & 1U << RH_TRACE_DATA) != 0 && record->data.length > 0) {
        bool prefix = record->data.length > 1 && (record->data.text[1] == 'x' || record->data.text[1] == 'X');
        fprintf(to, "\t%s%.*s", prefix ? "" : "0x", (int)record->data.length, record->data.text);
    }
    fputc('\n', to);
}

const struct rh_trace_format rh_format_stl = {
    .name = "stl",
    .meaning = "DRAMSys: cycle: [(bytes)] read|write 0xADDR [0xDATA]",
    .extension = ".stl",
    .holds =
        1U << RH_TRACE_ADDRESS | 1U << RH_TRACE_OP | 1U << RH_TRACE_CYCLE | 1U << RH_TRACE_BYTES | 1U << RH_TRACE_DATA,
    .needs = 1U << RH_TRACE_ADDRESS | 1U << RH_TRACE_OP | 1U << RH_TRACE_CYCLE,
    .varies = true,
    .looks = looks,
    .open = open,
    .parse = parse,
    .write = write,
};

const struct rh_trace_format rh_format_rstl = {
    .name = "rstl",
    .meaning = "DRAMSys: as stl, each time counted from the request before",
    .extension = ".rstl",
    .holds =
        1U << RH_TRACE_ADDRESS | 1U << RH_TRACE_OP | 1U << RH_TRACE_CYCLE | 1U << RH_TRACE_BYTES | 1U << RH_TRACE_DATA,
    .varies = true,
    .looks = rh_format_looks_never, /* the name tells it from stl */
    .open = open_relative,
    .parse = parse_relative,
};
