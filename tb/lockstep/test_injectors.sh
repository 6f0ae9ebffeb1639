#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Is the RTL of the injectors the model? In several sizes, with every rule of virtual channels, with and without a limit
# of messages in flight, bursts, credits that come late, clocks without enable, a reset and loads: each message leaves
# once, in order, as its flits, in one channel, none without a credit, and none is refused without a reason.
set -euo pipefail
command -v verilator >/dev/null || { echo "skipped: no verilator" && exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "FAIL: $*" >&2
    exit 1
}
number() { sed -nE "s/.* ([0-9]+) $1.*/\1/p" "$work/said"; }

# injector NAME SETTINGS OPTION...: a run that matches, and what it met.
runs=0
injector() {
    local name=$1 settings=$2
    shift 2
    "$ROWHOLD" cosim --block "$name" --set "$settings" "$@" --events "$work/$runs.csv" >"$work/said" \
        2>"$work/errors" || fail "$name $settings $*: $(cat "$work/errors")"
    grep -q "^MATCHED: RTL and C model of rh_$name were equal" "$work/said" || fail "$name: $(cat "$work/said")"
    (($(number sent) - $(number 'delivered in order') == $(number forgotten) && $(number sent) > 500)) ||
        fail "$name $settings $*: $(cat "$work/said")"
    (($(number 'first behind') > 100 && $(number full) > 100 && $(number 'without a credit') > 100)) ||
        fail "$name $settings $*: too quiet: $(cat "$work/said")"
    runs=$((runs + 1))
}
mapfile -t names < <("$ROWHOLD" list --kind injector --names)
for name in "${names[@]}"; do
    injector "$name" depth=4,payload_bits=8,queue=4 --cycles 12000 --reset-at 3001
    injector "$name" depth=4,payload_bits=8,queue=4 --cycles 6000 --seed 2 --load-every 7
    injector "$name" depth=3,vcs=2,destinations=5,queue=3,most_flits=8 --cycles 8000 --reset-at 2001 --seed 3 \
        --load-every 9
    injector "$name" depth=4,vcs=2,classes=2,queue=5 --configure outstanding_limit=6 --cycles 8000 --reset-at 901 \
        --seed 5 \
        --load-every 11
    (($(number 'at the limit') > 500)) || fail "$name: never at the limit: $(cat "$work/said")"
    tb/lockstep/check_events.py blocks --names "$name" "$work"/*.csv || fail "$name: see above"
    rm "$work"/*.csv # those of other sizes have other events
    [[ ${1:-} == all ]] || continue # for scripts/evidence
    injector "$name" depth=2,vcs=4,static_vcs=1,destinations=2,queue=2,most_flits=1 --cycles 8000 --seed 4 \
        --load-every 5
    injector "$name" depth=2,vcs=4,classes=2,static_vcs=1,destinations=64,queue=9 --configure outstanding_limit=12 \
        --cycles 12000 --seed 6
    injector "$name" depth=16,vcs=4,queue=64,most_flits=32 --configure outstanding_limit=255 --cycles 20000 --seed 7
done

code=0
"$ROWHOLD" cosim --block packet_injector --set classes=2 >"$work/said" 2>"$work/errors" || code=$?
[[ $code == 2 && $(cat "$work/errors") == \
    'rowhold: injector: found classes 2, expected at most the 1 virtual channels (vcs)' ]] ||
    fail "classes=2: exit $code, $(cat "$work/errors")"
echo "$runs runs matched"
