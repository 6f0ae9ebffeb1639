#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Is the RTL of a router, an injector, an ejector or a link the model? In several sizes, under bursts, back-pressure,
# credits that come late, clocks without enable, errors of every class, a reset and loads; what its bench watches is
# kept, and each run has met what presses it. And what cosim refuses.
#
#   test_blocks.sh NAME    one of them
#   test_blocks.sh all     all of them, in more sizes, for scripts/evidence
# each: router injector ejector link
source tb/shell.sh || exit
needs verilator

# Rows: a run, parted by | from what it must have met: more than N of the words in its summary, or none. + is for `all`.
# Over all runs above --- every event of the registers must have happened. `every` is of all runs of its kind; what was
# sent came out or was forgotten at the reset.
rows_of_router="
every | 1000 sent
inputs=3,outputs=3,depth=4,payload_bits=8 --cycles 12000 --reset-at 3001
inputs=3,outputs=3,depth=4,payload_bits=8 --cycles 6000 --seed 2 --load-every 7
inputs=2,outputs=3,depth=3,vcs=2,destinations=5 --cycles 8000 --reset-at 2001 --seed 3
inputs=3,outputs=3,depth=4,vcs=2,classes=2,speculative=1 --configure crosses=2,second_inputs=6,second_outputs=3 \
    --cycles 8000 --reset-at 901 --seed 5 --load-every 11
inputs=3,outputs=3,depth=4,vcs=2,speculative=1,stays=0 --cycles 8000 --reset-at 901 --seed 8 --load-every 11
---
+ inputs=3,outputs=3,depth=4,vcs=2,classes=2 --configure crosses=2,second_inputs=6,second_outputs=3 \
    --cycles 8000 --reset-at 901 --seed 5 --load-every 11
+ inputs=3,outputs=3,depth=4,vcs=2,speculative=1 --cycles 8000 --reset-at 901 --seed 7 --load-every 11
+ inputs=3,outputs=3,depth=4,vcs=4,classes=2,stays=0 --configure crosses=2 --cycles 8000 --reset-at 901 --seed 9
+ inputs=3,outputs=3,depth=4,vcs=2,stays=3 --cycles 8000 --seed 10
+ inputs=4,outputs=2,depth=2,vcs=2,static_vcs=1,destinations=3 --cycles 8000 --seed 4 --load-every 5
+ inputs=4,outputs=4,depth=2,vcs=4,classes=2,static_vcs=1 --configure crosses=5,second_inputs=12,second_outputs=12 \
    --cycles 8000 --seed 6"
rows_of_injector="
every | 500 sent | 100 first behind | 100 full | 100 without a credit
depth=4,payload_bits=8,queue=4 --cycles 12000 --reset-at 3001
depth=4,payload_bits=8,queue=4 --cycles 6000 --seed 2 --load-every 7
depth=3,vcs=2,destinations=5,queue=3,most_flits=8 --cycles 8000 --reset-at 2001 --seed 3 --load-every 9
depth=4,vcs=2,classes=2,queue=5 --configure outstanding_limit=6 --cycles 8000 --reset-at 901 --seed 5 --load-every 9 | \
    500 at the limit
---
+ depth=2,vcs=4,static_vcs=1,destinations=2,queue=2,most_flits=1 --cycles 8000 --seed 4 --load-every 5
+ depth=2,vcs=4,classes=2,static_vcs=1,destinations=64,queue=9 --configure outstanding_limit=12 --cycles 12000 --seed 6
+ depth=16,vcs=4,queue=64,most_flits=32 --configure outstanding_limit=255 --cycles 20000 --seed 7"
rows_of_ejector="
every | 1000 sent | 500 clocks a message waits | 100 flits went on
depth=4,payload_bits=8 --cycles 12000 --reset-at 3001
depth=4,payload_bits=8 --cycles 6000 --seed 2 --load-every 7
vcs=2,depth=3 --cycles 8000 --reset-at 2001 --seed 4 --load-every 5
vcs=4,depth=4,row_affine=15 --cycles 12000 --seed 9 --reset-at 5001 --load-every 5
vcs=2,depth=3,banks=1,row_bits=1,row_affine=1 --cycles 8000 --seed 10
---
vcs=4 --cycles 6000 --seed 8 | 24 at once
+ depth=2,banks=1,row_bits=1,payload_bits=1 --cycles 8000 --reset-at 901 --seed 3
+ vcs=2,depth=16,banks=64,row_bits=20 --cycles 8000 --seed 5
+ vcs=4,depth=5,banks=8,payload_bits=16 --cycles 12000 --reset-at 4001 --seed 6
+ vcs=4,depth=2 --cycles 8000 --seed 7 --load-every 11
+ vcs=1,banks=64,row_affine=63 --cycles 6000 --seed 11 --load-every 7"
links() { # SIGN SIZE: whatever is met
    printf '%s %s\n' "$1" "$2 --cycles 20000 --reset-at 7001 --seed 1 | $met" \
        "$1" "$2 --cycles 20000 --reset-at 7002 --seed 2 | $met" \
        "$1" "$2 --cycles 5000 --configure bypass=1 | none retries | none words corrected | none flagged"
}
rows_of_link() {
    local met='500 words corrected | 500 flagged'
    [[ $1 != io_crc ]] || met='1500 retries'
    echo "every | 1000 sent"
    links '' words=2,crc_bits=10,buffer=3
    # retries up to their greatest number
    [[ $1 != io_crc ]] || echo "words=2,crc_bits=10,buffer=3 --cycles 450000 --compare-state 50"
    echo ---
    [[ $1 != io_crc ]] || echo "words=4,buffer=16 --cycles 60000 --compare-state 5 --seed 9"
    links + words=1,crc_bits=4,buffer=2
    links + words=4
}

# met WANTS...: what the summary in $work/said must say.
met() {
    local want found
    for want; do
        found=$(sed -nE "s/.* ([0-9]+) ${want#* }.*/\1/p" "$work/said")
        if [[ ${want%% *} == none ]]; then ((found == 0)); else ((found > ${want%% *})); fi ||
            fail "$run: too few or many ${want#* }: $(cat "$work/said")"
    done
}
count() { sed -nE "s/.* ([0-9]+) $1.*/\1/p" "$work/said"; }

runs=0
# block NAME ROW
block() {
    local name=$1 run=${2%%|*} options wants
    read -ra options <<<"$run"
    mapfile -t wants < <(tr '|' '\n' <<<"$every|${2#"$run"}" | sed -E 's/^ +| +$//g; /^$/d')
    "$ROWHOLD" cosim --block "$name" --set "${options[@]}" --events "$work/$runs.csv" </dev/null >"$work/said" \
        2>"$work/errors" || fail "$name $run: $(cat "$work/errors")"
    grep -q "^MATCHED: RTL and C model of rh_$name were equal" "$work/said" || fail "$name: $(cat "$work/said")"
    (($(count sent) - $(count '(delivered|taken) in order') == $(count forgotten))) ||
        fail "$name $run: $(cat "$work/said")"
    run="$name $run"
    met "${wants[@]}"
    runs=$((runs + 1))
}
# design KIND NAME
design() {
    local kind=$1 name=$2 every='' row rows=rows_of_$1
    if [[ $kind == link ]]; then rows=$(rows_of_link "$name"); else rows=${!rows}; fi
    while read -r row; do
        case $row in
        '') ;;
        every*) every=${row#*|} ;;
        ---)
            tb/lockstep/check_events.py blocks --names "$name" "$work"/*.csv || fail "$name: see above"
            rm "$work"/*.csv # those of other sizes have other events
            ;;
        +*) [[ $all == 0 ]] || block "$name" "${row#+ }" ;;
        *) block "$name" "$row" ;;
        esac
    done <<<"$rows"
    rm -f "$work"/*.csv # runs behind --- are of other sizes, and no runs of the next design
}
# refused LINE OPTION...
refused() { refusal "rowhold: $1" "$ROWHOLD" cosim "${@:2}"; }

all=0
[[ ${1:?a design, or all} != all ]] || all=1
for kind in router injector ejector link; do
    while read -r name; do
        [[ $1 != "$name" && $all == 0 ]] || design "$kind" "$name"
    done < <("$ROWHOLD" list --kind "$kind" --names)
done
((runs > 0)) || fail "found '$1', expected a router, an injector, an ejector or a link"
echo "$runs runs matched"
[[ $1 == io_crc || $all == 1 ]] || exit 0

refused 'router: found classes 2, expected at most the 1 virtual channels (vcs)' --block vc_router --set classes=2
refused 'injector: found classes 2, expected at most the 1 virtual channels (vcs)' --block packet_injector \
    --set classes=2
refused '--set: found depth=17, expected at most 16' --block packet_ejector --set depth=17
refused "link: found crc_bits 8, expected a row of crc.def: 4 or 10" --block io_crc --set crc_bits=8
refused "--configure: found bypass=2, expected a number of 1 bits" --block secded --configure bypass=2
code=0
scripts/verilate --quiet --kind link --out "$work/none.so" io_crc WORDS=4 CRC_BITS=8 BUFFER=4 >"$work/log" 2>&1 ||
    code=$?
[[ $code == 2 && ! -e $work/none.so ]] && grep -q 'CRC_BITS: expected 4 or 10' "$work/log" ||
    fail "scripts/verilate, CRC_BITS=8: exit $code, $(cat "$work/log")"

# One seed, one run.
"$ROWHOLD" cosim --block io_crc --cycles 4000 --seed 5 >"$work/first"
"$ROWHOLD" cosim --block io_crc --cycles 4000 --seed 5 | cmp - "$work/first" || fail "one seed gives two runs"
! "$ROWHOLD" cosim --block io_crc --cycles 4000 --seed 6 | cmp -s - "$work/first" || fail "two seeds give one run"
