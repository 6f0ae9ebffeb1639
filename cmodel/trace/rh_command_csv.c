// SPDX-License-Identifier: Apache-2.0
#include "cmodel/trace/rh_command_csv.h"

/* A comma before each name. */
#define RH_COMMAND_COLUMN(name, meaning) "," #name
static const char head[] =
#include "tables/csv_columns.def"
    "\n";

void rh_command_csv_head(FILE *file) {
    fputs(head + 1, file);
}

void rh_command_csv_line(FILE *file, const struct rh_command_record *record, unsigned group_banks, unsigned ranks) {
    fprintf(file, "%llu,%u,%s,", (unsigned long long)record->cycle, record->channel, rh_command_name(record->command));
    if (record->all && ranks > 1)
        fprintf(file, "%u,", record->bank / group_banks);
    else if (record->all)
        fputc(',', file);
    else
        fprintf(file, "%u,%u", record->bank / group_banks, record->bank % group_banks);
    bool column = rh_command_is_column(record->command);
    if (column && record->row == RH_ROW_UNKNOWN)
        fprintf(file, ",,%u\n", record->column);
    else if (column)
        fprintf(file, ",%u,%u\n", record->row, record->column);
    else if (record->command == RH_ACT || (record->command == RH_PRE && !record->all && record->row != RH_ROW_UNKNOWN))
        fprintf(file, ",%u,\n", record->row);
    else
        fputs(",,\n", file);
}
