// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_system_wave.h"

#include "rowhold/rh_packet_injector.h"

void rh_system_wave_params_of(const struct rh_loop *loop, struct rh_system_wave_params *params) {
    const struct rh_loop_setup *s = &loop->setup;
    const struct rh_topology *requests = rh_network_direct_topology(loop->requests);
    const struct rh_topology *replies = rh_network_direct_topology(loop->replies);
    *params = (struct rh_system_wave_params){
        .cores = s->cores,
        .controllers = s->controllers,
        .routers = requests->routers,
        .request_inputs = requests->inputs,
        .request_outputs = requests->outputs,
        .reply_inputs = replies->inputs,
        .reply_outputs = replies->outputs,
        .injection_queue = rh_network_direct_params(loop->requests)->injector.queue,
        .queue = s->geometry.queue,
        .banks = s->geometry.banks,
        .row_bits = s->geometry.row_bits,
        .column_bits = s->geometry.column_bits,
        .tag_bits = s->geometry.tag_bits,
    };
}

unsigned rh_system_period_ps(const struct rh_loop *loop) {
    return (unsigned)((uint64_t)loop->setup.preset->tck_ps * loop->rates.memory / loop->rates.fastest);
}

/* A block's registers on one side, by its place among all. */
static const void *registers_of(const struct rh_system_pair *pair, unsigned place, bool rtl) {
    return rh_network_registers_of(pair->blocks.registers, place, rtl);
}

static void put_state(struct rh_system_wave_state *to, const struct rh_system_pair *pair, bool rtl) {
    const struct rh_loop *loop = pair->ports.loop;
    unsigned place = RH_SYSTEM_CLOCKS;
    to->core_sum = ((const struct rh_clock_enable *)registers_of(pair, 0, rtl))->sum;
    to->network_sum = ((const struct rh_clock_enable *)registers_of(pair, 1, rtl))->sum;
    to->memory_sum = ((const struct rh_clock_enable *)registers_of(pair, 2, rtl))->sum;
    for (unsigned k = 0; k < loop->setup.cores; k++)
        to->requests_in_flight[k] =
            ((const struct rh_packet_injector_state *)registers_of(pair, place + k, rtl))->in_flight;
    const struct rh_network_registers *registers = pair->blocks.registers;
    place = rh_network_wave_put(&to->requests, registers, rh_network_direct_topology(loop->requests), place, rtl);
    (void)rh_network_wave_put(&to->replies, registers, rh_network_direct_topology(loop->replies), place, rtl);
}

static void put_offers(struct rh_system_wave_in *to, const struct rh_system_ports *ports) {
    to->core_valid = to->core_write = 0;
    for (unsigned k = 0; k < ports->loop->setup.cores; k++) {
        const struct rh_system_offer *o = &ports->offer[k];
        to->core_valid |= (uint64_t)o->valid << k;
        to->core_write |= (uint64_t)(o->valid && o->write) << k;
        to->core_controller[k] = o->controller;
        to->core_bank[k] = o->bank;
        to->core_row[k] = o->row;
        to->core_column[k] = o->column;
        to->core_extra[k] = o->extra;
        to->core_slot[k] = o->slot;
    }
}

static void put_ticks(struct rh_system_wave_out *to, struct rh_loop_ticks ticks) {
    to->core_tick = ticks.core;
    to->network_tick = ticks.network;
    to->memory_tick = ticks.memory;
}

static void put_cores(struct rh_system_wave *wave, const struct rh_system_ports *ports) {
    struct rh_system_wave_out *model = &wave->model.out, *rtl = &wave->rtl.out;
    put_ticks(model, ports->ticks);
    put_ticks(rtl, ports->api->ticks(ports->rtl));
    model->core_ready = model->reply_valid = rtl->core_ready = rtl->reply_valid = 0;
    for (unsigned k = 0; k < ports->loop->setup.cores; k++) {
        model->core_ready |= (uint64_t)ports->ready[k] << k;
        model->reply_valid |= (uint64_t)ports->reply[k] << k;
        model->reply_tag[k] = ports->tag[k];
        rtl->core_ready |= (uint64_t)ports->api->ready(ports->rtl, k) << k;
        rtl->reply_valid |= (uint64_t)ports->api->reply(ports->rtl, k, &rtl->reply_tag[k]) << k;
    }
}

void rh_system_wave_before(struct rh_system_wave *wave, struct rh_system_pair *pair) {
    const struct rh_system_ports *ports = &pair->ports;
    rh_network_registers_update(pair->blocks.registers, ports->api->observation(ports->rtl));
    put_offers(&wave->in, ports);
    put_cores(wave, ports);
    put_state(&wave->model.state, pair, false);
    put_state(&wave->rtl.state, pair, true);
}

static void put_controller(struct rh_system_wave_out *to, unsigned k, const struct rh_controller_out *from) {
#define RH_OUT(name, type, count, width, enumeration, meaning) to->name[k] = from->name;
#include "tables/controller_ports.def"
}

void rh_system_wave_behind(struct rh_system_wave *wave, const struct rh_system_pair *pair) {
    const struct rh_system_ports *ports = &pair->ports;
    for (unsigned k = 0; k < ports->loop->setup.controllers; k++) {
        const struct rh_loop_controller *c = &ports->loop->controller[k];
        struct rh_controller_out rtl;
        rh_system_ports_controller(ports, k, &rtl);
        put_controller(&wave->model.out, k, &c->out);
        put_controller(&wave->rtl.out, k, &rtl);
    }
}
