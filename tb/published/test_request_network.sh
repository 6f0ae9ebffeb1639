#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Banked FIFOs behind request networks, beside FR-FCFS: the committed table and a short run of synthetic streams keep
# the same relations, the table is that of today's program, and the page is that of the table.
source tb/published/published.sh
committed=docs/tables/request_network.csv
run=(scripts/experiment request_network --cache "$work/cache")
"${run[@]}" --requests 600 --streams core_stencil,core_shared_rows --parts designs --networks crossbar,ring \
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
# a banked FIFO 8 (4 x 12 + 2), FR-FCFS 8 x 14 an entry. row_sorter 8 (n x 12 + 2): of 8, 16, 32, 64 entries 7, 14, 28,
# 56 wait, n is a seventh of them and two. Hold rules: 28 x 8 pairs, 36 routers of 20 pairs (mesh) or 6 (ring); 8 x 12
# bits of rows, 36 x 5 x 12 in a mesh; 4 bits of a hash for 12.
CONTROLLER = {"fifo": 96, "banked_fifo": 400}
SORTER = {8: 304, 16: 400, 32: 592, 64: 976}
HOLD = {("crossbar", "hold_grant"): 224, ("crossbar", "row_match_hold_grant"): 320,
        ("crossbar", "hash_match_hold_grant"): 256, ("mesh", "hold_grant"): 720, ("mesh", "row_match_hold_grant"): 2880,
        ("mesh", "hash_match_hold_grant"): 1440, ("ring", "hold_grant"): 216}
at = {}
for row in rows:
    network, load, design, queue = row["network"], row["load"], row["design"], int(row["queue"])
    controller, _, hold = design.partition("+")
    name = ",".join(list(row.values())[:9])
    at[network, load, design, queue, int(row["vcs"]), row["assignment"], int(row["hold_limit"]), row["allocator"],
       int(row["row_affine"])] = row
    parts = sum(number(row, "in_" + part) for part in "injection network queue bank bus reply".split())
    expect(abs(parts - number(row, "latency")) < 0.001, f"{name}: parts add up to {parts}, latency {row['latency']}")
    for column, names in (("throughput", recorded or streams), ("synthetic", made), ("all", streams)):
        if "" in (row[name] for name in names):
            expect(recorded and column != "throughput", f"{name}: a stream is missing")
            continue
        found = mean(row, names)
        expect(found is None or row[column] == "" or abs(found - number(row, column)) < 2e-6,
               f"{name}: {column}, expected {found}")
    few = not whole and load == "paced" and number(row, "held") == 0  # of few requests none may have to wait
    expect((number(row, "held") > 0) == bool(hold) or few, f"{name}: held {row['held']}")
    expect(0 < number(row, "jain_least") <= number(row, "jain") <= 1, f"{name}: Jain {row['jain']}")
    expect(0 < number(row, "latency") < number(row, "latency_p99"), f"{name}: p99")
    expect(0 < number(row, "efficiency") < 1, f"{name}: efficiency")
    controls = SORTER[queue] if controller == "row_sorter" else CONTROLLER.get(controller, 8 * queue * 14)
    bits = controls + HOLD.get((network, hold), 0)
    known = not hold or (network, hold) in HOLD
    expect(row["compared"] == (str(bits) if known else ""), f"{name}: {row['compared']} bits, expected {bits}")
    share = 100 * bits / (112 * queue)
    expect(not known or abs(number(row, "compared_percent") - share) < 0.01, f"{name}: expected {share} % of the bits")
networks = {row["network"]: 2 if row["network"] == "ring" else 1 for row in rows}
expect(len(networks) == (3 if whole else 2), "a network is missing")
expect(len(at) == len(rows) == (292 if whole else 32), f"{len(rows)} rows")
for network, least in networks.items():
    def row(load, design, queue=32, vcs=least, kind="dynamic", limit=0, allocator="pim", row_affine=0):
        found = at.get((network, load, design, queue, vcs, kind, limit, allocator, row_affine))
        expect(found, f"{network}, {load}, {design}, {queue}, {vcs}, {kind}, {limit}, {allocator}, "
                      f"{row_affine} is missing")
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
        expect(speed(load, "row_sorter+hold_grant") > 0.85 * best, f"{network}, {load}: row_sorter+hold_grant is slow")
    if whole:  # what the page states
        best, sorter = speed("saturated", "fr_fcfs"), speed("saturated", "row_sorter")
        expect(speed("paced", "row_sorter") > 0.97 * speed("paced", "fr_fcfs"), f"{network}: the goal, paced")
        expect(sorter > 0.92 * best, f"{network}: the goal, saturated")
        for queue in (8, 16, 64):
            for load in ("paced", "saturated"):
                expect(speed(load, "banked_fifo", queue) < speed(load, "fr_fcfs", queue), f"{network}: {queue} entries")
        for vcs, kind in ((4, "dynamic"), (4, "static")):
            expect(speed("saturated", "banked_fifo+hold_grant", vcs=vcs, kind=kind) > 0.5 * best,
                   f"{network}: {vcs} {kind} channels")
    if whole and network == "crossbar":  # a hold rule on another allocator than the thesis'
        for hold in ("row_match_hold_grant", "hash_match_hold_grant"):
            for load, goal in (("paced", 0.97), ("saturated", 0.92)):
                for allocator in ("islip", "wavefront"):
                    expect(speed(load, "banked_fifo+" + hold, allocator=allocator) > goal * speed(load, "fr_fcfs"),
                           f"{network}, {load}: the goal, {hold} on {allocator}")
        expect(speed("saturated", "banked_fifo", allocator="islip") < speed("saturated", "banked_fifo"),
               f"{network}: islip without a rule")
    if whole and network == "mesh":
        pair = [row("saturated", "row_sorter+hold_grant", limit=limit) for limit in (0, 16)]
        for column, sign in (("throughput", 1), ("jain_least", 1), ("latency_p99", -1), ("preserved", -1)):
            expect(None not in pair and sign * number(pair[0], column) < sign * number(pair[1], column),
                   f"{network}: what a limit of 16 does to {column}")
    if whole and network == "ring":  # tails that row_affine: at least half of what the same rule gains on the mesh
        for load in ("paced", "saturated"):
            mesh = [number(at["mesh", load, design, 32, 1, "dynamic", 0, "pim", 0], "throughput")
                    for design in ("banked_fifo", "banked_fifo+hash_match_hold_grant")]
            stays = speed(load, "banked_fifo+hash_match_hold_grant", vcs=4, kind="static", row_affine=15)
            expect(stays / speed(load, "banked_fifo") - 1 > (mesh[1] / mesh[0] - 1) / 2, f"{network}, {load}")
    plain = row("saturated", "banked_fifo")
    for hold in holds if plain and network != "ring" else ():
        held = row("saturated", hold)
        for column in ("locality_after", "throughput"):
            expect(held and number(held, column) > number(plain, column), f"{network}: {hold}: {column}")
    for design in ("banked_fifo", "fr_fcfs"):
        pair = row("paced", design), row("saturated", design)
        expect(None not in pair and number(pair[0], "latency") < number(pair[1], "latency"),
               f"{network}: {design}, paced, is slower than saturated")
print(checks, "expectations,", broken, "broken")
sys.exit(broken > 0)
CHECK
# check TABLE [short]: every broken relation; fails when there is one.
check() { python3 "$work/check.py" "$1" "${2:-whole}"; }
check "$work/short.csv" short || fault "the short table"
check $committed || fault "$committed"

# The table's rows of a synthetic stream are those of today.
"${run[@]}" --requests 10000 --streams core_stencil --parts designs --networks crossbar --csv "$work/today.csv" \
    >/dev/null
column() {
    awk -F, 'NR == 1 { while ($++c != "core_stencil"); next }
        $1 == "crossbar" && $4 == 32 && $5 == 1 && $8 == "pim" { print $1, $2, $3, $c }' "$1"
}
diff <(column "$work/today.csv") <(column $committed) ||
    fault "$committed is stale; run scripts/experiment request_network --csv on it"
scripts/experiment request_network --rows $committed --markdown "$work/table.md" >/dev/null
current docs/tables/request_network.md "scripts/experiment request_network --rows $committed"

# What the page says of writes in static channels.
held() {
    "${ROWHOLD:-build/bin/rowhold}" sweep --stream core_stencil --read-share "$1" --requests 3000 --channels 8 \
        --network crossbar --controller banked_fifo --hold hold_grant --allocator pim --vcs 4 --static-vcs \
        --preset gddr3_k4j52324qh --cache "$work/cache" --quiet --csv - --columns network_held_share | tail -n 1
}
awk -v reads="$(held 1)" -v writes="$(held 0)" 'BEGIN { exit !(reads > 0.4 && writes < 0.01) }' ||
    fault "static channels hold $(held 1) of reads and $(held 0) of writes, the page says otherwise"

plant() { # WHAT ROW COLUMN VALUE: in the row that begins so
    awk -F, -v OFS=, -v row="$2" -v name="$3" -v value="$4" '
        NR == 1 { while ($++c != name); } index($0, row) == 1 { $c = value } { print }' $committed >"$work/planted.csv"
    ! cmp -s $committed "$work/planted.csv" || fault "$1 was not planted"
    planted "$1"
}
row=mesh,saturated,banked_fifo+hold_grant,32,1,dynamic,0
plant 'another mean' $row, throughput 0.9
plant 'another stream' $row, core_stencil 0.5
plant 'a latency that is not that of its parts' $row, in_network 30.0
plant 'a hold rule that holds nothing' $row, held 0.0000
plant 'held packets without a rule' mesh,saturated,banked_fifo,32,1,dynamic,0, held 0.1
plant 'locality that a rule loses' $row, locality_after 20.0
plant 'other bits' $row, compared 1121
plant 'another share of the bits' $row, compared_percent 11.2
plant 'cores more even than the most even' $row, jain_least 0.99
plant 'a design that fails' crossbar,saturated,row_sorter,32,1,dynamic,0, throughput 0.8
row=crossbar,saturated,banked_fifo+row_match_hold_grant,32,1,dynamic,0,islip
plant 'a rule that fails on iSLIP' $row, throughput 0.6
plant 'tails that row_affine and gain nothing' ring,saturated,banked_fifo+hash_match_hold_grant,32,4,static,0,pim,15, \
    throughput 0.7
plant 'a row of another queue' ring,paced,fr_fcfs,64, queue 63
grep -v '^crossbar,paced,row_sorter,' $committed >"$work/planted.csv"
planted 'no row_sorter'
