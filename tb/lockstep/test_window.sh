#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# `cosim --from N`: the C model runs alone to cycle N, its registers go into the RTL, and from there on all is as in a
# lockstep from the reset on (--whole): the wave of the window, byte by byte, and every statistic; for event-driven and
# stepping models, timed requests, back-pressure, a reset before the window, several channels; and each value of it is
# that of a wave of the whole run. And what a mismatch leaves: a wave of the last clocks, made the same way.
source tb/shell.sh || exit
needs verilator

runs=0
# FROM CLOCKS OPTION...: the window twice; with CONTROLLER runs the statistics, too. CLOCKS 0: to the end.
window() {
    local from=$1 clocks=$2 stats=() way options compared
    shift 2
    [[ $* != *--controller* ]] || stats=(--stats)
    for way in window whole; do
        options=("$@" --wave "$work/$way.fst" --from "$from")
        [[ $clocks == 0 ]] || options+=(--for "$clocks")
        [[ ${#stats[@]} -eq 0 ]] || options+=(--stats "$work/$way.json")
        [[ $way == window ]] || options+=(--whole)
        "$ROWHOLD" cosim "${options[@]}" >"$work/$way.said" 2>"$work/errors" ||
            fail "cosim ${options[*]}: $(cat "$work/errors")"
    done
    cmp "$work/window.fst" "$work/whole.fst" || fail "$*: other waves from $from on"
    [[ ${#stats[@]} -eq 0 ]] || diff "$work/window.json" "$work/whole.json" >"$work/log" ||
        fail "$*: $(cat "$work/log")"
    # in each of at most three channels, and one clock more at the end
    compared=$(sed -nE 's/^MATCHED: .* were equal in ([0-9]+) clocks$/\1/p' "$work/window.said")
    [[ $* != *--controller* || $clocks == 0 || ($compared -gt 0 && $compared -le $((3 * (clocks + 1)))) ]] ||
        fail "$*: found $compared clocks compared"
    if [[ $from == 0 ]]; then
        ! grep -qE '^  (loads|window)' "$work/window.said" || fail "$*: a load at the reset"
    else
        grep -q '^  loads  *[1-9]' "$work/window.said" || fail "$*: nothing was loaded"
        grep -qx "  window       from cycle $from on; the C model ran alone up to there" "$work/window.said" ||
            fail "$*: the window is not said"
    fi
    ! grep -qE '^  (loads|window)' "$work/whole.said" || fail "$*: --whole loads"
    runs=$((runs + 1))
}
# REGEX: what the last run of `window` said.
says() { grep -qxE "  $1" "$work/window.said" || fail "found no '$1' in: $(cat "$work/window.said")"; }

controllers=(fr_fcfs fgdram_channel)
[[ ${1:-} != all ]] || mapfile -t controllers < <("$ROWHOLD" list --kind controller --names) # for scripts/evidence
small=(--queue 8 --responses 4)
# as in test_events.sh and test_backend.sh, whose plug-ins these are
printf '%s\n' 'name: beside' 'base: qb_hbm' 'organisation: {subarray_group: 2, subarrays: 2}' >"$work/beside.yaml"
printf '%s\n' 'name: ranks2' 'base: qb_hbm' 'organisation: {ranks: 2, banks: 8, groups: 4}' 'timing: {tRTRS: 3}' \
    >"$work/ranks.yaml"
for controller in "${controllers[@]}"; do
    run=(--controller "$controller" "${small[@]}")
    window 5003 150 "${run[@]}" --preset gddr3 --stream mixed --requests 3000
    window 3001 100 "${run[@]}" --preset "$work/beside.yaml" --channels 1 --stream hot_rows --requests 3000 \
        --refresh per_bank --response-ready 5
    window 4100 100 "${run[@]}" --preset "$work/ranks.yaml" --channels 1 --stream mixed --requests 1500 --registered \
        --refresh all_bank --bursts 20 --seed 3
done
# The reset, the model's first clock, the self-check of the event-driven run (its first 1000 clocks), clocks around a
# refresh.
run=(--controller fr_fcfs "${small[@]}" --preset "$work/beside.yaml" --channels 1 --stream mixed --requests 3000
    --refresh all_bank)
froms=(0 1 64 1000 1951)
[[ ${1:-} != all ]] || froms=(0 1 2 63 64 65 999 1000 1001 1949 1950 1951 1952 1990)
for from in "${froms[@]}"; do window "$from" 70 "${run[@]}"; done
window 950 100 "${run[@]}"
window 500 0 "${run[@]}"
# The reset before the window, at its begin, in it, and behind it.
for reset in 700 2000 2031; do
    window 2000 60 "${run[@]}" --reset-at "$reset"
    says "reset        before cycle $reset, with [1-9][0-9]* requests in flight"
done
window 2000 60 "${run[@]}" --reset-at 2060
says 'reset        before cycle 2060, behind the window'
window 2500 80 --controller slot_fifo "${small[@]}" --preset "$work/beside.yaml" --channels 3 --stream mixed \
    --requests 6000 --wave-channel 1 --threads 2
for controller in fifo most_pending; do
    window 3000 90 --controller "$controller" "${small[@]}" --preset gddr3 --stream hot_rows --requests 900 \
        --random-timing --seed 6 --bursts 9
done
allocator=(--allocator islip --hold hold_grant --inputs 3 --outputs 4 --iterations 1 --destinations 3
    --banks 2 --row-bits 5 --hash-bits 3 --cycles 2000)
window 900 120 "${allocator[@]}"
window 900 120 "${allocator[@]}" --reset-at 1400
says 'reset        before cycle 1400, behind the window'
block=(--block io_crc --set words=2,crc_bits=10,buffer=3 --cycles 2000)
window 1200 60 "${block[@]}" --reset-at 700
! grep -q '^  reset ' "$work/window.said" || fail 'a reset behind the window is invented'
window 1200 60 "${block[@]}" --reset-at 1260
says 'reset        before cycle 1260, behind the window'

# "FROM..." OPTION...: each value in these windows is that of the whole run, what follows from commands before, too.
within() {
    local from files=()
    for from in '' $1; do
        files+=("$work/from_$from.vcd")
        "$ROWHOLD" cosim "${@:2}" --quiet --wave "${files[-1]}" ${from:+--from "$from" --for 30} 2>"$work/errors" ||
            fail "cosim ${*:2}, from '$from': $(cat "$work/errors")"
    done
    tb/lockstep/vcd_values.py --within "${files[@]}" || fail "${*:2}: another value in a window"
}
printf 'name: late\nbase: gddr3\ntiming:\n  CL: 200\n  WL: 193\n' >"$work/late.yaml"
within '200 255 256 300 1500' --controller fr_fcfs "${small[@]}" --preset "$work/late.yaml" --stream mixed \
    --requests 300
within '695 705 900' "${run[@]}" --requests 300 --reset-at 700
within '690 720' "${allocator[@]}" --cycles 800 --reset-at 700
within '690 720' "${block[@]}" --cycles 800 --reset-at 700

# Evidence says that it is of a window.
for which in run allocator; do
    declare -n chosen=$which
    "$ROWHOLD" cosim "${chosen[@]}" --quiet --wave "$work/w.fst" --from 1000 --for 9 --evidence "$work/evidence.json"
    grep -q '"run": ".*, from cycle 1000 on"' "$work/evidence.json" || fail "$which: evidence hides the window"
    "$ROWHOLD" cosim "${chosen[@]}" --quiet --wave "$work/w.fst" --for 9 --evidence "$work/evidence.json"
    ! grep -q 'from cycle' "$work/evidence.json" || fail "$which: evidence invents a window"
done

# CODE TEXT OPTION...: refused with one line, the last.
refused() {
    local code=0
    "$ROWHOLD" cosim "${@:3}" >"$work/said" 2>"$work/errors" || code=$?
    [[ $code == "$1" && $(tail -n 1 "$work/errors") == "rowhold: $2" ]] ||
        fail "cosim ${*:3}: exit $code, $(cat "$work/errors")"
}
refused 1 '--reset-at: channel 0 ended at cycle 45687, expected a run beyond the reset at 900000' "${run[@]}" \
    --wave "$work/w.fst" --from 2000 --reset-at 900000
refused 1 '--load-every: found 100 and no load in 51 clocks, expected one at least' "${run[@]}" --wave "$work/w.fst" \
    --from 2000 --for 50 --load-every 100
for which in run allocator block; do
    declare -n chosen=$which
    refused 2 '--whole: found no --from beside it, expected one' "${chosen[@]}" --whole
    ! "$ROWHOLD" cosim "${chosen[@]}" --load-every 90000 >"$work/said" 2>"$work/errors" ||
        fail "$which: nothing was loaded"
    grep -qE '^rowhold: --load-every: found 90000 and no load in [0-9]+ clocks, ' "$work/errors" ||
        fail "$which: $(cat "$work/errors")"
done

# A window that the run does not reach.
refused 2 '--from: found 100000000, expected a clock that the run reaches' "${run[@]}" --wave "$work/w.fst" \
    --from 100000000 --for 5

# From tag 200 on a register is wrong, which shows later.
cp -r rtl "$work/rtl"
sed -i "s/req_len_i, req_column_i,/req_len_i, req_column_i ^ COLUMN_BITS'(req_tag_i == 8'd200),/" \
    "$work/rtl/controller/rh_fifo_controller.sv"
! cmp -s rtl/controller/rh_fifo_controller.sv "$work/rtl/controller/rh_fifo_controller.sv" || fail "no bug was planted"
# shellcheck disable=SC2046 # several parameters
scripts/verilate --quiet --rtl "$work/rtl" --out "$work/late.so" banked_fifo \
    $("$ROWHOLD" area --parameters banked_fifo 'queue=8 responses=4') >"$work/log"
# OPTION...: a run that must differ, from a folder of its own: the cycle in $at, the line to paste in $again.
differs() {
    local code=0
    rm -f "$work/mismatch.fst"
    (cd "$work" && "$ROWHOLD" cosim "$@") >"$work/said" 2>"$work/report" || code=$?
    [[ $code == 1 && -s $work/mismatch.fst ]] && grep -q '^-differs at cycle' "$work/mismatch.fst.gtkw" ||
        fail "cosim $*: exit $code, $(cat "$work/report")"
    at=$(sed -nE 's/^MISMATCH: .* at cycle ([0-9]+), .*/\1/p' "$work/report")
    mapfile -t again < <(sed -n 's/^    rowhold cosim \(.*--wave mismatch.fst .*\)/\1/p' "$work/report" | xargs -n 1)
}
# CYCLE FROM [--whole]: the line to paste is of the clocks FROM to CYCLE; it differs there again, in a run that loads
# unless it is --whole, and prints itself.
pasted() {
    local line=" ${again[*]}"
    [[ $line == *" --wave mismatch.fst --from $2 --for $(($1 - $2 + 1))${3:+ $3}" ]] ||
        fail "the line to paste: $line, expected --from $2 ${3:-}"
    differs "${again[@]}"
    [[ $at == "$1" ]] || fail "$line: differs in cycle $at, expected $1"
    [[ " ${again[*]}" == "$line" ]] || fail "$line: says ${again[*]} to paste"
}
# The start of the clocks that were gone through again, from the report.
replayed() { sed -nE 's/^  .*from the model.s registers of cycle ([0-9]+) on.*: mismatch.fst$/\1/p' "$work/report"; }
bugged=(--controller banked_fifo "${small[@]}" --preset gddr3 --stream mixed --requests 900 --plugin "$work/late.so")

# The report names a wave of the last clocks, which ends with the difference; so does the line to paste, from the same
# registers of the model. In a window, too.
differs "${bugged[@]}"
first=$at from=$(replayed)
[[ $first -gt 1000 && $((first - from)) -ge 64 && $((first - from)) -lt 128 ]] || fail "from $from to $first"
last="a wave of the last $((first - from + 1)) clocks"
grep -qx "  $last, from the model's registers of cycle $from on: mismatch.fst" "$work/report" ||
    fail "the wave is not named: $(cat "$work/report")"
pasted "$first" "$from"
differs "${bugged[@]}" --wave "$work/w.fst" --from 1000
pasted "$first" "$from"
if command -v fst2vcd >/dev/null; then # its values are those of the run's wave
    differs "${bugged[@]}" --wave "$work/w.fst" --from 0
    for wave in w mismatch; do fst2vcd -f "$work/$wave.fst" -o "$work/$wave.vcd" >"$work/log" 2>&1; done
    tb/lockstep/vcd_values.py --within "$work/w.vcd" "$work/mismatch.vcd" || fail 'mismatch.fst shows another value'
fi
# A register that is compared seldom is wrong long before it shows: the report says since when, and the line to paste
# begins where the run did.
differs "${bugged[@]}" --compare-state 1000000
late=$at from=$(replayed)
[[ $late -gt $((first + 8)) ]] || fail "wrong in cycle $first, shown in cycle $late"
grep -qx "  from the model's registers of cycle $from on they differ in cycle $first already: mismatch.fst" \
    "$work/report" || fail "since when is not said: $(cat "$work/report")"
pasted "$late" $((late - 64)) --whole
differs "${bugged[@]}" --compare-state 1000000 --wave "$work/w.fst" --from 1000
pasted "$late" 1000
echo "$runs windows"
