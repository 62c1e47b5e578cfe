"""The statements of an instance: of its own program where there is one, else of its exact model."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ...core.schema import Instance
from ...solvers.explaining import StatedForm, refuse_large, stated_model
from ..catalogue import problem_of
from .explain import Headline


def statements_of(instance: Instance) -> tuple[StatedForm, Headline]:
    """Return the statements of an instance, and how a conflict among them is put in a sentence."""
    entry = problem_of(instance)
    own = _own_program(entry.name)
    if own is not None:
        return own.stated(instance), getattr(own, "headline", lambda _: None)
    return stated_model(exact_model(instance), bounds=False), lambda _: None


def exact_model(instance: Instance) -> Any:
    """Return the exact model of an instance; refuse one that is too large before it is built."""
    entry = problem_of(instance)
    size = getattr(entry.formulation, "model_size", None) or entry.function("model_size")
    if size is not None:
        refuse_large(size(instance)[1])
    return entry.formulation.build_model(instance)


def _own_program(name: str) -> Any:
    """Return the module that states a problem, if it has one."""
    module = f"{__package__}.stating.{name}"
    return import_module(module) if find_spec(module) else None
