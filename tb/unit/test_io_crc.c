// SPDX-License-Identifier: Apache-2.0
// Does the link `io_crc` send again what arrived wrong, and deliver the rest in order? Columns: link_wave.h.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "link_wave.h"
#include "rowhold/rh_random.h"

static void a_transfer_takes_three_clocks_and_one_goes_every_clock(void **state) {
    (void)state;
    struct link_wave l;
    link_open(&l, "io_crc", 2, 10, 4, false);
    link_expect(&l, "send     A B C D E F . . .", "error    . . . . . . . . .", "ready    1 1 1 1 1 1 1 1 1",
                "taken    1 1 1 1 1 1 . . .", "receive  . . . A B C D E F");
    assert_int_equal(l.retries, 0);
    link_close(&l);
}

/* A is on the pins in clock 2, again in clock 4; what followed it in clock 3 is passed over, hit or not. */
static void a_rejected_transfer_comes_two_clocks_later_and_what_followed_it_behind(void **state) {
    (void)state;
    static const char *const errors[] = {"error    . . 1 . . . . . .", "error    . . 3 3 . . . . .",
                                         "error    . . c b . . . . .", "error    . . x . . . . . ."};
    for (unsigned k = 0; k < 4; k++) {
        struct link_wave l;
        link_open(&l, "io_crc", 2, 10, 4, false);
        link_expect(&l, "send     A B C . . . . . .", errors[k], "ready    1 1 1 1 1 1 1 1 1",
                    "taken    1 1 1 . . . . . .", "receive  . . . . . A B C .");
        assert_int_equal(l.retries, 1);
        link_close(&l);
    }
}

static void a_retry_is_sent_again_until_it_arrives_right(void **state) {
    (void)state;
    struct link_wave l;
    link_open(&l, "io_crc", 1, 10, 4, false);
    link_expect(&l, "send     A B . . . . . . . . .", "error    . . 1 . 2 . 3 . . . .",
                "ready    1 1 1 1 1 1 1 1 1 1 1", "taken    1 1 . . . . . . . . .", "receive  . . . . . . . . . A B");
    assert_int_equal(l.retries, 3);
    link_close(&l);
}

static void a_transfer_in_the_middle_holds_back_those_behind_it(void **state) {
    (void)state;
    struct link_wave l;
    link_open(&l, "io_crc", 1, 4, 4, false);
    link_expect(&l, "send     A B C D . . . . . .", "error    . . . b . . . . . .", "ready    1 1 1 1 1 1 1 1 1 1",
                "taken    1 1 1 1 . . . . . .", "receive  . . . A . . B C D .");
    assert_int_equal(l.retries, 1);
    link_close(&l);
}

/* The buffer is free again in the clock behind the one in which its oldest transfer was taken. */
static void a_full_buffer_holds_back_the_sender(void **state) {
    (void)state;
    struct link_wave l;
    link_open(&l, "io_crc", 1, 10, 2, false);
    link_expect(&l, "send     A B C C C C C D D . . .", "error    . . . . . . . . . . . .",
                "ready    . . . . . 1 1 1 1 1 1 1", "taken    1 1 . . . . 1 1 . . . .",
                "receive  . . . A A A B . . C D .");
    link_close(&l);
}

/* Two errors 15 places apart are a multiple of x^4 + x + 1: delivered, and wrong. The longer CRC sees them. */
static void four_bits_deliver_what_they_do_not_see(void **state) {
    (void)state;
    struct link_wave l;
    link_open(&l, "io_crc", 1, 4, 4, false);
    link_expect(&l, "send     A B . . . .", "error    . . x . . .", "ready    1 1 1 1 1 1", "taken    1 1 . . . .",
                "receive  . . . ? B .");
    assert_int_equal(l.retries, 0);
    link_close(&l);
}

static void with_bypass_all_is_delivered_as_it_arrives(void **state) {
    (void)state;
    struct link_wave l;
    link_open(&l, "io_crc", 1, 10, 4, true);
    link_expect(&l, "send     A B C . . . .", "error    . . 1 c . . .", "ready    1 1 1 1 1 1 1",
                "taken    1 1 1 . . . .", "receive  . . . ? B C .");
    assert_int_equal(l.retries, 0);
    link_close(&l);
}

static void retries_stop_at_their_greatest_number(void **state) {
    (void)state;
    struct link_wave l;
    struct rh_link_out out;
    link_open(&l, "io_crc", 1, 10, 4, false);
    link_clock(&l, 'A', '.', true, &out);
    for (unsigned clock = 0; clock < 2 * 65536 + 8; clock++)
        link_clock(&l, '.', '1', true, &out);
    assert_int_equal(l.retries, 65535);
    link_expect(&l, "send     . . . . . .", "error    . . . . . .", "ready    1 1 1 1 1 1", "taken    . . . . . .",
                "receive  . . A . . .");
    link_close(&l);
}

/* Errors of one to three bits anywhere in every fourth clock; data by number, so that any mistake shows. */
static void ten_thousand_transfers_arrive_right_in_order_and_once(void **state) {
    (void)state;
    struct link_wave l;
    unsigned sent = 0, delivered = 0, clock = 0;
    uint64_t random = rh_random_start(11, 0);
    link_open(&l, "io_crc", 4, 10, 4, false);
    for (; delivered < 10000 && clock < 100000; clock++) {
        struct rh_link_in in = {.send_valid = sent < 10000, .receive_ready = rh_random_below(&random, 8) != 0};
        struct rh_link_out out;
        for (unsigned w = 0; w < 4; w++)
            in.send_data[w] = sent * 4U + w;
        unsigned errors = rh_random_below(&random, 4) == 0 ? 1 + rh_random_below(&random, 3) : 0;
        while (errors-- > 0) {
            unsigned place = rh_random_below(&random, 266);
            if (place < 10)
                in.error_crc ^= (uint16_t)(1U << place);
            else
                in.error_data[(place - 10) / 64] ^= UINT64_C(1) << (place - 10) % 64;
        }
        assert_true(l.unit.cycle(l.unit.self, &in, &out));
        sent += in.send_valid && out.send_ready;
        l.retries = out.retries;
        for (unsigned w = 0; out.receive_valid && w < 4; w++)
            assert_int_equal(out.receive_data[w], delivered * 4U + w);
        delivered += out.receive_valid && in.receive_ready;
    }
    assert_int_equal(delivered, 10000);
    assert_int_equal(sent, 10000);
    assert_in_range(l.retries, 3000, 3700); /* each sending is hit with one in four: a third of 10000 */
    assert_in_range(clock, 16000, 18500);   /* 10000, and two for each retry */
    link_close(&l);
}

static void crc_bits_without_a_generator_are_refused(void **state) {
    (void)state;
    struct rh_link_params params = {4, 8, 4};
    struct rh_error error;
    assert_false(rh_link_kind.check(&params, &error));
    assert_string_equal(error.text, "link: found crc_bits 8, expected a row of crc.def: 4 or 10");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_transfer_takes_three_clocks_and_one_goes_every_clock),
        cmocka_unit_test(a_rejected_transfer_comes_two_clocks_later_and_what_followed_it_behind),
        cmocka_unit_test(a_retry_is_sent_again_until_it_arrives_right),
        cmocka_unit_test(a_transfer_in_the_middle_holds_back_those_behind_it),
        cmocka_unit_test(a_full_buffer_holds_back_the_sender),
        cmocka_unit_test(four_bits_deliver_what_they_do_not_see),
        cmocka_unit_test(with_bypass_all_is_delivered_as_it_arrives),
        cmocka_unit_test(retries_stop_at_their_greatest_number),
        cmocka_unit_test(ten_thousand_transfers_arrive_right_in_order_and_once),
        cmocka_unit_test(crc_bits_without_a_generator_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
