// SPDX-License-Identifier: Apache-2.0
// Do so many hits go before an older request of their bank and no more, each bank by itself, and is it then next?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ascii_wave.h"
#include "rowhold/rh_random.h"

static struct rh_constraints with_cap(unsigned hit_cap) {
    struct rh_constraints constraints = ascii_constraints;
    constraints.hit_cap = (uint16_t)hit_cap;
    return constraints;
}

/* Request 1 wants row 2 of bank 0; those behind it hit row 1. */
static const struct script_request victim[] = {{0, 0, 0, 1, 0, 1}, {1, 0, 0, 2, 0, 1}, {2, 0, 0, 1, 1, 1},
                                               {3, 0, 0, 1, 2, 1}, {4, 0, 0, 1, 3, 1}, {5, 0, 0, 1, 4, 1},
                                               {6, 0, 0, 1, 5, 1}};
enum { VICTIMS = sizeof victim / sizeof victim[0] };

static void check_victim(unsigned hit_cap, const char *commands, const unsigned *order) {
    struct ascii_wave wave;
    struct rh_constraints constraints = with_cap(hit_cap);
    ascii_run(&wave, "fr_fcfs_cap", &ascii_geometry, &constraints, victim, VICTIMS, 44, "");
    assert_string_equal(wave.commands, commands);
    ascii_in_order(&wave, order, VICTIMS);
}

/* The RD at 5 is the oldest request's own and does not count; those at 7 and 9 pass request 1. The PRE at 11 would be
 * legal from 11 on (tRTP), so that it waits for nothing; row 1 opens again for what is left of its hits. */
static void after_the_cap_the_oldest_is_next(void **state) {
    (void)state;
    static const unsigned two[] = {0, 2, 3, 1, 4, 5, 6}, three[] = {0, 2, 3, 4, 1, 5, 6};
    check_victim(2, ".A...R.R.R.P..A...R..P...A...R.R.R..........", two);
    check_victim(3, ".A...R.R.R.R.P..A...R..P...A...R.R..........", three);
}

static void without_a_cap_every_hit_goes_before(void **state) {
    (void)state;
    static const unsigned order[] = {0, 2, 3, 4, 5, 6, 1};
    check_victim(0, ".A...R.R.R.R.R.R.P..A...R...................", order);
    check_victim(5, ".A...R.R.R.R.R.R.P..A...R...................", order);
}

/* The hit behind request 1 has three column commands: with a cap of two the third waits for another turn of its row,
 * behind request 1. */
static void column_commands_count_not_requests(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {1, 0, 0, 2, 0, 1}, {2, 0, 0, 1, 1, 3}};
    static const unsigned order[] = {0, 1, 2};
    struct ascii_wave wave;
    struct rh_constraints constraints = with_cap(2);
    ascii_run(&wave, "fr_fcfs_cap", &ascii_geometry, &constraints, script, 3, 44, "");
    assert_string_equal(wave.commands, ".A...R.R.R.P..A...R..P...A...R..............");
    ascii_in_order(&wave, order, 3);
}

/* Bank 0 has had its cap at 7. Request 5, of bank 1, passes the older request of its own bank all the same. */
static void a_cap_is_a_banks_own(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {1, 0, 0, 2, 0, 1}, {2, 0, 0, 1, 1, 1},
                                                   {3, 0, 1, 5, 0, 1}, {4, 0, 1, 6, 0, 1}, {5, 0, 1, 5, 1, 1}};
    static const unsigned order[] = {0, 2, 3, 5, 1, 4};
    struct ascii_wave wave;
    struct rh_constraints constraints = with_cap(1);
    ascii_run(&wave, "fr_fcfs_cap", &ascii_geometry, &constraints, script, 6, 29, "");
    assert_string_equal(wave.commands, ".A..AR.R.RPR.AP..RA...R......");
    assert_string_equal(wave.banks, ".0..10.0.101.01..01...1......");
    ascii_in_order(&wave, order, 6);
}

/* Requests 1 and 7 want other rows. Row 1 opens anew in 25, and two more of its hits may go before request 7. */
static void a_cap_begins_anew_with_each_row(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1},  {1, 0, 0, 2, 0, 1},  {2, 0, 0, 1, 1, 1},
                                                   {3, 0, 0, 1, 2, 1},  {4, 0, 0, 1, 3, 1},  {5, 0, 0, 1, 4, 1},
                                                   {6, 0, 0, 1, 5, 1},  {20, 0, 0, 3, 1, 1}, {21, 0, 0, 1, 6, 1},
                                                   {22, 0, 0, 1, 7, 1}, {23, 0, 0, 1, 8, 1}};
    static const unsigned order[] = {0, 2, 3, 1, 4, 5, 6, 8, 9, 7, 10};
    struct ascii_wave wave;
    struct rh_constraints constraints = with_cap(2);
    ascii_run(&wave, "fr_fcfs_cap", &ascii_geometry, &constraints, script, 11, 64, "");
    assert_string_equal(wave.commands, ".A...R.R.R.P..A...R..P...A...R.R.R.R.R.P..A...R..P...A...R......");
    ascii_in_order(&wave, order, 11);
}

/* Endless hits to row 1 behind request 1: the clock of its column command, or 0 if it has none before `clocks`. */
static unsigned victim_goes_at(unsigned hit_cap, unsigned clocks) {
    const struct rh_block_ops *ops = rh_controller_find("fr_fcfs_cap");
    struct rh_constraints constraints = with_cap(hit_cap);
    void *state = calloc(1, ops->state_size);
    unsigned made = 0, at = 0;
    ops->reset(state, &ascii_geometry);
    for (unsigned t = 0; t < clocks && at == 0; t++) {
        struct rh_controller_in in = {.req_valid = 1, .rsp_ready = 1, .req_row = made == 1 ? 2 : 1};
        struct rh_controller_out out;
        in.req_tag = (uint16_t)(made == 1 ? 63 : made % 63);
        ops->cycle(state, &ascii_geometry, &constraints, &in, &out);
        made += out.req_ready;
        if (out.col_cmd != RH_NOP && out.col_tag == 63)
            at = t;
    }
    free(state);
    return at;
}

/* Hits go at odd clocks from 7 on: the last of the cap at 5 + 2 x cap, PRE 2 clocks behind (tRTP), ACT 3, RD 4. */
static void endless_hits_starve_it_without_a_cap_alone(void **state) {
    (void)state;
    assert_int_equal(victim_goes_at(0, 200000), 0);
    assert_int_equal(victim_goes_at(4, 200000), 22);
    assert_int_equal(victim_goes_at(255, 200000), 524);
}

/* What passes an older request of its bank, and how often since that bank's last ACT, counted beside the controller in
 * the order of acceptance: never more than the cap, and it is reached. Without one it is `fr_fcfs`. */
static void no_row_has_more_than_its_cap(void **state) {
    (void)state;
    enum { CLOCKS = 20000, TAGS = 64 };
    for (unsigned cap = 0; cap <= 5; cap++) {
        struct request {
            bool waits;
            unsigned bank, row, order;
        } requests[TAGS] = {{0}};
        const struct rh_block_ops *ops = rh_controller_find("fr_fcfs_cap"), *plain = rh_controller_find("fr_fcfs");
        struct rh_constraints constraints = with_cap(cap);
        void *capped = calloc(1, ops->state_size), *twin = calloc(1, plain->state_size);
        uint64_t seed = 77 + cap;
        unsigned passed[4] = {0}, most = 0, order = 0;
        struct rh_controller_in in = {.rsp_ready = 1};
        ops->reset(capped, &ascii_geometry);
        plain->reset(twin, &ascii_geometry);
        for (unsigned t = 0; t < CLOCKS; t++) {
            struct rh_controller_out out, other;
            if (!in.req_valid) {
                in.req_valid = 1;
                in.req_bank = (uint8_t)rh_random_below(&seed, 4);
                in.req_row = rh_random_below(&seed, 4) != 0;
                in.req_write = rh_random_below(&seed, 8) == 0;
                in.req_len = (uint8_t)rh_random_below(&seed, 3);
                for (in.req_tag = 0; requests[in.req_tag].waits;)
                    in.req_tag++;
            }
            ops->cycle(capped, &ascii_geometry, &constraints, &in, &out);
            if (cap == 0) {
                plain->cycle(twin, &ascii_geometry, &constraints, &in, &other);
                assert_true(out.col_cmd == other.col_cmd && out.col_tag == other.col_tag &&
                            out.row_cmd == other.row_cmd && out.row_row == other.row_row &&
                            out.req_ready == other.req_ready && out.cause == other.cause);
            }
            if (out.col_cmd != RH_NOP) {
                const struct request *mine = &requests[out.col_tag];
                bool passes = false;
                for (unsigned k = 0; k < TAGS; k++)
                    passes = passes || (requests[k].waits && requests[k].bank == mine->bank &&
                                        requests[k].row != mine->row && requests[k].order < mine->order);
                passed[mine->bank] += passes;
                most = passed[mine->bank] > most ? passed[mine->bank] : most;
                requests[out.col_tag].waits = !out.col_last;
            }
            if (out.row_cmd == RH_ACT)
                passed[out.row_bank] = 0;
            if (out.req_ready) {
                requests[in.req_tag] = (struct request){true, in.req_bank, in.req_row, order++};
                in.req_valid = 0;
            }
        }
        free(capped);
        free(twin);
        if (cap == 0)
            assert_true(most > 5);
        else
            assert_int_equal(most, cap);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(after_the_cap_the_oldest_is_next),
        cmocka_unit_test(without_a_cap_every_hit_goes_before),
        cmocka_unit_test(column_commands_count_not_requests),
        cmocka_unit_test(a_cap_is_a_banks_own),
        cmocka_unit_test(a_cap_begins_anew_with_each_row),
        cmocka_unit_test(endless_hits_starve_it_without_a_cap_alone),
        cmocka_unit_test(no_row_has_more_than_its_cap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
