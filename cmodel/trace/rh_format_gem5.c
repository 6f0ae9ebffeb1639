// SPDX-License-Identifier: Apache-2.0
// gem5's packets as text, as its util/decode_packet_trace.py writes them and encode_packet_trace.py reads them:
// [id,]r|w|u,addr,size,[flags,]tick[,pc], all decimal. A tick is a picosecond, unless the trace says another clock.
#include <string.h>

#include "cmodel/trace/rh_format.h"

enum { PICOSECOND = 1000 /* fs */ };

static bool looks(const char *text) {
    text += strspn(text, " \t");
    size_t digits = strspn(text, "0123456789");
    if (digits > 0 && text[digits] == ',')
        text += digits + 1;
    if (text[0] == '\0' || strchr("rwu", text[0]) == NULL || text[1] != ',')
        return false;
    digits = strspn(text + 2, "0123456789");
    return digits > 0 && text[2 + digits] == ',';
}

static bool open(struct rh_trace *trace, const char *first, uint64_t number, struct rh_error *error) {
    trace->clock = trace->clock == 0 ? PICOSECOND : trace->clock;
    return rh_format_open_plain(trace, first, number, error);
}

static bool skip_comma(struct rh_scan *scan, struct rh_error *error) {
    if (*scan->at != ',')
        return rh_scan_fail(scan, "a comma, in [id,]r|w,addr,size,[flags,]tick[,pc]", error);
    scan->at++;
    return true;
}

/* A number that a request here has no place for. */
static bool pass_over(struct rh_scan *scan, const char *what, uint64_t most, struct rh_error *error) {
    uint64_t value;
    return rh_scan_number(scan, 10, what, 0, most, &value, error);
}

static bool parse_command(struct rh_scan *scan, struct rh_trace_record *record, struct rh_error *error) {
    if (*scan->at >= '0' && *scan->at <= '9' &&
        (!pass_over(scan, "an id", UINT64_MAX, error) || !skip_comma(scan, error)))
        return false;
    bool one = rh_scan_token(scan, ',') == 1;
    record->write = *scan->at == 'w';
    if (one && *scan->at == 'u')
        return rh_scan_fail(scan, "r or w (gem5's decoder writes u for any other packet; its own file says which)",
                            error);
    if (!one || (!record->write && *scan->at != 'r'))
        return rh_scan_fail(scan, "r or w", error);
    scan->at++;
    return true;
}

static bool parse(struct rh_trace *trace, struct rh_scan *scan, struct rh_trace_record *record,
                  struct rh_error *error) {
    (void)trace;
    if (!parse_command(scan, record, error) || !skip_comma(scan, error) ||
        !rh_format_number(scan, 10, RH_TRACE_ADDRESS, "an address", record, error) || !skip_comma(scan, error) ||
        !rh_format_number(scan, 10, RH_TRACE_BYTES, "bytes", record, error) || !skip_comma(scan, error))
        return false;
    bool flags = strchr(scan->at, ',') != NULL; /* without them the tick is the last one */
    if (flags && (!pass_over(scan, "flags", UINT32_MAX, error) || !skip_comma(scan, error)))
        return false;
    if (!rh_format_number(scan, 10, RH_TRACE_CYCLE, "a tick", record, error))
        return false;
    if (*scan->at == ',' && (!skip_comma(scan, error) || !pass_over(scan, "a program counter", UINT64_MAX, error)))
        return false;
    return rh_scan_end(scan, error);
}

const struct rh_trace_format rh_format_gem5 = {
    .name = "gem5",
    .meaning = "gem5, decoded: [id,]r|w,addr,size,[flags,]tick[,pc]",
    .extension = "",
    .holds = 1U << RH_TRACE_ADDRESS | 1U << RH_TRACE_OP | 1U << RH_TRACE_CYCLE | 1U << RH_TRACE_BYTES,
    .looks = looks,
    .open = open,
    .parse = parse,
};
