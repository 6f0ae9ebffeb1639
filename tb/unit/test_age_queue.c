// SPDX-License-Identifier: Apache-2.0
// Does the age cap end a wait in the clock that it says, with no command for anyone else, and bound every wait?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ascii_wave.h"
#include "rowhold/rh_random.h"

static const char *const both[] = {"fr_fcfs", "most_pending"};

static struct rh_constraints capped(unsigned age_cap) {
    struct rh_constraints constraints = ascii_constraints;
    constraints.age_cap = (uint16_t)age_cap;
    return constraints;
}

/* Request 1 wants row 2 of bank 0 and is the oldest from clock 6 on; those behind it hit row 1. */
static const struct script_request victim[] = {{0, 0, 0, 1, 0, 1}, {1, 0, 0, 2, 0, 1}, {2, 0, 0, 1, 1, 1},
                                               {3, 0, 0, 1, 2, 1}, {4, 0, 0, 1, 3, 1}, {5, 0, 0, 1, 4, 1},
                                               {6, 0, 0, 1, 5, 1}};
enum { VICTIMS = sizeof victim / sizeof victim[0] };

static void check_victim(unsigned age_cap, const char *commands, const char *ledger, const unsigned *order) {
    struct ascii_wave wave;
    struct rh_constraints constraints = capped(age_cap);
    for (unsigned i = 0; i < 2; i++) {
        ascii_run(&wave, both[i], &ascii_geometry, &constraints, victim, VICTIMS, 44, "");
        assert_string_equal(wave.commands, commands);
        assert_string_equal(wave.ledger, ledger);
        ascii_in_order(&wave, order, VICTIMS);
    }
}

static void without_a_cap_every_hit_overtakes(void **state) {
    (void)state;
    static const unsigned order[] = {0, 2, 3, 4, 5, 6, 1};
    check_victim(0, ".A...R.R.R.R.R.R.P..A...R...................", "-dddd============pppdddd==------------------",
                 order);
}

/* Alone from clock 11 on: no RD in it, and the PRE that row 1's hits would forbid. Its successor may go with others. */
static void after_the_cap_the_oldest_goes_alone(void **state) {
    (void)state;
    static const unsigned order[] = {0, 2, 3, 1, 4, 5, 6};
    check_victim(5, ".A...R.R.R.P..A...R..P...A...R.R.R..........", "-dddd======pppdddd==apppadddd======---------",
                 order);
}

static void one_clock_more_lets_one_hit_more_go(void **state) {
    (void)state;
    static const unsigned order[] = {0, 2, 3, 4, 1, 5, 6};
    check_victim(6, ".A...R.R.R.R.P..A...R..P...A...R.R..........", "-dddd========pppdddd==apppadddd====---------",
                 order);
}

/* Request 1 goes alone at 10: bank 1, closed and wanted by request 3, opens when it has left. */
static void no_other_bank_gets_a_command(void **state) {
    (void)state;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {1, 0, 0, 2, 0, 1}, {2, 0, 0, 1, 1, 1}, {12, 0, 1, 3, 0, 1}, {13, 0, 2, 3, 0, 1}};
    static const unsigned order[] = {0, 2, 1, 3, 4};
    struct ascii_wave wave;
    struct rh_constraints constraints = capped(4);
    constraints.rp = 5;
    constraints.rc = 12;
    for (unsigned i = 0; i < 2; i++) {
        ascii_run(&wave, both[i], &ascii_geometry, &constraints, script, 5, 36, "");
        assert_string_equal(wave.commands, ".A...R.R.P....A...RA.A.R.R..........");
        assert_string_equal(wave.banks, ".0...0.0.0....0...01.2.1.2..........");
        ascii_in_order(&wave, order, 5);
    }
    constraints.age_cap = 0;
    ascii_run(&wave, "fr_fcfs", &ascii_geometry, &constraints, script, 5, 36, "");
    assert_string_equal(wave.commands, ".A...R.R.P...A.A.RAR..R.............");
}

/* Three younger requests want a closed bank that might open: `most_pending` ranks their row first at other times. */
static void the_ledger_blames_what_holds_the_one_that_goes_alone(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1},  {1, 0, 0, 2, 0, 1},  {2, 0, 0, 1, 1, 1},
                                                   {11, 0, 1, 3, 0, 1}, {12, 0, 1, 3, 1, 1}, {13, 0, 1, 3, 2, 1}};
    struct ascii_wave wave;
    struct rh_constraints constraints = capped(4);
    constraints.rp = 5;
    constraints.rc = 12;
    for (unsigned i = 0; i < 2; i++) {
        ascii_run(&wave, both[i], &ascii_geometry, &constraints, script, 6, 36, "");
        assert_string_equal(wave.commands, ".A...R.R.P....A...RA...R.R.R........");
        assert_string_equal(wave.ledger, "-dddd====pppppdddd==ddd======-------");
    }
}

/* Alone from clock 9 on, one clock behind a WR; its last RD is 29 clocks behind that: 8 + 3 + 4 + 7 x 2. */
static void the_longest_service_is_29_clocks(void **state) {
    (void)state;
    static const struct script_request script[] = {
        {0, 1, 0, 1, 0, 1}, {1, 0, 0, 2, 0, 8}, {2, 1, 0, 1, 1, 1}, {3, 1, 0, 1, 2, 1}};
    static const unsigned order[] = {0, 2, 3, 1};
    struct ascii_wave wave;
    struct rh_constraints constraints = capped(4);
    for (unsigned i = 0; i < 2; i++) {
        ascii_run(&wave, both[i], &ascii_geometry, &constraints, script, 4, 44, "");
        assert_string_equal(wave.commands, ".A..W.W.W.......P..A...R.R.R.R.R.R.R.R......");
        ascii_in_order(&wave, order, 4);
    }
}

/* Endless hits to row 1 behind request 1, the victim: the clock of its column command, or 0 if it has none before
 * `clocks`. At most 16 of the others' 63 tags are in use at a time. */
static unsigned victim_goes_at(const char *controller, unsigned age_cap, unsigned clocks) {
    const struct rh_block_ops *ops = rh_controller_find(controller);
    struct rh_constraints constraints = capped(age_cap);
    void *state = calloc(1, ops->state_size);
    unsigned made = 0, at = 0;
    ops->reset(state, &ascii_geometry);
    for (unsigned t = 0; t < clocks && at == 0; t++) {
        bool is_victim = made == 1;
        struct rh_controller_in in = {.req_valid = 1, .rsp_ready = 1};
        struct rh_controller_out out;
        in.req_row = is_victim ? 2 : 1;
        in.req_tag = (uint16_t)(is_victim ? 63 : made % 63);
        ops->cycle(state, &ascii_geometry, &constraints, &in, &out);
        made += out.req_ready;
        if (out.col_cmd != RH_NOP && out.col_tag == 63)
            at = t;
    }
    free(state);
    return at;
}

/* It is the oldest from clock 6 on, hits go at odd clocks: alone at 106, PRE 107, ACT 110, RD 114. */
static void endless_hits_starve_it_without_a_cap_alone(void **state) {
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(victim_goes_at(both[i], 0, 200000), 0);
        assert_int_equal(victim_goes_at(both[i], 100, 200000), 114);
        assert_int_equal(victim_goes_at(both[i], 65535, 200000), 65548);
    }
}

/* The longest wait, from acceptance to response, of requests that mostly hit one row: 1 to 8 commands, any direction,
 * of four banks. Those that wait at the end count, too. */
static unsigned longest_wait(const char *controller, unsigned age_cap, enum rh_refresh refresh, uint64_t seed) {
    enum { CLOCKS = 30000, TAGS = 64 };
    const struct rh_block_ops *ops = rh_controller_find(controller);
    struct rh_constraints constraints = capped(age_cap);
    constraints.refresh = (uint16_t)refresh;
    void *state = calloc(1, ops->state_size);
    struct rh_controller_in in = {.rsp_ready = 1};
    unsigned accepted[TAGS] = {0}, longest = 0;
    bool flies[TAGS] = {false};
    ops->reset(state, &ascii_geometry);
    for (unsigned t = 0; t < CLOCKS; t++) {
        struct rh_controller_out out;
        if (!in.req_valid) {
            bool hot = rh_random_below(&seed, 16) != 0;
            in.req_valid = 1;
            in.req_bank = hot ? 0 : (uint8_t)rh_random_below(&seed, 4);
            in.req_row = hot ? 1 : rh_random_below(&seed, 16);
            in.req_write = rh_random_below(&seed, 8) == 0;
            in.req_len = (uint8_t)rh_random_below(&seed, 8);
            for (in.req_tag = 0; flies[in.req_tag];)
                in.req_tag++;
        }
        ops->cycle(state, &ascii_geometry, &constraints, &in, &out);
        if (out.req_ready) {
            accepted[in.req_tag] = t;
            flies[in.req_tag] = true;
            in.req_valid = 0;
        }
        if (out.rsp_valid)
            flies[out.rsp_tag] = false;
        for (unsigned k = 0; k < TAGS; k++)
            if ((flies[k] || (out.rsp_valid && out.rsp_tag == k)) && t - accepted[k] > longest)
                longest = t - accepted[k];
    }
    free(state);
    return longest;
}

/* Queue x (cap + service) + data, as docs/rh_age_queue.md derives it: 8 x (20 + 29) + 5. */
static void no_request_waits_longer_than_the_bound(void **state) {
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        unsigned longest = 0;
        for (uint64_t seed = 1; seed <= 8; seed++) {
            unsigned wait = longest_wait(both[i], 20, RH_REFRESH_OFF, seed);
            longest = wait > longest ? wait : longest;
            assert_true(longest_wait(both[i], 0, RH_REFRESH_OFF, seed) > 397);
        }
        assert_in_range(longest, 100, 397);
    }
}

/* With a refresh of all banks every 60 clocks: 8 x (20 + 9 x 60) + 5. Behind a refresh `fr_fcfs` opens the oldest
 * request's row, so it keeps the bound without a cap. */
static void with_refresh_no_request_waits_longer_than_the_bound(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        assert_in_range(longest_wait("fr_fcfs", 20, RH_REFRESH_ALL_BANK, seed), 100, 4485);
        assert_in_range(longest_wait("most_pending", 20, RH_REFRESH_ALL_BANK, seed), 100, 4485);
        assert_in_range(longest_wait("fr_fcfs", 0, RH_REFRESH_ALL_BANK, seed), 100, 4485);
        assert_true(longest_wait("most_pending", 0, RH_REFRESH_ALL_BANK, seed) > 4485);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_cap_every_hit_overtakes),
        cmocka_unit_test(after_the_cap_the_oldest_goes_alone),
        cmocka_unit_test(one_clock_more_lets_one_hit_more_go),
        cmocka_unit_test(no_other_bank_gets_a_command),
        cmocka_unit_test(the_ledger_blames_what_holds_the_one_that_goes_alone),
        cmocka_unit_test(the_longest_service_is_29_clocks),
        cmocka_unit_test(endless_hits_starve_it_without_a_cap_alone),
        cmocka_unit_test(no_request_waits_longer_than_the_bound),
        cmocka_unit_test(with_refresh_no_request_waits_longer_than_the_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
