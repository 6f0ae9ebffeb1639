// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/rh_option.h"

#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/core/rh_near.h"
#include "cmodel/files/rh_output.h"

const char *rh_option_spelling(const struct rh_option *option, char text[64]) {
    (void)snprintf(text, 64, "%s%s", option->argument ? "" : "--", option->name);
    for (char *c = text; *c != '\0' && !option->argument; c++)
        if (*c == '_')
            *c = '-';
    return text;
}

bool rh_option_lacks(struct rh_error *error, const char *option, const char *other) {
    return rh_error_set(error, "%s: found no %s beside it, expected one", option, other);
}

bool rh_option_excludes(struct rh_error *error, const char *option, const char *other) {
    return rh_option_conflict(error, option, other, NULL, "only one of them");
}

bool rh_option_conflict(struct rh_error *error, const char *option, const char *other, const char *value,
                        const char *expected) {
    return rh_error_set(error, "%s: found %s%s%s beside it, expected %s", option, other, value != NULL ? " " : "",
                        value != NULL ? value : "", expected);
}

bool rh_option_is(const struct rh_option *option, const char *word, size_t length) {
    if (strlen(option->name) != length)
        return false;
    for (size_t i = 0; i < length; i++)
        if (option->name[i] != word[i] && !(option->name[i] == '_' && word[i] == '-'))
            return false;
    return true;
}

bool rh_option_swept(const struct rh_option *option) {
    switch (option->kind) {
    case RH_OPTION_OUTPUT:
    case RH_OPTION_FILE:
    case RH_OPTION_CONFIG:
        return false;
    case RH_OPTION_FLAG:
    case RH_OPTION_TEXT:
    case RH_OPTION_INPUT:
    case RH_OPTION_NUMBER:
    case RH_OPTION_SHARE:
    case RH_OPTION_REAL:
        break;
    }
    return !option->argument && !option->unswept;
}

/* "1e6", "2.5e6": a whole number all the same, and exact. */
static bool power_parse(const char *text, uint64_t *value) {
    size_t whole = strspn(text, "0123456789"), part = text[whole] == '.' ? strspn(text + whole + 1, "0123456789") : 0;
    const char *e = text + whole + (text[whole] == '.' ? part + 1 : 0);
    char digits[64], *end;
    if (whole == 0 || (*e != 'e' && *e != 'E') || !(e[1] >= '0' && e[1] <= '9') || whole + part > 20)
        return false;
    unsigned long power = strtoul(e + 1, &end, 10);
    if (*end != '\0' || power < part || power > 20)
        return false;
    (void)snprintf(digits, sizeof digits, "%.*s%.*s%.*s", (int)whole, text, (int)part, text + whole + (part != 0),
                   (int)(power - part), "00000000000000000000");
    errno = 0;
    *value = strtoull(digits, NULL, 10);
    return errno == 0;
}

/** Strtoull's signs and spaces are not numbers here. */
static bool number_parse(const char *text, uint64_t *value) {
    if (power_parse(text, value))
        return true;
    bool hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    const char *digits = text + (hexadecimal ? 2 : 0);
    if (*digits == '\0' || digits[strspn(digits, hexadecimal ? "0123456789abcdefABCDEF" : "0123456789")] != '\0')
        return false;
    errno = 0;
    *value = strtoull(digits, NULL, hexadecimal ? 16 : 10);
    return errno == 0;
}

bool rh_option_number(const char *place, const char *text, uint64_t least, uint64_t most, uint64_t *value,
                      struct rh_error *error) {
    uint64_t number = 0;
    if (number_parse(text, &number) && number >= least && number <= most) {
        *value = number;
        return true;
    }
    return rh_error_set(error, "%s: found '%s', expected a whole number from %" PRIu64 " to %" PRIu64, place, text,
                        least, most);
}

bool rh_option_share(const char *place, const char *text, double *value, struct rh_error *error) {
    char *end = NULL;
    if (text[strcspn(text, "0123456789")] != '\0' && text[strspn(text, "0123456789.")] == '\0') {
        *value = strtod(text, &end);
        if (*end == '\0' && *value <= 1.0)
            return true;
    }
    return rh_error_set(error, "%s: found '%s', expected a number from 0 to 1", place, text);
}

bool rh_option_real(const char *place, const char *text, double *value, struct rh_error *error) {
    char *end = NULL;
    if (text[0] != '\0' && strchr("0123456789.", text[0]) != NULL && text[strspn(text, "0123456789.e+-")] == '\0') {
        *value = strtod(text, &end);
        if (end != text && *end == '\0' && *value <= DBL_MAX)
            return true;
    }
    return rh_error_set(error, "%s: found '%s', expected a number, for example 12, 0.5 or 4e6", place, text);
}

static bool number_store(const struct rh_option *option, const char *place, const char *text, void *at,
                         struct rh_error *error) {
    uint64_t value = 0;
    bool good = rh_option_number(place, text, option->least, option->most, &value, error);
    if (option->power && (!good || (value & (value - 1)) != 0))
        return rh_error_set(error, "%s: found '%s', expected a power of two from %" PRIu64 " to %" PRIu64, place, text,
                            option->least, option->most);
    if (!good)
        return false;
    const uint8_t n8 = (uint8_t)value;
    const uint16_t n16 = (uint16_t)value;
    const uint32_t n32 = (uint32_t)value;
    const void *from = option->size == 1   ? (const void *)&n8
                       : option->size == 2 ? (const void *)&n16
                       : option->size == 4 ? (const void *)&n32
                                           : (const void *)&value;
    memcpy(at, from, option->size);
    return true;
}

bool rh_option_word(const struct rh_option *option, const char *place, const char *text, struct rh_error *error) {
    char list[320] = "";
    const char *word;
    struct rh_near near = {.word = text};
    char nearest[RH_NEAR_TEXT];
    for (unsigned i = 0, used = 0; (word = option->word(i)) != NULL; i++) {
        if (strcmp(word, text) == 0)
            return true;
        rh_near_offer(&near, word);
        if (used < sizeof list)
            used += (unsigned)snprintf(list + used, sizeof list - used, "%s%s", i == 0 ? "" : ", ", word);
    }
    return rh_error_set(error, "%s: found '%s', expected one of: %s%s", place, text, list,
                        rh_near_text(&near, nearest));
}

static bool flag_store(const char *place, const char *text, bool *value, struct rh_error *error) {
    *value = strcmp(text, "true") == 0;
    return *value || strcmp(text, "false") == 0 ||
           rh_error_set(error, "%s: found '%s', expected true or false", place, text);
}

static bool text_store(const struct rh_option *option, const char *place, const char *text, const char **at,
                       struct rh_error *error) {
    if (text[0] == '\0')
        return rh_error_set(error, "%s: found an empty text, expected %s", place,
                            option->value != NULL ? option->value : option->name);
    if (option->kind == RH_OPTION_FILE && rh_output_is_stdout(text))
        return rh_error_set(error, "%s: found '-', expected a file name, for it can't go to standard output", place);
    if (option->word != NULL && !option->others && !rh_option_word(option, place, text, error))
        return false;
    if (option->once && *at != NULL)
        return rh_error_set(error, "%s: found it twice, expected one list: %s,%s", place, *at, text);
    *at = text;
    return true;
}

bool rh_option_store(const struct rh_option *option, const char *place, const char *text, void *into,
                     struct rh_error *error) {
    void *at = (char *)into + option->at;
    if (option->given != 0)
        *(bool *)((char *)into + option->given) = true;
    switch (option->kind) {
    case RH_OPTION_FLAG:
        return flag_store(place, text, at, error);
    case RH_OPTION_SHARE:
        return rh_option_share(place, text, at, error);
    case RH_OPTION_REAL:
        return rh_option_real(place, text, at, error);
    case RH_OPTION_NUMBER:
        return number_store(option, place, text, at, error);
    case RH_OPTION_TEXT:
    case RH_OPTION_INPUT:
    case RH_OPTION_OUTPUT:
    case RH_OPTION_FILE:
    case RH_OPTION_CONFIG:
        break;
    }
    return text_store(option, place, text, at, error);
}
