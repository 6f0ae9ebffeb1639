#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Is the RTL of the routers the model? In several sizes, with every rule of virtual channels, bursts, credits that come
# late, clocks without enable, a reset and loads: each flit leaves once, in order, on its route and in a channel of its
# class, packets are not mixed, none leaves without a credit.
set -euo pipefail
command -v verilator >/dev/null || { echo "skipped: no verilator" && exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "FAIL: $*" >&2
    exit 1
}
number() { sed -nE "s/.* ([0-9]+) $1.*/\1/p" "$work/said"; }

# router NAME SETTINGS OPTION...: a run that matches, and what it met.
runs=0
router() {
    local name=$1 settings=$2
    shift 2
    "$ROWHOLD" cosim --block "$name" --set "$settings" "$@" --events "$work/$runs.csv" >"$work/said" \
        2>"$work/errors" || fail "$name $settings $*: $(cat "$work/errors")"
    grep -q "^MATCHED: RTL and C model of rh_$name were equal" "$work/said" || fail "$name: $(cat "$work/said")"
    (($(number sent) - $(number 'delivered in order') == $(number forgotten) && $(number sent) > 1000)) ||
        fail "$name $settings $*: $(cat "$work/said")"
    runs=$((runs + 1))
}
mapfile -t names < <("$ROWHOLD" list --kind router --names)
for name in "${names[@]}"; do
    router "$name" inputs=3,outputs=3,depth=4,payload_bits=8 --cycles 12000 --reset-at 3001
    router "$name" inputs=3,outputs=3,depth=4,payload_bits=8 --cycles 6000 --seed 2 --load-every 7
    router "$name" inputs=2,outputs=3,depth=3,vcs=2,destinations=5 --cycles 8000 --reset-at 2001 --seed 3
    router "$name" inputs=3,outputs=3,depth=4,vcs=2,classes=2 --configure crosses=2 --cycles 8000 --reset-at 901 \
        --seed 5 --load-every 11
    tb/lockstep/check_events.py blocks --names "$name" "$work"/*.csv || fail "$name: see above"
    rm "$work"/*.csv # those of other sizes have other events
    [[ ${1:-} == all ]] || continue # for scripts/evidence
    router "$name" inputs=4,outputs=2,depth=2,vcs=2,static_vcs=1,destinations=3 --cycles 8000 --seed 4 --load-every 5
    router "$name" inputs=4,outputs=4,depth=2,vcs=4,classes=2,static_vcs=1 --configure crosses=5 --cycles 8000 --seed 6
done

code=0
"$ROWHOLD" cosim --block vc_router --set classes=2 >"$work/said" 2>"$work/errors" || code=$?
[[ $code == 2 && $(cat "$work/errors") == \
    'rowhold: router: found classes 2, expected at most the 1 virtual channels (vcs)' ]] ||
    fail "classes=2: exit $code, $(cat "$work/errors")"
echo "$runs runs matched"
