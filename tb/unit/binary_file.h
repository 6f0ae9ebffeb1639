// SPDX-License-Identifier: Apache-2.0
/* A binary trace byte by byte, and files of such traces. Included after cmocka.h. */
#ifndef BINARY_FILE_H
#define BINARY_FILE_H

#include "cmodel/trace/rh_binary.h"
#include "cmodel/trace/rh_trace.h"
#include "rowhold/rh_hash.h"
#include "trace_file.h"

/* Three requests, made by hand: cycles 300, 400, 600; R 0x40, W 0x1040 of beef, W 0x40. */
enum { HEAD_HASH = 40, BLOCK = 48, BLOCK_HASH = 160, END = 168, END_HASH = 200, CLOSING = 208, LENGTH = 224 };
static const char literal[] = "\x89RHT\r\n\x1a\n"
                              "\x01\0\0\0\x18\0\0\0"             // version, bytes of text
                              "cycle,op,address,data\n\n\n"      // filled up to 24
                              "\x25\x3c\xbd\xae\x4e\x50\xb6\x07" // hash of what is before it
                              "\x03\0\0\0\x60\0\0\0"
                              "\0\0\0\0\0\0\0\0" // 3 requests in 96 bytes, the first is number 0
                              "\x01\x01\0\0\0\0\0\0"
                              "\x2c\x01\0\0\0\0\0\0" // cycle: sums of one byte from 300
                              "\0\x64\xc8\0\0\0\0\0" // + 0, + 100, + 200
                              "\0\x01\0\0\0\0\0\0"
                              "\0\0\0\0\0\0\0\0"     // op: offsets of one byte from 0
                              "\0\x01\x01\0\0\0\0\0" // R, W, W
                              "\0\x02\0\0\0\0\0\0"
                              "\x40\0\0\0\0\0\0\0" // address: offsets of two bytes from 0x40
                              "\0\0\0\x10\0\0\0\0" // 0, 0x1000, 0
                              "\x02\x01\0\0\0\0\0\0"
                              "\x04\0\0\0\0\0\0\0" // data: words, lengths of one byte, four bytes of text
                              "\0\x04\0"
                              "beef"
                              "\0"                               //
                              "\xd8\xf5\xc8\x09\x96\x51\x87\x60" // hash of the block
                              "\0\0\0\0\x10\0\0\0"
                              "\x03\0\0\0\0\0\0\0" // the end: 16 bytes of index, 3 requests
                              "\x30\0\0\0\0\0\0\0"
                              "\0\0\0\0\0\0\0\0"                 // a block at byte 48, whose first request is number 0
                              "\xc7\x5b\x10\xd0\x43\xd4\x9d\xf0" // hash of the end
                              "\xa8\0\0\0\0\0\0\0"
                              "\x89RHTEND\n"; // the end is at byte 168

/* A binary file of all records of `from`. */
static const char *put_binary(const char *name, const char *from) {
    struct rh_error error = {""};
    struct rh_trace_record r;
    const char *path = trace_path(name);
    struct rh_trace *trace = rh_trace_open(from, NULL, &error);
    assert_non_null(trace);
    struct rh_trace_head head = {.fields = rh_trace_fields(trace)};
    if (rh_trace_geometry(trace) != NULL)
        head.geometry = *rh_trace_geometry(trace);
    FILE *file = fopen(path, "wb");
    struct rh_trace_writer *writer = rh_trace_writer_open(rh_trace_format_find("binary"), file, &head);
    assert_non_null(writer);
    int status;
    while ((status = rh_trace_next(trace, &r, &error)) > 0)
        rh_trace_writer_put(writer, &r);
    assert_int_equal(status, 0);
    rh_trace_writer_close(writer);
    assert_int_equal(fclose(file), 0);
    rh_trace_close(trace);
    return path;
}

static size_t get_file(const char *path, char *bytes, size_t room) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t length = fread(bytes, 1, room, file);
    fclose(file);
    return length;
}

#endif
