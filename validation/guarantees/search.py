"""The search for the worst ratio: all paths of a method, and programs for each of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ...core.faults import InputError, input_error
from ..judge.guarantees import (
    Combination,
    Form,
    Inequality,
    Piece,
    Rows,
    Subject,
    common_scale,
    value_at,
    whole_forms,
)
from ..judge.symbolic import Row
from .programs import ConePrograms, exact_point


@dataclass(frozen=True)
class Witness:
    """Inputs that show a ratio; without one, the ratio grows without limit along ``point``.

    ``inside`` is an input of the path, and ``point`` may be on its border or at infinity.
    """

    ratio: Fraction | None
    inside: list[Fraction]
    point: list[Fraction]
    competitor: Any


@dataclass
class SearchState:
    """The state of a search: paths done and open, programs, and the worst witness."""

    paths: int = 0
    open: int = 1
    programs: int = 0
    witness: Witness | None = None

    @property
    def ratio(self) -> Fraction:
        """The largest ratio so far; 0 before the first program."""
        return Fraction(0) if self.witness is None else self.witness.ratio or Fraction(0)


class StoppedError(Exception):
    """An error: the time is over."""


class UnboundedError(Exception):
    """An error that ends a search: there is no largest ratio."""


@dataclass
class Open:
    """The beginning of paths that are not explored yet, and where they belong in the tree."""

    answers: list[bool]
    asked: list[Row]
    parent: dict[str, Any] = field(default_factory=dict)
    side: str = "tree"


class KnownProofs:
    """Proofs by what they prove, for other paths that have all of their rows."""

    def __init__(self) -> None:
        self._known: dict[Any, list[tuple[list[tuple[Row, int]], Combination]]] = {}

    def find(self, key: Any, rows: Rows) -> Combination | None:
        """Return a known proof with the indices of these rows."""
        proofs = self._known.get(key)
        if proofs is None:
            return None
        index = {row: i for i, (row, _) in enumerate(rows)}
        for used, others in proofs:
            if all(row in index for row, _ in used):
                own = [number for row, m in used for number in (index[row], m)]
                shifted = (n if k % 2 else n + len(rows) for k, n in enumerate(others))
                return [*own, *shifted]
        return None

    def add(self, key: Any, rows: Rows, proof: Combination) -> None:
        """Keep a proof."""
        pairs = list(zip(proof[::2], proof[1::2], strict=True))
        used = [(rows[i][0], m) for i, m in pairs if i < len(rows)]
        others = [n for i, m in pairs if i >= len(rows) for n in (i - len(rows), m)]
        self._known.setdefault(key, []).append((used, others))


class Search:
    """A search through all paths of a subject."""

    def __init__(
        self,
        subject: Subject,
        progress: SearchState,
        should_stop: Callable[[], bool] = lambda: False,
    ) -> None:
        self.subject, self.progress, self._should_stop = subject, progress, should_stop
        self._programs, self._proofs = ConePrograms(), KnownProofs()
        self.competitors = subject.competitors()
        if not self.competitors:
            raise input_error("instance", "has no feasible decision", subject.family.instance.name)
        if self._inside(subject.family.rows)[0] is None:
            raise input_error("--assume", "no input satisfies all assumptions")

    def run(self, start: Open, enough: int | None = None) -> list[Open]:
        """Explore all paths below a start; return those left once ``enough`` are open."""
        waiting = [start]
        while waiting and (enough is None or len(waiting) < enough):
            self._follow(waiting.pop(0 if enough else -1), waiting)
            self.progress.open = len(waiting)
        return waiting

    def _follow(self, start: Open, waiting: list[Open]) -> None:
        """Run the method along one path, and add the sides that it does not take."""
        subject, rows = self.subject, list(self.subject.family.rows)
        taken: list[bool] = []
        asked: list[Row] = []
        parent, side = start.parent, start.side

        def answer(row: Row, strict: bool, tie: bool) -> bool:
            nonlocal parent, side
            minus = tuple(-a for a in row)
            if len(taken) < len(start.answers):
                if start.asked[len(taken)] != row:
                    raise _is_no_function()
                yes = start.answers[len(taken)]
            else:
                cuts = (
                    self._cut(rows, (row, strict), False),
                    self._cut(rows, (minus, not strict), tie),
                )
                node = {"row": [*row], "strict": strict}
                node |= {s: {"cut": cut} for s, cut in zip(("yes", "no"), cuts, strict=True) if cut}
                parent[side] = node
                yes = cuts[0] is None
                if yes and cuts[1] is None:
                    waiting.append(Open([*taken, False], [*asked, row], node, "no"))
                parent, side = node, "yes" if yes else "no"
            taken.append(yes)
            asked.append(row)
            rows.append((row, strict) if yes else (minus, not strict))
            return yes

        decision = subject.decide(subject.family.tracer(answer))
        self._run_again(asked, taken, decision)
        parent[side] = {"decision": decision, "pieces": []}
        parent[side]["pieces"] = [
            self._piece(rows, piece, decision) for piece in subject.pieces(decision)
        ]
        self.progress.paths += 1

    def _run_again(self, asked: list[Row], taken: list[bool], decision: Any) -> None:
        """Refuse a method that decides otherwise in a second run, under another name."""
        steps = iter(zip(asked, taken, strict=True))

        def answer(row: Row, _: bool, __: bool) -> bool:
            expected, yes = next(steps, (None, False))
            if expected != row:
                raise _is_no_function()
            return yes

        tracer = self.subject.family.tracer(answer)
        again = self.subject.decide(tracer, name="another name", source="another source")
        if again != decision or next(steps, None) is not None:
            raise _is_no_function()

    # ConePrograms

    def _largest(self, *given: Any, **how: Any) -> Any:
        if self._should_stop():
            raise StoppedError
        self.progress.programs += 1
        return self._programs.largest(*given, **how)

    def _cut(self, rows: Rows, side: tuple[Row, bool], is_equality: bool) -> Combination | None:
        """Return multipliers which prove that a side is empty, or has only ties; else ``None``."""
        if is_equality:
            return self._inside([*rows, side])[1]
        known = self._proofs.find(side[0], rows)
        if known is None and (known := self._largest(rows, [side[0]], cap=True).proof):
            self._proofs.add(side[0], rows, known)
        return known or None

    def _inside(self, rows: Rows) -> tuple[list[Fraction] | None, Combination | None]:
        """Return an input that satisfies rows, strict ones strictly; or the proof of none."""
        strict = [i for i, (_, is_strict) in enumerate(rows) if is_strict]
        optimum = self._largest(rows, [rows[i][0] for i in strict], cap=True)
        if not optimum.proof:
            tight = [(row, 0) for row, _ in rows] + [(rows[i][0], 1) for i in strict]
            point = exact_point(optimum.point, tight)
            if all(value_at(row, point) >= is_strict for row, is_strict in rows if is_strict):
                return [x / point[-1] for x in point], None
            raise input_error("method", "has a path whose inputs are not found exactly")
        weights: dict[int, int] = {}
        for i, m in zip(optimum.proof[::2], optimum.proof[1::2], strict=True):
            own = i if i < len(rows) else strict[i - len(rows)]
            weights[own] = weights.get(own, 0) + m
        return None, [number for pair in sorted(weights.items()) for number in pair]

    def _piece(self, rows: Rows, piece: Piece, decision: Any) -> dict[str, Any]:
        """Return the proofs of one piece of the cost of a path's decision."""
        known = [*rows, *piece.rows]
        if piece.rows or not piece.forms:
            inside, proof = self._inside(known)
            if inside is None:
                return {"empty": proof}
            if not piece.forms:
                raise self._is_infeasible(decision, inside)
        needs = []
        for need in piece.needs:
            optimum = self._largest(known, [tuple(-a for a in need)], cap=True)
            if not optimum.proof:
                raise self._is_infeasible(decision, [Fraction(x) for x in optimum.point])
            needs.append(optimum.proof)
        proofs = [
            self._compare(part, competitor)
            for competitor, pieces in self.competitors
            for part in self.subject.parts(known, piece, pieces)
        ]
        return {"needs": needs, "proofs": proofs}

    def _is_infeasible(self, decision: Any, point: Sequence[Fraction]) -> InputError:
        scale = point[-1] or 1
        document = self.subject.family.document([x / scale for x in point])
        inputs = {
            field: document[field.split("[")[0].split(".")[0]] for field in self.subject.family.free
        }
        rule = f"returns an infeasible decision {decision} for inputs such as {inputs}"
        return input_error("method", rule)

    def _compare(self, part: Inequality, competitor: Any) -> Combination:
        """Return the proof that a competitor gives no larger ratio than the worst one."""
        scale = common_scale(part.large + part.small)
        large, small = whole_forms(part.large, scale), whole_forms(part.small, scale)
        known = _constant_ratio(part.rows, large, small)
        if known is not None and known[0] <= self.progress.ratio:
            return known[1]
        key = tuple(large), tuple(small)
        proof = self._proofs.find(key, part.rows)
        if proof is not None:
            return proof
        optimum = self._largest(part.rows, large, small)
        if optimum is not None and optimum.value <= self.progress.ratio:
            self._proofs.add(key, part.rows, optimum.proof)
            return optimum.proof
        inside, empty = self._inside(part.rows)
        if inside is None:
            assert empty is not None
            return empty
        rows = [row for row, _ in part.rows]
        if optimum is None:
            against: Rows = [(tuple(-a for a in form), False) for form in small]
            ray = self._largest([*part.rows, *against], large, cap=True)
            forms = [*((form, 0) for form in (*rows, *small)), *((form, 1) for form in large)]
            point = exact_point(ray.point, forms)
            self.progress.witness = Witness(None, inside, point, competitor)
            raise UnboundedError
        forms = [*((row, 0) for row in rows), *((form, 1) for form in small)]
        point = exact_point(optimum.point, forms)
        self.progress.witness = Witness(optimum.value, inside, point, competitor)
        return optimum.proof


def _constant_ratio(
    rows: Rows, large: list[Form], small: list[Form]
) -> tuple[Fraction, Combination] | None:
    """Return the ratio of costs that no input changes, with its proof."""
    if any(any(form[:-1]) for form in (*large, *small)):
        return None
    top = min(range(len(large)), key=lambda k: large[k][-1])
    low = max(range(len(small)), key=lambda k: small[k][-1])
    upper, lower = large[top][-1], small[low][-1]
    if lower <= 0 or upper < 0:
        return None
    first = len(rows)
    return Fraction(upper, lower), [first + top, lower, first + len(large) + low, upper]


def _is_no_function() -> InputError:
    rule = (
        "is not a function of the inputs: a second run on the same inputs, under another name, "
        "went another way (random numbers, the clock, or labels of the instance)"
    )
    return input_error("method", rule)
