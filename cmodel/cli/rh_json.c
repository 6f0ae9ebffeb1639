// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/rh_json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const size_t FLAGS = JSON_ENCODE_ANY | JSON_REAL_PRECISION(15);

json_t *rh_json_text(const char *text) {
    static const char replacement[] = "\xef\xbf\xbd";
    json_t *value = text == NULL ? json_null() : json_string(text);
    char *repaired = value == NULL ? malloc(3 * strlen(text) + 1) : NULL, *to = repaired;
    while (repaired != NULL && *text != '\0') {
        json_t *letter = NULL;
        size_t length = 0;
        while (letter == NULL && length < 4 && text[length] != '\0')
            letter = json_stringn(text, ++length);
        const char *from = letter != NULL ? text : replacement;
        size_t bytes = letter != NULL ? length : 3;
        memcpy(to, from, bytes);
        to += bytes;
        text += letter != NULL ? length : 1;
        json_decref(letter);
    }
    if (repaired != NULL)
        value = json_stringn(repaired, (size_t)(to - repaired));
    free(repaired);
    return value;
}

json_t *rh_json_real(double value) {
    double scaled = value * 1e6;
    if (isnan(value) || isinf(value))
        return json_null();
    return json_real(fabs(scaled) < 0x1p53 ? rint(scaled) / 1e6 : value);
}

json_t *rh_json_count(uint64_t value) {
    return value <= INT64_MAX ? json_integer((json_int_t)value) : NULL;
}

static void keep(json_t **whole, bool good) {
    if (good)
        return;
    json_decref(*whole);
    *whole = NULL;
}

void rh_json_set(json_t **object, const char *key, json_t *value) {
    keep(object, json_object_set_new(*object, key, value) == 0);
}

void rh_json_append(json_t **array, json_t *value) {
    keep(array, json_array_append_new(*array, value) == 0);
}

char *rh_json_line(const json_t *value) {
    return json_dumps(value, FLAGS);
}

/* By way of a buffer: json_dumpf asks the file for every comma. */
bool rh_json_put(json_t *value, FILE *to) {
    static const size_t USUAL = 4096;
    char small[4096], *text = small;
    size_t length = json_dumpb(value, small, USUAL, FLAGS);
    if (length > USUAL && (text = malloc(length)) != NULL)
        length = json_dumpb(value, text, length, FLAGS);
    bool good = length > 0 && text != NULL && fwrite(text, 1, length, to) == length;
    if (text != small)
        free(text);
    json_decref(value);
    return good;
}
