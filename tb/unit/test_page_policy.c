// SPDX-License-Identifier: Apache-2.0
// Are rows that nobody wants closed when the page policy says so, and never others?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ascii_wave.h"
#include "cmodel/controller/rh_controller_states.h"
#include "rowhold/rh_random.h"

static const char *const designs[] = {"fr_fcfs", "fr_fcfs_serial", "most_pending", "fr_fcfs_cap", "bliss",
                                      "par_bs",  "atlas",          "warp_group",   "banked_fifo", "fifo"};
enum { DESIGNS = sizeof designs / sizeof designs[0] };

static struct rh_geometry with_closes(void) {
    struct rh_geometry geometry = ascii_geometry;
    geometry.closes = 1;
    return geometry;
}

static struct rh_constraints with_page(enum rh_page page, unsigned timeout) {
    struct rh_constraints constraints = ascii_constraints;
    constraints.page = page;
    constraints.page_timeout = timeout;
    return constraints;
}

#define check_wave(design, page, timeout, script, clocks, commands_, banks_)                                           \
    do {                                                                                                               \
        struct rh_geometry geometry = with_closes();                                                                   \
        struct rh_constraints constraints = with_page(page, timeout);                                                  \
        struct ascii_wave wave;                                                                                        \
        ascii_run(&wave, design, &geometry, &constraints, script, sizeof(script) / sizeof(script)[0], clocks, "");     \
        assert_string_equal(wave.commands, commands_);                                                                 \
        assert_string_equal(wave.banks, banks_);                                                                       \
    } while (0)

/* Two requests for row 1 of bank 0, the second with two column commands, then one for row 2. */
static const struct script_request pair[] = {{0, 0, 0, 1, 0, 1}, {1, 0, 0, 1, 1, 2}, {2, 1, 0, 2, 0, 1}};

/* The last column command of the last hit closes the row: row 2 opens 3 clocks behind tRTP, without a PRE, and closes
 * by itself. The search of fr_fcfs_serial ends 8 clocks behind an ACT. */
static void closed_the_last_hit_closes_its_row(void **state) {
    (void)state;
    for (unsigned i = 0; i < DESIGNS; i++)
        if (strcmp(designs[i], "fr_fcfs_serial") != 0)
            check_wave(designs[i], RH_PAGE_CLOSED, 0, pair, 40, ".A...R.R.r....A..w......................",
                       ".0...0.0.0....0..0......................");
    check_wave("fr_fcfs_serial", RH_PAGE_CLOSED, 0, pair, 40, ".A........R.R.r....A........w...........",
               ".0........0.0.0....0........0...........");
    check_wave("fr_fcfs", RH_PAGE_OPEN, 0, pair, 40, ".A...R.R.R.P..A..W......................",
               ".0...0.0.0.0..0..0......................");
}

/* A request for row 1 that is taken in clock 4 is queued when the RD at 5 is chosen; one that is taken in clock 5 is
 * not, nor does the row count as open that is about to close. */
static void closed_a_request_that_arrives_meanwhile_does_not_count(void **state) {
    (void)state;
    static const struct script_request queued[] = {{0, 0, 0, 1, 0, 1}, {4, 0, 0, 1, 1, 1}},
                                       meanwhile[] = {{0, 0, 0, 1, 0, 1}, {5, 0, 0, 1, 1, 1}},
                                       behind[] = {{0, 0, 0, 1, 0, 1}, {6, 0, 0, 1, 1, 1}};
    for (unsigned i = 0; i < 2; i++) {
        const char *design = i == 0 ? "fr_fcfs" : "banked_fifo";
        check_wave(design, RH_PAGE_CLOSED, 0, queued, 24, ".A...R.r................", ".0...0.0................");
        check_wave(design, RH_PAGE_CLOSED, 0, meanwhile, 24, ".A...r......A...r.......", ".0...0......0...0.......");
        check_wave(design, RH_PAGE_CLOSED, 0, behind, 24, ".A...r......A...r.......", ".0...0......0...0.......");
    }
}

/* Rows 1, 2 and 1 of a bank: behind its first request a FIFO sees row 2, and closes; fr_fcfs serves both of row 1. */
static void closed_a_fifo_sees_one_request_behind_its_head(void **state) {
    (void)state;
    static const struct script_request torn[] = {{0, 0, 0, 1, 0, 1}, {1, 0, 0, 2, 0, 1}, {2, 0, 0, 1, 1, 1}};
    check_wave("banked_fifo", RH_PAGE_CLOSED, 0, torn, 46, ".A...r......A...r......A...r..................",
               ".0...0......0...0......0...0..................");
    check_wave("fr_fcfs", RH_PAGE_CLOSED, 0, torn, 46, ".A...R.r....A...r.............................",
               ".0...0.0....0...0.............................");
}

/* A request of bank 1 comes between two of bank 0's row 1: each bank has its own before it. */
static void closed_a_fifo_compares_the_requests_of_one_bank(void **state) {
    (void)state;
    static const struct script_request apart[] = {{0, 0, 0, 1, 0, 1}, {1, 0, 1, 2, 0, 1}, {2, 0, 0, 1, 1, 1}},
                                       alike[] = {{0, 0, 0, 1, 0, 1}, {1, 0, 1, 2, 0, 1}, {2, 0, 0, 2, 1, 1}};
    check_wave("banked_fifo", RH_PAGE_CLOSED, 0, apart, 30, ".A.A.R.r.r....................",
               ".0.1.0.1.0....................");
    check_wave("banked_fifo", RH_PAGE_CLOSED, 0, alike, 30, ".A.A.r.r....A...r.............",
               ".0.1.0.1....0...0.............");
}

/* One queue of all banks: behind the first request comes that of bank 1. */
static void closed_a_queue_of_all_banks_sees_one_request_behind_its_head(void **state) {
    (void)state;
    static const struct script_request apart[] = {{0, 0, 0, 1, 0, 1}, {1, 0, 1, 2, 0, 1}, {2, 0, 0, 1, 1, 1}},
                                       banks[] = {{0, 0, 0, 1, 0, 1}, {1, 0, 1, 1, 0, 1}, {2, 0, 1, 1, 1, 1}};
    check_wave("fifo", RH_PAGE_CLOSED, 0, apart, 30, ".A...rA...r.A...r.............",
               ".0...01...1.0...0.............");
    check_wave("fifo", RH_PAGE_CLOSED, 0, banks, 30, ".A...rA...R.r.................",
               ".0...01...1.1.................");
}

/* The slots and the head of the queue are seen, which wants the row of its slot, another one, or the slot of bank 1. */
static void closed_a_slot_sees_the_head_of_the_queue(void **state) {
    (void)state;
    static const struct script_request pair_of[] = {{0, 0, 0, 1, 0, 1}, {1, 0, 0, 1, 1, 1}, {2, 0, 0, 2, 0, 1}},
                                       torn[] = {{0, 0, 0, 1, 0, 1}, {1, 0, 0, 2, 0, 1}, {2, 0, 0, 1, 1, 1}},
                                       bank[] = {{0, 0, 0, 1, 0, 1}, {1, 0, 1, 2, 0, 1}, {2, 0, 1, 1, 1, 1}};
    check_wave("slot_fifo", RH_PAGE_CLOSED, 0, pair_of, 30, "..A...R.r....A...r............",
               "..0...0.0....0...0............");
    check_wave("slot_fifo", RH_PAGE_CLOSED, 0, torn, 40, "..A...r......A...r......A...r...........",
               "..0...0......0...0......0...0...........");
    check_wave("slot_fifo", RH_PAGE_CLOSED, 0, bank, 30, "..A.A.r.r......A...r..........",
               "..0.1.0.1......1...1..........");
}

/* Rows 1, 2 and 1: at 6 one that waits is of row 1, at 10 none is. Without it, it is not known yet at 6 that row 2 is
 * another one, and a PRE closes row 1 (row 2 waits for tRC). A request that is alone need not wait for that. */
static void closed_a_row_that_is_still_compared_stays_open(void **state) {
    (void)state;
    static const struct script_request torn[] = {{0, 0, 0, 1, 0, 1}, {0, 0, 0, 2, 0, 1}, {0, 0, 0, 1, 1, 1}},
                                       pair_of[] = {{0, 0, 0, 1, 0, 1}, {0, 0, 0, 2, 0, 1}},
                                       alone[] = {{0, 0, 0, 1, 0, 1}};
    check_wave("row_sorter", RH_PAGE_CLOSED, 0, torn, 26, "..A...R...r....A...r......", "..0...0...0....0...0......");
    check_wave("row_sorter", RH_PAGE_CLOSED, 0, pair_of, 26, "..A...R..P...A...r........",
               "..0...0..0...0...0........");
    check_wave("row_sorter", RH_PAGE_CLOSED, 0, alone, 14, "..A...r.......", "..0...0.......");
}

/* What stands at its bank is seen: a request that comes in 4 is there at 7, one that comes in 5 is not. */
static void closed_a_batch_is_seen_at_its_bank(void **state) {
    (void)state;
    struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {4, 0, 0, 1, 1, 1}};
    struct rh_geometry geometry = with_closes();
    struct rh_constraints constraints = with_page(RH_PAGE_CLOSED, 0);
    struct ascii_wave wave;
    geometry.queue = 16;
    constraints.batch_rush = 8;
    ascii_run(&wave, "sms", &geometry, &constraints, script, 2, 24, "");
    assert_string_equal(wave.commands, "...A...R.r..............");
    script[1].at = 5;
    ascii_run(&wave, "sms", &geometry, &constraints, script, 2, 24, "");
    assert_string_equal(wave.commands, "...A...r......A...r.....");
}

/* The places of a bank's ring are taken anew: what lay there before was of row 1, too. */
static void closed_what_has_left_does_not_count(void **state) {
    (void)state;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {1, 0, 0, 1, 1, 1}, {20, 0, 0, 1, 2, 1}, {40, 0, 0, 1, 3, 1}};
    check_wave("banked_fifo", RH_PAGE_CLOSED, 0, script, 60,
               ".A...R.r.............A...r...............A...r..............",
               ".0...0.0.............0...0...............0...0..............");
}

/* Rows 1, 2, 1 and 1 of a bank with three places: the fourth request takes the first one's, behind the third's. */
static void closed_a_ring_of_three_goes_around(void **state) {
    (void)state;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {1, 0, 0, 2, 0, 1}, {2, 0, 0, 1, 1, 1}, {3, 0, 0, 1, 2, 1}};
    struct rh_geometry geometry = with_closes();
    struct rh_constraints constraints = with_page(RH_PAGE_CLOSED, 0);
    struct ascii_wave wave;
    geometry.queue = 12;
    ascii_run(&wave, "banked_fifo", &geometry, &constraints, script, 4, 40, "");
    assert_string_equal(wave.commands, ".A...r......A...r......A...R.r..........");
    assert_int_equal(wave.accepted_at[3], 5);
}

/* 9 clocks without a column command lie between the RD at 5 and the PRE at 15; with a timeout of 0 the PRE waits for
 * tRAS alone. */
static void timeout_an_idle_row_is_closed(void **state) {
    (void)state;
    static const struct script_request one[] = {{0, 0, 0, 1, 0, 1}};
    for (unsigned i = 0; i < 2; i++) {
        const char *design = i == 0 ? "fr_fcfs" : "banked_fifo";
        check_wave(design, RH_PAGE_TIMEOUT, 0, one, 20, ".A...R..P...........", ".0...0..0...........");
        check_wave(design, RH_PAGE_TIMEOUT, 9, one, 20, ".A...R.........P....", ".0...0.........0....");
        check_wave(design, RH_PAGE_TIMEOUT, 10, one, 20, ".A...R..........P...", ".0...0..........0...");
    }
}

/* A hit begins the time anew; one that is taken in the clock before the PRE keeps the row, one that is taken in its
 * clock does not. */
static void timeout_a_queued_hit_keeps_its_row(void **state) {
    (void)state;
    static const struct script_request hit[] = {{0, 0, 0, 1, 0, 1}, {13, 0, 0, 1, 0, 1}},
                                       last[] = {{0, 0, 0, 1, 0, 1}, {14, 0, 0, 1, 0, 1}},
                                       late[] = {{0, 0, 0, 1, 0, 1}, {15, 0, 0, 1, 0, 1}};
    for (unsigned i = 0; i < DESIGNS; i++)
        if (strcmp(designs[i], "fr_fcfs_serial") != 0)
            check_wave(designs[i], RH_PAGE_TIMEOUT, 9, hit, 40, ".A...R........R.........P...............",
                       ".0...0........0.........0...............");
    check_wave("fr_fcfs_serial", RH_PAGE_TIMEOUT, 9, hit, 40, ".A........R...R.........P...............",
               ".0........0...0.........0...............");
    for (unsigned i = 0; i < 2; i++)
        check_wave(i == 0 ? "slot_fifo" : "row_sorter", RH_PAGE_TIMEOUT, 9, hit, 40,
                   "..A...R........R.........P..............", "..0...0........0.........0..............");
    check_wave("fr_fcfs", RH_PAGE_TIMEOUT, 9, last, 40, ".A...R.........R.........P..............",
               ".0...0.........0.........0..............");
    check_wave("fr_fcfs", RH_PAGE_TIMEOUT, 9, late, 40, ".A...R.........P..A...R.........P.......",
               ".0...0.........0..0...0.........0.......");
}

/* Banks 2 and 1 have been idle from 10 and 12 on while bank 0 has the one bus up to 17, and the ACT of bank 3 goes
 * before them; then the lowest goes first. */
static void timeout_requests_go_first_then_the_lowest_bank(void **state) {
    (void)state;
    static const struct script_request script[] = {
        {0, 0, 2, 1, 0, 1}, {1, 0, 1, 1, 0, 1}, {2, 0, 0, 1, 0, 8}, {16, 0, 3, 1, 0, 1}};
    struct rh_geometry geometry = with_closes();
    struct rh_constraints constraints = with_page(RH_PAGE_TIMEOUT, 4);
    struct ascii_wave wave;
    constraints.ccd_s = constraints.ccd_l = constraints.burst = 1;
    ascii_run(&wave, "fr_fcfs", &geometry, &constraints, script, 4, 40, "");
    assert_string_equal(wave.commands, ".A.A.RAR..RRRRRRRRAPP.RP...P............");
    assert_string_equal(wave.banks, ".2.1.201..00000000312.30...3............");
}

/* Bank 2 has been idle from 6 on, and waits for tRTP until 25, as bank 1 does from 18 on. The requests of banks 1 and 3
 * wait for the activate window (n), and that is what the ledger says: nobody waits for a row that is closed idly. */
static void timeout_an_idle_bank_is_not_ranked(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 0, 2, 1, 0, 1}, {1, 0, 1, 1, 0, 1}, {18, 0, 3, 1, 0, 1}};
    for (unsigned i = 0; i < 2; i++) {
        struct rh_geometry geometry = with_closes();
        struct rh_constraints constraints = with_page(RH_PAGE_TIMEOUT, 0);
        struct ascii_wave wave;
        constraints.rtp = 20;
        constraints.faw = 12;
        ascii_run(&wave, i == 0 ? "fr_fcfs" : "banked_fifo", &geometry, &constraints, script, 3, 52, "");
        assert_string_equal(wave.commands, ".A...R.......A...R.......AP..R.......P...........P..");
        assert_string_equal(wave.banks, ".2...2.......1...1.......32..3.......1...........3..");
        assert_string_equal(wave.ledger, "-dddd==nnnnnndddd==nnnnnndddd==---------------------");
    }
}

/* The write to row 1 of bank 0 is held from 6 on, while bank 1 reads: it hits all the same, so bank 0 is not idle. */
static void timeout_a_hit_that_is_held_keeps_its_row(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {1, 0, 1, 1, 0, 8}, {6, 1, 0, 1, 0, 1}};
    struct rh_geometry geometry = with_closes();
    struct rh_constraints constraints = with_page(RH_PAGE_TIMEOUT, 2);
    struct ascii_wave wave;
    geometry.write_drain = 1;
    constraints.write_high = 8;
    constraints.write_low = 1;
    ascii_run(&wave, "fr_fcfs", &geometry, &constraints, script, 3, 36, "");
    assert_string_equal(wave.commands, ".A.A.R.R.R.R.R.R.R.R.R..P.W.......P.");
    assert_string_equal(wave.banks, ".0.1.0.1.1.1.1.1.1.1.1..1.0.......0.");
}

/* At 18 bank 2 is closed while banks 3 and 1 wait for the activate window. It is still bank 1's turn, behind bank 0. */
static void timeout_a_row_that_is_closed_idly_moves_no_turn(void **state) {
    (void)state;
    static const struct script_request script[] = {
        {0, 0, 2, 1, 0, 1}, {1, 0, 0, 1, 0, 1}, {15, 0, 3, 1, 0, 1}, {16, 0, 1, 1, 0, 1}};
    struct rh_geometry geometry = with_closes();
    struct rh_constraints constraints = with_page(RH_PAGE_TIMEOUT, 12);
    struct ascii_wave wave;
    constraints.faw = 12;
    ascii_run(&wave, "banked_fifo", &geometry, &constraints, script, 4, 56, "");
    assert_string_equal(wave.commands, ".A...R.......A...RP......A...RP......A...RP...........P.");
    assert_string_equal(wave.banks, ".2...2.......0...02......1...10......3...31...........3.");
}

/* While the oldest goes alone, no other bank is closed, idle as it may be: bank 1 waits from 10 on until request 1 has
 * left. */
static void timeout_nothing_is_closed_while_the_oldest_goes_alone(void **state) {
    (void)state;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {1, 0, 0, 2, 0, 2}, {2, 0, 1, 1, 0, 1}, {3, 0, 0, 1, 0, 3}};
    struct rh_geometry geometry = with_closes();
    struct rh_constraints constraints = with_page(RH_PAGE_TIMEOUT, 2);
    struct ascii_wave wave;
    constraints.age_cap = 3;
    ascii_run(&wave, "fr_fcfs", &geometry, &constraints, script, 4, 50, "");
    assert_string_equal(wave.commands, ".A.A.R.R.P..A...R.RPP..A...R.R.R..P...............");
    assert_string_equal(wave.banks, ".0.1.0.1.0..0...0.010..0...0.0.0..0...............");
}

/* The bank's counter begins at 0. Rows 1 and 2 stay open in vain: at 2, row 3 closes with its hit, and so do rows 4 and
 * 5, for 3 is the most. Row 5 opens anew twice, so that it stays open; two hits and the counter is 0 again. */
static void adaptive_two_decisions_in_vain_turn_a_bank(void **state) {
    (void)state;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1},  {15, 0, 0, 2, 0, 1}, {30, 0, 0, 3, 0, 1},  {45, 0, 0, 4, 0, 1},  {60, 0, 0, 5, 0, 1},
        {75, 0, 0, 5, 1, 1}, {90, 0, 0, 5, 2, 1}, {105, 0, 0, 5, 3, 1}, {120, 0, 0, 5, 4, 1}, {135, 0, 0, 6, 4, 1}};
    for (unsigned i = 0; i < 2; i++)
        check_wave(
            i == 0 ? "fr_fcfs" : "banked_fifo", RH_PAGE_ADAPTIVE, 0, script, 155,
            ".A...R..........P..A...R.......P..A...r.......A...r..........A...r..........A...r..........A...R.........."
            "R..............R..............P..A...R...........",
            ".0...0..........0..0...0.......0..0...0.......0...0..........0...0..........0...0..........0...0.........."
            "0..............0..............0..0...0...........");
}

/* Each bank has a counter of its own: bank 0 closes its third row by itself, bank 1 leaves its first one open. */
static void adaptive_a_counter_is_a_banks_own(void **state) {
    (void)state;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {15, 0, 0, 2, 0, 1}, {30, 0, 0, 3, 0, 1}, {45, 0, 1, 3, 0, 1}};
    check_wave("fr_fcfs", RH_PAGE_ADAPTIVE, 0, script, 60,
               ".A...R..........P..A...R.......P..A...r.......A...R.........",
               ".0...0..........0..0...0.......0..0...0.......1...1.........");
}

/* A row that refresh closes says nothing about the decision to leave it open. */
static void adaptive_a_refresh_does_not_count(void **state) {
    (void)state;
    struct rh_geometry geometry = with_closes();
    struct rh_constraints constraints = with_page(RH_PAGE_ADAPTIVE, 0);
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {60, 0, 0, 2, 0, 1}, {120, 0, 0, 3, 0, 1}, {180, 0, 0, 4, 0, 1}};
    struct ascii_wave wave;
    constraints.refresh = RH_REFRESH_ALL_BANK;
    constraints.refi = 59;
    ascii_run(&wave, "fr_fcfs", &geometry, &constraints, script, 4, 200, "");
    assert_null(strchr(wave.commands, 'r'));
    assert_int_equal(wave.ordered, 4);
}

struct watched {
    bool waits;
    unsigned bank, row, at;
};

/* Of the requests that are queued the policy sees all, or the oldest of each bank, or the oldest. */
enum sight { ALL, OF_BANK, OLDEST };

/* What those that it sees at the start of a clock want: another one than `own` the open row of the bank. */
static bool is_wanted(const struct watched *requests, unsigned n, unsigned bank, unsigned row, unsigned own,
                      enum sight sight) {
    const struct watched *oldest = NULL;
    for (unsigned k = 0; k < n; k++) {
        if (k == own || !requests[k].waits || (sight != OLDEST && requests[k].bank != bank))
            continue;
        if (sight == ALL && requests[k].row == row)
            return true;
        if (oldest == NULL || requests[k].at < oldest->at)
            oldest = &requests[k];
    }
    return sight != ALL && oldest != NULL && oldest->bank == bank && oldest->row == row;
}

/* All of them, beside the controller, by its ports: with auto-precharge exactly the last hits of rows, an idle PRE only
 * behind the timeout, and never for a row that a queued request wants. */
static void no_row_is_closed_that_is_wanted(void **state) {
    (void)state;
    enum { CLOCKS = 20000, TAGS = 64 };
    for (unsigned i = 0; i < DESIGNS * RH_PAGES; i++) {
        const struct rh_block_ops *ops = rh_controller_find(designs[i / RH_PAGES]);
        enum sight sight = strcmp(ops->name, "fifo") == 0          ? OLDEST
                           : strcmp(ops->name, "banked_fifo") == 0 ? OF_BANK
                                                                   : ALL;
        struct rh_geometry geometry = with_closes();
        struct rh_constraints constraints = with_page((enum rh_page)(i % RH_PAGES), 1 + i);
        struct watched requests[TAGS] = {{0}};
        unsigned rows[4] = {0}, last[4] = {0}, closed = 0, idle = 0, open = 0;
        void *controller = calloc(1, ops->state_size);
        uint64_t seed = 99 + i;
        struct rh_controller_in in = {.rsp_ready = 1};
        ops->reset(controller, &geometry);
        for (unsigned t = 0; t < CLOCKS; t++) {
            struct rh_controller_out out;
            if (!in.req_valid && rh_random_below(&seed, 12) == 0) {
                in.req_valid = 1;
                in.req_bank = (uint8_t)rh_random_below(&seed, 4);
                in.req_row = rh_random_below(&seed, 3) != 0;
                in.req_write = rh_random_below(&seed, 8) == 0;
                in.req_len = (uint8_t)rh_random_below(&seed, 3);
                for (in.req_tag = 0; requests[in.req_tag].waits;)
                    in.req_tag++;
            }
            ops->cycle(controller, &geometry, &constraints, &in, &out);
            if (out.col_cmd != RH_NOP) {
                unsigned b = out.col_bank;
                bool closes = out.col_cmd == RH_RDA || out.col_cmd == RH_WRA,
                     ends = out.col_last && !is_wanted(requests, TAGS, b, rows[b], out.col_tag, sight);
                assert_true(ends || !closes);
                assert_true(constraints.page != RH_PAGE_CLOSED || closes == ends);
                assert_true((constraints.page & 1) || !closes);
                requests[out.col_tag].waits = !out.col_last;
                last[b] = t;
                closed += closes;
                open += ends && !closes;
            }
            if (out.row_cmd == RH_ACT)
                rows[out.row_bank] = out.row_row;
            if (out.row_reason == RH_REASON_IDLE) {
                assert_int_equal(out.row_cmd, RH_PRE);
                assert_int_equal(constraints.page, RH_PAGE_TIMEOUT);
                assert_false(is_wanted(requests, TAGS, out.row_bank, rows[out.row_bank], TAGS, sight));
                assert_true(t - last[out.row_bank] > constraints.page_timeout);
                idle++;
            }
            if (in.req_valid && out.req_ready) {
                requests[in.req_tag] = (struct watched){true, in.req_bank, in.req_row, t};
                in.req_valid = 0;
            }
        }
        free(controller);
        assert_int_equal(closed > 0, constraints.page & 1);
        assert_int_equal(idle > 0, constraints.page == RH_PAGE_TIMEOUT);
        assert_int_equal(open > 0, constraints.page != RH_PAGE_CLOSED);
    }
}

/* Without the parameter nothing depends on the setting. */
static void without_closes_rows_stay_open(void **state) {
    (void)state;
    for (enum rh_page page = RH_PAGE_OPEN; page < RH_PAGES; page++) {
        struct rh_constraints constraints = with_page(page, 2);
        struct ascii_wave wave;
        ascii_run(&wave, "fr_fcfs", &ascii_geometry, &constraints, pair, 3, 40, "");
        assert_string_equal(wave.commands, ".A...R.R.R.P..A..W......................");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed_the_last_hit_closes_its_row),
        cmocka_unit_test(closed_a_request_that_arrives_meanwhile_does_not_count),
        cmocka_unit_test(closed_a_fifo_sees_one_request_behind_its_head),
        cmocka_unit_test(closed_a_fifo_compares_the_requests_of_one_bank),
        cmocka_unit_test(closed_a_queue_of_all_banks_sees_one_request_behind_its_head),
        cmocka_unit_test(closed_a_slot_sees_the_head_of_the_queue),
        cmocka_unit_test(closed_a_row_that_is_still_compared_stays_open),
        cmocka_unit_test(closed_a_batch_is_seen_at_its_bank),
        cmocka_unit_test(closed_what_has_left_does_not_count),
        cmocka_unit_test(closed_a_ring_of_three_goes_around),
        cmocka_unit_test(timeout_an_idle_row_is_closed),
        cmocka_unit_test(timeout_a_queued_hit_keeps_its_row),
        cmocka_unit_test(timeout_requests_go_first_then_the_lowest_bank),
        cmocka_unit_test(timeout_a_hit_that_is_held_keeps_its_row),
        cmocka_unit_test(timeout_an_idle_bank_is_not_ranked),
        cmocka_unit_test(timeout_a_row_that_is_closed_idly_moves_no_turn),
        cmocka_unit_test(timeout_nothing_is_closed_while_the_oldest_goes_alone),
        cmocka_unit_test(adaptive_two_decisions_in_vain_turn_a_bank),
        cmocka_unit_test(adaptive_a_counter_is_a_banks_own),
        cmocka_unit_test(adaptive_a_refresh_does_not_count),
        cmocka_unit_test(no_row_is_closed_that_is_wanted),
        cmocka_unit_test(without_closes_rows_stay_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
