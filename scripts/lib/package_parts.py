#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints what SystemVerilog modules use of a package, in the package's order, and what that uses in turn.

    scripts/lib/package_parts.py PACKAGE.sv MODULE.sv...

Exit 1: a module uses a name that is in no part; exit 2: wrong arguments.
"""
import functools
import pathlib
import re
import sys

PART = re.compile(r"^  (?:typedef .*?^  \} \w+;|function .*?^  endfunction|localparam [^;]*;[^\n]*)$", re.M | re.S)


def names_of(part):
    """What a part defines: a function or parameter one name, an enumeration its type and all members."""
    if part.startswith("  typedef"):
        return re.findall(r"\b\w+(?= = )|\w+(?=;)", part)
    return [re.match(r"  \w+ [^=(]*?(\w+)(?: =|\()", part)[1]]


@functools.cache
def parts_of(package):
    """Each part of a package's text, what it defines and the words in it."""
    return [(part, frozenset(names_of(part)), frozenset(re.findall(r"\w+", part))) for part in PART.findall(package)]


def used(package, modules):
    """The parts of the package's text that the modules' texts use, and the names that are in none."""
    parts = parts_of(package)
    wanted, taken, before = set(re.findall(r"rh_pkg::(\w+)", "".join(modules))), set(), -1
    asked = set(re.findall(r"rh_pkg::(\w+)", re.sub(r"//.*", "", "".join(modules))))
    while len(taken) != before:
        before = len(taken)
        for number, (_, names, words) in enumerate(parts):
            if number not in taken and wanted & names:
                taken.add(number)
                wanted |= words
    gone = sorted(asked - {name for number in taken for name in parts[number][1]})
    return [parts[number][0] for number in sorted(taken)], gone


def main():
    if len(sys.argv) < 3 or sys.argv[1] == "--help":
        print(__doc__.strip(), file=sys.stdout if sys.argv[1:] == ["--help"] else sys.stderr)
        return 0 if sys.argv[1:] == ["--help"] else 2
    package, *modules = (pathlib.Path(path).read_text() for path in sys.argv[1:])
    parts, gone = used(package, modules)
    if gone:
        print(f"package_parts: {sys.argv[1]}: found no {', '.join(gone)}, expected what the modules use",
              file=sys.stderr)
        return 1
    for part in parts:
        print(part)
    return 0


if __name__ == "__main__":
    sys.exit(main())
