#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# `rowhold report`: its figures are those of the commands that it names, what is cached is not run again, an interrupted
# report leaves no page and goes on where it was, and RTL that differs from its model is said.
source tb/shell.sh || exit
source=$PWD
needs python3
cd "$work"
mkdir bin && ln -s "$rowhold" bin/rowhold

suite=(--controller fifo,fr_fcfs --queue 4,8 --stream rand1,one_bank,random --requests 300)
"$rowhold" report "${suite[@]}" --lockstep 200 --cache cache --quiet --html a.html --json a.json --csv a.csv
"$rowhold" simulate --controller fr_fcfs --queue 8 --stream one_bank --requests 300 --quiet --stats simulate.json
"$rowhold" predict --controller fr_fcfs --queue 8 --stream one_bank --requests 300 --quiet --json predict.json
"$rowhold" cosim --controller fr_fcfs --queue 8 --stream rand1 --requests 200 --quiet --evidence cosim.json
cat >figures.py <<'PY'
import csv, json, math, sys
read = lambda name: json.load(open(name))
report, simulate, predict, cosim = map(read, ("a.json", "simulate.json", "predict.json", "cosim.json"))
designs = {(d["controller"], d["queue"]): d for d in report["designs"]}
runs = {(r["controller"], r["queue"], r["stream"]): r for r in report["runs"]}
assert len(designs) == 4 and len(runs) == 12 and report["queue_shown"] == 8
run, total = runs["fr_fcfs", 8, "one_bank"], simulate["total"]
for name in ("dram_efficiency", "latency_mean", "latency_p99", "row_access_locality", "cycles"):
    assert run[name] == total[name], (name, run[name], total[name])
assert run["configuration_hash"] == simulate["configuration_hash"]
predicted = predict["total"]["predicted_dram_efficiency"]["rowhold"]
assert run["predicted_dram_efficiency"] == predicted
assert run["predicted_latency_mean"] == predict["total"]["predicted_latency_mean"]["rowhold"]
assert abs(run["prediction_error_points"] - 100 * (predicted - total["dram_efficiency"])) < 1e-3
for (controller, queue), design in designs.items():
    own = [runs[controller, queue, stream] for stream in ("rand1", "one_bank", "random")]
    base = [runs["fr_fcfs", queue, stream] for stream in ("rand1", "one_bank", "random")]
    mean = lambda name: sum(r[name] for r in own) / 3
    for name in ("dram_efficiency", "predicted_dram_efficiency", "latency_mean", "latency_p99"):
        assert abs(design[name] - mean(name)) < 1e-5 * max(1, mean(name)), (name, design[name], mean(name))
    ratio = math.prod(b["cycles"] / r["cycles"] for b, r in zip(base, own)) ** (1 / 3)
    assert abs(design["throughput_over_fr_fcfs"] - ratio) < 1e-5
    assert (design["lockstep"] == "matched") == (queue == 8), design
fair = designs["fr_fcfs", 8]
errors = [runs["fr_fcfs", 8, stream]["prediction_error_points"] for stream in ("rand1", "one_bank", "random")]
assert min(errors) < 0 < max(errors), errors # else their signs do not matter
assert abs(fair["prediction_error_points"] - sum(map(abs, errors)) / 3) < 1e-3, errors
assert (fair["compared_formula"], fair["compared_published"]) == (112, None), fair
assert fair["lockstep_clocks"] == cosim["compared"][0]["clocks"]
assert fair["rtl_hash"] == cosim["configuration"]["rtl_hash"]
lines = [line for line in open(sys.argv[1]) if not line.startswith("#")]
row = next(r for r in csv.DictReader(lines) if (r["design"], r["settings"]) == ("fr_fcfs", "queue=8"))
price = designs["fr_fcfs", 8]
assert price["compared_netlist"] == int(row["address_bits"]) and price["flops"] == int(row["flops"])
assert price["area_um2"] == int(row["area_um2"]) and abs(price["critical_ns"] - float(row["critical_ns"])) < 1e-6
table = list(csv.DictReader(open("a.csv")))
assert [(r["controller"], int(r["queue"])) for r in table] == list(designs)
PY
python3 figures.py "$source/docs/tables/area.csv"
sed 's/"dram_efficiency": 0\.\([0-9]\)/"dram_efficiency": 0.9\1/' a.json >b.json
mv a.json c.json && mv b.json a.json
if python3 figures.py "$source/docs/tables/area.csv" 2>/dev/null; then fail "a planted figure goes unnoticed"; fi
mv c.json a.json

# The same again: nothing but the co-simulations runs, and the page is the same to the byte.
touch -d yesterday cache/*
"$rowhold" report "${suite[@]}" --lockstep 200 --cache cache --quiet --html b.html --json b.json
cmp a.html b.html && cmp a.json b.json || fail "the same report differs"
[[ -z $(find cache -type f -newermt '1 hour ago' ! -name '*.cosim*') ]] || fail "what is cached was run again"
[[ -n $(find cache -type f -newermt '1 hour ago' -name '*.cosim*') ]] || fail "no co-simulation was run again"

# Every command that the page names does its work, and the page needs nothing from elsewhere.
! grep -nE '(src|href)=|@import|url\(' a.html || fail "the page refers to something outside of it"
sed -n 's/.*<code>\(rowhold [a-z][^<]*\)<\/code>.*/\1/p' a.html | tr ';' '\n' | sort -u >commands
[[ $(wc -l <commands) -ge 6 ]] || fail "the page names $(wc -l <commands) commands"
while read -r line; do
    PATH=$work/bin:$PATH bash -c "$line" >out 2>&1 </dev/null || fail "$line: $(cat out)"
done < <(grep -v '^rowhold simulate$' commands)

# A stream in a folder of any name and depth: what is run is that file, and the command is still good to paste.
deep="it's a \$HOME & co"
for _ in {1..30}; do deep+=/$(printf 'd%.0s' {1..40}); done
mkdir -p "$deep"
printf '%s\n' '# geometry: channels=1 banks=4 rows=4096 columns=256 column_bytes=32' op,channel,bank,row,column \
    R,0,0,7,0 W,0,1,20,0 >"$deep/one.csv"
"$rowhold" report --controller fifo --queue 4 --stream "$deep/one.csv" --no-lockstep --cache deep-cache --quiet \
    --html deep.html --json deep.json
grep -q 'one.csv", .* "dram_efficiency": 0.148148, "predicted_dram_efficiency": 0.148148, ' deep.json ||
    fail "a long path: $(cat deep.json)"
sed -n 's/.*<code>\(rowhold report [^<]*\)<\/code>.*/\1/p' deep.html | head -1 | sed 's/&amp;/\&/g' >command
PATH=$work/bin:$PATH bash -c "$(<command) --no-lockstep --cache deep-cache --quiet --html deep2.html" ||
    fail "not good to paste: $(cat command)"
cmp deep.html deep2.html || fail "another report: $(cat command)"

# Interrupted: no page, and what is done stays done.
long=(--controller fr_fcfs --queue 8,16,32,64 --stream rand1,rand2,rand3 --requests 40000 --no-lockstep --cache long)
"$rowhold" report "${long[@]}" --jobs 1 --quiet --html long.html &
job=$!
for _ in {1..600}; do
    [[ $(find long -name '*.json' 2>/dev/null | wc -l) -lt 2 ]] || break
    sleep 0.1
done
kill -TERM $job
if wait $job 2>/dev/null; then fail "an interrupted report says that it is done"; fi
[[ ! -e long.html ]] || fail "an interrupted report left a page"
done_before=$(find long -name '*.json' | wc -l)
[[ $done_before -ge 2 && $done_before -lt 24 ]] || fail "$done_before of 24 results before the end"
touch -d yesterday long/*.json
"$rowhold" report "${long[@]}" --quiet --html long.html
[[ $(find long -newermt '1 hour ago' -name '*.json' | wc -l) -eq $((24 - done_before)) ]] || fail "work was done twice"

# What must be refused, with one line.
refused() { refusal "*$1*" "$rowhold" report "${@:2}"; } # TEXT OPTIONS...
refused '--chips: found 2 values, expected one' --chips 1,2
refused '--json: found the file of --html' --html same --json same
refused 'expected' --controller none
sed '1s/channels=1/channels=8/' "$deep/one.csv" >eight.csv
refused 'report: found 1 channel with rand1 and 8 with ./eight.csv, expected one memory for all streams' \
    --stream rand1,./eight.csv --requests 100 --no-lockstep --cache cache
refused 'none.csv' --area none.csv "${suite[@]}" --no-lockstep --cache cache

# A result in the cache that is none is said, measured or predicted, instead of counting for nothing.
garbled() {
    cp "$1" kept
    printf '%s\n' "$2" >"$1"
    refusal "rowhold: $1:1: found *expected a result of \`rowhold $3\`*" \
        "$rowhold" report "${suite[@]}" --no-lockstep --cache cache --quiet --html garbled.html
    cp kept "$1"
}
predicted=$(find cache -name '*.predict.json' | sort | head -1)
garbled "$predicted" garbage 'predict --json'
garbled "$predicted" '{"total": {}}' 'predict --json'
garbled "${predicted%.predict.json}.json" garbage 'simulate --stats'

# A table without a model or an area has no figure there, and a size that is not in the table none of the cost.
"$rowhold" report --controller fifo --queue 9 --stream rand1 --requests 100 --no-lockstep --cache cache --quiet \
    --html small.html --json small.json
grep -q '"compared_netlist": null, "flops": null, "area_um2": null' small.json ||
    fail "a size without a row has an area"
grep -q '"lockstep": "not run"' small.json || fail "a co-simulation was run that was not asked for"

# Cost beside throughput before another DRAM: its row of the tables, and its bits by formula, 32 (16 + 4) = 640.
"$rowhold" report --preset ddr4_2400 --controller fr_fcfs --queue 32 --stream rand1 --requests 100 --no-lockstep \
    --cache cache --quiet --html ddr4.html --json ddr4.json
row=$("$rowhold" area --preset ddr4_2400 --design fr_fcfs queue=32 --csv - | tail -n 1 | cut -d, -f5,6 | cut -d. -f1)
grep -q "\"compared_formula\": 640, .*\"flops\": ${row%,*}, \"area_um2\": ${row#*,}" ddr4.json ||
    fail "found no area of $row: $(cat ddr4.json)"

# Proofs on record, by block: held of these sources, of others, and not at all.
mkdir -p proved/scripts
cat >proved/scripts/evidence <<'EVIDENCE'
#!/bin/bash
[[ $* == '--csv proof' ]] || exit 2
printf 'proof,%s\n' rh_fifo:a,proved,fresh rh_fifo:b,proved,stale rh_fifo:c,proved,stale rh_fifo:d,,none \
    rh_fifo_of_others:e,proved,fresh rh_fr_fcfs:f,proved,fresh
EVIDENCE
chmod +x proved/scripts/evidence
ROWHOLD_SOURCE=$work/proved "$rowhold" report --controller fifo --queue 8 --stream rand1 --requests 100 --no-lockstep \
    --cache cache --quiet --html proved.html --json proved.json
grep -q '"proofs": 4, "proofs_held": 1, "proofs_stale": 2}' proved.json || fail "proofs: $(cat proved.json)"

# Of 32 entries the thesis has published bits; a source before warp_group is a warp, and it has a price all the same.
"$rowhold" report --controller fr_fcfs,warp_group --queue 32 --stream rand1 --requests 100 --no-lockstep --cache cache \
    --quiet --html full.html --json full.json
grep -q '"compared_formula": 448, "compared_published": 448, ' full.json || fail "published bits: $(cat full.json)"
row=$("$rowhold" area --design warp_group queue=32 --csv - | tail -n 1 | cut -d, -f5,6 | cut -d. -f1)
grep -q "\"warp_group\".*\"flops\": ${row%,*}, \"area_um2\": ${row#*,}" full.json ||
    fail "found no area of $row: $(cat full.json)"

# 16384 rows and 16 banks: 14 + 4 bits of 32 entries, of which the thesis says nothing.
"$rowhold" report --preset hbm2 --controller fr_fcfs --queue 32 --stream rand1 --requests 100 --no-lockstep \
    --cache cache --quiet --html hbm2.html --json hbm2.json
grep -q '"compared_formula": 576, "compared_published": null, ' hbm2.json || fail "bits of hbm2: $(cat hbm2.json)"

# A stream that can't be read is said; the others count alone.
head -2 "$deep/one.csv" >empty.csv
code=0
"$rowhold" report --controller fifo,fr_fcfs --queue 8 --stream rand1,empty.csv --requests 300 --no-lockstep \
    --cache cache --quiet --html part.html --json part.json >out 2>err || code=$?
[[ $code == 1 && $(grep -c '^rowhold: report: .* empty.csv:3: found the end of the file' err) == 4 ]] ||
    fail "a stream without requests: exit $code, $(cat err)"
python3 - <<'PY' || fail "the streams that there are: $(cat part.json)"
import json
report = json.load(open("part.json"))
fifo, fair = report["designs"]
runs = {r["controller"]: r for r in report["runs"] if r["stream"] == "rand1"}
assert abs(fifo["throughput_over_fr_fcfs"] - runs["fr_fcfs"]["cycles"] / runs["fifo"]["cycles"]) < 1e-5
assert fifo["dram_efficiency"] == runs["fifo"]["dram_efficiency"]
assert [r["cycles"] for r in report["runs"] if r["stream"] == "empty.csv"] == [None, None]
PY
echo "the report's figures are those of its commands; cached, resumed and refused as promised"
