// SPDX-License-Identifier: Apache-2.0
// Do grains behind one command channel serve their banks in order, each in its direction and on its data bus, and close
// a row with its last request?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ascii_wave.h"

/* A head a bank, and a pool of 28. */
static const struct rh_geometry one_grain = {.queue = 32,
                                             .banks = 4,
                                             .groups = 1,
                                             .buses = 1,
                                             .row_bits = 4,
                                             .column_bits = 4,
                                             .tag_bits = 6,
                                             .responses = 16,
                                             .timer_bits = 6};

/* Banks 0 and 1 are grain 0, banks 2 and 3 grain 1. */
static struct rh_geometry of_two_grains(unsigned responses) {
    struct rh_geometry geometry = one_grain;
    geometry.groups = 2;
    geometry.grain_bits = 1;
    geometry.responses = (uint8_t)responses;
    return geometry;
}

/* Two banks side by side share four subarrays of four rows. */
static struct rh_geometry of_parts(void) {
    struct rh_geometry geometry = of_two_grains(16);
    geometry.subarray_group_bits = 1;
    geometry.subarray_bits = 2;
    return geometry;
}

/* A burst of eight clocks, and what follows from it. */
static struct rh_constraints long_bursts(void) {
    struct rh_constraints constraints = ascii_constraints;
    constraints.burst = constraints.ccd_s = constraints.ccd_l = 8;
    constraints.rd_done = constraints.rtw = 11;
    constraints.wr_done = 10;
    constraints.wtp = 14;
    constraints.wtr_s = constraints.wtr_l = 12;
    return constraints;
}

static struct rh_constraints with_refresh(void) {
    struct rh_constraints constraints = ascii_constraints;
    constraints.refresh = RH_REFRESH_ALL_BANK;
    return constraints;
}

/* No response is taken before. */
#define UNTIL_23 "......................."

struct expected {
    const char *commands, *banks, *ledger;
};

/* As many clocks as the wave has. */
static void expect(const struct rh_geometry *geometry, const struct rh_constraints *constraints,
                   const struct script_request *script, unsigned n, const char *ready, const unsigned *order,
                   const struct expected *expected) {
    struct ascii_wave wave;
    ascii_run(&wave, "fgdram_channel", geometry, constraints, script, n, (unsigned)strlen(expected->commands), ready);
    assert_string_equal(wave.commands, expected->commands);
    assert_string_equal(wave.banks, expected->banks);
    assert_string_equal(wave.ledger, expected->ledger);
    ascii_in_order(&wave, order, n);
}
#define EXPECT(geometry, constraints, ready, ...)                                                                      \
    expect(geometry, constraints, script, sizeof script / sizeof script[0], ready, order,                              \
           &(struct expected){__VA_ARGS__})

/* The last request before another row takes RDA (r): the row closes by itself, tRTP after it, without a PRE. */
static void a_request_before_one_of_another_row_closes(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 2}, {0, 0, 0, 1, 2, 1}, {0, 0, 0, 2, 0, 1}};
    static const unsigned order[] = {0, 1, 2};
    EXPECT(&one_grain, &ascii_constraints, "", ".A...R.R.r....A...R...................",
           ".0...0.0.0....0...0...................", "-dddd======pppdddd==------------------");
}

/* WRA (w): the bank closes eight clocks later. */
static void a_write_closes_after_its_recovery(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 1, 0, 1, 0, 2}, {0, 1, 0, 1, 2, 1}, {0, 1, 0, 2, 0, 1}};
    static const unsigned order[] = {0, 1, 2};
    EXPECT(&one_grain, &ascii_constraints, "", ".A..W.W.w..........A..W...............",
           ".0..0.0.0..........0..0...............", "-ddd======wwwwwwpppddd==--------------");
}

/* With nobody behind it the row stays: the next request finds it, the one after closes it with a PRE. */
static void an_empty_queue_leaves_its_row_open(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {20, 0, 0, 1, 2, 1}, {40, 0, 0, 2, 0, 1}};
    static const unsigned order[] = {0, 1, 2};
    EXPECT(&one_grain, &ascii_constraints, "", ".A...R...............R...................P..A...R...........",
           ".0...0...............0...................0..0...0...........",
           "-dddd==--------------==------------------pppdddd==----------");
}

/* The second request arrives in clock 5, in which the first one leaves. */
static void who_arrives_as_the_last_one_leaves_finds_its_row(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {5, 0, 0, 1, 2, 1}};
    static const unsigned order[] = {0, 1};
    EXPECT(&one_grain, &ascii_constraints, "", ".A...R.R....................", ".0...0.0....................",
           "-dddd====-------------------");
}

static void who_arrives_as_the_last_one_leaves_finds_another_row(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {5, 0, 0, 2, 2, 1}};
    static const unsigned order[] = {0, 1};
    EXPECT(&one_grain, &ascii_constraints, "", ".A...R..P...A...R...........", ".0...0..0...0...0...........",
           "-dddd==apppadddd==----------");
}

/* Both rows that are open are to close. It is bank 2's turn on the row bus: in clocks 15 and 16 its read holds its PRE
 * back (w), while bank 1, which opened later, waits for tRAS. */
static void the_turn_of_the_rows_ranks_the_misses(void **state) {
    (void)state;
    static const struct script_request script[] = {
        {0, 0, 2, 1, 0, 1}, {1, 0, 1, 1, 0, 1}, {8, 0, 2, 2, 0, 1}, {9, 0, 1, 2, 0, 1}};
    static const unsigned order[] = {0, 1, 2, 3};
    struct rh_constraints constraints = ascii_constraints;
    constraints.ras = 14;
    constraints.rtp = 12;
    EXPECT(&one_grain, &constraints, "", ".A.A.R.R.........P.PA.A.R.R.....", ".2.1.2.1.........2.12.1.2.1.....",
           "-dddd====aaaaaawwpwpdddd====----");
}

/* Row 1, row 2, twice row 1: a bank keeps its order, whatever was open before. */
static void a_row_is_the_same_only_as_that_of_the_request_before(void **state) {
    (void)state;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {0, 0, 0, 2, 0, 1}, {0, 0, 0, 1, 1, 1}, {0, 0, 0, 1, 2, 1}};
    static const unsigned order[] = {0, 1, 2, 3};
    EXPECT(&one_grain, &ascii_constraints, "", ".A...r......A...r......A...R.R..............",
           ".0...0......0...0......0...0.0..............", "-dddd==apppadddd==apppadddd====-------------");
}

/* A head a bank, and `entries` behind all of them. */
static struct rh_geometry of_pool(unsigned entries) {
    struct rh_geometry geometry = one_grain;
    geometry.queue = (uint8_t)(geometry.banks + entries);
    return geometry;
}

/* Five requests to bank 0 fill its head and the pool; bank 1 has its row all the same. */
static void a_bank_that_many_want_holds_up_no_other(void **state) {
    (void)state;
    const struct rh_geometry geometry = of_pool(4);
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {0, 0, 0, 1, 1, 1}, {0, 0, 0, 1, 2, 1},
                                                   {0, 0, 0, 1, 3, 1}, {0, 0, 0, 1, 4, 1}, {0, 0, 1, 1, 0, 1}};
    static const unsigned order[] = {0, 1, 2, 5, 3, 4};
    EXPECT(&geometry, &ascii_constraints, "", ".A...RAR.R.R.R.R............", ".0...010.0.1.0.0............",
           "-dddd============-----------");
}

/* Request 2 finds the one entry taken until clock 6, behind that in which a request has left; the next one of bank 0,
 * too, which is why it is known in time that 3 wants another row. */
static void an_entry_is_free_a_clock_after_its_request_became_a_head(void **state) {
    (void)state;
    const struct rh_geometry geometry = of_pool(1);
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {0, 0, 0, 1, 2, 1}, {0, 0, 0, 1, 4, 1}, {0, 0, 0, 2, 2, 1}};
    static const unsigned order[] = {0, 1, 2, 3};
    EXPECT(&geometry, &ascii_constraints, "", ".A...R.R.r....A...R...............",
           ".0...0.0.0....0...0...............", "-dddd======pppdddd==--------------");
}

/* The last request waits at the port until clock 6, and so nobody knows in clock 5 that its row is another one. */
static void a_request_at_the_port_closes_no_row(void **state) {
    (void)state;
    const struct rh_geometry geometry = of_pool(1);
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {0, 0, 1, 1, 0, 2}, {0, 0, 1, 1, 2, 1}, {0, 0, 0, 2, 2, 1}};
    static const unsigned order[] = {0, 1, 2, 3};
    EXPECT(&geometry, &ascii_constraints, "", ".A.A.R.RPR.RA...R...........", ".0.1.0.101.10...0...........",
           "-dddd========ddd==----------");
}

/* The entries are taken in any order; each bank keeps its own. */
static void a_bank_keeps_its_order_through_the_pool(void **state) {
    (void)state;
    const struct rh_geometry geometry = of_pool(3);
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {0, 0, 1, 1, 0, 1}, {0, 0, 0, 1, 1, 1},
                                                   {0, 0, 1, 1, 1, 1}, {0, 0, 0, 1, 2, 1}, {0, 0, 1, 1, 2, 1},
                                                   {0, 0, 0, 1, 3, 1}, {0, 0, 0, 1, 4, 1}, {0, 0, 1, 1, 3, 1}};
    static const unsigned order[] = {0, 1, 2, 3, 4, 5, 6, 8, 7};
    EXPECT(&geometry, &ascii_constraints, "", ".A.A.R.R.R.R.R.R.R.R.R......", ".0.1.0.1.0.1.0.1.0.1.0......",
           "-dddd==================-----");
}

static void the_banks_of_a_grain_take_turns(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 3}, {0, 0, 1, 1, 0, 3}};
    static const unsigned order[] = {0, 1};
    EXPECT(&one_grain, &ascii_constraints, "", ".A.A.R.R.R.R.R.R............", ".0.1.0.1.0.1.0.1............",
           "-dddd============-----------");
}

/* At 7 it is bank 1's turn, but bank 0 can finish its row. */
static void a_grain_finishes_a_row_before_it_begins_another(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 2}, {0, 0, 1, 1, 0, 2}, {0, 0, 0, 2, 2, 1}};
    static const unsigned order[] = {0, 1, 2};
    EXPECT(&one_grain, &ascii_constraints, "", ".A.A.R.r.R.RA...R...........", ".0.1.0.0.1.10...0...........",
           "-dddd========ddd==----------");
}

/* Bank 1 waits to write from clock 4 on. Reads 1 to 8 go first, then tRTW and tWTR are paid, once each. */
static void eight_reads_pass_a_write(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 8}, {0, 1, 1, 1, 0, 1}, {0, 0, 0, 1, 8, 6}};
    static const unsigned order[] = {0, 1, 2};
    EXPECT(&one_grain, &ascii_constraints, "", ".A.A.R.R.R.R.R.R.R.R....W.....R.R.R.R.R.R...........",
           ".0.1.0.0.0.0.0.0.0.0....1.....0.0.0.0.0.0...........",
           "-dddd================ttt==tttt============----------");
}

/* Six reads go before the write opens its row, at 16; eight more pass it then. */
static void reads_that_pass_nobody_are_not_counted(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 8}, {0, 0, 0, 1, 8, 8}, {14, 1, 1, 1, 0, 1}};
    static const unsigned order[] = {0, 2, 1};
    EXPECT(&one_grain, &ascii_constraints, "", ".A...R.R.R.R.R.RAR.R.R.R.R.R.R.R....W.....R.R...........",
           ".0...0.0.0.0.0.010.0.0.0.0.0.0.0....1.....0.0...........",
           "-dddd============================ttt==tttt====----------");
}

/* tBURST is 8: the data of both grains are on their way at once. */
static void two_grains_use_two_data_buses(void **state) {
    (void)state;
    const struct rh_geometry geometry = of_two_grains(16);
    const struct rh_constraints constraints = long_bursts();
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 3}, {0, 0, 2, 1, 0, 3}};
    static const unsigned order[] = {0, 1};
    EXPECT(&geometry, &constraints, "", ".A.A.R.R.....R.R.....R.R..............",
           ".0.2.0.2.....0.2.....0.2..............", "-dddd=d=ccccc=c=ccccc=c=--------------");
}

static void two_banks_of_a_grain_share_one(void **state) {
    (void)state;
    const struct rh_geometry geometry = of_two_grains(16);
    const struct rh_constraints constraints = long_bursts();
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 3}, {0, 0, 1, 1, 0, 3}};
    static const unsigned order[] = {0, 1};
    EXPECT(&geometry, &constraints, "", ".A.A.R.......R.......R.......R.......R.......R............",
           ".0.1.0.......1.......0.......1.......0.......1............",
           "-dddd=ccccccc=ccccccc=ccccccc=ccccccc=ccccccc=------------");
}

/* A read and a write a clock later, twice: no turnaround between grains. */
static void each_grain_has_its_own_direction(void **state) {
    (void)state;
    const struct rh_geometry geometry = of_two_grains(16);
    const struct rh_constraints constraints = long_bursts();
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 2}, {0, 1, 2, 1, 0, 2}};
    static const unsigned order[] = {0, 1};
    EXPECT(&geometry, &constraints, "", ".A.A.RW......RW.............", ".0.2.02......02.............",
           "-dddd==cccccc==-------------");
}

/* Four response slots are full until 23; grain 0 read last, so bank 2 of grain 1 goes first. */
static void grains_take_turns_on_the_column_bus(void **state) {
    (void)state;
    const struct rh_geometry geometry = of_two_grains(4);
    static const struct script_request script[] = {{0, 0, 2, 1, 0, 1}, {0, 0, 0, 1, 0, 1}, {0, 0, 2, 1, 1, 1},
                                                   {0, 0, 0, 1, 1, 1}, {0, 0, 0, 1, 2, 1}, {0, 0, 2, 1, 2, 1}};
    static const unsigned order[] = {0, 1, 2, 3, 5, 4};
    EXPECT(&geometry, &ascii_constraints, UNTIL_23, ".A.A.R.RRR..............RR............",
           ".2.0.2.020..............20............", "-dddd=d===ssssssssssssss==------------");
}

/* The same, but bank 0 can finish its row. */
static void a_grain_that_closes_a_row_goes_first(void **state) {
    (void)state;
    const struct rh_geometry geometry = of_two_grains(4);
    static const struct script_request script[] = {{0, 0, 2, 1, 0, 1}, {0, 0, 0, 1, 0, 1}, {0, 0, 2, 1, 1, 1},
                                                   {0, 0, 0, 1, 1, 1}, {0, 0, 0, 1, 2, 1}, {0, 0, 2, 1, 2, 1},
                                                   {0, 0, 0, 2, 1, 1}};
    static const unsigned order[] = {0, 1, 2, 3, 4, 5, 6};
    EXPECT(&geometry, &ascii_constraints, UNTIL_23, ".A.A.R.RRR..............rR...A...R..............",
           ".2.0.2.020..............02...0...0..............", "-dddd=d===ssssssssssssss==pppdddd=--------------");
}

/* Banks 0 and 1 are grain 0: the turn comes to bank 2 before bank 1. */
static void rows_open_from_grain_to_grain(void **state) {
    (void)state;
    const struct rh_geometry geometry = of_two_grains(16);
    struct rh_constraints constraints = ascii_constraints;
    constraints.rrd_s = constraints.rrd_l = 4;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {1, 0, 1, 1, 0, 1}, {2, 0, 2, 1, 0, 1}, {3, 0, 3, 1, 0, 1}};
    static const unsigned order[] = {0, 2, 1, 3};
    EXPECT(&geometry, &constraints, "", ".A.A.RARA.R.R...............", ".0.2.0123.1.3...............",
           "-dddd=d=dd=d=---------------");
}

/* Rows 1 and 2 share a subarray: bank 0 closes in the place of bank 1's ACT, which need not wait for tRP. */
static void a_neighbour_without_requests_is_closed(void **state) {
    (void)state;
    const struct rh_geometry geometry = of_parts();
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {12, 0, 1, 2, 0, 1}};
    static const unsigned order[] = {0, 1};
    EXPECT(&geometry, &ascii_constraints, "", ".A...R.......PA...R...............",
           ".0...0.......01...1...............", "-dddd=-------udddd=---------------");
}

static void a_neighbour_of_another_subarray_stays_open(void **state) {
    (void)state;
    const struct rh_geometry geometry = of_parts();
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {12, 0, 1, 4, 0, 1}};
    static const unsigned order[] = {0, 1};
    EXPECT(&geometry, &ascii_constraints, "", ".A...R.......A...R................",
           ".0...0.......1...1................", "-dddd=-------dddd=----------------");
}

/* Bank 1 waits for the last of three reads, though a PRE is legal between them, and then for tRTP; grain 1 opens a
 * row meanwhile. */
static void a_neighbour_that_hits_is_kept(void **state) {
    (void)state;
    const struct rh_geometry geometry = of_parts();
    const struct rh_constraints constraints = long_bursts();
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 3}, {6, 0, 1, 2, 0, 1}, {7, 0, 3, 2, 0, 1}};
    static const unsigned order[] = {2, 0, 1};
    EXPECT(&geometry, &constraints, "", ".A...R..A...RR.......R.PA....R...............",
           ".0...0..3...30.......0.01....1...............", "-dddd=cccddd==ccccccc=uudcccc=---------------");
}

/* Bank 0 takes RDA at 5 and closes at 11, when its tRTP of six is over; no PRE is sent. */
static void a_neighbour_that_closes_itself_is_waited_for(void **state) {
    (void)state;
    const struct rh_geometry geometry = of_parts();
    struct rh_constraints constraints = ascii_constraints;
    constraints.rtp = 6;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {0, 0, 0, 8, 0, 1}, {0, 0, 1, 2, 0, 1}};
    static const unsigned order[] = {0, 2, 1};
    EXPECT(&geometry, &constraints, "", ".A...r......A.A.R.R.........", ".0...0......1.0.1.0.........",
           "-dddd=aawwwppddd=c=---------");
}

/* Bank 0 wants row 1 again, which was open when the request arrived. */
static void a_row_that_a_neighbour_closed_is_opened_again(void **state) {
    (void)state;
    const struct rh_geometry geometry = of_parts();
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {12, 0, 1, 2, 0, 1}, {13, 0, 0, 1, 0, 1}};
    static const unsigned order[] = {0, 1, 2};
    EXPECT(&geometry, &ascii_constraints, "", ".A...R.......PA...R..PA...R...........",
           ".0...0.......01...1..10...0...........", "-dddd=-------upddd=uuudddd=-----------");
}

/* At 59 refresh closes the row after two of four reads; its ACT comes back for the same head. */
static void a_refresh_interrupts_a_request(void **state) {
    (void)state;
    const struct rh_constraints constraints = with_refresh();
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {55, 0, 0, 1, 2, 4}, {56, 0, 0, 1, 6, 1}};
    static const unsigned order[] = {0, 1, 2};
    EXPECT(&one_grain, &constraints, "",
           ".A...R..................................................R.R.P..F........A...R.R.R...........",
           ".0...0..................................................0.0.0..0........0...0.0.0...........",
           "-dddd==-------------------------------------------------====ffffffffffffdddd======----------");
}

static void a_row_that_refresh_closed_is_not_found_open(void **state) {
    (void)state;
    const struct rh_constraints constraints = with_refresh();
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {90, 0, 0, 1, 2, 1}};
    static const unsigned order[] = {0, 1};
    EXPECT(
        &one_grain, &constraints, "",
        ".A...R......................................................P..F...........................A...R............",
        ".0...0......................................................0..0...........................0...0............",
        "-dddd==------------------------------------------------------------------------------------dddd==-----------");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_request_before_one_of_another_row_closes),
        cmocka_unit_test(a_write_closes_after_its_recovery),
        cmocka_unit_test(an_empty_queue_leaves_its_row_open),
        cmocka_unit_test(who_arrives_as_the_last_one_leaves_finds_its_row),
        cmocka_unit_test(who_arrives_as_the_last_one_leaves_finds_another_row),
        cmocka_unit_test(the_turn_of_the_rows_ranks_the_misses),
        cmocka_unit_test(a_row_is_the_same_only_as_that_of_the_request_before),
        cmocka_unit_test(a_bank_that_many_want_holds_up_no_other),
        cmocka_unit_test(an_entry_is_free_a_clock_after_its_request_became_a_head),
        cmocka_unit_test(a_request_at_the_port_closes_no_row),
        cmocka_unit_test(a_bank_keeps_its_order_through_the_pool),
        cmocka_unit_test(the_banks_of_a_grain_take_turns),
        cmocka_unit_test(a_grain_finishes_a_row_before_it_begins_another),
        cmocka_unit_test(eight_reads_pass_a_write),
        cmocka_unit_test(reads_that_pass_nobody_are_not_counted),
        cmocka_unit_test(two_grains_use_two_data_buses),
        cmocka_unit_test(two_banks_of_a_grain_share_one),
        cmocka_unit_test(each_grain_has_its_own_direction),
        cmocka_unit_test(grains_take_turns_on_the_column_bus),
        cmocka_unit_test(a_grain_that_closes_a_row_goes_first),
        cmocka_unit_test(rows_open_from_grain_to_grain),
        cmocka_unit_test(a_neighbour_without_requests_is_closed),
        cmocka_unit_test(a_neighbour_of_another_subarray_stays_open),
        cmocka_unit_test(a_neighbour_that_hits_is_kept),
        cmocka_unit_test(a_neighbour_that_closes_itself_is_waited_for),
        cmocka_unit_test(a_row_that_a_neighbour_closed_is_opened_again),
        cmocka_unit_test(a_refresh_interrupts_a_request),
        cmocka_unit_test(a_row_that_refresh_closed_is_not_found_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
