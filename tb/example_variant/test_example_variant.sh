#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The worked example of docs/contributing.md: a variant is one C file, one SV file and one registry row, and with no other
# edit it is simulated, judged and co-simulated. Before the RTL follows the model, the lockstep must find the difference.
set -euo pipefail
example=$PWD/tb/example_variant
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
export XDG_CACHE_HOME=$tree/cache

fail() {
    echo "FAIL: $*"
    exit 1
}

# The page shows the lines of the patch.
shown=0
while IFS= read -r line; do
    shown=$((shown + 1))
    grep -qxF -- "${line#       }" "$example/newest_row.patch" || fail "docs/contributing.md shows a line that the patch lacks: $line"
done < <(grep -E '^       [-+]' docs/contributing.md)
((shown >= 6)) || fail "docs/contributing.md shows $shown lines of the patch, expected 6 or more"

cp -r CMakeLists.txt cmodel include rtl scripts "$tree/"
mkdir -p "$tree/tb/unit" "$tree/docs/tables"
cp -r tb/lockstep "$tree/tb/"
cp tb/unit/test_registry.c "$tree/tb/unit/"
cd "$tree"
find cmodel include rtl scripts tb -type f -exec sha256sum {} + | sort -k2 >before

scripts/new_variant fr_fcfs newest_row "as fr_fcfs, but a row is opened for the newest request"
find cmodel include rtl scripts tb -type f -exec sha256sum {} + | sort -k2 >after
touched=$(comm -13 <(sort before) <(sort after) | awk '{ print $2 }' | sort | tr '\n' ' ')
[[ $touched == "cmodel/controller/rh_newest_row.c include/tables/variants.def rtl/controller/rh_newest_row.sv " ]] ||
    fail "expected one C file, one SV file and the registry, found: $touched"

patch -s -p1 <"$example/newest_row.patch"
cp rtl/controller/rh_newest_row.sv changed.sv
sed 's/\bfr_fcfs\b/newest_row/g; s/rh_fr_fcfs/rh_newest_row/g' rtl/controller/rh_fr_fcfs.sv >rtl/controller/rh_newest_row.sv

cmake -S . -B build -G Ninja >configure.log 2>&1 || { cat configure.log && fail "the example does not configure"; }
cmake --build build --target rowhold_program test_registry >build.log 2>&1 ||
    { tail -n 40 build.log && fail "the example does not build"; }
build/tests/test_registry >unit.log 2>&1 || { cat unit.log && fail "the registry test fails with the new row"; }

run=(--controller newest_row --preset gddr3 --queue 8 --stream mixed --requests 3000)
rowhold=build/bin/rowhold
"$rowhold" simulate "${run[@]}" --quiet --stats newest.json || fail "the C model does not run (exit $?)"
"$rowhold" simulate "${run[@]/newest_row/fr_fcfs}" --quiet --stats oldest.json
! cmp -s <(sed '/controller\|hash/d' newest.json) <(sed '/controller\|hash/d' oldest.json) ||
    fail "the new policy gives the same statistics as the one it was copied from"

if ! command -v verilator >/dev/null; then
    echo "no verilator: the lockstep part was left out"
    exit 0
fi
status=0
"$rowhold" cosim "${run[@]}" >lockstep.log 2>&1 || status=$?
[[ $status -eq 1 ]] && grep -q row_bank lockstep.log ||
    { cat lockstep.log && fail "RTL that opens the oldest row: exit $status, expected 1 and row_bank named"; }

mv changed.sv rtl/controller/rh_newest_row.sv
"$rowhold" cosim "${run[@]}" >lockstep.log 2>&1 || { cat lockstep.log && fail "lockstep exit $?, expected 0"; }
tail -n 5 lockstep.log
