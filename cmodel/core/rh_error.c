// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_error.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

enum { LAST = sizeof((struct rh_error *)0)->text - 1 }; /* byte of the text: the length of the member's name */

unsigned rh_error_member(const struct rh_error *error) {
    return (unsigned char)error->text[LAST];
}

bool rh_error_set_member(struct rh_error *error, unsigned length) {
    if (error != NULL)
        error->text[LAST] = (char)(unsigned char)length;
    return false;
}

/* Behind the first `used` bytes of the text; one line in the end. */
static void __attribute__((format(printf, 3, 0)))
put(struct rh_error *error, size_t used, const char *format, va_list arguments) {
    if (vsnprintf(error->text + used, LAST - used, format, arguments) < 0)
        error->text[0] = '\0';
    for (char *c = error->text; *c != '\0'; c++)
        if (*c == '\n' || *c == '\r')
            *c = ' ';
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
