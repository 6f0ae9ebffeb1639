// SPDX-License-Identifier: Apache-2.0
/** Traces that lie in memory, a column a field: what a program that runs commands in its own process has in arrays.
 * Where a command of the thread reads a trace of such a name, it reads the array, as it would a binary trace. */
#ifndef RH_TRACE_ARRAY_H
#define RH_TRACE_ARRAY_H

#include "cmodel/trace/rh_trace_field.h"
#include "rowhold/rh_error.h"

/** The values of one field, 1, 2, 4 or 8 bytes wide in the order of this machine. */
struct rh_trace_column {
    unsigned field; /**< a number, or the direction: 1 is a write */
    const void *at; /**< the first value */
    ptrdiff_t step; /**< bytes from one to the next; 0: all are the first */
    unsigned width;
    bool is_signed;
};

struct rh_trace_array {
    const char *name;
    uint64_t records;
    unsigned columns;
    struct rh_trace_column column[RH_TRACE_FIELDS];
    const struct rh_trace_array *next; /**< NULL behind the last */
};

/** From now on this thread's commands find these; they live until others are given, or NULL. */
void rh_trace_arrays_use(const struct rh_trace_array *first);
/** NULL: there is none of this name. */
const struct rh_trace_array *rh_trace_array_find(const char *name);
/** The next `count` values of a column from `first` on, as 64 bits each. */
void rh_trace_column_take(const struct rh_trace_column *column, uint64_t first, unsigned count, uint64_t *values);
/** The hash of all its fields and values, however wide they are. */
uint64_t rh_trace_array_hash(const struct rh_trace_array *array);

#endif
