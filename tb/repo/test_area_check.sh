#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Does scripts/area --check see what is not of the sources: a row that is not in area.def, a page that is not the
# table's? And is the key of a row of all that its design uses of the package? Nothing is synthesized.
source tb/shell.sh || exit

# --- of the package what a module uses, and what that uses in turn ---
cat >"$work/pkg.sv" <<'SV'
package rh_pkg;
  localparam int unsigned ONE = 1;
  localparam int unsigned TWO = ONE + 1;  // used by a function alone
  localparam int unsigned NINE = 9;
  typedef enum logic [1:0] {
    RED = 2'd0,
    BLUE = 2'd1
  } colour_e;
  function automatic int unsigned twice(input int unsigned n);
    twice = TWO * n;
  endfunction
endpackage
SV
echo 'assign a = rh_pkg::twice(3);' >"$work/twice.sv"
echo 'assign a = rh_pkg::BLUE;' >"$work/blue.sv"
echo 'assign a = rh_pkg::twice(3) + rh_pkg::THREE;' >"$work/three.sv"
parts() { scripts/lib/package_parts.py "$work/pkg.sv" "$@"; }
parts "$work/twice.sv" >"$work/found"
sed -n '2,3p; /^  function/,/^  endfunction/p' "$work/pkg.sv" >"$work/expected"
cmp "$work/expected" "$work/found" || fail "twice: found $(cat "$work/found")"
parts "$work/blue.sv" >"$work/found"
sed -n '/typedef/,/_e;/p' "$work/pkg.sv" | cmp - "$work/found" || fail "BLUE: found $(cat "$work/found")"
# A name that stands in no part would be left out of the key, and its changes unseen.
code=0
parts "$work/three.sv" >"$work/found" 2>"$work/errors" || code=$?
[[ $code == 1 && $(wc -l <"$work/errors") == 1 ]] || fail "THREE: exit $code; $(cat "$work/errors")"
grep -q 'found no THREE' "$work/errors" || fail "THREE: $(cat "$work/errors")"

# --- the table and its page ---
command -v yosys >/dev/null || { echo "no yosys, scripts/area --check was left out" && exit 0; }
mkdir "$work/tables"
columns=$(grep '^kind,' docs/tables/area.csv)
row() { echo "$1,$2,$3,20,10,200,100,3.20,a,b,9,50,50,50,50,0,0,0,210,12,0,20,3,0000000000000000"; }
{
    echo "$columns"
    row controller fifo queue=8
    row controller gone queue=8
    row controller fifo queue=9
} >"$work/tables/area.csv"
"$ROWHOLD" area --file "$work/tables/area.csv" --markdown "$work/tables/area.md" >/dev/null
check() { scripts/area --check --out "$work/tables" "$@" >"$work/found" 2>&1; }
check && fail "scripts/area --check took rows that are not of area.def"
for row in "gone queue=8" "fifo queue=9"; do
    grep -q "area.csv: found $row, expected only designs of include/tables/area.def" "$work/found" ||
        fail "no word of $row: $(grep -v stale "$work/found")"
done
grep -q 'found fifo queue=8' "$work/found" && fail "fifo queue=8 is a design"
grep -q 'area.md' "$work/found" && fail "the page is that of the table: $(grep area.md "$work/found")"
sed -i 's/3\.20/3.21/' "$work/tables/area.md"
check && fail "scripts/area --check took a page that is not the table's"
grep -q 'area.md is stale, expected what scripts/area writes' "$work/found" || fail "no word of area.md"

# --- the same of the table of --ice40 ---
printf '%s\n' 'kind,design,settings,luts,flops,carries,logic_cells,fmax_mhz,key' \
    'controller,fifo,queue=32,3371,1836,496,4513,40.9,0000000000000000' \
    'controller,gone,queue=32,8222,2101,822,8652,none,0000000000000000' >"$work/tables/area_ice40.csv"
"$ROWHOLD" area --ice40 --file "$work/tables/area_ice40.csv" --markdown "$work/tables/area_ice40.md" >/dev/null
check --ice40 && fail "scripts/area --ice40 --check took a row that is not of area.def"
grep -q 'area_ice40.csv: fifo queue=32 is stale' "$work/found" || fail "no word of fifo: $(cat "$work/found")"
grep -q 'area_ice40.csv: found gone queue=32, expected only' "$work/found" || fail "no word of gone"
grep -q 'area_ice40.md' "$work/found" && fail "the page is that of the table: $(grep ice40.md "$work/found")"
sed -i 's/40\.9/41.9/' "$work/tables/area_ice40.md"
check --ice40 && fail "scripts/area --ice40 --check took a page that is not the table's"
grep -q 'area_ice40.md is stale, expected what scripts/area writes' "$work/found" || fail "no word of area_ice40.md"
