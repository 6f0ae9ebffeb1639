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

#include "rowhold/rh_netlist.h"

#define HEAD ".model m\n.inputs clk_i req_row_i[0] req_row_i[1] req_bank_i x[0] x[1]\n.outputs y\n"
#define END  ".end\n"

static char path[64];

static struct rh_netlist *open_text(const char *text, struct rh_error *error) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
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
    struct rh_netlist_counts c = counts_of(HEAD ".subckt $eq A[0]=x[0] A[1]=x[1] B[0]=p B[1]=$true Y=y\n" END);
    assert_int_equal(c.compared, 1);
    assert_int_equal(c.decoded, 1);
    assert_int_equal(c.addresses, 0);
}

static void a_row_is_followed_through_register_and_multiplexer(void **state) {
    (void)state;
    struct rh_netlist_counts c = counts_of(
        HEAD ".subckt $eq A[0]=q[0] A[1]=q[1] B[0]=x[0] B[1]=x[1] Y=y\n"
             ".subckt $dff CLK=clk_i D[0]=d[0] D[1]=d[1] Q[0]=q[0] Q[1]=q[1]\n"
             ".subckt $mux A[0]=q[0] A[1]=q[1] B[0]=req_row_i[0] B[1]=req_row_i[1] S=x[0] Y[0]=d[0] Y[1]=d[1]\n" END);
    assert_int_equal(c.addresses, 2);
    assert_int_equal(c.compared, 2);
    assert_int_equal(c.flops, 2);
}

static void a_select_is_no_address(void **state) {
    (void)state;
    struct rh_netlist_counts c = counts_of(HEAD ".subckt $mux A=x[0] B=x[1] S=req_bank_i Y=m\n"
                                                ".subckt $eq A=m B=x[0] Y=y\n" END);
    assert_int_equal(c.compared, 1);
    assert_int_equal(c.addresses, 0);
}

static void the_outcome_of_a_comparison_is_no_address(void **state) {
    (void)state;
    struct rh_netlist_counts c = counts_of(HEAD ".subckt $eq A=req_bank_i B=$true Y=here\n"
                                                ".subckt $ne A=here B=x[0] Y=y\n" END);
    assert_int_equal(c.addresses, 0);
    assert_int_equal(c.compared, 1);
    assert_int_equal(c.decoded, 1);
}

static void a_wide_multiplexer_and_an_indexed_selection_hand_rows_on(void **state) {
    (void)state;
    struct rh_netlist_counts c =
        counts_of(HEAD ".subckt $pmux A=x[0] B[0]=x[1] B[1]=req_row_i[0] S[0]=x[0] S[1]=x[1] Y=p\n"
                       ".subckt $shiftx A[0]=x[0] A[1]=req_row_i[1] B=x[1] Y=s\n"
                       ".subckt $lt A[0]=p A[1]=s B[0]=x[0] B[1]=x[1] Y=y\n" END);
    assert_int_equal(c.addresses, 2);
}

static void another_name_of_a_net_is_the_net(void **state) {
    (void)state;
    struct rh_netlist_counts c = counts_of(HEAD ".names req_bank_i other\n1 1\n.names $false\n"
                                                ".subckt $eq A=other B=x[0] Y=y\n" END);
    assert_int_equal(c.addresses, 1);
}

static void a_comparator_written_as_xor_counts(void **state) {
    (void)state;
    struct rh_netlist_counts c = counts_of(HEAD ".subckt $xor A[0]=req_row_i[0] A[1]=req_row_i[1] B[0]=q[0] B[1]=x[0] "
                                                "Y[0]=e[0] Y[1]=e[1]\n"
                                                ".subckt $dff CLK=clk_i D=req_row_i[0] Q=q[0]\n" END);
    assert_int_equal(c.addresses, 1); /* x[0] is no address */
    assert_int_equal(c.compared, 1);
}

static void a_port_that_only_begins_like_a_row_is_none(void **state) {
    (void)state;
    struct rh_netlist_counts c = counts_of(HEAD ".subckt $eq A=req_row_is_odd B=x[0] Y=y\n" END);
    assert_int_equal(c.addresses, 0);
    assert_int_equal(c.compared, 1);
}

static void a_latch_is_told(void **state) {
    (void)state;
    assert_int_equal(counts_of(HEAD ".subckt $dlatch D=x[0] EN=x[1] Q=y\n" END).latches, 1);
    assert_int_equal(counts_of(HEAD ".subckt $dff CLK=clk_i D=x[0] Q=y\n" END).latches, 0);
}

static void places_are_summed_and_in_order(void **state) {
    (void)state;
    struct rh_error error = {""};
    struct rh_netlist *netlist = open_text(HEAD ".subckt $eq A=x[0] B=x[1] Y=a\n"
                                                ".cname $flatten\\u_q.$eq$rtl/b.sv:12$9\n"
                                                ".subckt $eq A=req_bank_i B=x[1] Y=b\n"
                                                ".cname $flatten\\u_r.$eq$rtl/b.sv:12$77\n"
                                                ".subckt $ne A=x[0] B=x[1] Y=y\n"
                                                ".cname $ne$rtl/b.sv:9$1\n" END,
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

static void a_broken_file_is_refused_by_line(void **state) {
    (void)state;
    static const struct {
        const char *text, *message;
    } broken[] = {
        {HEAD ".subckt\n" END, ":4: found a broken cell, expected KIND PORT=NET..."},
        {HEAD ".subckt $eq A\n" END, ":4: found a broken cell, expected KIND PORT=NET..."},
        {HEAD ".subckt $eq A= B=x\n" END, ":4: found a broken cell, expected KIND PORT=NET..."},
        {HEAD ".names a b c\n" END, ":4: found a broken cell, expected KIND PORT=NET..."},
        {HEAD, ":3: found 1 modules and no .end, expected BLIF of one flat module, up to its .end"},
        {"", ":0: found 0 modules and no .end, expected BLIF of one flat module, up to its .end"},
        {HEAD END HEAD END, ":8: found 2 modules, expected BLIF of one flat module, up to its .end"},
    };
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        struct rh_error error = {""};
        char expected[160];
        assert_null(open_text(broken[i].text, &error));
        (void)snprintf(expected, sizeof expected, "%s%s", path, broken[i].message);
        assert_string_equal(error.text, expected);
    }
}

static int set_up(void **state) {
    (void)state;
    strcpy(path, "/tmp/rh_test_netlist.XXXXXX");
    int file = mkstemp(path);
    return file < 0 ? -1 : close(file);
}

static int tear_down(void **state) {
    (void)state;
    return unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_variables_are_compared_and_constants_decoded),
        cmocka_unit_test(a_row_is_followed_through_register_and_multiplexer),
        cmocka_unit_test(a_select_is_no_address),
        cmocka_unit_test(the_outcome_of_a_comparison_is_no_address),
        cmocka_unit_test(a_wide_multiplexer_and_an_indexed_selection_hand_rows_on),
        cmocka_unit_test(another_name_of_a_net_is_the_net),
        cmocka_unit_test(a_comparator_written_as_xor_counts),
        cmocka_unit_test(a_port_that_only_begins_like_a_row_is_none),
        cmocka_unit_test(a_latch_is_told),
        cmocka_unit_test(places_are_summed_and_in_order),
        cmocka_unit_test(a_broken_file_is_refused_by_line),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
