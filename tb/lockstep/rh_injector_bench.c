// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_injector_bench.h"

#include <inttypes.h>
#include <string.h>

enum { SLACK = 16 /* clocks from the queue to the link, and of a credit's way back */ };

static void reset(void *state) {
    struct rh_injector_bench_state *s = state;
    s->counts.forgotten += s->inside;
    s->inside = s->head = s->count = s->gone = s->outstanding = s->flits = 0;
    s->due = (struct rh_injector_due){0};
    memset(s->credits, s->params->depth, sizeof s->credits);
    memset(s->behind, 0, sizeof s->behind);
}

static bool start(void *state, const struct rh_block *block, const void *config, uint64_t seed) {
    struct rh_injector_bench_state *s = state;
    s->params = block->params;
    s->config = config;
    s->traffic.random = rh_random_start(seed, RH_DRAWS_REQUESTS);
    reset(s);
    return true;
}

static void begin_spell(struct rh_injector_bench_state *s) {
    static const uint8_t shares[] = {64, 64, 64, 48, 20, 4};
    unsigned n = s->params->destinations;
    s->traffic.left = rh_bench_below(&s->traffic, 80);
    s->spell = (struct rh_injector_spell){
        .offer = shares[rh_bench_below(&s->traffic, sizeof shares)],
        .done = shares[rh_bench_below(&s->traffic, sizeof shares)],
        .credit = shares[rh_bench_below(&s->traffic, sizeof shares)],
        .enable = rh_bench_below(&s->traffic, 3) == 0 ? 26 : 64,
        .places = (uint8_t)(rh_bench_below(&s->traffic, 2) ? n : 1 + rh_bench_below(&s->traffic, n < 3 ? n : 3)),
        .place = (uint8_t)rh_bench_below(&s->traffic, n),
        .longest = (uint8_t)(1 + rh_bench_below(&s->traffic, s->params->most_flits))};
}

/* A message, offered or not. */
static void draw_message(struct rh_injector_bench_state *s) {
    s->in.message_valid = !s->traffic.draining && rh_bench_below(&s->traffic, 64) < s->spell.offer;
    s->in.message_destination =
        (uint8_t)((s->spell.place + rh_bench_below(&s->traffic, s->spell.places)) % s->params->destinations);
    s->in.message_bank = (uint8_t)rh_bench_below(&s->traffic, s->params->banks);
    s->in.message_row = rh_bench_below(&s->traffic, 1U << s->params->row_bits);
    s->in.message_payload = (uint32_t)(rh_random_draw(&s->traffic.random) & rh_mask(s->params->payload_bits));
    s->in.message_flits = (uint8_t)(1 + rh_bench_below(&s->traffic, s->spell.longest));
}

/* Of the channels with a flit behind the link, the first from any on; without enable nobody looks. */
static void draw_credit(struct rh_injector_bench_state *s) {
    unsigned from = rh_bench_below(&s->traffic, s->params->vcs);
    s->in.credit_vc = (uint8_t)from;
    s->in.credit_valid = !s->in.enable && rh_bench_below(&s->traffic, 2);
    if (!s->in.enable || !rh_bench_now(&s->traffic, s->spell.credit))
        return;
    for (unsigned k = 0; k < s->params->vcs && !s->in.credit_valid; k++) {
        unsigned vc = (from + k) % s->params->vcs;
        if (s->behind[vc] == 0)
            continue;
        s->in.credit_valid = 1;
        s->in.credit_vc = (uint8_t)vc;
        s->behind[vc]--;
    }
}

static const void *inputs(void *state) {
    struct rh_injector_bench_state *s = state;
    if (s->traffic.left-- == 0)
        begin_spell(s);
    s->in.enable = rh_bench_now(&s->traffic, s->spell.enable);
    s->counts.still += !s->in.enable;
    draw_message(s);
    draw_credit(s);
    s->in.done = s->config->outstanding_limit == 0 ? rh_bench_below(&s->traffic, 2) != 0
                                                   : s->outstanding != 0 && rh_bench_now(&s->traffic, s->spell.done);
    return &s->in;
}

static bool watch_ready(struct rh_injector_bench_state *s, const struct rh_injector_out *out, struct rh_error *broken) {
    unsigned limit = s->config->outstanding_limit;
    bool full = s->count == s->params->queue, limited = limit != 0 && s->outstanding >= limit;
    s->counts.full += full;
    s->counts.limited += limited;
    return out->message_ready == (!full && !limited) ||
           rh_error_set(broken, "found message_ready %u, expected %u: %u messages wait, %u are in flight",
                        out->message_ready, !full && !limited, s->count, s->outstanding);
}

static bool watch_link(const struct rh_injector_bench_state *s, const struct rh_injector_out *out,
                       struct rh_error *broken) {
    const struct rh_injector_due *due = &s->due;
    if (out->leave_valid != due->valid)
        return rh_error_set(broken, "found %s flit on the link, expected %s", out->leave_valid ? "a" : "no",
                            due->valid ? "the next" : "none: no message, or no credit");
    if (!due->valid)
        return true;
    if (out->leave_vc != due->vc)
        return rh_error_set(broken, "found channel %u, expected %u", out->leave_vc, due->vc);
    if (out->leave_tail != due->tail || out->leave_destination != due->message.destination ||
        out->leave_bank != due->message.bank || out->leave_row != due->message.row ||
        out->leave_payload != due->message.payload)
        return rh_error_set(broken, "found payload %x, tail %u, expected the next flit of the oldest message: %x, %u",
                            (unsigned)out->leave_payload, out->leave_tail, (unsigned)due->message.payload, due->tail);
    return true;
}

/* The lowest of the channels that has `credits` or more; all: there is none. */
static unsigned lowest(const struct rh_injector_bench_state *s, unsigned channels, unsigned credits) {
    unsigned v = 0;
    while (v < channels && s->credits[v] < credits)
        v++;
    return v;
}

/* Of the channels the lowest that is empty behind the link, else that has a credit. */
static unsigned free_channel(const struct rh_injector_bench_state *s, unsigned channels) {
    unsigned v = lowest(s, channels, s->params->depth);
    if (v == channels)
        v = lowest(s, channels, 1);
    return v < channels ? v : 0;
}

/* What the link must show next: what was shown has passed. */
static void look_ahead(struct rh_injector_bench_state *s) {
    const struct rh_injector_message *message = &s->queue[s->head];
    unsigned half = s->params->vcs / s->params->classes;
    bool before = s->due.valid;
    s->due = (struct rh_injector_due){0};
    if (s->count == 0)
        return;
    if (s->gone == 0)
        s->worker = (uint8_t)(s->params->static_vcs ? message->destination % half : free_channel(s, half));
    if (s->credits[s->worker] == 0) {
        s->counts.starved++;
        return;
    }
    s->counts.streamed += before && s->gone == 0;
    s->gone++;
    s->flits--;
    s->credits[s->worker]--;
    s->due = (struct rh_injector_due){
        .valid = true, .tail = s->gone == message->flits, .vc = s->worker, .message = *message};
    if (!s->due.tail)
        return;
    s->gone = 0;
    s->head = (s->head + 1) % RH_INJECTOR_MOST_queue;
    s->count--;
}

static void take(struct rh_injector_bench_state *s) {
    s->queue[(s->head + s->count++) % RH_INJECTOR_MOST_queue] =
        (struct rh_injector_message){.destination = s->in.message_destination,
                                     .bank = s->in.message_bank,
                                     .flits = s->in.message_flits,
                                     .row = s->in.message_row,
                                     .payload = s->in.message_payload};
    s->flits += s->in.message_flits;
    s->counts.sent++;
    s->inside++;
}

static bool watch(void *state, const struct rh_lockstep_clock *clock, struct rh_error *broken) {
    struct rh_injector_bench_state *s = state;
    const struct rh_injector_out *out = clock->rtl_out;
    if (!watch_ready(s, out, broken) || !watch_link(s, out, broken))
        return false;
    bool taken = s->in.message_valid && out->message_ready;
    if (s->in.enable && s->due.valid) {
        s->behind[s->due.vc]++;
        s->counts.flits++;
        s->counts.delivered += s->due.tail;
        s->inside -= s->due.tail;
    }
    if (s->in.enable)
        look_ahead(s);
    if (s->in.enable && s->in.credit_valid)
        s->credits[s->in.credit_vc]++;
    if (taken)
        take(s);
    if (s->config->outstanding_limit != 0)
        s->outstanding += (unsigned)taken - s->in.done;
    return true;
}

static unsigned waiting(const void *state) {
    const struct rh_injector_bench_state *s = state;
    unsigned behind = 0;
    for (unsigned v = 0; v < RH_INJECTOR_MOST_vcs; v++)
        behind += s->behind[v];
    return s->inside == 0 ? 0 : 2 * s->flits + behind + SLACK;
}

static void said(const void *state, FILE *to) {
    const struct rh_injector_counts *c = &((const struct rh_injector_bench_state *)state)->counts;
    fprintf(to, "  messages     %" PRIu64 " sent, %" PRIu64 " delivered in order, %" PRIu64 " forgotten at the reset\n",
            c->sent, c->delivered, c->forgotten);
    fprintf(to, "  flits        %" PRIu64 " delivered, %" PRIu64 " first behind a tail\n", c->flits, c->streamed);
    fprintf(to,
            "  clocks       %" PRIu64 " standing, %" PRIu64 " full, %" PRIu64 " at the limit, %" PRIu64
            " without a credit\n",
            c->still, c->full, c->limited, c->starved);
}

RH_BENCH_TRAFFIC(injector, delivered, "message delivered", .stop = NULL);
