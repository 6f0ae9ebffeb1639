// SPDX-License-Identifier: Apache-2.0
// Ramulator 2's ReadWriteTrace: R or W, then one decimal number a level of the DRAM's hierarchy, outermost first:
// channel, rank, bank group (where the standard has them), bank, row, column. Column in units of one column command.
#include <inttypes.h>
#include <string.h>

#include "cmodel/trace/rh_format.h"

static bool looks(const char *text) {
    text += strspn(text, " \t");
    if ((text[0] != 'R' && text[0] != 'W') || (text[1] != ' ' && text[1] != '\t'))
        return false;
    text += 1 + strspn(text + 1, " \t");
    return strchr(text, ',') != NULL && strspn(text, "-0123456789,") > 0;
}

static bool open(struct rh_trace *trace, const char *first, uint64_t number, struct rh_error *error) {
    unsigned levels = 1;
    for (const char *c = first; *c != '\0'; c++)
        levels += *c == ',';
    if (levels != 5 && levels != 6)
        return rh_error_set(error,
                            "%s:%" PRIu64 ":1: found %u levels, expected channel,rank,[bank_group,]bank,row,column",
                            trace->file, number, levels);
    trace->fields = RH_TRACE_PLACE | 1U << RH_TRACE_OP;
    if (levels == 6)
        trace->fields |= 1U << RH_TRACE_BANK_GROUP;
    return true;
}

static bool comma(struct rh_scan *scan, struct rh_error *error) {
    if (*scan->at != ',')
        return rh_scan_fail(scan, "a comma and the next level", error);
    scan->at++;
    return true;
}

static bool level(struct rh_scan *scan, enum rh_trace_field field, struct rh_trace_record *record,
                  struct rh_error *error) {
    return rh_format_number(scan, 10, field, rh_trace_field_row(field)->name, record, error);
}

static bool parse(struct rh_trace *trace, struct rh_scan *scan, struct rh_trace_record *record,
                  struct rh_error *error) {
    uint64_t rank;
    record->write = rh_scan_word(scan, "W");
    if (!record->write && !rh_scan_word(scan, "R"))
        return rh_scan_fail(scan, "R or W", error);
    rh_scan_blanks(scan);
    if (!level(scan, RH_TRACE_CHANNEL, record, error) || !comma(scan, error) ||
        !rh_scan_number(scan, 10, "rank 0 (bank groups of several ranks count through)", 0, 0, &rank, error) ||
        !comma(scan, error))
        return false;
    bool grouped = (trace->fields & 1U << RH_TRACE_BANK_GROUP) != 0;
    if (grouped && (!level(scan, RH_TRACE_BANK_GROUP, record, error) || !comma(scan, error)))
        return false;
    return level(scan, RH_TRACE_BANK, record, error) && comma(scan, error) &&
           level(scan, RH_TRACE_ROW, record, error) && comma(scan, error) &&
           level(scan, RH_TRACE_COLUMN, record, error) && rh_scan_end(scan, error);
}

static void write(FILE *to, const struct rh_trace_head *head, const struct rh_trace_record *record) {
    fprintf(to, "%c %" PRIu32 ",0,", record->write ? 'W' : 'R', record->channel);
    if ((head->fields & 1U << RH_TRACE_BANK_GROUP) != 0)
        fprintf(to, "%" PRIu32 ",", record->bank_group);
    fprintf(to, "%" PRIu32 ",%" PRIu32 ",%" PRIu32 "\n", record->bank, record->row, record->column);
}

const struct rh_trace_format rh_format_ramulator2_vector = {
    .name = "ramulator2_vector",
    .meaning = "Ramulator 2, ReadWriteTrace: R|W channel,rank,[bank_group,]bank,row,column",
    .extension = "",
    .holds = RH_TRACE_PLACES | 1U << RH_TRACE_OP,
    .needs = RH_TRACE_PLACE | 1U << RH_TRACE_OP,
    .looks = looks,
    .open = open,
    .parse = parse,
    .write = write,
};
