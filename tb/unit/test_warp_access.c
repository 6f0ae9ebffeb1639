// SPDX-License-Identifier: Apache-2.0
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rowhold/rh_lru.h"
#include "rowhold/rh_warp_access.h"

/* Thread t reads `bytes` at first + t x stride. */
static struct rh_warp_access strided(enum rh_space space, uint64_t first, uint64_t stride, unsigned bytes) {
    uint64_t address[RH_WARP_THREADS];
    for (unsigned t = 0; t < RH_WARP_THREADS; t++)
        address[t] = first + t * stride;
    return rh_warp_access(space, address, bytes);
}

#define assert_access(access, transactions_, replays_)                                                                 \
    do {                                                                                                               \
        const struct rh_warp_access found = access;                                                                    \
        assert_int_equal(found.transactions, transactions_);                                                           \
        assert_int_equal(found.replays, replays_);                                                                     \
    } while (0)

static void a_warp_side_by_side_is_one_line(void **state) {
    (void)state;
    const struct rh_warp_access access = strided(RH_SPACE_GLOBAL, 256, 4, 4);
    assert_int_equal(access.lines, 1);
    assert_int_equal(access.line[0], 2);
    assert_access(access, 1, 0);
    assert_access(strided(RH_SPACE_GLOBAL, 260, 4, 4), 2, 1); /* one word over the line's end */
    assert_access(strided(RH_SPACE_GLOBAL, 0, 8, 8), 2, 1);
    assert_access(strided(RH_SPACE_GLOBAL, 0, 16, 16), 4, 3);
}

/* Replays (1): 32 threads, 8 bytes apart: 2 lines; 128: one each; all the same: one. */
static void strides_part_a_global_access(void **state) {
    (void)state;
    assert_access(strided(RH_SPACE_GLOBAL, 0, 8, 4), 2, 1);
    assert_access(strided(RH_SPACE_GLOBAL, 0, 128, 4), 32, 31);
    assert_access(strided(RH_SPACE_GLOBAL, 0, 0, 4), 1, 0);
    const struct rh_warp_access back = strided(RH_SPACE_GLOBAL, 4096, (uint64_t)-128, 4);
    assert_int_equal(back.lines, 32);
    assert_int_equal(back.line[0], 32);
    assert_int_equal(back.line[31], 1);
}

static void textures_do_not_replay(void **state) {
    (void)state;
    assert_access(strided(RH_SPACE_TEXTURE, 0, 128, 4), 32, 0);
}

/* Replays (3): a word is broadcast, each other word comes by itself; lines are what the cache sees. */
static void constants_come_word_by_word(void **state) {
    (void)state;
    assert_access(strided(RH_SPACE_CONSTANT, 64, 0, 4), 1, 0);
    assert_access(strided(RH_SPACE_CONSTANT, 0, 4, 4), 32, 31);
    assert_int_equal(strided(RH_SPACE_CONSTANT, 0, 4, 4).lines, 1);
    assert_access(strided(RH_SPACE_CONSTANT, 0, 0, 8), 2, 1);
    uint64_t address[RH_WARP_THREADS];
    for (unsigned t = 0; t < RH_WARP_THREADS; t++)
        address[t] = t / 8 * 4; /* four words, each for eight threads */
    assert_access(rh_warp_access(RH_SPACE_CONSTANT, address, 4), 4, 3);
}

/* Replays (4): 32 banks of a word. A stride of two words: pairs of threads meet; of 32: all; of 33: none; the same word
 * is read once. */
static void shared_banks_conflict(void **state) {
    (void)state;
    assert_access(strided(RH_SPACE_SHARED, 0, 4, 4), 1, 0);
    assert_access(strided(RH_SPACE_SHARED, 0, 8, 4), 2, 1);
    assert_access(strided(RH_SPACE_SHARED, 0, 128, 4), 32, 31);
    assert_access(strided(RH_SPACE_SHARED, 0, 132, 4), 1, 0);
    assert_access(strided(RH_SPACE_SHARED, 512, 0, 4), 1, 0);
    assert_access(strided(RH_SPACE_SHARED, 0, 8, 8), 2, 1);
    assert_int_equal(strided(RH_SPACE_SHARED, 0, 4, 4).lines, 0);
}

static void memories_are_those_of_the_table(void **state) {
    (void)state;
    static const char names[] = "GTCS";
    static const unsigned address[] = {2, 0, 1, 1}, stores[] = {1, 0, 0, 1};
    assert_int_equal(RH_SPACES, 4);
    for (unsigned s = 0; s < RH_SPACES; s++) {
        assert_int_equal(rh_space_letter(s), names[s]);
        assert_int_equal(rh_space_address(s), address[s]);
        assert_int_equal(rh_space_stores(s), stores[s]);
    }
    assert_string_equal(rh_space_name(RH_SPACE_TEXTURE), "texture");
}

/* Two sets of two: even and odd lines. 0 2 4 throws 0 out; 2 is younger than 4 then, so 6 throws 4 out. */
static void the_oldest_of_a_set_makes_room(void **state) {
    (void)state;
    static struct rh_lru lru;
    static const struct {
        uint64_t line;
        bool hit;
    } steps[] = {{0, false}, {2, false}, {0, true}, {1, false}, {2, true}, {4, false},
                 {1, true},  {0, false}, {4, true}, {2, false}, {0, false}};
    rh_lru_start(&lru, 4, 2);
    for (unsigned i = 0; i < sizeof steps / sizeof steps[0]; i++)
        assert_int_equal(rh_lru_touch(&lru, steps[i].line), steps[i].hit);
    rh_lru_start(&lru, 1, 16); /* fewer lines than ways: one set of one */
    assert_false(rh_lru_touch(&lru, 7));
    assert_true(rh_lru_touch(&lru, 7));
    assert_false(rh_lru_touch(&lru, 8));
    assert_false(rh_lru_touch(&lru, 7));
}

static void caches_stand_one_before_the_other(void **state) {
    (void)state;
    static struct rh_caches caches;
    const struct rh_sm sm = rh_sm_default();
    rh_caches_start(&caches, &sm);
    assert_int_equal(rh_caches_load(&caches, RH_SPACE_TEXTURE, 5), RH_CACHES_MISS | RH_CACHES_DRAM);
    assert_int_equal(rh_caches_load(&caches, RH_SPACE_TEXTURE, 5), 0);
    assert_int_equal(rh_caches_load(&caches, RH_SPACE_CONSTANT, 5), RH_CACHES_MISS);
    assert_int_equal(rh_caches_load(&caches, RH_SPACE_GLOBAL, 5), 0);
    assert_int_equal(rh_caches_load(&caches, RH_SPACE_GLOBAL, 6), RH_CACHES_DRAM);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_warp_side_by_side_is_one_line), cmocka_unit_test(strides_part_a_global_access),
        cmocka_unit_test(textures_do_not_replay),          cmocka_unit_test(constants_come_word_by_word),
        cmocka_unit_test(shared_banks_conflict),           cmocka_unit_test(memories_are_those_of_the_table),
        cmocka_unit_test(the_oldest_of_a_set_makes_room),  cmocka_unit_test(caches_stand_one_before_the_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
