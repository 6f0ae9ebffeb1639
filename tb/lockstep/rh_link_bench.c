// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_link_bench.h"

#include <inttypes.h>
#include <string.h>

#include "rowhold/rh_hsiao.h"

enum { SLACK = 8 /* clocks from the sender to the receiver, and those of a retry before */ };

static bool start(void *state, const struct rh_block *block, const void *config, uint64_t seed) {
    struct rh_link_bench_state *s = state;
    s->block = block;
    s->params = block->params;
    s->corrects = strcmp(block->ops->name, "secded") == 0;
    s->bypass = ((const struct rh_link_config *)config)->bypass != 0;
    s->traffic.random = rh_random_start(seed, RH_DRAWS_REQUESTS);
    return true;
}

static void begin_spell(struct rh_link_bench_state *s) {
    static const uint8_t shares[] = {64, 64, 64, 48, 32, 8};
    static const uint8_t hits[] = {1, 4, 16, 48, 64};
    s->traffic.left = rh_bench_below(&s->traffic, 60);
    s->spell = (struct rh_link_spell){.errors = (enum rh_link_errors)rh_bench_below(&s->traffic, RH_LINK_ERRORS),
                                      .hit = hits[rh_bench_below(&s->traffic, sizeof hits)],
                                      .offer = shares[rh_bench_below(&s->traffic, sizeof shares)],
                                      .ready = shares[rh_bench_below(&s->traffic, sizeof shares)]};
}

/* Invert a bit of word `w` and its check bits. */
static void hit_word(struct rh_link_bench_state *s, unsigned w, unsigned bit) {
    if (bit < RH_HSIAO_DATA)
        s->in.error_data[w] ^= UINT64_C(1) << bit;
    else
        s->in.error_ecc[w] ^= (uint8_t)(1U << (bit - RH_HSIAO_DATA));
}

/* Invert a bit of the transfer by its power of x: the CRC, then the data. */
static void hit_place(struct rh_link_bench_state *s, unsigned place) {
    if (place < s->params->crc_bits)
        s->in.error_crc ^= (uint16_t)(1U << place);
    else
        s->in.error_data[(place - s->params->crc_bits) / 64] ^= UINT64_C(1) << (place - s->params->crc_bits) % 64;
}

/* In each word none, one or two wrong bits. */
static void hit_words(struct rh_link_bench_state *s) {
    for (unsigned w = 0; w < s->params->words; w++)
        for (unsigned n = rh_bench_below(&s->traffic, 3); n-- > 0;)
            hit_word(s, w, rh_bench_below(&s->traffic, RH_HSIAO_BITS));
}

/* A burst, or with the longer CRC up to three bits anywhere. */
static void hit_transfer(struct rh_link_bench_state *s) {
    unsigned r = s->params->crc_bits, places = s->params->words * 64U + r,
             at = rh_bench_below(&s->traffic, places - r + 1);
    if (r == 10 && rh_bench_below(&s->traffic, 2) == 0)
        for (unsigned n = 1 + rh_bench_below(&s->traffic, 3); n-- > 0;)
            hit_place(s, rh_bench_below(&s->traffic, places));
    else
        for (unsigned k = 0; k < r; k++)
            if (rh_bench_below(&s->traffic, 2) == 0)
                hit_place(s, at + k);
}

static void hit_any(struct rh_link_bench_state *s) {
    for (unsigned w = 0; w < s->params->words; w++) {
        s->in.error_data[w] = rh_random_draw(&s->traffic.random) & rh_random_draw(&s->traffic.random);
        s->in.error_ecc[w] = (uint8_t)rh_bench_below(&s->traffic, 256);
    }
    s->in.error_crc = (uint16_t)rh_bench_below(&s->traffic, 1U << s->params->crc_bits);
}

static void draw_errors(struct rh_link_bench_state *s) {
    memset(s->in.error_data, 0, sizeof s->in.error_data);
    memset(s->in.error_ecc, 0, sizeof s->in.error_ecc);
    s->in.error_crc = 0;
    s->hit = s->traffic.draining || rh_bench_below(&s->traffic, 64) >= s->spell.hit ? RH_LINK_NONE : s->spell.errors;
    if (s->hit == RH_LINK_ONE && s->corrects)
        hit_word(s, rh_bench_below(&s->traffic, s->params->words), rh_bench_below(&s->traffic, RH_HSIAO_BITS));
    else if (s->hit == RH_LINK_ONE)
        hit_place(s, rh_bench_below(&s->traffic, s->params->words * 64U + s->params->crc_bits));
    else if (s->hit == RH_LINK_DETECTED && s->corrects)
        hit_words(s);
    else if (s->hit == RH_LINK_DETECTED)
        hit_transfer(s);
    else if (s->hit == RH_LINK_ANY)
        hit_any(s);
}

/* An offer stays as it is until it is taken. */
static const void *inputs(void *state) {
    struct rh_link_bench_state *s = state;
    if (s->traffic.left-- == 0)
        begin_spell(s);
    if (!s->in.send_valid && !s->traffic.draining && rh_bench_below(&s->traffic, 64) < s->spell.offer) {
        s->in.send_valid = 1;
        for (unsigned w = 0; w < s->params->words; w++)
            s->in.send_data[w] = rh_random_draw(&s->traffic.random);
    }
    s->in.receive_ready = s->traffic.draining || rh_bench_below(&s->traffic, 64) < s->spell.ready;
    draw_errors(s);
    return &s->in;
}

static bool same(const struct rh_link_bench_state *s, const struct rh_link_out *out, uint8_t but) {
    const uint64_t *sent = s->queue[s->head];
    for (unsigned w = 0; w < s->params->words; w++)
        if ((but >> w & 1) == 0 && out->receive_data[w] != sent[w])
            return false;
    return true;
}

/* What is delivered stands for the oldest transfer that was sent. */
static bool watch_delivery(struct rh_link_bench_state *s, const struct rh_link_out *out, struct rh_error *broken) {
    enum rh_link_errors worst = RH_LINK_NONE;
    for (unsigned e = RH_LINK_ONE; e < RH_LINK_ERRORS; e++)
        worst = s->lately[e] != 0 ? (enum rh_link_errors)e : worst;
    bool forgiven = worst == RH_LINK_ANY || (worst != RH_LINK_NONE && s->bypass);
    if (s->waiting == 0)
        return rh_error_set(broken, "found a transfer delivered, expected none: all that were sent were delivered");
    if (!forgiven && !same(s, out, out->failed))
        return rh_error_set(broken, "found data %016" PRIx64 ", expected %016" PRIx64 " or words flagged",
                            out->receive_data[0], s->queue[s->head][0]);
    if (worst <= RH_LINK_ONE && out->failed != 0)
        return rh_error_set(broken, "found words %x flagged, expected none: no word had two errors", out->failed);
    if (worst == RH_LINK_NONE && out->corrected != 0)
        return rh_error_set(broken, "found words %x corrected, expected none: nothing was wrong", out->corrected);
    return true;
}

static void deliver(struct rh_link_bench_state *s, const struct rh_link_out *out) {
    s->counts.delivered++;
    s->counts.corrected += (unsigned)__builtin_popcount(out->corrected);
    s->counts.failed += (unsigned)__builtin_popcount(out->failed);
    s->counts.wrong += !same(s, out, out->failed);
    s->head = (s->head + 1) % RH_LINK_QUEUE;
    s->waiting--;
    for (unsigned e = 0; e < RH_LINK_ERRORS; e++)
        s->lately[e] -= s->lately[e] != 0;
}

static bool watch(void *state, const struct rh_lockstep_clock *clock, struct rh_error *broken) {
    struct rh_link_bench_state *s = state;
    const struct rh_link_out *out = clock->rtl_out;
    if (out->receive_valid && !watch_delivery(s, out, broken))
        return false;
    if (out->receive_valid && s->in.receive_ready)
        deliver(s, out);
    for (unsigned e = RH_LINK_ONE; e <= s->hit; e++)
        s->lately[e] = s->waiting;
    s->counts.hits[s->hit]++;
    s->counts.retries += (uint16_t)(out->retries - s->retries);
    s->retries = out->retries;
    s->counts.refused += s->in.send_valid && !out->send_ready;
    if (!s->in.send_valid || !out->send_ready)
        return true;
    if (s->waiting == RH_LINK_QUEUE)
        return rh_error_set(broken, "found %u transfers taken and not delivered, expected fewer", RH_LINK_QUEUE);
    memcpy(s->queue[(s->head + s->waiting++) % RH_LINK_QUEUE], s->in.send_data, sizeof s->queue[0]);
    s->counts.sent++;
    s->in.send_valid = 0;
    return true;
}

static void reset(void *state) {
    struct rh_link_bench_state *s = state;
    s->counts.forgotten += s->waiting;
    s->waiting = 0;
    s->retries = 0;
    memset(s->lately, 0, sizeof s->lately);
}

static unsigned waiting(const void *state) {
    const struct rh_link_bench_state *s = state;
    unsigned left = s->waiting + s->in.send_valid;
    return left == 0 ? 0 : left + SLACK;
}

static void said(const void *state, FILE *to) {
    const struct rh_link_counts *c = &((const struct rh_link_bench_state *)state)->counts;
    fprintf(to, "  transfers    %" PRIu64 " sent, %" PRIu64 " delivered in order, %" PRIu64 " forgotten at the reset\n",
            c->sent, c->delivered, c->forgotten);
    fprintf(to,
            "  errors hit   %" PRIu64 " clocks with one bit, %" PRIu64 " with what is detected, %" PRIu64 " with any\n",
            c->hits[RH_LINK_ONE], c->hits[RH_LINK_DETECTED], c->hits[RH_LINK_ANY]);
    fprintf(to,
            "  found        %" PRIu64 " words corrected, %" PRIu64 " flagged, %" PRIu64 " retries, %" PRIu64
            " transfers wrong\n",
            c->corrected, c->failed, c->retries, c->wrong);
}

RH_BENCH_TRAFFIC(link, delivered, "transfer delivered", .stop = NULL);
