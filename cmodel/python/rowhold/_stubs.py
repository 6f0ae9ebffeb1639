# SPDX-License-Identifier: Apache-2.0
"""The types of the package, from the rows that its functions are made of: `python3 -m rowhold._stubs FOLDER`."""
import pathlib
import sys

from . import _commands, _rowhold

HEAD = '''# SPDX-License-Identifier: Apache-2.0
# Made by rowhold._stubs from the rows of the commands.
from collections.abc import Callable, Iterable, Iterator
from os import PathLike
from typing import Any, Literal

Path = str | PathLike[str]
Progress = bool | Callable[[int, int], Any] | None
__version__: str

class Error(ValueError): ...
class Failed(Error):
    result: Any
class Note(UserWarning): ...
class Picture(str): ...
class Result(dict[str, Any]):
    text: str
    def frame(self, part: str | None = None) -> Any: ...
class Table:
    text: str
    def __init__(self, text: str) -> None: ...
    def __iter__(self) -> Iterator[dict[str, str]]: ...
    def frame(self) -> Any: ...
class Stream:
    name: str
    def __init__(self, source: Any = None, /, *, name: str = "stream", **columns: Any) -> None: ...
class Memory:
    cycle: int
    tck_ps: int
    bytes: int
    channels: int
    idle: bool
    def __init__(
        self,
        *,
        done: Callable[[Any, int, int], Any] | None = None,
MEMORY_SETUP
    ) -> None: ...
    def __enter__(self) -> "Memory": ...
    def __exit__(self, *exception: Any) -> None: ...
    def send(self, address: int, write: bool = False, user: Any = None, /) -> bool: ...
    def can_send(self, address: int, /) -> bool: ...
    def tick(self, clocks: int = 1, /) -> int: ...
    def tick_until(self, cycle: int, /) -> int: ...
    def tick_until_done(self, requests: int = 1, /) -> int: ...
    def take(self) -> list[tuple[Any, int, int]]: ...
    def json(self) -> str: ...
    def stats(self) -> Result: ...
    def finish(self) -> None: ...
    def close(self) -> None: ...

def text(*words: Path, progress: Progress = None) -> str: ...
def lint(preset: Path | dict[str, Any]) -> list[str]: ...
'''


def setup_of_memory():
    """Its keywords, with the types of the options of the same names."""
    taken = _commands.parameters("simulate")
    for name in _rowhold.MEMORY_SETUP:
        row = taken.get(name, taken["bytes"])
        yield f"        {name}: {type_of(name, row)} = None,"


def type_of(name, row):
    """The type of one value, and of a list of them where the command takes one."""
    kind = row["kind"]
    if kind == "flag":
        return "bool | None"
    one = {"number": "int", "share": "float", "real": "float"}.get(kind, "Path")
    if row["words"] and not row["others"]:
        one = f"Literal[{', '.join(repr(word) for word in row['words'].split(','))}]"
    elif kind == "text":
        one = "str"
    elif kind in ("output", "file"):
        one = "Path | Literal[True]"
    elif kind == "input":
        one = f"Path | {'Stream' if name == 'stream' or row['argument'] else 'dict[str, Any]'}"
    return f"{one} | str | Iterable[{one}] | None" if row["listed"] else f"{one} | None"


def stub(command, about, indent=""):
    """One function; in a namespace it is a static method."""
    taken = _commands.parameters(command)
    lines = [f"{indent}def {_commands.function_name(command)}("]
    placed = [name for name, row in taken.items() if row["argument"] or row.get("placed")]
    for name in placed:
        needed = taken[name]["needed"]
        kind = type_of(name, taken[name])
        lines.append(f"{indent}    {name}: {kind.removesuffix(' | None') if needed else kind + ' = None'},")
    lines.append(f"{indent}    *,")
    lines += [f"{indent}    {name}: {type_of(name, row)} = None," for name, row in taken.items() if name not in placed]
    lines.append(f"{indent}    progress: Progress = None,")
    result = "Result" if "json" in taken or "stats" in taken else "str"
    text = _commands.docstring(about, taken).replace("\\", "\\\\").replace('"""', "'''").split("\n")
    lines += [f"{indent}) -> {result}:", f'{indent}    """{text[0]}']
    lines += [f"{indent}    {line}".rstrip() for line in text[1:]]
    return [*lines, f'{indent}    """', ""]


def stubs():
    """The whole text."""
    lines, groups = [HEAD.replace("MEMORY_SETUP", "\n".join(setup_of_memory()))], {}
    for command, about in _commands.commands().items():
        if " " in command:
            groups.setdefault(command.split()[0], []).append((command, about))
        else:
            lines += stub(command, about)
    for group, members in groups.items():
        lines.append(f"class {group}:")
        for command, about in members:
            lines += ["    @staticmethod", *stub(command, about, "    ")]
    lines.append("judge = trace.judge")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    (folder / "__init__.pyi").write_text(stubs(), encoding="utf-8")
    (folder / "py.typed").write_text("", encoding="utf-8")
