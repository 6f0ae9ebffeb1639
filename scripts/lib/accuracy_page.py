# SPDX-License-Identifier: Apache-2.0
"""The tables and the picture of scripts/experiment accuracy, from its rows."""
import pathlib
import subprocess

TITLES = {"dramsim3": "DRAMsim3", "ramulator21": "Ramulator 2.1"}
FIGURES = ("gb_per_s", "latency", "p99", "activates")
HEAD = "<!-- SPDX-License-Identifier: Apache-2.0. Made by scripts/experiment accuracy; do not edit. -->\n"
ALIKE = 2


def differences(row):
    """How much more each figure of the peer is, in per cent."""
    return [100 * (float(row[name]) / float(row[f"ours_{name}"]) - 1) for name in FIGURES]


def alike(row):
    return all(abs(found) <= ALIKE for found in differences(row))


def percents(row):
    return [f"{found:+.1f} %".replace("-0.0", "+0.0") for found in differences(row)]


def points(rows):
    """The rows of each stream as it runs, and of the last step behind it."""
    found = {}
    for row in rows:
        found.setdefault((row["peer"], row["preset"], row["stream"], row["load"]), []).append(row)
    return found


def table(head, left, rows):
    return "\n".join([f"| {' | '.join(head)} |",
                      f"|{' --- |' * left}{' ---: |' * (len(head) - left)}",
                      *(f"| {' | '.join(row)} |" for row in rows)])


def stream_table(rows):
    """A stream a row: figures as it runs, and what is left behind the last step."""
    lines = []
    for (peer, preset, stream, load), steps in points(rows).items():
        first, last = steps[0], steps[-1]
        cells = [TITLES[peer], preset, stream, load, "as run" if first is last else last["setting"]]
        for name, percent in zip(FIGURES, percents(first)):
            cells += [f"{float(first[name]):.{2 if name == 'gb_per_s' else 0}f}", percent]
        lines.append(cells + percents(last))
    head = ["peer", "preset", "stream", "load", "step", "GB/s", "", "latency", "", "p99", "", "activates", "",
            "last: GB/s", "latency", "p99", "activates"]
    return table(head, 5, lines)


def step_table(rows):
    """Step by step: streams in which all figures agree, and the greatest difference of each."""
    lines = []
    for peer, title in TITLES.items():
        mine = {key: steps for key, steps in points(rows).items() if key[0] == peer}
        settings = []
        for row in rows:
            if row["peer"] == peer and row["setting"] not in settings:
                settings.append(row["setting"])
        order = [name for name in ("as run", "one queue", "hits first", "row kept", "in the queue", "order in a row",
                                   "addresses apart", "reads first", "no refresh") if name in settings]
        for at, setting in enumerate(order):
            now = [[row for row in steps if row["setting"] in order[:at + 1]][-1] for steps in mine.values()]
            worst = [f"{max((abs(differences(row)[i]) for row in now), default=0):.1f} %" for i in range(4)]
            lines.append([title, setting, f"{sum(alike(row) for row in now)} of {len(now)}", *worst])
    return table(["peer", "step", "within 2 %", "greatest difference: GB/s", "latency", "p99", "activates"], 2, lines)


def plot(rows, path):
    """Difference of each stream as it runs and behind the last step."""
    script = ["set terminal svg size 900,620 background '#ffffff'", f"set output '{path}'", "set grid ytics",
              "set key top right", "unset xtics", "set multiplot layout 2,1", "set ylabel 'per cent'"]
    for figure, title in (0, "bandwidth"), (1, "mean latency of reads"):
        for name, index in ("run", 0), ("last", -1):
            script.append(f"${name} << END")
            script += [f"{at} {differences(steps[index])[figure]}" for at, steps in enumerate(points(rows).values())]
            script.append("END")
        script.append(f"set title '{title}: more than here'")
        script.append("plot $run with impulses linewidth 4 linecolor rgb '#bbbbbb' title 'as run', "
                      "$last with points pointtype 7 pointsize 0.4 linecolor rgb '#000000' title 'last step'")
    subprocess.run(["gnuplot"], input="\n".join(script) + "\n", text=True, check=True)


def write(rows, markdown, steps, svg):
    streams, summary = stream_table(rows), step_table(rows)
    print(streams + "\n\n" + summary)
    link = "[What the steps are](../accuracy.md#what-makes-them-agree)\n\n"
    if markdown:
        pathlib.Path(markdown).write_text(
            f"{HEAD}# DRAMsim3 and Ramulator 2.1 beside fr_fcfs, stream by stream\n\nFigures of the peer as it runs, "
            "each with how much more it is than here; behind them the differences that the last step leaves. Latency "
            f"of reads in\nclocks. {link}{streams}\n")
    if steps:
        pathlib.Path(steps).write_text(
            f"{HEAD}# DRAMsim3 and Ramulator 2.1 beside fr_fcfs, step by step\n\nStreams in which all four figures "
            f"agree, with this step and those before it.\n{link}{summary}\n")
    if svg:
        plot(rows, svg)
