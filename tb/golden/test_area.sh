#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Every controller of the registry passes Yosys with 8 entries; its comparators are those that the formulas ask for, and
# what comes on top is written down here; planted faults are noticed. Needs ROWHOLD (the program) and yosys.
set -euo pipefail
export LC_ALL=C
if ! command -v yosys >/dev/null; then
    echo "skipped: found no yosys in PATH (scripts/setup area installs it)"
    exit 77
fi
export ROWHOLD=${ROWHOLD:-build/bin/rowhold}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
fault() {
    echo "FAILED: $*" >&2
    failed=1
}
bits() { awk -v name="$1" '$1 == name { print $2 }' "$2"; }

# --- every variant passes, without a latch ---
mapfile -t controllers < <("$ROWHOLD" list --kind controller --names)
for controller in "${controllers[@]}"; do
    if ! scripts/area --elaborate --out "$work" "$controller" 8 2>"$work/err"; then
        fault "$controller does not pass Yosys: $(head -n 1 "$work/err")"
        continue
    fi
    found=$work/$controller-8.bits
    [[ $(bits latches "$found") == 0 ]] || fault "$controller has a latch"
    (($(bits flop_bits "$found") > 500)) ||
        fault "$controller has $(bits flop_bits "$found") flops, expected a controller"
done
[[ ${#controllers[@]} -ge 4 ]] || fault "found ${#controllers[@]} controllers, expected the four of the first registry"

# --- bits of address comparators, 12 row bits and 2 bank bits ---
# CONTROLLER BITS: with the reason where BITS is not the formula's number.
while read -r controller expected reason; do
    found=$(bits address_bits "$work/$controller-8.bits")
    [[ $found == "$expected" ]] || fault "$controller: found $found address bits, expected $expected ($reason)"
done <<'END'
fifo 12 r
banked_fifo 48 nB * r; the thesis' other b bits are a decoder of the arriving request's bank here
fr_fcfs 124 Q * (r + b) = 112, and 12 for the arriving request with the open row of its bank
most_pending 220 112 + 12 as fr_fcfs, and Q * r = 96 for the arriving request with every entry, banks by decoder
END
# shellcheck disable=SC2016 # Yosys' dollar sign
grep -qE 'rh_age_queue\.sv:[0-9]+ \$eq: 8 cells, 112 bits, 112 of addresses' "$work/fr_fcfs-8.bits" ||
    fault "fr_fcfs: found no 8 comparators of 14 bits at one place of rh_age_queue.sv"

# --- the netlist's faults of tb/faults: latches, undriven and undeclared wires, comparators too many ---
scripts/faults --checker netlist --jobs 2 || fault "a planted fault went unnoticed"

# a design that does not pass leaves the tables as they are
if command -v sta >/dev/null && [[ -r /usr/share/qflow/tech/osu018/osu018_stdcells.lib ]]; then
    cp -r rtl "$work/rtl"
    sed -i '/^ *assign some = /d' "$work/rtl/controller/rh_fifo.sv"
    mkdir -p "$work/tables"
    echo before >"$work/tables/area.csv"
    status=0
    scripts/area --rtl "$work/rtl" --out "$work/tables" --cache "$work/cache" >"$work/err" 2>&1 || status=$?
    [[ $status == 1 && $(ls -A "$work/tables") == area.csv && $(cat "$work/tables/area.csv") == before ]] ||
        fault "undriven wire: exit $status, expected 1 and the tables untouched"
fi

# --- the committed table: whole, read by the program, of these sources, and of the shape that the design promises ---
table=docs/tables/area.csv
# shape FILE: lines that say what is wrong. Cells and area grow with the queue; the path does so far slower than a chain
# over the entries would (x 4 from 16 to 64), for every choice is a tree.
shape() {
    awk -F, '/^#|^controller,/ { next }
        $1 == last && ($2 <= queue || $3 <= cells || $4 <= flops || $5 <= area) {
            print $1 ": found no growth from queue " queue " to " $2 }
        { last = $1; queue = $2; cells = $3; flops = $4; area = $5; ns[$1, $2] = $7; rows++; names[$1] }
        END {
            if (rows == 0) print "found no row"
            for (name in names)
                if (!(ns[name, 64] < 1.5 * ns[name, 16])) print name ": found " ns[name,
                    16] " ns with 16 entries and " ns[name, 64] " ns with 64"
        }' "$1"
}
"$ROWHOLD" area --file "$table" >"$work/table" || fault "rowhold area does not read $table"
shape "$table" >"$work/shape"
while read -r line; do fault "$table: $line"; done <"$work/shape"
# planted: a path that grows as a chain, an area that does not grow
awk -F, -v OFS=, '$1 == "fr_fcfs" && $2 == 64 { $7 = 12.18 } 1' "$table" >"$work/chain.csv"
shape "$work/chain.csv" | grep -q '^fr_fcfs: found .* ns with 64$' ||
    fault "planted chain: a path that doubles with the queue went unnoticed"
awk -F, -v OFS=, '$1 == "fifo" && $2 == 32 { $5 = 1 } 1' "$table" >"$work/flat.csv"
shape "$work/flat.csv" | grep -q '^fifo: found no growth' || fault "planted area: no growth went unnoticed"

# a row whose key is not that of the sources is named, and no other
sed -E '$ s/[0-9a-f]{16}$/0000000000000000/' "$table" >"$work/area.csv"
if scripts/area --check --out "$work" >"$work/stale"; then fault "scripts/area --check took a stale row for fresh"; fi
grep -q "$(tail -n 1 "$table" | cut -d, -f1) with queue 64 is stale" "$work/stale" ||
    fault "scripts/area --check named no stale row"
# Other versions of Yosys give other numbers: theirs would be another table, not a stale one.
yosys_here=$(yosys -V | cut -d' ' -f1,2)
if grep -q "^# $yosys_here," "$table"; then
    scripts/area --check ||
        fault "$table is not of these sources, expected what scripts/area writes (run it and commit)"
else
    echo "note: $table is of another version than $yosys_here, its age was not checked"
fi

# --- complexity: the published total, and what is refused ---
"$ROWHOLD" complexity --csv - >"$work/csv"
grep -q '^fr_fcfs,any,0,0,0,0,0,M \* Q \* (r + b),3584,3584,3584,' "$work/csv" ||
    fault "complexity --csv: found no row of 3584 bits"
grep -q '^banked_fifo+hash_match_hold_grant_4,crossbar,.*,256,320,.*printed as 320' "$work/csv" ||
    fault "complexity --csv: the total that disagrees is not flagged"
"$ROWHOLD" complexity --json - |
    grep -q '"design": "banked_fifo+row_match_hold_grant", "network": "mesh", "stored": 14544,' ||
    fault "complexity --json: found no row of 14544 bits"
"$ROWHOLD" complexity | grep -q 'disagrees with itself: printed as 320' ||
    fault "complexity: the total that disagrees is not flagged"

# refused PATTERN COMMAND...: exit 2 and one line.
refused() {
    local pattern=$1 status=0
    shift
    "$@" >"$work/out" 2>"$work/err" || status=$?
    [[ $status == 2 && $(wc -l <"$work/err") == 1 && ! -s $work/out ]] ||
        fault "$*: exit $status, $(wc -l <"$work/err") lines, expected exit 2 and one line"
    grep -qE -e "$pattern" "$work/err" || fault "$*: found '$(head -n 1 "$work/err")', expected $pattern"
}
refused "--queue: found '0', expected" "$ROWHOLD" complexity --queue 0
refused "--rows: found nothing" "$ROWHOLD" complexity --rows
refused "found '--quee', expected an option" "$ROWHOLD" complexity --quee 3
refused "no_such.csv" "$ROWHOLD" complexity --area "$work/no_such.csv"
refused "nowhere" "$ROWHOLD" complexity --csv "$work/nowhere/out.csv"
refused "no_such.json" "$ROWHOLD" area --netlist "$work/no_such.json"
refused "--parameters: found '12x', expected" "$ROWHOLD" area --parameters 12x
refused "--jobs: found without --run" "$ROWHOLD" area --jobs 2
refused "found .frob., expected nothing, build, tests or area" scripts/setup frob
refused "found option '--frob', expected" scripts/area --frob
refused "--jobs: found 'none', expected" scripts/area --jobs none

[[ $failed == 0 ]] || exit 1
echo "area: ${#controllers[@]} controllers pass Yosys"
