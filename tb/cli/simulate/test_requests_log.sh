#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The log of requests: literal lines of a run that can be followed by hand, sums equal to the statistics, first and last
# commands equal to those of the command trace, and the same bytes on any number of threads.
source tb/shell.sh || exit
cd "$work"

# rand2 on gddr3 with two chips: 64 bytes are two commands of two clocks. tRCD 12 plus the queue's clock, data ends 11
# later.
"$rowhold" simulate --stream rand2 --requests 4 --requests-log literal.csv --quiet
[[ $(head -n 1 literal.csv) == "channel,request,core,op,bank,row,column,commands,row_hit,arrival,accepted,\
first_command,last_command,done,latency,queue,bank_time,bus" ]] || fail "$(head -n 1 literal.csv)"
diff <(tail -n +2 literal.csv) - <<'CSV'
0,0,,R,3,1820,112,2,0,,0,1,15,26,26,1,14,11
0,1,,R,3,1820,114,2,1,,1,17,19,30,29,16,2,11
0,2,,R,1,3252,102,2,0,,2,9,23,34,32,7,14,11
0,3,,R,1,3252,104,2,1,,3,25,27,38,35,22,2,11
CSV

for threads in 1 4; do
    "$rowhold" simulate --preset hbm2 --stream mixed --channels 4 --requests 8000 --threads $threads --quiet \
        --requests-log $threads.csv --stats $threads.json --commands $threads.commands
done
cmp 1.csv 4.csv
"$rowhold" simulate --preset hbm2 --stream mixed --channels 4 --requests 8000 --warmup 1500 --quiet \
    --requests-log warm.csv --stats warm.json
printf 'op,channel,bank,row,column,core,cycle\nR,0,1,5,0,7,40\nW,0,1,5,2,9,90\n' >cores.csv
"$rowhold" simulate cores.csv --quiet --requests-log cores.log
[[ $(cut -d, -f3,10,11 cores.log | tr '\n' ' ') == 'core,arrival,accepted 7,40,40 9,90,90 ' ]] ||
    fail "cores and arrivals: $(<cores.log)"

python3 - <<'PY'
import csv, json


def check(name, stats, commands=None):
    rows = list(csv.DictReader(open(name)))
    with open(stats) as file:
        total = json.load(file)["total"]
    assert len(rows) == total["row_hits"] + sum(row["row_hit"] == "0" for row in rows)
    assert sum(row["row_hit"] == "1" for row in rows) == total["row_hits"]
    for key, column in (("latency_queue_cycles", "queue"), ("latency_bank_cycles", "bank_time"),
                        ("latency_bus_cycles", "bus")):
        assert sum(int(row[column]) for row in rows) == total[key], key
    for row in rows:
        times = [int(row[key]) for key in ("accepted", "first_command", "last_command", "done")]
        assert times == sorted(times) and int(row["latency"]) == times[3] - times[0]
        assert sum(int(row[key]) for key in ("queue", "bank_time", "bus")) == int(row["latency"])
    if commands:
        column, act = set(), set()
        for c in csv.DictReader(open(commands)):
            if c["command"] in ("RD", "WR", "RDA", "WRA"):
                column.add((c["channel"], c["cycle"], c["row"]))
            elif c["command"] == "ACT":
                act.add((c["channel"], c["cycle"], c["row"]))
        for row in rows:
            assert (row["channel"], row["last_command"], row["row"]) in column
            assert (row["channel"], row["first_command"], row["row"]) in (act | column)
    return rows


rows = check("1.csv", "1.json", "1.commands")
assert len(rows) == 8000 and {row["channel"] for row in rows} == {"0", "1", "2", "3"}
assert [int(row["last_command"]) for row in rows] == sorted(int(row["last_command"]) for row in rows)
warm = check("warm.csv", "warm.json")
assert 0 < len(warm) < 8000 and min(int(row["accepted"]) for row in warm) >= 1500
PY
# The histogram: the log's latencies, counted.
"$rowhold" simulate --preset hbm2 --stream mixed --channels 4 --requests 8000 --quiet --histogram histogram.csv
python3 - <<'PY'
import csv
from collections import Counter
log = Counter((row["op"], int(row["latency"])) for row in csv.DictReader(open("1.csv")))
seen = Counter()
for row in csv.DictReader(open("histogram.csv")):
    assert row["clocks_from"] == row["clocks_to"] and row["from_arrival"] == ""  # all are short
    for op, column in (("R", "reads"), ("W", "writes")):
        if row[column] != "0":
            seen[op, int(row["clocks_from"])] = int(row[column])
assert seen == log, "the histogram counts other latencies than the log has"
PY
refusal 'rowhold: --requests-log: found the file of --stats, expected a file of its own' \
    "$rowhold" simulate --requests 10 --requests-log x.csv --stats x.csv
echo "the log agrees with statistics and commands"
