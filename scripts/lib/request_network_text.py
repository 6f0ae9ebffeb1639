# SPDX-License-Identifier: Apache-2.0
"""The sentences of docs/tables/request_network.md, and the published figures that it sets beside those of here."""

GOAL = {"crossbar": 25, "mesh": 45}  # percent of the bits of FR-FCFS; throughput, in percent of its:
PACED, SATURATED = 97, 92


def value(result, network, load, design, column, **more):
    return float(result.row(network, load, design, **more)[column])


def of_best(result, network, load, design, **more):
    return result.percent(result.row(network, load, design, **more))


def cut(result, load, design):
    """Of the banked FIFO's mean latency on the crossbar, percent."""
    plain = value(result, "crossbar", load, "BFIFO", "latency")
    return f"{100 * (1 - value(result, 'crossbar', load, design, 'latency') / plain):.1f} %"


def kept(result, load, design):
    return f"{100 * value(result, 'crossbar', load, design, 'preserved'):.0f} %"


def ratio(over, under):
    return f"{100 * (over / under - 1):+.1f} %"


def channels(result, load, design):
    """Throughput with one channel, with four given as they come, with four by destination."""
    return [value(result, "crossbar", load, design, "throughput", vcs=vcs, assignment=kind)
            for vcs, kind in ((1, "dynamic"), (4, "dynamic"), (4, "static"))]


def fifos_beaten(result, load):
    rows = [result.row("crossbar", load, design) for design in ("FIFO", "BFIFO")]
    return f"{sum(float(rows[1][name]) > float(rows[0][name]) for name in result.streams)} of {len(result.streams)}"


def efficiency(result, load):
    return " to ".join(f"{100 * value(result, 'crossbar', load, design, 'efficiency'):.1f} %"
                       for design in ("BFIFO", "BFIFO+HG"))


def by_queue(network, design, queue):
    return lambda result, load: f"{of_best(result, network, load, design, queue=queue):.1f} %"


def at_ring(result, load):
    speeds = [value(result, "ring", load, design, "throughput") for design in ("BFIFO+HMHG4", "BFIFO")]
    return ratio(*speeds)


def four(design, over, under):
    def measure(result, load):
        speeds = channels(result, load, design)
        return ratio(speeds[over], speeds[under])
    return measure


# What, as published, how it is worked out here at a load. The crossbar, 32 entries, where nothing else is said.
PUBLISHED = (
    ("streams on which BFIFO beats FIFO", "all", fifos_beaten),
    ("locality behind the network, of that before it, no hold rule", "53 %", lambda r, load: kept(r, load, "BFIFO")),
    ("the same, FR-FCFS", "56.2 %", lambda r, load: kept(r, load, "FR-FCFS")),
    ("the same, BFIFO+HG", "over 70 %", lambda r, load: kept(r, load, "BFIFO+HG")),
    ("the same, BFIFO+HMHG4", "over 70 %", lambda r, load: kept(r, load, "BFIFO+HMHG4")),
    ("BFIFO's mean latency, cut by HG", "33.9 %", lambda r, load: cut(r, load, "BFIFO+HG")),
    ("BFIFO's mean latency, cut by HMHG4", "35.3 %", lambda r, load: cut(r, load, "BFIFO+HMHG4")),
    ("DRAM efficiency, BFIFO to BFIFO+HG", "55 to 63 %", efficiency),
    ("throughput of FR-FCFS', HMHG4, crossbar", "86.0 %", by_queue("crossbar", "BFIFO+HMHG4", 32)),
    ("throughput of FR-FCFS', HMHG4, mesh", "84.7 %", by_queue("mesh", "BFIFO+HMHG4", 32)),
    ("throughput of FR-FCFS', HMHG4, crossbar, 8 entries", "91.0 %", by_queue("crossbar", "BFIFO+HMHG4", 8)),
    ("throughput of FR-FCFS', HMHG4, crossbar, 64 entries", "less than with 32",
     by_queue("crossbar", "BFIFO+HMHG4", 64)),
    ("ring: HMHG4 over BFIFO", "+6.3 %", at_ring),
    ("HG, four dynamic channels over one", "-21.3 %", four("BFIFO+HG", 1, 0)),
    ("HMHG4, four dynamic channels over one", "-21.7 %", four("BFIFO+HMHG4", 1, 0)),
    ("HG, four static channels over four dynamic", "+18.5 %", four("BFIFO+HG", 2, 1)),
    ("HMHG4, four static channels over four dynamic", "+17.7 %", four("BFIFO+HMHG4", 2, 1)))


def head(result):
    recorded = [name for name in result.streams if not name.startswith("core_")]
    requests = result.rows[0]["requests"]
    first = (f"28 cores (30 on the crossbar), 64 requests each in flight, 8 controllers of GDDR3 with 8 banks "
             f"(`gddr3_k4j52324qh`), pim of one iteration; the first {requests} requests of each stream. "
             f"[rh_closed_loop](../rh_closed_loop.md) says what runs and what the figures mean.")
    which = (f"Recorded: {', '.join(recorded)}." if recorded else "Recorded streams: none, so means are of the others.")
    return [first, "",
            f"- **Streams.** {which} Synthetic: {', '.join(n for n in result.streams if n not in recorded)}. Columns "
            "are means over the recorded ones, but for `synthetic` and `all`.",
            "- **of FR-FCFS**: harmonic mean of requests a clock over the streams, in percent of FR-FCFS' on the same "
            "network, under the same load, with as many entries. `all` says little: core_hot_bank wants one bank, "
            "moves a request in 18 clocks under every design and is most of that mean.",
            "- **preserved**: locality behind the network over that before it, geometric mean. **held**: packets whose "
            "channel the hold rule gave. **to inject, network, queue**: clocks in which a request waits there.",
            "- **paced**: no request before its time in the stream; **saturated**: as fast as a core may.",
            "- HG `hold_grant`, RMHG `row_match_hold_grant`, HMHG4 `hash_match_hold_grant` with 4 bits."]


def text(name, result, found):
    """The sentences of a section; none where what they speak of was not measured."""
    try:
        return SECTIONS[name](result, found)
    except (TypeError, KeyError, ZeroDivisionError):
        return []


def answer(result, found):
    lines = [f"Asked: {PACED} % of FR-FCFS' throughput paced and {SATURATED} % saturated, with at most {GOAL['crossbar']} "
             f"% of its bits compared on the crossbar and {GOAL['mesh']} % on the mesh, at 32 entries.", ""]
    for network in GOAL:
        if network not in found:
            continue
        reach = [point for point in found[network] if point.reaches()]
        named = [f"{p.short}{f' with limit {p.limit}' if p.limit else ''} ({p.paced:.1f} / {p.saturated:.1f} for "
                 f"{p.bits_percent:.1f} %)" for p in reach]
        near = max((p for p in found[network] if p.short.startswith("BFIFO") and p.bits_percent <= GOAL[network]),
                   key=lambda p: p.saturated)
        lines.append(f"- **{network}**: {', '.join(named) or 'none reaches it'}. Without sorting, the best within the "
                     f"bits is {near.short} ({near.paced:.1f} / {near.saturated:.1f} for {near.bits_percent:.1f} %).")
    return lines + [
        "", "`row_sorter` ([page](../rh_row_sorter.md)) is the banked FIFO that compares a request once, when it comes, "
        "with four rows of its bank. What the network interleaves it puts together again, so it needs no hold rule.", "",
        "- **bits**: compared a clock, by the formulas of `rowhold complexity` for the thesis' memory (28 cores, 8 "
        "controllers, 4 banks of 4096 rows), the controllers' own included; a hold limit adds 8 an allocator. "
        "**this memory**: of FR-FCFS, for 8 banks of 16384 rows and the cores measured: the banked FIFO's own "
        "comparators grow with the banks, row_sorter's do not.",
        "- **mm2, ns**: eight controllers and all allocators ([area](area.md)), the slowest path of both.",
        "- **front**: no other design on this network has as few bits and is as fast under both loads."]


SECTIONS = {"answer": answer}
