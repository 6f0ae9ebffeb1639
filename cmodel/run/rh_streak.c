// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_streak.h"

#include <stdlib.h>
#include <string.h>

/* A request that is queued. */
struct waiting {
    uint64_t accepted;
    uint32_t row;
    uint16_t core, cta, tag;
};

struct bank {
    struct waiting *waiting; /* in the order of acceptance */
    unsigned count, room;
    uint32_t row; /* of the streak */
    bool begun;   /* there is one */
};

struct rh_streak {
    struct rh_streak_count count;
    unsigned banks, cta_warps;
    struct bank bank[];
};

enum { ALL = (1 << RH_STREAK_BREAKERS) - 1 };

struct rh_streak *rh_streak_open(unsigned banks, unsigned cta_warps) {
    struct rh_streak *streak = calloc(1, sizeof *streak + banks * sizeof streak->bank[0]);
    if (streak == NULL)
        return NULL;
    streak->banks = banks;
    streak->cta_warps = cta_warps != 0 ? cta_warps : 1;
    return streak;
}

void rh_streak_close(struct rh_streak *streak) {
    for (unsigned b = 0; streak != NULL && b < streak->banks; b++)
        free(streak->bank[b].waiting);
    free(streak);
}

bool rh_streak_accept(struct rh_streak *streak, uint64_t cycle, unsigned tag, const struct rh_request *request) {
    struct bank *bank = &streak->bank[request->bank];
    if (bank->count == bank->room) {
        unsigned room = bank->room != 0 ? 2 * bank->room : 8;
        struct waiting *more = realloc(bank->waiting, room * sizeof *more);
        if (more == NULL)
            return false;
        bank->waiting = more;
        bank->room = room;
    }
    bank->waiting[bank->count++] = (struct waiting){.accepted = cycle,
                                                    .row = request->row,
                                                    .core = request->core,
                                                    .cta = (uint16_t)(request->warp / streak->cta_warps),
                                                    .tag = (uint16_t)tag};
    return true;
}

static unsigned class_of(const struct waiting *breaker, const struct waiting *stranded) {
    if (breaker->core != stranded->core)
        return RH_STREAK_OTHER_CORE;
    return breaker->cta != stranded->cta ? RH_STREAK_OTHER_CTA : RH_STREAK_SAME_CTA;
}

/* The bank goes from its row to that of the request at `head`, whose first command came in clock `first`. */
static void end_streak(struct rh_streak *streak, const struct bank *bank, unsigned head, uint64_t first) {
    unsigned classes = 0;
    uint64_t stranded = 0;
    for (unsigned k = 0; k < bank->count && bank->waiting[k].accepted < first; k++) {
        const struct waiting *left = &bank->waiting[k];
        if (left->row != bank->row)
            continue;
        stranded++;
        for (unsigned i = head; i < k && classes != ALL; i++)
            if (bank->waiting[i].row != left->row)
                classes |= 1U << class_of(&bank->waiting[i], left);
    }
    streak->count.streaks++;
    streak->count.broken += stranded != 0;
    streak->count.stranded += stranded;
    for (unsigned c = 0; c < RH_STREAK_BREAKERS; c++)
        streak->count.broken_by[c] += classes >> c & 1;
}

void rh_streak_serve(struct rh_streak *streak, unsigned bank_number, unsigned tag, uint64_t first) {
    struct bank *bank = &streak->bank[bank_number];
    unsigned at = 0;
    while (at < bank->count && bank->waiting[at].tag != tag)
        at++;
    if (at == bank->count)
        return;
    if (bank->begun && bank->row != bank->waiting[at].row)
        end_streak(streak, bank, at, first);
    bank->begun = true;
    bank->row = bank->waiting[at].row;
    bank->count--;
    memmove(&bank->waiting[at], &bank->waiting[at + 1], (bank->count - at) * sizeof bank->waiting[0]);
}

const struct rh_streak_count *rh_streak_counts(const struct rh_streak *streak) {
    return &streak->count;
}

void rh_streak_merge(struct rh_streak_count *into, const struct rh_streak_count *from) {
    into->streaks += from->streaks;
    into->broken += from->broken;
    into->stranded += from->stranded;
    for (unsigned c = 0; c < RH_STREAK_BREAKERS; c++)
        into->broken_by[c] += from->broken_by[c];
}
