# SPDX-License-Identifier: Apache-2.0
"""What scripts/experiment request_network found, as text and as the page docs/tables/request_network.md."""
import csv
import pathlib

from iso_bandwidth_page import table
from request_network_text import GOAL, PACED, PUBLISHED, SATURATED, head, text

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHORT = {"fifo": "FIFO", "banked_fifo": "BFIFO", "banked_fifo+hold_grant": "BFIFO+HG",
         "banked_fifo+row_match_hold_grant": "BFIFO+RMHG", "banked_fifo+hash_match_hold_grant": "BFIFO+HMHG4",
         "row_sorter": "row_sorter", "row_sorter+hold_grant": "row_sorter+HG", "fr_fcfs": "FR-FCFS"}
LOADS, NETWORKS = ("paced", "saturated"), ("crossbar", "mesh", "ring")
ALLOCATORS = ("pim", "islip", "wavefront")
NAMES = {short: design for design, short in SHORT.items()}
LEAST = {"crossbar": 1, "mesh": 1, "ring": 2}
THESIS_ROW_BITS = 12  # of its memory's 4096 rows
LIMIT_BITS = 8  # that a hold limit compares in each allocator, beyond the formulas
ROUTERS = {"crossbar": 1, "mesh": 36, "ring": 36}
PAIRS = {"crossbar": "inputs=28 outputs=8", "mesh": "inputs=5 outputs=5"}
HOLD = {"none": 0, "hold_grant": 1, "row_match_hold_grant": 2, "hash_match_hold_grant": 3}


class Result:
    """The rows of the CSV, found by network, load, design and what is varied."""

    def __init__(self, rows):
        self.rows = rows
        self.at = {self.key(row): row for row in rows}
        first = list(rows[0])
        self.streams = first[first.index("jain_least") + 1:]

    @staticmethod
    def key(row):
        return (row["network"], row["load"], row["design"], int(row["queue"]), int(row["vcs"]), row["assignment"],
                int(row["hold_limit"]), row["allocator"], int(row["row_affine"]))

    def row(self, network, load, design, queue=32, vcs=0, assignment="dynamic", limit=0, allocator="pim",
            row_affine=0):
        """None where it was not measured. The design by its short name."""
        return self.at.get((network, load, NAMES[design], queue, vcs or LEAST[network], assignment, limit, allocator,
                            row_affine))

    def percent(self, row, column="throughput"):
        """Of FR-FCFS with the same queue behind the same network with the fewest channels."""
        best = row and self.row(row["network"], row["load"], "FR-FCFS", int(row["queue"]))
        return 100 * float(row[column]) / float(best[column]) if best and best[column] and row[column] else None

    def networks(self):
        return [name for name in NETWORKS if any(row["network"] == name for row in self.rows)]


def number(value, digits=1):
    return "-" if value is None else f"{value:.{digits}f}"


def share(row, column):
    return f"{100 * float(row[column]):.0f} %"


def designs(result, network):
    """Every design at 32 entries and the fewest channels, its locality and where its requests wait."""
    lines = [["design", "load", "of FR-FCFS", "synthetic", "all", "before", "after", "preserved", "held",
              "latency", "p99", "to inject", "network", "queue", "Jain", "least"]]
    for short in SHORT.values():
        for load in LOADS:
            row = result.row(network, load, short)
            if row:
                lines.append([short, load, *(number(result.percent(row, column)) for column in
                                             ("throughput", "synthetic", "all")),
                              *(f"{float(row[column]):.2f}" for column in ("locality_before", "locality_after")),
                              share(row, "preserved"), share(row, "held"),
                              *(f"{float(row[column]):.0f}" for column in ("latency", "latency_p99", "in_injection",
                                                                           "in_network", "in_queue")),
                              f"{float(row['jain']):.3f}", f"{float(row['jain_least']):.3f}"])
    return lines


def by_stream(result, network):
    """Throughput of each stream, percent of FR-FCFS: paced / saturated."""
    shown = [short for short in SHORT.values() if short != "FR-FCFS" and result.row(network, "paced", short)]
    lines = [["stream", *shown]]
    for name in result.streams:
        lines.append([name, *(" / ".join(number(result.percent(result.row(network, load, short), name), 0)
                                         for load in LOADS) for short in shown)])
    return lines


def queues(result):
    """Percent of FR-FCFS with as many entries; FR-FCFS itself in requests a clock."""
    sizes = (8, 16, 32, 64)
    lines = [["network", "design", "load", *map(str, sizes)]]
    for network in result.networks():
        for short in ("BFIFO", "BFIFO+HG", "BFIFO+HMHG4", "row_sorter+HG", "FR-FCFS"):
            for load in LOADS:
                found = [result.row(network, load, short, size) for size in sizes]
                if found[0]:
                    cells = [number(row and float(row["throughput"]), 3) if short == "FR-FCFS" else
                             number(result.percent(row)) for row in found]
                    lines.append([network, short, load, *cells])
    return lines


def channels(result):
    """Percent of FR-FCFS behind the fewest channels, and what is preserved of the locality."""
    kinds = ((1, "dynamic"), (2, "dynamic"), (2, "static"), (4, "dynamic"), (4, "static"))
    lines = [["network", "design", "load", *(f"{vcs} {'' if vcs == 1 else kind}".strip() for vcs, kind in kinds)]]
    for network in result.networks():
        for short in ("BFIFO", "BFIFO+HG", "BFIFO+HMHG4"):
            for load in LOADS:
                found = [None if vcs < LEAST[network] else result.row(network, load, short, 32, vcs, kind)
                         for vcs, kind in kinds]
                if found[-1]:
                    lines.append([network, short, load, *(
                        f"{result.percent(row):.1f} ({share(row, 'preserved')})" if row else "-" for row in found)])
    return lines


def allocators(result):
    """Percent of FR-FCFS behind pim, and what is preserved of the locality."""
    lines = [["network", "design", "load", *ALLOCATORS]]
    for network in result.networks():
        for short in ("BFIFO", "BFIFO+HG", "BFIFO+RMHG", "BFIFO+HMHG4", "FR-FCFS"):
            for load in LOADS:
                found = [result.row(network, load, short, allocator=name) for name in ALLOCATORS]
                if found[1]:
                    lines.append([network, short, load, *(
                        f"{result.percent(row):.1f} ({share(row, 'preserved')})" if row else "-" for row in found)])
    return lines


def stays(result):
    """The ring with ejectors whose tails stay, without beside; bits that they compare for the thesis' memory."""
    lines = [["channels", "row_affine", "design", "paced", "saturated", "preserved", "held", "latency", "p99",
              "least Jain", "bits of row_affine"]]
    for vcs, kind, row_affine in ((2, "dynamic", 0), (2, "static", 15), (4, "static", 0), (4, "static", 15)):
        for short in ("BFIFO", "BFIFO+HG", "BFIFO+HMHG4"):
            rows = [result.row("ring", load, short, 32, vcs, kind, row_affine=row_affine) for load in LOADS]
            if all(rows):
                both = [" / ".join(cell(row) for row in rows) for cell in (
                    lambda row: share(row, "preserved"), lambda row: share(row, "held"),
                    lambda row: f"{float(row['latency']):.0f}", lambda row: f"{float(row['latency_p99']):.0f}",
                    lambda row: f"{float(row['jain_least']):.3f}")]
                lines.append([f"{vcs} {'by destination' if kind == 'static' else kind}", row_affine or "none", short,
                              *(number(result.percent(row)) for row in rows), *both,
                              8 * vcs * THESIS_ROW_BITS if row_affine else 0])
    return lines


def limits(result):
    """What a limit of the hold rule does; without a rule beside."""
    lines = [["network", "design", "load", "limit", "of FR-FCFS", "preserved", "held", "latency", "p99", "Jain",
              "least"]]
    for network in result.networks():
        if not result.row(network, "paced", "BFIFO+HG", limit=16):
            continue
        for short in ("BFIFO", "BFIFO+HG", "BFIFO+HMHG4", "row_sorter+HG"):
            for load, limit in ((load, limit) for load in LOADS for limit in (0, 64, 16)):
                row = result.row(network, load, short, limit=limit)
                if row:
                    name = "no rule" if short == "BFIFO" else limit or "none"
                    lines.append([network, short, load, name, number(result.percent(row)), share(row, "preserved"),
                                  share(row, "held"), f"{float(row['latency']):.0f}",
                                  f"{float(row['latency_p99']):.0f}", f"{float(row['jain']):.3f}",
                                  f"{float(row['jain_least']):.3f}"])
    return lines


def costs():
    """(mm2, ns) of 8 controllers and all allocators by network, design and allocator, from docs/tables/area.csv; ns,
    the longest path of joined blocks, is None where it lacks one of these."""
    with open(ROOT / "docs/tables/area.csv", encoding="ascii", newline="") as file:
        lines = list(csv.DictReader(line for line in file if not line.startswith("#")))
    found = {(line["design"], line["settings"]): (float(line["area_um2"]), float(line["critical_ns"]))
             for line in lines}
    result = {}
    for design in SHORT:
        controller, _, hold = design.partition("+")
        for network, pairs in PAIRS.items():
            one = found.get((controller, "queue=32"))
            for name in ALLOCATORS:
                size = f"{pairs} destinations=8 hold={HOLD[hold or 'none']}"
                allocator = found.get((name, size))
                joined = [found.get((f"arrival_{controller}", "queue=32")),
                          found.get((f"reply_{controller}", "queue=32")), found.get((f"node_{name}", size))]
                if one and allocator:
                    area = 8 * one[0] + ROUTERS[network] * allocator[0]
                    result[network, design, name] = area / 1e6, max(row[1] for row in joined) if all(joined) else None
    return result


class Point:
    """A design on the plane of bits and throughput."""

    def __init__(self, result, network, short, limit, allocator, cost):
        rows = [result.row(network, load, short, limit=limit, allocator=allocator) for load in LOADS]
        self.network, self.short, self.limit, self.allocator = network, short, limit, allocator
        self.paced, self.saturated = map(result.percent, rows)
        best, extra = result.row(network, "paced", "FR-FCFS"), LIMIT_BITS * ROUTERS[network] * (limit > 0)
        self.bits = int(rows[0]["compared"]) + extra if rows[0]["compared"] else None
        self.bits_percent = None if self.bits is None else 100 * self.bits / int(best["compared"])
        self.here = float(rows[0]["compared_percent_here"]) if rows[0]["compared_percent_here"] else None
        self.area, self.ns = cost.get((network, NAMES[short], allocator), (None, None))

    def reaches(self):
        goal = GOAL.get(self.network)
        return (goal is not None and self.bits_percent is not None and self.bits_percent <= goal and
                self.paced >= PACED and self.saturated >= SATURATED)

    def beaten_by(self, other):
        return (None not in (self.bits, other.bits) and other.bits <= self.bits and other.paced >= self.paced and
                other.saturated >= self.saturated and
                (other.bits, other.paced, other.saturated) != (self.bits, self.paced, self.saturated))


def points(result):
    """All designs at 32 entries and the fewest channels that were tried on each network, with both loads."""
    cost = costs()
    return {network: [Point(result, network, short, limit, allocator, cost) for short in SHORT.values()
                      for allocator in ALLOCATORS for limit in (0, 64, 16)
                      if all(result.row(network, load, short, limit=limit, allocator=allocator) for load in LOADS)]
            for network in result.networks()}


def pareto(result):
    lines = [["network", "design", "allocator", "hold limit", "paced", "saturated", "bits", "of FR-FCFS", "this memory",
              "mm2", "ns", "front", "goal"]]
    for network, found in points(result).items():
        for point in found:
            front = point.bits is not None and not any(point.beaten_by(other) for other in found)
            lines.append([network, point.short, point.allocator, point.limit or "none", number(point.paced),
                          number(point.saturated),
                          "-" if point.bits is None else point.bits, number(point.bits_percent),
                          number(point.here if point.limit == 0 else None), number(point.area, 2),
                          number(point.ns, 2), "yes" if front else "", "yes" if point.reaches() else ""])
    return lines


def summary(result):
    parts = []
    for network in result.networks():
        parts += [f"{network}, 32 entries, the fewest channels:", table(designs(result, network), False), ""]
    return "\n".join(parts).rstrip()


def published(result):
    """The thesis' figures beside those of here; a row for each figure, a cell for each load."""
    lines = [["figure", "published", "paced", "saturated"]]
    for name, theirs, measure in PUBLISHED:
        cells = []
        for load in LOADS:
            try:
                cells.append(measure(result, load))
            except (TypeError, KeyError, ZeroDivisionError):
                cells.append("-")
        lines.append([name, theirs, *cells])
    return lines


def markdown(result):
    """The page. Where a part was not measured its section is left out."""
    parts = ["<!-- made by scripts/experiment request_network; do not edit -->",
             "# Banked FIFOs behind a request network", "", *head(result), ""]
    found = points(result)
    parts += ["## What reaches the goal", "", *text("answer", result, found), "", table(pareto(result), True), "",
              "![throughput over bits compared](../images/request_network.svg)", "",
              "## Beside the published figures", "", table(published(result), True), "",
              *text("published", result, found), ""]
    for network in result.networks():
        parts += [f"## Designs: {network}", "", table(designs(result, network), True), "",
                  "Of each stream, % of FR-FCFS, paced / saturated:", "", table(by_stream(result, network), True), ""]
    for name, title, lines in (("queues", "Queues", queues(result)), ("channels", "Virtual channels", channels(result)),
                               ("limits", "Hold limits", limits(result)),
                               ("stays", "The ring with tails that stay", stays(result)),
                               ("allocators", "Allocators", allocators(result))):
        if len(lines) > 1:
            parts += [f"## {title}", "", table(lines, True), "", *text(name, result, found), ""]
    return "\n".join(parts).rstrip() + "\n"
