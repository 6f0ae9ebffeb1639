// SPDX-License-Identifier: Apache-2.0
// Reads traces and does nothing with them: what reading costs alone.
//
//     rh_read records FILE...    as records (rh_trace_next)
//     rh_read requests FILE...   as requests of the preset gddr3, placed (rh_stream)
//
// One line a file: FILE,requests,seconds of CPU,seconds by the clock. Exit 2: what is wrong with a file.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cmodel/trace/rh_stream.h"
#include "cmodel/trace/rh_trace.h"
#include "rowhold/rh_preset.h"

static int count_records(const char *file, uint64_t *count, struct rh_error *error) {
    struct rh_trace_record record;
    struct rh_trace *trace = rh_trace_open(file, NULL, error);
    int status = trace == NULL ? -1 : 1;
    while (status > 0 && (status = rh_trace_next(trace, &record, error)) > 0)
        ++*count;
    rh_trace_close(trace);
    return status;
}

static int count_requests(const char *file, uint64_t *count, struct rh_error *error) {
    struct rh_preset preset;
    struct rh_request requests[256];
    const struct rh_stream_setup setup = {.stream = file, .wrap = true, .read_share = -1};
    if (!rh_preset_find("gddr3", &preset, error))
        return -1;
    struct rh_stream *stream = rh_stream_open(&setup, &preset, error);
    int status = stream == NULL ? -1 : 1;
    for (size_t n; status > 0; *count += n)
        status = rh_request_fill(stream, requests, 256, &n, error);
    if (stream != NULL)
        stream->close(stream);
    return status;
}

static double seconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int main(int argc, char **argv) {
    bool records = argc > 1 && strcmp(argv[1], "records") == 0;
    if (argc < 3 || (!records && strcmp(argv[1], "requests") != 0)) {
        fprintf(stderr, "rh_read: found %d arguments, expected records or requests, and files\n", argc - 1);
        return 2;
    }
    for (int i = 2; i < argc; i++) {
        struct rh_error error = {""};
        uint64_t count = 0;
        double used = seconds(CLOCK_PROCESS_CPUTIME_ID), start = seconds(CLOCK_MONOTONIC);
        int status = records ? count_records(argv[i], &count, &error) : count_requests(argv[i], &count, &error);
        if (status < 0) {
            fprintf(stderr, "rh_read: %s\n", error.text);
            return 2;
        }
        printf("%s,%" PRIu64 ",%.6f,%.6f\n", argv[i], count, seconds(CLOCK_PROCESS_CPUTIME_ID) - used,
               seconds(CLOCK_MONOTONIC) - start);
    }
    return 0;
}
