# SPDX-License-Identifier: Apache-2.0
"""The mutants: tb/mutants/BLOCK.txt names the faults planted into BLOCK, and who must notice each.

    # a comment
    rtl/dram/rh_bank.sv              a file of that block: the faults below are planted there
    - stays & ~forbidden[rh_pkg::SET_RD]   text that occurs in it exactly once; several lines are one text
    + stays                          what is put in its place; a + alone: nothing
    proof rh_bank:t3: rd_ok_A        CHECKER SUBJECT...: WHAT; one line for each who must notice it

A row is one fault and one who must notice it. What the subject is and what WHAT means is the checker's
(mutant_checkers.py).
"""
import dataclasses
import pathlib

from tree import ROOT, Refusal

FOLDER = pathlib.Path("tb/mutants")


@dataclasses.dataclass(frozen=True)
class Row:
    where: str  # FILE:LINE of the line that names the checker
    block: str
    file: str
    before: str
    after: str
    checker: str
    subject: tuple  # of words
    what: str

    @property
    def who(self):
        return " ".join((self.checker, *self.subject))

    @property
    def fault(self):
        shown = lambda text: " ".join(text.split()) or "nothing"
        return f"'{shown(self.before)}' -> '{shown(self.after)}'"

    def plant(self, root):
        target = root / self.file
        target.write_text(target.read_text().replace(self.before, self.after))


class Reader:
    """One file of rows."""

    def __init__(self, path, checkers):
        self.path, self.block, self.checkers, self.rows = path, path.stem, checkers, []
        self.file, self.text = None, None  # where faults are planted now; what is in that file
        self.before, self.after, self.start, self.noticed = [], None, 0, 0
        self.number = 0

    def refuse(self, text, number=None):
        raise Refusal(f"{self.path}:{number or self.number}: {text}")

    def read(self):
        for self.number, line in enumerate((ROOT / self.path).read_text().splitlines(), 1):
            if line != line.rstrip():
                self.refuse("found a blank at the end of the line, expected none")
            if line[:1] in ("-", "+") and line[1:2] not in ("", " "):
                self.refuse(f"found '{line}', expected a blank behind the {line[0]}")
            if line[:1] == "-":
                self.take_before(line)
            elif line[:1] == "+":
                self.take_after(line)
            elif line and line[0] != "#":
                self.take_words(line)
        self.finish()
        if not self.rows:
            self.refuse("found no fault, expected at least one", 1)
        return self.rows

    def finish(self):
        """The fault before this line is whole, if there was one."""
        if self.before and not self.noticed:
            self.refuse("found a fault that nobody must notice, expected CHECKER SUBJECT: WHAT behind it", self.start)

    def take_before(self, line):
        if self.file is None:
            self.refuse("found a fault before any file, expected the path of the file that it is planted into")
        if not self.before or self.after is not None:
            self.finish()
            self.before, self.after, self.start, self.noticed = [], None, self.number, 0
        self.before.append(line[2:])

    def take_after(self, line):
        if not self.before or self.noticed:
            self.refuse("found '+' without '-' before it, expected the text that is replaced")
        self.after = (self.after or []) + [line[2:]]

    def take_words(self, line):
        words, colon, what = line.partition(": ")
        if not colon and len(line.split()) == 1:
            self.take_file(line)
            return
        if self.after is None:
            self.refuse(f"found '{line}', expected the lines of a fault before it: - TEXT and + TEXT")
        before, after = "\n".join(self.before), "\n".join(self.after)
        if (count := self.text.count(before)) != 1:
            self.refuse(f"found '{before}' {count} times in {self.file}, expected it once", self.start)
        checker, *subject = words.split()
        if checker not in self.checkers:
            self.refuse(f"found checker '{checker}', expected one of {', '.join(sorted(self.checkers))}")
        if not subject or not what:
            self.refuse(f"found '{line}', expected CHECKER SUBJECT: WHAT")
        row = Row(f"{self.path}:{self.number}", self.block, self.file, before, after, checker, tuple(subject), what)
        if wrong := self.checkers[checker].refuses(row):
            self.refuse(wrong)
        self.rows.append(row)
        self.noticed += 1

    def take_file(self, line):
        self.finish()
        if pathlib.Path(line).stem != self.block:
            self.refuse(f"found '{line}', expected a file of the block {self.block}")
        if not (ROOT / line).is_file():
            self.refuse(f"found no file {line}, expected one that exists")
        self.file, self.text, self.before, self.after = line, (ROOT / line).read_text(), [], None


def read(blocks, checkers):
    """The rows of the named blocks (with or without rh_), of all when none is named."""
    known = {path.stem: FOLDER / path.name for path in sorted((ROOT / FOLDER).glob("*.txt"))}
    names = [name if name in known else f"rh_{name}" for name in blocks]
    for name, asked in zip(names, blocks):
        if name not in known:
            blocks = ", ".join(known)
            raise Refusal(f"scripts/mutants: found block '{asked}', expected one of {blocks} (files of {FOLDER})")
    return [row for stem, path in known.items() if not names or stem in names for row in Reader(path, checkers).read()]
