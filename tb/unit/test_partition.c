// SPDX-License-Identifier: Apache-2.0
// The memory partition clock by clock, and a read through a loop with one.
#include "tb/unit/closed_loop_scene.h"

#include "cmodel/system/rh_partition.h"

static struct rh_partition *open_partition(uint16_t queue, uint16_t accept, uint16_t delay, uint16_t most) {
    static struct rh_partition p;
    const struct rh_partition_setup setup = {
        .queue = queue, .port = 3, .accept = accept, .delay = delay, .dram_delay = 4, .most = most};
    p = (struct rh_partition){0};
    assert_true(rh_partition_open(&p, &setup, 64));
    return &p;
}

static void expect(const struct rh_partition *p, unsigned port, unsigned arrived, unsigned queued, unsigned to_dram,
                   unsigned leaving) {
    assert_int_equal(p->port.count, port);
    assert_int_equal(p->arrived.count, arrived);
    assert_int_equal(p->queued.count, queued);
    assert_int_equal(p->to_dram.count, to_dram);
    assert_int_equal(p->leaving.count, leaving);
}

static void a_request_waits_for_both_delays(void **state) {
    (void)state;
    struct rh_partition *p = open_partition(2, 1, 5, 8);
    assert_true(rh_partition_is_empty(p));
    rh_partition_arrive(p, 7);
    expect(p, 1, 0, 0, 0, 0);
    rh_partition_network_clock(p, 10);
    expect(p, 0, 1, 0, 0, 0);
    rh_partition_network_clock(p, 14);
    expect(p, 0, 1, 0, 0, 0);
    rh_partition_network_clock(p, 15);
    expect(p, 0, 0, 1, 0, 0);
    rh_partition_network_clock(p, 15);
    expect(p, 0, 0, 0, 1, 0);
    rh_partition_memory_clock(p, 20, true); /* the controller refused another one */
    expect(p, 0, 0, 0, 1, 0);
    rh_partition_memory_clock(p, 20, false);
    expect(p, 0, 0, 0, 0, 1);
    assert_null(rh_partition_offer(p, 23));
    assert_int_equal(rh_partition_offer(p, 24)->tag, 7);
    rh_partition_accepted(p);
    assert_false(rh_partition_is_empty(p)); /* its response is due */
    rh_partition_respond(p, 7, true);
    assert_null(rh_partition_reply(p));
    rh_partition_network_clock(p, 30);
    assert_int_equal(rh_partition_reply(p)->tag, 7);
    assert_true(rh_partition_reply(p)->write);
    rh_partition_replied(p);
    assert_true(rh_partition_is_empty(p));
    rh_partition_close(p);
}

/* Tags 1 to 5 in order; the nearest to the controller is always 1. */
static void queues_fill_up_from_the_dram_on(void **state) {
    (void)state;
    struct rh_partition *p = open_partition(2, 1, 0, 8);
    assert_null(rh_partition_nearest(p));
    for (uint16_t tag = 1; tag <= 6; tag++) {
        assert_true(rh_partition_is_open(p));
        rh_partition_arrive(p, tag);
        for (unsigned k = 0; k < 4; k++)
            rh_partition_network_clock(p, 0);
        assert_int_equal(rh_partition_nearest(p)->tag, 1);
    }
    expect(p, 3, 0, 1, 2, 0); /* `accept` 1: the first queue holds one, the others stay in the port */
    assert_false(rh_partition_is_open(p));
    rh_partition_close(p);
    p = open_partition(2, 2, 3, 8); /* what is in the delay already goes on until the queue is full */
    for (uint16_t tag = 1; tag <= 3; tag++)
        rh_partition_arrive(p, tag);
    for (unsigned k = 0; k < 3; k++)
        rh_partition_network_clock(p, 0);
    expect(p, 0, 3, 0, 0, 0);
    p->to_dram.count = 2; /* full */
    for (unsigned k = 0; k < 5; k++)
        rh_partition_network_clock(p, 3);
    expect(p, 0, 1, 2, 2, 0);
    rh_partition_close(p);
}

static void nothing_leaves_while_too_many_are_inside(void **state) {
    (void)state;
    struct rh_partition *p = open_partition(4, 4, 0, 2);
    for (uint16_t tag = 1; tag <= 3; tag++)
        rh_partition_arrive(p, tag);
    for (unsigned k = 0; k < 8; k++)
        rh_partition_network_clock(p, 0);
    for (unsigned k = 0; k < 3; k++)
        rh_partition_memory_clock(p, 0, false);
    expect(p, 0, 0, 0, 1, 2); /* `most` 2 */
    rh_partition_accepted(p);
    rh_partition_memory_clock(p, 0, false);
    expect(p, 0, 0, 0, 1, 1); /* still inside */
    rh_partition_respond(p, 1, false);
    rh_partition_memory_clock(p, 0, false);
    expect(p, 0, 0, 0, 0, 2);
    rh_partition_close(p);
}

static void nothing_leaves_while_responses_stand(void **state) {
    (void)state;
    struct rh_partition *p = open_partition(1, 1, 0, 8);
    p->inside = 3;
    rh_partition_respond(p, 1, false);
    assert_false(rh_partition_takes_response(p));
    rh_partition_arrive(p, 4);
    for (unsigned k = 0; k < 3; k++)
        rh_partition_network_clock(p, 0); /* the first one takes the response to the network's side */
    assert_true(rh_partition_takes_response(p));
    rh_partition_respond(p, 2, false);
    rh_partition_network_clock(p, 0); /* that side is full: one response there, one behind it */
    assert_false(rh_partition_takes_response(p));
    rh_partition_memory_clock(p, 0, false);
    expect(p, 0, 0, 0, 1, 0);
    rh_partition_replied(p);
    rh_partition_network_clock(p, 0);
    rh_partition_memory_clock(p, 0, false);
    expect(p, 0, 0, 0, 0, 1);
    rh_partition_close(p);
}

static uint64_t round_trip(uint16_t queue, uint16_t delay, uint16_t dram_delay, uint64_t *waited) {
    struct scene *s = open_scene();
    (void)add(s, 0, 0, false);
    s->setup.partition = (struct rh_partition_setup){
        .queue = queue, .port = 4, .accept = 1, .delay = delay, .dram_delay = dram_delay, .most = 8};
    assert_int_equal(run(s, false), RH_SYSTEM_DONE);
    uint64_t trip = s->trip.replied - s->trip.issued;
    *waited = rh_loop_waits(s->loop, 0)[RH_LOOP_WAIT_partition];
    assert_int_equal(rh_loop_stats_of(s->loop)->count.answered, 1);
    close_scene(s);
    return trip;
}

/* All clocks are alike. A queue is a clock: three on the way to the controller, two back. */
static void a_round_trip_is_longer_by_the_delays(void **state) {
    (void)state;
    uint64_t without, least, with, longest, waited;
    without = round_trip(0, 0, 0, &waited);
    assert_int_equal(waited, 0);
    least = round_trip(2, 0, 0, &waited);
    with = round_trip(2, 85, 30, &waited);
    assert_int_equal(with - least, 85 - 1 + 30 - 1); /* a step takes a clock without a delay, too */
    assert_int_equal(least - without, 5);
    assert_true(waited >= 113);
    longest = round_trip(2, 10000, 10000, &waited); /* that is no lack of progress */
    assert_int_equal(longest - least, 10000 - 1 + 10000 - 1);
}

static void what_no_partition_can_be_is_refused(void **state) {
    (void)state;
    struct scene *s = open_scene();
    s->setup.partition = (struct rh_partition_setup){.queue = 8, .port = 4, .accept = 9, .most = 8};
    assert_null(rh_loop_open(&s->setup, &s->error));
    assert_non_null(strstr(s->error.text, "found accept 9, expected 1 to 8"));
    s->setup.partition = (struct rh_partition_setup){.queue = 8, .port = 4, .accept = 8};
    assert_null(rh_loop_open(&s->setup, &s->error));
    assert_non_null(strstr(s->error.text, "found most 0, expected 1 to 65535"));
    close_scene(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_request_waits_for_both_delays),
        cmocka_unit_test(queues_fill_up_from_the_dram_on),
        cmocka_unit_test(nothing_leaves_while_too_many_are_inside),
        cmocka_unit_test(nothing_leaves_while_responses_stand),
        cmocka_unit_test(a_round_trip_is_longer_by_the_delays),
        cmocka_unit_test(what_no_partition_can_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
