// SPDX-License-Identifier: Apache-2.0
/* Files that are often tried, and that no reader here takes (tables/unread_traces.def): what they are is said. */
#ifndef RH_UNREAD_H
#define RH_UNREAD_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_error.h"

/* "FILE:LINE:1: found 'FIRST', which is ..., expected a line of one of the formats NAMES (or --format)"; always
 * false. */
bool rh_unread_refuse(const char *file, uint64_t line, const char *first, const char *names, struct rh_error *error);

#endif
