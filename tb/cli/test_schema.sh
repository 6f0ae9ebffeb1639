#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Results against the JSON schemas of docs/schemas: a real file of every command that writes JSON fits its own, and a
# member too few, one too many, a wrong type and another version do not. A command whose help names JSON and that is not
# run here, and a schema that no result follows, fail.
source tb/shell.sh || exit
python3 -c 'import jsonschema' 2>/dev/null || { echo "skipped: no python3-jsonschema" && exit 77; }
schemas=$PWD/docs/schemas
cp tb/cli/broken/area/ice40.csv "$work"
cd "$work"


printf '%s\n' '# geometry: channels=1 banks=4 rows=4096 columns=256 column_bytes=32' \
    'cycle,op,channel,bank,row,column,core' '0,R,0,1,5,0,2' '1,R,0,1,6,0,3' >cores.csv
printf 'op,address,bubbles\nR,0x40,3\nW,0x1000,0\n' >addresses.csv
"$rowhold" simulate --preset ddr4_2400 --stream random --requests 300 --channels 2 --commands commands.csv --quiet
sed '0,/,RD,/s/^[0-9]*\(,.*,RD,\)/1\1/' commands.csv >faulty.csv
printf '%s\n' 'threads: 32' 'blocks: 4' 'arrays:' '  a: {elements: 128}' '  b: {elements: 128, store: true}' |
    tee kernel.yaml >other.yaml
touch covered

# writes PAGE FILE OPTION...: the command of that page writes FILE.
writes() {
    local code=0 words
    read -ra words <<<"$1"
    "$rowhold" "${words[@]}" "${@:3}" >out 2>&1 || code=$?
    [[ $code -lt 2 && -s $2 ]] || { echo "FAIL: $1 ${*:3}: exit $code, $(<out)" && exit 1; }
    echo "$1" >>covered
}
writes simulate plain.json --requests 500 --percentiles 25,99.99 --quiet --stats plain.json
writes simulate three.json --preset hbm2 --stream mixed --channels 3 --requests 500 --no-judge --warmup 100 --quiet \
    --stats three.json
small=(--queue 8 --responses 4) # plug-ins that other tests have
writes simulate cores.json cores.csv "${small[@]}" --quiet --stats cores.json
writes simulate slowdown.json cores.csv "${small[@]}" --slowdown --quiet --stats slowdown.json
loop=(--stream core_random --channels 2 --requests 300 --network crossbar --quiet)
writes simulate loop.json "${loop[@]}" --stats loop.json
writes simulate loop_slowdown.json "${loop[@]}" --slowdown --cta-warps 4 --stats loop_slowdown.json
writes simulate loop_mesh.json "${loop[@]}" --network mesh --hold hash_match_hold_grant --hold-limit 9 \
    --stats loop_mesh.json
writes simulate kernel.json --kernel stream_copy --grid 8 --quiet --stats kernel.json
writes simulate perfect.json --kernel stream_copy --grid 8 --network none --quiet --stats perfect.json
writes sweep sweep_loop.json --stream core_random --channels 2 --requests 100 --network crossbar,ring --cache cache \
    --quiet --json sweep_loop.json
writes cosim cosim_cores.json cores.csv "${small[@]}" --quiet --stats cosim_cores.json
writes cosim cosim.json --controller fifo "${small[@]}" --requests 200 --reset-at 100 --percentiles 90 --quiet \
    --stats cosim.json
writes cosim evidence.json --controller fifo "${small[@]}" --requests 200 --quiet --evidence evidence.json
writes cosim evidence_islip.json --allocator islip --inputs 3 --outputs 4 --destinations 3 --banks 2 \
    --row-bits 5 --hash-bits 3 --cycles 100 --quiet --evidence evidence_islip.json
writes cosim cosim_loop.json "${loop[@]}" --requests 100 --stream-cores 4 --controller banked_fifo \
    --queue 8 --hold hold_grant --stats cosim_loop.json
space=(--controller fifo,fr_fcfs --stream random --requests 50,60 --seed 1:2 --cache cache --quiet)
writes sweep sweep_kernel.json --kernel stream_copy,scan --grid 2 --machine gt200 --cache cache --quiet \
    --json sweep_kernel.json
writes sweep sweep.json "${space[@]}" --json sweep.json
writes sweep sweep_over.json "${space[@]}" --over seed --json sweep_over.json
writes sweep sweep_empty.json "${space[@]}" --part 9/9 --json sweep_empty.json
writes sweep sweep_cores.json --stream cores.csv --cache cache --quiet --json sweep_cores.json
writes sweep sweep_energy.json --preset gddr3,hbm2 --stream rand1 --requests 60 --cache cache --quiet \
    --columns energy_activation,energy_total --json sweep_energy.json
writes sweep sweep_slowdown.json --stream cores.csv --slowdown --cache cache --quiet --json sweep_slowdown.json
writes compare compare.json plain.json three.json --json compare.json
writes compare compare_all.json plain.json plain.json --all --tolerance 0.1 --json compare_all.json
writes switch switch.json --clocks 400 --loads 0.1,0.9 --json switch.json
writes switch switch_network.json --network mesh --clocks 400 --loads 0.1,0.9 --json switch_network.json
writes kernels kernels.json --scale 0.02 --json kernels.json
writes protection protection.json --json protection.json
writes complexity complexity.json --json complexity.json
writes complexity complexity_rows.json --rows 64 --json complexity_rows.json
writes kernel program.json --kernel stream_copy --grid 8 --machine gtx280 --json program.json
writes kernel fitted.json --fit gt200 --core-cycles 400 --json fitted.json
writes kernel kernel.json --threads 32,64 --blocks 80 --computation 1 --coalesced 1 --json kernel.json
writes predict predict.json --stream mixed --channels 2 --requests 300 --percentiles 50,99.9 --json predict.json
writes predict predict_alone.json --controller fifo --requests 300 --no-measure --times --json predict_alone.json
writes predict predict_suite.json --controller fifo,fr_fcfs --stream rand1,rand2 --model rowhold,averaged \
    --requests 300 --json predict_suite.json
writes predict predict_network.json --stream core_random --channels 2 --requests 100 --network mesh \
    --percentiles 50 --json predict_network.json
writes predict predict_networks.json --stream core_random --channels 2 --requests 100 --network crossbar,ring \
    --controller fifo,row_sorter --no-measure --times --json predict_networks.json
writes 'placement map' placement.json --json placement.json
writes 'placement map' placement_open.json --pairs 80 --json placement_open.json
writes 'placement predict' placed.json kernel.yaml --json placed.json
writes 'placement fit' fit.json --train kernel.yaml --test other.yaml --json fit.json
writes 'placement queue' queue.json --requests 500 --load 0.2,0.4 --json queue.json
writes report report.json --controller fifo,fr_fcfs --queue 8 --stream rand1 --requests 100 --no-lockstep \
    --cache cache --quiet --html page.html --json report.json
writes area area.json --json area.json
writes area area_one.json --design islip --json area_one.json
writes area area_system.json --system --json area_system.json
writes area area_dram.json --dram --json area_dram.json
writes energy energy.json --stream rand1 --requests 200 --json energy.json
writes energy energy_stated.json --accesses 2 --kind fgdram --dbi --json energy_stated.json
writes energy energy_published.json --published --json energy_published.json
writes energy energy_currents.json --preset ddr4_2400 --stream rand2 --requests 200 --json energy_currents.json
writes energy energy_counted.json --commands-from commands.csv --preset ddr4_2400 --kind hbm2 --json energy_counted.json
writes area area_size.json --design fifo queue=8 --json area_size.json
writes area area_ice40.json --ice40 --file ice40.csv --json area_ice40.json
writes area area_ice40_one.json --ice40 --file ice40.csv --design most_pending --json area_ice40_one.json
writes help help.json --json help.json
writes help help_judge.json trace judge --json help_judge.json
writes list list.json --json list.json
writes list list_kind.json --kind allocator --json list_kind.json
writes presets presets.json --json presets.json
writes presets preset.json hbm2 --json preset.json
writes 'trace info' info.json cores.csv --json info.json
writes 'trace info' info_mapped.json addresses.csv --wrap --json info_mapped.json
writes 'trace judge' judge.json faulty.csv --preset ddr4_2400 --json judge.json
writes 'trace judge' judge_legal.json commands.csv --preset ddr4_2400 --json judge_legal.json
writes 'trace commands' translated.json commands.csv commands.trace --to dramsim3 --preset ddr4_2400 \
    --channel 1 --json translated.json

# missed: pages whose help names JSON and that did not run above.
missed() {
    "$rowhold" help --pages | while read -r page; do
        # shellcheck disable=SC2086 # a page is one word or two
        if "$rowhold" help $page | grep JSON >/dev/null && ! grep -qx "$page" "$1"; then echo "$page"; fi
    done
}
[[ -z $(missed covered) ]] || { echo "FAIL: no schema is tested for what these write: $(missed covered)" && exit 1; }
grep -v '^switch$' covered >fewer
[[ $(missed fewer) == switch ]] || { echo "FAIL: a command without a test goes unnoticed" && exit 1; }

# Of the faults that are planted every fourth; all with `all`, for scripts/evidence.
[[ ${1:-} != all ]] || export ALL=1
python3 - "$schemas" ./*.json <<'PY'
import copy, json, os, pathlib, sys
import jsonschema

validators = {}
for path in pathlib.Path(sys.argv[1]).glob("*.schema.json"):
    schema = json.loads(path.read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validators[path.name.removesuffix(".schema.json")] = jsonschema.Draft202012Validator(schema)
results, planted = {}, 0
WHOLE = "ALL" in os.environ
for path in sys.argv[2:]:
    result = json.loads(pathlib.Path(path).read_text())
    name = result["schema"].removeprefix("rowhold-")
    for fault in validators[name].iter_errors(result):
        sys.exit(f"{path}: {fault.message} at {list(fault.path)}")
    results.setdefault(name, {})[pathlib.Path(path).stem] = result
if validators.keys() != results.keys():
    sys.exit(f"no result of the schemas {validators.keys() - results.keys()}")


def plant(name, result, change):
    global planted
    planted += 1
    if not WHOLE and planted % 4:
        return
    faulty = copy.deepcopy(result)
    change(faulty)
    if validators[name].is_valid(faulty):
        sys.exit(f"{name}: a faulty result fits the schema: {change.__doc__}")


def plant_in(name, result, way):
    """Every member of the object at the end of `way` missing or of another type, and one too many."""
    def at(root):
        for step in way:
            root = root[step]
        return root

    for key in at(result):
        def missing(root): at(root).pop(key)
        def another(root): at(root)[key] = ["another", 1]
        missing.__doc__, another.__doc__ = f"{way} without {key}", f"{way} with another {key}"
        optional = name in ("simulate", "simulate_cores", "sweep") and (not way or way[0] != "program")
        optional = optional or (name in ("predict", "predict_network") and way == ["configuration"])
        required = set(validators[name].schema["required"])
        for alternative in validators[name].schema.get("oneOf", []):
            required |= set(alternative["required"])
        if key in required if not way else not optional:
            plant(name, result, missing)
        if not (way == ["configuration"] and
                name in ("simulate", "simulate_cores", "sweep", "predict", "predict_network")):
            plant(name, result, another)
    if way != ["configuration"] or name not in ("simulate", "simulate_cores", "predict", "predict_network"):
        def unknown(root): at(root)["colour"] = 1
        unknown.__doc__ = f"{way} with a colour"
        plant(name, result, unknown)


for name, group in results.items():
    result = next(iter(group.values()))
    for way in [], ["program"], ["configuration"]:
        plant_in(name, result, way)
    for key, value in result.items():
        if isinstance(value, list):
            if not value:
                sys.exit(f"{name}: found no row in {key}, expected one to plant a fault in")
            plant_in(name, result, [key, 0])
    for key, value in (("schema_version", 1), ("schema", "rowhold-colour"), ("configuration_hash", "abc")):
        def other(root): root[key] = value
        other.__doc__ = f"{key} {value}"
        plant(name, result, other)

# What a schema of types can't say.
runs = results["simulate"]
three = runs["three"]
assert len(three["channels"]) == 3 and "judge" not in three
assert "row_access_locality_before_network" in runs["cores"]["total"]
assert "energy_pj_per_bit" not in runs["plain"]["total"]  # gddr3 has no energies
for part in [three["total"]] + three["channels"]:
    energy = part["energy_pj_per_bit"]
    assert [energy[name] for name in ("pre_gsa", "post_gsa", "io")] == [1.51, 1.17, 0.8], energy
    assert abs(energy["activation"] - 909 * part["activates"] / (256 * part["column_commands"])) < 1e-6, energy
    assert abs(energy["total"] - energy["activation"] - 3.48) < 2e-6, energy
assert "unfairness" not in runs["cores"]["total"] and "slowdown" not in runs["cores"]["cores"][0]
slow = runs["slowdown"]
assert slow["total"]["unfairness"] > 1 and slow["cores"][1]["slowdown"] > 1
assert runs["cosim_cores"]["cores"] == runs["cores"]["cores"] and [c["core"] for c in slow["cores"]] == [2, 3]
assert "cores" not in runs["plain"] and "cores" not in runs["cosim"]
for result in runs.values():  # idle, booked and causes are all clocks of all channels
    total = result["total"]
    busy = total["idle_cycles"] + total["data_bus_busy_cycles"] + sum(total["stall_cycles"].values())
    assert busy == total["cycles"] * len(result["channels"]), (busy, total["cycles"])
    parts = total["latency_queue_mean"] + total["latency_bank_mean"] + total["latency_bus_mean"]
    assert abs(parts - total["latency_mean"]) < 1e-4, (parts, total["latency_mean"])
for change in (lambda r: r["total"].pop("row_hits"), lambda r: r["total"].update(row_hits=-1),
               lambda r: r["channels"][2].pop("channel"), lambda r: r["total"]["stall_cycles"].update(tABC=0),
               lambda r: r["total"]["energy_pj_per_bit"].pop("activation"),
               lambda r: r["channels"][0]["energy_pj_per_bit"].update(heat=1)):
    plant("simulate", three, change)
for change in (lambda r: r["cores"][1].pop("latency_max"), lambda r: r["cores"][1].update(unfairness=1),
               lambda r: r["channels"][0].update(unfairness=1), lambda r: r.update(cores=[])):
    plant("simulate", slow, change)
priced = results["energy"]
assert priced["energy"]["rows"][0]["configuration_hash"].startswith("fnv1a64:")
assert priced["energy_counted"]["rows"][0]["configuration_hash"] is None
drawn = priced["energy_currents"]["rows"][0]
assert drawn["pre_gsa"] is None and drawn["toggles"] is None and drawn["peak_gb_per_s"] is None
assert 0 < drawn["open_cycles"] < drawn["all_cycles"] and drawn["act_standby"] > 0
stated = priced["energy_stated"]
assert stated["rows"][0]["activates"] is None and stated["configuration"]["dbi"] is True
sweeps = results["sweep"]
assert [len(sweeps[name]["rows"]) for name in ("sweep", "sweep_over", "sweep_empty")] == [8, 4, 0]
assert sweeps["sweep_empty"]["configuration_hash"] == sweeps["sweep"]["configuration_hash"]
gddr3, hbm2 = sweeps["sweep_energy"]["rows"]
assert gddr3["energy_total"] is None and abs(hbm2["energy_total"] - 3.48 - hbm2["energy_activation"]) < 2e-6
assert sweeps["sweep_slowdown"]["rows"][0]["unfairness"] > 1
assert results["compare"]["compare_all"]["different"] == 0
assert results["compare"]["compare_all"]["figures"] == len(results["compare"]["compare_all"]["rows"])
judged = results["trace-judge"]
assert judged["judge_legal"]["broken"] == 0 and judged["judge_legal"]["rows"] == []
assert sum(row["broken"] for row in judged["judge"]["rows"]) == judged["judge"]["broken"] > 0
translated = results["trace-commands"]["translated"]
assert sum(row["written"] for row in translated["rows"]) == translated["commands"] > 0
info = results["trace-info"]
assert info["info"]["bytes"] is None and info["info_mapped"]["bubbles"] == 3
# Predictions: nulls where there is no model or no measurement, and the run's figures and hash as simulate has them.
predicted = results["predict"]
for change in (lambda r: r["total"].pop("stall_cycles"), lambda r: r["total"].update(colour=1),
               lambda r: r["total"]["predicted_dram_efficiency"].update(colour=1),
               lambda r: r["total"]["predicted_stall_cycles"]["rowhold"].pop("tRP"),
               lambda r: r["channels"][1].pop("latency_mean"), lambda r: r.update(runs=[]),
               lambda r: r["total"].update(dram_efficiency=-0.1)):
    plant("predict", predicted["predict"], change)
plant("predict", predicted["predict_suite"], lambda r: r["runs"][0].pop("total"))
alone = predicted["predict_alone"]["total"]
assert alone["dram_efficiency"] is None and alone["stall_cycles"] is None and alone["measured_seconds"] is None
assert alone["predicted_dram_efficiency"]["averaged"] is None and alone["seconds"]["rowhold"] > 0
assert 0 < alone["predicted_dram_efficiency"]["rowhold"] < 1
suite = predicted["predict_suite"]
assert len(suite["runs"]) == 4 and "total" not in suite and "seconds" not in suite["runs"][0]["total"]
assert suite["runs"][1]["total"] == next(r for r in suite["runs"] if r["configuration"]["stream"]["name"] == "rand2"
                                         and r["configuration"]["controller"] == "fifo")["total"]
loops = results["predict_network"]
assert [row["binds"] == "" for row in loops["predict_network"]["rows"]] == [False, True]
assert all(row["throughput"] is None and row["seconds"] != "" for row in loops["predict_networks"]["rows"])
for change in (lambda r: r["rows"][0].update(throughput="1"), lambda r: r["agreement"][0].update(points=-1)):
    plant("predict_network", loops["predict_network"], change)
hashes = [r["configuration_hash"] for group in results.values() for r in group.values()]
assert len(hashes) - len(set(hashes)) == 6, "sweeps of the same axes, runs of the same stream, no options"
count = sum(len(group) for group in results.values())
print(f"{count} results of {len(results)} schemas fit, {planted} faulty ones do not")
PY
