// SPDX-License-Identifier: Apache-2.0
/** Scripts that build RTL plug-ins: their answer is one line. */
#ifndef RH_SCRIPT_H
#define RH_SCRIPT_H

#include <stdbool.h>
#include <stddef.h>

#include "rowhold/rh_error.h"

/** Runs argv[0] with these arguments, NULL behind the last, and reads the first line of what it prints. False with an
 * error where there is no such script, it says what is missing in a line that begins with '!', or it fails; `what` is
 * what it was to build. */
bool rh_script_line(const char *const *argv, const char *what, char *line, size_t size, struct rh_error *error);

#endif
