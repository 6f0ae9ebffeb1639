// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_synthetic.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/workload/rh_synthetic_inside.h"
#include "rowhold/rh_random.h"

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

static uint32_t below(struct rh_synthetic_stream *s, uint32_t n) {
    return rh_random_below(&s->random, n);
}

/* Groups of `size` requests in one random row. */
static void make_group(struct rh_synthetic_stream *s, struct rh_request *r, unsigned size) {
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

/* The request at place `n` of the order row : bank : column, round the whole memory. */
static void place(const struct rh_synthetic_stream *s, uint64_t n, struct rh_request *r) {
    r->column = (uint16_t)(n % rh_synthetic_slots(s) * s->commands);
    n /= rh_synthetic_slots(s);
    r->bank = (uint8_t)(n % s->banks);
    r->row = (uint32_t)(n / s->banks % s->rows);
}

void rh_synthetic_walk(struct rh_synthetic_stream *s, struct rh_request *r, uint64_t stride) {
    uint64_t n = s->walked / s->base.channels;
    uint64_t all = (uint64_t)rh_synthetic_slots(s) * s->banks * s->rows, lap = (all + stride - 1) / stride;
    r->channel = (uint16_t)(s->walked % s->base.channels);
    place(s, (n % lap * stride + n / lap) % all, r);
    s->walked++;
}

static void make_hot(struct rh_synthetic_stream *s, struct rh_request *r) {
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
static void make_starve(const struct rh_synthetic_stream *s, struct rh_request *r, unsigned victim) {
    uint64_t n = s->made / s->base.channels;
    r->channel = (uint16_t)(s->made % s->base.channels);
    r->row = n == victim;
    r->column = (uint16_t)(n % rh_synthetic_slots(s) * s->commands);
}

static void make_random(struct rh_synthetic_stream *s, struct rh_request *r) {
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

static void make_phase(struct rh_synthetic_stream *s, struct rh_request *r) {
    uint64_t in_phase = s->made % PHASE;
    if (in_phase == 0) {
        s->group_left = 0;
        s->cycle += s->made == 0 ? 0 : PHASE_PAUSE;
    }
    switch (s->made / PHASE % 4) {
    case 0:
        rh_synthetic_walk(s, r, 1);
        break;
    case 1:
        make_group(s, r, 2);
        break;
    case 2:
        make_hot(s, r);
        break;
    default:
        rh_synthetic_walk(s, r, s->stride);
        break;
    }
    r->cycle = s->cycle;
    if (s->made % s->base.channels == 0)
        s->cycle += s->clocks;
}

bool rh_synthetic_walks(const struct rh_synthetic_stream *s) {
    uint64_t phase = s->made / PHASE % 4;
    return s->row->how == RH_SYNTHETIC_PHASES ? phase == 0 || phase == 3 : s->row->unmapped == NULL;
}

static int next(struct rh_stream *stream, struct rh_request *request, struct rh_error *error) {
    struct rh_synthetic_stream *s = (struct rh_synthetic_stream *)stream;
    (void)error;
    if (s->left == 0)
        return 0;
    s->left--;
    if (s->rest > 0) {
        rh_synthetic_piece(s, request);
        return 1;
    }
    bool mapped = s->mapped && rh_synthetic_walks(s);
    struct rh_request r = {.commands = s->commands, .core = 0xffff, .warp = 0xffff};
    switch (s->row->how) {
    case RH_SYNTHETIC_GROUP:
        make_group(s, &r, s->row->step);
        break;
    case RH_SYNTHETIC_WALK:
        rh_synthetic_walk(s, &r, s->row->step != 0 ? s->row->step : s->stride);
        break;
    case RH_SYNTHETIC_HOT:
        make_hot(s, &r);
        break;
    case RH_SYNTHETIC_STARVE:
        make_starve(s, &r, s->row->step);
        break;
    case RH_SYNTHETIC_RANDOM:
        make_random(s, &r);
        break;
    case RH_SYNTHETIC_PHASES:
        make_phase(s, &r);
        break;
    case RH_SYNTHETIC_CORES:
        rh_synthetic_core(s, &r);
        break;
    }
    bool write = rh_random_draw(&s->random) >> 32 >= s->read_limit;
    r.write = s->directed ? r.write : write;
    s->last = r;
    s->made++;
    *request = r;
    if (mapped) {
        rh_synthetic_take_apart(s, &r);
        rh_synthetic_piece(s, request);
    }
    return 1;
}

static int fill(struct rh_stream *stream, struct rh_request *requests, size_t room, size_t *n, struct rh_error *error) {
    struct rh_synthetic_stream *s = (struct rh_synthetic_stream *)stream;
    bool quick = (s->row->how == RH_SYNTHETIC_GROUP || s->row->how == RH_SYNTHETIC_WALK) && !s->mapped;
    size_t slow = !quick ? room : s->made == 0; /* the first one fills in what stays */
    int status = 1;
    for (*n = 0; *n < slow && (status = next(stream, &requests[*n], error)) > 0;)
        ++*n;
    if (slow == room || status <= 0)
        return status;
    size_t more = room - slow < s->left ? room - slow : (size_t)s->left;
    (s->row->how == RH_SYNTHETIC_GROUP ? rh_synthetic_fill_groups : rh_synthetic_fill_walk)(s, requests + slow, more);
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
static bool refuse_beside(const struct rh_synthetic *row, const char *field, const char *expected,
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
        return refuse_beside(row, "format", "a trace file", error);
    if (setup->wrap || setup->bubbles_per_clock != 0 || setup->trace_clock != NULL)
        return refuse_beside(row,
                             setup->wrap                     ? "wrap"
                             : setup->bubbles_per_clock != 0 ? "bubbles_per_clock"
                                                             : "trace_clock",
                             "a trace file", error);
    if (setup->stride != 0 && !is_strided(row))
        return refuse_beside(row, "stride", "strided", error);
    if (setup->stream_cores != 0 && !rh_synthetic_has_cores(row))
        return refuse_beside(row, "stream_cores", "one of core_...", error);
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
static bool measure(struct rh_synthetic_stream *s, const struct rh_stream_setup *setup, const struct rh_preset *preset,
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
    s->round_clocks = rh_synthetic_round_clocks(s);
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
    struct rh_preset usual;
    if (preset == NULL) {
        preset = &usual;
        if (!rh_preset_find(NULL, &usual, error))
            return NULL;
    }
    if (preset->banks == 0 || preset->rows == 0 || rh_preset_columns(preset) == 0) {
        rh_error_field(error, "preset", "found no banks, rows or columns, expected what rh_preset_find gives");
        return NULL;
    }
    if (setup.synthetic == NULL)
        setup.synthetic = rh_synthetic_find(setup.stream != NULL ? setup.stream : RH_USUAL_STREAM);
    if (setup.synthetic == NULL) {
        rh_error_field(error, "stream", "found '%.64s', expected %s", setup.stream, rh_synthetic_names());
        return NULL;
    }
    rh_synthetic_resolve(&setup, preset);
    if (!check(&setup, preset, error))
        return NULL;
    struct rh_synthetic_stream *s = calloc(1, sizeof *s);
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
    if (!measure(s, &setup, preset, error) || !rh_synthetic_set_map(s, &setup, preset, error)) {
        free(s);
        return NULL;
    }
    return &s->base;
}
