"""Clusters of one resource, for tests of plans and roll-outs."""

from optgap.instances.consolidation import Consolidation


def small_cluster(
    machines: dict[str, float], items: dict[str, tuple], **more: object
) -> Consolidation:
    """Return the instance with these machines and their room, and items with size and place."""
    document = {
        "name": "x",
        "resources": ["cpu"],
        "machines": [{"name": name, "capacity": [room]} for name, room in machines.items()],
        "items": [
            {"name": name, "demand": [size], "machine": at} for name, (size, at) in items.items()
        ],
    }
    return Consolidation.model_validate({**document, **more})
