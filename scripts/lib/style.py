#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Style of lines: scripts/check calls it, one check a call; --fix mends what a program can mend.

  scripts/lib/style.py width|suffixes|words|includes FILE...
  scripts/lib/style.py --fix FILE...

width     no line over 120 characters, except rows of Markdown tables, configurations of a proof, and what is generated
          from rows
suffixes  integers of C end in U or nothing; 64 bits are UINT64_C()
words     no word of scripts/lib/words.txt
includes  C: the file's own header, then <...>, then "...", with a blank line between; whole paths within cmodel/
One line a fault, `PATH:LINE: found ..., expected ...`. --fix wraps paragraphs and comments and raises suffixes.
"""
import pathlib
import re
import sys

import wrap

WIDTH = wrap.WIDTH
C_FILES = (".c", ".h", ".cpp", ".def")
TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|//[^\n]*|/\*.*?\*/'
                   r"|\b(0[xX][0-9a-fA-F]+|[0-9]+)([uUlL]+)\b", re.S)


def width(path, text):
    if path.parts[:2] == ("docs", "tables") or path.name == "rh_pkg.sv":  # written by programs, from rows
        return
    for number, line in enumerate(text.split("\n"), 1):
        table = path.suffix == ".md" and (line.lstrip().startswith("|") or " " not in line.strip())
        if len(line) > WIDTH and not table and not line.startswith("// prove:"):
            yield number, f"{len(line)} characters", f"at most {WIDTH}"


def suffixes(path, text):
    if path.suffix not in C_FILES:
        return
    for match in TOKEN.finditer(text):
        if match.group(2) not in (None, "U"):
            line = text.count("\n", 0, match.start()) + 1
            yield line, f"'{match.group(0)}'", "the suffix U, or UINT64_C() for 64 bits"


def word_list():
    rows = pathlib.Path(__file__).with_name("words.txt").read_text().splitlines()
    return dict(row.split("\t") for row in rows if row and not row.startswith("#"))


def words(path, text):
    listed = word_list()
    pattern = re.compile(r"(?<![a-z])(" + "|".join(listed) + r")(?![a-z])", re.I)
    for number, line in enumerate(text.split("\n"), 1):
        for match in pattern.finditer(line):
            yield number, f"'{match.group(0)}'", f"another word: {listed[match.group(0).lower()]}"


def blocks_of_includes(text):
    """Runs of #include lines without a gap: (first line, targets). Tables are included in the midst of code."""
    blocks, last = [], -1
    for number, line in enumerate(text.split("\n"), 1):
        match = re.match(r'#include ([<"].*[>"])', line)
        if not match or match.group(1).startswith('"tables/'):
            continue
        if number != last + 1:
            blocks.append((number, []))
        blocks[-1][1].append(match.group(1))
        last = number
    return blocks


def includes(path, text):
    if path.suffix not in (".c", ".h"):
        return
    own_seen = False
    for number, line in enumerate(text.split("\n"), 1):
        match = re.match(r'#include "(.*)"', line)
        if match and path.parts[0] == "cmodel" and not re.match(r"(cmodel|rowhold|tables)/", match.group(1)):
            yield number, f'"{match.group(1)}"', "a path that begins with cmodel/, rowhold/ or tables/"
    for index, (number, targets) in enumerate(blocks_of_includes(text)):
        kinds = {target[0] for target in targets}
        if len(kinds) > 1:
            yield number, 'a block of <...> and "..."', "a blank line between"
        own_header = index == 0 and len(targets) == 1 and pathlib.Path(targets[0].strip('"')).stem == path.stem
        if "<" in kinds and own_seen:
            yield number, f'{targets[0]} after "..."', 'the file\'s own header, then <...>, then "..."'
        own_seen = own_seen or ('"' in kinds and not own_header)


CHECKS = {"width": width, "suffixes": suffixes, "words": words, "includes": includes}


def raised(match):
    return match.group(0) if match.group(1) is None else match.group(1) + match.group(2).upper()


def fix(path, text):
    if path.parts[:2] == ("docs", "tables") or path.name == "rh_pkg.sv":
        return text
    if path.suffix in C_FILES:
        text = TOKEN.sub(raised, text)
    return wrap.wrapped(path, text)


def main(arguments):
    if arguments == ["--help"]:
        print(__doc__.strip())
        return 0
    if not arguments or arguments[0] not in (*CHECKS, "--fix"):
        print(f"style.py: found {arguments[:1]}, expected --fix or one of: {' '.join(CHECKS)}", file=sys.stderr)
        return 2
    for name in arguments[1:]:
        path = pathlib.Path(name)
        text = path.read_text(encoding="utf-8", errors="surrogateescape")
        if arguments[0] == "--fix":
            better = fix(path, text)
            if better != text:
                path.write_text(better, encoding="utf-8", errors="surrogateescape")
            continue
        for line, found, expected in CHECKS[arguments[0]](path, text):
            print(f"{name}:{line}: found {found}, expected {expected}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
