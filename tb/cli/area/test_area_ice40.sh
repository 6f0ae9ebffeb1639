#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# LUTs and flops on an FPGA: the harness that brings a design's ports to four pins, a design whose cells are known, and
# a small allocator from the registry to its row. Needs ROWHOLD, yosys and nextpnr-ice40.
source tb/shell.sh || exit
needs yosys nextpnr-ice40

# --- 8 flops behind 8 LUTs, 3 more inputs than are used in the last LUT, an output that is constant ---
cat >"$work/known.v" <<'V'
module known (input clk_i, rst_ni, input [7:0] a_i, b_i, input [2:0] c_i, output [7:0] y_o, output [3:0] none_o);
  reg [7:0] q;
  always @(posedge clk_i) q <= (a_i & b_i) ^ {8{c_i[0]}};
  assign y_o = q;
  assign none_o = 4'd0;
endmodule
V
yosys -q -p "read_verilog $work/known.v; proc; opt_clean; write_json $work/known.json; write_rtlil $work/known.il"
scripts/lib/harness.py "$work/known.json" >"$work/harness.v"
grep -q '\[18:0\] in_q;' "$work/harness.v" || fault "the harness has not the 19 inputs that are shifted"
grep -q '\[7:0\] out_q;' "$work/harness.v" || fault "the harness has not the 8 outputs that are no constants"
scripts/lib/harness.py "$work/known.json" --empty >"$work/empty.v"
cells() { # FILES: LUTs and flops
    yosys -q -p "$1; synth_ice40 -top harness; tee -o $work/stat stat" >/dev/null
    awk '$1 == "SB_LUT4" { luts = $2 } $1 ~ /^SB_DFF/ { flops += $2 } END { print luts + 0, flops + 0 }' "$work/stat"
}
read -r luts flops <<<"$(cells "read_rtlil $work/known.il; read_verilog $work/harness.v")"
read -r own_luts own_flops <<<"$(cells "read_verilog $work/empty.v")"
[[ "$((luts - own_luts)) $((flops - own_flops))" == '8 8' ]] ||
    fault "found $((luts - own_luts)) LUTs and $((flops - own_flops)) flops, expected 8 and 8"
[[ "$own_luts $own_flops" == '9 27' ]] ||
    fault "the harness: $own_luts LUTs and $own_flops flops, expected 8 + 1 and 19 + 8"

# --- a design of the registry ---
size='inputs=2 outputs=2 destinations=2 hold=1'
one() { scripts/area --ice40 --out "$work" --cache "$work/cache" "$@" >"$work/shown" 2>"$work/err"; }
one --rows "$work/rows" islip "$size" || fault "islip: exit $?, $(cat "$work/err")"
head -n 2 "$work/rows" | grep -E '^# Yosys 0.*, nextpnr' >/dev/null || fault "no tools in the head: $(cat "$work/rows")"
scripts/area --elaborate --out "$work" islip "$size"
flops=$(awk '$1 == "flop_bits" { print $2 }' "$work/islip-${size// /-}.bits")
tail -n 1 "$work/rows" | awk -F, -v flops="$flops" '{
    exit !($1 == "allocator" && $2 == "islip" && $4 > 10 && $4 < 200 && $5 == flops && $7 >= $4 &&
        $8 > 20 && $8 < 500) }' ||
    fault "islip: found $(tail -n 1 "$work/rows"), $flops flops"
one islip "$size" && grep -q '1 designs, 1 fresh' "$work/shown" || fault "a fresh row was measured: $(cat "$work/err")"
grep -qE '^islip +inputs=2 ' "$work/shown" || fault "found $(cat "$work/shown"), expected the row"
# the program hands the work to the script and prints the row that came back
"$ROWHOLD" area --ice40 --run --design islip "$size" --csv "$work/one.csv" >"$work/shown" 2>"$work/err" ||
    fault "area --ice40 --run: exit $?, $(cat "$work/err")"
tail -n 1 "$work/one.csv" | sed 's/00000$//' | cmp -s - <(tail -n 1 "$work/rows" | sed 's/,[^,]*$//') ||
    fault "area --ice40 --run: found $(tail -n 1 "$work/one.csv"), expected $(tail -n 1 "$work/rows")"
status=0
scripts/area --ice40 --liberty osu035 >"$work/shown" 2>"$work/err" || status=$?
[[ $status == 2 ]] && grep -q -- '--ice40: found --liberty' "$work/err" || fault "--liberty: exit $status"

[[ $failed == 0 ]] || exit 1
echo "area on an FPGA: the harness is subtracted"
