// SPDX-License-Identifier: Apache-2.0
// The project's own model of a controller: by hand, and against the C model.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/trace/rh_stream.h"
#include "rowhold/rh_controller.h"
#include "rowhold/rh_system.h"
#include "rowhold/rh_timeline.h"

static struct rh_timeline timeline;

static struct rh_timeline_setup setup_of(const struct rh_preset *preset, const char *controller, unsigned queue) {
    struct rh_timeline_setup setup = {.policy = rh_timeline_find(controller),
                                      .geometry = rh_preset_geometry(preset, queue),
                                      .constraints = rh_preset_constraints(preset)};
    assert_non_null(setup.policy);
    return setup;
}

static void start_queue(const char *controller, unsigned queue) {
    struct rh_preset preset;
    struct rh_error error;
    assert_true(rh_preset_find("gddr3", &preset, &error));
    struct rh_timeline_setup setup = setup_of(&preset, controller, queue);
    rh_timeline_start(&timeline, &setup);
}

static void start(const char *controller) {
    start_queue(controller, 32);
}

static void request(unsigned bank, unsigned row, bool write) {
    const struct rh_request one = {.bank = (uint8_t)bank, .row = row, .commands = 2, .write = write};
    rh_timeline_request(&timeline, &one);
}

/* gddr3, two commands: ACT in clock 1, RD in 13 and 15, the data ends 11 clocks behind the second: 26. */
static void one_read(void **state) {
    (void)state;
    start("fr_fcfs");
    request(0, 5, false);
    rh_timeline_end(&timeline);
    assert_int_equal(timeline.stats.read.sum, 26);
    assert_int_equal(timeline.stats.cycles, 27); /* the answer comes in clock 26 */
    assert_int_equal(timeline.stats.activates, 1);
    assert_int_equal(timeline.stats.active_cycles, 16); /* 1 to 16, the bus is booked in 13 to 16 */
    assert_int_equal(timeline.stats.data_bus_busy_cycles, 4);
    assert_int_equal(timeline.stats.stall_cycles[RH_CAUSE_TRCD], 12);
    assert_int_equal(timeline.stats.occupancy_sum, 15);
}

/* A hit goes on where the first one ends; a conflict waits for tRAS 21 (PRE in 22), tRP 13 and tRCD 12. */
static void hit_and_conflict(void **state) {
    (void)state;
    start("fr_fcfs");
    request(0, 5, false);
    request(0, 5, false);
    rh_timeline_end(&timeline);
    assert_int_equal(timeline.stats.read.sum, 26 + 29); /* RD in 17 and 19; accepted in clock 1 */
    assert_int_equal(timeline.stats.activates, 1);
    assert_int_equal(timeline.stats.row_hits, 1);
    start("fr_fcfs");
    request(0, 5, false);
    request(0, 6, false);
    rh_timeline_end(&timeline);
    assert_int_equal(timeline.stats.cycles, 22 + 13 + 12 + 2 + 11 + 1);
    assert_int_equal(timeline.stats.precharges, 1);
    assert_int_equal(timeline.stats.stall_cycles[RH_CAUSE_TRAS_TRC], 22 - 17);
    assert_int_equal(timeline.stats.stall_cycles[RH_CAUSE_TRP], 13);
    assert_int_equal(timeline.stats.stall_cycles[RH_CAUSE_TRCD], 12 + 12);
}

/* A younger hit passes an older conflict in fr_fcfs, and does not in banked_fifo. */
static void who_is_served_first(void **state) {
    (void)state;
    static const struct {
        const char *controller;
        unsigned activates;
    } rows[] = {{"fifo", 3}, {"banked_fifo", 3}, {"fr_fcfs", 2}, {"most_pending", 2}};
    for (unsigned i = 0; i < 4; i++) {
        start(rows[i].controller);
        request(0, 5, false);
        request(0, 6, false);
        request(0, 5, false);
        rh_timeline_end(&timeline);
        assert_int_equal(timeline.stats.activates, rows[i].activates);
    }
}

/* The first request is in its slot in clock 2: ACT, RD in 14 and 16. So the second moves in 16 and the third behind it
 * in 17, when the fourth has been taken in 16: bank 1 opens in 18, RD in 30 and 32, and of the fourth, in the slot from
 * 33 on, in 34 and 36. Bank 0 closes in 23 and opens behind these in 37, RD in 49 and 51. */
static void a_full_slot_holds_up_those_behind(void **state) {
    (void)state;
    start_queue("slot_fifo", 2);
    request(0, 5, false);
    request(0, 6, false);
    request(1, 5, false);
    request(1, 5, false);
    rh_timeline_end(&timeline);
    assert_int_equal(timeline.stats.read.sum, (16 + 51 + 32 + 36) + 4 * 11 - (0 + 1 + 2 + 16));
    assert_int_equal(timeline.stats.stall_cycles[RH_CAUSE_POLICY], 1);
    assert_int_equal(timeline.stats.cycles, 51 + 11 + 1);
}

/* row_sorter begins a clock later; of 7 places those of the oldest two count. Bank 0 opens in clock 2, bank 1 in 10 for
 * a read of one command in 22. That is its turn, but a request to another row of bank 0 waits: bank 0 reads in 14, 16,
 * 18, 20, 22, bank 1 in 24, bank 0 in 26. Its PRE goes in 28, the ACT in 41, the last RD in 55. */
static void old_requests_read_first(void **state) {
    (void)state;
    start_queue("row_sorter", 8);
    request(0, 5, false);
    rh_timeline_request(&timeline, &(struct rh_request){.bank = 1, .row = 5, .commands = 1});
    request(0, 5, false);
    request(0, 5, false);
    request(0, 6, false);
    rh_timeline_end(&timeline);
    assert_int_equal(timeline.stats.read.sum, (16 + 24 + 20 + 26 + 55) + 5 * 11 - (0 + 1 + 2 + 3 + 4));
    assert_int_equal(timeline.stats.cycles, 55 + 11 + 1);
}

/* Bank 0 opens in clock 2, and in 10 it is the turn of bank 1; but bank 2, for which one more waits, opens then. So
 * bank 1 opens in 18, though for bank 3 one more waits, bank 3 in 26; bank 2 anew in 44, bank 3 in 60. */
static void old_requests_open_first(void **state) {
    (void)state;
    start_queue("row_sorter", 8);
    request(0, 5, false);
    request(1, 5, false);
    for (unsigned bank = 2; bank < 4; bank++) {
        request(bank, 5, false);
        request(bank, 6, false);
    }
    rh_timeline_end(&timeline);
    assert_int_equal(timeline.stats.read.sum, (16 + 32 + 24 + 58 + 40 + 74) + 6 * 11 - (0 + 1 + 2 + 3 + 4 + 5));
    assert_int_equal(timeline.stats.cycles, 74 + 11 + 1);
}

struct pair {
    struct rh_stats model, predicted;
};

/* A stream through both; `channels` as the stream has. */
static struct pair *run(const char *preset_name, const char *controller, const char *stream, unsigned queue,
                        double read_share, enum rh_refresh refresh) {
    struct rh_error error;
    struct rh_preset preset;
    struct pair *pair = calloc(1, sizeof *pair);
    assert_non_null(pair);
    assert_true(rh_preset_find(preset_name, &preset, &error));
    preset.refresh = refresh;
    struct rh_stream_setup from = {.stream = stream,
                                   .synthetic = rh_synthetic_find(stream),
                                   .requests = 4000,
                                   .read_share = read_share,
                                   .seed = 3};
    struct rh_timeline_setup setup = setup_of(&preset, controller, queue);
    struct rh_system_setup whole = {.preset = &preset,
                                    .ops = rh_controller_find(controller),
                                    .geometry = setup.geometry,
                                    .constraints = setup.constraints,
                                    .channels = 1};
    struct rh_stream *requests = rh_stream_open(&from, &preset, &error);
    assert_non_null(requests);
    struct rh_system *system = rh_system_open(&whole, &error);
    assert_non_null(system);
    assert_int_equal(rh_system_run(system, requests, &error), RH_SYSTEM_DONE);
    pair->model = *rh_system_total(system);
    rh_system_close(system);
    requests->close(requests);

    struct rh_request one;
    requests = rh_stream_open(&from, &preset, &error);
    setup.timed = requests->timed;
    rh_timeline_start(&timeline, &setup);
    while (requests->next(requests, &one, &error) == 1)
        rh_timeline_request(&timeline, &one);
    rh_timeline_end(&timeline);
    requests->close(requests);
    pair->predicted = timeline.stats;
    return pair;
}

static double efficiency(const struct rh_stats *s) {
    return 100.0 * (double)s->data_bus_busy_cycles / (double)s->active_cycles;
}

static double latency(const struct rh_stats *s) {
    return (double)(s->read.sum + s->write.sum) / (double)(s->read.count + s->write.count);
}

static uint64_t stalls(const struct rh_stats *s) {
    uint64_t sum = 0;
    for (unsigned i = 0; i < RH_CAUSES; i++)
        sum += s->stall_cycles[i];
    return sum;
}

static const char *const presets[] = {"gddr3", "hbm2", "qb_hbm", "ddr4_2400"};
static const char *const streams[] = {"rand1", "rand3", "mixed", "hot_rows", "phases", "random"};

/* Where nothing overlaps, nothing is simplified. */
static void fifo_is_exact(void **state) {
    (void)state;
    for (unsigned p = 0; p < 4; p++)
        for (unsigned s = 0; s < 6; s++) {
            struct pair *pair = run(presets[p], "fifo", streams[s], 8, 0.7, RH_REFRESH_OFF);
            const struct rh_stats *m = &pair->model, *t = &pair->predicted;
            assert_int_equal(t->requests, m->requests);
            assert_int_equal(t->activates, m->activates);
            assert_int_equal(t->precharges, m->precharges);
            assert_int_equal(t->column_commands, m->column_commands);
            assert_int_equal(t->data_bus_busy_cycles, m->data_bus_busy_cycles);
            assert_int_equal(t->active_cycles, m->active_cycles);
            assert_int_equal(t->idle_cycles, m->idle_cycles);
            assert_int_equal(t->cycles, m->cycles);
            assert_int_equal(t->read.sum, m->read.sum);
            assert_int_equal(t->write.sum, m->write.sum);
            assert_int_equal(t->occupancy_sum, m->occupancy_sum);
            free(pair);
        }
}

static bool has_model(unsigned controller) {
    const char *name = rh_controller_at(controller)->name;
    bool none = strcmp(name, "fgdram_channel") == 0 || strcmp(name, "par_bs") == 0 || strcmp(name, "atlas") == 0 ||
                strcmp(name, "sms") == 0 || strcmp(name, "warp_group") == 0;
    assert_int_equal(rh_timeline_find(name) == NULL, none);
    return !none;
}

/* Every controller of the registry but that of grains (rh_grain_lines.h) and those of batches has a model, and it is
 * near: DRAM efficiency in points, mean latency in per cent. */
static void others_are_near(void **state) {
    (void)state;
    for (unsigned c = 0; c < rh_controller_count(); c++) {
        unsigned runs = 0;
        double sum = 0;
        for (unsigned p = 0; p < 4 && has_model(c); p++)
            for (unsigned s = 0; s < 6; s++)
                for (unsigned r = 0; r < 2; r++) {
                    struct pair *pair = run(presets[p], rh_controller_at(c)->name, streams[s], 32, r == 0 ? 1 : 0.6,
                                            s == 0 ? RH_REFRESH_ALL_BANK : RH_REFRESH_OFF);
                    const struct rh_stats *m = &pair->model, *t = &pair->predicted;
                    double error = fabs(efficiency(t) - efficiency(m));
                    assert_true(error <= 3);
                    assert_true(fabs(latency(t) / latency(m) - 1) <= 0.15);
                    assert_int_equal(stalls(t) + t->data_bus_busy_cycles, t->active_cycles);
                    assert_int_equal(t->active_cycles + t->idle_cycles, t->cycles);
                    sum += error;
                    runs++;
                    free(pair);
                }
        assert_true(sum <= 0.4 * runs);
    }
    assert_null(rh_timeline_find("nobody"));
}

/* A pause of a hundred million refresh intervals is jumped over. */
static void pauses_are_jumped_over(void **state) {
    (void)state;
    struct rh_preset preset;
    struct rh_error error;
    assert_true(rh_preset_find("gddr3", &preset, &error));
    preset.refresh = RH_REFRESH_ALL_BANK;
    struct rh_timeline_setup setup = setup_of(&preset, "fr_fcfs", 32);
    setup.timed = true;
    rh_timeline_start(&timeline, &setup);
    struct rh_request one = {.bank = 1, .row = 7, .commands = 1};
    rh_timeline_request(&timeline, &one);
    one.cycle =
        UINT64_C(10000000000000) * setup.constraints.refi + setup.constraints.refi / 2; /* hours, refresh by refresh */
    rh_timeline_request(&timeline, &one);
    rh_timeline_end(&timeline);
    assert_int_equal(timeline.stats.refreshes, UINT64_C(10000000000000));
    assert_int_equal(timeline.stats.activates, 2); /* a refresh closed the row */
    assert_int_equal(timeline.stats.read.sum, 24 + 24);
}

/* In a pause of a few rounds, too, a refresh comes to each bank and closes its row. */
static void a_pause_closes_every_row(void **state) {
    (void)state;
    struct rh_preset preset;
    struct rh_error error;
    assert_true(rh_preset_find("hbm2", &preset, &error));
    preset.refresh = RH_REFRESH_PER_BANK;
    struct rh_timeline_setup setup = setup_of(&preset, "fr_fcfs", 32);
    setup.timed = true;
    rh_timeline_start(&timeline, &setup);
    struct rh_request one = {.row = 7, .commands = 1};
    for (; one.bank < 16; one.bank++)
        rh_timeline_request(&timeline, &one);
    one.cycle = UINT64_C(100) * setup.constraints.refi + setup.constraints.refi / 2;
    for (one.bank = 0; one.bank < 16; one.bank++)
        rh_timeline_request(&timeline, &one);
    rh_timeline_end(&timeline);
    assert_int_equal(timeline.stats.refreshes, 100);
    assert_int_equal(timeline.stats.activates, 32);
}

/* gddr3 refreshes in 6240: PRE of the row of the first request there, REF in 6253, ACT 40 clocks later in 6293. The
 * second request comes in 6245, so that 6246 to 6292 are lost to the refresh; a third one to another row
 * waits for tRAS, tRP and tRCD, as without refresh. */
static void a_refresh_is_what_its_clocks_are_lost_to(void **state) {
    (void)state;
    static const char *const controllers[] = {"fifo", "banked_fifo", "fr_fcfs", "most_pending"};
    struct rh_preset preset;
    struct rh_error error;
    assert_true(rh_preset_find("gddr3", &preset, &error));
    preset.refresh = RH_REFRESH_ALL_BANK;
    for (unsigned i = 0; i < sizeof controllers / sizeof controllers[0]; i++) {
        struct rh_timeline_setup setup = setup_of(&preset, controllers[i], 32);
        setup.timed = true;
        rh_timeline_start(&timeline, &setup);
        struct rh_request one = {.bank = 1, .row = 7, .commands = 2};
        rh_timeline_request(&timeline, &one);
        one.cycle = 6245;
        rh_timeline_request(&timeline, &one);
        one.row = 8;
        rh_timeline_request(&timeline, &one);
        rh_timeline_end(&timeline);
        const uint64_t *stall = timeline.stats.stall_cycles;
        assert_int_equal(stall[RH_CAUSE_REFRESH], 47);
        assert_int_equal(stall[RH_CAUSE_TRAS_TRC], 22 - 17);
        assert_int_equal(stall[RH_CAUSE_TRP], 13);
        assert_int_equal(stall[RH_CAUSE_TRCD], 3 * 12);
    }
}

static void start_without(const char *controller, unsigned mechanism) {
    struct rh_preset preset;
    struct rh_error error;
    assert_true(rh_preset_find("gddr3", &preset, &error));
    struct rh_timeline_setup setup = setup_of(&preset, controller, 32);
    setup.without = 1U << mechanism;
    rh_timeline_start(&timeline, &setup);
}

/* Two banks open 8 clocks apart: RD in 13, 15 and 21, 23; without tRRD the second follows the first at once, in 17. */
static void tRRD_left_out(void **state) {
    (void)state;
    for (unsigned without = 0; without < 2; without++) {
        start("fr_fcfs");
        if (without != 0)
            start_without("fr_fcfs", RH_TIMELINE_BIT_activates);
        request(0, 5, false);
        request(1, 5, false);
        rh_timeline_end(&timeline);
        assert_int_equal(timeline.stats.cycles, (without != 0 ? 17 : 21) + 2 + 11 + 1);
    }
}

/* WR in 13 and 15, its data and tWTR end in 26, so RD in 26; without the turn in 17. */
static void turnaround_left_out(void **state) {
    (void)state;
    for (unsigned without = 0; without < 2; without++) {
        start("fr_fcfs");
        if (without != 0)
            start_without("fr_fcfs", RH_TIMELINE_BIT_turnaround);
        request(0, 5, true);
        request(0, 5, false);
        rh_timeline_end(&timeline);
        assert_int_equal(timeline.stats.cycles, (without != 0 ? 17 : 26) + 2 + 11 + 1);
    }
}

/* Four hits end in 27, so PRE in 29; were it not held back, it would go in 22. */
static void hits_left_out(void **state) {
    (void)state;
    for (unsigned without = 0; without < 2; without++) {
        start("fr_fcfs");
        if (without != 0)
            start_without("fr_fcfs", RH_TIMELINE_BIT_hits);
        for (unsigned i = 0; i < 4; i++)
            request(0, 5, false);
        request(0, 6, false);
        rh_timeline_end(&timeline);
        assert_int_equal(timeline.stats.cycles, (without != 0 ? 22 : 29) + 13 + 12 + 2 + 11 + 1);
    }
}

/* Each mechanism has a name of its own. */
static void mechanisms_have_names(void **state) {
    (void)state;
    const char *meaning = NULL;
    assert_string_equal(rh_timeline_mechanism(RH_TIMELINE_BIT_refresh, &meaning), "refresh");
    assert_string_equal(meaning, "refresh");
    assert_null(rh_timeline_mechanism(RH_TIMELINE_MECHANISMS, &meaning));
}

/* Every preset and controller, but neither an age cap, where there is one, nor a response FIFO that can fill, no
 * grains, shared subarrays or ranks; nor slots under a refresh of one bank after the other. */
static void what_is_covered(void **state) {
    (void)state;
    struct rh_preset preset;
    struct rh_error error;
    for (unsigned p = 0; p < rh_preset_count(); p++)
        for (unsigned c = 0; c < rh_controller_count(); c++) {
            const char *controller = rh_controller_at(c)->name;
            if (!has_model((unsigned)c))
                continue;
            assert_true(rh_preset_find(rh_preset_name(p), &preset, &error));
            struct rh_timeline_setup setup = setup_of(&preset, controller, 32);
            bool plain = strcmp(preset.name, "fgdram") != 0 && strcmp(preset.name, "qb_hbm_salp_sc") != 0 &&
                         strcmp(preset.name, "ddr5_4800_2r") != 0;
            bool one_by_one = setup.constraints.refresh > RH_REFRESH_ALL_BANK;
            plain = plain && !(one_by_one && strcmp(controller, "slot_fifo") == 0);
            assert_int_equal(rh_timeline_covers(controller, &setup.geometry, &setup.constraints), plain);
            if (!plain)
                continue;
            setup.constraints.age_cap = 64;
            assert_int_equal(rh_timeline_covers(controller, &setup.geometry, &setup.constraints),
                             !rh_controller_traits(controller)->age_cap);
            setup.constraints.age_cap = 0;
            setup.geometry.responses = 4;
            assert_false(rh_timeline_covers(controller, &setup.geometry, &setup.constraints));
            assert_false(rh_timeline_covers("nobody", &setup.geometry, &setup.constraints));
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_read),
        cmocka_unit_test(hit_and_conflict),
        cmocka_unit_test(who_is_served_first),
        cmocka_unit_test(a_full_slot_holds_up_those_behind),
        cmocka_unit_test(old_requests_read_first),
        cmocka_unit_test(old_requests_open_first),
        cmocka_unit_test(fifo_is_exact),
        cmocka_unit_test(others_are_near),
        cmocka_unit_test(pauses_are_jumped_over),
        cmocka_unit_test(a_pause_closes_every_row),
        cmocka_unit_test(a_refresh_is_what_its_clocks_are_lost_to),
        cmocka_unit_test(tRRD_left_out),
        cmocka_unit_test(turnaround_left_out),
        cmocka_unit_test(hits_left_out),
        cmocka_unit_test(mechanisms_have_names),
        cmocka_unit_test(what_is_covered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
