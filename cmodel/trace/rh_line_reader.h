// SPDX-License-Identifier: Apache-2.0
/** Lines of a text file, plain or compressed (gzip, zstd, xz, lzma, bzip2, lz4), streaming, in fixed memory.
 *
 * The contents decide which compression it is. A line is delivered without its line break (LF or CR LF); a last line
 * without one counts. Damaged or truncated input is an error with the number of the first line that could not be
 * delivered; but for gzip, decompression works in blocks, so up to a block of whole lines before the damage may be
 * among them. A NUL byte or a line over RH_LINE_MOST bytes is an error: the file is no text.
 */
#ifndef RH_LINE_READER_H
#define RH_LINE_READER_H

#include <stddef.h>
#include <stdint.h>

#include "rowhold/rh_error.h"

enum { RH_LINE_MOST = 1 << 16 };

struct rh_line {
    char *text;      /**< ends with a NUL; good until the next call on the reader; may be written to */
    size_t length;   /**< without the NUL */
    uint64_t number; /**< from 1 */
};

struct rh_line_reader;

/** NULL with an error that names the file; `-` is standard input. */
struct rh_line_reader *rh_line_reader_open(const char *file, struct rh_error *error);
void rh_line_reader_close(struct rh_line_reader *reader); /**< NULL is harmless */
/** 1 with a line, 0 at the end, -1 with an error. */
int rh_line_reader_next(struct rh_line_reader *reader, struct rh_line *line, struct rh_error *error);
/** Copy the first line that is neither blank nor a `#` comment, without consuming anything; looks only at the first
 * 64 KiB not yet read. Number 0 and an empty text when there is none. The text is cut to `size` - 1 bytes. */
void rh_line_reader_peek(struct rh_line_reader *reader, char *text, size_t size, uint64_t *number);
/** Hash (rh_hash.h) of the lines delivered so far, each with a single LF behind it: compression, the kind of line break
 * and a missing last one make no difference. */
uint64_t rh_line_reader_hash(const struct rh_line_reader *reader);
/** Name as given at open. */
const char *rh_line_reader_file(const struct rh_line_reader *reader);

#endif
