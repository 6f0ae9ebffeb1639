// SPDX-License-Identifier: Apache-2.0
// Does the survey count what stands in a trace, bank by bank?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cmodel/trace/rh_trace_survey.h"
#include "trace_file.h"

static void rows_change_per_channel_and_bank(void **state) {
    (void)state;
    struct rh_error error = {""};
    struct rh_survey survey;
    struct rh_trace *trace = rh_trace_open(put_text("t.csv", "cycle,op,channel,bank,row,column,bytes\n"
                                                             "5,R,0,1,7,0,32\n"    // change: first of the bank
                                                             "6,R,0,1,7,1,32\n"    // same row
                                                             "6,W,2,1,7,0,64\n"    // change: another channel
                                                             "7,W,0,1,8,0,32\n"    // change
                                                             "9,R,0,0,7,0,32\n"    // change: another bank
                                                             "9,R,0,1,7,2,128\n"), // change: back
                                           NULL, &error);
    assert_non_null(trace);
    assert_true(rh_survey_read(&survey, trace, NULL, &error));
    assert_int_equal(survey.requests, 6);
    assert_int_equal(survey.reads, 4);
    assert_int_equal(survey.writes, 2);
    assert_int_equal(survey.bytes, 320);
    assert_int_equal(survey.first_cycle, 5);
    assert_int_equal(survey.last_cycle, 9);
    assert_int_equal(survey.row_changes, 5);
    assert_int_equal(survey.channels, 3);
    assert_int_equal(survey.channels_used, 2);
    assert_int_equal(survey.banks, 2);
    assert_null(survey.bank[1]);
    assert_int_equal(survey.bank[0][1].requests, 4);
    assert_int_equal(survey.bank[0][1].row_changes, 3);
    assert_int_equal(survey.bank[0][0].requests, 1);
    assert_int_equal(survey.bank[2][1].row_changes, 1);
    rh_survey_free(&survey);
    rh_trace_close(trace);
}

static void addresses_are_counted_where_the_map_puts_them(void **state) {
    (void)state;
    static const struct rh_map_shape shape = {2, 4, 1, 16, 8, 32, 1};
    struct rh_error error = {""};
    struct rh_survey survey;
    struct rh_map map;
    assert_true(rh_map_parse(&map, "row:bank:column:channel", &shape, &error));
    const char *path = put_text("t", "LD 0x0\nST 0x40\nLD 0x20\nLD 0x800\nLD 0x0\n");
    struct rh_trace *trace = rh_trace_open(path, NULL, &error);
    assert_true(rh_survey_read(&survey, trace, &map, &error));
    assert_int_equal(survey.least_address, 0);
    assert_int_equal(survey.greatest_address, 0x800);
    assert_int_equal(survey.bank[0][0].requests, 4); // 0x800 is the next row of bank 0
    assert_int_equal(survey.bank[0][0].row_changes, 3);
    assert_int_equal(survey.bank[1][0].requests, 1);
    rh_survey_free(&survey);
    rh_trace_close(trace);
    path = put_text("t", "LD 0x0\nLD 0x8000\n");
    trace = rh_trace_open(path, NULL, &error);
    assert_false(rh_survey_read(&survey, trace, &map, &error));
    assert_error(&error, path,
                 ":2:4: found address 0x8000, expected a request inside the 32 KiB of the memory, which end at 0x8000 "
                 "(--wrap folds what lies beyond; a larger memory: --preset, --channels, --chips)");
    rh_survey_free(&survey);
    rh_trace_close(trace);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_change_per_channel_and_bank),
        cmocka_unit_test(addresses_are_counted_where_the_map_puts_them),
    };
    return cmocka_run_group_tests(tests, make_trace_folder, remove_trace_folder);
}
