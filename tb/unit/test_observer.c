// SPDX-License-Identifier: Apache-2.0
// What is seen of each request: latency and its parts, row hits, the warm-up.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rowhold/rh_observer.h"

static const struct rh_geometry geometry = {.queue = 8,
                                            .banks = 4,
                                            .groups = 1,
                                            .buses = 1,
                                            .row_bits = 8,
                                            .column_bits = 4,
                                            .tag_bits = 4,
                                            .responses = 4,
                                            .timer_bits = 8};
/* Data of a read has ended 5 clocks after its command, of a write 4. */
static const struct rh_constraints constraints = {.rd_done = 5, .wr_done = 4};

struct scene {
    struct rh_observer *observer;
    struct rh_stats stats;
    uint64_t cycle, warmup;
    struct rh_observed seen[4];
    unsigned count;
};

static void note(void *user, const struct rh_observed *request) {
    struct scene *scene = user;
    assert_in_range(scene->count, 0, 3);
    scene->seen[scene->count++] = *request;
}

static void open_scene_of(struct scene *scene, uint64_t warmup, unsigned rank_bits) {
    memset(scene, 0, sizeof *scene);
    struct rh_geometry of = geometry;
    of.groups = (uint8_t)(1U << rank_bits);
    of.rank_bits = (uint8_t)rank_bits;
    const struct rh_observer_setup setup = {.geometry = of,
                                            .constraints = constraints,
                                            .channel = 3,
                                            .standby = &scene->stats,
                                            .warmup = warmup,
                                            .request = note,
                                            .user = scene};
    scene->observer = rh_observer_open(&setup);
    assert_non_null(scene->observer);
    scene->warmup = warmup;
}

static void open_scene(struct scene *scene, uint64_t warmup) {
    open_scene_of(scene, warmup, 0);
}

static void clock_with(struct scene *scene, struct rh_controller_in in, struct rh_controller_out out) {
    rh_observer_clock(scene->observer, scene->cycle, &in, &out, true, scene->cycle >= scene->warmup, &scene->stats);
    scene->cycle++;
}

static void accept(struct scene *scene, unsigned tag, unsigned bank, unsigned row, bool write) {
    const struct rh_request request = {.cycle = 1, .core = 9};
    rh_observer_offer(scene->observer, tag, &request);
    clock_with(
        scene,
        (struct rh_controller_in){
            .req_valid = 1, .req_tag = (uint16_t)tag, .req_bank = (uint8_t)bank, .req_row = row, .req_write = write},
        (struct rh_controller_out){.req_ready = 1});
}

static void row_command(struct scene *scene, unsigned command, unsigned bank, unsigned row) {
    clock_with(scene, (struct rh_controller_in){0},
               (struct rh_controller_out){.row_cmd = (uint8_t)command, .row_bank = (uint8_t)bank, .row_row = row});
}

static void column(struct scene *scene, unsigned command, unsigned tag, unsigned bank, bool last) {
    clock_with(scene, (struct rh_controller_in){0},
               (struct rh_controller_out){
                   .col_cmd = (uint8_t)command, .col_tag = (uint16_t)tag, .col_bank = (uint8_t)bank, .col_last = last});
}

/* Clocks 0, 1: two reads of a row; 2: its ACT; 5 and 6: their commands. */
static void a_miss_waits_in_queue_then_for_its_bank(void **state) {
    (void)state;
    struct scene s;
    open_scene(&s, 0);
    accept(&s, 4, 1, 9, false);
    accept(&s, 7, 1, 9, false);
    row_command(&s, RH_ACT, 1, 9);
    assert_int_equal(rh_observer_row(s.observer, 1), 9);
    s.cycle = 5;
    column(&s, RH_RD, 4, 1, true);
    column(&s, RH_RD, 7, 1, true);
    assert_int_equal(s.count, 2);
    assert_int_equal(s.seen[0].number, 0);
    assert_int_equal(s.seen[0].channel, 3);
    assert_int_equal(s.seen[0].core, 9);
    assert_int_equal(s.seen[0].accepted, 0);
    assert_int_equal(s.seen[0].first, 2);
    assert_int_equal(s.seen[0].last, 5);
    assert_int_equal(s.seen[0].done, 10);
    assert_false(s.seen[0].row_hit);
    assert_int_equal(s.seen[1].accepted, 1);
    assert_int_equal(s.seen[1].first, 6); /* the ACT was the other one's */
    assert_true(s.seen[1].row_hit);
    assert_int_equal(s.stats.requests, 2);
    assert_int_equal(s.stats.row_hits, 1);
    assert_int_equal(s.stats.latency_queue_cycles, 2 + 5);
    assert_int_equal(s.stats.latency_bank_cycles, 3 + 0);
    assert_int_equal(s.stats.latency_bus_cycles, 5 + 5);
    assert_int_equal(s.stats.read.sum, 10 + 10);
    assert_int_equal(s.stats.from_arrival.sum, 9 + 10); /* both arrived in clock 1 */
    rh_observer_close(s.observer);
}

static void an_activate_from_before_is_nobodys_first_command(void **state) {
    (void)state;
    struct scene s;
    open_scene(&s, 0);
    row_command(&s, RH_ACT, 2, 7);
    accept(&s, 0, 2, 7, true);
    column(&s, RH_WR, 0, 2, false);
    column(&s, RH_WR, 0, 2, true);
    assert_int_equal(s.seen[0].first, 2);
    assert_int_equal(s.seen[0].last, 3);
    assert_int_equal(s.seen[0].done, 7);
    assert_false(s.seen[0].row_hit);
    assert_int_equal(s.stats.write.sum, 6);
    rh_observer_close(s.observer);
}

/* A row that opens in the very clock of the acceptance counts from there on. */
static void an_activate_of_the_same_clock_is_the_first_command(void **state) {
    (void)state;
    struct scene s;
    open_scene(&s, 0);
    s.cycle = 3;
    rh_observer_offer(s.observer, 0, &(struct rh_request){.cycle = 1});
    clock_with(&s, (struct rh_controller_in){.req_valid = 1, .req_bank = 2, .req_row = 7},
               (struct rh_controller_out){.req_ready = 1, .row_cmd = RH_ACT, .row_bank = 2, .row_row = 7});
    s.cycle = 8;
    column(&s, RH_RD, 0, 2, true);
    assert_int_equal(s.seen[0].accepted, 3);
    assert_int_equal(s.seen[0].first, 3);
    assert_int_equal(s.stats.latency_queue_cycles, 0);
    assert_int_equal(s.stats.latency_bank_cycles, 5);
    rh_observer_close(s.observer);
}

static void a_refresh_takes_an_unused_activate_away(void **state) {
    (void)state;
    struct scene s;
    open_scene(&s, 0);
    accept(&s, 0, 2, 7, false);
    row_command(&s, RH_ACT, 2, 7);
    clock_with(&s, (struct rh_controller_in){0}, (struct rh_controller_out){.row_cmd = RH_REF, .row_all = 1});
    column(&s, RH_RD, 0, 2, true);
    assert_true(s.seen[0].row_hit);
    rh_observer_close(s.observer);
}

/* Banks 2 and 3 are rank 1. The ACT of clock 1 is the request's own, a miss, unless its rank is refreshed between. */
static void a_refresh_takes_the_activates_of_its_rank_away(void **state) {
    (void)state;
    for (unsigned first = 0; first < 4; first += 2) {
        struct scene s;
        open_scene_of(&s, 0, 1);
        accept(&s, 0, 3, 7, false);
        row_command(&s, RH_ACT, 3, 7);
        clock_with(&s, (struct rh_controller_in){0},
                   (struct rh_controller_out){.row_cmd = RH_REF, .row_all = 1, .row_bank = (uint8_t)first});
        column(&s, RH_RD, 0, 3, true);
        assert_int_equal(s.seen[0].row_hit, first == 2);
        assert_int_equal(s.seen[0].first, first == 2 ? 3 : 1);
        rh_observer_close(s.observer);
    }
}

/* Accepted in clocks 0 and 2, statistics from clock 2 on. */
static void a_warm_up_is_not_counted(void **state) {
    (void)state;
    struct scene s;
    open_scene(&s, 2);
    accept(&s, 0, 0, 5, false);
    row_command(&s, RH_ACT, 0, 5);
    accept(&s, 1, 0, 5, false);
    column(&s, RH_RD, 0, 0, true);
    column(&s, RH_RD, 1, 0, true);
    assert_int_equal(s.count, 1);
    assert_int_equal(s.seen[0].tag, 1);
    assert_int_equal(s.stats.cycles, 3);
    assert_int_equal(s.stats.requests, 1);
    assert_int_equal(s.stats.activates, 0);
    assert_int_equal(s.stats.column_commands, 2);
    assert_int_equal(s.stats.row_hits, 1);
    assert_int_equal(s.stats.read.count, 1);
    rh_observer_close(s.observer);
}

/* A row is open in clocks 1 to 5, of which statistics from clock 3 on have three; until a RDA in 8 and 9, for this
 * device has neither tRAS nor tRTP; and from 15 on, which is counted when somebody asks. */
static void open_banks_are_counted_behind_the_warm_up(void **state) {
    (void)state;
    struct scene s;
    open_scene(&s, 3);
    s.cycle = 1;
    row_command(&s, RH_ACT, 2, 7);
    s.cycle = 6;
    row_command(&s, RH_PRE, 2, 7);
    assert_int_equal(s.stats.open_cycles, 3);
    s.cycle = 8;
    row_command(&s, RH_ACT, 2, 9);
    s.cycle = 10;
    column(&s, RH_RDA, 0, 2, false);
    assert_int_equal(s.stats.open_cycles, 3 + 2); /* up to the RDA, which closes it at once */
    s.cycle = 15;
    row_command(&s, RH_ACT, 1, 4);
    rh_observer_settle(s.observer, 20);
    assert_int_equal(s.stats.open_cycles, 3 + 2 + 5);
    assert_int_equal(s.stats.open_bank_cycles, 3 + 2 + 5);
    assert_int_equal(s.stats.read_commands, 1);
    rh_observer_close(s.observer);
}

static void a_flush_closes_all_banks(void **state) {
    (void)state;
    struct scene s;
    open_scene(&s, 0);
    row_command(&s, RH_ACT, 1, 9);
    rh_observer_flush(s.observer);
    assert_int_equal(rh_observer_row(s.observer, 1), 0);
    accept(&s, 0, 1, 9, false);
    column(&s, RH_RD, 0, 1, true);
    assert_true(s.seen[0].row_hit);
    assert_int_equal(s.stats.activates, 1);
    rh_observer_close(s.observer);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_miss_waits_in_queue_then_for_its_bank),
        cmocka_unit_test(an_activate_from_before_is_nobodys_first_command),
        cmocka_unit_test(an_activate_of_the_same_clock_is_the_first_command),
        cmocka_unit_test(a_refresh_takes_an_unused_activate_away),
        cmocka_unit_test(a_refresh_takes_the_activates_of_its_rank_away),
        cmocka_unit_test(a_warm_up_is_not_counted),
        cmocka_unit_test(open_banks_are_counted_behind_the_warm_up),
        cmocka_unit_test(a_flush_closes_all_banks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
