#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# `rowhold predict --kernel`: literal predictions of a program that can be followed by hand, measured figures that are
# those of `simulate --kernel`, requests that are those of `trace generate --kernel`, what is refused.
source tb/shell.sh || exit
cd "$work"
# refused TEXT OPTION...
refused() { refusal "rowhold: $1" "$rowhold" predict "${@:2}"; }

# A warp reads 128 bytes: two half warps, two requests of two column commands of two clocks, to one row. Alone on its
# channel it takes tRCD 12 and then moves data in 8 clocks, 8 / 20; the closed loop does so, too. The bound is that of
# the data bus, 2 requests in 8 clocks.
printf '%s\n' 'grid: [1]' 'cta: [32]' 'arrays:' '  a: {elements: 1024}' 'program:' '  - load a[t]' >one.yaml
one=(--kernel one.yaml --machine gt200 --channels 2)
"$rowhold" predict "${one[@]}" --model rowhold --json open.json >open.txt
"$rowhold" predict "${one[@]}" --network crossbar --json loop.json >loop.txt
"$rowhold" simulate "${one[@]}" --stats measured.json --quiet
cat >check.py <<'PY'
import json, sys
run, loop, measured = (json.load(open(f)) for f in sys.argv[1:])
total = run["total"]
assert total["predicted_dram_efficiency"] == {"rowhold": 0.4} and total["dram_efficiency"] == 0.4, total
assert total["requests"] == 2 and [c["requests"] for c in run["channels"]] == [2, 0]
assert total["cycles"] == measured["total"]["cycles"] and total["latency_mean"] == measured["total"]["latency_mean"]
bounds, lines = loop["rows"]
assert (bounds["binds"], bounds["predicted_throughput"], bounds["requests"]) == ("data", 0.25, 2), bounds
assert lines["load"] == "kernel" and lines["stream"] == "one.yaml" and lines["predicted_throughput"] < 0.25
for row in loop["rows"]:
    assert row["throughput"] == measured["total"]["network"]["throughput"]
    assert row["latency_mean"] == measured["total"]["network"]["latency_mean"]
for predicted in (run, loop):
    assert predicted["configuration_hash"] == measured["configuration_hash"]
PY
python3 check.py open.json loop.json measured.json || fail "other values"
sed 's/"rowhold": 0\.4/"rowhold": 0.41/' open.json >planted.json
if python3 check.py planted.json loop.json measured.json 2>/dev/null; then fail "a wrong prediction goes unnoticed"; fi
grep -q '^rowhold *40\.00  *40\.00  *0\.00 ' open.txt || fail "$(cat open.txt)"

# The models look at the very requests of the functional run.
program=(--kernel transpose --machine gt200 --grid 4x4)
"$rowhold" predict "${program[@]}" --no-measure --json of_program.json --quiet
"$rowhold" trace generate "${program[@]}" made.csv >out
"$rowhold" predict made.csv --chips 2 --no-measure --json of_trace.json --quiet
python3 - <<'PY' || fail "not the requests of the functional run"
import json
mine, theirs = (json.load(open(f))["total"]["predicted_dram_efficiency"] for f in ("of_program.json", "of_trace.json"))
assert mine == theirs and mine["rowhold"] > 0.5, (mine, theirs)
PY

# A suite, with the same bytes again.
suite=(--kernel transpose --machine gt200 --grid 4x4,8x8 --network crossbar --hold none,hold_grant)
"$rowhold" predict "${suite[@]}" --csv first.csv --quiet
"$rowhold" predict "${suite[@]}" --csv again.csv --quiet
cmp first.csv again.csv
[[ $(grep -c ',transpose,' first.csv) == 8 ]] || fail "$(cat first.csv)"

refused '--stream: found --kernel beside it, expected only one of them' --kernel scan --stream rand2
refused '--machine: found no --kernel beside it, expected one' --machine gt200
refused '--json: found the file of --kernel, expected a file of its own' "${one[@]}" --json one.yaml
refused '/dev/null: found no regular file, expected a file that can be read again for each point' --kernel /dev/null
printf '%s\n' 'grid: [1]' 'cta: [32]' 'program:' '  - integer 1' >none.yaml
for network in '' '--network crossbar'; do
    # shellcheck disable=SC2086
    refused '--kernel none.yaml: found no request, expected at least one' --kernel none.yaml --machine gt200 $network
done
