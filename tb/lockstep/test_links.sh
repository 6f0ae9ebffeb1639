#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Is the RTL of the links the model? Both in several sizes, with errors of every class, back-pressure and a reset: what
# was sent is delivered in order, and right wherever the errors are of the variant's class. Long runs with seeds of
# their own for the retry; what cosim says and refuses.
set -euo pipefail
command -v verilator >/dev/null || { echo "skipped: no verilator" && exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "FAIL: $*" >&2
    exit 1
}
number() { sed -nE "s/.* ([0-9]+) $1.*/\1/p" "$work/said"; }

# link NAME SETTINGS OPTION...: a run that matches, and what it met.
runs=0
link() {
    local name=$1 settings=$2
    shift 2
    "$ROWHOLD" cosim --block "$name" --set "$settings" "$@" --events "$work/$runs.csv" >"$work/said" \
        2>"$work/errors" || fail "$name $settings $*: $(cat "$work/errors")"
    grep -q "^MATCHED: RTL and C model of rh_$name were equal" "$work/said" || fail "$name: $(cat "$work/said")"
    (($(number sent) - $(number 'delivered in order') == $(number forgotten) && $(number sent) > 1000)) ||
        fail "$name $settings $*: $(cat "$work/said")"
    runs=$((runs + 1))
}
sizes=(words=2,crc_bits=10,buffer=3)
[[ ${1:-} != all ]] || sizes+=(words=1,crc_bits=4,buffer=2 words=4) # for scripts/evidence
mapfile -t names < <("$ROWHOLD" list --kind link --names)
for settings in "${sizes[@]}"; do
    for name in "${names[@]}"; do
        for seed in 1 2; do
            link "$name" "$settings" --cycles 20000 --reset-at $((7000 + seed)) --seed "$seed"
            [[ $name != io_crc ]] || (($(number retries) > 1500)) || fail "hardly any retry: $(cat "$work/said")"
            [[ $name != secded ]] ||
                (($(number 'words corrected') > 500 && $(number flagged) > 500)) || fail "$(cat "$work/said")"
        done
        link "$name" "$settings" --cycles 5000 --configure bypass=1
        (($(number retries) + $(number 'words corrected') + $(number flagged) == 0)) ||
            fail "bypass: $(cat "$work/said")"
    done
    if [[ $settings == "${sizes[0]}" ]]; then
        link io_crc "$settings" --cycles 450000 --compare-state 50 # retries up to their greatest number
        tb/lockstep/check_events.py blocks --names "$(IFS=, && echo "${names[*]}")" "$work"/*.csv || fail "see above"
    fi
done
link io_crc words=4,buffer=16 --cycles 60000 --compare-state 5 --seed 9

# One seed, one run.
"$ROWHOLD" cosim --block io_crc --cycles 4000 --seed 5 >"$work/first"
"$ROWHOLD" cosim --block io_crc --cycles 4000 --seed 5 | cmp - "$work/first" || fail "one seed gives two runs"
! "$ROWHOLD" cosim --block io_crc --cycles 4000 --seed 6 | cmp -s - "$work/first" || fail "two seeds give one run"

# refused LINE OPTION...
refused() {
    local code=0 line=$1
    shift
    "$ROWHOLD" cosim "$@" >"$work/out" 2>"$work/errors" || code=$?
    [[ $code == 2 && ! -s $work/out && $(cat "$work/errors") == "rowhold: $line" ]] ||
        fail "cosim $*: exit $code; $(cat "$work/errors")"
}
refused "link: found crc_bits 8, expected a row of crc.def: 4 or 10" --block io_crc --set crc_bits=8
refused "--configure: found bypass=2, expected a number of 1 bits" --block secded --configure bypass=2
code=0
scripts/verilate --quiet --kind link --out "$work/none.so" io_crc WORDS=4 CRC_BITS=8 BUFFER=4 >"$work/log" 2>&1 ||
    code=$?
[[ $code == 2 && ! -e $work/none.so ]] && grep -q 'CRC_BITS: expected 4 or 10' "$work/log" ||
    fail "scripts/verilate, CRC_BITS=8: exit $code, $(cat "$work/log")"
echo "$runs runs matched"
