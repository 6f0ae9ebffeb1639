#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# `rowhold predict --network`: literal predictions of a stream that can be followed by hand, measured figures that are
# those of `simulate`, bits by formula, bounds that nothing exceeds, the same bytes in every run, what is refused.
source tb/shell.sh || exit
cd "$work"
# refused TEXT OPTION...
refused() { refusal "rowhold: $1" "$rowhold" predict "${@:2}"; }

# One read of core 1, all clocks alike, 32 bytes a command and a flit: accepted in 7, ACT a clock later, tRCD 12, CL 9
# and tBURST 2, a reply of two flits 8 clocks later: 39 clocks, all measured too. Bits: two banked FIFOs of 4 banks of
# 4096 rows, 2 (4 x 12 + 2) = 100; a rule of 2 x 2 pairs.
printf '%s\n' '# geometry: channels=2 banks=4 rows=4096 columns=256 column_bytes=32' \
    op,channel,bank,row,column,core R,1,2,7,0,1 >one.csv
one=(one.csv --bytes 32 --network crossbar --core-mhz 800 --network-mhz 800 --controller banked_fifo)
"$rowhold" predict "${one[@]}" --hold hold_grant --json one.json --csv one.table --markdown one.md >one.txt
cat >check.py <<'PY'
import json, sys
bounds, lines = json.load(open(sys.argv[1]))["rows"]
assert (bounds["model"], lines["model"]) == ("bounds", "lines")
assert bounds["predicted_throughput"] >= lines["throughput"] and bounds["binds"] != "" == lines["binds"]
assert abs(lines["predicted_latency_mean"] - 39) < 1e-6 and abs(lines["latency_mean"] - 39) < 1e-6, lines
assert lines["compared"] == 100 + 4 and lines["vcs"] == 1 and lines["load"] == "saturated"
assert abs(lines["error_percent"]) < 5
PY
python3 check.py one.json || fail "other values"
sed 's/"compared": 104/"compared": 105/' one.json >planted.json
if python3 check.py planted.json 2>/dev/null; then fail "wrong bits go unnoticed"; fi
grep -q '^| 0 | crossbar | saturated | hold_grant | banked_fifo | one.csv | 104 | lines | ' one.md ||
    fail "$(cat one.md)"

# Measured is what simulate measures, under the same hash, and no bound is below it.
run=(--stream core_stencil --channels 4 --requests 800 --controller banked_fifo --hold hold_grant --queue 16)
for network in crossbar mesh ring; do
    "$rowhold" predict "${run[@]}" --network $network --percentiles 50,99.9 --json predicted.json --quiet
    "$rowhold" simulate "${run[@]}" --network $network --percentiles 50,99.9 --stats measured.json --quiet
    python3 - <<'PY' || fail "$network: not what simulate measures"
import json
run, measured = json.load(open("predicted.json")), json.load(open("measured.json"))
assert run["configuration_hash"] == measured["configuration_hash"]
loop = measured["total"]["network"]
for row in run["rows"]:
    assert row["throughput"] == loop["throughput"] and row["latency_mean"] == loop["latency_mean"]
assert [(p["percent"], p["measured"]) for p in run["latency_percentiles"]] == \
    [(p["percent"], p["round_trip"]) for p in measured["latency_percentiles"]]
assert run["rows"][0]["predicted_throughput"] >= row["throughput"]
assert run["rows"][1]["predicted_throughput"] <= run["rows"][0]["predicted_throughput"]
assert abs(run["rows"][1]["error_percent"]) < 30
PY
done

# A suite has agreement, the same bytes each time, and without the C model the same predictions.
suite=(--stream core_random,core_hot_bank --requests 500 --channels 4 --controller fifo,fr_fcfs,row_sorter
    --network mesh,ring --load paced,saturated --quiet)
"$rowhold" predict "${suite[@]}" --json suite.json --csv suite.csv
"$rowhold" predict "${suite[@]}" --json again.json
cmp suite.json again.json
"$rowhold" predict "${suite[@]}" --no-measure --csv alone.csv
columns() { cut -d, -f1,2,3,5,7,15,16,17 "$1"; }
cmp <(columns suite.csv | sed 's/"[^"]*"//') <(columns alone.csv | sed 's/"[^"]*"//')
python3 - <<'PY' || fail "agreement"
import json
page = json.load(open("suite.json"))
assert len(page["rows"]) == 2 * 2 * 3 * 2 * 2
assert all(row["predicted_throughput"] is not None for row in page["rows"])
assert [(row["model"], row["points"]) for row in page["agreement"]] == [("bounds", 24), ("lines", 24)]
assert page["agreement"][0]["polarity"] == 1 # nothing is faster than its bound
lines = page["agreement"][1]
errors = sorted(abs(row["error_percent"]) for row in page["rows"]
                if row["model"] == "lines" and row["error_percent"] is not None)
assert lines["median_error_percent"] == errors[11] and lines["p90_error_percent"] == errors[21]
assert lines["worst_error_percent"] == errors[-1]
PY

refused '--vcs: found no --network beside it, expected one' --vcs 2
refused '--model: found --network beside it, expected only one of them' --stream core_random --network mesh \
    --model rowhold
refused '--plot: found --network beside it, expected only one of them' --stream core_random --network mesh --plot x.svg
refused '--vcs: found 1, expected 2 or 4: a ring needs 2 classes of channels' --stream core_random --network ring \
    --vcs 1
refused "--load: found 'quick', expected one of: saturated, paced" --stream core_random --network mesh --load quick
refused '--stream: found a request that names no core (number 1), expected a stream whose requests all do' \
    --stream rand1 --requests 100 --network mesh
