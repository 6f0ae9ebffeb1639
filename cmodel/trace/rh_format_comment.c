// SPDX-License-Identifier: Apache-2.0
// Comments that say something: `# clock:`, and `# geometry:` of the native format.
#include <inttypes.h>
#include <string.h>

#include "cmodel/trace/rh_format.h"

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

bool rh_format_comment(struct rh_trace *trace, struct rh_scan *scan, struct rh_error *error) {
    bool native = trace->format == &rh_format_native || trace->format == &rh_format_binary;
    scan->at++;
    bool clock = rh_scan_word(scan, "clock:");
    if (!clock && !(native && rh_scan_word(scan, "geometry:")))
        return true;
    rh_scan_blanks(scan);
    if (trace->records > 0)
        return rh_scan_fail(
            scan, clock ? "'# clock:' before the first request" : "'# geometry:' before the first request", error);
    return clock ? take_clock(trace, scan, error) : take_geometry(trace, scan, error);
}
