// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_error.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#undef rh_error_set
bool rh_error_set(struct rh_error *error, const char *format, ...) {
    if (error == NULL)
        return false;
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    if (length < 0)
        error->text[0] = '\0';
    for (char *c = error->text; *c != '\0'; c++)
        if (*c == '\n' || *c == '\r')
            *c = ' ';
    return false;
}
