"""A method given as a Python function, called in this process with a copy of the instance."""

import inspect
import traceback
from collections.abc import Callable
from typing import Any

from ...core.faults import short_repr
from ...core.outcome import Answer
from ...core.plain import plain_data
from ...core.run import Deadline, Run, stop_when_overdue
from ...core.schema import Instance


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


def arguments_taken(function: Callable[..., Any], given: dict[str, Any]) -> dict[str, Any]:
    """Return those of the given arguments that the function has as parameters."""
    try:
        parameters = inspect.signature(function).parameters
    except (TypeError, ValueError):  # a compiled function says nothing of its arguments
        return {}
    return {name: value for name, value in given.items() if name in parameters}
