// SPDX-License-Identifier: Apache-2.0
/* Responses: who answers, and when. */
#ifndef RH_LEAP_RESPONSES_H
#define RH_LEAP_RESPONSES_H

#include "cmodel/run/rh_leap_state.h"

/* Those given out before clock `before` are taken. */
static inline void rh_leap_hand_out(struct rh_leap *l, uint64_t before) {
    while (l->unanswered != 0 && l->freed[l->handed] <= before) {
        unsigned slot = l->handed;
        l->handed = rh_next_of(slot, l->geometry.responses);
        l->unanswered--;
        l->setup.answered(l->setup.answer_user, l->backend->response_tag[slot], l->freed[slot] - 1);
    }
}

#endif
