#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Merges event files of `rowhold cosim --events` and asks that everything happened that can happen, and nothing else.

    check_events.py controllers --queue N --responses N --names A,B --buses 1,2 --causes E,F FILE...
    check_events.py allocators --inputs N --outputs N --names A,B --holds C,D FILE...
    check_events.py blocks --names A,B FILE...

What cannot happen stands in impossible_events.txt, impossible_allocator_events.txt and impossible_block_events.txt with
its reason.
Exit 1 with one line a fault.
"""
import argparse
import collections
import csv
import functools
import itertools
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent


def read_impossible(path, fields):
    """The table's rows: (line number, a pattern a field, reason)."""
    rows = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        words = line.split(" @ ")
        if len(words) != len(fields) + 1:
            sys.exit(f"{path}:{number}: found {len(words)} fields, expected {len(fields) + 1}")
        rows.append((number, [of_trait(words[0]), *words[1:-1]], words[-1]))
    return rows


@functools.cache
def traits():
    """The rows of variants.def: a controller and its traits."""
    return subprocess.run([HERE.parent.parent / "scripts/lib/variants", "--traits"], check=True, text=True,
                          stdout=subprocess.PIPE).stdout.splitlines()


def of_trait(pattern):
    """`.trait` in a pattern becomes the controllers whose row of variants.def has this trait."""
    if "." not in pattern:
        return pattern
    denied = pattern[:1] if pattern.startswith("!") else ""
    return denied + "|".join(
        "|".join(row.split()[0] for row in traits() if f"{choice} = true" in row) if choice.startswith(".") else choice
        for choice in pattern.removeprefix("!").split("|"))


def fits(pattern, word):
    """`*` is anything, `a|b` either, `!a|b` neither; of these `>9` is a greater number."""
    def is_one(choice):
        return word == choice or (choice.startswith(">") and word.isdigit() and int(word) > int(choice[1:]))
    return pattern == "*" or any(map(is_one, pattern.lstrip("!").split("|"))) != pattern.startswith("!")


def merge(paths, fields):
    """How often each event happened over all files."""
    counts = collections.Counter()
    for path in paths:
        with open(path, newline="") as file:
            for row in csv.DictReader(file):
                counts[tuple(row[field] for field in fields)] += int(row["count"])
    return counts


class Controllers:
    """Whose a row is stand in its first fields, before `event`."""
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
    def whose(options):
        return itertools.product(options.names.split(","), options.buses.split(","))


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
        "row": "beyond nowhere together differs aliases",
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
    def whose(options):
        return itertools.product(options.names.split(","), options.holds.split(","))


class Blocks:
    """Any other kind: what its registers did."""
    fields = ["block", "event", "first", "second"]
    impossible = HERE / "impossible_block_events.txt"

    @staticmethod
    def add_options(parser):
        pass

    @staticmethod
    def listed(options):
        return ()

    @staticmethod
    def whose(options):
        return ((name,) for name in options.names.split(","))


KINDS = {"controllers": Controllers, "allocators": Allocators, "blocks": Blocks}


def absent(counts, kind, options):
    """Events that the files should list and do not: a list that shrank would hide what never happens."""
    listed, at = list(kind.listed(options)), kind.fields.index("event")
    # registers are those of the design: a file lists what its own has
    listed += sorted({event[at:] for event in counts if event[at] not in ("register", "value")} - set(listed))
    for whose in kind.whose(options):
        if not any(event[:at] == whose for event in counts):
            yield f"{' '.join(whose)}: is in no file"
        for event in listed:
            if whose + event not in counts:
                yield f"{' '.join(whose + event).strip()}: is in no file"


def faults(counts, impossible, table):
    """One line for each event that should have happened, or should not have, and for each row of no event."""
    used, seen = set(), {event[0] for event in counts}
    for event, count in sorted(counts.items()):
        reason = None
        for number, patterns, why in impossible:
            if all(fits(pattern, word) for pattern, word in zip(patterns, event)):
                used.add(number)
                reason = why
        name = " ".join(event).strip()
        if count == 0 and reason is None:
            yield f"{name}: never happened"
        if count != 0 and reason is not None:
            yield f"{name}: happened {count} times, expected never: {reason}"
    for number, patterns, why in impossible:
        others = patterns[0].startswith("!") or not any(fits(patterns[0], name) for name in seen)
        if number not in used and not others:  # of other designs, or of those that have such a register
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
