#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A row of timers.def or of controller_config.def is all that a configuration register takes: sum, lint and page follow
# from it, and a row that leaves out what they need does not compile. So are rows of scopes.def, timers.def and
# rules.def all that a rule of a new scope takes, in the model and in the judge. Rows are planted into a copy of the
# tables.
set -euo pipefail
CC=${CC:-cc}
command -v "$CC" >/dev/null || { echo "skipped: no C compiler '$CC'" && exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "FAIL: $*" >&2
    exit 1
}
mkdir -p "$work/tree"/{docs/tables,docs/schemas,tb/formal}
cp -r include rtl "$work/tree/"

# The generated files of the tree, by a generator with the library that its tables make: structs have other sizes than
# in the build.
generate() {
    local library
    mapfile -t library < <(find cmodel/core cmodel/dram cmodel/controller cmodel/network cmodel/link -name '*.c')
    "$CC" -std=c11 -D_GNU_SOURCE -I"$work/tree/include" -I. -I"${ROWHOLD_BUILD:-build}/generated" \
        scripts/lib/rh_gen.c "${library[@]}" -lm -lpthread -o "$work/rh_gen"
    "$work/rh_gen" --write "$work/tree" >/dev/null
}

# The register `extra` of gddr3's times, and what the lint of so many timer bits says.
cat >"$work/extra.c" <<'C'
#include <stdio.h>
#include <stdlib.h>

#include "rowhold/rh_timing.h"

int main(int argc, char **argv) {
    const struct rh_timing timing = {2, 9, 4, 12, 12, 13, 21, 34, 8, 8,    32, 4,
                                     2, 2, 0, 5,  9,  13, 2,  6240, 40, 40, 1,  1,  0};
    const struct rh_geometry geometry = {32, 4, 1, 1, 12, 8, 8, 16, (unsigned char)atoi(argv[argc - 1])};
    struct rh_error error = {"passed"};
    struct rh_constraints constraints = rh_constraints_from_timing(&timing, RH_REFRESH_PER_BANK, &geometry);
    (void)rh_timing_lint(&timing, RH_REFRESH_OFF, &geometry, NULL, 0, &error);
    printf("%u; %s\n", (unsigned)constraints.extra, error.text);
    return 0;
}
C
plant() { # TABLE ROW: behind the last row of the table
    awk -v row="$2" '/^#undef/ && !done { print row; done = 1 } { print } END { if (!done) print row }' \
        "include/tables/$1" \
        >"$work/tree/include/tables/$1"
}
compile() { # ROW: whether the models take the table with it
    cp include/tables/* "$work/tree/include/tables/"
    case $1 in
    RH_SETTING*) plant controller_config.def "$1" ;;
    *) plant timers.def "$1" ;;
    esac
    "$CC" -std=c11 -D_GNU_SOURCE -I"$work/tree/include" -I. cmodel/dram/rh_timing.c cmodel/core/rh_error.c \
        "$work/extra.c" -o "$work/extra" \
        >"$work/log" 2>&1
}
refused() { # WORDS ROW
    if compile "$2"; then fail "$2: compiled"; fi
    grep -q "$1" "$work/log" || fail "$2: found no '$1' in: $(cat "$work/log")"
}
says() { # BITS TEXT
    [[ $("$work/extra" "$1") == "$2" ]] || fail "$row, $1 bits: found '$("$work/extra" "$1")', expected '$2'"
}

row='RH_CONSTRAINT(extra, t->tFAW + t->tRRD_L, tFAW, "planted")'
compile "$row" || fail "$row: $(cat "$work/log")"
says 8 '40; passed'
says 6 '40; passed'
says 5 '40; tRC: found tRC = 34, expected 1 to 31 (5 timer bits)'
row='RH_CONSTRAINT(extra, t->tFAW + t->tRC, tFAW, "planted")'
compile "$row"
says 6 '66; tFAW: found tFAW + tRC = 66, expected 1 to 63 (6 timer bits)'
row='RH_CONSTRAINT(extra, t->tWTR_S, tWTR_S, "may be 0, which no timer can count")'
compile "$row"
says 8 '0; tWTR_S: found tWTR_S = 0, expected 1 to 255 (8 timer bits)'
row='RH_SETTING(extra, 16, part ? t->tREFI / turns : 0, "planted")'
compile "$row"
says 8 '1560; passed'

refused 'expected expression' 'RH_CONSTRAINT(extra, , tFAW, "no expression")'
refused argument 'RH_CONSTRAINT(extra, tFAW, "no expression")'
refused "tFAV" 'RH_CONSTRAINT(extra, t->tFAV, tFAW, "of no JEDEC value")'
refused "tFAV" 'RH_CONSTRAINT(extra, t->tFAW, tFAV, "blames no JEDEC value")'
refused 'expected expression' 'RH_SETTING(extra, 16, , "no expression")'

# The page and the package have the row, without the C in it.
row='RH_CONSTRAINT(extra, t->tFAW + t->tRRD_L, tFAW, "planted")'
compile "$row"
generate
# shellcheck disable=SC2016 # Markdown's back-quotes
grep -qxF '| `extra` | timer_bits | tFAW + tRRD_L | planted |' "$work/tree/docs/tables/constraints.md" ||
    fail "docs/tables/constraints.md has no row 'extra'"
grep -qxF '  localparam int unsigned T_EXTRA = 24; // tFAW + tRRD_L: planted' "$work/tree/rtl/rh_pkg.sv" ||
    fail "rtl/rh_pkg.sv has no T_EXTRA"

# A scope of two halves of the banks, a timer in it, and the judge's rules: one row each, and no other edit.
cat >"$work/half.c" <<'C'
#include <stdio.h>

#include "cmodel/dram/rh_backend.h"
#include "rowhold/rh_judge.h"

uint32_t rh_preset_columns(const struct rh_preset *preset) { /* not asked: the setup is made below */
    (void)preset;
    return 0;
}

bool rh_preset_find(const char *name, struct rh_preset *preset, struct rh_error *error) { /* nor this */
    (void)name;
    (void)preset;
    (void)error;
    return false;
}

/* Clocks from an ACT of bank 0 until `bank` may be activated. */
static unsigned model_distance(const struct rh_geometry *geometry, const struct rh_constraints *constraints,
                               unsigned bank) {
    struct rh_backend backend = {0};
    struct rh_choice act = {.row = true};
    for (unsigned clock = 0;; clock++) {
        const struct rh_choice none = {0};
        const struct rh_controller_in in = {0};
        struct rh_controller_out out;
        struct rh_view view;
        rh_backend_query(&backend, geometry, constraints, &view);
        if (clock > 0 && rh_backend_act_ok(&backend, geometry, &view, bank))
            return clock;
        rh_backend_clock(&backend, geometry, constraints, &view, &in, clock == 0 ? &act : &none, &out);
    }
}

/* Clocks from a PRE of bank 0 until `bank`, which is open as bank 0 was, may be precharged; `waits` says whether
 * auto-precharge of bank 0 instead is felt there. */
static unsigned model_precharge_distance(const struct rh_geometry *geometry, const struct rh_constraints *constraints,
                                    unsigned bank, bool *waits) {
    struct rh_backend backend = {.array = {.open = 15}}, closing = {.array = {.open = 15, .closing = 1}};
    struct rh_choice pre = {.row = true};
    const struct rh_choice none = {0};
    const struct rh_controller_in in = {0};
    struct rh_controller_out out;
    struct rh_view view;
    rh_backend_query(&closing, geometry, constraints, &view);
    rh_backend_clock(&closing, geometry, constraints, &view, &in, &none, &out);
    rh_backend_query(&closing, geometry, constraints, &view);
    *waits = !rh_backend_pre_ok(&closing, geometry, &view, bank);
    for (unsigned clock = 0;; clock++) {
        rh_backend_query(&backend, geometry, constraints, &view);
        if (clock > 0 && rh_backend_pre_ok(&backend, geometry, &view, bank))
            return clock;
        rh_backend_clock(&backend, geometry, constraints, &view, &in, clock == 0 ? &pre : &none, &out);
    }
}

/* The first distance of that ACT that the judge takes, and the rule that refused one clock less. */
static unsigned judged_distance(const struct rh_judge_setup *setup, unsigned bank, const char **rule) {
    for (unsigned clocks = 1;; clocks++) {
        struct rh_judge *judge = rh_judge_open(setup);
        const struct rh_command_record first = {.command = RH_ACT},
                                       second = {.command = RH_ACT, .bank = (uint8_t)bank, .cycle = clocks};
        struct rh_verdict verdict;
        bool legal = rh_judge_command(judge, &first, &verdict) == 0 && rh_judge_command(judge, &second, &verdict) == 0;
        rh_judge_close(judge);
        if (legal)
            return clocks;
        *rule = verdict.rule;
    }
}

int main(void) {
    const struct rh_timing timing = {2, 9, 4, 12, 12, 13, 21, 34, 8, 8,    32, 4,
                                     2, 2, 0, 5,  9,  13, 2,  6240, 40, 40, 1,  1,  0};
    const struct rh_geometry geometry = {32, 4, 1, 1, 12, 8, 8, 16, 8, 0};
    const struct rh_judge_setup setup = {
        .timing = timing, .banks = 4, .groups = 1, .buses = 1, .rows = 8, .columns = 8};
    struct rh_constraints constraints = rh_constraints_from_timing(&timing, RH_REFRESH_OFF, &geometry);
    for (unsigned bank = 1; bank < 4; bank++) {
        const char *rule = "none";
        unsigned model = model_distance(&geometry, &constraints, bank), judge = judged_distance(&setup, bank, &rule);
        printf("bank %u: %u, %u by %s\n", bank, model, judge, rule);
    }
    for (unsigned bank = 1; bank < 4; bank++) {
        bool waits;
        unsigned clocks = model_precharge_distance(&geometry, &constraints, bank, &waits);
        printf("PRE %u: %u%s\n", bank, clocks, waits ? ", and behind auto-precharge" : "");
    }
    return 0;
}
C
half() { # what the program says
    "$CC" -std=c11 -D_GNU_SOURCE -I"$work/tree/include" -I. \
        cmodel/dram/rh_{backend,bank_array,command_channel,command_register,subarray,timing}.c \
        cmodel/dram/rh_judge*.c \
        cmodel/core/rh_{error,command,field,geometry}.c "$work/half.c" -o "$work/half" >"$work/log" 2>&1 && "$work/half"
}
cp include/tables/* "$work/tree/include/tables/"
before=$'bank 1: 8, 8 by tRRD_L\nbank 2: 8, 8 by tRRD_L\nbank 3: 8, 8 by tRRD_L
PRE 1: 1\nPRE 2: 1\nPRE 3: 1'
[[ $(half) == "$before" ]] || fail "without the scope: found '$(half)', expected '$before', $(cat "$work/log")"
plant scopes.def 'RH_SCOPE(half, HALF, 2, 2, bank * 2 / p->banks, "planted")'
plant timers.def 'RH_CONSTRAINT(half_act, t->tRRD_S + t->tRP, tRRD_S, "planted")
RH_TIMER(half_act, half, RH_SET_ACT, RH_SET_ACT, TRRD, yes)'
plant rules.def 'RH_RULE_CONSTRAINT(tHALF, ACT, ACT, HALF, t->tRRD_S + t->tRP, "planted")
RH_RULE_CONSTRAINT(tAPART, ACT, ACT, OTHER_HALF, t->tRRD_S + 1, "planted")'
after=$'bank 1: 21, 21 by tHALF\nbank 2: 8, 9 by tAPART\nbank 3: 8, 9 by tAPART
PRE 1: 1\nPRE 2: 1\nPRE 3: 1'
[[ $(half) == "$after" ]] || fail "with the scope: found '$(half)', expected '$after', $(cat "$work/log")"
generate
# shellcheck disable=SC2016 # Markdown's back-quotes
grep -qxF '| `half_act` | half | ACT | tRRD_S + tRP | ACT | TRRD | yes |' "$work/tree/docs/tables/timers.md" ||
    fail "docs/tables/timers.md has no half_act"

# A PRE, too, waits for timers of any scope; auto-precharge is no command, and only its own bank knows of it.
cp include/tables/* "$work/tree/include/tables/"
for scope in grain group; do
    plant timers.def "RH_CONSTRAINT(pre_pre, t->tRTP + 3, tRTP, \"planted\")
RH_TIMER(pre_pre, $scope, RH_SET_PRE, RH_SET_PRE, TRP, no)"
    after=${before//PRE 1: 1*/$'PRE 1: 5\nPRE 2: 5\nPRE 3: 5'}
    [[ $(half) == "$after" ]] || fail "PRE to PRE of a $scope: found '$(half)', expected '$after', $(cat "$work/log")"
done

cp include/tables/* "$work/tree/include/tables/"
for row in 'RH_TIMER(rc, half, RH_SET_ACT, RH_SET_ACT, TRRD, yes)' \
    'RH_TIMER(half_act, bank, RH_SET_ACT, RH_SET_ACT, TRRD, yes)' \
    'RH_TIMER(refi, bank, RH_SET_ACT, RH_SET_ACT, TRRE, yes)' 'RH_TIMER(refi, bank, , RH_SET_ACT, TRRD, yes)'; do
    plant timers.def "$row"
    if half >/dev/null; then fail "$row: compiled"; fi
    grep -qE "half|TRRE|expected expression" "$work/log" || fail "$row: $(cat "$work/log")"
done
