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

/* The first of a list goes in clock `at`. Returns the next, where there is one. */
RH_TIMELINE_INLINE struct rh_timeline_request *rh_queue_remove(struct rh_timeline *t,
                                                               const struct rh_timeline_policy *policy,
                                                               struct rh_timeline_request *request, uint64_t at) {
    request->age = at;
    if (policy->banked)
        t->gone++;
    else
        t->free[t->end_free++] = request;
    return request->next;
}

RH_TIMELINE_INLINE uint64_t rh_queue_age(const struct rh_timeline_run *run) {
    return run != NULL ? run->requests.first->age : UINT64_MAX;
}

/* To the run of its row. */
RH_TIMELINE_INLINE void rh_queue_wait(struct rh_timeline *t, const struct rh_timeline_policy *policy,
                                      struct rh_timeline_bank *bank, struct rh_timeline_request *request,
                                      rh_timeline_row row) {
    struct rh_timeline_run **chain = rh_queue_chain(t, row), *run = *chain;
    while (run != NULL && run->row != row)
        run = run->chain;
    if (run != NULL) {
        rh_queue_append(&run->requests, request);
        if (policy->most_pending)
            run->count++;
    } else {
        run = t->free_run;
        t->free_run = run->next;
        *run = (struct rh_timeline_run){{request, &request->next}, NULL, *chain, row, 1};
        *chain = run;
        if (bank->oldest == NULL)
            bank->waits = request->age;
        *bank->youngest = run;
        bank->youngest = &run->next;
    }
    if (policy->most_pending &&
        (bank->fullest == NULL || run->count > bank->fullest->count ||
         (run->count == bank->fullest->count && rh_queue_age(run) < rh_queue_age(bank->fullest))))
        bank->fullest = run;
}

RH_TIMELINE_INLINE void rh_queue_find_fullest(struct rh_timeline_bank *bank) {
    bank->fullest = bank->oldest;
    for (struct rh_timeline_run *run = bank->oldest; run != NULL; run = run->next)
        if (run->count > bank->fullest->count)
            bank->fullest = run;
}

/* The run whose row opens next: its requests hit now. */
RH_TIMELINE_INLINE void rh_queue_open(struct rh_timeline *t, const struct rh_timeline_policy *policy,
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
        bank->count = run->count;
    run->next = t->free_run;
    t->free_run = run;
    bank->waits = rh_queue_age(bank->oldest);
    if (policy->most_pending)
        rh_queue_find_fullest(bank);
}

/* The row closes before all that hit it were served: they are a run again, in its place by age. */
static inline void rh_queue_close(struct rh_timeline *t, struct rh_timeline_bank *bank) {
    struct rh_timeline_run *run = t->free_run, **link = &bank->oldest, **chain = rh_queue_chain(t, bank->open);
    t->free_run = run->next;
    while (*link != NULL && rh_queue_age(*link) < bank->list.first->age)
        link = &(*link)->next;
    *run = (struct rh_timeline_run){bank->list, *link, *chain, bank->open, bank->count};
    *chain = run;
    *link = run;
    if (run->next == NULL)
        bank->youngest = &run->next;
    bank->list.first = NULL;
    bank->count = 0;
    bank->waits = rh_queue_age(bank->oldest);
    rh_queue_find_fullest(bank);
}

#endif
