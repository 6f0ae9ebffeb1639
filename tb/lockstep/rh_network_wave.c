// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_network_wave.h"

#include "rowhold/rh_packet_ejector.h"
#include "rowhold/rh_packet_injector.h"
#include "rowhold/rh_vc_router.h"

typedef struct rh_network_wave_params params_type;
typedef struct rh_network_wave_in in_type;
typedef struct rh_network_wave_out out_type;
typedef struct rh_network_wave_state state_type;

static void put_router(state_type *to, unsigned r, unsigned outputs, const struct rh_vc_router *s) {
    to->granted[r] = 0;
    to->flits[r] = s->leave_valid;
    to->credits[r] = s->back_valid;
    for (unsigned o = 0; o < outputs; o++) {
        to->granted[r] |= (uint64_t)(s->taken[o] != 0) << o;
        to->to[r * outputs + o] = s->leave_destination[o];
    }
}

unsigned rh_network_wave_put(struct rh_network_wave_state *state, const struct rh_network_registers *registers,
                             const struct rh_topology *topology, unsigned place, bool rtl) {
    for (unsigned k = 0; k < rh_topology_sources(topology); k++) {
        const struct rh_packet_injector_state *s = rh_network_registers_of(registers, place++, rtl);
        state->queued[k] = s->count;
    }
    for (unsigned r = 0; r < topology->routers; r++, place += 2)
        put_router(state, r, topology->outputs, rh_network_registers_of(registers, place, rtl));
    for (unsigned k = 0; k < rh_topology_sinks(topology); k++) {
        const struct rh_packet_ejector_state *s = rh_network_registers_of(registers, place++, rtl);
        state->waiting[k] = s->message_valid;
    }
    return place;
}

static void put_bit(uint64_t *set, unsigned k, bool there) {
    *set = (*set & ~(UINT64_C(1) << k)) | (uint64_t)there << k;
}

void rh_network_wave_source(struct rh_network_wave_in *in, unsigned source, const struct rh_injector_in *from) {
    put_bit(&in->message_valid, source, from->message_valid);
    put_bit(&in->done, source, from->done);
    in->message_destination[source] = from->message_destination;
    in->message_bank[source] = from->message_bank;
    in->message_row[source] = from->message_row;
    in->message_payload[source] = from->message_payload;
    in->message_flits[source] = from->message_flits;
}

void rh_network_wave_sink(struct rh_network_wave_out *out, unsigned sink, const struct rh_ejector_out *from) {
    put_bit(&out->sink_valid, sink, from->message_valid);
    out->sink_bank[sink] = from->message_bank;
    out->sink_row[sink] = from->message_row;
    out->sink_payload[sink] = from->message_payload;
}

void rh_network_wave_live(const struct rh_network_wave_state *state, unsigned routers, unsigned outputs,
                          uint64_t *mask) {
    for (unsigned k = 0; k < routers * outputs; k++)
        mask[k / 64] |= (state->flits[k / outputs] >> k % outputs & 1) << k % 64;
}

static void live_links(const void *part, const void *params, uint64_t *mask) {
    const params_type *p = params;
    rh_network_wave_live(part, p->routers, p->outputs, mask);
}

static void live_sinks(const void *part, const void *params, uint64_t *mask) {
    (void)params;
    mask[0] = ((const out_type *)part)->sink_valid;
}

static void list_config(struct rh_layout *layout, size_t base, const void *params) {
    (void)layout, (void)base, (void)params;
}

static void list_in(struct rh_layout *layout, size_t base, const void *params) {
    const params_type *p = params;
    RH_PORT(in_type, enable, 1, 1, 0, "a clock of the network", NULL);
    RH_PORT(in_type, message_valid, 1, p->sources, 0, "sources that offer a message", NULL);
    RH_PORT(in_type, message_destination, p->sources, rh_log2_up(p->sinks), 0, "for this sink", NULL);
    RH_PORT(in_type, message_bank, p->sources, rh_log2_up(p->banks), 0, "its bank", NULL);
    RH_PORT(in_type, message_row, p->sources, p->row_bits, 0, "its row", NULL);
    RH_PORT(in_type, message_payload, p->sources, p->payload_bits, 0, "the rest of it", NULL);
    RH_PORT(in_type, message_flits, p->sources, rh_log2_up(p->most_flits + 1), 0, "its flits", NULL);
    RH_PORT(in_type, done, 1, p->sources, 0, "sources one of whose messages in flight is done", NULL);
    RH_PORT(in_type, sink_ready, 1, p->sinks, 0, "sinks that take a message", NULL);
}

static void list_out(struct rh_layout *layout, size_t base, const void *params) {
    const params_type *p = params;
    RH_PORT(out_type, message_ready, 1, p->sources, 0, "sources whose message is taken", NULL);
    RH_PORT(out_type, sink_valid, 1, p->sinks, 0, "sinks with a message", NULL);
    RH_PORT(out_type, sink_bank, p->sinks, rh_log2_up(p->banks), 0, "its bank", live_sinks);
    RH_PORT(out_type, sink_row, p->sinks, p->row_bits, 0, "its row", live_sinks);
    RH_PORT(out_type, sink_payload, p->sinks, p->payload_bits, 0, "the rest of it", live_sinks);
}

static void list_state(struct rh_layout *layout, size_t base, const void *params) {
    const params_type *p = params;
    RH_ROW(state_type, granted, p->routers, p->outputs, NULL);
    RH_ROW(state_type, flits, p->routers, p->outputs, NULL);
    RH_ROW(state_type, to, p->routers * p->outputs, rh_log2_up(p->sinks), live_links);
    RH_ROW(state_type, credits, p->routers, p->inputs, NULL);
    RH_ROW(state_type, queued, p->sources, rh_log2_up(p->queue + 1), NULL);
}

static bool offers(const void *in, const void *out, unsigned index) {
    (void)out;
    return ((const in_type *)in)->message_valid >> index & 1;
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
    {"p->routers * p->outputs", NULL, "flits", "link", false},
};
static const char *const set_widths[] = {"p->sources", "p->sinks", "p->inputs", "p->outputs", NULL};

const struct rh_kind rh_network_wave_kind = {
    .name = "network",
    .params_size = sizeof(params_type),
    .in_size = sizeof(in_type),
    .out_size = sizeof(out_type),
    .list_config = list_config,
    .list_in = list_in,
    .list_out = list_out,
    .port_groups = port_groups,
    .shown = shown,
    .register_groups = register_groups,
    .register_group_count = sizeof register_groups / sizeof register_groups[0],
    .set_widths = set_widths,
};
const struct rh_block_ops rh_network_wave_ops = {
    .name = "request_network", .state_size = sizeof(state_type), .list = list_state};
