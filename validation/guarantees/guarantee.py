"""The guarantee of a method: the exact worst ratio over all inputs of a family."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, inf, lcm
from typing import Any

from ...core.display import ShortDisplay
from ...core.faults import InputError
from ...core.files import document_of
from ...core.schema import Instance
from ...core.workers import Workers
from ..judge.guarantees import Subject, holds
from ..judge.verify_guarantee import CLOSE, LARGE, ROUNDING
from .search import Open, Search, SearchState, StoppedError, UnboundedError, Witness
from .source import subject_of

_ENDS: dict[type[BaseException], str] = {
    UnboundedError: "unbounded",
    StoppedError: "bounds",
    KeyboardInterrupt: "bounds",
}
_FAR = 10**6  # steps along a ray
_DIGITS = (17, 12, 9)  # of the numbers of a worst instance


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
        return {**vars(self), "document": None, "paths": self.document["paths"]}


def guarantee(
    instance: Instance,
    method: str | Callable[[Any], Any],
    *,
    free: Sequence[str],
    assume: Sequence[str | Callable[[Any], Any]] = (),
    time_limit: float | None = None,
    workers: Workers | None = None,
    state: SearchState | None = None,
) -> Guarantee:
    """Return the worst ratio of a method over all inputs, with its certificate."""
    begun, state, root = time.time(), state or SearchState(), Open()
    subject, source = subject_of(instance, method, free, assume)
    end = begun + (inf if time_limit is None else time_limit)
    kind, ended = "exact", None
    try:
        search = Search(subject, state, end)
        _spread(search, root, workers, (instance, method, free, assume))
    except (UnboundedError, StoppedError, KeyboardInterrupt) as error:
        kind, ended = _ENDS[type(error)], error
    witness = state.witness
    at_least = None if witness is None or witness.ratio is None else witness.ratio
    exact = at_least if kind == "exact" else None
    worst, attained = (None, False) if witness is None else _worst_instance(subject, witness)
    document = {
        "guarantee": 1,
        "problem": getattr(instance, "problem", None),
        "instance": {"name": instance.name, "sha256": instance.sha256},
        "method": method if isinstance(method, str) else method.__name__,
        "free": subject.family.free,
        "assumptions": [each.as_document() for each in subject.family.assumptions],
        "sense": subject.sense,
        "kind": kind,
        "ratio": _text(exact),
        "at_least": _text(at_least),
        "at_most": _text(exact),
        "attained": attained,
        "worst_instance": worst,
        "ray": subject.family.ray(witness.point) if witness and kind == "unbounded" else None,
        "paths": state.paths,
        "programs": state.programs,
        "seconds": round(time.time() - begun, 3),
        "certificate": witness
        and {
            "source": source,
            "instance": document_of(instance),
            "witness": {
                "inside": [*map(str, witness.inside)],
                "point": [*map(str, witness.point)],
                "competitor": witness.competitor,
            },
            "tree": root.parent["tree"] if kind == "exact" else None,
        },
    }
    made = worst and type(instance).model_validate(worst)
    is_interrupted = isinstance(ended, KeyboardInterrupt)
    return Guarantee(kind, exact, at_least, exact, made, is_interrupted, document)


def _text(ratio: Fraction | None) -> str | None:
    return None if ratio is None else str(ratio)


def _worst_instance(subject: Subject, witness: Witness) -> tuple[dict[str, Any] | None, bool]:
    """Return the document of the worst instance, and whether it attains the ratio.

    If the ratio is only a limit, the instance is within a millionth of it.
    """
    family, unbounded = subject.family, witness.ratio is None
    labels = {"name": f"{family.instance.name}-worst", "source": "the worst case of a method"}
    for point in _candidates(witness):
        document = family.document(point) | labels
        inputs = [*family.point(document), Fraction(1)]
        if not all(holds(*row, inputs) for row in family.rows):
            continue
        try:
            type(family.instance).model_validate(document)
        except InputError:
            continue
        large, small = subject.costs_at(inputs) or (Fraction(0), Fraction(1))
        least = LARGE if witness.ratio is None else witness.ratio
        if large >= least * (1 - CLOSE) * small and large > 0:
            return document, not unbounded and large >= least * (1 - ROUNDING) * small
    return None, False


def _candidates(witness: Witness) -> Iterator[list[Fraction]]:
    """Yield inputs that may be the worst instance: integral ones, the point, others near it."""
    inside, point = witness.inside, witness.point
    whole = [x * lcm(*(y.denominator for y in point[:-1])) for x in point[:-1]]
    common = gcd(*map(int, whole)) or 1
    several = [[x / common for x in whole], inside[:-1]]
    if point[-1]:
        several.insert(1, [x / point[-1] for x in point[:-1]])
    for step in (Fraction(1, 2**power) for power in range(10, 40, 3)):
        near = [x + step * y for x, y in zip(point, inside, strict=True)]
        several += [[x / near[-1] for x in near[:-1]], near[:-1]]
    if witness.ratio is None:
        far = Fraction(_FAR), Fraction(_FAR) ** 2
        several = [[x + k * y for x, y in zip(inside, point, strict=True)][:-1] for k in far]
    for each in several:
        for digits in _DIGITS:
            short = (Fraction(f"{float(x):.{digits}g}") for x in each)
            yield [x if x.denominator == 1 else s for x, s in zip(each, short, strict=True)]


# Parallel search: each worker explores the paths below one beginning.


def _explore(constant: tuple[Any, ...], block: tuple[Any, ...]) -> tuple[Any, SearchState, Any]:
    """Explore the paths below a start in a worker; return the tree, the state and the end."""
    path, end = block
    start, state = Open(path), SearchState()
    try:
        Search(subject_of(*constant)[0], state, end).run(start)
    except (UnboundedError, StoppedError) as error:
        return None, state, error
    return start.parent["tree"], state, None


def _spread(search: Search, root: Open, workers: Workers | None, constant: Any) -> None:
    """Explore all paths: the first ones here, and those below the open ones in workers."""
    waiting = search.run(root, None if workers is None else 4 * workers.count)
    if workers is None:
        return
    sender, total = workers.blocks(_explore, constant), search.state
    futures = [(each, sender.submit((each.path, search.end))) for each in waiting]
    try:
        for each, future in futures:
            each.parent[each.side], state, error = future.result()
            total.paths, total.programs = total.paths + state.paths, total.programs + state.programs
            if isinstance(error, UnboundedError) or state.ratio > total.ratio:
                total.witness = state.witness
            if error is not None:
                raise error
    finally:
        sender.cancel()
