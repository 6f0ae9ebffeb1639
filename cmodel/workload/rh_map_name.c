// SPDX-License-Identifier: Apache-2.0
#include "cmodel/workload/rh_map_name.h"

#include <string.h>
#include <strings.h>

static bool is_name(const char *text, size_t length, const char *name) {
    return strlen(name) == length && strncasecmp(text, name, length) == 0;
}

/* Two letters a field, each at most once. */
static bool spell_out(const char *text, size_t length, char fields[80]) {
    static const char *const words[][2] = {{"ro", "row"},  {"ba", "bank:bank_group"}, {"bg", "bank_group"},
                                           {"ra", "rank"}, {"co", "column"},          {"ch", "channel"}};
    enum { WORDS = sizeof words / sizeof words[0], GROUP = 2 };
    unsigned taken = 0;
    bool grouped = false;
    for (size_t i = 0; i + 2 <= length; i += 2)
        grouped |= strncasecmp(text + i, words[GROUP][0], 2) == 0;
    fields[0] = '\0';
    for (size_t i = 0; i < length; i += 2) {
        unsigned w = 0;
        while (w < WORDS && (i + 2 > length || strncasecmp(text + i, words[w][0], 2) != 0))
            w++;
        if (w == WORDS || (taken >> w & 1) != 0)
            return false;
        taken |= 1U << w;
        if (i != 0)
            strcat(fields, ":");
        strcat(fields, grouped && w == 1 ? "bank" : words[w][1]);
    }
    return length != 0;
}

bool rh_map_name_find(const char *text, struct rh_map_name *name) {
    name->length = strcspn(text, ",");
    name->hashes_columns = is_name(text, name->length, "MOP4CLXOR");
    if (name->hashes_columns)
        strcpy(name->fields, "row:column:bank:bank_group:rank:channel:column[2]");
    else if (is_name(text, name->length, "ChRaBaRoCo"))
        strcpy(name->fields, "channel:rank:bank_group:bank:row:column");
    else
        return spell_out(text, name->length, name->fields);
    return true;
}
