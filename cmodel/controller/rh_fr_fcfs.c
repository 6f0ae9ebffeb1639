// SPDX-License-Identifier: Apache-2.0
// `fr_fcfs`: first ready, first come first served. Hits before misses, then age; a pending hit keeps its row open.
#include <string.h>

#include "cmodel/controller/rh_policy_cycle.h"

static void list(struct rh_layout *layout, size_t base, const void *params) {
    rh_backend_list(layout, base + offsetof(struct rh_fr_fcfs_state, backend), params);
    rh_age_queue_list(layout, base + offsetof(struct rh_fr_fcfs_state, queue), params);
}

static void reset(struct rh_fr_fcfs_state *s, const struct rh_geometry *geometry) {
    (void)geometry;
    memset(s, 0, sizeof *s);
}

static void query(const struct rh_fr_fcfs_state *s, const struct rh_geometry *geometry, rh_bank_set banks,
                  struct rh_next_commands *next_commands) {
    rh_wide hit = s->queue.hit | rh_age_queue_found(&s->queue, &s->backend.array);
    rh_age_queue_query(&s->queue, geometry, hit, banks, next_commands);
}

static void choose(const struct rh_fr_fcfs_state *s, const struct rh_geometry *geometry,
                   const struct rh_next_commands *next_commands, rh_bank_set column_ok, rh_bank_set row_ok,
                   struct rh_choice *choice) {
    (void)next_commands;
    rh_age_queue_choose_column(&s->queue, geometry, column_ok, choice);
    if (row_ok)
        rh_age_queue_choose_row(&s->queue, rh_wide_first(rh_age_queue_of(&s->queue, row_ok)), choice);
}

/* No column command is ready where the ledger asks, so age alone ranks. */
static void rank(const struct rh_fr_fcfs_state *s, const struct rh_geometry *geometry,
                 const struct rh_next_commands *next_commands, struct rh_choice *choice) {
    (void)geometry, (void)next_commands;
    rh_age_queue_rank_first(&s->queue, rh_wide_first(s->queue.valid), choice);
}

static unsigned stored(const struct rh_fr_fcfs_state *s, const struct rh_geometry *geometry) {
    (void)geometry;
    return s->queue.count;
}

static bool has_room(const struct rh_fr_fcfs_state *s, const struct rh_geometry *geometry, unsigned bank,
                     const struct rh_choice *choice) {
    (void)bank;
    return rh_age_queue_has_room(&s->queue, geometry, choice);
}

static rh_bank_set advance(struct rh_fr_fcfs_state *s, const struct rh_geometry *geometry,
                           const struct rh_constraints *constraints, const struct rh_next_commands *next_commands,
                           const struct rh_edge *edge) {
    const struct rh_bank_array *array = &s->backend.array;
    (void)next_commands;
    return rh_age_queue_advance(&s->queue, array, geometry, constraints, edge, rh_age_queue_found(&s->queue, array))
        .banks;
}

static uint64_t still(const void *state, const struct rh_geometry *geometry) {
    (void)geometry;
    return rh_age_queue_still(&((const struct rh_fr_fcfs_state *)state)->queue);
}

static rh_bank_set pass(void *state, const struct rh_geometry *geometry, const struct rh_constraints *constraints,
                        uint64_t clocks) {
    struct rh_fr_fcfs_state *s = state;
    return rh_age_queue_pass_all(&s->queue, &s->backend.array, geometry, constraints, clocks);
}

RH_POLICY_OPS(fr_fcfs, struct rh_fr_fcfs_state, list, rh_geometry_queue, reset, still, pass);
