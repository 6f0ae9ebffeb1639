// SPDX-License-Identifier: Apache-2.0
// Random requests that an analytical model and the C model both run, and what their statistics must have in common.
#ifndef RANDOM_REPLAY_H
#define RANDOM_REPLAY_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rowhold/rh_preset.h"
#include "rowhold/rh_random.h"
#include "rowhold/rh_stats.h"
#include "rowhold/rh_system.h"

enum { RUNS = 250, MOST = 2000 };

struct replay {
    struct rh_stream base;
    struct rh_request requests[MOST];
    unsigned count, next;
};

static struct replay replay;
static uint64_t state_of_dice;

static unsigned draw(unsigned n) {
    return rh_random_below(&state_of_dice, n);
}

static int next(struct rh_stream *stream, struct rh_request *request, struct rh_error *error) {
    (void)stream;
    (void)error;
    if (replay.next == replay.count)
        return 0;
    *request = replay.requests[replay.next++];
    return 1;
}

static void no_close(struct rh_stream *stream) {
    (void)stream;
}

/* Rows that stay for a while; bursts, and pauses of up to many refreshes. */
static void make_requests(const struct rh_preset *preset) {
    unsigned stay = draw(100), commands = 1 + draw(8), reads = draw(101), load = 1 + draw(60);
    unsigned rows = 1 + draw(preset->rows < 64 ? preset->rows : 64), banks = 1 + draw(preset->banks);
    struct rh_request one = {0};
    replay.base =
        (struct rh_stream){.next = next, .close = no_close, .timed = draw(2) != 0, .channels = 1, .latest = UINT64_MAX};
    replay.count = 200 + draw(MOST - 200);
    replay.next = 0;
    for (unsigned i = 0; i < replay.count; i++) {
        if (draw(100) >= stay) {
            one.bank = (uint8_t)draw(banks);
            one.row = draw(rows);
        }
        one.commands = (uint8_t)(1 + draw(commands));
        one.write = draw(100) >= reads;
        if (replay.base.timed)
            one.cycle += draw(300) == 0 ? draw(1000000) : draw(load);
        replay.requests[i] = one;
    }
}

static double efficiency(const struct rh_stats *s) {
    return 100.0 * (double)s->data_bus_busy_cycles / (double)s->active_cycles;
}

static double latency(const struct rh_stats *s) {
    return (double)(s->read.sum + s->write.sum) / (double)(s->read.count + s->write.count);
}

/* Runs the requests on the C model: its statistics count what those of `predicted` do. The difference of the two
 * efficiencies in points, which is below `most`; latencies lie within 15 %. */
static double off_the_model(const char *controller, const struct rh_system_setup *setup,
                            const struct rh_stats *predicted, double most) {
    struct rh_error error;
    struct rh_system *system = rh_system_open(setup, &error);
    assert_non_null(system);
    assert_int_equal(rh_system_run(system, &replay.base, &error), RH_SYSTEM_DONE);
    const struct rh_stats *model = rh_system_total(system), *t = predicted;
    uint64_t stalls = 0;
    for (unsigned i = 0; i < RH_CAUSES; i++)
        stalls += t->stall_cycles[i];
    assert_int_equal(t->requests, replay.count);
    assert_int_equal(t->reads, model->reads);
    assert_int_equal(t->column_commands, model->column_commands);
    assert_int_equal(t->data_bus_busy_cycles, model->data_bus_busy_cycles);
    assert_int_equal(t->active_cycles + t->idle_cycles, t->cycles);
    assert_int_equal(stalls + t->data_bus_busy_cycles, t->active_cycles);
    double off = fabs(efficiency(t) - efficiency(model));
    if (off > most || fabs(latency(t) / latency(model) - 1) > 0.15)
        fail_msg("%s: efficiency %.2f, model %.2f; latency %.1f, model %.1f", controller, efficiency(t),
                 efficiency(model), latency(t), latency(model));
    rh_system_close(system);
    return off;
}

/* The mean of so many runs of `one_run`, with numbers of their own. */
static double mean_of_runs(double (*one_run)(void), uint64_t seed) {
    double sum = 0;
    state_of_dice = rh_random_start(seed, 0);
    for (unsigned i = 0; i < RUNS; i++)
        sum += one_run();
    return sum / RUNS;
}

#endif
