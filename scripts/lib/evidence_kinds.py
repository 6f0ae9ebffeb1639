# SPDX-License-Identifier: Apache-2.0
"""The kinds of evidence that scripts/evidence keeps: each is a function here whose docstring says in a line what a row
shows, and which gives its rows. A row is a name, a key over the contents that its result depends on, and a run that
gives the result; a result that begins with FAILED is bad, one that begins with `skipped` is no result."""
import functools
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

import contents
import mutant_checkers
import mutant_rows
import proofs
from tree import ROOT, Refusal, variants

LIMIT = 1800  # seconds: nothing takes so long unless it hangs


class Row:
    """A name, and what gives its key and its result."""

    def __init__(self, name, make_key, run):
        self.name, self.make_key, self.run = name, make_key, run

    @functools.cached_property
    def key(self):
        return self.make_key()


def said(command, environment=None):
    """Exit code and words of a command."""
    environment = dict(os.environ, ROWHOLD=str(mutant_checkers.program()[0]), ROWHOLD_BUILD=str(contents.BUILD),
                       **(environment or {}))
    try:
        done = subprocess.run([str(word) for word in command], cwd=ROOT, env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                              timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return None, f"no end within {LIMIT} s"
    return done.returncode, done.stdout


def outcome(command, environment=None, words=r"(.+)\s*\Z"):
    """The last line that a command says when all is well, or what matches of it."""
    code, text = said(command, environment)
    lines = [line for line in text.strip().splitlines() if line.strip()] or [""]
    if code == 77:
        return f"skipped: {lines[-1]}"
    if code != 0:
        blame = next((line for line in lines if re.match(r"FAIL|MISMATCH|rowhold:|scripts/", line)), lines[-1])
        return f"FAILED: exit {code}: {blame}"[:300]
    match = re.search(words, text.strip())
    return (match[1].strip() if match else lines[-1]) or "passed"


def command_row(name, key, command, environment=None, words=r"(.+)\s*\Z"):
    said_here = " ".join(map(str, command))  # wherever the tree and the build lie
    for place in (contents.BUILD.resolve(), contents.BUILD, ROOT):
        said_here = said_here.replace(f"{place}/", "").replace(str(place), "")
    return Row(name, lambda: contents.digest(key(), said_here, repr(environment)),
               lambda: outcome(command, environment, words))


def program(*arguments):
    """Lines that build/bin/rowhold prints."""
    at = mutant_checkers.program()[0]
    if not at.exists():
        raise Refusal(f"scripts/evidence: found no program {at}, expected a build (scripts/build all)")
    return subprocess.run([at, *arguments], capture_output=True, text=True, check=True).stdout.splitlines()


def proof():
    """every assertion of one configuration, at full depth"""
    def run(item):
        with tempfile.TemporaryDirectory(prefix="prove.") as work:
            good, row = proofs.prove(ROOT, item, "cvc5", pathlib.Path(work))
        return proofs.in_words(row) if good else f"FAILED: {row[-1]}"

    return [Row(item.name, lambda item=item: proofs.key_of(item), lambda item=item: run(item))
            for item in proofs.read_proofs()]


def mutant():
    """that who must notice a mutant does so"""
    folder = tempfile.TemporaryDirectory(prefix="mutants.")
    checkers = {name: make(pathlib.Path(folder.name)) for name, make in mutant_checkers.CHECKERS.items()}
    rows = []

    def run(row):
        assert folder is not None  # it lives as long as a row does
        found, details, _ = mutant_checkers.examine(row, checkers[row.checker])
        return details or found if found == mutant_checkers.NOTICED else f"FAILED: {found}: {details}"

    for row in mutant_rows.read([], checkers):
        plant = contents.digest(row.file, row.before, row.after)[:6]
        rows.append(Row(f"{row.block} {plant} {row.who}: {row.what}",
                        lambda row=row: contents.digest(row.before, row.after, row.who, row.what,
                                                        checkers[row.checker].content(row)),
                        lambda row=row: run(row)))
    return rows


def lines_of(*command):
    """What a script of the tree lists."""
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()


def lockstep():
    """RTL and model in one size, geometry or preset, all runs of it"""
    def row(kind, name, test, *words):
        script = ROOT / f"tb/lockstep/test_{test}.sh"
        return command_row(" ".join((test, *words)), lambda: contents.digest(
            contents.of_lockstep(kind, name), contents.of_files([script, ROOT / "include/tables/presets.def"])),
            [script, *words])

    rows = []
    traits = lines_of("scripts/lib/variants", "--traits")
    needs = {"events": "", "page": ".page = true", "write_drain": ".write_high = true"}
    has = {test: {line.split(" ")[0] for line in traits if trait in line} for test, trait in needs.items()}
    for name in variants("controller"):
        for preset in (line.split(",")[0] for line in program("presets", "--csv", "-")[1:]):
            if preset != "fgdram" or name == "fgdram_channel":
                rows.append(row("controller", name, "cosim", name, preset))
        for size in lines_of("tb/lockstep/test_sizes.sh", "--list"):
            rows.append(row("controller", name, "sizes", name, *size.split()))
        rows += [row("controller", name, test, name) for test in needs if name in has[test]]
        rows += [row("controller", name, test, name, "all") for test in ("backend", "state_load")]
    for name in variants("allocator"):
        rows += [row("allocator", name, test, name, "all") for test in ("allocators", "state_load")]
        for hold in "0123":
            rows.append(row("allocator", name, "allocators", name, hold, "28", "8"))
            if hold != "2" or name == "pim":  # the row rule at 36 x 36 takes minutes to verilate
                rows.append(row("allocator", name, "allocators", name, hold, "36", "36"))
    for preset in (line.split(",")[0] for line in program("presets", "--csv", "-")[1:]):
        controller = "fgdram_channel" if preset == "fgdram" else "fr_fcfs"
        rows.append(command_row(f"network {preset}", lambda: contents.digest(
            contents.of_rtl("rh_request_system"), contents.of_program()),
            [mutant_checkers.program()[0], "cosim", "--network", "crossbar", "--stream", "core_stencil",
             "--stream-cores", "3", "--channels", "2", "--preset", preset, "--controller", controller, "--requests",
             "300"], words=r"(MATCHED.*)"))
    for top in ("request_network", "request_system"):
        for size in lines_of("scripts/lib/random_top", top, "--sizes"):
            for number in ("1", "2"):
                rows.append(command_row(f"{top} {size}, seed {number}", lambda top=top: contents.digest(
                    contents.of_rtl(f"rh_{top}"), contents.of_program()),
                    ["scripts/lib/random_top", top, *size.split(), "--clocks", "100000", "--seed", number],
                    words=r"(MATCHED.*)"))
    return rows


def seed():
    """runs with seeds that no test has: RTL beside the model, the event-driven run beside the one cycle by cycle"""
    def row(kind, name, number, *options):
        return command_row(f"cosim {name} {number}", lambda: contents.of_lockstep(kind, name),
                           [mutant_checkers.program()[0], "cosim", *options, "--seed", number],
                           words=r"(MATCHED.*)")

    rows = []
    for number in range(101, 104):
        for name in variants("controller"):
            size = ("qb_hbm", "8", "4") if name != "fgdram_channel" else ("fgdram", "16", "16")
            rows.append(row("controller", name, number, "--controller", name, "--preset", size[0], "--queue", size[1],
                            "--responses", size[2], "--stream", "mixed", "--requests", "200000", "--random-timing",
                            "--bursts", "30", "--response-ready", "3"))
        for name in variants("allocator"):
            rows.append(row("allocator", name, number, "--allocator", name, "--hold-limit", "7", "--cycles", "300000"))
        for kind in ("router", "injector", "ejector", "link"):
            for name in variants(kind):
                rows.append(row(kind, name, number, "--block", name, "--cycles", "300000"))
    for path in sorted((ROOT / "tb/unit").glob("test_*.c")):
        text, test = path.read_text(), path.stem.removeprefix("test_")
        if '"rounds.h"' in text or "ROWHOLD_SEEDS" in text:
            rows.append(command_row(f"unit {test}", lambda test=test: contents.of_test(test),
                                    [contents.BUILD / f"tests/test_{test}"],
                                    {"ROWHOLD_SEEDS": "400", "ROWHOLD_THOROUGH": "1"}))
    return rows


def lint():
    """a design in every size of lint.def, by Verilator and Yosys"""
    names = [*variants(), "request_network", "request_system"]
    return [command_row(name, lambda name=name: contents.digest(contents.of_rtl(f"rh_{name}"), contents.of_files(
        [ROOT / "include/tables/lint.def", ROOT / "scripts/lint"])), ["scripts/lint", name]) for name in names]


def limits():
    """a module refuses every value beside a range and takes both ends of all"""
    stems = ["limits", *sorted(stem for stem in contents.modules() if not stem.endswith("limits"))]
    own = [stem for stem in contents.modules() if stem.endswith("limits")]
    return [command_row(stem, lambda stem=stem: contents.digest(
        contents.of_rtl(*(own if stem == "limits" else [stem])), contents.of_files([ROOT / "tb/repo/test_limits.sh"])),
        ["tb/repo/test_limits.sh", stem]) for stem in stems]


def gates():
    """the netlist of standard cells beside the model"""
    rows = []
    for line in program("area", "--designs"):
        kind, name, *settings = line.split(" ")
        settings = " ".join(settings)
        if (kind, settings) == ("controller", "queue=32") or kind == "link" or (
                name == "islip" and settings.startswith("inputs=28 outputs=8")):
            rows.append(command_row(f"{name} {settings}".strip(), lambda kind=kind, name=name: contents.digest(
                contents.of_lockstep(kind, name), contents.of_files([ROOT / "scripts/gates", ROOT / "scripts/area"])),
                ["scripts/gates", name, settings]))
    return rows


def area():
    """a design's area, path and comparators in a library; of a controller, before the DRAM of every preset"""
    def run(command):
        result = outcome(command)
        return f"FAILED: {result}" if result.endswith("not in the table") else result  # it is by other tools

    rows = []
    tables = {"area": [], "area_osu035": ["--liberty", "osu035"], "area_osu050": ["--liberty", "osu050"],
              "area_ice40": ["--ice40"], "area_presets": ["--presets"]}
    for table, options in tables.items() if shutil.which("yosys") else ():
        code, text = said(["scripts/area", *options, "--keys"])
        if code != 0:
            raise Refusal(text.strip().splitlines()[-1])
        for line in text.splitlines():
            key, name, *settings = line.split(" ")
            settings = " ".join(settings)
            rows.append(Row(f"{table} {name} {settings}".strip(), lambda key=key: key,
                            lambda options=options, name=name, settings=settings: run(
                                ["scripts/area", *options, name, *([settings] if settings else [])])))
    return rows


def complexity():
    """bits that a controller compares before the DRAM of a preset: by its formula, and every gate of its netlist"""
    def run(preset, name):
        code, text = said([mutant_checkers.program()[0], "complexity", "--preset", preset, "--design", name, "--count",
                           "--json", "-"])
        if code != 0:
            return f"FAILED: exit {code}: {text.strip().splitlines()[-1]}"[:300]
        row = next(row for row in json.loads(text)["rows"] if row["part"] == "controller")
        if row["not_counted"]:
            return f"FAILED: {row['not_counted']}"
        return f"{row['netlist_compared']} bits compared, {row['compared']} by formula; {row['flops']} flops"

    presets = [line.split(",")[0] for line in program("presets", "--csv", "-")[1:]] if shutil.which("yosys") else []
    made_by = [ROOT / path for path in ("scripts/lib/area_steps", "cmodel/netlist",
                                        "cmodel/cli/complexity/rh_complexity_lines.c", "include/tables/complexity.def")]
    made_by += (ROOT / "include/tables").glob("presets*.def")
    return [Row(f"{preset} {name}", lambda preset=preset, name=name: contents.digest(
        preset, contents.of_rtl(f"rh_{name}"), contents.of_files(made_by)),
        lambda preset=preset, name=name: run(preset, name))
        for preset in presets for name in variants("controller") if preset != "fgdram" or name == "fgdram_channel"]


EXPERIMENTS = {  # name: what it writes
    "accuracy": {"--csv": "accuracy.csv", "--markdown": "accuracy.md", "--steps": "accuracy_steps.md"},
    "area_fit": {"--markdown": "area_parts.md"},
    "coupled": {"--csv": "coupled.csv", "--markdown": "coupled.md"},
    "energy": {"--markdown": "energy.md"},
    "fgdram_queues": {"--csv": "fgdram_queues.csv", "--markdown": "fgdram_queues.md"},
    "fgdram_timing": {},
    "functional_run": {"--csv": "functional_run.csv", "--markdown": "functional_run.md"},
    "gpgpusim": {"--markdown": "gpgpusim.md"},
    "gpgpusim_warps": {"--markdown": "gpgpusim_warps.md", "--variants": "gpgpusim_variants.md"},
    "hit_before_precharge": {},
    "iso_bandwidth": {"--csv": "iso_bandwidth.csv", "--markdown": "iso_bandwidth.md"},
    "kernels": {"--csv": "kernels.csv", "--markdown": "kernels.md"},
    "lockstep_rates": {"--markdown": "lockstep_rates.md"},
    "network_latency": {"--csv": "network_latency.csv", "--markdown": "network_latency.md"},
    "network_saturation": {"--csv": "network_saturation.csv", "--markdown": "network_saturation.md"},
    "order_in_a_row": {},
    "placement": {"--markdown": "placement.md"},
    "prediction": {"--csv": "prediction.csv", "--markdown": "prediction.md"},
    "prediction_grains": {"--csv": "prediction_grains.csv", "--markdown": "prediction_grains.md"},
    "prediction_network": {"--csv": "prediction_network.csv", "--markdown": "prediction_network.md"},
    "preset_curves": {"--csv": "preset_curves.csv", "--markdown": "preset_curves.md"},
    "random_efficiency": {"--markdown": "random_efficiency.md"},
    "request_network": {"--csv": "request_network.csv", "--markdown": "request_network.md"},
    "schedulers": {"--csv": "schedulers.csv", "--markdown": "schedulers.md"},
    **{f"thesis_{name}": {"--csv": f"thesis_{name}.csv", "--markdown": f"thesis_{name}.md"}
       for name in ("controllers", "ctas", "designs", "prediction")},
}


def experiment():
    """the table of a page, measured again and written"""
    def run(name, files):
        with tempfile.TemporaryDirectory(prefix="experiment.") as work:
            options = [word for option, file in files.items() for word in (option, f"{work}/{file}")]
            if name in ("functional_run", "request_network", "schedulers") or name.startswith("thesis_"):
                options += ["--cache", str(contents.BUILD / name)]
            result = outcome(["scripts/experiment", name, *options])
            if result.startswith(("FAILED", "skipped")):
                return result
            changed = []
            for file in files.values():
                new, old = pathlib.Path(work) / file, ROOT / "docs/tables" / file
                if not old.exists() or new.read_bytes() != old.read_bytes():
                    changed.append(file)
                    shutil.copy(new, old)
            return f"changed: {' '.join(changed)}" if changed else "as before" if files else "printed"

    def made_by(name):
        kernels = name in ("coupled", "functional_run", "schedulers") or name.startswith("thesis_")
        shared = [ROOT / "scripts/lib/kernel_runs.py"] if kernels else []
        if name == "accuracy":
            shared = [ROOT / "scripts/lib/accuracy_page.py", *sorted((ROOT / "tb/peers").iterdir())]
        return contents.of_files([ROOT / "scripts/lib/experiments" / name, *shared])

    return [Row(name, lambda name=name: contents.digest(contents.of_program(), made_by(name)),
                lambda name=name, files=files: run(name, files))
        for name, files in EXPERIMENTS.items()]


def peer():
    """the same stream through another simulator, where it is at hand: how far apart, rule by rule"""
    peers = {"dramsim3": ("ddr4_2400", "gddr3", "hbm2", "gddr7"),
             "ramulator2": ("ddr4_2400", "gddr3", "hbm2", "hbm2_2000")}
    return [command_row(f"{peer} {preset} {stream}", lambda peer=peer: contents.digest(
        contents.of_program(),
        contents.of_files([ROOT / "scripts/lib/peer", ROOT / f"docs/decisions/{peer}_rules.patch"])),
        ["scripts/lib/peer", peer, preset, stream])
        for peer, presets in peers.items() for preset in presets for stream in ("rand1", "rand3", "mixed", "stream")]


def bench():
    """what one request costs, within 10 % of its row in bench.csv; what lockstep costs over the bare RTL"""
    rows = []
    for name in variants("controller"):
        rows.append(command_row(f"request {name}", contents.of_program,
                                ["scripts/bench", "--no-lockstep", "--check", name], {"BENCH_TIMES": "0"}))
        rows.append(command_row(f"lockstep {name}", lambda name=name: contents.of_lockstep("controller", name),
                                ["scripts/lib/lockstep_bench", contents.BUILD, os.devnull, name]))
    return rows


def test():
    """a test that takes too long for the suite, or the whole of one of which the suite runs a part"""
    whole = {f"tb/evidence/{path.name}": [] for path in sorted((ROOT / "tb/evidence").glob("*.sh"))}
    whole |= {"tb/cli/area/test_area.sh": ["all"], "tb/cli/complexity/test_complexity.sh": ["all"],
              "tb/lockstep/test_gates.sh": ["all"], "tb/cli/test_schema.sh": ["all"],
              "tb/cli/sweep/test_slurm.sh": ["all"],
              **{f"tb/published/test_{name}.sh": ["all"] for name in
                 ("network_saturation", "prediction", "predict_traces", "preset_curves", "random_efficiency")},
              **{f"tb/cli/placement/test_placement_{name}.sh": ["all"] for name in ("map", "predict")},
              "tb/repo/test_check.sh": ["all"],
              **{f"tb/lockstep/test_{name}.sh": ["all"] for name in
                 ("blocks", "cosim_kernel", "cosim_traces", "grains", "mismatch_view", "request_network",
                  "sources", "top_waves", "window")},
              "tb/lockstep/test_request_system.sh": ["all"],
              "tb/systemc/test_systemc.sh": ["all"], "tb/cli/report/test_page.sh": ["all"],
              "tb/tutorial/test_tutorial.sh": ["all"],
              "tb/example_kind/test_example_kind.sh": ["all"],
              "tb/formal/test_prove.sh": ["all"], "tb/repo/test_mutants.sh": ["all"],
              "tb/repo/test_handoff.sh": ["all"]}
    return [command_row(name, lambda name=name: contents.digest(
        contents.of_program(),
        contents.of_files([ROOT / "rtl", ROOT / "scripts", ROOT / "tb/shell.sh", ROOT / name])), [name, *options])
        for name, options in whole.items()]


KINDS = {make.__name__: make for make in
         (proof, mutant, lockstep, seed, lint, limits, gates, area, complexity, bench, peer, experiment, test)}
