# SPDX-License-Identifier: Apache-2.0
"""Holds the charts of a report's page against its JSON and the results of `simulate`: look_at_charts.py PAGE JSON.

Where no design has an area, the page has the bits by formula in place of what the table of areas gives, and the rest is
not looked at."""
import html
import json
import math
import re
import sys

page = open(sys.argv[1]).read()
report = json.load(open(sys.argv[2]))
designs = {(d["controller"], d["queue"]): d for d in report["designs"]}
runs = {(r["controller"], r["queue"], r["stream"]): r for r in report["runs"]}
QUEUE = report["queue_shown"]
charts = {}
for svg in re.findall(r"<svg.*?</svg>", page, re.S):
    charts[html.unescape(re.search(r'aria-label="([^"]*)"', svg)[1])] = svg


def axis(svg, anchor, log=False):
    """Where a number lies: by the first and the last of the axis' numbers."""
    at = "x" if anchor == "middle" else "y"
    ticks = [(float(a), float(v)) for a, v in
             re.findall(rf'<text [^>]*?\b{at}="([\d.]+)"[^>]*text-anchor="{anchor}">(-?[\d.]+)</text>', svg)]
    (a, least), (b, most) = ticks[0], ticks[-1]
    side = float(re.search(r'viewBox="0 0 (\d+) (\d+)"', svg)[1 if at == "x" else 2])
    assert abs(b - a) > 0.4 * side, (ticks, side)  # the axis has its picture to itself
    of = math.log if log else float
    shift = 0 if at == "x" else -4  # a number at the y axis hangs below its line
    return lambda v: a + shift + (of(v) - of(least)) / (of(most) - of(least)) * (b - a)


def marks(svg, kind):
    for attributes, tip in re.findall(rf"<{kind} (.*?)><title>(.*?)</title>", svg):
        values = dict(re.findall(r'([\w-]+)="([^"]*)"', attributes))
        yield values, html.unescape(tip)


def near(found, expected, within, *what):
    assert abs(found - expected) <= within, (found, expected, *what)


def pareto(title, unit, cost, scale, log=False):
    svg = charts[title]
    x_of, y_of = axis(svg, "middle", log), axis(svg, "end")
    price = {key: d[cost] * scale for key, d in designs.items() if d[cost] is not None}
    gain = {key: designs[key]["dram_efficiency"] for key in price}
    seen = set()
    for at, tip in marks(svg, "circle"):
        said = re.fullmatch(rf"(\w+), queue (\d+)( \(stores \d+\))?: ([\d.]+) %, ([\d.]+) {unit}"
                            "(; no design costs less and moves more)?", tip)
        key = said[1], int(said[2])
        seen.add(key)
        stored = designs[key]["queue_stored"]
        assert (said[3] or "") == ("" if stored == key[1] else f" (stores {stored})"), tip
        near(float(said[4]), 100 * gain[key], 0.051, tip)
        near(float(said[5]), price[key], 6e-4 * price[key], tip)
        near(float(at["cx"]), x_of(price[key]), 0.5, tip)
        near(float(at["cy"]), y_of(100 * gain[key]), 0.5, tip)
        beaten = any(price[o] <= price[key] and gain[o] >= gain[key] and
                     (price[o], gain[o]) != (price[key], gain[key]) for o in price)
        assert ("front" in at["class"]) == (said[6] is not None) == (not beaten), tip
    assert seen == set(price) and len(seen) >= 6, seen


def parts():
    svg = charts["Area of each design by what it is made of"]
    x_of, ends, count = axis(svg, "middle"), {}, 0
    for at, tip in marks(svg, "rect"):
        said = re.fullmatch(r"(\w+) (\d+): ([\d.]+) thousand um2 \w+, ([\d.]+) a point of DRAM efficiency", tip)
        key, share = (said[1], int(said[2])), float(said[3])
        near(float(said[4]), share / (100 * designs[key]["dram_efficiency"]), 0.06, tip)
        near(float(at["width"]), x_of(share) - x_of(0), 0.2, tip)
        near(float(at["x"]), ends.get(key, x_of(0)), 0.2, tip)
        ends[key] = float(at["x"]) + float(at["width"])
        count += 1
    for key, end in ends.items():
        near(end, x_of(designs[key]["area_um2"] / 1000), 0.5, key)
    assert count >= 6 * 5, count


def stacks():
    work = set()
    for controller in {c for c, _ in designs}:
        svg = charts[f"What the data bus of {controller} did, by stream"]
        x_of, shares, ends = axis(svg, "middle"), {}, {}
        for at, tip in marks(svg, "rect"):
            said = re.fullmatch(rf"{controller}, (\w+): ([\d.]+) % (.+)", tip)
            shares[said[1], said[3]] = float(said[2])
            near(float(at["width"]), x_of(float(said[2])) - x_of(0), 0.3, tip)
            near(float(at["x"]), ends.get(said[1], x_of(0)), 0.3, tip)
            ends[said[1]] = float(at["x"]) + float(at["width"])
        for stream in {r["stream"] for r in report["runs"]}:
            total = json.load(open(f"{controller}_{stream}.json"))["total"]
            clocks = dict(total["stall_cycles"], data=total["data_bus_busy_cycles"])
            clocks["no work"] = total["idle_cycles"]
            for name, value in clocks.items():
                share = 100 * value / sum(clocks.values())
                near(shares.pop((stream, name), 0), share, 0.051, controller, stream, name)
                work.add((name == "no work") and share > 1)
            near(ends[stream], x_of(100), 0.3, controller, stream)
        assert not shares, shares
    assert True in work  # a stream with clocks without work is among them


def bars(title, unit, figure, log):
    svg = charts[title]
    x_of, count = axis(svg, "middle", log), 0
    for at, tip in marks(svg, "rect"):
        said = re.fullmatch(rf"(\w+), (\w+): (-?[\d.e+-]+) {unit}", tip)
        value = runs[said[1], QUEUE, said[2]][figure]
        near(float(said[3]), value, 6e-3 * abs(value) + 1e-3, tip)
        left, right = sorted((x_of(1 if log else 0), x_of(value)))
        near(float(at["x"]), left, 0.6, tip)
        near(float(at["width"]), max(right - left, 0.5), 0.6, tip)
        count += 1
    assert count == len({c for c, _ in designs}) * len({r["stream"] for r in report["runs"]}), count


if all(d["area_um2"] is None for d in designs.values()):
    pareto("DRAM efficiency over address bits compared, by formula", "bits", "compared_formula", 1, True)
    assert [title for title in charts if title.startswith(("DRAM efficiency over", "Area of"))] == [
        "DRAM efficiency over address bits compared, by formula"], charts.keys()
    sys.exit()
assert "DRAM efficiency over address bits compared, by formula" not in charts
pareto("DRAM efficiency over address bits compared, counted in the netlist", "bits", "compared_netlist", 1, True)
pareto("DRAM efficiency over area", "1000 um2", "area_um2", 1e-3)
pareto("DRAM efficiency over critical path", "ns", "critical_ns", 1)
parts()
stacks()
bars("Requests an activate, by stream and controller", "requests an ACT", "row_access_locality", True)
bars("Error of the predicted DRAM efficiency, by stream and controller", "points, predicted - measured",
     "prediction_error_points", False)
