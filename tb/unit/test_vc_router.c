// SPDX-License-Identifier: Apache-2.0
// `vc_router` clock by clock: what leaves which output in which clock, as literal waves.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rowhold/rh_router.h"

extern const struct rh_block_ops rh_vc_router_ops;

/* A flit that arrives; its payload is the letter by which it is known. */
struct arrival {
    unsigned clock, input, vc, destination;
    bool tail;
    char letter;
};

enum { CLOCKS = 64, OUTPUTS = 3 };

struct scene {
    struct rh_router_params params;
    struct rh_router_config config;
    uint64_t still;        /* clocks without enable */
    uint64_t no_grant;     /* clocks in which nothing is granted */
    unsigned credits_from; /* credits come back from this clock on, one a clock and output */
    unsigned owed[OUTPUTS][4];
    void *state;
    char leaves[OUTPUTS][CLOCKS + 1], candidate_vcs[OUTPUTS][CLOCKS + 1]; /* what each link shows; '.': nothing */
    char asks[OUTPUTS][CLOCKS + 1]; /* of each input, the output that is asked for, or several as letters */
    char ready[CLOCKS + 1];         /* outputs with a channel to give, as a digit */
};

/* Destination d leaves at output d % 3. */
static struct rh_router_params small(void) {
    struct rh_router_params params;
    rh_params_default(&rh_router_kind, &params);
    params.inputs = params.outputs = OUTPUTS;
    params.destinations = 6;
    params.depth = 4;
    return params;
}

static void put(struct rh_router_in *in, const struct arrival *a) {
    in->arrive_valid |= UINT64_C(1) << a->input;
    in->arrive_vc[a->input] = (uint8_t)a->vc;
    in->arrive_tail |= (uint64_t)a->tail << a->input;
    in->arrive_destination[a->input] = (uint8_t)a->destination;
    in->arrive_bank[a->input] = (uint8_t)(a->destination % 4);
    in->arrive_row[a->input] = 100U + (unsigned)a->letter;
    in->arrive_payload[a->input] = (uint8_t)a->letter;
}

/* Lower inputs first, and of an input lower outputs. */
static void grant_all(struct rh_router_in *in, const struct rh_router_out *out) {
    uint64_t free = out->ready;
    for (unsigned i = 0; i < OUTPUTS; i++) {
        in->grant[i] = out->request[i] & free;
        in->grant[i] &= -in->grant[i];
        free &= ~in->grant[i];
    }
}

/* One output as its digit; two as the letter of the third: A for 1 and 2, B for 0 and 2, C for 0 and 1. */
static char asked(uint64_t outputs) {
    static const char names[] = ".01C2BA?";
    return names[outputs & 7];
}

static void note(struct scene *s, unsigned clock, const struct rh_router_out *out) {
    s->ready[clock] = (char)('0' + out->ready);
    for (unsigned o = 0; o < OUTPUTS; o++) {
        bool leaves = out->leave_valid >> o & 1;
        s->leaves[o][clock] = leaves ? (char)out->leave_payload[o] : '.';
        s->candidate_vcs[o][clock] = leaves ? (char)('0' + out->leave_vc[o]) : '.';
        s->asks[o][clock] = asked(out->request[o]);
        if (leaves)
            assert_int_equal(out->leave_row[o], 100U + out->leave_payload[o]);
        if (leaves)
            assert_int_equal(out->leave_bank[o], out->leave_destination[o] % 4);
    }
}

/* Credits of what a link showed, for the next clock; what stands there because nothing moves was counted before. */
static void give_back(struct scene *s, struct rh_router_in *in, const struct rh_router_out *out, bool now) {
    in->credit_valid = 0;
    for (unsigned o = 0; o < OUTPUTS; o++) {
        if (in->enable && (out->leave_valid >> o & 1))
            s->owed[o][out->leave_vc[o]]++;
        for (unsigned v = 0; v < s->params.vcs && now; v++)
            if (s->owed[o][v] != 0) {
                in->credit_valid |= UINT64_C(1) << o;
                in->credit_vc[o] = (uint8_t)v;
                s->owed[o][v]--;
                break;
            }
    }
}

static void run(struct scene *s, const struct arrival *arrivals, size_t n, unsigned clocks) {
    const struct rh_block_ops *ops = &rh_vc_router_ops;
    struct rh_router_in in = {0};
    struct rh_router_out out;
    void *look = malloc(ops->state_size);
    s->state = malloc(ops->state_size);
    assert_non_null(look);
    assert_non_null(s->state);
    assert_true(rh_router_check(&s->params, NULL));
    ops->reset(s->state, &s->params);
    for (unsigned d = 0; d < s->params.destinations; d++)
        in.route[d] = (uint8_t)(d % OUTPUTS);
    for (unsigned clock = 0; clock < clocks; clock++) {
        in.enable = !(s->still >> clock & 1);
        in.arrive_valid = in.arrive_tail = 0;
        for (size_t k = 0; k < n; k++)
            if (arrivals[k].clock == clock)
                put(&in, &arrivals[k]);
        memset(in.grant, 0, sizeof in.grant);
        memcpy(look, s->state, ops->state_size);
        ops->cycle(look, &s->params, &s->config, &in, &out);
        if (!(s->no_grant >> clock & 1))
            grant_all(&in, &out);
        ops->cycle(s->state, &s->params, &s->config, &in, &out);
        note(s, clock, &out);
        give_back(s, &in, &out, clock + 1 >= s->credits_from);
    }
    free(look);
    free(s->state);
}

#define RUN(scene, arrivals, clocks) run(scene, arrivals, sizeof(arrivals) / sizeof(arrivals)[0], clocks)

/* Written in clock 0, asks in 1, is chosen in 2, on the link in 3. */
static void a_flit_is_on_the_link_three_clocks_later(void **state) {
    (void)state;
    struct scene s = {.params = small()};
    static const struct arrival arrivals[] = {{0, 1, 0, 2, true, 'a'}};
    RUN(&s, arrivals, 6);
    assert_string_equal(s.asks[1], ".2....");
    assert_string_equal(s.leaves[2], "...a..");
    assert_string_equal(s.leaves[0], "......");
}

static void a_stream_of_packets_leaves_without_a_pause(void **state) {
    (void)state;
    struct scene s = {.params = small()};
    static const struct arrival arrivals[] = {
        {0, 0, 0, 1, true, 'a'}, {1, 0, 0, 1, true, 'b'}, {2, 0, 0, 4, true, 'c'}, {3, 0, 0, 1, true, 'd'}};
    RUN(&s, arrivals, 9);
    assert_string_equal(s.asks[0], ".1111....");
    assert_string_equal(s.leaves[1], "...abcd..");
}

/* The packet behind asks while the tail before it stands at the front, and not before. */
static void the_next_packet_asks_with_the_tail(void **state) {
    (void)state;
    struct scene s = {.params = small()};
    static const struct arrival arrivals[] = {
        {0, 0, 0, 1, false, 'a'}, {1, 0, 0, 1, false, 'b'}, {2, 0, 0, 1, true, 'c'}, {3, 0, 0, 1, true, 'd'}};
    RUN(&s, arrivals, 9);
    assert_string_equal(s.asks[0], ".1..1....");
    assert_string_equal(s.leaves[1], "...abcd..");
}

/* To another output it asks from the front: a clock later. */
static void a_packet_to_another_output_waits_for_the_tail(void **state) {
    (void)state;
    static const struct arrival arrivals[] = {{0, 0, 0, 1, true, 'a'}, {1, 0, 0, 2, true, 'b'}};
    for (uint8_t vcs = 1; vcs <= 2; vcs++) {
        struct scene s = {.params = small()};
        s.params.vcs = vcs;
        RUN(&s, arrivals, 8);
        assert_string_equal(s.asks[0], ".1.2....");
        assert_string_equal(s.leaves[1], "...a....");
        assert_string_equal(s.leaves[2], ".....b..");
    }
}

static void packets_are_not_mixed(void **state) {
    (void)state;
    struct scene s = {.params = small()};
    static const struct arrival arrivals[] = {{0, 0, 0, 1, false, 'a'}, {1, 0, 0, 1, false, 'b'},
                                              {2, 0, 0, 1, true, 'c'},  {0, 2, 0, 1, false, 'x'},
                                              {1, 2, 0, 1, false, 'y'}, {2, 2, 0, 1, true, 'z'}};
    RUN(&s, arrivals, 12);
    assert_string_equal(s.leaves[1], "...abcxyz...");
    assert_string_equal(s.asks[2], ".1..1.......");
}

/* Four places behind the link: e has the channel, its tail stands at the front without a place, x is given the channel
 * behind it, and nobody more is until e has left. */
static void one_packet_waits_for_a_tail(void **state) {
    (void)state;
    struct scene s = {.params = small(), .credits_from = 8};
    static const struct arrival arrivals[] = {{0, 0, 0, 1, true, 'a'}, {1, 0, 0, 1, true, 'b'},
                                              {2, 0, 0, 1, true, 'c'}, {3, 0, 0, 1, true, 'd'},
                                              {4, 0, 0, 1, true, 'e'}, {3, 1, 0, 1, true, 'x'}};
    RUN(&s, arrivals, 16);
    assert_string_equal(s.leaves[1], "...abcd...ex....");
    assert_string_equal(s.ready, "7777777555777777");
}

static void nothing_leaves_without_a_credit(void **state) {
    (void)state;
    struct scene s = {.params = small(), .credits_from = 12};
    static const struct arrival arrivals[] = {
        {0, 0, 0, 0, true, 'a'}, {1, 0, 0, 0, true, 'b'}, {2, 0, 0, 0, true, 'c'}, {3, 0, 0, 0, true, 'd'}};
    s.params.depth = 2;
    RUN(&s, arrivals, 16);
    assert_string_equal(s.leaves[0], "...ab.........cd");
}

static void the_first_free_channel_is_taken(void **state) {
    (void)state;
    struct scene s = {.params = small()};
    static const struct arrival arrivals[] = {
        {0, 0, 0, 1, false, 'a'}, {5, 0, 0, 1, true, 'b'}, {1, 1, 1, 1, true, 'x'}};
    s.params.vcs = 2;
    RUN(&s, arrivals, 10);
    assert_string_equal(s.leaves[1], "...ax..b..");
    assert_string_equal(s.candidate_vcs[1], "...01..0..");
}

/* In clock 2 the tail a stands at the front of channel 0, and channel 1 is free. */
static void a_free_channel_goes_before_one_that_ends(void **state) {
    (void)state;
    struct scene s = {.params = small()};
    static const struct arrival arrivals[] = {{0, 0, 0, 1, true, 'a'}, {1, 1, 0, 1, true, 'x'}};
    s.params.vcs = 2;
    RUN(&s, arrivals, 6);
    assert_string_equal(s.leaves[1], "...ax.");
    assert_string_equal(s.candidate_vcs[1], "...01.");
}

static void a_static_channel_follows_from_the_destination(void **state) {
    (void)state;
    struct scene s = {.params = small()};
    static const struct arrival arrivals[] = {
        {0, 0, 0, 1, true, 'a'}, {0, 1, 0, 4, true, 'x'}, {1, 0, 0, 1, true, 'b'}};
    s.params.vcs = 2;
    s.params.static_vcs = 1;
    RUN(&s, arrivals, 8);
    assert_string_equal(s.leaves[1], "...abx..");
    assert_string_equal(s.candidate_vcs[1], "...110..");
}

/* Behind output 2 a ring closes: what leaves there takes the upper half, and so does what arrived in it. */
static void who_crosses_takes_the_upper_half(void **state) {
    (void)state;
    struct scene s = {.params = small(), .config = {.crosses = 4}};
    static const struct arrival arrivals[] = {
        {0, 0, 0, 1, true, 'a'}, {0, 1, 0, 2, true, 'b'}, {2, 0, 1, 1, true, 'c'}, {2, 1, 1, 0, true, 'd'}};
    s.params.vcs = 2;
    s.params.classes = 2;
    RUN(&s, arrivals, 8);
    assert_string_equal(s.leaves[1], "...a.c..");
    assert_string_equal(s.candidate_vcs[1], "...0.1..");
    assert_string_equal(s.leaves[2], "...b....");
    assert_string_equal(s.candidate_vcs[2], "...1....");
    assert_string_equal(s.candidate_vcs[0], ".....1..");
}

/* Ports 1 and 2 are of the second dimension, and behind output 2 a ring closes: c, which came in the upper half, keeps
 * it along its dimension; d turns from the first into the second, e from the second into the first: both begin in the
 * lower half again; f turns and crosses. */
static void who_turns_begins_in_the_lower_half(void **state) {
    (void)state;
    struct scene s = {.params = small(), .config = {.crosses = 4, .second_inputs = 6, .second_outputs = 6}};
    static const struct arrival arrivals[] = {{0, 1, 1, 1, true, 'c'},
                                              {1, 0, 1, 1, true, 'd'},
                                              {2, 1, 1, 0, true, 'e'},
                                              {4, 0, 1, 2, true, 'f'},
                                              {6, 0, 1, 0, true, 'g'}};
    s.params.vcs = 2;
    s.params.classes = 2;
    RUN(&s, arrivals, 11);
    assert_string_equal(s.leaves[1], "...cd......");
    assert_string_equal(s.candidate_vcs[1], "...10......");
    assert_string_equal(s.leaves[0], ".....e...g.");
    assert_string_equal(s.candidate_vcs[0], ".....0...1.");
    assert_string_equal(s.leaves[2], ".......f...");
    assert_string_equal(s.candidate_vcs[2], ".......1...");
}

/* Both virtual channels of input 0 ask; the turn is that of 1, but 0 goes on to the output of the last grant. */
static void an_input_goes_on_to_the_output_it_had(void **state) {
    (void)state;
    struct scene s = {.params = small()};
    static const struct arrival arrivals[] = {
        {0, 0, 0, 1, true, 'a'}, {1, 0, 0, 1, true, 'b'}, {2, 0, 1, 2, true, 'x'}, {3, 0, 0, 1, true, 'c'}};
    s.params.vcs = 2;
    s.no_grant = 1U << 2 | 1U << 3;
    RUN(&s, arrivals, 10);
    assert_string_equal(s.asks[0], ".111112...");
    assert_string_equal(s.leaves[1], "...a..bc..");
    assert_string_equal(s.leaves[2], "........x.");
}

/* Packets of one flit of input 0 to output 1 in virtual channel 0, one a clock until `until`; before them one in
 * `first`, and in clock 3 one to output 2 in virtual channel 1. All are there from clock 4 on, when grants go on. */
static void stream(struct scene *s, unsigned first, unsigned until) {
    struct arrival arrivals[CLOCKS];
    unsigned n = 0;
    arrivals[n++] = (struct arrival){0, 0, first, 1, true, 'w'};
    for (unsigned clock = 1; clock < until; clock++)
        arrivals[n++] = clock == 3 ? (struct arrival){clock, 0, 1, 2, true, 'x'}
                                   : (struct arrival){clock, 0, 0, 1, true, (char)('A' + clock % 16)};
    s->params.vcs = 2;
    s->no_grant = 1U << 2 | 1U << 3;
    run(s, arrivals, n, until);
}

static void an_input_stays_for_fifteen_packets(void **state) {
    (void)state;
    struct scene s = {.params = small()};
    stream(&s, 0, 24);
    /* clocks 4 to 18, then the turn is virtual channel 1's */
    assert_string_equal(s.asks[0], ".111"
                                   "111111111111111"
                                   "21111");
}

/* The turn is virtual channel 0's after w, and stays there: 15 packets, its own turn, 15 packets. */
static void packets_that_stay_do_not_move_the_turn(void **state) {
    (void)state;
    struct scene s = {.params = small()};
    stream(&s, 1, 40);
    assert_string_equal(s.asks[0], ".111"
                                   "111111111111111"
                                   "1"
                                   "111111111111111"
                                   "21111");
}

static void an_input_stays_for_three_packets(void **state) {
    (void)state;
    struct scene s = {.params = small()};
    s.params.stays = 3;
    stream(&s, 0, 12);
    assert_string_equal(s.asks[0], ".111"
                                   "111"
                                   "21111");
}

static struct rh_router_params asks_for_all(unsigned vcs) {
    struct rh_router_params params = small();
    params.vcs = (uint8_t)vcs;
    params.stays = 0;
    return params;
}

/* Input 1 has x for output 1 and y for output 2; input 0 is granted output 1 before it. */
static void an_input_asks_for_all_outputs(void **state) {
    (void)state;
    static const struct arrival arrivals[] = {
        {0, 1, 0, 1, true, 'x'}, {1, 1, 1, 2, true, 'y'}, {1, 0, 0, 1, true, 'a'}};
    struct scene s = {.params = asks_for_all(2), .no_grant = 1U << 1};
    RUN(&s, arrivals, 8);
    assert_string_equal(s.asks[0], "..1.....");
    assert_string_equal(s.asks[1], ".1A1....");
    assert_string_equal(s.leaves[1], "....ax..");
    assert_string_equal(s.leaves[2], "....y...");
    struct scene staying = {.params = small(), .no_grant = 1U << 1};
    staying.params.vcs = 2;
    RUN(&staying, arrivals, 8);
    assert_string_equal(staying.asks[1], ".1112...");
    assert_string_equal(staying.leaves[2], "......y.");
}

/* With its grant leaves y, too, although x has the turn. */
static void a_packet_may_leave_before_the_one_in_turn(void **state) {
    (void)state;
    static const struct arrival arrivals[] = {
        {0, 1, 0, 1, true, 'x'}, {1, 1, 1, 2, true, 'y'}, {1, 0, 0, 1, true, 'a'}};
    struct scene s = {.params = asks_for_all(2), .no_grant = 1U << 1};
    s.params.speculative = 1;
    RUN(&s, arrivals, 8);
    assert_string_equal(s.asks[1], ".1A1....");
    assert_string_equal(s.leaves[1], "...ax...");
    assert_string_equal(s.leaves[2], "...y....");
}

/* Channel 0 has the turn and wants output 2, which is granted last; channels 1 and 3 want output 1. While p waits the
 * turn is channel 0's, and channel 1 is the next behind it, with a and with b. */
static void a_turn_waits_for_its_packet(void **state) {
    (void)state;
    static const struct arrival arrivals[] = {{0, 0, 0, 2, true, 'p'}, {1, 0, 1, 1, true, 'a'},
                                              {2, 0, 1, 1, true, 'b'}, {3, 0, 3, 1, true, 'x'},
                                              {4, 0, 3, 1, true, 'y'}, {5, 0, 0, 2, true, 'q'}};
    struct scene s = {.params = asks_for_all(4), .no_grant = 0x3f};
    RUN(&s, arrivals, 16);
    assert_string_equal(s.asks[0], ".2AAAAAAAA22....");
    assert_string_equal(s.leaves[1], "........abxy....");
    assert_string_equal(s.leaves[2], "............pq..");
}

static void channels_that_want_one_output_take_turns(void **state) {
    (void)state;
    static const struct arrival arrivals[] = {
        {0, 0, 0, 1, true, 'a'}, {1, 0, 1, 1, true, 'x'}, {2, 0, 0, 1, true, 'b'}, {3, 0, 1, 1, true, 'y'}};
    for (unsigned stays = 0; stays <= 15; stays += 15) {
        struct scene s = {.params = small(), .no_grant = 1U << 1 | 1U << 2 | 1U << 3};
        s.params.vcs = 2;
        s.params.stays = (uint8_t)stays;
        RUN(&s, arrivals, 12);
        assert_string_equal(s.asks[0], ".1111111....");
        assert_string_equal(s.leaves[1], "......axby..");
    }
}

/* Three channels of input 0, a packet of four flits each. They are given their outputs in clocks 12, 13 and 14, that of
 * channel 3 first: behind reset the output of the last grant is 0. From then on each sends every third clock. */
static void channels_of_an_input_send_by_turns(void **state) {
    (void)state;
    struct scene s = {.params = small(), .no_grant = 0xfff};
    struct arrival arrivals[12];
    static const unsigned vc[] = {0, 1, 3}, to[] = {1, 2, 0};
    static const char letters[] = "abcdwxyzpqrs";
    for (unsigned n = 0; n < 12; n++)
        arrivals[n] = (struct arrival){n, 0, vc[n / 4], to[n / 4], n % 4 == 3, letters[n]};
    s.params.vcs = 4;
    RUN(&s, arrivals, 28);
    assert_string_equal(s.leaves[0], "..............p..q..r..s....");
    assert_string_equal(s.leaves[1], "...............a..b..c..d...");
    assert_string_equal(s.leaves[2], "................w..x..y..z..");
}

/* Three inputs, a packet of four flits each to output 1, in a channel of its own; given in clocks 4, 5 and 6. */
static void inputs_of_an_output_send_by_turns(void **state) {
    (void)state;
    struct scene s = {.params = small(), .no_grant = 0xf};
    struct arrival arrivals[12];
    static const char letters[] = "abcdwxyzpqrs";
    for (unsigned n = 0; n < 12; n++)
        arrivals[n] = (struct arrival){n % 4, n / 4, 0, 1, n % 4 == 3, letters[n]};
    s.params.vcs = 4;
    RUN(&s, arrivals, 20);
    assert_string_equal(s.leaves[1], "......awpbxqcyrdzs..");
    assert_string_equal(s.candidate_vcs[1], "......012012012012..");
}

/* Input 0 sends to output 1 from channel 0 and to output 2 from channel 1, the others to output 1. In clock 11 it is
 * channel 0's turn at input 0 and input 2's at output 1: nothing leaves input 0, and b keeps its turn before x. */
static void who_loses_an_output_keeps_its_turn(void **state) {
    (void)state;
    struct scene s = {.params = small(), .no_grant = 0xff};
    struct arrival arrivals[16];
    static const unsigned from[] = {0, 4, 4, 4}, input[] = {0, 0, 1, 2}, to[] = {1, 2, 1, 1};
    static const char letters[] = "abcdwxyzpqrstuvk";
    for (unsigned n = 0; n < 16; n++)
        arrivals[n] =
            (struct arrival){from[n / 4] + n % 4, input[n / 4], n / 4 == 1, to[n / 4], n % 4 == 3, letters[n]};
    s.params.vcs = 4;
    RUN(&s, arrivals, 24);
    assert_string_equal(s.leaves[1], "..........aptbqucrvdsk..");
    assert_string_equal(s.leaves[2], "...........w..x..y..z...");
}

static void nothing_moves_in_a_clock_without_enable(void **state) {
    (void)state;
    struct scene s = {.params = small(), .still = 1U << 1 | 1U << 4 | 1U << 5};
    static const struct arrival arrivals[] = {{0, 1, 0, 2, true, 'a'}, {1, 0, 0, 2, true, 'x'}};
    RUN(&s, arrivals, 8);
    assert_string_equal(s.asks[1], "..2.....");
    assert_string_equal(s.leaves[2], "....aaa.");
    assert_string_equal(s.ready, "70770077");
}

static void parameters_must_fit(void **state) {
    (void)state;
    struct rh_router_params params = small();
    struct rh_error error;
    params.classes = 2;
    assert_false(rh_router_check(&params, &error));
    assert_string_equal(error.text, "router: found classes 2, expected at most the 1 virtual channels (vcs)");
}

static struct rh_router_params speculative(unsigned vcs) {
    struct rh_router_params params = small();
    params.vcs = (uint8_t)vcs;
    params.speculative = 1;
    return params;
}

/* It leaves in the clock in which it asks, and its channel is free for the packet behind it in the next. */
static void packets_leave_with_their_grants(void **state) {
    (void)state;
    struct scene s = {.params = speculative(1)};
    static const struct arrival arrivals[] = {
        {0, 0, 0, 1, true, 'a'}, {1, 0, 0, 1, true, 'b'}, {2, 0, 0, 2, true, 'c'}, {3, 0, 0, 1, true, 'd'}};
    RUN(&s, arrivals, 8);
    assert_string_equal(s.asks[0], ".1121...");
    assert_string_equal(s.leaves[1], "..ab.d..");
    assert_string_equal(s.leaves[2], "....c...");
}

/* While y, which has its turn, leaves for output 2, a is given a channel there, and leaves behind it. */
static void a_flit_in_its_turn_goes_before_one_with_its_grant(void **state) {
    (void)state;
    struct scene s = {.params = speculative(2)};
    static const struct arrival arrivals[] = {
        {0, 0, 0, 2, false, 'x'}, {1, 0, 0, 2, true, 'y'}, {1, 1, 0, 2, true, 'a'}};
    RUN(&s, arrivals, 8);
    assert_string_equal(s.leaves[2], "..xya...");
    assert_string_equal(s.candidate_vcs[2], "..001...");
    assert_string_equal(s.asks[1], "..2.....");
}

/* Nor do two flits leave an input: b is given its channel while y leaves, and follows it. */
static void an_input_sends_one_flit(void **state) {
    (void)state;
    struct scene s = {.params = speculative(2), .no_grant = 1U << 1};
    static const struct arrival arrivals[] = {
        {0, 0, 0, 1, false, 'x'}, {1, 0, 0, 1, true, 'y'}, {2, 0, 1, 2, true, 'b'}};
    RUN(&s, arrivals, 8);
    assert_string_equal(s.asks[0], ".112....");
    assert_string_equal(s.leaves[1], "...xy...");
    assert_string_equal(s.leaves[2], ".....b..");
}

/* Four places behind the link: e is given the channel without one, and leaves in its turn. */
static void nothing_leaves_with_its_grant_without_a_credit(void **state) {
    (void)state;
    struct scene s = {.params = speculative(1), .credits_from = 8};
    static const struct arrival arrivals[] = {{0, 0, 0, 1, true, 'a'},
                                              {1, 0, 0, 1, true, 'b'},
                                              {2, 0, 0, 1, true, 'c'},
                                              {3, 0, 0, 1, true, 'd'},
                                              {4, 0, 0, 1, true, 'e'}};
    RUN(&s, arrivals, 12);
    assert_string_equal(s.asks[0], ".11111......");
    assert_string_equal(s.leaves[1], "..abcd....e.");
}

/* A channel that ends is given to a packet that waits for its tail, and so does not leave with its grant: the output is
 * free in clock 6, for y makes way for p, but a goes behind y. */
static void who_waits_for_a_tail_leaves_behind_it(void **state) {
    (void)state;
    struct scene s = {.params = speculative(2), .no_grant = 7U << 1};
    s.params.static_vcs = 1;
    static const struct arrival arrivals[] = {{0, 0, 0, 4, false, 'x'}, {1, 0, 1, 2, false, 'p'},
                                              {2, 0, 0, 4, false, 'z'}, {3, 0, 0, 4, true, 'y'},
                                              {4, 0, 1, 2, true, 'q'},  {5, 2, 0, 4, true, 'a'}};
    RUN(&s, arrivals, 12);
    assert_string_equal(s.asks[2], "......1.....");
    assert_string_equal(s.leaves[1], ".....xz.ya..");
    assert_string_equal(s.leaves[2], ".......p.q..");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_flit_is_on_the_link_three_clocks_later),
        cmocka_unit_test(a_stream_of_packets_leaves_without_a_pause),
        cmocka_unit_test(the_next_packet_asks_with_the_tail),
        cmocka_unit_test(a_packet_to_another_output_waits_for_the_tail),
        cmocka_unit_test(packets_are_not_mixed),
        cmocka_unit_test(one_packet_waits_for_a_tail),
        cmocka_unit_test(nothing_leaves_without_a_credit),
        cmocka_unit_test(the_first_free_channel_is_taken),
        cmocka_unit_test(a_free_channel_goes_before_one_that_ends),
        cmocka_unit_test(a_static_channel_follows_from_the_destination),
        cmocka_unit_test(who_crosses_takes_the_upper_half),
        cmocka_unit_test(who_turns_begins_in_the_lower_half),
        cmocka_unit_test(an_input_goes_on_to_the_output_it_had),
        cmocka_unit_test(an_input_stays_for_fifteen_packets),
        cmocka_unit_test(packets_that_stay_do_not_move_the_turn),
        cmocka_unit_test(channels_that_want_one_output_take_turns),
        cmocka_unit_test(an_input_stays_for_three_packets),
        cmocka_unit_test(an_input_asks_for_all_outputs),
        cmocka_unit_test(a_packet_may_leave_before_the_one_in_turn),
        cmocka_unit_test(a_turn_waits_for_its_packet),
        cmocka_unit_test(channels_of_an_input_send_by_turns),
        cmocka_unit_test(inputs_of_an_output_send_by_turns),
        cmocka_unit_test(who_loses_an_output_keeps_its_turn),
        cmocka_unit_test(nothing_moves_in_a_clock_without_enable),
        cmocka_unit_test(packets_leave_with_their_grants),
        cmocka_unit_test(a_flit_in_its_turn_goes_before_one_with_its_grant),
        cmocka_unit_test(an_input_sends_one_flit),
        cmocka_unit_test(nothing_leaves_with_its_grant_without_a_credit),
        cmocka_unit_test(who_waits_for_a_tail_leaves_behind_it),
        cmocka_unit_test(parameters_must_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
