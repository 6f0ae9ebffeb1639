#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Is the RTL of an allocator the model? Under hold rules at 3 x 4, with limits and resets, until all that can happen has
# happened; with the allocator `pim` also what cosim refuses. All allocators have one block of hold rules, so `pim`
# meets all of them here, the others none and the plainest.
#
#   test_allocators.sh ALLOCATOR [all]                 all: under every rule, for scripts/evidence
#   test_allocators.sh ALLOCATOR HOLD INPUTS OUTPUTS   with a rule, by its number: one size alone
#
# scripts/evidence runs all of them at 28 x 8 and 36 x 36.
# each: allocator
set -euo pipefail
command -v verilator >/dev/null || { echo "skipped: no verilator" && exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/run"
fail() {
    echo "FAIL: $*" >&2
    exit 1
}
allocator=${1:?an allocator}
holds=(none hold_grant row_match_hold_grant hash_match_hold_grant)
greatest=$("$ROWHOLD" list --kind allocator --json - | python3 -c 'import json, sys
print(*(p["greatest"] for p in json.load(sys.stdin)["parameters"] if p["name"] == "hold"))')
[[ ${#holds[@]} -eq $((greatest + 1)) ]] || fail "found ${#holds[@]} hold rules"

# cosim NAME OPTION...: a run that must match; its events and words lie in $work/run.
cosim() {
    local run=$work/run/$1
    shift
    "$ROWHOLD" cosim "$@" --events "$run.csv" >"$run.said" 2>"$run.errors" ||
        { echo "cosim $*: $(cat "$run.errors")" >"$run.failed" && return; }
    grep -q '^  contract     kept in every clock$' "$run.said" || echo "cosim $*: $(cat "$run.said")" >"$run.failed"
}
# small ALLOCATOR HOLD: a matrix whose sides are no powers of two, limits from none to the greatest.
small() {
    local limit run=("--allocator" "$1" "--hold" "$2" "--inputs" 3 "--outputs" 4 "--iterations" 1 "--destinations" \
        3 "--banks" 2 "--row-bits" 5 "--hash-bits" 3)
    for limit in 0 1 6 255; do
        cosim "small-$1-$2-$limit" "${run[@]}" --hold-limit "$limit" --seed "$((limit + 1))" --cycles 12000 \
            --reset-at 6007
    done
    cosim "small-$1-$2-seldom" "${run[@]}" --hold-limit 2 --seed 77 --cycles 3000 --compare-state 7
}
# great ALLOCATOR HOLD ITERATIONS INPUTS OUTPUTS: controllers, banks and row bits as the thesis has them.
great() {
    cosim "great-$4-$1-$2" --allocator "$1" --hold "$2" --iterations "$3" --inputs "$4" --outputs "$5" \
        --destinations 8 --hold-limit 40 --cycles 4000 --reset-at 1500
}
if [[ $# -gt 2 ]]; then
    great "$allocator" "${holds[$2]}" 2 "$3" "$4"
    [[ ! -e $work/run/great-$3-$allocator-${holds[$2]}.failed ]] || fail "$(cat "$work"/run/*.failed)"
    grep '^MATCHED' "$work"/run/*.said
    exit 0
fi
[[ $allocator == pim || ${2:-} == all ]] || holds=(none hold_grant)
export -f cosim small great fail
export work ROWHOLD

{
    for hold in "${holds[@]}"; do echo "small $allocator $hold"; done
} >"$work/jobs"
xargs -P "$(nproc)" -L 1 bash -c '"$@"' run <"$work/jobs"
for failed in "$work"/run/*.failed; do
    [[ ! -e $failed ]] || fail "$(cat "$failed")"
done

# What the runs met, as they say it.
sum() { cat "$work"/run/$1 | sed -nE "s/.*$2.*/\1/p" | awk '{ sum += $1 } END { print sum + 0 }'; } # FILES WORDS
[[ $(sum 'small-*-255.said' 'longest wait ([0-9]+) clocks') -gt 600 ]] || fail "nobody waited until a limit of 255"
[[ $(sum 'small-*.said' 'with ([0-9]+) requests waiting') -gt $((3 * ${#holds[@]})) ]] ||
    fail "the resets met hardly any request"
[[ $(sum 'small-*grant-*.said' 'and ([0-9]+) pairs remembered') -gt $((2 * ${#holds[@]} - 2)) ]] ||
    fail "the resets met hardly any pair"
seldom=$work/run/small-$allocator-hold_grant-seldom.said
grep -q '^  registers .* in 43[0-9] clocks' "$seldom" || fail "--compare-state 7: $(grep registers "$seldom")"

# Everything that can happen has happened.
list() { (IFS=, && echo "$*"); }
check=(tb/lockstep/check_events.py allocators --inputs 3 --outputs 4 --names "$allocator" --holds \
    "$(list "${holds[@]}")")
"${check[@]}" "$work"/run/small-*.csv || fail "see above"
runs="$(find "$work/run" -name '*.csv' | wc -l) runs matched"
if [[ $allocator != pim ]]; then
    echo "$runs"
    [[ $allocator == wavefront ]] || exit 0
    # The checker itself: an event that never happened, one that must not, one that is not counted, a rule left out.
    awk 'NR == 1 || FNR > 1' "$work"/run/small-*.csv >"$work/all.csv"
    refused_events() { # WORDS SED-SCRIPT: of what is altered so
        local code=0
        sed "$2" "$work/all.csv" >"$work/altered.csv"
        "${check[@]}" "$work/altered.csv" >"$work/log" || code=$?
        [[ $code == 1 ]] && grep -qxF -- "wavefront $1" "$work/log" || fail "no '$1': exit $code, $(cat "$work/log")"
    }
    refused_events "hold_grant limit yields: never happened" \
        's/^\(wavefront,hold_grant,limit,yields,\),.*/\1,0/'
    refused_events "none pair_granted 2 3: is in no file" '/pair_granted,2,3/d'
    refused_events "none matrix full: is in no file" '/^wavefront,none,/d'
    refused_events \
        'none match left: happened 10 times, expected never: one pass over all diagonals leaves nothing' \
        's/^\(wavefront,none,match,left,\),.*/\1,2/'
    exit 0
fi

# One seed, one run; another seed, another one.
run=(--allocator separable --quiet --cycles 2000)
"$ROWHOLD" cosim "${run[@]}" --events - >"$work/first"
"$ROWHOLD" cosim "${run[@]}" --events - | cmp - "$work/first" || fail "one seed gives two runs"
! "$ROWHOLD" cosim "${run[@]}" --seed=2 --events - | cmp -s - "$work/first" || fail "two seeds give one run"

# refused EXPECTED LINE OPTION...: exit code, and one line that begins so.
refused() {
    local expected=$1 line=$2 code=0
    shift 2
    "$ROWHOLD" cosim "$@" >"$work/out" 2>"$work/errors" || code=$?
    [[ $code == "$expected" && $(wc -l <"$work/errors") == 1 && ! -s $work/out ]] ||
        fail "cosim $*: exit $code; $(cat "$work/errors")"
    [[ $(cat "$work/errors") == "rowhold: $line"* ]] || fail "cosim $*: no '$line' in: $(cat "$work/errors")"
}
run=(--allocator islip --quiet)
refused 2 "--allocator: found 'pims', expected one of: pim, islip, wavefront, separable (near: pim)" \
    --allocator pims
refused 2 "--hold: found 'hg', expected one of: none, hold_grant, " "${run[@]}" --hold hg
echo 'inputs: 5' >"$work/options.yaml"
refused 2 "$work/options.yaml:1:1: inputs: found no --allocator beside it, expected one" --config "$work/options.yaml"
refused 2 "--inputs: found '1', expected a whole number from 2 to 64" "${run[@]}" --inputs 1
refused 2 "--banks: found '3', expected a power of two from 1 to 64" "${run[@]}" --banks 3
refused 2 "--hold-limit: found '256', expected a whole number from 0 to 255" "${run[@]}" --hold-limit 256
refused 2 "--seed: found option '--view', expected a value" "${run[@]}" --seed --view
refused 2 "--cycles: found nothing, expected a value" "${run[@]}" --cycles
refused 2 "--quiet: found value '1', expected none" --allocator islip --quiet=1
refused 2 "--reset-at: found 100, expected less than --cycles 50" "${run[@]}" --reset-at 100 --cycles 50
refused 2 "--from: found no --wave beside it, expected one" "${run[@]}" --from 0
refused 2 "--for: found no --wave beside it, expected one" "${run[@]}" --for 9
refused 2 "--wave: found '-', expected a file name" "${run[@]}" --wave -
refused 2 "--wave: found the file of --events, expected a file of its own" "${run[@]}" --wave "$work/same" \
    --events "$work/same"
refused 2 "--from: found 100000, expected a clock that the run reaches" "${run[@]}" --wave "$work/w.fst" --from 100000
[[ ! -e $work/w.fst ]] || fail "an empty wave was left"
# shellcheck disable=SC2046 # several parameters
fifo=$(scripts/verilate --cache --quiet fifo $("$ROWHOLD" area --parameters fifo 'queue=8 responses=4')) \
    pim=$(scripts/verilate --cache --quiet --kind allocator pim \
        $("$ROWHOLD" area --parameters pim 'inputs=5 outputs=5 destinations=5 hold=1'))
refused 2 "$fifo: found fifo, a plug-in of kind controller, expected allocator" "${run[@]}" --plugin "$fifo"
refused 2 "$pim: found pim-i5-o5-n1-h1-d5-b4-r12-x4, expected islip-i5" "${run[@]}" --plugin "$pim"
refused 2 "$pim: found pim, a plug-in of kind allocator, expected controller" --plugin "$pim" --stream rand1
"$ROWHOLD" cosim --stream rand1 --allocator=islip --help | grep '^  --hold-limit N ' >/dev/null ||
    fail "no help of the allocators' options"
echo "$runs; refusals are as promised"
