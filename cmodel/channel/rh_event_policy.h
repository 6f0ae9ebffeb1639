// SPDX-License-Identifier: Apache-2.0
/* The policy's registers, and when the banks may have what it next_commands. */
#ifndef RH_EVENT_POLICY_H
#define RH_EVENT_POLICY_H

#include "cmodel/channel/rh_event_state.h"

enum { RH_EVENT_BEYOND = RH_OF_ALL - RH_OF_OWN };

/* What a bank's own timers say of the command that it next_commands. */
RH_EVENT_INLINE uint64_t rh_event_own(const struct rh_event_run *l, unsigned b) {
    if (l->next_commands.column >> b & 1)
        return l->next_commands.write >> b & 1 ? rh_event_free(l, b, RH_SET_WR, RH_OF_OWN, RH_EVENT_ANY_CAUSE)
                                               : rh_event_free(l, b, RH_SET_RD, RH_OF_OWN, RH_EVENT_ANY_CAUSE);
    return rh_event_is_open(l, b) ? rh_event_free(l, b, RH_SET_PRE, RH_OF_OWN, RH_EVENT_ANY_CAUSE)
                                  : rh_event_free(l, b, RH_SET_ACT, RH_OF_OWN, RH_EVENT_ANY_CAUSE);
}

/* What the banks want, once the registers stand where they should. */
RH_EVENT_INLINE void rh_event_query(struct rh_event_run *l) {
    const struct rh_next_commands before = l->next_commands;
    rh_bank_set banks = l->changed & rh_mask(l->geometry.banks);
    if (!banks)
        return;
    l->policy->query(l->state, &l->geometry, banks, &l->next_commands);
    l->changed = 0;
    banks |= (before.column ^ l->next_commands.column) | (before.row ^ l->next_commands.row) |
             (before.write ^ l->next_commands.write);
    for (rh_bank_set rest = banks & (l->next_commands.column | l->next_commands.row); rest; rest &= rest - 1) {
        unsigned b = rh_first_from(rest, 0);
        l->ready[b] = rh_event_own(l, b);
    }
}

/* What all banks wait for; with several groups or ranks each bank is asked for its own. */
RH_EVENT_INLINE void rh_event_share_columns(const struct rh_event_run *l, struct rh_event_shape shape,
                                            uint64_t shared[2]) {
    uint64_t at = rh_later(rh_later(l->now, l->freed[l->tail]), l->burst);
    if (!shape.two)
        at = rh_later(at, l->act_bus);
    shared[0] = shared[1] = at;
    if (!shape.flat)
        return;
    shared[0] = rh_later(at, rh_event_free(l, 0, RH_SET_RD, RH_EVENT_BEYOND, RH_EVENT_ANY_CAUSE));
    shared[1] = rh_later(at, rh_event_free(l, 0, RH_SET_WR, RH_EVENT_BEYOND, RH_EVENT_ANY_CAUSE));
}

RH_EVENT_INLINE uint64_t rh_event_share_activates(const struct rh_event_run *l, struct rh_event_shape shape) {
    uint64_t at = rh_later(l->now, l->act_bus);
    if (!shape.flat)
        return at;
    at = rh_later(at, rh_event_window(l, 0));
    return rh_later(at, rh_event_free(l, 0, RH_SET_ACT, RH_EVENT_BEYOND, RH_EVENT_ANY_CAUSE));
}

/* The first clock in which the bank takes the column command that it next_commands. */
RH_EVENT_INLINE uint64_t rh_event_column_at(const struct rh_event_run *l, struct rh_event_shape shape,
                                            const uint64_t shared[2], unsigned b) {
    bool write = l->next_commands.write >> b & 1;
    uint64_t at = rh_later(l->ready[b], shared[write]);
    if (shape.flat)
        return at;
    at = rh_later(at, write ? rh_event_free(l, b, RH_SET_WR, RH_EVENT_BEYOND, RH_EVENT_ANY_CAUSE)
                            : rh_event_free(l, b, RH_SET_RD, RH_EVENT_BEYOND, RH_EVENT_ANY_CAUSE));
    if (shape.general && l->grains)
        at = rh_later(at, l->bus[l->bus_of[b]]);
    return rh_later(at, rh_event_turn(l, b, write));
}

/* The first clock in which the bank takes the row command that it next_commands. */
RH_EVENT_INLINE uint64_t rh_event_row_at(const struct rh_event_run *l, struct rh_event_shape shape, uint64_t activate,
                                         unsigned b) {
    if (rh_event_is_open(l, b))
        return rh_later(rh_later(rh_later(l->now, l->act_bus), l->ready[b]),
                        rh_event_free(l, b, RH_SET_PRE, RH_EVENT_BEYOND, RH_EVENT_ANY_CAUSE));
    if (l->holds >> b & 1)
        return RH_EVENT_NEVER;
    uint64_t at = rh_later(activate, l->ready[b]);
    if (shape.flat)
        return at;
    at = rh_later(at, rh_event_free(l, b, RH_SET_ACT, RH_EVENT_BEYOND, RH_EVENT_ANY_CAUSE));
    return rh_later(at, rh_event_window(l, b));
}

RH_EVENT_INLINE void rh_event_offer(struct rh_event_ready *ready, uint64_t at, unsigned b) {
    if (at < ready->at)
        *ready = (struct rh_event_ready){at, rh_bit(b)};
    else if (at == ready->at && at != RH_EVENT_NEVER)
        ready->banks |= rh_bit(b);
}

RH_EVENT_INLINE struct rh_event_ready rh_event_columns(const struct rh_event_run *l, struct rh_event_shape shape) {
    struct rh_event_ready ready = {RH_EVENT_NEVER, 0};
    uint64_t shared[2];
    rh_bank_set banks = l->next_commands.column & ~l->blocked;
    if (!banks)
        return ready;
    rh_event_share_columns(l, shape, shared);
    for (; banks; banks &= banks - 1) {
        unsigned b = rh_first_from(banks, 0);
        rh_event_offer(&ready, rh_event_column_at(l, shape, shared, b), b);
    }
    return ready;
}

RH_EVENT_INLINE struct rh_event_ready rh_event_rows(const struct rh_event_run *l, struct rh_event_shape shape) {
    struct rh_event_ready ready = {RH_EVENT_NEVER, 0};
    rh_bank_set banks = l->next_commands.row & ~l->blocked & ~l->backend->array.closing;
    if (!banks)
        return ready;
    uint64_t activate = rh_event_share_activates(l, shape);
    for (; banks; banks &= banks - 1) {
        unsigned b = rh_first_from(banks, 0);
        rh_event_offer(&ready, rh_event_row_at(l, shape, activate, b), b);
    }
    return ready;
}

/* Auto-precharge: a bank's row closes as soon as its timers let a PRE go. */
static inline void rh_event_close_soon(struct rh_event_run *l, unsigned b) {
    l->auto_precharge_at[b] = rh_event_free(l, b, RH_SET_PRE, RH_OF_OWN, RH_EVENT_ANY_CAUSE);
}

/* The rows that closed before clock `now`, at whose start the registers stand. */
static inline void rh_event_auto_precharge(struct rh_event_run *l) {
    struct rh_bank_array *array = &l->backend->array;
    for (rh_bank_set rest = array->closing; rest; rest &= rest - 1) {
        unsigned b = rh_first_from(rest, 0);
        if (l->auto_precharge_at[b] >= l->now)
            continue;
        array->open &= ~rh_bit(b);
        array->closing &= ~rh_bit(b);
        rh_event_load_of(l, b, RH_SET_PRE, RH_OF_OWN, l->auto_precharge_at[b]);
        l->changed |= rh_bit(b);
    }
}

/* The next clock in which a row has closed. */
static inline uint64_t rh_event_next_auto_precharge(const struct rh_event_run *l) {
    uint64_t next = RH_EVENT_NEVER;
    for (rh_bank_set rest = l->backend->array.closing; rest; rest &= rest - 1)
        next = rh_sooner(next, l->auto_precharge_at[rh_first_from(rest, 0)] + 1);
    return next;
}

#endif
