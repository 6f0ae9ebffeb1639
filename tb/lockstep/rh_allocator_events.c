// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_allocator_events.h"

#include <inttypes.h>
#include <string.h>

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

static bool bit(uint64_t set, unsigned n) {
    return (set >> n & 1) != 0;
}

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
    bool limit = (c->in->request[i] & c->in->ready & c->before->owed) != 0;
    bool differs = c->before->packet_row[o] != c->in->row[i];
    EVENT(pair, silent) += !asks;
    EVENT(pair, held) += held;
    EVENT(pair, held_after_block) += held && bit(blocked, o);
    EVENT(pair, lost) += asks && !held && !granted;
    EVENT(pair, won) += asks && !held && granted;
    EVENT(limit, yields) += asks && limit && !granted;
    EVENT(limit, of_input) += asks && limit && !bit(c->before->owed, o);
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
    EVENT(limit, reached) += (before->owed & c.outputs) == c.outputs;
    EVENT(limit, kept) += (before->owed & ~in->ready & c.outputs) != 0;
}

/** One event of the list that a block knows. */
struct event {
    const char *event, *first, *second;
    uint64_t count;
};
typedef void event_fn(void *user, const struct event *event);

static void each_level(const char *event, const uint64_t *count, unsigned most, event_fn *visit, void *user) {
    for (unsigned level = 0; level <= most; level++) {
        char text[16];
        (void)snprintf(text, sizeof text, "%u", level);
        visit(user, &(struct event){event, text, "", count[level]});
    }
}

static void each_pair(const char *event, const uint64_t count[RH_MOST_inputs][RH_MOST_outputs],
                      const struct rh_allocator_params *p, event_fn *visit, void *user) {
    for (unsigned i = 0; i < p->inputs; i++)
        for (unsigned o = 0; o < p->outputs; o++) {
            char input[16], output[16];
            (void)snprintf(input, sizeof input, "%u", i);
            (void)snprintf(output, sizeof output, "%u", o);
            visit(user, &(struct event){event, input, output, count[i][o]});
        }
}

struct registers {
    event_fn *visit;
    void *user;
};

static void visit_register(void *user, const char *event, const char *name, const char *what, uint64_t count) {
    const struct registers *r = user;
    r->visit(r->user, &(struct event){event, name, what, count});
}

static void each(const struct rh_allocator_events *events, const struct rh_block *block, event_fn *visit, void *user) {
    static const char *const names[][2] = {
#define RH_EVENT(group, name, meaning) {#group, #name},
        RH_ALLOCATOR_EVENTS(RH_EVENT)
#undef RH_EVENT
    };
    const struct rh_allocator_params *p = block->params;
    unsigned most = p->inputs < p->outputs ? p->inputs : p->outputs;
    for (unsigned k = 0; k < RH_ALLOCATOR_EVENT_COUNT; k++)
        visit(user, &(struct event){names[k][0], names[k][1], "", events->named[k]});
    each_level("granted", events->granted, most, visit, user);
    each_level("held", events->held, most, visit, user);
    each_pair("pair_granted", events->pair_granted, p, visit, user);
    each_pair("pair_held", events->pair_held, p, visit, user);
    rh_register_events_each(&events->registers, &block->state, visit_register, &(struct registers){visit, user});
}

struct tally {
    unsigned known, seen;
};

static void add(void *user, const struct event *event) {
    struct tally *tally = user;
    tally->known++;
    tally->seen += event->count != 0;
}

void rh_allocator_events_seen(const struct rh_allocator_events *events, const struct rh_block *block, unsigned *known,
                              unsigned *seen) {
    struct tally tally = {0};
    each(events, block, add, &tally);
    *known = tally.known;
    *seen = tally.seen;
}

struct table {
    const char *allocator, *hold;
    FILE *to;
};

static void print(void *user, const struct event *e) {
    const struct table *table = user;
    fprintf(table->to, "%s,%s,%s,%s,%s,%" PRIu64 "\n", table->allocator, table->hold, e->event, e->first, e->second,
            e->count);
}

void rh_allocator_events_csv(const struct rh_allocator_events *events, const struct rh_block *block, FILE *to) {
    const struct rh_allocator_params *p = block->params;
    struct table table = {block->ops->name, rh_hold_rule_name(p->hold), to};
    fprintf(to, "allocator,hold,event,first,second,count\n");
    each(events, block, print, &table);
}
