// SPDX-License-Identifier: Apache-2.0
// Closed forms of the closed loop, worked out by hand, and that no loop is faster.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rowhold/rh_loop_bounds.h"
#include "rowhold/rh_random.h"
#include "tb/unit/rh_loop_scene.h"

static void expect(double found, double expected) {
    if (fabs(found - expected) > 1e-9)
        fail_msg("found %f, expected %f", found, expected);
}

/* Ten reads of a core: 1 flit there, 2 back, over one router. A round trip: 3 + 1 + 3 + 2 clocks and the data of a hit,
 * tCL 9 + tBURST 2, less the clock of the command itself. The core has two in flight. Ten column commands of two
 * clocks; a flit a clock. */
static void one_core_by_hand(void **state) {
    (void)state;
    struct rh_loop_scene *s = rh_loop_scene_open(RH_TOPOLOGY_crossbar, 2, 2);
    struct rh_loop_bounds b;
    enum rh_loop_bound which = RH_LOOP_BOUNDS;
    s->setup.outstanding = 2;
    for (unsigned k = 0; k < 10; k++)
        rh_loop_scene_add(s, 0, 0, 0, 0);
    const struct rh_loop_setup *setup = rh_loop_scene_ready(s, false);
    rh_loop_bounds_of(setup, s->streams, &b);
    assert_int_equal(b.requests, 10);
    expect(b.clocks[RH_LOOP_BOUND_ISSUE], 9);
    expect(b.clocks[RH_LOOP_BOUND_REQUESTS], 10);
    expect(b.clocks[RH_LOOP_BOUND_REPLIES], 20);
    expect(b.clocks[RH_LOOP_BOUND_DATA], 20);
    expect(setup->constraints.rd_done, RD_DONE);
    expect(b.clocks[RH_LOOP_BOUND_OUTSTANDING], 10 * (9.0 + RD_DONE) / 2);
    expect(rh_loop_bounds_clocks(&b, &which), 10 * (9.0 + RD_DONE) / 2);
    assert_int_equal(which, RH_LOOP_BOUND_OUTSTANDING);
    expect(rh_loop_bounds_throughput(&b), 2 / (9.0 + RD_DONE));
    rh_loop_scene_close(s);
}

/* One or two column commands of 32 bytes: what is left over is a flit, too. */
static void data_fill_whole_flits(void **state) {
    (void)state;
    static const struct {
        uint8_t flit_bytes;
        unsigned one, two;
    } sizes[] = {{32, 2, 3}, {31, 3, 4}, {48, 2, 3}, {64, 2, 2}, {65, 2, 2}, {255, 2, 2}, {5, 8, 14}};
    struct rh_loop_scene *s = rh_loop_scene_open(RH_TOPOLOGY_crossbar, 2, 2);
    rh_loop_scene_add(s, 0, 0, 0, 0);
    struct rh_loop_setup setup = *rh_loop_scene_ready(s, false);
    for (unsigned k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        setup.flit_bytes = sizes[k].flit_bytes;
        assert_int_equal(rh_packet_flits(&setup, 0), 1);
        assert_int_equal(rh_packet_flits(&setup, 1), sizes[k].one);
        assert_int_equal(rh_packet_flits(&setup, 2), sizes[k].two);
    }
    rh_loop_scene_close(s);
}

/* A write has its data on the way there. Clocks of cores and network are slower than the memory's. */
static void slower_clocks_take_longer(void **state) {
    (void)state;
    struct rh_loop_scene *s = rh_loop_scene_open(RH_TOPOLOGY_crossbar, 2, 2);
    struct rh_loop_bounds b;
    s->setup.core_mhz = 100;
    s->setup.network_mhz = 400;
    for (unsigned k = 0; k < 3; k++) {
        struct rh_request *r = rh_loop_scene_add(s, 0, 0, 0, 0);
        r->write = 1;
        r->created = 1 + 5 * k;
    }
    const struct rh_loop_setup *setup = rh_loop_scene_ready(s, true);
    rh_loop_bounds_of(setup, s->streams, &b);
    expect(b.clocks[RH_LOOP_BOUND_ISSUE], 8 * (1 + 5 + 5)); /* 8 clocks a core clock */
    expect(b.clocks[RH_LOOP_BOUND_REQUESTS], 2 * 3 * 2);
    expect(b.clocks[RH_LOOP_BOUND_REPLIES], 2 * 3 * 1);
    rh_loop_scene_close(s);
}

/* A mesh of 2 x 2: the controller is node 2, cores are nodes 0, 1 and 3. Along x first: those of node 1 go west and
 * join those of node 0 on their way south. */
static void a_mesh_of_two_by_two(void **state) {
    (void)state;
    const unsigned requests[] = {10, 7, 3};
    struct rh_loop_scene *s = rh_loop_scene_open(RH_TOPOLOGY_mesh, 3, 1);
    struct rh_loop_bounds b;
    for (unsigned core = 0; core < 3; core++)
        for (unsigned k = 0; k < requests[core]; k++)
            rh_loop_scene_add(s, core, 0, 0, 0);
    const struct rh_loop_setup *setup = rh_loop_scene_ready(s, false);
    rh_loop_bounds_of(setup, s->streams, &b);
    const double *to = b.request_link, *from = b.reply_link;
    expect(to[1 * RH_TOPOLOGY_MOST_PORTS + RH_MESH_WEST], 7);
    expect(to[0 * RH_TOPOLOGY_MOST_PORTS + RH_MESH_SOUTH], 17);
    expect(to[3 * RH_TOPOLOGY_MOST_PORTS + RH_MESH_WEST], 3);
    expect(to[2 * RH_TOPOLOGY_MOST_PORTS + RH_MESH_LOCAL], 20);
    /* Back along x first too: those for node 1 go east, then north. */
    expect(from[2 * RH_TOPOLOGY_MOST_PORTS + RH_MESH_NORTH], 20);
    expect(from[2 * RH_TOPOLOGY_MOST_PORTS + RH_MESH_EAST], 20);
    expect(from[3 * RH_TOPOLOGY_MOST_PORTS + RH_MESH_NORTH], 14);
    expect(b.reply_source[0], 40);
    expect(b.clocks[RH_LOOP_BOUND_REQUESTS], 20);
    expect(b.clocks[RH_LOOP_BOUND_REPLIES], 40);
    assert_int_equal(rh_loop_bounds_routers(&setup->network.topology, 1, 0), 3);
    rh_loop_scene_close(s);
}

/* What runs is no faster, on any network, with any flight; more in flight never lowers the bound. */
static void nothing_is_faster(void **state) {
    (void)state;
    for (enum rh_topology_kind t = 0; t < RH_TOPOLOGIES; t++) {
        double before = 0;
        for (unsigned outstanding = 1; outstanding <= 64; outstanding *= 4) {
            struct rh_loop_scene *s = rh_loop_scene_open(t, 6, 2);
            uint64_t random = rh_random_start(7, 0);
            struct rh_loop_bounds b;
            s->setup.outstanding = (uint8_t)outstanding;
            for (unsigned k = 0; k < 600; k++) {
                struct rh_request *r =
                    rh_loop_scene_add(s, k % 6, rh_random_below(&random, 2), rh_random_below(&random, 4), k / 200);
                r->write = k % 5 == 0;
            }
            const struct rh_loop_setup *setup = rh_loop_scene_ready(s, false);
            rh_loop_bounds_of(setup, s->streams, &b);
            assert_int_equal(rh_loop_run(s->loop, s->streams, &s->error), RH_SYSTEM_DONE);
            double most = rh_loop_bounds_throughput(&b);
            assert_true(rh_loop_figure(RH_LOOP_FIGURE_throughput, rh_loop_stats_of(s->loop)) <= most);
            assert_true(most >= before);
            before = most;
            rh_loop_scene_close(s);
        }
    }
}

static void names(void **state) {
    (void)state;
    assert_string_equal(rh_loop_bounds_name(RH_LOOP_BOUND_ISSUE), "issue");
    assert_string_equal(rh_loop_bounds_name(RH_LOOP_BOUND_DATA), "data");
    assert_null(rh_loop_bounds_name(RH_LOOP_BOUNDS));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_core_by_hand),          cmocka_unit_test(data_fill_whole_flits),
        cmocka_unit_test(slower_clocks_take_longer), cmocka_unit_test(a_mesh_of_two_by_two),
        cmocka_unit_test(nothing_is_faster),         cmocka_unit_test(names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
