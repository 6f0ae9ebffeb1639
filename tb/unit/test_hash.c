// SPDX-License-Identifier: Apache-2.0
// Is it FNV-1a, as others compute it?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rowhold/rh_hash.h"

/* Values from the list that the hash's authors publish. */
static void published_values_are_met(void **state) {
    (void)state;
    static const struct {
        const char *text;
        uint64_t hash;
    } known[] = {{"", UINT64_C(0xcbf29ce484222325)},
                 {"a", UINT64_C(0xaf63dc4c8601ec8c)},
                 {"b", UINT64_C(0xaf63df4c8601f1a5)},
                 {"foobar", UINT64_C(0x85944171f73967e8)}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        assert_true(rh_hash(RH_HASH_START, known[i].text, strlen(known[i].text)) == known[i].hash);
}

static void pieces_give_what_the_whole_gives(void **state) {
    (void)state;
    assert_true(rh_hash(rh_hash(RH_HASH_START, "foo", 3), "bar", 3) == UINT64_C(0x85944171f73967e8));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_values_are_met),
        cmocka_unit_test(pieces_give_what_the_whole_gives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
