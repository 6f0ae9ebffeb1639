// SPDX-License-Identifier: Apache-2.0
// The streams whose requests name a core: round after round, one request of each core in turn.
#include "cmodel/workload/rh_synthetic_inside.h"
#include "rowhold/rh_bits.h"
#include "rowhold/rh_random.h"

/* Cores in one row; lines of the grid that a point is worked out of; lines of a matrix in one row of a bank, and of a
 * tile of it; lines of a column that a core reads before it goes on to the next column. */
enum { SHARERS = 4, LINES = 3, LINES_IN_ROW = 4, TILE = 16, COLUMN = 64 };

/* Rows of its own, channel by channel, then column, bank and row. Cores begin in channels and banks of their own, as
 * far as there are any. */
static void make_stride(const struct rh_synthetic_stream *s, struct rh_request *r, uint64_t n) {
    uint32_t channels = s->base.channels, slots = rh_synthetic_slots(s), own = rh_max(1, s->rows / s->cores);
    uint64_t bank = n / channels / slots; /* of all that it has walked through */
    r->channel = (uint16_t)((n + r->core) % channels);
    r->column = (uint16_t)(n / channels % slots * s->commands);
    r->bank = (uint8_t)((bank + r->core / channels) % s->banks);
    r->row = (uint32_t)((r->core * (uint64_t)own + bank / s->banks % own) % s->rows);
}

/* A line of the grid is one row of a bank in every channel; line y lies in bank y modulo banks. The result has a grid
 * of its own in the other half of the rows. */
static void make_stencil(const struct rh_synthetic_stream *s, struct rh_request *r, uint64_t n) {
    uint32_t channels = s->base.channels, half = rh_max(1, s->rows / 2), width = channels * rh_synthetic_slots(s);
    uint64_t point = n / (LINES + 1), step = n % (LINES + 1), lines = (uint64_t)half * s->banks;
    uint64_t line = r->core + point / width * s->cores, x = (point + r->core) % width;
    bool result = step == LINES;
    line = (line + lines - 1 + (result ? 1 : step)) % lines;
    r->channel = (uint16_t)(x % channels);
    r->column = (uint16_t)(x / channels * s->commands);
    r->bank = (uint8_t)(line % s->banks);
    r->row = (uint32_t)((line / s->banks + (result ? half : 0)) % s->rows);
    r->write = result;
}

/* Place `x` of line `y` of a matrix whose lines begin in channel 0 and lie, four to a row, in one bank after the other;
 * the second one is in the other half of the rows. */
static void place_in_matrix(const struct rh_synthetic_stream *s, struct rh_request *r, uint64_t x, uint64_t y,
                            bool second) {
    uint32_t channels = s->base.channels, half = rh_max(1, s->rows / 2), share = rh_synthetic_slots(s) / LINES_IN_ROW;
    uint64_t row = y / LINES_IN_ROW;
    r->channel = (uint16_t)(x % channels);
    r->column = (uint16_t)((y % LINES_IN_ROW * share + x / channels % share) * s->commands);
    r->bank = (uint8_t)(row % s->banks);
    r->row = (uint32_t)((row / s->banks % half + (second ? half : 0)) % s->rows);
}

/* Tile after tile, cores in turn: a place of sixteen lines is read, and written as sixteen lines at one place. */
static void make_transpose(const struct rh_synthetic_stream *s, struct rh_request *r, uint64_t n) {
    uint64_t width = (uint64_t)s->base.channels * (rh_synthetic_slots(s) / LINES_IN_ROW);
    uint64_t tile = n / (2 * TILE) * s->cores + r->core, x = tile % width, y = tile / width, line = n % TILE;
    r->write = n / TILE % 2;
    if (r->write)
        place_in_matrix(s, r, y % width, (x + y / width * width) * TILE + line, true);
    else
        place_in_matrix(s, r, x, y * TILE + line, false);
}

/* Each second request goes down a column of a matrix: all cores at one time in one of two channels. */
static void make_camping(const struct rh_synthetic_stream *s, struct rh_request *r, uint64_t n) {
    uint64_t down = n / 2;
    if (n % 2 == 0)
        place_in_matrix(s, r, r->core % 2 * (s->base.channels / 2) + down / COLUMN, down % COLUMN * s->cores + r->core,
                        true);
    else
        make_stride(s, r, down);
}

static void draw_place(const struct rh_synthetic_stream *s, uint64_t *random, struct rh_request *r) {
    r->channel = (uint16_t)rh_random_below(random, s->base.channels);
    r->bank = (uint8_t)rh_random_below(random, s->banks);
    r->row = rh_random_below(random, s->rows);
}

static void make_random(struct rh_synthetic_stream *s, struct rh_request *r) {
    draw_place(s, &s->random, r);
    r->column = (uint16_t)(rh_random_below(&s->random, rh_synthetic_slots(s)) * s->commands);
}

static void make_hot_bank(struct rh_synthetic_stream *s, struct rh_request *r) {
    bool hot = rh_random_below(&s->random, 2) == 0;
    make_random(s, r);
    if (hot)
        r->channel = r->bank = 0;
}

/* Cores 4 g .. 4 g + 3 take the columns of a row in turn, then go on to another one. */
static void make_shared_rows(const struct rh_synthetic_stream *s, struct rh_request *r, uint64_t n) {
    uint32_t share = rh_synthetic_slots(s) / SHARERS; /* of a core: at least 1, as a row has room for four requests */
    uint64_t random = rh_random_start(s->hot_seed, n / share * RH_MOST_STREAM_CORES + r->core / SHARERS);
    draw_place(s, &random, r);
    r->column = (uint16_t)((n % share * SHARERS + r->core % SHARERS) * s->commands);
}

void rh_synthetic_core(struct rh_synthetic_stream *s, struct rh_request *r) {
    uint64_t n = s->made / s->cores; /* of this core */
    r->core = (uint16_t)(s->made % s->cores);
    r->created = n * s->round_clocks + rh_random_below(&s->random, s->round_clocks);
    switch (s->row->step) {
    case RH_CORE_STRIDE:
        make_stride(s, r, n);
        break;
    case RH_CORE_STENCIL:
        make_stencil(s, r, n);
        break;
    case RH_CORE_TRANSPOSE:
        make_transpose(s, r, n);
        break;
    case RH_CORE_CAMPING:
        make_camping(s, r, n);
        break;
    case RH_CORE_RANDOM:
        make_random(s, r);
        break;
    case RH_CORE_HOT_BANK:
        make_hot_bank(s, r);
        break;
    default:
        make_shared_rows(s, r, n);
        break;
    }
}

/* So many that the requests of a round keep the data buses busy half of the time. */
uint32_t rh_synthetic_round_clocks(const struct rh_synthetic_stream *s) {
    enum { CORE = 13, DRAM = 32 }; /* clocks in the same time */
    uint64_t busy = UINT64_C(2) * s->cores * s->clocks * CORE, buses = (uint64_t)s->base.channels * DRAM;
    return (uint32_t)((busy + buses - 1) / buses);
}
