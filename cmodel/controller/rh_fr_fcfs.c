// SPDX-License-Identifier: Apache-2.0
// `fr_fcfs`: first ready, first come first served. Hits before misses, then age; a pending hit keeps its row open.
#include "rowhold/rh_age_queue.h"

#include <string.h>

struct rh_fr_fcfs_state {
    struct rh_backend backend;
    struct rh_age_queue queue;
};

static uint64_t live_entries(const void *state, const struct rh_geometry *geometry) {
    (void)geometry;
    return rh_mask(((const struct rh_fr_fcfs_state *)state)->queue.count);
}

static const struct rh_field fields[] = {
    RH_BACKEND_FIELDS,
    RH_AGE_QUEUE_FIELDS(struct rh_fr_fcfs_state, queue, live_entries),
};

static void reset(void *state, const struct rh_geometry *geometry) {
    (void)geometry;
    memset(state, 0, sizeof(struct rh_fr_fcfs_state));
}

static void step(void *state, const struct rh_geometry *geometry, const struct rh_gaps *gaps,
                 const struct rh_controller_in *in, struct rh_controller_out *out) {
    struct rh_fr_fcfs_state *s = state;
    struct rh_view view;
    struct rh_choice choice = {0};
    int column = -1;
    rh_backend_look(&s->backend, geometry, gaps, &view);
    choice.occupancy = s->queue.count;
    if (s->queue.count) {
        column = rh_age_queue_choose_column(&s->queue, &s->backend, geometry, &view, &choice);
        uint64_t ready = rh_age_queue_row_ready(&s->queue, &s->backend, geometry, &view);
        if (ready)
            rh_age_queue_choose_row(&s->queue, (unsigned)__builtin_ctzll(ready), &choice);
        /* no column command is ready where the ledger asks, so age alone ranks */
        rh_age_queue_rank_first(&s->queue, 0, &choice);
    }
    out->req_ready = s->queue.count < geometry->queue || (choice.column && choice.last);
    rh_backend_clock(&s->backend, geometry, gaps, &view, in, &choice, out);
    rh_age_queue_clock(&s->queue, &s->backend, geometry, in, &choice, out, column);
}

const struct rh_controller_ops rh_fr_fcfs_ops = {
    .name = "fr_fcfs",
    .state_size = sizeof(struct rh_fr_fcfs_state),
    .fields = fields,
    .field_count = sizeof fields / sizeof fields[0],
    .reset = reset,
    .step = step,
};
