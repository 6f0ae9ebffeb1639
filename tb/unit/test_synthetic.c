// SPDX-License-Identifier: Apache-2.0
// Does every synthetic stream do what its line in tables/streams.def says, the same on every machine, inside the
// memory?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rowhold/rh_map.h"
#include "rowhold/rh_synthetic.h"
#include "trace_preset.h"

enum { N = 20000 };
static struct rh_request made[N];

/* The first n requests of a stream into `made`; 0 stands for the default in every field but read_share. */
static bool make(const struct rh_stream_setup *setup, unsigned n) {
    struct rh_preset preset = small_preset();
    struct rh_error error = {""};
    struct rh_stream_setup full = *setup;
    full.requests = n;
    struct rh_stream *stream = rh_synthetic_open(&full, &preset, &error);
    if (stream == NULL)
        fail_msg("%s", error.text);
    for (unsigned i = 0; i < n; i++) {
        assert_int_equal(stream->next(stream, &made[i], &error), 1);
        assert_true(made[i].channel < stream->channels && made[i].bank < 4 && made[i].row < 16);
        assert_in_range(made[i].commands, 1, 8);
        assert_true(made[i].column + made[i].commands <= 16U);
        assert_true(made[i].core < 64 || (made[i].core == 0xffff && made[i].created == 0));
    }
    struct rh_request beyond;
    assert_int_equal(stream->next(stream, &beyond, &error), 0);
    bool timed = stream->timed;
    stream->close(stream);
    return timed;
}

static bool make_row(const struct rh_synthetic *row, uint64_t seed, unsigned n) {
    return make(&(struct rh_stream_setup){.synthetic = row, .read_share = -1, .seed = seed}, n);
}

static bool make_named(const char *name, unsigned n) {
    return make_row(rh_synthetic_find(name), 3, n);
}

static unsigned reads(unsigned n) {
    unsigned count = 0;
    for (unsigned i = 0; i < n; i++)
        count += !made[i].write;
    return count;
}

static void one_seed_one_stream(void **state) {
    (void)state;
    const struct rh_synthetic *row;
    for (size_t i = 0; (row = rh_synthetic_at(i)) != NULL; i++) {
        static struct rh_request first[1000];
        make_row(row, 5, 1000);
        memcpy(first, made, sizeof first);
        make_row(row, 5, 1000);
        assert_memory_equal(first, made, sizeof first);
        bool walks =
            strcmp(row->name, "stream") == 0 || strcmp(row->name, "strided") == 0 || strcmp(row->name, "starve") == 0;
        make_row(row, 6, 1000);
        assert_int_equal(memcmp(first, made, sizeof first) == 0, walks);
    }
}

/* Groups of `size` on successive columns of one row; every bank and row is drawn about equally often. */
static void assert_groups(unsigned size, unsigned banks) {
    unsigned by_bank[4] = {0}, by_row[16] = {0};
    for (unsigned i = 0; i < N / size * size; i += size) {
        by_bank[made[i].bank]++;
        by_row[made[i].row]++;
        for (unsigned k = 1; k < size; k++) {
            assert_int_equal(made[i + k].bank, made[i].bank);
            assert_int_equal(made[i + k].row, made[i].row);
            assert_int_equal(made[i + k].column, made[i].column + k * made[i].commands);
        }
    }
    unsigned groups = N / size;
    for (unsigned bank = 0; bank < 4; bank++)
        if (bank < banks)
            assert_in_range(by_bank[bank], groups / banks * 9 / 10, groups / banks * 11 / 10);
        else
            assert_int_equal(by_bank[bank], 0);
    for (unsigned row = 0; row < 16; row++)
        assert_in_range(by_row[row], groups / 16 * 8 / 10, groups / 16 * 12 / 10);
}

static void rand_streams_ask_each_row_as_often_as_their_number(void **state) {
    (void)state;
    assert_false(make_named("rand1", N));
    assert_groups(1, 4);
    make_named("rand2", N);
    assert_groups(2, 4);
    make_named("rand3", N);
    assert_groups(3, 4);
    assert_int_equal(reads(N), N);
    assert_int_equal(made[0].commands, 2); // 64 bytes
    make(&(struct rh_stream_setup){.synthetic = rh_synthetic_find("rand2"), .banks_used = 3, .read_share = 1}, N);
    assert_groups(2, 3);
}

static void one_bank_is_rand2_on_bank_0(void **state) {
    (void)state;
    make_named("one_bank", N);
    assert_groups(2, 1);
}

static void stream_walks_columns_then_banks_then_rows(void **state) {
    (void)state;
    make_named("stream", 4 * 8 * 16 + 1);
    for (unsigned i = 0; i < 4 * 8 * 16; i++) {
        assert_int_equal(made[i].column, i % 8 * 2);
        assert_int_equal(made[i].bank, i / 8 % 4);
        assert_int_equal(made[i].row, i / 32);
    }
    assert_int_equal(made[512].row, 0); // round again
    make(&(struct rh_stream_setup){.synthetic = rh_synthetic_find("stream"), .channels = 3, .read_share = 1}, 9);
    for (unsigned i = 0; i < 9; i++) {
        assert_int_equal(made[i].channel, i % 3);
        assert_int_equal(made[i].column, i / 3 * 2);
    }
}

static void strided_steps_by_its_stride_and_meets_every_column(void **state) {
    (void)state;
    make_named("strided", 512);
    unsigned seen[4][16][8] = {{{0}}};
    for (unsigned i = 0; i < 512; i++)
        seen[made[i].bank][made[i].row][made[i].column / 2]++;
    assert_int_equal(made[1].column, 4); // a quarter of a row of 16 columns
    assert_int_equal(made[4].bank, 1);
    for (unsigned i = 0; i < 512; i++)
        assert_int_equal(seen[i / 128][i / 8 % 16][i % 8], 1);
    make(&(struct rh_stream_setup){.synthetic = rh_synthetic_find("strided"), .stride = 512, .read_share = 1}, 8);
    for (unsigned i = 0; i < 8; i++) {
        assert_int_equal(made[i].bank, i % 4);
        assert_int_equal(made[i].row, i / 4);
        assert_int_equal(made[i].column, 0);
    }
}

static void hot_rows_come_three_times_in_four(void **state) {
    (void)state;
    make_named("hot_rows", N);
    unsigned by_row[4][16] = {{0}};
    for (unsigned i = 0; i < N; i++)
        by_row[made[i].bank][made[i].row]++;
    for (unsigned bank = 0; bank < 4; bank++) {
        unsigned hottest = 0, all = 0;
        for (unsigned row = 0; row < 16; row++) {
            all += by_row[bank][row];
            hottest = by_row[bank][row] > hottest ? by_row[bank][row] : hottest;
        }
        // 3/4 + 1/4 x 1/16
        assert_in_range(hottest * 100, all * 74, all * 79);
    }
}

static void read_share_is_honoured_by_every_stream(void **state) {
    (void)state;
    const struct rh_synthetic *row;
    for (size_t i = 0; (row = rh_synthetic_at(i)) != NULL; i++) {
        struct rh_stream_setup setup = {.synthetic = row, .read_share = 0.25, .seed = 9};
        make(&setup, N);
        assert_in_range(reads(N), N * 23 / 100, N * 27 / 100);
        setup.read_share = 0;
        setup.all_writes = true;
        make(&setup, 1000);
        assert_int_equal(reads(1000), 0);
        setup.all_writes = false;
        setup.read_share = 1;
        make(&setup, 1000);
        assert_int_equal(reads(1000), 1000);
    }
    make(&(struct rh_stream_setup){.synthetic = rh_synthetic_find("mixed"), .seed = 9}, N); /* a share left out */
    assert_in_range(reads(N), N * 48 / 100, N * 52 / 100);
}

static void random_has_every_length_and_pauses(void **state) {
    (void)state;
    assert_true(make_named("random", N));
    unsigned lengths[9] = {0}, pauses = 0, at_once = 0;
    for (unsigned i = 0; i < N; i++) {
        lengths[made[i].commands]++;
        if (i == 0)
            continue;
        assert_true(made[i].cycle >= made[i - 1].cycle);
        pauses += made[i].cycle - made[i - 1].cycle > 100;
        at_once += made[i].cycle == made[i - 1].cycle;
    }
    for (unsigned n = 1; n <= 8; n++)
        assert_in_range(lengths[n], N / 8 * 9 / 10, N / 8 * 11 / 10);
    assert_true(pauses > N / 50 && at_once > N / 10);
}

static void one_request_wants_another_row_than_the_rest(void **state) {
    (void)state;
    make(&(struct rh_stream_setup){.synthetic = rh_synthetic_find("starve"), .read_share = -1, .channels = 2}, 2000);
    for (unsigned i = 0; i < 2000; i++) {
        assert_int_equal(made[i].channel, i % 2);
        assert_int_equal(made[i].bank, 0);
        assert_int_equal(made[i].row, i == 2 || i == 3 ? 1 : 0);
        assert_int_equal(made[i].column, i / 2 * made[i].commands % 16);
        assert_false(made[i].write);
    }
}

static void phases_follow_each_other_with_pauses(void **state) {
    (void)state;
    assert_true(make_named("phases", 2048));
    assert_int_equal(made[1].column, 2);
    assert_int_equal(made[1].cycle, 4); // 2 column commands of 2 clocks
    assert_true(made[512].cycle - made[511].cycle >= 400);
    assert_int_equal(made[513].row, made[512].row);
}

static void options_out_of_range_are_refused_by_name(void **state) {
    (void)state;
    struct rh_preset preset = small_preset();
    static const struct {
        const char *name;
        struct rh_stream_setup setup;
        const char *error;
    } broken[] = {
        {"rand1", {.banks_used = 5}, "banks_used: found 5, expected at most the 4 banks of small"},
        {"one_bank", {.banks_used = 2}, "banks_used: found 2, expected 1 with one_bank"},
        {"rand1",
         {.request_bytes = 257},
         "request_bytes: found 257, expected at most 8 column commands of 32 bytes, and a quarter of a row"},
        {"rand1",
         {.request_bytes = 160},
         "request_bytes: found 160, expected at most 8 column commands of 32 bytes, and a quarter of a row"},
        {"rand1", {.read_share = 1.5}, "read_share: found 1.5, expected a share from 0 to 1"},
        {"rand1", {.format = "native"}, "format: found the synthetic stream rand1 beside it, expected a trace file"},
        {"rand1", {.map = "row"}, "map:4: found 0 bits of bank, expected 2, as the memory has"},
        {"stream",
         {.map = "row:bank:column", .banks_used = 2},
         "banks_used: found 2 with a map, expected all 4 banks of small with it"},
        {"rand1", {.stride = 64}, "stride: found the synthetic stream rand1 beside it, expected strided"},
        {"rand1",
         {.stream_cores = 4},
         "stream_cores: found the synthetic stream rand1 beside it, expected one of core_..."},
        {"core_stride", {.stream_cores = 65}, "stream_cores: found 65, expected at most 64"},
        {"strided", {.stride = 96}, "stride: found 96, expected a multiple of the 64 bytes of a request"},
    };
    for (unsigned i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        struct rh_error error = {""};
        struct rh_stream_setup setup = broken[i].setup;
        setup.synthetic = rh_synthetic_find(broken[i].name);
        assert_null(rh_synthetic_open(&setup, &preset, &error));
        assert_string_equal(error.text, broken[i].error);
    }
}

/* The places of addresses in sequence, as the map says; a request that it takes apart becomes two. */
static void walks_go_through_a_map(void **state) {
    (void)state;
    const struct rh_preset preset = small_preset();
    const struct rh_map_shape shape = rh_map_shape_of(&preset, 2);
    static const struct {
        const char *map;
        unsigned pieces;
    } maps[] = {{"row:column:bank:channel:column[1]", 1}, {"row:column:channel:bank", 2}, {"RoCoBaCh", 2}};
    for (unsigned m = 0; m < sizeof maps / sizeof maps[0]; m++) {
        struct rh_map map;
        struct rh_error error = {""};
        assert_true(rh_map_parse(&map, maps[m].map, &shape, &error));
        make(&(struct rh_stream_setup){.stream = "stream", .map = maps[m].map, .channels = 2, .read_share = -1}, 1024);
        for (unsigned i = 0; i < 1024; i++) {
            struct rh_map_place place;
            assert_true(rh_map_place(&map, i * (64 / maps[m].pieces), &place));
            assert_int_equal(made[i].commands, 2 / maps[m].pieces);
            assert_int_equal(made[i].channel, place.channel);
            assert_int_equal(made[i].bank, place.bank);
            assert_int_equal(made[i].row, place.row);
            assert_int_equal(made[i].column, place.column);
        }
    }
}

/* row:bank:column:channel is the order of the walk itself, a request of two columns at a time, four of core_stride: so
 * such a map changes nothing. rand2 says banks and rows. */
static void streams_that_draw_their_places_take_no_map(void **state) {
    (void)state;
    static const char *const names[] = {"stream",      "strided",      "rand2",          "phases",
                                        "core_stride", "core_stencil", "core_transpose", "core_camping"};
    static struct rh_request plain[2000];
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        bool draws = i == 2;
        struct rh_stream_setup setup = {.stream = names[i], .channels = 2, .read_share = -1, .stride = 0};
        make(&setup, 2000);
        memcpy(plain, made, sizeof plain);
        setup.map = draws    ? "row:column:bank:channel"
                    : i == 4 ? "row:bank:column:channel:column[3]"
                             : "row:bank:column:channel:column[1]";
        make(&setup, 2000);
        assert_memory_equal(plain, made, sizeof plain);
        struct rh_preset preset = small_preset();
        struct rh_error error = {""};
        struct rh_stream *stream = rh_synthetic_open(&setup, &preset, &error);
        assert_int_equal(stream->note != NULL, draws);
        assert_int_equal(rh_synthetic_map(stream) == NULL, draws);
        stream->close(stream);
    }
}

/* FGDRAM's: two atoms of a row, then the next grain; 256 bytes to a channel, three channels, too. Not where some banks
 * are left out. */
static void a_preset_brings_its_map(void **state) {
    (void)state;
    struct rh_preset preset;
    struct rh_error error = {""};
    assert_true(rh_preset_find("fgdram", &preset, &error));
    static const struct {
        unsigned channels, banks_used;
        bool mapped;
    } runs[] = {{4, 0, true}, {3, 0, true}, {4, 2, false}};
    for (unsigned i = 0; i < 3; i++) {
        const struct rh_stream_setup setup = {.stream = "stream",
                                              .channels = (uint16_t)runs[i].channels,
                                              .banks_used = (uint16_t)runs[i].banks_used,
                                              .request_bytes = 32,
                                              .read_share = -1};
        struct rh_stream *stream = rh_synthetic_open(&setup, &preset, &error);
        assert_non_null(stream);
        assert_int_equal(rh_synthetic_map(stream) != NULL, runs[i].mapped);
        assert_null(stream->note);
        for (unsigned n = 0; runs[i].mapped && n < 16 * runs[i].channels; n++) {
            struct rh_request r;
            assert_int_equal(stream->next(stream, &r, &error), 1);
            assert_int_equal(r.column, n % 2);
            assert_int_equal(r.bank, n / 2 % 4 * 2 + n / (8 * runs[i].channels) * 8);
            assert_int_equal(r.channel, n / 8 % runs[i].channels);
        }
        stream->close(stream);
    }
}

static void resolve_states_what_will_be_used(void **state) {
    (void)state;
    struct rh_preset preset = small_preset();
    struct rh_stream_setup setup = {.synthetic = rh_synthetic_find("mixed"), .read_share = -1};
    rh_synthetic_resolve(&setup, &preset);
    assert_int_equal(setup.requests, 100000);
    assert_int_equal(setup.channels, 1);
    assert_int_equal(setup.banks_used, 4);
    assert_int_equal(setup.request_bytes, 64);
    assert_true(setup.read_share == 0.5);
    assert_int_equal(setup.stride, 0);
    setup = (struct rh_stream_setup){.synthetic = rh_synthetic_find("random"), .read_share = -1};
    rh_synthetic_resolve(&setup, &preset);
    assert_int_equal(setup.request_bytes, 256);
    setup = (struct rh_stream_setup){.synthetic = rh_synthetic_find("strided"), .read_share = -1};
    rh_synthetic_resolve(&setup, &preset);
    assert_int_equal(setup.stride, 128);
}

/* Of 11 rows the twelfth is never asked for, with a map and without. */
static void rows_that_are_no_power_of_two_are_never_passed(void **state) {
    (void)state;
    struct rh_preset preset = small_preset();
    preset.rows = 11;
    const struct rh_synthetic *row;
    for (size_t i = 0; (row = rh_synthetic_at(i)) != NULL; i++)
        for (unsigned mapped = 0; mapped < 2; mapped++) {
            const struct rh_stream_setup setup = {.synthetic = row,
                                                  .channels = 2,
                                                  .requests = 3000,
                                                  .read_share = -1,
                                                  .map = mapped ? "row:bank:column:channel:column[1]" : NULL};
            struct rh_error error = {""};
            struct rh_request request;
            unsigned last = 0;
            struct rh_stream *stream = rh_synthetic_open(&setup, &preset, &error);
            assert_non_null(stream);
            while (stream->next(stream, &request, &error) == 1) {
                assert_true(request.row < 11);
                last += request.row == 10;
            }
            /* one has one bank's first rows, the others as many rows in each half */
            assert_true(last != 0 || strcmp(row->name, "starve") == 0 || strcmp(row->name, "core_stencil") == 0 ||
                        strcmp(row->name, "core_transpose") == 0);
            stream->close(stream);
        }
}

static void every_stream_is_found_by_name_and_has_a_meaning(void **state) {
    (void)state;
    const struct rh_synthetic *row;
    size_t rows = 0;
    for (; (row = rh_synthetic_at(rows)) != NULL; rows++) {
        assert_true(row->meaning[0] != '\0');
        assert_ptr_equal(rh_synthetic_find(row->name), row);
    }
    assert_int_equal(rows, 18);
    assert_null(rh_synthetic_find("rand4"));
    assert_string_equal(rh_synthetic_names(),
                        "rand1, rand2, rand3, one_bank, stream, strided, hot_rows, starve, mixed, random, "
                        "phases, core_stride, core_stencil, core_random, core_hot_bank, core_shared_rows, "
                        "core_transpose, core_camping");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_seed_one_stream),
        cmocka_unit_test(rand_streams_ask_each_row_as_often_as_their_number),
        cmocka_unit_test(one_bank_is_rand2_on_bank_0),
        cmocka_unit_test(stream_walks_columns_then_banks_then_rows),
        cmocka_unit_test(strided_steps_by_its_stride_and_meets_every_column),
        cmocka_unit_test(hot_rows_come_three_times_in_four),
        cmocka_unit_test(read_share_is_honoured_by_every_stream),
        cmocka_unit_test(random_has_every_length_and_pauses),
        cmocka_unit_test(one_request_wants_another_row_than_the_rest),
        cmocka_unit_test(phases_follow_each_other_with_pauses),
        cmocka_unit_test(options_out_of_range_are_refused_by_name),
        cmocka_unit_test(walks_go_through_a_map),
        cmocka_unit_test(streams_that_draw_their_places_take_no_map),
        cmocka_unit_test(a_preset_brings_its_map),
        cmocka_unit_test(resolve_states_what_will_be_used),
        cmocka_unit_test(rows_that_are_no_power_of_two_are_never_passed),
        cmocka_unit_test(every_stream_is_found_by_name_and_has_a_meaning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
