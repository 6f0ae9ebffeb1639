# SPDX-License-Identifier: Apache-2.0
"""What a result depends on, as a hash of contents: SystemVerilog modules and what they reach, C sources that a program
is linked of, other files. Comments, blanks and the places of files do not count."""
import functools
import hashlib
import os
import pathlib
import re
import subprocess

import package_parts
from tree import ROOT, Refusal

BUILD = pathlib.Path(os.environ.get("ROWHOLD_BUILD") or ROOT / "build")
ARCHIVES = ("librh_lockstep.a", "librowhold_cli.a", "librowhold_cost.a", "librowhold_files.a", "librh_fst.a",
            "librowhold.a")  # in the order of linking
BENCHES = {"allocator": "rh_allocator_bench", "controller": "rh_controller_bench", "ejector": "rh_ejector_bench",
           "injector": "rh_injector_bench", "link": "rh_link_bench", "router": "rh_router_bench"}
C_COMMENT = re.compile(r"""("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|//[^\n]*|/\*.*?\*/""", re.S)
SV_COMMENT = re.compile(r'("(?:\\.|[^"\\\n])*")|//[^\n]*|/\*.*?\*/', re.S)  # 4'b0 is no string
SCRIPT_COMMENT = re.compile(r"^\s*#[^\n]*$", re.M)


def digest(*texts):
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]


def without_comments(path, text):
    """The text of a file of this name without comments, each run of blanks as one."""
    if path.suffix in (".c", ".h", ".def", ".cpp", ".sv", ".svh"):
        comment = SV_COMMENT if path.suffix in (".sv", ".svh") else C_COMMENT
        text = comment.sub(lambda match: match[1] or " ", text)
    elif path.suffix in ("", ".sh", ".py", ".cmake"):
        text = SCRIPT_COMMENT.sub("", text)
    return " ".join(text.split())


@functools.cache
def text_of(path):
    """A file's text without what does not count."""
    try:
        return without_comments(path, path.read_text(errors="replace"))
    except OSError as error:
        raise Refusal(f"{path}: {error.strerror}, expected a file that can be read") from None


@functools.cache
def of_text(path):
    """A hash of a file without what does not count."""
    return digest(text_of(path))


def of_files(paths):
    """A hash of files, and of those in folders."""
    files = set()
    for path in paths:
        files.update(found for found in path.rglob("*") if found.is_file()) if path.is_dir() else files.add(path)
    return digest(*sorted(of_text(path) for path in files))


@functools.cache
def modules():
    return {path.stem: path for path in sorted((ROOT / "rtl").glob("*/*.sv"))}


@functools.cache
def reached(stem):
    """The module files that a module reaches, limits among them, without the package."""
    seen, queue = set(), [stem]
    while queue:
        name = queue.pop()
        if name in modules() and name not in seen:
            seen.add(name)
            queue += re.findall(r"\brh_[a-z0-9_]+", text_of(modules()[name]))
    return frozenset(seen)


@functools.cache
def of_rtl(*stems):
    """A hash of modules, of what they reach and of what these use of the package."""
    texts = [text_of(modules()[name]) for name in sorted(frozenset().union(*map(reached, stems)))]
    parts, _ = package_parts.used((ROOT / "rtl/rh_pkg.sv").read_text(), texts)
    return digest(*texts, *parts)


@functools.cache
def includes_of(path):
    """What a C file names of this tree."""
    found = []
    for name in re.findall(r'#\s*include\s*"([^"]+)"', text_of(path)):
        places = (path.parent / name, ROOT / "include" / name, ROOT / name)
        found += [place.resolve() for place in places if place.is_file()][:1]
    return found


@functools.cache
def with_includes(path):
    """A C file and what it includes of this tree."""
    seen, queue = set(), [path]
    while queue:
        at = queue.pop()
        if at not in seen:
            seen.add(at)
            queue += includes_of(at)
    return frozenset(seen)


def symbols(*paths):
    """Of each object of archives, or of objects: (names that it defines, names that it wants)."""
    run = subprocess.run(["nm", "-A", "-P", *paths], capture_output=True, text=True)
    if run.returncode != 0:
        raise Refusal(f"{run.stderr.strip() or 'found no symbols'}, expected a build (scripts/build all)")
    objects = {}
    for line in run.stdout.splitlines():
        where, _, rest = line.partition(": ")
        member = where.split("[")[-1].rstrip("]") if "[" in where else where.rpartition("/")[2]
        name, kind = rest.split()[:2]
        defined, wanted = objects.setdefault(member, (set(), set()))
        (wanted if kind in "Uw" else defined if kind.isupper() else set()).add(name)
    return objects


@functools.cache
def linkable():
    """The objects of this build's libraries: name of the object -> what it wants, name of a symbol -> object."""
    wants, homes = {}, {}
    for archive in ARCHIVES:
        if archive == "librh_fst.a" and not (BUILD / archive).exists():
            continue  # Verilator brings the FST writer, or there is none
        for member, (defined, wanted) in symbols(BUILD / archive).items():
            wants[member] = wanted
            homes.update(dict.fromkeys(defined, member))
    return wants, homes


@functools.cache
def c_files():
    """Sources of the libraries by the name of their object."""
    return {f"{path.name}.o": path for folder in ("cmodel", "tb/lockstep") for path in (ROOT / folder).rglob("*.c")}


def linked(wanted):
    """The objects of the libraries that the linker takes for these names."""
    wants, homes = linkable()
    taken, queue = set(), list(wanted)
    while queue:
        member = homes.get(queue.pop())
        if member is not None and member not in taken:
            taken.add(member)
            queue += wants[member]
    return taken


@functools.cache
def wanted_by_tests():
    """The names that each object of a unit test wants."""
    objects = symbols(*sorted(BUILD.glob("CMakeFiles/test_*.dir/tb/unit/test_*.c.o")))
    return {member: wanted for member, (_, wanted) in objects.items()}


def sources_of_test(name):
    """The C files that a unit test is linked of, its own besides."""
    wanted = wanted_by_tests().get(f"test_{name}.c.o")
    if wanted is None:
        raise Refusal(f"found no object of test_{name}.c in {BUILD}, expected a build (scripts/build all)")
    return [c_files()[member] for member in sorted(linked(wanted)) if member in c_files()]


def of_c(paths):
    """A hash of C files and of what they include."""
    files = frozenset().union(*(with_includes(path.resolve()) for path in paths))
    return digest(*sorted(of_text(path) for path in files))


@functools.cache
def of_test(name):
    """A hash of a unit test and of all that it is linked of."""
    return of_c([ROOT / f"tb/unit/test_{name}.c", *sources_of_test(name)])


@functools.cache
def of_objects(*members):
    """A hash of the sources of these objects and of all that is linked with them."""
    wants, _ = linkable()
    taken = set(members) | linked(name for member in members for name in wants[member])
    return of_c([c_files()[member] for member in sorted(taken) if member in c_files()])


@functools.cache
def of_lockstep(kind, name):
    """A hash of what a run of `rowhold cosim` compares: RTL, model, the bench of the kind and the plug-in's shell."""
    return digest(of_rtl(f"rh_{name}"), of_objects(f"rh_{name}.c.o", f"{BENCHES[kind]}.c.o"),
                  of_files([ROOT / "tb/lockstep/rh_rtl_plugin.cpp", ROOT / "scripts/verilate"]))


@functools.cache
def of_program():
    """A hash of all that the program `rowhold` is made of."""
    return of_files([ROOT / "cmodel", ROOT / "include", ROOT / "tb/lockstep"])
