"""Results: what is kept of one run, so that a report can be drawn from it alone."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import version
from typing import Any, TypeAlias

from ...core.installed import is_installed
from ...core.outcome import Outcome
from ...core.schema import Instance
from ..catalogue import problem
from ..compare import summary

RESULT_VERSION = 1
MOST_TRACED = 200
_PACKAGES = ("optgap", "pyomo", "highspy", "ortools", "numpy", "scipy", "numba", "pymoo")

Result: TypeAlias = dict[str, Any]


def result(instance: Instance, outcome: Outcome, source: str, label: str | None = None) -> Result:
    """Return the part of an outcome that a report needs: no decisions, a trace of bearable length.

    ``source`` is the origin of the instance, ``label`` the method's name in the report.
    """
    row = summary(outcome)
    row["trace"] = _thin(row["trace"])
    spread = None
    if outcome.decision is not None:
        loads = problem(outcome.problem).loads_of(instance, outcome.decision)
        spread = None if loads is None else loads.as_document()
    return {
        "version": RESULT_VERSION,
        "source": source,
        "label": label or outcome.method,
        "row": row,
        "loads": spread,
        "notes": list(getattr(instance, "notes", None) or ()),
        "environment": environment(),
    }


def _thin(trace: list[Any]) -> list[Any]:
    """Keep the first, the last and evenly chosen points in between."""
    if len(trace) <= MOST_TRACED:
        return trace
    step = (len(trace) - 1) / (MOST_TRACED - 1)
    return [trace[round(k * step)] for k in range(MOST_TRACED)]


@cache
def environment() -> dict[str, str]:
    """Return the settings that the figures depend on: versions, system and number of cores; no
    names.
    """
    return {
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "cores": str(os.cpu_count()),
        **{name: version(name) for name in _PACKAGES if is_installed(name)},
    }


def by_instance(results: Iterable[Result]) -> dict[tuple[str, str], list[Result]]:
    """Group results by problem and digest of the instance, in the order of their first row."""
    groups: dict[tuple[str, str], list[Result]] = {}
    for result in results:
        groups.setdefault(instance_key(result["row"]), []).append(result)
    return groups


def instance_key(row: Mapping[str, Any]) -> tuple[str, str]:
    """Return the key that all rows of one instance share."""
    return row["problem"], row["instance"]["sha256"]
