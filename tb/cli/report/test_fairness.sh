#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The streams of a report whose cores share the controllers: table and dots have the figures of `sweep --slowdown` and
# of the table of areas; without such streams there is no section.
source tb/shell.sh || exit
needs python3
cp docs/tables/area.csv "$work"
cd "$work"

suite=(--controller fifo,fr_fcfs,sms --queue 32 --stream rand1 --requests 200 --no-lockstep --cache cache --quiet)
"$rowhold" report "${suite[@]}" --slowdown core_stencil,core_transpose --html page.html
"$rowhold" sweep --stream core_stencil,core_transpose --network crossbar --slowdown --channels 8 --requests 200 \
    --controller fifo,fr_fcfs,sms --queue 32 --cache cache --quiet --csv sweep.csv
cat >look.py <<'PY'
import csv, html, re, sys
section = re.search(r'<section id="fairness">.*?</section>', open(sys.argv[1]).read(), re.S)[0]
rows = {(r["stream"], r["controller"]): r for r in csv.DictReader(open("sweep.csv"))}
area = {r["design"]: float(r["area_um2"]) / 1000 for r in csv.DictReader(
    line for line in open("area.csv") if line[0] != "#") if r["settings"] == "queue=32" and r["kind"] == "controller"}
heads = [html.unescape(h) for h in re.findall(r"<button[^>]*>(.*?)</button>", section, re.S)]
names = ["stream", "controller", "weighted_speedup", "slowdown_max", "unfairness", "network_jain_index",
         "network_throughput", "network_latency_mean"]
assert heads == [name.removeprefix("network_").replace("_", "\n") for name in names], heads
lines = re.findall(r"<tr>(<td.*?)</tr>", section)
assert len(lines) == len(rows) == 6, lines
for line in lines:
    values = re.findall(r'data-value="([^"]*)"', line)
    row = rows[values[0], values[1]]
    assert all(abs(float(value) - float(row[name])) < 1e-6 * max(1, float(row[name]))
               for name, value in list(zip(names, values))[2:]), (values, row)
# A dot a controller and chart: what it says, and where it stands.
charts = re.findall(r"<svg.*?</svg>", section, re.S)
assert len(charts) == 3, charts
def scale(svg, pattern):
    ticks = [tuple(map(float, tick)) for tick in re.findall(pattern, svg)]
    (a, least), (b, most) = ticks[0], ticks[-1]
    return lambda value: a + (value - least) * (b - a) / (most - least)
for svg in charts:
    x = scale(svg, r'<text [^>]*?\bx="([\d.]+)"[^>]*text-anchor="middle">(\d[\d.]*)</text>')
    dots = re.findall(r'<circle (.*?)><title>(\w+): (\w+) ([\d.]+), ([\d.]+) thousand um2</title>', svg)
    assert len(dots) == 3, svg
    for attributes, controller, name, value, um2 in dots:
        mean = sum(float(rows[stream, controller][name]) for stream in ("core_stencil", "core_transpose")) / 2
        assert abs(float(value) - mean) < 6e-4 and abs(float(um2) - area[controller]) < 0.06, (controller, name, value)
        assert abs(float(re.search(r'cx="([\d.]+)"', attributes)[1]) - x(area[controller])) < 0.6, attributes
PY
python3 look.py page.html || fail "the page has other figures"
# planted WHAT SED: a page with one mark changed is noticed.
planted() {
    sed "$2" page.html >planted.html
    ! cmp -s page.html planted.html || fail "nothing planted: $1"
    ! python3 look.py planted.html >/dev/null 2>&1 || fail "$1 goes unnoticed"
}
planted "a slowdown" '/<section id="fairness">/,$ s/: slowdown_max [0-9]/&9/'
planted "a dot that moved" '/<section id="fairness">/,$ { 0,/<circle [^>]*cx="[0-9]/s//&1/ }'
planted "a cell" '/<section id="fairness">/,$ s/data-value="sms"/data-value="fifo"/'
"$rowhold" report "${suite[@]}" --html none.html
! grep -q 'Cores that share' none.html || fail "a section without shared streams"
refusal "rowhold: sweep: stream=none_such *: found no readable file *, expected one" "$rowhold" report "${suite[@]}" \
    --slowdown none_such --html refused.html
echo "the shared streams of a report have the figures of their sweep"
