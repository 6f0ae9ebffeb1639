#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The committed table of the closed loop's models: its page is that of its rows, rows of a synthetic stream are what the
# program says today, no run is above its bound, and the errors are no larger than the pages say.
source tb/published/published.sh
committed=docs/tables/prediction_network.csv
scripts/experiment prediction_network --rows $committed --markdown "$work/page.md" >/dev/null
cmp "$work/page.md" docs/tables/prediction_network.md
scripts/experiment prediction_network --streams core_random --networks crossbar,ring --csv "$work/short.csv" >/dev/null

cat >"$work/check.py" <<'PY'
import csv, statistics, sys
rows = list(csv.DictReader(open(sys.argv[1], encoding="ascii")))
short = list(csv.DictReader(open(sys.argv[2], encoding="ascii")))
broken = []
def expect(good, text):
    if not good:
        broken.append(text)
def key(row):
    return row["network"], row["load"], row["design"], row["stream"]
known = {key(row): row for row in rows}
expect(len(known) == len(rows) == 468, f"{len(rows)} rows, expected 13 streams x 6 designs x 3 networks x 2 loads")
expect(len(short) == 24 and all(known.get(key(row)) == row for row in short), "other rows than the program's today")
for row in rows:
    throughput, lines, bounds = (float(row[column]) for column in ("throughput", "lines", "bounds"))
    expect(max(throughput, lines) <= bounds, f"{key(row)}: {throughput}, {lines} above {bounds}")
    expect(abs(100 * (lines / throughput - 1) - float(row["lines_error_percent"])) < 0.01, f"{key(row)}: another error")
def within(limit, tenth, **chosen):
    errors = sorted(abs(float(row["lines_error_percent"])) for row in rows
                    if all(row[name] == value for name, value in chosen.items()))
    found = statistics.median(errors), errors[9 * len(errors) // 10]
    expect(found[0] <= limit and found[1] <= tenth, f"{chosen}: errors of {found}, expected {limit} and {tenth}")
within(5, 30)
within(1.1, 20, network="crossbar", load="paced")
within(8, 26, network="crossbar", load="saturated")
within(2, 14, network="mesh", load="paced")
within(6.5, 26, network="mesh", load="saturated")
within(2, 24, network="ring", load="paced")
within(15, 57, network="ring", load="saturated")
within(1, 11, design="fr_fcfs")
print("\n".join(broken))
sys.exit(bool(broken))
PY
python3 "$work/check.py" $committed "$work/short.csv"
# planted RULE: the same with a wrong number fails
planted() {
    sed "$1" "$2" >"$work/planted.csv"
    ! cmp -s "$work/planted.csv" "$2" || fail "$1 plants nothing"
    if python3 "$work/check.py" "$3" "$4" >/dev/null; then fail "$1 goes unnoticed"; fi
}
planted '2s/^\([^,]*,[^,]*,[^,]*,[^,]*,[^,]*,\)[^,]*/\19.9/' $committed "$work/planted.csv" "$work/short.csv"
planted '3d' $committed "$work/planted.csv" "$work/short.csv"
planted '2s/[0-9]$/x/' "$work/short.csv" $committed "$work/planted.csv"
