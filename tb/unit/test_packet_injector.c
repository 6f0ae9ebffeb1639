// SPDX-License-Identifier: Apache-2.0
// `packet_injector` clock by clock: what is on the link in which clock, and when a message is taken, as literal waves.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rowhold/rh_injector.h"

extern const struct rh_block_ops rh_packet_injector_ops;

/* A message; its payload is the letter by which it is known. */
struct message {
    unsigned from; /* offered in this clock and on until it is taken, behind the one before */
    unsigned destination, flits;
    char letter;
};

enum { CLOCKS = 64 };

struct scene {
    struct rh_injector_params params;
    struct rh_injector_config config;
    uint64_t still;      /* clocks without enable */
    const char *credits; /* a digit a clock: a credit for this channel; '.': none */
    const char *done;    /* 'd': a message is done */
    char leaves[CLOCKS + 1], candidate_vcs[CLOCKS + 1], tails[CLOCKS + 1]; /* what the link shows; '.': nothing */
    char takes[CLOCKS + 1]; /* the letter of the message that is taken; 'r': it would be; '.': none is */
};

static struct rh_injector_params small(void) {
    struct rh_injector_params params;
    rh_params_default(&rh_injector_kind, &params);
    params.queue = 4;
    return params;
}

static char at(const char *wave, unsigned clock) {
    return wave != NULL && clock < strlen(wave) ? wave[clock] : '.';
}

static void offer(struct rh_injector_in *in, const struct message *m) {
    in->message_valid = 1;
    in->message_destination = (uint8_t)m->destination;
    in->message_bank = (uint8_t)(m->destination % 4);
    in->message_row = 100U + (unsigned)m->letter;
    in->message_payload = (uint8_t)m->letter;
    in->message_flits = (uint8_t)m->flits;
}

static void note(struct scene *s, const struct message *messages, size_t n, unsigned clock,
                 const struct rh_injector_out *out) {
    s->leaves[clock] = out->leave_valid ? (char)out->leave_payload : '.';
    s->candidate_vcs[clock] = out->leave_valid ? (char)('0' + out->leave_vc) : '.';
    s->tails[clock] = out->leave_tail ? 't' : '.';
    for (size_t k = 0; k < n && out->leave_valid; k++)
        if (messages[k].letter == (char)out->leave_payload) {
            assert_int_equal(out->leave_destination, messages[k].destination);
            assert_int_equal(out->leave_bank, messages[k].destination % 4);
            assert_int_equal(out->leave_row, 100U + (unsigned)messages[k].letter);
        }
}

static void run(struct scene *s, const struct message *messages, size_t n, unsigned clocks) {
    const struct rh_block_ops *ops = &rh_packet_injector_ops;
    struct rh_injector_out out;
    size_t next = 0;
    void *state = malloc(ops->state_size);
    assert_non_null(state);
    assert_true(rh_injector_check(&s->params, NULL));
    ops->reset(state, &s->params);
    for (unsigned clock = 0; clock < clocks; clock++) {
        char credit = at(s->credits, clock);
        struct rh_injector_in in = {.enable = !(s->still >> clock & 1),
                                    .done = at(s->done, clock) == 'd',
                                    .credit_valid = credit != '.',
                                    .credit_vc = (uint8_t)(credit != '.' ? credit - '0' : 0)};
        if (next < n && messages[next].from <= clock)
            offer(&in, &messages[next]);
        ops->cycle(state, &s->params, &s->config, &in, &out);
        note(s, messages, n, clock, &out);
        s->takes[clock] = '.';
        if (out.message_ready)
            s->takes[clock] = in.message_valid ? messages[next++].letter : 'r';
    }
    free(state);
}

#define RUN(scene, messages, clocks) run(scene, messages, sizeof(messages) / sizeof(messages)[0], clocks)

/* Taken in clock 0, at the front in 1, on the link in 2. */
static void a_message_is_on_the_link_two_clocks_later(void **state) {
    (void)state;
    struct scene s = {.params = small()};
    static const struct message messages[] = {{0, 5, 1, 'a'}};
    RUN(&s, messages, 5);
    assert_string_equal(s.takes, "arrrr");
    assert_string_equal(s.leaves, "..a..");
    assert_string_equal(s.tails, "..t..");
}

static void a_message_leaves_as_its_flits_with_the_tail_on_the_last(void **state) {
    (void)state;
    struct scene s = {.params = small()};
    static const struct message messages[] = {{0, 5, 5, 'a'}};
    RUN(&s, messages, 9);
    assert_string_equal(s.leaves, "..aaaaa..");
    assert_string_equal(s.tails, "......t..");
}

static void messages_leave_in_order_without_a_pause(void **state) {
    (void)state;
    struct scene s = {.params = small()};
    static const struct message messages[] = {{0, 5, 2, 'a'}, {0, 7, 1, 'b'}, {0, 2, 3, 'c'}, {7, 0, 1, 'd'}};
    RUN(&s, messages, 11);
    assert_string_equal(s.takes, "abcrrrrdrrr");
    assert_string_equal(s.leaves, "..aabccc.d.");
    assert_string_equal(s.tails, "...tt..t.t.");
}

/* A credit that comes in clock 7 is there in 8, and its flit on the link in 9. */
static void nothing_leaves_without_a_credit(void **state) {
    (void)state;
    struct scene s = {.params = small(), .credits = ".......0..0"};
    static const struct message messages[] = {{0, 5, 3, 'a'}, {1, 6, 2, 'b'}};
    s.params.depth = 2;
    RUN(&s, messages, 16);
    assert_string_equal(s.leaves, "..aa.....a..b...");
    assert_string_equal(s.tails, ".........t......");
}

/* Two places: a credit comes in each clock in which a flit leaves. */
static void a_credit_may_come_while_one_is_taken(void **state) {
    (void)state;
    struct scene s = {.params = small(), .credits = "..0000"};
    static const struct message messages[] = {{0, 5, 5, 'a'}, {0, 6, 5, 'b'}};
    s.params.depth = 2;
    RUN(&s, messages, 12);
    assert_string_equal(s.leaves, "..aaaaab....");
}

static void a_credit_is_not_looked_at_without_enable(void **state) {
    (void)state;
    struct scene s = {.params = small(), .credits = "......00..0", .still = 1U << 6 | 1U << 7};
    static const struct message messages[] = {{0, 5, 4, 'a'}};
    s.params.depth = 2;
    RUN(&s, messages, 14);
    assert_string_equal(s.leaves, "..aa........a.");
}

/* No channel is empty behind the link when c leaves, or later. */
static void the_lowest_channel_with_a_credit_is_taken(void **state) {
    (void)state;
    struct scene s = {.params = small(), .credits = ".....0......10"};
    static const struct message messages[] = {{0, 1, 1, 'a'}, {0, 1, 1, 'b'}, {0, 1, 1, 'c'}, {0, 1, 1, 'd'},
                                              {6, 1, 1, 'e'}, {7, 1, 1, 'f'}, {8, 1, 1, 'g'}};
    s.params.depth = 2;
    s.params.vcs = 2;
    RUN(&s, messages, 18);
    assert_string_equal(s.leaves, "..abcd..e.....fg..");
    assert_string_equal(s.candidate_vcs, "..0101..0.....10..");
}

/* Channel 1 has all its credits again when c leaves, channel 0 one of two; d finds no empty channel. */
static void an_empty_channel_goes_before_one_with_a_credit(void **state) {
    (void)state;
    struct scene s = {.params = small(), .credits = "...1"};
    static const struct message messages[] = {{0, 1, 1, 'a'}, {0, 1, 1, 'b'}, {4, 1, 1, 'c'}, {4, 1, 1, 'd'}};
    s.params.depth = 2;
    s.params.vcs = 2;
    RUN(&s, messages, 9);
    assert_string_equal(s.leaves, "..ab..cd.");
    assert_string_equal(s.candidate_vcs, "..01..10.");
}

/* Channel 1 has credits, but the packet began in channel 0. */
static void a_packet_stays_in_its_channel(void **state) {
    (void)state;
    struct scene s = {.params = small(), .credits = "......0"};
    static const struct message messages[] = {{0, 1, 3, 'a'}, {0, 1, 1, 'b'}};
    s.params.depth = 2;
    s.params.vcs = 2;
    RUN(&s, messages, 12);
    assert_string_equal(s.leaves, "..aa....ab..");
    assert_string_equal(s.candidate_vcs, "..00....01..");
}

/* The flits of a packet stay there, too, when a lower channel gets a credit again. */
static void a_credit_below_does_not_move_a_packet(void **state) {
    (void)state;
    struct scene s = {.params = small(), .credits = "...0"};
    static const struct message messages[] = {{0, 1, 2, 'a'}, {0, 1, 2, 'b'}};
    s.params.depth = 2;
    s.params.vcs = 2;
    RUN(&s, messages, 8);
    assert_string_equal(s.leaves, "..aabb..");
    assert_string_equal(s.candidate_vcs, "..0011..");
}

static void a_static_channel_follows_from_the_destination(void **state) {
    (void)state;
    struct scene s = {.params = small()};
    static const struct message messages[] = {{0, 6, 1, 'a'}, {0, 1, 2, 'b'}, {0, 7, 1, 'c'}, {0, 4, 1, 'd'}};
    s.params.vcs = 4;
    s.params.static_vcs = 1;
    RUN(&s, messages, 9);
    assert_string_equal(s.leaves, "..abbcd..");
    assert_string_equal(s.candidate_vcs, "..21130..");
}

/* Nobody overtakes: b waits behind a although its own channel has credits. */
static void a_static_packet_waits_for_its_channel(void **state) {
    (void)state;
    struct scene s = {.params = small(), .credits = "........1"};
    static const struct message messages[] = {{0, 3, 3, 'a'}, {0, 2, 1, 'b'}};
    s.params.depth = 2;
    s.params.vcs = 2;
    s.params.static_vcs = 1;
    RUN(&s, messages, 13);
    assert_string_equal(s.leaves, "..aa......ab.");
    assert_string_equal(s.candidate_vcs, "..11......10.");
}

/* Four channels in two classes: e waits although those of the upper class have credits. */
static void packets_begin_in_the_lower_class(void **state) {
    (void)state;
    struct scene s = {.params = small(), .credits = "........1"};
    static const struct message messages[] = {
        {0, 1, 1, 'a'}, {0, 1, 1, 'b'}, {0, 1, 1, 'c'}, {0, 1, 1, 'd'}, {0, 1, 1, 'e'}};
    s.params.depth = 2;
    s.params.vcs = 4;
    s.params.classes = 2;
    RUN(&s, messages, 12);
    assert_string_equal(s.leaves, "..abcd....e.");
    assert_string_equal(s.candidate_vcs, "..0101....1.");
}

static void a_static_channel_is_of_the_lower_class(void **state) {
    (void)state;
    struct scene s = {.params = small()};
    static const struct message messages[] = {{0, 6, 1, 'a'}, {0, 7, 1, 'b'}, {0, 3, 1, 'c'}};
    s.params.vcs = 4;
    s.params.classes = 2;
    s.params.static_vcs = 1;
    RUN(&s, messages, 7);
    assert_string_equal(s.leaves, "..abc..");
    assert_string_equal(s.candidate_vcs, "..011..");
}

/* Two wait; the tail of a leaves at the end of clock 5, so c is taken in 6. */
static void a_message_is_taken_while_the_queue_has_a_place(void **state) {
    (void)state;
    struct scene s = {.params = small(), .still = 31};
    static const struct message messages[] = {{0, 1, 1, 'a'}, {0, 1, 2, 'b'}, {0, 1, 1, 'c'}, {0, 1, 1, 'd'}};
    s.params.queue = 2;
    RUN(&s, messages, 12);
    assert_string_equal(s.takes, "ab....c.drrr");
    assert_string_equal(s.leaves, "......abbcd.");
}

/* What was on the link stays there; a message is taken all the same. */
static void the_network_side_stands_without_enable(void **state) {
    (void)state;
    struct scene s = {.params = small(), .still = 1U << 2 | 1U << 3 | 1U << 6};
    static const struct message messages[] = {{0, 1, 2, 'a'}, {3, 1, 1, 'b'}};
    RUN(&s, messages, 10);
    assert_string_equal(s.takes, "arrbrrrrrr");
    assert_string_equal(s.leaves, "..aaaabb..");
    assert_string_equal(s.tails, ".....ttt..");
}

static void no_more_messages_are_in_flight_than_the_limit(void **state) {
    (void)state;
    struct scene s = {.params = small(), .config = {.outstanding_limit = 2}, .done = ".....d..dd"};
    static const struct message messages[] = {{0, 1, 1, 'a'}, {0, 1, 1, 'b'}, {0, 1, 1, 'c'}};
    RUN(&s, messages, 12);
    assert_string_equal(s.takes, "ab....c..rrr");
    assert_string_equal(s.leaves, "..ab....c...");
}

/* In clock 1 b is taken and a is done: one is in flight, so c is taken and no more. */
static void one_taken_and_one_done_leave_the_count(void **state) {
    (void)state;
    struct scene s = {.params = small(), .config = {.outstanding_limit = 2}, .done = ".d"};
    static const struct message messages[] = {{0, 1, 1, 'a'}, {0, 1, 1, 'b'}, {0, 1, 1, 'c'}, {0, 1, 1, 'd'}};
    RUN(&s, messages, 7);
    assert_string_equal(s.takes, "abc....");
}

/* Taken and done count in any clock of the injector. */
static void messages_in_flight_count_without_enable(void **state) {
    (void)state;
    struct scene s = {.params = small(), .config = {.outstanding_limit = 1}, .done = "...d", .still = 0xff};
    static const struct message messages[] = {{0, 1, 1, 'a'}, {0, 1, 1, 'b'}, {0, 1, 1, 'c'}};
    RUN(&s, messages, 7);
    assert_string_equal(s.takes, "a...b..");
}

/* Messages of one flit that are never done, whose credits come back: how many are taken in 400 clocks? */
static unsigned taken_of_400(uint8_t limit) {
    const struct rh_block_ops *ops = &rh_packet_injector_ops;
    struct rh_injector_params params = small();
    struct rh_injector_config config = {.outstanding_limit = limit};
    struct rh_injector_in in = {.enable = 1, .message_valid = 1, .message_flits = 1};
    struct rh_injector_out out;
    unsigned taken = 0;
    void *state = malloc(ops->state_size);
    assert_non_null(state);
    ops->reset(state, &params);
    for (unsigned clock = 0; clock < 400; clock++) {
        ops->cycle(state, &params, &config, &in, &out);
        taken += out.message_ready;
        in.credit_valid = out.leave_valid;
    }
    free(state);
    return taken;
}

static void without_a_limit_nothing_is_counted(void **state) {
    (void)state;
    assert_int_equal(taken_of_400(0), 400);
    assert_int_equal(taken_of_400(255), 255);
    assert_int_equal(taken_of_400(1), 1);
}

static void parameters_must_fit(void **state) {
    (void)state;
    struct rh_injector_params params = small();
    struct rh_error error;
    params.classes = 2;
    assert_false(rh_injector_check(&params, &error));
    assert_string_equal(error.text, "injector: found classes 2, expected at most the 1 virtual channels (vcs)");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message_is_on_the_link_two_clocks_later),
        cmocka_unit_test(a_message_leaves_as_its_flits_with_the_tail_on_the_last),
        cmocka_unit_test(messages_leave_in_order_without_a_pause),
        cmocka_unit_test(nothing_leaves_without_a_credit),
        cmocka_unit_test(a_credit_may_come_while_one_is_taken),
        cmocka_unit_test(a_credit_is_not_looked_at_without_enable),
        cmocka_unit_test(the_lowest_channel_with_a_credit_is_taken),
        cmocka_unit_test(an_empty_channel_goes_before_one_with_a_credit),
        cmocka_unit_test(a_packet_stays_in_its_channel),
        cmocka_unit_test(a_credit_below_does_not_move_a_packet),
        cmocka_unit_test(a_static_channel_follows_from_the_destination),
        cmocka_unit_test(a_static_packet_waits_for_its_channel),
        cmocka_unit_test(packets_begin_in_the_lower_class),
        cmocka_unit_test(a_static_channel_is_of_the_lower_class),
        cmocka_unit_test(a_message_is_taken_while_the_queue_has_a_place),
        cmocka_unit_test(the_network_side_stands_without_enable),
        cmocka_unit_test(no_more_messages_are_in_flight_than_the_limit),
        cmocka_unit_test(one_taken_and_one_done_leave_the_count),
        cmocka_unit_test(messages_in_flight_count_without_enable),
        cmocka_unit_test(without_a_limit_nothing_is_counted),
        cmocka_unit_test(parameters_must_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
