// SPDX-License-Identifier: Apache-2.0
// Every allocator under every hold rule: `idle` makes of a state what a clock without requests makes of it, and `match`
// what a step makes of it, without a look at the inputs that ask for nothing.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rowhold/rh_allocator.h"
#include "rowhold/rh_random.h"

enum { CLOCKS = 3000 };

static unsigned draw(uint64_t *random, unsigned n) {
    return (unsigned)rh_random_below(random, n);
}

/* Random requests, and in a third of the clocks none. */
static bool ask(uint64_t *random, const struct rh_allocator_params *p, struct rh_allocator_in *in) {
    bool asks = draw(random, 3) != 0;
    memset(in, 0, sizeof *in);
    in->ready = draw(random, 1U << p->outputs);
    for (unsigned i = 0; i < p->inputs && asks; i++) {
        in->request[i] = draw(random, 2) ? draw(random, 1U << p->outputs) : 0;
        in->destination[i] = (uint8_t)draw(random, p->destinations);
        in->bank[i] = (uint8_t)draw(random, p->banks);
        in->row[i] = draw(random, 3);
    }
    return asks;
}

static void idles_as_it_steps(const struct rh_block_ops *ops, unsigned hold, unsigned limit) {
    struct rh_allocator_params p = rh_allocator_router();
    struct rh_allocator_config config = {.hold_limit = (uint8_t)limit};
    struct rh_allocator_in in;
    struct rh_allocator_out out;
    uint64_t random = rh_random_start(7, hold);
    unsigned rests = 0, moves = 0;
    p.hold = (uint8_t)hold;
    assert_non_null(ops->idle);
    unsigned char *cycle_by_cycle = calloc(1, ops->state_size), *rested = calloc(1, ops->state_size);
    assert_non_null(cycle_by_cycle);
    assert_non_null(rested);
    ops->reset(cycle_by_cycle, &p);
    for (unsigned clock = 0; clock < CLOCKS; clock++) {
        bool asks = ask(&random, &p, &in);
        memcpy(rested, cycle_by_cycle, ops->state_size);
        uint64_t clocks = asks ? 1 : 1 + draw(&random, 3);
        for (uint64_t k = 0; k < clocks; k++)
            ops->cycle(cycle_by_cycle, &p, &config, &in, &out);
        if (asks)
            continue;
        moves += memcmp(rested, cycle_by_cycle, ops->state_size) != 0;
        ops->idle(rested, &p, in.ready, ops->draws ? clocks : 1);
        assert_memory_equal(rested, cycle_by_cycle, ops->state_size);
        rests++;
    }
    assert_true(rests > CLOCKS / 4);

    assert_true(hold == 0 || moves > rests / 8);
    free(cycle_by_cycle);
    free(rested);
}

static void matches_as_it_steps(const struct rh_block_ops *ops, unsigned hold, unsigned limit) {
    struct rh_allocator_params p = rh_allocator_router();
    struct rh_allocator_config config = {.hold_limit = (uint8_t)limit};
    struct rh_allocator_in in;
    struct rh_allocator_out stepped_out, matched_out;
    uint64_t random = rh_random_start(8, hold);
    unsigned silent = 0, granted = 0;
    p.hold = (uint8_t)hold;
    assert_non_null(ops->match);
    unsigned char *cycle_by_cycle = calloc(1, ops->state_size), *matched = calloc(1, ops->state_size);
    assert_non_null(cycle_by_cycle);
    assert_non_null(matched);
    ops->reset(cycle_by_cycle, &p);
    for (unsigned clock = 0; clock < CLOCKS; clock++) {
        (void)ask(&random, &p, &in);
        memcpy(matched, cycle_by_cycle, ops->state_size);
        ops->cycle(cycle_by_cycle, &p, &config, &in, &stepped_out);
        uint64_t asks = 0;
        for (unsigned i = 0; i < p.inputs; i++) {
            asks |= (uint64_t)(in.request[i] != 0) << i;
            if (in.request[i] == 0) {
                in.request[i] = UINT64_MAX;
                in.row[i] = 1;
            }
        }
        memset(&matched_out, 0xa5, sizeof matched_out);
        const uint64_t given = ops->match(matched, &p, &config, asks, &in, &matched_out);
        assert_memory_equal(matched, cycle_by_cycle, ops->state_size);
        assert_int_equal(matched_out.held, stepped_out.held);
        for (unsigned i = 0; i < p.inputs; i++) {
            bool gets = stepped_out.grant[i] != 0;
            assert_int_equal(given >> i & 1, gets);
            assert_int_equal(matched_out.grant[i], gets ? stepped_out.grant[i] : UINT64_C(0xa5a5a5a5a5a5a5a5));
            silent += (asks >> i & 1) == 0;
            granted += gets;
        }
    }
    assert_true(silent > CLOCKS && granted > CLOCKS / 2);
    free(cycle_by_cycle);
    free(matched);
}

static void every_allocator_matches_as_it_steps(void **state) {
    (void)state;
    for (unsigned k = 0; k < rh_allocator_count(); k++)
        for (unsigned hold = 0; hold < 4; hold++) {
            matches_as_it_steps(rh_allocator_at(k), hold, 0);
            matches_as_it_steps(rh_allocator_at(k), hold, 3);
        }
}

static void every_allocator_idles_as_it_steps(void **state) {
    (void)state;
    assert_true(rh_allocator_count() >= 4);
    for (unsigned k = 0; k < rh_allocator_count(); k++)
        for (unsigned hold = 0; hold < 4; hold++) {
            idles_as_it_steps(rh_allocator_at(k), hold, 0);
            idles_as_it_steps(rh_allocator_at(k), hold, 3);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocator_idles_as_it_steps),
        cmocka_unit_test(every_allocator_matches_as_it_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
