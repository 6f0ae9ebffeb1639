// SPDX-License-Identifier: Apache-2.0
// Is a leap what `step` is? Each seed draws a geometry, timings, a stream, refresh, a warm-up, epochs and limits; the
// same run goes clock by clock and leaping. Commands, requests, statistics, epochs and live registers must be equal at
// every stop. ROWHOLD_SEEDS: seeds of each controller.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/run/rh_channel_state.h"
#include "rowhold/rh_random.h"

enum { SEEDS = 120, MOST_REQUESTS = 1200, MOST_COMMANDS = 40000, MOST_EPOCHS = 2000 };

/* What a run shows. */
struct run {
    struct rh_command_record command[MOST_COMMANDS];
    struct rh_observed request[MOST_REQUESTS];
    struct rh_epoch epoch[MOST_EPOCHS];
    unsigned commands, requests, epochs;
    struct rh_model model;
    struct rh_channel *channel;
};

static struct {
    struct rh_geometry geometry;
    struct rh_gaps gaps;
    struct rh_request requests[MOST_REQUESTS];
    unsigned n;
    bool timed;
    uint64_t warmup, epoch, limit;  /* clocks of a piece; 0: all at once */
    unsigned call;                  /* requests of a call; 0: all */
    bool unseen, unasked, of_cores; /* nobody looks at commands, at requests, at those of no known core */
} drawn;

static unsigned between(uint64_t *seed, unsigned least, unsigned most) {
    return least + rh_random_below(seed, most - least + 1);
}

static struct rh_timing draw_timing(uint64_t *seed) {
    struct rh_timing t = {.tBURST = (uint16_t)between(seed, 1, 4), .CL = (uint16_t)between(seed, 1, 20)};
    t.WL = (uint16_t)between(seed, 0, t.CL);
    t.tRCDRD = (uint16_t)between(seed, 2, 20);
    t.tRCDWR = (uint16_t)between(seed, 2, 20);
    t.tRP = (uint16_t)between(seed, 1, 20);
    t.tRAS = (uint16_t)between(seed, 2, 30);
    t.tRC = (uint16_t)(t.tRAS + t.tRP + between(seed, 0, 5));
    t.act_clocks = (uint16_t)between(seed, 1, 2);
    t.tRRD_S = (uint16_t)(t.act_clocks + between(seed, 0, 8));
    t.tRRD_L = (uint16_t)(t.tRRD_S + between(seed, 0, 4));
    t.tFAW = (uint16_t)between(seed, 1, 60);
    t.activates = (uint16_t)between(seed, 1, 8);
    t.tCCD_S = (uint16_t)(t.tBURST + between(seed, 0, 2));
    t.tCCD_L = (uint16_t)(t.tCCD_S + between(seed, 0, 3));
    t.tWTR_S = (uint16_t)between(seed, 0, 8);
    t.tWTR_L = (uint16_t)(t.tWTR_S + between(seed, 0, 4));
    t.tRTW = (uint16_t)(rh_max((unsigned)(t.CL - t.WL + t.tBURST), t.tCCD_S) + between(seed, 0, 4));
    t.tWR = (uint16_t)between(seed, 0, 15);
    t.tRTP = (uint16_t)between(seed, 1, 8);
    t.tRFC = (uint16_t)between(seed, 1, 120);
    t.tRFCpb = (uint16_t)(t.tRFC / 2 + 1);
    t.tRREFD = (uint16_t)between(seed, 1, t.tRFCpb < 8 ? t.tRFCpb : 8);
    t.tREFI = (uint16_t)between(seed, 300, 9000);
    t.tRTRS = (uint16_t)between(seed, 0, 3);
    return t;
}

static void draw_geometry(uint64_t *seed) {
    struct rh_geometry *g = &drawn.geometry;
    unsigned bank_bits = between(seed, 2, rh_random_below(seed, 4) == 0 ? 6 : 4),
             group_bits = rh_random_below(seed, 3) == 0 ? 0 : between(seed, 0, bank_bits - 1);
    *g = (struct rh_geometry){.queue = (uint8_t)between(seed, 2, rh_random_below(seed, 3) == 0 ? 128 : 32),
                              .banks = (uint8_t)rh_power(bank_bits),
                              .groups = (uint8_t)rh_power(group_bits > 4 ? 4 : group_bits),
                              .buses = (uint8_t)between(seed, 1, 2),
                              .row_bits = 12,
                              .column_bits = (uint8_t)between(seed, 3, 8),
                              .tag_bits = (uint8_t)between(seed, 4, 8),
                              .responses = (uint8_t)between(seed, 4, 24),
                              .timer_bits = 8};
    if (g->groups > 1 && rh_random_below(seed, 3) == 0)
        g->rank_bits = 1;
}

static void draw_requests(uint64_t *seed) {
    uint64_t cycle = rh_random_below(seed, 1000);
    if (drawn.gaps.refresh == RH_REFRESH_OFF && drawn.epoch == 0 && rh_random_below(seed, 6) == 0) /* where the clocks of rh_leap_fast.h go round */
        cycle = (1U << 27) - rh_random_below(seed, rh_random_below(seed, 2) == 0 ? 1U << 19 : 10000);
    unsigned pause = rh_random_below(seed, 3) == 0 ? 300 : between(seed, 1, 20), rows = between(seed, 1, 6);
    unsigned writes = between(seed, 1, 8), banks = between(seed, 1, drawn.geometry.banks),
             long_one = between(seed, 1, 8);
    drawn.n = between(seed, 1, MOST_REQUESTS);
    for (unsigned i = 0; i < drawn.n; i++) {
        struct rh_request *r = &drawn.requests[i];
        unsigned commands = rh_random_below(seed, long_one) == 0 ? between(seed, 1, 8) : 1;
        if (rh_random_below(seed, 200) == 0)
            cycle += between(seed, 0, rh_random_below(seed, 4) == 0 ? 60000 : 3000);
        cycle += rh_random_below(seed, pause);
        *r = (struct rh_request){.cycle = drawn.timed ? cycle : 0,
                                 .bank = (uint8_t)rh_random_below(seed, banks),
                                 .row = rh_random_below(seed, rows) * (rh_random_below(seed, 2) ? 1 : 512),
                                 .write = rh_random_below(seed, writes) == 0,
                                 .commands = (uint8_t)commands,
                                 .core = i % 7 == 0 ? 0xffff : (uint16_t)(i % 7),
                                 .warp = 0xffff};
        r->column = (uint16_t)rh_random_below(seed, (unsigned)rh_mask(drawn.geometry.column_bits) + 2 - commands);
    }
}

static void draw(uint64_t seed) {
    struct rh_timing timing;
    enum rh_refresh refresh;
    seed = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    do {
        draw_geometry(&seed);
        timing = draw_timing(&seed);
        refresh = (enum rh_refresh)rh_random_below(&seed, RH_REFRESHES);
    } while (!rh_timing_lint(&timing, refresh, &drawn.geometry, NULL, 0, NULL));
    drawn.gaps = rh_gaps_from_timing(&timing, refresh, &drawn.geometry);
    if (rh_random_below(&seed, 3) == 0)
        drawn.gaps.age_cap = (uint16_t)between(&seed, 1, 200);
    drawn.timed = rh_random_below(&seed, 2);
    drawn.warmup = rh_random_below(&seed, 3) == 0 ? between(&seed, 1, 3000) : 0;
    drawn.epoch = rh_random_below(&seed, 3) == 0 ? between(&seed, 500, 3000) : 0;
    drawn.limit = rh_random_below(&seed, 2) == 0 ? between(&seed, 200, 5000) : 0;
    drawn.call = rh_random_below(&seed, 2) == 0 ? between(&seed, 1, 100) : 0;
    drawn.unseen = rh_random_below(&seed, 4) == 0;
    drawn.unasked = rh_random_below(&seed, 4) == 0;
    drawn.of_cores = rh_random_below(&seed, 4) == 0;
    draw_requests(&seed);
}

static void on_command(void *user, const struct rh_command_record *record) {
    struct run *run = user;
    assert_true(run->commands < MOST_COMMANDS);
    run->command[run->commands++] = *record;
}

static void on_request(void *user, const struct rh_observed *request) {
    struct run *run = user;
    run->request[run->requests++] = *request;
}

static void on_epoch(void *user, const struct rh_epoch *epoch) {
    struct run *run = user;
    if (run->epochs < MOST_EPOCHS)
        run->epoch[run->epochs++] = *epoch;
}

static void open_run(struct run *run, const struct rh_block_ops *ops, bool stepped) {
    memset(run, 0, sizeof *run);
    assert_true(rh_model_open(&run->model, &rh_controller_kind, ops, &drawn.geometry, &drawn.gaps));
    const struct rh_channel_setup setup = {.unit = rh_model_unit(&run->model),
                                           .geometry = drawn.geometry,
                                           .gaps = drawn.gaps,
                                           .number = 3,
                                           .stepped = stepped,
                                           .sink = drawn.unseen ? NULL : on_command,
                                           .sink_user = run,
                                           .cycle_limit = drawn.limit,
                                           .warmup = drawn.warmup,
                                           .request = drawn.unasked ? NULL : on_request,
                                           .request_user = run,
                                           .request_of_cores = drawn.of_cores,
                                           .epoch = drawn.epoch,
                                           .epoch_end = on_epoch,
                                           .epoch_user = run};
    run->channel = rh_channel_open(&setup, NULL);
    assert_non_null(run->channel);
    assert_true((run->channel->leap == NULL) == stepped);
}

static void close_run(struct run *run) {
    rh_channel_close(run->channel);
    rh_model_close(&run->model);
}

static bool same_command(const struct rh_command_record *a, const struct rh_command_record *b) {
    return a->cycle == b->cycle && a->channel == b->channel && a->command == b->command && a->bank == b->bank &&
           a->all == b->all && a->column == b->column && a->row == b->row;
}

/* Names the first difference. */
static void compare(const struct run *a, const struct run *b, uint64_t seed) {
    struct rh_layout layout;
    uint64_t live[64];
    unsigned field, index;
    unsigned commands = a->commands < b->commands ? a->commands : b->commands;
    for (unsigned i = 0; i < commands; i++)
        if (!same_command(&a->command[i], &b->command[i])) {
            print_error("seed %llu, command %u: step %s bank %u row %u in %llu, leap %s bank %u row %u in %llu\n",
                        (unsigned long long)seed, i, rh_command_name(a->command[i].command), a->command[i].bank,
                        a->command[i].row, (unsigned long long)a->command[i].cycle,
                        rh_command_name(b->command[i].command), b->command[i].bank, b->command[i].row,
                        (unsigned long long)b->command[i].cycle);
            fail();
        }
    for (unsigned i = 0; i < RH_STATS_COUNTERS; i++)
        if (((const uint64_t *)(const void *)&a->channel->stats)[i] !=
            ((const uint64_t *)(const void *)&b->channel->stats)[i])
            print_error("seed %llu: %s: step %llu, leap %llu\n", (unsigned long long)seed,
                        i < RH_STATS ? rh_stats_name(i) : rh_cause_key(i - RH_STATS),
                        (unsigned long long)((const uint64_t *)(const void *)&a->channel->stats)[i],
                        (unsigned long long)((const uint64_t *)(const void *)&b->channel->stats)[i]);
    rh_layout_make(&layout, a->model.ops->list, &drawn.geometry);
    rh_layout_live(&layout, a->model.state, live);
    if (rh_layout_differs(&layout, live, a->model.state, b->model.state, &field, &index)) {
        print_error("seed %llu, clock %llu: %s[%u]: step %llu, leap %llu\n", (unsigned long long)seed,
                    (unsigned long long)a->channel->cycle, layout.fields[field].name, index,
                    (unsigned long long)rh_field_get(&layout.fields[field], a->model.state, index),
                    (unsigned long long)rh_field_get(&layout.fields[field], b->model.state, index));
        fail();
    }
    assert_int_equal(a->commands, b->commands);
    assert_int_equal(a->channel->cycle, b->channel->cycle);
    assert_int_equal(a->requests, b->requests);
    assert_memory_equal(a->request, b->request, a->requests * sizeof a->request[0]);
    assert_memory_equal(&a->channel->stats, &b->channel->stats, sizeof a->channel->stats);
    assert_int_equal(a->epochs, b->epochs);
    assert_memory_equal(a->epoch, b->epoch, a->epochs * sizeof a->epoch[0]);
    assert_int_equal(a->channel->tags_free, b->channel->tags_free);
}

static void run_both(const struct rh_block_ops *ops, uint64_t seed, struct run *a, struct run *b) {
    enum rh_channel_end end = RH_CHANNEL_HUNGRY;
    unsigned at = 0;
    open_run(a, ops, true);
    open_run(b, ops, false);
    while (end != RH_CHANNEL_DRAINED) {
        unsigned n = drawn.n - at;
        if (end == RH_CHANNEL_LIMIT) {
            rh_channel_limit(a->channel, a->channel->cycle + drawn.limit);
            rh_channel_limit(b->channel, b->channel->cycle + drawn.limit);
        }
        if (drawn.call != 0 && n > drawn.call)
            n = drawn.call;
        bool last = at + n == drawn.n;
        end = rh_channel_run(a->channel, drawn.requests + at, n, drawn.timed, last);
        enum rh_channel_end other = rh_channel_run(b->channel, drawn.requests + at, n, drawn.timed, last);
        compare(a, b, seed);
        assert_int_equal(end, other);
        assert_true(end == RH_CHANNEL_HUNGRY || end == RH_CHANNEL_DRAINED || end == RH_CHANNEL_LIMIT);
        assert_int_equal(rh_channel_taken(a->channel), rh_channel_taken(b->channel));
        at += (unsigned)rh_channel_taken(a->channel);
    }
    close_run(a);
    close_run(b);
}

static unsigned seeds(void) {
    const char *text = getenv("ROWHOLD_SEEDS");
    return text != NULL ? (unsigned)strtoul(text, NULL, 10) : SEEDS;
}

static void leaps_as_it_steps(void **state) {
    const struct rh_block_ops *ops = rh_controller_find(*state);
    struct run *runs = malloc(2 * sizeof *runs);
    assert_non_null(runs);
    for (uint64_t seed = 1; seed <= seeds(); seed++) {
        draw(seed);
        run_both(ops, seed, &runs[0], &runs[1]);
    }
    free(runs);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(leaps_as_it_steps, "fifo"),
        cmocka_unit_test_prestate(leaps_as_it_steps, "banked_fifo"),
        cmocka_unit_test_prestate(leaps_as_it_steps, "fr_fcfs"),
        cmocka_unit_test_prestate(leaps_as_it_steps, "most_pending"),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
