"""Size is known before memory is spent: a model that does not fit is refused at once."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from ...core.faults import DoesNotFitError, Fault
from ...core.memory import free_memory, in_words
from ...core.run import Run

# Measured on models of Pyomo with their sparse arrays and one engine that holds them.
_BYTES_PER_VARIABLE = 500
_BYTES_PER_NONZERO = 250


def refuse_what_does_not_fit(
    formulation: ModuleType, instance: Any, run: Run, **options: Any
) -> None:
    """Raise if the memory at hand, or its limit, cannot hold the model of a formulation."""
    refuse_size(instance, run, formulation.model_size(instance, **options))


def refuse_size(instance: Any, run: Run, size: tuple[int, int]) -> None:
    """Raise if the memory at hand, or its limit, cannot hold so many variables and nonzeros."""
    variables, nonzeros = size
    needed = variables * _BYTES_PER_VARIABLE + nonzeros * _BYTES_PER_NONZERO
    free, limit = free_memory(), run.memory_limit
    if limit is not None and needed > limit:
        room = f"the limit is {in_words(limit)}"
    elif free is not None and needed > free:
        room = f"{in_words(free)} are free"
    else:
        return
    rule = (
        f"the model has {variables:,} variables and {nonzeros:,} nonzeros and needs about "
        f"{in_words(needed)} of memory, {room}; "
        f"methods without such a model: {', '.join(run.without_model)}"
    )
    raise DoesNotFitError(f"the model of {instance.name} does not fit", [Fault("memory", rule)])
