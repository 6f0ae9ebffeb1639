// SPDX-License-Identifier: Apache-2.0
// Does the link `secded` deliver what was sent, two clocks later, corrected or flagged, and wait for its receiver?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "link_wave.h"

static void a_transfer_takes_two_clocks_and_one_goes_every_clock(void **state) {
    (void)state;
    struct link_wave l;
    link_open(&l, "secded", 2, 10, 4, false);
    link_expect(&l, "send     A B C D . . .", "error    . . . . . . .", "ready    1 1 1 1 1 1 1", /**/
                "taken    1 1 1 1 . . .", "receive  . . A B C D .");
    link_close(&l);
}

static void a_receiver_that_is_not_ready_holds_back_the_sender(void **state) {
    (void)state;
    struct link_wave l;
    link_open(&l, "secded", 1, 10, 4, false);
    link_expect(&l, "send     A B C C C C D . . .", "error    . . . . . . . . . .", "ready    . . . . . 1 1 1 1 1",
                "taken    1 1 . . . 1 1 . . .", "receive  . . A A A A B C D .");
    link_close(&l);
}

static void an_empty_register_is_filled_while_the_receiver_waits(void **state) {
    (void)state;
    struct link_wave l;
    link_open(&l, "secded", 1, 10, 4, false);
    link_expect(&l, "send     A . B C C C . . .", "error    . . . . . . . . .", "ready    . . . . 1 1 1 1 1",
                "taken    1 . 1 . 1 1 . . .", "receive  . . A A A B C C .");
    link_close(&l);
}

/* 1: a data bit of word 0, which is corrected; c: its check bit; 2: two of them; 3: three, which look like one. */
static void errors_are_corrected_flagged_or_beyond_the_code(void **state) {
    (void)state;
    struct link_wave l;
    link_open(&l, "secded", 2, 10, 4, false);
    link_expect(&l, "send     A B C D E . .", "error    . 1 c 2 3 . .", "ready    1 1 1 1 1 1 1",
                "taken    1 1 1 1 1 . .", "receive  . . A B ! ? E");
    assert_int_equal(l.corrected, 3); /* A, B and, wrongly, D */
    assert_int_equal(l.failed, 1);
    link_close(&l);
}

static void with_bypass_nothing_is_looked_at(void **state) {
    (void)state;
    struct link_wave l;
    link_open(&l, "secded", 2, 10, 4, true);
    link_expect(&l, "send     A B C D . .", "error    . 1 c 2 . .", "ready    1 1 1 1 1 1", "taken    1 1 1 1 . .",
                "receive  . . ? B ? D");
    assert_int_equal(l.corrected + l.failed, 0);
    link_close(&l);
}

/* The pins' register holds B while the receiver waits; only the errors of the clock in which it moves on count. */
static void errors_of_a_waiting_clock_do_no_harm(void **state) {
    (void)state;
    struct link_wave l;
    link_open(&l, "secded", 1, 10, 4, false);
    link_expect(&l, "send     A B . . . . .", "error    . . 2 2 . . .", "ready    . . . . 1 1 1",
                "taken    1 1 . . . . .", "receive  . . A A A B .");
    assert_int_equal(l.corrected + l.failed, 0);
    link_close(&l);
}

static void flags_stand_at_their_word(void **state) {
    (void)state;
    struct link_wave l;
    struct rh_link_in in = {.send_valid = 1, .receive_ready = 1};
    struct rh_link_out out;
    link_open(&l, "secded", 4, 10, 4, false);
    in.error_data[1] = 1; /* on the pins in the second clock */
    in.error_data[3] = 3;
    for (unsigned clock = 0; clock < 3; clock++)
        assert_true(l.unit.cycle(l.unit.self, &in, &out));
    assert_int_equal(out.corrected, 0x2);
    assert_int_equal(out.failed, 0x8);
    link_close(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_transfer_takes_two_clocks_and_one_goes_every_clock),
        cmocka_unit_test(a_receiver_that_is_not_ready_holds_back_the_sender),
        cmocka_unit_test(an_empty_register_is_filled_while_the_receiver_waits),
        cmocka_unit_test(errors_are_corrected_flagged_or_beyond_the_code),
        cmocka_unit_test(with_bypass_nothing_is_looked_at),
        cmocka_unit_test(errors_of_a_waiting_clock_do_no_harm),
        cmocka_unit_test(flags_stand_at_their_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
