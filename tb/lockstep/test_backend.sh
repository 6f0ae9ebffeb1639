#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Is the RTL of a controller the model in what lies below its policy? Two ranks that share a data bus, under each
# refresh, resets, slow responses and random timings; the data bus has turned from rank to rank in every way. Commands
# that leave flip-flops: the same ones a clock later. States of both that are loaded. Policies on one module have one
# backend, so here goes one of each, with flip-flops, and fifo without them, too.
#
#   test_backend.sh CONTROLLER [all]    all: with and without flip-flops, fifo with four ranks, for scripts/evidence
#
# each: shell
source tb/shell.sh || exit
needs verilator
controller=${1:?a controller} all=${2:-}
# RANKS: so many of qb_hbm's.
preset() {
    printf '%s\n' "name: ranks$1" 'base: qb_hbm' "organisation: {ranks: $1, banks: $((4 * $1)), groups: $((2 * $1))}" \
        'timing: {tRTRS: 3}' >"$work/ranks$1.yaml"
}
preset 2
preset 4

# Rows that are hit a few times each, by turns in all banks of all ranks.
awk 'BEGIN {
    print "op,channel,bank,row,column,bytes"
    for (i = 0; i < 1500; i++)
        printf "%s,0,%d,%d,%d,32\n", i * 7 % 5 < 3 ? "R" : "W", i * 5 % 8, i * 11 % 13 % 3, i % 8
}' >"$work/rows.csv"

runs=0
: >"$work/commands"
# RANKS OPTION...
matches() {
    local run=(--controller "$controller" --preset "$work/ranks$1.yaml" --queue 8 --responses 4 --channels 1 "${@:2}")
    "$ROWHOLD" cosim "${run[@]}" --commands "$work/commands.csv" >"$work/said" 2>"$work/errors" ||
        fail "cosim ${run[*]}: $(cat "$work/errors")"
    grep -q '1 of 1 channels drained' "$work/said" || fail "${run[*]}: not drained"
    grep -q 'rule checks, none broken' "$work/said" || fail "${run[*]}: the judge did not look"
    tail -n +2 "$work/commands.csv" >>"$work/commands"
    runs=$((runs + 1))
}
# OPTION...: with these options. Of the loads, those of what the backend keeps (test_state_load.sh has the rest).
backend() {
    matches 2 "$@" --stream "$work/rows.csv"
    matches 2 "$@" --stream mixed --requests 800 --refresh all_bank --reset-at 777
    matches 2 "$@" --stream random --requests 500 --refresh per_bank --response-ready 7
    matches 2 "$@" --stream hot_rows --requests 800 --refresh same_bank --reset-at 911
    for seed in 1 2 3 4 5 6; do
        matches 2 "$@" --stream hot_rows --requests 400 --random-timing --seed $seed --bursts 24
    done
    matches 2 "$@" --load-every 7 --stream mixed --requests 500 --refresh same_bank
    matches 2 "$@" --load-every 5 --stream hot_rows --requests 300 --random-timing --seed 3
}
backend --registered
[[ $controller != fifo && -z $all ]] || backend
if [[ $controller == fifo && -n $all ]]; then
    matches 4 --stream "$work/rows.csv"
    matches 4 --stream mixed --requests 800 --random-timing --seed 9 --refresh same_bank
fi

# Two bank groups of one rank, then those of the next: what followed what on the data bus, a rank apart.
awk -F, '$3 ~ /^(RD|WR)/ {
    rank = int($4 / 2); op = substr($3, 1, 2)
    if (last != "" && rank != before) turns[last " to " op]++
    before = rank; last = op
}
$3 == "REF" && $5 == "" { all[int($4 / 2)]++ }
END {
    for (k = split("RD to RD,RD to WR,WR to RD,WR to WR", kind, ","); k > 0; k--) {
        print kind[k] " of another rank: " turns[kind[k]] + 0
        if (turns[kind[k]] < 30) exit 1
    }
    if (all[0] < 10 || all[1] < 10) exit 1
}' "$work/commands" || fail 'a way of turning the bus, or a refresh of a rank, is rare'

# Registered commands are the same commands a clock later.
later=(--preset gddr3 --queue 8 --responses 4 --refresh all_bank --requests 500 --controller "$controller" --quiet)
"$ROWHOLD" simulate "${later[@]}" --commands "$work/early.csv"
"$ROWHOLD" simulate "${later[@]}" --registered --commands "$work/late.csv"
awk -F, -v OFS=, 'NR > 1 { $1++ } 1' "$work/early.csv" | cmp - "$work/late.csv" ||
    fail "$controller: registered commands are not the same ones a clock later"
echo "$runs runs matched"
