// SPDX-License-Identifier: Apache-2.0
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "cmodel/cli/area/rh_area_choice.h"
#include "cmodel/cli/area/rh_area_print.h"
#include "cmodel/cli/rh_settings.h"
#include "rowhold/rh_controller.h"

#define HEADER                                                                                                         \
    "kind,design,settings,cells,flops,area_um2,sequential_um2,critical_ns,critical_from,critical_to,levels,"           \
    "storage_um2,scheduler_um2,comparators_um2,timers_um2,responses_um2,channel_um2,other_um2,split_um2,"              \
    "address_bits,pair_bits,compared_bits,decoded_bits,key\n"
#define ROW                                                                                                            \
    "controller,fr_fcfs,queue=32,16645,1891,614253,181536,8.79,u_a.q[0],u_b.q[1],47,250000,90000,35000,120000,70000,"  \
    "20000,29253,626538,460,0,493,275,0123456789abcdef\n"
#define PARTS "controller,fr_fcfs,queue=32,1,1,11499,1,1,a,b,5,10400,600,499,0,0,0,0,11499,460,0,621,275,k\n"
/* Of the allocator `islip`: the rule's number, flops, pairs, compared bits. */
#define HELD(rule, flops, pairs, compared)                                                                             \
    "allocator,islip,inputs=28 outputs=8 destinations=8 hold=" rule ",900," flops                                      \
    ",5,1,1,a,b,3,5,0,0,0,0,0,0,5,0," pairs "," compared ",0,k\n"

#define NEW_ONE "controller,new_one,queue=8,100,10,1000,250,1,a,b,5,400,300,200,100,0,0,0,990,7,0,8,9,k\n"

static char path[64];

static bool load_text(const char *text, struct rh_area_table *table, struct rh_error *error) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
    return rh_area_load(path, table, error);
}

static void a_row_is_read_field_by_field(void **state) {
    (void)state;
    struct rh_area_table table;
    struct rh_error error = {""};
    assert_true(load_text("# tools\n#more\n" HEADER ROW, &table, &error));
    assert_string_equal(table.notes, "tools\nmore\n");
    assert_int_equal(table.count, 1);
    const struct rh_area_row *row = rh_area_find(&table, "fr_fcfs", "queue=32");
    assert_non_null(row);
    assert_string_equal(row->kind, "controller");
    assert_int_equal(row->cells, 16645);
    assert_int_equal(row->flops, 1891);
    assert_true(row->area_um2 == 614253.0);
    assert_true(row->sequential_um2 == 181536.0);
    assert_true(row->critical_ns == 8.79);
    assert_string_equal(row->critical_from, "u_a.q[0]");
    assert_string_equal(row->critical_to, "u_b.q[1]");
    assert_int_equal(row->levels, 47);
    assert_true(row->part_um2[RH_NETLIST_storage] == 250000.0);
    assert_true(row->part_um2[RH_NETLIST_other] == 29253.0);
    assert_true(row->split_um2 == 626538.0);
    assert_int_equal(row->address_bits, 460);
    assert_int_equal(row->compared_bits, 493);
    assert_int_equal(row->decoded_bits, 275);
    assert_string_equal(row->key, "0123456789abcdef");
    assert_null(rh_area_find(&table, "fr_fcfs", "queue=64"));
    assert_null(rh_area_find(&table, "fifo", "queue=32"));
    rh_area_close(&table);
}

static void a_broken_table_is_refused_by_place(void **state) {
    (void)state;
    static const struct {
        const char *text, *message;
    } broken[] = {
        {"", ": found no row, expected the table of scripts/area"},
        {HEADER, ": found no row, expected the table of scripts/area"},
        {ROW, ":1:1: found 'controller', expected column kind"},
        {HEADER "a,b,,\n", ":2:5: found '', expected settings: a name"},
        {HEADER "a,b,c,x\n", ":2:7: found 'x', expected cells: a whole number"},
        {HEADER "a,b,c,-1\n", ":2:7: found '-1', expected cells: a whole number"},
        {HEADER "a,b,c,4294967296\n", ":2:7: found '4294967296', expected cells: a whole number"},
        {HEADER "a,b,c,32\n", ":2:9: found fewer fields, expected 24"},
        {HEADER ",32\n", ":2:1: found '', expected kind: a name"},
        {HEADER "a,b,c,1,1,1.2.3,1,1,a,b,1,1,1,1,k\n", ":2:11: found '1.2.3', expected area_um2: a number"},
        {HEADER "a,b,c,1,1,1,1,1,a,b,1,1,1,1,1,1,1,1,1,1,1,1,1,k,\n", ":2:48: found more fields, expected 24"},
        {HEADER ROW ROW, ":3:1: found fr_fcfs with queue=32 again, expected it once"},
    };
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        struct rh_area_table table;
        struct rh_error error = {""};
        char expected[200];
        assert_false(load_text(broken[i].text, &table, &error));
        (void)snprintf(expected, sizeof expected, "%s%s", path, broken[i].message);
        assert_string_equal(error.text, expected);
        rh_area_close(&table);
    }
}

static void print(bool markdown, const char *rows, char *text, size_t size) {
    struct rh_area_table table;
    struct rh_error error = {""};
    char whole[1024];
    (void)snprintf(whole, sizeof whole, "# tools\n%s%s", HEADER, rows);
    assert_true(load_text(whole, &table, &error));
    const struct rh_area_view view = {.table = &table};
    FILE *file = fmemopen(text, size, "w");
    assert_non_null(file);
    if (markdown)
        rh_area_print_markdown(file, &view);
    else
        rh_area_print(file, &view);
    assert_int_equal(fclose(file), 0);
    rh_area_close(&table);
}

static void formulas_stand_beside_the_counts(void **state) {
    (void)state;
    char text[8192];
    print(true, ROW, text, sizeof text);
    assert_non_null(strstr(text, "\n- tools\n"));
    assert_non_null(strstr(text, "| `fr_fcfs` | queue=32 | 16645 | 1891 | 614253 | 29.6 | 8.79 | 47 | `u_a.q[0]` |"));
    assert_non_null(strstr(text, "| `fr_fcfs` | queue=32 | 250 | 90 | 35 | 120 | 70 | 20 | 29 | 2.0 |"));
    assert_non_null(strstr(text, "| `fr_fcfs` | queue=32 | 460 | 448 | 493 | 275 | `Q * (r + b)` |"));
    print(false, ROW, text, sizeof text);
    assert_non_null(strstr(text, "        460      448          493        275  Q * (r + b)\n"));
    /* a part below 500 um2 in all rows has no column on the screen, one of 29253 has */
    assert_non_null(strstr(text, "\nfr_fcfs  queue=32    250      90      35     120       70     20     29\n"));
    print(false, PARTS, text, sizeof text);
    assert_non_null(strstr(text, "\nfr_fcfs  queue=32     10       1\n"));
}

static void one_design_is_printed_alone(void **state) {
    (void)state;
    char text[4096];
    struct rh_area_table table;
    struct rh_error error = {""};
    static const char rows[] = HEADER ROW NEW_ONE;
    assert_true(load_text(rows, &table, &error));
    const struct rh_area_view view = {.table = &table, .design = "new_one"};
    FILE *file = fmemopen(text, sizeof text, "w");
    assert_non_null(file);
    rh_area_print(file, &view);
    assert_int_equal(fclose(file), 0);
    assert_non_null(strstr(text, "\nnew_one  queue=8"));
    assert_null(strstr(text, "fr_fcfs"));
    rh_area_close(&table);
}

static void a_controller_without_formula_says_no_model(void **state) {
    (void)state;
    char text[8192];
    static const char row[] = NEW_ONE;
    print(true, row, text, sizeof text);
    assert_non_null(strstr(text, "| `new_one` | queue=8 | 7 | - | 8 | 9 | no model |"));
    print(false, row, text, sizeof text);
    assert_non_null(strstr(text, "          7        -            8          9  no model\n"));
}

/* 28 x 8, 12 row bits, 4 banks: 224 pairs; 12 bits an output compared, 384 bits of rows stored; 4 bits an output. */
static void what_holding_adds_stands_beside_its_formulas(void **state) {
    (void)state;
    char text[8192];
    print(true, HELD("0", "50", "0", "40") HELD("1", "282", "224", "40") HELD("2", "666", "224", "136"), text,
          sizeof text);
    assert_non_null(
        strstr(text, "| `islip` | 28 x 8 | `hold_grant` | 232 | 224 | `I * O` | 224 | 0 | 224 | 224 | `I * O` |"));
    assert_non_null(
        strstr(text, "| `islip` | 28 x 8 | `row_match_hold_grant` | 616 | 608 | `I * O + r * nB * D` | 224 | 96 | "
                     "320 | 320 | `I * O + r * O` |"));
    assert_null(strstr(text, "`none`"));
    print(true, HELD("3", "282", "224", "40"), text, sizeof text);
    assert_null(strstr(text, "`hash_match_hold_grant`")); /* what it adds is not known without the bare allocator */
    print(false, HELD("0", "50", "0", "40") HELD("3", "314", "224", "72"), text, sizeof text);
    assert_non_null(strstr(text, "islip   28 x 8    hash_match_hold_grant    264       256    256      256\n"));
    assert_null(strstr(text, "none"));
}

static void sizes_come_from_their_table(void **state) {
    (void)state;
    const char *kind, *settings;
    enum rh_area_how how;
    assert_true(rh_area_size(0, &kind, &settings, &how));
    assert_string_equal(kind, "controller");
    assert_string_equal(settings, "queue=8");
    assert_int_equal(how, RH_AREA_usual);
    assert_true(rh_area_size(2, &kind, &settings, &how));
    assert_string_equal(settings, "queue=32");
    assert_int_equal(how, RH_AREA_every);
    assert_true(rh_area_size(15, &kind, &settings, &how));
    assert_string_equal(settings, "inputs=36 outputs=36 destinations=8 hold=3");
    assert_int_equal(how, RH_AREA_whole);
    assert_true(rh_area_size(16, &kind, &settings, &how));
    assert_string_equal(kind, "router");
    assert_string_equal(settings, "vcs=1");
    assert_true(rh_area_size(18, &kind, &settings, &how));
    assert_string_equal(settings, "vcs=2 stays=0");
    assert_true(rh_area_size(20, &kind, &settings, &how));
    assert_string_equal(kind, "injector");
    assert_string_equal(settings, "queue=32");
    assert_true(rh_area_size(21, &kind, &settings, &how));
    assert_string_equal(kind, "ejector");
    assert_string_equal(settings, "vcs=1");
    assert_true(rh_area_size(24, &kind, &settings, &how));
    assert_string_equal(settings, "vcs=4 row_affine=15");
    assert_true(rh_area_size(25, &kind, &settings, &how));
    assert_string_equal(kind, "link");
    assert_string_equal(settings, "crc_bits=10");
    assert_int_equal(how, RH_AREA_usual);
    assert_true(rh_area_size(26, &kind, &settings, &how));
    assert_string_equal(kind, "node");
    assert_string_equal(settings, "inputs=5 outputs=5 destinations=8 hold=0");
    assert_int_equal(how, RH_AREA_whole);
    assert_true(rh_area_size(34, &kind, &settings, &how));
    assert_string_equal(kind, "arrival");
    assert_true(rh_area_size(35, &kind, &settings, &how));
    assert_string_equal(kind, "reply");
    assert_string_equal(settings, "queue=32");
    assert_false(rh_area_size(36, &kind, &settings, &how));
}

static void joined_blocks_have_the_parameters_of_one(void **state) {
    (void)state;
    struct rh_area_joint joint;
    assert_true(rh_area_joint(0, &joint));
    assert_string_equal(joint.name, "node");
    assert_int_equal(joint.kind, RH_KIND_allocator);
    assert_string_equal(joint.other, "vc_router");
    assert_true(rh_area_joint(2, &joint));
    assert_string_equal(joint.name, "reply");
    assert_false(rh_area_joint(3, &joint));
    assert_ptr_equal(rh_area_variant("node_islip"), rh_variant_find(RH_KIND_allocator, "islip"));
    assert_ptr_equal(rh_area_variant("arrival_fifo"), rh_variant_find(RH_KIND_controller, "fifo"));
    assert_ptr_equal(rh_area_variant("fifo"), rh_variant_find(RH_KIND_controller, "fifo"));
    assert_null(rh_area_variant("node_fifo"));
    assert_null(rh_area_variant("node"));
    assert_null(rh_area_variant("islip_islip"));
}

/* The source of a request is a warp before warp_group, and a core before the others. */
static void usual_parameters_are_those_of_the_controller(void **state) {
    (void)state;
    const struct {
        const char *design, *settings;
        unsigned source_bits;
    } rows[] = {{"warp_group", "queue=16", 8},
                {"arrival_warp_group", "", 8},
                {"warp_group", "source_bits=5", 5},
                {"bliss", "queue=16", 5}};
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct rh_area_choice choice;
        struct rh_error error = {""};
        char text[64];
        assert_true(rh_area_choice_open(&choice, "--design", rows[i].design, rows[i].settings, &error));
        const struct rh_geometry *geometry = choice.params;
        assert_int_equal(geometry->source_bits, rows[i].source_bits);
        rh_settings_text(&rh_controller_kind, choice.variant->name, geometry, text, sizeof text);
        assert_string_equal(text, rows[i].settings);
        assert_true(rh_area_choice_has(&choice, rows[i].design, rows[i].settings));
        rh_area_choice_close(&choice);
    }
}

static void libraries_come_from_their_table(void **state) {
    (void)state;
    struct rh_area_library l;
    assert_true(rh_area_library(0, &l));
    assert_string_equal(l.name, "osu018");
    assert_string_equal(l.library, "osu018_stdcells");
    assert_string_equal(l.package, "qflow-tech-osu018");
    assert_true(rh_area_library(4, &l));
    assert_string_equal(l.name, "sky130");
    assert_string_equal(l.file, "");
    assert_false(rh_area_library(5, &l));
}

static void tables_are_joined(void **state) {
    (void)state;
    struct rh_area_table one, two, all = {.count = 0};
    struct rh_error error = {""};
    assert_true(load_text("# one\n" HEADER ROW, &one, &error));
    assert_true(load_text("# two\n" HEADER NEW_ONE, &two, &error));
    uint64_t first = one.hash;
    assert_true(rh_area_join(&all, &one, &error));
    assert_true(all.hash == first);
    assert_true(rh_area_join(&all, &two, &error));
    assert_true(all.hash != first);
    assert_int_equal(all.count, 2);
    assert_string_equal(all.notes, "one\n");
    assert_string_equal(all.rows[0].design, "fr_fcfs");
    assert_string_equal(all.rows[1].design, "new_one");
    assert_int_equal(one.count + two.count, 0);
    rh_area_close(&all);
}

/* DDR4-2400: 4 groups of 4 banks, 65536 rows of 128 columns of 64 bytes. */
static void a_preset_says_what_controllers_know_of_their_dram(void **state) {
    (void)state;
    struct rh_area_preset of;
    struct rh_area_row row = {.kind = "controller", .settings = "banks=16 groups=4 row_bits=16 column_bits=7 queue=8"};
    struct rh_error error = {""};
    assert_true(rh_area_preset_open(&of, "ddr4_2400", NULL, &error));
    assert_string_equal(of.settings, "queue=32 banks=16 groups=4 row_bits=16 column_bits=7");
    assert_true(rh_area_preset_has(&of, &row));
    strcpy(row.settings, "banks=16 groups=4 row_bits=15 column_bits=7");
    assert_false(rh_area_preset_has(&of, &row));
    assert_true(rh_area_preset_open(&of, "ddr4_2400", "queue=16,responses=8", &error));
    assert_string_equal(of.settings, "queue=16 banks=16 groups=4 row_bits=16 column_bits=7 responses=8");
    assert_int_equal(of.geometry.responses, 8);
    assert_true(rh_area_preset_open(&of, "gddr3", NULL, &error));
    assert_string_equal(of.settings, "queue=32");
    assert_false(rh_area_preset_open(&of, "gddr3", "queue=16 groups=2", &error));
    assert_string_equal(error.text,
                        "--preset: found SETTINGS with groups beside it, expected only what it does not say");
}

static int set_up(void **state) {
    (void)state;
    strcpy(path, "/tmp/rh_test_area.XXXXXX");
    int file = mkstemp(path);
    return file < 0 ? -1 : close(file);
}

static int tear_down(void **state) {
    (void)state;
    return unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_is_read_field_by_field),
        cmocka_unit_test(a_broken_table_is_refused_by_place),
        cmocka_unit_test(formulas_stand_beside_the_counts),
        cmocka_unit_test(one_design_is_printed_alone),
        cmocka_unit_test(a_controller_without_formula_says_no_model),
        cmocka_unit_test(what_holding_adds_stands_beside_its_formulas),
        cmocka_unit_test(sizes_come_from_their_table),
        cmocka_unit_test(joined_blocks_have_the_parameters_of_one),
        cmocka_unit_test(usual_parameters_are_those_of_the_controller),
        cmocka_unit_test(libraries_come_from_their_table),
        cmocka_unit_test(tables_are_joined),
        cmocka_unit_test(a_preset_says_what_controllers_know_of_their_dram),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
