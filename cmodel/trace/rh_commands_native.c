// SPDX-License-Identifier: Apache-2.0
// The command trace of this project (cmodel/trace/rh_command_csv.h), its columns in any order.
#include <string.h>

#include "cmodel/trace/rh_command_csv.h"
#include "cmodel/trace/rh_command_format.h"

enum { CYCLE, CHANNEL, COMMAND, BANK_GROUP, BANK, ROW, COLUMN, COLUMNS = RH_COMMAND_COLUMNS };
#define RH_COMMAND_COLUMN(name, meaning) #name,
static const char *const names[COLUMNS] = {
#include "tables/csv_columns.def"
};
#define RH_COMMAND_COLUMN(name, meaning) #name ","
static const char all_once[] = "the columns "
#include "tables/csv_columns.def"
                               " each once";

static bool looks(const char *text) {
    text += strspn(text, " \t");
    return strspn(text, "abcdefghijklmnopqrstuvwxyz_") > 0 && strchr(text, ',') != NULL &&
           !rh_commands_ramulator2.looks(text);
}

static bool read_header(struct rh_command_reader *reader, struct rh_scan *scan, struct rh_error *error) {
    unsigned seen = 0;
    for (unsigned i = 0; i < COLUMNS; i++) {
        if (i > 0 && *scan->at++ != ',') {
            scan->at--;
            return rh_scan_fail(scan, all_once, error);
        }
        size_t length = rh_scan_token(scan, ',');
        unsigned column = 0;
        while (column < COLUMNS && (strlen(names[column]) != length || strncmp(scan->at, names[column], length) != 0))
            column++;
        if (column == COLUMNS || (seen & 1U << column) != 0)
            return rh_scan_fail(scan, all_once, error);
        seen |= 1U << column;
        reader->order[i] = column;
        scan->at += length;
    }
    return rh_scan_end(scan, error);
}

static bool read_command(struct rh_scan *scan, struct rh_command_record *record, struct rh_error *error) {
    size_t length = rh_scan_token(scan, ',');
    for (unsigned command = RH_NOP + 1; command < RH_FOREIGN_COMMANDS; command++)
        if (strlen(rh_command_name(command)) == length && strncmp(scan->at, rh_command_name(command), length) == 0) {
            record->command = (uint8_t)command;
            scan->at += length;
            return true;
        }
    return rh_scan_fail(scan, "ACT, PRE, RD, WR, REF, RDA, WRA, RFM, PDE, PDX, SRE or SRX", error);
}

/* Which values may be left empty. */
static bool optional(unsigned column, unsigned command) {
    switch (column) {
    case BANK_GROUP:
    case BANK:
        return command != RH_ACT && !rh_command_is_column(command);
    case ROW:
        return command != RH_ACT;
    case COLUMN:
        return !rh_command_is_column(command);
    case CYCLE:
    case CHANNEL:
    case COMMAND:
    case COLUMNS:
        return false;
    }
    return false;
}

/* One line into a record. Groups and banks are checked here, because the record holds the flat bank; rows and columns
 * are not. */
static bool read_record(const struct rh_command_reader *reader, struct rh_scan *scan, struct rh_command_record *record,
                        struct rh_error *error) {
    const unsigned groups = reader->groups, in_group = reader->group_banks;
    const uint64_t most[COLUMNS] = {INT64_MAX,    RH_COMMAND_CHANNELS - 1, 0,    groups - 1,
                                    in_group - 1, RH_ROW_UNKNOWN - 1,      65535};
    uint64_t value[COLUMNS] = {0};
    const char *at[COLUMNS] = {NULL};
    bool empty[COLUMNS] = {false};
    for (unsigned i = 0; i < COLUMNS; i++) {
        unsigned column = reader->order[i];
        if (i > 0 && *scan->at != ',')
            return rh_scan_fail(scan, "seven values with commas between them", error);
        scan->at += i > 0;
        at[column] = scan->at;
        empty[column] = *scan->at == ',' || *scan->at == '\0';
        if (column == COMMAND) {
            if (!read_command(scan, record, error))
                return false;
        } else if (!empty[column] && !rh_scan_number(scan, 0, names[column], 0, most[column], &value[column], error))
            return false;
    }
    if (!rh_scan_end(scan, error))
        return false;
    for (unsigned column = 0; column < COLUMNS; column++)
        if (empty[column] && !optional(column, record->command)) {
            scan->at = at[column];
            return rh_scan_fail(scan, names[column], error);
        }
    bool ranks = reader->preset->ranks > 1;
    scan->at = at[ranks ? BANK_GROUP : BANK];
    if (ranks ? empty[BANK_GROUP] : empty[BANK] != empty[BANK_GROUP])
        return rh_scan_fail(scan,
                            ranks ? "a bank_group, which also says the rank of a command to all its banks"
                                  : "bank and bank_group both, or neither for all banks",
                            error);
    record->cycle = value[CYCLE];
    record->channel = (uint16_t)value[CHANNEL];
    record->bank = (uint8_t)(value[BANK_GROUP] * in_group + value[BANK]);
    record->all = empty[BANK] || rh_command_is_power(record->command);
    record->row = empty[ROW] && record->command != RH_ACT ? RH_ROW_UNKNOWN : (uint32_t)value[ROW];
    record->column = (uint16_t)value[COLUMN];
    return true;
}

static int parse(struct rh_command_reader *reader, struct rh_scan *scan, struct rh_command_record *record,
                 struct rh_error *error) {
    if (!reader->begun)
        return read_header(reader, scan, error) ? 0 : -1;
    return read_record(reader, scan, record, error) ? 1 : -1;
}

static void begin(struct rh_command_writer *writer) {
    rh_command_csv_head(writer->to);
}

static const char *put(struct rh_command_writer *writer, const struct rh_command_record *record) {
    const struct rh_preset *preset = writer->trace.preset;
    rh_command_csv_line(writer->to, record, (unsigned)preset->banks / preset->groups, preset->ranks);
    return NULL;
}

const struct rh_command_format rh_commands_native = {
    .name = "native", .looks = looks, .parse = parse, .begin = begin, .put = put};
