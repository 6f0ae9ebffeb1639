# SPDX-License-Identifier: Apache-2.0
"""The proofs of tb/formal: what their headers say, how Yosys elaborates one, how the solver is asked."""
import functools
import os
import pathlib
import re
import subprocess
import time

import contents
import package_parts
from tree import ROOT, Refusal, need, variants

FORMAL = pathlib.Path("tb/formal")
# What Yosys only warns about, although it makes a proof worthless.
REFUSED = re.compile(r"no driver|implicitly declared|multiple conflicting drivers|Resizing cell port|is not connected")
# A generic contract looks only at the common, low part of the observation vector; a load port is ignored without LOAD.
ALLOWED = re.compile(r"Resizing cell port \S*\.(obs_o|load_state_i) ")
# cvc5 hands the whole formula to its SAT solver: ten times faster than its own default, and than z3.
SOLVERS = {"cvc5": ["-S", "--bitblast=eager"], "z3": []}
FIELDS = {"bmc", "induction", "cover", "asserts", "covers", "fast", "fastcover", "limit"}


class Proof:
    """One configuration of one block."""

    def __init__(self, stem, path, top, defines, line, number):
        words = line.split()
        self.stem, self.path, self.top, self.defines, self.parameters = stem, path, top, defines, {}
        self.where, self.fast, self.why = f"{path}:{number}", None, None
        if not words or "=" in words[0]:
            raise Refusal(f"{self.where}: found no name, expected // prove: NAME key=value ...")
        self.config = words[0]
        found = {}
        for word in words[1:]:
            key, equals, value = word.partition("=")
            if not equals or not (key.isupper() or key in FIELDS) or key in found:
                fields = ", ".join(sorted(FIELDS))
                raise Refusal(f"{self.where}: found '{word}', expected PARAMETER=n or one of {fields}, once")
            if not value.isdigit() and (key, value) != ("induction", "none"):
                raise Refusal(f"{self.where}: {key}: found '{value}', expected a number")
            found[key] = value
        for key in ("bmc", "induction", "cover", "asserts", "covers"):
            if key not in found:
                raise Refusal(f"{self.where}: found no {key}=, expected one")
        self.parameters = {k: v for k, v in found.items() if k.isupper()}
        self.bmc, self.cover = int(found["bmc"]), int(found["cover"])
        self.asserts, self.covers = int(found["asserts"]), int(found["covers"])
        self.induction = None if found["induction"] == "none" else int(found["induction"])
        self.fast = int(found["fast"]) if "fast" in found else None
        self.limit, self.fast_cover = int(found.get("limit", 900)), found.get("fastcover") != "0"
        least = min(self.bmc, self.fast or self.bmc)
        if self.induction is not None and least < self.induction:
            raise Refusal(f"{self.where}: found bmc to {least}, expected at least the induction's {self.induction}")

    @property
    def name(self):
        return f"{self.stem}:{self.config}"


def read_header(stem, path, top, defines=()):
    """The configurations that a proof's header names."""
    proofs, reasons = [], {}
    for number, line in enumerate((ROOT / path).read_text().splitlines(), 1):
        if match := re.match(r"// prove: (.*)", line):
            proofs.append(Proof(stem, path, top, defines, match[1], number))
        elif match := re.match(r"// bounded (\w+): (.+)", line):
            reasons[match[1]] = match[2]
    if not proofs:
        raise Refusal(f"{path}:1: found no '// prove:' line, expected one a configuration")
    for proof in proofs:
        proof.why = reasons.pop(proof.config, None)
        if (proof.induction is None) != (proof.why is not None):
            raise Refusal(f"{proof.where}: expected '// bounded {proof.config}: why' exactly with induction=none")
    if reasons:
        raise Refusal(f"{path}:1: found '// bounded {next(iter(reasons))}:', expected the name of a configuration")
    return proofs


def read_proofs():
    """Every proof, by block; a variant without its own file has its kind's contract."""
    proofs = []
    for path in sorted((ROOT / FORMAL).glob("fv_*.sv")):
        proofs += read_header(path.stem[3:], FORMAL / path.name, path.stem)
    own = {proof.stem for proof in proofs}
    for path in sorted((ROOT / FORMAL).glob("contract_*.sv")):
        for stem in (f"rh_{name}" for name in variants(path.stem[len("contract_"):])):
            if stem not in own:
                proofs += read_header(stem, FORMAL / path.name, path.stem, (f"ROWHOLD_DUT={stem}",))
    return proofs


@functools.cache
def with_includes(root, path):
    """A file's text and that of all that it includes."""
    text = path.read_text()
    names = re.findall(r'^`include "(\w+\.svh)"', text, re.M)
    return text + "".join(with_includes(root, root / FORMAL / name) for name in names)


@functools.cache
def places_of(root):
    """The file of each module: file = module = stem."""
    return {path.stem: path for folder in ("rtl", FORMAL) for path in sorted((root / folder).rglob("*.sv"))}


@functools.cache
def named_in(path, root, defines):
    """The words of a module file, its includes among them, that may be modules."""
    text = re.sub(r"`define \w+ (\w+)", r"\1 #(", re.sub(r"//.*", "", with_includes(root, path)))
    text += " ".join(value.split("=")[1] + " #(" for value in defines)
    return sorted(set(re.findall(r"\b([a-z]\w*)\s*(?:#\s*\(|u_\w+\s*\()", text)))


def source_files(root, proof):
    """The package, then what the proof instantiates, found by name."""
    places = places_of(root)
    needed, queue = [], [root / proof.path]
    while queue:
        path = queue.pop()
        if path in needed:
            continue
        needed.append(path)
        queue += [places[name] for name in named_in(path, root, proof.defines) if name in places]
    return [places["rh_pkg"]] + sorted(path for path in needed if path.stem != "rh_pkg")


@functools.cache
def verilator():
    """The program to call, as scripts/verilate says."""
    return subprocess.check_output([pathlib.Path(__file__).resolve().parents[1] / "verilate", "--program"],
                                   text=True).strip()


def lint(root, proof):
    """Verilator reads a proof, in a tenth of the time that Yosys takes to elaborate it: what is wrong, or None. A port
    or a module that was renamed, and a name that nobody declares, are found; whether its assertions hold is not asked.
    """
    command = [verilator(), "--lint-only", "-Wno-fatal", "-Wno-lint", "-Wno-style", "-Werror-IMPLICIT",
               "-Werror-PINMISSING", "--assert", f"-I{root / FORMAL}", "-DSYNTHESIS", "-DFORMAL"]
    command += [f"-D{value}" for value in proof.defines] + [f"-G{k}={v}" for k, v in proof.parameters.items()]
    command += ["--top-module", proof.top, *map(str, source_files(root, proof))]
    run = subprocess.run(command, capture_output=True, text=True)
    lines = [line for line in run.stderr.splitlines() if line.startswith("%Error")] or ["%Error: no message"]
    return "Verilator: " + lines[0].removeprefix("%Error").lstrip(":- ") if run.returncode else None


def elaborate(root, proof, work, only=None):
    """Runs Yosys; returns (path of the SMT file or None, what is wrong). `only`: drop every other assertion."""
    chparam = " ".join(f"-chparam {key} {value}" for key, value in proof.parameters.items())
    define = " ".join(f"-D {value}" for value in proof.defines)
    # SYNTHESIS: the contracts beside ports are for simulation (rtl/core/rh_contract_*.sv)
    script = [f"read_verilog -formal -sv -noautowire -D SYNTHESIS {define} {path}"
              for path in source_files(root, proof)]
    script += [f"hierarchy -check -top {proof.top} {chparam}", "proc", "flatten"]
    script += [f"tee -o {work}/{kind}.list select -list t:${kind}" for kind in ("assert", "cover")]
    if only:
        script += [f"chformal -cover -remove", f"chformal -assert -remove t:$assert c:{only} c:*.{only} %u %d"]
    script += ["prep -flatten", "async2sync", "memory_map", "opt -full", "dffunmap",
               f"write_smt2 -nomem {work}/proof.smt2"]
    (work / "proof.ys").write_text("\n".join(script) + "\n")
    run = subprocess.run(["yosys", "-q", "-l", f"{work}/yosys.log", f"{work}/proof.ys"], capture_output=True, text=True)
    log = (work / "yosys.log").read_text() if (work / "yosys.log").exists() else ""
    if run.returncode != 0:
        lines = [line for line in (run.stderr + run.stdout).splitlines() if "ERROR" in line] or ["no message"]
        return None, "Yosys: " + lines[0].strip()
    for line in log.splitlines():
        allowed = proof.top.startswith("contract_") and ALLOWED.search(line)
        if "Warning" in line and REFUSED.search(line) and not allowed:
            return None, "Yosys: " + line.strip()
    names = [line.rsplit("/", 1)[1].rsplit(".", 1)[-1] for line in (work / "assert.list").read_text().split()]
    covers = len((work / "cover.list").read_text().split())
    if wrong := [name for name in names if not name.endswith("_A")]:
        return None, f"found assertion {wrong[0]}, expected a name that ends in _A"
    if only:
        if only not in names:
            return None, f"found no assertion {only}"
        return work / "proof.smt2", None
    # the rules of the judge's table come with it, and no header counts them
    rules = set(re.findall(r"(\w+_A): assert", (root / FORMAL / "timing.svh").read_text()))
    own = len(names) if not rules <= set(names) else len(names) - len(rules)
    if (own, covers) != (proof.asserts, proof.covers):
        return None, f"found {own} assertions and {covers} covers, expected {proof.asserts} and {proof.covers}"
    proof.asserts = len(names)
    if (work / "proof.smt2").read_text().count("\n; yosys-smt2-assert ") != len(names):
        return None, "an assertion was lost on the way to the solver"
    return work / "proof.smt2", None


def solver_tools(script, solver):
    """Refuses to begin without the programs that elaborate and solve need."""
    for tool, package in (("yosys", "yosys"), ("yosys-smtbmc", "yosys"), (solver, solver)):
        need(script, tool, package)


def solve(smt2, solver, mode, depth, limit):
    """One run of yosys-smtbmc: (passed, what failed)."""
    command = ["yosys-smtbmc", "-s", solver, *SOLVERS[solver], "--unroll", "--noprogress", *mode]
    command += ["-t", str(depth), str(smt2)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          start_new_session=True) as run:
        try:
            text, _ = run.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, 9)
            run.communicate()
            return False, f"no answer in {limit} s"
    if run.returncode == 0 and "Status: PASSED" in text:
        return True, ""
    failed = re.findall(r"Assert failed in \S+: (\S+)", text)
    failed += re.findall(r"Unreached cover statement at (\S+?)\.?$", text, re.M)
    return False, " ".join(failed) or (text.strip().splitlines() or ["no answer"])[-1]


def prove(root, proof, solver, work, fast=False):
    """All runs of one configuration: (are they good, the row of the table)."""
    start, result = time.monotonic(), None
    depth = proof.fast if fast else proof.bmc
    cover = proof.cover if proof.fast_cover or not fast else None
    smt2, wrong = elaborate(root, proof, work)
    if wrong:
        result = wrong
    runs = [("bmc", [], depth), ("induction", ["-i"], proof.induction), ("cover", ["-c"], cover)]
    for what, mode, steps in runs:
        if result is None and steps is not None:
            passed, failed = solve(smt2, solver, mode, steps, proof.limit)
            if not passed:
                result = f"FAILED {what}: {failed}"
    if result is None:
        result = "proved" if proof.induction is not None else f"bounded to {depth} clocks"
    good = not wrong and not result.startswith("FAILED")
    k = "-" if proof.induction is None else proof.induction
    seconds = f"{time.monotonic() - start:.1f}"
    return good, [proof.stem, proof.config, proof.asserts, depth, k, proof.covers if cover else "-", seconds, result]


def in_words(row):
    """A good row of the table as the record has it."""
    _, _, asserts, depth, k, covers, _, result = row
    return f"{result}: {asserts} assertions, bmc {depth}, k {k}, {covers} covers"


@functools.cache
def text_of(path):
    """A file's text and that of all that it includes, without what does not count."""
    return contents.without_comments(path, with_includes(ROOT, path))


def key_of(proof):
    """A hash of all that the proof is about: its sources, what they use of the package, defines and parameters."""
    package, *files = source_files(ROOT, proof)
    texts = [text_of(path) for path in files]
    parts, gone = package_parts.used(package.read_text(), texts)
    if gone:
        raise Refusal(f"{package}: found no {', '.join(gone)}, expected what {proof.name} uses")
    settings = [f"{key}={value}" for key, value in sorted(proof.parameters.items())]
    depths = [str(depth) for depth in (proof.bmc, proof.induction, proof.cover)]
    return contents.digest(*texts, *parts, proof.top, *proof.defines, *settings, *depths)
