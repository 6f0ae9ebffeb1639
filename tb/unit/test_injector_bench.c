// SPDX-License-Identifier: Apache-2.0
// Does the injectors' bench pass what is right, press every corner, and refuse each kind of wrong link? The model
// stands on both sides, with a fault in what it shows.
#include "faulty_bench.h"
#include "tb/lockstep/rh_injector_bench.h"

FAULTY_BENCH(injector);

/* A run until something is refused; then it says so, and false. */
static bool run(struct rh_injector_params params, uint8_t limit, uint64_t seed, fault_fn *fault) {
    const struct rh_injector_config config = {.outstanding_limit = limit};
    return run_with(rh_variant_find(RH_KIND_injector, "packet_injector")->ops, &params, &config, seed, fault);
}

/* vcs, classes, static_vcs, depth, destinations, banks, row_bits, payload_bits, queue, most_flits */
static const struct rh_injector_params sizes[] = {
    {1, 1, 0, 8, 8, 4, 12, 32, 8, 5},  {1, 1, 1, 2, 1, 1, 1, 16, 2, 1},    {2, 1, 0, 3, 5, 4, 12, 32, 3, 8},
    {4, 1, 1, 2, 2, 4, 20, 32, 5, 32}, {2, 2, 0, 4, 64, 64, 12, 32, 4, 5}, {4, 2, 1, 16, 7, 4, 12, 32, 64, 5}};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

static void everything_is_delivered_in_every_size(void **state) {
    (void)state;
    for (unsigned k = 0; k < SIZES; k++)
        for (unsigned limited = 0; limited < 2; limited++) {
            if (!run(sizes[k], limited ? (uint8_t)(sizes[k].queue / 2) : 0, k + 1, NULL))
                fail_msg("size %u: %s", k, said.text);
            if (left != 0)
                fail_msg("size %u: %u left", k, left);
            assert_int_equal(counts.sent, counts.delivered);
            assert_true(counts.delivered > 500 && counts.flits >= counts.delivered && counts.still > 1000);
            assert_true(limited || counts.full > 100);
            assert_true(counts.starved > 100 && counts.streamed > 10);
            if (limited ? counts.limited < 500 : counts.limited != 0)
                fail_msg("size %u: %u clocks at the limit", k, (unsigned)counts.limited);
        }
}

static void lose(const struct rh_injector_in *in, struct rh_injector_out *out, uint64_t cycle) {
    (void)in;
    out->leave_valid &= cycle < 300;
}
static void repeat(const struct rh_injector_in *in, struct rh_injector_out *out, uint64_t cycle) {
    (void)in;
    out->leave_valid |= cycle > 300;
}
static void alter_payload(const struct rh_injector_in *in, struct rh_injector_out *out, uint64_t cycle) {
    (void)in;
    out->leave_payload ^= (uint32_t)(cycle > 300) << 5;
}
static void alter_row(const struct rh_injector_in *in, struct rh_injector_out *out, uint64_t cycle) {
    (void)in;
    out->leave_row ^= cycle > 300;
}
static void alter_bank(const struct rh_injector_in *in, struct rh_injector_out *out, uint64_t cycle) {
    (void)in;
    out->leave_bank ^= cycle > 300;
}
static void alter_destination(const struct rh_injector_in *in, struct rh_injector_out *out, uint64_t cycle) {
    (void)in;
    out->leave_destination ^= cycle > 300;
}
static void end_early(const struct rh_injector_in *in, struct rh_injector_out *out, uint64_t cycle) {
    (void)in;
    out->leave_tail |= out->leave_valid && cycle > 300;
}
static void never_end(const struct rh_injector_in *in, struct rh_injector_out *out, uint64_t cycle) {
    (void)in;
    out->leave_tail &= cycle < 300;
}
static void other_channel(const struct rh_injector_in *in, struct rh_injector_out *out, uint64_t cycle) {
    (void)in;
    out->leave_vc ^= cycle > 300;
}
static void always_ready(const struct rh_injector_in *in, struct rh_injector_out *out, uint64_t cycle) {
    (void)in;
    out->message_ready |= cycle > 300;
}
static void never_ready(const struct rh_injector_in *in, struct rh_injector_out *out, uint64_t cycle) {
    (void)in;
    out->message_ready &= cycle < 300;
}

static void refused(uint8_t limit, fault_fn *fault, const char *words) {
    assert_false(run(sizes[2], limit, 2, fault));
    if (strstr(said.text, words) == NULL)
        fail_msg("found '%s', expected '%s'", said.text, words);
}

static void each_wrong_link_is_refused(void **state) {
    (void)state;
    refused(0, lose, "found no flit on the link, expected the next");
    refused(0, repeat, "found a flit on the link, expected none");
    refused(0, alter_payload, "expected the next flit of the oldest message");
    refused(0, alter_row, "expected the next flit of the oldest message");
    refused(0, alter_bank, "expected the next flit of the oldest message");
    refused(0, alter_destination, "expected the next flit of the oldest message");
    refused(0, end_early, "tail 1, expected the next flit of the oldest message");
    refused(0, never_end, "tail 0, expected the next flit of the oldest message");
    refused(0, other_channel, "found channel");
}

static void each_wrong_ready_is_refused(void **state) {
    (void)state;
    refused(0, always_ready, "found message_ready 1, expected 0: 3 messages wait");
    refused(1, always_ready, "found message_ready 1, expected 0");
    refused(0, never_ready, "found message_ready 0, expected 1");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_is_delivered_in_every_size),
        cmocka_unit_test(each_wrong_link_is_refused),
        cmocka_unit_test(each_wrong_ready_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
