#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The template of a block's page: scripts/check pages calls it with the names of the registry.

  scripts/lib/block_pages.py NAME...

docs/rh_NAME.md has the sections What it is, Picture, Ports, Policy, Cost and Evidence in this order; others may stand
between them. Policy has at least one ```wave block. Its rows are a label and fields with two blanks or more between
them; each field stands in a string of tb/unit/test_NAME.c, whatever blanks either has. Rows `clock` are free.
A variant without a page is left to the check of stems. One line a fault, `PATH:LINE: found ..., expected ...`.
"""
import pathlib
import re
import sys

SECTIONS = ["What it is", "Picture", "Ports", "Policy", "Cost", "Evidence"]


def headings(lines):
    """(line, name) of each section; a `##` inside a fence is none."""
    fence = False
    for number, line in enumerate(lines, 1):
        fence ^= line.startswith("```")
        if not fence and line.startswith("## "):
            yield number, line[3:].strip()


def wave_rows(lines, first, last):
    """(line, fields) of each row in the wave blocks of these lines."""
    inside = False
    for number, line in enumerate(lines[first:last - 1], first + 1):
        if line.startswith("```"):
            inside = line == "```wave"
        elif inside:
            label, *fields = re.split(r" {2,}", line.strip())
            if label != "clock":
                yield number, fields


def blank(text):
    return re.sub(r"\s", "", text)


def check(name):
    page, test = pathlib.Path(f"docs/rh_{name}.md"), pathlib.Path(f"tb/unit/test_{name}.c")
    if not page.exists():
        return
    lines = page.read_text().splitlines()
    all_of_them = list(headings(lines))
    places = [(number, section) for number, section in all_of_them if section in SECTIONS]
    found = [section for _, section in places]
    if found != SECTIONS:
        yield page, places[0][0] if places else 1, f"sections {', '.join(found) or 'none'}", ", ".join(SECTIONS)
        return
    first = places[SECTIONS.index("Policy")][0]
    last = next(number for number, _ in [*all_of_them, (len(lines) + 1, "")] if number > first)
    rows = list(wave_rows(lines, first, last))
    if not rows:
        yield page, first, "a policy without a wave", f"a ```wave block of {test}"
    strings = re.findall(r'"((?:[^"\\\n]|\\.)*)"', test.read_text()) if test.exists() else []
    strings = [blank(string) for string in strings]
    for number, fields in rows:
        for field in fields or [""]:
            if not field or not any(blank(field) in string for string in strings):
                yield page, number, f"'{field}'", f"a wave of {test}"


def main():
    if sys.argv[1:] in ([], ["--help"]):
        print(__doc__.strip())
        return
    for name in sys.argv[1:]:
        for page, number, found, expected in check(name):
            print(f"{page}:{number}: found {found}, expected {expected}")


if __name__ == "__main__":
    main()
