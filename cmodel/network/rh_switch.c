// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_switch.h"

#include <inttypes.h>
#include <stdlib.h>

#include "rowhold/rh_bits.h"
#include "rowhold/rh_random.h"

enum { LOOK = 1 << 12 /* clocks between two looks whether to stop */ };

struct packet {
    uint64_t arrived;
    uint32_t row;
    uint8_t output, bank;
};

struct queue {
    uint32_t head, count;
    struct packet packets[RH_SWITCH_DEPTH];
};

struct network {
    const struct rh_switch_setup *setup;
    void *state;
    struct queue *queues;       /* a FIFO an input, or input x outputs + output */
    struct rh_latency *latency; /* of delivered packets */
    uint64_t random;
    struct rh_allocator_in in;
    struct rh_allocator_out out;
};

static struct queue *queue_of(struct network *s, unsigned input, unsigned output) {
    return &s->queues[s->setup->fifo ? input : input * s->setup->params.outputs + output];
}

static void arrive(struct network *s, uint64_t clock, bool measured, struct rh_switch_result *result) {
    const struct rh_allocator_params *p = &s->setup->params;
    uint64_t limit = (uint64_t)(s->setup->load * 4294967296.0);
    for (unsigned i = 0; i < p->inputs; i++) {
        if (rh_random_draw(&s->random) >> 32 >= limit)
            continue;
        struct packet packet = {.arrived = clock};
        packet.output = (uint8_t)rh_random_below(&s->random, p->outputs);
        packet.row = rh_random_below(&s->random, 1U << p->row_bits);
        packet.bank = (uint8_t)rh_random_below(&s->random, p->banks);
        struct queue *q = queue_of(s, i, packet.output);
        result->arrived += measured;
        if (q->count == RH_SWITCH_DEPTH)
            result->refused += measured;
        else
            q->packets[(q->head + q->count++) % RH_SWITCH_DEPTH] = packet;
    }
}

/* The requests of this clock. */
static void ask(struct network *s) {
    const struct rh_allocator_params *p = &s->setup->params;
    s->in.ready = rh_mask(p->outputs);
    for (unsigned i = 0; i < p->inputs; i++) {
        s->in.request[i] = 0;
        if (s->setup->fifo) {
            const struct queue *q = &s->queues[i];
            const struct packet *head = &q->packets[q->head];
            s->in.request[i] = q->count == 0 ? 0 : UINT64_C(1) << head->output;
            s->in.destination[i] = head->output;
            s->in.bank[i] = head->bank;
            s->in.row[i] = head->row;
        } else {
            for (unsigned o = 0; o < p->outputs; o++)
                s->in.request[i] |= (uint64_t)(queue_of(s, i, o)->count != 0) << o;
        }
    }
}

static void deliver(struct network *s, uint64_t clock, bool measured, struct rh_switch_result *result) {
    const struct rh_allocator_params *p = &s->setup->params;
    for (unsigned i = 0; i < p->inputs; i++) {
        if (s->out.grant[i] == 0)
            continue;
        struct queue *q = queue_of(s, i, (unsigned)__builtin_ctzll(s->out.grant[i]));
        uint64_t latency = clock - q->packets[q->head].arrived;
        q->head = (q->head + 1) % RH_SWITCH_DEPTH;
        q->count--;
        if (measured) {
            result->delivered++;
            rh_latency_add(s->latency, latency);
        }
    }
    if (measured)
        result->held += (unsigned)__builtin_popcountll(s->out.held);
}

static bool run(struct network *s, struct rh_switch_result *result, struct rh_error *error) {
    const struct rh_switch_setup *setup = s->setup;
    uint64_t warm = setup->clocks / 4;
    setup->ops->reset(s->state, &setup->params);
    for (uint64_t clock = 0; clock < setup->clocks; clock++) {
        ask(s);
        setup->ops->cycle(s->state, &setup->params, &setup->config, &s->in, &s->out);
        deliver(s, clock, clock >= warm, result);
        arrive(s, clock, clock >= warm, result);
        if (clock % LOOK == 0 && setup->stop != NULL && setup->stop(setup->stop_user))
            return rh_error_set(error, "switch: found an interrupt, expected %" PRIu64 " clocks", setup->clocks);
    }
    unsigned ports = setup->params.inputs < setup->params.outputs ? setup->params.inputs : setup->params.outputs;
    result->clocks = setup->clocks - warm;
    result->throughput = (double)result->delivered / ((double)result->clocks * ports);
    result->mean = rh_latency_mean(s->latency);
    for (unsigned i = 0; i < RH_PERCENTILES; i++)
        result->percentile[i] = rh_percentile(i, s->latency);
    return true;
}

static struct rh_switch_setup completed(struct rh_switch_setup setup) {
    if (setup.ops == NULL)
        setup.ops = rh_allocator_find(RH_DEFAULT_ALLOCATOR);
    uint8_t destinations = setup.params.destinations;
    rh_params_fill(&rh_allocator_kind, &setup.params);
    if (destinations == 0)
        setup.params.destinations = setup.params.outputs;
    if (setup.clocks == 0)
        setup.clocks = 100000;
    return setup;
}

bool rh_switch_run(const struct rh_switch_setup *setup, struct rh_switch_result *result, struct rh_error *error) {
    const struct rh_switch_setup own = completed(*setup);
    const struct rh_allocator_params *p = &own.params;
    *result = (struct rh_switch_result){0};
    if (!(own.load >= 0 && own.load <= 1))
        return rh_error_field(error, "load", "found %g, expected 0 to 1", own.load);
    if (!rh_allocator_check(p, error))
        return false;
    if (!own.fifo && p->hold > RH_HOLD_hold_grant)
        return rh_error_field(error, "hold", "found '%s' with virtual output queues, expected queues fifo: %s",
                              rh_hold_rule_name(p->hold), "an input has one row at a time");
    struct network s = {.setup = &own, .random = own.seed};
    s.state = calloc(1, own.ops->state_size);
    s.queues = calloc(own.fifo ? p->inputs : (size_t)p->inputs * p->outputs, sizeof *s.queues);
    s.latency = calloc(1, sizeof *s.latency);
    bool good = s.state != NULL && s.queues != NULL && s.latency != NULL;
    good =
        good ? run(&s, result, error) : rh_error_set(error, "switch: found no memory for its queues, expected enough");
    free(s.state);
    free(s.queues);
    free(s.latency);
    return good;
}
