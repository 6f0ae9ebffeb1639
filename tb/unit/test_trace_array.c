// SPDX-License-Identifier: Apache-2.0
// Are arrays in memory read as the trace that they are: every width, sign and stride, across blocks, with refusals that
// name the request?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cmodel/trace/rh_trace.h"
#include "cmodel/trace/rh_trace_array.h"

static int read_all(const char *name, uint64_t *sum, unsigned *writes, struct rh_error *error) {
    struct rh_trace_record record = {.line = 0};
    struct rh_trace *trace = rh_trace_open(name, NULL, error);
    int status = trace != NULL ? 1 : -1;
    for (*sum = *writes = 0; status > 0;)
        if ((status = rh_trace_next(trace, &record, error)) > 0) {
            *sum += record.address * record.line;
            *writes += record.write;
        }
    rh_trace_close(trace);
    return status;
}

/* The line that a trace of these addresses is refused with. */
static const char *refusal(struct rh_trace_column column, uint64_t records, struct rh_error *error) {
    const struct rh_trace_array array = {.name = "mine", .records = records, .columns = 1, .column = {column}};
    uint64_t sum;
    unsigned writes;
    rh_trace_arrays_use(&array);
    assert_int_equal(read_all("mine", &sum, &writes, error), -1);
    rh_trace_arrays_use(NULL);
    return error->text;
}

static void widths_signs_and_strides_are_one_trace(void **state) {
    (void)state;
    static struct {
        int64_t i64;
        uint32_t u32;
        int16_t i16;
        uint8_t u8;
        bool write;
    } rows[10000];
    uint64_t wanted = 0, sum, hash[4];
    unsigned writes;
    struct rh_error error;
    for (unsigned i = 0; i < 10000; i++) {
        rows[i].u8 = (uint8_t)(i * 7 % 128);
        rows[i].i64 = rows[i].u8;
        rows[i].u32 = rows[i].u8;
        rows[i].i16 = rows[i].u8;
        rows[i].write = i % 3 == 0;
        wanted += (uint64_t)rows[i].u8 * (i + 1);
    }
    const struct rh_trace_column address[4] = {
        {RH_TRACE_ADDRESS, &rows[0].i64, sizeof rows[0], 8, true},
        {RH_TRACE_ADDRESS, &rows[0].u32, sizeof rows[0], 4, false},
        {RH_TRACE_ADDRESS, &rows[0].i16, sizeof rows[0], 2, true},
        {RH_TRACE_ADDRESS, &rows[0].u8, sizeof rows[0], 1, false},
    };
    for (unsigned k = 0; k < 4; k++) {
        struct rh_trace_array other = {.name = "other"};
        const struct rh_trace_array array = {
            .name = "mine",
            .records = 10000,
            .columns = 2,
            .column = {address[k], {RH_TRACE_OP, &rows[0].write, sizeof rows[0], 1, false}}};
        other.next = &array;
        rh_trace_arrays_use(&other);
        assert_int_equal(read_all("mine", &sum, &writes, &error), 0);
        assert_int_equal(sum, wanted);
        assert_int_equal(writes, 3334);
        hash[k] = rh_trace_array_hash(&array);
        assert_int_equal(hash[k], hash[0]);
        rows[9999].u8 = 0; /* only the last of them sees it */
        assert_true((rh_trace_array_hash(&array) != hash[k]) == (k == 3));
        rows[9999].u8 = (uint8_t)rows[9999].i64;
    }
    rh_trace_arrays_use(NULL);
    assert_null(rh_trace_array_find("mine"));
}

static void one_value_is_that_of_all(void **state) {
    (void)state;
    const uint64_t addresses[3] = {64, 128, 192};
    const uint8_t write = 1;
    const struct rh_trace_array array = {
        .name = "mine",
        .records = 3,
        .columns = 2,
        .column = {{RH_TRACE_OP, &write, 0, 1, false}, {RH_TRACE_ADDRESS, addresses + 2, -8, 8, false}}};
    uint64_t sum;
    unsigned writes;
    struct rh_error error;
    rh_trace_arrays_use(&array);
    assert_int_equal(read_all("mine", &sum, &writes, &error), 0);
    assert_int_equal(sum, 192 + 2 * 128 + 3 * 64);
    assert_int_equal(writes, 3);
    assert_null(rh_trace_open("mine", "native", &error));
    assert_string_equal(error.text, "format: found 'native' for an array in memory, expected none");
    rh_trace_arrays_use(NULL);
    assert_null(rh_trace_open("mine", NULL, &error));
}

static void what_cannot_be_is_refused_with_its_request(void **state) {
    (void)state;
    static int8_t values[5000];
    const uint64_t large = UINT64_MAX;
    uint64_t sum;
    unsigned writes;
    struct rh_error error;
    values[4998] = -5;
    assert_string_equal(refusal((struct rh_trace_column){RH_TRACE_ADDRESS, values, 1, 1, true}, 5000, &error),
                        "mine: request 4999: found address -5, expected a number from 0 to 9223372036854775807");
    assert_string_equal(refusal((struct rh_trace_column){RH_TRACE_ADDRESS, values, 1, 1, true}, 0, &error),
                        "mine: found no request, expected some");
    assert_string_equal(refusal((struct rh_trace_column){RH_TRACE_ROW, values, 1, 1, true}, 10, &error),
                        "mine: found neither addresses nor places, expected address, or channel, bank, row and column");
    const struct rh_trace_array array = {
        .name = "mine", .records = 1, .columns = 1, .column = {{RH_TRACE_ADDRESS, &large, 8, 8, false}}};
    rh_trace_arrays_use(&array);
    assert_int_equal(read_all("mine", &sum, &writes, &error), 0);
    assert_int_equal(sum, UINT64_MAX);
    rh_trace_arrays_use(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(widths_signs_and_strides_are_one_trace),
        cmocka_unit_test(one_value_is_that_of_all),
        cmocka_unit_test(what_cannot_be_is_refused_with_its_request),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
