// SPDX-License-Identifier: Apache-2.0
/** Command traces, also those that other simulators write: one DRAM command a line.
 *
 *  - native: CSV of rh_command_csv.h, its columns in any order.
 *  - dramsim3: `cycle command channel rank bankgroup bank row column`, row and column hexadecimal: what DRAMsim3 writes
 *    when it is built with CMD_TRACE. read, read_p, write, write_p, activate, precharge, refresh, refresh_bank,
 *    self_refresh_enter, self_refresh_exit. -1 where a command has none; the channel is then that of the line before,
 *    at the start of a file the first that is named.
 *  - ramulator2: `cycle, command, channel, rank, bankgroup, bank, row, column`: Ramulator 2's TraceRecorder. ACT, PRE,
 *    PREA, RD, WR, RDA, WRA, REFab, REFsb, REFpb, RFMab, RFMsb, RFMpb. Five numbers where its device has no bank groups
 *    (rank, bank) or no ranks (bankgroup, bank), as the preset has groups or not. -1 where a command has none. Also
 *    Ramulator 2.1's CmdTraceRecorder, whose header names the levels, and which adds type and source; ACT1 counts as
 *    ACT, PREpb and PREab as PRE and PREA.
 *  - ramulator1: `cycle,command[,bank]`: one rank of Ramulator 1; rows are unknown. Only read.
 *  - drampower: `cycle,command,rank,bankgroup,bank,row,column[,data]`: the CSV of DRAMPower 5's command line. ACT, PRE,
 *    PREA, RD, WR, RDA, WRA, REFA, REFB, PDEA, PDEP, PDXA, PDXP, SREFEN, SREFEX, and END, which is passed over. One
 *    channel; columns are the device's, burst_length to a column command. Data is written as zeros.
 *
 * A rank is one of the preset's; or `pseudochannels` says how many of them make a channel: then channel x
 * pseudochannels + rank is the channel, and the preset has one rank. The row of a PRE in another simulator's trace is
 * that of the request that it is made for, so it counts as unknown.
 */
#ifndef RH_COMMAND_TRACE_H
#define RH_COMMAND_TRACE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "rowhold/rh_command.h"
#include "rowhold/rh_error.h"
#include "rowhold/rh_preset.h"

enum { RH_COMMAND_CHANNELS = 65536 };

struct rh_command_format; /* one row of tables/command_formats.def */

/** A format by its name (NULL when unknown), and the names in one line. */
const struct rh_command_format *rh_command_format_find(const char *name);
const char *rh_command_format_name(const struct rh_command_format *format);
const char *rh_command_format_names(void);

struct rh_command_trace {
    const char *format;             /**< name, or NULL: the first line that is no comment decides */
    const struct rh_preset *preset; /**< whose banks and groups the commands go to */
    unsigned pseudochannels;        /**< of a channel; 0 or 1: none */
    uint64_t *hash;     /**< gets the hash of the file's lines (rh_line_reader_hash); NULL: it is not needed */
    const char **found; /**< gets the name of the format that was read; NULL: it is not needed */
};

/** Takes one command of a line; false with an error ends the reading. */
typedef bool rh_command_take(void *user, uint64_t line, const struct rh_command_record *record, struct rh_error *error);
/** Read a whole file, plain or compressed; whether rows and columns exist is left to `take`. */
bool rh_command_trace_read(const char *file, const struct rh_command_trace *trace, rh_command_take *take, void *user,
                           struct rh_error *error);

/** Writing: begin, each command, end. Nothing is written before the first command. */
struct rh_command_writer {
    FILE *to;
    const struct rh_command_format *format;
    struct rh_command_trace trace;
    uint64_t written, last_cycle;
    unsigned channel; /**< of the last command */
    uint64_t open;    /**< banks that the commands so far left open */
};
void rh_command_writer_begin(struct rh_command_writer *writer, FILE *to, const struct rh_command_format *format,
                             const struct rh_command_trace *trace);
/** NULL, or what was expected in the place of a command that the format can't hold. */
const char *rh_command_writer_put(struct rh_command_writer *writer, const struct rh_command_record *record);
void rh_command_writer_end(struct rh_command_writer *writer);

#endif
