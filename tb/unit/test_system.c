// SPDX-License-Identifier: Apache-2.0
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/trace/rh_command_csv.h"
#include "cmodel/trace/rh_spool.h"
#include "rowhold/rh_preset_file.h"
#include "rowhold/rh_random.h"
#include "rowhold/rh_system.h"

enum { CHANNELS = 5, REQUESTS = 150000 };

/* A stream of its own: every channel but the last one, which stays idle. */
struct source {
    struct rh_stream stream;
    uint64_t left, at, fail_at;
    uint64_t random;
};

static int next(struct rh_stream *stream, struct rh_request *request, struct rh_error *error) {
    struct source *source = (struct source *)stream;
    if (source->fail_at != 0 && source->at == source->fail_at) {
        rh_error_set(error, "made-up.csv:17: found a hole, expected a request");
        return -1;
    }
    if (source->left == 0)
        return 0;
    source->left--;
    source->at++;
    uint32_t x = (uint32_t)rh_random_draw(&source->random);
    *request = (struct rh_request){.channel = (uint16_t)((x >> 8) % (CHANNELS - 1)),
                                   .bank = (uint8_t)(x >> 30),
                                   .row = x >> 26 & 15,
                                   .column = (uint16_t)(x >> 16 & 31),
                                   .commands = (uint8_t)(1 + (x >> 24 & 3)),
                                   .write = (x >> 13 & 3) == 0,
                                   .core = 0xffff,
                                   .warp = 0xffff};
    return 1;
}

static struct source new_source(uint64_t requests) {
    return (struct source){.stream = {.next = next}, .left = requests, .random = 7};
}

static struct rh_preset preset;

static struct rh_system_setup new_setup(unsigned threads) {
    struct rh_error error;
    assert_true(rh_preset_load("gddr3", &preset, &error));
    return (struct rh_system_setup){.preset = &preset,
                                    .ops = rh_controller_find("fifo"),
                                    .geometry = rh_preset_geometry(&preset, 16),
                                    .constraints = rh_preset_constraints(&preset),
                                    .channels = CHANNELS,
                                    .threads = threads,
                                    .judge = true,
                                    .sink = rh_spool_sink};
}

struct outcome {
    enum rh_system_end end;
    struct rh_error error;
    struct rh_stats total, first, idle;
    uint64_t judged, checks, broken;
    char *commands;
    size_t size;
};

static struct outcome *run(const struct rh_system_setup *setup, struct source source) {
    struct outcome *o = calloc(1, sizeof *o);
    assert_non_null(o);
    struct rh_spool *spool = setup->sink != NULL ? rh_spool_open(setup->channels, &o->error) : NULL;
    struct rh_system_setup spooled = *setup;
    spooled.sink_user = spool;
    struct rh_system *system = rh_system_open(&spooled, &o->error);
    assert_non_null(system);
    o->end = rh_system_run(system, &source.stream, &o->error);
    o->total = *rh_system_total(system);
    o->first = *rh_system_channel(system, 0);
    o->idle = *rh_system_channel(system, CHANNELS - 1);
    o->judged = rh_system_judged(system, &o->checks);
    o->broken = rh_system_rules_broken(system);
    if (spool != NULL) {
        FILE *file = open_memstream(&o->commands, &o->size);
        assert_non_null(file);
        struct rh_error error;
        assert_true(rh_spool_write(spool, 4, 1, file, &error));
        fclose(file);
    }
    rh_system_close(system);
    rh_spool_close(spool);
    return o;
}

static void drop(struct outcome *o) {
    free(o->commands);
    free(o);
}

static void threads_change_nothing(void **state) {
    (void)state;
    struct rh_system_setup one = new_setup(1), four = new_setup(4);
    struct outcome *a = run(&one, new_source(REQUESTS)), *b = run(&four, new_source(REQUESTS));
    assert_int_equal(a->end, RH_SYSTEM_DONE);
    assert_int_equal(b->end, RH_SYSTEM_DONE);
    assert_int_equal(a->total.requests, REQUESTS);
    assert_int_equal(a->judged, b->judged);
    assert_int_equal(a->checks, b->checks);
    assert_int_equal(a->judged, a->total.column_commands + a->total.activates + a->total.precharges);
    assert_memory_equal(&a->total, &b->total, sizeof a->total);
    assert_memory_equal(&a->first, &b->first, sizeof a->first);
    assert_int_equal(a->size, b->size);
    assert_memory_equal(a->commands, b->commands, a->size);
    drop(a);
    drop(b);
}

static void an_idle_channel_idles_as_long_as_the_longest(void **state) {
    (void)state;
    struct rh_system_setup setup = new_setup(1);
    struct outcome *o = run(&setup, new_source(1000));
    assert_int_equal(o->idle.requests, 0);
    assert_int_equal(o->idle.active_cycles, 0);
    assert_int_equal(o->idle.cycles, o->total.cycles);
    assert_true(o->total.cycles > 1000);
    drop(o);
}

/* Line by line: cycles never decrease, and in one cycle channels ascend. */
static void commands_stand_in_order_of_cycles(void **state) {
    (void)state;
    struct rh_system_setup setup = new_setup(2);
    struct outcome *o = run(&setup, new_source(3000));
    static const char head[] = "cycle,channel,command,bank_group,bank,row,column\n";
    assert_memory_equal(o->commands, head, sizeof head - 1);
    unsigned long long last_cycle = 0, last_channel = 0, lines = 0;
    for (const char *line = o->commands + sizeof head - 1; *line != '\0'; line = strchr(line, '\n') + 1) {
        char *comma;
        unsigned long long cycle = strtoull(line, &comma, 10), channel = strtoull(comma + 1, NULL, 10);
        assert_true(cycle > last_cycle || (cycle == last_cycle && (lines == 0 || channel > last_channel)));
        last_cycle = cycle;
        last_channel = channel;
        lines++;
    }
    assert_int_equal(lines, o->judged);
    assert_true(lines > 6000);
    drop(o);
}

static void command_lines_leave_empty_what_a_command_lacks(void **state) {
    (void)state;
    static const struct rh_command_record records[] = {
        {.cycle = 7, .channel = 2, .command = RH_ACT, .bank = 6, .row = 99},
        {.cycle = 19, .channel = 2, .command = RH_WR, .bank = 6, .row = 99, .column = 5},
        {.cycle = 40, .channel = 2, .command = RH_PRE, .bank = 6, .row = 99},
        {.cycle = 60, .channel = 2, .command = RH_REF, .bank = 3},
        {.cycle = 90, .channel = 2, .command = RH_REF, .all = 1},
    };
    char *text;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    for (unsigned i = 0; i < 5; i++)
        rh_command_csv_line(file, &records[i], 4, 1);
    fclose(file);
    assert_string_equal(text, "7,2,ACT,1,2,99,\n"
                              "19,2,WR,1,2,99,5\n"
                              "40,2,PRE,1,2,99,\n"
                              "60,2,REF,0,3,,\n"
                              "90,2,REF,,,,\n");
    free(text);
}

static void a_gap_one_clock_short_is_judged(void **state) {
    (void)state;
    struct rh_system_setup setup = new_setup(3);
    setup.constraints.rcd_rd--;
    struct outcome *o = run(&setup, new_source(5000));
    assert_int_equal(o->end, RH_SYSTEM_FAILED);
    assert_true(o->broken > 0);
    assert_int_equal(strncmp(o->error.text, "judge: channel 0, ", 18), 0);
    assert_non_null(strstr(o->error.text, "tRCDRD"));
    assert_int_equal(o->total.requests, 5000); /* the run still came to its end */
    drop(o);
}

/* A fifo that loses every response once 100 have gone out. */
static void forgetful_step(void *state, const void *geometry, const void *constraints, const void *in, void *to) {
    struct rh_controller_out *out = to;
    static const char name[] = "fifo";
    const struct rh_block_ops *fifo = rh_controller_find(name);
    uint64_t *answered = (uint64_t *)(void *)((char *)state + (fifo->state_size + 7) / 8 * 8);
    fifo->cycle(state, geometry, constraints, in, out);
    if (out->rsp_valid && ++*answered > 100)
        out->rsp_valid = 0;
}

static void lost_responses_are_noticed(void **state) {
    (void)state;
    struct rh_block_ops forgetful = *rh_controller_find("fifo");
    forgetful.name = "forgetful";
    forgetful.state_size = (forgetful.state_size + 7) / 8 * 8 + sizeof(uint64_t);
    forgetful.cycle = forgetful_step;
    struct rh_system_setup setup = new_setup(2);
    setup.ops = &forgetful;
    setup.judge = false;
    setup.sink = NULL;
    struct outcome *o = run(&setup, new_source(5000));
    assert_int_equal(o->end, RH_SYSTEM_BROKEN);
    assert_int_equal(strncmp(o->error.text, "forgetful: channel 0, cycle ", 28), 0);
    assert_non_null(strstr(o->error.text, "requests await their response, expected at most 16"));
    drop(o);
}

static void an_error_of_the_stream_ends_the_run(void **state) {
    (void)state;
    for (unsigned threads = 1; threads <= 3; threads += 2) {
        struct rh_system_setup setup = new_setup(threads);
        struct source source = new_source(REQUESTS);
        source.fail_at = 100000; /* in the second batch */
        struct outcome *o = run(&setup, source);
        assert_int_equal(o->end, RH_SYSTEM_ERROR);
        assert_string_equal(o->error.text, "made-up.csv:17: found a hole, expected a request");
        drop(o);
    }
}

static void a_channel_outside_is_refused(void **state) {
    (void)state;
    struct rh_system_setup setup = new_setup(1);
    setup.channels = 2;
    setup.sink = NULL;
    struct rh_error error;
    struct rh_system *system = rh_system_open(&setup, &error);
    struct source source = new_source(100);
    assert_int_equal(rh_system_run(system, &source.stream, &error), RH_SYSTEM_ERROR);
    assert_string_equal(error.text, "channels: found a request to channel 2, expected channels below 2");
    rh_system_close(system);
}

/* What is reported beside the statistics (locality, the hash of a file) must not hang on the threads either. */
static void a_limit_ends_the_reading_after_the_batch_that_reached_it(void **state) {
    (void)state;
    for (unsigned threads = 1; threads <= 3; threads += 2) {
        struct rh_system_setup setup = new_setup(threads);
        setup.channels = CHANNELS - 1; /* no idle one: it would wait for its first request */
        setup.cycles = 500;
        setup.sink = NULL;
        struct rh_error error;
        struct rh_system *system = rh_system_open(&setup, &error);
        assert_non_null(system);
        struct source source = new_source(REQUESTS);
        source.fail_at = 70000; /* in the second batch */
        assert_int_equal(rh_system_run(system, &source.stream, &error), RH_SYSTEM_DONE);
        assert_int_equal(source.at, 65536);
        assert_int_equal(rh_locality_total(rh_system_locality(system)).requests, 65536);
        for (unsigned i = 0; i < CHANNELS - 1; i++)
            assert_int_equal(rh_system_channel(system, i)->cycles, 500);
        rh_system_close(system);
    }
}

/* Workers of another type: the model's, but those from channel 1 on fail, in the round or at the end. */
static const char *fail_in;
static void fails(struct rh_channel_worker *worker, enum rh_system_end *end) {
    if (worker->number < 1)
        return;
    rh_error_set(&worker->error, "worker %u fails in %s", worker->number, fail_in);
    *end = RH_SYSTEM_BROKEN;
}

static enum rh_system_end failing_run(void *self, struct rh_channel_worker *worker, const struct rh_batch *batch,
                                      bool last) {
    enum rh_system_end end = rh_model_worker.run(self, worker, batch, last);
    if (strcmp(fail_in, "run") == 0)
        fails(worker, &end);
    return end;
}

static enum rh_system_end failing_finish(void *self, struct rh_channel_worker *worker) {
    (void)self;
    enum rh_system_end end = RH_SYSTEM_DONE;
    if (strcmp(fail_in, "finish") == 0)
        fails(worker, &end);
    return end;
}

/* Every request comes 1000 clocks after the one before, of which nothing else knows. */
static void slow_place(void *self, struct rh_request *request) {
    (void)self;
    static uint64_t clock;
    request->cycle = clock += 1000;
}

static void the_lowest_worker_that_fails_is_named(void **state) {
    (void)state;
    struct rh_channel_worker_type type = rh_model_worker;
    type.run = failing_run;
    type.finish = failing_finish;
    static const char *const places[] = {"run", "finish"};
    for (unsigned i = 0; i < 4; i++) {
        struct rh_system_setup setup = new_setup(1 + i / 2 * 3);
        setup.type = &type;
        setup.sink = NULL;
        fail_in = places[i % 2];
        struct rh_error error;
        struct rh_system *system = rh_system_open(&setup, &error);
        struct source source = new_source(1000);
        assert_int_equal(rh_system_run(system, &source.stream, &error), RH_SYSTEM_BROKEN);
        assert_string_equal(error.text, i % 2 == 0 ? "worker 1 fails in run" : "worker 1 fails in finish");
        assert_int_equal(rh_system_first_failing(system)->number, 1);
        rh_system_close(system);
    }
}

static void a_lane_may_place_the_requests_in_time(void **state) {
    (void)state;
    struct rh_channel_worker_type type = rh_model_worker;
    type.place = slow_place;
    struct rh_system_setup setup = new_setup(1);
    setup.type = &type;
    struct source source = new_source(50);
    source.stream.timed = true;
    struct outcome *o = run(&setup, source);
    assert_int_equal(o->end, RH_SYSTEM_DONE);
    assert_int_equal(o->total.requests, 50);
    assert_int_equal(o->total.cycles / 1000, 50);
    drop(o);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(an_idle_channel_idles_as_long_as_the_longest),
        cmocka_unit_test(commands_stand_in_order_of_cycles),
        cmocka_unit_test(command_lines_leave_empty_what_a_command_lacks),
        cmocka_unit_test(a_gap_one_clock_short_is_judged),
        cmocka_unit_test(lost_responses_are_noticed),
        cmocka_unit_test(an_error_of_the_stream_ends_the_run),
        cmocka_unit_test(a_channel_outside_is_refused),
        cmocka_unit_test(a_limit_ends_the_reading_after_the_batch_that_reached_it),
        cmocka_unit_test(the_lowest_worker_that_fails_is_named),
        cmocka_unit_test(a_lane_may_place_the_requests_in_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
