// SPDX-License-Identifier: Apache-2.0
#include "cmodel/trace/rh_trace_field.h"

#include <stdio.h>
#include <string.h>

static const struct rh_trace_field_row rows[] = {
#define RH_TRACE_FIELD(NAME, name, type, member, form, least, greatest, drop, meaning)                                 \
    {#name, RH_TRACE_##form, least, greatest, drop, offsetof(struct rh_trace_record, member), sizeof(type)},
#include "tables/trace_fields.def"
#undef RH_TRACE_FIELD
};

const struct rh_trace_field_row *rh_trace_field_row(unsigned field) {
    return &rows[field];
}

unsigned rh_trace_field_find(const char *name, size_t length) {
    unsigned field = 0;
    while (field < RH_TRACE_FIELDS &&
           (strlen(rows[field].name) != length || strncmp(rows[field].name, name, length) != 0))
        field++;
    return field;
}

uint64_t rh_trace_field_number(const struct rh_trace_record *record, unsigned field) {
    const char *at = (const char *)record + rows[field].offset;
    if (rows[field].size == sizeof(uint64_t))
        return *(const uint64_t *)(const void *)at;
    return *(const uint32_t *)(const void *)at;
}

void rh_trace_field_set_number(struct rh_trace_record *record, unsigned field, uint64_t value) {
    char *at = (char *)record + rows[field].offset;
    if (rows[field].size == sizeof(uint64_t))
        *(uint64_t *)(void *)at = value;
    else
        *(uint32_t *)(void *)at = (uint32_t)value;
}

struct rh_trace_word rh_trace_field_word(const struct rh_trace_record *record, unsigned field) {
    return *(const struct rh_trace_word *)(const void *)((const char *)record + rows[field].offset);
}

void rh_trace_field_set_word(struct rh_trace_record *record, unsigned field, struct rh_trace_word word) {
    *(struct rh_trace_word *)(void *)((char *)record + rows[field].offset) = word;
}

const char *rh_trace_field_droppable(char text[RH_TRACE_FIELD_TEXT]) {
    unsigned last = RH_TRACE_FIELDS;
    while (!rows[last - 1].drop)
        last--;
    size_t used = 0;
    for (unsigned field = 0; field < last; field++)
        if (rows[field].drop)
            used += (size_t)snprintf(text + used, RH_TRACE_FIELD_TEXT - used, "%s%s",
                                     used == 0           ? ""
                                     : field + 1 == last ? " or "
                                                         : ", ",
                                     rows[field].name);
    return text;
}
