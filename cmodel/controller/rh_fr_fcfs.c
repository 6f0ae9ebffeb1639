// SPDX-License-Identifier: Apache-2.0
// `fr_fcfs`: first ready, first come first served. Hits before misses, then age; a pending hit keeps its row open.
#include "cmodel/controller/rh_age_policy.h"

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

static rh_bank_set advance(struct rh_fr_fcfs_state *s, const struct rh_geometry *geometry,
                           const struct rh_constraints *constraints, const struct rh_next_commands *next_commands,
                           const struct rh_edge *edge) {
    const struct rh_bank_array *array = &s->backend.array;
    (void)next_commands;
    return rh_age_queue_advance(&s->queue, array, geometry, constraints, edge, rh_age_queue_found(&s->queue, array))
        .banks;
}

RH_AGE_POLICY_OPS(fr_fcfs, rh_age_policy_list, rh_age_policy_rank, rh_age_policy_still, rh_age_policy_pass);
