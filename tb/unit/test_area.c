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

#include "rowhold/rh_area.h"

#define HEADER                                                                                                         \
    "controller,queue,cells,flops,area_um2,sequential_um2,critical_ns,critical_from,critical_to,address_bits,"         \
    "compared_bits,decoded_bits,key\n"
#define ROW "fr_fcfs,32,16645,1891,614253,181536,8.79,u_a.q[0],u_b.q[1],460,493,275,0123456789abcdef\n"

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
    const struct rh_area_row *row = rh_area_find(&table, "fr_fcfs", 32);
    assert_non_null(row);
    assert_int_equal(row->cells, 16645);
    assert_int_equal(row->flops, 1891);
    assert_true(row->area_um2 == 614253.0);
    assert_true(row->sequential_um2 == 181536.0);
    assert_true(row->critical_ns == 8.79);
    assert_string_equal(row->critical_from, "u_a.q[0]");
    assert_string_equal(row->critical_to, "u_b.q[1]");
    assert_int_equal(row->address_bits, 460);
    assert_int_equal(row->compared_bits, 493);
    assert_int_equal(row->decoded_bits, 275);
    assert_string_equal(row->key, "0123456789abcdef");
    assert_null(rh_area_find(&table, "fr_fcfs", 64));
    assert_null(rh_area_find(&table, "fifo", 32));
    rh_area_close(&table);
}

static void a_broken_table_is_refused_by_place(void **state) {
    (void)state;
    static const struct {
        const char *text, *message;
    } broken[] = {
        {"", ": found no row, expected the table of scripts/area"},
        {HEADER, ": found no row, expected the table of scripts/area"},
        {ROW, ":1:1: found 'fr_fcfs', expected column controller"},
        {HEADER "fr_fcfs,x\n", ":2:9: found 'x', expected queue: a whole number"},
        {HEADER "fr_fcfs,-1\n", ":2:9: found '-1', expected queue: a whole number"},
        {HEADER "fr_fcfs,4294967296\n", ":2:9: found '4294967296', expected queue: a whole number"},
        {HEADER "fr_fcfs,32\n", ":2:11: found fewer fields, expected 13"},
        {HEADER ",32\n", ":2:1: found '', expected controller: a name"},
        {HEADER "a,8,1,1,1.2.3,1,1,a,b,1,1,1,k\n", ":2:9: found '1.2.3', expected area_um2: a number"},
        {HEADER "a,8,1,1,1,1,1,a,b,1,1,1,k,\n", ":2:26: found more fields, expected 13"},
        {HEADER ROW ROW, ":3:1: found fr_fcfs with queue 32 again, expected it once"},
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

static void print(bool markdown, char *text, size_t size) {
    struct rh_area_table table;
    struct rh_error error = {""};
    assert_true(load_text("# tools\n" HEADER ROW "new_one,8,100,10,1000,250,1,a,b,7,8,9,k\n", &table, &error));
    FILE *file = fmemopen(text, size, "w");
    assert_non_null(file);
    rh_area_print(file, &table, markdown);
    assert_int_equal(fclose(file), 0);
    rh_area_close(&table);
}

static void formulas_stand_beside_the_counts(void **state) {
    (void)state;
    char text[8192];
    print(true, text, sizeof text);
    assert_non_null(strstr(text, "\n- tools\n"));
    assert_non_null(strstr(text, "| `fr_fcfs` | 32 | 16645 | 1891 | 614253 | 29.6 | 70.4 | 8.79 | `u_a.q[0]` |"));
    assert_non_null(strstr(text, "| `fr_fcfs` | 32 | 460 | 448 | `Q * (r + b)` | 493 | 275 |"));
    print(false, text, sizeof text);
    assert_non_null(strstr(text, "    460     448      493     275  Q * (r + b)\n"));
}

static void a_controller_without_formula_says_no_model(void **state) {
    (void)state;
    char text[8192];
    print(true, text, sizeof text);
    assert_non_null(strstr(text, "| `new_one` | 8 | 7 | - | no model | 8 | 9 |"));
    print(false, text, sizeof text);
    assert_non_null(strstr(text, "      7       -        8       9  no model\n"));
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
        cmocka_unit_test(a_controller_without_formula_says_no_model),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
