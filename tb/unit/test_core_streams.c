// SPDX-License-Identifier: Apache-2.0
// Is a stream cut into those of its cores: none lost, in the order in which each core made them, with the right gaps?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rowhold/rh_core_streams.h"
#include "rowhold/rh_cores.h"

struct made {
    uint16_t core;
    uint64_t created;
};

/* A stream from memory, whose requests are in rows 0, 1, 2 ... */
struct listed {
    struct rh_stream base;
    const struct made *made;
    unsigned count, given, closed;
    bool broken; /* behind the last one */
};

static int next_listed(struct rh_stream *stream, struct rh_request *request, struct rh_error *error) {
    struct listed *listed = (struct listed *)stream;
    if (listed->given == listed->count && listed->broken)
        return (int)rh_error_set(error, "x.csv:7: found a fish, expected a number") - 1;
    if (listed->given == listed->count)
        return 0;
    *request = (struct rh_request){.core = listed->made[listed->given].core,
                                   .created = listed->made[listed->given].created,
                                   .row = listed->given,
                                   .commands = 1};
    listed->given++;
    return 1;
}

static void close_listed(struct rh_stream *stream) {
    ((struct listed *)stream)->closed++;
}

static struct listed list(const struct made *made, unsigned count) {
    return (struct listed){
        .base = {.next = next_listed, .close = close_listed, .channels = 1}, .made = made, .count = count};
}
#define LIST(made) list(made, sizeof(made) / sizeof(made)[0])

static struct rh_core_streams *cut(struct listed *listed, unsigned cores, uint64_t most, bool paced) {
    struct rh_error error = {""};
    struct rh_core_streams *streams = rh_core_streams_open(&listed->base, cores, most, paced, &error);
    assert_string_equal(error.text, "");
    assert_non_null(streams);
    assert_int_equal(listed->closed, 1);
    return streams;
}

static void assert_refused(struct listed *listed, unsigned cores, bool paced, const char *text) {
    struct rh_error error = {""};
    assert_null(rh_core_streams_open(&listed->base, cores, 0, paced, &error));
    assert_string_equal(error.text, text);
    assert_int_equal(listed->closed, 1);
}

/* The front of a core is request `row` of the stream; takes it. */
static void assert_next(struct rh_core_streams *streams, unsigned core, uint32_t row, uint64_t gap) {
    uint64_t found;
    const struct rh_request *front = rh_core_streams_front(streams, core, &found);
    assert_non_null(front);
    assert_int_equal(front->row, row);
    assert_int_equal(found, gap);
    assert_ptr_equal(rh_core_streams_front(streams, core, &found), front);
    rh_core_streams_take(streams, core);
}

static void assert_end(const struct rh_core_streams *streams, unsigned core) {
    uint64_t gap = 7;
    assert_null(rh_core_streams_front(streams, core, &gap));
    assert_int_equal(gap, 0);
}

static void each_core_has_its_own_requests(void **state) {
    (void)state;
    const struct made made[] = {{2, 5}, {0, 6}, {2, 6}, {2, 9}, {0, 20}};
    struct listed listed = LIST(made);
    struct rh_core_streams *streams = cut(&listed, 4, 0, true);
    assert_int_equal(rh_core_streams_total(streams), 5);
    assert_int_equal(rh_core_streams_most_cores(streams), 3);
    assert_int_equal(rh_core_streams_count(streams, 0), 2);
    assert_int_equal(rh_core_streams_count(streams, 1), 0);
    assert_int_equal(rh_core_streams_count(streams, 2), 3);
    assert_int_equal(rh_core_streams_count(streams, 3), 0);
    assert_next(streams, 2, 0, 5);
    assert_next(streams, 2, 2, 1);
    assert_next(streams, 0, 1, 6);
    assert_next(streams, 2, 3, 3);
    assert_next(streams, 0, 4, 14);
    for (unsigned core = 0; core < 4; core++)
        assert_end(streams, core);
    assert_int_equal(rh_core_streams_count(streams, 2), 3);
    rh_core_streams_close(streams);
}

/* 30 cores on 28: core 28 joins core 0, core 29 core 1, and 56 core 0 once more. */
static void cores_join_in_the_order_of_their_requests(void **state) {
    (void)state;
    const struct made made[] = {{0, 10}, {28, 14}, {27, 3}, {29, 15}, {0, 14}, {1, 15}, {56, 21}, {0, 30}};
    struct listed listed = LIST(made);
    struct rh_core_streams *streams = cut(&listed, 28, 0, true);
    uint64_t gap;
    assert_int_equal(rh_core_streams_most_cores(streams), 57);
    assert_int_equal(rh_core_streams_count(streams, 0), 5);
    assert_int_equal(rh_core_streams_count(streams, 1), 2);
    assert_next(streams, 0, 0, 10);
    assert_int_equal(rh_core_streams_front(streams, 0, &gap)->core, 28); /* as in the stream */
    assert_next(streams, 0, 1, 4);
    assert_next(streams, 0, 4, 0); /* of the same clock, behind it in the stream */
    assert_next(streams, 0, 6, 7);
    assert_next(streams, 0, 7, 9);
    assert_next(streams, 1, 3, 15);
    assert_next(streams, 1, 5, 0);
    assert_next(streams, 27, 2, 3);
    rh_core_streams_close(streams);
}

/* Request 1 overtook request 0 on its way to where the stream was recorded. */
static void a_core_makes_its_requests_in_the_order_of_created(void **state) {
    (void)state;
    const struct made made[] = {{3, 40}, {3, 25}, {4, 31}, {3, 41}, {4, 30}, {3, 25}};
    struct listed listed = LIST(made);
    struct rh_core_streams *streams = cut(&listed, 8, 0, true);
    assert_next(streams, 3, 1, 25);
    assert_next(streams, 3, 5, 0);
    assert_next(streams, 3, 0, 15);
    assert_next(streams, 3, 3, 1);
    assert_next(streams, 4, 4, 30);
    assert_next(streams, 4, 2, 1);
    rh_core_streams_close(streams);
}

static void without_pace_there_are_no_gaps(void **state) {
    (void)state;
    const struct made made[] = {{0, 1000}, {1, 30}, {0, 2000}, {0, 1500}};
    struct listed listed = LIST(made);
    struct rh_core_streams *streams = cut(&listed, 2, 0, false);
    assert_next(streams, 0, 0, 0);
    assert_next(streams, 0, 3, 0);
    assert_next(streams, 0, 2, 0);
    assert_next(streams, 1, 1, 0);
    rh_core_streams_close(streams);
}

static void a_stream_without_times_keeps_its_order(void **state) {
    (void)state;
    static struct made made[1000];
    for (unsigned i = 0; i < 1000; i++)
        made[i].core = (uint16_t)(i % 7 == 0 ? 5 : 1);
    struct listed listed = LIST(made);
    struct rh_core_streams *streams = cut(&listed, 4, 0, false);
    for (unsigned i = 0; i < 1000; i++)
        assert_next(streams, 1, i, 0);
    assert_end(streams, 1);
    rh_core_streams_close(streams);
}

static void at_most_so_many_are_read(void **state) {
    (void)state;
    static struct made made[1000];
    for (unsigned i = 0; i < 1000; i++)
        made[i] = (struct made){(uint16_t)(i < 600 ? i % 3 : 9), i};
    struct listed listed = LIST(made);
    struct rh_core_streams *streams = cut(&listed, 10, 600, true);
    assert_int_equal(listed.given, 600);
    assert_int_equal(rh_core_streams_total(streams), 600);
    assert_int_equal(rh_core_streams_most_cores(streams), 3);
    assert_int_equal(rh_core_streams_count(streams, 2), 200);
    rh_core_streams_close(streams);
    listed.given = listed.closed = 0;
    streams = cut(&listed, 10, 601, true);
    assert_int_equal(rh_core_streams_count(streams, 9), 1);
    assert_next(streams, 9, 600, 600);
    rh_core_streams_close(streams);
}

static void from_the_first_again(void **state) {
    (void)state;
    const struct made made[] = {{0, 4}, {1, 5}, {0, 6}, {1, 9}};
    struct listed listed = LIST(made);
    struct rh_core_streams *streams = cut(&listed, 2, 0, true);
    assert_next(streams, 0, 0, 4);
    assert_next(streams, 0, 2, 2);
    assert_next(streams, 1, 1, 5);
    rh_core_streams_rewind(streams);
    assert_next(streams, 0, 0, 4);
    assert_next(streams, 1, 1, 5);
    assert_next(streams, 1, 3, 4);
    rh_core_streams_close(streams);
}

static void an_empty_stream_has_no_requests(void **state) {
    (void)state;
    struct listed listed = list(NULL, 0);
    struct rh_core_streams *streams = cut(&listed, 3, 0, true);
    assert_int_equal(rh_core_streams_total(streams), 0);
    assert_int_equal(rh_core_streams_most_cores(streams), 0);
    assert_end(streams, 2);
    rh_core_streams_close(streams);
    rh_core_streams_close(NULL);
}

static void one_core_alone(void **state) {
    (void)state;
    const struct made made[] = {{0, 3}, {1, 5}, {0, 9}, {1, 11}};
    struct listed listed = LIST(made);
    struct rh_error error = {""};
    uint64_t gap;
    struct rh_core_streams *streams = rh_core_streams_open(&listed.base, 2, 0, true, &error);
    assert_non_null(streams);
    rh_core_streams_only(streams, 1);
    assert_non_null(rh_core_streams_front(streams, 0, &gap)); /* not before the rewind */
    rh_core_streams_rewind(streams);
    assert_null(rh_core_streams_front(streams, 0, &gap));
    assert_int_equal(rh_core_streams_front(streams, 1, &gap)->created, 5);
    assert_int_equal(gap, 5);
    assert_int_equal(rh_core_streams_count(streams, 0), 2);
    rh_core_streams_only(streams, RH_CORE_STREAMS_ALL);
    rh_core_streams_rewind(streams);
    assert_int_equal(rh_core_streams_front(streams, 0, &gap)->created, 3);
    rh_core_streams_close(streams);
}

static void what_can_not_be_cut_is_refused(void **state) {
    (void)state;
    const struct made nobody[] = {{0, 4}, {1, 5}, {RH_NO_CORE, 6}};
    struct listed listed = LIST(nobody);
    assert_refused(&listed, 2, false,
                   "stream: found a request that names no core (number 3), expected a stream whose requests all do");
    const struct made timeless[] = {{0, 0}, {1, 0}};
    listed = LIST(timeless);
    assert_refused(&listed, 2, true,
                   "paced: found a stream without times, expected one whose requests say when their core made them "
                   "(created)");
    listed = LIST(timeless);
    assert_refused(&listed, 0, false, "cores: found 0, expected at least 1");
    listed = LIST(timeless);
    listed.broken = true;
    assert_refused(&listed, 2, false, "x.csv:7: found a fish, expected a number");
    struct rh_error error = {""}; /* never read so far */
    listed.given = listed.closed = 0;
    struct rh_core_streams *streams = rh_core_streams_open(&listed.base, 2, 2, false, &error);
    assert_non_null(streams);
    rh_core_streams_close(streams);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_core_has_its_own_requests),
        cmocka_unit_test(cores_join_in_the_order_of_their_requests),
        cmocka_unit_test(a_core_makes_its_requests_in_the_order_of_created),
        cmocka_unit_test(without_pace_there_are_no_gaps),
        cmocka_unit_test(a_stream_without_times_keeps_its_order),
        cmocka_unit_test(at_most_so_many_are_read),
        cmocka_unit_test(from_the_first_again),
        cmocka_unit_test(an_empty_stream_has_no_requests),
        cmocka_unit_test(one_core_alone),
        cmocka_unit_test(what_can_not_be_cut_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
