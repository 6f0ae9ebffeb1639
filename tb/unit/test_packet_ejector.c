// SPDX-License-Identifier: Apache-2.0
// `packet_ejector` clock by clock: which message waits and which credit goes back in which clock, as literal waves.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "rowhold/rh_ejector.h"

extern const struct rh_block_ops rh_packet_ejector_ops;

/* A flit that arrives; its payload is the letter by which it is known, bank and row follow from it. */
struct arrival {
    unsigned clock, vc;
    bool tail;
    char letter;
};

enum { CLOCKS = 64 };

struct scene {
    struct rh_ejector_params params;
    uint64_t still;            /* clocks without enable */
    uint64_t not_ready;        /* clocks in which nobody takes a message */
    char messages[CLOCKS + 1]; /* the message that waits; '.': none */
    char backs[CLOCKS + 1];    /* the channel of the credit; '.': none */
};

static struct rh_ejector_params small(unsigned vcs) {
    struct rh_ejector_params params;
    rh_params_default(&rh_ejector_kind, &params);
    params.vcs = (uint8_t)vcs;
    params.depth = 4;
    return params;
}

static void note(struct scene *s, unsigned clock, const struct rh_ejector_out *out) {
    s->messages[clock] = out->message_valid ? (char)out->message_payload : '.';
    s->backs[clock] = out->back_valid ? (char)('0' + out->back_vc) : '.';
    if (!out->message_valid)
        return;
    assert_int_equal(out->message_row, 100U + out->message_payload);
    assert_int_equal(out->message_bank, out->message_payload % 4);
}

static void run(struct scene *s, const struct arrival *arrivals, size_t n, unsigned clocks) {
    const struct rh_block_ops *ops = &rh_packet_ejector_ops;
    struct rh_ejector_config config = {0};
    void *state = malloc(ops->state_size);
    assert_non_null(state);
    assert_true(rh_ejector_kind.check(&s->params, NULL));
    ops->reset(state, &s->params);
    for (unsigned clock = 0; clock < clocks; clock++) {
        struct rh_ejector_in in = {.enable = !(s->still >> clock & 1), .message_ready = !(s->not_ready >> clock & 1)};
        struct rh_ejector_out out;
        for (size_t k = 0; k < n; k++)
            if (arrivals[k].clock == clock) {
                in.arrive_valid = 1;
                in.arrive_vc = (uint8_t)arrivals[k].vc;
                in.arrive_tail = arrivals[k].tail;
                in.arrive_bank = (uint8_t)(arrivals[k].letter % 4);
                in.arrive_row = 100U + (unsigned)arrivals[k].letter;
                in.arrive_payload = (uint8_t)arrivals[k].letter;
            }
        ops->cycle(state, &s->params, &config, &in, &out);
        note(s, clock, &out);
    }
    free(state);
}

#define RUN(scene, arrivals, clocks) run(scene, arrivals, sizeof(arrivals) / sizeof(arrivals)[0], clocks)

/* Written in clock 0, taken in 1; credit and message show in 2. */
static void a_flit_is_a_message_two_clocks_later(void **state) {
    (void)state;
    struct scene s = {.params = small(1)};
    static const struct arrival arrivals[] = {{0, 0, true, 'a'}};
    RUN(&s, arrivals, 5);
    assert_string_equal(s.messages, "..a..");
    assert_string_equal(s.backs, "..0..");
}

static void a_packet_says_what_its_first_flit_says(void **state) {
    (void)state;
    struct scene s = {.params = small(1)};
    static const struct arrival arrivals[] = {{0, 0, false, 'a'}, {1, 0, false, 'b'}, {2, 0, true, 'c'}};
    RUN(&s, arrivals, 7);
    assert_string_equal(s.messages, "....a..");
    assert_string_equal(s.backs, "..000..");
}

static void a_stream_of_packets_does_not_pause(void **state) {
    (void)state;
    struct scene s = {.params = small(1)};
    static const struct arrival arrivals[] = {
        {0, 0, true, 'a'}, {1, 0, true, 'b'}, {2, 0, false, 'c'}, {3, 0, true, 'd'}, {4, 0, true, 'e'}};
    RUN(&s, arrivals, 9);
    assert_string_equal(s.messages, "..ab.ce..");
    assert_string_equal(s.backs, "..00000..");
}

/* Taken in clock 5, when b's tail fills the register again. */
static void a_message_stays_until_it_is_taken(void **state) {
    (void)state;
    struct scene s = {.params = small(1), .not_ready = 0x1f};
    static const struct arrival arrivals[] = {{0, 0, true, 'a'}, {1, 0, true, 'b'}};
    RUN(&s, arrivals, 9);
    assert_string_equal(s.messages, "..aaaab..");
    assert_string_equal(s.backs, "..0...0..");
}

/* The flits that are no tail vanish behind a message that waits; the tail stands. */
static void only_a_tail_waits_for_the_message(void **state) {
    (void)state;
    struct scene s = {.params = small(1), .not_ready = 0xff};
    static const struct arrival arrivals[] = {
        {0, 0, true, 'a'}, {1, 0, false, 'b'}, {2, 0, false, 'c'}, {3, 0, true, 'd'}, {4, 0, true, 'e'}};
    RUN(&s, arrivals, 12);
    assert_string_equal(s.messages, "..aaaaaaabe.");
    assert_string_equal(s.backs, "..000....00.");
}

/* Channel 0 stands with the tail b behind the message a; the flits of channel 1 go on up to their own tail. */
static void a_blocked_channel_does_not_stop_another(void **state) {
    (void)state;
    struct scene s = {.params = small(2), .not_ready = 0xff};
    static const struct arrival arrivals[] = {{0, 0, true, 'a'},  {1, 0, true, 'b'},  {2, 1, false, 'x'},
                                              {3, 1, false, 'y'}, {4, 1, false, 'z'}, {5, 1, true, 'w'}};
    RUN(&s, arrivals, 13);
    assert_string_equal(s.messages, "..aaaaaaaxb..");
    assert_string_equal(s.backs, "..0.111..10..");
}

static void channels_take_turns(void **state) {
    (void)state;
    struct scene s = {.params = small(4), .not_ready = 0x3f};
    static const struct arrival arrivals[] = {{0, 2, true, 'a'}, {1, 0, true, 'b'}, {2, 3, true, 'c'},
                                              {3, 2, true, 'd'}, {4, 0, true, 'e'}, {5, 1, true, 'f'}};
    RUN(&s, arrivals, 14);
    assert_string_equal(s.messages, "..aaaaacbfde..");
    assert_string_equal(s.backs, "..2....30120..");
}

/* Taken in clocks 1, 5 and 9: the tails a, b, c. In between go the flits of channel 1, behind which c would always be
 * next if all had one turn. */
static void tails_have_a_turn_of_their_own(void **state) {
    (void)state;
    struct scene s = {.params = small(4), .not_ready = ~(UINT64_C(1) << 5 | UINT64_C(1) << 9)};
    static const struct arrival arrivals[] = {{0, 2, true, 'a'},  {1, 0, true, 'b'},  {2, 2, true, 'c'},
                                              {3, 1, false, 'x'}, {4, 1, false, 'y'}, {5, 1, false, 'z'},
                                              {6, 1, false, 'u'}, {7, 1, false, 'v'}};
    RUN(&s, arrivals, 12);
    assert_string_equal(s.messages, "..aaaabbbbcc");
    assert_string_equal(s.backs, "..2..1011121");
}

/* From clock 4 on messages are taken: x, the tail b, y, then the tails w and c. */
static void tails_and_other_flits_go_by_turns(void **state) {
    (void)state;
    struct scene s = {.params = small(2), .not_ready = 0xf};
    static const struct arrival arrivals[] = {{0, 0, true, 'a'},  {1, 0, true, 'b'},  {2, 0, true, 'c'},
                                              {3, 1, false, 'x'}, {4, 1, false, 'y'}, {5, 1, true, 'w'}};
    RUN(&s, arrivals, 11);
    assert_string_equal(s.messages, "..aaa.b.xc.");
    assert_string_equal(s.backs, "..0..10110.");
}

/* The tail that goes to the row of the bank's last message goes before b, which is in turn. */
static void a_tail_to_the_same_row_goes_first(void **state) {
    (void)state;
    struct scene s = {.params = small(4), .not_ready = 0x3f};
    static const struct arrival arrivals[] = {
        {0, 2, true, 'a'}, {1, 0, true, 'b'}, {2, 3, true, 'a'}, {3, 1, true, 'c'}, {4, 2, true, 'a'}};
    RUN(&s, arrivals, 13);
    assert_string_equal(s.messages, "..aaaaaabca..");
    assert_string_equal(s.backs, "..2....3012..");
    s.params.row_affine = 2;
    RUN(&s, arrivals, 13);
    assert_string_equal(s.messages, "..aaaaaaabc..");
    assert_string_equal(s.backs, "..2....3201..");
}

/* Channel 1 is in turn with b, which does not fit; of those that do, 2 is the next behind it, not 0. */
static void of_those_that_fit_the_next_in_turn_goes_first(void **state) {
    (void)state;
    struct scene s = {.params = small(4), .not_ready = 0x3f};
    static const struct arrival arrivals[] = {
        {0, 0, true, 'a'}, {1, 1, true, 'b'}, {2, 0, true, 'a'}, {3, 2, true, 'a'}};
    s.params.row_affine = 2;
    RUN(&s, arrivals, 12);
    assert_string_equal(s.messages, "..aaaaaaab..");
    assert_string_equal(s.backs, "..0....201..");
}

/* From clock 6 on messages are taken, and every second flit is a tail of channel 0. So the flits of channels 1 and 3
 * wait for each other. */
static void flits_that_are_no_tail_take_turns(void **state) {
    (void)state;
    struct scene s = {.params = small(4), .not_ready = 0x3f};
    static const struct arrival arrivals[] = {
        {0, 0, true, 'a'},  {1, 0, true, 'b'},  {2, 0, true, 'c'},  {3, 0, true, 'd'},  {4, 0, true, 'e'},
        {5, 1, false, 'p'}, {6, 3, false, 'x'}, {7, 1, false, 'q'}, {8, 3, false, 'y'}, {9, 1, false, 'r'}};
    RUN(&s, arrivals, 17);
    assert_string_equal(s.backs, "..0....103010301.");
}

static void tails_stay_so_often_and_no_longer(void **state) {
    (void)state;
    struct scene s = {.params = small(2), .not_ready = 0x3f};
    static const struct arrival arrivals[] = {
        {0, 1, true, 'a'}, {1, 0, true, 'b'}, {2, 1, true, 'a'}, {3, 1, true, 'a'}, {4, 1, true, 'a'}};
    s.params.row_affine = 1;
    RUN(&s, arrivals, 13);
    assert_string_equal(s.backs, "..1....1011..");
    s.params.row_affine = 2;
    RUN(&s, arrivals, 13);
    assert_string_equal(s.backs, "..1....1101..");
    s.params.row_affine = 3;
    RUN(&s, arrivals, 13);
    assert_string_equal(s.backs, "..1....1110..");
}

/* a and e are rows of bank 1, b is one of bank 2: a before e, then e before b; the turn stays where it is. */
static void each_bank_has_its_last_row(void **state) {
    (void)state;
    struct scene s = {.params = small(4), .not_ready = 0x3f};
    static const struct arrival arrivals[] = {
        {0, 0, true, 'a'}, {1, 1, true, 'e'}, {2, 2, true, 'a'}, {3, 3, true, 'b'}, {4, 0, true, 'e'}};
    s.params.row_affine = 1;
    RUN(&s, arrivals, 13);
    assert_string_equal(s.messages, "..aaaaaaeeb..");
    assert_string_equal(s.backs, "..0....2103..");
}

/* It is the first flit of a packet that says its row. */
static void a_long_packet_goes_by_its_first_flits_row(void **state) {
    (void)state;
    struct scene s = {.params = small(4), .not_ready = 0x3f};
    static const struct arrival arrivals[] = {
        {0, 0, true, 'a'}, {1, 1, false, 'b'}, {2, 1, true, 'a'}, {3, 2, false, 'a'}, {4, 2, true, 'z'}};
    s.params.row_affine = 1;
    RUN(&s, arrivals, 11);
    assert_string_equal(s.messages, "..aaaaaab..");
    assert_string_equal(s.backs, "..01.2.21..");
}

/* Bank 0 has no last row, not even 0, before it had a message: channel 1 is in turn. */
static void nothing_fits_behind_a_reset(void **state) {
    (void)state;
    const struct rh_block_ops *ops = &rh_packet_ejector_ops;
    struct rh_ejector_params params = small(2);
    struct rh_ejector_config config = {0};
    static const struct rh_ejector_in arrivals[] = {{.arrive_bank = 1, .arrive_row = 7},
                                                    {.arrive_vc = 1, .arrive_bank = 2, .arrive_row = 5},
                                                    {.arrive_bank = 0, .arrive_row = 0}};
    struct rh_ejector_out out;
    void *block = malloc(ops->state_size);
    assert_non_null(block);
    params.row_affine = 1;
    ops->reset(block, &params);
    for (unsigned clock = 0; clock < 6; clock++) {
        static const unsigned rows[] = {7, 5, 0};
        struct rh_ejector_in in = clock < 3 ? arrivals[clock] : (struct rh_ejector_in){.message_ready = 1};
        in.enable = 1;
        in.arrive_valid = in.arrive_tail = clock < 3;
        ops->cycle(block, &params, &config, &in, &out);
        if (clock >= 3)
            assert_int_equal(out.message_row, rows[clock - 3]);
    }
    free(block);
}

/* Two packets whose flits come by turns: each channel keeps what its own first flit said. */
static void packets_of_two_channels_are_not_mixed(void **state) {
    (void)state;
    struct scene s = {.params = small(2)};
    static const struct arrival arrivals[] = {
        {0, 0, false, 'a'}, {1, 1, false, 'x'}, {2, 0, true, 'b'}, {3, 1, true, 'y'}, {4, 1, true, 'z'}};
    RUN(&s, arrivals, 8);
    assert_string_equal(s.messages, "....axz.");
    assert_string_equal(s.backs, "..01011.");
}

/* Nothing is taken in clocks 1 and 2, the credit of clock 4 stays until a clock of the network has shown it, and what
 * comes in clock 5 is not looked at. */
static void the_network_stands_still_without_enable(void **state) {
    (void)state;
    struct scene s = {.params = small(1), .still = 1U << 1 | 1U << 2 | 1U << 4 | 1U << 5};
    static const struct arrival arrivals[] = {{0, 0, true, 'a'}, {5, 0, true, 'x'}};
    RUN(&s, arrivals, 11);
    assert_string_equal(s.messages, "....a......");
    assert_string_equal(s.backs, "....000....");
}

/* The message is taken in clock 4, a clock without enable; so the next tail can be taken in clock 6. */
static void a_message_is_taken_without_enable(void **state) {
    (void)state;
    struct scene s = {.params = small(1), .still = 1U << 3 | 1U << 4 | 1U << 5, .not_ready = 0xf};
    static const struct arrival arrivals[] = {{0, 0, true, 'a'}, {1, 0, true, 'b'}};
    RUN(&s, arrivals, 10);
    assert_string_equal(s.messages, "..aaa..b..");
    assert_string_equal(s.backs, "..0....0..");
}

/* Four flits in four places behind a message, and as many more as there were credits: all come out, in order. */
static void a_full_buffer_loses_nothing(void **state) {
    (void)state;
    struct scene s = {.params = small(1), .not_ready = 0xff};
    static const struct arrival arrivals[] = {{0, 0, true, 'a'},  {1, 0, true, 'b'},  {2, 0, true, 'c'},
                                              {3, 0, true, 'd'},  {4, 0, true, 'e'},  {9, 0, true, 'f'},
                                              {10, 0, true, 'g'}, {11, 0, true, 'h'}, {12, 0, true, 'i'}};
    RUN(&s, arrivals, 18);
    assert_string_equal(s.messages, "..aaaaaaabcdefghi.");
    assert_string_equal(s.backs, "..0......00000000.");
}

static void nothing_is_kept_over_a_reset(void **state) {
    (void)state;
    const struct rh_block_ops *ops = &rh_packet_ejector_ops;
    struct rh_ejector_params params = small(2);
    struct rh_ejector_config config = {0};
    struct rh_ejector_in in = {.enable = 1, .arrive_valid = 1, .arrive_payload = 'a'};
    struct rh_ejector_out out;
    void *block = malloc(ops->state_size);
    assert_non_null(block);
    ops->reset(block, &params);
    for (unsigned clock = 0; clock < 3; clock++)
        ops->cycle(block, &params, &config, &in, &out); /* the first flit of a packet that goes on */
    assert_int_equal(out.back_valid, 1);
    ops->reset(block, &params);
    in = (struct rh_ejector_in){.enable = 1, .arrive_valid = 1, .arrive_tail = 1, .arrive_payload = 'b'};
    ops->cycle(block, &params, &config, &in, &out);
    assert_int_equal(out.back_valid, 0);
    for (unsigned clock = 1; clock < 3; clock++)
        ops->cycle(block, &params, &config, &in, &out);
    assert_int_equal(out.message_valid, 1);
    assert_int_equal(out.message_payload, 'b');
    free(block);
}

static void parameters_stay_in_their_ranges(void **state) {
    (void)state;
    struct rh_ejector_params params = small(4);
    struct rh_error error;
    assert_true(rh_ejector_kind.check(&params, &error));
    params.depth = 17;
    assert_false(rh_ejector_kind.check(&params, &error));
    assert_string_equal(error.text, "ejector: found depth 17, expected 2 to 16");
    params = small(3);
    assert_false(rh_ejector_kind.check(&params, &error));
    assert_string_equal(error.text, "ejector: found vcs 3, expected a power of two from 1 to 4");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_flit_is_a_message_two_clocks_later),
        cmocka_unit_test(a_packet_says_what_its_first_flit_says),
        cmocka_unit_test(a_stream_of_packets_does_not_pause),
        cmocka_unit_test(a_message_stays_until_it_is_taken),
        cmocka_unit_test(only_a_tail_waits_for_the_message),
        cmocka_unit_test(a_blocked_channel_does_not_stop_another),
        cmocka_unit_test(channels_take_turns),
        cmocka_unit_test(tails_have_a_turn_of_their_own),
        cmocka_unit_test(tails_and_other_flits_go_by_turns),
        cmocka_unit_test(a_tail_to_the_same_row_goes_first),
        cmocka_unit_test(of_those_that_fit_the_next_in_turn_goes_first),
        cmocka_unit_test(flits_that_are_no_tail_take_turns),
        cmocka_unit_test(tails_stay_so_often_and_no_longer),
        cmocka_unit_test(each_bank_has_its_last_row),
        cmocka_unit_test(a_long_packet_goes_by_its_first_flits_row),
        cmocka_unit_test(nothing_fits_behind_a_reset),
        cmocka_unit_test(packets_of_two_channels_are_not_mixed),
        cmocka_unit_test(the_network_stands_still_without_enable),
        cmocka_unit_test(a_message_is_taken_without_enable),
        cmocka_unit_test(a_full_buffer_loses_nothing),
        cmocka_unit_test(nothing_is_kept_over_a_reset),
        cmocka_unit_test(parameters_stay_in_their_ranges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
