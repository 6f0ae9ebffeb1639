// SPDX-License-Identifier: Apache-2.0
// Networks under load: clocks of lone packets worked out by hand, what is created is somewhere, no load goes beyond the
// bound of the fullest link.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rowhold/rh_allocator.h"
#include "rowhold/rh_open_loop.h"

static bool near(double found, double expected, double apart) {
    return found >= expected - apart && found <= expected + apart;
}

static struct rh_open_loop_setup setup_of(enum rh_topology_kind kind, unsigned cores, unsigned controllers,
                                          enum rh_traffic_kind traffic) {
    struct rh_open_loop_setup setup = {.seed = 3, .clocks = 4000};
    struct rh_error error = {.text = ""};
    struct rh_topology *t = &setup.network.topology;
    assert_true(rh_topology_make(t, kind, cores, controllers, 0, false, &error));
    assert_true(rh_traffic_make(&setup.traffic, traffic, t, 0.25, 0, &error));
    return setup;
}

static struct rh_open_loop_result run(const struct rh_open_loop_setup *setup) {
    struct rh_open_loop_result r;
    struct rh_error error = {.text = ""};
    bool good = rh_open_loop_run(setup, &r, &error);
    assert_string_equal(error.text, "");
    assert_true(good);
    assert_int_equal(r.total_created, r.total_delivered + r.waiting + r.in_flight);
    return r;
}

/* A packet that meets no other: created in clock 0, at the front of the injector's queue in 1, on the link in 2; behind
 * it each router takes three clocks (rh_vc_router.md) and the ejector two, and each further flit one. In
 * the ring of 4 controllers are at nodes 1 and 3, a link from either core, so a packet sees two routers. */
static void clocks_of_lone_packets(void **state) {
    (void)state;
    static const struct {
        enum rh_topology_kind kind;
        enum rh_traffic_kind traffic;
        uint8_t flits;
        unsigned clocks;
    } cases[] = {
        {RH_TOPOLOGY_crossbar, RH_TRAFFIC_uniform, 1, 2 + 3 + 2},
        {RH_TOPOLOGY_crossbar, RH_TRAFFIC_transpose, 4, 2 + 3 + 2 + 3},
        {RH_TOPOLOGY_ring, RH_TRAFFIC_uniform, 1, 2 + 2 * 3 + 2},
        {RH_TOPOLOGY_ring, RH_TRAFFIC_hot_spot, 5, 2 + 2 * 3 + 2 + 4},
    };
    for (unsigned k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        struct rh_open_loop_setup setup = setup_of(cases[k].kind, 2, 2, cases[k].traffic);
        setup.load = 0.002;
        setup.flits = cases[k].flits;
        setup.clocks = 40000;
        struct rh_open_loop_result r = run(&setup);
        assert_true(r.delivered > 10);
        assert_int_equal(r.percentile[RH_PERCENTILE_p50], cases[k].clocks);
        assert_true(near(r.mean, cases[k].clocks, 0.2));
        assert_true(near(r.injection, 2, 0.1));
        assert_true(near(r.injection + r.network, r.mean, 1e-3));
    }
}

/* 2 x 2 mesh under transpose: core 0 to node 3, core 1 (node 2) to node 1: three routers each. */
static void each_router_takes_three_clocks(void **state) {
    (void)state;
    struct rh_open_loop_setup setup = setup_of(RH_TOPOLOGY_mesh, 2, 2, RH_TRAFFIC_transpose);
    setup.load = 0.002;
    setup.clocks = 40000;
    struct rh_open_loop_result r = run(&setup);
    assert_true(r.delivered > 50);
    assert_int_equal(r.percentile[RH_PERCENTILE_p50], 2 + 3 * 3 + 2);
    assert_int_equal(r.percentile[RH_PERCENTILE_p99],
                     2 + 3 * 3 + 2); /* no way is shared, and no packet is short behind another */
}

/* The same: flits go east from node 0 and south from node 1, east from node 2 and north from node 3. With those of the
 * first quarter of the clocks, which is not measured, they were a third more. */
static void links_carry_what_takes_them(void **state) {
    (void)state;
    static uint64_t sent[RH_TOPOLOGY_MOST_NODES][RH_ROUTER_MOST_outputs];
    struct rh_open_loop_setup setup = setup_of(RH_TOPOLOGY_mesh, 2, 2, RH_TRAFFIC_transpose);
    setup.load = 0.1;
    setup.flits = 2;
    setup.sent = sent;
    struct rh_open_loop_result r = run(&setup);
    const uint64_t first = sent[0][RH_MESH_EAST], second = sent[2][RH_MESH_EAST];
    assert_int_equal(sent[0][RH_MESH_SOUTH] + sent[2][RH_MESH_NORTH] + sent[0][RH_MESH_LOCAL], 0);
    assert_in_range(first + second, 2 * r.delivered - 8, 2 * r.delivered + 8);
    assert_true(first > 200 && second > 200);
    assert_in_range(sent[1][RH_MESH_SOUTH], first - 4, first + 4);
    assert_in_range(sent[3][RH_MESH_LOCAL], first - 4, first + 4);
    assert_in_range(sent[3][RH_MESH_NORTH], second - 4, second + 4);
    assert_in_range(sent[1][RH_MESH_LOCAL], second - 4, second + 4);
}

/* What comes in goes out below the bound; above it queues grow, and no more than the bound gets through. */
static void no_load_goes_beyond_the_bound(void **state) {
    (void)state;
    for (unsigned kind = RH_TOPOLOGY_crossbar; kind < RH_TOPOLOGIES; kind++)
        for (unsigned traffic = 0; traffic < RH_TRAFFICS; traffic++) {
            struct rh_open_loop_setup setup =
                setup_of((enum rh_topology_kind)kind, 9, 3, (enum rh_traffic_kind)traffic);
            double bound = rh_traffic_bound(&setup.traffic, &setup.network.topology).load, mean = 0;
            setup.network.vcs = 4;
            setup.flits = 2;
            setup.clocks = 8000;
            for (unsigned step = 1; step <= 7; step++) {
                setup.load = bound * step / 5;
                struct rh_open_loop_result r = run(&setup);
                if (step <= 2) {
                    assert_true(near((double)r.delivered, (double)r.created, 40));
                    assert_true(near(r.throughput, setup.load, 0.1 * setup.load)); /* four standard deviations */
                    assert_true(r.sustained > 0.9 * setup.load && r.waiting < 20);
                }
                assert_true(r.sustained <= bound);
                assert_true(r.mean > mean && r.percentile[RH_PERCENTILE_p50] <= r.percentile[RH_PERCENTILE_p99] &&
                            (double)r.percentile[RH_PERCENTILE_p99] >= r.mean);
                mean = r.mean;
            }
            assert_true(mean > 500);
        }
}

/* 3 x 2 under uniform traffic is full at 2 / 3: a source that sends one flit a clock leaves a third of it waiting; one
 * FIFO an input (one channel, packets of one flit) gets less. */
static void queues_of_sources_have_no_end(void **state) {
    (void)state;
    struct rh_open_loop_setup setup = setup_of(RH_TOPOLOGY_crossbar, 3, 2, RH_TRAFFIC_uniform);
    setup.load = 1;
    setup.clocks = 20000;
    struct rh_open_loop_result r = run(&setup);
    assert_int_equal(r.total_created, 60000);
    assert_int_equal(r.created, 45000);
    assert_true(r.waiting >= 20000);
    assert_true(r.in_flight >= 3 * 8); /* the injectors' queues are full */
    assert_true(r.throughput < 2.0 / 3);
    assert_true(r.injection > 5 * r.network);
}

static void nothing_comes_from_nothing(void **state) {
    (void)state;
    struct rh_open_loop_setup setup = setup_of(RH_TOPOLOGY_ring, 3, 2, RH_TRAFFIC_uniform);
    struct rh_open_loop_result r = run(&setup);
    assert_int_equal(r.total_created, 0);
    assert_int_equal(r.clocks, 3000);
    assert_true(near(r.mean, 0, 0));
}

static void one_seed_is_one_result(void **state) {
    (void)state;
    struct rh_open_loop_setup setup = setup_of(RH_TOPOLOGY_mesh, 7, 2, RH_TRAFFIC_hot_spot);
    setup.load = 0.15;
    setup.network.hold = RH_HOLD_row_match_hold_grant;
    setup.network.banks = 4;
    setup.network.row_bits = 2;
    struct rh_open_loop_result first = run(&setup), again = run(&setup);
    assert_memory_equal(&first, &again, sizeof first);
    setup.seed++;
    again = run(&setup);
    assert_memory_not_equal(&first, &again, sizeof first);
}

/* The same packets in every network: as many are created, also where they wait in different places. */
static void one_seed_is_one_traffic(void **state) {
    (void)state;
    static const double loads[] = {0.3, 0.9};
    for (unsigned k = 0; k < 2; k++) {
        uint64_t created = 0, waiting = 0;
        for (unsigned kind = RH_TOPOLOGY_crossbar; kind < RH_TOPOLOGIES; kind++) {
            struct rh_open_loop_setup setup = setup_of((enum rh_topology_kind)kind, 9, 3, RH_TRAFFIC_transpose);
            setup.load = loads[k];
            struct rh_open_loop_result r = run(&setup);
            assert_true(created == 0 || created == r.total_created);
            assert_true(k == 0 || waiting != r.waiting);
            created = r.total_created;
            waiting = r.waiting;
        }
    }
}

static void what_does_not_fit_is_said(void **state) {
    (void)state;
    struct rh_open_loop_setup setup = setup_of(RH_TOPOLOGY_ring, 3, 2, RH_TRAFFIC_uniform);
    struct rh_open_loop_result r;
    struct rh_error error = {.text = ""};
    setup.load = 1.25;
    assert_false(rh_open_loop_run(&setup, &r, &error));
    assert_string_equal(error.text, "load: found 1.25, expected 0 to 1");
    setup.load = 0.5;
    setup.network.vcs = 1;
    assert_false(rh_open_loop_run(&setup, &r, &error));
    assert_string_equal(error.text, "router: found classes 2, expected at most the 1 virtual channels (vcs)");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clocks_of_lone_packets),        cmocka_unit_test(each_router_takes_three_clocks),
        cmocka_unit_test(links_carry_what_takes_them),   cmocka_unit_test(no_load_goes_beyond_the_bound),
        cmocka_unit_test(queues_of_sources_have_no_end), cmocka_unit_test(nothing_comes_from_nothing),
        cmocka_unit_test(one_seed_is_one_result),        cmocka_unit_test(one_seed_is_one_traffic),
        cmocka_unit_test(what_does_not_fit_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
