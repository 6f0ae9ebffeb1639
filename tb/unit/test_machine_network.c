// SPDX-License-Identifier: Apache-2.0
// An allocator and two controllers as one machine: in C, with the RTL of one in lockstep, with RTL alone. The RTL is a
// second C model behind the plug-in interface, with a fault that a test plants; test_machine_rtl.c has real RTL.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "machine_network.h"
#include "tb/lockstep/rh_controller_bench.h"
#include "tb/lockstep/rh_mismatch.h"
#include "tb/lockstep/rh_rtl.h"

static struct network hand, other;
static struct network_trace by_hand, by_machine;

static void compare(const struct network *n) {
    network_same(n, &by_hand, &by_machine);
    assert_int_equal(n->last_answer, hand.last_answer);
    for (unsigned tag = 0; tag < NETWORK_SOURCES * NETWORK_PACKETS; tag++)
        assert_int_equal(n->answered[tag], 1);
}

/* Runs `other` behind units of the test's choice; the clocks that were skipped. */
static uint64_t run(struct network_driver *d, const struct rh_unit *const unit[3]) {
    *d = (struct network_driver){.network = &other, .trace = &by_machine, .may_hold = d->may_hold, .ring = d->ring};
    memset(&by_machine, 0, sizeof by_machine);
    struct rh_machine *machine = network_machine(d, unit);
    assert_true(rh_machine_run(machine, NETWORK_CLOCKS));
    network_note(d, machine);
    uint64_t skipped = rh_machine_skipped(machine);
    rh_machine_close(machine);
    return skipped;
}

static void both_open(const char *allocator) {
    network_open(&hand, allocator);
    network_open(&other, allocator);
    network_by_hand(&hand, &by_hand);
}

static void both_close(void) {
    network_close(&hand);
    network_close(&other);
}

static void a_machine_does_what_stepping_by_hand_does(void **state) {
    (void)state;
    static const struct rh_unit *const models[3];
    static const char *const allocators[] = {"pim", "islip"};
    for (unsigned i = 0; i < 2; i++) {
        both_open(allocators[i]);
        struct network_driver d = {.ring = i == 1};
        assert_int_equal(run(&d, models), 0);
        compare(&other);
        both_close();
    }
}

/* islip's pointers rest when nobody asks; pim draws random numbers in every clock, so nothing is skipped. */
static void skipping_changes_nothing(void **state) {
    (void)state;
    static const struct rh_unit *const models[3];
    both_open("islip");
    struct network_driver d = {.may_hold = true};
    uint64_t skipped = run(&d, models);
    compare(&other);
    assert_true(hand.last_answer < NETWORK_CLOCKS - 300);
    assert_in_range(skipped, NETWORK_CLOCKS - hand.last_answer - 30, NETWORK_CLOCKS - hand.last_answer);
    assert_memory_equal(hand.model[MC0].state, other.model[MC0].state, hand.block[MC0].ops->state_size);
    both_close();
    both_open("pim");
    assert_int_equal(run(&d, models), 0);
    compare(&other);
    both_close();
}

/** The pretended RTL of mc1: what is wrong with it, and from which clock on. */
static uint64_t fault_from;

struct pretended {
    struct rh_model model;
    uint64_t clock;
};

static void *pretended_open(uint64_t seed) {
    struct pretended *self = calloc(1, sizeof *self);
    (void)seed;
    assert_non_null(self);
    assert_true(
        rh_model_open(&self->model, &rh_controller_kind, other.block[MC0].ops, &other.geometry, &other.constraints));
    return self;
}

static void pretended_close(void *self) {
    rh_model_close(&((struct pretended *)self)->model);
    free(self);
}

static void pretended_configure(void *self, const void *config) {
    (void)self, (void)config;
}

static void pretended_reset(void *self, const void *in) {
    (void)in;
    rh_model_reset(&((struct pretended *)self)->model);
}

static void pretended_cycle(void *self, const void *in, void *to, uint32_t *observation) {
    struct pretended *rtl = self;
    struct rh_controller_out *out = to;
    if (observation != NULL)
        rh_layout_pack(&other.block[MC0].state, rtl->model.state, observation);
    rtl->model.ops->cycle(rtl->model.state, rtl->model.params, rtl->model.config, in, out);
    if (rtl->clock++ >= fault_from)
        out->row_row ^= out->row_cmd == RH_ACT;
}

static void pretended_peek(void *self, const void *in, void *out) {
    struct rh_unit unit = rh_model_unit(&((struct pretended *)self)->model);
    unit.peek(unit.self, in, out);
}

static const struct rh_rtl_api pretended_api = {.abi = RH_RTL_ABI,
                                                .observation_bits = 1, /* it shows its registers */
                                                .kind = "controller",
                                                .name = "fifo",
                                                .open = pretended_open,
                                                .close = pretended_close,
                                                .configure = pretended_configure,
                                                .reset = pretended_reset,
                                                .cycle = pretended_cycle,
                                                .peek = pretended_peek};

static struct rh_lockstep *open_lockstep(void) {
    struct rh_error error;
    struct rh_lockstep_setup setup = {.block = &other.block[MC0 + 1],
                                      .config = &other.constraints,
                                      .rtl = &pretended_api,
                                      .seed = 1,
                                      .compare_state = 1};
    struct rh_lockstep *lockstep = rh_lockstep_open(&setup, &error);
    assert_non_null(lockstep);
    return lockstep;
}

static void one_part_may_run_in_lockstep_or_as_rtl_alone(void **state) {
    (void)state;
    fault_from = UINT64_MAX;
    for (unsigned ring = 0; ring < 2; ring++) {
        both_open("islip");
        struct rh_lockstep *lockstep = open_lockstep();
        struct rh_unit unit = rh_lockstep_unit(lockstep);
        struct network_driver d = {.may_hold = true, .ring = ring == 1};
        assert_int_equal(run(&d, (const struct rh_unit *const[3]){NULL, NULL, &unit}), 0); /* it compares every clock */
        compare(&other);
        assert_int_equal(rh_lockstep_tally_of(lockstep)->clocks, NETWORK_CLOCKS);
        assert_true(rh_lockstep_finish(lockstep));
        rh_lockstep_close(lockstep);
        both_close();

        both_open("islip");
        struct rh_rtl_alone *alone = rh_rtl_alone_open(&pretended_api, &other.block[MC0], &other.constraints, 1);
        unit = rh_rtl_alone_unit(alone);
        assert_int_equal(run(&d, (const struct rh_unit *const[3]){NULL, &unit, NULL}), 0);
        compare(&other);
        rh_rtl_alone_close(alone);
        both_close();
    }
}

/* In the first ACT that the reference issues at or behind clock 700. */
static void a_difference_is_found_by_part_and_field(void **state) {
    (void)state;
    fault_from = 700;
    both_open("islip");
    uint64_t first = 700;
    while (by_hand.mc[1][first].row_cmd != RH_ACT)
        first++;
    struct rh_lockstep *lockstep = open_lockstep();
    struct rh_unit unit = rh_lockstep_unit(lockstep);
    struct network_driver d = {.network = &other, .trace = &by_machine};
    struct rh_machine *machine = network_machine(&d, (const struct rh_unit *const[3]){NULL, NULL, &unit});
    assert_false(rh_machine_run(machine, NETWORK_CLOCKS));
    assert_string_equal(rh_machine_stopped(machine)->name, "mc1");
    assert_int_equal(rh_machine_cycle(machine), first);
    char text[128], *report = NULL;
    size_t length;
    (void)snprintf(text, sizeof text, "machine: cycle %u, part 'mc1' ended the run", (unsigned)first);
    assert_string_equal(rh_machine_text(machine), text);
    FILE *to = open_memstream(&report, &length);
    assert_non_null(to);
    struct rh_mismatch_context context = {"a network", NULL, "again", ", part mc1", rh_controller_bench.past, NULL};
    rh_mismatch_print(lockstep, &context, to);
    fclose(to);
    assert_non_null(strstr(report, ", part mc1\n"));
    assert_non_null(strstr(report, "outputs of this clock: 1 of 22 differ"));
    const char *line = strstr(report, "    row_row ");
    assert_non_null(line);
    assert_non_null(strstr(line, "<-- differs"));
    free(report);
    rh_machine_close(machine);
    rh_lockstep_close(lockstep);
    both_close();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_machine_does_what_stepping_by_hand_does),
        cmocka_unit_test(skipping_changes_nothing),
        cmocka_unit_test(one_part_may_run_in_lockstep_or_as_rtl_alone),
        cmocka_unit_test(a_difference_is_found_by_part_and_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
