"""The loss of a method on one instance, measured against the proven optimum.

The exact methods are the oracle.  A hunt, which searches for instances with a large loss, measures
in its own process or at an executor's workers.  A method that is named as ``file.py:function`` or
``module:function`` runs in a separate process.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ...core.faults import InputError
from ...core.gaps import ratio
from ...core.kernels import Compiling, kernels_compiled
from ...core.outcome import Answer, Outcome
from ...core.run import Run
from ...core.schema import Instance
from ..catalogue import Document, Problem, problem_named, problem_of
from ..judge import judged_outcome
from ..outside import CHILD, Cell, file_and_function, is_function
from ..running import rows, solve
from .scoring import primal_gap


@dataclass(frozen=True)
class Find:
    """An instance, and the loss of a method on it.

    ``loss`` is |value - optimum| / max(|value|, |optimum|), or for fronts the missing share of the
    proven hypervolume.  A loss of 0 is optimal, and 1 is the worst.  ``ratio`` is value / optimum,
    or optimum / value when maximising; it is ``None`` for fronts.
    """

    document: Document
    loss: float
    words: str
    ratio: float | None = None

    def instance(self, entry: Problem, name: str, source: str) -> Instance:
        """Return the instance; its field ``source`` states the origin and the loss in words."""
        labelled = {**self.document, "name": name, "source": f"{source}: {self.words}"}
        return entry.instance.model_validate(labelled)


def find_of(document: Document, outcome: Outcome, best: Outcome) -> Find | None:
    """Return an outcome's loss relative to the proven optimum or front, in numbers and words."""
    if best.front is not None:
        if not outcome.front:
            return None
        measured = rows([outcome, best])[0]["front_measures"]
        share = measured["hypervolume_ratio"]
        if share is None:
            return None
        lost = max(0.0, 1.0 - share)
        words = f"{outcome.method} finds {share:.1%} of the hypervolume of the proven front"
        return Find(document, lost, words)
    if outcome.objective is None or best.objective is None:
        return None
    words = f"{outcome.method} {outcome.objective:.6g}, proven optimum {best.objective:.6g}"
    loss = primal_gap(outcome.objective, best.objective)
    times = ratio(outcome.objective, best.objective, best.sense)
    return Find(document, loss, words, times)


def exact_outcomes(instance: Instance, time_limit: float) -> Iterator[Outcome]:
    """Yield the outcomes of the exact methods, dedicated algorithms before general engines.

    An interrupt that a method has handled is raised again.  A method that refuses the instance has
    no outcome.
    """
    exact = [m for m in problem_of(instance).methods if m.kind == "exact" and not m.only_if_named]
    for method in sorted(exact, key=lambda each: bool(each.solvers)):
        try:
            outcome = solve(instance, method.name, time_limit=time_limit)
        except InputError:
            continue
        if outcome.stopped == "interrupted":  # nobody wants the next method's word
            raise KeyboardInterrupt
        yield outcome


def proven_outcome(instance: Instance, time_limit: float) -> Outcome | None:
    """Return the first outcome with a proven optimum or front; ``None`` if none is proven."""
    tried = exact_outcomes(instance, time_limit)
    return next((outcome for outcome in tried if outcome.status == "optimal"), None)


@dataclass(frozen=True)
class Measured:
    """The measurement of an instance: whether its optimum is proven, and the loss of a plan."""

    find: Find | None = None
    is_proven: bool = False


@dataclass
class Measuring:
    """The method of a hunt, and the limits and options with which it is measured."""

    problem: str
    method: str | Callable[..., Any]
    seed: int
    seconds: float  # of each exact method and of the hunted one
    options: dict[str, Any]
    compiled: Compiling
    _cell: Cell | None = None

    def measure(self, instance: Instance, document: Document) -> Measured:
        """Return the loss of the method on an instance, if the optimum is proven."""
        outcome = self._outcome(instance, document)
        if outcome.stopped == "interrupted":  # the method took the interrupt; it was meant for all
            raise KeyboardInterrupt
        if outcome.status == "infeasible":
            return Measured()
        best = proven_outcome(instance, self.seconds)
        if best is None:
            return Measured()
        return Measured(find_of(document, outcome, best), is_proven=True)

    def _outcome(self, instance: Instance, document: Document) -> Outcome:
        """Return the method's outcome; the separate process of a named function is reused."""
        if not isinstance(self.method, str) or not is_function(self.method):
            return solve(
                instance,
                self.method,
                time_limit=self.seconds,
                seed=self.seed,
                options=self.options,
            )
        if self._cell is None or not self._cell.alive:
            self._cell = Cell(CHILD, file_and_function(self.method))
        asked = {"instance": document, "seed": self.seed, "time_limit": self.seconds}
        answer = self._cell.ask(asked, self.seconds)
        decision = json.loads(answer["text"]) if isinstance(answer, dict) else None
        decision = decision if isinstance(decision, dict) else None
        entry = problem_named(self.problem)
        run = Run(entry.sense(instance))
        return judged_outcome(entry, instance, self.method, Answer(decision=decision), run, {})

    def end(self) -> None:
        """End the separate process that runs the method, if there is one."""
        if self._cell is not None:
            self._cell.end()


def measure_block(measuring: Measuring, document: Document) -> Measured:
    """Return the measurement of a document at a worker."""
    instance = problem_named(measuring.problem).instance.model_validate(document)
    with kernels_compiled(measuring.compiled):
        return measuring.measure(instance, document)
