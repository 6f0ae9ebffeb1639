// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_request_system.h"

#include <stdio.h>
#include <string.h>

#include "rowhold/rh_allocator.h"
#include "rowhold/rh_command.h"
#include "rowhold/rh_network.h"
#include "rowhold/rh_packet_injector.h"
#include "rowhold/rh_random.h"
#include "rowhold/rh_variant.h"

#define RH_KIND_TYPE(what) struct rh_system_##what
#define RH_PARAMS_TABLE    "tables/system_params.def"
#define RH_CONFIG_TABLE    "tables/system_config.def"
#define RH_PORTS_TABLE     "tables/system_ports.def"
#include "cmodel/core/rh_kind_tables.h"

/* --- the kind: ports, and how a view groups them --- */

/* What a condition of the table looks at, of one controller. */
struct looked_at {
    uint8_t rsp_valid, forward, active, booked;
};
#define RH_OUT(name, type, count, width, enumeration, meaning)
#define RH_OUT_WHILE(name, type, count, width, enumeration, condition, meaning)                                        \
    static void live_##name(const void *part, const void *params, uint64_t *mask) {                                    \
        const struct rh_system_out *all = part;                                                                        \
        for (unsigned k = 0; k < ((const struct rh_system_params *)params)->controllers; k++) {                        \
            const struct looked_at one = {all->rsp_valid[k], all->forward[k], all->active[k], all->booked[k]},         \
                                   *o = &one;                                                                          \
            mask[0] |= (uint64_t)((condition) != 0) << k;                                                              \
        }                                                                                                              \
    }
#include "tables/controller_ports.def"

static void list_all_out(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_system_params *p = params;
    list_out(layout, base, params);
#define RH_OUT(name, type, count, width, enumeration, meaning)                                                         \
    RH_PORT(struct rh_system_out, name, p->controllers, width, enumeration, meaning, NULL);
#define RH_OUT_WHILE(name, type, count, width, enumeration, condition, meaning)                                        \
    RH_PORT(struct rh_system_out, name, p->controllers, width, enumeration, meaning, live_##name);
#include "tables/controller_ports.def"
}

static void live_request_links(const void *part, const void *params, uint64_t *mask) {
    const struct rh_system_params *p = params;
    rh_network_live_links(&((const struct rh_system_signals *)part)->requests, p->routers, p->request_outputs, mask);
}

static void live_reply_links(const void *part, const void *params, uint64_t *mask) {
    const struct rh_system_params *p = params;
    rh_network_live_links(&((const struct rh_system_signals *)part)->replies, p->routers, p->reply_outputs, mask);
}

/* A member of a network, under its own name. */
#define ROW(title, network, m, n, bits, live_fn)                                                                       \
    rh_layout_add(layout,                                                                                              \
                  &(const struct rh_field){.name = title,                                                              \
                                           .live = (live_fn),                                                          \
                                           .count_text = #n,                                                           \
                                           .width_text = #bits,                                                        \
                                           .offset = (uint32_t)(base + offsetof(struct rh_system_signals, network.m)), \
                                           .part = (uint32_t)base,                                                     \
                                           .count = (uint16_t)(n),                                                     \
                                           .width = (uint8_t)(bits),                                                   \
                                           .size = RH_ELEMENT_BYTES(struct rh_network_signals, m),                     \
                                           .array = true})
static void list_signals(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_system_params *p = params;
    RH_ROW(struct rh_system_signals, core_sum, 1, 32, NULL);
    RH_ROW(struct rh_system_signals, network_sum, 1, 32, NULL);
    RH_ROW(struct rh_system_signals, memory_sum, 1, 32, NULL);
    RH_ROW(struct rh_system_signals, requests_in_flight, p->cores, 8, NULL);
    ROW("requests_queued", requests, queued, p->cores, rh_log2_up(p->injection_queue + 1U), NULL);
    ROW("requests_granted", requests, granted, p->routers, p->request_outputs, NULL);
    ROW("requests_flits", requests, flits, p->routers, p->request_outputs, NULL);
    ROW("requests_to", requests, to, p->routers * p->request_outputs, rh_log2_up(p->controllers), live_request_links);
    ROW("requests_credits", requests, credits, p->routers, p->request_inputs, NULL);
    ROW("requests_waiting", requests, waiting, p->controllers, 1, NULL);
    ROW("replies_queued", replies, queued, p->controllers, rh_log2_up(p->injection_queue + 1U), NULL);
    ROW("replies_granted", replies, granted, p->routers, p->reply_outputs, NULL);
    ROW("replies_flits", replies, flits, p->routers, p->reply_outputs, NULL);
    ROW("replies_to", replies, to, p->routers * p->reply_outputs, rh_log2_up(p->cores), live_reply_links);
    ROW("replies_credits", replies, credits, p->routers, p->reply_inputs, NULL);
}

static bool offers(const void *in, const void *out, unsigned index) {
    (void)out;
    return ((const struct rh_system_in *)in)->core_valid >> index & 1;
}

static bool commands_column(const void *in, const void *out, unsigned index) {
    (void)in;
    return ((const struct rh_system_out *)out)->col_cmd[index] != RH_NOP;
}

static bool commands_row(const void *in, const void *out, unsigned index) {
    (void)in;
    return ((const struct rh_system_out *)out)->row_cmd[index] != RH_NOP;
}

static const struct rh_shown shown[] = {
    {"core_controller", offers},   {"core_bank", offers},
    {"core_row", offers},          {"core_column", offers},
    {"core_len", offers},          {"core_slot", offers},
    {"col_bank", commands_column}, {"col_column", commands_column},
    {"col_tag", commands_column},  {"col_reason", commands_column},
    {"row_bank", commands_row},    {"row_row", commands_row},
    {"row_reason", commands_row},  {NULL, NULL},
};
static const struct rh_port_group port_groups[] = {
    {"core_tick", "clocks of the cores", RH_ORANGE, false},
    {"network_tick", "clocks of the networks", RH_ORANGE, false},
    {"memory_tick", "clocks of the memory", RH_ORANGE, false},
    {"core_valid", "cores that offer a request", RH_GREEN, false},
    {"core_ready", "cores whose request is taken", RH_GREEN, false},
    {"reply_valid", "cores with a reply", RH_GREEN, false},
    {"col_cmd", "column commands of the controllers", RH_ORANGE, false},
    {"row_cmd", "row commands", RH_ORANGE, false},
    {"occupancy", "requests in the controllers", RH_GREEN, false},
    {"cause", "why their data buses idle", RH_VIOLET, false},
    {"core_", "the requests on offer", RH_GREEN, false},
    {"reply_", "the replies", RH_GREEN, false},
    {"col_", "the column commands", RH_PLAIN, false},
    {"row_", "the row commands", RH_PLAIN, false},
    {"rsp_", "responses of the controllers", RH_GREEN, false},
    {"", "other outputs of the controllers", RH_PLAIN, false},
};
static const struct rh_register_group register_groups[] = {
    {"p->routers", NULL, "routers", "router", true},
    {"p->cores", NULL, "cores", "core", true},
    {"p->controllers", NULL, "controllers", "controller", true},
    {"p->routers * p->request_outputs", NULL, "flits of requests", "link", false},
    {"p->routers * p->reply_outputs", NULL, "flits of replies", "link", false},
};
static const char *const set_widths[] = {"p->cores",         "p->request_outputs", "p->request_inputs",
                                         "p->reply_outputs", "p->reply_inputs",    NULL};
static const char *const choice[] = {
    "core_tick",      "network_tick",     "core_valid",      "core_ready",    "reply_valid", "requests_granted",
    "requests_flits", "requests_waiting", "replies_granted", "replies_flits", NULL};

static const struct rh_kind kind = {
    .name = "system",
    .params = param_rows,
    .param_count = PARAM_ROWS,
    .dims = dim_rows,
    .params_size = sizeof(struct rh_system_params),
    .config_size = sizeof(struct rh_system_config),
    .in_size = sizeof(struct rh_system_in),
    .out_size = sizeof(struct rh_system_out),
    .list_config = list_config,
    .list_in = list_in,
    .list_out = list_all_out,
    .paths = path_rows,
    .observed = observed_rows,
    .handshakes = handshake_rows,
    .port_groups = port_groups,
    .shown = shown,
    .register_groups = register_groups,
    .register_group_count = sizeof register_groups / sizeof register_groups[0],
    .set_widths = set_widths,
    .choice = choice,
};
static const struct rh_block_ops ops = {
    .name = "request_system", .state_size = sizeof(struct rh_system_signals), .list = list_signals};

/* --- a loop as parameters and configuration of the RTL --- */

unsigned rh_request_system_period_ps(const struct rh_loop *loop) {
    return (unsigned)((uint64_t)loop->setup.preset->tck_ps * loop->rates.memory / loop->rates.fastest);
}

static uint16_t place_of_controller(const struct rh_block_ops *controller) {
    uint16_t place = 0;
    while (rh_controller_at(place) != controller)
        place++;
    return place;
}

static uint16_t place_of_allocator(const struct rh_block_ops *allocator) {
    uint16_t place = 0;
    while (rh_allocator_at(place) != allocator)
        place++;
    return place;
}

bool rh_request_system_params_of(const struct rh_loop *loop, struct rh_system_params *params, struct rh_error *error) {
    const struct rh_loop_setup *s = &loop->setup;
    const struct rh_geometry *g = &s->geometry;
    const struct rh_network_blocks *blocks = rh_network_direct_params(loop->requests);
    const struct rh_topology *requests = rh_network_direct_topology(loop->requests);
    const struct rh_topology *replies = rh_network_direct_topology(loop->replies);
    unsigned bytes = rh_preset_command_bytes(s->preset);
    if (bytes > UINT16_MAX)
        return rh_error_set(error, "--preset: found column commands of %u bytes, expected at most %u in RTL", bytes,
                            UINT16_MAX);
    *params = (struct rh_system_params){
        .topology = (uint16_t)s->topology,
        .cores = s->cores,
        .controllers = s->controllers,
        /* of a mesh, for another width would be other hardware */
        .columns = s->network.topology.columns,
        .allocator = place_of_allocator(s->network.allocator),
        .vcs = blocks->router.vcs,
        .static_vcs = blocks->router.static_vcs,
        .speculative = blocks->router.speculative,
        .depth = blocks->router.depth,
        .injection_queue = blocks->injector.queue,
        .iterations = blocks->channels.iterations,
        .hash_bits = blocks->channels.hash_bits,
        .hold = blocks->channels.hold,
        .stays = blocks->router.stays,
        .row_affine = blocks->ejector.row_affine,
        .variant = place_of_controller(s->ops),
        .queue = g->queue,
        .banks = g->banks,
        .groups = g->groups,
        .buses = g->buses,
        .row_bits = g->row_bits,
        .column_bits = g->column_bits,
        .responses = g->responses,
        .timer_bits = g->timer_bits,
        .registered = g->registered,
        .grain_bits = g->grain_bits,
        .rank_bits = g->rank_bits,
        .subarray_group_bits = g->subarray_group_bits,
        .subarray_bits = g->subarray_bits,
        .source_bits = g->source_bits,
        .stacked = g->stacked,
        .write_drain = g->write_drain,
        .closes = g->closes,
        .command_bytes = (uint16_t)bytes,
        .flit_bytes = s->flit_bytes,
        .routers = requests->routers,
        .request_inputs = requests->inputs,
        .request_outputs = requests->outputs,
        .reply_inputs = replies->inputs,
        .reply_outputs = replies->outputs,
    };
    rh_system_derive(params);
    params->tag_bits = g->tag_bits; /* more, where a core has more outstanding requests than a module takes */
    return true;
}

struct rh_geometry rh_request_system_geometry(const struct rh_system_params *p) {
    return (struct rh_geometry){.queue = (uint8_t)p->queue,
                                .banks = (uint8_t)p->banks,
                                .groups = (uint8_t)p->groups,
                                .buses = (uint8_t)p->buses,
                                .row_bits = (uint8_t)p->row_bits,
                                .column_bits = (uint8_t)p->column_bits,
                                .responses = (uint8_t)p->responses,
                                .timer_bits = (uint8_t)p->timer_bits,
                                .tag_bits = (uint8_t)p->tag_bits,
                                .registered = (uint8_t)p->registered,
                                .grain_bits = (uint8_t)p->grain_bits,
                                .rank_bits = (uint8_t)p->rank_bits,
                                .subarray_group_bits = (uint8_t)p->subarray_group_bits,
                                .subarray_bits = (uint8_t)p->subarray_bits,
                                .source_bits = (uint8_t)p->source_bits,
                                .stacked = (uint8_t)p->stacked,
                                .write_drain = (uint8_t)p->write_drain,

                                .closes = (uint8_t)p->closes};
}

void rh_request_system_config_of(const struct rh_loop *loop, struct rh_system_config *config) {
    const struct rh_loop_setup *s = &loop->setup;
    *config = (struct rh_system_config){.core_rate = loop->rates.core,
                                        .network_rate = loop->rates.network,
                                        .memory_rate = loop->rates.memory,
                                        .hold_limit = s->network.hold_limit,
                                        .outstanding_limit = s->network.outstanding_limit,
                                        .constraints = s->constraints};
}

/* --- what it shows and offers in a clock --- */

void rh_request_system_query(const struct rh_loop *loop, struct rh_system_out *out) {
    struct rh_loop_clocks clocks = loop->clocks;
    struct rh_loop_ticks ticks = rh_loop_clocks_cycle(&clocks, &loop->rates);
    out->core_tick = ticks.core;
    out->network_tick = ticks.network;
    out->memory_tick = ticks.memory;
    /* Cores with a clock of their own have ports in that of the networks. */
    bool takes = ticks.core || (loop->others != NULL && loop->others->clock != NULL && ticks.network);
    for (unsigned k = 0; k < loop->setup.cores; k++) {
        const struct rh_packet_ejector_state *e = rh_network_direct_ejector(loop->replies, k);
        rh_put_bit(&out->core_ready, k, takes && rh_network_direct_is_ready(loop->requests, k));
        rh_put_bit(&out->reply_valid, k, e->message_valid);
        out->reply_tag[k] = e->message_payload;
    }
}

/* The request that core `k` would issue if it were ready; NULL: none. */
static const struct rh_request *front(const struct rh_loop *loop, unsigned k, uint64_t free) {
    uint64_t gap;
    const struct rh_loop_source *s = &loop->source[k];
    const struct rh_request *r = rh_core_streams_front(loop->streams, k, &gap);
    bool due = r != NULL && free != 0 && loop->core_cycle >= (s->due == RH_LOOP_NEVER ? s->clock + gap : s->due);
    return due ? r : NULL;
}

void rh_request_system_offer(const struct rh_loop *loop, const struct rh_system_out *out, struct rh_system_in *in) {
    for (unsigned k = 0; k < loop->setup.cores; k++) {
        bool replies = out->reply_valid >> k & 1;
        uint64_t free = loop->source[k].free[0] | (replies ? rh_bit(rh_loop_slot_of(loop, out->reply_tag[k])) : 0);
        const struct rh_request *r = front(loop, k, free);
        rh_put_bit(&in->core_valid, k, r != NULL);
        rh_put_bit(&in->core_write, k, r != NULL && r->write);
        if (r == NULL)
            continue;
        in->core_controller[k] = (uint8_t)r->channel;
        in->core_bank[k] = r->bank;
        in->core_row[k] = r->row;
        in->core_column[k] = r->column;
        in->core_len[k] = (uint8_t)(r->commands - 1);
        in->core_slot[k] = (uint16_t)__builtin_ctzll(free);
    }
}

void rh_request_system_put_controller(struct rh_system_out *out, unsigned k, const struct rh_controller_out *from) {
#define RH_OUT(name, type, count, width, enumeration, meaning) out->name[k] = from->name;
#include "tables/controller_ports.def"
}

void rh_request_system_controllers(const struct rh_loop *loop, struct rh_system_out *out) {
    for (unsigned k = 0; k < loop->setup.controllers; k++)
        rh_request_system_put_controller(out, k, rh_loop_out(loop, k));
}

/* --- in lockstep --- */

static void signals_of(void *signals, const struct rh_whole *whole, bool rtl) {
    struct rh_system_signals *to = signals;
    const struct rh_system_blocks *blocks = whole->user;
    const struct rh_loop *loop = blocks->loop;
    const bool in_parts = blocks->controller_states != NULL;
    const struct rh_clock_enable *clock[3] = {&blocks->clocks.core, &blocks->clocks.network, &blocks->clocks.memory};
    unsigned place = 0;
    for (; !in_parts && place < 3; place++)
        clock[place] = rh_whole_registers(whole, place, rtl);
    to->core_sum = clock[0]->sum;
    to->network_sum = clock[1]->sum;
    to->memory_sum = clock[2]->sum;
    for (unsigned k = 0; k < loop->setup.cores; k++)
        to->requests_in_flight[k] =
            ((const struct rh_packet_injector_state *)rh_whole_registers(whole, place + k, rtl))->in_flight;
    place = rh_network_signals(&to->requests, whole, rh_network_direct_topology(loop->requests), place, rtl);
    (void)rh_network_signals(&to->replies, whole, rh_network_direct_topology(loop->replies), place, rtl);
}

/* Outside of clocks of the memory nobody looks at the controllers, which are the last members; req_ready without a
 * request is asked of a bank that nobody named. */
static void forget(const void *user, const void *model, void *rtl) {
    const struct rh_loop *loop = ((const struct rh_system_blocks *)user)->loop;
    const struct rh_system_out *from = model;
    struct rh_system_out *to = rtl;
    const size_t begin = offsetof(struct rh_system_out, req_ready);
    if (!from->memory_tick)
        memcpy((char *)rtl + begin, (const char *)model + begin, sizeof *to - begin);
    for (unsigned k = 0; k < loop->setup.controllers; k++)
        if (loop->controller[k].offer == NULL)
            to->req_ready[k] = from->req_ready[k];
}

const struct rh_whole_top rh_system_top = {&kind, &ops, signals_of, forget};

/* A clock's accumulator as if it were a block. */
static void list_clock(struct rh_layout *layout, size_t base, const void *params) {
    (void)params;
    RH_ROW(struct rh_clock_enable, sum, 1, 32, NULL);
}
static const struct rh_block_ops clock_ops = {
    .name = "clock_enable", .state_size = sizeof(struct rh_clock_enable), .list = list_clock};

static bool add(struct rh_whole *whole, const char *name, unsigned number, const struct rh_block *block,
                const void *state) {
    char text[32];
    snprintf(text, sizeof text, "%s%u", name, number);
    return rh_whole_add(whole, text, block, state);
}

/* In the order of rh_network_add: injectors, routers with their allocators, ejectors. */
static bool add_network(struct rh_whole *whole, struct rh_block block[4], const struct rh_block_ops *allocator,
                        const char *const names[4], const struct rh_network_direct *n) {
    const struct rh_network_blocks *params = rh_network_direct_params(n);
    const struct rh_topology *t = rh_network_direct_topology(n);
    bool good = true;
    rh_block_make(&block[0], &rh_injector_kind, rh_variant_at(RH_KIND_injector, 0)->ops, &params->injector);
    rh_block_make(&block[1], &rh_router_kind, rh_variant_at(RH_KIND_router, 0)->ops, &params->router);
    rh_block_make(&block[2], &rh_allocator_kind, allocator, &params->channels);
    rh_block_make(&block[3], &rh_ejector_kind, rh_variant_at(RH_KIND_ejector, 0)->ops, &params->ejector);
    for (unsigned k = 0; good && k < rh_topology_sources(t); k++)
        good = add(whole, names[0], k, &block[0], rh_network_direct_injector(n, k));
    for (unsigned r = 0; good && r < t->routers; r++)
        good = add(whole, names[1], r, &block[1], rh_network_direct_router(n, r)) &&
               add(whole, names[2], r, &block[2], rh_network_direct_channels(n, r));
    for (unsigned k = 0; good && k < rh_topology_sinks(t); k++)
        good = add(whole, names[3], k, &block[3], rh_network_direct_ejector(n, k));
    return good;
}

/* In the order of rh_request_system's observation: the sums of the clocks, the networks, the controllers. Of parts the
 * clocks are C on both sides. */
static bool add_all(struct rh_whole *whole, struct rh_system_blocks *b) {
    static const char *const names[2][4] = {
        {"requests_in", "requests_router", "requests_channels", "requests_out"},
        {"replies_in", "replies_router", "replies_channels", "replies_out"},
    };
    const struct rh_loop *loop = b->loop;
    const struct rh_loop_setup *s = &loop->setup;
    b->clock.ops = &clock_ops;
    rh_layout_make(&b->clock.state, list_clock, NULL);
    rh_block_make(&b->controller, &rh_controller_kind, s->ops, &s->geometry);
    const bool in_parts = b->controller_states != NULL;
    bool good = (in_parts || (rh_whole_add(whole, "core_clock", &b->clock, &loop->clocks.core) &&
                              rh_whole_add(whole, "network_clock", &b->clock, &loop->clocks.network) &&
                              rh_whole_add(whole, "memory_clock", &b->clock, &loop->clocks.memory))) &&
                add_network(whole, b->network[0], s->network.allocator, names[0], loop->requests) &&
                add_network(whole, b->network[1], s->network.allocator, names[1], loop->replies);
    for (unsigned k = 0; good && k < s->controllers; k++)
        good = add(whole, "controller", k, &b->controller,
                   in_parts ? b->controller_states[k] : rh_loop_registers(loop, k));
    return good;
}

bool rh_request_system_load(struct rh_whole *whole, const struct rh_loop *loop, const char *file, bool quiet,
                            uint64_t seed, struct rh_error *error) {
    struct rh_system_params params;
    return rh_request_system_params_of(loop, &params, error) &&
           rh_whole_load(whole, &rh_system_top, &params, file, quiet, seed, error);
}

bool rh_request_system_begin(struct rh_whole *whole, struct rh_system_blocks *blocks, const struct rh_loop *loop,
                             struct rh_error *error) {
    const struct rh_system_params *found = whole->rtl->params;
    blocks->loop = loop;
    if (!rh_request_system_params_of(loop, &blocks->params, error))
        return false;
    for (unsigned i = 0; i < PARAM_ROWS; i++) {
        unsigned has = rh_param_get(&param_rows[i], found), expected = rh_param_get(&param_rows[i], &blocks->params);
        if (has != expected && !(has == 0 && strcmp(param_rows[i].name, "columns") == 0)) /* as wide as high */
            return rh_error_set(error, "request_system: found %s=%u in the RTL, expected %s=%u, as the C model says",
                                param_rows[i].name, has, param_rows[i].name, expected);
    }
    if (rh_whole_begin(whole, &blocks->params, blocks) && add_all(whole, blocks))
        return true;
    return rh_error_set(error, "request_system: found no memory, expected enough");
}

bool rh_request_system_reset(struct rh_whole *whole, uint64_t *random, struct rh_error *error) {
    const struct rh_system_blocks *blocks = whole->user;
    const struct rh_loop_setup *s = &blocks->loop->setup;
    struct rh_system_in *in = whole->in;
    struct rh_system_config config;
    for (unsigned k = 0; k < s->cores; k++) {
        uint64_t bits = rh_random_draw(random);
        rh_put_bit(&in->core_valid, k, bits & 1);
        rh_put_bit(&in->core_write, k, bits >> 1 & 1);
        in->core_controller[k] = (uint8_t)((bits >> 8 & 63) % s->controllers);
    }
    rh_request_system_config_of(blocks->loop, &config);
    return rh_whole_reset(whole, &config, error);
}
