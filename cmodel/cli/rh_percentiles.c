// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/rh_percentiles.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool rh_percentiles_read(const char *text, struct rh_percentile_list *list, struct rh_error *error) {
    char words[256], *rest = words, *word;
    list->count = 0;
    if (text == NULL)
        return true;
    if (strlen(text) >= sizeof words)
        return rh_error_set(error, "--percentiles: found %zu letters, expected fewer than %zu", strlen(text),
                            sizeof words);
    (void)snprintf(words, sizeof words, "%s", text);
    while ((word = strsep(&rest, ",")) != NULL) {
        char *end;
        if (list->count == RH_PERCENTILES_MOST)
            return rh_error_set(error, "--percentiles: found more than %d numbers, expected at most so many",
                                (int)RH_PERCENTILES_MOST);
        double percent = strtod(word, &end);
        if (end == word || *end != '\0' || !(percent > 0 && percent <= 100))
            return rh_error_set(error, "--percentiles: found '%s', expected per cents above 0 and up to 100", word);
        list->percent[list->count++] = percent;
    }
    return true;
}
