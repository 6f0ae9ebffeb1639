#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The worked example of docs/contributing.md, from the page: its indented lines are run, or put into their file, one
# after the other in a copy of the tree, which this builds. A variant is one C file, one SV file and one registry row,
# and with no other edit it is simulated, judged and co-simulated. Before the RTL follows the model, the lockstep must
# find the difference.
#
#   example_variant.sh TREE [all]    all: scripts/check, too
set -euo pipefail
page=$1/docs/contributing.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
whole=${2:-}

fail() {
    echo "FAIL: $*"
    exit 1
}
cd "$1"
sums() { find cmodel include rtl scripts tb -type f -exec sha256sum {} + | sort; }

# change BLOCK: a file of lines `--- PATH`, `-old`, `+new`; the old lines must be in PATH, together and once.
change() {
    local path from to text
    path=$(sed -n 's/^--- //p' "$1") from=$(sed -n '2,$s/^-//p' "$1") to=$(sed -n 's/^+//p' "$1")
    text=$(cat "$path")
    [[ -n $from && $text == *"$from"* ]] || { echo "$path: found no '$from', which the page takes out" && return 1; }
    [[ ${text#*"$from"} != *"$from"* ]] || { echo "$path: found '$from' more than once" && return 1; }
    printf '%s\n' "${text/"$from"/"$to"}" >"$path"
}

run=(--controller newest_row --preset gddr3 --queue 8 --stream mixed --requests 3000 --quiet)
commands=0 changes=0 compared=0
# follow LINE: one command of the page, and what the page says of it.
follow() {
    local code=0 expected=0
    [[ $whole == all || $1 != scripts/check* ]] || return 0
    commands=$((commands + 1))
    if [[ $1 == *' cosim '* && $compared == 0 ]]; then expected=1; fi
    echo "\$ $1"
    [[ $1 != scripts/* ]] || sums >"$work/before"
    bash -c "$1" >"$work/log" 2>&1 || code=$?
    [[ $code == "$expected" ]] || { tail -n 40 "$work/log" && fail "$1: exit $code, expected $expected"; }
    case $1 in
    scripts/new_variant*)
        touched=$(comm -13 "$work/before" <(sums) | awk '{ print $2 }' | sort | tr '\n' ' ')
        wanted='cmodel/controller/rh_newest_row.c include/tables/variants.def rtl/controller/rh_newest_row.sv '
        [[ $touched == "$wanted" ]] ||
            fail "expected one C file, one SV file and the registry, found: $touched"
        ;;
    'scripts/build generate')
        touched=$(comm -13 "$work/before" <(sums) | awk '{ print $2 }' | sort | tr '\n' ' ')
        # the modules that have every controller of the registry, and no other variant's text
        wanted='rtl/controller/rh_any_controller.sv rtl/core/rh_any_limits.sv rtl/network/rh_request_system.sv '
        wanted+='tb/formal/observe_newest_row.svh '
        [[ $touched == "$wanted" ]] || fail "expected no other variant's text to change, found: $touched"
        ;;
    'scripts/check --fix')
        touched=$(comm -3 "$work/before" <(sums) | awk '{ print $2 }' | sort -u | tr '\n' ' ')
        [[ -z $touched ]] || fail "expected sources that need no mending, found: $touched"
        ;;
    *' cosim '*)
        compared=$((compared + 1))
        [[ $expected != 1 ]] || grep -qE '^ +row_bank .*<-- differs' "$work/log" ||
            fail "row_bank is not named: $(cat "$work/log")"
        if [[ $expected == 0 ]]; then grep '^MATCHED' "$work/log" || fail "cosim says no MATCHED"; fi
        ;;
    esac
}

# The indented lines of the section: a block of `---`, `-` and `+` lines is a change, every other line a command.
awk '/^## /{ here = /^## A worked example/ } here' "$page" >"$work/section"
: >"$work/block"
flush() {
    [[ -s $work/block ]] || return 0
    echo "change: $(head -n 1 "$work/block")"
    change "$work/block" || fail "the page does not fit the tree"
    changes=$((changes + 1))
    : >"$work/block"
}
while IFS= read -r line; do
    if [[ $line =~ ^\ {7}([-+].*)$ ]]; then
        echo "${BASH_REMATCH[1]}" >>"$work/block"
    else
        flush
        if [[ $line =~ ^\ {7}([^ ].*)$ ]]; then follow "${BASH_REMATCH[1]}"; fi
    fi
done <"$work/section"
[[ $commands -ge 6 && $changes -eq 2 && $compared -eq 2 ]] ||
    fail "found $commands commands, $changes changes and $compared comparisons on the page, expected 6 or more, 2 and 2"

# The other policy is another policy, and the registry's test passes with the new row.
rowhold=build/bin/rowhold
"$rowhold" simulate "${run[@]}" --stats newest.json || fail "the C model does not run (exit $?)"
"$rowhold" simulate "${run[@]/newest_row/fr_fcfs}" --stats oldest.json
! cmp -s <(sed '/controller\|hash/d' newest.json) <(sed '/controller\|hash/d' oldest.json) ||
    fail "the new policy gives the same statistics as the one it was copied from"
# Its traits are those of the one it was copied from, so it is predicted.
"$rowhold" predict "${run[@]}" --model rowhold --json predicted.json || fail "it is not predicted (exit $?)"
grep -qE '"error_points": \{"rowhold": -?[0-3]\.' predicted.json ||
    fail "found $(grep '"error_points": {' predicted.json), expected a prediction within 4 points"
scripts/build test_registry >"$work/log" 2>&1 || { tail -n 40 "$work/log" && fail "the registry test does not build"; }
build/tests/test_registry >"$work/log" 2>&1 || { cat "$work/log" && fail "the registry test fails with the new row"; }

# Planted: a line that the file does not have, and one that it has twice.
printf -- '--- rtl/controller/rh_newest_row.sv\n-  no such line\n+x\n' >"$work/block"
if change "$work/block" >"$work/log"; then fail "a line that is not in the file was taken out"; fi
printf -- '--- cmodel/controller/rh_newest_row.c\n-}\n+x\n' >"$work/block"
if change "$work/block" >"$work/log"; then fail "a line that is there more than once was taken out"; fi
echo "the page's $commands commands and $changes changes do what it says"
