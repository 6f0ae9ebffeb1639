// SPDX-License-Identifier: Apache-2.0
// Is a source blacklisted after so many requests in a row, do others go before it then, and until when?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ascii_wave.h"
#include "rowhold/rh_random.h"

static struct rh_constraints with(unsigned threshold, unsigned interval) {
    struct rh_constraints constraints = ascii_constraints;
    constraints.blacklist_threshold = (uint16_t)threshold;
    constraints.clearing_interval = (uint16_t)interval;
    return constraints;
}

/* Request 1, of source 2, wants row 2 of bank 0; all others, of source 1, want row 1. */
static const struct script_request victim[] = {{0, 0, 0, 1, 0, 1}, {1, 0, 0, 2, 0, 1}, {2, 0, 0, 1, 1, 1},
                                               {3, 0, 0, 1, 2, 1}, {4, 0, 0, 1, 3, 1}, {5, 0, 0, 1, 4, 1},
                                               {6, 0, 0, 1, 5, 1}};
enum { VICTIMS = sizeof victim / sizeof victim[0] };

static void check_victim(const struct rh_constraints *constraints, const uint8_t *sources, const char *commands,
                         const unsigned *order) {
    struct ascii_wave wave;
    ascii_run_sources(&wave, "bliss", &ascii_geometry, constraints, victim, sources, VICTIMS, 44, "");
    assert_string_equal(wave.commands, commands);
    ascii_in_order(&wave, order, VICTIMS);
}

/* Source 1 is served in 5 and 7, which clock 8 counts: from clock 9 on it is listed, so that the bank is for request 1.
 * It stays listed behind it, and is served as nobody else waits. */
static void a_listed_source_waits_behind_the_others(void **state) {
    (void)state;
    static const uint8_t sources[] = {1, 2, 1, 1, 1, 1, 1};
    static const unsigned two[] = {0, 2, 1, 3, 4, 5, 6}, three[] = {0, 2, 3, 1, 4, 5, 6};
    struct rh_constraints constraints = with(2, 0);
    check_victim(&constraints, sources, ".A...R.R.P..A...R..P...A...R.R.R.R..........", two);
    constraints.blacklist_threshold = 3;
    check_victim(&constraints, sources, ".A...R.R.R.P..A...R..P...A...R.R.R..........", three);
}

static void without_others_or_a_threshold_hits_go_first(void **state) {
    (void)state;
    static const uint8_t same[] = {1, 1, 1, 1, 1, 1, 1}, others[] = {1, 2, 1, 1, 1, 1, 1};
    static const unsigned order[] = {0, 2, 3, 4, 5, 6, 1};
    struct rh_constraints constraints = with(2, 0);
    check_victim(&constraints, same, ".A...R.R.R.R.R.R.P..A...R...................", order);
    constraints.blacklist_threshold = 0;
    check_victim(&constraints, others, ".A...R.R.R.R.R.R.P..A...R...................", order);
}

/* Every other hit is of source 3, so that none has two in a row: request 4 of source 1 ends the turns. */
static void another_source_between_them_begins_the_count_anew(void **state) {
    (void)state;
    static const uint8_t sources[] = {1, 2, 3, 1, 1, 3, 1};
    static const unsigned order[] = {0, 2, 3, 4, 5, 1, 6};
    const struct rh_constraints constraints = with(2, 0);
    /* listed from clock 13 on, which is source 3's: its hit goes, then request 1 before the last of source 1 */
    check_victim(&constraints, sources, ".A...R.R.R.R.R.P..A...R..P...A...R..........", order);
}

/* The list is cleared at the edges of clocks 8 and 16. The first is that at which source 1 would be listed, and the
 * count begins anew with it; the next two, in 9 and 11, list it from clock 13 on. */
static void the_list_is_cleared_in_time(void **state) {
    (void)state;
    static const uint8_t sources[] = {1, 2, 1, 1, 1, 1, 1};
    static const unsigned order[] = {0, 2, 3, 4, 1, 5, 6};
    const struct rh_constraints constraints = with(2, 8);
    check_victim(&constraints, sources, ".A...R.R.R.R.P..A...R..P...A...R.R..........", order);
}

/* A column command goes every 6 clocks. Those in 5 and 11 list source 1 from 13 on; in 17 its third request could go,
 * and the younger one of source 2 does, in another bank. Without a threshold age decides. */
static void of_two_banks_that_of_the_other_source_goes_first(void **state) {
    (void)state;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {1, 0, 0, 1, 1, 1}, {2, 0, 0, 1, 2, 1}, {3, 0, 1, 5, 0, 1}};
    static const uint8_t sources[] = {1, 1, 1, 2};
    static const unsigned listed[] = {0, 1, 3, 2}, plain[] = {0, 1, 2, 3};
    struct ascii_wave wave;
    struct rh_constraints constraints = with(2, 0);
    constraints.ccd_s = constraints.ccd_l = 6;
    ascii_run_sources(&wave, "bliss", &ascii_geometry, &constraints, script, sources, 4, 32, "");
    assert_string_equal(wave.commands, ".A..AR.....R.....R.....R........");
    assert_string_equal(wave.banks, ".0..10.....0.....1.....0........");
    ascii_in_order(&wave, listed, 4);
    constraints.blacklist_threshold = 0;
    ascii_run_sources(&wave, "bliss", &ascii_geometry, &constraints, script, sources, 4, 32, "");
    assert_string_equal(wave.banks, ".0..10.....0.....0.....1........");
    ascii_in_order(&wave, plain, 4);
}

/* As request 1, but to row 1, whose hits of the listed source are older: they go first, so that requests to a row stay
 * in order, and no PRE comes between. */
static void requests_to_a_row_stay_in_order(void **state) {
    (void)state;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {1, 0, 0, 1, 1, 1}, {2, 0, 0, 1, 2, 1}, {3, 0, 0, 1, 2, 1}, {4, 0, 0, 2, 0, 1}};
    static const uint8_t sources[] = {1, 1, 1, 2, 1};
    static const unsigned order[] = {0, 1, 2, 3, 4};
    const struct rh_constraints constraints = with(1, 0);
    struct ascii_wave wave;
    ascii_run_sources(&wave, "bliss", &ascii_geometry, &constraints, script, sources, 5, 44, "");
    assert_string_equal(wave.commands, ".A...R.R.R.R.P..A...R.......................");
    ascii_in_order(&wave, order, 5);
}

/* Both banks want an ACT in the same clock: that of the source that is not listed goes, though it is younger. */
static void rows_open_for_the_other_source_first(void **state) {
    (void)state;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {1, 0, 0, 1, 1, 1}, {9, 0, 1, 5, 0, 1}, {10, 0, 2, 6, 0, 1}};
    static const uint8_t sources[] = {1, 1, 1, 2};
    struct ascii_wave wave;
    struct rh_constraints constraints = with(2, 0);
    constraints.rrd_s = constraints.rrd_l = 13;
    ascii_run_sources(&wave, "bliss", &ascii_geometry, &constraints, script, sources, 4, 40, "");
    assert_string_equal(wave.commands, ".A...R.R......A...R........A...R........");
    assert_string_equal(wave.banks, ".0...0.0......2...2........1...1........");
}

/* After 12 clocks as the oldest one the listed request goes alone. */
static void the_age_cap_holds_for_listed_requests_too(void **state) {
    (void)state;
    const struct rh_block_ops *ops = rh_controller_find("bliss");
    unsigned gone_at[2] = {0};
    for (unsigned cap = 0; cap < 2; cap++) {
        struct rh_constraints constraints = with(1, 0);
        void *state_of = calloc(1, ops->state_size);
        unsigned made = 0;
        constraints.age_cap = cap ? 40 : 0;
        ops->reset(state_of, &ascii_geometry);
        for (unsigned t = 0; t < 3000 && gone_at[cap] == 0; t++) {
            /* source 1 is listed by its first request; its second waits behind endless ones of sources 2 to 201 */
            struct rh_controller_in in = {.req_valid = 1, .rsp_ready = 1, .req_row = made < 2 ? made + 8U : 1};
            struct rh_controller_out out;
            in.req_source = (uint8_t)(made < 2 ? 1 : 2 + made % 200);
            in.req_tag = (uint16_t)(made == 1 ? 63 : made % 63);
            ops->cycle(state_of, &ascii_geometry, &constraints, &in, &out);
            made += out.req_ready;
            if (out.col_cmd != RH_NOP && out.col_tag == 63)
                gone_at[cap] = t;
        }
        free(state_of);
    }
    assert_true(gone_at[1] > 40 && gone_at[1] < 90);
    assert_true(gone_at[0] == 0 || gone_at[0] > gone_at[1]);
}

/* Sources served in a row are counted beside the controller from what it puts out. Where a column command of a source
 * goes that is listed, and a request of another one waits for its bank, accepted before that clock, one of these wants
 * the same row. With one source alone it is `fr_fcfs`, whatever the threshold. */
static void no_listed_source_goes_before_another_in_its_bank(void **state) {
    (void)state;
    enum { CLOCKS = 30000, TAGS = 64, SOURCES = 4 };
    for (unsigned threshold = 1; threshold <= 4; threshold++)
        for (unsigned sources = 1; sources <= SOURCES; sources += SOURCES - 1) {
            struct request {
                bool waits;
                unsigned bank, row, source, since;
            } requests[TAGS] = {{0}};
            const struct rh_block_ops *ops = rh_controller_find("bliss"), *plain = rh_controller_find("fr_fcfs");
            const struct rh_constraints constraints = with(threshold, 300);
            void *mine = calloc(1, ops->state_size), *twin = calloc(1, plain->state_size);
            uint64_t seed = 5 + threshold;
            bool listed[SOURCES] = {0}, pending = false;
            unsigned last = 0, in_a_row = 0, just = 0, listings = 0, passed = 0, shared = 0;
            struct rh_controller_in in = {.rsp_ready = 1};
            ops->reset(mine, &ascii_geometry);
            plain->reset(twin, &ascii_geometry);
            for (unsigned t = 0; t < CLOCKS; t++) {
                struct rh_controller_out out, other;
                if (!in.req_valid) {
                    in.req_valid = 1;
                    in.req_bank = (uint8_t)rh_random_below(&seed, 4);
                    in.req_source = (uint8_t)rh_random_below(&seed, sources);
                    in.req_row = rh_random_below(&seed, 8) == 0 ? 9 : in.req_source;
                    in.req_len = (uint8_t)rh_random_below(&seed, 3);
                    for (in.req_tag = 0; requests[in.req_tag].waits;)
                        in.req_tag++;
                }
                ops->cycle(mine, &ascii_geometry, &constraints, &in, &out);
                plain->cycle(twin, &ascii_geometry, &constraints, &in, &other);
                if (sources == 1)
                    assert_true(out.col_cmd == other.col_cmd && out.col_tag == other.col_tag &&
                                out.row_cmd == other.row_cmd && out.req_ready == other.req_ready &&
                                out.cause == other.cause);
                if (out.col_cmd != RH_NOP && listed[requests[out.col_tag].source]) {
                    unsigned others = 0, of_row = 0;
                    for (unsigned k = 0; k < TAGS; k++) {
                        bool goes_first = requests[k].waits && requests[k].since < t && !listed[requests[k].source] &&
                                          requests[k].bank == requests[out.col_tag].bank;
                        others += goes_first;
                        of_row += goes_first && requests[k].row == requests[out.col_tag].row;
                    }
                    assert_true(others == 0 || of_row != 0);
                    shared += of_row != 0;
                }
                if (pending) { /* what left in the last clock */
                    in_a_row = just == last ? in_a_row + 1 : 1;
                    last = just;
                    if (in_a_row == threshold) {
                        listings += !listed[just];
                        listed[just] = true;
                        in_a_row = 0;
                    }
                }
                if (t != 0 && t % 300 == 0)
                    memset(listed, 0, sizeof listed);
                pending = out.col_cmd != RH_NOP && out.col_last;
                just = pending ? requests[out.col_tag].source : 0;
                if (pending) {
                    for (unsigned k = 0; k < TAGS; k++)
                        passed += requests[k].waits && requests[k].since < requests[out.col_tag].since;
                    requests[out.col_tag].waits = false;
                }
                if (out.req_ready) {
                    requests[in.req_tag] = (struct request){true, in.req_bank, in.req_row, in.req_source, t};
                    in.req_valid = 0;
                }
            }
            assert_true(listings >= CLOCKS / 300 - 1 && passed > 100 && (sources == 1 || shared != 0));
            free(mine);
            free(twin);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_listed_source_waits_behind_the_others),
        cmocka_unit_test(without_others_or_a_threshold_hits_go_first),
        cmocka_unit_test(another_source_between_them_begins_the_count_anew),
        cmocka_unit_test(the_list_is_cleared_in_time),
        cmocka_unit_test(of_two_banks_that_of_the_other_source_goes_first),
        cmocka_unit_test(requests_to_a_row_stay_in_order),
        cmocka_unit_test(rows_open_for_the_other_source_first),
        cmocka_unit_test(the_age_cap_holds_for_listed_requests_too),
        cmocka_unit_test(no_listed_source_goes_before_another_in_its_bank),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
