// SPDX-License-Identifier: Apache-2.0
#include "cmodel/trace/rh_trace_array.h"

#include <string.h>

#include "rowhold/rh_hash.h"

static _Thread_local const struct rh_trace_array *arrays;

void rh_trace_arrays_use(const struct rh_trace_array *first) {
    arrays = first;
}

const struct rh_trace_array *rh_trace_array_find(const char *name) {
    const struct rh_trace_array *array = arrays;
    while (array != NULL && strcmp(array->name, name) != 0)
        array = array->next;
    return array;
}

/* One loop a width: what decides stands outside of it. */
#define TAKE(type)                                                                                                     \
    for (unsigned i = 0; i < count; i++, at += column->step) {                                                         \
        type value;                                                                                                    \
        memcpy(&value, at, sizeof value);                                                                              \
        values[i] = (uint64_t)value;                                                                                   \
    }

void rh_trace_column_take(const struct rh_trace_column *column, uint64_t first, unsigned count, uint64_t *values) {
    const unsigned char *at = (const unsigned char *)column->at + (ptrdiff_t)first * column->step;
    if (column->width == 8) {
        TAKE(uint64_t)
    } else if (column->width == 4 && column->is_signed) {
        TAKE(int32_t)
    } else if (column->width == 4) {
        TAKE(uint32_t)
    } else if (column->width == 2 && column->is_signed) {
        TAKE(int16_t)
    } else if (column->width == 2) {
        TAKE(uint16_t)
    } else if (column->is_signed) {
        TAKE(int8_t)
    } else {
        TAKE(uint8_t)
    }
}

uint64_t rh_trace_array_hash(const struct rh_trace_array *array) {
    enum { AT_ONCE = 1024 };
    uint64_t values[AT_ONCE], hash = RH_HASH_START;
    for (unsigned c = 0; c < array->columns; c++) {
        const uint64_t field = array->column[c].field;
        hash = rh_hash_words(hash, &field, sizeof field);
        for (uint64_t i = 0; i < array->records; i += AT_ONCE) {
            unsigned count = array->records - i < AT_ONCE ? (unsigned)(array->records - i) : AT_ONCE;
            rh_trace_column_take(&array->column[c], i, count, values);
            hash = rh_hash_words(hash, values, count * sizeof *values);
        }
    }
    return hash;
}
