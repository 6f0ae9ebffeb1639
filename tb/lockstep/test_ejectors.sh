#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Is the RTL of the ejectors the model? In several sizes, with bursts, a receiver that takes nothing for long, clocks
# without enable, a reset and loads: each packet becomes one message, that of its first flit, in order; a credit goes
# back for each flit; while a message waits other channels go on.
set -euo pipefail
command -v verilator >/dev/null || { echo "skipped: no verilator" && exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "FAIL: $*" >&2
    exit 1
}
number() { sed -nE "s/.* ([0-9]+) $1.*/\1/p" "$work/said"; }

# ejector NAME SETTINGS OPTION...: a run that matches, and what it met.
runs=0
ejector() {
    local name=$1 settings=$2
    shift 2
    "$ROWHOLD" cosim --block "$name" --set "$settings" "$@" --events "$work/$runs.csv" >"$work/said" \
        2>"$work/errors" || fail "$name $settings $*: $(cat "$work/errors")"
    grep -q "^MATCHED: RTL and C model of rh_$name were equal" "$work/said" || fail "$name: $(cat "$work/said")"
    (($(number sent) - $(number 'taken in order') == $(number forgotten) && $(number sent) > 1000)) ||
        fail "$name $settings $*: $(cat "$work/said")"
    (($(number 'clocks a message waits') > 500 && $(number 'flits went on') > 100)) ||
        fail "$name $settings $*: $(cat "$work/said")"
    runs=$((runs + 1))
}
mapfile -t names < <("$ROWHOLD" list --kind ejector --names)
for name in "${names[@]}"; do
    ejector "$name" depth=4,payload_bits=8 --cycles 12000 --reset-at 3001
    ejector "$name" depth=4,payload_bits=8 --cycles 6000 --seed 2 --load-every 7
    ejector "$name" vcs=2,depth=3 --cycles 8000 --reset-at 2001 --seed 4 --load-every 5
    ejector "$name" vcs=4,depth=4,stay=15 --cycles 12000 --seed 9 --reset-at 5001 --load-every 5
    ejector "$name" vcs=2,depth=3,banks=1,row_bits=1,stay=1 --cycles 8000 --seed 10
    tb/lockstep/check_events.py blocks --names "$name" "$work"/*.csv || fail "$name: see above"
    rm "$work"/*.csv # those of other sizes have other events
    [[ ${1:-} == all ]] || continue # for scripts/evidence
    ejector "$name" depth=2,banks=1,row_bits=1,payload_bits=1 --cycles 8000 --reset-at 901 --seed 3
    ejector "$name" vcs=2,depth=16,banks=64,row_bits=20 --cycles 8000 --seed 5
    ejector "$name" vcs=4,depth=5,banks=8,payload_bits=16 --cycles 12000 --reset-at 4001 --seed 6
    ejector "$name" vcs=4,depth=2 --cycles 8000 --seed 7 --load-every 11
    ejector "$name" vcs=1,banks=64,stay=63 --cycles 6000 --seed 11 --load-every 7
done
ejector packet_ejector vcs=4 --cycles 6000 --seed 8
(($(number 'at once') > 24)) || fail "buffers that were never full: $(cat "$work/said")"

code=0
"$ROWHOLD" cosim --block packet_ejector --set depth=17 >"$work/said" 2>"$work/errors" || code=$?
[[ $code == 2 && $(cat "$work/errors") == 'rowhold: --set: found depth=17, expected at most 16' ]] ||
    fail "depth=17: exit $code, $(cat "$work/errors")"
echo "$runs runs matched"
