#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Is the RTL the model in sizes beside the powers of two and at the ends of the ranges? Every controller with rings and
# sets of odd length, one with 64 banks; the streams fill the queue, wrap its rings and drain it.
#
#   test_sizes.sh [--all]    --all: every controller in every size, which builds 60 plug-ins; so does
#                            `scripts/test --full`
set -euo pipefail
command -v verilator >/dev/null || { echo "skipped: no verilator" && exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=${SIZES_CACHE:-$work/cache}
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
# Requests to one row, more than any queue holds; the last bank of all, rows that differ in one bit.
awk 'BEGIN {
    print "op,channel,bank,row,column,bytes"
    for (i = 0; i < 300; i++) printf "%s,0,0,5,%d,64\n", i % 7 == 0 ? "W" : "R", i % 16
    for (i = 0; i < 300; i++) printf "R,0,%d,%d,%d,64\n", i % 3 == 0 ? 3 : i % 4, 2 ^ (i % 9), i % 16
}' >"$work/rows.csv"

# Preset, queue, responses, and the controllers that have the size in the short run.
sizes=(
    "gddr3 2 4 fifo,most_pending"
    "gddr3 3 4 fr_fcfs"
    "gddr3 8 5 fifo,banked_fifo"
    "gddr3 9 64 banked_fifo,most_pending"
    "gddr3 12 4 fifo,fr_fcfs"
    "gddr3 24 6 banked_fifo"
    "gddr3 33 7 fr_fcfs"
    "gddr3 65 16 most_pending"
    "gddr3 100 33 banked_fifo"
    "gddr3 127 63 fifo"
    "gddr3 128 64"
    "ddr4_2400 101 16 banked_fifo"
    "ddr4_2400 128 40 most_pending"
    "$work/wide.yaml 32 16 fifo"
    "$work/wide.yaml 128 64"
)
mapfile -t controllers < <("$ROWHOLD" list --kind controller --names)
runs=0 began=$SECONDS

# CONTROLLER PRESET QUEUE RESPONSES: every stream matches and drains, and fills the queue.
compare() {
    local size=(--controller "$1" --preset "$2" --queue "$3" --responses "$4") stream
    for stream in "mixed --requests 2500 --seed 3 --response-ready 2 --reset-at 900" \
        "$work/rows.csv --channels 1 --bursts 200" "one_bank --requests 400 --response-ready 5"; do
        # shellcheck disable=SC2086 # a stream and its options
        "$ROWHOLD" cosim "${size[@]}" --stream $stream >"$work/said" 2>"$work/errors" ||
            fail "cosim ${size[*]} --stream $stream: $(cat "$work/errors")"
        grep -q '1 of 1 channels drained' "$work/said" || fail "${size[*]}, $stream: not drained"
        grep -qE 'queue filled [1-9][0-9]* times' "$work/said" || fail "${size[*]}, $stream: the queue never filled"
        runs=$((runs + 1))
    done
}
for size in "${sizes[@]}"; do
    read -r preset queue responses chosen <<<"$size"
    for controller in "${controllers[@]}"; do
        [[ ${1:-} == --all || -n ${ROWHOLD_FULL:-} || ,$chosen, == *,$controller,* ]] || continue
        start=$SECONDS
        compare "$controller" "$preset" "$queue" "$responses"
        echo "$controller, $(basename "$preset"), queue $queue, responses $responses: $((SECONDS - start)) s"
    done
done
echo "$runs runs matched in $((SECONDS - began)) s"
