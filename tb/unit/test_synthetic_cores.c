// SPDX-License-Identifier: Apache-2.0
// Do the streams core_... do what rh_synthetic.h says of each core's requests, in the memory of every preset? The first
// requests stand here as its definitions give them, with splitmix64 worked out by another program.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rowhold/rh_core_streams.h"
#include "rowhold/rh_synthetic.h"
#include "trace_preset.h"

enum { N = 24000 };
static struct rh_request made[N];

static void make(const char *name, const struct rh_preset *preset, unsigned cores, unsigned channels, double read_share,
                 unsigned n) {
    const struct rh_stream_setup setup = {.synthetic = rh_synthetic_find(name),
                                          .stream_cores = (uint16_t)cores,
                                          .channels = (uint16_t)channels,
                                          .read_share = read_share,
                                          .requests = n,
                                          .seed = 3};
    struct rh_error error = {""};
    struct rh_stream *stream = rh_synthetic_open(&setup, preset, &error);
    if (stream == NULL)
        fail_msg("%s", error.text);
    assert_false(stream->timed);
    for (unsigned i = 0; i < n; i++)
        assert_int_equal(stream->next(stream, &made[i], &error), 1);
    stream->close(stream);
}

static void make_small(const char *name, unsigned cores, unsigned channels, unsigned n) {
    const struct rh_preset preset = small_preset();
    make(name, &preset, cores, channels, -1, n);
}

struct expected {
    uint16_t core;
    uint64_t created;
    unsigned channel, bank, row, column, write;
};

static void assert_made(const struct expected *expected, unsigned n) {
    for (unsigned i = 0; i < n; i++) {
        assert_int_equal(made[i].core, expected[i].core);
        assert_int_equal(made[i].created, expected[i].created);
        assert_int_equal(made[i].channel, expected[i].channel);
        assert_int_equal(made[i].bank, expected[i].bank);
        assert_int_equal(made[i].row, expected[i].row);
        assert_int_equal(made[i].column, expected[i].column);
        assert_int_equal(made[i].write, expected[i].write);
        assert_int_equal(made[i].commands, 2); /* 64 bytes */
        assert_int_equal(made[i].cycle, 0);
    }
}
#define ASSERT_MADE(...) assert_made((__VA_ARGS__), sizeof(__VA_ARGS__) / sizeof((__VA_ARGS__)[0]))

/* 5 cores have 16 / 5 = 3 rows each. A round asks for 5 x 4 clocks of 3 buses, half of which are 13.3 DRAM clocks, 5.4
 * core clocks: 6. */
static void stride_walks_rows_of_its_own(void **state) {
    (void)state;
    static const struct expected first[] = {
        {0, 4, 0, 0, 0, 0, 0},  {1, 0, 1, 0, 3, 0, 0},  {2, 3, 2, 0, 6, 0, 0},  {3, 5, 0, 1, 9, 0, 0},
        {4, 5, 1, 1, 12, 0, 0}, {0, 10, 0, 0, 0, 2, 0}, {1, 8, 1, 0, 3, 2, 0},  {2, 10, 2, 0, 6, 2, 0},
        {3, 6, 0, 1, 9, 2, 0},  {4, 9, 1, 1, 12, 2, 1}, {0, 17, 0, 0, 0, 4, 0}, {1, 13, 1, 0, 3, 4, 0},
    };
    make_small("core_stride", 5, 3, 2000);
    ASSERT_MADE(first);
    /* Of core 4: 256 bytes in channel 1, then in 2 and 0, then the second half of the row. */
    static const unsigned channels[] = {1, 1, 1, 1, 2, 2, 2, 2, 0, 0, 0, 0, 1, 1, 1, 1, 2};
    static const unsigned columns[] = {0, 2, 4, 6, 0, 2, 4, 6, 0, 2, 4, 6, 8, 10, 12, 14, 8};
    for (unsigned n = 0; n < sizeof channels / sizeof channels[0]; n++) {
        assert_int_equal(made[n * 5 + 4].channel, channels[n]);
        assert_int_equal(made[n * 5 + 4].column, columns[n]);
        assert_int_equal(made[n * 5 + 4].bank, 1);
        assert_int_equal(made[n * 5 + 4].row, 12);
    }
    /* Request 24 of a core is in the next bank: 8 places of 3 channels are done. After four banks comes the next
     * row. */
    assert_int_equal(made[24 * 5 + 4].bank, 2);
    assert_int_equal(made[24 * 5 + 4].channel, 1);
    assert_int_equal(made[24 * 5 + 4].row, 12);
    assert_int_equal(made[24 * 5 + 4].column, 0);
    assert_int_equal(made[23 * 5 + 4].column, 14);
    assert_int_equal(made[4 * 24 * 5].row, 1);
    assert_int_equal(made[4 * 24 * 5].bank, 0);
    assert_int_equal(made[3 * 4 * 24 * 5].row, 0); /* round again */
    for (unsigned i = 0; i < 2000; i++)
        assert_int_equal(made[i].row / 3, i % 5);
}

/* A line is 3 x 8 places, there are 4 banks x 8 rows of them. A round: 2 x 4 clocks of 3 buses: 3 core clocks. */
static void stencil_reads_three_lines_and_writes_one(void **state) {
    (void)state;
    static const struct expected first[] = {
        {0, 2, 0, 3, 7, 0, 0},  {1, 0, 1, 0, 0, 0, 0},  {0, 4, 0, 0, 0, 0, 0},  {1, 5, 1, 1, 0, 0, 0},
        {0, 8, 0, 1, 0, 0, 0},  {1, 8, 1, 2, 0, 0, 0},  {0, 10, 0, 0, 8, 0, 1}, {1, 11, 1, 1, 8, 0, 1},
        {0, 12, 1, 3, 7, 0, 0}, {1, 13, 2, 0, 0, 0, 0},
    };
    make_small("core_stencil", 2, 3, 400);
    ASSERT_MADE(first);
    /* Place 24 of core 1 is the first of its next line, 3: in the row of line 2, bank 2, then 3, then 0 of row 1. */
    const struct rh_request *next = &made[24 * 4 * 2 + 1];
    const unsigned banks[] = {2, 3, 0, 3}, rows[] = {0, 0, 1, 8};
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(next[2 * i].channel, 1);
        assert_int_equal(next[2 * i].column, 0);
        assert_int_equal(next[2 * i].bank, banks[i]);
        assert_int_equal(next[2 * i].row, rows[i]);
        assert_int_equal(next[2 * i].write, i == 3);
    }
    const struct rh_preset preset = small_preset();
    make("core_stencil", &preset, 2, 3, 1, 400);
    for (unsigned i = 0; i < 400; i++)
        assert_int_equal(made[i].write, 0);
}

/* A line is 3 x 2 places, four lines a row. A tile is read in lines 0 to 15, so in rows 0 to 3 of the matrix, and
 * written as place 0 of the lines 0 to 15 of the other one, whose rows begin at 8; the tile of core 1 as lines 16 to
 * 31. */
static void transpose_reads_tiles_and_writes_columns(void **state) {
    (void)state;
    static const struct expected first[] = {
        {0, 2, 0, 0, 0, 0, 0},  {1, 0, 1, 0, 0, 0, 0},  {0, 4, 0, 0, 0, 4, 0},   {1, 5, 1, 0, 0, 4, 0},
        {0, 8, 0, 0, 0, 8, 0},  {1, 8, 1, 0, 0, 8, 0},  {0, 10, 0, 0, 0, 12, 0}, {1, 11, 1, 0, 0, 12, 0},
        {0, 12, 0, 1, 0, 0, 0}, {1, 13, 1, 1, 0, 0, 0},
    };
    static const struct expected writes[] = {
        {0, 49, 0, 0, 8, 0, 1}, {1, 50, 0, 0, 9, 0, 1}, {0, 52, 0, 0, 8, 4, 1}, {1, 51, 0, 0, 9, 4, 1}};
    static const struct expected next[] = {{0, 97, 2, 0, 0, 0, 0}, {1, 98, 0, 0, 0, 2, 0}, {0, 101, 2, 0, 0, 4, 0}};
    make_small("core_transpose", 2, 3, 900);
    ASSERT_MADE(first);
    memmove(made, made + 32, 900 * sizeof made[0]);
    ASSERT_MADE(writes);
    memmove(made, made + 32, 900 * sizeof made[0]);
    ASSERT_MADE(next);
    /* six tiles are a line of tiles: the tenth of core 0 lies in lines 48 to 63, and is written at place 3 */
    static const struct expected below[] = {{0, 912, 0, 0, 8, 2, 1}, {1, 913, 0, 0, 9, 2, 1}};
    memmove(made, made + 544, 200 * sizeof made[0]);
    ASSERT_MADE(below);
    const struct rh_preset preset = small_preset();
    make("core_transpose", &preset, 2, 3, 1, 400);
    for (unsigned i = 0; i < 400; i++)
        assert_int_equal(made[i].write, 0);
}

/* Even requests go down a column, neighbouring cores in neighbouring lines, odd ones walk as core_stride does. */
static void camping_sends_half_to_two_channels(void **state) {
    (void)state;
    static const struct expected first[] = {
        {0, 4, 0, 0, 8, 0, 0},   {1, 0, 1, 0, 8, 4, 0},  {2, 3, 0, 0, 8, 8, 0},  {3, 5, 1, 0, 8, 12, 0},
        {4, 5, 0, 1, 8, 0, 0},   {0, 10, 0, 0, 0, 0, 0}, {1, 8, 1, 0, 3, 0, 0},  {2, 10, 2, 0, 6, 0, 0},
        {3, 6, 0, 1, 9, 0, 0},   {4, 9, 1, 1, 12, 0, 1}, {0, 17, 0, 1, 8, 4, 0}, {1, 13, 1, 1, 8, 8, 0},
        {2, 17, 0, 1, 8, 12, 0}, {3, 12, 1, 2, 8, 0, 0}, {4, 17, 0, 2, 8, 4, 0},
    };
    make_small("core_camping", 5, 3, 2000);
    ASSERT_MADE(first);
    /* behind 64 of a core the columns are the next ones */
    static const struct expected next[] = {{0, 770, 1, 0, 8, 0, 1}, {1, 771, 2, 0, 8, 4, 0}, {2, 769, 1, 0, 8, 8, 0}};
    memmove(made, made + 640, 3 * sizeof made[0]);
    ASSERT_MADE(next);
    make_small("core_camping", 28, 8, N);
    for (unsigned n = 0; n < N; n += 28) {
        unsigned camps = n / 28 / 2 / 64;
        for (unsigned core = 0; core < 28 && n / 28 % 2 == 0; core++)
            assert_int_equal(made[n + core].channel, (camps + core % 2 * 4) % 8);
    }
}

static void random_is_drawn(void **state) {
    (void)state;
    static const struct expected first[] = {
        {0, 2, 1, 0, 3, 10, 0}, {1, 3, 1, 3, 11, 10, 0}, {2, 1, 2, 3, 4, 0, 0},
        {0, 6, 2, 3, 10, 2, 0}, {1, 7, 0, 0, 10, 12, 0}, {2, 6, 0, 3, 6, 2, 0},
    };
    make_small("core_random", 3, 3, N);
    ASSERT_MADE(first);
    unsigned by_channel[3] = {0}, by_bank[4] = {0}, writes = 0;
    for (unsigned i = 0; i < N; i++) {
        by_channel[made[i].channel]++;
        by_bank[made[i].bank]++;
        writes += made[i].write;
    }
    for (unsigned i = 0; i < 3; i++)
        assert_in_range(by_channel[i], N / 3 * 95 / 100, N / 3 * 105 / 100);
    for (unsigned i = 0; i < 4; i++)
        assert_in_range(by_bank[i], N / 4 * 95 / 100, N / 4 * 105 / 100);
    assert_in_range(writes, N * 24 / 100, N * 26 / 100);
}

static void one_bank_is_hot(void **state) {
    (void)state;
    static const struct expected first[] = {
        {0, 2, 0, 0, 10, 2, 1}, {1, 1, 2, 2, 7, 4, 0}, {2, 3, 0, 0, 9, 12, 1}, {0, 6, 0, 0, 3, 0, 0},
        {1, 7, 2, 0, 14, 6, 0}, {2, 5, 1, 1, 2, 8, 0}, {0, 11, 0, 0, 0, 8, 0}, {1, 10, 1, 2, 6, 6, 0},
    };
    make_small("core_hot_bank", 3, 3, N);
    ASSERT_MADE(first);
    unsigned hot = 0;
    for (unsigned i = 0; i < N; i++)
        hot += made[i].channel == 0 && made[i].bank == 0;
    assert_in_range(hot * 1000, N * 530, N * 553); /* 1/2 + 1/2 x 1/12 = 0.5417 */
}

static void four_cores_share_a_row(void **state) {
    (void)state;
    static const struct expected first[] = {
        {0, 4, 0, 3, 15, 0, 0},  {1, 0, 0, 3, 15, 2, 0},   {2, 4, 0, 3, 15, 4, 0},  {3, 6, 0, 3, 15, 6, 0},
        {4, 6, 1, 3, 10, 0, 0},  {5, 4, 1, 3, 10, 2, 0},   {0, 9, 0, 3, 15, 8, 0},  {1, 12, 0, 3, 15, 10, 0},
        {2, 7, 0, 3, 15, 12, 0}, {3, 11, 0, 3, 15, 14, 1}, {4, 13, 1, 3, 10, 8, 0}, {5, 8, 1, 3, 10, 10, 0},
        {0, 20, 2, 3, 15, 0, 0}, {1, 14, 2, 3, 15, 2, 0},  {2, 20, 2, 3, 15, 4, 0}, {3, 19, 2, 3, 15, 6, 0},
        {4, 20, 0, 0, 6, 0, 0},  {5, 15, 0, 0, 6, 2, 0},
    };
    make_small("core_shared_rows", 6, 3, N);
    ASSERT_MADE(first);
    for (unsigned i = 0; i < N; i++) {
        const struct rh_request *leader = &made[i - i % 6 % 4];
        assert_int_equal(made[i].channel, leader->channel);
        assert_int_equal(made[i].bank, leader->bank);
        assert_int_equal(made[i].row, leader->row);
        assert_int_equal(made[i].column, leader->column + i % 6 % 4 * 2);
    }
}

static const char *const names[] = {"core_stride",  "core_stencil",     "core_random",   "core_hot_bank",
                                    "core_camping", "core_shared_rows", "core_transpose"};
enum { NAMES = sizeof names / sizeof names[0] };

/* Every core in turn; over a long time all together ask for half of what the buses carry. */
static void each_core_makes_one_request_a_round(void **state) {
    (void)state;
    for (unsigned i = 0; i < NAMES; i++) {
        make_small(names[i], 0, 2, N);
        uint64_t before[28] = {0};
        for (unsigned k = 0; k < N; k++) {
            assert_int_equal(made[k].core, k % 28);
            assert_int_equal(made[k].created / 46, k / 28); /* 28 x 4 x 2 / 2 channels x 13 / 32 = 45.5 core clocks */
            assert_true(k < 28 || made[k].created > before[k % 28]);
            before[k % 28] = made[k].created;
        }
    }
}

static void every_preset_has_room_for_them(void **state) {
    (void)state;
    for (unsigned p = 0; p < rh_preset_count(); p++) {
        struct rh_preset preset;
        struct rh_error error = {""};
        assert_true(rh_preset_find(rh_preset_name(p), &preset, &error));
        const unsigned channels[] = {preset.channels, 3, 1}, cores[] = {28, 1, 64};
        for (unsigned i = 0; i < NAMES * 3; i++) {
            unsigned n = channels[i % 3], reads = 0;
            make(names[i / 3], &preset, cores[i % 3], n, -1, 10000);
            for (unsigned k = 0; k < 10000; k++) {
                assert_true(made[k].channel < n && made[k].bank < preset.banks && made[k].row < preset.rows);
                assert_true(made[k].column + made[k].commands <= rh_preset_columns(&preset));
                reads += !made[k].write;
            }
            unsigned half = i / 3 == NAMES - 1 ? 2500 : 0; /* core_transpose writes what it reads */
            assert_in_range(reads, 7300 - half, 7700 - half);
        }
    }
}

/* As the cores of a closed loop get them: paced, none lost. */
static void they_can_be_cut_by_core(void **state) {
    (void)state;
    const struct rh_preset preset = small_preset();
    for (unsigned i = 0; i < NAMES; i++) {
        const struct rh_stream_setup setup = {.synthetic = rh_synthetic_find(names[i]), .requests = 2800};
        struct rh_error error = {""};
        struct rh_stream *stream = rh_synthetic_open(&setup, &preset, &error);
        assert_non_null(stream);
        struct rh_core_streams *streams = rh_core_streams_open(stream, 28, 0, true, &error);
        assert_non_null(streams);
        assert_int_equal(rh_core_streams_most_cores(streams), 28);
        for (unsigned core = 0; core < 28; core++)
            assert_int_equal(rh_core_streams_count(streams, core), 100);
        rh_core_streams_close(streams);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stride_walks_rows_of_its_own),
        cmocka_unit_test(stencil_reads_three_lines_and_writes_one),
        cmocka_unit_test(transpose_reads_tiles_and_writes_columns),
        cmocka_unit_test(camping_sends_half_to_two_channels),
        cmocka_unit_test(random_is_drawn),
        cmocka_unit_test(one_bank_is_hot),
        cmocka_unit_test(four_cores_share_a_row),
        cmocka_unit_test(each_core_makes_one_request_a_round),
        cmocka_unit_test(every_preset_has_room_for_them),
        cmocka_unit_test(they_can_be_cut_by_core),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
