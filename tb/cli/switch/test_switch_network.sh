#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Request networks under load: lone packets take the clocks of the blocks on their way, bounds are those of the ways
# that a second reckoning walks, no packet is lost, no source gets more through than the bound, and one channel of a
# crossbar is a FIFO an input.
source tb/published/published.sh

head=''
run() { # TAG OPTION...
    "$rowhold" switch --csv "$work/one.csv" --network "${@:2}" >/dev/null
    [[ -n $head ]] || { head=$(head -n 1 "$work/one.csv") && echo "tag,$head" >"$work/table.csv"; }
    tail -n +2 "$work/one.csv" | sed "s/^/$1,/" >>"$work/table.csv"
}
lone=(--load 0.001 --clocks 60000)
run lone crossbar --cores 2 --channels 2 "${lone[@]}"
run lone_long crossbar --cores 2 --channels 2 --flits 32 "${lone[@]}" --load 0.01
run lone_line mesh --cores 1 --channels 1 "${lone[@]}"
run lone_turn mesh --cores 2 --channels 2 --traffic transpose "${lone[@]}"
run lone_ring ring --cores 2 --channels 2 "${lone[@]}"
run lone_ring_vcs ring --cores 2 --channels 2 --vcs 4 --static-vcs --flits 5 "${lone[@]}" --load 0.005
for network in crossbar mesh ring; do
    for traffic in uniform transpose hot_spot; do
        run calm $network --traffic $traffic --load 0.005 --clocks 8000 --vcs 4
        run full $network --traffic $traffic --cores 9 --channels 3 --loads 0.05,0.1,0.3,1 --clocks 6000 --vcs 4
    done
done
run calm_replies mesh --replies --load 0.01 --clocks 16000
run fifo crossbar --loads 0.15,1 --clocks 20000 --flits 8 --injection-queue 16
run vcs crossbar --loads 0.15,1 --clocks 20000 --flits 8 --injection-queue 16 --vcs 4

# The second reckoning: places of nodes, ways, loads of links, from the sentences of rh_topology.h and rh_traffic.h.
cat >"$work/check.py" <<'PY'
import collections, csv, math, sys

def nodes(row):
    n, m = int(row["cores"]) + int(row["controllers"]), int(row["controllers"])
    controllers = [(2 * k + 1) * n // (2 * m) for k in range(m)]
    cores = [node for node in range(n) if node not in controllers]
    return (controllers, cores) if row["replies"] == "1" else (cores, controllers)

def way(row, a, b):
    """Nodes from a to b, each named once."""
    n, on = int(row["cores"]) + int(row["controllers"]), [a]
    if row["network"] == "ring":
        ahead = (b - a) % n
        step = 1 if ahead < n - ahead or (ahead == n - ahead and a % 2 == 0) else -1
        while on[-1] != b:
            on.append((on[-1] + step) % n)
    elif row["network"] == "mesh":
        w = int(row["columns"])
        while on[-1] % w != b % w:
            on.append(on[-1] + (1 if b % w > on[-1] % w else -1))
        while on[-1] != b:
            on.append(on[-1] + (w if b > on[-1] else -w))
    return on

def shares(row, sources, sinks):
    n = int(row["cores"]) + int(row["controllers"])
    w = int(row["columns"]) or math.isqrt(n - 1) + 1
    if row["traffic"] == "uniform":
        return {(s, t): 1 / len(sinks) for s in sources for t in sinks}
    if row["traffic"] == "hot_spot":
        return {(s, t): 0.75 / len(sinks) + 0.25 * (t == sinks[0]) for s in sources for t in sinks}
    pairs = sorted((abs(s // w - t % w) + abs(s % w - t // w), s, t) for s in sources for t in sinks)
    left, partner = dict.fromkeys(sinks, -(-len(sources) // len(sinks))), {}
    for _, s, t in pairs:
        if s not in partner and left[t]:
            partner[s] = t
            left[t] -= 1
    return {pair: 1.0 for pair in partner.items()}

def reckon(row):
    """The bound, and the mean clocks of a packet that meets no other."""
    sources, sinks = nodes(row)
    load, clocks = collections.Counter({None: 1.0}), 0
    for (s, t), share in shares(row, sources, sinks).items():
        on = way(row, s, t)
        load[t] += share
        for link in zip(on, on[1:]):
            if row["network"] != "crossbar":
                load[link] += share
        routers = 1 if row["network"] == "crossbar" else len(on)
        clocks += share / len(sources) * (2 + 3 * routers + 2 + int(row["flits"]) - 1)
    return 1 / max(load.values()), clocks

broken = checks = 0
def expect(good, text):
    global broken, checks
    checks += 1
    if not good:
        print(f"broken: {text}")
        broken += 1

lone = {"lone": 7, "lone_long": 38, "lone_line": 10, "lone_turn": 13, "lone_ring": 10, "lone_ring_vcs": 14}
last = {}
for row in csv.DictReader(open(sys.argv[1])):
    real = {key: float(value) for key, value in row.items() if key not in
            ("tag", "network", "traffic", "allocator", "hold", "bound_link")}
    name = " ".join((row["tag"], row["network"], row["traffic"], row["load"]))
    bound, clocks = reckon(row)
    expect(abs(real["bound"] - bound) < 1e-5, f"{name}: bound {row['bound']}, expected {bound}")
    expect(real["total_created"] == real["total_delivered"] + real["waiting"] + real["in_flight"],
           f"{name}: {row['total_created']} packets are created, but not all are somewhere")
    expect(real["sustained"] <= min(bound, real["load"]) + 1e-6, f"{name}: {row['sustained']} is beyond {bound}")
    expect(abs(real["injection"] + real["transit"] - real["mean"]) < 1e-4, f"{name}: parts of the latency")
    expect(real["injection"] >= 2 and real["mean"] > 0.9 * clocks, f"{name}: too fast")
    if row["tag"] in lone:
        expect(real["p50"] == lone[row["tag"]], f"{name}: {row['p50']} clocks, expected {lone[row['tag']]}")
    if row["tag"].startswith("calm"):
        expect(abs(real["mean"] - clocks) < 0.025 * clocks, f"{name}: {row['mean']} clocks, expected {clocks:.2f}")
        expect(real["accepted"] > 0.9 * real["load"], f"{name}: only {row['accepted']} is accepted")
    if row["tag"] == "full":
        key = row["network"], row["traffic"]
        before = last.get(key, {"mean": 0, "accepted": 0})
        expect(real["mean"] > before["mean"], f"{name}: latency does not rise")
        expect(real["accepted"] > before["accepted"] - 0.02, f"{name}: throughput falls")
        expect(real["load"] < 1 or (real["waiting"] > 1000 and real["accepted"] > 0.5 * bound),
               f"{name}: not full")
        last[key] = real
    # Many inputs with one FIFO each fill 1 + r - sqrt(1 + r r) of the outputs, r = 28/8; long packets pause a clock of
    # nine between two of them. More channels do better.
    r = 28 / 8
    fifo = 1 + r - math.sqrt(1 + r * r)
    if row["tag"] == "fifo" and real["load"] == 1:
        expect(fifo * 8 / 9 - 0.04 < real["sink_share"] < fifo + 0.02, f"{name}: {row['sink_share']}, FIFOs {fifo:.3f}")
    if row["tag"] == "vcs" and real["load"] == 1:
        expect(real["sink_share"] > fifo + 0.02, f"{name}: {row['sink_share']}, no more than FIFOs")
expect(checks > 400, f"{checks} checks, expected more")
sys.exit(broken > 0)
PY
check() { python3 "$work/check.py" "$1"; }
check "$work/table.csv" || fault "the table of this run"

# faults, by the column's name: plant WHAT TAG COLUMN VALUE (of the first row of that tag)
plant() {
    awk -F, -v OFS=, -v tag="$2" -v name="$3" -v value="$4" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
        $1 == tag && !done { $at[name] = value; done = 1 }
        { print }' "$work/table.csv" >"$work/planted.csv"
    ! cmp -s "$work/table.csv" "$work/planted.csv" || fault "$1 was not planted"
    planted "$1"
}
plant 'a router of a clock more' lone_turn p50 14
plant 'a bound too high' full bound 0.4
plant 'a lost packet' full total_delivered 1
plant 'more than the bound' full sustained 0.9
plant 'a latency that falls' full mean 100000
plant 'a calm network that waits' calm mean 9
plant 'FIFOs that are too good' fifo load 1
sed '/^calm/d' "$work/table.csv" >"$work/planted.csv"
planted 'missing rows'

seeded=(switch --network ring --seed 7 --clocks 1000)
cmp <("$rowhold" "${seeded[@]}") <("$rowhold" "${seeded[@]}") ||
    fault 'one seed gives two results'
! cmp -s <("$rowhold" switch --network ring --seed 7 --clocks 1000 --csv -) \
    <("$rowhold" switch --network ring --seed 8 --clocks 1000 --csv -) || fault 'two seeds give one result'
"$rowhold" switch --network mesh --clocks 400 |
    grep "^bound 0.2857: fullest link sink 0's, 3.50 flits a clock" >/dev/null ||
    fault 'the text does not name the fullest link'
# What links carry: all that is accepted comes over the sinks' own, each carries what the traffic offers it, and the
# fullest is the bound's.
"$rowhold" switch --network torus --cores 13 --channels 7 --vcs 4 --loads 0.05,0.2 --clocks 40000 \
    --links "$work/links.csv" --csv "$work/loads.csv" >/dev/null
cat >"$work/links.py" <<'PY'
import csv, sys
links, runs = ([*csv.DictReader(open(name))] for name in sys.argv[1:])
assert len(runs) == 2
for run in runs:
    own = [row for row in links if float(row["load"]) == float(run["load"])]
    assert len(own) > 30, len(own)
    into = sum(float(row["carried"]) for row in own if row["link"].startswith("sink "))
    assert abs(into - 13 * float(run["accepted"])) < 0.01, (into, run)
    for row in own:
        assert abs(int(row["flits"]) / int(run["clocks"]) - float(row["carried"])) < 1e-6, row
        assert abs(float(row["carried"]) - float(row["offered"])) < 0.02, row
    most = max(own, key=lambda row: float(row["offered"]))
    assert abs(float(most["offered"]) / float(run["load"]) * float(run["bound"]) - 1) < 1e-4, (most, run)
    assert run["bound_link"] in [r["link"] for r in own if r["offered"] == most["offered"]], (most, run)
PY
python3 "$work/links.py" "$work/links.csv" "$work/loads.csv" || fault 'links carry something else'
sed '/^0.2,.*sink/s/[0-9.]*\(,[0-9.]*\)$/9\1/' "$work/links.csv" >"$work/planted.csv"
! python3 "$work/links.py" "$work/planted.csv" "$work/loads.csv" 2>/dev/null || fault 'links that carry 9 flits a clock'
if command -v gnuplot >/dev/null; then
    "$rowhold" switch --network crossbar --clocks 1000 --loads 0.1,0.2 --plot "$work/plot.svg" >/dev/null ||
        fault 'no picture'
    grep -q '</svg>' "$work/plot.svg" && grep -q 'mean latency' "$work/plot.svg" || fault 'the picture is not whole'
else
    echo "note: no gnuplot, its picture was not looked at"
fi
