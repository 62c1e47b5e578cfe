"""Find the method, the statement and the assumptions that a guarantee names."""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from ...core.faults import InputError, input_error
from ...core.schema import Instance
from ...heuristics.plain import plain_method, plain_methods
from ..catalogue import Problem, problem_of
from ..judge.guarantees import STATEMENTS, InputFamily, ProblemStatement, Subject, decisions_by_form
from ..outside import file_and_function, is_function

_CODE: dict[tuple[str, str], Any] = {}  # modules by file and digest


def subject_of(
    instance: Instance,
    method: str | Callable[[Any], Any],
    free: Sequence[str],
    assume: Sequence[str | Callable[[Any], Any]],
) -> tuple[Subject, dict[str, Any]]:
    """Return the subject of a guarantee, and the files and digests of its parts."""
    problem = problem_of(instance)
    function, source = _method_of(problem, method)
    assumptions = {}
    for each in assume:
        stated, part = _function_of(each) if callable(each) or is_function(each) else (None, {})
        assumptions[each if isinstance(each, str) else each.__name__] = stated
        source |= {f"assume {k}": v for k, v in part.items()}
    if problem.digest:
        source["problem sha256"] = problem.digest
    statement = STATEMENTS.get(problem.name) or _own_statement(problem)
    family = InputFamily(instance, free, assumptions)
    return Subject(family, problem.decision, problem.sense(instance), statement, function), source


def _own_statement(problem: Problem) -> ProblemStatement:
    """Return the statement of a problem of one's own: its checker, and all decisions."""
    if problem.origin == "built-in":
        rule = f"has no statement for guarantees; problems that have one: {', '.join(STATEMENTS)}"
        raise input_error("problem", rule, problem.name)
    check, listed = problem.function("check"), problem.function("enumerate")
    assert check is not None
    if listed is not None:
        return ProblemStatement(lambda instance: (None, listed(instance)), check)
    return ProblemStatement(partial(decisions_by_form, problem.decision), check)


def _method_of(problem: Problem, method: Any) -> tuple[Callable[[Any], Any], dict[str, Any]]:
    if callable(method) or is_function(method):
        return _function_of(method)
    if problem.origin != "built-in":
        function = problem.method_named(method).function
        taken = set(list(inspect.signature(function).parameters)[1:])
        if taken & {"solve", "run", "problem"}:
            rule = "runs other methods, so it cannot run on symbolic numbers"
            raise input_error("method", rule, method)
        given = {
            name: value for name, value in (("seed", 0), ("time_limit", None)) if name in taken
        }
        return lambda instance: function(instance, **given), {"name": method}
    plain = plain_method(problem.name, method)
    if plain is None:
        problem.method_named(method)
        listed = ", ".join(name for of, name in plain_methods() if of == problem.name) or "none"
        rule = (
            f"has no plain statement in Python; methods of {problem.name} that have one: {listed}"
        )
        raise input_error("method", rule, method)
    file = Path(inspect.getsourcefile(plain) or "")
    return plain, {"name": method, "sha256": _digest(file)}


def _function_of(named: Any) -> tuple[Callable[[Any], Any], dict[str, Any]]:
    """Return a function, from ``file.py:function`` or as it is, with its file and digest."""
    if callable(named):
        file = inspect.getsourcefile(named) or ""
        place = {"file": file, "function": named.__qualname__}
        return named, place | ({"sha256": _digest(Path(file))} if Path(file).is_file() else {})
    path, name = file_and_function(named)
    file = str(Path(path).resolve())
    digest = _digest(Path(file))
    module = _CODE.get((file, digest)) or _loaded(file, digest)
    function = getattr(module, name, None)
    if not callable(function):
        raise input_error("method", f"{path} has no function {name!r}")
    return function, {"file": path, "function": name, "sha256": digest}


def _loaded(file: str, digest: str) -> Any:
    name = f"optgap_method_{digest[:12]}"
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise input_error("method", "is not a Python file", file)
    module = importlib.util.module_from_spec(spec)
    beside = str(Path(file).parent)
    sys.path.insert(0, beside)
    try:
        spec.loader.exec_module(module)
    except InputError:
        raise
    except (Exception, SystemExit) as error:
        raise input_error("method", f"{file} raises {type(error).__name__}: {error}") from None
    finally:
        sys.path.remove(beside)
    _CODE[file, digest] = module
    return module


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def source_differences(stated: Mapping[str, Any], own: Mapping[str, Any]) -> Iterator[str]:
    """Yield the parts of a source whose digests differ from those of a document."""
    for key in sorted({*stated, *own}):
        if key.endswith("sha256") and stated.get(key) != own.get(key):
            yield key
