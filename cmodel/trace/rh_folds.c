// SPDX-License-Identifier: Apache-2.0
#include "cmodel/trace/rh_folds.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "rowhold/rh_hash.h"

enum { SLOTS = 1 << 20, MOST = SLOTS / 4 * 3 };

/* A place, as its lowest address, and the address that had it first; plus 1: 0 is an empty slot. */
struct slot {
    uint64_t place, first;
};

struct rh_folds {
    struct rh_fold_count count;
    unsigned used;
    struct slot slot[SLOTS];
};

struct rh_folds *rh_folds_open(void) {
    return calloc(1, sizeof(struct rh_folds));
}

void rh_folds_close(struct rh_folds *folds) {
    free(folds);
}

struct rh_fold_count rh_folds_count(const struct rh_folds *folds) {
    return folds->count;
}

void rh_folds_text(const struct rh_fold_count *count, char text[RH_FOLDS_TEXT]) {
    (void)snprintf(
        text, RH_FOLDS_TEXT,
        "%" PRIu64 " request%s beyond the memory, %s%" PRIu64 " of all at a place that another address had first",
        count->folded, count->folded == 1 ? " lies" : "s lie", count->least ? "at least " : "", count->together);
}

void rh_folds_take(struct rh_folds *folds, const struct rh_map *map, uint64_t address) {
    struct rh_map_place place;
    (void)rh_map_place(map, address, &place);
    uint64_t lowest = rh_map_address(map, &place), hash = rh_hash_words(RH_HASH_START, &lowest, sizeof lowest);
    folds->count.folded += lowest != address;
    unsigned at = (unsigned)(hash % SLOTS);
    while (folds->slot[at].place != 0 && folds->slot[at].place != lowest + 1)
        at = (at + 1) % SLOTS;
    struct slot *slot = &folds->slot[at];
    if (slot->place != 0)
        folds->count.together += slot->first != address;
    else if (folds->used < MOST) {
        folds->used++;
        *slot = (struct slot){lowest + 1, address};
    } else
        folds->count.least = true;
}
