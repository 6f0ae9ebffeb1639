// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_allocator_watcher.h"

#include <inttypes.h>
#include <string.h>

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
struct look {
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

static bool one_grant_a_row_and_column(const struct rh_allocator_watcher *w, struct look *look,
                                       struct rh_error *error) {
    memset(look->granted, RH_ALLOCATOR_NOBODY, sizeof look->granted);
    for (unsigned i = 0; i < w->params->inputs; i++) {
        uint64_t grant = look->out->grant[i];
        if ((grant & (grant - 1)) != 0)
            return rh_error_set(error, "input %u: found grants 0x%" PRIx64 ", expected one output at most", i, grant);
        if ((grant & ~look->eligible[i]) != 0)
            return rh_error_set(error, "input %u: found grant 0x%" PRIx64 ", expected one of its eligible 0x%" PRIx64,
                                i, grant, look->eligible[i]);
        for (unsigned o = 0; o < w->params->outputs; o++) {
            if (!bit(grant, o))
                continue;
            if (look->granted[o] != RH_ALLOCATOR_NOBODY)
                return rh_error_set(error, "output %u: found it granted to inputs %u and %u, expected one", o,
                                    look->granted[o], i);
            look->granted[o] = (uint8_t)i;
            look->grants++;
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

static bool holds_what_it_must(const struct rh_allocator_watcher *w, const struct look *look, struct rh_error *error) {
    for (unsigned o = 0; o < w->params->outputs; o++) {
        unsigned i = w->owner[o];
        bool asks = i != RH_ALLOCATOR_NOBODY && bit(look->eligible[i], o);
        bool free_clock = asks && (look->eligible[i] & w->owed) != 0;
        bool expected = asks && !free_clock && matches(w, look->in, i, o);
        if (bit(look->out->held, o) != expected)
            return rh_error_set(error, "output %u: found it %s, expected it %s: %s", o, expected ? "not held" : "held",
                                expected ? "held" : "not held",
                                !asks        ? "nobody who had it asks again"
                                : free_clock ? "its input asks for an output that is owed a free clock"
                                : expected   ? "who had it asks again and the rule agrees"
                                             : "the rule does not match");
        if (expected && look->granted[o] != i)
            return rh_error_set(error, "output %u: found it held and not granted to input %u, expected it granted", o,
                                i);
    }
    return true;
}

/* Is input `i` granted an output that is held? */
static bool held_input(const struct rh_allocator_watcher *w, const struct look *look, unsigned i) {
    for (unsigned o = 0; o < w->params->outputs; o++)
        if (bit(look->out->held, o) && look->granted[o] == i)
            return true;
    return false;
}

static void find_turned_away(const struct rh_allocator_watcher *w, struct look *look) {
    for (unsigned i = 0; i < w->params->inputs; i++) {
        uint64_t left = look->eligible[i] & ~look->out->grant[i];
        look->away = look->away || (left & look->out->held) != 0 || (left != 0 && held_input(w, look, i));
    }
}

static bool alone(const struct rh_allocator_watcher *w, const struct look *look, unsigned i, unsigned o) {
    for (unsigned k = 0; k < w->params->inputs; k++)
        if (k != i && bit(look->eligible[k], o))
            return false;
    return look->eligible[i] == UINT64_C(1) << o;
}

static bool leaves_nobody(const struct rh_allocator_watcher *w, const struct look *look, const struct promise *promise,
                          struct rh_error *error) {
    for (unsigned i = 0; i < w->params->inputs; i++)
        for (unsigned o = 0; o < w->params->outputs; o++) {
            if (!bit(look->eligible[i], o) || look->out->grant[i] != 0 || look->granted[o] != RH_ALLOCATOR_NOBODY)
                continue;
            if (alone(w, look, i, o))
                return rh_error_set(
                    error, "input %u, output %u: found the only request of both not granted, expected a grant", i, o);
            if (promise != NULL && promise->maximal)
                return rh_error_set(error, "input %u, output %u: found both free and a request, expected none left", i,
                                    o);
            if (promise != NULL && look->grants < w->params->iterations)
                return rh_error_set(
                    error, "input %u, output %u: found a request left and %u grants, expected one an iteration", i, o,
                    look->grants);
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

static bool waits_end(struct rh_allocator_watcher *w, const struct look *look, const struct promise *promise,
                      struct rh_error *error) {
    for (unsigned i = 0; i < w->params->inputs; i++) {
        /* the bound in turns is one of requests that stay as they are */
        bool fresh = promise != NULL && promise->longest == TURNS && w->eligible[i] != look->eligible[i];
        uint64_t bound = bound_of(w, promise, look->eligible[i]);
        for (unsigned o = 0; o < w->params->outputs; o++) {
            bool left = bit(look->eligible[i] & ~look->out->grant[i], o);
            w->wait[i][o] = !left ? 0 : (fresh ? 0 : w->wait[i][o]) + 1;
            if (bound != 0 && w->wait[i][o] >= bound)
                return rh_error_set(error,
                                    "input %u, output %u: found a wait of %" PRIu32
                                    " clocks without a grant, expected one in clock %" PRIu64 " at the latest",
                                    i, o, w->wait[i][o], bound);
        }
        w->eligible[i] = look->eligible[i];
    }
    return true;
}

static void remember_rows(struct rh_allocator_watcher *w, const struct look *look) {
    for (unsigned o = 0; o < w->params->outputs; o++)
        if (look->granted[o] != RH_ALLOCATOR_NOBODY) {
            unsigned i = look->granted[o];
            w->packet_row[o] = look->in->row[i];
            if (known_place(w, look->in, i))
                w->granted_row[look->in->destination[i]][look->in->bank[i]] = 0;
        }
    /* rows of one place that are granted together are stored as their OR */
    for (unsigned i = 0; i < w->params->inputs; i++)
        if (look->out->grant[i] != 0 && known_place(w, look->in, i))
            w->granted_row[look->in->destination[i]][look->in->bank[i]] |= look->in->row[i];
}

static void remember(struct rh_allocator_watcher *w, const struct look *look) {
    for (unsigned o = 0; o < w->params->outputs; o++) {
        uint8_t owner = w->owner[o];
        if (look->granted[o] != RH_ALLOCATOR_NOBODY)
            w->owner[o] = look->granted[o];
        else if (owner != RH_ALLOCATOR_NOBODY && (bit(look->in->ready, o) || look->out->grant[owner] != 0))
            w->owner[o] = RH_ALLOCATOR_NOBODY;
    }
    remember_rows(w, look);
    w->owed &= ~look->in->ready;
    w->turned_away = look->away;
    w->away += look->away;
    if (w->config->hold_limit != 0 && w->away == w->config->hold_limit) {
        w->away = 0;
        w->owed = ~UINT64_C(0);
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
    struct look look = {.in = in, .out = out};
    const struct promise *promise = promise_of(watcher->name);
    for (unsigned i = 0; i < watcher->params->inputs; i++)
        look.eligible[i] = in->request[i] & in->ready;
    if (!one_grant_a_row_and_column(watcher, &look, error) || !holds_what_it_must(watcher, &look, error))
        return false;
    find_turned_away(watcher, &look);
    if (!leaves_nobody(watcher, &look, promise, error) || !waits_end(watcher, &look, promise, error))
        return false;
    remember(watcher, &look);
    return true;
}

unsigned rh_allocator_watcher_remembered(const struct rh_allocator_watcher *watcher) {
    unsigned remembered = 0;
    for (unsigned o = 0; o < watcher->params->outputs; o++)
        remembered += watcher->owner[o] != RH_ALLOCATOR_NOBODY;
    return remembered;
}
