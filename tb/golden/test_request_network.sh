#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Banked FIFOs behind request networks, beside FR-FCFS: the committed table and a short run of synthetic streams keep
# the same relations, the table is that of today's program, and the page is that of the table.
set -euo pipefail
export LC_ALL=C

# shellcheck source=tb/golden/golden.sh
source tb/golden/golden.sh
committed=docs/tables/request_network.csv
run=(scripts/experiment request_network --cache "$work/cache")
"${run[@]}" --requests 300 --streams core_stencil,core_shared_rows --parts designs --networks crossbar,ring \
    --csv "$work/short.csv" >"$work/text"

cat >"$work/check.py" <<'CHECK'
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1])))
whole = sys.argv[2] == "whole"
checks = broken = 0
def expect(ok, text):
    global checks, broken
    checks += 1
    if not ok:
        broken += 1
        print("broken:", text)
first = list(rows[0]) if rows else []
streams = first[first.index("jain_least") + 1:] if rows else []
made = [name for name in streams if name.startswith("core_")]
recorded = [name for name in streams if name not in made]
number = lambda row, column: float(row[column])
mean = lambda row, names: len(names) / sum(1 / number(row, name) for name in names) if names else None

# By hand, of 28 cores and 8 controllers of 4 banks of 4096 rows: a row has 12 bits, a bank 2. A FIFO compares 8 x 12,
# a banked FIFO 8 (4 x 12 + 2), and so do row_sorter's four lists; FR-FCFS 8 x 14 an entry. Hold rules: 28 x 8 pairs, 36
# routers of 20 pairs (mesh) or 6 (ring); 8 x 12 bits of rows, 36 x 5 x 12 in a mesh; 4 bits of a hash for 12.
CONTROLLER = {"fifo": 96, "banked_fifo": 400, "row_sorter": 400}
HOLD = {("crossbar", "hold_grant"): 224, ("crossbar", "row_match_hold_grant"): 320,
        ("crossbar", "hash_match_hold_grant"): 256, ("mesh", "hold_grant"): 720, ("mesh", "row_match_hold_grant"): 2880,
        ("mesh", "hash_match_hold_grant"): 1440, ("ring", "hold_grant"): 216}
at = {}
for row in rows:
    network, load, design, queue = row["network"], row["load"], row["design"], int(row["queue"])
    controller, _, hold = design.partition("+")
    name = ",".join(list(row.values())[:7])
    at[network, load, design, queue, int(row["vcs"]), row["assignment"], int(row["hold_limit"])] = row
    parts = sum(number(row, "in_" + part) for part in "injection network queue bank bus reply".split())
    expect(abs(parts - number(row, "latency")) < 0.001, f"{name}: parts add up to {parts}, latency {row['latency']}")
    for column, names in (("throughput", recorded or streams), ("synthetic", made), ("all", streams)):
        if "" in (row[name] for name in names):
            expect(recorded and column != "throughput", f"{name}: a stream is missing")
            continue
        found = mean(row, names)
        expect(found is None or row[column] == "" or abs(found - number(row, column)) < 2e-6, f"{name}: {column}, expected {found}")
    expect((number(row, "held") > 0) == bool(hold), f"{name}: held {row['held']}")
    expect(0 < number(row, "jain_least") <= number(row, "jain") <= 1, f"{name}: Jain {row['jain']}")
    expect(0 < number(row, "latency") < number(row, "latency_p99"), f"{name}: p99")
    expect(0 < number(row, "efficiency") < 1, f"{name}: efficiency")
    bits = 8 * queue * 14 if design == "fr_fcfs" else CONTROLLER[controller] + HOLD.get((network, hold), 0)
    known = not hold or (network, hold) in HOLD
    expect(row["compared"] == (str(bits) if known else ""), f"{name}: {row['compared']} bits, expected {bits}")
    expect(not known or abs(number(row, "compared_percent") - 100 * bits / (112 * queue)) < 0.01, f"{name}: bits, percent")
networks = {row["network"]: 2 if row["network"] == "ring" else 1 for row in rows}
expect(len(networks) == (3 if whole else 2), "a network is missing")
expect(len(at) == len(rows) == (146 if whole else 32), f"{len(rows)} rows")
for network, least in networks.items():
    def row(load, design, queue=32, vcs=least, kind="dynamic", limit=0):
        found = at.get((network, load, design, queue, vcs, kind, limit))
        expect(found, f"{network}, {load}, {design}, {queue}, {vcs}, {kind}, {limit} is missing")
        return found
    def speed(*key, **more):
        found = row(*key, **more)
        return number(found, "throughput") if found else 0
    holds = ["banked_fifo+" + hold for hold in ("hold_grant", "row_match_hold_grant", "hash_match_hold_grant")]
    for load in ("paced", "saturated"):
        best = speed(load, "fr_fcfs")
        for design in ("fifo", "banked_fifo", *holds):
            expect(speed(load, design) < best * 1.001, f"{network}, {load}: {design} beats fr_fcfs")
        expect(speed(load, "fifo") < speed(load, "banked_fifo"), f"{network}, {load}: a FIFO beats a banked one")
        expect(speed(load, "banked_fifo") < speed(load, "row_sorter"), f"{network}, {load}: nothing gained by sorting")
        expect(speed(load, "row_sorter+hold_grant") > 0.9 * best, f"{network}, {load}: row_sorter+hold_grant is slow")
    plain = row("saturated", "banked_fifo")
    for hold in holds if plain and network != "ring" else ():
        held = row("saturated", hold)
        expect(held and number(held, "locality_after") > number(plain, "locality_after"), f"{network}: {hold}: locality")
        expect(held and number(held, "throughput") > number(plain, "throughput"), f"{network}: {hold}: throughput")
    for design in ("banked_fifo", "fr_fcfs"):
        pair = row("paced", design), row("saturated", design)
        expect(None not in pair and number(pair[0], "latency") < number(pair[1], "latency"), f"{network}: {design} paced")
print(checks, "expectations,", broken, "broken")
sys.exit(broken > 0)
CHECK
# check TABLE [short]: every broken relation; fails when there is one.
check() { python3 "$work/check.py" "$1" "${2:-whole}"; }
check "$work/short.csv" short || status=1
check $committed || status=1
exit "$status"
