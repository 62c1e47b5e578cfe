"""The statements of an instance: of its own program where there is one, else of its exact model."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ...core.schema import Instance
from ...solvers.explaining import StatedForm, refuse_large, stated_model
from ..catalogue import guard, problem_of
from .explain import Headline


@dataclass(frozen=True)
class Statements:
    """The statements of an instance; ``always`` says why its problem always has a plan.

    ``headline`` puts a conflict in a sentence.
    """

    form: StatedForm
    headline: Headline = lambda _: None
    always: str | None = None


def statements_of(instance: Instance) -> Statements:
    """Return the statements of an instance: of a problem of the catalogue, or of a declared one."""
    entry = problem_of(instance)
    own = _own_program(entry.name) if entry.origin == "built-in" else None
    if own is not None:
        headline = getattr(own, "headline", lambda _: None)
        return Statements(own.stated(instance), headline, getattr(own, "ALWAYS", None))
    model = exact_model(instance)
    declared = entry.function("words")
    words = {} if declared is None else guard(entry, "words")(instance)
    hard = [name for name, said in words.items() if said is None]
    named = {name: said for name, said in words.items() if said is not None}
    return Statements(stated_model(model, hard=hard, words=named))


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
