"""The bound on GPUs that are given away: beside every plan of small clusters, proven by prices."""

import itertools
from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from optgap.solvers.engines.own_model import solve

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture
def gpu_sharing(monkeypatch):
    """The package of the study, which is not part of optgap."""
    monkeypatch.syspath_prepend(BENCHMARKS)
    from gpu_sharing import bound, plan, workload

    return bound, plan, workload


def drawn(workload, seed: int):
    """Return two nodes with one or two GPUs, and five pods."""
    random = np.random.default_rng(seed)
    nodes = pd.DataFrame(
        {
            "cpu_milli": random.integers(4, 12, 2) * 1000,
            "memory_mib": 4096,
            "gpu": [1, 2],
            "model": ["A", "B"],
            "number": 1,
        }
    )
    kinds = pd.DataFrame(
        {
            "cpu_milli": random.integers(1, 6, 5) * 1000,
            "memory_mib": random.integers(1, 3, 5) * 1024,
            "num_gpu": 1,
            "gpu_milli": random.choice([300, 450, 600, 810, 1000], 5),
            "gpu_spec": random.choice(["", "A", "B", "A|B"], 5),
        }
    )
    arrivals = tuple(Fraction(1) for _ in range(5))
    return workload.Workload(nodes, kinds, arrivals, tuple(int(number) for number in arrivals))


def most(load) -> int:
    """Return the most thousandths of a GPU that a choice of a GPU, or none, for each pod gives."""
    gpus = [(c, g) for c, count in enumerate(load.nodes.gpu) for g in range(count)]
    pods = load.kinds.values.tolist()
    return max(
        _given(load, pods, places)
        for places in itertools.product([None, *gpus], repeat=len(load.kinds))
    )


def _given(load, pods, places) -> int:
    nodes, given = load.nodes, 0
    cpu, memory = [0] * len(nodes), [0] * len(nodes)
    used = dict.fromkeys(itertools.product(range(len(nodes)), range(2)), 0)
    for (pod_cpu, pod_memory, _, share, spec), place in zip(pods, places, strict=True):
        if place is None:
            continue
        c, _ = place
        if spec and "AB"[c] not in spec.split("|"):
            return 0
        cpu[c] += pod_cpu
        memory[c] += pod_memory
        used[place] += share
        given += share
    fits = all(cpu <= nodes.cpu_milli) and all(memory <= nodes.memory_mib)
    return int(given) if fits and max(used.values()) <= 1000 else 0


@pytest.mark.parametrize("seed", range(12))
def test_no_plan_gives_more_than_is_proven(gpu_sharing, seed: int) -> None:
    """Brute force stays within the bound, the plan within brute force, whatever the prices."""
    bound, plan, workload = gpu_sharing
    load = drawn(workload, seed)
    model = bound.relaxation(load)
    relaxed = solve(model).objective
    prices = bound.prices(model)
    best = most(load)
    assert best <= bound.proven(load, prices)
    assert float(bound.proven(load, prices)) == pytest.approx(relaxed, rel=1e-6)
    runs = np.array([[1.0] * len(load.kinds)] * len(load.nodes))
    planned = plan.planned(load, runs, np.ones((2, len(bound.ways_of(load)))), bound.ways_of(load))
    assert planned.given() <= best
    random = np.random.default_rng(seed)
    wrong = {
        "cpu": random.integers(0, 10**6, 2).tolist(),
        "memory": random.integers(0, 10**6, 2).tolist(),
        "share": random.integers(0, 10**12, (2, len(bound.sizes_of(load)))).tolist(),
    }
    assert best <= bound.proven(load, wrong)


def test_ways_to_share_are_complete(gpu_sharing) -> None:
    """Each way is full, and every set that fits is part of one."""
    bound, _, _ = gpu_sharing
    sizes = [230, 460, 810]
    ways = bound.ways_to_share(sizes)
    assert {tuple(way) for way in ways.tolist()} == {(4, 0, 0), (2, 1, 0), (0, 2, 0), (0, 0, 1)}
