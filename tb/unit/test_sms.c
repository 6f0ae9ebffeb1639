// SPDX-License-Identifier: Apache-2.0
// When is a batch closed, which one is picked, and does it go to its bank whole? Does a source keep its order in a
// bank?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ascii_wave.h"
#include "cmodel/controller/rh_controller_states.h"
#include "rowhold/rh_contract.h"
#include "rowhold/rh_random.h"

/* Two FIFOs of sources of four entries, or four of two; each bank's has two. */
static struct rh_geometry two_fifos(void) {
    struct rh_geometry geometry = ascii_geometry;
    geometry.queue = 16;
    geometry.source_bits = 1;
    return geometry;
}
static struct rh_geometry four_fifos(void) {
    struct rh_geometry geometry = two_fifos();
    geometry.source_bits = 2;
    return geometry;
}

static struct rh_constraints with(unsigned age, unsigned rush, unsigned shortest) {
    struct rh_constraints constraints = ascii_constraints;
    constraints.batch_age = (uint16_t)age;
    constraints.batch_rush = (uint16_t)rush;
    constraints.shortest_first = (uint16_t)shortest;
    return constraints;
}

static void check(struct ascii_wave *wave, const struct rh_geometry *geometry, const struct rh_constraints *constraints,
                  const struct script_request *script, const uint8_t *sources, unsigned n, const char *commands,
                  const char *banks, const unsigned *order) {
    ascii_run_sources(wave, "sms", geometry, constraints, script, sources, n, (unsigned)strlen(commands), "");
    assert_string_equal(wave->commands, commands);
    if (banks != NULL)
        assert_string_equal(wave->banks, banks);
    ascii_in_order(wave, order, n);
}

static const unsigned in_order[] = {0, 1, 2, 3, 4, 5, 6, 7};

/* Request 2, of row 2, comes in 9 and closes the batch of row 1: it is picked in 10, and goes to its bank in 11 and 12.
 * Request 2 itself waits for the age of its batch. */
static void another_row_closes_a_batch(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {3, 0, 0, 1, 1, 1}, {9, 0, 0, 2, 0, 1}};
    static const struct script_request banks[] = {{0, 0, 0, 1, 0, 1}, {3, 0, 0, 1, 1, 1}, {9, 0, 1, 1, 0, 1}};
    struct rh_geometry geometry = two_fifos();
    struct rh_constraints constraints = with(30, 0, 0);
    struct ascii_wave wave;
    check(&wave, &geometry, &constraints, script, NULL, 3, "............A...R.R.......................P..A...R........",
          NULL, in_order);
    /* the same row of another bank is another row */
    check(&wave, &geometry, &constraints, banks, NULL, 3, "............A...R.R.......................A...R........",
          "............0...0.0.......................1...1........", in_order);
}

/* The batch begins in 0, and takes requests in 1 to 6: it is picked in 7. Request 1 joins it in 6, and not in 7. */
static void a_batch_is_closed_by_its_age(void **state) {
    (void)state;
    struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {6, 0, 0, 1, 1, 1}};
    struct rh_geometry geometry = two_fifos();
    struct rh_constraints constraints = with(6, 0, 0);
    struct ascii_wave wave;
    check(&wave, &geometry, &constraints, script, NULL, 2, ".........A...R.R........", NULL, in_order);
    script[1].at = 7;
    check(&wave, &geometry, &constraints, script, NULL, 2, ".........A...R..R.......", NULL, in_order);
    constraints.batch_age = 0;
    check(&wave, &geometry, &constraints, script, NULL, 1, "...A...R........", NULL, in_order);
}

/* The batch of source 0 is under way until 39, for its bank has room for two until clock 36. That of source 1, begun in
 * 4, is old from 25 on: request 5 joins it in 24, and begins its own in 30, which is old in 51. */
static void an_old_batch_takes_no_more(void **state) {
    (void)state;
    struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {1, 0, 0, 1, 1, 1}, {2, 0, 0, 1, 2, 1},
                                      {3, 0, 0, 1, 3, 1}, {4, 1, 1, 1, 0, 1}, {24, 1, 1, 1, 1, 1}};
    static const uint8_t sources[] = {0, 0, 0, 0, 1, 1};
    struct rh_geometry geometry = two_fifos();
    struct rh_constraints constraints = with(20, 0, 0);
    struct ascii_wave wave;
    constraints.rcd_rd = 30;
    check(&wave, &geometry, &constraints, script, sources, 6,
          "......A.............................R.R.R.RA...W.W........", NULL, in_order);
    script[5].at = 30;
    check(&wave, &geometry, &constraints, script, sources, 6,
          "......A.............................R.R.R.RA...W.....W........", NULL, in_order);
}

/* The FIFO is full from 4 on: its batch is picked then. Its head goes in 5, and another request comes; it is of the row
 * that goes, but the batch is closed. */
static void a_full_fifo_closes_its_batch(void **state) {
    (void)state;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {1, 0, 0, 1, 1, 1}, {2, 0, 0, 1, 2, 1}, {3, 0, 0, 1, 3, 1}, {4, 0, 0, 1, 4, 1}};
    struct rh_geometry geometry = two_fifos();
    struct rh_constraints constraints = with(20, 0, 0);
    struct ascii_wave wave;
    check(&wave, &geometry, &constraints, script, NULL, 5, "......A...R.R.R.R...........R.......", NULL, in_order);
    assert_int_equal(wave.accepted_at[4], 5);
}

/* Request 0 is alone in 1, and goes at once. In 3 there are two: request 1, of another source, waits until request 0
 * has left in 7. */
static void few_requests_do_not_wait(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {1, 0, 1, 1, 0, 1}};
    static const uint8_t sources[] = {0, 1};
    struct rh_geometry geometry = two_fifos();
    struct rh_constraints constraints = with(40, 2, 0);
    struct ascii_wave wave;
    check(&wave, &geometry, &constraints, script, sources, 2, "...A...R..A...R........", "...0...0..1...1........",
          in_order);
    constraints.batch_rush = 3;
    check(&wave, &geometry, &constraints, script, sources, 2, "...A.A.R.R........", "...0.1.0.1........", in_order);
}

/* Source 0 fills its FIFO, and its batch goes in 3 and 4. In 5 two batches are closed: that of source 1, which fills
 * its FIFO, and that of source 2, which has one request and is old. */
static void the_fewest_requests_go_first_or_the_next_in_turn(void **state) {
    (void)state;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {1, 0, 0, 1, 1, 1}, {2, 0, 2, 1, 0, 1}, {3, 0, 1, 1, 0, 1}, {4, 0, 1, 1, 1, 1}};
    static const uint8_t sources[] = {0, 0, 2, 1, 1}, folded[] = {4, 8, 6, 5, 1};
    static const unsigned turn[] = {0, 1, 3, 4, 2}, shortest[] = {0, 1, 2, 3, 4};
    struct rh_geometry geometry = four_fifos();
    struct rh_constraints constraints = with(2, 0, 0);
    struct ascii_wave wave;
    check(&wave, &geometry, &constraints, script, sources, 5, "....A..AR.RAR.R.R........", "....0..10.021.1.2........",
          turn);
    constraints.shortest_first = 255;
    check(&wave, &geometry, &constraints, script, sources, 5, "....A..ARAR.R.R.R........", "....0..2010.2.1.1........",
          shortest);
    /* sources with equal lower bits share a FIFO */
    geometry.source_bits = 4;
    check(&wave, &geometry, &constraints, script, folded, 5, "....A..ARAR.R.R.R........", "....0..2010.2.1.1........",
          shortest);
}

/* The batch of source 0 is picked in 4. Its bank has room for two, so that the others go in 11 and 13, behind the
 * clocks in which those leave; request 4, to another bank, was closed in 9 and is picked behind them, in 14. */
static void a_batch_goes_to_its_bank_whole(void **state) {
    (void)state;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {1, 0, 0, 1, 1, 1}, {2, 0, 0, 1, 2, 1}, {3, 0, 0, 1, 3, 1}, {4, 0, 1, 1, 0, 1}};
    static const uint8_t sources[] = {0, 0, 0, 0, 1};
    struct rh_geometry geometry = two_fifos();
    struct rh_constraints constraints = with(5, 0, 255);
    struct ascii_wave wave;
    check(&wave, &geometry, &constraints, script, sources, 5, "......A...R.R.R.RA...R......",
          "......0...0.0.0.01...1......", in_order);
}

/* Bank 0 is full until its first request leaves in 8. So in 6 the batch of source 2 is picked, for bank 1, though that
 * of source 1 was closed in 4 and is the next in turn. */
static void a_batch_whose_bank_is_full_is_not_picked(void **state) {
    (void)state;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {1, 0, 0, 1, 1, 1}, {2, 0, 0, 1, 2, 1}, {3, 0, 0, 1, 3, 1}, {4, 0, 1, 1, 0, 1}};
    static const uint8_t sources[] = {0, 0, 1, 1, 2};
    static const unsigned order[] = {0, 1, 2, 4, 3};
    struct rh_geometry geometry = four_fifos();
    struct rh_constraints constraints = with(1, 0, 0);
    struct ascii_wave wave;
    check(&wave, &geometry, &constraints, script, sources, 5, "....A...RAR.R.R.R........", "....0...010.0.1.0........",
          order);
}

/* Four later requests to the row go before request 0, which is of another source. */
static void two_sources_have_no_order_in_a_row(void **state) {
    (void)state;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {1, 0, 0, 1, 1, 1}, {2, 0, 0, 1, 2, 1}, {3, 0, 0, 1, 3, 1}, {4, 0, 0, 1, 4, 1}};
    static const uint8_t sources[] = {0, 1, 1, 1, 1};
    static const unsigned order[] = {1, 2, 3, 4, 0};
    struct rh_geometry geometry = two_fifos();
    struct rh_constraints constraints = with(20, 0, 0);
    struct ascii_wave wave;
    check(&wave, &geometry, &constraints, script, sources, 5, ".......A...R.R.R.R.....R........", NULL, order);
}

/* Does FIFO g go before f where lengths decide: by requests in all stages, of equals the next in turn? */
static bool goes_before(const unsigned *requests, unsigned turn, unsigned g, unsigned f) {
    return requests[g] < requests[f] || (requests[g] == requests[f] && (g - turn) % 4 < (f - turn) % 4);
}

/* Of the FIFOs whose oldest batch another row has closed, and whose bank has room, none goes before the one picked. */
static void check_pick(const struct rh_sms_state *before, unsigned picked, bool by_length, const unsigned *requests) {
    for (unsigned g = 0; g < 4; g++) {
        unsigned bank = before->source_bank[g * 2 + rh_first_from(before->source_head[g], 0)];
        if (g == picked || before->source_count[g] == 0 || before->ends[g] == 0 || before->banks.count[bank] == 2)
            continue;
        assert_false(by_length ? goes_before(requests, before->turn, g, picked)
                               : (g - before->turn) % 4 < (picked - before->turn) % 4);
    }
}

/* What it has in all, and of each FIFO, counted beside it; the watcher sees the order of each source in each bank.
 * Picks by length leave the turn where it is, the others put it behind the FIFO; of 256 the former are the setting and
 * one. */
static void requests_and_picks_are_those_counted_beside_it(void **state) {
    (void)state;
    enum { CLOCKS = 60000, TAGS = 64, FIFOS = 4, SOURCES = 7 };
    static const unsigned shares[] = {0, 63, 191, 255};
    const struct rh_block_ops *ops = rh_controller_find("sms");
    struct rh_geometry geometry = four_fifos();
    geometry.source_bits = 3;
    assert_true(rh_controller_orders_sources(ops) && !rh_controller_orders_sources(rh_controller_find("fr_fcfs")));
    for (unsigned i = 0; i < sizeof shares / sizeof shares[0]; i++) {
        const struct rh_constraints constraints = with(6, 3, shares[i]);
        struct rh_sms_state *s = calloc(1, sizeof *s);
        struct rh_contract *contract = rh_contract_open(&geometry, &constraints);
        struct rh_controller_in in = {.rsp_ready = 1};
        unsigned fifo_of[TAGS], requests[FIFOS] = {0}, picks = 0, lengths = 0;
        bool waits[TAGS] = {false};
        uint64_t seed = 5 + i;
        rh_contract_order_sources(contract, true);
        ops->reset(s, &geometry);
        for (unsigned t = 0; t < CLOCKS; t++) {
            struct rh_controller_out out;
            const struct rh_sms_state before = *s;
            uint32_t drained = s->drains, turn = s->turn, random = s->random;
            if (!in.req_valid) {
                in.req_valid = 1;
                in.req_bank = (uint8_t)rh_random_below(&seed, 4);
                in.req_source = (uint8_t)rh_random_below(&seed, SOURCES);
                in.req_row = rh_random_below(&seed, 2);
                for (in.req_tag = 0; waits[in.req_tag];)
                    in.req_tag++;
            }
            for (unsigned f = 0; f < FIFOS; f++)
                assert_int_equal(s->requests[f], requests[f]);
            const unsigned queued[FIFOS] = {requests[0], requests[1], requests[2], requests[3]};
            ops->cycle(s, &geometry, &constraints, &in, &out);
            if (!rh_contract_clock(contract, t, &in, &out))
                fail_msg("%s", rh_contract_text(contract));
            assert_int_equal(out.occupancy, requests[0] + requests[1] + requests[2] + requests[3]);
            if (!drained && s->drains) {
                unsigned chance = 0, behind = (rh_first_from(s->drains, 0) + 1) % FIFOS;
                for (unsigned k = 0; k < 8; k++)
                    chance |= (random >> 3 * k & 1) << k;
                bool by_length = shares[i] != 0 && chance <= shares[i];
                check_pick(&before, rh_first_from(s->drains, 0), by_length, queued);
                assert_int_equal(s->turn, by_length ? turn : behind);
                assert_int_not_equal(s->random, random);
                picks++;
                lengths += by_length;
            } else {
                assert_true(s->turn == turn && s->random == random);
            }
            if (out.col_cmd != RH_NOP && out.col_last)
                requests[fifo_of[out.col_tag]]--;
            if (out.rsp_valid)
                waits[out.rsp_tag] = false;
            if (in.req_valid && out.req_ready) {
                waits[in.req_tag] = true;
                fifo_of[in.req_tag] = in.req_source % FIFOS;
                requests[in.req_source % FIFOS]++;
                in.req_valid = 0;
            }
        }
        assert_true(picks > 5000);
        unsigned share = shares[i] != 0 ? shares[i] + 1 : 0, found = (256 * lengths + picks / 2) / picks;
        assert_in_range(found, share > 4 ? share - 4 : 0, share + 4);
        rh_contract_close(contract);
        free(s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(another_row_closes_a_batch),
        cmocka_unit_test(a_batch_is_closed_by_its_age),
        cmocka_unit_test(an_old_batch_takes_no_more),
        cmocka_unit_test(a_full_fifo_closes_its_batch),
        cmocka_unit_test(few_requests_do_not_wait),
        cmocka_unit_test(the_fewest_requests_go_first_or_the_next_in_turn),
        cmocka_unit_test(a_batch_goes_to_its_bank_whole),
        cmocka_unit_test(a_batch_whose_bank_is_full_is_not_picked),
        cmocka_unit_test(two_sources_have_no_order_in_a_row),
        cmocka_unit_test(requests_and_picks_are_those_counted_beside_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
