// SPDX-License-Identifier: Apache-2.0
/* Reading one line token by token, with FILE:LINE:COLUMN in every complaint. */
#ifndef RH_SCAN_H
#define RH_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rowhold/rh_error.h"

struct rh_scan {
    const char *file;
    uint64_t line;    /* 0: there are no lines, `file` is the member of a setup */
    const char *text; /* whole line, NUL-terminated */
    const char *at;   /* next character */
};

/* Column of `at`, from 1. */
unsigned rh_scan_column(const struct rh_scan *scan);
void rh_scan_blanks(struct rh_scan *scan);
/* Characters up to the next blank, `stop` or end of line. */
size_t rh_scan_token(const struct rh_scan *scan, char stop);
/* Blanks, then the token is exactly `word`: consumed. Else nothing moves. */
bool rh_scan_word(struct rh_scan *scan, const char *word);
/* "FILE:LINE:COLUMN: found 'token', expected EXPECTED"; always false. */
bool rh_scan_fail(const struct rh_scan *scan, const char *expected, struct rh_error *error);
#ifdef __clang_analyzer__ /* as in rh_error.h */
#define rh_scan_fail(...) ((void)rh_scan_fail(__VA_ARGS__), false)
#endif
/* A number up to a blank, comma, colon, slash, `)` or `]`; base 0: decimal or 0x; 10: decimal; 16: hexadecimal, 0x
 * optional. */
bool rh_scan_number(struct rh_scan *scan, int base, const char *what, uint64_t least, uint64_t most, uint64_t *value,
                    struct rh_error *error);
/* Only blanks are left. */
bool rh_scan_end(struct rh_scan *scan, struct rh_error *error);
/* Copy of `length` bytes fit for a message: cut, and unprintable bytes as \xNN. */
const char *rh_scan_quote(char quoted[64], const char *text, size_t length);

#endif
