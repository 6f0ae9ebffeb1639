// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_router_bench.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SLACK = 16 /* clocks from a buffer to a link */ };

static void reset(void *state) {
    struct rh_router_bench_state *s = state;
    s->counts.forgotten += s->inside;
    s->inside = 0;
    memset(s->channel, 0, sizeof s->channel);
    memset(s->places, 0, sizeof s->places);
    for (unsigned k = 0; k < RH_ROUTER_CHANNELS; k++)
        s->owner[k] = RH_ROUTER_NOBODY;
    s->block->ops->reset(s->model, s->params);
}

static bool start(void *state, const struct rh_block *block, const void *config, uint64_t seed) {
    struct rh_router_bench_state *s = state;
    s->block = block;
    s->params = block->params;
    s->config = config;
    s->traffic.random = rh_random_start(seed, RH_DRAWS_REQUESTS);
    s->model = calloc(1, block->ops->state_size);
    s->ahead = calloc(1, block->ops->state_size);
    if (s->model == NULL || s->ahead == NULL)
        return false;
    const unsigned outputs = s->params->outputs, first = rh_bench_below(&s->traffic, outputs);
    for (unsigned d = 0; d < s->params->destinations; d++) /* every output, and then at random */
        s->in.route[d] = (uint8_t)(d < outputs ? (first + d) % outputs : rh_bench_below(&s->traffic, outputs));
    reset(s);
    return true;
}

static void stop(void *state) {
    struct rh_router_bench_state *s = state;
    free(s->model);
    free(s->ahead);
}

static void begin_spell(struct rh_router_bench_state *s) {
    static const uint8_t shares[] = {64, 64, 64, 48, 20, 4};
    unsigned n = s->params->destinations;
    s->traffic.left = rh_bench_below(&s->traffic, 80);
    s->spell = (struct rh_router_spell){
        .offer = shares[rh_bench_below(&s->traffic, sizeof shares)],
        .grant = shares[rh_bench_below(&s->traffic, sizeof shares)],
        .credit = shares[rh_bench_below(&s->traffic, sizeof shares)],
        .enable = rh_bench_below(&s->traffic, 3) == 0 ? 26 : 64,
        .places = (uint8_t)(rh_bench_below(&s->traffic, 2) ? n : 1 + rh_bench_below(&s->traffic, n < 3 ? n : 3)),
        .place = (uint8_t)rh_bench_below(&s->traffic, n),
        .longest = (uint8_t)(1 + rh_bench_below(&s->traffic, 4))};
    if (s->params->vcs > 1 && rh_bench_below(&s->traffic, 6) == 0) {
        s->traffic.left = 99 + rh_bench_below(&s->traffic, 100);
        s->spell = (struct rh_router_spell){
            .offer = 64, .grant = 16, .credit = 64, .enable = 64, .place = s->spell.place, .longest = 1, .apart = true};
    }
}

/* Where the next packet of virtual channel `vc` goes. */
static unsigned draw_place(struct rh_router_bench_state *s, unsigned vc) {
    const unsigned n = s->params->destinations, outputs = s->params->outputs;
    if (s->spell.apart)
        return (s->spell.place + vc) % (n < outputs ? n : outputs);
    return (s->spell.place + rh_bench_below(&s->traffic, s->spell.places)) % n;
}

/* The next flit of a channel, if its packet goes on or one begins. */
static bool offers(struct rh_router_bench_state *s, unsigned c) {
    struct rh_router_channel *channel = &s->channel[c];
    if (channel->count == s->params->depth || (s->traffic.draining && channel->left == 0))
        return false;
    if (channel->left == 0) {
        channel->left = (uint8_t)(1 + rh_bench_below(&s->traffic, s->spell.longest));
        channel->destination = (uint8_t)draw_place(s, c % s->params->vcs);
        channel->bank = (uint8_t)rh_bench_below(&s->traffic, s->params->banks);
        channel->row = rh_bench_below(&s->traffic, 1U << s->params->row_bits);
    }
    channel->left--;
    channel->queue[(channel->head + channel->count++) % RH_ROUTER_MOST_depth] = (struct rh_router_flit){
        .tail = channel->left == 0,
        .destination = channel->destination,
        .bank = channel->bank,
        .row = channel->row,
        .payload = (uint32_t)(rh_random_draw(&s->traffic.random) & rh_mask(s->params->payload_bits))};
    return true;
}

static void put(struct rh_router_bench_state *s, unsigned i, unsigned vc, const struct rh_router_flit *flit) {
    s->in.arrive_valid |= rh_bit(i);
    s->in.arrive_vc[i] = (uint8_t)vc;
    s->in.arrive_tail |= (uint64_t)flit->tail << i;
    s->in.arrive_destination[i] = flit->destination;
    s->in.arrive_bank[i] = flit->bank;
    s->in.arrive_row[i] = flit->row;
    s->in.arrive_payload[i] = flit->payload;
}

static void draw_arrivals(struct rh_router_bench_state *s) {
    s->in.arrive_valid = s->in.arrive_tail = 0;
    for (unsigned i = 0; i < s->params->inputs; i++) {
        unsigned vc = s->spell.apart && rh_bench_below(&s->traffic, 4) != 0
                          ? 0
                          : rh_bench_below(&s->traffic, s->params->vcs),
                 c = i * s->params->vcs + vc;
        struct rh_router_channel *channel = &s->channel[c];
        if (!s->in.enable) { /* nobody looks */
            put(s, i, vc, &(struct rh_router_flit){.tail = (uint8_t)rh_bench_below(&s->traffic, 2)});
            continue;
        }
        if (!rh_bench_now(&s->traffic, s->spell.offer) || !offers(s, c))
            continue;
        put(s, i, vc, &channel->queue[(channel->head + channel->count - 1U) % RH_ROUTER_MOST_depth]);
        s->counts.sent++;
        s->inside++;
    }
    if (s->inside > s->counts.longest)
        s->counts.longest = s->inside;
}

static void draw_credits(struct rh_router_bench_state *s) {
    s->in.credit_valid = 0;
    for (unsigned o = 0; o < s->params->outputs; o++) {
        unsigned vc = rh_bench_below(&s->traffic, s->params->vcs), k = o * s->params->vcs + vc;
        s->in.credit_vc[o] = (uint8_t)vc;
        if (!s->in.enable)
            s->in.credit_valid |= rh_bit(o);
        if (!s->in.enable || s->places[k] == 0 || !rh_bench_now(&s->traffic, s->spell.credit))
            continue;
        s->in.credit_valid |= rh_bit(o);
        s->places[k]--;
    }
}

/* One of the outputs of a set. */
static uint64_t draw_output(struct rh_router_bench_state *s, uint64_t outputs) {
    unsigned most = (unsigned)__builtin_popcountll(outputs);
    for (unsigned k = most > 1 ? rh_bench_below(&s->traffic, most) : 0; k != 0; k--)
        outputs &= outputs - 1;
    return outputs & -outputs;
}

/* Of what the model asks for in this clock: at most one a row and a column. */
static void draw_grants(struct rh_router_bench_state *s) {
    struct rh_router_out out;
    uint64_t free;
    unsigned first = rh_bench_below(&s->traffic, s->params->inputs);
    memset(s->in.grant, 0, sizeof s->in.grant);
    memcpy(s->ahead, s->model, s->block->ops->state_size);
    s->block->ops->cycle(s->ahead, s->params, s->config, &s->in, &out);
    free = out.ready;
    for (unsigned k = 0; k < s->params->inputs; k++) {
        unsigned i = (first + k) % s->params->inputs;
        uint64_t grant = out.request[i] & free;
        if (grant == 0 || !rh_bench_now(&s->traffic, s->spell.grant))
            continue;
        s->in.grant[i] = draw_output(s, grant);
        free &= ~s->in.grant[i];
        s->counts.granted++;
    }
    s->block->ops->cycle(s->model, s->params, s->config, &s->in, &out);
}

static const void *inputs(void *state) {
    struct rh_router_bench_state *s = state;
    if (s->traffic.left-- == 0)
        begin_spell(s);
    s->in.enable = rh_bench_now(&s->traffic, s->spell.enable);
    s->counts.still += !s->in.enable;
    draw_credits(s);
    draw_arrivals(s);
    draw_grants(s);
    return &s->in;
}

/* Channels of an output that a packet may get which arrived in virtual channel `vc` of input `i`. */
static bool may_get(const struct rh_router_bench_state *s, unsigned i, unsigned vc, unsigned output,
                    unsigned destination, unsigned out_vc) {
    unsigned half = s->params->vcs / s->params->classes;
    bool stays = (s->config->second_inputs >> i & 1) == (s->config->second_outputs >> output & 1);
    bool upper = s->params->classes == 2 && ((vc >= half && stays) || (s->config->crosses >> output & 1) != 0);
    return (out_vc >= half) == upper && (!s->params->static_vcs || out_vc % half == destination % half);
}

static bool watch_flit(struct rh_router_bench_state *s, const struct rh_router_out *out, unsigned i,
                       struct rh_error *broken) {
    unsigned vc = out->back_vc[i] & (s->params->vcs - 1U), c = i * s->params->vcs + vc;
    struct rh_router_channel *channel = &s->channel[c];
    const struct rh_router_flit *flit = &channel->queue[channel->head];
    if (channel->count == 0)
        return rh_error_set(broken, "found a credit for input %u, channel %u, expected none: it holds no flit", i, vc);
    if (!channel->leaving)
        channel->output = s->in.route[flit->destination];
    unsigned o = channel->output, out_vc = out->leave_vc[o] & (s->params->vcs - 1U), k = o * s->params->vcs + out_vc;
    if ((out->leave_valid >> o & 1) == 0)
        return rh_error_set(broken, "found no flit at output %u, expected that of input %u, channel %u", o, i, vc);
    if ((out->leave_tail >> o & 1) != flit->tail || out->leave_destination[o] != flit->destination ||
        out->leave_bank[o] != flit->bank || out->leave_row[o] != flit->row || out->leave_payload[o] != flit->payload)
        return rh_error_set(broken, "found payload %x at output %u, expected the next flit of input %u, channel %u: %x",
                            (unsigned)out->leave_payload[o], o, i, vc, (unsigned)flit->payload);
    if (s->owner[k] != (channel->leaving ? c : RH_ROUTER_NOBODY))
        return rh_error_set(broken, "found a flit of input %u, channel %u, in channel %u of output %u, expected %s", i,
                            vc, out_vc, o, channel->leaving ? "it where its packet began" : "the packet there to end");
    if (!channel->leaving && !may_get(s, i, vc, o, flit->destination, out_vc))
        return rh_error_set(broken, "found channel %u of output %u for a packet of channel %u, expected another class",
                            out_vc, o, vc);
    if (s->places[k]++ == s->params->depth)
        return rh_error_set(broken, "found a flit at output %u, channel %u, expected none: %u places are taken", o,
                            out_vc, s->params->depth);
    s->owner[k] = flit->tail ? RH_ROUTER_NOBODY : (uint16_t)c;
    channel->leaving = !flit->tail;
    s->counts.packets += flit->tail;
    s->counts.delivered++;
    s->inside--;
    channel->head = (uint8_t)((channel->head + 1) % RH_ROUTER_MOST_depth);
    channel->count--;
    return true;
}

/* What a link shows in a clock with enable was taken by who is behind it. */
static bool watch(void *state, const struct rh_lockstep_clock *clock, struct rh_error *broken) {
    struct rh_router_bench_state *s = state;
    const struct rh_router_out *out = clock->rtl_out;
    if (!s->in.enable)
        return true;
    if (__builtin_popcountll(out->leave_valid) != __builtin_popcountll(out->back_valid))
        return rh_error_set(broken, "found %u flits and %u credits, expected as many",
                            (unsigned)__builtin_popcountll(out->leave_valid),
                            (unsigned)__builtin_popcountll(out->back_valid));
    for (uint64_t set = out->back_valid; set; set &= set - 1)
        if (!watch_flit(s, out, (unsigned)__builtin_ctzll(set), broken))
            return false;
    return true;
}

static unsigned waiting(const void *state) {
    const struct rh_router_bench_state *s = state;
    unsigned left = 3 * s->inside;
    for (unsigned c = 0; c < RH_ROUTER_CHANNELS; c++)
        left += 3U * s->channel[c].left * s->params->vcs;
    return left == 0 ? 0 : left + SLACK;
}

static void said(const void *state, FILE *to) {
    const struct rh_router_counts *c = &((const struct rh_router_bench_state *)state)->counts;
    fprintf(to,
            "  flits        %" PRIu64 " sent, %" PRIu64 " delivered in order, %" PRIu64
            " forgotten at the reset, %" PRIu64 " at once\n",
            c->sent, c->delivered, c->forgotten, c->longest);
    fprintf(to, "  packets      %" PRIu64 " granted, %" PRIu64 " delivered\n", c->granted, c->packets);
    fprintf(to, "  standing     %" PRIu64 " clocks\n", c->still);
}

RH_BENCH_TRAFFIC(router, delivered, "flit delivered", .stop = stop);
