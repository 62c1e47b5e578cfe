"""An instance on which a method loses, and how much."""

from __future__ import annotations

from dataclasses import dataclass

from ...core.outcome import Outcome
from ...core.schema import Instance
from ..catalogue import Problem
from ..compare import rows
from ..study import primal_gap
from .mutations import (
    Document,
)


@dataclass(frozen=True)
class Find:
    """An instance with how much the method loses on it.

    ``loss`` is |value - optimum| / max(|value|, |optimum|), of fronts the share of the proven
    hypervolume that is missing; 0 is as good as exact, 1 the worst.
    """

    document: Document
    loss: float
    words: str

    def instance(self, entry: Problem, name: str, source: str) -> Instance:
        """Return the instance, labelled with its origin and its finding."""
        labelled = {**self.document, "name": name, "source": f"{source}: {self.words}"}
        return entry.instance.model_validate(labelled)


def find_of(document: Document, outcome: Outcome, best: Outcome) -> Find | None:
    """Return the loss of an outcome against the proven one, in numbers and words."""
    if best.front is not None:
        if not outcome.front:
            return None
        measured = rows([outcome, best])[0]["front_measures"]
        ratio = measured["hypervolume_ratio"]
        if ratio is None:
            return None
        lost = max(0.0, 1.0 - ratio)
        words = f"{outcome.method} finds {ratio:.1%} of the hypervolume of the proven front"
        return Find(document, lost, words)
    if outcome.objective is None or best.objective is None:
        return None
    words = f"{outcome.method} {outcome.objective:.6g}, proven optimum {best.objective:.6g}"
    return Find(document, primal_gap(outcome.objective, best.objective), words)
