// SPDX-License-Identifier: Apache-2.0
/** One controller on random requests, with the judge on every command: for the tests of every controller. */
#ifndef JUDGED_RUN_H
#define JUDGED_RUN_H

#include <stdio.h>

#include "rowhold/rh_channel.h"
#include "rowhold/rh_judge.h"
#include "rowhold/rh_model.h"
#include "rowhold/rh_preset_file.h"
#include "rowhold/rh_random.h"

enum { REQUESTS = 1500 };

struct court {
    struct rh_judge *judge;
    unsigned broken;
    uint64_t refreshes;
    struct rh_verdict first;
    unsigned per_rank, rfc, last_rank, refreshed_rank;
    uint64_t free_again; /* when the banks of the last REF may open */
    uint64_t beside, switches;
};

/* Ranks: activates of one in the tRFC of another, and column commands of one behind another's. */
static inline void see_ranks(struct court *court, const struct rh_command_record *record) {
    unsigned rank = record->bank / court->per_rank;
    if (record->command == RH_REF) {
        court->free_again = record->cycle + court->rfc;
        court->refreshed_rank = rank;
    } else if (record->command == RH_ACT) {
        court->beside += rank != court->refreshed_rank && record->cycle < court->free_again;
    } else if (record->command != RH_PRE) {
        court->switches += rank != court->last_rank;
        court->last_rank = rank;
    }
}

static inline void on_command(void *user, const struct rh_command_record *record) {
    struct court *court = user;
    struct rh_verdict verdict;
    unsigned broken = rh_judge_command(court->judge, record, &verdict);
    if (broken > 0 && court->broken == 0)
        court->first = verdict;
    court->broken += broken;
    court->refreshes += record->command == RH_REF;
    see_ranks(court, record);
}

/* Row-hit runs to few rows, so that hits, conflicts and turnarounds all happen. */
static inline void fill(struct rh_request *requests, const struct rh_judge_setup *setup, uint64_t *seed) {
    for (unsigned i = 0; i < REQUESTS; i++) {
        struct rh_request *r = &requests[i];
        *r = (struct rh_request){.core = 0xffff, .warp = 0xffff};
        r->write = rh_random_below(seed, 3) == 0;
        r->bank = (uint8_t)rh_random_below(seed, setup->banks);
        r->row = rh_random_below(seed, 3);
        if (rh_random_below(seed, 3) == 0) /* the last subarray: another one, or that beside the next bank's first */
            r->row = setup->rows - 1 - r->row;
        r->commands = (uint8_t)(1 + rh_random_below(seed, rh_random_below(seed, 4) == 0 ? 8 : 2));
        r->column = (uint16_t)rh_random_below(seed, setup->columns - r->commands + 1U);
        if (i > 0 && rh_random_below(seed, 2) == 0) {
            r->bank = requests[i - 1].bank;
            r->row = requests[i - 1].row;
        }
    }
}

struct run {
    enum rh_channel_end end;
    unsigned broken;
    uint64_t cycles, commands, checks, refreshes;
    uint64_t beside, switches; /* see_ranks */
    struct rh_verdict first;
    char text[128];
};

/* One controller configured with `constraints`, on random requests, judged by the preset; `forgets`: it knows neither
 * grains, ranks nor shared subarrays. */
static inline struct run judge_run(const struct rh_block_ops *ops, const struct rh_preset *preset,
                                   const struct rh_constraints *constraints, bool forgets, uint64_t *seed) {
    struct rh_geometry geometry = rh_preset_geometry(preset, 8U << rh_random_below(seed, 3));
    struct rh_judge_setup setup = rh_judge_setup_from_preset(preset);
    if (forgets)
        geometry.grain_bits = geometry.rank_bits = geometry.subarray_group_bits = geometry.subarray_bits =
            geometry.stacked = 0;
    geometry.registered = setup.registered = (uint8_t)rh_random_below(seed, 2);
    geometry.closes = constraints->page != RH_PAGE_OPEN;
    struct court court = {
        .judge = rh_judge_open(&setup), .per_rank = setup.banks >> setup.rank_bits, .rfc = constraints->rfc};
    struct rh_model model;
    assert_non_null(court.judge);
    assert_true(rh_model_open(&model, &rh_controller_kind, ops, &geometry, constraints));
    struct rh_channel_setup channel_setup = {.unit = rh_model_unit(&model),
                                             .geometry = geometry,
                                             .constraints = *constraints,
                                             .order_sources = rh_controller_orders_sources(ops),
                                             .sink = on_command,
                                             .sink_user = &court,
                                             .ready_mask_seed = rh_random_below(seed, 2),
                                             .ready_one_in = 3};
    struct rh_channel *channel = rh_channel_open(&channel_setup, NULL);
    assert_non_null(channel);
    static struct rh_request requests[REQUESTS];
    fill(requests, &setup, seed);
    struct run run = {.end = rh_channel_run(channel, requests, REQUESTS, false, true)};
    run.cycles = rh_channel_cycle(channel);
    run.broken = court.broken + rh_judge_finish(court.judge, run.cycles, court.broken == 0 ? &court.first : NULL);
    run.commands = rh_judge_commands(court.judge);
    run.checks = rh_judge_checks(court.judge);
    run.refreshes = court.refreshes;
    run.beside = court.beside;
    run.switches = court.switches;
    run.first = court.first;
    (void)snprintf(run.text, sizeof run.text, "%s", rh_channel_text(channel));
    rh_channel_close(channel);
    rh_model_close(&model);
    rh_judge_close(court.judge);
    return run;
}

static inline void is_legal(const struct rh_block_ops *ops, const struct rh_preset *preset, unsigned number,
                            uint64_t *seed) {
    struct rh_constraints constraints = rh_preset_constraints(preset);
    constraints.age_cap = (uint16_t)(rh_random_below(seed, 3) == 0 ? 1 + rh_random_below(seed, 100) : 0);
    if (preset->auto_precharge)
        constraints.page = number % RH_PAGES;
    constraints.page_timeout = number % 50;
    struct run run = judge_run(ops, preset, &constraints, false, seed);
    if (run.end != RH_CHANNEL_DRAINED || run.broken > 0)
        print_error("%s, %s, timing %u, refresh %u: end %d %s, %u rules broken: %s\n", ops->name, preset->name, number,
                    (unsigned)preset->refresh, (int)run.end, run.text, run.broken,
                    run.broken > 0 ? run.first.text : "");
    assert_int_equal(run.end, RH_CHANNEL_DRAINED);
    assert_int_equal(run.broken, 0);
    assert_true(run.commands > REQUESTS);
    assert_true(run.checks > run.commands);
    if (preset->refresh != RH_REFRESH_OFF)
        assert_true(run.refreshes + 1 >= run.cycles / constraints.refi);
}

/* Short values mostly, since those make rules meet. */
static inline void random_timing(struct rh_preset *preset, uint64_t *seed) {
    struct rh_timing *t = &preset->timing;
#define RH_TIMING(name, least, greatest, meaning)                                                                      \
    t->name = (uint16_t)(least + rh_random_below(seed, rh_random_below(seed, 3) == 0 ? 40 : 8));
#include "tables/timing.def"
#undef RH_TIMING
    t->tRC = (uint16_t)(t->tRAS + t->tRP + rh_random_below(seed, 6));
    t->tBURST = (uint16_t)(1U << rh_random_below(seed, 4));
    preset->burst_length = (uint16_t)(t->tBURST * preset->data_rate);
    t->tCCD_S = (uint16_t)(t->tBURST + rh_random_below(seed, 3));
    t->tCCD_L = (uint16_t)(t->tCCD_S + rh_random_below(seed, 4));
    t->tRRD_L = (uint16_t)(t->tRRD_S + rh_random_below(seed, 4));
    t->tWTR_L = (uint16_t)(t->tWTR_S + rh_random_below(seed, 6));
    t->activates = (uint16_t)(1 + rh_random_below(seed, 8));
    t->act_clocks = (uint16_t)(1 + rh_random_below(seed, 2));
}

#endif
