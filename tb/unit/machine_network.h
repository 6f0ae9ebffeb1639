// SPDX-License-Identifier: Apache-2.0
/** A small network: two sources ask an allocator for two controllers; whoever is granted goes to a slot in front of the
 * controller, which offers it from the next clock on. The allocator grants to a controller that is ready, so a slot is
 * free then:
 *
 *   source 0 ──► xbar ──► slot 0 ──► mc0 ──► xbar.ready[0]
 *   source 1 ──►      ──► slot 1 ──► mc1 ──► xbar.ready[1]
 *
 * Sources and slots are the driver. The same driver is behind the machine and behind the reference, which steps the
 * three blocks by hand; what each block shows in each clock is noted.
 */
#ifndef MACHINE_NETWORK_H
#define MACHINE_NETWORK_H

#include <string.h>

#include "rowhold/rh_allocator.h"
#include "rowhold/rh_controller.h"
#include "rowhold/rh_machine.h"
#include "rowhold/rh_model.h"
#include "rowhold/rh_preset_file.h"
#include "rowhold/rh_random.h"

enum { NETWORK_SOURCES = 2, NETWORK_PACKETS = 60, NETWORK_CLOCKS = 3000, XBAR = 0, MC0 = 1, NETWORK_PARTS = 3 };

/** The last two take a response when there is one: a ring, in which the controllers have to show rsp_valid before their
 * clock. */
static const struct rh_machine_wire network_wires[] = {{"mc0.req_ready", "xbar.ready[0]"},
                                                       {"mc1.req_ready", "xbar.ready[1]"},
                                                       {"mc0.rsp_valid", "mc0.rsp_ready"},
                                                       {"mc1.rsp_valid", "mc1.rsp_ready"}};
enum { NETWORK_WIRES = 2, NETWORK_RING_WIRES = 4 };

struct packet {
    uint8_t destination, bank;
    uint16_t column, tag;
    uint32_t row;
};

/** What every network has: blocks, models, packets. */
struct network {
    struct rh_allocator_params xbar_params;
    struct rh_allocator_config xbar_config;
    struct rh_geometry geometry;
    struct rh_constraints constraints;
    struct rh_block block[NETWORK_PARTS];
    struct rh_model model[NETWORK_PARTS];
    struct packet packet[NETWORK_SOURCES][NETWORK_PACKETS];
    unsigned sent[NETWORK_SOURCES]; /* of the packets: granted */
    bool slot_full[NETWORK_SOURCES];
    struct packet slot[NETWORK_SOURCES];
    unsigned answered[NETWORK_SOURCES * NETWORK_PACKETS]; /* by tag */
    uint64_t last_answer;                                 /* clock */
};

/** What the blocks show in each clock. */
struct network_trace {
    struct rh_allocator_out xbar[NETWORK_CLOCKS];
    struct rh_controller_out mc[2][NETWORK_CLOCKS];
};

static inline void network_open(struct network *n, const char *allocator) {
    struct rh_preset preset;
    struct rh_error error;
    uint64_t random = rh_random_start(3, 0);
    memset(n, 0, sizeof *n);
    assert_true(rh_preset_load("gddr3", &preset, &error));
    n->geometry = rh_preset_geometry(&preset, 8);
    n->geometry.responses = 4;
    n->constraints = rh_preset_constraints(&preset);
    n->xbar_params = (struct rh_allocator_params){2, 2, 1, RH_HOLD_none, 2, 4, 12, 4};
    rh_block_make(&n->block[XBAR], &rh_allocator_kind, rh_allocator_find(allocator), &n->xbar_params);
    assert_true(
        rh_model_open(&n->model[XBAR], &rh_allocator_kind, n->block[XBAR].ops, &n->xbar_params, &n->xbar_config));
    for (unsigned i = MC0; i < NETWORK_PARTS; i++) {
        rh_block_make(&n->block[i], &rh_controller_kind, rh_controller_find("fifo"), &n->geometry);
        assert_true(rh_model_open(&n->model[i], &rh_controller_kind, n->block[i].ops, &n->geometry, &n->constraints));
    }
    for (unsigned s = 0; s < NETWORK_SOURCES; s++)
        for (unsigned k = 0; k < NETWORK_PACKETS; k++)
            n->packet[s][k] = (struct packet){.destination = (uint8_t)rh_random_below(&random, 2),
                                              .bank = (uint8_t)rh_random_below(&random, 4),
                                              .column = (uint16_t)rh_random_below(&random, 100),
                                              .tag = (uint16_t)(s * NETWORK_PACKETS + k),
                                              .row = (uint32_t)rh_random_below(&random, 8)};
}

static inline void network_close(struct network *n) {
    for (unsigned i = 0; i < NETWORK_PARTS; i++)
        rh_model_close(&n->model[i]);
}

/** What the clock brought: grants move packets to the slots, accepted ones leave them, responses are counted. */
static inline void network_see(struct network *n, const struct rh_allocator_out *xbar,
                               const struct rh_controller_out *const mc[2],
                               const struct rh_controller_in *const offered[2], uint64_t cycle) {
    for (unsigned o = 0; o < 2; o++) {
        if (offered[o]->req_valid && mc[o]->req_ready)
            n->slot_full[o] = false;
        if (!mc[o]->rsp_valid)
            continue;
        n->answered[mc[o]->rsp_tag]++;
        n->last_answer = cycle;
    }
    for (unsigned s = 0; s < NETWORK_SOURCES; s++) {
        if (xbar->grant[s] == 0)
            continue;
        unsigned o = (unsigned)__builtin_ctzll(xbar->grant[s]);
        assert_false(n->slot_full[o]);
        n->slot_full[o] = true;
        n->slot[o] = n->packet[s][n->sent[s]++];
    }
}

/** The inputs of the next clock; true when nothing is left to send. */
static inline bool network_drive(const struct network *n, struct rh_allocator_in *xbar,
                                 struct rh_controller_in *const mc[2]) {
    bool empty = true;
    for (unsigned s = 0; s < NETWORK_SOURCES; s++) {
        const struct packet *p = &n->packet[s][n->sent[s]];
        bool asks = n->sent[s] < NETWORK_PACKETS;
        empty &= !asks;
        xbar->request[s] = asks ? UINT64_C(1) << p->destination : 0;
        xbar->destination[s] = asks ? p->destination : 0;
        xbar->bank[s] = asks ? p->bank : 0;
        xbar->row[s] = asks ? p->row : 0;
    }
    for (unsigned o = 0; o < 2; o++) {
        *mc[o] = (struct rh_controller_in){.rsp_ready = 1};
        if (!n->slot_full[o])
            continue;
        empty = false;
        mc[o]->req_valid = 1;
        mc[o]->req_bank = n->slot[o].bank;
        mc[o]->req_row = n->slot[o].row;
        mc[o]->req_column = n->slot[o].column;
        mc[o]->req_tag = n->slot[o].tag;
    }
    return empty;
}

/** The reference: the blocks in the order that the wires ask for, by hand. */
static inline void network_by_hand(struct network *n, struct network_trace *trace) {
    struct rh_allocator_in xbar = {.ready = 0};
    struct rh_controller_in mc[2];
    for (unsigned clock = 0; clock < NETWORK_CLOCKS; clock++) {
        (void)network_drive(n, &xbar, (struct rh_controller_in *const[2]){&mc[0], &mc[1]});
        xbar.ready = 0;
        for (unsigned o = 0; o < 2; o++) {
            struct rh_controller_out *out = &trace->mc[o][clock];
            n->block[MC0 + o].ops->cycle(n->model[MC0 + o].state, &n->geometry, &n->constraints, &mc[o], out);
            xbar.ready |= (uint64_t)out->req_ready << o;
        }
        n->block[XBAR].ops->cycle(n->model[XBAR].state, &n->xbar_params, &n->xbar_config, &xbar, &trace->xbar[clock]);
        network_see(n, &trace->xbar[clock],
                    (const struct rh_controller_out *const[2]){&trace->mc[0][clock], &trace->mc[1][clock]},
                    (const struct rh_controller_in *const[2]){&mc[0], &mc[1]}, clock);
    }
}

/** The machine's driver. */
struct network_driver {
    struct network *network;
    struct network_trace *trace;
    unsigned noted; /* clocks */
    bool may_hold;
    bool ring; /* with the wires of the ring */
};

/* The clock before; those skipped since the one before that showed what it shows. */
static inline void network_note(struct network_driver *d, struct rh_machine *machine) {
    const struct rh_allocator_out *xbar = rh_machine_out(machine, XBAR);
    const struct rh_controller_out *mc[2] = {rh_machine_out(machine, MC0), rh_machine_out(machine, MC0 + 1)};
    const struct rh_controller_in *in[2] = {rh_machine_in(machine, MC0), rh_machine_in(machine, MC0 + 1)};
    uint64_t cycle = rh_machine_cycle(machine);
    if (cycle == 0)
        return;
    network_see(d->network, xbar, mc, in, cycle - 1);
    for (; d->noted < cycle; d->noted++) {
        d->trace->xbar[d->noted] = *xbar;
        d->trace->mc[0][d->noted] = *mc[0];
        d->trace->mc[1][d->noted] = *mc[1];
    }
}

static inline uint64_t network_driven(void *user, struct rh_machine *machine) {
    struct network_driver *d = user;
    network_note(d, machine);
    bool empty = network_drive(
        d->network, rh_machine_in(machine, XBAR),
        (struct rh_controller_in *const[2]){rh_machine_in(machine, MC0), rh_machine_in(machine, MC0 + 1)});
    return empty && d->may_hold ? UINT64_MAX : 1;
}

/** The machine over units of any kind; those of the models where `unit` is NULL. */
static inline struct rh_machine *network_machine(struct network_driver *d, const struct rh_unit *const unit[3]) {
    static const char *const names[] = {"xbar", "mc0", "mc1"};
    struct rh_machine_part part[NETWORK_PARTS];
    struct rh_error error = {""};
    for (unsigned i = 0; i < NETWORK_PARTS; i++)
        part[i] = (struct rh_machine_part){names[i], &d->network->block[i],
                                           unit[i] != NULL ? *unit[i] : rh_model_unit(&d->network->model[i])};
    struct rh_machine_setup setup = {.parts = part,
                                     .part_count = NETWORK_PARTS,
                                     .wires = network_wires,
                                     .wire_count = d->ring ? NETWORK_RING_WIRES : NETWORK_WIRES,
                                     .drive = network_driven,
                                     .drive_user = d};
    struct rh_machine *machine = rh_machine_open(&setup, &error);
    if (machine == NULL)
        fail_msg("%s", error.text);
    return machine;
}

/** Two traces, port by port; those without meaning aside. */
static inline void network_same(const struct network *n, const struct network_trace *a, const struct network_trace *b) {
    for (unsigned clock = 0; clock < NETWORK_CLOCKS; clock++)
        for (unsigned i = 0; i < NETWORK_PARTS; i++) {
            const void *x = i == XBAR ? (const void *)&a->xbar[clock] : &a->mc[i - MC0][clock];
            const void *y = i == XBAR ? (const void *)&b->xbar[clock] : &b->mc[i - MC0][clock];
            const struct rh_layout *out = &n->block[i].out;
            uint64_t live[RH_LAYOUT_MASKS * 2] = {0};
            unsigned field, index;
            rh_layout_live(out, x, live);
            if (rh_layout_differs(out, live, x, y, &field, &index))
                fail_msg("clock %u, part %u, %s[%u] differs", clock, i, out->fields[field].name, index);
        }
}

#endif
