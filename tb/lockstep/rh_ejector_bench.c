// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_ejector_bench.h"

#include <inttypes.h>
#include <string.h>

enum { SLACK = 8 /* clocks from a buffer to who takes the message */ };

static void reset(void *state) {
    struct rh_ejector_bench_state *s = state;
    s->counts.forgotten += s->inside;
    s->inside = 0;
    s->fresh = s->could = s->waits = false;
    memset(s->channel, 0, sizeof s->channel);
}

static bool start(void *state, const struct rh_block *block, const void *config, uint64_t seed) {
    struct rh_ejector_bench_state *s = state;
    (void)config;
    s->params = block->params;
    s->traffic.random = rh_random_start(seed, RH_DRAWS_REQUESTS);
    return true;
}

static void begin_spell(struct rh_ejector_bench_state *s) {
    static const uint8_t shares[] = {64, 64, 48, 20, 4};
    unsigned vcs = s->params->vcs;
    s->traffic.left = rh_bench_below(&s->traffic, 80);
    s->spell = (struct rh_ejector_spell){
        .offer = shares[rh_bench_below(&s->traffic, sizeof shares)],
        .ready = shares[rh_bench_below(&s->traffic, sizeof shares)],
        .enable = rh_bench_below(&s->traffic, 3) == 0 ? 26 : 64,
        .vcs = (uint8_t)(rh_bench_below(&s->traffic, 2) ? vcs : 1 + rh_bench_below(&s->traffic, vcs)),
        .vc = (uint8_t)rh_bench_below(&s->traffic, vcs),
        .longest = (uint8_t)(1 + rh_bench_below(&s->traffic, 5))};
    if (s->params->row_affine != 0 && vcs > 1 && rh_bench_below(&s->traffic, 8) == 0) {
        s->traffic.left = 99 + rh_bench_below(&s->traffic, 100);
        s->spell = (struct rh_ejector_spell){.offer = 64,
                                             .ready = 20,
                                             .enable = 64,
                                             .vcs = (uint8_t)vcs,
                                             .vc = s->spell.vc,
                                             .longest = 1,
                                             .apart = true};
    }
}

static void put(struct rh_ejector_bench_state *s, unsigned vc, bool tail) {
    s->in.arrive_valid = 1;
    s->in.arrive_vc = (uint8_t)vc;
    s->in.arrive_tail = tail;
    s->in.arrive_bank = (uint8_t)rh_bench_below(&s->traffic, s->params->banks);
    /* with `row_affine` often one of two rows */
    s->in.arrive_row = rh_bench_below(
        &s->traffic, s->params->row_affine != 0 && rh_bench_below(&s->traffic, 4) != 0 ? 2 : 1U << s->params->row_bits);
    if (s->spell.apart) {
        s->in.arrive_bank = 0;
        s->in.arrive_row = vc == s->spell.vc;
    }
    s->in.arrive_payload = (uint32_t)(rh_random_draw(&s->traffic.random) & rh_mask(s->params->payload_bits));
}

/* The next flit of a channel, if there is a place for it and its packet goes on or one begins. Flits of a packet say
 * different things here: only the first is to be heard. */
static void draw_arrival(struct rh_ejector_bench_state *s) {
    unsigned among = s->traffic.draining                                     ? s->params->vcs
                     : s->spell.apart && rh_bench_below(&s->traffic, 4) != 0 ? 1
                                                                             : s->spell.vcs;
    unsigned vc = (s->spell.vc + rh_bench_below(&s->traffic, among)) % s->params->vcs;
    struct rh_ejector_channel *channel = &s->channel[vc];
    s->in.arrive_valid = 0;
    if (!s->in.enable) { /* nobody looks */
        put(s, vc, rh_bench_below(&s->traffic, 2) != 0);
        return;
    }
    if (channel->count == s->params->depth || (s->traffic.draining && channel->left == 0) ||
        !rh_bench_now(&s->traffic, s->spell.offer))
        return;
    if (channel->left == 0)
        channel->left = (uint8_t)(1 + rh_bench_below(&s->traffic, s->spell.longest));
    channel->left--;
    put(s, vc, channel->left == 0);
}

/* What arrives in this clock can be taken from the next on. */
static void note_arrival(struct rh_ejector_bench_state *s) {
    struct rh_ejector_channel *channel = &s->channel[s->in.arrive_vc];
    unsigned place = (unsigned)(channel->head + channel->count) % RH_EJECTOR_MOST_depth;
    if (!s->in.enable || !s->in.arrive_valid)
        return;
    channel->queue[place] = (struct rh_ejector_said){s->in.arrive_bank, s->in.arrive_row, s->in.arrive_payload};
    channel->tail[place] = s->in.arrive_tail;
    channel->count++;
    s->counts.sent++;
    if (++s->inside > s->counts.longest)
        s->counts.longest = s->inside;
}

static const void *inputs(void *state) {
    struct rh_ejector_bench_state *s = state;
    if (s->traffic.left-- == 0)
        begin_spell(s);
    s->in.enable = rh_bench_now(&s->traffic, s->spell.enable);
    s->in.message_ready = rh_bench_now(&s->traffic, s->spell.ready);
    s->counts.still += !s->in.enable;
    draw_arrival(s);
    return &s->in;
}

/* The flit that a credit is for; `ends`: the last of its packet. */
static bool watch_credit(struct rh_ejector_bench_state *s, unsigned vc, bool *ends, struct rh_error *broken) {
    struct rh_ejector_channel *channel = &s->channel[vc];
    if (channel->count == 0)
        return rh_error_set(broken, "found a credit for channel %u, expected none: it holds no flit", vc);
    if (!channel->taking)
        channel->packet = channel->queue[channel->head];
    for (unsigned v = 0; v < s->params->vcs; v++) {
        struct rh_ejector_channel *other = &s->channel[v];
        if (v == vc || !other->could)
            continue;
        unsigned turns = other->tail[other->head] ? s->params->row_affine + 1U : 1,
                 most = 2 * s->params->vcs * turns - 1;
        if (++other->passed > most)
            return rh_error_set(broken, "found the front of channel %u passed over %u times, expected %u at most", v,
                                other->passed, most);
        if (other->passed > s->counts.most_passed)
            s->counts.most_passed = other->passed;
    }
    channel->passed = 0;
    *ends = channel->tail[channel->head];
    channel->taking = !*ends;
    channel->head = (uint8_t)((channel->head + 1) % RH_EJECTOR_MOST_depth);
    channel->count--;
    s->inside--;
    s->counts.taken++;
    s->counts.packets += *ends;
    s->counts.passed += s->waits;
    return true;
}

/* The message register: what the clock before left there, or what a packet that ended put there. */
static bool watch_message(struct rh_ejector_bench_state *s, const struct rh_ejector_out *out,
                          const struct rh_ejector_said *ended, struct rh_error *broken) {
    if (ended != NULL && s->waits)
        return rh_error_set(broken, "found the end of a packet, expected the message that waits to be taken first");
    if (ended != NULL)
        s->message = *ended;
    if (out->message_valid != (ended != NULL || s->waits))
        return rh_error_set(broken, "found %s message, expected %s", out->message_valid ? "a" : "no",
                            out->message_valid ? "none" : "one");
    if (out->message_valid && (out->message_bank != s->message.bank || out->message_row != s->message.row ||
                               out->message_payload != s->message.payload))
        return rh_error_set(broken, "found payload %x, row %x, bank %u, expected %x, %x, %u: the first flit's",
                            (unsigned)out->message_payload, (unsigned)out->message_row, out->message_bank,
                            (unsigned)s->message.payload, (unsigned)s->message.row, s->message.bank);
    return true;
}

/* Which fronts can be taken in this clock. */
static void note_could(struct rh_ejector_bench_state *s, bool room) {
    unsigned tails = 0, others = 0;
    for (unsigned v = 0; v < s->params->vcs; v++) {
        struct rh_ejector_channel *channel = &s->channel[v];
        bool there = channel->count != 0, tail = channel->tail[channel->head];
        channel->could = there && (room || !tail);
        tails += channel->could && tail;
        others += channel->could && !tail;
    }
    s->could = tails + others != 0;
    s->counts.rivals += s->fresh && tails > 1;
    s->counts.mixed += s->fresh && tails != 0 && others != 0;
}

static bool watch(void *state, const struct rh_lockstep_clock *clock, struct rh_error *broken) {
    struct rh_ejector_bench_state *s = state;
    const struct rh_ejector_out *out = clock->rtl_out;
    unsigned vc = out->back_vc & (s->params->vcs - 1U);
    bool ends = false;
    if (s->fresh && s->could && !out->back_valid)
        return rh_error_set(broken, "found no credit, expected one: a flit could be taken");
    if (s->fresh && out->back_valid && !watch_credit(s, vc, &ends, broken))
        return false;
    if (!watch_message(s, out, ends ? &s->channel[vc].packet : NULL, broken))
        return false;
    s->waits = out->message_valid && !s->in.message_ready;
    s->counts.blocked += s->waits;
    s->counts.messages += out->message_valid && s->in.message_ready;
    s->fresh = s->in.enable;
    note_could(s, !s->waits);
    note_arrival(s);
    return true;
}

static unsigned waiting(const void *state) {
    const struct rh_ejector_bench_state *s = state;
    unsigned left = 2 * s->inside + s->waits;
    for (unsigned v = 0; v < s->params->vcs; v++)
        left += 16U * s->channel[v].left * s->params->vcs; /* the channel is drawn */
    return left == 0 ? 0 : left + SLACK;
}

static void said(const void *state, FILE *to) {
    const struct rh_ejector_counts *c = &((const struct rh_ejector_bench_state *)state)->counts;
    fprintf(to,
            "  flits        %" PRIu64 " sent, %" PRIu64 " taken in order, %" PRIu64 " forgotten at the reset, %" PRIu64
            " at once\n",
            c->sent, c->taken, c->forgotten, c->longest);
    fprintf(to, "  messages     %" PRIu64 " of %" PRIu64 " packets taken\n", c->messages, c->packets);
    fprintf(to, "  waiting      %" PRIu64 " clocks a message waits, %" PRIu64 " flits went on meanwhile\n", c->blocked,
            c->passed);
    fprintf(to, "  standing     %" PRIu64 " clocks\n", c->still);
}

RH_BENCH_TRAFFIC(ejector, messages, "message taken", .stop = NULL);
