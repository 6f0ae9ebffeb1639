// SPDX-License-Identifier: Apache-2.0
// The streams that are only read in blocks, in few instructions a request.
#include "cmodel/workload/rh_synthetic_inside.h"
#include "rowhold/rh_random.h"

/* A draw that can come out in one way only moves the generator and no more. */
static inline uint32_t draw_below(uint64_t *random, uint32_t n) {
    uint64_t before = *random;
    *random += RH_RANDOM_STEP;
    return n == 1 ? 0 : rh_random_below(&before, n);
}

/* make_group, many times. Between the draws of two groups lie those of the directions. */
void rh_synthetic_fill_groups(struct rh_synthetic_stream *s, struct rh_request *requests, size_t n) {
    struct rh_request r = s->last, *const end = requests + n;
    const uint32_t size = s->row->step, places = rh_synthetic_slots(s) - size + 1, rows_of = s->rows, banks = s->banks;
    const uint64_t read_limit = s->read_limit;
    uint64_t random = s->random;
    unsigned left = s->group_left, commands = s->commands;
    for (; requests != end; *requests++ = r) {
        if (left > 0) {
            left--;
            r.column = (uint16_t)(r.column + commands);
        } else {
            r.channel = (uint16_t)draw_below(&random, s->base.channels);
            r.bank = (uint8_t)draw_below(&random, banks);
            r.row = rh_random_below(&random, rows_of);
            r.column = (uint16_t)(rh_random_below(&random, places) * commands);
            left = size - 1;
        }
        uint64_t before = random;
        random += RH_RANDOM_STEP;
        if (read_limit <= UINT32_MAX)
            r.write = rh_random_draw(&before) >> 32 >= read_limit;
    }
    s->group_left = (uint8_t)left;
    s->random = random;
    s->last = r;
}

/* Requests behind `r` along its row: as many as it has, and at most `n`. */
static size_t fill_row(const struct rh_synthetic_stream *s, struct rh_request *r, uint32_t step, struct rh_request *to,
                       size_t n) {
    size_t room = (rh_synthetic_slots(s) * s->commands - 1U - r->column) / step;
    if (n > room)
        n = room;
    for (size_t i = 0; i < n; i++) {
        r->column = (uint16_t)(r->column + step);
        to[i] = *r;
    }
    return n;
}

static void draw_writes(struct rh_synthetic_stream *s, struct rh_request *requests, size_t n) {
    if (s->read_limit > UINT32_MAX) { /* all are reads, whatever comes */
        s->random += n * RH_RANDOM_STEP;
        return;
    }
    for (size_t i = 0; i < n; i++)
        requests[i].write = rh_random_draw(&s->random) >> 32 >= s->read_limit;
}

/* rh_synthetic_walk, many times: inside a row and a lap only the column moves. */
void rh_synthetic_fill_walk(struct rh_synthetic_stream *s, struct rh_request *requests, size_t n) {
    const uint32_t stride = s->row->step != 0 ? s->row->step : s->stride, step = stride * s->commands;
    const uint64_t all = (uint64_t)rh_synthetic_slots(s) * s->banks * s->rows, lap = (all + stride - 1) / stride;
    struct rh_request r = {.commands = s->commands, .core = 0xffff, .warp = 0xffff};
    for (size_t i = 0; i < n;) {
        uint64_t left = lap - 1 - s->walked / s->base.channels % lap;
        rh_synthetic_walk(s, &r, stride);
        requests[i++] = r;
        if (s->base.channels != 1 || stride >= rh_synthetic_slots(s))
            continue;
        size_t more = fill_row(s, &r, step, requests + i, left < n - i ? (size_t)left : n - i);
        s->walked += more;
        i += more;
    }
    draw_writes(s, requests, n);
    if (n != 0)
        s->last = requests[n - 1];
}
