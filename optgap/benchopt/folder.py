"""The folder of a Benchopt benchmark: an objective, instances, and a solver per method."""

import json
import math
import re
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import jinja2
from pydantic import ValidationError

from .. import __version__
from ..api import load, save
from ..core.faults import Fault, InputError, input_error
from ..core.files import write_text
from ..core.outcome import Answer, Outcome, Point
from ..core.plain import plain_data
from ..core.run import Run
from ..core.schema import Instance
from ..validation.catalogue import Problem, problem_of
from ..validation.catalogue import problem as problem_of_name
from ..validation.judge import is_bare_decision, judged_outcome
from ..validation.running import (
    AnyInstance,
    add_gaps,
    best_bound,
    bundled_names,
    check_limits,
    load_instance,
    outcomes,
    summary,
)
from ..validation.study import loss_of

Summary = dict[str, Any]


def references(instance: Instance, time_limit: float | None, seed: int = 0) -> list[Summary]:
    """Return summaries of the exact methods' outcomes on an instance, with bounds and fronts."""
    entry = problem_of(instance)
    exact = [name for name in entry.compared(instance) if entry.method_named(name).kind == "exact"]
    if not exact:
        return []
    return [
        summary(outcome) for outcome in outcomes(instance, exact, time_limit=time_limit, seed=seed)
    ]


def solve_for_score(instance: Instance, method: str, time_limit: float, seed: int) -> Outcome:
    """Return the outcome of a method, without a plan if the method refuses the instance."""
    return next(outcomes(instance, [method], time_limit=time_limit, seed=seed))


def score(
    instance: AnyInstance, solution: Any, known: Sequence[Mapping[str, Any]]
) -> dict[str, float]:
    """Return the checker's verdict on a solution, and its gap to the best bound in ``known``.

    A solution is a document, a bare decision, or has only ``decision`` or ``front``.  Its claims
    are ignored.  ``value`` is the gap, or the missing share of a front's hypervolume.  It is
    infinite if the checker accepts no solution, and NaN if no bound is known.
    """
    loaded_instance = load_instance(instance)
    entry = problem_of(loaded_instance)
    answer = _answer(plain_data(solution))
    judged = judged_outcome(
        entry, loaded_instance, "solution", answer, Run(entry.sense(loaded_instance)), {}
    )
    row = add_gaps([*known, summary(judged)])[-1]
    if row["gap_to_best_bound"] is not None and row["message"]:
        raise input_error(loaded_instance.name, row["message"])
    held = row["objective"] is not None or bool(row["front"])
    loss = loss_of(row)
    bound = best_bound(known)[0] if known else None
    return {
        "value": math.inf if not held else math.nan if loss is None else loss,
        "score": _number(row["objective"]),
        "bound": _number(bound),
        "proven": float(row["gap_kind"] == "proven"),
        "violations": float(len(row["details"].get("violations", []))),
    }


def _answer(solution: Any) -> Answer:
    """Return an answer that claims the decision, or the points of the front, of a solution."""
    if not isinstance(solution, Mapping):
        raise input_error("solution", "must be a document or a decision", type(solution).__name__)
    if is_bare_decision(solution) and not {"decision", "front"} & set(solution):
        return Answer(decision=dict(solution))
    front = solution.get("front")
    try:
        points = None if front is None else [Point.model_validate(point) for point in front]
    except ValidationError:
        raise input_error("front", "must be a list of points (objectives and decision)") from None
    return Answer(decision=solution.get("decision"), front=points)


def _number(value: float | None) -> float:
    return math.nan if value is None else value


DEFAULT_SECONDS = 10.0  # for each exact method and instance
KNOWN = "references.json"
_SEEDS = range(3)  # of the instances of a problem that has none bundled


def export_benchopt(
    problem: str, folder: str | Path, *, time_limit: float = DEFAULT_SECONDS, seed: int = 0
) -> dict[str, Any]:
    """Write a problem as a benchmark for Benchopt; return its contents.

    Its instances are the bundled ones (for your own problem, the first generated ones) and the
    files in ``folder/instances``.  Each exact method has ``time_limit`` seconds for the bound of
    each instance; proven infeasible instances are omitted.
    """
    entry, place = problem_of_name(problem), Path(folder)
    check_limits(time_limit=time_limit, seed=seed)
    _make_folders(place)
    _write_instances(entry, place / "instances")
    known = _exact_summaries(place / "instances", time_limit, seed)
    write_text(place / KNOWN, json.dumps(known, indent=1, allow_nan=False) + "\n")
    names = [name for name, each in known.items() if not _is_infeasible(each)]
    _write_code(entry, place, names)
    return {
        "folder": str(place),
        "instances": names,
        "infeasible": sorted(known.keys() - names),
        "methods": [method.name for method in entry.methods],
    }


def _make_folders(place: Path) -> None:
    """Create the folders of a benchmark; raise an error if the place has other files."""
    try:
        place.mkdir(parents=True, exist_ok=True)
        if any(place.iterdir()) and not (place / KNOWN).exists():
            raise input_error(str(place), "must be new, empty, or a benchmark that optgap wrote")
        for name in ("instances", "datasets", "solvers", "benchmark_utils"):
            (place / name).mkdir(exist_ok=True)
    except OSError as error:
        raise input_error(str(place), f"cannot be created as a folder: {error.strerror}") from None


def _write_instances(entry: Problem, place: Path) -> None:
    names = bundled_names(entry.name)
    for name in names:
        save(load(name), place / f"{name.split('/')[1]}.json")
    for seed in () if names else _SEEDS:
        save(entry.generated(seed), place / f"seed-{seed}.json")


def _exact_summaries(place: Path, time_limit: float, seed: int) -> dict[str, list[Summary]]:
    """Return, by instance file of a folder, the summaries of the exact methods' outcomes."""
    return {
        path.stem: references(load(path), time_limit, seed) for path in sorted(place.glob("*.json"))
    }


def _is_infeasible(summaries: list[Summary]) -> bool:
    return any(summary["status"] == "infeasible" for summary in summaries)


def _write_code(entry: Problem, place: Path, names: list[str]) -> None:
    if not names:
        raise InputError(entry.name, [Fault("instances", "all are proven infeasible")])
    own = Path(entry.origin) if Path(entry.origin).is_file() else None
    if own is not None:
        write_text(place / "benchmark_utils" / "own_problem.py", own.read_text(encoding="utf-8"))
    facts = {
        "problem": entry.name,
        "title": entry.title,
        "version": __version__,
        "own": own is not None,
        "names": names,
    }
    _write(place / "objective.py", "objective.py", facts)
    _write(place / "benchmark_utils" / "__init__.py", "shared.py", facts)
    _write(place / "datasets" / "instances.py", "dataset.py", facts)
    _write(place / "README.md", "README.md", facts)
    for method in entry.methods:
        words = {"name": method.name, "summary": method.summary, "kind": method.kind}
        file = re.sub(r"[^a-z0-9]+", "_", method.name.lower())
        _write(place / "solvers" / f"{file}.py", "solver.py", facts | {"method": words})


def _write(path: Path, template: str, facts: dict[str, Any]) -> None:
    text = (files(__package__) / f"{template}.j2").read_text(encoding="utf-8")
    environment = jinja2.Environment(
        undefined=jinja2.StrictUndefined, keep_trailing_newline=True, trim_blocks=True
    )
    environment.filters["literal"] = json.dumps
    write_text(path, environment.from_string(text).render(facts))
