// SPDX-License-Identifier: Apache-2.0
// Does the reader deliver every line once, from every kind of file, and tell where a damaged one breaks off?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cmodel/trace/rh_line_reader.h"
#include "packed_file.h"
#include "rounds.h"

static const char *const filters[] = {"gzip", "zstd", "xz"};

static const char *cut_file(const char *path, double share) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    long length = ftell(file);
    fclose(file);
    assert_int_equal(truncate(path, (off_t)((double)length * share)), 0);
    return path;
}

/* Lines "0", "7", "14" ... : distinct, and hard to compress away. */
static char *many_lines(unsigned n, size_t *length) {
    char *text = malloc((size_t)n * 24);
    *length = 0;
    for (unsigned i = 0; i < n; i++)
        *length += (size_t)sprintf(text + *length, "%u %08x\n", i * 7, i * 2654435761U);
    return text;
}

/* Counts the lines of many_lines and stops at the first wrong one. */
static uint64_t count_lines(struct rh_line_reader *reader, int *status, struct rh_error *error) {
    struct rh_line line;
    uint64_t n = 0;
    char expected[32];
    while ((*status = rh_line_reader_next(reader, &line, error)) > 0) {
        sprintf(expected, "%u %08x", (unsigned)n * 7, (unsigned)n * 2654435761U);
        assert_string_equal(line.text, expected);
        assert_int_equal(line.length, strlen(expected));
        assert_int_equal(line.number, ++n);
    }
    return n;
}

static void line_breaks_of_both_kinds_and_a_last_line_without_one(void **state) {
    (void)state;
    struct rh_error error = {""};
    struct rh_line line;
    struct rh_line_reader *reader = rh_line_reader_open(put_text("plain", "one\r\n\ntwo\nthree"), &error);
    assert_non_null(reader);
    const char *const expected[] = {"one", "", "two", "three"};
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(rh_line_reader_next(reader, &line, &error), 1);
        assert_string_equal(line.text, expected[i]);
        assert_int_equal(line.number, i + 1);
    }
    assert_int_equal(rh_line_reader_next(reader, &line, &error), 0);
    assert_int_equal(rh_line_reader_next(reader, &line, &error), 0);
    rh_line_reader_close(reader);
}

static void long_files_keep_every_line_plain_and_packed(void **state) {
    (void)state;
    const unsigned lines = rounds(40000, 200000);
    size_t length;
    char *text = many_lines(lines, &length);
    for (unsigned i = 0; i < 4; i++) {
        struct rh_error error = {""};
        int status;
        const char *path = i == 3 ? put_bytes("long", text, length) : put_packed("long", filters[i], text, length);
        struct rh_line_reader *reader = rh_line_reader_open(path, &error);
        assert_non_null(reader);
        assert_int_equal(count_lines(reader, &status, &error), lines);
        assert_int_equal(status, 0);
        rh_line_reader_close(reader);
    }
    free(text);
}

static void truncated_packed_files_are_refused_with_the_line_they_cut(void **state) {
    (void)state;
    size_t length;
    char *text = many_lines(100000, &length);
    for (unsigned i = 0; i < 3; i++) {
        struct rh_error error = {""};
        int status;
        const char *path = cut_file(put_packed("cut", filters[i], text, length), 0.6);
        struct rh_line_reader *reader = rh_line_reader_open(path, &error);
        assert_non_null(reader);
        uint64_t n = count_lines(reader, &status, &error);
        assert_int_equal(status, -1);
        assert_in_range(n, 1, 99999);
        char expected[64];
        snprintf(expected, sizeof expected, "%s:%u: found damaged or truncated data", path, (unsigned)n + 1);
        assert_int_equal(strncmp(error.text, expected, strlen(expected)), 0);
        rh_line_reader_close(reader);
    }
    free(text);
}

static void flip_byte(const char *path, long offset, int origin) {
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    fseek(file, offset, origin);
    int byte = fgetc(file);
    fseek(file, offset, origin);
    fputc(byte ^ 0x55, file);
    fclose(file);
}

static void a_wrong_checksum_is_refused_after_the_lines(void **state) {
    (void)state;
    size_t length;
    char *text = many_lines(1000, &length);
    const char *path = put_packed("flipped", "gzip", text, length);
    flip_byte(path, -6, SEEK_END);
    struct rh_error error = {""};
    int status;
    struct rh_line_reader *reader = rh_line_reader_open(path, &error);
    assert_int_equal(count_lines(reader, &status, &error), 1000);
    assert_int_equal(status, -1);
    assert_error(&error, path, ":1001: found damaged or truncated data (incorrect data check), expected a whole file");
    rh_line_reader_close(reader);
    path = put_packed("flipped", "xz", text, length);
    flip_byte(path, -40, SEEK_END);
    reader = rh_line_reader_open(path, &error);
    count_lines(reader, &status, &error);
    assert_int_equal(status, -1);
    rh_line_reader_close(reader);
    free(text);
}

static void damage_inside_is_refused(void **state) {
    (void)state;
    size_t length;
    char *text = many_lines(1000, &length);
    for (unsigned i = 0; i < 3; i++) {
        struct rh_error error = {""};
        struct rh_line line;
        int status = 1;
        const char *path = put_packed("flipped", filters[i], text, length);
        flip_byte(path, 2000, SEEK_SET);
        struct rh_line_reader *reader = rh_line_reader_open(path, &error);
        while (status > 0)
            status = rh_line_reader_next(reader, &line, &error);
        if (i != 1) { // libarchive writes zstd without a checksum, so damage may read as other text
            assert_int_equal(status, -1);
            assert_non_null(strstr(error.text, ": found damaged or truncated data ("));
        }
        rh_line_reader_close(reader);
    }
    free(text);
}

static void a_nul_byte_and_an_endless_line_are_refused(void **state) {
    (void)state;
    struct rh_error error = {""};
    struct rh_line line;
    const char *path = put_bytes("nul", "ab\ncd\0e\n", 8);
    struct rh_line_reader *reader = rh_line_reader_open(path, &error);
    assert_int_equal(rh_line_reader_next(reader, &line, &error), 1);
    assert_int_equal(rh_line_reader_next(reader, &line, &error), -1);
    assert_error(&error, path, ":2:3: found a NUL byte, expected text");
    rh_line_reader_close(reader);

    size_t length = 1 << 20;
    char *text = malloc(length);
    memset(text, 'x', length);
    text[9] = '\n';
    path = put_bytes("endless", text, length);
    reader = rh_line_reader_open(path, &error);
    assert_int_equal(rh_line_reader_next(reader, &line, &error), 1);
    assert_int_equal(rh_line_reader_next(reader, &line, &error), -1);
    assert_error(&error, path, ":2: found a line of over 262144 bytes, expected at most 65536");
    rh_line_reader_close(reader);
    memset(text, '\n', length);
    memset(text, 'x', RH_LINE_MOST);
    reader = rh_line_reader_open(put_bytes("endless", text, length), &error);
    assert_int_equal(rh_line_reader_next(reader, &line, &error), 1);
    assert_int_equal(line.length, 65536);
    rh_line_reader_close(reader);
    free(text);
}

static void missing_files_folders_and_empty_files(void **state) {
    (void)state;
    struct rh_error error = {""};
    struct rh_line line;
    assert_null(rh_line_reader_open("/nowhere/at/all", &error));
    assert_string_equal(error.text,
                        "/nowhere/at/all: found No such file or directory, expected a file that can be read");
    error.text[0] = '\0';
    assert_null(rh_line_reader_open(trace_folder, &error));
    assert_error(&error, trace_folder, ": found a folder, expected a file that can be read");
    struct rh_line_reader *reader = rh_line_reader_open(put_text("empty", ""), &error);
    assert_non_null(reader);
    assert_int_equal(rh_line_reader_next(reader, &line, &error), 0);
    rh_line_reader_close(reader);
}

static void peek_tells_the_first_line_that_is_no_comment_and_consumes_nothing(void **state) {
    (void)state;
    struct rh_error error = {""};
    struct rh_line line;
    char text[8];
    uint64_t number;
    struct rh_line_reader *reader = rh_line_reader_open(put_text("peek", "# a\n\n  \nfirst line\nsecond\n"), &error);
    rh_line_reader_peek(reader, text, sizeof text, &number);
    assert_int_equal(number, 4);
    assert_string_equal(text, "first l");
    assert_int_equal(rh_line_reader_next(reader, &line, &error), 1);
    assert_string_equal(line.text, "# a");
    rh_line_reader_close(reader);
    reader = rh_line_reader_open(put_text("peek", "# only\n"), &error);
    rh_line_reader_peek(reader, text, sizeof text, &number);
    assert_int_equal(number, 0);
    rh_line_reader_close(reader);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(line_breaks_of_both_kinds_and_a_last_line_without_one),
        cmocka_unit_test(long_files_keep_every_line_plain_and_packed),
        cmocka_unit_test(truncated_packed_files_are_refused_with_the_line_they_cut),
        cmocka_unit_test(a_wrong_checksum_is_refused_after_the_lines),
        cmocka_unit_test(damage_inside_is_refused),
        cmocka_unit_test(a_nul_byte_and_an_endless_line_are_refused),
        cmocka_unit_test(missing_files_folders_and_empty_files),
        cmocka_unit_test(peek_tells_the_first_line_that_is_no_comment_and_consumes_nothing),
    };
    return cmocka_run_group_tests(tests, make_trace_folder, remove_trace_folder);
}
