// SPDX-License-Identifier: Apache-2.0
// The plain lines of the native CSV, which are nearly all of them: read where they lie, and never complained about.
// What is odd in any way is left to rh_format_native.c, which reads it again and has the words for it.
#include <stdlib.h>

#include "cmodel/trace/rh_digits.h"
#include "cmodel/trace/rh_format.h"
#include "cmodel/trace/rh_line_window.h"

enum kind { NUMBER_32, NUMBER_64, DIRECTION, WORD, SKIPPED };

struct column {
    uint64_t least, span; /* a number is from least to least + span */
    uint16_t offset;      /* in the record */
    uint8_t kind, field;
    char stop; /* what follows */
};

struct rh_native_line {
    const struct column *behind; /* the last one */
    rh_trace_set fields;
    bool has_data;
    struct column column[RH_TRACE_COLUMNS];
};

_Static_assert(RH_LINE_SLACK >= 18, "what is loaded from the 0x of a line's end on stays in the buffer");

static struct column describe(const struct rh_trace *trace, unsigned i) {
    unsigned field = trace->column[i];
    char stop = i + 1 < trace->columns ? ',' : '\n';
    if (field == RH_TRACE_FIELDS)
        return (struct column){.kind = SKIPPED, .stop = stop};
    const struct rh_trace_field_row *row = rh_trace_field_row(field);
    enum kind kind = row->form == RH_TRACE_DIRECTION ? DIRECTION
                     : row->form == RH_TRACE_WORD    ? WORD
                     : row->size == sizeof(uint64_t) ? NUMBER_64
                                                     : NUMBER_32;
    return (struct column){.least = row->least,
                           .span = rh_format_greatest(trace, field) - row->least,
                           .offset = (uint16_t)row->offset,
                           .kind = (uint8_t)kind,
                           .field = (uint8_t)field,
                           .stop = stop};
}

struct rh_native_line *rh_native_line_new(const struct rh_trace *trace) {
    struct rh_native_line *line = calloc(1, sizeof *line);
    if (line == NULL)
        return NULL;
    line->behind = line->column + trace->columns;
    for (unsigned i = 0; i < trace->columns; i++)
        line->column[i] = describe(trace, i);
    line->fields = trace->fields;
    line->has_data = (trace->fields & 1U << RH_TRACE_DATA) != 0;
    return line;
}

/* Characters that words and columns passed over are made of; any other one stops them. */
static size_t span(const char *at) {
    const char *end = at;
    while ((unsigned char)*end > ' ' && *end != ',')
        end++;
    return (size_t)(end - at);
}

struct number {
    const char *end; /* behind it; NULL: it is none */
    uint64_t value;
};

/* 0x, or more than seven digits. Apart, so that the short ones need neither stack nor call. */
static __attribute__((noinline)) struct number take_long_number(const char *at) {
    struct number number = {NULL, 0};
    bool hexadecimal = at[0] == '0' && (at[1] | 0x20) == 'x';
    unsigned taken = hexadecimal ? rh_digits_hexadecimal(at + 2, &number.value) : rh_digits_decimal(at, &number.value);
    if (taken != 0)
        number.end = at + taken + (hexadecimal ? 2 : 0);
    return number;
}

static inline struct number take_number(const char *at, const struct column *column) {
    uint64_t word = rh_digits_load(at);
    unsigned digits = rh_digits_count(&word);
    struct number number = {at + digits, 0};
    if (digits - 1 < 7 && *number.end == column->stop)
        number.value = rh_digits_eight(word << (64 - 8 * digits));
    else
        number = take_long_number(at);
    if (number.value - column->least > column->span)
        number.end = NULL;
    return number;
}

/* Behind the column, or NULL. */
static inline const char *take_column(const char *at, const struct column *column, struct rh_trace_record *record) {
    char *to = (char *)record + column->offset;
    struct number number;
    switch ((enum kind)column->kind) {
    case NUMBER_32:
        number = take_number(at, column);
        *(uint32_t *)(void *)to = (uint32_t)number.value;
        return number.end;
    case NUMBER_64:
        number = take_number(at, column);
        *(uint64_t *)(void *)to = number.value;
        return number.end;
    case DIRECTION:
        record->write = *at == 'W';
        return *at == 'R' || *at == 'W' ? at + 1 : NULL;
    case WORD:
        *(struct rh_trace_word *)(void *)to = (struct rh_trace_word){at, span(at)};
        return at + span(at);
    case SKIPPED:
        return at + span(at);
    }
    return NULL;
}

bool rh_native_line_take(const struct rh_native_line *line, struct rh_line_window *window,
                         struct rh_trace_record *record) {
    const char *start = window->at, *at = start;
    if (*start == '#') // a comment, whatever the first column takes
        return false;
    record->data.length = record->space.length = 0;
    for (const struct column *column = line->column; column < line->behind; column++) {
        if (column->kind != SKIPPED)
            record->at[column->field] = (uint32_t)(at - start) + 1;
        at = take_column(at, column, record);
        if (at == NULL || *at != column->stop)
            return false;
        at++;
    }
    char expected[RH_FORMAT_DATA_TEXT];
    if (at - start > RH_LINE_MOST || (line->has_data && !rh_format_data_good(line->fields, record, expected)))
        return false;
    rh_line_window_take(window, at);
    record->line = window->lines;
    return true;
}
