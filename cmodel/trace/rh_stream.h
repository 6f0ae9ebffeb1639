// SPDX-License-Identifier: Apache-2.0
/** Request streams by name or file: synthetic generators and trace readers behind one door.
 *
 * A trace's records become requests like this:
 *  - coordinates whose geometry (the file's, else the preset's) fits the preset are replayed as they are. Fits means:
 *    no more banks, rows, bytes a row, and (where `channels` is given) channels than the preset has. Columns are
 *    converted when the file's column_bytes differ from the preset's bytes a column command. A request past a row's
 *    last column goes on in the next row of its bank;
 *  - other coordinates are linearised row : bank : column : channel by their own geometry, in units of one column
 *    command of the preset, and placed by the map; the note says so;
 *  - addresses are placed by the map, column command by column command.
 * A request's column commands are ceil(bytes / bytes a command), from the command that holds its first byte. Without
 * `bytes` in the file it has request_bytes; when that is 0, 64 bytes with addresses and one column with coordinates.
 */
#ifndef RH_STREAM_H
#define RH_STREAM_H

#include "cmodel/trace/rh_folds.h"
#include "rowhold/rh_preset_file.h"
#include "rowhold/rh_synthetic.h"

/** Open a stream for a preset; NULL with an error. Every request fits the preset's organisation: a longer or straddling
 * one is split into several (1 to 8 column commands in one row), coordinates that do not fit are mapped or refused with
 * their line. The note of a synthetic stream says when there is a file of the same name. */
struct rh_stream *rh_stream_open(const struct rh_stream_setup *setup, const struct rh_preset *preset,
                                 struct rh_error *error);

/** From now on the stream refuses arrivals after clock `latest` with the error "expected at most LATEST, WHY". A lower
 * limit that was set before stays. */
void rh_stream_limit(struct rh_stream *stream, uint64_t latest, const char *why);

/** Replaces each default of `setup` by the value that the stream just opened uses, in one spelling, so that a report
 * can state it: a default that was given looks like one that was left out. For a trace these are its format, its
 * channels, the bytes of a request that names none, and the map (NULL where coordinates are replayed as they are);
 * `requests` stays 0, which means all. The texts live as long as the stream. */
void rh_stream_resolve(struct rh_stream_setup *setup, const struct rh_preset *preset, const struct rh_stream *stream);

/** The hash (rh_trace_hash) of the part of the trace file that was read; 0 for a synthetic stream. `setup` is the one
 * that opened the stream. */
uint64_t rh_stream_content_hash(const struct rh_stream_setup *setup, const struct rh_stream *stream);

/** True when the writes of the stream may have payloads; false for a synthetic stream. */
bool rh_stream_has_payload(const struct rh_stream_setup *setup, const struct rh_stream *stream);
/** For a stream with payloads: gets the bytes that column command `command` of the last request writes, from its lowest
 * address on (the payload's first two digits are the lowest byte). False where the trace does not hold all of them. */
bool rh_stream_payload(const struct rh_stream *stream, unsigned command, uint8_t *bytes);

/** Gets how many addresses a trace's stream has folded into the memory so far. False where it folds none: without
 * `wrap`, or where coordinates are replayed as they are. `setup` is the one that opened the stream. */
bool rh_stream_folds(const struct rh_stream_setup *setup, const struct rh_stream *stream, struct rh_fold_count *count);

/** The number of channels that a stream just opened will use. */
unsigned rh_stream_channels(const struct rh_stream *stream);

#endif
