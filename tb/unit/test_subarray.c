// SPDX-License-Identifier: Apache-2.0
// Which open row forbids an ACT, and what do the controllers do about it? Then two grains beside each other.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ascii_wave.h"
#include "cmodel/dram/rh_subarray.h"

enum { FREE = 99 };

/* A row open in a bank, an ACT; who forbids it. */
struct meeting {
    unsigned open_bank, open_row, bank, row, expected;
};

static void meets(const struct rh_geometry *geometry, const struct meeting *m, size_t n) {
    for (size_t i = 0; i < n; i++) {
        struct rh_bank_array array = {.open = rh_bit(m[i].open_bank)};
        unsigned expected = m[i].expected == FREE ? RH_SUBARRAY_FREE : m[i].expected;
        array.open_row[m[i].open_bank] = m[i].open_row;
        if (rh_subarray_conflict(&array, geometry, m[i].bank, m[i].row) != expected)
            print_error("row %u open in bank %u, ACT of row %u in bank %u\n", m[i].open_row, m[i].open_bank, m[i].row,
                        m[i].bank);
        assert_int_equal(rh_subarray_conflict(&array, geometry, m[i].bank, m[i].row), expected);
        array.closing = array.open; /* a row that is closing is open */
        assert_int_equal(rh_subarray_conflict(&array, geometry, m[i].bank, m[i].row), expected);
        array.open = array.closing = 0;
        assert_int_equal(rh_subarray_conflict(&array, geometry, m[i].bank, m[i].row), RH_SUBARRAY_FREE);
    }
}

/* 16 rows, four subarrays of four rows each. */
static void side_by_side_another_row_of_the_subarray_forbids(void **state) {
    (void)state;
    struct rh_geometry geometry = ascii_geometry;
    static const struct meeting meetings[] = {
        {0, 1, 1, 2, 0},     {1, 2, 0, 1, 1},      /* subarray 0 */
        {0, 1, 1, 1, FREE},  {1, 15, 0, 15, FREE}, /* the same row */
        {0, 3, 1, 4, FREE},  {0, 4, 1, 3, FREE},   /* next to each other: 0 and 1 */
        {0, 4, 1, 7, 0},     {0, 15, 1, 12, 0},    /* first and last row of a subarray */
        {0, 1, 1, 13, FREE}, {2, 1, 3, 2, 2},      /* the next two banks */
        {0, 1, 2, 2, FREE},  {1, 1, 2, 2, FREE},   {3, 1, 0, 2, FREE},
    };
    geometry.subarray_group_bits = 1;
    geometry.subarray_bits = 2;
    meets(&geometry, meetings, sizeof meetings / sizeof meetings[0]);
    static const struct meeting none[] = {{0, 1, 1, 2, FREE}};
    meets(&ascii_geometry, none, 1);
}

/* Banks 0 to 3 one on the other, each of two subarrays of eight rows; then 4 to 7. */
static void stacked_a_row_of_an_adjacent_subarray_forbids(void **state) {
    (void)state;
    struct rh_geometry geometry = ascii_geometry;
    static const struct meeting meetings[] = {
        {0, 8, 1, 7, 0},    {0, 15, 1, 0, 0},   {1, 0, 0, 8, 1},    {1, 7, 0, 15, 1}, /* 1 and 2 */
        {0, 7, 1, 7, FREE}, {0, 8, 1, 8, FREE}, {0, 0, 1, 8, FREE},                   /* 0 and 2, 1 and 3, 0 and 3 */
        {0, 8, 2, 0, FREE}, {2, 0, 0, 8, FREE},                                       /* a bank lies between */
        {2, 8, 3, 0, 2},    {3, 0, 2, 8, 3},    {5, 15, 6, 3, 5},   {3, 8, 4, 0, FREE},
        {4, 0, 3, 8, FREE},                     /* two banks of the die */
        {3, 8, 0, 0, FREE}, {0, 0, 3, 8, FREE}, /* its two ends */
    };
    geometry.banks = 8;
    geometry.subarray_group_bits = 2;
    geometry.subarray_bits = 1;
    geometry.stacked = 1;
    meets(&geometry, meetings, sizeof meetings / sizeof meetings[0]);
    static const struct meeting of_four[] = {
        {0, 12, 1, 3, 0}, {0, 11, 1, 3, FREE}, {0, 12, 1, 4, FREE}, {1, 3, 0, 12, 1}, {1, 4, 0, 12, FREE}};
    geometry.subarray_bits = 2; /* of four rows: the two in the middle are nobody's neighbour */
    meets(&geometry, of_four, sizeof of_four / sizeof of_four[0]);
}

/* With a neighbour above and one below each row has to ask only one. */
static void between_two_neighbours_one_is_asked(void **state) {
    (void)state;
    struct rh_geometry geometry = ascii_geometry;
    geometry.subarray_group_bits = 2;
    geometry.subarray_bits = geometry.stacked = 1;
    struct rh_bank_array array = {.open = 5, .open_row = {8, 0, 0}};
    assert_int_equal(rh_subarray_conflict(&array, &geometry, 1, 7), 0);
    assert_int_equal(rh_subarray_conflict(&array, &geometry, 1, 8), 2);
}

/* Rows of banks 0 and 1 that are never open together. */
static const struct kind {
    uint8_t subarray_group_bits, subarray_bits, stacked;
    unsigned below, above;
} kinds[] = {{1, 2, 0, 1, 2}, {2, 1, 1, 8, 0}};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static struct rh_geometry geometry_of(const struct kind *kind) {
    struct rh_geometry geometry = ascii_geometry;
    geometry.subarray_group_bits = kind->subarray_group_bits;
    geometry.subarray_bits = kind->subarray_bits;
    geometry.stacked = kind->stacked;
    return geometry;
}

/* The wave of a controller, where another than that of most is expected. */
struct wave_of {
    const char *controller, *commands, *banks, *ledger;
};

/* Every controller of the registry with each kind of neighbour; `build` makes the script. `expected` is the wave of
 * most (the first row), then those of others. */
static void expect_of_all(const struct rh_constraints *constraints,
                          struct script_request (*build)(const struct kind *, unsigned), unsigned n,
                          const struct wave_of *expected, unsigned rows) {
    for (size_t c = 0; c < rh_controller_count(); c++)
        for (unsigned k = 0; k < KINDS; k++) {
            const struct wave_of *e = &expected[0];
            struct ascii_wave wave;
            struct rh_geometry geometry = geometry_of(&kinds[k]);
            struct script_request script[3];
            for (unsigned i = 0; i < n; i++)
                script[i] = build(&kinds[k], i);
            for (unsigned i = 1; i < rows; i++)
                e = strcmp(expected[i].controller, rh_controller_at(c)->name) == 0 ? &expected[i] : e;
            ascii_run(&wave, rh_controller_at(c)->name, &geometry, constraints, script, n,
                      (unsigned)strlen(e->commands), "");
            assert_string_equal(wave.commands, e->commands);
            assert_string_equal(wave.banks, e->banks);
            assert_string_equal(wave.ledger, e->ledger);
        }
}
#define EXPECT_OF_ALL(constraints, build, n, ...)                                                                      \
    do {                                                                                                               \
        static const struct wave_of rows[] = {__VA_ARGS__};                                                            \
        expect_of_all(constraints, build, n, rows, sizeof rows / sizeof rows[0]);                                      \
    } while (0)

static struct script_request below_first(const struct kind *k, unsigned i) {
    const struct script_request script[] = {{0, 0, 0, k->below, 0, 1}, {1, 0, 1, k->above, 0, 1}};
    return script[i];
}

/* From 6 on nobody wants the row of bank 0: tRAS lets it close at 8, in the place of the ACT. */
static void the_neighbours_pre_goes_in_the_place_of_the_act(void **state) {
    (void)state;
    EXPECT_OF_ALL(
        &ascii_constraints, below_first, 2,
        {NULL, ".A...R..PA...R......", ".0...0..01...1......", "-dddd==uudddd==-----"},
        {"row_sorter", "..A...R..PA...R.........", "..0...0..01...1.........", "-ydddd==uudddd==--------"},
        {"slot_fifo", "..A...R..PA...R.........", "..0...0..01...1.........", "-ydddd==uudddd==--------"},
        {"sms", "...A...R..PA...R........", "...0...0..01...1........", "-yydddd==uudddd==-------"},
        {"fr_fcfs_serial", ".A........R.PA........R.", ".0........0.01........1.", "-ddddyyyyy==uddddyyyyy=="});
}

static struct script_request above_first(const struct kind *k, unsigned i) {
    const struct script_request script[] = {{0, 1, 1, k->above, 0, 1}, {1, 0, 0, k->below, 0, 1}};
    return script[i];
}

/* The other way round: bank 1 is open. */
static void the_bank_above_gives_way_to_the_one_below(void **state) {
    (void)state;
    EXPECT_OF_ALL(
        &ascii_constraints, above_first, 2,
        {NULL, ".A..W.......PA...R..", ".1..1.......10...0..", "-ddd==uuuuuuudddd==-"},
        {"row_sorter", "..A..W.......PA...R.....", "..1..1.......10...0.....", "-yddd==uuuuuuudddd==----"},
        {"slot_fifo", "..A..W.......PA...R.....", "..1..1.......10...0.....", "-yddd==uuuuuuudddd==----"},
        {"sms", "...A..W.......PA...R....", "...1..1.......10...0....", "-yyddd==uuuuuuudddd==---"},
        {"fr_fcfs_serial", ".A........W.......PA....", ".1........1.......10....", "-dddyyyyyy==uuuuuuuddddy"});
}

static struct script_request hit_behind(const struct kind *k, unsigned i) {
    const struct script_request script[] = {
        {0, 0, 0, k->below, 0, 1}, {1, 0, 1, k->above, 0, 1}, {2, 0, 0, k->below, 1, 1}};
    return script[i];
}

/* A read of bank 0 waits for tCCD 6 until 11: its row stays open past 8, and closes tRTP 2 after it. That of bank 1
 * waits for tCCD until 17, for tRCD until 18. Those that rank a hit first say that it waits (c), the others that bank 1
 * does, whose request is older (u); `fifo` has no hit but its head's, and `row_sorter` and `sms` from 10 on. */
static void a_neighbour_with_a_hit_is_kept(void **state) {
    (void)state;
    struct rh_constraints constraints = ascii_constraints;
    constraints.ccd_s = constraints.ccd_l = 6;
    EXPECT_OF_ALL(
        &constraints, hit_behind, 3,
        {NULL, ".A...R.....R.PA...R.....", ".0...0.....0.01...1.....", "-dddd==uuuu==udccd==----"},
        {"banked_fifo", ".A...R.....R.PA...R.....", ".0...0.....0.01...1.....", "-dddd==cccc==udccd==----"},
        {"fgdram_channel", ".A...R.....R.PA...R.....", ".0...0.....0.01...1.....", "-dddd==cccc==udccd==----"},
        {"fifo", ".A...R..PA...R..PA...R......", ".0...0..01...1..10...0......", "-dddd==uudcdd==uudcdd==-----"},
        {"row_sorter", "..A...R.....R.PA...R........", "..0...0.....0.01...1........", "-ydddd==uucc==udccd==-------"},
        {"slot_fifo", "..A...R.....R.PA...R........", "..0...0.....0.01...1........", "-ydddd==cccc==udccd==-------"},
        {"sms", "...A...R.....R.PA...R.......", "...0...0.....0.01...1.......", "-yydddd==uccc==udccd==------"},
        {"fr_fcfs_serial", ".A........R.....R.PA........", ".0........0.....0.01........",
         "-ddddyyyyy==uuuu==udccdyyyyy"});
}

/* The same row side by side, another subarray; stacked, no adjacent one. */
static void rows_that_do_not_meet_open_side_by_side(void **state) {
    (void)state;
    static const struct kind free[] = {{1, 2, 0, 1, 1}, {1, 2, 0, 1, 4}, {2, 1, 1, 8, 8}, {2, 1, 1, 0, 0}};
    static const char *const controllers[] = {"banked_fifo", "fr_fcfs"};
    for (unsigned i = 0; i < 2 * sizeof free / sizeof free[0]; i++) {
        const struct kind *k = &free[i / 2];
        struct ascii_wave wave;
        struct rh_geometry geometry = geometry_of(k);
        const struct script_request script[] = {{0, 0, 0, k->below, 0, 1}, {1, 0, 1, k->above, 0, 1}};
        ascii_run(&wave, controllers[i % 2], &geometry, &ascii_constraints, script, 2, 14, "");
        assert_string_equal(wave.commands, ".A.A.R.R......");
        assert_string_equal(wave.banks, ".0.1.0.1......");
        assert_string_equal(wave.ledger, "-dddd====-----");
    }
}

/* Due at 8, when bank 0 could close for bank 1: it closes for its refresh, and bank 1 waits no longer than else. */
static void a_refresh_closes_the_neighbour_as_well(void **state) {
    (void)state;
    struct ascii_wave wave;
    struct rh_geometry geometry = geometry_of(&kinds[0]);
    struct rh_constraints constraints = ascii_constraints;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {1, 0, 1, 2, 0, 1}};
    constraints.refresh = RH_REFRESH_PER_BANK;
    constraints.refi = 8;
    ascii_run(&wave, "banked_fifo", &geometry, &constraints, script, 2, 10, "");
    assert_string_equal(wave.commands, ".A...R..PA");
    assert_string_equal(wave.banks, ".0...0..01");
}

/* Two grains of two banks each; a burst takes four clocks of a grain's data bus. */
static void run_grains(struct ascii_wave *wave, const struct rh_constraints *constraints,
                       const struct script_request *script, unsigned n, unsigned clocks) {
    struct rh_geometry geometry = ascii_geometry;
    geometry.groups = 2;
    geometry.grain_bits = 1;
    ascii_run(wave, "banked_fifo", &geometry, constraints, script, n, clocks, "");
}

static struct rh_constraints constraints_of_grains(void) {
    struct rh_constraints constraints = ascii_constraints;
    constraints.burst = constraints.ccd_s = constraints.ccd_l = 4;
    constraints.faw = 1;
    return constraints;
}

/* Banks 0 and 2: neither tRRD nor tCCD nor the data bus joins them. Banks 0 and 1, of one grain: all three. A clock is
 * booked that has a column command. */
static void two_grains_overlap_where_one_does_not(void **state) {
    (void)state;
    struct ascii_wave wave;
    struct rh_constraints constraints = constraints_of_grains();
    static const struct script_request two[] = {{0, 0, 0, 1, 0, 2}, {1, 0, 2, 1, 0, 2}};
    run_grains(&wave, &constraints, two, 2, 22);
    assert_string_equal(wave.commands, ".AA..RR..RR...........");
    assert_string_equal(wave.banks, ".02..02..02...........");
    assert_string_equal(wave.ledger, "-dddd==cc==-----------");
    static const struct script_request one[] = {{0, 0, 0, 1, 0, 2}, {1, 0, 1, 1, 0, 2}};
    run_grains(&wave, &constraints, one, 2, 22);
    assert_string_equal(wave.commands, ".A.A.R...R...R...R....");
    assert_string_equal(wave.banks, ".0.1.0...1...0...1....");
    assert_string_equal(wave.ledger, "-dddd=ccc=ccc=ccc=----");
}

/* A write of one grain and a read of the other: no turnaround. In one grain tWTR 6. */
static void each_grain_turns_around_alone(void **state) {
    (void)state;
    struct ascii_wave wave;
    struct rh_constraints constraints = constraints_of_grains();
    static const struct script_request two[] = {{0, 1, 0, 1, 0, 1}, {1, 0, 2, 1, 0, 1}};
    run_grains(&wave, &constraints, two, 2, 14);
    assert_string_equal(wave.commands, ".AA.W.R.......");
    static const struct script_request one[] = {{0, 1, 0, 1, 0, 1}, {1, 0, 1, 1, 0, 1}};
    run_grains(&wave, &constraints, one, 2, 14);
    assert_string_equal(wave.commands, ".A.AW.....R...");
    assert_string_equal(wave.ledger, "-ddd=ttttt=---");
}

/* The write's data end at 6 + 4 = 10, long before the read's at 5 + 12 = 17: responses keep the commands' order. */
static void responses_of_two_grains_keep_their_order(void **state) {
    (void)state;
    struct ascii_wave wave;
    struct rh_constraints constraints = constraints_of_grains();
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {1, 1, 2, 1, 0, 1}, {20, 1, 2, 1, 1, 1}};
    static const unsigned order[] = {0, 1, 2};
    constraints.rd_done = 12;
    constraints.rcd_wr = 4;
    run_grains(&wave, &constraints, script, 3, 40);
    assert_string_equal(wave.commands, ".AA..RW..............W..................");
    ascii_in_order(&wave, order, 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(side_by_side_another_row_of_the_subarray_forbids),
        cmocka_unit_test(stacked_a_row_of_an_adjacent_subarray_forbids),
        cmocka_unit_test(between_two_neighbours_one_is_asked),
        cmocka_unit_test(the_neighbours_pre_goes_in_the_place_of_the_act),
        cmocka_unit_test(the_bank_above_gives_way_to_the_one_below),
        cmocka_unit_test(a_neighbour_with_a_hit_is_kept),
        cmocka_unit_test(rows_that_do_not_meet_open_side_by_side),
        cmocka_unit_test(a_refresh_closes_the_neighbour_as_well),
        cmocka_unit_test(two_grains_overlap_where_one_does_not),
        cmocka_unit_test(each_grain_turns_around_alone),
        cmocka_unit_test(responses_of_two_grains_keep_their_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
