#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# `rowhold kernel --kernel` and `--fit`: counts of a program, both predictions beside the closed loop, tables, refusals.
source tb/shell.sh || exit
cd "$work"
# refused TEXT OPTION...
refused() { refusal "rowhold: $1" "$rowhold" kernel "${@:2}"; }
# value FILE COLUMN MEMORY
value() { awk -F, -v name="$2" -v way="$3" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
    $1 == way { print $at[name] }' "$1"; }
# holds EXPRESSION: arithmetic with fractions
holds() { awk "BEGIN { exit !($1) }" || fail "not so: $1"; }

constants=(--memory-clocks 100 --departure-uncoalesced 2 --departure-coalesced 20)
run=(--machine gt200 "${constants[@]}")

# 64 CTAs of 8 warps, of which each has 6 instructions; a load and a store, coalesced, of two requests each.
"$rowhold" kernel --kernel stream_copy --grid 64 "${run[@]}" --csv copy.csv --json copy.json >text
grep -q '^stream_copy on gt200: 1 kernel, 64 CTAs, 3072 instructions of warps; 1024 accesses off the chip, 0 of' text ||
    fail "$(cat text)"
grep -q '"requests": 2048' copy.json && grep -q '"warps": 512' copy.json || fail "counts: $(cat copy.json)"
grep -Eqx 'latency and run time agree after [0-9]+ rounds' text || fail "$(cat text)"
[[ $(cut -d, -f1 copy.csv | paste -sd' ') == "memory constant coupled measured" ]] || fail "rows: $(cat copy.csv)"
[[ $(value copy.csv latency constant) == 100.000000 && -z $(value copy.csv mwp measured) ]] || fail "$(cat copy.csv)"

# The constant prediction by hand: N = 16 warps in 2 CTAs on each of 32 cores; 4 clocks an instruction: 24 of a warp
# beside 2 accesses of 100. MWP = min(100 / 20, bandwidth), CWP = (200 + 24) / 24 = 9.33. So it is bound by memory:
# 200 x 16 / 5 + 12 (5 - 1) = 688 clocks; 688 x 32 / 3072 a warp's instruction.
holds "$(value copy.csv mwp constant) == 5 && ($(value copy.csv cwp constant) - 9.33333) ^ 2 < 1e-8"
holds "$(value copy.csv clocks constant) == 688 && $(value copy.csv cpi constant) - 688 * 32 / 3072 < 1e-5"
measured=$("$rowhold" simulate --kernel stream_copy --grid 64 --machine gt200 --quiet --no-judge --stats - |
    grep -o '"core_cycles": [0-9]*' | head -1 | cut -d' ' -f2)
holds "$(value copy.csv clocks measured) == $measured"
holds "$(value copy.csv error coupled) - ($(value copy.csv cpi coupled) / $(value copy.csv cpi measured) - 1) < 1e-4"

# A lone warp waits for an idle memory, and the prediction knows how long that takes; what it takes is measured, too.
alone=(--kernel micro_coalesced --grid 1,1 --size 2 "${run[@]}")
"$rowhold" kernel "${alone[@]}" --csv alone.csv >/dev/null
holds "$(value alone.csv error coupled) < 0.1 && $(value alone.csv error coupled) > -0.1"
"$rowhold" kernel "${alone[@]}" --no-measure --csv short.csv >/dev/null
[[ $(sed -n 3p alone.csv | cut -d, -f1-8) == "$(sed -n 3p short.csv | cut -d, -f1-8)" && $(wc -l <short.csv) == 3 ]] ||
    fail "another prediction without the measurement: $(cat short.csv)"

# Twice the requests on the same time: the memory is slower, and so is what is predicted with it in the loop. Constants
# know nothing of that.
"$rowhold" kernel --kernel micro_uncoalesced --grid 4,32 --size 4 "${run[@]}" --no-measure --csv few.csv >/dev/null
"$rowhold" kernel --kernel micro_uncoalesced --grid 8,32 --size 4 "${run[@]}" --no-measure --csv many.csv >/dev/null
holds "$(value many.csv latency coupled) > $(value few.csv latency coupled)"
[[ $(value many.csv latency constant) == $(value few.csv latency constant) ]] || fail "constants that change"

# Recorded warps and programs of several kernels.
cat >two.csv <<'CSV'
# warp streams: kernels=2 ctas=2 warps=2 resident=8
kernel,cta,warp,core,seq,space,op,active,gap,barriers,shared,special,after,use,transactions
1,0,0,0,0,G,R,32,3,0,0,0,-1,1,0/64 40/64
1,0,0,0,1,-,X,32,2,0,0,0,-1,-1,
2,0,0,0,0,G,W,32,3,0,0,0,-1,-1,0/64 40/64
2,0,0,0,1,-,X,32,2,0,0,0,-1,-1,
CSV
"$rowhold" kernel --kernel two.csv "${run[@]}" --json two.json >text || fail "recorded warps: $(cat text)"
grep -q '"kernels": 2' two.json && grep -q '"coalesced": 2' two.json || fail "recorded warps: $(cat two.json)"

refused "--kernel: found 2 combinations beside it, expected one" --kernel stream_copy --machine gt200,quadro_fx5800
refused "--memory-clocks: found nothing, expected 1 to 1e+06" --kernel stream_copy --grid 2 --machine gt200
refused "--threads: found --kernel beside it, expected only one of them" --kernel stream_copy --threads 32
refused "--digits: found --kernel beside it, expected only one of them" --kernel stream_copy --digits 2
refused "--grid: found no --kernel beside it, expected one" --grid 2
refused "--memory-latency: found --kernel beside it, expected only one of them" --kernel stream_copy \
    --memory-latency 3
refused "--machine: found --fit beside it, expected only one of them" --fit gt200 --machine gt200

# What microbenchmarks show of a memory that takes 1000 clocks, far more than the instructions between two loads: its
# latency, and next to no delay between requests. Warps that take turns stay in step, so that all of them compute and
# all of them wait at once, which the model does not know; by that the latency comes out longer.
"$rowhold" kernel --fit gtx280 --core-cycles 20000 --memory-latency 1000 --csv fit.csv --json fit.json >text
[[ $(grep -c '"mix"' fit.json) == 42 ]] || fail "42 microbenchmarks: $(cat text)"
holds "$(value fit.csv own memory_clocks) == 1007 && $(value fit.csv own departure_coalesced) == 2"
found=$(value fit.csv fitted memory_clocks)
holds "$found > 1007 * 0.97 && $found < 1007 * 1.15"
holds "$(value fit.csv least departure_uncoalesced) < 3 && $(value fit.csv least departure_coalesced) < 6"
echo "programs are counted, predicted and measured"
