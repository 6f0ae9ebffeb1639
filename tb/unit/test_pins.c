// SPDX-License-Identifier: Apache-2.0
// Are commands and mode registers on the pins what JESD79-3 and JESD79-4 say? Every number here is read from their
// tables.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "cmodel/files/rh_pins.h"
#include "rowhold/rh_preset_file.h"

static struct rh_preset ddr4(void) {
    struct rh_preset preset;
    struct rh_error error = {""};
    assert_true(rh_preset_load("ddr4_2400", &preset, &error));
    return preset;
}

/* DDR3-1600K, 2 Gbit x8. */
static struct rh_preset ddr3(void) {
    struct rh_preset preset = ddr4();
    preset.tck_ps = 1250;
    preset.banks = 8;
    preset.groups = 1;
    preset.rows = 32768;
    preset.timing.CL = 11;
    preset.timing.WL = 8;
    preset.timing.tWR = 12;
    preset.timing.tRFC = 128;
    return preset;
}

/* Value that goes to a mode register in the power-up. */
static uint32_t mode(const char *kind, const struct rh_preset *preset, unsigned number) {
    struct rh_pins pins;
    struct rh_pins_line lines[RH_PINS_START];
    struct rh_error error = {""};
    assert_true(rh_pins_open(&pins, kind, preset, &error));
    unsigned count = rh_pins_start(&pins, lines);
    for (unsigned i = 0; i < count; i++)
        if (!lines[i].cs_n && !lines[i].ras_n && !lines[i].cas_n && !lines[i].we_n &&
            lines[i].bg * 4U + lines[i].ba == number)
            return lines[i].a;
    fail();
    return 0;
}

static void cas_latencies_have_their_codes(void **state) {
    (void)state;
    static const uint16_t four[][2] = {{9, 0x900},  {10, 0x904}, {11, 0x910}, {12, 0x914}, {13, 0x920}, {14, 0x924},
                                       {15, 0x930}, {16, 0x934}, {17, 0x964}, {18, 0x940}, {19, 0x970}, {20, 0x944},
                                       {21, 0x974}, {22, 0x950}, {23, 0x960}, {24, 0x954}};
    static const uint16_t three[][2] = {{5, 0xd10},  {6, 0xd20},  {7, 0xd30},  {8, 0xd40},  {9, 0xd50},
                                        {10, 0xd60}, {11, 0xd70}, {12, 0xd04}, {13, 0xd14}, {14, 0xd24}};
    struct rh_preset preset = ddr4();
    for (size_t i = 0; i < sizeof four / sizeof four[0]; i++) {
        preset.timing.CL = four[i][0];
        assert_int_equal(mode("ddr4", &preset, 0), four[i][1]);
    }
    preset = ddr3();
    for (size_t i = 0; i < sizeof three / sizeof three[0]; i++) {
        preset.timing.CL = three[i][0];
        assert_int_equal(mode("ddr3", &preset, 0), three[i][1]);
    }
}

static void write_latencies_have_their_codes(void **state) {
    (void)state;
    static const uint8_t four[] = {9, 10, 11, 12, 14, 16, 18, 20}, three[] = {5, 6, 7, 8, 9, 10, 11, 12};
    struct rh_preset wide = ddr4(), old = ddr3();
    for (unsigned i = 0; i < 8; i++) {
        wide.timing.WL = four[i];
        old.timing.WL = three[i];
        assert_int_equal(mode("ddr4", &wide, 2), i * 8);
        assert_int_equal(mode("ddr3", &old, 2), i * 8);
    }
}

/* The least write recovery that covers tWR, and tRTP by its half in DDR4. */
static void write_recovery_is_rounded_up(void **state) {
    (void)state;
    struct rh_preset wide = ddr4(), old = ddr3();
    wide.timing.tWR = 17;
    assert_int_equal(mode("ddr4", &wide, 0) >> 9, 4); /* 18 */
    wide.timing.tWR = 10;
    wide.timing.tRTP = 5;
    assert_int_equal(mode("ddr4", &wide, 0) >> 9, 0); /* 10 */
    wide.timing.tRTP = 6;
    assert_int_equal(mode("ddr4", &wide, 0) >> 9, 1); /* 12 */
    wide.timing.tWR = 21;
    assert_int_equal(mode("ddr4", &wide, 0) >> 9, 7); /* 22 */
    old.timing.tWR = 13;
    assert_int_equal(mode("ddr3", &old, 0) >> 9, 7); /* 14 */
    old.timing.tWR = 15;
    assert_int_equal(mode("ddr3", &old, 0) >> 9, 0); /* 16 */
}

static void group_constraints_have_their_codes(void **state) {
    (void)state;
    struct rh_preset preset = ddr4();
    for (uint16_t apart = 4; apart <= 8; apart++) {
        preset.timing.tCCD_L = apart;
        assert_int_equal(mode("ddr4", &preset, 6), (apart - 4U) << 10);
    }
}

/* One command as "clock cs act ras cas we bg ba a". */
static void assert_pins(const char *kind, const struct rh_preset *preset, const struct rh_command_record *record,
                        const char *expected) {
    struct rh_pins pins;
    struct rh_pins_line line;
    struct rh_error error = {""};
    char text[128];
    assert_true(rh_pins_open(&pins, kind, preset, &error));
    assert_null(rh_pins_command(&pins, record, &line));
    assert_true(line.reset_n && line.cke);
    (void)snprintf(text, sizeof text, "%llu %u %u %u %u %u %u %u %05x", (unsigned long long)(line.clock - pins.first),
                   line.cs_n, line.act_n, line.ras_n, line.cas_n, line.we_n, line.bg, line.ba, line.a);
    assert_string_equal(text, expected);
}

static void commands_have_their_pins(void **state) {
    (void)state;
    const struct rh_preset wide = ddr4(), old = ddr3();
    const struct rh_command_record act = {.cycle = 5, .command = RH_ACT, .bank = 6, .row = 0x7123},
                                   high = {.cycle = 5, .command = RH_ACT, .bank = 15, .row = 0xc123},
                                   pre = {.cycle = 6, .command = RH_PRE, .bank = 6, .row = 0x7123},
                                   rd = {.cycle = 7, .command = RH_RD, .bank = 6, .column = 127},
                                   wra = {.cycle = 8, .command = RH_WRA, .bank = 6, .column = 3},
                                   ref = {.cycle = 9, .command = RH_REF, .all = 1};
    assert_pins("ddr4", &wide, &act, "5 0 0 0 0 1 1 2 07123");
    assert_pins("ddr4", &wide, &high, "5 0 0 0 1 1 3 3 0c123");
    assert_pins("ddr3", &old, &act, "5 0 1 0 1 1 0 6 07123");
    assert_pins("ddr4", &wide, &pre, "6 0 1 0 1 0 1 2 00000");
    assert_pins("ddr3", &old, &pre, "6 0 1 0 1 0 0 6 00000");
    assert_pins("ddr4", &wide, &rd, "7 0 1 1 0 1 1 2 013f8");
    assert_pins("ddr4", &wide, &wra, "8 0 1 1 0 0 1 2 01418");
    assert_pins("ddr3", &old, &wra, "8 0 1 1 0 0 0 6 01418");
    assert_pins("ddr4", &wide, &ref, "9 0 1 0 0 1 0 0 00000");
}

static void what_no_chip_does_is_refused(void **state) {
    (void)state;
    struct rh_preset preset = ddr4();
    struct rh_pins pins;
    struct rh_pins_line line;
    struct rh_error error = {""};
    assert_true(rh_pins_open(&pins, "ddr4", &preset, &error));
    const struct rh_command_record one = {.command = RH_REF}, far = {.command = RH_RD, .column = 128},
                                   deep = {.command = RH_ACT, .row = 65536}, none = {.command = RH_NOP};
    assert_string_equal(rh_pins_command(&pins, &one, &line),
                        "a REF of all banks, for neither ddr3 nor ddr4 refreshes one");
    assert_string_equal(rh_pins_command(&pins, &far, &line), "a column that the preset has");
    assert_string_equal(rh_pins_command(&pins, &deep, &line), "a row that the preset has");
    assert_string_equal(rh_pins_command(&pins, &none, &line), "a command");
    preset.timing.WL = 13;
    assert_false(rh_pins_open(&pins, "ddr4", &preset, &error));
    assert_string_equal(error.text, "preset: found WL 13, expected a CWL with a code in MR2");
    preset = ddr4();
    preset.timing.tWR = 25;
    assert_false(rh_pins_open(&pins, "ddr4", &preset, &error));
    assert_string_equal(error.text, "preset: found tWR 25, expected one that MR0 covers, together with tRTP");
    assert_false(rh_pins_open(&pins, "ddr3", &preset, &error));
    assert_string_equal(error.text, "preset: found banks 16, expected 8 in ddr3");
    preset.grains = 2;
    assert_false(rh_pins_open(&pins, "ddr4", &preset, &error));
    assert_string_equal(error.text, "preset: found grains 2, expected 1: a chip has one data bus");
    preset.grains = 1;
    preset.subarray_group = 2;
    assert_false(rh_pins_open(&pins, "ddr4", &preset, &error));
    assert_string_equal(error.text, "preset: found subarray_group 2, expected 1: banks that share no subarrays");
    preset.subarray_group = 1;
    assert_false(rh_pins_open(&pins, "ddr5", &preset, &error));
    assert_string_equal(error.text, "to: found 'ddr5', expected ddr3 or ddr4");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cas_latencies_have_their_codes), cmocka_unit_test(write_latencies_have_their_codes),
        cmocka_unit_test(write_recovery_is_rounded_up),   cmocka_unit_test(group_constraints_have_their_codes),
        cmocka_unit_test(commands_have_their_pins),       cmocka_unit_test(what_no_chip_does_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
