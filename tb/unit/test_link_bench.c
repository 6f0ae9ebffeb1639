// SPDX-License-Identifier: Apache-2.0
// Does the links' bench pass what is right, press every corner, and refuse each kind of wrong delivery? The model
// stands on both sides, with a fault in what it shows.
#include "faulty_bench.h"
#include "tb/lockstep/rh_link_bench.h"

FAULTY_BENCH(link);

/* A run until something is refused; then it says so, and false. */
static bool run(const char *name, struct rh_link_params params, bool bypass, uint64_t seed, fault_fn *fault) {
    const struct rh_link_config config = {.bypass = bypass};
    return run_with(rh_variant_find(RH_KIND_link, name)->ops, &params, &config, seed, fault);
}

static const struct rh_link_params sizes[] = {{1, 4, 2}, {1, 10, 4}, {2, 4, 3}, {4, 10, 4}, {3, 10, 16}, {4, 4, 5}};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

static void both_links_deliver_everything_in_every_size(void **state) {
    (void)state;
    for (unsigned k = 0; k < SIZES; k++)
        for (unsigned link = 0; link < 2; link++) {
            const char *name = link == 0 ? "secded" : "io_crc";
            if (!run(name, sizes[k], false, k + 1, NULL))
                fail_msg("%s, size %u: %s", name, k, said.text);
            if (left != 0)
                fail_msg("%s, size %u: %u left", name, k, left);
            assert_int_equal(counts.sent, counts.delivered);
            for (unsigned e = RH_LINK_NONE; e < RH_LINK_ERRORS; e++)
                assert_true(counts.hits[e] > 500);
            assert_true(counts.delivered > 4000 && counts.refused > 1000);
            assert_true((counts.wrong != 0) || sizes[k].crc_bits == 10);
            assert_true(link == 0 ? counts.corrected > 500 && counts.failed > 500 : counts.retries > 1000);
            assert_true(run(name, sizes[k], true, k + 1, NULL));
            assert_true(left == 0 && counts.corrected + counts.failed + counts.retries == 0 && counts.wrong > 400);
        }
}

static void lose(const struct rh_link_in *in, struct rh_link_out *out, uint64_t cycle) {
    if (cycle % 64 == 7 && in->receive_ready)
        out->receive_valid = 0;
}
static void repeat(const struct rh_link_in *in, struct rh_link_out *out, uint64_t cycle) {
    (void)in;
    out->receive_valid |= cycle > 300;
}
static void alter(const struct rh_link_in *in, struct rh_link_out *out, uint64_t cycle) {
    (void)in;
    out->receive_data[0] ^= (uint64_t)(cycle % 64 == 7) << 5;
}
static void swap(const struct rh_link_in *in, struct rh_link_out *out, uint64_t cycle) {
    static uint64_t held[RH_MOST_words], last[RH_MOST_words];
    (void)in;
    memcpy(held, out->receive_data, sizeof held);
    if (cycle > 300 && out->receive_valid)
        memcpy(out->receive_data, last, sizeof last);
    if (out->receive_valid)
        memcpy(last, held, sizeof last);
}
static void flag(const struct rh_link_in *in, struct rh_link_out *out, uint64_t cycle) {
    (void)in;
    out->failed |= cycle % 16 == 3;
}
static void boast(const struct rh_link_in *in, struct rh_link_out *out, uint64_t cycle) {
    (void)in;
    out->corrected |= cycle % 16 == 3;
}

static void refused(const char *name, fault_fn *fault, const char *words) {
    assert_false(run(name, sizes[3], false, 2, fault));
    if (strstr(said.text, words) == NULL)
        fail_msg("%s: found '%s', expected '%s'", name, said.text, words);
}

static void each_wrong_delivery_is_refused(void **state) {
    (void)state;
    refused("secded", repeat, "expected none: all that were sent were delivered");
    refused("io_crc", repeat, "or words flagged"); /* one is on its way, which this is not */
    static const char *const names[] = {"secded", "io_crc"};
    for (unsigned link = 0; link < 2; link++) {
        refused(names[link], alter, "or words flagged");
        refused(names[link], swap, "or words flagged");
        refused(names[link], flag, "flagged, expected none: no word had two errors");
        refused(names[link], boast, "corrected, expected none: nothing was wrong");
        refused(names[link], lose, "or words flagged");
    }
}

static void never(const struct rh_link_in *in, struct rh_link_out *out, uint64_t cycle) {
    (void)in;
    out->receive_valid &= cycle < 300;
}

static void a_link_that_delivers_nothing_more_is_refused(void **state) {
    (void)state;
    refused("io_crc", never, "found 64 transfers taken and not delivered, expected fewer");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_links_deliver_everything_in_every_size),
        cmocka_unit_test(each_wrong_delivery_is_refused),
        cmocka_unit_test(a_link_that_delivers_nothing_more_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
