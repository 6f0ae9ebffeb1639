// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_row_hit_run.h"

#include <stdlib.h>
#include <string.h>

/* A request that is queued. */
struct waiting {
    uint64_t accepted;
    uint32_t row;
    uint16_t core, cta, warp, tag;
};

struct bank {
    struct waiting *waiting; /* in the order of acceptance */
    unsigned count, room;
    uint32_t row; /* of the row-hit run */
    bool begun;   /* there is one */
};

struct rh_row_hit_run {
    struct rh_row_hit_run_count count;
    unsigned banks, cta_warps;
    struct bank bank[];
};

enum { ALL = (1 << RH_ROW_HIT_RUN_BREAKERS) - 1 };

struct rh_row_hit_run *rh_row_hit_run_open(unsigned banks, unsigned cta_warps) {
    struct rh_row_hit_run *row_hit_run = calloc(1, sizeof *row_hit_run + banks * sizeof row_hit_run->bank[0]);
    if (row_hit_run == NULL)
        return NULL;
    row_hit_run->banks = banks;
    row_hit_run->cta_warps = cta_warps != 0 ? cta_warps : 1;
    return row_hit_run;
}

void rh_row_hit_run_close(struct rh_row_hit_run *row_hit_run) {
    for (unsigned b = 0; row_hit_run != NULL && b < row_hit_run->banks; b++)
        free(row_hit_run->bank[b].waiting);
    free(row_hit_run);
}

bool rh_row_hit_run_accept(struct rh_row_hit_run *row_hit_run, uint64_t cycle, unsigned tag,
                           const struct rh_request *request) {
    struct bank *bank = &row_hit_run->bank[request->bank];
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
                                                    .cta = (uint16_t)(request->warp / row_hit_run->cta_warps),
                                                    .warp = request->warp,
                                                    .tag = (uint16_t)tag};
    return true;
}

/* A set of classes. */
static unsigned classes_of(const struct waiting *breaker, const struct waiting *stranded) {
    if (breaker->core != stranded->core)
        return 1U << RH_ROW_HIT_RUN_OTHER_CORE;
    if (breaker->cta != stranded->cta)
        return 1U << RH_ROW_HIT_RUN_OTHER_CTA;
    return 1U << RH_ROW_HIT_RUN_SAME_CTA | (unsigned)(breaker->warp == stranded->warp) << RH_ROW_HIT_RUN_SAME_WARP;
}

/* The bank goes from its row to that of the request at `head`, whose first command came in clock `first`. */
static void end_row_hit_run(struct rh_row_hit_run *row_hit_run, const struct bank *bank, unsigned head,
                            uint64_t first) {
    unsigned classes = 0;
    uint64_t stranded = 0;
    for (unsigned k = 0; k < bank->count && bank->waiting[k].accepted < first; k++) {
        const struct waiting *left = &bank->waiting[k];
        if (left->row != bank->row)
            continue;
        stranded++;
        for (unsigned i = head; i < k && classes != ALL; i++)
            if (bank->waiting[i].row != left->row)
                classes |= classes_of(&bank->waiting[i], left);
    }
    row_hit_run->count.row_hit_runs++;
    row_hit_run->count.broken += stranded != 0;
    row_hit_run->count.stranded += stranded;
    for (unsigned c = 0; c < RH_ROW_HIT_RUN_BREAKERS; c++)
        row_hit_run->count.broken_by[c] += classes >> c & 1;
}

void rh_row_hit_run_serve(struct rh_row_hit_run *row_hit_run, unsigned bank_number, unsigned tag, uint64_t first) {
    struct bank *bank = &row_hit_run->bank[bank_number];
    unsigned at = 0;
    while (at < bank->count && bank->waiting[at].tag != tag)
        at++;
    if (at == bank->count)
        return;
    if (bank->begun && bank->row != bank->waiting[at].row)
        end_row_hit_run(row_hit_run, bank, at, first);
    bank->begun = true;
    bank->row = bank->waiting[at].row;
    bank->count--;
    memmove(&bank->waiting[at], &bank->waiting[at + 1], (bank->count - at) * sizeof bank->waiting[0]);
}

const struct rh_row_hit_run_count *rh_row_hit_run_counts(const struct rh_row_hit_run *row_hit_run) {
    return &row_hit_run->count;
}

void rh_row_hit_run_merge(struct rh_row_hit_run_count *into, const struct rh_row_hit_run_count *from) {
    into->row_hit_runs += from->row_hit_runs;
    into->broken += from->broken;
    into->stranded += from->stranded;
    for (unsigned c = 0; c < RH_ROW_HIT_RUN_BREAKERS; c++)
        into->broken_by[c] += from->broken_by[c];
}
