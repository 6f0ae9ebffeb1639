// SPDX-License-Identifier: Apache-2.0
// Which requests are a group, which group goes first, and does it finish together?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ascii_wave.h"
#include "cmodel/controller/rh_controller_states.h"
#include "rowhold/rh_random.h"

/* Eight warps; MORE: more of its group follow. */
enum { MORE = 8 };

static struct rh_geometry sources_geometry(void) {
    struct rh_geometry geometry = ascii_geometry;
    geometry.source_bits = 4;
    return geometry;
}

/* ccd: clocks from one column command to the next. */
static struct rh_constraints with(unsigned ccd) {
    struct rh_constraints constraints = ascii_constraints;
    constraints.ccd_s = constraints.ccd_l = (uint16_t)ccd;
    return constraints;
}

static void check(const struct rh_constraints *constraints, const struct script_request *script, const uint8_t *sources,
                  unsigned n, const char *commands, const char *banks, const unsigned *order) {
    const struct rh_geometry geometry = sources_geometry();
    struct ascii_wave wave;
    ascii_run_sources(&wave, "warp_group", &geometry, constraints, script, sources, n, (unsigned)strlen(commands), "");
    assert_string_equal(wave.commands, commands);
    if (banks != NULL)
        assert_string_equal(wave.banks, banks);
    ascii_in_order(&wave, order, n);
}

/* Request 1, of source 2, wants row 2 of bank 0; all others, of source 1, want row 1. Request 0 is a group of its own.
 * The next one is marked behind its column command, in 6: source 2 has one request and source 1 four, so that the bank
 * closes in 8, as tRAS allows, though hits wait. Where all are of one source, those that are there in 6 are the group:
 * its hits go first, then request 1, and then request 6, which hits, but came later. */
static void the_group_with_the_fewest_requests_goes_before_hits(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {1, 0, 0, 2, 0, 1}, {2, 0, 0, 1, 1, 1},
                                                   {3, 0, 0, 1, 2, 1}, {4, 0, 0, 1, 3, 1}, {5, 0, 0, 1, 4, 1},
                                                   {6, 0, 0, 1, 5, 1}};
    static const uint8_t two[] = {1, 2, 1, 1, 1, 1, 1}, one[] = {1, 1, 1, 1, 1, 1, 1};
    static const unsigned fewest[] = {0, 1, 2, 3, 4, 5, 6}, together[] = {0, 2, 3, 4, 5, 1, 6};
    const struct rh_constraints constraints = with(2);
    check(&constraints, script, two, 7, ".A...R..P...A...R..P...A...R.R.R.R.R........", NULL, fewest);
    check(&constraints, script, one, 7, ".A...R.R.R.R.R.P..A...R..P...A...R..........", NULL, together);
}

/* In 6 sources 2 and 3 have one request each: that of source 3 hits, and is the next group, though it is younger; the
 * bank closes for the other one behind it. */
static void of_equal_groups_one_that_hits_is_next(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {1, 0, 0, 2, 0, 1}, {2, 0, 0, 1, 1, 1}};
    static const uint8_t sources[] = {1, 2, 3};
    static const unsigned order[] = {0, 2, 1};
    const struct rh_constraints constraints = with(2);
    check(&constraints, script, sources, 3, ".A...R.R.P..A...R.......", NULL, order);
}

/* A column command goes every 6 clocks. In 11 that of source 2 goes, which has one request, and not the older one of
 * source 1, which has two. Of one source the oldest goes. */
static void of_two_banks_that_of_the_group_goes_first(void **state) {
    (void)state;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {1, 0, 0, 1, 1, 1}, {2, 0, 0, 1, 2, 1}, {3, 0, 1, 5, 0, 1}};
    static const uint8_t two[] = {1, 1, 1, 2}, one[] = {1, 1, 1, 1};
    static const unsigned group[] = {0, 3, 1, 2}, plain[] = {0, 1, 2, 3};
    const struct rh_constraints constraints = with(6);
    check(&constraints, script, two, 4, ".A..AR.....R.....R.....R........", ".0..10.....1.....0.....0........", group);
    check(&constraints, script, one, 4, ".A..AR.....R.....R.....R........", ".0..10.....0.....0.....1........", plain);
}

/* An ACT goes every 20 clocks. In 21 banks 1 and 2 want one: that of source 2 goes, which has one request, though two
 * of source 1 are older. Request 1, of source 1, hits, and goes in 7, for the group has no command then. */
static void rows_open_for_the_group_first(void **state) {
    (void)state;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {1, 0, 0, 1, 1, 1}, {2, 0, 1, 5, 0, 1}, {3, 0, 1, 5, 1, 1}, {4, 0, 2, 6, 0, 1}};
    static const uint8_t sources[] = {1, 1, 1, 1, 2};
    static const unsigned order[] = {0, 1, 4, 2, 3};
    struct rh_constraints constraints = with(2);
    constraints.rrd_s = constraints.rrd_l = 20;
    check(&constraints, script, sources, 5, ".A...R.R.............A...R...............A...R.R......",
          ".0...0.0.............2...2...............1...1.1......", order);
}

/* Request 2 is the group from 7 on, and its bank waits until 10 to close. Request 3, of the same source, comes in 7 and
 * hits: it waits, as request 1 does, and then for source 1, of which fewer are left as its turn is looked for. */
static void what_comes_later_waits_for_the_next_turn(void **state) {
    (void)state;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {1, 0, 0, 1, 1, 1}, {2, 0, 0, 2, 0, 1}, {7, 0, 0, 1, 2, 1}};
    static const uint8_t sources[] = {1, 1, 2, 2};
    static const unsigned order[] = {0, 2, 1, 3};
    struct rh_constraints constraints = with(2);
    constraints.rtp = 5;
    check(&constraints, script, sources, 4, ".A...R....P..A...R....P..A...R.R......", NULL, order);
}

/* As above, but of source 2 more follow: source 1 goes first, though it has four requests, and so does its request 6,
 * which came later. When nobody else is left it goes all the same. */
static void whole_groups_go_first(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {1, 0, 0, 2, 0, 1}, {2, 0, 0, 1, 1, 1},
                                                   {3, 0, 0, 1, 2, 1}, {4, 0, 0, 1, 3, 1}, {5, 0, 0, 1, 4, 1},
                                                   {6, 0, 0, 1, 5, 1}};
    static const uint8_t sources[] = {1, 2 | MORE, 1, 1, 1, 1, 1};
    static const unsigned order[] = {0, 2, 3, 4, 5, 6, 1};
    const struct rh_constraints constraints = with(2);
    check(&constraints, script, sources, 7, ".A...R.R.R.R.R.R.P..A...R...................", NULL, order);
}

/* Bank 0 opens in 3 for request 1. From 7 on request 2 is the group, which wants another row there: request 1 has its
 * column command first, in 7. So has request 3, in 10, before the bank closes. */
static void a_row_that_has_opened_is_used_first(void **state) {
    (void)state;
    static const struct script_request script[] = {
        {0, 0, 1, 1, 0, 1}, {1, 0, 0, 1, 0, 1}, {2, 0, 0, 2, 0, 1}, {3, 0, 2, 1, 0, 1}};
    static const uint8_t sources[] = {1, 2, 3, 2};
    static const unsigned order[] = {0, 1, 3, 2};
    const struct rh_constraints constraints = with(2);
    check(&constraints, script, sources, 4, ".A.A.RAR..RP..A...R.......", ".1.0.120..20..0...0.......", order);
}

/* Groups, and how many requests of its warp are queued with each, are kept beside the controller from what it puts out:
 * in the clock behind the one in which one left it still counts, and one that came does not, but in itself. Where reads
 * and writes are served in turn a group is of the kind that is, and what is left of it stays marked. */
static void count_beside(unsigned high, unsigned low) {
    enum { CLOCKS = 60000, TAGS = 64, SOURCES = 5, FAR = 100 };
    struct rh_geometry geometry = sources_geometry();
    const struct rh_block_ops *ops = rh_controller_find("warp_group");
    struct request {
        bool waits, marked, write;
        unsigned source;
    } requests[TAGS] = {{0}};
    struct rh_constraints constraints = with(2);
    struct rh_warp_group_state *s = calloc(1, sizeof *s);
    uint64_t seed = 5;
    unsigned groups = 0, shared = 0, unmarked = 0, left = SOURCES, came = SOURCES, more[SOURCES] = {0}, before = 0;
    unsigned kept = 0;
    struct rh_controller_in in = {.rsp_ready = 1};
    geometry.write_drain = high != 0;
    constraints.write_high = high;
    constraints.write_low = low;
    ops->reset(s, &geometry);
    for (unsigned t = 0; t < CLOCKS; t++) {
        struct rh_controller_out out;
        unsigned first = TAGS, least = ~0U, together = 0;
        bool begins = true;
        if (!in.req_valid && rh_random_below(&seed, 3) != 0) {
            in.req_valid = 1;
            in.req_write = high != 0 && rh_random_below(&seed, 3) == 0;
            in.req_bank = (uint8_t)rh_random_below(&seed, 2);
            in.req_source = (uint8_t)(rh_random_below(&seed, SOURCES) | (rh_random_below(&seed, 3) == 0 ? MORE : 0));
            in.req_row = rh_random_below(&seed, 3);
            for (in.req_tag = 0; requests[in.req_tag].waits;)
                in.req_tag++;
        }
        for (unsigned e = 0; e < geometry.queue; e++) {
            if (!rh_wide_has(s->queue.valid, e))
                continue;
            const struct request *mine = &requests[s->queue.tag[e]];
            bool lags = came == mine->source && e != geometry.queue - 1U;
            unsigned count = left == mine->source, follow = lags ? before : more[mine->source];
            for (unsigned k = 0; k < TAGS; k++)
                count += requests[k].waits && requests[k].source == mine->source;
            count -= lags;
            assert_int_equal(s->remaining[e], count);
            assert_int_equal(s->source[e], mine->source | follow);
            count += follow * FAR;
            assert_int_equal(rh_wide_has(s->marked, e), mine->marked);
            bool served = !s->queue.drain.kind_held[mine->write];
            begins = begins && !(mine->marked && served);
            kept += mine->marked && !served;
            unmarked += !mine->marked;
            bool hits = rh_wide_has(s->queue.hit, e);
            if (served && (first == TAGS || count < least || (count == least && hits && !together))) {
                first = s->queue.tag[e];
                together = hits;
                least = count;
            }
        }
        if (begins && first != TAGS) {
            groups++;
            shared += least > 1 && least < FAR;
            for (unsigned k = 0; k < TAGS; k++)
                requests[k].marked =
                    requests[k].marked || (requests[k].waits && requests[k].source == requests[first].source &&
                                           !s->queue.drain.kind_held[requests[k].write]);
        }
        ops->cycle(s, &geometry, &constraints, &in, &out);
        left = came = SOURCES;
        if (out.col_cmd != RH_NOP && out.col_last) {
            requests[out.col_tag].waits = requests[out.col_tag].marked = false;
            left = requests[out.col_tag].source;
        }
        if (in.req_valid && out.req_ready) {
            requests[in.req_tag] = (struct request){true, false, in.req_write, in.req_source % MORE};
            came = in.req_source % MORE;
            before = more[came];
            more[came] = in.req_source & MORE;
            in.req_valid = 0;
        }
    }
    assert_true(groups > 3000 && shared > 1000 && unmarked > 10000 && (kept > 1000 || high == 0));
    free(s);
}

static void groups_are_those_counted_beside_it(void **state) {
    (void)state;
    count_beside(0, 0);
    count_beside(4, 1);
}

/* Request 1, of the greatest group, is the oldest from 6 on; hits of three others go before it. After 12 clocks it goes
 * alone; then the bank is again for request 4, which was marked in 14, and request 2 has to wait as long. */
static void the_age_cap_holds_before_the_group(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {1, 0, 0, 2, 0, 1}, {2, 0, 0, 2, 1, 1},
                                                   {3, 0, 0, 1, 1, 1}, {4, 0, 0, 1, 2, 1}, {5, 0, 0, 1, 3, 1}};
    static const uint8_t sources[] = {1, 1, 1, 2, 3, 4};
    static const unsigned free_order[] = {0, 3, 4, 5, 1, 2}, capped[] = {0, 3, 1, 4, 2, 5};
    struct rh_constraints constraints = with(8);
    check(&constraints, script, sources, 6, ".A...R.......R.......R.......R.P..A...R.......R.......", NULL, free_order);
    constraints.age_cap = 12;
    check(&constraints, script, sources, 6, ".A...R.......R....P..A...R..P...A...R..P...A...R..P...A...R.....", NULL,
          capped);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_group_with_the_fewest_requests_goes_before_hits),
        cmocka_unit_test(of_equal_groups_one_that_hits_is_next),
        cmocka_unit_test(of_two_banks_that_of_the_group_goes_first),
        cmocka_unit_test(rows_open_for_the_group_first),
        cmocka_unit_test(what_comes_later_waits_for_the_next_turn),
        cmocka_unit_test(whole_groups_go_first),
        cmocka_unit_test(a_row_that_has_opened_is_used_first),
        cmocka_unit_test(groups_are_those_counted_beside_it),
        cmocka_unit_test(the_age_cap_holds_before_the_group),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
