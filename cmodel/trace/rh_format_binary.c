// SPDX-License-Identifier: Apache-2.0
// The binary format's row in the registry; rh_binary_reader.c and rh_binary_writer.c do the work.
#include "cmodel/trace/rh_format.h"

/* No text is. */
static bool looks(const char *text) {
    (void)text;
    return false;
}

static bool open(struct rh_trace *trace, const char *first, uint64_t number, struct rh_error *error) {
    (void)first, (void)number;
    return rh_binary_open(trace, error);
}

const struct rh_trace_format rh_format_binary = {
    .name = "binary",
    .meaning = "the native fields in blocks of columns, hashed",
    .extension = ".rht",
    .holds = (1U << RH_TRACE_FIELDS) - 1,
    .needs = 1U << RH_TRACE_OP,
    .looks = looks,
    .open = open,
    .binary = true,
};
