// SPDX-License-Identifier: Apache-2.0
// The clock that a trace's cycles count: its text, and cycles in the clock of a preset.
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/trace/rh_trace.h"
#include "rowhold/rh_bits.h"

enum { MOST_DIGITS = 15 };
static const uint64_t LEAST = 1000, MOST = UINT64_C(1000000000000); /* fs: a picosecond, a millisecond */

/* A decimal number as `digits` / 10^`places`. */
static const char *read_decimal(const char *at, uint64_t *digits, uint64_t *scale) {
    unsigned count = 0;
    bool point = false;
    *digits = 0;
    *scale = 1;
    for (; isdigit((unsigned char)*at) || (*at == '.' && !point && count != 0); at++) {
        if (*at == '.') {
            point = true;
            continue;
        }
        if (++count > MOST_DIGITS)
            return NULL;
        *digits = *digits * 10 + (uint64_t)(*at - '0');
        *scale *= point ? 10 : 1;
    }
    return count == 0 || at[-1] == '.' ? NULL : at;
}

bool rh_trace_clock_parse(const char *text, uint64_t *fs) {
    static const struct {
        const char *name;
        uint64_t fs; /* of 1; of a rate: times the rate */
        bool rate;
    } units[] = {{"ps", 1000, false},
                 {"ns", 1000000, false},
                 {"us", 1000000000, false},
                 {"MHz", 1000000000, true},
                 {"GHz", 1000000, true}};
    uint64_t digits, scale;
    const char *unit = read_decimal(text + strspn(text, " \t"), &digits, &scale);
    if (unit == NULL || digits == 0)
        return false;
    unit += strspn(unit, " \t");
    size_t length = strcspn(unit, " \t");
    if (unit[length + strspn(unit + length, " \t")] != '\0')
        return false;
    for (unsigned i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (strlen(units[i].name) != length || strncmp(units[i].name, unit, length) != 0)
            continue;
        rh_wide over = (rh_wide)units[i].fs * (units[i].rate ? scale : digits);
        uint64_t under = units[i].rate ? digits : scale;
        rh_wide rounded = (over + under / 2) / under;
        *fs = rounded > MOST ? MOST + 1 : (uint64_t)rounded;
        return *fs >= LEAST && *fs <= MOST;
    }
    return false;
}

const char *rh_trace_clock_text(uint64_t fs, char text[RH_TRACE_CLOCK_TEXT]) {
    int length = snprintf(text, RH_TRACE_CLOCK_TEXT, "%" PRIu64 ".%06" PRIu64, fs / 1000000, fs % 1000000);
    while (text[length - 1] == '0')
        length--;
    length -= text[length - 1] == '.';
    (void)snprintf(text + length, RH_TRACE_CLOCK_TEXT - (size_t)length, " ns");
    return text;
}

bool rh_trace_clock_convert(uint64_t fs, uint32_t tck_ps, uint64_t cycle, uint64_t *clock) {
    rh_wide converted = (rh_wide)cycle * fs / ((uint64_t)tck_ps * 1000);
    *clock = (uint64_t)converted;
    return converted <= INT64_MAX;
}
