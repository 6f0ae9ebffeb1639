#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Is the RTL the model where a channel has grains and shared subarrays? Under refresh, resets, slow responses and random
# timings; and the cause `subarray`, RDA and WRA have happened. With `all`, which is for scripts/evidence, every
# controller, and not fgdram_channel alone, and all stacked banks.
source tb/shell.sh || exit
needs verilator
matches() { "$ROWHOLD" cosim "$@" >"$work/said" 2>"$work/errors" || fail "cosim $*: $(cat "$work/errors")"; }

# Rows that lie in one subarray, and in neighbours of one, by turns, in all banks; then in two that share subarrays.
awk 'BEGIN {
    print "op,channel,bank,row,column,bytes"
    for (i = 0; i < 1200; i++)
        printf "%s,0,%d,%d,%d,32\n", i % 7 < 4 ? "R" : "W", i * 5 % 16, i * 13 % 3 * 512 + i * 11 % 4, i % 8
    for (; i < 1240; i++) printf "R,0,%d,%d,0,32\n", i % 2, i
}' >"$work/rows.csv"

runs=0
controllers=(fgdram_channel)
[[ $# -eq 0 ]] || mapfile -t controllers < <("$ROWHOLD" list --kind controller --names)
for controller in "${controllers[@]}"; do
    run=(--controller "$controller" --preset fgdram --queue 32 --responses 16)
    for more in "--stream $work/rows.csv --channels 1" \
        "--stream mixed --requests 1500 --refresh all_bank --reset-at 777" \
        "--stream rand1 --requests 1500 --refresh per_bank --response-ready 3" \
        "--stream hot_rows --requests 1500 --random-timing --seed 5" \
        "--stream hot_rows --requests 1500 --random-timing --seed 9 --refresh same_bank" \
        "--stream mixed --requests 1500 --refresh same_bank --reset-at 911"; do
        # shellcheck disable=SC2086 # several options
        matches "${run[@]}" $more
        grep -q '1 of 1 channels drained' "$work/said" || fail "$controller, $more: not drained"
        runs=$((runs + 1))
    done
    "$ROWHOLD" cosim "${run[@]}" --stream "$work/rows.csv" --channels 1 --quiet --events "$work/events.csv" \
        --commands "$work/commands.csv"
    grep -q "^$controller,.*,cause,subarray,.*,[1-9]" "$work/events.csv" || fail "$controller: subarray is no cause"
done
"$ROWHOLD" cosim --controller fgdram_channel --preset fgdram --queue 32 --responses 16 --stream "$work/rows.csv" \
    --channels 1 --quiet --commands "$work/commands.csv"
for command in RDA WRA; do
    grep -q ",$command," "$work/commands.csv" || fail "fgdram_channel: no $command"
done

# Stacked: rows of adjacent subarrays, which a policy that keeps hits must not have closed.
awk 'BEGIN {
    print "op,channel,bank,row,column,bytes"
    for (i = 0; i < 800; i++)
        printf "%s,0,%d,%d,%d,32\n", i % 5 < 3 ? "R" : "W", i * 3 % 8, i * 7 % 2 * 2048 + i % 3, i % 8
}' >"$work/stacked.csv"
preset=qb_hbm_salp_sc
if [[ $# -eq 0 ]]; then # an eighth of its banks, whose RTL takes seconds
    preset=$work/stacked.yaml
    printf '%s\n' 'name: stacked' 'base: qb_hbm_salp_sc' 'organisation: {banks: 8, subarray_group: 4}' >"$preset"
fi
run=(--controller fr_fcfs --preset "$preset" --queue 8 --channels 1 --events "$work/events.csv")
for more in "--stream $work/stacked.csv" "--stream $work/stacked.csv --random-timing --seed 3 --refresh all_bank"; do
    # shellcheck disable=SC2086 # several options
    matches "${run[@]}" $more
    grep -q '1 of 1 channels drained' "$work/said" || fail "stacked, $more: not drained"
    grep -q '^fr_fcfs,.*,cause,subarray,.*,[1-9]' "$work/events.csv" || fail "stacked, $more: subarray is no cause"
    runs=$((runs + 1))
done
echo "$runs runs matched"
