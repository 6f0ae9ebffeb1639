// SPDX-License-Identifier: Apache-2.0
// `fifo`: one queue; only the oldest request may issue a command.
#include "rowhold/rh_backend.h"

#include <string.h>

struct rh_fifo_state {
    struct rh_backend backend;
    uint8_t write[RH_MAX_QUEUE], bank[RH_MAX_QUEUE];
    uint32_t row[RH_MAX_QUEUE];
    uint16_t column[RH_MAX_QUEUE];
    uint8_t extra[RH_MAX_QUEUE]; /* column commands still to issue, minus one */
    uint16_t tag[RH_MAX_QUEUE];
    uint8_t head, count;
};

static uint64_t live_entries(const void *state, const struct rh_geometry *geometry) {
    const struct rh_fifo_state *s = state;
    unsigned n = geometry->queue, head = s->head;
    uint64_t run = rh_mask(s->count);
    return head ? ((run << head) | (run >> (n - head))) & rh_mask(n) : run;
}

#define FIELD(m, element, count, width, live) RH_FIELD(rh_fifo_state, m, element, count, width, live)
static const struct rh_field fields[] = {
    RH_BACKEND_FIELDS,
    FIELD(write, uint8_t, RH_D_QUEUE, 1, live_entries),
    FIELD(bank, uint8_t, RH_D_QUEUE, RH_D_BANK, live_entries),
    FIELD(row, uint32_t, RH_D_QUEUE, RH_D_ROW, live_entries),
    FIELD(column, uint16_t, RH_D_QUEUE, RH_D_COLUMN, live_entries),
    FIELD(extra, uint8_t, RH_D_QUEUE, 3, live_entries),
    FIELD(tag, uint16_t, RH_D_QUEUE, RH_D_TAG, live_entries),
    FIELD(head, uint8_t, 1, RH_D_INDEX, NULL),
    FIELD(count, uint8_t, 1, RH_D_OCCUPANCY, NULL),
};

static void reset(void *state, const struct rh_geometry *geometry) {
    (void)geometry;
    memset(state, 0, sizeof(struct rh_fifo_state));
}

static void choose(const struct rh_fifo_state *s, const struct rh_geometry *geometry, const struct rh_view *view,
                   struct rh_choice *choice) {
    unsigned h = s->head, b = s->bank[h];
    bool write = s->write[h];
    bool hit = (s->backend.open >> b & 1) && s->backend.open_row[b] == s->row[h];
    choice->column = hit && rh_backend_column_ok(&s->backend, geometry, view, b, write);
    choice->row = !hit && rh_backend_row_ok(&s->backend, geometry, view, b);
    choice->write = write;
    choice->last = s->extra[h] == 0;
    choice->column_bank = choice->row_bank = choice->first_bank = (uint8_t)b;
    choice->column_number = s->column[h];
    choice->tag = s->tag[h];
    choice->row_number = s->row[h];
    choice->first_hit = hit;
    choice->first_write = write;
    choice->occupancy = s->count;
}

static void step(void *state, const struct rh_geometry *geometry, const struct rh_gaps *gaps,
                 const struct rh_controller_in *in, struct rh_controller_out *out) {
    struct rh_fifo_state *s = state;
    struct rh_view view;
    struct rh_choice choice = {0};
    rh_backend_look(&s->backend, geometry, gaps, &view);
    if (s->count)
        choose(s, geometry, &view, &choice);
    out->req_ready = s->count < geometry->queue || (choice.column && choice.last);
    rh_backend_clock(&s->backend, geometry, gaps, &view, in, &choice, out);

    unsigned index_mask = geometry->queue - 1u, h = s->head, tail = (h + s->count) & index_mask;
    bool push = in->req_valid && out->req_ready, pop = choice.column && choice.last;
    if (choice.column) {
        s->column[h] = (uint16_t)((s->column[h] + 1u) & rh_mask(geometry->column_bits));
        s->extra[h] = (uint8_t)((s->extra[h] - 1u) & 7u);
    }
    if (push) {
        s->write[tail] = in->req_write;
        s->bank[tail] = in->req_bank;
        s->row[tail] = in->req_row;
        s->column[tail] = in->req_column;
        s->extra[tail] = in->req_extra;
        s->tag[tail] = in->req_tag;
    }
    s->head = (uint8_t)((h + pop) & index_mask);
    s->count = (uint8_t)(s->count + push - pop);
}

const struct rh_controller_ops rh_fifo_ops = {
    .name = "fifo",
    .state_size = sizeof(struct rh_fifo_state),
    .fields = fields,
    .field_count = sizeof fields / sizeof fields[0],
    .reset = reset,
    .step = step,
};
