#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# `rowhold kernel`: the published example, lists and ranges, machines of files, pictures, and that all spellings of the
# table say the same.
source tb/shell.sh || exit
cd "$work"
# refused TEXT OPTION...
refused() { refusal "rowhold: $1" "$rowhold" kernel "${@:2}"; }

# Tiled matrix multiplication of the paper, by a machine of 1 GHz and 80 GB/s.
cat >kernel.yaml <<'YAML'
threads: 128
blocks: 80
active-blocks: 5
computation: 27
uncoalesced: 6
synchronisations: 6
clock-ghz: 1
bandwidth-gb-per-s: 80
YAML
"$rowhold" kernel --config kernel.yaml --digits 2 --csv rounded.csv >text
"$rowhold" kernel --config kernel.yaml --csv exact.csv >/dev/null
# value FILE COLUMN [LINE]
value() { awk -F, -v name="$2" -v line="${3:-2}" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
    NR == line { print $at[name] }' "$1"; }
# 38450 + 12288 are printed: 38449.2 there.
[[ $(value rounded.csv total) == 50737.21* && $(value rounded.csv mwp) == 2.280000 ]] || fail "$(cat rounded.csv)"
[[ $(value exact.csv total) == 50728.1875* && $(value exact.csv bound_by) == memory ]] || fail "$(cat exact.csv)"
grep -Eqx '  total +50737.21  clocks +of the kernel' text || fail "$(cat text)"

# Every combination, the last option fastest; the occupancy is found.
space=(--elements 4000000 --registers 10 --shared-bytes 3960 --computation 9780 --uncoalesced 201)
"$rowhold" kernel "${space[@]}" --threads 64:256:64 --machine fx5600,gtx280 --csv many.csv --json many.json \
    --markdown many.md >text
[[ $(wc -l <many.csv) == 9 && $(grep -c '"machine"' many.json) == 8 && $(wc -l <many.md) == 10 ]] || fail "rows"
[[ $(cut -d, -f1 many.csv | tail -8 | sort | uniq -c | tr -d '\n') == *"4 fx5600"*"4 gtx280" ]] || fail "machines"
# Blocks of 3960 bytes: four in 16384; 10 registers of 256 threads: three times in 8192, but six times in 16384.
[[ $(value many.csv active_blocks 2) == 4.000000 && $(value many.csv active_blocks 8) == 3.000000 &&
    $(value many.csv active_blocks 9) == 4.000000 ]] || fail "occupancy: $(cat many.csv)"

# A machine of a file: the same numbers as the built-in one.
cat >mine.yaml <<'YAML'
sms: 30
clock_ghz: 1.3
bandwidth_gb_per_s: 141.7
warp_threads: 32
issue_clocks: 4
memory_clocks: 450
departure_uncoalesced: 40
departure_coalesced: 4
warps_most: 32
blocks_most: 8
registers_most: 16384
shared_most: 16384
YAML
"$rowhold" kernel "${space[@]}" --threads 128 --machine gtx280,./mine.yaml --csv two.csv >/dev/null
[[ $(sed -n 2p two.csv | cut -d, -f2-) == $(sed -n 3p two.csv | cut -d, -f2-) ]] || fail "a file's machine differs"
grep -v sms mine.yaml >few.yaml
refused "few.yaml: found no sms, expected every value of a machine" --config kernel.yaml --machine few.yaml
sed 's/^sms/smss/' mine.yaml >odd.yaml
refused "odd.yaml:1:1: found 'smss', expected a value of a machine (near: sms)" --config kernel.yaml \
    --machine odd.yaml
sed 's/1.3$/fast/' mine.yaml >words.yaml
refused "words.yaml:2:12: clock-ghz: found 'fast', expected a number, for example 12, 0.5 or 4e6" \
    --config kernel.yaml --machine words.yaml

refused "--threads: found nothing, expected 1 to 65536"
refused "--computation: found nothing, expected 0 to 1e+12" --threads 128 --blocks 80
refused "--active-blocks: found 7, expected at most the 6 that an SM has room for" --config kernel.yaml \
    --active-blocks 7
point="threads=1024 machine=fx5600 computation=1 coalesced=1 blocks=80"
big="threads: found a block of 1024, 0 registers each and 0 bytes, expected one that fits an SM"
refused "kernel: $point: $big: 24 warps, 8192 registers, 16384 bytes" --threads 1024,128 --machine fx5600 \
    --computation 1 --coalesced 1 --blocks 80
refused "--threads: found '-1', expected a number, for example 12, 0.5 or 4e6" --threads -1
refused "--sms: found 0, expected 1 to 1e+06" --config kernel.yaml --sms 0
refused "--memory-clocks: found 0, expected 1 to 1e+06" --config kernel.yaml --memory-clocks 0
"$rowhold" kernel --config kernel.yaml --bandwidth-gb-per-s 0.5 --digits 1 --csv slow.csv >/dev/null
[[ $(value slow.csv mwp) == 0.200000 ]] || fail "less than one warp: $(cat slow.csv)"
refused "--digits: found 0, expected more: MWP 0.178223 is rounded to 0" --config kernel.yaml \
    --bandwidth-gb-per-s 0.5 --digits 0
refused "--machine: found 'gtx290', expected one of 8800gtx fx5600 8800gt gtx280" --config kernel.yaml --machine gtx290
refused "--y: found no --plot beside it, expected one" --config kernel.yaml --y mwp

if command -v gnuplot >/dev/null; then
    "$rowhold" kernel "${space[@]}" --threads 64:256:64 --machine fx5600,gtx280 --plot plot.svg >/dev/null
    [[ $(grep -c '<g id="gnuplot_plot_' plot.svg) == 2 ]] || fail "the picture has no line a machine"
    refused "--y: found 'mpw', expected a statistic (near: mwp, cpi)" "${space[@]}" --threads 64:128:64 \
        --plot x.svg --y mpw
    [[ ! -e x.svg ]] || fail "a picture is left"
fi
echo "kernels are predicted as published"
