// SPDX-License-Identifier: Apache-2.0
/* Refresh, as rh_backend.c has it: the banks that it blocks, and its next command. */
#ifndef RH_EVENT_REFRESH_H
#define RH_EVENT_REFRESH_H

#include "cmodel/channel/rh_event_state.h"

static inline rh_bank_set rh_event_targets(const struct rh_event_run *l) {
    return l->due ? rh_refresh_banks(l->refresh_mask, l->geometry.banks, l->backend->refresh_bank) : 0;
}

/* How it stands at the start of clock `now`. */
static inline void rh_event_query_refresh(struct rh_event_run *l) {
    if (l->now >= l->due_at) {
        l->due = true;
        l->due_at += l->constraints.refi;
    }
    rh_bank_set targets = rh_event_targets(l);
    l->blocked = targets;
    if (l->busy > l->now)
        l->blocked |= rh_refresh_banks(l->refresh_mask, l->geometry.banks, l->backend->refresh_bank - 1U);
    l->holds = 0;
    if (l->constraints.refresh == RH_REFRESH_SAME_BANK && targets != 0 && (targets & l->backend->array.open) == 0)
        l->holds = rh_refresh_banks(rh_refresh_mask(RH_REFRESH_ALL_BANK, &l->geometry), l->geometry.banks,
                                    l->backend->refresh_bank);
}

/* Its next command and the clock of it, NEVER when none is due. */
static inline uint64_t rh_event_next_refresh(const struct rh_event_run *l, struct rh_refresh_command *command) {
    rh_bank_set targets = rh_event_targets(l), open = targets & l->backend->array.open;
    uint64_t start = rh_later(l->now, l->act_bus), at = RH_EVENT_NEVER;
    if (targets == 0)
        return RH_EVENT_NEVER;
    for (rh_bank_set rest = open; rest; rest &= rest - 1) {
        unsigned b = rh_first_from(rest, 0);
        if (l->backend->array.closing >> b & 1)
            continue;
        uint64_t free = rh_later(start, rh_event_free(l, b, RH_SET_PRE, RH_OF_ALL, RH_EVENT_ANY_CAUSE));
        if (free < at) { /* of several the lowest */
            at = free;
            *command = (struct rh_refresh_command){.cmd = RH_PRE, .bank = (uint8_t)b};
        }
    }
    if (open)
        return at;
    at = rh_later(start, l->busy);
    for (rh_bank_set rest = targets; rest; rest &= rest - 1) {
        unsigned b = rh_first_from(rest, 0);
        at = rh_later(at, rh_event_free(l, b, RH_SET_REF, RH_OF_ALL, RH_EVENT_ANY_CAUSE));
        if (l->spaced)
            at = rh_later(at, rh_event_free(l, b, RH_SET_REF_APART, RH_OF_ALL, RH_EVENT_ANY_CAUSE));
    }
    *command = (struct rh_refresh_command){
        .cmd = RH_REF, .bank = l->backend->refresh_bank, .all = l->constraints.refresh == RH_REFRESH_ALL_BANK};
    return at;
}

/* A REF goes out in clock `at`. */
static inline void rh_event_refreshed(struct rh_event_run *l, uint64_t at) {
    rh_bank_set targets = rh_event_targets(l);
    for (rh_bank_set rest = l->spaced ? targets : 0; rest; rest &= rest - 1)
        rh_event_load(l, rh_first_from(rest, 0), RH_SET_REF_APART, at);
    l->busy = at + l->constraints.rfc;
    l->due = false;
    l->backend->refresh_bank = rh_refresh_next(l->refresh_mask, l->backend->refresh_bank);
}

#endif
