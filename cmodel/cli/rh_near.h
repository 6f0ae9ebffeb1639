// SPDX-License-Identifier: Apache-2.0
/** What someone may have meant: the known word that is nearest to a misspelt one. */
#ifndef RH_NEAR_H
#define RH_NEAR_H

struct rh_near {
    const char *word;  /**< as it was written */
    const char *best;  /**< NULL: none is near */
    unsigned distance; /**< letters changed, added, left out or swapped with their neighbour */
};

/** Start with `word`; then show it every candidate. `_` and `-` are one letter here. */
struct rh_near rh_near_to(const char *word);
void rh_near_try(struct rh_near *near, const char *candidate);

#endif
