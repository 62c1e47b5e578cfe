"""Random nodes and PEs with ranges that can be kept."""

from __future__ import annotations

import numpy as np

from ...core.faults import check_range
from ...core.memory import check_size
from .instance import MicroW, Node, Pe


def generate(
    seed: int,
    *,
    pes: int = 60,
    nodes: int = 12,
    load: float = 0.9,
    candidates: int = 3,
    drift: float = 0.4,
    heavy: float = 1.0,
    ranged: float = 0.2,
    fixed: float = 0.05,
    change: float | None = 0.3,
    touched: float | None = None,
) -> MicroW:
    """Return a random micro epoch.

    Nodes have 1000, 2000 or 4000 mips; weights of PEs are lognormal with deviation ``heavy`` and
    scaled to ``load`` times all mips; each PE has 1 to ``candidates`` nodes.  The epoch before
    had goals that differ by a lognormal factor of deviation ``drift``, met as far as nodes
    reached when filled in proportion.  A share ``ranged`` of the PEs may take a quarter of
    a node at most, or nothing or 0.1 to 0.3 of it; a share ``fixed`` of the pairs stays.
    ``change`` limits the summed change to that share of all goals, ``touched`` the nodes.
    """
    check_range(pes=(pes, 1), nodes=(nodes, 1), candidates=(candidates, 1), load=(load, 0))
    check_range(drift=(drift, 0), heavy=(heavy, 0), ranged=(ranged, 0, 1), fixed=(fixed, 0, 1))
    check_size(parts=nodes + pes, numbers=5 * pes * min(nodes, candidates))
    rng = np.random.default_rng(seed)
    power = rng.choice([1000.0, 2000.0, 4000.0], nodes)
    weight = rng.lognormal(0.0, heavy, pes)
    goal = np.round(2 * load * power.sum() * weight / weight.sum()) / 2
    older = goal * rng.lognormal(0.0, drift, pes)
    chosen = [
        np.sort(rng.choice(nodes, min(nodes, int(rng.integers(1, candidates + 1))), replace=False))
        for _ in range(pes)
    ]
    allowed = [_legal(rng, ranged, near) for near in chosen]
    before = _fill(chosen, older, power, allowed)
    made = [
        Pe(
            name=f"p{p + 1}",
            goal=float(goal[p]),
            nodes=tuple(f"n{n + 1}" for n in near),
            fixed=tuple(f"n{n + 1}" for n in near if rng.random() < fixed),
            allowed={f"n{n + 1}": legal for n, legal in allowed[p].items()},
        )
        for p, near in enumerate(chosen)
    ]
    return MicroW(
        name=f"microw-{pes}x{nodes}-s{seed}",
        nodes=tuple(Node(name=f"n{n + 1}", mips=float(m)) for n, m in enumerate(power)),
        pes=tuple(made),
        previous={
            f"p{p + 1}": {f"n{n + 1}": f for n, f in fractions.items() if f > 0}
            for p, fractions in enumerate(before)
        },
        max_total_change=None if change is None else float(round(change * goal.sum())),
        max_touched_nodes=None if touched is None else int(touched * nodes),
    )


def _legal(
    rng: np.random.Generator, share: float, near: np.ndarray
) -> dict[int, tuple[tuple[float, float], ...]]:
    if rng.random() >= share:
        return {}
    ranges: tuple[tuple[float, float], ...] = ((0.0, 0.25),)
    if rng.random() < 0.5:
        ranges = ((0.0, 0.0), (0.1, 0.3))
    return {int(n): ranges for n in near}


def _fill(
    chosen: list[np.ndarray],
    goals: np.ndarray,
    power: np.ndarray,
    allowed: list[dict[int, tuple[tuple[float, float], ...]]],
) -> list[dict[int, float]]:
    """Return legal fractions: goals spread evenly, scaled down where a node is too full."""
    wished = np.zeros(len(power))
    for near, goal in zip(chosen, goals, strict=True):
        wished[near] += goal / len(near)
    scale = np.minimum(1.0, power / np.maximum(wished, 1.0))
    filled = []
    for near, goal, legal in zip(chosen, goals, allowed, strict=True):
        fractions = {}
        for n in near.tolist():
            wanted = np.floor(1e4 * scale[n] * goal / len(near) / power[n]) / 1e4
            ranges = legal.get(n, ((0.0, 1.0),))
            fractions[n] = max(float(min(high, wanted)) for low, high in ranges if low <= wanted)
        filled.append(fractions)
    return filled
