// SPDX-License-Identifier: Apache-2.0
// The closed loop with cores that are someone else's: they get the run of streams, may leave replies, and are refused
// what no channel could take.
#include "tb/unit/closed_loop_scene.h"

/* Cores of a test's own, that issue the requests of a scene's list. */
struct others {
    struct scene *scene;
    unsigned at[64];      /* of each core: where in the list its next request is looked for */
    uint64_t taken_from;  /* clock from which replies are taken */
    unsigned away, asked; /* requests without a reply; replies that were refused */
    const struct rh_request *slot[64][RH_LOOP_SLOTS];
};

static const struct rh_request *next_of_others(void *user, unsigned core, unsigned *free) {
    struct others *o = user;
    unsigned slot = *free;
    const struct list *list = &o->scene->list;
    while (o->at[core] < list->n && list->request[o->at[core]].core != core)
        o->at[core]++;
    if (o->at[core] == list->n)
        return NULL;
    assert_null(o->slot[core][slot]);
    o->away++;
    return o->slot[core][slot] = &list->request[o->at[core]++];
}

static bool reply_to_others(void *user, unsigned core, unsigned slot) {
    struct others *o = user;
    if (rh_loop_cycle(o->scene->loop) < o->taken_from) {
        o->asked++;
        return false;
    }
    assert_non_null(o->slot[core][slot]);
    o->slot[core][slot] = NULL;
    o->away--;
    return true;
}

/* Until all is answered. */
static void cycle_others(struct scene *s, struct others *o) {
    const struct rh_loop_cores cores = {.next = next_of_others, .reply = reply_to_others, .user = o};
    o->scene = s;
    s->loop = rh_loop_open(&s->setup, &s->error);
    assert_string_equal(s->error.text, "");
    do {
        assert_true(rh_loop_run_cycle(s->loop, &cores, &s->error));
        assert_true(rh_loop_cycle(s->loop) < 1000000);
    } while (o->away != 0 || rh_loop_stats_of(s->loop)->count.issued < s->list.n);
    assert_int_equal(rh_loop_end(s->loop, &s->error), RH_SYSTEM_DONE);
}

static void cores_of_others_issue_as_streams_do(void **state) {
    (void)state;
    static struct others others;
    struct scene *streams = open_scene(), *own = open_scene();
    fill(streams, 4, 2, 2000);
    fill(own, 4, 2, 2000);
    streams->setup.network_mhz = own->setup.network_mhz = 500; /* the injection queues fill up */
    assert_int_equal(run(streams, false), RH_SYSTEM_DONE);
    cycle_others(own, &others);
    assert_int_equal(rh_loop_cycle(own->loop), rh_loop_cycle(streams->loop));
    const struct rh_loop_stats *a = rh_loop_stats_of(streams->loop), *b = rh_loop_stats_of(own->loop);
    assert_int_equal(b->round_trip.sum, a->round_trip.sum);
    assert_int_equal(b->count.answered, 2000);
    assert_memory_equal(&b->count, &a->count, sizeof a->count);
    assert_memory_equal(b->part, a->part, sizeof a->part);
    assert_true(a->jain_index == b->jain_index && a->jain_index > 0);
    for (unsigned core = 0; core < 4; core++)
        assert_memory_equal(rh_loop_core_of(own->loop, core), rh_loop_core_of(streams->loop, core),
                            sizeof(struct rh_loop_core));
    close_scene(streams);
    close_scene(own);
}

/* The reply would be there long before clock 500. */
static void a_reply_that_is_not_taken_waits(void **state) {
    (void)state;
    static struct others others;
    struct scene *s = open_scene();
    add(s, 3, 1, false);
    others.taken_from = 500;
    cycle_others(s, &others);
    assert_int_equal(s->trip.replied, 500);
    assert_int_equal(others.asked, 500 - (s->last.done + 8));
    close_scene(s);
}

static void what_does_not_fit_is_refused_of_others(void **state) {
    (void)state;
    static struct others others;
    struct scene *s = open_scene();
    const struct rh_loop_cores cores = {.next = next_of_others, .reply = reply_to_others, .user = &others};
    others.scene = s;
    add(s, 0, 5, false);
    s->loop = rh_loop_open(&s->setup, &s->error);
    assert_non_null(s->loop);
    assert_false(rh_loop_run_cycle(s->loop, &cores, &s->error));
    assert_non_null(strstr(s->error.text, "channel 5, expected channels below 2"));
    close_scene(s);
}

/* A core that wants each request in the slot of the test. */
static unsigned wanted_slot;

static const struct rh_request *next_in_that_slot(void *user, unsigned core, unsigned *slot) {
    static const struct rh_request request = {.commands = 1, .core = 0, .warp = UINT16_MAX};
    (void)user;
    *slot = wanted_slot;
    return core == 0 ? &request : NULL;
}

static void slots_are_the_cores_and_none_is_used_twice(void **state) {
    (void)state;
    struct scene *s = open_scene();
    const struct rh_loop_cores cores = {.next = next_in_that_slot, .reply = reply_to_others, .user = NULL};
    s->loop = rh_loop_open(&s->setup, &s->error);
    assert_non_null(s->loop);
    for (wanted_slot = 60; wanted_slot < 62; wanted_slot++)
        assert_true(rh_loop_run_cycle(s->loop, &cores, &s->error));
    wanted_slot = 60;
    assert_false(rh_loop_run_cycle(s->loop, &cores, &s->error));
    assert_string_equal(s->error.text, "core 0: found slot 60 for a request, expected one that is not in flight");
    wanted_slot = 64;
    assert_false(rh_loop_run_cycle(s->loop, &cores, &s->error));
    close_scene(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cores_of_others_issue_as_streams_do),
        cmocka_unit_test(a_reply_that_is_not_taken_waits),
        cmocka_unit_test(what_does_not_fit_is_refused_of_others),
        cmocka_unit_test(slots_are_the_cores_and_none_is_used_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
