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

# pressed CONTROLLER PRESET SEED: one run; every third seed takes responses so rarely that their FIFO stays full, and in
# every fourth the state of the model goes into RTL whose registers are at random.
pressed() {
    local stream=random ready=3 modes=(all_bank per_bank all_bank per_bank same_bank) load=()
    (($3 % 2)) || stream=hot_rows
    (($3 % 3)) || ready=24
    (($3 % 4)) || load=(--load-every 7)
    cosim "$1-$2-$3" --controller "$1" --stream $stream --requests 400 --read-share 0.6 --seed "$3" --bursts 24 \
        --response-ready $ready --reset-at $((1500 + 91 * $3)) --refresh "${modes[$3 % 5]}" "${load[@]}"
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
# cosim NAME-PRESET-NUMBER OPTION...: a line of the jobs, where that run's files lie and its options.
cosim() {
    local preset=${1#*-}
    preset=${preset%%-*}
    echo "$work/run/$1" --preset "${preset/#beside/$work/beside.yaml}" "${@:2}"
}

seeds=${2:-15}
[[ $controller != fgdram_channel ]] || seeds=${2:-22} # RDA and WRA, too, have to meet every other command
for preset in beside gddr3; do
    for ((seed = 1; seed <= seeds; seed++)); do pressed "$controller" "$preset" "$seed"; done
    for refresh in all_bank per_bank same_bank; do idle "$controller" "$preset" "$refresh"; done
    starved "$controller" "$preset"
    [[ $controller != fgdram_channel ]] || for seed in 2 3 6; do refreshed "$controller" "$preset" "$seed"; done
done >"$work/jobs"
# shellcheck disable=SC2016 # the shell that xargs starts
xargs -P "$(nproc)" -L 1 sh -c 'run=$1 && shift
    "$ROWHOLD" cosim --queue 8 --responses 4 --random-timing "$@" --events "$run.csv" >"$run.said" 2>"$run.errors" ||
        echo "cosim $*: $(cat "$run.errors")" >"$run.failed"' run <"$work/jobs"

for file in "$work"/run/*.failed; do
    [[ ! -e $file ]] || fail "$(cat "$file")"
done
# What each pressed run says that it met, and that all resets together met requests in flight.
awk 'BEGIN {
        wants = split("request port held in [1-9]|response port in [1-9]|queue filled [1-9]|" \
            "drained [1-9][0-9]* times|rule checks, none broken|events +[1-9][0-9]* of", want, "|")
    }
    function met(file,    k) {
        for (k = 1; k <= wants; k++)
            if (text !~ want[k]) { print file ": no \047" want[k] "\047"; bad = 1 }
        if (match(text, /with [0-9]+ requests in flight/)) outstanding += substr(text, RSTART + 5)
    }
    FNR == 1 { if (NR > 1) met(said); text = ""; said = FILENAME }
    { text = text $0 "\n" }
    END {
        met(said)
        print "the resets met " outstanding " requests in flight"
        exit bad || outstanding <= 14
    }' "$work"/run/*-[0-9]*.said >"$work/met" || fail "$(cat "$work/met")"

causes=$("$ROWHOLD" simulate --requests 1 --quiet --stats - |
    python3 -c 'import json, sys; print(",".join(json.load(sys.stdin)["total"]["stall_cycles"]))')
[[ $causes == refresh,response_slot,* ]] || fail "found stall causes '$causes'"
check=(tb/lockstep/check_events.py controllers --queue 8 --responses 4 --names "$controller" --buses "1,2" --causes
    "$causes")
"${check[@]}" "$work"/run/*.csv || fail "see above"
echo "$(wc -l <"$work/jobs") runs matched; $(cat "$work/met")"
[[ $controller == fifo ]] || exit 0

# The checker itself: an event that never happened, one that must not, one that is not counted, no run of a geometry.
awk 'NR == 1 || FNR > 1' "$work"/run/*.csv >"$work/all.csv"
refused() { # WORDS SED-SCRIPT: of what is altered so, exit 1 and these words
    local code=0
    sed "$2" "$work/all.csv" >"$work/altered.csv"
    "${check[@]}" "$work/altered.csv" >"$work/log" || code=$?
    [[ $code == 1 ]] || fail "'$1': check_events.py gave exit $code, expected 1"
    grep -qxF -- "$1" "$work/log" || fail "no '$1' in: $(cat "$work/log")"
}
refused 'fifo 2 cause response_slot: never happened' 's/^\(fifo,2,cause,response_slot,,\),.*/\1,0/'
refused 'fifo 2 pair ACT ACT same: happened 42 times, expected never: the bank is open: a PRE of it comes first' \
    's/^\(fifo,2,pair,ACT,ACT,same\),.*/\1,2/'
refused 'fifo 1 responses 4: is in no file' '/responses,4,/d'
refused 'fifo 1 cause refresh: is in no file' '/^fifo,1,/d'
