"""The most GPUs that a scheduler gives to pods on average: a linear program, proven by prices."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pyomo.environ as pyo

from optgap.formulations.algebra import Variables, dot, total

from .workload import GPU, Workload

STEP = 10  # thousandths of a GPU: all shares are multiples
PRICES = 10**9  # prices are whole multiples of a billionth


def ways_to_share(sizes: list[int]) -> np.ndarray:
    """Return the ways to fill a GPU to which nothing can be added: how often they use each size."""
    ways: list[list[int]] = []

    def add(first: int, room: int, used: list[int]) -> None:
        if room < min(sizes):
            ways.append(list(used))
        for place in range(first, len(sizes)):
            if sizes[place] <= room:
                used[place] += 1
                add(place, room - sizes[place], used)
                used[place] -= 1

    add(0, GPU, [0] * len(sizes))
    return np.unique(np.array(ways), axis=0)


def sizes_of(load: Workload) -> list[int]:
    """Return the sizes of shares that pods ask for."""
    return sorted({int(size) for size in load.kinds.gpu_milli[load.shared]})


def ways_of(load: Workload) -> np.ndarray:
    """Return the ways in which pods of a workload can share a GPU."""
    return ways_to_share(sizes_of(load))


def relaxation(load: Workload) -> pyo.ConcreteModel:
    """Return the program: the most GPUs that nodes of each class give to arriving pods."""
    nodes, kinds = load.nodes, load.kinds
    sizes, ways = sizes_of(load), ways_of(load)
    model = pyo.ConcreteModel("allocation")
    model.C = pyo.RangeSet(0, len(nodes) - 1)
    model.K = pyo.RangeSet(0, len(kinds) - 1)
    model.S = pyo.RangeSet(0, len(sizes) - 1)
    model.x = Variables(model.C, model.K, where=load.usable, lower=0)
    model.y = Variables(model.C, range(len(ways)), lower=0)
    model.dual = pyo.Suffix(direction=pyo.Suffix.IMPORT)
    model.given = pyo.Objective(
        expr=sum(dot(load.gains, model.x[c]) for c in model.C), sense=pyo.maximize
    )

    @model.Constraint(model.C)
    def cpu(model, c):
        """The pods on the nodes of a class fit their processors."""
        return dot(kinds.cpu_milli, model.x[c]) <= int(nodes.cpu_milli[c] * nodes.number[c])

    @model.Constraint(model.C)
    def memory(model, c):
        """They fit their memory."""
        return dot(kinds.memory_mib, model.x[c]) <= int(nodes.memory_mib[c] * nodes.number[c])

    whole = np.where(load.shared, 0, kinds.num_gpu)

    @model.Constraint(model.C)
    def gpus(model, c):
        """A GPU is given as a whole, or shared in one way."""
        return dot(whole, model.x[c]) + total(model.y[c]) <= int(nodes.gpu[c] * nodes.number[c])

    @model.Constraint(model.C, model.S)
    def shares(model, c, s):
        """Shares of a size are there as often as the ways have them."""
        of_size = (kinds.gpu_milli == sizes[s]).to_numpy().astype(float)
        return dot(of_size, model.x[c]) <= dot(ways[:, s], model.y[c])

    @model.Constraint(model.K)
    def arrivals(model, k):
        """No more pods of a kind run than arrive."""
        return total(model.x[:, k]) <= float(load.arrivals[k])

    return model


def prices(model: pyo.ConcreteModel) -> dict[str, Any]:
    """Return the prices of an optimum as integers: of processors, memory and shares."""

    def whole(row: Any) -> int:
        return max(0, round(abs(model.dual[row]) * PRICES))

    return {
        "cpu": [whole(model.cpu[c]) for c in model.C],
        "memory": [whole(model.memory[c]) for c in model.C],
        "share": [[whole(model.shares[c, s]) for s in model.S] for c in model.C],
    }


def proven(load: Workload, prices: dict[str, Any]) -> Fraction:
    """Return the bound that prices prove, in thousandths of a GPU, in exact arithmetic.

    A GPU costs as much as its dearest way to share it.  What a pod gains beyond the prices of
    its node is the price of its arrival.  Every pod that runs pays for what it gains.
    """
    nodes, kinds, usable = load.nodes, load.kinds, load.usable
    sizes = sizes_of(load)
    gpu = [_dearest(sizes, share) for share in prices["share"]]
    bound = Fraction(0)
    for c in range(len(nodes)):
        room = prices["cpu"][c] * int(nodes.cpu_milli[c])
        room += prices["memory"][c] * int(nodes.memory_mib[c]) + gpu[c] * int(nodes.gpu[c])
        bound += room * int(nodes.number[c])
    for k, arrivals in enumerate(load.arrivals):
        gain = PRICES * int(load.gains[k])
        beyond = [
            gain - _paid(kinds, k, c, prices, gpu, sizes) for c in np.flatnonzero(usable[:, k])
        ]
        bound += max([0, *beyond]) * arrivals
    return bound / PRICES


def _paid(
    kinds: pd.DataFrame, k: int, c: int, prices: dict[str, Any], gpu: list[int], sizes: list[int]
) -> int:
    """Return what a pod of a kind pays on a node of a class."""
    paid = prices["cpu"][c] * int(kinds.cpu_milli[k]) + prices["memory"][c] * int(
        kinds.memory_mib[k]
    )
    share = int(kinds.gpu_milli[k])
    if share < GPU:
        return paid + prices["share"][c][sizes.index(share)]
    return paid + gpu[c] * int(kinds.num_gpu[k])


def _dearest(sizes: list[int], worth: list[int]) -> int:
    """Return the price of the dearest way to share a GPU: a knapsack."""
    best = [0] * (GPU // STEP + 1)
    for room in range(1, len(best)):
        fitting = [
            best[room - size // STEP] + price
            for size, price in zip(sizes, worth, strict=True)
            if size // STEP <= room
        ]
        best[room] = max([best[room - 1], *fitting])
    return best[-1]
