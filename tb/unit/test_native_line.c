// SPDX-License-Identifier: Apache-2.0
// Plain lines of the native CSV are read where they lie; everything else, and every complaint, is the slow reader's. So
// both must read the same out of any text.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cmodel/trace/rh_digits.h"
#include "cmodel/trace/rh_format.h"
#include "cmodel/trace/rh_line_window.h"
#include "rounds.h"
#include "rowhold/rh_random.h"
#include "trace_file.h"

static struct rh_trace *opened(const char *path, bool fast, struct rh_error *error) {
    struct rh_trace *trace = rh_trace_open(path, NULL, error);
    if (trace != NULL && !fast) {
        free(trace->plain);
        trace->plain = NULL;
    }
    return trace;
}

static void assert_word(struct rh_trace_word a, struct rh_trace_word b) {
    assert_int_equal(a.length, b.length);
    assert_memory_equal(a.text, b.text, a.length);
}

/* Every field that the trace has, and where it stands. */
static void assert_same_record(rh_trace_set fields, const struct rh_trace_record *a, const struct rh_trace_record *b) {
    assert_int_equal(a->line, b->line);
    for (unsigned field = 0; field < RH_TRACE_FIELDS; field++) {
        if ((fields & 1U << field) == 0)
            continue;
        assert_int_equal(a->at[field], b->at[field]);
        switch (rh_trace_field_row(field)->form) {
        case RH_TRACE_WORD:
            assert_word(rh_trace_field_word(a, field), rh_trace_field_word(b, field));
            break;
        case RH_TRACE_DIRECTION:
            assert_int_equal(a->write, b->write);
            break;
        case RH_TRACE_DECIMAL:
        case RH_TRACE_HEXADECIMAL:
            assert_int_equal(rh_trace_field_number(a, field), rh_trace_field_number(b, field));
            break;
        }
    }
}

/* Records read; -1 when the file is refused, in the same words by both. */
static int read_both_ways(const char *path) {
    struct rh_error fast_error = {""}, slow_error = {""};
    struct rh_trace *fast = opened(path, true, &fast_error), *slow = opened(path, false, &slow_error);
    struct rh_trace_record a, b;
    int count = 0, status = fast == NULL ? -1 : 1;
    assert_int_equal(fast == NULL, slow == NULL);
    while (status > 0) {
        status = rh_trace_next(fast, &a, &fast_error);
        assert_int_equal(status, rh_trace_next(slow, &b, &slow_error));
        if (status <= 0)
            break;
        assert_same_record(rh_trace_fields(fast), &a, &b);
        count++;
    }
    assert_string_equal(fast_error.text, slow_error.text);
    if (fast != NULL) {
        assert_int_equal(rh_trace_hash(fast), rh_trace_hash(slow));
        assert_string_equal(rh_trace_note(fast), rh_trace_note(slow));
    }
    rh_trace_close(fast);
    rh_trace_close(slow);
    return status < 0 ? -1 : count;
}

static const char *const heads[] = {
    "# geometry: channels=4 banks=8 rows=64 columns=32 column_bytes=32\ncycle,op,channel,bank,row,column,bytes\n",
    "# geometry: channels=4 banks=8 bank_groups=4 rows=64 columns=32 column_bytes=32\n"
    "op,channel,bank_group,bank,row,column,core,warp\n",
    "cycle,op,address,bytes,core,warp,created,bubbles\n",
    "op,address,data,space,bytes\n",
    "colour,op,address,data\n",
    "space,address,op\n",
};

/* A number below `limit` in one of its spellings; a few lie beyond. */
static void put_number(char *to, uint64_t limit, uint64_t *random) {
    static const char *const odd[] = {"",
                                      " 1",
                                      "1 ",
                                      "0x",
                                      "1e3",
                                      "-1",
                                      "18446744073709551615",
                                      "18446744073709551616",
                                      "0xffffffffffffffff",
                                      "123456789012345",
                                      "1234567890123456",
                                      "0x12345678"};
    uint64_t value = rh_random_draw(random) % limit;
    switch (rh_random_draw(random) % 40) {
    case 0:
        if (rh_random_draw(random) % 16 != 0) {
            sprintf(to, "%llu", (unsigned long long)value);
            break;
        }
        strcpy(to, odd[rh_random_draw(random) % (sizeof odd / sizeof odd[0])]);
        break;
    case 1:
        sprintf(to, "0X%llX", (unsigned long long)value);
        break;
    case 2:
        sprintf(to, "%09llu", (unsigned long long)value);
        break;
    case 3:
    case 4:
    case 5:
        sprintf(to, "0x%llx", (unsigned long long)value);
        break;
    default:
        sprintf(to, "%llu", (unsigned long long)value);
    }
}

static uint64_t limit_of(const char *name, uint64_t *random) {
    if (strcmp(name, "address") == 0)
        return UINT64_C(1) << (rh_random_draw(random) % 60 + 1);
    if (strcmp(name, "channel") == 0 || strcmp(name, "bank_group") == 0)
        return 4;
    return strcmp(name, "bank") == 0 ? 2 : 32;
}

static void put_value(char *to, const char *name, bool write, uint64_t *cycle, uint64_t *random) {
    static const char *const data[] = {"", "", "", "beef", "0xBEEF", "00112233", "bee", "be ef", "xyz"};
    static const char *const words[] = {"", "global", "local", "a b", "#", "\x7f\xfe", "\x01", "\r"};
    char one[8], drawn[48];
    sprintf(one, "%s", write ? "W" : "R");
    put_number(drawn, limit_of(name, random), random);
    const char *text = drawn;
    if (strcmp(name, "bytes") == 0 && strcmp(drawn, "0") == 0)
        strcpy(drawn, rh_random_draw(random) % 50 != 0 ? "1" : "0");
    if (strcmp(name, "op") == 0)
        text = rh_random_draw(random) % 400 != 0 ? one : "r";
    else if (strcmp(name, "data") == 0)
        text = data[write                              ? rh_random_draw(random) % (sizeof data / sizeof data[0])
                    : rh_random_draw(random) % 64 == 0 ? 3
                                                       : 0];
    else if (strcmp(name, "space") == 0 || strcmp(name, "colour") == 0)
        text = words[rh_random_draw(random) % 4 != 0 ? 1 : rh_random_draw(random) % (sizeof words / sizeof words[0])];
    else if (strcmp(name, "cycle") == 0 && rh_random_draw(random) % 50 != 0)
        sprintf(
            drawn, "%llu",
            (unsigned long long)(*cycle += rh_random_draw(random) % (UINT64_C(1) << (rh_random_draw(random) % 45))));
    strcpy(to, text);
}

/* One line of the columns that `head` names last. */
static size_t put_line(char *to, const char *head, uint64_t *cycle, uint64_t *random) {
    static const char *const ends[] = {"\r\n", " \n", ",\n", "\n\n", "\n# a remark, 1\n", "\n#R,0\n", ""};
    char names[128], value[64], *rest = names;
    const char *columns = strncmp(head, "# ", 2) == 0 ? strchr(head, '\n') + 1 : head;
    bool write = rh_random_draw(random) % 2 != 0;
    size_t length = 0;
    snprintf(names, sizeof names, "%.*s", (int)strlen(columns) - 1, columns);
    for (const char *name; (name = strsep(&rest, ",")) != NULL;) {
        put_value(value, name, write, cycle, random);
        length += (size_t)sprintf(to + length, "%s%s", length == 0 && name == names ? "" : ",", value);
    }
    bool odd = rh_random_draw(random) % 30 == 0;
    return length + (size_t)sprintf(to + length, "%s",
                                    odd ? ends[rh_random_draw(random) % (sizeof ends / sizeof ends[0])] : "\n");
}

static void random_text_reads_the_same_both_ways(void **state) {
    (void)state;
    static char text[1 << 16];
    uint64_t random = 21;
    unsigned good = 0, refused = 0;
    uint64_t records = 0;
    for (unsigned round = 0; round < rounds(1000, 4000); round++) {
        const char *head = heads[round % (sizeof heads / sizeof heads[0])];
        unsigned lines = 1 + (unsigned)(rh_random_draw(&random) % 24);
        uint64_t cycle = 0;
        size_t length = strlen(head);
        memcpy(text, head, length);
        for (unsigned i = 0; i < lines; i++)
            length += put_line(text + length, head, &cycle, &random);
        if (rh_random_draw(&random) % 8 == 0) // one byte of any kind, anywhere
            text[rh_random_draw(&random) % length] = (char)(rh_random_draw(&random) % 256);
        int count = read_both_ways(put_bytes("t", text, length));
        good += count >= 0;
        refused += count < 0;
        records += count > 0 ? (uint64_t)count : 0;
    }
    assert_true(good > 125 && refused > 125 && records > 1250); // else the texts tell nothing
}

/* Over several fills of the reader's buffer, each of which ends somewhere in a line. */
static void long_files_read_the_same_both_ways(void **state) {
    (void)state;
    char *text = malloc(1 << 22);
    uint64_t random = 5;
    for (unsigned round = 0; round < 3; round++) {
        size_t length = (size_t)sprintf(text, "cycle,op,address,bytes\n");
        for (unsigned i = 0; i < 60000 + 1000 * round; i++)
            length += (size_t)sprintf(text + length, "%u,%c,0x%llx,%u\n", 3 * i, i % 3 == 0 ? 'W' : 'R',
                                      (unsigned long long)rh_random_draw(&random) >> (i % 50), 1 + i % 65536);
        assert_int_equal(read_both_ways(put_bytes("t", text, length)), 60000 + 1000 * round);
        assert_int_equal(read_both_ways(put_bytes("t", text, length - 1)), 60000 + 1000 * round);
    }
    free(text);
}

/* What must not be left to the slow reader. */
static void plain_lines_are_taken(void **state) {
    (void)state;
    static const struct {
        const char *text;
        unsigned plain; /* lines behind the header that are taken */
    } rows[] = {
        {"op,address\nR,0\nW,0x40\nR,123456789012345\nW,0xfedcba987654321\n", 4},
        {"cycle,op,channel,bank,row,column,bytes\n1,R,7,1,1819,195,32\n20000000,W,0,0,4294967295,65535,65536\n", 2},
        {"op,address,data,space,colour\nW,0,beef,global,red\nR,0,,,\n", 2},
        {"op,address\nR, 0\nR,1\n", 0},
        {"op,address\nR,1\r\n", 0},
        {"op,address\nR,1", 0},
        {"op,address,core\nR,1,65535\n", 0},
        {"# geometry: channels=1 banks=8 bank_groups=4 rows=6 columns=8 column_bytes=32\n"
         "op,channel,bank_group,bank,row,column\nR,0,3,1,5,7\nR,0,3,2,5,7\n",
         1},
        {"space,op,address\n#,R,1\n", 0},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct rh_error error = {""};
        struct rh_trace_record record;
        struct rh_trace *trace = opened(put_text("t", rows[i].text), true, &error);
        assert_non_null(trace);
        unsigned taken = 0;
        while (trace->window->at != trace->window->end && rh_native_line_take(trace->plain, trace->window, &record))
            taken++;
        assert_int_equal(taken, rows[i].plain);
        rh_trace_close(trace);
    }
}

static void digits_are_those_of_their_number(void **state) {
    (void)state;
    static const struct {
        const char *text;
        unsigned decimal, hexadecimal; /* digits; 0: none, or too many */
        uint64_t value, hexadecimal_value;
    } rows[] = {
        {"0,", 1, 1, 0, 0},
        {"7\n", 1, 1, 7, 7},
        {"12345678,", 8, 8, 12345678, 0x12345678},
        {"123456789:", 9, 9, 123456789, 0x123456789},
        {"999999999999999,", 15, 15, UINT64_C(999999999999999), UINT64_C(0x999999999999999)},
        {"1234567890123456,", 0, 0, 0, 0},
        {"dEadBeeF/", 0, 8, 0, 0xdeadbeef},
        {"12ag,", 2, 3, 12, 0x12a},
        {"9\xb9,", 1, 1, 9, 9},
        {"@`Gg", 0, 0, 0, 0},
        {"1@", 1, 1, 1, 1},
        {"", 0, 0, 0, 0},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[40] = "";
        uint64_t value = 0, hexadecimal = 0;
        memcpy(text, rows[i].text, strlen(rows[i].text));
        assert_int_equal(rh_digits_decimal(text, &value), rows[i].decimal);
        assert_int_equal(rh_digits_hexadecimal(text, &hexadecimal), rows[i].hexadecimal);
        if (rows[i].decimal != 0)
            assert_int_equal(value, rows[i].value);
        if (rows[i].hexadecimal != 0)
            assert_int_equal(hexadecimal, rows[i].hexadecimal_value);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_text_reads_the_same_both_ways),
        cmocka_unit_test(long_files_read_the_same_both_ways),
        cmocka_unit_test(plain_lines_are_taken),
        cmocka_unit_test(digits_are_those_of_their_number),
    };
    return cmocka_run_group_tests(tests, make_trace_folder, remove_trace_folder);
}
