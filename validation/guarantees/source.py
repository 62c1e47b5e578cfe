"""Find the method, the statement and the assumptions that a guarantee names, and verify it."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from ...core.faults import InputError, input_error
from ...core.files import instance_from_document
from ...core.schema import Instance
from ...heuristics.plain import plain_method, plain_methods
from ..catalogue import Problem, load_module, problem_named, problem_of
from ..judge import Refused
from ..judge.guarantees import (
    NAMED,
    STATEMENTS,
    InputFamily,
    ProblemStatement,
    Subject,
    decisions_by_form,
)
from ..judge.verify_guarantee import verify_guarantee
from ..outside import file_and_function, is_function

AnyFunction = str | Callable[[Any], Any]


def subject_of(
    instance: Instance, method: AnyFunction, free: Sequence[str], assume: Sequence[AnyFunction]
) -> tuple[Subject, dict[str, Any]]:
    """Return the subject of a guarantee, and the files and digests of its parts."""
    problem = problem_of(instance)
    function = _method_of(problem, method)
    statement = STATEMENTS.get(problem.name) or _own_statement(problem)
    stated = [
        _function_of(each) if _is_code(each) and str(each).split(":")[0] not in NAMED else None
        for each in assume
    ]
    names = [each if isinstance(each, str) else _place_of(each) for each in assume]
    family = InputFamily(instance, free, dict(zip(names, stated, strict=True)))
    parts = [function, *(each for each in stated if each is not None)]
    source = {
        "method": method if isinstance(method, str) else _place_of(method),
        "assume": names,
        "sha256": [*map(_digest_of, parts), problem.digest],
    }
    sense = problem.sense(instance)
    return Subject(family, problem.decision, sense, statement, function), source


def _own_statement(problem: Problem) -> ProblemStatement:
    """Return the statement of a problem of one's own: its checker, and all decisions."""
    check, listed = problem.function("check"), problem.function("enumerate")
    if problem.origin == "built-in" or check is None:
        rule = f"has no statement for guarantees; problems that have one: {', '.join(STATEMENTS)}"
        raise input_error("problem", rule, problem.name)
    if listed is not None:
        return ProblemStatement(lambda instance: (None, listed(instance)), check)
    return ProblemStatement(partial(decisions_by_form, problem.decision), check)


def _method_of(problem: Problem, method: AnyFunction) -> Callable[[Any], Any]:
    if _is_code(method):
        return _function_of(method)
    name = str(method)
    plain = plain_method(problem.name, name)
    if plain is not None:
        return plain
    function = problem.method_named(name).function
    taken = list(inspect.signature(function).parameters)[1:]
    if problem.origin == "built-in" or {"solve", "run", "problem"} & {*taken}:
        listed = ", ".join(name for of, name in plain_methods() if of == problem.name) or "none"
        rule = f"is not stated in plain Python; methods of {problem.name} that are: {listed}"
        raise input_error("method", rule, name)
    given = {"seed": 0, "time_limit": None}
    return partial(function, **{key: given[key] for key in taken if key in given})


def _is_code(named: AnyFunction) -> bool:
    return callable(named) or is_function(named)


def _place_of(function: Any) -> str:
    return f"{inspect.getsourcefile(function)}:{function.__name__}"


def _function_of(named: AnyFunction) -> Callable[[Any], Any]:
    """Return a function of ``file.py:function``, or as it is."""
    if callable(named):
        return named
    path, name = file_and_function(named)
    function = getattr(load_module(Path(path).resolve()), name, None)
    if not callable(function):
        raise input_error("method", f"{path} has no function {name!r}")
    made: Callable[[Any], Any] = function
    return made


def _digest_of(function: Any) -> str:
    file = Path(inspect.getsourcefile(getattr(function, "func", function)) or "")
    return hashlib.sha256(file.read_bytes()).hexdigest() if file.is_file() else ""


def verify_document(document: Mapping[str, Any], instance: Instance | None = None) -> list[str]:
    """Return sentences about a guarantee and its checks; raise `Refused` if one fails."""
    try:
        source, kind = document["certificate"]["source"], document["kind"]
        form = problem_named(document["problem"]).instance
        stated = document["certificate"]["instance"]
        own = instance or instance_from_document(stated, form, "instance")
        subject, files = subject_of(own, source["method"], document["free"], source["assume"])
        name = source["method"].rpartition(":")[2]
        if files != source or document["method"].rpartition(":")[2] != name:
            raise Refused("method", "its file, or one of the assumptions, has changed")
        checks = verify_guarantee(document, subject)
    except (KeyError, TypeError, AttributeError) as error:
        raise Refused("document", f"is malformed: {type(error).__name__}: {error}") from None
    except InputError as error:
        raise Refused("document", "; ".join(map(str, error.faults))) from None
    words = "; ".join(each["words"] for each in document["assumptions"])
    least = f"is at least {document['at_least']}"
    claim = {"exact": f"is {document['ratio']}", "unbounded": "has no limit"}.get(kind, least)
    return [f"the worst ratio of {name} {claim}: {words}", *checks]
