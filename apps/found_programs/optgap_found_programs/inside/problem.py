"""Adapter of all problems: ``solve(instance)`` gets the instance and returns a decision."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any


@cache
def _form(module: str, name: str, file: str | None) -> Any:
    """Return the instance class, from a module or from the file of a user's problem."""
    if file is not None:
        from optgap.problem import load_problem

        return load_problem(file).instance
    return getattr(importlib.import_module(module), name)


def load(shared: dict[str, Any]) -> None:
    """Import the class of the instances."""
    _form(**shared)


def prepare(document: dict[str, Any]) -> Any:
    """Return the instance that a document contains."""
    return _form(**document["form"]).model_validate(document["instance"])


def play(program: ModuleType, instance: Any, ask: Callable[[Any], Any]) -> Any:
    """Run the program; return its decision, as a document if it is an object of the problem."""
    decision = program.solve(instance)
    return decision.as_document() if hasattr(decision, "as_document") else decision
