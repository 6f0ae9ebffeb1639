// SPDX-License-Identifier: Apache-2.0
// Are the peers' traces recognised, read as their own readers take them, written so that they read back, and refused by
// column?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cmodel/trace/rh_trace.h"
#include "trace_file.h"

static struct rh_trace *opened(const char *name, const char *format, const char *text) {
    struct rh_error error = {""};
    struct rh_trace *trace = rh_trace_open(put_text(name, text), format, &error);
    if (trace == NULL)
        fail_msg("%s", error.text);
    return trace;
}

static void assert_format(struct rh_trace *trace, const char *name) {
    assert_string_equal(rh_trace_format_name(rh_trace_format_of(trace)), name);
}

static void assert_access(struct rh_trace *trace, uint64_t cycle, bool write, uint64_t address) {
    struct rh_trace_record r = {0};
    struct rh_error error = {""};
    if (rh_trace_next(trace, &r, &error) != 1)
        fail_msg("%s", error.text);
    assert_true(r.address == address);
    assert_int_equal(r.write, write);
    if ((rh_trace_fields(trace) & 1U << RH_TRACE_CYCLE) != 0)
        assert_int_equal(r.cycle, cycle);
}

static void assert_end(struct rh_trace *trace) {
    struct rh_trace_record r;
    struct rh_error error = {""};
    assert_int_equal(rh_trace_next(trace, &r, &error), 0);
    rh_trace_close(trace);
}

static void dramsim3(void **state) {
    (void)state;
    struct rh_trace *trace =
        opened("any.trace", NULL,
               "0x40 READ 0\n0xFFFFFFFFFFFFFFC0   WRITE\t7\n80 P_FETCH 7\n0x1 P_MEM_WR 8\n0x2 BOFF 9\n"
               "0x3 read 9\n0x4 write 9\n0x5 P_MEM_RD 10\n0x6 IFETCH 11\n");
    assert_format(trace, "dramsim3");
    assert_access(trace, 0, false, 0x40);
    assert_access(trace, 7, true, UINT64_C(0xffffffffffffffc0));
    assert_access(trace, 7, false, 0x80); // hexadecimal without 0x
    assert_access(trace, 8, true, 1);
    assert_access(trace, 9, true, 2);
    assert_access(trace, 9, false, 3);
    assert_access(trace, 9, true, 4);
    assert_access(trace, 10, false, 5);
    assert_access(trace, 11, false, 6);
    assert_end(trace);
}

static void ramulator1(void **state) {
    (void)state;
    struct rh_trace *trace = opened("dram.trace", NULL, "0x12345680 R\n0x4cbd56c0 W\n0x35d46f00 R");
    assert_format(trace, "ramulator1");
    assert_access(trace, 0, false, 0x12345680);
    assert_access(trace, 0, true, 0x4cbd56c0);
    assert_access(trace, 0, false, 0x35d46f00);
    assert_end(trace);
}

/* Two records of one line: the write back comes behind the read, and no instruction stands between them. */
static void ramulator_s_cores(void **state) {
    (void)state;
    static const struct {
        unsigned line, bubbles;
        bool write;
        uint64_t address;
    } expected[] = {{1, 3, false, 20734016},
                    {2, 0, false, 0x1000},
                    {2, 0, true, 20734080},
                    {3, 9, false, 64},
                    {4, 4294967295, true, 0xc0}};
    struct rh_trace *trace = opened("cpu.trace", NULL, "3 20734016\n0 0x1000   20734080\n9\t64 R\n4294967295 0xc0 W\n");
    assert_format(trace, "ramulator_cpu");
    for (unsigned i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        struct rh_trace_record r = {0};
        struct rh_error error = {""};
        assert_int_equal(rh_trace_next(trace, &r, &error), 1);
        assert_int_equal(r.line, expected[i].line);
        assert_int_equal(r.bubbles, expected[i].bubbles);
        assert_int_equal(r.write, expected[i].write);
        assert_true(r.address == expected[i].address);
    }
    assert_end(trace);
    trace = opened("cpu.trace", NULL, "12 64 128\n"); // two addresses from the first line on
    assert_format(trace, "ramulator_cpu");
    rh_trace_close(trace);
}

static void ramulator2_loads_and_stores(void **state) {
    (void)state;
    struct rh_trace *trace = opened("ls.trace", NULL, "LD 0x10\nST 10\nLD 0XfF\n");
    assert_format(trace, "ramulator2");
    assert_access(trace, 0, false, 16);
    assert_access(trace, 0, true, 10); // decimal without 0x
    assert_access(trace, 0, false, 255);
    assert_end(trace);
}

static void ramulator2_vectors_with_and_without_bank_groups(void **state) {
    (void)state;
    struct rh_trace_record r;
    struct rh_error error = {""};
    struct rh_trace *trace = opened("rw.trace", NULL, "R 1,0,2,3,400,5\nW 0,0,0,0,0,0\n");
    assert_format(trace, "ramulator2_vector");
    assert_int_equal(rh_trace_next(trace, &r, &error), 1);
    assert_int_equal(r.channel, 1);
    assert_int_equal(r.bank_group, 2);
    assert_int_equal(r.bank, 3);
    assert_int_equal(r.row, 400);
    assert_int_equal(r.column, 5);
    assert_int_equal(rh_trace_next(trace, &r, &error), 1);
    assert_true(r.write);
    assert_end(trace);
    trace = opened("rw.trace", NULL, "W 1,0,3,400,5\n");
    assert_int_equal(rh_trace_next(trace, &r, &error), 1);
    assert_int_equal(r.bank, 3);
    assert_int_equal(rh_trace_fields(trace), RH_TRACE_PLACE | 1 << RH_TRACE_OP);
    assert_end(trace);
}

static void stl_with_and_without_lengths_and_data(void **state) {
    (void)state;
    struct rh_trace_record r;
    struct rh_error error = {""};
    struct rh_trace *trace =
        opened("a.stl", NULL, "# comment\n31:\tread\t0x400140\r\n\n33: (4) write 400160 0xdeadbeef\n");
    assert_format(trace, "stl");
    assert_int_equal(rh_trace_next(trace, &r, &error), 1);
    assert_int_equal(r.cycle, 31);
    assert_int_equal(r.address, 0x400140);
    assert_int_equal(r.bytes, 0); // DRAMSys takes its default
    assert_false((rh_trace_fields(trace) & 1U << RH_TRACE_BYTES) != 0);
    assert_int_equal(rh_trace_next(trace, &r, &error), 1);
    assert_int_equal(r.address, 0x400160);
    assert_int_equal(r.bytes, 4);
    assert_int_equal(r.data.length, 10);
    assert_true((rh_trace_fields(trace) & 1U << RH_TRACE_DATA) != 0);
    assert_end(trace);
}

/* Line 2 comes 5 clocks behind line 1, line 3 with it. */
static void relative_times_of_an_rstl_are_summed_up(void **state) {
    (void)state;
    struct rh_error error = {""};
    struct rh_trace *trace = opened("a.rstl", NULL, "31: read 0x40\n5: (4) write 0x80 0xdeadbeef\n0: read 0xc0\n");
    assert_format(trace, "rstl");
    assert_string_equal(rh_trace_note(trace), "relative times are summed up, as if no request had to wait");
    assert_access(trace, 31, false, 0x40);
    assert_access(trace, 36, true, 0x80);
    assert_access(trace, 36, false, 0xc0);
    assert_end(trace);
    trace = opened("a.txt", "rstl", "7: read 0x40\n7: read 0x80\n");
    assert_access(trace, 7, false, 0x40);
    assert_access(trace, 14, false, 0x80);
    assert_end(trace);
    trace = opened("a.rstl", "stl", "7: read 0x40\n7: read 0x80\n"); // the option wins
    assert_access(trace, 7, false, 0x40);
    assert_access(trace, 7, false, 0x80);
    assert_end(trace);
    const char *path = put_text("a.rstl", "9223372036854775807: read 0x40\n1: read 0x80\n");
    struct rh_trace_record r;
    trace = rh_trace_open(path, NULL, &error);
    assert_int_equal(rh_trace_next(trace, &r, &error), 1);
    assert_int_equal(rh_trace_next(trace, &r, &error), -1);
    assert_error(&error, path,
                 ":2:1: found cycle 1, expected a sum of all times so far of less than 2^63; taken for rstl by its "
                 "first line");
    rh_trace_close(trace);
}

/* As decode_packet_trace.py writes them: with and without an id in front, flags, and the program counter behind. */
static void packets_of_gem5_count_picoseconds(void **state) {
    (void)state;
    static const char *const texts[] = {"r,65536,64,2,500\nw,65600,32,0,1500\n", "r,65536,64,500\nw,65600,32,1500\n",
                                        "7,r,65536,64,2,500,4194304\n9,w,65600,32,0,1500\n"};
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct rh_error error = {""};
        struct rh_trace_record r = {0};
        struct rh_trace *trace = opened("m5out.txt", NULL, texts[i]);
        assert_format(trace, "gem5");
        assert_int_equal(rh_trace_clock(trace), 1000);
        assert_int_equal(rh_trace_next(trace, &r, &error), 1);
        assert_int_equal(r.address, 65536);
        assert_int_equal(r.bytes, 64);
        assert_int_equal(r.cycle, 500);
        assert_false(r.write);
        assert_int_equal(rh_trace_next(trace, &r, &error), 1);
        assert_int_equal(r.address, 65600);
        assert_int_equal(r.bytes, 32);
        assert_int_equal(r.cycle, 1500);
        assert_true(r.write);
        assert_end(trace);
    }
    struct rh_trace *trace = opened("m5out.txt", NULL, "# clock: 2 ps\nr,65536,64,2,500\n");
    assert_int_equal(rh_trace_clock(trace), 2000);
    rh_trace_close(trace);
}

/* A header above gem5's packets makes them native, whose R and W may be small. */
static void packets_under_a_header_are_native(void **state) {
    (void)state;
    struct rh_trace *trace =
        opened("headed.csv", NULL, "op,address,bytes,flags,cycle\nr,65536,64,2,500\nw,65600,64,0,1500\n");
    assert_format(trace, "native");
    assert_string_equal(rh_trace_note(trace), "passes over column 'flags'");
    assert_access(trace, 500, false, 65536);
    assert_access(trace, 1500, true, 65600);
    assert_end(trace);
}

static void files_of_others_are_named(void **state) {
    (void)state;
    static const struct {
        const char *text, *what;
    } files[] = {{"-kernel name = copy4\n", "a kernel of an Accel-Sim trace (`--kernel FILE` runs it)"},
                 {"MemcpyHtoD,0x0000000000010000,128\nkernel-1.traceg\n",
                  "a list of Accel-Sim's kernels (`--kernel FILE` runs one of them)"},
                 {"10 W 0x7f3a40 00000000 0\n", "a trace of USIMM or NVMain (ramulator_cpu comes nearest)"},
                 {"I  0023C790,2\n", "a log of Valgrind's lackey"},
                 {"0x7f8e1: R 0x7ffc8\n", "a trace of Pin's pinatrace"},
                 {"$timescale 1ps $end\n", "a VCD file of waves"}};
    for (unsigned i = 0; i < sizeof files / sizeof files[0]; i++) {
        struct rh_error error = {""};
        char expected[512];
        const char *path = put_text("a", files[i].text);
        assert_null(rh_trace_open(path, NULL, &error));
        snprintf(expected, sizeof expected,
                 ":1:1: found '%.*s', which is %s, expected a line of one of the formats native binary dramsim3 "
                 "ramulator1 ramulator_cpu ramulator2 ramulator2_vector stl rstl gem5 gem5_packets (or --format)",
                 (int)strcspn(files[i].text, "\n"), files[i].text, files[i].what);
        assert_error(&error, path, expected);
    }
}

static void contents_win_over_the_name_and_the_option_over_both(void **state) {
    (void)state;
    struct rh_error error = {""};
    struct rh_trace *trace = opened("wrong.csv", NULL, "# x\n0x40 READ 0\n");
    assert_format(trace, "dramsim3");
    rh_trace_close(trace);
    trace = opened("wrong.stl", NULL, "LD 5\n");
    assert_format(trace, "ramulator2");
    rh_trace_close(trace);
    const char *path = put_text("a.stl", "31; read 0x400140\n"); // no format's line: the ending decides what is missed
    trace = rh_trace_open(path, NULL, &error);
    assert_non_null(trace);
    struct rh_trace_record r;
    assert_int_equal(rh_trace_next(trace, &r, &error), -1);
    assert_error(&error, path,
                 ":1:1: found '31;', expected a cycle (a number from 0 to 9223372036854775807, decimal); taken for stl "
                 "by the ending of its name");
    rh_trace_close(trace);
    trace = opened("a", "ramulator1", "40 R\n");
    assert_format(trace, "ramulator1");
    rh_trace_close(trace);
    path = put_text("a.txt", "hello world\n");
    assert_null(rh_trace_open(path, NULL, &error));
    assert_error(&error, path,
                 ":1:1: found 'hello world', expected a line of one of the formats native binary dramsim3 ramulator1 "
                 "ramulator_cpu ramulator2 ramulator2_vector stl rstl gem5 gem5_packets (or --format)");
    assert_null(rh_trace_open(path, "dramsim2", &error));
    assert_string_equal(
        error.text,
        "format: found 'dramsim2', expected one of native binary dramsim3 ramulator1 ramulator_cpu ramulator2 "
        "ramulator2_vector stl rstl gem5 gem5_packets");
}

#define TAKEN(format) "; taken for " format " by --format"

static void faults_are_named_by_line_and_column(void **state) {
    (void)state;
    static const struct {
        const char *format, *text, *error;
    } broken[] = {
        {"dramsim3", "0x40 READ 5\n0x40 READ\n",
         ":2:10: found the end of the line, expected a cycle (a number from 0 to "
         "9223372036854775807, decimal)" TAKEN("dramsim3")},
        {"dramsim3", "0x40 LOAD 5\n", ":1:6: found 'LOAD', expected READ or WRITE" TAKEN("dramsim3")},
        {"dramsim3", "xyz READ 5\n",
         ":1:1: found 'xyz', expected an address (a number below 2^64, hexadecimal)" TAKEN("dramsim3")},
        {"dramsim3", "0x10000000000000000 READ 5\n",
         ":1:1: found '0x10000000000000000', expected an address (a number below 2^64, hexadecimal)" TAKEN("dramsim3")},
        {"dramsim3", "0x4 READ 5 6\n", ":1:12: found '6', expected the end of the line" TAKEN("dramsim3")},
        {"dramsim3", "0x4 READ 5\n0x4 READ 4\n",
         ":2:10: found cycle 4, expected 5 or more, as in the request before it"},
        {"ramulator1", "0x40\n", ":1:5: found the end of the line, expected R or W" TAKEN("ramulator1")},
        {"ramulator1", "0x40 RW\n", ":1:6: found 'RW', expected R or W" TAKEN("ramulator1")},
        {"ramulator1", "0x40 R 5\n", ":1:8: found '5', expected the end of the line" TAKEN("ramulator1")},
        {"ramulator2", "ld 5\n", ":1:1: found 'ld', expected LD or ST" TAKEN("ramulator2")},
        {"ramulator2", "LD ff\n", ":1:4: found 'ff', expected an address (a number below 2^64)" TAKEN("ramulator2")},
        {"ramulator2", "LD\n",
         ":1:3: found the end of the line, expected an address (a number below 2^64)" TAKEN("ramulator2")},
        {"ramulator2_vector", "R 1,2,3\n",
         ":1:1: found 3 levels, expected channel,rank,[bank_group,]bank,row,column" TAKEN("ramulator2_vector")},
        {"ramulator2_vector", "R 0,1,0,0,0\n",
         ":1:5: found '1', expected rank 0 (bank groups of several ranks count through) (a number from 0 to 0, "
         "decimal)" TAKEN("ramulator2_vector")},
        {"ramulator2_vector", "R 0,0,0,-1,0\n",
         ":1:9: found '-1', expected row (a number from 0 to 4294967295, decimal)" TAKEN("ramulator2_vector")},
        {"ramulator2_vector", "R 0,0,0,0,0\nR 0,0,0,0,0,0\n",
         ":2:12: found ',', expected the end of the line" TAKEN("ramulator2_vector")},
        {"ramulator2_vector", "R 0,0,0,0,0\nR 0,0,0,0\n",
         ":2:10: found the end of the line, expected a comma and the next level" TAKEN("ramulator2_vector")},
        {"ramulator_cpu", "3 64\n3 64 5 6\n", ":2:8: found '6', expected the end of the line" TAKEN("ramulator_cpu")},
        {"ramulator_cpu", "0x3 64\n",
         ":1:1: found '0x3', expected instructions without memory access (a number from 0 to 4294967295, "
         "decimal)" TAKEN("ramulator_cpu")},
        {"stl", "5: fetch 0x0\n", ":1:4: found 'fetch', expected read or write" TAKEN("stl")},
        {"stl", "5 read 0x0\n", ":1:2: found ' ', expected ':' after the cycle" TAKEN("stl")},
        {"stl", "5: (0) read 0x0\n",
         ":1:5: found '0)', expected bytes (a number from 1 to 65536, decimal)" TAKEN("stl")},
        {"stl", "5: (8 read 0x0\n", ":1:6: found ' ', expected ')'" TAKEN("stl")},
        {"stl", "5: read 0x0 0x11\n",
         ":1:13: found '0x11', expected the end of the line, for a read has no data" TAKEN("stl")},
        {"stl", "5: (4) write 0x0 0x1122\n", ":1:18: found '0x1122', expected 4 bytes of data" TAKEN("stl")},
        {"stl", "5: write 0x0 0x112\n",
         ":1:14: found '0x112', expected data as pairs of hexadecimal digits" TAKEN("stl")},
        {"gem5", "r,64,64,2,500\nu,64,64,0,600\n",
         ":2:1: found 'u', expected r or w (gem5's decoder writes u for any other packet; its own file says "
         "which)" TAKEN("gem5")},
        {"gem5", "read,64,64,2,500\n", ":1:1: found 'read', expected r or w" TAKEN("gem5")},
        {"gem5", "r,0x40,64,2,500\n",
         ":1:3: found '0x40', expected an address (a number below 2^64, decimal)" TAKEN("gem5")},
        {"gem5", "r,64,0,2,500\n", ":1:6: found '0', expected bytes (a number from 1 to 65536, decimal)" TAKEN("gem5")},
        {"gem5", "r,64,64,4294967296,500\n",
         ":1:9: found '4294967296', expected flags (a number from 0 to 4294967295, decimal)" TAKEN("gem5")},
        {"gem5", "r,64,64\n",
         ":1:8: found the end of the line, expected a comma, in [id,]r|w,addr,size,[flags,]tick[,pc]" TAKEN("gem5")},
        {"gem5", "r,64,64,2,500,1,2\n", ":1:16: found ',', expected the end of the line" TAKEN("gem5")},
        {"gem5", "r,64,64,2,500\nr,64,64,2,499\n",
         ":2:11: found cycle 499, expected 500 or more, as in the request before it"},
        {"stl", "5: read\n",
         ":1:8: found the end of the line, expected an address (a number below 2^64, hexadecimal)" TAKEN("stl")},
    };
    for (unsigned i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        struct rh_error error = {""};
        struct rh_trace_record r;
        const char *path = put_text("broken", broken[i].text);
        struct rh_trace *trace = rh_trace_open(path, broken[i].format, &error);
        int status = trace == NULL ? -1 : 1;
        while (status > 0)
            status = rh_trace_next(trace, &r, &error);
        assert_int_equal(status, -1);
        assert_error(&error, path, broken[i].error);
        rh_trace_close(trace);
    }
}

static void what_is_written_reads_back_the_same(void **state) {
    (void)state;
    static const struct {
        const char *format, *text;
    } files[] = {{"dramsim3", "0x40 READ 0\n0xFFFFFFFFFFFFFFC0 WRITE 7\n"},
                 {"ramulator1", "0x40 R\n0xffffffffffffffc0 W\n"},
                 {"ramulator2", "LD 0x40\nST 0xffffffffffffffc0\n"},
                 {"ramulator2_vector", "R 0,0,1,2,3\nW 65534,0,255,4294967295,65535\n"},
                 {"ramulator2_vector", "R 0,0,1,2,3,4\nW 65534,0,63,255,4294967295,65535\n"},
                 {"stl", "0:\tread\t0x40\n7:\t(2)\twrite\t0xffffffffffffffc0\t0xbeef\n8:\t(64)\tread\t0x0\n"}};
    for (unsigned i = 0; i < sizeof files / sizeof files[0]; i++) {
        struct rh_error error = {""};
        struct rh_trace_record r = {0};
        const struct rh_trace_format *format = rh_trace_format_find(files[i].format);
        struct rh_trace *trace = opened("in", NULL, files[i].text);
        assert_format(trace, files[i].format);
        FILE *file = tmpfile();
        while (rh_trace_next(trace, &r, &error) > 0) {
            struct rh_trace_head head = {.fields = rh_trace_fields(trace)};
            assert_true(rh_trace_can_write(format, head.fields, "in", &error));
            struct rh_trace_writer *writer = rh_trace_writer_open(format, file, &head); // fields differ by the line
            assert_non_null(writer);
            rh_trace_writer_put(writer, &r);
            rh_trace_writer_close(writer);
        }
        rh_trace_close(trace);
        char back[256] = "";
        rewind(file);
        assert_true(fread(back, 1, sizeof back - 1, file) > 0);
        assert_string_equal(back, files[i].text);
        fclose(file);
    }
}

/* In a comment before the first record of any format; behind it, it is refused. */
static void a_clock_is_said_in_a_comment(void **state) {
    (void)state;
    static const struct {
        const char *text;
        uint64_t fs;
    } files[] = {{"0x40 READ 7\n", 0},
                 {"# clock: 1.25 ns\n0x40 READ 7\n", 1250000},
                 {"# by hand\n\n  # clock: 500 ps\n# more\n7: read 0x40\n", 500000},
                 {"# geometry: none, for this is no native trace\n0x40 R\n", 0}};
    for (unsigned i = 0; i < sizeof files / sizeof files[0]; i++) {
        struct rh_error error = {""};
        struct rh_trace_record r = {0};
        struct rh_trace *trace = opened("in", NULL, files[i].text);
        assert_int_equal(rh_trace_clock(trace), files[i].fs);
        assert_int_equal(rh_trace_next(trace, &r, &error), 1);
        assert_int_equal(r.address, 0x40);
        assert_int_equal(rh_trace_next(trace, &r, &error), 0);
        rh_trace_close(trace);
    }
    struct rh_error error = {""};
    struct rh_trace_record r = {0};
    struct rh_trace *trace = opened("in", NULL, "0x40 READ 7\n# clock: 1 ns\n0x40 READ 8\n");
    assert_int_equal(rh_trace_next(trace, &r, &error), 1);
    assert_int_equal(rh_trace_next(trace, &r, &error), -1);
    assert_non_null(strstr(error.text, ":2:10: found '1', expected '# clock:' before the first request"));
    rh_trace_close(trace);
}

static void a_field_that_would_be_lost_is_named(void **state) {
    (void)state;
    struct rh_error error = {""};
    const rh_trace_set address = 1U << RH_TRACE_OP | 1U << RH_TRACE_ADDRESS, cycle = 1U << RH_TRACE_CYCLE;
    const struct rh_trace_format *ramulator1 = rh_trace_format_find("ramulator1");
    assert_true(rh_trace_can_write(ramulator1, address, "in", &error));
    assert_false(rh_trace_can_write(ramulator1, address | cycle, "in", &error));
    assert_string_equal(error.text,
                        "in: found field 'cycle', which ramulator1 can't hold, expected --drop cycle to lose it");
    assert_false(rh_trace_can_write(rh_trace_format_find("dramsim3"), address, "in", &error));
    assert_string_equal(error.text,
                        "in: found no field 'cycle', expected it, or --cycle-step, because dramsim3 can't do without");
    assert_false(rh_trace_can_write(rh_trace_format_find("ramulator2_vector"),
                                    RH_TRACE_PLACE | 1U << RH_TRACE_OP | 1U << RH_TRACE_BYTES, "in", &error));
    assert_string_equal(
        error.text, "in: found field 'bytes', which ramulator2_vector can't hold, expected --drop bytes to lose it");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dramsim3),
        cmocka_unit_test(ramulator1),
        cmocka_unit_test(ramulator_s_cores),
        cmocka_unit_test(ramulator2_loads_and_stores),
        cmocka_unit_test(ramulator2_vectors_with_and_without_bank_groups),
        cmocka_unit_test(stl_with_and_without_lengths_and_data),
        cmocka_unit_test(relative_times_of_an_rstl_are_summed_up),
        cmocka_unit_test(packets_of_gem5_count_picoseconds),
        cmocka_unit_test(packets_under_a_header_are_native),
        cmocka_unit_test(files_of_others_are_named),
        cmocka_unit_test(contents_win_over_the_name_and_the_option_over_both),
        cmocka_unit_test(faults_are_named_by_line_and_column),
        cmocka_unit_test(what_is_written_reads_back_the_same),
        cmocka_unit_test(a_clock_is_said_in_a_comment),
        cmocka_unit_test(a_field_that_would_be_lost_is_named),
    };
    return cmocka_run_group_tests(tests, make_trace_folder, remove_trace_folder);
}
