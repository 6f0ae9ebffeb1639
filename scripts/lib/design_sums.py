#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints a line `NAME SHA256` a design: of the module files that it reaches, what they use of the package, and their
roles in an area. Another kind's rows in the package change no sum; modules *_limits only refuse parameters.

    scripts/lib/design_sums.py RTL NAME... <ROLES
    scripts/lib/design_sums.py --files RTL NAME

RTL is a folder with rh_pkg.sv, ROLES the output of `rowhold area --roles`. --files: the paths within RTL that Yosys has
to read for a design, the package first; modules *_limits are among them. Exit 2: no rh_NAME.sv, or wrong arguments.
"""
import hashlib
import pathlib
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import package_parts


def synthesized(text):
    """Without what stands between `ifndef SYNTHESIS and `endif: a line of its own each."""
    return re.sub(r"^`ifndef SYNTHESIS\n.*?^`endif\n", "", text, flags=re.S | re.M)


class Sources:
    """The modules of a folder; `whole`: with what is for simulation alone."""
    def __init__(self, rtl, roles, whole=False):
        self.package = (rtl / "rh_pkg.sv").read_text()
        self.files = {path.stem: path for path in rtl.glob("*/*.sv")}
        texts = {stem: path.read_text() for stem, path in self.files.items()}
        self.texts = texts if whole else {stem: synthesized(text) for stem, text in texts.items()}
        self.roles = roles

    def reach(self, stem, seen):
        if stem in seen or stem not in self.files or stem.endswith("_limits"):
            return
        seen.add(stem)
        for name in sorted(set(re.findall(r"\brh_[a-z0-9_]+", self.texts[stem]))):
            self.reach(name, seen)

    def read(self, name):
        """The files of a design and of the refusals that it instantiates."""
        seen = set()
        self.reach(f"rh_{name}", seen)
        words = set(re.findall(r"\brh_\w*limits\b", "".join(self.texts[stem] for stem in seen)))
        return sorted(str(self.files[stem]) for stem in seen | words & self.files.keys())

    def sum(self, name):
        """Or nothing, where there is no such module."""
        seen = set()
        self.reach(f"rh_{name}", seen)
        if not seen:
            return None
        texts = [self.texts[stem] for stem in sorted(seen, key=lambda stem: str(self.files[stem]))]
        parts, gone = package_parts.used(self.package, texts)
        if gone:
            raise LookupError(f"found no {', '.join(gone)} in the package, expected what {name} uses")
        roles = sorted(line for line in self.roles if line.split(" ")[0] in seen)
        text = "".join(texts) + "".join(f"{line}\n" for line in parts + roles)
        return hashlib.sha256(text.encode()).hexdigest()


def list_files(rtl, name):
    files = Sources(rtl, []).read(name)
    if not files:
        print(f"design_sums: found no rh_{name}.sv", file=sys.stderr)
        return 2
    print("\n".join(str(pathlib.Path(path).relative_to(rtl)) for path in [rtl / "rh_pkg.sv", *files]))
    return 0


def main():
    if len(sys.argv) == 4 and sys.argv[1] == "--files":
        return list_files(pathlib.Path(sys.argv[2]), sys.argv[3])
    if len(sys.argv) < 3 or sys.argv[1] == "--help":
        print(__doc__.strip(), file=sys.stdout if sys.argv[1:] == ["--help"] else sys.stderr)
        return 0 if sys.argv[1:] == ["--help"] else 2
    sources = Sources(pathlib.Path(sys.argv[1]), sys.stdin.read().splitlines())
    for name in sys.argv[2:]:
        try:
            found = sources.sum(name)
        except LookupError as error:
            print(f"design_sums: {error}", file=sys.stderr)
            return 2
        if found is None:
            print(f"design_sums: found no rh_{name}.sv", file=sys.stderr)
            return 2
        print(name, found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
