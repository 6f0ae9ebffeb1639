#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads a VCD file, whatever its own short names.

    vcd_values.py FILE                           every change as "NAME TIME VALUE", at full width, and "end TIME"
    vcd_values.py --clocks PERIOD FILE NAME...   a line each: "NAME: VALUE VALUE ...", in each clock of so many ps

The second prints decimal numbers, and z or x where a bit of it is. Exit 2: the file lacks a name.
"""
import argparse
import re
import sys


def read(path):
    """The changes in the order of the file, as (name, time, value), and the last time."""
    names, scope, time, values, changes = {}, [], None, {}, []
    with open(path) as file:
        for line in file:
            words = line.split()
            if not words:
                continue
            if words[0] == "$scope":
                scope.append(words[2])
            elif words[0] == "$upscope":
                scope.pop()
            elif words[0] == "$var":
                name = re.sub(r"\[\d+:\d+\]$", "", "".join(words[4:-1]))  # FST knows the width alone
                names[words[3]] = (".".join(scope + [name]), int(words[2]))
            elif line[0] == "#":
                time = int(line[1:])
            elif line[0] in "01xzb" and time is not None:
                value, code = (words[0][1:], words[1]) if line[0] == "b" else (line[0], line[1:].strip())
                name, width = names[code]
                value = (value[0] if value[0] in "xz" else "0") * (width - len(value)) + value
                if values.get(name) != value:  # a reader sees changes
                    changes.append((name, time, value))
                values[name] = value
    return {name for name, _ in names.values()}, changes, time


def number(value):
    """As it is printed."""
    return str(int(value, 2)) if set(value) <= {"0", "1"} else "z" if "z" in value else "x"


def clocks(changes, end, period, name):
    """The values of a signal in the clocks of the wave: those at the beginning of each."""
    mine = [(time, value) for found, time, value in changes if found == name]
    first = min(time for _, time, _ in changes)
    return [number([value for time, value in mine if time <= at][-1]) for at in range(first, end, period)]


def main():
    """The command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--clocks", type=int)
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    known, changes, end = read(arguments.file)
    if arguments.clocks is None:
        for change in changes:
            print(*change)
        print("end", end)
    for name in arguments.names:
        if name not in known:
            sys.exit(print(f"{arguments.file}: found no signal {name}", file=sys.stderr) or 2)
        print(f"{name}:", *clocks(changes, end, arguments.clocks, name))


if __name__ == "__main__":
    main()
