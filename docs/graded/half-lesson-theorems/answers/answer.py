"""From bad examples to theorems: the answers."""

from __future__ import annotations

from collections.abc import Iterator


def list_scheduling(times: list[int], machines: int) -> list[int]:
    """Keep the loads, and take the first machine with the least one."""
    loads, machine = [0] * machines, []
    for time in times:
        machine.append(loads.index(min(loads)))
        loads[machine[-1]] += time
    return machine


def worst(jobs: int, machines: int, is_sorted: bool) -> list[int]:
    """Return Graham's instances, for jobs in any order and for sorted jobs."""
    if is_sorted:
        pairs = [time for time in range(2 * machines - 1, machines, -1) for _ in range(2)]
        return [*pairs, machines, machines, machines]
    return [1] * (jobs - 1) + [machines]


def alike(times: list[int]) -> Iterator[bool]:
    """Compare each job with the double of each other one."""
    for a in times:
        for b in times:
            yield a <= 2 * b
