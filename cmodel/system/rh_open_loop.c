// SPDX-License-Identifier: Apache-2.0
// A source draws its packets one clock after the other, but only up to the next that its injector has not taken: its
// queue is a clock that lags behind or ahead, and needs no memory.
#include "rowhold/rh_open_loop.h"

#include <inttypes.h>
#include <stdlib.h>

#include "rowhold/rh_network_direct.h"
#include "rowhold/rh_random.h"

enum {
    NODES = RH_TOPOLOGY_MOST_NODES,
    AHEAD = 64,        /* clocks */
    PACKETS = 1 << 15, /* more than flits fit into the buffers of any network */
    WATCHDOG = 10000,  /* clocks in which nothing comes out of a network that is not empty */
    LOOK = 1 << 10     /* clocks between two looks whether to stop */
};

/* Offered to an injector, or `inside`: taken, and not yet at its sink. Its place is its message's payload. */
struct packet {
    uint64_t created;
    uint64_t left; /* clock in which its first flit is on the link; UINT64_MAX: not yet */
    uint32_t row;
    uint8_t source, sink, bank;
    bool inside;
};

struct source {
    uint64_t random;
    uint64_t at;         /* clocks below are drawn */
    uint64_t made, done; /* packets in the measured clocks */
    uint64_t due;        /* clock in which its next packet is created, UINT64_MAX: there is none */
    uint16_t next;       /* that packet */
};

struct loop {
    const struct rh_open_loop_setup *setup;
    struct rh_open_loop_result *result;
    struct rh_error *error;
    struct rh_network_direct *network;
    unsigned sources, sinks;
    uint64_t clock, last; /* last: in which a packet came out */
    uint64_t warm;
    uint64_t chance; /* of 2^32, that a source creates a packet */
    struct source source[NODES];
    uint64_t offering;       /* sources whose next packet is there */
    uint64_t awaited[AHEAD]; /* those that are looked at in a clock, modulo AHEAD */
    struct packet packet[PACKETS];
    uint16_t vacant[PACKETS];
    unsigned vacancies, inside;
    uint64_t injection_sum;
    struct rh_latency latency; /* of delivered packets */
};

static bool measured(const struct loop *l, uint64_t clock) {
    return clock >= l->warm && clock < l->setup->clocks;
}

/* Draws clock by clock until one in which this source creates a packet, and gets it; false: there is none in time. */
static inline __attribute__((always_inline)) bool creates(struct loop *l, struct source *s, uint64_t *clock) {
    const uint64_t end = l->setup->clocks, chance = l->chance;
    uint64_t at = s->at, random = s->random;
    bool created = false;
    for (; at != end && !created; at++)
        created = rh_random_draw(&random) >> 32 < chance;
    s->at = at;
    s->random = random;
    if (!created)
        return false;
    *clock = at - 1;
    s->made += measured(l, at - 1);
    l->result->total_created++;
    return true;
}

/* The source is looked at again in the clock of its next packet, or some time before it. */
static void await(struct loop *l, unsigned k) {
    uint64_t due = l->source[k].due, last = l->clock + AHEAD - 1;
    if (due <= l->clock)
        l->offering |= rh_bit(k);
    else
        l->awaited[(due < last ? due : last) % AHEAD] |= rh_bit(k);
}

/* The next packet of a source, if one is created in time. */
static void draw(struct loop *l, unsigned k) {
    const struct rh_network_setup *n = &l->setup->network;
    struct source *s = &l->source[k];
    uint64_t clock;
    if (!creates(l, s, &clock)) {
        s->due = UINT64_MAX;
        return;
    }
    s->due = clock;
    await(l, k);
    s->next = l->vacant[--l->vacancies];
    struct packet *p = &l->packet[s->next];
    *p = (struct packet){.created = clock, .left = UINT64_MAX, .source = (uint8_t)k};
    p->sink = (uint8_t)rh_traffic_draw(&l->setup->traffic, k, &s->random);
    p->bank = (uint8_t)rh_random_below(&s->random, n->banks);
    p->row = rh_random_below(&s->random, UINT32_C(1) << n->row_bits);
}

/* Offers the oldest packet of source `k` to the network. */
static void offer(struct loop *l, unsigned k) {
    struct source *s = &l->source[k];
    struct packet *p = &l->packet[s->next];
    const struct rh_network_message message = {
        .destination = p->sink, .bank = p->bank, .flits = l->setup->flits, .row = p->row, .payload = s->next};
    rh_network_direct_offer(l->network, k, &message);
    p->inside = true;
    l->inside++;
    l->offering &= ~rh_bit(k);
    draw(l, k);
}

/* A packet's first flit is on the link. */
static void note_leaving(struct loop *l, unsigned k) {
    struct packet *p = &l->packet[rh_network_direct_injector(l->network, k)->leave_payload % PACKETS];
    if (p->left == UINT64_MAX)
        p->left = l->clock;
}

static void measure(struct loop *l, const struct packet *p) {
    l->source[p->source].done++;
    l->result->delivered++;
    l->injection_sum += p->left - p->created;
    rh_latency_add(&l->latency, l->clock - p->created);
}

/* False: no such packet was to come here. */
static bool received(struct loop *l, unsigned sink) {
    const struct rh_packet_ejector_state *ejector = rh_network_direct_ejector(l->network, sink);
    struct packet *p = &l->packet[ejector->message_payload % PACKETS];
    if (!p->inside || p->sink != sink)
        return rh_error_set(l->error, "network: sink %u shows a packet in clock %" PRIu64 " that was not to come", sink,
                            l->clock);
    rh_network_direct_take(l->network, sink);
    p->inside = false;
    l->inside--;
    l->vacant[l->vacancies++] = (uint16_t)(p - l->packet);
    l->last = l->clock;
    l->result->total_delivered += l->clock < l->setup->clocks;
    if (measured(l, l->clock))
        measure(l, p);
    return true;
}

static bool step(struct loop *l) {
    for (uint64_t set = rh_network_direct_leaving(l->network); set != 0; set &= set - 1)
        note_leaving(l, (unsigned)__builtin_ctzll(set));
    for (uint64_t set = l->offering & rh_network_direct_ready(l->network); set != 0; set &= set - 1)
        offer(l, (unsigned)__builtin_ctzll(set));
    for (uint64_t set = rh_network_direct_messages(l->network); set != 0; set &= set - 1)
        if (!received(l, (unsigned)__builtin_ctzll(set)))
            return false;
    rh_network_direct_clock(l->network, true);
    l->clock++;
    return true;
}

/* What sources still hold is created, but never goes in: nobody asks where it would have gone. */
static void leave_waiting(struct loop *l) {
    l->offering = 0;
    for (unsigned k = 0; k < l->sources; k++) {
        struct source *s = &l->source[k];
        if (s->due == UINT64_MAX)
            continue;
        l->result->waiting++;
        l->vacant[l->vacancies++] = s->next;
        for (uint64_t clock; creates(l, s, &clock);) {
            l->result->waiting++;
            rh_random_skip(&s->random, RH_TRAFFIC_DRAWS + 2); /* bank and row, too */
        }
    }
}

/* The flits that each output has sent from when this is called with `begins` until it is called without. */
static void count_sent(const struct loop *l, bool begins) {
    const struct rh_topology *t = &l->setup->network.topology;
    for (unsigned r = 0; l->setup->sent != NULL && r < t->routers; r++)
        for (unsigned o = 0; o < t->outputs; o++) {
            uint64_t sent = rh_network_direct_sent(l->network, r)[o];
            l->setup->sent[r][o] = begins ? sent : sent - l->setup->sent[r][o];
        }
}

static bool run(struct loop *l) {
    for (; l->clock < l->setup->clocks;) {
        if (l->clock == l->warm)
            count_sent(l, true);
        uint64_t awaited = l->awaited[l->clock % AHEAD];
        l->awaited[l->clock % AHEAD] = 0;
        for (; awaited != 0; awaited &= awaited - 1)
            await(l, (unsigned)__builtin_ctzll(awaited));
        if (!step(l))
            return false;
        if (l->clock % LOOK == 0 && l->setup->stop != NULL && l->setup->stop(l->setup->stop_user))
            return rh_error_set(l->error, "network: found an interrupt, expected %" PRIu64 " clocks", l->setup->clocks);
    }
    count_sent(l, false);
    leave_waiting(l);
    l->result->in_flight = l->inside;
    l->last = l->clock;
    while (l->inside != 0) {
        if (l->clock - l->last > WATCHDOG)
            return rh_error_set(l->error, "network: %u packets do not come out", l->inside);
        if (!step(l))
            return false;
    }
    return true;
}

static void finish(struct loop *l) {
    struct rh_open_loop_result *r = l->result;
    double least = 1, delivered = (double)r->delivered;
    for (unsigned k = 0; k < l->sources; k++) {
        const struct source *s = &l->source[k];
        r->created += s->made;
        if ((double)s->done < least * (double)s->made)
            least = (double)s->done / (double)s->made;
    }
    r->clocks = l->setup->clocks - l->warm;
    r->throughput = delivered * l->setup->flits / ((double)r->clocks * l->sources);
    r->sustained = l->setup->load * least;
    if (r->delivered == 0)
        return;
    r->mean = rh_latency_mean(&l->latency);
    r->injection = (double)l->injection_sum / delivered;
    r->network = (double)(l->latency.sum - l->injection_sum) / delivered;
    for (unsigned i = 0; i < RH_PERCENTILES; i++)
        r->percentile[i] = rh_percentile(i, &l->latency);
}

static void start(struct loop *l) {
    l->sources = rh_topology_sources(rh_network_direct_topology(l->network));
    l->sinks = rh_topology_sinks(rh_network_direct_topology(l->network));
    l->warm = l->setup->clocks / 4;
    l->chance = (uint64_t)(l->setup->load / l->setup->flits * 4294967296.0);
    while (l->vacancies < PACKETS) {
        l->vacant[l->vacancies] = (uint16_t)(PACKETS - 1 - l->vacancies);
        l->vacancies++;
    }
    for (unsigned k = 0; k < l->sources; k++) {
        l->source[k].random = rh_random_start(l->setup->seed, k);
        draw(l, k);
    }
}

static struct rh_open_loop_setup completed(struct rh_open_loop_setup setup) {
    setup.flits = setup.flits != 0 ? setup.flits : 1;
    setup.clocks = setup.clocks != 0 ? setup.clocks : 20000;
    setup.network.banks = setup.network.banks != 0 ? setup.network.banks : 1;
    setup.network.row_bits = setup.network.row_bits != 0 ? setup.network.row_bits : 1;
    setup.network.payload_bits = 32;
    if (setup.network.most_flits < setup.flits)
        setup.network.most_flits = setup.flits;
    return setup;
}

bool rh_open_loop_run(const struct rh_open_loop_setup *setup, struct rh_open_loop_result *result,
                      struct rh_error *error) {
    const struct rh_open_loop_setup own = completed(*setup);
    *result = (struct rh_open_loop_result){0};
    if (!(own.load >= 0 && own.load <= 1))
        return rh_error_field(error, "load", "found %g, expected 0 to 1", own.load);
    struct loop *l = calloc(1, sizeof *l);
    if (l == NULL)
        return rh_error_set(error, "network: found no memory, expected enough");
    l->setup = &own;
    l->result = result;
    l->error = error;
    l->network = rh_network_direct_open(&own.network, error);
    bool good = l->network != NULL;
    if (good) {
        start(l);
        good = run(l);
        finish(l);
    }
    rh_network_direct_close(l->network);
    free(l);
    return good;
}
