// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_error.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A line break in a value must not look like a line of its own. */
static void flatten(char *text) {
    for (char *c = text; *c != '\0'; c++)
        if (*c == '\n' || *c == '\r')
            *c = ' ';
}

enum { LAST = sizeof((struct rh_error *)0)->text - 1 }; /* byte of the text: the length of the member's name */

unsigned rh_error_member(const struct rh_error *error) {
    return (unsigned char)error->text[LAST];
}

bool rh_error_set_member(struct rh_error *error, unsigned length) {
    if (error != NULL)
        error->text[LAST] = (char)(unsigned char)length;
    return false;
}

/* What was expected stands behind a long value: the middle of the text is left out, not its end. */
static void __attribute__((format(printf, 4, 0)))
shorten(char *text, size_t room, size_t length, const char *format, va_list arguments) {
    static const char gap[] = "...";
    char *whole = malloc(length + 1);
    if (whole == NULL || vsnprintf(whole, length + 1, format, arguments) < 0) {
        free(whole);
        return;
    }
    size_t front = room / 2, back = room - front - (sizeof gap - 1);
    memcpy(text + front, gap, sizeof gap - 1);
    memcpy(text + front + sizeof gap - 1, whole + length - back, back + 1);
    free(whole);
}

/* Writes a message behind the first `used` bytes of the text; the result is one line. */
static void __attribute__((format(printf, 3, 0)))
put(struct rh_error *error, size_t used, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(error->text + used, LAST - used, format, arguments);
    if (length < 0)
        error->text[0] = '\0';
    else if ((size_t)length >= LAST - used)
        shorten(error->text + used, LAST - used - 1, (size_t)length, format, again);
    va_end(again);
    flatten(error->text);
}

#undef rh_error_set
bool rh_error_set(struct rh_error *error, const char *format, ...) {
    if (error == NULL)
        return false;
    rh_error_set_member(error, 0);
    va_list arguments;
    va_start(arguments, format);
    put(error, 0, format, arguments);
    va_end(arguments);
    return false;
}

#undef rh_error_field
bool rh_error_field(struct rh_error *error, const char *field, const char *format, ...) {
    if (error == NULL)
        return false;
    int used = snprintf(error->text, LAST, "%.40s: ", field);
    rh_error_set_member(error, (unsigned)used - 2);
    va_list arguments;
    va_start(arguments, format);
    put(error, (size_t)used, format, arguments);
    va_end(arguments);
    return false;
}

bool rh_error_add(struct rh_error *error, const char *format, ...) {
    static const char more[] = "\n... and more, found when these are mended";
    char line[512];
    size_t used = strlen(error->text);
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (length < 0)
        return false;
    flatten(line);
    if (used + strlen(line) + 1 + sizeof more <= LAST)
        (void)sprintf(error->text + used, "%s%s", used == 0 ? "" : "\n", line);
    else if (used + sizeof more <= LAST && strstr(error->text, more) == NULL)
        memcpy(error->text + used, more, sizeof more);
    return false;
}
