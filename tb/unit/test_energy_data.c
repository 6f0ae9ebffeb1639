// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/cost/rh_energy_data.h"

enum { BYTES = 32, BANKS = 16 };

static struct rh_energy_data *open_for(const char *kind) {
    const struct rh_energy *energy = rh_energy_find(kind);
    assert_non_null(energy);
    struct rh_energy_data *data = rh_energy_data_open(energy, 2, BANKS, BYTES);
    assert_non_null(data);
    return data;
}

static void put(struct rh_energy_data *data, unsigned channel, unsigned bank, unsigned column, int fill) {
    const struct rh_request request = {.channel = (uint16_t)channel,
                                       .bank = (uint8_t)bank,
                                       .row = 5,
                                       .write = 1,
                                       .column = (uint16_t)column,
                                       .commands = 1};
    uint8_t bytes[BYTES];
    memset(bytes, fill, sizeof bytes);
    rh_energy_data_write(data, &request, 0, fill < 0 ? NULL : bytes);
}

static void issue(struct rh_energy_data *data, unsigned command, unsigned channel, unsigned bank, unsigned column) {
    const struct rh_command_record record = {.channel = (uint16_t)channel,
                                             .command = (uint8_t)command,
                                             .bank = (uint8_t)bank,
                                             .row = 5,
                                             .column = (uint16_t)column};
    rh_energy_data_command(data, &record);
}

static void bursts_count_in_the_order_of_commands(void **state) {
    (void)state;
    struct rh_energy_data *data = open_for("hbm2");
    put(data, 0, 1, 7, 0xff);
    put(data, 0, 2, 7, 0x00);
    put(data, 0, 3, 7, 0xff);
    issue(data, RH_WR, 0, 1, 7); /* all lines rise */
    issue(data, RH_WR, 0, 3, 7); /* and stay */
    issue(data, RH_WR, 0, 2, 7); /* and fall */
    const struct rh_bus_activity_counts internal = rh_energy_data_internal(data), io = rh_energy_data_io(data);
    assert_int_equal(internal.toggles, 128 + 0 + 128);
    assert_int_equal(io.toggles, 64 + 0 + 64);
    assert_int_equal(io.inverted_toggles, 8 + 0 + 8);
    assert_int_equal(io.ones, 512);
    rh_energy_data_close(data);
}

static void a_read_carries_what_was_written_last(void **state) {
    (void)state;
    struct rh_energy_data *data = open_for("qb_hbm");
    put(data, 1, 4, 9, 0x01);
    put(data, 1, 4, 9, 0x0f);
    issue(data, RH_WR, 1, 4, 9);
    issue(data, RH_RD, 1, 4, 9); /* between the two writes */
    issue(data, RH_WRA, 1, 4, 9);
    issue(data, RH_RDA, 1, 4, 9);
    assert_int_equal(rh_energy_data_io(data).ones, 32 + 32 + 128 + 128);
    assert_int_equal(rh_energy_data_io(data).known, 4 * 256);
    rh_energy_data_close(data);
}

static void what_was_never_written_is_not_known(void **state) {
    (void)state;
    struct rh_energy_data *data = open_for("qb_hbm");
    put(data, 0, 4, 9, 0xff);
    issue(data, RH_RD, 0, 4, 9); /* overtakes the write */
    issue(data, RH_RD, 1, 4, 9); /* another channel */
    issue(data, RH_RD, 0, 4, 8);
    issue(data, RH_RD, 0, 5, 9);
    issue(data, RH_ACT, 0, 4, 9);
    assert_int_equal(rh_energy_data_io(data).bits, 4 * 256);
    assert_int_equal(rh_energy_data_io(data).known, 0);
    put(data, 0, 4, 9, -1);
    issue(data, RH_WR, 0, 4, 9);
    issue(data, RH_WR, 0, 4, 9); /* without a payload, so the place is unknown again */
    issue(data, RH_RD, 0, 4, 9);
    assert_int_equal(rh_energy_data_io(data).known, 256);
    rh_energy_data_close(data);
}

static void the_unknown_counts_at_the_stated_activity(void **state) {
    (void)state;
    struct rh_energy_data *data = open_for("qb_hbm");
    put(data, 0, 0, 0, 0x00);
    issue(data, RH_WR, 0, 0, 0); /* 256 zeros, no toggle */
    issue(data, RH_RD, 0, 0, 1); /* 256 bits of whatever */
    const struct rh_energy_activity plain = rh_energy_data_activity(data, 0.5, 0.25, false);
    assert_true(plain.toggles == 0.25);
    assert_true(plain.io == 0.125);
    const struct rh_energy_activity inverted = rh_energy_data_activity(data, 0.5, 0.5, true);
    assert_true(fabs(inverted.io - 837.0 / 4096) < 1e-12);
    rh_energy_data_close(data);
}

/* Banks 0 and 1 of 16 share a grain's bus of 32 lines, bank 2 has another. */
static void grains_have_buses_of_their_own(void **state) {
    (void)state;
    struct rh_energy_data *data = open_for("fgdram");
    put(data, 0, 0, 0, 0xff);
    put(data, 0, 1, 0, 0xff);
    put(data, 0, 2, 0, 0xff);
    issue(data, RH_WR, 0, 0, 0);
    assert_int_equal(rh_energy_data_internal(data).toggles, 32);
    issue(data, RH_WR, 0, 1, 0);
    assert_int_equal(rh_energy_data_internal(data).toggles, 32);
    issue(data, RH_WR, 0, 2, 0);
    assert_int_equal(rh_energy_data_internal(data).toggles, 64);
    rh_energy_data_close(data);
}

/* A channel of one grain has one bus. */
static void two_pseudobanks_share_a_bus(void **state) {
    (void)state;
    struct rh_energy_data *data = rh_energy_data_open(rh_energy_find("fgdram"), 2, 2, BYTES);
    assert_non_null(data);
    put(data, 1, 0, 0, 0xff);
    put(data, 1, 1, 0, 0xff);
    issue(data, RH_WR, 1, 0, 0);
    issue(data, RH_WR, 1, 1, 0);
    assert_int_equal(rh_energy_data_internal(data).toggles, 32);
    rh_energy_data_close(data);
}

static void channels_are_kept_apart(void **state) {
    (void)state;
    enum { CHANNELS = 4096 };
    struct rh_energy_data *data = rh_energy_data_open(rh_energy_find("qb_hbm"), CHANNELS, BANKS, BYTES);
    assert_non_null(data);
    for (unsigned i = 0; i < CHANNELS; i++)
        put(data, i, 3, 9, i % 2 == 0 ? 0xff : 0);
    for (unsigned i = CHANNELS; i-- > 0;)
        issue(data, RH_WR, i, 3, 9);
    for (unsigned i = 0; i < CHANNELS; i += 2)
        issue(data, RH_RD, i, 3, 9);
    assert_int_equal(rh_energy_data_io(data).ones, CHANNELS * 256);
    rh_energy_data_close(data);
}

static void many_places_are_kept_apart(void **state) {
    (void)state;
    struct rh_energy_data *data = open_for("qb_hbm");
    for (unsigned i = 0; i < 5000; i++)
        put(data, i % 2, i % BANKS, i, i % 3 == 0 ? 0xff : 0);
    for (unsigned i = 0; i < 5000; i++)
        issue(data, RH_WR, i % 2, i % BANKS, i);
    for (unsigned i = 0; i < 5000; i++)
        issue(data, RH_RD, i % 2, i % BANKS, i);
    assert_true(rh_energy_data_good(data));
    assert_int_equal(rh_energy_data_io(data).ones, 2 * 1667 * 256);
    assert_int_equal(rh_energy_data_io(data).known, 2 * 5000 * 256);
    rh_energy_data_close(data);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bursts_count_in_the_order_of_commands),
        cmocka_unit_test(a_read_carries_what_was_written_last),
        cmocka_unit_test(what_was_never_written_is_not_known),
        cmocka_unit_test(the_unknown_counts_at_the_stated_activity),
        cmocka_unit_test(grains_have_buses_of_their_own),
        cmocka_unit_test(two_pseudobanks_share_a_bus),
        cmocka_unit_test(channels_are_kept_apart),
        cmocka_unit_test(many_places_are_kept_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
