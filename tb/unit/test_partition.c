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

/* A slice of one set of two lines of four blocks, in front of 4 banks of 8 columns; its own tags are 40 to 43. The
 * queue to the DRAM has room for four. */
static struct rh_request request_of_tag[64];

static struct rh_request *request_of(void *user, uint16_t tag) {
    (void)user;
    return &request_of_tag[tag];
}

static struct rh_partition *open_l2(uint16_t hit) {
    static struct rh_partition p;
    const struct rh_partition_setup setup = {.queue = 4,
                                             .port = 3,
                                             .accept = 4,
                                             .most = 8,
                                             .l2_lines = 2,
                                             .l2_ways = 2,
                                             .l2_hit = hit,
                                             .l2_misses = 3,
                                             .l2_merges = 2};
    struct rh_l2_slice l2 = {.tag = {40, 41, 42, 43}, .tags = 64, .channel = 5, .banks = 4, .columns = 8};
    p = (struct rh_partition){.request = request_of};
    assert_true(rh_partition_open(&p, &setup, 64));
    assert_true(rh_partition_open_l2(&p, &l2, 4, 4, 64));
    return &p;
}

/* A request comes and is in the first queue, two clocks later, at `clock`. */
static void bring(struct rh_partition *p, uint16_t tag, bool write, unsigned block, unsigned commands, uint64_t clock) {
    request_of_tag[tag] = (struct rh_request){.channel = 5,
                                              .bank = (uint8_t)(block / 8 % 4),
                                              .row = block / 32,
                                              .column = (uint16_t)(block % 8),
                                              .commands = (uint8_t)commands,
                                              .write = write};
    rh_partition_arrive(p, tag);
    rh_partition_network_clock(p, clock - 1);
    rh_partition_network_clock(p, clock);
}

static void run_network(struct rh_partition *p, uint64_t from, uint64_t to) {
    for (uint64_t clock = from; clock <= to; clock++)
        rh_partition_network_clock(p, clock);
}

/* The memory takes the next request of the slice; is it for this block? */
static uint16_t take_own(struct rh_partition *p, unsigned block, bool write) {
    rh_partition_memory_clock(p, 0, false);
    const struct rh_partition_entry *offer = rh_partition_offer(p, 0);
    assert_non_null(offer);
    const struct rh_request *r = &request_of_tag[offer->tag];
    assert_int_equal((r->row * 4 + r->bank) * 8 + r->column, block);
    assert_int_equal(r->channel, 5);
    assert_int_equal(r->commands, 1);
    assert_int_equal(r->write, write);
    uint16_t tag = offer->tag;
    rh_partition_accepted(p);
    return tag;
}

static void assert_reply(struct rh_partition *p, uint16_t tag, bool write) {
    assert_non_null(rh_partition_reply(p));
    assert_int_equal(rh_partition_reply(p)->tag, tag);
    assert_int_equal(rh_partition_reply(p)->write, write);
    rh_partition_replied(p);
}

static void the_l2_looks_up_a_block_a_clock_and_answers_what_it_has(void **state) {
    (void)state;
    struct rh_partition *p = open_l2(3);
    bring(p, 1, false, 77, 2, 2); /* blocks 77 and 78: row 2, bank 1, columns 5 and 6 */
    run_network(p, 3, 3);
    expect(p, 0, 0, 1, 1, 0);
    run_network(p, 4, 4);
    expect(p, 0, 0, 0, 2, 0);
    assert_int_equal(p->passed, 1); /* two for the controller, less the one */
    uint16_t first = take_own(p, 77, false), second = take_own(p, 78, false);
    rh_partition_respond(p, second, false);
    rh_partition_respond(p, first, false);
    run_network(p, 5, 6); /* the second one comes in clock 6, and goes on in 7 */
    assert_null(rh_partition_reply(p));
    run_network(p, 7, 7);
    assert_reply(p, 1, false);
    assert_true(rh_partition_is_empty(p));
    bring(p, 2, false, 77, 2, 10); /* looked up in 11 and 12, answered in 15 */
    run_network(p, 11, 14);
    assert_null(rh_partition_reply(p));
    run_network(p, 15, 15);
    assert_reply(p, 2, false);
    assert_int_equal(p->l2.cache.count.hits, 2);
    assert_int_equal(p->l2.cache.count.misses, 2);
    assert_true(rh_partition_is_empty(p));
    rh_partition_close(p);
}

static void a_miss_joins_the_one_that_is_under_way(void **state) {
    (void)state;
    struct rh_partition *p = open_l2(0);
    for (uint16_t tag = 1; tag <= 3; tag++)
        bring(p, tag, false, 8, 1, 2);
    run_network(p, 2, 6); /* two may wait for a block: the third stays in front */
    expect(p, 0, 0, 1, 1, 0);
    rh_partition_respond(p, take_own(p, 8, false), false);
    run_network(p, 7, 7); /* the block is there, and the third finds it */
    run_network(p, 8, 8);
    assert_reply(p, 1, false);
    run_network(p, 9, 9);
    assert_reply(p, 2, false);
    run_network(p, 10, 10);
    assert_reply(p, 3, false);
    assert_int_equal(p->l2.cache.count.merges, 1);
    assert_int_equal(p->l2.cache.count.hits, 1);
    assert_true(rh_partition_is_empty(p));
    rh_partition_close(p);
}

static void written_blocks_go_to_the_memory_when_their_line_makes_room(void **state) {
    (void)state;
    struct rh_partition *p = open_l2(0);
    bring(p, 1, true, 1, 2, 2); /* line 0 */
    bring(p, 2, true, 4, 1, 4); /* line 1 */
    run_network(p, 5, 9);
    assert_reply(p, 1, true);
    assert_reply(p, 2, true);
    expect(p, 0, 0, 0, 0, 0); /* nothing is asked for */
    bring(p, 3, false, 1, 1, 12);
    run_network(p, 13, 14);
    assert_reply(p, 3, false);
    bring(p, 4, true, 8, 1, 17); /* line 2 takes the place of line 1 */
    run_network(p, 18, 20);
    assert_reply(p, 4, true);
    rh_partition_respond(p, take_own(p, 4, true), true);
    bring(p, 5, false, 12, 1, 23); /* line 3 that of line 0: the read goes first, its blocks follow one a clock */
    run_network(p, 24, 24);
    expect(p, 0, 0, 0, 1, 0);
    run_network(p, 25, 26);
    expect(p, 0, 0, 0, 3, 0);
    (void)take_own(p, 12, false);
    (void)take_own(p, 1, true);
    (void)take_own(p, 2, true);
    assert_int_equal(p->l2.cache.count.writes, 4);
    assert_int_equal(p->l2.cache.count.evictions, 2);
    assert_int_equal(p->l2.cache.count.writebacks, 3);
    rh_partition_close(p);
}

/* From its read's response an atomic goes back to the controller as a write, whatever fills the queues; its reply has
 * data. */
static void an_atomic_is_a_read_and_then_a_write(void **state) {
    (void)state;
    struct rh_partition *p = open_partition(2, 1, 0, 1);
    p->request = request_of;
    request_of_tag[1] = (struct rh_request){.commands = 1, .atomic = true};
    request_of_tag[2] = (struct rh_request){.commands = 1};
    rh_partition_arrive(p, 1);
    rh_partition_arrive(p, 2);
    run_network(p, 1, 6);
    rh_partition_memory_clock(p, 6, false);
    assert_int_equal(rh_partition_offer(p, 10)->tag, 1);
    rh_partition_accepted(p);
    rh_partition_respond(p, 1, false);
    rh_partition_memory_clock(p, 10, false); /* it keeps its place: no more than one may be inside */
    expect(p, 0, 0, 0, 1, 0);
    run_network(p, 11, 11);
    assert_null(rh_partition_reply(p));
    assert_int_equal(p->passed, 1);
    assert_null(rh_partition_offer(p, 14));
    assert_int_equal(rh_partition_offer(p, 15)->tag, 1);
    assert_int_equal(request_of_tag[1].write, 1);
    rh_partition_accepted(p);
    rh_partition_respond(p, 1, true);
    run_network(p, 16, 16);
    assert_reply(p, 1, false);
    rh_partition_memory_clock(p, 16, false);
    expect(p, 0, 0, 0, 0, 1);
    rh_partition_close(p);
}

static void an_atomic_leaves_its_block_written_in_the_l2(void **state) {
    (void)state;
    struct rh_partition *p = open_l2(0);
    request_of_tag[1] = (struct rh_request){.channel = 5, .commands = 1, .atomic = true};
    rh_partition_arrive(p, 1);
    run_network(p, 1, 3);
    rh_partition_respond(p, take_own(p, 0, false), false);
    run_network(p, 4, 5);
    assert_reply(p, 1, false);
    assert_true(rh_partition_is_empty(p));
    for (unsigned line = 1; line <= 2; line++) { /* other lines take its place */
        bring(p, 2, true, 4 * line, 1, 10 * line);
        run_network(p, 10 * line + 1, 10 * line + 4);
        assert_reply(p, 2, true);
    }
    (void)take_own(p, 0, true);
    rh_partition_close(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_request_waits_for_both_delays),
        cmocka_unit_test(queues_fill_up_from_the_dram_on),
        cmocka_unit_test(nothing_leaves_while_too_many_are_inside),
        cmocka_unit_test(nothing_leaves_while_responses_stand),
        cmocka_unit_test(a_round_trip_is_longer_by_the_delays),
        cmocka_unit_test(what_no_partition_can_be_is_refused),
        cmocka_unit_test(the_l2_looks_up_a_block_a_clock_and_answers_what_it_has),
        cmocka_unit_test(a_miss_joins_the_one_that_is_under_way),
        cmocka_unit_test(written_blocks_go_to_the_memory_when_their_line_makes_room),
        cmocka_unit_test(an_atomic_is_a_read_and_then_a_write),
        cmocka_unit_test(an_atomic_leaves_its_block_written_in_the_l2),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
