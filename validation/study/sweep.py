"""Sweeps: solve an instance for each value of one field, with all methods."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ...core.arrays import FloatArray
from ...core.display import HtmlTable, ShortDisplay
from ...core.faults import Fault, InputError, near_miss
from ...core.fronts import hypervolume, reference_point, worst_ratio
from ...core.gaps import BoundKind
from ...core.outcome import Answer, Outcome
from ...core.run import Listener, Run
from ...core.schema import Instance
from ..catalogue import problem_of
from ..judge import is_model_tree, judged_outcome, vectors_of
from ..running import solve
from .charts import Chart
from .prices import Price, prices_of
from .result_charts import chart_of_sweep

# Fields whose larger values allow every plan of smaller values, with the same objective: a bound is
# valid at every smaller value, so between two values with one optimum nothing has to be solved.
LOOSER: dict[str, tuple[str, ...]] = {
    "consolidation": ("migration_budget",),
    "cluster_ratio": ("containers",),
    "utility": ("cores",),
    "stage": ("max_per_machine",),
    "macrow": ("max_total_change",),
    "microw": ("max_total_change", "max_touched_nodes"),
    "warm_pool": ("max_short", "max_up", "max_down"),
    "cold_stock": ("max_short",),
}
_SAME = 1e-9  # relative: of two optima


def loosens(instance: Instance, field: str) -> bool:
    """Return whether increasing a field only adds plans (it relaxes the instance)."""
    known = LOOSER.get(problem_of(instance).name, ())
    return field in known or instance.sweep_fields().get(field, False)


def settles(tight: Outcome, loose: Outcome) -> bool:
    """Return whether two optima are equal, or the instance at the looser value is infeasible."""
    if loose.status == "infeasible":
        return True
    if tight.status != "optimal" or loose.status != "optimal":
        return False
    if tight.objective is None or loose.objective is None:
        return False
    size = max(1.0, abs(tight.objective))
    return abs(tight.objective - loose.objective) <= _SAME * size


def outcome_between(
    instance: Instance, tight: Outcome, loose: Outcome, values: dict[str, float]
) -> Outcome:
    """Return the outcome at a value in between: the plan of ``tight``, the bound of ``loose``.

    The value of ``loose`` allows more plans.  The judge checks plan and certificate on the instance
    itself; for a claim that it cannot check there, the engine remains the only evidence.
    """
    entry = problem_of(instance)
    run = Run(entry.sense(instance), seed=loose.seed or 0)
    infeasible = loose.status == "infeasible"
    certificate, kind = _certificate_on(instance, loose)
    details: dict[str, Any] = {"bound_of": values["loose"]}
    if not infeasible:
        details["plan_of"] = values["tight"]
    answer = Answer(
        decision=None if infeasible else tight.decision,
        bound=loose.bound,
        bound_kind=kind,
        certificate=certificate,
        infeasible=infeasible,
        solver=loose.solver,
        details=details,
    )
    return judged_outcome(entry, instance, loose.method, answer, run, dict(loose.options))


def _certificate_on(
    instance: Instance, outcome: Outcome
) -> tuple[dict[str, Any] | None, BoundKind | None]:
    """Return the certificate if it proves the bound on this instance too, and the bound's kind."""
    certificate = outcome.certificate
    if certificate is not None and not is_model_tree(certificate):
        bound = None if outcome.status == "infeasible" else outcome.bound
        if not problem_of(instance).check_certificate(instance, certificate, bound):
            return certificate, outcome.bound_kind
    if outcome.bound_kind in ("certified", "model-certified"):
        return None, "solver"
    return None, outcome.bound_kind


MOST = 1000  # values of a sweep


@dataclass(frozen=True, repr=False)
class Swept(ShortDisplay):
    """One value of a sweep: the best proven bound, each method's outcome, and its price."""

    value: float
    bound: float | None
    outcomes: dict[str, Outcome]
    price: Price | None = None

    def row(self, name: str) -> dict[str, Any]:
        """Return the value, the bound, and each method's objective, as a row of a table."""
        objectives = {label: outcome.objective for label, outcome in self.outcomes.items()}
        return {name: self.value, "bound": self.bound, **objectives}

    def front_row(self, name: str, point: FloatArray) -> dict[str, Any]:
        """Return the value and, of each method, the measures of its front, as a row of a table.

        ``point`` limits the hypervolumes.  Epsilon is the share by which a plan may be better than
        all points, as a complete front or bounds on the front prove it.
        """
        row: dict[str, Any] = {name: self.value}
        fronts = {label: _vectors(outcome) for label, outcome in self.outcomes.items()}
        complete = [label for label, each in self.outcomes.items() if each.front_complete]
        for label, outcome in self.outcomes.items():
            front, epsilon = fronts[label], outcome.epsilon
            if front is not None and complete:
                whole = fronts[complete[0]]
                epsilon = None if whole is None else worst_ratio(front, whole)
            row[f"{label} points"] = 0 if front is None else len(front)
            row[f"{label} hypervolume"] = None if front is None else hypervolume(front, point)
            row[f"{label} epsilon"] = epsilon
        return row

    def _facts(self) -> Mapping[str, Any]:
        return self.row("value")

    def _tables(self) -> Iterator[HtmlTable]:
        return iter(())


class Sweep(ShortDisplay, list[Swept]):
    """The values of a sweep in order; a list with a table and a picture."""

    def __init__(self, instance: Instance, field: str, values: Iterable[Swept]) -> None:
        super().__init__(values)
        self.instance, self.field = instance, field

    @property
    def rows(self) -> list[dict[str, Any]]:
        """One row for each value: the value, the bound, and each method's objective.

        If the methods find fronts, the row has the number of points, the hypervolume up to a
        reference point that all values share, and epsilon, see `Swept.front_row`.
        """
        found = [_vectors(outcome) for each in self for outcome in each.outcomes.values()]
        fronts = [front for front in found if front is not None]
        if not fronts:
            return [each.row(self.field) for each in self]
        point = reference_point(fronts)
        return [each.front_row(self.field, point) for each in self]

    def as_documents(self) -> list[dict[str, Any]]:
        """Return the rows as documents, with the prices if there are any."""
        return [
            row | ({} if each.price is None else {"price": each.price.as_document()})
            for row, each in zip(self.rows, self, strict=True)
        ]

    def plot(self) -> Chart:
        """Draw over the values the bound and each method's objective, or hypervolumes of fronts."""
        problem, looser = problem_of(self.instance).name, loosens(self.instance, self.field)
        title = f"{problem}: {self.instance.name}"
        rows = self.rows
        kept = {name for row in rows for name in row if name.endswith(" hypervolume")}
        if drawn := bool(kept):
            kept.add(self.field)
            rows = [{name: row[name] for name in row if name in kept} for row in rows]
        return chart_of_sweep(self.field, rows, title, loosens=looser and not drawn)

    def _facts(self) -> Mapping[str, Any]:
        values = f"{self[0].value:g} to {self[-1].value:g}" if self else "none"
        return {
            "instance": f"{problem_of(self.instance).name}: {self.instance.name}",
            "field": self.field,
            "values": f"{len(self)}, {values}" if self else values,
            "methods": ", ".join(dict.fromkeys(name for each in self for name in each.outcomes)),
        }

    def _tables(self) -> Iterator[HtmlTable]:
        columns = list(dict.fromkeys(name for row in self.rows for name in row))
        if self:
            yield HtmlTable(columns, [[row.get(name) for name in columns] for row in self.rows])

    def _picture(self) -> str:
        is_known = (
            row[name] is not None for row in self.rows for name in row if name != self.field
        )
        return self.plot().svg if any(is_known) else ""


def _vectors(outcome: Outcome) -> FloatArray | None:
    return vectors_of(outcome.front) if outcome.front else None


def values_of(text: str) -> tuple[str, list[float]]:
    """Return the field and the values in ``field=first:last`` or ``field=first:last:step``."""
    name, _, range_text = text.partition("=")
    parts = range_text.split(":")
    try:
        numbers = [float(part) for part in parts]
    except ValueError:
        numbers = []
    rule = "must be FIELD=FIRST:LAST or FIELD=FIRST:LAST:STEP, like migration_budget=0:20"
    if not name or len(numbers) not in (2, 3):
        raise InputError("bad input", [Fault.of("--set", rule, text)])
    first, last, step = (*numbers, 1.0)[:3]
    count = (last - first) / step if step else -1.0
    if not 0 <= count < MOST:
        rule = f"must have 1 to {MOST} values, and the last must not be before the first"
        raise InputError("bad input", [Fault.of("--set", rule, text)])
    return name, [first + k * step for k in range(int(count + 1e-9) + 1)]


def sweep(
    instance: Instance,
    field: str,
    values: Sequence[float],
    methods: Sequence[str] | None = None,
    *,
    time_limit: float | None = None,
    seed: int = 0,
    prices: bool = False,
    listener: Listener | None = None,
) -> Iterator[Swept]:
    """Yield the outcomes at each value of a field; exact methods start from the previous plan.

    Where larger values only add plans, bounds are shared, and exact methods skip the values between
    two with the same optimum.  A method that refuses a value is omitted there. With ``prices`` each
    value has the line that the exact model's relaxation proves.
    """
    _refuse_field(instance, field)
    chosen = list(methods or [problem_of(instance).steps(instance)[-1]])
    course = _Course(instance, field, list(values), time_limit, seed, listener)
    lines: list[Price | None] = [None] * len(values)
    if prices:
        lines = prices_of([course.at(place) for place in range(len(values))], values)
    found = {method: course.outcomes(method) for method in chosen}
    for place, value in enumerate(values):
        every = {method: next(found[method]) for method in chosen}
        outcomes = {method: each for method, each in every.items() if each is not None}
        yield Swept(value, course.bound(place), outcomes, lines[place])


@dataclass
class _Course:
    """The outcomes of a sweep by method and value, and the bounds found so far."""

    instance: Instance
    field: str
    values: list[float]
    time_limit: float | None
    seed: int
    listener: Listener | None

    def __post_init__(self) -> None:
        self.entry = problem_of(self.instance)
        self.sense = self.entry.sense(self.instance)
        ascending = all(a < b for a, b in pairwise(self.values))
        self.loosens = ascending and loosens(self.instance, self.field)
        self.bounds: dict[int, list[float]] = {}

    def outcomes(self, method: str) -> Iterator[Outcome | None]:
        """Yield a method's outcome at each value, or ``None`` where the method refuses."""
        last = len(self.values) - 1
        first = self._solve_value(method, 0, None)
        yield first
        if not last:
            return
        if self.loosens and self.entry.method_named(method).kind == "exact":
            end = self._solve_value(method, last, first)
            yield from self._inside(method, (0, first), (last, end))
            yield end
            return
        before = first
        for place in range(1, last + 1):
            outcome = self._solve_value(method, place, before)
            before = outcome or before
            yield outcome

    def _inside(
        self, method: str, low: tuple[int, Outcome | None], high: tuple[int, Outcome | None]
    ) -> Iterator[Outcome | None]:
        """Yield the outcomes between two values; solve at the middle unless both determine them."""
        (first, tight), (last, loose) = low, high
        if last - first < 2:
            return
        if tight is not None and loose is not None and settles(tight, loose):
            ends = {"tight": self.values[first], "loose": self.values[last]}
            for place in range(first + 1, last):
                yield outcome_between(self.at(place), tight, loose, ends)
            return
        middle = (first + last) // 2
        outcome = self._solve_value(method, middle, tight)
        yield from self._inside(method, low, (middle, outcome))
        yield outcome
        yield from self._inside(method, (middle, outcome), high)

    def at(self, place: int) -> Instance:
        """Return the instance at a place, with the value of the field that belongs to the place."""
        return _instance_with(self.instance, self.field, self.values[place])

    def _solve_value(self, method: str, place: int, before: Outcome | None) -> Outcome | None:
        """Return a method's outcome at a place; it starts from the plan ``before`` if feasible."""
        changed = self.at(place)
        start = None if before is None else before.decision
        if start is not None:
            takes_start = bool(self.entry.method_named(method).solvers)
            if not takes_start or self.entry.judge(changed, start).violations:
                start = None
        try:
            outcome = solve(
                changed,
                method,
                time_limit=self.time_limit,
                seed=self.seed,
                start=start,
                listener=self.listener,
            )
        except InputError:
            return None  # this method does not take this value
        if outcome.bound is not None:
            self.bounds.setdefault(place, []).append(outcome.bound)
        return outcome

    def bound(self, place: int) -> float | None:
        """Return the best bound for a place: its own, or that of a value that allows more plans."""
        known = [
            bound
            for other, bounds in self.bounds.items()
            for bound in bounds
            if other == place or (self.loosens and other > place)
        ]
        if not known:
            return None
        return max(known) if self.sense == "minimize" else min(known)


def _refuse_field(instance: Instance, field: str) -> None:
    known = instance.sweep_fields()
    if field not in known:
        rule = f"is not a numeric field of this instance {near_miss(field, known)}"
        raise InputError("bad input", [Fault.of("--set", rule, field)])


def _instance_with(instance: Instance, field: str, value: float) -> Instance:
    """Return the instance with a value of the field, an integer if possible."""
    whole = int(value) if float(value).is_integer() else value
    return instance.with_number(field, whole)
