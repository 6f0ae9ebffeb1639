# SPDX-License-Identifier: Apache-2.0
"""Request streams that fill every resource of a DRAM evenly, and their runs: what the experiments iso_bandwidth and
fgdram_queues share. One channel of each preset here moves 16 GB/s; a request is one atom of 32 bytes.
"""
import collections
import concurrent.futures
import csv
import gzip
import json
import os
import pathlib
import random
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
ATOM, PEAK = 32, 16.0  # bytes; GB/s a channel
TRACE_CHANNELS, TRACE_TCK = 8, 1250  # of the recorded streams; ps
STREAMS = {"copy": (1, 64), "copy_fine": (1, 8), "triad": (2, 64)}  # arrays that are read, atoms of a block

# An order of (grain, pseudobank) found by trying some: writes of two atoms a row fall into a rhythm of 42 clocks in
# which no command meets another one's slot. Most orders fall into one of 43.
IN_PHASE = ((0, 1), (2, 1), (6, 1), (7, 0), (1, 1), (0, 0), (3, 0), (4, 1),
            (5, 1), (5, 0), (1, 0), (7, 1), (4, 0), (3, 1), (6, 0), (2, 0))


class Fault(Exception):
    """One line says what is wrong."""


class Kind:
    """A preset as its streams see it: where requests go in turn, and how addresses are mapped. `walk` lists (bank
    group, bank) so that neighbours in turn share as little as they can."""

    def __init__(self, preset, tck, groups, banks, rows, columns, die_banks=0):
        self.preset, self.tck, self.rows, self.columns = preset, tck, rows, columns
        inner = list(range(banks))
        if die_banks:  # parts of one bank of the die lie side by side: go from die bank to die bank
            parts = banks // die_banks
            inner = [die * parts + part for part in range(parts) for die in range(die_banks)]
        self.walk = [(group, bank) for bank in inner for group in range(groups)]
        self.group_bits, self.bank_bits = groups.bit_length() - 1, banks.bit_length() - 1
        self.column_bits = columns.bit_length() - 1

    def map(self, channel_bits):
        """64 bytes of a row, then the next group, then the next bank, then the row's next 64 bytes; 256 bytes a
        channel, whatever the kind, so that channels are as full in each. Banks are hashed with row bits, so that
        arrays meet in a bank as often as chance has it."""
        group, bank = self.group_bits, self.bank_bits
        below = min(2, group)
        columns = 2 - below  # of the three lowest bits one is column, `below` are group
        fields = [("row", 0), ("column", self.column_bits - 1 - columns), ("bank", bank), ("bank_group", group - below),
                  ("channel", channel_bits), ("column", columns), ("bank_group", below), ("column", 1), ("byte", 5)]
        text = ":".join(f"{name}[{bits}]" if bits else name for name, bits in fields if bits or name == "row")
        return f"{text},bank_group^=row[{group - 1}:0],bank^=row[{group + bank - 1}:{group}]"

    def apart(self, row, bank):
        """A row like this one, but in a subarray that no neighbour's rows are forbidden by."""
        if self.preset == "fgdram":  # the pseudobanks of a grain keep to odd and to even subarrays of 512 rows
            return row & ~512 | (bank & 1) * 512
        if self.preset == "qb_hbm_salp_sc":  # the lower one of each pair: never next to another part's lower one
            return row & 2047
        return row


KINDS = {kind.preset: kind for kind in (
    Kind("hbm2", 1000, 4, 4, 16384, 32), Kind("qb_hbm", 1000, 2, 2, 16384, 32),
    Kind("qb_hbm_salp_sc", 1000, 2, 32, 4096, 8, die_banks=2), Kind("fgdram", 2000, 8, 2, 16384, 8))}


def rows(kind, atoms, per_row, read_share=1.0, apart=False, drawn=False, grain=False):
    """Random rows of `per_row` atoms each, of one direction. Every bank has a row at work; two atoms of it come
    together (64 bytes), then two of the next bank's. Rows begin at different times in different banks. `drawn`: banks
    are drawn, too, instead of taken in turn. `grain`: those of the first grain or bank group alone."""
    rng = random.Random(1)
    walk = [place for place in kind.walk if place[0] == 0] if grain else kind.walk
    chunk, banks = min(2, per_row), len(walk)
    left = [per_row - chunk * (i * (per_row // chunk) // banks) for i in range(banks)]
    work = [None] * banks
    done = 0
    while done < atoms:
        for turn in range(banks):
            i = rng.randrange(banks) if drawn else turn
            group, bank = walk[i]
            if work[i] is None:
                row, first = rng.randrange(kind.rows), rng.randrange(kind.columns)
                work[i] = (kind.apart(row, bank) if apart else row, first, "R" if rng.random() < read_share else "W")
            row, first, op = work[i]
            for _ in range(chunk):
                yield (op, group, bank, row, (first + left[i]) % kind.columns)
                left[i] -= 1
            done += chunk
            if left[i] == 0:
                left[i], work[i] = per_row, None


def in_phase(kind, atoms):
    """Writes of two atoms a row whose rows never repeat: a row that hits by chance would end the rhythm."""
    walk = IN_PHASE if kind.preset == "fgdram" else kind.walk
    for visit in range(atoms // (2 * len(walk))):
        for group, bank in walk:
            for column in range(2):
                yield ("W", group, bank, kind.apart(visit * 1024 % kind.rows + visit // 16 % 512, bank), column)


def gups(kind, atoms, lag, drawn=False):
    """Read-modify-write of random atoms. The write comes `lag` updates behind its read (a cache held the atom; its row
    has been left by then), 0: right behind it. Reads take the banks in turn, and so do writes, half of them apart."""
    reads = [op for op in rows(kind, atoms // 2 + lag, 1, drawn=drawn)]
    for i in range(atoms // 2):
        yield reads[i + lag]
        yield ("W", *reads[i][1:])


def stream(atoms, arrays, block):
    """STREAM: `arrays` are read and one more is written, in blocks of `block` atoms each; byte addresses. An array
    begins some rows of all banks behind a power of two, so the bank hash moves the arrays against each other."""
    size = 16 << 20
    at = 0
    while at * (arrays + 1) < atoms:
        for array in range(arrays + 1):
            base = array * size + array * 5 * 16384
            for atom in range(at, at + block):
                yield ("R" if array < arrays else "W", base + atom * ATOM)
        at += block


def workload(name, kind, atoms):
    """The requests of a workload by its name."""
    word, _, number = name.partition("_")
    if name == "gups":
        return gups(kind, atoms, 16 * len(kind.walk) + len(kind.walk) // 2 - 1)
    if name == "gups_at_once":
        return gups(kind, atoms, 0)
    if name == "gups_drawn":
        return gups(kind, atoms, 16 * len(kind.walk), drawn=True)
    if name in STREAMS:
        return stream(atoms, *STREAMS[name])
    if word == "rows":
        return rows(kind, atoms, int(number))
    if word == "apart":
        return rows(kind, atoms, int(number), apart=True)
    if name == "writes_apart":
        return rows(kind, atoms, 2, read_share=0.0, apart=True)
    if name == "writes_grain":
        return rows(kind, atoms, 2, read_share=0.0, apart=True, grain=True)
    if name == "writes_in_phase":
        return in_phase(kind, atoms)
    if word == "mix":
        return rows(kind, atoms, 2, read_share=int(number) / 100)
    raise Fault(f"found workload '{name}', expected one of those that --help lists")


def write_workload(path, name, kind, atoms, ns_apart=None):
    """The trace file; with `ns_apart` requests arrive at gaps from 0 to twice that, else as fast as they are taken."""
    with open(path, "w", encoding="ascii") as file:
        place = "address" if name in STREAMS else "channel,bank_group,bank,row,column"
        file.write(("cycle," if ns_apart else "") + f"op,{place},bytes\n")
        at, x = 0.0, 1
        for request in workload(name, kind, atoms):
            where = f"{request[1]}" if len(request) == 2 else "0,%d,%d,%d,%d" % request[1:]
            file.write((f"{int(at)}," if ns_apart else "") + f"{request[0]},{where},{ATOM}\n")
            if ns_apart:  # Lehmer's generator: the same gaps for every kind
                x = x * 16807 % 2147483647
                at += 2 * ns_apart * 1000 / kind.tck * x / 2147483647


def write_trace(path, source, kind, requests, replay):
    """A recorded stream for this kind: its addresses, 256 bytes to a channel, arrival times in the kind's clocks."""
    with gzip.open(source, "rt", encoding="ascii") as lines, open(path, "w", encoding="ascii") as file:
        file.write(("cycle," if replay else "") + "op,address,bytes\n")
        for i, line in enumerate(csv.DictReader(text for text in lines if not text.startswith("#"))):
            if i == requests:
                break
            column = int(line["column"])
            address = (int(line["row"]) * 8 + int(line["bank"])) * 8 + column // 8
            address = (address * TRACE_CHANNELS + int(line["channel"])) * 8 + column % 8
            cycle = f"{int(line['cycle']) * TRACE_TCK // kind.tck}," if replay else ""
            file.write(f"{cycle}{line['op']},{address * ATOM},{line['bytes']}\n")


DRAIN = ("--write-drain", "48:16")  # of the marks that were tried the best: docs/fgdram.md


class Design:
    """A preset under a controller with a queue; `fr_fcfs+drain` drains its writes."""

    def __init__(self, preset, controller, queue):
        self.kind, self.queue = KINDS[preset], queue
        self.controller, _, drains = controller.partition("+")
        self.own = DRAIN if drains else ()
        self.key = (preset, controller, queue)

    def simulate(self, path, *options):
        """Statistics of all channels; the judge watches."""
        program = os.environ.get("ROWHOLD", str(ROOT / "build/bin/rowhold"))
        command = [program, "simulate", str(path), "--preset", self.kind.preset, "--controller", self.controller,
                   "--queue", str(self.queue), "--responses", "64", "--quiet", "--stats", "-", *self.own, *options]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        except OSError as error:
            raise Fault(f"{program}: {error.strerror}, expected a build (ROWHOLD names another one)") from error
        if done.returncode != 0:
            raise Fault(f"{' '.join(command[1:])}: {done.stderr.strip()}")
        return json.loads(done.stdout)["total"]


def causes(stats, channels):
    """The two stalls that cost most: (name, percent of all clocks of all channels)."""
    stalls = sorted(stats["stall_cycles"].items(), key=lambda item: -item[1])
    return [(name, 100 * clocks / stats["cycles"] / channels) for name, clocks in stalls[:2] if clocks]


def figures(design, stats, arrival, channels=1):
    """What a run says, in the units of the tables."""
    latency = stats["latency_from_arrival_mean" if arrival else "latency_mean"]
    return {"gb_per_s": stats["bandwidth_gb_per_s"], "percent": 100 * stats["peak_fraction"],
            "efficiency": 100 * stats["dram_efficiency"], "row_hits": 100 * stats["row_hit_rate"],
            "occupancy": 100 * stats["queue_occupancy"], "latency_ns": latency * design.kind.tck / 1000,
            "causes": causes(stats, channels)}


def measure(work, design, name, atoms, gb_per_s=None):
    """A workload on one channel: as fast as it is taken, or arriving at so many GB/s."""
    path = work / ("-".join(map(str, (*design.key, name, gb_per_s))) + ".csv")
    write_workload(path, name, design.kind, atoms, ATOM / gb_per_s if gb_per_s else None)
    options = ["--map", design.kind.map(0)] if name in STREAMS else []
    stats = design.simulate(path, "--channels", "1", "--warmup", str(2000000 // design.kind.tck), *options)
    path.unlink()
    return figures(design, stats, gb_per_s)


def measure_trace(work, design, source, requests, replay):
    """A recorded stream on eight channels: as fast as it is taken, or at its own times."""
    path = work / ("-".join(map(str, (*design.key, source.name, replay))) + ".csv")
    write_trace(path, source, design.kind, requests, replay)
    options = ("--channels", str(TRACE_CHANNELS), "--map", design.kind.map(3), "--wrap")
    stats = design.simulate(path, *options)
    path.unlink()
    return figures(design, stats, replay, TRACE_CHANNELS)


def evenness(work, design, source, requests):
    """GB/s that the fullest bank group or grain of all leaves of the bandwidth of eight channels."""
    path, log = work / f"{source.name}.csv", work / f"{source.name}.commands"
    write_trace(path, source, design.kind, requests, False)
    design.simulate(path, "--channels", str(TRACE_CHANNELS), "--map", design.kind.map(3), "--wrap", "--commands",
                    str(log))
    with open(log, encoding="ascii") as file:
        groups = collections.Counter((row["channel"], row["bank_group"]) for row in csv.DictReader(file)
                                     if row["command"] in ("RD", "RDA", "WR", "WRA"))
    path.unlink()
    log.unlink()
    return PEAK / 2**design.kind.group_bits * sum(groups.values()) / max(groups.values())


def in_parallel(function, points):
    """The results in the order of the points, whichever is done first."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(lambda point: function(*point), points))
