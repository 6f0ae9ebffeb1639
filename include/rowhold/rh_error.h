// SPDX-License-Identifier: Apache-2.0
/** Diagnostics of one line.
 *
 * A function that can fail on user input takes `struct rh_error *` last and returns false (or NULL) after setting it.
 * The text is one line without a newline: WHERE: what was found, what was expected. WHERE is `FILE:LINE:COLUMN`,
 * `FILE:LINE`, `FILE`, or the member of a setup struct that is at fault, e.g. `channels`: a program that asks
 * its user for that member under another name can say so (rh_error_member). A file whose faults are all known at once
 * has a line for each (rh_error_add).
 */
#ifndef RH_ERROR_H
#define RH_ERROR_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

struct rh_error {
    /** One line, lines with a LF between them, or empty when nothing went wrong. In the last byte: how long the
     * member's name is. */
    char text[2048];
};

/** Set the text, printf style; a line break in it becomes a space, what is too long loses its middle. Always returns
 * false, so callers can `return`. */
bool rh_error_set(struct rh_error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));
/** The same about a member of a setup: "FIELD: " and the rest. Always false. */
bool rh_error_field(struct rh_error *error, const char *field, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/** The first so many bytes of the text are the name of a member of a setup; 0: it begins with something else. */
unsigned rh_error_member(const struct rh_error *error);
/** Say so of a text that is set. Always false. */
bool rh_error_set_member(struct rh_error *error, unsigned length);
/** rh_error_set as a further line; what no longer fits is left out whole, and the last line says so. */
bool rh_error_add(struct rh_error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));
#ifdef __clang_analyzer__ /* it sees one file at a time: tell it what the call returns */
#define rh_error_set(...)   ((void)rh_error_set(__VA_ARGS__), false)
#define rh_error_field(...) ((void)rh_error_field(__VA_ARGS__), false)
#endif

#ifdef __cplusplus
}
#endif

#endif
