// SPDX-License-Identifier: Apache-2.0
// What a controller without work waits for: small scenes worked by hand; in many runs every cause comes up, and they
// add up to the clocks that are not active.
#include "tb/unit/closed_loop_scene.h"

/* A request that is its stream's `created` clocks behind clock 0 of its core. */
static void send(struct scene *s, unsigned core, unsigned channel, unsigned write_commands, unsigned created) {
    struct rh_request *r = add(s, core, channel, write_commands != 0);
    r->created = created;
    r->commands = (uint8_t)(write_commands != 0 ? write_commands : 1);
}

static struct scene *open_wait(void) {
    struct scene *s = open_scene();
    s->setup.flit_bytes = 32;
    s->preset.chips = 2; /* 32 bytes a column command */
    return s;
}

static void expect(const struct scene *s, unsigned channel, enum rh_loop_wait wait, uint64_t clocks) {
    uint64_t found = rh_loop_waits(s->loop, channel)[wait];
    if (found != clocks)
        fail_msg("channel %u, %s: found %llu clocks, expected %llu", channel, rh_loop_wait_name(wait),
                 (unsigned long long)found, (unsigned long long)clocks);
}

static void expect_sums(const struct scene *s) {
    const struct rh_loop_stats *stats = rh_loop_stats_of(s->loop);
    uint64_t all = 0, of_cores = 0;
    for (unsigned k = 0; k < s->setup.controllers; k++) {
        uint64_t sum = 0;
        for (unsigned w = 0; w < RH_LOOP_WAITS; w++)
            sum += rh_loop_waits(s->loop, k)[w];
        assert_int_equal(sum, rh_loop_channel(s->loop, k)->idle_cycles);
    }
    for (unsigned w = 0; w < RH_LOOP_WAITS; w++)
        all += stats->wait[w];
    assert_int_equal(all, rh_loop_total(s->loop)->idle_cycles);
    for (unsigned k = 0; k < s->setup.cores; k++)
        of_cores += rh_loop_core_of(s->loop, k)->awaited;
    assert_int_equal(of_cores + stats->wait[RH_LOOP_WAIT_drained] + stats->wait[RH_LOOP_WAIT_elsewhere], all);
}

/* The request of test_closed_loop.c: issued in clock 0, in the queue in 1, on the link in 2, asks in 3, leaves in 4, on
 * the link in 5, at the ejector in 6, accepted in 7. From 8 the controller is active: an ACT in 8, a column command in
 * 20, which holds the bus in 20 and 21. A write's second flit comes a clock later: in 6 the first is at the ejector, in
 * 7 the second. The output's link is awaited from the clock in which the request asks for it. */
static void one_request_by_hand(void **state) {
    (void)state;
    for (unsigned write = 0; write < 2; write++) {
        struct scene *s = open_wait();
        send(s, 3, 1, write, 0);
        assert_int_equal(run(s, false), RH_SYSTEM_DONE);
        uint64_t clocks = rh_loop_cycle(s->loop);
        expect(s, 1, RH_LOOP_WAIT_moving, 7);
        expect(s, 1, RH_LOOP_WAIT_flits, write);
        expect(s, 1, RH_LOOP_WAIT_controller, 1);
        expect(s, 1, RH_LOOP_WAIT_drained, clocks - 8 - write - 14);
        expect(s, 0, RH_LOOP_WAIT_drained, clocks);
        assert_int_equal(rh_loop_core_of(s->loop, 3)->awaited, 8 + write);
        assert_int_equal(rh_loop_core_of(s->loop, 0)->awaited, 0);
        assert_int_equal(rh_loop_link_waits(s->loop, 0, 1), 5 + write);
        assert_int_equal(rh_loop_link_waits(s->loop, 0, 0), 0);
        expect_sums(s);
        close_scene(s);
    }
}

/* Cores and networks tick in clocks 3, 7, 11, ...: issued in 3; moves in 7, 11, 15, 19, 23, 27; accepted in 28. */
static void clocks_that_do_not_tick(void **state) {
    (void)state;
    struct scene *s = open_wait();
    s->setup.core_mhz = s->setup.network_mhz = 200;
    send(s, 0, 0, 0, 0);
    assert_int_equal(run(s, false), RH_SYSTEM_DONE);
    expect(s, 0, RH_LOOP_WAIT_core_clock, 3);
    expect(s, 0, RH_LOOP_WAIT_network_clock, 18);
    expect(s, 0, RH_LOOP_WAIT_moving, 7);
    expect(s, 0, RH_LOOP_WAIT_controller, 1);
    expect(s, 1, RH_LOOP_WAIT_elsewhere, 3);
    expect_sums(s);
    close_scene(s);
}

/* Core 0 has a request for controller 0 in clock 10, core 1 one for controller 1 in clock 3, and one for 0 in 12. */
static void gaps(void **state) {
    (void)state;
    struct scene *s = open_wait();
    send(s, 0, 0, 0, 10);
    send(s, 1, 1, 0, 3);
    send(s, 1, 0, 0, 12);
    assert_int_equal(run(s, true), RH_SYSTEM_DONE);
    expect(s, 0, RH_LOOP_WAIT_gap, 10);
    expect(s, 0, RH_LOOP_WAIT_moving, 7);
    expect(s, 1, RH_LOOP_WAIT_gap, 3);
    assert_int_equal(rh_loop_core_of(s->loop, 0)->awaited, 10 + 8);
    assert_int_equal(rh_loop_core_of(s->loop, 1)->awaited, 3 + 8);
    expect_sums(s);
    close_scene(s);
}

/* Of two cores whose next request is for the controller it waits for the one that may issue first, then the lower. */
static void a_gap_that_is_shorter(void **state) {
    (void)state;
    struct scene *s = open_wait();
    send(s, 0, 0, 0, 12);
    send(s, 1, 0, 0, 10);
    send(s, 2, 0, 0, 10);
    assert_int_equal(run(s, true), RH_SYSTEM_DONE);
    expect(s, 0, RH_LOOP_WAIT_gap, 10);
    assert_int_equal(rh_loop_core_of(s->loop, 0)->awaited, 0);
    assert_int_equal(rh_loop_core_of(s->loop, 1)->awaited, 10 + 8);
    assert_int_equal(rh_loop_core_of(s->loop, 2)->awaited, 0);
    close_scene(s);
}

/* With one request in flight the second is issued in the clock behind the first one's reply. */
static void a_core_at_its_limit(void **state) {
    (void)state;
    struct scene *s = open_wait();
    send(s, 0, 0, 0, 0);
    assert_int_equal(run(s, false), RH_SYSTEM_DONE);
    uint64_t replied = s->trip.replied;
    close_scene(s);
    s = open_wait();
    s->setup.outstanding = 1;
    send(s, 0, 0, 0, 0);
    send(s, 0, 1, 0, 0);
    assert_int_equal(run(s, false), RH_SYSTEM_DONE);
    expect(s, 1, RH_LOOP_WAIT_issue, 1);
    expect(s, 1, RH_LOOP_WAIT_outstanding, replied);
    expect(s, 1, RH_LOOP_WAIT_moving, 7);
    expect_sums(s);
    close_scene(s);
}

/* A queue of two; networks tick in clocks 7, 15, 23, ... Core 0 issues for controller 0 in clocks 0 and 1; in 0 its
 * next request is for 0, too. Its third, for 1, finds the queue full until the first leaves it in 7: it goes in in 8,
 * is behind the second in 15, leaves the queue in 23, is on the link in 31, behind the second in the router in 39, and
 * moves on in 47, 55, 63 and 71. */
static void an_injection_queue_that_is_full(void **state) {
    (void)state;
    struct scene *s = open_wait();
    s->setup.network_mhz = 100;
    s->setup.network.queue = 2;
    send(s, 0, 0, 0, 0);
    send(s, 0, 0, 0, 0);
    send(s, 0, 1, 0, 0);
    assert_int_equal(run(s, false), RH_SYSTEM_DONE);
    expect(s, 1, RH_LOOP_WAIT_elsewhere, 1);
    expect(s, 1, RH_LOOP_WAIT_issue, 1);
    expect(s, 1, RH_LOOP_WAIT_injection_full, 6);
    expect(s, 1, RH_LOOP_WAIT_injection, 1);
    expect(s, 1, RH_LOOP_WAIT_moving, 1 + 6);
    expect(s, 1, RH_LOOP_WAIT_behind, 1);
    expect(s, 1, RH_LOOP_WAIT_network_clock, 6 + 7 * 7);
    expect_sums(s);
    close_scene(s);
}

/* Core 0's write of five flits leaves the queue in clocks 1 to 5, the router in 4 to 8. Its read behind it is in the
 * queue behind it until 5, leaves it in 6, stands behind the write's last flit in 8, asks in 9. */
static void behind_another_packet(void **state) {
    (void)state;
    struct scene *s = open_wait();
    send(s, 0, 0, 4, 0);
    send(s, 0, 1, 0, 0);
    assert_int_equal(run(s, false), RH_SYSTEM_DONE);
    expect(s, 1, RH_LOOP_WAIT_issue, 1);
    expect(s, 1, RH_LOOP_WAIT_injection, 4);
    expect(s, 1, RH_LOOP_WAIT_behind, 1);
    expect(s, 1, RH_LOOP_WAIT_moving, 7);
    expect(s, 1, RH_LOOP_WAIT_controller, 1);
    expect_sums(s);
    close_scene(s);
}

/* Two places behind each link. The write's four flits leave the queue in clocks 1 and 2, and, as their places are freed
 * (the first leaves the router in 4, which the queue knows in 6), in 6 and 7. The third leaves the router in 8: the
 * read behind them has a place in 10. */
static void a_buffer_that_is_full(void **state) {
    (void)state;
    struct scene *s = open_wait();
    s->setup.network.depth = 2;
    send(s, 0, 0, 3, 0);
    send(s, 0, 1, 0, 0);
    assert_int_equal(run(s, false), RH_SYSTEM_DONE);
    expect(s, 1, RH_LOOP_WAIT_injection, 6);
    expect(s, 1, RH_LOOP_WAIT_credit, 2);
    expect_sums(s);
    close_scene(s);
}

/* Core 0's reads of ten rows stand before controller 0 of the mesh of the_nearest_is_followed: two in the controller,
 * three at the ejector, two in router 1, the others in router 0 and the queue. The read behind them goes through both
 * routers, too: when it is at the front in router 0, it has a channel, and no credit until the controller has closed a
 * row and opened the next one (tRC is 34). */
static void a_buffer_behind_a_router_that_is_full(void **state) {
    (void)state;
    struct scene *s = open_wait();
    s->setup.ops = rh_controller_find("fifo");
    s->setup.geometry.queue = 2;
    s->setup.topology = RH_TOPOLOGY_mesh;
    s->setup.columns = 3;
    s->setup.network.depth = 2;
    for (unsigned k = 0; k < 10; k++) {
        send(s, 0, 0, 0, 0);
        s->list.request[k].row = k;
    }
    send(s, 0, 1, 0, 0);
    assert_int_equal(run(s, false), RH_SYSTEM_DONE);
    assert_true(rh_loop_waits(s->loop, 1)[RH_LOOP_WAIT_credit] > 34);
    assert_true(rh_loop_link_waits(s->loop, 0, RH_MESH_EAST) > 34);
    expect(s, 1, RH_LOOP_WAIT_link, 0);
    expect_sums(s);
    close_scene(s);
}

/* In clock 203 the requests of cores 0 and 1 ask for the same output, whose pointer stands behind core 0, which it was
 * given to last. Core 0's, issued in the same clock, counts before core 1's. */
static void the_allocator_chooses_another(void **state) {
    (void)state;
    struct scene *s = open_wait();
    s->setup.network.allocator = rh_allocator_find("islip");
    send(s, 0, 0, 0, 0);
    send(s, 0, 0, 0, 200);
    send(s, 1, 0, 0, 200);
    assert_int_equal(run(s, true), RH_SYSTEM_DONE);
    expect(s, 0, RH_LOOP_WAIT_grant, 1);
    expect(s, 0, RH_LOOP_WAIT_hold, 0);
    expect_sums(s);
    close_scene(s);
}

/* Core 0's read, issued in clock 1, asks in 9, behind its write to another controller. Core 1's first, issued in 5, was
 * given the output in 8 and leaves in 9, while its second asks: the rule holds the pair. If the first is a write of two
 * flits, its channel can be given to nobody in 9. */
static void a_grant_that_is_held_and_a_channel_that_is_taken(void **state) {
    (void)state;
    for (unsigned scene = 0; scene < 3; scene++) {
        struct scene *s = open_wait();
        s->setup.network.allocator = rh_allocator_find("islip");
        s->setup.network.hold = scene == 1 ? RH_HOLD_hold_grant : RH_HOLD_none;
        send(s, 0, 1, 4, 0);
        send(s, 0, 0, 0, 1);
        send(s, 1, 0, scene == 2, 5);
        send(s, 1, 0, 0, 6);
        assert_int_equal(run(s, true), RH_SYSTEM_DONE);
        expect(s, 0, RH_LOOP_WAIT_hold, scene == 1);
        expect(s, 0, RH_LOOP_WAIT_channel, scene == 2);
        expect(s, 0, RH_LOOP_WAIT_grant, 0);
        expect_sums(s);
        close_scene(s);
    }
}

/* Core 1's reads hold the output to controller 0, for which core 0's first waits. Its second, to controller 1, has a
 * channel of its own, but the input asks for the first, in turn; with `stays` 0 it asks for both. Behind three of core
 * 1's both ask in clock 6 for the first time, and the first is granted. */
static void an_input_that_asks_for_another_packet(void **state) {
    (void)state;
    static const struct {
        bool all;
        unsigned held, input;
    } cases[] = {{false, 8, 6}, {true, 8, 0}, {true, 3, 1}};
    for (unsigned n = 0; n < 3; n++) {
        struct scene *s = open_wait();
        s->setup.network.allocator = rh_allocator_find("islip");
        s->setup.network.hold = RH_HOLD_hold_grant;
        s->setup.network.vcs = 2;
        s->setup.network.stays_given = cases[n].all;
        for (unsigned k = 0; k < cases[n].held; k++)
            send(s, 1, 0, 0, k);
        send(s, 0, 0, 0, 2);
        send(s, 0, 1, 0, 3);
        assert_int_equal(run(s, true), RH_SYSTEM_DONE);
        expect(s, 1, RH_LOOP_WAIT_input, cases[n].input);
        expect(s, 1, RH_LOOP_WAIT_grant, 0);
        expect(s, 1, RH_LOOP_WAIT_hold, 0);
        expect_sums(s);
        close_scene(s);
    }
}

/* A mesh of three columns: nodes 0 C, 1 M, 2 C, 3 C, 4 M, 5 C. Core 2 (node 3) is three routers from controller 0 (node
 * 1), core 0 (node 0) two. Core 2 issues in clock 0, is on the link in 2; core 0 issues in 1, is on its link in 3, and
 * nearer from then on. It is accepted in 11; asks, leaves and is on the link in 4 to 6, 7 to 9; at the ejector in
 * 10. */
static void the_nearest_is_followed(void **state) {
    (void)state;
    struct scene *s = open_wait();
    s->setup.topology = RH_TOPOLOGY_mesh;
    s->setup.columns = 3;
    send(s, 2, 0, 0, 0);
    send(s, 0, 0, 0, 1);
    assert_int_equal(run(s, true), RH_SYSTEM_DONE);
    expect(s, 0, RH_LOOP_WAIT_moving, 11);
    expect(s, 0, RH_LOOP_WAIT_controller, 1);
    assert_int_equal(rh_loop_core_of(s->loop, 2)->awaited, 3);
    assert_int_equal(rh_loop_core_of(s->loop, 0)->awaited, 9);
    assert_int_equal(rh_loop_link_waits(s->loop, 0, RH_MESH_EAST), 3);
    assert_int_equal(rh_loop_link_waits(s->loop, 1, RH_MESH_LOCAL), 5);
    assert_int_equal(rh_loop_link_waits(s->loop, 3, RH_MESH_EAST), 0);
    expect_sums(s);
    close_scene(s);
}

static void every_cause_comes_up_and_they_add_up(void **state) {
    (void)state;
    uint64_t seen[RH_LOOP_WAITS] = {0};
    for (unsigned number = 0; number < 24; number++) {
        struct scene *s = open_scene();
        s->setup.cores = number % 8 == 7 ? 2 : 9;
        fill(s, s->setup.cores, 3, 1500);
        s->setup.controllers = 3;
        s->setup.topology = (enum rh_topology_kind)(number % RH_TOPOLOGIES);
        s->setup.ops = rh_controller_at(number / 3 % rh_controller_count());
        s->setup.core_mhz = number % 3 == 2 ? 900 : 325; /* the memory's: 800 */
        s->setup.network_mhz = number % 4 < 2 ? 650 : number % 4 == 2 ? 80 : 1132;
        s->setup.network.vcs = (uint8_t)(number % 2 == 0 ? 4 : rh_topology_traits(number % RH_TOPOLOGIES)->classes);
        s->setup.network.queue = number % 4 < 2 ? 8 : 2;
        s->setup.geometry.queue = number % 4 < 2 ? 32 : 2; /* requests wait in a slow network, too */
        s->setup.network.hold = (uint8_t)(number / 4 % RH_HOLD_RULES);
        s->setup.network.allocator = rh_allocator_at(number % rh_allocator_count());
        s->setup.warmup = number % 5 * 100;
        s->setup.outstanding = number % 7 == 0 ? 2 : 64;
        if (number % 6 == 5)
            s->setup.partition = (struct rh_partition_setup){
                .queue = 4, .port = 2, .accept = 3, .delay = 20, .dram_delay = 7, .most = 9};
        assert_int_equal(run(s, number / 2 % 2), RH_SYSTEM_DONE);
        expect_sums(s);
        for (unsigned w = 0; w < RH_LOOP_WAITS; w++)
            seen[w] += rh_loop_stats_of(s->loop)->wait[w];
        close_scene(s);
    }
    for (unsigned w = 0; w < RH_LOOP_WAITS; w++)
        if (seen[w] == 0)
            fail_msg("%s: found in no run, expected in one at least", rh_loop_wait_name(w));
}

static const struct rh_request *none(void *user, unsigned core, unsigned *slot) {
    (void)user;
    (void)core;
    (void)slot;
    return NULL;
}

/* Nobody knows what others' cores will ask for. */
static void cores_of_others(void **state) {
    (void)state;
    struct scene *s = open_wait();
    const struct rh_loop_cores cores = {.next = none};
    s->loop = rh_loop_open(&s->setup, &s->error);
    assert_non_null(s->loop);
    for (unsigned k = 0; k < 10; k++)
        assert_true(rh_loop_run_cycle(s->loop, &cores, &s->error));
    assert_int_equal(rh_loop_end(s->loop, &s->error), RH_SYSTEM_DONE);
    expect(s, 0, RH_LOOP_WAIT_elsewhere, 10);
    expect(s, 1, RH_LOOP_WAIT_elsewhere, 10);
    expect_sums(s);
    close_scene(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_request_by_hand),
        cmocka_unit_test(clocks_that_do_not_tick),
        cmocka_unit_test(gaps),
        cmocka_unit_test(a_gap_that_is_shorter),
        cmocka_unit_test(a_core_at_its_limit),
        cmocka_unit_test(an_injection_queue_that_is_full),
        cmocka_unit_test(behind_another_packet),
        cmocka_unit_test(a_buffer_that_is_full),
        cmocka_unit_test(a_buffer_behind_a_router_that_is_full),
        cmocka_unit_test(the_allocator_chooses_another),
        cmocka_unit_test(a_grant_that_is_held_and_a_channel_that_is_taken),
        cmocka_unit_test(an_input_that_asks_for_another_packet),
        cmocka_unit_test(the_nearest_is_followed),
        cmocka_unit_test(every_cause_comes_up_and_they_add_up),
        cmocka_unit_test(cores_of_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
