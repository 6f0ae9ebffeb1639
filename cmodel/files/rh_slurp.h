// SPDX-License-Identifier: Apache-2.0
/** Small files as a whole: a device or an endless pipe must not be read forever. */
#ifndef RH_SLURP_H
#define RH_SLURP_H

#include <stdbool.h>
#include <stddef.h>

#include "rowhold/rh_error.h"

/** The file's bytes, at most `most`, which the caller frees. False with an error that says what was `expected`. */
bool rh_slurp(const char *file, size_t most, const char *expected, unsigned char **bytes, size_t *size,
              struct rh_error *error);

#endif
