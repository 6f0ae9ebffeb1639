// SPDX-License-Identifier: Apache-2.0
/** One-line diagnostics.
 *
 * A function that can fail on user input takes `struct rh_error *` last and returns false (or NULL) after setting it.
 * The text is one line without a newline: WHERE: what was found, what was expected. WHERE is `FILE:LINE:COLUMN`,
 * `FILE:LINE`, `FILE` or the option, e.g. `--queue`. The command line prints "rowhold: TEXT" and exits 2.
 */
#ifndef RH_ERROR_H
#define RH_ERROR_H

#include <stdbool.h>

struct rh_error {
    char text[512]; /**< one line, or empty when nothing went wrong */
};

/** Set the text, printf style; a line break in it becomes a space. Always returns false, so callers can `return`. */
bool rh_error_set(struct rh_error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));
#ifdef __clang_analyzer__ /* it sees one file at a time: tell it what the call returns */
#define rh_error_set(...) ((void)rh_error_set(__VA_ARGS__), false)
#endif

#endif
