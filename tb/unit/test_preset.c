// SPDX-License-Identifier: Apache-2.0
// Are the presets the published ones, and do user files say what is wrong with them? Literals are from the sources.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "rowhold/rh_preset_file.h"

static struct rh_preset load(const char *name) {
    struct rh_preset preset;
    struct rh_error error = {""};
    bool good = rh_preset_load(name, &preset, &error);
    assert_string_equal(error.text, "");
    assert_true(good);
    return preset;
}

struct organisation {
    const char *preset;
    unsigned channels, banks, groups, buses, rows, command_bytes, columns, row_bits, column_bits;
    double gb_per_s;
};
static const struct organisation organisations[] = {
    {"gddr3", 8, 4, 1, 1, 4096, 32, 256, 12, 8, 12.8},
    {"gddr3_k4j52324qh", 8, 8, 1, 1, 16384, 32, 64, 14, 6, 12.8},
    {"hbm2", 16, 16, 4, 2, 16384, 32, 32, 14, 5, 16.0},
    {"qb_hbm", 64, 4, 2, 2, 16384, 32, 32, 14, 5, 16.0},
    {"ddr4_2400", 1, 16, 4, 1, 65536, 64, 128, 16, 7, 19.207683},
    {"hbm2_2000", 16, 16, 4, 2, 16384, 32, 32, 14, 5, 16.0},
    {"fgdram", 64, 16, 8, 2, 16384, 32, 8, 14, 3, 16.0},
    {"qb_hbm_salp_sc", 64, 64, 2, 2, 4096, 32, 8, 12, 3, 16.0},
    {"hbm3", 32, 16, 4, 2, 16384, 32, 32, 14, 5, 25.6},
    {"hbm4", 64, 16, 2, 2, 16384, 32, 32, 14, 5, 32.0},
    {"gddr6", 16, 16, 4, 1, 16384, 32, 64, 14, 6, 28.021016},
    {"gddr7", 32, 16, 8, 2, 16384, 32, 64, 14, 6, 28.021016},
    {"ddr5_4800", 2, 32, 8, 1, 65536, 64, 64, 16, 6, 19.230769},
    {"ddr5_4800_2r", 2, 64, 16, 1, 65536, 64, 64, 16, 6, 19.230769},
    {"lpddr5", 4, 16, 4, 1, 32768, 32, 64, 15, 6, 12.8},
};

static void organisation_gives_the_geometry(void **state) {
    (void)state;
    for (unsigned i = 0; i < sizeof organisations / sizeof organisations[0]; i++) {
        const struct organisation *o = &organisations[i];
        struct rh_preset preset = load(o->preset);
        struct rh_geometry g = rh_preset_geometry(&preset, 64);
        assert_string_equal(rh_preset_name(i), o->preset);
        assert_int_equal(preset.channels, o->channels);
        assert_int_equal(preset.rows, o->rows);
        assert_int_equal(rh_preset_command_bytes(&preset), o->command_bytes);
        assert_int_equal(rh_preset_columns(&preset), o->columns);
        assert_true(rh_preset_peak_gb_per_s(&preset) > o->gb_per_s - 1e-6);
        assert_true(rh_preset_peak_gb_per_s(&preset) < o->gb_per_s + 1e-6);
        assert_int_equal(g.queue, 64);
        assert_int_equal(g.banks, o->banks);
        assert_int_equal(g.groups, o->groups);
        assert_int_equal(g.buses, o->buses);
        assert_int_equal(g.row_bits, o->row_bits);
        assert_int_equal(g.column_bits, o->column_bits);
        assert_int_equal(g.tag_bits, 8);
        assert_int_equal(g.responses, 16);
        assert_int_equal(g.timer_bits, 8);
        assert_true(rh_geometry_check(&g, NULL));
    }
    assert_null(rh_preset_name(15));
}

/* Those that a preset leaves out are none. */
static void grains_and_subarrays_reach_the_geometry(void **state) {
    (void)state;
    static const struct {
        const char *preset;
        unsigned grains, subarray_group, subarrays, stacked, grain_bits, subarray_group_bits, subarray_bits;
    } expected[] = {
        {"hbm2", 1, 1, 1, 0, 0, 0, 0},
        {"fgdram", 8, 2, 32, 0, 3, 1, 5},
        {"qb_hbm_salp_sc", 1, 16, 2, 1, 0, 4, 1},
    };
    for (unsigned i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        struct rh_preset preset = load(expected[i].preset);
        struct rh_geometry g = rh_preset_geometry(&preset, 64);
        assert_int_equal(preset.grains, expected[i].grains);
        assert_int_equal(preset.subarray_group, expected[i].subarray_group);
        assert_int_equal(preset.subarrays, expected[i].subarrays);
        assert_int_equal(preset.stacked, expected[i].stacked);
        assert_int_equal(g.grain_bits, expected[i].grain_bits);
        assert_int_equal(g.subarray_group_bits, expected[i].subarray_group_bits);
        assert_int_equal(g.subarray_bits, expected[i].subarray_bits);
        assert_int_equal(g.stacked, expected[i].stacked);
    }
}

/* One of each kind of figure from each preset of presets_modern.def, as its source prints it. */
static const struct published {
    const char *preset, *field, *rounding;
    double ns;
    unsigned cycles;
} published[] = {
    {"hbm3", "CL", "given in clocks", 12.5, 20},
    {"hbm3", "tRCDRD", "given in clocks", 19.375, 31},
    {"hbm3", "tRFC", "ceil", 260, 416},
    {"hbm3", "tRREFD", "ceil", 8, 13},
    {"hbm4", "CL", "given in clocks", 10, 20},
    {"hbm4", "tRC", "given in clocks", 45, 90},
    {"hbm4", "tRFC", "ceil", 400, 800},
    {"hbm4", "tREFI", "floor", 3900, 7800},
    {"gddr6", "tRAS", "given in clocks", 30.263, 53},
    {"gddr6", "tREFI", "floor", 1900, 3327},
    {"gddr6", "tRFCpb", "ceil", 60, 106},
    {"gddr6", "data_rate", "count", -1, 8},
    {"gddr7", "tRP", "given in clocks", 17.13, 30},
    {"gddr7", "tCCD_L", "given in clocks", 2.284, 4},
    {"gddr7", "burst_length", "count", -1, 32},
    {"gddr7", "tREFI", "floor", 1900, 3327},
    {"ddr5_4800", "CL", "given in clocks", 14.144, 34},
    {"ddr5_4800", "tRFC", "ceil", 160, 385},
    {"ddr5_4800", "tREFI", "given in clocks", 1946.88, 4680},
    {"ddr5_4800", "tCCD_L", "given in clocks", 4.992, 12},
    {"lpddr5", "CL", "given in clocks", 21.25, 17},
    {"lpddr5", "tRRD_S", "ceil", 5, 4},
    {"lpddr5", "tREFI", "floor", 3906, 3124},
    {"lpddr5", "tRFCpb", "ceil", 120, 96},
};

static void modern_figures_are_the_published_ones(void **state) {
    (void)state;
    for (unsigned i = 0; i < sizeof published / sizeof published[0]; i++) {
        const struct published *p = &published[i];
        struct rh_preset_value value;
        unsigned n = 0;
        while (rh_preset_value(p->preset, n, &value) && strcmp(value.name, p->field) != 0)
            n++;
        assert_string_equal(value.name, p->field);
        assert_string_equal(value.rounding, p->rounding);
        assert_int_equal(value.cycles, p->cycles);
        assert_true(value.ns > p->ns - 1e-6 && value.ns < p->ns + 1e-6);
    }
}

static void more_chips_make_a_command_wider_and_nothing_else(void **state) {
    (void)state;
    struct rh_preset preset = load("gddr3");
    static const unsigned bytes[][2] = {{1, 16}, {2, 32}, {4, 64}};
    for (unsigned i = 0; i < 3; i++) {
        preset.chips = (uint16_t)bytes[i][0];
        assert_int_equal(rh_preset_command_bytes(&preset), bytes[i][1]);
        assert_int_equal(rh_preset_columns(&preset), 256);
        assert_true(rh_preset_check(&preset, NULL));
    }
}

/* Fields of tables/timing.def and the twelve of the organisation, each once, and ns that fit the clocks; one more where
 * there are grains, two more of ranks, three more where banks share subarrays, five of refresh management, what limits
 * postponed refreshes, and six of power-down. */
static void every_value_has_its_history(void **state) {
    (void)state;
    for (unsigned i = 0; i < rh_preset_count(); i++) {
        struct rh_preset preset = load(rh_preset_name(i));
        struct rh_preset_value value, other;
        unsigned n = 0;
        for (; rh_preset_value(preset.name, n, &value); n++) {
            for (unsigned k = 0; k < n && rh_preset_value(preset.name, k, &other); k++)
                assert_string_not_equal(value.name, other.name);
            assert_true(strlen(value.source) > 3);
            double clocks = value.ns * 1000 / preset.tck_ps;
            if (strcmp(value.rounding, "count") == 0)
                assert_true(value.ns < 0);
            else if (strcmp(value.rounding, "ceil") == 0)
                assert_true(clocks > value.cycles - 1.0 && clocks <= value.cycles);
            else if (strcmp(value.rounding, "floor") == 0)
                assert_true(clocks >= value.cycles && clocks < value.cycles + 1.0);
            else {
                assert_string_equal(value.rounding, "given in clocks");
                assert_true(clocks > value.cycles - 1e-6 && clocks < value.cycles + 1e-6);
            }
        }
        assert_int_equal(n, 36 + 5 * (preset.timing.RAAIMT > 0) + (preset.timing.postponed > 0) +
                                (preset.timing.pulled_in > 0) + (preset.timing.refresh_burst > 0) +
                                6 * (preset.timing.tXP > 0) + (preset.timing.tPPD > 0) +
                                (preset.timing.column_clocks > 1) + 2 * (preset.ranks > 1) + (preset.grains > 1) +
                                3 * (preset.subarray_group > 1));
    }
    struct rh_preset_value value;
    assert_false(rh_preset_value("gddr9", 0, &value));
}

static void unknown_names_are_refused_with_the_known_ones(void **state) {
    (void)state;
    struct rh_preset preset;
    struct rh_error error = {""};
    assert_false(rh_preset_load("gddr9", &preset, &error));
    assert_string_equal(error.text,
                        "preset: found 'gddr9', expected one of gddr3, gddr3_k4j52324qh, hbm2, qb_hbm, "
                        "ddr4_2400, hbm2_2000, fgdram, qb_hbm_salp_sc, hbm3, hbm4, gddr6, gddr7, ddr5_4800, "
                        "ddr5_4800_2r, lpddr5, or a file ending in .yaml or .yml (near: gddr3, gddr6, gddr7)");
    assert_false(rh_preset_load("no/such", &preset, &error));
    assert_string_equal(error.text,
                        "no/such: found no readable file (No such file or directory), expected a preset in YAML");
    assert_false(rh_preset_load("tb/published/", &preset, &error));
    assert_string_equal(error.text,
                        "tb/published/: found no readable file (Is a directory), expected a preset in YAML");
    assert_false(rh_preset_load("/dev/zero", &preset, &error));
    assert_string_equal(error.text, "/dev/zero: found more than 65536 bytes, expected a preset in YAML");
}

/* Each line of the manifest: file, tab, what must follow the file's name in the error; tab and the next line of it. */
static void each_broken_file_is_refused_where_and_why(void **state) {
    (void)state;
    static const char folder[] = "tb/cli/broken/preset/";
    char path[160], line[2048], expected[2048];
    (void)snprintf(path, sizeof path, "%smanifest.tsv", folder);
    FILE *manifest = fopen(path, "r");
    assert_non_null(manifest);
    unsigned files = 0;
    for (; fgets(line, sizeof line, manifest) != NULL; files++) {
        line[strcspn(line, "\n")] = '\0';
        char *tab = strchr(line, '\t');
        assert_non_null(tab);
        *tab = '\0';
        (void)snprintf(path, sizeof path, "%s%.100s", folder, line);
        size_t used = 0;
        for (char *text = tab + 1; text != NULL; text = tab) {
            if ((tab = strchr(text, '\t')) != NULL)
                *tab++ = '\0';
            used +=
                (size_t)snprintf(expected + used, sizeof expected - used, "%s%s%s", used == 0 ? "" : "\n", path, text);
        }
        struct rh_preset preset;
        struct rh_error error = {""};
        assert_false(rh_preset_load(path, &preset, &error));
        assert_string_equal(error.text, expected);
    }
    (void)fclose(manifest);
    assert_true(files >= 20);
}

static void write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static struct rh_preset load_text(const char *text) {
    char path[] = "/tmp/test_preset_XXXXXX.yaml";
    int descriptor = mkstemps(path, 5);
    assert_true(descriptor >= 0);
    (void)close(descriptor);
    write_text(path, text);
    struct rh_preset preset;
    struct rh_error error = {""};
    bool good = rh_preset_load(path, &preset, &error);
    (void)unlink(path);
    assert_string_equal(error.text, "");
    assert_true(good);
    return preset;
}

static void a_file_may_change_a_built_in_preset(void **state) {
    (void)state;
    struct rh_preset p = load_text("name: slow\nbase: ddr4_2400\norganisation: {refresh: off, chips: 4}\n"
                                   "timing:\n  tRP: 13.75 ns # 16.5 clocks\n  tRC: 60\n  tREFI: 3900 ns\n");
    assert_string_equal(p.name, "slow");
    assert_int_equal(p.refresh, RH_REFRESH_OFF);
    assert_int_equal(p.chips, 4);
    assert_int_equal(p.timing.tRP, 17);
    assert_int_equal(p.timing.tRC, 60);
    assert_int_equal(p.timing.tREFI, 4681); /* 4681.9, down */
    assert_int_equal(p.timing.tRAS, 39);    /* the base's */
    assert_int_equal(p.rows, 65536);
}

static void ns_round_up_to_whole_clocks(void **state) {
    (void)state;
    static const struct {
        const char *ns;
        unsigned clocks;
    } cases[] = {{"15", 15},        {"15.0 ns", 12}, {"15.001 ns", 13},   {"16.25 ns", 13},
                 {"16.251 ns", 14}, {"2.5ns", 2},    {"0.016251 us", 14}, {"16250 ps", 13}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[128];
        (void)snprintf(text, sizeof text, "name: x\nbase: gddr3\ntiming:\n  tRCDRD: %s\n", cases[i].ns);
        assert_int_equal(load_text(text).timing.tRCDRD, cases[i].clocks);
    }
}

/* `banks` and `groups` are those of all ranks. A preset that says nothing has one. */
static void ranks_of_a_file(void **state) {
    (void)state;
    struct rh_preset p = load_text("name: x\nbase: ddr5_4800\n");
    assert_int_equal(p.ranks, 1);
    assert_int_equal(p.timing.tRTRS, 0);
    assert_int_equal(rh_preset_geometry(&p, 8).rank_bits, 0);
    p = load_text("name: x\nbase: ddr5_4800\norganisation: {banks: 64, groups: 16, ranks: 2}\ntiming: {tRTRS: 3}\n");
    assert_int_equal(p.ranks, 2);
    assert_int_equal(p.timing.tRTRS, 3);
    assert_int_equal(rh_preset_geometry(&p, 8).rank_bits, 1);
    p = load_text("name: x\nbase: ddr4_2400\norganisation: {ranks: 4}\ntiming: {tRTRS: 1.6 ns}\n"); /* 1.92 clocks */
    assert_int_equal(p.ranks, 4);
    assert_int_equal(p.timing.tRTRS, 2);
    assert_int_equal(rh_preset_geometry(&p, 8).rank_bits, 2);
}

/* What is left out is none; a file that bases on FGDRAM has its grains. */
static void grains_and_subarrays_of_a_file(void **state) {
    (void)state;
    struct rh_preset p = load_text("name: x\nbase: hbm2\n");
    assert_int_equal(p.grains, 1);
    assert_int_equal(p.subarray_group, 1);
    assert_int_equal(p.subarrays, 1);
    assert_int_equal(p.stacked, 0);
    p = load_text("name: x\nbase: hbm2\norganisation: {grains: 2, subarray_group: 4, subarrays: 64, stacked: true}\n");
    assert_int_equal(p.grains, 2);
    assert_int_equal(p.subarray_group, 4);
    assert_int_equal(p.subarrays, 64);
    assert_int_equal(p.stacked, 1);
    p = load_text("name: x\nbase: fgdram\norganisation: {subarray_group: 1, subarrays: 1, stacked: false}\n");
    assert_int_equal(p.grains, 8);
    assert_int_equal(p.subarray_group, 1);
    assert_int_equal(p.stacked, 0);
}

/* A base's map stays while the organisation is one that it fits. */
static void a_file_has_the_map_of_its_base_or_its_own(void **state) {
    (void)state;
    struct rh_preset p = load_text("name: x\nbase: fgdram\norganisation: {channels: 6}\n"), base = load("fgdram");
    assert_int_equal(strncmp(base.map, "row:column:bank:", 16), 0);
    assert_string_equal(p.map, base.map);
    p = load_text("name: x\nbase: fgdram\norganisation: {banks: 8, groups: 4, grains: 4, subarray_group: 2}\n");
    assert_string_equal(p.map, "");
    assert_string_equal(load_text("name: x\nbase: gddr3\n").map, "");
    assert_string_equal(load_text("name: x\nbase: gddr3\nmap: RoBaCoCh,bank^=row[1:0]\n").map,
                        "RoBaCoCh,bank^=row[1:0]");
}

/* Where REF is of all banks; a file that refreshes one by one must say how long that takes. */
static void a_file_may_leave_out_what_one_bank_refresh_takes(void **state) {
    (void)state;
    static const char timing[] =
        "timing: {tBURST: 2, CL: 10, WL: 4, tRCDRD: 12, tRCDWR: 10, tRP: 12, tRAS: 21, tRC: 33, tRRD_S: 6, tRRD_L: 8,\n"
        "  tFAW: 40, activates: 4, tCCD_S: 2, tCCD_L: 3, tWTR_S: 4, tWTR_L: 5, tRTW: 10, tWR: 12, tRTP: 2,\n"
        "  tREFI: 3.9 us, tRFC: 100 ns}\n";
    static const char *const modes[] = {"off", "all_bank", "per_bank", "same_bank"};
    for (unsigned i = 0; i < 4; i++) {
        char text[1024], path[] = "/tmp/test_preset_XXXXXX.yaml";
        (void)snprintf(
            text, sizeof text,
            "name: mine\ntck_ps: 1250\norganisation: {channels: 2, banks: 8, groups: 2, buses: 1, rows: 8192, "
            "row_bytes: 2048, bus_bytes: 4, burst_length: 4, chips: 2, data_rate: 2, auto_precharge: true, "
            "refresh: %s}\n%s",
            modes[i], timing);
        if (i < 2) {
            assert_int_equal(load_text(text).timing.tRFCpb, 80);
            continue;
        }
        struct rh_preset preset;
        struct rh_error error = {""};
        (void)close(mkstemps(path, 5));
        write_text(path, text);
        assert_false(rh_preset_load(path, &preset, &error));
        (void)unlink(path);
        assert_non_null(strstr(error.text, ":4:9: timing: found no tRFCpb, expected it, or a base that gives it"));
    }
}

static void a_file_may_stand_alone(void **state) {
    (void)state;
    struct rh_preset p = load_text(
        "name: mine\nsource: a test\ntck_ps: 1250\natom_bytes: 16\n"
        "organisation: {channels: 2, banks: 8, groups: 2, buses: 1, rows: 8192, row_bytes: 2048, bus_bytes: 4,\n"
        "  burst_length: 4, chips: 2, data_rate: 2, auto_precharge: true, refresh: per_bank}\n"
        "timing: {tBURST: 2, CL: 10, WL: 4, tRCDRD: 15 ns, tRCDWR: 10, tRP: 12, tRAS: 21, tRC: 33, tRRD_S: 6,\n"
        "  tRRD_L: 8, tFAW: 40, activates: 4, tCCD_S: 2, tCCD_L: 3, tWTR_S: 4, tWTR_L: 5, tRTW: 10, tWR: 12,\n"
        "  tRTP: 2, tREFI: 3900 ns, tRFC: 100 ns, tRFCpb: 50 ns}\n");
    static const struct rh_timing t = {.tBURST = 2,
                                       .CL = 10,
                                       .WL = 4,
                                       .tRCDRD = 12,
                                       .tRCDWR = 10,
                                       .tRP = 12,
                                       .tRAS = 21,
                                       .tRC = 33,
                                       .tRRD_S = 6,
                                       .tRRD_L = 8,
                                       .tFAW = 40,
                                       .activates = 4,
                                       .tCCD_S = 2,
                                       .tCCD_L = 3,
                                       .tWTR_S = 4,
                                       .tWTR_L = 5,
                                       .tRTW = 10,
                                       .tWR = 12,
                                       .tRTP = 2,
                                       .tREFI = 3120,
                                       .tRFC = 80,
                                       .tRFCpb = 40};
#define RH_TIMING(name, least, greatest, meaning)      assert_int_equal(p.timing.name, t.name);
#define RH_TIMING_RULE(name, least, greatest, meaning) assert_int_equal(p.timing.name, least);
#define RH_TIMING_DEVICE                               RH_TIMING_RULE
#include "tables/timing.def"
#undef RH_TIMING
    assert_string_equal(p.source, "a test");
    assert_int_equal(p.refresh, RH_REFRESH_PER_BANK);
    assert_int_equal(p.groups, 2);
    assert_int_equal(p.row_bytes, 2048);
    assert_int_equal(p.auto_precharge, 1);
    assert_int_equal(p.ranks, 1);
    assert_int_equal(p.grains, 1);
    assert_int_equal(p.subarray_group, 1);
    assert_int_equal(p.subarrays, 1);
    assert_int_equal(p.stacked, 0);
    assert_int_equal(rh_preset_columns(&p), 128);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(organisation_gives_the_geometry),
        cmocka_unit_test(grains_and_subarrays_reach_the_geometry),
        cmocka_unit_test(modern_figures_are_the_published_ones),
        cmocka_unit_test(more_chips_make_a_command_wider_and_nothing_else),
        cmocka_unit_test(every_value_has_its_history),
        cmocka_unit_test(unknown_names_are_refused_with_the_known_ones),
        cmocka_unit_test(each_broken_file_is_refused_where_and_why),
        cmocka_unit_test(a_file_may_change_a_built_in_preset),
        cmocka_unit_test(ns_round_up_to_whole_clocks),
        cmocka_unit_test(ranks_of_a_file),
        cmocka_unit_test(grains_and_subarrays_of_a_file),
        cmocka_unit_test(a_file_has_the_map_of_its_base_or_its_own),
        cmocka_unit_test(a_file_may_leave_out_what_one_bank_refresh_takes),
        cmocka_unit_test(a_file_may_stand_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
