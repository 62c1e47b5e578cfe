"""The process in which answer.py runs: it reads calls as JSON lines and writes JSON lines.

It has no object of the grader, so an answer can return a value and change nothing else.
"""

from __future__ import annotations

import builtins
import json
import os
import sys
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

ANSWER = Path(__file__).parent / "answer.py"
OF_OPTGAP = {"optgap.algebra", "optgap.own_models"}
ALLOWED = {
    *("__future__", "bisect", "collections", "copy", "dataclasses", "decimal", "enum", "fractions"),
    *("functools", "heapq", "itertools", "math", "operator", "random", "statistics", "string"),
    *("typing", "numpy", "pyomo", "scipy"),
}


def import_allowed(name: str, *rest: Any) -> Any:
    """Import a module that the README allows."""
    if name not in OF_OPTGAP and name.partition(".")[0] not in ALLOWED:
        raise ImportError(f"answer.py imports {name}; write it yourself")
    return __import__(name, *rest)


def load() -> ModuleType:
    """Return the student's file, loaded; its imports are checked when they run."""
    module = ModuleType("answer")
    sys.modules["answer"] = module
    vars(module)["__builtins__"] = {**vars(builtins), "__import__": import_allowed}
    exec(compile(ANSWER.read_text(), str(ANSWER), "exec"), vars(module))
    return module


def unpacked(value: Any, ask: Callable[..., Any]) -> Any:
    """Return the argument that `packed` of the grader has written."""
    if isinstance(value, list):
        return [unpacked(each, ask) for each in value]
    if not isinstance(value, dict):
        return value
    ((kind, content),) = value.items()
    if kind == "function":
        return lambda *arguments: ask(content, arguments)
    pairs = [unpacked(each, ask) for each in content]
    made: dict[str, Callable[[Any], Any]] = {
        "tuple": tuple,
        "dict": dict,
        "record": lambda pairs: SimpleNamespace(**dict(pairs)),
    }
    return made[kind](pairs)


def plain(value: Any) -> Any:
    """Return arrays, sets and exact numbers as JSON has them."""
    if hasattr(value, "tolist"):
        return value.tolist()
    return list(value) if isinstance(value, Iterable) else float(value)


def message_of(error: BaseException) -> str:
    """Return an error of answer.py with its line."""
    if isinstance(error, ImportError) and "; write it yourself" in str(error):
        return str(error)
    words = f"{type(error).__name__}: {error}"
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == str(ANSWER)]
    known = isinstance(error, NotImplementedError) or not lines
    return words if known else f"{words} (answer.py, line {lines[-1]})"


def main() -> None:
    """Answer calls until the grader closes its end; what answer.py prints is no answer."""
    requests, sys.stdin = sys.stdin, None  # type: ignore[assignment]
    replies = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)

    def send(message: str) -> None:
        replies.write(f"{message}\n")
        replies.flush()

    def ask(function: int, arguments: Any) -> Any:
        send(json.dumps({"function": function, "arguments": arguments}, default=plain))
        reply = json.loads(requests.readline())
        if "error" in reply:
            raise ValueError(reply["error"])
        return reply["value"]

    module = None
    for line in requests:
        request = json.loads(line)
        try:
            module = module or load()
            arguments = [unpacked(each, ask) for each in request["arguments"]]
            value = getattr(module, request["function"])(*arguments)
        except BaseException as error:  # whatever an answer raises is its result
            send(json.dumps({"error": message_of(error)}))
            continue
        try:
            send(json.dumps({"value": value}, default=plain))
        except (TypeError, ValueError) as error:
            words = "the grader cannot read what your function returned, see its docstring"
            send(json.dumps({"error": f"{words}: {type(error).__name__}: {error}"}))


if __name__ == "__main__":
    main()
