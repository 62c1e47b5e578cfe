"""Hunt: search for an instance on which a method loses most, then simplify the instance.

The search keeps a small population of instances.  New ones come from the generator, or from a
member with changed numbers (within the range of each field) or without some entries.  An instance
counts only if an exact method proves its optimum.
"""

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from pydantic import Field

from ...core.faults import InputError, input_error
from ...core.files import document_of
from ...core.gaps import ratio
from ...core.kernels import Compiling, kernels_compiled
from ...core.outcome import Answer, Outcome
from ...core.parameters import Parameters
from ...core.run import Run
from ...core.schema import Instance, Positive, PositiveCount, Share
from ..catalogue import (
    Document,
    Ground,
    NumberRanges,
    Problem,
    changed_number,
    entities,
    fewer_keys,
    field_of,
    numbers,
    problem,
    problem_of,
    ranges,
    rounder,
    widen,
    with_value,
)
from ..judge import judged_outcome
from ..outside import CHILD, Cell, file_and_function, is_function, is_outside, name_of
from ..running import rows, solve
from . import primal_gap

# An instance on which a method loses, and how much.


@dataclass(frozen=True)
class Find:
    """An instance found by a hunt, and the loss of the method on it.

    ``loss`` is |value - optimum| / max(|value|, |optimum|); for fronts it is the missing share of
    the proven hypervolume.  0 is optimal, 1 the worst.  ``ratio`` is value / optimum (when
    maximising, optimum / value); ``None`` for fronts.
    """

    document: Document
    loss: float
    words: str
    ratio: float | None = None

    def instance(self, entry: Problem, name: str, source: str) -> Instance:
        """Return the instance, with the hunt and the loss recorded in its name and source."""
        labelled = {**self.document, "name": name, "source": f"{source}: {self.words}"}
        return entry.instance.model_validate(labelled)


def find_of(document: Document, outcome: Outcome, best: Outcome) -> Find | None:
    """Return the loss of an outcome relative to the proven one, or ``None`` without a plan."""
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


# The proven optimum of an instance, by whichever exact method proves it first.


def exact_outcomes(instance: Instance, time_limit: float) -> Iterator[Outcome]:
    """Yield the outcomes of all exact methods: dedicated algorithms, then general engines.

    If a method was interrupted, `KeyboardInterrupt` is raised again.  A method that refuses the
    instance has no outcome.
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


class HuntParameters(Parameters):
    """The parameters of a hunt: method, problem, limits and seed."""

    population: PositiveCount = Field(
        default=12, description="number of instances that are kept and changed"
    )
    fresh_share: Share = Field(
        default=0.25, description="share of new instances that come from the generator"
    )
    oracle_seconds: Positive = Field(
        default=10.0, description="seconds of each exact method and of the hunted method"
    )
    searching_share: Share = Field(
        default=0.6,
        description="share of the time for finding instances; the rest is for simplifying them",
    )
    kept_share: Share = Field(
        default=0.9, description="share of the loss that a simplified instance must keep"
    )


HUNT = HuntParameters()

Assumption: TypeAlias = Callable[[Any], bool]


@dataclass
class Hunt:
    """A search for the worst instance of one method, and its progress."""

    problem: str
    method: str | Callable[..., Any]
    seed: int = 0
    time_limit: float | None = 60.0
    evaluations: int | None = None
    restarts: int = 1  # how often the search begins anew, within the same time
    assume: Assumption | None = None  # instances without it are passed over
    ground: Ground | None = None
    options: dict[str, Any] = field(default_factory=dict)
    compiled: Compiling = "auto"
    parameters: HuntParameters = HUNT
    tried: int = 0
    judged: int = 0
    stranded: int = 0  # instances with a solution on which the method finds nothing
    refused: InputError | None = None  # the generator's last refusal
    interrupted: bool = False
    best: Find | None = None

    def __post_init__(self) -> None:
        self._entry = problem(self.problem)
        self._ground = self.ground or self._entry.ground
        self._rng = np.random.default_rng(self.seed)
        self._limits: NumberRanges = {}
        self._cell: Cell | None = None
        self._started = time.perf_counter()
        if not isinstance(self.method, str):
            if self.options:
                raise input_error("options", "a function takes none")
        elif is_function(self.method):
            file_and_function(self.method)
        elif not is_outside(self.method):
            self._entry.method_named(self.method)
        if self.time_limit is None and self.evaluations is None:
            raise input_error("hunt", "needs a time limit or a number of evaluations")
        if self.restarts < 1:
            raise input_error("restarts", "must be at least 1", self.restarts)

    def run(self) -> Find | None:
        """Return the worst instance found, simplified; ``None`` if the method never loses.

        An interrupt ends the search; the best instance so far is returned.
        """
        try:
            with kernels_compiled(self.compiled):
                self._search()
                self._simplify()
        except KeyboardInterrupt:
            self.interrupted = True
        finally:
            if self._cell is not None:
                self._cell.end()
        return self.best

    @property
    def method_name(self) -> str:
        """The method's name in the catalogue, or the function's name."""
        return self.method if isinstance(self.method, str) else name_of(self.method)

    @property
    def command(self) -> str:
        """The command line that repeats this hunt; a function appears by its name."""
        words = f"optgap hunt {self.problem} --method {self.method_name} --seed {self.seed}"
        if self.restarts > 1:
            words += f" --restarts {self.restarts}"
        return words if self.evaluations is None else f"{words} --evaluations {self.evaluations}"

    def _is_spent(self, share: float = 1.0) -> bool:
        """Return whether a share of the time, or all evaluations, are used up."""
        spent = self.evaluations is not None and self.tried >= share * self.evaluations
        seconds = time.perf_counter() - self._started
        return spent or (self.time_limit is not None and seconds > share * self.time_limit)

    def _search(self) -> None:
        for k in range(self.restarts):
            self._climb(self.parameters.searching_share * (k + 1) / self.restarts)

    def _climb(self, share: float) -> None:
        """Search from random instances until a share of the time or of evaluations is used."""
        members: list[Find] = []
        while not self._is_spent(share):
            few = len(members) < self.parameters.population
            fresh = few or self._rng.random() < self.parameters.fresh_share
            document = self._draw() if fresh else self._child(members)
            find = None if document is None else self.judge(document)
            if find is None:
                continue
            if fresh:
                widen(self._limits, ranges(find.document))
            members = sorted([*members, find], key=lambda m: -m.loss)[: self.parameters.population]

    def _draw(self) -> Document | None:
        seed = int(self._rng.integers(2**31))
        try:
            return document_of(self._entry.generated(seed, **self._ground.draw(self._rng)))
        except InputError as refused:
            self.refused = refused  # these parameters do not go together
            return None

    def _child(self, members: list[Find]) -> Document:
        chosen = self._rng.integers(len(members), size=2).min()  # the better of two
        document: Document = members[chosen].document
        for _ in range(self._rng.integers(1, 4)):
            if self._rng.random() < 0.15:
                smaller = list(entities(document, self._ground.axes))
                document = smaller[self._rng.integers(len(smaller))] if smaller else document
            elif numbers(document):
                document = changed_number(document, self._limits, self._rng)
        return document

    def judge(self, document: Document) -> Find | None:
        """Return the method's loss on a document; ``None`` if it is invalid or not proven."""
        try:
            instance = self._entry.instance.model_validate(document)
        except InputError:
            return None  # a change that makes no valid instance
        self.tried += 1
        if not self._ground.counts(instance, self.method_name):
            return None
        if self.assume is not None and not self.assume(instance):
            return None
        outcome = self._outcome(instance, document)
        if outcome.stopped == "interrupted":  # the method took the interrupt; it was meant for all
            raise KeyboardInterrupt
        if outcome.status == "infeasible":
            return None
        best = proven_outcome(instance, self.parameters.oracle_seconds)
        if best is None:
            return None
        self.judged += 1
        find = find_of(document, outcome, best)
        if find is None:
            self.stranded += 1
        elif self.best is None or find.loss > self.best.loss:
            self.best = find
        return find

    def _outcome(self, instance: Instance, document: Document) -> Outcome:
        """Return the method's outcome; an outside Python function keeps its process."""
        if not isinstance(self.method, str) or not is_function(self.method):
            return solve(
                instance,
                self.method,
                time_limit=self.parameters.oracle_seconds,
                seed=self.seed,
                options=self.options,
            )
        if self._cell is None or not self._cell.alive:
            self._cell = Cell(CHILD, file_and_function(self.method))
        seconds = self.parameters.oracle_seconds
        asked = {"instance": document, "seed": self.seed, "time_limit": seconds}
        answer = self._cell.ask(asked, seconds)
        decision = json.loads(answer["text"]) if isinstance(answer, dict) else None
        decision = decision if isinstance(decision, dict) else None
        run = Run(self._entry.sense(instance))
        return judged_outcome(
            self._entry, instance, self.method, Answer(decision=decision), run, {}
        )

    def _simplify(self) -> None:
        """Remove entries and round numbers as long as most of the loss remains."""
        if self.best is None or self.best.loss == 0:
            return
        least = self.parameters.kept_share * self.best.loss
        current, changed = self.best, True
        while changed:
            changed = False
            for plainer in self._plainer(current.document):
                find = self.judge(plainer)
                if self._is_spent():
                    break
                if find is not None and find.loss >= least:
                    current, changed = find, True
                    break
        self.best = current

    def _plainer(self, document: Document) -> Iterator[Document]:
        yield from entities(document, self._ground.axes)
        yield from fewer_keys(document)
        for place in numbers(document):
            low, high = self._limits.get(field_of(place), (0, 0))
            for simple in rounder(document, place):
                if low <= simple <= high:
                    yield with_value(document, place, simple)
