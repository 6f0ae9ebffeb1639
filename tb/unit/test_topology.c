// SPDX-License-Identifier: Apache-2.0
// Does every packet of every topology reach its sink, by links that exist, and can no ring of waits close? The
// last is walked: channels that a packet holds one behind the other make a graph, which must have no cycle.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rowhold/rh_topology.h"

static struct rh_topology topology_of(enum rh_topology_kind kind, unsigned cores, unsigned controllers, bool replies) {
    struct rh_topology t;
    struct rh_error error = {.text = ""};
    assert_true(rh_topology_make(&t, kind, cores, controllers, 0, replies, &error));
    assert_string_equal(error.text, "");
    return t;
}

static void controllers_are_spread_over_the_mesh(void **state) {
    (void)state;
    static const char *const map[] = {"..#...", "#....#", "...#..", "..#...", "#....#", "...#.."};
    struct rh_topology t = topology_of(RH_TOPOLOGY_mesh, 28, 8, false);
    assert_int_equal(t.columns, 6);
    assert_int_equal(t.routers, 36);
    assert_int_equal(t.inputs, 5);
    char found[6][7] = {"......", "......", "......", "......", "......", "......"};
    for (unsigned k = 0; k < 8; k++)
        found[t.node_of_controller[k] / 6][t.node_of_controller[k] % 6] = '#';
    for (unsigned y = 0; y < 6; y++)
        assert_string_equal(found[y], map[y]);
    for (unsigned k = 0; k < 28; k++)
        assert_int_equal(map[t.node_of_core[k] / 6][t.node_of_core[k] % 6], '.');
    struct rh_topology replies = topology_of(RH_TOPOLOGY_mesh, 28, 8, true);
    assert_int_equal(rh_topology_sources(&replies), 8);
    assert_int_equal(rh_topology_sinks(&replies), 28);
    for (unsigned k = 0; k < 8; k++)
        assert_int_equal(rh_topology_source(&replies, k).router, rh_topology_sink(&t, k).router);
}

/* Of a full grid of more than 36 nodes no column has them all, nor two of eight. */
static void controllers_of_a_large_grid_do_not_share_a_column(void **state) {
    (void)state;
    static const uint8_t eight[] = {4, 13, 22, 31, 32, 41, 50, 59}, sixteen[] = {2, 6, 11, 15, 20, 16, 29, 25};
    static const uint8_t seven[] = {3, 11, 19, 27, 28, 36, 44}, apart[] = {3, 10, 17, 24};
    static const enum rh_topology_kind grids[] = {RH_TOPOLOGY_mesh, RH_TOPOLOGY_torus};
    for (unsigned g = 0; g < 2; g++) {
        assert_memory_equal(topology_of(grids[g], 56, 8, false).node_of_controller, eight, sizeof eight);
        assert_memory_equal(topology_of(grids[g], 48, 16, true).node_of_controller, sixteen, sizeof sixteen);
        assert_memory_equal(topology_of(grids[g], 42, 7, false).node_of_controller, seven, sizeof seven);
        assert_memory_equal(topology_of(grids[g], 48, 8, false).node_of_controller, apart, sizeof apart);
        assert_int_equal(topology_of(grids[g], 12, 4, false).node_of_controller[1], 6); /* in column 2, as the others */
    }
    struct rh_topology t = topology_of(RH_TOPOLOGY_mesh, 56, 8, false);
    bool seen[64] = {false};
    for (unsigned k = 0; k < 8; k++)
        seen[t.node_of_controller[k]] = true;
    for (unsigned k = 0; k < 56; k++) {
        assert_false(seen[t.node_of_core[k]]);
        seen[t.node_of_core[k]] = true;
    }
}

static void the_names_are_listed(void **state) {
    (void)state;
    char text[RH_TOPOLOGY_NAMES];
    rh_topology_names(text, sizeof text, false);
    assert_string_equal(text, "crossbar, mesh, ring or torus");
    rh_topology_names(text, sizeof text, true);
    assert_string_equal(text, "mesh or torus");
}

/* The way of a packet, a letter an output: its first letters by `ports`. */
static void walk(const struct rh_topology *t, unsigned source, unsigned sink, const char *ports, char *way) {
    unsigned router = rh_topology_source(t, source).router, length = 0;
    for (;;) {
        unsigned output = rh_topology_route(t, router, sink);
        assert_true(output < t->outputs && length < 64);
        way[length++] = ports[output];
        struct rh_topology_port to = rh_topology_sink(t, sink), next = rh_topology_link(t, router, output);
        if (to.router == router && to.port == output)
            break;
        assert_true(next.router < t->routers);
        router = next.router;
    }
    way[length] = '\0';
}

static void packets_go_along_x_then_along_y(void **state) {
    (void)state;
    char way[66];
    struct rh_topology t = topology_of(RH_TOPOLOGY_mesh, 28, 8, false);
    walk(&t, 0, 7, "leWSN", way); /* from node 0 to node 33, at (3, 5) */
    assert_string_equal(way, "eeeSSSSSl");
    walk(&t, 27, 0, "leWSN", way); /* from node 35 to node 2 */
    assert_string_equal(way, "WWWNNNNNl");
    walk(&t, 23, 2, "leWSN", way); /* from node 30, the lower left, to node 11 */
    assert_string_equal(way, "eeeeeNNNNl");
    walk(&t, 4, 5, "leWSN", way); /* from node 5, the upper right, to node 24 */
    assert_string_equal(way, "WWWWWSSSSl");
}

static void packets_go_the_shorter_way_round(void **state) {
    (void)state;
    char way[66];
    struct rh_topology t = topology_of(RH_TOPOLOGY_ring, 6, 2, false); /* controllers at nodes 2 and 6 */
    assert_int_equal(t.node_of_controller[0], 2);
    assert_int_equal(t.node_of_controller[1], 6);
    walk(&t, 0, 0, "l+-", way);
    assert_string_equal(way, "++l");
    walk(&t, 0, 1, "l+-", way);
    assert_string_equal(way, "--l");
    /* Controllers at nodes 1, 4 and 6; four links either way: from node 0 to 4, from node 5 to 1. */
    struct rh_topology tie = topology_of(RH_TOPOLOGY_ring, 5, 3, false);
    assert_int_equal(tie.node_of_controller[0], 1);
    assert_int_equal(tie.node_of_controller[1], 4);
    assert_int_equal(tie.node_of_core[0], 0);
    assert_int_equal(tie.node_of_core[3], 5);
    walk(&tie, 0, 1, "l+-", way);
    assert_string_equal(way, "++++l");
    walk(&tie, 3, 0, "l+-", way);
    assert_string_equal(way, "----l");
}

/* Five columns, four rows, controllers at nodes 1, 4, 7, 10, 12, 15 and 18: nearer round the ends, and two ways alike
 * along y: south from the even rows, north from the odd ones. */
static void packets_go_the_shorter_ways_round_a_torus(void **state) {
    (void)state;
    char way[66];
    struct rh_topology t = topology_of(RH_TOPOLOGY_torus, 13, 7, false);
    static const uint8_t controllers[] = {1, 4, 7, 10, 12, 15, 18},
                         cores[] = {0, 2, 3, 5, 6, 8, 9, 11, 13, 14, 16, 17, 19};
    assert_int_equal(t.columns, 5);
    assert_int_equal(t.routers, 20);
    assert_memory_equal(t.node_of_controller, controllers, sizeof controllers);
    assert_memory_equal(t.node_of_core, cores, sizeof cores);
    walk(&t, 0, 1, "leWSN", way); /* from (0, 0) to (4, 0) */
    assert_string_equal(way, "Wl");
    walk(&t, 0, 5, "leWSN", way); /* to (0, 3) */
    assert_string_equal(way, "Nl");
    walk(&t, 0, 4, "leWSN", way); /* to (2, 2): as far both ways along y */
    assert_string_equal(way, "eeSSl");
    walk(&t, 8, 3, "leWSN", way); /* from (3, 2) to (0, 2) */
    assert_string_equal(way, "eel");
    walk(&t, 3, 5, "leWSN", way); /* from (0, 1) to (0, 3): from an odd row */
    assert_string_equal(way, "NNl");
    walk(&t, 12, 0, "leWSN", way); /* from (4, 3) to (1, 0) */
    assert_string_equal(way, "eeSl");
}

/* A packet that crosses the end of its row is in the upper class along it, and in the lower again along its column,
 * until it crosses the end of that. */
static void classes_begin_anew_along_y(void **state) {
    (void)state;
    struct rh_topology t = topology_of(RH_TOPOLOGY_torus, 13, 7, false);
    enum { LOCAL = RH_MESH_LOCAL, EAST, WEST, SOUTH, NORTH };
    const struct rh_router_config corner = rh_topology_config(&t, 0), end = rh_topology_config(&t, 19);
    assert_int_equal(corner.crosses, 1 << WEST | 1 << NORTH);
    assert_int_equal(end.crosses, 1 << EAST | 1 << SOUTH);
    assert_int_equal(rh_topology_config(&t, 7).crosses, 0);
    assert_int_equal(end.second_inputs, 1 << SOUTH | 1 << NORTH);
    assert_int_equal(end.second_outputs, 1 << SOUTH | 1 << NORTH);
    assert_true(rh_router_is_upper(&end, LOCAL, false, EAST));
    assert_false(rh_router_is_upper(&corner, WEST, false, EAST));
    assert_true(rh_router_is_upper(&corner, WEST, true, EAST));
    assert_false(rh_router_is_upper(&corner, WEST, true, SOUTH));
    assert_true(rh_router_is_upper(&corner, WEST, true, NORTH));
    assert_true(rh_router_is_upper(&corner, NORTH, true, SOUTH));
}

/* Graph of channels (router, output, class): edge[a][b]: a packet that holds a may wait for b. */
enum { CHANNELS = RH_TOPOLOGY_MOST_NODES * RH_TOPOLOGY_MOST_PORTS * 2 };
struct graph {
    uint8_t edge[CHANNELS][CHANNELS];
    uint8_t mark[CHANNELS];
};

/* All ways of all packets, with so many classes of channels. */
static void build(struct graph *g, const struct rh_topology *t, unsigned classes) {
    memset(g, 0, sizeof *g);
    for (unsigned source = 0; source < rh_topology_sources(t); source++)
        for (unsigned sink = 0; sink < rh_topology_sinks(t); sink++) {
            unsigned router = rh_topology_source(t, source).router, port = 0, upper = 0, held = CHANNELS;
            for (;;) {
                unsigned output = rh_topology_route(t, router, sink);
                struct rh_topology_port next = rh_topology_link(t, router, output);
                if (next.router == RH_TOPOLOGY_NONE)
                    break;
                const struct rh_router_config config = rh_topology_config(t, router);
                upper = classes == 2 && rh_router_is_upper(&config, port, upper, output);
                unsigned channel = (router * t->outputs + output) * 2 + upper;
                if (held != CHANNELS)
                    g->edge[held][channel] = 1;
                held = channel;
                router = next.router;
                port = next.port;
            }
        }
}

static bool closes(struct graph *g, unsigned channel) {
    g->mark[channel] = 1; /* on the way */
    for (unsigned next = 0; next < CHANNELS; next++)
        if (g->edge[channel][next] && (g->mark[next] == 1 || (g->mark[next] == 0 && closes(g, next))))
            return true;
    g->mark[channel] = 2;
    return false;
}

static bool has_cycle(const struct rh_topology *t, unsigned classes) {
    static struct graph graph;
    build(&graph, t, classes);
    for (unsigned channel = 0; channel < CHANNELS; channel++)
        if (graph.mark[channel] == 0 && closes(&graph, channel))
            return true;
    return false;
}

static void no_ring_of_waits_closes(void **state) {
    (void)state;
    for (unsigned cores = 2; cores < RH_TOPOLOGY_MOST_NODES; cores++)
        for (unsigned controllers = 1; cores + controllers <= RH_TOPOLOGY_MOST_NODES;
             controllers += cores == 28 ? 1 : 3)
            for (unsigned k = RH_TOPOLOGY_mesh; k < RH_TOPOLOGIES; k++)
                for (unsigned replies = 0; replies < 2; replies++) {
                    struct rh_topology t;
                    struct rh_error error;
                    if (!rh_topology_make(&t, (enum rh_topology_kind)k, cores, controllers, 0, replies, &error))
                        continue; /* a mesh with a short row, beyond 64 routers */
                    assert_int_equal(rh_topology_traits(k)->classes, k == RH_TOPOLOGY_mesh ? 1 : 2);
                    assert_false(has_cycle(&t, rh_topology_traits(k)->classes));
                }
}

/* 54 nodes: where the last row is short it has its routers, which are too many with 13 columns. */
static void a_mesh_has_two_to_fifteen_columns(void **state) {
    (void)state;
    static const uint8_t routers[] = {54, 54, 56, 55, 54, 56, 56, 54, 60, 55, 60, 0, 56, 60};
    for (unsigned columns = 2; columns <= 15; columns++)
        for (unsigned replies = 0; replies < 2; replies++) {
            char way[66];
            struct rh_topology t;
            struct rh_error error;
            bool made = rh_topology_make(&t, RH_TOPOLOGY_mesh, 46, 8, columns, replies, &error);
            if (routers[columns - 2] == 0) { /* 65 */
                assert_false(made);
                assert_non_null(strstr(error.text, "routers in rows of"));
                continue;
            }
            assert_true(made);
            assert_int_equal(t.columns, columns);
            assert_int_equal(t.routers, routers[columns - 2]);
            for (unsigned source = 0; source < rh_topology_sources(&t); source++)
                for (unsigned sink = 0; sink < rh_topology_sinks(&t); sink++) {
                    unsigned from = rh_topology_source(&t, source).router, to = rh_topology_sink(&t, sink).router;
                    walk(&t, source, sink, "leWSN", way);
                    unsigned x = (unsigned)abs((int)(from % columns) - (int)(to % columns));
                    unsigned y = (unsigned)abs((int)(from / columns) - (int)(to / columns));
                    assert_int_equal(strlen(way), x + y + 1);
                }
            assert_false(has_cycle(&t, 1));
        }
    for (unsigned columns = 13; columns <= 14; columns++) {
        struct rh_topology t;
        struct rh_error error;
        assert_true(rh_topology_make(&t, RH_TOPOLOGY_mesh, 20, 6, columns, false, &error)); /* 26 nodes, two rows */
        assert_int_equal(t.routers, 2 * columns);
    }
}

static void one_class_in_a_ring_would_close_one(void **state) {
    (void)state;
    struct rh_topology ring = topology_of(RH_TOPOLOGY_ring, 28, 8, false);
    struct rh_topology torus = topology_of(RH_TOPOLOGY_torus, 28, 8, true);
    assert_true(has_cycle(&ring, 1));
    assert_true(has_cycle(&torus, 1));
}

static void links_go_both_ways(void **state) {
    (void)state;
    static const unsigned expected[RH_TOPOLOGIES] = {0, 120, 72, 144};
    for (unsigned k = RH_TOPOLOGY_crossbar; k < RH_TOPOLOGIES; k++) {
        struct rh_topology t = topology_of((enum rh_topology_kind)k, 28, 8, false);
        unsigned links = 0;
        for (unsigned r = 0; r < t.routers; r++)
            for (unsigned o = 0; o < t.outputs; o++) {
                struct rh_topology_port to = rh_topology_link(&t, r, o);
                if (to.router == RH_TOPOLOGY_NONE)
                    continue;
                struct rh_topology_port back = rh_topology_link(&t, to.router, to.port);
                assert_true(to.router != r && back.router == r && back.port == o);
                links++;
            }
        assert_int_equal(links, expected[k]);
    }
}

static void every_packet_reaches_its_sink(void **state) {
    (void)state;
    char way[66];
    for (unsigned k = RH_TOPOLOGY_crossbar; k < RH_TOPOLOGIES; k++)
        for (unsigned replies = 0; replies < 2; replies++) {
            struct rh_topology t = topology_of((enum rh_topology_kind)k, 28, 8, replies);
            for (unsigned source = 0; source < rh_topology_sources(&t); source++)
                for (unsigned sink = 0; sink < rh_topology_sinks(&t); sink++)
                    walk(&t, source, sink, "0123456789abcdefghijklmnopqrstuvwxyz", way);
        }
}

static void shapes_that_do_not_fit_are_refused(void **state) {
    (void)state;
    static const struct {
        enum rh_topology_kind kind;
        unsigned cores, controllers, columns;
        const char *text;
    } cases[] = {
        {RH_TOPOLOGY_crossbar, 1, 8, 0,
         "crossbar: found 1 cores and 8 controllers, expected at least 2 of each, at most 64 of each"},
        {RH_TOPOLOGY_crossbar, 65, 8, 0,
         "crossbar: found 65 cores and 8 controllers, expected at least 2 of each, at most 64 of each"},
        {RH_TOPOLOGY_mesh, 57, 8, 0,
         "mesh: found 57 cores and 8 controllers, expected at least 1 of each, at most 64 together"},
        {RH_TOPOLOGY_mesh, 28, 8, 1, "mesh: found 1 columns, expected 2 to 15, and no more than its 36 nodes"},
        {RH_TOPOLOGY_mesh, 28, 8, 16, "mesh: found 16 columns, expected 2 to 15, and no more than its 36 nodes"},
        {RH_TOPOLOGY_mesh, 28, 8, 256, "mesh: found 256 columns, expected 2 to 15, and no more than its 36 nodes"},
        {RH_TOPOLOGY_mesh, 5, 2, 8, "mesh: found 8 columns, expected 2 to 15, and no more than its 7 nodes"},
        {RH_TOPOLOGY_mesh, 50, 8, 13, "mesh: found 65 routers in rows of 13, expected at most 64"},
        {RH_TOPOLOGY_ring, 0, 8, 0,
         "ring: found 0 cores and 8 controllers, expected at least 1 of each, at most 64 together"},
        {(enum rh_topology_kind)200, 4, 4, 0, "topology: found number 200, expected less than "},
    };
    for (unsigned k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        struct rh_topology t;
        struct rh_error error = {.text = ""};
        assert_false(
            rh_topology_make(&t, cases[k].kind, cases[k].cores, cases[k].controllers, cases[k].columns, false, &error));
        assert_ptr_equal(strstr(error.text, cases[k].text), error.text);
    }
}

static void topologies_have_names(void **state) {
    (void)state;
    assert_string_equal(rh_topology_name(RH_TOPOLOGY_ring), "ring");
    assert_null(rh_topology_name(RH_TOPOLOGIES));
    assert_int_equal(rh_topology_find("mesh"), RH_TOPOLOGY_mesh);
    assert_int_equal(rh_topology_find("torus"), RH_TOPOLOGY_torus);
    assert_int_equal(rh_topology_find("fat_tree"), RH_TOPOLOGIES);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(controllers_are_spread_over_the_mesh),
        cmocka_unit_test(controllers_of_a_large_grid_do_not_share_a_column),
        cmocka_unit_test(the_names_are_listed),
        cmocka_unit_test(packets_go_along_x_then_along_y),
        cmocka_unit_test(packets_go_the_shorter_way_round),
        cmocka_unit_test(packets_go_the_shorter_ways_round_a_torus),
        cmocka_unit_test(classes_begin_anew_along_y),
        cmocka_unit_test(no_ring_of_waits_closes),
        cmocka_unit_test(a_mesh_has_two_to_fifteen_columns),
        cmocka_unit_test(one_class_in_a_ring_would_close_one),
        cmocka_unit_test(links_go_both_ways),
        cmocka_unit_test(every_packet_reaches_its_sink),
        cmocka_unit_test(shapes_that_do_not_fit_are_refused),
        cmocka_unit_test(topologies_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
