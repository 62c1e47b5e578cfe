"""Decisions that are images of one another: items alike have changed places, or machines alike.

Of items alike (demand, home, cost, lists, rules) only the order by machine is kept.  Machines alike
are empty now, and nothing tells them apart; the images of a decision under their exchange are cut
together with it.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from math import factorial, prod
from typing import Any

import numpy as np
import pyomo.core as pyo

from ..core.arrays import IntArray
from ..core.schema import Instance
from ..formulations.consolidation import identical_empty
from ..instances.consolidation import Consolidation, kinds_of

_MOST_IMAGES = 120  # that are cut at once; of more machines alike the rest turns up and is cut then


class Images:
    """The images of decisions of an instance; of most problems a decision has none but itself."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance if isinstance(instance, Consolidation) else None
        self.items: list[list[int]] = []
        self.machines: list[list[int]] = []
        if self.instance is not None:
            self.items = list(_alike(self.instance))
            self.machines = [group for group in identical_empty(self.instance) if len(group) > 1]

    def add_order(self, model: pyo.ConcreteModel) -> None:
        """Add rows that keep items alike in the order of their machines."""
        pairs = [pair for group in self.items for pair in itertools.pairwise(group)]
        if not pairs:
            return
        at: dict[int, list[tuple[int, Any]]] = {}
        for (i, j), variable in model.x.items():
            at.setdefault(i, []).append((j, variable))
        model.alike_in_order = pyo.Constraint(
            pairs,
            rule=lambda _, i, k: sum(j * x for j, x in at[i]) <= sum(j * x for j, x in at[k]),
        )

    def key(self, decision: Any) -> str:
        """Return what a decision has in common with all its images, and with no other one."""
        if self.instance is None:
            return json.dumps(decision, sort_keys=True)
        machine = self.instance.numbers(decision)
        kind = np.arange(len(machine))
        for group in self.items:
            kind[group] = group[0]
        held = [sorted(kind[machine == j].tolist()) for j in range(len(self.instance.sites))]
        for group in self.machines:
            for j, contents in zip(group, sorted(held[j] for j in group), strict=True):
                held[j] = contents
        return json.dumps(held)

    def places(self, decision: Any) -> Iterator[list[tuple[int, int]]] | None:
        """Return for each image of a decision where its items are; ``None`` without images.

        Items alike are in order in all of them.
        """
        if self.instance is None:
            return None
        machine = self.instance.numbers(decision)
        groups = self.machines
        if prod(factorial(len(group)) for group in groups) > _MOST_IMAGES:
            groups = []
        return self._images(machine, groups)

    def _images(
        self, machine: IntArray, groups: list[list[int]]
    ) -> Iterator[list[tuple[int, int]]]:
        seen: set[bytes] = set()
        for moved in itertools.product(*map(itertools.permutations, groups)):
            site = np.arange(len(self.instance.sites if self.instance is not None else ()))
            for group, targets in zip(groups, moved, strict=True):
                site[group] = targets
            image = site[machine]
            for alike in self.items:
                image[alike] = np.sort(image[alike])
            if image.tobytes() not in seen:
                seen.add(image.tobytes())
                yield list(enumerate(image.tolist()))


def _alike(instance: Consolidation) -> Iterator[list[int]]:
    """Yield items that nothing tells apart, not even where they are now."""
    for kind in kinds_of(instance, instance.rule_book):
        homes: dict[int, list[int]] = {}
        for i in kind:
            homes.setdefault(int(instance.home[i]), []).append(i)
        yield from (group for group in homes.values() if len(group) > 1)
