// SPDX-License-Identifier: Apache-2.0
// Does an embedded memory take, time and answer requests as its header says?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "cmodel/embedding/rh_memory_state.h"
#include "memory_log.h"

/* gddr3: taken in clock 0, ACT in 1, RDs in 13 and 15, the data end with clock 25: CL 9 + tBURST 2 behind. */
static void a_zeroed_setup_answers_a_read_in_time(void **state) {
    (void)state;
    struct log log;
    int token;
    struct rh_memory *memory = opened((struct rh_memory_setup){0}, &log);
    assert_int_equal(rh_memory_channels(memory), 8);
    assert_int_equal(rh_memory_bytes(memory), UINT64_C(8) * 4 * 4096 * 8192);
    assert_int_equal(rh_memory_tck_ps(memory), 1250);
    assert_true(rh_memory_send(memory, 4096, false, &token));
    drain(memory);
    assert_int_equal(log.count, 1);
    assert_ptr_equal(log.done[0].user, &token);
    assert_int_equal(log.done[0].address, 4096);
    assert_false(log.done[0].write);
    assert_int_equal(log.done[0].sent, 0);
    assert_int_equal(log.done[0].done, 26);
    assert_int_equal(rh_memory_cycle(memory), 27);
    finished(memory);
}

static void a_filled_place_refuses_and_changes_nothing(void **state) {
    (void)state;
    struct log log;
    struct rh_memory *memory = opened((struct rh_memory_setup){.channels = 2, .queue = 2}, &log);
    unsigned taken = 0, refused = 0;
    for (unsigned i = 0; i < 40; i++) { /* all to channel 0, row after row of one bank */
        const struct rh_request request = {.row = i, .commands = 1, .core = 0xffff, .warp = 0xffff};
        while (!rh_memory_send_placed(memory, &request, NULL)) {
            refused++;
            assert_true(rh_memory_can_send(memory, 256)); /* channel 1 */
            assert_false(rh_memory_can_send(memory, 0));
            assert_int_equal(rh_memory_places(memory, 0), 0);
            assert_int_equal(rh_memory_places(memory, 1), 1);
            assert_true(rh_memory_tick(memory));
        }
        assert_false(rh_memory_send_placed(memory, &request, NULL));
        taken++;
    }
    drain(memory);
    assert_int_equal(taken, 40);
    assert_int_equal(log.count, 40);
    assert_true(refused > 40 * 20); /* a bank takes a row in tRC, 34 clocks */
    struct rh_stats stats, total;
    rh_memory_stats(memory, 0, &stats);
    assert_int_equal(stats.requests, 40);
    rh_memory_stats(memory, 1, &stats);
    assert_int_equal(stats.requests, 0);
    assert_int_equal(stats.cycles, rh_memory_cycle(memory));
    rh_memory_total(memory, &total);
    assert_int_equal(total.requests, 40);
    assert_int_equal(total.activates, 40);
    finished(memory);
}

/* Three places: three requests of one clock wait and are offered one a clock. The first answers at 26 as above; those
 * behind it, in its row, each two bursts of two clocks later. */
static void several_requests_may_wait_in_front_of_a_controller(void **state) {
    (void)state;
    struct log log;
    struct rh_memory *memory = opened((struct rh_memory_setup){.channels = 1, .waiting = 3}, &log);
    unsigned sent = 0, answered = 0;
    while (answered < 100) { /* the ring of places goes round */
        const unsigned before = sent;
        while (sent < 100 && rh_memory_send(memory, UINT64_C(64) * sent, false, NULL))
            sent++;
        if (rh_memory_cycle(memory) < 20)
            assert_int_equal(sent - before, rh_memory_cycle(memory) == 0 ? 3 : 1);
        assert_true(rh_memory_tick(memory));
        for (unsigned i = 0; i < log.count; i++, answered++) {
            assert_int_equal(log.done[i].address, 64 * answered);
            if (answered < 20) {
                assert_int_equal(log.done[i].sent, answered < 3 ? 0 : answered - 2);
                assert_int_equal(log.done[i].done, 26 + 4 * answered);
            }
        }
        log.count = 0;
    }
    finished(memory);
}

/* 1024 bytes from 128 on: 4 channels of 256 bytes and a bit, so five pieces of at most 8 commands of 32 bytes. */
static void a_request_over_several_channels_is_done_once(void **state) {
    (void)state;
    struct log log;
    struct rh_memory *memory = opened((struct rh_memory_setup){.request_bytes = 1024, .channels = 8}, &log);
    assert_true(rh_memory_send(memory, 128, true, NULL));
    assert_false(rh_memory_send(memory, 1024, true, NULL)); /* meets channel 4: whole or not at all */
    assert_false(rh_memory_send(memory, 1536, true, NULL)); /* channels 6 and 7 are free, 0 is not */
    drain(memory);
    assert_int_equal(log.count, 1);
    assert_true(log.done[0].write);
    struct rh_stats stats;
    static const unsigned commands[8] = {4, 8, 8, 8, 4, 0, 0, 0};
    for (unsigned i = 0; i < 8; i++) {
        rh_memory_stats(memory, i, &stats);
        assert_int_equal(stats.requests, commands[i] != 0);
        assert_int_equal(stats.column_commands, commands[i]);
    }
    finished(memory);
}

/* 256 bytes in two channels, 64 at a time, in as many banks: a request fills one place in each channel until the last
 * of its two banks there is taken. */
static void a_request_of_several_rows_fills_one_place(void **state) {
    (void)state;
    struct log log;
    struct rh_memory *memory = opened(
        (struct rh_memory_setup){
            .request_bytes = 256, .channels = 2, .waiting = 2, .map = "row:column:bank:channel:column[1]"},
        &log);
    assert_true(rh_memory_send(memory, 0, false, NULL));
    assert_true(rh_memory_send(memory, 256, false, NULL));
    for (unsigned clock = 0; clock < 2; clock++) {
        assert_false(rh_memory_can_send(memory, 512));
        assert_int_equal(rh_memory_places(memory, 1), 0);
        assert_true(rh_memory_tick(memory));
    }
    assert_int_equal(rh_memory_places(memory, 1), 1);
    assert_int_equal(rh_memory_places(memory, 2), 0); /* there is none */
    assert_true(rh_memory_send(memory, 512, false, NULL));
    assert_false(rh_memory_can_send(memory, 768));
    drain(memory);
    assert_int_equal(log.count, 3);
    struct rh_stats stats;
    rh_memory_total(memory, &stats);
    assert_int_equal(stats.requests, 3 * 4);
    finished(memory);
}

/* What one send becomes: requests and column commands of the channel. */
static void cut_into(struct rh_memory_setup setup, uint64_t address, unsigned requests, unsigned commands) {
    struct log log;
    struct rh_stats stats;
    setup.channels = 1;
    struct rh_memory *memory = opened(setup, &log);
    assert_true(rh_memory_send(memory, address, false, NULL));
    drain(memory);
    rh_memory_total(memory, &stats);
    assert_int_equal(stats.requests, requests);
    assert_int_equal(stats.column_commands, commands);
    finished(memory);
}

/* Commands of 32 bytes; a channel has 4 banks, 4096 rows, 256 columns. */
static void a_request_is_cut_where_the_map_leaves_the_row(void **state) {
    (void)state;
    cut_into((struct rh_memory_setup){.request_bytes = 33}, 0, 1, 2);
    cut_into((struct rh_memory_setup){.request_bytes = 32}, 31, 1, 1); /* from the command of the first byte on */
    cut_into((struct rh_memory_setup){.request_bytes = 256}, 0, 1, 8);
    cut_into((struct rh_memory_setup){.request_bytes = 288}, 0, 2, 9);
    /* bank 3, column 0, then bank 0, column 1 */
    cut_into((struct rh_memory_setup){.map = "row:column:channel:bank"}, 3 * 32, 2, 2);
    /* row 4095, column 0, then row 0, column 1 */
    cut_into((struct rh_memory_setup){.map = "bank:column:channel:row"}, 4095 * 32, 2, 2);
    /* column 0 and 1 of row 0; of row 1 first column 1, then column 0 */
    cut_into((struct rh_memory_setup){.map = "row:bank:column:channel,column[0]^=row[0]"}, 0, 1, 2);
    cut_into((struct rh_memory_setup){.map = "row:bank:column:channel,column[0]^=row[0]"}, 4 * 8192, 2, 2);
}

/* More requests than a port has places, and than there may be in flight: 256 tags and 64 places. */
static void places_are_used_again(void **state) {
    (void)state;
    struct log log;
    struct rh_memory *memory = opened((struct rh_memory_setup){.channels = 1}, &log);
    unsigned answered = 0;
    for (unsigned i = 0; i < 1000; i++) {
        int token;
        assert_true(rh_memory_send(memory, 64 * i, i % 2 == 1, &token + i % 2));
        drain(memory);
        answered += log.count;
        assert_int_equal(log.done[0].address, 64 * i);
        assert_ptr_equal(log.done[0].user, &token + i % 2);
        log.count = 0;
    }
    assert_int_equal(answered, 1000);
    finished(memory);
}

static void watch_idle(void *self, const struct rh_memory_done *done) {
    struct intruder *watcher = self;
    assert_int_equal(done->address, 0);
    assert_int_equal(rh_memory_idle(watcher->memory), ++watcher->calls == 2);
}

static void a_callback_sees_whether_it_is_the_last(void **state) {
    (void)state;
    struct rh_error error = {""};
    struct intruder watcher = {.calls = 0};
    const struct rh_memory_setup setup = {.channels = 3, .done = watch_idle, .self = &watcher}; /* no map for three */
    struct rh_memory *memory = watcher.memory = rh_memory_open(&setup, &error);
    assert_non_null(memory);
    for (uint16_t i = 0; i < 2; i++)
        assert_true(rh_memory_send_placed(
            memory, &(struct rh_request){.channel = i, .row = 5, .commands = 1, .core = 0xffff}, NULL));
    drain(memory);
    assert_int_equal(watcher.calls, 2);
    finished(memory);
}

static void a_callback_may_send(void **state) {
    (void)state;
    struct log log;
    struct rh_memory *memory = opened((struct rh_memory_setup){.channels = 1}, &log);
    log.chain = 3;
    log.next = 64;
    assert_true(rh_memory_send(memory, 0, false, NULL));
    drain(memory);
    assert_int_equal(log.count, 4);
    /* The answer of clock 26 sends what is offered in 27; hits now: RDs in 28 and 30, done CL + tBURST behind. */
    static const uint64_t sent[4] = {0, 27, 42, 57}, done[4] = {26, 41, 56, 71};
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(log.done[i].sent, sent[i]);
        assert_int_equal(log.done[i].done, done[i]);
    }
    finished(memory);
}

static void count_command(void *user, const struct rh_command_record *record) {
    unsigned *seen = user;
    seen[record->command]++;
    if (record->command == RH_ACT)
        seen[RH_COMMANDS] = (unsigned)record->cycle;
}

/* A preset of the caller's, whose rows open a clock later; commands leave flip-flops: all a clock later again. */
static void members_of_a_setup_reach_the_channels(void **state) {
    (void)state;
    struct rh_error error = {""};
    struct rh_preset own;
    assert_true(rh_preset_find("gddr3", &own, &error));
    own.timing.tRCDRD++;
    for (unsigned registered = 0; registered < 2; registered++) {
        struct log log;
        unsigned seen[RH_COMMANDS + 1] = {0};
        struct rh_memory *memory = opened((struct rh_memory_setup){.own = &own,
                                                                   .channels = 1,
                                                                   .responses = 5,
                                                                   .registered = registered == 1,
                                                                   .sink = count_command,
                                                                   .sink_user = seen},
                                          &log);
        assert_int_equal(rh_memory_preset(memory)->timing.tRCDRD, 13);
        assert_int_equal(memory->worker[0].setup->geometry.responses, 5);
        assert_true(rh_memory_send(memory, 0, false, NULL));
        drain(memory);
        assert_int_equal(log.done[0].done, 27 + registered);
        assert_int_equal(seen[RH_ACT], 1);
        assert_int_equal(seen[RH_RD], 2);
        assert_int_equal(seen[RH_COMMANDS], 1 + registered);
        finished(memory);
    }
}

static void a_finished_run_takes_nothing_more(void **state) {
    (void)state;
    struct log log;
    struct rh_stats total;
    struct rh_error error = {""};
    struct rh_memory *memory = opened((struct rh_memory_setup){.channels = 2}, &log);
    const struct rh_request request = {.channel = 1, .row = 7, .commands = 1, .core = 0xffff};
    assert_true(rh_memory_send_placed(memory, &request, NULL));
    drain(memory);
    assert_int_equal(log.done[0].address, 0); /* a placed one has none */
    assert_true(rh_memory_tick_until(memory, 100));
    rh_memory_total(memory, &total);
    assert_int_equal(total.cycles, 100);
    assert_int_equal(total.active_cycles, 14); /* accepted in 0, ACT 1, RD 13, whose data book two clocks */
    assert_int_equal(total.idle_cycles, 100 + 86);
    for (unsigned i = 0; i < 2; i++) {
        assert_true(rh_memory_finish(memory, &error));
        assert_false(rh_memory_send(memory, 0, false, NULL));
        assert_false(rh_memory_tick(memory));
        assert_false(rh_memory_tick_until(memory, 200));
        assert_int_equal(rh_memory_cycle(memory), 100);
    }
    rh_memory_close(memory);
}

/* A pause of some refreshes: they are made up for before the next request, and the clock is the memory's. */
static void idle_clocks_pass_and_are_made_up_for(void **state) {
    (void)state;
    struct log log;
    struct rh_memory *memory = opened((struct rh_memory_setup){.refresh = "all_bank", .channels = 2}, &log);
    assert_true(rh_memory_send(memory, 0, false, NULL));
    assert_true(rh_memory_tick_until(memory, 100000));
    assert_int_equal(rh_memory_cycle(memory), 100000);
    assert_int_equal(log.count, 1);
    struct rh_stats stats;
    rh_memory_stats(memory, 0, &stats);
    assert_int_equal(stats.refreshes, 0); /* its figures end with its last answer */
    assert_int_equal(stats.cycles, 100000);
    assert_true(rh_memory_send(memory, 0, false, NULL));
    drain(memory);
    assert_int_equal(log.done[1].sent, 100000);
    assert_in_range(log.done[1].done, 100020, 100090);
    rh_memory_stats(memory, 0, &stats);
    assert_int_equal(stats.refreshes, 16); /* 100000 / tREFI 6240 */
    rh_memory_stats(memory, 1, &stats);
    assert_int_equal(stats.refreshes, 0);
    finished(memory);
}

static void the_judge_can_be_left_out(void **state) {
    (void)state;
    for (unsigned judged = 0; judged < 2; judged++) {
        struct log log;
        struct rh_memory *memory = opened((struct rh_memory_setup){.no_judge = judged == 0}, &log);
        assert_true(rh_memory_send(memory, 0, false, NULL));
        drain(memory);
        char *text = json_of(memory);
        /* ACT and two RDs */
        assert_int_equal(strstr(text, "\"judge\": {\"commands\": 3, \"checks\": 12, ") != NULL, judged);
        assert_non_null(strstr(text, "\"stream\": null}"));
        assert_null(strstr(text, "_before_network")); /* an address has no core */
        free(text);
        finished(memory);
    }
}

/* One request to another row behind an endless run of hits: it is served when it has been the oldest for 64 clocks. */
static void an_age_cap_bounds_the_wait(void **state) {
    (void)state;
    for (unsigned capped = 0; capped < 2; capped++) {
        struct log log;
        struct rh_memory *memory =
            opened((struct rh_memory_setup){.channels = 1, .queue = 8, .age_cap = capped ? 64 : 0}, &log);
        for (unsigned i = 0; i < 60; i++) {
            const struct rh_request request = {
                .row = i == 1, .column = (uint16_t)(i * 4), .commands = 4, .core = 0xffff, .warp = 0xffff};
            while (!rh_memory_send_placed(memory, &request, i == 1 ? &log : NULL))
                assert_true(rh_memory_tick(memory));
        }
        drain(memory);
        unsigned place = 0;
        while (log.done[place].user == NULL)
            place++;
        assert_int_equal(place < 59, capped);
        char *text = json_of(memory);
        assert_int_equal(strstr(text, "\"age_cap\": 64, ") != NULL, capped);
        free(text);
        finished(memory);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_zeroed_setup_answers_a_read_in_time),
        cmocka_unit_test(a_filled_place_refuses_and_changes_nothing),
        cmocka_unit_test(several_requests_may_wait_in_front_of_a_controller),
        cmocka_unit_test(a_request_over_several_channels_is_done_once),
        cmocka_unit_test(a_request_of_several_rows_fills_one_place),
        cmocka_unit_test(a_request_is_cut_where_the_map_leaves_the_row),
        cmocka_unit_test(places_are_used_again),
        cmocka_unit_test(a_callback_sees_whether_it_is_the_last),
        cmocka_unit_test(a_callback_may_send),
        cmocka_unit_test(members_of_a_setup_reach_the_channels),
        cmocka_unit_test(a_finished_run_takes_nothing_more),
        cmocka_unit_test(idle_clocks_pass_and_are_made_up_for),
        cmocka_unit_test(the_judge_can_be_left_out),
        cmocka_unit_test(an_age_cap_bounds_the_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
