// SPDX-License-Identifier: Apache-2.0
// Does an embedded memory behind networks answer in the clocks of the closed loop, and refuse what it cannot do?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "rowhold/rh_core_streams.h"
#include "rowhold/rh_network_memory.h"
#include "rowhold/rh_synthetic.h"

struct log {
    struct rh_network_memory *memory;
    unsigned count;
    uint64_t chain; /* the callback sends so many more, of core 0 */
    struct rh_memory_done last;
};

static void on_done(void *self, const struct rh_memory_done *done) {
    struct log *log = self;
    log->count++;
    log->last = *done;
    if (log->chain == 0)
        return;
    log->chain--;
    assert_true(rh_network_memory_send(log->memory, 0, done->address + 256, false, done->user));
    assert_false(rh_network_memory_send(log->memory, 0, 0, false, NULL));
}

/* Four cores and two controllers of gddr3, 32 bytes a column command; one clock for all. */
static struct rh_network_memory_setup small(struct log *log) {
    *log = (struct log){.count = 0};
    return (struct rh_network_memory_setup){
        .memory = {.channels = 2, .request_bytes = 32, .chips = 2, .done = on_done, .self = log},
        .loop = {.cores = 4, .flit_bytes = 32, .core_mhz = 800, .network_mhz = 800}};
}

static struct rh_network_memory *opened(const struct rh_network_memory_setup *setup, struct log *log) {
    struct rh_error error = {""};
    struct rh_network_memory *memory = rh_network_memory_open(setup, &error);
    assert_string_equal(error.text, "");
    assert_non_null(memory);
    return log->memory = memory;
}

static void drain(struct rh_network_memory *memory) {
    for (unsigned i = 0; i < 100000 && !rh_network_memory_idle(memory); i++)
        assert_true(rh_network_memory_tick(memory));
    assert_true(rh_network_memory_idle(memory));
}

static void finished(struct rh_network_memory *memory) {
    struct rh_error error = {""};
    assert_true(rh_network_memory_finish(memory, &error));
    assert_string_equal(error.text, "");
}

/* As test_closed_loop.c has it: a read is accepted in clock 7, ACT in 8, RD in 20, its data end with 31, two flits are
 * back in 39. A write's flit of data comes a clock later: accepted in 8, WR in 21, its data end with 27, its reply of
 * one flit is back in 34. */
static void a_request_crosses_both_networks(void **state) {
    (void)state;
    for (unsigned write = 0; write < 2; write++) {
        struct log log;
        int token;
        struct rh_network_memory_setup setup = small(&log);
        struct rh_network_memory *memory = opened(&setup, &log);
        assert_int_equal(rh_network_memory_tck_ps(memory), 1250);
        assert_int_equal(rh_network_memory_bytes(memory), UINT64_C(2) * 4 * 4096 * 8192);
        assert_true(rh_network_memory_send(memory, 3, 256, write != 0, &token));
        drain(memory);
        assert_int_equal(log.count, 1);
        assert_ptr_equal(log.last.user, &token);
        assert_int_equal(log.last.address, 256);
        assert_int_equal(log.last.write, write);
        assert_int_equal(log.last.sent, 0);
        assert_int_equal(log.last.done, write ? 34 : 39);
        assert_int_equal(rh_network_memory_cycle(memory), log.last.done + 1);
        finished(memory);
        const struct rh_loop *loop = rh_network_memory_loop(memory);
        assert_int_equal(rh_loop_channel(loop, 1)->requests, 1);
        assert_int_equal(rh_loop_core_of(loop, 3)->last_reply, log.last.done);
        rh_network_memory_close(memory);
    }
}

/* 512 bytes are 256 in each channel: a request there each, done with the later reply. */
static void a_request_over_two_channels_is_done_once(void **state) {
    (void)state;
    struct log log;
    struct rh_network_memory_setup setup = small(&log);
    setup.memory.request_bytes = 512;
    struct rh_network_memory *memory = opened(&setup, &log);
    assert_int_equal(rh_network_memory_places(memory, 2), 1);
    assert_true(rh_network_memory_send(memory, 2, 0, false, NULL));
    assert_int_equal(rh_network_memory_places(memory, 2), 0);
    assert_int_equal(rh_network_memory_places(memory, 1), 1);
    assert_int_equal(rh_network_memory_places(memory, 4), 0); /* there is none */
    assert_false(rh_network_memory_send(memory, 2, 0, false, NULL));
    drain(memory);
    assert_int_equal(log.count, 1);
    finished(memory);
    const struct rh_loop *loop = rh_network_memory_loop(memory);
    assert_int_equal(rh_loop_stats_of(loop)->count.answered, 2);
    assert_int_equal(rh_loop_channel(loop, 0)->column_commands, 8);
    assert_int_equal(rh_loop_channel(loop, 1)->column_commands, 8);
    assert_int_equal(rh_loop_core_of(loop, 2)->last_reply, log.last.done);
    rh_network_memory_close(memory);
}

static void a_callback_may_send(void **state) {
    (void)state;
    struct log log;
    struct rh_network_memory_setup setup = small(&log);
    struct rh_network_memory *memory = opened(&setup, &log);
    log.chain = 5;
    assert_true(rh_network_memory_send(memory, 0, 0, false, &log));
    drain(memory);
    assert_int_equal(log.count, 6);
    assert_int_equal(log.last.address, 5 * 256);
    assert_ptr_equal(log.last.user, &log);
    finished(memory);
    rh_network_memory_close(memory);
}

/* Streams that issue whenever they may, in the loop and sent one by one. */
static struct rh_core_streams *streams_of(const struct rh_preset *preset) {
    struct rh_error error = {""};
    const struct rh_stream_setup setup = {
        .stream = "core_stencil", .requests = 1500, .channels = 4, .stream_cores = 6, .seed = 1};
    struct rh_stream *stream = rh_synthetic_open(&setup, preset, &error);
    struct rh_core_streams *streams = stream == NULL ? NULL : rh_core_streams_open(stream, 6, 0, false, &error);
    assert_string_equal(error.text, "");
    return streams;
}

static void compare(struct rh_loop_setup loop, const char *preset_name) {
    struct rh_error error = {""};
    struct rh_preset preset;
    assert_true(rh_preset_find(preset_name, &preset, &error));
    struct rh_core_streams *streams = streams_of(&preset);
    loop.cores = 6;
    const struct rh_network_memory_setup setup = {
        .memory = {.preset = preset_name, .channels = 4, .waiting = 64, .refresh = "per_bank"}, .loop = loop};
    struct rh_network_memory *memory = rh_network_memory_open(&setup, &error);
    assert_string_equal(error.text, "");
    uint64_t sent = 0, gap;
    while (sent < rh_core_streams_total(streams) || !rh_network_memory_idle(memory)) {
        for (unsigned core = 0; core < 6; core++) {
            const struct rh_request *next;
            while ((next = rh_core_streams_front(streams, core, &gap)) != NULL &&
                   rh_network_memory_send_placed(memory, core, next, NULL)) {
                rh_core_streams_take(streams, core);
                sent++;
            }
        }
        assert_true(rh_network_memory_tick(memory));
        assert_in_range(rh_network_memory_cycle(memory), 1, 100000);
    }
    assert_true(rh_network_memory_finish(memory, &error));

    rh_core_streams_rewind(streams);
    loop = *rh_loop_setup_of(rh_network_memory_loop(memory));
    struct rh_loop *other = rh_loop_open(&loop, &error);
    assert_string_equal(error.text, "");
    assert_int_equal(rh_loop_run(other, streams, &error), RH_SYSTEM_DONE);
    const struct rh_loop_stats *mine = rh_loop_stats_of(rh_network_memory_loop(memory)), *its = rh_loop_stats_of(other);
    assert_int_equal(mine->count.answered, rh_core_streams_total(streams));
    assert_memory_equal(&mine->count, &its->count, sizeof its->count);
    assert_memory_equal(mine->part, its->part, sizeof its->part);
    assert_int_equal(mine->round_trip.sum, its->round_trip.sum);
    for (unsigned core = 0; core < 6; core++)
        assert_memory_equal(rh_loop_core_of(rh_network_memory_loop(memory), core), rh_loop_core_of(other, core),
                            offsetof(struct rh_loop_core, awaited)); /* who is awaited, streams know beforehand */
    for (unsigned channel = 0; channel < 4; channel++)
        assert_int_equal(rh_loop_channel(rh_network_memory_loop(memory), channel)->activates,
                         rh_loop_channel(other, channel)->activates);
    rh_loop_close(other);
    rh_network_memory_close(memory);
    rh_core_streams_close(streams);
}

static void what_issues_whenever_it_may_has_the_clocks_of_streams(void **state) {
    (void)state;
    compare((struct rh_loop_setup){.topology = RH_TOPOLOGY_crossbar}, "gddr3");
    compare((struct rh_loop_setup){.topology = RH_TOPOLOGY_mesh, .outstanding = 7}, "hbm2");
    compare((struct rh_loop_setup){.topology = RH_TOPOLOGY_ring, .core_mhz = 2000, .network_mhz = 1700}, "hbm2");
}

static void the_results_are_written_as_json(void **state) {
    (void)state;
    struct log log;
    struct rh_network_memory_setup setup = small(&log);
    struct rh_network_memory *memory = opened(&setup, &log);
    assert_true(rh_network_memory_send(memory, 3, 256, false, NULL));
    drain(memory);
    finished(memory);
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    assert_true(rh_network_memory_json(memory, file));
    fclose(file);
    assert_non_null(strstr(text, "\"stream\": null"));
    assert_non_null(strstr(text, "\"network\": {"));
    assert_non_null(strstr(text, "\"rules_broken\": 0"));
    assert_non_null(strstr(text, "{\"core\": 3, \"answered\": 1, "));
    free(text);
    rh_network_memory_close(memory);
}

static void what_no_memory_can_be_is_refused(void **state) {
    (void)state;
    static const struct {
        struct rh_network_memory_setup setup;
        const char *text;
    } rows[] = {
        {{.memory = {.channels = 200}}, "channels: found 200 behind a network, expected at most 64"},
        {{.memory = {.waiting = 5000}}, "waiting: found 5000, expected at most 4096"},
        {{.memory = {.refresh = "on"}}, "refresh: found 'on', expected off, all_bank, per_bank or same_bank"},
        {{.memory = {.map = "row"}}, "map:4: found 0 bits of bank, expected 2, as the memory has"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct rh_error error = {""};
        assert_null(rh_network_memory_open(&rows[i].setup, &error));
        assert_string_equal(error.text, rows[i].text);
    }
    rh_network_memory_close(NULL);
}

static void tick_inside(void *self, const struct rh_memory_done *done) {
    struct log *log = self;
    (void)done;
    assert_false(rh_network_memory_tick(log->memory));
}

static void what_is_wrong_ends_the_run(void **state) {
    (void)state;
    static const char *const texts[] = {
        "core: found 4, expected a core below 4",
        "address: found 0x10000000 with 32 bytes, expected them inside the 268435456 of the memory",
        "request: found channel 2, expected a channel below 2",
        "tick: found one inside a callback, expected it after the tick that calls back",
    };
    for (unsigned i = 0; i < 4; i++) {
        struct log log;
        struct rh_error error = {""};
        struct rh_network_memory_setup setup = small(&log);
        if (i == 3)
            setup.memory.done = tick_inside;
        struct rh_network_memory *memory = opened(&setup, &log);
        const struct rh_request request = {.channel = 2, .commands = 1};
        if (i < 2)
            assert_false(rh_network_memory_send(memory, i == 0 ? 4 : 0, i == 0 ? 0 : 268435456, false, NULL));
        if (i == 2)
            assert_false(rh_network_memory_send_placed(memory, 0, &request, NULL));
        if (i == 3)
            assert_true(rh_network_memory_send(memory, 0, 0, false, NULL));
        while (rh_network_memory_tick(memory))
            assert_in_range(rh_network_memory_cycle(memory), 0, 100);
        assert_string_equal(rh_network_memory_text(memory), texts[i]);
        assert_int_equal(rh_network_memory_places(memory, 0), 0);
        assert_false(rh_network_memory_send(memory, 0, 0, false, NULL));
        assert_false(rh_network_memory_finish(memory, &error));
        assert_string_equal(error.text, texts[i]);
        rh_network_memory_close(memory);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_request_crosses_both_networks),
        cmocka_unit_test(a_request_over_two_channels_is_done_once),
        cmocka_unit_test(a_callback_may_send),
        cmocka_unit_test(what_issues_whenever_it_may_has_the_clocks_of_streams),
        cmocka_unit_test(the_results_are_written_as_json),
        cmocka_unit_test(what_no_memory_can_be_is_refused),
        cmocka_unit_test(what_is_wrong_ends_the_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
