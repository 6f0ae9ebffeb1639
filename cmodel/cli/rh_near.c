// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/rh_near.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

enum { LONGEST = 40 };

static char letter(char c) {
    return c == '_' ? '-' : (char)tolower((unsigned char)c);
}

static unsigned least(unsigned a, unsigned b) {
    return a < b ? a : b;
}

/* Optimal string alignment; words are short. */
static unsigned distance(const char *a, const char *b) {
    unsigned rows[LONGEST + 1][LONGEST + 1];
    size_t n = strlen(a), m = strlen(b);
    if (n > LONGEST || m > LONGEST)
        return LONGEST;
    for (size_t i = 0; i <= n; i++)
        rows[i][0] = (unsigned)i;
    for (size_t j = 0; j <= m; j++)
        rows[0][j] = (unsigned)j;
    for (size_t i = 1; i <= n; i++)
        for (size_t j = 1; j <= m; j++) {
            unsigned change = letter(a[i - 1]) == letter(b[j - 1]) ? 0 : 1;
            unsigned d = least(rows[i - 1][j - 1] + change, least(rows[i - 1][j], rows[i][j - 1]) + 1);
            if (i > 1 && j > 1 && letter(a[i - 1]) == letter(b[j - 2]) && letter(a[i - 2]) == letter(b[j - 1]))
                d = least(d, rows[i - 2][j - 2] + 1);
            rows[i][j] = d;
        }
    return rows[n][m];
}

/* A third of the letters may be wrong; or the word is cut off. */
static unsigned enough(const char *word) {
    size_t length = strlen(word);
    return length < 3 ? 0 : (unsigned)(length + 1) / 3;
}

struct rh_near rh_near_to(const char *word) {
    return (struct rh_near){word, NULL, enough(word) + 1};
}

void rh_near_try(struct rh_near *near, const char *candidate) {
    unsigned d = distance(near->word, candidate);
    size_t length = strlen(near->word);
    if (length > 2 && d > 1 && strncmp(near->word, candidate, length) == 0)
        d = 1;
    if (d < near->distance) {
        near->distance = d;
        near->best = candidate;
    }
}
