// SPDX-License-Identifier: Apache-2.0
/** The command trace: one line a DRAM command, in order of cycles over all channels.
 *
 *     cycle,channel,command,bank_group,bank,row,column
 *     0,0,ACT,0,3,911,
 *     12,0,RD,0,3,911,40
 *     340,0,REF,,,,
 *
 * tables/csv_columns.def says what the columns hold and where they are empty. The row of RD, WR, PRE is the open one.
 * With several ranks a REF or PRE of all banks of a rank names a group of it. Commands of one cycle stand in
 * order of channels, the column command of a channel before its row command.
 */
#ifndef RH_COMMAND_CSV_H
#define RH_COMMAND_CSV_H

#include <stdio.h>

#include "rowhold/rh_command.h"

/** The line that names the columns. Write errors stay with the file (ferror). */
void rh_command_csv_head(FILE *file);
/** One command; `group_banks`: banks of a bank group; `ranks` of a channel. */
void rh_command_csv_line(FILE *file, const struct rh_command_record *record, unsigned group_banks, unsigned ranks);

#endif
