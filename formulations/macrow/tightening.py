"""Rows that no plan of macrow breaks, and that raise the bound of its relaxation."""

from __future__ import annotations

from fractions import Fraction
from math import gcd

import numpy as np
import pyomo.core as pyo

from ...instances.macrow import MacroArrays
from ..algebra import Indices, Relation, Variables, family, total
from .network import crossings_of, touches_of

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
    def enough_nodes(model: pyo.ConcreteModel, p: int) -> Relation:
        """A PE has as many candidates as its largest usable mips need to reach its goal."""
        return total(model.v[p]) >= least[p]


def add_sides(model: pyo.ConcreteModel, arrays: MacroArrays) -> None:
    """Add the sides of links on which PEs lie, instead of (7)-(11).

    A PE that must run lies on at least one side of every link.  (7)-(10) do not say so: there the
    relaxation spreads a PE thinly over many clusters and uses no link.  With this row the streams
    that use a link are a cut, and the relaxation finds the smallest cut between pinned PEs.
    """
    p, q, e, _ = crossings_of(arrays)
    crosses = np.zeros((len(arrays.units), len(arrays.links)), dtype=np.bool_)
    crosses[p, e] = crosses[q, e] = True
    touches = touches_of(arrays) & crosses[:, :, None, None]
    reached = np.asarray(touches.any(axis=3), dtype=np.bool_)
    model.SIDES = pyo.Set(initialize=[1, 2])
    model.side = Variables(
        model.PES,
        model.LINKS,
        model.SIDES,
        where=reached,
        lower=0,
        upper=1,
        doc="p has candidates on side i of link e",
    )

    @family(model, model.PES, model.LINKS, model.SIDES, model.CLUSTERS, where=touches)
    def side_reached(p: Indices, e: Indices, i: Indices, c: Indices) -> Relation:
        """A PE lies on the side of every cluster that it touches."""
        return model.w[p, c] <= model.side[p, e, i]

    must = np.argwhere(crosses & arrays.must_run[:, None])

    @model.Constraint([(arrays.units[p], arrays.links[e]) for p, e in must])
    def somewhere(model: pyo.ConcreteModel, p: str, e: str) -> Relation:
        """A PE that must run lies on at least one side of a link."""
        return total(model.side[p, e]) >= 1

    k = np.tile(np.arange(len(p)), 4)
    first, second = np.concatenate([p, q, p, q]), np.concatenate([p, q, q, p])
    both = reached[first, e[k], 0] & reached[second, e[k], 1]
    both &= (np.arange(len(k)) < len(p)) | (p != q)[k]  # the four are one where p is q
    crossing = (k[both], first[both], second[both])

    @family(model, model.CROSSINGS, model.PES, model.PES, where=crossing)
    def link_used(pqe: Indices, first: Indices, second: Indices) -> Relation:
        """A stream with PEs on both sides of a link uses the link."""
        one, other = model.side[first, e[pqe], 1], model.side[second, e[pqe], 2]
        return model.y[pqe] >= one + other - 1


def step_sizes(arrays: MacroArrays) -> list[float | None]:
    """Return for each node the step that divides all loads on it; ``None``: too fine."""
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
    step = np.array([np.nan if size is None else size for size in step_sizes(arrays)])
    stepped = ~np.isnan(step)
    if not stepped.any():
        return
    sizes, kind = np.unique(step[stepped], return_inverse=True)
    kind_of = np.full(len(step), -1)
    kind_of[stepped] = kind
    most = float((arrays.load * arrays.allowed).sum(axis=0).max())
    model.steps = Variables(
        range(len(sizes)), domain=pyo.NonNegativeIntegers, upper=np.ceil(most / sizes)
    )

    @family(model, model.alpha, where=stepped)
    def whole_steps(n: Indices) -> Relation:
        """A node is used up to a whole number of its steps."""
        return model.alpha[n] <= step[n] * model.steps[kind_of[n]]

    @family(model, model.steps)
    def steps_below_the_busiest(k: Indices) -> Relation:
        """The step total is at most the busiest utilisation."""
        return sizes[k] * model.steps[k] <= model.busiest_node
