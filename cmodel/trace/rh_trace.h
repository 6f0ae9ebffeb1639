// SPDX-License-Identifier: Apache-2.0
/** Trace files: records of memory requests as they stand in a file, read and written in the formats of
 * tables/trace_formats.def.
 *
 *  - native: CSV with a header that names the columns (tables/trace_fields.def) in any order. `op`, and `address` or
 *    `channel,bank,row,column` (with `bank_group`, `bank` counts within it), are needed; unknown columns are passed
 *    over with a note. Numbers are decimal or 0x. `#` begins a comment line; one of them may be
 *    `# geometry: channels=8 banks=8 rows=16384 columns=64 column_bytes=32` (and `bank_groups=`), before the first
 *    record; banks are those of a channel. Every coordinate must then lie inside it.
 *  - binary: the same fields in blocks of columns, with hashes; docs/rh_trace.md has it byte by byte. The first bytes
 *    tell it. Messages about a record name its number, from 1, in the place of a line.
 *  - dramsim3: `0xADDR READ|WRITE cycle`; also read, write, P_MEM_RD, P_FETCH, P_MEM_WR, BOFF, as DRAMsim3 takes them,
 *    and IFETCH of DRAMSim2's mase traces.
 *  - ramulator1: `0xADDR R|W`, Ramulator 1's memory trace.
 *  - ramulator_cpu: `BUBBLES addr [addr]` or `BUBBLES addr R|W`, addresses decimal or 0x: the trace of Ramulator's
 *    cores. BUBBLES instructions without memory access, then a read; a second address is a write back, which comes as a
 *    record of its own behind the read, with 0 bubbles. Only read.
 *  - ramulator2: `LD|ST addr`, address decimal or 0x: Ramulator 2's LoadStoreTrace.
 *  - ramulator2_vector: `R|W channel,rank,[bank_group,]bank,row,column`, decimal: Ramulator 2's ReadWriteTrace. Rank
 *    must be 0.
 *  - stl: `cycle: [(bytes)] read|write 0xADDR [0xDATA]`: DRAMSys, absolute times.
 *  - rstl: the same with relative times, which are summed up. Only read.
 *  - gem5: `[id,]r|w,addr,size,[flags,]tick[,pc]`, decimal: gem5's decoded packets, ticks of a picosecond. Only read.
 *  - gem5_packets: gem5's packet trace (protobuf), whose header says the clock of its ticks. Only read.
 *
 * What can't be parsed is refused with the format that was assumed and why: by --format, by the first line that is no
 * comment, or by the ending of the name. Cycles must not decrease. A file without any record is an error.
 *
 * A text in any of the formats may say, in a comment before its first record, which clock its cycles count:
 * `# clock: 1.25 ns`.
 */
#ifndef RH_TRACE_H
#define RH_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "cmodel/trace/rh_trace_field.h"
#include "rowhold/rh_error.h"
#include "rowhold/rh_map.h"

/** Shape of the memory that coordinates refer to; all 0 when unknown. */
struct rh_trace_geometry {
    uint32_t channels, banks; /**< banks of a channel */
    uint32_t bank_groups;     /**< 0: unknown */
    uint32_t rows, columns, column_bytes;
};

struct rh_trace;        /* one open file */
struct rh_trace_format; /* one row of the registry; see cmodel/trace/rh_format.h */

/** A format by its name (NULL when unknown), and the names in one line. */
const struct rh_trace_format *rh_trace_format_find(const char *name);
/** By index; NULL behind the last. */
const struct rh_trace_format *rh_trace_format_at(size_t index);
const char *rh_trace_format_name(const struct rh_trace_format *format);
const char *rh_trace_format_meaning(const struct rh_trace_format *format);
const char *rh_trace_format_names(void);
/** Does a file's name end in `extension`, a compression's ending apart? */
bool rh_trace_has_extension(const char *file, const char *extension);

/** Fields that can be written, and whether records may differ in having `bytes` and `data`. */
rh_trace_set rh_trace_format_holds(const struct rh_trace_format *format);
bool rh_trace_format_writes(const struct rh_trace_format *format); /**< false: it is only read */
bool rh_trace_format_varies(const struct rh_trace_format *format);

/** Open a file. Without a format name the first bytes or the first line that is no comment decides, else the file
 * name's ending (.csv, .stl, before .gz, .zst, .xz). NULL with an error. */
struct rh_trace *rh_trace_open(const char *file, const char *format, struct rh_error *error);
void rh_trace_close(struct rh_trace *trace); /**< NULL is harmless */
/** 1 with a record, 0 at the end, -1 with an error. */
int rh_trace_next(struct rh_trace *trace, struct rh_trace_record *record, struct rh_error *error);

/** Hash of all lines read so far, comments and header included (rh_line_reader_hash); of a binary trace, of the hashes
 * of its head and of the blocks read so far. */
uint64_t rh_trace_hash(const struct rh_trace *trace);
const struct rh_trace_format *rh_trace_format_of(const struct rh_trace *trace);
const char *rh_trace_file(const struct rh_trace *trace);
/** Fields the records have. Where `rh_trace_varies` (stl), a record may lack `bytes` (then 0) or `data` (then empty),
 * and the set holds what was seen so far. */
rh_trace_set rh_trace_fields(const struct rh_trace *trace);
bool rh_trace_varies(const struct rh_trace *trace);
/** The file's own geometry, or the one set; NULL when there is none. */
const struct rh_trace_geometry *rh_trace_geometry(const struct rh_trace *trace);
/** Set the geometry of a file that has none (and `bank_groups` of one that does not tell it); coordinates are checked
 * against it from then on. False when the file's banks can't be divided so. */
bool rh_trace_set_geometry(struct rh_trace *trace, const struct rh_trace_geometry *geometry, struct rh_error *error);
/** The clock that the cycles count, in femtoseconds, where the file says it; else 0. */
uint64_t rh_trace_clock(const struct rh_trace *trace);
/** A clock from its text: 1.25 ns, 833 ps, 0.1 us, 1132 MHz, 1.2 GHz, with or without the blank; rounded to a
 * femtosecond. False when it is none of these, or not from 1 ps to 1 ms. */
bool rh_trace_clock_parse(const char *text, uint64_t *fs);
enum { RH_TRACE_CLOCK_TEXT = 32 };
/** A clock as text, which is returned: "1.25 ns". */
const char *rh_trace_clock_text(uint64_t fs, char text[RH_TRACE_CLOCK_TEXT]);
/** The clock of `tck_ps` picoseconds in which a cycle of such a clock begins; false when it is beyond 2^63 - 1. */
bool rh_trace_clock_convert(uint64_t fs, uint32_t tck_ps, uint64_t cycle, uint64_t *clock);
/** Remarks so far, e.g. columns passed over; "" when there are none. */
const char *rh_trace_note(const struct rh_trace *trace);
/** Flat bank of a record: bank group x banks per group + bank. */
uint32_t rh_trace_bank(const struct rh_trace *trace, const struct rh_trace_record *record);
/** "FILE:LINE:COLUMN: found ..., expected EXPECTED" about a field of a record; always false. */
bool rh_trace_refuse(const struct rh_trace *trace, const struct rh_trace_record *record, enum rh_trace_field field,
                     const char *expected, struct rh_error *error);
/** The same for a record that lies outside the memory of a map: its name, its size and what to do; always false. */
bool rh_trace_refuse_outside(const struct rh_trace *trace, const struct rh_trace_record *record,
                             enum rh_trace_field field, const struct rh_map *map, struct rh_error *error);
#ifdef __clang_analyzer__ /* as in rh_error.h */
#define rh_trace_refuse(...)         ((void)rh_trace_refuse(__VA_ARGS__), false)
#define rh_trace_refuse_outside(...) ((void)rh_trace_refuse_outside(__VA_ARGS__), false)
#endif

/** What a writer gets once. */
struct rh_trace_head {
    rh_trace_set fields;               /**< that every record has */
    struct rh_trace_geometry geometry; /**< channels 0: none */
    uint64_t clock;                    /**< of the cycles, in femtoseconds; 0: not said */
};
/** Can files in this format say their geometry and their clock? */
bool rh_trace_format_has_head(const struct rh_trace_format *format);
/** Can records with these fields be written? Else an error about `file` names a field that would be lost, or that
 * lacks. */
bool rh_trace_can_write(const struct rh_trace_format *format, rh_trace_set fields, const char *file,
                        struct rh_error *error);
struct rh_trace_writer;
/** Writes what stands before the first record. NULL without memory. Write errors stay with the file (ferror). */
struct rh_trace_writer *rh_trace_writer_open(const struct rh_trace_format *format, FILE *to,
                                             const struct rh_trace_head *head);
void rh_trace_writer_put(struct rh_trace_writer *writer, const struct rh_trace_record *record);
/** Writes what is still to be written; the file stays open. NULL is harmless. */
void rh_trace_writer_close(struct rh_trace_writer *writer);

#endif
