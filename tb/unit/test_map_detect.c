// SPDX-License-Identifier: Apache-2.0
// Does the detection find maps from latencies that are written down here, and say so where they don't decide?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "rowhold/rh_map_detect.h"
#include "rowhold/rh_random.h"

enum { MOST = 6 };

/* A memory of 12 address bits: XORs a level, the latencies, and what disturbs them. */
struct toy {
    uint64_t channel[MOST], group[MOST], bank[MOST], row[MOST]; /* functions; 0 behind the last */
    unsigned modulo;                                            /* not 0: banks are this remainder of address / 16 */
    uint64_t end;    /* not 0: an address is outside where bits 11 and 10 are both set */
    unsigned noise;  /* every so many calls take longer, 0: none */
    unsigned jitter; /* every call takes up to so much longer */
    unsigned calls;
    uint64_t state; /* of the draws */
};

static unsigned differ(const uint64_t functions[MOST], uint64_t flips) {
    for (unsigned i = 0; i < MOST && functions[i] != 0; i++)
        if (__builtin_parityll(functions[i] & flips))
            return 1;
    return 0;
}

static uint64_t disturbed(struct toy *toy, uint64_t latency) {
    toy->calls++;
    if (toy->jitter != 0)
        latency += rh_random_below(&toy->state, toy->jitter + 1);
    return toy->noise != 0 && toy->calls % toy->noise == 0 ? latency + 61 : latency;
}

static uint64_t alone(void *user, uint64_t first, uint64_t second) {
    struct toy *toy = user;
    const uint64_t flips = first ^ second;
    if (toy->end != 0 && ((first >> 10 & 3) == 3 || (second >> 10 & 3) == 3))
        return RH_MAP_NO_LATENCY;
    bool banks = differ(toy->channel, flips) || differ(toy->group, flips) || differ(toy->bank, flips);
    if (toy->modulo != 0)
        banks = first / 16 % toy->modulo != second / 16 % toy->modulo;
    return disturbed(toy, banks ? 70 : differ(toy->row, flips) ? 100 : 30);
}

static uint64_t together(void *user, uint64_t first, uint64_t second) {
    struct toy *toy = user;
    const uint64_t flips = first ^ second;
    return disturbed(toy, differ(toy->channel, flips) ? 70
                          : differ(toy->group, flips) ? 74
                          : differ(toy->bank, flips)  ? 78
                                                      : 120);
}

static struct rh_map_detect found;
static struct rh_error error;

static bool detect(struct toy *toy, bool both, unsigned repeats, uint64_t pairs) {
    const struct rh_map_detect_setup setup = {.bits = 12,
                                              .alone = alone,
                                              .together = both ? together : NULL,
                                              .user = toy,
                                              .repeats = repeats,
                                              .pairs = pairs};
    memset(&error, 0, sizeof error);
    bool good = rh_map_detect(&setup, &found, &error);
    assert_int_equal(good, error.text[0] == '\0');
    return good;
}

/* Functions of a level, as written here: 0 behind the last. */
static void has(enum rh_map_level level, const uint64_t *functions) {
    unsigned count = 0;
    for (; functions[count] != 0; count++)
        assert_int_equal(found.spaces.level[level].row[count], functions[count]);
    assert_int_equal(found.spaces.level[level].rank, count);
}
#define HAS(which, ...) has(RH_MAP_LEVEL_##which, (const uint64_t[]){__VA_ARGS__, 0})
#define NONE(which)     assert_int_equal(found.spaces.level[RH_MAP_LEVEL_##which].rank, 0)

static void levels(const char *expected) {
    static const char letters[] = "CGBR."; /* channel, group, bank, row, column; bit 11 first */
    assert_true(found.levels_known);
    for (unsigned i = 0; i < 12; i++)
        assert_int_equal(letters[found.level[11 - i]], expected[i]);
}

static void a_plain_map_is_found_bit_by_bit(void **state) {
    (void)state;
    struct toy toy = {.channel = {0x008}, .group = {0x100}, .bank = {0x080}, .row = {0x200, 0x400, 0x800}};
    assert_true(detect(&toy, true, 0, 0));
    levels("RRRGB...C...");
    HAS(CHANNEL, 0x008);
    HAS(GROUP, 0x100);
    HAS(BANK, 0x080);
    HAS(ROW, 0x200, 0x400, 0x800);
    assert_int_equal(found.alone[RH_MAP_HIT].least, 30);
    assert_int_equal(found.alone[RH_MAP_MISS].least, 70);
    assert_int_equal(found.alone[RH_MAP_CONFLICT].greatest, 100);
    assert_int_equal(found.together[RH_MAP_APART].least, 74);
    assert_int_equal(found.together[RH_MAP_NEAR].least, 78);
    assert_int_equal(found.spread, 0);
    assert_in_range(found.pairs, 24, 12 * 12 + 8 * 12);
    assert_int_equal(found.probes, found.pairs);
    assert_int_equal(toy.calls, found.probes);
    assert_true(found.whole[RH_MAP_LEVEL_BANK]);
}

/* Every row bit is hashed: no bit by itself shows a row, and each function has its row bits. */
static void hashes_of_several_row_bits_are_found(void **state) {
    (void)state;
    struct toy toy = {.channel = {0x208}, .group = {0x500}, .bank = {0x880}, .row = {0x200, 0x400, 0x800}};
    assert_true(detect(&toy, true, 0, 0));
    levels("BGCGB...C...");
    HAS(CHANNEL, 0x208);
    HAS(GROUP, 0x500);
    HAS(BANK, 0x880);
    HAS(ROW, 0x200, 0x400, 0x800);
    toy = (struct toy){.bank = {0xa80, 0x500}, .row = {0x200, 0x400, 0x800}};
    assert_true(detect(&toy, true, 0, 0));
    levels("BBBBB.......");
    HAS(BANK, 0xa80, 0x500);
}

/* A row bit in the channel, in the group and in two banks: its flip is undone by four others only. */
static void a_bit_may_be_in_several_functions(void **state) {
    (void)state;
    struct toy toy = {.channel = {0x808}, .group = {0x900}, .bank = {0x880, 0x840}, .row = {0x200, 0x400, 0x800}};
    assert_true(detect(&toy, true, 0, 0));
    HAS(CHANNEL, 0x808);
    HAS(GROUP, 0x900);
    HAS(BANK, 0x840, 0x880);
    HAS(ROW, 0x200, 0x400, 0x800);
    assert_true(detect(&toy, false, 0, 0)); /* a relation of five bits, in one level */
    NONE(CHANNEL);
    NONE(GROUP);
    HAS(BANK, 0x808, 0x840, 0x880, 0x900);
    assert_int_equal(found.tried[RH_MAP_LEVEL_BANK], 5);
    assert_true(found.whole[RH_MAP_LEVEL_BANK]);
    assert_false(found.channels_known);
}

/* Functions as a map may write them: the same spaces as a08, a108, and a80 without them. */
static void functions_are_found_up_to_their_span(void **state) {
    (void)state;
    struct toy toy = {.channel = {0x008}, .group = {0x108}, .bank = {0x188}, .row = {0x280, 0x408, 0xe00}};
    assert_true(detect(&toy, true, 0, 0));
    HAS(CHANNEL, 0x008);
    HAS(GROUP, 0x100);
    HAS(BANK, 0x080);
    HAS(ROW, 0x200, 0x400, 0x800);
}

static void a_column_bit_may_be_hashed_into_the_row(void **state) {
    (void)state;
    struct toy toy = {.bank = {0x080, 0x100}, .row = {0x200, 0x410, 0x810}};
    assert_true(detect(&toy, true, 0, 0));
    levels("RRRBB..R....");
    HAS(ROW, 0x810, 0x200, 0xc00); /* 0x410 + 0x810 = 0xc00; pivots: bits 4, 9, 10 */
}

static void without_groups_banks_are_of_one_kind(void **state) {
    (void)state;
    struct toy toy = {.channel = {0x008}, .bank = {0x080, 0x100}, .row = {0x200, 0x400, 0x800}};
    assert_true(detect(&toy, true, 0, 0));
    assert_true(found.channels_known);
    assert_false(found.groups_known);
    assert_int_equal(found.tried[RH_MAP_LEVEL_GROUP], 0);
    HAS(BANK, 0x080, 0x100);
    levels("RRRBB...C...");
}

static void one_bank_or_one_row_is_not_decided(void **state) {
    (void)state;
    static const char *const text =
        "alone: found 2 latencies, expected 3: of one row, of two banks, of two rows of a bank";
    struct toy toy = {.row = {0x200, 0x400, 0x800}};
    assert_false(detect(&toy, true, 0, 0));
    assert_string_equal(error.text, text);
    assert_false(found.levels_known);
    toy = (struct toy){.bank = {0x200, 0x400, 0x800}};
    assert_false(detect(&toy, true, 0, 0));
    assert_string_equal(error.text, text);
    toy = (struct toy){.calls = 0};
    assert_false(detect(&toy, true, 0, 0));
    assert_string_equal(error.text,
                        "alone: found 1 latencies, expected 3: of one row, of two banks, of two rows of a bank");
}

static void repeating_removes_noise(void **state) {
    (void)state;
    struct toy toy = {.channel = {0x208}, .group = {0x500}, .bank = {0x880}, .row = {0x200, 0x400, 0x800}, .noise = 5};
    assert_false(detect(&toy, true, 1, 0));
    assert_int_equal(found.alone_count, 1); /* 61 of noise bridge all gaps */
    assert_int_equal(found.spread, 61);
    assert_true(detect(&toy, true, 2, 0));
    assert_int_equal(found.probes, 2 * found.pairs);
    assert_int_equal(found.spread, 0);
    HAS(BANK, 0x880);
}

/* Up to 3 more on every latency: enough for channels and banks, and no gap of 4 is left between groups. */
static void noise_that_stays_widens_the_clusters(void **state) {
    (void)state;
    struct toy toy = {.channel = {0x008}, .bank = {0x080, 0x100}, .row = {0x200, 0x400, 0x800}, .jitter = 3};
    assert_true(detect(&toy, false, 1, 0));
    assert_in_range(found.spread, 1, 3);
    assert_in_range(found.alone[RH_MAP_HIT].greatest, 31, 33);
    HAS(BANK, 0x008, 0x080, 0x100);
    toy.jitter = 30;
    assert_false(detect(&toy, false, 1, 0));
}

/* The time of two banks lies above that of one by less than the noise: channels can't be known. */
static uint64_t hardly_later(void *user, uint64_t first, uint64_t second) {
    const uint64_t latency = together(user, first, second);
    return latency >= 78 && latency <= 81 ? latency - 6 : latency;
}

static void a_wait_within_the_noise_is_not_decided(void **state) {
    (void)state;
    struct toy toy = {.channel = {0x008}, .bank = {0x080, 0x100}, .row = {0x200, 0x400, 0x800}};
    const struct rh_map_detect_setup setup = {.bits = 12, .alone = alone, .together = hardly_later, .user = &toy};
    assert_true(rh_map_detect(&setup, &found, &error));
    HAS(CHANNEL, 0x008);
    toy.jitter = 3;
    assert_false(rh_map_detect(&setup, &found, &error));
    assert_non_null(strstr(error.text, "together: found a latency of 7"));
    assert_non_null(strstr(error.text, "expected one that stands out of a noise of "));
}

static void latencies_of_no_xor_are_not_decided(void **state) {
    (void)state;
    struct toy toy = {.modulo = 3, .row = {0x200, 0x400, 0x800}};
    assert_false(detect(&toy, false, 0, 0));
    assert_non_null(strstr(error.text, "expected another "));
    assert_non_null(strstr(error.text, " by the XORs found: no map of XORs, or one of more bits"));
}

static void pairs_used_up_are_not_decided(void **state) {
    (void)state;
    struct toy toy = {.channel = {0x208}, .group = {0x500}, .bank = {0x880}, .row = {0x200, 0x400, 0x800}};
    assert_false(detect(&toy, true, 0, 50));
    assert_string_equal(error.text, "pairs: found all 50 measured, expected more to decide");
    assert_int_equal(found.pairs, 50);
    assert_true(found.levels_known);
    assert_int_equal(found.level[3], RH_MAP_LEVEL_CHANNEL);
    assert_false(detect(&toy, true, 0, 5));
    assert_false(found.levels_known);
}

/* Sets of a size are tried all or not at all: what was tried is said, and a function too many is left. */
static void a_relation_of_more_bits_than_tried_is_missing(void **state) {
    (void)state;
    struct toy toy = {.bank = {0x808, 0x810, 0x820, 0x840, 0x880, 0x900}, .row = {0x200, 0x400, 0x800}};
    assert_true(detect(&toy, false, 0, 0)); /* 120 sets of 7 bits */
    HAS(BANK, 0x808, 0x810, 0x820, 0x840, 0x880, 0x900);
    assert_true(detect(&toy, false, 0, 125));
    assert_int_equal(found.tried[RH_MAP_LEVEL_BANK], 2);
    assert_false(found.whole[RH_MAP_LEVEL_BANK]);
    assert_int_equal(found.spaces.level[RH_MAP_LEVEL_BANK].rank, 7);
}

static void addresses_outside_the_memory_are_gone_around(void **state) {
    (void)state;
    struct toy toy = {.bank = {0x480, 0x100}, .row = {0x200, 0x400, 0x800}, .end = 1};
    assert_true(detect(&toy, true, 0, 0));
    HAS(BANK, 0x480, 0x100);
    HAS(ROW, 0x200, 0x400, 0x800);
}

static void a_setup_that_cannot_be_is_refused(void **state) {
    (void)state;
    struct rh_map_detect_setup setup = {.bits = 64, .alone = alone};
    assert_false(rh_map_detect(&setup, &found, &error));
    assert_string_equal(error.text, "bits: found 64, expected 1 to 63");
    setup.bits = 12;
    setup.pairs = 1 << 25;
    assert_false(rh_map_detect(&setup, &found, &error));
    assert_string_equal(error.text, "pairs: found 33554432, expected at most 16777216");
    setup.pairs = 0;
    setup.alone = NULL;
    assert_false(rh_map_detect(&setup, &found, &error));
    assert_string_equal(error.text, "alone: found NULL, expected a probe");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plain_map_is_found_bit_by_bit),
        cmocka_unit_test(hashes_of_several_row_bits_are_found),
        cmocka_unit_test(a_bit_may_be_in_several_functions),
        cmocka_unit_test(functions_are_found_up_to_their_span),
        cmocka_unit_test(a_column_bit_may_be_hashed_into_the_row),
        cmocka_unit_test(without_groups_banks_are_of_one_kind),
        cmocka_unit_test(one_bank_or_one_row_is_not_decided),
        cmocka_unit_test(repeating_removes_noise),
        cmocka_unit_test(noise_that_stays_widens_the_clusters),
        cmocka_unit_test(a_wait_within_the_noise_is_not_decided),
        cmocka_unit_test(latencies_of_no_xor_are_not_decided),
        cmocka_unit_test(pairs_used_up_are_not_decided),
        cmocka_unit_test(a_relation_of_more_bits_than_tried_is_missing),
        cmocka_unit_test(addresses_outside_the_memory_are_gone_around),
        cmocka_unit_test(a_setup_that_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
