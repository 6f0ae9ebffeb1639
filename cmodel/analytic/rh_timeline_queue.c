// SPDX-License-Identifier: Apache-2.0
#include "cmodel/analytic/rh_timeline_queue.h"

#include <string.h>

enum { NONE = RH_TIMELINE_NONE };

void rh_timeline_queue_start(struct rh_timeline *t) {
    for (unsigned i = 0; i < RH_TIMELINE_ENTRIES; i++)
        t->request[i].next = t->run[i].younger = (uint16_t)(i + 1 < RH_TIMELINE_ENTRIES ? i + 1 : NONE);
    memset(t->chains, 0xff, sizeof t->chains);
    t->free_request = t->free_run = 0;
    for (unsigned b = 0; b < RH_MAX_BANKS; b++)
        t->bank[b].oldest = t->bank[b].youngest = t->bank[b].hits = NONE;
}

static uint16_t *chain_of(struct rh_timeline *t, unsigned bank, uint32_t row) {
    return &t->chains[(row * UINT32_C(0x9e3779b1) >> 24 ^ bank * 41U) % RH_TIMELINE_CHAINS];
}

static uint16_t new_run(struct rh_timeline *t, unsigned number, uint32_t row, uint16_t *chain) {
    struct rh_timeline_bank *bank = &t->bank[number];
    uint16_t i = t->free_run;
    struct rh_timeline_run *run = &t->run[i];
    t->free_run = run->younger;
    *run = (struct rh_timeline_run){.row = row,
                                    .oldest = NONE,
                                    .youngest = NONE,
                                    .older = bank->youngest,
                                    .younger = NONE,
                                    .chain = NONE,
                                    .bank = (uint8_t)number};
    if (chain != NULL) {
        run->chain = *chain;
        *chain = i;
    }
    *(bank->youngest != NONE ? &t->run[bank->youngest].younger : &bank->oldest) = i;
    bank->youngest = i;
    /* Where requests keep their order, only what stands in front hits. */
    if (bank->open && bank->row == row && (chain != NULL || bank->oldest == i))
        bank->hits = i;
    return i;
}

/* Where requests to a row are served together: its run, wherever it stands. Else the last one, if it has the row. */
static uint16_t run_of(struct rh_timeline *t, unsigned number, uint32_t row) {
    const struct rh_timeline_bank *bank = &t->bank[number];
    if (!t->setup.policy->merges) {
        uint16_t last = bank->youngest;
        return last != NONE && t->run[last].row == row ? last : new_run(t, number, row, NULL);
    }
    if (bank->hits != NONE && bank->row == row)
        return bank->hits;
    uint16_t *chain = chain_of(t, number, row), i = *chain;
    while (i != NONE && (t->run[i].row != row || t->run[i].bank != number))
        i = t->run[i].chain;
    return i != NONE ? i : new_run(t, number, row, chain);
}

void rh_timeline_queue_add(struct rh_timeline *t, const struct rh_request *request, uint64_t enter) {
    uint16_t i = t->free_request, r = run_of(t, request->bank, request->row);
    struct rh_timeline_request *new = &t->request[i];
    struct rh_timeline_run *run = &t->run[r];
    t->free_request = new->next;
    new->enter = enter;
    new->arrival = request->cycle;
    new->next = NONE;
    new->left = request->commands;
    new->write = request->write;
    *(run->count++ != 0 ? &t->request[run->youngest].next : &run->oldest) = i;
    run->youngest = i;
    t->bank[request->bank].count++;
    t->waiting++;
}

static void drop_run(struct rh_timeline *t, uint16_t i) {
    struct rh_timeline_run *run = &t->run[i];
    struct rh_timeline_bank *bank = &t->bank[run->bank];
    if (t->setup.policy->merges) {
        uint16_t *chain = chain_of(t, run->bank, run->row);
        while (*chain != i)
            chain = &t->run[*chain].chain;
        *chain = run->chain;
    }
    *(run->older != NONE ? &t->run[run->older].younger : &bank->oldest) = run->younger;
    *(run->younger != NONE ? &t->run[run->younger].older : &bank->youngest) = run->older;
    if (bank->hits == i)
        bank->hits = NONE;
    run->younger = t->free_run;
    t->free_run = i;
}

void rh_timeline_queue_remove(struct rh_timeline *t, unsigned number) {
    struct rh_timeline_bank *bank = &t->bank[number];
    struct rh_timeline_run *run = &t->run[bank->hits];
    uint16_t i = run->oldest;
    run->oldest = t->request[i].next;
    t->request[i].next = t->free_request;
    t->free_request = i;
    bank->count--;
    t->waiting--;
    if (--run->count == 0)
        drop_run(t, bank->hits);
}

void rh_timeline_queue_open(struct rh_timeline *t, unsigned bank, uint16_t run) {
    t->bank[bank].row = t->run[run].row;
    t->bank[bank].hits = run;
}

uint16_t rh_timeline_queue_pick(const struct rh_timeline *t, unsigned bank) {
    uint16_t best = t->bank[bank].oldest;
    if (!t->setup.policy->most_pending)
        return best;
    for (uint16_t i = t->run[best].younger; i != NONE; i = t->run[i].younger)
        if (t->run[i].count > t->run[best].count)
            best = i;
    return best;
}
