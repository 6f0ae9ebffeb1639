// SPDX-License-Identifier: Apache-2.0
// Is the generator the published one, and do two uses of one seed have nothing in common?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rowhold/rh_random.h"

static void the_generator_is_splitmix64(void **state) {
    (void)state;
    uint64_t seed = 1234567; // reference values of the published algorithm
    assert_true(rh_random_draw(&seed) == UINT64_C(6457827717110365317));
    assert_true(rh_random_draw(&seed) == UINT64_C(3203168211198807973));
    assert_true(rh_random_draw(&seed) == UINT64_C(9817491932198370423));
}

static void below_gives_every_number_about_equally_often(void **state) {
    (void)state;
    uint64_t seed = 1;
    unsigned count[5] = {0};
    for (unsigned i = 0; i < 50000; i++) {
        uint32_t n = rh_random_below(&seed, 5);
        assert_in_range(n, 0, 4);
        count[n]++;
    }
    for (unsigned n = 0; n < 5; n++)
        assert_in_range(count[n], 9700, 10300);
    assert_int_equal(rh_random_below(&seed, 1), 0);
}

/* Neither is one sequence the other's, nor the other's begun later: no value of one is among the first of the other. */
static void two_uses_of_a_seed_share_no_number(void **state) {
    (void)state;
    enum { DRAWS = 1000 };
    static const struct { uint64_t seed, which; } uses[] = {{1, 1}, {1, 2}, {2, 1}, {0, 1}, {UINT64_MAX, 1}};
    static uint64_t drawn[sizeof uses / sizeof uses[0]][DRAWS];
    for (size_t u = 0; u < sizeof uses / sizeof uses[0]; u++) {
        uint64_t random = rh_random_start(uses[u].seed, uses[u].which);
        for (unsigned i = 0; i < DRAWS; i++)
            drawn[u][i] = rh_random_draw(&random);
        for (size_t other = 0; other < u; other++)
            for (unsigned i = 0; i < DRAWS; i++)
                for (unsigned k = 0; k < DRAWS; k++)
                    assert_true(drawn[u][i] != drawn[other][k]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_generator_is_splitmix64),
        cmocka_unit_test(below_gives_every_number_about_equally_often),
        cmocka_unit_test(two_uses_of_a_seed_share_no_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
