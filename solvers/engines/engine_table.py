"""Engines by their names; the library of one is imported when it is first used."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module

from ...core.clock import uncounted
from ...core.faults import input_error, near_miss
from ...core.installed import is_installed
from .engine_result import PYOMO, Engine


def _first_use(module: str, name: str) -> Engine:
    """Return a new engine; its library is imported when the engine is first used."""
    with uncounted():
        engine: Engine = getattr(import_module(f".{module}", __package__), name)()
    return engine


ENGINES: dict[str, Callable[[], Engine]] = {
    "highs": partial(_first_use, "highs", "Highs"),
    "scip": partial(_first_use, "mathopt", "Scip"),
    "glop": partial(_first_use, "mathopt", "Glop"),
    "pdlp": partial(_first_use, "mathopt", "Pdlp"),
    "cp-sat": partial(_first_use, "cp_sat", "CpSat"),
    "exact-pb": partial(_first_use, "exact_pb", "ExactPb"),
}
_OF_OR_TOOLS = ("scip", "glop", "pdlp", "cp-sat")


def engine_named(name: str) -> Engine:
    """Return the engine of that name; ``pyomo:NAME`` is any solver that Pyomo knows."""
    if name.startswith(PYOMO):
        with uncounted():
            from .any_pyomo import AnyPyomo

            return AnyPyomo(name.removeprefix(PYOMO))
    if name not in ENGINES:
        raise input_error("solver", f"is not known {near_miss(name, ENGINES)}", name)
    if name in _OF_OR_TOOLS and not is_installed("ortools"):
        raise input_error("solver", "needs the package ortools, which is not installed", name)
    return ENGINES[name]()


def engine_again(name: str) -> Engine:
    """Return the engine for many programs of one form: one that keeps the form if it can."""
    return _first_use("highs_again", "HighsAgain") if name == "highs" else engine_named(name)


def whole_search() -> Engine:
    """Return HiGHS without presolve, which has been wrong."""
    return _first_use("highs", "HighsWithoutPresolve")
