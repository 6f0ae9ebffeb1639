// SPDX-License-Identifier: Apache-2.0
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "scripted_unit.h"

#include "rowhold/rh_contract.h"

/* Every promise broken once, in the clock that is given, and the words of the message. */
typedef void fault_fn(struct script *s);
struct fault {
    const char *promise;
    fault_fn *plant;
    const char *text;
};

#define FAULT(name, ...)                                                                                               \
    static void name(struct script *s) {                                                                               \
        __VA_ARGS__                                                                                                    \
    }

FAULT(unknown_tag, s->out[3].col_tag = 1;)
FAULT(wrong_direction, s->out[3].col_cmd = RH_WR;)
FAULT(wrong_bank, s->out[3].col_bank = 2;)
FAULT(closed_bank, s->out[1].row_cmd = RH_NOP;)
FAULT(closed_by_pre, s->out[2].row_cmd = RH_PRE; s->out[2].row_bank = 1;)
FAULT(closed_by_ref, s->out[2].row_cmd = RH_REF; s->out[2].row_all = 1;)
FAULT(wrong_row, s->out[1].row_row = 8;)
FAULT(wrong_column, s->out[3].col_column = 4;)
FAULT(column_twice, s->out[5].col_column = 3;)
FAULT(last_too_soon, s->out[3].col_last = 1;)
FAULT(last_missing, s->out[5].col_last = 0;)
FAULT(response_early, s->out[9].rsp_valid = 1;)
FAULT(response_unissued, s->out[4].rsp_valid = 1;)
FAULT(response_invented, s->out[9].rsp_valid = 1; s->out[9].rsp_tag = 3;)
FAULT(response_direction, s->out[10].rsp_write = 1;)
FAULT(response_twice, s->out[11] = s->out[10];)
FAULT(two_commands, s->out[3].row_cmd = RH_PRE;)
FAULT(row_on_column_port, s->out[3].col_cmd = RH_ACT;)
FAULT(column_on_row_port, s->out[1].row_cmd = RH_RD;)
FAULT(bank_outside, s->out[1].row_bank = 4;)
FAULT(occupancy_wrong, s->out[4].occupancy = 2;)
FAULT(booked_short, s->out[6].booked = 0;)
FAULT(booked_long, s->out[7].booked = s->out[7].active = 1;)
FAULT(active_late, s->out[1].active = 0;)
FAULT(active_long, s->out[7].active = 1;)
FAULT(cause_outside, s->out[2].cause = 13;)
FAULT(cause_of_booked, s->out[3].cause = 1;)
FAULT(cause_of_idle, s->out[8].cause = 1;)

static const struct fault faults[] = {
    {"a column command names a request in flight", unknown_tag,
     "cycle 3: RD with tag 1, which has no column command to issue"},
    {"of its direction", wrong_direction, "cycle 3: WR with tag 0, which is a read"},
    {"in its bank", wrong_bank, "cycle 3: RD with tag 0 to bank 2, expected bank 1"},
    {"whose row is open", closed_bank, "cycle 3: RD with tag 0 to bank 1, which is closed; expected row 7 open"},
    {"a PRE closes", closed_by_pre, "cycle 3: RD with tag 0 to bank 1, which is closed; expected row 7 open"},
    {"a REF closes", closed_by_ref, "cycle 3: RD with tag 0 to bank 1, which is closed; expected row 7 open"},
    {"the right row", wrong_row, "cycle 3: RD with tag 0 to bank 1 with row 8 open, expected row 7"},
    {"columns ascend", wrong_column, "cycle 3: RD with tag 0 to column 4, expected column 3"},
    {"columns ascend by one", column_twice, "cycle 5: RD with tag 0 to column 3, expected column 4"},
    {"last with the last only", last_too_soon, "cycle 3: RD with tag 0 has col_last 1 with 2 column commands to issue"},
    {"last with the last", last_missing, "cycle 5: RD with tag 0 has col_last 0 with 1 column commands to issue"},
    {"not before its data", response_early,
     "cycle 9: response with tag 0, expected not before cycle 10, when its data ends"},
    {"not before its commands", response_unissued,
     "cycle 4: response with tag 0, which still has 1 column commands to issue"},
    {"not invented", response_invented, "cycle 9: response with tag 3, which is not in flight"},
    {"with its direction", response_direction, "cycle 10: response with tag 0 says write, expected read"},
    {"answered once", response_twice, "cycle 11: response with tag 0, which is not in flight"},
    {"one command a bus", two_commands, "cycle 3: RD and PRE on one command bus"},
    {"column commands", row_on_column_port, "cycle 3: column command port carries ACT (1)"},
    {"row commands", column_on_row_port, "cycle 1: row command port carries RD (3)"},
    {"banks that exist", bank_outside, "cycle 1: ACT to bank 4 of 4"},
    {"occupancy", occupancy_wrong, "cycle 4: occupancy is 2, expected 1"},
    {"booked for a burst", booked_short, "cycle 6: booked is 0, expected 1"},
    {"booked for one burst", booked_long, "cycle 7: booked is 1, expected 0"},
    {"active from the queue on", active_late, "cycle 1: active is 0, expected 1"},
    {"active to the last beat", active_long, "cycle 7: active is 1, expected 0"},
    {"causes in the table", cause_outside, "cycle 2: cause is 13, expected less than 13"},
    {"no cause while booked", cause_of_booked, "cycle 3: cause is 1 in a clock that is booked, expected 0"},
    {"no cause while idle", cause_of_idle, "cycle 8: cause is 1 in a clock that is not active, expected 0"},
};

/* A second request that arrives much later keeps the channel looking behind the answer. */
static enum rh_channel_end run(struct script *script, char *text) {
    struct rh_request requests[2] = {the_read, the_read};
    requests[1].cycle = 50;
    struct rh_channel *channel = script_channel(script);
    assert_non_null(channel);
    enum rh_channel_end end = rh_channel_run(channel, requests, 2, true, false);
    strcpy(text, rh_channel_text(channel));
    rh_channel_close(channel);
    return end;
}

static void the_unbroken_script_passes(void **state) {
    (void)state;
    char text[400];
    struct script script = one_read();
    script.out[50].req_ready = 1;
    assert_int_equal(run(&script, text), RH_CHANNEL_HUNGRY);
    assert_string_equal(text, "");
}

static void every_broken_promise_is_named(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        char text[400], expected[400] = "channel 6, ";
        struct script script = one_read();
        faults[i].plant(&script);
        if (run(&script, text) != RH_CHANNEL_BROKEN)
            fail_msg("%s: went unnoticed", faults[i].promise);
        strcat(expected, faults[i].text);
        assert_string_equal(text, expected);
    }
}

/* The watcher alone, for what a channel never does. */
struct watched {
    struct rh_contract *contract;
    uint64_t cycle;
    unsigned queued;
};

static bool clock_with(struct watched *w, const struct rh_controller_in *in, struct rh_controller_out out,
                       bool booked) {
    out.booked = booked;
    out.active = booked || w->queued != 0;
    out.occupancy = (uint8_t)w->queued;
    return rh_contract_clock(w->contract, w->cycle++, in, &out);
}

static void accept_read(struct watched *w, unsigned tag, unsigned row) {
    struct rh_controller_in in = {.req_valid = 1, .req_row = row, .req_tag = (uint16_t)tag};
    assert_true(clock_with(w, &in, (struct rh_controller_out){.req_ready = 1}, false));
    w->queued++;
}

static bool read_last(struct watched *w, unsigned tag) {
    struct rh_controller_in in = {0};
    bool ok =
        clock_with(w, &in, (struct rh_controller_out){.col_cmd = RH_RD, .col_tag = (uint16_t)tag, .col_last = 1}, true);
    w->queued--;
    return ok;
}

static void open_row(struct watched *w, unsigned row) {
    struct rh_controller_in in = {0};
    assert_true(clock_with(w, &in, (struct rh_controller_out){.row_cmd = RH_ACT, .row_row = row}, false));
}

static struct watched watch(void) {
    struct rh_constraints constraints = script_constraints;
    constraints.burst = 1;
    return (struct watched){.contract = rh_contract_open(&script_geometry, &constraints)};
}

static void overtaking_within_a_row_is_named(void **state) {
    (void)state;
    struct watched w = watch();
    accept_read(&w, 5, 9);
    accept_read(&w, 2, 9);
    open_row(&w, 9);
    assert_false(read_last(&w, 2));
    assert_string_equal(rh_contract_text(w.contract),
                        "cycle 3: RD with tag 2 overtakes an older request to bank 0 row 9");
    rh_contract_close(w.contract);
}

static void overtaking_across_rows_is_allowed(void **state) {
    (void)state;
    struct watched w = watch();
    accept_read(&w, 5, 8);
    accept_read(&w, 2, 9);
    open_row(&w, 9);
    assert_true(read_last(&w, 2));
    rh_contract_close(w.contract);
}

/* With reads and writes in turn: tag 5 has commands to come for columns 6 and 7 of row 9, tag 4 for 5, tag 3 for 7 and
 * 8, and tag 2 for 6 of another row. */
static void overtaking_of_a_column_is_named_where_kinds_have_turns(void **state) {
    (void)state;
    static const uint8_t tags[] = {5, 4, 3, 2}, columns[] = {6, 5, 7, 6}, lens[] = {1, 0, 1, 0}, rows[] = {9, 9, 9, 8};
    struct rh_geometry geometry = script_geometry;
    struct rh_constraints constraints = script_constraints;
    geometry.write_drain = 1;
    constraints.burst = 1;
    struct watched w = {.contract = rh_contract_open(&geometry, &constraints)};
    for (unsigned i = 0; i < 4; i++) {
        struct rh_controller_in in = {
            .req_valid = 1, .req_row = rows[i], .req_column = columns[i], .req_len = lens[i], .req_tag = tags[i]};
        assert_true(clock_with(&w, &in, (struct rh_controller_out){.req_ready = 1}, false));
        w.queued++;
    }
    open_row(&w, 9);
    struct rh_controller_in none = {0};
    assert_true(clock_with(
        &w, &none, (struct rh_controller_out){.col_cmd = RH_RD, .col_tag = 4, .col_column = 5, .col_last = 1}, true));
    w.queued--;
    assert_false(
        clock_with(&w, &none, (struct rh_controller_out){.col_cmd = RH_RD, .col_tag = 3, .col_column = 7}, false));
    assert_string_equal(rh_contract_text(w.contract),
                        "cycle 6: RD with tag 3 overtakes an older request to column 7 of bank 0 row 9");
    rh_contract_close(w.contract);
}

static struct rh_controller_in offer_of(unsigned tag, unsigned write, unsigned column, unsigned len) {
    return (struct rh_controller_in){.req_valid = 1,
                                     .rsp_ready = 1,
                                     .req_write = (uint8_t)write,
                                     .req_row = 9,
                                     .req_column = (uint16_t)column,
                                     .req_len = (uint8_t)len,
                                     .req_tag = (uint16_t)tag};
}

/* Tags 5, 6 and 7 write columns 4 to 7, 4 and 5, 1 of row 9; tag 4 reads column 4. Tag 2 reads columns 4 and 5, which
 * tag 6 writes last. */
static struct watched watch_writes(unsigned write_drain) {
    static const uint8_t tags[] = {5, 6, 7, 4}, writes[] = {1, 1, 1, 0}, columns[] = {4, 4, 1, 4},
                         lens[] = {3, 1, 0, 0};
    struct rh_geometry geometry = script_geometry;
    struct rh_constraints constraints = script_constraints;
    geometry.write_drain = (uint8_t)write_drain;
    constraints.burst = 1;
    struct watched w = {.contract = rh_contract_open(&geometry, &constraints)};
    for (unsigned i = 0; i < 4; i++) {
        const struct rh_controller_in in = offer_of(tags[i], writes[i], columns[i], lens[i]);
        assert_true(clock_with(&w, &in, (struct rh_controller_out){.req_ready = 1}, false));
        w.queued++;
    }
    return w;
}

static void check_forward(unsigned write_drain, struct rh_controller_in in, unsigned tag, const char *text) {
    struct watched w = watch_writes(write_drain);
    const struct rh_controller_out out = {.req_ready = 1, .forward = 1, .forward_tag = (uint16_t)tag};
    assert_int_equal(clock_with(&w, &in, out, false), text[0] == '\0');
    assert_string_equal(rh_contract_text(w.contract), text);
    rh_contract_close(w.contract);
}

static void a_read_is_given_the_data_of_the_youngest_write_that_has_them_all(void **state) {
    (void)state;
    struct rh_controller_in elsewhere = offer_of(2, 0, 4, 1), none = offer_of(2, 0, 4, 1);
    elsewhere.req_row = 8;
    none.req_valid = 0;
    check_forward(2, offer_of(2, 0, 4, 1), 6, "");
    check_forward(2, offer_of(2, 0, 5, 0), 6, "");
    check_forward(2, offer_of(2, 0, 7, 0), 5, "");
    check_forward(2, offer_of(2, 0, 4, 1), 5,
                  "cycle 4: read with tag 2 is given the data of tag 5, expected those of tag 6 or the DRAM");
    check_forward(2, offer_of(2, 0, 4, 3), 6,
                  "cycle 4: read with tag 2 is given the data of tag 6, expected those of tag 6 or the DRAM");
    check_forward(2, offer_of(2, 0, 3, 0), 5,
                  "cycle 4: read with tag 2 is given the data of tag 5, expected those of the DRAM");
    check_forward(2, elsewhere, 6, "cycle 4: read with tag 2 is given the data of tag 6, expected those of the DRAM");
    check_forward(2, offer_of(2, 1, 4, 1), 6, "cycle 4: forward is 1, expected 0: a write is offered");
    check_forward(2, none, 6, "cycle 4: forward is 1, expected 0: no request is offered");
    check_forward(1, offer_of(2, 0, 4, 1), 6, "cycle 4: forward is 1, expected 0: every read goes to the DRAM");
    check_forward(2, offer_of(6, 0, 4, 1), 6, "cycle 4: request offered with tag 6, which is in flight");
}

/* Tag 2 gets the data of tag 7, which goes at once; of both responses that of the read comes first. */
static void a_write_is_answered_behind_those_who_get_its_data(void **state) {
    (void)state;
    struct watched w = watch_writes(2);
    const struct rh_controller_in read = offer_of(2, 0, 1, 0), none = {.rsp_ready = 1};
    const struct rh_controller_out taken = {.req_ready = 1, .forward = 1, .forward_tag = 7};
    assert_true(clock_with(&w, &read, taken, false));
    open_row(&w, 9);
    assert_true(clock_with(
        &w, &none, (struct rh_controller_out){.col_cmd = RH_WR, .col_column = 1, .col_tag = 7, .col_last = 1}, true));
    w.queued--;
    while (w.cycle < 40)
        assert_true(clock_with(&w, &none, (struct rh_controller_out){.col_cmd = RH_NOP}, false));
    assert_false(
        clock_with(&w, &none, (struct rh_controller_out){.rsp_valid = 1, .rsp_tag = 7, .rsp_write = 1}, false));
    assert_string_equal(rh_contract_text(w.contract),
                        "cycle 40: response with tag 7, whose data 1 reads are still to get");
    assert_true(clock_with(&w, &none, (struct rh_controller_out){.rsp_valid = 1, .rsp_tag = 2}, false));
    assert_true(clock_with(&w, &none, (struct rh_controller_out){.rsp_valid = 1, .rsp_tag = 7, .rsp_write = 1}, false));
    rh_contract_close(w.contract);
}

static void accept_read_of(struct watched *w, unsigned tag, unsigned row, unsigned source) {
    struct rh_controller_in in = {
        .req_valid = 1, .req_row = row, .req_tag = (uint16_t)tag, .req_source = (uint8_t)source};
    assert_true(clock_with(w, &in, (struct rh_controller_out){.req_ready = 1}, false));
    w->queued++;
}

/* A controller with a queue a source: of source 1 tag 5 is older than tag 2, whatever their rows; tag 3 of source 2
 * may go before both. */
static void overtaking_within_a_source_and_bank_is_named(void **state) {
    (void)state;
    for (unsigned row = 8; row <= 9; row++) {
        struct watched w = watch();
        rh_contract_order_sources(w.contract, true);
        accept_read_of(&w, 5, row, 1);
        accept_read_of(&w, 2, 9, 1);
        accept_read_of(&w, 3, 9, 2);
        open_row(&w, 9);
        assert_true(read_last(&w, 3));
        assert_false(read_last(&w, 2));
        assert_string_equal(rh_contract_text(w.contract),
                            "cycle 5: RD with tag 2 overtakes an older request of source 1 to bank 0");
        rh_contract_close(w.contract);
    }
}

static void a_tag_in_flight_may_not_be_offered(void **state) {
    (void)state;
    struct watched w = watch();
    accept_read(&w, 5, 8);
    struct rh_controller_in in = {.req_valid = 1, .req_tag = 5};
    assert_false(clock_with(&w, &in, (struct rh_controller_out){.req_ready = 1}, false));
    assert_string_equal(rh_contract_text(w.contract), "cycle 1: request offered with tag 5, which is in flight");
    rh_contract_close(w.contract);
}

static void a_full_response_fifo_is_noticed(void **state) {
    (void)state;
    struct watched w = watch();
    for (unsigned tag = 0; tag < 5; tag++)
        accept_read(&w, tag, 9);
    open_row(&w, 9);
    for (unsigned tag = 0; tag < 4; tag++)
        assert_true(read_last(&w, tag));
    assert_false(read_last(&w, 4));
    assert_string_equal(rh_contract_text(w.contract), "cycle 10: 5 requests await their response, expected at most 4");
    rh_contract_close(w.contract);
}

static struct watched answered_but_not_taken(void) {
    struct watched w = watch();
    struct rh_controller_in in = {0};
    accept_read(&w, 3, 9);
    accept_read(&w, 4, 9);
    open_row(&w, 9);
    assert_true(read_last(&w, 3));
    assert_true(read_last(&w, 4));
    w.cycle = 20;
    assert_true(clock_with(&w, &in, (struct rh_controller_out){.rsp_valid = 1, .rsp_tag = 3}, false));
    return w;
}

static void a_waiting_response_may_not_be_withdrawn(void **state) {
    (void)state;
    struct watched w = answered_but_not_taken();
    struct rh_controller_in in = {.rsp_ready = 1};
    assert_false(clock_with(&w, &in, (struct rh_controller_out){0}, false));
    assert_string_equal(rh_contract_text(w.contract), "cycle 21: response with tag 3 withdrawn before it was taken");
    rh_contract_close(w.contract);
}

static void a_waiting_response_may_not_change(void **state) {
    (void)state;
    struct watched w = answered_but_not_taken();
    struct rh_controller_in in = {.rsp_ready = 1};
    assert_false(clock_with(&w, &in, (struct rh_controller_out){.rsp_valid = 1, .rsp_tag = 4}, false));
    assert_string_equal(rh_contract_text(w.contract), "cycle 21: response changed from tag 3 to 4 before it was taken");
    rh_contract_close(w.contract);
}

static void a_flush_forgets_requests_rows_and_bookings(void **state) {
    (void)state;
    struct watched w = answered_but_not_taken();
    struct rh_controller_in in = {0};
    rh_contract_flush(w.contract);
    assert_true(clock_with(&w, &in, (struct rh_controller_out){0}, false));
    accept_read(&w, 3, 9); /* its tag was in flight, row 9 was open */
    assert_false(read_last(&w, 3));
    assert_string_equal(rh_contract_text(w.contract),
                        "cycle 23: RD with tag 3 to bank 0, which is closed; expected row 9 open");
    rh_contract_close(w.contract);
}

/* Two ranks of two banks: a REF of all banks of rank 1 leaves row 9 of bank 0 open; one of rank 0 closes it. */
static void a_refresh_closes_the_banks_of_its_rank(void **state) {
    (void)state;
    for (unsigned first = 0; first < 4; first += 2) {
        struct rh_geometry geometry = script_geometry;
        struct rh_constraints constraints = script_constraints;
        const struct rh_controller_in none = {0};
        geometry.groups = 2;
        geometry.rank_bits = 1;
        constraints.burst = 1;
        struct watched w = {.contract = rh_contract_open(&geometry, &constraints)};
        accept_read(&w, 5, 9);
        open_row(&w, 9);
        assert_true(clock_with(
            &w, &none, (struct rh_controller_out){.row_cmd = RH_REF, .row_all = 1, .row_bank = (uint8_t)first}, false));
        assert_int_equal(read_last(&w, 5), first == 2);
        assert_string_equal(rh_contract_text(w.contract),
                            first == 2 ? "" : "cycle 3: RD with tag 5 to bank 0, which is closed; expected row 9 open");
        rh_contract_close(w.contract);
    }
}

/* A request taken in clock 0 is queued at the start of clock 1, and the ports say so in clock 2. */
static void registered_observation_is_of_the_clock_before(void **state) {
    (void)state;
    struct rh_geometry geometry = script_geometry;
    geometry.registered = 1;
    const struct rh_controller_in taken = {.req_valid = 1, .req_tag = 5}, none = {0};
    const struct rh_controller_out ready = {.req_ready = 1}, quiet = {0}, queued = {.active = 1, .occupancy = 1};
    for (unsigned early = 0; early < 2; early++) {
        struct rh_contract *contract = rh_contract_open(&geometry, &script_constraints);
        assert_true(rh_contract_clock(contract, 0, &taken, &ready));
        if (early) {
            assert_false(rh_contract_clock(contract, 1, &none, &queued));
            assert_string_equal(rh_contract_text(contract), "cycle 1: occupancy is 1, expected 0");
        } else {
            assert_true(rh_contract_clock(contract, 1, &none, &quiet));
            assert_true(rh_contract_clock(contract, 2, &none, &queued));
            assert_false(rh_contract_clock(contract, 3, &none, &quiet));
            assert_string_equal(rh_contract_text(contract), "cycle 3: occupancy is 0, expected 1");
        }
        rh_contract_close(contract);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_unbroken_script_passes),
        cmocka_unit_test(every_broken_promise_is_named),
        cmocka_unit_test(overtaking_within_a_row_is_named),
        cmocka_unit_test(overtaking_across_rows_is_allowed),
        cmocka_unit_test(overtaking_of_a_column_is_named_where_kinds_have_turns),
        cmocka_unit_test(a_read_is_given_the_data_of_the_youngest_write_that_has_them_all),
        cmocka_unit_test(a_write_is_answered_behind_those_who_get_its_data),
        cmocka_unit_test(overtaking_within_a_source_and_bank_is_named),
        cmocka_unit_test(a_tag_in_flight_may_not_be_offered),
        cmocka_unit_test(a_full_response_fifo_is_noticed),
        cmocka_unit_test(a_waiting_response_may_not_be_withdrawn),
        cmocka_unit_test(a_waiting_response_may_not_change),
        cmocka_unit_test(a_flush_forgets_requests_rows_and_bookings),
        cmocka_unit_test(a_refresh_closes_the_banks_of_its_rank),
        cmocka_unit_test(registered_observation_is_of_the_clock_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
