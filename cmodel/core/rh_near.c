// SPDX-License-Identifier: Apache-2.0
#include "cmodel/core/rh_near.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { LETTERS = 63 };

static unsigned least(unsigned a, unsigned b, unsigned c) {
    unsigned ab = a < b ? a : b;
    return ab < c ? ab : c;
}

unsigned rh_near_distance(const char *a, const char *b) {
    unsigned row[LETTERS + 1]; /* distances from what is read of `a` to each beginning of `b` */
    size_t width = strnlen(b, LETTERS), height = strnlen(a, LETTERS);
    for (unsigned i = 0; i <= width; i++)
        row[i] = i;
    for (size_t k = 0; k < height; k++) {
        unsigned corner = row[0];
        row[0]++;
        for (size_t i = 0; i < width; i++) {
            bool same = tolower((unsigned char)a[k]) == tolower((unsigned char)b[i]);
            unsigned next = least(row[i] + 1, row[i + 1] + 1, corner + !same);
            corner = row[i + 1];
            row[i + 1] = next;
        }
    }
    return row[width];
}

void rh_near_offer(struct rh_near *near, const char *name) {
    unsigned distance = rh_near_distance(near->word, name);
    if (distance > 1 + strlen(near->word) / 3)
        return;
    unsigned at = 0;
    while (at < near->count && near->distances[at] <= distance)
        at++;
    if (at == RH_NEAR_NAMES)
        return;
    near->count += near->count < RH_NEAR_NAMES;
    for (unsigned i = near->count - 1; i > at; i--) {
        near->names[i] = near->names[i - 1];
        near->distances[i] = near->distances[i - 1];
    }
    near->names[at] = name;
    near->distances[at] = distance;
}

const char *rh_near_text(const struct rh_near *near, char text[RH_NEAR_TEXT]) {
    size_t used = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < near->count && used < RH_NEAR_TEXT && near->distances[i] <= near->distances[0] + 1; i++)
        used +=
            (size_t)snprintf(text + used, RH_NEAR_TEXT - used, "%s%.60s", i == 0 ? " (near: " : ", ", near->names[i]);
    if (used > 0 && used < RH_NEAR_TEXT)
        (void)snprintf(text + used, RH_NEAR_TEXT - used, ")");
    return text;
}
