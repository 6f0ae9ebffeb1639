#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads a VCD file, whatever its own short names.

    vcd_values.py FILE                           every change as "NAME TIME VALUE", at full width, and "end TIME"
    vcd_values.py --clocks PERIOD FILE NAME...   a line each: "NAME: VALUE VALUE ...", in each clock of so many ps
    vcd_values.py --within WHOLE FILE...         nothing, where each signal of a FILE has WHOLE's values at its times

The second prints decimal numbers, and z or x where a bit of it is. Exit 2: a file lacks a name. Exit 1: the third found
another value, and prints the first.
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


def window(changes, first, end):
    """The changes before a time, at their first or later; what was before the first shows there."""
    old = {name: (first, name, value) for name, time, value in changes if time <= first}
    return sorted(list(old.values()) + [(time, name, value) for name, time, value in changes if first < time < end])


def compare(path, part, whole):
    """Exit 1 or 2 where the window has not the values of the whole."""
    (known, changes, end), (all_known, all_changes, _) = part, whole
    if known - all_known:
        sys.exit(print(f"{path}: found {min(known - all_known)}, which the whole does not have", file=sys.stderr) or 2)
    first = min(time for _, time, _ in changes)
    found, expected = (window(each, first, end) for each in (changes, all_changes))
    other = sorted(set(found) ^ set(expected))
    if other:
        time, name, value = other[0]
        print(f"{path}: {name} at {time}: {'found' if other[0] in found else 'expected'} {value}")
        sys.exit(1)


def main():
    """The command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--clocks", type=int)
    parser.add_argument("--within", metavar="WHOLE")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    if arguments.within is not None:
        whole = read(arguments.within)
        for path in [arguments.file, *arguments.names]:
            compare(path, read(path), whole)
        return
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
