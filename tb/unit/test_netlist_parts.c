// SPDX-License-Identifier: Apache-2.0
// Which part of the area does a cell of a netlist belong to?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "cmodel/netlist/rh_netlist.h"
#include "tb/unit/trace_file.h"

/* Module rh_new of nets clk_i 2, req_row_i 3 and 4, req_tag_i 5, row_i 6, x 7 and 8; the tests' own from 10. */
#define HEAD                                                                                                           \
    "{\"modules\": {\"rh_new\": {\"ports\": {\"clk_i\": {\"bits\": [2]}, \"req_row_i\": {\"bits\": [3, 4]}, "          \
    "\"req_tag_i\": {\"bits\": [5]}, \"row_i\": {\"bits\": [6]}, \"x\": {\"bits\": [7, 8]}},\"cells\": {"
#define CELL(name, kind, src, connections)                                                                             \
    "\"" name "\": {\"type\": \"" kind "\", \"attributes\": {\"src\": \"" src "\"}, \"connections\": {" connections "}}"
#define END   "}}}}\n"
#define TOP   "rtl/controller/rh_new.sv:9.1-9.2"
#define QUEUE "rtl/controller/rh_age_queue.sv:3.1-3.2"
#define HOLD  "rtl/network/rh_hold.sv:3.1-3.2"
#define BACK  "rtl/dram/rh_backend.sv:4.1-4.2"
#define BANKS "rtl/dram/rh_bank_array.sv:5.1-5.2"
#define TIMER "rtl/core/rh_timer.sv:6.1-6.2"

static const char *path;

static struct rh_netlist *open_text(const char *text, struct rh_error *error) {
    path = put_text("netlist.json", text);
    struct rh_netlist *netlist = rh_netlist_open(path, error);
    assert_non_null(netlist);
    return netlist;
}

/* "name part" of every cell, each with a blank behind it. */
static void parts_of(const char *text, char found[512]) {
    struct rh_error error = {""};
    struct rh_netlist *netlist = open_text(text, &error);
    enum rh_netlist_part part;
    const char *name;
    found[0] = '\0';
    assert_true(rh_netlist_find_parts(netlist, path, &error));
    for (unsigned i = 0; (name = rh_netlist_cell_part(netlist, i, &part)) != NULL; i++) {
        strcat(found, name);
        strcat(found, " ");
        strcat(found, rh_netlist_part_name(part));
        strcat(found, " ");
    }
    rh_netlist_close(netlist);
}

static void an_entry_is_storage_a_comparison_a_comparator_all_else_scheduler(void **state) {
    (void)state;
    char found[512];
    parts_of(HEAD CELL("m", "$mux", TOP, "\"A\": [10, 11], \"B\": [3, 4], \"S\": [7], \"Y\": [12, 13]") "," //
             CELL("q", "$dff", QUEUE "|" TOP, "\"CLK\": [2], \"D\": [12, 13], \"Q\": [10, 11]") ","         //
             CELL("c", "$eq", QUEUE "|" TOP, "\"A\": [10, 11], \"B\": [7, 8], \"Y\": [14]") ","             //
             CELL("d", "$eq", TOP, "\"A\": [10, 11], \"B\": [\"1\", \"0\"], \"Y\": [15]") ","               //
             CELL("v", "$dff", TOP, "\"CLK\": [2], \"D\": [14], \"Q\": [16]") ","                           //
             CELL("t", "$and", TOP, "\"A\": [5], \"B\": [16], \"Y\": [17]") END,
             found);
    assert_string_equal(found, "m storage q storage c comparators d scheduler v scheduler t storage ");
}

static void half_an_entry_is_no_storage(void **state) {
    (void)state;
    char found[512];
    parts_of(HEAD CELL("q", "$dff", TOP, "\"CLK\": [2], \"D\": [3, 7], \"Q\": [10, 11]") END, found);
    assert_string_equal(found, "q scheduler ");
}

static void the_inner_module_says_what_a_cell_is_and_primitives_stand_in_theirs(void **state) {
    (void)state;
    char found[512];
    parts_of(HEAD CELL("a", "$and", TOP "|" BACK, "\"A\": [7], \"B\": [8], \"Y\": [10]") ","               //
             CELL("b", "$eq", TIMER "|" TOP "|" BANKS "|" BACK, "\"A\": [7], \"B\": [8], \"Y\": [11]") "," //
             CELL("c", "$and", TIMER "|" TOP, "\"A\": [7], \"B\": [8], \"Y\": [12]") ","                   //
             CELL("d", "$not", "", "\"A\": [7], \"Y\": [13]") ","                                          //
             CELL("e", "$not", "/usr/share/yosys/techmap.v:1.1", "\"A\": [7], \"Y\": [14]") ","            //
             CELL("f", "$not", BACK "|" BANKS, "\"A\": [7], \"Y\": [15]") END,
             found);
    assert_string_equal(found, "a other b timers c scheduler d scheduler e scheduler f timers ");
}

/* A row that a bank keeps open is the bank's: choosing among them stores nothing of the queue. */
static void entries_are_followed_within_the_queue_alone(void **state) {
    (void)state;
    char found[512];
    parts_of(HEAD CELL("q", "$dff", TOP "|" BANKS, "\"CLK\": [2], \"D\": [3], \"Q\": [10]") "," //
             CELL("m", "$mux", TOP, "\"A\": [10], \"B\": [10], \"S\": [7], \"Y\": [11]") END,
             found);
    assert_string_equal(found, "q timers m scheduler ");
}

static void what_a_hold_rule_remembers_is_storage(void **state) {
    (void)state;
    char found[512];
    parts_of(HEAD CELL("p", "$dff", HOLD "|" TOP, "\"CLK\": [2], \"D\": [7], \"Q\": [10]") ","      //
             CELL("r", "$mux", HOLD "|" TOP, "\"A\": [6], \"B\": [7], \"S\": [8], \"Y\": [11]") "," //
             CELL("s", "$or", HOLD "|" TOP, "\"A\": [7], \"B\": [8], \"Y\": [12]") END,
             found);
    assert_string_equal(found, "p storage r storage s scheduler ");
}

/* Pairs meet requests in an AND; the destination of a request is stored with its row. */
static void pairs_are_comparators_and_a_destination_is_storage(void **state) {
    (void)state;
    char found[512];
    parts_of("{\"modules\": {\"rh_new\": {\"ports\": {\"clk_i\": {\"bits\": [2]}, \"request_i\": {\"bits\": [3]}, "
             "\"destination_i\": {\"bits\": [4]}, \"bank_i\": {\"bits\": [5]}, \"x\": {\"bits\": [6]}},\"cells\": {" //
             CELL("p", "$dff", HOLD "|" TOP, "\"CLK\": [2], \"D\": [6], \"Q\": [10]") ","                            //
             CELL("k", "$and", HOLD "|" TOP, "\"A\": [10], \"B\": [3], \"Y\": [11]") ","                             //
             CELL("n", "$and", HOLD "|" TOP, "\"A\": [6], \"B\": [3], \"Y\": [12]") ","                              //
             CELL("d", "$mux", HOLD "|" TOP, "\"A\": [4], \"B\": [6], \"S\": [3], \"Y\": [13]") ","                  //
             CELL("b", "$mux", HOLD "|" TOP, "\"A\": [5], \"B\": [6], \"S\": [3], \"Y\": [14]") END,
             found);
    assert_string_equal(found, "p storage k comparators n scheduler d storage b storage ");
}

static void an_instance_without_a_role_is_refused(void **state) {
    (void)state;
    struct rh_error error = {""};
    char expected[192];
    struct rh_netlist *netlist =
        open_text(HEAD CELL("a", "$not", TOP "|rtl/dram/rh_strange.sv:3.1-3.2", "\"A\": [7], \"Y\": [10]") END, &error);
    assert_false(rh_netlist_find_parts(netlist, path, &error));
    (void)snprintf(expected, sizeof expected,
                   "%s: found an instance of rh_strange, expected modules of include/tables/area_roles.def", path);
    assert_string_equal(error.text, expected);
    rh_netlist_close(netlist);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_entry_is_storage_a_comparison_a_comparator_all_else_scheduler),
        cmocka_unit_test(half_an_entry_is_no_storage),
        cmocka_unit_test(the_inner_module_says_what_a_cell_is_and_primitives_stand_in_theirs),
        cmocka_unit_test(entries_are_followed_within_the_queue_alone),
        cmocka_unit_test(what_a_hold_rule_remembers_is_storage),
        cmocka_unit_test(pairs_are_comparators_and_a_destination_is_storage),
        cmocka_unit_test(an_instance_without_a_role_is_refused),
    };
    return cmocka_run_group_tests(tests, make_trace_folder, remove_trace_folder);
}
