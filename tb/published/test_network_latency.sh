#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Latency over load of the request networks, a few points of docs/tables/network_latency.csv: the mean latency is the
# one that stands there, and below saturation it is that of BookSim 2 with a clock a router less and two for injector
# and ejector, within 2 % (docs/accuracy.md says how both ran).
source tb/published/published.sh
needs python3
cat >"$work/look.py" <<'PY'
import csv, io, subprocess, sys

LOW = {"uniform": ("0.02", "0.14"), "hot_spot": ("0.02", "0.08")}  # loads at which the two agree
HIGH = {"uniform": ("0.2",), "hot_spot": ("0.1",)}  # near saturation

points = broken = 0
for row in csv.DictReader(open(sys.argv[2])):
    low = row["load"] in LOW[row["traffic"]]
    if not low and row["load"] not in HIGH[row["traffic"]]:
        continue
    said = subprocess.run([sys.argv[1], "switch", "--network", row["network"], "--traffic", row["traffic"], "--vcs",
                           row["channels"], "--load", row["load"], "--clocks", "12000", "--allocator", "islip",
                           "--speculative", "--csv", "-"], check=True, stdout=subprocess.PIPE, text=True).stdout
    found = float(next(csv.DictReader(io.StringIO(said)))["mean"])
    points += 1
    faults = []
    if f"{found:.2f}" != row["speculative"]:
        faults.append(f"mean {found:.2f}, the table has {row['speculative']}")
    if low:
        theirs = float(row["booksim"]) + 2 - float(row["hops"])
        if abs(found / theirs - 1) > 0.02:
            faults.append(f"mean {found:.2f}, BookSim's with these routers {theirs:.2f}")
    for fault in faults:
        broken += 1
        print(f"broken: {row['network']}, {row['traffic']}, {row['channels']} channels, load {row['load']}: {fault}")
print(f"{points} points, {broken} broken")
sys.exit(broken > 0 or points != 24)
PY
check() { python3 "$work/look.py" "$rowhold" "$1"; }
table=docs/tables/network_latency.csv
check $table || fault "latency beside BookSim"
plant 'another latency than the table has' 's/^\(mesh,uniform,4,0.14,[0-9.]*\),14\.4./\1,14.91/' $table
plant 'a BookSim of other routers' 's/^\(ring,uniform,4,0.14,.*\),9.95$/\1,9.05/' $table
