#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Derives from a Liberty file what scripts/area needs to know of a cell library.

    scripts/lib/liberty.py FILE.lib OUT_FOLDER [PATTERN...]
    scripts/lib/liberty.py --name FILE.lib          the library's name alone, or an empty line

Writes cells.lib, the library without cells that no design may take (pads, dont_use, dont_touch, and names that match a
PATTERN as in a shell), and, where a flop with an enable is smaller than a flop and a multiplexer, enable.v, which maps
onto it. Prints one `name value` a line: library; driving, an inverter of four times the smallest one's input; load_ff,
the data pin of a flop, for that is where most paths end; flops; outputs, their output pins.

Exit 2: one line says what is wrong.
"""
import fnmatch
import itertools
import math
import pathlib
import re
import sys

TOKEN = re.compile(r'\s+|\\\n|/\*.*?\*/|//[^\n]*|'
                   r'(?P<text>"(?:[^"\\]|\\.)*")|(?P<sign>[{}():;,])|(?P<word>[^\s{}():;,"]+)', re.S)


class Fault(Exception):
    pass


class Group:
    """NAME (ARGS) { ... }: attributes by name, groups in order, and where it stands in the text."""

    def __init__(self, name, args, start):
        self.name, self.args, self.start, self.end = name, args, start, start
        self.attributes, self.groups = {}, []

    def all(self, *names):
        return [group for group in self.groups if group.name in names]

    def number(self, name, default=None):
        try:
            value = float(self.attributes[name])
        except (KeyError, ValueError):
            return default
        return value if math.isfinite(value) else default


class Reader:
    def __init__(self, path, whole=True):
        self.path = path
        try:
            self.text = pathlib.Path(path).read_text(encoding="utf-8", errors="replace")
        except OSError as error:
            raise Fault(f"{path}: {error.strerror}") from error
        self.tokens = [*self.split()] if whole else []
        self.at = 0

    def split(self):
        place = 0
        while place < len(self.text):
            match = TOKEN.match(self.text, place)
            if match is None:
                raise self.fault(place, f"found '{self.text[place]}'", "a name, a number or a sign of Liberty")
            if match.lastgroup:
                yield match.group(), match.start()
            place = match.end()
        yield "", len(self.text)

    def fault(self, place, found, expected):
        return Fault(f"{self.path}:{self.text.count(chr(10), 0, place) + 1}: {found}, expected {expected}")

    def peek(self):
        return self.tokens[self.at][0]

    def take(self, *expected):
        token, place = self.tokens[self.at]
        if expected and token not in expected:
            raise self.fault(place, f"found '{token}'" if token else "found the end", " or ".join(expected))
        self.at += 1
        return token

    def value(self):
        words = []
        while self.peek() not in (";", "}", "") and not (words and "\n" in self.between()):
            words.append(self.take().strip('"'))
        if self.peek() == ";":
            self.take()
        return " ".join(words)

    def between(self):
        """What lies before the next token: a line's end closes an attribute that has no `;`."""
        end = self.tokens[self.at][1]
        before, start = self.tokens[self.at - 1]
        return self.text[start + len(before):end]

    def statement(self, group):
        name, start = self.tokens[self.at]
        self.take()
        if self.peek() == ":":
            self.take()
            group.attributes[name] = self.value()
            return
        self.take("(")
        args = []
        while self.peek() not in (")", ""):
            word = self.take()
            if word != ",":
                args.append(word.strip('"'))
        self.take(")")
        if self.peek() == "{":
            inner = self.body(Group(name, args, start))
            group.groups.append(inner)
        else:
            group.attributes[name] = " ".join(args)
            if self.peek() == ";":
                self.take()

    def body(self, group):
        self.take("{")
        while self.peek() != "}":
            if self.peek() == ";":
                self.take()
            elif self.peek() == "":
                self.take("}")
            else:
                self.statement(group)
        self.take()
        group.end = self.tokens[self.at - 1][1] + 1
        return group

    def library(self):
        top = Group("", [], 0)
        while self.peek() != "":
            self.statement(top)
        found = top.all("library")
        if len(found) != 1 or not found[0].args:
            raise Fault(f"{self.path}: found {len(found)} libraries, expected one with a name")
        return found[0]


class Function:
    """A Liberty function: ! and ' negate, ^ is XOR, & * and a blank AND, | and + OR, in this order of strength."""

    def __init__(self, text):
        self.words = re.findall(r"[A-Za-z_][\w\[\]]*|[01]|\S", text) + [""]
        self.at = 0

    def value(self, values):
        self.at = 0
        result = self.any(values)
        if self.words[self.at] != "":
            raise ValueError(self.words[self.at])
        return result

    def next(self, *words):
        if self.words[self.at] not in words:
            return False
        self.at += 1
        return True

    def any(self, values):
        result = self.both(values)
        while self.next("|", "+"):
            result |= self.both(values)
        return result

    def both(self, values):
        result = self.differ(values)
        while self.next("&", "*") or self.words[self.at] not in ("", ")", "|", "+"):
            result &= self.differ(values)
        return result

    def differ(self, values):
        result = self.one(values)
        while self.next("^"):
            result ^= self.one(values)
        return result

    def one(self, values):
        if self.next("!"):
            return 1 - self.one(values)
        if self.next("("):
            result = self.any(values)
            if not self.next(")"):
                raise ValueError(self.words[self.at])
        else:
            word = self.words[self.at]
            self.at += 1
            result = int(word) if word in ("0", "1") else values[word]
        while self.next("'"):
            result = 1 - result
        return result


def is_function(text, names, wanted):
    """Is `text` the function `wanted` of these pins, for all their values?"""
    used = set(re.findall(r"[A-Za-z_][\w\[\]]*", text))
    if not used or not used <= set(names):
        return False
    try:
        return all(Function(text).value(dict(zip(names, values))) == wanted(*values)
                   for values in itertools.product((0, 1), repeat=len(names)))
    except (ValueError, KeyError):
        return False


NAMES = {"pin": "name", "flop": "state"}


class Cell:
    def __init__(self, group, path):
        self.name, self.area, self.group = group.args[0], group.number("area", 0.0), group
        pins = group.all("pin")
        self.flops, self.latches = group.all("ff", "ff_bank"), group.all("latch", "latch_bank")
        for what, inner in ("pin", pins), ("flop", self.flops):
            if not all(one.args for one in inner):
                raise Fault(f"{path}: found a {what} of {self.name} without a {NAMES[what]}, expected one")
        self.inputs = {p.args[0]: p.number("capacitance", 0.0) for p in pins
                       if p.attributes.get("direction") == "input"}
        self.outputs = {p.args[0]: p.attributes.get("function", "") for p in pins
                        if p.attributes.get("direction") == "output"}

    def computes(self, count, wanted):
        """A gate of `count` inputs whose one output is this function of them in some order."""
        if self.flops or self.latches or len(self.inputs) != count or len(self.outputs) != 1:
            return False
        (text,) = self.outputs.values()
        return any(is_function(text, order, wanted) for order in itertools.permutations(self.inputs))

    def state_pin(self):
        """The output that shows the state of a flop as it is; None: there is none."""
        state = self.flops[0].args[0]
        return next((pin for pin, text in self.outputs.items() if text.strip("() ") == state), None)

    def flop_pins(self):
        """(clock, data) of a plain flop on the rising edge, else None."""
        if len(self.flops) != 1 or self.state_pin() is None:
            return None
        ff = self.flops[0].attributes
        clock, data = ff.get("clocked_on", "").strip("() "), ff.get("next_state", "").strip("() ")
        plain = "clear" not in ff and "preset" not in ff and set(self.inputs) == {clock, data}
        return (clock, data) if plain else None

    def enable_pins(self):
        """(clock, data, enable) of a flop on the rising edge that keeps its state without enable, else None."""
        if len(self.flops) != 1 or len(self.inputs) != 3 or self.state_pin() is None:
            return None
        ff, state = self.flops[0].attributes, self.flops[0].args[0]
        clock = ff.get("clocked_on", "").strip("() ")
        for data, enable in itertools.permutations(set(self.inputs) - {clock}, 2) if clock in self.inputs else ():
            if "clear" not in ff and "preset" not in ff and is_function(
                    ff.get("next_state", ""), (data, enable, state), lambda d, e, q: d if e else q):
                return clock, data, enable
        return None


def name_of(path):
    """The library's name, by the first words of the file; empty where it has none."""
    words = []
    for word, _ in Reader(path, whole=False).split():
        words = [*words[-2:], word.strip('"')]
        if words[:2] == ["library", "("] and len(words) == 3:
            return "" if word == ")" else words[2]
    return ""


def unit(text, pattern, scales, path, name):
    match = re.fullmatch(pattern, text.strip().lower())
    if match is None or match[2] not in scales:
        raise Fault(f"{path}: found {name} '{text}', expected a number and one of {', '.join(scales)}")
    return float(match[1]) * scales[match[2]]


def is_barred(cell, patterns):
    flags = ("dont_use", "dont_touch", "pad_cell")
    return (any(cell.attributes.get(flag, "").lower() == "true" for flag in flags) or
            any(fnmatch.fnmatchcase(cell.args[0], pattern) for pattern in patterns))


def smallest(cells, path, what):
    if not cells:
        raise Fault(f"{path}: found no {what}, expected one")
    return min(cells, key=lambda cell: (cell.area, cell.name))


def derive(path, folder, patterns):
    reader = Reader(path)
    library = reader.library()
    unit_ff = unit(library.attributes.get("capacitive_load_unit", "1 pf"), r"(\d+\.?\d*|\.\d+)\s+([a-z]+)",
                   {"ff": 1, "pf": 1000}, path, "capacitive_load_unit")
    groups = library.all("cell")
    barred = [group for group in groups if not group.args or is_barred(group, patterns)]
    cells = [Cell(group, path) for group in groups if group not in barred]
    for cell in cells:
        if cell.area <= 0 and cell.outputs and not cell.latches:
            raise Fault(f"{path}: found cell {cell.name} without an area, expected one")
    inverters = [cell for cell in cells if cell.computes(1, lambda a: 1 - a)]
    smallest(inverters, path, "inverter")
    load = {cell.name: next(iter(cell.inputs.values())) for cell in inverters}
    driving = min(inverters, key=lambda cell: (abs(load[cell.name] - 4 * min(load.values())), cell.name))
    flop = smallest([cell for cell in cells if cell.flop_pins()], path, "flop on the rising edge")
    ands = [cell for cell in cells if cell.computes(2, lambda a, b: a & b)]
    nands = [cell for cell in cells if cell.computes(2, lambda a, b: 1 - (a & b))]
    gate = smallest(ands or nands, path, "NAND or AND of two inputs")
    flops = [cell for cell in cells if cell.flops]
    muxes = [cell for cell in cells if cell.computes(3, lambda s, a, b: a if s else b) or
             cell.computes(3, lambda s, a, b: 1 - (a if s else b))]
    write_cells(reader.text, barred, folder)
    write_enable(cells, flop, min((mux.area for mux in muxes), default=3 * gate.area), folder)
    pins = sorted({pin for cell in flops for pin in cell.outputs})
    for name, value in (("library", library.args[0]), ("driving", driving.name),
                        ("load_ff", f"{flop.inputs[flop.flop_pins()[1]] * unit_ff:.2f}"),
                        ("flops", " ".join(sorted(cell.name for cell in flops))), ("outputs", " ".join(pins))):
        print(name, value)


def write_cells(text, barred, folder):
    parts, place = [], 0
    for group in barred:
        parts.append(text[place:group.start])
        place = group.end
    (folder / "cells.lib").write_text("".join(parts) + text[place:], encoding="utf-8")


def write_enable(cells, flop, mux_area, folder):
    enabled = [cell for cell in cells if cell.enable_pins() and cell.area < flop.area + mux_area]
    if not enabled:
        return
    cell = min(enabled, key=lambda cell: (cell.area, cell.name))
    clock, data, enable = cell.enable_pins()
    (folder / "enable.v").write_text(
        f"module \\$_DFFE_PP_ (input D, C, E, output Q);\n  {cell.name} _TECHMAP_REPLACE_ "
        f"(.{clock}(C), .{data}(D), .{enable}(E), .{cell.state_pin()}(Q));\nendmodule\n", encoding="utf-8")


def main():
    if sys.argv[1:] == ["--help"]:
        print(__doc__.strip())
        return 0
    if len(sys.argv) < 3:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        if sys.argv[1] == "--name":
            print(name_of(sys.argv[2]))
        else:
            derive(sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:])
    except Fault as fault:
        print(f"scripts/area: {fault}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
