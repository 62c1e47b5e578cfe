"""Clusters of one resource, for tests of roll-outs."""

from collections.abc import Callable

import pytest
from small_clusters import small_cluster

from optgap.instances.consolidation import Consolidation


@pytest.fixture
def cluster() -> Callable[..., Consolidation]:
    """Return a function from machines and their room, items with size and place, to an instance."""
    return small_cluster
