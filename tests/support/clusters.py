"""Clusters drawn at random, read as the importer reads them."""

from __future__ import annotations

import json
from pathlib import Path

from optgap.instances.consolidation import Consolidation
from optgap_cluster.kubernetes import read_cluster
from optgap_cluster.kubernetes.generate import generate_dump


def drawn_cluster(folder: Path, seed: int, nodes: int, pods: int | None = None) -> Consolidation:
    """Return a cluster of so many nodes, with ten pods on each unless their number is given."""
    dump = folder / "dump.json"
    dump.write_text(json.dumps(generate_dump(seed, nodes=nodes, pods=pods or 10 * nodes)))
    return read_cluster([dump]).instance
