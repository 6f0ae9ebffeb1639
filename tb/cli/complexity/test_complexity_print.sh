#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# `rowhold complexity` beside a table of netlists by hand: every column of three designs, what the table lacks, and the
# sizes that JSON says it was asked for. Nothing is elaborated, and no committed table is read.
source tb/shell.sh || exit
cd "$work"

cat >rows.csv <<END
kind,design,settings,cells,flops,area_um2,sequential_um2,critical_ns,critical_from,critical_to,levels,\
storage_um2,scheduler_um2,comparators_um2,timers_um2,responses_um2,channel_um2,other_um2,split_um2,\
address_bits,pair_bits,compared_bits,decoded_bits,key
controller,fr_fcfs,queue=32 banks=8 row_bits=13,100,52,1000,250,2.5,a_q,b_o,7,400,300,100,90,50,40,20,1020,525,\
3,140,9,k
controller,fr_fcfs,queue=32,100,51,1000,250,2.5,a_q,b_o,7,400,300,100,90,50,40,20,1020,470,3,140,9,k
allocator,pim,inputs=28 outputs=8 destinations=8 hold=0,10,50,2000,500,4,g,h,5,0,0,0,0,0,0,0,0,0,0,40,1,k
allocator,pim,inputs=28 outputs=8 destinations=8 hold=1,11,285,2100,700,5,i,j,6,0,0,0,0,0,0,0,0,0,224,48,2,k
END
# Formulas: 8 * 32 (12 + 2) = 3584, 28 * 8 = 224, a mesh 20 * 36 = 720, a ring 6 * 36 = 216. Of the table: 8 * 470 =
# 3760 bits and 8 * 51 = 408 flops; 285 - 50 = 235 flops, 224 + 48 - 40 = 232 bits.
for design in fr_fcfs pim+hold_grant banked_fifo+hold_grant; do
    "$rowhold" complexity --area rows.csv --design "$design" --csv - | tail -n +2
done >found
diff - found <<END || fault "CSV"
system,fr_fcfs,any,0,0,0,,0,0,M * Q * (r + b),3584,3584,3584,3760,408,,,,,
controller,fr_fcfs,,,,,,,,Q * (r + b),448,448,,470,51,,,,thesis: every entry,
allocator,pim+hold_grant,28 x 8,I * O,224,,235,I * O,224,,,224,,232,285,,,,,
system,banked_fifo+hold_grant,crossbar,C * M,224,224,235,C * M,224,0,0,224,224,232,285,,,,,
system,banked_fifo+hold_grant,mesh,P * (P - 1) * (C + M),720,720,,P * (P - 1) * (C + M),720,0,0,720,720,,,,,\
20 pairs a router of 5 ports,,not measured: --count elaborates it now (Yosys)
system,banked_fifo+hold_grant,ring,P * (P - 1) * (C + M),216,,,P * (P - 1) * (C + M),216,0,0,216,,,,,\
"the text says 3/5 of the mesh, its own count of pairs gives 6/20",6 pairs a router of 3 ports,,\
not measured: --count elaborates it now (Yosys)
END
sizes=(--cores 9 --controllers 7 --queue 6 --rows 100 --banks 16 --hash-bits 3 --mesh-ports 5 --ring-ports 4)
"$rowhold" complexity --area rows.csv "${sizes[@]}" --design fr_fcfs --json - >found
grep -qF '"configuration": {"cores": 9, "controllers": 7, "queue": 6, "rows": 100, "banks": 16, "hash_bits": 3, '$(
    )'"mesh_ports": 5, "ring_ports": 4, "preset": null, "counted": false, ' found ||
    fault "JSON: $(grep configuration found)"
# 7 * 6 (7 + 4) = 462
grep -qF '"controller_formula": "M * Q * (r + b)", "compared_controllers": 462, ' found || fault "JSON: $(cat found)"

# A preset says rows and banks: 32 (13 + 3) = 512 bits, and its own row of the table.
printf 'name: eight\nbase: gddr3\norganisation:\n  banks: 8\n  rows: 8192\n' >eight.yaml
"$rowhold" complexity --area rows.csv --preset eight.yaml --design fr_fcfs --csv - | tail -n +2 >found
diff - found <<END || fault "CSV of a preset"
system,fr_fcfs,any,0,0,0,,0,0,M * Q * (r + b),4096,4096,3584,4200,416,,,,,
controller,fr_fcfs,,,,,,,,Q * (r + b),512,512,,525,52,,,,thesis: every entry,
END
"$rowhold" complexity --area rows.csv --preset eight.yaml --json - >found
grep -qF '"rows": 8192, "banks": 8, ' found && grep -qF '"preset": "eight.yaml", ' found || fault "JSON of a preset"

[[ $failed == 0 ]] || exit 1
echo "complexity: three designs beside netlists by hand"
