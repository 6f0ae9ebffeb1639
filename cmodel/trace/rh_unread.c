// SPDX-License-Identifier: Apache-2.0
#include "cmodel/trace/rh_unread.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include "cmodel/workload/rh_scan.h"

static const struct {
    const char *begins, *what;
} unread[] = {
#define RH_UNREAD(begins, what) {begins, what},
#include "tables/unread_traces.def"
#undef RH_UNREAD
};

/* Behind what one character of a beginning stands for; NULL when something else stands there. */
static const char *match_one(char c, const char *at) {
    static const char decimal[] = "0123456789", hexadecimal[] = "0123456789abcdefABCDEF";
    if (c != '9' && c != 'x' && c != ' ')
        return *at == c ? at + 1 : NULL;
    if (c == 'x' && at[0] == '0' && (at[1] == 'x' || at[1] == 'X'))
        at += 2;
    size_t length = strspn(at, c == '9' ? decimal : c == 'x' ? hexadecimal : " \t");
    return length == 0 ? NULL : at + length;
}

static const char *name_of(const char *first) {
    first += strspn(first, " \t");
    for (size_t i = 0; i < sizeof unread / sizeof unread[0]; i++) {
        const char *at = first;
        for (const char *c = unread[i].begins; *c != '\0' && at != NULL; c++)
            at = match_one(*c, at);
        if (at != NULL)
            return unread[i].what;
    }
    return NULL;
}

bool rh_unread_refuse(const char *file, uint64_t line, const char *first, const char *names, struct rh_error *error) {
    char quoted[64];
    const char *what = name_of(first);
    return rh_error_set(error,
                        "%s:%" PRIu64 ":1: found '%s'%s%s, expected a line of one of the formats %s (or --format)",
                        file, line, rh_scan_quote(quoted, first, strlen(first)), what == NULL ? "" : ", which is ",
                        what == NULL ? "" : what, names);
}
