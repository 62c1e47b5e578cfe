"""Verify a guarantee in integers and fractions: no solver, and nothing of the search for it.

The claim is about all inputs of a family, as the method's comparisons see them.  Where the two
sides of a comparison can differ only by a tie, the tie counts as the other side.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from .guarantees import (
    Combination,
    Form,
    Inequality,
    Piece,
    Rows,
    Subject,
    common_scale,
    holds,
    is_identity,
    piece_at,
    whole_forms,
)
from .symbolic import Row
from .verify_proof import Refused

_CLOSE = Fraction(1, 10**6)
_ROUNDING = Fraction(1, 10**9)
_LARGE = 1000  # the ratio of an instance that shows that there is no largest one


class GuaranteeVerifier:
    """The checks of one document against its subject."""

    def __init__(self, document: Mapping[str, Any], subject: Subject) -> None:
        self.document, self.subject = document, subject
        self.certificate = document["certificate"]
        self.rows: Rows = subject.family.rows
        self.competitors = subject.competitors()
        self.leaves = 0
        self.products = 0

    def verify(self) -> None:
        """Raise `Refused` at the first fault."""
        family = self.subject.family
        self._same("instance", {"name": family.instance.name, "sha256": family.instance.sha256})
        self._same("assumptions", [each.as_document() for each in family.assumptions])
        self._same("sense", self.subject.sense)
        kind = self.document["kind"]
        if kind == "exact":
            for key in ("at_least", "at_most"):
                self._same(key, self.document["ratio"])
            self._tree(Fraction(self.document["ratio"]))
            self._same("paths", self.leaves)
        elif kind == "unbounded":
            for key in ("ratio", "at_least", "at_most"):
                self._same(key, None)
        elif kind != "bounds" or self.document["ratio"] is not None or self.document["at_most"]:
            raise Refused("kind", "claims a bound without a certificate")
        self._witness(kind)
        self._worst_instance(kind)

    def _same(self, key: str, value: Any) -> None:
        if self.document[key] != value:
            raise Refused(key, f"is {self.document[key]!r:.200}, but must be {value!r:.200}")

    # At most: every leaf of the tree, and that no side is missing

    def _tree(self, ratio: Fraction) -> None:
        checked: set[int] = set()
        for path, leaf in _leaves(self.certificate["tree"], []):
            self.leaves += 1
            rows, steps = list(self.rows), iter(path)
            place = "".join("y" if side == "yes" else "n" for _, side in path) or "root"

            def answer(
                row: Row,
                strict: bool,
                tie: bool,
                rows: Rows = rows,
                steps: Any = steps,
                place: str = place,
            ) -> bool:
                node, side = next(steps, (None, ""))
                if node is None or (node["row"], node["strict"]) != ([*row], strict):
                    raise Refused(f"tree, {place}", "the method asks another question")
                minus = tuple(-a for a in row)
                sides = {"yes": (row, strict), "no": (minus, not strict)}
                other = "no" if side == "yes" else "yes"
                if "cut" in node[other] and id(node) not in checked:
                    checked.add(id(node))
                    is_tie = tie and other == "no"
                    self._cut(node[other]["cut"], rows, sides[other], is_tie, place)
                rows.append(sides[side])
                return side == "yes"

            decision = self.subject.decide(self.subject.family.tracer(answer))
            if next(steps, None) is not None:
                raise Refused(f"tree, {place}", "the method ends before the leaf")
            if decision != leaf["decision"]:
                raise Refused(f"tree, {place}", "the method decides otherwise")
            self._leaf(leaf["pieces"], rows, decision, ratio, f"tree, {place}")

    def _cut(
        self, proof: Combination, rows: Rows, side: tuple[Row, bool], is_tie: bool, place: str
    ) -> None:
        """Check that a side is empty, or has only ties and is not about equality."""
        known = [*rows, side]
        is_only_ties = not is_tie and _weight(proof, range(len(rows), len(known))) > 0
        if not self._adds_up(proof, known, []) or not (is_only_ties or _is_strict(proof, known)):
            raise Refused(f"tree, {place}", "a missing side is not proven empty")

    def _adds_up(self, proof: Combination, rows: Rows, forms: list[Form]) -> bool:
        self.products += 1
        return is_identity(proof, [*(row for row, _ in rows), *forms])

    def _leaf(
        self, proofs: list[Any], rows: Rows, decision: Any, ratio: Fraction, place: str
    ) -> None:
        pieces = self.subject.pieces(decision)
        if len(proofs) != len(pieces):
            raise Refused(place, "has another number of pieces")
        for proof, piece in zip(proofs, pieces, strict=True):
            known = [*rows, *piece.rows]
            if "empty" in proof:
                if not self._adds_up(proof["empty"], known, []) or not _is_strict(
                    proof["empty"], known
                ):
                    raise Refused(place, "a piece of the cost is not proven empty")
                continue
            if not piece.forms:
                raise Refused(place, "the decision is infeasible")
            self._needs(proof["needs"], known, piece, place)
            left = iter(proof["proofs"])
            for _, others in self.competitors:
                for part in self.subject.parts(known, piece, others):
                    self._part(next(left, None), part, ratio, place)
            if next(left, None) is not None:
                raise Refused(place, "has too many proofs")

    def _needs(self, proofs: list[Combination], rows: Rows, piece: Piece, place: str) -> None:
        if len(proofs) != len(piece.needs):
            raise Refused(place, "has another number of feasibility rows")
        for proof, need in zip(proofs, piece.needs, strict=True):
            minus: list[Form] = [tuple(-a for a in need)]
            last = range(len(rows), len(rows) + 1)
            if not self._adds_up(proof, rows, minus) or not _weight(proof, last) > 0:
                raise Refused(place, "the decision is not proven feasible")

    def _part(self, proof: Any, part: Inequality, ratio: Fraction, place: str) -> None:
        """Check one competitor: the large forms are at most the ratio times the small ones."""
        if not isinstance(proof, list):
            raise Refused(place, "a competitor has no proof")
        scale = common_scale(part.large + part.small)
        large = whole_forms(part.large, scale)
        small = whole_forms(part.small, -scale)
        if not self._adds_up(proof, part.rows, [*large, *small]):
            raise Refused(place, "the multipliers of a competitor do not add up to zero")
        first = len(part.rows)
        upper = _weight(proof, range(first, first + len(large)))
        lower = _weight(proof, range(first + len(large), first + len(large) + len(small)))
        is_empty = upper == lower == 0 and _is_strict(proof, part.rows)
        if not is_empty and not (upper > 0 and lower <= ratio * upper):
            raise Refused(place, "the multipliers of a competitor prove a larger ratio")

    # At least: an input with this ratio, or inputs whose ratios have no limit

    def _witness(self, kind: str) -> None:
        witness = self.certificate["witness"]
        inside, point = ([Fraction(x) for x in witness[key]] for key in ("inside", "point"))
        rows = list(self.rows)
        if inside[-1] != 1 or not all(holds(*row, inside) for row in rows):
            raise Refused("witness", "is not an input of the family")

        def answer(row: Row, strict: bool, _: bool) -> bool:
            yes = holds(row, strict, inside)
            rows.append((row, strict) if yes else (tuple(-a for a in row), not strict))
            return yes

        decision = self.subject.decide(self.subject.family.tracer(answer))
        costs = []
        for document in (decision, witness["competitor"]):
            piece = piece_at(self.subject.pieces(document), inside)
            if piece is None:
                raise Refused("witness", "a decision is infeasible there")
            rows += [*piece.rows, *((row, False) for row in piece.needs)]
            costs.append(self.subject.extreme_at(piece, point))
        if not all(holds(row, False, point) for row, _ in rows):
            raise Refused("witness", "its point is not on the same path")
        large, small = costs if self.subject.sense == "minimize" else costs[::-1]
        if kind == "unbounded":
            if not (large > 0 and small <= 0):
                raise Refused("ray", "the ratio is not unbounded along it")
        elif not (small > 0 and large == Fraction(self.document["at_least"]) * small):
            raise Refused("witness", "has another ratio")

    def _worst_instance(self, kind: str) -> None:
        family, document = self.subject.family, self.document["worst_instance"]
        inputs = family.point(document)
        labels = {key: document.get(key) for key in ("name", "source")}
        if {**family.document(inputs), **labels} != {**document, **labels}:
            raise Refused("worst_instance", "differs from the instance in other fields")
        point = [*inputs, Fraction(1)]
        if not all(holds(row, strict, point) for row, strict in self.rows):
            raise Refused("worst_instance", "violates an assumption")
        cost, best = self.subject.ratio_at(point)
        large, small = (cost, best) if self.subject.sense == "minimize" else (best, cost)
        if kind == "unbounded":
            if large <= _LARGE * small:
                raise Refused("worst_instance", "has a small ratio")
            return
        reached = self.document["attained"]
        slack = _ROUNDING if reached else _CLOSE
        if not large >= Fraction(self.document["at_least"]) * (1 - slack) * small:
            raise Refused("worst_instance", "has a smaller ratio")


def _leaves(node: Any, path: list[tuple[Any, str]]) -> Iterator[tuple[list[tuple[Any, str]], Any]]:
    """Yield each leaf of a tree with the nodes on its path, and their sides."""
    if "decision" in node:
        yield path, node
        return
    sides = [side for side in ("yes", "no") if "cut" not in node[side]]
    if not sides:
        raise Refused("tree", "a node has no side")
    for side in sides:
        yield from _leaves(node[side], [*path, (node, side)])


def _weight(proof: Combination, indices: range) -> int:
    return sum(m for i, m in zip(proof[::2], proof[1::2], strict=True) if i in indices)


def _is_strict(proof: Combination, rows: Rows) -> bool:
    """Return whether a combination of rows uses a strict one, so that its sum is positive."""
    pairs = zip(proof[::2], proof[1::2], strict=True)
    return any(m > 0 and i < len(rows) and rows[i][1] for i, m in pairs)


def verify_guarantee(document: Mapping[str, Any], subject: Subject) -> list[str]:
    """Return sentences about the checks of a guarantee; raise `Refused` if one fails."""
    verifier = GuaranteeVerifier(document, subject)
    try:
        verifier.verify()
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise Refused("certificate", f"is malformed: {type(error).__name__}: {error}") from None
    count = len(verifier.competitors)
    return [
        f"{verifier.leaves:,} paths of the method, {count:,} competing decisions",
        f"{verifier.products:,} sums of rows in integers",
    ]
