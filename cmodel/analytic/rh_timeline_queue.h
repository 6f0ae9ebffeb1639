// SPDX-License-Identifier: Apache-2.0
/* What waits. Where requests to a row are served together: the requests that hit their bank's open row, in order, and
 * runs, one for each other row; a hash finds the run of a row. Else: lists of requests. */
#ifndef RH_TIMELINE_QUEUE_H
#define RH_TIMELINE_QUEUE_H

#include "cmodel/analytic/rh_timeline_inside.h"

RH_TIMELINE_INLINE struct rh_timeline_run **rh_queue_chain(struct rh_timeline *t, rh_timeline_row row) {
    return &t->chains[row * UINT32_C(0x9e3779b1) >> 24];
}

RH_TIMELINE_INLINE void rh_queue_append(struct rh_timeline_list *list, struct rh_timeline_request *request) {
    *list->end = request;
    list->end = &request->next;
}

/* By age over all banks, for banks in turn. */
RH_TIMELINE_INLINE void rh_queue_enter(struct rh_timeline *t, const struct rh_timeline_request *request) {
    uint8_t entry = (uint8_t)(request - t->request), youngest = t->older[RH_TIMELINE_ENTRIES];
    t->older[entry] = youngest;
    t->younger[entry] = RH_TIMELINE_ENTRIES;
    t->younger[youngest] = t->older[RH_TIMELINE_ENTRIES] = entry;
}

RH_TIMELINE_INLINE void rh_queue_leave(struct rh_timeline *t, const struct rh_timeline_request *request) {
    uint8_t older = t->older[request - t->request], younger = t->younger[request - t->request];
    t->younger[older] = younger;
    t->older[younger] = older;
}

/* Has its bank taken the request in clock `at`? */
RH_TIMELINE_INLINE bool rh_queue_taken(const struct rh_timeline_bank *bank, const struct rh_timeline_request *request,
                                       uint64_t at) {
    if (bank->phase == RH_TIMELINE_HIT)
        return request == bank->list.first;
    return bank->phase == RH_TIMELINE_TURN && bank->oldest != NULL && request == bank->oldest->requests.first &&
           at > bank->pre + 1;
}

/* Those of the banks for which one of the oldest requests waits in clock `at`. */
RH_TIMELINE_INLINE uint64_t rh_queue_aged(const struct rh_timeline *t, uint64_t banks, uint64_t at) {
    uint64_t others = banks;
    unsigned left = t->oldest_places;
    for (uint8_t e = t->younger[RH_TIMELINE_ENTRIES]; e != RH_TIMELINE_ENTRIES && left != 0; e = t->younger[e]) {
        unsigned b = t->request[e].row % RH_MAX_BANKS;
        if (rh_queue_taken(&t->bank[b], &t->request[e], at))
            continue;
        others &= ~(UINT64_C(1) << b);
        if (others == 0)
            break;
        left--;
    }
    return banks ^ others;
}

/* The first of a list goes in clock `at`. Returns the next, where there is one. */
RH_TIMELINE_INLINE struct rh_timeline_request *rh_queue_remove(struct rh_timeline *t, const struct rh_traits *policy,
                                                               struct rh_timeline_request *request, uint64_t at) {
    request->age = at;
    if (policy->in_turn)
        rh_queue_leave(t, request);
    if (policy->banked)
        t->gone++;
    else
        t->free[t->end_free++] = request;
    return request->next;
}

RH_TIMELINE_INLINE uint64_t rh_queue_age(const struct rh_timeline_run *run) {
    return run != NULL ? run->requests.first->age : UINT64_MAX;
}

/* Requests to a row, as most_pending ranks them: the count above the age of the oldest, which is less than 2^48. */
#define RH_RANK_COUNT (UINT64_C(1) << 48)
RH_TIMELINE_INLINE uint64_t rh_queue_rank(uint64_t count, uint64_t age) {
    return count * RH_RANK_COUNT + (RH_RANK_COUNT - 1 - age);
}

/* To the run of its row. */
RH_TIMELINE_INLINE void rh_queue_wait(struct rh_timeline *t, const struct rh_traits *policy,
                                      struct rh_timeline_bank *bank, struct rh_timeline_request *request,
                                      rh_timeline_row row) {
    struct rh_timeline_run **chain = rh_queue_chain(t, row), *run = *chain;
    while (run != NULL && run->row != row)
        run = run->chain;
    if (run != NULL) {
        rh_queue_append(&run->requests, request);
        run->rank += policy->most_pending ? RH_RANK_COUNT : 0;
    } else {
        run = t->free_run;
        t->free_run = run->next;
        uint64_t rank = policy->most_pending ? rh_queue_rank(1, request->age) : 0;
        *run = (struct rh_timeline_run){{request, &request->next}, NULL, *chain, rank, row};
        *chain = run;
        if (!policy->most_pending && bank->oldest == NULL)
            bank->waits = request->age;
        *bank->youngest = run;
        bank->youngest = &run->next;
    }
    if (policy->most_pending && run->rank > bank->waits) {
        bank->waits = run->rank;
        bank->fullest = run;
    }
}

/* What the bank's runs wait with. */
RH_TIMELINE_INLINE void rh_queue_query(const struct rh_traits *policy, struct rh_timeline_bank *bank) {
    if (!policy->most_pending) {
        bank->waits = rh_queue_age(bank->oldest);
        return;
    }
    uint64_t rank = 0;
    for (struct rh_timeline_run *run = bank->oldest; run != NULL; run = run->next)
        if (run->rank > rank) {
            rank = run->rank;
            bank->fullest = run;
        }
    bank->waits = rank;
}

/* The run whose row opens next: its requests hit now. */
RH_TIMELINE_INLINE void rh_queue_open(struct rh_timeline *t, const struct rh_traits *policy,
                                      struct rh_timeline_bank *bank) {
    struct rh_timeline_run **link = &bank->oldest;
    if (policy->most_pending)
        while (*link != bank->fullest)
            link = &(*link)->next;
    struct rh_timeline_run *run = *link, **chain = rh_queue_chain(t, run->row);
    while (*chain != run)
        chain = &(*chain)->chain;
    *chain = run->chain;
    *link = run->next;
    if (run->next == NULL)
        bank->youngest = link;
    bank->open = run->row;
    bank->list = run->requests;
    if (policy->most_pending)
        bank->count = (uint8_t)(run->rank / RH_RANK_COUNT);
    else if (policy->in_turn)
        bank->count = 0;
    run->next = t->free_run;
    t->free_run = run;
    rh_queue_query(policy, bank);
}

/* The row closes before all that hit it were served: they are a run again, in its place by age. */
static inline void rh_queue_close(struct rh_timeline *t, const struct rh_traits *policy,
                                  struct rh_timeline_bank *bank) {
    struct rh_timeline_run *run = t->free_run, **link = &bank->oldest, **chain = rh_queue_chain(t, bank->open);
    uint64_t age = bank->list.first->age;
    t->free_run = run->next;
    while (!policy->in_turn && *link != NULL && rh_queue_age(*link) < age)
        link = &(*link)->next;
    *run = (struct rh_timeline_run){bank->list, *link, *chain, rh_queue_rank(bank->count, age), bank->open};
    *chain = run;
    *link = run;
    if (run->next == NULL)
        bank->youngest = &run->next;
    bank->list.first = NULL;
    bank->count = 0;
    rh_queue_query(policy, bank);
}

#endif
