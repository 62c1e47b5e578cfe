"""Any problem inside: ``solve(instance)`` gets the instance and returns a decision."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from types import ModuleType
from typing import Any


def prepare(document: dict[str, Any]) -> Any:
    """Return the instance, of the class that stands in a module or belongs to a problem's file."""
    if document["file"] is not None:
        from optgap.problem import load_problem

        return load_problem(document["file"]).instance.model_validate(document["instance"])
    module = importlib.import_module(document["module"])
    return getattr(module, document["class"]).model_validate(document["instance"])


def play(program: ModuleType, instance: Any, ask: Callable[[Any], Any]) -> Any:
    """Return the decision as it is; a form of an own problem becomes plain data."""
    found = program.solve(instance)
    return found.as_document() if hasattr(found, "as_document") else found
