#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Is the RTL the model when it is pressed? A controller on two small geometries (one command bus; two, with banks that
# share subarrays) with random timings, each kind of refresh, streams that fill and drain the queue, a response port
# that is slow and one that hardly takes anything, a reset in mid-flight. Over all runs everything must have happened
# that can happen: check_events.py. The suite asks this of one policy on each module; scripts/evidence of all.
# each: shell
source tb/shell.sh || exit
controller=${1:?a controller}
needs verilator
mkdir "$work/run"
printf '%s\n' 'name: beside' 'base: qb_hbm' 'organisation: {subarray_group: 2, subarrays: 2}' >"$work/beside.yaml"

# pressed CONTROLLER PRESET SEED: one run; every third seed takes responses so rarely that their FIFO stays full.
pressed() {
    local stream=random ready=3 modes=(all_bank per_bank all_bank per_bank same_bank)
    (($3 % 2)) || stream=hot_rows
    (($3 % 3)) || ready=24
    cosim "$1-$2-$3" --controller "$1" --stream $stream --requests 500 --read-share 0.6 --seed "$3" --bursts 24 \
        --response-ready $ready --reset-at $((1500 + 91 * $3)) --refresh "${modes[$3 % 5]}"
}
# idle CONTROLLER PRESET REFRESH: long pauses, in which nothing but refreshes happens.
idle() {
    cosim "$1-$2-$3" --controller "$1" --stream random --requests 60 --seed 7 --bursts 200 --refresh "$3"
}
# starved CONTROLLER PRESET: a row that all want, and one that waits behind it; whole queues of one row; four sources.
starved() {
    cosim "$1-$2-sources" --controller "$1" --stream core_random --stream-cores 4 --requests 1500 \
        --bursts 24 --blacklist-threshold 1 --clearing-interval 120
    cosim "$1-$2-starve" --controller "$1" --stream starve --requests 600
    cosim "$1-$2-stream" --controller "$1" --stream stream --requests 200 --seed 2 --response-ready 9
    [[ $1 != sms ]] ||
        cosim "$1-$2-turns" --controller sms --stream core_random --stream-cores 8 --requests 1500 --shortest-first 0
    [[ $1 == par_bs ]] || return 0
    cosim "$1-$2-ranks" --controller "$1" --stream core_random --stream-cores 8 --requests 1500 --bursts 24
    cosim "$1-$2-aged" --controller "$1" --stream core_random --stream-cores 4 --requests 1500 --bursts 24 --age-cap 20
    cosim "$1-$2-batches" --controller "$1" --stream hot_rows --banks-used 1 --requests 3000 --marking-cap 0
}
# refreshed CONTROLLER PRESET SEED: no pauses while one bank after the other is refreshed: RDAs meet the PREs of that.
refreshed() {
    cosim "$1-$2-refreshed$3" --controller "$1" --stream mixed --requests 1000 --read-share 0.9 --seed "$3" \
        --refresh per_bank
}
cosim() { # NAME-PRESET-NUMBER OPTION...
    local run=$work/run/$1 preset
    preset=$(cut -d- -f2 <<<"$1")
    shift
    "$ROWHOLD" cosim --preset "${preset/#beside/$work/beside.yaml}" --queue 8 --responses 4 --random-timing "$@" \
        --events "$run.csv" >"$run.said" 2>"$run.errors" ||
        echo "cosim $*: $(<"$run.errors")" >"$run.failed"
}
export -f pressed idle starved refreshed cosim
export work ROWHOLD

seeds=${2:-15}
[[ $controller != fgdram_channel ]] || seeds=${2:-50} # RDA and WRA, too, have to meet every other command
for preset in beside gddr3; do
    for ((seed = 1; seed <= seeds; seed++)); do echo "pressed $controller $preset $seed"; done
    for refresh in all_bank per_bank same_bank; do echo "idle $controller $preset $refresh"; done
    echo "starved $controller $preset"
    [[ $controller != fgdram_channel ]] || for seed in 2 3 6; do echo "refreshed $controller $preset $seed"; done
done | xargs -P "$(nproc)" -L 1 bash -c '"$@"' run

for file in "$work"/run/*.failed; do
    [[ ! -e $file ]] || fail "$(cat "$file")"
done
number() { sed -nE "s/.*$2.*/\1/p" "$1"; } # FILE WORDS: the number before or after some words of a summary
outstanding=0
for said in "$work"/run/*-[0-9]*.said; do
    for words in 'request port held in ([0-9]+)' 'response port in ([0-9]+)' 'queue filled ([0-9]+)' \
        'drained ([0-9]+) times' 'rule checks, ([a-z]+) broken' 'events +([0-9]+) of'; do
        found=$(number "$said" "$words")
        [[ -n $found && $found != 0 ]] || fail "$(basename "$said" .said): no '$words'"
    done
    outstanding=$((outstanding + $(number "$said" 'with ([0-9]+) requests in flight')))
done
[[ $outstanding -gt 14 ]] || fail "resets met only $outstanding requests in flight"

causes=$("$ROWHOLD" simulate --requests 1 --quiet --stats - |
    python3 -c 'import json, sys; print(",".join(json.load(sys.stdin)["total"]["stall_cycles"]))')
[[ $causes == refresh,response_slot,* ]] || fail "found stall causes '$causes'"
check=(tb/lockstep/check_events.py controllers --queue 8 --responses 4 --names "$controller" --buses "1,2" --causes
    "$causes")
"${check[@]}" "$work"/run/*.csv || fail "see above"

# The checker itself: an event that never happened, one that must not, one that is not counted, no run of a geometry.
refused() { # WORDS FILE...: exit 1 and these words
    local words=$1 code=0
    shift
    "${check[@]}" "$@" >"$work/log" || code=$?
    [[ $code == 1 ]] || fail "'$words': check_events.py gave exit $code, expected 1"
    grep -qxF -- "$words" "$work/log" || fail "no '$words' in: $(cat "$work/log")"
}
mkdir "$work/altered"
alter() { # SED-SCRIPT: all files, altered
    rm -f "$work"/altered/*
    for file in "$work"/run/*.csv; do sed "$1" "$file" >"$work/altered/${file##*/}"; done
}
alter "s/^\\($controller,2,cause,response_slot,,\\),.*/\\1,0/"
refused "$controller 2 cause response_slot: never happened" "$work"/altered/*
sed "s/^\\($controller,2,pair,ACT,ACT,same\\),.*/\\1,1/" "$work/run/$controller-beside-1.csv" >"$work/one.csv"
refused \
    "$controller 2 pair ACT ACT same: happened 1 times, expected never: the bank is open: a PRE of it comes first" \
    "$work"/run/*.csv "$work/one.csv"
alter '/responses,4,/d'
refused "$controller 1 responses 4: is in no file" "$work"/altered/*
refused "$controller 1 cause refresh: is in no file" "$work"/run/*beside*.csv
echo "$(find "$work/run" -name '*.csv' | wc -l) runs matched; the resets met $outstanding requests in flight"
