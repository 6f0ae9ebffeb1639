// SPDX-License-Identifier: Apache-2.0
// A router and its allocator as one machine: whose packets leave, in which order, by the allocator's hold rule. Three
// inputs send packets to one output; each has a row of its own, or two.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rowhold/rh_machine.h"
#include "rowhold/rh_model.h"
#include "rowhold/rh_router.h"
#include "rowhold/rh_variant.h"

enum { INPUTS = 3, ROUTER, PACKETS = 6, CLOCKS = 60 };

struct scene {
    struct rh_router_params router;
    struct rh_allocator_params allocator;
    struct rh_router_config crosses;
    struct rh_allocator_config limit;
    unsigned flits; /* of a packet */
    unsigned rows;  /* an input's packets change their row so often */
    unsigned sent[INPUTS], credits[INPUTS];
    char order[CLOCKS + 1]; /* of the packets: the letter of the input; a capital: its second row */
};

static struct scene scene_of(unsigned hold) {
    struct scene s = {.flits = 1, .rows = 1};
    rh_params_default(&rh_router_kind, &s.router);
    rh_params_default(&rh_allocator_kind, &s.allocator);
    s.router.inputs = s.allocator.inputs = INPUTS;
    s.router.outputs = s.allocator.outputs = 2;
    s.router.destinations = s.allocator.destinations = 2;
    s.allocator.hold = (uint8_t)hold;
    for (unsigned i = 0; i < INPUTS; i++)
        s.credits[i] = s.router.depth;
    return s;
}

/* The next flit of each input, while it has a credit. */
static void send(struct scene *s, struct rh_router_in *in) {
    in->enable = 1;
    in->arrive_valid = in->arrive_tail = 0;
    for (unsigned i = 0; i < INPUTS; i++) {
        unsigned packet = s->sent[i] / s->flits;
        if (packet == PACKETS || s->credits[i] == 0)
            continue;
        in->arrive_valid |= rh_bit(i);
        in->arrive_tail |= (uint64_t)(s->sent[i] % s->flits == s->flits - 1) << i;
        in->arrive_row[i] = 2 * i + packet * s->rows / PACKETS;
        s->sent[i]++;
        s->credits[i]--;
    }
}

static void receive(struct scene *s, struct rh_router_in *in, const struct rh_router_out *out) {
    for (unsigned i = 0; i < INPUTS; i++)
        s->credits[i] += out->back_valid >> i & 1;
    in->credit_valid = out->leave_valid;
    if ((out->leave_valid & 1) && (out->leave_tail & 1))
        s->order[strlen(s->order)] = (char)((out->leave_row[0] % 2 ? 'A' : 'a') + out->leave_row[0] / 2);
}

/* All packets of all inputs through router and allocator. */
static void run(struct scene *s, const char *allocator) {
    const struct rh_block_ops *ops[] = {rh_variant_find(RH_KIND_router, "vc_router")->ops,
                                        rh_allocator_find(allocator)};
    struct rh_block block[2];
    struct rh_model model[2];
    rh_block_make(&block[0], &rh_router_kind, ops[0], &s->router);
    rh_block_make(&block[1], &rh_allocator_kind, ops[1], &s->allocator);
    assert_true(rh_model_open(&model[0], &rh_router_kind, ops[0], &s->router, &s->crosses));
    assert_true(rh_model_open(&model[1], &rh_allocator_kind, ops[1], &s->allocator, &s->limit));
    const struct rh_machine_part parts[] = {{"router", &block[0], rh_model_unit(&model[0])},
                                            {"channels", &block[1], rh_model_unit(&model[1])}};
    static const struct rh_machine_wire wires[] = {{"router.request", "channels.request"},
                                                   {"router.ready", "channels.ready"},
                                                   {"router.destination", "channels.destination"},
                                                   {"router.bank", "channels.bank"},
                                                   {"router.row", "channels.row"},
                                                   {"channels.grant", "router.grant"}};
    struct rh_error error = {.text = ""};
    struct rh_machine *machine = rh_machine_open(
        &(struct rh_machine_setup){.parts = parts, .part_count = 2, .wires = wires, .wire_count = 6}, &error);
    assert_string_equal(error.text, "");
    assert_non_null(machine);
    struct rh_router_in *in = rh_machine_in(machine, 0);
    for (unsigned clock = 0; clock < CLOCKS; clock++) {
        send(s, in);
        assert_true(rh_machine_run_cycle(machine));
        receive(s, in, rh_machine_out(machine, 0));
    }
    rh_machine_close(machine);
    rh_model_close(&model[0]);
    rh_model_close(&model[1]);
}

static void without_a_rule_streams_are_interleaved(void **state) {
    (void)state;
    struct scene s = scene_of(RH_HOLD_none);
    run(&s, "separable");
    assert_string_equal(s.order, "abcabcabcabcabcabc");
}

static void a_held_grant_keeps_a_stream_together(void **state) {
    (void)state;
    static const char *const allocators[] = {"separable", "islip", "wavefront"};
    for (unsigned k = 0; k < 3; k++) {
        struct scene s = scene_of(RH_HOLD_hold_grant);
        run(&s, allocators[k]);
        assert_string_equal(s.order, "aaaaaabbbbbbcccccc");
    }
}

/* Packets of several flits: the next one asks while the tail before it is still there. */
static void packets_of_many_flits_stay_together_too(void **state) {
    (void)state;
    struct scene s = scene_of(RH_HOLD_hold_grant);
    s.flits = 3;
    run(&s, "islip");
    assert_string_equal(s.order, "aaaaaabbbbbbcccccc");
}

static void a_row_that_changes_lets_go(void **state) {
    (void)state;
    struct scene s = scene_of(RH_HOLD_row_match_hold_grant);
    s.rows = 2;
    run(&s, "islip");
    assert_string_equal(s.order, "aaabbbcccAAABBBCCC");
}

static void a_limit_lets_go(void **state) {
    (void)state;
    struct scene s = scene_of(RH_HOLD_hold_grant);
    s.limit.hold_limit = 2;
    run(&s, "islip");
    assert_string_equal(s.order, "aaabbbcccaaabbbccc");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_rule_streams_are_interleaved),
        cmocka_unit_test(a_held_grant_keeps_a_stream_together),
        cmocka_unit_test(packets_of_many_flits_stay_together_too),
        cmocka_unit_test(a_row_that_changes_lets_go),
        cmocka_unit_test(a_limit_lets_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
