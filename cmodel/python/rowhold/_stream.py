# SPDX-License-Identifier: Apache-2.0
"""Request streams from arrays."""
from array import array

from ._rowhold import Error


class Stream:
    """A request stream in memory, in place of a trace file; its columns are the fields of a trace (docs/rh_trace.md).

        Stream(address=a, write=w, cycle=c)     numpy arrays of whole numbers, read where they lie, or sequences
        Stream(frame)                           a pandas frame, a structured array or a dictionary with these columns
        Stream([0x0, 0x40, 0x80])               reads of these addresses

    `address`, or `channel`, `bank`, `row` and `column` (with `bank_group`, too), must be there; without `write` all are
    reads. A single number is that of all requests. `name` is what results and errors call it.
    """

    def __init__(self, source=None, /, *, name="stream", **columns):
        if not isinstance(name, str) or not name or set(name) & set(",\0"):
            raise Error(f"name: found {name!r}, expected a word without commas")
        if source is not None:
            names = getattr(getattr(source, "dtype", None), "names", None) or getattr(source, "columns", None)
            if names is None and hasattr(source, "keys") and not hasattr(source, "to_numpy"):  # a series is one column
                names = source.keys()
            found = {"address": source} if names is None else {key: source[key] for key in names}
            columns = {**found, **columns}
        if "write" in columns and "op" in columns:
            raise Error(f"{name}.array: found columns 'op' and 'write', which are the same, expected one of them")
        if "write" in columns:
            columns["op"] = columns.pop("write")
        columns.setdefault("op", 0)
        columns = {key: value for key, value in columns.items() if value is not None}
        self.name = name
        self.columns = [(key, _values(f"{name}.array: found column {str(key)!r}", value))
                        for key, value in columns.items()]

    def __repr__(self):
        return f"Stream({', '.join(key for key, _ in self.columns)}, name={self.name!r})"


def _values(found, value):
    """An object with a buffer of whole numbers: the array itself, if it is one."""
    if hasattr(value, "to_numpy"):
        value = value.to_numpy()
    mask = getattr(value, "mask", None)
    if mask is not None and getattr(mask, "any", bool)():
        raise Error(f"{found} with masked values, expected a number for every request")
    try:
        with memoryview(value) as view:
            if view.format not in ("O", "w", "c") and "w" not in view.format:
                return value
    except (TypeError, ValueError, BufferError):
        pass
    values = value if hasattr(value, "__iter__") else [value]
    numbers = array("Q")
    for one in values:
        one = {"R": 0, "W": 1}.get(one, one) if isinstance(one, str) else one
        try:
            if one < 0 and numbers.typecode == "Q":
                numbers = array("q", numbers)
            numbers.append(one)
        except (TypeError, ValueError, OverflowError):
            raise Error(f"{found} with {one!r}, expected whole numbers of at most 64 bits") from None
    return numbers
