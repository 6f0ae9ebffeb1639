// SPDX-License-Identifier: Apache-2.0
// What the parts of a request system get from the closed loop, by hand: offers of cores, and clocks. (Parts of RTL
// need a compiled design; they run in tb/lockstep.)
#include "tb/unit/closed_loop_scene.h"

#include "tb/lockstep/rh_request_parts.h"

enum { CLOCKS = 8 };

struct shown {
    struct scene *scene;
    struct rh_request_parts parts;
    struct rh_system_blocks blocks;
    struct rh_system_in in[CLOCKS];
    unsigned n;
};

/* All that goes into the networks in a clock is there. */
static void see_offers(void *user) {
    struct shown *shown = user;
    if (shown->n == CLOCKS)
        return;
    shown->parts.loop = shown->scene->loop;
    shown->parts.memory = true;
    rh_request_parts_begin_clock(&shown->parts, &shown->blocks);
    assert_false(shown->parts.memory);
    rh_request_parts_offer(&shown->parts, &shown->in[shown->n++]);
}

static void run_shown(struct shown *shown) {
    struct scene *s = shown->scene;
    s->preset.chips = 2; /* 32 bytes a column command */
    s->setup.edge = see_offers;
    s->setup.watch_user = shown;
    assert_int_equal(run(s, false), RH_SYSTEM_DONE);
    assert_int_equal(shown->n, CLOCKS);
}

/* A core offers a request in a clock; the second one takes its next slot. */
static void offers_are_what_the_cores_send(void **state) {
    (void)state;
    static struct shown shown;
    struct scene *s = shown.scene = open_scene();
    add(s, 3, 1, true)->commands = 3;
    add(s, 3, 0, false)->row = 9;
    add(s, 2, 0, false)->bank = 2;
    run_shown(&shown);
    const struct rh_system_in *first = &shown.in[0], *second = &shown.in[1];
    assert_int_equal(first->core_valid, 0xc);
    assert_int_equal(first->core_write, 0x8);
    assert_int_equal(first->core_controller[3], 1);
    assert_int_equal(first->core_bank[3], 1);
    assert_int_equal(first->core_row[3], 5);
    assert_int_equal(first->core_column[3], 8);
    assert_int_equal(first->core_len[3], 2);
    assert_int_equal(first->core_slot[3], 0);
    assert_int_equal(first->core_controller[2], 0);
    assert_int_equal(first->core_bank[2], 2);
    assert_int_equal(first->core_len[2], 0);
    assert_int_equal(second->core_valid, 0x8);
    assert_int_equal(second->core_write, 0);
    assert_int_equal(second->core_controller[3], 0);
    assert_int_equal(second->core_row[3], 9);
    assert_int_equal(second->core_slot[3], 1);
    for (unsigned k = 2; k < CLOCKS; k++)
        assert_int_equal(shown.in[k].core_valid, 0);
    close_scene(s);
}

/* The blocks get the loop's clocks as they stand before the edge. */
static void clocks_are_those_of_the_loop(void **state) {
    (void)state;
    static struct shown shown;
    struct scene *s = shown.scene = open_scene();
    add(s, 0, 0, false);
    run_shown(&shown);
    memset(&shown.blocks.clocks, 0xff, sizeof shown.blocks.clocks);
    rh_request_parts_begin_clock(&shown.parts, &shown.blocks);
    assert_memory_equal(&shown.blocks.clocks, &s->loop->clocks, sizeof shown.blocks.clocks);
    close_scene(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(offers_are_what_the_cores_send),
        cmocka_unit_test(clocks_are_those_of_the_loop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
