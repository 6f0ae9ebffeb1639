// SPDX-License-Identifier: Apache-2.0
// Many requests at once are the same as one after the other, up to the end or the error behind them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cmodel/trace/rh_stream.h"
#include "rowhold/rh_random.h"
#include "trace_file.h"
#include "trace_preset.h"

static void assert_same_request(const struct rh_request *a, const struct rh_request *b) {
    assert_int_equal(a->cycle, b->cycle);
    assert_int_equal(a->created, b->created);
    assert_int_equal(a->channel, b->channel);
    assert_int_equal(a->bank, b->bank);
    assert_int_equal(a->write, b->write);
    assert_int_equal(a->row, b->row);
    assert_int_equal(a->column, b->column);
    assert_int_equal(a->commands, b->commands);
    assert_int_equal(a->core, b->core);
    assert_int_equal(a->warp, b->warp);
}

/* Requests of the stream, by blocks of random size beside one by one; *status: how it ended, `error` why. */
static uint64_t compare(const struct rh_stream_setup *setup, uint64_t *random, int *status, struct rh_error *error) {
    const struct rh_preset preset = small_preset();
    struct rh_error alone = {""};
    struct rh_stream *many = rh_stream_open(setup, &preset, error), *one = rh_stream_open(setup, &preset, &alone);
    uint64_t count = 0;
    assert_non_null(many);
    assert_non_null(one);
    assert_non_null(many->fill);
    assert_ptr_equal(many->fills_for, many->next);
    for (*status = 1; *status > 0;) {
        struct rh_request block[40], request;
        size_t room = 1 + (size_t)(rh_random_draw(random) % 40), n = 99;
        *status = rh_request_fill(many, block, room, &n, error);
        assert_true(n <= room && (*status <= 0 || n > 0));
        for (size_t i = 0; i < n; i++) {
            assert_int_equal(one->next(one, &request, &alone), 1);
            assert_same_request(&block[i], &request);
        }
        count += n;
        if (*status <= 0)
            assert_int_equal(one->next(one, &request, &alone), *status);
    }
    assert_string_equal(error->text, alone.text);
    many->close(many);
    one->close(one);
    return count;
}

/* Long enough to go round the small memory several times. */
static void synthetic_streams(void **state) {
    (void)state;
    static const double reads[] = {-1, 0.5, 1};
    uint64_t random = 1;
    for (size_t i = 0; rh_synthetic_at(i) != NULL; i++)
        for (unsigned n = 0; n < 18; n++) {
            struct rh_error error = {""};
            int status;
            const struct rh_synthetic *row = rh_synthetic_at(i);
            bool strided = row->how == RH_SYNTHETIC_WALK && row->step == 0;
            const struct rh_stream_setup setup = {.synthetic = row,
                                                  .requests = 5000,
                                                  .channels = (uint16_t)(1 + n % 2),
                                                  .read_share = reads[n % 3],
                                                  .all_writes = n == 15,
                                                  .seed = n,
                                                  .banks_used = row->banks == 0 ? (uint16_t)(n / 6 + 1) : 0,
                                                  .stride = strided ? 32 * (1 + 5 * n) : 0,
                                                  .request_bytes = 32};
            assert_int_equal(compare(&setup, &random, &status, &error), 5000);
            assert_int_equal(status, 0);
        }
}

#define PLACES                                                                                                         \
    "# geometry: channels=2 banks=4 rows=16 columns=16 column_bytes=32\ncycle,op,channel,bank,row,column,bytes\n"
static void traces_of_every_kind(void **state) {
    (void)state;
    static const struct {
        const char *text;
        unsigned limit; /* 0: none */
        uint64_t requests;
        const char *error; /* behind the file's name */
    } rows[] = {
        {PLACES "1,R,0,1,2,3,64\n9,W,1,3,15,15,32\n", 0, 2, ""},
        {PLACES "1,R,0,1,2,3,320\n9,W,1,3,14,15,512\n", 0, 5, ""},
        {PLACES "1,R,0,1,2,3,320\n9,W,1,3,14,15,512\n", 3, 3, ""},
        {PLACES "1,R,0,1,2,3,64\n9,W,1,3,15,15,64\n", 0, 1,
         ":4:9: found row 15, expected a request that ends inside the last row"},
        {PLACES "1,R,0,1,2,3,64\n9,W,1,3,16,15,64\n", 0, 1, ":4:9: found row 16, expected at most 15 in this geometry"},
        {PLACES "1,R,0,1,2,3,64\n2,R,0,1,2,3,64\n3,R,0,1,2,3,64\n1,W,1,3,1,1,64\n", 0, 3,
         ":6:1: found cycle 1, expected 3 or more, as in the request before it"},
        {"op,address,core,warp,created\nR,0x40,1,2,3\nW,0x60,4,5,6\n", 0, 2, ""},
        {"3 64\n0 0x40 8160\n1 96 W\n", 0, 5, ""},
        {"5: read 0x40\n6: (4) write 0x80 0xdeadbeef\n", 0, 2, ""},
    };
    uint64_t random = 2;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (unsigned round = 0; round < 20; round++) {
            struct rh_error error = {""};
            int status;
            const char *path = put_text("t", rows[i].text);
            const struct rh_stream_setup setup = {.stream = path, .requests = rows[i].limit, .read_share = -1};
            assert_int_equal(compare(&setup, &random, &status, &error), rows[i].requests);
            assert_int_equal(status, rows[i].error[0] != '\0' ? -1 : 0);
            if (status < 0)
                assert_error(&error, path, rows[i].error);
        }
    }
}

/* Looks at each request before it passes it on: a copy of the stream with a `next` of its own. */
struct watcher {
    struct rh_stream base, *from;
    uint64_t seen;
};

static int next_watched(struct rh_stream *stream, struct rh_request *request, struct rh_error *error) {
    struct watcher *watcher = (struct watcher *)stream;
    watcher->seen++;
    return watcher->from->next(watcher->from, request, error);
}

static void a_copy_with_a_next_of_its_own_is_asked_for_every_request(void **state) {
    (void)state;
    const struct rh_preset preset = small_preset();
    const struct rh_stream_setup setup = {
        .synthetic = rh_synthetic_find("rand2"), .requests = 100, .read_share = -1, .request_bytes = 32};
    struct rh_error error = {""};
    struct rh_request block[64];
    struct rh_stream *stream = rh_stream_open(&setup, &preset, &error);
    assert_non_null(stream);
    struct watcher watcher = {.base = *stream, .from = stream};
    watcher.base.next = next_watched;
    size_t n;
    assert_int_equal(rh_request_fill(&watcher.base, block, 64, &n, &error), 1);
    assert_int_equal(n, 64);
    assert_int_equal(rh_request_fill(&watcher.base, block, 64, &n, &error), 0);
    assert_int_equal(n, 36);
    assert_int_equal(watcher.seen, 101);
    stream->close(stream);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(synthetic_streams),
        cmocka_unit_test(traces_of_every_kind),
        cmocka_unit_test(a_copy_with_a_next_of_its_own_is_asked_for_every_request),
    };
    return cmocka_run_group_tests(tests, make_trace_folder, remove_trace_folder);
}
