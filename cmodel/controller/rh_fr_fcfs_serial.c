// SPDX-License-Identifier: Apache-2.0
// `fr_fcfs_serial`: as `fr_fcfs`; after an ACT the rows are compared a few entries a clock. The bank takes no command
// until its search is over, so nothing differs where tRCD and tRAS are longer than a search.
#include <string.h>

#include "cmodel/controller/rh_controller_states.h"

static void list(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_geometry *p = params;
    rh_backend_list(layout, base + offsetof(struct rh_fr_fcfs_serial_state, backend), params);
    rh_age_queue_list(layout, base + offsetof(struct rh_fr_fcfs_serial_state, queue), params);
#define ROW(m, count, width, live) RH_ROW(struct rh_fr_fcfs_serial_state, m, count, width, live)
    ROW(at, 1, 3, NULL);
    ROW(left, p->banks, 4, NULL);
#undef ROW
}

static void reset(struct rh_fr_fcfs_serial_state *s, const struct rh_geometry *geometry) {
    (void)geometry;
    memset(s, 0, sizeof *s);
}

static rh_bank_set searched(const struct rh_fr_fcfs_serial_state *s, const struct rh_geometry *geometry) {
    rh_bank_set banks = 0;
    for (unsigned b = 0; b < geometry->banks; b++)
        banks |= s->left[b] ? rh_bit(b) : 0;
    return banks;
}

/* Of this clock's part the entries whose row is open. The next part begins with this one's last entry, for that may
 * sink by one meanwhile. */
static rh_wide found(const struct rh_fr_fcfs_serial_state *s, const struct rh_geometry *geometry) {
    unsigned part = (geometry->queue + RH_SEARCH_CLOCKS - 1U) / RH_SEARCH_CLOCKS, from = s->at * part;
    const struct rh_age_queue *q = &s->queue;
    rh_wide hits = 0;
    for (unsigned e = from; e <= from + part && e < geometry->queue; e++)
        if (rh_wide_has(q->valid, e) && rh_bank_array_is_open(&s->backend.array, q->bank[e]) &&
            s->backend.array.open_row[q->bank[e]] == q->row[e])
            hits |= rh_wide_bit(e);
    return hits;
}

static void search_on(struct rh_fr_fcfs_serial_state *s, const struct rh_geometry *geometry, bool searches,
                      const struct rh_row_issued *row) {
    s->at = searches ? (uint8_t)((s->at + 1U) % RH_SEARCH_CLOCKS) : 0;
    for (unsigned b = 0; b < geometry->banks; b++)
        s->left[b] = (uint8_t)(s->left[b] - (s->left[b] != 0));
    if (row->cmd == RH_ACT)
        s->left[row->bank] = RH_SEARCH_CLOCKS;
}

static void step(struct rh_fr_fcfs_serial_state *s, const struct rh_geometry *geometry, const struct rh_gaps *gaps,
                 const struct rh_controller_in *in, struct rh_controller_out *out) {
    struct rh_view view, allowed;
    struct rh_choice choice = {0};
    int column = -1;
    rh_bank_set banks = searched(s, geometry);
    rh_wide hits = banks ? found(s, geometry) : 0;
    rh_backend_look(&s->backend, geometry, gaps, &view);
    allowed = view;
    allowed.blocked |= banks;
    choice.occupancy = s->queue.count;
    if (s->queue.count) {
        column = rh_age_queue_choose_column(&s->queue, &s->backend, geometry, &allowed, &choice);
        rh_wide ready = rh_age_queue_row_ready(&s->queue, &s->backend, geometry, &allowed);
        if (ready)
            rh_age_queue_choose_row(&s->queue, rh_wide_first(ready), &choice);
        choice.kept = rh_age_queue_kept(&s->queue, geometry) | banks;
        /* the oldest request's row is the one that was opened, found or not */
        rh_age_queue_rank_first(&s->queue, rh_wide_first(s->queue.valid), &choice);
        if (banks & s->backend.array.open & rh_bit(choice.first_bank))
            choice.first_hit = true;
    }
    out->req_ready = s->queue.count < geometry->queue || (choice.column && choice.last);
    struct rh_row_issued row = rh_backend_clock(&s->backend, geometry, gaps, &view, in, &choice, out);
    rh_age_queue_clock(&s->queue, &s->backend, geometry, gaps, in, &choice, &row, out, column, hits);
    search_on(s, geometry, banks != 0, &row);
}

RH_LEAPING_OPS(fr_fcfs_serial, struct rh_fr_fcfs_serial_state, list, rh_geometry_queue, reset, step,
               RH_LEAP_FR_FCFS_SERIAL);
