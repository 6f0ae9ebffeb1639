#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# What each core got: literal figures of a stream drawn by hand, the log of requests counted again, each core run alone
# by hand (and a wrong one, which is noticed), many cores, a sweep with the figures as columns.
source tb/shell.sh || exit
cd "$work"

# tb/unit/test_cores.c has these two cores: another row of the same bank comes tRC = 34 clocks later.
printf '%s\n' '# geometry: channels=1 banks=4 rows=4096 columns=256 column_bytes=32' op,channel,bank,row,column,core \
    R,0,0,1,0,4 R,0,0,2,0,9 >drawn.csv
"$rowhold" simulate drawn.csv --slowdown --stats drawn.json --core-table cores.csv >drawn.txt
diff cores.csv - <<'CSV'
core,requests,reads,latency_cycles,latency_max,first_arrival,last_data,latency_mean,latency_mean_alone,slowdown
4,1,1,24,24,,24,24.000000,24.000000,1.000000
9,1,1,57,57,,58,57.000000,24.000000,2.416667
CSV
grep -q '^     9         1      1     57.0            57         58     2.417$' drawn.txt ||
    fail "no line of core 9: $(cat drawn.txt)"
grep -q '^  weighted speedup 1.414 of 2, harmonic speedup 0.585, unfairness 2.417$' drawn.txt || fail "$(cat drawn.txt)"
# Standard input is read once.
"$rowhold" simulate - --slowdown --quiet --core-table - <drawn.csv | cmp - cores.csv || fail 'another table from a pipe'
# Without the option no core runs alone.
"$rowhold" simulate drawn.csv --stats plain.json --core-table plain.csv >plain.txt
[[ $(tail -n 1 plain.csv) == 9,1,1,57,57,,58,57.000000,, ]] || fail "$(cat plain.csv)"
[[ $(tail -n 5 plain.json) == '  "cores": [
    {"core": 4, "requests": 1, "reads": 1, "latency_cycles": 24, "latency_max": 24, "last_data": 24, "latency_mean": '\
'24.000000},
    {"core": 9, "requests": 1, "reads": 1, "latency_cycles": 57, "latency_max": 57, "last_data": 58, "latency_mean": '\
'57.000000}
  ]
}' ]] || fail "$(tail -n 5 plain.json)"
! grep -q slowdown plain.json plain.txt || fail 'a slowdown that nobody asked for'
# All requests are taken in the warm-up: they name their cores, but none is left to count.
refusal 'rowhold: --core-table: found no request that was taken behind --warmup, expected at least one' \
    "$rowhold" simulate drawn.csv --warmup 10 --quiet --core-table -
# The other files of a run are those of the shared one.
files() { # NAME OPTION...
    "$rowhold" simulate drawn.csv --quiet --commands "$1.commands" --epoch 40 --epochs "$1.epochs" --wave "$1.vcd" \
        "${@:2}"
}
files shared
files compared --slowdown
for ending in commands epochs vcd; do cmp shared.$ending compared.$ending || fail "--slowdown: other $ending"; done
# Eight cores have a line each, in their order. Of nine the quickest has none, and the slowest is the first.
few() { # CORE...
    local n=0 core
    echo op,channel,bank,row,column,core
    for core; do echo "R,0,$((n % 4)),$((n / 4)),0,$core" && n=$((n + 1)); done
}
shown() { # FILE: core:latency of each line, and the spread
    "$rowhold" simulate "$1" --channels 1 | sed -n '/^  core/,/over the cores/p' |
        awk '/^ +[0-9]/ { printf "%s:%s ", $1, $4 } /over the cores/ { print $(NF - 2), $(NF - 1), $NF }'
}
few {0..7} >eight.csv
few {8..0} >nine.csv
[[ $(shown eight.csv) == '0:24.0 1:31.0 2:38.0 3:45.0 4:54.0 5:61.0 6:68.0 7:75.0 24.000 to 75.000' ]] ||
    fail "eight cores: $(shown eight.csv)"
[[ $(shown nine.csv) == '0:84.0 1:75.0 2:68.0 3:61.0 4:54.0 5:45.0 6:38.0 7:31.0 24.000 to 84.000' ]] ||
    fail "nine cores: $(shown nine.csv)"
# Of cores that are as slow as each other the lower number is first: all but the first one of a bank find a row open.
{ echo op,channel,bank,row,column,core,cycle && for n in {0..9}; do echo "R,0,0,$n,0,$n,$((n * 500))"; done; } >same.csv
[[ $(shown same.csv) == '1:37.0 2:37.0 3:37.0 4:37.0 5:37.0 6:37.0 7:37.0 8:37.0 24.000 to 37.000' ]] ||
    fail "cores alike: $(shown same.csv)"
# One core: no table, but its line for programs.
head -n 3 drawn.csv >one.csv
"$rowhold" simulate one.csv --slowdown --core-table one.cores >one.txt
grep -q '^Cores: 4 alone, which nobody slows down$' one.txt || fail "$(cat one.txt)"
[[ $(wc -l <one.cores) == 2 ]] || fail "$(cat one.cores)"

# Three cores of different manners on two channels: hits of one row, random rows, writes late in the run.
awk 'BEGIN { print "# geometry: channels=2 banks=4 rows=4096 columns=256 column_bytes=32"
    print "cycle,op,channel,bank,row,column,core"; x = 7
    for (n = 0; n < 3000; n++) { x = (x * 1103515245 + 12345) % 2147483648; c = n < 1500 ? n % 2 : n % 3
        r = int(x / 65536)
        if (c == 0) print n * 2 ",R," r % 2 "," int(n / 64) % 4 ",5," n % 64 ",11"
        if (c == 1) print n * 2 ",R," r % 2 "," int(r / 2) % 4 "," int(r / 8) % 4096 ",0,300"
        if (c == 2) print n * 2 ",W," r % 2 ",3," int(n / 100) "," n % 64 ",12" } }' >three.csv
run() { "$rowhold" simulate three.csv --refresh all_bank --quiet "$@"; }
run --slowdown --stats three.json --requests-log three.log
run --slowdown --threads 2 --stats threads.json
cmp three.json threads.json || fail 'two threads: other figures'
for core in 11 12 300; do
    grep -E "^#|^cycle|,$core\$" three.csv >$core.csv
    "$rowhold" simulate $core.csv --refresh all_bank --quiet --stats $core.json
done
cat >figures.py <<'PY'
import csv, json


def read(name):
    with open(name) as file:
        return json.load(file)


def differs(result, alone):
    """The first figure that is not what the log and the runs alone say, else None."""
    slow = {}
    for core in result["cores"]:
        rows = [row for row in csv.DictReader(open("three.log")) if int(row["core"]) == core["core"]]
        latency = [int(row["latency"]) for row in rows]
        seen = {"requests": len(rows), "reads": sum(row["op"] == "R" for row in rows), "latency_cycles": sum(latency),
                "latency_max": max(latency), "first_arrival": min(int(row["arrival"]) for row in rows),
                "last_data": max(int(row["done"]) for row in rows)}
        for key, value in seen.items():
            if core[key] != value:
                return core["core"], key
        one = alone[core["core"]]["cores"][0]
        slow[core["core"]] = (core["last_data"] - core["first_arrival"]) / (one["last_data"] - one["first_arrival"])
        if abs(slow[core["core"]] - core["slowdown"]) > 1e-6:
            return core["core"], "slowdown"
        if abs(one["latency_mean"] - core["latency_mean_alone"]) > 1e-6:
            return core["core"], "latency_mean_alone"
    slow, total = list(slow.values()), result["total"]
    literature = {"weighted_speedup": sum(1 / s for s in slow), "harmonic_speedup": len(slow) / sum(slow),
                  "unfairness": max(slow) / min(slow), "slowdown_max": max(slow),
                  "slowdown_mean": sum(slow) / len(slow)}
    for key, value in literature.items():
        if abs(total[key] - value) > 1e-5:
            return "total", key
    return None


three, alone = read("three.json"), {core: read(f"{core}.json") for core in (11, 12, 300)}
assert [core["core"] for core in three["cores"]] == [11, 12, 300]
assert differs(three, alone) is None, differs(three, alone)
assert three["total"]["slowdown_max"] > 1.01, three["total"]["slowdown_max"]
assert differs(three, {**alone, 300: alone[11]}) == (300, "slowdown"), "a run of another core passes"
for key in ("requests", "reads", "latency_cycles", "latency_max", "first_arrival", "last_data"):
    three["cores"][1][key] += 1
    assert differs(three, alone) == (12, key), f"a planted {key} passes"
    three["cores"][1][key] -= 1
three["total"]["unfairness"] *= 1.01
assert differs(three, alone) == ("total", "unfairness"), "a planted unfairness passes"
PY
python3 figures.py

# Many: the worst eight in the text, all in the files.
awk 'BEGIN { print "op,channel,bank,row,column,core"
    for (n = 0; n < 9000; n++) print "R,0," n % 4 "," (n * 7) % 50 "," n % 128 "," (n * n + n) % 293 * 3 }' >many.csv
"$rowhold" simulate many.csv --slowdown --threads 2 --stats many.json --core-table many.cores >many.txt
python3 - <<'PY'
import csv, json
with open("many.json") as file:
    result = json.load(file)
rows = list(csv.DictReader(open("many.cores")))
assert len(rows) == len(result["cores"]) > 100 and len({row["core"] for row in rows}) == len(rows)
assert [int(row["core"]) for row in rows] == [core["core"] for core in result["cores"]]
text = open("many.txt").read()
table = text.split("  core  requests")[1].split("\n")[1:9]
worst = sorted(rows, key=lambda row: (-float(row["slowdown"]), int(row["core"])))[:8]
assert [line.split()[0] for line in table] == [row["core"] for row in worst], (table, worst)
assert f"  the 8 cores with the largest slowdowns of {len(rows)};" in text
mean = sum(float(row["slowdown"]) for row in rows) / len(rows)
spread = (sum((float(row["slowdown"]) - mean) ** 2 for row in rows) / (len(rows) - 1)) ** 0.5
assert f"slowdown over the cores: mean {mean:.3f}, standard deviation {spread:.3f}" in text, (mean, spread)
PY

# Columns of a sweep, and their spread over an axis.
"$rowhold" sweep --stream three.csv --controller fifo,fr_fcfs --queue 8,32 --slowdown --warmup 0 --cache cache --quiet \
    --csv sweep.csv --show slowdown_max,latency_max,weighted_speedup
"$rowhold" sweep --stream three.csv --controller fr_fcfs --queue 8,32 --slowdown --over queue --cache cache --quiet \
    --csv over.csv
python3 - <<'PY'
import csv
rows = list(csv.DictReader(open("sweep.csv")))
assert len(rows) == 4 and all(float(row["slowdown_max"]) > 1 and int(row["latency_max"]) > 60 for row in rows)
assert len({row["slowdown_max"] for row in rows}) > 2
(over,) = csv.DictReader(open("over.csv"))
mine = [float(row["slowdown_max"]) for row in rows if row["controller"] == "fr_fcfs"]
assert abs(float(over["slowdown_max"]) - sum(mine) / 2) < 1e-5, (over["slowdown_max"], mine)
PY
# A point that fails is empty and runs anew, though an earlier run of it was kept. (Without a folder for temporary files
# no requests can be kept.)
point=(--stream three.csv --controller fifo --slowdown --cache kept --quiet)
"$rowhold" sweep "${point[@]}" --csv kept.csv
code=0
TMPDIR=$work/missing "$rowhold" sweep "${point[@]}" --again --csv failed.csv 2>errors || code=$?
[[ $code == 1 && $(tail -n 1 failed.csv) == three.csv,fifo,true,* && $(tail -n 1 failed.csv) != *[0-9]* ]] ||
    fail "a point that fails: exit $code, $(tail -n 1 failed.csv), $(cat errors)"
[[ -z $(ls kept) ]] || fail "a point that failed leaves $(ls kept)"
"$rowhold" sweep "${point[@]}" --csv again.csv
cmp kept.csv again.csv || fail 'another result behind a failure'
echo 'slowdowns agree with runs of each core alone'
