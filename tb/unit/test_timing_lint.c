// SPDX-License-Identifier: Apache-2.0
// Does the lint hold its line? Each rule: the last legal value, the first illegal one, and the words that name it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rowhold/rh_preset_file.h"
#include "rowhold/rh_timing.h"

struct change {
    size_t offset;
    uint16_t value;
};
#define AT(field) offsetof(struct rh_timing, field)

/* Changes of a preset's timing that are legal, and one change more that is not. */
struct fault {
    const char *preset;
    enum rh_refresh refresh;
    uint8_t timer_bits;
    struct change legal[3], illegal;
    const char *text;
};

static const struct fault faults[] = {
    {"gddr3", 0, 8, {{AT(tRC), 34}}, {AT(tRC), 33}, "tRC: found 33, expected at least tRAS + tRP = 34"},
    {"gddr3", 0, 8, {{AT(tRAS), 21}}, {AT(tRAS), 22}, "tRC: found 34, expected at least tRAS + tRP = 35"},
    {"gddr3", 0, 8, {{AT(tCCD_S), 2}}, {AT(tCCD_S), 1}, "tCCD_S: found 1, expected at least tBURST = 2"},
    {"ddr4_2400", 0, 8, {{AT(tCCD_L), 4}}, {AT(tCCD_L), 3}, "tCCD_L: found 3, expected at least tCCD_S = 4"},
    {"ddr4_2400", 0, 8, {{AT(tRRD_L), 4}}, {AT(tRRD_L), 3}, "tRRD_L: found 3, expected at least tRRD_S = 4"},
    {"hbm2", 0, 8, {{AT(tWTR_L), 3}}, {AT(tWTR_L), 2}, "tWTR_L: found 2, expected at least tWTR_S = 3"},
    {"gddr3", 0, 8, {{AT(tRTW), 7}}, {AT(tRTW), 6}, "tRTW: found 6, expected at least CL - WL + tBURST = 7"},
    {"gddr3",
     0,
     8,
     {{AT(WL), 9}, {AT(tRTW), 2}},
     {AT(tRTW), 1},
     "tRTW: found 1, expected at least CL - WL + tBURST = 2"},
    {"gddr3", 0, 8, {{AT(WL), 20}, {AT(tRTW), 2}}, {AT(tRTW), 1}, "tRTW: found 1, expected at least tCCD_S = 2"},
    {"gddr3",
     0,
     8,
     {{AT(tBURST), 1}, {AT(WL), 1}, {AT(tRTW), 20}},
     {AT(WL), 0},
     "WL: found WL + tBURST = 1, expected at least 2"},
    /* ranges of the table */
    {"gddr3", 0, 8, {{AT(tRCDRD), 2}}, {AT(tRCDRD), 1}, "tRCDRD: found 1, expected 2 to 255"},
    {"gddr3", 0, 8, {{AT(tRCDWR), 2}}, {AT(tRCDWR), 1}, "tRCDWR: found 1, expected 2 to 255"},
    {"gddr3", 0, 8, {{AT(tRAS), 2}}, {AT(tRAS), 1}, "tRAS: found 1, expected 2 to 255"},
    {"gddr3", 0, 8, {{AT(tRP), 1}}, {AT(tRP), 0}, "tRP: found 0, expected 1 to 255"},
    {"gddr3",
     0,
     8,
     {{AT(activates), 8}},
     {AT(activates), 9},
     "activates: found 9, expected at most 8 where as many x act_clocks = 8 are less than tFAW"},
    {"fgdram",
     0,
     8,
     {{AT(tFAW), 16}},
     {AT(tFAW), 17},
     "activates: found 32, expected at most 8 where as many x act_clocks = 16 are less than tFAW"},
    {"fgdram", 0, 8, {{AT(activates), 32}}, {AT(activates), 33}, "activates: found 33, expected 1 to 32"},
    {"gddr3", 0, 8, {{AT(activates), 1}}, {AT(activates), 0}, "activates: found 0, expected 1 to 32"},
    {"gddr3", 0, 8, {{AT(tFAW), 255}}, {AT(tFAW), 256}, "tFAW: found 256, expected 1 to 255"},
    {"gddr3", 0, 8, {{AT(tRTP), 1}}, {AT(tRTP), 0}, "tRTP: found 0, expected 1 to 255"},
    /* widths of the timers */
    {"gddr3",
     0,
     8,
     {{AT(tWR), 249}},
     {AT(tWR), 250},
     "tWR: found WL + tBURST + tWR = 256, expected 1 to 255 (8 timer bits)"},
    {"gddr3",
     0,
     8,
     {{AT(tWTR_L), 249}},
     {AT(tWTR_L), 250},
     "tWTR_L: found WL + tBURST + tWTR_L = 256, expected 1 to 255 (8 timer bits)"},
    {"gddr3", 0, 6, {{AT(tFAW), 63}}, {AT(tFAW), 64}, "tFAW: found tFAW = 64, expected 1 to 63 (6 timer bits)"},
    {"gddr3", 0, 6, {{AT(tRC), 63}}, {AT(tRC), 64}, "tRC: found tRC = 64, expected 1 to 63 (6 timer bits)"},
    {"gddr3",
     0,
     6,
     {{AT(tRTW), 63}, {AT(CL), 61}},
     {AT(CL), 62},
     "CL: found CL + tBURST = 64, expected 1 to 63 (6 timer bits)"},
    /* refresh: 40 + max(max(21, 19, 2) + 13, 34) + 4 x 4 = 90 */
    {"gddr3",
     RH_REFRESH_ALL_BANK,
     8,
     {{AT(tREFI), 90}},
     {AT(tREFI), 89},
     "tREFI: found 89 clocks between refreshes, expected at least tRFC + closing + 4 x banks = 90"},
    /* a tRC longer than tRAS + tRP holds the refresh back too: 40 + 50 + 16 = 106 */
    {"gddr3",
     RH_REFRESH_ALL_BANK,
     8,
     {{AT(tRC), 50}, {AT(tREFI), 106}},
     {AT(tREFI), 105},
     "tREFI: found 105 clocks between refreshes, expected at least tRFC + closing + 4 x banks = 106"},
    /* one bank at a time: 160 + max(29, 20, 4) + 1 for an ACT's second clock + 16 + 1 for tRRD + 4 = 211, times 16
     * banks = 3376 */
    {"hbm2",
     RH_REFRESH_PER_BANK,
     8,
     {{AT(tREFI), 3376}},
     {AT(tREFI), 3375},
     "tREFI: found 210 clocks between refreshes (tREFI / banks), expected at least tRFCpb + closing + 4 = 211"},
    /* an ACT of its group, one of another group behind it: 6 + 4 - 2 for tRRD: 218, times 16 = 3488 */
    {"hbm2",
     RH_REFRESH_PER_BANK,
     8,
     {{AT(tRRD_L), 6}, {AT(tRRD_S), 4}, {AT(tREFI), 3488}},
     {AT(tREFI), 3487},
     "tREFI: found 217 clocks between refreshes (tREFI / banks), expected at least tRFCpb + closing + 4 = 218"},
    /* an ACT's second clock */
    {"hbm2", 0, 8, {{AT(act_clocks), 2}}, {AT(act_clocks), 3}, "act_clocks: found 3, expected 1 to 2"},
    {"hbm2", 0, 8, {{AT(tRRD_S), 2}}, {AT(tRRD_S), 1}, "tRRD_S: found 1, expected at least act_clocks = 2"},
    {"hbm2", 0, 8, {{AT(tRFCpb), 8}}, {AT(tRFCpb), 7}, "tRFCpb: found 7, expected at least tRREFD = 8"},
    {"hbm2",
     0,
     6,
     {{AT(tREFI), 3900}, {AT(tREFI), 3900}, {AT(tRREFD), 63}},
     {AT(tRREFD), 64},
     "tRREFD: found tRREFD = 64, expected 1 to 63 (6 timer bits)"},
    /* an ACT and its column command: 40 + 34, then 60 */
    {"gddr3",
     RH_REFRESH_ALL_BANK,
     8,
     {{AT(tRCDRD), 60}, {AT(tREFI), 134}},
     {AT(tREFI), 133},
     "tREFI: found 133 clocks between refreshes, expected at least 74 + 60 = 134: 74 until an ACT (tRFC + closing, "
     "tRRD, "
     "tFAW), then tRCD before its bank is blocked"},
    {"gddr3",
     RH_REFRESH_ALL_BANK,
     8,
     {{AT(tRCDWR), 60}, {AT(tFAW), 120}, {AT(tREFI), 180}},
     {AT(tREFI), 179},
     "tREFI: found 179 clocks between refreshes, expected at least 120 + 60 = 180: 120 until an ACT (tRFC + closing, "
     "tRRD, "
     "tFAW), then tRCD before its bank is blocked"},
    /* 40 + 34, tFAW 32, 4; then 255: 365 of 4 x 91 = 364 */
    {"gddr3",
     RH_REFRESH_PER_BANK,
     8,
     {{AT(tRCDRD), 255}, {AT(tREFI), 368}},
     {AT(tREFI), 367},
     "tREFI: found 364 clocks between refreshes of a bank, expected at least 110 + 255 = 365: 110 until an ACT (tRFCpb "
     "+ "
     "closing, tRRD, tFAW), then tRCD before its bank is blocked"},
};

static struct rh_timing preset_timing(const char *name, struct rh_geometry *geometry) {
    struct rh_preset preset;
    struct rh_error error = {""};
    assert_true(rh_preset_load(name, &preset, &error));
    *geometry = rh_preset_geometry(&preset, 32);
    return preset.timing;
}

static void apply(struct rh_timing *timing, struct change change) {
    *(uint16_t *)(void *)((char *)timing + change.offset) = change.value;
}

static void each_rule_holds_at_its_limit(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        const struct fault *fault = &faults[i];
        struct rh_geometry geometry;
        struct rh_error error = {""};
        struct rh_timing timing = preset_timing(fault->preset, &geometry);
        geometry.timer_bits = fault->timer_bits;
        for (unsigned k = 0; k < 3 && fault->legal[k].value != 0; k++)
            apply(&timing, fault->legal[k]);
        bool legal = rh_timing_lint(&timing, fault->refresh, &geometry, NULL, 0, &error);
        if (!legal)
            print_error("%s: the legal side: %s\n", fault->text, error.text);
        assert_true(legal);
        apply(&timing, fault->illegal);
        assert_false(rh_timing_lint(&timing, fault->refresh, &geometry, NULL, 0, &error));
        assert_string_equal(error.text, fault->text);
    }
}

/* What the sums promise for the data bus, over every legal pair of latencies at a small size: bursts end in order. */
static void data_leaves_in_order_whatever_passes(void **state) {
    (void)state;
    struct rh_geometry geometry;
    struct rh_timing timing = preset_timing("gddr3", &geometry);
    unsigned passed = 0, refused = 0;
    for (unsigned n = 0; n < 20 * 20 * 20; n++) {
        timing.CL = (uint16_t)(1 + n % 20);
        timing.WL = (uint16_t)(n / 20 % 20);
        timing.tRTW = (uint16_t)(1 + n / 400);
        if (!rh_timing_lint(&timing, RH_REFRESH_OFF, &geometry, NULL, 0, NULL)) {
            refused++;
            continue;
        }
        passed++;
        assert_true(timing.tRTW + timing.WL >= timing.CL + 2); /* the write's data begins after the read's */
        struct rh_constraints constraints = rh_constraints_from_timing(&timing, RH_REFRESH_OFF, &geometry);
        assert_true(constraints.rtw + constraints.wr_done > constraints.rd_done);
        assert_true(constraints.wtr_s + constraints.rd_done > constraints.wr_done);
    }
    assert_true(passed > 1000 && refused > 1000);
}

/* But these: a part of a bank is refreshed like a whole one, and for 64 banks in turn tREFI is too short; DDR5 has no
 * refresh of one bank. */
static const struct {
    const char *preset;
    enum rh_refresh mode;
    const char *error;
} too_short[] = {
    {"qb_hbm_salp_sc", RH_REFRESH_PER_BANK,
     "tREFI: found 60 clocks between refreshes (tREFI / banks), expected at least tRFCpb + closing + 4 = 211"},
    {"qb_hbm_salp_sc", RH_REFRESH_SAME_BANK,
     "tREFI: found 121 clocks between refreshes (tREFI / banks of a group), expected at least tRFCpb + closing + 4 x "
     "groups = 214"},
    {"ddr5_4800", RH_REFRESH_PER_BANK,
     "tREFI: found 146 clocks between refreshes (tREFI / banks), expected at least tRFCpb + closing + 4 = 482"},
    {"ddr5_4800_2r", RH_REFRESH_PER_BANK,
     "tREFI: found 73 clocks between refreshes (tREFI / banks), expected at least tRFCpb + closing + 4 = 483"},
};

static const char *refusal_of(const char *preset, enum rh_refresh mode) {
    for (size_t i = 0; i < sizeof too_short / sizeof too_short[0]; i++)
        if (mode == too_short[i].mode && strcmp(preset, too_short[i].preset) == 0)
            return too_short[i].error;
    return "";
}

static void every_preset_passes_in_every_refresh_mode(void **state) {
    (void)state;
    for (unsigned i = 0; i < rh_preset_count(); i++)
        for (unsigned mode = RH_REFRESH_OFF; mode < RH_REFRESHES; mode++) {
            struct rh_geometry geometry;
            struct rh_error error = {""};
            struct rh_timing timing = preset_timing(rh_preset_name(i), &geometry);
            bool passes = rh_timing_lint(&timing, (enum rh_refresh)mode, &geometry, NULL, 0, &error);
            const char *expected = refusal_of(rh_preset_name(i), (enum rh_refresh)mode);
            assert_string_equal(error.text, expected);
            assert_int_equal(passes, expected[0] == '\0');
        }
}

static void a_window_that_never_binds_is_a_note(void **state) {
    (void)state;
    struct rh_geometry geometry;
    struct rh_error error = {""};
    char notes[128] = "old";
    struct rh_timing timing = preset_timing("hbm2", &geometry);
    assert_true(rh_timing_window_is_vacuous(&timing));
    assert_true(rh_timing_lint(&timing, RH_REFRESH_OFF, &geometry, notes, sizeof notes, &error));
    assert_string_equal(notes, "tFAW 12 never binds: 8 activates at tRRD_S 2 already take 16\n");
    timing.tFAW = 16;
    assert_true(rh_timing_window_is_vacuous(&timing));
    timing.tFAW = 17;
    assert_false(rh_timing_window_is_vacuous(&timing));
    assert_true(rh_timing_lint(&timing, RH_REFRESH_OFF, &geometry, notes, sizeof notes, &error));
    assert_string_equal(notes, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_rule_holds_at_its_limit),
        cmocka_unit_test(data_leaves_in_order_whatever_passes),
        cmocka_unit_test(every_preset_passes_in_every_refresh_mode),
        cmocka_unit_test(a_window_that_never_binds_is_a_note),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
