#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Merges event files of `rowhold cosim --events` and asks that everything happened that can happen, and nothing else.

    check_events.py controllers --queue N --responses N --names A,B --buses 1,2 --causes E,F FILE...
    check_events.py allocators --inputs N --outputs N --names A,B --holds C,D FILE...

What cannot happen stands in impossible_events.txt and impossible_allocator_events.txt with its reason.
Exit 1 with one line a fault.
"""
import argparse
import collections
import csv
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent


def read_impossible(path, fields):
    """The table's rows: (line number, one set of words or None a field, reason)."""
    rows = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        words = line.split(" @ ")
        if len(words) != len(fields) + 1:
            sys.exit(f"{path}:{number}: found {len(words)} fields, expected {len(fields) + 1}")
        rows.append((number, [None if word == "*" else set(word.split("|")) for word in words[:-1]], words[-1]))
    return rows


def merge(paths, fields):
    """How often each event happened over all files."""
    counts = collections.Counter()
    for path in paths:
        with open(path, newline="") as file:
            for row in csv.DictReader(file):
                counts[tuple(row[field] for field in fields)] += int(row["count"])
    return counts


class Controllers:
    fields = ["controller", "buses", "event", "first", "second", "relation"]
    impossible = HERE / "impossible_events.txt"

    @staticmethod
    def add_options(parser):
        parser.add_argument("--queue", type=int, required=True)
        parser.add_argument("--responses", type=int, required=True)
        parser.add_argument("--buses", required=True)
        parser.add_argument("--causes", required=True)

    @staticmethod
    def listed(options):
        """Events that every file should list."""
        for cause in options.causes.split(","):
            yield "cause", cause, "", ""
        for event, most in ("occupancy", options.queue), ("responses", options.responses):
            for level in range(most + 1):
                yield event, str(level), "", ""

    @staticmethod
    def others(options):
        return options.buses.split(",")


class Allocators:
    fields = ["allocator", "hold", "event", "first", "second"]
    impossible = HERE / "impossible_allocator_events.txt"
    named = {
        "matrix": "empty blocked full one_output",
        "ready": "none some all",
        "match": "maximal left",
        "pair": "kept moved silent held held_after_block lost won",
        "away": "of_output of_input",
        "limit": "reached yields",
        "row": "beyond together differs aliases",
    }

    @staticmethod
    def add_options(parser):
        parser.add_argument("--inputs", type=int, required=True)
        parser.add_argument("--outputs", type=int, required=True)
        parser.add_argument("--holds", required=True)

    @staticmethod
    def listed(options):
        for event, names in Allocators.named.items():
            for name in names.split():
                yield event, name, ""
        for event in "granted", "held":
            for level in range(min(options.inputs, options.outputs) + 1):
                yield event, str(level), ""
        for event in "pair_granted", "pair_held":
            for pair in range(options.inputs * options.outputs):
                yield event, str(pair // options.outputs), str(pair % options.outputs)

    @staticmethod
    def others(options):
        return options.holds.split(",")


KINDS = {"controllers": Controllers, "allocators": Allocators}


def absent(counts, kind, options):
    """Events that the files should list and do not: a list that shrank would hide what never happens."""
    listed = list(kind.listed(options))
    # registers are those of the design: a file lists what its own has
    listed += sorted({event[2:] for event in counts if event[2] != "register"} - set(listed))
    for name in options.names.split(","):
        for other in kind.others(options):
            for event in listed:
                if (name, other) + event not in counts:
                    yield f"{' '.join((name, other) + event).strip()}: is in no file"


def faults(counts, impossible, table):
    """One line for each event that should have happened, or should not have, and for each row of no event."""
    used, seen = set(), {event[0] for event in counts}
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
    for number, patterns, why in impossible:
        if number not in used and (patterns[0] is None or seen & set(patterns[0])):  # else it is of other designs
            yield f"{table}:{number}: names no event: {why}"


def main():
    parser = argparse.ArgumentParser()
    kinds = parser.add_subparsers(dest="kind", required=True)
    for name, kind in KINDS.items():
        options = kinds.add_parser(name)
        options.add_argument("--names", required=True)
        kind.add_options(options)
        options.add_argument("files", nargs="+")
    options = parser.parse_args()
    kind = KINDS[options.kind]
    counts = merge(options.files, kind.fields)
    impossible = read_impossible(kind.impossible, kind.fields)
    found = list(absent(counts, kind, options)) + list(faults(counts, impossible, kind.impossible.name))
    for fault in found:
        print(fault)
    happened = sum(count != 0 for count in counts.values())
    print(f"{len(options.files)} files, {len(counts)} events: {happened} happened, {len(counts) - happened} cannot"
          if not found else f"{len(found)} faults")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
