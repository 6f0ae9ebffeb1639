// SPDX-License-Identifier: Apache-2.0
// Machines of toys: names and widths, the order of a clock, rings, loops, what is skipped.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "toys.h"

enum { CLOCKS_SHOWN = 6 };

#define WIRES(...)                                                                                                     \
    .wires = (const struct rh_machine_wire[]){__VA_ARGS__},                                                            \
    .wire_count = sizeof((const struct rh_machine_wire[]){__VA_ARGS__}) / sizeof(struct rh_machine_wire)

static struct rh_machine *open_good(const struct rh_machine_setup *setup) {
    struct rh_error error = {""};
    struct rh_machine *machine = rh_machine_open(setup, &error);
    if (machine == NULL)
        fail_msg("%s", error.text);
    return machine;
}

static void refused(const struct toys *toys, const struct rh_machine_wire *wires, unsigned count, const char *text) {
    struct rh_machine_setup setup = {
        .parts = toys->part, .part_count = toys->count, .wires = wires, .wire_count = count};
    struct rh_error error = {""};
    assert_null(rh_machine_open(&setup, &error));
    assert_string_equal(error.text, text);
}

static unsigned q_of(struct rh_machine *machine, unsigned part) {
    return ((const struct cell_out *)rh_machine_out(machine, part))->q;
}

/*   clock   0   1   2   3    4   5
 *   x       1   7   6  12   11  17      x' = y + 2, at first 1
 *   y       5   4  10   9   15  14      y' = x + 3, at first 5
 */
static void registers_in_a_ring_feed_each_other(void **state) {
    (void)state;
    static const unsigned x[CLOCKS_SHOWN] = {1, 7, 6, 12, 11, 17}, y[CLOCKS_SHOWN] = {5, 4, 10, 9, 15, 14};
    for (unsigned turned = 0; turned < 2; turned++) {
        struct toys toys = {.count = 0};
        const struct toy_params of_x = {.bits = 8, .add = 2, .start = 1}, of_y = {.bits = 8, .add = 3, .start = 5};
        toys_add(&toys, turned ? "y" : "x", &cell_kind, &cell_ops, turned ? of_y : of_x);
        toys_add(&toys, turned ? "x" : "y", &cell_kind, &cell_ops, turned ? of_x : of_y);
        struct rh_machine_setup setup = {.parts = toys.part, .part_count = 2, WIRES({"x.q", "y.d"}, {"y.q", "x.d"})};
        struct rh_machine *machine = open_good(&setup);
        for (unsigned clock = 0; clock < CLOCKS_SHOWN; clock++) {
            assert_true(rh_machine_run_cycle(machine));
            assert_int_equal(q_of(machine, turned), x[clock]);
            assert_int_equal(q_of(machine, !turned), y[clock]);
        }
        rh_machine_reset(machine);
        assert_true(rh_machine_run(machine, 4));
        assert_int_equal(q_of(machine, turned), 12);
        assert_int_equal(rh_machine_cycle(machine), CLOCKS_SHOWN + 4);
        rh_machine_close(machine);
        toys_close(&toys);
    }
}

static void a_register_may_feed_itself(void **state) {
    (void)state;
    struct toys toys = {.count = 0};
    toys_add(&toys, "x", &cell_kind, &cell_ops, (struct toy_params){.bits = 4, .add = 6, .start = 1});
    struct rh_machine_setup setup = {.parts = toys.part, .part_count = 1, WIRES({"x.q", "x.d"})};
    struct rh_machine *machine = open_good(&setup);
    static const unsigned expected[] = {1, 7, 13, 3, 9};
    for (unsigned clock = 0; clock < 5; clock++) {
        assert_true(rh_machine_run_cycle(machine));
        assert_int_equal(q_of(machine, 0), expected[clock]);
    }
    rh_machine_close(machine);
    toys_close(&toys);
}

/* first.a is driven; a clock goes first, second, last; the register closes the ring:
 *
 *   clock       0    1    2    3
 *   first.a    10   20   30   40
 *   last.q      0   15   40   75      last' = last + first.a + 1 + 4
 *   first.sum  11   36   71  116      = a + last + 1
 *   second.sum 15   40   75  120      = first + 4
 */
static void a_chain_within_the_clock_is_followed_in_any_order(void **state) {
    (void)state;
    static const unsigned char orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    static const unsigned first_sum[] = {11, 36, 71, 116}, second_sum[] = {15, 40, 75, 120}, last_q[] = {0, 15, 40, 75};
    for (unsigned o = 0; o < 6; o++) {
        struct toys toys = {.count = 0};
        unsigned at[3];
        for (unsigned i = 0; i < 3; i++) {
            unsigned who = orders[o][i];
            at[who] = i;
            toys_add(&toys,
                     who == 0   ? "first"
                     : who == 1 ? "second"
                                : "last",
                     who == 2 ? &cell_kind : &adder_kind, who == 2 ? &cell_ops : &adder_ops,
                     (struct toy_params){.bits = 8,
                                         .add = who == 0   ? 1
                                                : who == 1 ? 4
                                                           : 0});
        }
        struct rh_machine_setup setup = {
            .parts = toys.part,
            .part_count = 3,
            WIRES({"first.sum", "second.a"}, {"second.sum", "last.d"}, {"last.q", "first.b"})};
        struct rh_machine *machine = open_good(&setup);
        for (unsigned clock = 0; clock < 4; clock++) {
            ((struct adder_in *)rh_machine_in(machine, at[0]))->a = (uint8_t)(10 * (clock + 1));
            assert_true(rh_machine_run_cycle(machine));
            const struct adder_out *first = rh_machine_out(machine, at[0]), *second = rh_machine_out(machine, at[1]);
            assert_int_equal(first->sum, first_sum[clock]);
            assert_int_equal(second->sum, second_sum[clock]);
            assert_int_equal(q_of(machine, at[2]), last_q[clock]);
            assert_int_equal(first->clocks, clock); /* peeked at or not, each was run once */
            assert_int_equal(second->clocks, clock);
        }
        rh_machine_close(machine);
        toys_close(&toys);
    }
}

static void a_loop_without_a_register_is_refused(void **state) {
    (void)state;
    struct toys toys = {.count = 0};
    toys_add(&toys, "p", &adder_kind, &adder_ops, (struct toy_params){.bits = 8});
    toys_add(&toys, "r", &cell_kind, &cell_ops, (struct toy_params){.bits = 8});
    toys_add(&toys, "s", &adder_kind, &adder_ops, (struct toy_params){.bits = 8});
    const struct rh_machine_wire loop[] = {{"r.q", "p.b"}, {"p.sum", "s.a"}, {"s.sum", "p.a"}, {"s.sum", "r.d"}};
    refused(&toys, loop, 4,
            "machine: found a combinational loop, p.sum -> s.a, which waits for s.sum -> p.a; expected a register in "
            "it");
    const struct rh_machine_wire own[] = {{"p.sum", "p.a"}};
    refused(&toys, own, 1, "machine: found a combinational loop, p.sum -> p.a; expected a register in it");
    toys_close(&toys);
}

/* `clocks` waits for nothing, so it may be carried around a ring that `sum` could not go. */
static void an_output_that_does_not_wait_may_go_round(void **state) {
    (void)state;
    struct toys toys = {.count = 0};
    toys_add(&toys, "p", &adder_kind, &adder_ops, (struct toy_params){.bits = 8, .add = 1});
    toys_add(&toys, "s", &adder_kind, &adder_ops, (struct toy_params){.bits = 8, .add = 1});
    struct rh_machine_setup setup = {
        .parts = toys.part, .part_count = 2, WIRES({"p.clocks", "s.a"}, {"s.sum", "p.a"}, {"p.clocks", "p.b"})};
    struct rh_machine *machine = open_good(&setup);
    assert_true(rh_machine_run(machine, 6)); /* the last is clock 5: s = 5 + 1, p = s + 5 + 1 */
    assert_int_equal(((const struct adder_out *)rh_machine_out(machine, 0))->sum, 12);
    assert_int_equal(((const struct adder_out *)rh_machine_out(machine, 1))->sum, 6);
    rh_machine_close(machine);
    toys_close(&toys);
}

static void a_ring_in_which_no_unit_can_peek_is_refused(void **state) {
    (void)state;
    struct toys toys = {.count = 0};
    toys_add(&toys, "x", &cell_kind, &cell_ops, (struct toy_params){.bits = 8});
    toys_add(&toys, "y", &cell_kind, &cell_ops, (struct toy_params){.bits = 8, .start = 9});
    const struct rh_machine_wire ring[] = {{"x.q", "y.d"}, {"y.q", "x.d"}};
    toys.part[0].unit.peek = NULL;
    struct rh_machine_setup setup = {.parts = toys.part, .part_count = 2, .wires = ring, .wire_count = 2};
    struct rh_machine *machine = open_good(&setup); /* y can */
    assert_true(rh_machine_run(machine, 2));
    assert_int_equal(q_of(machine, 0), 9);
    rh_machine_close(machine);
    toys.part[1].unit.peek = NULL;
    refused(&toys, ring, 2,
            "machine: y.q -> x.d: found a ring of parts, none of which can show its outputs before its clock, "
            "expected one that can");
    toys_close(&toys);
}

/* An adder whose kind says nothing of its paths. */
static void a_path_that_the_kind_does_not_name_is_found(void **state) {
    (void)state;
    struct rh_kind silent = adder_kind;
    silent.path_count = 0;
    struct toys toys = {.count = 0};
    toys_add(&toys, "p", &silent, &adder_ops, (struct toy_params){.bits = 8, .add = 1});
    toys_add(&toys, "r", &cell_kind, &cell_ops, (struct toy_params){.bits = 8, .start = 7});
    toys.part[1].unit.peek = NULL; /* so p has to */
    struct rh_machine_setup setup = {.parts = toys.part, .part_count = 2, WIRES({"p.sum", "r.d"}, {"r.q", "p.a"})};
    struct rh_machine *machine = open_good(&setup);
    assert_false(rh_machine_run(machine, 5));
    assert_string_equal(rh_machine_text(machine),
                        "machine: cycle 0, part 'p': found 1 on sum before its clock and 8 in it, expected a path "
                        "(RH_PATH) that says what it waits for");
    assert_ptr_equal(rh_machine_stopped(machine)->unit.self, &toys.model[0]);
    assert_false(rh_machine_run_cycle(machine)); /* and it stays ended */
    rh_machine_close(machine);
    toys_close(&toys);
}

static void elements_and_bits_are_joined(void **state) {
    (void)state;
    struct toys toys = {.count = 0};
    toys_add(&toys, "bus", &bus_kind, &bus_ops, (struct toy_params){.bits = 6});
    toys_add(&toys, "low", &cell_kind, &cell_ops, (struct toy_params){.bits = 2});
    toys_add(&toys, "six", &cell_kind, &cell_ops, (struct toy_params){.bits = 6});
    toys_add(&toys, "all", &bus_kind, &bus_ops, (struct toy_params){.bits = 6});
    struct rh_machine_setup setup = {.parts = toys.part,
                                     .part_count = 4,
                                     WIRES({"bus.worker[1][3:2]", "low.d"}, {"bus.worker[2]", "six.d"},
                                           {"bus.worker", "all.worker"}, {"bus.flags[3]", "all.flags[0]"},
                                           {"bus.flags[1:0]", "all.flags[3:2]"})};
    struct rh_machine *machine = open_good(&setup);
    *(struct bus_in *)rh_machine_in(machine, 0) = (struct bus_in){{1, 0x36, 0x2a, 63}, 0xa}; /* 0x36: bits 3:2 are 1 */
    ((struct bus_in *)rh_machine_in(machine, 3))->flags = 0xf; /* bit 1 has no wire and stays */
    assert_true(rh_machine_run(machine, 3));
    assert_int_equal(q_of(machine, 1), 1);
    assert_int_equal(q_of(machine, 2), 0x2a);
    static const struct bus_out expected = {{1, 0x36, 0x2a, 63}, 0xb}; /* 1010: bit 3 to 0, bits 1:0 to 3:2 */
    assert_memory_equal(rh_machine_out(machine, 3), &expected, sizeof expected);
    rh_machine_close(machine);
    toys_close(&toys);
}

static void what_does_not_fit_is_refused_with_one_line(void **state) {
    (void)state;
    struct toys toys = {.count = 0};
    toys_add(&toys, "c8", &cell_kind, &cell_ops, (struct toy_params){.bits = 8});
    toys_add(&toys, "c4", &cell_kind, &cell_ops, (struct toy_params){.bits = 4});
    toys_add(&toys, "bus", &bus_kind, &bus_ops, (struct toy_params){.bits = 3});
    toys_add(&toys, "t", &timer_kind, &timer_ops, (struct toy_params){.period = 9});
    static const struct {
        struct rh_machine_wire wire;
        const char *text;
    } rows[] = {
        {{"c8.q", "c4.d"}, "found 8 bits and 4, expected as many"},
        {{"bus.worker", "bus.worker[1]"}, "found 4 elements and 1, expected as many"},
        {{"t.state", "bus.worker[0]"}, "found rh_command and plain numbers, expected the same values"},
        {{"c9.q", "c4.d"}, "found 'c9.q', expected part.port, of one of the machine's parts"},
        {{"c8.q", "c4"}, "found 'c4', expected part.port, of one of the machine's parts"},
        {{"c8.d", "c4.d"}, "found 'c8.d', expected an output of this part's kind"},
        {{"c8.q", "c4.q"}, "found 'c4.q', expected an input of this part's kind"},
        {{"bus.worker[4]", "c4.d"}, "found 'bus.worker[4]', expected one of the port's elements"},
        {{"bus.worker[1:0]", "c4.d"}, "found 'bus.worker[1:0]', expected one of the port's elements"},
        {{"c8.q[8:5]", "c4.d"}, "found 'c8.q[8:5]', expected bits that the port has"},
        {{"c8.q[5:8]", "c4.d"}, "found 'c8.q[5:8]', expected an element or bits, [2] or [5:4]"},
        {{"c8.q[", "c4.d"}, "found 'c8.q[', expected an element or bits, [2] or [5:4]"},
        {{"c8.q[-1]", "c4.d"}, "found 'c8.q[-1]', expected an element or bits, [2] or [5:4]"},
        {{"bus.worker[2][x]", "c4.d"}, "found 'bus.worker[2][x]', expected bits, [2] or [5:4]"},
        {{"c8.q[3:0]x", "c4.d"}, "found 'c8.q[3:0]x', expected nothing behind the port's element and bits"},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[256];
        (void)snprintf(text, sizeof text, "machine: %s -> %s: %s", rows[i].wire.from, rows[i].wire.to, rows[i].text);
        refused(&toys, &rows[i].wire, 1, text);
    }
    const struct rh_machine_wire twice[] = {{"c8.q[3:0]", "c4.d"}, {"c8.q[0]", "c4.d[2]"}};
    refused(&toys, twice, 2,
            "machine: c8.q[0] -> c4.d[2]: found an input that has another driver, 'c8.q[3:0]', expected one");
    toys.part[1].name = "c8";
    refused(&toys, NULL, 0, "machine: found two parts 'c8', expected names of their own");
    toys_close(&toys);
}

/* The timer rings in clocks 99, 199, ... Of each 100 clocks two are run: that one, and the one behind
 * it, which shows what the one before did not. */
static void clocks_in_which_nothing_can_change_are_skipped(void **state) {
    (void)state;
    struct toys toys = {.count = 0};
    toys_add(&toys, "t", &timer_kind, &timer_ops, (struct toy_params){.period = 100});
    toys_add(&toys, "still", &cell_kind, &cell_ops, (struct toy_params){.bits = 1, .start = 1});
    struct rh_machine_setup setup = {.parts = toys.part, .part_count = 2, WIRES({"still.q", "still.d"})};
    struct rh_machine *machine = open_good(&setup);
    const struct timer_out *timer = rh_machine_out(machine, 0);
    assert_true(rh_machine_run(machine, 1000));
    assert_int_equal(rh_machine_cycle(machine), 1000);
    assert_int_equal(rh_machine_skipped(machine), 980);
    assert_int_equal(timer->ring, 1); /* in clock 999 */
    assert_true(rh_machine_run(machine, 99));
    assert_int_equal(timer->ring, 0);
    assert_true(rh_machine_run(machine, 1));
    assert_int_equal(timer->ring, 1);
    assert_int_equal(q_of(machine, 1), 1);
    rh_machine_close(machine);
    toys_close(&toys);
}

static void one_part_that_moves_or_cannot_skip_keeps_every_clock(void **state) {
    (void)state;
    for (unsigned why = 0; why < 3; why++) {
        struct toys toys = {.count = 0};
        toys_add(&toys, "t", &timer_kind, &timer_ops, (struct toy_params){.period = 100});
        if (why == 0) /* its count of clocks */
            toys_add(&toys, "p", &adder_kind, &adder_ops, (struct toy_params){.bits = 8});
        else
            toys_add(&toys, "x", &cell_kind, &cell_ops, (struct toy_params){.bits = 8});
        if (why == 1)
            toys.part[1].unit.idle = NULL;
        if (why == 2)
            toys.part[1].unit.skip_clocks = NULL;
        struct rh_machine_setup setup = {.parts = toys.part, .part_count = 2};
        struct rh_machine *machine = open_good(&setup);
        assert_true(rh_machine_run(machine, 1000));
        assert_int_equal(rh_machine_skipped(machine), 0);
        assert_int_equal(((const struct timer_out *)rh_machine_out(machine, 0))->ring, 1);
        rh_machine_close(machine);
        toys_close(&toys);
    }
}

struct driver {
    unsigned calls;
    uint64_t held; /* what it answers before clock 250, unless that is nearer */
};

static uint64_t drive(void *user, struct rh_machine *machine) {
    struct driver *driver = user;
    uint64_t cycle = rh_machine_cycle(machine);
    driver->calls++;
    ((struct cell_in *)rh_machine_in(machine, 0))->d = cycle >= 250;
    if (cycle >= 250)
        return UINT64_MAX;
    return driver->held < 250 - cycle ? driver->held : 250 - cycle;
}

/* Clock 0 is run, for nothing was shown yet; 250, for the input; 251, for the output. */
static void a_driver_says_how_long_it_holds_its_inputs(void **state) {
    (void)state;
    static const struct {
        uint64_t held;
        unsigned skipped, calls;
    } rows[] = {{UINT64_MAX, 997, 5}, {1, 748, 253}, {50, 997, 9}};
    for (unsigned i = 0; i < 3; i++) {
        struct toys toys = {.count = 0};
        struct driver driver = {.held = rows[i].held};
        toys_add(&toys, "x", &cell_kind, &cell_ops, (struct toy_params){.bits = 8});
        struct rh_machine_setup setup = {.parts = toys.part, .part_count = 1, .drive = drive, .drive_user = &driver};
        struct rh_machine *machine = open_good(&setup);
        assert_true(rh_machine_run(machine, 251));
        assert_int_equal(q_of(machine, 0), 0);
        assert_true(rh_machine_run(machine, 749));
        assert_int_equal(q_of(machine, 0), 1);
        assert_int_equal(rh_machine_skipped(machine), rows[i].skipped);
        assert_int_equal(driver.calls, rows[i].calls);
        rh_machine_close(machine);
        toys_close(&toys);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_in_a_ring_feed_each_other),
        cmocka_unit_test(a_register_may_feed_itself),
        cmocka_unit_test(a_chain_within_the_clock_is_followed_in_any_order),
        cmocka_unit_test(a_loop_without_a_register_is_refused),
        cmocka_unit_test(an_output_that_does_not_wait_may_go_round),
        cmocka_unit_test(a_ring_in_which_no_unit_can_peek_is_refused),
        cmocka_unit_test(a_path_that_the_kind_does_not_name_is_found),
        cmocka_unit_test(elements_and_bits_are_joined),
        cmocka_unit_test(what_does_not_fit_is_refused_with_one_line),
        cmocka_unit_test(clocks_in_which_nothing_can_change_are_skipped),
        cmocka_unit_test(one_part_that_moves_or_cannot_skip_keeps_every_clock),
        cmocka_unit_test(a_driver_says_how_long_it_holds_its_inputs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
