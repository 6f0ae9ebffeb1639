// SPDX-License-Identifier: Apache-2.0
// Who was served least, when does it count, and who is late?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ascii_wave.h"
#include "cmodel/controller/rh_controller_states.h"
#include "rowhold/rh_random.h"

/* Four sources: a ranking takes 20 clocks, four a source and four more. With a quantum of 20 the first one begins in
 * clock 21, and source 0 has its rank from 25 on, source 1 from 29 on, and so on; with one of 40, 20 clocks later. */
static struct rh_geometry sources_geometry(void) {
    struct rh_geometry geometry = ascii_geometry;
    geometry.source_bits = 2;
    return geometry;
}

/* ccd: clocks from one column command to the next. */
static struct rh_constraints with(unsigned quantum, unsigned ccd) {
    struct rh_constraints constraints = ascii_constraints;
    constraints.quantum = quantum;
    constraints.service_history = 3;
    constraints.ccd_s = constraints.ccd_l = (uint16_t)ccd;
    return constraints;
}

static void check(const struct rh_constraints *constraints, const struct script_request *script, const uint8_t *sources,
                  unsigned n, const char *commands, const char *banks, const unsigned *order) {
    const struct rh_geometry geometry = sources_geometry();
    struct ascii_wave wave;
    ascii_run_sources(&wave, "atlas", &geometry, constraints, script, sources, n, (unsigned)strlen(commands), "");
    assert_string_equal(wave.commands, commands);
    if (banks != NULL)
        assert_string_equal(wave.banks, banks);
    ascii_in_order(&wave, order, n);
}

/* Source 1 has three reads before the first ranking, source 2 none. In 42 source 2 wants another row of the bank: it is
 * closed as soon as tRTP allows, in 43, and both hits of source 1 wait. Without a quantum nobody has a rank. */
static void who_was_served_less_goes_before_hits(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1},  {1, 0, 0, 1, 1, 1},  {2, 0, 0, 1, 2, 1},
                                                   {40, 0, 0, 1, 3, 1}, {41, 0, 0, 2, 0, 1}, {42, 0, 0, 1, 4, 1},
                                                   {43, 0, 0, 1, 5, 1}};
    static const uint8_t sources[] = {1, 1, 1, 1, 2, 1, 1};
    static const unsigned ranked[] = {0, 1, 2, 3, 4, 5, 6}, hits[] = {0, 1, 2, 3, 5, 6, 4};
    struct rh_constraints constraints = with(20, 2);
    check(&constraints, script, sources, 7,
          ".A...R.R.R...............................R.P..A...R..P...A...R.R...........", NULL, ranked);
    constraints.quantum = 0;
    check(&constraints, script, sources, 7,
          ".A...R.R.R...............................R.R.R.P..A...R....................", NULL, hits);
}

/* A column command goes every ten clocks. Before the ranking source 1 has two, sources 2 and 3 one each, source 0 none.
 * Then four wait for their banks' open rows. Bank 1 has the rank of source 0: in 81 it goes, with the older request of
 * source 2, for requests to a row stay in order, and again in 91. In 101 source 3 goes, and source 1 last, though it is
 * the oldest. */
static void columns_go_by_rank_over_the_banks(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1},  {1, 0, 1, 1, 0, 1},  {2, 0, 2, 1, 0, 1},
                                                   {3, 0, 0, 1, 1, 1},  {70, 0, 0, 1, 2, 1}, {71, 0, 0, 1, 3, 1},
                                                   {72, 0, 1, 1, 1, 1}, {73, 0, 2, 1, 1, 1}, {74, 0, 1, 1, 2, 1}};
    static const uint8_t sources[] = {1, 2, 3, 1, 1, 1, 2, 3, 0};
    static const unsigned order[] = {0, 1, 2, 3, 4, 6, 8, 7, 5};
    struct rh_constraints constraints = with(40, 10);
    check(&constraints, script, sources, 9,
          ".A.A.RA........R.........R.........R..................................."
          "R.........R.........R.........R.........R.............",
          ".0.1.02........1.........2.........0..................................."
          "0.........1.........1.........2.........0.............",
          order);
}

/* An ACT goes every 20 clocks. In 59 banks 2 and 3 want one: that of source 2 goes, which was not served. */
static void rows_open_by_rank(void **state) {
    (void)state;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {1, 0, 0, 1, 1, 1}, {38, 0, 1, 5, 0, 1}, {39, 0, 2, 6, 0, 1}, {40, 0, 3, 7, 0, 1}};
    static const uint8_t sources[] = {1, 1, 1, 1, 2};
    static const unsigned order[] = {0, 1, 2, 4, 3};
    struct rh_constraints constraints = with(20, 2);
    constraints.rrd_s = constraints.rrd_l = 20;
    check(&constraints, script, sources, 5,
          ".A...R.R...............................A...R...............A...R...............A...R.....................",
          ".0...0.0...............................1...1...............3...3...............2...2.....................",
          order);
}

/* Request 6, of source 1, is there from 52 on and wants another row than the hits of source 2, which was served less.
 * Periods of 20 clocks end in 20, 40, and so on: it is there when that in 60 ends, late when that in 80 does, and the
 * bank is looked at in 81. The PRE goes in 82. */
static void who_waits_through_a_period_goes_first(void **state) {
    (void)state;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1},   {1, 0, 0, 1, 1, 1},   {2, 0, 0, 1, 2, 1},   {3, 0, 0, 1, 3, 1},
        {4, 0, 0, 1, 3, 1},   {50, 0, 0, 1, 4, 1},  {51, 0, 0, 2, 0, 1},  {52, 0, 0, 1, 5, 1},
        {56, 0, 0, 1, 6, 1},  {60, 0, 0, 1, 7, 1},  {64, 0, 0, 1, 8, 1},  {68, 0, 0, 1, 9, 1},
        {72, 0, 0, 1, 10, 1}, {76, 0, 0, 1, 11, 1}, {80, 0, 0, 1, 12, 1}, {84, 0, 0, 1, 13, 1}};
    static const uint8_t sources[] = {1, 1, 1, 1, 1, 2, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2};
    static const unsigned never[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 6},
                          late[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 6, 14, 15};
    struct rh_constraints constraints = with(40, 4);
    check(
        &constraints, script, sources, 16,
        ".A...R...R...R...R...R.............................R...R...R...R...R...R...R...R...R...R.P..A...R............."
        ".",
        NULL, never);
    constraints.waiting_threshold = 20;
    check(
        &constraints, script, sources, 16,
        ".A...R...R...R...R...R.............................R...R...R...R...R...R...R...R..P..A...R..P...A...R...R....."
        ".",
        NULL, late);
}

/* Runs one request a source, bank and row, and says what the sources were served after `clocks` clocks. */
static void served(const struct rh_constraints *constraints, unsigned clocks, uint32_t service[4]) {
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {1, 0, 0, 1, 1, 2}, {2, 1, 1, 1, 0, 1}};
    const struct rh_geometry geometry = sources_geometry();
    const struct rh_block_ops *ops = rh_controller_find("atlas");
    struct rh_atlas_state *s = calloc(1, sizeof *s);
    unsigned next = 0;
    ops->reset(s, &geometry);
    for (unsigned t = 0; t < clocks; t++) {
        struct rh_controller_in in = {.rsp_ready = 1};
        struct rh_controller_out out;
        if (next < 3 && script[next].at <= t) {
            in.req_valid = 1;
            in.req_write = script[next].write;
            in.req_bank = (uint8_t)script[next].bank;
            in.req_row = script[next].row;
            in.req_column = (uint16_t)script[next].column;
            in.req_len = (uint8_t)(script[next].commands - 1);
            in.req_source = (uint8_t)(next + 1);
        }
        ops->cycle(s, &geometry, constraints, &in, &out);
        next += in.req_valid && out.req_ready;
    }
    memcpy(service, s->service, 4 * sizeof service[0]);
    free(s);
}

/* tRP 3, tRCD 4, burst 2: source 1 opens the row and reads once, source 2 reads twice, source 3 opens another bank and
 * writes. Behind the ranking, in 61 to 64, they keep 7/8 of it, or half, or nothing; behind the next, in 125 to 128,
 * half of that. */
static void a_command_costs_what_its_bank_is_busy(void **state) {
    (void)state;
    uint32_t service[4];
    struct rh_constraints constraints = with(44, 2);
    served(&constraints, 45, service);
    assert_int_equal(service[0], 0);
    assert_int_equal(service[1], 9);
    assert_int_equal(service[2], 4);
    assert_int_equal(service[3], 9);
    served(&constraints, 66, service);
    assert_int_equal(service[1], 8);
    assert_int_equal(service[2], 4);
    constraints.service_history = 1;
    served(&constraints, 66, service);
    assert_int_equal(service[1], 5);
    assert_int_equal(service[2], 2);
    served(&constraints, 130, service);
    assert_int_equal(service[1], 3);
    assert_int_equal(service[2], 1);
    constraints.service_history = 0;
    served(&constraints, 66, service);
    assert_int_equal(service[1] + service[2] + service[3], 0);
}

/* A quantum of 20, a ranking of 20 clocks, and so on; the first quantum begins with the clock behind a reset. */
static void quanta_begin_behind_rankings(void **state) {
    (void)state;
    const struct rh_geometry geometry = sources_geometry();
    const struct rh_constraints constraints = with(20, 2);
    const struct rh_block_ops *ops = rh_controller_find("atlas");
    struct rh_atlas_state *s = calloc(1, sizeof *s);
    ops->reset(s, &geometry);
    for (unsigned t = 0; t < 130; t++) {
        struct rh_controller_in in = {.rsp_ready = 1};
        struct rh_controller_out out;
        assert_int_equal(s->ranking, (t > 20 && t <= 40) || (t > 60 && t <= 80) || (t > 100 && t <= 120));
        ops->cycle(s, &geometry, &constraints, &in, &out);
    }
    free(s);
}

/* What it has is counted up to 2^28 - 1, and no further. */
static void a_service_stays_at_its_greatest(void **state) {
    (void)state;
    const struct rh_geometry geometry = sources_geometry();
    const struct rh_constraints constraints = with(0, 2);
    const struct rh_block_ops *ops = rh_controller_find("atlas");
    struct rh_atlas_state *s = calloc(1, sizeof *s);
    ops->reset(s, &geometry);
    s->service[1] = (1U << 28) - 4;
    s->service[2] = (1U << 28) - 20;
    for (unsigned t = 0; t < 20; t++) { /* a read of each, which costs 9 clocks */
        struct rh_controller_in in = {.req_valid = t < 2, .rsp_ready = 1, .req_bank = t < 2 ? (uint8_t)t : 0};
        struct rh_controller_out out;
        in.req_source = t < 2 ? (uint8_t)(t + 1) : 0;
        ops->cycle(s, &geometry, &constraints, &in, &out);
    }
    assert_int_equal(s->service[1], (1U << 28) - 1);
    assert_int_equal(s->service[2], (1U << 28) - 11);
    free(s);
}

/* A bank in which nothing has changed for as many clocks as there are banks has exactly those behind that do not have
 * the least rank of it, of the kind that is served; an entry has the rank of its source, and is late once it has waited
 * for two periods and never before one. With neither quantum nor threshold it is `fr_fcfs`. */
static void entries_are_behind_by_rank_alone(void **state) {
    (void)state;
    enum { CLOCKS = 40000, TAGS = 64, PERIOD = 30 };
    struct rh_geometry geometry = sources_geometry();
    const struct rh_block_ops *ops = rh_controller_find("atlas"), *plain = rh_controller_find("fr_fcfs");
    for (unsigned round = 0; round <= 10; round++) {
        unsigned quantum = (round < 6 ? round : round - 5) * 60;
        geometry.write_drain = (uint8_t)(round / 6);
        struct rh_constraints constraints = with(quantum, 2);
        constraints.waiting_threshold = quantum != 0 ? PERIOD : 0;
        constraints.write_high = geometry.write_drain * 4;
        constraints.write_low = geometry.write_drain;
        struct rh_atlas_state *s = calloc(1, sizeof *s);
        void *twin = calloc(1, plain->state_size);
        uint64_t seed = 11 + quantum;
        unsigned since[TAGS] = {0}, behind = 0, late = 0;
        struct rh_controller_in in = {.rsp_ready = 1};
        bool waits[TAGS] = {false};
        ops->reset(s, &geometry);
        plain->reset(twin, &geometry);
        for (unsigned t = 0; t < CLOCKS; t++) {
            struct rh_controller_out out, other;
            if (!in.req_valid && rh_random_below(&seed, 3) != 0) {
                in.req_valid = 1;
                in.req_write = geometry.write_drain != 0 && rh_random_below(&seed, 3) == 0;
                in.req_bank = (uint8_t)rh_random_below(&seed, 4);
                in.req_source = (uint8_t)(rh_random_below(&seed, 3) != 0 ? 1 : rh_random_below(&seed, 4));
                in.req_row = rh_random_below(&seed, 3);
                for (in.req_tag = 0; waits[in.req_tag];)
                    in.req_tag++;
            }
            for (unsigned e = 0; e < geometry.queue; e++) {
                if (!rh_wide_has(s->queue.valid, e))
                    continue;
                unsigned waited = t - since[s->queue.tag[e]], least = ~0U;
                bool is_late = s->entry_rank[e] < 4;
                assert_int_equal(s->entry_rank[e] % 4, s->source_rank[s->source[e]]);
                assert_true(quantum == 0 ? !is_late : is_late ? waited > PERIOD : waited < 2 * PERIOD);
                for (unsigned k = 0; k < geometry.queue; k++)
                    if (rh_wide_has(s->queue.in_bank[s->queue.bank[e]], k) && s->entry_rank[k] < least &&
                        !s->queue.drain.kind_held[rh_wide_has(s->queue.write, k)])
                        least = s->entry_rank[k];
                if (!(s->unsettled >> s->queue.bank[e] & 1) &&
                    !s->queue.drain.kind_held[rh_wide_has(s->queue.write, e)]) {
                    assert_int_equal(rh_wide_has(s->behind, e), s->entry_rank[e] != least);
                    assert_int_equal(s->bank_rank[s->queue.bank[e]], least);
                }
                behind += rh_wide_has(s->behind, e);
                late += is_late;
            }
            ops->cycle(s, &geometry, &constraints, &in, &out);
            plain->cycle(twin, &geometry, &constraints, &in, &other);
            if (quantum == 0)
                assert_true(out.col_cmd == other.col_cmd && out.col_tag == other.col_tag &&
                            out.row_cmd == other.row_cmd && out.row_bank == other.row_bank &&
                            out.row_row == other.row_row && out.req_ready == other.req_ready &&
                            out.cause == other.cause);
            if (out.col_cmd != RH_NOP && out.col_last)
                waits[out.col_tag] = false;
            if (in.req_valid && out.req_ready) {
                since[in.req_tag] = t + 1;
                waits[in.req_tag] = true;
                in.req_valid = 0;
            }
        }
        assert_true(quantum == 0 ? behind == 0 : behind > 1000 && late > 100);
        free(s);
        free(twin);
    }
}

/* Request 3 is the oldest from 50 on. After 12 clocks it goes alone, though source 2 was served less. */
static void the_age_cap_holds_before_ranks(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1},  {1, 0, 0, 1, 1, 1},  {48, 0, 0, 1, 6, 1},
                                                   {49, 0, 0, 2, 0, 1}, {50, 0, 0, 1, 2, 1}, {51, 0, 0, 1, 3, 1},
                                                   {53, 0, 0, 1, 4, 1}, {54, 0, 0, 1, 5, 1}};
    static const uint8_t sources[] = {1, 1, 1, 1, 2, 2, 2, 2};
    static const unsigned ranked[] = {0, 1, 2, 4, 5, 6, 7, 3}, capped[] = {0, 1, 2, 4, 5, 3, 6, 7};
    struct rh_constraints constraints = with(40, 6);
    check(&constraints, script, sources, 8,
          ".A...R.....R.....................................R.....R.....R.....R.....R.P..A...R............", NULL,
          ranked);
    constraints.age_cap = 12;
    check(&constraints, script, sources, 8,
          ".A...R.....R.....................................R.....R.....R.P..A...R..P...A...R.....R.......", NULL,
          capped);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_was_served_less_goes_before_hits),
        cmocka_unit_test(columns_go_by_rank_over_the_banks),
        cmocka_unit_test(rows_open_by_rank),
        cmocka_unit_test(who_waits_through_a_period_goes_first),
        cmocka_unit_test(a_command_costs_what_its_bank_is_busy),
        cmocka_unit_test(quanta_begin_behind_rankings),
        cmocka_unit_test(a_service_stays_at_its_greatest),
        cmocka_unit_test(entries_are_behind_by_rank_alone),
        cmocka_unit_test(the_age_cap_holds_before_ranks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
