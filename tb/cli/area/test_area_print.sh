#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# `rowhold area` on rows by hand: every column of CSV and JSON, what is derived from other rows and from the formulas,
# which rows --design takes; what it says to scripts. Nothing is measured, and no committed table is read.
source tb/shell.sh || exit
cd "$work"
# same WHAT: standard input is what `found` has.
same() { diff - found >difference || { fault "$1: $(cat difference)" && return 1; }; }

cat >rows.csv <<END
kind,design,settings,cells,flops,area_um2,sequential_um2,critical_ns,critical_from,critical_to,levels,\
storage_um2,scheduler_um2,comparators_um2,timers_um2,responses_um2,channel_um2,other_um2,split_um2,\
address_bits,pair_bits,compared_bits,decoded_bits,key
controller,fr_fcfs,queue=8 banks=8 row_bits=13,100,50,1000,250,2.5,a_q,b_o,7,400,300,100,90,50,40,20,1020,130,3,140,9,k
controller,fifo,queue=8,200,60,1000,500,3.25,c_q,d_o,8,0,0,0,0,0,0,0,0,12,0,30,10,k
controller,fifo,queue=16,300,70,1100,550,3.5,e_q,f_o,9,0,0,0,0,0,0,0,0,12,0,31,11,k
allocator,islip,inputs=28 outputs=8 destinations=8 hold=0,10,50,2000,500,4,g,h,5,0,0,0,0,0,0,0,0,0,0,40,1,k
allocator,islip,inputs=28 outputs=8 destinations=8 hold=1,11,282,2100,700,5,i,j,6,0,0,0,0,0,0,0,0,0,224,48,2,k
allocator,islip,inputs=28 outputs=8 destinations=8 hold=2,12,666,2200,1100,6,k,l,7,0,0,0,0,0,0,0,0,0,224,144,3,k
END

# --- all columns. Formulas: 8 (13 + 3) = 128; a row of 12 bits; 28 * 8 = 224; 224 + 12 * 8 = 320 bits compared, and
# 224 + 12 * 4 * 8 = 608 flops. Counted: 224 + 48 - 40 = 232, 224 + 144 - 40 = 328 bits; 282 - 50, 666 - 50 flops ---
"$rowhold" area --file rows.csv --csv - | sed -E 's/\.000000//g; s/(\.[0-9]*[1-9])0+/\1/g' >found
same CSV <<END || true
kind,design,settings,cells,flops,area_um2,sequential_share,critical_ns,critical_from,critical_to,levels,\
storage_um2,scheduler_um2,comparators_um2,timers_um2,responses_um2,channel_um2,other_um2,split_error,\
policy_bits,expected_bits,formula,compared_bits,decoded_bits,added_flops,expected_flops
controller,fr_fcfs,queue=8 banks=8 row_bits=13,100,50,1000,0.25,2.5,a_q,b_o,7,400,300,100,90,50,40,20,\
0.02,130,128,Q * (r + b),140,9,,
controller,fifo,queue=8,200,60,1000,0.5,3.25,c_q,d_o,8,,,,,,,,,12,12,r,30,10,,
controller,fifo,queue=16,300,70,1100,0.5,3.5,e_q,f_o,9,,,,,,,,,12,12,r,31,11,,
allocator,islip,inputs=28 outputs=8 destinations=8 hold=0,10,50,2000,0.25,4,g,h,5,,,,,,,,,,,,40,1,,
allocator,islip,inputs=28 outputs=8 destinations=8 hold=1,11,282,2100,0.333333,5,i,j,6,,,,,,,,,232,224,\
I * O,48,2,232,224
allocator,islip,inputs=28 outputs=8 destinations=8 hold=2,12,666,2200,0.5,6,k,l,7,,,,,,,,,328,320,\
I * O + r * O,144,3,616,608
END
"$rowhold" area --file rows.csv --json - >found
grep -qF '"split_error": 0.02, "policy_bits": 130, "expected_bits": 128, "formula": "Q * (r + b)"' found &&
    grep -qF '"compared_bits": 144, "decoded_bits": 3, "added_flops": 616, "expected_flops": 608}' found ||
    fault "JSON: $(cat found)"

# --- --design: all sizes of one, one size in other words, and the bare allocator beside one that holds ---
# chosen NAME [SETTINGS]: cells of the rows
chosen() { "$rowhold" area --file rows.csv --design "$@" --csv - | cut -d, -f4 | paste -sd' '; }
[[ $(chosen fifo) == 'cells 200 300' ]] || fault "fifo: found $(chosen fifo)"
[[ $(chosen fifo queue=16,banks=4) == 'cells 300' ]] || fault "fifo of 16: found $(chosen fifo queue=16,banks=4)"
found=$(chosen islip 'hold=2,outputs=8,destinations=8,inputs=28')
[[ $found == 'cells 10 12' ]] || fault "islip under a rule: found $found"

# --- --preset: the rows of controllers before its DRAM, whatever their queue ---
printf 'name: eight\nbase: gddr3\norganisation:\n  banks: 8\n  rows: 8192\n' >eight.yaml
before() { "$rowhold" area --file rows.csv --preset "$@" --csv - | cut -d, -f4 | paste -sd' '; }
[[ $(before eight.yaml) == 'cells 100' ]] || fault "eight banks: found $(before eight.yaml)"
[[ $(before gddr3) == 'cells 200 300' ]] || fault "gddr3: found $(before gddr3)"
found=$(before gddr3 --design fifo queue=16)
[[ $found == 'cells 300' ]] || fault "fifo of 16: found $found"
"$rowhold" area --file rows.csv --preset eight.yaml --json - >found
grep -q '"preset": "eight.yaml"' found || fault "JSON: $(cat found)"
none() { refusal "rowhold: $1" "$rowhold" area --file rows.csv "${@:2}"; } # LINE OPTION...
none "--preset: found 'hbm2', expected one that the table has rows of, or --run to measure them" --preset hbm2
none "--preset: found 'gddr3', expected one that the table has rows of, or --run to measure them" --preset gddr3 \
    --design fifo registered=1
# Every controller before every preset, each geometry once.
"$rowhold" area --designs --presets >of_presets
[[ $(sort of_presets | uniq -d | wc -l) == 0 && $(wc -l <of_presets) -gt 80 ]] || fault "$(wc -l <of_presets) presets"
[[ $(cut -d' ' -f2 of_presets | uniq -c | awk '{ print $1 }' | uniq | wc -l) == 1 ]] ||
    fault "other presets before other controllers: $(cut -d' ' -f2 of_presets | uniq -c)"
grep -qx 'controller fr_fcfs queue=32 banks=16 groups=4 row_bits=16 column_bits=7' of_presets ||
    fault "ddr4_2400: $(grep 'r fr_fcfs' of_presets)"

# --- what scripts ask: which designs are mapped as a whole, and whether a netlist has latches ---
"$rowhold" area --designs --whole >all
if grep -vE '^(allocator|node|arrival|reply) ' all; then fault "--whole: a design that is split"; fi
grep ' islip ' all >found
same --whole <<'END' || true
allocator islip inputs=28 outputs=8 destinations=8 hold=1
allocator islip inputs=28 outputs=8 destinations=8 hold=2
allocator islip inputs=28 outputs=8 destinations=8 hold=3
allocator islip inputs=36 outputs=36 destinations=8 hold=0
allocator islip inputs=36 outputs=36 destinations=8 hold=1
allocator islip inputs=36 outputs=36 destinations=8 hold=2
allocator islip inputs=36 outputs=36 destinations=8 hold=3
END
# The parameters of many designs by one process are those of each by its own, and end at the first that is wrong.
printf '%s\n' 'fifo queue=8' 'islip inputs=2 hold=1' io_crc | "$rowhold" area --parameters - >found
{
    "$rowhold" area --parameters fifo queue=8
    "$rowhold" area --parameters islip 'inputs=2 hold=1'
    "$rowhold" area --parameters io_crc
} >each
cmp each found || fault "--parameters -: found $(cat found), expected $(cat each)"
code=0
printf '%s\n' 'fifo queue=8' 'fife' 'fifo queue=9' | "$rowhold" area --parameters - >found 2>errors || code=$?
[[ $code == 2 && $(wc -l <found) == 1 ]] && grep -q "^rowhold: --parameters: found 'fife', expected a variant" errors ||
    fault "--parameters -: exit $code, $(cat found errors)"
cell='"connections": {"D": [2], "Q": [3]}'
for kind in '$dlatch 1' '$dff 0'; do
    printf '{"modules": {"m": {"ports": {}, "cells": {"c": {"type": "%s", %s}}}}}' "${kind% *}" "$cell" >netlist.json
    code=0
    "$rowhold" area --netlist netlist.json >found || code=$?
    [[ $code == "${kind#* }" ]] && grep -qx "latches ${kind#* }" found || fault "$kind: exit $code, $(cat found)"
done

[[ $failed == 0 ]] || exit 1
echo "area: rows by hand in CSV and JSON, chosen by design"
