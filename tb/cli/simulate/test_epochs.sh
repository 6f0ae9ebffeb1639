#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A run over time: literal lines of a run that can be followed by hand, lines that add up to the statistics (and do not
# when one is changed), the same bytes on any number of threads, statistics that do not depend on it, the picture.
source tb/shell.sh || exit
cd "$work"

# The four requests of test_requests_log.sh: ACTs in clocks 1 and 9, column commands in 13, 15, ... 27, the end in 38.
"$rowhold" simulate --stream rand2 --requests 4 --epoch 10 --epochs literal.csv --quiet
columns=epoch,cycle,channel,cycles,requests,column_commands,activates,row_hits,data_bus_busy_cycles,dram_utilization
columns+=,latency_mean,latency_read_mean,latency_write_mean,stall_tRCD
cat >pick.py <<'PY'
import csv, sys
names = sys.argv[1].split(",")
for row in csv.DictReader(sys.stdin):
    print(",".join(row[name] for name in names))
PY
diff <(python3 pick.py "$columns" <literal.csv) - <<'CSV'
0,0,0,10,4,0,2,0,0,0.000000,,,,9
0,0,all,10,4,0,2,0,0,0.000000,,,,9
1,10,0,10,0,4,0,1,7,0.700000,27.500000,27.500000,,3
1,10,all,10,0,4,0,1,7,0.700000,27.500000,27.500000,,3
2,20,0,10,0,4,0,1,9,0.900000,33.500000,33.500000,,0
2,20,all,10,0,4,0,1,9,0.900000,33.500000,33.500000,,0
3,30,0,9,0,0,0,0,0,0.000000,,,,0
3,30,all,9,0,0,0,0,0,0.000000,,,,0
CSV

# A read on channel 0, a write on channel 1, both taken in clock 0, with their ACTs in clock 1. The RD is in clock 13
# (tRCD 12), its data end with clock 23; those of the write with clock 18. Each holds its bus for 2 of 10 clocks.
printf '%s\n' '# geometry: channels=2 banks=4 rows=4096 columns=256 column_bytes=32' \
    op,channel,bank,row,column,cycle R,0,0,1,0,0 W,1,0,2,0,0 >two.csv
"$rowhold" simulate two.csv --epoch 10 --epochs two.epochs --quiet
columns=epoch,cycle,channel,cycles,idle_cycles,dram_utilization,latency_mean,latency_read_mean,latency_write_mean
diff <(python3 pick.py "$columns" <two.epochs) - <<'CSV'
0,0,0,10,1,0.000000,,,
0,0,1,10,1,0.000000,,,
0,0,all,10,2,0.000000,,,
1,10,0,10,5,0.200000,24.000000,24.000000,
1,10,1,10,5,0.200000,19.000000,,19.000000
1,10,all,10,10,0.200000,21.500000,24.000000,19.000000
2,20,0,5,5,0.000000,,,
2,20,1,5,5,0.000000,,,
2,20,all,5,10,0.000000,,,
CSV

# What gnuplot is asked to draw, which a stand-in gives back: where each epoch begins and ends the clock, then upper
# edges (the 1st is data, the 6th tRCD, the 13th the last cause, the 14th no request) and the efficiency.
mkdir bin && printf '#!/bin/sh\ncat\n' >bin/gnuplot && chmod +x bin/gnuplot
drawn() { PATH=$PWD/bin:$PATH "$rowhold" simulate "$1" --epoch 10 --plot drawn.svg --quiet "${@:2}" && cat drawn.svg; }
steps() { drawn "$@" | sed -n '/EOD$/,/^EOD/{/^[0-9]/p}'; }
diff <(steps two.csv | cut -d ' ' -f 1,2,6,7,15-17) - <<'STEPS'
0 0.000000 0.000000 0.900000 0.900000 1.000000 0.000000
10 0.000000 0.000000 0.900000 0.900000 1.000000 0.000000
10 0.200000 0.200000 0.500000 0.500000 1.000000 0.400000
20 0.200000 0.200000 0.500000 0.500000 1.000000 0.400000
20 0.000000 0.000000 0.000000 0.000000 1.000000 0.000000
25 0.000000 0.000000 0.000000 0.000000 1.000000 0.000000
STEPS
range() { drawn "$@" | grep '^set xrange'; }
[[ $(range two.csv) == 'set xrange [0:25]' && $(range two.csv --warmup 7) == 'set xrange [7:25]' ]] ||
    fail "$(range two.csv --warmup 7)"
# 400 epochs are 400 steps; of 401 there are 201, the last one of a single clock.
for last in 3987 3988; do { cat two.csv && echo R,0,0,1,0,$last; } >$last.csv; done
[[ $(steps 3987.csv | wc -l) == 800 ]] || fail "400 epochs: $(steps 3987.csv | wc -l) edges"
[[ $(steps 3988.csv | cut -d ' ' -f 1 | tail -n 4 | tr '\n' ' ') == '3980 4000 4000 4001 ' ]] ||
    fail "401 epochs: $(steps 3988.csv | tail -n 4)"

run() { # NAME OPTION...: three channels, refreshes, pauses
    "$rowhold" simulate --preset gddr3 --stream phases --channels 3 --requests 9000 --refresh all_bank --quiet \
        --stats "$1.json" --epochs "$1.csv" "${@:2}"
}
run one --epoch 700
run four --epoch 700 --threads 4
cmp one.csv four.csv || fail 'four threads: other lines'
run warm --epoch 700 --warmup 5000
run whole --epoch 10000000
[[ $(wc -l <whole.csv) == 5 ]] || fail "one epoch of four lines: $(wc -l <whole.csv)"
# Channel 2 has one request; it drains early and idles on.
{ echo op,channel,bank,row,column,cycle,core && echo R,2,0,1,0,0,1 &&
    for n in {0..99}; do echo "R,$((n % 2)),1,$n,0,$((40 * n)),$((n % 3))"; done; } >early.csv
"$rowhold" simulate early.csv --channels 3 --quiet --stats early.json --epoch 250 --epochs early.epochs
"$rowhold" simulate --preset gddr3 --stream phases --channels 3 --requests 9000 --refresh all_bank --quiet \
    --stats none.json
cmp one.json none.json || fail 'epochs change the statistics'
run packed --epoch 700 --epochs packed.csv.gz
gzip -dc packed.csv.gz | cmp - one.csv || fail 'a packed file unpacks to other lines'
"$rowhold" simulate --requests 100 --epoch 100 --epochs - 2>said | cmp - <("$rowhold" simulate --requests 100 --quiet \
    --epoch 100 --epochs -) || fail 'standard output holds more than the lines'
grep -q 'DRAM efficiency' said || fail 'no summary on standard error'

cat >sums.py <<'PY'
import csv, json


def sums(lines, stats):
    """Do the lines add up? The first that does not, else None."""
    with open(stats) as file:
        result = json.load(file)
    groups = [("all", result["total"])] + [(str(c["channel"]), c) for c in result["channels"]]
    for name, group in groups:
        mine = [row for row in lines if row["channel"] == name]
        if [int(row["epoch"]) for row in mine] != list(range(len(mine))):
            return name, "epoch"
        counts = {key: value for key, value in group.items() if isinstance(value, int) and key in mine[0]}
        counts.pop("channel", None)
        counts.update({"stall_" + key: value for key, value in group["stall_cycles"].items()})
        if len(counts) < 25:
            return name, "few columns"
        for key, value in counts.items():
            if sum(int(row[key]) for row in mine) != value:
                return name, key
    return None


def lines(name):
    return list(csv.DictReader(open(name)))


for name in ("one.csv", "warm.csv", "whole.csv", "early.epochs"):
    stats = name.split(".")[0] + ".json"
    assert sums(lines(name), stats) is None, (name, sums(lines(name), stats))
warm = lines("warm.csv")
assert warm[0]["cycle"] == "5000" and warm[4]["cycle"] == "5700"
early = [row for row in lines("early.epochs") if row["channel"] == "2"]
assert early[0]["requests"] == "1" and {row["requests"] for row in early[1:]} == {"0"}
assert {row["cycles"] == row["idle_cycles"] for row in early[1:]} == {True} and len(early) > 10
# A run of phases has phases: epochs differ.
shares = [float(row["dram_utilization"]) for row in lines("one.csv") if row["channel"] == "all"]
assert max(shares) > 1.3 * min(shares[:-1]), (min(shares[:-1]), max(shares))

planted = lines("one.csv")
planted[9]["activates"] = str(int(planted[9]["activates"]) + 1)
assert sums(planted, "one.json") == (planted[9]["channel"], "activates"), "a planted count adds up"
planted = lines("one.csv")
del planted[8:12]  # an epoch
assert sums(planted, "one.json") == ("all", "epoch"), "a lost epoch adds up"
PY
python3 sums.py

# Whole or absent: no stream, no file.
refusal '*' "$rowhold" simulate none.csv --epochs x.csv --plot x.svg
refusal 'rowhold: --epochs: found the file of --requests-log, *' \
    "$rowhold" simulate --requests 10 --epoch 5 --epochs x.csv --requests-log ./x.csv
mkdir empty
PATH=$PWD/empty refusal 'rowhold: --plot: found no gnuplot in PATH, *' "$rowhold" simulate --requests 10 --plot x.svg
if command -v gnuplot >/dev/null; then
    # More than 400 epochs are drawn as fewer steps; every row of the ledger that occurs is in the key.
    "$rowhold" simulate --stream phases --requests 4000 --epoch 25 --plot phases.svg --quiet --stats phases.json
    python3 - <<'PY'
import json
import xml.etree.ElementTree as tree
texts = {"".join(t.itertext()).strip() for t in tree.parse("phases.svg").iter() if t.tag.endswith("}text")}
with open("phases.json") as file:
    total = json.load(file)["total"]
assert total["cycles"] / 25 > 400
known = {key for key, value in total["stall_cycles"].items() if value} | {"data", "efficiency", "no_request"}
assert known <= texts, known - texts
assert not {key for key, value in total["stall_cycles"].items() if not value} & texts
PY
fi
echo 'the epochs add up'
