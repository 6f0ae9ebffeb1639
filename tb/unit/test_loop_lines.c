// SPDX-License-Identifier: Apache-2.0
// Time lines of the closed loop: lone requests and small knots by hand, that flight, buffers and hold rules count.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rowhold/rh_hold.h"
#include "rowhold/rh_loop_lines.h"
#include "rowhold/rh_random.h"
#include "tb/unit/rh_loop_scene.h"

static struct rh_loop_lines lines;

static struct rh_loop_lines_result predict(struct rh_loop_scene *s, bool paced) {
    struct rh_loop_lines_result result;
    const struct rh_loop_setup *setup = rh_loop_scene_ready(s, paced);
    assert_true(rh_loop_lines_covers(setup));
    rh_loop_lines_run(&lines, setup, s->streams, &result);
    return result;
}

static void expect(double found, double expected) {
    if (fabs(found - expected) > 1e-9)
        fail_msg("found %f, expected %f", found, expected);
}

/* As test_closed_loop.c walks through it: accepted in clock 7 (a write in 8, for its second flit), ACT a clock later,
 * tRCD 12, the data; a reply of 2 flits 8 clocks later, of 1 flit 7. Each router more is 3 clocks more, both ways. The
 * C model agrees. */
static void a_lone_request_by_hand(void **state) {
    (void)state;
    static const struct {
        enum rh_topology_kind topology;
        unsigned core, routers;
    } at[] = {
        {RH_TOPOLOGY_crossbar, 2, 1}, {RH_TOPOLOGY_mesh, 0, 2}, {RH_TOPOLOGY_mesh, 1, 3}, {RH_TOPOLOGY_ring, 1, 2}};
    for (unsigned k = 0; k < sizeof at / sizeof at[0]; k++)
        for (unsigned write = 0; write < 2; write++) {
            struct rh_loop_scene *s =
                rh_loop_scene_open(at[k].topology, 3, at[k].topology == RH_TOPOLOGY_crossbar ? 2 : 1);
            rh_loop_scene_add(s, at[k].core, 0, 0, 5)->write = (uint8_t)write;
            struct rh_loop_lines_result result = predict(s, false);
            double expected = 7 + 1 + 12 + (write ? WR_DONE : RD_DONE) + 8 + 2 * 3 * (at[k].routers - 1.0);
            assert_int_equal(result.requests, 1);
            expect(result.latency_mean, expected);
            assert_int_equal(rh_loop_run(s->loop, s->streams, &s->error), RH_SYSTEM_DONE);
            expect(rh_loop_figure(RH_LOOP_FIGURE_latency_mean, rh_loop_stats_of(s->loop)), expected);
            rh_loop_scene_close(s);
        }
}

/* One in flight: requests follow each other, so clocks are round trips. All hit but the first. */
static void one_in_flight(void **state) {
    (void)state;
    struct rh_loop_scene *s = rh_loop_scene_open(RH_TOPOLOGY_crossbar, 2, 2);
    s->setup.outstanding = 1;
    for (unsigned k = 0; k < 4; k++)
        rh_loop_scene_add(s, 0, 0, 0, 5);
    struct rh_loop_lines_result result = predict(s, false);
    /* a reply is taken to come a row miss behind the acceptance, whether it is one or not */
    expect(result.clocks, 4 * (7 + 1 + 12 + RD_DONE + 8));
    expect(result.throughput, 1.0 / (28 + RD_DONE));
    rh_loop_scene_close(s);
}

/* Paced: a core issues no sooner than its gap behind its request before. */
static void gaps_count(void **state) {
    (void)state;
    struct rh_loop_scene *s = rh_loop_scene_open(RH_TOPOLOGY_crossbar, 2, 2);
    for (unsigned k = 0; k < 3; k++)
        rh_loop_scene_add(s, 0, 0, 0, 5)->created = 100 + 1000 * k;
    s->setup.core_mhz = 400;
    struct rh_loop_lines_result result = predict(s, true);
    expect(result.clocks, 2 * 2100 + 7 + 1 + 12 + RD_DONE + 8);
    rh_loop_scene_close(s);
}

/* A core issues in clocks 0 to 3; its packets stand at the front of their buffer 4 clocks later and leave one a clock,
 * or, where each goes to the other output, every second one: in 4, 6, 8, 10. They are accepted 3 clocks behind that. */
static void another_output_costs_a_clock(void **state) {
    (void)state;
    for (unsigned outputs = 1; outputs <= 2; outputs++) {
        struct rh_loop_scene *s = rh_loop_scene_open(RH_TOPOLOGY_crossbar, 2, 2);
        for (unsigned k = 0; k < 4; k++)
            rh_loop_scene_add(s, 0, k % outputs, 0, 5);
        (void)predict(s, false);
        expect(lines.controller[0].taken, outputs == 1 ? 10 : 11);
        expect(lines.controller[1].taken, outputs == 1 ? 0 : 13);
        rh_loop_scene_close(s);
    }
}

/* Two cores of a crossbar send three requests each to one controller: they are accepted in 7 to 12. */
static void two_cores_share_a_link(void **state) {
    (void)state;
    struct rh_loop_scene *s = rh_loop_scene_open(RH_TOPOLOGY_crossbar, 2, 2);
    for (unsigned k = 0; k < 6; k++)
        rh_loop_scene_add(s, k % 2, 0, 0, 5);
    (void)predict(s, false);
    expect(lines.controller[0].taken, 12);
    expect(lines.requests.link[0].passes.pass[0].from, 4);
    expect(lines.requests.link[0].passes.pass[5].from, 9);
    rh_loop_scene_close(s);
}

/* ACTs of a banked FIFO that gets rows of bank 0 from two cores at once, in the order of the streams. */
static uint64_t acts(const uint16_t rows[2][4], enum rh_hold_rule hold, unsigned limit) {
    struct rh_loop_scene *s = rh_loop_scene_open(RH_TOPOLOGY_crossbar, 2, 2);
    s->setup.ops = rh_controller_find("banked_fifo");
    s->setup.network.hold = (uint8_t)hold;
    s->setup.network.hold_limit = (uint8_t)limit;
    for (unsigned core = 0; core < 2; core++)
        for (unsigned k = 0; k < 4; k++)
            rh_loop_scene_add(s, core, 0, 0, rows[core][k]);
    (void)predict(s, false);
    uint64_t activates = lines.controller[0].timeline.stats.activates;
    rh_loop_scene_close(s);
    return activates;
}

/* Rows 1 and 16 + 0 have the hash 1, row 2 has 2. Without a rule the cores take turns: 1 16 1 16 2 2 2 2. Held: 1 1 2 2
 * 16 16 2 2. By row or hash: row 2 lets the other core go on: 1 1, 16 16, 2 2, 2 2. With 1, 2 and 0x32, whose hash is
 * 1: by row 1 1, 2 2, then 0x32 behind row 2; by hash 1 1 and 0x32 too. */
static void hold_rules_keep_rows_together(void **state) {
    (void)state;
    const uint16_t rows[2][4] = {{1, 1, 2, 2}, {16, 16, 2, 2}};
    assert_int_equal(acts(rows, RH_HOLD_none, 0), 5);
    assert_int_equal(acts(rows, RH_HOLD_hold_grant, 0), 4);
    assert_int_equal(acts(rows, RH_HOLD_row_match_hold_grant, 0), 3);
    assert_int_equal(acts(rows, RH_HOLD_hash_match_hold_grant, 0), 3);
    const uint16_t alike[2][4] = {{1, 1, 0x32, 0x32}, {2, 2, 0x32, 0x32}};
    assert_int_equal(acts(alike, RH_HOLD_row_match_hold_grant, 0), 3);
    assert_int_equal(acts(alike, RH_HOLD_hash_match_hold_grant, 0), 4);
    /* turned away for one clock at most: the cores take turns again */
    const uint16_t two[2][4] = {{1, 1, 1, 1}, {2, 2, 2, 2}};
    assert_int_equal(acts(two, RH_HOLD_hold_grant, 0), 2);
    assert_true(acts(two, RH_HOLD_hold_grant, 1) > 2);
}

static double throughput(enum rh_topology_kind topology, unsigned outstanding, unsigned depth, unsigned vcs) {
    struct rh_loop_scene *s = rh_loop_scene_open(topology, 8, 2);
    uint64_t random = rh_random_start(3, 0);
    s->setup.outstanding = (uint8_t)outstanding;
    s->setup.network.depth = (uint8_t)depth;
    s->setup.network.vcs = (uint8_t)vcs;
    for (unsigned k = 0; k < 1600; k++)
        rh_loop_scene_add(s, k % 8, rh_random_below(&random, 2), rh_random_below(&random, 4), 5)->write = k % 5 == 0;
    double found = predict(s, false).throughput;
    rh_loop_scene_close(s);
    return found;
}

/* More in flight, deeper buffers: no slower, on any network. */
static void outstanding_and_buffers_count(void **state) {
    (void)state;
    for (enum rh_topology_kind t = 0; t < RH_TOPOLOGIES; t++) {
        unsigned vcs = rh_topology_traits(t)->classes;
        double before = 0;
        for (unsigned outstanding = 1; outstanding <= 16; outstanding *= 2) {
            double found = throughput(t, outstanding, 8, vcs);
            assert_true(found > before * (outstanding <= 4 ? 1.2 : 0.98));
            before = found;
        }
        assert_true(throughput(t, 64, 16, vcs) > 1.02 * throughput(t, 64, 2, vcs));
    }
}

static void what_is_not_covered(void **state) {
    (void)state;
    struct rh_loop_scene *t = rh_loop_scene_open(RH_TOPOLOGY_crossbar, 2, 2);
    t->setup.network.row_affine = 1;
    rh_loop_scene_add(t, 0, 0, 0, 5);
    assert_false(rh_loop_lines_covers(rh_loop_scene_ready(t, false)));
    rh_loop_scene_close(t);
    struct rh_loop_scene *s = rh_loop_scene_open(RH_TOPOLOGY_crossbar, 2, 2);
    s->setup.ops = rh_controller_find("fgdram_channel");
    rh_loop_scene_add(s, 0, 0, 0, 5);
    assert_false(rh_loop_lines_covers(rh_loop_scene_ready(s, false)));
    rh_loop_scene_close(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lone_request_by_hand),
        cmocka_unit_test(one_in_flight),
        cmocka_unit_test(gaps_count),
        cmocka_unit_test(another_output_costs_a_clock),
        cmocka_unit_test(two_cores_share_a_link),
        cmocka_unit_test(hold_rules_keep_rows_together),
        cmocka_unit_test(outstanding_and_buffers_count),
        cmocka_unit_test(what_is_not_covered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
