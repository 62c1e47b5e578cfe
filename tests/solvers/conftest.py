"""Clusters of one resource, for tests of plans and roll-outs."""

from collections.abc import Callable

import pytest

from optgap.instances.consolidation import Consolidation


@pytest.fixture
def cluster() -> Callable[..., Consolidation]:
    """Return a function from machines and their room, items with size and place, to an instance."""

    def build(machines: dict[str, float], items: dict[str, tuple], **more: object) -> Consolidation:
        document = {
            "name": "x",
            "resources": ["cpu"],
            "machines": [{"name": name, "capacity": [room]} for name, room in machines.items()],
            "items": [
                {"name": name, "demand": [size], "machine": at}
                for name, (size, at) in items.items()
            ],
        }
        return Consolidation.model_validate({**document, **more})

    return build
