// SPDX-License-Identifier: Apache-2.0
// Do the epochs of a run hold what happened in them, and add up to its statistics?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rowhold/rh_epoch.h"
#include "rowhold/rh_preset.h"
#include "rowhold/rh_random.h"
#include "rowhold/rh_synthetic.h"
#include "rowhold/rh_system.h"

enum { CHANNELS = 3, MOST = 60000 };

/* Every epoch of a run, by channel. */
struct kept {
    unsigned count[CHANNELS];
    struct rh_epoch epoch[CHANNELS][MOST / CHANNELS];
};
static struct kept kept;

static void keep(void *user, const struct rh_epoch *epoch) {
    struct kept *all = user;
    assert_in_range(epoch->channel, 0, CHANNELS - 1);
    unsigned *count = &all->count[epoch->channel];
    assert_int_equal(epoch->number, *count);
    assert_in_range(*count, 0, MOST / CHANNELS - 1);
    all->epoch[epoch->channel][(*count)++] = *epoch;
}

static struct rh_system *run(struct rh_system_setup setup, struct rh_stream *stream) {
    struct rh_error error = {""};
    setup.epoch_end = keep;
    setup.epoch_user = &kept;
    memset(kept.count, 0, sizeof kept.count);
    struct rh_system *system = rh_system_open(&setup, &error);
    assert_non_null(system);
    assert_int_equal(rh_system_run(system, stream, &error), RH_SYSTEM_DONE);
    assert_string_equal(error.text, "");
    stream->close(stream);
    return system;
}

/* All counts but idle_cycles, which a channel that drained early gets at the end. */
static bool adds_up(const struct kept *all, unsigned channel, const struct rh_stats *stats, uint64_t epoch) {
    static struct rh_stats sums;
    struct rh_epoch sum = {.channel = (uint16_t)channel};
    uint64_t cycles = 0;
    for (unsigned i = 0; i < all->count[channel]; i++) {
        const struct rh_epoch *one = &all->epoch[channel][i];
        uint64_t clocks = one->counters[RH_STAT_cycles];
        if (i + 1 < all->count[channel] ? clocks != epoch : clocks == 0 || clocks > epoch)
            return false;
        cycles += clocks;
        rh_epoch_merge(&sum, one);
    }
    rh_epoch_stats(&sum, &sums);
    for (unsigned i = 0; i < RH_STATS; i++)
        if (i != RH_STAT_cycles && i != RH_STAT_idle_cycles && rh_stats_count(&sums, i) != rh_stats_count(stats, i))
            return false;
    return cycles <= stats->cycles && memcmp(sums.stall_cycles, stats->stall_cycles, sizeof sums.stall_cycles) == 0 &&
           sums.read.count == stats->read.count && sums.read.sum == stats->read.sum &&
           sums.write.count == stats->write.count && sums.write.sum == stats->write.sum &&
           sums.from_arrival.sum == stats->from_arrival.sum;
}

/* rand2 on gddr3: requests 0 to 3 are taken in clocks 0 to 3, ACTs in 1 and 9, column commands in 13, 15, ... 27, the
 * last data end with clock 37; the latencies are 26, 29, 32 and 35 (tb/cli/simulate/test_requests_log.sh). */
static void an_epoch_holds_what_happened_in_it(void **state) {
    (void)state;
    struct rh_error error;
    const struct rh_stream_setup two = {.stream = "rand2", .requests = 4, .seed = 1, .read_share = -1.0};
    const struct {
        uint64_t cycles, requests, activates, columns, hits, done, sum, queue, active;
    } drawn[] = {
        {10, 4, 2, 0, 0, 0, 0, 0, 9}, /* the first request comes behind clock 0 */
        {10, 0, 0, 4, 1, 2, 26 + 29, 1 + 16, 10},
        {10, 0, 0, 4, 1, 2, 32 + 35, 7 + 22, 9}, /* the last command holds the bus in clocks 27 and 28 */
        {9, 0, 0, 0, 0, 0, 0, 0, 0},
    };
    struct rh_system *system = run((struct rh_system_setup){.epoch = 10}, rh_synthetic_open(&two, NULL, &error));
    assert_int_equal(kept.count[0], 4);
    for (unsigned i = 0; i < 4; i++) {
        const uint64_t *counters = kept.epoch[0][i].counters;
        const struct rh_epoch_latency *read = &kept.epoch[0][i].latency[RH_LATENCY_read];
        assert_int_equal(counters[RH_STAT_cycles], drawn[i].cycles);
        assert_int_equal(counters[RH_STAT_requests], drawn[i].requests);
        assert_int_equal(counters[RH_STAT_activates], drawn[i].activates);
        assert_int_equal(counters[RH_STAT_column_commands], drawn[i].columns);
        assert_int_equal(counters[RH_STAT_row_hits], drawn[i].hits);
        assert_int_equal(counters[RH_STAT_latency_queue_cycles], drawn[i].queue);
        assert_int_equal(counters[RH_STAT_active_cycles], drawn[i].active);
        assert_int_equal(read->count, drawn[i].done);
        assert_int_equal(read->sum, drawn[i].sum);
    }
    rh_system_close(system);
}

/* 39 clocks in all: three epochs of 13, and no empty one behind them. */
static void a_run_of_whole_epochs_has_no_short_one(void **state) {
    (void)state;
    struct rh_error error;
    const struct rh_stream_setup two = {.stream = "rand2", .requests = 4, .seed = 1, .read_share = -1.0};
    struct rh_system *system = run((struct rh_system_setup){.epoch = 13}, rh_synthetic_open(&two, NULL, &error));
    assert_int_equal(rh_system_total(system)->cycles, 39);
    assert_int_equal(kept.count[0], 3);
    assert_int_equal(kept.epoch[0][2].counters[RH_STAT_cycles], 13);
    rh_system_close(system);
}

/* Bursts and long pauses with refreshes, whose rounds are counted and not run. */
struct bursts {
    struct rh_stream base;
    uint64_t seed, cycle;
    unsigned left;
};

static int next_burst(struct rh_stream *stream, struct rh_request *request, struct rh_error *error) {
    struct bursts *b = (struct bursts *)stream;
    (void)error;
    if (b->left-- == 0)
        return 0;
    b->cycle += rh_random_below(&b->seed, 40) == 0 ? rh_random_below(&b->seed, 90000) : rh_random_below(&b->seed, 6);
    *request = (struct rh_request){.cycle = b->cycle,
                                   .channel = (uint16_t)(rh_random_below(&b->seed, 5) % CHANNELS),
                                   .write = rh_random_below(&b->seed, 3) == 0,
                                   .bank = (uint8_t)rh_random_below(&b->seed, 4),
                                   .row = rh_random_below(&b->seed, 3),
                                   .column = (uint16_t)rh_random_below(&b->seed, 8),
                                   .commands = (uint8_t)(1 + rh_random_below(&b->seed, 4)),
                                   .core = 0xffff,
                                   .warp = 0xffff};
    return 1;
}

static void close_nothing(struct rh_stream *stream) {
    (void)stream;
}

static struct rh_system *run_bursts(const struct rh_preset *preset, uint64_t epoch, uint64_t warmup, unsigned threads) {
    struct bursts bursts = {.base = {.next = next_burst, .close = close_nothing, .timed = true, .channels = CHANNELS},
                            .seed = 9 + preset->refresh,
                            .left = 700};

    const struct rh_system_setup setup = {
        .preset = preset, .channels = CHANNELS, .judge = true, .threads = threads, .epoch = epoch, .warmup = warmup};
    return run(setup, &bursts.base);
}

static void epochs_add_up_and_change_nothing(void **state) {
    (void)state;
    const uint64_t lengths[] = {61, 1000, 6240, 400000, 100000000}, warmups[] = {0, 1, 777, 123456};
    struct rh_error error;
    struct rh_preset preset;
    assert_true(rh_preset_find("gddr3", &preset, &error));
    for (unsigned mode = RH_REFRESH_OFF; mode < RH_REFRESHES; mode++)
        for (unsigned w = 0; w < 4; w++) {
            preset.refresh = (enum rh_refresh)mode;
            struct rh_system *plain = run_bursts(&preset, 0, warmups[w], 1);
            assert_int_equal(kept.count[0], 0);
            for (unsigned l = 0; l < 5; l++) {
                struct rh_system *cut = run_bursts(&preset, lengths[l], warmups[w], 1 + l % 2);
                const struct rh_stats *total = rh_system_total(cut);
                assert_memory_equal(total, rh_system_total(plain), sizeof *total);
                for (unsigned i = 0; i < CHANNELS; i++)
                    assert_true(adds_up(&kept, i, rh_system_channel(cut, i), lengths[l]));
                rh_system_close(cut);
            }
            rh_system_close(plain);
        }
}

/* Could the test above fail? */
static void a_planted_fault_does_not_add_up(void **state) {
    (void)state;
    struct rh_error error;
    struct rh_preset preset;
    assert_true(rh_preset_find("gddr3", &preset, &error));
    struct rh_system *system = run_bursts(&preset, 1000, 0, 1);
    const struct rh_stats *stats = rh_system_channel(system, 1);
    assert_true(adds_up(&kept, 1, stats, 1000));
    assert_false(adds_up(&kept, 1, rh_system_channel(system, 0), 1000));
    for (unsigned i = 0; i < RH_STATS_COUNTERS; i++) {
        if (i == RH_STAT_idle_cycles)
            continue;
        kept.epoch[1][5].counters[i]++;
        assert_false(adds_up(&kept, 1, stats, 1000));
        kept.epoch[1][5].counters[i]--;
    }
    kept.epoch[1][0].latency[RH_LATENCY_write].sum++;
    assert_false(adds_up(&kept, 1, stats, 1000));
    rh_system_close(system);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_epoch_holds_what_happened_in_it),
        cmocka_unit_test(a_run_of_whole_epochs_has_no_short_one),
        cmocka_unit_test(epochs_add_up_and_change_nothing),
        cmocka_unit_test(a_planted_fault_does_not_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
