"""Size is known before memory is spent: a model that does not fit is refused at once."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

from ....core.faults import DoesNotFitError, Fault

# Measured on models of Pyomo with their sparse arrays and one engine that holds them.
_BYTES_PER_VARIABLE = 500
_BYTES_PER_NONZERO = 250
_GROUPS = (
    (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory.current")),
    (
        Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
        Path("/sys/fs/cgroup/memory/memory.usage_in_bytes"),
    ),
)


def refuse_what_does_not_fit(formulation: ModuleType, instance: Any) -> None:
    """Raise with the size of the model where the memory at hand cannot hold it."""
    if not hasattr(formulation, "model_size"):
        return  # models of this problem are as small as its instances
    variables, nonzeros = formulation.model_size(instance)
    needed = variables * _BYTES_PER_VARIABLE + nonzeros * _BYTES_PER_NONZERO
    free = free_memory()
    if free is None or needed <= free:
        return
    rule = (
        f"the model has {variables:,} variables and {nonzeros:,} nonzeros and needs about "
        f"{_amount(needed)} of memory, {_amount(free)} are free; "
        f"methods without such a model: {', '.join(_others(instance))}"
    )
    raise DoesNotFitError(f"the model of {instance.name} does not fit", [Fault("memory", rule)])


def _amount(size: int) -> str:
    return f"{size / 2**30:,.1f} GiB" if size >= 2**30 else f"{size / 2**20:,.0f} MiB"


def _others(instance: Any) -> list[str]:
    from ...solve import problem_of
    from .. import problem

    methods = problem(problem_of(instance)).methods
    return [method.name for method in methods if not method.solvers]


def free_memory() -> int | None:
    """Return the bytes that this process may still use; ``None`` where the system does not say."""
    found = [_meminfo(), *(_group(limit, used) for limit, used in _GROUPS)]
    return min((each for each in found if each is not None), default=None)


def _meminfo() -> int | None:
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
    except OSError:
        return None
    for line in lines:
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) * 1024
    return None


def _group(limit: Path, used: Path) -> int | None:
    """Return what a control group leaves; most systems have one of two kinds, or none in force."""
    try:
        most = limit.read_text().strip()
        return None if most == "max" else max(0, int(most) - int(used.read_text()))
    except (OSError, ValueError):
        return None
