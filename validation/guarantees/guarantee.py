"""The guarantee of a method: the exact worst ratio over all inputs of a family."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from ...core.display import ShortDisplay
from ...core.faults import InputError
from ...core.files import document_of
from ...core.schema import Instance
from ...core.workers import Workers
from ..judge.guarantees import Subject, holds
from ..judge.verify_guarantee import LARGE
from .search import Open, Search, SearchState, StoppedError, UnboundedError, Witness
from .source import subject_of

_CLOSE = Fraction(1, 10**6)
_ROUNDING = Fraction(1, 10**9)
_FAR = 10**6
_DIGITS = (17, 12, 9)


@dataclass(frozen=True, repr=False)
class Guarantee(ShortDisplay):
    """The worst ratio of a method, its kind, and the document with the certificate."""

    kind: str
    ratio: Fraction | None
    at_least: Fraction | None
    at_most: Fraction | None
    worst_instance: Instance | None
    interrupted: bool
    document: dict[str, Any]

    def as_document(self) -> dict[str, Any]:
        """Return the guarantee as a JSON document."""
        return self.document

    def _facts(self) -> Mapping[str, Any]:
        shown = {
            key: self.document[key] for key in ("method", "free", "attained", "paths", "programs")
        }
        return {**vars(self), **shown, "document": None, "interrupted": None}


def guarantee(
    instance: Instance,
    method: str | Callable[[Any], Any],
    *,
    free: Sequence[str],
    assume: Sequence[str | Callable[[Any], Any]] = (),
    time_limit: float | None = None,
    workers: Workers | None = None,
    progress: SearchState | None = None,
) -> Guarantee:
    """Return the worst ratio of a method over all inputs, with its certificate."""
    begun = time.perf_counter()
    subject, source = subject_of(instance, method, free, assume)
    end = None if time_limit is None else begun + time_limit

    def should_stop() -> bool:
        return end is not None and time.perf_counter() > end

    state = progress or SearchState()
    kind, interrupted, root = "exact", False, Open()
    try:
        search = Search(subject, state, should_stop)
        if workers is None:
            search.run(root)
        else:
            _spread(search, root, workers, (instance, method, free, assume), end)
    except UnboundedError:
        kind = "unbounded"
    except StoppedError:
        kind = "bounds"
    except KeyboardInterrupt:
        kind, interrupted = "bounds", True
    document = {
        "guarantee": 1,
        "problem": subject.family.instance.problem,  # type: ignore[attr-defined]
        "instance": {"name": instance.name, "sha256": instance.sha256},
        "method": method if isinstance(method, str) else method.__qualname__,
        "free": list(subject.family.free),
        "assumptions": [each.as_document() for each in subject.family.assumptions],
        "sense": subject.sense,
        **_result(subject, kind, state.witness),
        "paths": state.paths,
        "programs": state.programs,
        "seconds": round(time.perf_counter() - begun, 3),
    }
    document["certificate"] = _certificate(
        document, state.witness, root, {"source": source, "assume": [*map(_name, assume)]}, instance
    )
    return _as_guarantee(document, instance, interrupted)


def _name(assumption: Any) -> str:
    return assumption if isinstance(assumption, str) else str(assumption.__name__)


def _as_guarantee(document: dict[str, Any], instance: Instance, interrupted: bool) -> Guarantee:
    ratios = [
        None if document[key] is None else Fraction(document[key])
        for key in ("ratio", "at_least", "at_most")
    ]
    worst = document["worst_instance"]
    made = None if worst is None else type(instance).model_validate(worst)
    return Guarantee(document["kind"], *ratios, made, interrupted, document)


def _certificate(
    document: Mapping[str, Any],
    witness: Witness | None,
    root: Open,
    named: Mapping[str, Any],
    instance: Instance,
) -> dict[str, Any] | None:
    if witness is None:
        return None
    parts = {"inside": _texts(witness.inside), "point": _texts(witness.point)}
    tree = root.parent["tree"] if document["kind"] == "exact" else None
    return {
        **named,
        "instance": document_of(instance),
        "witness": {**parts, "competitor": witness.competitor},
        "tree": tree,
    }


def _texts(numbers: Sequence[Fraction]) -> list[str]:
    return [str(number) for number in numbers]


def _result(subject: Subject, kind: str, witness: Witness | None) -> dict[str, Any]:
    """Return the kind, the ratios and the worst instance of a search."""
    at_least = None if witness is None or witness.ratio is None else str(witness.ratio)
    exact = at_least if kind == "exact" else None
    worst, attained = (None, False) if witness is None else _worst_instance(subject, witness)
    ray = None
    if witness is not None and kind == "unbounded":
        fields = subject.family.fields
        names = [f"{field}[{k - fields.index(field)}]" for k, field in enumerate(fields)]
        ray = {name: str(x) for name, x in zip(names, witness.point, strict=False) if x}
    return {
        "kind": kind,
        "ratio": exact,
        "at_least": at_least,
        "at_most": exact,
        "attained": attained,
        "worst_instance": worst,
        "ray": ray,
    }


def _worst_instance(subject: Subject, witness: Witness) -> tuple[dict[str, Any] | None, bool]:
    """Return the document of the worst instance, and whether it attains the ratio.

    If the ratio is only a limit, the instance is within a millionth of it.
    """
    family = subject.family
    for point in _candidates(witness):
        for digits in _DIGITS:
            inputs = [Fraction(f"{float(x):.{digits}g}") if x.denominator > 1 else x for x in point]
            labels = {
                "name": f"{family.instance.name}-worst",
                "source": "the worst case of a method",
            }
            document = family.document(inputs) | labels
            at = [*family.point(document), Fraction(1)]
            if not all(holds(row, strict, at) for row, strict in family.rows):
                continue
            try:
                type(family.instance).model_validate(document)
            except InputError:
                continue
            large, small = subject.costs_at(at) or (Fraction(0), Fraction(1))
            if witness.ratio is None and large > LARGE * small:
                return document, False
            if witness.ratio is not None and large >= witness.ratio * (1 - _CLOSE) * small > 0:
                return document, bool(large >= witness.ratio * (1 - _ROUNDING) * small)
    return None, False


def _candidates(witness: Witness) -> list[list[Fraction]]:
    """Return inputs that may be the worst instance: the point itself, and others near it."""
    points = []
    inside, point = witness.inside, witness.point
    if witness.ratio is None:
        steps = [Fraction(_FAR), Fraction(_FAR) ** 2]
        return [
            [x + step * y for x, y in zip(inside[:-1], point[:-1], strict=True)] for step in steps
        ]
    if point[-1] > 0:
        points.append([x / point[-1] for x in point[:-1]])
    scale = lcm(*(x.denominator for x in point[:-1]))
    whole = [x * scale for x in point[:-1]]
    common = gcd(*(int(x) for x in whole)) or 1
    points = [[x / common for x in whole], *points, inside[:-1]]
    for power in range(10, 40, 3):
        near = [x + y / 2**power for x, y in zip(point, inside, strict=True)]
        points.append([x / near[-1] for x in near[:-1]])
        points.append([x + y / 2**power for x, y in zip(points[0], inside[:-1], strict=True)])
    return points


# Parallel search: each worker explores the paths below one beginning.


def _explore(constant: tuple[Any, ...], block: tuple[Any, ...]) -> tuple[Any, SearchState, str]:
    """Explore the paths below a start in a worker; return the tree, the progress and the end."""
    path, end = block
    subject, _ = subject_of(*constant)
    start = Open(path)
    search = Search(subject, SearchState(), lambda: end is not None and time.time() > end)
    how = "complete"
    try:
        search.run(start)
    except UnboundedError:
        how = "unbounded"
    except StoppedError:
        how = "stopped"
    return start.parent.get("tree"), search.state, how


def _spread(
    search: Search, root: Open, workers: Workers, constant: tuple[Any, ...], end: float | None
) -> None:
    """Explore the first paths here, and those below the open ones in workers."""
    waiting = search.run(root, enough=4 * workers.count)
    sender = workers.blocks(_explore, constant)
    until = None if end is None else time.time() + end - time.perf_counter()
    futures = [(each, sender.submit((each.path, until))) for each in waiting]
    try:
        for each, future in futures:
            tree, progress, how = future.result()
            each.parent[each.side] = tree
            total = search.state
            total.paths, total.programs = (
                total.paths + progress.paths,
                total.programs + progress.programs,
            )
            total.open -= 1
            if how == "unbounded" or progress.ratio > total.ratio:
                total.witness = progress.witness
            if how == "unbounded":
                raise UnboundedError
            if how == "stopped":
                raise StoppedError
    finally:
        sender.cancel()
