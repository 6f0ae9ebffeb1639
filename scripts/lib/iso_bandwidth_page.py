# SPDX-License-Identifier: Apache-2.0
"""What scripts/experiment iso_bandwidth found, as text, as the page docs/tables/iso_bandwidth.md and as its picture."""
import pathlib
import subprocess
import tempfile

from grain_workloads import Fault

SHORT = {"hbm2": "hbm2", "qb_hbm": "qb_hbm", "qb_hbm_salp_sc": "salp_sc", "fgdram": "fgdram"}
OURS = ("fgdram", "fgdram_channel", 64)
# Workload, what it is, percent by the closed form under OURS and under qb_hbm (None: not worked out), how.
CLOSED = (("apart_2", "reads, two atoms a row", 100.0, 100 * 8 * 2 / 45,
           "16 pseudobanks x 2 x 16 ns in tRC 45 ns exceed the 8 interfaces; 8 ACTs of 4 ns last two bursts; qb_hbm: "
           "4 banks x 2 bursts of 2 ns in tRC"),
          ("apart_1", "reads, one atom a row", 50.0, 100 * 4 * 2 / 45,
           "an ACT of 4 ns of the row bus for 2 ns of data; qb_hbm: 4 banks x 2 ns in tRC 45 ns"),
          ("writes_apart", "writes, two atoms a row", 100 * 64 / 84, 100 * 4 * 4 / 56,
           "2 pseudobanks x 2 x 16 ns in tRCD 16 + 16 + tWL 4 + 16 + tWR 16 + tRP 16 = 84 ns; qb_hbm: 4 banks x 4 ns "
           "in tRCD 16 + tCCD_L 4 + tWL 2 + 2 + tWR 16 + tRP 16 = 56 ns"),
          ("writes_grain", "the same in one grain alone, of eight", 100 * 64 / 84 / 8, None,
           "nobody else on the command buses"),
          ("writes_in_phase", "the same in an order in which no command meets another", 100 * 64 / 84, None,
           "found by trying: the rhythm lasts until a disturbance"))
BOUNDS = ("writes_grain", "writes_in_phase")  # for the closed forms alone
EQUAL = ("50", "90")
MEANING = (
    ("gups", "read-modify-write of random atoms, half reads, half writes; a write comes many updates behind its read"),
    ("gups_at_once", "the same, the write right behind its read"), ("gups_drawn", "gups with banks drawn at random"),
    ("copy, triad", "STREAM: one array read and one written, two read and one written, in blocks of 64 atoms an array"),
    ("copy_fine", "copy in blocks of 8 atoms"), ("rows_N", "reads of random rows, N atoms each"),
    ("mix_P", "random rows of two atoms, P % of the rows read, the others written (mix_100 is rows_2)"),
    ("apart_N", "rows_N where no row is in the way of a neighbour's subarray"),
    ("writes_apart", "writes, two atoms a row, none in the way; `writes_grain`: in one grain or bank group "
     "alone; `writes_in_phase`: in an order in which no command of a grain waits for another grain's"))


class Result:
    """The rows of the CSV, found by workload, design and load."""

    def __init__(self, rows, designs, reference, atoms, trace_requests, timed, left):
        self.rows, self.designs, self.reference = rows, [design.key for design in designs], reference
        self.atoms, self.trace_requests, self.timed, self.left = atoms, trace_requests, timed, left
        self.at = {(row["workload"], self.key(row), str(row["load"])): row for row in rows}
        self.names = list(dict.fromkeys(row["workload"] for row in rows))

    @staticmethod
    def key(row):
        return row["preset"], row["controller"], int(row["queue"])

    def value(self, name, design, load, column="percent"):
        return float(self.at[name, design, load][column])

    def workloads(self, recorded):
        return [name for name in self.names if name.startswith("trace_") == recorded and name not in BOUNDS]


def label(design):
    preset, controller, queue = design
    return f"{SHORT[preset]} {controller} {queue}"


def table(lines, is_markdown):
    """Lines of cells, the first being the head."""
    if is_markdown:
        rule = ["---"] + ["---:"] * (len(lines[0]) - 1)
        return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in [lines[0], rule, *lines[1:]])
    widths = [max(len(str(line[i])) for line in lines) for i in range(len(lines[0]))]
    return "\n".join("  ".join(str(cell).ljust(width) if i == 0 else str(cell).rjust(width)
                               for i, (cell, width) in enumerate(zip(line, widths))) for line in lines)


def summary(result, is_markdown):
    """Percent of the peak of every design, and ours over the reference."""
    lines = [["workload", *map(label, result.designs), "fgdram_channel / qb_hbm"]]
    for name in result.workloads(False):
        percents = [result.value(name, design, "full") for design in result.designs]
        ratio = result.value(name, OURS, "full") / result.value(name, result.reference, "full")
        lines.append([name, *(f"{percent:.1f} %" for percent in percents), f"{ratio:.2f}"])
    return table(lines, is_markdown)


def closed(result):
    lines = [["workload", "fgdram_channel", "closed form", "qb_hbm", "closed form", "ratio", "closed form", "why"]]
    for name, text, ours, theirs, why in CLOSED:
        if name not in result.names:
            continue
        found, other = result.value(name, OURS, "full"), result.value(name, result.reference, "full")
        compared = ["", "", "", ""] if theirs is None else [
            f"{other:.1f} %", f"{theirs:.1f} %", f"{found / other:.2f}", f"{ours / theirs:.2f}"]
        lines.append([text, f"{found:.1f} %", f"{ours:.1f} %", *compared, why])
    return table(lines, True)


def mean_ratio(result, name_of_load, names):
    """Our mean latency over the reference's, in the mean over the workloads that both keep up with."""
    ratios = [result.value(name, OURS, name_of_load, "latency_ns") / result.value(
        name, result.reference, name_of_load, "latency_ns") for name in names if keeps_up(result, name, OURS,
                                                                                         name_of_load)]
    return sum(ratios) / max(1, len(ratios)), len(ratios)


def keeps_up(result, name, design, load):
    served = result.value(name, design, load, "gb_per_s")
    return load == "full" or served > 0.97 * result.value(name, result.reference, load, "gb_per_s")


def equal(result):
    """Mean latency where all serve the same; a design that does not keep up is said to."""
    lines = [["workload", "GB/s", *map(label, result.designs), "fgdram_channel / qb_hbm"]]
    for name in result.workloads(False):
        for load in EQUAL:
            at = f"equal_{load}"
            ns = {design: result.value(name, design, at, "latency_ns") for design in result.designs}
            keeps = {design: keeps_up(result, name, design, at) for design in result.designs}
            lines.append([name, result.at[name, result.reference, at]["gb_per_s"]] +
                         [f"{ns[d]:.0f} ns" if keeps[d] else "full" for d in result.designs] +
                         [f"{ns[OURS] / ns[result.reference]:.2f}" if keeps[OURS] else "-"])
    return table(lines, True)


def details(result):
    lines = [["workload", "design", "GB/s", "of the peak", "row hits", "latency", "lost most", "and then"]]
    for name in result.workloads(False):
        for design in result.designs:
            row = result.at[name, design, "full"]
            lines.append([name, label(design), row["gb_per_s"], row["percent"] + " %", row["row_hits"] + " %",
                          row["latency_ns"] + " ns", *lost(row)])
    return table(lines, True)


def recorded(result):
    designs = list(map(label, result.designs))
    fast = [["stream", *designs]]
    late = [["stream", *designs]]
    why = [["stream", "fullest grain allows", "reached", "queue", "lost most", "and then"]]
    for name in result.workloads(True):
        short, ours = name.removeprefix("trace_"), result.at[name, OURS, "full"]
        fast.append([short] + [f"{result.value(name, design, 'full', 'efficiency'):.1f} %, "
                               f"{result.value(name, design, 'full', 'gb_per_s'):.1f} GB/s"
                               for design in result.designs])
        late.append([short] + [f"{result.value(name, design, 'own', 'latency_ns'):.0f} ns"
                               for design in result.designs])
        why.append([short, f"{result.left[name]:.0f} GB/s", ours["gb_per_s"] + " GB/s", ours["occupancy"] + " %",
                    *lost(ours)])
    return table(fast, True), table(late, True), table(why, True)


def lost(row):
    """The causes of a run that cost most."""
    return [f"{row[place + 'cause']} {row[place + 'percent_lost']} %" if row[place + "cause"] else ""
            for place in ("", "second_")]


def curves(result):
    lines = [["workload", "load", *map(label, result.designs)]]
    loads = list(dict.fromkeys(row["load"] for row in result.rows if str(row["load"]).isdigit()))
    for name in dict.fromkeys(row["workload"] for row in result.rows if str(row["load"]).isdigit()):
        for load in loads:
            lines.append([name, f"{load} %"] + [
                f"{result.value(name, d, str(load), 'gb_per_s'):.1f}: "
                f"{result.value(name, d, str(load), 'latency_ns'):.0f} ns" for d in result.designs])
    return table(lines, True)


def markdown(result):
    """The page."""
    parts = [
        "<!-- made by scripts/experiment iso_bandwidth; do not edit -->", "# FGDRAM at equal bandwidth", "",
        "One channel of each kind moves 16 GB/s: HBM2, QB-HBM, QB-HBM with subarray-level parallelism and subchannels",
        "(`salp_sc`), and eight grains behind one FGDRAM command channel. The last number of a column is the queue. "
        "The C model,", f"judged; {result.atoms} atoms of 32 bytes a number, one a request; the statistics begin after "
        "2 us. Refresh is off in the", "four presets. [Three limits](../fgdram.md) explains the numbers.", "",
        *(f"- **{name}**: {text}." for name, text in MEANING), "",
        "Requests take the banks in turn, groups or grains first, two atoms of a row together, so every resource is as "
        "full as", "the others; seeds are fixed.", "", "## Share of the peak, as fast as requests are taken", "",
        summary(result, True), "", "## Closed forms", "", closed(result), "", *published(result), "",
        "## Latency at equal load", "", "Mean latency from arrival where all serve 50 % and 90 % of what qb_hbm (64 "
        "entries) reaches; gaps from 0 to", "twice the mean. `full`: the design does not keep up.", "",
        equal(result), "", "## Latency under load", "",
        "GB/s and mean latency at a share of what the design itself reaches.", "", curves(result), "",
        "![mean latency over the bandwidth that is used](../images/iso_bandwidth.svg)", "", "## Every run", "",
        "As fast as requests are taken: the latency is that behind a full queue, from acceptance. Shares of all clocks "
        "in which no data", "moved, by the ledger: the two causes that cost most.", "",
        details(result)]
    if result.workloads(True):
        parts += ["", "## Recorded streams", "", *traces_text(result)]
    if result.timed:
        parts += ["", "## A whole stack", "", "64 command channels, 512 grains; two million atoms of rand2; two cores, "
                  "shared. One and two threads give the same bytes.", "", *(f"- {line}" for line in result.timed)]
    return "\n".join(parts) + "\n"


def published(result):
    """The paper's figures of whole GPUs beside ours."""
    preset, controller, queue = result.reference
    drains = preset, f"{controller}+drain", queue

    def ratio(name, other=result.reference):
        return result.value(name, OURS, "full") / result.value(name, other, "full")
    names = result.workloads(False)
    (full, _), (half, _), (most, kept) = (mean_ratio(result, load, names) for load in ("full", "equal_50", "equal_90"))
    latency = (f"{full:.2f} x behind full queues, {most:.2f} x at 90 % of what qb_hbm reaches ({kept} workloads), "
               f"{half:.2f} x at 50 %")
    return [
        "## Beside the published figures", "", table([
            ["FGDRAM over QB-HBM", "paper, whole GPU", "here, one channel"],
            ["GUPS", "3.4 x", f"{ratio('gups'):.2f} x (banks in turn), {ratio('gups_drawn'):.2f} x (drawn), "
                              f"{ratio('gups_at_once'):.2f} x (at once)"],
            ["STREAM", "no loss", f"{ratio('copy'):.2f} x (copy), {ratio('triad'):.2f} x (triad), "
                                  f"{ratio('copy_fine'):.2f} x (copy in blocks of 8 atoms)"],
            ["the same, where QB-HBM drains its writes as the paper's does", "3.4 x, no loss",
             f"{ratio('gups', drains):.2f} x (GUPS in turn), {ratio('copy', drains):.2f} x (copy), "
             f"{ratio('triad', drains):.2f} x (triad), {ratio('copy_fine', drains):.2f} x (copy in blocks of 8 atoms)"],
            ["mean latency", "0.60 x", latency]], True), "",
        "They differ because the paper measures the run time of programs on a GPU whose caches, warps and thousands of "
        "requests in",
        "flight over 64 channels choose the order and the load; here one channel sees one stream in order and evenly "
        "spread, which",
        "is QB-HBM's best case: its closed form bounds random reads to 2.81. Its latency is queueing, which FGDRAM "
        "takes away only",
        "where QB-HBM is near its limit; below that a burst of 16 ns and a clock of 2 ns cost FGDRAM some 20 ns."]


def traces_text(result):
    fast, late, why = recorded(result)
    return [
        f"Eight channels of each kind, the first {result.trace_requests} requests of each stream. Their addresses are "
        "mapped by one rule: 64 bytes",
        "of a row, the next group or grain, the next bank; 256 bytes to a channel. As fast as taken: DRAM efficiency "
        "(data in the", "clocks with work) and GB/s of 128.", "", fast, "",
        "Mean latency at the recorded arrival times (a machine of 102.4 GB/s):", "", late, "",
        "FGDRAM does worse than QB-HBM on all of them. Under `fgdram_channel`, as fast as taken: what the fullest "
        "grain allows over the", "whole stream, what is reached, how full the queue is, and the causes:", "", why, "",
        "Over a whole stream the grains are even, but for bfs, nn and tra (there the channels are not). At any moment "
        "they are not: most", "of what is stored waits for a few pseudobanks, and the next request, which finds no "
        "entry, may be for another one: requests come in order.",
        "The streams are those of 30 small cores in front of eight channels, without a cache for global data; the "
        "paper's GPU has an L2", "and thousands of warps in front of 512 grains."]


COLOURS = ("#000000", "#56b4e9", "#e69f00", "#f0c808", "#d55e00", "#009e73", "#cc79a7", "#0072b2")


def draw(result, names, path):
    """Latency over GB/s, one small picture a workload."""
    shown = [design for design in result.designs if design != ("qb_hbm", "fr_fcfs", 32)]
    with tempfile.TemporaryDirectory() as text:
        work, plots = pathlib.Path(text), []
        for name in names:
            lines = []
            for i, design in enumerate(shown):
                points = sorted((float(row["gb_per_s"]), float(row["latency_ns"])) for row in result.rows
                                if row["workload"] == name and Result.key(row) == design
                                and str(row["load"]).isdigit())
                file = work / f"{name}-{i}"
                file.write_text("".join(f"{x} {y}\n" for x, y in points), encoding="ascii")
                colour = COLOURS[result.designs.index(design)]
                lines.append(f"'{file}' with linespoints lw 1.5 lc rgb '{colour}' pt {i + 1} ps 0.5 "
                             f"title '{label(design)}'")
            plots += [f"set title '{name}'", "plot " + ", ".join(lines), "unset key"]
        script = ["set terminal svg noenhanced size 900,640 background 'white'", "set multiplot layout 2,2", "set grid",
                  "set xlabel 'GB/s of 16'", "set xrange [0:16]", "set ylabel 'mean latency, ns'", "set yrange [0:400]",
                  "set key top right", *plots]
        try:
            drawn = subprocess.run(["gnuplot"], input="\n".join(script) + "\n", capture_output=True, text=True,
                                   check=True).stdout
        except (OSError, subprocess.CalledProcessError) as error:
            raise Fault(f"gnuplot: {error}, expected it in PATH (Debian package gnuplot-nox)") from error
    pathlib.Path(path).write_text(drawn, encoding="utf-8")
