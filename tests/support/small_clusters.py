"""Small clusters, for tests of plans, roll-outs and the judge."""

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


def three_machines(**changes: object) -> Consolidation:
    document = {
        "name": "x",
        "resources": ["memory", "disk"],
        "machines": [
            {"name": "m1", "capacity": [10, 10], "limit": [0.7, 1]},
            {"name": "m2", "capacity": [10, 10]},
            {"name": "m3", "capacity": [10, 10]},
        ],
        "items": [
            {"name": "a", "demand": [4.1, 1], "machine": "m1", "migration_cost": 0.1},
            {"name": "b", "demand": [2.9, 1], "machine": "m2", "migration_cost": 0.2},
            {"name": "new", "demand": [0.1, 1]},
        ],
        **changes,
    }
    return Consolidation.model_validate(document)


def two_devices(**changes: object) -> Consolidation:
    """Two machines with two devices each, and items that take shares of them."""
    fields = {
        "resources": ["gpu"],
        "devices": ["gpu"],
        "machines": [{"name": f"m{j}", "capacity": [2]} for j in range(2)],
        "items": [{"name": f"i{k}", "demand": [0.6]} for k in range(3)],
    }
    return three_machines(**{**fields, **changes})


PINNED = [{"name": f"i{k}", "demand": [0.6], "machine": "m0", "fixed": True} for k in range(3)]
ZONES = [
    {"name": name, "capacity": [9], "labels": {"zone": zone}}
    for name, zone in (("m1", "x"), ("m2", "x"), ("m3", "y"))
] + [{"name": "m4", "capacity": [9]}]
RUNNING = [{"name": n, "demand": [1], "machine": f"m{1 if n < 'e' else 4}"} for n in "abcde"]
