"""Random macrow instances: stream graphs on clusters of nodes."""

import math
from itertools import pairwise
from typing import Any, Literal

import numpy as np

from ...core.faults import check_range
from ...core.memory import check_size
from .instance import License, Link, MacroW, Node, Pe, Risk, Stream, Weights

_CORE = 2750.0  # mips of one core, on every node


def generate(
    seed: int,
    *,
    shape: Literal["lsd", "dac"] = "lsd",
    jobs: int | None = None,
    pes: int | None = None,
    nodes: int | None = None,
    clusters: int | None = None,
    restricted: float = 0.04,
    pinned: float = 0.04,
    traffic: float = 1.0,
    change: float | None = None,
) -> MacroW:
    """Return a random macro epoch shaped like one of SODA's applications.

    ``lsd``: 104 jobs, 737 light PEs, 70 nodes in 7 clusters. ``dac``: 6 jobs, 51 PEs, few of them
    heavy, 29 nodes in 3 clusters. A job is a tree of streams: its next PE reads from the one before
    (70%, chains) or from any earlier one (fan-outs), and passes on 30 to 100% of its input; a
    twentieth of the jobs feeds the next one. The nodes of a cluster have 4 or 8 cores of 2750 mips.
    Goals are lognormal: median 300 mips, deviation 1 (``lsd``; one thread per PE), or median 1500,
    deviation 1.4 (``dac``; one to four threads). A link carries a fifth to a half of all traffic. A
    license has a fifth more tokens than its PEs take at least. A share ``pinned`` of the PEs may
    run on half the nodes of one cluster only. Shares ``restricted`` of the PEs are bound by a
    license, have an integrity level, one of two rival colors, a risk, a second node, a colocated or
    an exlocated partner. ``traffic`` weighs links against nodes; with ``change`` all jobs had
    clusters of their own in the epoch before, and that share of the PEs may change.
    """
    defaults = (104, 737, 70, 7) if shape == "lsd" else (6, 51, 29, 3)
    asked = (jobs, pes, nodes, clusters)
    sizes = [d if size is None else size for size, d in zip(asked, defaults, strict=True)]
    sizes[0] = max(1, min(sizes[:2])) if jobs is None else jobs
    sizes[3] = max(1, min(sizes[2:])) if clusters is None else clusters
    check_range(jobs=(sizes[0], 1), pes=(sizes[1], sizes[0]), nodes=(sizes[2], 1))
    check_range(clusters=(sizes[3], 1, sizes[2]), traffic=(traffic, 0))
    check_range(restricted=(restricted, 0, 1), pinned=(pinned, 0, 1), change=(change or 0, 0))
    check_size(
        parts=3 * sizes[1] + sizes[2] + sizes[3],
        numbers=2 * sizes[1] * sizes[2] * (restricted + pinned),
    )
    rng = np.random.default_rng(seed)
    owner = np.sort(np.r_[np.arange(sizes[0]), rng.integers(0, sizes[0], sizes[1] - sizes[0])])
    made_nodes = _nodes(rng, sizes[2], sizes[3])
    streams = _streams(rng, owner)
    drawn = _pes(rng, sizes[1], made_nodes, shape, restricted, pinned)
    names = [str(pe["name"]) for pe in drawn]
    chosen = _some(rng, names, restricted)
    partner = {a: b for a, b in pairwise(names) if b not in chosen}
    before = _former_candidates(owner, names, made_nodes) if change is not None else None
    total = sum(stream.rate for stream in streams)
    return MacroW(
        name=f"macrow-{shape}-{sizes[1]}x{sizes[2]}-s{seed}",
        nodes=made_nodes,
        pes=tuple(Pe.model_validate(pe) for pe in drawn),
        streams=streams,
        links=tuple(
            Link(
                name=f"l{c}",
                between=(f"c{int(rng.integers(0, c)) + 1}", f"c{c + 1}"),
                capacity=float(np.ceil(total * rng.uniform(0.2, 0.5))) or 1.0,
            )
            for c in range(1, sizes[3])
        ),
        licenses=tuple(
            _license(name, held, drawn)
            for name in ("db", "solver")
            if (held := set(_some(rng, names, restricted)))
        ),
        risk=_risk(rng, names, made_nodes, restricted),
        previous=before,
        max_total_change=None if change is None else int(change * sizes[1]),
        colocated=_colocated(drawn, chosen[::2], partner),
        exlocated=tuple((a, partner[a]) for a in chosen[1::2] if a in partner),
        weights=Weights(mean_link=traffic, max_link=traffic),
    )


def _some(rng: np.random.Generator, names: list[str], share: float) -> list[str]:
    """Return a random share of the names (rounded down), in their order."""
    return [names[k] for k in np.sort(rng.permutation(len(names))[: int(share * len(names))])]


def _nodes(rng: np.random.Generator, count: int, clusters: int) -> tuple[Node, ...]:
    cores = rng.choice([4, 8], clusters)
    walled = rng.random(clusters) < 0.3
    home = np.sort(np.arange(count) % clusters)
    return tuple(
        Node(
            name=f"n{n + 1}",
            mips=float(_CORE * cores[c]),
            cluster=f"c{c + 1}",
            max_pes=int(6 * cores[c]),
            integrity_range=1 if walled[c] else None,
            incompatible_colors=(("red", "blue"),) if walled[c] else (),
        )
        for n, c in enumerate(home)
    )


def _streams(rng: np.random.Generator, owner: np.ndarray) -> tuple[Stream, ...]:
    """Return random trees of streams in the jobs, and streams from some jobs to the next."""
    streams = []
    read = np.zeros(len(owner))
    for p, job in enumerate(owner):
        first = int(np.searchsorted(owner, job))
        if p == first:
            read[p] = rng.lognormal(3.0, 1.0)
            source = p - 1 if p and rng.random() < 0.05 else None
        else:
            source = p - 1 if rng.random() < 0.7 else int(rng.integers(first, p))
        if source is not None:
            rate = float(np.round(read[source] * rng.uniform(0.3, 1.0), 2))
            read[p] = max(read[p], rate)
            streams.append(
                Stream.model_validate({"from": f"p{source + 1}", "to": f"p{p + 1}", "rate": rate})
            )
    return tuple(streams)


def _pes(
    rng: np.random.Generator,
    count: int,
    nodes: tuple[Node, ...],
    shape: str,
    restricted: float,
    pinned: float,
) -> list[dict[str, Any]]:
    heavy = shape == "dac"
    goals = np.round(
        rng.lognormal(np.log(1500.0 if heavy else 300.0), 1.4 if heavy else 1.0, count)
    )
    threads = rng.integers(1, 5, count) if heavy else np.ones(count)
    drawn = []
    for p in range(count):
        pe: dict[str, Any] = {
            "name": f"p{p + 1}",
            "goal": float(min(goals[p], 2 * threads[p] * _CORE)),
            "max_mips": float(_CORE * threads[p]),
            "fairness": 1.2,
        }
        if rng.random() < pinned:
            cluster = nodes[int(rng.integers(len(nodes)))].cluster
            home = [node.name for node in nodes if node.cluster == cluster]
            pe["allowed_nodes"] = home[::2] if len(home) > 1 else home
        if rng.random() < restricted:
            pe["integrity"] = int(rng.integers(0, 4))
        if rng.random() < restricted:
            pe["color"] = str(rng.choice(["red", "blue"]))
        if rng.random() < restricted and "allowed_nodes" not in pe:
            pe["min_nodes"] = min(2, len(nodes))
        drawn.append(pe)
    return drawn


def _colocated(
    drawn: list[dict[str, Any]], chosen: list[str], partner: dict[str, str]
) -> tuple[tuple[str, str], ...]:
    """Return the pairs of chosen PEs and partners that have enough allowed nodes in common."""
    by_name = {pe["name"]: pe for pe in drawn}
    pairs = []
    for name in chosen:
        pes = [by_name[each] for each in (name, partner.get(name)) if each is not None]
        homes = [set(pe["allowed_nodes"]) for pe in pes if "allowed_nodes" in pe]
        least = max(pe.get("min_nodes", 1) for pe in pes)
        if len(pes) == 2 and (not homes or len(set.intersection(*homes)) >= least):
            pairs.append((name, partner[name]))
    return tuple(pairs)


def _license(name: str, held: set[str], drawn: list[dict[str, Any]]) -> License:
    """Return a license with 20% more tokens than its PEs need at least."""
    holders = [pe for pe in drawn if pe["name"] in held]
    least = [
        max(pe.get("min_nodes", 1), math.ceil(1.2 * pe["goal"] / pe["max_mips"])) for pe in holders
    ]
    return License(
        name=name,
        tokens=math.ceil(1.2 * sum(least)),
        pes=tuple(str(pe["name"]) for pe in holders),
    )


def _risk(
    rng: np.random.Generator, names: list[str], nodes: tuple[Node, ...], share: float
) -> Risk | None:
    """Return risks of some PEs in a third of the clusters, and a limit on their sum."""
    risky = _some(rng, names, share)
    if not risky:
        return None
    clusters = sorted({node.cluster for node in nodes})
    risky_clusters = clusters[: (len(clusters) + 2) // 3]
    levels = {}
    for name in risky:
        level = {cluster: float(np.round(rng.random(), 2)) for cluster in risky_clusters}
        levels[name] = {n.name: level[n.cluster] for n in nodes if n.cluster in level}
    return Risk(limit=0.2 * len(risky), levels=levels)


def _former_candidates(
    owner: np.ndarray, names: list[str], nodes: tuple[Node, ...]
) -> dict[str, tuple[str, ...]]:
    """Return a previous candidate of each PE; successive jobs use successive clusters."""
    clusters = list(dict.fromkeys(node.cluster for node in nodes))
    homes = [[node.name for node in nodes if node.cluster == cluster] for cluster in clusters]
    taken = [0] * len(clusters)
    before: dict[str, tuple[str, ...]] = {}
    for name, job in zip(names, owner.tolist(), strict=True):
        home = job % len(clusters)
        before[name] = (homes[home][taken[home] % len(homes[home])],)
        taken[home] += 1
    return before
