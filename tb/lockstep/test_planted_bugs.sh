#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Plants the bugs of planted_bugs.txt into copies of the RTL, one at a time, and expects cosim to find each and to name its
# field; the line it prints to repeat the run must find it again, at the same cycle, and leave a wave. Without a bug the
# same run must match. Every controller of the registry must have a bug here.
set -euo pipefail
command -v verilator >/dev/null || { echo "skipped: no verilator" && exit 77; }
here=$PWD
table=tb/lockstep/planted_bugs.txt
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "FAIL: $*" >&2
    exit 1
}
source tb/planted.sh
run=(--preset qb_hbm --queue 8 --responses 4 --stream hot_rows --requests 1500 --read-share 0.6 --random-timing --seed 3
    --bursts 12 --response-ready 40 --reset-at 2500 --quiet)

parameters() { "$ROWHOLD_BUILD/bin/rh_ahead" | sed -n "s/^$1-q8-[^ ]*-u2-[^ ]* --kind [a-z]* $1 //p"; }

bugs=0
while IFS=$'\x01' read -r controller file from to field; do
    bugs=$((bugs + 1))
    name="$controller: '$(trim "$from")' -> '$(trim "$to")'"
    rm -rf "$work/rtl" && cp -r rtl "$work/rtl"
    plant "$table" "$file" "$from" "$to" "$work/$file"

    read -ra parameter <<<"$(parameters "$controller")"
    [[ ${#parameter[@]} -gt 0 ]] || fail "$controller has no small geometry"
    "$here/scripts/verilate" --quiet --rtl "$work/rtl" --runtime "$ROWHOLD_BUILD/lib/rowhold/runtime.a" \
        --out "$work/$bugs.so" "$controller" "${parameter[@]}" >/dev/null
    "$ROWHOLD" cosim --controller "$controller" "${run[@]}" >/dev/null || fail "$name: the run fails without the bug"
    code=0
    "$ROWHOLD" cosim --controller "$controller" "${run[@]}" --plugin "$work/$bugs.so" 2>"$work/report" || code=$?
    [[ $code == 1 ]] || fail "$name: exit $code, expected 1; $(cat "$work/report")"
    grep -Eq "^ +$field(\[[0-9]+\])? .*<-- differs" "$work/report" || fail "$name: $field not named: $(cat "$work/report")"

    cycle=$(sed -nE 's/^MISMATCH: .* at cycle ([0-9]+), .*/\1/p' "$work/report")
    repeat=$(sed -n '/repeat with a wave/{n;s/^ *rowhold //;p}' "$work/report")
    (cd "$work" && rm -f mismatch.fst && eval "$ROWHOLD $repeat" 2>again || true)
    grep -q "at cycle $cycle," "$work/again" || fail "$name: repeating found another cycle than $cycle"
    [[ -s $work/mismatch.fst ]] || fail "$name: repeating left no wave"
    echo "found at cycle $cycle, $field: $name"
done < <(planted_rows "$table")

"$ROWHOLD" list --kind controller --names | while IFS= read -r controller; do
    grep -q "^$controller @ " "$table" || fail "$controller has no planted bug"
done
echo "$bugs planted bugs found"
[[ $bugs -gt 0 ]]
