// SPDX-License-Identifier: Apache-2.0
/** JSON values as every command writes them, by Jansson. Each is the caller's; NULL without memory. */
#ifndef RH_JSON_H
#define RH_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/** A text; a byte that is no UTF-8 becomes U+FFFD. NULL is null. */
json_t *rh_json_text(const char *text);
/** A number with six decimals at most; what is no number is null. */
json_t *rh_json_real(double value);
/** A count up to 2^63 - 1, Jansson's greatest; NULL where it is more. */
json_t *rh_json_count(uint64_t value);
/** Behind the other members, or elements; `value` is taken. Where memory fails the whole becomes NULL, and stays it. */
void rh_json_set(json_t **object, const char *key, json_t *value);
void rh_json_append(json_t **array, json_t *value);
/** On one line, as text to be freed. */
char *rh_json_line(const json_t *value);
/** On one line; `value` is taken. False where it is NULL or can't be written. */
bool rh_json_put(json_t *value, FILE *to);

#endif
