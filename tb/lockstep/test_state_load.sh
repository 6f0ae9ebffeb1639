#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Does a state of the C model go into the RTL bit by bit? Every few clocks RTL whose registers are at random is loaded
# with the model's and takes over; every register of that clock and every output and register behind it must be equal:
# a controller, an allocator, a link. More classes of configuration of controllers, which test_events.sh and
# test_backend.sh load on one policy of each module, and more hold rules:
#
#   test_state_load.sh NAME [all]    all: in all of them, for scripts/evidence
#
# each: controller allocator link
source tb/shell.sh || exit
name=${1:?a controller, an allocator or a link} all=${2:-}
needs verilator
runs=0 loads=0
# N OPTION...: a load every N clocks.
transplants() {
    "$ROWHOLD" cosim --load-every "$@" >"$work/said" 2>"$work/errors" ||
        fail "cosim --load-every $*: $(cat "$work/errors")"
    local n
    n=$(sed -nE 's/^  loads +([0-9]+) .*/\1/p' "$work/said")
    [[ ${n:-0} -ge 50 ]] || fail "cosim --load-every $*: found ${n:-no} loads, expected 50 at least"
    loads=$((loads + n))
    runs=$((runs + 1))
}

# each KIND: the name, where it is one of that kind.
each() { "$ROWHOLD" list --kind "$1" --names | grep -x "$name" || true; }
# as in test_events.sh
printf '%s\n' 'name: beside' 'base: qb_hbm' 'organisation: {subarray_group: 2, subarrays: 2}' >"$work/beside.yaml"
small=(--queue 8 --responses 4 --channels 1)
for controller in $(each controller); do
    run=(--controller "$controller" "${small[@]}")
    transplants 7 "${run[@]}" --preset gddr3 --stream mixed --requests 600
    transplants 5 "${run[@]}" --preset gddr3 --stream hot_rows --requests 400 --random-timing --seed 4 --bursts 12
    [[ -n $all ]] || continue
    run+=(--preset "$work/beside.yaml") # groups, two buses, shared subarrays
    transplants 3 "${run[@]}" --stream hot_rows --requests 500 --refresh all_bank --reset-at 778
    transplants 11 "${run[@]}" --stream mixed --requests 500 --refresh per_bank --response-ready 9
    transplants 7 "${run[@]}" --stream hot_rows --requests 400 --refresh same_bank --random-timing --seed 8 \
        --age-cap 20
done
# Grains with shared subarrays, and banks that lie on each other.
if [[ $name == fgdram_channel ]]; then
    run=(--controller fgdram_channel --preset fgdram --queue 32 --responses 16 --channels 1)
    transplants 7 "${run[@]}" --stream rand1 --requests 900 --refresh per_bank
    transplants 7 "${run[@]}" --stream hot_rows --requests 900 --random-timing --seed 5
elif [[ $name == fifo && -n $all ]]; then # which takes half a minute to verilate
    transplants 7 --controller fifo "${small[@]}" --preset qb_hbm_salp_sc --stream mixed --requests 500
fi

holds=(hold_grant)
[[ -z $all ]] || holds+=(none row_match_hold_grant hash_match_hold_grant)
for allocator in $(each allocator); do
    for hold in "${holds[@]}"; do
        transplants 3 --allocator "$allocator" --hold "$hold" --inputs 3 --outputs 4 --iterations 1 --destinations 3 \
            --banks 2 --row-bits 5 --hash-bits 3 --hold-limit 6 --cycles 3000 --reset-at 1007
    done
done

for link in $(each link); do
    for set in words=2,crc_bits=10,buffer=3 ${all:+words=1,crc_bits=4,buffer=2 words=4,crc_bits=10,buffer=5}; do
        transplants 3 --block "$link" --set "$set" --cycles 4000 --reset-at 1999
    done
done
[[ $runs -ge 1 ]] || fail "found no run of $name, expected some"
echo "$runs runs, $loads loads"
