"""The judge of microw: checks (47)-(53) one by one, and verifies price certificates."""

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import Field

from ...core.schema import NonNegative
from ...instances.microq import MicroQ
from ...instances.microw import NOISE, MicroW
from .forms import Certificate, Decision
from .judging import Judge
from .proofs.claims import UnprovenError
from .tolerances import LAST_DIGIT, TOLERANCE
from .verdict import Violation, exceeds, excess

_MOST_CHOICES = 64  # of legal ranges of a PE; with more, their gaps are ignored

Fractions: TypeAlias = dict[str, dict[str, float]]  # by PE and node
_PricedShare: TypeAlias = tuple[float, float, float, Sequence[tuple[float, float]]]


class NodeFractions(Decision):
    """A decision: the node fractions of each PE; a fraction that is not listed is 0."""

    NAMES: ClassVar[Mapping[str, tuple[str, ...]]] = {"fraction": ("pes", "nodes")}
    fraction: Fractions


class GoalPrices(Certificate):
    """A certificate: prices in [-1, 1] of the PEs' goals, prices of nodes, a price of changes."""

    NAMES: ClassVar[Mapping[str, tuple[str, ...]]] = {"pe": ("pes",), "node": ("nodes",)}
    COMPLETE: ClassVar[tuple[str, ...]] = ("pe", "node")
    kind: Literal["prices"] = "prices"
    pe: dict[str, Annotated[float, Field(ge=-1, le=1)]]
    node: dict[str, NonNegative]
    change: NonNegative | None = None


def check(instance: MicroW, decision: NodeFractions, judge: Judge) -> float:
    """Check the fractions; the objective is the sum of the PEs' distances from their goals."""
    now, mips = decision.fraction, {node.name: node.mips for node in instance.nodes}
    changed, moved = dict[str, float](), set[str]()
    for p in (pe.name for pe in instance.pes):
        row, before = now.get(p, {}), instance.previous.get(p, {})
        of_pe = {n: abs(row.get(n, 0.0) - before.get(n, 0.0)) for n in row | before}
        changed[p] = math.fsum(change * mips[n] for n, change in of_pe.items())
        moved.update(n for n, change in of_pe.items() if change > TOLERANCE)
    touched = [node.name for node in instance.nodes if node.name in moved]
    most = len(touched) if instance.max_touched_nodes is None else instance.max_touched_nodes
    message = f"{len(touched)} nodes are touched, but at most {most} may be"  # (49), (50)
    judge.violations += [
        *_changes(instance, changed),
        *excess("max_touched_nodes", ", ".join(touched), len(touched) - most, message),
        *_legal_fractions(instance, now),
        *_fixed_fractions(instance, now),
        *node_capacity(instance, now),
    ]
    judge.details = {"change": math.fsum(changed.values()), "touched_nodes": len(touched)}
    away, least = [], instance.least_weighed
    for pe in instance.pes:
        got = math.fsum(part * mips[n] for n, part in now.get(pe.name, {}).items())
        distance = abs(got - pe.goal)  # or a rounding error
        away.append(distance if distance > NOISE * max(least, pe.goal) else 0.0)
    return math.fsum(away)


def _changes(instance: MicroW, changed: dict[str, float]) -> Iterator[Violation]:
    """Yield violations of (47), (48): more mips change than allowed, in total or for a PE."""
    rounding, total = _rounding(instance), math.fsum(changed.values())
    limits = [("max_total_change", "all PEs", total, "", instance.max_total_change)]
    for pe in instance.pes:
        limits += [("max_change", f"PE {pe.name}", changed[pe.name], " of it", pe.max_change)]
    for rule, where, mips, whose, limit in limits:
        if limit is not None and mips - limit > TOLERANCE * limit + rounding:
            message = f"{mips:.15g} mips{whose} change, but at most {limit:.15g} may"
            yield Violation(rule, where, mips - limit, message)


def _rounding(instance: MicroW) -> float:
    """Return the largest error in mips that results if fractions are rounded to twelve digits."""
    return LAST_DIGIT * math.fsum(node.mips for node in instance.nodes) * len(instance.pes)


def _legal_fractions(instance: MicroW, now: Fractions) -> Iterator[Violation]:
    """Yield violations of (51): fractions outside the legal ranges, or not on candidates."""
    for pe in instance.pes:
        listed = now.get(pe.name, {})
        for n in listed | pe.allowed:
            value = listed.get(n, 0.0)
            ranges = pe.allowed.get(n, ((0.0, 1.0),)) if n in pe.nodes else ((0.0, 0.0),)
            away = min(max(low - value, value - high, 0.0) for low, high in ranges)
            if away <= TOLERANCE:
                continue
            message = f"{value:.15g} is not legal; legal ranges: {[list(r) for r in ranges]}"
            if n not in pe.nodes:
                message = f"uses {value:.15g} of a node that is not a candidate"
            elif n not in listed:
                message = f"0 is not legal; the minimum is {ranges[0][0]:.15g}"
            yield Violation("allowed", f"PE {pe.name} on node {n}", away, message)


def _fixed_fractions(instance: MicroW, now: Fractions) -> Iterator[Violation]:
    """Yield violations of (52): fixed fractions that have changed."""
    for pe in instance.pes:
        for n in pe.fixed:
            before, value = (of.get(pe.name, {}).get(n, 0.0) for of in (instance.previous, now))
            away = abs(value - before)
            if away > TOLERANCE:
                message = f"is fixed at {before:.15g}, but has {value:.15g}"
                yield Violation("fixed", f"PE {pe.name} on node {n}", away, message)


def node_capacity(instance: MicroW | MicroQ, now: Fractions) -> Iterator[Violation]:
    """Yield violations of (53), which is (39) of microq: a node's fractions sum to more than 1."""
    parts: dict[str, list[float]] = {node.name: [] for node in instance.nodes}
    for row in now.values():
        for name, part in row.items():
            parts[name].append(part)
    for node in instance.nodes:
        used = math.fsum(parts[node.name])
        if exceeds(used, 1.0):
            message = f"its fractions sum to {used:.15g}, more than 1"
            yield Violation("capacity", f"node {node.name}", used - 1.0, message)


def certified(instance: MicroW, prices: GoalPrices) -> Fraction:
    """Return the bound that prices prove, computed in fractions except for `_gap_costs`.

    For prices -1 <= π_p <= 1 of goals, μ_n >= 0 of nodes and λ >= 0 of changes, the distance of
    each decision from the goals g_p is at least Σ π_p g_p - Σ μ_n H_n - λ T plus the sum of
    H_n min ((μ_n - π_p) f + λ |f - f'|) over PEs and nodes.  H_n are the mips of node n, and T is
    the largest accepted total change.  Each minimum is over fractions f from the least to the
    greatest legal one; f' is the previous fraction.
    """
    change, limit = prices.change or 0.0, instance.max_total_change
    sums: dict[int, int] = {}  # numerators by denominator: nothing is rounded
    mips = {node.name: node.mips for node in instance.nodes}

    def add(*factors: float | Fraction) -> None:
        top = bottom = 1
        for above, below in (factor.as_integer_ratio() for factor in factors):
            top, bottom = top * above, bottom * below
        sums[bottom] = sums.get(bottom, 0) + top

    @cache
    def slope_of(of_node: float, of_pe: float) -> tuple[Fraction, int]:
        slope = Fraction(of_node) - Fraction(of_pe)
        return slope, (slope > change) - (-slope > change)

    if change:
        if limit is None:
            raise UnprovenError("changes have no limit, so they can have no price")
        add(-change, limit + TOLERANCE * limit + _rounding(instance))
    for name, of_node in prices.node.items():
        add(-of_node, mips[name])
    for pe in instance.pes:
        of_pe, before = prices.pe[pe.name], instance.previous.get(pe.name, {})
        add(of_pe, pe.goal)
        shares: list[_PricedShare] = []
        for n in dict.fromkeys((*pe.nodes, *before)):
            was = before.get(n, 0.0)
            ranges = pe.allowed.get(n, ((0.0, float(n in pe.nodes)),))
            ranges = ((was, was),) if n in pe.fixed else ranges
            low, high = ranges[0][0], ranges[-1][1]
            # the function is convex in f, with a kink at f'
            slope, side = slope_of(prices.node[n], of_pe)
            end = (min(max(was, low), high), low, high)[side]
            away = change if end > was else -change
            for price, fraction in ((slope, end), (away, end), (-away, was)):
                if price and fraction:
                    add(mips[n], price, fraction)
            shares.append((mips[n], prices.node[n], was, ranges))
        if 1 < math.prod(len(ranges) for *_, ranges in shares) <= _MOST_CHOICES:
            add(_gap_costs(shares, pe.goal, of_pe, change))
    return sum((Fraction(above, below) for below, above in sums.items()), Fraction(0))


def _gap_costs(shares: list[_PricedShare], goal: float, of_goal: float, change: float) -> float:
    """Return by how much the gaps between a PE's legal ranges raise its part of the bound.

    In `certified` its part is π g + Σ H min ((μ - π) f + λ |f - f'|), as if there were no gaps.
    Here each f is in one legal range, which is chosen for each node.  A choice of ranges costs the
    largest part over -1 <= π <= 1, which is at ±1 or at a kink μ ± λ.  The cheapest choice counts.
    """

    def cost(share: _PricedShare, of_goal: float, low: float, high: float) -> float:
        mips, price, was, _ = share
        ends = low, high, min(max(was, low), high)
        return mips * min((price - of_goal) * f + change * abs(f - was) for f in ends)

    kinks = (price + sign * change for _, price, *_ in shares for sign in (-1, 1))
    parts = [  # of the costs, for each price of the goal, for each range of each node
        [[price * goal], *([cost(own, price, *ends) for ends in own[-1]] for own in shares)]
        for price in {-1.0, 1.0} | {kink for kink in kinks if abs(kink) <= 1}
    ]
    least: float = min(map(max, zip(*(map(sum, product(*each)) for each in parts), strict=True)))
    hull = of_goal * goal + sum(cost(own, of_goal, own[-1][0][0], own[-1][-1][1]) for own in shares)
    sizes = goal + sum(mips * (1 + price + change) for mips, price, *_ in shares)
    return max(0.0, least - hull - LAST_DIGIT * sizes)
