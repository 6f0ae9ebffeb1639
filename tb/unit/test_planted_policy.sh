#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Lockstep shows that the RTL is the model, not that the model's policy is the one it claims: a policy that is wrong in both
# passes. So the wrong policies of planted_policy.txt are planted into copies of the C models, one at a time, and the unit
# test of that policy must fail by name. Every controller of the registry must have three.
set -euo pipefail
CC=${CC:-cc}
command -v "$CC" >/dev/null || { echo "skipped: no C compiler '$CC'" && exit 77; }
table=tb/unit/planted_policy.txt
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "FAIL: $*" >&2
    exit 1
}
source tb/planted.sh
compile() { "$CC" -std=c11 -D_GNU_SOURCE -Iinclude -I. -c "$1" -o "$2" 2>"$work/log" || fail "$1: $(cat "$work/log")"; }

# What a controller needs: the models, the backend and the tables, compiled once.
for file in cmodel/{controller,core}/*.c cmodel/dram/rh_backend.c; do compile "$file" "$work/$(basename "$file" .c).o"; done
objects=("$work"/*.o)
# The registry names the variants of other kinds, too; of an archive the linker takes what is named.
mkdir "$work/others"
for file in cmodel/network/*.c; do compile "$file" "$work/others/$(basename "$file" .c).o"; done
ar rcs "$work/others.a" "$work"/others/*.o
unit() { # NAME OBJECT...: the test's output in $work/out; its exit code
    "$CC" "$work/test_$1.test" "${@:2}" "$work/others.a" -lcmocka -o "$work/unit" 2>"$work/log" || fail "test_$1: $(cat "$work/log")"
    "$work/unit" >"$work/out" 2>&1
}

planted=0
while IFS=$'\x01' read -r name file from to test; do
    described="$name: '$(trim "$from")' -> '$(trim "$to")'"
    if [[ ! -e $work/test_$name.test ]]; then
        compile "tb/unit/test_$name.c" "$work/test_$name.test"
        unit "$name" "${objects[@]}" || fail "test_$name fails without a fault: $(cat "$work/out")"
    fi
    plant "$table" "cmodel/$file" "$from" "$to" "$work/planted.c"
    compile "$work/planted.c" "$work/planted.faulty"
    stem=$(basename "$file" .c)
    if unit "$name" "${objects[@]/"$work/$stem.o"/"$work/planted.faulty"}"; then fail "$described: nothing failed"; fi
    grep -qE "^\[  FAILED  \] (.*: )?$test\$" "$work/out" || fail "$described: $test did not fail: $(cat "$work/out")"
    planted=$((planted + 1))
done < <(planted_rows "$table")

while IFS= read -r controller; do
    [[ $(grep -c "^$controller @ " "$table") -ge 3 ]] || fail "$controller has fewer than three wrong policies"
done < <("$ROWHOLD" list --kind controller --names)
echo "$planted wrong policies found"
[[ $planted -gt 0 ]]
