"""optgap: exact models beside the heuristics of cluster scheduling, the gap measured and proven.

>>> import optgap
>>> instance = optgap.load("placement/fig6")
>>> optgap.solve(instance, "ipa").objective
16.0

The verbs are `load`, `generate`, `solve`, `check`, `compare`, `front`, `prove`, `verify`, `hunt`,
`plan`, `simulate`, `stays`, `frees` and `report`.  They are imported when they are first used, so
that ``import optgap`` is quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .api import (
        Check,
        Fault,
        InputError,
        Instance,
        ModelFront,
        Outcome,
        WavePlan,
        Worst,
        check,
        compare,
        frees,
        front,
        generate,
        hunt,
        load,
        plan,
        problem,
        problem_names,
        prove,
        report,
        save,
        simulate,
        solve,
        stays,
        verify,
    )

__version__ = "0.1.0"
__all__ = [
    "Check",
    "Fault",
    "InputError",
    "Instance",
    "ModelFront",
    "Outcome",
    "WavePlan",
    "Worst",
    "check",
    "compare",
    "frees",
    "front",
    "generate",
    "hunt",
    "load",
    "plan",
    "problem",
    "problem_names",
    "prove",
    "report",
    "save",
    "simulate",
    "solve",
    "stays",
    "verify",
]


def __getattr__(name: str) -> Any:
    if name in __all__:
        return getattr(import_module(".api", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
