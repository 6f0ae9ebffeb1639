// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_network_memory.h"

#include <stdlib.h>

#include "cmodel/embedding/rh_memory_queue.h"
#include "cmodel/embedding/rh_memory_space.h"
#include "cmodel/embedding/rh_run_report.h"
#include "rowhold/rh_default.h"

struct rh_network_memory {
    struct rh_setup setup;
    struct rh_memory_space space;
    struct rh_memory_queue queue; /* with a port a core */
    struct rh_loop *loop;
    struct rh_loop_cores cores;
    rh_memory_callback *done;
    void *self;
    bool ended;
    struct rh_error text;
};

static bool end_run(struct rh_network_memory *memory) {
    memory->ended = true;
    return false;
}

/* The loop issues what it is given, under the slot that it names. */
static const struct rh_request *next_part(void *user, unsigned core, unsigned *slot) {
    struct rh_network_memory *memory = user;
    struct rh_memory_port *port = &memory->queue.port[core];
    if (port->count == 0)
        return NULL;
    const struct rh_request *part = &port->part[port->first].request;
    rh_memory_port_take(port, *slot);
    return part;
}

static bool on_reply(void *user, unsigned core, unsigned slot) {
    struct rh_network_memory *memory = user;
    rh_memory_port_answer(&memory->queue.port[core], slot, rh_loop_cycle(memory->loop));
    return true;
}

static bool open_loop(struct rh_network_memory *memory, const struct rh_network_memory_setup *setup, unsigned channels,
                      struct rh_error *error) {
    struct rh_loop_setup loop = setup->loop;
    if (channels > RH_TOPOLOGY_MOST_NODES)
        return rh_error_field(error, "channels", "found %u behind a network, expected at most %u", channels,
                              (unsigned)RH_TOPOLOGY_MOST_NODES);
    loop.preset = &memory->setup.preset;
    loop.ops = memory->setup.ops;
    loop.geometry = memory->setup.geometry;
    loop.constraints = memory->setup.constraints;
    loop.controllers = (uint8_t)channels;
    loop.judge = !setup->memory.no_judge;
    loop.cycle_by_cycle = setup->memory.cycle_by_cycle;
    loop.sink = setup->memory.sink;
    loop.sink_user = setup->memory.sink_user;
    loop.cycles = 0;
    memory->loop = rh_loop_open(&loop, error);
    memory->cores = (struct rh_loop_cores){.next = next_part, .reply = on_reply, .user = memory};
    return memory->loop != NULL;
}

static bool open_all(struct rh_network_memory *memory, const struct rh_network_memory_setup *setup,
                     struct rh_error *error) {
    if (!rh_memory_settle(&setup->memory, &memory->setup, error))
        return false;
    const struct rh_preset *preset = &memory->setup.preset;
    unsigned channels = setup->memory.channels != 0 ? setup->memory.channels : preset->channels;
    memory->done = setup->memory.done;
    memory->self = setup->memory.self;
    if (!open_loop(memory, setup, channels, error) ||
        !rh_memory_space_open(&memory->space, &setup->memory, preset, channels, error))
        return false;
    const struct rh_loop_setup *loop = rh_loop_setup_of(memory->loop);
    return rh_memory_queue_open(&memory->queue, loop->cores, rh_memory_space_room(&memory->space), loop->outstanding) ||
           rh_error_field(error, "cores", "found no memory for %u cores, expected enough", loop->cores);
}

struct rh_network_memory *rh_network_memory_open(const struct rh_network_memory_setup *setup, struct rh_error *error) {
    struct rh_network_memory *memory = calloc(1, sizeof *memory);
    if (memory == NULL) {
        rh_error_set(error, "memory: found no memory, expected enough");
        return NULL;
    }
    if (open_all(memory, setup, error))
        return memory;
    rh_network_memory_close(memory);
    return NULL;
}

void rh_network_memory_close(struct rh_network_memory *memory) {
    if (memory == NULL)
        return;
    rh_loop_close(memory->loop);
    rh_memory_queue_close(&memory->queue);
    free(memory);
}

unsigned rh_network_memory_places(const struct rh_network_memory *memory, unsigned core) {
    bool taking = !memory->ended && core < memory->queue.ports;
    return taking ? memory->space.waiting - memory->queue.port[core].requests : 0;
}

static bool is_core(struct rh_network_memory *memory, unsigned core) {
    if (core < memory->queue.ports)
        return true;
    rh_error_field(&memory->text, "core", "found %u, expected a core below %u", core, memory->queue.ports);
    return end_run(memory);
}

static bool send_parts(struct rh_network_memory *memory, unsigned core, const struct rh_request *part, unsigned parts,
                       uint64_t address, void *user) {
    if (rh_network_memory_places(memory, core) == 0)
        return false;
    const struct rh_memory_done done = {
        .user = user, .address = address, .sent = rh_loop_cycle(memory->loop), .write = part[0].write != 0};
    uint32_t number = rh_memory_queue_enter(&memory->queue, parts, &done);
    for (unsigned i = 0; i < parts; i++)
        rh_memory_port_put(&memory->queue.port[core], &part[i], number);
    return true;
}

bool rh_network_memory_send(struct rh_network_memory *memory, unsigned core, uint64_t address, bool write, void *user) {
    struct rh_request part[RH_MEMORY_MOST_COMMANDS];
    if (memory->ended || !is_core(memory, core))
        return false;
    unsigned parts = rh_memory_space_cut(&memory->space, address, write, part, &memory->text);
    return parts != 0 ? send_parts(memory, core, part, parts, address, user) : end_run(memory);
}

bool rh_network_memory_send_placed(struct rh_network_memory *memory, unsigned core, const struct rh_request *request,
                                   void *user) {
    if (memory->ended || !is_core(memory, core))
        return false;
    const struct rh_loop_setup *loop = rh_loop_setup_of(memory->loop);
    if (request->channel >= loop->controllers) {
        rh_error_field(&memory->text, "request", "found channel %u, expected a channel below %u", request->channel,
                       loop->controllers);
        return end_run(memory);
    }
    if (!rh_default_request(request, &memory->setup.preset, &memory->setup.geometry, &memory->text))
        return end_run(memory);
    return send_parts(memory, core, request, 1, 0, user);
}

bool rh_network_memory_tick(struct rh_network_memory *memory) {
    if (memory->queue.calling && !memory->ended) {
        rh_error_field(&memory->text, "tick",
                       "found one inside a callback, expected it after the tick that calls back");
        return end_run(memory);
    }
    if (memory->ended)
        return false;
    const uint64_t before = rh_loop_cycle(memory->loop);
    while (rh_loop_cycle(memory->loop) == before)
        if (!rh_loop_run_cycle(memory->loop, &memory->cores, &memory->text))
            return end_run(memory);
    if (memory->queue.finished_count != 0)
        rh_memory_queue_call_back(&memory->queue, memory->done, memory->self);
    return !memory->ended;
}

bool rh_network_memory_idle(const struct rh_network_memory *memory) {
    return memory->queue.in_flight == 0;
}

const char *rh_network_memory_text(const struct rh_network_memory *memory) {
    return memory->text.text;
}

uint64_t rh_network_memory_cycle(const struct rh_network_memory *memory) {
    return rh_loop_cycle(memory->loop);
}

uint32_t rh_network_memory_tck_ps(const struct rh_network_memory *memory) {
    return memory->setup.preset.tck_ps;
}

uint64_t rh_network_memory_bytes(const struct rh_network_memory *memory) {
    return rh_memory_space_bytes(&memory->space);
}

bool rh_network_memory_finish(struct rh_network_memory *memory, struct rh_error *error) {
    if (!memory->ended && rh_loop_end(memory->loop, &memory->text) == RH_SYSTEM_DONE)
        memory->text.text[0] = '\0';
    memory->ended = true;
    if (memory->text.text[0] != '\0' && error != NULL)
        *error = memory->text;
    return memory->text.text[0] == '\0';
}

const struct rh_loop *rh_network_memory_loop(const struct rh_network_memory *memory) {
    return memory->loop;
}

bool rh_network_memory_json(const struct rh_network_memory *memory, FILE *file) {
    const struct rh_loop *loop = memory->loop;
    const struct rh_run_network network = {.loop = loop};
    struct rh_locality_count locality = rh_loop_stats_of(loop)->after;
    struct rh_run_figures channel[RH_TOPOLOGY_MOST_NODES];
    unsigned channels = rh_loop_setup_of(loop)->controllers;
    for (unsigned i = 0; i < channels; i++)
        channel[i] = (struct rh_run_figures){rh_loop_channel(loop, i), rh_loop_locality(loop, i), 1};
    locality.changes_before = rh_loop_stats_of(loop)->before.changes_before;
    struct rh_run_report report = {
        .setup = &memory->setup,
        .channels = channels,
        .cores = true,
        .judged = rh_loop_setup_of(loop)->judge,
        .warmup = rh_loop_setup_of(loop)->warmup,
        .total = {rh_loop_total(loop), locality, channels},
        .channel = channel,
        .network = &network,
        .rules_broken = rh_loop_rules_broken(loop),
    };
    report.judge_commands = rh_loop_judged(loop, &report.judge_checks);
    return rh_run_json(file, &report);
}
