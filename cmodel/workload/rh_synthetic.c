// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_synthetic.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rowhold/rh_bits.h"
#include "rowhold/rh_map.h"
#include "rowhold/rh_random.h"

struct synthetic_stream {
    struct rh_stream base;
    const struct rh_synthetic *row;
    uint64_t random;     /* generator state */
    uint64_t left, made; /* requests */
    uint64_t read_limit; /* a 32-bit draw below it is a read */
    uint64_t cycle;
    uint64_t hot_seed;
    uint32_t rows, columns;
    uint32_t stride;       /* in requests */
    uint32_t clocks;       /* data bus clocks of one request */
    uint64_t walked;       /* requests made by stream and strided */
    uint32_t round_clocks; /* core clocks from a request of a core to its next, on average */
    uint32_t run;          /* places of a row, one after the other, that a channel has before the next one's turn */
    uint16_t cores;        /* that requests name, in turn */
    bool directed;         /* the pattern says which are writes */
    uint16_t banks;
    uint8_t commands; /* column commands of one request; random: the most */
    uint8_t group_left;
    struct rh_request last;
    bool mapped; /* walks go through the map */
    struct rh_map map;
    uint64_t unit;           /* column command of the memory at which the rest of the request begins */
    uint32_t rest;           /* column commands of a request that the map has taken apart and that are still to come */
    struct rh_request whole; /* that request */
    char map_text[RH_MAP_TEXT];
    char note[256];
};
/* What the requests of a core do, where they name it: the `cycle` of their rows. */
enum rh_synthetic_pattern {
    RH_CORE_STRIDE,
    RH_CORE_STENCIL,
    RH_CORE_TRANSPOSE,
    RH_CORE_CAMPING, /* those before walk through addresses, the others draw places */
    RH_CORE_RANDOM,
    RH_CORE_HOT_BANK,
    RH_CORE_SHARED_ROWS
};
static inline uint32_t rh_synthetic_slots(const struct synthetic_stream *s) {
    return s->columns / s->commands;
}

/* Walks as addresses: a request's place in the order row : bank : column : channel, and a run in each, is its number in
 * the memory, and a map says where that lies. */

/* Set up the map, of the setup or of the preset; false with an error. */
static bool synthetic_set_map(struct synthetic_stream *s, const struct rh_stream_setup *setup,
                              const struct rh_preset *preset, struct rh_error *error) {
    bool asked = setup->map != NULL, part = s->banks < preset->banks;
    const struct rh_map_shape shape = rh_map_shape_of(preset, s->base.channels);
    if (!asked && (s->row->unmapped != NULL || preset->map[0] == '\0' || part))
        return true;
    if (s->row->unmapped != NULL) {
        s->base.note = s->row->unmapped;
        return rh_map_parse(&s->map, setup->map, &shape, error);
    }
    if (asked && part)
        return rh_error_field(error, "banks_used", "found %u with a map, expected all %u banks of %s with it", s->banks,
                              preset->banks, preset->name);
    struct rh_error why = {""};
    s->mapped = rh_map_parse(&s->map, rh_map_text(setup->map, preset), &shape, asked ? error : &why);
    if (s->mapped)
        rh_map_print(&s->map, s->map_text);
    else if (!asked) {
        (void)snprintf(s->note, sizeof s->note, "the map of %s is not used: %s", preset->name,
                       why.text + rh_error_member(&why));
        s->base.note = s->note;
    }
    return s->mapped || !asked;
}

const char *rh_synthetic_map(const struct rh_stream *stream) {
    const struct synthetic_stream *s = (const struct synthetic_stream *)stream;
    return s->mapped ? s->map_text : NULL;
}

/* A request of a walk is to go through the map ... */
static void synthetic_take_apart(struct synthetic_stream *s, const struct rh_request *r) {
    uint32_t place = r->column / s->commands, runs = rh_synthetic_slots(s) / s->run;
    uint64_t n = ((uint64_t)r->row * s->banks + r->bank) * runs + place / s->run;
    s->unit = ((n * s->base.channels + r->channel) * s->run + place % s->run) * s->commands;
    s->rest = s->commands;
    s->whole = *r;
}

/* ... and comes out piece by piece. */
static void synthetic_piece(struct synthetic_stream *s, struct rh_request *r) {
    struct rh_map_place place;
    uint32_t n = rh_map_run(&s->map, s->unit, s->rest, &place);
    *r = s->whole;
    r->channel = (uint16_t)place.channel;
    r->bank = (uint8_t)place.bank;
    r->row = place.row;
    r->column = (uint16_t)place.column;
    r->commands = (uint8_t)n;
    s->unit += n;
    s->rest -= n;
}

/* The streams that are only read in blocks, in few instructions a request. */

/* A draw that can come out in one way only moves the generator and no more. */
static inline uint32_t draw_below(uint64_t *random, uint32_t n) {
    uint64_t before = *random;
    *random += RH_RANDOM_STEP;
    return n == 1 ? 0 : rh_random_below(&before, n);
}

/* make_group, many times. Between the draws of two groups lie those of the directions. */
/* `n` more of a stream of groups or of a walk that has begun, as one by one. */
static void synthetic_fill_groups(struct synthetic_stream *s, struct rh_request *requests, size_t n) {
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
static size_t fill_row(const struct synthetic_stream *s, struct rh_request *r, uint32_t step, struct rh_request *to,
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

static void draw_writes(struct synthetic_stream *s, struct rh_request *requests, size_t n) {
    if (s->read_limit > UINT32_MAX) { /* all are reads, whatever comes */
        s->random += n * RH_RANDOM_STEP;
        return;
    }
    for (size_t i = 0; i < n; i++)
        requests[i].write = rh_random_draw(&s->random) >> 32 >= s->read_limit;
}

/* The request at place `n` of the order row : bank : column, round the whole memory. */
static void place(const struct synthetic_stream *s, uint64_t n, struct rh_request *r) {
    r->column = (uint16_t)(n % rh_synthetic_slots(s) * s->commands);
    n /= rh_synthetic_slots(s);
    r->bank = (uint8_t)(n % s->banks);
    r->row = (uint32_t)(n / s->banks % s->rows);
}

/* The next of a walk. */
static void synthetic_walk(struct synthetic_stream *s, struct rh_request *r, uint64_t stride) {
    uint64_t n = s->walked / s->base.channels;
    uint64_t all = (uint64_t)rh_synthetic_slots(s) * s->banks * s->rows, lap = (all + stride - 1) / stride;
    r->channel = (uint16_t)(s->walked % s->base.channels);
    place(s, (n % lap * stride + n / lap) % all, r);
    s->walked++;
}

/* synthetic_walk, many times: inside a row and a lap only the column moves. */
static void synthetic_fill_walk(struct synthetic_stream *s, struct rh_request *requests, size_t n) {
    const uint32_t stride = s->row->step != 0 ? s->row->step : s->stride, step = stride * s->commands;
    const uint64_t all = (uint64_t)rh_synthetic_slots(s) * s->banks * s->rows, lap = (all + stride - 1) / stride;
    struct rh_request r = {.commands = s->commands, .core = 0xffff, .warp = 0xffff};
    for (size_t i = 0; i < n;) {
        uint64_t left = lap - 1 - s->walked / s->base.channels % lap;
        synthetic_walk(s, &r, stride);
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

/* The streams whose requests name a core: round after round, one request of each core in turn. */

/* Bytes in a channel before the next one's turn, as GPUs have them; cores in one row; lines of the grid that a point
 * is worked out of; lines of a matrix in one row of a bank, and of a tile of it; lines of a column that a core reads
 * before it goes on to the next column. */
enum { RUN_BYTES = 256, SHARERS = 4, LINES = 3, LINES_IN_ROW = 4, TILE = 16, COLUMN = 64 };

/* Rows of its own: a run of places in one channel after the other, then on along the row, bank and row. Cores begin in
 * channels and banks of their own, as far as there are any. */
static void make_stride(const struct synthetic_stream *s, struct rh_request *r, uint64_t n) {
    uint32_t channels = s->base.channels, own = rh_max(1, s->rows / s->cores), runs = rh_synthetic_slots(s) / s->run;
    uint64_t turn = n / s->run, bank = turn / channels / runs; /* of all that it has walked through */
    r->channel = (uint16_t)((turn + r->core) % channels);
    r->column = (uint16_t)((turn / channels % runs * s->run + n % s->run) * s->commands);
    r->bank = (uint8_t)((bank + r->core / channels) % s->banks);
    r->row = (uint32_t)((r->core * (uint64_t)own + bank / s->banks % own) % s->rows);
}

/* A line of the grid is one row of a bank in every channel; line y lies in bank y modulo banks. The result has a grid
 * of its own in the other half of the rows. */
static void make_stencil(const struct synthetic_stream *s, struct rh_request *r, uint64_t n) {
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
static void place_in_matrix(const struct synthetic_stream *s, struct rh_request *r, uint64_t x, uint64_t y,
                            bool second) {
    uint32_t channels = s->base.channels, half = rh_max(1, s->rows / 2), share = rh_synthetic_slots(s) / LINES_IN_ROW;
    uint64_t row = y / LINES_IN_ROW;
    r->channel = (uint16_t)(x % channels);
    r->column = (uint16_t)((y % LINES_IN_ROW * share + x / channels % share) * s->commands);
    r->bank = (uint8_t)(row % s->banks);
    r->row = (uint32_t)((row / s->banks % half + (second ? half : 0)) % s->rows);
}

/* Tile after tile, cores in turn: a place of sixteen lines is read, and written as sixteen lines at one place. */
static void make_transpose(const struct synthetic_stream *s, struct rh_request *r, uint64_t n) {
    uint64_t width = (uint64_t)s->base.channels * (rh_synthetic_slots(s) / LINES_IN_ROW);
    uint64_t tile = n / (2 * TILE) * s->cores + r->core, x = tile % width, y = tile / width, line = n % TILE;
    r->write = n / TILE % 2;
    if (r->write)
        place_in_matrix(s, r, y % width, (x + y / width * width) * TILE + line, true);
    else
        place_in_matrix(s, r, x, y * TILE + line, false);
}

/* Each second request goes down a column of a matrix: all cores at one time in one of two channels. */
static void make_camping(const struct synthetic_stream *s, struct rh_request *r, uint64_t n) {
    uint64_t down = n / 2;
    if (n % 2 == 0)
        place_in_matrix(s, r, r->core % 2 * (s->base.channels / 2) + down / COLUMN, down % COLUMN * s->cores + r->core,
                        true);
    else
        make_stride(s, r, down);
}

static void draw_place(const struct synthetic_stream *s, uint64_t *random, struct rh_request *r) {
    r->channel = (uint16_t)rh_random_below(random, s->base.channels);
    r->bank = (uint8_t)rh_random_below(random, s->banks);
    r->row = rh_random_below(random, s->rows);
}

static void make_random(struct synthetic_stream *s, struct rh_request *r) {
    draw_place(s, &s->random, r);
    r->column = (uint16_t)(rh_random_below(&s->random, rh_synthetic_slots(s)) * s->commands);
}

static void make_hot_bank(struct synthetic_stream *s, struct rh_request *r) {
    bool hot = rh_random_below(&s->random, 2) == 0;
    make_random(s, r);
    if (hot)
        r->channel = r->bank = 0;
}

/* Cores 4 g .. 4 g + 3 take the columns of a row in turn, then go on to another one. */
static void make_shared_rows(const struct synthetic_stream *s, struct rh_request *r, uint64_t n) {
    uint32_t share = rh_synthetic_slots(s) / SHARERS; /* of a core: at least 1, as a row has room for four requests */
    uint64_t random = rh_random_start(s->hot_seed, n / share * RH_MOST_STREAM_CORES + r->core / SHARERS);
    draw_place(s, &random, r);
    r->column = (uint16_t)((n % share * SHARERS + r->core % SHARERS) * s->commands);
}

/* The next of the core whose turn it is. */
static void synthetic_core(struct synthetic_stream *s, struct rh_request *r) {
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

/* So many that the requests of a round keep the data buses busy half of the time: what
 * `round_clocks` is. */
static uint32_t synthetic_round_clocks(const struct synthetic_stream *s) {
    enum { CORE = 13, DRAM = 32 }; /* clocks in the same time */
    uint64_t busy = UINT64_C(2) * s->cores * s->clocks * CORE, buses = (uint64_t)s->base.channels * DRAM;
    return (uint32_t)((busy + buses - 1) / buses);
}

/* Does a stream walk through addresses, at least now and then? */
#define WALKS(how, step)                                                                                               \
    ((how) == RH_SYNTHETIC_WALK || (how) == RH_SYNTHETIC_PHASES ||                                                     \
     ((how) == RH_SYNTHETIC_CORES && (step) <= RH_CORE_CAMPING))

static const struct rh_synthetic rows[] = {
#define RH_STREAM(name, how, step, reads, banks, commands, timed, meaning)                                             \
    {#name,                                                                                                            \
     meaning,                                                                                                          \
     "stream " #name " is the synthetic one; the file of that name is read as ./" #name,                               \
     WALKS(RH_SYNTHETIC_##how, step) ? NULL : "the map is not used, for " #name " says banks and rows by itself",      \
     RH_SYNTHETIC_##how,                                                                                               \
     step,                                                                                                             \
     reads,                                                                                                            \
     banks,                                                                                                            \
     commands,                                                                                                         \
     timed},
#include "tables/streams.def"
#undef RH_STREAM
};
enum { ROWS = sizeof rows / sizeof rows[0] };

#define RH_STREAM(name, how, step, reads, banks, commands, timed, meaning) ", " #name
static const char names[] =
#include "tables/streams.def"
    ;
#undef RH_STREAM

enum { PHASE = 512, HOT_ONE_IN = 4, PAUSE = 200, PHASE_PAUSE = 400 };

const struct rh_synthetic *rh_synthetic_at(size_t index) {
    return index < ROWS ? &rows[index] : NULL;
}

const struct rh_synthetic *rh_synthetic_find(const char *name) {
    for (size_t i = 0; i < ROWS; i++)
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}

const char *rh_synthetic_names(void) {
    return names + 2;
}

static uint32_t below(struct synthetic_stream *s, uint32_t n) {
    return rh_random_below(&s->random, n);
}

/* Groups of `size` requests in one random row. */
static void make_group(struct synthetic_stream *s, struct rh_request *r, unsigned size) {
    if (s->group_left > 0) {
        s->group_left--;
        *r = s->last;
        r->column = (uint16_t)(r->column + s->commands);
        return;
    }
    r->channel = (uint16_t)below(s, s->base.channels);
    r->bank = (uint8_t)below(s, s->banks);
    r->row = below(s, s->rows);
    r->column = (uint16_t)(below(s, rh_synthetic_slots(s) - size + 1) * s->commands);
    s->group_left = (uint8_t)(size - 1);
}

static void make_hot(struct synthetic_stream *s, struct rh_request *r) {
    r->channel = (uint16_t)below(s, s->base.channels);
    r->bank = (uint8_t)below(s, s->banks);
    r->column = (uint16_t)(below(s, rh_synthetic_slots(s)) * s->commands);
    r->row = below(s, s->rows);
    if (below(s, HOT_ONE_IN) != 0) {
        uint64_t hash = s->hot_seed + ((uint64_t)r->channel << 8 | r->bank);
        r->row = (uint32_t)(rh_random_draw(&hash) % s->rows);
    }
}

/* One row for all but request `victim` of each channel, which wants the next. */
static void make_starve(const struct synthetic_stream *s, struct rh_request *r, unsigned victim) {
    uint64_t n = s->made / s->base.channels;
    r->channel = (uint16_t)(s->made % s->base.channels);
    r->row = n == victim;
    r->column = (uint16_t)(n % rh_synthetic_slots(s) * s->commands);
}

static void core_make_random(struct synthetic_stream *s, struct rh_request *r) {
    unsigned commands = 1 + below(s, s->commands);
    r->commands = (uint8_t)commands;
    if (s->made > 0 && below(s, 4) == 0) {
        r->channel = s->last.channel;
        r->bank = s->last.bank;
        r->row = s->last.row;
    } else {
        r->channel = (uint16_t)below(s, s->base.channels);
        r->bank = (uint8_t)below(s, s->banks);
        r->row = below(s, s->rows);
    }
    r->column = (uint16_t)below(s, s->columns - commands + 1);
    if (below(s, 8) == 0)
        s->cycle += below(s, PAUSE + 1);
    else
        s->cycle += below(s, 3);
    r->cycle = s->cycle;
}

static void make_phase(struct synthetic_stream *s, struct rh_request *r) {
    uint64_t in_phase = s->made % PHASE;
    if (in_phase == 0) {
        s->group_left = 0;
        s->cycle += s->made == 0 ? 0 : PHASE_PAUSE;
    }
    switch (s->made / PHASE % 4) {
    case 0:
        synthetic_walk(s, r, 1);
        break;
    case 1:
        make_group(s, r, 2);
        break;
    case 2:
        make_hot(s, r);
        break;
    default:
        synthetic_walk(s, r, s->stride);
        break;
    }
    r->cycle = s->cycle;
    if (s->made % s->base.channels == 0)
        s->cycle += s->clocks;
}

/* Does the next request come from a walk? */
static bool synthetic_walks(const struct synthetic_stream *s) {
    uint64_t phase = s->made / PHASE % 4;
    return s->row->how == RH_SYNTHETIC_PHASES ? phase == 0 || phase == 3 : s->row->unmapped == NULL;
}

static int next(struct rh_stream *stream, struct rh_request *request, struct rh_error *error) {
    struct synthetic_stream *s = (struct synthetic_stream *)stream;
    (void)error;
    if (s->left == 0)
        return 0;
    s->left--;
    if (s->rest > 0) {
        synthetic_piece(s, request);
        return 1;
    }
    bool mapped = s->mapped && synthetic_walks(s);
    struct rh_request r = {.commands = s->commands, .core = 0xffff, .warp = 0xffff};
    switch (s->row->how) {
    case RH_SYNTHETIC_GROUP:
        make_group(s, &r, s->row->step);
        break;
    case RH_SYNTHETIC_WALK:
        synthetic_walk(s, &r, s->row->step != 0 ? s->row->step : s->stride);
        break;
    case RH_SYNTHETIC_HOT:
        make_hot(s, &r);
        break;
    case RH_SYNTHETIC_STARVE:
        make_starve(s, &r, s->row->step);
        break;
    case RH_SYNTHETIC_RANDOM:
        core_make_random(s, &r);
        break;
    case RH_SYNTHETIC_PHASES:
        make_phase(s, &r);
        break;
    case RH_SYNTHETIC_CORES:
        synthetic_core(s, &r);
        break;
    }
    bool write = rh_random_draw(&s->random) >> 32 >= s->read_limit;
    r.write = s->directed ? r.write : write;
    s->last = r;
    s->made++;
    *request = r;
    if (mapped) {
        synthetic_take_apart(s, &r);
        synthetic_piece(s, request);
    }
    return 1;
}

static int fill(struct rh_stream *stream, struct rh_request *requests, size_t room, size_t *n, struct rh_error *error) {
    struct synthetic_stream *s = (struct synthetic_stream *)stream;
    bool quick = (s->row->how == RH_SYNTHETIC_GROUP || s->row->how == RH_SYNTHETIC_WALK) && !s->mapped;
    size_t slow = !quick ? room : s->made == 0; /* the first one fills in what stays */
    int status = 1;
    for (*n = 0; *n < slow && (status = next(stream, &requests[*n], error)) > 0;)
        ++*n;
    if (slow == room || status <= 0)
        return status;
    size_t more = room - slow < s->left ? room - slow : (size_t)s->left;
    (s->row->how == RH_SYNTHETIC_GROUP ? synthetic_fill_groups : synthetic_fill_walk)(s, requests + slow, more);
    s->made += more;
    s->left -= more;
    *n += more;
    return *n == room;
}

static void close(struct rh_stream *stream) {
    free(stream);
}

bool rh_synthetic_has_cores(const struct rh_synthetic *row) {
    return row->how == RH_SYNTHETIC_CORES;
}

/* The one that takes a stride. */
static bool is_strided(const struct rh_synthetic *row) {
    return row->how == RH_SYNTHETIC_WALK && row->step == 0;
}

/* A member that this stream has no use for. */
static bool refuse_field(const struct rh_synthetic *row, const char *field, const char *expected,
                         struct rh_error *error) {
    return rh_error_field(error, field, "found the synthetic stream %s beside it, expected %s", row->name, expected);
}

static bool check(const struct rh_stream_setup *setup, const struct rh_preset *preset, struct rh_error *error) {
    if (setup->banks_used > preset->banks)
        return rh_error_field(error, "banks_used", "found %u, expected at most the %u banks of %s", setup->banks_used,
                              preset->banks, preset->name);
    const struct rh_synthetic *row = setup->synthetic;
    if (row->banks != 0 && setup->banks_used > row->banks)
        return rh_error_field(error, "banks_used", "found %u, expected %u with %s", setup->banks_used, row->banks,
                              row->name);
    if (setup->all_writes && setup->read_share > 0)
        return rh_error_field(error, "all_writes", "found a read_share of %g beside it, expected 0", setup->read_share);
    if (!(setup->read_share <= 1.0))
        return rh_error_field(error, "read_share", "found %g, expected a share from 0 to 1", setup->read_share);
    if (setup->format != NULL)
        return refuse_field(row, "format", "a trace file", error);
    if (setup->wrap || setup->bubbles_per_clock != 0 || setup->trace_clock != NULL)
        return refuse_field(row,
                            setup->wrap                     ? "wrap"
                            : setup->bubbles_per_clock != 0 ? "bubbles_per_clock"
                                                            : "trace_clock",
                            "a trace file", error);
    if (setup->stride != 0 && !is_strided(row))
        return refuse_field(row, "stride", "strided", error);
    if (setup->stream_cores != 0 && !rh_synthetic_has_cores(row))
        return refuse_field(row, "stream_cores", "one of core_...", error);
    if (setup->stream_cores > RH_MOST_STREAM_CORES)
        return rh_error_field(error, "stream_cores", "found %u, expected at most %d", setup->stream_cores,
                              (int)RH_MOST_STREAM_CORES);
    return true;
}

void rh_synthetic_resolve(struct rh_stream_setup *setup, const struct rh_preset *preset) {
    const struct rh_synthetic *row = setup->synthetic;
    uint32_t unit = rh_preset_command_bytes(preset);
    if (setup->requests == 0)
        setup->requests = 100000;
    if (setup->channels == 0)
        setup->channels = 1;
    if (setup->banks_used == 0)
        setup->banks_used = row->banks != 0 ? row->banks : preset->banks;
    if (setup->read_share <= 0)
        setup->read_share = setup->all_writes ? 0 : row->percent_reads / 100.0;
    setup->all_writes = setup->read_share == 0;
    if (setup->request_bytes == 0)
        setup->request_bytes = row->commands != 0 ? row->commands * unit : 64;
    if (setup->stream_cores == 0 && rh_synthetic_has_cores(row))
        setup->stream_cores = 28;
    uint32_t commands = (setup->request_bytes + unit - 1) / unit;
    if (is_strided(row) && setup->stride == 0)
        setup->stride = rh_preset_columns(preset) / commands / 4 * commands * unit;
}

/* Sizes in column commands and requests. */
static bool measure(struct synthetic_stream *s, const struct rh_stream_setup *setup, const struct rh_preset *preset,
                    struct rh_error *error) {
    uint32_t unit = rh_preset_command_bytes(preset);
    uint32_t commands = (setup->request_bytes + unit - 1) / unit;
    s->columns = rh_preset_columns(preset);
    // A group or a stride needs room in its row.
    uint32_t least = s->row->how == RH_SYNTHETIC_RANDOM ? commands : commands * 4;
    if (commands > RH_MAX_COMMANDS || least > s->columns)
        return rh_error_field(error, "request_bytes",
                              "found %" PRIu32 ", expected at most %d column commands of %" PRIu32
                              " bytes, and a quarter of a row",
                              setup->request_bytes, (int)RH_MAX_COMMANDS, unit);
    s->commands = (uint8_t)commands;
    s->rows = preset->rows;
    s->banks = setup->banks_used;
    s->clocks = rh_max(1, commands * preset->timing.tBURST / rh_max(1, preset->grains));
    s->cores = setup->stream_cores;
    s->round_clocks = synthetic_round_clocks(s);
    bool strides = rh_synthetic_has_cores(s->row) && s->row->step == RH_CORE_STRIDE;
    s->run = strides ? rh_max(1, RUN_BYTES / (commands * unit)) : 1;
    if (s->run > rh_synthetic_slots(s))
        s->run = rh_synthetic_slots(s);
    if (setup->stride % (commands * unit) != 0)
        return rh_error_field(error, "stride",
                              "found %" PRIu32 ", expected a multiple of the %" PRIu32 " bytes of a request",
                              setup->stride, commands * unit);
    s->stride =
        setup->stride != 0 ? setup->stride / (commands * unit) : rh_synthetic_slots(s) / 4; // phases strides too
    return true;
}

struct rh_stream *rh_synthetic_open(const struct rh_stream_setup *given, const struct rh_preset *preset,
                                    struct rh_error *error) {
    struct rh_stream_setup setup = *given;
    struct rh_preset defaults;
    if (preset == NULL) {
        preset = &defaults;
        if (!rh_preset_find(NULL, &defaults, error))
            return NULL;
    }
    if (preset->banks == 0 || preset->rows == 0 || rh_preset_columns(preset) == 0) {
        rh_error_field(error, "preset", "found no banks, rows or columns, expected what rh_preset_find gives");
        return NULL;
    }
    if (setup.synthetic == NULL)
        setup.synthetic = rh_synthetic_find(setup.stream != NULL ? setup.stream : RH_DEFAULT_STREAM);
    if (setup.synthetic == NULL) {
        rh_error_field(error, "stream", "found '%.64s', expected %s", setup.stream, rh_synthetic_names());
        return NULL;
    }
    rh_synthetic_resolve(&setup, preset);
    if (!check(&setup, preset, error))
        return NULL;
    struct synthetic_stream *s = calloc(1, sizeof *s);
    if (s == NULL) {
        rh_error_field(error, "stream", "found no memory, expected enough");
        return NULL;
    }
    s->row = setup.synthetic;
    s->base.next = s->base.fills_for = next;
    s->base.fill = fill;
    s->base.close = close;
    s->base.timed = s->row->timed;
    s->base.channels = setup.channels;
    s->left = setup.requests;
    s->read_limit = (uint64_t)(setup.read_share * 4294967296.0); // exact: a scaling by a power of two
    s->directed = rh_synthetic_has_cores(s->row) &&
                  (s->row->step == RH_CORE_STENCIL || s->row->step == RH_CORE_TRANSPOSE) &&
                  setup.read_share == s->row->percent_reads / 100.0;
    s->random = setup.seed;
    s->hot_seed = rh_random_draw(&s->random);
    if (!measure(s, &setup, preset, error) || !synthetic_set_map(s, &setup, preset, error)) {
        free(s);
        return NULL;
    }
    return &s->base;
}
