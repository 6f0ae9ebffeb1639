// SPDX-License-Identifier: Apache-2.0
// Is an event-driven run what `cycle` is? Each seed draws a geometry, timings, a stream, refresh, a warm-up, epochs and
// limits; the same run goes clock by clock and from event to event. Commands, requests, statistics, epochs and live
// registers must be equal at every stop. ROWHOLD_SEEDS: seeds of each controller.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/channel/rh_channel_state.h"
#include "event_case.h"

enum { SEEDS = 150, MOST_EVENTS = 40000, MOST_EPOCHS = 2000 };

/* What is called back: a command, or a tag that was taken or answered. */
struct event {
    enum { COMMAND, TAKEN, ANSWERED } what;
    uint16_t tag;
    struct rh_command_record command; /* or its clock alone */
};

/* What a run shows. */
struct run {
    struct event event[MOST_EVENTS];
    struct rh_observed request[MOST_REQUESTS];
    struct rh_epoch epoch[MOST_EPOCHS];
    unsigned events, compared, requests, epochs;
    struct rh_model model;
    struct rh_channel *channel;
};

static struct event_case drawn;

static void on_command(void *user, const struct rh_command_record *record) {
    struct run *run = user;
    assert_true(run->events < MOST_EVENTS);
    run->event[run->events++] = (struct event){.what = COMMAND, .command = *record};
}

static void on_taken(void *user, uint16_t tag) {
    struct run *run = user;
    assert_true(run->events < MOST_EVENTS);
    run->event[run->events++] = (struct event){.what = TAKEN, .tag = tag};
}

static void on_answered(void *user, uint16_t tag, uint64_t cycle) {
    struct run *run = user;
    assert_true(run->events < MOST_EVENTS);
    run->event[run->events++] = (struct event){.what = ANSWERED, .tag = tag, .command.cycle = cycle};
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

static void open_run(struct run *run, const struct rh_block_ops *ops, bool cycle_by_cycle) {
    memset(run, 0, sizeof *run);
    assert_true(rh_model_open(&run->model, &rh_controller_kind, ops, &drawn.geometry, &drawn.constraints));
    const struct rh_channel_setup setup = {.unit = rh_model_unit(&run->model),
                                           .geometry = drawn.geometry,
                                           .constraints = drawn.constraints,
                                           .number = 3,
                                           .cycle_by_cycle = cycle_by_cycle,
                                           .sink = drawn.unseen ? NULL : on_command,
                                           .sink_user = run,
                                           .taken = drawn.called ? on_taken : NULL,
                                           .answered = drawn.called ? on_answered : NULL,
                                           .answer_user = run,
                                           .closed_loop = drawn.closed_loop,
                                           .ready_mask_seed = drawn.ready_one_in,
                                           .ready_one_in = drawn.ready_one_in,
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
    assert_true((run->channel->events == NULL) == cycle_by_cycle);
}

static void close_run(struct run *run) {
    rh_channel_close(run->channel);
    rh_model_close(&run->model);
}

static bool same(const struct event *one, const struct event *other) {
    const struct rh_command_record *a = &one->command, *b = &other->command;
    return one->what == other->what && one->tag == other->tag && a->cycle == b->cycle && a->channel == b->channel &&
           a->command == b->command && a->bank == b->bank && a->all == b->all && a->column == b->column &&
           a->row == b->row;
}

static void print_event(const char *who, const struct event *event) {
    static const char *const what[] = {"", "taken", "answered"};
    const struct rh_command_record *c = &event->command;
    print_error("  %s: %s %s, tag %u, bank %u, row %u in clock %llu\n", who, what[event->what],
                rh_command_name(c->command), event->tag, c->bank, c->row, (unsigned long long)c->cycle);
}

static void compare_events(struct run *a, const struct run *b, uint64_t seed) {
    for (unsigned i = a->compared; i < a->events && i < b->events; i++)
        if (!same(&a->event[i], &b->event[i])) {
            print_error("seed %llu, event %u:\n", (unsigned long long)seed, i);
            print_event("step", &a->event[i]);
            print_event("event-driven", &b->event[i]);
            fail();
        }
    assert_int_equal(a->events, b->events);
    a->compared = a->events;
}

static void compare_stats(const struct rh_stats *a, const struct rh_stats *b, uint64_t seed) {
    uint64_t before[RH_STATS_COUNTERS], after[RH_STATS_COUNTERS];
    rh_stats_counters(a, before);
    rh_stats_counters(b, after);
    for (unsigned i = 0; i < RH_STATS_COUNTERS; i++)
        if (before[i] != after[i])
            print_error("seed %llu: %s: step %llu, by events %llu\n", (unsigned long long)seed,
                        i < RH_STATS ? rh_stats_name(i) : rh_cause_key(i - RH_STATS), (unsigned long long)before[i],
                        (unsigned long long)after[i]);
    assert_true(memcmp(a, b, sizeof *a) == 0);
}

static void compare_registers(const struct run *a, const struct run *b, uint64_t seed) {
    struct rh_layout layout;
    uint64_t live[64];
    unsigned field, index;
    rh_layout_make(&layout, a->model.ops->list, &drawn.geometry);
    rh_layout_live(&layout, a->model.state, live);
    if (!rh_layout_differs(&layout, live, a->model.state, b->model.state, &field, &index))
        return;
    print_error("seed %llu, clock %llu: %s[%u]: step %llu, by events %llu\n", (unsigned long long)seed,
                (unsigned long long)a->channel->cycle, layout.fields[field].name, index,
                (unsigned long long)rh_field_get(&layout.fields[field], a->model.state, index),
                (unsigned long long)rh_field_get(&layout.fields[field], b->model.state, index));
    fail();
}

/* `shown`: the registers, too. */
static void compare(struct run *a, const struct run *b, uint64_t seed, bool shown) {
    compare_events(a, b, seed);
    assert_int_equal(a->channel->cycle, b->channel->cycle);
    assert_int_equal(rh_channel_outstanding(a->channel), rh_channel_outstanding(b->channel));
    assert_int_equal(a->requests, b->requests);
    if (!shown)
        return;
    assert_true(memcmp(a->request, b->request, a->requests * sizeof a->request[0]) == 0);
    compare_stats(rh_channel_stats(a->channel), rh_channel_stats(b->channel), seed);
    rh_channel_show(b->channel);
    compare_registers(a, b, seed);
    assert_int_equal(a->epochs, b->epochs);
    assert_true(memcmp(a->epoch, b->epoch, a->epochs * sizeof a->epoch[0]) == 0);
    assert_int_equal(a->channel->tags_free, b->channel->tags_free);
    assert_true(a->channel->random == b->channel->random);
}

/* With requests in flight, which are forgotten. */
static void reset(struct run *run) {
    rh_channel_show(run->channel);
    rh_model_reset(&run->model);
    rh_channel_flush(run->channel);
}

static void run_both(const struct rh_block_ops *ops, uint64_t seed, struct run *a, struct run *b) {
    enum rh_channel_end end = RH_CHANNEL_HUNGRY;
    uint64_t dice = seed;
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
        compare(a, b, seed, !drawn.closed_loop || end != RH_CHANNEL_LIMIT || rh_random_below(&dice, 20) == 0);
        assert_int_equal(end, other);
        assert_true(end == RH_CHANNEL_HUNGRY || end == RH_CHANNEL_DRAINED || end == RH_CHANNEL_LIMIT);
        assert_int_equal(rh_channel_taken(a->channel), rh_channel_taken(b->channel));
        at += (unsigned)rh_channel_taken(a->channel);
        if (end == RH_CHANNEL_LIMIT && rh_random_below(&dice, drawn.closed_loop ? 400 : 20) == 0) {
            reset(a);
            reset(b);
        }
    }
    close_run(a);
    close_run(b);
}

static unsigned seeds(void) {
    const char *text = getenv("ROWHOLD_SEEDS");
    return text != NULL ? (unsigned)strtoul(text, NULL, 10) : SEEDS;
}

/* Seeds that once found a fault that those of every run do not: entered in the clock behind an ACT. */
static const uint64_t found[] = {1246};

static void run_seed(const struct rh_block_ops *ops, uint64_t seed, struct run *runs) {
    draw(seed, &drawn);
    run_both(ops, seed, &runs[0], &runs[1]);
}

static void runs_as_it_steps(void **state) {
    const struct rh_block_ops *ops = rh_controller_find(*state);
    print_message("%s\n", ops->name);
    struct run *runs = malloc(2 * sizeof *runs);
    assert_non_null(runs);
    for (uint64_t seed = 1; seed <= seeds(); seed++)
        run_seed(ops, seed, runs);
    for (unsigned i = 0; i < sizeof found / sizeof found[0]; i++)
        run_seed(ops, found[i], runs);
    free(runs);
}

/* Every controller of the registry, a new one from its first hour on. */
int main(void) {
    struct CMUnitTest tests[32] = {{0}};
    size_t n = 0;
    for (const struct rh_block_ops *ops; (ops = rh_controller_at(n)) != NULL && n < 32; n++)
        tests[n] = (struct CMUnitTest){
            .name = "runs_as_it_steps", .test_func = runs_as_it_steps, .initial_state = (void *)(uintptr_t)ops->name};
    return _cmocka_run_group_tests("event_run", tests, n, NULL, NULL);
}
