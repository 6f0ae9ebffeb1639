// SPDX-License-Identifier: Apache-2.0
// The door to all streams, and the placing of trace records.
#include "cmodel/trace/rh_stream.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmodel/core/rh_near.h"
#include "cmodel/trace/rh_trace.h"
#include "rowhold/rh_map.h"
#include "rowhold/rh_synthetic.h"

enum how { AS_IS, LINEARISED, ADDRESSES };

struct trace_stream {
    struct rh_stream base;
    struct rh_trace *trace;
    struct rh_trace_record record;
    struct rh_map map;
    struct rh_folds *folds; /* NULL: nothing is folded */
    struct rh_map_shape shape;
    rh_trace_set fields;  /* of the trace, as of the record */
    uint32_t group_banks; /* banks of a bank group, where the record has one; else 0 */
    enum how how;
    uint32_t default_bytes;
    uint32_t unit;           /* bytes a column of the trace */
    unsigned command_shift;  /* log2 of the bytes of a column command; 0: they are no power of two */
    uint32_t total, done;    /* column commands of the record, and those already given out */
    uint32_t given;          /* of these in the last request */
    uint64_t bubbles, clock; /* up to the record; its arrival */
    uint32_t bubbles_per_clock;
    uint64_t clock_fs; /* of the trace's cycles; 0: they are the preset's clocks */
    uint32_t tck_ps;
    char clock_text[RH_TRACE_CLOCK_TEXT]; /* "": nobody says the clock of the cycles */
    uint64_t left;                        /* requests that may still be given out */
    char map_text[RH_MAP_TEXT];
    char note[768];
    char memory[64];
};

unsigned rh_stream_channels(const struct rh_stream *stream) {
    return stream->channels;
}

void rh_stream_limit(struct rh_stream *stream, uint64_t latest, const char *why) {
    if (stream->latest_why != NULL && stream->latest <= latest)
        return;
    stream->latest = latest;
    stream->latest_why = why;
}

void rh_stream_resolve(struct rh_stream_setup *setup, const struct rh_preset *preset, const struct rh_stream *stream) {
    if (setup->synthetic != NULL) {
        rh_synthetic_resolve(setup, preset);
        setup->map = rh_synthetic_map(stream);
        return;
    }
    const struct trace_stream *s = (const struct trace_stream *)stream;
    setup->format = rh_trace_format_name(rh_trace_format_of(s->trace));
    setup->map = s->how == AS_IS ? NULL : s->map_text;
    setup->channels = s->base.channels;
    setup->request_bytes = s->default_bytes;
    setup->trace_clock = s->clock_text[0] != '\0' ? s->clock_text : NULL;
}

uint64_t rh_stream_content_hash(const struct rh_stream_setup *setup, const struct rh_stream *stream) {
    return setup->synthetic != NULL ? 0 : rh_trace_hash(((const struct trace_stream *)stream)->trace);
}

/* Whole column commands in so many bytes: a shift wherever it can be one. */
static inline uint64_t in_commands(const struct trace_stream *s, uint64_t bytes) {
    return s->command_shift != 0 ? bytes >> s->command_shift : bytes / s->shape.command_bytes;
}

/* rh_trace_bank without a call. */
static inline uint32_t bank_of(const struct trace_stream *s) {
    return s->record.bank + (s->group_banks != 0 ? s->record.bank_group * s->group_banks : 0);
}

/* Column command `i` of the record. */
static bool place_command(const struct trace_stream *s, uint32_t i, struct rh_map_place *place,
                          struct rh_error *error) {
    const struct rh_trace_record *r = &s->record;
    uint64_t at = (s->unit == s->shape.command_bytes ? r->column : in_commands(s, (uint64_t)r->column * s->unit)) + i;
    if (s->how == AS_IS) {
        uint64_t row = r->row;
        if (at >= s->shape.columns) { // seldom, and a division is dear
            row += at / s->shape.columns;
            at %= s->shape.columns;
        }
        *place = (struct rh_map_place){r->channel, bank_of(s), (uint32_t)row, (uint32_t)at};
        return row < s->shape.rows ||
               rh_trace_refuse(s->trace, r, RH_TRACE_ROW, "a request that ends inside the last row", error);
    }
    uint64_t address;
    if (s->how == LINEARISED) {
        const struct rh_trace_geometry *g = rh_trace_geometry(s->trace);
        uint64_t columns = (uint64_t)g->columns * s->unit / s->shape.command_bytes;
        uint64_t unit = ((uint64_t)r->row * g->banks + bank_of(s)) * columns + at;
        address = (unit * g->channels + r->channel) * s->shape.command_bytes;
    } else {
        uint64_t first = in_commands(s, r->address);
        address = (first + i) * s->shape.command_bytes;
        if (address < first * s->shape.command_bytes && !s->map.wrap) // wrapped round
            address = UINT64_MAX;
    }
    if (i == 0 && s->folds != NULL)
        rh_folds_take(s->folds, &s->map, address);
    if (rh_map_place(&s->map, address, place))
        return true;
    return rh_trace_refuse_outside(s->trace, r, s->how == ADDRESSES ? RH_TRACE_ADDRESS : RH_TRACE_ROW, &s->map, error);
}

/* Clock in which the record arrives: that of its cycle, or what the bubbles so far take. */
static bool find_arrival(struct trace_stream *s, struct rh_error *error) {
    const struct rh_trace_record *r = &s->record;
    if (s->bubbles_per_clock != 0) {
        s->bubbles += r->bubbles;
        s->clock = s->bubbles / s->bubbles_per_clock;
        return true;
    }
    s->clock = (s->fields & 1U << RH_TRACE_CYCLE) != 0 ? r->cycle : 0;
    return s->clock_fs == 0 || rh_trace_clock_convert(s->clock_fs, s->tck_ps, r->cycle, &s->clock) ||
           rh_trace_refuse(s->trace, r, RH_TRACE_CYCLE, "one before clock 2^63 of the preset", error);
}

/* 1 with a record ready to be given out, 0 at the end, -1 on an error. */
static int next_record(struct trace_stream *s, struct rh_error *error) {
    int status = rh_trace_next(s->trace, &s->record, error);
    if (status <= 0)
        return status;
    rh_trace_set fields = s->fields = rh_trace_fields(s->trace);
    if (!find_arrival(s, error))
        return -1;
    if (s->base.latest_why != NULL && s->clock > s->base.latest) {
        char expected[256];
        bool cycle = s->bubbles_per_clock == 0;
        snprintf(expected, sizeof expected, "%sat most %" PRIu64 ", %s",
                 !cycle             ? "an arrival by then of "
                 : s->clock_fs != 0 ? "a clock of the preset of "
                                    : "",
                 s->base.latest, s->base.latest_why);
        rh_trace_refuse(s->trace, &s->record, cycle ? RH_TRACE_CYCLE : RH_TRACE_BUBBLES, expected, error);
        return -1;
    }
    uint32_t bytes = (fields & 1U << RH_TRACE_BYTES) != 0 ? s->record.bytes : 0;
    if (bytes == 0)
        bytes = s->default_bytes;
    s->total = (uint32_t)in_commands(s, (uint64_t)bytes + s->shape.command_bytes - 1);
    s->done = 0;
    return 1;
}

static bool follows(const struct rh_map_place *a, const struct rh_map_place *b, uint32_t n) {
    return a->channel == b->channel && a->bank == b->bank && a->row == b->row && a->column + n == b->column;
}

static int next(struct rh_stream *stream, struct rh_request *request, struct rh_error *error) {
    struct trace_stream *s = (struct trace_stream *)stream;
    struct rh_map_place first, other;
    if (s->left == 0)
        return 0;
    if (s->done == s->total) {
        int status = next_record(s, error);
        if (status <= 0)
            return status;
    }
    if (!place_command(s, s->done, &first, error))
        return -1;
    uint32_t n = 1;
    for (; n < RH_MAX_COMMANDS && s->done + n < s->total; n++) {
        if (!place_command(s, s->done + n, &other, error))
            return -1;
        if (!follows(&first, &other, n))
            break;
    }
    s->done += n;
    s->given = n;
    s->left--;
    rh_trace_set fields = s->fields;
    *request = (struct rh_request){
        .cycle = s->clock,
        .created = (fields & 1U << RH_TRACE_CREATED) != 0 ? s->record.created : 0,
        .channel = (uint16_t)first.channel,
        .bank = (uint8_t)first.bank,
        .write = s->record.write,
        .row = first.row,
        .column = (uint16_t)first.column,
        .commands = (uint8_t)n,
        .core = (fields & 1U << RH_TRACE_CORE) != 0 ? (uint16_t)s->record.core : 0xffff,
        .warp = (fields & 1U << RH_TRACE_WARP) != 0 ? (uint16_t)s->record.warp : 0xffff,
    };
    return 1;
}

static int fill(struct rh_stream *stream, struct rh_request *requests, size_t room, size_t *n, struct rh_error *error) {
    int status = 1;
    for (*n = 0; *n < room && (status = next(stream, &requests[*n], error)) > 0;)
        ++*n;
    return status;
}

bool rh_stream_has_payload(const struct rh_stream_setup *setup, const struct rh_stream *stream) {
    if (setup->synthetic != NULL)
        return false;
    const struct rh_trace *trace = ((const struct trace_stream *)stream)->trace;
    return rh_trace_varies(trace) || (rh_trace_fields(trace) & 1U << RH_TRACE_DATA) != 0;
}

bool rh_stream_folds(const struct rh_stream_setup *setup, const struct rh_stream *stream, struct rh_fold_count *count) {
    const struct trace_stream *s = (const struct trace_stream *)stream;
    if (setup->synthetic != NULL || s->folds == NULL)
        return false;
    *count = rh_folds_count(s->folds);
    return true;
}

/* Two digits, the higher one first; the trace's reader has checked them. */
static uint8_t byte_of(const char *digits) {
    unsigned byte = 0;
    for (unsigned i = 0; i < 2; i++) {
        unsigned digit = (unsigned char)digits[i];
        byte = byte << 4 | (digit <= '9' ? digit - '0' : (digit | 0x20U) - 'a' + 10);
    }
    return (uint8_t)byte;
}

bool rh_stream_payload(const struct rh_stream *stream, unsigned command, uint8_t *bytes) {
    const struct trace_stream *s = (const struct trace_stream *)stream;
    const struct rh_trace_record *r = &s->record;
    const char *text = r->data.text;
    size_t length = r->data.length, size = s->shape.command_bytes;
    if (length >= 2 && (text[1] == 'x' || text[1] == 'X')) {
        text += 2;
        length -= 2;
    }
    /* bytes of the first command before the request's first */
    uint64_t before = (s->how == ADDRESSES ? r->address : (uint64_t)r->column * s->unit) % size;
    uint64_t start = (uint64_t)(s->done - s->given + command) * size;
    if (start < before || start - before + size > length / 2)
        return false;
    for (size_t i = 0; i < size; i++)
        bytes[i] = byte_of(text + 2 * (start - before + i));
    return true;
}

static void close_trace(struct rh_stream *stream) {
    struct trace_stream *s = (struct trace_stream *)stream;
    rh_trace_close(s->trace);
    rh_folds_close(s->folds);
    free(s);
}

static void add_note(struct trace_stream *s, const char *text) {
    size_t used = strlen(s->note);
    if (text[0] != '\0')
        snprintf(s->note + used, sizeof s->note - used, "%s%s", used == 0 ? "" : "; ", text);
}

/* Set up the map for `channels` and tell which. */
static bool set_map(struct trace_stream *s, const struct rh_stream_setup *setup, const struct rh_preset *preset,
                    const char *what, struct rh_error *error) {
    char text[RH_MAP_TEXT];
    if (!rh_map_parse(&s->map, rh_map_text(setup->map, preset), &s->shape, error))
        return false;
    s->map.memory = s->memory;
    s->map.wrap = setup->wrap;
    if (setup->wrap && (s->folds = rh_folds_open()) == NULL)
        return rh_error_field(error, "stream", "found no memory to count what is folded, expected enough");
    rh_map_print(&s->map, s->map_text);
    snprintf(text, sizeof text, "%s%s mapped by %.200s", what, setup->wrap ? ", folded into the memory," : "",
             s->map_text);
    add_note(s, text);
    return true;
}

#define AS_THEY_ARE " is not used, for the coordinates fit the preset and are replayed as they are"

/* Decide how coordinates are placed. */
static bool set_up_places(struct trace_stream *s, const struct rh_stream_setup *setup, const struct rh_preset *preset,
                          struct rh_error *error) {
    const struct rh_trace_geometry mine = {.channels = s->shape.channels,
                                           .banks = preset->banks,
                                           .bank_groups = preset->groups,
                                           .rows = preset->rows,
                                           .columns = s->shape.columns,
                                           .column_bytes = s->shape.command_bytes};
    if (!rh_trace_set_geometry(s->trace, &mine, error))
        return false;
    const struct rh_trace_geometry *g = rh_trace_geometry(s->trace);
    bool grouped = (rh_trace_fields(s->trace) & 1U << RH_TRACE_BANK_GROUP) != 0 && g->bank_groups != 0;
    s->group_banks = grouped ? g->banks / g->bank_groups : 0;
    uint64_t row_bytes = (uint64_t)g->columns * g->column_bytes;
    s->unit = g->column_bytes;
    if (setup->request_bytes == 0)
        s->default_bytes = g->column_bytes;
    if ((setup->channels == 0 || g->channels <= setup->channels) && g->banks <= preset->banks &&
        g->rows <= preset->rows && row_bytes <= (uint64_t)s->shape.columns * s->shape.command_bytes) {
        s->how = AS_IS;
        s->base.channels = (uint16_t)g->channels;
        char channels[96];
        (void)snprintf(channels, sizeof channels,
                       "--channels is not used, for the coordinates fit and have %" PRIu32 " of their own",
                       g->channels);
        add_note(s, setup->channels > g->channels ? channels : "");
        add_note(s, setup->map != NULL ? "--map" AS_THEY_ARE : "");
        add_note(s, setup->wrap ? "--wrap" AS_THEY_ARE : "");
        return true;
    }
    s->how = LINEARISED;
    s->shape.channels = setup->channels != 0 ? setup->channels : g->channels;
    s->base.channels = (uint16_t)s->shape.channels;
    if (row_bytes % s->shape.command_bytes != 0)
        return rh_error_set(error,
                            "%s: found rows of %" PRIu64 " bytes, expected a multiple of the %" PRIu32
                            " bytes of a column command of %s",
                            rh_trace_file(s->trace), row_bytes, s->shape.command_bytes, preset->name);
    return set_map(s, setup, preset, "coordinates do not fit the preset: linearised row:bank:column:channel, then",
                   error);
}

/* Cycles become clocks of the preset: those that the setup says they are, or else the file. */
static bool set_up_cycles(struct trace_stream *s, const struct rh_stream_setup *setup, const struct rh_preset *preset,
                          rh_trace_set fields, struct rh_error *error) {
    char own[RH_TRACE_CLOCK_TEXT], note[384];
    uint64_t fs = rh_trace_clock(s->trace), tck = (uint64_t)preset->tck_ps * 1000;
    bool cycles = (fields & 1U << RH_TRACE_CYCLE) != 0;
    if (setup->trace_clock != NULL && !rh_trace_clock_parse(setup->trace_clock, &fs))
        return rh_error_field(error, "trace_clock",
                              "found '%s', expected a clock from 1 ps to 1 ms, like 1.25 ns or "
                              "800 MHz",
                              setup->trace_clock);
    if (setup->trace_clock != NULL && !cycles)
        return rh_error_field(error, "trace_clock", "found a trace without cycles, expected one with cycles");
    if (!cycles)
        return true;
    (void)rh_trace_clock_text(tck, own);
    if (fs == 0) {
        (void)snprintf(note, sizeof note,
                       "the trace's cycles are taken as clocks of %s, %s each ('# clock: %s' in it, or "
                       "--trace-clock, says what they are)",
                       preset->name, own, own);
        add_note(s, note);
        return true;
    }
    (void)rh_trace_clock_text(fs, s->clock_text);
    s->tck_ps = preset->tck_ps;
    s->clock_fs = fs != tck ? fs : 0;
    (void)snprintf(note, sizeof note, "the trace's cycles of %s become clocks of %s", s->clock_text, own);
    add_note(s, fs != tck ? note : "");
    return true;
}

/* Bubbles become time only when it is said how many bubbles a clock takes. */
static bool set_up_clock(struct trace_stream *s, const struct rh_stream_setup *setup, rh_trace_set fields,
                         struct rh_error *error) {
    bool bubbles = (fields & 1U << RH_TRACE_BUBBLES) != 0;
    if (setup->bubbles_per_clock != 0 && (!bubbles || s->base.timed))
        return rh_error_field(error, "bubbles_per_clock", "found a trace %s, expected one with bubbles and no cycles",
                              s->base.timed ? "with cycles" : "without bubbles");
    if (setup->bubbles_per_clock == 0) {
        if (bubbles)
            add_note(s, "bubbles take no time (--bubbles-per-clock N gives them some)");
        return true;
    }
    s->bubbles_per_clock = setup->bubbles_per_clock;
    s->base.timed = true;
    return true;
}

static bool set_up(struct trace_stream *s, const struct rh_stream_setup *setup, const struct rh_preset *preset,
                   struct rh_error *error) {
    s->shape = rh_map_shape_of(preset, setup->channels);
    if ((s->shape.command_bytes & (s->shape.command_bytes - 1)) == 0)
        s->command_shift = (unsigned)__builtin_ctz(s->shape.command_bytes);
    s->base.channels = (uint16_t)s->shape.channels;
    s->left = setup->requests != 0 ? setup->requests : UINT64_MAX;
    s->default_bytes = setup->request_bytes != 0 ? setup->request_bytes : 64;
    s->trace = rh_trace_open(setup->stream, setup->format, error);
    if (s->trace == NULL)
        return false;
    rh_trace_set fields = rh_trace_fields(s->trace);
    s->base.timed = (fields & 1U << RH_TRACE_CYCLE) != 0;
    snprintf(s->memory, sizeof s->memory, "%s", preset->name);
    add_note(s, rh_trace_note(s->trace));
    if (!set_up_cycles(s, setup, preset, fields, error) || !set_up_clock(s, setup, fields, error))
        return false;
    if (setup->request_bytes != 0 && (fields & 1U << RH_TRACE_BYTES) != 0 && !rh_trace_varies(s->trace))
        add_note(s, "--bytes is not used, for each request of the trace has its own");
    if ((fields & 1U << RH_TRACE_ADDRESS) == 0)
        return set_up_places(s, setup, preset, error);
    s->how = ADDRESSES;
    return set_map(s, setup, preset, "addresses", error);
}

/* The synthetic stream, with a remark where a file of its name might have been meant. */
static struct rh_stream *open_synthetic(const struct rh_stream_setup *setup, const struct rh_preset *preset,
                                        struct rh_error *error) {
    struct rh_stream *stream = rh_synthetic_open(setup, preset, error);
    if (stream != NULL && stream->note == NULL && setup->synthetic != NULL && access(setup->synthetic->name, F_OK) == 0)
        stream->note = setup->synthetic->shadows;
    return stream;
}

struct rh_stream *rh_stream_open(const struct rh_stream_setup *setup, const struct rh_preset *preset,
                                 struct rh_error *error) {
    if (setup->synthetic != NULL || setup->stream == NULL)
        return open_synthetic(setup, preset, error);
    if (setup->stream[0] == '\0') {
        rh_error_field(error, "stream", "found nothing, expected the name of a synthetic stream or a trace file");
        return NULL;
    }
    // A misspelt name is likelier than a file without a folder or an ending.
    if (strcmp(setup->stream, "-") != 0 && strpbrk(setup->stream, "./") == NULL && access(setup->stream, F_OK) != 0) {
        char nearest[RH_NEAR_TEXT];
        struct rh_near near = {.word = setup->stream};
        for (size_t i = 0; rh_synthetic_at(i) != NULL; i++)
            rh_near_offer(&near, rh_synthetic_at(i)->name);
        rh_error_field(error, "stream", "found '%.64s', expected %s, or a trace file%s", setup->stream,
                       rh_synthetic_names(), rh_near_text(&near, nearest));
        return NULL;
    }
    struct trace_stream *s = calloc(1, sizeof *s);
    if (s == NULL) {
        rh_error_field(error, "stream", "found no memory, expected enough");
        return NULL;
    }
    s->base.next = s->base.fills_for = next;
    s->base.fill = fill;
    s->base.close = close_trace;
    if (!set_up(s, setup, preset, error)) {
        close_trace(&s->base);
        return NULL;
    }
    s->base.note = s->note[0] != '\0' ? s->note : NULL;
    return &s->base;
}
