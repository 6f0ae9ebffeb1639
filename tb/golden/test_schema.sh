#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Results against the JSON schemas of docs/schemas: real files of simulate and cosim fit, and a key too many, a key too
# few, a wrong type, another version and a cause that nobody knows do not.
set -euo pipefail
rowhold=$(readlink -f "${ROWHOLD:-build/bin/rowhold}")
python3 -c 'import jsonschema' 2>/dev/null || { echo "skipped: no python3-jsonschema" && exit 77; }
schemas=$PWD/docs/schemas
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

"$rowhold" simulate --requests 500 --quiet --stats plain.json
"$rowhold" simulate --preset hbm2 --stream mixed --channels 3 --requests 500 --no-judge --warmup 100 --quiet \
    --stats three.json
printf '%s\n' '# geometry: channels=1 banks=4 rows=4096 columns=256 column_bytes=32' \
    'cycle,op,channel,bank,row,column,core' '0,R,0,1,5,0,2' '1,R,0,1,6,0,3' >cores.csv
"$rowhold" simulate cores.csv --quiet --stats cores.json
"$rowhold" simulate cores.csv --slowdown --quiet --stats slowdown.json
"$rowhold" cosim cores.csv --quiet --stats cosim_cores.json
"$rowhold" cosim --controller fifo --requests 200 --reset-at 100 --quiet --stats cosim.json

python3 - "$schemas/simulate.schema.json" plain.json three.json cores.json cosim.json \
    slowdown.json cosim_cores.json <<'PY'
import copy, json, sys
import jsonschema

with open(sys.argv[1]) as file:
    schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
results = []
for name in sys.argv[2:]:
    with open(name) as file:
        results.append(json.load(file))
    for fault in validator.iter_errors(results[-1]):
        sys.exit(f"{name}: {fault.message} at {list(fault.path)}")
assert len(results[1]["channels"]) == 3 and "judge" not in results[1]
assert "row_access_locality_before_network" in results[2]["total"]
assert "unfairness" not in results[2]["total"] and "slowdown" not in results[2]["cores"][0]
assert results[4]["total"]["unfairness"] > 1 and results[4]["cores"][1]["slowdown"] > 1
assert results[5]["cores"] == results[2]["cores"] and [core["core"] for core in results[5]["cores"]] == [2, 3]
assert "cores" not in results[0] and "cores" not in results[3]
for result in results:  # idle, booked and causes are all clocks of all channels
    total = result["total"]
    busy = total["idle_cycles"] + total["data_bus_busy_cycles"] + sum(total["stall_cycles"].values())
    assert busy == total["cycles"] * len(result["channels"]), (busy, total["cycles"])
    parts = total["latency_queue_mean"] + total["latency_bank_mean"] + total["latency_bus_mean"]
    assert abs(parts - total["latency_mean"]) < 1e-4, (parts, total["latency_mean"])


def planted(change, of=1):
    result = copy.deepcopy(results[of])
    change(result)
    assert not validator.is_valid(result), "a planted fault fits the schema"


planted(lambda r: r.update(colour=1))
planted(lambda r: r["total"].update(colour=1))
planted(lambda r: r["total"].pop("row_hits"))
planted(lambda r: r["channels"][2].pop("channel"))
planted(lambda r: r["channels"][0].update(cycles="7"))
planted(lambda r: r["total"].update(row_hits=-1))
planted(lambda r: r.update(schema_version=1))
planted(lambda r: r["total"]["stall_cycles"].update(tABC=0))
planted(lambda r: r["program"].pop("commit"))
planted(lambda r: r.update(configuration_hash="abc"))
planted(lambda r: r["cores"][1].pop("latency_max"), 4)
planted(lambda r: r["cores"][1].update(unfairness=1), 4)
planted(lambda r: r["channels"][0].update(unfairness=1), 4)
planted(lambda r: r.update(cores=[]), 4)
print(f"{len(results)} results fit, 14 planted faults do not")
PY
