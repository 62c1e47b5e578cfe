"""Verify a guarantee in integers and fractions: no solver, and nothing of the search for it.

The claim is about all inputs of a family, as the method's comparisons see them.  Where the two
sides of a comparison can differ only by a tie, the tie counts as the other side.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ...core.ratio_claims import RatioClaim, holds, leaves_of, missing_side, piece_at
from ...core.symbolic import Row, RunEnd
from .guarantees import Subject
from .verify_proof import Refused

CLOSE = Fraction(1, 10**6)
ROUNDING = Fraction(1, 10**9)
_NO_NODE: Any = {"row": None}
LARGE = 1000  # the ratio of an instance that shows that there is no largest one


class GuaranteeVerifier:
    """The checks of one document against its subject."""

    def __init__(self, document: Mapping[str, Any], subject: Subject) -> None:
        self.document, self.subject, self.family = document, subject, subject.family
        self.leaves = self.proofs = 0

    def verify(self) -> None:
        """Raise `Refused` at the first fault."""
        instance, kind = self.family.instance, self.document["kind"]
        certificate, proven = self.document["certificate"], None
        if kind == "exact":
            proven = self.document["at_least"]
            if Fraction(proven) < 1:
                raise Refused("ratio", "is below 1")
            for path, leaf in leaves_of(certificate["tree"]):
                self._leaf(path, leaf, Fraction(proven))
        expected = {
            "guarantee": 1,
            "instance": {"name": instance.name, "sha256": instance.sha256},
            "assumptions": [each.as_document() for each in self.family.assumptions],
            "sense": self.subject.sense,
            "ratio": proven,
            "at_most": proven,
            "ray": None,
            "paths": self.leaves if kind == "exact" else self.document["paths"],
        }
        if kind == "unbounded":
            point = [Fraction(x) for x in certificate["witness"]["point"]]
            expected |= {"at_least": None, "ray": self.family.ray(point)}
        for key, value in expected.items():
            if self.document[key] != value:
                found = f"is {self.document[key]!r:.200}, but must be {value!r:.200}"
                raise Refused(key, found)
        self._witness(certificate["witness"], kind == "unbounded")
        self._worst_instance(self.document["worst_instance"], kind == "unbounded")

    # At most: every leaf of the tree, and that no side is missing

    def _leaf(self, path: tuple[Any, ...], leaf: Any, ratio: Fraction) -> None:
        """Run the method along a path; check its questions, the missing sides, and all claims."""
        if "decision" not in leaf:
            raise Refused("tree", "a node has no side")
        steps, cuts = iter(path), list[tuple[Any, RatioClaim]]()
        place = "tree, " + ("".join(side[0] for _, side in path) or "root")

        def answer(row: Row, strict: bool, tie: bool) -> bool:
            node, side = next(steps, (_NO_NODE, ""))
            if node["row"] != [*row] or node["strict"] is not strict:
                raise RunEnd(Refused(place, f"the method asks about {row}, the tree does not"))
            other = "no" if side == "yes" else "yes"
            if "cut" in node[other]:
                claim = missing_side(tracer.rows, row, strict, other, tie)
                cuts.append((node[other]["cut"], claim))
            return bool(side == "yes")

        tracer = self.family.tracer(answer)
        decision = self.subject.decide(tracer)
        if next(steps, None) is not None or decision != leaf["decision"]:
            raise Refused(place, "the method decides otherwise")
        for cut, claim in cuts:
            self._check(cut, claim, Fraction(0), f"{place}, a missing side")
        proofs = iter(leaf["proofs"])
        for claim in self.subject.claims(tracer.rows, decision):
            self._check(next(proofs, []), claim, ratio, place)
        if next(proofs, None) is not None:
            raise Refused(place, "has too many proofs")
        self.leaves += 1

    def _check(self, proof: Any, claim: RatioClaim, ratio: Fraction, place: str) -> None:
        self.proofs += 1
        proven = claim.ratio(proof)
        if proven is None or proven > ratio:
            said = "nothing" if proven is None else f"only a ratio of {proven}"
            raise Refused(place, f"the multipliers prove {said}, against {claim.competitor}")

    # At least: an input with this ratio, or inputs whose ratios have no limit

    def _witness(self, witness: Any, is_unbounded: bool) -> None:
        inside, point = ([Fraction(x) for x in witness[key]] for key in ("inside", "point"))
        own, rows = self.subject.decide_at(inside)
        other = piece_at(self.subject.pieces(witness["competitor"]), inside)
        is_input = inside[-1] == 1 and all(holds(*row, inside) for row in rows)
        if own is None or other is None or not is_input:
            raise Refused("witness", "is no input of the family with two feasible decisions")
        rows += [*own.rows, *other.rows, *((row, False) for row in (*own.needs, *other.needs))]
        costs = [self.subject.cost(piece, point) for piece in (own, other)]
        large, small = costs if self.subject.sense == "minimize" else costs[::-1]
        if not all(holds(row, False, point) for row, _ in rows):
            raise Refused("witness", "its point is not on the same path")
        if not (
            large > 0 >= small
            if is_unbounded
            else large == Fraction(self.document["at_least"]) * small > 0
        ):
            raise Refused("witness", "has another ratio")

    def _worst_instance(self, document: Any, is_unbounded: bool) -> None:
        inputs = self.family.point(document)
        labels = {key: document[key] for key in ("name", "source") if key in document}
        point = [*inputs, Fraction(1)]
        if self.family.document(inputs) | labels != document or not all(
            holds(*row, point) for row in self.family.rows
        ):
            raise Refused("worst_instance", "is no instance of the family")
        large, small = self.subject.costs_at(point)
        least = LARGE if is_unbounded else Fraction(self.document["at_least"])
        if not large >= least * (1 - CLOSE) * small:
            raise Refused("worst_instance", "has a smaller ratio")
        is_reached = not is_unbounded and large >= least * (1 - ROUNDING) * small
        if self.document["attained"] is not is_reached:
            raise Refused("attained", f"must be {is_reached}")
