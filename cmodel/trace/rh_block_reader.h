// SPDX-License-Identifier: Apache-2.0
/* The bytes of a file, plain or compressed: what rh_line_reader takes its lines from. */
#ifndef RH_BLOCK_READER_H
#define RH_BLOCK_READER_H

#include <stdbool.h>
#include <stddef.h>

#include "rowhold/rh_error.h"

struct rh_block_reader;

/* NULL with an error that names the file; `-` is standard input. */
struct rh_block_reader *rh_block_reader_open(const char *file, struct rh_error *error);
void rh_block_reader_close(struct rh_block_reader *reader); /* NULL is harmless */
/* Up to `room` bytes, fewer only at the end of the file or before damage. */
size_t rh_block_reader_read(struct rh_block_reader *reader, char *to, size_t room);
/* Nothing follows. */
bool rh_block_reader_ended(const struct rh_block_reader *reader);
/* Why it ended; NULL: with the end of the file. */
const char *rh_block_reader_failure(const struct rh_block_reader *reader);
/* Name as given at open, "standard input" for `-`. */
const char *rh_block_reader_file(const struct rh_block_reader *reader);

#endif
