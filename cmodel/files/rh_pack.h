// SPDX-License-Identifier: Apache-2.0
/** Compressed output: a file name's ending is believed. */
#ifndef RH_PACK_H
#define RH_PACK_H

#include <stdbool.h>
#include <stdio.h>

/** Does the ending of `path` ask for compression (.gz, .zst, .xz, .bz2, .lz4)? */
bool rh_pack_wanted(const char *path);
/** An ending that says what the file can't be (an archive, an unknown compression, a wave), and what was expected
 * instead; NULL: none. */
const char *rh_pack_refused(const char *path, const char **expected);
/** A stream that compresses what is written into `descriptor` as the ending of `path` says. The same bytes give the
 * same file. Closing it closes the descriptor. NULL: errno says why, and the descriptor is open still. */
FILE *rh_pack_open(int descriptor, const char *path);

#endif
