// SPDX-License-Identifier: Apache-2.0
// Binary traces: are the bytes those that docs/rh_trace.md says, and does what was written come back?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "binary_file.h"
#include "rowhold/rh_random.h"

static void what_is_read_are_the_literal_bytes(void **state) {
    (void)state;
    struct rh_error error = {""};
    struct rh_trace_record r;
    assert_int_equal(sizeof literal - 1, LENGTH);
    struct rh_trace *trace = rh_trace_open(put_bytes("t", literal, LENGTH), NULL, &error);
    assert_non_null(trace);
    assert_string_equal(rh_trace_format_name(rh_trace_format_of(trace)), "binary");
    assert_int_equal(rh_trace_fields(trace),
                     1U << RH_TRACE_CYCLE | 1U << RH_TRACE_OP | 1U << RH_TRACE_ADDRESS | 1U << RH_TRACE_DATA);
    static const struct {
        uint64_t cycle, address;
        bool write;
        const char *data;
    } rows[] = {{300, 0x40, false, ""}, {400, 0x1040, true, "beef"}, {600, 0x40, true, ""}};
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(rh_trace_next(trace, &r, &error), 1);
        assert_int_equal(r.line, i + 1);
        assert_int_equal(r.cycle, rows[i].cycle);
        assert_int_equal(r.address, rows[i].address);
        assert_int_equal(r.write, rows[i].write);
        assert_int_equal(r.data.length, strlen(rows[i].data));
        assert_memory_equal(r.data.text, rows[i].data, r.data.length);
    }
    assert_int_equal(rh_trace_next(trace, &r, &error), 0);
    assert_int_equal(rh_trace_next(trace, &r, &error), 0);
    rh_trace_close(trace);
}

static void what_is_written_are_the_literal_bytes(void **state) {
    (void)state;
    char bytes[LENGTH + 1];
    const char *text = "cycle,op,address,data\n300,R,0x40,\n400,W,0x1040,beef\n600,W,0x40,\n";
    assert_int_equal(get_file(put_binary("b", put_text("t", text)), bytes, sizeof bytes), LENGTH);
    assert_memory_equal(bytes, literal, LENGTH);
}

/* Every record of both files; their number. */
static uint64_t assert_same_records(const char *one, const char *other) {
    struct rh_error error = {""};
    struct rh_trace *a = rh_trace_open(one, NULL, &error), *b = rh_trace_open(other, NULL, &error);
    struct rh_trace_record r, s;
    uint64_t count = 0;
    assert_non_null(a);
    assert_non_null(b);
    assert_int_equal(rh_trace_fields(a), rh_trace_fields(b));
    for (int status = 1; status > 0;) {
        status = rh_trace_next(a, &r, &error);
        assert_int_equal(rh_trace_next(b, &s, &error), status);
        assert_true(status >= 0);
        for (unsigned field = 0; status > 0 && field < RH_TRACE_FIELDS; field++)
            if ((rh_trace_fields(a) & 1U << field) == 0)
                continue;
            else if (rh_trace_field_row(field)->form == RH_TRACE_WORD) {
                struct rh_trace_word v = rh_trace_field_word(&r, field), w = rh_trace_field_word(&s, field);
                assert_int_equal(v.length, w.length);
                assert_memory_equal(v.text, w.text, v.length);
            } else if (field == RH_TRACE_OP)
                assert_int_equal(r.write, s.write);
            else
                assert_int_equal(rh_trace_field_number(&r, field), rh_trace_field_number(&s, field));
        count += status > 0;
    }
    rh_trace_close(a);
    rh_trace_close(b);
    return count;
}

/* All fields, numbers of every width up to their limits, over several blocks. */
static void random_records_come_back(void **state) {
    (void)state;
    uint64_t random = 3;
    for (unsigned round = 0; round < 24; round++) {
        bool addresses = round % 2 != 0;
        const char *path = trace_path("t");
        FILE *file = fopen(path, "wb");
        fprintf(file, "cycle,op,%sbytes,core,warp,created,bubbles,data,space\n",
                addresses ? "address," : "channel,bank_group,bank,row,column,");
        uint64_t cycle = 0;
        unsigned n = 1 + (unsigned)(rh_random_draw(&random) % 9000), narrow = (unsigned)(rh_random_draw(&random) % 64);
#define DRAW(limit) ((unsigned long long)((rh_random_draw(&random) >> narrow) % (limit)))
        for (unsigned i = 0; i < n; i++) {
            bool write = rh_random_draw(&random) % 2 != 0;
            cycle += rh_random_draw(&random) >> (14 + narrow / 2) >> (round % 3 == 0 ? 16 : 0) >> 13;
            fprintf(file, "%llu,%c,", (unsigned long long)cycle, write ? 'W' : 'R');
            if (addresses)
                fprintf(file, "%llu,", (unsigned long long)rh_random_draw(&random) >> narrow);
            else
                fprintf(file, "%llu,%llu,%llu,%llu,%llu,", DRAW(65535), DRAW(64), DRAW(256), DRAW(UINT64_C(4294967296)),
                        DRAW(65536));
            fprintf(file, "2,%llu,%llu,%llu,%llu,%s,%s\n", DRAW(65535), DRAW(65535),
                    (unsigned long long)rh_random_draw(&random) >> narrow, DRAW(UINT64_C(4294967296)),
                    write && i % 3 == 0 ? "c0de" : "",
                    i % 5 == 0   ? "global"
                    : i % 7 == 0 ? "x"
                                 : "");
        }
        fclose(file);
        char text[160];
        strcpy(text, path);
        assert_int_equal(assert_same_records(text, put_binary("b", text)), n);
    }
}

/* Words so long that a block holds few requests. */
static void long_words_come_back(void **state) {
    (void)state;
    const char *path = trace_path("t");
    FILE *file = fopen(path, "wb");
    fprintf(file, "op,address,data\n");
    for (unsigned i = 0; i < 300; i++) {
        fprintf(file, "W,%u,", i);
        for (unsigned j = 0; j < i * 100; j++)
            fprintf(file, "%02x", j & 0xff);
        fputc('\n', file);
    }
    fclose(file);
    char text[160];
    strcpy(text, path);
    assert_int_equal(assert_same_records(text, put_binary("b", text)), 300);
}

/* The index keeps a fixed room however long the file is, and always names the first block of it. */
static void the_index_grows_no_further(void **state) {
    (void)state;
    static struct rh_binary_index index;
    for (uint64_t block = 0; block < 10000; block++) {
        rh_binary_index_add(&index, 48 + 1000 * block, 4096 * block);
        assert_in_range(index.n, block < 512 ? block + 1 : 513, 1024);
        for (unsigned i = 0; block % 509 == 0 && i < index.n; i++) {
            assert_int_equal(index.offset[i], 48 + 1000 * i * index.step);
            assert_int_equal(index.record[i], 4096 * i * index.step);
        }
    }
    assert_int_equal(index.step, 16);
    assert_int_equal(index.n, 625);
}

/* From the end of a file to any of its blocks. */
static void blocks_are_found_by_the_index(void **state) {
    (void)state;
    static char bytes[1 << 20];
    const char *path = trace_path("t");
    FILE *file = fopen(path, "wb");
    fprintf(file, "op,address\n");
    for (unsigned i = 0; i < 20000; i++)
        fprintf(file, "R,%u\n", i * 64);
    fclose(file);
    char text[160];
    strcpy(text, path);
    size_t length = get_file(put_binary("b", text), bytes, sizeof bytes);
    uint64_t end = rh_binary_64(bytes + length - 16);
    assert_int_equal(rh_binary_64(bytes + end + 8), 20000);
    assert_int_equal(rh_binary_32(bytes + end + 4), 16 * 5);
    for (unsigned i = 0; i < 5; i++) {
        const char *block = bytes + rh_binary_64(bytes + end + 16 + 16 * i);
        assert_int_equal(rh_binary_64(bytes + end + 24 + 16 * i), 4096 * i);
        assert_int_equal(rh_binary_32(block), i == 4 ? 20000 - 4 * 4096 : 4096);
        assert_int_equal(rh_binary_64(block + 8), 4096 * i);
        const char *address = block + RH_BINARY_BLOCK + 16; // op takes no byte, for all are reads
        assert_int_equal(address[0], RH_BINARY_SUMS);
        assert_int_equal(rh_binary_64(address + 8), 4096 * i * 64);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_read_are_the_literal_bytes), cmocka_unit_test(what_is_written_are_the_literal_bytes),
        cmocka_unit_test(random_records_come_back),           cmocka_unit_test(long_words_come_back),
        cmocka_unit_test(the_index_grows_no_further),         cmocka_unit_test(blocks_are_found_by_the_index),
    };
    return cmocka_run_group_tests(tests, make_trace_folder, remove_trace_folder);
}
