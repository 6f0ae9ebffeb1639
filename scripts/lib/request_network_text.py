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
             f"(`gddr3_k4j52324qh`), pim of one iteration where no other allocator is named; the first {requests} "
             f"requests of each stream. "
             f"[rh_closed_loop](../rh_closed_loop.md) says what runs and what the figures mean.")
    which = (f"Recorded: {', '.join(recorded)}." if recorded else "Recorded streams: none, so means are of the others.")
    return [first, "",
            f"- **Streams.** {which} Synthetic: {', '.join(n for n in result.streams if n not in recorded)}. Columns "
            "are means over the recorded ones, but for `synthetic` and `all`.",
            "- **of FR-FCFS**: harmonic mean of requests a clock over the streams, in percent of FR-FCFS' on the same "
            "network, under the same load, with as many entries. `all` says little: core_hot_bank wants one bank, "
            "moves a request in 18 clocks under every design and weighs more in that mean than all others together.",
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


def named(point):
    limit = f" with limit {point.limit}" if point.limit else ""
    allocator = f" on {point.allocator}" if point.allocator != "pim" else ""
    return f"{point.short}{allocator}{limit} ({point.paced:.1f} / {point.saturated:.1f} for {point.bits_percent:.1f} %)"


def answer(result, found):
    lines = [f"The goal: {PACED} % of FR-FCFS' throughput paced and {SATURATED} % saturated, with at most "
             f"{GOAL['crossbar']} "
             f"% of its bits compared on the crossbar and {GOAL['mesh']} % on the mesh, at 32 entries.", ""]
    for network in GOAL:
        if network not in found:
            continue
        reach = [named(point) for point in found[network] if point.reaches()]
        near = max((p for p in found[network] if p.short.startswith("BFIFO") and p.bits_percent <= GOAL[network]),
                   key=lambda p: p.saturated)
        lines.append(f"- **{network}**: {', '.join(reach) or 'none reaches it'}. Without sorting, the best within the "
                     f"bits is {named(near)}.")
    return lines + [
        "",
        "`row_sorter` ([page](../rh_row_sorter.md)) is the banked FIFO that compares a request once, when it comes, "
        "with four rows of its bank. What the network interleaves it puts together again, so it needs no hold rule.",
        "",
        "- **bits**: compared a clock, by the formulas of `rowhold complexity` for the thesis' memory (28 cores, 8 "
        "controllers, 4 banks of 4096 rows), the controllers' own included; a hold limit adds 8 an allocator. "
        "**this memory**: of FR-FCFS, for 8 banks of 16384 rows and the cores measured: the banked FIFO's own "
        "comparators grow with the banks, row_sorter's do not.",
        "- **mm2, ns**: eight controllers and all allocators ([area](area.md)); the longest path of [joined blocks]"
        "(../rh_area.md#joined-blocks), `-` where none is measured.",
        "- Of FR-FCFS behind pim, whichever allocator: on crossbar and mesh FR-FCFS itself moves by 2 % at most with "
        "it ([below](#allocators)).",
        "- **front**: no other design on this network has as few bits and is as fast under both loads."]


def beside(result, found):
    """Where a sign differs from the published one, and why."""
    def of(load, design, column, network="crossbar", **more):
        return value(result, network, load, design, column, **more)

    def without(name, kind):
        row = result.row("crossbar", "saturated", "BFIFO+HG", vcs=4, assignment=kind)
        speeds = [float(row[stream]) for stream in result.streams if row[stream] and stream != name]
        return len(speeds) / sum(1 / speed for speed in speeds)

    fair = of("saturated", "BFIFO", "preserved_least")
    static, dynamic, one = (of("saturated", "BFIFO+HG", "tra", vcs=vcs, assignment=kind)
                            for vcs, kind in ((4, "static"), (4, "dynamic"), (1, "dynamic")))
    ring = {design: of_best(result, "ring", "saturated", design) for design in ("BFIFO", "BFIFO+HG", "BFIFO+HMHG4")}
    limited = {design: of_best(result, "ring", "saturated", design, limit=16) for design in ring if "+" in design}
    return [
        "Where they differ in sign:", "",
        "- **Locality rises in the network.** Before it, locality is counted core by core, and here cores share rows: "
        "a row of the recorded streams has requests of 4 to 26 cores, but for scp (1.3). Requests of several cores to "
        f"one row meet at its bank. Under no hold rule a stream keeps from {100 * fair:.0f} % (tra) to "
        f"{100 * of('saturated', 'BFIFO', 'preserved_most'):.0f} % (sto). What the thesis says of rules holds: HG and "
        f"HMHG4 keep {of('saturated', 'BFIFO+HG', 'preserved') / of('saturated', 'BFIFO', 'preserved'):.2f} and "
        f"{of('saturated', 'BFIFO+HMHG4', 'preserved') / of('saturated', 'BFIFO', 'preserved'):.2f} times what is kept "
        "without, saturated; in the thesis that is over 70 / 56.2 = 1.25.",
        "- **The gap to FR-FCFS narrows with the queue.** A banked FIFO has a ring a bank, so 8 entries are one a bank "
        "in this memory of 8 banks: whatever meets a full bank stops the port "
        f"({of('saturated', 'BFIFO+HMHG4', 'in_injection', queue=8):.0f} clocks to inject with 8 entries, "
        f"{of('saturated', 'BFIFO+HMHG4', 'in_injection'):.0f} with 32), while FR-FCFS shares its entries. The thesis' "
        "memory has 4 banks. With the same streams folded into 4 banks (`--preset gddr3 --wrap`, crossbar, saturated) "
        "HMHG4 has 61.7, 52.7 and 53.7 % of FR-FCFS with 8, 32 and 64 entries (paced 83.2, 82.2, 79.9): the published "
        "sign.",
        "- **Four dynamic channels cost nothing when paced.** Then the network is not full "
        f"({of('paced', 'BFIFO+HG', 'in_injection'):.0f} clocks to inject with one channel, "
        f"{of('paced', 'BFIFO+HG', 'in_injection', vcs=4):.0f} with four): channels take away waiting behind others, "
        f"and little locality with it. Saturated they cost, less than published: HG keeps "
        f"{kept(result, 'saturated', 'BFIFO+HG')} of the locality with one, "
        f"{100 * of('saturated', 'BFIFO+HG', 'preserved', vcs=4):.0f} % with four.",
        "- **Static channels lose instead of winning back.** One stream does that, in a harmonic mean: tra under HG, "
        f"saturated, moves {one:.2f} requests a clock with one channel, {dynamic:.2f} with four dynamic and "
        f"{static:.2f} with four static; without it static channels win back "
        f"{ratio(without('tra', 'static'), without('tra', 'dynamic'))}. tra is 80 % writes, and lib, the other stream "
        "of writes, has no held packet there at all. A write is a packet of several flits; while they leave, another "
        "channel of the input may be given another output, and then the hold rule forgets the pair "
        "([hold rules](../rh_hold.md)). With one channel there is no other; with dynamic ones the next packet of the "
        "stream may stand in another channel. A synthetic stream bears it out: of core_stencil's packets HG holds 59 % "
        "in four static channels when all are reads (`--read-share 1`) and 0 % when all are writes; in one channel 75 "
        "and 74 %. Ruled out: shallow buffers (16 flits a channel in place of 8: +2 %).",
        f"- **On the ring HMHG4 gains nothing when saturated** ({ring['BFIFO+HMHG4']:.1f} % of FR-FCFS, BFIFO "
        f"{ring['BFIFO']:.1f} %), and HG loses ({ring['BFIFO+HG']:.1f} %). As published, its channels interleave: "
        f"HMHG4 holds {share_of(of('saturated', 'BFIFO+HMHG4', 'held', 'ring'))} of the packets, "
        f"{share_of(of('saturated', 'BFIFO+HMHG4', 'held'))} on the crossbar, and keeps no more locality than no rule. "
        "What is left is the waiting of those turned away: a limit of 16 gives most of it back (HG "
        f"{limited['BFIFO+HG']:.1f} %, HMHG4 {limited['BFIFO+HMHG4']:.1f} %; HG's mean latency falls from "
        f"{of('saturated', 'BFIFO+HG', 'latency', 'ring'):.0f} to "
        f"{of('saturated', 'BFIFO+HG', 'latency', 'ring', limit=16):.0f} clocks). It is not that cores get more even "
        "shares: Jain's index does not rise. What helps is at the controller's end "
        "([tails that stay](#the-ring-with-tails-that-stay)).",
        "- **One stream is faster under FIFO**, paced: nn, by less than 1 %. One of 100 of its requests changes the "
        "row, so banks have nothing to do beside each other.", "",
        "Row-hit run breakers are not counted here; those of kernels are, by core, CTA and warp "
        "([kernels](kernels.md#what-the-memory-does))."]


def share_of(part):
    return f"{100 * part:.0f} %"


def queues(result, found):
    low, high = (value(result, "crossbar", "saturated", "row_sorter+HG", "throughput", queue=queue) /
                 value(result, "crossbar", "saturated", "FR-FCFS", "throughput", queue=queue) for queue in (8, 64))
    return [f"Of FR-FCFS with as many entries; FR-FCFS: requests a clock. On the crossbar row_sorter+HG is "
            f"{100 * (low - 1):.0f} % ahead of FR-FCFS with 8 entries and {100 * (high - 1):.0f} % with 64: what the "
            "network keeps together a short queue need not find."]


def channel_text(result, found):
    value(result, "ring", "saturated", "BFIFO+HG", "throughput", vcs=4)
    return ["Of FR-FCFS behind the fewest channels, and the locality preserved. A ring of two channels has one for "
            "each class, so static and dynamic are the same."]


def limit_text(result, found):
    least = [value(result, "mesh", "saturated", "BFIFO+HG", "jain_least", limit=limit) for limit in (0, 64)]
    p99 = [value(result, "mesh", "saturated", "row_sorter+HG", "latency_p99", limit=limit) for limit in (0, 16)]
    speed = [of_best(result, "mesh", "saturated", "row_sorter+HG", limit=limit) for limit in (0, 16)]
    return ["Without a limit a saturated mesh starves cores: routers in the middle pass on the stream that they hold. "
            f"The most unfair stream has a Jain index of {least[0]:.2f} under HG, {least[1]:.2f} with a limit of 64. "
            "The last core to end is what a throughput counts, so a limit can gain it although locality falls: "
            f"row_sorter+HG from {speed[0]:.1f} to {speed[1]:.1f} % with 16, its 99th percentile from {p99[0]:.0f} to "
            f"{p99[1]:.0f} clocks. A mesh is not fair without a rule either "
            f"({value(result, 'mesh', 'saturated', 'BFIFO', 'jain_least'):.2f}): a router gives turns to its inputs, "
            "not to cores."]


def row_affine_text(result, found):
    def gain(network, load, *args, **more):
        plain = value(result, network, load, "BFIFO", "throughput")
        return ratio(value(result, network, load, *args, "throughput", **more), plain)

    best = {"vcs": 4, "assignment": "static", "row_affine": 15}
    gains = {load: (gain("ring", load, "BFIFO+HMHG4", **best), gain("ring", load, "BFIFO", **best),
                    gain("mesh", load, "BFIFO+HMHG4"),
                    gain("ring", load, "BFIFO+HMHG4", vcs=2, assignment="static", row_affine=15))
             for load in ("paced", "saturated")}
    jain = [value(result, "ring", "saturated", "BFIFO", "jain_least"),
            *(value(result, "ring", "saturated", "BFIFO+HMHG4", "jain_least", vcs=vcs, assignment="static",
                    row_affine=15) for vcs in (2, 4))]
    return [
        "Of FR-FCFS behind the fewest channels; two numbers in a cell are paced / saturated. On the ring the channels "
        "of a link interleave again at a controller's ejector, whatever the allocators held. With `--row-affine 15` "
        "the ejector takes requests to their bank's last row first, 15 in a row at most beyond their turn "
        "([packet_ejector](../rh_packet_ejector.md)).", "",
        f"- With four channels by destination HMHG4 gains {gains['paced'][0]} paced and {gains['saturated'][0]} "
        f"saturated over the plain banked FIFO of the ring; on the mesh it gains {gains['paced'][2]} and "
        f"{gains['saturated'][2]}. So the scheme gains on the ring at least half of what it gains on the mesh; "
        "in the thesis it is 6.3 %.",
        f"- Most of that is the ejector's rule, not the allocator's: the plain banked FIFO with the same gains "
        f"{gains['paced'][1]} and {gains['saturated'][1]}.",
        f"- With two channels it is {gains['paced'][3]} and {gains['saturated'][3]}: less than half when saturated, "
        f"and it costs fairness (least Jain index {jain[0]:.2f} without, {jain[1]:.2f} with; {jain[2]:.2f} with four).",
        "- **bits of row_affine**: a row a channel and controller, for the thesis' memory. With four channels that is "
        "as much as the banked FIFO itself compares; `row_sorter` compares no more and needs none of it."]


def allocator_text(result, found):
    def gain(network, design, allocator):
        rule, none = (of_best(result, network, "saturated", name, allocator=allocator) for name in (design, "BFIFO"))
        return f"{rule - none:.0f}"

    rule = "BFIFO+RMHG"
    kept_by = {name: share_of(value(result, "crossbar", "saturated", rule, "preserved", allocator=name))
               for name in ("pim", "islip")}
    ring = (of_best(result, "ring", "saturated", "BFIFO"),
            max(of_best(result, "ring", "saturated", name, allocator=allocator) for allocator in ("islip", "wavefront")
                for name in ("BFIFO+HG", "BFIFO+RMHG", "BFIFO+HMHG4")))
    mesh = [of_best(result, "mesh", "saturated", "BFIFO+HMHG4", allocator=name) for name in ("pim", "islip")]
    return [
        "Of FR-FCFS behind pim, and the locality preserved. The thesis holds grants of pim and leaves other allocators "
        "open.", "",
        "- **On the crossbar the rules gain most on iSLIP.** Saturated, RMHG gains "
        f"{gain('crossbar', rule, 'islip')} points on iSLIP, {gain('crossbar', rule, 'pim')} on pim and "
        f"{gain('crossbar', rule, 'wavefront')} on wavefront, and keeps {kept_by['islip']} of the locality on iSLIP, "
        f"{kept_by['pim']} on pim. Without a rule iSLIP is the worst of the three: its pointers pass from input to "
        "input. When a hold ends, they give the next input its turn; pim draws one.",
        f"- **In the mesh** they gain as much or more on iSLIP (HMHG4, saturated, {mesh[1]:.1f} %, on pim "
        f"{mesh[0]:.1f} %), but for HG, paced.",
        f"- **On the ring** no rule on another allocator reaches, saturated, pim without one: {ring[1]:.1f} % at most, "
        f"{ring[0]:.1f} %."]


SECTIONS = {"answer": answer, "published": beside, "queues": queues, "channels": channel_text, "limits": limit_text,
            "stays": row_affine_text, "allocators": allocator_text}
