# SPDX-License-Identifier: Apache-2.0
"""The commands as functions. Which there are, what they take and what they say of it are the program's own rows
(`rowhold help --json`): nothing of it is written here."""
import builtins
import contextlib
import csv
import functools
import inspect
import io
import json
import keyword
import operator
import os
import re
import sys
import tempfile
import types
import warnings

from . import _rowhold
from ._rowhold import Error
from ._stream import Stream

ELSEWHERE = {"cosim", "report", "help"}  # they start the program, or load compiled RTL
_left = []  # runs that were interrupted and have not ended yet


class Failed(Error):
    """A check failed (exit code 1 of the command): a broken rule, say. `result` is what there is all the same."""

    result = None


class Note(UserWarning):
    """What the program says with `note:`."""


class Result(dict):
    """The JSON of a command (docs/tables/results.md). `text` is its summary for people, where it prints one."""

    text = ""

    def frame(self, part=None):
        """A list of it as a pandas frame; without `part` the first, which is that of its rows."""
        import pandas
        if part is None:
            part = next(key for key, value in self.items() if isinstance(value, list))
        return pandas.json_normalize(self[part])


class Table:
    """A CSV that a command wrote."""

    def __init__(self, text):
        self.text = text

    def __iter__(self):
        return csv.DictReader(io.StringIO(self.text))

    def frame(self):
        import pandas
        return pandas.read_csv(io.StringIO(self.text), comment="#").convert_dtypes()  # numbers with gaps stay whole


class Picture(str):
    """An SVG; notebooks show it."""

    def _repr_svg_(self):
        return str(self)


def _wait(run, progress):
    """Until its end. Ctrl-C comes through: the run is asked to end, and left behind if that takes long. A moment is
    given to it, since a run that has processes of its own is to end them before Python itself ends."""
    try:
        while not run.wait(0.1):
            if progress is not None:
                progress(*run.progress())
    except BaseException:
        run.stop()
        if not run.wait(2):
            _left.append(run)
        raise
    _left[:] = [one for one in _left if not one.wait(0)]


def _bar(done, total):
    said = f"{done * 100 // total:3} %" if total else f"{done}"
    print(f"\r{said} of requests or runs", end="", file=sys.stderr, flush=True)


def _execute(words, arrays=(), progress=None):
    """(exit code, standard output, what else it says); an Error with its lines where it refuses."""
    run = _rowhold.Run(words, list(arrays))
    _wait(run, _bar if progress is True else progress or None)
    if progress is True:
        print("\r" + " " * 40 + "\r", end="", file=sys.stderr, flush=True)
    code, out, err = run.result()
    errors, rest = [], []
    for line in err.decode(errors="replace").splitlines():
        if line.startswith("rowhold: "):
            errors.append(line[len("rowhold: "):])
        elif line.startswith("note: "):
            warnings.warn(line[len("note: "):], Note, stacklevel=3)
        else:
            rest.append(line)
    if code == 2:
        raise Error("\n".join(errors or rest))
    return code, out.decode(errors="replace"), errors, "\n".join(rest)


def text(*words, **options):
    """What a command prints for people: text("presets", "hbm2"). `progress` as of the other functions."""
    code, out, errors, _ = _execute([os.fspath(word) for word in words], **options)
    if code != 0:
        failed = Failed("\n".join(errors) or out)
        failed.result = out
        raise failed
    return out


def lint(preset):
    """What the timing lint notes of a preset (a name, a YAML file, a dictionary); an Error where it refuses it."""
    with _Words("presets") as words:
        return re.findall(r"^# note: (.*)$", text("presets", words.value({"value": "FILE", "kind": "input"}, preset)),
                          re.M)


class _Words:
    """The words of a command line, with files for what has to be one."""

    def __init__(self, command):
        self.words, self.arrays, self.wanted, self.folder = command.split(), [], {}, None

    def __enter__(self):
        return self

    def __exit__(self, _, error, __):
        if self.folder is not None:
            if isinstance(error, Error):
                error.args = (str(error).replace(self.folder.name + os.sep, ""),)
            self.folder.cleanup()

    def file(self, name):
        if self.folder is None:
            self.folder = tempfile.TemporaryDirectory(prefix="rowhold.")
        return os.path.join(self.folder.name, name)

    def written(self, name, content):
        path = self.file(name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(content)
        return path

    def value(self, row, value):
        if isinstance(value, Stream):
            return self.stream(value)
        if row["kind"] == "input" and isinstance(value, dict):
            name = str(value.get("name", row.get("option", "preset"))).removesuffix(".json")
            name = re.sub(r"[^\w.-]", "_", name)[:100]  # the file's: what the preset is called is its own business
            return self.written(name + ".yaml", json.dumps(value, default=operator.index))  # which is YAML, too
        if row["kind"] == "input" and (isinstance(value, Table) or hasattr(value, "to_csv")):
            content = value.text if isinstance(value, Table) else value.to_csv(index=False)
            return self.written(row["option"].lower() + ".csv", content)
        if value is True and row["kind"] in ("output", "file"):
            ending = (row["value"] or "").removeprefix("FILE") or ".csv"
            self.wanted[row["option"]] = self.file(row["option"] + ending)
            return self.wanted[row["option"]]
        if hasattr(value, "__array__") and getattr(value, "ndim", 0) != 0:
            raise Error(f"--{row['option']}: found an array, expected {'a list' if row['listed'] else row['value']}"
                        " (requests are a rowhold.Stream of arrays)")
        if isinstance(value, (list, tuple, range)):
            return ",".join(self.value(row, one) for one in value)
        if isinstance(value, (bool, float)) or not hasattr(value, "__index__"):
            return str(os.fspath(value) if hasattr(value, "__fspath__") else value)
        return str(value.__index__())

    def stream(self, stream):
        same = sum(re.sub(r"_\d+\.array$", ".array", name) == stream.name + ".array" for name, _ in self.arrays)
        name = stream.name + (f"_{same + 1}" if same else "") + ".array"
        self.arrays.append((name, stream.columns))
        return name

    def option(self, row, value):
        if value is None or value is False:
            return
        spelled = "--" + row["option"].replace("_", "-")
        if row["kind"] == "flag" and value is True:
            self.words.append(spelled)
        elif row["argument"]:
            self.words.append(self.value(row, value))
        else:
            self.words.append(f"{spelled}={self.value(row, value)}")

    def results(self):
        for option, path in self.wanted.items():
            if os.path.exists(path):
                with open(path, encoding="utf-8", errors="replace") as file:
                    content = file.read()
                yield option, Picture(content) if path.endswith(".svg") else Table(content)


@contextlib.contextmanager
def preset_of(setup):
    """The preset of a memory's setup as a name or a file, which is there meanwhile."""
    with _Words("presets") as words:
        if setup.get("preset") is not None and not isinstance(setup["preset"], int):
            setup["preset"] = words.value({"value": "NAME|FILE", "kind": "input"}, setup["preset"])
        yield


@functools.cache
def rows():
    """The rows of all commands, as `rowhold help --json` writes them."""
    return json.loads(_execute(["help", "--json", "-"])[1])


def spelled(name):
    """As Python can say it: from_."""
    return name + "_" if keyword.iskeyword(name) else name


def function_name(command):
    """That of `list` is list_, which hides nothing."""
    name = spelled(command.split()[-1])
    return name + "_" if hasattr(builtins, command) else name


def parameters(command):
    """The rows of a command by the names of its function's parameters, those given by place first."""
    found = {}
    for row in rows()["options"]:
        if row["command"] == command:
            name = spelled(re.split(r"[|.]", row["option"])[0].lower())
            if row["argument"] or name not in found:
                found[name] = row
            elif found[name]["argument"]:  # simulate STREAM is --stream
                found[name] = {**row, "placed": True}
    return found


def commands():
    """Name to row of the commands that are functions."""
    every = {row["command"]: row for row in rows()["commands"]}
    groups = {name.split()[0] for name in every if " " in name}
    return {name: row for name, row in every.items() if name not in groups and name.split()[0] not in ELSEWHERE}


def _function(command, about):
    taken = parameters(command)
    result = next((name for name in ("json", "stats") if name in taken), None)
    placed = [name for name, row in taken.items() if row["argument"] or row.get("placed")]

    def call(*arguments, progress=None, **options):
        bound = call.__signature__.bind(*arguments, progress=progress, **options)
        given = {name: value for name, value in bound.arguments.items() if name != "progress"}
        with _Words(command) as words:
            if result is not None:
                given.setdefault(result, "-")
            for name, value in given.items():
                words.option(taken[name], value)
            code, out, errors, said = _execute(words.words, words.arrays, progress)
            if result is not None and given[result] != "-":
                with open(given[result], encoding="utf-8") as file:
                    out = file.read()
            value = Result(json.loads(out)) if result is not None and out else out
            if isinstance(value, Result):
                value.text = said
                value.update(words.results())
        if code != 0:
            failed = Failed("\n".join(errors) or said or f"{command}: a check failed")
            failed.result = value
            raise failed
        return value

    kinds = inspect.Parameter
    call.__signature__ = inspect.Signature(
        [kinds(name, kinds.POSITIONAL_OR_KEYWORD, **({} if taken[name]["needed"] else {"default": None}))
         for name in placed]
        + [kinds(name, kinds.KEYWORD_ONLY, default=None) for name in taken if name not in placed]
        + [kinds("progress", kinds.KEYWORD_ONLY, default=None)])
    call.__name__ = call.__qualname__ = function_name(command)
    call.__module__ = "rowhold"
    call.__doc__ = docstring(about, taken)
    return call


def docstring(about, taken):
    """What help says of a command and its options."""
    lines, heading = [about["about"] or about["meaning"], ""], None
    for name, row in taken.items():
        if row["heading"] != heading:
            heading = row["heading"]
            lines += ["", heading]
        words = f" ({row['words'].replace(',', ', ')})" if row["words"] else ""
        lines.append(f"  {name}: {row['help']}{words}")
    lines += ["", "  progress: True, or a function of how much of how much is done", "",
              "A file that is written may be True: its content is then in the result under its name."]
    return "\n".join(lines)


@functools.cache
def functions():
    """Name to function, or to a namespace of them: simulate, trace.judge."""
    found = {}
    for command, about in commands().items():
        *group, _ = command.split()
        made = _function(command, about)
        into = vars(found.setdefault(group[0], types.SimpleNamespace())) if group else found
        into[made.__name__] = made
    return found
