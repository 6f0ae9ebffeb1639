// SPDX-License-Identifier: Apache-2.0
// The streams that are only read in blocks, in few instructions a request.
#include "cmodel/workload/rh_synthetic_inside.h"
#include "rowhold/rh_random.h"

/* A draw that can come out in one way only moves the generator and no more. */
static inline uint8_t draw_write(uint64_t *random, uint64_t read_limit) {
    uint64_t before = *random;
    *random += RH_RANDOM_STEP;
    return read_limit <= UINT32_MAX && rh_random_draw(&before) >> 32 >= read_limit;
}
static inline uint32_t draw_below(uint64_t *random, uint32_t n) {
    uint64_t before = *random;
    *random += RH_RANDOM_STEP;
    return n == 1 ? 0 : rh_random_below(&before, n);
}

/* make_group, many times. */
void rh_synthetic_fill_groups(struct rh_synthetic_stream *s, struct rh_request *requests, size_t n) {
    struct rh_request r = s->last;
    const uint32_t size = s->row->step, places = rh_synthetic_slots(s) - size + 1, row_count = s->rows,
                   banks = s->banks;
    uint64_t random = s->random;
    unsigned left = s->group_left;
    for (size_t i = 0; i < n; i++) {
        if (left > 0) {
            left--;
            r.column = (uint16_t)(r.column + s->commands);
        } else {
            r.channel = (uint16_t)draw_below(&random, s->base.channels);
            r.bank = (uint8_t)draw_below(&random, banks);
            r.row = rh_random_below(&random, row_count);
            r.column = (uint16_t)(rh_random_below(&random, places) * s->commands);
            left = size - 1;
        }
        r.write = draw_write(&random, s->read_limit);
        requests[i] = r;
    }
    s->group_left = (uint8_t)left;
    s->random = random;
    s->last = r;
}

/* rh_synthetic_walk, many times: as long as a step stays inside the memory and its lap, its digits are added, with carries. */
void rh_synthetic_fill_walk(struct rh_synthetic_stream *s, struct rh_request *requests, size_t n) {
    const uint32_t columns = rh_synthetic_slots(s), banks = s->banks,
                   stride = s->row->step != 0 ? s->row->step : s->stride;
    const uint32_t by_column = stride % columns * s->commands, row_end = columns * s->commands;
    const uint32_t by_bank = stride / columns % banks, by_row = stride / columns / banks;
    const uint64_t lap = ((uint64_t)columns * banks * s->rows + stride - 1) / stride;
    struct rh_request r = {.commands = s->commands, .core = 0xffff, .warp = 0xffff};
    uint64_t random = s->random, left = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t column = r.column + by_column, bank = r.bank + by_bank, row = r.row + by_row;
        bank += column >= row_end;
        row += bank >= banks;
        if (s->base.channels == 1 && left > 0 && row < s->rows) {
            left--;
            s->walked++;
            r.column = (uint16_t)(column >= row_end ? column - row_end : column);
            r.bank = (uint8_t)(bank >= banks ? bank - banks : bank);
            r.row = row;
        } else {
            left = lap - 1 - s->walked / s->base.channels % lap;
            rh_synthetic_walk(s, &r, stride);
        }
        r.write = draw_write(&random, s->read_limit);
        requests[i] = r;
    }
    s->random = random;
    s->last = r;
}
