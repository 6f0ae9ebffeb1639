// SPDX-License-Identifier: Apache-2.0
// Drivers that do not keep to the contract of a port (rtl/core/rh_contract_*.sv): RTL and model agree, and yet the
// lockstep ends in that clock and names the port. Needs Verilator, or the plug-ins that the build made with it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rowhold/rh_controller.h"
#include "rowhold/rh_ejector.h"
#include "rowhold/rh_injector.h"
#include "rowhold/rh_preset.h"
#include "rowhold/rh_variant.h"
#include "tb/lockstep/rh_lockstep.h"

enum { MOST = 1000 /* clocks within which a queue is full and all responses wait */ };

/* A block of usual parameters in lockstep, and another one that is opened later: it broke nothing. */
struct pair {
    struct rh_block block;
    struct rh_rtl rtl;
    struct rh_lockstep *lockstep, *other;
    union {
        struct rh_geometry controller;
        struct rh_ejector_params ejector;
        struct rh_injector_params injector;
    } params;
    union {
        struct rh_constraints controller;
        struct rh_ejector_config ejector;
        struct rh_injector_config injector;
    } config;
};

static void pair_open(struct pair *pair, enum rh_kind_code code, const char *name) {
    const struct rh_kind *kind = rh_kind_of(code)->kind;
    struct rh_error error = {""};
    rh_params_default(kind, &pair->params);
    rh_block_make(&pair->block, kind, rh_variant_find(code, name)->ops, &pair->params);
    if (!rh_rtl_load(&pair->rtl, &pair->block, NULL, true, &error))
        fail_msg("%s", error.text);
    struct rh_lockstep_setup setup = {
        .block = &pair->block, .config = &pair->config, .rtl = pair->rtl.api, .seed = 1, .compare_state = 1};
    pair->lockstep = rh_lockstep_open(&setup, &error);
    pair->other = rh_lockstep_open(&setup, &error);
    assert_non_null(pair->lockstep);
    assert_non_null(pair->other);
}

/* Every clock before was as it should be; this one is not. */
static void expect_broken(struct pair *pair, const void *in, const char *text) {
    assert_null(rh_lockstep_broken(pair->lockstep));
    assert_false(rh_lockstep_cycle(pair->lockstep, in));
    assert_true(rh_lockstep_differs(pair->lockstep));
    assert_non_null(rh_lockstep_broken(pair->lockstep));
    assert_non_null(strstr(rh_lockstep_broken(pair->lockstep), text));
    assert_true(rh_lockstep_finish(pair->other));
    rh_lockstep_close(pair->lockstep);
    rh_lockstep_close(pair->other);
    rh_rtl_unload(&pair->rtl);
}

static void an_offer_that_changes_before_it_is_taken(void **state) {
    (void)state;
    static struct pair pair;
    struct rh_preset preset;
    struct rh_error error;
    assert_true(rh_preset_find("gddr3", &preset, &error));
    struct rh_controller_in in = {.req_valid = 1, .req_row = 5};
    pair.config.controller = rh_preset_constraints(&preset);
    pair_open(&pair, RH_KIND_controller, "fifo");
    const struct rh_controller_out *out = rh_lockstep_clock_of(pair.lockstep)->rtl_out;
    for (unsigned clock = 0; clock < MOST; clock++) /* responses are not taken, so the queue fills */
        assert_true(rh_lockstep_cycle(pair.lockstep, &in));
    assert_int_equal(out->req_ready, 0);
    in.req_valid = 0; /* a pause is none of its business */
    assert_true(rh_lockstep_cycle(pair.lockstep, &in));
    in.req_valid = 1;
    assert_true(rh_lockstep_cycle(pair.lockstep, &in));
    in.req_row = 6;
    expect_broken(&pair, &in, "rh_fifo.u_contract.u_req.same_A: found another offer before the last was taken");
}

static void a_push_into_a_full_buffer(void **state) {
    (void)state;
    static struct pair pair;
    struct rh_ejector_in in = {.enable = 1, .arrive_valid = 1, .arrive_tail = 1};
    pair_open(&pair, RH_KIND_ejector, "packet_ejector");
    /* one place is a message's, that nobody takes */
    for (unsigned clock = 0; clock < pair.params.ejector.depth + 1U; clock++)
        assert_true(rh_lockstep_cycle(pair.lockstep, &in));
    expect_broken(&pair, &in, "u_buffer.u_push_contract.push_A: found a push while there is no place");
}

static void a_credit_that_was_not_out(void **state) {
    (void)state;
    static struct pair pair;
    struct rh_injector_in in = {.credit_valid = 1};
    pair_open(&pair, RH_KIND_injector, "packet_injector");
    assert_true(rh_lockstep_cycle(pair.lockstep, &in)); /* nobody looks */
    in.enable = 1;
    expect_broken(&pair, &in, "u_credit_contract.back_A: found a credit that comes back while all are here");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_offer_that_changes_before_it_is_taken),
        cmocka_unit_test(a_push_into_a_full_buffer),
        cmocka_unit_test(a_credit_that_was_not_out),
    };
    if (system("command -v verilator >/dev/null") != 0) {
        fprintf(stderr, "skipped: found no Verilator\n");
        return 77;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
