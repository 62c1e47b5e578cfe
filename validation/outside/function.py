"""A method given as a Python function, pickled and run in a separate process if possible.

The function is pickled by value, with the objects of its module or notebook that it uses. Modules
that it imports are imported again.  The process is kept for further calls of the function.  A
function that cannot be pickled is called in this process.
"""

import atexit
import hashlib
import io
import os
import pickle
import sys
import tempfile
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import CodeType
from typing import Any

from ...core.clock import paused_clock
from ...core.faults import short_repr
from ...core.outcome import Answer
from ...core.plain import plain_data
from ...core.run import Deadline, Run, stop_when_overdue
from ...core.schema import Instance
from ...core.signatures import arguments_taken
from ..catalogue import problem_of
from .json_lines import Cell
from .method import CHILD, answer_in

PICKLED = "--pickled"  # in place of a file
_KEPT: dict[tuple[int, str], tuple[Cell, Path]] = {}  # by process and digest of the function


def run_function(function: Callable[..., Any], instance: Instance, run: Run) -> Answer:
    """Return a function's decision, in a separate process if pickling works, else in this one."""
    try:
        with paused_clock():
            content = _pack(function, instance)
    except Exception as error:  # pickling calls whatever the function refers to
        reason = f"{type(error).__name__}: {error}"
        warnings.warn(
            f"{name_of(function)} runs in this process, because it cannot be sent to a separate "
            f"process ({reason}); its time limit is enforced only between Python instructions",
            stacklevel=3,
        )
        return run_here(function, instance, run)
    with _cell(content) as cell:
        try:
            return answer_in(cell, name_of(function), instance, run)
        except KeyboardInterrupt:
            cell.end()
            message = f"{name_of(function)} was interrupted"
            return Answer(stopped="interrupted", message=message)


def _pack(function: Callable[..., Any], instance: Instance) -> bytes:
    """Return the pickled function, for a process that can read the instance."""
    import cloudpickle

    entry = problem_of(instance)
    if sys.modules.get(entry.origin) is not None:
        raise TypeError(f"the problem {entry.name} is known only in this process")
    module = sys.modules.get(getattr(function, "__module__", None) or "")
    own = module is not None and module.__name__.partition(".")[0] not in ("optgap", "__main__")
    registered = (
        module is not None
        and own
        and module.__name__ not in cloudpickle.list_registry_pickle_by_value()
    )
    if registered and module is not None:
        cloudpickle.register_pickle_by_value(module)
    try:
        return pickle.dumps((list(sys.path), _by_value(function)))
    finally:
        if registered:
            cloudpickle.unregister_pickle_by_value(module)


def _by_value(function: Callable[..., Any]) -> bytes:
    """Return the bytes of `cloudpickle.dumps`, but keep the files of the code for tracebacks.

    From version 3.1.3 on cloudpickle replaces these files by "<dynamic-code>".
    """
    import cloudpickle

    reduced = cloudpickle.Pickler.dispatch_table

    def with_file(code: CodeType) -> tuple[Any, ...]:
        return _code_in_file, (code.co_filename, *reduced[CodeType](code))

    class Pickler(cloudpickle.Pickler):  # type: ignore[misc]  # pickle reads the table of the class
        dispatch_table = reduced.new_child({CodeType: with_file})

    stream = io.BytesIO()
    Pickler(stream).dump(function)
    return stream.getvalue()


def _code_in_file(file: str, make: Callable[..., CodeType], parts: tuple[Any, ...]) -> CodeType:
    return make(*parts).replace(co_filename=file)


@contextmanager
def _cell(content: bytes) -> Iterator[Cell]:
    """Context manager: the process that runs a function; it is kept for calls of this function."""
    key = os.getpid(), hashlib.sha256(content).hexdigest()
    cell, path = _KEPT.pop(key, (None, None))
    if cell is None or path is None or not cell.alive:
        end_kept_process()
        handle, name = tempfile.mkstemp(prefix="optgap-", suffix=".pickle")
        path = Path(name)
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
        cell = Cell(CHILD, [PICKLED, name])
    try:
        yield cell
    finally:
        if cell.alive and not _KEPT:
            _KEPT[key] = cell, path
        else:
            _end(cell, path)


def end_kept_process() -> None:
    """Kill the process that is kept for the function that ran last."""
    while _KEPT:
        (pid, _), kept = _KEPT.popitem()
        if pid == os.getpid():
            _end(*kept)


def _end(cell: Cell, path: Path) -> None:
    cell.end()
    with suppress(OSError):
        path.unlink()


atexit.register(end_kept_process)


def name_of(function: Callable[..., Any]) -> str:
    """Return the name under which a function appears in an outcome."""
    return str(getattr(function, "__qualname__", type(function).__name__))


def run_here(function: Callable[..., Any], instance: Instance, run: Run) -> Answer:
    """Return the function's decision; a crash becomes an error that names the line.

    The function gets ``seed`` and ``time_limit`` if it has these parameters.  A watchdog interrupts
    it at the time limit; code in other languages delays the interrupt.
    """
    limits = {"seed": run.seed, "time_limit": run.time_limit}
    deadline = Deadline()
    try:
        with stop_when_overdue(run) as deadline:
            decision = function(instance.model_copy(deep=True), **arguments_taken(function, limits))
    except KeyboardInterrupt:
        return Answer(stopped="interrupted", message=f"{name_of(function)} was interrupted")
    except BaseException as error:  # whatever a user's code raises is that method's result
        if deadline.fired:
            words = f"{name_of(function)} gave no decision in time and was interrupted"
            return Answer(stopped="time_limit", message=words)
        if not isinstance(error, Exception):
            raise
        last = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{last.filename}, line {last.lineno}, in {last.name}: {last.line}"
        words = f"{name_of(function)} crashed: {type(error).__name__}: {error} ({where})"
        return Answer(stopped="error", message=words)
    plain = plain_data(decision)
    if not isinstance(plain, dict):
        words = f"{name_of(function)} returned {short_repr(plain)} instead of a decision"
        return Answer(stopped="error", message=words)
    return Answer(decision=plain, stopped=run.stopped)
