// SPDX-License-Identifier: Apache-2.0
/** Fields of a trace record, the rows of tables/trace_fields.def: their names, limits and places in the record. */
#ifndef RH_TRACE_FIELD_H
#define RH_TRACE_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum rh_trace_field {
#define RH_TRACE_FIELD(NAME, name, type, member, form, least, greatest, drop, meaning) RH_TRACE_##NAME,
#include "tables/trace_fields.def"
#undef RH_TRACE_FIELD
    RH_TRACE_FIELDS
};

/** Set of fields: bit RH_TRACE_x. */
typedef uint32_t rh_trace_set;
enum {
    RH_TRACE_PLACE = 1 << RH_TRACE_CHANNEL | 1 << RH_TRACE_BANK | 1 << RH_TRACE_ROW | 1 << RH_TRACE_COLUMN,
    RH_TRACE_PLACES = RH_TRACE_PLACE | 1 << RH_TRACE_BANK_GROUP
};

/** Text inside a line: not terminated; good until the next record. Length 0: none. */
struct rh_trace_word {
    const char *text;
    size_t length;
};

struct rh_trace_record {
    uint64_t line;
#define RH_TRACE_FIELD(NAME, name, type, member, form, least, greatest, drop, meaning) type member;
#include "tables/trace_fields.def"
#undef RH_TRACE_FIELD
    uint32_t at[RH_TRACE_FIELDS]; /**< column of each field in its line, for messages */
};

/** What native CSV writes for a field: R or W, a number, or a word. */
enum rh_trace_form { RH_TRACE_DIRECTION, RH_TRACE_DECIMAL, RH_TRACE_HEXADECIMAL, RH_TRACE_WORD };

struct rh_trace_field_row {
    const char *name;
    enum rh_trace_form form;
    uint64_t least, greatest;
    bool drop;           /**< a record means something without it */
    size_t offset, size; /**< in struct rh_trace_record */
};

/** The row of a field below RH_TRACE_FIELDS. */
const struct rh_trace_field_row *rh_trace_field_row(unsigned field);
/** The field by name, RH_TRACE_FIELDS when unknown. */
unsigned rh_trace_field_find(const char *name, size_t length);

/** A field that holds a number; and one that holds a word. */
uint64_t rh_trace_field_number(const struct rh_trace_record *record, unsigned field);
void rh_trace_field_set_number(struct rh_trace_record *record, unsigned field, uint64_t value);
struct rh_trace_word rh_trace_field_word(const struct rh_trace_record *record, unsigned field);
void rh_trace_field_set_word(struct rh_trace_record *record, unsigned field, struct rh_trace_word word);

/** "cycle, bytes or core": names of the fields that may be dropped. */
enum { RH_TRACE_FIELD_TEXT = 16 * RH_TRACE_FIELDS };
const char *rh_trace_field_droppable(char text[RH_TRACE_FIELD_TEXT]);

#endif
