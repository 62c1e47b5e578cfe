"""Helpers for tests of your own heuristic: is it feasible, and how far from the optimum is it?

>>> import optgap
>>> from optgap.testing import assert_gap_at_most
>>> instance = optgap.load("placement/fig6")
>>> assert_gap_at_most(instance, {"machine": [1, 0]}, 0.0)
0.0

`instances` and `mutated_instances` are Hypothesis strategies; they need the package hypothesis.
Hypothesis' default deadline of 200 ms for an example is lifted, since exact solves may take longer;
one that you set stays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from fractions import Fraction
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from .core.faults import InputError
from .core.files import document_of
from .core.fronts import nondominated, reference_point
from .core.gaps import TRUST, BoundKind, Sense, better, gap, is_trusted, ratio
from .core.outcome import Decision, Outcome, Point
from .core.schema import Instance
from .validation.catalogue import (
    Document,
    Ground,
    NumberRanges,
    Problem,
    entities,
    problem_named,
    problem_of,
    ranges,
    scattered_numbers,
    widen,
    with_value,
)
from .validation.judge import TOLERANCE, vectors_of
from .validation.running import AnyInstance, load_instance, measures, with_digest
from .validation.study import exact_outcomes

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy

__all__ = [
    "assert_feasible",
    "assert_front_loss_at_most",
    "assert_gap_at_most",
    "assert_guarantee",
    "assert_ratio_at_most",
    "instances",
    "mutated_instances",
]

_SECONDS = 60.0


def instances(name: str, **parameters: Any) -> SearchStrategy[Instance]:
    """Return a Hypothesis strategy for small instances of a problem.

    Parameters
    ----------
    name : str
        The name of a problem.
    **parameters
        Override the problem's ranges for hunts. A pair of numbers is a range, a list is a choice,
        and other values are fixed: ``instances("placement", machines=(2, 4), noise=0.0)``.

    Returns
    -------
    SearchStrategy
        A strategy whose examples are instances.

    Raises
    ------
    InputError
        If the problem or a parameter is unknown.
    """
    from hypothesis import assume
    from hypothesis import strategies as st

    entry = problem_named(name)
    ground = _ground(entry, parameters)

    @st.composite
    def generated(draw: st.DrawFn) -> Instance:
        chosen = {key: draw(_values(parameter)) for key, parameter in ground.parameters.items()}
        try:
            return with_digest(entry.generated(draw(st.integers(0, 2**31 - 1)), **chosen))
        except InputError:
            assume(False)
            raise

    return generated()


def mutated_instances(
    name: str, *, assume: Callable[[Any], bool] | None = None, **parameters: Any
) -> SearchStrategy[Instance]:
    """Return a Hypothesis strategy for small feasible instances that are changed as in a hunt.

    Numbers of a generated instance are multiplied or divided, within the ranges of their
    fields, so that far more of these instances are hard than those of `instances`.  Examples shrink
    to fewer and rounder numbers.

    Parameters
    ----------
    name : str
        The name of a problem.
    assume : callable, optional
        The condition that instances must satisfy.
    **parameters
        As for `instances`. The generator itself might never return such an instance for them.

    Returns
    -------
    SearchStrategy
        A strategy whose examples are instances.

    Raises
    ------
    InputError
        If the problem or a parameter is unknown.
    """
    import hypothesis
    from hypothesis import strategies as st

    entry = problem_named(name)
    ground = _ground(entry, parameters)
    limits = _limits(entry, ground)

    @st.composite
    def mutated(draw: st.DrawFn) -> Instance:
        rng = np.random.default_rng(draw(st.integers(0, 2**24 - 1)))
        try:
            made = entry.generated(int(rng.integers(2**31)), **ground.draw(rng))
            document = _mutated(entry, ground, document_of(made), limits, rng, draw)
            instance = with_digest(entry.instance.model_validate(document))
        except InputError:
            hypothesis.assume(False)
            raise
        hypothesis.assume(assume is None or assume(instance))
        hypothesis.assume(_reference(instance, _SECONDS).status != "infeasible")
        return instance

    return mutated()


_SURVEYED = 24  # generated instances whose numbers give the ranges of fields


def _limits(entry: Problem, ground: Ground) -> NumberRanges:
    """Return the range of each field in some generated instances."""
    rng, limits = np.random.default_rng(0), NumberRanges()
    for seed in range(_SURVEYED):
        with suppress(InputError):  # parameters that do not go together
            widen(limits, ranges(document_of(entry.generated(seed, **ground.draw(rng)))))
    return limits


def _mutated(
    entry: Problem,
    ground: Ground,
    document: Document,
    limits: NumberRanges,
    rng: np.random.Generator,
    draw: DrawFn,
) -> Document:
    """Return a document with some numbers changed and entries removed.

    The simplest draw changes no number and removes all entries that can be removed. Most draws come
    from one seed, because Hypothesis alone varies the parts too little.
    """
    from hypothesis import strategies as st

    share = st.sampled_from([*(k / 8 for k in range(8)), *[1.0] * 56])
    changed, kept = draw(share), draw(share)
    for place, value in scattered_numbers(document, limits, rng).items():
        document = with_value(document, place, value) if rng.random() <= changed else document
    for k in reversed(range(0 if kept == 1 else sum(1 for _ in entities(document, ground.axes)))):
        if rng.random() > kept:
            smaller = next(islice(entities(document, ground.axes), k, None), document)
            document = smaller if _is_valid(entry, smaller) else document
    return document


def _is_valid(entry: Problem, document: Document) -> bool:
    try:
        entry.instance.model_validate(document)
    except InputError:
        return False
    return True


def _ground(entry: Problem, parameters: Mapping[str, Any]) -> Ground:
    given = {
        key: value if isinstance(value, (tuple, list)) else [value]
        for key, value in parameters.items()
    }
    return Ground({**entry.ground.parameters, **given}, entry.ground.axes)


def _values(parameter: tuple[float, float] | list[Any]) -> SearchStrategy[Any]:
    from hypothesis import strategies as st

    if isinstance(parameter, list):
        return st.sampled_from(parameter)
    low, high = parameter
    if isinstance(low, int) and isinstance(high, int):
        return st.integers(low, high)
    return st.floats(low, high)


Values: TypeAlias = float | dict[str, float]
_HYPOTHESIS_DEADLINE = timedelta(milliseconds=200)


def assert_feasible(instance: AnyInstance, decision: Decision) -> Values:
    """Fail with all violations if a decision is infeasible; else return the objectives.

    Parameters
    ----------
    instance : Instance, mapping, str, Path or Pyomo model
        An instance, its document, the path of a file, the name of a bundled instance
        (``placement/fig6``) or of the library (``library/NAME``).
    decision : mapping or Decision
        The decision to judge.

    Returns
    -------
    float or dict
        The objective; several are by name.

    Raises
    ------
    AssertionError
        If the decision breaks a rule; the message lists all violations.
    InputError
        If an argument is wrong; the error lists every fault with its place.
    """
    instance = _as_made(instance)
    verdict = problem_of(instance).judge(instance, decision)
    if not verdict.feasible:
        listed = "\n".join(f"  {violation}" for violation in verdict.violations)
        raise AssertionError(f"{instance.name}: the decision is not feasible\n{listed}")
    if verdict.objectives is not None:
        return dict(verdict.objectives)
    assert verdict.objective is not None
    return verdict.objective


def assert_gap_at_most(
    instance: AnyInstance,
    decision: Decision,
    limit: float,
    *,
    time_limit: float = _SECONDS,
    trust: BoundKind = "solver",
) -> float:
    """Fail if a decision is infeasible or too far from the optimum; return its gap.

    The gap is that of `optgap.compare`: relative to the decision's own objective.  If the
    optimum is not proven in time, the dual bound replaces it.  The test then passes if the decision
    is within the limit of the bound; otherwise it fails with a message that nothing is proven.

    Parameters
    ----------
    instance : Instance, mapping, str, Path or Pyomo model
        An instance, its document, the path of a file, the name of a bundled instance
        (``placement/fig6``) or of the library (``library/NAME``).
    decision : mapping or Decision
        The decision to judge.
    limit : float
        The largest gap, such as 0.05 for 5%.
    time_limit : float, default 60
        Seconds for the reference.
    trust : {'solver', 'cross-checked', 'model-certified', 'certified'}
        The least kind of the bound: one engine's claim, two engines, a verified proof of the exact
        model, or a certificate for the raw instance.

    Returns
    -------
    float
        The gap.

    Raises
    ------
    AssertionError
        If the decision is infeasible or its gap is larger.
    InputError
        If an argument is wrong; the error lists every fault with its place.
    """
    instance = _as_made(instance)
    value, best = _measure(instance, decision, time_limit, trust)
    distance = gap(value, best.bound, best.sense)
    if distance is None or distance > limit + TOLERANCE:
        size = "unknown size" if distance is None else f"{distance:.4%}"
        _fail(instance, value, best, f"the gap is {size}, more than the allowed {limit:.4%}")
    assert distance is not None
    return max(0.0, distance)


def assert_ratio_at_most(
    instance: AnyInstance,
    decision: Decision,
    limit: float,
    *,
    time_limit: float = _SECONDS,
    trust: BoundKind = "solver",
) -> float:
    """Fail if a decision is infeasible or its ratio to the optimum is too large; return the ratio.

    The ratio is 1 at the optimum, and 2 if the objective is twice the optimum (when maximising,
    half of it).

    Parameters
    ----------
    instance : Instance, mapping, str, Path or Pyomo model
        An instance, its document, the path of a file, the name of a bundled instance
        (``placement/fig6``) or of the library (``library/NAME``).
    decision : mapping or Decision
        The decision to judge.
    limit : float
        The largest ratio, at least 1.
    time_limit : float, default 60
        Seconds for the reference.
    trust : {'solver', 'cross-checked', 'model-certified', 'certified'}
        The least kind of the bound, as for `assert_gap_at_most`.

    Returns
    -------
    float
        The ratio.

    Raises
    ------
    AssertionError
        If the decision is infeasible or its ratio is larger.
    InputError
        If an argument is wrong; the error lists every fault with its place.
    """
    instance = _as_made(instance)
    value, best = _measure(instance, decision, time_limit, trust)
    times = ratio(value, best.bound, best.sense)
    if times is None or times > limit * (1 + TOLERANCE):
        size = "unknown" if times is None else f"{times:.4f}"
        _fail(instance, value, best, f"the ratio is {size}, more than the allowed {limit:.4f}")
    assert times is not None
    return max(1.0, times)


def assert_guarantee(
    method: str | Callable[..., Any],
    instance: AnyInstance,
    *,
    free: str | Sequence[str],
    ratio: float | str | Fraction,
    assume: str | Callable[..., Any] | Sequence[str | Callable[..., Any]] = (),
    time_limit: float = _SECONDS,
) -> Fraction:
    """Fail unless a method is proven to stay within a ratio for all inputs; return its worst ratio.

    Parameters
    ----------
    method : str or callable
        As for `optgap.guarantee`.
    instance : Instance, mapping, str or Path
        It gives the size and all fixed data.
    free : str or sequence of str
        Paths of the fields whose numbers are free.
    ratio : float, str or Fraction
        The largest ratio, also as a text such as ``"7/6"``.
    assume : str, callable or a sequence of these, optional
        Restrictions of the inputs, as for `optgap.guarantee`.
    time_limit : float, default 60
        Seconds of wall-clock time.

    Returns
    -------
    Fraction
        The worst ratio.

    Raises
    ------
    AssertionError
        If the ratio is larger, or is not proven in time; the message has the worst instance.
    InputError
        If an argument is wrong; the error lists every fault with its place.
    """
    from .studies import guarantee

    proven = guarantee(
        instance, method, free=free, assume=assume, time_limit=time_limit, progress=False
    )
    if proven.ratio is not None and proven.ratio <= Fraction(ratio):
        return proven.ratio
    least = "has no limit" if proven.kind == "unbounded" else f"is at least {proven.at_least}"
    exceeds = proven.kind != "bounds" or (proven.at_least or 0) > Fraction(ratio)
    words = f"more than {ratio}" if exceeds else f"and {ratio} is not proven in {time_limit:g} s"
    raise AssertionError(
        f"the worst ratio {least}, {words}; the worst instance is "
        f"{proven.document['worst_instance']}"
    )


def _measure(
    instance: Instance, decision: Decision, time_limit: float, trust: BoundKind
) -> tuple[float, Outcome]:
    """Return the objective of a decision, and the outcome with the reference bound."""
    if trust not in TRUST:
        raise ValueError(f"trust must be one of {', '.join(TRUST)}, not {trust!r}")
    value = assert_feasible(instance, decision)
    if isinstance(value, dict):
        raise TypeError(f"{problem_of(instance).name} has fronts: use assert_front_loss_at_most")
    best = _trusted_reference(instance, time_limit, trust)
    if best is None:
        raise AssertionError(f"{instance.name}: no {trust} bound was found within {time_limit:g} s")
    return value, best


def _fail(instance: Instance, value: float, best: Outcome, words: str) -> None:
    proven = best.status == "optimal"
    known = (
        "the proven optimum" if proven else "the best known bound, which is not a proven optimum,"
    )
    reference = best.objective if proven else best.bound
    raise AssertionError(f"{instance.name}: objective {value:.6g}, {known} is {reference}: {words}")


def assert_front_loss_at_most(
    instance: AnyInstance,
    decisions: Sequence[Decision],
    limit: float,
    *,
    time_limit: float = _SECONDS,
) -> float:
    """Fail if decisions miss too much of the proven front's hypervolume; return the missed share.

    The reference point is a tenth of the range beyond the worst values of both fronts.

    Parameters
    ----------
    instance : Instance, mapping, str, Path or Pyomo model
        An instance, its document, the path of a file, the name of a bundled instance
        (``placement/fig6``) or of the library (``library/NAME``).
    decisions : sequence of mapping or Decision
        The points of the front to judge.
    limit : float
        The largest missed share, between 0 and 1.
    time_limit : float, default 60
        Seconds for the proven front.

    Returns
    -------
    float
        The missed share.

    Raises
    ------
    AssertionError
        If a decision is infeasible, the share is larger, or the front is not proven in time.
    InputError
        If an argument is wrong; the error lists every fault with its place.
    """
    instance = _as_made(instance)
    points = []
    for decision in decisions:
        values = assert_feasible(instance, decision)
        if not isinstance(values, dict):
            raise TypeError(
                f"{problem_of(instance).name} has one objective: use assert_gap_at_most"
            )
        points.append(Point(objectives=values, decision=decision))
    best = _reference(instance, time_limit)
    if not best.front_complete or not best.front:
        raise AssertionError(f"{instance.name}: no front was proven within {time_limit:g} s")
    if not points:
        raise AssertionError(f"{instance.name}: there is no decision")
    points_found, exact = vectors_of(points), vectors_of(best.front)
    names = list(best.front[0].objectives)
    measured = measures(
        points_found[nondominated(points_found)],
        exact,
        reference_point([exact, points_found]),
        names,
    ).hypervolume_ratio
    lost = 0.0 if measured is None else max(0.0, 1.0 - measured)
    if lost > limit + TOLERANCE:
        raise AssertionError(
            f"{instance.name}: {lost:.4%} of the hypervolume is lost, more than "
            f"the allowed {limit:.4%}"
        )
    return lost


def _as_made(instance: AnyInstance) -> Instance:
    """Return a copy of the instance, or load it; fail if a heuristic has changed its data.

    The digest of a loaded or generated instance shows whether its data have changed.
    """
    if not isinstance(instance, Instance):
        return load_instance(instance)
    fresh = instance.model_copy()
    if fresh.sha256 != instance.sha256:
        raise AssertionError(f"{instance.name}: the heuristic has changed the instance itself")
    return fresh


def _trusted_reference(instance: Instance, time_limit: float, trust: BoundKind) -> Outcome | None:
    """Return a reference outcome whose bound has the kind ``trust`` or a better one, if found."""
    if trust == "solver":
        return _reference(instance, time_limit)
    for outcome in exact_outcomes(instance, time_limit):
        if outcome.status == "optimal" and is_trusted(outcome.bound_kind, trust):
            return outcome
    if trust == "certified":
        return None
    from .validation.proving import prove

    with TemporaryDirectory(prefix="optgap-proof-") as folder:
        proven = prove(instance, Path(folder), time_limit=time_limit)
    return proven if is_trusted(proven.bound_kind, trust) else None


def _reference(instance: Instance, time_limit: float) -> Outcome:
    """Return the first outcome with a proven optimum, or else the one with the best bound."""
    best: Outcome | None = None
    for outcome in exact_outcomes(instance, time_limit):
        if outcome.status == "optimal":
            return outcome
        other: Sense = "maximize" if outcome.sense == "minimize" else "minimize"
        known = outcome.bound
        if best is None or (known is not None and better(known, best.bound, other)):
            best = outcome
    assert best is not None  # every problem has an exact method
    return best


def _lift_default_deadline() -> None:
    """Disable Hypothesis' deadline, unless a profile sets one that is not the default."""
    try:
        from hypothesis import settings
    except ImportError:
        return
    if settings.default is not None and settings.default.deadline == _HYPOTHESIS_DEADLINE:
        settings.register_profile("optgap", parent=settings.default, deadline=None)
        settings.load_profile("optgap")


_lift_default_deadline()


def contract(problem: Problem, *, instances: int = 50, seed: int = 0) -> None:
    """Assert the contract of your own problem, as ``optgap contract FILE`` does."""
    from .validation.study import contract_clauses

    broken = [f for f in contract_clauses(problem, instances=instances, seed=seed) if f.faults]
    words = [f"{clause.rule}:\n  " + "\n  ".join(clause.faults) for clause in broken]
    assert not broken, "\n".join(words)
