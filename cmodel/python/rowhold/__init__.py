# SPDX-License-Identifier: Apache-2.0
"""rowhold in Python: the commands of the program as functions, and the memory to embed.

    import rowhold
    result = rowhold.simulate("rand2", preset="gddr3", controller="fr_fcfs", queue=32)
    result["total"]["dram_efficiency"]

Every option of a command is a keyword of its function (help(rowhold.simulate)), in the words of `rowhold help
simulate`; what the command writes as JSON is what the function returns, a dictionary that can also be a pandas frame. A
stream can be arrays (Stream), a preset, machine or kernel a dictionary. What the command refuses is an Error with the
same words.
"""
from . import _commands
from ._commands import Failed, Note, Picture, Result, Table, lint, text
from ._rowhold import Error, Memory as _Memory
from ._stream import Stream

globals().update(_commands.functions())
judge = _commands.functions()["trace"].judge
__version__ = _commands.rows()["program"]["version"]
__all__ = ["Error", "Failed", "Memory", "Note", "Picture", "Result", "Stream", "Table", "judge", "lint", "text",
           *_commands.functions()]


class Memory(_Memory):
    """A memory system to step from Python: send, tick, be called back.

        memory = rowhold.Memory(preset="hbm2", done=lambda user, sent, done: ...)
        memory.send(0x40, False, user)   # False: not now, try again behind a tick
        memory.tick()

    The keywords are the members of struct rh_memory_setup (docs/embedding.md); `preset` may also be a YAML file or a
    dictionary. `done` is called in the tick in which a request is answered, with what was sent as `user` and the clocks
    in which it was first offered and answered; it may send. Without it, take() has the same as a list. What `done`
    raises is raised by the tick.
    """

    def __init__(self, **setup):
        with _commands.preset_of(setup):
            super().__init__(**setup)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def stats(self):
        """The results so far, as `rowhold simulate --stats` has them."""
        return Result(_commands.json.loads(self.json()))
