#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Is the RTL the model in sizes beside the powers of two and at the ends of the ranges? Controllers with rings and sets
# of odd length, with 64 banks, and with banks that share subarrays, side by side and stacked; the streams fill the
# queue, wrap its rings and drain it.
#
#   test_sizes.sh                                        some sizes
#   test_sizes.sh --list                                 prints all sizes; scripts/evidence runs each controller in all
#   test_sizes.sh CONTROLLER PRESET QUEUE RESPONSES      one of them
set -euo pipefail
command -v verilator >/dev/null || { echo "skipped: no verilator" && exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "FAIL: $*" >&2
    exit 1
}

cat >"$work/wide.yaml" <<END
name: wide
base: ddr4_2400
organisation:
  banks: 64
  groups: 8
  refresh: per_bank
timing:
  tREFI: 50000
  tRFCpb: 120
END
cat >"$work/beside.yaml" <<END
name: beside
base: qb_hbm
organisation: {banks: 8, groups: 4, subarray_group: 2, subarrays: 4}
END
cat >"$work/stacked.yaml" <<END
name: stacked
base: gddr3
organisation: {banks: 8, subarray_group: 4, subarrays: 2, stacked: true}
END
# Requests to one row, more than any queue holds; the last bank of all, rows that differ in one bit.
awk 'BEGIN {
    print "op,channel,bank,row,column,bytes"
    for (i = 0; i < 300; i++) printf "%s,0,0,5,%d,64\n", i % 7 == 0 ? "W" : "R", i % 16
    for (i = 0; i < 300; i++) printf "R,0,%d,%d,%d,64\n", i % 3 == 0 ? 3 : i % 4, 2 ^ (i % 9), i % 16
}' >"$work/rows.csv"

# Preset, queue, responses, and the controllers that have the size here.
sizes=(
    "gddr3 2 4"
    "gddr3 3 4 fr_fcfs"
    "gddr3 8 5"
    "gddr3 9 64 row_sorter"
    "gddr3 12 4 banked_fifo"
    "beside 24 6"
    "stacked 33 7"
    "gddr3 65 16"
    "gddr3 100 33"
    "gddr3 127 63"
    "gddr3 128 64"
    "ddr4_2400 101 16"
    "ddr4_2400 128 40"
    "wide 32 16"
    "wide 128 64"
)
if [[ ${1:-} == --list ]]; then
    printf '%s\n' "${sizes[@]}" | cut -d' ' -f1-3
    exit 0
fi
mapfile -t controllers < <("$ROWHOLD" list --kind controller --names)
runs=0 began=$SECONDS

# CONTROLLER PRESET QUEUE RESPONSES: every stream matches and drains, and fills the queue; where subarrays are shared,
# data have waited for one.
compare() {
    local preset=$2
    [[ ! -e $work/$2.yaml ]] || preset=$work/$2.yaml
    local size=(--controller "$1" --preset "$preset" --queue "$3" --responses "$4") stream
    for stream in "mixed --requests 2500 --seed 3 --response-ready 2 --reset-at 900" \
        "$work/rows.csv --channels 1 --bursts 200" "one_bank --requests 400 --response-ready 5"; do
        # shellcheck disable=SC2086 # a stream and its options
        "$ROWHOLD" cosim "${size[@]}" --stream $stream --events "$work/events.csv" >"$work/said" 2>"$work/errors" ||
            fail "cosim ${size[*]} --stream $stream: $(cat "$work/errors")"
        grep -q '1 of 1 channels drained' "$work/said" || fail "${size[*]}, $stream: not drained"
        grep -qE 'queue filled [1-9][0-9]* times' "$work/said" || fail "${size[*]}, $stream: the queue never filled"
        if [[ $2 == beside || $2 == stacked ]] && [[ $stream == mixed* ]]; then
            grep -q ',cause,subarray,,,[1-9]' "$work/events.csv" || fail "${size[*]}, $stream: subarray is no cause"
        fi
        runs=$((runs + 1))
    done
}
if [[ $# -gt 0 ]]; then
    compare "$@"
    sizes=()
fi
for size in "${sizes[@]}"; do
    read -r preset queue responses chosen <<<"$size"
    for controller in "${controllers[@]}"; do
        [[ ,$chosen, == *,$controller,* ]] || continue
        start=$SECONDS
        compare "$controller" "$preset" "$queue" "$responses"
        echo "$controller, $preset, queue $queue, responses $responses: $((SECONDS - start)) s"
    done
done
echo "$runs runs matched in $((SECONDS - began)) s"
