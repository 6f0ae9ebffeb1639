#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Merges event files of `rowhold cosim --events` and asks that everything happened that can happen, and nothing else.

    check_events.py --queue N --responses N --controllers A,B --buses 1,2 FILE...

What cannot happen stands in impossible_events.txt with its reason. Exit 1 with one line a fault.
"""
import argparse
import collections
import csv
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
CAUSES = HERE.parent.parent / "include/tables/causes.def"
FIELDS = ["controller", "buses", "event", "first", "second", "relation"]


def read_impossible(path):
    """The table's rows: (line number, one set of words or None a field, reason)."""
    rows = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        words = line.split(" @ ")
        if len(words) != len(FIELDS) + 1:
            sys.exit(f"{path}:{number}: found {len(words)} fields, expected {len(FIELDS) + 1}")
        rows.append((number, [None if word == "*" else set(word.split("|")) for word in words[:-1]], words[-1]))
    return rows


def merge(paths):
    """How often each event happened over all files."""
    counts = collections.Counter()
    for path in paths:
        with open(path, newline="") as file:
            for row in csv.DictReader(file):
                counts[tuple(row[field] for field in FIELDS)] += int(row["count"])
    return counts


def absent(counts, options):
    """Events that the files should list and do not: a list that shrank would hide what never happens."""
    causes = re.findall(r"^RH_CAUSE\(\w+, \d+, (\w+),", CAUSES.read_text(), re.M)
    listed = [("cause", cause, "", "") for cause in causes]
    listed += [("occupancy", str(level), "", "") for level in range(options.queue + 1)]
    listed += [("responses", str(level), "", "") for level in range(options.responses + 1)]
    listed += sorted({event[2:] for event in counts} - set(listed))
    for controller in options.controllers.split(","):
        for buses in options.buses.split(","):
            for event in listed:
                if (controller, buses) + event not in counts:
                    yield f"{' '.join((controller, buses) + event).strip()}: is in no file"


def faults(counts, impossible):
    """One line for each event that should have happened, or should not have, and for each row of no event."""
    used = set()
    for event, count in sorted(counts.items()):
        reason = None
        for number, patterns, why in impossible:
            if all(words is None or word in words for word, words in zip(event, patterns)):
                used.add(number)
                reason = why
        name = " ".join(event).strip()
        if count == 0 and reason is None:
            yield f"{name}: never happened"
        if count != 0 and reason is not None:
            yield f"{name}: happened {count} times, expected never: {reason}"
    for number, _, why in impossible:
        if number not in used:
            yield f"impossible_events.txt:{number}: names no event: {why}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--queue", type=int, required=True)
    parser.add_argument("--responses", type=int, required=True)
    parser.add_argument("--controllers", required=True)
    parser.add_argument("--buses", required=True)
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    counts = merge(options.files)
    found = list(absent(counts, options)) + list(faults(counts, read_impossible(HERE / "impossible_events.txt")))
    for fault in found:
        print(fault)
    happened = sum(count != 0 for count in counts.values())
    print(f"{len(options.files)} files, {len(counts)} events: {happened} happened, {len(counts) - happened} cannot"
          if not found else f"{len(found)} faults")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
