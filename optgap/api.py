"""The public functions behind ``import optgap``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .core.faults import Fault, InputError
from .core.files import document_text, read_json, save_instance, write_text
from .core.outcome import DEFAULT_GAP, Outcome
from .core.schema import Instance
from .validation.catalogue import problem, problem_names
from .validation.check import Check, outcome_from_document
from .validation.check import check as _check
from .validation.compare import outcomes, rows
from .validation.instances_by_name import generate as _generate
from .validation.instances_by_name import load
from .validation.solve import solve

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "Check",
    "Fault",
    "InputError",
    "Instance",
    "Outcome",
    "check",
    "compare",
    "generate",
    "load",
    "problem",
    "problem_names",
    "save",
    "solve",
]

_LEADING = (
    "instance",
    "method",
    "objective",
    "gap_to_best_bound",
    "gap_kind",
    "bound",
    "bound_kind",
    "status",
    "stopped",
    "seconds",
)


def generate(name: str, seed: int, **parameters: Any) -> Instance:
    """Return a random instance of a problem: ``generate("placement", 7, instances=100)``."""
    return _generate(name, seed, parameters)


def check(
    instance: Instance | str | Path, solution: Outcome | Mapping[str, Any] | str | Path
) -> Check:
    """Judge a solution: an outcome, a solution document, or the file of one."""
    if isinstance(solution, (str, Path)):
        solution = outcome_from_document(read_json(Path(solution)), str(solution))
    elif not isinstance(solution, Outcome):
        solution = outcome_from_document(solution, "solution")
    return _check(_loaded(instance), solution)


def compare(
    instances: Instance | str | Path | Sequence[Instance | str | Path],
    methods: Sequence[str] | None = None,
    *,
    time_limit: float | None = None,
    gap: float = DEFAULT_GAP,
    seed: int = 0,
) -> pd.DataFrame:
    """Return a table with one row per instance and method, gaps measured to the best bound."""
    import pandas as pd

    several = [instances] if isinstance(instances, (Instance, str, Path)) else instances
    table: list[dict[str, Any]] = []
    for source in several:
        found = outcomes(_loaded(source), methods, time_limit=time_limit, gap=gap, seed=seed)
        table += rows(list(found))
    for row in table:
        row["instance"] = row["instance"]["name"]
    rest = [column for column in table[0] if column not in _LEADING] if table else []
    return pd.DataFrame(table, columns=[*_LEADING, *rest])


def save(thing: Instance | Outcome, path: str | Path) -> None:
    """Write an instance file or a solution file."""
    if isinstance(thing, Outcome):
        write_text(Path(path), document_text(thing.model_dump(mode="json")))
    else:
        save_instance(thing, Path(path))


def _loaded(instance: Instance | str | Path) -> Instance:
    return instance if isinstance(instance, Instance) else load(instance)
