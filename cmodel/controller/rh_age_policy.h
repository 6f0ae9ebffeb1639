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

static inline void rh_age_policy_list(struct rh_layout *layout, size_t base, const void *params) {
    rh_paged_backend_list(layout, base, params);
    rh_age_queue_list(layout, base + offsetof(struct rh_fr_fcfs_state, queue), params);
    rh_page_policy_list(layout, base + offsetof(struct rh_fr_fcfs_state, page), params);
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

static inline bool has_room(const void *state, const struct rh_geometry *geometry, struct rh_offer *offer,
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

/* Of these banks those whose row nobody wants: no request that is queued hits. While the oldest goes alone, nothing is
 * closed for anybody else. Behind an ACT the row's hits may not be found yet; but then the bank has not timed out, for
 * its PRE has made it forget. */
static inline rh_bank_set rh_age_policy_unwanted(const void *state, const struct rh_geometry *geometry,
                                                 rh_bank_set banks) {
    const struct rh_age_queue *queue = rh_age_policy_queue(state);
    rh_bank_set unwanted = 0;
    (void)geometry;
    for (rh_bank_set rest = queue->starvation ? 0 : banks; rest; rest &= rest - 1)
        if (!(queue->in_bank[rh_first_from(rest, 0)] & queue->hit))
            unwanted |= rest & (~rest + 1);
    return unwanted;
}

/* Another request that is queued is a hit of the bank that gets a column command. */
static inline bool rh_age_policy_has_more(const void *state, const struct rh_geometry *geometry,
                                          const struct rh_choice *choice) {
    const struct rh_age_queue *queue = rh_age_policy_queue(state);
    (void)geometry;
    return (queue->in_bank[choice->column_bank] & queue->hit & ~rh_wide_bit(choice->column_entry)) != 0;
}

#define RH_AGE_POLICY_OPS(design, list_fn, rank_fn, still_fn, pass_fn)                                                 \
    RH_TICKING_AGE_POLICY_OPS(design, list_fn, rank_fn, still_fn, pass_fn, NULL, NULL)
#define RH_TICKING_AGE_POLICY_OPS(design, list_fn, rank_fn, still_fn, pass_fn, tick_fn, level_fn)                      \
    static void reset(struct rh_##design##_state *s, const struct rh_geometry *geometry) {                             \
        (void)geometry;                                                                                                \
        memset(s, 0, sizeof *s);                                                                                       \
    }                                                                                                                  \
    RH_PAGED_POLICY_OPS(design, struct rh_##design##_state, list_fn, rh_geometry_queue, reset, rank_fn, still_fn,      \
                        pass_fn, tick_fn, level_fn, rh_age_policy_unwanted, rh_age_policy_has_more)

#endif
