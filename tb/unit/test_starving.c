// SPDX-License-Identifier: Apache-2.0
// Do the shipped counterexamples show what they say: a request that waits, in clocks that repeat for ever?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "matrix.h"

/* What the first line of a trace says. */
struct head {
    char allocator[16];
    unsigned inputs, outputs, iterations, hold, limit;
    unsigned input, output; /* the pair that waits */
    unsigned repeat;        /* the last `repeat` clocks leave the state as they found it; 0: they do not */
};

static FILE *open_trace(const char *name, struct head *h) {
    char path[256], line[256];
    (void)snprintf(path, sizeof path, "tb/unit/starving/%s.csv", name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    assert_int_equal(sscanf(line,
                            "# allocator=%15s inputs=%u outputs=%u iterations=%u hold=%u hold_limit=%u waits=%u:%u "
                            "repeat=%u",
                            h->allocator, &h->inputs, &h->outputs, &h->iterations, &h->hold, &h->limit, &h->input,
                            &h->output, &h->repeat),
                     9);
    return file;
}

/* Replays a trace, `limit` in place of its own hold limit if not 0; returns the clocks in which the pair asked in vain,
 * or stops at its first grant. `expected`: the grants are those of the trace. */
static unsigned replay(const char *name, unsigned limit, bool expected, bool *granted) {
    struct head h;
    struct matrix m;
    char line[256], *fields[4];
    unsigned clocks = 0, rows = 0;
    FILE *file = open_trace(name, &h);
    matrix_open(&m, h.allocator, h.inputs, h.outputs, h.iterations, (enum rh_hold_rule)h.hold,
                limit != 0 ? limit : h.limit);
    unsigned char *states = calloc(1024, m.ops->state_size);
    assert_non_null(states);
    *granted = false;
    while (!*granted && fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#' || strncmp(line, "request,", 8) == 0)
            continue;
        line[strcspn(line, "\n")] = '\0';
        fields[0] = strtok(line, ",");
        for (unsigned k = 1; k < 4; k++)
            fields[k] = strtok(NULL, ",");
        assert_non_null(fields[3]);
        assert_true(rows < 1023);
        memcpy(states + rows++ * m.ops->state_size, m.state, m.ops->state_size);
        (void)matrix_clock(&m, fields[0], fields[1]);
        if (expected) {
            assert_string_equal(m.grant, fields[2]);
            assert_string_equal(m.held, fields[3]);
        }
        uint64_t bit = UINT64_C(1) << h.output;
        clocks += (m.in.request[h.input] & m.in.ready & bit) != 0;
        *granted = (m.out.grant[h.input] & bit) != 0;
    }
    if (expected && h.repeat != 0)
        assert_memory_equal(m.state, states + (rows - h.repeat) * m.ops->state_size, m.ops->state_size);
    (void)fclose(file);
    free(states);
    matrix_close(&m);
    return clocks;
}

static const char *const held[] = {"hold_starves_islip", "hold_starves_separable", "hold_starves_wavefront"};

static void a_held_stream_keeps_another_waiting_for_ever(void **state) {
    (void)state;
    for (unsigned k = 0; k < 3; k++) {
        bool granted;
        assert_int_equal(replay(held[k], 0, true, &granted), 4);
        assert_false(granted);
    }
}

static void a_limit_ends_that_wait(void **state) {
    (void)state;
    for (unsigned k = 0; k < 3; k++) {
        bool granted;
        assert_true(replay(held[k], 2, false, &granted) <= 4);
        assert_true(granted);
    }
}

static void separable_passes_over_a_request_that_keeps_losing_the_first_round(void **state) {
    (void)state;
    bool granted;
    assert_int_equal(replay("separable_starves", 0, true, &granted), 4);
    assert_false(granted);
}

static void wavefront_goes_round_in_step_with_two_outputs_that_are_ready_in_turn(void **state) {
    (void)state;
    bool granted;
    assert_int_equal(replay("wavefront_starves", 0, true, &granted), 2);
    assert_false(granted);
}

static void pim_leaves_a_pair_waiting_beyond_inputs_times_outputs(void **state) {
    (void)state;
    bool granted;
    assert_true(replay("pim_waits", 0, true, &granted) > 16);
    assert_false(granted);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_held_stream_keeps_another_waiting_for_ever),
        cmocka_unit_test(a_limit_ends_that_wait),
        cmocka_unit_test(separable_passes_over_a_request_that_keeps_losing_the_first_round),
        cmocka_unit_test(wavefront_goes_round_in_step_with_two_outputs_that_are_ready_in_turn),
        cmocka_unit_test(pim_leaves_a_pair_waiting_beyond_inputs_times_outputs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
