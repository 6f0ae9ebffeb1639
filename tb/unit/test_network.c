// SPDX-License-Identifier: Apache-2.0
// Does every message of a network come out once, where it should, as it went in, and in order? And what does a hold
// rule do to streams that cross several routers?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rowhold/rh_allocator.h"
#include "rowhold/rh_ejector.h"
#include "rowhold/rh_injector.h"
#include "rowhold/rh_network.h"
#include "rowhold/rh_random.h"

enum { NODES = RH_TOPOLOGY_MOST_NODES, FLITS = 3 };

struct scene {
    struct rh_network_setup setup;
    struct rh_network network;
    struct rh_assembly *assembly;
    struct rh_machine *machine;
    unsigned sources, sinks;
    unsigned sent[NODES][NODES], got[NODES][NODES]; /* messages from a source to a sink */
    unsigned left[NODES];                           /* messages that a source has yet to send */
    unsigned wanted[NODES];                         /* destination of the next */
    unsigned delivered, clock;
    bool disordered;
    uint64_t random;
    char order[2][200]; /* at the first sinks: the letters of the sources */
};

static unsigned draw(struct scene *s, unsigned n) {
    s->random = s->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)((s->random >> 33) % n);
}

static void open_scene(struct scene *s, enum rh_topology_kind kind, unsigned cores, unsigned controllers,
                       bool replies) {
    struct rh_error error = {.text = ""};
    assert_true(rh_topology_make(&s->setup.topology, kind, cores, controllers, 0, replies, &error));
    s->setup.banks = 4;
    s->setup.row_bits = 12;
    s->assembly = rh_assembly_open();
    rh_network_add(s->assembly, &s->setup, "net", &s->network);
    s->machine = rh_assembly_build(s->assembly, NULL, NULL, NULL, NULL, &error);
    assert_string_equal(error.text, "");
    assert_non_null(s->machine);
    rh_network_route(&s->network, s->machine);
    s->sources = rh_topology_sources(&s->setup.topology);
    s->sinks = rh_topology_sinks(&s->setup.topology);
    s->random = 7;
}

static void close_scene(struct scene *s) {
    rh_machine_close(s->machine);
    rh_assembly_close(s->assembly);
}

/* What source `k` offers: it says where it comes from and which message it is. */
static void offer(struct scene *s, unsigned k) {
    struct rh_injector_in *in = rh_machine_in(s->machine, s->network.injector[k]);
    unsigned to = s->wanted[k];
    in->message_valid = s->left[k] != 0;
    in->message_destination = (uint8_t)to;
    in->message_bank = (uint8_t)(s->sent[k][to] % 4);
    in->message_row = 100 * k + to;
    in->message_payload = k << 16 | s->sent[k][to];
    in->message_flits = (uint8_t)(1 + (k + s->sent[k][to]) % FLITS);
}

/* Behind the clock: was it taken? Then the next one goes to some sink. */
static void offered(struct scene *s, unsigned k, bool everywhere) {
    const struct rh_injector_out *out = rh_machine_out(s->machine, s->network.injector[k]);
    if (s->left[k] == 0 || !out->message_ready)
        return;
    s->sent[k][s->wanted[k]]++;
    s->left[k]--;
    if (everywhere)
        s->wanted[k] = draw(s, s->sinks);
}

static void received(struct scene *s, unsigned sink) {
    const struct rh_ejector_in *in = rh_machine_in(s->machine, s->network.ejector[sink]);
    const struct rh_ejector_out *out = rh_machine_out(s->machine, s->network.ejector[sink]);
    if (!out->message_valid || !in->message_ready)
        return;
    unsigned source = out->message_payload >> 16, number = out->message_payload & 0xffff;
    assert_true(source < s->sources && number < s->sent[source][sink]);
    assert_int_equal(out->message_row, 100 * source + sink);
    assert_int_equal(out->message_bank, number % 4);
    s->disordered |= number != s->got[source][sink];
    s->got[source][sink]++;
    s->delivered++;
    if (sink < 2 && strlen(s->order[sink]) + 1 < sizeof s->order[sink])
        s->order[sink][strlen(s->order[sink])] = (char)('a' + source);
}

/* `each` messages a source, until all have come; receivers take at random, the network's clock comes at random. */
static void run(struct scene *s, unsigned each, bool everywhere, bool at_random) {
    for (unsigned k = 0; k < s->sources; k++) {
        s->left[k] = each;
        s->wanted[k] = everywhere ? draw(s, s->sinks) : s->wanted[k];
    }
    unsigned limit = 40 * each * s->sources + 1000;
    for (; s->delivered < each * s->sources; s->clock++) {
        assert_true(s->clock < limit);
        rh_network_enable(&s->network, s->machine, !at_random || draw(s, 32) < 26);
        for (unsigned k = 0; k < s->sources; k++)
            offer(s, k);
        for (unsigned k = 0; k < s->sinks; k++)
            ((struct rh_ejector_in *)rh_machine_in(s->machine, s->network.ejector[k]))->message_ready =
                !at_random || draw(s, 4) != 0;
        assert_true(rh_machine_run_cycle(s->machine));
        for (unsigned k = 0; k < s->sinks; k++)
            received(s, k);
        for (unsigned k = 0; k < s->sources; k++)
            offered(s, k, everywhere);
    }
    for (unsigned i = 0; i < s->sources; i++)
        for (unsigned o = 0; o < s->sinks; o++)
            assert_int_equal(s->got[i][o], s->sent[i][o]);
}

static void every_message_comes_once_and_in_order(void **state) {
    (void)state;
    for (unsigned kind = RH_TOPOLOGY_crossbar; kind < RH_TOPOLOGIES; kind++)
        for (unsigned replies = 0; replies < 2; replies++)
            for (unsigned vcs = 0; vcs <= 4; vcs += 2) {
                struct scene s = {.setup = {.vcs = (uint8_t)vcs, .static_vcs = true, .depth = 3, .queue = 2}};
                open_scene(&s, (enum rh_topology_kind)kind, 9, 3, replies);
                run(&s, 60, true, true);
                assert_false(s.disordered);
                close_scene(&s);
            }
}

/* Channels at choice may bring messages of a pair out of order: all come nonetheless. */
static void channels_at_choice_lose_nothing(void **state) {
    (void)state;
    unsigned disordered = 0;
    for (unsigned kind = RH_TOPOLOGY_crossbar; kind < RH_TOPOLOGIES; kind++) {
        struct scene s = {.setup = {.vcs = 4, .depth = 2, .queue = 3, .hold = RH_HOLD_hold_grant}};
        open_scene(&s, (enum rh_topology_kind)kind, 9, 3, false);
        run(&s, 60, true, true);
        disordered += s.disordered;
        close_scene(&s);
    }
    assert_true(disordered > 0);
}

static void every_allocator_and_rule_delivers(void **state) {
    (void)state;
    for (size_t k = 0; k < rh_allocator_count(); k++)
        for (uint8_t hold = 0; hold < RH_HOLD_RULES; hold++) {
            struct scene s = {.setup = {.allocator = rh_allocator_at(k), .hold = hold, .hold_limit = 40}};
            open_scene(&s, RH_TOPOLOGY_mesh, 9, 3, false);
            run(&s, 30, true, true);
            assert_false(s.disordered);
            close_scene(&s);
        }
}

/* 28 cores and 8 controllers, the size of the thesis. */
static void the_default_size_delivers(void **state) {
    (void)state;
    for (unsigned kind = RH_TOPOLOGY_crossbar; kind < RH_TOPOLOGIES; kind++) {
        struct scene s = {.setup = {.vcs = 2, .hold = RH_HOLD_hold_grant, .static_vcs = true}};
        open_scene(&s, (enum rh_topology_kind)kind, 28, 8, false);
        run(&s, 20, true, false);
        assert_false(s.disordered);
        close_scene(&s);
    }
}

/* A message of one flit through an empty network. It is offered in clock 0, at the front of the queue in 1, on the link
 * in 2; it asks for a channel in 3, passes the switch in 4, is on the next link in 5; the ejector takes it in 6 and has
 * the message in 7. Each further router adds three clocks. */
static void clocks_of_one_message(void **state) {
    (void)state;
    static const struct {
        enum rh_topology_kind kind;
        unsigned source, sink, clocks;
    } cases[] = {
        {RH_TOPOLOGY_crossbar, 0, 0, 8},
        {RH_TOPOLOGY_mesh, 0, 0, 14}, /* nodes 0 and 2 */
        {RH_TOPOLOGY_ring, 0, 0, 14},
    };
    for (unsigned k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        struct scene s = {.setup = {.vcs = 0}};
        open_scene(&s, cases[k].kind, 7, 2, false);
        s.left[cases[k].source] = 1;
        s.wanted[cases[k].source] = cases[k].sink;
        rh_network_enable(&s.network, s.machine, true);
        for (; s.delivered == 0; s.clock++) {
            assert_true(s.clock < 100);
            offer(&s, cases[k].source);
            ((struct rh_ejector_in *)rh_machine_in(s.machine, s.network.ejector[cases[k].sink]))->message_ready = 1;
            assert_true(rh_machine_run_cycle(s.machine));
            received(&s, cases[k].sink);
            offered(&s, cases[k].source, false);
        }
        assert_int_equal(s.clock, cases[k].clocks);
        close_scene(&s);
    }
}

/* Three cores, one controller's row each: a fair allocator interleaves their streams, a held grant keeps them. */
static void a_held_grant_keeps_streams_whole(void **state) {
    (void)state;
    static const struct {
        uint8_t hold;
        const char *order;
    } cases[] = {
        {RH_HOLD_none, "abcabcabcabcabcabcabcabc"},
        {RH_HOLD_hold_grant, "aaaaaaaabbbbbbbbcccccccc"},
    };
    for (unsigned k = 0; k < 2; k++) {
        struct scene s = {.setup = {.hold = cases[k].hold, .allocator = rh_allocator_find("separable"), .queue = 16}};
        open_scene(&s, RH_TOPOLOGY_crossbar, 3, 2, false);
        run(&s, 8, false, false);
        assert_string_equal(s.order[0], cases[k].order);
        close_scene(&s);
    }
}

static void what_does_not_fit_is_said(void **state) {
    (void)state;
    struct rh_error error = {.text = ""};
    struct rh_network_setup setup = {.vcs = 1};
    struct rh_network network;
    assert_true(rh_topology_make(&setup.topology, RH_TOPOLOGY_ring, 4, 2, 0, false, &error));
    struct rh_assembly *assembly = rh_assembly_open();
    rh_network_add(assembly, &setup, "net", &network);
    assert_null(rh_assembly_build(assembly, NULL, NULL, NULL, NULL, &error));
    assert_string_equal(error.text,
                        "assembly: injector: found classes 2, expected at most the 1 virtual channels (vcs)");
    rh_assembly_close(assembly);
    rh_assembly_close(NULL);
}

/* With a hold rule streams stay, without one an input asks for all outputs; a rule of rows needs the one packet's. */
static void the_hold_rule_says_who_stays(void **state) {
    (void)state;
    static const struct {
        uint8_t hold;
        bool given;
        uint8_t stays, expected;
        const char *error;
    } cases[] = {
        {RH_HOLD_none, false, 0, 0, ""},
        {RH_HOLD_none, true, 4, 4, ""},
        {RH_HOLD_hold_grant, false, 0, 15, ""},
        {RH_HOLD_hold_grant, true, 0, 0, ""},
        {RH_HOLD_row_match_hold_grant, false, 0, 15, ""},
        {RH_HOLD_hash_match_hold_grant, true, 1, 1, ""},
        {RH_HOLD_row_match_hold_grant, true, 0, 0,
         "network: found stays 0 with hold row_match_hold_grant, expected at least 1"},
    };
    for (unsigned k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        struct rh_network_setup setup = {.hold = cases[k].hold, .stays_given = cases[k].given, .stays = cases[k].stays};
        struct rh_network_blocks blocks;
        struct rh_error error = {.text = ""};
        assert_true(rh_topology_make(&setup.topology, RH_TOPOLOGY_mesh, 4, 2, 0, false, &error));
        rh_network_blocks_of(&setup, &blocks);
        assert_int_equal(blocks.router.stays, cases[k].expected);
        assert_int_equal(rh_network_check(&setup, &error), cases[k].error[0] == '\0');
        assert_string_equal(error.text, cases[k].error);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_message_comes_once_and_in_order),
        cmocka_unit_test(channels_at_choice_lose_nothing),
        cmocka_unit_test(every_allocator_and_rule_delivers),
        cmocka_unit_test(the_default_size_delivers),
        cmocka_unit_test(clocks_of_one_message),
        cmocka_unit_test(a_held_grant_keeps_streams_whole),
        cmocka_unit_test(what_does_not_fit_is_said),
        cmocka_unit_test(the_hold_rule_says_who_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
