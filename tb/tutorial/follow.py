#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Follows a page in the current folder: runs its commands, applies its changes, compares what it shows.

    tb/tutorial/follow.py PAGE.md [--without WORD=TEXT]...

A ```console block is a session: `$ COMMAND`, a comment `# exit N` behind it where N is not 0, and lines of the output
in their order. A line `...` stands for any lines, ` ... ` within a line and ` ...` at its end for any text; a command
without output lines may print anything. Numbers of `rowhold area` may differ by 5 %: the mapper's noise. A ```diff
block goes to patch.
Commands share their environment. --without passes a command over that begins with TEXT and says WORD is missing.
Exit 1: the first line in which page and tree differ.
"""
import pathlib
import re
import subprocess
import sys

NUMBER = re.compile(r"\d+(?:\.\d+)?")


def blocks(text):
    """(kind, line of the fence, lines) of each console and diff block."""
    kind, inside = None, []
    for number, line in enumerate(text.splitlines(), 1):
        if kind is None and line.startswith("```"):
            kind, start, inside = line[3:] or "text", number, []
        elif kind is not None and line == "```":
            if kind in ("console", "diff"):
                yield kind, start, inside
            kind = None
        elif kind is not None:
            inside.append(line)


def session(lines):
    """(offset, command, exit code, output lines) of each command of a console block."""
    commands = []
    for offset, line in enumerate(lines, 1):
        if line.startswith("$ "):
            code = re.search(r"  # exit (\d+)$", line)
            command = line[2:code.start()] if code else line[2:]
            commands.append((offset, command, int(code[1]) if code else 0, []))
        elif commands:
            commands[-1][3].append(line)
        else:
            sys.exit(f"found '{line}', expected a command before it")
    return commands


def same(shown, found, noise):
    """Is the page's line that of the output? `noise`: numbers may differ by so much of theirs."""
    if not noise:
        parts = [re.escape(part) for part in f"{shown} ".split(" ... ")]
        return re.fullmatch(" .* ".join(parts), f"{found} ") is not None
    if shown.endswith(" ..."):
        words = shown.split()[:-1]
        shown, found = " ".join(words), " ".join(found.split()[:len(words)])
    if NUMBER.sub("#", " ".join(shown.split())) != NUMBER.sub("#", " ".join(found.split())):
        return False
    pairs = zip(map(float, NUMBER.findall(shown)), map(float, NUMBER.findall(found)))
    return all(abs(a - b) <= noise * abs(a) for a, b in pairs)


def missing(shown, output, noise):
    """The first shown line that the output does not have where it should; None: it has all."""
    at, free = 0, not shown
    for line in shown:
        if line == "...":
            free = True
            continue
        while free and at < len(output) and not same(line, output[at], noise):
            at += 1
        if at == len(output) or not same(line, output[at], noise):
            return line
        at, free = at + 1, False
    return None if free or at == len(output) else f"the end, not '{output[at]}'"


def run(command, environment):
    script = f'[ ! -e {environment} ] || . {environment}\n{command}\ncode=$?\nexport -p >{environment}\nexit $code\n'
    done = subprocess.run(["bash", "-c", script], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
    return done.returncode, [line.rstrip() for line in done.stdout.splitlines()]


def main():
    if len(sys.argv) < 2 or sys.argv[1] == "--help":
        print(__doc__.strip())
        return 0 if sys.argv[1:] == ["--help"] else 2
    page = pathlib.Path(sys.argv[1])
    without = dict(option.split("=", 1)[::-1] for option in sys.argv[2:] if option != "--without")
    environment = pathlib.Path("follow.env").resolve()
    environment.unlink(missing_ok=True)
    commands = changes = skipped = 0
    for kind, start, lines in blocks(page.read_text()):
        if kind == "diff":
            changes += 1
            done = subprocess.run(["patch", "--quiet", "--fuzz=0", "-p1"], input="\n".join(lines) + "\n", text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
            if done.returncode != 0:
                sys.exit(f"{page}:{start}: the change does not fit: {done.stdout}")
            continue
        for offset, command, code, shown in session(lines):
            commands += 1
            where = f"{page}:{start + offset}"
            lacking = next((word for text, word in without.items() if command.startswith(text)), None)
            if lacking:
                skipped += 1
                print(f"{where}: left out, found no {lacking}: {command}")
                continue
            print(f"$ {command}", flush=True)
            found, output = run(command, environment)
            text = "\n".join(output[-60:])
            if found != code:
                sys.exit(f"{where}: found exit {found}, expected {code}\n{text}")
            line = missing(shown, output, 0.05 if command.startswith("rowhold area") else 0) if shown else None
            if line is not None:
                sys.exit(f"{where}: {command}: found no line '{line}' at its place in\n{text}")
    environment.unlink(missing_ok=True)
    print(f"{page}: {commands} commands and {changes} changes do what it says, {skipped} left out")
    return 0


if __name__ == "__main__":
    sys.exit(main())
