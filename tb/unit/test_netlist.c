// SPDX-License-Identifier: Apache-2.0
// Which bits of a netlist compare addresses, which decode, and what is refused?
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

/* One module of nets clk_i 2, req_row_i 3 and 4, req_bank_i 5, req_row_is_odd 6, x 7 and 8, request_i 9; the tests' own
 * from 10. */
#define HEAD                                                                                                           \
    "{\"modules\": {\"m\": {\"ports\": {\n\"clk_i\": {\"bits\": [2]}, \"req_row_i\": {\"bits\": [3, 4]},\n"            \
    "\"req_bank_i\": {\"bits\": [5]}, \"req_row_is_odd\": {\"bits\": [6]}, \"x\": {\"bits\": [7, 8]}, \"request_i\": " \
    "{\"bits\": [9]}},\n\"cells\": "                                                                                   \
    "{\n"
#define CELL(name, kind, connections) "\"" name "\": {\"type\": \"" kind "\", \"connections\": {" connections "}}"
#define A(bits)                       "\"A\": [" bits "]"
#define B(bits)                       ", \"B\": [" bits "]"
#define S(bits)                       ", \"S\": [" bits "]"
#define Y(bits)                       ", \"Y\": [" bits "]"
#define DFF(name, d, q)               CELL(name, "$dff", "\"CLK\": [2], \"D\": [" d "], \"Q\": [" q "]")
#define END                           "}}}}\n"
#define NAMES(names)                  "}, \"netnames\": {" names "}}}}\n"
#define NAME(name, hidden, bits)      "\"" name "\": {\"hide_name\": " hidden ", \"bits\": [" bits "]}"

static const char *path;

static struct rh_netlist *open_text(const char *text, struct rh_error *error) {
    path = put_text("netlist.json", text);
    return rh_netlist_open(path, error);
}

static struct rh_netlist_counts counts_of(const char *text) {
    struct rh_error error = {""};
    struct rh_netlist *netlist = open_text(text, &error);
    assert_string_equal(error.text, "");
    assert_non_null(netlist);
    struct rh_netlist_counts counts = rh_netlist_counts(netlist);
    rh_netlist_close(netlist);
    return counts;
}

static void two_variables_are_compared_and_constants_decoded(void **state) {
    (void)state;
    struct rh_netlist_counts c =
        counts_of(HEAD CELL("c", "$eq", A("7, 8, 7, 8") B("10, \"1\", \"x\", \"z\"") Y("11")) END);
    assert_int_equal(c.compared, 1);
    assert_int_equal(c.decoded, 3);
    assert_int_equal(c.addresses, 0);
}

static void a_row_is_followed_through_register_and_multiplexer(void **state) {
    (void)state;
    struct rh_netlist_counts c = counts_of(HEAD CELL("c", "$eq", A("10, 11") B("7, 8") Y("14")) "," DFF(
        "q", "12, 13", "10, 11") "," CELL("m", "$mux", A("10, 11") B("3, 4") S("7") Y("12, 13")) END);
    assert_int_equal(c.addresses, 2);
    assert_int_equal(c.compared, 2);
    assert_int_equal(c.flops, 2);
}

static void a_select_is_no_address(void **state) {
    (void)state;
    struct rh_netlist_counts c = counts_of(
        HEAD CELL("m", "$mux", A("7") B("8") S("5") Y("10")) "," CELL("c", "$eq", A("10") B("7") Y("11")) END);
    assert_int_equal(c.compared, 1);
    assert_int_equal(c.addresses, 0);
}

static void the_outcome_of_a_comparison_is_no_address(void **state) {
    (void)state;
    struct rh_netlist_counts c =
        counts_of(HEAD CELL("c", "$eq", A("5") B("\"1\"") Y("10")) "," CELL("d", "$ne", A("10") B("7") Y("11")) END);
    assert_int_equal(c.addresses, 0);
    assert_int_equal(c.compared, 1);
    assert_int_equal(c.decoded, 1);
}

static void a_wide_multiplexer_and_an_indexed_selection_hand_rows_on(void **state) {
    (void)state;
    struct rh_netlist_counts c = counts_of(HEAD CELL("p", "$pmux", A("7") B("8, 3") S("7, 8") Y("10")) "," CELL(
        "s", "$shiftx", A("7, 4") B("8") Y("11")) "," CELL("c", "$lt", A("10, 11") B("7, 8") Y("12")) END);
    assert_int_equal(c.addresses, 2);
}

/* A shift by the queue's pointer selects, too: any bit of its result may be the row's. */
static void a_shifted_word_hands_rows_on(void **state) {
    (void)state;
    static const char *const kinds[] = {"$shl", "$shr", "$sshl", "$sshr", "$shift", "$bmux"};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        char text[1024];
        (void)snprintf(
            text, sizeof text,
            HEAD CELL("s", "%s", A("7, 3") B("8") Y("10, 11")) "," CELL("c", "$eq", A("10, 11") B("7, 8") Y("12")) END,
            kinds[i]);
        assert_int_equal(counts_of(text).addresses, 2);
    }
}

/* Every kind of register that Yosys' proc and opt_dff make is counted, and hands its bits on. */
static void each_kind_of_register_counts_and_hands_rows_on(void **state) {
    (void)state;
    static const char *const kinds[] = {"$dff", "$dffe", "$adff", "$adffe", "$sdff", "$sdffe", "$sdffce"};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        char text[1024];
        (void)snprintf(text, sizeof text,
                       HEAD CELL("q", "%s", "\"CLK\": [2], \"D\": [3, 4], \"Q\": [10, 11]") "," CELL(
                           "c", "$eq", A("10, 11") B("7, 8") Y("12")) END,
                       kinds[i]);
        assert_int_equal(counts_of(text).flops, 2);
        assert_int_equal(counts_of(text).addresses, 2);
    }
}

static void a_constant_hands_no_row_on(void **state) {
    (void)state;
    /* a bit of the row and a constant are both inputs of the multiplexer; the constants elsewhere stay constants */
    struct rh_netlist_counts c = counts_of(HEAD CELL("m", "$mux", A("3") B("\"0\"") S("7") Y("10")) "," CELL(
        "n", "$mux", A("\"0\"") B("7") S("8") Y("11")) "," CELL("c", "$eq", A("11") B("8") Y("12")) END);
    assert_int_equal(c.addresses, 0);
    assert_int_equal(c.compared, 1);
}

static void a_comparator_written_as_xor_counts(void **state) {
    (void)state;
    struct rh_netlist_counts c =
        counts_of(HEAD CELL("e", "$xor", A("3, 4") B("10, 7") Y("11, 12")) "," DFF("q", "3", "10") END);
    assert_int_equal(c.addresses, 1); /* x is no address */
    assert_int_equal(c.compared, 1);
    c = counts_of(HEAD CELL("e", "$xnor", A("3, 4") B("10, 7") Y("11, 12")) "," DFF("q", "3", "10") END);
    assert_int_equal(c.addresses, 1);
    assert_int_equal(c.compared, 1);
}

static void a_port_that_only_begins_like_a_row_is_none(void **state) {
    (void)state;
    struct rh_netlist_counts c = counts_of(HEAD CELL("c", "$eq", A("6") B("7") Y("10")) END);
    assert_int_equal(c.addresses, 0);
    assert_int_equal(c.compared, 1);
}

static void a_pair_is_compared_where_a_register_meets_a_request(void **state) {
    (void)state;
    /* pair 10 is a register's; request 9 passes an AND with x, then meets it; its other position meets x */
    struct rh_netlist_counts c = counts_of(HEAD DFF("q", "7", "10") "," CELL(
        "e", "$and", A("9") B("7") Y("11")) "," CELL("k", "$and", A("10, 10") B("11, 7") Y("12, 13")) END);
    assert_int_equal(c.pairs, 1);
    assert_int_equal(c.compared, 0);
    /* the same the other way round */
    c = counts_of(HEAD DFF("q", "7", "10") "," CELL("k", "$and", A("9, 7") B("10, 10") Y("12, 13")) END);
    assert_int_equal(c.pairs, 1);
}

static void a_pair_that_meets_no_request_of_this_clock_is_not_compared(void **state) {
    (void)state;
    /* a request that was stored is none any more; a register behind a gate is no pair; an OR compares nothing */
    struct rh_netlist_counts c = counts_of(
        HEAD DFF("q", "9", "10") "," DFF("p", "7", "11") "," CELL("k", "$and", A("10") B("11") Y("12")) "," CELL(
            "n", "$not", A("11") Y("13")) "," CELL("m", "$and", A("13") B("9") Y("14")) "," CELL("o", "$or",
                                                                                                 A("11") B("9") Y("15"))
            END);
    assert_int_equal(c.pairs, 0);
}

static void registers_are_summed_by_their_own_names(void **state) {
    (void)state;
    struct rh_error error = {""};
    struct rh_netlist *netlist = open_text(
        HEAD DFF("a", "10, 11", "12, 13") ", " DFF("b", "12", "14") ", " DFF("c", "13", "15") ", " DFF("d", "13", "16")
            NAMES(
                NAME("u_x.g_entry[0].row_q", "0", "12, 13") ", " NAME("u_x.g_entry[1].row_q[1:0]", "0", "14") ", " NAME(
                    "row", "0", "12, 13") ", " NAME("u_y.other.data_i", "0",
                                                    "15") ", " NAME("_16_", "1", "16") ", " NAME("u_y.flag", "0",
                                                                                                 "15")),
        &error);
    assert_string_equal(error.text, "");
    assert_string_equal(rh_netlist_register(netlist, 0)->name, "?"); /* hidden names are none */
    assert_int_equal(rh_netlist_register(netlist, 0)->bits, 1);
    assert_string_equal(rh_netlist_register(netlist, 1)->name, "u_x.g_entry.row_q"); /* though `row` is shorter */
    assert_int_equal(rh_netlist_register(netlist, 1)->bits, 3);
    assert_string_equal(rh_netlist_register(netlist, 2)->name, "u_y.flag");
    assert_int_equal(rh_netlist_register(netlist, 2)->bits, 1);
    assert_null(rh_netlist_register(netlist, 3));
    rh_netlist_close(netlist);
}

static void pairs_have_a_place(void **state) {
    (void)state;
    struct rh_error error = {""};
    struct rh_netlist *netlist = open_text(
        HEAD DFF("q", "9", "10") ", " CELL("$and$rtl/a.sv:7$3", "$and", A("10, 7") B("9, 8") Y("11, 12")) END, &error);
    assert_string_equal(error.text, "");
    const struct rh_netlist_place *place = rh_netlist_place(netlist, 0);
    assert_string_equal(place->where, "rtl/a.sv:7");
    assert_string_equal(place->kind, "$and");
    assert_int_equal(place->pair_bits, 1);
    assert_int_equal(place->bits, 0);
    assert_null(rh_netlist_place(netlist, 1));
    rh_netlist_close(netlist);
}

static void a_latch_is_counted(void **state) {
    (void)state;
    assert_int_equal(counts_of(HEAD CELL("l", "$dlatch", "\"D\": [7], \"EN\": [8], \"Q\": [10]") END).latches, 1);
    assert_int_equal(counts_of(HEAD DFF("q", "7", "10") END).latches, 0);
}

static void places_are_summed_and_in_order(void **state) {
    (void)state;
    struct rh_error error = {""};
    struct rh_netlist *netlist =
        open_text(HEAD CELL("$flatten\\\\u_q.$eq$rtl/b.sv:12$9", "$eq", A("7") B("8") Y("10")) "," CELL(
                      "$flatten\\\\u_r.$eq$rtl/b.sv:12$77", "$eq",
                      A("5") B("8") Y("11")) "," CELL("$ne$rtl/b.sv:9$1", "$ne", A("7") B("8") Y("12")) END,
                  &error);
    assert_non_null(netlist);
    const struct rh_netlist_place *first = rh_netlist_place(netlist, 0), *second = rh_netlist_place(netlist, 1);
    assert_string_equal(first->where, "rtl/b.sv:9");
    assert_string_equal(first->kind, "$ne");
    assert_string_equal(second->where, "rtl/b.sv:12");
    assert_int_equal(second->cells, 2);
    assert_int_equal(second->bits, 2);
    assert_int_equal(second->address_bits, 1);
    assert_null(rh_netlist_place(netlist, 2));
    rh_netlist_close(netlist);
}

static void a_broken_file_is_refused_by_its_place(void **state) {
    (void)state;
    static const char no_net[] =
        ": cell 'c': found a bit that is no net, expected its number from 2 to 16777215, or a constant";
    static const struct {
        const char *text, *message;
    } broken[] = {
        {"", ":1:0: found '[' or '{' expected near end of file, expected JSON of Yosys' write_json"},
        {HEAD, ":5:0: found string or '}' expected near end of file, expected JSON of Yosys' write_json"},
        {HEAD DFF("c", "7", "10") "," DFF("c", "7", "10") END,
         ":5:75: found duplicate object key near '\"c\"', expected JSON of Yosys' write_json"},
        {".model m\n.end\n", ":1:1: found '[' or '{' expected near '.', expected JSON of Yosys' write_json"},
        {"{\"creator\": 3}", ": found 0 modules, expected one flat module of Yosys' write_json"},
        {"{\"modules\": {\"a\": {}, \"b\": {}}}", ": found 2 modules, expected one flat module of Yosys' write_json"},
        {"{\"modules\": {\"a\": {\"ports\": {}}}}", ": found a module without ports or without cells, expected both"},
        {"{\"modules\": {\"a\": {\"cells\": {}, \"ports\": {\"req_row_i\": 3}}}}",
         ": port 'req_row_i': found no list of bits, expected one"},
        {HEAD "\"c\": {\"type\": \"$eq\"}" END, ": cell 'c': found no type or no connections, expected both"},
        {HEAD "\"c\": {\"type\": 3, \"connections\": {}}" END,
         ": cell 'c': found no type or no connections, expected both"},
        {HEAD CELL("c", "$eq", "\"A\": 7") END, ": cell 'c': found no list of bits, expected one"},
        {HEAD CELL("c", "$eq", A("1")) END, no_net},
        {HEAD CELL("c", "$eq", A("16777216")) END, no_net},
        {HEAD CELL("c", "$eq", A("true")) END, no_net},
    };
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        struct rh_error error = {""};
        char expected[192];
        assert_null(open_text(broken[i].text, &error));
        (void)snprintf(expected, sizeof expected, "%s%s", path, broken[i].message);
        assert_string_equal(error.text, expected);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_variables_are_compared_and_constants_decoded),
        cmocka_unit_test(a_row_is_followed_through_register_and_multiplexer),
        cmocka_unit_test(a_select_is_no_address),
        cmocka_unit_test(the_outcome_of_a_comparison_is_no_address),
        cmocka_unit_test(a_wide_multiplexer_and_an_indexed_selection_hand_rows_on),
        cmocka_unit_test(a_shifted_word_hands_rows_on),
        cmocka_unit_test(each_kind_of_register_counts_and_hands_rows_on),
        cmocka_unit_test(a_constant_hands_no_row_on),
        cmocka_unit_test(a_comparator_written_as_xor_counts),
        cmocka_unit_test(a_port_that_only_begins_like_a_row_is_none),
        cmocka_unit_test(a_pair_is_compared_where_a_register_meets_a_request),
        cmocka_unit_test(a_pair_that_meets_no_request_of_this_clock_is_not_compared),
        cmocka_unit_test(registers_are_summed_by_their_own_names),
        cmocka_unit_test(pairs_have_a_place),
        cmocka_unit_test(a_latch_is_counted),
        cmocka_unit_test(places_are_summed_and_in_order),
        cmocka_unit_test(a_broken_file_is_refused_by_its_place),
    };
    return cmocka_run_group_tests(tests, make_trace_folder, remove_trace_folder);
}
