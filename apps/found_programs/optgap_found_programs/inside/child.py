"""The process of a found program: it reads one instance and writes one decision.

A server imports this file and the adapter once, and forks a process for each instance. The
program's output goes to stderr.
"""

from __future__ import annotations

import json
import os
import random
import resource
import site
import sys
from types import ModuleType

TYPE_CHECKING = False  # importing typing takes longer than most programs
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_LARGEST_FILE = 64 * 2**20  # bytes of a file that a program writes


class _Line:
    """The child's connection to the judge, moved off stdin and stdout, which the program uses."""

    def __init__(self) -> None:
        self._asked = os.fdopen(os.dup(0), "rb")
        self._answers = os.fdopen(os.dup(1), "wb")
        self._text = json.JSONEncoder(default=_plain).encode
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.dup2(2, 1)
        os.close(nothing)

    def read(self) -> Any:
        """Return the judge's next message; end the process if there is none."""
        line = self._asked.readline()
        if not line:
            os._exit(0)
        return json.loads(line)

    def write(self, **message: Any) -> None:
        """Send one message to the judge."""
        self._answers.write(self._text(message).encode() + b"\n")
        self._answers.flush()

    def ask(self, question: Any) -> Any:
        """Return the judge's reply to a question of the adapter."""
        self.write(ask=question)
        return self.read()


def _plain(value: Any) -> Any:
    """Return a number or array of numpy as numbers or lists of Python."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"a decision consists of names and numbers; {type(value).__name__} is neither")


def _limit(memory: int) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_FSIZE, (_LARGEST_FILE, _LARGEST_FILE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _module(name: str, text: bytes) -> ModuleType:
    """Execute a text as the module ``name``, whose file need not be readable; return the module."""
    module = ModuleType(name)
    module.__file__ = os.path.abspath(f"{name}.py")
    sys.modules[name] = module
    exec(compile(text, module.__file__, "exec", dont_inherit=True), vars(module))
    return module


def _in_words(error: BaseException) -> str:
    """Return an error in words, with the number of the last line of the program that led to it."""
    words, trace = f"{type(error).__name__}: {error}"[:500], error.__traceback__
    line = None
    while trace is not None:
        if trace.tb_frame.f_code.co_filename.endswith("program.py"):
            line = trace.tb_lineno
        trace = trace.tb_next
    return words if line is None else f"line {line}: {words}"


def load(shared: Any) -> None:
    """Import the parts that all forked processes share: the adapter, and its own imports."""
    site.main()
    import adapter  # type: ignore[import-not-found]

    if hasattr(adapter, "load"):
        adapter.load(shared)


def main(close: Callable[[str], None]) -> None:
    """Read the instance, run the program, write its decision; ``close`` isolates the process."""
    adapter = sys.modules["adapter"]
    line = _Line()
    asked = line.read()
    _limit(asked["memory"])
    prepare: Callable[[Any], Any] = getattr(adapter, "prepare", lambda document: document)
    instance = prepare(asked["instance"])
    random.seed(asked["seed"])
    with open("program.py", "rb") as stream:
        text = stream.read()
    close(text.decode())
    line.write(ready=True)
    try:
        program = _module("program", text)
        if "numpy" in sys.modules:
            sys.modules["numpy"].random.seed(asked["seed"])
        line.write(decision=adapter.play(program, instance, line.ask))
    except MemoryError:
        line.write(memory=True)
    except ValueError as error:
        garbage = error.args[1:] == ("garbage",)
        line.write(
            **{"garbage" if garbage else "crash": error.args[0] if garbage else _in_words(error)}
        )
    except BaseException as error:  # also an exit: the judge hears of every end
        line.write(crash=_in_words(error))
    os._exit(0)
