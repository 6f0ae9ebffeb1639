// SPDX-License-Identifier: Apache-2.0
// `fr_fcfs`: first ready, first come first served. Hits before misses, then age; a pending hit keeps its row open.
#include <string.h>

#include "cmodel/controller/rh_controller_states.h"

static void list(struct rh_layout *layout, size_t base, const void *params) {
    rh_backend_list(layout, base + offsetof(struct rh_fr_fcfs_state, backend), params);
    rh_age_queue_list(layout, base + offsetof(struct rh_fr_fcfs_state, queue), params);
}

static void reset(struct rh_fr_fcfs_state *s, const struct rh_geometry *geometry) {
    (void)geometry;
    memset(s, 0, sizeof *s);
}

static void step(struct rh_fr_fcfs_state *s, const struct rh_geometry *geometry, const struct rh_gaps *gaps,
                 const struct rh_controller_in *in, struct rh_controller_out *out) {
    struct rh_view view;
    struct rh_choice choice = {0};
    int column = -1;
    rh_backend_look(&s->backend, geometry, gaps, &view);
    choice.occupancy = s->queue.count;
    if (s->queue.count) {
        column = rh_age_queue_choose_column(&s->queue, &s->backend, geometry, &view, &choice);
        rh_wide ready = rh_age_queue_row_ready(&s->queue, &s->backend, geometry, &view);
        if (ready)
            rh_age_queue_choose_row(&s->queue, rh_wide_first(ready), &choice);
        choice.kept = rh_age_queue_kept(&s->queue, geometry);
        /* no column command is ready where the ledger asks, so age alone ranks */
        rh_age_queue_rank_first(&s->queue, rh_wide_first(s->queue.valid), &choice);
    }
    out->req_ready = s->queue.count < geometry->queue || (choice.column && choice.last);
    struct rh_row_issued row = rh_backend_clock(&s->backend, geometry, gaps, &view, in, &choice, out);
    rh_age_queue_clock(&s->queue, &s->backend, geometry, gaps, in, &choice, &row, out, column,
                       rh_age_queue_found(&s->queue, &s->backend));
}

RH_LEAPING_OPS(fr_fcfs, struct rh_fr_fcfs_state, list, rh_geometry_queue, reset, step, RH_LEAP_FR_FCFS);
