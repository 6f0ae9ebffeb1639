# SPDX-License-Identifier: Apache-2.0
"""Who can notice a mutant. A checker is a class here: its first line says what the row's subject and WHAT are.

`refuses` says what is wrong with a row's subject, or nothing. `sound` says what is wrong without the fault (once a
subject, which `run_sound` runs), or nothing. `check` runs it on a tree with the fault planted and gives an outcome.
"""
import concurrent.futures
import functools
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile
import threading
import time

import contents
import proofs
from tree import ROOT, Refusal, need, variants

NOTICED, SURVIVED, ELSEWHERE, BROKEN = "noticed", "SURVIVED", "found by something else", "BROKEN"


class Once:
    """Makes the value of a key once, although several threads ask."""

    def __init__(self):
        self.values, self.lock = {}, threading.Lock()

    def get(self, key, make):
        with self.lock:
            mine = key not in self.values
            value = self.values.setdefault(key, concurrent.futures.Future())
        if mine:
            try:
                value.set_result(make())
            except BaseException as error:
                value.set_exception(error)
        return value.result()


def run(command, **options):
    """Exit code and everything that was said."""
    done = subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace", **options)
    return done.returncode, done.stdout


def first_line(text):
    return next((line.strip() for line in text.splitlines() if line.strip()), "nothing said")


BUILD = contents.BUILD


def program():
    """build/bin/rowhold, and the environment in which it and the scripts find each other."""
    path = pathlib.Path(os.environ.get("ROWHOLD") or BUILD / "bin/rowhold").resolve()
    return path, dict(os.environ, ROWHOLD=str(path))


class Checker:
    def __init__(self, work):
        self.work, self.once = work, Once()

    def refuses(self, row):
        return None

    def run_sound(self, row):
        return None

    def content(self, row):
        """A hash of what the outcome depends on besides the row."""
        raise NotImplementedError

    def sound(self, row):
        return self.once.get(("sound", row.who), lambda: self.run_sound(row))


class Proof(Checker):
    """proof STEM:CONFIG: ASSERTION, which must fail within the depth of scripts/prove, which tests it without fault."""
    solver = "cvc5"

    @functools.cached_property
    def proofs(self):
        return {proof.name: proof for proof in reversed(proofs.read_proofs())}

    def refuses(self, row):
        if len(row.subject) != 1 or row.subject[0] not in self.proofs:
            return f"found proof '{' '.join(row.subject)}', expected STEM:CONFIG of scripts/prove --list"

    def fast(self, row):
        return self.proofs[row.subject[0]].fast is not None

    def need(self):
        proofs.solver_tools("scripts/mutants", self.solver)

    def content(self, row):
        return proofs.key_of(self.proofs[row.subject[0]])

    def check(self, row, tree, work):
        proof = self.proofs[row.subject[0]]
        smt2, wrong = proofs.elaborate(tree, proof, work, only=row.what)
        if wrong:
            return BROKEN, wrong
        passed, failed = proofs.solve(smt2, self.solver, [], proof.bmc, proof.limit)
        if passed:
            return SURVIVED, f"within {proof.bmc} clocks"
        return (NOTICED, "") if failed.rsplit(".", 1)[-1] == row.what else (ELSEWHERE, failed)


class Lockstep(Checker):
    """lockstep KIND VARIANT [OPTION...]: FIELD that `rowhold cosim` must mark, or assertion of a contract that it must
    name. Without options it is the kind's run."""
    # Small queues that fill and drain, timings that nobody chose, back-pressure and a reset.
    runs = {"controller": "--preset qb_hbm --queue 8 --responses 4 --stream hot_rows --requests 1500 "
            "--read-share 0.6 --random-timing"
                          " --seed 3 --bursts 12 --response-ready 40 --reset-at 2500",
            "allocator": "--hold-limit 5 --cycles 6000 --reset-at 2500 --seed 3",
            "router": "--set inputs=3,outputs=3,vcs=2,depth=3 --cycles 4000 --reset-at 1500 --seed 3",
            "injector": "--set vcs=2,depth=3,queue=3 --configure outstanding_limit=4 --cycles 4000 "
                        "--reset-at 1500 --seed 3",
            "ejector": "--set vcs=2,depth=3 --cycles 4000 --reset-at 1500 --seed 3",
            "link": "--set words=2 --cycles 6000 --reset-at 2500 --seed 3"}
    spellings = {"controller": "--controller", "allocator": "--allocator"}  # any other kind: --block

    def refuses(self, row):
        kind, *rest = row.subject
        if kind not in self.runs:
            return f"found kind '{kind}', expected one of {', '.join(self.runs)}"
        if not rest or rest[0] not in self.once.get(kind, lambda: variants(kind)):
            return f"found {kind} '{''.join(rest[:1])}', expected one of include/tables/variants.def"
        if not row.file.startswith("rtl/"):  # the program that compares has C of its own
            return f"found a run of lockstep for {row.file}, expected a file of rtl/"

    def need(self):
        need("scripts/mutants", "verilator", "verilator")

    def content(self, row):
        return contents.of_lockstep(*row.subject[:2])

    def command(self, row):
        kind, variant, *options = row.subject
        return ["cosim", self.spellings.get(kind, "--block"), variant, *(options or self.runs[kind].split()), "--quiet"]

    def environment(self, tree):
        """`rowhold cosim` verilates the RTL of the folder that ROWHOLD_SOURCE names; what has faults is kept apart."""
        return dict(program()[1], ROWHOLD_SOURCE=str(tree), XDG_CACHE_HOME=str(self.work / "cache"))

    def runtime(self):
        """Verilator's runtime and its header as read, which all plug-ins share."""
        code, text = run([ROOT / "scripts/verilate", "--runtime"])
        if code == 0:
            folder = self.work / "cache/rowhold"
            folder.mkdir(parents=True, exist_ok=True)  # lockstep and load share it
            for file in pathlib.Path(text.strip()).parent.glob(pathlib.Path(text.strip()).stem + ".*"):
                shutil.copy(file, folder)
        return None if code == 0 else first_line(text)

    def run_sound(self, row):
        if wrong := self.once.get("runtime", self.runtime):
            return wrong
        code, text = run([program()[0], *self.command(row)], env=program()[1])
        return None if code == 0 else f"exit {code}: {first_line(text)}"

    def check(self, row, tree, work):
        rowhold, environment = program()[0], self.environment(tree)
        code, text = run([rowhold, *self.command(row)], env=environment, cwd=work)
        if code == 0:
            return SURVIVED, "all equal"
        cycle = re.search(r"^(?:MISMATCH|CONTRACT): .* at cycle (\d+)\b", text, re.M)
        if code != 1 or not cycle:
            return ELSEWHERE, f"exit {code}: {first_line(text)}"
        marked = re.findall(r"^ +(\w+)(?:\[\d+\])? .*<-- differs|^CONTRACT: .*?\.(\w+):", text, re.M)
        marked = [field or contract for field, contract in marked]
        if row.what not in marked:
            return ELSEWHERE, " ".join(dict.fromkeys(marked)) or first_line(text)
        # The line that the report prints finds it again, and leaves a wave.
        repeat = re.search(r"repeat with a wave.*\n *rowhold (.*)", text)
        if not repeat:
            return BROKEN, "found no line that repeats the run"
        wave = work / "mismatch.fst"
        wave.unlink(missing_ok=True)  # the report's own
        again = run([rowhold, *shlex.split(repeat[1])], env=environment, cwd=work)[1]
        if not re.search(rf"at cycle {cycle[1]}\b", again) or not wave.is_file() or wave.stat().st_size == 0:
            return BROKEN, f"the line that repeats the run found no cycle {cycle[1]} or left no wave"
        return NOTICED, f"cycle {cycle[1]}"


class Load(Lockstep):
    """load KIND VARIANT [OPTION...]: as lockstep, but every few clocks RTL at random takes the model's registers."""
    def command(self, row):
        return [*super().command(row), "--load-every", "7"]


class Unit(Checker):
    """unit TEST: a test of tb/unit/test_TEST.c that must fail. The fault is in a C model or in the lockstep's C, in a
    header beside it, in a public one or in a table."""
    archives = contents.ARCHIVES
    libraries = ["-lcmocka", "-lyaml", "-larchive", "-ljansson", "-lz", "-ldl", "-lm", "-pthread"]
    folders = ("core", "dram", "trace", "workload", "kernel", "controller", "network", "link", "stats", "channel",
               "system", "gpu", "analytic", "embedding", "cost", "files", "netlist", "wave", "cli")
    choice = """#include <stdlib.h>
void cmocka_set_test_filter(const char *pattern);
__attribute__((constructor)) static void choose(void) { cmocka_set_test_filter(getenv("RH_TEST")); }
"""
    limit = int(os.environ.get("FAULTS_LIMIT", "300"))  # seconds of a test, which a fault may keep from its end
    lockstep = ("tb/lockstep", "cmodel/wave", "cmodel/files")  # linked besides where the fault is in the first of them

    def refuses(self, row):
        test = ROOT / f"tb/unit/test_{' '.join(row.subject)}.c"
        if not test.is_file():
            return f"found unit test '{' '.join(row.subject)}', expected the NAME of a tb/unit/test_NAME.c"
        if not re.search(rf"\b{re.escape(row.what)}\b", test.read_text()):
            return f"found test '{row.what}', expected one of {test.relative_to(ROOT)}"
        models = rf"cmodel/({'|'.join(self.folders)})/(\w+/)?\w+\.[ch]"
        shared = r"include/(rowhold/\w+\.h|tables/\w+\.def)"
        if not (re.fullmatch(rf"{models}|{shared}", row.file) or self.of_lockstep(row)):
            return (f"found a unit test of {row.file}, expected a C file of a model or of the lockstep, a header or a "
                    "table")

    def of_lockstep(self, row):
        return re.fullmatch(r"tb/lockstep/rh_\w+\.[ch]", row.file) is not None

    def sources(self, tree, row):
        """The C files that a fault in this file is compiled into: of a header all that include it, anywhere."""
        if row.file.endswith(".c"):
            return [row.file]
        folders = ["include/rowhold", *(f"cmodel/{name}" for name in self.folders)]
        folders += self.lockstep if self.of_lockstep(row) else []
        includes = {}
        for name in folders:
            for path in (tree / name).rglob("*.[ch]"):
                found = re.findall(r'^#include "([^"]+)"', path.read_text(), re.M)
                includes[str(path.relative_to(tree))] = set(found)
        reached, more = set(), {row.file}
        while more != reached:
            reached = more
            names = {file.removeprefix("include/") for file in reached}
            more = reached | {file for file, found in includes.items() if found & names}
        return sorted(file for file in reached if file.endswith(".c") and "/cmd_cosim" not in file)

    def need(self):
        """A compiler, and the libraries of this tree: whoever calls from a test has built them."""
        need("scripts/mutants", os.environ.get("CC", "cc"), "gcc")
        if "ROWHOLD_BUILD" not in os.environ:
            code, text = run([ROOT / "scripts/build", "rh_lockstep"])
            if code != 0:
                raise Refusal(f"scripts/mutants: scripts/build rh_lockstep: {first_line(text)}")
        if not (BUILD / self.archives[0]).exists():
            raise Refusal(f"scripts/mutants: found no {BUILD / self.archives[0]}, expected it built (scripts/build)")

    def content(self, row):
        return contents.of_test(row.subject[0])

    def cc(self, arguments, **options):
        code, text = run([os.environ.get("CC", "cc"), *arguments], **options)
        return None if code == 0 else f"the compiler: {first_line(text)}"

    @functools.cached_property
    def sanitizers(self):
        """What the libraries were compiled with, the link needs, too."""
        sanitized = "ROWHOLD_SANITIZE:BOOL=ON" in (BUILD / "CMakeCache.txt").read_text()
        return ["-fsanitize=address,undefined"] if sanitized else []

    def compile(self, root, files, folder):
        flags = ["-std=c11", "-O1", "-D_GNU_SOURCE", f'-DRH_SOURCE_DIR="{ROOT}"', f"-I{root}/include", f"-I{root}",
                 f"-I{BUILD}/generated", *self.sanitizers, "-c"]
        return self.cc([*flags, *(root / file for file in files)], cwd=folder)

    def chosen(self):
        """An object that lets cmocka run the test that RH_TEST names, and no other."""
        source = self.work / "chosen.c"
        source.write_text(self.choice)
        return self.cc(["-std=c11", "-c", source], cwd=self.work)

    def test(self, row, objects, work, only=None):
        """Exit code and words of the test, or of one of its functions, with these objects before the libraries."""
        if wrong := self.once.get("chosen", self.chosen):
            return None, wrong
        objects = [self.work / f"test_{row.subject[0]}.o", self.work / "chosen.o", *objects]
        archives = [BUILD / name for name in self.archives if (BUILD / name).exists()]
        if wrong := self.cc([*self.sanitizers, *objects, *archives, *self.libraries, "-o", work / "unit"]):
            return None, wrong
        try:
            return run([work / "unit"], cwd=ROOT, env=dict(os.environ, RH_TEST=only or "*"), timeout=self.limit)
        except subprocess.TimeoutExpired:
            return None, f"no end within {self.limit} s"

    def run_sound(self, row):
        name = row.subject[0]
        if wrong := self.compile(ROOT, [f"tb/unit/test_{name}.c"], self.work):
            return wrong
        folder = self.work / f"unit_{name}"
        folder.mkdir()
        code, text = self.test(row, [], folder)
        return None if code == 0 else f"exit {code}: {first_line(text)}"

    def check(self, row, tree, work):
        if wrong := self.compile(tree, self.sources(tree, row), work):
            return ELSEWHERE, wrong
        objects = sorted(work.glob("*.o"))
        code, text = self.test(row, objects, work, row.what)
        if code == 0:  # does another of its functions fail?
            code, text = self.test(row, objects, work)
        failed = re.findall(r"^\[  FAILED  \] (?:.*: )?(\w+)$", text, re.M)
        if code == 0:
            return SURVIVED, "all passed"
        return (NOTICED, "") if row.what in failed else (ELSEWHERE, " ".join(failed) or first_line(text))


class Script(Checker):
    """A script of the tree, whose words must match WHAT, a regular expression, with the fault and only then."""

    def command(self, row, root, work):
        raise NotImplementedError

    def said(self, row, root, work):
        return run(self.command(row, root, work), env=program()[1])

    def sound(self, row):
        code, text = self.once.get(row.who, lambda: self.said(row, ROOT, self.work))
        if code != 0:
            return f"exit {code}: {first_line(text)}"
        return f"'{row.what}' is said without a fault" if re.search(row.what, text, re.M) else None

    def check(self, row, tree, work):
        code, text = self.said(row, tree, work)
        if code in (0, 1) and re.search(row.what, text, re.M):
            return NOTICED, ""
        if code == 0 and text == self.once.get(row.who, lambda: None)[1]:
            return SURVIVED, "nothing changed"
        return ELSEWHERE, f"exit {code}: {first_line(text)}"


class Netlist(Script):
    """netlist NAME SETTING...: what `scripts/area --elaborate` says or counts ("latches N", "address_bits N")."""

    def refuses(self, row):
        names = self.once.get("designs", variants)
        if row.subject[:1] == [] or row.subject[0] not in names or not all("=" in word for word in row.subject[1:]):
            return f"found '{' '.join(row.subject)}', expected a design of the registry and settings NAME=VALUE"

    def need(self):
        need("scripts/mutants", "yosys", "yosys")

    def content(self, row):
        return contents.of_rtl(f"rh_{row.subject[0]}")

    def command(self, row, root, work):
        return [root / "scripts/area", "--elaborate", "--out", work / "-".join(row.subject), row.subject[0],
                " ".join(row.subject[1:])]

    def said(self, row, root, work):
        code, text = super().said(row, root, work)
        counts = work / "-".join(row.subject) / f"{'-'.join(row.subject)}.bits"
        return code, text + (counts.read_text() if counts.exists() else "")


class Lint(Script):
    """lint NAME: a finding of scripts/lint."""

    def refuses(self, row):
        if len(row.subject) != 1 or row.subject[0] not in self.once.get("designs", variants):
            return f"found '{' '.join(row.subject)}', expected a design of the registry"

    def need(self):
        need("scripts/mutants", "verilator", "verilator")

    def content(self, row):
        return contents.of_rtl(f"rh_{row.subject[0]}")

    def command(self, row, root, work):
        return [root / "scripts/lint", *row.subject]


class Whole(Script):
    """What the lockstep of a whole top says in a size, which is the row's subject."""
    name, sizes, options = "", {}, ""

    def refuses(self, row):
        if len(row.subject) != 1 or row.subject[0] not in self.sizes:
            return f"found {row.checker} '{' '.join(row.subject)}', expected one of {', '.join(self.sizes)}"

    def need(self):
        need("scripts/mutants", "verilator", "verilator")

    def content(self, row):
        return contents.digest(contents.of_rtl(f"rh_{self.name}"), contents.of_program())

    def command(self, row, root, work):
        return [ROOT / "scripts/lib/random_top", self.name, "--rtl", root / "rtl", "--quick",
                *self.sizes[row.subject[0]].split(), "--", *self.options.split()]

    def said(self, row, root, work):
        code, text = super().said(row, root, work)
        return code, re.sub(r"; [0-9.]+ k clocks a second", "", text)  # no two runs are as fast


class Network(Whole):
    """network SIZE: what scripts/lib/random_top says of rh_request_network in one of these sizes."""
    small = "vcs={} depth=2 queue=2 payload_bits=4"
    name, options = "request_network", "--clocks 2000 --outstanding-limit 5 --hold-limit 3"
    sizes = {"mesh": f"topology=1 cores=5 controllers=1 columns=2 allocator=1 hold=1 {small.format(1)}",
             "ring": f"topology=2 cores=3 controllers=3 replies=1 {small.format(2)}"}


class System(Whole):
    """system SIZE: what scripts/lib/random_top says of rh_request_system in one of these sizes."""
    name, options = "request_system", "--clocks 3000 --timing 3 --network-mhz 1132 --core-mhz 900 --outstanding-limit 5"
    sizes = {"crossbar": "cores=2 controllers=2 variant=1 queue=4 row_bits=4 column_bits=4 responses=4 vcs=1 depth=2 "
                         "injection_queue=2 flit_bytes=24"}


CHECKERS = {"proof": Proof, "lockstep": Lockstep, "load": Load, "unit": Unit, "netlist": Netlist, "lint": Lint,
            "network": Network, "system": System}


def copy_tree(row, tree):
    """A tree with the fault: the folder that it is in is a copy, all others are links."""
    tree.mkdir()
    top = pathlib.Path(row.file).parts[0]
    for entry in ROOT.iterdir():
        if entry.name not in (top, "build", ".git"):
            (tree / entry.name).symlink_to(entry)
    shutil.copytree(ROOT / top, tree / top)
    row.plant(tree)


def examine(row, checker):
    """Outcome, details and seconds of one row."""
    start = time.monotonic()
    if wrong := checker.sound(row):
        outcome = BROKEN, f"without the fault: {wrong}"
    else:
        with tempfile.TemporaryDirectory(prefix="fault.", dir=checker.work) as folder:
            work = pathlib.Path(folder)
            copy_tree(row, work / "tree")
            outcome = checker.check(row, work / "tree", work)
    return *outcome, time.monotonic() - start
