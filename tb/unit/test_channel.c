// SPDX-License-Identifier: Apache-2.0
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "no_constraints.h"
#include "rowhold/rh_model.h"
#include "rowhold/rh_random.h"
#include "scripted_unit.h"

static void one_read_is_counted_clock_by_clock(void **state) {
    (void)state;
    struct script script = one_read();
    struct rh_channel *channel = script_channel(&script);
    assert_int_equal(rh_channel_run(channel, &the_read, 1, false, true), RH_CHANNEL_DRAINED);
    const struct rh_stats *s = rh_channel_stats(channel);
    assert_int_equal(s->cycles, 11);
    assert_int_equal(s->requests, 1);
    assert_int_equal(s->reads, 1);
    assert_int_equal(s->writes, 0);
    assert_int_equal(s->column_commands, 2);
    assert_int_equal(s->activates, 1);
    assert_int_equal(s->precharges, 0);
    assert_int_equal(s->row_hits, 0);
    assert_int_equal(s->data_bus_busy_cycles, 4);
    assert_int_equal(s->active_cycles, 6);
    assert_int_equal(s->occupancy_sum, 5);
    assert_int_equal(s->stall_cycles[RH_CAUSE_TRCD], 2);
    assert_int_equal(s->read.count, 1);
    assert_int_equal(s->read.sum, 10);
    assert_int_equal(s->write.count, 0);
    assert_int_equal(s->from_arrival.count, 0); /* no times, no arrival */
    rh_channel_close(channel);
}

static void the_offer_stands_unchanged_until_it_is_taken(void **state) {
    (void)state;
    struct script late = {0}, script = one_read();
    memcpy(late.out + 3, script.out, 11 * sizeof script.out[0]);
    struct rh_channel *channel = script_channel(&late);
    assert_int_equal(rh_channel_run(channel, &the_read, 1, false, true), RH_CHANNEL_DRAINED);
    for (unsigned clock = 0; clock <= 3; clock++) {
        assert_int_equal(late.in[clock].req_valid, 1);
        assert_int_equal(late.in[clock].req_write, 0);
        assert_int_equal(late.in[clock].req_bank, 1);
        assert_int_equal(late.in[clock].req_row, 7);
        assert_int_equal(late.in[clock].req_column, 3);
        assert_int_equal(late.in[clock].req_len, 1);
        assert_int_equal(late.in[clock].req_tag, 0);
    }
    assert_int_equal(late.in[4].req_valid, 0);
    assert_int_equal(rh_channel_stats(channel)->read.sum, 10); /* from acceptance, not from the offer */
    rh_channel_close(channel);
}

static void a_timed_request_is_offered_from_its_cycle_on(void **state) {
    (void)state;
    struct script late = {0}, script = one_read();
    memcpy(late.out + 9, script.out, 11 * sizeof script.out[0]);
    struct rh_request request = the_read;
    request.cycle = 6;
    struct rh_channel *channel = script_channel(&late);
    assert_int_equal(rh_channel_run(channel, &request, 1, true, true), RH_CHANNEL_DRAINED);
    assert_int_equal(late.in[5].req_valid, 0);
    assert_int_equal(late.in[6].req_valid, 1);
    assert_int_equal(rh_channel_stats(channel)->read.sum, 10);
    assert_int_equal(rh_channel_stats(channel)->from_arrival.sum, 13);
    rh_channel_close(channel);
}

struct seen {
    struct rh_command_record record[8];
    unsigned n;
};

static void see(void *user, const struct rh_command_record *record) {
    struct seen *seen = user;
    if (seen->n < 8)
        seen->record[seen->n] = *record;
    seen->n++;
}

static void commands_reach_the_sink_with_their_row(void **state) {
    (void)state;
    struct script script = one_read();
    struct seen seen = {.n = 0};
    script.out[7].row_cmd = RH_PRE;
    script.out[7].row_bank = 1;
    struct rh_channel_setup setup = {.unit = {.cycle = script_cycle, .self = &script},
                                     .geometry = script_geometry,
                                     .constraints = script_constraints,
                                     .number = 6,
                                     .sink = see,
                                     .sink_user = &seen};
    struct rh_channel *channel = rh_channel_open(&setup, NULL);
    assert_int_equal(rh_channel_run(channel, &the_read, 1, false, true), RH_CHANNEL_DRAINED);
    static const struct rh_command_record expected[4] = {
        {.cycle = 1, .channel = 6, .command = RH_ACT, .bank = 1, .row = 7},
        {.cycle = 3, .channel = 6, .command = RH_RD, .bank = 1, .row = 7, .column = 3},
        {.cycle = 5, .channel = 6, .command = RH_RD, .bank = 1, .row = 7, .column = 4},
        {.cycle = 7, .channel = 6, .command = RH_PRE, .bank = 1, .row = 7},
    };
    assert_int_equal(seen.n, 4);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(seen.record[i].cycle, expected[i].cycle);
        assert_int_equal(seen.record[i].channel, expected[i].channel);
        assert_int_equal(seen.record[i].command, expected[i].command);
        assert_int_equal(seen.record[i].bank, expected[i].bank);
        assert_int_equal(seen.record[i].row, expected[i].row);
        assert_int_equal(seen.record[i].column, expected[i].column);
    }
    rh_channel_close(channel);
}

/* Watchdog here: 64 + 8 x (2 + 3 + 2 + 5 + 4) = 192 clocks. The response of clock 10 is lost; the last progress was
 * clock 5. */
static void a_request_never_answered_is_stuck(void **state) {
    (void)state;
    struct script lost = one_read();
    lost.out[10].rsp_valid = 0;
    struct rh_channel *channel = script_channel(&lost);
    assert_int_equal(rh_channel_run(channel, &the_read, 1, false, true), RH_CHANNEL_STUCK);
    assert_string_equal(rh_channel_text(channel),
                        "channel 6, cycle 198: no column command, acceptance or response for 192 "
                        "clocks with 1 requests in flight");
    rh_channel_close(channel);
}

static void a_request_never_accepted_is_stuck(void **state) {
    (void)state;
    struct script script = {0};
    struct rh_channel *channel = script_channel(&script);
    assert_int_equal(rh_channel_run(channel, &the_read, 1, false, false), RH_CHANNEL_STUCK);
    assert_string_equal(rh_channel_text(channel),
                        "channel 6, cycle 193: no column command, acceptance or response for 192 "
                        "clocks with 0 requests in flight and one on offer");
    rh_channel_close(channel);
}

static void waiting_for_a_late_request_is_not_stuck(void **state) {
    (void)state;
    struct script script = {0};
    struct rh_request request = the_read;
    request.cycle = 1000;
    struct rh_channel *channel = script_channel(&script);
    assert_int_equal(rh_channel_run(channel, &request, 1, true, true), RH_CHANNEL_STUCK);
    assert_int_equal(rh_channel_cycle(channel), 1193);
    rh_channel_close(channel);
}

static bool stop(void *self, const void *in, void *out) {
    (void)self;
    (void)in;
    (void)out;
    return false;
}

static void a_unit_that_stops_ends_the_run(void **state) {
    (void)state;
    struct rh_channel_setup setup = {
        .unit = {.cycle = stop}, .geometry = script_geometry, .constraints = script_constraints};
    struct rh_channel *channel = rh_channel_open(&setup, NULL);
    assert_int_equal(rh_channel_run(channel, &the_read, 1, false, true), RH_CHANNEL_STOPPED);
    rh_channel_close(channel);
}

enum { REQUESTS = 500 };

/* A mix over four banks, from the generator. */
static void make_requests(struct rh_request *requests) {
    uint64_t random = 1;
    for (unsigned i = 0; i < REQUESTS; i++) {
        uint32_t x = (uint32_t)rh_random_draw(&random);
        requests[i] = (struct rh_request){.cycle = 5U * i,
                                          .bank = (uint8_t)(x >> 30),
                                          .row = x >> 20 & 7,
                                          .column = (uint16_t)(x >> 16 & 7),
                                          .commands = (uint8_t)(1 + (x >> 12 & 7)),
                                          .write = x >> 8 & 1};
    }
}

static const struct rh_constraints real_constraints = {
#define RH_CONSTRAINT RH_NO_CONSTRAINT
#include "tables/controller_config.def"
    .rcd_rd = 12,
    .rcd_wr = 12,
    .ras = 21,
    .rc = 34,
    .rp = 13,
    .rtp = 2,
    .wtp = 19,
    .rrd_s = 8,
    .rrd_l = 8,
    .faw = 32,
    .faw_n = 4,
    .ccd_s = 2,
    .ccd_l = 2,
    .rtw = 9,
    .wtr_s = 11,
    .wtr_l = 11,
    .burst = 2,
    .rd_done = 11,
    .wr_done = 6,
    .refi = 600,
    .rfc = 40};

struct real {
    struct rh_model model;
    struct rh_channel *channel;
};

static struct real *open_real(uint32_t ready_one_in, uint64_t cycle_limit) {
    struct real *real = calloc(1, sizeof *real);
    assert_non_null(real);
    assert_true(rh_model_open(&real->model, &rh_controller_kind, rh_controller_find("fifo"), &script_geometry,
                              &real_constraints));
    struct rh_channel_setup setup = {.unit = rh_model_unit(&real->model),
                                     .geometry = script_geometry,
                                     .constraints = real_constraints,
                                     .ready_mask_seed = 99,
                                     .ready_one_in = ready_one_in,
                                     .cycle_limit = cycle_limit};
    real->channel = rh_channel_open(&setup, NULL);
    assert_non_null(real->channel);
    return real;
}

static void close_real(struct real *real) {
    rh_channel_close(real->channel);
    rh_model_close(&real->model);
    free(real);
}

static void how_a_stream_is_cut_changes_nothing(void **state) {
    (void)state;
    static struct rh_request requests[REQUESTS];
    make_requests(requests);
    for (unsigned timed = 0; timed < 2; timed++) {
        struct real *whole = open_real(3, 0), *cut = open_real(3, 0);
        assert_int_equal(rh_channel_run(whole->channel, requests, REQUESTS, timed, true), RH_CHANNEL_DRAINED);
        for (unsigned at = 0, n = 1; at < REQUESTS; at += n, n = n % 7 + 1) {
            if (n > REQUESTS - at)
                n = REQUESTS - at;
            assert_int_equal(rh_channel_run(cut->channel, requests + at, n, timed, false), RH_CHANNEL_HUNGRY);
            assert_int_equal(rh_channel_taken(cut->channel), n);
        }
        assert_int_equal(rh_channel_run(cut->channel, NULL, 0, timed, true), RH_CHANNEL_DRAINED);
        assert_memory_equal(rh_channel_stats(whole->channel), rh_channel_stats(cut->channel), sizeof(struct rh_stats));
        assert_int_equal(rh_channel_stats(whole->channel)->requests, REQUESTS);
        close_real(whole);
        close_real(cut);
    }
}

static void back_pressure_delays_but_loses_nothing(void **state) {
    (void)state;
    static struct rh_request requests[REQUESTS];
    make_requests(requests);
    struct real *freely = open_real(1, 0), *rarely = open_real(200, 0);
    assert_int_equal(rh_channel_run(freely->channel, requests, REQUESTS, false, true), RH_CHANNEL_DRAINED);
    assert_int_equal(rh_channel_run(rarely->channel, requests, REQUESTS, false, true), RH_CHANNEL_DRAINED);
    const struct rh_stats *a = rh_channel_stats(freely->channel), *b = rh_channel_stats(rarely->channel);
    assert_int_equal(b->requests, REQUESTS);
    assert_int_equal(b->read.count + b->write.count, REQUESTS);
    assert_int_equal(a->column_commands, b->column_commands);
    assert_true(b->cycles > 2 * a->cycles);
    assert_int_equal(a->stall_cycles[RH_CAUSE_RESPONSE], 0);
    assert_true(b->stall_cycles[RH_CAUSE_RESPONSE] > 0);
    close_real(freely);
    close_real(rarely);
}

static void a_limit_can_be_lifted(void **state) {
    (void)state;
    static struct rh_request requests[REQUESTS];
    make_requests(requests);
    struct real *whole = open_real(1, 0), *limited = open_real(1, 777);
    assert_int_equal(rh_channel_run(whole->channel, requests, REQUESTS, false, true), RH_CHANNEL_DRAINED);
    assert_int_equal(rh_channel_run(limited->channel, requests, REQUESTS, false, true), RH_CHANNEL_LIMIT);
    assert_int_equal(rh_channel_cycle(limited->channel), 777);
    size_t taken = rh_channel_taken(limited->channel);
    assert_true(taken > 0 && taken < REQUESTS);
    rh_channel_limit(limited->channel, 0);
    assert_int_equal(rh_channel_run(limited->channel, requests + taken, REQUESTS - taken, false, true),
                     RH_CHANNEL_DRAINED);
    assert_memory_equal(rh_channel_stats(whole->channel), rh_channel_stats(limited->channel), sizeof(struct rh_stats));
    close_real(whole);
    close_real(limited);
}

static void after_a_reset_the_channel_goes_on(void **state) {
    (void)state;
    static struct rh_request requests[REQUESTS];
    make_requests(requests);
    struct real *real = open_real(1, 500);
    assert_int_equal(rh_channel_run(real->channel, requests, REQUESTS, false, true), RH_CHANNEL_LIMIT);
    size_t taken = rh_channel_taken(real->channel);
    unsigned lost = rh_channel_outstanding(real->channel);
    assert_true(lost > 0);
    real->model.ops->reset(real->model.state, &script_geometry);
    rh_channel_flush(real->channel);
    assert_int_equal(rh_channel_outstanding(real->channel), 0);
    rh_channel_limit(real->channel, 0);
    assert_int_equal(rh_channel_run(real->channel, requests + taken, REQUESTS - taken, false, true),
                     RH_CHANNEL_DRAINED);
    assert_int_equal(rh_channel_stats(real->channel)->requests, REQUESTS);
    close_real(real);
}

/* A unit that says how long it idles, but can't move over that. */
static void who_cannot_skip_is_stepped(void **state) {
    (void)state;
    static struct rh_stats stats[2];
    const struct rh_request request = {.cycle = 10000, .row = 7, .commands = 1};
    struct rh_constraints constraints = real_constraints;
    constraints.refresh = RH_REFRESH_ALL_BANK;
    for (unsigned i = 0; i < 2; i++) {
        struct rh_model model;
        assert_true(
            rh_model_open(&model, &rh_controller_kind, rh_controller_find("fifo"), &script_geometry, &constraints));
        struct rh_channel_setup setup = {.unit = rh_model_unit(&model),
                                         .geometry = script_geometry,
                                         .constraints = constraints,
                                         .cycle_by_cycle = true};
        if (i == 1) {
            setup.unit.skip_clocks = NULL;
            setup.unit.skip_rounds = NULL;
        }
        struct rh_channel *channel = rh_channel_open(&setup, NULL);
        assert_non_null(channel);
        assert_int_equal(rh_channel_run(channel, &request, 1, true, true), RH_CHANNEL_DRAINED);
        stats[i] = *rh_channel_stats(channel);
        rh_channel_close(channel);
        rh_model_close(&model);
    }
    assert_int_equal(stats[0].refreshes, 16); /* one in 600 clocks */
    assert_memory_equal(&stats[0], &stats[1], sizeof stats[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_read_is_counted_clock_by_clock),
        cmocka_unit_test(the_offer_stands_unchanged_until_it_is_taken),
        cmocka_unit_test(a_timed_request_is_offered_from_its_cycle_on),
        cmocka_unit_test(commands_reach_the_sink_with_their_row),
        cmocka_unit_test(a_request_never_answered_is_stuck),
        cmocka_unit_test(a_request_never_accepted_is_stuck),
        cmocka_unit_test(waiting_for_a_late_request_is_not_stuck),
        cmocka_unit_test(a_unit_that_stops_ends_the_run),
        cmocka_unit_test(how_a_stream_is_cut_changes_nothing),
        cmocka_unit_test(back_pressure_delays_but_loses_nothing),
        cmocka_unit_test(a_limit_can_be_lifted),
        cmocka_unit_test(after_a_reset_the_channel_goes_on),
        cmocka_unit_test(who_cannot_skip_is_stepped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
