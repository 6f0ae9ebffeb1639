// SPDX-License-Identifier: Apache-2.0
// Are idle clocks skipped without a trace? Every controller runs each stream twice, with and without `idle`:
// statistics, commands and the final state must be the same. And a trace that begins late, or pauses long, ends at
// once.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/dram/rh_backend.h"
#include "rounds.h"
#include "rowhold/rh_channel.h"
#include "rowhold/rh_model.h"
#include "rowhold/rh_preset_file.h"
#include "rowhold/rh_random.h"

enum { REQUESTS = 120, MOST_COMMANDS = 20000, RANKED = 2 };

/* The model behind a counter of the clocks that are really stepped. */
struct counted {
    struct rh_model model;
    struct rh_unit inner;
    uint64_t steps;
};

static bool count_step(void *self, const void *in, void *out) {
    struct counted *counted = self;
    counted->steps++;
    return counted->inner.cycle(counted->inner.self, in, out);
}

static uint64_t pass_idle(void *self, const void *in, void *out) {
    struct counted *counted = self;
    return counted->inner.idle(counted->inner.self, in, out);
}

static void pass_skip(void *self, uint64_t clocks) {
    struct counted *counted = self;
    counted->inner.skip_clocks(counted->inner.self, clocks);
}

/* What a run left behind. */
struct run {
    struct rh_stats stats;
    struct rh_command_record commands[MOST_COMMANDS];
    unsigned count;
    uint64_t steps, probed;
    void *state;
};

static void on_command(void *user, const struct rh_command_record *record) {
    struct run *run = user;
    assert_true(run->count < MOST_COMMANDS);
    run->commands[run->count++] = *record;
}

static void on_clock(void *user, uint64_t cycle, const struct rh_controller_in *in,
                     const struct rh_controller_out *out) {
    struct run *run = user;
    (void)in;
    (void)out;
    assert_int_equal(cycle, run->probed++);
}

/* To the end; with a limit in pieces of so many clocks. */
static void run_channel(const struct rh_channel_setup *setup, const struct rh_request *requests, size_t n) {
    struct rh_channel *channel = rh_channel_open(setup, NULL);
    struct run *run = setup->sink_user;
    uint64_t limit = setup->cycle_limit;
    enum rh_channel_end end;
    assert_non_null(channel);
    while ((end = rh_channel_run(channel, requests, n, true, true)) == RH_CHANNEL_LIMIT) {
        assert_int_equal(rh_channel_cycle(channel), limit);
        requests += rh_channel_taken(channel);
        n -= rh_channel_taken(channel);
        limit += setup->cycle_limit;
        rh_channel_limit(channel, limit);
    }
    assert_int_equal(end, RH_CHANNEL_DRAINED);
    run->stats = *rh_channel_stats(channel);
    rh_channel_close(channel);
}

/* `change` holds what a test wants otherwise: limit, probe, back-pressure. */
static void run_model(const struct rh_block_ops *ops, const struct rh_preset *preset, bool may_skip,
                      const struct rh_channel_setup *change, const struct rh_request *requests, size_t n,
                      struct run *run) {
    struct rh_geometry geometry = rh_preset_geometry(preset, 16);
    struct rh_constraints constraints = rh_preset_constraints(preset);
    struct counted counted = {.steps = 0};
    assert_true(rh_model_open(&counted.model, &rh_controller_kind, ops, &geometry, &constraints));
    counted.inner = rh_model_unit(&counted.model);
    struct rh_channel_setup setup = *change;
    setup.unit = (struct rh_unit){.cycle = count_step, .self = &counted, .skip_clocks = pass_skip};
    if (may_skip)
        setup.unit.idle = pass_idle;
    setup.geometry = geometry;
    setup.constraints = constraints;
    setup.sink = on_command;
    setup.sink_user = setup.probe_user = run;
    memset(run, 0, sizeof *run);
    run_channel(&setup, requests, n);
    run->steps = counted.steps;
    run->state = malloc(ops->state_size);
    assert_non_null(run->state);
    memcpy(run->state, counted.model.state, ops->state_size);
    rh_model_close(&counted.model);
}

static struct rh_preset load(const char *name, enum rh_refresh refresh) {
    struct rh_preset preset;
    struct rh_error error = {""};
    assert_true(rh_preset_load(name, &preset, &error));
    preset.refresh = refresh;
    return preset;
}

/* The preset, or, `p` past the last one, ddr4_2400 as two and as four ranks. */
static struct rh_preset load_any(unsigned p, enum rh_refresh refresh) {
    if (p < rh_preset_count())
        return load(rh_preset_name(p), refresh);
    struct rh_preset preset = load("ddr4_2400", refresh);
    preset.ranks = (uint16_t)(2U << (p - rh_preset_count()));
    preset.timing.tRTRS = preset.ranks == 2 ? 2 : 32;
    return preset;
}

/* Bursts, short waits in which timers still run, and pauses of several refreshes. */
static void fill(struct rh_request *requests, const struct rh_preset *preset, uint64_t *seed) {
    static const uint32_t most[] = {1, 20, 300, 20000};
    uint64_t cycle = 0;
    for (unsigned i = 0; i < REQUESTS; i++) {
        cycle += rh_random_below(seed, most[rh_random_below(seed, 4)]);
        requests[i] = (struct rh_request){.cycle = cycle,
                                          .write = rh_random_below(seed, 3) == 0,
                                          .bank = (uint8_t)rh_random_below(seed, preset->banks),
                                          .row = rh_random_below(seed, 3),
                                          .column = (uint16_t)rh_random_below(seed, 8),
                                          .commands = (uint8_t)(1 + rh_random_below(seed, 4))};
    }
}

static bool same_command(const struct rh_command_record *a, const struct rh_command_record *b) {
    return a->cycle == b->cycle && a->channel == b->channel && a->command == b->command && a->bank == b->bank &&
           a->all == b->all && a->row == b->row && a->column == b->column;
}

static struct run cycle_by_cycle, skipped;

static void compare_runs(const struct rh_block_ops *ops) {
    assert_memory_equal(&cycle_by_cycle.stats, &skipped.stats, sizeof cycle_by_cycle.stats);
    assert_int_equal(cycle_by_cycle.count, skipped.count);
    for (unsigned i = 0; i < cycle_by_cycle.count; i++)
        assert_true(same_command(&cycle_by_cycle.commands[i], &skipped.commands[i]));
    assert_memory_equal(cycle_by_cycle.state, skipped.state, ops->state_size);
    assert_int_equal(cycle_by_cycle.steps, cycle_by_cycle.stats.cycles);
    free(cycle_by_cycle.state);
    free(skipped.state);
}

static void skipping_leaves_no_trace(void **state) {
    (void)state;
    static struct rh_request requests[REQUESTS];
    uint64_t seed = 5;
    unsigned number = 0;
    for (size_t c = 0; c < rh_controller_count(); c++)
        for (unsigned p = 0; p < rh_preset_count() + RANKED; p++)
            for (unsigned mode = RH_REFRESH_OFF; mode < RH_REFRESHES; mode++) {
                const struct rh_block_ops *ops = rh_controller_at(c);
                struct rh_preset preset = load_any(p, (enum rh_refresh)mode);
                if (!is_taken(&number) || !rh_preset_check(&preset, NULL)) /* test_timing_lint.c says which */
                    continue;
                const struct rh_channel_setup whole = {.cycle_limit = 0}, pieces = {.cycle_limit = 777};
                fill(requests, &preset, &seed);
                run_model(ops, &preset, false, &whole, requests, REQUESTS, &cycle_by_cycle);
                run_model(ops, &preset, true, mode == 0 ? &pieces : &whole, requests, REQUESTS, &skipped);
                assert_int_equal(cycle_by_cycle.stats.requests, REQUESTS);
                assert_true(cycle_by_cycle.stats.cycles > 100000);
                assert_true(skipped.steps < cycle_by_cycle.steps / 4);
                compare_runs(ops);
            }
}

/* A probe wants to see each clock; the draw of a response port's ready happens in each. */
static void a_probe_and_back_pressure_see_every_clock(void **state) {
    (void)state;
    static struct rh_request requests[REQUESTS];
    uint64_t seed = 9;
    const struct rh_block_ops *ops = rh_controller_find("fr_fcfs");
    struct rh_preset preset = load("gddr3", RH_REFRESH_OFF);
    const struct rh_channel_setup probed = {.probe = on_clock}, pressed = {.ready_mask_seed = 77, .ready_one_in = 5};
    fill(requests, &preset, &seed);
    run_model(ops, &preset, false, &probed, requests, REQUESTS, &cycle_by_cycle);
    run_model(ops, &preset, true, &probed, requests, REQUESTS, &skipped);
    assert_int_equal(skipped.probed, skipped.stats.cycles);
    compare_runs(ops);
    run_model(ops, &preset, false, &pressed, requests, REQUESTS, &cycle_by_cycle);
    run_model(ops, &preset, true, &pressed, requests, REQUESTS, &skipped);
    compare_runs(ops);
}

/* The second request pauses 3e9 clocks, and its row is still open: ACT at 9e18 + 1, two reads of 2 clocks each, tRCD
 * 12, CL 9. `row_sorter` and `slot_fifo` have each request a clock later, `sms` two. */
static void a_late_start_and_a_long_pause_end_at_once(void **state) {
    (void)state;
    const uint64_t start = UINT64_C(9000000000000000000), again = start + UINT64_C(3000000000);
    const struct rh_request requests[2] = {{.cycle = start, .row = 5, .commands = 1},
                                           {.cycle = again, .row = 5, .column = 1, .commands = 1}};
    const struct rh_channel_setup whole = {.cycle_limit = 0};
    struct rh_preset preset = load("gddr3", RH_REFRESH_OFF);
    for (size_t c = 0; c < rh_controller_count(); c++) {
        const char *name = rh_controller_at(c)->name;
        unsigned sorts =
            strcmp(name, "sms") == 0 ? 2 : strcmp(name, "row_sorter") == 0 || strcmp(name, "slot_fifo") == 0;
        run_model(rh_controller_at(c), &preset, true, &whole, requests, 2, &skipped);
        assert_true(skipped.steps < 200);
        assert_int_equal(skipped.count, 3);
        assert_true(skipped.commands[0].command == RH_ACT && skipped.commands[0].cycle == start + 1 + sorts);
        assert_true(skipped.commands[1].command == RH_RD && skipped.commands[1].cycle == start + 13 + sorts);
        assert_true(skipped.commands[2].command == RH_RD && skipped.commands[2].cycle == again + 1 + sorts);
        assert_int_equal(skipped.stats.cycles, again + 1 + 11 + 1 + sorts);
        assert_int_equal(skipped.stats.read.greatest, 24 + sorts);
        const struct rh_stats_scale scale = {.channels = 8};
        double utilization = rh_stats_figure(RH_FIGURE_dram_utilization, &skipped.stats, &scale);
        assert_true(utilization > 5e-20 && utilization < 6e-20);
        free(skipped.state);
    }
}

/* tREFI 6240, tRFC 40: a refresh costs the clock of its REF and a few beside it, not the 6240 to the next one. */
static void a_long_pause_costs_a_stop_a_refresh(void **state) {
    (void)state;
    const struct rh_request request = {.cycle = 50000000, .row = 5, .commands = 1};
    const struct rh_channel_setup whole = {.cycle_limit = 0};
    struct rh_preset preset = load("gddr3", RH_REFRESH_ALL_BANK);
    for (size_t c = 0; c < rh_controller_count(); c++) {
        run_model(rh_controller_at(c), &preset, true, &whole, &request, 1, &skipped);
        assert_int_equal(skipped.stats.refreshes, 50000000 / 6240);
        assert_true(skipped.steps < 8012 * 4 + 200);
        assert_int_equal(skipped.commands[8011].cycle, 8012 * 6240);
        free(skipped.state);
    }
}

/* ddr4_2400, whose bursts of two ranks lie 4 + 32 clocks apart: the read of 501 is over at 521, its rows' timers are
 * too, and the bus may turn from 537 on. That of 601 finds it turned. */
static void the_turn_to_another_rank_is_not_skipped(void **state) {
    (void)state;
    const struct rh_request requests[] = {{.bank = 0, .row = 5, .commands = 1},
                                          {.bank = 8, .row = 5, .commands = 1},
                                          {.cycle = 500, .bank = 0, .row = 5, .column = 1, .commands = 1},
                                          {.cycle = 600, .bank = 8, .row = 5, .column = 1, .commands = 1}};
    static const struct {
        unsigned cycle, command, bank;
    } expected[] = {{1, RH_ACT, 0}, {2, RH_ACT, 8}, {17, RH_RD, 0}, {53, RH_RD, 8}, {501, RH_RD, 0}, {601, RH_RD, 8}};
    const struct rh_channel_setup whole = {.cycle_limit = 0};
    struct rh_preset preset = load("ddr4_2400", RH_REFRESH_OFF);
    preset.ranks = 2;
    preset.timing.tRTRS = 32;
    run_model(rh_controller_find("fr_fcfs"), &preset, true, &whole, requests, 4, &skipped);
    assert_int_equal(skipped.count, 6);
    for (unsigned i = 0; i < 6; i++) {
        assert_int_equal(skipped.commands[i].cycle, expected[i].cycle);
        assert_int_equal(skipped.commands[i].command, expected[i].command);
        assert_int_equal(skipped.commands[i].bank, expected[i].bank);
    }
    assert_in_range(skipped.steps, 100, 250);
    free(skipped.state);
}

/* A policy with a clock of its own: it closes bank 0 in its 100th idle clock. */
struct closer {
    struct rh_backend backend;
    uint8_t idle;
};

static void closer_reset(struct closer *s, const struct rh_geometry *geometry) {
    (void)geometry;
    memset(s, 0, sizeof *s);
}

static void closer_step(struct closer *s, const struct rh_geometry *geometry, const struct rh_constraints *constraints,
                        const struct rh_controller_in *in, struct rh_controller_out *out) {
    struct rh_view view;
    rh_backend_query(&s->backend, geometry, constraints, &view);
    s->idle = (uint8_t)(s->idle + (s->idle < 100));
    struct rh_choice choice = {.row = s->idle == 100 && rh_backend_pre_ok(&s->backend, geometry, &view, 0)};
    out->req_ready = 0;
    (void)rh_backend_clock(&s->backend, geometry, constraints, &view, in, &choice, out);
}

RH_BLOCK_OPS(closer, struct closer, rh_backend_list, rh_geometry_queue, closer_reset, closer_step);

static void a_policy_that_counts_idle_clocks_is_not_skipped(void **state) {
    (void)state;
    struct rh_preset preset = load("gddr3", RH_REFRESH_OFF);
    struct rh_geometry geometry = rh_preset_geometry(&preset, 16);
    struct rh_constraints constraints = rh_preset_constraints(&preset);
    struct rh_model model;
    assert_true(rh_model_open(&model, &rh_controller_kind, &rh_closer_ops, &geometry, &constraints));
    struct rh_unit unit = rh_model_unit(&model);
    ((struct rh_backend *)model.state)->array.open = 1;
    const struct rh_controller_in in = {.rsp_ready = 1};
    struct rh_controller_out out;
    for (unsigned clock = 1; clock <= 100; clock++) {
        assert_int_equal(unit.idle(unit.self, &in, &out), 0);
        assert_true(unit.cycle(unit.self, &in, &out));
        assert_int_equal(out.row_cmd, clock == 100 ? RH_PRE : RH_NOP);
    }
    assert_int_equal(unit.idle(unit.self, &in, &out), 0); /* tRP runs */
    for (unsigned clock = 0; clock < 12; clock++)
        assert_true(unit.cycle(unit.self, &in, &out));
    assert_int_equal(unit.idle(unit.self, &in, &out), UINT64_MAX); /* no refresh ends it */
    rh_model_close(&model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(skipping_leaves_no_trace),
        cmocka_unit_test(a_probe_and_back_pressure_see_every_clock),
        cmocka_unit_test(a_late_start_and_a_long_pause_end_at_once),
        cmocka_unit_test(a_long_pause_costs_a_stop_a_refresh),
        cmocka_unit_test(the_turn_to_another_rank_is_not_skipped),
        cmocka_unit_test(a_policy_that_counts_idle_clocks_is_not_skipped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
