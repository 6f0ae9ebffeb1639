// SPDX-License-Identifier: Apache-2.0
/** Options of a command that has a table of its own, instead of the shared ones of rh_options.h. */
#ifndef RH_OPTION_ROWS_H
#define RH_OPTION_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rowhold/rh_error.h"

/** An option, with its dashes, and where its value goes: a text, a number from `least` to `most`, or a flag. Given
 * twice, the last one counts; a list (a text that starts as NULL) is refused the second time. */
struct rh_option_row {
    const char *name;
    const char **text;
    uint64_t *number, least, most;
    bool *flag, list;
};

/** Read `--name value` and `--name=value`; *help is set by --help or -h, whatever stands beside it. `usage` is the
 * command as the error of an unknown option names it: "cosim --allocator NAME". */
bool rh_option_rows_parse(int argc, char **argv, const struct rh_option_row *rows, size_t count, const char *usage,
                          bool *help, struct rh_error *error);

#endif
