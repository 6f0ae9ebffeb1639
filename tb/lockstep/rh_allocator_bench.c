// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_allocator_bench.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rowhold/rh_random.h"
#include "tb/lockstep/rh_lockstep.h"

/* --- the driver --- */

/** How the rows of a spell differ. */
enum { ONE_ROW, TWO_ROWS, ONE_BIT, ONE_HASH, ROW_ZERO, ALL_ROWS, ROW_STYLES };

static uint32_t below(struct rh_allocator_driver *d, uint32_t n) {
    return rh_random_below(&d->random, n);
}

static bool one_in(struct rh_allocator_driver *d, uint32_t n) {
    return below(d, n) == 0;
}

static uint64_t all_outputs(const struct rh_allocator_driver *d) {
    return (UINT64_C(1) << d->params->outputs) - 1;
}

/* Lengths are small more often than great. */
static uint16_t length_below(struct rh_allocator_driver *d, uint32_t most) {
    return (uint16_t)below(d, 1 + below(d, most));
}

static void begin_spell(struct rh_allocator_driver *d) {
    static const uint8_t densities[] = {0, 0, 0, 4, 16, 32, 56, 64};
    struct rh_allocator_spell *s = &d->spell;
    bool endless = one_in(d, 12);
    *s = (struct rh_allocator_spell){
        .left = endless ? 300 + below(d, 900) : 1 + below(d, 64),
        .redrawn = !endless && one_in(d, 6),
        .mapped = !one_in(d, 3),
        .density = densities[below(d, sizeof densities)],
        .rows = (uint8_t)below(d, ROW_STYLES),
        .hot = (uint8_t)(one_in(d, 4) || endless ? below(d, d->params->outputs) : UINT8_MAX),
        .stream = endless ? UINT16_MAX : length_below(d, 40),
        .pause = endless || one_in(d, 3) ? 0 : length_below(d, 40),
        .open = (uint16_t)(1 + length_below(d, 30)),
        .shut = endless || one_in(d, 3) ? 0 : (uint16_t)(1 + length_below(d, 40)),
        .row = below(d, 1U << d->params->row_bits),
        .output = below(d, d->params->outputs),
    };
}

static uint32_t draw_row(struct rh_allocator_driver *d) {
    const struct rh_allocator_params *p = d->params;
    uint32_t mask = (1U << p->row_bits) - 1, bit = 1U << below(d, p->row_bits);
    switch (d->spell.rows) {
    case ONE_ROW:
        return d->spell.row;
    case TWO_ROWS:
        return one_in(d, 2) ? d->spell.row : ~d->spell.row & mask;
    case ONE_BIT:
        return one_in(d, 2) ? d->spell.row : d->spell.row ^ bit;
    case ONE_HASH: /* both bits fold onto one, where the row has both */
        return one_in(d, 2) ? d->spell.row : (d->spell.row ^ bit ^ bit << p->hash_bits) & mask;
    case ROW_ZERO:
        return one_in(d, 2) ? 0 : bit;
    default:
        return below(d, mask + 1);
    }
}

/* Row of the packet at the head of input `i`. Where no row is stored it is 0, which a memory that shows nothing would
 * match. */
static void set_row(struct rh_allocator_driver *d, unsigned i) {
    uint32_t row = draw_row(d);
    d->in.row[i] = d->in.destination[i] < d->params->destinations && d->in.bank[i] < d->params->banks ? row : 0;
}

/* Another packet at the head of input `i`. Numbers that no destination or bank has are drawn, too. */
static void take_packet(struct rh_allocator_driver *d, unsigned i) {
    const struct rh_allocator_params *p = d->params;
    const struct rh_allocator_spell *s = &d->spell;
    bool beyond = one_in(d, 24);
    uint32_t destination = below(d, beyond ? 1U << rh_log2_up(p->destinations) : p->destinations);
    unsigned output = s->mapped ? destination % p->outputs : below(d, p->outputs);
    if (s->hot < p->outputs && !one_in(d, 8)) {
        output = s->hot;
        destination = s->mapped && output < p->destinations ? output : destination;
    }
    uint64_t asked = UINT64_C(1) << output;
    for (unsigned o = 0; s->density != 0 && o < p->outputs; o++)
        asked |= (uint64_t)(below(d, 64) < s->density) << o;
    d->in.request[i] |= asked;
    d->in.destination[i] = (uint8_t)destination;
    d->in.bank[i] = (uint8_t)below(d, beyond ? 1U << rh_log2_up(p->banks) : p->banks);
    set_row(d, i);
    d->stream[i] = s->stream == 0 ? 0 : (uint16_t)below(d, s->stream + 1U);
    d->packets++;
}

static void draw_requests(struct rh_allocator_driver *d) {
    for (unsigned i = 0; i < d->params->inputs; i++) {
        if (d->spell.redrawn)
            d->in.request[i] = 0;
        if (d->spell.redrawn && one_in(d, 4))
            continue;
        if (d->spell.redrawn || (d->in.request[i] == 0 && d->pause[i] == 0))
            take_packet(d, i);
        else if (d->in.request[i] == 0)
            d->pause[i]--;
    }
}

static void draw_ready(struct rh_allocator_driver *d) {
    const struct rh_allocator_spell *s = &d->spell;
    if (s->shut == 0 || d->draining)
        d->in.ready = all_outputs(d);
    for (unsigned o = 0; s->shut != 0 && !d->draining && o < d->params->outputs; o++) {
        if (d->turn[o]-- != 0)
            continue;
        d->in.ready ^= UINT64_C(1) << o;
        bool ready = (d->in.ready >> o & 1) != 0;
        d->turn[o] = (uint16_t)below(d, ready ? s->open : s->shut);
    }
    for (unsigned o = 0; o < d->params->outputs; o++) {
        d->blocked[o] = (d->in.ready >> o & 1) != 0 ? 0 : d->blocked[o] + 1;
        if (d->blocked[o] > d->longest_block)
            d->longest_block = d->blocked[o];
    }
}

void rh_allocator_driver_start(struct rh_allocator_driver *driver, const struct rh_allocator_params *params,
                               uint64_t seed) {
    memset(driver, 0, sizeof *driver);
    driver->params = params;
    driver->random = rh_random_start(seed, RH_DRAWS_REQUESTS);
}

const struct rh_allocator_in *rh_allocator_driver_clock(struct rh_allocator_driver *d) {
    if (d->spell.left == 0)
        begin_spell(d);
    d->spell.left--;
    if (!d->draining)
        draw_requests(d);
    draw_ready(d);
    return &d->in;
}

/* The granted packet leaves; the next one of its stream stands there at once. */
static void leave(struct rh_allocator_driver *d, unsigned i, uint64_t granted) {
    if (d->stream[i] != 0 && !d->draining) {
        d->stream[i]--;
        d->packets++;
        d->streamed++;
        if (one_in(d, 8))
            set_row(d, i);
        if (one_in(d, 32))
            d->in.bank[i] = (uint8_t)below(d, d->params->banks);
        return;
    }
    d->in.request[i] &= ~granted;
    if (d->in.request[i] == 0)
        d->pause[i] = d->spell.pause == 0 ? 0 : (uint16_t)below(d, d->spell.pause + 1U);
}

void rh_allocator_driver_granted(struct rh_allocator_driver *d, const struct rh_allocator_out *out) {
    for (unsigned i = 0; i < d->params->inputs; i++)
        if (out->grant[i] != 0)
            leave(d, i, out->grant[i]);
}

void rh_allocator_driver_drain(struct rh_allocator_driver *d) {
    d->draining = true;
}

unsigned rh_allocator_driver_waiting(const struct rh_allocator_driver *d) {
    unsigned waiting = 0;
    for (unsigned i = 0; i < d->params->inputs; i++)
        waiting += (unsigned)__builtin_popcountll(d->in.request[i]);
    return waiting;
}

/* --- the watcher --- */

/** How long a request may wait while its output stays ready. */
enum longest { NO_BOUND, SQUARE, TURNS };

/** What the C file of an allocator promises beyond the contract of the kind. */
static const struct promise {
    const char *name;
    bool
        maximal; /* no request is left whose input and output are free; else one grant an iteration as long as one is */
    enum longest longest;
    unsigned iterations; /* with which the wait has its bound, at most */
} promises[] = {
    {"pim", false, NO_BOUND, 0},
    {"islip", false, TURNS, RH_MOST_iterations},
    {"wavefront", true, SQUARE, RH_MOST_iterations},
    {"separable", false, TURNS, 1},
};

/** One clock as it is looked at. */
struct observed {
    const struct rh_allocator_in *in;
    const struct rh_allocator_out *out;
    uint64_t eligible[RH_MOST_inputs];
    uint8_t granted[RH_MOST_outputs]; /* the input, or nobody */
    unsigned grants;
    bool away; /* the hold rule turned a request away */
};

static bool bit(uint64_t set, unsigned n) {
    return (set >> n & 1) != 0;
}

static bool one_grant_a_row_and_column(const struct rh_allocator_watcher *w, struct observed *observed,
                                       struct rh_error *error) {
    memset(observed->granted, RH_ALLOCATOR_NOBODY, sizeof observed->granted);
    for (unsigned i = 0; i < w->params->inputs; i++) {
        uint64_t grant = observed->out->grant[i];
        if ((grant & (grant - 1)) != 0)
            return rh_error_set(error, "input %u: found grants 0x%" PRIx64 ", expected one output at most", i, grant);
        if ((grant & ~observed->eligible[i]) != 0)
            return rh_error_set(error, "input %u: found grant 0x%" PRIx64 ", expected one of its eligible 0x%" PRIx64,
                                i, grant, observed->eligible[i]);
        for (unsigned o = 0; o < w->params->outputs; o++) {
            if (!bit(grant, o))
                continue;
            if (observed->granted[o] != RH_ALLOCATOR_NOBODY)
                return rh_error_set(error, "output %u: found it granted to inputs %u and %u, expected one", o,
                                    observed->granted[o], i);
            observed->granted[o] = (uint8_t)i;
            observed->grants++;
        }
    }
    return true;
}

/* XOR of the row's pieces of `bits` bits. */
static uint32_t fold(uint32_t row, unsigned bits) {
    uint32_t hash = 0;
    for (unsigned k = 0; k < 32; k++)
        hash ^= (row >> k & 1) << k % bits;
    return hash;
}

static bool known_place(const struct rh_allocator_watcher *w, const struct rh_allocator_in *in, unsigned i) {
    return in->destination[i] < w->params->destinations && in->bank[i] < w->params->banks;
}

/* Does the rule hold a grant of output `o` to input `i` that asks again? */
static bool matches(const struct rh_allocator_watcher *w, const struct rh_allocator_in *in, unsigned i, unsigned o) {
    const struct rh_allocator_params *p = w->params;
    if (p->hold == RH_HOLD_row_match_hold_grant)
        return known_place(w, in, i) && w->granted_row[in->destination[i]][in->bank[i]] == in->row[i];
    if (p->hold == RH_HOLD_hash_match_hold_grant)
        return fold(w->packet_row[o], p->hash_bits) == fold(in->row[i], p->hash_bits);
    return p->hold == RH_HOLD_hold_grant;
}

static bool holds_what_it_must(const struct rh_allocator_watcher *w, const struct observed *observed,
                               struct rh_error *error) {
    for (unsigned o = 0; o < w->params->outputs; o++) {
        unsigned i = w->owner[o];
        bool asks = i != RH_ALLOCATOR_NOBODY && bit(observed->eligible[i], o);
        bool free_clock = asks && (observed->eligible[i] & w->pending_release) != 0;
        bool expected = asks && !free_clock && matches(w, observed->in, i, o);
        if (bit(observed->out->held, o) != expected)
            return rh_error_set(error, "output %u: found it %s, expected it %s: %s", o, expected ? "not held" : "held",
                                expected ? "held" : "not held",
                                !asks        ? "nobody who had it asks again"
                                : free_clock ? "its input asks for an output that is owed a free clock"
                                : expected   ? "who had it asks again and the rule agrees"
                                             : "the rule does not match");
        if (expected && observed->granted[o] != i)
            return rh_error_set(error, "output %u: found it held and not granted to input %u, expected it granted", o,
                                i);
    }
    return true;
}

/* Is input `i` granted an output that is held? */
static bool held_input(const struct rh_allocator_watcher *w, const struct observed *observed, unsigned i) {
    for (unsigned o = 0; o < w->params->outputs; o++)
        if (bit(observed->out->held, o) && observed->granted[o] == i)
            return true;
    return false;
}

static void find_turned_away(const struct rh_allocator_watcher *w, struct observed *observed) {
    for (unsigned i = 0; i < w->params->inputs; i++) {
        uint64_t left = observed->eligible[i] & ~observed->out->grant[i];
        observed->away =
            observed->away || (left & observed->out->held) != 0 || (left != 0 && held_input(w, observed, i));
    }
}

static bool alone(const struct rh_allocator_watcher *w, const struct observed *observed, unsigned i, unsigned o) {
    for (unsigned k = 0; k < w->params->inputs; k++)
        if (k != i && bit(observed->eligible[k], o))
            return false;
    return observed->eligible[i] == UINT64_C(1) << o;
}

static bool leaves_nobody(const struct rh_allocator_watcher *w, const struct observed *observed,
                          const struct promise *promise, struct rh_error *error) {
    for (unsigned i = 0; i < w->params->inputs; i++)
        for (unsigned o = 0; o < w->params->outputs; o++) {
            if (!bit(observed->eligible[i], o) || observed->out->grant[i] != 0 ||
                observed->granted[o] != RH_ALLOCATOR_NOBODY)
                continue;
            if (alone(w, observed, i, o))
                return rh_error_set(
                    error, "input %u, output %u: found the only request of both not granted, expected a grant", i, o);
            if (promise != NULL && promise->maximal)
                return rh_error_set(error, "input %u, output %u: found both free and a request, expected none left", i,
                                    o);
            if (promise != NULL && observed->grants < w->params->iterations)
                return rh_error_set(
                    error, "input %u, output %u: found a request left and %u grants, expected one an iteration", i, o,
                    observed->grants);
        }
    return true;
}

/* The clock of its wait in which a request of input `i` is granted at the latest; 0: no bound. */
static uint64_t bound_of(const struct rh_allocator_watcher *w, const struct promise *promise, uint64_t eligible) {
    const struct rh_allocator_params *p = w->params;
    if (promise == NULL || p->iterations > promise->iterations ||
        (p->hold != RH_HOLD_none && w->config->hold_limit == 0))
        return 0;
    uint64_t spread = p->hold != RH_HOLD_none ? w->config->hold_limit + 1U : 1;
    if (promise->longest == SQUARE)
        return spread * (p->inputs > p->outputs ? p->inputs : p->outputs);
    return promise->longest == TURNS ? spread * p->inputs * (unsigned)__builtin_popcountll(eligible) : 0;
}

static bool waits_end(struct rh_allocator_watcher *w, const struct observed *observed, const struct promise *promise,
                      struct rh_error *error) {
    for (unsigned i = 0; i < w->params->inputs; i++) {
        /* the bound in turns is one of requests that stay as they are */
        bool fresh = promise != NULL && promise->longest == TURNS && w->eligible[i] != observed->eligible[i];
        uint64_t bound = bound_of(w, promise, observed->eligible[i]);
        for (unsigned o = 0; o < w->params->outputs; o++) {
            bool left = bit(observed->eligible[i] & ~observed->out->grant[i], o);
            w->wait[i][o] = !left ? 0 : (fresh ? 0 : w->wait[i][o]) + 1;
            if (bound != 0 && w->wait[i][o] >= bound)
                return rh_error_set(error,
                                    "input %u, output %u: found a wait of %" PRIu32
                                    " clocks without a grant, expected one in clock %" PRIu64 " at the latest",
                                    i, o, w->wait[i][o], bound);
        }
        w->eligible[i] = observed->eligible[i];
    }
    return true;
}

static void remember_rows(struct rh_allocator_watcher *w, const struct observed *observed) {
    for (unsigned o = 0; o < w->params->outputs; o++)
        if (observed->granted[o] != RH_ALLOCATOR_NOBODY) {
            unsigned i = observed->granted[o];
            w->packet_row[o] = observed->in->row[i];
            if (known_place(w, observed->in, i))
                w->granted_row[observed->in->destination[i]][observed->in->bank[i]] = 0;
        }
    /* rows of one place that are granted together are stored as their OR */
    for (unsigned i = 0; i < w->params->inputs; i++)
        if (observed->out->grant[i] != 0 && known_place(w, observed->in, i))
            w->granted_row[observed->in->destination[i]][observed->in->bank[i]] |= observed->in->row[i];
}

static void remember(struct rh_allocator_watcher *w, const struct observed *observed) {
    for (unsigned o = 0; o < w->params->outputs; o++) {
        uint8_t owner = w->owner[o];
        if (observed->granted[o] != RH_ALLOCATOR_NOBODY)
            w->owner[o] = observed->granted[o];
        else if (owner != RH_ALLOCATOR_NOBODY && (bit(observed->in->ready, o) || observed->out->grant[owner] != 0))
            w->owner[o] = RH_ALLOCATOR_NOBODY;
    }
    remember_rows(w, observed);
    w->pending_release &= ~observed->in->ready;
    w->turned_away = observed->away;
    w->away += observed->away;
    if (w->config->hold_limit != 0 && w->away == w->config->hold_limit) {
        w->away = 0;
        w->pending_release = ~UINT64_C(0);
    }
}

void rh_allocator_watcher_start(struct rh_allocator_watcher *watcher, const char *name,
                                const struct rh_allocator_params *params, const struct rh_allocator_config *config) {
    watcher->name = name;
    watcher->params = params;
    watcher->config = config;
    rh_allocator_watcher_reset(watcher);
}

void rh_allocator_watcher_reset(struct rh_allocator_watcher *watcher) {
    *watcher =
        (struct rh_allocator_watcher){.name = watcher->name, .params = watcher->params, .config = watcher->config};
    memset(watcher->owner, RH_ALLOCATOR_NOBODY, sizeof watcher->owner);
}

static const struct promise *promise_of(const char *name) {
    for (size_t k = 0; k < sizeof promises / sizeof promises[0]; k++)
        if (strcmp(promises[k].name, name) == 0)
            return &promises[k];
    return NULL;
}

bool rh_allocator_watcher_clock(struct rh_allocator_watcher *watcher, const struct rh_allocator_in *in,
                                const struct rh_allocator_out *out, struct rh_error *error) {
    struct observed observed = {.in = in, .out = out};
    const struct promise *promise = promise_of(watcher->name);
    for (unsigned i = 0; i < watcher->params->inputs; i++)
        observed.eligible[i] = in->request[i] & in->ready;
    if (!one_grant_a_row_and_column(watcher, &observed, error) || !holds_what_it_must(watcher, &observed, error))
        return false;
    find_turned_away(watcher, &observed);
    if (!leaves_nobody(watcher, &observed, promise, error) || !waits_end(watcher, &observed, promise, error))
        return false;
    remember(watcher, &observed);
    return true;
}

unsigned rh_allocator_watcher_remembered(const struct rh_allocator_watcher *watcher) {
    unsigned remembered = 0;
    for (unsigned o = 0; o < watcher->params->outputs; o++)
        remembered += watcher->owner[o] != RH_ALLOCATOR_NOBODY;
    return remembered;
}

/* --- what happened --- */

#define EVENT(group, name) events->named[RH_ALLOCATOR_EVENT_##group##_##name]

/** One clock, looked at from both sides. */
struct clock {
    const struct rh_allocator_watcher *before;
    const struct rh_allocator_params *params;
    const struct rh_allocator_in *in;
    const struct rh_allocator_out *out;
    uint64_t outputs, taken; /* all; granted */
    uint64_t held_inputs;    /* inputs whose grant is held */
    unsigned grants;
};

static void count_matrix(struct rh_allocator_events *events, const struct clock *c) {
    uint64_t any = 0, every = c->outputs;
    bool one = true;
    for (unsigned i = 0; i < c->params->inputs; i++) {
        any |= c->in->request[i];
        every &= c->in->request[i];
        one = one && c->in->request[i] != 0 && c->in->request[i] == c->in->request[0];
    }
    EVENT(matrix, empty) += any == 0;
    EVENT(matrix, blocked) += any != 0 && (any & c->in->ready) == 0;
    EVENT(matrix, full) += every == c->outputs && (c->in->ready & c->outputs) == c->outputs;
    EVENT(matrix, one_output) += one && (any & (any - 1)) == 0;
    uint64_t ready = c->in->ready & c->outputs;
    EVENT(ready, none) += ready == 0;
    EVENT(ready, some) += ready != 0 && ready != c->outputs;
    EVENT(ready, all) += ready == c->outputs;
}

static void count_match(struct rh_allocator_events *events, const struct clock *c) {
    bool left = false;
    for (unsigned i = 0; i < c->params->inputs; i++) {
        uint64_t eligible = c->in->request[i] & c->in->ready & c->outputs;
        left = left || (c->out->grant[i] == 0 && (eligible & ~c->taken) != 0);
        uint64_t lost = eligible & ~c->out->grant[i];
        EVENT(away, of_output) += (lost & c->out->held) != 0;
        EVENT(away, of_input) += (lost & ~c->out->held) != 0 && bit(c->held_inputs, i);
        for (unsigned o = 0; o < c->params->outputs; o++) {
            events->pair_granted[i][o] += bit(c->out->grant[i], o);
            events->pair_held[i][o] += bit(c->out->grant[i] & c->out->held, o);
        }
    }
    EVENT(match, left) += left;
    EVENT(match, maximal) += c->grants != 0 && !left;
    events->granted[c->grants]++;
    events->held[__builtin_popcountll(c->out->held & c->outputs)]++;
}

static bool place_exists(const struct clock *c, unsigned i) {
    return c->in->destination[i] < c->params->destinations && c->in->bank[i] < c->params->banks;
}

/* What becomes of the pair that had output `o`. */
static void count_pair(struct rh_allocator_events *events, const struct clock *c, uint64_t blocked, unsigned o) {
    unsigned i = c->before->owner[o];
    if (i == RH_ALLOCATOR_NOBODY)
        return;
    if (!bit(c->in->ready, o)) {
        EVENT(pair, kept) += c->out->grant[i] == 0;
        EVENT(pair, moved) += c->out->grant[i] != 0;
        return;
    }
    bool asks = bit(c->in->request[i], o), held = bit(c->out->held, o), granted = bit(c->out->grant[i], o);
    bool limit = (c->in->request[i] & c->in->ready & c->before->pending_release) != 0;
    bool differs = c->before->packet_row[o] != c->in->row[i];
    EVENT(pair, silent) += !asks;
    EVENT(pair, held) += held;
    EVENT(pair, held_after_block) += held && bit(blocked, o);
    EVENT(pair, lost) += asks && !held && !granted;
    EVENT(pair, won) += asks && !held && granted;
    EVENT(limit, yields) += asks && limit && !granted;
    EVENT(limit, of_input) += asks && limit && !bit(c->before->pending_release, o);
    EVENT(row, nowhere) += asks && !limit && !place_exists(c, i) && c->in->row[i] == 0;
    EVENT(row, differs) += asks && differs;
    EVENT(row, aliases) += held && differs;
}

static void count_rows(struct rh_allocator_events *events, const struct clock *c) {
    for (unsigned i = 0; i < c->params->inputs; i++) {
        if (c->out->grant[i] == 0)
            continue;
        EVENT(row, beyond) += !place_exists(c, i);
        for (unsigned k = 0; k < i && place_exists(c, i); k++)
            EVENT(row, together) += c->out->grant[k] != 0 && c->in->destination[k] == c->in->destination[i] &&
                                    c->in->bank[k] == c->in->bank[i];
    }
}

void rh_allocator_events_clock(struct rh_allocator_events *events, const struct rh_allocator_watcher *before,
                               uint64_t blocked, const struct rh_allocator_in *in, const struct rh_allocator_out *out) {
    struct clock c = {.before = before, .params = before->params, .in = in, .out = out};
    c.outputs = (UINT64_C(1) << c.params->outputs) - 1;
    for (unsigned i = 0; i < c.params->inputs; i++) {
        c.taken |= out->grant[i];
        c.grants += out->grant[i] != 0;
        c.held_inputs |= (uint64_t)((out->grant[i] & out->held) != 0) << i;
    }
    count_matrix(events, &c);
    count_match(events, &c);
    for (unsigned o = 0; o < c.params->outputs; o++)
        count_pair(events, &c, blocked, o);
    count_rows(events, &c);
    EVENT(limit, reached) += (before->pending_release & c.outputs) == c.outputs;
    EVENT(limit, kept) += (before->pending_release & ~in->ready & c.outputs) != 0;
}

static void each_pair(const char *event, const uint64_t count[RH_MOST_inputs][RH_MOST_outputs],
                      const struct rh_allocator_params *p, rh_event_fn *visit, void *user) {
    for (unsigned i = 0; i < p->inputs; i++)
        for (unsigned o = 0; o < p->outputs; o++) {
            char input[16], output[16];
            (void)snprintf(input, sizeof input, "%u", i);
            (void)snprintf(output, sizeof output, "%u", o);
            visit(user, &(struct rh_event){event, input, output, "", count[i][o]});
        }
}

static void each(const struct rh_allocator_events *events, const struct rh_register_events *registers,
                 const struct rh_block *block, rh_event_fn *visit, void *user) {
    static const char *const names[][2] = {
#define RH_EVENT(group, name, meaning) {#group, #name},
        RH_ALLOCATOR_EVENTS(RH_EVENT)
#undef RH_EVENT
    };
    const struct rh_allocator_params *p = block->params;
    unsigned most = p->inputs < p->outputs ? p->inputs : p->outputs;
    for (unsigned k = 0; k < RH_ALLOCATOR_EVENT_COUNT; k++)
        visit(user, &(struct rh_event){names[k][0], names[k][1], "", "", events->named[k]});
    rh_event_levels("granted", events->granted, most, visit, user);
    rh_event_levels("held", events->held, most, visit, user);
    each_pair("pair_granted", events->pair_granted, p, visit, user);
    each_pair("pair_held", events->pair_held, p, visit, user);
    rh_register_events_each(registers, &block->state, visit, user);
}

void rh_allocator_events_seen(const struct rh_allocator_events *events, const struct rh_register_events *registers,
                              const struct rh_block *block, unsigned *known, unsigned *seen) {
    struct rh_event_tally tally = {0};
    each(events, registers, block, rh_event_tally, &tally);
    *known = tally.known;
    *seen = tally.seen;
}

struct table {
    const char *allocator, *hold;
    FILE *to;
};

static void print(void *user, const struct rh_event *e) {
    const struct table *table = user;
    fprintf(table->to, "%s,%s,%s,%s,%s,%" PRIu64 "\n", table->allocator, table->hold, e->event, e->first, e->second,
            e->count);
}

void rh_allocator_events_csv(const struct rh_allocator_events *events, const struct rh_register_events *registers,
                             const struct rh_block *block, FILE *to) {
    const struct rh_allocator_params *p = block->params;
    struct table table = {block->ops->name, rh_hold_rule_name(p->hold), to};
    fprintf(to, "allocator,hold,event,first,second,count\n");
    each(events, registers, block, print, &table);
}

/* --- the bench --- */

static bool start(void *state, const struct rh_block *block, const void *config, uint64_t seed) {
    struct rh_allocator_bench_state *s = state;
    s->block = block;
    rh_allocator_driver_start(&s->driver, block->params, seed);
    rh_allocator_watcher_start(&s->watcher, block->ops->name, block->params, config);
    return true;
}

static const void *inputs(void *state) {
    return rh_allocator_driver_clock(&((struct rh_allocator_bench_state *)state)->driver);
}

static void count(void *state, const struct rh_lockstep_clock *clock) {
    struct rh_allocator_bench_state *s = state;
    const struct rh_allocator_in *in = clock->in;
    rh_allocator_events_clock(&s->counts.events, &s->watcher, s->blocked, in, clock->rtl_out);
    s->blocked = ~in->ready;
}

static void count_grants(struct rh_allocator_bench_state *s, const struct rh_allocator_out *out) {
    const struct rh_allocator_params *p = s->block->params;
    struct rh_allocator_counts *counts = &s->counts;
    for (unsigned i = 0; i < p->inputs; i++) {
        counts->grants += out->grant[i] != 0;
        for (unsigned o = 0; o < p->outputs; o++)
            if (s->watcher.wait[i][o] > counts->longest_wait)
                counts->longest_wait = s->watcher.wait[i][o];
    }
    counts->held += (unsigned)__builtin_popcountll(out->held);
    counts->away += s->watcher.turned_away;
    counts->packets = s->driver.packets;
    counts->streamed = s->driver.streamed;
    counts->longest_block = s->driver.longest_block;
}

static bool watch(void *state, const struct rh_lockstep_clock *clock, struct rh_error *broken) {
    struct rh_allocator_bench_state *s = state;
    if (!rh_allocator_watcher_clock(&s->watcher, clock->in, clock->rtl_out, broken))
        return false;
    count_grants(s, clock->rtl_out);
    rh_allocator_driver_granted(&s->driver, clock->rtl_out);
    return true;
}

static void reset(void *state) {
    struct rh_allocator_bench_state *s = state;
    s->counts.forgotten += rh_allocator_watcher_remembered(&s->watcher);
    s->counts.interrupted += rh_allocator_driver_waiting(&s->driver);
    rh_allocator_watcher_reset(&s->watcher);
    s->blocked = 0;
}

static unsigned waiting(const void *state) {
    return rh_allocator_driver_waiting(&((const struct rh_allocator_bench_state *)state)->driver);
}

static void drain(void *state) {
    rh_allocator_driver_drain(&((struct rh_allocator_bench_state *)state)->driver);
}

/* "1..1": a set, output 0 first. */
static const char *set_text(uint64_t set, unsigned count, char *text) {
    for (unsigned k = 0; k < count; k++)
        text[k] = (set >> k & 1) != 0 ? '1' : '.';
    text[count] = '\0';
    return text;
}

/* The inputs that ask: their requests, destination, bank and row, and what they are granted. */
static void print_inputs(const struct rh_allocator_params *p, const struct rh_lockstep_clock *clock, FILE *to) {
    const struct rh_allocator_in *in = clock->in;
    const struct rh_allocator_out *out = clock->rtl_out;
    char request[RH_MOST_outputs + 1], grant[RH_MOST_outputs + 1];
    for (unsigned i = 0; i < p->inputs; i++)
        if (in->request[i] != 0 || out->grant[i] != 0)
            fprintf(to, "    %12s %5u %*s %*s %11u %4u %8" PRIu32 "\n", "", i, 8,
                    set_text(in->request[i], p->outputs, request), 8, set_text(out->grant[i], p->outputs, grant),
                    in->destination[i], in->bank[i], in->row[i]);
}

static void past(const struct rh_lockstep *lockstep, FILE *to) {
    const struct rh_allocator_params *p = rh_lockstep_setup_of(lockstep)->block->params;
    char text[RH_MOST_outputs + 1];
    fprintf(to, "  last inputs that ask, and the RTL's grants (newest last); sets with output 0 first\n");
    fprintf(to, "    %12s %5s %8s %8s %11s %4s %8s\n", "cycle", "input", "request", "grant", "destination", "bank",
            "row");
    for (unsigned back = RH_LOCKSTEP_HISTORY; back-- > 0;) {
        struct rh_lockstep_clock past;
        if (!rh_lockstep_past_of(lockstep, back, &past))
            continue;
        const struct rh_allocator_in *in = past.in;
        const struct rh_allocator_out *out = past.rtl_out;
        if (past.reset)
            fprintf(to, "    %12s\n", "-- reset --");
        fprintf(to, "    %12" PRIu64 " ready %s", past.cycle, set_text(in->ready, p->outputs, text));
        fprintf(to, " held %s%s\n", set_text(out->held, p->outputs, text), back == 0 ? "   <-- newest" : "");
        print_inputs(p, &past, to);
    }
}

const struct rh_bench_kind rh_allocator_bench = {
    .state_size = sizeof(struct rh_allocator_bench_state),
    .start = start,
    .inputs = inputs,
    .count = count,
    .watch = watch,
    .reset = reset,
    .waiting = waiting,
    .drain = drain,
    .shown = offsetof(struct rh_allocator_bench_state, counts.grants),
    .shown_words = "grant",
    .past = past,
};
