// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_number_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static bool is_unknown(const struct rh_number_option *options, unsigned count, const char *name,
                       struct rh_error *error) {
    char names[256] = "";
    size_t at = 0;
    for (unsigned i = 0; i < count && at < sizeof names; i++)
        at += (size_t)snprintf(names + at, sizeof names - at, "%s%s", i == 0 ? "" : ", ", options[i].name);
    return rh_error_set(error, "found option '%s', expected one of %s", name, names);
}

static bool take(const struct rh_number_option *option, const char *text, struct rh_error *error) {
    char *end;
    unsigned long long value = text == NULL ? 0 : strtoull(text, &end, 10);
    if (text == NULL || *text < '0' || *text > '9' || *end != '\0')
        return rh_error_set(error, "%s: found '%s', expected a number", option->name, text == NULL ? "" : text);
    if (value < option->least || value > option->most)
        return rh_error_set(error, "%s: found %llu, expected %llu to %llu", option->name, value,
                            (unsigned long long)option->least, (unsigned long long)option->most);
    *option->value = value;
    return true;
}

bool rh_number_options(const struct rh_number_option *options, unsigned count, int argc, char **argv,
                       struct rh_error *error) {
    for (int i = 1; i < argc; i += 2) {
        unsigned k = 0;
        while (k < count && strcmp(options[k].name, argv[i]) != 0)
            k++;
        if (k == count)
            return is_unknown(options, count, argv[i], error);
        if (!take(&options[k], i + 1 < argc ? argv[i + 1] : NULL, error))
            return false;
    }
    return true;
}

bool rh_number_word(const char *name, int *argc, char **argv, const char **word, struct rh_error *error) {
    for (int i = 1; i < *argc; i += 2)
        if (strcmp(argv[i], name) == 0) {
            if (i + 1 == *argc)
                return rh_error_set(error, "%s: found nothing, expected a word", name);
            *word = argv[i + 1];
            memmove(&argv[i], &argv[i + 2], (size_t)(*argc - i - 2) * sizeof argv[0]);
            *argc -= 2;
            i -= 2;
        }
    return true;
}

double rh_number_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
