// SPDX-License-Identifier: Apache-2.0
// Does an embedded memory that runs from event to event answer as one that steps? Both get the same requests in the
// same clocks, some in answer to others; each calls back in the same clock, and shows the same statistics whenever
// somebody looks. ROWHOLD_SEEDS: seeds of each controller.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/channel/rh_channel_state.h"
#include "cmodel/embedding/rh_memory_state.h"
#include "memory_log.h"
#include "rowhold/rh_random.h"

enum { SEEDS = 40, REQUESTS = 200, MOST_COMMANDS = 20000, PRESETS = 8 };

/* What a memory called back, in order. */
struct side {
    struct rh_memory *memory;
    uint64_t seed; /* of what its callbacks send */
    unsigned done, commands, compared, sent;
    bool placed; /* requests that name cores */
    struct rh_memory_done answer[2 * REQUESTS];
    struct rh_command_record command[MOST_COMMANDS];
};

static const char *const presets[PRESETS] = {"gddr3",  "hbm2",         "ddr4_2400", "gddr6",
                                             "lpddr5", "ddr5_4800_2r", "fgdram",    "qb_hbm_salp_sc"};

static bool send_address(struct side *side, uint64_t *seed) {
    uint64_t rows = rh_memory_bytes(side->memory) / 4096, place = rh_random_below(seed, 64);
    uint64_t address = (place * 977 % rows) * 4096 + 64 * rh_random_below(seed, 57); /* 512 bytes at most */
    return rh_memory_send(side->memory, address, rh_random_below(seed, 3) == 0, NULL);
}

static bool send_placed(struct side *side, uint64_t *seed) {
    const struct rh_geometry *geometry = &side->memory->setup.geometry;
    unsigned commands = 1 + rh_random_below(seed, 8);
    const struct rh_request request = {
        .channel = (uint16_t)rh_random_below(seed, rh_memory_channels(side->memory)),
        .bank = (uint8_t)rh_random_below(seed, geometry->banks),
        .write = rh_random_below(seed, 3) == 0,
        .row = rh_random_below(seed, 4),
        .column = (uint16_t)rh_random_below(seed, (1U << geometry->column_bits) + 1 - commands),
        .commands = (uint8_t)commands,
        .core = (uint16_t)rh_random_below(seed, 5),
        .warp = 0xffff};
    return rh_memory_send_placed(side->memory, &request, NULL);
}

static void send_one(struct side *side, uint64_t *seed) {
    if (side->sent < REQUESTS && (side->placed ? send_placed(side, seed) : send_address(side, seed)))
        side->sent++;
}

static void on_answer(void *self, const struct rh_memory_done *done) {
    struct side *side = self;
    side->answer[side->done++] = *done;
    if (rh_random_below(&side->seed, 2) == 0)
        send_one(side, &side->seed);
}

static void on_command(void *self, const struct rh_command_record *record) {
    struct side *side = self;
    assert_true(side->commands < MOST_COMMANDS);
    side->command[side->commands++] = *record;
}

static void open_side(struct side *side, const char *controller, uint64_t seed, bool cycle_by_cycle) {
    static const char *const refreshes[] = {NULL, "off", "all_bank"};
    struct rh_error error = {""};
    memset(side, 0, sizeof *side);
    side->seed = seed;
    const struct rh_memory_setup setup = {.preset = presets[rh_random_below(&seed, PRESETS)],
                                          .refresh = refreshes[rh_random_below(&seed, 3)],
                                          .queue = 8 + rh_random_below(&seed, 25),
                                          .channels = 1U << rh_random_below(&seed, 3),
                                          .request_bytes = 64U << rh_random_below(&seed, 4),
                                          .no_judge = rh_random_below(&seed, 3) == 0,
                                          .controller = controller,
                                          .registered = rh_random_below(&seed, 3) == 0,
                                          .cycle_by_cycle = cycle_by_cycle,
                                          .done = on_answer,
                                          .self = side,
                                          .sink = rh_random_below(&seed, 3) != 0 ? on_command : NULL,
                                          .sink_user = side};
    side->placed = rh_random_below(&seed, 3) == 0;
    side->memory = rh_memory_open(&setup, &error);
    assert_string_equal(error.text, "");
    assert_true((side->memory->worker[0].channel->events == NULL) == cycle_by_cycle);
}

static bool same_command(const struct rh_command_record *a, const struct rh_command_record *b) {
    return a->cycle == b->cycle && a->channel == b->channel && a->command == b->command && a->bank == b->bank &&
           a->all == b->all && a->column == b->column && a->row == b->row;
}

static void compare(struct side *a, const struct side *b) {
    assert_int_equal(rh_memory_cycle(a->memory), rh_memory_cycle(b->memory));
    assert_int_equal(a->sent, b->sent);
    assert_int_equal(a->done, b->done);
    for (unsigned i = a->done > 8 ? a->done - 8 : 0; i < a->done; i++)
        assert_true(a->answer[i].address == b->answer[i].address && a->answer[i].sent == b->answer[i].sent &&
                    a->answer[i].done == b->answer[i].done && a->answer[i].write == b->answer[i].write);
    assert_int_equal(a->commands, b->commands);
    for (; a->compared < a->commands; a->compared++)
        assert_true(same_command(&a->command[a->compared], &b->command[a->compared]));
}

static void compare_stats(const struct side *a, const struct side *b) {
    static struct rh_stats one, other;
    for (unsigned i = 0; i < rh_memory_channels(a->memory); i++) {
        rh_memory_stats(a->memory, i, &one);
        rh_memory_stats(b->memory, i, &other);
        assert_true(memcmp(&one, &other, sizeof one) == 0);
    }
    rh_memory_total(a->memory, &one);
    rh_memory_total(b->memory, &other);
    assert_true(memcmp(&one, &other, sizeof one) == 0);
}

/* The judge's counts and those of cores stand there, too. */
static void compare_json(const struct side *a, const struct side *b) {
    char *one = json_of(a->memory), *other = json_of(b->memory);
    assert_string_equal(one, other);
    free(one);
    free(other);
}

/* The next clocks of both, in one way or another. */
static void go_on(struct side *a, struct side *b, uint64_t *seed) {
    uint64_t to = rh_memory_cycle(a->memory) + 1 + rh_random_below(seed, rh_random_below(seed, 50) == 0 ? 20000 : 40);
    if (rh_random_below(seed, 3) != 0) {
        assert_true(rh_memory_tick(a->memory));
        assert_true(rh_memory_tick(b->memory));
    } else {
        assert_true(rh_memory_tick_until(a->memory, to));
        assert_true(rh_memory_tick_until(b->memory, to));
    }
}

static void run_both(struct side *a, struct side *b, const char *controller, uint64_t seed) {
    open_side(a, controller, seed, true);
    open_side(b, controller, seed, false);
    unsigned often = 1 + rh_random_below(&seed, 30);
    while (a->sent < REQUESTS || !rh_memory_idle(a->memory)) {
        assert_int_equal(rh_memory_idle(a->memory), rh_memory_idle(b->memory));
        if (rh_random_below(&seed, often) == 0) {
            uint64_t same = seed;
            send_one(a, &same);
            send_one(b, &seed);
        }
        go_on(a, b, &seed);
        compare(a, b);
        if (rh_random_below(&seed, 50) == 0)
            compare_stats(a, b);
    }
    assert_true(rh_memory_idle(b->memory));
    assert_true(rh_memory_finish(a->memory, NULL));
    assert_true(rh_memory_finish(b->memory, NULL));
    compare_stats(a, b);
    compare_json(a, b);
    rh_memory_close(a->memory);
    rh_memory_close(b->memory);
}

static void a_memory_run_by_events_answers_as_one_that_steps(void **state) {
    const char *text = getenv("ROWHOLD_SEEDS");
    unsigned seeds = text != NULL ? (unsigned)strtoul(text, NULL, 10) : SEEDS;
    struct side *side = malloc(2 * sizeof *side);
    assert_non_null(side);
    for (uint64_t seed = 1; seed <= seeds; seed++)
        run_both(&side[0], &side[1], *state, rh_random_start(seed, 0));
    free(side);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(a_memory_run_by_events_answers_as_one_that_steps, "fifo"),
        cmocka_unit_test_prestate(a_memory_run_by_events_answers_as_one_that_steps, "banked_fifo"),
        cmocka_unit_test_prestate(a_memory_run_by_events_answers_as_one_that_steps, "fr_fcfs"),
        cmocka_unit_test_prestate(a_memory_run_by_events_answers_as_one_that_steps, "fr_fcfs_serial"),
        cmocka_unit_test_prestate(a_memory_run_by_events_answers_as_one_that_steps, "most_pending"),
        cmocka_unit_test_prestate(a_memory_run_by_events_answers_as_one_that_steps, "fgdram_channel"),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
