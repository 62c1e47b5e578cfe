"""Engines by their names; the library of one is imported when it is first used."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module

from ...core.clock import uncounted
from ...core.faults import input_error, near_miss
from ...core.installed import is_installed
from .engine_result import PYOMO, Engine


def _new_engine(module: str, name: str) -> Engine:
    """Return a new engine; the first one of a library imports it."""
    with uncounted():
        engine: Engine = getattr(import_module(f".{module}", __package__), name)()
    return engine


ENGINES: dict[str, Callable[[], Engine]] = {
    "highs": partial(_new_engine, "highs", "Highs"),
    "scip": partial(_new_engine, "mathopt", "Scip"),
    "glop": partial(_new_engine, "mathopt", "Glop"),
    "pdlp": partial(_new_engine, "mathopt", "Pdlp"),
    "cp-sat": partial(_new_engine, "cp_sat", "CpSat"),
    "exact-pb": partial(_new_engine, "exact_pb", "ExactPb"),
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


def engine_for_many(name: str) -> Engine:
    """Return an engine for many programs that differ in few numbers: it keeps what they share."""
    return _new_engine("highs_again", "HighsAgain") if name == "highs" else engine_named(name)


def highs_without_presolve() -> Engine:
    """Return HiGHS without presolve, whose word counts where presolve has been wrong."""
    return _new_engine("highs", "HighsWithoutPresolve")
