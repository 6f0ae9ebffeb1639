// SPDX-License-Identifier: Apache-2.0
// The judge's quick look beside its rules one by one: legal streams of every preset and refresh mode, and the same with
// commands moved, swapped and sent elsewhere; then random streams through devices of random shape and timing. Verdicts,
// their texts and the number of checks must be equal.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/dram/rh_judge_newest.h"
#include "rowhold/rh_channel.h"
#include "rowhold/rh_model.h"
#include "rowhold/rh_preset.h"
#include "rowhold/rh_random.h"

enum { REQUESTS = 300, MOST_COMMANDS = 8000, VIOLATIONS = 6, ROOM = 8, DEVICES = 1000 };

static struct {
    struct rh_command_record command[MOST_COMMANDS];
    unsigned count;
} stream;

static void on_command(void *user, const struct rh_command_record *record) {
    (void)user;
    if (stream.count < MOST_COMMANDS)
        stream.command[stream.count++] = *record;
}

static void make_stream(const struct rh_preset *preset, const char *controller, uint64_t *seed) {
    static struct rh_request requests[REQUESTS];
    struct rh_geometry geometry = rh_preset_geometry(preset, 16);
    struct rh_constraints constraints = rh_preset_constraints(preset);
    struct rh_model model;
    assert_true(rh_model_open(&model, &rh_controller_kind, rh_controller_find(controller), &geometry, &constraints));
    const struct rh_channel_setup setup = {
        .unit = rh_model_unit(&model), .geometry = geometry, .constraints = constraints, .sink = on_command};
    struct rh_channel *channel = rh_channel_open(&setup, NULL);
    assert_non_null(channel);
    for (unsigned i = 0; i < REQUESTS; i++)
        requests[i] = (struct rh_request){.bank = (uint8_t)rh_random_below(seed, geometry.banks),
                                          .row = rh_random_below(seed, 3),
                                          .write = rh_random_below(seed, 3) == 0,
                                          .commands = 1,
                                          .column = (uint16_t)rh_random_below(seed, 8),
                                          .core = 0xffff,
                                          .warp = 0xffff};
    stream.count = 0;
    assert_int_equal(rh_channel_run(channel, requests, REQUESTS, false, true), RH_CHANNEL_DRAINED);
    rh_channel_close(channel);
    rh_model_close(&model);
}

/* One command in a few is another one, or comes at another time. */
static struct rh_command_record change(const struct rh_command_record *from, unsigned banks, unsigned one_in,
                                       int64_t *late, uint64_t *seed) {
    struct rh_command_record c = *from;
    if (one_in != 0 && rh_random_below(seed, one_in) == 0)
        switch (rh_random_below(seed, 5)) {
        case 0:
            *late -= c.cycle > 20 && *late > -10 ? (int64_t)rh_random_below(seed, 3) : 0;
            break;
        case 1:
            *late += (int64_t)rh_random_below(seed, 4);
            break;
        case 2:
            c.bank = (uint8_t)rh_random_below(seed, banks);
            break;
        case 3:
            c.command = (uint8_t)(1 + rh_random_below(seed, RH_FOREIGN_COMMANDS - 1));
            break;
        default:
            c.all = !c.all;
            break;
        }
    c.cycle = (uint64_t)((int64_t)c.cycle + *late);
    return c;
}

/* Both say the same of the command; broken rules. */
static unsigned alike(struct rh_judge *quick, struct rh_judge *plain, const struct rh_command_record *c) {
    struct rh_verdict a[ROOM], b[ROOM];
    unsigned n = rh_judge_verdicts(quick, c, a, ROOM);
    assert_int_equal(n, rh_judge_verdicts(plain, c, b, ROOM));
    for (unsigned k = 0; k < n && k < ROOM; k++) {
        assert_string_equal(a[k].text, b[k].text);
        assert_true(a[k].earlier == b[k].earlier);
    }
    assert_int_equal(rh_judge_checks(quick), rh_judge_checks(plain));
    return n;
}

static void both(const struct rh_preset *preset, unsigned one_in, unsigned *broken, uint64_t *seed) {
    const struct rh_judge_setup setup =
        one_in == 0 ? rh_judge_setup_from_preset(preset) : rh_judge_setup_of_device(preset);
    struct rh_judge *quick = rh_judge_open(&setup), *plain = rh_judge_open(&setup);
    int64_t late = 0;
    assert_non_null(quick);
    assert_non_null(plain);
    plain->plain = true;
    for (unsigned i = 0; i < stream.count; i++) {
        const struct rh_command_record c = change(&stream.command[i], preset->banks, one_in, &late, seed);
        *broken += alike(quick, plain, &c);
    }
    rh_judge_close(quick);
    rh_judge_close(plain);
}

static void every_preset_is_judged_alike(void **state) {
    (void)state;
    uint64_t seed = 5;
    for (unsigned i = 0; i < rh_preset_count(); i++)
        for (unsigned mode = 0; mode < RH_REFRESHES; mode++) {
            struct rh_preset preset;
            struct rh_error error;
            unsigned legal = 0, broken = 0;
            assert_true(rh_preset_find(rh_preset_name(i), &preset, &error));
            preset.refresh = (enum rh_refresh)mode;
            if (!rh_preset_check(&preset, NULL))
                continue;
            make_stream(&preset, preset.auto_precharge && mode % 2 ? "fgdram_channel" : "fr_fcfs", &seed);
            both(&preset, 0, &legal, &seed);
            assert_int_equal(legal, 0);
            for (unsigned violation = 0; violation < VIOLATIONS; violation++)
                both(&preset, 3 + 20 * violation, &broken, &seed);
            assert_true(broken > 0);
        }
}

/* 2 to a random power. */
static unsigned power(unsigned most_bits, uint64_t *seed) {
    return 1U << rh_random_below(seed, most_bits + 1);
}

static uint8_t bits_of(unsigned count) {
    return (uint8_t)__builtin_ctz(count);
}

/* A device that nobody builds. */
static struct rh_judge_setup any_setup(uint64_t *seed) {
    struct rh_judge_setup s = {.refresh = (enum rh_refresh)rh_random_below(seed, RH_REFRESHES),
                               .rank_bits = bits_of(power(2, seed)),
                               .stacked = (uint8_t)rh_random_below(seed, 2),
                               .explicit_precharge = rh_random_below(seed, 4) == 0,
                               .buses = (uint8_t)(1 + rh_random_below(seed, 2)),
                               .registered = (uint8_t)rh_random_below(seed, 2),
                               .managed = (uint8_t)rh_random_below(seed, 2),
                               .postponed = (uint8_t)(rh_random_below(seed, 3) == 0 ? rh_random_below(seed, 9) : 0),
                               .rows = 32,
                               .columns = 16};
    if (rh_random_below(seed, 2) == 0)
        s.grain_bits = bits_of(power(2, seed));
    if (rh_random_below(seed, 3) == 0)
        s.subarray_group_bits = bits_of(power(1, seed));
    s.subarray_bits = bits_of(power(3, seed));
    s.groups = (uint16_t)((1U << s.rank_bits) * power(2, seed));
    s.banks = (uint16_t)(s.groups * power(2, seed) << s.grain_bits);
    uint16_t *value = (uint16_t *)&s.timing;
    unsigned most = 2 + rh_random_below(seed, rh_random_below(seed, 8) == 0 ? 200 : 24);
    for (unsigned i = 0; i < sizeof s.timing / sizeof *value; i++)
        value[i] = (uint16_t)(1 + rh_random_below(seed, most));
    s.timing.act_clocks = (uint16_t)(1 + rh_random_below(seed, 2));
    s.timing.column_clocks = (uint16_t)(1 + rh_random_below(seed, 3) * rh_random_below(seed, 2));
    s.timing.activates = (uint16_t)(1 + rh_random_below(seed, rh_random_below(seed, 5) == 0 ? 34 : 5));
    s.timing.pulled_in = (uint16_t)(rh_random_below(seed, 4) == 0 ? rh_random_below(seed, 4) : 0);
    s.timing.refresh_burst = (uint16_t)(rh_random_below(seed, 4) == 0 ? rh_random_below(seed, 4) : 0);
    if (rh_random_below(seed, 2) == 0)
        s.timing.tPPD = 0;
    if (rh_random_below(seed, 8) != 0) /* else all is searched from the first PDE or SRE on */
        s.timing.tXP = s.timing.tXS = 0;
    s.timing.tREFI = (uint16_t)(s.banks * (20 + rh_random_below(seed, 200)));
    return s;
}

/* What the bank may take, as often as not in time; sometimes what no bank may, or what there is not. */
static struct rh_command_record any_command(const struct rh_judge *judge, uint64_t cycle, uint64_t *seed) {
    const struct rh_judge_setup *s = &judge->setup;
    unsigned bank = rh_random_below(seed, s->banks), what = rh_random_below(seed, 100);
    struct rh_command_record c = {.cycle = cycle,
                                  .bank = (uint8_t)bank,
                                  .command = judge->open[bank] ? RH_RD : RH_ACT,
                                  .row = judge->open[bank] ? judge->open_row[bank] : rh_random_below(seed, 32),
                                  .column = (uint16_t)rh_random_below(seed, 16)};
    if (judge->open[bank] && what >= 40)
        c.command = what < 60 ? RH_WR : what < 80 ? RH_PRE : what < 85 ? RH_RDA : what < 90 ? RH_WRA : RH_RD;
    if (what >= 97) {
        const struct rh_command_record odd[] = {
            {.cycle = cycle, .command = (uint8_t)rh_random_below(seed, RH_FOREIGN_COMMANDS + 1), .bank = (uint8_t)bank},
            {.cycle = cycle, .command = c.command, .bank = (uint8_t)(bank + s->banks)},
            {.cycle = cycle, .command = RH_PRE, .bank = (uint8_t)bank, .all = 1},
            {.cycle = cycle, .command = RH_REF, .bank = (uint8_t)rh_random_below(seed, 256), .all = 1},
            {.cycle = cycle, .command = c.command, .bank = (uint8_t)bank, .row = rh_random_below(seed, 40)},
            {.cycle = cycle, .command = RH_RD, .bank = (uint8_t)bank, .row = RH_ROW_UNKNOWN},
            {.cycle = cycle, .command = RH_WR, .bank = (uint8_t)bank, .row = c.row, .column = 17},
            {.cycle = cycle - (cycle > 2 ? 2 : 0), .command = c.command, .bank = (uint8_t)bank}};
        return odd[rh_random_below(seed, sizeof odd / sizeof odd[0])];
    }
    return c;
}

/* Closes the banks of the REF whose turn it is, then sends it. */
static struct rh_command_record refresh_step(const struct rh_judge *judge, uint64_t cycle) {
    struct rh_command_record c = {
        .cycle = cycle, .command = RH_REF, .all = judge->setup.refresh == RH_REFRESH_ALL_BANK};
    for (unsigned bank = judge->setup.banks; bank-- > 0;)
        if (rh_judge_turn(judge, bank) == judge->turn)
            c.bank = (uint8_t)bank;
    for (unsigned bank = 0; bank < judge->setup.banks; bank++)
        if (rh_judge_turn(judge, bank) == judge->turn && judge->open[bank]) {
            c = (struct rh_command_record){.cycle = cycle, .command = RH_PRE, .bank = (uint8_t)bank};
            break;
        }
    return c;
}

/* Rounds of the refreshes that fall due, while no other command comes. */
static uint64_t idle_rounds(struct rh_judge *quick, struct rh_judge *plain, uint64_t cycle, unsigned *moved) {
    uint64_t length = (uint64_t)(quick->setup.timing.tREFI / quick->interval) * quick->interval, end = 0;
    for (unsigned bank = 0; bank < quick->setup.banks; bank++)
        if (quick->open[bank]) {
            alike(quick, plain, &(struct rh_command_record){.cycle = cycle, .command = RH_PRE, .bank = (uint8_t)bank});
            cycle += 100;
        }
    for (unsigned round = 0; round < 3; round++) {
        uint64_t start = end != 0 ? end : cycle;
        end = start + length;
        bool begun = rh_judge_round(quick, start, 0);
        assert_int_equal(begun, rh_judge_round(plain, start, 0));
        for (uint64_t due; (due = rh_judge_refresh_due(quick)) < end;) {
            const struct rh_command_record refresh = refresh_step(quick, due < start ? start : due);
            alike(quick, plain, &refresh);
        }
        bool taken = begun && rh_judge_round(quick, end, 5);
        assert_int_equal(taken, begun && rh_judge_round(plain, end, 5));
        assert_int_equal(rh_judge_checks(quick), rh_judge_checks(plain));
        *moved += taken;
        end += taken ? 5 * length : 0;
    }
    return end;
}

/* One stream through one device. */
static void random_stream(uint64_t *seed, unsigned *legal, unsigned *broken, unsigned *moved) {
    const struct rh_judge_setup setup = any_setup(seed);
    struct rh_judge *quick = rh_judge_open(&setup), *plain = rh_judge_open(&setup);
    uint64_t cycle = 0;
    assert_non_null(quick);
    assert_non_null(plain);
    plain->plain = true;
    unsigned pace = 1 + rh_random_below(seed, 30);
    for (unsigned i = 0; i < 400; i++) {
        cycle += rh_random_below(seed, pace) + (rh_random_below(seed, 3) > 0);
        if (rh_random_below(seed, 50) == 0)
            cycle += rh_random_below(seed, 200);
        if (i == 250 && quick->interval != 0)
            cycle = idle_rounds(quick, plain, cycle, moved);
        if (i == 390)
            cycle = (UINT64_C(1) << 62) - 40;
        bool due = rh_judge_refreshes_waiting(quick, cycle) > 0 && rh_random_below(seed, 4) > 0;
        struct rh_command_record c = due ? refresh_step(quick, cycle) : any_command(quick, cycle, seed);
        unsigned n = alike(quick, plain, &c);
        *legal += n == 0;
        *broken += n;
    }
    assert_int_equal(rh_judge_finish(quick, cycle + 5, NULL), rh_judge_finish(plain, cycle + 5, NULL));
    assert_int_equal(rh_judge_commands(quick), rh_judge_commands(plain));
    rh_judge_close(quick);
    rh_judge_close(plain);
}

static void every_device_is_judged_alike(void **state) {
    (void)state;
    uint64_t seed = 11;
    unsigned legal = 0, broken = 0, moved = 0;
    for (unsigned i = 0; i < DEVICES; i++)
        random_stream(&seed, &legal, &broken, &moved);
    assert_true(legal > DEVICES * 100 && broken > DEVICES * 100 && moved > DEVICES);
}

/* More column commands than there was room for lie between a RD and the PRE that comes too soon after it. */
static void a_history_that_grows_forgets_nothing(void **state) {
    (void)state;
    struct rh_judge_setup setup = {.banks = 2, .groups = 1, .buses = 1, .rows = 8, .columns = 8};
    uint16_t *value = (uint16_t *)&setup.timing;
    for (unsigned i = 0; i < sizeof setup.timing / sizeof *value; i++)
        value[i] = 1;
    setup.timing.tRTP = 250;
    struct rh_judge *judge = rh_judge_open(&setup);
    assert_non_null(judge);
    struct rh_verdict first;
    const struct rh_command_record before[] = {{.cycle = 100, .command = RH_ACT},
                                               {.cycle = 110, .command = RH_RD},
                                               {.cycle = 120, .command = RH_ACT, .bank = 1}},
                                   after = {.cycle = 359, .command = RH_PRE};
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(rh_judge_command(judge, &before[i], &first), 0);
    for (unsigned i = 0; i < 200; i++)
        assert_int_equal(
            rh_judge_command(judge, &(struct rh_command_record){.cycle = 130 + i, .command = RH_RD, .bank = 1}, &first),
            0);
    assert_int_equal(rh_judge_command(judge, &after, &first), 1);
    assert_string_equal(first.rule, "tRTP");
    assert_int_equal(first.earlier, 1);
    rh_judge_close(judge);
}

/* A PRE of all banks that finds none open is no PRE that a row counts from; the first PRE behind it is. */
static void the_first_precharge_is_seen_behind_one_of_idle_banks(void **state) {
    (void)state;
    struct rh_judge_setup setup = {.banks = 2, .groups = 1, .buses = 1, .rows = 8, .columns = 8};
    uint16_t *value = (uint16_t *)&setup.timing;
    for (unsigned i = 0; i < sizeof setup.timing / sizeof *value; i++)
        value[i] = 1;
    struct rh_judge *judge = rh_judge_open(&setup);
    assert_non_null(judge);
    const struct rh_command_record commands[] = {{.cycle = 100, .command = RH_PRE, .all = 1},
                                                 {.cycle = 110, .command = RH_ACT},
                                                 {.cycle = 120, .command = RH_PRE}};
    for (unsigned i = 0; i < 3; i++) {
        assert_false(judge->newest->seen & PRE);
        assert_int_equal(rh_judge_command(judge, &commands[i], NULL), 0);
    }
    assert_true(judge->newest->seen & PRE);
    rh_judge_close(judge);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_preset_is_judged_alike),
                                       cmocka_unit_test(every_device_is_judged_alike),
                                       cmocka_unit_test(a_history_that_grows_forgets_nothing),
                                       cmocka_unit_test(the_first_precharge_is_seen_behind_one_of_idle_banks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
