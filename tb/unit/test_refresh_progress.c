// SPDX-License-Identifier: Apache-2.0
// Is the refresh lint's bound on progress the right one? At the shortest tREFI that it takes every controller serves a
// stream to its end; one clock less is refused, and there, or a few clocks below, nothing moves any more.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rounds.h"
#include "rowhold/rh_channel.h"
#include "rowhold/rh_model.h"
#include "rowhold/rh_preset_file.h"

enum { REQUESTS = 48, CLOCKS = 200000 };

/* All requests come at clock `start`, each to another row than the one before in its bank, so that each needs an ACT of
 * its own. */
static enum rh_channel_end run(const struct rh_block_ops *ops, const struct rh_preset *preset, unsigned banks,
                               unsigned start, uint64_t *columns) {
    static struct rh_request requests[REQUESTS];
    struct rh_geometry geometry = rh_preset_geometry(preset, 32);
    struct rh_constraints constraints = rh_preset_constraints(preset);
    struct rh_model model;
    assert_true(rh_model_open(&model, &rh_controller_kind, ops, &geometry, &constraints));
    struct rh_channel_setup setup = {
        .unit = rh_model_unit(&model), .geometry = geometry, .constraints = constraints, .cycle_limit = CLOCKS};
    struct rh_channel *channel = rh_channel_open(&setup, NULL);
    assert_non_null(channel);
    for (unsigned i = 0; i < REQUESTS; i++)
        requests[i] = (struct rh_request){.cycle = start,
                                          .core = 0xffff,
                                          .warp = 0xffff,
                                          .bank = (uint8_t)(i % banks),
                                          .row = i / banks % 7,
                                          .write = i % 5 == 0,
                                          .commands = 1};
    enum rh_channel_end end = rh_channel_run(channel, requests, REQUESTS, true, true);
    *columns = rh_channel_stats(channel)->column_commands;
    rh_channel_close(channel);
    rh_model_close(&model);
    return end;
}

/* A preset with changes of its timing. */
struct change {
    size_t offset;
    uint16_t value;
};
#define AT(field) offsetof(struct rh_timing, field)

static const struct edge {
    const char *preset;
    enum rh_refresh refresh;
    struct change changes[7];
    unsigned least; /* the shortest tREFI taken, worked out by hand */
    unsigned stuck; /* a tREFI at which `controller` never serves a stream over `banks` banks */
    const char *controller;
    unsigned banks;
} edges[] = {
    /* 40 + 34, then 61: the fourth ACT, 3 x 20 later, comes in the last clock, so that every refresh comes as late as
     * it can */
    {"gddr3",
     RH_REFRESH_ALL_BANK,
     {{AT(tRCDRD), 61}, {AT(tRCDWR), 61}, {AT(tRRD_S), 20}, {AT(tRRD_L), 20}},
     135,
     134,
     "fr_fcfs",
     4},
    {"gddr3",
     RH_REFRESH_ALL_BANK,
     {{AT(tRCDRD), 61}, {AT(tRCDWR), 61}, {AT(tRRD_S), 20}, {AT(tRRD_L), 20}},
     135,
     134,
     "banked_fifo",
     4},
    {"gddr3",
     RH_REFRESH_ALL_BANK,
     {{AT(tRCDRD), 61}, {AT(tRCDWR), 61}, {AT(tRRD_S), 20}, {AT(tRRD_L), 20}},
     135,
     134,
     "most_pending",
     4},
    /* one bank alone closes in tRP: 13 + 40 + 60 clocks */
    {"gddr3", RH_REFRESH_ALL_BANK, {{AT(tRCDRD), 60}, {AT(tRCDWR), 60}}, 134, 113, "fifo", 1},
    /* one ACT in tFAW: 100, then 60 */
    {"gddr3",
     RH_REFRESH_ALL_BANK,
     {{AT(tRCDRD), 60}, {AT(tRCDWR), 60}, {AT(tFAW), 100}, {AT(activates), 1}},
     160,
     100,
     "fifo",
     1},
    /* 20 + 34 + 32 + 4, then 255: 345, of four intervals; 13 + 20 + 255 = 288 is what one bank needs at least */
    {"gddr3", RH_REFRESH_PER_BANK, {{AT(tRCDRD), 255}, {AT(tRCDWR), 255}, {AT(tRFCpb), 20}}, 348, 287, "fifo", 1},
    /* no rule of its own binds: 160 + 47 + 4 clocks a bank */
    {"hbm2", RH_REFRESH_PER_BANK, {{AT(tRRD_L), 2}}, 3376, 0, NULL, 16},
};
enum { EDGES = sizeof edges / sizeof edges[0] };

static struct rh_preset edge_preset(const struct edge *edge, unsigned refi) {
    struct rh_preset preset;
    struct rh_error error = {""};
    assert_true(rh_preset_load(edge->preset, &preset, &error));
    preset.refresh = edge->refresh;
    for (unsigned i = 0; i < 7 && edge->changes[i].value != 0; i++)
        *(uint16_t *)(void *)((char *)&preset.timing + edge->changes[i].offset) = edge->changes[i].value;
    preset.timing.tREFI = (uint16_t)refi;
    return preset;
}

/* Clocks at which the stream starts: every phase of a refresh, or so many of them. */
static unsigned start_step(const struct rh_preset *preset) {
    return preset->timing.tREFI / rounds(20, 140) + 1U;
}

static void drains_from_every_phase(const struct rh_block_ops *ops, const struct rh_preset *preset, unsigned banks) {
    for (unsigned start = 0; start <= preset->timing.tREFI; start += start_step(preset)) {
        uint64_t columns;
        enum rh_channel_end end = run(ops, preset, banks, start, &columns);
        if (end != RH_CHANNEL_DRAINED)
            print_error("%s, %s, tREFI %u, %u banks from %u on: ends with %u after %u columns\n", preset->name,
                        ops->name, (unsigned)preset->timing.tREFI, banks, start, (unsigned)end, (unsigned)columns);
        assert_int_equal(end, RH_CHANNEL_DRAINED);
        assert_int_equal(columns, REQUESTS);
    }
}

static void the_shortest_interval_is_served_by_every_controller(void **state) {
    (void)state;
    for (unsigned i = 0; i < EDGES; i++) {
        struct rh_preset preset = edge_preset(&edges[i], edges[i].least);
        struct rh_error error = {""};
        (void)rh_preset_check(&preset, &error);
        assert_string_equal(error.text, "");
        for (size_t c = 0; c < rh_controller_count(); c++) {
            drains_from_every_phase(rh_controller_at(c), &preset, 1);
            drains_from_every_phase(rh_controller_at(c), &preset, preset.banks);
        }
    }
}

static void one_clock_less_is_refused(void **state) {
    (void)state;
    for (unsigned i = 0; i < EDGES; i++) {
        struct rh_preset preset = edge_preset(&edges[i], edges[i].least - 1);
        struct rh_error error = {""};
        assert_false(rh_preset_check(&preset, &error));
        assert_memory_equal(error.text, "tREFI: found ", 13);
    }
}

static void what_is_refused_may_stand_still_for_ever(void **state) {
    (void)state;
    unsigned stuck = 0;
    for (unsigned i = 0; i < EDGES; i++) {
        if (edges[i].stuck == 0)
            continue;
        struct rh_preset preset = edge_preset(&edges[i], edges[i].stuck);
        unsigned still = 0;
        for (unsigned start = 0; start <= preset.timing.tREFI; start++) {
            uint64_t columns;
            still += run(rh_controller_find(edges[i].controller), &preset, edges[i].banks, start, &columns) !=
                     RH_CHANNEL_DRAINED;
        }
        if (still == 0)
            print_error("edge %u drains at %u from every phase\n", i, edges[i].stuck);
        assert_true(still > 0);
        stuck++;
    }
    assert_true(stuck >= 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_shortest_interval_is_served_by_every_controller),
        cmocka_unit_test(one_clock_less_is_refused),
        cmocka_unit_test(what_is_refused_may_stand_still_for_ever),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
