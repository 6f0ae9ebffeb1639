// SPDX-License-Identifier: Apache-2.0
// Controllers that run from event to event, and clocks in which a closed loop has nothing to do: every figure and
// command is that of a loop in which each clock is run. Slow networks hold up the responses.
#include "tb/unit/closed_loop_scene.h"

enum { COMMANDS = 60000, EPOCHS = 4000, CORES = 4, CONTROLLERS = 2 };

/* What one run says; two are compared as memory. */
struct found {
    enum rh_system_end end;
    uint64_t cycle, judged, checks;
    struct rh_loop_stats stats;
    struct rh_loop_core core[CORES];
    struct rh_stats channel[CONTROLLERS];
    uint64_t waits[CONTROLLERS][RH_LOOP_WAITS], links[RH_TOPOLOGY_MOST_NODES][RH_TOPOLOGY_MOST_NODES];
    struct rh_command_record command[CONTROLLERS][COMMANDS];
    struct rh_loop_epoch epoch[EPOCHS];
    unsigned commands[CONTROLLERS], epochs;
    uint64_t of_channels;
};

static void keep_command(void *user, const struct rh_command_record *record) {
    struct found *found = user;
    unsigned n = found->commands[record->channel]++;
    assert_true(n < COMMANDS);
    struct rh_command_record *to = &found->command[record->channel][n]; /* without what pads it */
    to->cycle = record->cycle;
    to->channel = record->channel;
    to->command = record->command;
    to->bank = record->bank;
    to->all = record->all;
    to->column = record->column;
    to->row = record->row;
}

static void keep_epoch(void *user, const struct rh_epoch *epoch) {
    struct found *found = user;
    for (unsigned i = 0; i < RH_STATS_COUNTERS; i++)
        found->of_channels = found->of_channels * 31 + epoch->counters[i];
}

static void keep_loop_epoch(void *user, const struct rh_loop_epoch *epoch) {
    struct found *found = user;
    assert_true(found->epochs < EPOCHS);
    found->epoch[found->epochs++] = *epoch;
}

/* Pauses up to so long, and bursts between them. */
static void fill_sparsely(struct scene *s, unsigned n, unsigned pause) {
    uint64_t random = rh_random_start(pause, 0), at = 0;
    fill(s, CORES, CONTROLLERS, n);
    for (unsigned k = 0; k < n; k++) {
        if (rh_random_below(&random, 4) == 0)
            at += rh_random_below(&random, pause);
        s->list.request[k].created = at;
        s->list.request[k].column %= 4; /* of any preset */
    }
}

struct shape {
    enum rh_topology_kind topology;
    const char *controller, *allocator, *preset;
    enum rh_hold_rule hold;
    unsigned requests, pause;
    uint16_t core_mhz, network_mhz;
    uint64_t warmup, cycles;
    bool registered;
};

static struct found *tell(const struct shape *shape, bool cycle_by_cycle) {
    struct found *found = calloc(1, sizeof *found);
    struct scene *s = open_scene();
    assert_non_null(found);
    assert_true(rh_preset_find(shape->preset, &s->preset, &s->error));
    s->setup.topology = shape->topology;
    s->setup.ops = rh_controller_find(shape->controller);
    s->setup.network.allocator = rh_allocator_find(shape->allocator);
    s->setup.network.hold = shape->hold;
    s->setup.geometry.registered = shape->registered;
    s->setup.core_mhz = shape->core_mhz;
    s->setup.network_mhz = shape->network_mhz;
    s->setup.warmup = shape->warmup;
    s->setup.cycles = shape->cycles;
    s->setup.cycle_by_cycle = cycle_by_cycle;
    s->setup.sink = keep_command;
    s->setup.epoch = 977;
    s->setup.epoch_end = keep_epoch;
    s->setup.loop_epoch_end = keep_loop_epoch;
    s->setup.sink_user = s->setup.epoch_user = found;
    fill_sparsely(s, shape->requests, shape->pause);
    found->end = run(s, true);
    assert_string_equal(s->error.text, "");
    found->cycle = rh_loop_cycle(s->loop);
    found->judged = rh_loop_judged(s->loop, &found->checks);
    found->stats = *rh_loop_stats_of(s->loop);
    for (unsigned k = 0; k < CORES; k++)
        found->core[k] = *rh_loop_core_of(s->loop, k);
    for (unsigned k = 0; k < CONTROLLERS; k++) {
        found->channel[k] = *rh_loop_channel(s->loop, k);
        memcpy(found->waits[k], rh_loop_waits(s->loop, k), sizeof found->waits[k]);
    }
    for (unsigned r = 0; r < RH_TOPOLOGY_MOST_NODES; r++)
        for (unsigned o = 0; o < RH_TOPOLOGY_MOST_NODES; o++)
            found->links[r][o] = rh_loop_link_waits(s->loop, r, o);
    close_scene(s);
    return found;
}

static void no_figure_tells_that_clocks_were_passed_over(void **state) {
    (void)state;
    static const struct shape shapes[] = {
        {RH_TOPOLOGY_crossbar, "fr_fcfs", "islip", "gddr3", RH_HOLD_none, 400, 300, 325, 650, 0, 0, false},
        {RH_TOPOLOGY_mesh, "banked_fifo", "pim", "gddr3", RH_HOLD_hold_grant, 400, 300, 325, 650, 900, 0, false},
        {RH_TOPOLOGY_ring, "most_pending", "wavefront", "hbm2", RH_HOLD_row_match_hold_grant, 300, 90, 1132, 700, 0,
         5000, false},
        {RH_TOPOLOGY_crossbar, "fifo", "separable", "ddr4_2400", RH_HOLD_hash_match_hold_grant, 60, 9000, 1300, 1700,
         1000, 0, true},
        {RH_TOPOLOGY_mesh, "row_sorter", "pim", "gddr3", RH_HOLD_none, 60, 9000, 100, 3000, 12345, 0, false},
        {RH_TOPOLOGY_crossbar, "fr_fcfs_serial", "islip", "hbm2", RH_HOLD_hold_grant, 40, 60000, 325, 650, 0, 0, false},
        {RH_TOPOLOGY_crossbar, "fr_fcfs", "pim", "gddr3", RH_HOLD_none, 3000, 2, 1300, 300, 777, 0, false},
        {RH_TOPOLOGY_mesh, "fgdram_channel", "islip", "fgdram", RH_HOLD_none, 2000, 2, 325, 200, 0, 9000, false},
        {RH_TOPOLOGY_ring, "slot_fifo", "pim", "ddr5_4800_2r", RH_HOLD_none, 1000, 2, 325, 650, 0, 0, false},
    };
    for (unsigned i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        struct found *cycle_by_cycle = tell(&shapes[i], true), *skips = tell(&shapes[i], false);
        assert_int_equal(cycle_by_cycle->end, RH_SYSTEM_DONE);
        assert_true(cycle_by_cycle->commands[0] > 20 && cycle_by_cycle->epochs > 2);
        assert_memory_equal(cycle_by_cycle, skips, offsetof(struct found, command));
        assert_memory_equal(cycle_by_cycle, skips, sizeof *cycle_by_cycle);
        free(cycle_by_cycle);
        free(skips);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_figure_tells_that_clocks_were_passed_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
