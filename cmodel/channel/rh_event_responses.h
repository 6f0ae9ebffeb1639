// SPDX-License-Identifier: Apache-2.0
/* Responses: who answers, and when. */
#ifndef RH_EVENT_RESPONSES_H
#define RH_EVENT_RESPONSES_H

#include "cmodel/channel/rh_event_state.h"
#include "rowhold/rh_random.h"

/* The first clock from `at` on in which a response is taken. Each clock draws, so its state is known beforehand. */
static inline uint64_t rh_event_ready(const struct rh_event_run *l, uint64_t at) {
    if (l->setup.ready_one_in > 1)
        for (uint64_t state = l->random + at * RH_RANDOM_STEP; rh_random_below(&state, l->setup.ready_one_in) != 0;
             at++) {
        }
    return at;
}

/* Those given out before clock `before` are taken. */
static inline void rh_event_hand_out(struct rh_event_run *l, uint64_t before) {
    while (l->unanswered != 0 && l->freed[l->handed] <= before) {
        unsigned slot = l->handed;
        l->handed = rh_next_of(slot, l->geometry.responses);
        l->unanswered--;
        l->setup.answered(l->setup.answer_user, l->backend->response_tag[slot], l->freed[slot] - 1);
    }
}

#endif
