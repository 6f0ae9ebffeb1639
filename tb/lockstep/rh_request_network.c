// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_request_network.h"

#include <inttypes.h>
#include <stdlib.h>

#include "rowhold/rh_allocator.h"
#include "rowhold/rh_model.h"
#include "rowhold/rh_network.h"
#include "rowhold/rh_packet_ejector.h"
#include "rowhold/rh_packet_injector.h"
#include "rowhold/rh_random.h"
#include "rowhold/rh_vc_router.h"
#include "tb/lockstep/rh_random_top.h"

#define RH_KIND_TYPE(what) struct rh_network_##what
#define RH_PARAMS_TABLE    "tables/network_params.def"
#define RH_CONFIG_TABLE    "tables/network_config.def"
#define RH_PORTS_TABLE     "tables/network_ports.def"
#include "cmodel/core/rh_kind_tables.h"

/* --- the kind --- */

static void put_router(struct rh_network_signals *to, unsigned r, unsigned outputs, const struct rh_vc_router *s) {
    to->granted[r] = 0;
    to->flits[r] = s->leave_valid;
    to->credits[r] = s->back_valid;
    for (unsigned o = 0; o < outputs; o++) {
        to->granted[r] |= (uint64_t)(s->taken[o] != 0) << o;
        to->to[r * outputs + o] = s->leave_destination[o];
    }
}

unsigned rh_network_signals(struct rh_network_signals *signals, const struct rh_whole *whole,
                            const struct rh_topology *topology, unsigned place, bool rtl) {
    for (unsigned k = 0; k < rh_topology_sources(topology); k++) {
        const struct rh_packet_injector_state *s = rh_whole_registers(whole, place++, rtl);
        signals->queued[k] = s->count;
    }
    for (unsigned r = 0; r < topology->routers; r++, place += 2)
        put_router(signals, r, topology->outputs, rh_whole_registers(whole, place, rtl));
    for (unsigned k = 0; k < rh_topology_sinks(topology); k++) {
        const struct rh_packet_ejector_state *s = rh_whole_registers(whole, place++, rtl);
        signals->waiting[k] = s->message_valid;
    }
    return place;
}

void rh_network_live_links(const struct rh_network_signals *signals, unsigned routers, unsigned outputs,
                           uint64_t *mask) {
    for (unsigned k = 0; k < routers * outputs; k++)
        mask[k / 64] |= (signals->flits[k / outputs] >> k % outputs & 1) << k % 64;
}

static void live_links(const void *part, const void *params, uint64_t *mask) {
    const struct rh_network_params *p = params;
    rh_network_live_links(part, p->routers, p->outputs, mask);
}

static void list_signals(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_network_params *p = params;
    RH_ROW(struct rh_network_signals, granted, p->routers, p->outputs, NULL);
    RH_ROW(struct rh_network_signals, flits, p->routers, p->outputs, NULL);
    RH_ROW(struct rh_network_signals, to, p->routers * p->outputs, rh_log2_up(p->sinks), live_links);
    RH_ROW(struct rh_network_signals, credits, p->routers, p->inputs, NULL);
    RH_ROW(struct rh_network_signals, queued, p->sources, rh_log2_up(p->queue + 1U), NULL);
}

static bool offers(const void *in, const void *out, unsigned index) {
    (void)out;
    return ((const struct rh_network_in *)in)->message_valid >> index & 1;
}

static const struct rh_shown shown[] = {{"message_destination", offers}, {"message_bank", offers},
                                        {"message_row", offers},         {"message_payload", offers},
                                        {"message_flits", offers},       {NULL, NULL}};
static const struct rh_port_group port_groups[] = {
    {"enable", "clocks of the network", RH_ORANGE, false},
    {"message_valid", "sources that offer a message", RH_GREEN, false},
    {"message_ready", "sources whose message is taken", RH_GREEN, false},
    {"sink_valid", "sinks with a message", RH_GREEN, false},
    {"sink_ready", "sinks that take one", RH_GREEN, false},
    {"message_", "the messages on offer", RH_GREEN, false},
    {"sink_", "the messages at the sinks", RH_GREEN, false},
    {"", "messages that are done", RH_GREEN, false},
};
static const struct rh_register_group register_groups[] = {
    {"p->routers", NULL, "routers", "router", true},
    {"p->sources", NULL, "sources", "source", true},
    {"p->sinks", NULL, "sinks", "sink", true},
    {"p->routers * p->outputs", NULL, "flits", "link", false},
};
static const char *const set_widths[] = {"p->sources", "p->sinks", "p->inputs", "p->outputs", NULL};

static const struct rh_kind kind = {
    .name = "network",
    RH_KIND_TABLES,
    .port_groups = port_groups,
    .shown = shown,
    .register_groups = register_groups,
    .register_group_count = sizeof register_groups / sizeof register_groups[0],
    .set_widths = set_widths,
};
static const struct rh_block_ops ops = {
    .name = "request_network", .state_size = sizeof(struct rh_network_signals), .list = list_signals};

/* --- the network of C models, under random messages --- */

enum { NODES = RH_TOPOLOGY_MOST_NODES, PARTS = 4 * NODES, CHANCE = 64, PHASE = 300, PERIOD_PS = 1000 /* in waves */ };

/* Traffic stays of a kind for some clocks; chances of CHANCE. */
struct phase {
    uint64_t until;
    unsigned offer, take, enable, done;
    unsigned hot;   /* chance that a message goes to sink `where` */
    unsigned where; /* whether it is full or not */
    unsigned rows, flits;
};

struct network {
    struct rh_whole *whole;
    struct rh_network_params params;
    struct rh_network_config config;
    struct rh_network network;
    struct rh_assembly *assembly;
    struct rh_machine *machine;
    struct rh_model models[PARTS];
    unsigned parts;
    struct rh_injector_in *source[NODES]; /* in the machine */
    struct rh_ejector_in *sink[NODES];
    const struct rh_injector_out *source_out[NODES];
    const struct rh_ejector_out *sink_out[NODES];
    unsigned in_flight[NODES];
    struct phase phase;
    uint64_t random;
    uint64_t sent, delivered, turned_away, waited, paused;
};

static void signals_of(void *signals, const struct rh_whole *whole, bool rtl) {
    const struct network *n = whole->user;
    (void)rh_network_signals(signals, whole, &n->network.topology, 0, rtl);
}

const struct rh_whole_top rh_network_top = {&kind, &ops, signals_of, NULL};

/* A part's C model, whose registers are compared. */
static struct rh_unit make_unit(void *user, const char *name, const struct rh_block *block, const void *config,
                                struct rh_error *error) {
    struct network *n = user;
    struct rh_model *model = n->parts < PARTS ? &n->models[n->parts] : NULL;
    if (model != NULL && rh_model_open(model, block->kind, block->ops, block->params, config)) {
        n->parts++;
        if (rh_whole_add(n->whole, name, block, model->state))
            return rh_model_unit(model);
    }
    rh_error_set(error, "part %s: found no memory, expected enough", name);
    return (struct rh_unit){.cycle = NULL};
}

static bool open_machine(struct network *n, const struct rh_topology *topology, struct rh_error *error) {
    const struct rh_network_params *p = &n->params;
    struct rh_network_setup setup = {.topology = *topology,
                                     .allocator = rh_allocator_at(p->allocator),
                                     .vcs = (uint8_t)p->vcs,
                                     .static_vcs = p->static_vcs != 0,
                                     .speculative = p->speculative != 0,
                                     .depth = (uint8_t)p->depth,
                                     .queue = (uint8_t)p->queue,
                                     .most_flits = (uint8_t)p->most_flits,
                                     .banks = (uint8_t)p->banks,
                                     .row_bits = (uint8_t)p->row_bits,
                                     .payload_bits = (uint8_t)p->payload_bits,
                                     .iterations = (uint8_t)p->iterations,
                                     .hash_bits = (uint8_t)p->hash_bits,
                                     .hold = (uint8_t)p->hold,
                                     .stays_given = true,
                                     .stays = (uint8_t)p->stays,
                                     .hold_limit = n->config.hold_limit,
                                     .row_affine = (uint8_t)p->row_affine,
                                     .outstanding_limit = n->config.outstanding_limit};
    n->assembly = rh_assembly_open();
    if (n->assembly == NULL)
        return rh_error_set(error, "found no memory, expected enough");
    rh_network_add(n->assembly, &setup, "net", &n->network);
    n->machine = rh_assembly_build(n->assembly, make_unit, n, NULL, NULL, error);
    if (n->machine == NULL)
        return false;
    rh_network_route(&n->network, n->machine);
    for (unsigned k = 0; k < p->sources; k++) {
        n->source[k] = rh_machine_in(n->machine, n->network.injector[k]);
        n->source_out[k] = rh_machine_out(n->machine, n->network.injector[k]);
    }
    for (unsigned k = 0; k < p->sinks; k++) {
        n->sink[k] = rh_machine_in(n->machine, n->network.ejector[k]);
        n->sink_out[k] = rh_machine_out(n->machine, n->network.ejector[k]);
    }
    return true;
}

static void close_network(void *self) {
    struct network *n = self;
    rh_machine_close(n->machine);
    rh_assembly_close(n->assembly);
    for (unsigned i = 0; i < n->parts; i++)
        rh_model_close(&n->models[i]);
    free(n);
}

static bool open_all(struct network *n, struct rh_error *error) {
    struct rh_network_params *p = &n->params;
    struct rh_topology topology;
    if (!rh_topology_make(&topology, (enum rh_topology_kind)p->topology, (uint8_t)p->cores, (uint8_t)p->controllers,
                          (uint8_t)p->columns, p->replies != 0, error))
        return false;
    p->routers = topology.routers;
    p->inputs = topology.inputs;
    p->outputs = topology.outputs;
    if (!rh_whole_begin(n->whole, p, n))
        return rh_error_set(error, "found no memory, expected enough");
    return open_machine(n, &topology, error);
}

static void *open_network(const struct rh_random_setup *setup, struct rh_whole *whole, struct rh_error *error) {
    struct network *n = calloc(1, sizeof *n);
    if (n == NULL) {
        rh_error_set(error, "found no memory, expected enough");
        return NULL;
    }
    n->whole = whole;
    n->params = *(const struct rh_network_params *)whole->rtl->params;
    n->config = (struct rh_network_config){setup->hold_limit, setup->outstanding_limit};
    n->random = rh_random_start(setup->seed, 1);
    if (open_all(n, error))
        return n;
    close_network(n);
    return NULL;
}

static void new_phase(struct network *n) {
    uint64_t now = n->whole->clock;
    n->phase = (struct phase){.until = now + 1 + rh_random_below(&n->random, PHASE),
                              .offer = rh_random_one_of(&n->random, 64, 64, 20, 3),
                              .take = rh_random_one_of(&n->random, 64, 48, 8, 0),
                              .enable = rh_random_one_of(&n->random, 64, 64, 52, 20),
                              .done = rh_random_one_of(&n->random, 64, 32, 8, 1),
                              .hot = rh_random_one_of(&n->random, 0, 0, 32, 64),
                              .where = rh_random_below(&n->random, n->params.sinks),
                              .rows = rh_random_one_of(&n->random, 1, 2, 2, 64),
                              .flits = 1 + rh_random_below(&n->random, n->params.most_flits)};
    if (n->phase.take == 0) /* nobody takes anything: not for long, or all stands still */
        n->phase.until = now + 1 + rh_random_below(&n->random, PHASE / 3);
}

static void new_message(struct network *n, struct rh_injector_in *in) {
    const struct rh_network_params *p = &n->params;
    uint64_t bits = rh_random_draw(&n->random);
    in->message_destination =
        (uint8_t)((bits & (CHANCE - 1)) < n->phase.hot ? n->phase.where : rh_random_below(&n->random, p->sinks));
    in->message_bank = (uint8_t)(bits >> 6 & (p->banks - 1U));
    in->message_row = (uint32_t)((bits >> 12 & 63) % n->phase.rows & rh_mask(p->row_bits));
    in->message_payload = (uint32_t)(bits >> 32 & rh_mask(p->payload_bits));
    in->message_flits = (uint8_t)(1 + (bits >> 20 & 63) % n->phase.flits);
}

/* What source `k` offers, from what the last clock showed: a message stays until it is taken. */
static void drive_source(struct network *n, unsigned k, uint64_t chances) {
    struct rh_network_in *to = n->whole->in;
    struct rh_injector_in *in = n->source[k];
    if (in->message_valid && n->source_out[k]->message_ready)
        in->message_valid = 0;
    in->done = n->in_flight[k] != 0 && (chances & (CHANCE - 1)) < n->phase.done;
    n->in_flight[k] -= in->done;
    if (!in->message_valid && (chances >> 8 & (CHANCE - 1)) < n->phase.offer) {
        new_message(n, in);
        in->message_valid = 1;
    }
    rh_put_bit(&to->message_valid, k, in->message_valid);
    rh_put_bit(&to->done, k, in->done);
    to->message_destination[k] = in->message_destination;
    to->message_bank[k] = in->message_bank;
    to->message_row[k] = in->message_row;
    to->message_payload[k] = in->message_payload;
    to->message_flits[k] = in->message_flits;
}

static void drive(void *self) {
    struct network *n = self;
    struct rh_network_in *to = n->whole->in;
    if (n->whole->clock == n->phase.until)
        new_phase(n);
    to->enable = rh_random_below(&n->random, CHANCE) < n->phase.enable;
    n->paused += !to->enable;
    rh_network_enable(&n->network, n->machine, to->enable);
    for (unsigned k = 0; k < n->params.sources; k++)
        drive_source(n, k, rh_random_draw(&n->random));
    uint64_t chances = 0;
    for (unsigned k = 0; k < n->params.sinks; k++, chances >>= 8) {
        if (k % 8 == 0)
            chances = rh_random_draw(&n->random);
        n->sink[k]->message_ready = (chances & (CHANCE - 1)) < n->phase.take;
        rh_put_bit(&to->sink_ready, k, n->sink[k]->message_ready);
    }
}

static bool cycle(void *self, struct rh_error *error) {
    struct network *n = self;
    struct rh_network_out *shows = n->whole->model;
    if (!rh_machine_run_cycle(n->machine))
        return rh_error_set(error, "%s", rh_machine_text(n->machine));
    for (unsigned k = 0; k < n->params.sources; k++) {
        bool offered = n->source[k]->message_valid, ready = n->source_out[k]->message_ready;
        rh_put_bit(&shows->message_ready, k, ready);
        n->in_flight[k] += offered && ready;
        n->sent += offered && ready;
        n->turned_away += offered && !ready;
    }
    for (unsigned k = 0; k < n->params.sinks; k++) {
        const struct rh_ejector_out *out = n->sink_out[k];
        rh_put_bit(&shows->sink_valid, k, out->message_valid);
        shows->sink_bank[k] = out->message_bank;
        shows->sink_row[k] = out->message_row;
        shows->sink_payload[k] = out->message_payload;
        n->delivered += out->message_valid && n->sink[k]->message_ready;
        n->waited += out->message_valid && !n->sink[k]->message_ready;
    }
    return true;
}

/* Inputs at random, for reset must win. */
static bool reset(void *self, struct rh_error *error) {
    struct network *n = self;
    new_phase(n);
    drive(n);
    rh_machine_reset(n->machine);
    for (unsigned k = 0; k < n->params.sources; k++) {
        n->in_flight[k] = 0;
        n->source[k]->message_valid = 0;
    }
    return rh_whole_reset(n->whole, &n->config, error);
}

static void said(void *self, FILE *to) {
    const struct network *n = self;
    fprintf(to,
            "; %" PRIu64 " messages sent, %" PRIu64 " delivered, %" PRIu64 " turned away, %" PRIu64
            " clocks of waiting at sinks, %" PRIu64 " paused",
            n->sent, n->delivered, n->turned_away, n->waited, n->paused);
}

const struct rh_random_top rh_random_network = {.top = &rh_network_top,
                                                .period_ps = PERIOD_PS,
                                                .open = open_network,
                                                .close = close_network,
                                                .reset = reset,
                                                .drive = drive,
                                                .cycle = cycle,
                                                .said = said};
