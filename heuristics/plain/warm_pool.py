"""warm_pool in plain Python."""

from math import inf
from typing import Any

from .rounding import number_of


def constant_percentage(instance: Any) -> dict[str, list[int]]:
    """Configure 5% more memory than is in use, within the limits on changes (Eigen, 4.2)."""
    size, lead = instance.machine_size, instance.lead
    needed = [number_of(used, size) for used in instance.allocated]
    wished = [number_of(used + used * 5 / 100, size) for used in instance.allocated]
    start = needed[0] if instance.configured is None else instance.configured
    rise, fall = (inf if most is None else most for most in (instance.max_up, instance.max_down))
    machines = [start] * len(needed)
    for t in range(lead, len(needed)):
        least = max(machines[t - 1] - fall, min(machines[t - 1], needed[t - 1]))
        machines[t] = max(min(wished[t - lead], machines[t - 1] + rise), least)
    return {"machines": machines}
