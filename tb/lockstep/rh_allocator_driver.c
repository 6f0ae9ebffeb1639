// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_allocator_driver.h"

#include <string.h>

#include "rowhold/rh_random.h"
#include "tb/lockstep/rh_lockstep.h"

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
