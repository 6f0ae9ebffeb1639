// SPDX-License-Identifier: Apache-2.0
// Is a network that runs fast the machine of the same blocks? Every register of every block, after every clock.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rowhold/rh_allocator.h"
#include "rowhold/rh_network_direct.h"
#include "rowhold/rh_random.h"

enum { CLOCKS = 1500, NODES = RH_TOPOLOGY_MOST_NODES };

struct scene {
    struct rh_network_setup setup;
    struct rh_network network;
    struct rh_assembly *assembly;
    struct rh_machine *machine;
    struct rh_network_direct *direct;
    unsigned sources, sinks;
    unsigned owed[NODES]; /* messages of a source that came, and whose `done` is due */
    uint64_t random;
    unsigned taken, clock;
};

static unsigned draw(struct scene *s, unsigned n) {
    return (unsigned)rh_random_below(&s->random, n);
}

static void open_scene(struct scene *s, enum rh_topology_kind kind, unsigned cores, unsigned controllers,
                       bool replies) {
    struct rh_error error = {.text = ""};
    assert_true(rh_topology_make(&s->setup.topology, kind, cores, controllers, 0, replies, &error));
    s->setup.banks = 4;
    s->setup.row_bits = 12;
    s->setup.outstanding_limit = 20;
    s->assembly = rh_assembly_open();
    rh_network_add(s->assembly, &s->setup, "net", &s->network);
    s->machine = rh_assembly_build(s->assembly, NULL, NULL, NULL, NULL, &error);
    assert_string_equal(error.text, "");
    rh_network_route(&s->network, s->machine);
    s->direct = rh_network_direct_open(&s->setup, &error);
    assert_string_equal(error.text, "");
    s->sources = rh_topology_sources(&s->setup.topology);
    s->sinks = rh_topology_sinks(&s->setup.topology);
    s->random = rh_random_start(11, kind);
}

static void close_scene(struct scene *s) {
    rh_network_direct_close(s->direct);
    rh_machine_close(s->machine);
    rh_assembly_close(s->assembly);
}

/* Inputs of a clock, to both. `busy`: of 16 clocks, those in which a source offers something. */
static void drive(struct scene *s, unsigned busy, bool enable) {
    rh_network_enable(&s->network, s->machine, enable);
    for (unsigned k = 0; k < s->sources; k++) {
        struct rh_injector_in *in = rh_machine_in(s->machine, s->network.injector[k]);
        const struct rh_network_message m = {.destination = (uint8_t)draw(s, s->sinks),
                                             .bank = (uint8_t)draw(s, 4),
                                             .flits = (uint8_t)(1 + draw(s, 3)),
                                             .row = draw(s, 5),
                                             .payload = k << 16 | s->clock};
        in->message_valid = draw(s, 16) < busy;
        in->message_destination = m.destination;
        in->message_bank = m.bank;
        in->message_row = m.row;
        in->message_payload = m.payload;
        in->message_flits = m.flits;
        in->done = s->owed[k] != 0;
        if (in->message_valid)
            rh_network_direct_offer(s->direct, k, &m);
        if (in->done)
            rh_network_direct_done(s->direct, k);
        s->owed[k] -= s->owed[k] != 0;
    }
    for (unsigned k = 0; k < s->sinks; k++) {
        struct rh_ejector_in *in = rh_machine_in(s->machine, s->network.ejector[k]);
        in->message_ready = draw(s, 4) != 0;
        if (in->message_ready)
            rh_network_direct_take(s->direct, k);
    }
}

static void same(const struct scene *s, const char *what, unsigned number, const void *a, const void *b, size_t size) {
    if (memcmp(a, b, size) != 0)
        fail_msg("clock %u: %s %u differs", s->clock, what, number);
}

static const void *state_of(const struct scene *s, unsigned part) {
    return rh_assembly_model(s->assembly, part)->state;
}

static void compare(const struct scene *s) {
    for (unsigned k = 0; k < s->sources; k++)
        same(s, "injector", k, state_of(s, s->network.injector[k]), rh_network_direct_injector(s->direct, k),
             sizeof(struct rh_packet_injector_state));
    for (unsigned r = 0; r < s->setup.topology.routers; r++) {
        same(s, "router", r, state_of(s, s->network.router[r]), rh_network_direct_router(s->direct, r),
             sizeof(struct rh_vc_router));
        const struct rh_model *model = rh_assembly_model(s->assembly, s->network.channels[r]);
        same(s, "allocator", r, model->state, rh_network_direct_channels(s->direct, r), model->ops->state_size);
    }
    for (unsigned k = 0; k < s->sinks; k++)
        same(s, "ejector", k, state_of(s, s->network.ejector[k]), rh_network_direct_ejector(s->direct, k),
             sizeof(struct rh_packet_ejector_state));
}

/* Who takes a message owes its source a `done`. */
static void see(struct scene *s) {
    for (unsigned k = 0; k < s->sinks; k++) {
        const struct rh_ejector_in *in = rh_machine_in(s->machine, s->network.ejector[k]);
        const struct rh_ejector_out *out = rh_machine_out(s->machine, s->network.ejector[k]);
        if (!out->message_valid || !in->message_ready)
            continue;
        s->owed[out->message_payload >> 16]++;
        s->taken++;
    }
}

/* Busy, then nearly idle, then busy again. */
static void run(struct scene *s) {
    for (; s->clock < CLOCKS; s->clock++) {
        unsigned part = s->clock / (CLOCKS / 4);
        bool enable = draw(s, 32) < 26;
        drive(s, part == 0 ? 16 : part == 1 ? 1 : part == 2 ? 0 : 6, enable);
        assert_true(rh_machine_run_cycle(s->machine));
        for (unsigned k = 0; k < s->sources; k++) {
            const struct rh_injector_out *out = rh_machine_out(s->machine, s->network.injector[k]);
            assert_int_equal(out->message_ready, rh_network_direct_is_ready(s->direct, k));
        }
        rh_network_direct_clock(s->direct, enable);
        compare(s);
        see(s);
    }
    assert_true(s->taken > CLOCKS / 4);
}

static void it_is_the_machine(void **state) {
    (void)state;
    unsigned number = 0;
    for (unsigned kind = RH_TOPOLOGY_crossbar; kind < RH_TOPOLOGIES; kind++)
        for (unsigned vcs = 0; vcs <= 4; vcs += 2)
            for (unsigned hold = 0; hold < RH_HOLD_RULES; hold++, number++) {
                struct scene s = {
                    .setup = {.vcs = (uint8_t)vcs,
                              .static_vcs = number % 3 == 1,
                              .speculative = number % 2 == 0,
                              .stays_given = number % 5 == 4,
                              .stays = 3,
                              .depth = (uint8_t)(2 + number % 4),
                              .queue = 3,
                              .hold = (uint8_t)hold,
                              .hold_limit = number % 2 ? 7 : 0,
                              .row_affine = (uint8_t)(number % 5 * 3),
                              .allocator = rh_allocator_at((number + number / RH_HOLD_RULES) % rh_allocator_count())}};
                open_scene(&s, (enum rh_topology_kind)kind, 7, 3, number % 2);
                run(&s);
                close_scene(&s);
            }
}

static void parameters_that_do_not_fit_are_refused(void **state) {
    (void)state;
    struct rh_error error = {.text = ""};
    struct rh_network_setup setup = {.depth = 200};
    assert_true(rh_topology_make(&setup.topology, RH_TOPOLOGY_mesh, 7, 2, 0, false, &error));
    assert_null(rh_network_direct_open(&setup, &error));
    assert_non_null(strstr(error.text, "depth"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_the_machine),
        cmocka_unit_test(parameters_that_do_not_fit_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
