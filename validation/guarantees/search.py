"""The search for the worst ratio: all paths of a method, and programs for each of them."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf
from typing import Any

from ...core.faults import InputError, input_error
from ..judge.guarantees import Combination, Inequality, Rows, Subject, holds
from ..judge.symbolic import Halt, Row, opposite
from ..judge.verify_guarantee import missing_side
from .programs import ConePrograms, exact_point, whole_multipliers


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

    path: list[tuple[Row, bool]] = field(default_factory=list)
    parent: dict[str, Any] = field(default_factory=dict)
    side: str = "tree"


class KnownProofs:
    """Proofs by the forms that they are about, for other paths that have all of their rows."""

    def __init__(self) -> None:
        self._known: dict[Any, list[tuple[list[tuple[Row, int]], Combination]]] = {}

    def find(self, claim: Inequality) -> Combination | None:
        """Return a known proof with the indices of the rows of a claim."""
        proofs = self._known.get((claim.large, claim.small), ())
        index = {row: i for i, (row, _) in enumerate(claim.rows)} if proofs else {}
        for used, others in proofs:
            if all(row in index for row, _ in used):
                own = [number for row, m in used for number in (index[row], m)]
                own += (n if k % 2 else n + len(claim.rows) for k, n in enumerate(others))
                if claim.ratio(own) is not None:  # where it needs strict rows, they are strict
                    return own
        return None

    def add(self, claim: Inequality, proof: Combination) -> None:
        """Keep a proof."""
        pairs, count = list(zip(proof[::2], proof[1::2], strict=True)), len(claim.rows)
        used = [(claim.rows[i][0], m) for i, m in pairs if i < count]
        others = [n for i, m in pairs if i >= count for n in (i - count, m)]
        self._known.setdefault((claim.large, claim.small), []).insert(0, (used, others))


class Search:
    """A search through all paths of a subject."""

    def __init__(self, subject: Subject, state: SearchState, end: float = inf) -> None:
        self.subject, self.state, self.end = subject, state, end
        self._programs, self._proofs = ConePrograms(), KnownProofs()
        if self._inside(subject.family.rows)[0] is None:
            raise input_error("--assume", "no input satisfies all assumptions")

    def run(self, start: Open, enough: int | None = None) -> list[Open]:
        """Explore all paths below a start; return those left once ``enough`` are open."""
        waiting = [start]
        while waiting and (enough is None or len(waiting) < enough):
            self._follow(waiting.pop(0 if enough else -1), waiting)
            self.state.open = len(waiting)
        return waiting

    def _follow(self, start: Open, waiting: list[Open]) -> None:
        """Run the method along one path, and add the sides that it does not take."""
        rows = list(self.subject.family.rows)
        path: list[tuple[Row, bool]] = []
        parent, place = start.parent, start.side

        def answer(row: Row, strict: bool, tie: bool) -> bool:
            nonlocal parent, place
            if time.time() > self.end:
                raise Halt(StoppedError())
            sides = (row, strict), (opposite(row), not strict)
            if len(path) < len(start.path):
                expected, yes = start.path[len(path)]
                if expected != row:
                    raise Halt(_is_no_function())
            else:
                claims = missing_side(rows, sides[0], False), missing_side(rows, sides[1], tie)
                cuts = [self._cut(claim) for claim in claims]
                node: dict[str, Any] = {"row": [*row], "strict": strict}
                node |= {s: {"cut": cut} for s, cut in zip(("yes", "no"), cuts, strict=True) if cut}
                yes = cuts[0] is None
                if yes and cuts[1] is None:
                    waiting.append(Open([*path, (row, False)], node, "no"))
                parent[place] = node
                parent, place = node, "yes" if yes else "no"
            path.append((row, yes))
            rows.append(sides[not yes])
            return yes

        decision = self.subject.decide(self.subject.family.tracer(answer))
        failure = self.subject.failure
        self._run_again(path, decision)
        proofs = [self._prove(claim, failure) for claim in self.subject.claims(rows, decision)]
        parent[place] = {"decision": decision, "proofs": proofs}
        self.state.paths += 1

    def _run_again(self, path: list[tuple[Row, bool]], decision: Any) -> None:
        """Refuse a method that decides otherwise in a second run, under another name."""
        steps = iter(path)

        def answer(row: Row, _: bool, __: bool) -> bool:
            expected, yes = next(steps, (None, False))
            if expected != row:
                raise Halt(_is_no_function())
            return yes

        tracer = self.subject.family.tracer(answer)
        again = self.subject.decide(tracer, name="another name", source="another source")
        if again != decision or next(steps, None) is not None:
            raise _is_no_function()

    # Programs

    def _largest(self, claim: Inequality, **how: Any) -> Any:
        if time.time() > self.end:
            raise StoppedError
        self.state.programs += 1
        return self._programs.largest(claim, **how)

    def _cut(self, claim: Inequality) -> Combination | None:
        """Return the proof that a side is missing, or ``None`` if it has inputs."""
        if not claim.large:
            return self._inside(claim.rows)[1]
        known = self._proofs.find(claim)
        if known is None and (known := self._largest(claim, cap=True).proof):
            self._proofs.add(claim, known)
        return known or None

    def _inside(self, rows: Rows) -> tuple[list[Fraction] | None, Combination | None]:
        """Return an input that satisfies rows, strict ones strictly; or the proof of none."""
        known = self._proofs.find(Inequality(rows))
        if known is not None:
            return None, known
        strict = [i for i, (_, is_strict) in enumerate(rows) if is_strict]
        optimum = self._largest(Inequality(rows, tuple(rows[i][0] for i in strict)), cap=True)
        if optimum.proof:
            weights: dict[int, Fraction] = {}
            for i, m in zip(optimum.proof[::2], optimum.proof[1::2], strict=True):
                own = i if i < len(rows) else strict[i - len(rows)]
                weights[own] = weights.get(own, Fraction(0)) + m
            known = whole_multipliers(weights)
            self._proofs.add(Inequality(rows), known)
            return None, known
        values = [(row, 0) for row, _ in rows] + [(rows[i][0], 1) for i in strict]
        point = exact_point(optimum.point, values)
        if not point[-1] or not all(holds(*row, point) for row in rows):
            raise input_error("method", "has a path whose inputs are not found exactly")
        return [x / point[-1] for x in point], None

    def _prove(self, claim: Inequality, failure: InputError | None) -> Combination:
        """Return the proof of a claim for the worst ratio, which may grow by it."""
        known = self._proofs.find(claim) if claim.large else None
        if known is not None:
            return known
        optimum = self._largest(claim, cap=not claim.small) if claim.large else None
        if optimum is not None and optimum.proof and optimum.value <= self.state.ratio:
            self._proofs.add(claim, optimum.proof)
            return optimum.proof
        inside, empty = self._inside(claim.rows)
        if empty is not None:
            return empty
        assert inside is not None
        if not claim.small:
            raise self._with_inputs(failure or input_error("method", "is infeasible"), inside)
        values = [(row, 0) for row, _ in claim.rows]
        if optimum is None:
            against = [(opposite(form), False) for form in claim.small]
            optimum = self._largest(Inequality([*claim.rows, *against], claim.large), cap=True)
            values += [*((form, 0) for form in claim.small), *((form, 1) for form in claim.large)]
            point = exact_point(optimum.point, values)
            self.state.witness = Witness(None, inside, point, claim.competitor)
            raise UnboundedError
        values += [(form, 1) for form in claim.small]
        point = exact_point(optimum.point, values)
        self.state.witness = Witness(optimum.value, inside, point, claim.competitor)
        self._proofs.add(claim, optimum.proof)
        return optimum.proof

    def _with_inputs(self, failure: InputError, inside: list[Fraction]) -> InputError:
        """Return the error of a method that finds no plan although there is one."""
        document = self.subject.family.document(inside[:-1])
        roots = {field.split("[")[0].split(".")[0] for field in self.subject.family.free}
        inputs = ", ".join(f"{root} = {document[root]}" for root in sorted(roots))
        fault = failure.faults[0]
        return input_error(fault.place, f"{fault.rule}, although there is a plan, for {inputs}")


def _is_no_function() -> InputError:
    rule = (
        "is not a function of the inputs: a second run on the same inputs, under another name, "
        "went another way (random numbers, the clock, or labels of the instance)"
    )
    return input_error("method", rule)
