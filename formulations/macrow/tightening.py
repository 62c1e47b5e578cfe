"""Rows that no plan of macrow breaks, and that raise the bound of its relaxation."""

from __future__ import annotations

from fractions import Fraction
from math import gcd

import numpy as np
import pyomo.environ as pyo

from ...instances.macrow.arrays import MacroArrays
from .network import sides_of
from .rows import Row, row, total

_FINEST = 10_000  # steps are looked for down to this part of a node
_COARSE = Fraction(1, 100)  # finer ones would tell too little
_SAME = 1e-12


def least_counts(arrays: MacroArrays) -> np.ndarray:
    """Return the fewest candidates with which each unit can have the mips that it needs."""
    least = arrays.min_nodes.copy()
    for u, need, mips in zip(arrays.need_unit, arrays.need, arrays.need_mips, strict=True):
        best = np.cumsum(np.sort(mips[arrays.allowed[u]])[::-1])
        enough = best >= need * (1 - 1e-6)
        least[u] = max(least[u], int(np.argmax(enough)) + 1 if enough.any() else 1)
    return least


def at_least_nodes(model: pyo.ConcreteModel, arrays: MacroArrays) -> None:
    """Add how many candidates a PE must have for its mips."""
    least = least_counts(arrays)

    @model.Constraint(np.flatnonzero(least > arrays.min_nodes).tolist())
    def enough_nodes(model: pyo.ConcreteModel, u: int) -> Row:
        """A PE has as many candidates as its largest usable mips need to reach its goal."""
        here = np.flatnonzero(arrays.allowed[u]).tolist()
        chosen = total(model.v[arrays.units[u], arrays.nodes[n]] for n in here)
        return int(least[u]), chosen, None


def add_sides(model: pyo.ConcreteModel, arrays: MacroArrays) -> None:
    """Add the sides of links on which PEs lie, instead of (7)-(11).

    A PE that must run lies on at least one side of every link.  (7)-(10) do not say so: there the
    relaxation spreads a PE thinly over many clusters and uses no link.  With this row the streams
    that use a link are a cut, and the relaxation finds the smallest cut between pinned PEs.
    """
    sides = sides_of(arrays)
    must = dict(zip(arrays.units, arrays.must_run.tolist(), strict=True))
    crossing = {(end, e) for p, q, e in model.CROSSINGS for end in (p, q)}
    reached = {
        (p, e, i): [c for c in sides[e][i - 1] if (p, c) in model.w]
        for p, e in sorted(crossing)
        for i in (1, 2)
    }
    model.SIDES = pyo.Set(initialize=[1, 2])
    model.side = pyo.Var(
        [key for key, some in reached.items() if some],
        bounds=(0, 1),
        doc="p has candidates on side i of link e",
    )

    @model.Constraint([(*key, c) for key, some in reached.items() for c in some])
    def side_reached(model: pyo.ConcreteModel, p: str, e: str, i: int, c: str) -> Row:
        """A PE lies on the side of every cluster that it touches."""
        return None, row([1, -1], [model.w[p, c], model.side[p, e, i]]), 0

    @model.Constraint([(p, e) for p, e in sorted(crossing) if must[p]])
    def somewhere(model: pyo.ConcreteModel, p: str, e: str) -> Row:
        """A PE that must run lies on at least one side of a link."""
        return 1, total(model.side[p, e, i] for i in (1, 2) if reached[p, e, i]), None

    @model.Constraint(
        [
            (p, q, e, first, second)
            for p, q, e in model.CROSSINGS
            for first in dict.fromkeys((p, q))
            for second in dict.fromkeys((p, q))
            if reached[first, e, 1] and reached[second, e, 2]
        ]
    )
    def link_used(model: pyo.ConcreteModel, p: str, q: str, e: str, first: str, second: str) -> Row:
        """A stream with PEs on both sides of a link uses the link."""
        ends = [model.side[first, e, 1], model.side[second, e, 2]]
        return -1, row([1, -1, -1], [model.y[p, q, e], *ends]), None


def step_sizes(arrays: MacroArrays) -> list[float | None]:
    """Return for each node the step of which all loads on it are multiples; ``None``: too fine."""
    sizes: list[float | None] = []
    for load, allowed in zip(arrays.load.T, arrays.allowed.T, strict=True):
        step = Fraction(0)
        for value in np.unique(load[allowed]).tolist():
            near = Fraction(value).limit_denominator(_FINEST)
            exact = abs(float(near) - value) <= _SAME
            step = _common_step(step, near) if exact else Fraction(1, _FINEST**2)
        sizes.append(float(step) if step >= _COARSE else None)
    return sizes


def _common_step(one: Fraction, other: Fraction) -> Fraction:
    top = gcd(one.numerator * other.denominator, other.numerator * one.denominator)
    return Fraction(top, one.denominator * other.denominator)


def add_steps(model: pyo.ConcreteModel, arrays: MacroArrays) -> None:
    """Add that utilisations come in steps, so that no node reaches further than its last step.

    Cores make them: PEs of one thread load a node of four cores by quarters.
    """
    found = zip(arrays.nodes, step_sizes(arrays), strict=True)
    size_of = {n: size for n, size in found if size is not None}
    sizes = sorted(set(size_of.values()))
    if not sizes:
        return
    most = float((arrays.load * arrays.allowed).sum(axis=0).max())
    model.steps = pyo.Var(range(len(sizes)), domain=pyo.NonNegativeIntegers)
    for k, size in enumerate(sizes):
        model.steps[k].setub(np.ceil(most / size))

    @model.Constraint(list(size_of))
    def whole_steps(model: pyo.ConcreteModel, n: str) -> Row:
        """A node is used up to a whole number of its steps."""
        size = size_of[n]
        return None, row([1, -size], [model.alpha[n], model.steps[sizes.index(size)]]), 0

    @model.Constraint(range(len(sizes)))
    def steps_below_the_busiest(model: pyo.ConcreteModel, k: int) -> Row:
        """Which is not above the busiest node."""
        return 0, row([1, -sizes[k]], [model.busiest_node, model.steps[k]]), None
