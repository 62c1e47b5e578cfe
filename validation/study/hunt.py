"""Hunt: search for an instance on which a method loses most, then simplify the instance.

The search keeps a small population of instances.  New ones come from the generator, or from a
member with changed numbers (within the range of each field) or without some entries.  An instance
counts only if an exact method proves its optimum.
"""

import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, TypeAlias

import numpy as np
from pydantic import Field

from ...core.faults import InputError, input_error
from ...core.files import document_of
from ...core.kernels import Compiling, kernels_compiled
from ...core.parameters import Parameters
from ...core.schema import Instance, Positive, PositiveCount, Share
from ...core.workers import BlockSender, LostBlockError, Workers
from ..catalogue import (
    Document,
    Ground,
    NumberRanges,
    changed_number,
    entities,
    fewer_keys,
    field_of,
    numbers,
    problem_named,
    ranges,
    rounder,
    widen,
    with_value,
)
from ..outside import file_and_function, is_function, is_outside, name_of
from .loss import Find, Measured, Measuring, measure_block


class HuntParameters(Parameters):
    """The parameters of a hunt: method, problem, limits and seed."""

    population: PositiveCount = Field(
        default=12, description="number of instances that are kept and changed"
    )
    fresh_share: Share = Field(
        default=0.25, description="share of new instances that come from the generator"
    )
    oracle_seconds: Positive = Field(
        default=10.0, description="seconds for each exact method and for the hunted method"
    )
    searching_share: Share = Field(
        default=0.6,
        description="share of the time for finding instances; the rest is for simplifying them",
    )
    kept_share: Share = Field(
        default=0.9, description="share of the loss that a simplified instance must keep"
    )


HUNT = HuntParameters()


@dataclass(frozen=True)
class Candidate:
    """A document that a search may measure, and its measurement by a worker, if one has begun."""

    document: Document | None
    instance: Instance | None = None
    counts: bool = False
    is_fresh: bool = False
    state: Any = None  # of the random numbers, before this candidate was drawn
    measured: Future[Measured] | None = None


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
    workers: Workers | None = None  # measure candidates while the search is at earlier ones
    tried: int = 0
    judged: int = 0
    stranded: int = 0  # instances with a solution on which the method finds nothing
    refused: InputError | None = None  # the generator's last refusal
    interrupted: bool = False
    best: Find | None = None

    def __post_init__(self) -> None:
        self._entry = problem_named(self.problem)
        self._ground = self.ground or self._entry.ground
        self._rng = np.random.default_rng(self.seed)
        self._limits: NumberRanges = {}
        self._measuring = Measuring(
            self.problem,
            self.method,
            self.seed,
            self.parameters.oracle_seconds,
            self.options,
            self.compiled,
        )
        self._started = time.perf_counter()
        if not isinstance(self.method, str):
            if self.options:
                raise input_error("options", "must be empty if the method is a function")
        elif is_function(self.method):
            file_and_function(self.method)
        elif not is_outside(self.method):
            self._entry.method_named(self.method)
        if self.time_limit is None and self.evaluations is None:
            raise input_error("hunt", "needs a time limit or a number of evaluations")
        if self.restarts < 1:
            raise input_error("restarts", "must be at least 1", self.restarts)
        if self.workers is not None and not isinstance(self.method, str):
            raise input_error("executor", "needs a method that is given by name", self.method_name)
        self._blocks: BlockSender | None = None
        if self.workers is not None:
            self._blocks = self.workers.blocks(measure_block, self._measuring)

    def run(self) -> Find | None:
        """Return the worst instance found, simplified; ``None`` if no loss could be measured.

        An interrupt ends the search; the best instance so far is returned.
        """
        try:
            with kernels_compiled(self.compiled):
                self._search()
                self._simplify()
        except KeyboardInterrupt:
            self.interrupted = True
        finally:
            self._measuring.end()
            if self._blocks is not None:
                self._blocks.cancel()
        return self.best

    @property
    def method_name(self) -> str:
        """The method's name in the catalogue, or the function's name."""
        return self.method if isinstance(self.method, str) else name_of(self.method)

    @property
    def command(self) -> str:
        """The command line that repeats this hunt; a Python function appears by its name only."""
        words = f"optgap hunt {self.problem} --method {self.method_name} --seed {self.seed}"
        if self.restarts > 1:
            words += f" --restarts {self.restarts}"
        return words if self.evaluations is None else f"{words} --evaluations {self.evaluations}"

    @property
    def words(self) -> str:
        """The result of the hunt in a sentence."""
        find, name = self.best, self.method_name
        counted = f"{self.judged} instances with a proven optimum"
        if self.tried == 0 and self.refused is not None:
            return (
                f"nothing measured: the generator gave no instance; its last error:\n{self.refused}"
            )
        if not self.judged:
            exact = [
                m.name for m in self._entry.methods if m.kind == "exact" and not m.only_if_named
            ]
            if not exact:
                words = f"no method of {self.problem} proves optima; declare a model"
            else:
                words = f"{' and '.join(exact)} proved no optimum of {self.tried} instances"
            return f"nothing measured: {words}"
        if find is None:
            return f"nothing measured: {name} has no plan for any of {counted}"
        if find.loss == 0 and not self.stranded:
            return f"nothing found: {name} is as good as exact on {counted}"
        if find.loss == 0:
            words = f"nothing found: {name} is as good as exact where it has a plan"
            return f"{words}; on {self.stranded} of {counted} it finds no plan"
        times = "" if find.ratio is None else f" (a ratio of {find.ratio:.4g})"
        words = f"{find.words}: a loss of {find.loss:.1%}{times}, the largest on {counted}"
        if self.stranded:
            words += f"; on {self.stranded} of them it finds no plan"
        return words

    def _is_spent(self, share: float = 1.0) -> bool:
        """Return whether a share of the time limit or of the evaluations is used."""
        spent = self.evaluations is not None and self.tried >= share * self.evaluations
        seconds = time.perf_counter() - self._started
        return spent or (self.time_limit is not None and seconds > share * self.time_limit)

    def _search(self) -> None:
        for k in range(self.restarts):
            self._climb(self.parameters.searching_share * (k + 1) / self.restarts)

    def _climb(self, share: float) -> None:
        """Search from new instances until a share of the time or of the evaluations is used.

        Workers measure the next candidates at the same time.  Once the kept instances change, all
        later candidates are drawn again, so that the search is the same without workers.
        """
        members: list[Find] = []
        coming: deque[Candidate] = deque()
        while not self._is_spent(share):
            few = len(members) < self.parameters.population
            while len(coming) < self._width:
                coming.append(self._next(members, few))
            candidate = coming.popleft()
            find = self._find_in(candidate)
            if find is None:
                continue
            if candidate.is_fresh:
                widen(self._limits, ranges(find.document))
            members = sorted([*members, find], key=lambda m: -m.loss)[: self.parameters.population]
            is_kept = any(member is find for member in members)
            is_full = len(members) == self.parameters.population
            if is_full and (is_kept or candidate.is_fresh):
                self._draw_again(coming)
        self._draw_again(coming)

    def _draw_again(self, coming: deque[Candidate]) -> None:
        """Drop later candidates; restore the random generator's state before the first of them."""
        if coming:
            self._rng.bit_generator.state = coming[0].state
        _drop(coming)

    @property
    def _width(self) -> int:
        """The number of candidates under measurement at a time."""
        return 1 if self.workers is None else 2 * self.workers.count

    def _next(self, members: list[Find], few: bool) -> Candidate:
        state = self._rng.bit_generator.state
        fresh = few or self._rng.random() < self.parameters.fresh_share
        candidate = self._candidate(self._draw() if fresh else self._child(members))
        return replace(candidate, is_fresh=fresh, state=state)

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
        """Return the loss of the method on a document; ``None`` if no valid measure exists."""
        return self._find_in(self._candidate(document))

    def _candidate(self, document: Document | None) -> Candidate:
        """Return a candidate; a worker begins to measure the loss if the loss is meaningful."""
        if document is None:
            return Candidate(None)
        try:
            instance = self._entry.instance.model_validate(document)
        except InputError:
            return Candidate(document)  # a change that makes no valid instance
        counts = self._ground.counts(instance, self.method_name)
        counts = counts and (self.assume is None or self.assume(instance))
        measured = None
        if counts and self._blocks is not None:
            measured = self._blocks.submit(document)
        return Candidate(document, instance, counts, measured=measured)

    def _find_in(self, candidate: Candidate) -> Find | None:
        """Return the loss on a candidate, and count this as an evaluation."""
        if candidate.instance is None or candidate.document is None:
            return None
        self.tried += 1
        if not candidate.counts:
            return None
        found = self._measured(candidate.instance, candidate.document, candidate.measured)
        if not found.is_proven:
            return None
        self.judged += 1
        find = found.find
        if find is None:
            self.stranded += 1
        elif self.best is None or find.loss > self.best.loss:
            self.best = find
        return find

    def _measured(
        self, instance: Instance, document: Document, future: Future[Measured] | None
    ) -> Measured:
        if future is not None:
            with suppress(LostBlockError):  # no worker is left: it is measured here
                return future.result()
        return self._measuring.measure(instance, document)

    def _simplify(self) -> None:
        """Remove entries and round numbers as long as most of the loss remains."""
        if self.best is None or self.best.loss == 0:
            return
        least = self.parameters.kept_share * self.best.loss
        current, changed = self.best, True
        while changed:
            changed = False
            plainer = self._plainer(current.document)
            coming: deque[Candidate] = deque()
            while True:
                coming += map(self._candidate, islice(plainer, self._width - len(coming)))
                if not coming:
                    break
                find = self._find_in(coming.popleft())
                if self._is_spent():
                    break
                if find is not None and find.loss >= least:
                    current, changed = find, True
                    break
            _drop(coming)
        self.best = current

    def _plainer(self, document: Document) -> Iterator[Document]:
        yield from entities(document, self._ground.axes)
        yield from fewer_keys(document)
        for place in numbers(document):
            low, high = self._limits.get(field_of(place), (0, 0))
            for simple in rounder(document, place):
                if low <= simple <= high:
                    yield with_value(document, place, simple)


def _drop(candidates: deque[Candidate]) -> None:
    """Drop candidates; measurements that workers have begun are completed but not used."""
    for candidate in candidates:
        if candidate.measured is not None:
            candidate.measured.cancel()
    candidates.clear()
