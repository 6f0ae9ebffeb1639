// SPDX-License-Identifier: Apache-2.0
/** Near names: the names that somebody who wrote an unknown name may have meant.
 *
 *     struct rh_near near = {.word = "tRCD"};
 *     rh_near_offer(&near, "tRCDRD"); ... one by one ...
 *     rh_near_text(&near, text);      " (near: tRCDRD, tRCDWR)", or ""
 */
#ifndef RH_NEAR_H
#define RH_NEAR_H

enum { RH_NEAR_NAMES = 3, RH_NEAR_TEXT = 256 };

struct rh_near {
    const char *word;
    const char *names[RH_NEAR_NAMES]; /**< the nearest first; of equally near ones the first offered */
    unsigned distances[RH_NEAR_NAMES], count;
};

/** Letters to put in, leave out or change to get from one word to the other (Levenshtein), capitals apart. Of words
 * over 63 letters the first 63. */
unsigned rh_near_distance(const char *a, const char *b);
/** Keeps `name` if it is among the nearest and no further off than 1 + a third of the word's letters. The name must
 * live as long as `near`. */
void rh_near_offer(struct rh_near *near, const char *name);
/** Fills and returns `text`: names at most one letter further off than the nearest. */
const char *rh_near_text(const struct rh_near *near, char text[RH_NEAR_TEXT]);

#endif
