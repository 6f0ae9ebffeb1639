#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# `rowhold simulate --network` and `rowhold sweep --network`: what goes in comes back, parts add up, the same bytes
# however it is asked for, a hold rule that keeps rows together, and one clear line for what does not fit.
source tb/shell.sh || exit
cd "$work"
run=(simulate --stream core_stencil --channels 4 --requests 4000 --quiet --cores 20)

# value FILE EXPRESSION: of the JSON `j`.
value() { python3 -c "import json, sys; j = json.load(open('$1')); n = j['total']['network']; print($2)"; }
# holds NAME FILE EXPRESSION: it is true of it.
holds() { [[ $(value "$2" "$3") == True ]] || fault "$1: $3 is $(value "$2" "$3")"; }

for network in crossbar mesh ring; do
    for load in saturated paced; do
        "$rowhold" "${run[@]}" --network $network --load $load --stats $network.$load.json
        f=$network.$load.json
        holds "$f" $f 'n["issued"] == n["answered"] == j["total"]["requests"] == 4000'
        holds "$f" $f 'sum(c["answered"] for c in j["network_cores"]) == 4000 and len(j["network_cores"]) == 20'
        holds "$f" $f 'abs(sum(n["latency_%s_mean" % p] for p in "injection network queue bank bus reply".split())
            - n["latency_mean"]) < 1e-4'
        # Every clock without work has one cause, in each channel; all but two of them name a core.
        holds "$f" $f 'all(sum(c["network"]["waits"].values()) == c["idle_cycles"] for c in j["channels"])'
        holds "$f" $f 'n["waits"] == {w: sum(c["network"]["waits"][w] for c in j["channels"]) for w in n["waits"]}'
        holds "$f" $f 'sum(c["awaited"] for c in j["network_cores"]) ==
            sum(v for w, v in n["waits"].items() if w not in ("drained", "elsewhere"))'
        holds "$f" $f '0 < sum(l["awaited"] for l in j["network_links"]) < sum(n["waits"].values())'
        holds "$f" $f '(n["waits"]["gap"] > 0) == ("'$load'" == "paced") and n["waits"]["moving"] > 0'
        holds "$f" $f 'abs(n["throughput"] * j["total"]["cycles"] - 4000) < 0.01'
        holds "$f" $f 'n["network_cycles"] == j["total"]["cycles"] * 26 // 32'
        holds "$f" $f 'j["judge"]["rules_broken"] == 0 and j["judge"]["commands"] > 4000'
        holds "$f" $f 'n["held"] == 0 and j["configuration"]["network"]["load"] == "'$load'"'
    done
    saturated=$(value $network.saturated.json 'n["latency_mean"]')
    holds "$network" $network.paced.json "n['latency_mean'] < $saturated"
done

# A default that is spelled out gives the same bytes; threads don't matter; a configuration file will do.
"$rowhold" "${run[@]}" --network crossbar --load saturated --allocator islip --hold none --vcs 1 --depth 8 \
    --injection-queue 8 --outstanding 64 --flit-bytes 32 --core-mhz 325 --network-mhz 650 --iterations 1 --threads 2 \
    --stats spelled.json
cmp spelled.json crossbar.saturated.json || fault 'defaults that are spelled out gave other bytes'
printf 'network: crossbar\nload: saturated\n' >loop.yaml
"$rowhold" "${run[@]}" --config loop.yaml --stats config.json
cmp config.json crossbar.saturated.json || fault 'a configuration file gave other bytes'

# Cores and networks keep their clocks whatever the memory is: one of half the tCK is no slower. Nor are they bound by
# it: those of the GPUs that GPGPU-Sim ships run at 1132 MHz beside memories of 850.
printf 'name: fast\nbase: gddr3\ntck_ps: 625\n' >fast.yaml
printf 'name: slow\nbase: gddr3\ntck_ps: 1176\n' >slow.yaml
"$rowhold" "${run[@]}" --network crossbar --preset fast.yaml --stats fast.json
"$rowhold" "${run[@]}" --network crossbar --preset slow.yaml --core-mhz 1132 --network-mhz 1132 --stats slow.json
clocks='[round(n[k + "_mhz"], 2) for k in ("core", "network", "memory")]'
holds 'gddr3' crossbar.saturated.json "$clocks == [325, 650, 800]"
holds 'fast' fast.json "$clocks == [325, 650, 1600] and n['latency_mean_ns'] == round(n['latency_mean'] * 0.625, 6)"
holds 'fast' fast.json "n['latency_mean_ns'] < $(value crossbar.saturated.json 'n["latency_mean_ns"]')"
holds 'fast' fast.json "j['total']['bandwidth_gb_per_s'] > $(value crossbar.saturated.json \
    'j["total"]["bandwidth_gb_per_s"]')"
holds 'fast' fast.json 'n["core_cycles"] == j["total"]["cycles"] * 325 // 1600'
holds 'slow' slow.json "$clocks == [1132, 1132, 850.34] and n['answered'] == 4000 and j['judge']['rules_broken'] == 0"
holds 'slow' slow.json 'abs(n["network_cycles"] - j["total"]["cycles"] * 1.176 * 1.132) < 2'

# Held grants keep rows together in front of a banked FIFO, and less so of a network that interleaves.
row=(simulate --stream core_shared_rows --channels 4 --requests 4000 --quiet --network crossbar
    --controller banked_fifo)
"$rowhold" "${row[@]}" --stats fair.json
"$rowhold" "${row[@]}" --hold hold_grant --stats held.json
fair=$(value fair.json 'n["row_access_locality_after_network"]')
holds 'hold_grant' held.json "n['held'] > 0 and n['row_access_locality_after_network'] > $fair"
# A full bank refuses while others have room; where banks share a queue there is no such thing.
holds 'refusals' fair.json 'n["offered"] > n["refused"] == n["refused_bank_full"] > 0'
holds 'refusals' fair.json '0 < n["refused_free_banks_mean"] <= 3 and n["refused_free_places_mean"] <= 24'
holds 'refusals' crossbar.saturated.json 'n["offered"] >= n["refused"] > 0 == n["refused_bank_full"]'
"$rowhold" "${row[@]/--quiet/--no-judge}" >text.txt
grep -Eq '^  bank full, [0-9.]+ of 3 other banks free \([0-9.]+ of their 24 entries\)$' text.txt ||
    fault 'the summary does not tell why a bank refuses'
# Cores break each other's row-hit runs, and less so where grants are held. A broken row-hit run of a banked FIFO has a
# class.
broken=$(value fair.json 'n["row_hit_runs_other_core_share"]')
holds 'row_hit_runs' held.json "n['row_hit_runs_other_core_share'] < $broken / 2"
for f in fair.json held.json; do
    holds 'row_hit_runs' $f 'n["row_hit_runs"] >= n["row_hit_runs_broken"] <= n["stranded"]'
    holds 'row_hit_runs' $f \
        'max(n["row_hit_runs_" + c] for c in ("other_core", "other_cta", "same_cta")) <= n["row_hit_runs_broken"]
            <= sum(n["row_hit_runs_" + c] for c in ("other_core", "other_cta", "same_cta"))'
done
"$rowhold" "${row[@]}" --cta-warps 65535 --stats cta.json
holds 'all warps' cta.json 'j["configuration"]["network"]["cta_warps"] == 65535 and n["row_hit_runs_other_cta"] == 0'

# Logs of commands and requests belong to the same run.
"$rowhold" "${run[@]}" --network crossbar --commands commands.csv --requests-log requests.csv
[[ $(grep -vc '^#\|^cycle' commands.csv) == "$(value crossbar.saturated.json 'j["judge"]["commands"]')" ]] ||
    fault "commands.csv has $(wc -l <commands.csv) lines"
[[ $(wc -l <requests.csv) == 4001 ]] || fault "requests.csv has $(wc -l <requests.csv) lines"
python3 - <<'END' || fault 'the log of requests is not that of the statistics'
import csv, json
with open("crossbar.saturated.json") as file:
    total = json.load(file)["total"]
rows = [{k: v if k == "op" else int(v) for k, v in row.items()} for row in csv.DictReader(open("requests.csv"))]
assert list(rows[0])[-6:] == "left replied round_trip injection network reply".split()
assert [row["replied"] for row in rows] == sorted(row["replied"] for row in rows)
part = {"bank_time": "bank"}
for column in "injection network queue bank_time bus reply".split():
    mean = total["network"]["latency_%s_mean" % part.get(column, column)]
    assert abs(sum(row[column] for row in rows) / 4000 - mean) < 1e-6, column
for row in rows:
    times = "arrival left accepted first_command last_command done replied".split()
    spans = "injection network queue bank_time bus reply".split()
    assert all(row[b] - row[a] == row[s] for a, b, s in zip(times, times[1:], spans)), row
    assert row["round_trip"] == sum(row[s] for s in spans)
assert max(row["round_trip"] for row in rows) == total["network"]["latency_max"]
assert sum(row["row_hit"] for row in rows) == total["row_hits"] and {row["core"] for row in rows} == set(range(20))
END
"$rowhold" trace judge commands.csv --preset gddr3 >judged.txt || fault "the judge: $(cat judged.txt)"

# Over time: the epochs of the controllers and of the loop add up to the statistics, which do not change.
"$rowhold" "${run[@]}" --network crossbar --epoch 700 --epochs epochs.csv --stats epochs.json
cmp epochs.json crossbar.saturated.json || fault '--epochs changes the statistics'
"$rowhold" "${run[@]}" --network crossbar --epoch 700 --warmup 500 --epochs warm.csv --stats warm.json
python3 - <<'END' || fault 'the epochs do not add up'
import csv, json
for name in ("epochs", "warm"):
    with open(name + ".json") as file:
        result = json.load(file)
    total, network = result["total"], result["total"]["network"]
    rows = list(csv.DictReader(open(name + ".csv")))
    alls = [row for row in rows if row["channel"] == "all"]
    assert len(rows) == 5 * len(alls) and len(alls) == -(-total["cycles"] // 700) > 3
    assert [int(row["cycle"]) for row in alls] == [(500 if name == "warm" else 0) + 700 * k for k in range(len(alls))]
    for key, value in {k: v for k, v in network.items() if isinstance(v, int) and "network_" + k in alls[0]}.items():
        assert sum(int(row["network_" + key]) for row in alls) == value, (name, key)
    assert sum(int(row["network_issued"]) for row in alls) == network["issued"]
    for key, value in network["waits"].items():
        assert sum(int(row["wait_" + key]) for row in alls) == value, (name, key)
    for key in ("requests", "column_commands", "active_cycles", "idle_cycles", "activates"):
        assert sum(int(row[key]) for row in alls) == total[key], (name, key)
        for c in result["channels"]:
            mine = [row for row in rows if row["channel"] == str(c["channel"])]
            assert sum(int(row[key]) for row in mine) == c[key] and {row["network_issued"] for row in mine} == {""}
    for row in alls:
        waits = sum(int(v) for k, v in row.items() if k.startswith("wait_"))
        assert waits == int(row["idle_cycles"]), (name, row["epoch"])
        parts = [v for k, v in row.items() if k.startswith("network_latency_") and k != "network_latency_mean"]
        assert len(parts) == 6 and (row["network_latency_mean"] == "" or
                                    abs(sum(map(float, parts)) - float(row["network_latency_mean"])) < 1e-4)
END
mkdir bin && printf '#!/bin/sh\ncat\n' >bin/gnuplot && chmod +x bin/gnuplot
PATH=$PWD/bin:$PATH "$rowhold" "${run[@]}" --network crossbar --epoch 700 --plot drawn.svg
[[ $(sed -n '/EOD$/,/^EOD/{/^[0-9]/p}' drawn.svg | wc -l) == $((2 * $(grep -c ',all,' epochs.csv))) ]] ||
    fault 'the picture has other epochs'

# The summary tells of cores and network.
"$rowhold" simulate --stream core_stencil --channels 4 --requests 500 --cores 20 --network ring >text.txt
grep -q 'Closed loop: 20 cores of up to 64 requests in flight, saturated; ring of islip' text.txt ||
    fault 'the summary does not tell of the closed loop'
grep -Eq '^  clocks: cores 325 MHz, networks 650 MHz, memory 800 MHz$' text.txt ||
    fault 'the summary does not tell of the clocks'
grep -Eq '^  row-hit runs: [0-9]+, [0-9.]+ % with requests stranded; breakers of another core in [0-9.]+ %,' text.txt ||
    fault 'the summary does not tell of row row_hit_runs'
grep -Eq '^  drained +[0-9]+ +[0-9.]+ +#+ +no core has a request left' text.txt ||
    fault 'the summary does not tell of the waits'
awk '$1 == "waited" { on = 1; next } /^$/ { on = 0 } on && $2 ~ /^[0-9]+$/ { sum += $3 }
    END { exit !(sum > 99.5 && sum < 100.5) }' text.txt || fault 'the shares of the waits do not add up'
grep -Eq '^  refusals: in [0-9.]+ % of the clocks with a request on offer the controller did not take it$' text.txt ||
    fault 'the summary does not tell of refusals'
grep -E '^  awaited most: core [0-9]+ in [0-9]+ clocks \([0-9.]+ %\), the link behind output [0-2] of ' text.txt |
    grep -E ' in [0-9]+ \([0-9.]+ %\)$' >/dev/null || fault 'the summary does not tell who was awaited'

# The sweep has the loop's figures as columns.
"$rowhold" sweep --stream core_random --channels 2 --requests 300 --network crossbar,ring --load saturated,paced \
    --cache cache --quiet --csv sweep.csv --columns network,load,network_throughput,network_latency_reply_mean
[[ $(wc -l <sweep.csv) == 5 && $(head -1 sweep.csv) == network,load,network_throughput,network_latency_reply_mean ]] ||
    fault "the sweep: $(cat sweep.csv)"

# Each core alone: the same shared run, and slowdowns as runs of one core's lines of the trace give them.
"$rowhold" trace generate core_stencil all.csv --channels 4 --requests 1500 --stream-cores 6 >/dev/null
grep -q core <(head -2 all.csv) || fault "all.csv: $(head -2 all.csv)"
core_column=$(sed -n '/^#/!{p;q}' all.csv | tr , '\n' | grep -nx core | cut -d: -f1)
for network in crossbar mesh; do
    some=(simulate --quiet --network $network --load paced --cores 6)
    "$rowhold" "${some[@]}" all.csv --stats shared.json
    "$rowhold" "${some[@]}" all.csv --slowdown --stats slow.json
    "$rowhold" "${some[@]}" all.csv --slowdown --core-table cores.csv
    python3 - <<'END' || fault "$network, --cores"
import csv, json
with open("slow.json") as file:
    cores = json.load(file)["network_cores"]
rows = list(csv.DictReader(open("cores.csv")))
assert list(rows[0])[-1] == "awaited" and len(rows) == 6
columns = {"core": "core", "requests": "answered", "reads": "reads", "latency_cycles": "latency_cycles",
           "latency_max": "latency_max", "first_arrival": "first_issue", "last_data": "last_reply",
           "awaited": "awaited", "slowdown": "slowdown", "latency_mean_alone": "latency_mean_alone"}
for row, core in zip(rows, cores):
    assert all(float(row[column]) == core[key] for column, key in columns.items()), (row, core)
    assert 0 < core["reads"] < core["answered"]
END
    for core in 0 4; do
        awk -F, -v c=$core -v k="$core_column" '/^#/ || !head { head += !/^#/; print; next } $k == c' all.csv >one.csv
        "$rowhold" "${some[@]}" one.csv --stats one.json
        python3 - $core <<'END' || fault "$network, --slowdown: core $core"
import json, sys
core = int(sys.argv[1])
shared, slow, one = (json.load(open(f + ".json")) for f in ("shared", "slow", "one"))
assert slow["total"]["network"] == shared["total"]["network"] and slow["channels"] == shared["channels"]
took = lambda run: run["network_cores"][core]["last_reply"] - run["network_cores"][core]["first_issue"]
alone = one["network_cores"][core]
assert alone["answered"] == slow["network_cores"][core]["answered"] > 0
assert abs(slow["network_cores"][core]["slowdown"] - took(shared) / took(one)) < 1e-6
assert abs(slow["network_cores"][core]["latency_mean_alone"] - alone["latency_cycles"] / alone["answered"]) < 1e-6
slowdowns = [c["slowdown"] for c in slow["network_cores"]]
assert len(slowdowns) == 6 and abs(slow["total"]["slowdown_max"] - max(slowdowns)) < 1e-6
assert abs(slow["total"]["weighted_speedup"] - sum(1 / s for s in slowdowns)) < 1e-5
assert "slowdown" not in shared["network_cores"][core] and "slowdown_max" not in shared["total"]
END
    done
done
"$rowhold" simulate all.csv --network mesh --cores 6 --slowdown >text.txt
grep -Eq '^  weighted speedup [0-9.]+ of 6, harmonic speedup [0-9.]+, unfairness [0-9.]+$' text.txt ||
    fault 'the summary does not tell of slowdowns'
grep -q 'round trip *longest trip *last reply' text.txt || fault 'the summary has no table of cores'
"$rowhold" sweep --stream core_random --channels 2 --requests 300 --network crossbar,ring --slowdown --cache cache \
    --quiet --csv sweep.csv --columns network,slowdown_max,network_row_hit_runs_broken_share
[[ $(wc -l <sweep.csv) == 3 && $(tail -1 sweep.csv) =~ ^ring,[0-9.]+,[0-9.]+$ ]] || fault "the sweep: $(cat sweep.csv)"

# refuse WORDS OPTION...: exit 2, one line that has them, and no file.
refuse() { refusal "*$1*" "$rowhold" "${run[@]}" "${@:2}" --stats refused.json; }
refuse "--vcs: found no --network beside it, expected one" --vcs 2
refuse "--static-vcs: found no --network beside it" --static-vcs
refuse "--stays: found no --network beside it" --stays 3
refuse "--row-affine: found no --network beside it" --row-affine 3
refuse "--network: found 'fat_tree'" --network fat_tree
refuse "--allocator: found 'magic'" --network mesh --allocator magic
refuse "--hold: found 'on'" --network mesh --hold on
refuse "--load: found 'full'" --network mesh --load full
refuse "--vcs: found 1, expected 2 or 4" --network ring --vcs 1
refuse "--mesh-columns: found --network ring beside it" --network ring --mesh-columns 3
refuse "--core-mhz: found '0', expected a whole number from 1 to 10000" --network mesh --core-mhz 0
refuse "--wave: found --network beside it" --network mesh --wave w.fst
refuse "--slowdown: found --warmup beside it" --network mesh --slowdown --warmup 10
refuse "found a request that names no core" --network mesh --stream rand2 --cores 8
refuse "--flit-bytes: found packets of up to 129 flits" --network mesh --flit-bytes 2
[[ $failed == 0 ]] || exit 1
echo "networks in closed loop: what goes in comes back"
