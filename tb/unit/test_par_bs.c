// SPDX-License-Identifier: Apache-2.0
// Which requests make a batch, does it go first, and in which order do its sources go?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ascii_wave.h"
#include "cmodel/controller/rh_controller_states.h"
#include "rowhold/rh_random.h"

static struct rh_geometry sources_geometry(void) {
    struct rh_geometry geometry = ascii_geometry;
    geometry.source_bits = 3;
    return geometry;
}

/* ccd: clocks from one column command to the next. */
static struct rh_constraints with(unsigned cap, unsigned ccd) {
    struct rh_constraints constraints = ascii_constraints;
    constraints.marking_cap = (uint16_t)cap;
    constraints.ccd_s = constraints.ccd_l = (uint16_t)ccd;
    return constraints;
}

static void check(const struct rh_constraints *constraints, const struct script_request *script, const uint8_t *sources,
                  unsigned n, const char *commands, const char *banks, const unsigned *order) {
    const struct rh_geometry geometry = sources_geometry();
    struct ascii_wave wave;
    ascii_run_sources(&wave, "par_bs", &geometry, constraints, script, sources, n, (unsigned)strlen(commands), "");
    assert_string_equal(wave.commands, commands);
    if (banks != NULL)
        assert_string_equal(wave.banks, banks);
    ascii_in_order(&wave, order, n);
}

/* Request 1, of source 2, wants row 2 of bank 0; all others, of source 1, want row 1. Request 0 is a batch of its own.
 * The next one begins behind its column command, in 6: it has request 1 and, with a cap of 2, requests 2 and 3. These
 * hit, so they go first; then the bank is for request 1, whatever hits. With a cap of 1 it has request 2 alone of
 * source 1. Without a cap it has 2 to 5, which were there in 6, but not 6. */
static void a_batch_has_so_many_of_each_source_and_bank(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {1, 0, 0, 2, 0, 1}, {2, 0, 0, 1, 1, 1},
                                                   {3, 0, 0, 1, 2, 1}, {4, 0, 0, 1, 3, 1}, {5, 0, 0, 1, 4, 1},
                                                   {6, 0, 0, 1, 5, 1}};
    static const uint8_t sources[] = {1, 2, 1, 1, 1, 1, 1};
    static const unsigned one[] = {0, 2, 1, 3, 4, 5, 6}, two[] = {0, 2, 3, 1, 4, 5, 6}, all[] = {0, 2, 3, 4, 5, 1, 6};
    struct rh_constraints constraints = with(2, 2);
    check(&constraints, script, sources, 7, ".A...R.R.R.P..A...R..P...A...R.R.R..........", NULL, two);
    constraints.marking_cap = 1;
    check(&constraints, script, sources, 7, ".A...R.R.P..A...R..P...A...R.R.R.R..........", NULL, one);
    constraints.marking_cap = 0;
    check(&constraints, script, sources, 7, ".A...R.R.R.R.R.P..A...R..P...A...R..........", NULL, all);
}

/* A column command goes every `ccd` clocks. Request 0 goes in 5; the batch of all others begins in 6. Its sources have
 * their ranks from 10 or 12 on: what could go before goes by age. */
static void the_source_with_the_least_load_goes_first(void **state) {
    (void)state;
    /* source 1 has two requests of bank 0, source 2 one: request 1 is ready in 11 */
    static const struct script_request fewest[] = {
        {0, 0, 0, 1, 0, 1}, {1, 0, 0, 1, 1, 1}, {2, 0, 0, 1, 2, 1}, {3, 0, 1, 5, 0, 1}};
    static const uint8_t of_fewest[] = {1, 1, 1, 2};
    static const unsigned in_fewest[] = {0, 1, 3, 2};
    struct rh_constraints constraints = with(5, 6);
    check(&constraints, fewest, of_fewest, 4, ".A..AR.....R.....R.....R........", ".0..10.....0.....1.....0........",
          in_fewest);
    /* source 2 has three, but of three banks: the most that a bank has counts, then all */
    static const struct script_request spread[] = {{0, 0, 0, 1, 0, 1}, {1, 0, 0, 1, 1, 1}, {2, 0, 0, 1, 2, 1},
                                                   {3, 0, 1, 5, 0, 1}, {4, 0, 2, 5, 0, 1}, {5, 0, 3, 5, 0, 1}};
    static const uint8_t of_spread[] = {1, 1, 1, 2, 2, 2};
    static const unsigned in_spread[] = {0, 3, 4, 5, 1, 2};
    constraints = with(5, 10);
    check(&constraints, spread, of_spread, 6, ".A..ARA.A......R.........R.........R.........R.........R........",
          ".0..102.3......1.........2.........3.........0.........0........", in_spread);
    /* one of a bank each, but source 1 of two banks */
    static const struct script_request total[] = {
        {0, 0, 0, 1, 0, 1}, {1, 0, 0, 1, 1, 1}, {2, 0, 1, 5, 0, 1}, {3, 0, 2, 5, 0, 1}};
    static const uint8_t of_total[] = {1, 1, 1, 2}, of_equal[] = {1, 1, 2, 3};
    static const unsigned in_total[] = {0, 3, 1, 2}, in_age[] = {0, 1, 2, 3};
    constraints = with(5, 12);
    check(&constraints, total, of_total, 4, ".A.A.RA..........R...........R...........R..........",
          ".0.1.02..........2...........0...........1..........", in_total);
    /* equal loads: the source of the oldest first */
    check(&constraints, total, of_equal, 4, ".A.A.RA..........R...........R...........R..........",
          ".0.1.02..........0...........1...........2..........", in_age);
}

/* An ACT goes every 20 clocks. In 21 banks 1 and 2 want one: that of source 2 goes, which has one request, though two
 * of source 1 are older. */
static void rows_open_for_the_least_load_first(void **state) {
    (void)state;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {1, 0, 0, 1, 1, 1}, {2, 0, 1, 5, 0, 1}, {3, 0, 1, 5, 1, 1}, {4, 0, 2, 6, 0, 1}};
    static const uint8_t sources[] = {1, 1, 1, 1, 2};
    static const unsigned order[] = {0, 1, 4, 2, 3};
    struct rh_constraints constraints = with(5, 2);
    constraints.rrd_s = constraints.rrd_l = 20;
    check(&constraints, script, sources, 5, ".A...R.R.............A...R...............A...R.R......",
          ".0...0.0.............2...2...............1...1.1......", order);
}

/* Requests 1 and 2 are a batch from 6 on. Request 3, of source 3, comes in 9 and hits the row that is open: it is of no
 * batch, and the bank is for request 2. */
static void a_hit_that_comes_later_waits_for_the_next_batch(void **state) {
    (void)state;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {1, 0, 0, 1, 1, 1}, {2, 0, 0, 2, 0, 1}, {9, 0, 0, 1, 2, 1}};
    static const uint8_t sources[] = {1, 1, 2, 3};
    static const unsigned order[] = {0, 1, 2, 3};
    struct rh_constraints constraints = with(5, 2);
    constraints.rtp = 5; /* the PRE waits until 12, and request 3 with it */
    check(&constraints, script, sources, 4, ".A...R.R....P..A...R....P..A...R......", NULL, order);
}

/* Source 1 has nine requests of a bank and six of another one, source 2 twelve of a third: the most of a bank decide.
 * They all are there when request 0 goes, in 41, and their batch begins. */
static void up_to_fifteen_requests_of_a_bank_differ(void **state) {
    (void)state;
    struct rh_geometry geometry = sources_geometry();
    struct rh_constraints constraints = with(0, 60);
    struct rh_par_bs_state *s = calloc(1, sizeof *s);
    const struct rh_block_ops *ops = rh_controller_find("par_bs");
    unsigned made = 0;
    geometry.queue = 32;
    constraints.rcd_rd = 40;
    ops->reset(s, &geometry);
    for (unsigned t = 0; t < 50; t++) {
        struct rh_controller_in in = {.req_valid = made < 28, .rsp_ready = 1, .req_row = 1, .req_tag = (uint16_t)made};
        struct rh_controller_out out;
        in.req_bank = made < 10 ? 0 : made < 16 ? 1 : 2;
        in.req_source = made == 0 ? 3 : made < 16 ? 1 : 2;
        ops->cycle(s, &geometry, &constraints, &in, &out);
        made += in.req_valid && out.req_ready;
    }
    assert_int_equal(s->queue.count, 27);
    for (unsigned e = 0; e < 27; e++)
        assert_int_equal(s->source_rank[e], s->source[e] == 1 ? 0 : 1);
    free(s);
}

/* Batches, and how many requests of its source and bank are ahead of each, are kept beside the controller from what it
 * puts out; requests of one source have one rank, and two sources that have ranks have two. Where reads and writes are
 * served in turn, both are of the kind that is. */
static void batches_are_those_counted_beside_it(void **state) {
    (void)state;
    enum { CLOCKS = 30000, TAGS = 64, SOURCES = 5 };
    struct rh_geometry geometry = sources_geometry();
    const struct rh_block_ops *ops = rh_controller_find("par_bs");
    for (unsigned cap = 0; cap <= 7; cap++) {
        struct request {
            bool waits, marked, write;
            unsigned bank, source, number;
        } requests[TAGS] = {{0}};
        struct rh_constraints constraints = with(cap % 4, 2);
        geometry.write_drain = cap >= 4;
        constraints.write_high = 4 * geometry.write_drain;
        constraints.write_low = geometry.write_drain;
        struct rh_par_bs_state *s = calloc(1, sizeof *s);
        uint64_t seed = 5 + cap;
        unsigned arrived = 0, batches = 0, ranks = 0, unmarked = 0, kept = 0;
        struct rh_controller_in in = {.rsp_ready = 1};
        ops->reset(s, &geometry);
        for (unsigned t = 0; t < CLOCKS; t++) {
            struct rh_controller_out out;
            bool begins = true, serves = false;
            if (!in.req_valid && rh_random_below(&seed, 3) != 0) {
                in.req_valid = 1;
                in.req_write = geometry.write_drain != 0 && rh_random_below(&seed, 3) == 0;
                in.req_bank = (uint8_t)rh_random_below(&seed, 2);
                in.req_source = (uint8_t)rh_random_below(&seed, SOURCES);
                in.req_row = rh_random_below(&seed, 3);
                for (in.req_tag = 0; requests[in.req_tag].waits;)
                    in.req_tag++;
            }
            for (unsigned e = 0; e < geometry.queue; e++) {
                if (!rh_wide_has(s->queue.valid, e))
                    continue;
                const struct request *mine = &requests[s->queue.tag[e]];
                unsigned ahead = 0;
                for (unsigned k = 0; k < TAGS; k++)
                    ahead += requests[k].waits && requests[k].bank == mine->bank &&
                             requests[k].source == mine->source && requests[k].write == mine->write &&
                             requests[k].number < mine->number;
                bool left_since = s->left_bank == rh_bit(mine->bank) && s->left_source == mine->source &&
                                  s->left_write == mine->write && s->left_ahead < s->ahead[e];
                assert_int_equal(s->ahead[e] - left_since, ahead);
                assert_int_equal(rh_wide_has(s->marked, e), mine->marked);
                bool served = !s->queue.drain.kind_held[mine->write];
                begins = begins && !(mine->marked && served);
                serves = serves || served;
                kept += mine->marked && !served;
                unmarked += !mine->marked;
                for (unsigned other = 0; other < e; other++) {
                    bool both = rh_wide_has(s->queue.valid, other) && rh_wide_has(s->ranked, e) &&
                                rh_wide_has(s->ranked, other);
                    if (rh_wide_has(s->queue.valid, other) && s->source[other] == s->source[e])
                        assert_true(s->source_rank[other] == s->source_rank[e] &&
                                    rh_wide_has(s->ranked, e) == rh_wide_has(s->ranked, other));
                    else if (both)
                        assert_true(s->source_rank[other] != s->source_rank[e]);
                    ranks += both && s->source_rank[other] > s->source_rank[e];
                }
            }
            if (begins && serves) {
                batches++;
                for (unsigned k = 0; k < TAGS; k++) {
                    unsigned ahead = 0;
                    for (unsigned j = 0; j < TAGS; j++)
                        ahead += requests[j].waits && requests[j].bank == requests[k].bank &&
                                 requests[j].source == requests[k].source && requests[j].write == requests[k].write &&
                                 requests[j].number < requests[k].number;
                    requests[k].marked =
                        requests[k].marked || (requests[k].waits && !s->queue.drain.kind_held[requests[k].write] &&
                                               (cap % 4 == 0 || ahead < cap % 4));
                }
            }
            ops->cycle(s, &geometry, &constraints, &in, &out);
            if (out.col_cmd != RH_NOP && out.col_last)
                requests[out.col_tag].waits = requests[out.col_tag].marked = false;
            if (in.req_valid && out.req_ready) {
                requests[in.req_tag] =
                    (struct request){true, false, in.req_write, in.req_bank, in.req_source, arrived++};
                in.req_valid = 0;
            }
        }
        assert_true(batches > 300 && ranks > 1000 && unmarked > 1000 && (kept > 1000 || geometry.write_drain == 0));
        free(s);
    }
}

/* After 40 clocks as the oldest one a request goes alone, marked or not. */
static void the_age_cap_holds_in_a_batch_too(void **state) {
    (void)state;
    /* request 1, the oldest from 6 on, has the greatest load: the others go before it */
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {1, 0, 0, 2, 0, 1}, {2, 0, 0, 2, 1, 1},
                                                   {3, 0, 0, 1, 1, 1}, {4, 0, 0, 1, 2, 1}, {5, 0, 0, 1, 3, 1}};
    static const uint8_t sources[] = {1, 1, 1, 2, 3, 4};
    static const unsigned free_order[] = {0, 3, 4, 5, 1, 2}, capped[] = {0, 3, 1, 2, 4, 5};
    struct rh_constraints constraints = with(5, 8);
    check(&constraints, script, sources, 6, ".A...R.......R.......R.......R.P..A...R.......R......", NULL, free_order);
    constraints.age_cap = 12;
    check(&constraints, script, sources, 6, ".A...R.......R....P..A...R.......R.P..A...R.......R......", NULL, capped);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_batch_has_so_many_of_each_source_and_bank),
        cmocka_unit_test(the_source_with_the_least_load_goes_first),
        cmocka_unit_test(rows_open_for_the_least_load_first),
        cmocka_unit_test(a_hit_that_comes_later_waits_for_the_next_batch),
        cmocka_unit_test(up_to_fifteen_requests_of_a_bank_differ),
        cmocka_unit_test(batches_are_those_counted_beside_it),
        cmocka_unit_test(the_age_cap_holds_in_a_batch_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
