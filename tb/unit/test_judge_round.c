// SPDX-License-Identifier: Apache-2.0
// Does the judge count only rounds of refreshes that it would judge alike, and go on from them exactly? tREFI is 1000
// here, or 4000 over the 4 banks of gddr3 one at a time; tRFC is 40.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "judge_stream.h"

static const char all_bank[] = "refresh=1 tREFI=1000 tRFC=40 tRFCpb=40",
                  per_bank[] = "refresh=2 tREFI=4000 tRFC=40 tRFCpb=40";

static unsigned hear(struct rh_judge *judge, const char *text) {
    struct stream stream = stream_parse(text);
    struct rh_verdict first = {.text = ""};
    return stream_run(judge, &stream, &first);
}

/* `before` the round, which goes from `begin` to `end` and holds `in`: is it taken as saying all about the next ten? */
static bool repeats(const char *changes, const char *before, uint64_t begin, const char *in, uint64_t end) {
    struct rh_judge *judge = stream_judge("gddr3", changes);
    unsigned broken = hear(judge, before);
    assert_true(rh_judge_round(judge, begin, 0));
    broken += hear(judge, in);
    uint64_t commands = rh_judge_commands(judge), checks = rh_judge_checks(judge);
    bool taken = rh_judge_round(judge, end, 10);
    assert_true(!taken || broken == 0);
    if (!taken) {
        assert_int_equal(rh_judge_commands(judge), commands);
        assert_int_equal(rh_judge_checks(judge), checks);
    }
    rh_judge_close(judge);
    return taken;
}

static void only_a_round_that_leaves_all_as_it_was_counts(void **state) {
    (void)state;
    const char first[] = "1000 REF all", second[] = "2000 REF all";
    assert_true(repeats(all_bank, first, 1500, second, 2500));
    assert_false(repeats(all_bank, "1001 REF all", 1500, second, 2500));
    assert_false(repeats(all_bank, first, 1500, "", 2500));
    assert_false(repeats(all_bank, first, 1500, second, 3500));
    assert_false(repeats(all_bank, first, 1500, second, 2400));
    assert_false(repeats(all_bank, first, 1500, "2000 REF all; 2040 REF all", 2500));
    assert_false(repeats(all_bank, first, 1500, "2001 REF all", 2500));
    assert_false(repeats(all_bank, first, 1500, "1600 ACT 0 7; 1700 PRE 0; 2000 REF all", 2500));
    assert_false(repeats(all_bank, "1000 REF all; 1490 ACT 0 7", 1500, "1600 PRE 0; 2000 REF all", 2500));
    assert_true(repeats(all_bank, "500 ACT 0 7; 600 PRE 0; 1000 REF all", 1500, second, 2500));
    assert_false(repeats("refresh=0", first, 1500, second, 2500));
}

static void one_bank_at_a_time_a_round_is_every_bank(void **state) {
    (void)state;
    const char first[] = "1000 REF 0; 2000 REF 1; 3000 REF 2; 4000 REF 3",
               second[] = "5000 REF 0; 6000 REF 1; 7000 REF 2; 8000 REF 3";
    assert_true(repeats(per_bank, first, 4500, second, 8500));
    assert_false(repeats(per_bank, first, 4500, "5000 REF 0", 5500));
    assert_false(repeats(per_bank, first, 4500, "5000 REF 0; 6000 REF 1; 7000 REF 2", 8500));
}

/* A thousand rounds after the one that ends in 2500: their last REF is at 1002000. */
static struct rh_judge *judge_after_many(void) {
    struct rh_judge *judge = stream_judge("gddr3", all_bank);
    assert_int_equal(hear(judge, "1000 REF all"), 0);
    assert_true(rh_judge_round(judge, 1500, 0));
    assert_int_equal(hear(judge, "2000 REF all"), 0);
    assert_true(rh_judge_round(judge, 2500, 1000));
    assert_int_equal(rh_judge_commands(judge), 1002);
    return judge;
}

static unsigned broken_by(const char *text, const char *rule) {
    struct rh_judge *judge = judge_after_many();
    struct stream stream = stream_parse(text);
    struct rh_verdict first = {.text = "", .rule = "none"};
    unsigned broken = stream_run(judge, &stream, &first);
    assert_string_equal(first.rule, rule);
    rh_judge_close(judge);
    return broken;
}

static void the_judge_goes_on_from_the_last_round(void **state) {
    (void)state;
    assert_int_equal(broken_by("1002039 ACT 0 7", "tRFC"), 1);
    assert_int_equal(broken_by("1002040 ACT 0 7; 1002100 PRE 0; 1003000 REF all", "none"), 0);
    assert_int_equal(broken_by("1001999 REF all", "order"), 1);
    assert_int_equal(broken_by("1003000 ACT 0 7", "refresh_blocked"), 1);
    struct rh_judge *judge = judge_after_many();
    struct rh_verdict first = {.text = ""};
    assert_int_equal(rh_judge_finish(judge, 1003000, &first), 0);
    assert_int_equal(rh_judge_finish(judge, 1004000, &first), 1);
    assert_string_equal(first.rule, "refresh_late");
    rh_judge_close(judge);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_a_round_that_leaves_all_as_it_was_counts),
        cmocka_unit_test(one_bank_at_a_time_a_round_is_every_bank),
        cmocka_unit_test(the_judge_goes_on_from_the_last_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
