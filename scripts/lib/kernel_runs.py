# SPDX-License-Identifier: Apache-2.0
"""What the experiments on kernels share: the programs of the thesis (Yuan, UBC 2009) as kernels that ship, each at a
scale; runs of `rowhold simulate --kernel`, kept in a cache; options, tables and files of an experiment."""
import argparse
import concurrent.futures
import csv
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from iso_bandwidth_page import table

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("ROWHOLD", str(ROOT / "build/bin/rowhold"))
CUT = ("--core-cycles", "20000")  # clocks of the cores at which a program is cut that goes on in the same way

# The thesis' name of a program, the kernel, what of it runs. Those whose work changes, from one kernel to the next or
# within a CTA, run to their end on a smaller grid; the others are cut.
PROGRAMS = {
    "AES": ("aes", CUT), "BFS": ("bfs", ("--scale", "0.25")), "BS": ("black_scholes", CUT),
    "CP": ("coulombic_potential", CUT), "FWT": ("fast_walsh_transform", ("--scale", "0.25")), "LIB": ("libor", CUT),
    "LPS": ("laplace_3d", CUT), "MMC": ("matrix_multiply", CUT), "MUM": ("mummer", CUT),
    "NEU": ("neural_network", CUT), "NN": ("nearest_neighbor", CUT), "NQ": ("n_queens", ()),
    "RAY": ("ray_tracing", CUT), "RED": ("reduction", ()), "SLA": ("scan", ("--scale", "0.25")),
    "SP": ("scalar_product", CUT), "STO": ("store_gpu", CUT), "TRA": ("transpose", CUT),
    "WP": ("weather", CUT)}

# The kernels that ship, and what makes one short enough to run to its end, where its own grid does not.
SHORT = {
    "black_scholes": "--scale 0.125", "fast_walsh_transform": "--scale 0.25", "laplace_3d": "--size 20",
    "libor": "--scale 0.125", "matrix_multiply": "--size 64", "mummer": "--scale 0.08", "nearest_neighbor": "",
    "neural_network": "--scale 0.1", "n_queens": "", "ray_tracing": "--scale 0.25", "reduction": "",
    "scalar_product": "--scale 0.5", "scan": "--scale 0.25", "transpose": "--scale 0.5",
    "transpose_naive": "--scale 0.5", "transpose_diagonal": "--scale 0.5", "weather": "--size 8", "aes": "--scale 0.25",
    "bfs": "", "coulombic_potential": "--size 128", "store_gpu": "--scale 0.25", "gups": "--scale 0.1",
    "stream_copy": "--scale 0.1", "stream_scale": "--scale 0.1", "stream_add": "--scale 0.1",
    "stream_triad": "--scale 0.1", "micro_coalesced": "", "micro_uncoalesced": ""}


class Fault(Exception):
    """One line says what is wrong."""


def call(command):
    done = subprocess.run([PROGRAM, *command], capture_output=True, text=True, check=False)
    if done.returncode:
        raise Fault(f"rowhold {' '.join(command)}: {(done.stderr or done.stdout).strip().splitlines()[:1]}")
    return done.stdout


class Run:
    """One run's figures: its place under `total` of the statistics, with dots."""

    def __init__(self, total):
        self.total = total

    def __getitem__(self, path):
        value = self.total
        for name in path.split("."):
            value = value[name]
        return value


class Runs:
    """Runs by their words; each is made once, and kept in a folder while the program stays the same."""

    def __init__(self, folder, jobs=1):
        self.folder, self.known = pathlib.Path(folder), {}
        self.folder.mkdir(parents=True, exist_ok=True)
        self.pool = concurrent.futures.ThreadPoolExecutor(jobs)
        self.program = hashlib.sha256(pathlib.Path(PROGRAM).read_bytes()).hexdigest()

    def kept(self, words, make):
        """What make() gives, JSON, for these words."""
        key = hashlib.sha256("\0".join([self.program, *words]).encode()).hexdigest()[:32]
        file = self.folder / f"{key}.json"
        if not file.exists():
            part = file.with_suffix(f".{os.getpid()}")
            part.write_text(json.dumps(make()), encoding="ascii")
            part.replace(file)
        return json.loads(file.read_text(encoding="ascii"))

    def start(self, program, *words):
        """A run that get() will ask for, in the background."""
        key = command_of(program, words)
        if key not in self.known:
            self.known[key] = self.pool.submit(lambda: Run(self.kept(key, lambda: simulate(program, words)["total"])))
        return self.known[key]

    def get(self, program, *words):
        return self.start(program, *words).result()


def command_of(program, words):
    """The words of `rowhold` that run a program of the thesis, or a kernel by its name. A scale that stands first
    among the words is taken for the program's own."""
    kernel, scale = PROGRAMS.get(program, (program, CUT))
    scale = () if words[:1] in (("--scale",), ("--core-cycles",)) else scale
    return ("simulate", "--kernel", kernel, *scale, *words)


def simulate(program, words, log=None):
    """Its statistics; `log`: where its requests go."""
    more = ["--requests-log", str(log)] if log else []
    return json.loads(call([*command_of(program, words), "--no-judge", "--no-contract", "--quiet", "--stats", "-",
                            *more]))


def write_stream(log, stats, path, timed=True):
    """A log of requests as a stream: what reached each controller, in its order, at its times or without them."""
    columns, column_bytes = stats["configuration"]["columns"], stats["configuration"]["column_bytes"]
    with open(log, encoding="ascii", newline="") as file:
        requests = sorted(((int(row["arrival"]), row["channel"], row["op"], row["bank"], row["row"], row["column"],
                            column_bytes * int(row["commands"])) for row in csv.DictReader(file)),
                          key=lambda request: request[:2])
    with open(path, "w", encoding="ascii") as file:
        file.write(f"# geometry: channels=8 banks=4 rows=4096 columns={columns} column_bytes={column_bytes}\n"
                   f"{'cycle,' if timed else ''}channel,op,bank,row,column,bytes,bank_group\n")
        file.writelines(",".join(map(str, request[0 if timed else 1:])) + ",0\n" for request in requests)


def programs_line(names):
    """A sentence of a page: what of the programs runs."""
    whole = [name for name in names if not PROGRAMS[name][1]]
    scaled = [f"{name} (grid x {PROGRAMS[name][1][1]})" for name in names if PROGRAMS[name][1][:1] == ("--scale",)]
    clocks = {PROGRAMS[name][1][1] for name in names if PROGRAMS[name][1][:1] == ("--core-cycles",)}
    cut = f"Programs run for {' or '.join(sorted(clocks))} clocks of the cores" if clocks else ""
    return f"{cut}; to their end run {', '.join(whole + scaled)}." if whole + scaled else f"{cut}."


def harmonic(values):
    return len(values) / sum(1 / value for value in values)


def experiment(name, text, default, measure, page):
    """The command of an experiment. measure(runs, programs, quick) gives the rows of its CSV, page(rows) its Markdown,
    for which all are needed: `quick` leaves out what is varied."""
    def programs(words):
        names = words.split(",")
        if not set(names) <= set(default):
            raise argparse.ArgumentTypeError(f"found '{words}', expected some of {','.join(default)}")
        return names

    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    for option in ("--csv", "--markdown", "--rows", "--cache"):
        parser.add_argument(option)
    parser.add_argument("--programs", type=programs, default=list(default))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    try:
        if options.rows:
            with open(options.rows, encoding="ascii", newline="") as file:
                rows = list(csv.DictReader(file))
        else:
            with tempfile.TemporaryDirectory() as work:
                rows = measure(Runs(options.cache or work, options.jobs), options.programs, options.quick)
        rows = [{column: str(value) for column, value in row.items()} for row in rows]
        text = "" if options.quick else page(rows)
        print("\n".join(line for line in text.splitlines() if line.startswith("|")))
        if options.csv:
            with open(options.csv, "w", encoding="ascii", newline="") as file:
                writer = csv.DictWriter(file, rows[0], lineterminator="\n")
                writer.writeheader()
                writer.writerows(rows)
        if options.markdown:
            pathlib.Path(options.markdown).write_text(
                f"<!-- made by scripts/experiment {name}; do not edit -->\n{text}", encoding="utf-8")
        return 0
    except (Fault, OSError) as fault:
        print(f"{name}: {fault}", file=sys.stderr)
        return 2


def published(rows):
    """A table of (what, published, found, holds): whether the sign of what was published holds here."""
    return table([["what", "published", "here", "holds"],
                  *([what, theirs, here, "yes" if holds else "no"] for what, theirs, here, holds in rows)], True)
