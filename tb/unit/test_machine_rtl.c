// SPDX-License-Identifier: Apache-2.0
// The network of machine_network.h with Verilated controllers: the RTL of one alone, the other in lockstep. Needs
// Verilator, or the plug-in that the build made with it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "machine_network.h"
#include "tb/lockstep/rh_lockstep.h"
#include "tb/lockstep/rh_rtl.h"

static struct network hand, other;
static struct network_trace by_hand, by_machine;
static struct rh_rtl rtl;

static void rtl_and_lockstep_do_what_the_models_do(void **state) {
    (void)state;
    network_by_hand(&hand, &by_hand);
    for (unsigned ring = 0; ring < 2; ring++) {
        network_open(&other, "islip");
        struct rh_error error;
        struct rh_lockstep_setup pair = {.block = &other.block[MC0 + 1],
                                         .config = &other.constraints,
                                         .rtl = rtl.api,
                                         .seed = 5,
                                         .compare_state = 1};
        struct rh_rtl_alone *alone = rh_rtl_alone_open(rtl.api, &other.block[MC0], &other.constraints, 4);
        struct rh_lockstep *lockstep = rh_lockstep_open(&pair, &error);
        assert_non_null(alone);
        assert_non_null(lockstep);
        struct rh_unit mc0 = rh_rtl_alone_unit(alone), mc1 = rh_lockstep_unit(lockstep);
        struct network_driver d = {.network = &other, .trace = &by_machine, .ring = ring == 1};
        struct rh_machine *machine = network_machine(&d, (const struct rh_unit *const[3]){NULL, &mc0, &mc1});
        assert_true(rh_machine_run(machine, NETWORK_CLOCKS));
        network_note(&d, machine);
        network_same(&other, &by_hand, &by_machine);
        assert_int_equal(other.last_answer, hand.last_answer);
        assert_int_equal(rh_lockstep_tally_of(lockstep)->clocks, NETWORK_CLOCKS);
        rh_machine_close(machine);
        rh_lockstep_close(lockstep);
        rh_rtl_alone_close(alone);
        network_close(&other);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rtl_and_lockstep_do_what_the_models_do),
    };
    struct rh_error error;
    network_open(&hand, "islip");
    if (!rh_rtl_load(&rtl, &hand.block[MC0], NULL, true, &error)) {
        bool verilator = system("command -v verilator >/dev/null") == 0;
        fprintf(stderr, "%s: %s\n", verilator ? "failed" : "skipped", error.text);
        return verilator ? 1 : 77;
    }
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    network_close(&hand);
    rh_rtl_unload(&rtl);
    return failed;
}
