// SPDX-License-Identifier: Apache-2.0
// Does the ejectors' bench pass what is right, press every corner, and refuse each kind of wrong credit and message?
// The model stands on both sides, with a fault in what it shows.
#include "faulty_bench.h"
#include "tb/lockstep/rh_ejector_bench.h"

FAULTY_BENCH(ejector);

/* A run until something is refused; then it says so, and false. */
static bool run(struct rh_ejector_params params, uint64_t seed, fault_fn *fault) {
    const struct rh_ejector_config config = {0};
    return run_with(rh_variant_find(RH_KIND_ejector, "packet_ejector")->ops, &params, &config, seed, fault);
}

/* vcs, depth, banks, row_bits, payload_bits, stay */
static const struct rh_ejector_params sizes[] = {{1, 8, 4, 12, 32, 0},   {1, 2, 1, 1, 16, 0},  {2, 3, 4, 12, 32, 0},
                                                 {2, 16, 64, 20, 32, 0}, {4, 2, 4, 12, 32, 0}, {4, 4, 4, 12, 32, 0},
                                                 {2, 4, 1, 12, 32, 1},   {4, 4, 1, 12, 32, 3}};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

static void everything_is_taken_in_every_size(void **state) {
    (void)state;
    for (unsigned k = 0; k < SIZES; k++) {
        unsigned vcs = sizes[k].vcs;
        if (!run(sizes[k], k + 1, NULL))
            fail_msg("size %u: %s", k, said.text);
        if (left != 0)
            fail_msg("size %u: %u left", k, left);
        assert_int_equal(counts.sent, counts.taken);
        assert_int_equal(counts.packets, counts.messages);
        if (counts.messages < 500 || counts.sent < counts.messages + 500 || counts.still < 1000 ||
            counts.blocked < 1000 || counts.passed < 100)
            fail_msg("size %u: %u messages, %u flits, %u still, %u blocked, %u passed", k, (unsigned)counts.messages,
                     (unsigned)counts.sent, (unsigned)counts.still, (unsigned)counts.blocked, (unsigned)counts.passed);
        /* buffers are full, all at once; several channels want to be taken, of one kind and of both */
        assert_int_equal(counts.longest, vcs * sizes[k].depth);
        if (vcs > 1 ? counts.rivals < 100 || counts.mixed < 100 : counts.rivals + counts.mixed != 0)
            fail_msg("size %u: %u clocks with two tails, %u with a tail and another flit", k, (unsigned)counts.rivals,
                     (unsigned)counts.mixed);
        unsigned turns = sizes[k].row_affine + 1U;
        if (counts.most_passed < (vcs == 1 ? 0U : vcs + turns) || counts.most_passed > 2U * vcs * turns - 1)
            fail_msg("size %u: a front was passed over %u times", k, (unsigned)counts.most_passed);
    }
}

static void lose_credits(const struct rh_ejector_in *in, struct rh_ejector_out *out, uint64_t cycle) {
    (void)in;
    out->back_valid &= cycle < 300;
}
static void invent_credits(const struct rh_ejector_in *in, struct rh_ejector_out *out, uint64_t cycle) {
    (void)in;
    if (cycle > 300 && !out->message_valid)
        out->back_valid = 1;
}
static void other_channel(const struct rh_ejector_in *in, struct rh_ejector_out *out, uint64_t cycle) {
    (void)in;
    out->back_vc ^= cycle > 300;
}
static void lose_messages(const struct rh_ejector_in *in, struct rh_ejector_out *out, uint64_t cycle) {
    (void)in;
    out->message_valid &= cycle < 300;
}
static void invent_messages(const struct rh_ejector_in *in, struct rh_ejector_out *out, uint64_t cycle) {
    (void)in;
    out->message_valid |= cycle > 300;
}
static void alter_bank(const struct rh_ejector_in *in, struct rh_ejector_out *out, uint64_t cycle) {
    (void)in;
    out->message_bank ^= cycle > 300;
}
static void alter_row(const struct rh_ejector_in *in, struct rh_ejector_out *out, uint64_t cycle) {
    (void)in;
    out->message_row ^= cycle > 300;
}
static void alter_payload(const struct rh_ejector_in *in, struct rh_ejector_out *out, uint64_t cycle) {
    (void)in;
    out->message_payload ^= (uint32_t)(cycle > 300) << 5;
}

static void refused(unsigned size, fault_fn *fault, const char *words) {
    assert_false(run(sizes[size], 2, fault));
    if (strstr(said.text, words) == NULL)
        fail_msg("found '%s', expected '%s'", said.text, words);
}

static void each_wrong_credit_is_refused(void **state) {
    (void)state;
    refused(2, lose_credits, "found no credit, expected one: a flit could be taken");
    refused(0, invent_credits, "found a credit for channel 0, expected none: it holds no flit");
    refused(2, other_channel, "found");
}

static void each_wrong_message_is_refused(void **state) {
    (void)state;
    refused(2, lose_messages, "found no message, expected one");
    refused(2, invent_messages, "found a message, expected none");
    refused(2, alter_bank, "the first flit's");
    refused(2, alter_row, "the first flit's");
    refused(2, alter_payload, "the first flit's");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_is_taken_in_every_size),
        cmocka_unit_test(each_wrong_credit_is_refused),
        cmocka_unit_test(each_wrong_message_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
