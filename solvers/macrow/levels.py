"""The levels at which the busiest node can be: nodes are used in steps.

Cores make them: PEs of one thread load a node of four cores by quarters.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

import numpy as np

from ...core.arrays import FloatArray
from ...instances.macrow import MacroArrays, MacroW, Node

_MOST_STEPS = 10_000  # finer steps up to the busiest utilisation would tell nothing
_MOST_SIZES = 6  # per kind of nodes


def step_of(loads: Iterable[Fraction]) -> Fraction | None:
    """Return the largest amount that divides all loads; ``None`` if there are none."""
    parts = {load for load in loads if load}
    if not parts:
        return None
    common = lcm(*(part.denominator for part in parts))
    return Fraction(gcd(*(int(part * common) for part in parts)), common)


def unit_loads(instance: MacroW, arrays: MacroArrays, nodes: Sequence[str]) -> list[list[Fraction]]:
    """Return what each unit loads some nodes with, as the file writes it; one list per node."""
    pes = {pe.name: pe for pe in instance.pes}
    known: dict[tuple[float, float], Fraction] = {}

    def load(name: str, node: Node) -> Fraction:
        key = pes[name].usable(node), node.mips
        if key not in known:
            known[key] = Fraction(str(key[0])) / Fraction(str(key[1]))
        return known[key]

    chosen = set(nodes)
    return [
        [sum((load(name, node) for name in names), Fraction(0)) for names in arrays.members]
        for node in instance.nodes
        if node.name in chosen
    ]


def below(level: Fraction, step: Fraction) -> Fraction:
    """Return the largest multiple of a step below a level."""
    return (-(-level // step) - 1) * step


def levels_between(steps: set[Fraction], low: Fraction, high: Fraction) -> list[Fraction]:
    """Return all multiples of steps strictly between two levels, rising."""
    levels: set[Fraction] = set()
    for step in steps:
        if (high - low) / step > _MOST_STEPS:
            return []
        first = low // step + 1
        last = -(-high // step) - 1
        levels.update(step * k for k in range(int(first), int(last) + 1))
    return sorted(levels)


@dataclass(frozen=True, eq=False)
class Packing:
    """A size of loads on a kind of nodes, and how many times it goes into the load of each unit.

    On a node with load up to L it goes into all of them together ⌊L / size⌋ times at most: a node
    with load for five cores holds one PE of three cores or more.
    """

    kind: int
    size: Fraction
    times: FloatArray


def packings(loads: list[list[Fraction]], steps: list[Fraction | None]) -> list[Packing]:
    """Return the packings of all kinds of nodes, by the sizes of loads on them."""
    found = []
    for g, (row, step) in enumerate(zip(loads, steps, strict=True)):
        sizes = sorted({load for load in row if step and load > step})
        if len(sizes) > _MOST_SIZES:
            sizes = sizes[:: -(-len(sizes) // _MOST_SIZES)]
        for size in sizes:
            found.append(Packing(g, size, np.array([float(load // size) for load in row])))
    return found
