"""POP on clusters: machines are dealt at random, and each part is solved alone."""

from pathlib import Path

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

import optgap

SCALE = Path(__file__).parents[2] / "benchmarks" / "scale.py"


@pytest.mark.parametrize("parts", [1, 3, 24])
def test_items_stay_within_their_part(script, parts: int) -> None:
    cluster = optgap.generate("consolidation", 2, machines=24, kind="cloud")
    plan, seconds = script(SCALE).plan_of_parts(cluster, parts, 40.0, seed=3)
    judged, best = optgap.check(cluster, {"machine": plan}), optgap.solve(cluster)
    moves = cluster.home, cluster.numbers({"machine": plan})
    graph = csr_array((np.ones(len(plan)), moves), shape=(24, 24))
    assert judged.feasible and len(seconds) <= parts
    assert connected_components(graph, directed=False)[0] >= parts
    if parts == 1:
        assert judged.objective == best.objective
    else:
        assert best.objective <= judged.objective <= cluster.occupied.sum()
