// SPDX-License-Identifier: Apache-2.0
/* The lines that a reader holds in memory, for who takes them out of it without a copy and without a call a line. */
#ifndef RH_LINE_WINDOW_H
#define RH_LINE_WINDOW_H

#include "cmodel/trace/rh_line_reader.h"
#include "rowhold/rh_hash.h"

enum { RH_LINE_SLACK = 32 /* bytes behind any line that may be read, though they mean nothing */ };

/* Whole lines, each with its LF. There may be none: rh_line_reader_next gets the next one, and more with it. */
struct rh_line_window {
    char *at, *end; /* first line not yet delivered, behind the last */
    uint64_t lines; /* delivered */
    uint64_t hash;  /* of them */
};

/* Stays in place for the life of the reader. */
struct rh_line_window *rh_line_reader_window(struct rh_line_reader *reader);

/* The first line, LF included, is delivered. It must hold neither a NUL nor a CR before its LF, and at most
 * RH_LINE_MOST bytes. */
static inline void rh_line_window_take(struct rh_line_window *window, const char *behind) {
    window->hash = rh_hash_inline(window->hash, window->at, (size_t)(behind - window->at));
    window->at += behind - window->at;
    window->lines++;
}

/* Instead of lines: up to `size` bytes, fewer only at the end of the file or before damage, which *fault then tells
 * (else NULL). They are in no hash. */
size_t rh_line_reader_bytes(struct rh_line_reader *reader, void *to, size_t size, const char **fault);
/* Do the bytes not yet delivered begin with these (at most RH_LINE_MOST)? */
bool rh_line_reader_begins(struct rh_line_reader *reader, const char *bytes, size_t size);

#endif
