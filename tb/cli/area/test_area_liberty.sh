#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Is any cell library good enough for a price? What is derived from a Liberty file, what is refused in it, and a design
# on a library by hand (tb/cli/area/liberty/minimal.lib): ps and fF, flops of other names, one with an enable, cells
# that no design may take. Needs ROWHOLD; its last part yosys and sta.
source tb/shell.sh || exit
library=tb/cli/area/liberty/minimal.lib

# --- what is derived ---
mkdir "$work/out"
scripts/lib/liberty.py "$library" "$work/out" >"$work/found" || fault "$library: exit $?"
cat >"$work/expected" <<'END'
library minimal
driving mini__inv_4
load_ff 3.00
flops mini__dfxtp_1 mini__edfxtp_1
outputs Q Q_N
END
diff "$work/expected" "$work/found" || fault "$library: found other facts"
[[ $(grep -c '^  cell (' "$work/out/cells.lib") == 8 ]] || fault "cells.lib: expected 8 of 10 cells"
if grep -qE 'mini__(pad|nand2_0)' "$work/out/cells.lib"; then fault "cells.lib: found a cell that is barred"; fi
grep -q 'mini__edfxtp_1 _TECHMAP_REPLACE_ (.CLK(C), .D(D), .DE(E), .Q(Q));' "$work/out/enable.v" ||
    fault "enable.v: found $(cat "$work/out/enable.v")"
scripts/lib/liberty.py "$library" "$work/out" 'mini__inv_[4-8]' '*edf*' >"$work/found"
grep -qx 'driving mini__inv_1' "$work/found" || fault "a pattern bars no inverter: $(grep driving "$work/found")"
grep -qx 'flops mini__dfxtp_1' "$work/found" || fault "a pattern bars no flop: $(grep flops "$work/found")"
# dearer than a flop and a multiplexer: 10 + 7
rm "$work/out/enable.v"
sed '/cell (mini__edfxtp_1)/,/area/s/area : 14/area : 18/' "$library" >"$work/dear.lib"
scripts/lib/liberty.py "$work/dear.lib" "$work/out" >"$work/found"
[[ ! -e $work/out/enable.v ]] || fault "found a flop with an enable in use that costs more than a multiplexer"
# pF in place of fF; a load that is a thousandth
sed 's/(1, ff)/(0.001,pf)/' "$library" >"$work/pf.lib"
scripts/lib/liberty.py "$work/pf.lib" "$work/out" >"$work/found"
grep -qx 'load_ff 3.00' "$work/found" || fault "0.001 pF is not 1 fF"

# --- what is refused: PATTERN, and the commands of sed that break the library ---
while IFS='|' read -r pattern change; do
    sed -E "$change" "$library" >"$work/broken.lib"
    status=0
    scripts/lib/liberty.py "$work/broken.lib" "$work/out" >"$work/found" 2>"$work/err" || status=$?
    [[ $status == 2 && $(wc -l <"$work/err") == 1 && ! -s $work/found ]] ||
        fault "$change: exit $status, $(wc -l <"$work/err") lines, expected exit 2 and one line"
    grep -qE "^scripts/area: $work/broken.lib$pattern" "$work/err" || fault "$change: found $(cat "$work/err")"
done <<'END'
:[0-9]+: found the end, expected }|$d
:5: found 'unit', expected \(|5s/time_unit/time unit/
: found no inverter, expected one|s/"A'"/"A"/;s/"!A"/"A"/
: found no flop on the rising edge, expected one|s/clocked_on : "CLK"/clocked_on : "!CLK"/
: found no NAND or AND of two inputs, expected one|s/!\(A & B\)/!(A ^ B)/
: found cell mini__inv_1 without an area, expected one|s/area : 2;//
: found capacitive_load_unit '1 nf', expected a number and one of ff, pf|s/\(1, ff\)/(1, nf)/
: found 0 libraries, expected one with a name|s/^library \(minimal\)/group (x)/
: found cell mini__inv_4 without an area, expected one|s/area : 5;/area : nan;/
: found a pin of mini__nand2_1 without a name, expected one|/mini__nand2_1/,/pin/s/pin \(A\)/pin ()/
: found capacitive_load_unit '1.0.0 ff', expected a number and one of ff, pf|s/\(1, ff\)/(1.0.0, ff)/
: found a flop of mini__edfxtp_1 without a state, expected one|/mini__edfxtp_1/,/ff/s/ff \([^)]*\)/ff ()/
END
status=0
scripts/lib/liberty.py "$work/none.lib" "$work/out" 2>"$work/err" || status=$?
[[ $status == 2 ]] && grep -q 'none.lib: No such file' "$work/err" || fault "no file: exit $status, $(cat "$work/err")"

# --- a design on it ---
if ! command -v yosys >/dev/null || ! command -v sta >/dev/null; then
    echo "skipped: found no yosys or no sta in PATH (scripts/setup area installs them)"
    exit 77
fi
# table LINE: the table's name for a library that begins with this line, which --check says
table() {
    sed "s|^library (minimal) {|$1|" "$library" >"$work/named.lib"
    { scripts/area --liberty "$work/named.lib" --out "$work/out" --check fifo 2>&1 || true; } |
        sed -nE "s|^$work/out/(.*): fifo .*|\1|p"
}
while IFS=: read -r expected line; do
    found=$(table "$line")
    [[ $found == "$expected" ]] || fault "$line: found table '$found', expected $expected"
done <<'END'
area_minimal.csv:library (minimal) {
area_minimal.csv:	library("minimal"){
area_minimal.csv:/* library (old) { */ library (minimal) {
area_sky130.csv:// cells\n	library (sky130_fd_sc_hd__tt) {
area_library_ice40.csv:library (ice40) {
area_library_osu018.csv:library (osu018) {
area_library_parts.csv:library (parts) {
END
size='queue=2 depth=2 payload_bits=1 row_bits=1'
scripts/area --liberty "$library" --out "$work" --cache "$work/cache" --keep "$work/kept" --rows "$work/rows" \
    packet_injector "$size" >"$work/shown" 2>"$work/err" ||
    fault "packet_injector on $library: exit $?, $(cat "$work/err")"
kept="$work/kept/packet_injector-${size// /-}.v"
count() { grep -cE "^  $1 " "$kept" || true; }
[[ $(count 'mini__(pad|nand2_0)') == 0 ]] || fault "found a cell that is barred"
[[ $(count 'mini__edfxtp_1') -gt 10 && $(count 'mini__dfxtp_1') -gt 10 ]] || fault "found no use of a kind of flop"
# column NAME: of the one row
column() {
    awk -F, -v name="$1" '/^kind/ { for (i = 1; i <= NF; i++) at[$i] = i } END { print $at[name] }' "$work/rows"
}
[[ $(column flops) == $(count 'mini__e?dfxtp_1') ]] || fault "found $(column flops) flops, expected the netlist's"
[[ $(column cells) == $(count 'mini__[a-z0-9_]+') ]] || fault "found $(column cells) cells, expected the netlist's"
area=0
while read -r cell um2; do area=$((area + um2 * $(count "$cell"))); done <<'END'
mini__inv_1 2
mini__inv_4 5
mini__buf_2 4
mini__nand2_1 3
mini__nor2_1 3
mini__mux2_1 7
mini__dfxtp_1 10
mini__edfxtp_1 14
END
[[ $(column area_um2) == "$area" ]] || fault "found $(column area_um2) um2, expected $area"
# the slowest gate takes 140 ps, the fastest 10
awk -v ns="$(column critical_ns)" -v gates="$(column levels)" \
    'BEGIN { exit !(gates >= 5 && ns > gates * 0.01 && ns < gates * 0.14 + 0.2) }' ||
    fault "found a path of $(column critical_ns) ns over $(column levels) gates"
[[ $(column critical_from)$(column critical_to) == *[a-z]_* ]] || fault "found no names at the ends of the path"
grep -q '^# Yosys .* minimal (minimal.lib [0-9a-f]*)$' "$work/rows" || fault "found no library in the head of the rows"
[[ ! -e $work/area.csv && ! -e $work/area_minimal.csv ]] || fault "a size of no table was put into one"

[[ $failed == 0 ]] || exit 1
echo "area on another library: derived, refused, priced"
