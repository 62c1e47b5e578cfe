"""Clusters as they are: pods that wait, leave, have finished, or are on nodes that nobody knows.

No method refuses such a cluster, and a judge that was written from the documentation finds nothing.
"""

import json
import runpy
from pathlib import Path
from typing import Any

import pytest
from kubernetes_judge import Judge

import optgap
from optgap_cluster.kubernetes import read_cluster

FOLDER = Path(__file__).parents[3] / "benchmarks" / "clusters"
messy = runpy.run_path(str(FOLDER / "held_out.py"))["messy"]


@pytest.mark.parametrize("evictable", ["karpenter", "autoscaler"])
@pytest.mark.parametrize("seed", range(40, 46))
def test_nothing_is_refused_and_no_rule_broken(tmp_path: Path, seed: int, evictable: Any) -> None:
    dump = messy(seed)
    (tmp_path / "d.json").write_text(json.dumps(dump))
    instance, notes = read_cluster([tmp_path], evictable=evictable)
    assert any("left out; no node takes" in note for note in notes)
    assert list(Judge(dump, {}).overfull()) == []
    for method in ("drain-best-fit", "karpenter", "cluster-autoscaler", "column-generation"):
        outcome = optgap.solve(instance, method, time_limit=5)
        assert outcome.decision is not None, (method, outcome.message)
        assert list(Judge(dump, outcome.decision["machine"]).violations()) == []
