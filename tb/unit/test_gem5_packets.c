// SPDX-License-Identifier: Apache-2.0
// gem5's packet traces byte by byte: is what they say taken as it stands, and what they may not say refused?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cmodel/trace/rh_trace.h"
#include "trace_file.h"

#define HEAD                                                                                                           \
    "gem5"                                                                                                             \
    "\x19" /* a header of 25 bytes */                                                                                  \
    "\x0a\x08"                                                                                                         \
    "sys.moni"                         /* obj_id */                                                                    \
    "\x18\x80\xa0\x94\xa5\x8d\x1d"     /* tick_freq 1000000000000 */                                                   \
    "\x22\x06\x08\x01\x12\x02\x61\x62" /* id_strings { key 1, value "ab" } */
enum { HEAD_LENGTH = sizeof HEAD - 1 };

/* ReadReq at tick 500: 64 bytes at 0x10000, flags 2. */
#define READ "\x0f\x08\xf4\x03\x10\x01\x18\x80\x80\x04\x20\x40\x28\x02\x30\x07"
/* WritebackDirty at tick 1500: 32 bytes at 0x12345678abcdef00, with a field of 64 bits and one of 32 that nobody
 * knows. */
#define WRITE                                                                                                          \
    "\x1f\x10\x07\x08\xdc\x0b\x18\x80\xde\xb7\xde\x8a\xcf\x95\x9a\x12\x20\x20\x41\1\2\3\4\5\6\7\x08\x4d\1\2\3\4"

static struct rh_trace *opened(const char *bytes, size_t length) {
    struct rh_error error = {""};
    struct rh_trace *trace = rh_trace_open(put_bytes("system.monitor.trc", bytes, length), NULL, &error);
    if (trace == NULL)
        fail_msg("%s", error.text);
    assert_string_equal(rh_trace_format_name(rh_trace_format_of(trace)), "gem5_packets");
    return trace;
}

static void a_packet_says_tick_command_address_and_size(void **state) {
    (void)state;
    static const char bytes[] = HEAD READ WRITE;
    struct rh_error error = {""};
    struct rh_trace_record r = {0};
    struct rh_trace *trace = opened(bytes, sizeof bytes - 1);
    assert_int_equal(rh_trace_clock(trace), 1000); // fs: 10^12 ticks a second
    assert_int_equal(rh_trace_fields(trace),
                     1U << RH_TRACE_ADDRESS | 1U << RH_TRACE_OP | 1U << RH_TRACE_CYCLE | 1U << RH_TRACE_BYTES);
    assert_int_equal(rh_trace_next(trace, &r, &error), 1);
    assert_int_equal(r.cycle, 500);
    assert_int_equal(r.address, 0x10000);
    assert_int_equal(r.bytes, 64);
    assert_false(r.write);
    assert_int_equal(r.line, 1);
    assert_int_equal(rh_trace_next(trace, &r, &error), 1);
    assert_int_equal(r.cycle, 1500);
    assert_true(r.address == UINT64_C(0x12345678abcdef00));
    assert_int_equal(r.bytes, 32);
    assert_true(r.write);
    assert_int_equal(r.line, 2);
    assert_int_equal(rh_trace_next(trace, &r, &error), 0);
    rh_trace_close(trace);
}

/* --format gem5 means either of them. */
static void the_name_of_the_text_stands_for_the_packets_too(void **state) {
    (void)state;
    static const char bytes[] = HEAD READ;
    struct rh_error error = {""};
    struct rh_trace *trace = rh_trace_open(put_bytes("m5", bytes, sizeof bytes - 1), "gem5", &error);
    assert_non_null(trace);
    assert_string_equal(rh_trace_format_name(rh_trace_format_of(trace)), "gem5_packets");
    rh_trace_close(trace);
}

/* 5000 packets, more than the reader holds at once; each 100 ticks behind the one before. */
static void a_long_trace_is_read_to_its_end(void **state) {
    (void)state;
    static char bytes[HEAD_LENGTH + 5000 * 14];
    size_t length = HEAD_LENGTH;
    memcpy(bytes, HEAD, HEAD_LENGTH);
    for (unsigned i = 0; i < 5000; i++) {
        unsigned tick = 100 * i;
        const unsigned char packet[] = {12,
                                        0x08,
                                        (unsigned char)(0x80 | (tick & 0x7f)),
                                        (unsigned char)(0x80 | (tick >> 7 & 0x7f)),
                                        (unsigned char)(tick >> 14),
                                        0x10,
                                        4,
                                        0x18,
                                        0x80,
                                        0x02,
                                        0x20,
                                        0x80,
                                        0x01};
        memcpy(bytes + length, packet, sizeof packet);
        length += sizeof packet;
    }
    struct rh_error error = {""};
    struct rh_trace_record r = {0};
    struct rh_trace *trace = opened(bytes, length);
    for (unsigned i = 0; i < 5000; i++) {
        assert_int_equal(rh_trace_next(trace, &r, &error), 1);
        assert_int_equal(r.cycle, 100 * i);
        assert_int_equal(r.address, 256);
        assert_int_equal(r.bytes, 128);
    }
    assert_int_equal(rh_trace_next(trace, &r, &error), 0);
    rh_trace_close(trace);
}

#define CASE(bytes, error)                                                                                             \
    { bytes, sizeof(bytes) - 1, error }

static void what_is_no_packet_is_refused(void **state) {
    (void)state;
    static const struct {
        const char *bytes;
        size_t length;
        const char *error;
    } broken[] = {
        CASE(HEAD, ": found a header alone, expected a packet"),
        CASE("gem5\x03\x0a\x01m",
             ": found a header with tick_freq 0, expected ticks a second, from 1000 to 1000000000000"),
        CASE("gem5\x05\x0a\x01m\x18\x05",
             ": found a header with tick_freq 5, expected ticks a second, from 1000 to 1000000000000"),
        CASE(HEAD READ "\x09\x08\xf5\x03\x10\x0a\x18\x40\x20",
             ": request 2: found the end of the file, expected the rest of the packet"),
        CASE(HEAD READ "\x09\x08\xf5\x03\x10\x0a\x18\x40\x20\x40",
             ": request 2: found cmd 10 (CleanEvict), expected a packet that asks for a read or a write"),
        CASE(HEAD READ "\x09\x08\xf5\x03\x10\x02\x18\x40\x20\x40",
             ": request 2: found cmd 2 (ReadResp), expected a packet that asks for a read or a write"),
        CASE(HEAD "\x09\x08\xf5\x03\x10\x29\x18\x40\x20\x40",
             ": request 1: found cmd 41 (another command), expected a packet that asks for a read or a write"),
        CASE(HEAD "\x07\x08\xf5\x03\x10\x01\x20\x40", ": request 1: found no addr, expected tick, cmd, addr and size"),
        CASE(HEAD "\x07\x08\xf5\x03\x18\x40\x20\x40", ": request 1: found no cmd, expected tick, cmd, addr and size"),
        CASE(HEAD "\x09\x08\xf5\x03\x10\x01\x18\x40\x20\x00",
             ": request 1: found size 0, expected a number from 1 to 65536"),
        CASE(HEAD "\x03\x08\xf5\x83\x10",
             ": request 1: found no message of protobuf, expected one of gem5's packet.proto"),
        CASE(HEAD "\x03\x0b\xf5\x03", ": request 1: found no message of protobuf, expected one of gem5's packet.proto"),
        CASE(HEAD "\x0b\x08\xf5\x03\x10\x01\x18\x40\x20\x40\x22\x40" READ, // a text that goes on behind the packet
             ": request 1: found no message of protobuf, expected one of gem5's packet.proto"),
        CASE(HEAD "\x80\x80\x40", ": request 1: found a message of over 65536 bytes, expected a packet of gem5"),
        CASE(HEAD READ "\x09\x08\xf3\x03\x10\x01\x18\x40\x20\x40",
             ": request 2: found cycle 499, expected 500 or more, as in the request before it"),
    };
    for (unsigned i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        struct rh_error error = {""};
        struct rh_trace_record r;
        const char *path = put_bytes("broken", broken[i].bytes, broken[i].length);
        struct rh_trace *trace = rh_trace_open(path, NULL, &error);
        int status = trace == NULL ? -1 : 1;
        while (status > 0)
            status = rh_trace_next(trace, &r, &error);
        assert_int_equal(status, -1);
        assert_error(&error, path, broken[i].error);
        rh_trace_close(trace);
    }
    struct rh_error error = {""};
    const char *path = put_text("text", "r,64,64,2,500\n");
    assert_null(rh_trace_open(path, "gem5_packets", &error));
    assert_error(&error, path, ": found another beginning, expected 'gem5', that of gem5's packet traces");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_packet_says_tick_command_address_and_size),
        cmocka_unit_test(the_name_of_the_text_stands_for_the_packets_too),
        cmocka_unit_test(a_long_trace_is_read_to_its_end),
        cmocka_unit_test(what_is_no_packet_is_refused),
    };
    return cmocka_run_group_tests(tests, make_trace_folder, remove_trace_folder);
}
