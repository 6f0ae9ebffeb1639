// SPDX-License-Identifier: Apache-2.0
// The closed loop: one request walked by hand, what cores may issue, that nothing is lost, that parts add up.
#include <math.h>

#include "tb/unit/closed_loop_scene.h"

static uint64_t sum_of_parts(const struct rh_loop_stats *stats) {
    uint64_t sum = 0;
    for (unsigned k = 0; k < RH_LOOP_PARTS; k++)
        sum += stats->part[k];
    return sum;
}

/* All clocks tick at once. The request goes into the injection queue in clock 0; its flit leaves the queue at the end
 * of clock 1, is on the link in 2, asks in 3, leaves in 4, is on the link in 5, becomes a message in 6 and is accepted
 * in 7. The first command is an ACT in 8; tRCD is 12. A column command holds the bus for 2 clocks, and a second one
 * comes behind them. A write's reply is one flit and takes the same 7 clocks from the response, a read's has `data`
 * flits more, a clock each. */
static void one_request_by_hand(void **state) {
    (void)state;
    /* 32 bytes: a flit that one byte is left of is a whole one */
    static const struct {
        uint8_t flit_bytes, data, commands, bank;
    } sizes[] = {{32, 1, 1, 12}, {31, 2, 1, 12}, {48, 1, 1, 12}, {10, 4, 1, 12}, {32, 2, 2, 14}};
    for (unsigned k = 0; k < 2 * sizeof sizes / sizeof sizes[0]; k++) {
        const bool write = k % 2;
        const unsigned data = sizes[k / 2].data, bank = sizes[k / 2].bank;
        struct scene *s = open_scene();
        s->setup.flit_bytes = sizes[k / 2].flit_bytes;
        s->preset.chips = 2; /* 32 bytes a column command */
        add(s, 3, 1, write)->commands = sizes[k / 2].commands;
        assert_int_equal(run(s, false), RH_SYSTEM_DONE);
        const struct rh_loop_stats *stats = rh_loop_stats_of(s->loop);
        assert_int_equal(stats->count.issued, 1);
        assert_int_equal(stats->count.answered, 1);
        assert_int_equal(stats->part[RH_LOOP_PART_injection], 1);
        /* a write's last flit comes so many clocks behind its first */
        assert_int_equal(stats->part[RH_LOOP_PART_network], write ? 6 + data : 6);
        assert_int_equal(stats->part[RH_LOOP_PART_queue], 1);
        assert_int_equal(stats->part[RH_LOOP_PART_bank], bank);
        assert_int_equal(stats->count.request_flits, write ? 1 + data : 1);
        assert_int_equal(stats->count.reply_flits, write ? 1 : 1 + data);
        assert_int_equal(s->observed, 1);
        assert_int_equal(s->last.accepted, write ? 7 + data : 7);
        assert_int_equal(s->last.channel, 1);
        assert_int_equal(s->last.core, 3);
        uint64_t done = s->last.done, end = rh_loop_core_of(s->loop, 3)->last_reply;
        assert_int_equal(end - done, write ? 7 : 7 + data);
        assert_int_equal(stats->round_trip.sum, end);
        assert_int_equal(s->trip.issued, 0);
        assert_int_equal(s->trip.left, 1);
        assert_int_equal(s->trip.replied, end);
        assert_int_equal(s->trip.seen.accepted, s->last.accepted);
        assert_int_equal(s->trip.seen.first, s->last.accepted + 1);
        assert_int_equal(s->trip.seen.last, s->last.accepted + 1 + bank);
        assert_int_equal(s->trip.seen.done, done);
        assert_int_equal(s->trip.seen.core, 3);
        assert_int_equal(sum_of_parts(stats), end);
        close_scene(s);
    }
}

/* The same with cores and networks twice as fast as the memory, which ticks in every second clock of theirs: its clock
 * k in their clock 2 k + 1. A read is at the controller in the seventh of these, a write in the eighth; they are
 * accepted in clocks 3 and 4 of the memory. CL of 9 or WL of 4 and the burst of 2 behind the column command comes the
 * response, in their clock 2 * 27 + 1 or 2 * 23 + 1, and 8 or 7 of these later the reply. The run ends with a
 * clock of the memory. */
static void one_request_through_a_faster_network_by_hand(void **state) {
    (void)state;
    for (unsigned write = 0; write < 2; write++) {
        struct scene *s = open_scene();
        s->setup.flit_bytes = 32;
        s->setup.core_mhz = s->setup.network_mhz = 1600;
        s->preset.chips = 2; /* 32 bytes a column command */
        add(s, 3, 1, write);
        assert_int_equal(run(s, false), RH_SYSTEM_DONE);
        const struct rh_loop_stats *stats = rh_loop_stats_of(s->loop);
        assert_int_equal(s->last.accepted, write ? 4 : 3);
        assert_int_equal(s->last.done, write ? 23 : 27);
        assert_int_equal(s->trip.replied, write ? 27 : 31);
        assert_int_equal(stats->round_trip.sum, write ? 27 : 31);
        assert_int_equal(sum_of_parts(stats), write ? 27 : 31);
        assert_int_equal(stats->part[RH_LOOP_PART_bank], 12);
        assert_int_equal(stats->count.network_cycles, write ? 56 : 64);
        assert_int_equal(stats->cycles, write ? 28 : 32);
        assert_true(rh_loop_figure(RH_LOOP_FIGURE_network_mhz, stats) == 1600);
        assert_true(rh_loop_figure(RH_LOOP_FIGURE_memory_mhz, stats) == 800);
        assert_true(rh_loop_figure(RH_LOOP_FIGURE_latency_mean_ns, stats) == (write ? 27 : 31) * 1.25);
        close_scene(s);
    }
}

/* A core issues one request a core clock, `flight` at most in flight; gaps count from its issue before. */
static void cores_issue_in_their_clocks(void **state) {
    (void)state;
    struct scene *s = open_scene();
    s->setup.core_mhz = 200; /* the memory of gddr3: 800 */
    s->setup.network_mhz = 400;
    for (unsigned k = 0; k < 3; k++)
        add(s, 0, k % 2, false)->created = 10 + 6 * k;
    add(s, 1, 0, false)->created = 2;
    assert_int_equal(run(s, true), RH_SYSTEM_DONE);
    /* core clock c is clock 4 c + 3 of the memory; core 0 issues in 10, 16, 22, core 1 in 2 */
    assert_int_equal(rh_loop_core_of(s->loop, 0)->first_issue, 43);
    assert_int_equal(rh_loop_core_of(s->loop, 1)->first_issue, 11);
    assert_true(s->last.accepted > 4 * 22 + 3 && s->last.accepted < 4 * 22 + 3 + 4 * 7);
    assert_int_equal(rh_loop_stats_of(s->loop)->count.answered, 4);
    close_scene(s);
}

/* With one request in flight the round trips of a core lie one behind the other. */
static void a_core_waits_for_its_replies(void **state) {
    (void)state;
    struct scene *s = open_scene();
    s->setup.outstanding = 1;
    s->setup.cycles = 20000; /* a core that never issues does not wait for the loop's watchdog */
    for (unsigned k = 0; k < 20; k++)
        add(s, 2, k % 2, k % 3 == 0)->row = k % 4;
    assert_int_equal(run(s, false), RH_SYSTEM_DONE);
    const struct rh_loop_core *core = rh_loop_core_of(s->loop, 2);
    assert_int_equal(core->answered, 20);
    assert_int_equal(core->reads, 13);
    /* the slot is free in the clock of the reply, the injector takes the next request in the clock behind it */
    assert_int_equal(core->latency_cycles + 19, core->last_reply - core->first_issue);
    close_scene(s);
}

static void nothing_is_lost_and_parts_add_up(void **state) {
    (void)state;
    unsigned number = 0;
    for (unsigned kind = RH_TOPOLOGY_crossbar; kind < RH_TOPOLOGIES; kind++)
        for (unsigned c = 0; c < 3; c++, number++) {
            struct scene *s = open_scene();
            fill(s, 9, 3, 2000);
            s->setup.cores = 9;
            s->setup.controllers = 3;
            s->setup.topology = (enum rh_topology_kind)kind;
            s->setup.ops = rh_controller_at(number % rh_controller_count());
            bool faster = c == 1; /* than the memory's 800 MHz */
            s->setup.core_mhz = faster ? 900 : 325;
            s->setup.network_mhz = faster ? 1132 : 650;
            s->setup.network.hold = (uint8_t)(number % RH_HOLD_RULES);
            s->setup.network.allocator = rh_allocator_at(number % rh_allocator_count());
            assert_int_equal(run(s, number % 2), RH_SYSTEM_DONE);
            const struct rh_loop_stats *stats = rh_loop_stats_of(s->loop);
            uint64_t checks, answered = 0, commands = 0;
            assert_int_equal(stats->count.issued, 2000);
            assert_int_equal(stats->count.answered, 2000);
            assert_int_equal(stats->before.requests, 2000);
            assert_int_equal(stats->after.requests, 2000);
            assert_int_equal(s->observed, 2000);
            assert_int_equal(rh_loop_total(s->loop)->requests, 2000);
            for (unsigned k = 0; k < s->list.n; k++)
                commands += s->list.request[k].commands;
            assert_int_equal(rh_loop_total(s->loop)->column_commands, commands);
            assert_int_equal(sum_of_parts(stats), stats->round_trip.sum);
            assert_true(rh_loop_judged(s->loop, &checks) >= 2000);
            assert_true(checks > 2000);
            for (unsigned k = 0; k < 9; k++) {
                assert_int_equal(rh_loop_core_of(s->loop, k)->answered, rh_core_streams_count(s->streams, k));
                answered += rh_loop_core_of(s->loop, k)->latency_cycles;
            }
            assert_int_equal(answered, stats->round_trip.sum);
            double clocks = (double)rh_loop_cycle(s->loop);
            assert_true(fabs((double)stats->count.core_cycles - clocks * s->setup.core_mhz / 800) < 2);
            assert_true(fabs((double)stats->count.network_cycles - clocks * s->setup.network_mhz / 800) < 2);
            assert_int_equal(stats->cycles, rh_loop_cycle(s->loop));
            close_scene(s);
        }
}

/* Requests issued in the warm-up do not count, and nothing else changes: what the networks did is what a run did that
 * stops where the warm-up ends, and the rest. */
static void the_warm_up_is_left_out(void **state) {
    (void)state;
    struct scene *all = open_scene(), *part = open_scene(), *first = open_scene();
    fill(all, 4, 2, 1000);
    fill(part, 4, 2, 1000);
    fill(first, 4, 2, 1000);
    all->setup.network_mhz = part->setup.network_mhz = first->setup.network_mhz = 3000; /* the memory's: 800 */
    first->setup.cycles = part->setup.warmup = 500;
    assert_int_equal(run(all, false), RH_SYSTEM_DONE);
    assert_int_equal(run(part, false), RH_SYSTEM_DONE);
    assert_int_equal(run(first, false), RH_SYSTEM_DONE);
    assert_int_equal(rh_loop_cycle(all->loop), rh_loop_cycle(part->loop));
    const struct rh_loop_stats *stats = rh_loop_stats_of(part->loop);
    assert_int_equal(stats->cycles, rh_loop_cycle(part->loop) - 500);
    assert_true(stats->count.issued < 1000 && stats->count.issued > 0);
    assert_int_equal(stats->count.answered, stats->count.issued);
    assert_int_equal(sum_of_parts(stats), stats->round_trip.sum);
    const struct rh_loop_counts *whole = &rh_loop_stats_of(all->loop)->count,
                                *before = &rh_loop_stats_of(first->loop)->count;
    assert_int_equal(stats->count.request_flits + before->request_flits, whole->request_flits);
    assert_int_equal(stats->count.reply_flits + before->reply_flits, whole->reply_flits);
    assert_true(before->reply_flits > 0);
    close_scene(all);
    close_scene(part);
    close_scene(first);
}

static void a_run_stops_at_its_clocks(void **state) {
    (void)state;
    struct scene *s = open_scene();
    fill(s, 4, 2, 1000);
    s->setup.cycles = 300;
    assert_int_equal(run(s, false), RH_SYSTEM_DONE);
    assert_int_equal(rh_loop_cycle(s->loop), 300);
    assert_true(rh_loop_stats_of(s->loop)->count.answered < rh_loop_stats_of(s->loop)->count.issued);
    close_scene(s);
}

/* Rows X Y X to one bank, accepted in this order one behind the other, long before the bank leaves X (an ACT in 8, tRC
 * of 34): Y strands the second X. It is of core 1; or of core 0 like both X, in the next warp but one, which is another
 * CTA unless that has four warps. With a warm-up of 8 clocks the first X is not looked at. */
static void row_hit_runs_and_their_breakers(void **state) {
    (void)state;
    for (unsigned scene = 0; scene < 4; scene++) {
        struct scene *s = open_scene();
        s->setup.ops = rh_controller_find("banked_fifo");
        s->setup.cta_warps = scene == 2 ? 4 : 0;
        s->setup.warmup = scene == 3 ? 8 : 0;
        for (unsigned k = 0; k < 3; k++) {
            struct rh_request *r = add(s, scene == 0 && k == 1, 1, false);
            r->created = k;
            r->row = k == 1 ? 6 : 5;
            r->warp = k == 1 ? 6 : 4;
        }
        assert_int_equal(run(s, true), RH_SYSTEM_DONE);
        const struct rh_loop_stats *stats = rh_loop_stats_of(s->loop);
        assert_int_equal(stats->count.row_hit_runs, scene == 3 ? 1 : 2);
        assert_int_equal(stats->count.row_hit_runs_broken, scene != 3);
        assert_int_equal(stats->count.stranded, scene != 3);
        assert_int_equal(stats->count.row_hit_runs_other_core, scene == 0);
        assert_int_equal(stats->count.row_hit_runs_other_cta, scene == 1);
        assert_int_equal(stats->count.row_hit_runs_same_cta, scene == 2);
        assert_true(rh_loop_figure(RH_LOOP_FIGURE_row_hit_runs_broken_share, stats) == (scene == 3 ? 0 : 0.5));
        close_scene(s);
    }
}

/* Requests to one bank, accepted in 7, 8, ... as long as its queue has room, the first of which leaves it in 20 (the
 * scene of one request): those behind are refused until then. Of 8 entries each of 4 banks has 2. A request to another
 * bank before them leaves that in 20; their ACT comes tRRD = 8 clocks behind its own, so the first of them leaves in
 * 28. Where banks share the queue nobody is refused. */
static void why_a_full_bank_refuses(void **state) {
    (void)state;
    static const struct {
        const char *controller;
        unsigned queue, requests, other, warmup, offered, refused, banks, places;
    } scenes[] = {
        {"banked_fifo", 4, 2, 0, 0, 14, 12, 12 * 3, 12 * 3},
        {"banked_fifo", 8, 3, 0, 0, 14, 11, 11 * 3, 11 * 6},
        {"banked_fifo", 4, 2, 1, 0, 22, 19, 11 * 2 + 8 * 3, 11 * 2 + 8 * 3},
        {"banked_fifo", 8, 3, 1, 0, 22, 18, 18 * 3, 10 * 5 + 8 * 6},
        {"banked_fifo", 4, 2, 0, 12, 9, 8, 8 * 3, 8 * 3},
        {"fr_fcfs", 4, 2, 0, 0, 2, 0, 0, 0},
    };
    for (unsigned k = 0; k < sizeof scenes / sizeof scenes[0]; k++) {
        struct scene *s = open_scene();
        s->setup.ops = rh_controller_find(scenes[k].controller);
        s->setup.geometry.queue = (uint8_t)scenes[k].queue;
        s->setup.warmup = scenes[k].warmup;
        if (scenes[k].other != 0)
            add(s, 3, 1, false)->bank = 2;
        for (unsigned r = 0; r < scenes[k].requests; r++)
            add(s, 3, 1, false);
        assert_int_equal(run(s, false), RH_SYSTEM_DONE);
        const struct rh_loop_counts *count = &rh_loop_stats_of(s->loop)->count;
        assert_int_equal(count->offered, scenes[k].offered);
        assert_int_equal(count->refused, scenes[k].refused);
        assert_int_equal(count->refused_bank_full, scenes[k].refused);
        assert_int_equal(count->refused_free_banks, scenes[k].banks);
        assert_int_equal(count->refused_free_places, scenes[k].places);
        close_scene(s);
    }
}

struct kept {
    uint64_t number, of_controllers, cycles, column_commands, waits, requests; /* sums */
    struct rh_loop_counts count;
    uint64_t trips;
};

static void keep_controller(void *user, const struct rh_epoch *epoch) {
    struct kept *kept = user;
    assert_int_equal(epoch->number, kept->number);
    assert_int_equal(epoch->channel, kept->of_controllers++ % 2);
    kept->column_commands += epoch->counters[RH_STAT_column_commands];
    kept->requests += epoch->counters[RH_STAT_requests];
}

static void keep_loop(void *user, const struct rh_loop_epoch *epoch) {
    struct kept *kept = user;
    assert_int_equal(epoch->number, kept->number++);
    assert_int_equal(kept->of_controllers, 2 * kept->number);
    assert_true(epoch->cycles == 100 || (epoch->cycles > 0 && epoch->cycles < 100));
    kept->cycles += epoch->cycles;
    kept->count.issued += epoch->count.issued;
    kept->count.request_flits += epoch->count.request_flits;
    kept->count.row_hit_runs += epoch->count.row_hit_runs;
    kept->trips += epoch->round_trip.sum;
    for (unsigned w = 0; w < RH_LOOP_WAITS; w++)
        kept->waits += epoch->wait[w];
}

/* Epochs of 100 clocks begin behind the warm-up; the last one may be short. */
static void epochs_add_up_to_the_run(void **state) {
    (void)state;
    for (unsigned warmup = 0; warmup < 300; warmup += 250) {
        struct scene *s = open_scene();
        struct kept kept = {0};
        fill(s, 4, 2, 1000);
        s->setup.warmup = warmup;
        s->setup.network_mhz = 1000; /* clocks of the networks between two of the memory */
        s->setup.epoch = 100;
        s->setup.epoch_end = keep_controller;
        s->setup.loop_epoch_end = keep_loop;
        s->setup.epoch_user = &kept;
        assert_int_equal(run(s, false), RH_SYSTEM_DONE);
        const struct rh_loop_stats *stats = rh_loop_stats_of(s->loop);
        assert_true(stats->cycles > 1000);
        assert_int_equal(kept.number, (stats->cycles + 99) / 100);
        assert_int_equal(kept.cycles, stats->cycles);
        assert_int_equal(kept.count.issued, stats->count.issued);
        assert_int_equal(kept.count.request_flits, stats->count.request_flits);
        assert_int_equal(kept.count.row_hit_runs, stats->count.row_hit_runs);
        assert_int_equal(kept.trips, stats->round_trip.sum);
        assert_int_equal(kept.waits, rh_loop_total(s->loop)->idle_cycles);
        assert_int_equal(kept.column_commands, rh_loop_total(s->loop)->column_commands);
        assert_int_equal(kept.requests, rh_loop_total(s->loop)->requests);
        close_scene(s);
    }
}

static void jain_by_hand(void **state) {
    (void)state;
    /* rates 1/10, 1/10, 1/5: sum 0.4, squares 0.06; 0.16 / 0.18 */
    const struct rh_loop_core cores[] = {{.answered = 1, .first_issue = 5, .last_reply = 15},
                                         {.answered = 0},
                                         {.answered = 2, .first_issue = 0, .last_reply = 20},
                                         {.answered = 4, .first_issue = 10, .last_reply = 30}};
    assert_true(rh_loop_jain(cores, 4) > 0.888888 && rh_loop_jain(cores, 4) < 0.888889);
    assert_true(rh_loop_jain(cores + 1, 1) == 0);
}

static void refuse(struct scene *s, const char *what) {
    s->loop = rh_loop_open(&s->setup, &s->error);
    assert_null(s->loop);
    if (strstr(s->error.text, what) == NULL)
        fail_msg("found '%s', expected '%s' in it", s->error.text, what);
    close_scene(s);
}

static void what_does_not_fit_is_refused(void **state) {
    (void)state;
    struct scene *s = open_scene();
    s->setup.network_mhz = 10001;
    refuse(s, "network_mhz: found 10001, expected at most 10000");
    s = open_scene();
    s->setup.outstanding = 513;
    refuse(s, "expected at most 512");
    s = open_scene();
    s->setup.flit_bytes = 1;
    refuse(s, "flits, expected at most 32");
    s = open_scene();
    s->setup.cores = 200;
    refuse(s, "200");
    s = open_scene();
    add(s, 0, 5, false);
    assert_int_equal(run(s, false), RH_SYSTEM_ERROR);
    assert_non_null(strstr(s->error.text, "channel 5, expected channels below 2"));
    close_scene(s);
    s = open_scene();
    add(s, 0, 0, false)->created = UINT64_C(1000000001);
    assert_int_equal(run(s, true), RH_SYSTEM_ERROR);
    assert_non_null(strstr(s->error.text, "found a gap of 1000000001 core clocks on core 0"));
    close_scene(s);
}

struct watcher {
    struct scene *scene;
    uint64_t before, behind, last; /* looks; the clock after which it has seen enough */
};

static bool watch(void *user, bool behind) {
    struct watcher *w = user;
    assert_int_equal(behind ? w->behind++ : w->before++, rh_loop_cycle(w->scene->loop) - behind);
    return !behind || w->behind <= w->last;
}

static void who_watches_sees_each_clock_twice_and_may_end_the_run(void **state) {
    (void)state;
    struct scene *s = open_scene();
    struct watcher w = {.scene = s, .last = 40};
    s->setup.watch = watch;
    s->setup.watch_user = &w;
    fill(s, 4, 2, 200);
    assert_int_equal(run(s, false), RH_SYSTEM_BROKEN);
    assert_int_equal(w.before, 41);
    assert_int_equal(w.behind, 41);
    assert_int_equal(rh_loop_cycle(s->loop), 41);
    assert_string_equal(s->error.text, "fr_fcfs: stopped by who watches it");
    close_scene(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_request_by_hand),
        cmocka_unit_test(one_request_through_a_faster_network_by_hand),
        cmocka_unit_test(cores_issue_in_their_clocks),
        cmocka_unit_test(a_core_waits_for_its_replies),
        cmocka_unit_test(nothing_is_lost_and_parts_add_up),
        cmocka_unit_test(the_warm_up_is_left_out),
        cmocka_unit_test(a_run_stops_at_its_clocks),
        cmocka_unit_test(row_hit_runs_and_their_breakers),
        cmocka_unit_test(why_a_full_bank_refuses),
        cmocka_unit_test(epochs_add_up_to_the_run),
        cmocka_unit_test(jain_by_hand),
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(who_watches_sees_each_clock_twice_and_may_end_the_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
