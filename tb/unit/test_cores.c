// SPDX-License-Identifier: Apache-2.0
// What each core got, how much the others slowed it down, and how fair that was: streams drawn by hand.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/cli/simulate/rh_slowdown.h"
#include "rowhold/rh_memory.h"

#define assert_near(a, b) assert_true((a) > (b)-1e-6 && (a) < (b) + 1e-6)

/* A stream from memory. */
struct listed {
    struct rh_stream base;
    const struct rh_request *requests;
    unsigned count, given;
};

static int next_listed(struct rh_stream *stream, struct rh_request *request, struct rh_error *error) {
    struct listed *listed = (struct listed *)stream;
    (void)error;
    if (listed->given == listed->count)
        return 0;
    *request = listed->requests[listed->given++];
    return 1;
}

static struct rh_request read_of(uint16_t core, uint64_t cycle, uint8_t bank, uint32_t row) {
    return (struct rh_request){.cycle = cycle, .core = core, .bank = bank, .row = row, .commands = 1, .warp = 0xffff};
}

/* Shared and alone, as the program runs them. The number of cores. */
static unsigned compare(const struct rh_system_setup *setup, const struct rh_request *requests, unsigned count,
                        bool timed, struct rh_core *cores, unsigned room) {
    struct rh_error error = {""};
    struct rh_slowdown slowdown;
    struct listed listed = {{.next = next_listed, .timed = timed, .channels = 1}, requests, count, 0};
    assert_true(rh_slowdown_open(&slowdown, &listed.base, &error));
    struct rh_system *system = rh_system_open(setup, &error);
    assert_non_null(system);
    assert_int_equal(rh_system_run(system, &slowdown.stream, &error), RH_SYSTEM_DONE);
    unsigned found = rh_cores_list(rh_system_cores(system), cores, room);
    assert_in_range(found, 1, room);
    assert_int_equal(rh_slowdown_run(&slowdown, setup, cores, found, &error), RH_SYSTEM_DONE);
    assert_string_equal(error.text, "");
    rh_system_close(system);
    rh_slowdown_close(&slowdown);
    return found;
}

/* gddr3, one bank, one command each. Core 4: taken in clock 0, ACT in 1, RD tRCD 12 later, data end with clock 23, 11
 * behind the RD. Core 9 wants another row: taken in clock 1, ACT tRC 34 behind the first one in 35, RD in 47, data end
 * in 58. Alone both are like the first one. */
static void two_rows_of_a_bank_slow_the_later_core_down(void **state) {
    (void)state;
    const struct rh_request requests[] = {read_of(4, 0, 0, 1), read_of(9, 0, 0, 2)};
    const struct rh_system_setup setup = {.judge = true};
    struct rh_core cores[2];
    assert_int_equal(compare(&setup, requests, 2, false, cores, 2), 2);
    assert_int_equal(cores[0].core, 4);
    assert_int_equal(cores[0].shared.last_data, 24);
    assert_int_equal(cores[0].alone.last_data, 24);
    assert_int_equal(cores[1].core, 9);
    assert_int_equal(cores[1].shared.requests, 1);
    assert_int_equal(cores[1].shared.reads, 1);
    assert_int_equal(cores[1].shared.last_data, 58);
    assert_int_equal(cores[1].shared.latency_max, 57);
    assert_int_equal(cores[1].alone.last_data, 24);
    assert_near(rh_core_figure(RH_CORE_FIGURE_slowdown, &cores[0]), 1.0);
    assert_near(rh_core_figure(RH_CORE_FIGURE_slowdown, &cores[1]), 2.416667); /* 58 / 24 */
    assert_near(rh_core_figure(RH_CORE_FIGURE_latency_mean_alone, &cores[1]), 24.0);
    assert_near(rh_fairness(RH_FAIRNESS_weighted_speedup, cores, 2), 1.413793); /* 1 + 24 / 58 */
    assert_near(rh_fairness(RH_FAIRNESS_harmonic_speedup, cores, 2), 0.585366); /* 2 / (1 + 58 / 24) */
    assert_near(rh_fairness(RH_FAIRNESS_unfairness, cores, 2), 2.416667);
}

/* The same, but core 9 arrives in clock 5, and its time counts from there: 53 clocks, alone 24. */
static void a_late_core_is_measured_from_its_arrival(void **state) {
    (void)state;
    const struct rh_request requests[] = {read_of(4, 0, 0, 1), read_of(9, 5, 0, 2)};
    const struct rh_system_setup setup = {.judge = true};
    struct rh_core cores[2];
    assert_int_equal(compare(&setup, requests, 2, true, cores, 2), 2);
    assert_int_equal(cores[1].shared.first_arrival, 5);
    assert_int_equal(cores[1].shared.last_data, 58);
    assert_int_equal(cores[1].alone.first_arrival, 5);
    assert_int_equal(cores[1].alone.last_data, 29);
    assert_near(rh_core_figure(RH_CORE_FIGURE_slowdown, &cores[1]), 2.208333); /* 53 / 24 */
}

/* What the test above would say of a slowdown that leaves the arrival out, or of an alone run that is not alone. */
static void a_planted_fault_is_another_slowdown(void **state) {
    (void)state;
    const struct rh_request requests[] = {read_of(4, 0, 0, 1), read_of(9, 5, 0, 2)};
    const struct rh_system_setup setup = {.judge = true};
    struct rh_core cores[2];
    (void)compare(&setup, requests, 2, true, cores, 2);
    struct rh_core planted = cores[1];
    planted.shared.first_arrival = planted.alone.first_arrival = 0;
    assert_near(rh_core_figure(RH_CORE_FIGURE_slowdown, &planted), 2.0); /* 58 / 29 */
    planted = cores[1];
    planted.alone = planted.shared;
    assert_near(rh_core_figure(RH_CORE_FIGURE_slowdown, &planted), 1.0);
}

static void fairness_is_as_the_literature_has_it(void **state) {
    (void)state;
    const struct rh_core cores[] = {
        {.shared = {.last_data = 100}, .alone = {.last_data = 50}},                      /* 2 */
        {.shared = {.first_arrival = 40, .last_data = 100}, .alone = {.last_data = 60}}, /* 1 */
        {.shared = {.last_data = 90}, .alone = {.first_arrival = 7, .last_data = 37}},   /* 3 */
        {.shared = {.last_data = 300}, .alone = {.last_data = 50}},                      /* 6 */
    };
    assert_near(rh_fairness(RH_FAIRNESS_weighted_speedup, cores, 4), 2.0); /* 1/2 + 1 + 1/3 + 1/6 */
    assert_near(rh_fairness(RH_FAIRNESS_harmonic_speedup, cores, 4), 0.333333);
    assert_near(rh_fairness(RH_FAIRNESS_unfairness, cores, 4), 6.0);
    assert_near(rh_fairness(RH_FAIRNESS_slowdown_max, cores, 4), 6.0);
    assert_near(rh_fairness(RH_FAIRNESS_slowdown_mean, cores, 4), 3.0);
    const struct rh_core slow[] = {cores[3], cores[2]}; /* nobody is as fast as alone */
    assert_near(rh_fairness(RH_FAIRNESS_unfairness, slow, 2), 2.0);
}

static void see(struct rh_cores *cores, uint16_t core, uint16_t channel, uint64_t accepted, uint64_t done, bool write) {
    const struct rh_request request = {.core = core, .channel = channel};
    const struct rh_observed observed = {
        .core = core, .channel = channel, .arrival = accepted - 2, .accepted = accepted, .done = done, .write = write};
    assert_true(rh_cores_add(cores, &request));
    rh_cores_done(cores, &observed);
}

static void channels_and_requests_of_a_core_combine(void **state) {
    (void)state;
    struct rh_core found[8];
    struct rh_cores *cores = rh_cores_open(3);
    assert_int_equal(rh_cores_list(cores, found, 8), 0);
    see(cores, 255, 0, 70, 100, false);
    see(cores, 255, 2, 60, 75, true);
    see(cores, 255, 0, 90, 99, false);
    see(cores, 65534, 1, 10, 20, false);
    see(cores, 256, 1, 10, 21, true);
    see(cores, 0, 1, 10, 22, false);
    see(cores, RH_NO_CORE, 1, 10, 22, false);
    assert_int_equal(rh_cores_list(cores, found, 8), 4);
    assert_int_equal(found[0].core, 0);
    assert_int_equal(found[1].core, 255);
    assert_int_equal(found[2].core, 256);
    assert_int_equal(found[3].core, 65534);
    const struct rh_core_stats *shared = &found[1].shared;
    assert_int_equal(shared->requests, 3);
    assert_int_equal(shared->reads, 2);
    assert_int_equal(shared->latency_cycles, 30 + 15 + 9);
    assert_int_equal(shared->latency_max, 30);
    assert_int_equal(shared->first_arrival, 58);
    assert_int_equal(shared->last_data, 100);
    assert_near(rh_core_figure(RH_CORE_FIGURE_latency_mean, &found[1]), 18.0);
    assert_int_equal(rh_cores_list(cores, found, 2), 4); /* two were written */
    rh_cores_close(cores);
}

/* A run alone that can't be: here of more channels than there are. */
static void an_error_names_the_core_that_was_alone(void **state) {
    (void)state;
    struct rh_error error = {""};
    struct rh_core cores[] = {{.core = 300, .shared = {.requests = 1}}};
    struct rh_slowdown slowdown = {.spool = NULL};
    assert_int_equal(rh_slowdown_run(&slowdown, &(struct rh_system_setup){.channels = 70000}, cores, 1, &error),
                     RH_SYSTEM_ERROR);
    assert_string_equal(error.text, "core 300 alone: channels: found 70000, expected 1 to 65535");
    assert_int_equal(cores[0].alone.requests, 0);
}

static void a_request_without_core_has_no_slowdown(void **state) {
    (void)state;
    const struct rh_request requests[] = {read_of(4, 0, 0, 1), read_of(RH_NO_CORE, 0, 0, 2)};
    struct rh_error error = {""};
    struct rh_slowdown slowdown;
    struct listed listed = {{.next = next_listed, .channels = 1}, requests, 2, 0};
    struct rh_system *system = rh_system_open(&(struct rh_system_setup){.judge = true}, &error);
    assert_non_null(system);
    assert_true(rh_slowdown_open(&slowdown, &listed.base, &error));
    assert_int_equal(rh_system_run(system, &slowdown.stream, &error), RH_SYSTEM_ERROR);
    assert_string_equal(error.text,
                        "--slowdown: found a request that names no core, expected a trace whose requests all do");
    rh_system_close(system);
    rh_slowdown_close(&slowdown);
}

/* The two rows again, sent to an embedded memory as fast as it takes them. */
static void an_embedded_memory_counts_the_same(void **state) {
    (void)state;
    const struct rh_request requests[] = {read_of(4, 0, 0, 1), read_of(9, 0, 0, 2)};
    struct rh_error error = {""};
    struct rh_core cores[2];
    struct rh_memory *memory = rh_memory_open(&(struct rh_memory_setup){.channels = 1}, &error);
    assert_non_null(memory);
    for (unsigned i = 0; i < 2; i++)
        while (!rh_memory_send_placed(memory, &requests[i], NULL))
            assert_true(rh_memory_tick(memory));
    for (unsigned i = 0; i < 200 && !rh_memory_idle(memory); i++)
        assert_true(rh_memory_tick(memory));
    assert_int_equal(rh_memory_cores(memory, cores, 2), 2);
    assert_int_equal(cores[0].core, 4);
    assert_int_equal(cores[0].shared.last_data, 24);
    assert_int_equal(cores[1].core, 9);
    assert_int_equal(cores[1].shared.last_data, 58);
    assert_int_equal(cores[1].shared.latency_max, 57);
    assert_int_equal(cores[1].alone.requests, 0);
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    assert_non_null(file);
    assert_true(rh_memory_json(memory, file));
    fclose(file);
    assert_non_null(strstr(text, "\n  \"cores\": [\n" /* as tb/cli/simulate/test_slowdown.sh has it of `simulate` */
                                 "    {\"core\": 4, \"requests\": 1, \"reads\": 1, \"latency_cycles\": 24, "
                                 "\"latency_max\": 24, \"last_data\": 24, \"latency_mean\": 24.000000},\n"
                                 "    {\"core\": 9, \"requests\": 1, \"reads\": 1, \"latency_cycles\": 57, "
                                 "\"latency_max\": 57, \"last_data\": 58, \"latency_mean\": 57.000000}\n  ]\n}\n"));
    free(text);
    assert_true(rh_memory_send(memory, 0, false, NULL)); /* names none */
    assert_int_equal(rh_memory_cores(memory, cores, 2), 0);
    rh_memory_close(memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_rows_of_a_bank_slow_the_later_core_down),
        cmocka_unit_test(a_late_core_is_measured_from_its_arrival),
        cmocka_unit_test(a_planted_fault_is_another_slowdown),
        cmocka_unit_test(fairness_is_as_the_literature_has_it),
        cmocka_unit_test(channels_and_requests_of_a_core_combine),
        cmocka_unit_test(an_error_names_the_core_that_was_alone),
        cmocka_unit_test(a_request_without_core_has_no_slowdown),
        cmocka_unit_test(an_embedded_memory_counts_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
