// SPDX-License-Identifier: Apache-2.0
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cmodel/cost/rh_area_ice40.h"
#include "trace_file.h"

#define HEADER "kind,design,settings,luts,flops,carries,logic_cells,fmax_mhz,key\n"
#define PLACED "controller,fr_fcfs,queue=32,5920,1909,498,6349,25.4,cd7c39c4fa3be507\n"
#define GREAT  "controller,most_pending,queue=32,8222,2101,822,8652,none,b6c696bbbb0e7f3d\n"

static void a_row_is_read_field_by_field(void **state) {
    (void)state;
    struct rh_area_ice40_table table;
    struct rh_error error = {""};
    assert_true(rh_area_ice40_load(put_text("t.csv", "# tools\n#more\n" HEADER GREAT PLACED), &table, &error));
    assert_string_equal(table.notes, "tools\nmore\n");
    assert_int_equal(table.count, 2);
    const struct rh_area_ice40_row *row = &table.rows[1];
    assert_string_equal(row->kind, "controller");
    assert_string_equal(row->design, "fr_fcfs");
    assert_string_equal(row->settings, "queue=32");
    assert_int_equal(row->luts, 5920);
    assert_int_equal(row->flops, 1909);
    assert_int_equal(row->carries, 498);
    assert_int_equal(row->logic_cells, 6349);
    assert_true(row->fmax_mhz == 25.4);
    assert_string_equal(row->key, "cd7c39c4fa3be507");
    rh_area_ice40_close(&table);
    assert_null(table.rows);
}

static void a_design_that_was_not_placed_has_no_clock(void **state) {
    (void)state;
    struct rh_area_ice40_table table;
    struct rh_error error = {""};
    assert_true(rh_area_ice40_load(put_text("t.csv", HEADER PLACED GREAT), &table, &error));
    assert_true(table.rows[0].fmax_mhz == 25.4);
    assert_true(table.rows[1].fmax_mhz == 0);
    assert_int_equal(table.rows[1].logic_cells, 8652);
    assert_string_equal(table.rows[1].key, "b6c696bbbb0e7f3d");
    rh_area_ice40_close(&table);
}

static void a_broken_table_is_refused_by_place(void **state) {
    (void)state;
    static const struct {
        const char *text, *message;
    } broken[] = {
        {"", ": found no row, expected the table of scripts/area --ice40"},
        {"# tools\n" HEADER, ": found no row, expected the table of scripts/area --ice40"},
        {PLACED, ":1:1: found 'controller', expected column kind"},
        {"kind,design,settings,cells\n", ":1:22: found 'cells', expected column luts"},
        {HEADER "a,b,,\n", ":2:5: found '', expected settings: a name"},
        {HEADER "a,b,c,none\n", ":2:7: found 'none', expected luts: a whole number"},
        {HEADER "a,b,c,1,2.5\n", ":2:9: found '2.5', expected flops: a whole number"},
        {HEADER "a,b,c,1,2,4294967296,\n", ":2:11: found '4294967296', expected carries: a whole number"},
        {HEADER "a,b,c,1,2,3,-4,5,k\n", ":2:13: found '-4', expected logic_cells: a whole number"},
        {HEADER "a,b,c,1,2,3,4,None,k\n", ":2:15: found 'None', expected fmax_mhz: a number above 0, or none"},
        {HEADER "a,b,c,1,2,3,4,0.0,k\n", ":2:15: found '0.0', expected fmax_mhz: a number above 0, or none"},
        {HEADER "a,b,c,1,2,3,4,,k\n", ":2:15: found '', expected fmax_mhz: a number above 0, or none"},
        {HEADER "a,b,c,1,2,3,4,1.2.3,k\n", ":2:15: found '1.2.3', expected fmax_mhz: a number above 0, or none"},
        {HEADER "a,b,c,1,2,3,4,none\n", ":2:19: found fewer fields, expected 9"},
        {HEADER "a,b,c,1,2,3,4,none,k,9\n", ":2:21: found more fields, expected 9"},
        {HEADER GREAT PLACED GREAT, ":4:1: found most_pending with queue=32 again, expected it once"},
    };
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        struct rh_area_ice40_table table;
        struct rh_error error = {""};
        const char *path = put_text("broken.csv", broken[i].text);
        assert_false(rh_area_ice40_load(path, &table, &error));
        assert_error(&error, path, broken[i].message);
        rh_area_ice40_close(&table);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_is_read_field_by_field),
        cmocka_unit_test(a_design_that_was_not_placed_has_no_clock),
        cmocka_unit_test(a_broken_table_is_refused_by_place),
    };
    return cmocka_run_group_tests(tests, make_trace_folder, remove_trace_folder);
}
