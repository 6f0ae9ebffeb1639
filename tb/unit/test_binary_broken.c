// SPDX-License-Identifier: Apache-2.0
// Is every broken binary trace refused, in one line that says what is wrong?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "binary_file.h"

/* Records before the error; the error is one line about the file. */
static unsigned read_broken(const char *bytes, size_t length, struct rh_error *error) {
    struct rh_trace_record r;
    unsigned count = 0;
    error->text[0] = '\0';
    const char *path = put_bytes("broken", bytes, length);
    struct rh_trace *trace = rh_trace_open(path, NULL, error);
    int status = trace == NULL ? -1 : 1;
    while (status > 0 && (status = rh_trace_next(trace, &r, error)) > 0)
        count++;
    rh_trace_close(trace);
    assert_int_equal(status, -1);
    assert_int_equal(strncmp(error->text, path, strlen(path)), 0);
    assert_null(strchr(error->text, '\n'));
    assert_non_null(strstr(error->text, ": found "));
    assert_non_null(strstr(error->text, ", expected "));
    memmove(error->text, error->text + strlen(path), strlen(error->text + strlen(path)) + 1);
    return count;
}

static void every_changed_byte_and_every_cut_is_noticed(void **state) {
    (void)state;
    struct rh_error error;
    char bytes[LENGTH + 1];
    for (size_t i = 0; i < LENGTH; i++) {
        for (unsigned bit = 0; bit < 8; bit++) {
            memcpy(bytes, literal, LENGTH);
            bytes[i] = (char)(bytes[i] ^ 1 << bit);
            unsigned count = read_broken(bytes, LENGTH, &error);
            assert_true(count == (i < END ? 0 : 3));
        }
        memcpy(bytes, literal, LENGTH);
        assert_true(read_broken(bytes, i, &error) <= 3);
    }
    bytes[LENGTH] = 0;
    assert_int_equal(read_broken(bytes, LENGTH + 1, &error), 3);
    assert_string_equal(error.text, ": found more behind byte 224, expected the end of the file");
}

/* The hashes made right again, so that what else is wrong is named. */
static void seal(char *bytes) {
    static const unsigned parts[][2] = {{0, HEAD_HASH}, {BLOCK, BLOCK_HASH}, {END, END_HASH}};
    for (unsigned i = 0; i < 3; i++)
        rh_binary_put_64(bytes + parts[i][1],
                         rh_hash_words(RH_HASH_START, bytes + parts[i][0], parts[i][1] - parts[i][0]));
}

static void wrong_contents_with_right_hashes_are_named(void **state) {
    (void)state;
    static const struct {
        unsigned at;
        const char *bytes;
        unsigned length;
        const char *error;
    } rows[] = {
        {8, "\x02", 1, ": found version 2 of a binary trace, expected version 1"},
        {12, "\x11", 1, ": found a head with 17 bytes of text, expected a multiple of 8 up to 4096"},
        {13, "\x11", 1, ": found a head with 4376 bytes of text, expected a multiple of 8 up to 4096"},
        {16, "colou", 5, ": found a reader that passes over column 'colou', expected columns of a native trace"},
        {25, "op", 2, ":1: found no column 'address', expected it, or channel,bank,row,column"},
        {16, "#ycle", 5, ": found no line of columns in its head, expected one"},
        {BLOCK + 1, "\x20", 1,
         ": block 1: found 8195 requests in 96 bytes, expected at most 4096 in a multiple of 8 bytes "
         "up to 4194304"},
        {BLOCK + 8, "\x01", 1, ": block 1: found first request 1, expected 0"},
        {64, "\x03", 1, ": block 1: found coding 3 of 1 bytes for column cycle, expected one of version 1"},
        {65, "\x03", 1, ": block 1: found coding 1 of 3 bytes for column cycle, expected one of version 1"},
        {65, "\x08", 1, ": block 1: found coding 1 of 8 bytes for column cycle, expected one of version 1"},
        {66, "\x01", 1, ": block 1: found coding 1 of 1 bytes for column cycle, expected one of version 1"},
        {88, "\x02", 1, ": block 1: found coding 2 of 1 bytes for column op, expected one of version 1"},
        {79, "\x80", 1,
         ": request 1: found cycle 9223372036854776108, expected a number from 0 to 9223372036854775807"},
        {72, "\xff\xff\xff\xff\xff\xff\xff\x7f", 8,
         ": request 2: found cycle 9223372036854775907, expected a number from 0 to 9223372036854775807"},
        {72, "\x9b\xff\xff\xff\xff\xff\xff\x7f", 8,
         ": request 3: found cycle 9223372036854776007, expected a number from 0 to 9223372036854775807"},
        {72, "\xd4\xfe\xff\xff\xff\xff\xff\x7f", 8,
         ": request 3: found cycle 9223372036854775808, expected a number from 0 to 9223372036854775807"},
        {106, "\x02", 1, ": request 3: found op 2, expected a number from 0 to 1"},
        {120, "\0\xf0\xff\xff\xff\xff\xff\xff", 8,
         ": request 2: found address 0, expected a number from 0 to 18446744073709551615"},
        {144, "\x05", 1, ": block 1: found 5 bytes of column data, expected 4"},
        {145, "\x05", 1, ": block 1: found its end, expected more of column data"},
        {152, "\x04\0", 2, ": request 1: found data beef, expected nothing, for a read has no data"},
        {155, "g", 1, ": request 2: found data geef, expected data as pairs of hexadecimal digits"},
        {155, ",", 1, ": block 1: found byte 44 in column data, expected words"},
        {155, " ", 1, ": block 1: found byte 32 in column data, expected words"},
        {64, "\0", 1, ": request 3: found cycle 300, expected 400 or more, as in the request before it"},
        {END + 4, "\x08", 1, ": found an index of 8 bytes, expected 16"},
        {END + 8, "\x04", 1, ": found 3 requests, expected the 4 that its end tells"},
        {END + 16, "\x38", 1, ": found entry 0 of the index wrong, expected block at byte 48"},
        {END + 24, "\x01", 1, ": found entry 0 of the index wrong, expected block at byte 48"},
        {CLOSING, "\0", 1, ": found another ending, expected that of a binary trace"},
        {CLOSING + 15, "\r", 1, ": found another ending, expected that of a binary trace"},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct rh_error error;
        char bytes[LENGTH];
        memcpy(bytes, literal, LENGTH);
        memcpy(bytes + rows[i].at, rows[i].bytes, rows[i].length);
        if (rows[i].at == 64 && rows[i].bytes[0] == 0)
            memcpy(bytes + 80, "\0\x64\0", 3); // cycles that fall again
        seal(bytes);
        (void)read_broken(bytes, LENGTH, &error);
        assert_string_equal(error.text, rows[i].error);
    }
}

static void a_coordinate_outside_the_geometry_is_named(void **state) {
    (void)state;
    struct rh_error error = {""};
    char bytes[1024];
    const char *text = "# geometry: channels=2 banks=16 bank_groups=4 rows=16 columns=8 column_bytes=32\n"
                       "op,channel,bank_group,bank,row,column\nR,0,3,3,0,0\nR,1,0,1,15,7\n";
    const char *path = put_binary("b", put_text("t", text));
    size_t length = get_file(path, bytes, sizeof bytes), at = 16 + rh_binary_32(bytes + 12) + 8, block = at;
    at += RH_BINARY_BLOCK + 16 + 24 + 24; // behind op, channel and bank_group
    assert_int_equal(bytes[at + 1], 1);
    assert_int_equal(bytes[at + 16], 2); // 3 = 1 + 2
    bytes[at + 16] = 3;
    size_t size = RH_BINARY_BLOCK + rh_binary_32(bytes + block + 4);
    rh_binary_put_64(bytes + block + size, rh_hash_words(RH_HASH_START, bytes + block, size));
    assert_int_equal(read_broken(bytes, length, &error), 0);
    assert_string_equal(error.text, ": request 1: found bank 4, expected a number from 0 to 3");
}

static void a_file_without_requests_and_other_files_are_refused(void **state) {
    (void)state;
    struct rh_error error;
    char bytes[LENGTH];
    memcpy(bytes, literal, LENGTH);
    memmove(bytes + BLOCK, bytes + END, 16); // the end at once
    rh_binary_put_32(bytes + BLOCK + 4, 0);
    rh_binary_put_64(bytes + BLOCK + 8, 0);
    rh_binary_put_64(bytes + BLOCK + 16, rh_hash_words(RH_HASH_START, bytes + BLOCK, 16));
    rh_binary_put_64(bytes + BLOCK + 24, BLOCK);
    memcpy(bytes + BLOCK + 32, literal + CLOSING + 8, 8);
    assert_int_equal(read_broken(bytes, BLOCK + 40, &error), 0);
    assert_string_equal(error.text, ": found no request, expected some");
    const char *path = put_text("t", "op,address\nR,0\n");
    assert_null(rh_trace_open(path, "binary", &error));
    assert_error(&error, path, ": found another beginning, expected that of a binary trace");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_changed_byte_and_every_cut_is_noticed),
        cmocka_unit_test(wrong_contents_with_right_hashes_are_named),
        cmocka_unit_test(a_coordinate_outside_the_geometry_is_named),
        cmocka_unit_test(a_file_without_requests_and_other_files_are_refused),
    };
    return cmocka_run_group_tests(tests, make_trace_folder, remove_trace_folder);
}
