#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Is the RTL of a controller the model? On gddr3 (test_events.sh presses it harder); statistics, commands and events as
# files; the age cap; with the controller `fifo` also what cosim refuses.
#
#   test_cosim.sh CONTROLLER [PRESET]   with a preset: the runs on that alone, with a queue of 32, for scripts/evidence
# each: controller
set -euo pipefail
command -v verilator >/dev/null || { echo "skipped: no verilator" && exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "FAIL: $*" >&2
    exit 1
}
controller=${1:?a controller} preset=${2:-gddr3} little=(--queue 8 --responses 4)
[[ $# -eq 1 ]] || little=()

# A run that must match; its summary lies in $work/said.
matches() { "$ROWHOLD" cosim "$@" >"$work/said" 2>"$work/errors" || fail "cosim $*: $(cat "$work/errors")"; }

# Rows that differ in one bit, each of them: a random stream hardly ever has two of those in a bank.
"$ROWHOLD" presets "$preset" 2>/dev/null | awk '
    $1 == "banks:" { banks = $2 } $1 == "rows:" { rows = $2 }
    END {
        print "op,channel,bank,row,column,bytes"
        for (bit = 1; bit < rows; bit *= 2)
            for (i = 0; i < 12; i++) printf "R,0,%d,%d,%d,64\n", i % 3 * (banks - 1) / 2, i % 2 * bit, i % 6
    }' >"$work/bits.csv"
# all requests to one row; reads and writes all over the banks
for stream in "$work/bits.csv --channels 1" "stream --requests 300" "mixed --requests 1500 --seed 11"; do
    # shellcheck disable=SC2086 # a stream and its options
    matches --controller "$controller" --preset "$preset" "${little[@]}" --stream $stream
    grep -q '1 of 1 channels drained' "$work/said" || fail "$controller, $preset, $stream: not drained"
done
echo "3 runs matched"
[[ $# -eq 1 ]] || exit 0

# Statistics and commands of the RTL's side are those of the model alone: what every controller shares.
if [[ $controller == fifo || $controller == fgdram_channel ]]; then
    run=(--controller "$controller" "${little[@]}" --stream rand3 --requests 2000 --channels 2 --quiet)
    "$ROWHOLD" cosim "${run[@]}" --percentiles 50,99.9 --stats "$work/cosim.json" --commands "$work/cosim.csv"
    "$ROWHOLD" simulate "${run[@]}" --percentiles 50,99.9 --stats "$work/simulate.json" --commands "$work/simulate.csv"
    cmp "$work/cosim.json" "$work/simulate.json" || fail "$controller: other statistics than simulate"
    cmp "$work/cosim.csv" "$work/simulate.csv" || fail "$controller: other commands than simulate"
    "$ROWHOLD" cosim "${run[@]}" --threads 2 --stats "$work/threads.json" --commands "$work/threads.csv"
    cmp "$work/cosim.csv" "$work/threads.csv" || fail "$controller: other commands with two threads"
    "$ROWHOLD" cosim "${run[@]}" --events "$work/events.csv"
    "$ROWHOLD" cosim "${run[@]}" --threads 2 --events - | cmp - "$work/events.csv" ||
        fail "$controller: other events with two threads"
    grep -qx "$controller,1,cause,response_slot,,,[0-9]*" "$work/events.csv" ||
        fail "$controller: no causes among the events"
    diff "$work/cosim.json" "$work/threads.json" | grep '^[<>]' | grep -v '"threads"\|hash' &&
        fail "$controller: threads changed a statistic"
fi

# The age cap: off, binding in every clock, at times, once behind an endless run of hits. The RTL may not know it less
# exactly than the model, nor the report forget it.
if [[ $controller == fr_fcfs || $controller == most_pending ]]; then
    for cap in 0 1 24 300; do
        for stream in 'hot_rows --requests 1200' 'starve --requests 400' 'mixed --requests 600 --refresh per_bank'; do
            # shellcheck disable=SC2086 # a stream and its options
            matches --controller "$controller" --age-cap "$cap" "${little[@]}" --stream $stream
            [[ $cap == 0 ]] || grep -q ", age cap $cap\$" "$work/said" || fail "$controller: age cap $cap is not said"
        done
    done
    matches --controller "$controller" "${little[@]}" --age-cap 65535 --stream starve --requests 17000 \
        --compare-state 64 --stats "$work/greatest.json"
    "$ROWHOLD" simulate --controller "$controller" "${little[@]}" --stream starve --requests 17000 --quiet \
        --stats "$work/off.json"
    greatest=$(grep -m1 -oE '"latency_max": [0-9]+' "$work/greatest.json" | grep -oE '[0-9]+$')
    off=$(grep -m1 -oE '"latency_max": [0-9]+' "$work/off.json" | grep -oE '[0-9]+$')
    ((greatest >= 65535 && greatest <= 65535 + 100 && off > greatest)) ||
        fail "$controller: waits of $greatest clocks with an age cap of 65535, $off without"
fi
# More banks than a queue has entries: `occupancy` counts up to the greater of the two, in the part that all share.
[[ $controller != fr_fcfs ]] ||
    matches --controller "$controller" --preset gddr3 --queue 2 --responses 4 --stream mixed --requests 1500

[[ $controller == fifo ]] || exit 0

small=(--preset qb_hbm --queue 8 --responses 4)
matches --controller fr_fcfs "${small[@]}" --requests 200 --random-timing --seed 5
grep -q ' on qb_hbm, 1 chip, queue 8, 4 banks in 2 groups, 2 command buses, 4 responses,' "$work/said" ||
    fail "another configuration is said: $(head -n 1 "$work/said")"
grep -qE ' age_cap=[0-9]+$' "$work/said" || fail "the drawn age cap is not said"
matches --controller fr_fcfs "${small[@]}" --requests 200 --random-timing --seed 5 --age-cap 9
grep -q ' age_cap=9$' "$work/said" || fail "an age cap that is given is drawn all the same"

# What must not pass: exit code, and one line that has these words.
refused() {
    local expected=$1 words=$2 code=0
    shift 2
    "$@" >/dev/null 2>"$work/errors" || code=$?
    [[ $code == "$expected" ]] || fail "$*: exit $code, expected $expected; $(cat "$work/errors")"
    [[ $(grep -c '^rowhold: ' "$work/errors") == 1 ]] || fail "$*: $(cat "$work/errors")"
    grep -qF -- "$words" "$work/errors" || fail "$*: no '$words' in: $(cat "$work/errors")"
}
short=(--stream rand1 --requests 50 --quiet)
# shellcheck disable=SC2046 # several parameters
plugin=$(scripts/verilate --cache --quiet fifo $("$ROWHOLD" area --parameters fifo 'queue=8 responses=4'))
refused 1 'compared nothing' "$ROWHOLD" cosim "${short[@]}" --cycles 1 --compare-state 7 --bursts 90000 --seed 2
refused 1 '--reset-at' "$ROWHOLD" cosim "${short[@]}" --reset-at 1000000
refused 2 '--reset-at' "$ROWHOLD" cosim "${short[@]}" --reset-at 100 --cycles 50
refused 2 '--cycles' "$ROWHOLD" cosim "${short[@]}" --cycles 0
refused 2 '--compare-state' "$ROWHOLD" cosim "${short[@]}" --compare-state -1
refused 2 '--response-ready' "$ROWHOLD" cosim "${short[@]}" --response-ready many
refused 2 '--events: found the file of --stats' "$ROWHOLD" cosim "${short[@]}" --stats "$work/same" \
    --events "$work/same"
refused 2 '--from' "$ROWHOLD" cosim "${short[@]}" --from 3
refused 2 '--from' "$ROWHOLD" cosim "${short[@]}" --wave "$work/w.fst" --from 100000000
[[ ! -e $work/w.fst ]] || fail "an empty wave was left"
refused 2 '--wave-channel' "$ROWHOLD" cosim "${short[@]}" --wave "$work/w.fst" --wave-channel 1
refused 2 'expected a shared object' "$ROWHOLD" cosim "${short[@]}" --plugin "$work/none.so"
refused 2 'expected fifo-q32' "$ROWHOLD" cosim "${short[@]}" --controller fifo --plugin "$plugin"
refused 2 'p4-w8-o1' "$ROWHOLD" cosim "${small[@]}" --registered --stream rand1 --controller fifo --plugin "$plugin"

# --evidence: the clocks that are printed, and the hash of the RTL that ran; a run that fails leaves none.
said=$("$ROWHOLD" cosim --controller fifo --stream rand1 --requests 50 --evidence "$work/evidence.json")
clocks=$(grep -o 'equal in [0-9]*' <<<"$said" | cut -d' ' -f3)
grep -q "\"clocks\": $clocks, .*\"resets\": 1" "$work/evidence.json" || fail "--evidence has not $clocks clocks"
parameters=$(sed -n 's/.*"parameters": "\([^"]*\)".*/\1/p' "$work/evidence.json")
# shellcheck disable=SC2086 # several words
key=$(scripts/verilate --key fifo $parameters)
grep -qF "\"rtl_hash\": \"sha256:$key\"" "$work/evidence.json" || fail "--evidence has not the RTL's hash $key"
refused 1 'compared nothing' "$ROWHOLD" cosim "${short[@]}" --cycles 1 --compare-state 7 --bursts 90000 --seed 2 \
    --evidence "$work/none.json"
[[ ! -e $work/none.json ]] || fail "a run that failed left evidence"
refused 2 '--evidence: found the file of --stats' "$ROWHOLD" cosim "${short[@]}" --stats "$work/same" \
    --evidence "$work/same"
# --view wants GTKWave and a display, whatever this machine has.
mkdir "$work/empty" "$work/fake"
printf '#!/bin/sh\n' >"$work/fake/gtkwave"
chmod +x "$work/fake/gtkwave"
refused 2 '--view: found no gtkwave in PATH' env PATH="$work/empty" DISPLAY=:99 "$ROWHOLD" cosim "${short[@]}" --view
refused 2 '--view: found no display' env -u DISPLAY -u WAYLAND_DISPLAY PATH="$work/fake" "$ROWHOLD" cosim \
    "${short[@]}" --view

# A new geometry: built once, then taken from the cache; without Verilator one line says so.
# A cache of its own, but for the runtime, which takes long to compile.
mkdir -p "$work/cache/rowhold"
cp "${XDG_CACHE_HOME:-$HOME/.cache}"/rowhold/runtime-* "$work/cache/rowhold/" || true
export XDG_CACHE_HOME=$work/cache
mkdir "$work/bin"
for tool in bash dirname realpath find awk sha256sum cut sed; do
    ln -s "$(command -v "$tool")" "$work/bin/$tool"
done
odd=(--controller fifo --queue 16 --responses 8 --stream rand2 --requests 50)
refused 2 'found no verilator' env PATH="$work/bin" "$ROWHOLD" cosim "${odd[@]}" --quiet
matches "${odd[@]}"
grep -q '^verilating fifo QUEUE=16' "$work/errors" || fail "an unseen geometry was not built"
matches "${odd[@]}"
if grep -q '^verilating' "$work/errors"; then fail "a geometry was built twice"; fi
echo "refusals and the cache are as promised"
