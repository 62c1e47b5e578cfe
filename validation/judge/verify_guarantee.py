"""Verify a guarantee in integers and fractions: no solver, and nothing of the search for it.

The claim is about all inputs of a family, as the method's comparisons see them.  Where the two
sides of a comparison can differ only by a tie, the tie counts as the other side.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from .guarantees import Inequality, Rows, Subject, holds, piece_at
from .symbolic import Halt, Row, opposite
from .verify_proof import Refused

CLOSE = Fraction(1, 10**6)
ROUNDING = Fraction(1, 10**9)
LARGE = 1000  # the ratio of an instance that shows that there is no largest one


def verify_guarantee(document: Mapping[str, Any], subject: Subject) -> list[str]:
    """Return sentences about the checks of a guarantee; raise `Refused` if one fails."""
    verifier = GuaranteeVerifier(document, subject)
    try:
        verifier.verify()
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, ArithmeticError) as error:
        words = f"is malformed: {type(error).__name__}: {error}"
        raise Refused("certificate", words) from None
    count = len(subject.competitors)
    return [
        f"{verifier.leaves:,} paths of the method, {count:,} competing decisions",
        f"{verifier.proofs:,} sums of rows in integers",
    ]


class GuaranteeVerifier:
    """The checks of one document against its subject."""

    def __init__(self, document: Mapping[str, Any], subject: Subject) -> None:
        self.document, self.subject, self.family = document, subject, subject.family
        self.leaves = self.proofs = 0

    def verify(self) -> None:
        """Raise `Refused` at the first fault."""
        instance, kind = self.family.instance, self.document["kind"]
        proven = self.document["at_least"] if kind == "exact" else None
        expected = {
            "instance": {"name": instance.name, "sha256": instance.sha256},
            "assumptions": [each.as_document() for each in self.family.assumptions],
            "sense": self.subject.sense,
            "ratio": proven,
            "at_most": proven,
            "ray": None,
        }
        if kind == "unbounded":
            point = [Fraction(x) for x in self.document["certificate"]["witness"]["point"]]
            expected |= {"at_least": None, "ray": self.family.ray(point)}
        if kind == "exact":
            self._tree(self.document["certificate"]["tree"], Fraction(proven))
            expected["paths"] = self.leaves
        for key, value in expected.items():
            if self.document[key] != value:
                found = f"is {self.document[key]!r:.200}, but must be {value!r:.200}"
                raise Refused(key, found)
        self._witness(self.document["certificate"]["witness"], kind == "unbounded")
        self._worst_instance(self.document["worst_instance"], kind == "unbounded")

    # At most: every leaf of the tree, and that no side is missing

    def _tree(self, tree: Any, ratio: Fraction) -> None:
        checked: set[int] = set()
        for path, leaf in _leaves(tree, ()):
            self.leaves += 1
            rows, steps = list(self.family.rows), iter(path)
            place = "tree, " + ("".join(side[0] for _, side in path) or "root")

            def answer(
                row: Row, strict: bool, tie: bool, rows: Rows = rows, steps: Any = steps
            ) -> bool:
                node, side = next(steps, ({"row": None}, ""))
                if node["row"] != [*row] or node["strict"] is not strict:
                    raise Halt(Refused("tree", f"the method asks about {row}, the tree does not"))
                sides = {"yes": (row, strict), "no": (opposite(row), not strict)}
                for other in sides.keys() - {side}:
                    if "cut" in node[other] and id(node) not in checked:
                        checked.add(id(node))
                        claim = missing_side(rows, sides[other], tie and other == "no")
                        self._check_cut(node[other]["cut"], claim)
                rows.append(sides[side])
                return side == "yes"

            decision = self.subject.decide(self.family.tracer(answer))
            if next(steps, None) is not None or decision != leaf["decision"]:
                raise Refused(place, "the method decides otherwise")
            proofs = iter(leaf["proofs"])
            for claim in self.subject.claims(rows, decision):
                self._check(next(proofs, []), claim, ratio, place)
            if next(proofs, None) is not None:
                raise Refused(place, "has too many proofs")

    def _check_cut(self, proof: Any, claim: Inequality) -> None:
        try:
            self._check(proof, claim, Fraction(0), "tree, a missing side")
        except Refused as refused:
            raise Halt(refused) from None

    def _check(self, proof: Any, claim: Inequality, ratio: Fraction, place: str) -> None:
        self.proofs += 1
        proven = claim.ratio(proof)
        if proven is None or proven > ratio:
            said = "nothing" if proven is None else f"only a ratio of {proven}"
            raise Refused(place, f"the multipliers prove {said}, against {claim.competitor}")

    # At least: an input with this ratio, or inputs whose ratios have no limit

    def _witness(self, witness: Any, is_unbounded: bool) -> None:
        inside, point = ([Fraction(x) for x in witness[key]] for key in ("inside", "point"))
        rows = list(self.family.rows)

        def answer(row: Row, strict: bool, _: bool) -> bool:
            yes = holds(row, strict, inside)
            rows.append((row, strict) if yes else (opposite(row), not strict))
            return yes

        decision = self.subject.decide(self.family.tracer(answer))
        documents = decision, witness["competitor"]
        pieces = [piece_at(self.subject.pieces(each), inside) for each in documents]
        own, other = pieces
        if own is None or other is None:
            raise Refused("witness", "a decision is infeasible there")
        rows += [row for piece in (own, other) for row in piece.rows]
        rows += [(row, False) for piece in (own, other) for row in piece.needs]
        if inside[-1] != 1 or not all(holds(*row, inside) for row in self.family.rows):
            raise Refused("witness", "is not an input of the family")
        if not all(holds(row, False, point) for row, _ in rows):
            raise Refused("witness", "its point is not on the same path")
        costs = self.subject.cost(own, point), self.subject.cost(other, point)
        large, small = costs if self.subject.sense == "minimize" else costs[::-1]
        if is_unbounded and not (large > 0 and small <= 0):
            raise Refused("ray", "the ratio is not unbounded along it")
        if not is_unbounded and not large == Fraction(self.document["at_least"]) * small > 0:
            raise Refused("witness", "has another ratio")

    def _worst_instance(self, document: Any, is_unbounded: bool) -> None:
        inputs = self.family.point(document)
        labels = {key: document[key] for key in ("name", "source") if key in document}
        if self.family.document(inputs) | labels != document:
            raise Refused("worst_instance", "differs from the instance in other fields")
        point = [*inputs, Fraction(1)]
        if not all(holds(*row, point) for row in self.family.rows):
            raise Refused("worst_instance", "violates an assumption")
        costs = self.subject.costs_at(point)
        least = LARGE if is_unbounded else Fraction(self.document["at_least"])
        if costs is None or not costs[0] >= least * (1 - CLOSE) * costs[1]:
            raise Refused("worst_instance", "has a smaller ratio")
        is_reached = not is_unbounded and costs[0] >= least * (1 - ROUNDING) * costs[1]
        if self.document["attained"] is not is_reached:
            raise Refused("attained", f"must be {is_reached}")


def missing_side(rows: Rows, side: tuple[Row, bool], is_equality: bool) -> Inequality:
    """Return the claim that a side of a comparison has no inputs, or only ties.

    The side of an equality has only ties, so that it must have no inputs.
    """
    return Inequality([*rows, side]) if is_equality else Inequality(rows, (side[0],))


def _leaves(node: Any, path: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Yield each leaf of a tree with the nodes on its path, and their sides."""
    if "decision" in node:
        yield path, node
        return
    sides = [side for side in ("yes", "no") if "cut" not in node[side]]
    if not sides:
        raise Refused("tree", "a node has no side")
    for side in sides:
        yield from _leaves(node[side], (*path, (node, side)))
