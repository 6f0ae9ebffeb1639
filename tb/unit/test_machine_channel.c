// SPDX-License-Identifier: Apache-2.0
// A channel may drive a controller itself, which is what the workers of rh_system.h do, or a machine of that one part:
// statistics, commands and registers must be the same, and so must what is skipped.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rowhold/rh_channel.h"
#include "rowhold/rh_preset_file.h"
#include "rowhold/rh_random.h"
#include "toys.h"

enum { LIVE_WORDS = 64, REQUESTS = 400, MOST_COMMANDS = 20000 };

struct outcome {
    struct rh_stats stats;
    struct rh_command_record commands[MOST_COMMANDS];
    unsigned count;
    uint64_t skipped;
    void *state;
};

static void on_command(void *user, const struct rh_command_record *record) {
    struct outcome *o = user;
    assert_true(o->count < MOST_COMMANDS);
    o->commands[o->count++] = *record;
}

static bool on_round(void *user, uint64_t cycle, uint64_t rounds) {
    (void)user, (void)cycle;
    return rounds == 0; /* each REF is wanted */
}

enum way { DIRECT, MACHINE, MACHINE_OF_TWO };

static void drain(const struct rh_block *block, const struct rh_constraints *constraints, struct rh_unit unit,
                  const struct rh_request *requests, struct outcome *o) {
    struct rh_channel_setup setup = {.unit = unit,
                                     .geometry = *(const struct rh_geometry *)block->params,
                                     .constraints = *constraints,
                                     .sink = on_command,
                                     .sink_round = on_round,
                                     .sink_user = o};
    struct rh_channel *channel = rh_channel_open(&setup, NULL);
    assert_non_null(channel);
    assert_int_equal(rh_channel_run(channel, requests, REQUESTS, true, true), RH_CHANNEL_DRAINED);
    o->stats = *rh_channel_stats(channel);
    rh_channel_close(channel);
}

/* The second part of MACHINE_OF_TWO stands still and has no wire. */
static void run(const struct rh_block *block, const struct rh_constraints *constraints, enum way way,
                const struct rh_request *requests, struct outcome *o) {
    struct rh_model model;
    struct toys toys = {.count = 0};
    struct rh_error error = {""};
    memset(o, 0, sizeof *o);
    assert_true(rh_model_open(&model, block->kind, block->ops, block->params, constraints));
    toys_add(&toys, "still", &cell_kind, &cell_ops, (struct toy_params){.bits = 8});
    struct rh_machine_part parts[] = {{"mc", block, rh_model_unit(&model)}, toys.part[0]};
    struct rh_machine_setup setup = {.parts = parts, .part_count = way == MACHINE_OF_TWO ? 2 : 1};
    struct rh_machine *machine = rh_machine_open(&setup, &error);
    assert_non_null(machine);
    drain(block, constraints, way == DIRECT ? rh_model_unit(&model) : rh_machine_unit(machine, 0), requests, o);
    o->skipped = rh_machine_skipped(machine);
    o->state = malloc(block->ops->state_size);
    assert_non_null(o->state);
    memcpy(o->state, model.state, block->ops->state_size);
    rh_machine_close(machine);
    rh_model_close(&model);
    toys_close(&toys);
}

/* Bursts with pauses of up to 4000 clocks between them. */
static void make_requests(struct rh_request *requests, unsigned banks) {
    uint64_t random = rh_random_start(11, 0), cycle = 0;
    for (unsigned i = 0; i < REQUESTS; i++) {
        if (rh_random_below(&random, 20) == 0)
            cycle += rh_random_below(&random, 4000);
        requests[i] = (struct rh_request){.cycle = cycle,
                                          .bank = (uint8_t)rh_random_below(&random, banks),
                                          .row = (uint32_t)rh_random_below(&random, 4),
                                          .column = (uint16_t)rh_random_below(&random, 16),
                                          .commands = 2,
                                          .write = rh_random_below(&random, 3) == 0};
    }
}

static void same(const struct outcome *a, const struct outcome *b, const struct rh_block *block) {
    assert_memory_equal(&a->stats, &b->stats, sizeof a->stats);
    assert_int_equal(a->count, b->count);
    for (unsigned i = 0; i < a->count; i++) {
        const struct rh_command_record *x = &a->commands[i], *y = &b->commands[i];
        assert_true(x->cycle == y->cycle && x->command == y->command && x->bank == y->bank && x->row == y->row &&
                    x->column == y->column && x->all == y->all);
    }
    uint64_t live[LIVE_WORDS];
    unsigned field, index;
    assert_true(block->state.mask_words <= LIVE_WORDS);
    rh_layout_live(&block->state, a->state, live);
    assert_false(rh_layout_differs(&block->state, live, a->state, b->state, &field, &index));
}

static void a_machine_of_one_part_gives_the_same_bytes(void **state) {
    (void)state;
    static struct outcome direct, one, two;
    static struct rh_request requests[REQUESTS];
    struct rh_preset preset;
    struct rh_error error;
    assert_true(rh_preset_load("hbm2", &preset, &error));
    for (unsigned mode = 0; mode < 3; mode++) {
        preset.refresh = (enum rh_refresh)mode;
        struct rh_geometry geometry = rh_preset_geometry(&preset, 16);
        struct rh_constraints constraints = rh_preset_constraints(&preset);
        make_requests(requests, geometry.banks);
        for (size_t i = 0; i < rh_controller_count(); i++) {
            struct rh_block block;
            rh_block_make(&block, &rh_controller_kind, rh_controller_at(i), &geometry);
            run(&block, &constraints, DIRECT, requests, &direct);
            run(&block, &constraints, MACHINE, requests, &one);
            run(&block, &constraints, MACHINE_OF_TWO, requests, &two);
            assert_int_equal(direct.stats.requests, REQUESTS);
            same(&direct, &one, &block);
            same(&direct, &two, &block);
            assert_int_equal(direct.skipped, 0); /* by the channel, not by the machine */
            assert_true(one.skipped > direct.stats.cycles / 4 && two.skipped == one.skipped);
            free(direct.state);
            free(one.state);
            free(two.state);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_machine_of_one_part_gives_the_same_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
