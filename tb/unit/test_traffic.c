// SPDX-License-Identifier: Apache-2.0
// Patterns of traffic and the load at which the first link is full: small networks, worked out by hand.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rowhold/rh_random.h"
#include "rowhold/rh_traffic.h"

static bool near(double found, double expected, double apart) {
    return found >= expected - apart && found <= expected + apart;
}

static struct rh_topology topology_of(enum rh_topology_kind kind, unsigned cores, unsigned controllers,
                                      unsigned columns, bool replies) {
    struct rh_topology t;
    struct rh_error error = {.text = ""};
    assert_true(rh_topology_make(&t, kind, cores, controllers, columns, replies, &error));
    return t;
}

static struct rh_traffic traffic_of(enum rh_traffic_kind kind, const struct rh_topology *t, double share,
                                    unsigned sink) {
    struct rh_traffic traffic;
    struct rh_error error = {.text = ""};
    assert_true(rh_traffic_make(&traffic, kind, t, share, sink, &error));
    assert_string_equal(error.text, "");
    return traffic;
}

enum { NONE = RH_TOPOLOGY_NONE };

static void the_fullest_link_bounds_the_load(void **state) {
    (void)state;
    static const struct {
        enum rh_topology_kind kind;
        unsigned cores, controllers, columns;
        enum rh_traffic_kind traffic;
        double hot_share;
        unsigned hot_sink;
        double most;
        unsigned router, port;
    } cases[] = {
        /* A sink of a 2 x 2 crossbar gets half of each source: no link has more than a source's own. */
        {RH_TOPOLOGY_crossbar, 2, 2, 0, RH_TRAFFIC_uniform, 0, 0, 1, NONE, NONE},
        {RH_TOPOLOGY_crossbar, 3, 2, 0, RH_TRAFFIC_uniform, 0, 0, 1.5, 0, 0},
        {RH_TOPOLOGY_crossbar, 28, 8, 0, RH_TRAFFIC_uniform, 0, 0, 3.5, 0, 0},
        /* 2 (1/4 + 3/4 1/2), 2 (1/2 + 1/2 1/2) */
        {RH_TOPOLOGY_crossbar, 2, 2, 0, RH_TRAFFIC_hot_spot, 0.25, 1, 1.25, 0, 1},
        {RH_TOPOLOGY_crossbar, 2, 2, 0, RH_TRAFFIC_hot_spot, 0.5, 0, 1.5, 0, 0},
        {RH_TOPOLOGY_crossbar, 3, 2, 0, RH_TRAFFIC_hot_spot, 1, 1, 3, 0, 1},
        /* 3 x 3, controllers at nodes 2 and 6: half of seven sources; on the way, node 5 to 2 has half of the five
         * below the first row, node 3 to 6 of the five above the last. */
        {RH_TOPOLOGY_mesh, 7, 2, 3, RH_TRAFFIC_uniform, 0, 0, 3.5, 2, RH_MESH_LOCAL},
        /* The controller at node 6 gets 7 (1/5 + 4/5 1/2). */
        {RH_TOPOLOGY_mesh, 7, 2, 3, RH_TRAFFIC_hot_spot, 0.2, 1, 4.2, 6, RH_MESH_LOCAL},
        /* One row of six, controllers at 1, 3, 5: the link from 2 to 3 has two thirds of what 0 and 2 send. */
        {RH_TOPOLOGY_mesh, 3, 3, 6, RH_TRAFFIC_uniform, 0, 0, 4.0 / 3, 2, RH_MESH_EAST},
        /* The same row, hot at 5, which gets 3 (1/2 + 1/2 1/3), all by the link from 4; 2 to 3 has 2 (2/3 + 1/6). */
        {RH_TOPOLOGY_mesh, 3, 3, 6, RH_TRAFFIC_hot_spot, 0.5, 2, 2, 4, RH_MESH_EAST},
        /* Ring of 4, controllers at 1 and 3: a link for each pair. Controller at 2 alone: three sources. */
        {RH_TOPOLOGY_ring, 2, 2, 0, RH_TRAFFIC_uniform, 0, 0, 1, NONE, NONE},
        {RH_TOPOLOGY_ring, 3, 1, 0, RH_TRAFFIC_uniform, 0, 0, 3, 2, RH_RING_LOCAL},
        /* Ring of 16, controllers at the odd nodes, 1, 3, 5, 7 links off either way. From 0 to 1: four of the eight
         * sinks of node 0, three of 14, two of 12, one of 10. */
        {RH_TOPOLOGY_ring, 8, 8, 0, RH_TRAFFIC_uniform, 0, 0, 1.25, 0, RH_RING_CLOCKWISE},
    };
    for (unsigned k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        struct rh_topology t =
            topology_of(cases[k].kind, cases[k].cores, cases[k].controllers, cases[k].columns, false);
        struct rh_traffic traffic = traffic_of(cases[k].traffic, &t, cases[k].hot_share, cases[k].hot_sink);
        struct rh_traffic_bound bound = rh_traffic_bound(&traffic, &t);
        assert_true(near(bound.most, cases[k].most, 1e-6));
        assert_true(near(bound.load, 1 / cases[k].most, 1e-6));
        assert_int_equal(bound.link.router, cases[k].router);
        assert_int_equal(bound.link.port, cases[k].port);
    }
}

/* Cores of the 3 x 3 mesh at 1, 3, 5, 7, controllers at 0, 2, 4, 6, 8. Mirror images of the cores: 3, 1, 7, 5. All
 * pairs are a step apart, so in order: 3 takes 0, 1 takes 2, 7 takes 4 and 5 takes 8. */
static void transpose_pairs_the_nearest(void **state) {
    (void)state;
    static const uint8_t partners[] = {0, 1, 2, 4};
    for (unsigned kind = RH_TOPOLOGY_crossbar; kind < RH_TOPOLOGIES; kind++) {
        struct rh_topology t = topology_of((enum rh_topology_kind)kind, 4, 5, 0, false);
        struct rh_traffic traffic = traffic_of(RH_TRAFFIC_transpose, &t, 0, 0);
        assert_memory_equal(traffic.partner, partners, sizeof partners);
    }
    /* 2 x 2, cores at 0 and 2, controllers at 1 and 3: the mirror image of 2 is 1, so core 0 is left with 3. */
    struct rh_topology t = topology_of(RH_TOPOLOGY_mesh, 2, 2, 0, false);
    struct rh_traffic traffic = traffic_of(RH_TRAFFIC_transpose, &t, 0, 0);
    assert_int_equal(traffic.partner[0], 1);
    assert_int_equal(traffic.partner[1], 0);
    /* From 0 east to 1, south to 3; from 2 east to 3, north to 1: no link twice. */
    assert_true(near(rh_traffic_bound(&traffic, &t).most, 1, 1e-6));
    /* Two rows of three, controllers at 1, 3 and 5: 2 mirrors to (0, 2), which is a step below 3 and three from the
     * others. Replies: the mirror image of 1 is a step from 0 and 4, of 3 a step from all, of 5 a step from 4 alone. */
    t = topology_of(RH_TOPOLOGY_mesh, 3, 3, 3, false);
    traffic = traffic_of(RH_TRAFFIC_transpose, &t, 0, 0);
    static const uint8_t requests[] = {0, 1, 2};
    assert_memory_equal(traffic.partner, requests, sizeof requests);
    t = topology_of(RH_TOPOLOGY_mesh, 3, 3, 3, true);
    traffic = traffic_of(RH_TRAFFIC_transpose, &t, 0, 0);
    static const uint8_t replies[] = {0, 1, 2};
    assert_memory_equal(traffic.partner, replies, sizeof replies);
}

static void transpose_shares_the_sinks_evenly(void **state) {
    (void)state;
    for (unsigned controllers = 1; controllers <= 8; controllers++)
        for (unsigned replies = 0; replies < 2; replies++) {
            struct rh_topology t = topology_of(RH_TOPOLOGY_mesh, 28, controllers, 6, replies);
            struct rh_traffic traffic = traffic_of(RH_TRAFFIC_transpose, &t, 0, 0);
            unsigned sources = rh_topology_sources(&t), sinks = rh_topology_sinks(&t), got[NONE + 1] = {0};
            for (unsigned k = 0; k < sources; k++)
                got[traffic.partner[k]]++;
            for (unsigned k = 0; k < NONE + 1; k++)
                assert_in_range(got[k], 0, k < sinks ? (sources + sinks - 1) / sinks : 0);
        }
}

static void shares_make_one(void **state) {
    (void)state;
    struct rh_topology t = topology_of(RH_TOPOLOGY_mesh, 7, 2, 3, true); /* seven sinks */
    for (unsigned kind = 0; kind < RH_TRAFFICS; kind++) {
        struct rh_traffic traffic = traffic_of((enum rh_traffic_kind)kind, &t, 0.3, 5);
        for (unsigned i = 0; i < 2; i++) {
            double sum = 0;
            for (unsigned o = 0; o < 7; o++)
                sum += rh_traffic_share(&traffic, i, o);
            assert_true(near(sum, 1, 1e-6));
        }
    }
    struct rh_traffic hot = traffic_of(RH_TRAFFIC_hot_spot, &t, 0.3, 5);
    assert_true(near(rh_traffic_share(&hot, 0, 5), 0.4, 1e-6));
    assert_true(near(rh_traffic_share(&hot, 1, 4), 0.1, 1e-6));
}

/* What is drawn is what the shares say, within five standard deviations (below 0.5 of the square root). */
static void draws_follow_the_shares(void **state) {
    (void)state;
    enum { DRAWS = 100000 };
    struct rh_topology t = topology_of(RH_TOPOLOGY_ring, 3, 5, 0, false);
    for (unsigned kind = 0; kind < RH_TRAFFICS; kind++) {
        struct rh_traffic traffic = traffic_of((enum rh_traffic_kind)kind, &t, 0.25, 3);
        for (unsigned i = 0; i < 3; i++) {
            unsigned got[5] = {0};
            uint64_t random = rh_random_start(5, i);
            for (unsigned k = 0; k < DRAWS; k++)
                got[rh_traffic_draw(&traffic, i, &random)]++;
            for (unsigned o = 0; o < 5; o++)
                assert_true(near((double)got[o] / DRAWS, rh_traffic_share(&traffic, i, o), 0.008));
        }
    }
}

/* M. J. Karol 1987: 2 - sqrt(2); r = 3/4 makes a whole root: 1 + 3/4 - 5/4; 28 x 8: (9 - sqrt(53)) / 2. */
static void switches_of_the_literature(void **state) {
    (void)state;
    assert_true(near(rh_traffic_fifo_share(16, 16), 0.585786, 1e-6));
    assert_true(near(rh_traffic_fifo_share(3, 4), 0.5, 1e-6));
    assert_true(near(rh_traffic_fifo_share(28, 8), 0.859945, 1e-6));
    /* 1 - (1/2)^2; 2 (1 - 3/4) of four inputs and two outputs: 2 (1 - 9/16); 1 - 1/e for many */
    assert_true(near(rh_traffic_pim_share(2, 2), 0.75, 1e-6));
    assert_true(near(rh_traffic_pim_share(4, 2), 0.875, 1e-6));
    assert_true(near(rh_traffic_pim_share(16, 16), 0.643926, 1e-6));
    assert_true(near(rh_traffic_pim_share(4000, 4000), 0.632167, 1e-4));
}

static void what_does_not_fit_is_said(void **state) {
    (void)state;
    static const struct {
        enum rh_traffic_kind kind;
        double share;
        unsigned sink;
        const char *text;
    } cases[] = {
        {RH_TRAFFICS, 0, 0, "traffic: found number 3, expected less than 3"},
        {RH_TRAFFIC_hot_spot, 1.5, 0, "hot_share: found 1.5, expected 0 to 1"},
        {RH_TRAFFIC_hot_spot, 0.5, 2, "hot_sink: found 2, expected less than the 2 sinks"},
    };
    struct rh_topology t = topology_of(RH_TOPOLOGY_crossbar, 4, 2, 0, false);
    for (unsigned k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        struct rh_traffic traffic;
        struct rh_error error = {.text = ""};
        assert_false(rh_traffic_make(&traffic, cases[k].kind, &t, cases[k].share, cases[k].sink, &error));
        assert_string_equal(error.text, cases[k].text);
    }
}

static void patterns_have_names(void **state) {
    (void)state;
    assert_string_equal(rh_traffic_name(RH_TRAFFIC_hot_spot), "hot_spot");
    assert_null(rh_traffic_name(RH_TRAFFICS));
    assert_int_equal(rh_traffic_find("transpose"), RH_TRAFFIC_transpose);
    assert_int_equal(rh_traffic_find("tornado"), RH_TRAFFICS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fullest_link_bounds_the_load),  cmocka_unit_test(transpose_pairs_the_nearest),
        cmocka_unit_test(transpose_shares_the_sinks_evenly), cmocka_unit_test(shares_make_one),
        cmocka_unit_test(draws_follow_the_shares),           cmocka_unit_test(switches_of_the_literature),
        cmocka_unit_test(what_does_not_fit_is_said),         cmocka_unit_test(patterns_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
