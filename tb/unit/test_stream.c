// SPDX-License-Identifier: Apache-2.0
// Does every record of a trace become the right requests: placed, converted, split, or refused with its line?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cmodel/trace/rh_stream.h"
#include "rowhold/rh_synthetic.h"
#include "trace_file.h"
#include "trace_preset.h"

static struct rh_stream *opened(const struct rh_stream_setup *setup) {
    struct rh_preset preset = small_preset();
    struct rh_error error = {""};
    struct rh_stream *stream = rh_stream_open(setup, &preset, &error);
    if (stream == NULL)
        fail_msg("%s", error.text);
    return stream;
}

static struct rh_stream *opened_text(const char *text) {
    return opened(&(struct rh_stream_setup){.stream = put_text("t.csv", text), .read_share = -1});
}

static struct rh_request next(struct rh_stream *stream) {
    struct rh_request request = {0};
    struct rh_error error = {""};
    if (stream->next(stream, &request, &error) != 1)
        fail_msg("next: %s", error.text);
    return request;
}

static void assert_request(struct rh_stream *stream, unsigned channel, unsigned bank, unsigned row, unsigned column,
                           unsigned commands) {
    struct rh_request r = next(stream);
    assert_int_equal(r.channel, channel);
    assert_int_equal(r.bank, bank);
    assert_int_equal(r.row, row);
    assert_int_equal(r.column, column);
    assert_int_equal(r.commands, commands);
}

static void assert_end(struct rh_stream *stream) {
    struct rh_request request;
    struct rh_error error = {""};
    assert_int_equal(stream->next(stream, &request, &error), 0);
    stream->close(stream);
}

static void assert_refused(const struct rh_stream_setup *setup, const char *expected) {
    struct rh_preset preset = small_preset();
    struct rh_error error = {""};
    struct rh_request request;
    struct rh_stream *stream = rh_stream_open(setup, &preset, &error);
    int status = stream == NULL ? -1 : 1;
    while (status > 0)
        status = stream->next(stream, &request, &error);
    assert_int_equal(status, -1);
    if (stream != NULL)
        stream->close(stream);
    assert_error(&error, setup->stream, expected);
}

#define OUTSIDE "(--wrap folds what lies beyond; a larger memory: --preset, --channels, --chips)"
#define HEAD    "# geometry: channels=2 banks=4 rows=16 columns=16 column_bytes=32\n"
#define NAMES   "cycle,op,channel,bank,row,column,bytes,core,warp,created\n"

static void coordinates_that_fit_are_replayed_as_they_are(void **state) {
    (void)state;
    struct rh_stream *stream =
        opened_text(HEAD "# clock: 1.25 ns\n" NAMES "7,W,1,3,15,4,96,5,6,2\n9,R,0,0,0,15,32,0,0,0\n");
    assert_true(stream->timed);
    assert_int_equal(rh_stream_channels(stream), 2);
    assert_null(stream->note);
    struct rh_request r = next(stream);
    assert_int_equal(r.cycle, 7);
    assert_int_equal(r.created, 2);
    assert_int_equal(r.channel, 1);
    assert_int_equal(r.bank, 3);
    assert_int_equal(r.row, 15);
    assert_int_equal(r.column, 4);
    assert_int_equal(r.commands, 3);
    assert_int_equal(r.core, 5);
    assert_int_equal(r.warp, 6);
    assert_true(r.write);
    assert_request(stream, 0, 0, 0, 15, 1);
    assert_end(stream);
}

static void a_trace_s_own_channels_may_outnumber_the_preset_s(void **state) {
    (void)state;
    struct rh_stream *stream = opened_text("# geometry: channels=9 banks=4 rows=16 columns=16 column_bytes=32\n"
                                           "op,channel,bank,row,column\nR,8,0,0,0\n");
    assert_int_equal(rh_stream_channels(stream), 9);
    assert_false(stream->timed);
    assert_request(stream, 8, 0, 0, 0, 1);
    assert_end(stream);
}

static void bytes_round_up_to_column_commands(void **state) {
    (void)state;
    struct rh_stream *stream =
        opened_text(HEAD "op,channel,bank,row,column,bytes\nR,0,0,0,0,1\nR,0,0,0,0,32\nR,0,0,0,0,33\nR,0,0,0,0,256\n");
    assert_request(stream, 0, 0, 0, 0, 1);
    assert_request(stream, 0, 0, 0, 0, 1);
    assert_request(stream, 0, 0, 0, 0, 2);
    assert_request(stream, 0, 0, 0, 0, 8);
    assert_end(stream);
}

static void long_and_straddling_requests_are_split(void **state) {
    (void)state;
    struct rh_stream *stream =
        opened_text(HEAD "op,channel,bank,row,column,bytes\nR,0,0,0,0,300\nR,0,1,2,14,128\nR,0,1,2,0,544\n");
    assert_request(stream, 0, 0, 0, 0, 8);
    assert_request(stream, 0, 0, 0, 8, 2);
    assert_request(stream, 0, 1, 2, 14, 2);
    assert_request(stream, 0, 1, 3, 0, 2);
    assert_request(stream, 0, 1, 2, 0, 8);
    assert_request(stream, 0, 1, 2, 8, 8);
    assert_request(stream, 0, 1, 3, 0, 1);
    assert_end(stream);
    const char *path = put_text("t.csv", HEAD "op,channel,bank,row,column,bytes\nR,0,1,15,14,128\n");
    assert_refused(&(struct rh_stream_setup){.stream = path},
                   ":3:7: found row 15, expected a request that ends inside the last row");
}

static void a_file_with_a_synthetic_name_gets_a_note(void **state) {
    (void)state;
    char before[512];
    assert_non_null(getcwd(before, sizeof before));
    put_text("rand2", "op,address\nR,0x0\n");
    assert_int_equal(chdir(trace_folder), 0);
    struct rh_stream *shadowing =
        opened(&(struct rh_stream_setup){.synthetic = rh_synthetic_find("rand2"), .requests = 1, .read_share = -1});
    struct rh_stream *other =
        opened(&(struct rh_stream_setup){.synthetic = rh_synthetic_find("rand1"), .requests = 1, .read_share = -1});
    struct rh_stream *file = opened(&(struct rh_stream_setup){.stream = "./rand2", .format = "native"});
    assert_int_equal(chdir(before), 0);
    assert_string_equal(shadowing->note, "stream rand2 is the synthetic one; the file of that name is read as ./rand2");
    assert_null(other->note);
    assert_request(file, 0, 0, 0, 0, 2);
    assert_end(file);
    shadowing->close(shadowing);
    other->close(other);
}

static void columns_of_another_size_are_converted(void **state) {
    (void)state;
    // 32 columns of 16 bytes are a row of 16 columns of 32
    struct rh_stream *stream = opened_text("# geometry: channels=1 banks=4 rows=16 columns=32 column_bytes=16\n"
                                           "op,channel,bank,row,column,bytes\nR,0,0,0,6,64\nR,0,0,0,7,16\n");
    assert_request(stream, 0, 0, 0, 3, 2);
    assert_request(stream, 0, 0, 0, 3, 1);
    assert_end(stream);
    // without bytes, a column of the trace
    stream = opened_text("# geometry: channels=1 banks=4 rows=16 columns=8 column_bytes=64\n"
                         "op,channel,bank,row,column\nR,0,0,0,6\n");
    assert_request(stream, 0, 0, 0, 12, 2);
    assert_end(stream);
}

static void coordinates_that_do_not_fit_are_linearised_and_mapped(void **state) {
    (void)state;
    // 8 banks: row 1, bank 5, column 2, channel 1 -> ((1*8+5)*16+2)*2+1 = 421 commands
    const char *path = put_text("t.csv", "# geometry: channels=2 banks=8 rows=8 columns=16 column_bytes=32\n"
                                         "op,channel,bank,row,column,bytes\nR,1,5,1,2,64\n");
    struct rh_stream *stream = opened(&(struct rh_stream_setup){.stream = path, .map = "row:bank:column:channel"});
    assert_string_equal(stream->note,
                        "coordinates do not fit the preset: linearised row:bank:column:channel, then mapped by "
                        "row[4]:bank[2]:column[4]:channel[1]:byte[5]");
    // 421 = row 3, bank 1, column 2, channel 1 of 4 banks, 16 columns, 2 channels
    assert_request(stream, 1, 1, 3, 2, 2);
    assert_end(stream);
    // beyond 16 rows of 4 banks lies no memory
    path = put_text("t.csv", "# geometry: channels=2 banks=8 rows=16 columns=16 column_bytes=32\n"
                             "op,channel,bank,row,column\nR,0,0,7,0\nR,0,0,8,0\n");
    assert_refused(&(struct rh_stream_setup){.stream = path},
                   ":4:7: found row 8, expected a request inside the 64 KiB of small, which end at 0x10000 " OUTSIDE);
    // fewer channels than the trace has
    path = put_text("t.csv", HEAD "op,channel,bank,row,column\nR,1,0,0,0\n");
    stream = opened(&(struct rh_stream_setup){.stream = path, .channels = 1, .map = "row:bank:column"});
    assert_int_equal(rh_stream_channels(stream), 1);
    assert_request(stream, 0, 0, 0, 1, 1);
    assert_end(stream);
}

static void addresses_beyond_the_memory_are_folded_on_request(void **state) {
    (void)state;
    // 64 KiB: 0x30020 lies at 0x20, two columns further 0x60 of channel 0; ST at the last byte of 2^64
    const char *path = put_text("t.trace", "LD 0x30020\nST 0xffffffffffffffff\n");
    assert_refused(&(struct rh_stream_setup){.stream = path, .map = "row:bank:channel:column"},
                   ":1:4: found address 0x30020, expected a request inside the 64 KiB of small, which end at "
                   "0x10000 " OUTSIDE);
    struct rh_stream *stream =
        opened(&(struct rh_stream_setup){.stream = path, .map = "row:bank:channel:column", .wrap = true});
    assert_string_equal(stream->note,
                        "addresses, folded into the memory, mapped by row[4]:bank[2]:channel[1]:column[4]:byte[5]");
    assert_request(stream, 0, 0, 0, 1, 2);
    assert_request(stream, 1, 3, 15, 15, 1); // its 64 bytes go round the end of all addresses
    assert_request(stream, 0, 0, 0, 0, 1);
    assert_end(stream);
}

static void bubbles_are_time_only_when_it_is_said_how_many_fit_a_clock(void **state) {
    (void)state;
    const char *path = put_text("t.trace", "3 64\n4 128 192\n6 0\n");
    const char *map = "row:bank:channel:column";
    struct rh_stream *stream = opened(&(struct rh_stream_setup){.stream = path, .map = map});
    assert_false(stream->timed);
    assert_string_equal(stream->note, "bubbles take no time (--bubbles-per-clock N gives them some); addresses mapped "
                                      "by row[4]:bank[2]:channel[1]:column[4]:byte[5]");
    assert_int_equal(next(stream).cycle, 0);
    stream->close(stream);
    stream = opened(&(struct rh_stream_setup){.stream = path, .map = map, .bubbles_per_clock = 4});
    assert_true(stream->timed);
    const unsigned cycles[] = {0, 1, 1, 3}; // 3, 7, 7 and 13 bubbles
    for (unsigned i = 0; i < 4; i++) {
        struct rh_request r = next(stream);
        assert_int_equal(r.cycle, cycles[i]);
        assert_int_equal(r.write, i == 2);
    }
    assert_end(stream);
    stream = opened(&(struct rh_stream_setup){.stream = path, .map = map, .bubbles_per_clock = 1});
    rh_stream_limit(stream, 6, "for no more is counted");
    struct rh_request request;
    struct rh_error error = {""};
    assert_int_equal(stream->next(stream, &request, &error), 1);
    assert_int_equal(stream->next(stream, &request, &error), -1);
    assert_error(&error, path,
                 ":2:1: found bubbles 4, expected an arrival by then of at most 6, for no more is counted");
    stream->close(stream);
}

#define PLACES "op,channel,bank,row,column\n"
static void cycles_of_another_clock_become_clocks_of_the_preset(void **state) {
    (void)state;
    static const struct {
        const char *head, *clock, *resolved, *note;
        uint64_t cycles[3];
    } cases[] = {
        {"",
         NULL,
         NULL,
         "the trace's cycles are taken as clocks of small, 1.25 ns each ('# clock: 1.25 ns' in it, or --trace-clock, "
         "says what they are)",
         {0, 3, 7}},
        {"# clock: 1.25 ns\n", NULL, "1.25 ns", NULL, {0, 3, 7}},
        {"# clock: 2.5 ns\n", NULL, "2.5 ns", "the trace's cycles of 2.5 ns become clocks of 1.25 ns", {0, 6, 14}},
        /* cycle 3 begins at 3 ns, in clock 2; cycle 7 at 7 ns, in clock 5 */
        {"# clock: 1ns\n", NULL, "1 ns", "the trace's cycles of 1 ns become clocks of 1.25 ns", {0, 2, 5}},
        {"# clock: 1 ns\n", "400 MHz", "2.5 ns", "the trace's cycles of 2.5 ns become clocks of 1.25 ns", {0, 6, 14}},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[256];
        (void)snprintf(text, sizeof text, "%scycle," PLACES "0,R,0,0,0,0\n3,R,0,0,0,0\n7,R,0,0,0,0\n", cases[i].head);
        struct rh_stream_setup setup = {.stream = put_text("t.csv", text), .trace_clock = cases[i].clock};
        struct rh_preset preset = small_preset();
        struct rh_stream *stream = opened(&setup);
        assert_true((stream->note == NULL) == (cases[i].note == NULL));
        if (stream->note != NULL)
            assert_string_equal(stream->note, cases[i].note);
        rh_stream_resolve(&setup, &preset, stream);
        assert_true((setup.trace_clock == NULL) == (cases[i].resolved == NULL));
        if (setup.trace_clock != NULL)
            assert_string_equal(setup.trace_clock, cases[i].resolved);
        for (unsigned k = 0; k < 3; k++)
            assert_int_equal(next(stream).cycle, cases[i].cycles[k]);
        assert_end(stream);
    }
    const char *path = put_text("t.csv", "# clock: 1 us\ncycle," PLACES "3,R,0,0,0,0\n9223372036854775807,R,0,0,0,0\n");
    assert_refused(&(struct rh_stream_setup){.stream = path},
                   ":4:1: found cycle 9223372036854775807, expected one before clock 2^63 of the preset");
    struct rh_stream *stream = opened(&(struct rh_stream_setup){.stream = path});
    struct rh_request request;
    struct rh_error error = {""};
    rh_stream_limit(stream, 2399, "for no more is counted");
    assert_int_equal(stream->next(stream, &request, &error), -1);
    assert_error(&error, path,
                 ":3:1: found cycle 3, expected a clock of the preset of at most 2399, for no more is counted");
    stream->close(stream);
}

static void without_geometry_the_preset_s_holds(void **state) {
    (void)state;
    struct rh_stream *stream = opened_text("op,channel,bank,row,column\nR,1,3,15,15\n");
    assert_int_equal(rh_stream_channels(stream), 2);
    assert_request(stream, 1, 3, 15, 15, 1);
    assert_end(stream);
    const char *path = put_text("t.csv", "op,channel,bank,row,column\nR,1,3,15,15\nR,1,4,15,15\n");
    assert_refused(&(struct rh_stream_setup){.stream = path},
                   ":3:5: found bank 4, expected at most 3 in this geometry");
}

static void addresses_are_mapped_command_by_command(void **state) {
    (void)state;
    const char *path = put_text("t.csv", "op,address,bytes\nR,0x47,64\nR,0xe0,96\n");
    struct rh_stream *stream =
        opened(&(struct rh_stream_setup){.stream = path, .map = "row:bank:column:channel:column[2]"});
    assert_string_equal(stream->note, "addresses mapped by row[4]:bank[2]:column[2]:channel[1]:column[2]:byte[5]");
    assert_request(stream, 0, 0, 0, 2, 2); // from the command that holds 0x47
    assert_request(stream, 1, 0, 0, 3, 1); // 0xe0: channel 1, column 3; 0x100: channel 0, column 4
    assert_request(stream, 0, 0, 0, 4, 2);
    assert_end(stream);
    path = put_text("t.csv", "op,address\nR,0xffff\nR,0xffc0\n"); // without bytes 64, two commands
    assert_refused(
        &(struct rh_stream_setup){.stream = path},
        ":2:3: found address 0xffff, expected a request inside the 64 KiB of small, which end at 0x10000 " OUTSIDE);
    stream = opened(&(struct rh_stream_setup){.stream = path, .request_bytes = 32, .requests = 1});
    assert_request(stream, 1, 3, 15, 15, 1);
    assert_end(stream);
    path = put_text("t.csv", "op,address\nR,0xffffffffffffffff\n");
    assert_refused(&(struct rh_stream_setup){.stream = path},
                   ":2:3: found address 0xffffffffffffffff, expected a request inside the 64 KiB of small, which "
                   "end at 0x10000 " OUTSIDE);
}

static void unknown_names_and_maps_of_odd_channels_are_refused(void **state) {
    (void)state;
    struct rh_preset preset = small_preset();
    struct rh_error error = {""};
    struct rh_stream_setup setup = {.stream = "rand4"};
    assert_null(rh_stream_open(&setup, &preset, &error));
    assert_string_equal(error.text, "stream: found 'rand4', expected rand1, rand2, rand3, one_bank, stream, strided, "
                                    "hot_rows, starve, mixed, random, phases, core_stride, core_stencil, core_random, "
                                    "core_hot_bank, core_shared_rows, core_transpose, core_camping, or a trace file "
                                    "(near: rand1, rand2, rand3)");
    setup = (struct rh_stream_setup){
        .stream = put_text("t.csv", "op,address\nR,0\n"), .channels = 3, .map = "row:channel[1]:bank:channel:column"};
    assert_null(rh_stream_open(&setup, &preset, &error));
    assert_string_equal(error.text, "map: found 3 channels, no power of two, in 2 pieces and 0 hashes, expected the "
                                    "channel in one piece and not hashed");
}

/* Lines of 64 bytes and of 40: two commands each, of the second the last one is not whole. */
static void a_payload_is_that_of_each_command(void **state) {
    (void)state;
    char text[512];
    uint8_t bytes[32] = {0};
    (void)snprintf(text, sizeof text,
                   "op,address,bytes,data\nW,0x40,64,0x%064d%064d\nW,0x200,40,%064d%016d\n"
                   "W,0x210,32,%064d\nR,0x40,64,\n",
                   10203, 9, 7, 8, 6);
    const struct rh_stream_setup setup = {
        .stream = put_text("p.csv", text), .read_share = -1, .map = "row:bank:column"};
    struct rh_stream *stream = opened(&(struct rh_stream_setup){.stream = setup.stream, .read_share = -1});
    assert_true(rh_stream_has_payload(&setup, stream));
    unsigned seen = 0, whole = 0;
    for (struct rh_request r; seen < 7; seen += r.commands) {
        r = next(stream);
        for (unsigned i = 0; i < r.commands; i++) {
            static const int last[] = {0x03, 0x09, 0x07};
            bool there = rh_stream_payload(stream, i, bytes);
            assert_int_equal(there, seen + i < 3);
            if (there)
                assert_int_equal(bytes[31], last[seen + i]);
            if (there && seen + i == 0)
                assert_int_equal(bytes[29] << 8 | bytes[30], 0x0102);
            whole += there;
        }
    }
    assert_int_equal(whole, 3);
    stream->close(stream);
}

static void without_a_column_of_data_there_is_no_payload(void **state) {
    (void)state;
    const struct rh_stream_setup setup = {.stream = put_text("q.csv", "op,address\nW,0x40\n"), .read_share = -1};
    struct rh_stream *stream = opened(&setup);
    assert_false(rh_stream_has_payload(&setup, stream));
    stream->close(stream);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coordinates_that_fit_are_replayed_as_they_are),
        cmocka_unit_test(a_trace_s_own_channels_may_outnumber_the_preset_s),
        cmocka_unit_test(bytes_round_up_to_column_commands),
        cmocka_unit_test(long_and_straddling_requests_are_split),
        cmocka_unit_test(a_file_with_a_synthetic_name_gets_a_note),
        cmocka_unit_test(columns_of_another_size_are_converted),
        cmocka_unit_test(coordinates_that_do_not_fit_are_linearised_and_mapped),
        cmocka_unit_test(addresses_beyond_the_memory_are_folded_on_request),
        cmocka_unit_test(bubbles_are_time_only_when_it_is_said_how_many_fit_a_clock),
        cmocka_unit_test(cycles_of_another_clock_become_clocks_of_the_preset),
        cmocka_unit_test(without_geometry_the_preset_s_holds),
        cmocka_unit_test(addresses_are_mapped_command_by_command),
        cmocka_unit_test(a_payload_is_that_of_each_command),
        cmocka_unit_test(without_a_column_of_data_there_is_no_payload),
        cmocka_unit_test(unknown_names_and_maps_of_odd_channels_are_refused),
    };
    return cmocka_run_group_tests(tests, make_trace_folder, remove_trace_folder);
}
