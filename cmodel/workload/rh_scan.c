// SPDX-License-Identifier: Apache-2.0
#include "cmodel/workload/rh_scan.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

static bool is_number_end(char c) {
    return c == '\0' || c == ',' || c == ':' || c == '/' || c == ')' || c == ']' || is_blank(c);
}

unsigned rh_scan_column(const struct rh_scan *scan) {
    return (unsigned)(scan->at - scan->text) + 1;
}

void rh_scan_blanks(struct rh_scan *scan) {
    while (is_blank(*scan->at))
        scan->at++;
}

size_t rh_scan_token(const struct rh_scan *scan, char stop) {
    const char *end = scan->at;
    while (*end != '\0' && *end != stop && !is_blank(*end))
        end++;
    return (size_t)(end - scan->at);
}

bool rh_scan_word(struct rh_scan *scan, const char *word) {
    rh_scan_blanks(scan);
    size_t length = strlen(word);
    if (rh_scan_token(scan, '\0') != length || strncmp(scan->at, word, length) != 0)
        return false;
    scan->at += length;
    return true;
}

const char *rh_scan_quote(char quoted[64], const char *text, size_t length) {
    char *to = quoted, *last = quoted + 56;
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        if (to >= last) {
            memcpy(to, "...", sizeof "...");
            return quoted;
        }
        if (c >= 0x20 && c < 0x7f)
            *to++ = (char)c;
        else
            to += sprintf(to, "\\x%02x", c);
    }
    *to = '\0';
    return quoted;
}

static bool complain(const struct rh_scan *scan, const char *found, const char *expected, struct rh_error *error) {
    if (scan->line == 0) {
        rh_error_set(error, "%s:%u: found %s, expected %s", scan->file, rh_scan_column(scan), found, expected);
        return rh_error_set_member(error, (unsigned)strlen(scan->file));
    }
    return rh_error_set(error, "%s:%" PRIu64 ":%u: found %s, expected %s", scan->file, scan->line, rh_scan_column(scan),
                        found, expected);
}

#undef rh_scan_fail
bool rh_scan_fail(const struct rh_scan *scan, const char *expected, struct rh_error *error) {
    char quoted[64], found[72];
    size_t length = rh_scan_token(scan, ',');
    if (*scan->at == '\0')
        return complain(scan, "the end of the line", expected, error);
    if (length == 0) // a stray separator
        length = 1;
    snprintf(found, sizeof found, "'%s'", rh_scan_quote(quoted, scan->at, length));
    return complain(scan, found, expected, error);
}

static int digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return 99;
}

bool rh_scan_number(struct rh_scan *scan, int base, const char *what, uint64_t least, uint64_t most, uint64_t *value,
                    struct rh_error *error) {
    const char *at = scan->at;
    bool prefix = at[0] == '0' && (at[1] == 'x' || at[1] == 'X');
    if (prefix && base != 10)
        at += 2;
    unsigned radix = base == 16 || (base == 0 && prefix) ? 16 : 10;
    uint64_t number = 0;
    bool good = !is_number_end(*at);
    for (; good && !is_number_end(*at); at++) {
        unsigned d = (unsigned)digit(*at);
        // Below 2^60 nothing can overflow; the division is dear.
        if (d >= radix || (number >> 60 != 0 && number > (UINT64_MAX - d) / radix))
            good = false;
        else
            number = number * radix + d;
    }
    if (good && number >= least && number <= most) {
        scan->at = at;
        *value = number;
        return true;
    }
    char expected[160];
    const char *kind = base == 16 ? ", hexadecimal" : base == 10 ? ", decimal" : "";
    if (least == 0 && most == UINT64_MAX)
        snprintf(expected, sizeof expected, "%s (a number below 2^64%s)", what, kind);
    else
        snprintf(expected, sizeof expected, "%s (a number from %" PRIu64 " to %" PRIu64 "%s)", what, least, most, kind);
    return rh_scan_fail(scan, expected, error);
}

bool rh_scan_end(struct rh_scan *scan, struct rh_error *error) {
    rh_scan_blanks(scan);
    return *scan->at == '\0' || rh_scan_fail(scan, "the end of the line", error);
}
