// SPDX-License-Identifier: Apache-2.0
// Is the native CSV read and written as its header says, in any order, and are its faults named by line and column?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cmodel/trace/rh_trace.h"
#include "trace_file.h"

static struct rh_trace *opened(const char *text) {
    struct rh_error error = {""};
    struct rh_trace *trace = rh_trace_open(put_text("t.csv", text), NULL, &error);
    if (trace == NULL)
        fail_msg("%s", error.text);
    return trace;
}

static struct rh_trace_record next(struct rh_trace *trace) {
    struct rh_trace_record record;
    struct rh_error error = {""};
    if (rh_trace_next(trace, &record, &error) != 1)
        fail_msg("%s", error.text);
    return record;
}

static void coordinates_in_the_header_s_order(void **state) {
    (void)state;
    struct rh_trace *trace = opened("# recorded somewhere\n"
                                    "# geometry: channels=8 banks=8 rows=16384 columns=64 column_bytes=32\n"
                                    "cycle,op,channel,bank,row,column,bytes,core,warp,created,space\n"
                                    "88,R,4,0,14336,39,128,0,1,7,inst\n\n# a pause\n"
                                    "90,W,0x7,7,0x3fff,63,32,29,31,0x10,global\n");
    assert_string_equal(rh_trace_format_name(rh_trace_format_of(trace)), "native");
    const struct rh_trace_geometry *g = rh_trace_geometry(trace);
    assert_non_null(g);
    assert_int_equal(g->channels, 8);
    assert_int_equal(g->rows, 16384);
    assert_int_equal(g->columns, 64);
    assert_int_equal(g->column_bytes, 32);
    assert_int_equal(g->bank_groups, 0);
    struct rh_trace_record r = next(trace);
    assert_int_equal(r.cycle, 88);
    assert_false(r.write);
    assert_int_equal(r.channel, 4);
    assert_int_equal(r.row, 14336);
    assert_int_equal(r.column, 39);
    assert_int_equal(r.bytes, 128);
    assert_int_equal(r.warp, 1);
    assert_int_equal(r.created, 7);
    assert_int_equal(r.line, 4);
    assert_memory_equal(r.space.text, "inst", r.space.length);
    r = next(trace);
    assert_true(r.write);
    assert_int_equal(r.channel, 7);
    assert_int_equal(r.row, 16383);
    assert_int_equal(r.created, 16);
    assert_int_equal(r.line, 7);
    struct rh_error error = {""};
    assert_int_equal(rh_trace_next(trace, &r, &error), 0);
    rh_trace_close(trace);
}

static void columns_stand_in_any_order_and_unknown_ones_are_noted(void **state) {
    (void)state;
    struct rh_trace *trace = opened("row , op,colour,column,bank,bank_group,channel,taste\n"
                                    "5,R,green,6,1,3,2,sweet, sour\n");
    struct rh_trace_record r;
    struct rh_error error = {""};
    assert_string_equal(rh_trace_note(trace), "passes over column 'colour', 'taste'");
    assert_int_equal(rh_trace_next(trace, &r, &error), -1); // one value too many
    rh_trace_close(trace);
    trace = opened("row , op,colour,column,bank,bank_group,channel,taste\n 5, R ,green,6,1,3,2,\n");
    const struct rh_trace_geometry geometry = {4, 16, 4, 100, 32, 32};
    assert_true(rh_trace_set_geometry(trace, &geometry, &error));
    r = next(trace);
    assert_int_equal(r.row, 5);
    assert_int_equal(r.column, 6);
    assert_int_equal(r.channel, 2);
    assert_int_equal(rh_trace_bank(trace, &r), 13);
    assert_false((rh_trace_fields(trace) & 1U << RH_TRACE_CYCLE) != 0);
    rh_trace_close(trace);
}

static void addresses_and_data(void **state) {
    (void)state;
    struct rh_trace *trace = opened("op,address,bytes,data\nW,0xffffffffffffffe0,4,0xDeadBeef\nR,64,4,\n");
    struct rh_trace_record r = next(trace);
    assert_true(r.address == UINT64_C(0xffffffffffffffe0));
    assert_int_equal(r.data.length, 10);
    r = next(trace);
    assert_int_equal(r.address, 64);
    assert_int_equal(r.data.length, 0);
    rh_trace_close(trace);
}

/* Each fault, with the message behind the file's name. */
static void faults_are_named_by_line_and_column(void **state) {
    (void)state;
#define PLACE "op,channel,bank,row,column\n"
#define SMALL "# geometry: channels=2 banks=4 rows=16 columns=8 column_bytes=32\n"
    static const struct {
        const char *text, *error;
    } broken[] = {
        {"", ":1: found the end of the file, expected a request"},
        {"# nothing\n", ":2: found the end of the file, expected a request"},
        {"op,address\n", ":2: found the end of the file, expected a request"},
        {"cycle,address\n1,2\n", ":1: found no column 'op', expected one with R or W"},
        {"op,cycle\n", ":1: found no column 'address', expected it, or channel,bank,row,column"},
        {"op,bank,row,column\n", ":1: found no column 'channel', expected channel,bank,row,column"},
        {"op,channel,bank,row,column,address\n", ":1: found columns of an address and of coordinates, expected either"},
        {"op,address,op\n", ":1:12: found 'op', expected every column once"},
        {"op,,address\n", ":1:4: found ',', expected the name of a column"},
        {"op address\n", ":1:4: found 'address', expected a comma"},
        {"op,address\nx,5\n", ":2:1: found 'x', expected R or W"},
        {"op,address\nREAD,5\n", ":2:1: found 'READ', expected R or W"},
        {"op,address\nR\n", ":2:2: found the end of the line, expected 2 values with commas between them"},
        {"op,address\nR,\n", ":2:3: found the end of the line, expected address (a number below 2^64)"},
        {"op,address\nR,5,6\n", ":2:4: found ',', expected the end of the line"},
        {"op,address\nR,-5\n", ":2:3: found '-5', expected address (a number below 2^64)"},
        {"op,address\nR,5k\n", ":2:3: found '5k', expected address (a number below 2^64)"},
        {"op,address\nR,0x\n", ":2:3: found '0x', expected address (a number below 2^64)"},
        {"op,address\nR,18446744073709551616\n",
         ":2:3: found '18446744073709551616', expected address (a number below 2^64)"},
        {"op,address,bytes\nR,0,0\n", ":2:5: found '0', expected bytes (a number from 1 to 65536)"},
        {"op,address,core\nR,0,65535\n", ":2:5: found '65535', expected core (a number from 0 to 65534)"},
        {"cycle,op,address\n5,R,0\n4,R,0\n", ":3:1: found cycle 4, expected 5 or more, as in the request before it"},
        {"op,address,data\nR,0,00\n", ":2:5: found '00', expected nothing, for a read has no data"},
        {"op,address,data\nW,0,0\n", ":2:5: found '0', expected data as pairs of hexadecimal digits"},
        {"op,address,data\nW,0,zz\n", ":2:5: found 'zz', expected data as pairs of hexadecimal digits"},
        {"op,address,data,bytes\nW,0,0011,4\n", ":2:5: found '0011', expected 4 bytes of data"},
        {SMALL PLACE "R,2,0,0,0\n", ":3:3: found channel 2, expected at most 1 in this geometry"},
        {SMALL PLACE "R,0,4,0,0\n", ":3:5: found bank 4, expected at most 3 in this geometry"},
        {SMALL PLACE "R,0,0,16,0\n", ":3:7: found row 16, expected at most 15 in this geometry"},
        {SMALL PLACE "R,0,0,0,8\n", ":3:9: found column 8, expected at most 7 in this geometry"},
        {SMALL SMALL PLACE "R,0,0,0,0\n", ":2:13: found 'channels=2', expected '# geometry:' once"},
        {PLACE "R,0,0,0,0\n" SMALL, ":3:13: found 'channels=2', expected '# geometry:' before the first request"},
        {"# geometry: channels=2 banks=4 rows=16 columns=8\n" PLACE "R,0,0,0,0\n",
         ":1:49: found the end of the line, expected column_bytes="},
        {"# clock: 1 ns\n# clock: 1 ns\n" PLACE "R,0,0,0,0\n", ":2:10: found '1', expected '# clock:' once"},
        {PLACE "R,0,0,0,0\n# clock: 1 ns\n", ":3:10: found '1', expected '# clock:' before the first request"},
        {"# clock: fast\n" PLACE, ":1:10: found 'fast', expected a clock from 1 ps to 1 ms, like 1.25 ns or 800 MHz"},
        {"# geometry: channels=2 channels=2\n" PLACE, ":1:24: found 'channels=2', expected every key once"},
        {"# geometry: channels=0\n" PLACE, ":1:22: found '0', expected channels (a number from 1 to 65535)"},
        {"# geometry: ranks=2\n" PLACE, ":1:13: found 'ranks=2', expected channels=, banks=, bank_groups=, rows=, "
                                        "columns= or column_bytes="},
        {"# geometry: channels 2\n" PLACE, ":1:21: found ' ', expected '=' and a number"},
        {"# geometry: channels=1 banks=6 bank_groups=4 rows=16 columns=8 column_bytes=32\n" PLACE,
         ":1: found 6 banks in 4 bank groups, expected the same number of banks in each"},
    };
    for (unsigned i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        struct rh_error error = {""};
        struct rh_trace_record r;
        const char *path = put_text("t.csv", broken[i].text);
        struct rh_trace *trace = rh_trace_open(path, NULL, &error);
        int status = trace == NULL ? -1 : 1;
        while (status > 0)
            status = rh_trace_next(trace, &r, &error);
        assert_int_equal(status, -1);
        char *taken = strstr(error.text, "; taken for native by "); /* test_peer_traces.c has the reasons */
        if (taken != NULL)
            *taken = '\0';
        assert_error(&error, path, broken[i].error);
        rh_trace_close(trace);
    }
}

static void bank_groups_bound_the_bank_within_them(void **state) {
    (void)state;
    struct rh_error error = {""};
    struct rh_trace_record r;
    const char *path =
        put_text("t.csv", "# geometry: channels=1 banks=16 bank_groups=4 rows=16 columns=8 column_bytes=32\n"
                          "op,channel,bank_group,bank,row,column\nR,0,3,3,0,0\nR,0,0,4,0,0\n");
    struct rh_trace *trace = rh_trace_open(path, NULL, &error);
    assert_int_equal(rh_trace_next(trace, &r, &error), 1);
    assert_int_equal(rh_trace_bank(trace, &r), 15);
    assert_int_equal(rh_trace_next(trace, &r, &error), -1);
    assert_error(&error, path, ":4:7: found bank 4, expected at most 3 in this geometry");
    rh_trace_close(trace);
}

static void a_clock_is_a_time_or_a_rate(void **state) {
    (void)state;
    static const struct {
        const char *text;
        uint64_t fs; /* 0: refused */
        const char *back;
    } clocks[] = {
        {"1.25 ns", 1250000, "1.25 ns"},
        {"1.25ns", 1250000, "1.25 ns"},
        {" 833 ps ", 833000, "0.833 ns"},
        {"0.1us", 100000000, "100 ns"},
        {"800 MHz", 1250000, "1.25 ns"},
        {"1.2 GHz", 833333, "0.833333 ns"},
        {"1132.5 MHz", 883002, "0.883002 ns"}, /* 883,002.2 */
        {"1000 us", UINT64_C(1000000000000), "1000000 ns"},
        {"1 ps", 1000, "0.001 ns"},
        {"0.0000015 us", 1500, "0.0015 ns"},
        {"0.999 ps", 0, NULL},
        {"1000.000001 us", 0, NULL},
        {"99999999999999.9 us", 0, NULL},
        {"0 ns", 0, NULL},
        {"-1 ns", 0, NULL},
        {"1. ns", 0, NULL},
        {".5 ns", 0, NULL},
        {"1.2.3 ns", 0, NULL},
        {"1 ns 2", 0, NULL},
        {"1 s", 0, NULL},
        {"1", 0, NULL},
        {"", 0, NULL},
        {"1234567890123456 ps", 0, NULL},
    };
    for (unsigned i = 0; i < sizeof clocks / sizeof clocks[0]; i++) {
        uint64_t fs = 0;
        char text[RH_TRACE_CLOCK_TEXT];
        if (rh_trace_clock_parse(clocks[i].text, &fs) != (clocks[i].fs != 0))
            fail_msg("'%s'", clocks[i].text);
        if (clocks[i].fs == 0)
            continue;
        assert_int_equal(fs, clocks[i].fs);
        assert_string_equal(rh_trace_clock_text(fs, text), clocks[i].back);
    }
}

static void what_is_written_reads_back_the_same(void **state) {
    (void)state;
    static const char text[] = "# geometry: channels=2 banks=16 bank_groups=4 rows=16 columns=8 column_bytes=32\n"
                               "# clock: 0.833 ns\n"
                               "cycle,op,channel,bank_group,bank,row,column,bytes,core,warp,created,data,space\n"
                               "3,W,1,3,2,15,7,2,65534,3,9,beef,global\n"
                               "3,R,0,0,0,0,0,65536,0,0,18446744073709551615,,\n";
    struct rh_trace *trace = opened(text);
    const char *path = trace_path("written.csv");
    FILE *file = fopen(path, "w+");
    struct rh_trace_head head = {rh_trace_fields(trace), *rh_trace_geometry(trace), rh_trace_clock(trace)};
    const struct rh_trace_format *native = rh_trace_format_find("native");
    struct rh_trace_record r;
    struct rh_error error = {""};
    assert_true(rh_trace_can_write(native, head.fields, path, &error));
    struct rh_trace_writer *writer = rh_trace_writer_open(native, file, &head);
    assert_non_null(writer);
    while (rh_trace_next(trace, &r, &error) > 0)
        rh_trace_writer_put(writer, &r);
    rh_trace_writer_close(writer);
    rh_trace_close(trace);
    char back[sizeof text + 1] = "";
    rewind(file);
    assert_int_equal(fread(back, 1, sizeof back - 1, file), sizeof text - 1);
    assert_string_equal(back, text);
    fclose(file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coordinates_in_the_header_s_order),
        cmocka_unit_test(columns_stand_in_any_order_and_unknown_ones_are_noted),
        cmocka_unit_test(addresses_and_data),
        cmocka_unit_test(faults_are_named_by_line_and_column),
        cmocka_unit_test(bank_groups_bound_the_bank_within_them),
        cmocka_unit_test(a_clock_is_a_time_or_a_rate),
        cmocka_unit_test(what_is_written_reads_back_the_same),
    };
    return cmocka_run_group_tests(tests, make_trace_folder, remove_trace_folder);
}
