// SPDX-License-Identifier: Apache-2.0
// `most_pending`: columns as `fr_fcfs`; a row command is for the row that most queued requests want (ties: the
// oldest's).
#include "cmodel/controller/rh_age_policy.h"

static void live_entries(const void *part, const void *params, uint64_t *mask) {
    rh_age_queue_live(&((const struct rh_most_pending_state *)part)->queue, params, mask);
}

static void list(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_geometry *p = params;
    rh_age_policy_list(layout, base, params);
#define ROW(m, count, width, live) RH_ROW(struct rh_most_pending_state, m, count, width, live)
    ROW(pending, p->queue, rh_log2_up(p->queue + 1), live_entries);
#undef ROW
}

/* The better one of entry `best` and the members of `rest`, whose member 0 is entry `from`. */
static inline unsigned better(const struct rh_most_pending_state *s, unsigned best, uint64_t rest, unsigned from) {
    for (; rest; rest &= rest - 1) {
        unsigned e = from + (unsigned)__builtin_ctzll(rest);
        if (s->pending[e] > s->pending[best])
            best = e;
    }
    return best;
}

/* The member of `set` (not empty) whose row most requests want; of several the oldest. RTL: rh_max_first. */
static unsigned most_wanted(const struct rh_most_pending_state *s, rh_wide set) {
    unsigned best = better(s, rh_wide_first(set), (uint64_t)set, 0);
    return better(s, best, (uint64_t)(set >> 64), 64);
}

/* Keep the counts over the edge: entries of one row share one count. */
static void count_left(struct rh_most_pending_state *s, rh_wide same_row) {
    for (rh_wide rest = same_row; rest; rest &= rest - 1)
        s->pending[rh_wide_first(rest)]--;
}

static void count_arrived(struct rh_most_pending_state *s, const struct rh_controller_in *in, unsigned arrived) {
    uint8_t before = 0;
    rh_wide others = rh_age_queue_in_row(&s->queue, in->req_bank, in->req_row) & ~rh_wide_bit(arrived);
    for (; others; others &= others - 1)
        before = s->pending[rh_wide_first(others)]++;
    s->pending[arrived] = (uint8_t)(before + 1);
}

static void query(const struct rh_most_pending_state *s, const struct rh_geometry *geometry, rh_bank_set banks,
                  struct rh_next_commands *next_commands) {
    rh_wide hit = s->queue.hit | rh_age_queue_found(&s->queue, &s->backend.array);
    rh_age_queue_query(&s->queue, geometry, hit, banks, next_commands);
}

static void choose(const struct rh_most_pending_state *s, const struct rh_geometry *geometry,
                   const struct rh_next_commands *next_commands, rh_bank_set column_ok, rh_bank_set row_ok,
                   struct rh_choice *choice) {
    (void)next_commands;
    rh_age_queue_choose_column(&s->queue, geometry, column_ok, choice);
    if (row_ok)
        rh_age_queue_choose_row(&s->queue, most_wanted(s, rh_age_queue_of(&s->queue, row_ok)), choice);
}

static void rank(const struct rh_most_pending_state *s, const struct rh_geometry *geometry,
                 const struct rh_next_commands *next_commands, struct rh_choice *choice) {
    (void)geometry, (void)next_commands;
    rh_age_queue_rank_first(&s->queue, most_wanted(s, rh_age_queue_able(&s->queue, s->queue.valid)), choice);
}

static rh_bank_set advance(struct rh_most_pending_state *s, const struct rh_geometry *geometry,
                           const struct rh_constraints *constraints, const struct rh_next_commands *next_commands,
                           const struct rh_edge *edge) {
    const struct rh_bank_array *array = &s->backend.array;
    (void)next_commands;
    /* a bank's hits all want its open row */
    rh_wide same_row = edge->choice->column ? s->queue.hit & s->queue.in_bank[edge->choice->column_bank] : 0;
    struct rh_age_queue_move move =
        rh_age_queue_advance(&s->queue, array, geometry, constraints, edge, rh_age_queue_found(&s->queue, array));
    if (move.left)
        count_left(s, same_row);
    if (move.sank)
        RH_AGE_QUEUE_SINK(s->pending, &move);
    if (move.arrived)
        count_arrived(s, edge->in, geometry->queue - 1U);
    return move.banks;
}

static rh_bank_set pass(void *state, const struct rh_geometry *geometry, const struct rh_constraints *constraints,
                        uint64_t clocks) {
    struct rh_most_pending_state *s = state;
    struct rh_age_queue_move move;
    rh_bank_set banks =
        rh_age_queue_pass(&s->queue, constraints, rh_age_queue_found(&s->queue, &s->backend.array), clocks);
    while (clocks-- != 0 && rh_age_queue_sink(&s->queue, geometry, &move))
        RH_AGE_QUEUE_SINK(s->pending, &move);
    return banks;
}

RH_AGE_POLICY_OPS(most_pending, list, rank, rh_age_policy_still, pass);
