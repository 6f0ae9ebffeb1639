#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# `cosim --from N`: the C model runs alone to cycle N, its registers go into the RTL, and from there on all is as in a
# lockstep from the reset on (--whole): the wave of the window, byte by byte, and every statistic; for leaping and
# stepping models, timed requests, back-pressure, a reset before the window, several channels. And what a mismatch
# leaves: a wave of the last clocks, made the same way.
set -euo pipefail
command -v verilator >/dev/null || { echo "skipped: no verilator" && exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "FAIL: $*" >&2
    exit 1
}

runs=0
# FROM CLOCKS OPTION...: the window twice; with CONTROLLER runs the statistics, too.
window() {
    local from=$1 clocks=$2 stats=() way options compared
    shift 2
    [[ $* != *--controller* ]] || stats=(--stats)
    for way in window whole; do
        options=("$@" --wave "$work/$way.fst" --from "$from" --for "$clocks")
        [[ ${#stats[@]} -eq 0 ]] || options+=(--stats "$work/$way.json")
        # a window ends with its wave
        if [[ $way == whole ]]; then options+=(--whole --cycles $((from + clocks))); fi
        "$ROWHOLD" cosim "${options[@]}" >"$work/$way.said" 2>"$work/errors" ||
            fail "cosim ${options[*]}: $(cat "$work/errors")"
    done
    cmp "$work/window.fst" "$work/whole.fst" || fail "$*: other waves from $from on"
    [[ ${#stats[@]} -eq 0 ]] || diff "$work/window.json" "$work/whole.json" >"$work/log" ||
        fail "$*: $(cat "$work/log")"
    # in each of at most three channels, and one clock more at the end
    compared=$(sed -nE 's/^MATCHED: .* were equal in ([0-9]+) clocks$/\1/p' "$work/window.said")
    [[ $* != *--controller* || ($compared -gt 0 && $compared -le $((3 * (clocks + 1)))) ]] ||
        fail "$*: found $compared clocks compared"
    grep -q '^  loads  *[1-9]' "$work/window.said" || fail "$*: nothing was loaded"
    ! grep -q '^  loads' "$work/whole.said" || fail "$*: --whole loads"
    runs=$((runs + 1))
}

mapfile -t controllers < <("$ROWHOLD" list --kind controller --names)
small=(--queue 8 --responses 4)
for controller in "${controllers[@]}"; do
    run=(--controller "$controller" "${small[@]}")
    window 5003 150 "${run[@]}" --preset gddr3 --stream mixed --requests 3000
    window 3001 100 "${run[@]}" --preset qb_hbm --channels 1 --stream hot_rows --requests 3000 --refresh per_bank \
        --response-ready 5
    window 4100 100 "${run[@]}" --preset qb_hbm --channels 1 --stream mixed --requests 1500 --registered \
        --refresh all_bank --bursts 20 --seed 3
done
# The model's first clock, clocks around a refresh, the reset before the window, at its begin, and in it.
run=(--controller fr_fcfs "${small[@]}" --preset qb_hbm --channels 1 --stream mixed --requests 3000 --refresh all_bank)
for from in 1 2 63 64 65 1949 1950 1951 1952 1990; do window "$from" 70 "${run[@]}"; done
for reset in 700 2000 2031; do window 2000 60 "${run[@]}" --reset-at "$reset"; done
window 2500 80 --controller banked_fifo "${small[@]}" --preset qb_hbm --channels 3 --stream mixed --requests 6000 \
    --wave-channel 1 --threads 2
for controller in fifo most_pending; do
    window 3000 90 --controller "$controller" "${small[@]}" --preset gddr3 --stream hot_rows --requests 900 \
        --random-timing --seed 6 --bursts 9
done
window 900 120 --allocator islip --hold row_match_hold_grant --inputs 3 --outputs 4 --iterations 2 --destinations 3 \
    --banks 2 --row-bits 5 --hash-bits 3 --cycles 2000
window 1200 60 --block io_crc --set words=1,crc_bits=4,buffer=2 --cycles 2000 --reset-at 700

# A window that the run does not reach.
code=0
"$ROWHOLD" cosim "${run[@]}" --wave "$work/w.fst" --from 100000000 --for 5 >"$work/said" 2>"$work/errors" || code=$?
refusal='rowhold: --from: found 100000000, expected a clock that the run reaches'
[[ $code == 2 && $(tail -n 1 "$work/errors") == "$refusal" ]] ||
    fail "a window behind the run: exit $code, $(cat "$work/errors")"

# A planted bug, which tag 200 shows first: the report names a wave of the last clocks, which ends with the difference;
# so does the line to paste, from the model's registers again.
mkdir "$work/rtl"
cp -r rtl/. "$work/rtl"
bug=$work/rtl/controller/rh_banked_fifo.sv
wrong="(last_extra == done) \\& (head_tag[b*TAG_BITS+:TAG_BITS] != 8'd200)"
sed -i "s/assign head_last\[b\] .*/assign head_last[b] = $wrong;/" "$bug"
! cmp -s rtl/controller/rh_banked_fifo.sv "$bug" || fail 'the bug was not planted'
scripts/verilate --quiet --rtl "$work/rtl" --out "$work/bug.so" banked_fifo QUEUE=8 BANKS=4 GROUPS=1 BUSES=1 \
    ROW_BITS=12 COLUMN_BITS=8 TAG_BITS=8 RESPONSES=4 TIMER_BITS=8 REGISTERED=0 GRAIN_BITS=0 RANK_BITS=0 PART_BITS=0 \
    SUBARRAY_BITS=0 STACKED=0 >"$work/log"
# OPTION...: a run that must differ, from a folder of its own.
differs() {
    local code=0
    (cd "$work" && "$ROWHOLD" cosim "$@") >"$work/said" 2>"$work/report" || code=$?
    [[ $code == 1 && -s $work/mismatch.fst ]] || fail "cosim $*: exit $code, $(cat "$work/report")"
    at=$(sed -nE 's/^MISMATCH: .* at cycle ([0-9]+), .*/\1/p' "$work/report")
}
bugged=(--controller banked_fifo "${small[@]}" --preset gddr3 --stream mixed --requests 900 --plugin "$work/bug.so")
differs "${bugged[@]}"
[[ $at -gt 1000 ]] || fail "the bug shows in cycle $at"
grep -qE '^  a wave of the last [0-9]+ clocks, from the model.s registers of cycle [0-9]+ on: mismatch.fst$' \
    "$work/report" || fail "the wave is not named: $(cat "$work/report")"
rm "$work/mismatch.fst"
first=$at
mapfile -t again < <(sed -n 's/^    rowhold cosim \(.*--wave mismatch.fst .*\)/\1/p' "$work/report" | xargs -n 1)
[[ " ${again[*]} " == *" --from $((first - 64)) --for 65 " ]] || fail "the line to paste: ${again[*]}"
differs "${again[@]}"
[[ $at == "$first" ]] || fail "${again[*]}: differs in cycle $at, expected $first"
# Registers that are compared seldom differ before it is seen: the report says since when. Then the line to paste begins
# at the reset.
differs "${bugged[@]}" --compare-state 1000000
grep -qE "^  from the model.s registers of cycle [0-9]+ on they differ in cycle $first already: mismatch.fst$" \
    "$work/report" || [[ $at == "$first" ]] || fail "since when is not said: $(cat "$work/report")"
echo "$runs windows"
