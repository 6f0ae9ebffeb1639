// SPDX-License-Identifier: Apache-2.0
/* What all policies over the associative queue (rh_age_queue.h) have alike. Their registers are the backend's, the
 * queue's and, behind these two, their own. */
#ifndef RH_AGE_POLICY_H
#define RH_AGE_POLICY_H

#include <string.h>

#include "cmodel/controller/rh_policy_cycle.h"

static inline const struct rh_age_queue *rh_age_policy_queue(const void *state) {
    return (const void *)((const char *)state + offsetof(struct rh_fr_fcfs_state, queue));
}

/* A page policy compares a row that it closed with the next one. */
static inline void rh_age_policy_live_rows(const void *state, const void *params, uint64_t *mask) {
    const struct rh_backend *backend = state;
    (void)params;
    mask[0] = backend->array.open | rh_age_policy_queue(state)->page.unjudged;
}

static inline void rh_age_policy_list(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_geometry *geometry = params;
    rh_backend_list(layout, base + offsetof(struct rh_fr_fcfs_state, backend), params);
    for (unsigned i = 0; geometry->closes && i < layout->count; i++)
        if (strcmp(layout->fields[i].name, "open_row") == 0) {
            layout->fields[i].live = rh_age_policy_live_rows;
            layout->fields[i].part = (uint32_t)base;
        }
    rh_age_queue_list(layout, base + offsetof(struct rh_fr_fcfs_state, queue), params);
    rh_page_policy_list(layout, base + offsetof(struct rh_fr_fcfs_state, queue.page), params);
}

/* Age alone ranks: no column command is ready where the ledger asks. */
static inline void rh_age_policy_rank(const void *state, const struct rh_geometry *geometry,
                                      const struct rh_next_commands *next_commands, struct rh_choice *choice) {
    const struct rh_age_queue *queue = rh_age_policy_queue(state);
    (void)geometry, (void)next_commands;
    rh_age_queue_rank_first(queue, rh_wide_first(rh_age_queue_able(queue, queue->valid)), choice);
}

static inline unsigned stored(const void *state, const struct rh_geometry *geometry) {
    (void)geometry;
    return rh_age_policy_queue(state)->count;
}

static inline bool has_room(const void *state, const struct rh_geometry *geometry, struct rh_offer offer,
                            const struct rh_choice *choice) {
    return rh_age_queue_has_room(rh_age_policy_queue(state), geometry, offer, choice);
}

/* Of a policy that moves nothing but the queue by itself. */
static inline uint64_t rh_age_policy_still(const void *state, const struct rh_geometry *geometry) {
    (void)geometry;
    return rh_age_queue_still(rh_age_policy_queue(state));
}

static inline rh_bank_set rh_age_policy_pass(void *state, const struct rh_geometry *geometry,
                                             const struct rh_constraints *constraints, uint64_t clocks) {
    const struct rh_backend *backend = state;
    return rh_age_queue_pass_all((struct rh_age_queue *)rh_age_policy_queue(state), &backend->array, geometry,
                                 constraints, clocks);
}

/* What the page policy adds to the functions of a policy, in the one that takes its place. */
static inline void rh_age_policy_page_query(const void *state, rh_bank_set banks,
                                            struct rh_next_commands *next_commands) {
    const struct rh_backend *backend = state;
    next_commands->idle &= ~banks;
    next_commands->idle |= rh_page_policy_idle(rh_age_policy_queue(state), &backend->array) & banks;
    next_commands->row |= next_commands->idle;
}

/* Idle banks without a request that may be chosen, among which the policy has nothing to choose. */
static inline rh_bank_set rh_age_policy_empty(const void *state, rh_bank_set idle) {
    const struct rh_age_queue *queue = rh_age_policy_queue(state);
    rh_bank_set empty = 0;
    for (rh_bank_set rest = idle; rest; rest &= rest - 1)
        empty |= rh_age_queue_able(queue, queue->in_bank[rh_first_from(rest, 0)]) ? 0 : rest & (~rest + 1);
    return empty;
}

#define RH_AGE_POLICY_OPS(design, list_fn, rank_fn, still_fn, pass_fn)                                                 \
    RH_TICKING_AGE_POLICY_OPS(design, list_fn, rank_fn, still_fn, pass_fn, NULL, NULL)
#define RH_TICKING_AGE_POLICY_OPS(design, list_fn, rank_fn, still_fn, pass_fn, tick_fn, level_fn)                      \
    static void reset(struct rh_##design##_state *s, const struct rh_geometry *geometry) {                             \
        (void)geometry;                                                                                                \
        memset(s, 0, sizeof *s);                                                                                       \
    }                                                                                                                  \
    static const struct rh_policy closing;                                                                             \
    RH_PAGED_POLICY_OPS(design, struct rh_##design##_state, list_fn, rh_geometry_queue, reset, rank_fn, still_fn,      \
                        pass_fn, tick_fn, level_fn, &closing);                                                         \
    static void closing_query(const void *state, const struct rh_geometry *geometry, rh_bank_set banks,                \
                              struct rh_next_commands *next_commands) {                                                \
        query(state, geometry, banks, next_commands);                                                                  \
        rh_age_policy_page_query(state, banks, next_commands);                                                         \
    }                                                                                                                  \
    static void closing_choose(const void *state, const struct rh_geometry *geometry,                                  \
                               const struct rh_next_commands *next_commands, rh_bank_set column_ok,                    \
                               rh_bank_set row_ok, struct rh_choice *choice) {                                         \
        const struct rh_##design##_state *s = state;                                                                   \
        rh_bank_set idle = next_commands->idle & row_ok;                                                               \
        choose(s, geometry, next_commands, column_ok, row_ok & ~rh_age_policy_empty(s, idle), choice);                 \
        rh_page_policy_choose(&s->queue, &s->backend.array, idle, choice);                                             \
    }                                                                                                                  \
    static rh_bank_set closing_advance(void *state, const struct rh_geometry *geometry,                                \
                                       const struct rh_constraints *constraints,                                       \
                                       const struct rh_next_commands *next_commands, const struct rh_edge *edge) {     \
        struct rh_##design##_state *s = state;                                                                         \
        rh_bank_set banks = rh_page_policy_advance(&s->queue, geometry, constraints, edge);                            \
        return banks | advance(s, geometry, constraints, next_commands, edge);                                         \
    }                                                                                                                  \
    static uint64_t closing_still(const void *state, const struct rh_geometry *geometry) {                             \
        uint64_t clocks = still_fn(state, geometry);                                                                   \
        uint64_t page = rh_page_policy_still(rh_age_policy_queue(state), geometry);                                    \
        return page < clocks ? page : clocks;                                                                          \
    }                                                                                                                  \
    static rh_bank_set closing_pass(void *state, const struct rh_geometry *geometry,                                   \
                                    const struct rh_constraints *constraints, uint64_t clocks) {                       \
        struct rh_##design##_state *s = state;                                                                         \
        rh_bank_set banks = pass_fn(state, geometry, constraints, clocks);                                             \
        return banks | rh_page_policy_pass(&s->queue, geometry, clocks);                                               \
    }                                                                                                                  \
    static const struct rh_policy closing = {.query = closing_query,                                                   \
                                             .choose = closing_choose,                                                 \
                                             .rank = untyped_rank,                                                     \
                                             .stored = untyped_stored,                                                 \
                                             .has_room = untyped_has_room,                                             \
                                             .advance = closing_advance,                                               \
                                             .still = closing_still,                                                   \
                                             .pass = closing_pass,                                                     \
                                             .tick = (tick_fn),                                                        \
                                             .level = (level_fn),                                                      \
                                             .cycle = untyped_cycle}

#endif
