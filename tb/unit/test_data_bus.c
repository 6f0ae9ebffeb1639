// SPDX-License-Identifier: Apache-2.0
// Do the bars of the data buses stand where the data are: from CL or WL on, tBURST clocks, on the grain's own bus?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/controller/rh_data_bus.h"
#include "rowhold/rh_controller.h"

/* CL 3, WL 1, tBURST 2. */
static const struct rh_constraints constraints = {.burst = 2, .rd_done = 5, .wr_done = 3};

struct column {
    unsigned at, bank;
    uint8_t command;
};

/* What each bus shows, a letter a clock: . nothing, R RD, W WR, r RDA, w WRA. */
static void draw(unsigned grain_bits, unsigned rank_bits, const struct column *columns, unsigned n, unsigned clocks,
                 char text[2][32]) {
    const struct rh_geometry geometry = {
        .banks = 4, .groups = 2, .grain_bits = (uint8_t)grain_bits, .rank_bits = (uint8_t)rank_bits};
    static struct rh_data_bus bus;
    memset(&bus, 0, sizeof bus);
    for (unsigned t = 0; t < clocks; t++) {
        struct rh_controller_out out = {.col_cmd = RH_NOP};
        if (n != 0 && columns->at == t) {
            out.col_cmd = columns->command;
            out.col_bank = (uint8_t)columns->bank;
            columns++;
            n--;
        }
        rh_data_bus_derived.clock(&bus, &geometry, &constraints, t, &out);
        for (unsigned g = 0; g < 2; g++) {
            text[g][t] = ".APRWFrw"[bus.data[g]];
            text[g][t + 1] = '\0';
        }
    }
}

static void data_come_cl_or_wl_behind_their_command(void **state) {
    (void)state;
    char text[2][32];
    const struct column columns[] = {{0, 0, RH_RD}, {2, 3, RH_RDA}, {8, 1, RH_WR}, {10, 2, RH_WRA}};
    draw(0, 0, columns, 4, 14, text);
    assert_string_equal(text[0], "...RRrr..WWww.");
    assert_string_equal(text[1], "..............");
}

static void each_grain_has_its_own_bus(void **state) {
    (void)state;
    char text[2][32];
    const struct column columns[] = {{0, 0, RH_RD}, {1, 2, RH_WR}, {3, 3, RH_RD}, {4, 1, RH_RDA}};
    draw(1, 0, columns, 4, 12, text);
    assert_string_equal(text[0], "...RR..rr...");
    assert_string_equal(text[1], "..WW..RR....");
}

/* Banks 2 and 3 are another rank: a clock between its bursts and those of the first. */
static void ranks_share_one_bus(void **state) {
    (void)state;
    char text[2][32];
    const struct column columns[] = {{0, 0, RH_RD}, {3, 2, RH_RD}, {8, 3, RH_WR}, {9, 1, RH_RD}};
    draw(0, 1, columns, 4, 16, text);
    assert_string_equal(text[0], "...RR.RR.WW.RR..");
    assert_string_equal(text[1], "................");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(data_come_cl_or_wl_behind_their_command),
        cmocka_unit_test(each_grain_has_its_own_bus),
        cmocka_unit_test(ranks_share_one_bus),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
