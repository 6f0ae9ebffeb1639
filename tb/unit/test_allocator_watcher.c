// SPDX-License-Identifier: Apache-2.0
// Does the allocators' watcher notice what breaks the port contract, when RTL and model are wrong in the same way? Each
// sentence of the contract has a fault that breaks it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "faulty_allocator.h"

/* The run fails and says `words`. */
static void notices(const char *name, struct rh_allocator_params params, unsigned limit, const char *words) {
    enum rh_bench_end end = run(name, params, limit, 20000, 1, 9000);
    if (end != RH_BENCH_FAILED || strstr(said.text, words) == NULL)
        fail_msg("%s: end %d, '%s', expected '%s'", name, end, said.text, words);
}

static unsigned input_that_asks_twice(const struct rh_allocator_in *in, const struct rh_allocator_out *out) {
    for (unsigned i = 0; i < true_params->inputs; i++)
        if (out->grant[i] != 0 && (in->request[i] & in->ready & ~out->grant[i]) != 0)
            return i;
    return RH_MOST_inputs;
}

static void grant_all_of_a_row(const struct rh_allocator_in *in, struct rh_allocator_out *out, void *s,
                               const void *old) {
    (void)s, (void)old;
    unsigned i = input_that_asks_twice(in, out);
    if (i < RH_MOST_inputs)
        out->grant[i] = in->request[i] & in->ready;
}

static void a_second_grant_of_an_input_is_noticed(void **state) {
    (void)state;
    no_fault();
    fault.after = grant_all_of_a_row;
    notices("islip", square(4, 1, 0), 0, "expected one output at most");
}

static void grant_to_all_who_ask(const struct rh_allocator_in *in, struct rh_allocator_out *out, void *s,
                                 const void *old) {
    (void)s, (void)old;
    for (unsigned i = 0; i < true_params->inputs; i++)
        for (unsigned k = 0; k < true_params->inputs && out->grant[i] == 0; k++)
            out->grant[i] = in->request[i] & out->grant[k];
}

static void a_second_grant_of_an_output_is_noticed(void **state) {
    (void)state;
    no_fault();
    fault.after = grant_to_all_who_ask;
    notices("pim", square(4, 1, 0), 0, "found it granted to inputs");
}

static void pretend_ready(struct rh_allocator_params *p, struct rh_allocator_config *c, struct rh_allocator_in *in) {
    (void)p, (void)c;
    in->ready = ~UINT64_C(0);
}

static void a_grant_of_an_output_that_is_not_ready_is_noticed(void **state) {
    (void)state;
    no_fault();
    fault.before = pretend_ready;
    notices("separable", square(4, 1, 0), 0, "expected one of its eligible");
}

static void forget_the_last_input(struct rh_allocator_params *p, struct rh_allocator_config *c,
                                  struct rh_allocator_in *in) {
    (void)c;
    in->request[p->inputs - 1] = 0;
}

static void a_lone_request_that_is_not_granted_is_noticed(void **state) {
    (void)state;
    no_fault();
    fault.before = forget_the_last_input;
    faulty.name = "unheard_of"; /* the contract of the kind alone */
    notices("pim", square(4, 1, 0), 0, "found the only request of both not granted");
}

static void grant_only_what_is_uncontested(const struct rh_allocator_in *in, struct rh_allocator_out *out, void *s,
                                           const void *old) {
    (void)s, (void)old;
    for (unsigned i = 0; i < true_params->inputs; i++)
        for (unsigned k = 0; k < true_params->inputs; k++)
            if (k != i && (in->request[i] & in->request[k] & in->ready) != 0)
                out->grant[i] = 0;
}

static void requests_that_are_never_granted_are_noticed_at_the_end(void **state) {
    (void)state;
    no_fault();
    fault.after = grant_only_what_is_uncontested;
    faulty.name = "unheard_of";
    notices("islip", square(4, 1, 0), 0, "expected one fewer a clock at least");
}

static void hold_the_first(const struct rh_allocator_in *in, struct rh_allocator_out *out, void *s, const void *old) {
    (void)s, (void)old, (void)in;
    out->held |= out->grant[0];
}

static void a_grant_that_is_called_held_is_noticed(void **state) {
    (void)state;
    no_fault();
    fault.after = hold_the_first;
    notices("islip", square(4, 1, 0), 0, "found it held, expected it not held");
    notices("islip", square(4, 1, RH_HOLD_hold_grant), 0, "nobody who had it asks again");
}

static void swap_the_grants(const struct rh_allocator_in *in, struct rh_allocator_out *out, void *s, const void *old) {
    (void)s, (void)old;
    for (unsigned i = 1; i < true_params->inputs; i++)
        if ((out->grant[0] & in->request[i] & out->held) != 0 && out->grant[i] == 0) {
            out->grant[i] = out->grant[0];
            out->grant[0] = 0;
            return;
        }
}

static void a_held_output_that_goes_to_another_is_noticed(void **state) {
    (void)state;
    no_fault();
    fault.after = swap_the_grants;
    notices("islip", square(4, 1, RH_HOLD_hold_grant), 0, "found it held and not granted to input 0");
}

static void forget_blocked_pairs(const struct rh_allocator_in *in, struct rh_allocator_out *out, void *s,
                                 const void *old) {
    struct rh_pointers *now = s; /* islip's */
    (void)old;
    for (unsigned i = 0; i < true_params->inputs; i++)
        now->hold.pair[i] = out->grant[i] & in->ready;
}

static void remember_silent_pairs(const struct rh_allocator_in *in, struct rh_allocator_out *out, void *s,
                                  const void *old) {
    struct rh_pointers *now = s;
    const struct rh_pointers *then = old;
    (void)in;
    uint64_t taken = 0;
    for (unsigned i = 0; i < true_params->inputs; i++)
        taken |= out->grant[i];
    for (unsigned i = 0; i < true_params->inputs; i++)
        now->hold.pair[i] = out->grant[i] != 0 ? out->grant[i] : then->hold.pair[i] & ~taken;
}

static void a_pair_forgotten_or_remembered_at_the_wrong_time_is_noticed(void **state) {
    (void)state;
    no_fault();
    fault.after = forget_blocked_pairs;
    notices("islip", square(4, 1, RH_HOLD_hold_grant), 0, "who had it asks again and the rule agrees");
    fault.after = remember_silent_pairs;
    notices("islip", square(4, 1, RH_HOLD_hold_grant), 0, "nobody who had it asks again");
    no_fault();
    fault.keeps_state = true;
    notices("islip", square(4, 1, RH_HOLD_hold_grant), 0, "islip: cycle 9000, output");
}

static void no_limit(struct rh_allocator_params *p, struct rh_allocator_config *c, struct rh_allocator_in *in) {
    (void)p, (void)in;
    c->hold_limit = 0;
}

static void another_limit(struct rh_allocator_params *p, struct rh_allocator_config *c, struct rh_allocator_in *in) {
    (void)p, (void)in;
    c->hold_limit--;
}

static void a_limit_that_is_passed_or_not_reached_is_noticed(void **state) {
    (void)state;
    no_fault();
    fault.before = no_limit;
    notices("wavefront", square(4, 1, RH_HOLD_hold_grant), 7,
            "found it held, expected it not held: its input asks for an output that is owed a free clock");
    notices("wavefront", square(4, 1, RH_HOLD_hold_grant), 255, "that is owed a free clock");
    fault.before = another_limit;
    notices("wavefront", square(4, 1, RH_HOLD_hold_grant), 7, "found it not held, expected it held");
}

static void hold_anything(struct rh_allocator_params *p, struct rh_allocator_config *c, struct rh_allocator_in *in) {
    (void)c, (void)in;
    p->hold = RH_HOLD_hold_grant;
}

static void no_banks(struct rh_allocator_params *p, struct rh_allocator_config *c, struct rh_allocator_in *in) {
    (void)c;
    for (unsigned i = 0; i < p->inputs; i++)
        in->bank[i] = 0;
}

static void short_hashes(struct rh_allocator_params *p, struct rh_allocator_config *c, struct rh_allocator_in *in) {
    (void)c, (void)in;
    p->hash_bits = 1;
}

static void low_rows(struct rh_allocator_params *p, struct rh_allocator_config *c, struct rh_allocator_in *in) {
    (void)c;
    for (unsigned i = 0; i < p->inputs; i++)
        in->row[i] &= (1U << p->hash_bits) - 1;
}

static void a_rule_that_looks_at_other_rows_is_noticed(void **state) {
    (void)state;
    no_fault();
    fault.before = hold_anything;
    notices("pim", square(4, 1, RH_HOLD_row_match_hold_grant), 0, "the rule does not match");
    notices("pim", square(4, 1, RH_HOLD_hash_match_hold_grant), 0, "the rule does not match");
    fault.before = no_banks;
    notices("pim", square(4, 1, RH_HOLD_row_match_hold_grant), 0, "expected it");
    fault.before = short_hashes;
    notices("pim", square(4, 1, RH_HOLD_hash_match_hold_grant), 0, "the rule does not match");
    fault.before = low_rows;
    notices("pim", square(4, 1, RH_HOLD_hash_match_hold_grant), 0, "found it not held, expected it held");
}

static void drop_a_grant(const struct rh_allocator_in *in, struct rh_allocator_out *out, void *s, const void *old) {
    (void)s, (void)old;
    unsigned i = input_that_asks_twice(in, out);
    if (i < RH_MOST_inputs)
        out->grant[i] = 0;
}

static void one_iteration(struct rh_allocator_params *p, struct rh_allocator_config *c, struct rh_allocator_in *in) {
    (void)c, (void)in;
    p->iterations = 1;
}

static void a_request_that_is_left_without_need_is_noticed(void **state) {
    (void)state;
    no_fault();
    fault.after = drop_a_grant;
    notices("wavefront", square(4, 1, 0), 0, "found both free and a request, expected none left");
    no_fault();
    fault.before = one_iteration;
    notices("separable", square(4, 3, 0), 0, "expected one an iteration");
}

static void freeze_all(const struct rh_allocator_in *in, struct rh_allocator_out *out, void *s, const void *old) {
    (void)in, (void)out;
    memcpy(s, old, sound->state_size);
}

static void a_wait_beyond_the_promise_is_noticed(void **state) {
    (void)state;
    no_fault();
    fault.after = freeze_pointers;
    notices("islip", square(4, 2, 0), 0, "clocks without a grant, expected one in clock");
    notices("separable", square(4, 1, 0), 0, "clocks without a grant, expected one in clock");
    notices("islip", square(4, 2, RH_HOLD_hold_grant), 1, "clocks without a grant, expected one in clock");
    fault.after = freeze_all;
    notices("wavefront", square(4, 1, 0), 0, "found a wait of 4 clocks without a grant, expected one in clock 4");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_second_grant_of_an_input_is_noticed),
        cmocka_unit_test(a_second_grant_of_an_output_is_noticed),
        cmocka_unit_test(a_grant_of_an_output_that_is_not_ready_is_noticed),
        cmocka_unit_test(a_lone_request_that_is_not_granted_is_noticed),
        cmocka_unit_test(requests_that_are_never_granted_are_noticed_at_the_end),
        cmocka_unit_test(a_grant_that_is_called_held_is_noticed),
        cmocka_unit_test(a_held_output_that_goes_to_another_is_noticed),
        cmocka_unit_test(a_pair_forgotten_or_remembered_at_the_wrong_time_is_noticed),
        cmocka_unit_test(a_limit_that_is_passed_or_not_reached_is_noticed),
        cmocka_unit_test(a_rule_that_looks_at_other_rows_is_noticed),
        cmocka_unit_test(a_request_that_is_left_without_need_is_noticed),
        cmocka_unit_test(a_wait_beyond_the_promise_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
