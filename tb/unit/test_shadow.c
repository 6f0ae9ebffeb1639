// SPDX-License-Identifier: Apache-2.0
// A shadow holds what unpacking the whole vector gives, however few of its words changed: of every block of the
// registry.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rowhold/rh_controller.h"
#include "rowhold/rh_random.h"
#include "rowhold/rh_variant.h"
#include "tb/lockstep/rh_shadow.h"

/* Vectors that differ from the one before in 0 to all of their bits. */
static void follow(const struct rh_layout *layout, size_t state_size, uint64_t seed) {
    unsigned words = (layout->bits + 31) / 32;
    uint64_t random = rh_random_start(seed, 1);
    unsigned char *kept = calloc(1, state_size), *whole = calloc(1, state_size);
    uint32_t *vector = calloc(words + 1 + RH_SHADOW_SPARE, sizeof *vector);
    struct rh_shadow *shadow = rh_shadow_open(layout, kept);
    assert_non_null(shadow);
    for (unsigned turn = 0; turn < 200; turn++) {
        unsigned bits = turn % 50 == 0 ? layout->bits : (unsigned)(rh_random_draw(&random) % 5);
        for (unsigned i = 0; i < bits; i++) {
            unsigned bit = (unsigned)(rh_random_draw(&random) % layout->bits);
            vector[bit / 32] ^= UINT32_C(1) << bit % 32;
        }
        memset(vector + words, (int)turn, RH_SHADOW_SPARE * sizeof *vector); /* nobody's */
        rh_shadow_update(shadow, vector);
        rh_layout_unpack(layout, vector, whole);
        assert_memory_equal(kept, whole, state_size);
    }
    rh_shadow_close(shadow);
    free(kept);
    free(whole);
    free(vector);
}

static void a_shadow_is_the_whole_vector_unpacked(void **state) {
    (void)state;
    unsigned blocks = 0;
    for (unsigned kind = 0; kind < RH_KINDS; kind++) {
        const struct rh_kind *of = rh_kind_of((enum rh_kind_code)kind)->kind;
        void *params = calloc(1, of->params_size);
        assert_non_null(params);
        for (unsigned i = 0; i < of->param_count; i++)
            rh_param_set(&of->params[i], params, of->params[i].defaults);
        for (size_t n = 0; n < rh_variant_count((enum rh_kind_code)kind); n++) {
            const struct rh_variant *variant = rh_variant_at((enum rh_kind_code)kind, n);
            struct rh_layout layout;
            rh_layout_make(&layout, variant->ops->list, params);
            follow(&layout, variant->ops->state_size, n + 1);
            blocks++;
        }
        free(params);
    }
    assert_true(blocks >= 12);
}

static const uint8_t wide_bits = 70;
struct wide {
    rh_wide rows[3];
    uint8_t flag[5];
    uint64_t word;
};
static void list_wide(struct rh_layout *layout, size_t base, const void *params) {
    (void)params;
    RH_ROW(struct wide, flag, 5, 1, NULL);
    RH_ROW(struct wide, rows, 3, wide_bits, NULL);
    RH_ROW(struct wide, word, 1, 64, NULL);
}

static void an_element_across_three_words_is_whole(void **state) {
    (void)state;
    struct rh_layout layout;
    rh_layout_make(&layout, list_wide, NULL);
    assert_int_equal(layout.bits, 5 + 3 * 70 + 64);
    follow(&layout, sizeof(struct wide), 9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_shadow_is_the_whole_vector_unpacked),
        cmocka_unit_test(an_element_across_three_words_is_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
