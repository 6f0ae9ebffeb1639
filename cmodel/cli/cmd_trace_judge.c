// SPDX-License-Identifier: Apache-2.0
// `rowhold trace judge`: a command trace against the DRAM rules.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/cli/cmd_trace.h"
#include "cmodel/cli/rh_options.h"
#include "cmodel/trace/rh_scan.h"
#include "rowhold/rh_judge.h"
#include "rowhold/rh_line_reader.h"

static const char usage[] =
    "usage: rowhold trace judge FILE --preset NAME|FILE [OPTION]...\n"
    "Check a command trace (CSV: cycle,channel,command,bank_group,bank,row,column, in any order) against every DRAM "
    "rule of a preset.\n"
    "A refresh of all banks has no bank_group and bank; row and column may be empty where a command has none.\n"
    "Prints each broken rule with its line; exit 1 if there is one, or when the file holds no command.\n\n"
    "example:\n"
    "  rowhold trace judge commands.csv --preset gddr3\n";

enum column { CYCLE, CHANNEL, COMMAND, BANK_GROUP, BANK, ROW, COLUMN, COLUMNS };
static const char *const names[COLUMNS] = {"cycle", "channel", "command", "bank_group", "bank", "row", "column"};
enum { SHOWN = 20, CHANNELS = 65536 };

struct court {
    const char *file;
    struct rh_judge_setup setup;
    struct rh_judge **judges; /* by channel; NULL where nothing was seen */
    enum column order[COLUMNS];
    uint64_t commands, broken, last_cycle;
};

static bool read_header(struct court *court, struct rh_scan *scan, struct rh_error *error) {
    unsigned seen = 0;
    for (unsigned i = 0; i < COLUMNS; i++) {
        if (i > 0 && *scan->at++ != ',') {
            scan->at--;
            return rh_scan_fail(scan, "the columns cycle,channel,command,bank_group,bank,row,column", error);
        }
        size_t length = rh_scan_token(scan, ',');
        unsigned column = 0;
        while (column < COLUMNS && (strlen(names[column]) != length || strncmp(scan->at, names[column], length) != 0))
            column++;
        if (column == COLUMNS || (seen & 1u << column) != 0)
            return rh_scan_fail(scan, "the columns cycle,channel,command,bank_group,bank,row,column, each once", error);
        seen |= 1u << column;
        court->order[i] = (enum column)column;
        scan->at += length;
    }
    return rh_scan_end(scan, error);
}

static bool read_command(struct rh_scan *scan, struct rh_command_record *record, struct rh_error *error) {
    size_t length = rh_scan_token(scan, ',');
    for (unsigned command = RH_NOP + 1; command < RH_COMMANDS; command++)
        if (strlen(rh_command_name(command)) == length && strncmp(scan->at, rh_command_name(command), length) == 0) {
            record->command = (uint8_t)command;
            scan->at += length;
            return true;
        }
    return rh_scan_fail(scan, "ACT, PRE, RD, WR, REF, RDA or WRA", error);
}

/* Which values may be left empty. */
static bool optional(enum column column, unsigned command) {
    bool refresh = command == RH_REF, row_command = refresh || command == RH_PRE;
    switch (column) {
    case BANK_GROUP:
    case BANK:
        return refresh;
    case ROW:
        return command != RH_ACT;
    case COLUMN:
        return row_command || command == RH_ACT;
    case CYCLE:
    case CHANNEL:
    case COMMAND:
    case COLUMNS:
        return false;
    }
    return false;
}

/* One line into a record. Groups and banks are checked here, because the record holds the flat bank; rows and columns by the
 * judge. */
static bool read_record(const struct court *court, struct rh_scan *scan, struct rh_command_record *record,
                        struct rh_error *error) {
    const unsigned groups = court->setup.groups, in_group = court->setup.banks / groups;
    const uint64_t most[COLUMNS] = {INT64_MAX, CHANNELS - 1, 0, groups - 1, in_group - 1, RH_ROW_UNKNOWN - 1, 65535};
    uint64_t value[COLUMNS] = {0};
    const char *at[COLUMNS] = {NULL};
    bool empty[COLUMNS] = {false};
    for (unsigned i = 0; i < COLUMNS; i++) {
        enum column column = court->order[i];
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
        if (empty[column] && !optional((enum column)column, record->command)) {
            scan->at = at[column];
            return rh_scan_fail(scan, names[column], error);
        }
    scan->at = at[BANK];
    if (empty[BANK] != empty[BANK_GROUP])
        return rh_scan_fail(scan, "bank and bank_group both, or neither for all banks", error);
    record->cycle = value[CYCLE];
    record->channel = (uint16_t)value[CHANNEL];
    record->bank = (uint8_t)(value[BANK_GROUP] * in_group + value[BANK]);
    record->all = empty[BANK];
    record->row = empty[ROW] && record->command != RH_ACT ? RH_ROW_UNKNOWN : (uint32_t)value[ROW];
    record->column = (uint16_t)value[COLUMN];
    return true;
}

static void tell(struct court *court, uint64_t line, unsigned broken, const struct rh_verdict *verdict) {
    if (broken > 0 && court->broken < SHOWN)
        printf("%s:%" PRIu64 ": %s\n", court->file, line, verdict->text);
    else if (broken > 0 && court->broken == SHOWN)
        printf("%s: further broken rules are counted, not printed\n", court->file);
    court->broken += broken > 0;
}

static bool judge_line(struct court *court, struct rh_scan *scan, struct rh_error *error) {
    struct rh_command_record record = {0};
    struct rh_verdict verdict;
    if (!read_record(court, scan, &record, error))
        return false;
    struct rh_judge **judge = &court->judges[record.channel];
    if (*judge == NULL && (*judge = rh_judge_open(&court->setup)) == NULL)
        return rh_error_set(error, "%s: out of memory", court->file);
    tell(court, scan->line, rh_judge_command(*judge, &record, &verdict), &verdict);
    court->commands++;
    if (record.cycle > court->last_cycle)
        court->last_cycle = record.cycle;
    return true;
}

static bool judge_file(struct court *court, struct rh_line_reader *lines, struct rh_error *error) {
    struct rh_line line;
    bool header = false;
    uint64_t last = 0;
    int status;
    while ((status = rh_line_reader_next(lines, &line, error)) > 0) {
        struct rh_scan scan = {court->file, line.number, line.text, line.text};
        last = line.number;
        if (line.length == 0 || line.text[0] == '#')
            continue;
        if (!header ? !read_header(court, &scan, error) : !judge_line(court, &scan, error))
            return false;
        header = true;
    }
    if (status < 0)
        return false;
    if (!header)
        return rh_error_set(error, "%s: found no header, expected cycle,channel,command,bank_group,bank,row,column",
                            court->file);
    for (unsigned channel = 0; channel < CHANNELS; channel++) {
        struct rh_verdict verdict;
        if (court->judges[channel] != NULL)
            tell(court, last, rh_judge_finish(court->judges[channel], court->last_cycle, &verdict), &verdict);
    }
    return true;
}

static int sum_up(const struct court *court) {
    uint64_t checks = 0;
    unsigned channels = 0;
    for (unsigned channel = 0; channel < CHANNELS; channel++)
        if (court->judges[channel] != NULL) {
            checks += rh_judge_checks(court->judges[channel]);
            channels++;
        }
    if (court->commands == 0) {
        printf("%s: found no command, expected at least one to judge\n", court->file);
        return 1;
    }
    printf("%s: %" PRIu64 " commands on %u channel%s, %" PRIu64 " checks, %" PRIu64 " broken rules\n", court->file,
           court->commands, channels, channels == 1 ? "" : "s", checks, court->broken);
    return court->broken > 0;
}

int trace_judge(int argc, char **argv) {
    const char *name = NULL, *chips = NULL, *refresh = NULL, *files[1];
    const struct trace_option options[] = {
        {"preset", false, &name, "NAME|FILE  DRAM preset whose rules count"},
        {"chips", false, &chips, "N  chips ganged on a channel (default: the preset's)"},
        {"refresh", false, &refresh, "MODE  off, all_bank or per_bank (default: the preset's)"},
    };
    int status = trace_parse(argc, argv, usage, options, sizeof options / sizeof options[0], files, 1, 1);
    if (status != 0)
        return status == 1 ? 0 : 2;
    struct rh_error error = {""};
    struct rh_preset preset;
    struct court court = {.file = files[0]};
    if (name == NULL) {
        rh_error_set(&error, "--preset: found nothing, expected the preset that the commands were made for");
        return rh_options_fail(&error);
    }
    if (!trace_preset(name, chips, refresh, &preset, &error))
        return rh_options_fail(&error);
    court.setup = rh_judge_setup_from_preset(&preset);
    court.judges = calloc(CHANNELS, sizeof(struct rh_judge *));
    struct rh_line_reader *lines = rh_line_reader_open(files[0], &error);
    if (court.judges == NULL)
        rh_error_set(&error, "%s: out of memory", files[0]);
    bool good = court.judges != NULL && lines != NULL && judge_file(&court, lines, &error);
    rh_line_reader_close(lines);
    int exit_code = good ? sum_up(&court) : rh_options_fail(&error);
    for (unsigned channel = 0; court.judges != NULL && channel < CHANNELS; channel++)
        rh_judge_close(court.judges[channel]);
    free(court.judges);
    return exit_code;
}
