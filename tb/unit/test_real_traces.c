// SPDX-License-Identifier: Apache-2.0
// Are real request streams read whole? Their folder is no part of the project: ${ROWHOLD_TRACES}, else
// ../shared/traces; skips without.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "cmodel/trace/rh_stream.h"
#include "cmodel/trace/rh_trace.h"

/* Rows: lines of each file less the geometry and the header; column commands: the sum of ceil(bytes / 32), by awk. */
static const struct {
    const char *name;
    uint64_t rows, commands;
} files[] = {{"aes", 12915, 31252},  {"bfs", 248284, 310574}, {"lib", 275049, 551178}, {"nn", 120717, 223647},
             {"red", 67926, 134160}, {"scp", 65994, 132460},  {"sto", 56611, 150784},  {"tra", 263559, 279913}};

static const char *folder(void) {
    const char *named = getenv("ROWHOLD_TRACES");
    return named != NULL ? named : "../shared/traces";
}

static void path_of(char path[512], const char *name) {
    snprintf(path, 512, "%s/%s.csv.gz", folder(), name);
}

static void every_row_is_read(void **state) {
    (void)state;
    for (unsigned i = 0; i < sizeof files / sizeof files[0]; i++) {
        char path[512];
        struct rh_error error = {""};
        struct rh_trace_record record;
        uint64_t rows = 0;
        int status;
        path_of(path, files[i].name);
        struct rh_trace *trace = rh_trace_open(path, NULL, &error);
        assert_non_null(trace);
        while ((status = rh_trace_next(trace, &record, &error)) > 0)
            rows++;
        if (status != 0)
            fail_msg("%s", error.text);
        assert_int_equal(rows, files[i].rows);
        assert_int_equal(rh_trace_geometry(trace)->rows, 16384);
        assert_string_equal(rh_trace_note(trace), "");
        rh_trace_close(trace);
    }
}

static void every_row_is_replayed_as_it_is(void **state) {
    (void)state;
    // 8 banks of 16384 rows of 64 columns of 32 bytes: two chips of 1024 bytes a row
    const struct rh_preset preset = {.name = "recorded",
                                     .tck_ps = 1250,
                                     .channels = 8,
                                     .banks = 8,
                                     .groups = 1,
                                     .buses = 1,
                                     .rows = 16384,
                                     .row_bytes = 1024,
                                     .bus_bytes = 4,
                                     .burst_length = 4,
                                     .chips = 2};
    for (unsigned i = 0; i < sizeof files / sizeof files[0]; i++) {
        char path[512];
        struct rh_error error = {""};
        struct rh_request request;
        uint64_t commands = 0, requests = 0, last = 0;
        int status;
        path_of(path, files[i].name);
        const struct rh_stream_setup setup = {.stream = path, .read_share = -1, .trace_clock = "1.25 ns"};
        struct rh_stream *stream = rh_stream_open(&setup, &preset, &error);
        assert_non_null(stream);
        assert_true(stream->timed);
        assert_null(stream->note);
        assert_int_equal(rh_stream_channels(stream), 8);
        while ((status = stream->next(stream, &request, &error)) > 0) {
            requests++;
            commands += request.commands;
            assert_true(request.cycle >= last);
            last = request.cycle;
        }
        assert_int_equal(status, 0);
        assert_int_equal(requests, files[i].rows);
        assert_int_equal(commands, files[i].commands);
        stream->close(stream);
    }
}

int main(void) {
    char path[512];
    path_of(path, files[0].name);
    if (access(path, R_OK) != 0) {
        printf("skipped: no %s; set ROWHOLD_TRACES to the folder of the recorded streams\n", path);
        return 77;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_is_read),
        cmocka_unit_test(every_row_is_replayed_as_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
