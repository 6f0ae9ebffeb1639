#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# One design's price: what is stale is measured, what is fresh is not, and the other rows stay, stale or not. A tool
# that is missing gets one line.
source tb/shell.sh || exit

# --- without the tools ---
mkdir "$work/bin"
find /bin/ /usr/bin/ /usr/local/bin/ -maxdepth 1 ! -type d ! -name yosys ! -name sta \
    -exec ln -sf -t "$work/bin" {} +
missing='in PATH, expected the Debian package @(yosys|opensta) (scripts/setup area installs it)'
refusal "scripts/area: found no yosys $missing" env PATH="$work/bin" scripts/area fifo queue=5
refusal "scripts/area: found no yosys $missing" env PATH="$work/bin" "$ROWHOLD" area --run --design fifo queue=5
needs yosys
ln -s "$(command -v yosys)" "$work/bin/yosys"
refusal "scripts/area: found no sta $missing" env PATH="$work/bin" scripts/area --cache "$work/cache" fifo queue=5

# --- refused ---
refusal "*found 'fife', expected a variant of * (near: fifo)*" scripts/area fife
refusal "*found 'fifo', expected at most NAME SETTINGS*" scripts/area fifo queue=5 fifo
refusal "*found 'depth', expected a parameter of kind controller*" scripts/area fifo depth=5
refusal "*--file: found --run and --design beside it*" "$ROWHOLD" area --run --design fifo --file docs/tables/area.csv
if ! command -v sta >/dev/null || [[ ! -r /usr/share/qflow/tech/osu018/osu018_stdcells.lib ]]; then
    echo "skipped: found no sta or no osu018_stdcells.lib (scripts/setup area installs them)"
    exit 77
fi

# --- stale and fresh: copies of sources and table, in which two rows are stale and one of them is asked for ---
cp -r rtl "$work/rtl"
mkdir "$work/tables"
size='inputs=5 outputs=5 destinations=8 hold=0'
one() { scripts/area --rtl "$work/rtl" --out "$work/tables" --cache "$work/cache" "$@" >"$work/out" 2>"$work/err"; }
one wavefront "$size" || fault "wavefront: exit $?, $(cat "$work/err")"
grep -q "^\[1/1\] wavefront $size$" "$work/err" || fault "an empty table: found '$(cat "$work/err")', expected a run"
[[ $(grep -c '^allocator,' "$work/tables/area.csv") == 1 ]] || fault "an empty table: expected one row"
{
    sed '$d' "$work/tables/area.csv"
    echo 'controller,fr_fcfs,queue=8,20,10,200,100,3.20,a,b,9,50,50,50,50,0,0,0,210,12,0,20,3,0000000000000000'
    tail -n 1 "$work/tables/area.csv"
} >"$work/two.csv"
cp "$work/two.csv" "$work/tables/area.csv"
# the cache has the row; then the table alone has it; the same settings in other words
one wavefront "$size" && grep -q '^area: 1 designs, 1 fresh' "$work/out" || fault "the cache's row: $(cat "$work/out")"
rm -r "$work/cache"
one wavefront 'inputs=5,outputs=5,destinations=8,hold=0,banks=4' && grep -q '^area: 1 designs, 1 fresh' "$work/out" ||
    fault "the table's row: $(cat "$work/out" "$work/err")"
[[ ! -s $work/err ]] || fault "a fresh row was measured: $(cat "$work/err")"
cmp "$work/two.csv" "$work/tables/area.csv" || fault "a fresh row was written anew"
one --check wavefront "$size" || fault "--check: $(cat "$work/out"), expected nothing stale"
# planted: one file of the sources has a register more
sed -i 's/^  assign left = /  always_ff @(posedge clk_i) left <= /' "$work/rtl/network/rh_wavefront.sv"
cmp -s rtl/network/rh_wavefront.sv "$work/rtl/network/rh_wavefront.sv" && fault "rh_wavefront.sv is as it was"
if one --check wavefront "$size"; then fault "--check took a row of other sources for fresh"; fi
[[ $(<"$work/out") == *"area.csv: wavefront $size is stale, "* && $(wc -l <"$work/out") == 1 ]] ||
    fault "--check: found $(cat "$work/out"), expected wavefront alone"
one wavefront "$size" || fault "wavefront: exit $?, $(cat "$work/err")"
[[ $(<"$work/err") == "[1/1] wavefront $size" ]] ||
    fault "planted register: found '$(cat "$work/err")', expected a run"
diff "$work/two.csv" "$work/tables/area.csv" >"$work/diff" || true
[[ $(grep -c '^[<>]' "$work/diff") == 2 && $(grep -c "^[<>] allocator,wavefront,$size," "$work/diff") == 2 ]] ||
    fault "planted register: found other rows changed: $(cat "$work/diff")"
[[ $("$ROWHOLD" area --file "$work/tables/area.csv" --markdown -) == "$(<"$work/tables/area.md")" ]] ||
    fault "area.md is not of the table"

# --- a size that is not in the table is shown and stays out of it; by the program's option, too ---
cp "$work/tables/area.csv" "$work/before.csv"
tiny='inputs=2 outputs=2 destinations=2 hold=1'
one islip "$tiny" || fault "islip: exit $?, $(cat "$work/err")"
cmp "$work/before.csv" "$work/tables/area.csv" || fault "islip was put into the table"
grep -qE '^islip +inputs=2 outputs=2 ' "$work/out" || fault "islip: found $(cat "$work/out"), expected its row"
grep -q '^area: 1 designs, 0 fresh; not in the table: allocator islip inputs=2 .* is no size' "$work/out" ||
    fault "islip: $(tail -n 1 "$work/out")"
! grep -q 'inputs=5' "$work/out" || fault "islip: found rows of another size"
"$ROWHOLD" area --run --design islip "$tiny" >"$work/shown" 2>"$work/err" || fault "area --run: $(cat "$work/err")"
[[ $(grep -cE '^(wavefront|fr_|islip)' "$work/shown") == 2 ]] || fault "area --run: found $(cat "$work/shown")"
grep -qE '^islip +inputs=2 outputs=2 ' "$work/shown" || fault "area --run: found $(cat "$work/shown")"

# --- the file between script and program lies where TMPDIR says, and does not stay, ended by a signal neither ---
mkdir "$work/place"
TMPDIR=$work/place "$ROWHOLD" area --run --design islip "$tiny" >"$work/shown" 2>"$work/err" ||
    fault "TMPDIR: $(cat "$work/err")"
! TMPDIR=$work/none "$ROWHOLD" area --run --design islip "$tiny" >"$work/shown" 2>"$work/err" ||
    fault "no TMPDIR: passes"
grep -qE '^rowhold: .*/none/rowhold_area\..*: found no place for a file' "$work/err" ||
    fault "no TMPDIR: $(cat "$work/err")"
TMPDIR=$work/place timeout -s TERM 2 "$ROWHOLD" area --run --design fifo queue=6 >"$work/shown" 2>"$work/err" || true
[[ -z $(compgen -G "$work/place/rowhold_area.*") ]] || fault "left behind: $(ls "$work/place")"

# --- a table by other tools is left alone ---
sed -i 's/Yosys 0/Yosys 9/' "$work/tables/area.csv"
cp "$work/tables/area.csv" "$work/before.csv"
one wavefront "$size" || fault "other tools: exit $?, $(cat "$work/err")"
cmp "$work/before.csv" "$work/tables/area.csv" || fault "rows of two versions were mixed"
grep -q 'area.csv is by other tools, it stays as it is' "$work/err" || fault "other tools: $(cat "$work/err")"

[[ $failed == 0 ]] || exit 1
echo "area of one design: stale rows alone are measured"
