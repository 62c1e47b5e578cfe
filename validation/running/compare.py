"""Compare methods on one instance: a row per method, with its gap to the best bound."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias

import numpy as np

from ...core.arrays import FloatArray
from ...core.faults import Fault, InputError, near_miss
from ...core.fronts import hypervolume, nondominated, reference_point
from ...core.gaps import DEFAULT_GAP, TRUST, BoundKind, Sense, gap, ratio
from ...core.outcome import Answer, Decision, Outcome
from ...core.run import Run
from ...core.schema import Instance
from ..catalogue import Method, Problem, problem_of
from ..judge import TOLERANCE, differs, judged_outcome, vectors
from ..outside import is_outside, name_of
from .instances import typed_arguments
from .solve import check_limits, checked_start, solve


@dataclass(frozen=True)
class FrontMeasures:
    """Quality measures of a front relative to a reference front; all objectives are minimised.

    ``hypervolume_ratio`` is the volume that the front dominates up to the reference point, divided
    by that of the reference front. ``additive_epsilon`` is the minimum amount that, added to all
    objectives of the reference points, makes the front cover them.  ``share_found`` is the fraction
    of the reference points that are in the front.
    """

    hypervolume_ratio: float | None
    additive_epsilon: float
    share_found: float
    reference_point: dict[str, float]

    def as_document(self) -> dict[str, Any]:
        """Return the measures as a JSON document."""
        return asdict(self)


def reference_front(rows: Sequence[Mapping[str, Any]]) -> tuple[FloatArray, bool] | None:
    """Return the points of the reference front, and whether it is proven complete.

    It is a proven front, or else the nondominated points of all methods' fronts.
    """
    fronts = [row["front"] for row in rows if row["front"]]
    if not fronts:
        return None
    for row in rows:
        if row["front"] and row["front_complete"]:
            return vectors(row["front"]), True
    together = np.vstack([vectors(front) for front in fronts])
    return together[nondominated(together)], False


def measures(
    front: FloatArray, reference: FloatArray, point: FloatArray, names: Sequence[str]
) -> FrontMeasures:
    """Return the measures of a front relative to a reference front; ``point`` limits volumes."""
    whole = hypervolume(reference, point)
    worse = (front[None, :, :] - reference[:, None, :]).max(axis=2).min(axis=1)
    scale = np.maximum(1.0, np.abs(reference))
    close = np.abs(front[None, :, :] - reference[:, None, :]) <= TOLERANCE * scale[:, None, :]
    return FrontMeasures(
        hypervolume_ratio=hypervolume(front, point) / whole if whole > 0 else None,
        additive_epsilon=float(worse.max()),
        share_found=float(np.mean(np.any(np.all(close, axis=2), axis=1))),
        reference_point=dict(zip(names, point.tolist(), strict=True)),
    )


REFUSED = "refused"  # the detail of an outcome whose method was not started
GapKind: TypeAlias = Literal["proven", "bounded", "unknown"]


def outcomes(
    instance: Instance,
    methods: Sequence[str | Callable[..., Decision]] | None = None,
    *,
    solver: str | None = None,
    options: Mapping[str, Any] | None = None,
    **limits: Any,
) -> Iterator[Outcome]:
    """Yield each method's outcome on one instance; by default of every suitable method.

    ``solver`` and ``options`` go to the methods that accept them; ``limits`` are those of `solve`.
    """
    entry = problem_of(instance)
    names = methods or entry.compared(instance)
    known = dict(options or {})
    refuse_untaken(entry, names, solver, known)
    check_limits(**limits)
    checked_start(entry, instance, limits.get("start"))
    for name in names:
        chosen = None if not isinstance(name, str) or is_outside(name) else entry.method_named(name)
        own = {k: v for k, v in known.items() if chosen is not None and k in chosen.options}
        engine = solver if chosen is not None and takes(chosen, solver) else None
        try:
            yield solve(instance, name, solver=engine, options=own, **limits)
        except InputError as error:
            yield _refusal(instance, name, error, limits.get("seed", 0))


def _refusal(
    instance: Instance, method: str | Callable[..., Decision], error: InputError, seed: int
) -> Outcome:
    """Return an outcome with a refusing method's error, so that the other methods can run."""
    entry = problem_of(instance)
    run = Run(entry.sense(instance), seed=seed)
    message = "; ".join(
        fault.rule if fault.place == "memory" else str(fault) for fault in error.faults
    )
    answer = Answer(stopped="error", message=message, details={REFUSED: True})
    name = method if isinstance(method, str) else name_of(method)
    return judged_outcome(entry, instance, name, answer, run, {})


def takes(method: Method, solver: str | None) -> bool:
    """Return whether a method can use all engines of a comma-separated list."""
    asked = [] if solver is None else [name.strip() for name in solver.split(",")]
    return bool(asked) and all(map(method.takes, asked))


def refuse_untaken(
    entry: Problem,
    names: Sequence[str | Callable[..., Decision]],
    solver: str | None,
    options: Mapping[str, Any],
) -> None:
    """Raise an error for an engine or option that no method accepts, or an invalid value."""
    own = [entry.method_named(n) for n in names if isinstance(n, str) and not is_outside(n)]
    known = {key for method in own for key in method.options}
    faults = [
        Fault.of("options", f"no compared method has this option {near_miss(key, known)}", key)
        for key in options
        if key not in known
    ]
    if solver is not None and not any(takes(method, solver) for method in own):
        engines = {name for method in own for name in method.solvers}
        rule = f"no compared method uses this engine {near_miss(solver, engines)}"
        faults.append(Fault.of("solver", rule, solver))
    if faults:
        raise InputError("bad input", faults)
    for method in own:
        taken = {key: value for key, value in options.items() if key in method.options}
        typed_arguments(method.options, taken, method.name)


def rows(results: Sequence[Outcome]) -> list[dict[str, Any]]:
    """Return the rows of a comparison: each outcome with its gap but without its decision.

    All results must belong to one instance: their bounds are combined into the best one.
    """
    return add_gaps([summary(result) for result in results])


def summary(result: Outcome) -> dict[str, Any]:
    """Return a solution document without its decisions."""
    document = result.model_dump(mode="json", exclude={"decision", "front"})
    document["front"] = None if result.front is None else [p.objectives for p in result.front]
    return document


def add_gaps(summaries: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return a row per summary, with the gap to the best bound, and how far both are trusted."""
    bound, proven = best_bound(summaries)
    table = [_row(entry, bound, proven) for entry in summaries]
    trust = best_trust(summaries, bound)
    for row in table:
        row["gap_trust"] = trust if row["gap_to_best_bound"] is not None else None
    _measure_fronts(table)
    return table


def best_bound(summaries: Sequence[Mapping[str, Any]]) -> tuple[float | None, bool]:
    """Return the tightest bound of all methods, and whether the objective of one equals it."""
    tightest = max if summaries[0]["sense"] == "minimize" else min
    bounds = [entry["bound"] for entry in summaries if entry["bound"] is not None]
    bound = tightest(bounds) if bounds else None
    return bound, any(agree(entry["objective"], bound, entry["sense"]) for entry in summaries)


def agree(objective: float | None, bound: float | None, sense: Sense) -> bool:
    """Return whether objective and bound are equal up to tolerance, which proves the optimum."""
    distance = gap(objective, bound, sense)
    return distance is not None and abs(distance) <= DEFAULT_GAP


def best_trust(summaries: Sequence[Mapping[str, Any]], bound: float | None) -> BoundKind | None:
    """Return the most trusted kind among the bounds that equal the best one."""
    if bound is None:
        return None
    known = [entry for entry in summaries if entry["bound"] is not None]
    kinds = {entry["bound_kind"] for entry in known if not differs(entry["bound"], bound)}
    return next((kind for kind in TRUST if kind in kinds), None)


def _row(summary: Mapping[str, Any], bound: float | None, proven: bool) -> dict[str, Any]:
    row = {**summary, "front_measures": None}
    distance = gap(row["objective"], bound, row["sense"])
    row["gap_to_best_bound"] = distance
    row["ratio"] = ratio(row["objective"], bound, row["sense"])
    row["gap_kind"] = gap_kind(row["objective"], bound, proven)
    if distance is not None and distance < -TOLERANCE:
        row["message"] = f"another method's bound {bound!r} contradicts this objective"
    return row


def _measure_fronts(table: Sequence[dict[str, Any]]) -> None:
    """Add quality measures to the rows with a front, relative to the reference front."""
    reference = reference_front(table)
    if reference is None:
        return
    best, complete = reference
    fronts = {k: vectors(row["front"]) for k, row in enumerate(table) if row["front"]}
    point = reference_point([best, *fronts.values()])
    for k, values in fronts.items():
        names = list(table[k]["front"][0])
        table[k]["front_measures"] = measures(values, best, point, names).as_document()
        table[k]["gap_kind"] = "proven" if complete else "unknown"


def gap_kind(objective: float | None, bound: float | None, proven: bool) -> GapKind:
    """Return what a gap is relative to: a proven optimum, a bound, or unknown without a bound."""
    if objective is None or bound is None:
        return "unknown"
    return "proven" if proven else "bounded"
