#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Request networks on speculation saturate where BookSim 2's speculative router does (docs/rh_open_loop.md says how both
# were run): below its load by so many per cent the mean latency is less than three times that of a network at 5 % of
# its bound, above it by as many it is more, or a source does not get its packets through.
source tb/published/published.sh
needs python3
# network,traffic,channels,saturation of BookSim 28f4329 in packets a source and clock,per cent
cat >"$work/golden.csv" <<'GOLDEN'
crossbar,uniform,1,0.2369,2
crossbar,uniform,4,0.2539,2
crossbar,transpose,1,0.2426,2
crossbar,hot_spot,1,0.1008,4
mesh,uniform,1,0.2666,3
mesh,uniform,4,0.2793,2
mesh,transpose,1,0.1703,3
mesh,transpose,4,0.1822,2
mesh,hot_spot,4,0.1024,4
ring,uniform,2,0.1859,4
ring,uniform,4,0.1958,4
ring,transpose,4,0.1642,4
GOLDEN
cat >"$work/look.py" <<'PY'
import csv, io, subprocess, sys

def run(network, traffic, vcs, load):
    said = subprocess.run([sys.argv[1], "switch", "--network", network, "--traffic", traffic, "--vcs", vcs, "--load",
                           f"{load:.6f}", "--clocks", "12000", "--allocator", "islip", "--speculative", "--csv", "-"],
                          check=True, stdout=subprocess.PIPE, text=True).stdout
    return {name: float(value) for name, value in next(csv.DictReader(io.StringIO(said))).items()
            if name in ("bound", "mean", "sustained")}

broken = checks = 0
for line in open(sys.argv[2]):
    network, traffic, vcs, there, within = line.strip().split(",")
    bound = run(network, traffic, vcs, 0)["bound"]
    low = run(network, traffic, vcs, 0.05 * bound)["mean"]
    for sign in -1, 1:
        load = float(there) * (1 + sign * float(within) / 100)
        found = run(network, traffic, vcs, load)
        saturated = found["mean"] > 3 * low or found["sustained"] < 0.95 * load
        checks += 1
        if saturated != (sign > 0):
            broken += 1
            print(f"broken: {network}, {traffic}, {vcs} channels, load {load:.4f}: mean {found['mean']:.1f}, {low:.1f} "
                  f"at 5 %; BookSim saturates at {there}")
print(f"{checks} loads, {broken} on the wrong side")
sys.exit(broken > 0)
PY
check() { python3 "$work/look.py" "$rowhold" "$1"; }
check "$work/golden.csv" || fault "saturation beside BookSim"
sed -n 's/^crossbar,uniform,1,0.2369/crossbar,uniform,1,0.2250/p' "$work/golden.csv" >"$work/planted.csv"
planted 'a saturation that is off by 7 %'
sed -n 's/^ring,uniform,2,0.1859/ring,uniform,2,0.2050/p' "$work/golden.csv" >"$work/planted.csv"
planted 'a saturation that is not reached'
