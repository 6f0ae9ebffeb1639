// SPDX-License-Identifier: Apache-2.0
// Do maps place addresses as written, come back by their inverse and their print, and complain by column?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rowhold/rh_map.h"
#include "rowhold/rh_random.h"

/* 8 channels of 8 banks of 16384 rows of 64 columns of 32 bytes: 3 + 3 + 14 + 6 + 5 bits. */
static const struct rh_map_shape gpu = {8, 8, 1, 16384, 64, 32, 1};
/* 4 bank groups of 4 banks. */
static const struct rh_map_shape hbm = {4, 16, 4, 512, 32, 32, 1};
/* Two ranks of 4 bank groups of 4 banks, 2 channels. */
static const struct rh_map_shape ranks = {2, 32, 8, 512, 32, 64, 2};

static struct rh_map parsed(const char *text, const struct rh_map_shape *shape) {
    struct rh_map map;
    struct rh_error error = {""};
    if (!rh_map_parse(&map, text, shape, &error))
        fail_msg("%s", error.text);
    return map;
}

static void assert_place(const struct rh_map *map, uint64_t address, uint32_t channel, uint32_t bank, uint32_t row,
                         uint32_t column) {
    struct rh_map_place place;
    assert_true(rh_map_place(map, address, &place));
    assert_int_equal(place.channel, channel);
    assert_int_equal(place.bank, bank);
    assert_int_equal(place.row, row);
    assert_int_equal(place.column, column);
}

static void fields_stand_from_the_most_significant_bit_down(void **state) {
    (void)state;
    struct rh_map map = parsed("row:bank:column:channel", &gpu);
    assert_int_equal(map.bits, 31);
    // row 5, bank 3, column 9, channel 6: ((5*8+3)*64+9)*8+6 commands of 32 bytes
    assert_place(&map, (((UINT64_C(5) * 8 + 3) * 64 + 9) * 8 + 6) * 32, 6, 3, 5, 9);
    assert_place(&map, (((UINT64_C(5) * 8 + 3) * 64 + 9) * 8 + 6) * 32 + 31, 6, 3, 5, 9);
    map = parsed("channel[3]:row[14]:column[6]:bank[3]:byte[5]", &gpu);
    assert_place(&map, 0x20, 0, 1, 0, 0);
    assert_place(&map, 0x100, 0, 0, 0, 1);
    assert_place(&map, 0x4000, 0, 0, 1, 0);
    assert_place(&map, 0x10000000, 1, 0, 0, 0);
}

static void a_field_in_pieces_joins_them(void **state) {
    (void)state;
    struct rh_map map = parsed("row:bank:column:channel:column[3]", &gpu);
    assert_place(&map, 0xe0, 0, 0, 0, 7);
    assert_place(&map, 0x100, 1, 0, 0, 0);
    assert_place(&map, 0x800, 0, 0, 0, 8);
    struct rh_map_shape one = gpu;
    one.channels = 1;
    map = parsed("row:bank:column", &one); // a channel of no bits may be left out
    assert_place(&map, 0x20, 0, 0, 0, 1);
}

static void bank_groups_are_the_high_bits_of_the_flat_bank(void **state) {
    (void)state;
    struct rh_map map = parsed("row:bank:column:channel:bank_group", &hbm);
    assert_place(&map, 0x20, 0, 4, 0, 0);    // next bank group: flat bank 4
    assert_place(&map, 0x80, 1, 0, 0, 0);    // next channel
    assert_place(&map, 1 << 14, 0, 1, 0, 0); // next bank of the group
    map = parsed("row:column:channel:bank", &hbm);
    assert_place(&map, 0x1e0, 0, 15, 0, 0);
}

static void ranks_stand_above_the_bank_groups(void **state) {
    (void)state;
    struct rh_map map = parsed("row:bank:rank:bank_group:column:channel", &ranks);
    assert_place(&map, 1 << 12, 0, 4, 0, 0);  // the next bank group
    assert_place(&map, 1 << 14, 0, 16, 0, 0); // the next rank
    assert_place(&map, 1 << 15, 0, 1, 0, 0);  // the next bank
    map = parsed("row:bank:rank:column:channel", &ranks);
    assert_place(&map, 1 << 13, 0, 1, 0, 0);
    map = parsed("row:bank:bank_group:column:channel", &ranks);
    assert_place(&map, 1 << 14, 0, 16, 0, 0); // the high bit of bank_group
}

/* As Ramulator 2 45e0ba38 (linear_mappers.cpp), gem5 and DRAMsim3 have them, worked out by hand. */
static void names_of_other_simulators_are_taken(void **state) {
    (void)state;
    static const struct {
        const char *name, *fields;
    } names[] = {
        {"RoBaRaCoCh", "row:bank:bank_group:rank:column:channel"},
        {"ChRaBaRoCo", "channel:rank:bank_group:bank:row:column"},
        {"RoRaBaChCo", "row:rank:bank:bank_group:channel:column"},
        {"RoRaBaCoCh", "row:rank:bank:bank_group:column:channel"},
        {"RoCoRaBaCh", "row:column:rank:bank:bank_group:channel"},
        {"rochrababgco", "row:channel:rank:bank:bank_group:column"},
        {"rorabgbacoch,bank^=row[1:0]", "row:rank:bank_group:bank:column:channel,bank^=row[1:0]"},
        {"MOP4CLXOR", "row:column[3]:bank:bank_group:rank:channel:column[2],channel^=column[0],rank^=column[1],"
                      "bank_group^=column[3:2],bank[0]^=column[4]"},
    };
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct rh_map one = parsed(names[i].name, &ranks), other = parsed(names[i].fields, &ranks);
        assert_memory_equal(&one, &other, sizeof one);
    }
    // one column command is 64 bytes: channel, 5 bits of the column, rank, then the bank groups before the banks
    struct rh_map map = parsed("RoBaRaCoCh", &ranks);
    assert_place(&map, 1 << 6, 1, 0, 0, 0);
    assert_place(&map, 1 << 12, 0, 16, 0, 0);
    assert_place(&map, 1 << 13, 0, 4, 0, 0);
    assert_place(&map, 1 << 15, 0, 1, 0, 0);
    assert_place(&map, 1 << 17, 0, 0, 1, 0);
    map = parsed("robaraCOCH", &gpu); // neither ranks nor groups
    assert_place(&map, 1 << 14, 0, 1, 0, 0);
}

static void hashes_fold_bits_of_one_field_into_another(void **state) {
    (void)state;
    struct rh_map map = parsed("row:bank:column:channel,bank^=row[2:0]", &gpu);
    assert_place(&map, 0, 0, 0, 0, 0);
    assert_place(&map, UINT64_C(5) << 17, 0, 5, 5, 0);
    assert_place(&map, UINT64_C(13) << 17 | UINT64_C(6) << 14, 0, 3, 13, 0);
    map = parsed("row:bank:column:channel,channel[1:0]^=row[4:3],channel[2]^=bank[1]", &gpu);
    assert_place(&map, UINT64_C(0x18) << 17, 3, 0, 0x18, 0);
    assert_place(&map, UINT64_C(2) << 14, 4, 2, 0, 0);
}

/* Every map: place and address undo each other, and its print parses to the same map. */
static void every_map_has_an_inverse_and_a_print(void **state) {
    (void)state;
    static const char *const texts[] = {
        "row:bank:column:channel",
        "channel:bank:row:column:byte",
        "row[14]:bank[3]:column[6]:channel[3]:byte[5]",
        "row:column[2]:bank:column:channel:column[1]",
        "row[7]:bank[1]:row:channel[2]:bank:column:channel",
        "row:bank:column:channel,bank^=row[2:0],channel^=bank,channel^=column[5:3]",
        RH_DEFAULT_MAP,
        "MOP4CLXOR",
        "row:bank:column:channel,bank^=row[13:11],row[3:2]^=bank[1:0],column[5]^=row[0],bank^=column[2:0]",
    };
    uint64_t seed = 7;
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct rh_map map = parsed(texts[i], &gpu);
        char text[RH_MAP_TEXT];
        rh_map_print(&map, text);
        struct rh_map again = parsed(text, &gpu);
        assert_memory_equal(&map, &again, sizeof map);
        for (unsigned n = 0; n < 2000; n++) {
            uint64_t address = (rh_random_draw(&seed) & 0x7fffffff) / 32 * 32;
            struct rh_map_place place;
            assert_true(rh_map_place(&map, address, &place));
            assert_int_equal(rh_map_address(&map, &place), address);
            assert_true(place.channel < 8 && place.bank < 8 && place.row < 16384 && place.column < 64);
        }
    }
}

static void the_print_states_every_width(void **state) {
    (void)state;
    char text[RH_MAP_TEXT];
    struct rh_map map = parsed("row:bank:column:channel:column[3],bank^=row[2:0]", &gpu);
    rh_map_print(&map, text);
    assert_string_equal(text, "row[14]:bank[3]:column[3]:channel[3]:column[3]:byte[5],bank[2:0]^=row[2:0]");
}

static void the_default_gives_a_channel_256_bytes(void **state) {
    (void)state;
    struct rh_map map;
    struct rh_error error = {""};
    assert_true(rh_map_parse(&map, RH_DEFAULT_MAP, &gpu, &error));
    assert_place(&map, 0xff, 0, 0, 0, 7);
    assert_place(&map, 0x100, 1, 0, 0, 0);
    struct rh_map_shape wide = gpu; // a command as long as that, and a row
    wide.command_bytes = 512;
    map = parsed(RH_DEFAULT_MAP, &wide);
    assert_place(&map, 512, 1, 0, 0, 0);
    wide = gpu;
    wide.columns = 4;
    map = parsed(RH_DEFAULT_MAP, &wide);
    assert_place(&map, 128, 1, 0, 0, 0);
    map = parsed("row:bank:column:channel[1]:column:channel[1]:column[1]:channel", &gpu);
    assert_int_equal(map.piece[4].width, 3);
}

static void addresses_beyond_the_memory_have_no_place(void **state) {
    (void)state;
    struct rh_map_place place;
    struct rh_map_shape odd = gpu;
    odd.rows = 12000;
    struct rh_map map = parsed("row:bank:column:channel", &odd);
    assert_true(rh_map_place(&map, (UINT64_C(12000) << 17) - 1, &place));
    assert_int_equal(place.row, 11999);
    assert_false(rh_map_place(&map, UINT64_C(12000) << 17, &place));
    assert_false(rh_map_place(&map, UINT64_C(1) << 31, &place));
    assert_false(rh_map_place(&map, UINT64_MAX, &place));
}

/* 12000 = 32 x 375 rows: bits 5 to 13 tell the last row from those that are not there, bits 0 to 4 do not. */
static void rows_that_are_no_power_of_two_lie_on_top(void **state) {
    (void)state;
    struct rh_map_shape odd = gpu;
    odd.rows = 12000;
    static const char *const good[] = {
        "row:bank:column:channel",
        "row[9]:bank:row[5]:column:channel",
        "row[4]:row[5]:channel:row:bank:column",
        "row:bank:column:channel,row[4:0]^=column[4:0],bank^=row[13:11]",
        "RoBaRaCoCh",
        "MOP4CLXOR",
    };
    static const char *const broken[] = {
        "channel:row:bank:column",
        "row[8]:bank:row:column:channel",
        "row[4]:channel:row:bank:column",
        "row:bank:column:channel,row[5:1]^=column[4:0]",
        "ChRaBaRoCo",
    };
    for (unsigned i = 0; i < sizeof good / sizeof good[0]; i++) {
        struct rh_map map = parsed(good[i], &odd);
        struct rh_map_place place;
        for (uint64_t address = 0; address < rh_map_bytes(&map); address += 32 * 7919) {
            assert_true(rh_map_place(&map, address, &place));
            assert_int_equal(rh_map_address(&map, &place), address);
        }
        assert_true(rh_map_place(&map, rh_map_bytes(&map) - 1, &place));
        assert_false(rh_map_place(&map, rh_map_bytes(&map), &place));
    }
    for (unsigned i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        struct rh_map map;
        struct rh_error error = {""};
        assert_false(rh_map_parse(&map, broken[i], &odd, &error));
        assert_string_equal(error.text, "map: found 12000 rows, no power of two, below other fields or in a hash, "
                                        "expected the row on top of the address");
        assert_true(rh_map_parse(&map, broken[i], &gpu, &error));
    }
}

static void broken_maps_are_refused_by_column(void **state) {
    (void)state;
    static const struct {
        const char *text, *error;
    } broken[] = {
        {"", "map:1: found the end of the line, expected row, bank, bank_group, rank, column, channel or byte"},
        {"rows:bank", "map:1: found 'rows:bank', expected row, bank, bank_group, rank, column, channel or byte"},
        {"row:bank:column", "map:16: found 0 bits of channel, expected 3, as the memory has"},
        {"row[13]:bank:column:channel", "map:1: found 13 bits of row, expected 14, as the memory has"},
        {"RoBaRaRoCoCh", "map:1: found 'RoBaRaRoCoCh', expected row, bank, bank_group, rank, column, channel or byte"},
        {"RoBaCo", "map:7: found 0 bits of channel, expected 3, as the memory has"},
        {"RoBaCoCh,bank^=bank", "map:16: found 'bank', expected another field than the one hashed"},
        {"row:column:bank:column:channel:column",
         "map:32: found 'column', expected at most two pieces of column without a width"},
        {"row:row:bank:column:channel",
         "map:5: found 'row:bank:column:channel', expected one piece of a field without a width"},
        {"row:bank:byte:column:channel",
         "map:15: found 'column:channel', expected nothing after byte, which is lowest"},
        {"row[x]:bank", "map:5: found 'x]:bank', expected bits (a number from 0 to 40, decimal)"},
        {"row[3:bank", "map:6: found ':bank', expected ']'"},
        {"row bank", "map:4: found ' ', expected ':' and a field, or ',' and a hash"},
        {"row:bank:column:channel,",
         "map:25: found the end of the line, expected row, bank, bank_group, rank, column, channel or byte"},
        {"row:bank:column:channel,bank^row", "map:30: found 'row', expected '='"},
        {"row:bank:column:channel,bank^=bank", "map:31: found 'bank', expected another field than the one hashed"},
        {"row:bank:column:channel,bank^=row", "map:31: found 'row', expected at most 3 bits, not 14"},
        {"row:bank:column:channel,bank[2:1]^=row[0]", "map:36: found 'row[0]', expected 2 bits, not 1"},
        {"row:bank:column:channel,bank^=row[14]",
         "map:35: found '14]', expected a bit of the field (a number from 0 to 13, decimal)"},
        {"row:bank:column:channel,bank^=row[1:2]",
         "map:37: found '2]', expected a bit not above the first (a number from 0 to 1, decimal)"},
        {"row:bank:column:channel,bank^=byte[1]",
         "map:31: found 'byte[1]', expected a field that has bits, and not byte"},
    };
    for (unsigned i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        struct rh_map map;
        struct rh_error error = {""};
        assert_false(rh_map_parse(&map, broken[i].text, &gpu, &error));
        assert_string_equal(error.text, broken[i].error);
    }
}

static void shapes_that_are_no_powers_of_two_are_refused(void **state) {
    (void)state;
    struct rh_map map;
    struct rh_error error = {""};
    struct rh_map_shape six = gpu;
    six.banks = 6;
    assert_false(rh_map_parse(&map, "row:bank:column:channel", &six, &error));
    assert_string_equal(error.text, "map: found 6 banks, expected a power of two, to cut addresses into bits");
}

/* The default map of six channels of 64 columns: 256 bytes to a channel, then to the next; 384 columns a row. */
static void six_channels_are_a_remainder(void **state) {
    (void)state;
    static const char *const refused[] = {"row:bank:channel[1]:column:channel[2]:column[3]", "MOP4CLXOR",
                                          "row:bank:column:channel,channel[0:0]^=row[0:0]"};
    struct rh_map_shape six = gpu;
    struct rh_map_place place;
    struct rh_error error = {""};
    six.channels = 6;
    struct rh_map map = parsed(RH_DEFAULT_MAP, &six);
    assert_place(&map, 0x520, 5, 0, 0, 1);
    assert_place(&map, 0x600, 0, 0, 0, 8);
    assert_place(&map, 6 * 2048, 0, 1, 0, 0);
    assert_place(&map, 6 * 16384 + 0x100, 1, 0, 1, 0);
    assert_int_equal(rh_map_bytes(&map), UINT64_C(6) * 16384 * 16384);
    assert_place(&map, UINT64_C(6) * 16384 * 16384 - 1, 5, 7, 16383, 63);
    assert_false(rh_map_place(&map, UINT64_C(6) * 16384 * 16384, &place));
    assert_false(rh_map_place(&map, UINT64_C(6) << 61, &place)); /* 2^53 x 6 x 256 */
    map.wrap = true;
    assert_place(&map, UINT64_C(6) * 16384 * 16384 + 0x520, 5, 0, 0, 1);
    place = (struct rh_map_place){.channel = 5, .bank = 3, .row = 2, .column = 9};
    assert_int_equal(rh_map_address(&map, &place), 2 * 6 * 16384 + 3 * 6 * 2048 + 1536 + 5 * 256 + 32);
    for (unsigned k = 0; k < sizeof refused / sizeof refused[0]; k++) {
        assert_false(rh_map_parse(&map, refused[k], &six, &error));
        assert_non_null(strstr(error.text, "found 6 channels, no power of two, in "));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_stand_from_the_most_significant_bit_down),
        cmocka_unit_test(a_field_in_pieces_joins_them),
        cmocka_unit_test(bank_groups_are_the_high_bits_of_the_flat_bank),
        cmocka_unit_test(ranks_stand_above_the_bank_groups),
        cmocka_unit_test(names_of_other_simulators_are_taken),
        cmocka_unit_test(hashes_fold_bits_of_one_field_into_another),
        cmocka_unit_test(every_map_has_an_inverse_and_a_print),
        cmocka_unit_test(the_print_states_every_width),
        cmocka_unit_test(the_default_gives_a_channel_256_bytes),
        cmocka_unit_test(addresses_beyond_the_memory_have_no_place),
        cmocka_unit_test(rows_that_are_no_power_of_two_lie_on_top),
        cmocka_unit_test(broken_maps_are_refused_by_column),
        cmocka_unit_test(shapes_that_are_no_powers_of_two_are_refused),
        cmocka_unit_test(six_channels_are_a_remainder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
