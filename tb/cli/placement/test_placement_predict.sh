#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# `rowhold placement predict` and `placement fit`: the paper's example in its placements, the order of the rows, a fit
# to some kernels tried on others, and every refusal by its line. With the argument `all` the fit is the one that gives
# the built-in coefficients: to half of the example kernels, tried on the other half.
source tb/shell.sh || exit
source=$PWD
cd "$work"
# refused TEXT COMMAND OPTION...
refused() { refusal "rowhold: $1" "$rowhold" placement "${@:2}"; }
# value FILE COLUMN [LINE]
value() { awk -F, -v name="$2" -v line="${3:-2}" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
    NR == line { print $at[name] }' "$1"; }

# v = a + b of one warp. Executed instructions by placement: 10 (2 of addresses an array), 6, 8, and 8 behind the 10
# that copy; predicted without overlap 300.53, times that test_placement works out.
cat >add.yaml <<'YAML'
# one warp
threads: 32
blocks: 1
computation: 1
arrays:
  a: {elements: 32}
  b: {elements: 32}
  v: {elements: 32, store: true, memory: [global]}
YAML
"$rowhold" placement predict add.yaml --csv add.csv --json add.json --markdown add.md >text
[[ $(wc -l <add.csv) == 17 && $(grep -c '"placement": "[GTCS]*G"' add.json) == 16 && $(wc -l <add.md) == 18 ]] ||
    fail "not the 16 placements: $(cat add.csv)"
grep -Eqx 'add: a b v' text || fail "no names: $(cat text)"
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["predicted"] < before { exit 1 } { before = $at["predicted"] }' add.csv || fail "the best is not the first"
"$rowhold" placement predict add.yaml --placement GGG,TTG,CCG,SSG --csv four.csv >text
executed=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { print $at["placement"], $at["instructions"], $at["measured"] }' four.csv | sort | tr '\n' ';')
[[ $executed == 'CCG 8 '*';GGG 10 279;SSG 18 '*';TTG 6 249;' ]] || fail "instructions: $executed"
sed 's/^threads/synchronisation: 50\nthreads/' add.yaml >sync.yaml
"$rowhold" placement predict sync.yaml --placement GGG --csv sync.csv >text
[[ $(value sync.csv serial) == 50.000000 && -z $(value sync.csv measured) ]] || fail "barriers: $(cat sync.csv)"
"$rowhold" placement predict add.yaml --no-measure --placement GGG --csv quick.csv >text
[[ -z $(value quick.csv measured) && $(value quick.csv predicted) == $(value four.csv predicted \
    "$(awk -F, '$2 == "GGG" { print NR }' four.csv)") ]] || fail "without a measurement: $(cat quick.csv)"
# A slower cache makes it slower by as much, for one warp that waits once: predicted and measured.
printf 'hit: 280\n' >slow.yaml
"$rowhold" placement predict add.yaml --placement GGG --sm slow.yaml --csv slow.csv >text
[[ $(value slow.csv measured) == 379 ]] || fail "a slower cache: $(cat slow.csv)"
# Other memories.
for preset in hbm2 ddr4_2400; do
    "$rowhold" placement predict add.yaml --preset $preset --channels 2 --controller fifo --form printed >text
    grep -q '^16 placements: mean error' text || fail "$preset: $(cat text)"
done

# One placement: nothing to correlate.
"$rowhold" placement predict add.yaml --placement GGG >text
grep -q '^1 placement: mean error [0-9.]* %, worst [0-9.]* %, correlation -, polarity -1.00$' text || fail "$(cat text)"
"$rowhold" placement predict add.yaml --placement GGG,TTG >text
grep -q '^2 placements: .* correlation 1.000, polarity ' text || fail "two placements: $(cat text)"

# The built-in coefficients: a fit to the same kernels writes the same rows.
cd "$source/docs/examples/kernels"
list() { printf '%s.yaml,' "$@" | sed 's/,$//'; }
mapfile -t train < <(sed -n 's/^train=//p' "$source/scripts/lib/experiments/placement" | tr , '\n')
mapfile -t tests < <(sed -n 's/^tests=//p' "$source/scripts/lib/experiments/placement" | tr , '\n')
[[ $((${#train[@]} + ${#tests[@]})) == $(find . -name '*.yaml' | wc -l) ]] || fail "a kernel is in neither half"
[[ ${1:-} == all ]] || { train=(convolution md md5hash) && tests=(reduction stencil); }
"$rowhold" placement fit --train "$(list "${train[@]}")" --test "$(list "${tests[@]}")" --rows "$work/rows.def" \
    --json "$work/fit.json" --csv "$work/fit.csv" >"$work/text"
[[ ${1:-} != all ]] || cmp "$work/rows.def" "$source/include/tables/overlap.def" ||
    fail "overlap.def is not what the fit gives"
cd "$work"
python3 - <<'PY' || fail "the fit: $(cat text)"
import json
fit = json.load(open("fit.json"))
assert fit["fitted_to"] == fit["train_placements"] > 40, fit["fitted_to"]
assert not {p["kernel"] for p in fit["placements"] if p["set"] == "train"} & {
    p["kernel"] for p in fit["placements"] if p["set"] == "test"}
for kind in "train", "test":
    rows = [p for p in fit["placements"] if p["set"] == kind]
    mean = sum(abs(p["predicted"] / p["measured"] - 1) for p in rows) / len(rows)
    assert abs(mean - fit[kind + "_error"]) < 1e-5, (mean, fit[kind + "_error"])
    assert mean < 0.16 and fit[kind + "_correlation"] > 0.95 and fit[kind + "_loss"] < 0.05, fit
PY

# planted TEXT WHAT: add.yaml with one line changed is refused.
planted() {
    sed "$2" add.yaml >bad.yaml
    ! cmp -s add.yaml bad.yaml || fail "nothing planted by $2"
    refused "$1" predict bad.yaml
}
member='arrays.NAME.MEMBER with a value of an array, store, when or memory'
planted "bad.yaml:6:7: found 'arrays.a.size', expected $member (near: tile)" \
    's/a: {elements/a: {size/'
planted "bad.yaml:6:17: arrays.a.elements: found '0', expected a whole number from 1 to 1000000000" \
    's/a: {elements: 32/a: {elements: 0/'
planted "bad.yaml:8:28: arrays.v.store: found 'yes', expected true or false" 's/store: true/store: yes/'
planted "bad.yaml:8:42: arrays.v.memory: found 'local', expected some of global, texture, constant, shared" \
    's/\[global\]/[local]/'
planted "bad.yaml:3:1: found 'blcks', expected a value of a kernel, or arrays (near: blocks)" 's/^blocks/blcks/'
planted "bad.yaml:2:1: threads: found 33, expected a multiple of 32" 's/^threads: 32/threads: 33/'
planted "bad.yaml: blocks: found 0, expected 1 to 1000000" '/^blocks/d'
planted "bad.yaml:6:6: found a list in the list, or nothing, expected plain values" \
    's/a: {elements: 32}/a: [{elements: 32}]/'
planted "bad.yaml:6:3: found 'arrays.a', expected arrays.NAME.MEMBER with a name of 1 to 31 letters" \
    's/a: {elements: 32}/a: 32/'
own='v: found it in shared memory, expected one of its own list'
planted "bad.yaml: found no placement, expected one that fits; of the last, $own" \
    's/\[global\]/[texture]/'
refused "placement predict: found nothing, expected KERNEL" predict
refused "--placement: found 'GG', expected a letter of G, T, C, S for each of the 3 arrays of add.yaml" \
    predict add.yaml --placement GG
refused "--placement GGT: add.yaml: v: found it in texture memory, expected one of its own list" \
    predict add.yaml --placement GGT
printf 'hits: 3\n' >sm.yaml
refused "sm.yaml:1:1: found 'hits', expected a value of an SM (near: hit)" predict add.yaml --sm sm.yaml
refused "--csv: found the file of KERNEL, expected a file of its own" predict add.yaml --csv add.yaml
refused "--train: found nothing, expected kernels" fit --test add.yaml
refused "--test: found nothing, expected kernels" fit --train add.yaml
sed 's/^threads: 32/threads: 64/' add.yaml >two.yaml
refused "--test: found the file of --train, expected a file of its own" fit --train two.yaml,add.yaml \
    --test ./add.yaml
refused "--placement: found 'GGG' again, expected each placement once" predict add.yaml --placement GGG,TTG,GGG
printf 'threads: 32\nblocks: 1\narrays:\n  a: {elements: 32, memory: [global]}\n' >one.yaml
"$rowhold" placement fit --train add.yaml --test one.yaml --json one.json >text
grep -q '^  "test_correlation": null,$' one.json && grep -q '^ *correlation -, polarity -\?[0-9]' text ||
    fail "one placement correlates: $(cat one.json text)"
sync='--train: found sync.yaml with clocks of barriers, special units or branches, expected a kernel that can be run'
refused "$sync" fit --train sync.yaml --test add.yaml
echo "placements are predicted, measured and fitted"
