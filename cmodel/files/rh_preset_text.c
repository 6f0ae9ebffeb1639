// SPDX-License-Identifier: Apache-2.0
// Values of a preset's file from their texts.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/files/rh_preset_reader.h"

bool rh_preset_whole(const char *text, unsigned long *value) {
    if (!isdigit((unsigned char)text[0]) || strlen(text) > 9)
        return false;
    char *end;
    *value = strtoul(text, &end, 10);
    return *end == '\0';
}

/* "13.75 ns", "7.8 us": whole picoseconds, so at most three decimals of one and six of the other. */
static bool time_of(const char *text, unsigned long *picoseconds) {
    static const char *const units[] = {"ps", "ns", "us"}; /* each 10^3 of the one before */
    const char *c = text;
    unsigned decimals = 0, unit = 0;
    unsigned long number = 0;
    if (!isdigit((unsigned char)*c))
        return false;
    for (; isdigit((unsigned char)*c) && number < 100000000; c++)
        number = number * 10 + (unsigned long)(*c - '0');
    if (*c == '.') {
        if (!isdigit((unsigned char)*++c))
            return false;
        for (; isdigit((unsigned char)*c) && decimals < 6; c++, decimals++)
            number = number * 10 + (unsigned long)(*c - '0');
    }
    c += *c == ' ';
    while (unit < 3 && strcmp(c, units[unit]) != 0)
        unit++;
    if (unit == 3 || decimals > 3 * unit)
        return false;
    for (; decimals < 3 * unit; decimals++)
        number *= 10;
    *picoseconds = number;
    return number < 100000000000; /* 0.1 s */
}

/* A word of `words` ("off all_bank per_bank") is its index. */
static bool word(const char *text, const char *words, unsigned long *value) {
    size_t length = strlen(text);
    *value = 0;
    for (const char *w = words; length > 0 && *w != '\0'; (*value)++) {
        size_t n = strcspn(w, " ");
        if (n == length && strncmp(w, text, n) == 0)
            return true;
        w += n + (w[n] == ' ');
    }
    return false;
}

unsigned long rh_preset_clocks(unsigned long picoseconds, uint32_t tck_ps, bool down) {
    return (picoseconds + (down ? 0 : tck_ps - 1)) / tck_ps;
}

bool rh_preset_parse(const struct rh_preset_field *field, const char *text, uint32_t tck_ps, unsigned long *value,
                     struct rh_preset_value *history) {
    enum rh_refresh mode;
    *history = (struct rh_preset_value){field->name, -1.0, 0, "count", "this file"};
    if (strcmp(field->name, "refresh") == 0) {
        if (!rh_refresh_find(text, &mode))
            return false;
        *value = (unsigned long)mode;
        return true;
    }
    if (rh_preset_field_is_flag(field))
        return word(text, "false true", value);
    bool time = rh_preset_field_is_time(field), down = strcmp(field->name, "tREFI") == 0;
    uint32_t tck = tck_ps == 0 ? 1000 : tck_ps; /* 0: its own fault */
    if (rh_preset_whole(text, value)) {
        if (time) {
            history->ns = (double)*value * tck / 1000;
            history->rounding = "given in clocks";
        }
        return true;
    }
    if (!time || !time_of(text, value))
        return false;
    history->ns = (double)*value / 1000;
    history->rounding = down ? "floor" : "ceil";
    *value = rh_preset_clocks(*value, tck, down);
    return true;
}

void rh_preset_expectation(const struct rh_preset_field *field, char *text, size_t size) {
    if (strcmp(field->name, "refresh") == 0)
        (void)snprintf(text, size, "off, all_bank, per_bank or same_bank");
    else if (rh_preset_field_is_flag(field))
        (void)snprintf(text, size, "true or false");
    else
        (void)snprintf(text, size, "%s%u to %u%s", field->power ? "a power of two from " : "", field->least,
                       field->greatest,
                       rh_preset_field_is_time(field) ? " clocks, or a time as in '13.75 ns', '7.8 us'" : "");
}
