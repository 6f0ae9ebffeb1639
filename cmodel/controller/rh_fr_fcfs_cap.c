// SPDX-License-Identifier: Apache-2.0
// `fr_fcfs_cap`: as `fr_fcfs`, but after `hit_cap` column commands of a row before an older request of their bank the
// bank's oldest request is next (Mutlu and Moscibroda, MICRO 2007: FR-FCFS+Cap).
#include "cmodel/controller/rh_age_policy.h"

static void list(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_geometry *p = params;
    rh_age_policy_list(layout, base, params);
    RH_ROW(struct rh_fr_fcfs_cap_state, left, p->banks, 8, NULL);
    RH_ROW(struct rh_fr_fcfs_cap_state, capped, 1, p->banks, NULL);
}

/* Is an older request to another row served in this bank than the oldest of the hits that are next there? */
static bool is_passed(const struct rh_age_queue *queue, unsigned bank) {
    rh_wide asks = rh_age_queue_served(queue, queue->in_bank[bank]) | rh_age_queue_next_hits(queue, bank);
    return !(asks & (~asks + 1) & queue->hit);
}

/* The hits that may go: those of banks that have had their cap wait behind an older request. There is one as long as
 * reads and writes are served alike. */
static rh_wide hits(const struct rh_fr_fcfs_cap_state *s, rh_wide hit) {
    for (rh_bank_set rest = s->capped; rest; rest &= rest - 1) {
        unsigned b = rh_first_from(rest, 0);
        hit &= is_passed(&s->queue, b) ? ~s->queue.in_bank[b] : ~(rh_wide)0;
    }
    return hit;
}

static void query(const struct rh_fr_fcfs_cap_state *s, const struct rh_geometry *geometry, rh_bank_set banks,
                  struct rh_next_commands *next_commands) {
    rh_wide hit = s->queue.hit | rh_age_queue_found(&s->queue, &s->backend.array);
    rh_age_queue_query(&s->queue, geometry, hits(s, hit), banks, next_commands);
}

/* Of a bank that is capped the oldest that is no hit: its row was passed. */
static void choose(const struct rh_fr_fcfs_cap_state *s, const struct rh_geometry *geometry,
                   const struct rh_next_commands *next_commands, rh_bank_set column_ok, rh_bank_set row_ok,
                   struct rh_choice *choice) {
    rh_wide rows = rh_age_queue_of(&s->queue, row_ok) & ~s->queue.hit;
    (void)next_commands;
    rh_age_queue_choose_column(&s->queue, geometry, column_ok, choice);
    if (rows)
        rh_age_queue_choose_row(&s->queue, rh_wide_first(rows), choice);
}

/* Counts down over a column command. */
static void count_passed(struct rh_fr_fcfs_cap_state *s, const struct rh_choice *choice) {
    unsigned b = choice->column_bank;
    if (!choice->column || !is_passed(&s->queue, b) || s->left[b] == 0)
        return;
    s->left[b]--;
    if (s->left[b] == 0)
        s->capped |= rh_bit(b);
}

static rh_bank_set advance(struct rh_fr_fcfs_cap_state *s, const struct rh_geometry *geometry,
                           const struct rh_constraints *constraints, const struct rh_next_commands *next_commands,
                           const struct rh_edge *edge) {
    const struct rh_bank_array *array = &s->backend.array;
    (void)next_commands;
    count_passed(s, edge->choice);
    if (edge->row.cmd == RH_ACT) {
        s->left[edge->row.bank] = (uint8_t)constraints->hit_cap;
        s->capped &= ~rh_bit(edge->row.bank);
    }
    return rh_age_queue_advance(&s->queue, array, geometry, constraints, edge, rh_age_queue_found(&s->queue, array))
        .banks;
}

RH_AGE_POLICY_OPS(fr_fcfs_cap, list, rh_age_policy_rank, rh_age_policy_still, rh_age_policy_pass);
