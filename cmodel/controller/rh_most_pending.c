// SPDX-License-Identifier: Apache-2.0
// `most_pending`: columns as `fr_fcfs`; a row command is for the row that most queued requests want (ties: the
// oldest's).
#include <string.h>

#include "cmodel/controller/rh_controller_states.h"

static void live_entries(const void *part, const void *params, uint64_t *mask) {
    rh_age_queue_live(&((const struct rh_most_pending_state *)part)->queue, params, mask);
}

static void list(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_geometry *p = params;
    rh_backend_list(layout, base + offsetof(struct rh_most_pending_state, backend), params);
    rh_age_queue_list(layout, base + offsetof(struct rh_most_pending_state, queue), params);
#define ROW(m, count, width, live) RH_ROW(struct rh_most_pending_state, m, count, width, live)
    ROW(pending, p->queue, rh_log2_up(p->queue + 1), live_entries);
#undef ROW
}

static void reset(struct rh_most_pending_state *s, const struct rh_geometry *geometry) {
    (void)geometry;
    memset(s, 0, sizeof *s);
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

static void step(struct rh_most_pending_state *s, const struct rh_geometry *geometry, const struct rh_gaps *gaps,
                 const struct rh_controller_in *in, struct rh_controller_out *out) {
    struct rh_view view;
    struct rh_choice choice = {0};
    int column = -1;
    rh_wide same_row = 0;
    rh_backend_look(&s->backend, geometry, gaps, &view);
    choice.occupancy = s->queue.count;
    if (s->queue.count) {
        column = rh_age_queue_choose_column(&s->queue, &s->backend, geometry, &view, &choice);
        rh_wide ready = rh_age_queue_row_ready(&s->queue, &s->backend, geometry, &view);
        if (ready)
            rh_age_queue_choose_row(&s->queue, most_wanted(s, ready), &choice);
        choice.kept = rh_age_queue_kept(&s->queue, geometry);
        if (!rh_command_channel_booked(&s->backend.channel, rh_backend_data_buses(geometry),
                                       &choice)) /* only then does the ledger ask */
            rh_age_queue_rank_first(&s->queue, most_wanted(s, rh_age_queue_able(&s->queue, s->queue.valid)), &choice);
    }
    if (choice.column) /* a bank's hits all want its open row */
        same_row = s->queue.hit & s->queue.in_bank[choice.column_bank];
    out->req_ready = s->queue.count < geometry->queue || (choice.column && choice.last);
    struct rh_row_issued row = rh_backend_clock(&s->backend, geometry, gaps, &view, in, &choice, out);
    struct rh_age_queue_move move = rh_age_queue_clock(&s->queue, &s->backend, geometry, gaps, in, &choice, &row, out,
                                                       column, rh_age_queue_found(&s->queue, &s->backend));
    if (move.left)
        count_left(s, same_row);
    if (move.sank)
        RH_AGE_QUEUE_SINK(s->pending, &move);
    if (move.arrived)
        count_arrived(s, in, geometry->queue - 1U);
}

RH_LEAPING_OPS(most_pending, struct rh_most_pending_state, list, rh_geometry_queue, reset, step, RH_LEAP_MOST_PENDING);
